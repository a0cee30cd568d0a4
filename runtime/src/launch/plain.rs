//! The short way of a launch with nothing special to it.
//!
//! Takes a kernel of threads that the stream's GPU has met, a size and arguments; guarantees all that
//! [`super::start`] does, with the arguments in one piece on the caller's stack, one call of the driver, and a few
//! lines of the processor's caches: what the driver does between two launches has driven everything else out of
//! them. Whatever is not plain, errors of a size included, it leaves to the long way.

use std::ffi::c_void;
use std::ptr;

use kiln_codegen::check::precondition::Preconditions;

use crate::arg::Arg;
use crate::device::Limits;
use crate::driver::GpuStream;
use crate::error::Result;
use crate::instance::{Code, Loaded};
use crate::jit::{Form, Needs};
use crate::order::Waited;
use crate::registry::KernelEntry;
use crate::stream::{Engine, Stream};
use crate::sys::driver::{CUfunction, Driver, INVALID_CONTEXT, INVALID_HANDLE, LaunchKernel, SUCCESS};

use super::size::{Extent, Shape, Size, covering, default_block};
use super::{leave, told, what};

/// What a plain launch has to know of a kernel, side by side.
#[repr(C, align(64))]
pub(crate) struct Plain {
    /// Null where no launch is plain.
    function: CUfunction,
    /// From so many threads on launches take another code.
    coarse_from: u64,
    /// Bytes of shared memory.
    shared: u32,
    /// The most threads of a block.
    threads: u32,
    /// The most blocks along each axis.
    grid: [u32; 3],
    /// As in [`kiln_codegen::check::precondition::Preconditions`].
    single: u8,
    /// What a launch of one dimension that names no block is, as in the above, of one block.
    several: u8,
    /// Whether a launch may say what block it wants.
    any_block: bool,
    /// Whether the kernel takes more than the user's arguments.
    info: bool,
    /// What a failure record calls the kernel.
    number: u32,
    /// The block of a launch of one, two or three dimensions that does not say.
    blocks: [[u32; 3]; 3],
    /// The most threads of a block along each axis.
    block: [u32; 3],
}

impl Plain {
    /// No launch of the kernel is plain.
    const NONE: Plain = Plain {
        function: CUfunction(ptr::null_mut()),
        coarse_from: 0,
        shared: 0,
        threads: 0,
        grid: [0; 3],
        single: 0,
        several: 0,
        any_block: false,
        info: false,
        number: 0,
        blocks: [[0; 3]; 3],
        block: [0; 3],
    };

    /// What launches of a kernel's code have to know.
    pub(crate) fn of(
        entry: &KernelEntry,
        number: u32,
        code: &Code,
        preconditions: &Preconditions,
        (form, needs): (Form, &Needs),
        (limits, coarse_from): (&Limits, u64),
    ) -> Plain {
        let attrs = &entry.attrs;
        let Code::Gpu(function) = code else { return Plain::NONE };
        let special = needs.slice_element != 0 || needs.grid_barrier || attrs.cluster.is_some();
        if form != Form::Plain || special || !preconditions.rest.is_empty() {
            return Plain::NONE;
        }
        let threads = function.max_threads_per_block.min(limits.max_threads_per_block);
        let blocks = match attrs.block {
            None => [1, 2, 3].map(|rank| default_block(rank, threads)),
            Some(block) => [block; 3],
        };
        let mut whole = Shape::default();
        whole.set([1; 3], blocks[0], 1);
        let plain = Plain {
            function: function.raw(),
            coarse_from: if entry.coarse { coarse_from } else { u64::MAX },
            shared: function.dynamic_shared(0),
            threads,
            grid: limits.max_grid,
            single: preconditions.single,
            several: whole.several,
            any_block: attrs.block.is_none(),
            info: needs.info,
            number,
            blocks,
            block: limits.max_block,
        };
        if plain.can(blocks[0]) { plain } else { Plain::NONE }
    }

    /// Whether a block is within the limits.
    fn can(&self, block: [u32; 3]) -> bool {
        let fits = (0..3).all(|axis| block[axis] != 0 && block[axis] <= self.block[axis]);
        fits && block.iter().map(|n| u64::from(*n)).product::<u64>() <= self.threads.into()
    }

    /// The grid and the block of a launch.
    #[inline]
    pub(super) fn shape(&self, size: &Size, to: &mut Shape) -> Option<()> {
        if size.is_special() {
            return None;
        }
        let (Some(Extent::Threads(dims)), None, 1) = (&size.extent, &size.block, size.rank()) else {
            return self.any_shape(size, to);
        };
        let (threads, block) = (dims.extent[0], self.blocks[0]);
        let blocks = covering(threads, block[0]);
        // None at all is none of this way's business either.
        if blocks.wrapping_sub(1) >= self.grid[0] as usize || threads as u64 >= self.coarse_from {
            return None;
        }
        to.grid = [blocks as u32, 1, 1];
        to.block = block;
        ((self.several | u8::from(blocks != 1) << 3) & self.single == 0).then_some(())
    }

    /// As [`Plain::shape`], of launches that are less common.
    fn any_shape(&self, size: &Size, to: &mut Shape) -> Option<()> {
        let (in_threads, dims) = match &size.extent {
            Some(Extent::Threads(dims)) => (true, dims),
            Some(Extent::Blocks(dims)) => (false, dims),
            Some(Extent::Tiles(_)) | None => return None,
        };
        // Whether such a launch is large is said of the block of any kernel, not of this one's.
        if !in_threads && size.block.is_none() && self.coarse_from != u64::MAX {
            return None;
        }
        let block = match size.block {
            None => *self.blocks.get(dims.rank().wrapping_sub(1))?,
            Some(asked) => self.asked(asked.extent())?,
        };
        let mut threads = 1u64;
        for (axis, size) in block.into_iter().enumerate() {
            let n = dims.extent[axis];
            let blocks = if in_threads { covering(n, size) } else { n };
            if blocks.wrapping_sub(1) >= self.grid[axis] as usize {
                return None;
            }
            to.grid[axis] = blocks as u32;
            let in_all = if in_threads { n as u64 } else { n as u64 * u64::from(size) };
            threads = threads.saturating_mul(in_all);
        }
        to.set(to.grid, block, dims.rank());
        (threads < self.coarse_from && to.several & self.single == 0).then_some(())
    }

    /// The block that a launch asks for.
    fn asked(&self, block: [usize; 3]) -> Option<[u32; 3]> {
        let block = block.map(|n| u32::try_from(n).unwrap_or(0));
        (self.any_block && self.can(block)).then_some(block)
    }
}

/// Launches a kernel, if this is plain.
///
/// # Safety
///
/// As [`super::start`].
#[inline]
pub(super) unsafe fn launch(
    loaded: &Loaded,
    stream: &Stream,
    size: &Size,
    args: &[Arg<'_>],
    room: *mut u64,
) -> Option<Result<()>> {
    let Engine::Gpu(gpu) = stream.engine() else { return None };
    let plain = &loaded.plain;
    if plain.function.0.is_null() {
        return None;
    }
    let mut shape = Shape::default();
    plain.shape(size, &mut shape)?;
    let Plain { function, shared, number, info, .. } = *plain;
    let given = Given { function, shared, number, info, shape: &shape };
    // SAFETY: the caller's contract.
    unsafe { send(&given, None, (loaded.entry, stream, gpu), args, room) }
}

/// Gives a kernel to a GPU's stream with its arguments in one piece; `None` where the stream or an argument does
/// not allow it. Coarse code takes what the launch asked for, too.
///
/// # Safety
///
/// As [`launch`]; the launch is one that the device, the kernel and its conditions allow, and the kernel takes no
/// more than the first two words of its [`kiln_codegen::abi::LaunchInfo`].
#[allow(clippy::inline_always)] // A call more is felt, and the long way has its own.
#[inline(always)]
pub(super) unsafe fn send(
    given: &Given<'_>,
    coarse: Option<(u64, bool)>,
    (entry, stream, gpu): (&'static KernelEntry, &Stream, &GpuStream),
    args: &[Arg<'_>],
    room: *mut u64,
) -> Option<Result<()>> {
    let direct = gpu.direct()?;
    if !Driver::is_plain() {
        return None;
    }
    let launch = stream.launches().next();
    let base = room.cast::<u8>();
    // SAFETY: there is room for every argument.
    let (end, any_memory) = unsafe { pack(args, base) }?;
    let foreign = if any_memory && !alone(stream, args, launch) {
        match order(entry, stream, args, launch) {
            Ok(foreign) => foreign,
            Err(error) => return Some(Err(error)),
        }
    } else {
        false
    };
    let mut bytes = end;
    // SAFETY: behind the arguments there is room for all of this.
    unsafe {
        if let Some((blocks, aligned)) = coarse {
            // The second is one byte.
            bytes = behind(base, bytes, [blocks, aligned.into()]) - 7;
        }
        if given.info {
            // The number's low bits tell it from those under way.
            let numbers = u64::from(given.number) | launch << 32;
            bytes = behind(base, bytes, [gpu.record(), numbers]);
        }
    }
    let packed = Packed { start: base.cast(), bytes };
    // SAFETY: the caller vouches for the arguments. Memory stays alive: it is freed in the order of its home
    // stream, which waits for this one.
    let code = unsafe { call(direct, given, gpu, &packed) };
    if code == SUCCESS && !foreign {
        return Some(Ok(()));
    }
    // SAFETY: as above.
    let done = unsafe { settled(entry, direct, given, gpu, &packed, code) };
    Some(if foreign { leave(stream, args).and(done) } else { done })
}

/// Writes two words behind what ends there, and tells where they end.
///
/// # Safety
///
/// There is room for them, from the next multiple of a word on.
#[inline]
unsafe fn behind(base: *mut u8, end: usize, words: [u64; 2]) -> usize {
    let at = end.next_multiple_of(8);
    // SAFETY: the caller's contract.
    unsafe { base.add(at).cast::<[u64; 2]>().write_unaligned(words) };
    at + size_of_val(&words)
}

/// Writes the arguments one after the other, as far as each allows it; tells where they end, and whether any is memory.
///
/// # Safety
///
/// `to` has room for the words of each argument.
#[inline(never)] // By itself it keeps everything in registers.
unsafe fn pack(args: &[Arg<'_>], to: *mut u8) -> Option<(usize, bool)> {
    let (mut end, mut any_memory) = (0, false);
    for arg in args {
        // SAFETY: what came before has taken no more than its words.
        end = unsafe { arg.pack(to, end) }?;
        any_memory |= arg.memory_use().is_some();
    }
    Some((end, any_memory))
}

/// Whether the stream need not look at others on account of any of the memory; what is written then knows it.
#[inline(never)] // As above.
fn alone(stream: &Stream, args: &[Arg<'_>], launch: u64) -> bool {
    for arg in args {
        let Some((memory, writes)) = arg.memory_use() else { continue };
        if !stream.orders_alone(memory) {
            return false;
        }
        if writes {
            memory.written_at_home(launch);
        }
    }
    true
}

/// Waits for what other streams do with the memory; tells whether any is at home on another.
#[inline(never)]
pub(super) fn order(
    entry: &'static KernelEntry,
    stream: &Stream,
    args: &[Arg<'_>],
    launch: u64,
) -> Result<bool> {
    let mut waited = Waited::default();
    for (index, arg) in args.iter().enumerate() {
        if let Some((memory, writes)) = arg.memory_use() {
            stream.before(memory, writes, &mut waited, || what(entry, index))?;
            if writes {
                memory.written_by(stream, launch);
            }
        }
    }
    Ok(waited.foreign())
}

/// What is launched, and how large.
pub(super) struct Given<'a> {
    pub(super) function: CUfunction,
    /// Bytes of shared memory.
    pub(super) shared: u32,
    /// What a failure record calls the kernel.
    pub(super) number: u32,
    /// Whether the kernel takes more than the user's arguments.
    pub(super) info: bool,
    pub(super) shape: &'a Shape,
}

/// A kernel's parameters, as they lie one after the other.
struct Packed {
    start: *mut c_void,
    bytes: usize,
}

const PARAM_END: *mut c_void = ptr::null_mut();
const PARAM_BUFFER_POINTER: *mut c_void = ptr::without_provenance_mut(1);
const PARAM_BUFFER_SIZE: *mut c_void = ptr::without_provenance_mut(2);

#[inline]
unsafe fn call(direct: LaunchKernel, given: &Given<'_>, gpu: &GpuStream, packed: &Packed) -> i32 {
    let bytes = (&raw const packed.bytes).cast_mut().cast();
    let mut extra = [PARAM_BUFFER_POINTER, packed.start, PARAM_BUFFER_SIZE, bytes, PARAM_END];
    let ([gx, gy, gz], [bx, by, bz]) = (given.shape.grid, given.shape.block);
    // A kernel without parameters is given neither list.
    let (params, extra) =
        (ptr::null_mut(), if packed.bytes == 0 { ptr::null_mut() } else { extra.as_mut_ptr() });
    // SAFETY: the caller's contract; the driver copies the parameters before it returns.
    unsafe { direct(given.function, gx, gy, gz, bx, by, bz, given.shared, gpu.raw, params, extra) }
}

/// What came of a launch: where the driver refused it and the stream's context may have been missing, of a second
/// try with that current.
#[cold]
unsafe fn settled(
    entry: &'static KernelEntry,
    direct: LaunchKernel,
    given: &Given<'_>,
    gpu: &GpuStream,
    packed: &Packed,
    mut code: i32,
) -> Result<()> {
    if matches!(code, INVALID_CONTEXT | INVALID_HANDLE) {
        let _current = gpu.enter()?;
        // SAFETY: the caller's contract.
        code = unsafe { call(direct, given, gpu, packed) };
    }
    let answer = gpu.context.driver.answer("cuLaunchKernel", code);
    answer.map_err(|error| told(error, entry, given.shape, given.shared))
}
