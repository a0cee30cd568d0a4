//! The way for threads that all have work and none of which can fail: one condition, then the statements of all
//! copies in turn.
//!
//! What stands in front of the work and neither fails nor reads memory is computed for every copy, and so are the
//! tests of the guards and of the indices that follow from it alone: together they are the condition. Loads and
//! stores of the work are statements of their own, so that those of one statement are under way for all copies
//! before the first of them is waited for.

use crate::collections::Set;
use crate::compact::List;
use std::collections::VecDeque;

use super::explicit_checks::{fails, kept};
use super::{BLOCKS, Coarsener, Copy, End, is_effect, of_block, stays};
use crate::intrinsics::{Cpu, Effect};
use crate::ir::{
    BinOp, Callee, Expr, ExprKind, LabelId, Literal, Local, LocalId, LocalKind, Place, Scalar, SiteId, Step,
    Stmt, StmtKind, Type,
};

/// What is known of the values in front of the work.
pub(super) struct Known {
    /// Locals that something assigns to, or refers to.
    assigned: Set<LocalId>,
    /// Locals that are set once, in front of the work; whether their value is the same in all copies.
    before: Vec<(LocalId, bool)>,
}

/// A kernel taken apart.
pub(super) struct Parts {
    /// What stands in front of the work, in order.
    pub(super) front: Vec<Part>,
    pub(super) work: Vec<Stmt>,
    pub(super) known: Known,
}

/// What stands in front of the work; with each, whether it is the same for all copies.
pub(super) enum Part {
    Declared(Box<Stmt>, bool),
    /// What must hold for the work to be done.
    Test(Expr, bool),
}

impl Coarsener {
    /// Takes the statements apart.
    pub(super) fn parts(&self, stmts: Vec<Stmt>) -> Parts {
        let mut known = Known::new(&stmts, &self.locals);
        let (mut front, mut work) = (Vec::new(), Vec::new());
        let mut tested: Vec<Expr> = Vec::new();
        let mut rest = VecDeque::from(stmts);
        while let Some(stmt) = rest.pop_front() {
            match known.step(&stmt, work.is_empty(), rest.is_empty()) {
                Front::Declared(same, stmt) => front.push(Part::Declared(stmt, same)),
                Front::Guard(test, same, inside) => {
                    if !tested.contains(&test) {
                        tested.push(test.clone());
                        front.push(Part::Test(test, same));
                    }
                    for stmt in inside.into_iter().rev() {
                        rest.push_front(stmt);
                    }
                }
                Front::Work => work.push(stmt),
            }
        }
        Parts { front, work, known }
    }

    /// Statements in front, the condition, and the work under it, which may leave `anew`.
    pub(super) fn jam(&mut self, parts: Parts, anew: LabelId) -> (Vec<Stmt>, Expr, Vec<Stmt>) {
        let numbers = self.numbers.clone();
        let mut copies: Vec<Copy> = numbers.iter().map(|number| Copy::new(*number, End::Anew(anew))).list();
        let mut before = Vec::new();
        let mut condition = self.is_there(&Expr::local(numbers[BLOCKS as usize - 1], Type::USIZE));
        self.tests = 0;
        self.in_front(&parts.front, &mut copies, &mut before, &mut condition);
        let mut out = Vec::new();
        let mut work = VecDeque::from(parts.work);
        while let Some(stmt) = work.pop_front() {
            // Behind what can be seen nothing begins anew.
            if self.is_seen(&stmt) && (ends(&stmt) || work.iter().any(ends)) {
                work.push_front(stmt);
                break;
            }
            for stmt in self.parted(stmt) {
                self.in_turn(&stmt, false, &mut copies, &mut out);
            }
        }
        let last: Vec<Stmt> = work.into();
        if !last.is_empty() {
            for mut copy in copies {
                let label = self.fresh_label();
                copy.end = End::Kept(label);
                let body = self.stmts(&last, &mut copy);
                out.extend(self.left(label, body));
            }
        }
        (before, condition, out)
    }

    /// What stands in front of the work, for each copy: declarations, and the tests as a condition.
    pub(super) fn in_front(
        &mut self,
        front: &[Part],
        copies: &mut [Copy],
        before: &mut Vec<Stmt>,
        condition: &mut Expr,
    ) {
        for part in front {
            match part {
                Part::Declared(stmt, same) => self.in_turn(stmt, *same, copies, before),
                Part::Test(test, same) => self.and(condition, test, *same, copies),
            }
        }
    }

    /// The statement for each copy, or once for all.
    pub(super) fn in_turn(&mut self, stmt: &Stmt, once: bool, copies: &mut [Copy], out: &mut Vec<Stmt>) {
        if !once {
            for copy in copies {
                self.stmt(stmt, copy, out);
            }
            return;
        }
        let Some((first, others)) = copies.split_first_mut() else { return };
        self.stmt(stmt, first, out);
        if let StmtKind::Let { local, .. } = &stmt.kind {
            for copy in others {
                copy.locals.insert(*local, first.of(*local));
            }
        }
    }

    /// Adds a test for each copy, or once for all. The operands cannot fail, so that none has to wait for another.
    pub(super) fn and(&mut self, condition: &mut Expr, test: &Expr, once: bool, copies: &[Copy]) {
        for copy in &copies[..if once { 1 } else { copies.len() }] {
            self.tests += 1;
            let so_far =
                std::mem::replace(condition, Expr::new(ExprKind::Literal(Literal::Bool(true)), Type::BOOL));
            *condition = Expr::binary(BinOp::BitAnd, so_far, self.expr(test, copy), Type::BOOL);
        }
    }

    /// Whether the statement changes what another thread, or a second try, can see.
    fn is_seen(&self, stmt: &Stmt) -> bool {
        let mut seen = false;
        stmt.walk(&mut |stmt| {
            if let StmtKind::Assign { place, .. } = &stmt.kind {
                seen |= self.is_memory(place);
            }
            stmt.for_each_expr(&mut |expr| seen |= is_effect(expr));
        });
        seen
    }

    /// The statement with its loads and its store apart.
    fn parted(&mut self, stmt: Stmt) -> Vec<Stmt> {
        let site = stmt.site;
        let mut parts = Apart { coarsener: self, site, out: Vec::new() };
        let kind = match stmt.kind {
            StmtKind::Let { local, init: Some(mut init) } => {
                parts.root(&mut init);
                StmtKind::Let { local, init: Some(init) }
            }
            StmtKind::Assign { place, op, value } => parts.assign(place, op, value),
            StmtKind::Eval(mut value) => {
                parts.root(&mut value);
                StmtKind::Eval(value)
            }
            StmtKind::If { mut condition, then, otherwise } => {
                parts.expr(&mut condition);
                // What fails is tested where it stands; what does not, for all copies first.
                let tests = then.0.last().is_some_and(fails) && otherwise.0.is_empty();
                let condition = if tests { condition } else { parts.kept("test", condition) };
                StmtKind::If { condition, then, otherwise }
            }
            kind => kind,
        };
        let mut out = parts.out;
        out.push(Stmt { kind, site });
        out
    }

    /// Whether the place is an element of a slice.
    pub(super) fn is_memory(&self, place: &Place) -> bool {
        let base = &self.locals[place.base.0 as usize];
        base.kind == LocalKind::Param && matches!(base.ty, Type::Slice { .. }) && !place.steps.is_empty()
    }
}

/// What a statement is to the work.
enum Front {
    /// Stands in front of it, as this; whether it is the same for all copies.
    Declared(bool, Box<Stmt>),
    /// A guard: the work is in what follows it, under the test.
    Guard(Expr, bool, Vec<Stmt>),
    Work,
}

impl Known {
    fn new(body: &[Stmt], locals: &[Local]) -> Known {
        let mut assigned = Set::new();
        for stmt in body {
            stmt.walk(&mut |stmt| {
                stmt.for_each_change(&mut |place| {
                    assigned.insert(place.base);
                });
            });
        }
        // A slice keeps its length, whatever becomes of its elements.
        assigned.retain(|id| !matches!(locals[id.0 as usize].ty, Type::Slice { .. }));
        let params = locals.iter().enumerate().filter(|(_, local)| local.kind == LocalKind::Param);
        let params = params.map(|(id, _)| LocalId(id as u32)).filter(|id| !assigned.contains(id));
        let before = params.map(|id| (id, true)).list();
        Known { assigned, before }
    }

    /// `first` says that no work has come yet, and `last` that nothing follows. Tests of what may fail come in
    /// front from behind some work too: the condition may ask for more than it has to.
    fn step(&mut self, stmt: &Stmt, first: bool, last: bool) -> Front {
        match &stmt.kind {
            StmtKind::Let { local, init: Some(init) } if !self.assigned.contains(local) => {
                let Some(same) = self.plain(init) else { return Front::Work };
                self.before.push((*local, same));
                let kind = StmtKind::Let { local: *local, init: Some(divided(init)) };
                Front::Declared(same, Box::new(Stmt { kind, site: stmt.site }))
            }
            StmtKind::If { condition, then, otherwise } => {
                let Some(same) = self.plain(condition) else { return Front::Work };
                let condition = divided(condition);
                match (&then.0[..], &otherwise.0[..]) {
                    ([.., end], []) if fails(end) => Front::Guard(not(condition), same, Vec::new()),
                    (work, []) if first && last && !work.is_empty() => {
                        Front::Guard(condition, same, work.to_vec())
                    }
                    ([], work) if first && last => Front::Guard(not(condition), same, work.to_vec()),
                    (_, _) => Front::Work,
                }
            }
            _ => Front::Work,
        }
    }

    /// Whether the value can be computed in front of the work, without failing and without reading memory; and
    /// then, whether it is the same in all copies.
    pub(super) fn plain(&self, expr: &Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Literal(_) => Some(true),
            ExprKind::Load(place) => {
                let fields = place.steps.iter().all(|step| matches!(step, Step::Field(_)));
                let found = self.before.iter().find(|(local, _)| *local == place.base && fields);
                found.map(|(_, same)| *same).filter(|_| expr.ty.scalar().is_some())
            }
            ExprKind::Len(local) => {
                self.before.iter().find(|(known, _)| known == local).map(|(_, same)| *same)
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.plain(a),
            ExprKind::Binary { lhs, rhs, site, .. } => {
                // A divisor is tested in front of its quotient, and is made harmless where it is computed before
                // the test.
                let unsigned = expr.ty.scalar().is_some_and(Scalar::is_unsigned_int);
                let divides = site.is_none() || unsigned || rhs.is_safe_divisor();
                Some(self.plain(lhs)? & self.plain(rhs)?).filter(|_| divides)
            }
            ExprKind::Select { condition, then, otherwise } => {
                Some(self.plain(condition)? & self.plain(then)? & self.plain(otherwise)?)
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }
                if row.effect == Effect::Pure =>
            {
                let own = match row.cpu {
                    Cpu::Eval(_) | Cpu::Lanes { .. } => true,
                    Cpu::Machine(_) => !of_block(row),
                };
                let args = args.iter().map(|arg| self.plain(arg)).collect::<Option<Vec<bool>>>()?;
                stays(row).then(|| own && args.iter().all(|same| *same))
            }
            _ => None,
        }
    }
}

/// The value with divisors that are not 0.
fn divided(expr: &Expr) -> Expr {
    fn divide(expr: &mut Expr) {
        if let ExprKind::Binary { rhs, site: Some(_), .. } = &mut expr.kind
            && !rhs.is_safe_divisor()
        {
            let literal = |value| Expr::new(ExprKind::Literal(Literal::Int(value)), rhs.ty.clone());
            let kind = ExprKind::Select {
                condition: Box::new(Expr::binary(BinOp::Eq, (**rhs).clone(), literal(0), Type::BOOL)),
                then: Box::new(literal(1)),
                otherwise: rhs.clone(),
            };
            **rhs = Expr::new(kind, rhs.ty.clone());
        }
        expr.for_each_child_mut(&mut divide);
    }
    let mut expr = expr.clone();
    divide(&mut expr);
    expr
}

fn not(condition: Expr) -> Expr {
    // Of floats neither order may hold.
    if let ExprKind::Binary { op, lhs, rhs, site: None } = &condition.kind
        && lhs.ty.scalar().is_some_and(Scalar::is_int)
    {
        let opposite = match op {
            BinOp::Lt => Some(BinOp::Ge),
            BinOp::Le => Some(BinOp::Gt),
            BinOp::Gt => Some(BinOp::Le),
            BinOp::Ge => Some(BinOp::Lt),
            BinOp::Eq => Some(BinOp::Ne),
            BinOp::Ne => Some(BinOp::Eq),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem | BinOp::BitAnd | BinOp::BitOr => {
                None
            }
            BinOp::BitXor | BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or => None,
        };
        if let Some(op) = opposite {
            return Expr::binary(op, (**lhs).clone(), (**rhs).clone(), Type::BOOL);
        }
    }
    Expr::negated(condition)
}

/// Whether something in the statement ends the thread.
pub(super) fn ends(stmt: &Stmt) -> bool {
    stmt.any(&mut fails)
}

/// A statement being taken apart.
struct Apart<'c> {
    coarsener: &'c mut Coarsener,
    site: SiteId,
    out: Vec<Stmt>,
}

impl Apart<'_> {
    /// What may be a load itself.
    fn root(&mut self, expr: &mut Expr) {
        // Calls that change memory keep their operands.
        if is_effect(expr) {
            return;
        }
        match &mut expr.kind {
            ExprKind::Load(place) => place.for_each_index_mut(&mut |index| self.expr(index)),
            _ => self.expr(expr),
        }
    }

    /// Takes the loads out of an expression, but for those that may not be evaluated.
    #[inline(never)]
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Load(place) => {
                place.for_each_index_mut(&mut |index| self.expr(index));
                if self.coarsener.is_memory(place) && expr.ty.scalar().is_some() {
                    *expr = self.kept("loaded", expr.clone());
                }
            }
            ExprKind::Binary { op, lhs, .. } if op.is_lazy() => self.expr(lhs),
            ExprKind::Select { condition, .. } => self.expr(condition),
            ExprKind::Ref(place) => place.for_each_index_mut(&mut |index| self.expr(index)),
            _ => expr.for_each_child_mut(&mut |child| self.expr(child)),
        }
    }

    /// A store, with what it stores computed before.
    fn assign(&mut self, mut place: Place, op: Option<BinOp>, mut value: Expr) -> StmtKind {
        let divides =
            matches!(op, Some(BinOp::Div | BinOp::Rem)) && place.ty.scalar().is_some_and(Scalar::is_int);
        let own = !self.coarsener.is_memory(&place) || place.ty.scalar().is_none() || divides;
        if own || is_effect(&value) {
            self.root(&mut value);
            return StmtKind::Assign { place, op, value };
        }
        self.expr(&mut value);
        place.for_each_index_mut(&mut |index| self.expr(index));
        if let Some(op) = op {
            let ty = place.ty.clone();
            let old = self.kept("loaded", Expr::load(place.clone()));
            // One expression, so that a product and a sum are contracted as they would have been.
            value = Expr::binary(op, old, value, ty);
        }
        StmtKind::Assign { place, op: None, value: self.kept("stored", value) }
    }

    fn kept(&mut self, name: &str, value: Expr) -> Expr {
        kept(name, value, self.site, &mut self.coarsener.locals, &mut self.out)
    }
}
