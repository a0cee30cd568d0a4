//! Calls of what types of the user's have: `particle.energy()`, `Particle::new(..)`.
//!
//! Takes a call whose name is none of Kiln's or of a number's; guarantees a call of a captured function, whose
//! first argument is a reference to the receiver: what the method makes of `self` is known when the function is.
//! rustc resolves which function it is.

use syn::Expr as Syn;

use super::atomic::is_atomic_method;
use super::types::has_atomics;
use super::{Binding, Lower, Source, address, bare, is_stable};
use crate::front::text::text_of;
use crate::ir::{Callee, Capture, Expr, ExprKind, Type};

impl Lower<'_> {
    /// Whether a method can be one of a type of the user's: else there is something better to say of it.
    pub(super) fn is_of_a_type(&mut self, call: &syn::ExprMethodCall, name: &str) -> bool {
        let errors = self.report.len();
        let place = match bare(&call.receiver) {
            Syn::Path(_) | Syn::Field(_) | Syn::Index(_) | Syn::Unary(_) => self.looked_at(&call.receiver),
            _ => None,
        };
        let (of_std, of_atomics) = (is_of_std(name), is_atomic_method(name));
        match place {
            _ if self.report.len() > errors => false,
            Some(place) if self.broken.contains(&place.base) || has_atomics(&place.ty) => false,
            Some(place) => match place.ty {
                Type::Slice { .. } => matches!(name, "contains" | "is_sorted"),
                Type::Tensor { .. } | Type::Tile { .. } | Type::Atomic(_) => false,
                // A chain of such methods is looked at once.
                Type::Infer(_)
                    if has_no_calls(&call.receiver)
                        && (!place.steps.is_empty() || self.may_be_of_user_type(&place)) =>
                {
                    true
                }
                Type::Infer(_) => !of_atomics && !of_std,
                Type::Array(..) | Type::Unit | Type::Scalar(_) | Type::Tuple(_) | Type::Ref { .. } => !of_std,
                Type::Capture(_) | Type::Struct(_) => true,
            },
            None => !of_std,
        }
    }

    /// Whether a receiver is a variable of a type parameter's, of which it is not known to be a number: it has what
    /// the bounds say.
    pub(super) fn is_of_parameter(&self, receiver: &Syn) -> bool {
        let ty = match self.binding(receiver) {
            Some(Binding::Local { id, .. }) => self.function.local(*id).ty.referent(),
            Some(Binding::Place { place, .. }) => &place.ty,
            _ => return false,
        };
        match ty {
            Type::Capture(id) => {
                let is_self = matches!(&self.function.captures[id.0 as usize], Capture::Type { name } if name == "Self");
                (is_self || self.generics.values().any(|generic| generic == id)) && !self.numbers.contains(id)
            }
            _ => false,
        }
    }

    /// `particle.energy()`.
    pub(super) fn device_method(&mut self, call: &syn::ExprMethodCall) -> Expr {
        let errors = self.report.len();
        let mut receiver = self.reference(&call.receiver);
        if self.report.len() > errors {
            // Of a chain, the first method that kernels do not have is the mistake.
            return self.dummy();
        }
        let mark = self.block.len();
        let mut args = self.arguments(&call.args);
        let mut before = None;
        if self.block.len() > mark
            && let ExprKind::Ref(place) = &mut receiver.kind
        {
            // The arguments needed statements of their own: indices of the receiver keep the values that they had,
            // and so does the receiver of a method that takes it by value. (Of one that takes a reference, rustc
            // lets nobody change it.)
            let later = self.block.split_off(mark);
            self.fix_indices(place);
            let value = Expr::load(place.clone());
            let is_value = !matches!(value.ty, Type::Slice { .. } | Type::Tensor { .. } | Type::Atomic(_));
            if is_value && !is_stable(&value, &|id| self.never_assigned(id)) {
                before = Some(self.temporary("receiver", value));
            }
            self.block.extend(later);
        }
        args.insert(0, receiver);
        args.splice(0..0, before);
        self.method_of_a_type(call, args)
    }

    /// A method of a receiver that was evaluated.
    pub(super) fn called_method(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: Expr,
        args: Vec<Expr>,
    ) -> Expr {
        let args = std::iter::once(receiver).chain(args).collect();
        self.method_of_a_type(call, args)
    }

    fn method_of_a_type(&mut self, call: &syn::ExprMethodCall, args: Vec<Expr>) -> Expr {
        let name = call.method.to_string();
        let site = self.divisor_site(&name, call.method.span());
        let id = match self.taps.methods.get(&address(call)) {
            Some(id) => *id,
            None => {
                let source = match name.as_str() {
                    "into" => Source::Conversion(call.method.span()),
                    _ => Source::Function,
                };
                self.capture(Capture::Function { name: name.clone() }, source)
            }
        };
        self.taps.methods.insert(address(call), id);
        self.taps.names_of_types.insert((true, name));
        let ty = self.fresh();
        Expr::new(ExprKind::Call { callee: Callee::Capture(id), args, site }, ty)
    }

    /// `Particle::new(1.0)`, `T::area(&shape)`, `<T as Shape>::area(&shape)`.
    pub(super) fn associated_call(&mut self, node: &Syn, call: &syn::ExprCall, path: &syn::ExprPath) -> Expr {
        let Some(last) = path.path.segments.last() else { return self.dummy() };
        let name = last.ident.to_string();
        let args = self.arguments(&call.args);
        let id = match self.taps.associated.get(&address(node)) {
            Some(id) => *id,
            // A number's own is known by its name alone.
            None if crate::intrinsics::is_method(&name) => {
                self.capture(Capture::Function { name: name.clone() }, Source::Function)
            }
            None => {
                let source = match name.as_str() {
                    "from" => Source::Conversion(last.ident.span()),
                    _ => Source::Function,
                };
                self.capture(Capture::Function { name: text_of(path) }, source)
            }
        };
        self.taps.associated.insert(address(node), id);
        let owner = path.path.segments.iter().nth_back(1).map(|owner| owner.ident.to_string());
        if path.qself.is_none() && owner.is_some_and(|owner| self.traits.contains(&owner)) {
            self.taps.of_traits.insert(address(node));
        }
        let site = self.divisor_site(&name, last.ident.span());
        self.taps.names_of_types.insert((false, name));
        let ty = self.fresh();
        Expr::new(ExprKind::Call { callee: Callee::Capture(id), args, site }, ty)
    }
}

/// Whether a place is written without calls.
fn has_no_calls(place: &Syn) -> bool {
    match bare(place) {
        Syn::Path(_) => true,
        Syn::Field(node) => has_no_calls(&node.base),
        Syn::Index(node) => has_no_calls(&node.expr),
        Syn::Unary(node) => has_no_calls(&node.expr),
        _ => false,
    }
}

/// Names of types of std that have no meaning in a kernel, and of Kiln's own, of which all is known.
pub(super) fn is_type_of_std(name: &str) -> bool {
    matches!(
        name,
        "Vec"
            | "String"
            | "Box"
            | "Rc"
            | "Arc"
            | "Option"
            | "Result"
            | "HashMap"
            | "HashSet"
            | "BTreeMap"
            | "BTreeSet"
            | "VecDeque"
            | "Cell"
            | "RefCell"
            | "Mutex"
            | "RwLock"
            | "Instant"
            | "Duration"
            | "Default"
            | "Iterator"
            | "Float"
            | "Num"
            | "Int"
            | "Tile1"
            | "Tile2"
            | "Row"
            | "Col"
    )
}

/// Names of std's methods, and of functions of its traits, that Kiln has device functions for
/// (`kiln::__private::std_methods`): what a type of the user's has under the name comes first.
pub(in crate::front) fn is_given_by_kiln(is_method: bool, name: &str) -> bool {
    const METHODS: [&str; 44] = [
        "cmp",
        "partial_cmp",
        "total_cmp",
        "is_lt",
        "is_le",
        "is_gt",
        "is_ge",
        "is_eq",
        "is_ne",
        "then",
        "then_with",
        "reverse",
        "contains",
        "is_sorted",
        "len",
        "is_empty",
        "into",
        "cast_signed",
        "cast_unsigned",
        "wrapping_add_signed",
        "wrapping_add_unsigned",
        "wrapping_sub_signed",
        "wrapping_sub_unsigned",
        "checked_add_signed",
        "checked_add_unsigned",
        "checked_sub_signed",
        "checked_sub_unsigned",
        "overflowing_add_signed",
        "overflowing_add_unsigned",
        "overflowing_sub_signed",
        "overflowing_sub_unsigned",
        "saturating_add_signed",
        "saturating_add_unsigned",
        "saturating_sub_signed",
        "saturating_sub_unsigned",
        "wrapping_div",
        "wrapping_rem",
        "wrapping_div_euclid",
        "wrapping_rem_euclid",
        "overflowing_div",
        "overflowing_rem",
        "checked_next_multiple_of",
        "checked_ilog",
        "ilog",
    ];
    if is_method { METHODS.contains(&name) } else { name == "from" }
}

/// Names of methods of std's types that kernels do not have, and of which there is more to say than that the type
/// is not marked.
pub(super) fn is_of_std(name: &str) -> bool {
    const STARTS: [&str; 4] = ["checked_", "overflowing_", "fetch_", "as_"];
    STARTS.iter().any(|start| name.starts_with(start)) && !is_given_by_kiln(true, name)
        || matches!(
            name,
            "try_update"
                | "get_mut"
                | "unwrap"
                | "unwrap_or"
                | "expect"
                | "iter"
                | "iter_mut"
                | "into_iter"
                | "par_iter"
                | "par_iter_mut"
                | "into_par_iter"
                | "par_chunks"
                | "par_chunks_mut"
                | "collect"
                | "zip"
                | "enumerate"
                | "sort"
                | "sort_unstable"
                | "sort_by"
                | "sort_by_key"
                | "chunks"
                | "windows"
                | "to_vec"
                | "to_string"
                | "to_owned"
                | "try_into"
                | "parse"
        )
}
