//! Branches, loops and early exits that differ from thread to thread.

use kiln::prelude::*;

use crate::streams;

/// Runs a kernel over `0..n` and compares each element with plain Rust.
macro_rules! each {
    ($kernel:ident, $n:expr, |$i:ident| $expected:expr) => {{
        let n: usize = $n;
        for stream in streams() {
            let mut out = stream.alloc_zeroed::<u32>(n).unwrap();
            $kernel(&mut out).threads(n).launch(&stream).unwrap();
            for ($i, found) in stream.download(&out).unwrap().into_iter().enumerate() {
                let expected: u32 = $expected;
                assert_eq!(found, expected, "{} at {} on {}", stringify!($kernel), $i, stream.device());
            }
        }
    }};
}

#[kernel]
fn branches(out: &mut [u32]) {
    let i = global_id();
    if i >= out.len() {
        return;
    }
    let kind = if i % 3 == 0 {
        let twice = i * 2;
        twice as u32
    } else if i % 3 == 1 {
        7
    } else {
        if i % 2 == 0 {
            out[i] = 1000;
            return;
        }
        9
    };
    out[i] = kind + 1;
}

#[test]
fn branches_and_early_returns() {
    each!(branches, 1000, |i| match (i % 3, i % 2) {
        (0, _) => i as u32 * 2 + 1,
        (1, _) => 8,
        (_, 0) => 1000,
        _ => 10,
    });
}

#[kernel]
fn collatz(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let mut n = i as u64 + 1;
        let mut steps = 0;
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        out[i] = steps;
    }
}

#[test]
fn loops_end_thread_by_thread() {
    each!(collatz, 777, |i| {
        let (mut n, mut steps) = (i as u64 + 1, 0);
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    });
}

#[kernel]
fn labels(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let mut sum = 0;
        'outer: for a in 0..20u32 {
            for b in (a..=20).rev() {
                if b % 5 == i as u32 % 5 {
                    continue 'outer;
                }
                if a * b > 100 + i as u32 {
                    break 'outer;
                }
                sum += a ^ b;
            }
        }
        out[i] = sum;
    }
}

#[test]
fn labeled_breaks_and_continues() {
    each!(labels, 300, |i| {
        let mut sum = 0;
        'outer: for a in 0..20u32 {
            for b in (a..=20).rev() {
                if b % 5 == i as u32 % 5 {
                    continue 'outer;
                }
                if a * b > 100 + i as u32 {
                    break 'outer;
                }
                sum += a ^ b;
            }
        }
        sum
    });
}

#[kernel]
fn counted(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let mut sum = 0u32;
        for k in (0..i).step_by(3) {
            sum += k as u32;
        }
        for k in (0..=255u8).rev() {
            if k as usize == i {
                sum += 10_000;
            }
        }
        for _ in i..10 {
            sum += 1;
        }
        out[i] = sum;
    }
}

#[test]
fn counting_up_down_and_by_steps() {
    each!(counted, 300, |i| {
        let mut sum = (0..i).step_by(3).sum::<usize>() as u32;
        if i < 256 {
            sum += 10_000;
        }
        sum + 10u32.saturating_sub(i as u32)
    });
}

#[kernel]
fn stepped(by: &[usize], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let mut sum = 0;
        for k in (0u8..200).step_by(by[i]) {
            sum += k as u32 + 1;
        }
        for k in (-100i8..=100).step_by(by[i]).rev() {
            sum = sum * 3 + (k as u32 & 255);
        }
        for k in (5u16..5).step_by(300) {
            sum += k as u32;
        }
        out[i] = sum;
    }
}

#[test]
fn steps_may_be_larger_than_the_counter() {
    let by: Vec<usize> =
        vec![1, 2, 3, 44, 127, 128, 200, 201, 255, 256, 257, 300, 65_536, 1 << 40, usize::MAX];
    for stream in streams() {
        let steps = stream.upload(&by).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(by.len()).unwrap();
        stepped(&steps, &mut out).threads(by.len()).launch(&stream).unwrap();
        for (by, found) in by.iter().zip(stream.download(&out).unwrap()) {
            let mut sum: u32 = (0u8..200).step_by(*by).map(|k| u32::from(k) + 1).sum();
            // Rust's own reversal of a stepped range is for ranges of known length, which `i8`'s inclusive one is not.
            let values: Vec<i32> = (-100i32..=100).step_by(*by).collect();
            for k in values.into_iter().rev() {
                sum = sum.wrapping_mul(3).wrapping_add(k as u32 & 255);
            }
            assert_eq!(found, sum, "step {by} on {}", stream.device());
        }
    }
}

#[kernel]
fn stepped_by_numbers(ends: &[i8], far: &[u64], out: &mut [u64]) {
    let i = global_id();
    if i < out.len() {
        let (mut sum, mut turns) = (0i64, 0u64);
        for k in (-128..ends[i]).step_by(3) {
            sum = sum * 3 + k as i64;
            turns += 1;
        }
        for k in (5..ends[i]).step_by(100) {
            sum = sum * 3 + k as i64;
            turns += 1;
        }
        for k in ((ends[i] as u8)..255).step_by(7) {
            sum = sum * 3 + k as i64;
            turns += 1;
        }
        for k in ((u64::MAX - 20)..far[i]).step_by(16) {
            sum = sum.wrapping_mul(3) ^ k as i64;
            turns += 1;
        }
        for k in (0..far[i]).step_by(0x3fff_ffff_ffff_ffff) {
            sum = sum.wrapping_mul(3) ^ k as i64;
            turns += 1;
        }
        out[i] = (sum as u64) ^ turns << 56;
    }
}

#[test]
fn steps_that_are_known_end_where_the_type_does() {
    let ends: Vec<i8> = (-128..=127).collect();
    let far: Vec<u64> = (0..256).map(|i| if i < 64 { i } else { u64::MAX - (255 - i) / 2 }).collect();
    for stream in streams() {
        let (x, y) = (stream.upload(&ends).unwrap(), stream.upload(&far).unwrap());
        let mut out = stream.alloc_zeroed::<u64>(256).unwrap();
        stepped_by_numbers(&x, &y, &mut out).threads(256).launch(&stream).unwrap();
        let found = stream.download(&out).unwrap();
        for ((end, far), found) in ends.iter().zip(&far).zip(found) {
            let (mut sum, mut turns) = (0i64, 0u64);
            let small = (-128..*end).step_by(3).chain((5..*end).step_by(100)).map(i64::from);
            for k in small.chain((*end as u8..255).step_by(7).map(i64::from)) {
                sum = sum.wrapping_mul(3).wrapping_add(k);
                turns += 1;
            }
            let great = (u64::MAX - 20..*far).step_by(16);
            for k in great.chain((0..*far).step_by(0x3fff_ffff_ffff_ffff)) {
                sum = sum.wrapping_mul(3) ^ k as i64;
                turns += 1;
            }
            assert_eq!(found, sum as u64 ^ turns << 56, "to {end} and {far} on {}", stream.device());
        }
    }
}

#[kernel]
fn divided_in_turns(starts: &[u8], ends: &[u8], y: &mut [f32], z: &mut [f64]) {
    let i = global_id();
    if i < y.len() && i < z.len() {
        let (mut quotient, mut root) = (1.0f32, 2.0f64);
        for k in starts[i]..ends[i] {
            quotient = (k as f32 + 3.0) / (quotient + 1.0);
            if k % 2 == 0 {
                quotient += 0.25;
            }
        }
        for k in 0..(ends[i] as u32) {
            root = 0.5 * (root + k as f64 / root);
        }
        y[i] = quotient;
        z[i] = root;
    }
}

#[test]
fn loops_of_divisions_have_as_many_turns_as_their_ranges() {
    let starts: Vec<u8> = (0..400).map(|i| if i < 256 { 0 } else { (i * 7 % 256) as u8 }).collect();
    let ends: Vec<u8> = (0..400).map(|i| if i < 256 { i as u8 } else { (i * 13 % 256) as u8 }).collect();
    for stream in streams() {
        let (x, y) = (stream.upload(&starts).unwrap(), stream.upload(&ends).unwrap());
        let mut quotients = stream.alloc_zeroed::<f32>(400).unwrap();
        let mut roots = stream.alloc_zeroed::<f64>(400).unwrap();
        divided_in_turns(&x, &y, &mut quotients, &mut roots).threads(400).launch(&stream).unwrap();
        let (quotients, roots) = (stream.download(&quotients).unwrap(), stream.download(&roots).unwrap());
        for i in 0..400 {
            let (mut quotient, mut root) = (1.0f32, 2.0f64);
            for k in starts[i]..ends[i] {
                quotient = (f32::from(k) + 3.0) / (quotient + 1.0) + if k % 2 == 0 { 0.25 } else { 0.0 };
            }
            for k in 0..u32::from(ends[i]) {
                root = 0.5 * (root + f64::from(k) / root);
            }
            let close = (quotients[i] - quotient).abs() <= 1e-4 * quotient.abs()
                && (roots[i] - root).abs() <= 1e-12 * root.abs();
            assert!(close, "{i}: {} and {quotient}, {} and {root}", quotients[i], roots[i]);
        }
    }
}

#[kernel]
fn found(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let mut k = 0u32;
        let square = loop {
            k += 1;
            if k * k > i as u32 {
                break k * k;
            }
        };
        let rest = 'block: {
            if square > 500 {
                break 'block 1;
            }
            let twice = square * 2;
            if twice > 500 {
                break 'block 2;
            }
            3
        };
        out[i] = square * 10 + rest;
    }
}

#[test]
fn loops_and_blocks_have_values() {
    each!(found, 900, |i| {
        let k = (1..100).find(|k| k * k > i as u32).unwrap();
        k * k * 10
            + if k * k > 500 {
                1
            } else if k * k * 2 > 500 {
                2
            } else {
                3
            }
    });
}

#[kernel]
fn arrays(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let mut digits = [0u32; 10];
        let mut n = i;
        while n > 0 {
            digits[n % 10] += 1;
            n /= 10;
        }
        let weights = [[1u32, 2, 3, 4, 5], [6, 7, 8, 9, 10]];
        let copy = digits;
        digits[0] = 99;
        let mut sum = digits[0] - 99;
        for row in 0..2 {
            for column in 0..5 {
                sum += weights[row][column] * copy[row * 5 + column];
            }
        }
        out[i] = sum;
    }
}

#[test]
fn local_arrays_are_values() {
    each!(arrays, 2000, |i| {
        let mut digits = [0u32; 10];
        let mut n = i;
        while n > 0 {
            digits[n % 10] += 1;
            n /= 10;
        }
        digits.iter().zip(1..).map(|(count, weight)| count * weight).sum()
    });
}

#[kernel]
fn lazily(out: &mut [u32]) {
    let i = global_id();
    let n = out.len();
    let few = [0u32; 500];
    // The right operand would be out of bounds where the left one decides.
    if i < n && out[i] == 0 && (i >= 500 || few[i] < 100) {
        out[i] = if i > 0 && (i % 2 == 0 || i % 7 == 0) { 1 } else { 2 };
    }
}

#[test]
fn and_and_or_are_lazy() {
    each!(lazily, 515, |i| if i > 0 && (i % 2 == 0 || i % 7 == 0) { 1 } else { 2 });
}
