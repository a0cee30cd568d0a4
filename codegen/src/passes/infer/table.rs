//! Inference variables: union-find with the literals' kinds.

use crate::compact::List;
use crate::ir::{CaptureId, Len, Scalar, Type};

/// What a variable stands for.
#[derive(Clone, Debug)]
enum Entry {
    Unknown(Kind),
    Known(Type),
}

/// What is known of a variable that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Any,
    /// An integer literal's.
    Int,
    /// A float literal's.
    Float,
}

pub(super) struct Table {
    entries: Vec<Entry>,
    /// Captures that are type parameters, each of which is no type but itself.
    parameters: Vec<CaptureId>,
}

impl Table {
    pub(super) fn new(variables: u32, parameters: &[CaptureId]) -> Table {
        Table {
            entries: vec![Entry::Unknown(Kind::Any); variables as usize],
            parameters: parameters.to_vec(),
        }
    }

    /// A variable of which nothing is known.
    pub(super) fn fresh(&mut self) -> Type {
        self.entries.push(Entry::Unknown(Kind::Any));
        Type::Infer(self.entries.len() as u32 - 1)
    }

    /// The type with every known variable replaced, as deep as it goes; an unknown variable is its representative.
    #[inline(never)]
    pub(super) fn resolve(&self, ty: &Type) -> Type {
        match ty {
            Type::Infer(id) => match self.entries.get(*id as usize) {
                Some(Entry::Known(known)) => self.resolve(known),
                Some(Entry::Unknown(_)) | None => ty.clone(),
            },
            Type::Array(element, len) => Type::Array(Box::new(self.resolve(element)), *len),
            Type::Slice { element, mutable } => {
                Type::Slice { element: Box::new(self.resolve(element)), mutable: *mutable }
            }
            Type::Ref { target, mutable } => {
                Type::Ref { target: Box::new(self.resolve(target)), mutable: *mutable }
            }
            Type::Tensor { element, rank, mutable } => {
                Type::Tensor { element: Box::new(self.resolve(element)), rank: *rank, mutable: *mutable }
            }
            Type::Tile { element, shape } => {
                Type::Tile { element: Box::new(self.resolve(element)), shape: shape.clone() }
            }
            Type::Tuple(types) => Type::Tuple(types.iter().map(|ty| self.resolve(ty)).list()),
            Type::Unit | Type::Scalar(_) | Type::Atomic(_) | Type::Capture(_) | Type::Struct(_) => ty.clone(),
        }
    }

    /// The kind of an unresolved variable.
    pub(super) fn kind(&self, ty: &Type) -> Option<Kind> {
        match self.resolve(ty) {
            Type::Infer(id) => match self.entries.get(id as usize) {
                Some(Entry::Unknown(kind)) => Some(*kind),
                Some(Entry::Known(_)) | None => None,
            },
            _ => None,
        }
    }

    /// Says that a type is an integer or a float literal's. False where it cannot be.
    pub(super) fn restrict(&mut self, ty: &Type, kind: Kind) -> bool {
        match self.resolve(ty) {
            Type::Infer(id) => match self.entries.get_mut(id as usize) {
                Some(Entry::Unknown(old)) if *old == Kind::Any || *old == kind => {
                    *old = kind;
                    true
                }
                _ => false,
            },
            other => fits(&other, kind),
        }
    }

    /// Makes two types equal. False where they cannot be; what was already made equal stays.
    pub(super) fn unify(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        match (&a, &b) {
            (Type::Infer(x), Type::Infer(y)) if x == y => true,
            (Type::Infer(x), other) | (other, Type::Infer(x)) => {
                let Some(Entry::Unknown(kind)) = self.entries.get(*x as usize).cloned() else { return false };
                if !self.restrict(other, kind) && kind != Kind::Any {
                    return false;
                }
                if occurs(*x, other) {
                    return false;
                }
                self.entries[*x as usize] = Entry::Known(other.clone());
                true
            }
            (Type::Array(x, n), Type::Array(y, m)) => lens_agree(*n, *m) && self.unify(x, y),
            (Type::Slice { element: x, .. }, Type::Slice { element: y, .. }) => self.unify(x, y),
            (Type::Ref { target: x, .. }, Type::Ref { target: y, .. }) => self.unify(x, y),
            (Type::Tensor { element: x, rank: n, .. }, Type::Tensor { element: y, rank: m, .. }) => {
                n == m && self.unify(x, y)
            }
            (Type::Tile { element: x, shape: n }, Type::Tile { element: y, shape: m }) => {
                n.len() == m.len() && n.iter().zip(m).all(|(n, m)| lens_agree(*n, *m)) && self.unify(x, y)
            }
            (Type::Tuple(x), Type::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.unify(x, y))
            }
            (Type::Tuple(types), Type::Struct(found)) | (Type::Struct(found), Type::Tuple(types)) => {
                found.is_tuple()
                    && found.fields.len() == types.len()
                    && types.iter().zip(&found.fields).all(|(ty, field)| self.unify(ty, &field.ty))
            }
            (Type::Capture(a), Type::Capture(b)) if self.is_parameter(*a) && self.is_parameter(*b) => a == b,
            (Type::Capture(id), Type::Unit | Type::Scalar(_))
            | (Type::Unit | Type::Scalar(_), Type::Capture(id))
                if self.is_parameter(*id) =>
            {
                false
            }
            // An alias may be any type; rustc knows, and inference runs again with its answer.
            (Type::Capture(_), _) | (_, Type::Capture(_)) => true,
            _ => a == b,
        }
    }

    fn is_parameter(&self, id: CaptureId) -> bool {
        self.parameters.contains(&id)
    }

    /// Literals that nothing fixed become `i32` and `f64`, as in Rust.
    pub(super) fn fall_back(&mut self) {
        for entry in &mut self.entries {
            match entry {
                Entry::Unknown(Kind::Int) => *entry = Entry::Known(Type::Scalar(Scalar::I32)),
                Entry::Unknown(Kind::Float) => *entry = Entry::Known(Type::Scalar(Scalar::F64)),
                Entry::Unknown(Kind::Any) | Entry::Known(_) => {}
            }
        }
    }
}

/// Lengths that differ as captures may still be equal numbers: rustc has checked them.
fn lens_agree(a: Len, b: Len) -> bool {
    match (a, b) {
        (Len::Const(a), Len::Const(b)) => a == b,
        (Len::Capture(_), _) | (_, Len::Capture(_)) => true,
    }
}

fn fits(ty: &Type, kind: Kind) -> bool {
    match (kind, ty) {
        (Kind::Any, _) | (_, Type::Capture(_)) => true,
        (Kind::Int, Type::Scalar(s)) => s.is_int(),
        (Kind::Float, Type::Scalar(s)) => s.is_float(),
        (Kind::Int | Kind::Float, _) => false,
    }
}

fn occurs(variable: u32, ty: &Type) -> bool {
    match ty {
        Type::Infer(id) => *id == variable,
        Type::Array(element, _)
        | Type::Slice { element, .. }
        | Type::Tensor { element, .. }
        | Type::Tile { element, .. } => occurs(variable, element),
        Type::Tuple(types) => types.iter().any(|ty| occurs(variable, ty)),
        Type::Struct(_) => false,
        Type::Ref { target, .. } => occurs(variable, target),
        Type::Unit | Type::Scalar(_) | Type::Atomic(_) | Type::Capture(_) => false,
    }
}
