//! Operators whose operands only rustc knows.
//!
//! The front end leaves an operator open where it does not know that its operands are numbers. [`settle`] takes
//! what each of them turned out to be, and guarantees that those of numbers are the operators themselves. What is
//! left is a call of a function of the user's, from a `#[device] impl` of the operator's trait, and stands inside
//! of an expression, where the user wrote it; [`spell_out`] guarantees that each is the whole value of a statement
//! of its own, in the order of evaluation and under the conditions under which Rust evaluates it.

use crate::ir::{
    BinOp, Block, Callee, CaptureId, Expr, ExprKind, Function, FunctionId, Local, LocalId, LocalKind,
    Operator, Place, Scalar, SiteId, Step, Stmt, StmtKind, Type,
};
use crate::passes::infer::Signature;

/// What an operator turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// That of numbers.
    Builtin,
    /// A function of the user's, or not known yet: the capture that tells.
    Open(CaptureId),
}

/// Gives each open operator its meaning.
pub fn settle(function: &mut Function, meaning: &dyn Fn(CaptureId) -> Meaning) {
    settle_block(&mut function.body, meaning);
}

fn settle_block(block: &mut Block, meaning: &dyn Fn(CaptureId) -> Meaning) {
    for stmt in &mut block.0 {
        if let StmtKind::Assign { place, op: None, value } = &mut stmt.kind
            && let ExprKind::Call { callee: Callee::Operator(Operator::Assign(op), id), args, site } =
                &mut value.kind
            && meaning(*id) == Meaning::Builtin
            && let Some(value) = args.pop()
        {
            stmt.kind = assignment(*op, place.clone(), value, *site);
        }
        stmt.for_each_expr_mut(&mut |expr| settle_expr(expr, meaning));
        for inner in stmt.blocks_mut() {
            settle_block(inner, meaning);
        }
    }
}

/// `place op= value` of numbers. Division can fail, so it is written out; the place's indices have been evaluated.
fn assignment(op: BinOp, place: Place, value: Expr, site: Option<SiteId>) -> StmtKind {
    if site.is_none() {
        return StmtKind::Assign { place, op: Some(op), value };
    }
    let lhs = Expr::load(place.clone());
    let ty = lhs.ty.clone();
    let value = Expr::new(ExprKind::Binary { op, lhs: Box::new(lhs), rhs: Box::new(value), site }, ty);
    StmtKind::Assign { place, op: None, value }
}

fn settle_expr(expr: &mut Expr, meaning: &dyn Fn(CaptureId) -> Meaning) {
    expr.for_each_child_mut(&mut |child| settle_expr(child, meaning));
    let ExprKind::Call { callee, args, site } = &mut expr.kind else { return };
    let Callee::Operator(op, id) = callee else { return };
    match (meaning(*id), *op) {
        (Meaning::Open(id), op) => *callee = Callee::Operator(op, id),
        (Meaning::Builtin, Operator::Unary(op)) => {
            if let Some(operand) = args.pop() {
                expr.kind = ExprKind::Unary(op, Box::new(operand));
            }
        }
        (Meaning::Builtin, Operator::Binary(op)) => {
            if let Some((rhs, lhs)) = args.pop().zip(args.pop()) {
                expr.kind = ExprKind::Binary { op, lhs: Box::new(lhs), rhs: Box::new(rhs), site: *site };
            }
        }
        // A statement, which is rewritten as a whole.
        (Meaning::Builtin, Operator::Assign(_)) => {}
    }
}

/// Where an open operator stands that this capture tells of.
pub fn first_use(function: &Function, capture: CaptureId) -> Option<(Operator, SiteId)> {
    fn of_expr(expr: &Expr, capture: CaptureId, found: &mut Option<Operator>) {
        if let ExprKind::Call { callee: Callee::Operator(op, id), .. } = &expr.kind
            && *id == capture
        {
            found.get_or_insert(*op);
        }
        expr.for_each_child(&mut |child| of_expr(child, capture, found));
    }
    fn of_block(block: &Block, capture: CaptureId) -> Option<(Operator, SiteId)> {
        block.0.iter().find_map(|stmt| {
            let mut found = None;
            stmt.for_each_expr(&mut |expr| of_expr(expr, capture, &mut found));
            match found {
                Some(op) => Some((op, stmt.site)),
                None => stmt.blocks().into_iter().find_map(|inner| of_block(inner, capture)),
            }
        })
    }
    of_block(&function.body, capture)
}

/// How kernels come by the operator of a type of the user's, which assigns or does not.
pub fn way_out(op: Operator) -> String {
    let op = match op {
        Operator::Binary(op) if op.is_comparison() => {
            let op = Operator::Binary(op).trait_name();
            return format!(
                "write `#[device]` above the type's `#[derive({op})]` or `impl {op}`; a generic function says `T: Device{op}`, of \
                 `kiln::operators`"
            );
        }
        op => op.trait_name(),
    };
    format!(
        "write `#[device]` above the type's `impl {op}`; a generic function says `T: Device{op}`, of `kiln::operators`"
    )
}

/// Makes statements of the calls of the user's functions, which `functions` gives for the operators' captures.
/// `signatures` are those of all functions by their ids.
pub fn spell_out(
    function: &mut Function,
    signatures: &[Signature],
    functions: &dyn Fn(CaptureId) -> Option<FunctionId>,
) {
    let mut body = std::mem::take(&mut function.body);
    let locals = &mut function.locals;
    let mut spell = Spell { locals, signatures, functions, site: SiteId(0), out: Vec::new() };
    spell.block(&mut body);
    function.body = body;
}

struct Spell<'a> {
    locals: &'a mut Vec<Local>,
    signatures: &'a [Signature],
    functions: &'a dyn Fn(CaptureId) -> Option<FunctionId>,
    site: SiteId,
    /// The statements before what is being spelt out.
    out: Vec<Stmt>,
}

impl Spell<'_> {
    fn block(&mut self, block: &mut Block) {
        let outer = std::mem::take(&mut self.out);
        for mut stmt in std::mem::take(&mut block.0) {
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            self.site = stmt.site;
            self.stmt(&mut stmt);
            self.out.push(stmt);
        }
        block.0 = std::mem::replace(&mut self.out, outer);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            // What is asked anew before each round.
            StmtKind::While { label, condition, body } => {
                let (mut asked, label) = (std::mem::replace(condition, Expr::bool(true)), *label);
                let before = self.inside(|spell| spell.expr(&mut asked));
                if before.is_empty() {
                    *condition = asked;
                    return;
                }
                stmt.kind = StmtKind::looped_while(label, before, asked, std::mem::take(body), stmt.site);
            }
            StmtKind::Assign { place, op: None, value } => {
                self.whole(value, Some(place));
                place.for_each_index_mut(&mut |index| self.expr(index));
                if let (Type::Unit, ExprKind::Call { .. }) = (&value.ty, &value.kind) {
                    stmt.kind = StmtKind::Eval(std::mem::replace(value, Expr::bool(false)));
                }
            }
            StmtKind::Let { init: Some(value), .. } | StmtKind::Eval(value) => self.whole(value, None),
            _ => stmt.for_each_expr_mut(&mut |expr| self.expr(expr)),
        }
    }

    /// What `fill` puts before.
    fn inside(&mut self, fill: impl FnOnce(&mut Self)) -> Vec<Stmt> {
        let outer = std::mem::take(&mut self.out);
        fill(self);
        std::mem::replace(&mut self.out, outer)
    }

    fn push(&mut self, kind: StmtKind) {
        let site = self.site;
        self.out.push(Stmt { kind, site });
    }

    /// The whole value of a statement, which may be a call. `place` is assigned to: a call that does that itself
    /// has no value.
    fn whole(&mut self, expr: &mut Expr, place: Option<&mut Place>) {
        let ExprKind::Call { callee: Callee::Operator(op, id), args, .. } = &mut expr.kind else {
            return self.expr(expr);
        };
        let Some(function) = (self.functions)(*id) else { return };
        let signatures = self.signatures;
        let params = signatures.get(function.0 as usize).map_or(&[][..], |known| &known.params);
        if let (Operator::Assign(_), Some(place)) = (*op, place) {
            place.for_each_index_mut(&mut |index| self.expr(index));
            let ty = params.first().cloned().unwrap_or(Type::Unit);
            args.insert(0, Expr::new(ExprKind::Ref(place.clone()), ty));
            expr.ty = Type::Unit;
        }
        for (number, arg) in args.iter_mut().enumerate() {
            self.expr(arg);
            if let Some(param @ Type::Ref { .. }) = params.get(number) {
                self.refer(arg, param);
            }
        }
        let (op, args) = (*op, std::mem::take(args));
        expr.kind = ExprKind::Call { callee: Callee::Function(function), args, site: None };
        if let Operator::Binary(op @ (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)) = op {
            // The function is `partial_cmp`, which gives whether there is an order, and -1, 0 or 1.
            expr.ty = signatures.get(function.0 as usize).map_or(Type::Unit, |known| known.result.clone());
            let order = self.kept(expr);
            let part = |name: &str, ty: Type| {
                let mut part = order.clone();
                part.steps.push(Step::Field(name.to_owned()));
                part.ty = ty;
                Expr::load(part)
            };
            let zero = Expr::int(0, Scalar::I8);
            let so = Expr::binary(op, part("1", Type::Scalar(Scalar::I8)), zero, Type::BOOL);
            *expr = Expr::binary(BinOp::And, part("0", Type::BOOL), so, Type::BOOL);
        } else if op == Operator::Binary(BinOp::Ne) {
            // The function is that of `==`.
            self.kept(expr);
            let equal = std::mem::replace(expr, Expr::bool(false));
            *expr = Expr::negated(equal);
        }
    }

    /// Makes a reference of an operand, as `==` does.
    fn refer(&mut self, arg: &mut Expr, param: &Type) {
        let place = match &arg.kind {
            ExprKind::Ref(_) => return,
            ExprKind::Load(place) => place.clone(),
            _ => self.kept(arg),
        };
        *arg = Expr::new(ExprKind::Ref(place), param.clone());
    }

    /// A new variable with this value.
    fn kept(&mut self, value: &mut Expr) -> Place {
        let place = self.declared(&value.ty);
        let init = Some(std::mem::replace(value, Expr::load(place.clone())));
        self.push(StmtKind::Let { local: place.base, init });
        place
    }

    fn declared(&mut self, ty: &Type) -> Place {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local::new("value", ty.clone(), LocalKind::Temp));
        Place::local(id, ty.clone())
    }

    /// An operand: what is called in it is called before.
    fn expr(&mut self, expr: &mut Expr) {
        if !calls(expr) {
            return;
        }
        if let ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), lhs, rhs, .. } = &mut expr.kind
            && calls(rhs)
        {
            self.expr(lhs);
            let place = self.declared(&Type::BOOL);
            let load = Expr::load(place.clone());
            let first = std::mem::replace(&mut **lhs, Expr::bool(false));
            self.push(StmtKind::Let { local: place.base, init: Some(first) });
            let condition = match op {
                BinOp::Or => Expr::negated(load),
                _ => load,
            };
            let then = self.branch(&place, rhs);
            self.push(StmtKind::If { condition, then, otherwise: Block::default() });
            *expr = Expr::load(place);
        } else if let ExprKind::Select { condition, then, otherwise } = &mut expr.kind
            && (calls(then) || calls(otherwise))
        {
            self.expr(condition);
            let place = self.declared(&expr.ty);
            self.push(StmtKind::Let { local: place.base, init: None });
            let (then, otherwise) = (self.branch(&place, then), self.branch(&place, otherwise));
            let condition = std::mem::replace(&mut **condition, Expr::bool(false));
            self.push(StmtKind::If { condition, then, otherwise });
            *expr = Expr::load(place);
        } else if is_call(expr) {
            self.whole(expr, None);
            if matches!(expr.kind, ExprKind::Call { .. }) {
                self.kept(expr);
            }
        } else {
            expr.for_each_child_mut(&mut |child| self.expr(child));
        }
    }

    /// `place = value`, as a block.
    fn branch(&mut self, place: &Place, value: &mut Expr) -> Block {
        let mut value = std::mem::replace(value, Expr::bool(false));
        Block(self.inside(|spell| {
            spell.whole(&mut value, None);
            spell.push(StmtKind::Assign { place: place.clone(), op: None, value });
        }))
    }
}

/// Whether a function of the user's is called in an expression.
fn calls(expr: &Expr) -> bool {
    expr.any(&mut is_call)
}

fn is_call(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call { callee: Callee::Operator(..), .. })
}
