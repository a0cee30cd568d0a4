//! Products of matrices, with something done to them before they are stored.
//!
//! # Lesson: what a tile keeps, and what passes by
//!
//! Each element of a product needs a row of one factor and a column of the other, and each of those is needed by
//! many elements. A tile of `M × N` sums stays in registers from the first turn of [`product`]'s loop to the last,
//! while strips of the factors pass by, `K` wide: each element that is loaded takes part in `M` or `N`
//! multiplications, so the larger the tile, the less memory counts. Kiln loads the strips of a later turn while
//! tensor cores multiply those of this one.
//!
//! Memory is also why the epilogue is part of the kernel: a bias, an activation or a scale in a kernel of its own
//! would store the whole product and load it again. Here it is applied to the sums while they are in registers. Two
//! ways lead there. [`product`] is a device function that gives the tile of sums, so a kernel of your own goes on
//! with it as it likes, with tensors of its own:
//!
//! ```
//! use kiln::kernels::raw::product;
//! use kiln::prelude::*;
//!
//! /// `c = max(a b + bias, 0)`, a bias for each column.
//! #[kernel(tile)]
//! fn layer(a: &Tensor2<f16>, b: &Tensor2<f16>, bias: &Tensor1<f32>, c: &mut Tensor2<f16>) {
//!     let (i, j) = (tile_id(0), tile_id(1));
//!     let sum = product::<f16, 64, 64, 32>(a, b, i, j) + bias.load::<64>(j).to_row();
//!     c.store(i, j, sum.max(0.0).cast::<f16>());
//! }
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::best()?.stream();
//! let one = f16::from_f32(1.0);
//! let (a, b) = (Tensor2::from_slice(&stream, &[one; 6], [2, 3])?, Tensor2::from_slice(&stream, &[one; 6], [3, 2])?);
//! let bias = Tensor1::from_slice(&stream, &[2.0, -4.0])?;
//! let mut c = Tensor2::zeros(&stream, [2, 2])?;
//! layer(&a, &b, &bias, &mut c).launch(&stream)?;
//! assert_eq!(c.download(&stream)?, [5.0, 0.0, 5.0, 0.0].map(f16::from_f32));
//! # Ok(())
//! # }
//! ```
//!
//! Or [`matmul_with`] takes an [`epilogue!`](crate::epilogue), a closure over tiles, and launches a kernel for it:
//!
//! ```
//! use kiln::prelude::*;
//! use kiln::{epilogue, kernels};
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::best()?.stream();
//! let a = Tensor2::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
//! let mut c = Tensor2::<f32>::zeros(&stream, [2, 2])?;
//! let scale = 0.5;
//! // A closure of kernels says what it captures.
//! kernels::matmul_with(&stream, &a, a.t(), epilogue!([scale: f32] |sum| (sum * scale).min(10.0)), &mut c)?;
//! assert_eq!(c.download(&stream)?, [2.5, 5.5, 5.5, 10.0]);
//! # Ok(())
//! # }
//! ```

use super::{is_hopper, same_extents};
use crate::prelude::*;
use crate::{Error, Result, TensorView2, TensorView3, TensorViewMut2, TensorViewMut3};

/// The tile `(i, j)` of `a b`: `M × N` sums, `K` of each row of `a` and of each column of `b` at a time.
#[device]
pub fn product<T: MmaOperand, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<T>,
    b: &Tensor2<T>,
    i: usize,
    j: usize,
) -> Tile2<f32, M, N> {
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<M, K>(i, k), b.load::<K, N>(k, j), sum);
    }
    sum
}

/// Launches `$kernel` with tiles that fit so many rows and columns of so many results, for strips of so many elements
/// ([`depth`]): large tiles use memory best, and small ones keep more multiprocessors at work.
macro_rules! by_extents {
    ($extents:expr, $depth:expr, |$m:ident, $n:ident, $k:ident| $kernel:expr, $stream:expr) => {{
        let [rows, columns, results] = $extents;
        let many = |m: usize, n: usize| rows.div_ceil(m) * columns.div_ceil(n) * results >= $crate::kernels::matmul::TILES;
        match $depth {
            _ if rows == 0 || columns == 0 || results == 0 => Ok(()),
            16 if many(128, 128) => by_extents!(@one 128, 128, 16, $m, $n, $k, $kernel, $stream),
            16 => by_extents!(@one 64, 64, 16, $m, $n, $k, $kernel, $stream),
            128 if many(128, 256) => by_extents!(@one 128, 256, 128, $m, $n, $k, $kernel, $stream),
            128 if many(128, 128) => by_extents!(@one 128, 128, 128, $m, $n, $k, $kernel, $stream),
            128 => by_extents!(@one 64, 64, 128, $m, $n, $k, $kernel, $stream),
            _ if many(128, 256) => by_extents!(@one 128, 256, 64, $m, $n, $k, $kernel, $stream),
            _ if many(128, 128) => by_extents!(@one 128, 128, 64, $m, $n, $k, $kernel, $stream),
            _ => by_extents!(@one 64, 64, 64, $m, $n, $k, $kernel, $stream),
        }
    }};
    (@one $height:literal, $width:literal, $depth:literal, $m:ident, $n:ident, $k:ident, $kernel:expr, $stream:expr) => {{
        const $m: usize = $height;
        const $n: usize = $width;
        const $k: usize = $depth;
        $kernel.launch($stream)
    }};
}

pub(super) use by_extents;

/// Elements along `k` of a strip, for factors with these strides along `k`: so that a strip has 64 or 128 bytes of a
/// row. Warpgroups of Hopper read 8-bit elements along `k`, 128 bytes at a time.
pub(super) fn depth<T>(stream: &Stream, strides: [usize; 2]) -> usize {
    match size_of::<T>() {
        4 => 16,
        1 if strides == [1, 1] && is_hopper(stream) => 128,
        _ => 64,
    }
}

/// What is done to the sums of a product before they are stored, for tiles of `M × N`.
#[device]
pub trait Epilogue<const M: usize, const N: usize> {
    /// The tile to store.
    fn apply(&self, sum: Tile2<f32, M, N>) -> Tile2<f32, M, N>;
}

/// `c = epilogue(a b)`; a tile of the grid has `M × N` elements of `c`.
#[kernel(tile)]
pub fn product_tiles<
    T: MmaOperand,
    U: Float,
    E: Epilogue<M, N> + KernelType,
    const M: usize,
    const N: usize,
    const K: usize,
>(
    a: &Tensor2<T>,
    b: &Tensor2<T>,
    epilogue: E,
    c: &mut Tensor2<U>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    c.store(i, j, epilogue.apply(product::<T, M, N, K>(a, b, i, j)).cast::<U>());
}

/// As [`product_tiles`] for a factor `a` of at most `M` rows, which all meet each strip of `b`. What such a product
/// takes is the time to load `b`, so six strips are on their way at once; and a tile is computed transposed, since
/// tensor cores have at least 64 rows there, of which `a` would leave most empty.
#[kernel(tile, stages = 6)]
pub fn skinny_product_tiles<
    T: MmaOperand,
    U: Float,
    E: Epilogue<M, N> + KernelType,
    const M: usize,
    const N: usize,
    const K: usize,
>(
    a: &Tensor2<T>,
    b: &Tensor2<T>,
    epilogue: E,
    c: &mut Tensor2<U>,
) {
    let j = tile_id(0);
    let mut sum = Tile2::<f32, N, M>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(b.load::<K, N>(k, j).transpose(), a.load::<M, K>(0, k).transpose(), sum);
    }
    c.store(0, j, epilogue.apply(sum.transpose()).cast::<U>());
}

/// An epilogue that changes nothing.
#[derive(Clone, Copy, Debug, Default, KernelType)]
pub struct Identity(u8);

#[device]
impl<const M: usize, const N: usize> Epilogue<M, N> for Identity {
    fn apply(&self, sum: Tile2<f32, M, N>) -> Tile2<f32, M, N> {
        sum
    }
}

/// A closure over the tile of sums of a product, for [`matmul_with`](crate::kernels::matmul_with):
/// `epilogue!(|sum| sum.max(0.0))`.
///
/// It is written as any expression of a tile kernel:
/// `epilogue!(|sum| sum.apply(|x| if x > 0.0 { x } else { 0.1 * x }))` goes element by element. What it captures
/// are numbers, named with their types in front of it:
/// `epilogue!([scale: f32, low: f32] |sum| (sum * scale).max(low))`. Numbers that differ from launch to launch
/// belong there, since the kernel is compiled once for each place of the program where an epilogue is written.
#[macro_export]
macro_rules! epilogue {
    ($([$($name:ident: $ty:ty),* $(,)?])? |$sum:ident| $body:expr) => {{
        #[derive(Clone, Copy, $crate::KernelType)]
        struct Closure {
            $($($name: $ty,)*)?
            _nothing: u8,
        }

        #[$crate::device]
        impl<const M: usize, const N: usize> $crate::kernels::Epilogue<M, N> for Closure {
            fn apply(&self, $sum: $crate::Tile2<f32, M, N>) -> $crate::Tile2<f32, M, N> {
                $($(let $name = self.$name;)*)?
                $body
            }
        }

        Closure { $($($name,)*)? _nothing: 0 }
    }};
}

/// An epilogue for tiles of every shape that [`matmul_with`] takes, which an `impl` for all extents is.
pub trait AnyEpilogue:
    Epilogue<128, 256>
    + Epilogue<128, 128>
    + Epilogue<128, 64>
    + Epilogue<64, 64>
    + Epilogue<32, 64>
    + Epilogue<16, 64>
    + KernelType
    + Copy
{
}

impl<E> AnyEpilogue for E where
    E: Epilogue<128, 256>
        + Epilogue<128, 128>
        + Epilogue<128, 64>
        + Epilogue<64, 64>
        + Epilogue<32, 64>
        + Epilogue<16, 64>
        + KernelType
        + Copy
{
}

/// `c = a b`, with sums in `f32`. `a` and `b` are of `f16`, `bf16`, `f32`, `f8e4m3` or `f8e5m2`; a transposed factor is
/// a transposed view: `b.t()`, of which strips are loaded along the rows that lie in memory, and transposed on their
/// way to the tensor cores. On Hopper, warpgroups multiply 8-bit floats only if `b` is such a view.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let a = Tensor2::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
/// let mut c = Tensor2::<f32>::zeros(&stream, [2, 2])?;
/// kernels::matmul(&stream, &a, a.t(), &mut c)?;
/// assert_eq!(c.download(&stream)?, [14.0, 32.0, 32.0, 77.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`](crate::Error::TensorShape) where the extents do not go together, and what a launch gives.
pub fn matmul<'a, T: MmaOperand, U: Float>(
    stream: &Stream,
    a: impl Into<TensorView2<'a, T>>,
    b: impl Into<TensorView2<'a, T>>,
    c: impl Into<TensorViewMut2<'a, U>>,
) -> Result<()> {
    matmul_with(stream, a, b, Identity::default(), c)
}

/// `c = epilogue(a b)`: as [`matmul`], with something done to the sums before they are stored. The epilogue is an
/// [`epilogue!`](crate::epilogue), or a type of yours with
/// `#[device] impl<const M: usize, const N: usize> Epilogue<M, N>`.
///
/// ```
/// use kiln::prelude::*;
/// use kiln::{epilogue, kernels};
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let a = Tensor2::from_slice(&stream, &[1.0f32, -2.0], [2, 1])?;
/// let mut c = Tensor2::<f32>::zeros(&stream, [2, 2])?;
/// kernels::matmul_with(&stream, &a, a.t(), epilogue!(|sum| sum.max(0.0)), &mut c)?;
/// assert_eq!(c.download(&stream)?, [1.0, 0.0, 0.0, 4.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`matmul`].
pub fn matmul_with<'a, T: MmaOperand, U: Float, E: AnyEpilogue>(
    stream: &Stream,
    a: impl Into<TensorView2<'a, T>>,
    b: impl Into<TensorView2<'a, T>>,
    epilogue: E,
    c: impl Into<TensorViewMut2<'a, U>>,
) -> Result<()> {
    let (a, b, c) = (a.into(), b.into(), c.into());
    let ([rows, inner], [found, columns]) = (a.shape(), b.shape());
    same_inner("matmul", inner, found)?;
    same_extents("matmul", "c", [rows, columns], c.shape())?;
    macro_rules! skinny {
        ($m:literal, $k:literal) => {
            skinny_product_tiles::<T, U, E, $m, 64, $k>(a, b, epilogue, c)
                .tiles([columns.div_ceil(64)])
                .launch(stream)
        };
    }
    // Elements of other sizes weren't measured this way.
    match rows {
        1.. if columns == 0 || size_of::<T>() != 2 => {}
        1..=16 => return skinny!(16, 128),
        17..=32 => return skinny!(32, 128),
        33..=64 => return skinny!(64, 128),
        // TMA is slow where rows are missing, and more columns leave room for larger tiles.
        97..=128 if columns <= 64 * MULTIPROCESSORS => return skinny!(128, 64),
        _ => {}
    }
    by_extents!(
        [rows, columns, 1],
        depth::<T>(stream, [a.strides()[1], b.strides()[0]]),
        |M, N, K| product_tiles::<T, U, E, M, N, K>(a, b, epilogue, c)
            .tiles([rows.div_ceil(M), columns.div_ceil(N)]),
        stream
    )
}

/// `c = epilogue(a b)` for each matrix of a batch; a tile of the grid has `M × N` elements of one of them.
#[kernel(tile)]
pub fn batched_product_tiles<
    T: MmaOperand,
    U: Float,
    E: Epilogue<M, N> + KernelType,
    const M: usize,
    const N: usize,
    const K: usize,
>(
    a: &Tensor3<T>,
    b: &Tensor3<T>,
    epilogue: E,
    c: &mut Tensor3<U>,
) {
    let (i, j, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<M, K>(batch, i, k), b.load::<K, N>(batch, k, j), sum);
    }
    c.store(batch, i, j, epilogue.apply(sum).cast::<U>());
}

/// `c[n] = epilogue(a[n] b[n])` for each matrix of a batch: [`matmul_with`] of many at once. One matrix for all of
/// a batch is a view with a stride of 0 ([`TensorView3::from_strided`]); transposed factors are views too, and so
/// are axes in another order.
///
/// ```
/// use kiln::kernels::{self, Identity};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let a = Tensor3::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0], [2, 1, 2])?;
/// let mut c = Tensor3::<f32>::zeros(&stream, [2, 1, 1])?;
/// kernels::matmul_batched(&stream, &a, a.t(), Identity::default(), &mut c)?;
/// assert_eq!(c.download(&stream)?, [5.0, 25.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`matmul`].
pub fn matmul_batched<'a, T: MmaOperand, U: Float, E: AnyEpilogue>(
    stream: &Stream,
    a: impl Into<TensorView3<'a, T>>,
    b: impl Into<TensorView3<'a, T>>,
    epilogue: E,
    c: impl Into<TensorViewMut3<'a, U>>,
) -> Result<()> {
    let (a, b, c) = (a.into(), b.into(), c.into());
    let ([batches, rows, inner], [_, found, columns]) = (a.shape(), b.shape());
    same_inner("matmul_batched", inner, found)?;
    same_extents("matmul_batched", "b", [batches, inner, columns], b.shape())?;
    same_extents("matmul_batched", "c", [batches, rows, columns], c.shape())?;
    by_extents!(
        [rows, columns, batches],
        depth::<T>(stream, [a.strides()[2], b.strides()[1]]),
        |M, N, K| batched_product_tiles::<T, U, E, M, N, K>(a, b, epilogue, c).tiles([
            rows.div_ceil(M),
            columns.div_ceil(N),
            batches
        ]),
        stream
    )
}

/// Holds that `b` has a row for each column of `a`.
pub(super) fn same_inner(kernel: &'static str, inner: usize, found: usize) -> Result<()> {
    if inner == found {
        return Ok(());
    }
    let detail = format!("it has {found} rows, and `a` has {inner} columns");
    Err(Error::TensorShape { kernel, parameter: "b", detail })
}

/// Multiprocessors of a large GPU.
const MULTIPROCESSORS: usize = 132;

/// Tiles of the grid from which on it is at work as a whole.
pub(super) const TILES: usize = 100;
