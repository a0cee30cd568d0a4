//! Arguments of a launch: values, and device memory that the launch borrows.
//!
//! Takes scalars, buffers and slices; guarantees that rustc checks a typed launch's arguments (one generic parameter a trait,
//! so that the element type is inferred from the buffer) and that a dynamic one's say what they are; leaves the order of
//! streams to [`crate::launch`].

use kiln_codegen::ir::Scalar;

use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::memory::Memory;
use crate::registry::ParamKind;
use crate::value::KernelType;

/// One argument, in the form that a kernel takes it.
pub struct Arg<'a> {
    /// A scalar's bits and 0, or a slice's address and length: what the driver copies starts here either way, and hosts are
    /// little-endian wherever there are NVIDIA drivers.
    words: [u64; 2],
    memory: Option<&'a Memory>,
    /// Whether the kernel may write the memory.
    writes: bool,
}

const _: () = assert!(cfg!(target_endian = "little"), "scalars are passed by their low bytes");

/// What an argument is, for the CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArgValue {
    Scalar(u64),
    Slice { address: u64, len: u64 },
}

impl<'a> Arg<'a> {
    /// A scalar by value.
    #[inline]
    pub fn scalar<T: KernelType>(value: T) -> Arg<'a> {
        Arg { words: [value.to_bits(), 0], memory: None, writes: false }
    }

    #[inline]
    fn memory((memory, address, len): (&'a Memory, u64, usize), writes: bool) -> Arg<'a> {
        Arg { words: [address, len as u64], memory: Some(memory), writes }
    }

    #[inline]
    pub(crate) fn device_memory(&self) -> Option<&'a Memory> {
        self.memory
    }

    /// Memory that the kernel may write.
    pub(crate) fn written_memory(&self) -> Option<&'a Memory> {
        self.memory.filter(|_| self.writes)
    }

    /// Where the driver reads the argument's parameters from: one word for a scalar, two for a slice.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        match self.memory {
            None => &self.words[..1],
            Some(_) => &self.words,
        }
    }

    pub(crate) fn value(&self) -> ArgValue {
        match self.memory {
            None => ArgValue::Scalar(self.words[0]),
            Some(_) => ArgValue::Slice { address: self.words[0], len: self.words[1] },
        }
    }
}

/// What a kernel's `&[T]` parameter takes: `&buffer`, `&slice` or `slice`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&[{T}]`",
    label = "not device memory of `{T}`",
    note = "a kernel reads device memory: upload host memory with `stream.upload(&v)?` and pass `&buffer`"
)]
pub trait AsSlice<'a, T: KernelType> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

/// What a kernel's `&mut [T]` parameter takes: `&mut buffer`, `&mut slice` or `slice`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&mut [{T}]`",
    label = "not exclusive device memory of `{T}`",
    note = "pass `&mut buffer`; make one with `stream.alloc_zeroed(len)?` or `stream.upload(&v)?`"
)]
pub trait AsSliceMut<'a, T: KernelType> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

/// The element type of a kernel's slice of atomics: `AtomicU32` and its kin.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an atomic type that kernels know",
    label = "not an atomic of kernels",
    note = "kernels know `AtomicU32`, `AtomicI32`, `AtomicU64`, `AtomicI64`, `AtomicF32` and `AtomicF64`"
)]
pub trait AtomicElement {
    /// What a buffer of the same memory holds: `u32` for `AtomicU32`.
    type Value: KernelType;
}

macro_rules! atomics {
    ($($atomic:ident => $value:ty),* $(,)?) => {$(
        impl AtomicElement for std::sync::atomic::$atomic {
            type Value = $value;
        }
    )*};
}

atomics!(AtomicU32 => u32, AtomicI32 => i32, AtomicU64 => u64, AtomicI64 => i64);

/// What a kernel's `&[AtomicU32]` parameter (and its kin) takes: `&mut buffer` of `u32`. The host lends the buffer exclusively;
/// the kernel's threads share it through atomic operations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&[{A}]`",
    label = "not exclusive device memory of the atomic's plain type",
    note = "pass `&mut buffer`, where the buffer holds the plain type: `u32` for `AtomicU32`"
)]
pub trait AsAtomic<'a, A: AtomicElement> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

macro_rules! shared {
    ($($type:ty),* $(,)?) => {$(
        impl<'a, T: KernelType> AsSlice<'a, T> for $type {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                Arg::memory(BufferSlice::from(self).parts(), false)
            }
        }
    )*};
}

shared!(&'a Buffer<T>, BufferSlice<'a, T>, &'a BufferSlice<'_, T>, &'a BufferSliceMut<'_, T>);

macro_rules! exclusive {
    ($($type:ty),* $(,)?) => {$(
        impl<'a, T: KernelType> AsSliceMut<'a, T> for $type {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                Arg::memory(BufferSliceMut::from(self).parts(), true)
            }
        }

        impl<'a, A: AtomicElement<Value = T>, T: KernelType> AsAtomic<'a, A> for $type {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                Arg::memory(BufferSliceMut::from(self).parts(), true)
            }
        }
    )*};
}

exclusive!(&'a mut Buffer<T>, BufferSliceMut<'a, T>, &'a mut BufferSliceMut<'_, T>);

/// An argument of a dynamic launch, which remembers what it is: `1.0f32.into()`, `(&x).into()`, `(&mut y).into()`.
///
/// # Examples
///
/// ```
/// # use kiln_runtime::{Device, DynArg};
/// let stream = Device::cpu().stream();
/// let x = stream.upload(&[1.0f32, 2.0])?;
/// let mut y = stream.alloc_zeroed::<f32>(2)?;
/// let args: [DynArg<'_>; 3] = [3.0f32.into(), (&x).into(), (&mut y).into()];
/// # let _ = args;
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct DynArg<'a> {
    pub(crate) arg: Arg<'a>,
    kind: DynKind,
}

#[derive(Clone, Copy)]
enum DynKind {
    Scalar(Scalar),
    Shared(Scalar),
    Exclusive(Scalar),
}

impl DynArg<'_> {
    /// Whether a parameter of this kind takes the argument.
    pub(crate) fn fits(&self, kind: ParamKind) -> bool {
        let same =
            |expected: Option<Scalar>, found: Scalar| expected.is_none_or(|expected| expected == found);
        match (kind, self.kind) {
            (ParamKind::Scalar(expected), DynKind::Scalar(found)) => same(expected, found),
            (ParamKind::Slice { element, mutable: false, atomic: false }, DynKind::Shared(found)) => {
                same(element, found)
            }
            // What is lent exclusively may be shared.
            (ParamKind::Slice { element, .. }, DynKind::Exclusive(found)) => same(element, found),
            (ParamKind::Scalar(_), DynKind::Shared(_) | DynKind::Exclusive(_))
            | (ParamKind::Slice { .. }, DynKind::Scalar(_) | DynKind::Shared(_))
            | (ParamKind::Tensor { .. }, _) => false,
        }
    }

    /// What the argument is, for an error about a parameter of this kind.
    pub(crate) fn describe(&self, expected: ParamKind) -> String {
        match (self.kind, expected) {
            (DynKind::Scalar(scalar), _) => format!("a value of type `{}`", scalar.name()),
            (DynKind::Shared(found), ParamKind::Slice { element, .. })
                if element.is_none_or(|e| e == found) =>
            {
                format!(
                    "`&Buffer<{}>`, which is only lent for reading; pass `(&mut buffer).into()`",
                    found.name()
                )
            }
            (DynKind::Shared(scalar), _) => format!("`&Buffer<{}>`", scalar.name()),
            (DynKind::Exclusive(scalar), _) => format!("`&mut Buffer<{}>`", scalar.name()),
        }
    }
}

impl<T: KernelType> From<T> for DynArg<'_> {
    fn from(value: T) -> Self {
        DynArg { arg: Arg::scalar(value), kind: DynKind::Scalar(T::SCALAR) }
    }
}

macro_rules! dynamic {
    ($($type:ty => $trait:ident, $kind:ident);* $(;)?) => {$(
        impl<'a, T: KernelType> From<$type> for DynArg<'a> {
            fn from(memory: $type) -> Self {
                DynArg { arg: $trait::<T>::into_arg(memory), kind: DynKind::$kind(T::SCALAR) }
            }
        }
    )*};
}

dynamic!(
    &'a Buffer<T> => AsSlice, Shared;
    BufferSlice<'a, T> => AsSlice, Shared;
    &'a mut Buffer<T> => AsSliceMut, Exclusive;
    BufferSliceMut<'a, T> => AsSliceMut, Exclusive;
);
