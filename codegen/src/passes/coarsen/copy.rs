//! Copies of code for one block among several.
//!
//! Takes statements in the names of the kernel; gives them with locals and labels of their own, in which the block
//! and the grid are those that the launch asked for, and in which what ends the thread ends the copy.

use super::explicit_checks::fails;
use super::{AT, Coarsener, machine, none};
use crate::collections::Map;
use crate::intrinsics::{Cpu, Intrinsic, Machine};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, LabelId, Literal, LocalId, LocalKind, Place, Stmt, StmtKind, Type,
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
        let kind = match &stmt.kind {
            _ if fails(stmt) => return self.failure(stmt, copy, out),
            StmtKind::Let { local, init } => {
                let init = init.as_ref().map(|init| self.expr(init, copy));
                StmtKind::Let { local: self.declare(*local, copy), init }
            }
            StmtKind::Assign { place, op, value } => {
                StmtKind::Assign { value: self.expr(value, copy), place: self.place(place, copy), op: *op }
            }
            StmtKind::Eval(value) => StmtKind::Eval(self.expr(value, copy)),
            StmtKind::If { condition, then, otherwise } => StmtKind::If {
                condition: self.expr(condition, copy),
                then: Block(self.stmts(&then.0, copy)),
                otherwise: Block(self.stmts(&otherwise.0, copy)),
            },
            StmtKind::Block { label, body } => {
                let fresh = self.fresh_label();
                copy.labels.insert(*label, fresh);
                StmtKind::Block { label: fresh, body: Block(self.stmts(&body.0, copy)) }
            }
            StmtKind::Break(label) => StmtKind::Break(copy.labels.get(label).copied().unwrap_or(*label)),
            StmtKind::Return(_) => match copy.end {
                End::Kept(label) | End::Anew(label) => StmtKind::Break(label),
            },
            // No kernel that suits has any, and what fails was seen to.
            StmtKind::Loop { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::Continue(_)
            | StmtKind::Fail { .. }
            | StmtKind::Print { .. } => stmt.kind.clone(),
        };
        out.push(Stmt { kind, site: stmt.site });
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

    fn declare(&mut self, local: LocalId, copy: &mut Copy) -> LocalId {
        let fresh = LocalId(self.out.locals.len() as u32);
        self.out.locals.push(self.locals[local.0 as usize].clone());
        copy.locals.insert(local, fresh);
        fresh
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
            ExprKind::Load(place) | ExprKind::Ref(place) | ExprKind::LenOf(place) => {
                place.base = copy.of(place.base);
            }
            ExprKind::Len(local) => *local = copy.of(*local),
            ExprKind::Call { callee, .. } => {
                if let Callee::Intrinsic(row) = callee
                    && let Some(value) = self.asked(row, copy)
                {
                    *expr = value;
                }
            }
            ExprKind::Literal(_)
            | ExprKind::Capture(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Make(_)
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. } => {}
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

impl Copy {
    pub(super) fn new(number: LocalId, end: End) -> Copy {
        Copy { number, global: None, locals: Map::new(), labels: Map::new(), end }
    }

    pub(super) fn of(&self, local: LocalId) -> LocalId {
        self.locals.get(&local).copied().unwrap_or(local)
    }
}
