//! Launches of kernels that are not Kiln's: of object code, by a typed signature or by arguments that say what they
//! are.
//!
//! Takes a loaded kernel, its arguments, a size and a stream; guarantees, as for Kiln's own, that sizes fit the
//! device and the kernel and that memory of other streams is waited for, and that arguments are of as many bytes as
//! the code takes where the driver tells; leaves what the code does to the caller, whose `unsafe` it is.

use kiln_codegen::compact::List;
use std::ffi::c_void;
use std::fmt;
use std::mem::MaybeUninit;

use crate::arg::foreign::Layout;
use crate::arg::{Arg, DynArg};
use crate::device::{Device, DeviceShared};
use crate::error::{Error, Result};
use crate::graph::{self, Capture};
use crate::object::{Kernel, KernelCode, ObjectCode, check_dynamic};
use crate::order::Waited;
use crate::profile::watch::{self, Geometry};
use crate::registry::{KernelEntry, ParamInfo, ParamKind};
use crate::stream::{Engine, Stream};

use super::size::{Dims, Extent, Size};
use super::{leave, what};

/// A signature of `extern_kernel!`. Made by the macro.
#[derive(Debug)]
pub struct Foreign {
    entry: KernelEntry,
    layouts: &'static [Layout],
    host: Option<HostBody>,
}

/// What runs on the CPU in a kernel's place, given the kernel's arguments.
pub type HostBody = unsafe fn(&[Arg<'_>]);

impl Foreign {
    /// A kernel of this name and these parameters.
    ///
    /// # Safety
    ///
    /// The layouts are the parameters', and `host` takes arguments of them.
    pub const unsafe fn new(
        name: &'static str,
        params: &'static [ParamInfo],
        layouts: &'static [Layout],
        host: Option<HostBody>,
    ) -> Foreign {
        Foreign { entry: KernelEntry::foreign(name, params), layouts, host }
    }

    /// What is known of a parameter of a foreign kernel: its name.
    pub const fn param(name: &'static str) -> ParamInfo {
        ParamInfo { name, kind: ParamKind::Scalar(None) }
    }
}

/// Where `extern_kernel!` takes a kernel from.
pub trait KernelSource {
    /// The kernel of this name, for a GPU.
    ///
    /// # Errors
    ///
    /// As [`ObjectCode::kernel`], and what making the object gives.
    fn kernel_for(&self, name: &str, device: &Device) -> Result<Kernel>;
}

impl KernelSource for ObjectCode {
    fn kernel_for(&self, name: &str, _: &Device) -> Result<Kernel> {
        self.kernel(name)
    }
}

/// The kernel as it is, whatever its name.
impl KernelSource for Kernel {
    fn kernel_for(&self, _: &str, _: &Device) -> Result<Kernel> {
        Ok(*self)
    }
}

/// A signature with the kernel that has it.
#[derive(Clone, Copy)]
pub struct Typed {
    foreign: &'static Foreign,
    /// `None` where the body in Rust is all there is.
    code: Option<&'static KernelCode>,
}

impl Typed {
    /// Finds the kernel of a signature, and holds the two against each other.
    #[doc(hidden)]
    pub fn load(foreign: &'static Foreign, device: &Device, from: &dyn KernelSource) -> Result<Typed> {
        let kernel = foreign.entry.name;
        if !device.is_gpu() {
            return match foreign.host {
                Some(_) => Ok(Typed { foreign, code: None }),
                None => Err(Error::NotOnCpu { kernel }),
            };
        }
        let code = from.kernel_for(kernel, device)?.code();
        check(&foreign.entry, code, device.shared(), foreign.layouts.iter().copied())?;
        Ok(Typed { foreign, code: Some(code) })
    }

    /// A launch with these arguments.
    ///
    /// # Safety
    ///
    /// The arguments are the signature's, and the caller vouches for what the code does with them.
    #[doc(hidden)]
    #[inline]
    pub unsafe fn launch<'a, const N: usize>(&self, args: [Arg<'a>; N]) -> TypedLaunch<'a, N> {
        TypedLaunch { typed: *self, args, size: Size::default() }
    }
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Typed")
            .field("kernel", &self.foreign.entry.name)
            .field("on_gpu", &self.code.is_some())
            .finish()
    }
}

/// A launch of the user's own kernel through a signature of `extern_kernel!`. Nothing happens before
/// [`TypedLaunch::launch`].
#[must_use = "a launch does nothing until `.launch(&stream)`"]
pub struct TypedLaunch<'a, const N: usize> {
    typed: Typed,
    args: [Arg<'a>; N],
    size: Size,
}

/// A launch of the user's own kernel with arguments that say what they are. Made by [`Kernel::call`].
#[must_use = "a launch does nothing until `.launch(&stream)`"]
pub struct ForeignLaunch<'a> {
    code: &'static KernelCode,
    args: Vec<Arg<'a>>,
    layouts: Vec<Layout>,
    size: Size,
}

macro_rules! sizes {
    () => {
        /// How many threads run in all, along each axis: the grid has as many blocks as that takes, so the last
        /// ones may have threads past the end. Without [`Self::block`] a block has 256, 16 × 16 or 8 × 8 × 4
        /// threads, or as many as the kernel can have.
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

        /// How many bytes `extern __shared__` memory has in each block.
        #[inline]
        pub fn dynamic_shared(mut self, bytes: usize) -> Self {
            self.size.shared_len = Some(bytes);
            self
        }
    };
}

impl<const N: usize> TypedLaunch<'_, N> {
    sizes!();

    /// Gives the launch to a stream. On a GPU this returns before the kernel has run; on the CPU the body in Rust
    /// runs once, whatever the size, and is done when this returns.
    ///
    /// # Errors
    ///
    /// [`Error::NoSize`], [`Error::LaunchLimit`] and [`Error::EmptyBlock`] for a size that cannot be,
    /// [`Error::Signature`] where the code for this GPU takes other parameters, [`Error::WrongDevice`] for a buffer
    /// of another device and for a kernel that was loaded for the CPU, [`Error::NotOnCpu`] without a body in Rust.
    #[inline]
    pub fn launch(self, stream: &Stream) -> Result<()> {
        let foreign = self.typed.foreign;
        let mut params = [const { MaybeUninit::<*mut c_void>::uninit() }; N];
        let layouts = foreign.layouts.iter().copied();
        // SAFETY: the macro gives the arguments of the signature, whose layouts these are, `params` has room for
        // all, and that the code does what it may with them is the promise of whoever called the kernel.
        unsafe {
            start(
                &foreign.entry,
                (self.typed.code, foreign.host),
                stream,
                self.size,
                &self.args,
                layouts,
                &mut params,
            )
        }
    }
}

impl ForeignLaunch<'_> {
    sizes!();

    /// As [`TypedLaunch::launch`].
    ///
    /// # Errors
    ///
    /// As [`TypedLaunch::launch`].
    pub fn launch(self, stream: &Stream) -> Result<()> {
        let mut params = vec![MaybeUninit::<*mut c_void>::uninit(); self.args.len()];
        let layouts = self.layouts.iter().copied();
        // SAFETY: the arguments have these layouts, `params` has room for all, and the rest was promised to
        // `Kernel::call`.
        unsafe {
            start(
                self.code.entry,
                (Some(self.code), None),
                stream,
                self.size,
                &self.args,
                layouts,
                &mut params,
            )
        }
    }
}

impl Kernel {
    /// A launch with arguments that say what they are:
    /// `kernel.call([3.0f32.into(), (&x).into(), (&mut y).into()])`. A value is passed as it is, a buffer, a slice
    /// or a tensor by the address of its first element.
    ///
    /// # Safety
    ///
    /// The arguments are of the types that the kernel takes, and the kernel does with them what their borrows
    /// allow: it reads and writes no element past their ends, writes what was lent by `&mut` only, and leaves no
    /// two threads to race.
    pub unsafe fn call<'a>(&self, args: impl IntoIterator<Item = DynArg<'a>>) -> ForeignLaunch<'a> {
        let args: Vec<DynArg<'a>> = args.into_iter().list();
        let layouts = args.iter().map(DynArg::layout).list();
        let args = args.into_iter().map(|arg| arg.arg.into_pointer()).list();
        ForeignLaunch { code: self.code(), args, layouts, size: Size::default() }
    }
}

/// Starts a kernel of object code, or what runs in its place on the CPU.
///
/// # Safety
///
/// The arguments are what the code takes as far as it cannot be checked, and `params` is as long as they are.
unsafe fn start(
    entry: &'static KernelEntry,
    (code, host): (Option<&'static KernelCode>, Option<HostBody>),
    stream: &Stream,
    size: Size,
    args: &[Arg<'_>],
    layouts: impl ExactSizeIterator<Item = Layout>,
    params: &mut [MaybeUninit<*mut c_void>],
) -> Result<()> {
    if !size.begin(entry)? {
        return Ok(());
    }
    let device = stream.device_shared();
    match stream.engine() {
        Engine::Gpu(gpu) => {
            let code = code.ok_or_else(|| other_device(entry, device))?;
            let on = code.on(device)?;
            check(entry, code, device, layouts)?;
            let limits = &device.limits;
            let shape = size.resolve(entry, limits, on.function.max_threads_per_block)?;
            if shape.grid.contains(&0) {
                return Ok(());
            }
            let shared = check_dynamic(entry.name, on, limits, size.shared_len.unwrap_or(0))?;
            let foreign = enter(entry, stream, args)?;
            for (place, arg) in params.iter_mut().zip(args) {
                // SAFETY: each is one parameter, a value or memory as its address, and has one place.
                unsafe { arg.point(place.as_mut_ptr()) };
            }
            let _current = gpu.enter()?;
            on.allow(gpu.context, shared)?;
            let geometry = Geometry { grid: shape.grid, block: shape.block, shared, ..Geometry::default() };
            let watched = watch::foreign(entry, stream, geometry);
            // SAFETY: every parameter has a pointer to a value of its size, and the caller vouches for the rest.
            let done = unsafe {
                on.function.launch(gpu, &shape.grid, &shape.block, shared, params.as_mut_ptr().cast())
            };
            drop(watched);
            if foreign { leave(stream, args).and(done) } else { done }
        }
        Engine::Capture(capture) => record(entry, (code, host), device, capture, size, args, layouts),
        Engine::Cpu(_) => {
            let host = host.ok_or(Error::NotOnCpu { kernel: entry.name })?;
            let shape = size.resolve(entry, &device.limits, device.limits.max_threads_per_block)?;
            let foreign = enter(entry, stream, args)?;
            let geometry = Geometry { grid: shape.grid, block: shape.block, ..Geometry::default() };
            let watched = watch::foreign(entry, stream, geometry);
            // SAFETY: the macro made the body for these arguments, whose memory is the host's.
            unsafe { host(args) };
            drop(watched);
            if foreign { leave(stream, args) } else { Ok(()) }
        }
    }
}

/// Records a launch in a graph.
#[cold]
fn record(
    entry: &'static KernelEntry,
    (code, host): (Option<&'static KernelCode>, Option<HostBody>),
    device: &'static DeviceShared,
    capture: &Capture,
    size: Size,
    args: &[Arg<'_>],
    layouts: impl ExactSizeIterator<Item = Layout>,
) -> Result<()> {
    let limits = &device.limits;
    let (runs, shape, shared) = if let Some(context) = &device.context {
        let code = code.ok_or_else(|| other_device(entry, device))?;
        let on = code.on(device)?;
        check(entry, code, device, layouts)?;
        let shape = size.resolve(entry, limits, on.function.max_threads_per_block)?;
        let shared = check_dynamic(entry.name, on, limits, size.shared_len.unwrap_or(0))?;
        let _current = context.enter()?;
        on.allow(context, shared)?;
        (graph::KernelCode::Foreign(&on.function), shape, shared)
    } else {
        let host = host.ok_or(Error::NotOnCpu { kernel: entry.name })?;
        let shape = size.resolve(entry, limits, limits.max_threads_per_block)?;
        (graph::KernelCode::Host(host), shape, 0)
    };
    if shape.grid.contains(&0) {
        return Ok(());
    }
    let work = graph::KernelWork {
        code: runs,
        args: args.iter().map(Arg::detached).list(),
        grid: shape.grid,
        block: shape.block,
        shared_len: 0,
        shared,
        coarse: None,
        enabled: true,
    };
    super::record::give(capture, entry, args, work).map(|_| ())
}

/// Orders the stream after what the arguments' memory must have been used for before; whether any of it is another
/// stream's.
#[inline]
fn enter(entry: &KernelEntry, stream: &Stream, args: &[Arg<'_>]) -> Result<bool> {
    let mut waited = Waited::default();
    for (index, arg) in args.iter().enumerate() {
        if let Some((memory, writes)) = arg.memory_use() {
            stream.before(memory, writes, &mut waited, || what(entry, index))?;
            // It cannot fail by itself, but it may have read what a failed kernel before it has written.
            if writes {
                memory.written_after(stream);
            }
        }
    }
    Ok(waited.foreign())
}

#[cold]
fn other_device(entry: &KernelEntry, device: &DeviceShared) -> Error {
    Error::WrongDevice {
        what: format!("kernel `{}` was loaded for the CPU", entry.name),
        buffer_device: "the CPU".to_owned(),
        stream_device: device.describe(),
    }
}

/// Holds the layouts of a launch's parameters against those of the code, where the driver tells them.
#[inline]
fn check(
    entry: &'static KernelEntry,
    code: &KernelCode,
    device: &'static DeviceShared,
    declared: impl ExactSizeIterator<Item = Layout>,
) -> Result<()> {
    let Some(found) = code.on(device)?.parameters() else { return Ok(()) };
    if declared.len() != found.len() {
        return Err(other_count(entry, declared.len(), found.iter().map(|found| found.size)));
    }
    let mut offset = 0usize;
    for (index, (declared, found)) in declared.zip(found).enumerate() {
        offset = offset.next_multiple_of(declared.align);
        if (offset, declared.size) != (found.offset, found.size) {
            return Err(other_layout(entry, index, (declared.size, offset), (found.size, found.offset)));
        }
        offset += declared.size;
    }
    Ok(())
}

#[cold]
fn other_count(entry: &KernelEntry, declared: usize, found: impl ExactSizeIterator<Item = usize>) -> Error {
    let count = found.len();
    let sizes: Vec<String> = found.map(|size| size.to_string()).list();
    let detail = format!(
        "{declared} given, and the code takes {count}{}{}; a slice is one parameter, a pointer",
        if count > 0 { ", in bytes " } else { "" },
        sizes.join(", ")
    );
    Error::Signature { kernel: entry.name, detail: detail.into() }
}

#[cold]
fn other_layout(entry: &KernelEntry, index: usize, declared: (usize, usize), found: (usize, usize)) -> Error {
    let name = entry.params.get(index).map(|param| format!("`{}` ", param.name)).unwrap_or_default();
    let detail = format!(
        "parameter {name}(number {}) has {} bytes at offset {}, and in the code {} bytes at {}",
        index + 1,
        declared.0,
        declared.1,
        found.0,
        found.1
    );
    Error::Signature { kernel: entry.name, detail: detail.into() }
}

impl<const N: usize> fmt::Debug for TypedLaunch<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedLaunch")
            .field("kernel", &self.typed.foreign.entry.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ForeignLaunch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForeignLaunch")
            .field("kernel", &self.code.entry.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
