//! What compilers for GPUs find out about a value, from a loop's end or by inlining, changes no result: texts are
//! written so that their errors are not met. Their PTX is looked at too, where there is NVRTC, GPU or not.

use kiln::object::{ObjectKind, Program};
use kiln::prelude::*;
use kiln::{Error, SourceKind};

use crate::streams;

/// Zero, and the compiler knows it: what is left when all is counted down.
#[device]
fn counted_down(n: i32) -> i16 {
    let mut left = (n & 7) as i16;
    while left >= 1 && left <= 9 {
        left -= 1;
    }
    left
}

/// Negations of numbers of 16 bits in many forms, each used as a wider number: ptxas forgets that they wrap.
#[kernel]
fn negations(x: &[i16], y: &[i16], n: i32, out: &mut [i32]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        let (x, y) = (x[i], y[i]);
        let none = counted_down(n);
        let mut taken = none;
        taken -= x;
        let forms = [
            -x,
            0 - x,
            none - x,
            none - x - none,
            taken,
            x * (none - 1),
            !x + 1,
            (0 - x as i32) as i16,
            (none as i64 - x as i64) as i16,
            if x < 0 { none - x } else { x },
        ];
        for k in 0..10 {
            let z = forms[k];
            let order = (z <= 93 + x) as i32 + 2 * (z < y) as i32 + 4 * (z > 0) as i32;
            out[10 * i + k] = z as i32 ^ order << 20 ^ ((z >> 2) as i32) << 12 ^ ((z as f32) as i32) << 3;
        }
    }
}

/// The same of 8 bits, and of unsigned numbers that become signed, in fewer forms.
#[kernel]
fn other_negations(x: &[i16], n: i32, out: &mut [i32]) {
    let i = global_id();
    if i < x.len() {
        let (x, none) = (x[i], counted_down(n));
        let (small, nothing) = (x as i8, none as i8);
        let small = [-small, nothing - small, small * (nothing - 1), (0 - small as i32) as i8];
        let unsigned = [(x as u16).wrapping_neg(), none as u16 - x as u16];
        for k in 0..4 {
            out[6 * i + k] =
                small[k] as i32 ^ ((small[k] < x as i8) as i32) << 20 ^ ((small[k] >> 2) as i32) << 12;
        }
        for k in 0..2 {
            let z = unsigned[k] as i16;
            out[6 * i + 4 + k] = z as i32 ^ ((z < x) as i32) << 20 ^ (unsigned[k] as i32) << 3;
        }
    }
}

#[test]
fn negations_wrap_before_they_are_widened() {
    let values = [i16::MIN, i16::MIN + 1, i16::MAX, -129, -128, -127, -93, -1, 0, 1, 92, 127, 128];
    let pairs: Vec<_> = values.iter().flat_map(|&x| values.map(|y| (x, y))).collect();
    let (x, y): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let expected: Vec<i32> = pairs
        .iter()
        .flat_map(|&(x, y)| {
            let mut forms = [x.wrapping_neg(); 10];
            forms[9] = x.wrapping_abs();
            forms.map(|z| {
                let order = i32::from(z <= x.wrapping_add(93)) + 2 * i32::from(z < y) + 4 * i32::from(z > 0);
                i32::from(z) ^ order << 20 ^ i32::from(z >> 2) << 12 ^ i32::from(z) << 3
            })
        })
        .collect();
    let others: Vec<i32> = values
        .iter()
        .flat_map(|&x| {
            let (z, small) = (x.wrapping_neg(), (x as i8).wrapping_neg());
            let of_8 = i32::from(small) ^ i32::from(small < x as i8) << 20 ^ i32::from(small >> 2) << 12;
            let of_16 = i32::from(z) ^ i32::from(z < x) << 20 ^ i32::from(z as u16) << 3;
            [of_8, of_8, of_8, of_8, of_16, of_16]
        })
        .collect();
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<i32>(10 * x.len()).unwrap();
        negations(&stream.upload(&x).unwrap(), &stream.upload(&y).unwrap(), 5, &mut out)
            .threads(x.len())
            .launch(&stream)
            .unwrap();
        for (found, (k, expected)) in stream.download(&out).unwrap().iter().zip(expected.iter().enumerate()) {
            let (pair, form) = (pairs[k / 10], k % 10);
            assert_eq!(found, expected, "form {form} of {pair:?} on {}", stream.device());
        }
        let mut out = stream.alloc_zeroed::<i32>(6 * values.len()).unwrap();
        other_negations(&stream.upload(&values).unwrap(), 5, &mut out)
            .threads(values.len())
            .launch(&stream)
            .unwrap();
        assert_eq!(stream.download(&out).unwrap(), others, "on {}", stream.device());
    }
}

/// What is known of a magnitude, a power, a sine and of numbers made of these says nothing of NaN.
#[kernel]
fn ranges(x: &[f32], y: &[f32], out: &mut [u32]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        let (size, power, wave) = (x[i].abs(), x[i].exp2(), x[i].sin());
        let chosen = if y[i] > 1.0 { size } else { 2.0 };
        let all = [
            size >= 0.0,
            -0.0 <= size,
            size > -1.0,
            -1.0 < size,
            -size < 1.0,
            size + size >= -0.0,
            chosen >= 0.0,
            power >= 0.0,
            power + 1.0 > 0.0,
            wave >= -1.0,
            wave < 2.0,
            x[i].tanh() > -2.0,
            !(size < 0.0),
            !(size >= 0.0),
        ];
        for k in 0..14 {
            out[i] |= (all[k] as u32) << k;
        }
    }
}

#[test]
fn what_is_known_of_numbers_is_not_taken_for_true_of_nan() {
    let x =
        [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001), f32::INFINITY, -f32::INFINITY, -0.0, 1.0, -2.5];
    let (x, y) = (x.repeat(2), [[0.0f32; 8], [2.0; 8]].concat());
    let said = |x: f32, y: f32| {
        let all = [
            !x.is_nan(),
            !x.is_nan(),
            !x.is_nan(),
            !x.is_nan(),
            !x.is_nan(),
            !x.is_nan(),
            !(x.is_nan() && y > 1.0),
            !x.is_nan(),
            !x.is_nan(),
            x.is_finite(),
            x.is_finite(),
            !x.is_nan(),
            true,
            x.is_nan(),
        ];
        (0..14).map(|k| u32::from(all[k]) << k).sum()
    };
    let expected: Vec<u32> = x.iter().zip(&y).map(|(x, y)| said(*x, *y)).collect();
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(x.len()).unwrap();
        let (x, y) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        ranges(&x, &y, &mut out).threads(expected.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected, "on {}", stream.device());
    }
}

macro_rules! choices {
    ($float:ident) => {
        mod $float {
            use super::*;

            #[device]
            fn less(a: $float, b: $float) -> $float {
                if a < b { a } else { b }
            }

            #[device]
            fn greater(a: $float, b: $float) -> $float {
                if a > b {
                    return a;
                }
                b
            }

            /// Choices beside a zero: of its sign a minimum knows more than they do.
            #[kernel]
            fn choices(x: &[$float], out: &mut [$float]) {
                let i = global_id();
                if i + 2 < x.len() {
                    let a = x[i];
                    let mut least = 0.0;
                    let mut most = -0.0;
                    let mut put = 0.0;
                    for k in 0..3 {
                        if x[i + k] < least {
                            least = x[i + k];
                        }
                        most = if x[i + k] > most { x[i + k] } else { most };
                        if !(put > x[i + k]) {
                        } else {
                            put = x[i + k];
                        }
                    }
                    let all = [
                        if a < 0.0 { a } else { 0.0 },
                        if 0.0 > a { a } else { 0.0 },
                        if !(a < 0.0) { 0.0 } else { a },
                        if a > -0.0 { a } else { -0.0 },
                        if -0.0 < a { a } else { -0.0 },
                        if a > 0.0 { a } else { 0.0 },
                        if a < 1.0 { a } else { 1.0 },
                        less(a, 0.0),
                        less(0.0, a),
                        greater(a, -0.0),
                        least,
                        most,
                        put,
                    ];
                    for k in 0..13 {
                        out[13 * i + k] = all[k];
                    }
                }
            }

            #[test]
            fn zeros_keep_the_sign_that_a_choice_gives_them() {
                let tiny = $float::from_bits(1);
                let values =
                    [0.0, -0.0, 1.0, -1.0, tiny, -tiny, $float::NAN, $float::INFINITY, -$float::INFINITY];
                let mut x = Vec::new();
                for a in values {
                    for b in values {
                        x.extend([a, b, -0.0, 0.0]);
                    }
                }
                let expected: Vec<$float> = x
                    .windows(3)
                    .flat_map(|x| {
                        let a = x[0];
                        let below = |m: $float, x: &$float| if *x < m { *x } else { m };
                        let above = |m: $float, x: &$float| if *x > m { *x } else { m };
                        let least = x.iter().fold(0.0, below);
                        let (part, minus) = (below(0.0, &a), above(-0.0, &a));
                        [
                            part,
                            part,
                            part,
                            minus,
                            minus,
                            above(0.0, &a),
                            below(1.0, &a),
                            part,
                            below(a, &0.0),
                            minus,
                            least,
                            x.iter().fold(-0.0, above),
                            least,
                        ]
                    })
                    .collect();
                for stream in streams() {
                    let mut out = stream.alloc_zeroed::<$float>(13 * (x.len() - 2)).unwrap();
                    choices(&stream.upload(&x).unwrap(), &mut out).threads(x.len()).launch(&stream).unwrap();
                    for (k, (found, expected)) in
                        stream.download(&out).unwrap().into_iter().zip(&expected).enumerate()
                    {
                        let same =
                            found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                        let (around, choice) = (&x[k / 13..][..3], k % 13);
                        let device = stream.device();
                        assert!(
                            same,
                            "choice {choice} of {around:?} on {device} is {found:?}, not {expected:?}"
                        );
                    }
                }
            }

            #[test]
            fn nvrtc_makes_no_minimum_that_loses_a_sign() {
                let Some(ptx) = ptx_of(&choices::source(SourceKind::Cuda).unwrap()) else { return };
                let suffix = concat!(".f", stringify!($float)).replace(".ff", ".f");
                // `a > 0.0` and `a < 1.0` may be a maximum and a minimum.
                let of =
                    |op: &str| ptx.lines().filter(|line| line.contains(&format!("{op}{suffix}"))).count();
                assert_eq!((of("min"), of("max")), (1, 1), "{ptx}");
            }
        }
    };
}

choices!(f32);
choices!(f64);

#[test]
fn nvrtc_negates_nothing_in_16_bits() {
    let Some(ptx) = ptx_of(&negations::source(SourceKind::Cuda).unwrap()) else { return };
    for op in ["neg.s16", "abs.s16"] {
        assert!(!ptx.contains(op), "{op}:\n{ptx}");
    }
}

/// What NVRTC makes of CUDA C++; nothing, in words, where there is no NVRTC.
fn ptx_of(cuda: &str) -> Option<String> {
    match Program::new(cuda).contract(false).compile(ObjectKind::Ptx) {
        Ok(object) => Some(String::from_utf8(object.bytes().to_vec()).unwrap()),
        Err(why @ Error::CompilerMissing { .. }) => {
            eprintln!("not run here: {why}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Maxima and minima of three numbers, with a negation in another place each: the GPU has one instruction for three.
#[device]
fn of_three(a: i32, b: i32, c: i32) -> [i32; 8] {
    [
        a.max(b.max(-c)),
        a.max((-b).max(c)),
        (-a).max((-b).max(0 - c)),
        a.max(b.abs().max(c * -1)),
        a.min(b.min(-c)),
        a.min((-b).min(c)),
        (-a).min((-b).min(0 - c)),
        (a as u32).max((b as u32).max((c as u32).wrapping_neg())) as i32,
    ]
}

#[kernel]
pub(crate) fn maxima_of_three(a: &[i32], b: &[i32], c: &[i32], out: &mut [[i32; 8]]) {
    let i = global_id();
    if i < out.len() {
        out[i] = of_three(a[i], b[i], c[i]);
    }
}

#[test]
fn maxima_of_three_keep_signs() {
    let values = [i32::MIN + 1, -1000, -100, -1, 0, 1, 7, 100, 475_252_590, i32::MAX];
    let all = || values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b)));
    let of = |take: fn((i32, i32), i32) -> i32| -> Vec<i32> {
        all().flat_map(|pair| values.iter().map(move |&c| take(pair, c))).collect()
    };
    let (a, b, c) = (of(|pair, _| pair.0), of(|pair, _| pair.1), of(|_, c| c));
    for stream in streams() {
        let mut out = stream.upload(&vec![[0; 8]; a.len()]).unwrap();
        let on = |numbers: &[i32]| stream.upload(numbers).unwrap();
        maxima_of_three(&on(&a), &on(&b), &on(&c), &mut out).threads(a.len()).launch(&stream).unwrap();
        for (i, found) in stream.download(&out).unwrap().iter().enumerate() {
            let (a, b, c) = (a[i], b[i], c[i]);
            assert_eq!(*found, of_three(a, b, c), "of {a}, {b} and {c} on {}", stream.device());
        }
    }
}

/// Magnitudes as unsigned numbers: that of the least integer is not negative.
#[device]
fn magnitudes(x: i32) -> [f32; 4] {
    let magnitude = if x < 0 { x.wrapping_neg() } else { x };
    [x.abs_diff(0) as f32, x.unsigned_abs() as f32, magnitude as u32 as f32, 0i32.abs_diff(x) as f32]
}

#[kernel]
pub(crate) fn magnitudes_as_floats(x: &[i32], out: &mut [[f32; 4]]) {
    let i = global_id();
    if i < out.len() {
        out[i] = magnitudes(x[i]);
    }
}

#[test]
fn magnitudes_are_not_negative() {
    let x = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX];
    for stream in streams() {
        let mut out = stream.upload(&[[0.0; 4]; 6]).unwrap();
        magnitudes_as_floats(&stream.upload(&x).unwrap(), &mut out).threads(6).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), x.map(magnitudes), "on {}", stream.device());
    }
}

/// Negations that are compared, with zero too, where a branch begins and where a value is chosen.
#[device]
fn compared(x: i32, y: f32) -> [f32; 4] {
    let divided = if x.wrapping_neg() != 0 { y / 3.0 } else { y };
    let mut doubled = y;
    while doubled < 100.0 && x.wrapping_neg() > 0 {
        doubled += doubled;
    }
    let chosen = if x.wrapping_neg() == 0 { 1.0 } else { y };
    [chosen, divided, doubled, if (x as u32).wrapping_neg() <= 102 { y } else { -1.0 }]
}

#[kernel]
pub(crate) fn negations_compared(x: &[i32], y: &[f32], out: &mut [[f32; 4]]) {
    let i = global_id();
    if i < out.len() {
        out[i] = compared(x[i], y[i]);
    }
}

#[test]
fn negations_are_compared() {
    let x = [i32::MIN, -102, -1, 0, 1, i32::MAX];
    let y = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    for stream in streams() {
        let mut out = stream.upload(&[[0.0; 4]; 6]).unwrap();
        let (of, and) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        negations_compared(&of, &and, &mut out).threads(6).launch(&stream).unwrap();
        let expected: Vec<_> = x.into_iter().zip(y).map(|(x, y)| compared(x, y)).collect();
        assert_eq!(stream.download(&out).unwrap(), expected, "on {}", stream.device());
    }
}

/// Flags as numbers, negated: zero is then negative. ptxas errs beside a reciprocal.
#[device]
fn negated_flag(flag: bool, x: f32) -> ([f32; 3], f64) {
    let number = flag as i16;
    ([-(number as f32), -((flag as u64) as f32), 1.0 / x], -(if flag { 1.0 } else { number as f64 }))
}

#[kernel(strict_fp)]
pub(crate) fn flags_kernel(flags: &[bool], x: &[f32], singles: &mut [[f32; 3]], doubles: &mut [f64]) {
    let i = global_id();
    if i < singles.len() && i < doubles.len() {
        (singles[i], doubles[i]) = negated_flag(flags[i], x[i]);
    }
}

#[test]
fn negated_flags_are_negative_zeros() {
    let (flags, x) = ([false, true, false, true], [0.0, 1.0, 2.5, -3.0]);
    for stream in streams() {
        let mut singles = stream.upload(&[[0.0; 3]; 4]).unwrap();
        let mut doubles = stream.upload(&[0.0; 4]).unwrap();
        let (on, of) = (stream.upload(&flags).unwrap(), stream.upload(&x).unwrap());
        flags_kernel(&on, &of, &mut singles, &mut doubles).threads(4).launch(&stream).unwrap();
        let found = stream.download(&singles).unwrap().into_iter().zip(stream.download(&doubles).unwrap());
        let bits = |(singles, double): ([f32; 3], f64)| (singles.map(f32::to_bits), double.to_bits());
        for ((found, flag), x) in found.zip(flags).zip(x) {
            assert_eq!(bits(found), bits(negated_flag(flag, x)), "of {flag} and {x} on {}", stream.device());
        }
    }
}

/// Differences that lie between two numbers, of constants that only an assembler finds.
#[device]
fn between_two(turns: u32) -> [f32; 4] {
    let (mut one, mut sign) = (1.0, -1.0);
    if turns > 7 {
        one = 1.0;
        sign = -1.0;
    }
    [one - 16_777_308.0, 16_777_294.0 - 7.0 * one, 3.0 * one + sign * 16_777_306.0, sign + 16_777_308.0 * one]
}

#[kernel(strict_fp)]
pub(crate) fn differences_of_constants(turns: u32, out: &mut [[f32; 4]]) {
    let i = global_id();
    if i < out.len() {
        out[i] = between_two(turns);
    }
}

#[test]
fn differences_of_constants_are_rounded_to_even() {
    for stream in streams() {
        let mut out = stream.upload(&[[0.0; 4]]).unwrap();
        differences_of_constants(3, &mut out).threads(1).launch(&stream).unwrap();
        let expected = [-16_777_308.0, 16_777_288.0, -16_777_304.0, 16_777_308.0];
        assert_eq!(between_two(3), expected);
        assert_eq!(stream.download(&out).unwrap(), [expected], "on {}", stream.device());
    }
}
