//! Integers of 128 bits, against those of the host.

use kiln::prelude::*;
use kiln::wide::{self, I128, U128};

use crate::streams;

#[kernel]
pub fn unsigned(a: &[U128], b: &[U128], by: u32, out: &mut [[U128; 8]], less: &mut [bool]) {
    let i = global_id();
    if i < a.len() && i < b.len() && i < out.len() && i < less.len() {
        let (a, b) = (a[i], b[i]);
        let across = (a & b) | (a ^ !b);
        out[i] =
            [a + b, a - b, a * b, a << by, a >> by, across, U128::product(a.low, b.high), U128::from(a.high)];
        less[i] = a < b && a != b || a >= b && b == U128::from(0u64);
    }
}

#[kernel]
pub fn signed(a: &[I128], b: &[I128], by: u32, out: &mut [[I128; 7]], less: &mut [bool]) {
    let i = global_id();
    if i < a.len() && i < b.len() && i < out.len() && i < less.len() {
        let (a, b) = (a[i], b[i]);
        out[i] = [a + b, a - b, a * b, -a, a << by, a >> by, I128::from(a.high)];
        less[i] = a < b;
    }
}

#[kernel]
pub fn steps(a: &[u64], b: &[u64], flag: bool, out: &mut [[u64; 6]], flags: &mut [[bool; 2]]) {
    let i = global_id();
    if i < a.len() && i < b.len() && i < out.len() && i < flags.len() {
        let (sum, carries) = wide::carrying_add(a[i], b[i], flag);
        let (difference, borrows) = wide::borrowing_sub(a[i], b[i], flag);
        let (low, high) = wide::carrying_mul(a[i], b[i], u64::MAX);
        let (of_low, of_high) = wide::widening_mul(a[i] as u32, b[i] as u32);
        out[i] = [sum, difference, low, high, of_low as u64, of_high as u64];
        flags[i] = [carries, borrows];
    }
}

/// Pairs of numbers with bits at the ends of words.
fn pairs() -> (Vec<u128>, Vec<u128>) {
    let numbers = [
        0,
        1,
        2,
        0xffff_ffff,
        1 << 63,
        u128::from(u64::MAX),
        1 << 64,
        (1 << 64) + 1,
        0x1234_5678_9abc_def0_0fed_cba9_8765_4321,
        1 << 127,
        (1 << 127) - 1,
        u128::MAX,
    ];
    numbers.iter().flat_map(|a| numbers.iter().map(|b| (*a, *b))).unzip()
}

#[test]
fn unsigned_integers_of_128_bits_are_those_of_the_host() {
    let (a, b) = pairs();
    let words = |all: &[u128]| all.iter().map(|value| U128::from(*value)).collect::<Vec<_>>();
    for stream in streams() {
        let (input, with) = (stream.upload(&words(&a)).unwrap(), stream.upload(&words(&b)).unwrap());
        for by in [0, 1, 63, 64, 65, 100, 127] {
            let mut out = stream.alloc_zeroed::<[U128; 8]>(a.len()).unwrap();
            let mut less = stream.alloc_zeroed::<bool>(a.len()).unwrap();
            unsigned(&input, &with, by, &mut out, &mut less).threads(a.len()).launch(&stream).unwrap();
            let (out, less) = (stream.download(&out).unwrap(), stream.download(&less).unwrap());
            for (i, (a, b)) in a.iter().copied().zip(b.iter().copied()).enumerate() {
                let expected = [
                    a.wrapping_add(b),
                    a.wrapping_sub(b),
                    a.wrapping_mul(b),
                    a << by,
                    a >> by,
                    (a & b) | (a ^ !b),
                    u128::from(a as u64) * (b >> 64),
                    a >> 64,
                ];
                assert_eq!(out[i].map(u128::from), expected, "{a:#x} {b:#x} by {by} on {}", stream.device());
                assert_eq!(less[i], a < b || b == 0, "{a:#x} {b:#x} on {}", stream.device());
            }
        }
    }
}

#[test]
fn signed_integers_of_128_bits_are_those_of_the_host() {
    let (a, b) = pairs();
    let (a, b) = (a.into_iter().map(|a| a as i128), b.into_iter().map(|b| b as i128));
    let (a, b): (Vec<i128>, Vec<i128>) = (a.collect(), b.collect());
    let words = |all: &[i128]| all.iter().map(|value| I128::from(*value)).collect::<Vec<_>>();
    for stream in streams() {
        let (input, with) = (stream.upload(&words(&a)).unwrap(), stream.upload(&words(&b)).unwrap());
        for by in [0, 1, 63, 64, 65, 127] {
            let mut out = stream.alloc_zeroed::<[I128; 7]>(a.len()).unwrap();
            let mut less = stream.alloc_zeroed::<bool>(a.len()).unwrap();
            signed(&input, &with, by, &mut out, &mut less).threads(a.len()).launch(&stream).unwrap();
            let (out, less) = (stream.download(&out).unwrap(), stream.download(&less).unwrap());
            for (i, (a, b)) in a.iter().copied().zip(b.iter().copied()).enumerate() {
                let (sum, product) = (a.wrapping_add(b), a.wrapping_mul(b));
                let expected = [sum, a.wrapping_sub(b), product, a.wrapping_neg(), a << by, a >> by, a >> 64];
                assert_eq!(out[i].map(i128::from), expected, "{a:#x} {b:#x} by {by} on {}", stream.device());
                assert_eq!(less[i], a < b, "{a:#x} {b:#x} on {}", stream.device());
            }
        }
    }
}

#[test]
fn steps_of_long_integers_carry() {
    let numbers = [0, 1, 2, 0xffff_ffff, 1 << 32, 1 << 63, u64::MAX - 1, u64::MAX];
    let (a, b): (Vec<u64>, Vec<u64>) = numbers.iter().flat_map(|a| numbers.iter().map(|b| (*a, *b))).unzip();
    for stream in streams() {
        let (input, with) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        for flag in [false, true] {
            let mut out = stream.alloc_zeroed::<[u64; 6]>(a.len()).unwrap();
            let mut flags = stream.alloc_zeroed::<[bool; 2]>(a.len()).unwrap();
            steps(&input, &with, flag, &mut out, &mut flags).threads(a.len()).launch(&stream).unwrap();
            let (out, flags) = (stream.download(&out).unwrap(), stream.download(&flags).unwrap());
            for (i, (a, b)) in a.iter().copied().zip(b.iter().copied()).enumerate() {
                let wide = |value: u64| u128::from(value);
                let (sum, product) =
                    (wide(a) + wide(b) + u128::from(flag), wide(a) * wide(b) + wide(u64::MAX));
                let difference = a.wrapping_sub(b).wrapping_sub(u64::from(flag));
                let short = u64::from(a as u32) * u64::from(b as u32);
                let expected = [
                    sum as u64,
                    difference,
                    product as u64,
                    (product >> 64) as u64,
                    short & 0xffff_ffff,
                    short >> 32,
                ];
                assert_eq!(out[i], expected, "{a:#x} {b:#x} {flag} on {}", stream.device());
                let expected = [sum >> 64 != 0, wide(a) < wide(b) + u128::from(flag)];
                assert_eq!(flags[i], expected, "{a:#x} {b:#x} {flag} on {}", stream.device());
            }
        }
    }
}
