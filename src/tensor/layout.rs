//! Where the elements of a tensor lie in its memory: an extent and a stride along each axis.
//!
//! Takes extents and strides from the user; guarantees that what [`Layout::new`] made lies within its memory, and
//! that a part of it does too, so that no arithmetic after it overflows.

use std::ops::{Bound, Range, RangeBounds};

use kiln_runtime::__private::{injective, reaches};

use crate::{Error, Result};

/// Extents and strides, in elements, outermost axis first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout<const R: usize> {
    pub(super) extents: [usize; R],
    pub(super) strides: [usize; R],
}

impl<const R: usize> Layout<R> {
    /// Rows one after another, filling exactly `len` elements of memory.
    pub(super) fn rows_first(extents: [usize; R], len: usize) -> Result<Layout<R>> {
        let mut strides = [1usize; R];
        for axis in (1..R).rev() {
            strides[axis - 1] = strides[axis].saturating_mul(extents[axis]);
        }
        match elements(extents) {
            Some(count) if count == len => Ok(Layout { extents, strides }),
            count => Err(Error::TensorSize { extents: extents.into(), elements: count, len }),
        }
    }

    /// These extents and strides, every element of which lies in `len` elements of memory.
    pub(super) fn new(extents: [usize; R], strides: [usize; R], len: usize) -> Result<Layout<R>> {
        if reaches(len, extents, strides) {
            Ok(Layout { extents, strides })
        } else {
            Err(Error::TensorStrides { extents: extents.into(), strides: strides.into(), len })
        }
    }

    /// As [`Layout::new`], where moreover no two indices are of one element.
    pub(super) fn exclusive(extents: [usize; R], strides: [usize; R], len: usize) -> Result<Layout<R>> {
        let layout = Layout::new(extents, strides, len)?;
        if injective(extents, strides) {
            Ok(layout)
        } else {
            Err(Error::TensorOverlap { extents: extents.into(), strides: strides.into() })
        }
    }

    /// How many elements there are. A view that repeats elements may have more than an address counts: then the
    /// most that one does.
    pub(super) fn len(&self) -> usize {
        elements(self.extents).unwrap_or(usize::MAX)
    }

    /// From the first element to one past the last, as places in memory.
    fn span(&self) -> usize {
        if self.extents.contains(&0) {
            return 0;
        }
        self.extents.iter().zip(self.strides).map(|(extent, stride)| (extent - 1) * stride).sum::<usize>() + 1
    }

    /// Whether the elements lie in memory one after another, rows first.
    pub(super) fn is_contiguous(&self) -> bool {
        let mut stride = 1usize;
        (0..R).rev().all(|axis| {
            let here = self.extents[axis] <= 1 || self.strides[axis] == stride;
            stride = stride.saturating_mul(self.extents[axis]);
            here
        }) || self.extents.contains(&0)
    }

    /// The place in memory of every element, rows first.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        let Layout { extents, strides } = *self;
        (0..self.len()).map(move |mut index| {
            let mut place = 0;
            for axis in (0..R).rev() {
                place += index % extents[axis] * strides[axis];
                index /= extents[axis];
            }
            place
        })
    }

    /// The places in memory of a part, and its own layout in them.
    pub(super) fn part(&self, ranges: [Range<usize>; R]) -> (Range<usize>, Layout<R>) {
        let mut part = *self;
        let mut start = 0;
        let empty = ranges.iter().any(Range::is_empty);
        for (axis, range) in ranges.into_iter().enumerate() {
            part.extents[axis] = range.len();
            // A part without elements has no place, and its strides may be of any size.
            start += if empty { 0 } else { range.start * self.strides[axis] };
        }
        (start..start + part.span(), part)
    }
}

/// Whether these are the numbers below their count, each once.
pub(super) const fn is_order(order: &[usize]) -> bool {
    let mut axis = 0;
    let mut seen = 0u8;
    while axis < order.len() {
        if order[axis] >= order.len() {
            return false;
        }
        seen |= 1 << order[axis];
        axis += 1;
    }
    seen.count_ones() as usize == order.len()
}

impl<const R: usize> Layout<R> {
    /// The axes in this order.
    pub(super) fn permuted(self, order: [usize; R]) -> Layout<R> {
        Layout {
            extents: order.map(|axis| self.extents[axis]),
            strides: order.map(|axis| self.strides[axis]),
        }
    }

    /// The last two axes in each other's place.
    pub(super) fn turned(mut self) -> Layout<R> {
        self.extents.swap(R - 2, R - 1);
        self.strides.swap(R - 2, R - 1);
        self
    }

    /// The places in memory of a part along the first axis, and its own layout in them: no elements for one past
    /// the last.
    pub(super) fn at<const S: usize>(&self, index: usize) -> (Range<usize>, Layout<S>) {
        let there = index < self.extents[0];
        let mut layout = Layout { extents: [0; S], strides: [0; S] };
        layout.strides.copy_from_slice(&self.strides[1..]);
        layout.extents.copy_from_slice(&self.extents[1..]);
        if !there {
            layout.extents[0] = 0;
        }
        let span = layout.span();
        let start = if span > 0 { index * self.strides[0] } else { 0 };
        (start..start + span, layout)
    }

    /// One more axis in front, of one element.
    pub(super) fn raised<const S: usize>(&self) -> Layout<S> {
        let mut layout = Layout { extents: [1; S], strides: [0; S] };
        layout.extents[1..].copy_from_slice(&self.extents);
        layout.strides[1..].copy_from_slice(&self.strides);
        layout
    }
}

impl Layout<2> {
    /// Rows as columns.
    pub(super) fn transposed(self) -> Layout<2> {
        let ([rows, columns], [down, across]) = (self.extents, self.strides);
        Layout { extents: [columns, rows], strides: [across, down] }
    }

    /// The places in memory of a row, and its own layout in them: no elements for a row past the last.
    pub(super) fn row(&self, row: usize) -> (Range<usize>, Layout<1>) {
        let [rows, columns] = self.extents;
        let columns = if row < rows { columns } else { 0 };
        let (places, _) = self.part([row..row + usize::from(columns > 0), 0..columns]);
        (places, Layout { extents: [columns], strides: [self.strides[1]] })
    }
}

/// A range of an axis, as a start and an end.
pub(super) fn resolve(range: &impl RangeBounds<usize>, axis: usize, extent: usize) -> Result<Range<usize>> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => extent,
    };
    if start <= end && end <= extent {
        Ok(start..end)
    } else {
        Err(Error::TensorRange { axis, start, end, extent })
    }
}

fn elements<const R: usize>(extents: [usize; R]) -> Option<usize> {
    if extents.contains(&0) {
        return Some(0);
    }
    extents.into_iter().try_fold(1usize, usize::checked_mul)
}
