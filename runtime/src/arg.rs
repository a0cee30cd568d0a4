//! Arguments of a launch: values, and device memory that the launch borrows.
//!
//! Takes values, buffers, slices, and slices with extents and strides; guarantees that rustc checks a typed launch's arguments
//! (one generic parameter a trait, so that the element type is inferred from the buffer), that a dynamic one's say what they
//! are, and that what a launch must know of a tensor is known once; leaves the order of streams to [`crate::launch`].

mod dynamic;
pub mod foreign;
mod tensor;

pub use dynamic::DynArg;
pub(crate) use tensor::Facts;
pub use tensor::{AsTensor, AsTensorMut, injective, reaches};

use std::ffi::c_void;
use std::mem::MaybeUninit;

use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::growable::GrowableBuffer;
use crate::ipc::SharedBuffer;
use crate::memory::Memory;
use crate::unified::{ManagedBuffer, MappedBuffer};
use crate::value::derived::MOST_PARAMETERS;
use crate::value::{KernelType, scalar_bits};

/// The most words that an argument has room for: those of a tensor of two axes, or of a value. A larger value, and a tensor of more
/// axes, lies in a box of its own, made with the argument.
pub(crate) const MOST_WORDS: usize = 6;

/// One argument, in the form that a kernel takes it.
pub struct Arg<'a> {
    /// A value's bytes; or a slice's address and length; or a tensor's slice, then its extents, then its strides. What the
    /// driver copies starts at a word each time, and hosts are little-endian wherever there are NVIDIA drivers.
    ///
    /// The words past the last are not written: a launch of many scalars would feel it. Nor is a value's padding.
    words: [MaybeUninit<u64>; MOST_WORDS],
    /// What is too large for `words`: the bytes of a value, or the words of a tensor, all of which are written.
    large: Option<Box<[MaybeUninit<u64>]>>,
    memory: Option<&'a Memory>,
    /// How many parameters of the kernel the words are: 1 for a value, 2 for a slice, 2 and two an axis for a tensor.
    count: u8,
    kind: Kind,
    /// Whether the kernel may write the memory.
    writes: bool,
    facts: Facts,
}

const _: () = assert!(cfg!(target_endian = "little"), "scalars are passed by their low bytes");

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar,
    /// A struct or an array by value, of this many bytes.
    Whole(u32),
    /// Memory, of which the kernel gets the address alone.
    Pointer,
    Slice,
    Tensor,
}

/// What an argument is, for the CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArgValue<'a> {
    Scalar(u64),
    /// Where the bytes of a struct or an array lie, for as long as the argument stays where it is, and how many they are.
    Whole(*const u8, usize),
    Slice {
        address: u64,
        len: u64,
    },
    Tensor {
        address: u64,
        len: u64,
        extents: &'a [u64],
        strides: &'a [u64],
    },
}

impl<'a> Arg<'a> {
    /// A value: a scalar, or a struct or an array, which is copied as it lies in memory.
    #[inline]
    pub fn value<T: KernelType>(value: T) -> Arg<'a> {
        if let Some(bits) = scalar_bits(value) {
            return Arg::new([bits], None, false, Facts::Aligned);
        }
        let words = size_of::<T>().div_ceil(8);
        let mut large = (words > MOST_WORDS).then(|| vec![MaybeUninit::uninit(); words].into_boxed_slice());
        let mut own = [MaybeUninit::uninit(); MOST_WORDS];
        let to = large.as_deref_mut().unwrap_or(&mut own);
        // SAFETY: both places have the value's bytes, those that are not initialised included, which `MaybeUninit` may hold.
        unsafe {
            let from = std::ptr::from_ref(&value).cast::<MaybeUninit<u8>>();
            from.copy_to_nonoverlapping(to.as_mut_ptr().cast(), size_of::<T>());
        }
        Arg {
            words: own,
            large,
            memory: None,
            count: 1,
            kind: Kind::Whole(const { parameter_size::<T>() }),
            writes: false,
            facts: Facts::Aligned,
        }
    }

    #[inline]
    fn memory((memory, address, len): (&'a Memory, u64, usize), writes: bool) -> Arg<'a> {
        Arg::new([address, len as u64], Some(memory), writes, Facts::Aligned)
    }

    #[inline]
    fn new<const N: usize>(
        first: [u64; N],
        memory: Option<&'a Memory>,
        writes: bool,
        facts: Facts,
    ) -> Arg<'a> {
        const { assert!(N > 0 && N <= MOST_WORDS) };
        let mut words = [MaybeUninit::uninit(); MOST_WORDS];
        for (word, value) in words.iter_mut().zip(first) {
            word.write(value);
        }
        let kind = match N {
            1 => Kind::Scalar,
            2 => Kind::Slice,
            _ => Kind::Tensor,
        };
        Arg { words, large: None, memory, count: N as u8, kind, writes, facts }
    }

    /// A tensor of more axes than there is room for: its parts, one behind the other.
    fn of_many(parts: &[&[u64]], memory: &'a Memory, writes: bool, facts: Facts) -> Arg<'a> {
        let words: Vec<_> = parts.iter().copied().flatten().map(|word| MaybeUninit::new(*word)).collect();
        Arg {
            words: [MaybeUninit::uninit(); MOST_WORDS],
            count: words.len() as u8,
            large: Some(words.into_boxed_slice()),
            memory: Some(memory),
            kind: Kind::Tensor,
            writes,
            facts,
        }
    }

    /// The memory that the kernel uses, and whether it may write it.
    #[inline]
    pub(crate) fn memory_use(&self) -> Option<(&'a Memory, bool)> {
        self.memory.map(|memory| (memory, self.writes))
    }

    /// The same argument, whose memory somebody else keeps.
    pub(crate) fn detached(&self) -> Arg<'static> {
        Arg {
            words: self.words,
            large: self.large.clone(),
            memory: None,
            count: self.count,
            kind: self.kind,
            writes: self.writes,
            facts: self.facts,
        }
    }

    /// What the launch has to know of a tensor; [`Facts::Aligned`] for what is none.
    #[inline]
    pub(crate) fn facts(&self) -> Facts {
        self.facts
    }

    /// Writes where the driver reads the argument's parameters from, and gives the place after.
    ///
    /// # Safety
    ///
    /// There is room for as many pointers as the argument has words.
    #[inline]
    pub(crate) unsafe fn point(&self, to: *mut *mut c_void) -> *mut *mut c_void {
        let first = match &self.large {
            None => self.words.as_ptr(),
            Some(large) => large.as_ptr(),
        };
        // SAFETY: the caller left the room. Most arguments are one or two parameters.
        unsafe {
            to.write(first.cast_mut().cast());
            let count = usize::from(self.count);
            if count == 1 {
                return to.add(1);
            }
            for index in 1..count {
                to.add(index).write(first.wrapping_add(index).cast_mut().cast());
            }
            to.add(count)
        }
    }

    /// The words of a scalar, a slice or a tensor; none of anything else.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        let count = if matches!(self.kind, Kind::Whole(_)) { 0 } else { usize::from(self.count) };
        let first = self.large.as_deref().unwrap_or(&self.words).as_ptr();
        // SAFETY: `new` and `of_many` are the only ways to such an argument, and have written the first `count` words, which are no
        // more than there are.
        unsafe { std::slice::from_raw_parts(first.cast(), count) }
    }

    /// The bits of an integer of so many bytes in a struct; none where nothing lies there.
    pub(crate) fn bits_at(&self, offset: usize, bytes: usize) -> u64 {
        let ArgValue::Whole(start, size) = self.as_value() else { return 0 };
        let mut bits = [0; 8];
        if bytes <= bits.len() && offset.checked_add(bytes).is_some_and(|end| end <= size) {
            // SAFETY: the value lies in `size` bytes from `start`, and an integer in it has no padding.
            let field = unsafe { std::slice::from_raw_parts(start.add(offset), bytes) };
            bits[..bytes].copy_from_slice(field);
        }
        u64::from_le_bytes(bits)
    }

    pub(crate) fn as_value(&self) -> ArgValue<'_> {
        if let Kind::Whole(size) = self.kind {
            return ArgValue::Whole(
                self.large.as_deref().unwrap_or(&self.words).as_ptr().cast(),
                size as usize,
            );
        }
        match self.words() {
            [] => ArgValue::Scalar(0),
            [bits] => ArgValue::Scalar(*bits),
            [address, len] => ArgValue::Slice { address: *address, len: *len },
            [address, len, sizes @ ..] => {
                let (extents, strides) = sizes.split_at(sizes.len() / 2);
                ArgValue::Tensor { address: *address, len: *len, extents, strides }
            }
        }
    }

    /// The extents of a tensor's axes; none for what is no tensor.
    #[inline]
    pub(crate) fn extents(&self) -> &[u64] {
        self.words().get(2..).map_or(&[], |sizes| &sizes[..sizes.len() / 2])
    }
}

/// The bytes of a type that is a kernel's parameter.
const fn parameter_size<T>() -> u32 {
    let size = size_of::<T>();
    assert!(size > 0, "a kernel's parameter has a size");
    assert!(
        size <= MOST_PARAMETERS,
        "a kernel's parameters take 4096 bytes in all: pass this one in a buffer"
    );
    size as u32
}

/// What a kernel's `&[T]` parameter takes: `&buffer`, `&slice` or `slice`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&[{T}]`",
    label = "not device memory of `{T}`",
    note = "a kernel reads device memory: upload host memory with `stream.upload(&v)?` and pass `&buffer`"
)]
pub trait AsSlice<'a, T> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

/// What a kernel's `&mut [T]` parameter takes: `&mut buffer`, `&mut slice` or `slice`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&mut [{T}]`",
    label = "not exclusive device memory of `{T}`",
    note = "pass `&mut buffer`; make one with `stream.alloc_zeroed(len)?` or `stream.upload(&v)?`"
)]
pub trait AsSliceMut<'a, T> {
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
    ($($type:ty),*) => {$(
        impl<'a, T: KernelType> AsSlice<'a, T> for $type {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                Arg::memory(BufferSlice::from(self).parts(), false)
            }
        }
    )*};
}

shared!(&'a Buffer<T>, BufferSlice<'a, T>, &'a BufferSlice<'_, T>, &'a BufferSliceMut<'_, T>);
shared!(&'a MappedBuffer<T>, &'a ManagedBuffer<T>, &'a GrowableBuffer<T>, &'a SharedBuffer<T>);

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
exclusive!(
    &'a mut MappedBuffer<T>,
    &'a mut ManagedBuffer<T>,
    &'a mut GrowableBuffer<T>,
    &'a mut SharedBuffer<T>,
);
