//! Methods of std's numbers, orders, slices and `Option`s that kernels have as functions of Kiln's, against plain Rust.

use std::cmp::Ordering;

use kiln::prelude::*;

use crate::same::{agrees, kernel_of};

/// The methods of two signednesses, of values at the ends of both types and between.
macro_rules! of_two_signs {
    ($name:ident, $kernel:ident, $unsigned:ident, $signed:ident) => {
        #[device]
        fn $name(i: usize, x: &[i32]) -> i32 {
            let values = [
                $unsigned::MIN,
                1,
                2,
                $unsigned::MAX,
                $unsigned::MAX - 1,
                $unsigned::MAX / 2,
                $unsigned::MAX / 2 + 1,
                $unsigned::MAX / 2 + 2,
                x[i % x.len()] as $unsigned,
            ];
            let u = values[i % 9];
            let s = u.cast_signed();
            let mut t = s.cast_unsigned() as i32;
            for other in values {
                let by = other.cast_signed();
                t = t.wrapping_mul(31).wrapping_add(u.wrapping_add_signed(by) as i32);
                t = t.wrapping_mul(31).wrapping_add(u.saturating_add_signed(by) as i32);
                t = t.wrapping_mul(31).wrapping_add(u.checked_add_signed(by).map_or(-3, |v| v as i32));
                let (sum, over) = u.overflowing_add_signed(by);
                t = t.wrapping_mul(31).wrapping_add(sum as i32 ^ i32::from(over));
                t = t.wrapping_mul(31).wrapping_add(s.wrapping_add_unsigned(other) as i32);
                t = t.wrapping_mul(31).wrapping_add(s.saturating_add_unsigned(other) as i32);
                t = t.wrapping_mul(31).wrapping_add(s.checked_add_unsigned(other).map_or(-3, |v| v as i32));
                let (sum, over) = s.overflowing_add_unsigned(other);
                t = t.wrapping_mul(31).wrapping_add(sum as i32 ^ i32::from(over));
                t = t.wrapping_mul(31).wrapping_add(s.wrapping_sub_unsigned(other) as i32);
                t = t.wrapping_mul(31).wrapping_add(s.saturating_sub_unsigned(other) as i32);
                if let Some(v) = s.checked_sub_unsigned(other) {
                    t = t.wrapping_mul(31).wrapping_add(v as i32);
                }
                let (difference, over) = s.overflowing_sub_unsigned(other);
                t = t.wrapping_mul(31).wrapping_add(difference as i32 ^ i32::from(over));
            }
            t
        }
        kernel_of!($kernel, $name);
    };
}

of_two_signs!(of_8, of_8_kernel, u8, i8);
of_two_signs!(of_16, of_16_kernel, u16, i16);
of_two_signs!(of_32, of_32_kernel, u32, i32);
of_two_signs!(of_64, of_64_kernel, u64, i64);
of_two_signs!(of_size, of_size_kernel, usize, isize);

/// Divisions that wrap around, and what is counted by divisions.
macro_rules! divisions_of {
    ($name:ident, $kernel:ident, $ty:ident) => {
        #[device]
        fn $name(i: usize, x: &[i32]) -> i32 {
            let values = [
                $ty::MIN,
                $ty::MIN + 1,
                $ty::MAX,
                1,
                2,
                10,
                !0,
                $ty::MAX / 3,
                (x[i % x.len()] as $ty).max(3),
                0u8.wrapping_sub(7) as i8 as $ty,
            ];
            let a = values[i % 10];
            let mut t = 0i32;
            for b in values {
                t = t.wrapping_mul(31).wrapping_add(a.checked_ilog(b).map_or(-3, |v| v as i32));
                if a > 0 && b > 1 {
                    t = t.wrapping_mul(31).wrapping_add(a.ilog(b) as i32);
                }
                if b == 0 {
                    continue;
                }
                t = t.wrapping_mul(31).wrapping_add(a.wrapping_div(b) as i32);
                t = t.wrapping_mul(31).wrapping_add(a.wrapping_rem(b) as i32);
                t = t.wrapping_mul(31).wrapping_add(a.wrapping_div_euclid(b) as i32);
                t = t.wrapping_mul(31).wrapping_add(a.wrapping_rem_euclid(b) as i32);
                let (quotient, over) = a.overflowing_div(b);
                t = t.wrapping_mul(31).wrapping_add(quotient as i32 ^ i32::from(over));
                let (rest, over) = a.overflowing_rem(b);
                t = t.wrapping_mul(31).wrapping_add(rest as i32 ^ i32::from(over));
            }
            t
        }
        kernel_of!($kernel, $name);
    };
}

divisions_of!(div_i8, div_i8_kernel, i8);
divisions_of!(div_u8, div_u8_kernel, u8);
divisions_of!(div_i32, div_i32_kernel, i32);
divisions_of!(div_u32, div_u32_kernel, u32);
divisions_of!(div_i64, div_i64_kernel, i64);
divisions_of!(div_u64, div_u64_kernel, u64);

#[device]
fn multiples(i: usize, x: &[i32]) -> i32 {
    let mut t = x[0];
    for k in (i as u32 % 8..256).step_by(8) {
        for m in 0..256u32 {
            let next = (k as u8).checked_next_multiple_of(m as u8);
            t = t.wrapping_mul(31).wrapping_add(next.map_or(-3, |v| v as i32));
        }
    }
    // Literals have the type that the other operand asks for.
    t = t.wrapping_add(5u64.checked_add_signed(-6).map_or(-1, |v| v as i32));
    t.wrapping_add(1u64.wrapping_add_signed(-5_000_000_000).wrapping_shr(20) as i32)
}
kernel_of!(multiples_kernel, multiples);

#[device]
fn orders(i: usize, x: &[i32]) -> i32 {
    let (a, b) = (x[i % x.len()], x[(i * 7 + 3) % x.len()]);
    let down = a.cmp(&b).reverse();
    let mut order = b.cmp(&3);
    order = order.reverse();
    let fixed = order;
    let all = [down, order, fixed.reverse(), down.reverse().reverse(), Ordering::Less.reverse()];
    let mut t = 0;
    for o in all {
        t = t * 3
            + match o {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            };
    }
    let mut turned = [a, b, t];
    turned.reverse();
    t * 3 + turned[0] - turned[2]
}
kernel_of!(orders_kernel, orders);

#[test]
fn numbers_have_the_methods_of_two_signednesses() {
    agrees!(of_8_kernel, of_8);
    agrees!(of_16_kernel, of_16);
    agrees!(of_32_kernel, of_32);
    agrees!(of_64_kernel, of_64);
    agrees!(of_size_kernel, of_size);
}

#[test]
fn divisions_wrap_around() {
    agrees!(div_i8_kernel, div_i8);
    agrees!(div_u8_kernel, div_u8);
    agrees!(div_i32_kernel, div_i32);
    agrees!(div_u32_kernel, div_u32);
    agrees!(div_i64_kernel, div_i64);
    agrees!(div_u64_kernel, div_u64);
    agrees!(multiples_kernel, multiples);
}

#[test]
fn orders_are_reversed() {
    agrees!(orders_kernel, orders);
}

#[derive(Clone, Copy, Default, PartialEq, KernelType)]
struct Found {
    at: u32,
    value: f32,
}

/// What is at a place, which is there for some.
#[device]
fn some_of(i: usize, x: &[i32]) -> Option<i32> {
    let v = x[i % x.len()];
    if v % 3 == 0 { None } else { Some(v) }
}

#[device]
fn found_at(i: usize, x: &[i32]) -> Option<Found> {
    let some: Option<i32> = some_of(i, x);
    some.map(|v| Found { at: i as u32, value: v as f32 })
}

#[device]
fn options(i: usize, x: &[i32]) -> i32 {
    let a: Option<i32> = some_of(i, x);
    let b: Option<i32> = some_of(i * 5 + 1, x);
    let mut t = 0i32;
    if let Some((p, q)) = a.zip(b) {
        t += p * 7 + q;
    }
    let both = a.zip(b);
    t = t * 3 + both.map_or(-1, |(p, q)| p - q);
    t = t * 3 + a.xor(b).unwrap_or(-2);
    t = t * 3 + a.and(b).map_or(-4, |v| v + 1);
    t = t * 3 + a.xor(None).unwrap_or_default();
    t = t * 3 + a.map_or_else(|| x[1] * 2, |v| v - x[2]);
    t = t * 3 + x.get(i).map_or_else(|| b.map_or_else(|| 7, |w| w * 5), |v| *v);
    t = t * 3 + some_of(i + 2, x).unwrap_or_default();
    t = t * 3 + x.get(i).copied().unwrap_or_default();
    let found = found_at(i, x).unwrap_or_default();
    t = t * 3 + found.at as i32 + found.value as i32;
    let mut kept = a;
    let taken = kept.take();
    t = t * 3 + i32::from(kept.is_none()) + taken.unwrap_or(5);
    let mut best: Option<i32> = None;
    for k in 0..4 {
        if let Some(v) = some_of(i + k, x) {
            let before = best.replace(v);
            t = t * 3 + before.map_or(k as i32, |w| w - v);
        }
    }
    if let Some(v) = best.as_mut() {
        *v += 3;
    }
    t = t * 3 + best.as_ref().map_or(-7, |v| *v);
    while let Some(v) = best.take() {
        t = t * 3 + v;
        if v > 0 && v < 100 {
            best = Some(v - 9);
        }
    }
    let mut pairs: [Option<i32>; 2] = [a, b];
    t = t * 3 + pairs[i % 2].take().unwrap_or(1);
    t * 3 + pairs[0].and(pairs[1]).unwrap_or(2)
}
kernel_of!(options_kernel, options);

#[test]
fn options_have_what_two_of_them_give() {
    agrees!(options_kernel, options);
}

/// A C-like enum, and a struct of which kernels have `==`.
#[device]
#[derive(Clone, Copy, PartialEq, PartialOrd, KernelType)]
enum Kind {
    Free,
    Pinned,
    Gone,
}

#[device]
#[derive(Clone, Copy, PartialEq, PartialOrd, KernelType)]
struct Point {
    x: f32,
    kind: Kind,
}

/// Something of the user's own that has methods of these names.
#[derive(Clone, Copy, KernelType)]
struct Span {
    low: i32,
    high: i32,
    ends: [i32; 2],
}

#[device]
impl Span {
    fn contains(&self, v: &i32) -> bool {
        self.low <= *v && *v < self.high
    }

    fn then_with(self, f: impl Fn() -> Span) -> Span {
        if self.low < 0 { f() } else { self }
    }

    fn is_sorted(&self) -> i32 {
        self.high - self.low
    }

    fn wrapping_div(self, by: i32) -> i32 {
        (self.high - self.low) / by
    }

    fn reverse(self) -> Span {
        Span { low: self.high, high: self.low, ends: self.ends }
    }

    fn has_end(&self, v: i32) -> bool {
        self.ends.contains(&v)
    }
}

#[device]
fn span(low: i32, high: i32) -> Span {
    Span { low, high, ends: [low, high] }
}

#[device]
fn searched(i: usize, x: &[i32]) -> i32 {
    let v = x[i % x.len()];
    let some = [v, 3, 9, 1];
    let kinds = [Kind::Free, if v > 3 { Kind::Pinned } else { Kind::Free }];
    let points = [Point { x: v as f32, kind: kinds[1] }, Point { x: f32::NAN, kind: Kind::Gone }];
    let found = [
        x.contains(&(v + 1)),
        x[1..i % 5 + 2].contains(&v),
        some.contains(&v),
        some.contains(&9),
        [2, 4, 8].contains(&v),
        kinds.contains(&Kind::Pinned),
        points.contains(&Point { x: v as f32, kind: Kind::Pinned }),
        points.contains(&points[1]),
        [[1, v], [v, 1]].contains(&[1, 5]),
        [f32::NAN, -0.0].contains(&f32::NAN),
        [f32::NAN, -0.0].contains(&0.0),
        x.is_sorted(),
        x[i % 3..i % 3 + 2].is_sorted(),
        some.is_sorted(),
        kinds.is_sorted(),
        [1.0, f32::NAN].is_sorted(),
        [f32::NAN].is_sorted(),
        points[..1].is_sorted(),
        span(0, v).contains(&3),
        span(v, 9).has_end(9),
        (0..v).contains(&3),
    ];
    let s = span(v, v + 4);
    let mut t = s.is_sorted() + s.wrapping_div(3);
    let turned = s.reverse();
    let then = span(v, 5).then_with(|| span(7, v));
    t = t * 3 + turned.low + then.low * 5 + then.high;
    if s.contains(&4) {
        t += 100;
    }
    for f in found {
        t = t.wrapping_mul(3) + i32::from(f);
    }
    t
}
kernel_of!(searched_kernel, searched);

#[device]
fn then_ordered(i: usize, x: &[i32]) -> i32 {
    let (a, b) = ([x[i % x.len()], i as i32 % 3], [x[(i * 7 + 3) % x.len()], i as i32 % 2]);
    let order = (a[0] / 8).cmp(&(b[0] / 8)).then_with(|| a[1].cmp(&b[1]));
    let mut best = [a[0], b[0], a[1], b[1]];
    if order.then_with(|| Ordering::Greater).is_gt() {
        best.swap(0, 1);
    }
    let most = best.iter().max_by(|p, q| (**p / 4).cmp(&(**q / 4)).then_with(|| q.cmp(p)));
    best[0] * 5 + best[1] + most.copied().unwrap_or(0) * 7 + order as i32
}
kernel_of!(then_ordered_kernel, then_ordered);

#[test]
fn slices_are_searched() {
    agrees!(searched_kernel, searched);
    agrees!(then_ordered_kernel, then_ordered);
}

#[device]
fn sum_of<const N: usize>(a: [i32; N]) -> i32 {
    let mut t = 0;
    for v in a {
        t = t * 3 + v;
    }
    t
}

#[device]
fn powers<const N: usize>(base: i32) -> [i32; N] {
    std::array::from_fn(|i| base * i as i32)
}

#[device]
fn arrays(i: usize, x: &[i32]) -> i32 {
    let base = x[i % x.len()];
    let a: [i32; 4] = std::array::from_fn(|k| base + k as i32);
    let squares = std::array::from_fn::<i32, 3, _>(|k| (k * k) as i32);
    let points: [Point; 2] =
        core::array::from_fn(|k| Point { x: k as f32, kind: if k == 1 { Kind::Pinned } else { Kind::Free } });
    let mut turn = 0;
    let counted: [i32; 3] = std::array::from_fn(|_| {
        turn += 2;
        turn
    });
    let rows: [[i32; 2]; 3] = std::array::from_fn(|r| std::array::from_fn(|c| (r * 2 + c) as i32 * base));
    let p = powers::<5>(base);
    let mut t = sum_of(a) + sum_of(squares) * 3 + sum_of(p) + sum_of::<2>(std::array::from_fn(|k| k as i32));
    t += points[1].x as i32 + i32::from(points[0].kind == Kind::Free);
    for row in rows {
        t = t * 3 + sum_of(row);
    }
    t * 3 + sum_of(counted)
}
kernel_of!(arrays_kernel, arrays);

#[kernel]
fn closed_array(out: &mut [f32]) {
    let i = global_id();
    let a: [f32; 4] = std::array::from_fn(|k| k as f32 * 2.0);
    if i < out.len() {
        out[i] = a[i % 4];
    }
}

#[test]
fn arrays_are_made_of_numbers() {
    agrees!(arrays_kernel, arrays);
    for stream in crate::streams() {
        let mut out = stream.alloc_zeroed::<f32>(6).unwrap();
        closed_array(&mut out).threads(6).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [0.0, 2.0, 4.0, 6.0, 0.0, 2.0]);
    }
}

#[device]
fn ends(i: usize, x: &[i32]) -> i32 {
    let part = &x[i % 4..i % 9 + 4];
    let mut t = part.iter().rposition(|v| *v > 2).map_or(-1, |at| at as i32);
    t = t * 3 + x.iter().copied().map(|v| v + 1).rposition(|v| v == 3).map_or(-1, |at| at as i32);
    t = t * 3
        + [1, 2, 1].iter().enumerate().rposition(|(at, v)| at < 2 && *v == 1).map_or(-1, |at| at as i32);
    t = t * 3 + i32::from(part.iter().is_sorted());
    t = t * 3 + i32::from(part.iter().map(|v| v / 8).is_sorted());
    t = t * 3 + i32::from([1.0, f32::NAN, 2.0].iter().take(i % 4).is_sorted());
    if let Some((first, rest)) = part.split_first() {
        t = t * 3 + *first + rest.len() as i32 + rest.iter().sum::<i32>();
    }
    match x[..i % 3].split_last() {
        Some((last, rest)) if rest.is_empty() => t = t * 3 + last,
        Some((last, rest)) => t = t * 3 + *last * 5 + rest[0],
        None => t = t * 3 + 1,
    }
    let mut own = [t, 2, 3];
    if let Some((last, rest)) = own.split_last_mut() {
        *last += 4;
        rest[1] = *last;
    }
    let empty = x[..0].split_first().is_some();
    own[0] + own[1] * 7 + own[2] + i32::from(empty)
}
kernel_of!(ends_kernel, ends);

#[test]
fn ends_are_split_off_and_found() {
    agrees!(ends_kernel, ends);
}
