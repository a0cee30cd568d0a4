//! Tensors: device memory with an extent and a stride along each axis.
//!
//! Takes buffers, extents and strides; guarantees that every element of a tensor or view lies in its memory, and of
//! what a kernel may write lies there alone, so that no launch is refused for it; leaves what kernels do with
//! tensors to the IR. The same types are the parameters of tile kernels, where they are loaded from and stored to
//! tile by tile.

mod arg;
mod graph;
mod kernel;
mod layout;
mod many;
mod one;
mod reshape;
#[cfg(test)]
mod tests;
mod two;
mod view;

pub use many::{Tensor3, Tensor4, TensorView3, TensorView4, TensorViewMut3, TensorViewMut4};
pub use one::Tensor1;
pub use reshape::TensorExtents;
pub use two::Tensor2;
pub use view::{TensorView1, TensorView2, TensorViewMut1, TensorViewMut2};

use crate::{BufferSlice, Error, Result, ScalarType, Stream};
use layout::Layout;

/// The elements of a view, rows first: copied at one go, with what lies between them, and picked on the host.
fn download<T: ScalarType, const R: usize>(
    stream: &Stream,
    slice: BufferSlice<'_, T>,
    layout: &Layout<R>,
) -> Result<Vec<T>> {
    let memory = stream.download(slice)?;
    if layout.is_contiguous() {
        return Ok(memory);
    }
    let mut elements = Vec::new();
    elements.try_reserve_exact(layout.len()).map_err(|error| Error::OutOfMemory {
        device: "the host".to_owned(),
        bytes: layout.len().saturating_mul(size_of::<T>()),
        reason: error.to_string(),
    })?;
    elements.extend(layout.places().filter_map(|place| memory.get(place).copied()));
    Ok(elements)
}
