//! Launches: a kernel, its arguments, a size and a stream.
//!
//! Takes what the macro (or a name and dynamic arguments) gives; guarantees that block and grid are checked against the
//! device's limits and the kernel's own before the driver sees them, and that memory of other streams is waited for; leaves
//! failures inside the kernel to the next synchronisation of the stream.

use std::ffi::c_void;
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr;

use kiln_codegen::abi::LaunchInfo;

use crate::arg::{Arg, ArgValue, DynArg, Facts, MOST_WORDS};
use crate::device::Limits;
use crate::error::{Error, Result};
use crate::instance::{Code, DescribeFn, KernelHandle, Loaded};
use crate::registry::KernelEntry;
use crate::stream::{Engine, Stream};

/// A size of one to three dimensions: `n`, `[w, h]` or `[w, h, d]` (tuples too), x first.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Dims;
///
/// assert_eq!(Dims::from([640, 480]), Dims::from((640, 480)));
/// assert_eq!(Dims::from(7).extent(), [7, 1, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dims {
    extent: [usize; 3],
    rank: u8,
}

impl Dims {
    /// The size along x, y and z.
    pub const fn extent(self) -> [usize; 3] {
        self.extent
    }

    /// How many dimensions were given.
    pub const fn rank(self) -> usize {
        self.rank as usize
    }
}

impl From<usize> for Dims {
    fn from(n: usize) -> Self {
        Dims { extent: [n, 1, 1], rank: 1 }
    }
}

impl From<[usize; 1]> for Dims {
    fn from([x]: [usize; 1]) -> Self {
        Dims { extent: [x, 1, 1], rank: 1 }
    }
}

impl From<[usize; 2]> for Dims {
    fn from([x, y]: [usize; 2]) -> Self {
        Dims { extent: [x, y, 1], rank: 2 }
    }
}

impl From<[usize; 3]> for Dims {
    fn from(extent: [usize; 3]) -> Self {
        Dims { extent, rank: 3 }
    }
}

impl From<(usize, usize)> for Dims {
    fn from((x, y): (usize, usize)) -> Self {
        Dims::from([x, y])
    }
}

impl From<(usize, usize, usize)> for Dims {
    fn from((x, y, z): (usize, usize, usize)) -> Self {
        Dims::from([x, y, z])
    }
}

/// How large a launch is.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    extent: Option<Extent>,
    block: Option<Dims>,
}

#[derive(Clone, Copy, Debug)]
enum Extent {
    Threads(Dims),
    Blocks(Dims),
}

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
        /// How many threads run in all, along each axis: the grid has as many blocks as that takes, so the last ones may
        /// have threads past the end. Without [`Self::block`] a block has 256, 16 × 16 or 8 × 8 × 4 threads, or the shape
        /// that the kernel declares.
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

        /// How many threads a block has, along each axis.
        #[inline]
        pub fn block(mut self, block: impl Into<Dims>) -> Self {
            self.size.block = Some(block.into());
            self
        }
    };
}

impl<'a, const N: usize> Launch<'a, N> {
    /// What the macro emits: the arguments are the kernel's parameters in order, and `describe` is there for an open kernel.
    #[doc(hidden)]
    #[inline]
    pub fn new(handle: &'static KernelHandle, describe: Option<DescribeFn>, args: [Arg<'a>; N]) -> Self {
        Launch { handle, describe, args, size: Size { extent: None, block: None } }
    }

    sizes!();

    /// Gives the launch to a stream. On a GPU this returns before the kernel has run. No threads at all is no error, and
    /// nothing runs.
    ///
    /// # Errors
    ///
    /// [`Error::NoSize`], [`Error::LaunchLimit`], [`Error::BlockShape`] and [`Error::EmptyBlock`] for a size that cannot be,
    /// [`Error::WrongDevice`] for a buffer of another device, [`Error::TensorShape`] for a tensor that does not fit its
    /// memory; on the first launch also what compiling can give:
    /// [`Error::CompilerMissing`], [`Error::Specialise`], [`Error::Compile`]. A kernel that fails while running is told by
    /// the stream's next synchronisation or download.
    #[inline]
    pub fn launch(self, stream: &Stream) -> Result<()> {
        if self.size.is_empty() {
            return Ok(());
        }
        facts(self.handle.entry(), &self.args)?;
        let loaded = self.handle.get(self.describe, stream.device_shared())?;
        let mut params = MaybeUninit::<Params<N>>::uninit();
        // SAFETY: the macro gives the arguments of the kernel's parameters, and `params` has room for all.
        unsafe { start(loaded, stream, self.size, &self.args, params.as_mut_ptr().cast()) }
    }
}

/// Room for the driver's list of parameters: one a word of an argument, and one for the launch's own facts. It is not
/// initialised, since [`start`] writes what the driver reads.
#[repr(C)]
struct Params<const N: usize> {
    args: [[*mut c_void; MOST_WORDS]; N],
    info: *mut c_void,
}

impl KernelEntry {
    /// A launch of this kernel with arguments checked at run time.
    ///
    /// # Errors
    ///
    /// [`Error::ArgumentCount`] for too few or too many arguments, [`Error::Argument`] for one of the wrong kind, type or
    /// mutability, [`Error::OpenKernel`] for a generic kernel, [`Error::UnsafeKernel`] for an `unsafe fn`.
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
        let args: Vec<DynArg<'a>> = args.into_iter().collect();
        if self.open && self.describe.is_none() {
            return Err(Error::OpenKernel { kernel: self.name });
        }
        if args.len() != self.params.len() {
            let spell = |params: &[crate::ParamInfo]| {
                let spelt: Vec<_> =
                    params.iter().map(|p| format!("`{}: {}`", p.name, p.kind.rust_type())).collect();
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
        Ok(BoundLaunch {
            entry: self,
            args: args.into_iter().map(|arg| arg.arg).collect(),
            size: Size::default(),
        })
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
        if self.size.is_empty() {
            return Ok(());
        }
        facts(self.entry, &self.args)?;
        let answers = self.entry.describe.map_or_else(Vec::new, |describe| describe());
        let loaded = crate::jit::load(self.entry, answers, stream.device_shared())?;
        let mut params: Vec<*mut c_void> = vec![ptr::null_mut(); MOST_WORDS * self.args.len() + 1];
        // SAFETY: `bind` checked the arguments against the parameters, and `params` has room for all.
        unsafe { start(loaded, stream, self.size, &self.args, params.as_mut_ptr()) }
    }
}

/// Launches a kernel with dynamic arguments over `threads` threads, with the default block; [`KernelEntry::bind`] has the other
/// ways to give a size.
///
/// # Errors
///
/// As [`KernelEntry::bind`] and [`Launch::launch`].
///
/// # Examples
///
/// ```no_run
/// use kiln_runtime::{Device, kernel, launch_dynamic};
///
/// let stream = Device::best()?.stream();
/// let x = stream.upload(&[1.0f32, 2.0])?;
/// let mut y = stream.upload(&[3.0f32, 4.0])?;
/// launch_dynamic(kernel("saxpy")?, &stream, 2, [3.0f32.into(), (&x).into(), (&mut y).into()])?;
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

/// What holds of every tensor among the arguments.
#[inline]
fn facts(entry: &KernelEntry, args: &[Arg<'_>]) -> Result<Facts> {
    let facts = args.iter().map(Arg::facts).fold(Facts::Aligned, Facts::max);
    if facts == Facts::Misfit { Err(misfit(entry, args)) } else { Ok(facts) }
}

#[cold]
fn misfit(entry: &KernelEntry, args: &[Arg<'_>]) -> Error {
    let index = args.iter().position(|arg| arg.facts() == Facts::Misfit).unwrap_or(0);
    let detail = match args.get(index).map(Arg::value) {
        Some(ArgValue::Tensor { len, extents, strides, .. }) => format!(
            "a tensor with extents {extents:?} and strides {strides:?} does not fit {len} elements of memory, or has two \
             indices for one element and is to be written"
        ),
        Some(ArgValue::Scalar(_) | ArgValue::Slice { .. }) | None => "it does not fit its memory".to_owned(),
    };
    let parameter = entry.params.get(index).map_or("?", |param| param.name);
    Error::TensorShape { kernel: entry.name, parameter, detail }
}

/// Starts a kernel.
///
/// # Safety
///
/// `args` are the kernel's parameters in order, and `params` has room for a pointer to each of their words and one more.
unsafe fn start(
    loaded: &Loaded,
    stream: &Stream,
    size: Size,
    args: &[Arg<'_>],
    params: *mut *mut c_void,
) -> Result<()> {
    let entry = loaded.entry;
    let limits = &stream.device_shared().limits;
    match (&loaded.code, stream.engine()) {
        (Code::Gpu(function), Engine::Gpu(gpu)) => {
            let (grid, block) = size.resolve(entry, limits, function.max_threads_per_block)?;
            let foreign = enter(entry, stream, args)?;
            gpu.context.make_current()?;
            let (record, launch) = gpu.next_launch();
            let mut info = LaunchInfo { record, kernel: loaded.number, launch };
            // SAFETY: the caller left room for every parameter and vouches for the arguments. Memory stays alive: it is freed
            // in the order of its home stream, which waits for this one.
            let done = unsafe {
                let mut next = params;
                for arg in args {
                    for word in arg.words() {
                        next.write(ptr::from_ref(word).cast_mut().cast());
                        next = next.add(1);
                    }
                }
                next.write((&raw mut info).cast());
                function.launch(gpu, grid, block, params)
            };
            if foreign { leave(stream, args).and(done) } else { done }
        }
        (Code::Cpu(program), Engine::Cpu(cpu)) => {
            let (grid, block) = size.resolve(entry, limits, limits.max_threads_per_block)?;
            let foreign = enter(entry, stream, args)?;
            let launch = cpu.next_launch();
            // SAFETY: the caller vouches for the arguments, and their borrows last until this returns.
            if let Some(mut record) = unsafe { program.run(grid, block, args) } {
                record.kernel = loaded.number;
                record.launch = launch;
                cpu.fail(record);
            }
            if foreign { leave(stream, args) } else { Ok(()) }
        }
        // Code is looked up by the stream's device, so this cannot be.
        (Code::Gpu(_), Engine::Cpu(_)) | (Code::Cpu(_), Engine::Gpu(_)) => Err(Error::WrongDevice {
            what: format!("kernel `{}`", entry.name),
            buffer_device: "another device".to_owned(),
            stream_device: stream.device_shared().describe(),
        }),
    }
}

/// Orders the stream after the homes of the arguments' memory; whether any of them is another stream.
#[inline]
fn enter(entry: &KernelEntry, stream: &Stream, args: &[Arg<'_>]) -> Result<bool> {
    let mut foreign = false;
    for (index, arg) in args.iter().enumerate() {
        if let Some(memory) = arg.device_memory()
            && !stream.is(memory.home())
        {
            foreign = true;
            stream.enter(memory, || {
                let parameter = entry.params.get(index).map_or("?", |param| param.name);
                format!("kernel `{}`, parameter `{parameter}`", entry.name)
            })?;
        }
    }
    Ok(foreign)
}

#[cold]
fn leave(stream: &Stream, args: &[Arg<'_>]) -> Result<()> {
    for memory in args.iter().filter_map(Arg::written_memory).filter(|memory| !stream.is(memory.home())) {
        memory.written_on(stream);
    }
    args.iter().filter_map(Arg::device_memory).try_for_each(|memory| stream.leave(memory))
}

impl Size {
    /// Whether a size was given and has no threads.
    #[inline]
    fn is_empty(&self) -> bool {
        match self.extent {
            Some(Extent::Threads(dims) | Extent::Blocks(dims)) => dims.extent.contains(&0),
            None => false,
        }
    }

    /// Grid and block, within the limits of the device and of the kernel.
    fn resolve(
        &self,
        entry: &KernelEntry,
        limits: &Limits,
        own_threads: u32,
    ) -> Result<([u32; 3], [u32; 3])> {
        let kernel = entry.name;
        let extent = self.extent.ok_or(Error::NoSize { kernel })?;
        let (Extent::Threads(dims) | Extent::Blocks(dims)) = extent;
        let block = match (self.block, entry.attrs.block) {
            (Some(asked), declared) => {
                let block = checked_block(kernel, asked.extent, limits, own_threads)?;
                match declared {
                    Some(declared) if declared != block => {
                        return Err(Error::BlockShape { kernel, declared, asked: block });
                    }
                    Some(_) | None => block,
                }
            }
            (None, Some(declared)) => {
                checked_block(kernel, declared.map(|n| n as usize), limits, own_threads)?
            }
            (None, None) => default_block(dims.rank, limits.max_threads_per_block.min(own_threads)),
        };
        let mut grid = [0; 3];
        for axis in 0..3 {
            let blocks = match extent {
                Extent::Threads(threads) => threads.extent[axis].div_ceil(block[axis] as usize),
                Extent::Blocks(blocks) => blocks.extent[axis],
            };
            if blocks > limits.max_grid[axis] as usize {
                return Err(Error::LaunchLimit {
                    kernel,
                    what: format!("the number of blocks along {}", AXES[axis]),
                    asked: blocks as u64,
                    limit: limits.max_grid[axis].into(),
                    whose: "the device's; put the longest axis first, or let each thread do more".to_owned(),
                });
            }
            grid[axis] = blocks as u32;
        }
        Ok((grid, block))
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// The block for a launch that names none, no larger than the kernel can run.
fn default_block(rank: u8, most: u32) -> [u32; 3] {
    let mut block = match rank {
        1 => [256, 1, 1],
        2 => [16, 16, 1],
        _ => [8, 8, 4],
    };
    let mut axis = 2;
    while block.iter().product::<u32>() > most && block != [1; 3] {
        block[axis] = block[axis].div_ceil(2);
        axis = (axis + 2) % 3;
    }
    block
}

fn checked_block(
    kernel: &'static str,
    block: [usize; 3],
    limits: &Limits,
    own_threads: u32,
) -> Result<[u32; 3]> {
    if block.contains(&0) {
        return Err(Error::EmptyBlock { kernel });
    }
    for axis in 0..3 {
        if block[axis] > limits.max_block[axis] as usize {
            return Err(Error::LaunchLimit {
                kernel,
                what: format!("the block's size along {}", AXES[axis]),
                asked: block[axis] as u64,
                limit: limits.max_block[axis].into(),
                whose: "the device's".to_owned(),
            });
        }
    }
    // Each factor is within its limit, so the product fits.
    let threads: u64 = block.iter().map(|n| *n as u64).product();
    let (limit, whose) = if own_threads < limits.max_threads_per_block {
        (own_threads, "the kernel's, from the registers and the shared memory that it needs")
    } else {
        (limits.max_threads_per_block, "the device's")
    };
    if threads > u64::from(limit) {
        return Err(Error::LaunchLimit {
            kernel,
            what: "the number of threads in a block".to_owned(),
            asked: threads,
            limit: limit.into(),
            whose: whose.to_owned(),
        });
    }
    Ok(block.map(|n| n as u32))
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
