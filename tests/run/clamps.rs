//! Narrow integers that are kept within bounds by branches and not by `min`, `max` and `clamp`: two at a time, of which
//! ptxas makes one instruction.

// Unsigned numbers are kept above zero too.
#![allow(unused_comparisons)]

use kiln::prelude::*;

use crate::streams;

macro_rules! clamps {
    ($($module:ident $ty:ident),*) => {$(
        mod $module {
            use super::*;

            /// Minima, maxima and clamps of both operands, alone and of each other.
            #[device]
            fn both(a: $ty, b: $ty, low: $ty, high: $ty) -> [$ty; 8] {
                let first = if a < 0 { 0 } else if a > 100 { 100 } else { a };
                let second = if b < 0 { 0 } else if b > 50 { 50 } else { b };
                let less = if first < b { first } else { b };
                let least = if b < low { b } else { low };
                let mut positive = a;
                if positive < 0 {
                    positive = 0;
                }
                if positive > high {
                    positive = high;
                }
                let matched = match b {
                    v if v < low => low,
                    v if v > high => high,
                    v => v,
                };
                let above = if b > 0 { b } else { 0 };
                let bounded = if above < high { above } else { high };
                let mixed = less.wrapping_add(least) ^ positive;
                [first, second, less, least, positive, matched, bounded, mixed]
            }

            #[kernel]
            fn clamped(x: &[$ty], low: $ty, high: $ty, out: &mut [$ty]) {
                let i = global_id();
                let n = x.len();
                if i < n * n {
                    let all = both(x[i / n], x[i % n], low, high);
                    for k in 0..8 {
                        out[8 * i + k] = all[k];
                    }
                }
            }

            #[test]
            fn branches_keep_numbers_within_bounds() {
                let (least, most) = ($ty::MIN, $ty::MAX);
                let x = [
                    least, least + 1, least / 2, (0 as $ty).wrapping_sub(1), (0 as $ty).wrapping_sub(7), 0, 1, 2, 7, 49, 50,
                    51, 99, 100, 101, most / 2, most - 1, most,
                ];
                let n = x.len();
                for stream in streams() {
                    let input = stream.upload(&x).unwrap();
                    let mut out = stream.upload(&vec![0 as $ty; 8 * n * n]).unwrap();
                    for (low, high) in x.iter().flat_map(|low| x.iter().map(move |high| (*low, *high))) {
                        clamped(&input, low, high, &mut out).threads(n * n).launch(&stream).unwrap();
                        let found = stream.download(&out).unwrap();
                        for (i, found) in found.chunks(8).enumerate() {
                            let (a, b) = (x[i / n], x[i % n]);
                            let expected = both(a, b, low, high);
                            assert_eq!(found, expected, "{}: {a} and {b}, {low} to {high}", stream.device());
                        }
                    }
                }
            }
        }
    )*};
}

clamps!(of_i8 i8, of_i16 i16, of_u8 u8, of_u16 u16);
