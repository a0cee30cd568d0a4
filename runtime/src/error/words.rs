//! Parts of messages: lists, counts, sizes.
//!
//! Takes what an error holds; guarantees nothing but words; leaves sentences to the variants.

use super::Error;
pub(super) use crate::sys::driver::codes::advice;
use kiln_codegen::compact::List;

/// An error that becomes part of another one, which has a help of its own.
pub(crate) fn without_help(error: &Error) -> String {
    let text = error.to_string();
    text.split("\n  help: ").next().unwrap_or_default().to_owned()
}

/// What stands between a kernel's name and a condition of the race proof.
pub(super) const RACES: &str = ": two of its threads could touch the same element unless ";
/// The same of a condition of a tile kernel.
pub(super) const REQUIRES: &str = " requires ";

pub(super) fn list(items: &[String]) -> String {
    items.iter().flat_map(|item| ["\n  - ", item]).collect()
}

pub(super) fn list_errors(errors: &[Error]) -> String {
    errors.iter().flat_map(|error| ["\n  - ".to_owned(), error.to_string().replace('\n', "\n    ")]).collect()
}

/// A log, indented below a message.
pub(super) fn detail(log: &str) -> String {
    log.lines().flat_map(|line| ["\n    ", line]).collect()
}

pub(super) fn without_ptx(said: bool) -> &'static str {
    if said {
        "let NVRTC compile it: leave out KILN_BACKEND and the kernel's `target`, or set them to `cuda`"
    } else {
        "NVRTC compiles it: `pip install nvidia-cuda-nvrtc` in an active virtual environment, install the CUDA toolkit, or \
         name the library in KILN_NVRTC"
    }
}

pub(super) fn has(kernels: &[String]) -> String {
    if kernels.is_empty() { String::new() } else { format!("; it has:{}", list(kernels)) }
}

pub(super) fn near(candidates: &[String]) -> String {
    if candidates.is_empty() { String::new() } else { format!("; did you mean:{}", list(candidates)) }
}

/// Extents as people write them: `3 × 4`.
pub(super) fn times(extents: &[usize]) -> String {
    extents.iter().map(usize::to_string).list().join(" × ")
}

pub(super) fn gpus(count: usize) -> String {
    match count {
        0 => "the driver shows none".to_owned(),
        1 => "the driver shows one".to_owned(),
        n => format!("the driver shows {n}"),
    }
}

pub(super) fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}

pub(super) fn was(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

pub(super) fn wrong_size(method: &str, tile: bool) -> String {
    if tile {
        format!(
            "works on tiles, with blocks that Kiln chooses, and was launched with `{method}`\n  help: say `.tiles([m, n])`, \
             or nothing where the stored tensor tells the number of tiles"
        )
    } else {
        format!("runs threads, and was launched with `{method}`\n  help: say `.threads(n)`, or `.blocks(n)`")
    }
}

/// Where a kernel failed: a tile kernel's scalars are the whole block's, so it has no thread.
pub(super) fn place(tile: bool, block: [u32; 3], thread: [u32; 3]) -> String {
    if tile {
        format!("tile {}", triple(block))
    } else {
        format!("block {}, thread {}", triple(block), triple(thread))
    }
}

pub(super) fn triple(value: [u32; 3]) -> String {
    format!("({}, {}, {})", value[0], value[1], value[2])
}

/// The same words as `Display`: a `main` that returns the error, and an `unwrap`, show them to a person.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
