//! `==` and `<` of what has parts: derived by structs and enums, of arrays, tuples and `Option`s. Each function
//! runs as plain Rust and in a kernel, on the same numbers.

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
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]
struct Version {
    major: u8,
    minor: i64,
    patch: u16,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, Eq, std::cmp::PartialOrd, KernelType)]
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
