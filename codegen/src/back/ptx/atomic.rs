//! Atomic operations: relaxed, for the whole device, with fences around those that ask for more.

use super::asm::Width;
use super::local::{Space, Writer};
use super::memory::{Address, Located};
use super::value::{Val, width};
use crate::back::fences::{fences, operands};
use crate::compact::List;
use crate::intrinsics::Atomic;
use crate::ir::{BinOp, Expr, ExprKind, Scalar, Type, UnOp};

impl Writer<'_> {
    pub(super) fn atomic(&mut self, atomic: Atomic, args: &[Expr]) -> Option<Val> {
        let (element, rest) = args.split_first()?;
        let ExprKind::Ref(place) = &element.kind else { return None };
        let Type::Atomic(scalar) = *place.ty.referent() else { return None };
        let values: Vec<Val> = rest.iter().take(operands(atomic) - 1).map(|value| self.value(value)).list();
        let located = self.locate(place);
        let orders = fences(atomic, args);
        if orders.before {
            self.asm.line("membar.gl");
        }
        let result = match located {
            Located::Memory(address) => self.atomic_at(atomic, scalar, &address, &values),
            _ => Some(Val::Imm(0)),
        };
        if orders.after {
            self.asm.line("membar.gl");
        }
        result
    }

    fn atomic_at(
        &mut self,
        atomic: Atomic,
        scalar: Scalar,
        address: &Address,
        values: &[Val],
    ) -> Option<Val> {
        let space = if address.space == Space::Shared { "shared" } else { "global" };
        let wide = width(scalar);
        let bits = wide.bits();
        let at = address.at(0);
        let value = values.first().copied().unwrap_or(Val::Imm(0));
        let unsigned = if wide == Width::B64 { "u64" } else { "u32" };
        let ordered = match scalar {
            Scalar::I32 => "s32",
            Scalar::I64 | Scalar::Isize => "s64",
            _ => unsigned,
        };
        let (op, value) = match atomic {
            Atomic::Load => {
                return Some(Val::Reg(self.asm.set(&format!("ld.relaxed.gpu.{space}.{bits}"), wide, at)));
            }
            Atomic::Store => {
                let text = self.text(value, scalar);
                self.asm.line(format!("st.relaxed.gpu.{space}.{bits} {at}, {text}"));
                return None;
            }
            Atomic::CompareExchange => {
                let new = values.get(1).copied().unwrap_or(Val::Imm(0));
                let (expected, new) = (self.register(value, scalar), self.register(new, scalar));
                let op = format!("atom.{space}.cas.{bits}");
                return Some(Val::Reg(self.asm.set(&op, wide, format!("{at}, {expected}, {new}"))));
            }
            Atomic::Swap => (format!("exch.{bits}"), value),
            Atomic::Add if scalar == Scalar::F16 => ("add.noftz.f16".to_owned(), value),
            Atomic::Add if scalar == Scalar::BF16 && self.target.arch >= 90 => {
                ("add.noftz.bf16".to_owned(), value)
            }
            Atomic::Add if scalar == Scalar::BF16 => {
                return Some(self.updated(atomic, scalar, address, value));
            }
            Atomic::Add if scalar.is_float() => (format!("add.f{}", scalar.bits()), value),
            Atomic::Add => (format!("add.{unsigned}"), value),
            Atomic::Sub if scalar.is_float() => {
                (format!("add.f{}", scalar.bits()), self.unary(UnOp::Neg, value, scalar))
            }
            Atomic::Sub => (format!("add.{unsigned}"), self.unary(UnOp::Neg, value, scalar)),
            Atomic::Min | Atomic::Max if scalar.is_float() => {
                return Some(self.updated(atomic, scalar, address, value));
            }
            Atomic::Min => (format!("min.{ordered}"), value),
            Atomic::Max => (format!("max.{ordered}"), value),
            Atomic::And => (format!("and.{bits}"), value),
            Atomic::Or => (format!("or.{bits}"), value),
            Atomic::Xor => (format!("xor.{bits}"), value),
            Atomic::Nand => return Some(self.updated(atomic, scalar, address, value)),
        };
        let value = self.register(value, scalar);
        Some(Val::Reg(self.asm.set(&format!("atom.{space}.{op}"), wide, format!("{at}, {value}"))))
    }

    /// Compare-and-swap until nobody came between.
    fn updated(&mut self, atomic: Atomic, scalar: Scalar, address: &Address, value: Val) -> Val {
        let space = if address.space == Space::Shared { "shared" } else { "global" };
        let wide = width(scalar);
        let bits = wide.bits();
        let at = address.at(0);
        let old = self.asm.variable(wide);
        self.asm.line(format!("ld.relaxed.gpu.{space}.{bits} {old}, {at}"));
        let again = self.asm.label();
        self.asm.place(again);
        self.apart(|writer| {
            let now = Val::Reg(old);
            let new = match atomic {
                Atomic::Nand => {
                    let both = writer.binary(BinOp::BitAnd, scalar, now, (value, scalar), None);
                    writer.unary(UnOp::Not, both, scalar)
                }
                Atomic::Add => writer.binary(BinOp::Add, scalar, now, (value, scalar), None),
                _ => {
                    let word = if atomic == Atomic::Min { "min" } else { "max" };
                    // 16-bit floats compute in `f32`.
                    let lane = if scalar.is_small_float() { Scalar::F32 } else { scalar };
                    let [now, value] = [now, value].map(|value| writer.cast(value, scalar, lane));
                    let op = format!("{word}.f{}", lane.bits());
                    let chosen = Val::Reg(writer.op(&op, width(lane), &[(now, lane), (value, lane)]));
                    writer.cast(chosen, lane, scalar)
                }
            };
            let new = writer.register(new, scalar);
            let seen =
                writer.asm.set(&format!("atom.{space}.cas.{bits}"), wide, format!("{at}, {old}, {new}"));
            let other = writer.asm.set(&format!("setp.ne.{bits}"), Width::Pred, format!("{seen}, {old}"));
            writer.asm.line(format!("mov.{bits} {old}, {seen}"));
            writer.asm.line(format!("@{other} bra {again}"));
        });
        Val::Reg(self.asm.set(&format!("mov.{bits}"), wide, old.to_string()))
    }

    /// An element of another block's shared memory.
    pub(super) fn of_cluster(&mut self, element: &Expr, rank: &Expr) -> Option<(String, Scalar)> {
        let ExprKind::Ref(place) = &element.kind else { return None };
        let scalar = match place.ty.referent() {
            Type::Atomic(scalar) | Type::Scalar(scalar) => *scalar,
            _ => return None,
        };
        let rank = self.value(rank);
        let rank = self.register(rank, Scalar::Usize);
        let rank = self.low(rank);
        let Located::Memory(address) = self.locate(place) else { return None };
        let own = self.pointer(&address);
        let other =
            self.asm.pure("mapa.shared::cluster.u32", Width::B32, format!("{own}, {rank}"), &[own, rank]);
        Some((other.to_string(), scalar))
    }
}
