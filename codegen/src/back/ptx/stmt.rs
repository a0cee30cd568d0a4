//! Statements.
//!
//! What a branch assigns is not known behind it: a variable's value is then read from its register again.

use super::asm::{Label, Reg, Width};
use super::expr::scalar_of;
use super::local::{Jumps, Now, Returns, Space, Storage, Writer, flat};
use super::loops::leaves;
use super::memory::{Address, Located};
use super::plan::{Plan, assigned_in};
use super::value::{Val, width};
use crate::collections::Set;
use crate::compact::List;
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, LabelId, Len, LocalId, MathTier, Module, Scalar, Stmt, StmtKind,
    Type, Unroll,
};

/// The most scalars of an array that are set one after the other.
const MOST_AT_ONCE: u64 = 64;

impl<'m> Writer<'m> {
    pub(super) fn body(&mut self) {
        let function = self.function;
        self.block(&function.body);
        self.asm.line("ret");
        self.failures();
    }

    pub(super) fn block(&mut self, block: &Block) {
        for stmt in &block.0 {
            self.site = stmt.site;
            self.tell_line();
            self.stmt(stmt);
        }
    }

    /// Forgets what variables are that these blocks assign.
    pub(super) fn forget(&mut self, assigned: &Set<LocalId>) {
        for local in assigned {
            self.now.forget_all(*local);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { local, init } => self.declaration(*local, init.as_ref()),
            StmtKind::Assign { place, op, value } => match op {
                None => self.assignment(place, value),
                Some(op) => {
                    let scalar = place.ty.scalar().unwrap_or(Scalar::U32);
                    if let Some(fused) = self.fused(place, *op, value, scalar) {
                        return fused;
                    }
                    let new = self.value(value);
                    let located = self.locate(place);
                    let old = self.read(&located, scalar);
                    let site = matches!(op, BinOp::Div | BinOp::Rem)
                        .then_some(stmt.site)
                        .filter(|_| scalar.is_int());
                    let result = self.binary(*op, scalar, old, (new, scalar_of(value)), site);
                    self.write(&located, result, scalar);
                }
            },
            StmtKind::Eval(value) => self.evaluate(value),
            StmtKind::If { condition, then, otherwise } => self.branch(condition, then, otherwise),
            StmtKind::Loop { label, body } => self.endless(*label, body),
            StmtKind::While { label, condition, body } => self.repeat(*label, condition, body),
            StmtKind::For { label, local, unroll, body, .. } => {
                let Some(counted) = stmt.kind.counted() else { return };
                self.count(*label, *local, &counted, *unroll == Unroll::Never, body);
            }
            // Nothing leaves it: a block of the text only.
            StmtKind::Block { label, body } if !leaves(body, *label) => self.block(body),
            StmtKind::Block { label, body } => {
                let end = self.asm.label();
                self.jumps.insert(*label, Jumps { end, next: end });
                self.apart(|writer| writer.block(body));
                self.forget(&assigned_in(&[body]));
                self.asm.place(end);
            }
            StmtKind::Break(label) => self.leave(*label, |jumps| jumps.end),
            StmtKind::Continue(label) => self.leave(*label, |jumps| jumps.next),
            StmtKind::Return(value) => self.give_back(value.as_ref()),
            StmtKind::Print { values } => self.print(stmt.site, values),
            StmtKind::Fail { values, block } => {
                let values = values.iter().map(|value| (self.value(value), scalar_of(value))).list();
                let block = block.as_ref().map(|block| self.value(block));
                let to = self.failure_in(stmt.site, values, block);
                self.asm.line(format!("bra.uni {to}"));
            }
        }
    }

    fn leave(&mut self, label: LabelId, to: impl Fn(&Jumps) -> Label) {
        if let Some(jumps) = self.jumps.get(&label) {
            let to = to(jumps);
            self.asm.line(format!("bra {to}"));
        }
    }

    /// `place += a * b` as one operation, where that is allowed.
    fn fused(&mut self, place: &crate::ir::Place, op: BinOp, value: &Expr, scalar: Scalar) -> Option<()> {
        let whole = Expr::load(place.clone());
        // Only where reading the place again costs nothing: its indices would be tested and computed twice.
        let plain = place.steps.is_empty() && matches!(op, BinOp::Add | BinOp::Sub);
        let result = plain.then(|| self.contracted(op, &whole, value, scalar)).flatten()?;
        let located = self.locate(place);
        self.write(&located, result, scalar);
        Some(())
    }

    fn declaration(&mut self, local: LocalId, init: Option<&Expr>) {
        let index = local.0 as usize;
        let ty = &self.function.local(local).ty;
        self.now.forget_all(local);
        let Some(init) = init else {
            return self.declare(local);
        };
        match ty {
            Type::Scalar(scalar) => {
                let value = self.value(init);
                if self.plan.assigned[index] {
                    self.declare(local);
                    self.write_local(local, value, *scalar);
                } else {
                    self.storage[index] = Storage::Value(value);
                }
            }
            Type::Array(..) => {
                self.declare(local);
                self.fill(local, init);
            }
            _ => self.evaluate(init),
        }
    }

    fn give_back(&mut self, value: Option<&Expr>) {
        let Some(returns) = self.returns else { return self.asm.line("ret") };
        if let Some(value) = value {
            let value = self.value(value);
            let text = self.text(value, returns.scalar);
            self.asm.assign(returns.result, &text);
        }
        self.asm.line(format!("bra {}", returns.end));
    }

    /// Writes a function's body in the place of a call; gives its result.
    pub(super) fn in_place(&mut self, module: &'m Module, values: &[Val], result: Scalar) -> Val {
        let Some(function) = module.entry() else { return Val::Imm(0) };
        let returns =
            Returns { result: self.asm.variable(width(result)), scalar: result, end: self.asm.label() };
        let locals = function.locals.len();
        let outer = (
            std::mem::replace(&mut self.module, module),
            std::mem::replace(&mut self.function, function),
            std::mem::replace(&mut self.plan, Plan::of(function, &[])),
            std::mem::replace(&mut self.storage, vec![Storage::Nowhere; locals]),
            std::mem::replace(&mut self.now, Now::nothing(locals)),
            std::mem::take(&mut self.jumps),
            std::mem::take(&mut self.depots),
            self.returns.replace(returns),
            // The library says where it wants to be contracted.
            std::mem::replace(&mut self.tier, MathTier::Strict),
            self.site,
        );
        for (id, value) in function.params.iter().zip(values) {
            let scalar = function.local(*id).ty.scalar().unwrap_or(result);
            self.storage[id.0 as usize] = Storage::Value(*value);
            if self.plan.assigned[id.0 as usize] {
                self.declare(*id);
                self.write_local(*id, *value, scalar);
            }
        }
        // A single return at the end is the result itself.
        let value = match function.body.0.split_last() {
            Some((Stmt { kind: StmtKind::Return(Some(value)), .. }, before))
                if !before.iter().any(Stmt::returns) =>
            {
                for stmt in before {
                    self.stmt(stmt);
                }
                self.value(value)
            }
            _ => {
                self.apart(|writer| writer.block(&function.body));
                self.asm.place(returns.end);
                let result = returns.result;
                let op = format!("mov.{}", result.width.bits());
                Val::Reg(self.asm.set(&op, result.width, result.to_string()))
            }
        };
        (
            self.module,
            self.function,
            self.plan,
            self.storage,
            self.now,
            self.jumps,
            self.depots,
            self.returns,
            self.tier,
            self.site,
        ) = outer;
        value
    }

    pub(super) fn write_local(&mut self, local: LocalId, value: Val, scalar: Scalar) {
        if let Storage::Variable(register) = self.storage[local.0 as usize] {
            self.write(&Located::Variable(local, register), value, scalar);
        }
    }

    fn assignment(&mut self, place: &crate::ir::Place, value: &Expr) {
        match &place.ty {
            Type::Scalar(scalar) => {
                let value = self.value(value);
                let located = self.locate(place);
                self.write(&located, value, *scalar);
            }
            Type::Array(..) if place.steps.is_empty() => self.fill(place.base, value),
            _ => self.missing("an assignment that is not taken apart"),
        }
    }

    /// Gives an array its value.
    fn fill(&mut self, local: LocalId, value: &Expr) {
        let (scalar, count) = flat(&self.function.local(local).ty);
        if count > MOST_AT_ONCE && self.filled_by_a_loop(local, value, scalar, count) {
            return;
        }
        // All of it first: the value may read what is assigned.
        let mut values = Vec::new();
        self.scalars(value, &mut values);
        for (number, value) in values.into_iter().enumerate() {
            let to = self.element(local, number as u64, scalar);
            self.write(&to, value, scalar);
        }
    }

    /// The scalars of an array's value, in the order of memory.
    fn scalars(&mut self, value: &Expr, values: &mut Vec<Val>) {
        match (&value.kind, &value.ty) {
            (_, Type::Scalar(_)) => values.push(self.value(value)),
            (ExprKind::Array(items), _) => items.iter().for_each(|item| self.scalars(item, values)),
            (ExprKind::Repeat(item), Type::Array(_, Len::Const(len))) => {
                let mut one = Vec::new();
                self.scalars(item, &mut one);
                (0..*len).for_each(|_| values.extend(&one));
            }
            (ExprKind::Load(place), _) if place.steps.is_empty() => {
                let (scalar, count) = flat(&value.ty);
                for number in 0..count {
                    let from = self.element(place.base, number, scalar);
                    values.push(self.read(&from, scalar));
                }
            }
            _ => self.missing("an array that is not taken apart"),
        }
    }

    /// Fills memory of the thread's own, or copies it, in a loop: whether the value is one that a loop can give.
    fn filled_by_a_loop(&mut self, local: LocalId, value: &Expr, scalar: Scalar, count: u64) -> bool {
        let Located::Memory(target) = self.element(local, 0, scalar) else { return false };
        let target = self.pointer(&target);
        let source = match &value.kind {
            ExprKind::Load(place) if place.steps.is_empty() => match self.element(place.base, 0, scalar) {
                Located::Memory(source) => Err((source.space, self.pointer(&source))),
                _ => return false,
            },
            ExprKind::Repeat(item) => {
                let mut item = item;
                while let ExprKind::Repeat(inner) = &item.kind {
                    item = inner;
                }
                if item.ty.scalar().is_none() {
                    return false;
                }
                Ok(self.value(item))
            }
            _ => return false,
        };
        let size = scalar.size() as u64;
        let offset = self.asm.variable(Width::B64);
        self.asm.assign(offset, "0");
        let head = self.asm.label();
        self.asm.place(head);
        self.apart(|writer| {
            let at = |writer: &mut Self, space: Space, base: Reg| {
                let register = writer.asm.set("add.s64", Width::B64, format!("{base}, {offset}"));
                Address { space, base: register.to_string(), register: Some(register), offset: 0 }
            };
            let value = match source {
                Ok(value) => value,
                Err((space, base)) => {
                    let from = at(writer, space, base);
                    let space = if space == Space::Param { "param" } else { "local" };
                    writer.loaded_by(&format!("ld.{space}"), from.at(0), scalar)
                }
            };
            let to = at(writer, Space::Local, target);
            writer.store(&to, value, scalar);
            let next = writer.asm.set("add.s64", Width::B64, format!("{offset}, {size}"));
            writer.asm.line(format!("mov.b64 {offset}, {next}"));
            let more = writer.asm.set("setp.lt.u64", Width::Pred, format!("{next}, {}", size * count));
            writer.asm.line(format!("@{more} bra {head}"));
        });
        true
    }

    /// A call for its effect.
    fn evaluate(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Call { callee: Callee::Intrinsic(row), args, site } => {
                self.intrinsic(row, args, *site, &value.ty);
            }
            _ if value.ty.scalar().is_some() => {
                self.value(value);
            }
            _ => self.missing("an evaluation that is not lowered"),
        }
    }

    fn branch(&mut self, condition: &Expr, then: &Block, otherwise: &Block) {
        if let Some(truth) = self.known(condition) {
            return self.block(if truth { then } else { otherwise });
        }
        if otherwise.0.is_empty() && self.moved_where(condition, then).is_some() {
            return;
        }
        let end = self.asm.label();
        let other = if otherwise.0.is_empty() { end } else { self.asm.label() };
        self.guarded(condition, other, |writer| writer.block(then));
        if !otherwise.0.is_empty() {
            if !then.0.last().is_some_and(Stmt::is_jump) {
                self.asm.line(format!("bra {end}"));
            }
            self.asm.place(other);
            self.apart(|writer| writer.block(otherwise));
        }
        self.asm.place(end);
        self.forget(&assigned_in(&[then, otherwise]));
    }
}
