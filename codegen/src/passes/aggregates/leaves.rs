//! Which variables stand for the scalars of one that has structs in it.

use super::Splitter;
use crate::compact::List;
use crate::ir::{Len, LocalId, LocalKind, Place, Step, Type};

/// What stands for a variable, or for a field of it.
#[derive(Clone, Debug)]
pub(super) enum Leaves {
    /// A scalar or a nested array of scalars.
    One(LocalId),
    Fields(Vec<(String, Leaves)>),
}

impl Leaves {
    pub(super) fn all(&self) -> Vec<LocalId> {
        match self {
            Leaves::One(local) => vec![*local],
            Leaves::Fields(fields) => fields.iter().flat_map(|(_, leaves)| leaves.all()).list(),
        }
    }

    fn field(&self, name: &str) -> Option<&Leaves> {
        match self {
            Leaves::One(_) => None,
            Leaves::Fields(fields) => {
                fields.iter().find(|(field, _)| field == name).map(|(_, leaves)| leaves)
            }
        }
    }
}

/// Whether there are structs in a type of values.
pub(super) fn has_struct(ty: &Type) -> bool {
    match ty {
        Type::Struct(_) | Type::Tuple(_) => true,
        Type::Array(element, _) => has_struct(element),
        Type::Unit
        | Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => false,
    }
}

impl Splitter<'_> {
    /// Finds leaves for all variables that need them.
    pub(super) fn split_locals(&mut self) {
        self.leaves = vec![None; self.function.locals.len()];
        for index in 0..self.function.locals.len() {
            let local = &self.function.locals[index];
            let variable = matches!(local.kind, LocalKind::Let | LocalKind::Temp);
            if variable && has_struct(&local.ty) {
                self.split_local(LocalId(index as u32));
            }
        }
    }

    pub(super) fn split_local(&mut self, local: LocalId) {
        let (name, ty) = (self.function.local(local).name.clone(), self.function.local(local).ty.clone());
        let leaves = self.split(&name, &ty, &mut Vec::new());
        self.leaves[local.0 as usize] = Some(leaves);
    }

    /// The leaves of a type inside arrays of these lengths, from the outside in.
    fn split(&mut self, name: &str, ty: &Type, dims: &mut Vec<Len>) -> Leaves {
        match ty {
            Type::Struct(found) => {
                let fields = found.fields.iter().map(|field| {
                    let leaves = self.split(&format!("{name}_{}", field.name), &field.ty, dims);
                    (field.name.clone(), leaves)
                });
                Leaves::Fields(fields.list())
            }
            Type::Array(element, len) if has_struct(element) => {
                dims.push(*len);
                let leaves = self.split(name, element, dims);
                dims.pop();
                leaves
            }
            Type::Array(..)
            | Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tuple(_) => {
                let ty = dims.iter().rev().fold(ty.clone(), |ty, len| Type::Array(Box::new(ty), *len));
                let local = self.function.add_local(name, ty, LocalKind::Temp);
                self.leaves.push(None);
                Leaves::One(local)
            }
        }
    }

    /// The leaves of a variable that is taken apart.
    pub(super) fn leaves_of(&self, local: LocalId) -> Option<&Leaves> {
        self.leaves.get(local.0 as usize)?.as_ref()
    }

    /// The leaves of a variable; itself where it is not taken apart.
    pub(super) fn leaves_of_any(&self, local: LocalId) -> Leaves {
        self.leaves_of(local).cloned().unwrap_or(Leaves::One(local))
    }

    /// The leaves that a place is in, with the steps that remain; `None` where its base is not taken apart.
    pub(super) fn leaves_at(&self, place: &Place) -> Option<(&Leaves, Vec<Step>)> {
        let mut leaves = self.leaves_of(place.base)?;
        let mut steps = Vec::new();
        for step in &place.steps {
            match step {
                Step::Field(name) => leaves = leaves.field(name)?,
                Step::Index { .. } | Step::Slice { .. } => steps.push(step.clone()),
            }
        }
        Some((leaves, steps))
    }

    /// Names the leaf that a place is in, if it is in one.
    pub(super) fn resolve(&self, place: &mut Place) {
        if let Some((Leaves::One(local), steps)) = self.leaves_at(place) {
            let base = *local;
            (place.base, place.steps) = (base, steps);
        }
    }

    /// Whether there is a scalar in the leaves.
    pub(super) fn holds(&self, leaves: &Leaves) -> bool {
        leaves.all().into_iter().any(|local| holds(&self.function.local(local).ty))
    }
}

/// Whether there is a scalar in a type of values.
pub(super) fn holds(ty: &Type) -> bool {
    match ty {
        Type::Array(element, len) => *len != Len::Const(0) && holds(element),
        Type::Struct(found) => found.fields.iter().any(|field| holds(&field.ty)),
        Type::Unit
        | Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tuple(_) => true,
    }
}
