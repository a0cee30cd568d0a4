//! How many registers a thread will need: an estimate, made before anything is lowered.
//!
//! Requires a kernel in normal form and the home of each tile. A tile has registers from the statement that gives it a
//! value to the last that reads that value. To what lives at once comes what a statement needs besides: fragments of
//! factors, a part of a promoted sum, elements that are fetched together, and their addresses.
//!
//! Of 624 texts of the library's kernels and of `benches/plain`, ptxas gives two thirds within a quarter of this, and
//! none less than half. It reads fragments later, or computes an address again, where registers are few. So the
//! estimate is for the choice between plans, not for a report of registers.

use super::Conditions;
use super::layout::{COLUMNS, Layout, ROWS};
use super::plan::{Home, each_of, extents, local_of};
use super::product::{Method, Product, Staged, copy_layout, fragments};
use super::warpgroups::{is_promoted, promoted_columns};
use crate::collections::Set;
use crate::ir::{
    Addressing, Block, Expr, ExprKind, Function, LocalId, Scalar, Stmt, StmtKind, TileOp, Unroll,
};

/// Registers that every kernel needs: the thread's place, tensors, counters, and what is computed of them.
const ALWAYS: u32 = 32;

/// What a tensor that is not aligned takes besides, and all of them together at most: a stride is no literal, and rows
/// end anywhere.
const UNALIGNED: u32 = 4;
const ALL_UNALIGNED: u32 = 16;

/// Elements of a staged tile that a thread loads at once where it moves single ones, each with its address.
const STAGED_AT_ONCE: u32 = 16;

/// Words for each row that a thread copies by its number: the number, how far into the tensor its row is, and where a
/// copy begins.
const ROW: u32 = 5;

/// What the estimate looks at.
#[derive(Clone, Copy)]
pub struct Tiles<'a> {
    pub function: &'a Function,
    pub homes: &'a [Option<Home>],
    pub staged: &'a Staged,
    pub products: &'a [Product],
    /// The products that warpgroups multiply.
    pub grouped: &'a Set<LocalId>,
    pub threads: u32,
    pub target: Conditions,
}

/// Registers of a thread.
pub fn estimate(tiles: Tiles<'_>) -> u32 {
    let mut search = Search { tiles, most: 0 };
    search.block(&tiles.function.body, &mut Set::new());
    let unaligned = UNALIGNED * tiles.target.variant.unaligned.count_ones();
    ALWAYS + unaligned.min(ALL_UNALIGNED) + search.most
}

impl<'a> Tiles<'a> {
    fn layout(&self, tile: LocalId) -> Option<&'a Layout> {
        match self.homes.get(tile.0 as usize)?.as_ref()? {
            Home::Registers(layout) => Some(layout),
            Home::Same(other) => self.layout(*other),
            Home::Splat(_) | Home::Iota(_) | Home::Staged => None,
        }
    }

    /// The tile whose registers a tile has.
    fn home(&self, tile: LocalId) -> LocalId {
        match self.homes.get(tile.0 as usize) {
            Some(Some(Home::Same(other))) => self.home(*other),
            _ => tile,
        }
    }

    /// Registers of a tile. A mask is compared where it is needed.
    fn words(&self, tile: LocalId) -> u32 {
        let scalar = self.function.local(tile).ty.lane().scalar().filter(|scalar| *scalar != Scalar::Bool);
        let (Some(layout), Some(scalar)) = (self.layout(tile), scalar) else { return 0 };
        match scalar.size() as u32 {
            size @ (1 | 2) if self.target.packed => layout.registers().div_ceil(4 / size),
            size => layout.registers() * size.div_ceil(4),
        }
    }

    /// What a statement needs besides tiles that gives a local this value.
    fn besides(&self, local: LocalId, value: &Expr) -> u32 {
        if let Some(rows) = self.numbered_rows(local, value) {
            // A loop of one product copies while it has fragments.
            let fragments = if let [product] = self.products { self.fragments(product.target) } else { 0 };
            return ROW * rows + fragments;
        }
        match &value.kind {
            ExprKind::Tile { op: TileOp::Mma, .. } => self.fragments(local),
            ExprKind::Tile { op: TileOp::Load { .. }, .. }
                if self.staged.tiles.get(&local).is_some_and(|staging| !staging.aligned) =>
            {
                3 * STAGED_AT_ONCE
            }
            _ => 0,
        }
    }

    /// The rows that a thread copies of a staged tile that is loaded so, by number.
    fn numbered_rows(&self, local: LocalId, value: &Expr) -> Option<u32> {
        let by_number = matches!(value.kind.tile_load()?.by, Addressing::Indexed { .. });
        let staging = self.staged.tiles.get(&local).filter(|staging| staging.aligned && by_number)?;
        Some(copy_layout(staging, self.threads).slice(COLUMNS).registers())
    }

    /// Registers for a step of a product's factors.
    fn fragments(&self, target: LocalId) -> u32 {
        let product = self.products.iter().find(|product| product.target == target);
        let (Some(product), Some(layout)) = (product, self.layout(target)) else { return 0 };
        let left_is_held = self.staged.resolve(product.left).is_none();
        if self.grouped.contains(&target) {
            let depth = extents(&self.function.local(product.left).ty).map_or(0, |[_, depth]| depth);
            let part = promoted_columns(product.extents[COLUMNS]) / 2;
            let promoted = if is_promoted(self.function, product.scalar) { part } else { 0 };
            return promoted + if left_is_held { depth / 4 } else { 0 };
        }
        match (product.method(self.target.arch), fragments(layout)) {
            (Method::Tensor, Some(found)) => {
                // A loop of one product reads the next step's while it multiplies.
                let sets = if self.products.len() == 1 && !left_is_held { 2 } else { 1 };
                sets * (found.high + found.wide.div_ceil(2)) * 4 * product.words()
            }
            _ => {
                let own =
                    |axis: usize| layout.axes[axis].registers().map(|digit| digit.size).product::<u32>();
                (own(ROWS) + own(COLUMNS)) * product.words()
            }
        }
    }
}

/// Goes through the text backward, with the tiles that are read later.
struct Search<'a> {
    tiles: Tiles<'a>,
    /// Most registers that are needed at once.
    most: u32,
}

impl Search<'_> {
    fn block(&mut self, block: &Block, live: &mut Set<LocalId>) {
        block.0.iter().rev().for_each(|stmt| self.stmt(stmt, live));
    }

    fn stmt(&mut self, stmt: &Stmt, live: &mut Set<LocalId>) {
        match &stmt.kind {
            StmtKind::For { unroll: Unroll::Each, body, .. } => {
                let (target, _) = each_of(body);
                self.step(target, self.fetched(target, body), live, &mut |this, live| {
                    body.walk(&mut |stmt| stmt.for_each_expr(&mut |expr| this.read(expr, live)));
                });
            }
            StmtKind::Let { local, init: Some(init) } => {
                let besides = self.tiles.besides(*local, init);
                self.step(Some(*local), besides, live, &mut |this, live| this.read(init, live));
            }
            StmtKind::Assign { place, value, .. } => {
                let besides = self.tiles.besides(place.base, value);
                self.step(Some(place.base), besides, live, &mut |this, live| this.read(value, live));
            }
            StmtKind::Let { init: None, .. }
            | StmtKind::Eval(_)
            | StmtKind::If { .. }
            | StmtKind::Loop { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_)
            | StmtKind::Fail { .. }
            | StmtKind::Print { .. } => {
                let after = live.clone();
                // A turn of a loop may read what the turn before leaves.
                for _ in 0..=usize::from(stmt.loop_body().is_some()) {
                    for block in stmt.blocks() {
                        let mut before = live.clone();
                        before.extend(after.iter().copied());
                        self.block(block, &mut before);
                        live.extend(before);
                    }
                }
                self.step(None, 0, live, &mut |this, live| {
                    stmt.for_each_expr(&mut |expr| this.read(expr, live));
                });
            }
        }
    }

    /// A statement that gives `target` its value, with what it reads.
    fn step(
        &mut self,
        target: Option<LocalId>,
        besides: u32,
        live: &mut Set<LocalId>,
        read: &mut dyn FnMut(&Self, &mut Set<LocalId>),
    ) {
        if let Some(target) = target.filter(|target| self.tiles.layout(*target).is_some()) {
            live.insert(self.tiles.home(target));
            self.count(live, besides);
            live.remove(&self.tiles.home(target));
        }
        read(self, live);
        self.count(live, besides);
    }

    fn count(&mut self, live: &Set<LocalId>, besides: u32) {
        let alive: u32 = live.iter().map(|tile| self.tiles.words(*tile)).sum();
        self.most = self.most.max(alive + besides);
    }

    fn read(&self, expr: &Expr, live: &mut Set<LocalId>) {
        expr.walk(&mut |expr| {
            live.extend(
                local_of(expr)
                    .filter(|tile| self.tiles.layout(*tile).is_some())
                    .map(|tile| self.tiles.home(tile)),
            );
        });
    }

    /// What a loop over elements needs: those that it fetches from tensors, and their addresses.
    fn fetched(&self, target: Option<LocalId>, body: &Block) -> u32 {
        let mut fetches = 0;
        body.walk_operands(&mut |expr| {
            fetches += u32::from(matches!(expr.kind, ExprKind::Tile { op: TileOp::Fetch { .. }, .. }));
        });
        fetches * 2 * target.and_then(|target| self.tiles.layout(target)).map_or(0, Layout::registers)
    }
}
