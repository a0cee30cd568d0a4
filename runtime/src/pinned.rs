//! Page-locked memory of the host.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use crate::driver::Context;
use crate::error::{Error, Result};
use crate::graph::refused;
use crate::memory::no_host_room;
use crate::stream::{Engine, Stream};
use crate::value::derived::short_name;
use crate::value::{KernelType, assert_aligned};

/// Memory of the host that a GPU copies from and to by itself: copies are faster than with other memory, and run
/// while the host does something else ([`Stream::upload_async`]). It is a `[T]` to the program. For the CPU it is
/// plain memory. Making one takes long, so keep them.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Device;
///
/// let stream = Device::best()?.stream();
/// let mut data = stream.alloc_pinned::<f32>(4)?;
/// data[3] = 1.0;
/// let x = stream.upload(&data)?;
/// assert_eq!(stream.download(&x)?, [0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct PinnedBuffer<T: KernelType> {
    start: NonNull<T>,
    len: usize,
    /// Whose driver locked the memory; `None` for plain memory.
    context: Option<&'static Context>,
}

// SAFETY: it owns its elements, as a vector does.
unsafe impl<T: KernelType> Send for PinnedBuffer<T> {}
// SAFETY: as above.
unsafe impl<T: KernelType> Sync for PinnedBuffer<T> {}

impl Stream {
    /// Page-locked memory of the host, of zeros.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] where there is no room, [`Error::Driver`] where the driver fails.
    pub fn alloc_pinned<T: KernelType>(&self, len: usize) -> Result<PinnedBuffer<T>> {
        const { assert!(size_of::<T>() > 0, "the elements of a buffer have a size") };
        const { assert_aligned::<T>() };
        const { assert!(T::ZERO_IS_A_VALUE, "zeros are no value of this type") };
        let refuse = |bytes, reason: &str| Error::OutOfMemory {
            device: "the host".to_owned(),
            bytes,
            reason: reason.to_owned(),
        };
        let layout = Layout::array::<T>(len)
            .map_err(|_| refuse(usize::MAX, &format!("{len} elements are more than an address can count")))?;
        let (start, context) = match self.engine() {
            _ if layout.size() == 0 => (Some(NonNull::dangling()), None),
            // SAFETY: the layout is not empty.
            Engine::Cpu(_) => (NonNull::new(unsafe { alloc_zeroed(layout) }.cast()), None),
            Engine::Capture(_) => {
                return Err(refused("making a buffer", "make it before, and give it to the graph"));
            }
            Engine::Gpu(stream) => {
                let bytes = layout.size();
                let start =
                    stream.context.allocate_host(bytes).map_err(|error| no_host_room(bytes, error))?;
                // SAFETY: the driver gave this many bytes.
                unsafe { start.write_bytes(0, layout.size()) };
                (NonNull::new(start.cast()), Some(stream.context))
            }
        };
        let start = start.ok_or_else(|| refuse(layout.size(), "the allocator gave nothing"))?;
        Ok(PinnedBuffer { start, len, context })
    }
}

impl<T: KernelType> PinnedBuffer<T> {
    /// The address of the first element.
    pub(crate) fn address(&self) -> u64 {
        self.start.as_ptr().expose_provenance() as u64
    }
}

impl<T: KernelType> Deref for PinnedBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the memory is its own, has this many elements, and each was written: zeros, the host's or the
        // device's.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: KernelType> DerefMut for PinnedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: KernelType> Drop for PinnedBuffer<T> {
    fn drop(&mut self) {
        let start = self.start.as_ptr().cast::<u8>();
        match (self.context, Layout::array::<T>(self.len)) {
            (Some(context), _) => context.free_host(start),
            // SAFETY: the memory was allocated with this layout.
            (None, Ok(layout)) if layout.size() > 0 => unsafe { dealloc(start, layout) },
            (None, _) => {}
        }
    }
}

impl<T: KernelType> fmt::Debug for PinnedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PinnedBuffer<{}>({} elements)", short_name(std::any::type_name::<T>()), self.len)
    }
}
