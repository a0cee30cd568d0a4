//! Buffers of one type seen as another (feature `bytemuck`), where any bytes of the one are values of the other.

use bytemuck::{AnyBitPattern, NoUninit};

use crate::buffer::Buffer;
use crate::error::{Error, Result};
use crate::value::KernelType;

impl<T: KernelType + NoUninit> Buffer<T> {
    /// The same memory with elements of another type, as [`bytemuck::cast_slice`] does on the host: `[f32; 4]` as
    /// `f32`, numbers as their bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] where the bytes are no whole number of elements, or do not lie as these must; the buffer
    /// is gone then.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let stream = Device::cpu().stream();
    /// let rows = stream.upload(&[[1.0f32, 2.0], [3.0, 4.0]])?;
    /// let flat = rows.cast::<f32>()?;
    /// assert_eq!(stream.download(&flat)?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn cast<U: KernelType + AnyBitPattern>(self) -> Result<Buffer<U>> {
        let bytes = self.len() * size_of::<T>();
        let len = bytes.checked_div(size_of::<U>()).unwrap_or(0);
        if len * size_of::<U>() != bytes {
            return refused(format!(
                "{bytes} bytes are no whole number of elements of {} bytes",
                size_of::<U>()
            ));
        }
        if !self.raw().is_multiple_of(align_of::<U>() as u64) {
            return refused(format!(
                "the address {:#x} is not a multiple of {}",
                self.raw(),
                align_of::<U>()
            ));
        }
        Ok(Buffer::of(self.into_memory(), len))
    }
}

fn refused<T>(reason: String) -> Result<T> {
    Err(Error::Exchange { reason })
}

#[cfg(test)]
mod tests {
    use crate::{Buffer, Device};

    #[test]
    fn bytes_are_looked_at_as_something_else() {
        let stream = Device::cpu().stream();
        let words = stream.upload(&[0x0403_0201u32, 0x0807_0605]).unwrap();
        let bytes = words.cast::<u8>().unwrap();
        assert_eq!(stream.download(&bytes).unwrap(), [1, 2, 3, 4, 5, 6, 7, 8]);
        let pairs = bytes.cast::<[u16; 2]>().unwrap();
        assert_eq!(stream.download(&pairs).unwrap(), [[0x0201, 0x0403], [0x0605, 0x0807]]);
        let why = pairs.cast::<[u8; 3]>().unwrap_err().to_string();
        assert!(why.contains("8 bytes are no whole number of elements of 3 bytes"), "{why}");
        assert!(stream.upload::<u8>(&[]).unwrap().cast::<u64>().unwrap().is_empty());
    }

    #[test]
    fn an_address_that_does_not_suit_is_refused() {
        let stream = Device::cpu().stream();
        let mut owner = vec![0u64; 4];
        let address = owner.as_mut_ptr().expose_provenance() as u64 + 1;
        // SAFETY: the vector goes along, and has the bytes.
        let odd = unsafe { Buffer::<u8>::from_foreign(&stream, address, 16, owner) }.unwrap();
        let why = odd.cast::<u32>().unwrap_err().to_string();
        assert!(why.contains("is not a multiple of 4"), "{why}");
    }
}
