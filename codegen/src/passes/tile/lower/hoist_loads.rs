//! Loads that a reduction need not wait for.
//!
//! What stands behind a reduction in the text is loaded when the reduction is done, and a large tile vector by
//! vector (see [`super::fuse`]). Where a thread has registers for all of it, as where a warp has a tile for itself,
//! those loads begin with what is reduced, before anything waits.

use super::Lowerer;
use super::builder::both;
use super::fuse::{has_many, mentions};
use crate::collections::Set;
use crate::ir::{Addressing, Expr, ExprKind, Stmt, StmtKind, TileOp};
use crate::passes::tile::limits::{ALL_REGISTERS, MOST_REGISTERS};

/// Registers that addresses, sums and what is computed take beside tiles.
const OTHER_REGISTERS: u64 = 55;

impl Lowerer<'_> {
    /// Lowers the load that the statements begin with together with those behind the next reduction that it leaves
    /// registers for; tells whether that was one. All are one block of code where tensors have all of their tiles,
    /// without a branch between them.
    pub(super) fn loaded_together(&mut self, stmts: &[Stmt]) -> bool {
        let [first, rest @ ..] = stmts else { return false };
        let Some((_, mut taken)) = self.loads(first) else { return false };
        let threads = u64::from(self.plan.block()) * u64::from(self.plan.blocks);
        let most = (ALL_REGISTERS / threads).saturating_sub(OTHER_REGISTERS).min(MOST_REGISTERS);
        let mut together = vec![first];
        let mut declared = Set::new();
        let mut reduced = false;
        for stmt in rest {
            let StmtKind::Let { local, init: Some(Expr { kind, .. }) } = &stmt.kind else { break };
            if let (true, Some((args, words))) = (reduced, self.loads(stmt))
                && taken + words <= most
                && !args.iter().any(|arg| mentions(arg, &declared))
            {
                taken += words;
                together.push(stmt);
                self.early.insert(*local);
            } else {
                declared.insert(*local);
            }
            reduced |= matches!(kind, ExprKind::Tile { op: TileOp::Reduce { .. }, .. });
        }
        if together.len() == 1 {
            return false;
        }
        let mut loads = Vec::new();
        for stmt in together {
            let StmtKind::Let { local, init: Some(Expr { kind, .. }) } = &stmt.kind else { continue };
            let Some(load) = kind.tile_load() else { continue };
            let Some(target) = self.target_of(*local) else { continue };
            self.builder.site = stmt.site;
            self.builder.declare(target.local);
            let Some(loading) = self.begin_load(&target, &load) else { continue };
            loads.push((target, loading));
        }
        let whole =
            loads.iter().fold(Expr::bool(true), |all, (_, loading)| both(all, loading.window.is_whole()));
        let aligned = loads.iter().all(|(_, loading)| loading.window.tensor.aligned);
        self.where_whole(whole, aligned, &mut |this, whole| {
            for (target, loading) in &mut loads {
                loading.window.whole = whole;
                this.load_vectors(target, loading);
            }
        });
        true
    }

    /// Where a statement loads a tile of many registers from a tensor that nothing is stored to: the coordinates,
    /// and the registers.
    fn loads<'a>(&self, stmt: &'a Stmt) -> Option<(&'a [Expr], u64)> {
        let StmtKind::Let { local, init: Some(Expr { kind, .. }) } = &stmt.kind else { return None };
        let ExprKind::Tile { op: TileOp::Load { tensor, by, .. }, args } = kind else { return None };
        let own = self.target_of(*local)?;
        let moves = !self.stored.contains(tensor)
            && !matches!(by, Addressing::Indexed { .. })
            && !self.plan.loads_ahead(*local)
            && !self.kept.contains_key(&own.local)
            && !self.early.contains(local)
            && has_many(&own.layout, own.extents);
        let each = if self.target.packed { own.scalar.size() } else { own.scalar.size().max(4) };
        let bytes = u64::from(own.layout.registers()) * each as u64;
        moves.then_some((args, bytes.div_ceil(4)))
    }
}
