//! CUDA C++ text.
//!
//! Takes a closed module; gives one self-contained translation unit in C++17 that includes nothing, as NVRTC likes it.
//! The text means exactly what the IR means (Rust's semantics, release mode) and reads like the user's source: the
//! user's names and comments, one statement a line, and of Kiln's own prelude only what the kernel uses. The same
//! module always gives the same text.
//!
//! Left to others: the launch protocol ([`crate::abi`] describes it), and the compiler options that a module asks for,
//! which [`options`] lists. An open module is a mistake of the caller; what is not closed is spelt `/* open */`, which
//! no compiler accepts silently.
//!
//! How Rust's meaning is kept where C++ has another:
//!
//! - signed arithmetic wraps: it is done in unsigned types, with one cast back (`arith`);
//! - narrow integers are promoted to `int`: results are cast back, and shifts masked (`arith`);
//! - an index, a divisor and an assertion are tested through the last parameter, `kiln`: a failing thread writes
//!   the record and ends;
//! - `f16` and `bf16` are structs that compute in `float` (`prelude`);
//! - what C++ and CUDA have no function for is one of Kiln's library, written out as a device function (`library`);
//!   under `strict_fp` so are the elementary functions;
//! - a choice between two floats is no minimum: zeros keep the sign that the choice gives them (`order`);
//! - structs lie as rustc laid them, which the text itself asserts (`structs`);
//! - loops that would step past the end of their type run over `kiln::range` (`stmt`).

mod arith;
mod atomic;
mod bounds;
mod call;
mod export;
mod expr;
mod jumps;
mod library;
mod names;
mod order;
mod prelude;
mod print;
mod stmt;
mod structs;
mod tma;
mod types;
mod wgmma;

use super::{Emitted, TextFacts};
use crate::compact::List;
use crate::ir::{Function, FunctionKind, MathTier, Module};
use names::Names;
use prelude::Prelude;
use std::fmt::Write as _;
use stmt::Writer;
use structs::Structs;

pub use export::{Exported, export};

/// The CUDA C++ text of a closed module.
pub fn emit(module: &Module) -> Emitted {
    write(module).0
}

/// The text, and whether the last function can fail.
fn write(module: &Module) -> (Emitted, bool) {
    let mut prelude = Prelude::default();
    let functions = names::functions(module);
    prelude.tier = tier(module);
    prelude.structs = Structs::of(module, &functions);
    let mut taken: Vec<String> = prelude.structs.names().cloned().list();
    // Which device functions can fail, and so take `kiln` along. A function calls only earlier ones.
    let mut fallible = Vec::new();
    let (mut takes_info, mut dynamic_shared) = (false, false);
    let mut bodies = String::new();
    for (function, name) in module.functions.iter().zip(&functions) {
        bodies.push('\n');
        // Only earlier functions can be called, so only their names must stay visible, and those of structs.
        let names = Names::of(function, &taken);
        dynamic_shared |= names.shared().is_some();
        let mut writer = Writer::new(module, function, &names, &functions, &fallible, &mut prelude);
        writer.shared();
        writer.block(&function.body);
        let (body, fails) = writer.finish();
        // A kernel that cannot fail and asks nothing of its launch is called with the user's parameters alone.
        takes_info = fails || function.kind == FunctionKind::Kernel && prelude.has_shared_len();
        let head = signature(function, name, &names, takes_info, &mut prelude);
        let _ = writeln!(bodies, "{head} {{\n{body}}}");
        fallible.push(fails);
        taken.push(name.clone());
    }
    let structs = structs::definitions(module, &mut prelude);
    let bodies = structs + &bodies;
    let head = prelude.text();
    let text = if head.is_empty() { bodies.trim_start().to_owned() } else { head + &bodies };
    let facts = TextFacts {
        symbol: functions.last().cloned().unwrap_or_default().into(),
        dynamic_shared,
        grid_barrier: prelude.has_grid_barrier(),
        takes_info,
        maps: prelude.maps,
    };
    (Emitted { text, facts }, fallible.last().copied().unwrap_or(false))
}

/// The name of the kernel in the text: the user's, unless C++ has another use for it.
pub fn entry_name(module: &Module) -> Option<String> {
    names::functions(module).pop()
}

/// The options that the compiler must be given for the module's tier of floating point.
pub fn options(module: &Module) -> &'static [&'static str] {
    match tier(module) {
        MathTier::Default => &[],
        MathTier::Strict => &["--fmad=false"],
        MathTier::Fast => &["--use_fast_math"],
    }
}

fn tier(module: &Module) -> MathTier {
    module.entry().map(|f| f.attrs.math).unwrap_or_default()
}

/// A function's head, without the brace.
fn signature(
    function: &Function,
    name: &str,
    names: &Names,
    takes_info: bool,
    prelude: &mut Prelude,
) -> String {
    let kernel = function.kind == FunctionKind::Kernel;
    let mut params = Vec::new();
    for id in &function.params {
        let local = function.local(*id);
        let text = types::parameter(&local.ty, names.local(*id), names.len(*id), kernel, prelude);
        // A slice's two parameters stay on one line.
        params.push(text.join(", "));
    }
    if kernel && !prelude.maps.is_empty() {
        params.push(format!("const __grid_constant__ kiln::tensor_maps {}", tma::MAPS));
    }
    if takes_info {
        prelude.launch_info();
        params.push(format!("const kiln::launch_info{} kiln", if kernel { "" } else { "&" }));
    }
    let head = match function.kind {
        FunctionKind::Kernel => {
            let (cluster, bounds) = (cluster_dims(function), launch_bounds(function));
            format!("extern \"C\" __global__ void {cluster}{bounds}{name}")
        }
        FunctionKind::Device => {
            format!("__device__ __forceinline__ {} {name}", types::result(&function.result, prelude))
        }
    };
    let line = format!("{head}({})", params.join(", "));
    if line.len() <= 108 { line } else { format!("{head}(\n    {}\n)", params.join(",\n    ")) }
}

/// How many blocks are a cluster, which the launch then need not say.
fn cluster_dims(function: &Function) -> String {
    let Some([x, y, z]) = function.attrs.cluster else { return String::new() };
    format!("__cluster_dims__({x}, {y}, {z}) ")
}

/// What the user promised of the block, for the compiler's choice of registers.
fn launch_bounds(function: &Function) -> String {
    let Some(block) = function.attrs.block else { return String::new() };
    let threads: u64 = block.iter().map(|n| u64::from(*n)).product();
    match function.attrs.min_blocks {
        Some(blocks) => format!("__launch_bounds__({threads}, {blocks}) "),
        None => format!("__launch_bounds__({threads}) "),
    }
}
