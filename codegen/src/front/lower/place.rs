//! Places: variables and elements.

use syn::spanned::Spanned;
use syn::{Expr as Syn, UnOp as SynUnOp};

use super::aggregate::member;
use super::alias::range_index;
use super::cuda_names;
use super::expr::root;
use super::library::is_of_the_library;
use super::{Binding, Lower, Source, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::intrinsics;
use crate::ir::{Check, Expr, LocalKind, Place, Scalar, SiteKind, Step, StmtKind, Type};

/// The functions whose values have an `x`, a `y` and a `z`.
const DIM3: [&str; 4] = ["thread_idx", "block_idx", "block_dim", "grid_dim"];

impl Lower<'_> {
    /// The place that an expression denotes; `None` where it denotes none.
    pub(super) fn place(&mut self, expr: &Syn) -> Option<Place> {
        match expr {
            Syn::Paren(inner) => self.place(&inner.expr),
            Syn::Group(inner) => self.place(&inner.expr),
            Syn::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match self.lookup(&name)? {
                    Binding::Local { id, .. } => {
                        let id = *id;
                        let ty = self.function.local(id).ty.referent().clone();
                        Some(Place::local(id, ty))
                    }
                    Binding::Place { place, .. } => Some(place.clone()),
                    Binding::Dim3(_)
                    | Binding::Row { .. }
                    | Binding::Closure(_)
                    | Binding::Callable(_)
                    | Binding::Maybe(_)
                    | Binding::Parts(_)
                    | Binding::Item => None,
                }
            }
            Syn::Unary(unary) if matches!(unary.op, SynUnOp::Deref(_)) => self.dereferenced(unary),
            Syn::Reference(reference) => self.place(&reference.expr),
            Syn::Field(_) if self.names_dim3(expr) => None,
            Syn::Field(node) => {
                match self.binding(expr) {
                    Some(Binding::Place { place, .. }) => return Some(place.clone()),
                    Some(_) => return None,
                    None => {}
                }
                let place = self.rooted(&node.base)?;
                Some(self.field(place, &member(&node.member)))
            }
            Syn::Index(node) => {
                let mut place = self.rooted(&node.expr)?;
                if let Some(range) = range_index(&node.index) {
                    return Some(self.part(place, range, node));
                }
                if let (true, Syn::Reference(_)) = (self.broken.contains(&place.base), bare(&node.index)) {
                    // A map is what was refused, and its key has the map's form.
                    return Some(place);
                }
                if self.is_tile_kernel() && self.refuse_index_of_tile(node, &place) {
                    return Some(self.broken_place());
                }
                let mark = self.block.len();
                let index = self.expr(&node.index);
                if self.block.len() > mark {
                    // The index needed statements of its own: earlier indices were evaluated and tested before them.
                    let later = self.block.split_off(mark);
                    place = self.settle(place);
                    self.block.extend(later);
                }
                self.refuse_signed_index(&place, &index, &node.index);
                let array = text_of(&node.expr);
                let check = if self.function.attrs.unchecked {
                    Check::Unchecked
                } else {
                    Check::Checked(self.new_site(node.span(), SiteKind::Index { array }))
                };
                if matches!(place.ty, Type::Infer(_) | Type::Capture(_)) {
                    self.taps.indexed.insert(address(node));
                }
                place.ty = match place.ty.element() {
                    Some(element) => element.clone(),
                    None => self.fresh(),
                };
                place.steps.push(Step::Index { index: Box::new(index), check });
                Some(place)
            }
            Syn::Call(call) if self.shared_call(expr).or_else(|| self.dynamic_call(expr)).is_some() => {
                self.refuse_shared(call);
                Some(self.broken_place())
            }
            _ => None,
        }
    }

    /// Complains about an index of a slice or array that may be negative. Of other numbers rustc says what is wrong,
    /// and what else is wrong with the types.
    fn refuse_signed_index(&mut self, place: &Place, index: &Expr, node: &Syn) {
        let Some(Type::Scalar(scalar)) = self.said_of(index) else { return };
        if !matches!(place.ty, Type::Array(..) | Type::Slice { .. }) || !scalar.is_signed_int() {
            return;
        }
        let name = text_of(node);
        let name =
            if matches!(bare(node), Syn::Path(_) | Syn::Field(_)) { name } else { format!("({name})") };
        let message = format!("an index is a `usize`, and this is `{}`", scalar.name());
        self.unsupported(spot(node), message, format!("write `{name} as usize`, where it is not negative"));
    }

    pub(super) fn refuse_shared(&mut self, call: &syn::ExprCall) {
        if self.refuse_threads(spot(&call.func), "shared") {
            return;
        }
        let dynamic = self.dynamic_call(&Syn::Call(call.clone())).is_some();
        let (message, help) = if dynamic {
            (
                "`dynamic_shared` only stands in a `let` of its own, with the element's type written out",
                "write `let tile = dynamic_shared::<f32>();`",
            )
        } else {
            (
                "`shared` only stands in a `let` of its own, with the array type written out",
                "write `let tile = shared::<[f32; 256]>();`",
            )
        };
        self.report.error(spot(call), Code::Shared, message, help);
    }

    /// A place about which something was complained.
    pub(super) fn broken_place(&mut self) -> Place {
        let ty = self.fresh();
        let local = self.new_local("never", ty.clone(), LocalKind::Temp);
        self.broken.insert(local);
        Place::local(local, ty)
    }

    /// Saves the indices of a place to temporaries, so that the place can be used twice.
    pub(super) fn fix_indices(&mut self, place: &mut Place) {
        for step in &mut place.steps {
            match step {
                Step::Field(_) | Step::Slice { .. } => {}
                Step::Index { index, .. } => {
                    let stable =
                        super::is_stable(index, &|id| self.never_assigned(id)) && !super::can_fail(index);
                    if !stable {
                        let value = std::mem::replace(&mut **index, Expr::bool(false));
                        let ty = Type::USIZE;
                        let local = self.new_local("index", ty.clone(), LocalKind::Temp);
                        self.push(StmtKind::Let { local, init: Some(value) });
                        **index = Expr::local(local, ty);
                    }
                }
            }
        }
    }

    /// Whether an expression is a field of a 3-D index.
    fn names_dim3(&self, expr: &Syn) -> bool {
        let Syn::Field(field) = bare(expr) else { return false };
        match bare(&field.base) {
            Syn::Path(path) => {
                let name = path.path.get_ident().and_then(|name| self.lookup(&name.to_string()));
                matches!(name, Some(Binding::Dim3(_)))
            }
            Syn::Call(call) if call.args.is_empty() => match bare(&call.func) {
                Syn::Path(path) => self.library_name(path).is_some_and(|name| DIM3.contains(&name.as_str())),
                _ => false,
            },
            _ => false,
        }
    }

    /// `.x`, `.y`, `.z` of a 3-D index.
    pub(super) fn dim3_field(&mut self, expr: &Syn) -> Option<Expr> {
        let Syn::Field(field) = expr else { return None };
        let function = match bare(&field.base) {
            Syn::Path(path) => match self.lookup(&path.path.get_ident()?.to_string())? {
                Binding::Dim3(function) => *function,
                Binding::Local { .. }
                | Binding::Place { .. }
                | Binding::Row { .. }
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Closure(_)
                | Binding::Item => return None,
            },
            call @ Syn::Call(_) => self.dim3_call(call)?,
            _ => return None,
        };
        let axis = member(&field.member);
        match Self::intrinsic(&format!("{function}_{axis}"), Vec::new(), Type::USIZE) {
            Some(value) => Some(value),
            None => Some(self.refuse_field(field)),
        }
    }

    fn refuse_field(&mut self, field: &syn::ExprField) -> Expr {
        self.unsupported(
            spot(&field.member),
            format!("there is no field `{}` here that a kernel can use", text_of(&field.member)),
            "3-D indices have `x`, `y` and `z`",
        );
        self.dummy()
    }

    /// Complains about what is no value: `threadIdx`, as CUDA C++ says it, a function that is not called, be it
    /// `global_id` or one of the crate's, and `f32`.
    pub(super) fn refuse_no_value(&mut self, path: &syn::ExprPath) -> bool {
        const OF_CUDA: [&str; 4] = ["threadIdx", "blockIdx", "blockDim", "gridDim"];
        let Some(last) = path.path.segments.last().filter(|_| path.qself.is_none()) else { return false };
        let (name, said) = (last.ident.to_string(), text_of(path));
        let is_alone = path.path.segments.len() == 1;
        let of_cuda = OF_CUDA.iter().position(|known| is_alone && *known == name);
        let is_function = |path| {
            let of_the_library = self.library_name(path).is_some_and(|name| is_of_the_library(&name));
            of_the_library || is_alone && ["Some", "Ok", "Err"].contains(&name.as_str())
        };
        let (message, help) = if let Some(at) = of_cuda {
            let help = format!("call it: `{}().x`; a thread's number in the grid is `global_id()`", DIM3[at]);
            (format!("`{name}` is a CUDA C++ name"), help)
        } else if self.is_a_number(path) {
            (
                format!("`{name}` is a type, and no value"),
                format!("make one of another number: `x as {name}`"),
            )
        } else if is_function(path) {
            let call = if is_alone && DIM3.contains(&name.as_str()) {
                "().x"
            } else if ["shared", "dynamic_shared", "global_id_2d", "global_id_3d"].contains(&name.as_str())
                || intrinsics::free(&name).is_some_and(|found| found.params.is_empty())
            {
                "()"
            } else {
                "(..)"
            };
            (format!("`{said}` is a function"), format!("call it: `{said}{call}`"))
        } else {
            return false;
        };
        self.unsupported(spot(path), message, help);
        true
    }

    /// Complains about a function by the name that CUDA C++ has.
    pub(super) fn refuse_cuda_name(&mut self, path: &syn::ExprPath) -> bool {
        let Some(name) = path.path.get_ident().map(ToString::to_string) else { return false };
        let Some(instead) = cuda_names::instead(&name).filter(|_| !self.is_item(&name)) else { return false };
        let help = format!("write {instead}; a device function of this name is called as `self::{name}`");
        self.unsupported(spot(path), format!("`{name}` is a CUDA C++ name"), help);
        true
    }

    /// Whether a path is the name of a type of numbers, and of no function.
    pub(super) fn is_a_number(&self, path: &syn::ExprPath) -> bool {
        let Some(name) = path.path.get_ident().map(ToString::to_string) else { return false };
        Scalar::from_name(&name).is_some() && !self.is_item(&name)
    }

    pub(super) fn refuse_assignment(&mut self, left: &Syn) {
        if root(left).is_some_and(|path| self.is_broken(path)) {
            return;
        }
        let is_no_place = match bare(left) {
            Syn::Lit(_) | Syn::Binary(_) => true,
            Syn::Unary(unary) => {
                !matches!(unary.op, syn::UnOp::Deref(_)) || self.number(&unary.expr).is_some()
            }
            _ => false,
        };
        if is_no_place {
            // Rustc says so itself.
            return;
        }
        let message = match left {
            Syn::Path(_) => {
                format!("`{}` is no variable of the kernel and cannot be assigned to", text_of(left))
            }
            _ => format!("`{}` cannot be assigned to in a kernel", text_of(left)),
        };
        let help = "assign to a variable, or to an element of a slice or array; what threads share is a parameter, `&mut [T]` or \
                    `&[AtomicU32]`";
        // Of a name that nothing has rustc says so.
        if root(left).is_some_and(|path| self.may_be_nothing(path))
            || self.sources.iter().any(Source::names_nothing)
        {
            self.taps.late.error(spot(left), Code::Unsupported, message, help);
        } else {
            self.unsupported(spot(left), message, help);
        }
    }

    /// Whether a path is a name that nothing seems to have, and that looks like a variable's.
    pub(super) fn may_be_nothing(&self, path: &syn::ExprPath) -> bool {
        path.path.get_ident().map(ToString::to_string).is_some_and(|name| {
            self.lookup(&name).is_none()
                && self.generic(&name).is_none()
                && name.starts_with(char::is_lowercase)
        })
    }

    /// Whether a name is a variable's of a type that rustc knows by a name, or does not know at all.
    pub(super) fn has_named_type(&self, path: &syn::ExprPath) -> bool {
        let Some(name) = path.path.get_ident() else { return false };
        let Some(Binding::Local { id, .. }) = self.lookup(&name.to_string()) else { return false };
        let Type::Capture(capture) = &self.function.local(*id).ty else { return false };
        matches!(self.sources.get(capture.0 as usize), Some(Source::Type(_)))
    }

    /// The function behind `thread_idx()` and its like.
    pub(super) fn dim3_call(&mut self, expr: &Syn) -> Option<&'static str> {
        self.machine_call(expr, &DIM3)
    }

    /// Which of these functions of the library, if one, is called without arguments.
    pub(super) fn machine_call(&mut self, expr: &Syn, functions: &[&'static str]) -> Option<&'static str> {
        let Syn::Call(call) = bare(expr) else { return None };
        let Syn::Path(path) = bare(&call.func) else { return None };
        let name = self.library_name(path).filter(|_| call.args.is_empty())?;
        let function = functions.iter().copied().find(|function| *function == name)?;
        if !self.refuse_threads(spot(call), function) {
            self.library(path, function, None);
        }
        Some(function)
    }

    /// The path of a call `dynamic_shared::<T>()`.
    pub(super) fn dynamic_call<'e>(&self, expr: &'e Syn) -> Option<&'e syn::ExprPath> {
        let Syn::Call(call) = bare(expr) else { return None };
        let Syn::Path(path) = bare(&call.func) else { return None };
        (self.library_name(path)? == "dynamic_shared" && call.args.is_empty()).then_some(path)
    }

    /// The path of a call `shared::<[T; N]>()`.
    pub(super) fn shared_call<'e>(&self, expr: &'e Syn) -> Option<&'e syn::ExprPath> {
        let Syn::Call(call) = bare(expr) else { return None };
        let Syn::Path(path) = bare(&call.func) else { return None };
        (self.library_name(path)? == "shared" && call.args.is_empty()).then_some(path)
    }
}

/// The first generic argument of a path, if it is a type.
pub(super) fn type_argument(path: &syn::ExprPath) -> Option<&syn::Type> {
    match &path.path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        syn::PathArguments::None | syn::PathArguments::Parenthesized(_) => None,
    }
}
