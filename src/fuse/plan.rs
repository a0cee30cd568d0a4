//! How a fused expression covers its inputs: the broadcast shape, and the matrix that it is computed as.
//!
//! Extents and strides of all ranks are aligned at the last axis, with axes of one element in front. A stride of 0
//! repeats an input along an axis. Neighboring axes that every tensor steps through alike become one, so tensors
//! without gaps are one long row.

use crate::{Error, Result};

/// The most axes that a tensor has.
pub(super) const AXES: usize = 4;

/// Extents and strides of a tensor of any rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    pub(super) rank: usize,
    pub(super) extents: [usize; AXES],
    pub(super) strides: [usize; AXES],
}

impl Axes {
    pub(super) fn new(extents: &[usize], strides: &[usize]) -> Axes {
        let rank = extents.len();
        let mut axes = Axes { rank, extents: [1; AXES], strides: [0; AXES] };
        axes.extents[AXES - rank..].copy_from_slice(extents);
        axes.strides[AXES - rank..].copy_from_slice(strides);
        axes
    }

    /// These extents, rows first; their strides don't count where there are more elements than an address counts.
    pub(super) fn rows_first(rank: usize, extents: [usize; AXES]) -> Axes {
        let mut strides = [1usize; AXES];
        for axis in (1..AXES).rev() {
            strides[axis - 1] = strides[axis].saturating_mul(extents[axis]);
        }
        Axes { rank, extents, strides }
    }

    pub(super) fn shape(&self) -> &[usize] {
        &self.extents[AXES - self.rank..]
    }

    /// The stride along an axis of the broadcast shape.
    fn step(&self, axis: usize) -> usize {
        if self.extents[axis] == 1 { 0 } else { self.strides[axis] }
    }
}

/// The shape that NumPy's rules give inputs with these names.
pub(super) fn broadcast(inputs: &[(&'static str, Axes)]) -> Result<Axes> {
    let mut extents = [1; AXES];
    for (number, (_, axes)) in inputs.iter().enumerate() {
        for (known, extent) in extents.iter_mut().zip(axes.extents) {
            match (*known, extent) {
                (_, 1) => {}
                (1, _) => *known = extent,
                (known, _) if known == extent => {}
                _ => return Err(disagreement(&inputs[..=number])),
            }
        }
    }
    let rank = inputs.iter().map(|(_, axes)| axes.rank).max().unwrap_or(1);
    Ok(Axes::rows_first(rank, extents))
}

/// The error of inputs of which the last does not go with one before.
fn disagreement(inputs: &[(&'static str, Axes)]) -> Error {
    let (name, axes) = inputs[inputs.len() - 1];
    let differs = |(_, other): &&(_, Axes)| {
        let mut pairs = other.extents.into_iter().zip(axes.extents);
        pairs.any(|(a, b)| a != b && a != 1 && b != 1)
    };
    let (other, before) = inputs.iter().find(differs).unwrap_or(&inputs[0]);
    let detail = format!(
        "its shape {:?} does not broadcast with {:?}, the shape of `{other}`\n  help: along each axis, \
         counted from the last, both need the same extent, or one of them the extent 1",
        axes.shape(),
        before.shape()
    );
    Error::TensorShape { kernel: "fuse!", parameter: name, detail }
}

/// The matrix as which an expression is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its rows and columns.
    pub(super) extents: [usize; 2],
    /// The axis of the broadcast shape whose strides rows and columns have.
    pub(super) axes: [Option<usize>; 2],
}

impl Plan {
    /// The plan for inputs that broadcast to `shape`, and for an output.
    pub(super) fn new(inputs: &[(&'static str, Axes)], shape: &Axes, out: Option<&Axes>) -> Result<Plan> {
        if shape.extents.contains(&0) {
            return Ok(Plan { extents: [0; 2], axes: [None; 2] });
        }
        let tensors = || inputs.iter().map(|(_, axes)| axes).chain(out);
        let mut plan = Plan { extents: [1; 2], axes: [None; 2] };
        // From the last axis to the first: columns, then rows.
        let mut at = 1;
        for axis in (0..AXES).rev().filter(|axis| shape.extents[*axis] > 1) {
            if let Some(inner) = plan.axes[at] {
                let goes_on = |tensor: &Axes| {
                    tensor.step(inner).checked_mul(plan.extents[at]) == Some(tensor.step(axis))
                };
                if tensors().all(goes_on)
                    && let Some(extent) = plan.extents[at].checked_mul(shape.extents[axis])
                {
                    plan.extents[at] = extent;
                    continue;
                }
                if at == 0 {
                    return Err(too_many_axes(inputs));
                }
                at = 0;
            }
            plan.axes[at] = Some(axis);
            plan.extents[at] = shape.extents[axis];
        }
        Ok(plan)
    }

    /// How far apart a tensor's rows and columns are.
    pub(super) fn strides(&self, tensor: &Axes) -> [usize; 2] {
        self.axes.map(|axis| axis.map_or(0, |axis| tensor.step(axis)))
    }

    /// Columns of a tile. A tile has [`TILE`] elements: those of a row, where rows are long.
    pub fn width(&self) -> usize {
        let columns = self.extents[1];
        let fits = |width: &&usize| columns.next_multiple_of(**width) - columns <= columns / 4;
        if self.extents[0] == 1 { TILE } else { *WIDTHS.iter().find(fits).unwrap_or(&4) }
    }

    /// How many tiles there are along rows and columns.
    pub(super) fn tiles(&self) -> [usize; 2] {
        let width = self.width();
        [self.extents[0].div_ceil(TILE / width), self.extents[1].div_ceil(width)]
    }
}

fn too_many_axes(inputs: &[(&'static str, Axes)]) -> Error {
    let shapes: Vec<_> = inputs.iter().map(|(name, axes)| format!("`{name}` {:?}", axes.shape())).collect();
    let detail = format!(
        "the inputs repeat or have gaps along too many axes: {}\n  help: axes that all tensors step through without \
         gaps count as one, and two may be left; copy an input, or go over the first axis on the host",
        shapes.join(", ")
    );
    Error::TensorShape { kernel: "fuse!", parameter: inputs[0].0, detail }
}

/// Elements of a tile.
pub(super) const TILE: usize = 1024;

/// Columns of tiles. Each is an instance of the kernel in [`fuse!`](crate::fuse!).
const WIDTHS: [usize; 5] = [1024, 256, 64, 16, 4];

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_first(extents: &[usize]) -> Axes {
        let mut all = [1; AXES];
        all[AXES - extents.len()..].copy_from_slice(extents);
        Axes::rows_first(extents.len(), all)
    }

    fn planned(shapes: &[&[usize]]) -> Result<(Plan, Vec<[usize; 2]>)> {
        let inputs: Vec<_> = shapes.iter().map(|shape| ("x", rows_first(shape))).collect();
        let shape = broadcast(&inputs)?;
        let plan = Plan::new(&inputs, &shape, Some(&shape))?;
        let strides = inputs.iter().map(|(_, axes)| plan.strides(axes)).collect();
        Ok((plan, strides))
    }

    #[test]
    fn axes_without_gaps_are_one() {
        let (plan, strides) = planned(&[&[2, 3, 4, 5], &[2, 3, 4, 5], &[1]]).unwrap();
        assert_eq!((plan.extents, &strides[..]), ([1, 120], &[[0, 1], [0, 1], [0, 0]][..]));
        let (plan, strides) = planned(&[&[2, 3, 4, 5], &[4, 5]]).unwrap();
        assert_eq!((plan.extents, &strides[..]), ([6, 20], &[[20, 1], [0, 1]][..]));
        let (plan, strides) = planned(&[&[6, 1], &[5]]).unwrap();
        assert_eq!((plan.extents, &strides[..]), ([6, 5], &[[1, 0], [0, 1]][..]));
        assert_eq!(planned(&[&[2, 3, 4, 5], &[2, 3, 1, 1]]).unwrap().0.extents, [6, 20]);
        assert_eq!(planned(&[&[], &[1, 1]]).unwrap().0.extents, [1, 1]);
        assert_eq!(planned(&[&[0, 3], &[3]]).unwrap().0.extents, [0, 0]);
        let error = planned(&[&[2, 3, 4], &[2, 1, 4]]).unwrap_err().to_string();
        assert!(error.contains("`x` [2, 3, 4], `x` [2, 1, 4]"), "{error}");
    }

    #[test]
    fn tiles_are_as_wide_as_rows_allow() {
        let width = |extents| Plan { extents, axes: [None; 2] }.width();
        assert_eq!(width([1, 3]), 1024);
        assert_eq!(
            [1024, 900, 1100, 100, 16, 3, 5].map(|columns| width([9, columns])),
            [1024, 1024, 256, 16, 16, 4, 4]
        );
        let plan = Plan { extents: [1_000_000, 3], axes: [None; 2] };
        assert_eq!(plan.tiles(), [3907, 1]);
    }
}
