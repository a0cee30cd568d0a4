//! Operands of the rows that move consecutive elements: which memory they may lie in.

use super::{Rule, Verifier};
use crate::compact::List;
use crate::intrinsics::{Cpu, Intrinsic, Machine, TensorMap, WgmmaShape};
use crate::ir::{Expr, ExprKind, Literal, LocalKind, Scalar, Type};

/// Where an element lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// In a slice.
    Global,
    Shared,
    /// In an array that the thread has for itself.
    Own,
}

impl Verifier<'_> {
    /// What the rows of lowered tile code take: elements of the memory that the machine's instruction works on.
    pub(super) fn elements(&mut self, row: &Intrinsic, args: &[Expr], generic: Option<Scalar>) {
        let elements = row.params.iter().zip(args).filter(|(slot, _)| slot.is_element());
        let indexed = elements
            .clone()
            .all(|(_, arg)| matches!(&arg.kind, ExprKind::Ref(place) if !place.steps.is_empty()));
        let memories: Vec<_> = elements.filter_map(|(_, arg)| self.memory_of(arg)).list();
        let fits = match row.cpu {
            Cpu::Machine(Machine::Move(bytes)) => {
                generic.is_none_or(|scalar| scalar.size() <= usize::from(bytes))
            }
            Cpu::Machine(Machine::AsyncCopy(bytes)) => {
                memories == [Memory::Shared, Memory::Global]
                    && generic.is_none_or(|scalar| scalar.size() <= usize::from(bytes))
            }
            Cpu::Machine(Machine::AsyncWait) => {
                matches!(args, [Expr { kind: ExprKind::Literal(Literal::Int(0..)), .. }])
            }
            Cpu::Machine(Machine::LoadMatrix { transposed }) => {
                let most = if transposed { 2 } else { 4 };
                memories == [Memory::Own, Memory::Shared]
                    && generic.is_none_or(|scalar| scalar.size() <= most)
            }
            Cpu::Machine(Machine::Wgmma(scalar, _)) => {
                let shape = WgmmaShape::of(args).filter(|shape| shape.is_there(scalar));
                let left = shape.map(|shape| match shape.left {
                    Some(_) => Memory::Shared,
                    None => Memory::Own,
                });
                left.is_some_and(|left| memories == [Memory::Own, left, Memory::Shared])
            }
            Cpu::Machine(Machine::WgmmaFinish) => {
                let groups = args.get(2).map(|arg| &arg.kind);
                memories == [Memory::Own] && matches!(groups, Some(ExprKind::Literal(Literal::Int(0..=7))))
            }
            Cpu::Machine(Machine::WgmmaWait) => {
                matches!(args, [Expr { kind: ExprKind::Literal(Literal::Int(0..=7)), .. }])
            }
            Cpu::Machine(Machine::ClusterLoad | Machine::ClusterStore) => memories == [Memory::Shared],
            Cpu::Machine(Machine::ClusterSend(_)) => memories == [Memory::Shared; 2],
            Cpu::Machine(Machine::BarrierInit) => {
                let threads = args.get(1).map(|arg| &arg.kind);
                memories == [Memory::Shared]
                    && matches!(threads, Some(ExprKind::Literal(Literal::Int(1..=32))))
            }
            Cpu::Machine(Machine::BarrierWait) => memories == [Memory::Shared],
            Cpu::Machine(Machine::BarrierExpect | Machine::BarrierArrive | Machine::BarrierPass) => {
                memories == [Memory::Shared]
            }
            Cpu::Machine(Machine::TensorLoad(rank)) => {
                memories == [Memory::Shared, Memory::Global, Memory::Shared]
                    && TensorMap::of(rank, args).is_some()
            }
            Cpu::Machine(Machine::Product(..)) => memories.iter().all(|memory| *memory == Memory::Own),
            Cpu::Machine(_) | Cpu::Eval(_) | Cpu::Lanes { .. } => true,
        };
        self.hold(Rule::Calls, indexed && fits, || {
            format!("`{}` on what its instruction does not take", row.name)
        });
    }

    /// Where the element lies that an operand refers to.
    fn memory_of(&self, arg: &Expr) -> Option<Memory> {
        let ExprKind::Ref(place) = &arg.kind else { return None };
        let local = self.function.locals.get(place.base.0 as usize)?;
        match (local.kind, &local.ty) {
            (LocalKind::Shared, _) => Some(Memory::Shared),
            (_, Type::Array(..)) => Some(Memory::Own),
            (_, Type::Slice { .. }) => Some(Memory::Global),
            _ => None,
        }
    }
}
