//! Kernels that a program makes while it runs, such as the fused ones of arrays.
//!
//! Takes a kernel's text and its parameters; guarantees that a launch of one that the device has met costs what a
//! launch of a kernel of the macro's does: no lock, hash or allocation; leaves it to the maker to bound how many there
//! are, since each lives as long as the process.

use std::fmt;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::panic::Location;
use std::slice;

use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::ir::{Attrs, Backend, MathTier, TileAttrs};

use crate::arg::{Arg, view};
use crate::buffer::{Buffer, BufferSlice};
use crate::error::Result;
use crate::instance::KernelHandle;
use crate::registry::{KernelEntry, KernelParts, ParamInfo, ParamKind};
use crate::report::Report;
use crate::stream::Stream;
use crate::value::{KernelType, ScalarType};

use super::size::{Extent, Size};
use super::{Dims, Room, launch};

/// The most parameters of a made kernel.
pub const MOST_ARGS: usize = 96;

/// A kernel that was made while the program runs.
#[derive(Clone, Copy)]
pub struct MadeKernel {
    handle: &'static KernelHandle,
}

/// How much of a kernel runs.
#[derive(Clone, Copy)]
pub enum MadeSize {
    /// So many threads along x.
    Threads(usize),
    /// So many tiles along each axis.
    Tiles([usize; 3]),
}

impl MadeKernel {
    /// A kernel of this IR text, which stays in memory for good. A text that is wrong is told at the first launch.
    ///
    /// # Safety
    ///
    /// The text is of a closed kernel with this name and these parameters. What it marks as proven holds in each
    /// launch, and no two threads or tiles of a launch write the same element or read what another writes.
    pub unsafe fn new(
        name: String,
        text: String,
        params: Vec<(String, ParamKind)>,
        tile: bool,
    ) -> MadeKernel {
        let params: Vec<ParamInfo> =
            params.into_iter().map(|(name, kind)| ParamInfo { name: name.leak(), kind }).collect();
        let attrs = Attrs {
            block: None,
            min_blocks: None,
            cluster: None,
            math: MathTier::Default,
            unchecked: false,
            tile: tile.then(TileAttrs::default),
            // The driver assembles PTX in a third of the time that NVRTC takes.
            target: cfg!(feature = "ptx").then_some(Backend::Ptx),
        };
        let parts = KernelParts {
            name: name.leak(),
            module: "kiln::array",
            file: "",
            line: 0,
            params: params.leak(),
            attrs,
            ir: text.leak(),
            cuda: None,
            open: false,
            coarse: !tile,
            describe: None,
            is_unsafe: true,
            disjoint: tile.then_some([true; 3]),
            preconditions: Preconditions::NONE,
            proven: true,
        };
        let entry: &'static KernelEntry = Box::leak(Box::new(KernelEntry { parts }));
        MadeKernel { handle: Box::leak(Box::new(KernelHandle::new(entry))) }
    }

    /// The kernel's IR text.
    pub fn text(&self) -> &'static str {
        self.handle.entry().ir
    }

    /// Gives a launch to a stream, as [`Launch::launch`](super::Launch::launch).
    ///
    /// # Safety
    ///
    /// The arguments are of the kernel's parameters, in order, each of its type. Memory that it writes is written by
    /// nothing else at the time, and memory that it reads holds values of the elements' type.
    pub unsafe fn launch(&self, stream: &Stream, size: MadeSize, args: MadeArgs<'_>) -> Result<()> {
        let mut room = MaybeUninit::<Room<MOST_ARGS>>::uninit();
        let mut args = ManuallyDrop::new(args);
        // SAFETY: the caller gives the arguments of the kernel's parameters, and `room` is theirs; nobody uses them
        // afterwards.
        unsafe { launch((self.handle, None), stream, &size.size(), args.all(), room.as_mut_ptr().cast()) }
    }

    /// What the compiler makes of the kernel for a stream's device, as [`Launch::report`](super::Launch::report).
    pub fn report(&self, stream: &Stream, size: MadeSize, args: &mut MadeArgs<'_>) -> Result<Report> {
        let (entry, device) = (self.handle.entry(), stream.device_shared());
        let args = args.all();
        let variant = super::variant(entry, args, &size.size(), device.coarse_from)?;
        crate::report::report(entry, &[], (args, variant), device)
    }
}

impl MadeSize {
    fn size(self) -> Size {
        let extent = match self {
            MadeSize::Threads(threads) => Extent::Threads(threads.into()),
            MadeSize::Tiles([x, y, z]) => Extent::Tiles(Dims::from([x, y, z])),
        };
        Size { extent: Some(extent), ..Size::NONE }
    }
}

/// The arguments of a made kernel, in order, without an allocation.
pub struct MadeArgs<'a> {
    list: [MaybeUninit<Arg<'a>>; MOST_ARGS],
    len: usize,
}

impl Default for MadeArgs<'_> {
    fn default() -> Self {
        MadeArgs { list: [const { MaybeUninit::uninit() }; MOST_ARGS], len: 0 }
    }
}

impl<'a> MadeArgs<'a> {
    /// A value.
    pub fn value<T: KernelType>(&mut self, value: T) {
        self.push(Arg::value(value));
    }

    /// Memory to be read, of so many elements of the kernel's type.
    pub fn read(&mut self, bytes: &'a Buffer<u8>, len: usize) {
        self.push(Arg::memory((bytes.memory(), bytes.memory().address(), len), false));
    }

    /// Memory to be written, of so many elements of the kernel's type.
    pub fn write(&mut self, bytes: &'a mut Buffer<u8>, len: usize) {
        self.push(Arg::memory((bytes.memory(), bytes.memory().address(), len), true));
    }

    /// A matrix to be read, of elements of so many bytes, the first of which lies `base` elements into memory of `len`.
    pub fn read_matrix(
        &mut self,
        (bytes, size): (&'a Buffer<u8>, usize),
        (base, len): (usize, usize),
        extents: [usize; 2],
        strides: [usize; 2],
    ) {
        let address = bytes.memory().address() + (base * size) as u64;
        self.push(view((bytes.memory(), address, len - base), size, extents, strides, false));
    }

    /// A matrix without gaps to be written, of elements of so many bytes.
    pub fn write_matrix(&mut self, bytes: &'a mut Buffer<u8>, size: usize, extents: [usize; 2]) {
        let parts = (bytes.memory(), bytes.memory().address(), extents[0] * extents[1]);
        self.push(view(parts, size, extents, [extents[1], 1], true));
    }

    /// # Panics
    ///
    /// Past [`MOST_ARGS`].
    fn push(&mut self, arg: Arg<'a>) {
        self.list[self.len].write(arg);
        self.len += 1;
    }

    fn all(&mut self) -> &mut [Arg<'a>] {
        // SAFETY: so many were written.
        unsafe { slice::from_raw_parts_mut(self.list.as_mut_ptr().cast(), self.len) }
    }
}

impl Drop for MadeArgs<'_> {
    fn drop(&mut self) {
        // SAFETY: nobody uses them afterwards.
        unsafe { std::ptr::drop_in_place(self.all()) }
    }
}

/// A mistake in an expression of arrays, kept with its place until somebody asks for the array's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayError {
    what: Box<str>,
    at: &'static Location<'static>,
    asked: Option<&'static Location<'static>>,
}

impl ArrayError {
    /// What is wrong with the operation at a place.
    #[doc(hidden)]
    pub fn new(what: String, at: &'static Location<'static>) -> ArrayError {
        ArrayError { what: what.into(), at, asked: None }
    }

    /// The same, and where the values were asked for.
    #[doc(hidden)]
    #[must_use]
    pub fn asked_at(&self, asked: &'static Location<'static>) -> ArrayError {
        ArrayError { asked: Some(asked), ..self.clone() }
    }

    /// Where the operation stands that cannot be.
    pub fn at(&self) -> &'static Location<'static> {
        self.at
    }
}

impl fmt::Display for ArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  at {}", self.what, self.at)?;
        match self.asked {
            Some(asked) if asked != self.at => write!(f, "\n  its values were asked for at {asked}"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for ArrayError {}

/// The same memory as bytes.
pub fn into_bytes<T: ScalarType>(buffer: Buffer<T>) -> Buffer<u8> {
    let len = buffer.len() * size_of::<T>();
    Buffer::of(buffer.into_memory(), len)
}

/// The same memory as elements.
///
/// # Safety
///
/// It holds values of the type, and as many bytes as they have or more.
pub unsafe fn from_bytes<T: ScalarType>(bytes: Buffer<u8>, len: usize) -> Buffer<T> {
    Buffer::of(bytes.into_memory(), len)
}

/// The elements that bytes hold.
///
/// # Safety
///
/// As [`from_bytes`].
pub unsafe fn elements<T: ScalarType>(bytes: &Buffer<u8>, len: usize) -> BufferSlice<'_, T> {
    BufferSlice::of(bytes.memory(), len)
}
