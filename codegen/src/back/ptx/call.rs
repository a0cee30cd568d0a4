//! Calls of intrinsics that are one instruction, or few.
//!
//! What takes more is a function of Kiln's library, which has taken the call's place before.

use super::asm::Width;
use super::expr::scalar_of;
use super::local::Writer;
use super::value::{Val, is_half, kind, width};
use crate::intrinsics::{Cpu, Effect, Intrinsic, Machine};
use crate::ir::{BinOp, Expr, Scalar, SiteId, Type, UnOp};

/// Whether a call is one short instruction, which may be computed where nobody asked for it.
pub(super) fn is_short(row: &Intrinsic) -> bool {
    matches!(
        row.name,
        "float_abs" | "float_min" | "float_max" | "int_min" | "int_max" | "mul_add" | "to_bits" | "from_bits"
    ) || matches!(
        row.cpu,
        Cpu::Machine(
            Machine::ThreadIdx(_)
                | Machine::BlockIdx(_)
                | Machine::BlockDim(_)
                | Machine::GridDim(_)
                | Machine::GlobalId(_)
        )
    )
}

impl Writer<'_> {
    /// Writes a call; gives its result, where it has one.
    pub(super) fn intrinsic(
        &mut self,
        row: &'static Intrinsic,
        args: &[Expr],
        site: Option<SiteId>,
        ty: &Type,
    ) -> Option<Val> {
        if let Cpu::Machine(machine) = row.cpu {
            return self.machine(row, machine, args, ty);
        }
        let values: Vec<(Val, Scalar)> = args.iter().map(|arg| (self.value(arg), scalar_of(arg))).collect();
        let result = ty.scalar().unwrap_or(Scalar::U32);
        if let (Effect::Divisor(number), Some(site), [a, ..]) = (row.effect, site, values.as_slice()) {
            let (b, scalar) = values[usize::from(number)];
            self.divisor(scalar, a.0, b, site);
        }
        // What is known already is computed by the same function as on the CPU.
        if let (Cpu::Eval(eval) | Cpu::Lanes { eval, .. }, true) = (row.cpu, row.effect == Effect::Pure) {
            let bits: Option<Vec<u64>> = values
                .iter()
                .map(|(value, _)| match value {
                    Val::Imm(bits) => Some(*bits),
                    Val::Reg(_) => None,
                })
                .collect();
            let generic = values.first().map_or(result, |(_, scalar)| *scalar);
            if let Some(bits) = bits.filter(|_| result.is_int() && generic.is_int()) {
                return Some(Val::Imm(eval(generic, &bits)));
            }
        }
        match self.simple(row.name, &values, result) {
            Some(value) => Some(value),
            None => {
                self.missing(row.name);
                Some(Val::Imm(0))
            }
        }
    }

    /// Calls that depend on their operands only.
    fn simple(&mut self, name: &str, values: &[(Val, Scalar)], result: Scalar) -> Option<Val> {
        let (a, scalar) = *values.first()?;
        let wide = width(scalar);
        let flush = self.flush(scalar);
        let single = |writer: &mut Self, op: String| {
            // One instruction on floats; 16-bit ones go through `f32`.
            let operand = if is_half(scalar) { Scalar::F32 } else { scalar };
            let wide: Vec<(Val, Scalar)> =
                values.iter().map(|(value, own)| (writer.wide(*value, *own), operand)).collect();
            let value = Val::Reg(writer.op(&op, width(operand), &wide));
            writer.rounded(value, scalar)
        };
        let float = kind(scalar);
        Some(match (name, values) {
            ("to_bits", _) if is_half(scalar) => {
                let register = self.register(a, scalar);
                Val::Reg(self.asm.pure("cvt.u32.u16", Width::B32, register.to_string(), &[register]))
            }
            ("from_bits", _) if is_half(result) => {
                let register = self.register(a, Scalar::U16);
                Val::Reg(self.asm.pure("cvt.u16.u32", Width::B16, register.to_string(), &[register]))
            }
            ("to_bits" | "from_bits", _) => a,
            ("float_abs", _) if is_half(scalar) => {
                let register = self.register(a, scalar);
                Val::Reg(self.asm.pure("and.b16", Width::B16, format!("{register}, 0x7FFF"), &[register]))
            }
            ("float_abs", _) => single(self, format!("abs{flush}.{float}")),
            ("floor", _) => single(self, format!("cvt.rmi{flush}.{float}.{float}")),
            ("ceil", _) => single(self, format!("cvt.rpi{flush}.{float}.{float}")),
            ("trunc", _) => single(self, format!("cvt.rzi{flush}.{float}.{float}")),
            ("round_ties_even", _) => single(self, format!("cvt.rni{flush}.{float}.{float}")),
            ("float_min", _) => single(self, format!("min{flush}.{float}")),
            ("float_max", _) => single(self, format!("max{flush}.{float}")),
            ("mul_add", _) => single(self, format!("fma.rn{flush}.{float}")),
            ("sqrt", _) => {
                let fast = self.tier == crate::ir::MathTier::Fast && scalar != Scalar::F64;
                single(
                    self,
                    if fast { "sqrt.approx.ftz.f32".to_owned() } else { format!("sqrt.rn{flush}.{float}") },
                )
            }
            ("wrapping_add", [_, (b, other)]) => self.binary(BinOp::Add, scalar, a, (*b, *other), None),
            ("wrapping_sub", [_, (b, other)]) => self.binary(BinOp::Sub, scalar, a, (*b, *other), None),
            ("wrapping_mul", [_, (b, other)]) => self.binary(BinOp::Mul, scalar, a, (*b, *other), None),
            ("wrapping_shl", [_, (b, other)]) => self.binary(BinOp::Shl, scalar, a, (*b, *other), None),
            ("wrapping_shr", [_, (b, other)]) => self.binary(BinOp::Shr, scalar, a, (*b, *other), None),
            ("wrapping_neg", _) => self.unary(UnOp::Neg, a, scalar),
            ("int_min" | "int_max", [_, (b, _)]) => {
                let word = if name == "int_min" { "min" } else { "max" };
                Val::Reg(self.op(&format!("{word}.{}", kind(scalar)), wide, &[(a, scalar), (*b, scalar)]))
            }
            _ => return None,
        })
    }

    /// Calls that see the machine.
    fn machine(
        &mut self,
        row: &'static Intrinsic,
        machine: Machine,
        args: &[Expr],
        ty: &Type,
    ) -> Option<Val> {
        let _ = (args, ty);
        match machine {
            Machine::ThreadIdx(axis) => Some(self.special("tid", axis)),
            Machine::BlockIdx(axis) => Some(self.special("ctaid", axis)),
            Machine::BlockDim(axis) => Some(self.block_dim(axis)),
            Machine::GridDim(axis) => Some(self.special("nctaid", axis)),
            Machine::GlobalId(axis) => {
                let block = self.special("ctaid", axis);
                let dim = self.block_dim(axis);
                let thread = self.special("tid", axis);
                let first = self.binary(BinOp::Mul, Scalar::Usize, block, (dim, Scalar::Usize), None);
                Some(self.binary(BinOp::Add, Scalar::Usize, first, (thread, Scalar::Usize), None))
            }
            Machine::SyncThreads => {
                self.asm.line("bar.sync 0");
                None
            }
            _ => {
                self.missing(row.name);
                Some(Val::Imm(0))
            }
        }
    }

    /// A special register, as `usize`.
    fn special(&mut self, name: &str, axis: u8) -> Val {
        let axis = ["x", "y", "z"][usize::from(axis.min(2))];
        let register = self.asm.first("mov.b32", Width::B32, &format!("%{name}.{axis}"));
        let wide = self.asm.first("cvt.u64.u32", Width::B64, &register.to_string());
        self.extended.insert(wide, register);
        Val::Reg(wide)
    }

    /// The block's extent, which the kernel may declare.
    fn block_dim(&mut self, axis: u8) -> Val {
        match self.function.attrs.block {
            Some(block) => Val::Imm(u64::from(block[usize::from(axis.min(2))])),
            None => self.special("ntid", axis),
        }
    }

    /// `kprintln!`.
    pub(super) fn print(&mut self, site: SiteId, values: &[Expr]) {
        let _ = (site, values);
        self.missing("kprintln!");
    }
}
