//! Arguments of a launch: values, and device memory that the launch borrows.
//!
//! Takes values, buffers, slices, and slices with extents and strides; guarantees that rustc checks a typed
//! launch's arguments (one generic parameter a trait, so that the element type is inferred from the buffer), that a
//! dynamic one's say what they are, and that what a launch must know of a tensor is known once; leaves the order of
//! streams to [`crate::launch`].

mod dynamic;
pub mod foreign;
mod tensor;

pub use dynamic::DynArg;
pub(crate) use tensor::{Facts, distinct, view};
pub use tensor::{injective, reaches};

use std::ffi::c_void;
use std::mem::MaybeUninit;

use crate::buffer::{BufferSlice, BufferSliceMut};
use crate::memory::Memory;
use crate::value::derived::{MOST_PARAMETERS, parameter_bytes};
use crate::value::{KernelType, assert_aligned, scalar_bits};

/// The most words that an argument has room for: those of a tensor of two axes, or of a value. A larger value, and
/// a tensor of more axes, lies in a box of its own, made with the argument.
pub(crate) const MOST_WORDS: usize = 6;

/// The most parameters of a kernel that one argument is: a tensor's address and length, and the extents and strides
/// of [`MOST_AXES`]. What lies side by side in the argument takes no more words.
pub(crate) const MOST_PARTS: usize = 2 + 2 * MOST_AXES;

/// The most axes of a tensor.
pub(crate) const MOST_AXES: usize = 4;

const _: () = assert!(MOST_PARTS >= MOST_WORDS);

/// One argument, in the form that a kernel takes it.
///
/// A scalar writes two words of it, which is felt in a launch of many.
pub struct Arg<'a> {
    own: Own,
    /// Only written where [`MEMORY`] is said.
    memory: MaybeUninit<&'a Memory>,
}

/// What an argument is and its words.
#[repr(C)]
struct Own {
    about: About,
    /// A value's bytes; or a slice's address and length; or a tensor's slice, then its extents, then its strides.
    /// What the driver copies starts at a word each time, and hosts are little-endian wherever there are NVIDIA
    /// drivers.
    ///
    /// The words past the last are not written, nor is a value's padding.
    words: [MaybeUninit<u64>; MOST_WORDS],
    /// Only written where [`BOXED`] is said: what is too large for `words`, the bytes of a value, or the words of a
    /// tensor, all of which are written.
    large: MaybeUninit<Large>,
}

type Large = Box<[MaybeUninit<u64>]>;

/// What an argument is, in one word.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
struct About {
    kind: Kind,
    /// How many parameters of the kernel the words are: 1 for a value, 2 for a slice, 2 and two an axis for a tensor.
    count: u8,
    /// How many bytes they take one after the other; 0 for what lies in a box, or is aligned to more than a word.
    bytes: u8,
    /// One less than what the first of them is aligned to among a kernel's parameters.
    pad: u8,
    /// [`MEMORY`], [`WRITES`], [`BOXED`].
    holds: u8,
    facts: Facts,
    /// The bytes of a struct or an array.
    size: u16,
}

const _: () = assert!(size_of::<About>() == size_of::<u64>());

/// The argument is memory.
const MEMORY: u8 = 1;
/// The kernel may write it.
const WRITES: u8 = 2;
/// The words lie in a box.
const BOXED: u8 = 4;

const _: () = assert!(cfg!(target_endian = "little"), "scalars are passed by their low bytes");

/// A word of a value, which may lie anywhere and of which not all need be written.
type Word = [MaybeUninit<u8>; 8];

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar,
    /// A struct or an array by value.
    Whole,
    /// Memory, of which the kernel gets the address alone.
    Pointer,
    Slice,
    Tensor,
}

/// What an argument is, for the CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArgValue<'a> {
    Scalar(u64),
    /// Where the bytes of a struct or an array lie, for as long as the argument stays where it is, and how many
    /// they are.
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

impl About {
    /// What has so many words, none of them memory's.
    #[inline]
    const fn words(kind: Kind, count: usize) -> About {
        let bytes = (count * size_of::<u64>()) as u8;
        About { kind, count: count as u8, bytes, pad: 7, holds: 0, facts: Facts::Aligned, size: 0 }
    }

    /// The same of memory.
    #[inline]
    fn of_memory(self, writes: bool, facts: Facts) -> About {
        About { holds: MEMORY | if writes { WRITES } else { 0 }, facts, ..self }
    }
}

impl Own {
    #[inline]
    fn large(&self) -> Option<&Large> {
        // SAFETY: where it is said to be there, it is.
        if self.about.holds & BOXED == 0 { None } else { Some(unsafe { self.large.assume_init_ref() }) }
    }

    fn again(&self) -> Own {
        let large = self.large().map_or(MaybeUninit::uninit(), |large| MaybeUninit::new(large.clone()));
        Own { about: self.about, words: self.words, large }
    }

    /// Where the words begin.
    #[inline]
    fn first(&self) -> *const MaybeUninit<u64> {
        self.large().map_or(self.words.as_ptr(), |large| large.as_ptr())
    }
}

impl Drop for Own {
    #[inline]
    fn drop(&mut self) {
        if self.about.holds & BOXED != 0 {
            // SAFETY: as above, and nobody uses it afterwards.
            unsafe { self.large.assume_init_drop() };
        }
    }
}

impl<'a> Arg<'a> {
    /// A value: a scalar, or a struct or an array, which is copied as it lies in memory.
    #[inline]
    pub fn value<T: KernelType>(value: T) -> Arg<'a> {
        let size = const { parameter_size::<T>() };
        if let Some(bits) = scalar_bits(value) {
            let about = About { bytes: size as u8, pad: size as u8 - 1, ..About::words(Kind::Scalar, 1) };
            return Arg::new(about, [bits], None);
        }
        let count = usize::from(size).div_ceil(8);
        let mut large = (count > MOST_WORDS).then(|| vec![MaybeUninit::uninit(); count].into_boxed_slice());
        let mut words = [MaybeUninit::uninit(); MOST_WORDS];
        let to = large.as_deref_mut().unwrap_or(&mut words);
        // SAFETY: both places have the value's bytes, those that are not initialized included, which `MaybeUninit`
        // may hold.
        unsafe {
            let from = std::ptr::from_ref(&value).cast::<MaybeUninit<u8>>();
            from.copy_to_nonoverlapping(to.as_mut_ptr().cast(), size_of::<T>());
        }
        let about = About {
            bytes: const { packed_size::<T>() },
            pad: const { (align_of::<T>() - 1) as u8 },
            holds: if large.is_some() { BOXED } else { 0 },
            size,
            ..About::words(Kind::Whole, 1)
        };
        let large = large.map_or(MaybeUninit::uninit(), MaybeUninit::new);
        Arg { own: Own { about, words, large }, memory: MaybeUninit::uninit() }
    }

    #[inline]
    pub(crate) fn memory((memory, address, len): (&'a Memory, u64, usize), writes: bool) -> Arg<'a> {
        let about = About::words(Kind::Slice, 2).of_memory(writes, Facts::Aligned);
        Arg::new(about, [address, len as u64], Some(memory))
    }

    /// What has so many words.
    #[inline]
    fn new<const N: usize>(about: About, first: [u64; N], memory: Option<&'a Memory>) -> Arg<'a> {
        const { assert!(N > 0 && N <= MOST_WORDS) };
        let mut words = [MaybeUninit::uninit(); MOST_WORDS];
        for (word, value) in words.iter_mut().zip(first) {
            word.write(value);
        }
        let memory = memory.map_or(MaybeUninit::uninit(), MaybeUninit::new);
        Arg { own: Own { about, words, large: MaybeUninit::uninit() }, memory }
    }

    /// A tensor of more axes than there is room for: its parts, one behind the other.
    fn of_many(parts: &[&[u64]], memory: &'a Memory, writes: bool, facts: Facts) -> Arg<'a> {
        let words: Vec<_> = parts.iter().copied().flatten().map(|word| MaybeUninit::new(*word)).collect();
        let mut about = About::words(Kind::Tensor, words.len()).of_memory(writes, facts);
        about.bytes = 0;
        about.holds |= BOXED;
        let large = MaybeUninit::new(words.into_boxed_slice());
        let own = Own { about, words: [MaybeUninit::uninit(); MOST_WORDS], large };
        Arg { own, memory: MaybeUninit::new(memory) }
    }

    /// The memory that the kernel uses, and whether it may write it.
    #[inline]
    pub(crate) fn memory_use(&self) -> Option<(&'a Memory, bool)> {
        let holds = self.own.about.holds;
        if holds & MEMORY == 0 {
            return None;
        }
        // SAFETY: it is said to be there.
        Some((unsafe { self.memory.assume_init() }, holds & WRITES != 0))
    }

    /// The same argument, whose memory somebody else keeps.
    pub(crate) fn detached(&self) -> Arg<'static> {
        let mut own = self.own.again();
        own.about.holds &= !(MEMORY | WRITES);
        Arg { own, memory: MaybeUninit::uninit() }
    }

    /// The same argument, in a copy of its memory if there is one.
    pub(crate) fn again<'b>(&self, copy: Option<&'b Memory>) -> Arg<'b>
    where
        'a: 'b,
    {
        let mut own = self.own.again();
        let mut memory: MaybeUninit<&'b Memory> = MaybeUninit::uninit();
        if let Some((old, _)) = self.memory_use() {
            memory.write(copy.unwrap_or(old));
            if let ([address, ..], Some(copy)) = (self.words(), copy) {
                let address = MaybeUninit::new(address - old.address() + copy.address());
                if own.about.holds & BOXED == 0 {
                    own.words[0] = address;
                } else {
                    // SAFETY: where it is said to be there, it is.
                    unsafe { own.large.assume_init_mut()[0] = address };
                }
            }
        }
        Arg { own, memory }
    }

    /// The same argument, of memory at another address, which somebody else keeps. A value stays as it is.
    pub(crate) fn detached_at(&self, address: u64) -> Arg<'static> {
        let mut arg = self.detached();
        if matches!(arg.own.about.kind, Kind::Slice | Kind::Tensor) {
            let words = match arg.own.about.holds & BOXED {
                0 => &mut arg.own.words[..],
                // SAFETY: where the words are said to lie in a box, they do.
                _ => unsafe { &mut *arg.own.large.assume_init_mut() },
            };
            words[0].write(address);
        }
        arg
    }

    pub(crate) fn is_tensor(&self) -> bool {
        self.own.about.kind == Kind::Tensor
    }

    /// What the launch has to know of a tensor; [`Facts::Aligned`] for what is none.
    #[inline]
    pub(crate) fn facts(&self) -> Facts {
        self.own.about.facts
    }

    /// Writes where the driver reads the argument's parameters from, and gives the place after.
    ///
    /// # Safety
    ///
    /// There is room for as many pointers as the argument has words.
    #[inline]
    pub(crate) unsafe fn point(&self, to: *mut *mut c_void) -> *mut *mut c_void {
        let first = self.own.first();
        // SAFETY: the caller left the room. Most arguments are one or two parameters.
        unsafe {
            to.write(first.cast_mut().cast());
            let count = usize::from(self.own.about.count);
            if count == 1 {
                return to.add(1);
            }
            for index in 1..count {
                to.add(index).write(first.wrapping_add(index).cast_mut().cast());
            }
            to.add(count)
        }
    }

    /// Writes the argument's parameters behind others, as the driver takes them in one piece, and gives the place
    /// after; `None` for what takes part in no such piece.
    ///
    /// # Safety
    ///
    /// `to` has room for all of the argument's words from the next multiple of a word after `offset` on.
    #[inline]
    pub(crate) unsafe fn pack(&self, to: *mut u8, offset: usize) -> Option<usize> {
        let (bytes, pad) = (usize::from(self.own.about.bytes), usize::from(self.own.about.pad));
        if bytes == 0 {
            return None;
        }
        let start = (offset + pad) & !pad;
        // SAFETY: the caller left the room. Whole words are written: what is too much of the last comes before what
        // is written next.
        unsafe {
            let (to, from) = (to.add(start).cast::<Word>(), self.own.words.as_ptr().cast::<Word>());
            *to = *from;
            if bytes > size_of::<Word>() {
                *to.add(1) = *from.add(1);
                if bytes > 2 * size_of::<Word>() {
                    let more = bytes.div_ceil(size_of::<Word>()) - 2;
                    to.add(2).copy_from_nonoverlapping(from.add(2), more);
                }
            }
        }
        Some(start + bytes)
    }

    /// The words of a scalar, a slice or a tensor; none of anything else.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        let About { kind, count, .. } = self.own.about;
        let count = if kind == Kind::Whole { 0 } else { usize::from(count) };
        // SAFETY: `new` and `of_many` are the only ways to such an argument, and have written the first `count`
        // words, which are no more than there are.
        unsafe { std::slice::from_raw_parts(self.own.first().cast(), count) }
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
        let About { kind, size, .. } = self.own.about;
        if kind == Kind::Whole {
            return ArgValue::Whole(self.own.first().cast(), size.into());
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
const fn parameter_size<T>() -> u16 {
    assert_aligned::<T>();
    let size = parameter_bytes(size_of::<T>(), align_of::<T>());
    assert!(
        size <= MOST_PARAMETERS,
        "a kernel's parameters take 4096 bytes in all: pass this one in a buffer"
    );
    size as u16
}

/// The bytes of a value among packed parameters; 0 for one that is too large or aligned too far.
const fn packed_size<T>() -> u8 {
    let size = parameter_bytes(size_of::<T>(), align_of::<T>());
    if size > MOST_WORDS * size_of::<u64>() || align_of::<T>() > size_of::<u64>() { 0 } else { size as u8 }
}

/// What a kernel's `&[T]` parameter takes: `&buffer`, `&slice` or `slice`, and a `&mut` of these as Rust does.
///
/// # Safety
///
/// The argument is memory of elements of type `T`, as Kiln's own impls make it. A type that holds a buffer passes on
/// what the impl for the buffer gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&[{T}]`",
    label = "not device memory of `{T}`",
    note = "pass `&buffer`, of a buffer of `{T}`; `stream.upload(&v)?` makes one of host memory"
)]
pub unsafe trait AsSlice<'a, T> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

/// What a kernel's `&mut [T]` parameter takes: `&mut buffer`, `&mut slice` or `slice`.
///
/// # Safety
///
/// As of [`AsSlice`], and the memory is lent exclusively.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&mut [{T}]`",
    label = "not exclusive device memory of `{T}`",
    note = "pass `&mut buffer`, of a buffer of `{T}`; `stream.alloc_zeroed(len)?` and `stream.upload(&v)?` make one"
)]
pub unsafe trait AsSliceMut<'a, T> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

/// The element type of a kernel's slice of atomics: `AtomicU32` and its kin.
///
/// # Safety
///
/// In kernels the type is the atomic of `Value`. There are no others than those that Kiln knows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an atomic type that kernels know",
    label = "not an atomic of kernels",
    note = "kernels know `AtomicU32`, `AtomicI32`, `AtomicU64`, `AtomicI64`, `AtomicF32` and `AtomicF64`"
)]
pub unsafe trait AtomicElement {
    /// What a buffer of the same memory holds: `u32` for `AtomicU32`.
    type Value: KernelType;
}

macro_rules! atomics {
    ($($atomic:ident => $value:ty),* $(,)?) => {$(
        // SAFETY: kernels know it by this name, as the atomic of this type.
        unsafe impl AtomicElement for std::sync::atomic::$atomic {
            type Value = $value;
        }
    )*};
}

atomics!(AtomicU32 => u32, AtomicI32 => i32, AtomicU64 => u64, AtomicI64 => i64);

/// What a kernel's `&[AtomicU32]` parameter (and its kin) takes: `&mut buffer` of `u32`. The host lends the buffer
/// exclusively; the kernel's threads share it through atomic operations.
///
/// # Safety
///
/// As of [`AsSliceMut`], with elements of type `A::Value`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&[{A}]`",
    label = "not exclusive device memory of the atomic's plain type",
    note = "pass `&mut buffer`, where the buffer holds the plain type: `u32` for `AtomicU32`"
)]
pub unsafe trait AsAtomic<'a, A: AtomicElement> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

// SAFETY: it is memory of such elements.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T: KernelType, B: Into<BufferSlice<'a, T>>> AsSlice<'a, T> for B {
    #[inline]
    fn into_arg(self) -> Arg<'a> {
        Arg::memory(self.into().parts(), false)
    }
}

// SAFETY: it is memory of such elements, lent exclusively.
#[diagnostic::do_not_recommend]
unsafe impl<'a, T: KernelType, B: Into<BufferSliceMut<'a, T>>> AsSliceMut<'a, T> for B {
    #[inline]
    fn into_arg(self) -> Arg<'a> {
        Arg::memory(self.into().parts(), true)
    }
}

// SAFETY: as above.
#[diagnostic::do_not_recommend]
unsafe impl<'a, A: AtomicElement, B: Into<BufferSliceMut<'a, A::Value>>> AsAtomic<'a, A> for B {
    #[inline]
    fn into_arg(self) -> Arg<'a> {
        Arg::memory(self.into().parts(), true)
    }
}
