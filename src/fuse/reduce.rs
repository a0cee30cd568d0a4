//! Fused expressions that are reduced to one value.
//!
//! Each tile of the grid reduces a part of the matrix, and one more tile reduces what the parts gave. Which elements
//! are combined in which order depends only on the shape, so the result has the same bits each time.

use super::plan::{Axes, Plan, broadcast};
use super::{Output, Piece};
use crate::prelude::*;
use crate::{Error, Result, ScalarType, TensorView1, TensorViewMut1, TensorViewMut2};

/// The most parts: as many as one tile holds.
const PARTS: usize = 1024;

/// An element type that [`fuse!`](crate::fuse!) adds up.
#[diagnostic::on_unimplemented(
    message = "`fuse!` does not add up elements of `{Self}`",
    label = "not a number that has a type for sums",
    note = "write another result type: `fuse!(|x: f32| -> u32 {{ u32::from(x > 0.0) }}; sum)`"
)]
pub trait Summed: ScalarType {
    /// The type of sums: `f32` for floats of 16 bits, 32 bits for shorter integers, else the type itself. Sums of
    /// integers wrap.
    type Sum: Num;
}

macro_rules! summed {
    ($($ty:ty => $sum:ty),*) => {
        $(impl Summed for $ty {
            type Sum = $sum;
        })*
    };
}

summed! {
    f16 => f32, bf16 => f32, f32 => f32, f64 => f64, i8 => i32, i16 => i32, i32 => i32, i64 => i64, isize => isize,
    u8 => u32, u16 => u32, u32 => u32, u64 => u64, usize => usize
}

/// How values are combined to one.
#[derive(Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub enum Reduction {
    Sum,
    Max,
    Min,
}

#[kernel(tile)]
fn sum_of_parts<A: Num>(parts: &Tensor1<A>, out: &mut Tensor1<A>) {
    out.store(tile_id(0), Tile1::<A, 1>::full(parts.load::<1024>(0).sum_all()));
}

#[kernel(tile)]
fn max_of_parts<A: Num>(least: A, parts: &Tensor1<A>, out: &mut Tensor1<A>) {
    out.store(tile_id(0), Tile1::<A, 1>::full(parts.load_or::<1024>(0, least).max_all()));
}

#[kernel(tile)]
fn min_of_parts<A: Num>(greatest: A, parts: &Tensor1<A>, out: &mut Tensor1<A>) {
    out.store(tile_id(0), Tile1::<A, 1>::full(parts.load_or::<1024>(0, greatest).min_all()));
}

/// The parts of a matrix that tiles of the grid reduce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Parts {
    /// Tiles of a part, along rows and columns.
    pub length: [usize; 2],
    /// Parts along rows and columns.
    count: [usize; 2],
}

#[doc(hidden)]
impl Parts {
    fn new([rows, columns]: [usize; 2]) -> Parts {
        let across = columns.clamp(1, PARTS);
        let down = rows.clamp(1, PARTS / across);
        let length = [rows.div_ceil(down).max(1), columns.div_ceil(across).max(1)];
        Parts { length, count: [rows.div_ceil(length[0]), columns.div_ceil(length[1])] }
    }

    /// The tiles of the grid: parts along columns come first.
    pub fn tiles(&self) -> [usize; 2] {
        [self.count[1], self.count[0]]
    }
}

fn planned(inputs: &[(&'static str, Axes)], reduction: Reduction) -> Result<Plan> {
    let shape = broadcast(inputs)?;
    if shape.extents.contains(&0) && reduction != Reduction::Sum {
        let detail = format!("it has no elements: the inputs broadcast to {:?}", shape.shape());
        return Err(Error::TensorShape { kernel: "fuse!", parameter: inputs[0].0, detail });
    }
    Plan::new(inputs, &shape, None)
}

/// Reduces what `launch` gives for each part to the one element of `out`.
#[doc(hidden)]
pub fn reduce<A: Num>(
    reduction: Reduction,
    stream: &Stream,
    inputs: &[(&'static str, Axes)],
    out: Output<'_, A>,
    launch: impl FnOnce(&Piece, &Parts, TensorViewMut2<'_, A>) -> Result<()>,
) -> Result<()> {
    let plan = planned(inputs, reduction)?;
    if out.axes.extents.iter().any(|extent| *extent != 1) {
        let detail = format!("its shape is {:?}, and a reduction gives one element", out.axes.shape());
        return Err(Error::TensorShape { kernel: "fuse!", parameter: "out", detail });
    }
    let parts = Parts::new(plan.tiles());
    let extents = parts.count;
    if extents == [1, 1] {
        return launch(&plan.whole(), &parts, TensorViewMut2::new(out.memory, extents)?);
    }
    // SAFETY: each part writes its element, and where one fails nobody is given what the elements are combined to.
    let mut values = unsafe { stream.alloc_uninit::<A>(extents[0] * extents[1]) }?;
    if !values.is_empty() {
        launch(&plan.whole(), &parts, TensorViewMut2::new(&mut values, extents)?)?;
    }
    let (values, out) = (TensorView1::new(&values), TensorViewMut1::new(out.memory));
    match reduction {
        Reduction::Sum => sum_of_parts::<A>(values, out).tiles(1).launch(stream),
        Reduction::Max => max_of_parts::<A>(A::LEAST, values, out).tiles(1).launch(stream),
        Reduction::Min => min_of_parts::<A>(A::GREATEST, values, out).tiles(1).launch(stream),
    }
}

/// A tensor of one element, which `run` writes.
#[doc(hidden)]
pub fn eval_reduced<A: Num>(
    stream: &Stream,
    run: impl FnOnce(Output<'_, A>) -> Result<()>,
) -> Result<Tensor1<A>> {
    // SAFETY: `run` writes the element, and the tensor is given to nobody where it fails.
    let mut buffer = unsafe { stream.alloc_uninit::<A>(1) }?;
    run(Output { memory: buffer.as_slice_mut(), axes: Axes::new(&[1], &[1]) })?;
    Ok(Tensor1::from_buffer(buffer))
}

/// What `report` says of the launch that [`reduce`] does for the parts.
#[doc(hidden)]
pub fn report_reduced<A: Num, V>(
    reduction: Reduction,
    stream: &Stream,
    inputs: &[(&'static str, Axes)],
    report: impl FnOnce(&Piece, &Parts, TensorViewMut2<'_, A>) -> Result<V>,
) -> Result<V> {
    let plan = planned(inputs, reduction)?;
    let parts = Parts::new(plan.tiles());
    let mut values = Tensor2::zeros(stream, parts.count)?;
    report(&plan.whole(), &parts, values.view_mut())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_tiles_and_fit_into_one() {
        for tiles in [[1, 1], [0, 0], [1, 65_537], [4000, 1], [3, 1000], [900, 900], [1, 1025]] {
            let Parts { length, count } = Parts::new(tiles);
            assert!(count[0] * count[1] <= PARTS, "{tiles:?}: {count:?}");
            for axis in 0..2 {
                let covered = count[axis] * length[axis];
                assert!(covered >= tiles[axis] && covered < tiles[axis] + length[axis], "{tiles:?}");
            }
        }
    }
}
