//! What the compiler makes of a kernel, for people who want to know why it is fast or slow.
//!
//! Takes a kernel and a device; guarantees that what is not known says why; leaves the making to [`crate::jit`].

mod checks;
mod mix;
mod resident;
mod warnings;

use kiln_codegen::compact::List;
use std::fmt;

use kiln_codegen::ir::{Backend, TileAttrs};
use kiln_codegen::passes::finish_coarse;
use kiln_codegen::passes::specialize::Answer;
use kiln_codegen::passes::tile::Target;
pub use kiln_codegen::passes::tile::{Moved, Placed, Variant};

use crate::arg::Arg;
use crate::device::{Device, DeviceShared};
use crate::driver;
use crate::error::{Error, Result};
use crate::instance::Code;
use crate::jit::{self, Arch};
use crate::registry::{KernelEntry, ParamKind};
use crate::stream::Stream;

use warnings::Known;
pub(crate) use warnings::warn;

pub use checks::{Checks, KeptCheck};
pub(crate) use resident::Registers;
pub use resident::Resident;
pub use warnings::Warning;

/// What the compiler makes of a kernel for a device: made by `Launch::report`. Printed, it is for people.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The kernel.
    pub kernel: &'static str,
    /// What it is compiled for: `sm_90a`.
    pub arch: String,
    /// What compiles it: what KILN_BACKEND or the kernel chose, else CUDA C++ where NVRTC is found and PTX elsewhere.
    pub backend: Backend,
    /// The code that there can be: of a tile kernel one for aligned tensors and one for all others, of a kernel of
    /// threads one.
    pub variants: Vec<VariantReport>,
    /// What holds of all of them.
    pub notes: Vec<String>,
}

/// One code of a kernel.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VariantReport {
    /// Which; `None` for a kernel of threads.
    pub variant: Option<Variant>,
    /// Of code for tensors that differ, those that are not aligned, and those that are transposed.
    pub tensors: [Vec<&'static str>; 2],
    /// Whether the launch's own arguments take it.
    pub taken: bool,
    /// Threads of a block; `None` where the launch says.
    pub threads: Option<u32>,
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// What the machine code uses, or why that is not known.
    pub usage: Result<Usage, String>,
    /// How many blocks a multiprocessor holds at once; at most as many where registers are not known. `None` where the
    /// launch says how many threads a block has.
    pub resident: Option<Resident>,
    /// Each tile and where it lives.
    pub tiles: Vec<Placed>,
    /// How tiles get from tensors to threads and back: how many bytes at a time, and what keeps them from being 16.
    pub moves: Vec<Moved>,
    /// How often the code names each kind of instruction, in loops once; kinds that it does not name are left out.
    pub instructions: Vec<(&'static str, usize)>,
    /// What became of the checks of indices; of a tile kernel nothing.
    pub checks: Checks,
    /// What else the compiler has to say.
    pub notes: Vec<String>,
    /// What keeps the code from being fast: spilled registers, narrow loads and loads that are not ahead, products of
    /// threads; each with what would help. Printed of the variant that the launch takes.
    pub warnings: Vec<Warning>,
}

/// What machine code uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of a thread's registers that did not fit and are kept in memory. Where only the driver tells, a
    /// thread's arrays that are no registers count too.
    pub spilled_bytes: u32,
}

/// Another handle of the same device, as cloning gives: so that what takes a device takes `&device` and `&stream`.
impl From<&Device> for Device {
    fn from(device: &Device) -> Device {
        device.clone()
    }
}

/// The stream's device.
impl From<&Stream> for Device {
    fn from(stream: &Stream) -> Device {
        stream.device()
    }
}

/// The report of a kernel with these answers, launched with these arguments, which take `taken`.
pub(crate) fn report(
    entry: &'static KernelEntry,
    answers: &[Answer],
    (args, taken): (&[Arg<'_>], Variant),
    device: &'static DeviceShared,
) -> Result<Report> {
    let (major, minor) = device.compute_capability.unwrap_or((9, 0));
    let arch = Arch::new(major, minor);
    let mut notes = Vec::new();
    if device.compute_capability.is_none() {
        notes.push(format!(
            "the CPU runs it otherwise; this is what a GPU of compute capability {major}.{minor} would get"
        ));
    }
    let module = jit::module(entry, answers)?;
    if let Some(coarse) = entry.coarse.then(|| finish_coarse(&module)).flatten() {
        let blocks = coarse.blocks;
        notes.push(format!(
            "a launch of many threads takes another code, whose blocks do the work of {blocks}; this is the code of all others"
        ));
    }
    let (backend, no_nvrtc) = jit::backend(entry)?;
    if let Some(Error::CompilerMissing { tried }) = no_nvrtc {
        notes.push(format!("NVRTC was not found, so PTX is taken; looked in: {}", tried.join("; ")));
    }
    let mut variants = match entry.attrs.tile {
        Some(_) => [Variant::FAST, Variant::GENERAL].map(|it| Some(it.with_hints(taken.hints))).into(),
        None => vec![None],
    };
    if entry.attrs.tile.is_some() && !variants.contains(&Some(taken)) {
        variants.push(Some(taken));
    }
    let unaligned = warnings::unaligned(&module, args);
    let variants = variants.iter().map(|variant| {
        let target = variant.map(|variant| Target::new(arch.number(), variant));
        let mut made = jit::inspect(entry, &module, target, backend, arch)?;
        // Whether a GPU has room for the widest clusters, its driver says of the loaded code.
        if made
            .module
            .entry()
            .and_then(|kernel| kernel.attrs.cluster)
            .is_some_and(|[x, ..]| x > Target::CLUSTER)
            && device.context.is_some()
            && let Some(variant) = *variant
        {
            let taken = jit::load(entry, answers.to_vec(), device, variant)?.form.target();
            if let Some(narrow) =
                taken.filter(|taken| taken.variant == variant && taken.cluster <= Target::CLUSTER)
            {
                made = jit::inspect(entry, &module, Some(narrow), backend, arch)?;
            }
        }
        let usage = match made.usage {
            Ok(usage) => Ok(usage),
            Err(why) => from_driver(entry, answers, *variant, device)?.ok_or(why),
        };
        let threads = made.block.map(|block| block.iter().product());
        let is_taken = variant.is_none_or(|variant| variant == taken);
        let registers = usage
            .as_ref()
            .map_or(Registers::Estimated(made.registers), |usage| Registers::Known(usage.registers));
        let known = Known {
            threads,
            hints: entry.attrs.tile.map(|own| taken.hints.or(own)),
            usage: &usage,
            estimate: made.registers,
            moves: &made.moves,
            unaligned: if is_taken { &unaligned } else { &[] },
        };
        Ok(VariantReport {
            warnings: warnings::warnings(&known, made.warnings),
            variant: *variant,
            tensors: variant.map_or_else(Default::default, |variant| tensors(entry, variant)),
            taken: is_taken,
            threads,
            resident: threads
                .and_then(|threads| Resident::of(arch.number(), threads, made.shared_bytes, registers)),
            shared_bytes: made.shared_bytes,
            usage,
            instructions: mix::count(&made.module),
            checks: made.checks.map_or_else(Checks::default, |outcome| Checks::of(&made.module, &outcome)),
            tiles: made.tiles,
            moves: made.moves,
            notes: made.notes,
        })
    });
    let variants = variants.collect::<Result<_>>()?;
    Ok(Report { kernel: entry.name, arch: arch.real(), backend, variants, notes })
}

/// Of a variant for tensors that differ, those that are not aligned and those that are transposed.
fn tensors(entry: &KernelEntry, variant: Variant) -> [Vec<&'static str>; 2] {
    if variant.layout() == Variant::GENERAL {
        return Default::default();
    }
    let tensors = entry.params.iter().filter(|param| matches!(param.kind, ParamKind::Tensor { .. }));
    let named = |has: &dyn Fn(usize) -> bool| {
        let named = tensors.clone().enumerate().filter(|(number, _)| has(*number));
        named.map(|(_, param)| param.name).collect()
    };
    [
        named(&|number| !variant.is_aligned(number)),
        named(&|number| number < 8 && variant.turned & Variant::bit(number) != 0),
    ]
}

/// What the driver of a GPU says of the loaded code.
fn from_driver(
    entry: &'static KernelEntry,
    answers: &[Answer],
    variant: Option<Variant>,
    device: &'static DeviceShared,
) -> Result<Option<Usage>> {
    let Some(context) = &device.context else { return Ok(None) };
    let loaded = jit::load(entry, answers.to_vec(), device, variant.unwrap_or(Variant::GENERAL))?;
    match &loaded.code {
        Code::Gpu(function) => {
            let driver::Usage { registers, local_bytes } = function.usage(context)?;
            Ok(Some(Usage { registers, spilled_bytes: local_bytes }))
        }
        Code::Cpu(_) => Ok(None),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let through = match self.backend {
            Backend::Cuda => "CUDA C++",
            Backend::Ptx => "PTX",
        };
        writeln!(f, "kernel `{}` on {}, through {through}", self.kernel, self.arch)?;
        for note in &self.notes {
            writeln!(f, "  note: {note}")?;
        }
        self.variants.iter().try_for_each(|variant| write!(f, "{variant}"))
    }
}

impl fmt::Display for VariantReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let taken = if self.taken { ", which this launch takes" } else { "" };
        match self.variant.map(Variant::layout) {
            None => write!(f, "  code of threads: ")?,
            Some(Variant::FAST) => write!(f, "  for aligned tensors{taken}: ")?,
            Some(Variant::GENERAL) => write!(f, "  for any tensors{taken}: ")?,
            Some(Variant { .. }) => {
                let but = |names: &[&str], what: &str| {
                    let verb = if names.len() == 1 { "is" } else { "are" };
                    (!names.is_empty()).then(|| format!("`{}` {verb} {what}", names.join("`, `")))
                };
                let [unaligned, turned] = &self.tensors;
                let but = [but(unaligned, "not aligned"), but(turned, "transposed")];
                let but = but.into_iter().flatten().list().join(" and ");
                write!(f, "  for aligned tensors, but {but}{taken}: ")?;
            }
        }
        if let Some(hints) = self.variant.map(|variant| variant.hints).filter(|it| *it != TileAttrs::NONE) {
            write!(f, "with{}: ", hints.to_string().trim_start_matches(','))?;
        }
        match self.threads {
            Some(threads) => write!(f, "{threads} threads a block, ")?,
            None => write!(f, "threads as the launch says, ")?,
        }
        writeln!(f, "{} bytes of shared memory", self.shared_bytes)?;
        match &self.usage {
            Ok(Usage { registers, spilled_bytes: 0 }) => {
                writeln!(f, "    {registers} registers a thread, none spilled")?;
            }
            Ok(Usage { registers, spilled_bytes }) => {
                writeln!(f, "    {registers} registers a thread, {spilled_bytes} bytes spilled")?;
            }
            Err(why) => writeln!(f, "    registers: not known: {why}")?,
        }
        if let Some(resident) = &self.resident {
            writeln!(f, "    {resident}")?;
        }
        if self.taken {
            warn(f, &self.warnings)?;
        }
        if !self.instructions.is_empty() {
            let mix: Vec<_> = self.instructions.iter().map(|(kind, n)| format!("{n} {kind}")).list();
            writeln!(f, "    instructions: {}", mix.join(", "))?;
        }
        write!(f, "{}", self.checks)?;
        tell(f, &self.tiles, &self.moves, &self.notes)
    }
}

/// Tells what the tile compiler chose.
pub(crate) fn tell(
    f: &mut dyn fmt::Write,
    tiles: &[Placed],
    moves: &[Moved],
    notes: &[String],
) -> fmt::Result {
    for Placed { name, ty, layout } in tiles {
        writeln!(f, "    {name}: {ty} in {layout}")?;
    }
    for Moved { tensor, how, bytes, why, .. } in moves {
        let colon = if why.is_empty() { "" } else { ": " };
        writeln!(f, "    `{tensor}` is {how}, {bytes} bytes at a time{colon}{why}")?;
    }
    notes.iter().try_for_each(|note| writeln!(f, "    note: {note}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_reads_well() {
        let moved = |tensor: &str, how, bytes, why: &str| Moved {
            tensor: tensor.to_owned(),
            how,
            bytes,
            why: why.to_owned(),
            help: String::new(),
        };
        let variant = VariantReport {
            variant: Some(Variant::FAST),
            tensors: Default::default(),
            taken: true,
            threads: Some(128),
            shared_bytes: 65536,
            usage: Ok(Usage { registers: 168, spilled_bytes: 0 }),
            tiles: vec![Placed {
                name: "acc".to_owned(),
                ty: "tile<f32, 64, 64>".to_owned(),
                layout: "Mma".to_owned(),
            }],
            resident: Resident::of(90, 128, 65536, Registers::Known(168)),
            moves: vec![moved("a", "loaded ahead", 16, ""), moved("c", "stored", 8, "so it lies")],
            instructions: vec![("mma", 16), ("barriers", 2)],
            checks: Checks::default(),
            notes: vec!["3 stages".to_owned()],
            warnings: vec![Warning { message: "it is slow: so".to_owned(), help: "less".to_owned() }],
        };
        let general = VariantReport {
            variant: Some(Variant::GENERAL),
            taken: false,
            usage: Err("no NVRTC".to_owned()),
            resident: None,
            tiles: Vec::new(),
            moves: Vec::new(),
            instructions: Vec::new(),
            notes: Vec::new(),
            ..variant.clone()
        };
        let notes = vec!["on paper".to_owned()];
        let report = Report {
            kernel: "matmul",
            arch: "sm_90a".to_owned(),
            backend: Backend::Cuda,
            variants: vec![variant, general],
            notes,
        };
        assert_eq!(
            report.to_string(),
            "kernel `matmul` on sm_90a, through CUDA C++
  note: on paper
  for aligned tensors, which this launch takes: 128 threads a block, 65536 bytes of shared memory
    168 registers a thread, none spilled
    3 blocks a multiprocessor at once, 12 of 64 warps, limited by registers
    warning: it is slow: so
      help: less
    instructions: 16 mma, 2 barriers
    acc: tile<f32, 64, 64> in Mma
    `a` is loaded ahead, 16 bytes at a time
    `c` is stored, 8 bytes at a time: so it lies
    note: 3 stages
  for any tensors: 128 threads a block, 65536 bytes of shared memory
    registers: not known: no NVRTC
"
        );
    }
}
