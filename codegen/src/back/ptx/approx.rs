//! The elementary functions of `f32` that the machine approximates, outside of `strict_fp`; 16-bit floats go
//! through `f32`.
//!
//! By default these are three, whose errors are within CUDA's bounds. Under `fast_math` they are those of CUDA's
//! intrinsics (`__expf` and its kin), operation by operation. `docs/math.md` has what each was measured to be off;
//! what is not here is a function of Kiln's library in every tier.

use super::asm::Width;
use super::local::Writer;
use super::value::{Val, is_half};
use crate::ir::{MathTier, Scalar};

impl Writer<'_> {
    /// The approximation of a row that this tier takes, if there is one.
    pub(super) fn approximate(&mut self, name: &str, values: &[(Val, Scalar)]) -> Option<Val> {
        let (first, scalar) = *values.first()?;
        if self.tier == MathTier::Strict || scalar != Scalar::F32 && !is_half(scalar) {
            return None;
        }
        let approximated =
            ["rsqrt", "exp2", "exp", "log2", "ln", "log10", "log", "powf", "sin", "cos", "tan", "tanh", "recip"];
        if !approximated.contains(&name) {
            return None;
        }
        let x = self.wide(first, scalar);
        let flush = self.flush(scalar);
        let fast = self.tier == MathTier::Fast;
        let value = match (name, values) {
            ("rsqrt", _) => self.machine_function(&format!("rsqrt.approx{flush}"), x),
            ("exp2", _) => self.machine_function(&format!("ex2.approx{flush}"), x),
            ("exp", _) if !fast => self.exp(x),
            ("exp", _) => {
                let scaled = self.product_with(x, std::f32::consts::LOG2_E);
                self.machine_function("ex2.approx.ftz", scaled)
            }
            ("log2", _) if fast => self.machine_function("lg2.approx.ftz", x),
            ("ln" | "log10", _) if fast => {
                let log = self.machine_function("lg2.approx.ftz", x);
                let unit = if name == "ln" { std::f32::consts::LN_2 } else { std::f32::consts::LOG10_2 };
                self.product_with(log, unit)
            }
            ("log", [_, (base, own)]) if fast => {
                let base = self.wide(*base, *own);
                let log = self.machine_function("lg2.approx.ftz", x);
                let base = self.machine_function("lg2.approx.ftz", base);
                self.quotient(log, base)
            }
            ("powf", [_, (power, own)]) if fast => {
                let power = self.wide(*power, *own);
                let log = self.machine_function("lg2.approx.ftz", x);
                let f32s = Scalar::F32;
                let scaled = self.op("mul.ftz.f32", Width::B32, &[(power, f32s), (log, f32s)]);
                self.machine_function("ex2.approx.ftz", Val::Reg(scaled))
            }
            ("sin", _) if fast => self.machine_function("sin.approx.ftz", x),
            ("cos", _) if fast => self.machine_function("cos.approx.ftz", x),
            ("tan", _) if fast => {
                let (sin, cos) =
                    (self.machine_function("sin.approx.ftz", x), self.machine_function("cos.approx.ftz", x));
                self.quotient(sin, cos)
            }
            ("tanh", _) if fast => self.machine_function("tanh.approx", x),
            ("recip", _) if fast => self.machine_function("rcp.approx.ftz", x),
            _ => return None,
        };
        Some(self.rounded(value, scalar))
    }

    #[inline(never)]
    fn machine_function(&mut self, op: &str, x: Val) -> Val {
        Val::Reg(self.op(&format!("{op}.f32"), Width::B32, &[(x, Scalar::F32)]))
    }

    fn product_with(&mut self, x: Val, factor: f32) -> Val {
        let factor = Val::Imm(u64::from(factor.to_bits()));
        Val::Reg(self.op("mul.ftz.f32", Width::B32, &[(x, Scalar::F32), (factor, Scalar::F32)]))
    }

    fn quotient(&mut self, a: Val, b: Val) -> Val {
        Val::Reg(self.op("div.approx.ftz.f32", Width::B32, &[(a, Scalar::F32), (b, Scalar::F32)]))
    }

    /// e to the power of an `f32`, by the machine's power of two: of `x log2 e`, the fraction goes to the machine
    /// and the whole part to the exponent of a factor. The whole part stays within what a factor may have; what is
    /// beyond stays in the fraction, so that results below the least normal number and above the greatest come out
    /// of the last product.
    fn exp(&mut self, x: Val) -> Val {
        let f32s = Scalar::F32;
        let number = |value: f32| (Val::Imm(u64::from(value.to_bits())), Scalar::F32);
        let log2e = std::f32::consts::LOG2_E;
        // From 0 to 1 for whole parts from -126 to 126.
        let place = self.op("fma.rn.sat.f32", Width::B32, &[(x, f32s), number(log2e / 252.0), number(0.5)]);
        // 1.5 * 2^23 leaves no place for a fraction: the low bits are the whole part, and what an exponent adds to it.
        let shifted = self.op(
            "fma.rm.f32",
            Width::B32,
            &[(Val::Reg(place), f32s), number(252.0), number(12_582_913.0)],
        );
        let whole = self.op("sub.rn.f32", Width::B32, &[number(12_583_039.0), (Val::Reg(shifted), f32s)]);
        let high = self.op("fma.rn.f32", Width::B32, &[(x, f32s), number(log2e), (Val::Reg(whole), f32s)]);
        let rest = (std::f64::consts::LOG2_E - f64::from(log2e)) as f32;
        let fraction = self.op("fma.rn.f32", Width::B32, &[(x, f32s), number(rest), (Val::Reg(high), f32s)]);
        let power = self.op("ex2.approx.ftz.f32", Width::B32, &[(Val::Reg(fraction), f32s)]);
        let factor =
            self.op("shl.b32", Width::B32, &[(Val::Reg(shifted), f32s), (Val::Imm(23), Scalar::U32)]);
        let op = format!("mul.rn{}.f32", self.flush(f32s));
        Val::Reg(self.op(&op, Width::B32, &[(Val::Reg(power), f32s), (Val::Reg(factor), f32s)]))
    }
}
