//! Dropout: some elements become zero, and which is decided by chance.
//!
//! # Lesson: random numbers without a state
//!
//! A generator with a state gives the next number to whoever asks next, and on a GPU that is another thread each
//! time. Philox is a function: of a seed and of a counter it makes four random numbers
//! ([`random::philox4x32`](crate::random::philox4x32)). The counter is the number of the element, so each element
//! has its own chance whichever thread asks for it, on any device, in any order; and the backward pass drops the
//! same elements by calling the same function with the same seed, so that no mask is ever stored.
//!
//! This is a kernel of threads, since four numbers come at once. A thread takes one element of each quarter of the
//! array, so that neighboring threads load neighboring elements each time.

use super::same_extents;
use crate::prelude::*;
use crate::{BufferSlice, BufferSliceMut, Error, Result};

/// Drops elements of four quarters, `quarter` elements each; thread `i` has element `i` of each.
#[kernel]
pub fn dropout_quarters<T: Float>(
    quarter: usize,
    x: &[T],
    rate: f32,
    scale: f32,
    seed: [u32; 2],
    y: &mut [T],
) {
    let i = global_id();
    if i < quarter {
        let bits = random::philox4x32([i as u32, (i >> 32) as u32, 0, 0], seed);
        for k in 0..4 {
            let at = k * quarter + i;
            if at < x.len() && at < y.len() {
                let kept = random::uniform_f32(bits[k]) >= rate;
                y[at] = if kept { T::from_f32(x[at].to_f32() * scale) } else { T::ZERO };
            }
        }
    }
}

/// `y[i]` is 0 with the probability `rate`, and else `x[i] / (1 - rate)`, so that sums keep their expectation. The
/// same seed drops the same elements of as many, on every device.
///
/// ```
/// use kiln::kernels;
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = stream.upload(&[1.0f32; 1000])?;
/// let (mut y, mut z) = (stream.alloc_zeroed::<f32>(1000)?, stream.alloc_zeroed::<f32>(1000)?);
/// kernels::dropout(&stream, &x, 0.25, 42, &mut y)?;
/// kernels::dropout(&stream, &x, 0.25, 42, &mut z)?;
/// let y = stream.download(&y)?;
/// assert!(y.iter().all(|y| *y == 0.0 || (y - 4.0 / 3.0).abs() < 1e-6));
/// assert_eq!(y, stream.download(&z)?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the lengths differ, or `rate` is not at least 0 and less than 1; and what a launch
/// gives.
pub fn dropout<'a, T: Float>(
    stream: &Stream,
    x: impl Into<BufferSlice<'a, T>>,
    rate: f32,
    seed: u64,
    y: impl Into<BufferSliceMut<'a, T>>,
) -> Result<()> {
    let (x, y) = (x.into(), y.into());
    same_extents("dropout", "y", [x.len()], [y.len()])?;
    if !(0.0..1.0).contains(&rate) {
        let detail = format!("a probability of at least 0 and less than 1 is needed, and it is {rate}");
        return Err(Error::TensorShape { kernel: "dropout", parameter: "rate", detail });
    }
    let quarter = x.len().div_ceil(4);
    if quarter == 0 {
        return Ok(());
    }
    let seed = [seed as u32, (seed >> 32) as u32];
    dropout_quarters(quarter, x, rate, 1.0 / (1.0 - rate), seed, y).threads(quarter).launch(stream)
}
