//! `==` and `<` of what has parts: derived by structs and enums, of arrays, tuples and `Option`s. Each function
//! runs as plain Rust and in a kernel, on the same numbers.

use std::cmp::Ordering;

use kiln::operators::{DevicePartialEq, DevicePartialOrd};
use kiln::prelude::*;

use crate::matching::same;

same! {
    derived_by_structs: structs;
    derived_by_enums: enums;
    derived_by_nested_structs: nested;
    derived_by_generic_structs: generic;
    floats_without_order: unordered;
    arrays: of_arrays;
    tuples: of_tuples;
    options: of_options;
    types_without_size: sizeless;
    conditions_and_loops: in_conditions;
    orders_of_numbers: of_numbers;
    orders_of_types: of_types;
    order_of_all_floats: total;
    orders_are_values: as_values;
    orders_by_hand: by_hand;
    conversions: converted;
    conversions_by_their_results: converted_into;
    greater_and_lesser: of_order;
    references: of_references;
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]
struct Version {
    major: u8,
    minor: i64,
    patch: u16,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, Eq, std::cmp::PartialOrd, Ord, KernelType)]
enum Level {
    Low = -3,
    Middle = 2,
    High = 9,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]
struct Release {
    level: Level,
    versions: [Version; 2],
    weight: f32,
    stable: bool,
}

#[device]
#[derive(Clone, Copy, Debug, KernelType, PartialEq, PartialOrd)]
struct Pair<T, const N: usize>(T, [T; N]);

#[device]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]
struct Unit;

/// A device function that says of two values, as bits, what all six comparisons say of them.
macro_rules! compared {
    ($name:ident($n:ident): $a:expr, $b:expr) => {
        #[device]
        fn $name($n: i64) -> i64 {
            let (a, b) = ($a, $b);
            (a == b) as i64
                + 2 * (a != b) as i64
                + 4 * (a < b) as i64
                + 8 * (a <= b) as i64
                + 16 * (a > b) as i64
                + 32 * (a >= b) as i64
        }
    };
}

#[device]
fn version(n: i64) -> Version {
    Version { major: (n & 1) as u8, minor: n % 3, patch: (n & 3) as u16 }
}

#[device]
fn level(n: i64) -> Level {
    match n & 3 {
        0 => Level::Low,
        1 => Level::High,
        _ => Level::Middle,
    }
}

#[device]
fn six<T: DevicePartialEq + DevicePartialOrd + KernelType>(a: T, b: T) -> i64 {
    (a == b) as i64
        + 2 * (a != b) as i64
        + 4 * (a < b) as i64
        + 8 * (a <= b) as i64
        + 16 * (a > b) as i64
        + 32 * (a >= b) as i64
}

#[device]
fn structs(n: i64) -> i64 {
    let mut all = 0;
    for k in 0..6 {
        all = all * 64 + six(version(n), version(n.wrapping_add(k)));
    }
    all
}

#[device]
fn enums(n: i64) -> i64 {
    let mut all = 0;
    for k in 0..4 {
        all = all * 64 + six(level(n), level(n.wrapping_add(k)));
    }
    let both = [level(n), level(n >> 2)];
    all * 2 + (both == [Level::Low, Level::High]) as i64
}

#[device]
fn release(n: i64) -> Release {
    let versions = [version(n & 1), version(n >> 1)];
    Release { level: level(n >> 3), versions, weight: (n & 1) as f32, stable: n & 8 == 0 }
}

#[device]
fn nested(n: i64) -> i64 {
    let mut all = 0;
    for k in 0..8 {
        all = all * 64 + six(release(n), release(n.wrapping_add(k)));
    }
    all
}

#[device]
fn generic(n: i64) -> i64 {
    let narrow = six(Pair(1i8, [n as i8, 2]), Pair(1, [3, 2]));
    let floats = six(Pair(n as f64, [0.5]), Pair(7.0, [0.5]));
    let inner = six(Pair(version(n), [version(1)]), Pair(version(n), [version(n)]));
    (narrow * 64 + floats) * 64 + inner
}

compared!(with_float(n): (n & 7, if n % 2 == 0 { f32::NAN } else { n as f32 }), (n & 6, 1.0));

#[device]
fn unordered(n: i64) -> i64 {
    let x = if n % 2 == 0 { f32::NAN } else { n as f32 };
    let release = Release { weight: x, ..release(n) };
    (six(release, release) * 64 + six([1.0, x], [1.0, x])) * 64 + with_float(n)
}

compared!(with_array(n): [n % 2, n % 3, n % 5], [1, 1, 1]);

#[device]
fn of_arrays(n: i64) -> i64 {
    let a = [n % 2, n % 3, n % 5];
    let found = a == [0, 1, 2] || [n as u8; 2] != [7, 7] && a < [0, 2, 0];
    let table = [[n & 1, n & 2], [n & 4, n & 8]];
    with_array(n) * 4 + found as i64 + 2 * (table == [[1, 2], [0, 8]]) as i64
}

compared!(pair(n): (n & 3, level(n)), (2, Level::Middle));
compared!(three(n): (n & 1, (n % 4) as i16, n & 2 == 0), (1, 2, true));

#[device]
fn of_tuples(n: i64) -> i64 {
    let named = (n, level(n));
    (pair(n) * 64 + three(n)) * 2 + (named == (3, Level::Middle)) as i64
}

#[device]
fn some(n: i64) -> Option<i64> {
    if n % 2 == 0 { Some(n / 2) } else { None }
}

#[device]
fn of_options(n: i64) -> i64 {
    (some(n) == Some(2)) as i64 + 2 * (some(n) != None) as i64 + 4 * (some(n) == some(n & 6)) as i64
}

#[device]
fn sizeless(n: i64) -> i64 {
    six(Unit, Unit) + n % 2
}

#[device]
fn in_conditions(n: i64) -> i64 {
    let (mut at, mut rounds) = (version(n), 0);
    while at < (Version { major: 1, minor: 1, patch: 2 }) && rounds < 9 {
        at.patch += 1;
        at.minor += at.patch as i64 % 2;
        rounds += 1;
    }
    let greater = |v: Version| v > at || v == version(5);
    match version(n & 7) {
        v if greater(v) => rounds + 10,
        v if v == at => rounds + 20,
        _ => rounds,
    }
}

#[device]
fn code(order: Option<Ordering>) -> i64 {
    match order {
        Some(Ordering::Less) => 1,
        Some(Ordering::Equal) => 2,
        Some(Ordering::Greater) => 3,
        None => 4,
    }
}

#[device]
fn of_numbers(n: i64) -> i64 {
    let x = if n % 5 == 0 { f32::NAN } else { n as f32 };
    let small = n as u8;
    let by_match = match small.cmp(&100) {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    };
    let of_bool = (n % 2 == 0).cmp(&true) as i64;
    let of_floats = code(x.partial_cmp(&3.0)) * 10 + code((n as f64).partial_cmp(&7.5));
    (by_match * 100 + of_floats) * 4 + of_bool + code(Some(n.cmp(&7)))
}

#[device]
fn of_types(n: i64) -> i64 {
    let (a, b) = (release(n), release(n >> 1));
    let other = release(n ^ 5);
    let by_level = level(n).cmp(&level(n >> 2));
    let of_arrays = [n & 1, n & 2].cmp(&[1, 0]);
    code(a.partial_cmp(&b)) * 1000
        + code(a.versions[0].partial_cmp(&other.versions[1])) * 100
        + code(Some(by_level)) * 10
        + of_arrays as i64
}

#[device]
fn special(n: i64) -> f64 {
    match n & 7 {
        0 => f64::NAN,
        1 => -f64::NAN,
        2 => 0.0,
        3 => -0.0,
        4 => f64::INFINITY,
        5 => f64::NEG_INFINITY,
        6 => -1.5,
        _ => 1e-310,
    }
}

#[device]
fn total(n: i64) -> i64 {
    let wide = special(n).total_cmp(&special(n >> 3));
    let narrow = (special(n & 6) as f32).total_cmp(&(special((n >> 3) & 6) as f32));
    code(Some(wide)) * 10 + code(Some(narrow))
}

#[device]
fn as_values(n: i64) -> i64 {
    let order = (n & 3).cmp(&2);
    let mut orders = [order, 9.cmp(&n), order.then(n.cmp(&9))];
    if order.is_eq() || orders[0] == Ordering::Greater {
        orders[1] = Ordering::Equal;
    }
    let mut all = 0;
    for order in orders {
        all = all * 3 + order as i64 + 1;
    }
    all * 32
        + order.is_lt() as i64
        + 2 * order.is_le() as i64
        + 4 * order.is_gt() as i64
        + 8 * order.is_ge() as i64
        + 16 * order.is_ne() as i64
}

/// The other way round.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Down(i64);

#[device]
impl PartialOrd for Down {
    fn partial_cmp(&self, other: &Down) -> Option<Ordering> {
        if self.0 % 7 == 3 { None } else { other.0.partial_cmp(&self.0) }
    }
}

#[device]
fn by_hand(n: i64) -> i64 {
    let (a, b) = (Down(n), Down(20));
    (a < b) as i64
        + 2 * (a <= b) as i64
        + 4 * (a > b) as i64
        + 8 * (a >= b) as i64
        + 16 * code(a.partial_cmp(&b))
}

#[device]
impl From<i64> for Down {
    fn from(n: i64) -> Down {
        Down(n.wrapping_mul(3))
    }
}

#[device]
impl From<Version> for Down {
    fn from(version: Version) -> Self {
        Down(version.minor)
    }
}

#[device]
impl<T: Num> From<[T; 2]> for Pair<T, 2> {
    fn from(both: [T; 2]) -> Self {
        Pair(both[0], both)
    }
}

#[device]
fn converted(n: i64) -> i64 {
    let pair = Pair::from([n as i32, 4]);
    let wide = f64::from(n as f32) + f64::from(n as i32) + f64::from(n % 2 == 0);
    let of_trait = <Down as From<i64>>::from(5);
    Down::from(n).0.wrapping_add(Down::from(version(n)).0)
        ^ i64::from(pair.0)
        ^ i64::from(pair.1[1])
        ^ (wide as i64)
        ^ of_trait.0
        ^ i64::from(n as u8)
        ^ i64::from(n > 3)
}

#[device]
impl std::ops::Add<&Down> for Down {
    type Output = Down;

    fn add(self, other: &Down) -> Down {
        Down(self.0.wrapping_add(other.0.wrapping_mul(5)))
    }
}

#[device]
fn of_references(n: i64) -> i64 {
    let (a, b) = (Down(n & 0xffff), Down(20));
    let (x, y) = ((n & 0xff) as f32, 2.5f32);
    let named = &b;
    let sum = a + &b;
    let also = sum + named;
    let mut number = &x * &y + x * &y - &(x + y);
    number += &y;
    let compared =
        (&a == &b) as i64 + 2 * (&a < named) as i64 + 4 * (&x >= &y) as i64 + 8 * (&[n, 1] != &[7, 1]) as i64;
    also.0.wrapping_add(number as i64).wrapping_mul(16) + compared + (-&a.0 & 1)
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Narrow(u8);

#[device]
impl Narrow {
    fn into(self) -> i64 {
        1 + self.0 as i64
    }
}

#[device]
impl<T: Num> From<T> for Pair<T, 1> {
    fn from(n: T) -> Pair<T, 1> {
        Pair(n, [n])
    }
}

#[device]
fn turned<T: Num>(n: T) -> Pair<T, 1> {
    if n > T::ZERO {
        return n.into();
    }
    n.into()
}

#[device]
fn below(n: Down) -> i64 {
    n.0
}

type Real = f64;

#[device]
fn converted_into(n: i64) -> i64 {
    let pair: Pair<i32, 2> = [n as i32, 4].into();
    let down: Down = n.into();
    let wide: f64 = (n as f32).into();
    let of_bool: f32 = (n > 3).into();
    let small = n as u8;
    let (a, b): (u64, i16) = (small.into(), small.into());
    let half: f32 = f16::from_f32(1.5).into();
    // The type's own comes first.
    let own: i64 = Narrow(small).into();
    let numbers = [n as i16, 3].map(|v| -> i64 { v.into() });
    let sum = below(n.into()).wrapping_add(turned(n).0).wrapping_add(down.0);
    let floats = wide + f64::from(of_bool) + Real::from(half);
    sum.wrapping_add(i64::from(pair.1[1]))
        ^ (floats as i64)
        ^ (a as i64)
        ^ (b as i64)
        ^ own
        ^ numbers[0]
        ^ numbers[1]
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, KernelType)]
struct Ranked {
    level: Level,
    at: i16,
}

#[device]
fn ranked(n: i64) -> Ranked {
    Ranked { level: level(n), at: (n % 5) as i16 }
}

#[device]
fn of_order(n: i64) -> i64 {
    let (a, b) = (ranked(n), ranked(n >> 1));
    let mut best = a;
    for k in 0..4 {
        best = best.max(ranked(n.wrapping_add(k)));
    }
    let least = Ranked { level: Level::Low, at: 1 };
    let greatest = Ranked { level: Level::Middle, at: 2 };
    let inside = a.clamp(least, greatest);
    let lesser = ranked(n).min(b);
    let by_type = Ranked::max(a, b);
    let by_trait = <Ranked as Ord>::min(a, b);
    let of_levels = level(n).max(level(n >> 1)) as i64;
    let all = [best, inside, lesser, by_type, by_trait];
    let mut sum = of_levels;
    for one in all {
        sum = sum * 64 + one.level as i64 * 6 + one.at as i64;
    }
    sum
}
