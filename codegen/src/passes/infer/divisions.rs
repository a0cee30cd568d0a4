//! Writes out divisions of tiles of integers, element by element.
//!
//! Takes a function whose types are known; guarantees that no operator on whole tiles can fail: `/` and `%` of
//! integers become a loop over the elements ([`Unroll::Each`]), in which each division is one of scalars, checked
//! as those are. What is evaluated lazily stays so, as everywhere else: an operand that may not be evaluated stands
//! in an `if`, the condition of a `while` moves into the loop.

use crate::ir::{
    BinOp, Block, Expr, ExprKind, Function, LabelId, Local, LocalId, LocalKind, Place, Scalar, SiteId, Stmt,
    StmtKind, TileOp, Type, Unroll,
};

/// Spells out the divisions of a function.
pub(super) fn spell_out(function: &mut Function) {
    let mut body = std::mem::take(&mut function.body);
    if any(&body) {
        let label = body.next_label().0;
        let mut writer = Writer { locals: &mut function.locals, label, site: SiteId(0), before: Vec::new() };
        writer.block(&mut body);
    }
    function.body = body;
}

fn any(block: &Block) -> bool {
    let mut found = false;
    block.walk_operands(&mut |expr| found |= is_one(expr));
    block.walk(&mut |stmt| found |= assigns_one(&stmt.kind));
    found
}

/// `a / b` of tiles of integers.
fn is_one(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary { op: BinOp::Div | BinOp::Rem, .. })
        && expr.ty.shape().is_some()
        && expr.ty.lane().scalar().is_some_and(Scalar::is_int)
}

/// `a /= b` of the same.
fn assigns_one(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Assign { place, op: Some(BinOp::Div | BinOp::Rem), .. }
        if place.ty.shape().is_some() && place.ty.lane().scalar().is_some_and(Scalar::is_int))
}

fn holds_one(expr: &Expr) -> bool {
    expr.any(&mut is_one)
}

struct Writer<'a> {
    locals: &'a mut Vec<Local>,
    /// The next label that nothing has.
    label: u32,
    /// The statement's at hand.
    site: SiteId,
    /// Statements before it.
    before: Vec<Stmt>,
}

impl Writer<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.0) {
            let around = std::mem::take(&mut self.before);
            self.site = stmt.site;
            self.stmt(&mut stmt.kind);
            block.0.append(&mut self.before);
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            block.0.push(stmt);
            self.before = around;
        }
    }

    fn stmt(&mut self, kind: &mut StmtKind) {
        if assigns_one(kind)
            && let StmtKind::Assign { place, op, value } = kind
            && let Some(op) = op.take()
        {
            let divisor = std::mem::replace(value, Expr::bool(false));
            *value = Expr::binary(op, Expr::load(place.clone()), divisor, place.ty.clone());
            if let ExprKind::Binary { site, .. } = &mut value.kind {
                *site = Some(self.site);
            }
        }
        if let StmtKind::While { label, condition, body } = kind
            && holds_one(condition)
        {
            // The condition belongs to the loop's turns, where it is met again as a statement's.
            let condition = std::mem::replace(condition, Expr::bool(false));
            *kind = StmtKind::looped_while(*label, Vec::new(), condition, std::mem::take(body), self.site);
            return;
        }
        let mut stmt =
            Stmt { kind: std::mem::replace(kind, StmtKind::Eval(Expr::bool(false))), site: self.site };
        stmt.for_each_expr_mut(&mut |expr| self.expr(expr));
        *kind = stmt.kind;
    }

    fn push(&mut self, kind: StmtKind) {
        self.before.push(Stmt { kind, site: self.site });
    }

    fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local::new(name, ty, LocalKind::Temp));
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A variable of the value, read.
    fn bind(&mut self, name: &str, value: Expr) -> Expr {
        let ty = value.ty.clone();
        let local = self.local(name, ty.clone());
        self.push(StmtKind::Let { local, init: Some(value) });
        Expr::local(local, ty)
    }

    /// `place = value`, of what may not be evaluated, as a block.
    fn arm(&mut self, place: &Place, mut value: Expr) -> Block {
        let around = std::mem::take(&mut self.before);
        self.expr(&mut value);
        self.push(StmtKind::Assign { place: place.clone(), op: None, value });
        Block(std::mem::replace(&mut self.before, around))
    }

    #[inline(never)]
    fn expr(&mut self, expr: &mut Expr) {
        if !holds_one(expr) {
            return;
        }
        let ty = expr.ty.clone();
        match &mut expr.kind {
            ExprKind::Select { condition, then, otherwise } if condition.ty == Type::BOOL => {
                self.expr(condition);
                let take = |of: &mut Box<Expr>| std::mem::replace(&mut **of, Expr::bool(false));
                let (condition, then, otherwise) = (take(condition), take(then), take(otherwise));
                let local = self.local("chosen", ty.clone());
                self.push(StmtKind::Let { local, init: None });
                let place = Place::local(local, ty);
                let condition = self.bind("condition", condition);
                let (then, otherwise) = (self.arm(&place, then), self.arm(&place, otherwise));
                self.push(StmtKind::If { condition, then, otherwise });
                *expr = Expr::load(place);
            }
            ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), lhs, rhs, .. } => {
                self.expr(lhs);
                let is_and = *op == BinOp::And;
                let rhs = std::mem::replace(&mut **rhs, Expr::bool(false));
                let lhs = std::mem::replace(&mut **lhs, Expr::bool(false));
                let local = self.local("holds", Type::BOOL);
                let place = Place::local(local, Type::BOOL);
                self.push(StmtKind::Let { local, init: Some(lhs) });
                let more = self.arm(&place, rhs);
                let condition = Expr::load(place.clone());
                let (then, otherwise) =
                    if is_and { (more, Block::default()) } else { (Block::default(), more) };
                self.push(StmtKind::If { condition, then, otherwise });
                *expr = Expr::load(place);
            }
            ExprKind::Binary { op: op @ (BinOp::Div | BinOp::Rem), lhs, rhs, site }
                if ty.shape().is_some() =>
            {
                let (op, site) = (*op, *site);
                self.expr(lhs);
                let lhs = std::mem::replace(&mut **lhs, Expr::bool(false));
                let mut rhs = std::mem::replace(&mut **rhs, Expr::bool(false));
                let lhs = self.bind("dividend", lhs);
                self.expr(&mut rhs);
                let rhs =
                    if matches!(rhs.kind, ExprKind::Literal(_)) { rhs } else { self.bind("divisor", rhs) };
                *expr = self.each(op, &lhs, &rhs, site, &ty);
            }
            _ => expr.for_each_child_mut(&mut |child| self.expr(child)),
        }
    }

    /// The tile of the quotients or remainders.
    fn each(&mut self, op: BinOp, lhs: &Expr, rhs: &Expr, site: Option<SiteId>, ty: &Type) -> Expr {
        let result = self.local("quotients", ty.clone());
        self.push(StmtKind::Let { local: result, init: None });
        let counter = self.local("k", Type::USIZE);
        let number = Expr::local(counter, Type::USIZE);
        let around = std::mem::take(&mut self.before);
        let lane = ty.lane().clone();
        let element = |writer: &mut Self, of: &Expr| {
            if of.ty.shape().is_none() {
                return of.clone();
            }
            let args = vec![of.clone(), number.clone()];
            writer.bind("element", Expr::new(ExprKind::Tile { op: TileOp::Element, args }, lane.clone()))
        };
        let (a, b) = (element(self, lhs), element(self, rhs));
        let kind = ExprKind::Binary { op, lhs: Box::new(a), rhs: Box::new(b), site };
        let value = self.bind("quotient", Expr::new(kind, lane.clone()));
        let mut args = vec![number.clone(), value];
        args.extend([lhs, rhs].into_iter().filter(|of| of.ty.shape().is_some()).cloned());
        let put = Expr::new(ExprKind::Tile { op: TileOp::Put, args }, ty.clone());
        self.push(StmtKind::Assign { place: Place::local(result, ty.clone()), op: None, value: put });
        let body = Block(std::mem::replace(&mut self.before, around));
        let count = ty.extents().map_or(0, |extents| extents.iter().product::<u64>());
        let label = LabelId(self.label);
        self.label += 1;
        self.push(StmtKind::For {
            label,
            local: counter,
            start: Expr::int(0, Scalar::Usize),
            end: Expr::int(i128::from(count), Scalar::Usize),
            inclusive: false,
            step: None,
            reversed: false,
            unroll: Unroll::Each,
            body,
        });
        Expr::local(result, ty.clone())
    }
}
