//! The operators of the language, one definition each, and the tables from operator and scalar to loops.
//!
//! Wrapping integers, masked shifts, IEEE floats; 16-bit floats are computed in `f32` and rounded after each operation.
//! Of floats of 8 bits there are none: inference writes out what is computed with them. A zero divisor gives 0 here
//! and `MIN / -1` wraps, since loops run over lanes that are not active: the failure of active lanes is an
//! instruction of its own, before the division.

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::{BinOp, Scalar, UnOp};

use super::lanes::{
    Fn1, Fn2, Fn3, Op1, Op2, Op3, fn1, fn1_plain, fn2, fn2_mirrored, fn2_plain, fn2_plain_mirrored, fn3,
};

struct Add;
struct Sub;
struct Mul;
struct Div;
struct Rem;
struct BitAnd;
struct BitOr;
struct BitXor;
struct Shl;
struct Shr;
struct Eq;
struct Ne;
struct Lt;
struct Le;
struct Gt;
struct Ge;
struct Neg;
struct Least;
struct Greatest;
struct Not;
struct LogicalNot;
struct RotateLeft;
struct RotateRight;
struct MulHigh;
struct MulAdd;
struct MulSub;
struct NegMulAdd;

macro_rules! op2 {
    ($op:ident [$($t:ty),*] |$a:ident, $b:ident| $e:expr) => { $(
        impl Op2<$t> for $op {
            type R = $t;
            #[inline(always)]
            fn call($a: $t, $b: $t) -> $t {
                $e
            }
        }
    )* };
}

macro_rules! comparison {
    ($($op:ident $symbol:tt),*) => { $( comparison!(@ $op $symbol
        [u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32, f64]); )* };
    (@ $op:ident $symbol:tt [$($t:ty),*]) => { $(
        impl Op2<$t> for $op {
            type R = u8;
            #[inline(always)]
            fn call(a: $t, b: $t) -> u8 {
                u8::from(a $symbol b)
            }
        }
    )* };
}

macro_rules! op1 {
    ($op:ident [$($t:ty),*] |$a:ident| $e:expr) => { $(
        impl Op1<$t> for $op {
            type R = $t;
            #[inline(always)]
            fn call($a: $t) -> $t {
                $e
            }
        }
    )* };
}

macro_rules! half_arithmetic {
    ($($op:ident $symbol:tt),*) => { $(
        op2!($op [f16] |a, b| f16::from_f32(a.to_f32() $symbol b.to_f32()));
        op2!($op [bf16] |a, b| bf16::from_f32(a.to_f32() $symbol b.to_f32()));
        op2!($op [f32, f64] |a, b| a $symbol b);
    )* };
}

op2!(Add [u8, u16, u32, u64] |a, b| a.wrapping_add(b));
op2!(Sub [u8, u16, u32, u64] |a, b| a.wrapping_sub(b));
op2!(Mul [u8, u16, u32, u64] |a, b| a.wrapping_mul(b));
op2!(Div [u8, u16, u32, u64, i8, i16, i32, i64] |a, b| if b == 0 { 0 } else { a.wrapping_div(b) });
op2!(Rem [u8, u16, u32, u64, i8, i16, i32, i64] |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) });
op2!(BitAnd [u8, u16, u32, u64] |a, b| a & b);
op2!(BitOr [u8, u16, u32, u64] |a, b| a | b);
op2!(BitXor [u8, u16, u32, u64] |a, b| a ^ b);
op2!(Shl [u8, u16, u32, u64] |a, b| a.wrapping_shl(b as u32));
op2!(Shr [u8, u16, u32, u64, i8, i16, i32, i64] |a, b| a.wrapping_shr(b as u32));
half_arithmetic!(Add +, Sub -, Mul *, Div /, Rem %);
comparison!(Eq ==, Ne !=, Lt <, Le <=, Gt >, Ge >=);
op1!(Neg [u8, u16, u32, u64] |a| a.wrapping_neg());
op1!(Neg [f16, bf16, f32, f64] |a| -a);
op1!(Not [u8, u16, u32, u64] |a| !a);
op1!(LogicalNot[u8] | a | a ^ 1);

op2!(Least [u8, u16, u32, u64, i8, i16, i32, i64] |a, b| a.min(b));
op2!(Greatest [u8, u16, u32, u64, i8, i16, i32, i64] |a, b| a.max(b));
op2!(Least [f32, f64] |a, b| a.min(b));
op2!(Greatest [f32, f64] |a, b| a.max(b));
op2!(Least[f16] | a, b | f16::from_f32(a.to_f32().min(b.to_f32())));
op2!(Greatest[f16] | a, b | f16::from_f32(a.to_f32().max(b.to_f32())));
op2!(Least[bf16] | a, b | bf16::from_f32(a.to_f32().min(b.to_f32())));
op2!(Greatest[bf16] | a, b | bf16::from_f32(a.to_f32().max(b.to_f32())));

op2!(RotateLeft [u8, u16, u32, u64] |a, b| a.rotate_left(b as u32));
op2!(RotateRight [u8, u16, u32, u64] |a, b| a.rotate_right(b as u32));
op2!(MulHigh[u32] | a, b | ((a as u64 * b as u64) >> 32) as u32);
op2!(MulHigh[i32] | a, b | ((a as i64 * b as i64) >> 32) as i32);
op2!(MulHigh[u64] | a, b | ((a as u128 * b as u128) >> 64) as u64);
op2!(MulHigh[i64] | a, b | ((a as i128 * b as i128) >> 64) as i64);

macro_rules! op3 {
    ($op:ident [$($t:ty),*] |$a:ident, $b:ident, $c:ident| $e:expr) => { $(
        impl Op3<$t> for $op {
            #[inline(always)]
            fn call($a: $t, $b: $t, $c: $t) -> $t {
                $e
            }
        }
    )* };
}

// Two roundings each: these save a pass over the lanes, not a rounding.
op3!(MulAdd [f32, f64] |a, b, c| a * b + c);
op3!(MulSub [f32, f64] |a, b, c| a * b - c);
op3!(NegMulAdd [f32, f64] |a, b, c| c - a * b);

/// A table over integers whose signedness does not matter.
macro_rules! by_width {
    ($op:ty, $s:expr) => {
        match $s.size() {
            1 => fn2_plain::<u8, $op>(),
            2 => fn2_plain::<u16, $op>(),
            4 => fn2::<u32, $op>(),
            _ => fn2::<u64, $op>(),
        }
    };
    ($op:ty, mirrored $mirror:ty, $s:expr) => {
        match $s.size() {
            1 => fn2_mirrored::<u8, $op, $mirror>(),
            2 => fn2_plain_mirrored::<u16, $op, $mirror>(),
            4 => fn2_mirrored::<u32, $op, $mirror>(),
            _ => fn2_mirrored::<u64, $op, $mirror>(),
        }
    };
}

/// A table over all numbers for an operator that commutes, whatever the signs.
macro_rules! by_number {
    ($op:ty, $s:expr) => {
        match $s {
            Scalar::F16 => fn2_plain_mirrored::<f16, $op, $op>(),
            Scalar::BF16 => fn2_plain_mirrored::<bf16, $op, $op>(),
            Scalar::F32 => fn2_mirrored::<f32, $op, $op>(),
            Scalar::F64 => fn2_mirrored::<f64, $op, $op>(),
            Scalar::Bool
            | Scalar::E4M3
            | Scalar::E5M2
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::Isize
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::Usize => by_width!($op, mirrored $op, $s),
        }
    };
}

/// A table over all types, each with its own meaning.
macro_rules! by_type {
    ($op:ty, $s:expr, $int:ident, $float:ident) => {
        match $s {
            Scalar::Bool | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => $int::<u8, $op>(),
            Scalar::U16 => fn2_plain::<u16, $op>(),
            Scalar::U32 => $int::<u32, $op>(),
            Scalar::U64 | Scalar::Usize => $int::<u64, $op>(),
            Scalar::I8 => fn2_plain::<i8, $op>(),
            Scalar::I16 => fn2_plain::<i16, $op>(),
            Scalar::I32 => $int::<i32, $op>(),
            Scalar::I64 | Scalar::Isize => $int::<i64, $op>(),
            Scalar::F16 => fn2_plain::<f16, $op>(),
            Scalar::BF16 => fn2_plain::<bf16, $op>(),
            Scalar::F32 => $float::<f32, $op>(),
            Scalar::F64 => $float::<f64, $op>(),
        }
    };
}

/// A table for an order comparison and the same with its operands exchanged.
macro_rules! by_order {
    ($op:ty, $mirror:ty, $s:expr) => {
        match $s {
            Scalar::Bool | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => fn2_mirrored::<u8, $op, $mirror>(),
            Scalar::U16 => fn2_plain_mirrored::<u16, $op, $mirror>(),
            Scalar::U32 => fn2_mirrored::<u32, $op, $mirror>(),
            Scalar::U64 | Scalar::Usize => fn2_mirrored::<u64, $op, $mirror>(),
            Scalar::I8 => fn2_plain_mirrored::<i8, $op, $mirror>(),
            Scalar::I16 => fn2_plain_mirrored::<i16, $op, $mirror>(),
            Scalar::I32 => fn2_mirrored::<i32, $op, $mirror>(),
            Scalar::I64 | Scalar::Isize => fn2_mirrored::<i64, $op, $mirror>(),
            Scalar::F16 => fn2_plain_mirrored::<f16, $op, $mirror>(),
            Scalar::BF16 => fn2_plain_mirrored::<bf16, $op, $mirror>(),
            Scalar::F32 => fn2_mirrored::<f32, $op, $mirror>(),
            Scalar::F64 => fn2_mirrored::<f64, $op, $mirror>(),
        }
    };
}

/// A right shift: arithmetic for signed integers.
fn shift_right(s: Scalar) -> Fn2 {
    match s {
        Scalar::I8 => fn2_plain::<i8, Shr>(),
        Scalar::I16 => fn2_plain::<i16, Shr>(),
        Scalar::I32 => fn2::<i32, Shr>(),
        Scalar::I64 | Scalar::Isize => fn2::<i64, Shr>(),
        Scalar::Bool
        | Scalar::U8
        | Scalar::U16
        | Scalar::U32
        | Scalar::U64
        | Scalar::Usize
        | Scalar::E4M3
        | Scalar::E5M2
        | Scalar::F16
        | Scalar::BF16
        | Scalar::F32
        | Scalar::F64 => by_width!(Shr, s),
    }
}

/// The loops of a binary operator whose operands have type `s`. The amount of a shift is cast to `s` before.
/// `And` and `Or` are the eager forms: laziness is control flow, made by the compiler.
pub(super) fn binary(op: BinOp, s: Scalar) -> Fn2 {
    match op {
        BinOp::Add => by_number!(Add, s),
        BinOp::Sub => match s {
            Scalar::F16 => fn2_plain::<f16, Sub>(),
            Scalar::BF16 => fn2_plain::<bf16, Sub>(),
            Scalar::F32 => fn2::<f32, Sub>(),
            Scalar::F64 => fn2::<f64, Sub>(),
            Scalar::Bool
            | Scalar::E4M3
            | Scalar::E5M2
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::Isize
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::Usize => by_width!(Sub, s),
        },
        BinOp::Mul => by_number!(Mul, s),
        BinOp::Div => by_type!(Div, s, fn2_plain, fn2),
        BinOp::Rem => by_type!(Rem, s, fn2_plain, fn2_plain),
        BinOp::BitAnd | BinOp::And => by_width!(BitAnd, mirrored BitAnd, s),
        BinOp::BitOr | BinOp::Or => by_width!(BitOr, mirrored BitOr, s),
        BinOp::BitXor => by_width!(BitXor, mirrored BitXor, s),
        BinOp::Shl => by_width!(Shl, s),
        BinOp::Shr => shift_right(s),
        BinOp::Eq => by_number!(Eq, s),
        BinOp::Ne => by_number!(Ne, s),
        BinOp::Lt => by_order!(Lt, Gt, s),
        BinOp::Le => by_order!(Le, Ge, s),
        BinOp::Gt => by_order!(Gt, Lt, s),
        BinOp::Ge => by_order!(Ge, Le, s),
    }
}

/// The loops of a unary operator.
pub(super) fn unary(op: UnOp, s: Scalar) -> Fn1 {
    match op {
        UnOp::Neg => match s {
            Scalar::F16 => fn1_plain::<f16, Neg>(),
            Scalar::BF16 => fn1_plain::<bf16, Neg>(),
            Scalar::F32 => fn1::<f32, Neg>(),
            Scalar::F64 => fn1::<f64, Neg>(),
            Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => fn1::<u8, Neg>(),
            Scalar::I16 | Scalar::U16 => fn1::<u16, Neg>(),
            Scalar::I32 | Scalar::U32 => fn1::<u32, Neg>(),
            Scalar::I64 | Scalar::Isize | Scalar::U64 | Scalar::Usize => fn1::<u64, Neg>(),
        },
        UnOp::Not => match s.size() {
            1 if s == Scalar::Bool => fn1::<u8, LogicalNot>(),
            1 => fn1::<u8, Not>(),
            2 => fn1::<u16, Not>(),
            4 => fn1::<u32, Not>(),
            _ => fn1::<u64, Not>(),
        },
    }
}

/// The shapes of a product with an addition that are done in one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Product {
    /// `a * b + c`
    Add,
    /// `a * b - c`
    Sub,
    /// `c - a * b`
    SubFrom,
}

/// The loops of a product with an addition, for the types that have them.
pub(super) fn product(kind: Product, s: Scalar) -> Option<Fn3> {
    macro_rules! of {
        ($t:ty) => {
            Some(match kind {
                Product::Add => fn3::<$t, MulAdd>(),
                Product::Sub => fn3::<$t, MulSub>(),
                Product::SubFrom => fn3::<$t, NegMulAdd>(),
            })
        };
    }
    if s == Scalar::F32 {
        of!(f32)
    } else if s == Scalar::F64 {
        of!(f64)
    } else {
        None
    }
}

/// The loops of an intrinsic over integers, for those that hashes and random numbers are made of. The amount of a
/// rotation is cast to `s` before.
pub(super) fn intrinsic(name: &str, s: Scalar) -> Option<Fn2> {
    match (name, s) {
        ("rotate_left", _) => Some(by_width!(RotateLeft, s)),
        ("rotate_right", _) => Some(by_width!(RotateRight, s)),
        ("mul_hi", Scalar::U32) => Some(fn2::<u32, MulHigh>()),
        ("mul_hi", Scalar::I32) => Some(fn2::<i32, MulHigh>()),
        ("mul_hi", Scalar::U64 | Scalar::Usize) => Some(fn2_plain::<u64, MulHigh>()),
        ("mul_hi", Scalar::I64 | Scalar::Isize) => Some(fn2_plain::<i64, MulHigh>()),
        (_, _) => None,
    }
}

/// The loops of the lesser of two numbers; of a float and NaN, the float.
pub(super) fn least(s: Scalar) -> Fn2 {
    by_type!(Least, s, fn2, fn2_plain)
}

/// The loops of the greater of two numbers; of a float and NaN, the float.
pub(super) fn greatest(s: Scalar) -> Fn2 {
    by_type!(Greatest, s, fn2, fn2_plain)
}
