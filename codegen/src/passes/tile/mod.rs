//! From a tile kernel to SIMT code: the tile compiler.
//!
//! Takes a closed, verified module whose kernel is a tile kernel, and a target; guarantees a verified SIMT module
//! with one kernel, whose block shape is fixed and whose tensors have become slices with extents and strides (see
//! [`crate::abi`]). The same input gives the same module. An error says which resource is exhausted.
//!
//! The passes, in order, each in a module of its own:
//!
//! 1. `inline`: one function; `aggregates`: no tuples of tiles; `transposed_loads`: tensors whose columns lie one
//!    after another; `order`: which tile a block has; `float8`: products as the GPU has them.
//! 2. `normal`: one operation on tiles a statement; `transposed_products`: products of which only the transpose is
//!    used; `copies`: no statement is a mere copy; `divisors`: checks that don't change in a loop come before it.
//! 3. `choice`: the plan that suits of several. `plan`: a `layout` for each tile; with `product` and `warpgroups` for
//!    what products want, `registers` for an estimate of registers, `reuse` for memory that several have one after the
//!    other, and `pipeline` for the loops whose loads run ahead: `coordinates` says which can. `multiples` says which
//!    loads by elements begin at a whole vector, `boxes` which loops TMA serves.
//! 4. `lower`: statements of threads; with `online_softmax` for softmax, `fuse` for what stands beside large tiles,
//!    `ahead`, `setup` and `thread_prefetch` for the loops.
//! 5. `sync`: barriers, and `comments`: each where its statement begins.
//!
//! In debug builds `verify` looks at what they made.

mod boxes;
mod choice;
mod comments;
mod coordinates;
mod copies;
mod divisors;
mod float8;
mod layout;
mod limits;
mod lower;
mod multiples;
mod normal;
mod order;
mod pipeline;
mod plan;
mod product;
mod registers;
mod reuse;
mod sync;
mod transposed_loads;
mod transposed_products;
#[cfg(debug_assertions)]
mod verify;
mod warnings;
mod warpgroups;

use crate::abi;
use crate::ir::{Function, LocalId, Module, Type};
use crate::passes::aggregates::take_apart;
use crate::passes::inline::inline;
use crate::passes::prune::prune;
use pipeline::Limits;
use plan::{Home, Plan};

pub use super::tile_target::{LowerError, Lowered, Moved, Placed, Report, Target, Variant, Warning};

/// What the passes behind `transposed_loads` are told of the target: where tensors lie turned is no matter of theirs
/// any more.
#[derive(Clone, Copy, Debug)]
struct Conditions {
    arch: u32,
    /// What is promised of tensors; those that lie turned have their axes changed back.
    variant: Variant,
    /// See [`Target::packed`].
    packed: bool,
}

impl Conditions {
    /// Whether this tensor of the function is aligned.
    fn is_aligned(self, function: &Function, tensor: LocalId) -> bool {
        let is_tensor = |id: &&LocalId| matches!(function.local(**id).ty, Type::Tensor { .. });
        let number = function.params.iter().filter(is_tensor).position(|id| *id == tensor);
        number.is_some_and(|number| self.variant.is_aligned(number))
    }
}

/// Lowers a tile kernel. `observe` sees the module after each pass that changed it, with the pass's name.
pub fn lower(
    module: &Module,
    target: Target,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<Lowered, LowerError> {
    let mut inlined = inline(module);
    if inlined.structs().iter().any(|found| found.holds_tiles()) {
        take_apart(&mut inlined);
    }
    // What constants decide in a device function shows where it is called.
    inlined.functions.iter_mut().for_each(prune);
    if let Some(own) = inlined.functions.last_mut().and_then(|function| function.attrs.tile.as_mut()) {
        *own = target.variant.hints.or(*own);
    }
    let cluster = target.cluster;
    let target = Conditions { arch: target.arch, variant: target.variant, packed: target.packed };
    let turned = inlined
        .functions
        .last()
        .map(|function| transposed_loads::tensors(function, target.variant.turned))
        .unwrap_or_default();
    observe("inline", &inlined);
    let mut shown = inlined.clone();
    let mut changed = |pass, module: &Module| {
        if shown != *module {
            observe(pass, module);
            shown.clone_from(module);
        }
    };
    let mut notes = Vec::new();
    if let Some(function) = inlined.functions.last_mut() {
        transposed_loads::turn(function, &turned);
    }
    changed("turn", &inlined);
    notes.extend(order::order(&mut inlined));
    changed("order", &inlined);
    float8::convert(&mut inlined, target.arch);
    changed("float8", &inlined);
    let mut normal = normal::normalize(&inlined);
    changed("normal", &normal);
    if let Some(function) = normal.functions.last_mut() {
        transposed_products::transpose(function);
    }
    changed("transpose", &normal);
    copies::forward(&mut normal);
    check("normal", &normal);
    changed("copies", &normal);
    divisors::hoist(&mut normal);
    check("divisors", &normal);
    changed("divisors", &normal);
    let Some(function) = normal.entry().filter(|function| function.attrs.tile.is_some()) else {
        return Err(LowerError { message: "the module has no tile kernel".to_owned() });
    };
    limits::tiles_fit(function)?;
    limits::atomics_stand_alone(function)?;
    let mut limits =
        Limits { shared: limits::most_shared(target.arch), stages: u32::MAX, blocks: 1, cluster };
    let (plan, made, shared) = loop {
        let plan = Plan { turned: turned.clone(), ..choice::choose(function, target, limits) };
        limits::registers_fit(function, &plan)?;
        let mut made = lower::lower(&normal, function, &plan, target);
        check("lower", &made.module);
        if plan.cluster > 1 && (made.exchanges || !made.exchanged.is_empty()) {
            // Only reductions go from block to block.
            limits.cluster = 1;
            continue;
        }
        let lowered = made.module.clone();
        sync::synchronize(&mut made);
        comments::say_once(&mut made.module);
        check("sync", &made.module);
        #[cfg(debug_assertions)]
        {
            let broken = verify::verify(&made, target);
            assert!(broken.is_empty(), "after `sync`: {broken:?}\n{}", made.module.to_text());
        }
        let shared = made.module.entry().map_or(0, |kernel| abi::shared_memory(kernel).bytes);
        if shared <= limits.shared {
            observe("lower", &lowered);
            observe("sync", &made.module);
            break (plan, made, shared);
        }
        // What else is in shared memory is known only now: fewer turns of a loop may run ahead.
        match plan.pipelines.values().map(|pipeline| pipeline.stages).max() {
            Some(stages) => limits.stages = stages - 1,
            None => return Err(limits::too_much_shared(function, target, &made.module, shared)),
        }
    };
    let mut report = report(function, &plan, shared, made.moves, made.notes);
    report.notes.extend(notes);
    report.notes.extend(ahead(function, &plan, target));
    report.notes.extend(by_threads(function, target.arch));
    report.warnings = warnings::warnings(function, &plan, target);
    Ok(Lowered { module: made.module, report })
}

/// Holds that a pass left verified IR, in debug builds.
fn check(pass: &str, module: &Module) {
    #[cfg(debug_assertions)]
    {
        let found = crate::ir::verify::verify(module);
        assert!(found.is_ok(), "after `{pass}`: {found:?}\n{}", module.to_text());
    }
    #[cfg(not(debug_assertions))]
    let _ = (pass, module);
}

/// Which products tensor cores do not multiply since the GPU is too old.
fn by_threads(function: &Function, arch: u32) -> Vec<String> {
    let mut notes = Vec::new();
    if arch >= 80 {
        return notes;
    }
    for product in product::products(function) {
        let factors = [product.left, product.right].map(|tile| &function.local(tile).name);
        let note = format!(
            "`{}` and `{}` are multiplied by threads, not by tensor cores: Kiln uses those from sm_80 on",
            factors[0], factors[1]
        );
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// Which loads run ahead of their turns, and which cannot. Those that could and do not are `warnings`.
fn ahead(function: &Function, plan: &Plan, target: Conditions) -> Vec<String> {
    let name = |tile: &LocalId| format!("`{}`", function.local(*tile).name);
    let mut notes = Vec::new();
    for pipeline in plan.pipelines.values() {
        let tiles: Vec<String> = pipeline.loads.iter().map(|load| name(&load.tile)).collect();
        let (turns, stages) = (pipeline.stages - 1, pipeline.stages);
        let plural = if turns == 1 { "" } else { "s" };
        notes.push(format!(
            "{} are loaded {turns} turn{plural} of their loop ahead, in {stages} stages of shared memory",
            tiles.join(", ")
        ));
    }
    for load in plan.own.ahead.values().flatten() {
        notes.push(format!(
            "{} is loaded one turn of its loop ahead, by each thread what it has of it",
            name(&load.tile)
        ));
    }
    for load in plan.own.kept.values().flatten() {
        notes.push(format!(
            "{} is loaded once, and stays in shared memory from turn to turn of its loop",
            name(&load.tile)
        ));
    }
    let early =
        |tile: &LocalId| plan.pipelines.values().any(|one| one.loads.iter().any(|load| load.tile == *tile));
    for (tile, owner) in &plan.staged.owners {
        notes.push(format!("{} lies where {} was, whose loop is over", name(tile), name(owner)));
    }
    let late = |(tile, staging): &(&LocalId, &product::Staging)| {
        !early(tile) && (target.arch < 80 || !staging.aligned)
    };
    let late: Vec<String> = plan.staged.tiles.iter().filter(late).map(|(tile, _)| name(tile)).collect();
    if !late.is_empty() {
        let why = if target.arch < 80 {
            "there are no asynchronous copies before sm_80"
        } else {
            "their tensors may not be aligned, and asynchronous copies take 16 bytes at a time"
        };
        notes.push(format!("{} are loaded when they are needed, and not ahead: {why}", late.join(", ")));
    }
    notes
}

fn report(
    function: &Function,
    plan: &Plan,
    shared_bytes: u64,
    moves: Vec<Moved>,
    mut notes: Vec<String>,
) -> Report {
    if plan.cluster > 1 {
        let why = if plan.own.kept.is_empty() {
            "it has more elements than one has registers for"
        } else {
            "each has its part of the tile, of the next turn's and of what every turn loads"
        };
        notes.push(format!("a tile is shared by a cluster of {} blocks: {why}", plan.cluster));
    }
    let mut report = Report {
        threads: plan.block(),
        registers: plan.registers,
        shared_bytes,
        values: Vec::new(),
        moves,
        notes,
        warnings: Vec::new(),
    };
    for (index, (local, home)) in function.locals.iter().zip(&plan.homes).enumerate() {
        let layout = match home {
            Some(Home::Registers(layout)) => format!("{layout}"),
            Some(Home::Splat(_)) => "one scalar".to_owned(),
            Some(Home::Iota(_)) => "coordinates".to_owned(),
            Some(Home::Same(other)) => format!("that of `{}`", function.local(*other).name),
            Some(Home::Staged) => plan.staged.describe(LocalId(index as u32)),
            None => continue,
        };
        report.values.push(Placed { name: local.name.clone(), ty: local.ty.to_string(), layout });
    }
    report
}
