//! A library of tile kernels, written in the language: to be used, and to be read.
//!
//! With the crate's feature `kernels`. Each module has its kernels, which are ordinary `#[kernel(tile)]` functions
//! that a program can launch itself, a function that picks one for the extents at hand and launches it, and a
//! lesson: what the kernel shows.
//!
//! | | what | its lesson |
//! |---|---|---|
//! | [`sum_rows`], [`sum_columns`] | sums along an axis | a grid that is large enough |
//! | [`softmax`] | softmax of rows | a row in one tile, and one that is too long |
//! | [`layer_norm`], [`rms_norm`] | normalized rows | what lies past the end of a row |
//! | [`cross_entropy`] | the loss of a classifier | a mask in the place of an index |
//! | [`transpose`] | rows as columns | coordinates that are swapped |
//! | [`cumsum`], [`scan`] | running sums of arrays of any length | blocks that wait for each other |
//! | [`sort`], [`sort_with_indices`] | arrays of any length in order | a digit at a time |
//! | [`topk`] | the greatest elements of rows | find the border, then order what is beyond |
//! | [`dropout`] | elements dropped by chance | random numbers without a state |
//! | [`matmul`], [`matmul_with`], [`matmul_batched`] | products of matrices | what a tile keeps, and what passes by |
//! | [`matmul_scaled`] | products of 8-bit floats with scales | what a scale costs |
//! | [`grouped_matmul`] | products of rows with the matrix of their group | the order of rows is a list, and the tensor stays as it is |
//! | [`quantize`], [`matmul_quantized`] | products of 8-bit integers | scales belong to what they are alike for |
//! | [`convolution`] | convolutions of images | a product of a matrix that is never made |
//! | [`attention`], [`attention_with_lse`] | attention forward: full, causal, windows, soft cap, grouped heads | two products, and what lies between them |
//! | [`attention_backward`] | the gradients of attention | compute again what is too large to store |
//! | [`decode_attention`], [`paged_attention`] | attention of a few queries to a long cache, also in pages | split a long sum where there is too little else to do |
//! | [`attention_varlen`] | attention of packed sequences of any lengths | a tile needn't know where a sequence begins |
//!
//! Matrices hold `f16`, `bf16` or `f32`, and the kernels compute in `f32`. Softmax, the norms, cross-entropy, sums and
//! [`quantize`] reject `f64` ([`InF32`]), because they would lose its digits. Extents may be any. Matrices whose rows
//! begin at multiples of 16 bytes are the fastest.
//!
//! Softmax, cross-entropy and the norms are `fast_math`: exponentials, logarithms, quotients and roots are the
//! machine's, so that results in `f32` are right to about 2e-5 of themselves in the tests, and those below 1.2e-38
//! are zero.

mod attention;
mod attention_backward;
mod attention_options;
mod attention_varlen;
mod convolution;
mod cross_entropy;
mod decode;
mod dropout;
mod grouped;
mod matmul;
mod norm;
mod quantized;
mod scaled;
mod scan;
mod short_topk;
mod softmax;
mod sort;
mod sum;
mod topk;
mod transpose;

use crate::{Error, Result, Stream};

pub use attention::{attention, attention_with_lse};
pub use attention_backward::attention_backward;
pub use attention_options::AttentionOptions;
pub use attention_varlen::attention_varlen;
pub use convolution::conv2d;
pub use cross_entropy::cross_entropy;
pub use decode::{decode_attention, paged_attention};
pub use dropout::dropout;
pub use grouped::grouped_matmul;
pub use matmul::{Epilogue, Identity, matmul, matmul_batched, matmul_with};
pub use norm::{layer_norm, rms_norm};
pub use quantized::{matmul_quantized, quantize};
pub use scaled::matmul_scaled;
pub use scan::{ScanElement, ScanOp, Sum, cumsum, scan};
pub use softmax::softmax;
pub use sort::{SortKey, sort, sort_descending, sort_with_indices};
pub use sum::{sum_columns, sum_rows};
pub use topk::topk;
pub use transpose::transpose;

/// The kernels behind these functions, which each take one range of sizes: to launch them with another grid or
/// stream, to read their texts, or to learn from.
pub mod raw {
    pub use super::attention::attention_tiles;
    pub use super::attention_backward::{
        attention_deltas, attention_group_sums, attention_key_gradients, attention_query_gradients,
    };
    pub use super::attention_varlen::{attention_varlen_tiles, segments};
    pub use super::convolution::conv2d_tiles;
    pub use super::cross_entropy::{cross_entropy_long_rows, cross_entropy_rows, cross_entropy_wide_rows};
    pub use super::decode::{decode_parts, decode_whole};
    pub use super::dropout::dropout_quarters;
    pub use super::grouped::grouped_product_tiles;
    pub use super::matmul::{
        AnyEpilogue, batched_product_tiles, product, product_tiles, skinny_product_tiles,
    };
    pub use super::norm::{
        layer_norm_long_rows, layer_norm_rows, layer_norm_wide_rows, rms_norm_long_rows, rms_norm_rows,
        rms_norm_wide_rows,
    };
    pub use super::quantized::{quantized_product_tiles, quantized_rows};
    pub use super::scaled::scaled_product_tiles;
    pub use super::scan::scan_blocks;
    pub use super::short_topk::top_of_short_rows;
    pub use super::softmax::{softmax_long_rows, softmax_rows, softmax_wide_rows};
    pub use super::sort::{radix_counts, radix_pass};
    pub use super::sum::{column_sums, row_sums};
    pub use super::topk::{few_of_pieces, top_of_pieces, topk_pieces};
    pub use super::transpose::transposed_tiles;
}

/// A float that `f32` holds without loss: the element type of kernels that compute in `f32`.
#[diagnostic::on_unimplemented(
    message = "this function computes in `f32`, which has fewer digits than `{Self}`",
    label = "expected `f32`, `f16` or `bf16`",
    note = "convert the elements to `f32`, or write a kernel that computes in `{Self}`"
)]
pub trait InF32: crate::Float + sealed::InF32 {}

mod sealed {
    pub trait InF32 {}
}

macro_rules! in_f32 {
    ($($ty:ty)*) => {$(
        impl sealed::InF32 for $ty {}
        impl InF32 for $ty {}
    )*};
}

in_f32!(f32 crate::f16 crate::bf16);

/// The rows of a matrix.
#[derive(Clone, Copy)]
struct Rows {
    count: usize,
    columns: usize,
    /// Bytes of an element.
    element: usize,
}

impl Rows {
    fn of<T>([count, columns]: [usize; 2]) -> Rows {
        Rows { count, columns, element: size_of::<T>() }
    }

    /// How many tiles of so many rows there are.
    fn tiles(self, rows: usize) -> usize {
        self.count.div_ceil(rows)
    }
}

/// Launches `$kernel` with the tile that fits rows of this length: `M` rows of `N` columns, or `N` columns of one
/// long row.
///
/// A tile has 4096 elements where short rows allow it, enough for 256 threads, but one row where a warp has enough
/// of it under way by itself. Rows of more than 32768 columns are tiles only where several blocks can share one;
/// there is a tile for each cluster that runs at once, which goes from row to row.
macro_rules! by_columns {
    ($rows:ident, |$m:ident, $n:ident| $kernel:expr, |$wide:ident| $wide_kernel:expr, |$long:ident| $long_kernel:expr, $stream:ident) => {
        match $rows.columns {
            _ if $rows.count == 0 => Ok(()),
            0..=64 => by_columns!(@one $rows, 64, 64, $m, $n, $kernel, $stream),
            65..=128 => by_columns!(@one $rows, 32, 128, $m, $n, $kernel, $stream),
            129..=256 => by_columns!(@one $rows, 16, 256, $m, $n, $kernel, $stream),
            257..=512 => by_columns!(@one $rows, 8, 512, $m, $n, $kernel, $stream),
            513..=1024 if $rows.element == 2 => by_columns!(@one $rows, 2, 1024, $m, $n, $kernel, $stream),
            513..=1024 => by_columns!(@one $rows, 1, 1024, $m, $n, $kernel, $stream),
            1025..=2048 => by_columns!(@one $rows, 2, 2048, $m, $n, $kernel, $stream),
            2049..=4096 => by_columns!(@one $rows, 1, 4096, $m, $n, $kernel, $stream),
            4097..=8192 => by_columns!(@one $rows, 1, 8192, $m, $n, $kernel, $stream),
            8193..=16384 => by_columns!(@one $rows, 1, 16384, $m, $n, $kernel, $stream),
            16385..=32768 => by_columns!(@one $rows, 1, 32768, $m, $n, $kernel, $stream),
            32769..=65536 if super::has_clusters($stream) => {
                by_columns!(@wide $rows, 65536, $wide, $wide_kernel, $stream)
            }
            65537..=131_072 if super::has_clusters($stream) => {
                by_columns!(@wide $rows, 131_072, $wide, $wide_kernel, $stream)
            }
            131_073..=262_144 if super::has_clusters($stream) => {
                by_columns!(@wide $rows, 262_144, $wide, $wide_kernel, $stream)
            }
            _ => {
                const $long: usize = 8192;
                $long_kernel.tiles($rows.count).launch($stream)
            }
        }
    };
    (@one $rows:ident, $height:literal, $width:literal, $m:ident, $n:ident, $kernel:expr, $stream:ident) => {{
        const $m: usize = $height;
        const $n: usize = $width;
        $kernel.tiles($rows.tiles($m)).launch($stream)
    }};
    (@wide $rows:ident, $width:literal, $n:ident, $kernel:expr, $stream:ident) => {{
        const $n: usize = $width;
        let launch = $kernel;
        let at_once = launch.occupancy($stream.device())?.tiles().max(1);
        launch.tiles($rows.count.min(at_once)).launch($stream)
    }};
}

use by_columns;

/// Whether the device has clusters of blocks, which can share a tile that is too large for one.
fn has_clusters(stream: &Stream) -> bool {
    stream.device().compute_capability() >= Some((9, 0))
}

/// Whether the device is a GPU of Hopper, whose warpgroups multiply.
fn is_hopper(stream: &Stream) -> bool {
    stream.device().compute_capability().is_some_and(|(major, _)| major == 9)
}

/// Holds that what a kernel writes has the extents that it has to have.
fn same_extents<const R: usize>(
    kernel: &'static str,
    parameter: &'static str,
    expected: [usize; R],
    found: [usize; R],
) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    let detail = format!("its extents are {found:?}, and should be {expected:?}");
    Err(Error::TensorShape { kernel, parameter, detail })
}
