//! Operators, casts and methods, against plain Rust on the same values.

use kiln::prelude::*;

use crate::streams;

/// Runs a kernel of two operands over all pairs of `values` and compares with plain Rust, bit for bit.
macro_rules! pairs {
    ($kernel:path, $values:expr, $out:ty, |$a:ident, $b:ident| $expected:expr) => {{
        let values = $values;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for a in values {
            for b in values {
                left.push(a);
                right.push(b);
            }
        }
        for stream in streams() {
            let (x, y) = (stream.upload(&left).unwrap(), stream.upload(&right).unwrap());
            let mut out = stream.alloc_zeroed::<$out>(left.len()).unwrap();
            $kernel(&x, &y, &mut out).threads(left.len()).launch(&stream).unwrap();
            let found = stream.download(&out).unwrap();
            for ((&$a, &$b), found) in left.iter().zip(&right).zip(found) {
                let expected: $out = $expected;
                let same = found.to_ne_bytes() == expected.to_ne_bytes()
                    || (found.partial_cmp(&found).is_none() && expected.partial_cmp(&expected).is_none());
                assert!(
                    same,
                    "{}({:?}, {:?}) on {} is {found:?}, not {expected:?}",
                    stringify!($kernel),
                    $a,
                    $b,
                    stream.device()
                );
            }
        }
    }};
}

macro_rules! int_operators {
    ($($module:ident $ty:ident),*) => {
        $(mod $module {
            use super::*;

            const VALUES: [$ty; 9] =
                [$ty::MIN, $ty::MIN + 1, $ty::MAX, $ty::MAX - 1, 0, 1, 2, 7, $ty::MAX / 3];

            #[kernel]
            fn sums(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    let (a, b) = (x[i], y[i]);
                    out[i] = (a + b) ^ (a - b) & (a * b) | !a;
                }
            }

            #[kernel]
            fn shifts(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    let mut v = x[i] << y[i];
                    v ^= x[i] >> y[i];
                    v >>= 1;
                    v <<= y[i];
                    out[i] = v;
                }
            }

            #[kernel]
            fn quotients(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    let d = (y[i] & 63) + 1;
                    let mut q = x[i] / d;
                    q %= 100;
                    out[i] = q ^ x[i] % d;
                }
            }

            #[kernel]
            fn methods(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    let (a, b) = (x[i], y[i]);
                    let n = a.count_ones() + 3 * a.leading_zeros() + 5 * b.trailing_zeros();
                    out[i] = a.wrapping_add(b).rotate_left(n) ^ a.saturating_sub(b) ^ a.min(b) ^ a.max(b) ^ (n as $ty);
                }
            }

            #[kernel]
            fn upper_halves(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    out[i] = x[i].mul_hi(y[i]);
                }
            }

            #[test]
            fn upper_halves_of_products_are_rusts() {
                pairs!(upper_halves, VALUES, $ty, |a, b| ((a as i128).wrapping_mul(b as i128) >> $ty::BITS) as $ty);
            }

            #[test]
            fn operators_agree_with_rust() {
                pairs!(sums, VALUES, $ty, |a, b| (a.wrapping_add(b)) ^ (a.wrapping_sub(b)) & (a.wrapping_mul(b)) | !a);
                pairs!(shifts, VALUES, $ty, |a, b| {
                    let mut v = a.wrapping_shl(b as u32);
                    v ^= a.wrapping_shr(b as u32);
                    v >>= 1;
                    v.wrapping_shl(b as u32)
                });
                pairs!(quotients, VALUES, $ty, |a, b| {
                    let d = (b & 63) + 1;
                    ((a / d) % 100) ^ (a % d)
                });
                pairs!(methods, VALUES, $ty, |a, b| {
                    let n = a.count_ones() + 3 * a.leading_zeros() + 5 * b.trailing_zeros();
                    a.wrapping_add(b).rotate_left(n) ^ a.saturating_sub(b) ^ a.min(b) ^ a.max(b) ^ (n as $ty)
                });
            }
        })*
    };
}

int_operators!(in_i8 i8, in_i16 i16, in_i32 i32, in_i64 i64, in_isize isize, in_u8 u8, in_u16 u16, in_u32 u32, in_u64 u64, in_usize usize);

macro_rules! float_operators {
    ($($module:ident $ty:ident),*) => {
        $(mod $module {
            use super::*;

            const VALUES: [$ty; 12] = [
                0.0, -0.0, 1.0, -1.5, 0.1, 1e30, -3.0e-39, $ty::MAX, $ty::MIN_POSITIVE, $ty::INFINITY, $ty::NEG_INFINITY, $ty::NAN,
            ];

            #[kernel(strict_fp)]
            fn arithmetic(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    let (a, b) = (x[i], y[i]);
                    out[i] = (a + b) * (a - b) / b + a % b - -a;
                }
            }

            #[kernel(strict_fp)]
            fn methods(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    let (a, b) = (x[i], y[i]);
                    let rounded = a.floor() + a.ceil() * 2.0 + a.round() * 3.0 + a.trunc() * 4.0 + a.round_ties_even();
                    out[i] = rounded + a.abs().sqrt() + a.min(b) + a.max(b) + a.copysign(b) + a.mul_add(b, 0.25);
                }
            }

            #[kernel(strict_fp)]
            fn choices(x: &[$ty], y: &[$ty], out: &mut [$ty]) {
                let i = global_id();
                if i < out.len() {
                    let (a, b) = (x[i], y[i]);
                    let mut n = 0;
                    if a < b { n += 1; }
                    if a <= b { n += 2; }
                    if a > b { n += 4; }
                    if a >= b { n += 8; }
                    if a == b { n += 16; }
                    if a != b { n += 32; }
                    if a.is_nan() || b.is_finite() && !a.is_infinite() { n += 64; }
                    out[i] = n as $ty;
                }
            }

            #[test]
            fn operators_agree_with_rust() {
                pairs!(arithmetic, VALUES, $ty, |a, b| (a + b) * (a - b) / b + a % b - -a);
                pairs!(methods, VALUES, $ty, |a, b| {
                    let rounded = a.floor() + a.ceil() * 2.0 + a.round() * 3.0 + a.trunc() * 4.0 + a.round_ties_even();
                    rounded + a.abs().sqrt() + a.min(b) + a.max(b) + a.copysign(b) + a.mul_add(b, 0.25)
                });
                pairs!(choices, VALUES, $ty, |a, b| {
                    let tests = [a < b, a <= b, a > b, a >= b, a == b, a != b, a.is_nan() || b.is_finite() && !a.is_infinite()];
                    tests.iter().enumerate().map(|(k, t)| if *t { 1 << k } else { 0 }).sum::<i32>() as $ty
                });
            }
        })*
    };
}

float_operators!(in_f32 f32, in_f64 f64);

macro_rules! casts {
    ($($module:ident $from:ident => $($to:ident)*;)*) => {
        $(mod $module {
            use super::*;
            $(mod $to {
                use kiln::prelude::*;

                #[kernel]
                pub fn cast(x: &[$from], out: &mut [$to]) {
                    let i = global_id();
                    if i < out.len() {
                        out[i] = x[i] as $to;
                    }
                }
            })*

            pub fn check(values: &[$from]) {
                for stream in streams() {
                    let x = stream.upload(values).unwrap();
                    $({
                        let mut out = stream.alloc_zeroed::<$to>(values.len()).unwrap();
                        $to::cast(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
                        for (value, found) in values.iter().zip(stream.download(&out).unwrap()) {
                            let expected = *value as $to;
                            let same = found.to_ne_bytes() == expected.to_ne_bytes() || format!("{expected:?}{found:?}") == "NaNNaN";
                            assert!(same, "{value:?} as {} on {} is {found:?}, not {expected:?}", stringify!($to), stream.device());
                        }
                    })*
                }
            }
        })*
    };
}

casts! {
    from_i8 i8 => i16 i32 i64 u8 u16 u32 u64 usize f32 f64;
    from_i32 i32 => i8 i16 i64 isize u8 u16 u32 u64 f32 f64;
    from_i64 i64 => i8 i16 i32 u8 u16 u32 u64 f32 f64;
    from_u8 u8 => i8 i16 i32 i64 u16 u32 u64 f32 f64;
    from_u32 u32 => i8 i16 i32 i64 u8 u16 u64 usize f32 f64;
    from_u64 u64 => i8 i16 i32 i64 u8 u16 u32 f32 f64;
    from_f32 f32 => i8 i16 i32 i64 isize u8 u16 u32 u64 usize f64;
    from_f64 f64 => i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32;
}

#[test]
fn casts_agree_with_rust() {
    from_i8::check(&[i8::MIN, -1, 0, 1, 100, i8::MAX]);
    from_i32::check(&[i32::MIN, -1, 0, 1, 16_777_217, 255, 65_536, i32::MAX]);
    from_i64::check(&[i64::MIN, -1, 0, 1, (1 << 53) + 1, (1 << 24) + 1, i64::MAX]);
    from_u8::check(&[0, 1, 127, 128, 255]);
    from_u32::check(&[0, 1, 16_777_217, 0x8000_0000, u32::MAX]);
    from_u64::check(&[0, 1, (1 << 24) + 1, (1 << 53) + 1, 1 << 63, u64::MAX]);
    let floats = [
        0.0,
        -0.0,
        0.5,
        0.999,
        -0.999,
        1.5,
        -1.5,
        127.9,
        128.0,
        255.9,
        256.0,
        -128.9,
        3e9,
        -3e9,
        1e19,
        -1e19,
        2e38,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    from_f32::check(&floats);
    from_f64::check(&floats.map(f64::from));
    from_f64::check(&[4_294_967_295.9, 9.3e18, 1.9e19, 1e300, 1e-300, 0.1]);
}

#[kernel]
fn halves(x: &[f16], y: &[bf16], sums: &mut [f16], products: &mut [bf16], wide: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        sums[i] = x[i] + x[i] * x[i] - f16::from_f32(0.5);
        products[i] = (y[i] * y[i]).sqrt();
        wide[i] = x[i].to_f32() + y[i].to_f32();
    }
}

#[test]
fn sixteen_bit_floats_round_as_the_half_crate_does() {
    let values = [0.0f32, -1.5, 0.1, 3.0, 65504.0, 1e-7, -250.7];
    let x = values.map(f16::from_f32);
    let y = values.map(bf16::from_f32);
    for stream in streams() {
        let (dx, dy) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        let mut sums = stream.alloc_zeroed::<f16>(x.len()).unwrap();
        let mut products = stream.alloc_zeroed::<bf16>(x.len()).unwrap();
        let mut wide = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        halves(&dx, &dy, &mut sums, &mut products, &mut wide).threads(x.len()).launch(&stream).unwrap();
        let (sums, products, wide) = (
            stream.download(&sums).unwrap(),
            stream.download(&products).unwrap(),
            stream.download(&wide).unwrap(),
        );
        for i in 0..x.len() {
            assert_eq!(sums[i], x[i] + x[i] * x[i] - f16::from_f32(0.5), "{} on {}", x[i], stream.device());
            assert_eq!(products[i], Float::sqrt(y[i] * y[i]), "{} on {}", y[i], stream.device());
            assert_eq!(wide[i], x[i].to_f32() + y[i].to_f32());
        }
    }
}

#[kernel]
fn ends(x: &[i32], out: &mut [i32], logs: &mut [u32], wide: &mut [u64], floats: &mut [f64]) {
    let i = global_id();
    let v = x[i];
    let k = 10 * i;
    out[k] = v.saturating_neg();
    out[k + 1] = v.saturating_abs();
    out[k + 2] = v.saturating_pow(3);
    out[k + 3] = v.wrapping_abs();
    out[k + 4] = v.unbounded_shl(i as u32 * 8);
    out[k + 5] = v.unbounded_shr(i as u32 * 8);
    out[k + 6] = v.to_be() ^ i32::from_le(v.to_le());
    out[k + 7] = (v as i8).saturating_pow(2) as i32;
    out[k + 8] = (v as i16).saturating_neg() as i32;
    out[k + 9] = (v as u8).saturating_pow(3) as i32;
    let positive = (v as u32).max(1);
    logs[3 * i] = positive.ilog2() + 100 * positive.ilog10();
    logs[3 * i + 1] = u64::ilog10(positive as u64 * 77777777777);
    logs[3 * i + 2] = (v.unsigned_abs() / 2 + 1).ilog2();
    wide[i] = u64::from_be(v as u64).to_be();
    let tiny = f64::MIN_POSITIVE / 4.0 * v as f64;
    floats[i] = tiny.is_subnormal() as u32 as f64
        + (v as f32).midpoint(7.0) as f64
        + f64::MAX.midpoint(f64::MAX / 2.0) / 1e300;
}

#[test]
fn the_ends_of_integer_types() {
    let values = [0, 1, -1, 7, -13, i32::MAX, i32::MIN, 123_456_789];
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(80).unwrap();
        let mut logs = stream.alloc_zeroed::<u32>(24).unwrap();
        let mut wide = stream.alloc_zeroed::<u64>(8).unwrap();
        let mut floats = stream.alloc_zeroed::<f64>(8).unwrap();
        ends(&x, &mut out, &mut logs, &mut wide, &mut floats).block(8).threads(8).launch(&stream).unwrap();
        let (out, logs) = (stream.download(&out).unwrap(), stream.download(&logs).unwrap());
        let (wide, floats) = (stream.download(&wide).unwrap(), stream.download(&floats).unwrap());
        for (i, v) in values.into_iter().enumerate() {
            let expected = [
                v.saturating_neg(),
                v.saturating_abs(),
                v.saturating_pow(3),
                v.wrapping_abs(),
                v.unbounded_shl(i as u32 * 8),
                v.unbounded_shr(i as u32 * 8),
                v.to_be() ^ v,
                (v as i8).saturating_pow(2) as i32,
                (v as i16).saturating_neg() as i32,
                (v as u8).saturating_pow(3) as i32,
            ];
            assert_eq!(out[10 * i..][..10], expected, "{v} on {}", stream.device());
            let positive = (v as u32).max(1);
            let expected = [
                positive.ilog2() + 100 * positive.ilog10(),
                (positive as u64 * 77777777777).ilog10(),
                (v.unsigned_abs() / 2 + 1).ilog2(),
            ];
            assert_eq!(logs[3 * i..][..3], expected, "{v} on {}", stream.device());
            assert_eq!(wide[i], v as u64);
            let tiny = f64::MIN_POSITIVE / 4.0 * v as f64;
            let midpoints = (v as f32).midpoint(7.0) as f64 + f64::MAX.midpoint(f64::MAX / 2.0) / 1e300;
            assert_eq!(
                floats[i],
                tiny.is_subnormal() as u32 as f64 + midpoints,
                "{v} on {}",
                stream.device()
            );
        }
    }
}

#[kernel]
fn logarithm(x: &[i32], out: &mut [u32]) {
    let i = global_id();
    out[i] = x[i].ilog2();
}

#[test]
fn a_logarithm_of_nothing_ends_the_thread() {
    for stream in streams() {
        let x = stream.upload(&[8, -8]).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(2).unwrap();
        logarithm(&x, &mut out).block(2).threads(2).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("argument of integer logarithm must be positive"), "{error}");
        out.clear_poison();
        assert_eq!(stream.download(&out).unwrap(), [3, 0]);
    }
}

#[kernel]
pub fn generic_ends<T: Int>(x: &[T], out: &mut [T]) {
    let i = global_id();
    let v = x[i].saturating_add(T::MAX).wrapping_mul(T::from_i32(3)).rotate_left(T::BITS / 2 + 1);
    out[i] = v.swap_bytes().reverse_bits().wrapping_sub(T::MIN).pow(2).midpoint(x[i]);
}

#[test]
fn integers_of_any_type() {
    fn expected<T: Int>(x: T) -> T {
        let v = x.saturating_add(T::MAX).wrapping_mul(T::from_i32(3)).rotate_left(T::BITS / 2 + 1);
        v.swap_bytes().reverse_bits().wrapping_sub(T::MIN).wrapping_pow(2).midpoint(x)
    }
    for stream in streams() {
        let (x, wide) = (stream.upload(&[5u8, 200]).unwrap(), stream.upload(&[-5i64, 1 << 40]).unwrap());
        let mut out = stream.alloc_zeroed::<u8>(2).unwrap();
        generic_ends(&x, &mut out).block(2).threads(2).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [expected(5u8), expected(200u8)]);
        let mut out = stream.alloc_zeroed::<i64>(2).unwrap();
        generic_ends(&wide, &mut out).block(2).threads(2).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [expected(-5i64), expected(1i64 << 40)]);
    }
}

/// The magnitude of the least integer is itself, and less than zero: compilers for GPUs took it to be positive.
#[kernel]
fn least_magnitudes(x: &[i64], y: &[i32], wide: &mut [i64], narrow: &mut [i32]) {
    let i = global_id();
    if i < wide.len() && i < narrow.len() {
        wide[i] = x[i].abs().saturating_mul(x[i].clamp(18, 56));
        narrow[i] = (y[i].abs() < 0) as i32
            + 2 * (y[i].unsigned_abs() > 1 << 30) as i32
            + 4 * (-(y[i] as i8)) as u16 as i32
            + 4 * (-(y[i] as i16)) as u32 as i32;
    }
}

#[test]
fn the_magnitudes_of_the_least_integers_are_rusts() {
    let x = [i64::MIN, i64::MIN + 1, -1, 0, 7, i64::MAX];
    let y = [i32::MIN, 128, 32768, -128, -32768, 5];
    for stream in streams() {
        let (a, b) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        let mut wide = stream.alloc_zeroed::<i64>(6).unwrap();
        let mut narrow = stream.alloc_zeroed::<i32>(6).unwrap();
        least_magnitudes(&a, &b, &mut wide, &mut narrow).block(32).threads(6).launch(&stream).unwrap();
        let expected = x.map(|x| x.wrapping_abs().saturating_mul(x.clamp(18, 56)));
        assert_eq!(stream.download(&wide).unwrap(), expected, "on {}", stream.device());
        let expected = y.map(|y: i32| {
            i32::from(y.wrapping_abs() < 0)
                + 2 * i32::from(y.unsigned_abs() > 1 << 30)
                + 4 * (y as i8).wrapping_neg() as u16 as i32
                + 4i32.wrapping_mul((y as i16).wrapping_neg() as u32 as i32)
        });
        assert_eq!(stream.download(&narrow).unwrap(), expected, "on {}", stream.device());
    }
}

/// An amount that is a constant only where the float that it comes from is converted, and a word that is one of two
/// constants: compilers for GPUs rotated by none as if by one.
#[kernel]
fn rotated_choices(x: &[u32], out: &mut [i64]) {
    let i = global_id();
    if i < x.len() && i < out.len() {
        let word = (x[i] > 7) as i64;
        let none = bf16::from_f32(i32::MAX as f32).to_f32() as u32;
        let turns = [0.5f32 as u32, 64.0f32 as u32, 33.0f32 as u32, 96.25f32 as u32, 65.0f32 as u32];
        out[i] = word.rotate_right(none)
            ^ word.rotate_left(none) << 2
            ^ word.rotate_left(turns[0]) << 4
            ^ word.rotate_right(turns[1]) << 6
            ^ word.rotate_left(turns[2]) << 8
            ^ word.rotate_right(turns[3]) << 10
            ^ (5 - 2 * word as u64).rotate_left(turns[4]) as i64;
    }
}

#[test]
fn a_rotation_by_none_changes_nothing() {
    for stream in streams() {
        let x = stream.upload(&[0u32, 7, 8, u32::MAX]).unwrap();
        let mut out = stream.alloc_zeroed::<i64>(4).unwrap();
        rotated_choices(&x, &mut out).block(32).threads(4).launch(&stream).unwrap();
        let expected = |word: i64| {
            word ^ word << 2
                ^ word << 4
                ^ word << 6
                ^ word.rotate_left(33) << 8
                ^ word.rotate_right(96) << 10
                ^ (5 - 2 * word as u64).rotate_left(65) as i64
        };
        assert_eq!(stream.download(&out).unwrap(), [0, 0, 1, 1].map(expected), "on {}", stream.device());
    }
}

#[kernel]
fn divided_by_numbers(x: &[i64], by: &[i64], out: &mut [i64]) {
    let i = global_id();
    if i < out.len() {
        let (v, u) = (x[i], x[i] as u64);
        let mut sum = v / 8 + v % 8 * 3 + (v / 0x4000_0000_0000_0000) * 5;
        sum = sum * 7 + v % 0x4000_0000_0000_0000;
        sum = sum * 7 + v / 10 + v % 10 + v / -10 + v % -8;
        sum = sum * 7 + (u / 10 + u % 10 + u / 0x1_0000_0001 + u % 0x1_0000_0001) as i64;
        sum = sum * 7 + (u / 64 + u % 64) as i64;
        sum = sum * 7 + -3 / ((v & 7) + 1) + -3 % ((v & 7) + 1) + (1_000_000_000_000 / (u | 1)) as i64;
        if by[i] != 0 && by[i] != -1 {
            sum = sum * 7 + v % by[i] + v / by[i];
            sum = sum * 7 + (u / by[i] as u64 + u % by[i] as u64) as i64;
        }
        out[i] = sum;
    }
}

#[test]
fn integers_of_64_bits_are_divided_by_what_is_known_and_what_is_not() {
    let ends =
        [0, 1, -1, 7, -7, 8, -8, 9, 10, 99, -100, 1 << 32, (1 << 32) - 1, -(1 << 32), i64::MIN, i64::MAX];
    let (x, by): (Vec<i64>, Vec<i64>) =
        ends.iter().flat_map(|x| ends.iter().map(move |by| (*x, *by))).unzip();
    for stream in streams() {
        let (a, b) = (stream.upload(&x).unwrap(), stream.upload(&by).unwrap());
        let mut out = stream.alloc_zeroed::<i64>(x.len()).unwrap();
        divided_by_numbers(&a, &b, &mut out).threads(x.len()).launch(&stream).unwrap();
        for ((&v, &by), found) in x.iter().zip(&by).zip(stream.download(&out).unwrap()) {
            let u = v as u64;
            let next = |sum: i64, value: i64| sum.wrapping_mul(7).wrapping_add(value);
            let mut sum = (v / 8).wrapping_add(v % 8 * 3);
            sum = sum.wrapping_add((v / 0x4000_0000_0000_0000) * 5);
            sum = next(sum, v % 0x4000_0000_0000_0000);
            sum = next(sum, v / 10 + v % 10 + v / -10 + v % -8);
            let (large, small) = (u / 0x1_0000_0001 + u % 0x1_0000_0001, u / 10 + u % 10);
            sum = next(sum, small.wrapping_add(large) as i64);
            sum = next(sum, (u / 64 + u % 64) as i64);
            let by_small = -3 / ((v & 7) + 1) + -3 % ((v & 7) + 1);
            sum = next(sum, by_small + (1_000_000_000_000 / (u | 1)) as i64);
            if by != 0 && by != -1 {
                sum = next(sum, (v % by).wrapping_add(v / by));
                sum = next(sum, (u / by as u64).wrapping_add(u % by as u64) as i64);
            }
            assert_eq!(found, sum, "{v} by {by} on {}", stream.device());
        }
    }
}

/// The lower bytes of floats of 16 bits: compilers for GPUs stored the float made an integer there.
#[kernel]
fn low_bytes(x: &[f32], y: &[f64], out: &mut [u8]) {
    let i = global_id();
    if i < x.len() && i < y.len() && 4 * i + 3 < out.len() {
        out[4 * i] = f16::from_f32(x[i]).to_bits() as u8;
        out[4 * i + 1] = bf16::from_f32(x[i]).to_bits() as u8;
        out[4 * i + 2] = (f16::from_f64(y[i]) + f16::from_f64(y[i])).to_bits() as u8;
        out[4 * i + 3] = f16::from_f64(y[i]).to_bits() as u8;
    }
}

#[test]
fn the_lower_byte_of_a_small_float_is_of_its_bits() {
    let x = [325.0f32, 256.0, f32::MIN_POSITIVE, -1.5, 65504.0, 0.1];
    let y = [325.0f64, 256.5, 1e-7, -1.5, 3.0, 0.1];
    for stream in streams() {
        let (a, b) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        let mut out = stream.alloc_zeroed::<u8>(24).unwrap();
        low_bytes(&a, &b, &mut out).block(32).threads(6).launch(&stream).unwrap();
        let bytes = |i: usize| {
            let wide = f16::from_f64(y[i]);
            [
                f16::from_f32(x[i]).to_bits() as u8,
                bf16::from_f32(x[i]).to_bits() as u8,
                (wide + wide).to_bits() as u8,
                wide.to_bits() as u8,
            ]
        };
        let expected: Vec<u8> = (0..6).flat_map(bytes).collect();
        assert_eq!(stream.download(&out).unwrap(), expected, "on {}", stream.device());
    }
}
