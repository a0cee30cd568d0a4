//! Calls: intrinsics, methods, associated functions and device functions.

use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr as Syn, Token};

use super::aggregate::is_display;
use super::atomic::{is_atomic_method, order};
use super::expr::{NO_TEXT, root};
use super::host;
use super::method_resolution::Named;
use super::types::has_atomics;
use super::{Binding, Lower, Source, address, bare};
use crate::check::device_args;
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::intrinsics::{self, Class, Effect, Slot};
use crate::ir::{
    BinOp, Callee, Capture, Expr, ExprKind, FloatText, FunctionKind, Literal, Place, Scalar, SiteKind,
    TileOp, Type,
};

/// Whether a value is a call that must be a statement's whole expression.
pub(super) fn is_effect(value: &Expr) -> bool {
    let (callee, args) = match &value.kind {
        ExprKind::Call { callee, args, .. } => (callee, args),
        kind => return matches!(kind, ExprKind::Tile { op: TileOp::Store { .. }, .. }),
    };
    match callee {
        Callee::Intrinsic(row) => !row.is_pure(),
        Callee::Function(_) | Callee::Capture(_) => true,
        // Only the operations of atomics take a reference as receiver.
        Callee::Method(_) => matches!(args.first().map(|arg| &arg.kind), Some(ExprKind::Ref(_))),
        Callee::Assoc(..) | Callee::Operator(..) => false,
    }
}

impl Lower<'_> {
    /// A call of a row of the table by its IR name.
    pub(super) fn intrinsic(name: &str, args: Vec<Expr>, ty: Type) -> Option<Expr> {
        let row = intrinsics::find(name)?;
        Some(Expr::new(ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }, ty))
    }

    pub(super) fn call(&mut self, node: &Syn, call: &syn::ExprCall) -> Option<Expr> {
        let func = bare(&call.func);
        if let Syn::Closure(closure) = func {
            return self.call_at_once(closure, call);
        }
        if let Some(Binding::Closure(template)) = self.binding(func).cloned() {
            return self.call_closure(&template, call, node);
        }
        if let Some(id) = self.callable(func) {
            return self.call_passed(id, call);
        }
        let Syn::Path(path) = func else {
            // A field of a type parameter that is called was refused with the parameter.
            let is_callable = |capture: &Capture| matches!(capture, Capture::Callable { .. });
            if self.function.kind != FunctionKind::Kernel || !self.function.captures.iter().any(is_callable) {
                self.unsupported(
                    spot(func),
                    "only functions can be called in a kernel",
                    "write a `#[device] fn` and call it",
                );
            }
            return None;
        };
        let last = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if let Some(Binding::Local { id, .. }) =
            path.path.get_ident().and_then(|name| self.lookup(&name.to_string()))
        {
            let id = *id;
            if let Some(number) = self.number(func) {
                // Rustc says so itself.
                return Some(number);
            }
            if !self.broken.contains(&id) {
                let help = "write a `#[device] fn` and call it";
                self.unsupported(
                    spot(path),
                    format!("`{last}` is a variable; only functions can be called"),
                    help,
                );
            }
            return None;
        }
        if let Some(name) = self.library_name(path)
            && let Some(value) = self.library_call(node, call, path, &name)
        {
            return Some(value);
        }
        if let Some(value) = self.mem_call(call) {
            return value;
        }
        if let Some(value) = self.array_of_numbers(call) {
            return Some(value);
        }
        if let Some(value) = self.assoc_call(node, call, path, &last) {
            return Some(value);
        }
        if self.is_a_number(path) && self.refuse_no_value(path) || self.refuse_cuda_name(path) {
            return Some(self.dummy());
        }
        Some(self.device_call(node, call, path, &last))
    }

    /// A function of the library; `None` where the name is not one of its.
    fn library_call(
        &mut self,
        node: &Syn,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        name: &str,
    ) -> Option<Expr> {
        if matches!(name, "shared" | "dynamic_shared") {
            self.refuse_shared(call);
            return Some(self.dummy());
        }
        if let Some(value) = self.tile_function(call, path, name) {
            return Some(value);
        }
        if let Some(function) = self.dim3_call(node) {
            if self.is_tile_kernel() {
                // Said where the call was seen.
                return Some(self.dummy());
            }
            let message = format!("`{function}()` is used by its parts");
            self.unsupported(spot(call), message, format!("write `{function}().x`"));
            return Some(self.dummy());
        }
        if let Some(ids) = self.id_tuple(node) {
            return Some(if self.is_tile_kernel() { self.dummy() } else { Self::tuple_of(ids) });
        }
        if let Some(value) = self.cluster_call(call, path, name) {
            return Some(value);
        }
        let row = intrinsics::free(name)?;
        if self.refuse_threads(spot(path), name) {
            return Some(self.dummy());
        }
        if name == "grid::sync" && self.function.attrs.cluster.is_some() {
            let message = "`grid::sync` is for kernels whose blocks are not in clusters".to_owned();
            let help =
                "leave `cluster` out, or let the blocks of a cluster wait for each other by `cluster::sync`";
            self.report.error(spot(path), Code::Attribute, message, help);
            return Some(self.dummy());
        }
        if name == "prefetch" {
            return Some(self.prefetch(call, path, row));
        }
        self.library(path, name, (row.class != Class::None).then_some("u32"));
        let args = if name == "fence" { self.fence(call) } else { self.operands(&call.args) };
        let ty = if row.result == Slot::Unit { Type::Unit } else { self.fresh() };
        Some(Expr::new(ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }, ty))
    }

    /// `f32::max(a, b)`, `<T>::max(a, b)`, `std::cmp::max(a, b)`.
    fn assoc_call(
        &mut self,
        node: &Syn,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        last: &str,
    ) -> Option<Expr> {
        if let Some(tile) = self.making(node, call, path, last) {
            return Some(tile);
        }
        let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        if let ([.., module, _], "min" | "max") = (segments.as_slice(), last)
            && module == "cmp"
        {
            self.assume(path, &quote!(::core::cmp), last, Some("u32"));
            let args = self.operands(&call.args);
            return Some(self.method(last, args, call.span()));
        }
        if last == "default" && call.args.is_empty() && segments.len() + usize::from(path.qself.is_some()) > 1
        {
            let scalar = match segments.as_slice() {
                [_, _] if path.qself.is_none() => self.known_type(path),
                _ => None,
            };
            if !matches!(scalar, Some(Type::Scalar(_))) {
                return Some(self.of_the_host(node));
            }
        }
        let ty = match (&path.qself, segments.as_slice()) {
            (Some(qself), [_]) => match self.value_type(&qself.ty) {
                ty @ (Type::Scalar(_) | Type::Capture(_)) => Some(ty),
                _ => None,
            },
            (None, [_, _]) => self.known_type(path),
            _ => None,
        };
        if let Some(Type::Scalar(scalar)) = ty
            && let Some(value) = self.number_function(scalar, last, call)
        {
            return Some(value);
        }
        if let Some(ty) = ty {
            let casts =
                last == "from" || last.starts_with("from_") && super::method_resolution::is_cast(last);
            let known = casts || intrinsics::is_method(last);
            if let (true, Type::Capture(_)) = (known && self.confirms(last), &ty) {
                self.taps.own.insert(address(node));
                self.taps.names_of_types.insert((false, last.to_owned()));
            }
            return Some(match (known, &ty) {
                (true, _) => self.assoc_call_of(ty, last, call),
                // What a number has of its own and kernels do not: a function of a trait of the user's has another
                // name.
                (false, Type::Scalar(_)) if super::methods::is_of_std(last) => self.refuse_function(path),
                (false, _) => self.associated_call(node, call, path),
            });
        }
        let is_type = |name: &str| name.starts_with(|c: char| c.is_uppercase());
        if is_type(last) && self.result_is_broken {
            return Some(self.dummy());
        }
        if let ("Some", [_], [value]) =
            (last, segments.as_slice(), call.args.iter().collect::<Vec<_>>().as_slice())
        {
            return Some(self.some(value));
        }
        if is_type(last) && matches!(last, "Ok" | "Err") {
            let message = format!("`{}` makes a `Result`, which kernels do not have", text_of(path));
            self.unsupported(
                spot(path),
                message,
                "return an `Option`, or a number that says what went wrong",
            );
            return Some(self.dummy());
        }
        if is_type(last) {
            return Some(self.tuple_struct(node, call, path));
        }
        let owner = segments.len().checked_sub(2).map(|at| segments[at].as_str());
        let std = segments.len() > 1 && matches!(segments[0].as_str(), "std" | "core" | "alloc");
        if std || owner.is_some_and(super::methods::is_type_of_std) {
            return Some(self.refuse_function(path));
        }
        if path.qself.is_some() || owner.is_some_and(is_type) {
            return Some(self.associated_call(node, call, path));
        }
        None
    }

    fn refuse_function(&mut self, path: &syn::ExprPath) -> Expr {
        let said = text_of(path);
        let segments = &path.path.segments;
        let owner = segments.iter().nth_back(1).map(|owner| owner.ident.to_string());
        let (message, help) = owner.and_then(|owner| host::heap(&owner, &said)).unwrap_or_else(|| {
            let help =
                "numbers have std's methods: `x.sqrt()`, `f32::max(a, b)`; write the rest as a `#[device] fn`";
            (format!("`{said}` is no function that kernels know"), help)
        });
        self.report.error(spot(path), Code::Method, message, help);
        self.dummy()
    }

    fn device_call(&mut self, node: &Syn, call: &syn::ExprCall, path: &syn::ExprPath, last: &str) -> Expr {
        if path.path.get_ident().is_some()
            && last.trim_start_matches("r#") == self.function.name
            && !self.is_item(last)
        {
            self.report.error(
                spot(call),
                Code::Recursion,
                format!("`{last}` calls itself: a GPU has no stack to recurse on"),
                "write a loop",
            );
            return self.dummy();
        }
        let args = self.arguments(&call.args);
        // A closure's body is lowered wherever it is called, and is one body to rustc.
        let id = match self.taps.calls.get(&address(node)) {
            Some(id) => *id,
            None => self.capture(Capture::Function { name: text_of(path) }, Source::Function),
        };
        self.taps.calls.insert(address(node), id);
        let ty = self.fresh();
        Expr::new(ExprKind::Call { callee: Callee::Capture(id), args, site: None }, ty)
    }

    /// A scalar or a type parameter by name, which is the first of a path.
    fn known_type(&mut self, path: &syn::ExprPath) -> Option<Type> {
        let owner = &path.path.segments.first()?.ident;
        let name = owner.to_string();
        if self.is_item(&name) {
            return None;
        }
        if let Some(scalar) = Scalar::from_name(&name) {
            self.assume_scalar(owner.to_token_stream(), scalar);
            return Some(Type::Scalar(scalar));
        }
        let id = self.generic(&name)?;
        matches!(self.function.captures[id.0 as usize], Capture::Type { .. }).then_some(Type::Capture(id))
    }

    /// Operands in order: values.
    fn operands(&mut self, args: &Punctuated<Syn, Token![,]>) -> Vec<Expr> {
        let operands: Vec<_> = args.iter().collect();
        self.sequence(&operands)
    }

    /// Arguments of a device function, in order: values, and references to places.
    pub(super) fn arguments(&mut self, args: &Punctuated<Syn, Token![,]>) -> Vec<Expr> {
        let mut values: Vec<Expr> = Vec::new();
        for arg in args {
            let mark = self.block.len();
            let passed = self.passed_argument(arg).or_else(|| self.reference_argument(arg));
            let mut value = match (passed, bare(arg)) {
                (Some(value), _) => value,
                // Rustc says that the function takes none, or that there is no such function.
                (None, Syn::Lit(lit)) if matches!(lit.lit, syn::Lit::Str(_)) => {
                    self.taps.late.error(spot(arg), Code::Unsupported, NO_TEXT.0, NO_TEXT.1);
                    self.dummy()
                }
                (None, _) => self.expr(arg),
            };
            if is_display(&value) {
                value = self.temporary("array", value);
            }
            if self.block.len() > mark {
                self.save(&mut values, mark);
            }
            values.push(value);
        }
        values
    }

    /// `&place`, or a name that is a reference in Rust, passed on.
    fn reference_argument(&mut self, arg: &Syn) -> Option<Expr> {
        match bare(arg) {
            Syn::Reference(reference) => {
                let value = self.reference(&reference.expr);
                self.refuse_whole(reference, &value);
                Some(value)
            }
            Syn::MethodCall(_) => {
                let (place, _) = self.unwrapped_place(arg)?;
                Some(self.reference_to(place))
            }
            Syn::Path(_) | Syn::Field(_) => match self.binding(arg)?.clone() {
                Binding::Local { id, alias, .. } => {
                    let local = self.function.local(id);
                    let is_reference = alias
                        || matches!(local.ty, Type::Ref { .. } | Type::Slice { .. } | Type::Tensor { .. });
                    is_reference.then(|| self.reference_to(Place::local(id, Type::Unit)))
                }
                Binding::Place { place, .. } => Some(self.reference_to(place)),
                Binding::Dim3(_)
                | Binding::Row { .. }
                | Binding::Closure(_)
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Item => None,
            },
            _ => None,
        }
    }

    /// `&mut tile` of memory that threads share.
    fn refuse_whole(&mut self, node: &syn::ExprReference, value: &Expr) {
        let ExprKind::Ref(place) = &value.kind else { return };
        let local = self.function.local(place.base);
        let whole = node.mutability.is_some() && place.steps.is_empty() && device_args::is_shared(local);
        if whole && self.is_safe && self.is_thread_kernel() {
            let diagnostic = device_args::diagnostic(&local.name);
            self.report.push(spot(node), diagnostic);
        }
    }

    fn assoc_call_of(&mut self, ty: Type, name: &str, call: &syn::ExprCall) -> Expr {
        let mut args = self.operands(&call.args);
        let source = match name {
            "from" => None,
            "from_f32" => Some(Scalar::F32),
            "from_f64" => Some(Scalar::F64),
            "from_i32" => Some(Scalar::I32),
            "from_u32" => Some(Scalar::U32),
            "from_usize" => Some(Scalar::Usize),
            _ => {
                self.refuse_logarithm(name, &mut args, call.span());
                return self.assoc(ty, name, args, call.span());
            }
        };
        let Some(mut arg) = (if args.len() == 1 { args.pop() } else { None }) else { return self.dummy() };
        if let (Some(scalar), ExprKind::Literal(_)) = (source, &arg.kind) {
            arg.ty = Type::Scalar(scalar);
        }
        Expr::new(ExprKind::Cast(Box::new(arg)), ty)
    }

    fn assoc(&mut self, ty: Type, name: &str, args: Vec<Expr>, span: proc_macro2::Span) -> Expr {
        let site = self.divisor_site(name, span);
        let result = self.fresh();
        Expr::new(ExprKind::Call { callee: Callee::Assoc(ty, name.to_owned()), args, site }, result)
    }

    /// `f32::MAX`, `T::ZERO` and `f32::consts::PI`.
    pub(super) fn assoc_path(&mut self, node: &syn::ExprPath) -> Option<Expr> {
        let segments: Vec<String> = node.path.segments.iter().map(|s| s.ident.to_string()).collect();
        if let [.., float, consts, name] = segments.as_slice()
            && consts == "consts"
        {
            let scalar = Scalar::from_name(float)?;
            let text = FloatText(float_constant(name, scalar)?);
            let (float, name) = (format_ident!("{float}"), format_ident!("{name}"));
            let ask = self.ask(node.to_token_stream());
            self.taps.constants.push((ask, quote!(::core::#float::consts::#name)));
            return Some(Expr::new(ExprKind::Literal(Literal::Float(text)), Type::Scalar(scalar)));
        }
        let [_, name] = segments.as_slice() else { return None };
        // What a type parameter or a trait says of a constant, only rustc knows; the numbers' own constants are
        // known here.
        let Some(ty @ Type::Scalar(scalar)) = self.known_type(node) else { return None };
        let own = !matches!(name.as_str(), "ZERO" | "ONE") || scalar.is_small_float();
        (own && intrinsics::constant(name, scalar).is_some())
            .then(|| self.assoc(ty, name, Vec::new(), node.span()))
    }

    /// Integer logarithms of what is not positive end the thread, as in std.
    fn refuse_logarithm(&mut self, name: &str, args: &mut [Expr], span: proc_macro2::Span) {
        let ("ilog2" | "ilog10", [value]) = (name, args) else { return };
        let operand = std::mem::replace(value, Expr::bool(false));
        *value = self.temporary("value", operand);
        let zero = Expr::new(ExprKind::Literal(Literal::Int(0)), value.ty.clone());
        let wrong = Expr::binary(BinOp::Le, value.clone(), zero, Type::BOOL);
        self.fail_with(wrong, "argument of integer logarithm must be positive", span);
    }

    /// A site for methods that can fail on a zero divisor.
    pub(super) fn divisor_site(&mut self, name: &str, span: proc_macro2::Span) -> Option<crate::ir::SiteId> {
        let divides = intrinsics::all().any(|row| {
            matches!(row.effect, Effect::Divisor(_))
                && matches!(row.surface, intrinsics::Surface::Method(n) | intrinsics::Surface::Assoc(n) if n == name)
        });
        divides.then(|| self.new_site(span, SiteKind::Divide))
    }

    pub(super) fn method(&mut self, name: &str, args: Vec<Expr>, span: proc_macro2::Span) -> Expr {
        let site = self.divisor_site(name, span);
        let ty = self.fresh();
        Expr::new(ExprKind::Call { callee: Callee::Method(name.to_owned()), args, site }, ty)
    }

    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> Expr {
        let name = call.method.to_string();
        if let Some(value) = self.tensor_call(call) {
            return value;
        }
        if let Some(value) = self.length(call, &name) {
            return value;
        }
        if let Some(value) = self.exchanged(call) {
            return value;
        }
        if call.args.iter().any(|arg| order(arg).is_some()) {
            return self.atomic_call(call, &name);
        }
        match self.meaning(call, &name) {
            Named::Asked => return self.device_method(call),
            Named::Confirmed => {
                self.taps.own.insert(address(call));
                if name != "clone" && self.is_reference(&call.receiver) {
                    self.taps.of_references.insert(address(call));
                }
                self.taps.names_of_types.insert((true, name.clone()));
            }
            Named::Own => {}
        }
        match name.as_str() {
            "clone" if call.args.is_empty() => return self.expr(&call.receiver),
            "sin_cos" if call.args.is_empty() => {
                let value = self.expr(&call.receiver);
                let value = self.temporary("angle", value);
                let span = call.method.span();
                let both = ["sin", "cos"].map(|name| self.method(name, vec![value.clone()], span));
                return Self::tuple_of(both.into());
            }
            "to_f32" | "to_f64" if call.args.is_empty() => {
                let value = self.expr(&call.receiver);
                let scalar = if name == "to_f32" { Scalar::F32 } else { Scalar::F64 };
                return Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(scalar));
            }
            _ => {}
        }
        if !intrinsics::is_method(&name) && self.is_of_parameter(&call.receiver) {
            return self.device_method(call);
        }
        if let Some(value) = self.tile_method(call, &name) {
            return value;
        }
        if let Some(value) = self.number_method(call, &name) {
            return value;
        }
        if let ("map", Some(f), 1) = (name.as_str(), call.args.first(), call.args.len())
            && let Some(value) = self.array_map(call, f)
        {
            return value;
        }
        if !intrinsics::is_method(&name) || is_atomic_method(&name) {
            if self.refuse_of_option(call, &name) {
                return self.dummy();
            }
            if self.is_of_a_type(call, &name) {
                return self.device_method(call);
            }
            return self.refuse_method(call, &name);
        }
        let mut operands: Vec<&Syn> = vec![&call.receiver];
        operands.extend(&call.args);
        let lent = |operand: &&Syn| matches!(bare(operand), Syn::Reference(_));
        if operands.iter().filter(|operand| lent(operand)).count() > 1 {
            // To lend all of them is one mistake.
            let first = operands.iter().position(lent);
            let mut at = 0..;
            operands.retain(|operand| at.next() == first || !lent(operand));
            self.sequence(&operands);
            return self.dummy();
        }
        let mut args = self.sequence(&operands);
        super::tile::goes_with(call, &mut args);
        if let [receiver, rest @ ..] = args.as_slice() {
            let (mut receiver, rest) = (receiver.clone(), rest.to_vec());
            if self.is_asked_of_a_result(call, &receiver) {
                if !matches!(receiver.kind, ExprKind::Load(_)) {
                    receiver = self.temporary("receiver", receiver);
                }
                if let ExprKind::Load(place) = &receiver.kind {
                    let receiver = self.reference_to(place.clone());
                    return self.called_method(call, receiver, rest);
                }
            }
            self.confirm(call, &name, &receiver);
        }
        self.refuse_logarithm(&name, &mut args, call.method.span());
        self.method(&name, args, call.method.span())
    }

    pub(super) fn refuse_method(&mut self, call: &syn::ExprMethodCall, name: &str) -> Expr {
        let errors = self.report.len();
        if root(&call.receiver).is_some_and(|path| self.is_broken(path)) {
            // What it is asked of was the mistake.
            return self.dummy();
        }
        if let Syn::MethodCall(inner) = bare(&call.receiver)
            && self.consumed(inner).is_some()
            && self.report.len() > errors
        {
            // What was asked of the result of an iterator's method was not the mistake.
            return self.dummy();
        }
        if let (Some(_), Syn::MethodCall(inner)) = (host::method(name), bare(&call.receiver)) {
            // Of a chain, the first method that kernels do not have is the mistake.
            self.method_call(inner);
        }
        if self.report.len() > errors {
            return self.dummy();
        }
        let on_atomic = match self.place(&call.receiver) {
            Some(place) if self.broken.contains(&place.base) => return self.dummy(),
            Some(place) => has_atomics(&place.ty) || matches!(place.ty, Type::Infer(_)),
            None => false,
        };
        if self.report.len() > errors {
            return self.dummy();
        }
        if is_atomic_method(name) && on_atomic {
            self.refuse_ordering(call);
            return self.dummy();
        }
        let help = if matches!(name, "fetch_update" | "try_update" | "update") {
            "write a loop: `while let Err(seen) = x[i].compare_exchange(old, next, ..) { old = seen; next = .. }`"
        } else if name.starts_with("overflowing_") {
            "of these kernels have `overflowing_` with `add`, `sub`, `mul`, `div`, `rem`, `neg`, `abs`, \
             `shl`, `shr` and `pow`"
        } else if name == "contains" {
            "slices, arrays and ranges have it: `x.contains(&wanted)`, `(0..n).contains(&i)`"
        } else if name.starts_with("checked_") {
            "this is not among those that kernels have of std's `checked_` methods: test before, or use the `wrapping_` or \
             `saturating_` method"
        } else if matches!(name, "get" | "get_mut" | "first" | "last" | "first_mut" | "last_mut") {
            "slices and arrays have it, with one index: `if let Some(v) = x.get(i) { .. }`"
        } else if matches!(name, "into" | "try_into") {
            "convert numbers by `as`, `n as usize`, or by `u64::from(n)` where no value is lost; values by `Type::from(v)` where \
             that has a `#[device] impl From`; and make an array of a slice's elements: `[x[i], x[i + 1]]`"
        } else if on_atomic && host::method(name).is_none() {
            "atomics have `load`, `store`, `swap`, `compare_exchange` and `fetch_` with `add`, `sub`, `min`, `max`, `and`, \
             `nand`, `or`, `xor`"
        } else {
            host::method(name).unwrap_or(
                "numbers have std's numeric methods, slices and arrays have `len`, `is_empty`, `swap`, `fill`, `reverse` and \
                 `copy_from_slice`; write the rest as a `#[device] fn`",
            )
        };
        self.report.error(
            call.method.span(),
            Code::Method,
            if matches!(name, "iter" | "iter_mut" | "into_iter" | "chunks" | "windows") {
                format!("`{name}` makes an iterator, which a kernel runs over and cannot keep")
            } else {
                format!("there is no method `{name}` in kernels")
            },
            help,
        );
        self.dummy()
    }

    /// `x.len()` and `x.is_empty()`.
    fn length(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        if !matches!(name, "len" | "is_empty") || !call.args.is_empty() {
            return None;
        }
        if let Syn::Path(path) = bare(&call.receiver) {
            let known = path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string()));
            if matches!(known, None | Some(Binding::Item)) {
                // A constant array's length is a constant.
                let ty = if name == "len" { Type::USIZE } else { Type::BOOL };
                let id = self.capture_const(call, Some(ty.clone()));
                return Some(Expr::new(ExprKind::Capture(id), ty));
            }
        }
        if self.is_of_parameter(&call.receiver) {
            return None;
        }
        let place = self.place(&call.receiver)?;
        // A part of unknown type is no number, which has no length.
        let is_unknown_part = matches!(place.ty, Type::Infer(_))
            && !place.steps.is_empty()
            && self.said_of(&Expr::load(place.clone())).is_none();
        if !self.is_tile_kernel() && (is_unknown_part || self.may_be_of_user_type(&place)) {
            let receiver = self.reference_to(place);
            return Some(self.called_method(call, receiver, Vec::new()));
        }
        let countable = match &place.ty {
            Type::Array(..) | Type::Slice { .. } | Type::Infer(_) | Type::Capture(_) => true,
            _ => place.steps.is_empty(),
        };
        if !countable {
            let help = "name the length as a constant";
            self.unsupported(spot(call), "only a whole slice or array has a length here", help);
            return Some(self.dummy());
        }
        let place = self.settle(place);
        let len = self.len_of(&place);
        Some(if name == "len" { len } else { Self::is_zero(len) })
    }
}

/// The constants of `std::f32::consts` and `std::f64::consts`, as decimal text.
fn float_constant(name: &str, scalar: Scalar) -> Option<String> {
    macro_rules! table {
        ($($name:ident)*) => {
            match name {
                $(stringify!($name) => Some(match scalar {
                    Scalar::F32 => format!("{:?}", std::f32::consts::$name),
                    Scalar::F64 => format!("{:?}", std::f64::consts::$name),
                    _ => return None,
                }),)*
                _ => None,
            }
        };
    }
    table! {
        E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8 LN_10 LN_2
        LOG10_2 LOG10_E LOG2_10 LOG2_E PI SQRT_2 TAU
    }
}
