//! Everything that can go wrong, in words: what happened, where, and what would mend it.
//!
//! Takes what the layers below found out; guarantees that each error stands on its own when printed; leaves the
//! choice of what to do to the caller.

mod cause;
mod words;

use kiln_codegen::compact::List;
use std::path::PathBuf;

pub use cause::FailureCause;
pub(crate) use words::without_help;
use words::*;

/// The result of everything in Kiln that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong. Printing an error is enough to act on it; the fields are there for programs that want to match.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The NVIDIA driver's library could not be opened.
    #[error("no NVIDIA driver on this machine; looked for:{}\n  help: install the NVIDIA driver, or run on the CPU with `Device::cpu()` or KILN_DEVICE=cpu", list(.tried))]
    DriverMissing {
        /// Each name or path that was tried, with the loader's answer.
        tried: Vec<String>,
    },

    /// The driver is there, but does not start.
    #[error("the NVIDIA driver at {} does not start: {name} ({code}): {meaning}", .library.display())]
    DriverUnusable {
        /// Where the driver's library was found.
        library: PathBuf,
        /// The driver's error number.
        code: i32,
        /// The driver's name of the error.
        name: String,
        /// What that means and what would mend it.
        meaning: String,
    },

    /// The driver lacks a function, being too old.
    #[error(
        "the NVIDIA driver has no `{symbol}`: it supports CUDA {found}, and this call needs CUDA {needed} or newer\n  help: update the driver"
    )]
    SymbolMissing {
        /// The function.
        symbol: &'static str,
        /// The newest CUDA version that the driver supports.
        found: String,
        /// The CUDA version in which the function appeared.
        needed: &'static str,
    },

    /// A call of the driver failed.
    #[error("{call} failed: {name} ({code}): {meaning}\n  help: {}", advice(*.code))]
    Driver {
        /// The driver's function.
        call: &'static str,
        /// The driver's error number.
        code: i32,
        /// The driver's name of the error.
        name: String,
        /// The driver's description, and of a launch what was launched.
        meaning: String,
    },

    /// Something that cannot be in a graph, or be done to one.
    #[error("{0}")]
    Graph(crate::graph::GraphError),

    /// The process was forked after CUDA had started, which CUDA does not survive.
    #[error(
        "this process was forked from one that had started CUDA, and cannot use the GPU: CUDA does not survive a fork\n  help: start CUDA in the child only, or start the child as a new program (`std::process::Command`)"
    )]
    Forked,

    /// There is no GPU with this number.
    #[error("there is no GPU {index}: {}\n  help: GPUs are numbered from 0, after CUDA_VISIBLE_DEVICES", gpus(*.count))]
    NoSuchDevice {
        /// The number asked for.
        index: usize,
        /// How many GPUs the driver shows.
        count: usize,
    },

    /// There is no GPU with this uuid.
    #[error("there is no GPU {uuid}; the driver shows:{}\n  help: `nvidia-smi -L` lists the GPUs of the machine; CUDA_VISIBLE_DEVICES may hide some, and of a GPU's MIG instances shows one", list(&.present.iter().map(ToString::to_string).list()))]
    NoSuchUuid {
        /// The uuid asked for.
        uuid: crate::device::Uuid,
        /// The uuids of those there are.
        present: Vec<crate::device::Uuid>,
    },

    /// A text that is no uuid.
    #[error(
        "`{text}` is no GPU's uuid\n  help: write it as `nvidia-smi -L` does: `GPU-` or `MIG-`, then 8, 4, 4, 4 and 12 hexadecimal digits with `-` between"
    )]
    BadUuid {
        /// The text.
        text: String,
    },

    /// The variable KILN_DEVICE does not name a device.
    #[error(
        "KILN_DEVICE is `{value}`, which names no device\n  help: use `cpu`, `gpu` (the first GPU), `gpu:N`, N from 0, or a GPU's uuid as `nvidia-smi -L` shows it"
    )]
    BadDeviceName {
        /// Its value.
        value: String,
    },

    /// The variable KILN_BACKEND does not name a back end.
    #[error(
        "KILN_BACKEND is `{value}`, which names no back end\n  help: use `cuda` or `ptx`, or leave it out: NVRTC is taken where it is found, PTX elsewhere"
    )]
    BadBackendName {
        /// Its value.
        value: String,
    },

    /// The program was built without a part of Kiln that it needs: a feature of the crate `kiln` is off.
    #[error(
        "{what}, and the feature `{feature}` of the crate `kiln` is off\n  help: write `features = [\"{feature}\"]` for `kiln` in Cargo.toml{otherwise}"
    )]
    FeatureOff {
        /// What needs it.
        what: String,
        /// The feature.
        feature: &'static str,
        /// What else helps, after a comma, or nothing.
        otherwise: &'static str,
    },

    /// Device memory could not be allocated.
    #[error(
        "{device} has no room for {bytes} bytes more: {reason}\n  help: drop buffers, or work on smaller pieces"
    )]
    OutOfMemory {
        /// The device's name.
        device: String,
        /// How many bytes were asked for.
        bytes: usize,
        /// What the driver or the allocator said.
        reason: String,
    },

    /// A device cannot do something.
    #[error("{device} has no {what}\n  help: {help}")]
    Unsupported {
        /// The device's name.
        device: String,
        /// What it has not.
        what: &'static str,
        /// What does instead.
        help: &'static str,
    },

    /// Bytes that do not name memory of another process that could be opened here.
    #[error("these bytes name no memory of another process that could be opened here: {reason}")]
    BadIpcHandle {
        /// Why.
        reason: String,
    },

    /// A future that has given back what it had.
    #[error("this future has been awaited already, and has nothing more to give")]
    AlreadyAwaited,

    /// The time of an event that has none.
    #[error("an event of `record_event_untimed` has no time\n  help: make both by `record_event`")]
    EventWithoutTime,

    /// A tuner that cannot do its work.
    #[error(transparent)]
    Tune(#[from] crate::tune::TuneError),

    /// An expression of arrays that cannot be.
    #[error(transparent)]
    Expression(#[from] crate::launch::made::ArrayError),

    /// A session of the profiler beside another one.
    #[error(
        "the profiler is at work already\n  help: finish the other session first; with KILN_PROFILE set, the program \
         has one from its beginning to its end"
    )]
    ProfilerBusy,

    /// A comparison of no work.
    #[error("there is nothing to measure\n  help: give the comparison at least one `Case`")]
    NothingToMeasure,

    /// The time since an event that happened so much later.
    #[error("the earlier event happened {0:?} later\n  help: ask the later: `end.elapsed_since(&start)`")]
    EventOrder(std::time::Duration),

    /// Memory that cannot be exchanged with another library.
    #[error("memory cannot be exchanged with another library: {reason}")]
    Exchange {
        /// Why.
        reason: String,
    },

    /// A range outside of a buffer.
    #[error("the range {start}..{end} does not lie in a buffer of {len} elements")]
    Range {
        /// First element.
        start: usize,
        /// One past the last.
        end: usize,
        /// The buffer's length.
        len: usize,
    },

    /// Memory taken for a tensor of another number of elements.
    #[error("a tensor of {} has {}, and its memory has {len}", times(.extents), .elements.map_or("more elements than an address can count".to_owned(), |elements| format!("{elements} elements")))]
    TensorSize {
        /// How many elements the tensor was to have along each axis.
        extents: Box<[usize]>,
        /// How many those are, if an address can count them.
        elements: Option<usize>,
        /// How many elements the memory has.
        len: usize,
    },

    /// Extents and strides of a tensor that reach out of its memory.
    #[error("a tensor of {} with strides {strides:?} reaches past the end of its memory, which has {len} elements", times(.extents))]
    TensorStrides {
        /// How many elements the tensor was to have along each axis.
        extents: Box<[usize]>,
        /// How many elements further the next one along each axis was to lie.
        strides: Box<[usize]>,
        /// How many elements the memory has.
        len: usize,
    },

    /// Strides by which two elements of a tensor that kernels may write would have one place.
    #[error("a tensor of {} with strides {strides:?} may have two elements in one place, and kernels may write it\n  help: a shared view may repeat elements, and an exclusive tensor has one stride that steps over all that the other reaches", times(.extents))]
    TensorOverlap {
        /// How many elements the tensor was to have along each axis.
        extents: Box<[usize]>,
        /// How many elements further the next one along each axis was to lie.
        strides: Box<[usize]>,
    },

    /// Other extents for a tensor whose elements aren't contiguous.
    #[error("a tensor of {} with strides {strides:?} can't be reshaped: its elements aren't contiguous\n  help: copy it into a new tensor first", times(.extents))]
    TensorReshape {
        /// How many elements the tensor has along each axis.
        extents: Box<[usize]>,
        /// How many elements further the next one along each axis lies.
        strides: Box<[usize]>,
    },

    /// A range outside of a tensor.
    #[error(
        "the range {start}..{end} does not lie in axis {axis} of the tensor, which has the extent {extent}"
    )]
    TensorRange {
        /// The axis, from 0.
        axis: usize,
        /// The first index.
        start: usize,
        /// One past the last.
        end: usize,
        /// How many elements the tensor has along the axis.
        extent: usize,
    },

    /// A copy between places of different lengths.
    #[error(
        "{operation}: the source has {source_len} elements and the destination {destination_len}; they must be equal"
    )]
    LengthMismatch {
        /// The method that was called.
        operation: &'static str,
        /// Elements to copy.
        source_len: usize,
        /// Elements there is room for.
        destination_len: usize,
    },

    /// A copy between rows of different numbers or lengths.
    #[error("{operation}: the source has {} rows of {} elements and the destination {} of {}; they must be equal", .source_rows.0, .source_rows.1, .destination_rows.0, .destination_rows.1)]
    RowsMismatch {
        /// The method that was called.
        operation: &'static str,
        /// How many rows are to be copied, and how many elements each has.
        source_rows: (usize, usize),
        /// How many there is room for.
        destination_rows: (usize, usize),
    },

    /// Memory of one device used on a stream of another.
    #[error(
        "{what}: the buffer lives on {buffer_device}, the stream on {stream_device}\n  help: copy it there by `Stream::copy`, from CPU to GPU and back by way of the host; or let a GPU use it where it is, by `Device::enable_peer_access`"
    )]
    WrongDevice {
        /// The kernel and its parameter, or the method that was called.
        what: String,
        /// Where the buffer is.
        buffer_device: String,
        /// Where the work was to run.
        stream_device: String,
    },

    /// A default stream of one thread was used on another.
    #[error(
        "this is the default stream of another thread, which only that thread can use\n  help: call `Device::per_thread_stream` on this thread; or share a stream of `Device::new_stream`"
    )]
    OtherThread,

    /// A buffer is to be read, or given to a kernel, that a failed launch was writing: the failed one itself, or
    /// one behind it on its stream before the failure was told, which may have worked on what the failed one left.
    /// Writing all of the buffer anew, by [`upload_into`](crate::Stream::upload_into),
    /// [`fill`](crate::Stream::fill) or a copy, makes it good again; and
    /// [`clear_poison`](crate::Buffer::clear_poison) accepts it as it is.
    #[error(
        "{what}: a failed launch was writing this memory: {cause}\n  help: write all of it anew (`upload_into`, `fill`), or accept what it holds by `clear_poison()`"
    )]
    Poisoned {
        /// The kernel and its parameter, or the method that was called.
        what: String,
        /// The failure, as it was told.
        cause: Box<Error>,
    },

    /// NVRTC, the compiler for GPU kernels, was not found.
    #[error(
        "kernels for the GPU are compiled by NVRTC, which was not found; looked in:{}\n  help: `pip install \
         nvidia-cuda-nvrtc` in an active virtual environment, install the CUDA toolkit, or name the library in KILN_NVRTC; \
         KILN_BACKEND=ptx compiles kernels in Rust without it",
        list(.tried)
    )]
    CompilerMissing {
        /// Each place that was tried, with what was found there.
        tried: Vec<String>,
    },

    /// NVRTC failed otherwise than by refusing a kernel.
    #[error("NVRTC at {}: {call} failed: {reason}\n  help: name another in KILN_NVRTC; KILN_BACKEND=ptx compiles kernels in Rust without it", .library.display())]
    Compiler {
        /// Where NVRTC was found.
        library: PathBuf,
        /// NVRTC's function.
        call: &'static str,
        /// Its answer.
        reason: String,
    },

    /// The generated text of a kernel did not compile.
    #[error(
        "kernel `{kernel}` did not compile; this is a defect of Kiln, please report it\n{excerpt}\n{log}"
    )]
    Compile {
        /// The kernel.
        kernel: String,
        /// The compiler's whole log.
        log: String,
        /// The generated lines that the log names.
        excerpt: String,
    },

    /// The driver did not assemble the PTX of a kernel.
    #[error("the driver does not assemble the PTX of kernel `{kernel}`: {reason}; the driver supports CUDA {}.{}, and the text is PTX {}.{} for {arch}{}\n  help: {help}", .driver.0, .driver.1, .ptx.0, .ptx.1, detail(.log))]
    Assemble {
        /// The kernel.
        kernel: String,
        /// The driver's answer.
        reason: Box<str>,
        /// The newest CUDA version that the driver supports.
        driver: (u32, u32),
        /// The PTX version that the text needs.
        ptx: (u32, u32),
        /// What the text is for: `sm_90a`.
        arch: Box<str>,
        /// The lines of the text that the driver's log names, and the log.
        log: Box<str>,
        /// What would mend it.
        help: &'static str,
    },

    /// A folder or a file of compiled kernels that cannot be read or written.
    #[error("compiled kernels: {} {reason}", .path.display())]
    CacheFolder {
        /// Which one.
        path: PathBuf,
        /// What failed, in words.
        reason: String,
    },

    /// Kernels could not be compiled in advance for want of something that was not said.
    #[error("kernels cannot be compiled in advance: {reason}\n  help: {help}")]
    Precompile {
        /// What is missing.
        reason: String,
        /// What would mend it.
        help: &'static str,
    },

    /// A kernel uses what PTX has no instructions for on this GPU, or Kiln does not write yet.
    #[error("kernel `{kernel}` cannot be compiled through PTX for {arch}, which cannot do:{}\n  help: {}", list(.what), without_ptx(*.said))]
    NotInPtx {
        /// The kernel.
        kernel: String,
        /// The GPU's architecture.
        arch: String,
        /// What it uses, and where.
        what: Vec<String>,
        /// Whether PTX was asked for, by KILN_BACKEND or by the kernel.
        said: bool,
    },

    /// A kernel could not be finished for the types and constants that it is used with.
    #[error("kernel `{kernel}` cannot be built: {message}")]
    Specialize {
        /// The kernel.
        kernel: String,
        /// Why.
        message: String,
    },

    /// A kernel failed while running: an index out of bounds, a division by zero, `assert!` or `panic!`.
    #[error("kernel `{kernel}` failed at {file}:{line}:{column}: {message} ({})", place(*.tile, *.block, *.thread))]
    KernelPanic {
        /// The kernel.
        kernel: &'static str,
        /// Source file of the failing expression.
        file: Box<str>,
        /// Its line, from 1.
        line: u32,
        /// Its column, from 1.
        column: u32,
        /// What failed, in words.
        message: Box<str>,
        /// What failed, for programs.
        cause: FailureCause,
        /// The failing thread's block; of a tile kernel, the tile.
        block: [u32; 3],
        /// The failing thread in its block; of a tile kernel it means nothing.
        thread: [u32; 3],
        /// Whether it is a tile kernel.
        tile: bool,
        /// The number of the launch on its stream, from 0.
        launch: u32,
    },

    /// The sanitizer found a mistake in a kernel: a race, an index out of bounds in an `unchecked` kernel, shared
    /// memory that nobody wrote, a divergent barrier, or arguments that cannot be.
    #[error("kernel `{kernel}`: {finding}")]
    Sanitizer {
        /// The kernel.
        kernel: &'static str,
        /// What was found, and where.
        finding: Box<crate::sanitize::Finding>,
    },

    /// A launch without a size.
    #[error("kernel `{kernel}` was launched without a size\n  help: add `.threads(n)`, or `.blocks(n)`")]
    NoSize {
        /// The kernel.
        kernel: &'static str,
    },

    /// A tile kernel launched without a number of tiles, which its stores do not tell.
    #[error(
        "kernel `{kernel}` was launched without a number of tiles, and its stores do not tell how many there are\n  help: add `.tiles(n)`, or `.tiles([m, n])` where the kernel has `tile_id(1)` too"
    )]
    NoTiles {
        /// The kernel.
        kernel: &'static str,
    },

    /// A tile kernel launched with a number of threads, or a kernel of threads with a number of tiles.
    #[error("kernel `{kernel}` {}", wrong_size(.method, *.tile))]
    WrongSize {
        /// The kernel.
        kernel: &'static str,
        /// The method of the launch that does not go with the kernel.
        method: &'static str,
        /// Whether it is a tile kernel.
        tile: bool,
    },

    /// A hint of a launch of a tile kernel with a value that it cannot have.
    #[error("kernel `{kernel}` was launched with `.{hint}({value})`\n  help: `{hint}` is {allowed}")]
    Hint {
        /// The kernel.
        kernel: &'static str,
        /// The method of the launch.
        hint: &'static str,
        /// What it was given.
        value: u32,
        /// The values that it can have.
        allowed: &'static str,
    },

    /// A kernel with dynamic shared memory, launched without its length.
    #[error(
        "kernel `{kernel}` has dynamic shared memory and was launched without its length\n  help: add `.dynamic_shared(n)`, n elements for each block"
    )]
    NoSharedLen {
        /// The kernel.
        kernel: &'static str,
    },

    /// A length of dynamic shared memory for a kernel that has none.
    #[error(
        "kernel `{kernel}` was launched with `.dynamic_shared(..)` and has no dynamic shared memory\n  help: leave it out"
    )]
    SharedLen {
        /// The kernel.
        kernel: &'static str,
    },

    /// A tile kernel launched with several tiles along an axis on which its stores do not depend.
    #[error(
        "kernel `{kernel}` was launched with {tiles} tiles along axis {axis} of the grid, and two of them could write the \
         same elements of `{tensor}`: the store at {place} does not name `tile_id({axis})` as one coordinate, in \
         tiles of the same extents as other stores\n  help: store at \
         `tile_id({axis})`, in tiles of one shape everywhere; combine the tiles' values by `atomic_add`, `atomic_min` or \
         `atomic_max`; launch one tile along that axis; or make the kernel an `unsafe fn` and guarantee it yourself"
    )]
    SharedTiles {
        /// The kernel.
        kernel: &'static str,
        /// The axis of the grid, from 0.
        axis: usize,
        /// How many tiles were asked for along it.
        tiles: usize,
        /// The tensor that they could write.
        tensor: String,
        /// Where the kernel stores to it: file, line and column.
        place: String,
    },

    /// Fewer tiles than cover the tensor that a tile kernel stores to.
    #[error(
        "kernel `{kernel}`: the tiles {tiles:?} do not cover `{tensor}`, which takes {needed:?}\n  help: leave `.tiles(..)` out, or launch {needed:?}; to compute a part of the tensor, pass a view of that part"
    )]
    TooFewTiles {
        /// The kernel.
        kernel: &'static str,
        /// How many tiles the launch asks for along each axis.
        tiles: [usize; 3],
        /// How many tiles cover the tensor.
        needed: [usize; 3],
        /// The tensor.
        tensor: &'static str,
    },

    /// A launch that breaks what the proof that the kernel's threads do not race takes for granted, what a tile kernel
    /// asserts of its launches, or that the operands of a matrix product fit.
    #[error("kernel `{kernel}`{}{condition}; here {values}\n  help: {help}", if *.races { RACES } else { REQUIRES })]
    Precondition {
        /// The kernel.
        kernel: &'static str,
        /// What a launch has to fulfill.
        condition: String,
        /// The values that it speaks of.
        values: String,
        /// How to mend the launch.
        help: String,
        /// Whether threads could race otherwise.
        races: bool,
    },

    /// A launch larger than the device or the kernel allows.
    #[error("kernel `{kernel}`: {what} is {asked}, and the limit is {limit} ({whose})")]
    LaunchLimit {
        /// The kernel.
        kernel: &'static str,
        /// What is too large.
        what: String,
        /// The size asked for.
        asked: u64,
        /// The largest size allowed.
        limit: u64,
        /// Who sets the limit.
        whose: String,
    },

    /// A kernel for newer GPUs.
    #[error("kernel `{kernel}` has {what}, which need a GPU of compute capability {}.{} or newer, and this one has {}.{}\n  help: run it on a newer GPU or on the CPU, or write one without", .needed.0, .needed.1, .found.0, .found.1)]
    Architecture {
        /// The kernel.
        kernel: &'static str,
        /// What it has.
        what: &'static str,
        /// The least compute capability that has it.
        needed: (u32, u32),
        /// The device's.
        found: (u32, u32),
    },

    /// A grid that is no whole number of clusters.
    #[error("kernel `{kernel}` has clusters of {} blocks and was launched with {} blocks\n  help: launch a multiple of the cluster's blocks along each axis", triple(*.cluster), triple(*.grid))]
    ClusterGrid {
        /// The kernel.
        kernel: &'static str,
        /// Blocks of a cluster, along each axis.
        cluster: [u32; 3],
        /// Blocks of the grid.
        grid: [u32; 3],
    },

    /// A block shape other than the one the kernel declares.
    #[error("kernel `{kernel}` declares `block = {}` and was launched with blocks of {}\n  help: leave `.block(..)` out", triple(*.declared), triple(*.asked))]
    BlockShape {
        /// The kernel.
        kernel: &'static str,
        /// The shape in the kernel's attribute.
        declared: [u32; 3],
        /// The shape of the launch.
        asked: [u32; 3],
    },

    /// A block without threads.
    #[error(
        "kernel `{kernel}` was launched with blocks of no threads\n  help: each number in `.block(..)` is at least 1"
    )]
    EmptyBlock {
        /// The kernel.
        kernel: &'static str,
    },

    /// A dynamic launch with too few or too many arguments.
    #[error("kernel `{kernel}` takes {}, and {found} {} given: {detail}", arguments(*.expected), was(*.found))]
    ArgumentCount {
        /// The kernel.
        kernel: &'static str,
        /// How many it takes.
        expected: usize,
        /// How many were given.
        found: usize,
        /// Which parameters are missing, or what the kernel takes.
        detail: String,
    },

    /// A dynamic launch with an argument of the wrong kind, type or mutability.
    #[error("kernel `{kernel}`, parameter `{parameter}` (number {}): expected {expected}, found {found}", .index + 1)]
    Argument {
        /// The kernel.
        kernel: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// Its place, from 0.
        index: usize,
        /// What the kernel takes.
        expected: String,
        /// What was given.
        found: String,
    },

    /// A tensor whose extents and strides do not fit its memory.
    #[error("kernel `{kernel}`, parameter `{parameter}`: {detail}")]
    TensorShape {
        /// The kernel.
        kernel: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// What does not fit.
        detail: String,
    },

    /// A kernel that cannot be launched by name, being generic.
    #[error(
        "kernel `{kernel}` is generic or uses constants that only rustc knows, so it cannot be launched by name\n  help: call it as a function, `{kernel}(..)`, or name its instances, `#[kernel(instances(f32, f64))]`, and launch one of them"
    )]
    OpenKernel {
        /// The kernel.
        kernel: &'static str,
    },

    /// An `unsafe fn` was asked for by name, as if any arguments were right.
    #[error(
        "kernel `{kernel}` is an `unsafe fn`: launch it through `bind_unsafe`, and keep what its documentation asks"
    )]
    UnsafeKernel {
        /// The kernel.
        kernel: &'static str,
    },

    /// Kernels that cannot be built, found by [`crate::verify_all`].
    #[error("{} of the program's kernels cannot be built:{}", .failures.len(), list_errors(.failures))]
    Unverified {
        /// Why, one a kernel or instance.
        failures: Vec<Error>,
    },

    /// Bytes, or a file, that are no object code.
    #[error("{name} is no object code: {why}")]
    Object {
        /// The file's name, or what else the bytes are called.
        name: Box<str>,
        /// What they are instead.
        why: Box<str>,
    },

    /// Object code that the driver or its GPU cannot run.
    #[error("the driver does not take {name}: {reason}{}\n  help: compile it for this GPU (`Program::arch`), to PTX where the GPU is newer than the compiler, and with a compiler no newer than the driver", detail(.log))]
    ObjectRefused {
        /// The object.
        name: Box<str>,
        /// The driver's answer.
        reason: Box<str>,
        /// The log of its assembler, for PTX.
        log: Box<str>,
    },

    /// An object without a kernel of this name.
    #[error("{object} has no kernel `{kernel}`{}\n  help: declare it `extern \"C\" __global__`, or name it to the compiler: `Program::kernel(\"{kernel}\")`", has(.kernels))]
    NoSuchKernel {
        /// The object.
        object: Box<str>,
        /// The kernel asked for.
        kernel: Box<str>,
        /// The kernels that it has, where it shows them.
        kernels: Vec<String>,
    },

    /// A kernel of object code, used on the CPU.
    #[error(
        "kernel `{kernel}` is the user's own machine code, which the CPU does not run\n  help: use a GPU; or give `extern_kernel!` a body in Rust, which runs in the kernel's place"
    )]
    NotOnCpu {
        /// The kernel.
        kernel: &'static str,
    },

    /// A signature that is not the kernel's.
    #[error("the declared signature of kernel `{kernel}` is not that of its code: {detail}")]
    Signature {
        /// The kernel.
        kernel: &'static str,
        /// Which parameter differs, and how.
        detail: Box<str>,
    },

    /// A device function that CUDA C++ cannot call.
    #[error("the device function `{function}` cannot be called from CUDA C++: {why}")]
    Export {
        /// The function.
        function: Box<str>,
        /// Why not.
        why: Box<str>,
    },

    /// CUDA C++ of the user's that does not compile.
    #[error("{name} does not compile\n{excerpt}{}", detail(.log))]
    Program {
        /// The program's name.
        name: Box<str>,
        /// The lines that the log names.
        excerpt: Box<str>,
        /// The compiler's log.
        log: Box<str>,
    },

    /// Objects that do not link.
    #[error("{what} cannot be linked: {reason}{}", detail(.log))]
    Link {
        /// The objects.
        what: Box<str>,
        /// The linker's answer, and what would mend it.
        reason: Box<str>,
        /// The linker's log.
        log: Box<str>,
    },

    /// nvJitLink is needed and was not found.
    #[error("{needed} needs nvJitLink, which was not found; looked in:{}\n  help: `pip install nvidia-nvjitlink` in an active virtual environment, install the CUDA toolkit, or name the library in KILN_NVJITLINK", list(.tried))]
    LinkerMissing {
        /// What was asked for.
        needed: Box<str>,
        /// Each place that was tried, with what was found there.
        tried: Vec<String>,
    },

    /// No kernel of this name is in the program.
    #[error("no kernel named `{name}` is linked into this program{}\n  help: a crate that nothing names is not linked; write `use that_crate as _;`", near(.candidates))]
    UnknownKernel {
        /// The name asked for.
        name: String,
        /// Names like it.
        candidates: Vec<String>,
    },

    /// Several kernels have this name.
    #[error("{} kernels are named `{name}`:{}\n  help: use the full path", .candidates.len(), list(.candidates))]
    AmbiguousKernel {
        /// The name asked for.
        name: String,
        /// Their full paths.
        candidates: Vec<String>,
    },
}

#[cfg(test)]
mod tests;
