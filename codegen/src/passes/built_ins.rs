//! Built-ins by another name, `use kiln::thread_idx as t;`: calls of the library's functions become intrinsics.
//!
//! Takes a closed module. Where a device function only calls an intrinsic with its parameters, the result calls the
//! intrinsic. Where one only makes a value of what the machine gives a thread, such as `Dim3`, the result reads its
//! parts from the machine. Functions that nothing calls any more are gone. So a kernel has the same facts and the same
//! code by whatever names it calls the built-ins.

use crate::collections::Set;
use crate::compact::List;
use crate::intrinsics::Cpu;
use crate::ir::{Block, Callee, Expr, ExprKind, Function, LocalId, LocalKind, Module, Step, StmtKind, Type};

use super::closures::keep_functions;

/// Calls the intrinsics directly.
pub fn call_directly(module: &mut Module) {
    let direct: Vec<Option<Expr>> = module.functions.iter().map(forwarded).list();
    if direct.iter().all(Option::is_none) {
        return;
    }
    for function in &mut module.functions {
        let mut body = std::mem::take(&mut function.body);
        body.rewrite_exprs(&mut |expr| {
            let ExprKind::Call { callee, .. } = &mut expr.kind else { return };
            let Callee::Function(id) = callee else { return };
            match direct.get(id.0 as usize) {
                Some(Some(Expr { kind: ExprKind::Call { callee: intrinsic, .. }, .. })) => {
                    *callee = intrinsic.clone();
                }
                Some(Some(made)) => *expr = made.clone(),
                _ => {}
            }
        });
        read_directly(function, &mut body);
        function.body = body;
    }
    // Callees come before their callers, and the kernel is last.
    let mut called = vec![false; module.functions.len()];
    called.last_mut().into_iter().for_each(|kernel| *kernel = true);
    for (at, function) in module.functions.iter().enumerate().rev() {
        if called[at] {
            function.body.walk_operands(&mut |expr| {
                if let ExprKind::Call { callee: Callee::Function(id), .. } = &expr.kind {
                    called[id.0 as usize] = true;
                }
            });
        }
    }
    keep_functions(module, &called);
}

/// What a call of the function is: a call of an intrinsic with the same arguments, or a value that is made of what the
/// machine gives a thread.
fn forwarded(function: &Function) -> Option<Expr> {
    let value = match &*function.body.0 {
        [stmt] => match &stmt.kind {
            StmtKind::Return(Some(value)) | StmtKind::Eval(value) => value,
            _ => return None,
        },
        [made, result] => match (&made.kind, &result.kind) {
            (StmtKind::Let { local, init: Some(made) }, StmtKind::Return(Some(result)))
                if is_local(result, *local) =>
            {
                made
            }
            _ => return None,
        },
        _ => return None,
    };
    let is_direct = match &value.kind {
        // Numbers' own functions are left alone: a device function may round in its own way.
        ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None }
            if !matches!(row.cpu, Cpu::Eval(_)) =>
        {
            args.len() == function.params.len()
                && args.iter().zip(&function.params).all(|(arg, param)| is_local(arg, *param))
        }
        _ => function.params.is_empty() && is_given(value),
    };
    is_direct.then(|| value.clone())
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(&expr.kind, ExprKind::Load(place) if place.base == local && place.steps.is_empty())
}

/// Whether a value is what the machine gives a thread, or made of that: it is the same wherever it is read.
fn is_given(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } => args.is_empty() && row.is_pure(),
        ExprKind::Make(fields) => fields.iter().all(|(_, part)| is_given(part)),
        _ => false,
    }
}

/// Reads such values and their parts from the machine, and drops the variables that nothing reads any more.
fn read_directly(function: &mut Function, body: &mut Block) {
    let mut changed = Set::new();
    body.for_each_change(&mut |place| {
        changed.insert(place.base);
    });
    let mut given: Vec<(LocalId, Expr)> = Vec::new();
    body.walk(&mut |stmt| {
        if let StmtKind::Let { local, init: Some(init) } = &stmt.kind
            && !changed.contains(local)
            && is_given(init)
        {
            given.push((*local, init.clone()));
        }
    });
    let mut read = Set::new();
    body.rewrite_exprs(&mut |expr| {
        let Some(place) = expr.place() else { return };
        let Some((local, value)) = given.iter().find(|(local, _)| *local == place.base) else { return };
        let part = match (place.steps.as_slice(), &value.kind) {
            ([Step::Field(field)], ExprKind::Make(fields)) => {
                fields.iter().find(|(name, _)| name == field).map(|(_, part)| part)
            }
            // What a user has given a name keeps it.
            ([], ExprKind::Call { .. }) if function.local(*local).kind == LocalKind::Temp => Some(value),
            _ => None,
        };
        match part.filter(|_| matches!(expr.kind, ExprKind::Load(_))) {
            Some(part) => *expr = part.clone(),
            None => {
                read.insert(*local);
            }
        }
    });
    let is_temporary = |function: &Function, local: LocalId| {
        let local = function.local(local);
        local.kind == LocalKind::Temp || local.ty.is_aggregate()
    };
    for (local, _) in &given {
        if !read.contains(local) && is_temporary(function, *local) {
            drop_declaration(body, *local);
            function.locals[local.0 as usize].ty = Type::BOOL;
        }
    }
}

fn drop_declaration(block: &mut Block, of: LocalId) {
    block.0.retain(|stmt| !matches!(&stmt.kind, StmtKind::Let { local, .. } if *local == of));
    for stmt in &mut block.0 {
        stmt.blocks_mut().into_iter().for_each(|block| drop_declaration(block, of));
    }
}
