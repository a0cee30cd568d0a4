//! What names mean where a statement is written: variables, loops, and functions written earlier.

use super::types::Ty;
use crate::random::Random;

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar(Ty),
    Array(Ty, usize),
    /// `[[T; columns]; rows]`.
    Nested(Ty, usize, usize),
    /// `&[T]` or `&mut [T]`, of a length that is not zero.
    Slice(Ty),
    /// A struct or tuple of the library, by its number. Its fields are variables of their own: `v.x`.
    Struct(usize),
    /// Cannot be named here: something else borrows it.
    Hidden,
}

impl Shape {
    pub(super) fn element(self) -> Ty {
        match self {
            Shape::Scalar(ty) | Shape::Array(ty, _) | Shape::Nested(ty, ..) | Shape::Slice(ty) => ty,
            Shape::Struct(_) | Shape::Hidden => Ty::Bool,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Var {
    /// As it is written where it is used: `v3`, or `(*p)` for a reference.
    pub(super) name: String,
    pub(super) shape: Shape,
    /// Whether statements may change it. Counters of loops are `mut`, but theirs alone.
    pub(super) mutable: bool,
}

/// A loop or labeled block around the statement being written.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) label: Option<String>,
    pub(super) kind: FrameKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// `for` and `while`.
    Plain,
    /// `loop`, whose `break` takes a value of this type.
    Loop(Ty),
    /// A labeled block of this type.
    Block(Ty),
}

/// How a parameter of a function is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    Value(Ty),
    /// `[T; 4]`.
    Array(Ty),
    /// `&mut T`.
    Mut(Ty),
    /// `&[T]`.
    Slice(Ty),
    /// `&mut [T]`.
    SliceMut(Ty),
    /// A struct of this number, by value.
    Struct(usize),
    /// `&S`.
    StructRef(usize),
    /// `&mut S`.
    StructMut(usize),
}

/// A device function that later ones can call.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) params: Vec<Pass>,
    pub(super) result: Shape,
    /// The types that its parameter `T` may be, and whether it has a constant parameter `N`.
    pub(super) instances: &'static [Ty],
    pub(super) counted: bool,
    /// Whether it is called as a method of its first parameter.
    pub(super) method: bool,
    /// About how many operations a call takes.
    pub(super) cost: usize,
}

impl Function {
    /// Whether every parameter is a value and the call names the function, so that it can stand in any expression.
    pub(super) fn is_plain(&self) -> bool {
        !self.method && self.params.iter().all(|pass| matches!(pass, Pass::Value(_) | Pass::Struct(_)))
    }
}

/// The variables in scope, innermost last. A name hides earlier ones.
#[derive(Default)]
pub(super) struct Scopes(Vec<Vec<Var>>);

impl Scopes {
    pub(super) fn enter(&mut self) {
        self.0.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    pub(super) fn add(&mut self, name: impl Into<String>, shape: Shape, mutable: bool) {
        let var = Var { name: name.into(), shape, mutable };
        if let Some(scope) = self.0.last_mut() {
            scope.push(var);
        }
    }

    /// The variables that can be named, innermost first.
    pub(super) fn visible(&self) -> Vec<&Var> {
        let mut seen: Vec<&Var> = Vec::new();
        for var in self.0.iter().rev().flat_map(|scope| scope.iter().rev()) {
            if !seen.iter().any(|other| other.name == var.name) {
                seen.push(var);
            }
        }
        seen.retain(|var| var.shape != Shape::Hidden);
        seen
    }

    /// Hides a variable and its parts until the innermost scope ends.
    pub(super) fn hide(&mut self, name: &str) {
        self.change(name, |var| Var { shape: Shape::Hidden, ..var });
    }

    /// The same for changes only.
    pub(super) fn freeze(&mut self, name: &str) {
        self.change(name, |var| Var { mutable: false, ..var });
    }

    fn change(&mut self, name: &str, to: impl Fn(Var) -> Var) {
        // A part of it, or what it is a part of; behind a reference `p` they are `(*p)` and `p.x`.
        let bare = |name: &str| name.trim_start_matches("(*").replace(')', "");
        let inside = |inner: &str, outer: &str| {
            let (inner, outer) = (bare(inner), bare(outer));
            inner.strip_prefix(&outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let met = |var: &&Var| inside(&var.name, name) || inside(name, &var.name);
        let found: Vec<Var> = self.visible().into_iter().filter(met).map(|var| to(var.clone())).collect();
        if let Some(scope) = self.0.last_mut() {
            scope.extend(found);
        }
    }

    /// Some visible variable of which `fits` holds.
    pub(super) fn some(&self, random: &mut Random, fits: impl Fn(&Var) -> bool) -> Option<Var> {
        let found: Vec<&Var> = self.visible().into_iter().filter(|var| fits(var)).collect();
        (!found.is_empty()).then(|| found[random.below(found.len())].clone())
    }
}
