//! PTX text, for which a machine needs no compiler but the driver's.
//!
//! Takes a closed module of threads; gives one self-contained PTX module with one kernel, for an architecture. The
//! text means exactly what the IR means (Rust's semantics, release mode), with all device functions inlined and
//! structs taken apart, so that it is one body of scalars in virtual registers. ptxas, in the driver or by itself,
//! chooses registers and schedules; what it does not do is done here: constants are folded, equal computations
//! shared within a block and those around it, addresses taken apart into a base and an immediate, and loops written
//! out whose counters index arrays, so that those are registers; what a loop does not change is computed before it;
//! and 64 bits are divided as 32 where that is enough.
//!
//! 1. Small integers live in 32 bits, extended as their type says; `bool` is a predicate; 16-bit floats are bits
//!    and compute in `f32` (`value`).
//! 2. A variable that is set once is the value it is set to; another one is a register that is assigned again
//!    (`local`).
//! 3. A check jumps to a block at the end of the text that has the record written and ends the thread (`fail`).
//! 4. Floating point: without a rounding modifier ptxas may contract, which the default tier wants and `strict_fp`
//!    does not (`arith`). Some elementary functions are the machine's approximations outside `strict_fp`, as the
//!    table of intrinsics has them (`code`).
//!
//! 5. `.loc` before each statement names the user's line, where that is asked for.
//!
//! The launch protocol is [`crate::abi`]'s.

mod arith;
mod asm;
mod atomic;
mod call;
mod cast;
mod code;
mod divide;
mod expr;
mod fail;
mod fold;
mod grid;
mod local;
mod loops;
mod memory;
mod plan;
mod print;
mod send;
mod stmt;
mod tile;
mod tma;
mod value;
mod vectors;
mod warp;

use std::fmt::Write as _;

use super::{Emitted, TextFacts};
use crate::abi;
use crate::ir::{Callee, ExprKind, Function, Module, Type};
use crate::passes::aggregates::take_apart;
use crate::passes::inline::inline;
use local::Writer;

pub use super::ptx_target::{Target, Unsupported};

impl Target {
    /// The PTX version that the architecture needs at least: an older driver takes an older text.
    fn version(self) -> &'static str {
        match self.arch {
            ..=85 => "7.0",
            86 => "7.1",
            87 => "7.4",
            88..=90 => "8.0",
            91..=103 => "8.6",
            _ => "8.7",
        }
    }

    /// The name of the target. Hopper's and Blackwell's own instructions need the `a`.
    fn name(self) -> String {
        match self.arch {
            arch @ (90 | 100 | 103) => format!("sm_{arch}a"),
            arch => format!("sm_{arch}"),
        }
    }
}

/// The PTX text of a closed module of threads, which is not inlined yet.
pub fn emit(module: &Module, target: Target) -> Result<Emitted, Unsupported> {
    emit_named(module, target, &target.name())
}

/// Architectures whose text newer ones take too, oldest first.
const BASELINES: [u32; 4] = [75, 80, 90, 100];

/// The PTX text of a closed module of threads that every architecture takes from the least on that has what the
/// kernel needs.
pub fn portable(module: &Module) -> Result<Emitted, Unsupported> {
    let least = least(module);
    let mut missing = None;
    for arch in BASELINES.into_iter().filter(|arch| *arch >= least) {
        // Without the `a`, which would bind the text to one architecture.
        match emit_named(module, Target::new(arch), &format!("sm_{arch}")) {
            Ok(emitted) => return Ok(emitted),
            Err(unsupported) => missing = Some(unsupported),
        }
    }
    missing.map_or_else(|| Ok(Emitted::default()), Err)
}

/// The least architecture that has what the rows of a module ask for.
fn least(module: &Module) -> u32 {
    let mut least = 0;
    for function in &module.functions {
        if function.attrs.cluster.is_some() {
            least = least.max(90);
        }
        function.body.walk_operands(&mut |expr| {
            if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind {
                least = least.max(row.least_arch);
            }
        });
    }
    least
}

fn emit_named(module: &Module, target: Target, name_of_target: &str) -> Result<Emitted, Unsupported> {
    let mut module = inline(module);
    take_apart(&mut module);
    let Some(function) = module.entry() else { return Ok(Emitted::default()) };
    let name = entry_name(&module).unwrap_or_default();
    if function.attrs.cluster.is_some() && target.arch < 90 {
        return Err(Unsupported { names: vec!["cluster".to_owned()], arch: target.arch });
    }
    let mut in_memory = Vec::new();
    let body = loop {
        let mut writer = Writer::new(&module, function, target, &in_memory);
        writer.body();
        // What was planned to be registers and cannot be: all is written once more with those arrays in memory.
        if writer.unplanned.is_empty() {
            break writer.finish()?;
        }
        in_memory.append(&mut writer.unplanned);
    };
    // What multiplies floats of 8 bits is younger than the machines that do.
    let float8 = [".e4m3.", ".e5m2."].iter().any(|kind| body.text.contains(kind));
    let sends = body.text.contains("st.async.");
    let least = if float8 {
        "8.4"
    } else if sends {
        "8.1"
    } else {
        ""
    };
    let version = target.version().max(least);
    let mut text = format!(".version {version}\n.target {name_of_target}\n.address_size 64\n\n");
    text.push_str(&body.globals);
    let info = info_bytes(function, body.fails);
    let _ = writeln!(text, ".visible .entry {name}(\n{}\n)", parameters(function, body.maps.len(), info));
    text.push_str(&directives(function));
    let _ = writeln!(text, "{{\n{}}}", body.text);
    for (number, file) in body.files.iter().enumerate() {
        let _ = writeln!(text, ".file {} \"{}\"", number + 1, file.replace(['"', '\\'], "/"));
    }
    let shared = abi::shared_memory(function);
    let facts = TextFacts {
        symbol: name.into(),
        dynamic_shared: shared.is_dynamic() || shared.slice.is_some(),
        grid_barrier: abi::has_grid_barrier(function),
        takes_info: info > 0,
        maps: body.maps,
    };
    Ok(Emitted { text, facts })
}

/// The name of the kernel in the text.
pub fn entry_name(module: &Module) -> Option<String> {
    let name = &module.entry()?.name;
    // PTX has letters, digits, `_` and `$`; Rust has the rest of Unicode too.
    let mut spelt = String::new();
    for c in name.trim_start_matches("r#").chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            spelt.push(c);
        } else {
            let _ = write!(spelt, "$u{:x}", u32::from(c));
        }
    }
    // Alone it is no name, and the function of the driver that prints is none of ours.
    if spelt == "_" || spelt == "vprintf" {
        spelt.push('$');
    }
    Some(spelt)
}

/// The name of the parameter with this number in a function, and of its length.
fn parameter(number: usize) -> String {
    format!("p{number}")
}

/// How many bytes of [`crate::abi::LaunchInfo`] the kernel takes after the user's parameters.
fn info_bytes(function: &Function, fails: bool) -> u32 {
    match (abi::has_grid_barrier(function), abi::shared_memory(function).slice) {
        (true, _) => 32,
        (false, Some(_)) => 24,
        (false, None) if fails => 16,
        // It cannot fail and asks nothing of its launch: the user's parameters are all.
        (false, None) => 0,
    }
}

fn parameters(function: &Function, maps: usize, info: u32) -> String {
    let mut all = Vec::new();
    for (number, local) in function.params().enumerate() {
        let name = parameter(number);
        match &local.ty {
            Type::Slice { .. } => {
                all.push(format!("\t.param .u64 {name}"));
                all.push(format!("\t.param .u64 {name}_len"));
            }
            Type::Scalar(scalar) => {
                let ty = match value::in_memory(*scalar) {
                    "s8" => "u8",
                    ty => ty,
                };
                all.push(format!("\t.param .{ty} {name}"));
            }
            ty => {
                let (size, align) = (ty.size().unwrap_or(0), ty.align().unwrap_or(1));
                // Without a size it takes what C++ gives it.
                let size = if size == 0 { align } else { size };
                all.push(format!("\t.param .align {align} .b8 {name}[{size}]"));
            }
        }
    }
    if maps > 0 {
        all.push(format!("\t.param .align 64 .b8 {}[{}]", tma::MAPS, 128 * maps));
    }
    if info > 0 {
        all.push(format!("\t.param .align 8 .b8 kiln[{info}]"));
    }
    all.join(",\n")
}

/// What the user promised of the block and the cluster.
fn directives(function: &Function) -> String {
    let mut text = String::new();
    if let Some([x, y, z]) = function.attrs.cluster {
        let _ = writeln!(text, ".explicitcluster\n.reqnctapercluster {x}, {y}, {z}");
    }
    if let Some([x, y, z]) = function.attrs.block {
        let _ = writeln!(text, ".reqntid {x}, {y}, {z}");
        if let Some(blocks) = function.attrs.min_blocks {
            let _ = writeln!(text, ".minnctapersm {blocks}");
        }
    }
    text
}
