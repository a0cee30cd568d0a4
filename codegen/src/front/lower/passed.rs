//! What is passed to device functions to be called there: closures, parameters of that sort, and device functions
//! by name.
//!
//! Takes an argument; guarantees a capture in its place. The body of a closure becomes a block of its own before
//! the call, with variables for the parameters, whose types the function that is called says when it is known; the
//! block runs where that function calls its parameter (see `passes::closures`). So what a closure captures, it
//! shares with what is around it.

use syn::{Expr as Syn, Pat};

use super::items::Item;
use super::subject::Subject;
use super::template::{Renaming, Slot, Template};
use super::{Binding, Lower, Source, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::intrinsics;
use crate::ir::{
    Callee, Capture, CaptureId, Expr, ExprKind, FunctionKind, LocalId, LocalKind, Place, Scalar, StmtKind,
    Type,
};

/// A function that is named and not called.
pub(super) enum Named {
    Device(CaptureId),
    /// A number's own, of so many operands.
    Own(Type, String, usize),
}

impl Lower<'_> {
    /// A type parameter that is called.
    pub(super) fn callable_parameter(
        &mut self,
        param: &syn::TypeParam,
        called: &syn::ParenthesizedGenericArguments,
    ) {
        if self.function.kind == FunctionKind::Kernel {
            self.report.error(
                spot(called),
                Code::Signature,
                "a kernel cannot be passed a closure: the host's closures are code of the host's",
                "pass what it captures, or be generic over a type with a `#[device]` trait that has the function",
            );
        }
        let params =
            called.inputs.iter().map(|arg| self.param_of_closure(&arg.ty).unwrap_or(Type::Unit)).collect();
        let result = match &called.output {
            syn::ReturnType::Default => Type::Unit,
            syn::ReturnType::Type(_, ty) => self.value_type(ty),
        };
        let name = param.ident.to_string();
        let id = self.capture(Capture::Callable { name: name.clone(), params, result }, Source::Said);
        self.generics.insert(name, id);
    }

    pub(super) fn is_callable(&self, id: CaptureId) -> bool {
        matches!(self.function.captures.get(id.0 as usize), Some(Capture::Callable { .. }))
    }

    /// The parameter that an expression names, which is called.
    pub(super) fn callable(&self, expr: &Syn) -> Option<CaptureId> {
        let mut expr = bare(expr);
        while let Syn::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr: inner, .. })
        | Syn::Reference(syn::ExprReference { expr: inner, .. }) = expr
        {
            expr = bare(inner);
        }
        match self.binding(expr) {
            Some(Binding::Callable(id)) => Some(*id),
            _ => None,
        }
    }

    /// `f(x, y)` of a parameter.
    pub(super) fn call_passed(&mut self, id: CaptureId, call: &syn::ExprCall) -> Option<Expr> {
        let args = self.arguments(&call.args);
        self.called(id, args)
    }

    pub(super) fn called(&mut self, id: CaptureId, args: Vec<Expr>) -> Option<Expr> {
        let ty = match self.function.captures.get(id.0 as usize) {
            Some(Capture::Callable { result, .. }) => result.clone(),
            _ => self.fresh(),
        };
        let call = Expr::new(ExprKind::Call { callee: Callee::Capture(id), args, site: None }, ty.clone());
        if ty == Type::Unit {
            self.push(StmtKind::Eval(call));
            return None;
        }
        Some(self.temporary("result", call))
    }

    /// What an iterator gives, as an argument.
    pub(super) fn item_argument(&mut self, item: Item, at: &Syn) -> Expr {
        match item {
            Item::Place { place, .. } => {
                let ty = self.fresh();
                Expr::new(ExprKind::Ref(place), ty)
            }
            item => self.item_value(item, at),
        }
    }

    /// An argument that is called where it is passed to.
    pub(super) fn passed_argument(&mut self, arg: &Syn) -> Option<Expr> {
        if let Some(id) = self.callable(arg) {
            return Some(Expr::new(ExprKind::Capture(id), Type::Capture(id)));
        }
        let (mut inner, mut lent) = (bare(arg), false);
        while let Syn::Reference(reference) = inner {
            (inner, lent) = (bare(&reference.expr), true);
        }
        if let Syn::Closure(closure) = inner {
            return Some(self.pass_closure(closure));
        }
        let passed = match self.binding(inner).cloned() {
            Some(Binding::Closure(template)) => {
                if template.has_state() && !lent {
                    self.refuse_copy(arg, &text_of(inner));
                    return Some(self.dummy());
                }
                self.pass_template(&template, inner)
            }
            Some(_) => {
                self.taps.no_functions.insert(address(arg));
                return None;
            }
            None => match self.function_of(inner, usize::MAX)? {
                Named::Device(id) => Expr::new(ExprKind::Capture(id), Type::Capture(id)),
                Named::Own(ty, name, count) => self.pass_own(&ty, &name, count),
            },
        };
        self.taps.named.insert(address(arg));
        Some(passed)
    }

    /// `f32::max`, as a closure.
    fn pass_own(&mut self, ty: &Type, name: &str, count: usize) -> Expr {
        let (mut params, mut result) = (Vec::new(), None);
        let body = self.scoped_block(|lower| {
            params = (0..count).map(|_| lower.new_local("argument", ty.clone(), LocalKind::Let)).collect();
            let args = params.iter().map(|local| Expr::local(*local, ty.clone())).collect();
            let value = lower.call_of(Named::Own(ty.clone(), name.to_owned(), count), args);
            result = lower.passed_result(Some(value));
        });
        self.passed(params, result, body)
    }

    /// A call of a function that is named where something to call is asked for.
    pub(super) fn call_of(&mut self, function: Named, args: Vec<Expr>) -> Expr {
        let ty = self.fresh();
        match function {
            Named::Device(id) => {
                let call = Expr::new(ExprKind::Call { callee: Callee::Capture(id), args, site: None }, ty);
                self.temporary("result", call)
            }
            Named::Own(of, name, _) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(match arg.kind {
                        ExprKind::Ref(place) => Expr::load(place),
                        _ => arg,
                    });
                }
                Expr::new(ExprKind::Call { callee: Callee::Assoc(of, name), args: values, site: None }, ty)
            }
        }
    }

    /// A name that is nothing here, and by its spelling no constant: a device function, or a number's own of so
    /// many operands.
    pub(super) fn function_of(&mut self, arg: &Syn, count: usize) -> Option<Named> {
        let Syn::Path(path) = arg else { return None };
        let last = path.path.segments.last()?.ident.to_string();
        if let (None, [owner, _]) = (&path.qself, path.path.segments.iter().collect::<Vec<_>>().as_slice())
            && let Some(scalar) = Scalar::from_name(&owner.ident.to_string())
            && !self.is_item(scalar.name())
        {
            let row = intrinsics::method(&last, scalar, false)?;
            let simple = row.params.iter().all(|slot| *slot == intrinsics::Slot::Same);
            let fails = matches!(row.effect, intrinsics::Effect::Divisor(_))
                || matches!(last.as_str(), "ilog2" | "ilog10");
            let fits = count == usize::MAX || row.params.len() == count;
            let own = Named::Own(Type::Scalar(scalar), last, row.params.len());
            return Some(own).filter(|_| simple && !fails && fits);
        }
        let is_function = last.starts_with(char::is_lowercase)
            && path.qself.is_none()
            && path.path.segments.iter().all(|segment| {
                let first = segment.ident.to_string();
                first == last || first.starts_with(char::is_lowercase) && Scalar::from_name(&first).is_none()
            });
        if !is_function || self.generic(&last).is_some() || last == "self" || self.is_a_number(path) {
            return None;
        }
        let id = match self.taps.passed.get(&address(arg)) {
            Some(id) => *id,
            None => self.capture(Capture::Function { name: text_of(path) }, Source::Function),
        };
        self.taps.passed.insert(address(arg), id);
        Some(Named::Device(id))
    }

    /// A closure that is written as the argument.
    fn pass_closure(&mut self, closure: &syn::ExprClosure) -> Expr {
        let copies = self.copies(closure);
        let (mut params, mut result) = (Vec::new(), None);
        let body = self.scoped_block(|lower| {
            for (name, binding) in &copies {
                lower.bind(name, binding.clone());
            }
            params = closure
                .inputs
                .iter()
                .map(|pat| lower.passed_parameter(pat, None, address(closure)))
                .collect();
            let value = lower.closure_body(closure);
            result = lower.passed_result(value);
        });
        self.passed(params, result, body)
    }

    /// A closure that has a name: a copy of it, as where it is called.
    fn pass_template(&mut self, template: &Template, at: &Syn) -> Expr {
        let (mut params, mut result) = (Vec::new(), None);
        let body = self.scoped_block(|lower| {
            let mut renaming = Renaming::default();
            for slot in &template.params {
                let ty = lower.type_of_slot(slot);
                let local = lower.new_local("argument", ty.clone(), LocalKind::Let);
                let place = Place::local(local, ty.referent().clone());
                let item = match (&ty, slot) {
                    (Type::Ref { mutable, .. } | Type::Slice { mutable, .. }, _) => {
                        Item::Place { place, mutable: *mutable, depth: 1 }
                    }
                    // Whether that is a reference, the function says that is called.
                    (_, Slot::Name { open: true, .. }) => Item::Place { place, mutable: false, depth: 1 },
                    _ => Item::Value(Expr::local(local, ty)),
                };
                lower.fill(slot, item, &mut renaming, at);
                params.push(local);
            }
            let value = lower.instantiate(template, renaming);
            result = lower.passed_result(value);
        });
        self.passed(params, result, body)
    }

    fn type_of_slot(&mut self, slot: &Slot) -> Type {
        match slot {
            Slot::Name { ty, .. } => ty.clone(),
            Slot::Deref(inner) => {
                let target = self.type_of_slot(inner);
                Type::Ref { target: Box::new(target), mutable: false }
            }
            Slot::Skip | Slot::Parts(_) => self.fresh(),
        }
    }

    fn passed_result(&mut self, value: Option<Expr>) -> Option<LocalId> {
        let value = value?;
        let local = self.new_local("result", value.ty.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local, init: Some(value) });
        Some(local)
    }

    fn passed(&mut self, params: Vec<LocalId>, result: Option<LocalId>, body: crate::ir::Block) -> Expr {
        let label = self.new_label();
        self.push(StmtKind::Block { label, body });
        let id = self.capture(Capture::Closure { label, params, result }, Source::Said);
        Expr::new(ExprKind::Capture(id), Type::Capture(id))
    }

    /// A parameter of a closure, and its names. Of one of which nothing is said, the type is found when the
    /// function is known that calls it: it may be a reference.
    fn passed_parameter(&mut self, pat: &Pat, said: Option<Type>, node: usize) -> LocalId {
        match pat {
            Pat::Paren(inner) => self.passed_parameter(&inner.pat, said, node),
            Pat::Type(typed) => {
                let said = self.param_of_closure(&typed.ty);
                self.passed_parameter(&typed.pat, said, node)
            }
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                let open = said.is_none();
                let ty = said.unwrap_or_else(|| self.fresh());
                let name = pat.ident.to_string();
                let local = self.new_local(&name, ty.clone(), LocalKind::Let);
                let mutable = pat.mutability.is_some() || open || ty.is_mutable_base();
                self.bind(&name, Binding::Local { id: local, mutable, alias: false });
                if open {
                    self.open.insert(local);
                } else if !matches!(ty, Type::Ref { .. } | Type::Slice { .. }) {
                    self.tap(node, &pat.ident, local);
                }
                local
            }
            Pat::Reference(reference) => {
                let target = match said {
                    Some(Type::Ref { target, .. }) => *target,
                    _ => self.fresh(),
                };
                let mutable = reference.mutability.is_some();
                let ty = Type::Ref { target: Box::new(target.clone()), mutable };
                let local = self.new_local("argument", ty, LocalKind::Let);
                let subject = Subject::Value(Expr::load(Place::local(local, target)));
                self.bind_pattern(&reference.pat, &subject, node);
                local
            }
            other => {
                let ty = said.unwrap_or_else(|| self.fresh());
                let local = self.new_local("argument", ty.clone(), LocalKind::Let);
                let place = Place::local(local, ty.referent().clone());
                let subject = match &ty {
                    Type::Ref { mutable, .. } | Type::Slice { mutable, .. } => {
                        Subject::Referent { place, mutable: *mutable }
                    }
                    _ => Subject::Value(Expr::load(place)),
                };
                self.bind_pattern(other, &subject, node);
                local
            }
        }
    }
}
