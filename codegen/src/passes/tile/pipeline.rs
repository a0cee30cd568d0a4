//! Loops whose loads run ahead: while a turn computes, the tiles of the next turns are on their way to shared memory.
//!
//! A counted loop qualifies where its body loads staged tiles ([`super::product`]) of which every turn's
//! coordinates can be computed before its turn ([`super::coordinates`]). The tensor is not written by the kernel, so
//! that a load that comes early finds the same. Every turn loads, and ends at the end of the body.

use super::coordinates::{assigned, early, is_written, mentions, read_by, setup, writes};
use super::layout::Layout;
use super::multiples::Multiples;
use super::plan::{Home, extents};
use super::product::{Staged, Staging};
use super::reuse::reuse;
use super::{Conditions, boxes, normal};
use crate::collections::{Map, Set};
use crate::intrinsics::TensorMap;
use crate::ir::{
    Addressing, Block, Expr, ExprKind, FloatText, Function, LabelId, Literal, LocalId, Scalar, Stmt,
    StmtKind, TileLoad, Type, Unroll,
};

/// Most turns under way where the kernel does not say how many.
const MOST_STAGES: u32 = 4;

/// A loop whose loads run ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipeline {
    /// Turns that have buffers: this one, and those whose loads are under way.
    pub stages: u32,
    pub loads: Vec<Ahead>,
    /// What only the loads' setups read, so that turns don't compute it.
    pub only_setup: Set<LocalId>,
}

impl Pipeline {
    /// Whether TMA loads tiles: all, or all but those that threads copy.
    pub fn has_boxes(&self) -> bool {
        self.loads.iter().any(|load| load.map.is_some())
    }

    /// Whether threads copy tiles.
    pub fn has_copies(&self) -> bool {
        self.loads.iter().any(|load| load.map.is_none())
    }

    /// Whether this tile is loaded ahead.
    pub fn has(&self, tile: LocalId) -> bool {
        self.loads.iter().any(|load| load.tile == tile)
    }

    /// Whether turns leave a statement out: a load that was begun before, or what only setups read.
    pub fn leaves_out(&self, stmt: &Stmt) -> bool {
        let loads = matches!(&stmt.kind, StmtKind::Let { local, .. } if self.has(*local));
        loads
            || self.loads.iter().any(|load| load.setup.contains(stmt))
                && writes(stmt).is_subset(&self.only_setup)
    }
}

/// A load of a pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Ahead {
    /// The staged tile.
    pub tile: LocalId,
    pub tensor: LocalId,
    /// How its coordinates are counted.
    pub by: Addressing,
    /// Its coordinates, by the counter, what does not change in the loop, and what `setup` computes.
    pub coordinates: Vec<Expr>,
    /// Statements of the loop's body that run with the load, in the turn that begins it.
    pub setup: Vec<Stmt>,
    /// Whether vectors of 16 bytes of the tensor's rows stay whole in the tile, so that copies can load it.
    pub vectors: bool,
    /// What TMA loads it by.
    pub map: Option<TensorMap>,
}

/// What bounds the number of stages.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// What a block can have of shared memory, in bytes.
    pub shared: u64,
    pub stages: u32,
    /// Blocks that registers allow a multiprocessor to have at once, which then share its memory.
    pub blocks: u64,
    /// Blocks that may share a tile.
    pub cluster: u32,
}

/// Bytes of shared memory that are left for what reductions exchange.
const EXCHANGES: u64 = 8192;

/// No loop's counter.
pub const NO_COUNTER: LocalId = LocalId(u32::MAX);

/// Finds the loops, lets those that follow each other share memory, and gives their tiles as many buffers as they
/// have stages.
pub fn pipelines(
    function: &Function,
    staged: &mut Staged,
    target: Conditions,
    limits: Limits,
) -> Map<LabelId, Pipeline> {
    let mut found = Map::new();
    // Machines before sm_80 copy through registers only.
    if target.arch < 80 {
        reuse(function, staged, &Set::new());
        return found;
    }
    let mut loops = Search::new(function, target, Wanted::Staged(staged)).loops();
    for (_, loads) in &mut loops {
        loads.retain(|load| load.vectors);
    }
    loops.retain(|(_, loads)| !loads.is_empty());
    boxes::assign(function, staged, target, &mut loops);
    // TMA rounds what it copies, threads don't.
    let rounds = |load: &Ahead| staged.tiles.get(&load.tile).is_some_and(Staging::rounds);
    for (_, loads) in &mut loops {
        loads.retain(|load| load.map.is_some() || !rounds(load));
    }
    loops.retain(|(_, loads)| !loads.is_empty());
    // A tile is loaded ahead by the innermost loop around it only, and each body lists its own tiles.
    let pipelined: Set<LocalId> =
        loops.iter().flat_map(|(_, loads)| loads.iter().map(|load| load.tile)).collect();
    reuse(function, staged, &pipelined);
    // Of memory that several tiles have, all stages count where one of them is loaded ahead.
    let staging: Set<LocalId> = pipelined.iter().map(|tile| staged.owner(*tile)).collect();
    let resident = staged.bytes(&|tile| !staging.contains(&staged.owner(tile)));
    let turn = staged.bytes(&|tile| staging.contains(&staged.owner(tile)));
    let fit = |bytes: u64| bytes.saturating_sub(resident) / turn.max(1);
    let stages = match function.attrs.tile.and_then(|hints| hints.stages) {
        Some(stages) => u64::from(stages).min(fit(limits.shared)),
        // Blocks of one multiprocessor hide each other's waits; two stages are worth more than that.
        None => match fit(limits.shared / limits.blocks - 1024) {
            0 | 1 => fit(limits.shared).min(2),
            stages => stages.min(u64::from(MOST_STAGES)),
        },
    };
    let stages = u32::try_from(stages).unwrap_or(u32::MAX).min(limits.stages);
    if stages < 2 {
        return found;
    }
    for (label, loads) in loops {
        for load in &loads {
            if let Some(staging) = staged.tiles.get_mut(&load.tile) {
                staging.stages = stages;
            }
        }
        let only_setup = only_setup(function, &loads);
        found.insert(label, Pipeline { stages, loads, only_setup });
    }
    found
}

/// The load of the staged tile that a loop could begin ahead of its turn, if shared memory had room for it.
pub fn can_run_ahead(
    function: &Function,
    staged: &Staged,
    tile: LocalId,
    target: Conditions,
) -> Option<Ahead> {
    let loops = Search::new(function, target, Wanted::Staged(staged)).loops();
    loops.into_iter().flat_map(|(_, loads)| loads).find(|load| load.tile == tile)
}

/// Registers of a tile in a thread from which on its loads are worth places of their own in shared memory: a block
/// with as many has few others beside it that could hide a wait.
const OWN_REGISTERS: u32 = 32;

/// What loops hold for their threads: loads of tiles in registers that run a turn ahead, and those of every turn's
/// from the same place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    pub ahead: Map<LabelId, Vec<Ahead>>,
    /// What every turn loads from the same place.
    pub again: Map<LabelId, Vec<Ahead>>,
    /// Those of it that are loaded once, before the loop, to places of their own in shared memory, since all of the
    /// loop's find room there.
    pub kept: Map<LabelId, Vec<Ahead>>,
}

impl Own {
    /// Whether as many tiles are loaded ahead, and again.
    pub fn holds_as_many(&self, other: &Own) -> bool {
        let count = |own: &Own| [&own.ahead, &own.again].map(|loads| loads.values().flatten().count());
        count(self) == count(other)
    }

    /// Whether all that is loaded again and again is loaded once.
    pub fn keeps_all(&self) -> bool {
        self.again.keys().all(|label| self.kept.contains_key(label))
    }
}

/// Finds the loops whose loads of tiles in registers run a turn ahead, and what they load again and again.
pub fn own(
    function: &Function,
    (homes, staged, pipelines): (&[Option<Home>], &Staged, &Map<LabelId, Pipeline>),
    block: u32,
    target: Conditions,
    limits: Limits,
) -> Own {
    // What stages there are have shared memory to themselves.
    let mut own = Own::default();
    if target.arch < 80 || !pipelines.is_empty() || !staged.tiles.is_empty() {
        return own;
    }
    let search = Search::new(function, target, Wanted::InRegisters(homes));
    // Beside them there is what reductions exchange.
    let mut room = (limits.shared / limits.blocks.max(1)).saturating_sub(EXCHANGES);
    for (label, mut loads) in search.loops() {
        loads.retain(|load| {
            let bytes = search.register_bytes(load.tile) * u64::from(block);
            let fits = bytes <= room;
            room -= if fits { bytes } else { 0 };
            fits
        });
        if !loads.is_empty() {
            own.ahead.insert(label, loads);
        }
    }
    for (label, loads) in search.again(&own.ahead) {
        let bytes: u64 = loads.iter().map(|load| search.register_bytes(load.tile) * u64::from(block)).sum();
        // A part would leave less to the cache, which may have as much of them.
        if bytes <= room {
            room -= bytes;
            own.kept.insert(label, loads.clone());
        }
        own.again.insert(label, loads);
    }
    own
}

/// The loads that a search is for.
enum Wanted<'a> {
    Staged(&'a Staged),
    InRegisters(&'a [Option<Home>]),
}

struct Search<'a> {
    function: &'a Function,
    target: Conditions,
    wanted: Wanted<'a>,
    /// By local: keeps the value that it begins with.
    stable: Vec<bool>,
    multiples: Multiples,
}

impl<'a> Search<'a> {
    fn new(function: &'a Function, target: Conditions, wanted: Wanted<'a>) -> Search<'a> {
        let stable = normal::stable(function, &function.body);
        Search { function, target, wanted, stable, multiples: Multiples::new(function) }
    }

    /// The loops of the kernel's own statements, and what each loads again and again: from a place that is the same
    /// in all turns, of a tensor that nobody may write to while the kernel runs.
    fn again(&self, ahead: &Map<LabelId, Vec<Ahead>>) -> Vec<(LabelId, Vec<Ahead>)> {
        let mut loops = Vec::new();
        for stmt in &self.function.body.0 {
            let StmtKind::For { label, local, body, unroll, .. } = &stmt.kind else { continue };
            if *unroll == Unroll::Each {
                continue;
            }
            let mut assigned = assigned(body);
            assigned.insert(*local);
            let mut given = Map::new();
            let mut loads = Vec::new();
            // Whoever waits for the tiles that come ahead has waited for these.
            let mut waited = !ahead.contains_key(label);
            for stmt in &body.0 {
                let StmtKind::Let { local: declared, init: Some(init) } = &stmt.kind else { continue };
                if let Some(load) = init.kind.tile_load() {
                    let early = |arg: &Expr| early(arg, NO_COUNTER, &given, &assigned);
                    let zeros = load.pad.is_none_or(is_zero);
                    let shared =
                        matches!(self.function.local(load.tensor).ty, Type::Tensor { mutable: false, .. });
                    let runs_ahead =
                        ahead.get(label).is_some_and(|loads| loads.iter().any(|load| load.tile == *declared));
                    waited |= runs_ahead;
                    if waited
                        && !runs_ahead
                        && zeros
                        && shared
                        && self.stable[declared.0 as usize]
                        && self.can_run_ahead(*declared, &load)
                        && let Some(coordinates) = load.coordinates.iter().map(early).collect()
                    {
                        loads.push(self.ahead(*declared, &load, coordinates, Vec::new()));
                    }
                } else if init.ty.scalar().is_some()
                    && self.stable[declared.0 as usize]
                    && let Some(early) = early(init, NO_COUNTER, &given, &assigned)
                {
                    given.insert(*declared, early);
                }
            }
            if !loads.is_empty() {
                loops.push((*label, loads));
            }
        }
        loops
    }

    fn loops(&self) -> Vec<(LabelId, Vec<Ahead>)> {
        let mut loops = Vec::new();
        self.function.body.walk(&mut |stmt| {
            if let Some(ahead) = self.qualifies(stmt) {
                loops.push(ahead);
            }
        });
        loops
    }

    /// Bytes of a thread's registers of a tile.
    fn register_bytes(&self, tile: LocalId) -> u64 {
        let size = self.function.local(tile).ty.lane().scalar().map_or(0, |scalar| scalar.size() as u64);
        self.layout(tile).map_or(0, |layout| u64::from(layout.registers()) * size)
    }

    fn layout(&self, tile: LocalId) -> Option<&Layout> {
        match &self.wanted {
            Wanted::InRegisters(homes) => match homes.get(tile.0 as usize)? {
                Some(Home::Registers(layout)) => Some(layout),
                _ => None,
            },
            Wanted::Staged(_) => None,
        }
    }

    /// The loads that can run ahead, where the statement is a loop with some.
    fn qualifies(&self, stmt: &Stmt) -> Option<(LabelId, Vec<Ahead>)> {
        let StmtKind::For { label, local, inclusive: false, step, reversed: false, body, .. } = &stmt.kind
        else {
            return None;
        };
        let counter = self.function.local(*local).ty.scalar();
        let counts = counter.is_some_and(|scalar| scalar.is_unsigned_int() && scalar.size() >= 4);
        // A few turns of it must be a number of the counter's type.
        let is_short = |step: &Expr| matches!(step.kind, ExprKind::Literal(Literal::Int(1..=0xff_ffff)));
        let assigned = assigned(body);
        let steps = match (&self.wanted, step) {
            (_, None) => true,
            (Wanted::Staged(_), Some(step)) => is_short(step),
            (Wanted::InRegisters(_), Some(step)) => early(step, *local, &Map::new(), &assigned).is_some(),
        };
        if !counts || !steps || jumps(body) {
            return None;
        }
        let mut given = Map::new();
        let mut loads = Vec::new();
        for (at, stmt) in body.0.iter().enumerate() {
            let StmtKind::Let { local: declared, init: Some(init) } = &stmt.kind else { continue };
            if let Some(load) = init.kind.tile_load()
                && self.can_run_ahead(*declared, &load)
            {
                let early = |arg: &Expr| early(arg, *local, &given, &assigned);
                let early = load.coordinates.iter().map(early).collect::<Option<Vec<Expr>>>();
                if let (Wanted::Staged(_), Some([rows, _])) = (&self.wanted, extents(&init.ty))
                    && !early.as_deref().is_some_and(are_short)
                    && let before = (&body.0[..at], load.coordinates)
                    && let Some(setup) = setup(self.function, before, *local, &assigned, rows)
                {
                    loads.push(self.ahead(*declared, &load, load.coordinates.to_vec(), setup));
                } else if let Some(coordinates) = early
                    && self.is_wanted_ahead(&coordinates, *local)
                {
                    loads.push(self.ahead(*declared, &load, coordinates, Vec::new()));
                }
            } else if init.ty.scalar().is_some()
                && self.stable[declared.0 as usize]
                && let Some(early) = early(init, *local, &given, &assigned)
            {
                given.insert(*declared, early);
            }
        }
        (!loads.is_empty()).then_some((*label, loads))
    }

    /// What is the same in every turn is better kept than loaded anew, where a thread does so for itself.
    fn is_wanted_ahead(&self, coordinates: &[Expr], counter: LocalId) -> bool {
        match self.wanted {
            Wanted::Staged(_) => true,
            Wanted::InRegisters(_) => coordinates.iter().any(|coordinate| mentions(coordinate, counter)),
        }
    }

    fn can_run_ahead(&self, local: LocalId, load: &TileLoad<'_>) -> bool {
        let ty = &self.function.local(local).ty;
        let size = ty.lane().scalar().map_or(0, Scalar::size);
        let wanted = match self.wanted {
            // Where copies cannot load it, TMA may.
            Wanted::Staged(staged) => load.pad.is_none_or(is_zero) && staged.tiles.contains_key(&local),
            // Rows by numbers would need those numbers in the layout of each tile.
            Wanted::InRegisters(_) => {
                !matches!(load.by, Addressing::Indexed { .. })
                    && self.multiples.in_vectors(load, size)
                    && self.layout(local).is_some_and(|layout| {
                        layout.registers() >= OWN_REGISTERS && layout.vector() * size as u32 >= 16
                    })
            }
        };
        wanted
            && self.target.is_aligned(self.function, load.tensor)
            && moves_in_vectors(ty)
            && !is_written(self.function, load.tensor)
    }

    fn ahead(&self, tile: LocalId, load: &TileLoad<'_>, coordinates: Vec<Expr>, setup: Vec<Stmt>) -> Ahead {
        let size = self.function.local(tile).ty.lane().scalar().map_or(0, Scalar::size);
        let vectors = self.multiples.in_vectors(load, size);
        Ahead { tile, tensor: load.tensor, by: load.by, coordinates, setup, vectors, map: None }
    }
}

/// Most operators of coordinates that are written out. What longer ones share is better computed once.
const MOST_OPERATORS: usize = 32;

fn are_short(coordinates: &[Expr]) -> bool {
    let mut operators = 0;
    for coordinate in coordinates {
        coordinate.walk(&mut |_| operators += 1);
    }
    operators <= MOST_OPERATORS
}

/// What the setups of a loop's loads compute, and nothing else of the kernel uses.
fn only_setup(function: &Function, loads: &[Ahead]) -> Set<LocalId> {
    let mut only: Set<LocalId> = loads.iter().flat_map(|load| &load.setup).flat_map(writes).collect();
    loop {
        let pipeline = Pipeline { stages: 1, loads: loads.to_vec(), only_setup: only.clone() };
        let mut used = Set::new();
        used_outside(&function.body, &pipeline, &mut used);
        only.retain(|local| !used.contains(local));
        if only.len() == pipeline.only_setup.len() {
            return only;
        }
    }
}

/// What statements use that the turns of a loop don't leave out.
fn used_outside(block: &Block, pipeline: &Pipeline, used: &mut Set<LocalId>) {
    for stmt in block.0.iter().filter(|stmt| !pipeline.leaves_out(stmt)) {
        if let StmtKind::Assign { place, .. } = &stmt.kind {
            used.insert(place.base);
        }
        stmt.for_each_expr(&mut |expr| read_by(expr, used));
        stmt.blocks().into_iter().for_each(|inner| used_outside(inner, pipeline, used));
    }
}

/// Whether a tile's rows are whole vectors of 16 bytes, wherever it lies in a tensor that promises as much.
pub fn moves_in_vectors(ty: &Type) -> bool {
    let (Some([_, columns]), Some(scalar)) = (extents(ty), ty.lane().scalar()) else { return false };
    (u64::from(columns) * scalar.size() as u64).is_multiple_of(16)
}

/// Whether the padding is zero.
pub fn is_zero(pad: &Expr) -> bool {
    let ExprKind::Literal(literal) = &pad.kind else { return false };
    match literal {
        Literal::Float(FloatText(text)) => text.parse() == Ok(0.0f64) && !text.starts_with('-'),
        Literal::Int(value) => *value == 0,
        Literal::Bool(value) => !value,
    }
}

/// Whether something in the block leaves it before its end, or a turn of it.
pub fn jumps(block: &Block) -> bool {
    let mut own = Set::new();
    block.any(&mut |stmt| {
        own.extend(stmt.label());
        match &stmt.kind {
            StmtKind::Break(label) | StmtKind::Continue(label) => !own.contains(label),
            kind => matches!(kind, StmtKind::Return(_)),
        }
    })
}
