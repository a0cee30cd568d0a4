//! Methods with the names of numbers' own, where a type may have another of that name.
//!
//! In `fn f<T: Shape>(x: T)`, `x.abs()` means what `Shape` has, of a number too; in `fn f<T: Float>(x: T)` it means
//! the number's own. Which bounds have what, only rustc knows: it is asked where a bound is none of those that are
//! known here, and in the functions of traits. Elsewhere such a name means the number's own.

use syn::{Expr as Syn, Generics, TypeParamBound, WherePredicate};

use super::atomic::is_atomic_method;
use super::iter::is_iterator;
use super::{Binding, Lower, Resolver, address, bare};
use crate::intrinsics;
use crate::ir::{Callee, CaptureId, Expr, ExprKind, Place, Scalar, Step, Type};

/// What has the methods of a name, apart from types and traits of the user's.
pub(in crate::front) struct Owners {
    /// Numbers that have it whatever traits are in scope.
    pub(in crate::front) numbers: Vec<Scalar>,
    /// Traits of which one declares it.
    pub(in crate::front) traits: Vec<Declares>,
}

/// A trait that declares methods of numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::front) enum Declares {
    Num,
    Int,
    Float,
    /// Std's.
    Ord,
    Clone,
}

impl Declares {
    pub(in crate::front) const ALL: [Declares; 5] =
        [Declares::Num, Declares::Int, Declares::Float, Declares::Ord, Declares::Clone];

    /// Whether its methods take a reference to `Self`.
    pub(in crate::front) fn by_reference(self) -> bool {
        self == Declares::Clone
    }

    fn has(self, name: &str) -> bool {
        let of = |class: Scalar| intrinsics::method(name, class, false).is_some();
        match self {
            Declares::Num => is_cast(name),
            Declares::Int => of(Scalar::I32) && of(Scalar::U32) && !NOT_OF_INT.contains(&name),
            Declares::Float => name == "sin_cos" || of(Scalar::F32) && !NOT_OF_FLOAT.contains(&name),
            Declares::Ord => ORD.contains(&name),
            Declares::Clone => name == "clone",
        }
    }
}

/// What integers have by `Ord`.
pub(in crate::front) const ORD: [&str; 3] = ["min", "max", "clamp"];

/// What all integers have and the trait `Int` does not.
const NOT_OF_INT: [&str; 13] = [
    "abs_diff",
    "clamp",
    "from_be",
    "from_le",
    "ilog10",
    "ilog2",
    "max",
    "min",
    "saturating_pow",
    "to_be",
    "to_le",
    "unbounded_shl",
    "unbounded_shr",
];

/// What floats have and the trait `Float` does not.
const NOT_OF_FLOAT: [&str; 5] = ["from_bits", "is_normal", "is_subnormal", "midpoint", "to_bits"];

/// Methods and functions of `Num` that are casts in kernels.
pub(super) fn is_cast(name: &str) -> bool {
    matches!(name, "to_f32" | "to_f64" | "from_f32" | "from_f64" | "from_i32" | "from_u32" | "from_usize")
}

pub(in crate::front) fn owners(name: &str) -> Owners {
    let traits: Vec<Declares> = Declares::ALL.into_iter().filter(|declares| declares.has(name)).collect();
    let has = |scalar: &Scalar| {
        let half = scalar.is_small_float();
        // Std's 16-bit floats have most of their methods by the trait alone.
        let of_trait = half && traits.contains(&Declares::Float);
        let casts = half && matches!(name, "to_f32" | "to_f64");
        casts
            || name == "sin_cos" && scalar.is_float() && !half
            || !of_trait && intrinsics::method(name, *scalar, false).is_some_and(|row| !row.by_trait)
    };
    Owners { numbers: Scalar::ALL.into_iter().filter(has).collect(), traits }
}

/// Whether a type parameter may have methods of a trait of the user's.
pub(super) fn has_users_bounds(generics: &Generics) -> bool {
    bounds(generics).any(is_users)
}

/// The traits that bounds name.
pub(super) fn traits(generics: &Generics) -> impl Iterator<Item = String> {
    bounds(generics).filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    })
}

/// What is said of types among generic parameters.
fn bounds(generics: &Generics) -> impl Iterator<Item = &TypeParamBound> {
    let of_params = generics.type_params().flat_map(|param| &param.bounds);
    let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_clause = clause.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => Some(&predicate.bounds),
        _ => None,
    });
    of_params.chain(of_clause.flatten())
}

/// Bounds of std's, which say nothing of kernels.
pub(in crate::front) const OF_STD: [&str; 38] = [
    "Copy",
    "Clone",
    "Debug",
    "Display",
    "Default",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Hash",
    "Send",
    "Sync",
    "Sized",
    "Unpin",
    "From",
    "Into",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "Not",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Shl",
    "Shr",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "RemAssign",
    "BitAndAssign",
    "BitOrAssign",
    "BitXorAssign",
    "Sum",
    "Product",
];

/// The traits of Kiln's that bounds name.
const OF_KILN: [&str; 9] =
    ["Num", "Int", "Float", "KernelType", "ScalarType", "SharedElement", "MmaOperand", "CastTo", "Counter"];

/// Whether a bound is none of Kiln's or of std's.
fn is_users(bound: &TypeParamBound) -> bool {
    const OWNERS: [&str; 3] = ["kiln", "std", "core"];
    match bound {
        // By its name alone a trait is taken for the known one, which rustc is asked to confirm (see `expand`).
        TypeParamBound::Trait(bound) => {
            let path = &bound.path;
            let elsewhere = path.segments.len() > 1
                && path.segments.first().is_some_and(|first| OWNERS.iter().all(|known| first.ident != known));
            elsewhere
                || path
                    .segments
                    .last()
                    .is_none_or(|last| OF_KILN.iter().chain(&OF_STD).all(|known| last.ident != known))
        }
        TypeParamBound::Lifetime(_) => false,
        _ => true,
    }
}

/// How a call of a method with the name of a number's own is understood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// As the number's own.
    Own,
    /// As the number's own, which rustc is asked to confirm.
    Confirmed,
    /// As what rustc says.
    Asked,
}

impl Lower<'_> {
    pub(super) fn meaning(&mut self, call: &syn::ExprMethodCall, name: &str) -> Named {
        let cast = matches!(name, "to_f32" | "to_f64") && call.args.is_empty();
        let method = intrinsics::is_method(name) && !is_atomic_method(name);
        // What is made of several operations here.
        let several = matches!(name, "sin_cos" | "ilog2" | "ilog10");
        let copies = name == "clone" && call.args.is_empty();
        // Of references to what has an order, `Ord` has these.
        let ordered = ORD.contains(&name);
        if self.is_tile_kernel() || self.resolver == Resolver::Numbers || is_iterator(&call.receiver) {
            Named::Own
        } else if (cast || method) && !several && !self.asks && self.is_of_user_type(&call.receiver) {
            Named::Asked
        } else if copies || !self.asks && !ordered && (cast || method) && self.is_reference(&call.receiver) {
            // Of a reference, a trait's method that takes one comes before a number's own.
            Named::Confirmed
        } else if !self.asks {
            let is_the_users = method && !several && self.is_of_named_type(&call.receiver);
            if is_the_users { Named::Asked } else { Named::Own }
        } else if several {
            Named::Confirmed
        } else if cast || method {
            Named::Asked
        } else {
            Named::Own
        }
    }

    fn is_of_user_type(&mut self, receiver: &Syn) -> bool {
        self.received(receiver).is_some_and(|place| self.may_be_of_user_type(&place))
    }

    /// Whether a place may have a user's type, with methods of its own. Only rustc knows the type of a field, of an
    /// element, or of what a device function returns.
    pub(super) fn may_be_of_user_type(&self, place: &Place) -> bool {
        match &place.ty {
            _ if self.resolver == Resolver::Numbers => false,
            Type::Infer(_) => {
                let base = &place.base;
                let is_given =
                    [&self.results, &self.parts, &self.open].iter().any(|locals| locals.contains(base));
                (is_given || self.is_in_opaque(place)) && self.said_of(&Expr::load(place.clone())).is_none()
            }
            Type::Capture(id) => !self.may_be_a_number(*id),
            Type::Struct(_) => true,
            _ => false,
        }
    }

    /// Whether a place is a part of something whose type only rustc knows: more than a tuple or an array of the body.
    fn is_in_opaque(&self, place: &Place) -> bool {
        let mut ty = match (self.tuples.get(&place.base), self.function.local(place.base).ty.referent()) {
            (Some(ty), _) => ty,
            // A tuple may hold parts of something opaque.
            (None, Type::Tuple(_)) => return true,
            (None, ty) => ty,
        };
        for step in &place.steps {
            ty = match (ty.referent(), step) {
                (Type::Tuple(parts), Step::Field(name)) => {
                    match name.parse().ok().and_then(|at: usize| parts.get(at)) {
                        Some(part) => part,
                        None => return true,
                    }
                }
                (of, Step::Index { .. }) => match of.element() {
                    Some(element) => element,
                    None => return true,
                },
                _ => return true,
            };
        }
        false
    }

    /// The place that a method is asked of, only to look: nothing stays of that in the table of sites either.
    fn received(&mut self, receiver: &Syn) -> Option<Place> {
        let sites = self.sites.len();
        let place = self.looked_at(receiver);
        self.sites.truncate(sites);
        self.spans.truncate(sites);
        place
    }

    /// Whether a type is known to be a number's, or a type parameter that may be one.
    fn may_be_a_number(&self, id: CaptureId) -> bool {
        self.numbers.contains(&id) || self.generics.values().any(|generic| *generic == id)
    }

    /// Whether a receiver is a place of a type that is named, of which the tokens do not say what it is.
    fn is_of_named_type(&mut self, receiver: &Syn) -> bool {
        if !matches!(bare(receiver), Syn::Path(_) | Syn::Field(_) | Syn::Index(_)) {
            return false;
        }
        let Some(place) = self.received(receiver) else { return false };
        let ty = match &place.ty {
            Type::Infer(_) if self.is_given(&Expr::load(place.clone())) => return true,
            Type::Infer(_) => self.said_of(&Expr::load(place)),
            known => Some(known.clone()),
        };
        match ty {
            Some(Type::Capture(id)) => !self.may_be_a_number(id),
            _ => false,
        }
    }

    /// Whether a method is asked of what a device function just gave, or of a part of something that has no name, which
    /// may have one of this name.
    pub(super) fn is_asked_of_a_result(&self, call: &syn::ExprMethodCall, receiver: &Expr) -> bool {
        let is_part = || matches!(receiver.ty, Type::Infer(_)) && self.is_of_a_part(receiver);
        (self.is_given(receiver) || is_part())
            && !self.asks
            && self.resolver == Resolver::Rustc
            && !self.is_tile_kernel()
            && !call.args.iter().any(|arg| matches!(bare(arg), Syn::Reference(_)))
    }

    /// Has rustc confirm that a method is the number's own, where the receiver is the result of an operator that may be
    /// a user's, or has a named type.
    pub(super) fn confirm(&mut self, call: &syn::ExprMethodCall, name: &str, receiver: &Expr) {
        let is_open = matches!(
            (&receiver.ty, &receiver.kind),
            (Type::Infer(_), ExprKind::Call { callee: Callee::Operator(..), .. }) | (Type::Capture(_), _)
        );
        if is_open && self.may_be_the_users(&[&receiver.ty]) && !self.asks {
            self.taps.own.insert(address(call));
            self.taps.names_of_types.insert((true, name.to_owned()));
        }
    }

    /// Whether an expression is a reference to one value, as far as its names say.
    pub(super) fn is_reference(&self, expr: &Syn) -> bool {
        let path = match bare(expr) {
            Syn::Reference(_) => return true,
            Syn::Path(path) => path,
            _ => return false,
        };
        let binding = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
        match binding {
            Some(Binding::Place { .. }) => true,
            Some(Binding::Local { id, alias, .. }) => {
                *alias || matches!(self.function.local(*id).ty, Type::Ref { .. })
            }
            Some(
                Binding::Dim3(_)
                | Binding::Row { .. }
                | Binding::Closure(_)
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Item,
            )
            | None => false,
        }
    }

    /// Whether `T::name(..)` is to be confirmed as the number's own.
    pub(super) fn confirms(&self, name: &str) -> bool {
        self.asks && !self.is_tile_kernel() && (intrinsics::is_method(name) || is_cast(name))
    }
}

/// Whether numbers have a method or a function of this name.
pub(in crate::front) fn is_own(name: &str) -> bool {
    let owners = owners(name);
    !owners.numbers.is_empty() || !owners.traits.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intrinsics::Surface;

    /// What the traits of `kiln` declare, by their source.
    #[test]
    fn traits_declare_what_is_said_of_them() {
        let source = include_str!("../../../../src/dev/num.rs");
        let between = |start: &str, end: &str| {
            let rest = source.split_once(start).map_or("", |(_, rest)| rest);
            rest.split_once(end).map_or("", |(found, _)| found)
        };
        let num = between("pub trait Num:", "\n}");
        let int = between("pub trait Int:", "\n}");
        let float = between("pub trait Float:", "\n        }\n\n");
        let listed = between("\nfloat! {", "\n}\n");
        let mut wrong = Vec::new();
        let methods = intrinsics::all().filter_map(|row| match row.surface {
            Surface::Method(name) | Surface::Assoc(name) => Some(name),
            Surface::Free(_) | Surface::Internal => None,
        });
        for name in methods.chain(["to_f32", "to_f64", "sin_cos", "from_f32", "from_usize"]) {
            let declared = |text: &str| text.contains(&format!("fn {name}("));
            let is_listed = listed.lines().any(|line| line.trim() == name);
            for (declares, found) in [
                (Declares::Num, declared(num)),
                (Declares::Int, declared(int)),
                (Declares::Float, declared(float) || is_listed),
            ] {
                if declares.has(name) != found {
                    wrong.push(format!("`{declares:?}` has `{name}`: {found}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
