//! Products of rows with the matrix of their group, as the experts of a mixture multiply the tokens that go to them.
//!
//! # Lesson: the order of rows is a list, and the tensor stays as it is
//!
//! A router sends each token to a few experts. Sorted by expert, the numbers of the tokens are a list, and each
//! expert has a part of it. A tile of the grid takes `M` entries of the list and loads the rows that they name, so no
//! copy of the tokens in that order is made. Results stand in the order of the list.
//!
//! An expert's part begins and ends anywhere, also within a tile. Such a tile multiplies with the matrix of each of
//! its experts in turn. Rows of other experts have a number that no tensor has, and so are zeros. Each product has
//! sums of its own, so that what is not finite in one matrix stays with the rows of its expert. Where each part fills
//! whole tiles (with numbers past the last row as padding), every tile has one expert.

use super::attention_varlen::{bits_of, segments};
use super::same_extents;
use crate::prelude::*;
use crate::{Error, Result, TensorView1, TensorView2, TensorView3, TensorViewMut2};

/// `M` rows by `N` columns of [`grouped_matmul`], a tile of the grid, from `K` terms at a time. `bits` is that of
/// [`segments`].
#[kernel(tile, order = 8)]
pub fn grouped_product_tiles<T: MmaOperand + Float, const M: usize, const N: usize, const K: usize>(
    x: &Tensor2<T>,
    rows: &Tensor1<u32>,
    offsets: &Tensor1<u32>,
    bits: u32,
    weights: &Tensor3<T>,
    y: &mut Tensor2<T>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let group = segments::<M>(offsets, i * M, bits);
    let slot = Col::<u32, M>::iota() + (i * M) as u32;
    // Entries past the last group name no row.
    let row = slot.lt(offsets.gather(group + 1)).select(rows.load_or::<M>(i, u32::MAX).to_col(), u32::MAX);
    let mut found = Tile2::<f32, M, N>::zeros();
    for own in group.min_all()..group.max_all() + 1 {
        let here = group.eq(own);
        let named = here.select(row, u32::MAX).to_tile1();
        let mut sum = Tile2::<f32, M, N>::zeros();
        for k in 0..x.cols().div_ceil(K) {
            sum = mma(x.load_rows::<M, K>(named, k), weights.load::<K, N>(own as usize, k, j), sum);
        }
        found = here.broadcast::<N>().select(sum, found);
    }
    y.store(i, j, found.cast::<T>());
}

/// `y[s] = x[rows[s]] · weights[g]`, where `g` is the group of `s`, the one with `offsets[g] <= s < offsets[g + 1]`.
/// `x` has rows of `k` elements, `weights` is groups by `k` by `n`, and `y` has a row of `n` for each number in
/// `rows`. Offsets begin at 0 and ascend; a group may be empty. Numbers past the last row of `x` are padding: their
/// rows of `y` are zeros, and so are those past the last offset. It is fastest if each group has a multiple of 128
/// numbers.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor2::from_slice(&stream, &[1.0f32, 2.0], [2, 1])?;
/// let weights = Tensor3::from_slice(&stream, &[10.0, 100.0], [2, 1, 1])?;
/// // The first expert gets the second row, and the other both.
/// let rows = Tensor1::from_slice(&stream, &[1, 0, 1])?;
/// let offsets = Tensor1::from_slice(&stream, &[0, 1, 3])?;
/// let mut y = Tensor2::zeros(&stream, [3, 1])?;
/// kernels::grouped_matmul(&stream, &x, &rows, &offsets, &weights, &mut y)?;
/// assert_eq!(y.download(&stream)?, [20.0, 100.0, 200.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
#[doc(alias = "grouped_gemm")]
#[doc(alias = "mixture of experts")]
pub fn grouped_matmul<'a, T: MmaOperand + Float>(
    stream: &Stream,
    x: impl Into<TensorView2<'a, T>>,
    rows: impl Into<TensorView1<'a, u32>>,
    offsets: impl Into<TensorView1<'a, u32>>,
    weights: impl Into<TensorView3<'a, T>>,
    y: impl Into<TensorViewMut2<'a, T>>,
) -> Result<()> {
    let (x, rows, offsets, weights, y) = (x.into(), rows.into(), offsets.into(), weights.into(), y.into());
    let kernel = "grouped_matmul";
    let ([_, depth], [groups, _, columns]) = (x.shape(), weights.shape());
    same_extents(kernel, "weights", [groups, depth, columns], weights.shape())?;
    same_extents(kernel, "offsets", [groups + 1], offsets.shape())?;
    same_extents(kernel, "y", [rows.len(), columns], y.shape())?;
    if y.is_empty() {
        return Ok(());
    }
    if groups == 0 {
        let detail = format!("it has no experts, and there are {} rows", rows.len());
        return Err(Error::TensorShape { kernel, parameter: "weights", detail });
    }
    let bits = bits_of(kernel, "offsets", offsets)?;
    macro_rules! tiles_of {
        ($m:literal, $n:literal, $k:literal) => {
            grouped_product_tiles::<T, $m, $n, $k>(x, rows, offsets, bits, weights, y)
                .tiles([rows.len().div_ceil($m), columns.div_ceil($n)])
                .launch(stream)
        };
    }
    let large = stream.device().compute_capability() >= Some((8, 0));
    match size_of::<T>() {
        // Few rows a group leave the rest of a tile empty.
        2 if large && rows.len() >= 64 * groups => tiles_of!(128, 128, 64),
        2 => tiles_of!(64, 64, 64),
        _ => tiles_of!(64, 64, 16),
    }
}
