//! Operators whose operands may be of types of the user's.
//!
//! Takes operands of which the tokens may not say what they are; guarantees an operator of numbers where they do,
//! and an open one otherwise. Inference finds most of those to be of numbers too; of the rest rustc is asked in the
//! checked copy. A kernel of tiles has the operators of numbers and tiles only.

use crate::collections::Set;
use std::ops::Range;

use syn::spanned::Spanned;

use super::expr::value_is_literal;
use super::{Lower, address};
use crate::front::report::spot;
use crate::ir::{
    BinOp, Callee, CaptureId, Expr, ExprKind, LocalId, Operator, Place, SiteId, SiteKind, Stmt, StmtKind,
    Type,
};

/// The variables and the memory that a piece of code reads and writes, by their names.
#[derive(Default)]
struct Touched {
    read: Set<LocalId>,
    written: Set<LocalId>,
}

impl Touched {
    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            stmt.for_each_expr(&mut |expr| self.expr(expr));
            if let StmtKind::Assign { place, .. } = &stmt.kind {
                self.written.insert(place.base);
            }
            for inner in stmt.blocks() {
                self.stmts(&inner.0);
            }
        }
    }

    /// What is lent may be written.
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Load(place) = &expr.kind {
            self.read.insert(place.base);
        }
        if let ExprKind::Ref(place) = &expr.kind {
            self.written.insert(place.base);
        }
        expr.for_each_child(&mut |child| self.expr(child));
    }

    fn touches(&self, written: &Set<LocalId>) -> bool {
        !self.read.is_disjoint(written) || !self.written.is_disjoint(written)
    }
}

impl Lower<'_> {
    /// An operator of these operands. `ty` is its type where they are numbers.
    pub(super) fn operation(
        &mut self,
        node: usize,
        op: Operator,
        mut operands: Vec<Expr>,
        site: Option<SiteId>,
        ty: Type,
    ) -> Expr {
        let types: Vec<_> = operands.iter().map(|operand| &operand.ty).collect();
        let literals = operands.iter().all(|operand| matches!(operand.kind, ExprKind::Literal(_)));
        let compares = matches!(op, Operator::Binary(op) if op.is_comparison());
        // Arrays, tuples and `Option`s have no other operators.
        let has_parts = |ty: &&Type| matches!(ty, Type::Array(..) | Type::Tuple(_));
        let of_parts = compares && self.function.attrs.tile.is_none() && types.iter().any(has_parts);
        if of_parts || !literals && self.may_be_the_users(&types) {
            for operand in &mut operands {
                self.keep_parts(operand);
            }
            let ty = if compares { Type::BOOL } else { self.fresh() };
            let callee = Callee::Operator(op, self.open_operator(node, op));
            return Expr::new(ExprKind::Call { callee, args: operands, site }, ty);
        }
        let kind = match (op, operands.pop(), operands.pop()) {
            (Operator::Unary(op), Some(operand), _) => ExprKind::Unary(op, Box::new(operand)),
            (Operator::Binary(op) | Operator::Assign(op), Some(rhs), Some(lhs)) => {
                ExprKind::Binary { op, lhs: Box::new(lhs), rhs: Box::new(rhs), site }
            }
            _ => return self.dummy(),
        };
        Expr::new(kind, ty)
    }

    /// `place op= value`, by a function of the user's or not.
    pub(super) fn open_assignment(
        &mut self,
        node: &syn::ExprBinary,
        op: BinOp,
        mut place: Place,
        mut value: Expr,
    ) {
        let mut site = None;
        self.keep_parts(&mut value);
        if matches!(op, BinOp::Div | BinOp::Rem) {
            // As numbers have it: the place is read and written.
            if !value_is_literal(&value) {
                value = self.temporary("divisor", value);
            }
            self.fix_indices(&mut place);
            site = Some(self.new_site(node.op.span(), SiteKind::Divide));
        }
        let op = Operator::Assign(op);
        let callee = Callee::Operator(op, self.open_operator(address(node), op));
        let ty = place.ty.clone();
        let value = Expr::new(ExprKind::Call { callee, args: vec![value], site }, ty);
        self.push(StmtKind::Assign { place, op: None, value });
    }

    /// `a[i] += { i += 1; v }`: of primitive numbers, Rust evaluates the value first, and of everything else the
    /// place, type parameters and floats of 8 and 16 bits among it. The statements of the value are `of_value`, and
    /// what follows is the place's. Where one changes what the other reads, the place's come first if its type asks
    /// for that.
    pub(super) fn place_first(
        &mut self,
        node: &syn::ExprBinary,
        place: &mut Place,
        value: &Expr,
        of_value: Range<usize>,
    ) -> bool {
        let is_param = |id: &CaptureId| self.generics.values().any(|generic| generic == id);
        let first = match &place.ty {
            Type::Scalar(scalar) if !scalar.is_small_float() => return false,
            Type::Scalar(_) => true,
            Type::Capture(id) => is_param(id),
            _ => false,
        };
        let (mut of_place, mut of_right) = (Touched::default(), Touched::default());
        of_right.stmts(&self.block[of_value.clone()]);
        of_place.stmts(&self.block[of_value.end..]);
        place.for_each_index(&mut |index| of_place.expr(index));
        let (changed, changing) = (of_right.written.clone(), of_place.written.clone());
        of_right.expr(value);
        if !of_place.touches(&changed) && !of_right.touches(&changing) {
            return false;
        }
        if !first {
            self.unsupported(
                spot(node),
                "whether the place or the value comes first here, its type decides, and one changes what the other reads",
                "bind the value to a name first: `let value = ..;`",
            );
            return false;
        }
        let later = self.block.split_off(of_value.end);
        let value = self.block.split_off(of_value.start);
        self.block.extend(later);
        self.fix_indices(place);
        self.block.extend(value);
        true
    }

    /// What is made of parts can be an operand where it has a name.
    fn keep_parts(&mut self, operand: &mut Expr) {
        if matches!(operand.kind, ExprKind::Array(_) | ExprKind::Repeat(_) | ExprKind::Make(_)) {
            let value = std::mem::replace(operand, Expr::bool(false));
            *operand = self.temporary("value", value);
        }
    }

    /// Whether a value of one of these types may be of a type of the user's.
    pub(super) fn may_be_the_users(&self, types: &[&Type]) -> bool {
        let open = |ty: &&Type| match ty {
            Type::Infer(_) => true,
            Type::Capture(id) => !self.numbers.contains(id),
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Tuple(_)
            | Type::Struct(_) => false,
        };
        self.function.attrs.tile.is_none() && types.iter().any(open)
    }

    fn open_operator(&mut self, node: usize, op: Operator) -> CaptureId {
        let next = CaptureId(self.taps.operators.len() as u32);
        self.taps.operators.or_insert(node, (op, next)).1
    }
}
