//! Methods of numbers and arrays that are made of several operations, against plain Rust.

use kiln::prelude::*;

use crate::same::{agrees, kernel_of};

/// The methods that give an `Option`, of values at the ends of a type and between.
macro_rules! checked_of {
    ($name:ident, $kernel:ident, $ty:ident) => {
        #[device]
        fn $name(i: usize, x: &[i32]) -> i32 {
            let values = [
                $ty::MIN,
                $ty::MIN + 1,
                $ty::MAX,
                $ty::MAX - 1,
                0,
                1,
                7,
                73,
                2,
                !0,
                $ty::MAX / 3,
                x[i % x.len()] as $ty,
                0u8.wrapping_sub(2) as i8 as $ty,
                0u8.wrapping_sub(6) as i8 as $ty,
                0u8.wrapping_sub(8) as i8 as $ty,
            ];
            let a = values[i % 15];
            let mut t = 0i32;
            for b in values {
                if let Some(v) = a.checked_mul(b) {
                    t = t.wrapping_mul(31).wrapping_add(v as i32);
                }
                t = t.wrapping_mul(31).wrapping_add(a.checked_div(b).map_or(-3, |v| v as i32));
                t = t.wrapping_mul(31).wrapping_add(a.checked_rem(b).map_or(-3, |v| v as i32));
                t = t.wrapping_mul(31).wrapping_add(a.checked_div_euclid(b).map_or(-3, |v| v as i32));
                t = t.wrapping_mul(31).wrapping_add(a.checked_rem_euclid(b).unwrap_or(3) as i32);
                t = t.wrapping_mul(31).wrapping_add(i32::from(a.checked_add(b).is_some()));
                t = t.wrapping_mul(31).wrapping_add(i32::from(a.checked_sub(b).is_some()));
                let (sum, over) = a.overflowing_add(b);
                t = t.wrapping_mul(31).wrapping_add(sum as i32 ^ i32::from(over));
                let (difference, over) = a.overflowing_sub(b);
                t = t.wrapping_mul(31).wrapping_add(difference as i32 ^ i32::from(over));
                let (product, over) = a.overflowing_mul(b);
                t = t.wrapping_mul(31).wrapping_add(product as i32 ^ i32::from(over));
                t = t.wrapping_mul(31).wrapping_add((a > b).then_some(a).map_or(-3, |v| v as i32));
                let amount = b as u32 % 70;
                for n in [0, 1, 2, 3, 5, 7, 15, 31, 63, amount] {
                    t = t.wrapping_mul(31).wrapping_add(a.checked_pow(n).map_or(-3, |v| v as i32));
                    let (power, over) = b.overflowing_pow(n);
                    t = t.wrapping_mul(31).wrapping_add(power as i32 ^ i32::from(over));
                }
                t = t.wrapping_mul(31).wrapping_add(a.overflowing_shl(amount).0 as i32);
                t = t.wrapping_mul(31).wrapping_add(i32::from(a.overflowing_shr(amount).1));
                t = t.wrapping_mul(31).wrapping_add(i32::from(a.overflowing_neg().1));
                let kept = a.checked_shl(amount);
                t = t.wrapping_mul(31).wrapping_add(kept.unwrap_or(5) as i32);
                t = t.wrapping_mul(31).wrapping_add(a.checked_shr(amount).unwrap_or(5) as i32);
            }
            t = t.wrapping_mul(31).wrapping_add(a.checked_ilog2().map_or(-3, |v| v as i32));
            t = t.wrapping_mul(31).wrapping_add(a.checked_ilog10().map_or(-3, |v| v as i32));
            t.wrapping_mul(31).wrapping_add(a.checked_neg().map_or(-3, |v| v as i32))
        }
        kernel_of!($kernel, $name);
    };
}

checked_of!(of_i8, of_i8_kernel, i8);
checked_of!(of_u8, of_u8_kernel, u8);
checked_of!(of_i16, of_i16_kernel, i16);
checked_of!(of_u32, of_u32_kernel, u32);
checked_of!(of_i32, of_i32_kernel, i32);
checked_of!(of_i64, of_i64_kernel, i64);
checked_of!(of_u64, of_u64_kernel, u64);
checked_of!(of_usize, of_usize_kernel, usize);

/// All products of bytes, of which some wrap to the end of the type.
#[device]
fn products(i: usize, x: &[i32]) -> i32 {
    let mut t = x[0];
    for k in (i as u32 % 8..256).step_by(8) {
        for m in 0..256u32 {
            let (a, b) = (k as u8, m as u8);
            t = t.wrapping_mul(31).wrapping_add(a.checked_mul(b).map_or(-1, |v| v as i32));
            t = t.wrapping_mul(31).wrapping_add((a as i8).checked_mul(b as i8).map_or(-200, |v| v as i32));
        }
        t = t.wrapping_add((k as i8).checked_abs().map_or(-1, |v| v as i32));
        t = t.wrapping_mul(31).wrapping_add((k as u8).checked_next_power_of_two().map_or(-1, |v| v as i32));
    }
    t
}
kernel_of!(products_kernel, products);

#[device]
fn ascii(i: usize, x: &[i32]) -> i32 {
    let mut t = x[0];
    for k in (i as u32 % 4..256).step_by(4) {
        let byte = k as u8;
        let answers = [
            byte.is_ascii(),
            byte.is_ascii_digit(),
            byte.is_ascii_hexdigit(),
            byte.is_ascii_uppercase(),
            byte.is_ascii_lowercase(),
            byte.is_ascii_alphabetic(),
            byte.is_ascii_alphanumeric(),
            byte.is_ascii_whitespace(),
            byte.is_ascii_punctuation(),
            byte.is_ascii_graphic(),
            byte.is_ascii_control(),
        ];
        for answer in answers {
            t = t.wrapping_mul(2).wrapping_add(i32::from(answer));
            t ^= t >> 7;
        }
        t = t.wrapping_mul(31).wrapping_add(byte.to_ascii_lowercase() as i32);
        t = t.wrapping_mul(31).wrapping_add(byte.to_ascii_uppercase() as i32);
    }
    let mut digits = 0;
    for byte in [b'a', b'1', b'b', b'2'] {
        if byte.is_ascii_digit() {
            digits = digits * 10 + (byte - b'0') as i32;
        }
    }
    t.wrapping_add(digits)
}
kernel_of!(ascii_kernel, ascii);

#[device]
fn bytes(i: usize, x: &[i32]) -> i32 {
    let v = x[i % x.len()].wrapping_mul(0x1357_9bdf);
    let wide = (v as i64).wrapping_mul(0x1234_5678_9abc);
    let mut t = 0i32;
    for byte in v.to_le_bytes() {
        t = t.wrapping_mul(31).wrapping_add(byte as i32);
    }
    let parts = wide.to_be_bytes();
    for byte in parts {
        t = t.wrapping_mul(31).wrapping_add(byte as i32);
    }
    for byte in f32::to_ne_bytes(v as f32 * 0.3) {
        t = t.wrapping_mul(31).wrapping_add(byte as i32);
    }
    t = t.wrapping_add(i32::from_be_bytes(v.to_le_bytes()));
    t = t.wrapping_add(i64::from_le_bytes(parts) as i32);
    t = t.wrapping_add(f64::from_be_bytes((v as f64 * 0.7).to_be_bytes()) as i32);
    t = t.wrapping_add(u16::from_le_bytes([parts[1], parts[6]]) as i32);
    let rest = u8::from_ne_bytes([7]) as i32 + u8::default() as i32 + f32::default() as i32;
    t.wrapping_add(rest)
}
kernel_of!(bytes_kernel, bytes);

#[device]
fn neighbors(i: usize, x: &[i32]) -> i32 {
    let values =
        [0.0, -0.0, 1.0, -1.0, f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, x[i % x.len()] as f32];
    let wide = [
        0.0f64,
        -0.0,
        1.5,
        -2.5,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        x[i % x.len()] as f64,
    ];
    let mut t = 0i32;
    for v in values {
        t = t.wrapping_mul(31).wrapping_add(f32::next_up(v).to_bits() as i32);
        t = t.wrapping_mul(31).wrapping_add(f32::next_down(v).to_bits() as i32);
    }
    for v in wide {
        t = t.wrapping_mul(31).wrapping_add(f64::next_up(v).to_bits() as i32);
        t = t.wrapping_mul(31).wrapping_add((f64::next_down(v).to_bits() >> 17) as i32);
    }
    t.wrapping_add(i32::from(f32::next_up(f32::NAN).is_nan()))
}
kernel_of!(neighbors_kernel, neighbors);

#[device]
fn mapped(i: usize, x: &[i32]) -> i32 {
    let n = x[i % x.len()];
    let a = [n, 2, 3, n + 4];
    let doubled = a.map(|v| v * 2 + n);
    let halves = doubled.map(|v| v as f32 * 0.5);
    let pairs = [1, 5].map(|v| (v, v > n));
    let mut t = a[0];
    for v in doubled {
        t = t * 3 + v;
    }
    for v in halves.iter() {
        t = t * 3 + *v as i32;
    }
    for (v, above) in pairs {
        t = t * 3 + if above { v } else { -v };
    }
    t + a.map(|v| v - 1)[i % 4]
}
kernel_of!(mapped_kernel, mapped);

#[test]
fn checked_methods_agree_with_rust() {
    agrees!(of_i8_kernel, of_i8);
    agrees!(of_u8_kernel, of_u8);
    agrees!(of_i16_kernel, of_i16);
    agrees!(of_u32_kernel, of_u32);
    agrees!(of_i32_kernel, of_i32);
    agrees!(of_i64_kernel, of_i64);
    agrees!(of_u64_kernel, of_u64);
    agrees!(of_usize_kernel, of_usize);
    agrees!(products_kernel, products);
}

#[test]
fn bytes_and_their_questions_agree_with_rust() {
    agrees!(ascii_kernel, ascii);
    agrees!(bytes_kernel, bytes);
    agrees!(neighbors_kernel, neighbors);
}

#[test]
fn arrays_are_mapped() {
    agrees!(mapped_kernel, mapped);
}

/// What ptxas takes for something else: bits of floats that are booleans, two clamps of 16 bits of which one begins
/// at zero, and the complement of a counter that is known to be zero.
#[device]
fn mistaken(i: usize, x: &[i32]) -> i32 {
    let (a, b) = (x[i % x.len()], x[(i + 1) % x.len()]);
    let flag = a > b;
    let single = f32::from_bits(flag as u32).round_ties_even().to_bits() as i32;
    let double = f64::from_bits(flag as u64).round_ties_even().to_bits() as i32;
    let half = f16::from_bits(flag as u16).to_f32().to_bits() as i32;
    let (small, wide) = (a as i8 as i16, b as i16);
    let clamped = ((small.min(1) | (small + 1)) - small) ^ wide.clamp(0, 46) ^ wide.min(24).max(0);
    let mut count = (a as u32) & 15;
    while count != 0 {
        count >>= 1;
    }
    let others = !count;
    let rounded = if flag { others.wrapping_add(8 - others % 8) } else { count | 3 };
    single
        ^ double.wrapping_mul(3)
        ^ half.wrapping_mul(5)
        ^ (clamped as i32).wrapping_mul(7)
        ^ rounded as i32
        ^ flag as i32
}
kernel_of!(mistaken_kernel, mistaken);

#[test]
fn what_assemblers_mistake_agrees_with_rust() {
    agrees!(mistaken_kernel, mistaken);
}
