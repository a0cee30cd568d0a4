//! Which function a name means, and when operands are read: as in Rust, which runs the same functions on the host.

use kiln::prelude::*;
use kiln_other_crate::{Bent, bend};

use crate::streams;

/// Names of numbers' own methods, for something else.
#[device]
trait Odd {
    fn abs(self) -> Self;
    fn min(&self, other: Self) -> u32;
    fn pow(self, exponent: u32) -> u32;
    fn sqrt(&mut self) -> u32;
    fn to_f32(&self) -> f32;
    fn div_euclid(&self, other: u32) -> u32;

    fn all(&self, other: u32) -> f32
    where
        Self: Copy,
    {
        let mut own = self.abs();
        (self.min(own) + self.pow(2) + own.sqrt()) as f32 + own.to_f32() + self.div_euclid(other) as f32
    }
}

#[device]
impl Odd for f32 {
    fn abs(self) -> Self {
        self - 7.0
    }

    fn min(&self, other: Self) -> u32 {
        (*self + other) as u32 + 100
    }

    fn pow(self, exponent: u32) -> u32 {
        self as u32 + exponent
    }

    fn sqrt(&mut self) -> u32 {
        *self += 1.0;
        3
    }

    fn to_f32(&self) -> f32 {
        *self * 2.0
    }

    fn div_euclid(&self, other: u32) -> u32 {
        other + 1
    }
}

#[device]
impl Odd for i32 {
    fn abs(self) -> Self {
        self * 3
    }

    fn min(&self, other: Self) -> u32 {
        (*self * other) as u32
    }

    fn pow(self, exponent: u32) -> u32 {
        exponent * 5
    }

    fn sqrt(&mut self) -> u32 {
        *self -= 1;
        4
    }

    fn to_f32(&self) -> f32 {
        0.5
    }

    fn div_euclid(&self, other: u32) -> u32 {
        other * 2
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Pair {
    a: i32,
    b: i32,
}

#[device]
impl Odd for Pair {
    fn abs(self) -> Self {
        Pair { a: self.b, b: self.a }
    }

    fn min(&self, other: Self) -> u32 {
        (self.a + other.b) as u32
    }

    fn pow(self, exponent: u32) -> u32 {
        self.a as u32 * exponent
    }

    fn sqrt(&mut self) -> u32 {
        self.a += 10;
        5
    }

    fn to_f32(&self) -> f32 {
        self.a as f32
    }

    fn div_euclid(&self, other: u32) -> u32 {
        other - 1
    }
}

#[device]
fn direct<T: Odd + KernelType>(value: T, index: usize) -> f32 {
    // Another type's names of the same kernel stay its own.
    let near = index.min(3).pow(2) as f32;
    let mut own = value.abs();
    let first = own.sqrt();
    let refers = &own;
    (first + refers.min(value) + own.pow(3)) as f32 + refers.to_f32() + own.div_euclid(7) as f32 + near
}

#[device]
fn in_a_clause<T>(value: T, index: usize) -> f32
where
    T: KernelType,
    T: Odd,
{
    value.all(4) + value.min(value.abs()) as f32 + (index as f32).sqrt()
}

#[kernel]
fn odd<T: Odd + KernelType>(x: &[T], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let last = x.len().min(i);
        out[i] = direct(x[last], i) + in_a_clause(x[i], i) + x[i].pow(1) as f32;
    }
}

fn check_odd<T: Odd + KernelType>(values: &[T]) {
    let expected: Vec<f32> = (0..values.len())
        .map(|i| direct(values[i], i) + in_a_clause(values[i], i) + values[i].pow(1) as f32)
        .collect();
    for stream in streams() {
        let x = stream.upload(values).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(values.len()).unwrap();
        odd(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected, "{}", std::any::type_name::<T>());
    }
}

#[test]
fn a_bound_gives_a_number_methods_with_the_names_of_its_own() {
    check_odd(&[1.0f32, 2.5, 9.0, 100.0]);
    check_odd(&[1i32, 5, 7, 20]);
    check_odd(&[Pair { a: 1, b: 2 }, Pair { a: 30, b: 4 }]);
}

/// One that shares no name with `Float`, beside it.
#[device]
trait Weigh {
    fn pow(self, exponent: u32) -> f32;
}

#[device]
impl Weigh for f32 {
    fn pow(self, exponent: u32) -> f32 {
        self + exponent as f32
    }
}

#[device]
impl Weigh for f64 {
    fn pow(self, exponent: u32) -> f32 {
        self as f32 - exponent as f32
    }
}

#[device]
fn weighed<T: Float + Weigh>(x: T) -> f32 {
    let (sine, _) = x.abs().sin_cos();
    let (signed, refers) = (-3i32, &x);
    let refers_to_signed = &signed;
    let behind = refers.sqrt().to_f32() + (refers_to_signed.signum() + refers_to_signed.abs().max(2)) as f32;
    behind
        + x.abs().sqrt().max(T::ONE).to_f32()
        + x.pow(3)
        + T::max(x, T::ONE).to_f32()
        + sine.to_f32() * 0.0
        + (7u32.ilog2() + 9u32.pow(2).min(50)) as f32
}

#[kernel]
fn weighs<T: Float + Weigh>(x: &[T], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = weighed(x[i]);
    }
}

#[test]
fn other_bounds_leave_a_number_its_own() {
    fn check<T: Float + Weigh>(values: &[T]) {
        for stream in streams() {
            let x = stream.upload(values).unwrap();
            let mut out = stream.alloc_zeroed::<f32>(values.len()).unwrap();
            weighs(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
            let expected: Vec<f32> = values.iter().map(|x| weighed(*x)).collect();
            assert_eq!(stream.download(&out).unwrap(), expected);
        }
    }
    check(&[4.0f32, 16.0, 0.25]);
    check(&[4.0f64, 16.0, 0.25]);
}

/// A trait and a kernel of another crate.
#[device]
impl Bent for Pair {
    fn abs(&self) -> f32 {
        self.a as f32 * 0.5
    }

    fn clamp(self, least: u32, most: u32) -> f32 {
        self.b as f32 + (least + most) as f32
    }
}

#[test]
fn traits_of_other_crates_too() {
    fn check<T: Bent + KernelType>(values: &[T]) {
        for stream in streams() {
            let x = stream.upload(values).unwrap();
            let mut out = stream.alloc_zeroed::<f32>(values.len()).unwrap();
            bend(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
            let expected: Vec<f32> = values.iter().map(|x| x.abs() + x.clamp(2, 3) + x.twice()).collect();
            assert_eq!(stream.download(&out).unwrap(), expected);
        }
    }
    check(&[1.0f32, -2.5]);
    check(&[Pair { a: 3, b: 8 }]);
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Both {
    n: u32,
}

/// The type's own take what the trait's do not, and the other way round.
#[device]
impl Both {
    fn by_value(self) -> u32 {
        self.n + 1
    }

    fn shared(&self) -> u32 {
        self.n + 2
    }

    fn changing(&mut self) -> u32 {
        self.n += 3;
        self.n
    }
}

#[device]
trait Others {
    fn by_value(&self) -> u32;
    fn shared(self) -> u32;
    fn changing(&self) -> u32;
    fn only(self) -> u32;
}

#[device]
impl Others for Both {
    fn by_value(&self) -> u32 {
        self.n + 10
    }

    fn shared(self) -> u32 {
        self.n + 20
    }

    fn changing(&self) -> u32 {
        self.n + 30
    }

    fn only(self) -> u32 {
        self.n + 40
    }
}

#[device]
trait AndOthers {
    fn only(&self) -> u32;
}

#[device]
impl AndOthers for Both {
    fn only(&self) -> u32 {
        self.n + 50
    }
}

#[device]
fn through_values(both: Both) -> (u32, u32, u32, u32) {
    (both.by_value(), both.shared(), both.changing(), both.only() + both.n * 1000)
}

#[device]
fn through_shared(both: &Both) -> (u32, u32, u32, u32) {
    (both.by_value(), both.shared(), both.changing(), both.only() + both.n * 1000)
}

#[device]
fn through_exclusive(both: &mut Both) -> (u32, u32, u32, u32) {
    (both.by_value(), both.shared(), both.changing(), both.only() + both.n * 1000)
}

#[device]
fn through_a_bound<T: Others + AndOthers + KernelType>(both: T) -> (u32, u32) {
    let refers = &both;
    (both.only(), refers.only())
}

#[device]
fn all_ways(both: Both) -> [u32; 14] {
    let mut other = both;
    let a = through_values(both);
    let b = through_shared(&both);
    let c = through_exclusive(&mut other);
    let d = through_a_bound(both);
    [a.0, a.1, a.2, a.3, b.0, b.1, b.2, b.3, c.0, c.1, c.2, c.3, d.0, d.1]
}

#[kernel]
fn ways(x: &[Both], out: &mut [u32]) {
    let all = all_ways(x[0]);
    if global_id() == 0 {
        for i in 0..14 {
            out[i] = all[i];
        }
    }
}

#[test]
fn what_methods_of_one_name_take_decides_among_them() {
    let both = Both { n: 5 };
    for stream in streams() {
        let x = stream.upload(&[both]).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(14).unwrap();
        ways(&x, &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), all_ways(both));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Nested {
    inner: Pair,
    n: i32,
}

#[device]
impl Pair {
    fn plus(self, other: i32) -> i32 {
        self.a * 100 + self.b * 10 + other
    }

    fn seen(&self, other: i32) -> i32 {
        self.a * 100 + self.b * 10 + other
    }

    fn raise(&mut self, by: i32) -> i32 {
        self.a += by;
        self.a
    }
}

#[device]
fn change(pair: &mut Pair) -> i32 {
    pair.a += 1;
    pair.b = 9 - pair.b;
    pair.a
}

#[device]
fn take(pair: Pair, other: i32) -> i32 {
    pair.plus(other)
}

#[device]
fn copied(x: [i32; 4], at: i32) -> i32 {
    x[0] * 1000 + x[3] * 100 + at
}

/// Each reads what a later operand changes.
#[device]
fn in_order(start: Pair) -> [i32; 16] {
    let mut out = [0; 16];
    let mut p = start;
    out[0] = p.plus(change(&mut p));
    out[1] = p.plus({
        p.a += 5;
        p = Pair { a: p.b, b: p.a };
        p.a
    });
    let mut nested = Nested { inner: p, n: 3 };
    out[2] = nested.inner.plus(change(&mut nested.inner));
    out[3] = nested.inner.raise({
        nested.n += 1;
        nested.n
    }) + nested.inner.a;
    let mut all = [p, start, p];
    let mut i = 0;
    out[4] = all[i].plus({
        i += 1;
        all[0].a = 77;
        i as i32
    });
    out[5] = all[i].seen({
        i += 1;
        i as i32
    });
    out[6] = all[i].raise({
        i -= 1;
        2
    }) + all[2].a
        + i as i32;
    out[7] = take(p, change(&mut p));
    out[8] = p.a + change(&mut p) * p.b;
    out[9] = Pair::plus(p, change(&mut p));
    let made = Nested { inner: p, n: change(&mut p) };
    out[10] = made.inner.plus(made.n);
    let mut x = [1, 2, 3, 4];
    out[11] = copied(x, {
        x[0] = 50;
        x[3] += 1;
        x[3]
    });
    let pairs = (p, change(&mut p), p);
    out[12] = pairs.0.plus(pairs.1) - pairs.2.plus(0);
    let mut k = 1;
    out[13] = x[k]
        + x[{
            k += 1;
            k
        }] * x[k];
    let r = &mut p;
    out[14] = r.plus(change(r));
    out[15] = (move |by: i32| p.plus(by))(change(&mut p));
    out
}

#[kernel]
fn orders(x: &[Pair], out: &mut [i32]) {
    let all = in_order(x[0]);
    if global_id() == 0 {
        for i in 0..16 {
            out[i] = all[i];
        }
    }
}

#[kernel]
fn orders_in_memory(x: &mut [Pair], out: &mut [i32]) {
    let i = global_id();
    if i < x.len() && i < out.len() {
        let first = x[i].plus(change(&mut x[i]));
        let second = x[i].raise({
            out[i] = 7;
            out[i]
        });
        out[i] = first * 1000 + second;
    }
}

#[test]
fn operands_are_read_in_rusts_order() {
    let start = Pair { a: 2, b: 3 };
    for stream in streams() {
        let mut x = stream.upload(&[start, Pair { a: 5, b: 1 }]).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(16).unwrap();
        orders(&x, &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), in_order(start));
        let mut out = stream.alloc_zeroed::<i32>(2).unwrap();
        orders_in_memory(&mut x, &mut out).threads(2).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [233_010, 516_013]);
        assert_eq!(stream.download(&x).unwrap(), [Pair { a: 10, b: 6 }, Pair { a: 13, b: 8 }]);
    }
}

#[kernel]
fn taken_or(x: &mut [i32], out: &mut [i32]) {
    if global_id() == 0 {
        let other = x.first().copied().unwrap_or({
            x[0] = 40;
            1
        });
        out[0] = other;
    }
}

#[test]
fn what_an_option_holds_is_copied_before_what_stands_for_it() {
    for stream in streams() {
        let mut x = stream.upload(&[3]).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(1).unwrap();
        taken_or(&mut x, &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [3]);
        assert_eq!(stream.download(&x).unwrap(), [40]);
    }
}

/// Of type parameters and of 16-bit floats the place comes first, of primitive numbers the value.
#[device]
fn of_a_parameter<T: Float>(start: usize, one: T) -> T {
    let mut a: [T; 4] = [T::ZERO; 4];
    let mut i = start;
    a[i] += {
        i += 1;
        one
    };
    a[i] /= {
        i += 1;
        one + one
    };
    a[i] -= one;
    a[0] + a[1] * (one + one) + a[2] * (one + one + one)
}

#[device]
fn of_half_floats(start: usize) -> f32 {
    let one = f16::from_f32(1.0);
    let mut a: [f16; 4] = [f16::from_f32(0.0); 4];
    let mut i = start;
    a[i] += {
        i += 1;
        one
    };
    a[i] -= {
        i += 1;
        one + one
    };
    a[i] += one;
    a[0].to_f32() + a[1].to_f32() * 2.0 + a[2].to_f32() * 3.0
}

#[device]
fn of_primitives(start: usize) -> f32 {
    let mut a: [f32; 4] = [0.0; 4];
    let mut i = start;
    a[i] += {
        i += 1;
        1.0
    };
    a[i] -= {
        i += 1;
        2.0
    };
    a[i] += 1.0;
    a[0] + a[1] * 2.0 + a[2] * 3.0
}

#[kernel]
fn compound(out: &mut [f32]) {
    if global_id() == 0 {
        out[0] = of_a_parameter::<f32>(0, 1.0);
        out[1] = of_half_floats(0);
        out[2] = of_primitives(0);
    }
}

#[test]
fn compound_assignments_are_evaluated_in_rusts_order() {
    let expected = [of_a_parameter::<f32>(0, 1.0), of_half_floats(0), of_primitives(0)];
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f32>(3).unwrap();
        compound(&mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

/// Traits with the names of Kiln's, said by a path.
mod of_known_names {
    use kiln::prelude::{KernelType, device};

    #[device]
    pub trait Float {
        fn abs(self) -> f32;
    }

    #[device]
    impl Float for f32 {
        fn abs(self) -> f32 {
            self + 42.0
        }
    }

    #[device]
    pub fn by_a_path<T: self::Float + KernelType>(x: T) -> f32 {
        x.abs()
    }
}

#[kernel]
fn known_names(x: &[f32], out: &mut [f32]) {
    if global_id() == 0 {
        out[0] = of_known_names::by_a_path(x[0]);
    }
}

#[test]
fn a_bound_said_by_its_path_is_that_trait() {
    for stream in streams() {
        let input = stream.upload(&[-1.5]).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(1).unwrap();
        known_names(&input, &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [of_known_names::by_a_path(-1.5)]);
    }
}

/// Constants with the names of fields, one of which a macro makes: a method's lone name is the constant.
mod of_fields {
    use kiln::prelude::*;

    macro_rules! constants {
        ($($name:ident: $ty:ty = $value:expr;)*) => {
            $(
                #[allow(non_upper_case_globals)]
                const $name: $ty = $value;
            )*
        };
    }

    constants! {
        width: [u32; 2] = [30, 4];
    }

    #[allow(non_upper_case_globals)]
    const height: f32 = 0.5;

    #[derive(KernelType, Clone, Copy)]
    pub struct Sheet {
        pub width: f32,
        pub height: u32,
    }

    #[device]
    impl Sheet {
        pub fn mixed(&self) -> f32 {
            let low = |at: usize| width[at] as f32 + height;
            low(0) * self.width + low(1) * self.height as f32
        }

        pub fn with_a_length(self) -> f32 {
            let Sheet { height: rows, .. } = self;
            rows as f32 + width.len() as f32
        }
    }
}

#[kernel]
fn names_of_fields(sheet: of_fields::Sheet, out: &mut [f32]) {
    if global_id() == 0 {
        out[0] = sheet.mixed() + sheet.with_a_length();
    }
}

#[test]
fn a_lone_name_in_a_method_is_a_constant_and_no_field() {
    let sheet = of_fields::Sheet { width: 2.0, height: 3 };
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f32>(1).unwrap();
        names_of_fields(sheet, &mut out).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [sheet.mixed() + sheet.with_a_length()]);
    }
}
