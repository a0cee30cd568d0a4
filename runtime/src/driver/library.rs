//! Code that is loaded for every context at once, and what the driver says of its kernels.
//!
//! Takes a whole image; guarantees that a driver without such libraries (before CUDA 12.0) is not asked for one,
//! and that what failed leaves nothing loaded; leaves which image, and which of its kernels, to [`crate::object`].

use std::ffi::{CStr, c_int};
use std::ptr;

use crate::error::{Error, Result};
use crate::sys::driver::{
    CUfunction, CUkernel, CUlaunchAttribute, CUlaunchConfig, CUlibrary, CUmodule, CUstream, Driver,
    INVALID_VALUE, NOT_SUPPORTED,
};

use super::{Context, Function};

/// Loaded code. It is never unloaded by itself: a launch then needs no count of its users.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    driver: &'static Driver,
    raw: CUlibrary,
}

impl Library {
    /// Loads an image that ends in a NUL. `None` where the driver loads into one context at a time.
    pub(crate) fn load(driver: &'static Driver, image: &[u8]) -> Result<Option<Library>> {
        let mut raw = CUlibrary(ptr::null_mut());
        let none = ptr::null_mut();
        // SAFETY: the image is whole and outlives the call, in which the driver copies it; there are no options.
        let loaded = unsafe {
            driver.cuLibraryLoadData(
                &raw mut raw,
                image.as_ptr().cast(),
                none,
                ptr::null_mut(),
                0,
                none,
                ptr::null_mut(),
                0,
            )
        };
        match loaded {
            Ok(()) => Ok(Some(Library { driver, raw })),
            Err(Error::SymbolMissing { .. } | Error::Driver { code: NOT_SUPPORTED, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Unloads code that nobody has used.
    pub(crate) fn unload(self) {
        // SAFETY: the caller has made no function of it.
        let _ = unsafe { self.driver.cuLibraryUnload(self.raw) };
    }

    /// The kernel of a name, in whichever context.
    pub(crate) fn kernel(&self, name: &CStr) -> Result<CUkernel> {
        let mut kernel = CUkernel(ptr::null_mut());
        // SAFETY: the library is loaded, the name ends in a NUL, and the answer has its place.
        unsafe { self.driver.cuLibraryGetKernel(&raw mut kernel, self.raw, name.as_ptr()) }?;
        Ok(kernel)
    }
}

/// Loads an image that ends in a NUL into one context, for good, and finds a kernel in it.
pub(crate) fn load_module(context: &Context, image: &[u8], name: &CStr) -> Result<CUfunction> {
    let _current = context.enter()?;
    let driver = context.driver;
    let mut module = CUmodule(ptr::null_mut());
    let mut function = CUfunction(ptr::null_mut());
    // SAFETY: the image is whole and outlives the call, without options; the name ends in a NUL, and the answers
    // have their places.
    unsafe {
        driver.cuModuleLoadDataEx(
            &raw mut module,
            image.as_ptr().cast(),
            0,
            ptr::null_mut(),
            ptr::null_mut(),
        )?;
        driver.cuModuleGetFunction(&raw mut function, module, name.as_ptr()).inspect_err(|_| {
            // SAFETY: nothing of the module is in use.
            let _ = driver.cuModuleUnload(module);
        })?;
    }
    Ok(function)
}

/// A library's kernel as a function of one context.
pub(crate) fn in_context(context: &Context, kernel: CUkernel) -> Result<CUfunction> {
    let _current = context.enter()?;
    let mut function = CUfunction(ptr::null_mut());
    // SAFETY: libraries are not unloaded once a kernel was taken from them, and the answer has its place.
    unsafe { context.driver.cuKernelGetFunction(&raw mut function, kernel) }?;
    Ok(function)
}

/// An attribute of a function, or 0 where this driver does not know it.
pub(crate) fn attribute(context: &Context, function: CUfunction, attribute: c_int) -> Result<u32> {
    let mut value = 0;
    // SAFETY: the function is loaded for good, and `value` is a place for the answer.
    match unsafe { context.driver.cuFuncGetAttribute(&raw mut value, attribute, function) } {
        Ok(()) => Ok(u32::try_from(value).unwrap_or(0)),
        Err(Error::Driver { code: INVALID_VALUE, .. }) => Ok(0),
        Err(error) => Err(error),
    }
}

/// Offset and size in bytes of each of a function's parameters; `None` where the driver does not tell.
pub(crate) fn parameters(context: &Context, function: CUfunction) -> Result<Option<Vec<(usize, usize)>>> {
    let _current = context.enter()?;
    let mut all = Vec::new();
    loop {
        let (mut offset, mut bytes) = (0, 0);
        // SAFETY: the function is loaded for good, and the answers have their places.
        let told = unsafe {
            context.driver.cuFuncGetParamInfo(function, all.len(), &raw mut offset, &raw mut bytes)
        };
        match told {
            Ok(()) => all.push((offset, bytes)),
            // One past the last.
            Err(Error::Driver { code: INVALID_VALUE, .. }) => return Ok(Some(all)),
            Err(Error::SymbolMissing { .. } | Error::Driver { code: NOT_SUPPORTED, .. }) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
}

impl Function {
    /// How many blocks of so many threads, with so much dynamic shared memory, run on a multiprocessor at once.
    pub(crate) fn blocks_per_multiprocessor(
        &self,
        context: &Context,
        threads: u32,
        shared: usize,
    ) -> Result<u32> {
        let _current = context.enter()?;
        let mut blocks = 0;
        let threads = c_int::try_from(threads).unwrap_or(c_int::MAX);
        // SAFETY: the function is loaded for good, and the answer has its place.
        unsafe {
            context.driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &raw mut blocks,
                self.raw(),
                threads,
                shared,
            )
        }?;
        Ok(u32::try_from(blocks).unwrap_or(0))
    }

    /// The block, of at most so many threads (0 is as many as may be), with which most threads run at once, and how
    /// many such blocks fill the device.
    pub(crate) fn auto_block(&self, context: &Context, shared: usize, most: u32) -> Result<(u32, u32)> {
        let _current = context.enter()?;
        let (mut grid, mut block) = (0, 0);
        let most = c_int::try_from(most).unwrap_or(c_int::MAX);
        // SAFETY: the function is loaded for good, the answers have their places, and no function tells the shared
        // memory.
        unsafe {
            context.driver.cuOccupancyMaxPotentialBlockSize(
                &raw mut grid,
                &raw mut block,
                self.raw(),
                ptr::null(),
                shared,
                most,
            )
        }?;
        Ok((u32::try_from(block).unwrap_or(0), u32::try_from(grid).unwrap_or(0)))
    }

    /// How many clusters of a shape run at once on the device.
    pub(crate) fn active_clusters(
        &self,
        context: &Context,
        cluster: [u32; 3],
        block: [u32; 3],
        shared: u32,
    ) -> Result<u32> {
        const CLUSTER_DIMENSION: u32 = 4;
        let _current = context.enter()?;
        let mut value = [0; 16];
        value[..3].copy_from_slice(&cluster);
        let mut attribute = CUlaunchAttribute { id: CLUSTER_DIMENSION, unused: 0, value };
        let config = CUlaunchConfig {
            grid: cluster,
            block,
            shared,
            stream: CUstream(ptr::null_mut()),
            attributes: &raw mut attribute,
            count: 1,
        };
        let mut clusters = 0;
        // SAFETY: the function is loaded for good, the configuration and its attribute outlive the call, and the
        // answer has its place.
        unsafe {
            context.driver.cuOccupancyMaxActiveClusters(&raw mut clusters, self.raw(), &raw const config)
        }?;
        Ok(u32::try_from(clusters).unwrap_or(0))
    }
}
