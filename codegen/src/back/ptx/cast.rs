//! Casts: Rust's `as`.

use super::asm::Width;
use super::local::Writer;
use super::value::{Val, is_half, is_narrow, kind, width};
use crate::ir::{BinOp, Scalar};

impl Writer<'_> {
    #[inline(never)]
    pub(super) fn cast(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        if from == to {
            return value;
        }
        if let (Val::Imm(bits), true, true) = (value, from.is_int() || from == Scalar::Bool, to.is_int()) {
            let number = if from == Scalar::Bool { i128::from(bits) } else { from.number(bits) };
            return Val::Imm((number as u64) & (u64::MAX >> (64 - to.bits())));
        }
        match (from, to) {
            (Scalar::Bool, _) => self.bool_as(value, to),
            // Inference writes out what else there is.
            (Scalar::E4M3 | Scalar::E5M2, _) => {
                let single = self.of_float8(value, from);
                self.cast(single, Scalar::F32, to)
            }
            (Scalar::F32, Scalar::E4M3 | Scalar::E5M2) => self.float8(value, to),
            (_, Scalar::E4M3 | Scalar::E5M2) => {
                let odd = self.rounded_to_odd(value);
                self.float8(odd, to)
            }
            _ if from.is_float() && to.is_float() => self.between_floats(value, from, to),
            _ if from.is_float() => self.float_to_int(value, from, to),
            _ if to.is_float() => self.int_to_float(value, from, to),
            _ => self.between_ints(value, from, to),
        }
    }

    fn bool_as(&mut self, value: Val, to: Scalar) -> Val {
        let register = self.register(value, Scalar::Bool);
        let small = self.asm.pure("selp.b32", Width::B32, format!("1, 0, {register}"), &[register]);
        if width(to) == Width::B64 { Val::Reg(self.zero_extended(small)) } else { Val::Reg(small) }
    }

    fn between_ints(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        let register = self.register(value, from);
        let result = match (width(from), width(to)) {
            (Width::B64, Width::B64) => register,
            (Width::B64, _) => {
                let low = self.low(register);
                self.narrowed(low, to)
            }
            (_, Width::B64) if from.is_signed_int() => {
                self.asm.pure("cvt.s64.s32", Width::B64, register.to_string(), &[register])
            }
            (_, Width::B64) => self.zero_extended(register),
            // Where every value of the one is a value of the other, nothing changes.
            _ if is_narrow(to) && !widens(from, to) => self.narrowed(register, to),
            _ => register,
        };
        Val::Reg(result)
    }

    fn between_floats(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        match (from, to) {
            (Scalar::F64, Scalar::F32) => {
                let op = "cvt.rn.f32.f64";
                let register = self.register(value, from);
                Val::Reg(self.asm.pure(op, Width::B32, register.to_string(), &[register]))
            }
            // Rounded once: what `f32` loses stays in its last bit, by rounding to odd.
            (Scalar::F64, _) => {
                let odd = self.rounded_to_odd(value);
                self.rounded(odd, to)
            }
            (_, Scalar::F64) => {
                let single = self.wide(value, from);
                let register = self.register(single, Scalar::F32);
                Val::Reg(self.asm.pure("cvt.f64.f32", Width::B64, register.to_string(), &[register]))
            }
            _ => {
                let single = self.wide(value, from);
                self.rounded(single, to)
            }
        }
    }

    /// An `f64` as `f32`, toward zero, with the last bit set where that is not exact: rounded again, it is as if
    /// rounded once.
    fn rounded_to_odd(&mut self, value: Val) -> Val {
        let x = self.register(value, Scalar::F64);
        let down = self.asm.pure("cvt.rz.f32.f64", Width::B32, x.to_string(), &[x]);
        let back = self.asm.pure("cvt.f64.f32", Width::B64, down.to_string(), &[down]);
        // NaN is unequal to itself, and stays NaN with its last bit set.
        let inexact = self.asm.pure("setp.neu.f64", Width::Pred, format!("{x}, {back}"), &[x, back]);
        let odd = self.asm.pure("or.b32", Width::B32, format!("{down}, 1"), &[down]);
        Val::Reg(self.asm.pure(
            "selp.b32",
            Width::B32,
            format!("{odd}, {down}, {inexact}"),
            &[odd, down, inexact],
        ))
    }

    /// Toward zero, saturating, NaN to zero.
    fn float_to_int(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        let value = self.wide(value, from);
        let from = if is_half(from) { Scalar::F32 } else { from };
        let x = self.register(value, from);
        let wide = width(to);
        let op = format!("cvt.rzi.{}.{}", kind(to), kind(from));
        let mut result = self.asm.pure(&op, wide, x.to_string(), &[x]);
        if is_narrow(to) {
            let (least, most) = match to {
                Scalar::I8 => ("-128", "127"),
                Scalar::I16 => ("-32768", "32767"),
                Scalar::U8 => ("0", "255"),
                _ => ("0", "65535"),
            };
            let kind = kind(to);
            result =
                self.asm.pure(&format!("min.{kind}"), Width::B32, format!("{result}, {most}"), &[result]);
            result =
                self.asm.pure(&format!("max.{kind}"), Width::B32, format!("{result}, {least}"), &[result]);
        }
        // Only from `f32` to 32 bits the instruction itself makes zero of NaN.
        if from == Scalar::F64 || wide == Width::B64 {
            let nan = self.compare(BinOp::Ne, from, Val::Reg(x), Val::Reg(x));
            return self.chosen(nan, Val::Imm(0), Val::Reg(result), to);
        }
        Val::Reg(result)
    }

    fn int_to_float(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        let x = self.register(value, from);
        match to {
            Scalar::F32 | Scalar::F64 => {
                let op = format!("cvt.rn.{}.{}", kind(to), kind(from));
                Val::Reg(self.asm.pure(&op, width(to), x.to_string(), &[x]))
            }
            // Rounded once: `f32` holds 16 bits exactly, and what is past those is past the end of `f16` anyway.
            Scalar::F16 => {
                let op = format!("cvt.rn.f32.{}", kind(from));
                let single = self.asm.pure(&op, Width::B32, x.to_string(), &[x]);
                self.rounded(Val::Reg(single), to)
            }
            _ if from.bits() <= 16 => {
                let op = format!("cvt.rn.f32.{}", kind(from));
                let single = self.asm.pure(&op, Width::B32, x.to_string(), &[x]);
                self.rounded(Val::Reg(single), to)
            }
            _ if from.bits() == 32 => {
                let op = format!("cvt.rn.f64.{}", kind(from));
                let double = Val::Reg(self.asm.pure(&op, Width::B64, x.to_string(), &[x]));
                let odd = self.rounded_to_odd(double);
                self.rounded(odd, to)
            }
            // Of 64 bits, `f64` holds all but the last few; rounding to odd keeps that there are some.
            _ => {
                let op = format!("cvt.rz.f64.{}", kind(from));
                let double = self.asm.pure(&op, Width::B64, x.to_string(), &[x]);
                let back = format!("cvt.rzi.{}.f64", kind(from));
                let back = self.asm.pure(&back, Width::B64, double.to_string(), &[double]);
                let inexact = self.compare(BinOp::Ne, from, Val::Reg(x), Val::Reg(back));
                let odd = self.asm.pure("or.b64", Width::B64, format!("{double}, 1"), &[double]);
                let double = self.chosen(inexact, Val::Reg(odd), Val::Reg(double), Scalar::F64);
                let odd = self.rounded_to_odd(double);
                self.rounded(odd, to)
            }
        }
    }
}

/// Whether a narrow integer type has every value of another.
fn widens(from: Scalar, to: Scalar) -> bool {
    matches!((from, to), (Scalar::U8, Scalar::I16 | Scalar::U16) | (Scalar::I8, Scalar::I16))
}
