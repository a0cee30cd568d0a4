//! Expressions and places in the names of the function that is being made.

use super::{Binding, Frame, Inliner};
use crate::ir::{Expr, ExprKind, Function, Len, Literal, LocalId, Place, Step, Type};

impl Inliner<'_> {
    pub(super) fn expr(&self, expr: &Expr, frame: &Frame) -> Expr {
        let mut expr = expr.clone();
        self.rename(&mut expr, frame);
        expr
    }

    pub(super) fn rename(&self, expr: &mut Expr, frame: &Frame) {
        self.count();
        expr.for_each_child_mut(&mut |child| self.rename(child, frame));
        match &mut expr.kind {
            ExprKind::Len(local) => expr.kind = length(&frame.base(*local, &self.out)),
            _ => {
                if let Some(place) = expr.place_mut() {
                    self.rebase(place, frame);
                } else if let Some(tensor) = expr.named_local_mut() {
                    *tensor = frame.base(*tensor, &self.out).base;
                }
            }
        }
    }

    pub(super) fn place(&self, place: &Place, frame: &Frame) -> Place {
        let mut place = place.clone();
        place.for_each_index_mut(&mut |index| self.rename(index, frame));
        self.rebase(&mut place, frame);
        place
    }

    /// Puts what the base is bound to in its stead.
    fn rebase(&self, place: &mut Place, frame: &Frame) {
        let base = frame.base(place.base, &self.out);
        place.base = base.base;
        place.steps.splice(0..0, base.steps);
    }
}

impl Frame {
    /// The place that a local of the function stands for.
    pub(super) fn base(&self, local: LocalId, out: &Function) -> Place {
        let id = match self.locals.get(local.0 as usize) {
            Some(Binding::Place(place)) => return place.clone(),
            Some(Binding::Local(id)) => *id,
            None => local,
        };
        Place::local(
            id,
            out.locals.get(id.0 as usize).map_or(Type::Unit, |local| local.ty.referent().clone()),
        )
    }

    pub(super) fn rebind(&mut self, local: LocalId, binding: Binding) {
        if let Some(known) = self.locals.get_mut(local.0 as usize) {
            *known = binding;
        }
    }

    /// The new name of a local that a statement declares.
    pub(super) fn declared(&self, local: LocalId) -> LocalId {
        match self.locals.get(local.0 as usize) {
            Some(Binding::Local(id)) => *id,
            // No verified function declares a parameter.
            Some(Binding::Place(place)) => place.base,
            None => local,
        }
    }
}

/// The number of elements of a place: a slice's own, an array's as a literal.
pub(super) fn length(place: &Place) -> ExprKind {
    if let Some(Step::Slice { len, .. }) = place.steps.last() {
        return len.kind.clone();
    }
    match &place.ty {
        Type::Array(_, Len::Const(len)) => ExprKind::Literal(Literal::Int(i128::from(*len))),
        Type::Array(_, Len::Capture(_))
        | Type::Unit
        | Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Struct(_)
        | Type::Tuple(_) => ExprKind::Len(place.base),
    }
}
