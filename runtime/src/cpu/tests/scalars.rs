//! Every operator on every scalar, on edge values, in each shape of operands, against plain Rust.

use kiln_codegen::float16::round_to_odd;
use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::intrinsics::{narrow, widen};
use kiln_codegen::ir::{BinOp, Scalar, UnOp};

use crate::cpu::cast::cast;
use crate::cpu::lanes::CHUNK;
use crate::cpu::memory::{read_bits, write_bits};
use crate::cpu::ops::{Product, binary, product, unary};

use super::support::{Args, kernel};

/// Edge values as bits, in the type.
fn edges(s: Scalar) -> Vec<u64> {
    let wide = |s: Scalar| if s.bits() == 64 { u64::MAX } else { (1 << s.bits()) - 1 };
    let floats = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        // Just above the middle of two 16-bit floats.
        1.003_906_369_209_289_6,
        1.000_488_281_250_000_2,
        1.5,
        -2.5,
        0.1,
        3e5,
        -7e9,
        1e-7,
        65504.0,
        1e300,
        -1e300,
        127.0,
        128.0,
        255.5,
        -129.0,
        2_147_483_647.0,
        4_294_967_296.0,
        9.3e18,
        1.9e19,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    match s {
        Scalar::Bool => vec![0, 1],
        Scalar::F16 => {
            floats.iter().map(|x| u64::from(f16::from_f64(*x).to_bits())).chain([1, 0x83ff]).collect()
        }
        Scalar::BF16 => {
            floats.iter().map(|x| u64::from(bf16::from_f64(*x).to_bits())).chain([1, 0x807f]).collect()
        }
        Scalar::F32 => {
            floats.iter().map(|x| u64::from((*x as f32).to_bits())).chain([1, 0x807f_ffff]).collect()
        }
        Scalar::F64 => floats.iter().map(|x| x.to_bits()).chain([1, 0x800f_ffff_ffff_ffff]).collect(),
        _ => {
            let (all, top) = (wide(s), 1u64 << (s.bits() - 1));
            [0, 1, 2, 3, 7, 31, 33, 100, top - 1, top, top + 1, all - 1, all, all / 3]
                .map(|v| v & all)
                .to_vec()
        }
    }
}

fn is_nan(s: Scalar, bits: u64) -> bool {
    match s {
        Scalar::F16 => f16::from_bits(bits as u16).is_nan(),
        Scalar::BF16 => bf16::from_bits(bits as u16).is_nan(),
        Scalar::F32 => f32::from_bits(bits as u32).is_nan(),
        Scalar::F64 => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

fn same(s: Scalar, a: u64, b: u64) -> bool {
    a == b || (is_nan(s, a) && is_nan(s, b))
}

/// What Rust says; `None` where the operator does not exist or fails.
fn expected(op: BinOp, s: Scalar, a: u64, b: u64) -> Option<u64> {
    macro_rules! int {
        ($t:ty, $u:ty) => {{
            let (x, y) = (a as $t, b as $t);
            Some(match op {
                BinOp::Add => x.wrapping_add(y) as $u as u64,
                BinOp::Sub => x.wrapping_sub(y) as $u as u64,
                BinOp::Mul => x.wrapping_mul(y) as $u as u64,
                BinOp::Div => x.checked_div(y)? as $u as u64,
                BinOp::Rem => x.checked_rem(y)? as $u as u64,
                BinOp::BitAnd => (x & y) as $u as u64,
                BinOp::BitOr => (x | y) as $u as u64,
                BinOp::BitXor => (x ^ y) as $u as u64,
                BinOp::Shl => x.wrapping_shl(b as u32) as $u as u64,
                BinOp::Shr => x.wrapping_shr(b as u32) as $u as u64,
                BinOp::And | BinOp::Or => return None,
                BinOp::Eq => u64::from(x == y),
                BinOp::Ne => u64::from(x != y),
                BinOp::Lt => u64::from(x < y),
                BinOp::Le => u64::from(x <= y),
                BinOp::Gt => u64::from(x > y),
                BinOp::Ge => u64::from(x >= y),
            })
        }};
    }
    macro_rules! float {
        ($x:expr, $y:expr, $back:expr) => {{
            let (x, y) = ($x, $y);
            Some(match op {
                BinOp::Add => $back(x + y),
                BinOp::Sub => $back(x - y),
                BinOp::Mul => $back(x * y),
                BinOp::Div => $back(x / y),
                BinOp::Rem => $back(x % y),
                BinOp::Eq => u64::from(x == y),
                BinOp::Ne => u64::from(x != y),
                BinOp::Lt => u64::from(x < y),
                BinOp::Le => u64::from(x <= y),
                BinOp::Gt => u64::from(x > y),
                BinOp::Ge => u64::from(x >= y),
                _ => return None,
            })
        }};
    }
    match s {
        Scalar::Bool => Some(match op {
            BinOp::And | BinOp::BitAnd => a & b,
            BinOp::Or | BinOp::BitOr => a | b,
            BinOp::BitXor | BinOp::Ne => a ^ b,
            BinOp::Eq => u64::from(a == b),
            BinOp::Lt => u64::from(a < b),
            BinOp::Le => u64::from(a <= b),
            BinOp::Gt => u64::from(a > b),
            BinOp::Ge => u64::from(a >= b),
            _ => return None,
        }),
        Scalar::I8 => int!(i8, u8),
        Scalar::I16 => int!(i16, u16),
        Scalar::I32 => int!(i32, u32),
        Scalar::I64 | Scalar::Isize => int!(i64, u64),
        Scalar::U8 => int!(u8, u8),
        Scalar::U16 => int!(u16, u16),
        Scalar::U32 => int!(u32, u32),
        Scalar::U64 | Scalar::Usize => int!(u64, u64),
        Scalar::F16 => {
            let f = |bits: u64| f16::from_bits(bits as u16).to_f32();
            float!(f(a), f(b), |x| u64::from(f16::from_f32(x).to_bits()))
        }
        Scalar::BF16 => {
            let f = |bits: u64| bf16::from_bits(bits as u16).to_f32();
            float!(f(a), f(b), |x| u64::from(bf16::from_f32(x).to_bits()))
        }
        Scalar::F32 => {
            let f = |bits: u64| f32::from_bits(bits as u32);
            float!(f(a), f(b), |x: f32| u64::from(x.to_bits()))
        }
        Scalar::F64 => float!(f64::from_bits(a), f64::from_bits(b), |x: f64| x.to_bits()),
        // Nothing computes with them.
        Scalar::E4M3 | Scalar::E5M2 => None,
    }
}

/// A register's worth of bytes, aligned.
#[repr(align(64))]
struct Register([u8; 8 * CHUNK * 64]);

fn register(size: usize, values: &[u64]) -> Box<Register> {
    let mut register = Box::new(Register([0; 8 * CHUNK * 64]));
    for (lane, value) in values.iter().enumerate() {
        // SAFETY: the tests' lists are shorter than a register.
        unsafe { write_bits(register.0.as_mut_ptr(), size, lane, *value) };
    }
    register
}

#[test]
fn every_binary_operator_on_every_scalar() {
    for s in Scalar::COMPUTED {
        let values = edges(s);
        let pairs: Vec<(u64, u64)> =
            values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))).collect();
        let count = pairs.len().next_multiple_of(CHUNK);
        let a = register(s.size(), &pairs.iter().map(|p| p.0).collect::<Vec<_>>());
        let b = register(s.size(), &pairs.iter().map(|p| p.1).collect::<Vec<_>>());
        for op in BinOp::ALL {
            if expected(op, s, values[1], values[1]).is_none() {
                continue;
            }
            let f = binary(op, s);
            let result = if op.is_comparison() { Scalar::Bool } else { s };
            let read = |d: &Register, lane: usize| {
                // SAFETY: registers hold all lanes that are asked for.
                unsafe { read_bits(d.0.as_ptr(), result.size(), lane) }
            };
            let mut d = register(1, &[]);
            // SAFETY: registers hold `count` lanes.
            unsafe { (f.lanes)(d.0.as_mut_ptr(), a.0.as_ptr(), b.0.as_ptr(), 0, count) };
            for (lane, (x, y)) in pairs.iter().enumerate() {
                let Some(expected) = expected(op, s, *x, *y) else { continue };
                assert!(
                    same(result, read(&d, lane), expected),
                    "{op:?} {s:?} {x:x} {y:x}: {:x}",
                    read(&d, lane)
                );
                assert!(same(result, (f.one)(*x, *y), expected), "{op:?} {s:?} {x:x} {y:x}");
            }
            for at in 0..values.len() {
                let (mut r, mut l) = (register(1, &[]), register(1, &[]));
                // SAFETY: as above.
                unsafe {
                    (f.right)(r.0.as_mut_ptr(), a.0.as_ptr(), values[at], 0, count);
                    (f.swapped)(l.0.as_mut_ptr(), b.0.as_ptr(), values[at], 0, count);
                }
                for (lane, (x, y)) in pairs.iter().enumerate() {
                    if let Some(expected) = expected(op, s, *x, values[at]) {
                        assert!(same(result, read(&r, lane), expected), "{op:?} {s:?} right");
                    }
                    if let Some(expected) = expected(op, s, values[at], *y) {
                        assert!(same(result, read(&l, lane), expected), "{op:?} {s:?} left");
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators() {
    for s in Scalar::COMPUTED {
        let all = if s.bits() == 64 { u64::MAX } else { (1 << s.bits()) - 1 };
        for a in edges(s) {
            if s != Scalar::Bool {
                let negated = if s.is_float() { a ^ 1 << (s.bits() - 1) } else { a.wrapping_neg() & all };
                assert!(same(s, (unary(UnOp::Neg, s).one)(a), negated), "{s:?} {a:x}");
            }
            if !s.is_float() {
                let not = if s == Scalar::Bool { a ^ 1 } else { !a & all };
                assert_eq!((unary(UnOp::Not, s).one)(a), not, "{s:?} {a:x}");
            }
        }
    }
}

/// What Rust's `as` says.
fn expected_cast(from: Scalar, to: Scalar, a: u64) -> u64 {
    macro_rules! to {
        ($x:expr) => {{
            let x = $x;
            match to {
                Scalar::Bool => unreachable!(),
                Scalar::I8 => x as i8 as u8 as u64,
                Scalar::I16 => x as i16 as u16 as u64,
                Scalar::I32 => x as i32 as u32 as u64,
                Scalar::I64 | Scalar::Isize => x as i64 as u64,
                Scalar::U8 => x as u8 as u64,
                Scalar::U16 => x as u16 as u64,
                Scalar::U32 => x as u32 as u64,
                Scalar::U64 | Scalar::Usize => x as u64,
                Scalar::E4M3 | Scalar::E5M2 => narrow(to, round_to_odd(x as f64)),
                Scalar::F16 => f16::from_f32(round_to_odd(x as f64)).to_bits() as u64,
                Scalar::BF16 => bf16::from_f32(round_to_odd(x as f64)).to_bits() as u64,
                Scalar::F32 => (x as f32).to_bits() as u64,
                Scalar::F64 => (x as f64).to_bits(),
            }
        }};
    }
    match from {
        Scalar::Bool | Scalar::U8 => to!(a as u8),
        Scalar::I8 => to!(a as i8),
        Scalar::I16 => to!(a as i16),
        Scalar::I32 => to!(a as i32),
        Scalar::I64 | Scalar::Isize => to!(a as i64),
        Scalar::U16 => to!(a as u16),
        Scalar::U32 => to!(a as u32),
        Scalar::U64 | Scalar::Usize => to!(a),
        Scalar::E4M3 | Scalar::E5M2 => to!(widen(from, a)),
        Scalar::F16 => to!(f16::from_bits(a as u16).to_f32()),
        Scalar::BF16 => to!(bf16::from_bits(a as u16).to_f32()),
        Scalar::F32 => to!(f32::from_bits(a as u32)),
        Scalar::F64 => to!(f64::from_bits(a)),
    }
}

#[test]
fn every_cast() {
    for from in Scalar::ALL {
        let values = edges(from);
        let a = register(from.size(), &values);
        // Of floats of 8 bits there are these alone.
        let is_there = |to: &Scalar| match (from.is_float8(), to.is_float8()) {
            (true, _) => *to == Scalar::F32,
            (false, true) => matches!(from, Scalar::F32 | Scalar::F64),
            (false, false) => *to != Scalar::Bool,
        };
        for to in Scalar::ALL.into_iter().filter(is_there) {
            let f = cast(from, to);
            let mut d = register(1, &[]);
            // SAFETY: registers hold these lanes.
            unsafe { (f.lanes)(d.0.as_mut_ptr(), a.0.as_ptr(), 0, values.len().next_multiple_of(CHUNK)) };
            for (lane, value) in values.iter().enumerate() {
                let expected = expected_cast(from, to, *value);
                // SAFETY: as above.
                let got = unsafe { read_bits(d.0.as_ptr(), to.size(), lane) };
                assert!(
                    same(to, got, expected),
                    "{from:?} as {to:?} of {value:x}: {got:x}, not {expected:x}"
                );
                assert!(same(to, (f.one)(*value), expected), "{from:?} as {to:?} of {value:x}");
            }
        }
    }
}

#[test]
fn products_round_twice() {
    let values = edges(Scalar::F32);
    for kind in [Product::Add, Product::Sub, Product::SubFrom] {
        let f = product(kind, Scalar::F32).unwrap();
        for shape in 0..7usize {
            for (k, a) in values.iter().enumerate() {
                let (b, c) = (values[(k * 7 + 3) % values.len()], values[(k * 5 + 1) % values.len()]);
                let regs = [*a, b, c].map(|v| register(4, &[v; CHUNK]));
                let mut arg = [*a, b, c];
                for (k, arg) in arg.iter_mut().enumerate() {
                    if shape >> k & 1 == 0 {
                        *arg = regs[k].0.as_ptr() as u64;
                    }
                }
                let mut d = register(1, &[]);
                // SAFETY: registers hold a chunk.
                let got = unsafe {
                    (f.lanes[shape])(d.0.as_mut_ptr(), arg[0], arg[1], arg[2], 0, CHUNK);
                    read_bits(d.0.as_ptr(), 4, CHUNK - 1)
                };
                let [x, y, z] = [*a, b, c].map(|v| f32::from_bits(v as u32));
                let expected = match kind {
                    Product::Add => x * y + z,
                    Product::Sub => x * y - z,
                    Product::SubFrom => z - x * y,
                };
                assert!(same(Scalar::F32, got, u64::from(expected.to_bits())), "{kind:?} {shape}");
            }
        }
    }
}

#[test]
fn operators_reach_kernels_in_every_form() {
    let program = kernel(
        "x: &[i16], u: i16, y: &mut [i16]",
        &["t: usize", "a: i16"],
        "@0 let t = global_id_x();
         @0 let a = (x[t @1] << (t as u8)) + (u >> 3u64);
         @0 a -= -(x[t @1] * u);
         @0 a ^= !(u & a);
         @0 y[t @1] = if (a > u) | (a == 3i16) { a.min(7) } else { (a as u8) as i16 };"
            .replace("a.min(7)", "int_min(a, 7i16)")
            .as_str(),
    );
    let mut x: Vec<i16> = (0..200i16).map(|i| i.wrapping_mul(331)).collect();
    let mut y = vec![0i16; 200];
    let u = -1234i16;
    assert!(
        Args::new().slice(&mut x).bits(u64::from(u as u16)).slice(&mut y).line(&program, 2, 100).is_none()
    );
    for (t, y) in y.iter().enumerate() {
        let mut a = x[t].wrapping_shl(t as u32).wrapping_add(u >> 3);
        a = a.wrapping_sub(x[t].wrapping_mul(u).wrapping_neg());
        a ^= !(u & a);
        assert_eq!(*y, if a > u || a == 3 { a.min(7) } else { a as u8 as i16 }, "{t}");
    }
}

#[test]
fn intrinsics_with_loops_without_and_with_divisors() {
    let program = kernel(
        "x: &[f32], k: &[i32], y: &mut [f32], z: &mut [i32]",
        &["t: usize", "v: f32"],
        "@0 let t = global_id_x();
         @0 let v = sqrt(x[t @1]);
         @0 v = mul_add(v, 2.0f32, float_abs(x[t @1]));
         @0 y[t @1] = float_max(floor(v), sin(x[t @1]));
         @0 z[t @1] = int_rem_euclid(k[t @1], 7i32, @2);
         @0 z[t @1] += int_abs(k[t @1]);",
    );
    let mut x: Vec<f32> = (0..100).map(|i| i as f32 * 0.37).collect();
    let mut k: Vec<i32> = (-50..50).collect();
    let (mut y, mut z) = (vec![0f32; 100], vec![0i32; 100]);
    let args = Args::new().slice(&mut x).slice(&mut k).slice(&mut y).slice(&mut z);
    assert!(args.line(&program, 1, 100).is_none());
    for t in 0..100 {
        let v = x[t].sqrt().mul_add(2.0, x[t].abs());
        assert_eq!(y[t], v.floor().max(x[t].sin()));
        assert_eq!(z[t], k[t].rem_euclid(7) + k[t].abs());
    }
}
