//! Loaded kernels and their launch.

use kiln_codegen::compact::List;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use kiln_codegen::abi::STATIC_SHARED;

use crate::error::{Error, Result};
use crate::sys::driver::{CUfunction, CUmodule, KernelNode};

use super::{Context, GpuStream};

/// A kernel in a GPU's memory. Never unloaded: code is small, and a launch then needs no count of its users.
#[derive(Debug)]
pub(crate) struct Function {
    pub(super) raw: CUfunction,
    /// The largest block that the kernel's registers and shared memory allow.
    pub(crate) max_threads_per_block: u32,
    /// Bytes of shared memory that each launch allocates, whatever else it asks for.
    pub(super) shared_bytes: u32,
}

/// What the driver says of a kernel's machine code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// Registers of a thread.
    pub(crate) registers: u32,
    /// Bytes of memory of a thread's own: spilled registers, and arrays that are no registers.
    pub(crate) local_bytes: u32,
}

/// Why an image was not loaded.
pub(crate) struct Refused {
    pub(crate) error: Box<Error>,
    /// The driver's log, where it wrote one.
    pub(crate) log: String,
}

const FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: c_int = 0;
const FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: c_int = 3;
const FUNC_ATTRIBUTE_NUM_REGS: c_int = 4;
const FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: c_int = 8;
const FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: c_int = 14;
const JIT_ERROR_LOG_BUFFER: c_int = 5;
const JIT_ERROR_LOG_BUFFER_SIZE: c_int = 6;

impl Function {
    /// Loads an image (a CUBIN, or PTX text without a NUL inside) and finds a kernel in it. A refusal comes with the
    /// driver's log, where it wrote one. Each launch is to allocate `shared_bytes` of shared memory, and may ask
    /// for more, `most_shared` in all, which the caller has found to be no more than the device can give.
    pub(crate) fn load(
        context: &Context,
        image: &[u8],
        symbol: &CStr,
        shared_bytes: u32,
        most_shared: u32,
    ) -> Result<Function, Refused> {
        let bare = |error| Refused { error: Box::new(error), log: String::new() };
        let _current = context.enter().map_err(bare)?;
        let driver = context.driver;
        let mut module = CUmodule(ptr::null_mut());
        // PTX must end in a NUL; a CUBIN does not mind one.
        let image: Vec<u8> = image.iter().copied().chain([0]).list();
        let mut log = vec![0u8; 8192];
        let mut options = [JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_SIZE];
        let mut values: [*mut c_void; 2] =
            [log.as_mut_ptr().cast(), ptr::without_provenance_mut(log.len() - 1)];
        // SAFETY: the image is complete and outlives the call; the two options are a buffer and its size.
        let loaded = unsafe {
            driver.cuModuleLoadDataEx(
                &raw mut module,
                image.as_ptr().cast(),
                2,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        if let Err(error) = loaded {
            let text: Vec<u8> = log.into_iter().take_while(|byte| *byte != 0).list();
            return Err(Refused { error: Box::new(error), log: String::from_utf8_lossy(&text).into_owned() });
        }
        let mut raw = CUfunction(ptr::null_mut());
        let mut threads = 0;
        // SAFETY: the module is loaded, the name ends in a NUL, and the answers have their places.
        let found = unsafe {
            driver.cuModuleGetFunction(&raw mut raw, module, symbol.as_ptr()).and_then(|()| {
                // Above what any kernel may have, the memory has to be asked for.
                if u64::from(most_shared) > STATIC_SHARED {
                    let bytes = most_shared as c_int;
                    driver.cuFuncSetAttribute(raw, FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes)?;
                }
                driver.cuFuncGetAttribute(&raw mut threads, FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, raw)
            })
        };
        if let Err(error) = found {
            // SAFETY: nothing of the module is in use.
            let _ = unsafe { driver.cuModuleUnload(module) };
            return Err(bare(error));
        }
        Ok(Function { raw, max_threads_per_block: u32::try_from(threads).unwrap_or(0), shared_bytes })
    }

    /// A function of somebody else's making, which is never unloaded, with the largest block that it allows. A
    /// launch with more than 48 KiB of dynamic shared memory has to ask for it ([`Function::allow_shared`]).
    pub(crate) fn of(raw: CUfunction, max_threads_per_block: u32) -> Function {
        Function { raw, max_threads_per_block, shared_bytes: 0 }
    }

    #[inline]
    pub(crate) fn raw(&self) -> CUfunction {
        self.raw
    }

    /// Bytes of shared memory that each launch allocates, whatever else it asks for.
    pub(crate) fn shared_bytes(&self) -> u32 {
        self.shared_bytes
    }

    /// Lets launches have so many bytes of dynamic shared memory.
    pub(crate) fn allow_shared(&self, context: &Context, bytes: u32) -> Result<()> {
        let bytes = c_int::try_from(bytes).unwrap_or(c_int::MAX);
        // SAFETY: the function is loaded, for good.
        unsafe {
            context.driver.cuFuncSetAttribute(self.raw, FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes)
        }
    }

    /// Lets launches have clusters of more than 8 blocks, which not every GPU has room for.
    pub(crate) fn allow_wide_clusters(&self, context: &Context) -> Result<()> {
        // SAFETY: the function is loaded, for good.
        unsafe {
            context.driver.cuFuncSetAttribute(self.raw, FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1)
        }
    }

    /// What the kernel's machine code uses.
    pub(crate) fn usage(&self, context: &Context) -> Result<Usage> {
        let get = |attribute| {
            let mut value = 0;
            // SAFETY: the function is loaded, for good, and `value` is a place for the answer.
            unsafe { context.driver.cuFuncGetAttribute(&raw mut value, attribute, self.raw) }?;
            Ok::<_, Error>(u32::try_from(value).unwrap_or(0))
        };
        Ok(Usage {
            registers: get(FUNC_ATTRIBUTE_NUM_REGS)?,
            local_bytes: get(FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
        })
    }

    /// The kernel as a part of a graph, with `more_shared` bytes of shared memory beside what each launch has.
    pub(super) fn node(
        &self,
        grid: [u32; 3],
        block: [u32; 3],
        more_shared: u32,
        params: *mut *mut c_void,
    ) -> KernelNode {
        let shared = self.shared_bytes + more_shared;
        KernelNode { function: self.raw, grid, block, shared, params, extra: ptr::null_mut() }
    }

    /// Gives a launch to a stream whose context is current, with `more_shared` bytes of shared memory beside what
    /// each launch has.
    ///
    /// # Safety
    ///
    /// `params` points to one pointer for each parameter of the kernel, in order, each to a value of its type;
    /// memory that they name stays alive until the stream has passed the launch.
    #[inline]
    pub(crate) unsafe fn launch(
        &self,
        stream: &GpuStream,
        [gx, gy, gz]: &[u32; 3],
        [bx, by, bz]: &[u32; 3],
        more_shared: u32,
        params: *mut *mut c_void,
    ) -> Result<()> {
        let driver = stream.context.driver;
        let shared = self.shared_bytes + more_shared;
        // SAFETY: the caller's contract; the driver copies the parameters before it returns.
        unsafe {
            driver.cuLaunchKernel(
                self.raw,
                *gx,
                *gy,
                *gz,
                *bx,
                *by,
                *bz,
                shared,
                stream.raw,
                params,
                ptr::null_mut(),
            )
        }
    }
}
