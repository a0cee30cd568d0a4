//! GPU kernels as ordinary Rust functions.
//!
//! ```
//! use kiln::prelude::*;
//!
//! #[kernel]
//! fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
//!     let i = global_id();
//!     if i < y.len() {
//!         y[i] = a * x[i] + y[i];
//!     }
//! }
//!
//! fn main() -> kiln::Result<()> {
//!     let device = Device::best()?; // a GPU if there is one, else the CPU
//!     let stream = device.stream();
//!     let x = stream.upload(&vec![1.0f32; 1 << 16])?;
//!     let mut y = stream.upload(&vec![2.0f32; 1 << 16])?;
//!     saxpy(3.0, &x, &mut y).threads(1 << 16).launch(&stream)?;
//!     assert_eq!(stream.download(&y)?[0], 5.0);
//!     Ok(())
//! }
//! ```
//!
//! [`kernel`](macro@kernel) and [`device`](macro@device) describe what a kernel may say; [`Device`], [`Stream`] and
//! [`Buffer`] run it. The text that a GPU compiles can be read: `saxpy::source(SourceKind::Cuda)`.
//!
//! Kernels of tiles compute with blocks of a [`Tensor2`] at once, and name no threads: [`Tile2`] shows one.

#![deny(missing_docs)]

// What the macros write names this crate, in this crate too.
extern crate self as kiln;

#[doc(hidden)]
pub mod __private;
mod as_tensor;
mod assumed_types;
#[doc(hidden)]
pub mod calls;
mod dev;
mod foreign;
#[cfg(feature = "tile")]
pub mod fuse;
#[cfg(feature = "array")]
#[doc(inline)]
pub use kiln_array as array;
#[cfg(feature = "kernels")]
pub mod kernels;
mod library;
mod method_witness;
pub mod operators;
#[allow(dead_code)] // Device functions that kernels alone call.
mod standard;
#[cfg(feature = "tile")]
mod tensor;
#[cfg(feature = "tile")]
pub mod tile;

pub use as_tensor::{AsTensor, AsTensorMut};
pub use dev::*;
pub use kiln_runtime::object::{self, Kernel, Linker, ObjectCode, ObjectKind, Program};
pub use kiln_runtime::{
    Advice, Arg, AsAtomic, AsSlice, AsSliceMut, AtomicElement, BoundLaunch, Buffer, BufferSlice,
    BufferSliceMut, CopyBatch, Device, DeviceFuture, DeviceInfo, DeviceKind, Dims, DownloadSource, Error,
    Event, FailureCause, Finding, FindingKind, GrowableBuffer, IpcBuffer, IpcBufferHandle, IpcEvent,
    IpcEventHandle, KernelType, Launch, Limits, ManagedBuffer, MappedBuffer, MemoryInfo, MemoryPool,
    Occupancy, PinnedBuffer, Pitched, PoolStats, PrintSink, Properties, RemoteType, Report, Result,
    ScalarType, SourceKind, Stream, StreamOptions, Uuid, Verified, bench, cache, counts, profile, registry,
    report, sanitize, set_print_sink, tune, verify_all,
};
pub use kiln_runtime::{ForeignLaunch, TypedLaunch, bf16, f8e4m3, f8e5m2, f16};
pub use kiln_runtime::{
    Graph, GraphBuilder, GraphCondition, GraphError, GraphMemory, GraphShared, GraphState, GraphUpdate, Node,
};
pub use kiln_runtime::{Precompile, Precompiled, dlpack, trace};
pub use library::{block, random, random::Philox, wide};
#[cfg(feature = "tile")]
pub use tensor::{
    Tensor1, Tensor2, Tensor3, Tensor4, TensorExtents, TensorView1, TensorView2, TensorView3, TensorView4,
    TensorViewMut1, TensorViewMut2, TensorViewMut3, TensorViewMut4,
};
#[cfg(feature = "tile")]
pub use tile::{
    AtomicNumber, Col, IotaElement, MmaOperand, Row, Tile1, Tile2, TileTuple, mma, tile_count, tile_id,
};

/// Makes a GPU kernel of a function.
///
/// The function takes scalars, `&[T]`, `&mut [T]` and `&[AtomicU32]` (and its like) and returns nothing. Calling it
/// builds a [`Launch`]: nothing runs before [`Launch::launch`]. Where the function takes a slice the launch takes a
/// [`Buffer`], or a part of one.
///
/// Inside, ordinary Rust: `let`, assignments, every operator, `as` casts, `if`, `for` over ranges, `while`, `loop`,
/// labels, early `return`, fixed arrays, the numeric methods of std, `assert!` and `panic!`, constants, `#[device]`
/// functions, generic types (`T: Float`) and constants. Beside it, what a GPU has: [`global_id`], [`thread_idx`],
/// [`shared`] memory, [`sync_threads`], [`warp`] operations, atomics. What has no meaning there is refused on the
/// token.
///
/// Semantics are Rust's, release mode: integers wrap, indices and divisors are checked. A failed check, an
/// `assert!` or a `panic!` ends its thread, and the stream's next synchronization returns [`Error::KernelPanic`]
/// with the place.
///
/// With `tile` the kernel is one of tiles: it takes scalars, [`Tensor1`] to [`Tensor4`] by `&` and `&mut`, runs
/// once for each tile of the grid, and computes with [`Tile1`], [`Tile2`], [`Row`] and [`Col`], whole. It sees no
/// threads. The launch says how many tiles there are: [`Launch::tiles`].
///
/// # Arguments
///
/// - `tile`: a kernel of tiles. With it `warps = 8`, how many warps share a tile, `stages = 3`, how many rounds of a
///   loop have their loads under way, and `order = "rows"`, `"columns"` or `8`, in which order tiles of the grid are
///   visited, all hints; and neither `block` nor `unchecked`.
/// - `block = 256`, `block = (16, 16)`: the only block shape that the kernel accepts, known to the compiler.
/// - `cluster = 2`, `cluster = (2, 2)`: how many blocks are a [`cluster`], at most 8; GPUs of compute capability
///   9.0 and newer have them.
/// - `min_blocks = 2`: how many blocks should fit on a multiprocessor at once.
/// - `strict_fp`: no contraction of `a * b + c`, and elementary functions whose bits every device agrees on;
///   `fast_math`: approximate division, roots and functions.
/// - `unchecked`: indices are not checked. Only on an `unsafe fn`.
/// - `target = "ptx"`, `target = "cuda"`: what makes the code for a GPU, PTX or CUDA C++, unless `KILN_BACKEND`
///   says otherwise. Without either NVRTC compiles CUDA C++ where it is found, and elsewhere the driver assembles
///   PTX; a launch's `report` says which.
/// - `instances(f32, f64)`: of a generic kernel, types with which it is used: [`verify_all`] builds these, and they
///   can be launched by name, `scale::<f32>`. Where there are several parameters, `instances((f32, 4), (f64, 8))`.
/// - `tune(BM = [64, 128], warps = [4, 8], where(BM * warps <= 512), default(BM = 64, warps = 4))`: values to try of
///   const parameters and of hints (`block` of a kernel of threads). Calling the function builds a
///   [`tune::TunableLaunch`], and names no constants that are tuned.
/// - `crate = path`: where the crate `kiln` is, if it was renamed.
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn scale<T: Float, const N: usize>(factor: T, x: &mut [T]) {
///     for k in 0..N {
///         let i = global_id() * N + k;
///         if i < x.len() {
///             x[i] = x[i] * factor;
///         }
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let mut x = stream.upload(&[1.0f64; 100])?;
/// scale::<f64, 4>(0.5, &mut x).threads(25).launch(&stream)?;
/// assert_eq!(stream.download(&x)?, [0.5; 100]);
/// # Ok(())
/// # }
/// ```
pub use kiln_macros::kernel;

/// Makes the kernels of a file, compiled by [`Precompile::compile_to_file`], part of the program: launches find them
/// without a folder, before any other place is asked. An empty file has no kernels. The path is relative to the
/// source file, as for [`include_bytes!`].
///
/// The kernels are best a crate of their own, which the program's build script has among its build dependencies,
/// and compiles:
///
/// ```ignore
/// // build.rs
/// use my_kernels as _;
///
/// fn main() {
///     let file = std::path::Path::new(&std::env::var("OUT_DIR").unwrap()).join("kernels.bin");
///     kiln::Precompile::new().architecture((9, 0)).compile_to_file(file).unwrap();
/// }
///
/// // main.rs
/// kiln::include_kernels!(concat!(env!("OUT_DIR"), "/kernels.bin"));
/// ```
#[macro_export]
macro_rules! include_kernels {
    ($path:expr $(,)?) => {
        const _: () = {
            $crate::__private::inventory::submit! {
                $crate::__private::Embedded::new(::core::include_bytes!($path))
            }
        };
    };
}

/// Evaluates an expression in which names are constants, whose values a [`tune::Choice`] gives: const parameters of a
/// kernel can then be axes of a space. The values that there can be are listed, and rustc makes an instance for each
/// of them. The expression is a [`Result`]; a value that is not listed is an error.
///
/// ```
/// use kiln::prelude::*;
/// use kiln::tune::Tuner;
///
/// #[kernel(tile)]
/// fn double<const N: usize>(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
///     let i = tile_id(0);
///     y.store(i, 2.0 * x.load::<N>(i));
/// }
///
/// let stream = Device::cpu().stream();
/// let x = Tensor1::from_slice(&stream, &[1.0f32; 4096])?;
/// let mut y = Tensor1::zeros(&stream, 4096)?;
/// let tuner = Tuner::new("double").axis("N", [64, 256, 1024]);
/// # let tuner = tuner.without_file();
/// let tuned = tuner.tune(&stream, |choice| {
///     kiln::with_consts!(choice, N = [64, 256, 1024] => double::<N>(&x, &mut y).launch(&stream))
/// })?;
/// println!("{tuned}");
/// # Ok::<(), kiln::Error>(())
/// ```
#[macro_export]
macro_rules! with_consts {
    ($choice:expr, $($name:ident = $values:tt),+ $(,)? => $result:expr) => {
        $crate::with_consts!(@first $choice, [$($name $values)+] $result)
    };
    (@first $choice:expr, [] $result:expr) => { $result };
    (@first $choice:expr, [$name:ident $values:tt $($more:tt)*] $result:expr) => {
        $crate::with_consts!(@each $choice, $name $values [$($more)*] $result)
    };
    (@each $choice:expr, $name:ident [$($value:literal),+ $(,)?] $more:tt $result:expr) => {
        match $choice.get(::core::stringify!($name)) {
            $(::core::option::Option::Some($value) => {
                const $name: usize = $value;
                $crate::with_consts!(@first $choice, $more $result)
            })+
            found => ::core::result::Result::Err($crate::Error::Tune($crate::tune::TuneError::NotListed {
                axis: ::core::stringify!($name),
                found,
            })),
        }
    };
}

/// Makes a file of choices, as [`tune::merge`] writes it, part of the program: tuners find them where their own file
/// has none. The path is relative to the source file, as for [`include_str!`].
///
/// ```ignore
/// kiln::include_tuning!("kiln.tune");
/// ```
#[macro_export]
macro_rules! include_tuning {
    ($path:expr $(,)?) => {
        const _: () = {
            $crate::__private::inventory::submit! {
                $crate::tune::Shipped(::core::include_str!($path))
            }
        };
    };
}

/// Makes a function callable from kernels of this and of other crates; on the host it stays what it is.
///
/// It takes and returns numbers, arrays, tuples, and structs and enums with `#[derive(KernelType)]`; it also takes
/// slices, `&T` and `&mut T`.
///
/// Above an `impl` it makes its methods, associated functions and constants the kernels' too, and above a trait
/// those of every type that implements the trait with `#[device]`. Such functions take `self`, `&self` or
/// `&mut self`, or none of them, and have no parameters of their own beside those of the type and the trait. A
/// generic kernel calls what its bounds say: `T: Shape`.
///
/// Above an `impl` of one of std's operators, such as `Add`, it makes `a + b` of the type the kernels' too: see
/// [`operators`].
///
/// A function that has the name of a crate on which the program depends is called by a path, `self::log(x)`: rustc
/// finds the bare name ambiguous.
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// #[device]
/// fn lerp(a: f32, b: f32, t: f32) -> f32 {
///     a + (b - a) * t
/// }
///
/// #[kernel]
/// fn blend(t: f32, a: &[f32], b: &[f32], out: &mut [f32]) {
///     let i = global_id();
///     if i < out.len() {
///         out[i] = lerp(a[i], b[i], t);
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let (a, b) = (stream.upload(&[0.0f32; 64])?, stream.upload(&[8.0f32; 64])?);
/// let mut out = stream.upload(&[0.0f32; 64])?;
/// blend(0.25, &a, &b, &mut out).threads(64).launch(&stream)?;
/// assert_eq!(stream.download(&out)?[0], lerp(0.0, 8.0, 0.25));
/// # Ok(())
/// # }
/// ```
///
/// Methods of a type and of a trait:
///
/// ```
/// use kiln::prelude::*;
///
/// #[device]
/// trait Shape: KernelType {
///     const SIDES: u32;
///
///     fn area(&self) -> f32;
///
///     fn area_of(&self, count: u32) -> f32 {
///         self.area() * count as f32
///     }
/// }
///
/// #[derive(Clone, Copy, KernelType)]
/// struct Square {
///     side: f32,
/// }
///
/// #[device]
/// impl Square {
///     fn new(side: f32) -> Self {
///         Square { side }
///     }
/// }
///
/// #[device]
/// impl Shape for Square {
///     const SIDES: u32 = 4;
///
///     fn area(&self) -> f32 {
///         self.side * self.side
///     }
/// }
///
/// #[kernel]
/// fn areas<S: Shape>(shapes: &[S], out: &mut [f32]) {
///     let i = global_id();
///     if i < out.len() {
///         out[i] = shapes[i].area_of(S::SIDES);
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let shapes = stream.upload(&[Square::new(0.5), Square::new(3.0)])?;
/// let mut out = stream.alloc_zeroed(2)?;
/// areas(&shapes, &mut out).threads(2).launch(&stream)?;
/// assert_eq!(stream.download(&out)?, [1.0, 36.0]);
/// # Ok(())
/// # }
/// ```
pub use kiln_macros::device;

/// Makes a struct or an enum a value of kernels: `#[derive(Clone, Copy, KernelType)]`.
///
/// Such a value can be a parameter of a kernel, the element of a slice, a variable, a field of another. A struct
/// keeps the layout that rustc gives it, whatever its representation; what has no size (`PhantomData`) is left out.
/// Fields are numbers, `bool`, fixed arrays, and other types with this derive; parameters of the type may be types
/// and constants. An enum has variants without data and is, in kernels, the integer that rustc chose for it: its
/// `==` and `<` have to be the derived ones, and computing operators of its own (`+`, `!`) are refused at the first
/// launch.
///
/// A value is aligned to at most 256 bytes, as device memory is.
///
/// `#[kiln(crate = path)]` says where the crate `kiln` is, if it was renamed.
///
/// # Values with a promise of their own
///
/// The derive makes the type's values plain data, private fields or not. `stream.alloc_zeroed()` makes one of zeros
/// without asking the type's functions; so does `alloc_mapped` and the like. `#[kiln(no_zeroed)]` above a type of which
/// zeros are no value forbids all of these, and shared memory, at compile time, for the type and for what holds it. So
/// does an enum without a variant of discriminant 0. Shared memory of other structs starts with whatever was there, but
/// for `bool` and enums. So `unsafe` code should not rest on what the fields of such a type hold.
///
/// ```compile_fail
/// use kiln::prelude::*;
///
/// /// An index that was checked.
/// #[derive(Clone, Copy, KernelType)]
/// #[kiln(no_zeroed)]
/// struct Checked(u32);
///
/// # fn main() -> kiln::Result<()> {
/// let forged = Device::cpu().stream().alloc_zeroed::<[Checked; 2]>(1)?;
/// # Ok(())
/// # }
/// ```
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// #[derive(Clone, Copy, Debug, PartialEq, KernelType)]
/// struct Particle {
///     position: [f32; 3],
///     alive: bool,
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let particles = vec![Particle { position: [0.0, 1.0, 2.0], alive: true }; 10];
/// let buffer = stream.upload(&particles)?;
/// assert_eq!(stream.download(&buffer)?, particles);
/// # Ok(())
/// # }
/// ```
pub use kiln_macros::KernelType;

/// Profiles the calls of a function that launches kernels.
///
/// The outermost call has a session of [`profile`](mod@profile) on all devices. When it returns, the report goes to
/// stderr, and [`profile::last_report`] gives it to the program. While another session runs, of an outer function, of
/// the program or of the variable KILN_PROFILE, the call is a range of that session: the table and the trace name it.
///
/// # Arguments
///
/// - `metrics(memory_throughput, compute_utilization)`: what the report is to have. Time, GB/s and the part of a copy's
///   rate are always there. `compute_utilization` adds operations, TFLOP/s, the part of the peak and hints by source
///   line, for which kernels are [counted](profile::SessionBuilder::counted).
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn scale(factor: f32, x: &mut [f32]) {
///     let i = global_id();
///     if i < x.len() {
///         x[i] *= factor;
///     }
/// }
///
/// #[kiln::profile(metrics(memory_throughput, compute_utilization))]
/// fn benchmark_function(stream: &Stream) -> kiln::Result<()> {
///     let mut x = stream.upload(&[1.0f32; 1000])?;
///     scale(2.0, &mut x).threads(1000).launch(stream)
/// }
///
/// benchmark_function(&Device::best()?.stream())?;
/// let report = kiln::profile::last_report().unwrap();
/// println!("{:.2} % of the memory's rate", 100.0 * report.memory_efficiency());
/// println!("{:.2} % of the pipes' peaks", 100.0 * report.compute_efficiency());
/// assert_eq!(report.kernels[0].operations.unwrap().flops, 1000);
/// # Ok::<(), kiln::Error>(())
/// ```
pub use kiln_macros::profile;

/// What a file with kernels needs: `use kiln::prelude::*;`.
pub mod prelude {
    pub use crate::dev::{
        AtomicF32, AtomicF64, AtomicI32, AtomicI64, AtomicU32, AtomicU64, Dim3, Float, Int, Num, Ordering,
        block_dim, block_idx, cluster, dynamic_shared, fence, global_id, global_id_2d, global_id_3d, grid,
        grid_dim, lane_id, prefetch, shared, sync_threads, thread_fence, thread_idx, warp, warp_id,
    };
    pub use crate::library::random::Philox;
    pub use crate::library::{block, random};
    #[cfg(feature = "tile")]
    pub use crate::tile::{Col, MmaOperand, Row, Tile1, Tile2, TileTuple, mma, tile_count, tile_id};
    pub use crate::{
        Buffer, Device, KernelType, SourceKind, Stream, bf16, device, f8e4m3, f8e5m2, f16, kernel, kprint,
        kprintln,
    };
    #[cfg(feature = "tile")]
    pub use crate::{Tensor1, Tensor2, Tensor3, Tensor4, fuse};
}

/// Kernels compile in a crate of the 2021 edition too.
///
/// ```edition2021
/// #![deny(warnings)]
/// use kiln::prelude::*;
///
/// #[device]
/// unsafe fn twice<T: Num>(x: T) -> T {
///     x + x
/// }
///
/// #[kernel(block = 4, unchecked)]
/// unsafe fn double<'a, T: Num, const N: usize>(x: &'a mut [T]) {
///     let tile = shared::<[T; N]>();
///     let i = thread_idx().x;
///     tile[i] = x[i];
///     sync_threads();
///     assert!(i < N, "{i}");
///     x[i] = twice(tile[i]);
/// }
///
/// fn main() -> kiln::Result<()> {
///     let stream = Device::cpu().stream();
///     let mut x = stream.upload(&[1.5f32; 4])?;
///     unsafe { double::<f32, 4>(&mut x) }.threads(4).launch(&stream)?;
///     assert_eq!(stream.download(&x)?, [3.0; 4]);
///     Ok(())
/// }
/// ```
#[cfg(doctest)]
struct Edition2021;

/// The programs of `docs/language.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/language.md")]
struct LanguageGuide;

/// The programs of `docs/tiles.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/tiles.md")]
struct ThinkInTiles;

/// The programs of `docs/tutorial.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/tutorial.md")]
struct Tutorial;

/// The programs of `docs/fuse.md`.
#[cfg(all(doctest, feature = "tile"))]
#[doc = include_str!("../docs/fuse.md")]
struct FusedExpressions;

/// The programs of `docs/arrays.md`.
#[cfg(all(doctest, feature = "array"))]
#[doc = include_str!("../docs/arrays.md")]
struct NumPyToKiln;

/// The programs of `docs/tuning.md`.
#[cfg(all(doctest, feature = "tile"))]
#[doc = include_str!("../docs/tuning.md")]
struct TuningGuide;

/// The programs of `docs/kernels.md`.
#[cfg(all(doctest, feature = "kernels"))]
#[doc = include_str!("../docs/kernels.md")]
struct BuiltInKernels;
