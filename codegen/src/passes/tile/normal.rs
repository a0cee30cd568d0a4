//! Tile-level normal form: one operation on tiles a statement.
//!
//! Requires a verified tile kernel without calls of device functions. Ensures, and changes nothing of what the
//! kernel does:
//!
//! - Loads, stores, reductions, products, transposes and reshapes stand alone: each is the whole value of a `let`
//!   or of a plain assignment (a store, of an evaluation), and its operands on tiles are locals.
//! - Any other value that is a tile is an element-wise *tree*: operators, casts, selections by tiles, pure
//!   intrinsics, `Broadcast` and `Iota`, over locals. Every node has the tree's shape or is a leaf: a local, an
//!   `Iota`, a scalar or a `Broadcast` of one. What a tree does to smaller shapes is done before, once.
//! - Scalars in trees are literals or locals; one that is broadcast as a whole is a literal or a local that never
//!   changes.
//! - Scalar expressions hold no operation on tiles. What is evaluated lazily stays so: an operand that may not be
//!   evaluated, but holds such an operation, stands in an `if`; the condition of a `while` moves into the loop.
//! - Compound assignments to tiles are spelled out.
//! - Scalars that can fail are evaluated in the order of before.

use crate::compact::List;
use crate::intrinsics::Reduce;
use crate::ir::{
    BinOp, Block, Expr, ExprKind, Fold, Function, Len, LocalKind, Module, Place, Stmt, StmtKind, TileOp, Type,
};

/// The module with its kernel in normal form.
#[must_use]
pub fn normalize(module: &Module) -> Module {
    let mut module = module.clone();
    if let Some(function) = module.functions.last_mut() {
        let body = std::mem::take(&mut function.body);
        let stable = stable(function, &body);
        let mut normalizer = Normalizer { function, stable };
        let body = normalizer.block(&body);
        function.body = body;
    }
    module
}

/// Which locals keep the value that they begin with.
pub(super) fn stable(function: &Function, body: &Block) -> Vec<bool> {
    let mut stable = vec![true; function.locals.len()];
    body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Assign { place, .. } => stable[place.base.0 as usize] = false,
        StmtKind::Let { local, init: None } => stable[local.0 as usize] = false,
        _ => {}
    });
    stable
}

struct Normalizer<'a> {
    function: &'a mut Function,
    /// By local; those added here never change.
    stable: Vec<bool>,
}

/// Statements before the one at hand, all of its site.
struct Before {
    stmts: Vec<Stmt>,
    site: crate::ir::SiteId,
}

impl Before {
    fn push(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt { kind, site: self.site });
    }

    /// The statements since `from`, as a block of their own.
    fn split(&mut self, from: usize) -> Block {
        Block(self.stmts.split_off(from))
    }
}

/// Statements.
impl Normalizer<'_> {
    #[inline(never)]
    fn block(&mut self, block: &Block) -> Block {
        let mut out = Vec::new();
        for stmt in &block.0 {
            let mut before = Before { stmts: Vec::new(), site: stmt.site };
            if let Some(kind) = self.stmt(&stmt.kind, &mut before) {
                before.push(kind);
            }
            out.extend(before.stmts);
        }
        Block(out)
    }

    /// The statement, unless what stands before has done all of it.
    fn stmt(&mut self, kind: &StmtKind, before: &mut Before) -> Option<StmtKind> {
        Some(match kind {
            StmtKind::Let { local, init } => match init {
                Some(init) if is_choice(init) => {
                    before.push(StmtKind::Let { local: *local, init: None });
                    self.choose(&Place::local(*local, init.ty.clone()), init, before);
                    return None;
                }
                init => {
                    StmtKind::Let { local: *local, init: init.as_ref().map(|init| self.root(init, before)) }
                }
            },
            StmtKind::Assign { place, op: Some(op), value } if place.ty.shape().is_some() => {
                let spelled = Expr::binary(*op, Expr::load(place.clone()), value.clone(), place.ty.clone());
                StmtKind::Assign { place: place.clone(), op: None, value: self.root(&spelled, before) }
            }
            StmtKind::Assign { place, op, value } => {
                if op.is_none() && is_choice(value) {
                    self.choose(place, value, before);
                    return None;
                }
                let mut value = self.root(value, before);
                let mut place = place.clone();
                let mut indices = false;
                place.for_each_index(&mut |index| indices |= holds_tiles(index));
                // The value is evaluated before the indices.
                if indices && value.can_fail() {
                    value = self.bind("value", value, before);
                }
                place.for_each_index_mut(&mut |index| *index = self.scalar(index, before));
                StmtKind::Assign { place, op: *op, value }
            }
            StmtKind::Eval(value) => StmtKind::Eval(self.root(value, before)),
            StmtKind::While { label, condition, body } if holds_tiles(condition) => {
                let mut head = Before { stmts: Vec::new(), site: before.site };
                let condition = self.scalar(condition, &mut head);
                StmtKind::looped_while(*label, head.stmts, condition, self.block(body), before.site)
            }
            StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll, body } => {
                let bounds: Vec<&Expr> = [start, end].into_iter().chain(step).list();
                let mut bounds = self.in_order(&bounds, before).into_iter();
                StmtKind::For {
                    label: *label,
                    local: *local,
                    start: bounds.next()?,
                    end: bounds.next()?,
                    inclusive: *inclusive,
                    step: bounds.next(),
                    reversed: *reversed,
                    unroll: *unroll,
                    body: self.block(body),
                }
            }
            _ => kind.fold(&mut Parts { normalizer: self, before }),
        })
    }

    /// `place = value` of a choice, as an `if`.
    fn choose(&mut self, place: &Place, value: &Expr, before: &mut Before) {
        let ExprKind::Select { condition, then, otherwise } = &value.kind else { return };
        let condition = self.scalar(condition, before);
        let arm = |this: &mut Self, value: &Expr, before: &mut Before| {
            let from = before.stmts.len();
            let kind = StmtKind::Assign { place: place.clone(), op: None, value: value.clone() };
            if let Some(kind) = this.stmt(&kind, before) {
                before.push(kind);
            }
            before.split(from)
        };
        let then = arm(self, then, before);
        let otherwise = arm(self, otherwise, before);
        before.push(StmtKind::If { condition, then, otherwise });
    }

    /// A new local with the value, read.
    #[inline(never)]
    fn bind(&mut self, name: &str, value: Expr, before: &mut Before) -> Expr {
        let ty = value.ty.clone();
        let local = self.function.add_local(name, ty.clone(), LocalKind::Temp);
        self.stable.push(true);
        before.push(StmtKind::Let { local, init: Some(value) });
        Expr::local(local, ty)
    }

    /// A new local without a value yet.
    fn declare(&mut self, name: &str, ty: &Type, before: &mut Before) -> Place {
        let local = self.function.add_local(name, ty.clone(), LocalKind::Temp);
        self.stable.push(false);
        before.push(StmtKind::Let { local, init: None });
        Place::local(local, ty.clone())
    }
}

/// The parts of a statement that has no operation of its own.
struct Parts<'p, 'a> {
    normalizer: &'p mut Normalizer<'a>,
    before: &'p mut Before,
}

impl Fold for Parts<'_, '_> {
    fn block(&mut self, block: &Block) -> Block {
        self.normalizer.block(block)
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        self.normalizer.scalar(expr, self.before)
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        self.normalizer.in_order(&exprs.iter().list(), self.before)
    }
}

/// Scalars.
impl Normalizer<'_> {
    /// The scalar (or array of scalars, or call) without operations on tiles inside.
    fn scalar(&mut self, expr: &Expr, before: &mut Before) -> Expr {
        if !holds_tiles(expr) {
            return expr.clone();
        }
        match &expr.kind {
            ExprKind::Tile { .. } => {
                let value = self.root(expr, before);
                self.bind(&self.name_of(expr), value, before)
            }
            ExprKind::Binary { op: op @ (BinOp::And | BinOp::Or), lhs, rhs, .. } if holds_tiles(rhs) => {
                let lhs = self.scalar(lhs, before);
                let place = self.declare("holds", &Type::BOOL, before);
                let value = Expr::load(place.clone());
                before.push(StmtKind::Assign { place: place.clone(), op: None, value: lhs });
                let from = before.stmts.len();
                let rhs = self.scalar(rhs, before);
                before.push(StmtKind::Assign { place, op: None, value: rhs });
                let then = before.split(from);
                let condition = if *op == BinOp::And { value.clone() } else { Expr::negated(value.clone()) };
                before.push(StmtKind::If { condition, then, otherwise: Block::default() });
                value
            }
            ExprKind::Select { then, otherwise, .. } if holds_tiles(then) || holds_tiles(otherwise) => {
                let place = self.declare("chosen", &expr.ty, before);
                self.choose(&place, expr, before);
                Expr::load(place)
            }
            _ => {
                let mut children = Vec::new();
                expr.for_each_child(&mut |child| children.push(child));
                let mut children = self.in_order(&children, before).into_iter();
                let mut expr = expr.clone();
                expr.for_each_child_mut(&mut |child| {
                    if let Some(new) = children.next() {
                        *child = new;
                    }
                });
                expr
            }
        }
    }

    /// Scalars that are evaluated one after the other.
    #[inline(never)]
    fn in_order(&mut self, exprs: &[&Expr], before: &mut Before) -> Vec<Expr> {
        let last = exprs.iter().rposition(|expr| holds_tiles(expr));
        let mut out = Vec::with_capacity(exprs.len());
        for (index, expr) in exprs.iter().enumerate() {
            let mut value = self.scalar(expr, before);
            if last.is_some_and(|last| index < last) && value.can_fail() {
                value = self.bind("value", value, before);
            }
            out.push(value);
        }
        out
    }

    /// A literal or a local with the scalar's value.
    fn leaf(&mut self, expr: &Expr, before: &mut Before) -> Expr {
        let expr = self.scalar(expr, before);
        match &expr.kind {
            ExprKind::Literal(_) => expr,
            ExprKind::Load(place) if place.steps.is_empty() => expr,
            _ => self.bind("scalar", expr, before),
        }
    }
}

/// Tiles.
impl Normalizer<'_> {
    /// What may be the whole value of a statement: an operation on locals, a tree, or a scalar.
    fn root(&mut self, expr: &Expr, before: &mut Before) -> Expr {
        match &expr.kind {
            ExprKind::Tile { op, args } => match op {
                TileOp::Broadcast | TileOp::Iota { .. } => self.tree(expr, before),
                TileOp::Load { .. }
                | TileOp::Store { .. }
                | TileOp::Reduce { .. }
                | TileOp::Mma
                | TileOp::Transpose
                | TileOp::Reshape
                | TileOp::Gather { .. }
                | TileOp::Element
                | TileOp::Put
                | TileOp::Fetch { .. }
                | TileOp::Change { .. } => {
                    let last = args.iter().rposition(holds_tiles);
                    let mut operands = Vec::with_capacity(args.len());
                    for (index, arg) in args.iter().enumerate() {
                        operands.push(if arg.ty.shape().is_some() {
                            self.local(arg, before)
                        } else {
                            let value = self.scalar(arg, before);
                            let hoisted = last.is_some_and(|last| index < last) && value.can_fail();
                            if hoisted { self.bind("value", value, before) } else { value }
                        });
                    }
                    Expr::new(ExprKind::Tile { op: *op, args: operands }, expr.ty.clone())
                }
            },
            _ => match expr.ty.shape() {
                Some(_) => self.tree(expr, before),
                None => self.scalar(expr, before),
            },
        }
    }

    /// A local with the tile.
    #[inline(never)]
    fn local(&mut self, expr: &Expr, before: &mut Before) -> Expr {
        if let ExprKind::Load(_) = &expr.kind {
            return expr.clone();
        }
        if is_choice(expr) {
            let place = self.declare("chosen", &expr.ty, before);
            self.choose(&place, expr, before);
            return Expr::load(place);
        }
        let value = self.root(expr, before);
        let name = self.name_of(expr);
        self.bind(&name, value, before)
    }

    /// An element-wise tree of the expression's shape.
    fn tree(&mut self, expr: &Expr, before: &mut Before) -> Expr {
        if is_choice(expr) {
            return self.local(expr, before);
        }
        match &expr.kind {
            ExprKind::Load(_) => expr.clone(),
            ExprKind::Tile { op: TileOp::Iota { axis }, .. } => coordinates(expr, *axis),
            ExprKind::Tile { op: op @ TileOp::Broadcast, args } => {
                let args = args.iter().map(|arg| self.broadcast(arg, before)).list();
                Expr::new(ExprKind::Tile { op: *op, args }, expr.ty.clone())
            }
            ExprKind::Tile {
                op:
                    TileOp::Load { .. }
                    | TileOp::Store { .. }
                    | TileOp::Reduce { .. }
                    | TileOp::Mma
                    | TileOp::Transpose
                    | TileOp::Reshape
                    | TileOp::Gather { .. }
                    | TileOp::Element
                    | TileOp::Put
                    | TileOp::Fetch { .. }
                    | TileOp::Change { .. },
                ..
            } => self.local(expr, before),
            _ => {
                let mut tree = expr.clone();
                tree.for_each_child_mut(&mut |child| *child = self.node(child, &expr.ty, before));
                tree
            }
        }
    }

    /// An operand inside a tree of the type `of`.
    fn node(&mut self, expr: &Expr, of: &Type, before: &mut Before) -> Expr {
        match expr.ty.shape() {
            None => self.leaf(expr, before),
            shape if shape == of.shape() => self.tree(expr, before),
            Some(_) => match &expr.kind {
                ExprKind::Tile { op: TileOp::Iota { axis }, .. } => coordinates(expr, *axis),
                ExprKind::Tile { op: op @ TileOp::Broadcast, args }
                    if args.iter().all(|arg| arg.ty.shape().is_none()) =>
                {
                    let args = args.iter().map(|arg| self.leaf(arg, before)).list();
                    Expr::new(ExprKind::Tile { op: *op, args }, expr.ty.clone())
                }
                _ => self.local(expr, before),
            },
        }
    }

    /// What a broadcast repeats: a scalar that never changes, or a local.
    fn broadcast(&mut self, expr: &Expr, before: &mut Before) -> Expr {
        if expr.ty.shape().is_some() {
            return self.local(expr, before);
        }
        let leaf = self.leaf(expr, before);
        match &leaf.kind {
            ExprKind::Load(place) if !self.stable[place.base.0 as usize] => self.bind("scalar", leaf, before),
            _ => leaf,
        }
    }

    /// A name for what the expression makes.
    fn name_of(&self, expr: &Expr) -> String {
        let ExprKind::Tile { op, args } = &expr.kind else { return "tile".to_owned() };
        let operand = || match args.first().map(|arg| &arg.kind) {
            Some(ExprKind::Load(place)) => self.function.local(place.base).name.clone(),
            _ => "tile".to_owned(),
        };
        match op {
            TileOp::Load { tensor, .. }
            | TileOp::Store { tensor }
            | TileOp::Fetch { tensor }
            | TileOp::Change { tensor, .. } => {
                format!("{}_tile", self.function.local(*tensor).name)
            }
            TileOp::Reduce { op, .. } => match op {
                Reduce::Sum => "sum".to_owned(),
                Reduce::Min => "least".to_owned(),
                Reduce::Max => "greatest".to_owned(),
            },
            TileOp::Mma => "product".to_owned(),
            TileOp::Transpose => format!("{}_transposed", operand()),
            TileOp::Reshape => operand(),
            TileOp::Gather { .. } => format!("{}_picked", operand()),
            TileOp::Iota { .. } => "iota".to_owned(),
            TileOp::Element | TileOp::Put => "element".to_owned(),
            TileOp::Broadcast => "tile".to_owned(),
        }
    }
}

/// An `Iota`, which is zero along an extent of 1, whatever it is broadcast to.
fn coordinates(iota: &Expr, axis: u8) -> Expr {
    let extent = iota.ty.shape().and_then(|shape| shape.get(axis as usize));
    match (extent, iota.ty.lane().scalar()) {
        (Some(Len::Const(1)), Some(scalar)) => {
            let kind = ExprKind::Tile { op: TileOp::Broadcast, args: vec![Expr::int(0, scalar)] };
            Expr::new(kind, iota.ty.clone())
        }
        _ => iota.clone(),
    }
}

/// Whether one of two tiles is chosen by a scalar, so that only that one is evaluated.
fn is_choice(expr: &Expr) -> bool {
    expr.ty.shape().is_some()
        && matches!(&expr.kind, ExprKind::Select { condition, .. } if condition.ty.shape().is_none())
}

/// Whether an operation on tiles is in the expression.
pub(super) fn holds_tiles(expr: &Expr) -> bool {
    expr.any(&mut |expr| matches!(expr.kind, ExprKind::Tile { .. }) || expr.ty.shape().is_some())
}
