//! What every sort of memory with elements shares with [`Buffer`](crate::Buffer): lengths, and slices to pass on.

/// Gives a struct with the fields `memory` and `len` a buffer's methods.
macro_rules! views {
    ($type:ident) => {
        impl<T: KernelType> $type<T> {
            /// How many elements it holds.
            pub fn len(&self) -> usize {
                self.len
            }

            /// Whether it holds none.
            pub fn is_empty(&self) -> bool {
                self.len == 0
            }

            /// The device whose stream made it.
            pub fn device(&self) -> Device {
                self.memory.home().device()
            }

            /// All elements, as a part of a [`Buffer`](crate::Buffer) would be: what copies take.
            pub fn as_slice(&self) -> BufferSlice<'_, T> {
                BufferSlice::of(&self.memory, self.len)
            }

            /// All elements, exclusively.
            pub fn as_slice_mut(&mut self) -> BufferSliceMut<'_, T> {
                BufferSliceMut::of(&mut self.memory, self.len)
            }

            /// The elements of a range.
            ///
            /// # Errors
            ///
            /// As [`Buffer::slice`](crate::Buffer::slice).
            pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<BufferSlice<'_, T>> {
                self.as_slice().slice(range)
            }

            /// The elements of a range, exclusively.
            ///
            /// # Errors
            ///
            /// As [`Buffer::slice`](crate::Buffer::slice).
            pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<BufferSliceMut<'_, T>> {
                self.as_slice_mut().slice_into(range)
            }
        }

        impl<'a, T: KernelType> From<&'a $type<T>> for BufferSlice<'a, T> {
            fn from(buffer: &'a $type<T>) -> Self {
                buffer.as_slice()
            }
        }

        impl<'a, T: KernelType> From<&'a mut $type<T>> for BufferSliceMut<'a, T> {
            fn from(buffer: &'a mut $type<T>) -> Self {
                buffer.as_slice_mut()
            }
        }

        impl<T: KernelType> fmt::Debug for $type<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = short_name(std::any::type_name::<T>());
                write!(f, concat!(stringify!($type), "<{}>({} elements)"), name, self.len)
            }
        }
    };
}
