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
pub fn mma<A: MmaOperand, const M: usize, const N: usize, const K: usize>(
    a: Tile2<A, M, K>,
    b: Tile2<A, K, N>,
    acc: Tile2<f32, M, N>,
) -> Tile2<f32, M, N> {
    only_in_kernels()
}
