//! The CUDA driver's entry points.
//!
//! Takes nothing; guarantees that the library is opened once, that each symbol is resolved on its first use and
//! then costs one load, and that every failure is an [`Error`]; leaves the safety of each call to the caller.

#![allow(non_snake_case, non_camel_case_types)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::Library;

pub(crate) mod codes;
mod nodes;

pub(crate) use nodes::{ConditionNode, CopyEnd, CopyNode, HostNode, KernelNode, SetNode};

use crate::error::{Error, Result};

pub(crate) type CUresult = c_int;
pub(crate) type CUdevice = c_int;
pub(crate) type CUdeviceptr = u64;

macro_rules! handles {
    ($($name:ident),*) => {$(
        /// A handle of the driver; only a number on this side.
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct $name(pub(crate) *mut c_void);

        // SAFETY: the driver lets any thread use any handle; the pointer is never followed here.
        unsafe impl Send for $name {}
        // SAFETY: as above; calls with one handle from several threads are ordered by the driver.
        unsafe impl Sync for $name {}
    )*};
}

handles!(CUcontext, CUstream, CUevent, CUmodule, CUfunction, CUmemoryPool, CUlinkState, CUlibrary, CUkernel);
handles!(CUgraph, CUgraphNode, CUgraphExec);

/// A function of the host's in a stream's work.
pub(crate) type HostFunction = unsafe extern "system" fn(*mut c_void);
/// A function of the host's behind a stream's work, whatever became of it.
pub(crate) type StreamCallback = unsafe extern "system" fn(CUstream, CUresult, *mut c_void);

pub(crate) const SUCCESS: CUresult = 0;
pub(crate) const OUT_OF_MEMORY: CUresult = 2;
pub(crate) const STUB_LIBRARY: CUresult = 34;
pub(crate) const NO_DEVICE: CUresult = 100;
pub(crate) const INVALID_IMAGE: CUresult = 200;
pub(crate) const NO_BINARY_FOR_GPU: CUresult = 209;
pub(crate) const INVALID_PTX: CUresult = 218;
pub(crate) const JIT_COMPILER_NOT_FOUND: CUresult = 221;
pub(crate) const UNSUPPORTED_PTX_VERSION: CUresult = 222;
pub(crate) const INVALID_VALUE: CUresult = 1;
pub(crate) const INVALID_CONTEXT: CUresult = 201;
pub(crate) const INVALID_HANDLE: CUresult = 400;
pub(crate) const NOT_FOUND: CUresult = 500;
pub(crate) const NOT_READY: CUresult = 600;
pub(crate) const NOT_SUPPORTED: CUresult = 801;

/// Creation properties of a memory pool.
#[repr(C)]
pub(crate) struct CUmemPoolProps {
    pub(crate) alloc_type: c_int,
    pub(crate) handle_types: c_int,
    pub(crate) location_type: c_int,
    pub(crate) location_id: c_int,
    pub(crate) security: *mut c_void,
    pub(crate) max_size: usize,
    pub(crate) usage: u16,
    pub(crate) reserved: [u8; 54],
}

const _: () = assert!(size_of::<CUmemPoolProps>() == 88);

/// Where memory is: on a device, or on the host.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct CUmemLocation {
    pub(crate) kind: c_int,
    pub(crate) id: c_int,
}

/// Who may access memory, and how.
#[repr(C)]
pub(crate) struct CUmemAccessDesc {
    pub(crate) location: CUmemLocation,
    pub(crate) flags: c_int,
}

/// What memory is to be that has no address yet.
#[repr(C)]
pub(crate) struct CUmemAllocationProp {
    pub(crate) kind: c_int,
    pub(crate) handle_types: c_int,
    pub(crate) location: CUmemLocation,
    pub(crate) windows: *mut c_void,
    pub(crate) flags: [u8; 8],
}

/// Names memory or an event to another process.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct CUipcHandle {
    pub(crate) bytes: [u8; 64],
}

/// How the copies of a batch are done.
#[repr(C)]
pub(crate) struct CUmemcpyAttributes {
    pub(crate) order: c_int,
    pub(crate) from: CUmemLocation,
    pub(crate) to: CUmemLocation,
    pub(crate) flags: c_uint,
}

/// One side of a copy of rows.
#[repr(C)]
pub(crate) struct CUmemcpy2DSide {
    pub(crate) x_bytes: usize,
    pub(crate) y: usize,
    pub(crate) kind: c_int,
    pub(crate) host: *mut c_void,
    pub(crate) device: CUdeviceptr,
    pub(crate) array: *mut c_void,
    pub(crate) pitch: usize,
}

/// A copy of rows.
#[repr(C)]
pub(crate) struct CUmemcpy2D {
    pub(crate) from: CUmemcpy2DSide,
    pub(crate) to: CUmemcpy2DSide,
    pub(crate) width_bytes: usize,
    pub(crate) height: usize,
}

const _: () = assert!(size_of::<CUmemcpy2D>() == 128 && size_of::<CUmemcpyAttributes>() == 24);
const _: () = assert!(size_of::<CUmemAccessDesc>() == 12 && size_of::<CUmemAllocationProp>() == 32);

/// One thing that a launch asks for beside its size.
#[repr(C)]
pub(crate) struct CUlaunchAttribute {
    pub(crate) id: c_uint,
    pub(crate) unused: u32,
    /// A union in C; what is not used is zero.
    pub(crate) value: [u32; 16],
}

/// The size of a launch, and what else it asks for.
#[repr(C)]
pub(crate) struct CUlaunchConfig {
    pub(crate) grid: [c_uint; 3],
    pub(crate) block: [c_uint; 3],
    pub(crate) shared: c_uint,
    pub(crate) stream: CUstream,
    pub(crate) attributes: *mut CUlaunchAttribute,
    pub(crate) count: c_uint,
}

const _: () = assert!(size_of::<CUlaunchAttribute>() == 72 && size_of::<CUlaunchConfig>() == 56);

/// The type of `cuLaunchKernel`.
pub(crate) type LaunchKernel = unsafe extern "system" fn(
    CUfunction,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    CUstream,
    *mut *mut c_void,
    *mut *mut c_void,
) -> CUresult;

/// One entry point: unresolved, then its address for good.
struct Symbol {
    address: AtomicPtr<c_void>,
    name: &'static str,
    since: &'static str,
}

impl Symbol {
    const fn new(name: &'static str, since: &'static str) -> Symbol {
        Symbol { address: AtomicPtr::new(ptr::null_mut()), name, since }
    }

    #[inline]
    fn get(&self, driver: &Driver) -> Result<*mut c_void> {
        let address = self.address.load(Ordering::Relaxed);
        if address.is_null() { self.resolve(driver) } else { Ok(address) }
    }

    #[cold]
    fn resolve(&self, driver: &Driver) -> Result<*mut c_void> {
        // SAFETY: the symbol is only taken as an address here, and the library stays open as long as the driver object,
        // which holds the address; its type is stated where it is called.
        let found = unsafe {
            let symbol = driver.library.get::<*mut c_void>(self.name).ok();
            symbol.and_then(|symbol| symbol.try_as_raw_ptr()).filter(|address| !address.is_null())
        };
        match found {
            Some(address) => {
                self.address.store(address, Ordering::Relaxed);
                Ok(address)
            }
            None => Err(Error::SymbolMissing {
                symbol: self.name,
                found: driver.version.map_or_else(|| "an unknown version".to_owned(), version_text),
                needed: self.since,
            }),
        }
    }
}

macro_rules! entry_points {
    ($($method:ident = $symbol:literal since $since:literal ($($arg:ident: $type:ty),* $(,)?);)*) => {
        struct Symbols {
            $($method: Symbol,)*
        }

        impl Symbols {
            const fn unresolved() -> Symbols {
                Symbols { $($method: Symbol::new($symbol, $since),)* }
            }
        }

        impl Driver {
            $(
                /// Calls the driver's function of this name.
                #[inline]
                // Two of them are called by their symbols, to put a failure of the others into words.
                #[allow(clippy::too_many_arguments, dead_code)]
                pub(crate) unsafe fn $method(&self, $($arg: $type),*) -> Result<()> {
                    if Driver::forked() {
                        return Err(Error::Forked);
                    }
                    let address = self.symbols.$method.get(self)?;
                    // SAFETY: the driver exports the symbol with this signature since the version stated; the
                    // arguments' meaning is the caller's to hold.
                    let code = unsafe {
                        let function: unsafe extern "system" fn($($type),*) -> CUresult =
                            std::mem::transmute(address);
                        function($($arg),*)
                    };
                    if code == SUCCESS { Ok(()) } else { Err(self.error($symbol, code)) }
                }
            )*
        }
    };
}

entry_points! {
    cuInit = "cuInit" since "2.0" (flags: c_uint);
    cuDriverGetVersion = "cuDriverGetVersion" since "2.2" (version: *mut c_int);
    cuGetErrorName = "cuGetErrorName" since "6.0" (error: CUresult, text: *mut *const c_char);
    cuGetErrorString = "cuGetErrorString" since "6.0" (error: CUresult, text: *mut *const c_char);
    cuDeviceGetCount = "cuDeviceGetCount" since "2.0" (count: *mut c_int);
    cuDeviceGet = "cuDeviceGet" since "2.0" (device: *mut CUdevice, ordinal: c_int);
    cuDeviceGetName = "cuDeviceGetName" since "2.0" (name: *mut c_char, len: c_int, device: CUdevice);
    cuDeviceTotalMem = "cuDeviceTotalMem_v2" since "3.2" (bytes: *mut usize, device: CUdevice);
    cuDeviceGetAttribute = "cuDeviceGetAttribute" since "2.0" (value: *mut c_int, attribute: c_int, device: CUdevice);
    cuDeviceGetUuid = "cuDeviceGetUuid_v2" since "11.4" (uuid: *mut [u8; 16], device: CUdevice);
    cuDeviceGetPCIBusId = "cuDeviceGetPCIBusId" since "4.1" (text: *mut c_char, len: c_int, device: CUdevice);
    cuMemGetInfo = "cuMemGetInfo_v2" since "3.2" (free: *mut usize, total: *mut usize);
    cuDevicePrimaryCtxRetain = "cuDevicePrimaryCtxRetain" since "7.0" (context: *mut CUcontext, device: CUdevice);
    cuDevicePrimaryCtxRelease = "cuDevicePrimaryCtxRelease_v2" since "11.0" (device: CUdevice);
    cuCtxGetCurrent = "cuCtxGetCurrent" since "4.0" (context: *mut CUcontext);
    cuCtxSetCurrent = "cuCtxSetCurrent" since "4.0" (context: CUcontext);
    cuCtxGetStreamPriorityRange = "cuCtxGetStreamPriorityRange" since "5.5" (least: *mut c_int, greatest: *mut c_int);
    cuStreamCreateWithPriority = "cuStreamCreateWithPriority" since "5.5"
        (stream: *mut CUstream, flags: c_uint, priority: c_int);
    cuStreamDestroy = "cuStreamDestroy_v2" since "4.0" (stream: CUstream);
    cuStreamSynchronize = "cuStreamSynchronize" since "2.0" (stream: CUstream);
    cuStreamQuery = "cuStreamQuery" since "2.0" (stream: CUstream);
    cuStreamWaitEvent = "cuStreamWaitEvent" since "3.2" (stream: CUstream, event: CUevent, flags: c_uint);
    cuLaunchHostFunc = "cuLaunchHostFunc" since "10.0"
        (stream: CUstream, function: HostFunction, data: *mut c_void);
    cuStreamAddCallback = "cuStreamAddCallback" since "5.0"
        (stream: CUstream, function: StreamCallback, data: *mut c_void, flags: c_uint);
    cuEventQuery = "cuEventQuery" since "2.0" (event: CUevent);
    cuEventCreate = "cuEventCreate" since "2.0" (event: *mut CUevent, flags: c_uint);
    cuEventRecord = "cuEventRecord" since "2.0" (event: CUevent, stream: CUstream);
    cuEventSynchronize = "cuEventSynchronize" since "2.0" (event: CUevent);
    cuEventElapsedTime = "cuEventElapsedTime" since "2.0" (milliseconds: *mut f32, start: CUevent, end: CUevent);
    cuEventDestroy = "cuEventDestroy_v2" since "4.0" (event: CUevent);
    cuMemAlloc = "cuMemAlloc_v2" since "3.2" (pointer: *mut CUdeviceptr, bytes: usize);
    cuMemFree = "cuMemFree_v2" since "3.2" (pointer: CUdeviceptr);
    cuMemPoolCreate = "cuMemPoolCreate" since "11.2" (pool: *mut CUmemoryPool, props: *const CUmemPoolProps);
    cuMemPoolDestroy = "cuMemPoolDestroy" since "11.2" (pool: CUmemoryPool);
    cuMemPoolSetAttribute = "cuMemPoolSetAttribute" since "11.2"
        (pool: CUmemoryPool, attribute: c_int, value: *mut c_void);
    cuMemPoolGetAttribute = "cuMemPoolGetAttribute" since "11.2"
        (pool: CUmemoryPool, attribute: c_int, value: *mut c_void);
    cuMemPoolTrimTo = "cuMemPoolTrimTo" since "11.2" (pool: CUmemoryPool, keep: usize);
    cuMemAllocFromPoolAsync = "cuMemAllocFromPoolAsync" since "11.2"
        (pointer: *mut CUdeviceptr, bytes: usize, pool: CUmemoryPool, stream: CUstream);
    cuMemFreeAsync = "cuMemFreeAsync" since "11.2" (pointer: CUdeviceptr, stream: CUstream);
    cuMemHostAlloc = "cuMemHostAlloc" since "2.2" (pointer: *mut *mut c_void, bytes: usize, flags: c_uint);
    cuMemFreeHost = "cuMemFreeHost" since "2.0" (pointer: *mut c_void);
    cuMemHostGetDevicePointer = "cuMemHostGetDevicePointer_v2" since "3.2"
        (device: *mut CUdeviceptr, host: *mut c_void, flags: c_uint);
    cuMemAllocManaged = "cuMemAllocManaged" since "6.0" (pointer: *mut CUdeviceptr, bytes: usize, flags: c_uint);
    cuMemAdvise = "cuMemAdvise" since "8.0" (pointer: CUdeviceptr, bytes: usize, advice: c_int, device: CUdevice);
    cuMemPrefetchAsync = "cuMemPrefetchAsync" since "8.0"
        (pointer: CUdeviceptr, bytes: usize, device: CUdevice, stream: CUstream);
    cuMemGetAllocationGranularity = "cuMemGetAllocationGranularity" since "10.2"
        (bytes: *mut usize, props: *const CUmemAllocationProp, option: c_int);
    cuMemAddressReserve = "cuMemAddressReserve" since "10.2"
        (pointer: *mut CUdeviceptr, bytes: usize, alignment: usize, wish: CUdeviceptr, flags: u64);
    cuMemAddressFree = "cuMemAddressFree" since "10.2" (pointer: CUdeviceptr, bytes: usize);
    cuMemCreate = "cuMemCreate" since "10.2"
        (handle: *mut u64, bytes: usize, props: *const CUmemAllocationProp, flags: u64);
    cuMemRelease = "cuMemRelease" since "10.2" (handle: u64);
    cuMemMap = "cuMemMap" since "10.2"
        (pointer: CUdeviceptr, bytes: usize, offset: usize, handle: u64, flags: u64);
    cuMemUnmap = "cuMemUnmap" since "10.2" (pointer: CUdeviceptr, bytes: usize);
    cuMemSetAccess = "cuMemSetAccess" since "10.2"
        (pointer: CUdeviceptr, bytes: usize, access: *const CUmemAccessDesc, count: usize);
    cuIpcGetEventHandle = "cuIpcGetEventHandle" since "4.1" (handle: *mut CUipcHandle, event: CUevent);
    cuIpcOpenEventHandle = "cuIpcOpenEventHandle" since "4.1" (event: *mut CUevent, handle: CUipcHandle);
    cuIpcGetMemHandle = "cuIpcGetMemHandle" since "4.1" (handle: *mut CUipcHandle, pointer: CUdeviceptr);
    cuIpcOpenMemHandle = "cuIpcOpenMemHandle_v2" since "11.0"
        (pointer: *mut CUdeviceptr, handle: CUipcHandle, flags: c_uint);
    cuIpcCloseMemHandle = "cuIpcCloseMemHandle" since "4.1" (pointer: CUdeviceptr);
    cuMemcpyHtoDAsync = "cuMemcpyHtoDAsync_v2" since "3.2"
        (to: CUdeviceptr, from: *const c_void, bytes: usize, stream: CUstream);
    cuMemcpyDtoHAsync = "cuMemcpyDtoHAsync_v2" since "3.2"
        (to: *mut c_void, from: CUdeviceptr, bytes: usize, stream: CUstream);
    cuMemcpyDtoDAsync = "cuMemcpyDtoDAsync_v2" since "3.2"
        (to: CUdeviceptr, from: CUdeviceptr, bytes: usize, stream: CUstream);
    cuMemcpyPeerAsync = "cuMemcpyPeerAsync" since "4.0"
        (to: CUdeviceptr, to_context: CUcontext, from: CUdeviceptr, from_context: CUcontext, bytes: usize, stream: CUstream);
    cuMemcpy2DAsync = "cuMemcpy2DAsync_v2" since "3.2" (copy: *const CUmemcpy2D, stream: CUstream);
    cuMemcpyBatchAsync = "cuMemcpyBatchAsync" since "12.8"
        (to: *mut CUdeviceptr, from: *mut CUdeviceptr, bytes: *mut usize, count: usize, attributes: *mut CUmemcpyAttributes,
         first: *mut usize, attribute_count: usize, failed: *mut usize, stream: CUstream);
    cuDeviceCanAccessPeer = "cuDeviceCanAccessPeer" since "4.0" (can: *mut c_int, device: CUdevice, peer: CUdevice);
    cuCtxEnablePeerAccess = "cuCtxEnablePeerAccess" since "4.0" (peer: CUcontext, flags: c_uint);
    cuCtxSynchronize = "cuCtxSynchronize" since "2.0" ();
    cuMemPoolSetAccess = "cuMemPoolSetAccess" since "11.2"
        (pool: CUmemoryPool, access: *const CUmemAccessDesc, count: usize);
    cuMemsetD8Async = "cuMemsetD8Async" since "3.2" (to: CUdeviceptr, value: u8, count: usize, stream: CUstream);
    cuMemsetD16Async = "cuMemsetD16Async" since "3.2" (to: CUdeviceptr, value: u16, count: usize, stream: CUstream);
    cuMemsetD32Async = "cuMemsetD32Async" since "3.2" (to: CUdeviceptr, value: u32, count: usize, stream: CUstream);
    cuMemsetD2D8Async = "cuMemsetD2D8Async" since "3.2"
        (to: CUdeviceptr, pitch: usize, value: u8, width: usize, height: usize, stream: CUstream);
    cuMemsetD2D16Async = "cuMemsetD2D16Async" since "3.2"
        (to: CUdeviceptr, pitch: usize, value: u16, width: usize, height: usize, stream: CUstream);
    cuMemsetD2D32Async = "cuMemsetD2D32Async" since "3.2"
        (to: CUdeviceptr, pitch: usize, value: u32, width: usize, height: usize, stream: CUstream);
    cuModuleLoadDataEx = "cuModuleLoadDataEx" since "2.1"
        (module: *mut CUmodule, image: *const c_void, count: c_uint, options: *mut c_int, values: *mut *mut c_void);
    cuModuleUnload = "cuModuleUnload" since "2.0" (module: CUmodule);
    cuModuleGetFunction = "cuModuleGetFunction" since "2.0"
        (function: *mut CUfunction, module: CUmodule, name: *const c_char);
    cuLibraryLoadData = "cuLibraryLoadData" since "12.0"
        (library: *mut CUlibrary, image: *const c_void, options: *mut c_int, values: *mut *mut c_void, count: c_uint,
         library_options: *mut c_int, library_values: *mut *mut c_void, library_count: c_uint);
    cuLibraryUnload = "cuLibraryUnload" since "12.0" (library: CUlibrary);
    cuLibraryGetKernel = "cuLibraryGetKernel" since "12.0"
        (kernel: *mut CUkernel, library: CUlibrary, name: *const c_char);
    cuKernelGetFunction = "cuKernelGetFunction" since "12.0" (function: *mut CUfunction, kernel: CUkernel);
    cuFuncGetParamInfo = "cuFuncGetParamInfo" since "12.4"
        (function: CUfunction, index: usize, offset: *mut usize, bytes: *mut usize);
    cuLinkCreate = "cuLinkCreate_v2" since "6.5"
        (count: c_uint, options: *mut c_int, values: *mut *mut c_void, state: *mut CUlinkState);
    cuLinkAddData = "cuLinkAddData_v2" since "6.5"
        (state: CUlinkState, kind: c_int, data: *mut c_void, bytes: usize, name: *const c_char,
         count: c_uint, options: *mut c_int, values: *mut *mut c_void);
    cuLinkComplete = "cuLinkComplete" since "5.5"
        (state: CUlinkState, image: *mut *mut c_void, bytes: *mut usize);
    cuLinkDestroy = "cuLinkDestroy" since "5.5" (state: CUlinkState);
    cuFuncGetAttribute = "cuFuncGetAttribute" since "2.2" (value: *mut c_int, attribute: c_int, function: CUfunction);
    cuFuncSetAttribute = "cuFuncSetAttribute" since "9.0" (function: CUfunction, attribute: c_int, value: c_int);
    cuOccupancyMaxActiveBlocksPerMultiprocessor = "cuOccupancyMaxActiveBlocksPerMultiprocessor" since "6.5"
        (blocks: *mut c_int, function: CUfunction, block: c_int, shared: usize);
    cuOccupancyMaxPotentialBlockSize = "cuOccupancyMaxPotentialBlockSize" since "6.5"
        (grid: *mut c_int, block: *mut c_int, function: CUfunction, shared_of_block: *const c_void, shared: usize,
         most: c_int);
    cuOccupancyMaxActiveClusters = "cuOccupancyMaxActiveClusters" since "11.8"
        (clusters: *mut c_int, function: CUfunction, config: *const CUlaunchConfig);
    cuLaunchKernel = "cuLaunchKernel" since "4.0"
        (function: CUfunction, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
         block_x: c_uint, block_y: c_uint, block_z: c_uint, shared: c_uint, stream: CUstream,
         params: *mut *mut c_void, extra: *mut *mut c_void);
    cuGraphCreate = "cuGraphCreate" since "10.0" (graph: *mut CUgraph, flags: c_uint);
    cuGraphDestroy = "cuGraphDestroy" since "10.0" (graph: CUgraph);
    cuTensorMapEncodeTiled = "cuTensorMapEncodeTiled" since "12.0"
        (map: *mut c_void, element: c_int, rank: c_uint, address: u64, extents: *const u64, strides: *const u64,
         box_extents: *const c_uint, steps: *const c_uint, interleave: c_int, swizzle: c_int, promotion: c_int,
         fill: c_int);
    cuGraphAddKernelNode = "cuGraphAddKernelNode" since "10.0"
        (node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *const KernelNode);
    cuGraphAddMemcpyNode = "cuGraphAddMemcpyNode" since "10.0"
        (node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *const CopyNode,
         context: CUcontext);
    cuGraphAddMemsetNode = "cuGraphAddMemsetNode" since "10.0"
        (node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *const SetNode,
         context: CUcontext);
    cuGraphAddHostNode = "cuGraphAddHostNode" since "10.0"
        (node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *const HostNode);
    cuGraphAddEmptyNode = "cuGraphAddEmptyNode" since "10.0"
        (node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize);
    cuGraphAddChildGraphNode = "cuGraphAddChildGraphNode" since "10.0"
        (node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, child: CUgraph);
    cuGraphAddNode = "cuGraphAddNode" since "12.2"
        (node: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, params: *mut ConditionNode);
    cuGraphConditionalHandleCreate = "cuGraphConditionalHandleCreate" since "12.4"
        (handle: *mut u64, graph: CUgraph, context: CUcontext, value: c_uint, flags: c_uint);
    cuGraphInstantiate = "cuGraphInstantiateWithFlags" since "11.4"
        (exec: *mut CUgraphExec, graph: CUgraph, flags: u64);
    cuGraphExecDestroy = "cuGraphExecDestroy" since "10.0" (exec: CUgraphExec);
    cuGraphLaunch = "cuGraphLaunch" since "10.0" (exec: CUgraphExec, stream: CUstream);
    cuGraphExecKernelNodeSetParams = "cuGraphExecKernelNodeSetParams" since "10.1"
        (exec: CUgraphExec, node: CUgraphNode, params: *const KernelNode);
    cuGraphNodeSetEnabled = "cuGraphNodeSetEnabled" since "11.6"
        (exec: CUgraphExec, node: CUgraphNode, enabled: c_uint);
    cuLaunchKernelEx = "cuLaunchKernelEx" since "11.8"
        (config: *const CUlaunchConfig, function: CUfunction, params: *mut *mut c_void, extra: *mut *mut c_void);
    cuLaunchCooperativeKernel = "cuLaunchCooperativeKernel" since "9.0"
        (function: CUfunction, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
         block_x: c_uint, block_y: c_uint, block_z: c_uint, shared: c_uint, stream: CUstream,
         params: *mut *mut c_void);
}

/// The opened and initialized driver.
pub(crate) struct Driver {
    library: Library,
    symbols: Symbols,
    path: PathBuf,
    /// The newest CUDA version that it supports, as 1000 × major + 10 × minor.
    version: Option<i32>,
}

/// Where the driver's library may be, best first.
fn candidates() -> Vec<PathBuf> {
    if cfg!(windows) {
        vec!["nvcuda.dll".into()]
    } else {
        // The last one is where the driver lies under WSL, which is not always on the loader's path.
        vec!["libcuda.so.1".into(), "libcuda.so".into(), "/usr/lib/wsl/lib/libcuda.so.1".into()]
    }
}

impl Driver {
    /// The process's driver, opened and initialized on first use. A failure is kept: a driver does not appear while a
    /// program runs.
    pub(crate) fn get() -> Result<&'static Driver> {
        static DRIVER: OnceLock<Result<Driver>> = OnceLock::new();
        DRIVER.get_or_init(|| Driver::load(&candidates())).as_ref().map_err(Clone::clone)
    }

    fn load(candidates: &[PathBuf]) -> Result<Driver> {
        let mut tried = Vec::new();
        for path in candidates {
            match super::open(path) {
                Ok(library) => {
                    return Driver {
                        library,
                        symbols: Symbols::unresolved(),
                        path: path.clone(),
                        version: None,
                    }
                    .start();
                }
                Err(reason) => tried.push(reason),
            }
        }
        Err(Error::DriverMissing { tried })
    }

    fn start(mut self) -> Result<Driver> {
        let mut version = 0;
        // SAFETY: `version` is a valid place for the answer, and this call is allowed before `cuInit`.
        if unsafe { self.cuDriverGetVersion(&raw mut version) }.is_ok() {
            self.version = Some(version);
        }
        // SAFETY: the flags must be 0, and are.
        match unsafe { self.cuInit(0) } {
            Ok(()) => {
                state::watch();
                Ok(self)
            }
            Err(Error::Driver { code, name, .. }) => Err(Error::DriverUnusable {
                meaning: codes::advice(code).to_owned(),
                library: self.path,
                code,
                name,
            }),
            Err(other) => Err(other),
        }
    }

    /// Whether this process was forked from one in which the driver had been started. Nothing of the driver works
    /// in it, and a call might hang.
    #[inline]
    pub(crate) fn forked() -> bool {
        state::STATE.load(Ordering::Relaxed) & state::FORKED != 0
    }

    /// Whether a profiler records all work.
    #[inline]
    pub(crate) fn is_watched() -> bool {
        state::STATE.load(Ordering::Relaxed) & state::WATCHED != 0
    }

    /// Whether a launch has nobody to tell and nothing to fear: neither of the above.
    #[inline]
    pub(crate) fn is_plain() -> bool {
        state::STATE.load(Ordering::Relaxed) == 0
    }

    /// Makes a profiler record all work, or ends that.
    pub(crate) fn watch(watched: bool) {
        if watched {
            state::STATE.fetch_or(state::WATCHED, Ordering::Relaxed);
        } else {
            state::STATE.fetch_and(!state::WATCHED, Ordering::Relaxed);
        }
    }

    /// The newest CUDA version that the driver supports, as (major, minor).
    pub(crate) fn version(&self) -> (u32, u32) {
        let version = self.version.unwrap_or(0).unsigned_abs();
        (version / 1000, version % 1000 / 10)
    }

    /// `cuLaunchKernel` itself, of a driver that takes the context from the stream and asks for none to be current.
    /// Who calls it has looked whether this process is forked.
    pub(crate) fn launch_anywhere(&self) -> Option<LaunchKernel> {
        if self.version() < (12, 0) {
            return None;
        }
        let address = self.symbols.cuLaunchKernel.get(self).ok()?;
        // SAFETY: this is the function's signature, as it is declared above.
        Some(unsafe { std::mem::transmute::<*mut c_void, LaunchKernel>(address) })
    }

    /// What a function called by its address has answered.
    pub(crate) fn answer(&self, call: &'static str, code: CUresult) -> Result<()> {
        if code == SUCCESS { Ok(()) } else { Err(self.error(call, code)) }
    }

    /// Refuses a driver older than this, which lacks the function or what it does.
    pub(crate) fn needs(&self, symbol: &'static str, least: (u32, u32), needed: &'static str) -> Result<()> {
        match self.version {
            Some(version) if self.version() < least => {
                Err(Error::SymbolMissing { symbol, found: version_text(version), needed })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The error for a code that a call answered with.
    #[cold]
    fn error(&self, call: &'static str, code: CUresult) -> Error {
        // The names of errors are asked for by the raw symbols: an error inside of them has nobody to be told to. That
        // work is not done yet is an answer, not an error: it is asked again and again, and told to nobody.
        let text = |symbol: &Symbol| {
            let address = symbol.get(self).ok().filter(|_| code != NOT_READY)?;
            let mut text: *const c_char = ptr::null();
            // SAFETY: both functions have this signature, and answer with a string of the driver's own or null.
            unsafe {
                let function: unsafe extern "system" fn(CUresult, *mut *const c_char) -> CUresult =
                    std::mem::transmute(address);
                function(code, &raw mut text);
                (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
            }
        };
        let name = text(&self.symbols.cuGetErrorName)
            .unwrap_or_else(|| codes::name(code).unwrap_or("an unknown error").to_owned());
        let meaning = text(&self.symbols.cuGetErrorString).unwrap_or_else(|| "no description".to_owned());
        Error::Driver { call, code, name, meaning }
    }
}

/// What each launch has to know of the process, in one place: a launch finds no memory in the processor's caches.
mod state {
    use std::sync::atomic::{AtomicU8, Ordering};

    pub(super) static STATE: AtomicU8 = AtomicU8::new(0);
    /// The process is a forked child of one that uses the driver.
    pub(super) const FORKED: u8 = 1;
    /// A profiler records all work.
    pub(super) const WATCHED: u8 = 2;

    /// From here on, forked children are told.
    #[cfg(unix)]
    pub(super) fn watch() {
        unsafe extern "C" {
            fn pthread_atfork(
                prepare: Option<unsafe extern "C" fn()>,
                parent: Option<unsafe extern "C" fn()>,
                child: Option<unsafe extern "C" fn()>,
            ) -> std::ffi::c_int;
        }
        unsafe extern "C" fn child() {
            STATE.fetch_or(FORKED, Ordering::Relaxed);
        }
        // SAFETY: POSIX has this function with this signature; the handler only stores to an atomic. Without room
        // for one more handler (the only failure) children are not told, as before.
        let _ = unsafe { pthread_atfork(None, None, Some(child)) };
    }

    #[cfg(not(unix))]
    pub(super) fn watch() {}
}

fn version_text(version: i32) -> String {
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_driver_lists_what_was_tried() {
        let error = Driver::load(&["libkiln-no-such-driver.so.1".into(), "/nowhere/libcuda.so.1".into()])
            .err()
            .unwrap();
        let text = error.to_string();
        assert!(
            text.contains("libkiln-no-such-driver.so.1") && text.contains("/nowhere/libcuda.so.1"),
            "{text}"
        );
        assert!(text.contains("KILN_DEVICE=cpu"), "{text}");
    }

    #[test]
    fn a_library_that_is_no_driver_is_an_error() {
        if cfg!(not(target_os = "linux")) {
            return;
        }
        let error = Driver::load(&["libc.so.6".into()]).err().unwrap();
        assert!(matches!(error, Error::SymbolMissing { symbol: "cuInit", .. }), "{error}");
    }
}
