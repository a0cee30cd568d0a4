//! Walks and rewrites of statements and expressions: the one place that lists the parts of each kind.
//!
//! Code that treats only a few kinds names those, and leaves the others to a walk over their parts. So a new kind
//! is listed here, and named where it means something.

use super::{
    BinOp, Block, Callee, Check, Expr, ExprKind, LabelId, Literal, LocalId, Place, Step, Stmt, StmtKind,
};
use crate::compact::List;
use crate::intrinsics::Effect;

/// The direct parts of a statement, an expression and a place, shared or for rewriting.
macro_rules! parts {
    ($blocks:ident, $exprs:ident, $children:ident, $indices:ident, $place:ident, $iter:ident $(, $mut:tt)?) => {
        impl Stmt {
            /// The blocks directly inside.
            #[inline(never)]
            pub fn $blocks(&$($mut)? self) -> Vec<&$($mut)? Block> {
                match &$($mut)? self.kind {
                    StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
                    StmtKind::Loop { body, .. }
                    | StmtKind::While { body, .. }
                    | StmtKind::For { body, .. }
                    | StmtKind::Block { body, .. } => vec![body],
                    StmtKind::Let { .. }
                    | StmtKind::Assign { .. }
                    | StmtKind::Eval(_)
                    | StmtKind::Break(_)
                    | StmtKind::Continue(_)
                    | StmtKind::Return(_)
                    | StmtKind::Print { .. }
                    | StmtKind::Fail { .. } => Vec::new(),
                }
            }

            /// The expressions of this statement itself, not of blocks inside, in order of evaluation. Their operands
            /// are not among them.
            #[inline(never)]
            pub fn $exprs<'a>(&'a $($mut)? self, visit: &mut dyn FnMut(&'a $($mut)? Expr)) {
                match &$($mut)? self.kind {
                    StmtKind::Let { init: value, .. } | StmtKind::Return(value) => value.$iter().for_each(visit),
                    StmtKind::Assign { place, value, .. } => {
                        visit(value);
                        place.$indices(visit);
                    }
                    StmtKind::Eval(value)
                    | StmtKind::If { condition: value, .. }
                    | StmtKind::While { condition: value, .. } => visit(value),
                    StmtKind::For { start, end, step, .. } => {
                        visit(start);
                        visit(end);
                        step.$iter().for_each(visit);
                    }
                    StmtKind::Fail { values, block } => {
                        values.$iter().for_each(&mut *visit);
                        if let Some(block) = block {
                            visit(block);
                        }
                    }
                    StmtKind::Print { values } => values.$iter().for_each(visit),
                    StmtKind::Loop { .. }
                    | StmtKind::Block { .. }
                    | StmtKind::Break(_)
                    | StmtKind::Continue(_) => {}
                }
            }
        }

        impl Expr {
            /// Direct operands, in order of evaluation; index expressions of places included.
            #[inline(never)]
            pub fn $children<'a>(&'a $($mut)? self, visit: &mut dyn FnMut(&'a $($mut)? Expr)) {
                match &$($mut)? self.kind {
                    ExprKind::Literal(_) | ExprKind::Capture(_) | ExprKind::Len(_) | ExprKind::Extent { .. } => {}
                    ExprKind::Load(place) | ExprKind::Ref(place) | ExprKind::LenOf(place) => place.$indices(visit),
                    ExprKind::Make(fields) => fields.$iter().for_each(|(_, value)| visit(value)),
                    ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Repeat(a) => visit(a),
                    ExprKind::Binary { lhs, rhs, .. } => {
                        visit(lhs);
                        visit(rhs);
                    }
                    ExprKind::Select { condition, then, otherwise } => {
                        visit(condition);
                        visit(then);
                        visit(otherwise);
                    }
                    ExprKind::Call { args, .. } | ExprKind::Array(args) | ExprKind::Tile { args, .. } => {
                        args.$iter().for_each(visit);
                    }
                }
            }

            /// The place that the expression reads, refers to or measures.
            pub fn $place(&$($mut)? self) -> Option<&$($mut)? Place> {
                match &$($mut)? self.kind {
                    ExprKind::Load(place) | ExprKind::Ref(place) | ExprKind::LenOf(place) => Some(place),
                    ExprKind::Literal(_)
                    | ExprKind::Capture(_)
                    | ExprKind::Len(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary { .. }
                    | ExprKind::Cast(_)
                    | ExprKind::Select { .. }
                    | ExprKind::Call { .. }
                    | ExprKind::Array(_)
                    | ExprKind::Repeat(_)
                    | ExprKind::Make(_)
                    | ExprKind::Extent { .. }
                    | ExprKind::Tile { .. } => None,
                }
            }
        }

        impl Place {
            /// The indices, and the ends of parts, in order of evaluation.
            #[inline(never)]
            pub fn $indices<'a>(&'a $($mut)? self, visit: &mut dyn FnMut(&'a $($mut)? Expr)) {
                for step in &$($mut)? self.steps {
                    match step {
                        Step::Index { index, .. } => visit(index),
                        Step::Field(_) => {}
                        Step::Slice { start, len } => {
                            visit(start);
                            visit(len);
                        }
                    }
                }
            }
        }
    };
}

parts!(blocks, for_each_expr, for_each_child, for_each_index, place, iter);
parts!(blocks_mut, for_each_expr_mut, for_each_child_mut, for_each_index_mut, place_mut, iter_mut, mut);

impl Block {
    /// Every statement of the block and of the blocks inside, outer first, in order.
    #[inline(never)]
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Stmt)) {
        self.0.iter().for_each(|stmt| stmt.walk(visit));
    }

    /// Every expression at the root of a statement, in order.
    pub fn walk_exprs<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.walk(&mut |stmt| stmt.for_each_expr(visit));
    }

    /// Every expression of the block, with all operands, outer first, in order.
    #[inline(never)]
    pub fn walk_operands<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.walk_exprs(&mut |expr| expr.walk(visit));
    }

    /// As [`Block::walk`], for rewriting.
    #[inline(never)]
    pub fn walk_mut(&mut self, visit: &mut dyn FnMut(&mut Stmt)) {
        for stmt in &mut self.0 {
            visit(stmt);
            stmt.blocks_mut().into_iter().for_each(|block| block.walk_mut(visit));
        }
    }

    /// Rewrites every expression of the block, operands first.
    pub fn rewrite_exprs(&mut self, rewrite: &mut dyn FnMut(&mut Expr)) {
        self.walk_mut(&mut |stmt| stmt.for_each_expr_mut(&mut |expr| expr.rewrite(rewrite)));
    }

    /// Whether there is such a statement in the block.
    pub fn any(&self, test: &mut dyn FnMut(&Stmt) -> bool) -> bool {
        self.0.iter().any(|stmt| stmt.any(test))
    }

    /// The places that the block assigns, or refers to, so that a call may assign them.
    pub fn for_each_change(&self, visit: &mut dyn FnMut(&Place)) {
        self.walk(&mut |stmt| stmt.for_each_change(visit));
    }
}

impl Stmt {
    /// The statement, and every statement of the blocks inside, outer first, in order.
    #[inline(never)]
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Stmt)) {
        visit(self);
        self.blocks().into_iter().for_each(|block| block.walk(visit));
    }

    /// Whether the statement, or one inside, is such a one.
    #[inline(never)]
    pub fn any(&self, test: &mut dyn FnMut(&Stmt) -> bool) -> bool {
        test(self) || self.blocks().into_iter().any(|block| block.any(test))
    }

    /// The places that this statement itself assigns or refers to.
    #[inline(never)]
    pub fn for_each_change(&self, visit: &mut dyn FnMut(&Place)) {
        if let StmtKind::Assign { place, .. } = &self.kind {
            visit(place);
        }
        self.for_each_expr(&mut |expr| expr.for_each_ref(visit));
    }

    /// The label that `break` names to leave the statement.
    pub fn label(&self) -> Option<LabelId> {
        match &self.kind {
            StmtKind::Loop { label, .. }
            | StmtKind::While { label, .. }
            | StmtKind::For { label, .. }
            | StmtKind::Block { label, .. } => Some(*label),
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Eval(_)
            | StmtKind::If { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_)
            | StmtKind::Print { .. }
            | StmtKind::Fail { .. } => None,
        }
    }

    /// What a loop does in each turn.
    pub fn loop_body(&self) -> Option<&Block> {
        match &self.kind {
            StmtKind::Loop { body, .. } | StmtKind::While { body, .. } | StmtKind::For { body, .. } => {
                Some(body)
            }
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Eval(_)
            | StmtKind::If { .. }
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_)
            | StmtKind::Print { .. }
            | StmtKind::Fail { .. } => None,
        }
    }
}

impl Place {
    /// Whether an index is tested when the place is read or assigned.
    pub fn is_checked(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Index { check: Check::Checked(_), .. }))
    }
}

impl Expr {
    /// The expression and all its operands, outer first, in order of evaluation.
    #[inline(never)]
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        self.for_each_child(&mut |child| child.walk(visit));
    }

    /// Rewrites all operands, and then the expression.
    #[inline(never)]
    pub fn rewrite(&mut self, rewrite: &mut dyn FnMut(&mut Expr)) {
        self.for_each_child_mut(&mut |child| child.rewrite(rewrite));
        rewrite(self);
    }

    /// Whether the expression or an operand, at any depth, is such a one.
    #[inline(never)]
    pub fn any(&self, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
        let mut found = test(self);
        self.for_each_child(&mut |child| found = found || child.any(test));
        found
    }

    /// The variable that the expression itself names, as against its operands.
    pub fn named_local(&self) -> Option<LocalId> {
        match &self.kind {
            ExprKind::Len(local) | ExprKind::Extent { tensor: local, .. } => Some(*local),
            ExprKind::Tile { op, .. } => op.tensor(),
            _ => self.place().map(|place| place.base),
        }
    }

    /// As [`Expr::named_local`], for renaming.
    pub fn named_local_mut(&mut self) -> Option<&mut LocalId> {
        match &mut self.kind {
            ExprKind::Len(local) | ExprKind::Extent { tensor: local, .. } => Some(local),
            ExprKind::Tile { op, .. } => op.tensor_mut(),
            ExprKind::Load(place) | ExprKind::Ref(place) | ExprKind::LenOf(place) => Some(&mut place.base),
            _ => None,
        }
    }

    /// Whether evaluating the expression can end the thread.
    pub fn can_fail(&self) -> bool {
        self.any(&mut |expr| match &expr.kind {
            ExprKind::Binary { op: BinOp::Div | BinOp::Rem, site, rhs, .. } => {
                site.is_some() && !rhs.is_safe_divisor()
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), args, site: Some(_) } => match row.effect {
                Effect::Divisor(number) => !args.get(usize::from(number)).is_some_and(Expr::is_safe_divisor),
                _ => true,
            },
            ExprKind::Binary { site, .. } | ExprKind::Call { site, .. } => site.is_some(),
            _ => expr.place().is_some_and(Place::is_checked),
        })
    }

    /// Whether an integer's division by this cannot fail: a literal other than 0 and -1, or `x.max(literal)` of a
    /// positive one.
    pub fn is_safe_divisor(&self) -> bool {
        match &self.kind {
            ExprKind::Literal(Literal::Int(value)) => *value != 0 && *value != -1,
            ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } if row.name == "int_max" => {
                let positive = |arg: &Expr| matches!(arg.kind, ExprKind::Literal(Literal::Int(1..)));
                args.iter().any(positive)
            }
            _ => false,
        }
    }

    /// The places to which references are made in it.
    #[inline(never)]
    pub fn for_each_ref(&self, visit: &mut dyn FnMut(&Place)) {
        self.walk(&mut |expr| {
            if let ExprKind::Ref(place) = &expr.kind {
                visit(place);
            }
        });
    }
}

/// Makes statements of statements. The defaults copy; where something is to become of a kind, [`Fold::stmt`] says so.
pub trait Fold: Sized {
    fn block(&mut self, block: &Block) -> Block {
        let mut out = Vec::with_capacity(block.0.len());
        for stmt in &block.0 {
            self.stmt(stmt, &mut out);
        }
        Block(out)
    }

    /// Puts what becomes of a statement behind others.
    fn stmt(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        out.push(Stmt { kind: stmt.kind.fold(self), site: stmt.site });
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        expr.clone()
    }

    /// Expressions that are evaluated one after the other.
    fn exprs(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).list()
    }

    /// What is assigned to.
    fn place(&mut self, place: &Place) -> Place {
        let mut place = place.clone();
        place.for_each_index_mut(&mut |index| *index = self.expr(index));
        place
    }

    /// A variable where it is declared.
    fn local(&mut self, local: LocalId) -> LocalId {
        local
    }

    fn label(&mut self, label: LabelId) -> LabelId {
        label
    }
}

impl StmtKind {
    /// The same kind of statement with other parts.
    #[must_use]
    pub fn fold(&self, fold: &mut impl Fold) -> StmtKind {
        match self {
            StmtKind::Let { local, init } => {
                let init = init.as_ref().map(|init| fold.expr(init));
                StmtKind::Let { local: fold.local(*local), init }
            }
            StmtKind::Assign { place, op, value } => {
                StmtKind::Assign { value: fold.expr(value), place: fold.place(place), op: *op }
            }
            StmtKind::Eval(value) => StmtKind::Eval(fold.expr(value)),
            StmtKind::If { condition, then, otherwise } => StmtKind::If {
                condition: fold.expr(condition),
                then: fold.block(then),
                otherwise: fold.block(otherwise),
            },
            StmtKind::Loop { label, body } => {
                StmtKind::Loop { label: fold.label(*label), body: fold.block(body) }
            }
            StmtKind::While { label, condition, body } => StmtKind::While {
                label: fold.label(*label),
                condition: fold.expr(condition),
                body: fold.block(body),
            },
            StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll, body } => {
                StmtKind::For {
                    label: fold.label(*label),
                    local: fold.local(*local),
                    start: fold.expr(start),
                    end: fold.expr(end),
                    inclusive: *inclusive,
                    step: step.as_ref().map(|step| fold.expr(step)),
                    reversed: *reversed,
                    unroll: *unroll,
                    body: fold.block(body),
                }
            }
            StmtKind::Block { label, body } => {
                StmtKind::Block { label: fold.label(*label), body: fold.block(body) }
            }
            StmtKind::Break(label) => StmtKind::Break(fold.label(*label)),
            StmtKind::Continue(label) => StmtKind::Continue(fold.label(*label)),
            StmtKind::Return(value) => StmtKind::Return(value.as_ref().map(|value| fold.expr(value))),
            StmtKind::Print { values } => StmtKind::Print { values: fold.exprs(values) },
            StmtKind::Fail { values, block } => StmtKind::Fail {
                values: fold.exprs(values),
                block: block.as_ref().map(|block| Box::new(fold.expr(block))),
            },
        }
    }
}
