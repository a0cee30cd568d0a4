//! Quotients by numbers that don't change in a loop: their checks, and the divisions themselves, come before it.
//!
//! Requires a kernel in normal form ([`super::normal`]) and keeps it. `i / n` ends the kernel with a message where `n`
//! is zero, and so a loop with it can't load tiles ahead, by TMA least of all. Where a counted loop divides unsigned
//! numbers in each turn by one that doesn't change, and the first turn does nothing before that could end the kernel,
//! it fails before the loop and with the same message. Then no turn can fail, which the divisor's text shows:
//! `i / max(n, 1)`.
//!
//! GPUs divide 64 bits by a function of a hundred instructions. Instead, `i` is multiplied by `(2⁶⁴ - 1) / n`, computed
//! before the loop. The upper half of that is the quotient or one less, which the remainder shows.

use super::coordinates::{assigned, early};
use super::pipeline::{NO_COUNTER, jumps};
use super::{normal, order};
use crate::collections::{Map, Set};
use crate::intrinsics;
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Function, LocalId, LocalKind, Module, Scalar, SiteId, Stmt,
    StmtKind, Type,
};

/// Moves checks and divisions out of the loops of the kernel.
pub fn hoist(module: &mut Module) {
    let Some(function) = module.functions.last_mut() else { return };
    let stable = normal::stable(function, &function.body);
    let mut body = std::mem::take(&mut function.body);
    block(function, &mut body, &stable);
    function.body = body;
}

fn block(function: &mut Function, block: &mut Block, stable: &[bool]) {
    let mut out = Vec::with_capacity(block.0.len());
    for mut stmt in std::mem::take(&mut block.0) {
        stmt.blocks_mut().into_iter().for_each(|inner| self::block(function, inner, stable));
        if let StmtKind::For { local, start, end, inclusive: false, reversed: false, body, .. } =
            &mut stmt.kind
            && !start.can_fail()
            && !end.can_fail()
            && !jumps(body)
        {
            let known = [Map::new(), [(*local, start.clone())].into_iter().collect()];
            let begins = Expr::binary(BinOp::Lt, start.clone(), end.clone(), Type::BOOL);
            let mut assigned = assigned(body);
            assigned.insert(*local);
            let mut turns =
                Turns { function, assigned, known, begins, divisors: Vec::new(), before: Vec::new() };
            *body = turns.visit(std::mem::take(body), stable);
            out.append(&mut turns.before);
        }
        out.push(stmt);
    }
    block.0 = out;
}

/// The turns of a loop.
struct Turns<'a> {
    function: &'a mut Function,
    assigned: Set<LocalId>,
    /// What the body's scalars are in every turn, and in the first.
    known: [Map<LocalId, Expr>; 2],
    /// Whether there is a turn.
    begins: Expr,
    /// What is checked before the loop, and its reciprocal.
    divisors: Vec<(Expr, Option<Expr>)>,
    /// Statements before the loop.
    before: Vec<Stmt>,
}

impl Turns<'_> {
    /// The body, changed as far as nothing else in it can end the kernel.
    fn visit(&mut self, body: Block, stable: &[bool]) -> Block {
        let mut out = Vec::with_capacity(body.0.len());
        let mut stmts = body.0.into_iter();
        for mut stmt in stmts.by_ref() {
            if let StmtKind::Let { local, init: Some(init) } = &mut stmt.kind {
                self.expr(init, stmt.site, &mut out);
                if init.ty.scalar().is_some() && stable.get(local.0 as usize).is_none_or(|stable| *stable) {
                    self.knows(*local, init);
                }
            }
            let fails = stmt.any(&mut order::may_fail);
            out.push(stmt);
            if fails {
                break;
            }
        }
        out.extend(stmts);
        Block(out)
    }

    /// Takes note of what a scalar of the body is.
    fn knows(&mut self, local: LocalId, value: &Expr) {
        for known in &mut self.known {
            if let Some(value) = early(value, NO_COUNTER, known, &self.assigned) {
                known.insert(local, value);
            }
        }
    }

    /// Lets the divisions in an expression be without a check, as far as nothing before them can fail; tells whether
    /// nothing in it can then.
    fn expr(&mut self, expr: &mut Expr, site: SiteId, out: &mut Vec<Stmt>) -> bool {
        if !expr.can_fail() {
            return true;
        }
        let mut operands = match &expr.kind {
            // What may not be evaluated is no matter of the first turn.
            ExprKind::Binary { op, .. } if op.is_lazy() => false,
            ExprKind::Select { .. } => false,
            _ => true,
        };
        if operands {
            expr.for_each_child_mut(&mut |child| operands = operands && self.expr(child, site, out));
        }
        if !operands {
            return false;
        }
        if let Some(quotient) = self.quotient(expr, site, out) {
            *expr = quotient;
        }
        !expr.can_fail()
    }

    /// A division without a check, whose divisor doesn't change.
    fn quotient(&mut self, expr: &Expr, site: SiteId, out: &mut Vec<Stmt>) -> Option<Expr> {
        let ExprKind::Binary { op: op @ (BinOp::Div | BinOp::Rem), lhs, rhs, site: Some(division) } =
            &expr.kind
        else {
            return None;
        };
        let scalar = rhs.ty.scalar().filter(|scalar| scalar.is_unsigned_int())?;
        let [every, first] = &self.known;
        let divisor = early(rhs, NO_COUNTER, every, &self.assigned)?;
        let dividend = early(lhs, NO_COUNTER, first, &self.assigned)?;
        let reciprocal = self.divisor(divisor.clone(), dividend, scalar, *division)?;
        let Some(reciprocal) = reciprocal else {
            let (lhs, rhs) = (lhs.clone(), Box::new(at_least_1(divisor, scalar)?));
            return Some(Expr::new(
                ExprKind::Binary { op: *op, lhs, rhs, site: Some(*division) },
                expr.ty.clone(),
            ));
        };
        let ty = || expr.ty.clone();
        let mut bind = |name: &str, value: Expr| {
            let local = self.function.add_local(name, value.ty.clone(), LocalKind::Temp);
            self.assigned.insert(local);
            self.knows(local, &value);
            let bound = Expr::local(local, value.ty.clone());
            out.push(Stmt { kind: StmtKind::Let { local, init: Some(value) }, site });
            bound
        };
        let dividend = bind("dividend", (**lhs).clone());
        let quotient = bind("quotient", call("mul_hi", vec![dividend.clone(), reciprocal], ty())?);
        let product = Expr::binary(BinOp::Mul, quotient.clone(), divisor.clone(), ty());
        let rest = bind("rest", Expr::binary(BinOp::Sub, dividend, product, ty()));
        let is_less = Expr::binary(BinOp::Lt, rest.clone(), divisor.clone(), Type::BOOL);
        let (this, next) = match op {
            BinOp::Div => (quotient.clone(), Expr::binary(BinOp::Add, quotient, Expr::int(1, scalar), ty())),
            _ => (rest.clone(), Expr::binary(BinOp::Sub, rest, divisor, ty())),
        };
        let [condition, then, otherwise] = [is_less, this, next].map(Box::new);
        Some(Expr::new(ExprKind::Select { condition, then, otherwise }, ty()))
    }

    /// Checks a divisor before the loop; gives its reciprocal if it has 64 bits.
    fn divisor(
        &mut self,
        divisor: Expr,
        dividend: Expr,
        scalar: Scalar,
        site: SiteId,
    ) -> Option<Option<Expr>> {
        if let Some((_, reciprocal)) = self.divisors.iter().find(|(known, _)| *known == divisor) {
            return Some(reciprocal.clone());
        }
        let is_zero = Expr::binary(BinOp::Eq, divisor.clone(), Expr::int(0, scalar), Type::BOOL);
        let condition = Expr::binary(BinOp::BitAnd, self.begins.clone(), is_zero, Type::BOOL);
        let fail = StmtKind::Fail { values: vec![dividend, divisor.clone()], block: None };
        let then = Block(vec![Stmt { kind: fail, site }]);
        self.before.push(Stmt { kind: StmtKind::If { condition, then, otherwise: Block::default() }, site });
        let mut reciprocal = None;
        if scalar.size() == 8 {
            let [lhs, rhs] =
                [Expr::int(u64::MAX.into(), scalar), at_least_1(divisor.clone(), scalar)?].map(Box::new);
            let ty = divisor.ty.clone();
            let value =
                Expr::new(ExprKind::Binary { op: BinOp::Div, lhs, rhs, site: Some(site) }, ty.clone());
            let local = self.function.add_local("reciprocal", ty.clone(), LocalKind::Temp);
            self.before.push(Stmt { kind: StmtKind::Let { local, init: Some(value) }, site });
            reciprocal = Some(Expr::local(local, ty));
        }
        self.divisors.push((divisor, reciprocal.clone()));
        Some(reciprocal)
    }
}

/// The divisor as one that can't be zero.
fn at_least_1(divisor: Expr, scalar: Scalar) -> Option<Expr> {
    let ty = divisor.ty.clone();
    call("int_max", vec![divisor, Expr::int(1, scalar)], ty)
}

fn call(name: &str, args: Vec<Expr>, ty: Type) -> Option<Expr> {
    let callee = Callee::Intrinsic(intrinsics::find(name)?);
    Some(Expr::new(ExprKind::Call { callee, args, site: None }, ty))
}
