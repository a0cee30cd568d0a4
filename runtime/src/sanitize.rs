//! What the sanitizer found, in words.
//!
//! Takes a finding and the kernel's module; guarantees an error that names the element, the threads and both
//! places; leaves looking to [`crate::cpu::sanitize`].

use std::fmt;

use kiln_codegen::ir::{Module, SiteId};

use crate::cpu::sanitize::{Access, Found, Who};
use crate::error::Error;
use crate::registry::KernelEntry;

/// A mistake that the sanitizer found in a kernel; see [`crate::Device::sanitized`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What kind of mistake.
    pub kind: FindingKind,
    /// The element or argument: `tile[17]`; empty for a barrier.
    pub what: String,
    /// Who made it, where; of a race the later access, of a barrier a thread that reaches it. `None` for arguments.
    pub here: Option<Party>,
    /// The other side of a race, or a thread that does not reach the barrier, at the statement at which the ways
    /// parted.
    pub other: Option<Party>,
    /// The index and the length, the address and the alignment, or the bytes that overlap: what the kind says.
    pub values: [u64; 2],
}

/// What the sanitizer looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// Two threads touch one element, at least one of them writes, and nothing orders them.
    Race,
    /// An index that the kernel does not check is out of bounds.
    OutOfBounds,
    /// Shared memory is read that no thread of the block has written.
    Uninitialized,
    /// A barrier that only some threads of the block reach.
    DivergentBarrier,
    /// An argument's address is not aligned to its elements.
    Misaligned,
    /// An argument that the kernel may write shares memory with another.
    Overlap,
}

/// A thread at a place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Party {
    /// What it does there: `writes`, `reads`, `atomically adds`.
    pub does: &'static str,
    /// The thread's block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// Source file; `?` where it is not known.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// Whether what is touched is memory of the block.
    pub shared: bool,
}

impl FindingKind {
    /// A word for it that stays: `race`, `out-of-bounds`, `uninitialized`, `divergent-barrier`, `misaligned`,
    /// `overlap`.
    pub fn code(self) -> &'static str {
        match self {
            FindingKind::Race => "race",
            FindingKind::OutOfBounds => "out-of-bounds",
            FindingKind::Uninitialized => "uninitialized",
            FindingKind::DivergentBarrier => "divergent-barrier",
            FindingKind::Misaligned => "misaligned",
            FindingKind::Overlap => "overlap",
        }
    }
}

/// The error for what was found.
pub(crate) fn explain(entry: &'static KernelEntry, module: &Module, found: &Found) -> Error {
    Error::Sanitizer { kernel: entry.name, finding: Box::new(finding(entry, module, found)) }
}

fn finding(entry: &KernelEntry, module: &Module, found: &Found) -> Finding {
    let party = |who: &Who, does: &'static str, shared: bool| {
        let site = module.site(SiteId(who.site)).cloned().unwrap_or_default();
        let file = if site.file.is_empty() { "?".to_owned() } else { site.file };
        let (block, thread) = (who.block, who.thread);
        Party { does, block, thread, file, line: site.line, column: site.column, shared }
    };
    let parameter = |number: usize| entry.params.get(number).map_or("?", |param| param.name).to_owned();
    let (kind, what, here, other, values) = match found {
        Found::Race { element, first, second } => {
            let side = |(who, access): &(Who, Access)| Some(party(who, verb(*access), element.shared));
            (FindingKind::Race, element.name.clone(), side(second), side(first), [0, 0])
        }
        Found::OutOfBounds { element, index, len, who, proven } => {
            let does = if *proven { "reaches past a proof" } else { "reaches" };
            let here = Some(party(who, does, element.shared));
            (FindingKind::OutOfBounds, element.name.clone(), here, None, [*index, *len])
        }
        Found::Unwritten { element, who } => {
            let here = Some(party(who, "reads", element.shared));
            (FindingKind::Uninitialized, element.name.clone(), here, None, [0, 0])
        }
        Found::Divergent { who, missing, parted } => {
            let here = party(who, "waits", true);
            let elsewhere = Who { site: parted.unwrap_or(u32::MAX), thread: *missing, block: who.block };
            let other = party(&elsewhere, "does not come", true);
            (FindingKind::DivergentBarrier, String::new(), Some(here), Some(other), [0, 0])
        }
        Found::Misaligned { parameter: number, address, align } => {
            (FindingKind::Misaligned, parameter(*number), None, None, [*address, *align])
        }
        Found::Overlap { parameters: [one, other], bytes } => {
            let what = format!("{}` and `{}", parameter(*one), parameter(*other));
            (FindingKind::Overlap, what, None, None, [*bytes, 0])
        }
    };
    Finding { kind, what, here, other, values }
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "reads",
        Access::Write => "writes",
        Access::AtomicRead => "atomically reads",
        Access::AtomicStore => "atomically writes",
        Access::AtomicUpdate => "atomically updates",
        Access::Copy => "begins a copy to it",
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { what, here, other, values: [first, second], .. } = self;
        let shared = here.as_ref().is_some_and(|here| here.shared);
        match (self.kind, here, other) {
            (FindingKind::Race, Some(here), Some(other)) => {
                let memory = if shared { "shared memory" } else { "global memory" };
                writeln!(f, "data race on `{what}` ({memory})")?;
                writeln!(f, "  {here}")?;
                writeln!(f, "  {other}")?;
                let apart = if here.block == other.block {
                    "no barrier stands between the two"
                } else {
                    "nothing orders two blocks of a grid"
                };
                let help = match (here.does.starts_with("atomically"), other.does.starts_with("atomically")) {
                    (false, false) if here.block == other.block => {
                        "put `sync_threads()` between them, give each thread an element of its own, or make both atomic"
                    }
                    (false, false) => {
                        "give each thread an element of its own, make both atomic, or use two launches"
                    }
                    _ => {
                        "make both accesses atomic, or order them by a barrier or by `Release` and `Acquire`"
                    }
                };
                write!(f, "  {apart}\n  help: {help}")
            }
            (FindingKind::OutOfBounds, Some(here), _) if here.does == "reaches past a proof" => write!(
                f,
                "index out of bounds: `{what}`: the length is {second} but the index is {first}\n  {here}\n  the compiler \
                 had taken this index for proven; this is a defect of Kiln, please report it"
            ),
            (FindingKind::OutOfBounds, Some(here), _) => write!(
                f,
                "index out of bounds in an `unchecked` kernel: `{what}`: the length is {second} but the index is {first}\n  \
                 {here}\n  help: guard the access with `if i < x.len()`, or leave `unchecked` out while you look for it"
            ),
            (FindingKind::Uninitialized, Some(here), _) => write!(
                f,
                "`{what}` is read, and no thread of the block has written it\n  {here}\n  help: shared memory begins without \
                 contents: write every element that is read later, then `sync_threads()`"
            ),
            (FindingKind::DivergentBarrier, Some(here), Some(other)) => {
                write!(f, "a barrier that only some threads of the block reach\n  {here}")?;
                let [x, y, z] = other.thread;
                if other.line > 0 {
                    let Party { file, line, column, .. } = other;
                    write!(
                        f,
                        "\n  thread ({x}, {y}, {z}) does not come: it went another way at {file}:{line}:{column}"
                    )?;
                } else {
                    write!(f, "\n  thread ({x}, {y}, {z}) does not come")?;
                }
                write!(
                    f,
                    "\n  help: move `sync_threads()` out of the branch or loop, to where every thread passes"
                )
            }
            (FindingKind::Misaligned, ..) => write!(
                f,
                "the argument for `{what}` begins at address {first:#x}, which is no multiple of {second}, the alignment \
                 of its elements\n  help: pass memory that was allocated for this element type"
            ),
            (FindingKind::Overlap, ..) => write!(
                f,
                "the arguments for `{what}` share {first} bytes, and the kernel may write the first\n  help: pass memory that \
                 nothing else refers to, as `&mut` promises, or take both as atomics"
            ),
            (
                FindingKind::Race
                | FindingKind::OutOfBounds
                | FindingKind::Uninitialized
                | FindingKind::DivergentBarrier,
                ..,
            ) => write!(f, "{} on `{what}`", self.kind.code()),
        }
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Party { does, block: [bx, by, bz], thread: [x, y, z], file, line, column, .. } = self;
        let does = if does.starts_with("reaches") { "reaches for it" } else { does };
        write!(f, "thread ({x}, {y}, {z}) of block ({bx}, {by}, {bz}) {does} at {file}:{line}:{column}")
    }
}
