//! The product of matrices.

use super::broadcast::Sealed;
use super::{Tile2, only_in_kernels};
use crate::{Num, bf16, f16};

/// An element type of the factors of [`mma`]: `f16`, `bf16` or `f32`.
#[diagnostic::on_unimplemented(
    message = "`mma` does not multiply tiles of `{Self}`",
    label = "not an element type of `mma`",
    note = "`mma` multiplies tiles of `f16`, `bf16` or `f32` and sums in `f32`; `.cast::<f32>()` makes one of another type"
)]
pub trait MmaOperand: Num {
    #[doc(hidden)]
    const SEALED: Sealed;
}

impl MmaOperand for f16 {
    const SEALED: Sealed = Sealed;
}

impl MmaOperand for bf16 {
    const SEALED: Sealed = Sealed;
}

impl MmaOperand for f32 {
    const SEALED: Sealed = Sealed;
}

/// `a · b + acc`, the product of matrices: `M × K` by `K × N`, summed in `f32`.
///
/// On a GPU with tensor cores, factors of 16 bits are multiplied there.
///
/// # Examples
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel(tile)]
/// fn matmul<const K: usize>(a: &Tensor2<f32>, b: &Tensor2<f32>, c: &mut Tensor2<f32>) {
///     let (i, j) = (tile_id(0), tile_id(1));
///     let mut acc = Tile2::<f32, 16, 16>::zeros();
///     for k in 0..a.cols().div_ceil(K) {
///         acc = mma(a.load::<16, K>(i, k), b.load::<K, 16>(k, j), acc);
///     }
///     c.store(i, j, acc);
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let a = Tensor2::from_slice(&stream, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
/// let mut c = Tensor2::zeros(&stream, [2, 2])?;
/// matmul::<16>(&a, a.t(), &mut c).tiles([1, 1]).launch(&stream)?;
/// assert_eq!(c.download(&stream)?, [14.0, 32.0, 32.0, 77.0]);
/// # Ok(())
/// # }
/// ```
pub fn mma<A: MmaOperand, const M: usize, const N: usize, const K: usize>(
    a: Tile2<A, M, K>,
    b: Tile2<A, K, N>,
    acc: Tile2<f32, M, N>,
) -> Tile2<f32, M, N> {
    only_in_kernels()
}
