//! Launches whose blocks all run at once, and those that may begin before the launch before them has ended.

use std::ffi::c_void;
use std::ptr;

use crate::error::Result;
use crate::sys::driver::{CUlaunchAttribute, CUlaunchConfig};

use super::{Function, GpuStream};

const COOPERATIVE: u32 = 2;
const PROGRAMMATIC_STREAM_SERIALIZATION: u32 = 6;

/// What is special of a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Special {
    /// All blocks run at once.
    pub(crate) cooperative: bool,
    /// It may begin before the launch before it on the stream has ended.
    pub(crate) overlap: bool,
}

impl Function {
    /// Bytes of dynamic shared memory of a launch that asks for so many beside what each launch has.
    pub(crate) fn dynamic_shared(&self, more: u32) -> u32 {
        self.shared_bytes + more
    }

    /// As [`Function::launch`], of a special launch.
    ///
    /// # Safety
    ///
    /// As [`Function::launch`].
    #[cold]
    pub(crate) unsafe fn launch_special(
        &self,
        stream: &GpuStream,
        (grid, block): ([u32; 3], [u32; 3]),
        more_shared: u32,
        params: *mut *mut c_void,
        special: Special,
    ) -> Result<()> {
        let driver = stream.context.driver;
        let ([gx, gy, gz], [bx, by, bz], shared) = (grid, block, self.shared_bytes + more_shared);
        if !special.overlap {
            // SAFETY: the caller's contract; the driver copies the parameters before it returns.
            return unsafe {
                driver.cuLaunchCooperativeKernel(self.raw, gx, gy, gz, bx, by, bz, shared, stream.raw, params)
            };
        }
        let mut first = [0; 16];
        first[0] = 1;
        let attribute = |id| CUlaunchAttribute { id, unused: 0, value: first };
        let mut attributes = [attribute(PROGRAMMATIC_STREAM_SERIALIZATION), attribute(COOPERATIVE)];
        let config = CUlaunchConfig {
            grid,
            block,
            shared,
            stream: stream.raw,
            attributes: attributes.as_mut_ptr(),
            count: 1 + u32::from(special.cooperative),
        };
        // SAFETY: as above, and the attributes outlive the call.
        unsafe { driver.cuLaunchKernelEx(&raw const config, self.raw, params, ptr::null_mut()) }
    }
}
