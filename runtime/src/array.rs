//! Arrays of the crate `ndarray` (feature `ndarray`): up, down, and on the CPU in place.
//!
//! Takes arrays and extents; guarantees that elements keep the order of their indices, and that a view of a buffer
//! borrows it; leaves memory of a GPU where it is, which no array can show.

use kiln_codegen::compact::List;
use ndarray::{Array, ArrayBase, ArrayView, ArrayViewMut, Data, Dimension, IntoDimension, ShapeError};

use crate::buffer::{Buffer, BufferSlice};
use crate::error::{Error, Result};
use crate::memory::host_pointer;
use crate::stream::{Engine, Stream};
use crate::value::KernelType;

impl Stream {
    /// A buffer with the elements of an array, the last axis densest. Where they lie so already they are copied once.
    ///
    /// # Errors
    ///
    /// As [`Stream::upload`].
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    /// use ndarray::array;
    ///
    /// let stream = Device::cpu().stream();
    /// let a = array![[1.0f32, 2.0], [3.0, 4.0]];
    /// let buffer = stream.upload_array(&a.t())?;
    /// assert_eq!(stream.download_array(&buffer, (2, 2))?, a.t());
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn upload_array<T, S, D>(&self, array: &ArrayBase<S, D>) -> Result<Buffer<T>>
    where
        T: KernelType,
        S: Data<Elem = T>,
        D: Dimension,
    {
        match array.as_slice() {
            Some(elements) => self.upload(elements),
            None => self.upload(&array.iter().copied().list()),
        }
    }

    /// The elements of a buffer or of a part of one, as an array of these extents.
    ///
    /// # Errors
    ///
    /// As [`Stream::download`], and [`Error::Exchange`] for extents of another number of elements.
    pub fn download_array<'b, T: KernelType, D: IntoDimension>(
        &self,
        from: impl Into<BufferSlice<'b, T>>,
        extents: D,
    ) -> Result<Array<T, D::Dim>> {
        let extents = extents.into_dimension();
        Array::from_shape_vec(extents, self.download(from)?).map_err(misfit)
    }
}

impl<T: KernelType> Buffer<T> {
    /// An array as a buffer of the CPU, without a copy. Its elements are in the order of their indices.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] for a stream of a GPU, to which an array is uploaded ([`Stream::upload_array`]).
    pub fn from_array<D: Dimension + 'static>(stream: &Stream, array: Array<T, D>) -> Result<Buffer<T>> {
        on_cpu(stream)?;
        let mut array =
            if array.is_standard_layout() { array } else { array.as_standard_layout().into_owned() };
        let (address, len) = (array.as_mut_ptr().expose_provenance() as u64, array.len());
        // SAFETY: the array goes along, its elements lie densely from its first on, and nobody else has it.
        unsafe { Buffer::from_foreign(stream, address, len, array) }
    }

    /// The elements of a buffer of the CPU in place, as an array of these extents.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] for a buffer of a GPU, and for extents of another number of elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Buffer, Device};
    /// use ndarray::Array2;
    ///
    /// let stream = Device::cpu().stream();
    /// let mut buffer = Buffer::from_array(&stream, Array2::<f32>::ones((2, 3)))?;
    /// buffer.array_mut((2, 3))?[[1, 2]] = 5.0;
    /// assert_eq!(buffer.array(6)?[5], 5.0);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn array<D: IntoDimension>(&self, extents: D) -> Result<ArrayView<'_, T, D::Dim>> {
        on_cpu(self.memory().home())?;
        // SAFETY: the CPU's memory is the host's, work on the CPU is done when it returns, and the buffer is borrowed.
        let elements =
            unsafe { std::slice::from_raw_parts(host_pointer(self.raw()).cast::<T>(), self.len()) };
        ArrayView::from_shape(whole(extents, self.len())?, elements).map_err(misfit)
    }

    /// As [`Buffer::array`], to be written.
    ///
    /// # Errors
    ///
    /// As [`Buffer::array`].
    pub fn array_mut<D: IntoDimension>(&mut self, extents: D) -> Result<ArrayViewMut<'_, T, D::Dim>> {
        on_cpu(self.memory().home())?;
        let len = self.len();
        // SAFETY: as above, and the buffer is borrowed exclusively.
        let elements = unsafe { std::slice::from_raw_parts_mut(host_pointer(self.raw()).cast::<T>(), len) };
        ArrayViewMut::from_shape(whole(extents, len)?, elements).map_err(misfit)
    }
}

/// Extents of all elements: a view takes fewer too.
fn whole<D: IntoDimension>(extents: D, len: usize) -> Result<D::Dim> {
    let extents = extents.into_dimension();
    if extents.size_checked() == Some(len) {
        return Ok(extents);
    }
    Err(Error::Exchange {
        reason: format!(
            "an array of {:?} has another number of elements than the buffer, {len}",
            extents.slice()
        ),
    })
}

fn on_cpu(stream: &Stream) -> Result<()> {
    match stream.engine() {
        Engine::Cpu(_) => Ok(()),
        Engine::Gpu(_) | Engine::Capture(_) => Err(Error::Exchange {
            reason: format!(
                "an array is the host's, and the stream is of {}",
                stream.device_shared().describe()
            ),
        }),
    }
}

// What `map_err` calls gets the error by value.
#[allow(clippy::needless_pass_by_value)]
fn misfit(why: ShapeError) -> Error {
    Error::Exchange { reason: format!("the array's extents do not fit its elements: {why}") }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, Array3, array, s};

    use super::*;
    use crate::Device;

    #[test]
    fn elements_keep_their_indices() {
        let stream = Device::cpu().stream();
        let all = Array3::from_shape_fn((3, 4, 5), |(i, j, k)| (100 * i + 10 * j + k) as u32);
        let part = all.slice(s![..;2, 1.., ..;-1]);
        let buffer = stream.upload_array(&part).unwrap();
        assert_eq!(stream.download_array(&buffer, part.raw_dim()).unwrap(), part);
        let why = stream.download_array(&buffer, (7, 7)).unwrap_err().to_string();
        assert!(why.contains("extents do not fit"), "{why}");
    }

    #[test]
    fn arrays_are_used_in_place() {
        let stream = Device::cpu().stream();
        let array = array![[1i32, 2, 3], [4, 5, 6]];
        let address = array.as_ptr().addr() as u64;
        let mut buffer = Buffer::from_array(&stream, array.clone()).unwrap();
        assert_ne!(buffer.raw(), address, "that is a clone");
        let same = Buffer::from_array(&stream, array).unwrap();
        assert_eq!(same.raw(), address);
        buffer.array_mut((3, 2)).unwrap()[[2, 1]] = 60;
        assert_eq!(buffer.array((2, 3)).unwrap(), array![[1, 2, 3], [4, 5, 60]]);
        assert!(buffer.array((2, 2)).is_err());
        let turned =
            Buffer::from_array(&stream, Array2::from_shape_fn((2, 2), |(i, j)| 10 * i + j).reversed_axes());
        assert_eq!(stream.download(&turned.unwrap()).unwrap(), [0, 10, 1, 11]);
        let empty = Buffer::from_array(&stream, Array2::<f32>::zeros((0, 3))).unwrap();
        assert_eq!(empty.array((3, 0)).unwrap().len(), 0);
    }
}
