//! What a safe kernel hands to device functions: a device function takes an element that is its thread's own, or
//! memory that it only reads, and never the whole of what threads share to write to ([`Code::WholeToDevice`]).
//!
//! The front end refuses what the tokens say, `&mut tile`; this is for the device functions of a closed module,
//! whose parameters only the instance tells.

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Callee, Expr, ExprKind, Function, Local, LocalKind, Module, SiteId, Type};

/// The calls of a closed kernel that hand over shared memory to be written to.
pub fn handed(module: &Module) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(kernel) = module.entry() else { return findings };
    kernel.body.walk(&mut |stmt| {
        stmt.for_each_expr(&mut |expr| within(module, kernel, expr, stmt.site, &mut findings));
    });
    findings
}

/// The complaint about a name.
pub fn diagnostic(name: &str) -> Diagnostic {
    let message = format!(
        "`{name}` is memory that all threads share, and a device function is handed the whole of it to write to"
    );
    let help = format!(
        "hand over an element of the thread's own, `&mut {name}[i]`; let the function give a value back and store it in the kernel; \
         or make the kernel an `unsafe fn` and guarantee it yourself"
    );
    Diagnostic::new(Code::WholeToDevice, message).help(help)
}

/// Whether threads share the memory of a kernel's local and may write to it.
pub fn is_shared(local: &Local) -> bool {
    fn atomic(ty: &Type) -> bool {
        matches!(ty, Type::Atomic(_)) || ty.element().is_some_and(atomic)
    }
    let shared = match local.kind {
        LocalKind::Shared => true,
        LocalKind::Param => matches!(local.ty, Type::Slice { mutable: true, .. }),
        LocalKind::Let | LocalKind::Temp => false,
    };
    shared && !atomic(&local.ty)
}

fn within(module: &Module, kernel: &Function, expr: &Expr, site: SiteId, findings: &mut Vec<Finding>) {
    if let ExprKind::Call { callee: Callee::Function(id), args, .. } = &expr.kind {
        for (param, arg) in module.function(*id).params().zip(args) {
            let writes =
                matches!(param.ty, Type::Slice { mutable: true, .. } | Type::Ref { mutable: true, .. });
            if let (true, ExprKind::Ref(place)) = (writes, &arg.kind) {
                let local = kernel.local(place.base);
                if is_shared(local) && place.steps.is_empty() {
                    findings.push(Finding { site, diagnostic: diagnostic(&local.name) });
                }
            }
        }
    }
    expr.for_each_child(&mut |child| within(module, kernel, child, site, findings));
}
