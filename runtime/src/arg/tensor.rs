//! Tensors as arguments: device memory with an extent and a stride along each axis.

use super::{About, Arg, Kind, MOST_AXES};
use crate::buffer::{BufferSlice, BufferSliceMut};
use crate::memory::Memory;
use crate::value::ScalarType;

/// What a launch has to know of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Facts {
    /// What `Variant::FAST` of a tile kernel asks of every tensor: the base is aligned to 16 bytes, the last axis
    /// has stride 1, every other stride and the extent of the last axis are multiples of 16 bytes, and every extent
    /// is below 2³¹.
    Aligned,
    /// The same, of a tensor to be read whose last two axes have changed places: `b.t()` of one that is aligned.
    AlignedTurned,
    /// None of that.
    Any,
    /// None of that, but columns lie one after another, or rows repeat one element, in a tensor to be read.
    AnyTurned,
    /// The extents and strides reach past the end of the memory, or a tensor to be written has two indices for one
    /// element: it cannot be launched with.
    Misfit,
}

impl Facts {
    /// Whether columns lie one after another, so that the last two axes are read with places changed.
    pub(crate) fn is_turned(self) -> bool {
        matches!(self, Facts::AlignedTurned | Facts::AnyTurned)
    }
}

impl<'a> Arg<'a> {
    /// A tensor of one to four axes, for reading. The element at an index lies in `slice` at the sum of each axis's
    /// index times its stride. A launch with extents and strides that reach past the end of the slice is
    /// [`crate::Error::TensorShape`].
    #[inline]
    pub fn tensor<T: ScalarType, const R: usize>(
        slice: BufferSlice<'a, T>,
        extents: [usize; R],
        strides: [usize; R],
    ) -> Arg<'a> {
        view(slice.parts(), size_of::<T>(), extents, strides, false)
    }

    /// A tensor for writing: as [`Arg::tensor`], and no two indices may be of one element.
    #[inline]
    #[allow(clippy::needless_pass_by_value, reason = "the argument has the exclusive borrow from here on")]
    pub fn tensor_mut<T: ScalarType, const R: usize>(
        slice: BufferSliceMut<'a, T>,
        extents: [usize; R],
        strides: [usize; R],
    ) -> Arg<'a> {
        view(slice.parts(), size_of::<T>(), extents, strides, true)
    }
}

/// A tensor of elements of so many bytes.
#[inline]
pub(crate) fn view<const R: usize>(
    (memory, address, len): (&Memory, u64, usize),
    size: usize,
    extents: [usize; R],
    strides: [usize; R],
    writes: bool,
) -> Arg<'_> {
    const { assert!(R >= 1 && R <= MOST_AXES, "a tensor has one to four axes") };
    let facts = if !reaches(len, extents, strides) || (writes && !injective(extents, strides)) {
        Facts::Misfit
    } else if aligned(address, size, extents, strides) {
        Facts::Aligned
    } else {
        otherwise(address, size, extents, strides, writes)
    };
    let len = len as u64;
    let about = About::words(Kind::Tensor, 2 + 2 * R).of_memory(writes, facts);
    match R {
        1 => Arg::new(about, [address, len, extents[0] as u64, strides[0] as u64], Some(memory)),
        2 => {
            let [rows, columns] = [extents[0], extents[R - 1]].map(|n| n as u64);
            let [down, across] = [strides[0], strides[R - 1]].map(|n| n as u64);
            Arg::new(about, [address, len, rows, columns, down, across], Some(memory))
        }
        _ => Arg::of_many(
            &[&[address, len], &extents.map(|n| n as u64), &strides.map(|n| n as u64)],
            memory,
            writes,
            facts,
        ),
    }
}

/// What holds of a tensor that is not aligned as it is.
#[inline(never)]
fn otherwise<const R: usize>(
    address: u64,
    size: usize,
    mut extents: [usize; R],
    mut strides: [usize; R],
    writes: bool,
) -> Facts {
    if writes || R < 2 {
        return Facts::Any;
    }
    // An element that is repeated along a row is read as a column too: then only this tensor goes element by element.
    let repeated = strides[R - 1] == 0 && extents[R - 1] > 1;
    let turned = strides[R - 2] == 1 && strides[R - 1] != 1 && extents[R - 2] != 1;
    if !repeated && !turned {
        return Facts::Any;
    }
    extents.swap(R - 2, R - 1);
    strides.swap(R - 2, R - 1);
    if aligned(address, size, extents, strides) { Facts::AlignedTurned } else { Facts::AnyTurned }
}

/// Whether every index has its element among the first `len`.
#[inline]
pub fn reaches<const R: usize>(len: usize, extents: [usize; R], strides: [usize; R]) -> bool {
    if extents.contains(&0) {
        return true;
    }
    let mut last = 0usize;
    for axis in 0..R {
        let step = (extents[axis] - 1).checked_mul(strides[axis]);
        match step.and_then(|step| last.checked_add(step)) {
            Some(sum) => last = sum,
            None => return false,
        }
    }
    last < len
}

/// Whether no two indices are of one element, of a tensor that reaches no further than its memory.
#[inline]
pub fn injective<const R: usize>(extents: [usize; R], strides: [usize; R]) -> bool {
    distinct(&extents, &strides)
}

/// Whether no two indices are of one element: each axis steps over all that the axes of shorter strides reach together.
/// The tensor reaches no further than its memory, so nothing here overflows.
#[inline]
pub(crate) fn distinct(extents: &[usize], strides: &[usize]) -> bool {
    if extents.contains(&0) {
        return true;
    }
    // An axis of one element is stepped along by nobody.
    let steps = |axis: &usize| extents[*axis] > 1;
    let axes = extents.len();
    (0..axes).filter(steps).all(|axis| {
        let shorter = |other: &usize| (strides[*other], *other) < (strides[axis], axis) && steps(other);
        let reach: usize = (0..axes).filter(shorter).map(|other| (extents[other] - 1) * strides[other]).sum();
        strides[axis] > reach
    })
}

/// Whether [`Facts::Aligned`] holds. Of a product only the low bits count, so it may wrap.
#[inline]
fn aligned<const R: usize>(address: u64, size: usize, extents: [usize; R], strides: [usize; R]) -> bool {
    const MOST: usize = i32::MAX as usize;
    let whole = |count: usize| count.wrapping_mul(size).is_multiple_of(16);
    address.is_multiple_of(16)
        // TMA has no map of a tensor without elements.
        && extents.iter().all(|extent| (1..=MOST).contains(extent))
        && strides[R - 1] == 1
        && whole(extents[R - 1])
        && strides[..R - 1].iter().all(|stride| whole(*stride) && *stride < 1 << 36)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Device;
    use crate::arg::ArgValue;

    #[test]
    fn a_tensor_s_words_are_its_slice_extents_and_strides() {
        let stream = Device::cpu().stream();
        let mut x = stream.alloc_zeroed::<f32>(96).unwrap();
        let address = x.as_slice().parts().1;
        let arg = Arg::tensor(x.as_slice(), [8, 12], [12, 1]);
        assert_eq!(arg.words(), [address, 96, 8, 12, 12, 1]);
        assert!(arg.memory_use().is_some_and(|(_, writes)| !writes));
        let arg = Arg::tensor_mut(x.as_slice_mut(), [96], [1]);
        assert_eq!(arg.words(), [address, 96, 96, 1]);
        assert!(arg.memory_use().is_some_and(|(_, writes)| writes));
        match arg.as_value() {
            ArgValue::Tensor { len: 96, extents: [96], strides: [1], .. } => {}
            other => panic!("{other:?}"),
        }
        assert!(matches!(Arg::value(3u32).as_value(), ArgValue::Scalar(3)));
    }

    #[test]
    fn facts_follow_base_strides_and_extents() {
        let stream = Device::cpu().stream();
        let x = stream.alloc_zeroed::<f32>(128).unwrap();
        let of = |start: usize, extents: [usize; 2], strides: [usize; 2]| {
            Arg::tensor(x.slice(start..).unwrap(), extents, strides).facts()
        };
        assert_eq!(of(0, [8, 16], [16, 1]), Facts::Aligned);
        assert_eq!(of(4, [7, 16], [16, 1]), Facts::Aligned, "a base of whole vectors");
        assert_eq!(of(1, [7, 16], [16, 1]), Facts::Any, "a misaligned base");
        assert_eq!(of(0, [8, 12], [16, 1]), Facts::Aligned, "a column of blocks");
        assert_eq!(of(0, [8, 13], [16, 1]), Facts::Any, "a ragged last axis");
        assert_eq!(of(0, [8, 12], [13, 1]), Facts::Any, "rows that are not whole vectors apart");
        assert_eq!(of(0, [8, 16], [1, 8]), Facts::AlignedTurned, "transposed");
        assert_eq!(of(1, [8, 15], [1, 8]), Facts::AnyTurned, "transposed, a misaligned base");
        assert_eq!(of(0, [7, 16], [1, 8]), Facts::AnyTurned, "transposed, a ragged axis");
        assert_eq!(of(0, [1, 16], [1, 8]), Facts::Any, "one row");
        assert_eq!(of(0, [8, 16], [1, 0]), Facts::AlignedTurned, "a column, repeated");
        assert_eq!(of(0, [1, 16], [0, 0]), Facts::AnyTurned, "an element, repeated");
        assert_eq!(of(0, [8, 8], [16, 2]), Facts::Any, "every other element");
        assert_eq!(of(0, [0, 16], [16, 1]), Facts::Any, "no rows");
        let bytes = stream.alloc_zeroed::<u8>(64).unwrap();
        assert_eq!(Arg::tensor(bytes.as_slice(), [64], [1]).facts(), Facts::Aligned);
        assert_eq!(Arg::tensor(bytes.as_slice(), [63], [1]).facts(), Facts::Any);
        assert_eq!(Arg::tensor(bytes.as_slice(), [1 << 31, 16], [0, 1]).facts(), Facts::Any, "a long axis");
    }

    #[test]
    fn what_does_not_fit_its_memory_is_known() {
        let stream = Device::cpu().stream();
        let mut x = stream.alloc_zeroed::<u16>(100).unwrap();
        let mut of = |extents: [usize; 2], strides: [usize; 2]| {
            let shared = Arg::tensor(x.as_slice(), extents, strides).facts() == Facts::Misfit;
            (shared, Arg::tensor_mut(x.as_slice_mut(), extents, strides).facts() == Facts::Misfit)
        };
        assert_eq!(of([10, 10], [10, 1]), (false, false));
        assert_eq!(of([10, 11], [10, 1]), (true, true));
        assert_eq!(of([9, 11], [10, 1]), (false, true), "rows that overlap by one");
        assert_eq!(of([10, 10], [1, 10]), (false, false), "transposed");
        assert_eq!(of([10, 100], [0, 1]), (false, true), "one row, ten times");
        assert_eq!(of([1, 100], [0, 1]), (false, false), "one row, once");
        assert_eq!(of([0, usize::MAX], [usize::MAX, usize::MAX]), (false, false), "no element");
        assert_eq!(of([usize::MAX, 2], [usize::MAX, 1]), (true, true), "more than an address counts");
        assert_eq!(of([2, 2], [usize::MAX, usize::MAX]), (true, true));
        assert_eq!(of([1, 1], [5, 5]), (false, false));
    }
}
