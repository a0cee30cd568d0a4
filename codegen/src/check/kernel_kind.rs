//! The two sorts of kernels and what they may call.
//!
//! 1. What a tile kernel calls has no threads: no shared memory, no intrinsic that tells threads apart, lets them
//!    wait for each other or touches memory that they share.
//! 2. What a kernel of threads calls has neither tiles nor tensors.
//! 3. What speaks of clusters is called by kernels that declare them, and what waits for the whole grid by kernels
//!    that do not.
//!
//! The front end holds both for the kernel itself ([`Code::Level`]); this is for the device functions of a closed
//! module, whose names only the instance gives.

use super::Finding;
use crate::abi::is_grid_barrier;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Callee, Expr, ExprKind, Function, FunctionKind, LocalKind, Module, SiteId, StmtKind, Type};

/// The first device function that does not suit the module's kernel, and why.
pub fn level(module: &Module) -> Option<(&str, Finding)> {
    let (kernel, functions) = module.functions.split_last()?;
    if kernel.kind != FunctionKind::Kernel {
        return None;
    }
    if kernel.attrs.cluster.is_none()
        && let Some((function, site, what)) =
            functions.iter().find_map(|f| clusters(f).map(|(s, w)| (f, s, w)))
    {
        let message = format!("`{}` uses {what}, and `{}` has no clusters", function.name, kernel.name);
        let diagnostic =
            Diagnostic::new(Code::Level, message).help("write `#[kernel(cluster = 2)]` on the kernel");
        return Some((function.name.as_str(), Finding { site, diagnostic }));
    }
    if kernel.attrs.cluster.is_some()
        && let Some((function, site)) =
            module.functions.iter().find_map(|f| first(f, &grid_barrier).map(|(site, _)| (f, site)))
    {
        let message = format!(
            "`{}` waits for the whole grid, and `{}` has its blocks in clusters",
            function.name, kernel.name
        );
        let diagnostic = Diagnostic::new(Code::Level, message).help(
            "leave `cluster` out, or let the blocks of a cluster wait for each other by `cluster::sync`",
        );
        return Some((function.name.as_str(), Finding { site, diagnostic }));
    }
    let find = if kernel.attrs.tile.is_some() { threads } else { tiles };
    functions.iter().find_map(|function| {
        let (site, what) = find(function)?;
        let (sort, help) = if kernel.attrs.tile.is_some() {
            ("a tile kernel", "call it from kernels of threads only, and write another for tiles")
        } else {
            (
                "a kernel of threads",
                "write `#[kernel(tile)]` on the kernel, or give the function scalars and slices",
            )
        };
        let message = format!("`{}` uses {what}, and `{}` is {sort}", function.name, kernel.name);
        let diagnostic = Diagnostic::new(Code::Level, message).help(help);
        Some((function.name.as_str(), Finding { site, diagnostic }))
    })
}

/// Where a function speaks of threads, and of what.
fn threads(function: &Function) -> Option<(SiteId, String)> {
    if function.locals.iter().any(|local| local.kind == LocalKind::Shared) {
        return Some((SiteId(0), "shared memory".to_owned()));
    }
    // What a tile kernel itself prints, it prints once for each element.
    let is_kernel = function.kind == FunctionKind::Kernel;
    let mut prints = None;
    function.body.walk(&mut |stmt| {
        if let (StmtKind::Print { .. }, false) = (&stmt.kind, is_kernel) {
            prints = prints.take().or(Some((stmt.site, "`kprintln!`".to_owned())));
        }
    });
    if prints.is_some() {
        return prints;
    }
    first(function, &|expr| match &expr.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } if !row.is_pure() || row.sees_threads() => {
            Some(format!("`{}`", row.name))
        }
        _ => None,
    })
}

/// Where a function speaks of clusters.
fn clusters(function: &Function) -> Option<(SiteId, String)> {
    first(function, &|expr| match &expr.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } if row.name.starts_with("cluster_") => {
            Some(format!("`{}`", row.name.replacen('_', "::", 1)))
        }
        _ => None,
    })
}

fn grid_barrier(expr: &Expr) -> Option<String> {
    is_grid_barrier(expr).then(String::new)
}

/// Where a function has tiles.
fn tiles(function: &Function) -> Option<(SiteId, String)> {
    let whole = |ty: &Type| matches!(ty, Type::Tile { .. } | Type::Tensor { .. });
    if function.params().any(|param| whole(&param.ty)) {
        return Some((SiteId(0), "tiles".to_owned()));
    }
    first(function, &|expr| {
        let tile = whole(&expr.ty) || matches!(expr.kind, ExprKind::Tile { .. });
        tile.then(|| "tiles".to_owned())
    })
}

/// The first expression of which something is to be said, and its statement.
fn first(function: &Function, say: &dyn Fn(&Expr) -> Option<String>) -> Option<(SiteId, String)> {
    let mut found = None;
    function.body.walk(&mut |stmt| {
        stmt.for_each_expr(&mut |expr| {
            expr.walk(&mut |expr| found = found.take().or_else(|| Some((stmt.site, say(expr)?))));
        });
    });
    found
}
