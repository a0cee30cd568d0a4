//! Calls: intrinsics, methods, associated functions and device functions.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr as Syn, Token};

use super::{Binding, Lower, Source};
use crate::diagnostic::Code;
use crate::intrinsics::{self, Effect, Order};
use crate::ir::{
    BinOp, Callee, Capture, Expr, ExprKind, FloatText, Literal, LocalKind, Place, Scalar, SiteKind, Type,
};

/// Whether a value is a call that must be a statement's whole expression.
pub(super) fn is_effect(value: &Expr) -> bool {
    let ExprKind::Call { callee, args, .. } = &value.kind else { return false };
    match callee {
        Callee::Intrinsic(row) => !row.is_pure(),
        Callee::Function(_) | Callee::Capture(_) => true,
        // Only the operations of atomics take a reference as receiver.
        Callee::Method(_) => matches!(args.first().map(|arg| &arg.kind), Some(ExprKind::Ref(_))),
        Callee::Assoc(..) => false,
    }
}

impl Lower<'_> {
    /// A call of a row of the table by its IR name.
    pub(super) fn intrinsic(&mut self, name: &str, args: Vec<Expr>, ty: Type) -> Option<Expr> {
        let row = intrinsics::find(name)?;
        Some(Expr::new(ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }, ty))
    }

    pub(super) fn call(&mut self, node: &Syn, call: &syn::ExprCall) -> Option<Expr> {
        let Syn::Path(path) = &*call.func else {
            self.unsupported(call.func.span(), "only functions can be called in a kernel", "");
            return None;
        };
        let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let last = segments.last().cloned().unwrap_or_default();
        let pair = if segments.len() >= 2 { segments[segments.len() - 2..].join("::") } else { last.clone() };
        if segments.len() == 1 && self.lookup(&last).is_some() {
            self.unsupported(
                call.func.span(),
                format!("`{last}` is a variable; only functions can be called"),
                "",
            );
            return None;
        }
        if last == "shared" {
            self.report.error(
                call.span(),
                Code::Shared,
                "`shared` only stands in a `let` of its own, with the array type written out",
                "write `let tile = shared::<[f32; 256]>();`",
            );
            return None;
        }
        if let Some(function) = self.dim3_call(node) {
            self.unsupported(
                call.span(),
                format!("`{function}()` is used by its parts"),
                format!("write `{function}().x`"),
            );
            return Some(self.dummy());
        }
        if matches!(last.as_str(), "global_id_2d" | "global_id_3d") {
            self.unsupported(
                call.span(),
                format!("`{last}()` is bound to names at once"),
                "write `let (x, y) = global_id_2d();`",
            );
            return Some(self.dummy());
        }
        if let Some(row) =
            intrinsics::free(&pair).or_else(|| intrinsics::free(&last).filter(|_| is_kilns(&segments)))
        {
            let args = self.arguments(&call.args, false);
            let ty = self.fresh();
            let ty = if row.result == intrinsics::Slot::Unit { Type::Unit } else { ty };
            return Some(Expr::new(ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }, ty));
        }
        if matches!(pair.as_str(), "cmp::min" | "cmp::max") {
            let args = self.arguments(&call.args, false);
            return Some(self.method(&last, args, call.span()));
        }
        if segments.len() == 2 && path.qself.is_none() {
            if let Some(ty) = self.known_type(&segments[0]) {
                return Some(self.assoc_call(ty, &last, call));
            }
        }
        if segments.len() == 1 && last == self.function.name {
            self.report.error(
                call.span(),
                Code::Recursion,
                format!("`{last}` calls itself: a GPU has no stack to recurse on"),
                "write a loop",
            );
            return Some(self.dummy());
        }
        if self.in_macro {
            self.report.error(
                call.span(),
                Code::Macro,
                format!("`{last}` cannot be called inside a macro's arguments in a kernel"),
                "bind its result with `let` before, and use the name here",
            );
            return Some(self.dummy());
        }
        let args = self.arguments(&call.args, true);
        let name = path.to_token_stream().to_string().replace(' ', "");
        let id = self.capture(Capture::Function { name }, Source::Function);
        self.taps.calls.insert(Self::node(node), id);
        let ty = self.fresh();
        Some(Expr::new(ExprKind::Call { callee: Callee::Capture(id), args, site: None }, ty))
    }

    /// A scalar or a type parameter by name.
    fn known_type(&self, name: &str) -> Option<Type> {
        if let Some(scalar) = Scalar::from_name(name) {
            return Some(Type::Scalar(scalar));
        }
        let id = *self.generics.get(name)?;
        matches!(self.function.captures[id.0 as usize], Capture::Type { .. }).then_some(Type::Capture(id))
    }

    /// Arguments in order. Those of device functions may be references to places.
    fn arguments(&mut self, args: &Punctuated<Syn, Token![,]>, device: bool) -> Vec<Expr> {
        if device {
            let mut values: Vec<Expr> = Vec::new();
            for arg in args {
                let mark = self.block.len();
                let value = self.reference_argument(arg).unwrap_or_else(|| self.expr(arg));
                if self.block.len() > mark {
                    self.save(&mut values, mark);
                }
                values.push(value);
            }
            return values;
        }
        let operands: Vec<_> = args.iter().collect();
        self.sequence(&operands)
    }

    /// A name that is a reference in Rust, passed on.
    fn reference_argument(&mut self, arg: &Syn) -> Option<Expr> {
        let Syn::Path(path) = arg else { return None };
        let Binding::Local { id, .. } = *self.lookup(&path.path.get_ident()?.to_string())? else {
            return None;
        };
        matches!(self.function.local(id).ty, Type::Ref { .. })
            .then(|| self.reference_to(Place::local(id, Type::Unit)))
    }

    fn assoc_call(&mut self, ty: Type, name: &str, call: &syn::ExprCall) -> Expr {
        let mut args = self.arguments(&call.args, false);
        let source = match name {
            "from" => None,
            "from_f32" => Some(Scalar::F32),
            "from_f64" => Some(Scalar::F64),
            "from_i32" => Some(Scalar::I32),
            "from_u32" => Some(Scalar::U32),
            "from_usize" => Some(Scalar::Usize),
            _ => return self.assoc(ty, name, args, call.span()),
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
        if let [.., float, consts, name] = segments.as_slice() {
            if consts == "consts" {
                let scalar = Scalar::from_name(float)?;
                let text = float_constant(name, scalar)?;
                return Some(Expr::new(
                    ExprKind::Literal(Literal::Float(FloatText(text))),
                    Type::Scalar(scalar),
                ));
            }
        }
        let [owner, name] = segments.as_slice() else { return None };
        let ty = self.known_type(owner)?;
        Some(self.assoc(ty, name, Vec::new(), node.span()))
    }

    /// A site for methods that can fail on a zero divisor.
    fn divisor_site(&mut self, name: &str, span: proc_macro2::Span) -> Option<crate::ir::SiteId> {
        let divides = intrinsics::all().any(|row| {
            matches!(row.effect, Effect::Divisor(_))
                && matches!(row.surface, intrinsics::Surface::Method(n) | intrinsics::Surface::Assoc(n) if n == name)
        });
        divides.then(|| self.new_site(span, SiteKind::Divide))
    }

    fn method(&mut self, name: &str, args: Vec<Expr>, span: proc_macro2::Span) -> Expr {
        let site = self.divisor_site(name, span);
        let ty = self.fresh();
        Expr::new(ExprKind::Call { callee: Callee::Method(name.to_owned()), args, site }, ty)
    }

    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        if let Some(value) = self.length(call, &name) {
            return Some(value);
        }
        if matches!(name.as_str(), "is_ok" | "is_err") {
            if let Some(value) = self.exchanged(call, name == "is_ok") {
                return Some(value);
            }
        }
        if call.args.iter().any(|arg| order(arg).is_some()) {
            return self.atomic_call(call, &name);
        }
        match name.as_str() {
            "clone" if call.args.is_empty() => return Some(self.expr(&call.receiver)),
            "to_f32" | "to_f64" if call.args.is_empty() => {
                let value = self.expr(&call.receiver);
                let scalar = if name == "to_f32" { Scalar::F32 } else { Scalar::F64 };
                return Some(Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(scalar)));
            }
            _ => {}
        }
        if !intrinsics::is_method(&name) {
            let atomic = ["fetch_", "compare_exchange", "load", "store", "swap"]
                .iter()
                .any(|start| name.starts_with(start));
            let (code, message, help) = if atomic {
                (
                    Code::Ordering,
                    format!("the memory ordering of `{name}` must be written out"),
                    "write `Ordering::Relaxed`, or another ordering by its name, as the last argument",
                )
            } else {
                (
                    Code::Method,
                    format!("there is no method `{name}` in kernels"),
                    "scalars have std's numeric methods, slices and arrays have `len` and `is_empty`; write the rest as \
                     a `#[device] fn`",
                )
            };
            self.report.error(call.method.span(), code, message, help);
            return Some(self.dummy());
        }
        let mut operands: Vec<&Syn> = vec![&call.receiver];
        operands.extend(&call.args);
        let args = self.sequence(&operands);
        Some(self.method(&name, args, call.method.span()))
    }

    /// `x.len()` and `x.is_empty()`.
    fn length(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        if !matches!(name, "len" | "is_empty") || !call.args.is_empty() {
            return None;
        }
        let place = self.place(&call.receiver)?;
        if !place.steps.is_empty() {
            self.unsupported(
                call.span(),
                "only a whole slice or array has a length here",
                "name the length as a constant",
            );
            return Some(self.dummy());
        }
        let len = Expr::new(ExprKind::Len(place.base), Type::USIZE);
        Some(if name == "len" { len } else { Self::is_zero(len) })
    }

    fn atomic_call(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        let Some(place) = self.place(&call.receiver) else {
            self.unsupported(
                call.receiver.span(),
                "an atomic operation needs an element of a slice or shared array",
                "",
            );
            return Some(self.dummy());
        };
        let mark = self.block.len();
        let target = self.reference_to(place);
        let mut args = vec![target];
        for arg in &call.args {
            match order(arg) {
                Some(order) => args.push(Expr::int(i128::from(order as u32), Scalar::U32)),
                None => {
                    let value = self.expr(arg);
                    args.push(value);
                }
            }
        }
        if self.block.len() > mark {
            let later = self.block.split_off(mark);
            if let Some(Expr { kind: ExprKind::Ref(place), .. }) = args.first_mut() {
                let mut fixed = place.clone();
                self.fix_indices(&mut fixed);
                if let Some(Expr { kind: ExprKind::Ref(place), .. }) = args.first_mut() {
                    *place = fixed;
                }
            }
            self.block.extend(later);
        }
        if name.starts_with("compare_exchange") {
            self.unsupported(
                call.span(),
                format!("the result of `{name}` is used through `.is_ok()` or `.is_err()` here"),
                "for the old value, `load` it and loop while the exchange fails",
            );
            return Some(self.dummy());
        }
        let ty = if name == "store" { Type::Unit } else { self.fresh() };
        let kind = ExprKind::Call { callee: Callee::Method(name.to_owned()), args, site: None };
        Some(Expr::new(kind, ty))
    }

    /// `a.compare_exchange(expected, new, success, failure).is_ok()`.
    fn exchanged(&mut self, call: &syn::ExprMethodCall, ok: bool) -> Option<Expr> {
        let Syn::MethodCall(exchange) = &*call.receiver else { return None };
        if !matches!(exchange.method.to_string().as_str(), "compare_exchange" | "compare_exchange_weak") {
            return None;
        }
        let arguments: Vec<_> = exchange.args.iter().collect();
        let [expected, new, success, failure] = arguments.as_slice() else { return None };
        let (success, failure) = (order(success)?, order(failure)?);
        let mut place = self.place(&exchange.receiver)?;
        self.fix_indices(&mut place);
        let mut values = self.sequence(&[expected, new]);
        let (new, expected) = (values.pop()?, values.pop()?);
        let expected = self.temporary("expected", expected);
        let target = self.reference_to(place);
        let number = |order: Order| Expr::int(i128::from(order as u32), Scalar::U32);
        let args = vec![target, expected.clone(), new, number(success), number(failure)];
        let kind = ExprKind::Call { callee: Callee::Method("compare_exchange".to_owned()), args, site: None };
        let old = Expr::new(kind, expected.ty.clone());
        let local = self.new_local("old", old.ty.clone(), LocalKind::Temp);
        let ty = old.ty.clone();
        self.push(crate::ir::StmtKind::Let { local, init: Some(old) });
        let op = if ok { BinOp::Eq } else { BinOp::Ne };
        Some(Expr::binary(op, Expr::local(local, ty), expected, Type::BOOL))
    }
}

/// Whether a path of these segments can mean Kiln's prelude: a bare name, or one after `kiln`.
fn is_kilns(segments: &[String]) -> bool {
    match segments {
        [_] => true,
        [first, ..] => first == "kiln",
        [] => false,
    }
}

/// A memory ordering that is written out.
fn order(arg: &Syn) -> Option<Order> {
    let Syn::Path(path) = arg else { return None };
    Order::from_name(&path.path.segments.last()?.ident.to_string())
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
