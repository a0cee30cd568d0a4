//! Launches: a kernel, its arguments, a size and a stream.
//!
//! Takes what the macro (or a name and dynamic arguments) gives; guarantees that block and grid are checked against the
//! device's limits and the kernel's own before the driver sees them, and that memory of other streams is waited
//! for; leaves failures inside the kernel to the next synchronization of the stream.

mod conditions;
mod foreign;
pub mod made;
mod maps;
mod occupancy;
mod plain;
mod record;
mod size;
mod specialized;
mod tiles;
mod trial;
mod tunable;

use kiln_codegen::compact::List;
use std::ffi::c_void;
use std::fmt;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

use kiln_codegen::abi::{LaunchInfo, MOST_SHARED};
use kiln_codegen::intrinsics::MOST_MAPS;
use kiln_codegen::passes::coarsen::ALIGNED;
use kiln_codegen::passes::tile::Variant;

use crate::arg::{Arg, ArgValue, DynArg, Facts, MOST_PARTS};
use crate::device::{Device, Limits};
use crate::driver::{Function, GpuStream};
use crate::error::{Error, Result};
use crate::executor::Program;
use crate::graph::Node;
use crate::instance::{Code, DescribeFn, KernelHandle, Loaded};
use crate::jit::Form;
use crate::profile::watch::{self, Geometry};
use crate::registry::KernelEntry;
use crate::report::Report;
use crate::stream::{CpuStream, Engine, Stream};

pub use foreign::{Foreign, ForeignLaunch, HostBody, KernelSource, Typed, TypedLaunch};
pub(crate) use maps::{Encoded, Maps, encode};
pub use occupancy::Occupancy;
pub(crate) use plain::Plain;
use plain::{Given, order};
pub use size::Dims;
use size::{Extent, Shape, Size};
pub use specialized::{Optimized, ProfileGuidedOptimizer};
pub(crate) use tiles::GridRule;
pub use tunable::TunableLaunch;

/// A launch of a kernel, made by calling the kernel's name. Nothing happens before [`Launch::launch`].
#[must_use = "a launch does nothing until `.launch(&stream)`"]
pub struct Launch<'a, const N: usize> {
    handle: &'static KernelHandle,
    describe: Option<DescribeFn>,
    args: [Arg<'a>; N],
    size: Size,
}

/// A launch with dynamic arguments, already checked. Made by [`KernelEntry::bind`].
#[must_use = "a launch does nothing until `.launch(&stream)`"]
pub struct BoundLaunch<'a> {
    entry: &'static KernelEntry,
    args: Vec<Arg<'a>>,
    size: Size,
}

macro_rules! sizes {
    () => {
        /// How many threads run in all, along each axis: the grid has as many blocks as that takes, so the last
        /// ones may have threads past the end. Without [`Self::block`] a block has 256, 16 × 16 or 8 × 8 × 4
        /// threads, or the shape that the kernel declares.
        #[inline]
        pub fn threads(mut self, threads: impl Into<Dims>) -> Self {
            self.size.extent = Some(Extent::Threads(threads.into()));
            self
        }

        /// How many blocks run, along each axis, instead of [`Self::threads`].
        #[inline]
        pub fn blocks(mut self, blocks: impl Into<Dims>) -> Self {
            self.size.extent = Some(Extent::Blocks(blocks.into()));
            self
        }

        /// CUDA's word for [`Self::blocks`].
        #[inline]
        pub fn grid(self, blocks: impl Into<Dims>) -> Self {
            self.blocks(blocks)
        }

        /// Of a tile kernel: how many tiles there are along each axis of the grid, which is how often the kernel
        /// runs. Without it there are as many as cover the tensor that the kernel stores to, where its stores tell.
        #[inline]
        pub fn tiles(mut self, tiles: impl Into<Dims>) -> Self {
            self.size.extent = Some(Extent::Tiles(tiles.into()));
            self
        }

        /// Of a tile kernel: how many warps work on a tile, instead of the kernel's `warps`: 1, 2, 4, 8 or 16. The
        /// first launch with a new value compiles the kernel for it; later ones find that code.
        #[inline]
        pub fn warps(mut self, warps: usize) -> Self {
            self.size.hints.warps = Some(hint(warps));
            self
        }

        /// Of a tile kernel: how many turns of a loop have their loads under way, instead of the kernel's `stages`:
        /// 1 to 16.
        #[inline]
        pub fn stages(mut self, stages: usize) -> Self {
            self.size.hints.stages = Some(hint(stages));
            self
        }

        /// Of a tile kernel: the order in which tiles of the grid are visited, instead of the kernel's `order`. So
        /// many tiles along axis 0 advance along axis 1 together: 1 to 65535. 1 is the order `"rows"`, and
        /// `usize::MAX` is `"columns"`.
        #[inline]
        pub fn order(mut self, order: usize) -> Self {
            self.size.hints.order = Some(hint(order));
            self
        }

        /// How many elements [`dynamic_shared`](../kiln/fn.dynamic_shared.html) has in each block. Together with
        /// the kernel's other shared memory they are limited by the device: [`Limits::shared_memory_opt_in`].
        #[inline]
        pub fn dynamic_shared(mut self, len: usize) -> Self {
            self.size.shared_len = Some(len);
            self
        }

        /// Lets the device say how many threads a block has, where neither [`Self::block`] nor the kernel does: as
        /// many as keep most of it at work, by what a block needs of registers and shared memory. The block is long
        /// along x. On the CPU it is as without.
        #[inline]
        #[doc(alias = "cudaOccupancyMaxPotentialBlockSize")]
        pub fn auto_block(mut self) -> Self {
            self.size.auto_block = true;
            self
        }

        /// Lets the launch begin before the one before it on the stream has ended, as soon as each of its blocks
        /// has called [`grid::release_next`](../kiln/grid/fn.release_next.html) or ended: what this kernel does
        /// before it calls [`grid::wait_for_previous`](../kiln/grid/fn.wait_for_previous.html) then takes no time
        /// of its own. GPUs of compute capability 9.0 and newer do that; for others, and the CPU, this changes
        /// nothing.
        ///
        /// # Safety
        ///
        /// Before it calls `grid::wait_for_previous`, the kernel uses no memory that earlier work on the stream
        /// writes, and writes none that it uses; each of its threads that uses such memory calls that before.
        #[inline]
        #[doc(alias = "programmatic dependent launch")]
        pub unsafe fn overlap_previous(mut self) -> Self {
            self.size.overlap = true;
            self
        }

        /// How many threads a block has, along each axis.
        #[inline]
        pub fn block(mut self, block: impl Into<Dims>) -> Self {
            self.size.block = Some(block.into());
            self
        }
    };
}

impl<'a, const N: usize> Launch<'a, N> {
    /// What the macro emits: the arguments are the kernel's parameters in order, and `describe` is there for an
    /// open kernel.
    ///
    /// # Safety
    ///
    /// The arguments are of the kernel's parameters, in order, each of its type; `describe` is that of the kernel's
    /// instance. For a kernel that is an `unsafe fn`, the caller vouches for what it asks.
    #[doc(hidden)]
    #[inline]
    pub unsafe fn new(
        handle: &'static KernelHandle,
        describe: Option<DescribeFn>,
        args: [Arg<'a>; N],
    ) -> Self {
        Launch { handle, describe, args, size: Size::NONE }
    }

    sizes!();

    /// Gives the launch to a stream. On a GPU this returns before the kernel has run. No threads at all is no
    /// error, and nothing runs.
    ///
    /// # Errors
    ///
    /// [`Error::NoSize`], [`Error::NoTiles`], [`Error::WrongSize`], [`Error::LaunchLimit`], [`Error::BlockShape`] and
    /// [`Error::EmptyBlock`] for a size that cannot be, [`Error::NoSharedLen`] and [`Error::SharedLen`] where the
    /// length of dynamic shared memory is missing or has no use, [`Error::SharedTiles`] for tiles that could write
    /// the same elements, [`Error::Precondition`] for threads that could,
    /// [`Error::ClusterGrid`] and [`Error::Architecture`] for clusters that cannot be, [`Error::WrongDevice`] for a
    /// buffer of another device, [`Error::TensorShape`] for a tensor that does not fit its memory; on the first
    /// launch also what compiling can give: [`Error::CompilerMissing`], [`Error::Specialize`], [`Error::Compile`].
    /// A kernel that fails while running is told by the stream's next synchronization or download.
    #[inline]
    pub fn launch(self, stream: &Stream) -> Result<()> {
        let mut room = MaybeUninit::<Room<N>>::uninit();
        let mut own = ManuallyDrop::new(self);
        let Launch { handle, describe, args, size } = &mut *own;
        // SAFETY: the macro gives the arguments of the kernel's parameters, and `room` is theirs; nobody uses them
        // afterwards.
        unsafe { launch((handle, *describe), stream, size, args, room.as_mut_ptr().cast()) }
    }

    /// Records the launch on a stream that does so.
    pub(crate) fn record(self, stream: &Stream) -> Result<Node> {
        let entry = self.handle.entry();
        self.size.begin(entry)?;
        let variant = variant(entry, &self.args, &self.size, stream.device_shared().coarse_from)?;
        let loaded = self.handle.get(self.describe, stream.device_shared(), variant)?;
        record::node(loaded, stream, &self.size, &self.args)
    }

    /// How many blocks of this launch run at once on a device: with [`Launch::block`], [`Launch::auto_block`] or
    /// the block that it would have, and with [`Launch::dynamic_shared`]. It runs nothing, and compiles the kernel
    /// where that is still to be done.
    ///
    /// # Errors
    ///
    /// As [`Launch::launch`].
    ///
    /// # Examples
    ///
    /// ```ignore
    /// let fits = relax(&mut x).block(512).occupancy(&device)?;
    /// relax(&mut x).block(512).blocks(fits.blocks()).launch(&stream)?;
    /// ```
    pub fn occupancy(&self, on: impl Into<Device>) -> Result<Occupancy> {
        let device = on.into();
        let entry = self.handle.entry();
        let variant = variant(entry, &self.args, &self.size, device.shared().coarse_from)?;
        let loaded = self.handle.get(self.describe, device.shared(), variant)?;
        occupancy::of(loaded, &device, &self.size)
    }

    /// What the compiler makes of the kernel for a device: threads, registers, shared memory, where each tile
    /// lives. It runs nothing, and compiles what it tells of. For the CPU it tells what a GPU of compute capability
    /// 9.0 would get.
    ///
    /// # Errors
    ///
    /// What compiling can give, but for a missing NVRTC: the report then says what is not known.
    pub fn report(&self, on: impl Into<Device>) -> Result<Report> {
        let entry = self.handle.entry();
        let answers = self.describe.map_or_else(Vec::new, |describe| describe());
        let device = on.into().shared();
        let variant = variant(entry, &self.args, &self.size, device.coarse_from)?;
        crate::report::report(entry, &answers, (&self.args, variant), device)
    }
}

/// Room for a kernel's parameters, or for the driver's list of them: as many words for each argument as any has
/// parts, those that lie in a box included, and [`MORE_WORDS`] for what comes behind them. It is not initialized,
/// since [`start`] writes what the driver reads.
#[repr(C)]
struct Room<const N: usize> {
    args: [[u64; MOST_PARTS]; N],
    more: [u64; MORE_WORDS],
}

/// Two words for what coarse code takes, two for the launch's own facts, one into which the last argument may be
/// rounded up, and one for where the tensor maps are.
const MORE_WORDS: usize = 6;

impl KernelEntry {
    /// A launch of this kernel with arguments checked at run time.
    ///
    /// # Errors
    ///
    /// [`Error::ArgumentCount`] for too few or too many arguments, [`Error::Argument`] for one of the wrong kind,
    /// type or mutability, [`Error::OpenKernel`] for a generic kernel, [`Error::UnsafeKernel`] for an `unsafe fn`.
    pub fn bind<'a>(&'static self, args: impl IntoIterator<Item = DynArg<'a>>) -> Result<BoundLaunch<'a>> {
        if self.is_unsafe {
            return Err(Error::UnsafeKernel { kernel: self.name });
        }
        // SAFETY: the kernel is safe to launch with any arguments of its parameters' types.
        unsafe { self.bind_unsafe(args) }
    }

    /// As [`KernelEntry::bind`], for kernels that are `unsafe fn` too.
    ///
    /// # Errors
    ///
    /// As [`KernelEntry::bind`].
    ///
    /// # Safety
    ///
    /// What the kernel's documentation asks of its caller.
    pub unsafe fn bind_unsafe<'a>(
        &'static self,
        args: impl IntoIterator<Item = DynArg<'a>>,
    ) -> Result<BoundLaunch<'a>> {
        let args: Vec<DynArg<'a>> = args.into_iter().list();
        if self.open && self.describe.is_none() {
            return Err(Error::OpenKernel { kernel: self.name });
        }
        if args.len() != self.params.len() {
            let spell = |params: &[crate::registry::ParamInfo]| {
                let spelt: Vec<_> =
                    params.iter().map(|p| format!("`{}: {}`", p.name, p.kind.rust_type())).list();
                spelt.join(", ")
            };
            let detail = match self.params.get(args.len()..) {
                Some(missing) => format!("missing {}", spell(missing)),
                None if self.params.is_empty() => "it takes none".to_owned(),
                None => format!("it takes {}", spell(self.params)),
            };
            let (expected, found) = (self.params.len(), args.len());
            return Err(Error::ArgumentCount { kernel: self.name, expected, found, detail });
        }
        for (index, (param, arg)) in self.params.iter().zip(&args).enumerate() {
            if !arg.fits(param.kind) {
                return Err(Error::Argument {
                    kernel: self.name,
                    parameter: param.name,
                    index,
                    expected: format!("`{}`", param.kind.rust_type()),
                    found: arg.describe(param.kind),
                });
            }
        }
        Ok(BoundLaunch { entry: self, args: args.into_iter().map(|arg| arg.arg).list(), size: Size::NONE })
    }
}

impl BoundLaunch<'_> {
    sizes!();

    /// As [`Launch::launch`].
    ///
    /// # Errors
    ///
    /// As [`Launch::launch`].
    pub fn launch(self, stream: &Stream) -> Result<()> {
        if !self.size.begin(self.entry)? {
            return Ok(());
        }
        let variant = variant(self.entry, &self.args, &self.size, stream.device_shared().coarse_from)?;
        let answers = self.entry.describe.map_or_else(Vec::new, |describe| describe());
        let loaded = crate::jit::load(self.entry, answers, stream.device_shared(), variant)?;
        let mut room = vec![0u64; MOST_PARTS * self.args.len() + MORE_WORDS];
        // SAFETY: `bind` checked the arguments against the parameters, and `room` is theirs.
        unsafe { start(loaded, stream, &self.size, &self.args, room.as_mut_ptr()) }
    }

    /// Records the launch on a stream that does so.
    pub(crate) fn record(self, stream: &Stream) -> Result<Node> {
        self.size.begin(self.entry)?;
        let variant = variant(self.entry, &self.args, &self.size, stream.device_shared().coarse_from)?;
        let answers = self.entry.describe.map_or_else(Vec::new, |describe| describe());
        let loaded = crate::jit::load(self.entry, answers, stream.device_shared(), variant)?;
        record::node(loaded, stream, &self.size, &self.args)
    }

    /// As [`Launch::report`].
    ///
    /// # Errors
    ///
    /// As [`Launch::report`].
    pub fn report(&self, on: impl Into<Device>) -> Result<Report> {
        let answers = self.entry.describe.map_or_else(Vec::new, |describe| describe());
        let device = on.into().shared();
        let variant = variant(self.entry, &self.args, &self.size, device.coarse_from)?;
        crate::report::report(self.entry, &answers, (&self.args, variant), device)
    }
}

/// Launches a kernel with dynamic arguments over `threads` threads, with the default block; [`KernelEntry::bind`]
/// has the other ways to give a size.
///
/// # Errors
///
/// As [`KernelEntry::bind`] and [`Launch::launch`].
///
/// # Examples
///
/// ```no_run
/// use kiln_runtime::{Device, registry};
///
/// let stream = Device::best()?.stream();
/// let x = stream.upload(&[1.0f32, 2.0])?;
/// let mut y = stream.upload(&[3.0f32, 4.0])?;
/// let args = [3.0f32.into(), (&x).into(), (&mut y).into()];
/// registry::launch_dynamic(registry::find("saxpy")?, &stream, 2, args)?;
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub fn launch_dynamic<'a>(
    entry: &'static KernelEntry,
    stream: &Stream,
    threads: impl Into<Dims>,
    args: impl IntoIterator<Item = DynArg<'a>>,
) -> Result<()> {
    entry.bind(args)?.threads(threads).launch(stream)
}

/// A hint as the compiler has it. What is too large is refused at the launch, and the largest order is that of columns.
fn hint(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The variant of the code that these arguments allow, or of a kernel of threads that this size asks for.
#[inline]
fn variant(entry: &KernelEntry, args: &[Arg<'_>], size: &Size, coarse_from: u64) -> Result<Variant> {
    let hints = size.checked_hints(entry)?;
    if entry.attrs.tile.is_none() {
        let coarse = entry.coarse && size.is_large(entry, coarse_from);
        return Ok(if coarse { Variant::FAST } else { Variant::GENERAL });
    }
    let variant = tensors_variant(args).ok_or_else(|| misfit(entry, args))?;
    Ok(variant.with_hints(hints))
}

/// The variant for these tensors; `None` if one does not fit its memory.
#[inline]
pub(crate) fn tensors_variant(args: &[Arg<'_>]) -> Option<Variant> {
    match args.iter().map(Arg::facts).fold(Facts::Aligned, Facts::max) {
        Facts::Aligned => Some(Variant::FAST),
        Facts::AlignedTurned | Facts::Any | Facts::AnyTurned => Some(layout_variant(args)),
        Facts::Misfit => None,
    }
}

/// The variant for tensors that are not all aligned as they are.
#[inline(never)]
fn layout_variant(args: &[Arg<'_>]) -> Variant {
    let (mut variant, mut some_aligned) = (Variant::FAST, false);
    for (number, arg) in args.iter().filter(|arg| arg.is_tensor()).enumerate() {
        let facts = arg.facts();
        let turned = matches!(facts, Facts::AlignedTurned | Facts::AnyTurned) && number < 8;
        let aligned = facts == Facts::Aligned || turned && facts == Facts::AlignedTurned;
        variant.turned |= if turned { Variant::bit(number) } else { 0 };
        variant.unaligned |= if aligned { 0 } else { Variant::bit(number) };
        some_aligned |= aligned;
    }
    if some_aligned || variant.turned != 0 { variant } else { Variant::GENERAL }
}

#[cold]
fn misfit(entry: &KernelEntry, args: &[Arg<'_>]) -> Error {
    let index = args.iter().position(|arg| arg.facts() == Facts::Misfit).unwrap_or(0);
    let detail = match args.get(index).map(Arg::as_value) {
        Some(ArgValue::Tensor { len, extents, strides, .. }) => format!(
            "a tensor with extents {extents:?} and strides {strides:?} does not fit {len} elements of memory, or has two \
             indices for one element and is to be written"
        ),
        Some(ArgValue::Scalar(_) | ArgValue::Whole(..) | ArgValue::Slice { .. }) | None => {
            "it does not fit its memory".to_owned()
        }
    };
    let parameter = entry.params.get(index).map_or("?", |param| param.name);
    Error::TensorShape { kernel: entry.name, parameter, detail }
}

/// Launches a kernel of the macro's, and drops the arguments.
///
/// # Safety
///
/// As [`start`].
unsafe fn launch(
    (handle, describe): (&'static KernelHandle, Option<DescribeFn>),
    stream: &Stream,
    size: &Size,
    args: &mut [Arg<'_>],
    room: *mut u64,
) -> Result<()> {
    let met = handle.met(describe, stream.slot());
    // SAFETY: the caller's contract.
    let done = match met.and_then(|loaded| unsafe { plain::launch(loaded, stream, size, args, room) }) {
        // What was packed is in no box.
        Some(Ok(())) => return Ok(()),
        Some(error) => error,
        // SAFETY: as above.
        None => unsafe { launch_long(handle, describe, stream, size, args, room) },
    };
    // SAFETY: the caller gave the arguments up.
    unsafe { ptr::drop_in_place(args) };
    done
}

/// As [`launch`], whatever the launch.
#[inline(never)]
unsafe fn launch_long(
    handle: &'static KernelHandle,
    describe: Option<DescribeFn>,
    stream: &Stream,
    size: &Size,
    args: &[Arg<'_>],
    room: *mut u64,
) -> Result<()> {
    let entry = handle.entry();
    if !size.begin(entry)? {
        return Ok(());
    }
    let variant = variant(entry, args, size, stream.device_shared().coarse_from)?;
    let loaded = handle.get(describe, stream.device_shared(), variant)?;
    // SAFETY: the caller's contract.
    unsafe { start(loaded, stream, size, args, room) }
}

/// Starts a kernel.
///
/// # Safety
///
/// `args` are the kernel's parameters in order, and `room` has [`MOST_PARTS`] words for each and [`MORE_WORDS`] more.
unsafe fn start(
    loaded: &'static Loaded,
    stream: &Stream,
    size: &Size,
    args: &[Arg<'_>],
    room: *mut u64,
) -> Result<()> {
    match (&loaded.code, stream.engine()) {
        // SAFETY: the caller's contract.
        (Code::Gpu(function), Engine::Gpu(gpu)) => unsafe {
            start_gpu(loaded, function, (stream, gpu), size, args, room)
        },
        // SAFETY: as above.
        (Code::Cpu(program), Engine::Cpu(cpu)) => unsafe {
            start_cpu(loaded, program, (stream, cpu), size, args)
        },
        (_, Engine::Capture(_)) => record::launch(loaded, stream, size, args),
        // Code is looked up by the stream's device, so this cannot be.
        (Code::Gpu(_), Engine::Cpu(_)) | (Code::Cpu(_), Engine::Gpu(_)) => Err(Error::WrongDevice {
            what: format!("kernel `{}`", loaded.entry.name),
            buffer_device: "another device".to_owned(),
            stream_device: stream.device_shared().describe(),
        }),
    }
}

/// Gives a kernel to a GPU's stream.
///
/// # Safety
///
/// As [`start`].
unsafe fn start_gpu(
    loaded: &'static Loaded,
    function: &Function,
    (stream, gpu): (&Stream, &GpuStream),
    size: &Size,
    args: &[Arg<'_>],
    room: *mut u64,
) -> Result<()> {
    let entry = loaded.entry;
    let limits = &stream.device_shared().limits;
    let best;
    let size = if size.auto_block {
        best = occupancy::with_block(loaded, function, gpu, size, limits)?;
        &best
    } else {
        size
    };
    let mut shape = Shape::default();
    self::shape(loaded, size, args, limits, function.max_threads_per_block, &mut shape)?;
    if shape.grid.contains(&0) {
        return Ok(());
    }
    let (shared_len, shared) = size.shared(entry, &loaded.needs, limits.shared_memory_opt_in.into())?;
    conditions::check(loaded, args, &shape)?;
    let mut coarse = coarse(loaded, &mut shape.grid, args);
    let needs = &loaded.needs;
    // Where maps lie among parameters in one piece depends on the architecture, so they take the driver's list.
    if !(size.overlap || needs.grid_barrier || needs.slice_element != 0 || needs.maps[0].is_some()) {
        let (function, bytes) = (function.raw(), function.dynamic_shared(shared));
        let given = Given { function, shared: bytes, number: loaded.number, info: needs.info, shape: &shape };
        // SAFETY: the caller's contract; what the kernel and the device ask for was looked at.
        if let Some(done) = unsafe { plain::send(&given, coarse, (entry, stream, gpu), args, room) } {
            return done;
        }
    }
    let mut maps = [const { MaybeUninit::<Encoded>::uninit() }; MOST_MAPS];
    for (place, map) in maps.iter_mut().zip(needs.maps.iter().flatten()) {
        place.write(encode(gpu.context.driver, *map, args)?);
    }
    let params: *mut *mut c_void = room.cast();
    let launch = stream.launches().next();
    let mut next = params;
    for arg in args {
        // SAFETY: the caller left room for every parameter.
        next = unsafe { arg.point(next) };
    }
    let foreign = order(entry, stream, args, launch)?;
    let _current = gpu.enter()?;
    let grid = asked(shape.grid, coarse);
    let geometry = Geometry { grid, block: shape.block, shared, shared_len };
    let watched = watch::kernel(loaded, stream, geometry, args);
    // The number's low bits tell it from those under way.
    let (record, launch) = (gpu.record(), launch as u32);
    let mut info = LaunchInfo { record, kernel: loaded.number, launch, shared_len, barrier: 0 };
    // SAFETY: the caller left room for every parameter and vouches for the arguments. Memory stays alive: it is freed
    // in the order of its home stream, which waits for this one.
    unsafe {
        if let Some((blocks, aligned)) = &mut coarse {
            next.write(std::ptr::from_mut(blocks).cast());
            next.add(1).write(std::ptr::from_mut(aligned).cast());
            next = next.add(2);
        }
        if needs.maps[0].is_some() {
            next.write((&raw mut maps).cast());
            next = next.add(1);
        }
        if needs.info {
            next.write((&raw mut info).cast());
        }
        if foreign || size.overlap || needs.grid_barrier {
            let more = (&shape, shared);
            let done = occupancy::launch(loaded, function, (stream, gpu), size, more, params, &raw mut info);
            drop(watched);
            return if foreign { leave(stream, args).and(done) } else { done };
        }
        let done = function.launch(gpu, &shape.grid, &shape.block, shared, params);
        if done.is_ok() { done } else { done.map_err(|error| told(error, entry, &shape, shared)) }
    }
}

/// What the driver says of a launch, with what was launched.
#[cold]
fn told(error: Error, entry: &KernelEntry, shape: &Shape, shared: u32) -> Error {
    let Error::Driver { call, code, name, meaning } = error else { return error };
    let more =
        if shared > 0 { format!(" and {shared} bytes of dynamic shared memory") } else { String::new() };
    let meaning = format!(
        "{meaning}; it was given kernel `{}` with a grid of {:?} blocks of {:?} threads{more}",
        entry.name, shape.grid, shape.block
    );
    Error::Driver { call, code, name, meaning }
}

/// Runs a kernel on the CPU.
///
/// # Safety
///
/// `args` are the kernel's parameters in order.
unsafe fn start_cpu(
    loaded: &'static Loaded,
    program: &Program,
    (stream, cpu): (&Stream, &CpuStream),
    size: &Size,
    args: &[Arg<'_>],
) -> Result<()> {
    let entry = loaded.entry;
    let limits = &stream.device_shared().limits;
    let mut shape = Shape::default();
    self::shape(loaded, size, args, limits, limits.max_threads_per_block, &mut shape)?;
    if shape.grid.contains(&0) {
        return Ok(());
    }
    if loaded.needs.grid_barrier {
        occupancy::fits_cpu(entry, shape.grid, shape.block)?;
    }
    // What the largest of GPUs has: the CPU itself needs no limit.
    let (shared_len, _) = size.shared(entry, &loaded.needs, MOST_SHARED)?;
    conditions::check(loaded, args, &shape)?;
    let launch = stream.launches().next();
    let foreign = order(entry, stream, args, launch)?;
    let coarse = coarse(loaded, &mut shape.grid, args);
    let grid = asked(shape.grid, coarse);
    let geometry = Geometry { grid, block: shape.block, shared: 0, shared_len };
    let watched = watch::kernel(loaded, stream, geometry, args);
    // SAFETY: the caller vouches for the arguments, and their borrows last until this returns.
    let ran = unsafe { loaded.run(program, (shape.grid, shape.block, shared_len), args, coarse) };
    if let (Some(watched), Some(counts)) = (&watched, &ran.1) {
        watched.counted(counts);
    }
    cpu.ran(loaded, program, (launch, launch as u32), ran);
    drop(watched);
    if foreign { leave(stream, args) } else { Ok(()) }
}

/// Makes the grid that of the code; where its blocks do the work of several, gives how many the launch asked for,
/// and whether every slice is aligned for vectors.
#[inline]
fn coarse(loaded: &Loaded, grid: &mut [u32; 3], args: &[Arg<'_>]) -> Option<(u64, bool)> {
    if loaded.form != Form::Coarse {
        return None;
    }
    let aligned = |arg: &Arg<'_>| match arg.words() {
        [address, _] => address.is_multiple_of(ALIGNED),
        _ => true,
    };
    let asked = grid[0];
    grid[0] = asked.div_ceil(loaded.needs.blocks.max(1));
    Some((asked.into(), args.iter().all(aligned)))
}

/// The grid that the launch asked for.
fn asked(grid: [u32; 3], coarse: Option<(u64, bool)>) -> [u32; 3] {
    coarse.map_or(grid, |(blocks, _)| [blocks as u32, grid[1], grid[2]])
}

/// Grid and block: the launch's, or of a tile kernel the number of tiles and the block that Kiln chose.
#[inline]
fn shape(
    loaded: &Loaded,
    size: &Size,
    args: &[Arg<'_>],
    limits: &Limits,
    own_threads: u32,
    to: &mut Shape,
) -> Result<()> {
    match loaded.needs.block {
        None => size.resolve_to(loaded.entry, limits, own_threads, to),
        Some(block) => {
            to.set(tiles::grid(loaded, size, args, limits)?, block, 3);
            Ok(())
        }
    }
}

/// An argument, for an error.
#[cold]
fn what(entry: &KernelEntry, index: usize) -> String {
    let parameter = entry.params.get(index).map_or("?", |param| param.name);
    format!("kernel `{}`, parameter `{parameter}`", entry.name)
}

#[cold]
fn leave(stream: &Stream, args: &[Arg<'_>]) -> Result<()> {
    stream.after(args.iter().filter_map(Arg::memory_use))
}

impl<const N: usize> fmt::Debug for Launch<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = self.handle.entry();
        f.debug_struct("Launch")
            .field("kernel", &entry.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for BoundLaunch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundLaunch")
            .field("kernel", &self.entry.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
