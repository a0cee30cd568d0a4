//! Shapes: how long an array is along each axis.

use std::fmt;
use std::ops::Deref;

/// The most axes of an array.
pub const MOST_AXES: usize = 8;

/// The extent that [`Array::reshape`](crate::Array::reshape) finds out: `a.reshape([REST, 3])`.
pub const REST: usize = usize::MAX;

/// How many elements an array has along each axis, at most [`MOST_AXES`] of them. Derefs to `[usize]`.
///
/// Made of a number, an array of numbers, `()` for none, or of a slice by `try_into`.
#[derive(Clone, Copy)]
pub struct Shape {
    rank: u8,
    extents: [usize; MOST_AXES],
}

/// A list of more axes than arrays have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an array has at most {MOST_AXES} axes, and not {0}")]
pub struct TooManyAxes(pub usize);

impl Shape {
    /// No axes: one element.
    pub const SCALAR: Shape = Shape { rank: 0, extents: [1; MOST_AXES] };

    /// How many axes there are.
    pub fn rank(&self) -> usize {
        self.rank.into()
    }

    /// How many elements there are; `None` past what memory can address, whatever the elements are.
    pub fn checked_size(&self) -> Option<usize> {
        if self.contains(&0) {
            return Some(0);
        }
        let size = self.iter().try_fold(1usize, |all, extent| all.checked_mul(*extent));
        size.filter(|size| *size <= isize::MAX as usize / 8)
    }

    /// How many elements there are.
    pub fn size(&self) -> usize {
        self.iter().product()
    }

    /// As many axes, with these extents.
    ///
    /// # Panics
    ///
    /// For more than [`MOST_AXES`], which callers exclude.
    pub(crate) fn of(extents: &[usize]) -> Shape {
        let mut shape = Shape { rank: extents.len() as u8, extents: [1; MOST_AXES] };
        shape.extents[..extents.len()].copy_from_slice(extents);
        shape
    }

    /// The distance, in elements, from one element to the next along each axis of memory without gaps.
    pub(crate) fn strides(&self) -> [isize; MOST_AXES] {
        let mut strides = [0; MOST_AXES];
        let mut next = 1isize;
        for axis in (0..self.rank()).rev() {
            strides[axis] = next;
            next = next.wrapping_mul(self.extents[axis] as isize);
        }
        strides
    }

    /// What both broadcast to: axes are aligned at the last, and an extent of 1 repeats. Or the axis of the result that
    /// differs.
    pub(crate) fn broadcast(&self, other: &Shape) -> Result<Shape, usize> {
        let (long, short) = if self.rank >= other.rank { (self, other) } else { (other, self) };
        let mut shape = *long;
        let skip = long.rank() - short.rank();
        for (axis, extent) in short.iter().enumerate() {
            let to = &mut shape.extents[axis + skip];
            if *to == 1 {
                *to = *extent;
            } else if *extent != 1 && *extent != *to {
                return Err(axis + skip);
            }
        }
        Ok(shape)
    }

    /// Without an axis.
    pub(crate) fn without(&self, axis: usize) -> Shape {
        let mut extents: Vec<usize> = self.to_vec();
        extents.remove(axis);
        Shape::of(&extents)
    }

    /// With another extent along an axis.
    pub(crate) fn with(mut self, axis: usize, extent: usize) -> Shape {
        self.extents[axis] = extent;
        self
    }
}

impl Deref for Shape {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.extents[..self.rank()]
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        **self == **other
    }
}

impl Eq for Shape {}

impl<const N: usize> PartialEq<[usize; N]> for Shape {
    fn eq(&self, other: &[usize; N]) -> bool {
        **self == *other
    }
}

impl From<usize> for Shape {
    fn from(extent: usize) -> Shape {
        Shape::of(&[extent])
    }
}

impl From<()> for Shape {
    fn from((): ()) -> Shape {
        Shape::SCALAR
    }
}

impl<const N: usize> From<[usize; N]> for Shape {
    fn from(extents: [usize; N]) -> Shape {
        const { assert!(N <= MOST_AXES, "an array has at most 8 axes") };
        Shape::of(&extents)
    }
}

impl From<&Shape> for Shape {
    fn from(shape: &Shape) -> Shape {
        *shape
    }
}

impl TryFrom<&[usize]> for Shape {
    type Error = TooManyAxes;

    fn try_from(extents: &[usize]) -> Result<Shape, TooManyAxes> {
        if extents.len() > MOST_AXES { Err(TooManyAxes(extents.len())) } else { Ok(Shape::of(extents)) }
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// As a list: `[2, 3]`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
