//! Statements on large tiles of one layout, as one loop over registers.
//!
//! A run of loads, element-wise work and a store at its end, all of one layout, beside a tile that is there
//! already, is done vector by vector and not statement by statement. What is there only to be used once, such as
//! the weights beside a long row or a mask, then takes a few registers and not as many as the row. Every
//! element keeps its thread and register, so only the order changes; a tensor that the kernel stores to is not
//! loaded in such a run.

use super::builder::{both, is_literal};
use super::load::{Loading, Window};
use super::place::Position;
use super::store::Storing;
use super::{Destination, Lowerer, Operand, Value};
use crate::collections::{Map, Set};
use crate::intrinsics::Reduce;
use crate::ir::{Expr, ExprKind, LocalId, SiteId, Stmt, StmtKind, TileOp};
use crate::passes::tile::layout::{COLUMNS, Layout, ROWS};
use crate::passes::tile::plan::{Home, axis_of, local_of};

/// Registers of a tile in a thread from which on its statements are brought together. Of fewer, all find room.
const MANY_REGISTERS: u32 = 32;

/// A statement of a run.
enum Step<'a> {
    Load(Destination, Loading),
    Compute(Destination, &'a Expr, Map<LocalId, Operand>),
    Store(Storing),
}

impl Step<'_> {
    fn window(&self) -> Option<&Window> {
        match self {
            Step::Load(_, loading) => Some(&loading.window),
            Step::Store(storing) => Some(&storing.window),
            Step::Compute(..) => None,
        }
    }

    fn set_whole(&mut self, whole: bool) {
        match self {
            Step::Load(_, loading) => loading.window.whole = whole,
            Step::Store(storing) => storing.window.whole = whole,
            Step::Compute(..) => {}
        }
    }
}

/// A reduction of what a run makes.
struct Summed {
    target: Destination,
    total: Destination,
    op: Reduce,
    axis: usize,
    from: Operand,
    layout: Layout,
}

/// What is known of a run while it is collected.
#[derive(Default)]
struct Run<'a> {
    /// The layout and extents of all of it, once a statement has some.
    of: Option<(Layout, [u32; 2])>,
    steps: Vec<(SiteId, Step<'a>)>,
    /// The tile's locals that it gives values to.
    written: Set<LocalId>,
}

impl Lowerer<'_> {
    /// Lowers the run that the statements begin with, and tells how many statements that were; 0 where there is none.
    pub(super) fn fused(&mut self, stmts: &[Stmt]) -> usize {
        let length = self.run_length(stmts);
        if length == 0 {
            return 0;
        }
        let mut run = Run::default();
        for stmt in &stmts[..length] {
            self.builder.site = stmt.site;
            self.collect(&mut run, stmt);
        }
        let whole = run
            .steps
            .iter()
            .filter_map(|(_, step)| step.window())
            .fold(Expr::bool(true), |all, window| both(all, window.is_whole()));
        let mut masks = Set::new();
        for (_, step) in &run.steps {
            if let Step::Compute(_, tree, _) = step {
                self.deciding(tree, &mut masks);
            }
        }
        let whole = masks.iter().filter_map(|mask| self.mask_holds(*mask)).fold(whole, both);
        let loads = run.steps.iter().any(|(_, step)| matches!(step, Step::Load(..)));
        // A sum of what the run makes belongs to it, or both would be there at once.
        let summed = if masks.is_empty() { None } else { self.summed(&stmts[length..], &run) };
        let mut windows = run.steps.iter().filter_map(|(_, step)| step.window());
        let many = (loads || summed.is_some())
            && windows.all(|window| window.tensor.aligned)
            && run.of.as_ref().is_some_and(|(layout, extents)| has_many(layout, *extents));
        self.where_whole(whole, many, &mut |this, whole| {
            for (_, step) in &mut run.steps {
                step.set_whole(whole);
            }
            let before = std::mem::take(&mut this.hold);
            if whole {
                this.hold = masks.clone();
            }
            this.run(&run);
            this.hold = before;
            if let Some(Summed { total, op, axis, from, layout, .. }) = &summed {
                this.fold_registers(*op, total, *axis, from, layout);
            }
        });
        let Some(Summed { target, total, op, axis, layout, .. }) = summed else { return length };
        self.builder.site = stmts[length].site;
        self.combine_threads(&target, op, axis, &layout, &total);
        length + 1
    }

    /// The reduction that the statements begin with, of what a run makes.
    fn summed(&mut self, stmts: &[Stmt], run: &Run<'_>) -> Option<Summed> {
        let StmtKind::Let { local, init: Some(init) } = &stmts.first()?.kind else { return None };
        let ExprKind::Tile { op: TileOp::Reduce { op, axis }, args } = &init.kind else { return None };
        let tile = args.first().and_then(local_of).filter(|tile| run.written.contains(tile))?;
        let target = self.target_of(*local)?;
        let from = self.operand(tile);
        let Value::Registers(source, layout) = from.value.clone() else { return None };
        let (op, axis) = (*op, axis_of(&args[0].ty, *axis));
        self.builder.declare(target.local);
        let total = self.total_of(&target, op, axis, (source, &layout, from.scalar));
        Some(Summed { target, total, op, axis, from, layout })
    }

    /// What loads tiles, once for where tensors have all of them, if it is of many vectors ([`has_many`]). There
    /// nothing is asked of each vector, and loads come as early as registers allow.
    pub(super) fn where_whole(&mut self, whole: Expr, many: bool, load: &mut dyn FnMut(&mut Self, bool)) {
        if !many || is_literal(&whole) {
            return load(self, false);
        }
        let [then, otherwise] = [true, false].map(|whole| {
            self.builder.begin_block();
            load(self, whole);
            self.builder.end_block()
        });
        self.builder.push(StmtKind::If { condition: whole, then, otherwise });
    }

    /// The loop over registers.
    fn run(&mut self, run: &Run<'_>) {
        let Some((layout, _)) = &run.of else { return };
        if let Some((site, Step::Store(storing))) = run.steps.last()
            && let Some(panels) = &storing.panels
        {
            let steps = &run.steps[..run.steps.len() - 1];
            return self.store_panels(storing, panels, &mut |this, position| {
                this.steps(steps, position);
                this.builder.site = *site;
            });
        }
        let position = self.begin_registers(layout, layout.vector());
        self.steps(&run.steps, &position);
        self.end_position(&position);
    }

    /// What is done with a vector of registers.
    fn steps(&mut self, steps: &[(SiteId, Step<'_>)], position: &Position) {
        for (site, step) in steps {
            self.builder.site = *site;
            let each = match step {
                Step::Load(_, loading) => loading.chunk,
                Step::Compute(..) => 1,
                Step::Store(storing) => storing.chunk,
            };
            let turn = self.builder.begin_for("k", position.layout.vector() / each, true);
            let at = position.within(&turn, each);
            match step {
                Step::Load(target, loading) => self.load_at(target, loading, &at),
                Step::Compute(target, tree, leaves) => self.compute_at(target, tree, leaves, &at),
                Step::Store(storing) => self.store_at(storing, &at),
            }
            self.builder.end();
        }
    }

    /// How many statements from the first one on are a run that is worth it.
    fn run_length(&self, stmts: &[Stmt]) -> usize {
        let mut of = None;
        let mut written = Set::new();
        let (mut length, mut steps, mut loads, mut beside) = (0, 0, false, false);
        for (number, stmt) in stmts.iter().enumerate() {
            let Some(role) = self.role(stmt, &mut of, &written) else { break };
            match role {
                Role::Before => continue,
                Role::Load => loads = true,
                Role::Compute => beside |= self.reads_large(stmt, &written),
                Role::Nothing | Role::Store => {}
            }
            if let Some(local) = written_by(stmt) {
                written.insert(local);
            }
            steps += usize::from(role != Role::Nothing);
            length = number + 1;
            if role == Role::Store {
                break;
            }
        }
        // What is loaded beside nothing else had better be on its way at once.
        if steps > 1 && (beside || !loads) { length } else { 0 }
    }

    /// Whether a statement reads a tile of many registers that was there before the run.
    fn reads_large(&self, stmt: &Stmt, written: &Set<LocalId>) -> bool {
        let StmtKind::Let { init: Some(init), .. } = &stmt.kind else { return false };
        let (mut leaves, mut coordinates) = (Map::new(), false);
        self.leaves(init, &mut leaves, &mut coordinates);
        leaves.into_iter().any(|(local, leaf)| match leaf.value {
            Value::Registers(_, layout) => layout.registers() >= MANY_REGISTERS && !written.contains(&local),
            Value::Splat(_) | Value::Iota(_) => false,
        })
    }

    /// What a statement would be in a run whose tiles have this layout and extents; `None` where it ends it.
    fn role(&self, stmt: &Stmt, of: &mut Option<(Layout, [u32; 2])>, written: &Set<LocalId>) -> Option<Role> {
        let (local, value) = match &stmt.kind {
            StmtKind::Let { local, .. } if self.early.contains(local) => return Some(Role::Nothing),
            StmtKind::Let { local, init: Some(init) } => (*local, init),
            StmtKind::Eval(Expr { kind: ExprKind::Tile { op: TileOp::Store { .. }, args }, .. }) => {
                let tile = args.last().and_then(local_of)?;
                let own = self.target_of(tile)?;
                return (written.contains(&tile) && agrees(of, &own)).then_some(Role::Store);
            }
            _ => return None,
        };
        if self.tile.local(local).ty.shape().is_none() {
            let free = !mentions(value, written) && !matches!(value.kind, ExprKind::Tile { .. });
            return free.then_some(Role::Before);
        }
        match &self.homes[local.0 as usize] {
            Some(Home::Same(_)) => return Some(Role::Nothing),
            Some(Home::Registers(_)) => {}
            _ => return None,
        }
        let target = self.target_of(local)?;
        match &value.kind {
            ExprKind::Tile { op: TileOp::Load { tensor, .. }, .. } => {
                let alone = !self.stored.contains(tensor) && !self.plan.loads_ahead(local);
                (alone && agrees(of, &target)).then_some(Role::Load)
            }
            ExprKind::Tile { op: TileOp::Iota { .. } | TileOp::Broadcast, .. } => None,
            ExprKind::Tile { .. } => None,
            _ => {
                let (mut leaves, mut coordinates) = (Map::new(), false);
                self.leaves(value, &mut leaves, &mut coordinates);
                let readable = leaves.values().all(|leaf| Self::is_readable(leaf, &target.layout));
                if !readable {
                    return None;
                }
                if agrees(of, &target) {
                    return Some(Role::Compute);
                }
                let free = leaves.keys().all(|leaf| !written.contains(leaf));
                (free && target.layout.registers() < MANY_REGISTERS).then_some(Role::Before)
            }
        }
    }

    /// Does what comes before the loop, and notes what is in it.
    fn collect<'a>(&mut self, run: &mut Run<'a>, stmt: &'a Stmt) {
        let Some(role) = self.role(stmt, &mut run.of, &run.written) else { return };
        if role == Role::Before {
            return self.stmt(stmt);
        }
        let target = written_by(stmt);
        if target.is_some_and(|local| self.early.remove(&local)) {
            return;
        }
        run.written.extend(target.as_ref());
        if target.is_some_and(|local| self.unread.contains(&local)) {
            return;
        }
        let step = match &stmt.kind {
            StmtKind::Let { local, init: Some(init) } => {
                let Some(target) = self.target_of(*local) else { return };
                self.builder.declare(target.local);
                match init.kind.tile_load() {
                    Some(load) => {
                        let Some(loading) = self.begin_load(&target, &load) else { return };
                        Step::Load(target, loading)
                    }
                    None => {
                        let (mut leaves, mut coordinates) = (Map::new(), false);
                        self.leaves(init, &mut leaves, &mut coordinates);
                        Step::Compute(target, init, leaves)
                    }
                }
            }
            StmtKind::Eval(Expr { kind: ExprKind::Tile { op: TileOp::Store { tensor }, args }, .. }) => {
                let Some(storing) = self.begin_store(*tensor, args) else { return };
                Step::Store(storing)
            }
            _ => return,
        };
        run.steps.push((stmt.site, step));
    }
}

/// Whether a tile has many registers in a thread, none of which reaches beyond it.
pub(super) fn has_many(layout: &Layout, extents: [u32; 2]) -> bool {
    let padded = |axis: usize| layout.is_padded(axis, extents[axis]);
    layout.registers() >= MANY_REGISTERS && !padded(ROWS) && !padded(COLUMNS)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Comes before the run, with which it has nothing to do.
    Before,
    /// Takes no code.
    Nothing,
    Load,
    Compute,
    Store,
}

/// Whether a tile is of the run's layout and extents, which the first of many registers sets.
fn agrees(of: &mut Option<(Layout, [u32; 2])>, target: &Destination) -> bool {
    match of {
        Some((layout, extents)) => *layout == target.layout && *extents == target.extents,
        None if target.layout.registers() >= MANY_REGISTERS => {
            *of = Some((target.layout.clone(), target.extents));
            true
        }
        None => false,
    }
}

/// The local that a statement declares.
fn written_by(stmt: &Stmt) -> Option<LocalId> {
    match &stmt.kind {
        StmtKind::Let { local, .. } => Some(*local),
        _ => None,
    }
}

pub(super) fn mentions(expr: &Expr, locals: &Set<LocalId>) -> bool {
    expr.any(&mut |expr| matches!(&expr.kind, ExprKind::Load(place) if locals.contains(&place.base)))
}

impl Position {
    /// The turn of a loop over parts of this turn's vector, of so many elements each.
    fn within(&self, turn: &Expr, each: u32) -> Position {
        use super::builder::{add, times};
        let mut counters = self.counters.clone();
        for (axis, digit, counter) in &mut counters {
            if *axis == COLUMNS && digit.div == 1 && digit.stride == 1 {
                *counter = add(counter.clone(), times(turn.clone(), each));
            }
        }
        Position { layout: self.layout.clone(), counters, flat: None, depth: 0 }
    }
}
