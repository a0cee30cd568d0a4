//! Counting in a session: a few blocks of a launch run on the CPU, on copies of its arguments.

use kiln_codegen::passes::tile::Variant;

use crate::arg::{Arg, ArgValue};
use crate::counts::Counts;
use crate::cpu::FEW;
use crate::device::{self, DeviceKind};
use crate::instance::{Code, Loaded};
use crate::jit::{self, Form};
use crate::launch::tensors_variant;
use crate::memory::{Memory, host_pointer};
use crate::stream::{Engine, Stream};
use crate::value::MOST_ALIGN;

use super::watch::Geometry;

/// Arguments of more bytes are not copied to the host.
const MOST_BYTES: u64 = 8 << 30;
/// What a tile kernel is compiled for that runs on the CPU: its threads are a GPU's.
const CPU_TILES: (u32, u32) = (9, 0);

/// What a launch does, by running a few of its blocks; `None` where that can't be: a block may wait for another, the
/// arguments are too large, or the copy, the compiler or the kernel fails. The launch itself then tells.
pub(super) fn count(
    loaded: &Loaded,
    stream: &Stream,
    geometry: &Geometry,
    args: &[Arg<'_>],
) -> Option<Counts> {
    let blocks: u64 = geometry.grid.iter().map(|n| u64::from(*n)).product();
    if loaded.traffic().may_wait && blocks > FEW.0 {
        return None;
    }
    let is_tile = loaded.entry.attrs.tile.is_some();
    let capability = stream.device_shared().compute_capability.or(is_tile.then_some(CPU_TILES));
    let on = device::simulated(DeviceKind::Counted(capability));
    let variant = match loaded.form {
        Form::Tiles(target) => target.variant,
        Form::Plain if is_tile => tensors_variant(args)?,
        Form::Plain | Form::Coarse => Variant::GENERAL,
    };
    let counted = jit::load(loaded.entry, loaded.answers.clone(), on, variant).ok()?;
    let Code::Cpu(program) = &counted.code else { return None };
    let mut grid = geometry.grid;
    if is_tile {
        // Several blocks may share a tile.
        grid[0] = grid[0] / loaded.needs.blocks.max(1) * counted.needs.blocks.max(1);
    }
    let block = counted.needs.block.unwrap_or(geometry.block);
    let (args, _copies) = copied(loaded, stream, &Stream::cpu(on), args)?;
    // SAFETY: the arguments are the launch's, whose conditions were checked, and the copies live until this returns.
    let mut counts = unsafe { program.run_few(grid, block, geometry.shared_len, &args) }?;
    counts.argument_bytes = loaded.traffic().bytes(&args);
    counts.compute_capability = capability;
    Some(counts)
}

/// The arguments with copies of their memory, at addresses that are aligned as theirs are.
fn copied(
    loaded: &Loaded,
    from: &Stream,
    to: &Stream,
    args: &[Arg<'_>],
) -> Option<(Vec<Arg<'static>>, Vec<Memory>)> {
    let (mut copies, mut sum) = (Vec::new(), 0);
    let each = args.iter().zip(loaded.traffic().element_sizes()).map(|(arg, size)| {
        let (ArgValue::Slice { address, len } | ArgValue::Tensor { address, len, .. }) = arg.as_value()
        else {
            return Some(arg.detached());
        };
        let (bytes, offset) = (len.checked_mul(size)?, address % MOST_ALIGN as u64);
        sum += bytes;
        if sum > MOST_BYTES {
            return None;
        }
        let memory = Memory::allocate(to, (bytes + offset) as usize, false).ok()?;
        let copy = memory.address() + offset;
        copies.push(memory);
        let place = host_pointer(copy);
        match from.engine() {
            _ if bytes == 0 => {}
            // SAFETY: the copy has room for the argument's bytes, which the launch may read.
            Engine::Cpu(_) => unsafe {
                place.copy_from_nonoverlapping(host_pointer(address), bytes as usize);
            },
            // SAFETY: as above; the copy lives until the wait below.
            Engine::Gpu(gpu) => unsafe { gpu.copy_out(place, address, bytes as usize) }.ok()?,
            Engine::Capture(_) => return None,
        }
        Some(arg.detached_at(copy))
    });
    let args = each.collect::<Option<Vec<_>>>();
    // The driver may be writing to the copies, whatever failed.
    from.settle().ok()?;
    Some((args?, copies))
}
