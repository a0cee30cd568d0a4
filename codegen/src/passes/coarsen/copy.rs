//! Copies of code for one block among several.
//!
//! Takes statements in the names of the kernel; gives them with locals and labels of their own, in which the block
//! and the grid are those that the launch asked for, and in which what ends the thread ends the copy.

use super::explicit_checks::fails;
use super::{AT, Coarsener, machine, none};
use crate::collections::Map;
use crate::intrinsics::{Cpu, Intrinsic, Machine};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Fold, LabelId, Literal, LocalId, LocalKind, Place, Stmt, StmtKind,
    Type,
};

/// One copy of the code on its way.
pub(super) struct Copy {
    /// Which of the blocks it is the work of.
    pub(super) number: LocalId,
    /// The thread's number along x in the launch, where it is not that of the block and the machine's thread.
    pub(super) global: Option<LocalId>,
    /// The locals that have been declared, by the ones that they are copies of.
    pub(super) locals: Map<LocalId, LocalId>,
    pub(super) labels: Map<LabelId, LabelId>,
    pub(super) end: End,
}

/// What becomes of a thread that ends early.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// It leaves this block, which is the rest of its work; why it failed is kept.
    Kept(LabelId),
    /// All leave this block, and begin anew one after the other.
    Anew(LabelId),
}

impl Coarsener {
    pub(super) fn stmts(&mut self, stmts: &[Stmt], copy: &mut Copy) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            self.stmt(stmt, copy, &mut out);
        }
        out
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt, copy: &mut Copy, out: &mut Vec<Stmt>) {
        Copying { coarsener: self, copy }.stmt(stmt, out);
    }

    /// What ends the thread ends a part of it.
    fn failure(&mut self, stmt: &Stmt, copy: &Copy, out: &mut Vec<Stmt>) {
        let (site, StmtKind::Fail { values, .. }) = (stmt.site, &stmt.kind) else { return };
        let label = match copy.end {
            End::Anew(label) => return out.push(Stmt { kind: StmtKind::Break(label), site }),
            End::Kept(label) => label,
        };
        let set = |local, value: Expr| {
            let place = Place::local(local, value.ty.clone());
            Stmt { kind: StmtKind::Assign { place, op: None, value }, site }
        };
        let mut kept = Vec::new();
        let mut told = Vec::new();
        for (number, value) in values.iter().enumerate() {
            let value = self.expr(value, copy);
            let local = self.value(number, &value.ty);
            told.push(Expr::local(local, value.ty.clone()));
            kept.push(set(local, value));
        }
        let at = self.value(AT, &Type::USIZE);
        kept.push(set(at, Expr::local(copy.number, Type::USIZE)));
        let block = Some(Box::new(Expr::local(at, Type::USIZE)));
        let failure = Stmt { kind: StmtKind::Fail { values: told, block }, site };
        // The same place may fail in several copies.
        let known = self.failures.iter().position(|known| *known == failure);
        let number = known.unwrap_or_else(|| {
            self.failures.push(failure);
            self.failures.len() - 1
        });
        let number = Expr::new(ExprKind::Literal(Literal::Int(number as i128 + 1)), Type::U32);
        kept.push(set(self.failed, number));
        let first = Expr::binary(BinOp::Eq, Expr::local(self.failed, Type::U32), none(), Type::BOOL);
        let kind = StmtKind::If { condition: first, then: Block(kept), otherwise: Block::default() };
        out.extend([Stmt { kind, site }, Stmt { kind: StmtKind::Break(label), site }]);
    }

    /// The variable for a value of a failure.
    pub(super) fn value(&mut self, number: usize, ty: &Type) -> LocalId {
        if let Some((_, _, local)) = self.values.iter().find(|(n, found, _)| *n == number && found == ty) {
            return *local;
        }
        let local = self.out.add_local("value", ty.clone(), LocalKind::Temp);
        self.values.push((number, ty.clone(), local));
        local
    }

    pub(super) fn expr(&self, expr: &Expr, copy: &Copy) -> Expr {
        let mut expr = expr.clone();
        self.rename(&mut expr, copy);
        expr
    }

    fn place(&self, place: &Place, copy: &Copy) -> Place {
        let mut place = place.clone();
        place.for_each_index_mut(&mut |index| self.rename(index, copy));
        place.base = copy.of(place.base);
        place
    }

    fn rename(&self, expr: &mut Expr, copy: &Copy) {
        expr.for_each_child_mut(&mut |child| self.rename(child, copy));
        match &mut expr.kind {
            ExprKind::Call { callee, .. } => {
                if let Callee::Intrinsic(row) = callee
                    && let Some(value) = self.asked(row, copy)
                {
                    *expr = value;
                }
            }
            _ => {
                if let Some(local) = expr.named_local_mut() {
                    *local = copy.of(*local);
                }
            }
        }
    }

    /// What a call tells of the grid that the launch asked for, where the machine's is another.
    fn asked(&self, row: &Intrinsic, copy: &Copy) -> Option<Expr> {
        let block = Expr::local(copy.number, Type::USIZE);
        match row.cpu {
            Cpu::Machine(Machine::BlockIdx(0)) => Some(block),
            Cpu::Machine(Machine::GlobalId(0)) if copy.global.is_some() => {
                copy.global.map(|global| Expr::local(global, Type::USIZE))
            }
            Cpu::Machine(Machine::GlobalId(0)) => {
                let before = Expr::binary(BinOp::Mul, block, machine("block_dim_x"), Type::USIZE);
                Some(Expr::binary(BinOp::Add, before, machine("thread_idx_x"), Type::USIZE))
            }
            Cpu::Machine(Machine::GridDim(0)) => Some(Expr::local(self.blocks, Type::USIZE)),
            Cpu::Machine(_) | Cpu::Eval(_) | Cpu::Lanes { .. } => None,
        }
    }
}

/// A copy being made.
struct Copying<'c> {
    coarsener: &'c mut Coarsener,
    copy: &'c mut Copy,
}

impl Fold for Copying<'_> {
    fn stmt(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        if fails(stmt) {
            return self.coarsener.failure(stmt, self.copy, out);
        }
        let kind = match &stmt.kind {
            StmtKind::Block { label, .. } => {
                let fresh = self.coarsener.fresh_label();
                self.copy.labels.insert(*label, fresh);
                stmt.kind.fold(self)
            }
            StmtKind::Return(_) => match self.copy.end {
                End::Kept(label) | End::Anew(label) => StmtKind::Break(label),
            },
            _ => stmt.kind.fold(self),
        };
        out.push(Stmt { kind, site: stmt.site });
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        self.coarsener.expr(expr, self.copy)
    }

    fn place(&mut self, place: &Place) -> Place {
        self.coarsener.place(place, self.copy)
    }

    fn local(&mut self, local: LocalId) -> LocalId {
        let locals = &mut self.coarsener.out.locals;
        let fresh = LocalId(locals.len() as u32);
        locals.push(self.coarsener.locals[local.0 as usize].clone());
        self.copy.locals.insert(local, fresh);
        fresh
    }

    fn label(&mut self, label: LabelId) -> LabelId {
        self.copy.labels.get(&label).copied().unwrap_or(label)
    }
}

impl Copy {
    pub(super) fn new(number: LocalId, end: End) -> Copy {
        Copy { number, global: None, locals: Map::new(), labels: Map::new(), end }
    }

    pub(super) fn of(&self, local: LocalId) -> LocalId {
        self.locals.get(&local).copied().unwrap_or(local)
    }
}
