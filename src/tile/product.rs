//! The product of matrices.

use super::broadcast::Sealed;
use super::{Tile2, only_in_kernels};
use crate::{Num, ScalarType, bf16, f8e4m3, f8e5m2, f16};

/// An element type of left factors of [`mma`], with sums of `S` and right factors of `B`.
///
/// | factors | sums |
/// |---|---|
/// | `f16`, `bf16` or `f32`, both the same | `f32`, which goes without saying: `T: MmaOperand` |
/// | `f8e4m3` or `f8e5m2`, either by either | `f32`: `T: MmaOperand`, or `A: MmaOperand<f32, B>` and `B: MmaOperand<f32, A>` |
/// | `f64` | `f64`: `T: MmaOperand<f64>` |
/// | `i8` or `u8`, either by either | `i32`, which wraps: `T: MmaOperand<i32>`, or `A: MmaOperand<i32, B>` and `B: MmaOperand<i32, A>` |
#[diagnostic::on_unimplemented(
    message = "tiles of `{Self}` and of `{B}` cannot be multiplied with sums of `{S}`",
    label = "not an element type of `mma`, or of a function that multiplies by it",
    note = "`mma` multiplies two tiles of `f16`, of `bf16`, of `f32`, or of `f8e4m3` or `f8e5m2` with sums of `f32`, of `f64` with sums of `f64`, and of \
            `i8` or `u8` with sums of `i32`; `.cast::<f32>()` makes a tile of another element type"
)]
pub trait MmaOperand<S = f32, B = Self>: MmaFactor {
    #[doc(hidden)]
    const SEALED: Sealed;
}

/// An element type of factors of [`mma`], whatever the sums.
pub trait MmaFactor: Num {}

macro_rules! products {
    ($($a:ty, $b:ty => $sum:ty;)*) => {$(
        impl MmaOperand<$sum, $b> for $a {
            const SEALED: Sealed = Sealed;
        }
    )*};
}

products! {
    f16, f16 => f32;
    bf16, bf16 => f32;
    f32, f32 => f32;
    f8e4m3, f8e4m3 => f32;
    f8e4m3, f8e5m2 => f32;
    f8e5m2, f8e4m3 => f32;
    f8e5m2, f8e5m2 => f32;
    f64, f64 => f64;
    i8, i8 => i32;
    i8, u8 => i32;
    u8, i8 => i32;
    u8, u8 => i32;
}

macro_rules! factors {
    ($($ty:ty)*) => {$(impl MmaFactor for $ty {})*};
}

factors!(f8e4m3 f8e5m2 f16 bf16 f32 f64 i8 u8);

/// `a · b + acc`, the product of matrices: `M × K` by `K × N`. [`MmaOperand`] lists which element types go together.
///
/// On a GPU from sm_80 on, factors of other types than `f32` are multiplied by tensor cores, and so are `f32` that
/// both are rounded by `to_tf32`; `f8e4m3` and `f8e5m2` as `f16`, which has all of their values, before sm_89.
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
#[doc(alias = "dot")]
pub fn mma<A, B, S, const M: usize, const N: usize, const K: usize>(
    a: Tile2<A, M, K>,
    b: Tile2<B, K, N>,
    acc: Tile2<S, M, N>,
) -> Tile2<S, M, N>
where
    A: MmaOperand<S, B>,
    // So that either factor's type tells the other's.
    B: MmaOperand<S, A>,
    S: ScalarType,
{
    only_in_kernels()
}
