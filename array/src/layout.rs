//! Which elements of an array a view shows: extents, strides and a base, as of a tensor.

use crate::shape::{MOST_AXES, Shape};

/// For each index of a shape the number of an element, counted in memory without gaps: the base, and so far a step
/// along each axis. A step of 0 repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    pub(crate) strides: [isize; MOST_AXES],
    pub(crate) base: isize,
}

/// Axes that could not be one, the last changing fastest: their extents, at least 2, and steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Axes {
    pub(crate) list: [(usize, isize); MOST_AXES],
    pub(crate) count: usize,
    pub(crate) base: isize,
}

impl Layout {
    /// All elements of a shape in order.
    pub(crate) fn whole(shape: Shape) -> Layout {
        Layout { shape, strides: shape.strides(), base: 0 }
    }

    /// The same elements, repeated along axes of the larger shape.
    pub(crate) fn broadcast(&self, to: Shape) -> Layout {
        let skip = to.rank() - self.shape.rank();
        let mut strides = [0; MOST_AXES];
        for (axis, extent) in self.shape.iter().enumerate() {
            if *extent == to[axis + skip] && *extent != 1 {
                strides[axis + skip] = self.strides[axis];
            }
        }
        Layout { shape: to, strides, base: self.base }
    }

    /// Axis `i` of the result is axis `order[i]`.
    pub(crate) fn permute(&self, order: &[usize]) -> Layout {
        let extents: Vec<usize> = order.iter().map(|axis| self.shape[*axis]).collect();
        let mut strides = [0; MOST_AXES];
        for (to, from) in order.iter().enumerate() {
            strides[to] = self.strides[*from];
        }
        Layout { shape: Shape::of(&extents), strides, base: self.base }
    }

    /// Part of an axis: `len` elements from `start` on, by steps that may be negative.
    pub(crate) fn narrow(&self, axis: usize, start: usize, len: usize, step: isize) -> Layout {
        let mut to = *self;
        to.base += start as isize * self.strides[axis];
        to.strides[axis] *= step;
        to.shape = self.shape.with(axis, len);
        to
    }

    /// One element of an axis, which is gone afterwards.
    pub(crate) fn pick(&self, axis: usize, at: usize) -> Layout {
        let mut to = self.narrow(axis, at, 1, 1);
        to.shape = self.shape.without(axis);
        to.strides.copy_within(axis + 1.., axis);
        to
    }

    /// A further axis of one element before this one.
    pub(crate) fn insert(&self, axis: usize) -> Layout {
        let mut extents = self.shape.to_vec();
        extents.insert(axis, 1);
        let mut strides = self.strides;
        strides.copy_within(axis..MOST_AXES - 1, axis + 1);
        strides[axis] = 0;
        Layout { shape: Shape::of(&extents), strides, base: self.base }
    }

    /// The same, with as few axes as possible.
    pub(crate) fn collapse(&self) -> Axes {
        let mut axes = Axes { base: self.base, ..Axes::default() };
        for (axis, extent) in self.shape.iter().enumerate() {
            if *extent == 1 {
                continue;
            }
            let stride = self.strides[axis];
            match axes.count.checked_sub(1).map(|last| &mut axes.list[last]) {
                Some(last) if last.1 == stride.wrapping_mul(*extent as isize) => {
                    *last = (last.0 * extent, stride);
                }
                _ => {
                    axes.list[axes.count] = (*extent, stride);
                    axes.count += 1;
                }
            }
        }
        axes
    }
}

impl Axes {
    pub(crate) fn all(&self) -> &[(usize, isize)] {
        &self.list[..self.count]
    }

    /// Whether these are the elements in order.
    pub(crate) fn is_whole(&self) -> bool {
        self.base == 0 && matches!(self.all(), [] | [(_, 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that a layout shows.
    fn numbers(layout: &Layout) -> Vec<isize> {
        let mut all = vec![layout.base];
        for (axis, extent) in layout.shape.iter().enumerate() {
            let steps = (0..*extent as isize).map(|at| at * layout.strides[axis]).collect::<Vec<_>>();
            all = all.iter().flat_map(|base| steps.iter().map(move |step| base + step)).collect();
        }
        all
    }

    #[test]
    fn a_view_shows_the_elements_that_it_names() {
        let whole = Layout::whole([2, 3].into());
        assert_eq!(numbers(&whole), [0, 1, 2, 3, 4, 5]);
        assert_eq!(numbers(&whole.permute(&[1, 0])), [0, 3, 1, 4, 2, 5]);
        assert_eq!(numbers(&whole.narrow(1, 2, 2, -2)), [2, 0, 5, 3]);
        assert_eq!(numbers(&whole.pick(0, 1)), [3, 4, 5]);
        assert_eq!(numbers(&whole.insert(1)), numbers(&whole));
        assert_eq!(whole.insert(1).shape, [2, 1, 3]);
        let row = Layout::whole([3].into()).broadcast([2, 3].into());
        assert_eq!(numbers(&row), [0, 1, 2, 0, 1, 2]);
        let column = Layout::whole([2, 1].into()).broadcast([4, 2, 3].into());
        assert_eq!(numbers(&column)[..7], [0, 0, 0, 1, 1, 1, 0]);
    }

    #[test]
    fn axes_that_follow_each_other_are_one() {
        let whole = Layout::whole([2, 3, 4].into());
        assert_eq!(whole.collapse().all(), [(24, 1)]);
        assert!(whole.collapse().is_whole());
        assert_eq!(whole.permute(&[2, 0, 1]).collapse().all(), [(4, 1), (6, 4)]);
        assert_eq!(whole.narrow(0, 1, 1, 1).collapse().base, 12);
        assert_eq!(Layout::whole([1].into()).broadcast([7, 5].into()).collapse().all(), [(35, 0)]);
        assert_eq!(whole.narrow(2, 3, 4, -1).collapse().all(), [(6, 4), (4, -1)]);
    }
}
