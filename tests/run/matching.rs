//! `match` and patterns. Each function runs as plain Rust and in a kernel, on the same numbers.

use std::sync::atomic::Ordering;

use kiln::prelude::*;

use crate::streams;

/// Numbers that every test meets: the edges of the types, and all small ones.
pub(crate) fn numbers() -> Vec<i64> {
    let edges =
        [i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX), -129, -128, 127, 128, 255, 256, 1000];
    edges.into_iter().chain(-40..=120).collect()
}

/// Runs a device function over the numbers and compares with the same function as plain Rust.
macro_rules! same {
    ($($test:ident: $function:ident;)*) => {$(
        #[test]
        fn $test() {
            #[kernel]
            fn each(numbers: &[i64], out: &mut [i64]) {
                let i = global_id();
                if i < out.len() {
                    out[i] = $function(numbers[i]);
                }
            }
            let numbers = crate::matching::numbers();
            let expected: Vec<i64> = numbers.iter().map(|n| $function(*n)).collect();
            for stream in crate::streams() {
                let (numbers, mut out) = (stream.upload(&numbers).unwrap(), stream.alloc_zeroed::<i64>(numbers.len()).unwrap());
                each(&numbers, &mut out).threads(expected.len()).launch(&stream).unwrap();
                assert_eq!(stream.download(&out).unwrap(), expected, "on {}", stream.device());
            }
        }
    )*};
}
pub(crate) use same;

same! {
    integers_of_every_width: widths;
    ranges_and_alternatives: ranges;
    constants: constants_of_every_sort;
    constants_of_blocks: constants_of_inner_blocks;
    guards: guards_with_and_without_names;
    tuples: tuples_taken_apart;
    values_and_divergence: values;
    conditions: if_let_and_chains;
    loops: while_let;
    matches_macro: with_matches;
    let_else: or_else;
    evaluated_once: in_order;
    names_that_hide: shadowing;
    references: behind_references;
    nested: match_in_match;
    long: many_arms;
    guards_of_alternatives: each_alternative;
}

#[device]
fn widths(n: i64) -> i64 {
    let a = match n as i8 {
        -128 => 1,
        -1 | 1 => 2,
        0 => 3,
        100..=127 => 4,
        _ => 5,
    };
    let b = match n as u8 {
        0 => 1,
        255 => 2,
        b'a'..=b'z' => 3,
        200.. => 4,
        _ => 5,
    };
    let c = match n as i16 {
        i16::MIN => 1,
        -5..5 => 2,
        ..-5 => 3,
        5..=i16::MAX => 4,
    };
    let d = match n as u16 {
        0..=9 => 1,
        10..=99 => 2,
        100.. => 3,
    };
    let e = match n as u32 {
        0xffff_ffff => 1,
        0x8000_0000.. => 2,
        _ => 3,
    };
    let f = match n as u64 {
        0xffff_ffff_ffff_fff0.. => 1,
        0x8000_0000_0000_0000 => 2,
        0 => 3,
        _ => 4,
    };
    let g = match n {
        i64::MIN => 1,
        -9_223_372_036_854_775_807..=-1 => 2,
        0 => 3,
        i64::MAX => 4,
        1.. => 5,
    };
    let h = match n as usize {
        7 => 1,
        usize::MAX => 2,
        _ => 3,
    };
    let i = match n > 3 {
        true => 1,
        false => 2,
    };
    a + 10 * (b + 10 * (c + 10 * (d + 10 * (e + 10 * (f + 10 * (g + 10 * (h + 10 * i)))))))
}

#[device]
fn ranges(n: i64) -> i64 {
    match n {
        0 | 2 | 4..=6 | 8 => 1,
        -20..0 => 2,
        10..20 | 30..40 => match n % 10 {
            0..5 => 3,
            _ => 4,
        },
        ..-1000 => 5,
        100.. => 6,
        _ => 7,
    }
}

const LOW: i64 = -3;
const HIGH: i64 = limit(4);
#[expect(non_upper_case_globals)]
mod limits {
    pub const MOST: i64 = 17;
    pub const least: i64 = -17;
}

const fn limit(n: i64) -> i64 {
    n * n
}

trait Limit {
    const LIMIT: i64;
    const NEXT: i64 = Self::LIMIT + 1;
}

struct Params;

impl Limit for Params {
    const LIMIT: i64 = 20;
}

impl Params {
    const SIZE: i64 = 25;
}

#[device]
#[expect(non_upper_case_globals)]
fn constants_of_every_sort(n: i64) -> i64 {
    const HERE: i64 = limit(3);
    const small: i64 = 11;
    use limits::MOST;
    match n {
        LOW => 1,
        LOW..=HERE => 2,
        small => 3,
        HIGH => 4,
        MOST => 5,
        limits::least => 6,
        <Params as Limit>::LIMIT => 7,
        Params::NEXT => 8,
        Params::SIZE | crate::matching::limits::MOST..=19 => 9,
        i64::MAX => 10,
        _ => 11,
    }
}

/// Constants that another of their name hides, that hide one, and that nothing else has the name of.
#[device]
fn constants_of_inner_blocks(n: i64) -> i64 {
    let hidden = {
        const LOW: i64 = 2 + 3;
        if n > LOW { 1 } else { 2 }
    };
    let seen = match n {
        LOW => 10,
        _ => {
            const TWICE_LOW: i64 = LOW * 2;
            TWICE_LOW
        }
    };
    let twice = {
        const SUM: i64 = 1 + 1;
        SUM
    } + {
        const SUM: i64 = 2 + 2;
        SUM
    };
    let nested = {
        const SUM: i64 = 3 * 5;
        if n > 4 {
            const MORE: i64 = SUM + 1;
            MORE * n
        } else {
            const SUM: i64 = 6 - 9;
            const LESS: i64 = SUM - 2;
            LESS - n
        }
    };
    for at in 0..3 {
        const STEP: i64 = 7 - 2;
        const STEPS: usize = STEP as usize * 2;
        let steps = [STEP; STEPS];
        if n == at + steps[STEPS - 1] {
            return hidden;
        }
    }
    hidden + seen * 3 + twice * 100 + nested.wrapping_mul(1000)
}

#[device]
fn is_odd(n: i64) -> bool {
    n % 2 != 0
}

#[device]
fn guards_with_and_without_names(n: i64) -> i64 {
    let mut asked = 0;
    let answer = match n {
        0..=50 if is_odd(n) => 1,
        k @ 0..=40 if k % 4 == 0 => k,
        k if {
            asked += 1;
            k % 5 == 0
        } =>
        {
            k + 100
        }
        k @ (-10 | -9 | -7) => k * k,
        mut k if k < 0 => {
            k += 1;
            k
        }
        60.. => 2,
        _ => 3,
    };
    answer.wrapping_add(asked * 1_000_000)
}

#[device]
fn tuples_taken_apart(n: i64) -> i64 {
    let (a, (b, c)): (i64, (bool, u8)) = (n % 7, (n > 3, n as u8));
    let first = match (a, b) {
        (0, _) => 1,
        (1 | 2, true) => 2,
        (k @ 3..=5, false) | (k, true) => k + 10,
        (-3..=-1, false) => 4,
        (k, _) => k - 100,
    };
    let second = match (c, (a, n % 3)) {
        (0..=9, (x, y)) if x == y => 1,
        (_, (x, 0)) => x,
        (.., (x, y)) => x + y,
    };
    let [d, .., e] = [first, 0, second];
    let (mut f, mut g) = (d, e);
    (f, g) = (g, f);
    let (h, i);
    (h, i) = (f + 1, g + 2);
    h * 1000 + i
}

#[device]
fn values(n: i64) -> i64 {
    let kind = match n % 4 {
        0 => {
            let half = n / 2;
            half + 1
        }
        1 => return -1,
        2 => loop {
            break 5;
        },
        _ => {
            1 + match n > 50 {
                true => 7,
                false => 9,
            }
        }
    };
    let mut sum = 0;
    for k in 0..10i64 {
        sum += match (k + n) % 3 {
            0 => continue,
            1 if k > 7 => break,
            r => r,
        };
    }
    is_odd(match n {
        0 => 1,
        m => m / 3,
    }) as i64
        + kind * sum
}

#[device]
fn if_let_and_chains(n: i64) -> i64 {
    let table = [3, 1, 4, 1, 5, 9, 2, 6];
    let mut sum = 0;
    if let 0..=7 = n
        && let digit @ 2.. = table[n as usize]
        && digit != 9
    {
        sum += digit;
    } else if let (k, true) = (n, n > 20)
        && k % 2 == 0
        && let 0 | 1 = table[(k % 8) as usize]
    {
        sum += 100 + k;
    } else {
        sum -= 1;
    }
    if let -5..=-1 = n {
        sum += 1000;
    }
    let last = if let 1 = n % 2 {
        2
    } else if n > 50
        && let k @ 60..70 = n
    {
        k
    } else {
        4
    };
    sum * 10 + last
}

#[device]
fn while_let(n: i64) -> i64 {
    let table = [5, 4, 3, 2, 1, 0, 7, 8];
    let mut at = (n & 7) as usize;
    let mut sum = 0;
    while let step @ 1..=6 = table[at] {
        sum += step;
        if sum > 9 {
            break;
        }
        at += 1;
        if step == 4 {
            continue;
        }
        sum += 1;
    }
    while at < 8
        && let 0..=9 = table[at]
        && sum < 30
    {
        sum += table[at];
        at += 1;
    }
    sum * 10 + at as i64
}

#[device]
fn with_matches(n: i64) -> i64 {
    let a = matches!(n, 0..=9 | 20 | -5) as i64;
    let b = matches!((n, n % 3), (k, 0) if k > 10) as i64;
    let c = !matches!(n % 2, 0) && matches!(n, k if is_odd(k / 2),);
    // What is matched has a type that only rustc knows.
    let d = matches!(HIGH & 31, k @ 5..=20 if k != 7 && n > 7) as i64;
    a + 2 * b + 4 * c as i64 + 8 * d
}

#[device]
fn or_else(n: i64) -> i64 {
    let (k @ -10..=60, small) = (n, n % 5) else {
        return match n {
            0.. => 1,
            _ => 2,
        };
    };
    let mut sum = 0;
    for m in 0..k {
        let (0 | 3) = m % 4 else { continue };
        let true = m < 40 else { break };
        sum += m;
    }
    sum * 10 + small
}

#[device]
fn count(calls: &mut i64, n: i64) -> i64 {
    *calls += 1;
    n
}

#[device]
fn in_order(n: i64) -> i64 {
    let mut calls = 0;
    let found = match (count(&mut calls, n % 3), calls, count(&mut calls, n % 5)) {
        (0, 1, 0) => 1,
        (1, 1, k) | (k, 1, 1) => k + 10,
        (a, b, c) => a + 100 * b + 1000 * c,
    };
    // The value that was matched is the one before the arm changed it.
    let mut m = n;
    let seen = match m {
        0..=9 => {
            m = 100;
            m
        }
        k => {
            m = 7;
            k
        }
    };
    found + 10_000 * calls + (seen % 100) * 100_000 + m % 10
}

#[device]
fn shadowing(n: i64) -> i64 {
    let k = 5;
    let a = match n {
        k if k > 50 => k,
        0 => k,
        n => n + k,
    };
    if let k @ 1..=9 = n {
        return a + k * 1000;
    }
    a + k
}

#[device]
fn behind_references(n: i64) -> i64 {
    let table = [n, n.wrapping_add(1), n % 1000 * 3 % 7];
    let r = &n;
    let a = match r {
        0 => 1,
        5..=9 => 2,
        k if *k > 50 => *k,
        _ => 3,
    };
    let b = match *r {
        3 => 1,
        k => k % 4,
    };
    let &c = r;
    let d = match &table[2] {
        2 => 1,
        &k => k,
    };
    a % 1000 + 100 * b + c % 9 + 10_000 * d
}

#[device]
fn match_in_match(n: i64) -> i64 {
    match match n % 3 {
        0 => n > 0,
        1 => n % 2 == 0,
        _ => false,
    } {
        true => match n {
            0..=30 => match n / 10 {
                0 => 1,
                1 => 2,
                _ => 3,
            },
            _ => 4,
        },
        false if n < 0 => 5,
        false => 6,
    }
}

#[device]
fn asked(calls: &mut i64, yes: bool) -> bool {
    *calls += 1;
    yes
}

/// A guard is asked for each alternative that matches, with the names that stand there.
#[device]
fn each_alternative(n: i64) -> i64 {
    let mut calls = 0;
    let (a, b) = (n % 4, n % 7);
    let first = match (a, b) {
        (k, 0..=3) | (0..=2, k) if asked(&mut calls, k > 1) => k,
        (k, _) | (_, k) if asked(&mut calls, k == 5) => k * 10,
        (mut k, _) | (_, mut k)
            if {
                calls += 10;
                k < 0
            } =>
        {
            k += 100;
            k
        }
        _ => 7,
    };
    let second = matches!((a, b), (k, _) | (_, k) if asked(&mut calls, k == 2));
    // As the Rust reference has it: this guard is asked twice.
    let third = matches!(a, 1 | _ if asked(&mut calls, false));
    let fourth = match (a, (b, n % 3)) {
        (0 | _, (k @ (1 | _), _) | (_, k)) if asked(&mut calls, k == 0) => 1,
        (0 | 1, (k, 0) | (0, k)) if k > 0 => 2,
        (0 | 2, _) if asked(&mut calls, false) => 3,
        _ => 4,
    };
    first * 100_000 + calls * 100 + i64::from(second) + i64::from(third) + fourth * 10
}

/// More arms than one chain of branches has.
#[device]
fn many_arms(n: i64) -> i64 {
    let value = match n {
        0 => 0,
        1 => 37,
        2 => 74,
        3 => 10,
        4 => 47,
        5 => 84,
        6 => 20,
        7 => 57,
        8 => 94,
        9 => 30,
        10 => 67,
        11 => 3,
        12 => 40,
        13 => 77,
        14 => 13,
        15 => 50,
        16 => 87,
        17 => 23,
        18 => 60,
        19 => 97,
        20 => 33,
        21 => 70,
        22 => 6,
        23 => 43,
        24 => 80,
        25 => 16,
        26 => 53,
        27 => 90,
        28 => 26,
        29 => 63,
        k if k < 0 && k % 2 == 0 => k * 3 % 1000,
        -7 => return 5,
        40 | 42 | 44 | 46 | 48 | 50 | 52 | 54 | 56 | 58 | 60 | 62 | 64 | 66 | 68 | 70 | 72 | 74 | 76 | 78
        | 80 => 1,
        k @ 41..=49 => k,
        51 => 3,
        53 => 4,
        55 => 5,
        57 => 6,
        k if k % 3 == 0 => 7,
        61 => 8,
        65 => 9,
        67 => 10,
        71 => 11,
        73 => 12,
        77 => 13,
        79 => 14,
        83 => 15,
        85 => 16,
        86 => 17,
        88 => 18,
        89 => 19,
        91 => 20,
        92 => 21,
        94 => 22,
        95 => 23,
        k => k % 7,
    };
    let mut seen = 0;
    match value {
        0 => seen = 0,
        1 => seen = 11,
        2 => seen = 22,
        3 => seen = 10,
        4 => seen = 21,
        5 => seen = 9,
        6 => seen = 20,
        7 => seen = 8,
        8 => seen = 19,
        9 => seen = 7,
        10 => seen = 18,
        11 => seen = 6,
        12 => seen = 17,
        13 => seen = 5,
        14 => seen = 16,
        15 => seen = 4,
        16 => seen = 15,
        17 => seen = 3,
        18 => seen = 14,
        19 => seen = 2,
        20 => seen = 13,
        21 => seen = 1,
        22 => seen = 12,
        23 => seen = 0,
        24 => seen = 11,
        25 => seen = 22,
        k if k > 90 => seen -= 1,
        _ => {}
    }
    value * 100 + seen
}

#[kernel]
fn statements(out: &mut [u32]) {
    let i = global_id();
    match i {
        // Nothing for the first.
        0 => {}
        1 | 2 => out[i] = 5,
        k if k >= out.len() => return,
        MARK => {
            out[i] = 7;
            out[i] += 1;
        }
        k => match k % 4 {
            0 => out[k] = 1,
            r => out[k] = r as u32 + 10,
        },
    }
    if i < out.len() {
        out[i] += 100;
    }
}

const MARK: usize = 9;

#[test]
fn matches_as_statements() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(50).unwrap();
        statements(&mut out).threads(64).launch(&stream).unwrap();
        let expected = (0..50u32).map(|i| match i {
            0 => 100,
            1 | 2 => 105,
            9 => 108,
            i if i % 4 == 0 => 101,
            i => 110 + i % 4,
        });
        assert_eq!(stream.download(&out).unwrap(), expected.collect::<Vec<_>>(), "on {}", stream.device());
    }
}

#[kernel]
fn sized<const N: i64, T: KernelLimit>(numbers: &[i64], out: &mut [i64]) {
    let i = global_id();
    if i < out.len() {
        out[i] = match numbers[i] {
            n if n == N => 1,
            n if n >= T::LIMIT => 2,
            _ => 3,
        };
    }
}

trait KernelLimit: Float {
    const LIMIT: i64;
}

impl KernelLimit for f32 {
    const LIMIT: i64 = 50;
}

#[test]
fn constants_of_type_parameters_in_guards() {
    let numbers = numbers();
    for stream in streams() {
        let (given, mut out) =
            (stream.upload(&numbers).unwrap(), stream.alloc_zeroed::<i64>(numbers.len()).unwrap());
        sized::<7, f32>(&given, &mut out).threads(numbers.len()).launch(&stream).unwrap();
        let expected: Vec<i64> = numbers
            .iter()
            .map(|n| {
                if *n == 7 {
                    1
                } else if *n >= 50 {
                    2
                } else {
                    3
                }
            })
            .collect();
        assert_eq!(stream.download(&out).unwrap(), expected, "on {}", stream.device());
    }
}

/// Each thread adds its number to a sum by exchanges, in the three forms of asking how they ended.
#[kernel]
fn exchanges(sums: &[AtomicU32]) {
    let mine = global_id() as u32;
    let mut seen = sums[0].load(Ordering::Relaxed);
    while let Err(now) =
        sums[0].compare_exchange_weak(seen, seen + mine, Ordering::Relaxed, Ordering::Relaxed)
    {
        seen = now;
    }
    let mut seen = 0;
    loop {
        match sums[1].compare_exchange(seen, seen + mine, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => break,
            Err(now) => seen = now,
        }
    }
    // One thread wins.
    if let Ok(0) = sums[2].compare_exchange(0, mine + 1, Ordering::Relaxed, Ordering::Relaxed) {
        sums[3].fetch_add(1, Ordering::Relaxed);
    } else {
        sums[3].fetch_add(1000, Ordering::Relaxed);
    }
}

#[test]
fn results_of_exchanges() {
    for stream in streams() {
        let mut sums = stream.alloc_zeroed::<u32>(4).unwrap();
        exchanges(&mut sums).threads(100).block(50).launch(&stream).unwrap();
        let found = stream.download(&sums).unwrap();
        assert_eq!((found[0], found[1], found[3]), (4950, 4950, 99_001), "on {}", stream.device());
        assert!((1..=100).contains(&found[2]));
    }
}

/// Scalars steer a tile kernel as they steer threads.
#[kernel(tile)]
fn steered(kind: u32, x: &Tensor1<f32>, out: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let tile: Tile1<f32, 64> = x.load(i);
    let scale = match (kind, i) {
        (0, 0 | 2) => 1.0,
        (1, k) if k > 0 => 3.0,
        (2.., _) => return,
        _ => 4.0,
    };
    let sum = if let 1 | 3 = i { tile * scale } else { tile + scale };
    match kind {
        0 => out.store(i, sum),
        _ => {
            let other = sum + 1.0;
            out.store(i, other);
        }
    }
}

#[test]
fn matches_in_tile_kernels() {
    let x: Vec<f32> = (0..=255u8).map(f32::from).collect();
    for device in crate::tiles::devices() {
        let stream = device.stream();
        let given = Tensor1::from_slice(&stream, &x).unwrap();
        for kind in 0..3u32 {
            let mut out = Tensor1::zeros(&stream, 256).unwrap();
            steered(kind, &given, &mut out).launch(&stream).unwrap();
            let expected = (0..256usize).map(|at| {
                let scale = match (kind, at / 64) {
                    (0, 0 | 2) => 1.0,
                    (1, k) if k > 0 => 3.0,
                    (2.., _) => return 0.0,
                    _ => 4.0,
                };
                let sum = if at / 64 % 2 == 1 { x[at] * scale } else { x[at] + scale };
                if kind == 0 { sum } else { sum + 1.0 }
            });
            assert_eq!(out.download(&stream).unwrap(), expected.collect::<Vec<_>>(), "{device}");
        }
    }
}
