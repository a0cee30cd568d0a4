//! What a kernel's text says by itself, whatever values are: the sorts of types, paths to fields, what a block
//! assigns, and where control leaves it.

use super::walk::Key;
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::ir::{
    BinOp, Block, Expr, ExprKind, Function, LabelId, LocalId, Place, Step, Stmt, StmtKind, Type,
};

/// What sort of value a type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Int,
    Bool,
    /// Not known yet: it may be a whole number.
    Unknown,
    Other,
}

pub(super) fn sort(ty: &Type) -> Sort {
    match ty {
        Type::Scalar(crate::ir::Scalar::Bool) => Sort::Bool,
        Type::Scalar(scalar) if scalar.is_int() => Sort::Int,
        Type::Infer(_) | Type::Capture(_) => Sort::Unknown,
        _ => Sort::Other,
    }
}

/// The least and the greatest value of an integer type.
#[inline(never)]
pub(super) fn range_of(ty: &Type) -> Option<(i128, i128)> {
    let scalar = ty.scalar().filter(|scalar| scalar.is_int())?;
    let bits = scalar.bits();
    let (signed, unsigned) = ((-(1 << (bits - 1)), (1 << (bits - 1)) - 1), (0, (1 << bits) - 1));
    Some(if scalar.is_signed_int() { signed } else { unsigned })
}

/// The fields of a place in a local; `None` where there is an index among them.
#[inline(never)]
pub(super) fn path(place: &Place) -> Option<String> {
    let mut path = String::new();
    for step in &place.steps {
        match step {
            Step::Field(name) => {
                path.push('.');
                path.push_str(unqualified(name));
            }
            Step::Index { .. } | Step::Slice { .. } => return None,
        }
    }
    Some(path)
}

/// A field's name without the variant's: `Point::x` may be the field `x` of a struct. Fields of two variants then share
/// a name, and no thread asks for both of one value. Which variant a value is of stays apart.
pub(super) fn unqualified(name: &str) -> &str {
    match name.split_once("::") {
        Some((_, field)) if !field.is_empty() => field,
        _ => name,
    }
}

/// Whether a path leads to a part of what another one leads to.
pub(super) fn is_part(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.starts_with('.'))
}

/// The variables by which an expression multiplies something.
pub(super) fn multiplied(expr: &Expr, found: &mut Set<LocalId>) {
    if let ExprKind::Binary { op: BinOp::Mul, lhs, rhs, .. } = &expr.kind {
        for side in [lhs, rhs] {
            if let ExprKind::Load(place) = &side.kind {
                found.insert(place.base);
            }
        }
    }
}

/// The variables of numbers and conditions that a block may change, with their types.
pub(super) fn assigned(function: &Function, body: &Block) -> Vec<(Key, Type)> {
    let mut all: Map<Key, Type> = Map::new();
    body.for_each_change(&mut |place| {
        if let Some(path) = path(place) {
            let ty = if path.is_empty() { function.local(place.base).ty.clone() } else { place.ty.clone() };
            all.insert((place.base, path), ty);
        }
    });
    all.into_iter().list()
}

/// The most ways out of a block that are put in each other.
pub(super) const MOST_WAYS: usize = 8;

/// A block where what follows a way out of it is the other way: `if c { v = a; break 'f; } v = b;`, which is what
/// a function with an early `return` becomes.
pub(super) fn straightened(block: &Block, label: LabelId, most: usize) -> Block {
    let leaves = |stmt: &Stmt| match &stmt.kind {
        StmtKind::If { then, otherwise, .. } if otherwise.0.is_empty() => {
            matches!(then.0.last(), Some(Stmt { kind: StmtKind::Break(to), .. }) if *to == label)
        }
        _ => false,
    };
    let mut block = block.clone();
    if matches!(block.0.last(), Some(Stmt { kind: StmtKind::Break(to), .. }) if *to == label) {
        block.0.pop();
    }
    let Some(at) = block.0.iter().position(leaves).filter(|_| most > 0) else { return block };
    let rest = Block(block.0.split_off(at + 1));
    if let Some(Stmt { kind: StmtKind::If { then, otherwise, .. }, .. }) = block.0.last_mut() {
        then.0.pop();
        *otherwise = straightened(&rest, label, most - 1);
    }
    block
}
