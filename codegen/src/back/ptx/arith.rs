//! Operators.
//!
//! Integers wrap; those of 8 and 16 bits are brought back to their width. A shift takes its amount modulo the
//! width. A divisor is tested first. Floats: `add`, `sub` and `mul` have a rounding modifier under `strict_fp`,
//! which forbids ptxas to contract them, and `.ftz` under `fast_math`.

use super::asm::{Reg, Width};
use super::fold;
use super::local::Writer;
use super::value::{Val, is_half, is_narrow, kind, width};
use crate::compact::List;
use crate::float8;
use crate::ir::{BinOp, Expr, ExprKind, MathTier, Scalar, SiteId, UnOp};

impl Writer<'_> {
    /// An instruction that depends on its operands only.
    #[inline(never)]
    pub(super) fn op(&mut self, op: &str, wide: Width, operands: &[(Val, Scalar)]) -> Reg {
        let texts: Vec<String> = operands.iter().map(|(value, scalar)| self.text(*value, *scalar)).list();
        let uses: Vec<Reg> = operands.iter().filter_map(|(value, _)| value.register()).list();
        self.asm.pure(op, wide, texts.join(", "), &uses)
    }

    /// Brings the result of an operation back to the width of a narrow type.
    #[inline(never)]
    pub(super) fn narrowed(&mut self, register: Reg, scalar: Scalar) -> Reg {
        let (op, operands) = match scalar {
            Scalar::I8 => ("cvt.s32.s8", register.to_string()),
            Scalar::I16 => ("cvt.s32.s16", register.to_string()),
            Scalar::U8 => ("and.b32", format!("{register}, 255")),
            Scalar::U16 => ("and.b32", format!("{register}, 65535")),
            _ => return register,
        };
        self.asm.pure(op, Width::B32, operands, &[register])
    }

    /// `.ftz` where subnormals are flushed.
    pub(super) fn flush(&self, scalar: Scalar) -> &'static str {
        let single = scalar == Scalar::F32 || is_half(scalar);
        if self.tier == MathTier::Fast && single { ".ftz" } else { "" }
    }

    /// A 16-bit float as `f32`; others as they are.
    #[inline(never)]
    pub(super) fn wide(&mut self, value: Val, scalar: Scalar) -> Val {
        let register = match (value, scalar) {
            (Val::Imm(bits), Scalar::F16) => {
                let value = crate::float16::f16::from_bits(bits as u16).to_f32();
                return Val::Imm(u64::from(value.to_bits()));
            }
            (Val::Imm(bits), Scalar::BF16) => return Val::Imm(bits << 16),
            (Val::Reg(register), Scalar::F16 | Scalar::BF16) => register,
            _ => return value,
        };
        if scalar == Scalar::F16 {
            return Val::Reg(self.asm.pure("cvt.f32.f16", Width::B32, register.to_string(), &[register]));
        }
        let bits = self.asm.pure("cvt.u32.u16", Width::B32, register.to_string(), &[register]);
        Val::Reg(self.asm.pure("shl.b32", Width::B32, format!("{bits}, 16"), &[bits]))
    }

    /// An `f32` rounded to a 16-bit float; to others it is the value itself.
    #[inline(never)]
    pub(super) fn rounded(&mut self, value: Val, scalar: Scalar) -> Val {
        match scalar {
            Scalar::F16 => {
                let register = self.register(value, Scalar::F32);
                let half = self.asm.pure("cvt.rn.f16.f32", Width::B16, register.to_string(), &[register]);
                self.unrounded.insert(half, (value, scalar));
                Val::Reg(half)
            }
            Scalar::BF16 if self.target.arch >= 80 => {
                let register = self.register(value, Scalar::F32);
                let half = self.asm.pure("cvt.rn.bf16.f32", Width::B16, register.to_string(), &[register]);
                self.unrounded.insert(half, (value, scalar));
                Val::Reg(half)
            }
            Scalar::BF16 => self.rounded_by_hand(value),
            _ => value,
        }
    }

    /// Two 16-bit floats in a word, where both have just been rounded: in one instruction.
    pub(super) fn rounded_together(&mut self, low: Reg, high: Reg) -> Option<Val> {
        let ((low, scalar), (high, other)) = (*self.unrounded.get(&low)?, *self.unrounded.get(&high)?);
        (scalar == other).then(|| self.packed(low, high, scalar))
    }

    /// `bf16` where the machine does not know it: half of the last place kept is added, ties going to even.
    fn rounded_by_hand(&mut self, value: Val) -> Val {
        let x = self.register(value, Scalar::F32);
        let odd = self.asm.pure("bfe.u32", Width::B32, format!("{x}, 16, 1"), &[x]);
        let up = self.asm.pure("add.s32", Width::B32, format!("{x}, {odd}"), &[x, odd]);
        let up = self.asm.pure("add.s32", Width::B32, format!("{up}, 32767"), &[up]);
        let high = self.asm.pure("shr.u32", Width::B32, format!("{up}, 16"), &[up]);
        let nan = self.asm.pure("setp.nan.f32", Width::Pred, format!("{x}, {x}"), &[x]);
        let high = self.asm.pure("selp.b32", Width::B32, format!("32767, {high}, {nan}"), &[high, nan]);
        Val::Reg(self.asm.pure("cvt.u16.u32", Width::B16, high.to_string(), &[high]))
    }

    /// `!x` of an integer, as a difference: ptxas (13.0 at least) drops the `not` of what it knows to be zero from
    /// the branches around, as the counter of a loop is behind it, and goes on with zero.
    pub(super) fn complement(&mut self, value: Val, scalar: Scalar) -> Val {
        if matches!(value, Val::Imm(_)) {
            return self.unary(UnOp::Not, value, scalar);
        }
        let (register, wide) = (self.register(value, scalar), width(scalar));
        let op = if wide == Width::B64 { "sub.u64" } else { "sub.u32" };
        let result = self.asm.pure(op, wide, format!("-1, {register}"), &[register]);
        Val::Reg(self.narrowed(result, scalar))
    }

    /// An 8-bit float as `f32`: an `e5m2` is the upper half of an `f16`, and an `e4m3` is one moved by a place,
    /// times 256.
    pub(super) fn of_float8(&mut self, value: Val, from: Scalar) -> Val {
        if let Val::Imm(bits) = value {
            return Val::Imm(u64::from(crate::intrinsics::widen(from, bits).to_bits()));
        }
        let x = self.register(value, from);
        let wide = |this: &mut Self, bits: Reg| {
            let half = this.asm.pure("cvt.u16.u32", Width::B16, bits.to_string(), &[bits]);
            this.asm.pure("cvt.f32.f16", Width::B32, half.to_string(), &[half])
        };
        if from == Scalar::E5M2 {
            let bits = self.asm.pure("shl.b32", Width::B32, format!("{x}, 8"), &[x]);
            return Val::Reg(wide(self, bits));
        }
        if self.target.arch >= 89 {
            let pair = self.asm.pure("cvt.u16.u32", Width::B16, x.to_string(), &[x]);
            let halves = self.asm.pure("cvt.rn.f16x2.e4m3x2", Width::B32, pair.to_string(), &[pair]);
            return Val::Reg(wide(self, halves));
        }
        let magnitude = self.asm.pure("and.b32", Width::B32, format!("{x}, 127"), &[x]);
        let sign = self.asm.pure("and.b32", Width::B32, format!("{x}, 128"), &[x]);
        let (moved, up) = (format!("{magnitude}, 7"), format!("{sign}, 8"));
        let moved = self.asm.pure("shl.b32", Width::B32, moved, &[magnitude]);
        let up = self.asm.pure("shl.b32", Width::B32, up, &[sign]);
        let bits = self.asm.pure("or.b32", Width::B32, format!("{moved}, {up}"), &[moved, up]);
        let small = wide(self, bits);
        let scaled = self.asm.pure("mul.rn.f32", Width::B32, format!("{small}, 0f43800000"), &[small]);
        let nan = self.asm.pure("setp.eq.u32", Width::Pred, format!("{magnitude}, 127"), &[magnitude]);
        let text = format!("0f7FC00000, {scaled}, {nan}");
        Val::Reg(self.asm.pure("selp.f32", Width::B32, text, &[scaled, nan]))
    }

    /// An `f32` rounded to an 8-bit float, saturating: see [`crate::float8`].
    pub(super) fn float8(&mut self, value: Val, to: Scalar) -> Val {
        if let Val::Imm(bits) = value {
            return Val::Imm(crate::intrinsics::narrow(to, f32::from_bits(bits as u32)));
        }
        let x = self.register(value, Scalar::F32);
        if self.target.arch >= 89 {
            // The upper one of two is zero.
            let op = format!("cvt.rn.satfinite.{}x2.f32", to.ptx_name());
            let pair = self.asm.pure(&op, Width::B16, format!("0f00000000, {x}"), &[x]);
            return Val::Reg(self.asm.pure("cvt.u32.u16", Width::B32, pair.to_string(), &[pair]));
        }
        let format = if to == Scalar::E4M3 { float8::E4M3 } else { float8::E5M2 };
        let word = |this: &mut Self, op: &str, operands: String, used: &[Reg]| {
            this.asm.pure(op, Width::B32, operands, used)
        };
        let magnitude = word(self, "and.b32", format!("{x}, 0x7FFFFFFF"), &[x]);
        let sign = word(self, "shr.u32", format!("{x}, 24"), &[x]);
        let sign = word(self, "and.b32", format!("{sign}, 128"), &[sign]);
        let (lost, rebias) = (format.lost(), format.rebias());
        let unit = format.unit().to_bits();
        let below = word(self, "add.rn.f32", format!("{magnitude}, 0f{unit:08X}"), &[magnitude]);
        let below = word(self, "and.b32", format!("{below}, 255"), &[below]);
        let odd = word(self, "bfe.u32", format!("{magnitude}, {lost}, 1"), &[magnitude]);
        let up = word(self, "add.s32", format!("{magnitude}, {odd}"), &[magnitude, odd]);
        let half = (1i64 << (lost - 1)) - 1 - (i64::from(rebias) << 23);
        let up = word(self, "add.s32", format!("{up}, {half}"), &[up]);
        let normal = word(self, "shr.u32", format!("{up}, {lost}"), &[up]);
        let least = format!("{magnitude}, {}", (rebias + 1) << 23);
        let least = self.asm.pure("setp.lt.u32", Width::Pred, least, &[magnitude]);
        let found = word(self, "selp.b32", format!("{below}, {normal}, {least}"), &[below, normal, least]);
        let beyond = format!("{magnitude}, {}", format.limit.to_bits());
        let beyond = self.asm.pure("setp.gt.u32", Width::Pred, beyond, &[magnitude]);
        let most = format!("{}, {found}, {beyond}", format.most);
        let found = word(self, "selp.b32", most, &[found, beyond]);
        let found = word(self, "or.b32", format!("{found}, {sign}"), &[found, sign]);
        let nan = self.asm.pure("setp.nan.f32", Width::Pred, format!("{x}, {x}"), &[x]);
        Val::Reg(word(self, "selp.b32", format!("127, {found}, {nan}"), &[found, nan]))
    }

    pub(super) fn unary(&mut self, op: UnOp, value: Val, scalar: Scalar) -> Val {
        if let Val::Imm(bits) = value
            && let Some(bits) = fold::unary(op, scalar, bits)
        {
            return Val::Imm(bits);
        }
        let register = self.register(value, scalar);
        let text = register.to_string();
        let result = match op {
            UnOp::Not if scalar == Scalar::Bool => self.asm.pure("not.pred", Width::Pred, text, &[register]),
            UnOp::Not => {
                let wide = width(scalar);
                let result = self.asm.pure(&format!("not.{}", wide.bits()), wide, text, &[register]);
                self.narrowed(result, scalar)
            }
            // The sign alone.
            UnOp::Neg if is_half(scalar) => {
                self.asm.pure("xor.b16", Width::B16, format!("{text}, 0x8000"), &[register])
            }
            UnOp::Neg if scalar.is_float() => {
                let op = format!("neg{}.{}", self.flush(scalar), kind(scalar));
                self.asm.pure(&op, width(scalar), text, &[register])
            }
            UnOp::Neg if width(scalar) == Width::B64 => {
                self.asm.pure("neg.s64", Width::B64, text, &[register])
            }
            UnOp::Neg => {
                let result = self.asm.pure("neg.s32", Width::B32, text, &[register]);
                if is_narrow(scalar) { self.narrowed(result, scalar) } else { self.opaque(result) }
            }
        };
        Val::Reg(result)
    }

    /// The same 32 bits, which ptxas does not know to be a negation any more: `back/cuda/prelude/negated.cuh` says why.
    fn opaque(&mut self, register: Reg) -> Reg {
        self.asm.pure("prmt.b32", Width::B32, format!("{register}, 0, 0x3210"), &[register])
    }

    /// `a * b + c` and its kin within an expression, as one operation, where that is allowed.
    pub(super) fn contracted(&mut self, op: BinOp, lhs: &Expr, rhs: &Expr, scalar: Scalar) -> Option<Val> {
        let plain = matches!(scalar, Scalar::F32 | Scalar::F64);
        if !plain || self.tier == MathTier::Strict || !matches!(op, BinOp::Add | BinOp::Sub) {
            return None;
        }
        let product = |expr: &Expr| match &expr.kind {
            ExprKind::Binary { op: BinOp::Mul, lhs, rhs, .. } => Some((lhs.clone(), rhs.clone())),
            _ => None,
        };
        let (a, b, c) = if let Some((x, y)) = product(lhs) {
            let (a, b) = (self.value(&x), self.value(&y));
            let c = self.value(rhs);
            (a, b, if op == BinOp::Sub { self.unary(UnOp::Neg, c, scalar) } else { c })
        } else if let Some((x, y)) = product(rhs) {
            let c = self.value(lhs);
            let (a, b) = (self.value(&x), self.value(&y));
            (if op == BinOp::Sub { self.unary(UnOp::Neg, a, scalar) } else { a }, b, c)
        } else {
            return None;
        };
        let op = format!("fma.rn{}.{}", self.flush(scalar), kind(scalar));
        Some(Val::Reg(self.op(&op, width(scalar), &[(a, scalar), (b, scalar), (c, scalar)])))
    }

    /// `a op b`; both operands are computed.
    #[inline(never)]
    pub(super) fn binary(
        &mut self,
        op: BinOp,
        scalar: Scalar,
        a: Val,
        (b, amount): (Val, Scalar),
        site: Option<SiteId>,
    ) -> Val {
        if let (Val::Imm(x), Val::Imm(y)) = (a, b)
            && let Some(bits) = fold::binary(op, scalar, x, y)
        {
            return Val::Imm(bits);
        }
        if scalar == Scalar::Bool && !matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge) {
            return match op {
                BinOp::Eq => {
                    let differ = self.logic(BinOp::BitXor, a, b);
                    self.unary(UnOp::Not, differ, Scalar::Bool)
                }
                BinOp::Ne => self.logic(BinOp::BitXor, a, b),
                op => self.logic(op, a, b),
            };
        }
        if op.is_comparison() {
            return self.compare(op, scalar, a, b);
        }
        if scalar.is_float() {
            return self.float(op, scalar, a, b);
        }
        match op {
            BinOp::Div | BinOp::Rem => {
                // In a function of the library no division fails.
                if let Some(site) = site.filter(|_| self.returns.is_none()) {
                    self.divisor(scalar, a, b, site);
                }
                self.divided(op, scalar, a, b)
            }
            BinOp::Shl | BinOp::Shr => self.shift(op, scalar, a, (b, amount)),
            _ => self.integer(op, scalar, a, b),
        }
    }

    pub(super) fn integer(&mut self, op: BinOp, scalar: Scalar, a: Val, b: Val) -> Val {
        let wide = width(scalar);
        let (signed, bits) = if wide == Width::B64 { ("s64", "b64") } else { ("s32", "b32") };
        // What changes nothing.
        match (op, a, b) {
            (BinOp::Add | BinOp::Sub | BinOp::BitOr | BinOp::BitXor, other, Val::Imm(0))
            | (BinOp::Add | BinOp::BitOr | BinOp::BitXor, Val::Imm(0), other)
            | (BinOp::Mul, other, Val::Imm(1))
            | (BinOp::Mul, Val::Imm(1), other) => return other,
            (BinOp::Sub, Val::Imm(0), other) => return self.unary(UnOp::Neg, other, scalar),
            (BinOp::Mul, other, Val::Imm(by)) | (BinOp::Mul, Val::Imm(by), other)
                if scalar.number(by) == -1 || by == u64::from(u32::MAX) && scalar == Scalar::U32 =>
            {
                return self.unary(UnOp::Neg, other, scalar);
            }
            (BinOp::Mul | BinOp::BitAnd, _, Val::Imm(0)) | (BinOp::Mul | BinOp::BitAnd, Val::Imm(0), _) => {
                return Val::Imm(0);
            }
            _ => {}
        }
        let operation = match op {
            BinOp::Add => format!("add.{signed}"),
            BinOp::Sub => format!("sub.{signed}"),
            BinOp::Mul => format!("mul.lo.{signed}"),
            BinOp::BitAnd => format!("and.{bits}"),
            BinOp::BitOr => format!("or.{bits}"),
            _ => format!("xor.{bits}"),
        };
        // The product of two extended 32-bit numbers is one operation.
        if op == BinOp::Mul
            && wide == Width::B64
            && let Some(result) = self.wide_product(a, b)
        {
            return Val::Reg(result);
        }
        if let (BinOp::Mul, Val::Reg(_), Val::Imm(by)) | (BinOp::Mul, Val::Imm(by), Val::Reg(_)) = (op, a, b)
            && by.is_power_of_two()
        {
            let other = if matches!(a, Val::Reg(_)) { a } else { b };
            let by = Val::Imm(u64::from(by.trailing_zeros()));
            return self.shift(BinOp::Shl, scalar, other, (by, Scalar::U32));
        }
        if let (BinOp::BitOr, Val::Reg(x), Val::Reg(y)) = (op, a, b)
            && let (Some((x, x_above)), Some((y, y_above))) = (self.halves.get(&x), self.halves.get(&y))
            && x_above != y_above
            && let Some(word) =
                if *y_above { self.rounded_together(*x, *y) } else { self.rounded_together(*y, *x) }
        {
            return word;
        }
        let result = self.op(&operation, wide, &[(a, scalar), (b, scalar)]);
        match op {
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => Val::Reg(result),
            _ => Val::Reg(self.narrowed(result, scalar)),
        }
    }

    fn wide_product(&mut self, a: Val, b: Val) -> Option<Reg> {
        let low = |writer: &Self, value: Val| match value {
            Val::Reg(register) => writer.extended.get(&register).map(ToString::to_string),
            Val::Imm(bits) => u32::try_from(bits).ok().map(|bits| bits.to_string()),
        };
        let (x, y) = (low(self, a)?, low(self, b)?);
        let uses: Vec<Reg> = [a, b]
            .into_iter()
            .filter_map(Val::register)
            .filter_map(|register| self.extended.get(&register).copied())
            .list();
        let (x, y) = if matches!(a, Val::Imm(_)) { (y, x) } else { (x, y) };
        Some(self.asm.pure("mul.wide.u32", Width::B64, format!("{x}, {y}"), &uses))
    }

    pub(super) fn shift(&mut self, op: BinOp, scalar: Scalar, a: Val, (b, amount): (Val, Scalar)) -> Val {
        let mask = u64::from(scalar.bits() - 1);
        let b = match b {
            Val::Imm(bits) => Val::Imm(bits & mask),
            Val::Reg(register) => {
                let low = if width(amount) == Width::B64 { self.low(register) } else { register };
                Val::Reg(self.asm.pure("and.b32", Width::B32, format!("{low}, {mask}"), &[low]))
            }
        };
        if b == Val::Imm(0) {
            return a;
        }
        let wide = width(scalar);
        let operation = match op {
            BinOp::Shl => format!("shl.{}", wide.bits()),
            _ => format!("shr.{}", kind(scalar)),
        };
        let a = Val::Reg(self.register(a, scalar));
        let result = self.op(&operation, wide, &[(a, scalar), (b, Scalar::U32)]);
        if let (BinOp::Shl, Width::B32, Val::Imm(16), Some((half, false))) =
            (op, wide, b, a.register().and_then(|register| self.halves.get(&register)))
        {
            self.halves.insert(result, (*half, true));
        }
        Val::Reg(if op == BinOp::Shl { self.narrowed(result, scalar) } else { result })
    }

    pub(super) fn compare(&mut self, op: BinOp, scalar: Scalar, a: Val, b: Val) -> Val {
        if let (Val::Imm(x), Val::Imm(y)) = (a, b)
            && let Some(bits) = fold::binary(op, scalar, x, y)
        {
            return Val::Imm(bits);
        }
        if scalar == Scalar::Bool {
            // `false < true`.
            let (x, y) = match op {
                BinOp::Lt | BinOp::Ge => (a, b),
                _ => (b, a),
            };
            let not = self.unary(UnOp::Not, x, Scalar::Bool);
            let less = self.logic(BinOp::And, not, y);
            return if matches!(op, BinOp::Lt | BinOp::Gt) {
                less
            } else {
                self.unary(UnOp::Not, less, Scalar::Bool)
            };
        }
        // An immediate stands second.
        let (op, a, b) = match a {
            Val::Imm(_) => (op.mirrored(), b, a),
            Val::Reg(_) => (op, a, b),
        };
        if width(scalar) == Width::B64
            && !scalar.is_float()
            && !scalar.is_signed_int()
            && let (Some(x), Some(y)) = (self.low_half(a), self.low_half(b))
        {
            return self.compare(op, Scalar::U32, x, y);
        }
        let (a, b) = (self.wide(a, scalar), self.wide(b, scalar));
        let operand = if is_half(scalar) { Scalar::F32 } else { scalar };
        let otherwise = if operand == Scalar::F32 && matches!(b, Val::Imm(_)) { otherwise(op) } else { None };
        let word = otherwise.unwrap_or(match op {
            BinOp::Eq => "eq",
            // With NaN on either side, too.
            BinOp::Ne if scalar.is_float() => "neu",
            BinOp::Ne => "ne",
            BinOp::Lt => "lt",
            BinOp::Le => "le",
            BinOp::Gt => "gt",
            _ => "ge",
        });
        let operation = format!("setp.{word}{}.{}", self.flush(scalar), kind(scalar));
        let a = Val::Reg(self.register(a, operand));
        let holds = Val::Reg(self.op(&operation, Width::Pred, &[(a, operand), (b, operand)]));
        if otherwise.is_some() { self.unary(UnOp::Not, holds, Scalar::Bool) } else { holds }
    }

    pub(super) fn float(&mut self, op: BinOp, scalar: Scalar, a: Val, b: Val) -> Val {
        if op == BinOp::Rem {
            return self.library_call("rem", &[(a, scalar), (b, scalar)], scalar);
        }
        let (a, b) = (self.wide(a, scalar), self.wide(b, scalar));
        let (operand, flush) = (if is_half(scalar) { Scalar::F32 } else { scalar }, self.flush(scalar));
        // What is rounded again afterwards must not be contracted: the operators of 16-bit floats round each by itself.
        let strict = self.tier == MathTier::Strict || is_half(scalar);
        let rounding = if strict { ".rn" } else { "" };
        if strict
            && operand == Scalar::F32
            && matches!(op, BinOp::Add | BinOp::Sub)
            && self.may_be_folded(a, b)
        {
            // A product with one is exact.
            let (x, by, to) =
                if op == BinOp::Add { (a, one(operand), b) } else { (b, one(operand) | 1 << 31, a) };
            let operands = [(x, operand), (Val::Imm(by), operand), (to, operand)];
            let result = self.op(&format!("fma.rn{flush}.f32"), Width::B32, &operands);
            return self.rounded(Val::Reg(result), scalar);
        }
        let word = match op {
            BinOp::Add => format!("add{rounding}{flush}"),
            BinOp::Sub => format!("sub{rounding}{flush}"),
            BinOp::Mul => format!("mul{rounding}{flush}"),
            BinOp::Div if a == Val::Imm(one(operand)) => {
                let fast = self.tier == MathTier::Fast && operand == Scalar::F32;
                let rounding = if fast { ".approx" } else { ".rn" };
                let operation = format!("rcp{rounding}{flush}.{}", kind(operand));
                let result = self.op(&operation, width(operand), &[(b, operand)]);
                return self.rounded(Val::Reg(result), scalar);
            }
            BinOp::Div if self.tier == MathTier::Fast && operand == Scalar::F32 => "div.full.ftz".to_owned(),
            BinOp::Div => format!("div.rn{flush}"),
            _ => return a,
        };
        let operation = format!("{word}.{}", kind(operand));
        let result = self.op(&operation, width(operand), &[(a, operand), (b, operand)]);
        self.rounded(Val::Reg(result), scalar)
    }

    /// Whether the assembler may find out two numbers and add them itself. The driver's (580.159 at least, and no
    /// ptxas) rounds a difference of `f32` that lies between two numbers to the one nearer to zero, be it even or
    /// odd: `1.0 - 16777308.0`. Of fused products with one it does not.
    fn may_be_folded(&self, a: Val, b: Val) -> bool {
        [a, b].iter().all(|value| !value.register().is_some_and(|register| self.asm.is_brought(register)))
    }
}

/// The bits of 1.
fn one(scalar: Scalar) -> u64 {
    if scalar == Scalar::F64 { 1f64.to_bits() } else { 1f32.to_bits().into() }
}

/// What holds where an order does not, NaN on either side included. ptxas (13.0 at least) knows between which
/// numbers the results of some operations of `f32` lie, `abs`, `ex2` and `sin` among them, and takes `|x| >= 0` for
/// true, of NaN as well. It does so only where the other side is a constant, and not of the opposite, which this is.
fn otherwise(op: BinOp) -> Option<&'static str> {
    match op {
        BinOp::Lt => Some("geu"),
        BinOp::Le => Some("gtu"),
        BinOp::Gt => Some("leu"),
        BinOp::Ge => Some("ltu"),
        _ => None,
    }
}
