//! What keeps a kernel from being fast, each with a reason and what would help: for reports.

use super::layout::ROWS;
use super::pipeline::{self, is_zero, jumps, moves_in_vectors};
use super::plan::{Home, Plan};
use super::product::{self, Method};
use super::warpgroups::{has_warpgroups, warpgroup_product};
use super::{Conditions, Warning, limits, lower};
use crate::compact::List;
use crate::ir::{Block, Expr, ExprKind, Function, LocalId, Stmt, StmtKind, TileOp};

/// The warnings of a plan.
pub fn warnings(function: &Function, plan: &Plan, target: Conditions) -> Vec<Warning> {
    let mut warnings = large_tiles(function, plan);
    warnings.extend(by_threads(function, target.arch));
    warnings.extend(across_k(function, plan, target));
    if target.arch >= 80 {
        warnings.extend(late(function, plan, target));
    }
    warnings
}

/// Tiles that don't fit into registers.
fn large_tiles(function: &Function, plan: &Plan) -> Vec<Warning> {
    let found = function.locals.iter().zip(&plan.homes).filter_map(|(local, home)| match home {
        Some(Home::Registers(layout)) => limits::local_memory(&local.name, &local.ty, layout, plan.block()),
        Some(Home::Splat(_) | Home::Iota(_) | Home::Same(_) | Home::Staged) | None => None,
    });
    found.list()
}

/// Products that tensor cores would multiply, were their factors rounded.
fn by_threads(function: &Function, arch: u32) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for product in product::products(function) {
        if arch < 80 || product.method(arch) == Method::Tensor {
            continue;
        }
        let [left, right] = [product.left, product.right].map(|tile| &function.local(tile).name);
        let warning = Warning {
            message: format!(
                "`{left}` and `{right}` are multiplied by threads, not by tensor cores: those take `f32` only rounded"
            ),
            help: "call `to_tf32` on both factors if 10 bits of fraction suffice, or use `f16` or `bf16`"
                .to_owned(),
        };
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    warnings
}

/// Factors that warpgroups would multiply, did their rows lie along `k`.
fn across_k(function: &Function, plan: &Plan, target: Conditions) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for product in product::products(function).iter().filter(|_| has_warpgroups(target)) {
        let [left, right] = [product.left, product.right].map(|factor| plan.staged.resolve(factor));
        let (Some(left), Some(right)) = (left, right) else { continue };
        let [one, other] = [left, right].map(|(tile, _)| plan.staged.tiles.get(&tile));
        let (Some(one), Some(other)) = (one, other) else { continue };
        let is_there = warpgroup_product(one.scalar, other.scalar).is_some();
        let rounded = product.scalar.size() == 1 || product.rounded;
        if !is_there || !rounded || !product.extents[ROWS].is_multiple_of(64) {
            continue;
        }
        let help = [
            "pass a tensor with a row for each row of the product",
            "pass `b.t()`, the view of a tensor with a row for each column of the product",
        ];
        for (((tile, transposed), along), help) in [(left, false), (right, true)].into_iter().zip(help) {
            let name = &function.local(tile).name;
            let message = format!(
                "`{name}` is multiplied by warps, not by warpgroups: those take factors of {} bits only with neighbors along `k` \
                 together",
                8 * product.scalar.size()
            );
            let warning = Warning { message, help: help.to_owned() };
            if transposed != along && !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    warnings
}

/// Factors that a loop waits for, since they aren't loaded ahead. Those of tensors that aren't aligned are left to
/// what is said of such tensors.
fn late(function: &Function, plan: &Plan, target: Conditions) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (tile, staging) in &plan.staged.tiles {
        let ahead = plan.pipelines.values().any(|pipeline| pipeline.has(*tile));
        if ahead || !staging.aligned || !moves_in_vectors(&function.local(*tile).ty) {
            continue;
        }
        let Some(load) = find(&function.body, *tile, None) else { continue };
        let Some((why, help)) = load.obstacle((function, plan, target), *tile) else { continue };
        let name = &function.local(*tile).name;
        let message = format!("`{name}` is not loaded ahead, so each turn of its loop waits for it: {why}");
        warnings.push(Warning { message, help: help.to_owned() });
    }
    warnings
}

/// Where a tile is loaded.
struct Load<'a> {
    value: &'a Expr,
    /// The loop around, if there is one, and whether its own statements have the load.
    around: Option<&'a Stmt>,
    directly: bool,
}

fn find<'a>(block: &'a Block, tile: LocalId, around: Option<&'a Stmt>) -> Option<Load<'a>> {
    block.0.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Let { local, init: Some(value) } if *local == tile => {
            Some(Load { value, around, directly: true })
        }
        _ => {
            let is_loop = stmt.loop_body().is_some();
            let inside = stmt
                .blocks()
                .into_iter()
                .find_map(|block| find(block, tile, if is_loop { Some(stmt) } else { around }));
            inside.map(|load| Load { directly: load.directly && (is_loop || load.around.is_none()), ..load })
        }
    })
}

impl Load<'_> {
    /// What keeps the load from running ahead of its loop, and what would help.
    fn obstacle(
        &self,
        (function, plan, target): (&Function, &Plan, Conditions),
        tile: LocalId,
    ) -> Option<(&'static str, &'static str)> {
        let around = self.around?;
        match pipeline::can_run_ahead(function, &plan.staged, tile, target) {
            Some(load) if load.vectors => {
                return Some((
                    "shared memory has no room for the tiles of two turns",
                    "make the tiles smaller, along `k` first",
                ));
            }
            Some(_) => return Some((lower::SPLIT, lower::WHOLE)),
            None => {}
        }
        let ExprKind::Tile { op: TileOp::Load { tensor, .. }, args } = &self.value.kind else { return None };
        let counted = matches!(&around.kind, StmtKind::For { inclusive: false, reversed: false, .. });
        Some(match around.loop_body() {
            _ if !counted => ("its loop is not a `for` over a range", "write the loop as `for k in 0..n`"),
            Some(body) if jumps(body) => (
                "a turn of its loop may end early",
                "find the loop's bound before the loop, without `break`, `continue` or `return` in it",
            ),
            _ if !self.directly => ("only some turns of its loop load it", "load it outside of the `if`"),
            _ if lower::stored(function).contains(tensor) => {
                ("the kernel stores to the same tensor", "store to another tensor")
            }
            _ if matches!(self.value.kind, ExprKind::Tile { op: TileOp::Load { padded: true, .. }, .. })
                && !args.last().is_some_and(is_zero) =>
            {
                ("it is padded with another value than zero", "pad with zero, and mask what lies outside")
            }
            _ => (
                "its coordinates are known only in its turn, or its loop counts in another way",
                "compute them from the loop's counter, a `usize` or `u32`, from what is known before the loop, and \
                 from numbers that the turn loads, one for each row or one for all",
            ),
        })
    }
}
