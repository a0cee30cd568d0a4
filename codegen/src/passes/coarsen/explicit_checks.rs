//! Everything that may fail as a statement of its own.
//!
//! Requires statements of a kernel that suits. Ensures the same with every index, divisor and assertion that is
//! tested at run time tested by an `if` in front of its statement, in the order of evaluation, whose body ends the
//! thread: by `fail` with the index and the length, or with dividend and divisor. What follows such a test cannot
//! fail. `None` where something may fail that is not always evaluated, as in the arm of a selection.

use super::is_effect;
use crate::compact::List;
use crate::intrinsics::Effect;
use crate::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, Len, Literal, Local, LocalId, LocalKind, Place, Scalar,
    SiteId, Step, Stmt, StmtKind, Type,
};

/// Writes out the tests of a block.
#[inline(never)]
pub(super) fn explicit(stmts: &[Stmt], locals: &mut Vec<Local>) -> Option<Vec<Stmt>> {
    let mut out = Vec::new();
    for stmt in stmts {
        let mut tests = Tests { locals, site: stmt.site, out: &mut out, lazy: false, failed: false };
        let kind = tests.stmt(&stmt.kind)?;
        if tests.failed {
            return None;
        }
        out.push(Stmt { kind, site: stmt.site });
    }
    Some(out)
}

struct Tests<'a> {
    locals: &'a mut Vec<Local>,
    site: SiteId,
    out: &'a mut Vec<Stmt>,
    /// Inside of what may not be evaluated.
    lazy: bool,
    /// Whether something may fail there.
    failed: bool,
}

impl Tests<'_> {
    fn stmt(&mut self, kind: &StmtKind) -> Option<StmtKind> {
        Some(match kind {
            StmtKind::Let { local, init } => {
                StmtKind::Let { local: *local, init: init.as_ref().map(|init| self.value(init)) }
            }
            StmtKind::Assign { place, op, value } => {
                let mut value = self.value(value);
                let mut place = place.clone();
                if is_effect(&value) && place.is_checked() {
                    value = self.kept("result", value);
                }
                self.place(&mut place);
                if let Some(op @ (BinOp::Div | BinOp::Rem)) = *op
                    && place.ty.scalar().is_some_and(Scalar::is_int)
                {
                    let old = Expr::load(place.clone());
                    let value = self.kept("divisor", value.clone());
                    self.divides(&old, &value, self.site);
                    return Some(StmtKind::Assign { place, op: Some(op), value });
                }
                StmtKind::Assign { place, op: *op, value }
            }
            StmtKind::Eval(value) => StmtKind::Eval(self.value(value)),
            // Where nothing comes otherwise, two tests are two guards.
            StmtKind::If {
                condition: Expr { kind: ExprKind::Binary { op: BinOp::And, lhs, rhs, .. }, .. },
                then,
                otherwise,
            } if otherwise.0.is_empty() && !then.0.iter().any(Stmt::returns) => {
                let inner = StmtKind::If {
                    condition: (**rhs).clone(),
                    then: then.clone(),
                    otherwise: Block::default(),
                };
                let outer = StmtKind::If {
                    condition: (**lhs).clone(),
                    then: Block(vec![Stmt { kind: inner, site: self.site }]),
                    otherwise: Block::default(),
                };
                self.stmt(&outer)?
            }
            StmtKind::If { condition, then, otherwise } => StmtKind::If {
                condition: self.value(condition),
                then: Block(explicit(&then.0, self.locals)?),
                otherwise: Block(explicit(&otherwise.0, self.locals)?),
            },
            StmtKind::Block { label, body } => {
                StmtKind::Block { label: *label, body: Block(explicit(&body.0, self.locals)?) }
            }
            StmtKind::Fail { values, block: _ } => {
                StmtKind::Fail { values: values.iter().map(|value| self.value(value)).list(), block: None }
            }
            StmtKind::Break(_) | StmtKind::Return(None) => kind.clone(),
            _ => return None,
        })
    }

    fn value(&mut self, value: &Expr) -> Expr {
        let mut value = value.clone();
        self.expr(&mut value);
        value
    }

    #[inline(never)]
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Load(place) | ExprKind::Ref(place) => self.place(place),
            ExprKind::Binary { op, lhs, rhs, .. } if op.is_lazy() => {
                self.expr(lhs);
                self.lazily(rhs);
            }
            ExprKind::Select { condition, then, otherwise } => {
                self.expr(condition);
                self.lazily(then);
                self.lazily(otherwise);
            }
            ExprKind::Binary { lhs, rhs, site: Some(site), .. } if !rhs.is_safe_divisor() => {
                let site = *site;
                self.expr(lhs);
                self.expr(rhs);
                **rhs = self.kept("divisor", (**rhs).clone());
                self.divides(lhs, rhs, site);
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), site: Some(_), args }
                if matches!(row.effect, Effect::Divisor(_)) =>
            {
                // Few, and each with its own rule for what fails.
                let safe = match row.effect {
                    Effect::Divisor(number) => {
                        args.get(usize::from(number)).is_some_and(Expr::is_safe_divisor)
                    }
                    Effect::Pure | Effect::Memory | Effect::Barrier | Effect::Convergent => false,
                };
                self.failed |= !safe;
                for arg in args {
                    self.expr(arg);
                }
            }
            _ => expr.for_each_child_mut(&mut |child| self.expr(child)),
        }
    }

    fn lazily(&mut self, expr: &mut Expr) {
        let outer = std::mem::replace(&mut self.lazy, true);
        self.expr(expr);
        self.lazy = outer;
    }

    /// Tests the indices of a place.
    fn place(&mut self, place: &mut Place) {
        let base = place.base;
        let mut ty = Some(self.locals[base.0 as usize].ty.referent().clone());
        let mut part = None;
        for step in &mut place.steps {
            match step {
                Step::Index { index, check } => {
                    self.expr(index);
                    if let Check::Checked(site) = *check {
                        **index = self.kept("index", (**index).clone());
                        let len = part.take().or_else(|| length(ty.as_ref(), base));
                        self.failed |= len.is_none();
                        if let Some(len) = len {
                            let values = vec![(**index).clone(), len.clone()];
                            let over = Expr::binary(BinOp::Ge, (**index).clone(), len, Type::BOOL);
                            self.test(over, Stmt { kind: StmtKind::Fail { values, block: None }, site });
                        }
                        *check = Check::Proven;
                    }
                    part = None;
                    ty = ty.as_ref().and_then(Type::element).cloned();
                }
                Step::Field(name) => ty = ty.as_ref().and_then(|ty| ty.field(name)).cloned(),
                Step::Slice { start, len } => {
                    self.expr(start);
                    self.expr(len);
                    part = Some((**len).clone());
                }
            }
        }
    }

    /// Tests a quotient's operands, which are evaluated.
    fn divides(&mut self, lhs: &Expr, rhs: &Expr, site: SiteId) {
        let Some(scalar) = rhs.ty.scalar() else { return };
        let literal = |value: i128| Expr::new(ExprKind::Literal(Literal::Int(value)), rhs.ty.clone());
        let is = |value: &Expr, literal| Expr::binary(BinOp::Eq, value.clone(), literal, Type::BOOL);
        let lhs = self.kept("dividend", lhs.clone());
        let mut fails = is(rhs, literal(0));
        if scalar.is_signed_int() {
            let least = literal(-(1i128 << (scalar.bits() - 1)));
            let overflows = Expr::binary(BinOp::BitAnd, is(&lhs, least), is(rhs, literal(-1)), Type::BOOL);
            fails = Expr::binary(BinOp::BitOr, fails, overflows, Type::BOOL);
        }
        let values = vec![lhs, rhs.clone()];
        self.test(fails, Stmt { kind: StmtKind::Fail { values, block: None }, site });
    }

    fn test(&mut self, condition: Expr, failing: Stmt) {
        self.failed |= self.lazy;
        let kind = StmtKind::If { condition, then: Block(vec![failing]), otherwise: Block::default() };
        self.out.push(Stmt { kind, site: self.site });
    }

    /// The value in a variable of its own; what costs nothing to say twice comes back as it is.
    fn kept(&mut self, name: &str, value: Expr) -> Expr {
        if self.lazy {
            self.failed = true;
            return value;
        }
        kept(name, value, self.site, self.locals, self.out)
    }
}

/// The value in a variable of its own; what costs nothing to say twice comes back as it is.
pub(super) fn kept(
    name: &str,
    value: Expr,
    site: SiteId,
    locals: &mut Vec<Local>,
    out: &mut Vec<Stmt>,
) -> Expr {
    match &value.kind {
        ExprKind::Literal(_) => return value,
        ExprKind::Load(place) if place.steps.is_empty() => return value,
        _ => {}
    }
    let ty = value.ty.clone();
    let local = LocalId(locals.len() as u32);
    locals.push(Local::new(name, ty.clone(), LocalKind::Temp));
    out.push(Stmt { kind: StmtKind::Let { local, init: Some(value) }, site });
    Expr::local(local, ty)
}

/// Whether a statement is what a test ends the thread with.
pub(super) fn fails(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Fail { .. })
}

/// The number of elements of a slice, or of an array.
fn length(ty: Option<&Type>, base: LocalId) -> Option<Expr> {
    let kind = match ty? {
        Type::Slice { .. } => ExprKind::Len(base),
        Type::Array(_, Len::Const(len)) => ExprKind::Literal(Literal::Int(i128::from(*len))),
        Type::Array(_, Len::Capture(_))
        | Type::Unit
        | Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Struct(_)
        | Type::Tuple(_)
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => return None,
    };
    Some(Expr::new(kind, Type::USIZE))
}
