//! Methods and functions of types with type and const parameters of their own: of types, of traits, provided and
//! overridden; with parameters that rustc infers and with parameters that are written out. Each runs as plain Rust
//! too.

use kiln::prelude::*;

use crate::streams;

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Pair<T> {
    x: T,
    y: T,
}

#[device]
impl<T: Float> Pair<T> {
    fn new(x: T, y: T) -> Self {
        Pair { x, y }
    }

    fn scaled<U: Num>(&self, by: U) -> Self {
        let by = T::from_f64(by.to_f64());
        Pair { x: self.x * by, y: self.y * by }
    }

    fn map<U: Float>(self, f: impl Fn(T) -> U) -> Pair<U> {
        Pair { x: f(self.x), y: f(self.y) }
    }

    fn folded<A, F>(self, start: A, f: F) -> A
    where
        A: Num,
        F: Fn(A, T) -> A,
    {
        f(f(start, self.x), self.y)
    }

    fn multiples<const N: usize>(self, by: T) -> [T; N] {
        let mut all = [T::ZERO; N];
        for i in 0..N {
            all[i] = by * self.x * T::from_usize(i);
        }
        all
    }

    fn cast<U: Float>(self) -> Pair<U> {
        Pair { x: U::from_f64(self.x.to_f64()), y: U::from_f64(self.y.to_f64()) }
    }

    /// What it is asked for stands in no parameter.
    fn count<U: Weight + KernelType>(&self) -> u32 {
        U::WEIGHT * 2
    }

    fn add<U: Num>(&mut self, by: U, more: &[U]) {
        self.x += T::from_f64(by.to_f64());
        for value in more {
            self.y += T::from_f64(value.to_f64());
        }
    }

    fn of<U: Num>(x: U, y: U) -> Self {
        Pair { x: T::from_f64(x.to_f64()), y: T::from_f64(y.to_f64()) }
    }

    fn weighed<U: Weight + KernelType, const K: u32, const NEGATE: bool>(of: T) -> T {
        let weight = T::from_u32(U::WEIGHT * K) * of;
        if NEGATE { -weight } else { weight }
    }

    /// Calls itself the others.
    fn all<U: Num>(self, by: U) -> T {
        let scaled = self.scaled(by).scaled::<U>(by);
        let [_, last] = scaled.multiples::<2>(T::ONE);
        last + scaled.map(|v| v + self.y).x
    }
}

#[device]
trait Weight {
    const WEIGHT: u32;
}

#[device]
impl Weight for f32 {
    const WEIGHT: u32 = 3;
}

#[device]
impl Weight for u8 {
    const WEIGHT: u32 = 5;
}

/// Of a number, by a trait.
#[device]
trait Halved {
    fn halved<T: Float>(self) -> T;
}

#[device]
impl Halved for f32 {
    fn halved<T: Float>(self) -> T {
        T::from_f32(self * 0.5)
    }
}

const THREE: usize = 3;

/// All of it, as plain Rust and in kernels of each type.
#[device]
fn everything<T: Float>(x: T, n: usize) -> T {
    let mut pair = Pair::new(x, x + T::ONE);
    pair = pair.scaled(2.0f32);
    pair = pair.scaled::<u32>(3);
    let squares = pair.map(|v| v * v);
    let narrow: Pair<f32> = squares.cast();
    let wide = squares.cast::<f64>();
    let four = pair.multiples::<4>(T::ONE);
    let two: [T; 2] = pair.multiples(T::ONE);
    let three = pair.multiples::<THREE>(narrow.x.halved());
    pair.add(1u8, &[2, 3]);
    pair.add(n as u32, &[n as u32; 3][..n % 3]);
    let counts = pair.count::<f32>() + pair.count::<u8>();
    let sum = pair.folded(0.5f32, |sum, v| sum + v.to_f32());
    let inferred = Pair::of(1i32, 2);
    let said = Pair::<T>::of::<u8>(1, 2);
    let weighed = Pair::weighed::<u8, 4, false>(x) + Pair::<T>::weighed::<f32, 2, true>(x);
    let mut all = pair.x + pair.y + four[3] + two[1] + three[2] + inferred.x + said.y + weighed;
    all += T::from_f32(narrow.x) + T::from_f64(wide.y) + T::from_u32(counts) + T::from_f32(sum);
    all + pair.all(2u8) + pair.scaled(pair.scaled(n as i64).x).y + <Pair<T>>::of::<i8>(3, 4).x
}

#[kernel]
pub fn own_parameters<T: Float>(x: &[T], out: &mut [T]) {
    let i = global_id();
    if i < out.len() && i < x.len() {
        out[i] = everything(x[i], i);
    }
}

fn check<T: Float>(tolerance: f64) {
    let x: Vec<T> = (0..40).map(|i| T::from_f64(f64::from(i) * 0.0625)).collect();
    for stream in streams() {
        let input = stream.upload(&x).unwrap();
        let mut out = stream.alloc_zeroed::<T>(x.len()).unwrap();
        own_parameters(&input, &mut out).threads(x.len()).launch(&stream).unwrap();
        for (i, found) in stream.download(&out).unwrap().into_iter().enumerate() {
            let (found, expected) = (found.to_f64(), everything(x[i], i).to_f64());
            assert!((found - expected).abs() <= expected.abs() * tolerance, "{i}: {found}, not {expected}");
        }
    }
}

#[test]
fn functions_of_types_have_parameters_of_their_own() {
    check::<f32>(1e-5);
    check::<f64>(1e-6);
}

#[device]
trait Field {
    fn at<U: Num>(&self, place: U) -> f32;

    fn twice<U: Num>(&self, place: U) -> f32 {
        self.at(place) * 2.0
    }

    fn both<U: Weight + KernelType, const N: usize>(self, f: impl Fn(f32) -> f32) -> f32
    where
        Self: Sized + Copy,
    {
        f(self.at(N as u32)) + U::WEIGHT as f32
    }

    fn size<U: Weight + KernelType>() -> u32 {
        U::WEIGHT + 1
    }

    fn turned<S>(self, other: S) -> f32
    where
        Self: Sized,
        S: Into<f32> + Num;
}

#[derive(Clone, Copy, KernelType)]
struct Flat(f32);

#[derive(Clone, Copy, KernelType)]
struct Slope<T> {
    start: T,
    by: T,
}

#[device]
impl Field for Flat {
    fn at<U: Num>(&self, place: U) -> f32 {
        self.0 + place.to_f32() * 0.0
    }

    fn turned<S: Into<f32> + Num>(self, other: S) -> f32 {
        self.0 - other.to_f32()
    }
}

#[device]
impl<T: Float> Field for Slope<T> {
    fn at<Place: Num>(&self, place: Place) -> f32 {
        (self.start + self.by * T::from_f32(place.to_f32())).to_f32()
    }

    fn twice<U: Num>(&self, place: U) -> f32 {
        100.0 + self.at::<U>(place)
    }

    fn turned<S: Into<f32> + Num>(self, other: S) -> f32 {
        other.to_f32() * self.by.to_f32()
    }
}

#[device]
fn of_field<F: Field + Copy>(field: F, i: usize, k: f32) -> f32
where
    F: KernelType,
{
    let sum = field.at(i as u32) + field.twice(i) + field.both::<u8, 3, _>(|v| v * k);
    sum + F::size::<f32>() as f32 + <F as Field>::twice::<i8>(&field, 2) + field.turned(1.5f32)
}

#[kernel]
pub fn fields<F: Field + KernelType>(fields: &[F], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && i < fields.len() {
        out[i] = of_field(fields[i], i, 2.0);
    }
}

fn check_fields<F: Field + KernelType>(values: &[F]) {
    for stream in streams() {
        let input = stream.upload(values).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(values.len()).unwrap();
        fields(&input, &mut out).threads(values.len()).launch(&stream).unwrap();
        let expected: Vec<f32> =
            values.iter().enumerate().map(|(i, value)| of_field(*value, i, 2.0)).collect();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

#[test]
fn functions_of_traits_have_parameters_of_their_own() {
    check_fields(&[Flat(1.0), Flat(2.5)]);
    check_fields(&[Slope { start: 1.0f32, by: 3.0 }, Slope { start: 0.5, by: 0.25 }]);
    check_fields(&[Slope { start: 1.0f64, by: 3.0 }]);
}

/// Two of one name: the type's own, and a trait's.
#[device]
impl Flat {
    fn twice<U: Num>(&self, place: U) -> f32 {
        self.0 + place.to_f32()
    }
}

#[device]
trait Bent {
    fn abs(self) -> f32;
    fn plain(&self) -> f32;
}

#[device]
impl Bent for f32 {
    fn abs(self) -> f32 {
        self + 100.0
    }

    fn plain(&self) -> f32 {
        self.sqrt() + <f32 as Bent>::abs(*self)
    }
}

#[device]
impl Bent for Flat {
    fn abs(self) -> f32 {
        1.0
    }

    fn plain(&self) -> f32 {
        2.0
    }
}

#[device]
impl Flat {
    fn plain(&self) -> f32 {
        3.0 + <Self as Bent>::plain(self)
    }
}

#[kernel]
fn of_one_name(out: &mut [f32]) {
    let flat = Flat(3.0);
    out[4] = <f32 as Bent>::abs(-1.0) + <f32 as Bent>::plain(&4.0);
    out[5] = flat.plain() + 10.0 * <Flat as Bent>::plain(&flat) + 100.0 * Flat::plain(&flat);
    out[0] = flat.twice(4u8);
    out[1] = <Flat as Field>::twice::<u8>(&flat, 4);
    out[2] = <Flat as Field>::twice(&flat, 4.0f32);
    out[3] = Flat::twice::<i32>(&flat, 5);
}

#[test]
fn names_mean_what_they_mean_in_rust() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f32>(6).unwrap();
        of_one_name(&mut out).threads(1).block(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [7.0, 6.0, 6.0, 8.0, 205.0, 525.0]);
    }
}

/// Only of numbers: a function that gives one has the bound to give it.
#[derive(Clone, Copy, KernelType)]
struct Held<T: Num> {
    value: T,
}

#[device]
impl Flat {
    fn held<U: Num>(self, value: U) -> Held<U> {
        Held { value: value + U::from_f32(self.0) }
    }

    fn of_held<U, F>(held: Held<U>, f: F) -> Held<f32>
    where
        U: Num,
        F: Fn(Held<U>) -> f32,
    {
        Held { value: f(held) }
    }

    fn by_closure<U: Num, F>(&self, all: &[U], f: F) -> f32
    where
        F: Fn(&U) -> f32,
    {
        f(&all[0]) + self.0
    }
}

#[kernel]
fn of_bounded_types(x: &[u32], out: &mut [f32]) {
    let flat = Flat(2.0);
    let held = flat.held(5i32);
    out[0] = held.value.to_f32() + flat.held::<f32>(0.5).value;
    out[1] = Flat::of_held(held, |held: Held<i32>| held.value.to_f32() * 2.0).value;
    out[2] = flat.by_closure(x, |v| v.to_f32());
}

#[test]
fn bounds_that_types_need_stay() {
    for stream in streams() {
        let x = stream.upload(&[3u32]).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(3).unwrap();
        of_bounded_types(&x, &mut out).threads(1).block(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [9.5, 14.0, 5.0]);
    }
}

#[device]
fn zero<T: Num>() -> T {
    T::ZERO
}

#[device]
fn same<T: KernelType>(value: T) -> T {
    value
}

#[device]
fn chosen<T: KernelType>(condition: bool, yes: T, no: T) -> T {
    if condition { yes } else { no }
}

#[device]
fn first<T: KernelType>(of: &[T]) -> T {
    of[0]
}

#[device]
fn swap_ends<T: KernelType>(of: &mut [T]) -> T {
    let (left, right) = (of[0], of[of.len() - 1]);
    of[0] = right;
    left
}

#[device]
fn last<T: KernelType, const N: usize>(of: [T; N]) -> T {
    of[N - 1]
}

#[device]
fn sum<T: Num>(left: &T, right: &T) -> T {
    *left + *right
}

#[device]
fn optional<T: KernelType>(condition: bool, value: T) -> Option<T> {
    if condition { Some(value) } else { None }
}

#[device]
impl Flat {
    fn or<U: KernelType>(self, condition: bool, yes: U, no: U) -> U {
        if condition { yes } else { no }
    }

    fn first_of<U: KernelType>(self, of: &[U]) -> U {
        of[0]
    }

    fn zero_of<U: Num>(self) -> U {
        U::ZERO
    }

    fn last_of<U: KernelType, const N: usize>(self, of: [U; N]) -> U {
        of[N - 1]
    }

    fn kept<U: Num, F: Fn(U, f32) -> U>(self, start: U, more: &mut [U], f: F) -> U {
        more[0] = f(start, self.0);
        more[0] + start
    }

    fn pair_of<U: KernelType>(x: U, y: U) -> Pair<U> {
        Pair { x, y }
    }
}

/// Whatever says what the parameters are: what is expected, an argument, a literal, or what is made of the result.
#[device]
fn inferred(flat: Flat, of: &[u32], whole: u64) -> [f32; 8] {
    let expected: u8 = zero();
    let small: u8 = chosen(expected < 1, 250, 3);
    let wide = chosen(true, 1, whole);
    let mut local = [1.5f32, 2.5, 3.5];
    let swapped = swap_ends(&mut local);
    let of_array = first(&local);
    let borrowed = sum(&same(of[0]), &zero());
    let nested = chosen(same(true), first(&of[1..]), last([7, same(8), zero()]));
    let found = optional(true, 3).unwrap_or(first(of));
    let mut later = zero();
    later = flat.or(false, later, of[1]);
    let of_method: i16 = flat.or(true, -300, flat.zero_of());
    let pair: Pair<f64> = Flat::pair_of(0.5, zero());
    let indexed = of[chosen(true, 1, 2)];
    let mut kept = [0, 0];
    let all: u64 = flat.kept(3, &mut kept, |sum, by| sum.pow(2) + by as u64);
    let last: u8 = flat.last_of([1, 2, chosen(true, 7, zero())]);
    [
        f32::from(small) + swapped,
        (wide + 1) as f32 + of_array,
        borrowed as f32 + nested as f32,
        found as f32 + later as f32,
        f32::from(of_method) + (all + kept[0]) as f32 + f32::from(last),
        (pair.x + pair.y) as f32,
        indexed as f32 + flat.first_of(&local) + flat.first_of(of) as f32,
        if flat.or(true, true, false) { same(1.0) } else { -same(2.0) },
    ]
}

#[kernel]
fn of_inferred_parameters(of: &[u32], out: &mut [f32]) {
    let all = inferred(Flat(1.0), of, 40);
    for i in 0..8 {
        out[i] = all[i];
    }
}

#[test]
fn parameters_are_what_rustc_infers() {
    let of = [5u32, 6, 7];
    let expected = inferred(Flat(1.0), &of, 40);
    assert_eq!(expected, [251.5, 5.5, 11.0, 9.0, -270.0, 0.5, 14.5, 1.0]);
    for stream in streams() {
        let of = stream.upload(&of).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(8).unwrap();
        of_inferred_parameters(&of, &mut out).threads(1).block(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}
