//! Statements: control flow becomes jumps where a block goes one way, and masks where it splits.

use kiln_codegen::ir::{
    BinOp, Block, Counted, Expr, ExprKind, LabelId, LocalId, Scalar, SiteKind, Stmt, StmtKind, Type, message,
};

use super::count_hooks;
use super::fuse::compound_value;
use super::place::{Seen, Target};
use super::{Compiler, Fallible, Frame, Storage, Want};
use crate::cpu::code::{Arg, Condition, FailCall, Narrow, Op, Pc, PrintCall, Slot, Value};
use crate::cpu::ops::binary;

impl Compiler<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Fallible<()> {
        self.scoped(|this| {
            block.0.iter().try_for_each(|stmt| this.stmt(stmt))?;
            for stmt in &block.0 {
                if let StmtKind::Let { local, .. } = &stmt.kind {
                    this.storage[local.0 as usize] = Storage::Nowhere;
                }
            }
            Ok(())
        })
    }

    fn stmt(&mut self, stmt: &Stmt) -> Fallible<()> {
        // What a loop evaluates behind its body is the loop's own.
        self.announce_steps();
        let outer = std::mem::replace(&mut self.site, stmt.site.0);
        self.steps.statements += u64::from(count_hooks::computes(stmt));
        let done = self.one_stmt(stmt);
        self.announce_steps();
        self.site = outer;
        done
    }

    fn one_stmt(&mut self, stmt: &Stmt) -> Fallible<()> {
        if let StmtKind::Let { local, init } = &stmt.kind {
            // The local's registers outlive the statement, its temporaries do not.
            self.declare(*local)?;
            return self.scoped(|this| this.initialize(*local, init.as_ref()));
        }
        self.scoped(|this| match &stmt.kind {
            StmtKind::Let { .. } => Ok(()),
            StmtKind::Print { values } => {
                let Some(SiteKind::Message { text, .. }) =
                    this.sites.get(stmt.site.0 as usize).map(|site| &site.kind)
                else {
                    return Err("what a kernel prints is missing".to_string());
                };
                let args = this.shown(values)?;
                this.emit(Op::Print(Box::new(PrintCall { pieces: message::pieces(text), args })));
                Ok(())
            }
            StmtKind::Assign { place, op, value } => this.assign(place, *op, value, stmt.site.0),
            StmtKind::Eval(value) => this.eval(value),
            StmtKind::If { condition, then, otherwise } => this.branch(condition, then, otherwise),
            StmtKind::Loop { label, body } => this.looped(*label, None, body, true),
            StmtKind::While { label, condition, body } => this.looped(*label, Some(condition), body, true),
            StmtKind::Block { label, body } => this.looped(*label, None, body, false),
            StmtKind::For { .. } => this.counted(&stmt.kind),
            StmtKind::Break(label) => this.leave(*label, true),
            StmtKind::Continue(label) => this.leave(*label, false),
            StmtKind::Return(_) => {
                this.emit(Op::Kill { from: 0 });
                Ok(())
            }
            StmtKind::Fail { values, block } => {
                let args = this.shown(values)?;
                let block = match block {
                    Some(block) => {
                        let block = this.expr(block)?;
                        Some(this.arg(block))
                    }
                    None => None,
                };
                this.emit(Op::Fail(Box::new(FailCall { site: stmt.site.0, args, block })));
                Ok(())
            }
        })
    }

    /// The values of a message.
    fn shown(&mut self, values: &[Expr]) -> Fallible<Vec<(Arg, Scalar)>> {
        let mut args = Vec::new();
        for value in values {
            let scalar = Self::scalar(value)?;
            let value = self.expr(value)?;
            args.push((self.arg(value), scalar));
        }
        Ok(args)
    }

    fn initialize(&mut self, local: LocalId, init: Option<&Expr>) -> Fallible<()> {
        let ty = &self.function.local(local).ty;
        match (ty, init) {
            (Type::Unit, Some(init)) => self.eval(init),
            (Type::Unit, None) => Ok(()),
            (Type::Array(..), Some(init)) => self.assign_array(local, init, false),
            (Type::Array(..), None) => self.clear_array(local),
            (_, Some(init)) => {
                let scalar = Self::scalar(init)?;
                let value = self.expr_to(init, self.want_of(local))?;
                self.assign_local(local, scalar, value, false)
            }
            (_, None) => {
                let scalar = ty.scalar().ok_or("a local has no scalar type")?;
                let zero = Value::One(self.constant(0));
                self.assign_local(local, scalar, zero, false)
            }
        }
    }

    /// Evaluates a call whose result is dropped.
    fn eval(&mut self, value: &Expr) -> Fallible<()> {
        if let (Type::Unit, ExprKind::Call { .. }) | (Type::Scalar(_), _) = (&value.ty, &value.kind) {
            self.expr(value)?;
            return Ok(());
        }
        Err(format!("a value of type {:?} is evaluated for its effect", value.ty))
    }

    fn assign(
        &mut self,
        place: &kiln_codegen::ir::Place,
        op: Option<BinOp>,
        value: &Expr,
        site: u32,
    ) -> Fallible<()> {
        if matches!(place.ty, Type::Array(..)) {
            let masked = self.slot > self.homes[place.base.0 as usize];
            return if place.steps.is_empty() {
                self.assign_array(place.base, value, masked)
            } else {
                Err("part of a nested array is assigned".to_string())
            };
        }
        let Some(op) = op else {
            if self.fuse(place, value, false)? {
                return Ok(());
            }
            let want = if place.steps.is_empty() { self.want_of(place.base) } else { Want::Nothing };
            let value = self.expr_to(value, want)?;
            let target = self.target(place)?;
            return self.store_target(&target, value);
        };
        let scalar = place.ty.scalar().ok_or("a compound assignment has no scalar type")?;
        if place.steps.is_empty() && matches!(self.target(place)?, Target::Local(..)) {
            // As the expression that it stands for, which may be done in one pass with a product.
            let read = Expr::load(place.clone());
            let mut whole = Expr::binary(op, read, value.clone(), place.ty.clone());
            if let ExprKind::Binary { site: own, .. } = &mut whole.kind {
                *own = Some(kiln_codegen::ir::SiteId(site));
            }
            let value = self.expr_to(&whole, self.want_of(place.base))?;
            let target = self.target(place)?;
            return self.store_target(&target, value);
        }
        if let Some(whole) = compound_value(place, op, value)
            && self.fuse(place, &whole, true)?
        {
            return Ok(());
        }
        let right = self.expr(value)?;
        let right = if op.is_shift() {
            self.cast(Self::scalar(value)?, scalar.unsigned(), right, Want::Nothing)
        } else {
            right
        };
        let target = self.target(place)?;
        let left = self.load_target(&target, Want::Nothing)?;
        let value = if matches!(op, BinOp::Div | BinOp::Rem) && scalar.is_int() {
            self.check_divisor(scalar, left, right, site);
            self.divide(op, scalar, left, right, Want::Nothing)
        } else {
            self.binary(op, scalar, left, right, Want::Nothing)
        };
        // The load has ended the lanes whose index was out of bounds.
        let target = match target {
            Target::Memory { memory, index, scalar, seen, .. } => {
                let seen = Seen { tested: true, ..seen };
                Target::Memory { memory, index, check: None, scalar, seen }
            }
            other @ (Target::Local(..) | Target::Array { .. } | Target::OneArray { .. }) => other,
        };
        self.store_target(&target, value)
    }

    fn branch(&mut self, condition: &Expr, then: &Block, otherwise: &Block) -> Fallible<()> {
        if !self.facts.varies(condition) {
            let other = self.label();
            self.jump(condition, false, other)?;
            self.block(then)?;
            if otherwise.0.is_empty() {
                self.bind(other);
            } else {
                let end = self.label();
                self.emit(Op::Jump(end));
                self.bind(other);
                self.block(otherwise)?;
                self.bind(end);
            }
            return Ok(());
        }
        let parent = self.slot;
        if let ExprKind::Binary { op, .. } = &condition.kind
            && op.is_comparison()
            && let ([then @ Stmt { kind: StmtKind::Assign { .. }, .. }], []) = (&then.0[..], &otherwise.0[..])
        {
            return self.branch_to_one(condition, then);
        }
        let slot = self.enter_slot();
        self.splits.push((slot, self.site));
        let end = self.label();
        let other = if otherwise.0.is_empty() { end } else { self.label() };
        self.narrow(condition, parent, slot, other)?;
        self.block(then)?;
        if !otherwise.0.is_empty() {
            self.bind(other);
            self.emit(Op::Otherwise { parent, slot, exit: end });
            self.block(otherwise)?;
        }
        self.splits.pop();
        self.bind(end);
        self.slot = parent;
        self.emit(Op::Restore { slot: parent });
        Ok(())
    }

    /// An `if` around one assignment, which may be one instruction.
    fn branch_to_one(&mut self, condition: &Expr, then: &Stmt) -> Fallible<()> {
        let from = self.slot;
        let (exit, done) = (self.label(), self.label());
        let condition = self.condition(condition)?;
        let ready = self.guard(&condition, then, done)?;
        let to = self.enter_slot();
        self.emit(Op::Narrow(Box::new(Narrow { from, to, condition, exit })));
        match ready {
            Some(ready) => self.single(ready)?,
            None => self.stmt(then)?,
        }
        self.bind(exit);
        self.slot = from;
        self.emit(Op::Restore { slot: from });
        self.bind(done);
        Ok(())
    }

    /// Jumps where a uniform condition is `when`.
    fn jump(&mut self, condition: &Expr, when: bool, to: Pc) -> Fallible<()> {
        if let ExprKind::Binary { op, lhs, rhs, .. } = &condition.kind
            && op.is_comparison()
        {
            let s = Self::scalar(lhs)?;
            if let (Value::One(a), Value::One(b)) = (self.expr(lhs)?, self.expr(rhs)?) {
                let when = u64::from(when);
                self.emit(Op::JumpCompare { f: binary(*op, s).one, a, b, when, to });
                return Ok(());
            }
        }
        match self.expr(condition)? {
            Value::One(condition) => {
                self.emit(if when { Op::JumpIf { condition, to } } else { Op::JumpUnless { condition, to } });
                Ok(())
            }
            Value::Lanes(_) | Value::Line(_) => Err("a condition was wrongly taken for uniform".to_string()),
        }
    }

    /// Puts the lanes of `from` for which the condition holds into `to` and makes it current. The operands of `&&`
    /// narrow one after the other, which is their laziness.
    pub(super) fn narrow(&mut self, condition: &Expr, from: Slot, to: Slot, exit: Pc) -> Fallible<()> {
        if let ExprKind::Binary { op: BinOp::And, lhs, rhs, .. } = &condition.kind {
            let outer = std::mem::replace(&mut self.slot, from);
            self.narrow(lhs, from, to, exit)?;
            self.slot = to;
            self.narrow(rhs, to, to, exit)?;
            self.slot = outer;
            return Ok(());
        }
        // The condition is evaluated for the lanes that it chooses from.
        let outer = std::mem::replace(&mut self.slot, from);
        let condition = self.condition(condition)?;
        self.slot = outer;
        self.emit(Op::Narrow(Box::new(Narrow { from, to, condition, exit })));
        Ok(())
    }

    fn condition(&mut self, condition: &Expr) -> Fallible<Condition> {
        if let ExprKind::Binary { op, lhs, rhs, .. } = &condition.kind
            && op.is_comparison()
        {
            let s = Self::scalar(lhs)?;
            let (a, b) = (self.expr(lhs)?, self.expr(rhs)?);
            if let Some(compare) = self.line_compare(*op, s, a, b, Want::Nothing) {
                return Ok(Condition::Line(compare));
            }
            let value = self.binary(*op, s, a, b, Want::Nothing);
            return Ok(self.plain_condition(value));
        }
        if let ExprKind::Unary(kiln_codegen::ir::UnOp::Not, inner) = &condition.kind
            && let Value::Lanes(lanes) = self.expr(inner)?
        {
            return Ok(Condition::NotLanes(lanes));
        }
        let value = self.expr(condition)?;
        Ok(self.plain_condition(value))
    }

    fn plain_condition(&mut self, value: Value) -> Condition {
        match value {
            Value::One(one) => Condition::One(one),
            Value::Lanes(_) | Value::Line(_) => Condition::Lanes(self.lanes_of(value, 1)),
        }
    }

    /// Opens the masks of a loop or labeled block, after `exit` was chosen. Gives its frame.
    fn open(&mut self, label: LabelId, exit: Pc, entered: bool) -> Option<Slot> {
        if !self.facts.split.contains(&label) {
            return None;
        }
        let from = self.slot;
        let live = self.enter_slot();
        if !entered {
            self.emit(Op::Enter { from, to: live, exit });
        }
        Some(live)
    }

    fn open_turn(&mut self, label: LabelId, again: Pc) -> Option<Slot> {
        if !self.facts.split_turn.contains(&label) {
            return None;
        }
        let from = self.slot;
        let turn = self.enter_slot();
        self.emit(Op::Enter { from, to: turn, exit: again });
        Some(turn)
    }

    /// The body of a loop or labeled block inside its masks.
    fn body(&mut self, body: &Block, live: Option<Slot>, turn: Option<Slot>) -> Fallible<()> {
        let splits = self.splits.len();
        let site = self.site;
        self.splits.extend(live.into_iter().chain(turn).map(|slot| (slot, site)));
        self.block(body)?;
        self.splits.truncate(splits);
        Ok(())
    }

    fn settle(&mut self, label: LabelId) {
        for local in self.facts.settled(label) {
            self.homes[local.0 as usize] = self.slot;
        }
    }

    fn looped(
        &mut self,
        label: LabelId,
        condition: Option<&Expr>,
        body: &Block,
        again: bool,
    ) -> Fallible<()> {
        let parent = self.slot;
        let (exit, next) = (self.label(), self.label());
        let live = self.open(label, exit, false);
        self.settle(label);
        if let (None, Some(condition)) = (live, condition) {
            // A uniform condition is tested once before the loop and then at its end.
            self.scoped(|this| this.jump(condition, false, exit))?;
        }
        self.bind(next);
        if let (Some(live), Some(condition)) = (live, condition) {
            self.scoped(|this| this.narrow(condition, live, live, exit))?;
        }
        let end = self.label();
        let turn = self.open_turn(label, end);
        self.frames.push(Frame { label, live, turn, exit, again: end });
        self.body(body, live, turn)?;
        self.frames.pop();
        self.bind(end);
        self.slot = live.unwrap_or(parent);
        if again {
            if let (Some(slot), _) | (None, Some(slot)) = (live, turn.map(|_| parent)) {
                self.emit(Op::Restore { slot });
            }
            match (live, condition) {
                (None, Some(condition)) => self.scoped(|this| this.jump(condition, true, next))?,
                (_, _) => self.emit(Op::Jump(next)),
            }
        }
        self.bind(exit);
        self.slot = parent;
        if live.is_some() || turn.is_some() {
            self.emit(Op::Restore { slot: parent });
        }
        Ok(())
    }

    fn counted(&mut self, stmt: &StmtKind) -> Fallible<()> {
        let StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll: _, body } = stmt
        else {
            return Ok(());
        };
        let (label, scalar) = (*label, Self::scalar(start)?);
        let varies = self.facts.local_varies(*local);
        let a = self.expr(start)?;
        let b = self.expr(end)?;
        let step = match step {
            Some(step) => self.expr(step)?,
            None => Value::One(self.constant(1)),
        };
        self.declare(*local)?;
        let parent = self.slot;
        let (exit, again, top) = (self.label(), self.label(), self.label());
        let advance = binary(if *reversed { BinOp::Sub } else { BinOp::Add }, scalar);
        let (inclusive, reversed) = (*inclusive, *reversed);

        if let (false, Value::One(start), Value::One(end), Value::One(step)) = (varies, a, b, step) {
            let Storage::One(d) = self.storage[local.0 as usize] else {
                return Err("a uniform counter has no register".to_string());
            };
            let rest = self.new_one();
            let step = {
                // A step that is a variable may be assigned in the body.
                let kept = self.new_one();
                self.emit(Op::CopyOne { d: kept, a: step });
                kept
            };
            let start = Box::new(Counted { scalar, start, end, step: Some(step), inclusive, reversed });
            self.emit(Op::ForOne { start, d, rest, exit });
            let live = self.open(label, exit, false);
            self.settle(label);
            self.bind(top);
            let turn = self.open_turn(label, again);
            self.frames.push(Frame { label, live, turn, exit, again });
            self.body(body, live, turn)?;
            self.frames.pop();
            self.bind(again);
            if let (Some(slot), _) | (None, Some(slot)) = (live, turn.map(|_| parent)) {
                self.emit(Op::Restore { slot });
            }
            self.emit(Op::Next { f: advance.one, d, rest, step, top });
            self.bind(exit);
            self.slot = parent;
            if live.is_some() || turn.is_some() {
                self.emit(Op::Restore { slot: parent });
            }
            return Ok(());
        }

        let rest = self.new_lanes(8);
        let any = self.new_lanes(1);
        let counter = match self.storage[local.0 as usize] {
            Storage::Lanes(lanes) => lanes,
            Storage::Line(_)
            | Storage::Nowhere
            | Storage::Unit
            | Storage::One(_)
            | Storage::Array(_)
            | Storage::OneArray(_)
            | Storage::Memory(_) => self.new_lanes(scalar.size()),
        };
        let args = Counted {
            scalar,
            start: self.arg(a),
            end: self.arg(b),
            step: Some(self.arg(step)),
            inclusive,
            reversed,
        };
        let step = match step {
            Value::One(a) => {
                let kept = self.new_one();
                self.emit(Op::CopyOne { d: kept, a });
                Value::One(kept)
            }
            Value::Lanes(_) | Value::Line(_) => {
                let a = self.lanes_of(step, scalar.size());
                let d = self.new_lanes(scalar.size());
                self.emit(Op::Copy { size: scalar.size() as u8, d, a });
                Value::Lanes(d)
            }
        };
        self.emit(Op::ForLanes { start: Box::new(args), d: counter, rest, any });
        match (self.storage[local.0 as usize], a) {
            (Storage::Line(_), Value::Line(_)) if !reversed => self.assign_local(*local, scalar, a, false)?,
            (Storage::Line(_), _) => self.assign_local(*local, scalar, Value::Lanes(counter), false)?,
            (_, _) => {}
        }
        let live = self.open(label, exit, true).ok_or("a loop was wrongly taken for uniform")?;
        self.homes[local.0 as usize] = live;
        self.emit(Op::Narrow(Box::new(Narrow {
            from: parent,
            to: live,
            condition: Condition::Lanes(any),
            exit,
        })));
        self.settle(label);
        self.bind(top);
        let turn = self.open_turn(label, again);
        self.frames.push(Frame { label, live: Some(live), turn, exit, again });
        self.body(body, Some(live), turn)?;
        self.frames.pop();
        self.bind(again);
        self.slot = live;
        self.emit(Op::Restore { slot: live });
        self.scoped(|this| {
            let (zero, one) = (Value::One(this.constant(0)), Value::One(this.constant(1)));
            let left = Value::Lanes(rest);
            let more = this.binary(BinOp::Ne, Scalar::U64, left, zero, Want::Nothing);
            let condition = this.plain_condition(more);
            this.emit(Op::Narrow(Box::new(Narrow { from: live, to: live, condition, exit })));
            this.binary(BinOp::Sub, Scalar::U64, left, one, Want::Lanes(rest));
            let op = if reversed { BinOp::Sub } else { BinOp::Add };
            let (now, want) = match this.storage[local.0 as usize] {
                Storage::Line(line) => (Value::Line(line), Want::Nothing),
                Storage::Lanes(_)
                | Storage::Nowhere
                | Storage::Unit
                | Storage::One(_)
                | Storage::Array(_)
                | Storage::OneArray(_)
                | Storage::Memory(_) => (Value::Lanes(counter), Want::Lanes(counter)),
            };
            let next = this.binary(op, scalar, now, step, want);
            this.assign_local(*local, scalar, next, false)
        })?;
        self.emit(Op::Jump(top));
        self.bind(exit);
        self.slot = parent;
        self.emit(Op::Restore { slot: parent });
        Ok(())
    }

    /// `break` or `continue`.
    fn leave(&mut self, label: LabelId, out: bool) -> Fallible<()> {
        let frame = self.frames.iter().rev().find(|frame| frame.label == label);
        let frame = frame.ok_or_else(|| format!("label {} is not around its use", label.0))?;
        let (slot, to) = if out { (frame.live, frame.exit) } else { (frame.turn, frame.again) };
        self.emit(match slot {
            Some(from) => Op::Kill { from },
            None => Op::Jump(to),
        });
        Ok(())
    }
}
