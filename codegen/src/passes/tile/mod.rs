//! From a tile kernel to SIMT code: the tile compiler.
//!
//! Takes a closed, verified module whose kernel is a tile kernel, and a target; guarantees a verified SIMT module
//! with one kernel, whose block shape is fixed and whose tensors have become slices with extents and strides (see [`crate::abi`]). The same
//! input gives the same module. An error says which resource is exhausted.
//!
//! The passes, in order, each in a module of its own:
//!
//! 1. `inline`: one function.
//! 2. `normal`: one operation on tiles a statement, and `copies`: none of them a mere copy.
//! 3. `plan`: how many threads, and a `layout` for each tile; with `product` for what products want, and `pipeline` for the
//!    loops whose loads run ahead.
//! 4. `lower`: statements of threads.
//! 5. `sync`: barriers, and `comments`: each where its statement begins.

mod comments;
mod copies;
mod layout;
mod limits;
mod lower;
mod normal;
mod pipeline;
mod plan;
mod product;
mod sync;

use crate::abi;
use crate::ir::{Function, LocalId, Module};
use crate::passes::inline::inline;
use pipeline::Limits;
use plan::{Home, Plan};

/// What the code is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The compute capability, times ten: `90` for sm_90.
    pub arch: u32,
    pub variant: Variant,
}

/// What the launch promises of every tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The base is aligned to 16 bytes, the last axis has stride 1, and every other stride and the extent of the last axis are
    /// multiples of 16 bytes. Every extent is below 2³¹.
    Fast,
    /// Nothing.
    General,
}

/// A lowered kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowered {
    pub module: Module,
    pub report: Report,
}

/// What the compiler chose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Threads of a block.
    pub threads: u32,
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// Each tile and where it lives: the user's name (or the operation's), its type, its layout.
    pub values: Vec<Placed>,
    /// What else the user may want to know: what passes through shared memory and why, what has no room in registers.
    pub notes: Vec<String>,
}

/// A tile and where it lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub name: String,
    pub ty: String,
    pub layout: String,
}

/// Why a kernel cannot be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerError {
    pub message: String,
}

impl std::fmt::Display for LowerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LowerError {}

/// Lowers a tile kernel. `observe` sees the module after each pass, with the pass's name.
pub fn lower(
    module: &Module,
    target: Target,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<Lowered, LowerError> {
    let inlined = inline(module);
    observe("inline", &inlined);
    let mut normal = normal::normalise(&inlined);
    copies::forward(&mut normal);
    check("normal", &normal);
    observe("normal", &normal);
    let Some(function) = normal.entry().filter(|function| function.attrs.tile.is_some()) else {
        return Err(LowerError { message: "the module has no tile kernel".to_owned() });
    };
    limits::tiles_fit(function)?;
    let mut limits = Limits { shared: limits::most_shared(target.arch), stages: u32::MAX, blocks: 1 };
    let (plan, made, shared) = loop {
        let plan = plan::plan(function, target, limits);
        limits::registers_fit(function, &plan)?;
        let mut made = lower::lower(&normal, function, &plan, target);
        check("lower", &made.module);
        let lowered = made.module.clone();
        sync::synchronise(&mut made);
        comments::say_once(&mut made.module);
        check("sync", &made.module);
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
    let report = report(function, &plan, shared, made.notes);
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

fn report(function: &Function, plan: &Plan, shared_bytes: u64, notes: Vec<String>) -> Report {
    let mut report = Report { threads: plan.threads, shared_bytes, values: Vec::new(), notes };
    for (index, (local, home)) in function.locals.iter().zip(&plan.homes).enumerate() {
        let layout = match home {
            Some(Home::Registers(layout)) => {
                report.notes.extend(limits::local_memory(&local.name, &local.ty, layout));
                format!("{layout}")
            }
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
