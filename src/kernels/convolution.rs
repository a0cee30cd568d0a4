//! Convolution of images, as a product of matrices.
//!
//! # Lesson: a product of a matrix that is never made
//!
//! Each pixel of the result is the product of a window of the image, as a row, with the weights, as a matrix of a
//! column for each channel of the result. The matrix of all windows has each pixel many times, and nobody should
//! store it. A view makes it of the image as it is: with channels innermost, a window's row of pixels lies in
//! memory one after another, and the window of the next pixel begins a little further on. So `windows`, with an
//! axis each for images, rows, windows of a row and elements of a window's row, is the image's own memory with
//! strides that overlap, which shared views may. A tile of it is loaded as any other.
//!
//! Above and below the image there is nothing to make: a number of a row that no row has gives zeros, and a
//! difference that falls below 0 wraps around to such a number. To the left and to the right a view would run into
//! the row before or after. So there the image gets its zeros in a copy, which is small beside the windows.

use super::same_extents;
use crate::prelude::*;
use crate::{Error, Result, TensorView3, TensorView4, TensorViewMut4};

/// The convolution at `M` pixels of a row of the result and `N` of its channels, a tile of the grid. `windows` has,
/// for each image and row, the rows of all windows; `weights`, for each row of a window, a matrix of its elements
/// by channels.
#[kernel(tile)]
pub fn conv2d_tiles<T: MmaOperand + Float, const M: usize, const N: usize, const K: usize>(
    windows: &Tensor4<T>,
    weights: &Tensor3<T>,
    step: usize,
    above: usize,
    y: &mut Tensor4<T>,
) {
    let [_, rows, _, _] = y.shape();
    let (image, row) = (tile_id(2) / rows, tile_id(2) % rows);
    let [height, inner, _] = weights.shape();
    let strips = inner.div_ceil(K);
    let mut sum = Tile2::<f32, M, N>::zeros();
    for turn in 0..height * strips {
        let (line, k) = (turn / strips, turn % strips);
        let window = windows.load::<M, K>(image, row * step + line - above, tile_id(0), k);
        sum = mma(window, weights.load::<K, N>(line, k, tile_id(1)), sum);
    }
    y.store(image, row, tile_id(0), tile_id(1), sum.cast::<T>());
}

/// Copies each matrix of `x` to the one of `y`.
#[kernel(tile)]
fn copied_tiles<T: Float>(x: &Tensor4<T>, y: &mut Tensor4<T>) {
    let [_, rows, _, _] = y.shape();
    let (image, row) = (tile_id(2) / rows, tile_id(2) % rows);
    y.store(image, row, tile_id(0), tile_id(1), x.load::<32, 32>(image, row, tile_id(0), tile_id(1)));
}

/// The convolution of images with weights (a correlation, as networks have it), with windows `step` pixels apart in
/// both directions and so many rows and columns of zeros on each side. Images are batches by rows by columns by
/// channels; weights are rows by columns of the window by channels of `x` by channels of `y`; sums are in `f32`.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor4::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0], [1, 2, 2, 1])?;
/// let ones = Tensor4::from_slice(&stream, &[1.0; 9], [3, 3, 1, 1])?;
/// let mut y = Tensor4::zeros(&stream, [1, 2, 2, 1])?;
/// kernels::conv2d(&stream, &x, &ones, 1, 1, &mut y)?;
/// assert_eq!(y.download(&stream)?, [10.0; 4]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together, and what a launch gives.
pub fn conv2d<'a, T: MmaOperand + Float>(
    stream: &Stream,
    x: impl Into<TensorView4<'a, T>>,
    weights: impl Into<TensorView4<'a, T>>,
    step: usize,
    padding: usize,
    y: impl Into<TensorViewMut4<'a, T>>,
) -> Result<()> {
    let (x, weights, y) = (x.into(), weights.into(), y.into());
    let [images, rows, columns, channels] = x.shape();
    let [height, width, inner, outputs] = weights.shape();
    let refuse = |parameter, detail| Err(Error::TensorShape { kernel: "convolution", parameter, detail });
    if inner != channels {
        return refuse("weights", format!("they are for {inner} channels, and `x` has {channels}"));
    }
    if step == 0 || height == 0 || width == 0 || rows + 2 * padding < height || columns + 2 * padding < width
    {
        let detail = format!(
            "no window of {height} × {width}, {step} apart, lies in an image of {rows} × {columns} with {padding} around it"
        );
        return refuse("weights", detail);
    }
    let (tall, wide) = ((rows + 2 * padding - height) / step + 1, (columns + 2 * padding - width) / step + 1);
    same_extents("convolution", "y", [images, tall, wide, outputs], y.shape())?;
    let Some(between) = joined([width, channels], &weights.strides()[1..3]) else {
        return refuse("weights", "the columns of a window do not lie one after another".to_owned());
    };
    if images == 0 || outputs == 0 {
        return Ok(());
    }
    let [line, _, _, output] = weights.strides();
    let (extents, strides) = ([height, width * channels, outputs], [line, between, output]);
    let weights = TensorView3::from_strided(weights.into_memory(), extents, strides)?;
    // With zeros to the left and to the right, or with pixels one after another, the image is copied.
    let wider = columns + 2 * padding;
    let mut copy = None;
    if padding > 0 || joined([width, channels], &x.strides()[2..]).is_none() {
        let copy = copy.insert(Tensor4::zeros(stream, [images, rows, wider, channels])?);
        let inside = copy.slice_mut(.., .., padding..padding + columns, ..)?;
        let tiles = [columns.div_ceil(32), channels.div_ceil(32), images * rows];
        if !inside.is_empty() {
            copied_tiles(x, inside).tiles(tiles).launch(stream)?;
        }
    }
    let x = copy.as_ref().map_or(x, Tensor4::view);
    let [image, row, pixel, channel] = x.strides();
    let element = joined([width, channels], &[pixel, channel]).unwrap_or(channel);
    let (extents, strides) = ([images, rows, wide, width * channels], [image, row, step * pixel, element]);
    let windows = TensorView4::from_strided(x.into_memory(), extents, strides)?;
    macro_rules! tiles {
        ($m:literal, $n:literal, $k:literal) => {
            conv2d_tiles::<T, $m, $n, $k>(windows, weights, step, padding, y)
                .tiles([wide.div_ceil($m), outputs.div_ceil($n), images * tall])
                .launch(stream)
        };
    }
    match (size_of::<T>(), wide) {
        (2, 0..=16) => tiles!(16, 64, 64),
        (2, 17..=32) => tiles!(32, 64, 64),
        (2, 33..=64) => tiles!(64, 64, 64),
        (2, _) if outputs <= 64 => tiles!(128, 64, 64),
        (2, _) => tiles!(128, 128, 64),
        (_, 0..=16) => tiles!(16, 64, 16),
        _ => tiles!(64, 64, 16),
    }
}

/// How far apart elements of two axes lie, of which the second one is within the first, where they are one axis.
fn joined([outer, inner]: [usize; 2], strides: &[usize]) -> Option<usize> {
    match (outer, inner) {
        (_, 1) => Some(strides[0]),
        (1, _) => Some(strides[1]),
        _ => (strides[0] == inner * strides[1]).then_some(strides[1]),
    }
}
