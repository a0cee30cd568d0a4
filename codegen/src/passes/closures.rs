//! Closures that are passed to device functions, on the way to a closed module.
//!
//! A function with parameters that it calls ([`Capture::Callable`]) has no code of its own: each call of it is
//! written out with what was passed (see [`super::inline::write_out`]), and so are calls of those parameters there.
//! Nothing behind `specialize` knows of closures. Here is what comes before that, and what comes after.

use crate::compact::List;
use crate::ir::{Callee, Capture, Expr, ExprKind, Function, FunctionId, LocalId, Module, Type};
use crate::passes::infer::Signature;

/// Gives the parameters of closures that are references their types before inference, since what is said of such a
/// parameter is said of what it refers to; and passes those on as references that are arguments.
pub(super) fn type_parameters(function: &mut Function, signatures: &[Signature]) {
    let mut wanted: Vec<(LocalId, Type)> = Vec::new();
    function.body.walk_operands(&mut |expr| see_call(expr, function, signatures, &mut wanted));
    for (local, ty) in wanted {
        let Some(local) = function.locals.get_mut(local.0 as usize) else { continue };
        match (&ty, &local.ty) {
            (Type::Ref { mutable, .. }, Type::Ref { target, .. }) => {
                local.ty = Type::Ref { target: target.clone(), mutable: *mutable };
            }
            (Type::Ref { .. } | Type::Slice { .. }, Type::Slice { .. } | Type::Ref { .. }) => {}
            (Type::Ref { mutable, .. }, said) => {
                local.ty = Type::Ref { target: Box::new(said.clone()), mutable: *mutable };
            }
            (Type::Slice { .. }, Type::Infer(_)) => local.ty = ty,
            _ => {}
        }
    }
    let mut body = std::mem::take(&mut function.body);
    body.rewrite_exprs(&mut |expr| pass_on(expr, function, signatures));
    function.body = body;
}

/// The closures of a call, and what their parameters are to be.
fn see_call(expr: &Expr, function: &Function, signatures: &[Signature], wanted: &mut Vec<(LocalId, Type)>) {
    let ExprKind::Call { callee: Callee::Function(id), args, .. } = &expr.kind else { return };
    let Some(signature) = signatures.get(id.0 as usize) else { return };
    for (at, called) in &signature.callables {
        let Some(Expr { kind: ExprKind::Capture(id), .. }) = args.get(*at) else { continue };
        if let Some(Capture::Closure { params, .. }) = function.captures.get(id.0 as usize) {
            wanted.extend(params.iter().copied().zip(called.params.iter().cloned()));
        }
    }
}

/// A reference parameter that is an argument where a reference is taken.
fn pass_on(expr: &mut Expr, function: &Function, signatures: &[Signature]) {
    let ExprKind::Call { callee, args, .. } = &mut expr.kind else { return };
    let own;
    let signature = match callee {
        Callee::Function(id) => signatures.get(id.0 as usize),
        Callee::Capture(id) => {
            own = Signature::of_capture(function, *id);
            own.as_ref()
        }
        Callee::Intrinsic(_) | Callee::Method(_) | Callee::Assoc(..) | Callee::Operator(..) => None,
    };
    let Some(signature) = signature else { return };
    for (arg, param) in args.iter_mut().zip(&signature.params) {
        let ExprKind::Load(place) = &arg.kind else { continue };
        let is_memory = |ty: &Type| matches!(ty, Type::Ref { .. } | Type::Slice { .. });
        let base = function.locals.get(place.base.0 as usize);
        if place.steps.is_empty() && is_memory(param) && base.is_some_and(|base| is_memory(&base.ty)) {
            *arg = Expr::new(ExprKind::Ref(place.clone()), param.clone());
        }
    }
}

/// Leaves the captures of parameters that are called, where there are some, and none otherwise.
pub(super) fn keep_callables(function: &mut Function) {
    // The parameters of closures are declared where those were written out, as other variables.
    for capture in &function.captures {
        let Capture::Closure { params, .. } = capture else { continue };
        for param in params {
            if let Some(local) = function.locals.get_mut(param.0 as usize) {
                local.ty = Type::BOOL;
            }
        }
    }
    if function.captures.iter().any(|capture| matches!(capture, Capture::Callable { .. })) {
        for capture in &mut function.captures {
            if let Capture::Callable { params, result, .. } = capture {
                for param in params {
                    *param = param.settled();
                }
                *result = result.settled();
            }
        }
    } else {
        function.captures.clear();
    }
}

/// Drops the functions that were written out wherever they are called.
pub(super) fn drop_callables(module: &mut Module) {
    let kept: Vec<bool> = module.functions.iter().map(|function| function.captures.is_empty()).list();
    keep_functions(module, &kept);
}

/// Drops the other functions, which nothing calls.
pub(super) fn keep_functions(module: &mut Module, kept: &[bool]) {
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let mut next = 0;
    let numbers: Vec<u32> = kept
        .iter()
        .map(|kept| {
            let number = next;
            next += u32::from(*kept);
            number
        })
        .list();
    let mut functions = kept.iter();
    module.functions.retain(|_| functions.next() != Some(&false));
    for function in &mut module.functions {
        function.body.rewrite_exprs(&mut |expr| renumber(expr, &numbers));
    }
}

fn renumber(expr: &mut Expr, numbers: &[u32]) {
    if let ExprKind::Call { callee: Callee::Function(id), .. } = &mut expr.kind
        && let Some(number) = numbers.get(id.0 as usize)
    {
        *id = FunctionId(*number);
    }
}
