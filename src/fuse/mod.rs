//! Fused expressions: what [`fuse!`](crate::fuse!) makes.
//!
//! The macro writes the kernel; this module broadcasts shapes, allocates outputs and reduces to one value.

mod expand;
mod operand;
mod plan;
mod reduce;

#[doc(hidden)]
pub use crate::dev::num::Bounded;
pub use operand::{Axes1, Axes2, Axes3, Axes4, Operand, OperandMut, Rank};
#[doc(hidden)]
pub use operand::{Input, Output};
#[doc(hidden)]
pub use plan::{Axes, Plan};
pub use reduce::Summed;
#[doc(hidden)]
pub use reduce::{Parts, Reduction, eval_reduced, reduce, report_reduced};

use plan::{TILE, broadcast};

use crate::{Error, Result, ScalarType, Stream, TensorView2, TensorViewMut2};

/// The most tiles of a launch along the second axis of the grid.
const MOST_TILES: usize = 65_535;

/// From so many elements on, a row whose length isn't a multiple of 16 bytes has a launch of its own for its end, so
/// that the rest is loaded and stored 16 bytes at a time.
const LONG_ROW: usize = 1 << 20;

/// A part of a plan's matrix, which one launch computes.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Piece {
    /// The plan of the whole matrix, with the extents of the piece.
    plan: Plan,
    /// Its first row and column.
    first: [usize; 2],
}

#[doc(hidden)]
impl Piece {
    pub fn width(&self) -> usize {
        self.plan.width()
    }

    /// The tiles of the grid: those along columns come first.
    pub fn tiles(&self) -> [usize; 2] {
        let [rows, columns] = self.plan.tiles();
        [columns, rows]
    }

    /// Where the piece begins in a tensor, and the strides there.
    fn place(&self, axes: &Axes) -> (usize, [usize; 2]) {
        let strides = self.plan.strides(axes);
        (self.first[0] * strides[0] + self.first[1] * strides[1], strides)
    }
}

#[doc(hidden)]
impl Plan {
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let [rows, columns] = self.extents;
        // Sixteen elements of any type are a multiple of 16 bytes.
        let end = if rows == 1 && columns >= LONG_ROW { columns % 16 } else { 0 };
        let most = MOST_TILES * (TILE / self.width());
        (0..rows).step_by(most).flat_map(move |first| {
            let piece = move |from: usize, to: usize| Piece {
                plan: Plan { extents: [most.min(rows - first), to - from], ..self },
                first: [first, from],
            };
            [Some(piece(0, columns - end)), (end > 0).then(|| piece(columns - end, columns))]
                .into_iter()
                .flatten()
        })
    }

    /// The whole matrix, for what is launched otherwise.
    pub fn whole(self) -> Piece {
        Piece { plan: self, first: [0, 0] }
    }
}

#[doc(hidden)]
impl<'a, T: ScalarType> Input<'a, T> {
    pub fn piece(&self, piece: &Piece) -> Result<TensorView2<'a, T>> {
        let (first, strides) = piece.place(&self.axes);
        TensorView2::from_strided(self.memory.slice(first..)?, piece.plan.extents, strides)
    }
}

#[doc(hidden)]
impl<T: ScalarType> Output<'_, T> {
    pub fn piece(&mut self, piece: &Piece) -> Result<TensorViewMut2<'_, T>> {
        let (first, strides) = piece.place(&self.axes);
        let memory = self.memory.reborrow().slice_into(first..)?;
        TensorViewMut2::from_strided(memory, piece.plan.extents, strides)
    }
}

/// The matrix as which inputs with these names and an output are computed.
#[doc(hidden)]
pub fn plan<T: ScalarType>(inputs: &[(&'static str, Axes)], out: &Output<'_, T>) -> Result<Plan> {
    let shape = broadcast(inputs)?;
    if shape.extents != out.axes.extents {
        let detail =
            format!("its shape is {:?}, and the inputs broadcast to {:?}", out.axes.shape(), shape.shape());
        return Err(Error::TensorShape { kernel: "fuse!", parameter: "out", detail });
    }
    Plan::new(inputs, &shape, Some(&out.axes))
}

/// A tensor of the shape that the inputs broadcast to, which `run` writes.
#[doc(hidden)]
pub fn eval<R: Rank, T: ScalarType, V>(
    stream: &Stream,
    inputs: &[(&'static str, Axes)],
    run: impl FnOnce(Output<'_, T>) -> Result<V>,
) -> Result<(R::Tensor<T>, V)> {
    let axes = broadcast(inputs)?;
    // More elements than an address counts are more than can be allocated.
    let len =
        if axes.extents.contains(&0) { 0 } else { axes.extents.into_iter().fold(1, usize::saturating_mul) };
    // SAFETY: the tiles of `run` cover the tensor, and it is given to nobody where `run` fails.
    let mut buffer = unsafe { stream.alloc_uninit::<T>(len) }?;
    let value = run(Output { memory: buffer.as_slice_mut(), axes })?;
    Ok((R::tensor(buffer, &axes)?, value))
}
