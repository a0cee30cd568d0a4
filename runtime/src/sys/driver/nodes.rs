//! What the driver is told of the nodes of a graph.

use std::ffi::{c_int, c_uint, c_void};

use super::{CUcontext, CUdeviceptr, CUfunction, CUgraph, HostFunction};

/// A kernel in a graph (`CUDA_KERNEL_NODE_PARAMS`).
#[repr(C)]
pub(crate) struct KernelNode {
    pub(crate) function: CUfunction,
    pub(crate) grid: [c_uint; 3],
    pub(crate) block: [c_uint; 3],
    pub(crate) shared: c_uint,
    pub(crate) params: *mut *mut c_void,
    pub(crate) extra: *mut *mut c_void,
}

const _: () = assert!(size_of::<KernelNode>() == 56);

/// One side of a copy in a graph.
#[repr(C)]
pub(crate) struct CopyEnd {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) z: usize,
    pub(crate) level: usize,
    /// 1 the host's, 2 the device's.
    pub(crate) memory: c_int,
    pub(crate) host: *mut c_void,
    pub(crate) device: CUdeviceptr,
    pub(crate) array: *mut c_void,
    pub(crate) reserved: *mut c_void,
    pub(crate) pitch: usize,
    pub(crate) height: usize,
}

/// A copy in a graph (`CUDA_MEMCPY3D`).
#[repr(C)]
pub(crate) struct CopyNode {
    pub(crate) from: CopyEnd,
    pub(crate) to: CopyEnd,
    pub(crate) bytes: usize,
    pub(crate) height: usize,
    pub(crate) depth: usize,
}

const _: () = assert!(size_of::<CopyNode>() == 200);

/// A fill in a graph (`CUDA_MEMSET_NODE_PARAMS`).
#[repr(C)]
pub(crate) struct SetNode {
    pub(crate) to: CUdeviceptr,
    pub(crate) pitch: usize,
    pub(crate) value: c_uint,
    pub(crate) size: c_uint,
    pub(crate) count: usize,
    pub(crate) rows: usize,
}

const _: () = assert!(size_of::<SetNode>() == 40);

/// A function of the host's in a graph (`CUDA_HOST_NODE_PARAMS`).
#[repr(C)]
pub(crate) struct HostNode {
    pub(crate) function: HostFunction,
    pub(crate) data: *mut c_void,
}

/// A part of a graph that runs on a condition (`CUgraphNodeParams` of that kind).
#[repr(C)]
pub(crate) struct ConditionNode {
    /// 13 for this kind of node.
    pub(crate) node_type: c_int,
    pub(crate) reserved: [c_int; 3],
    pub(crate) handle: u64,
    /// 0 once, 1 again and again.
    pub(crate) kind: c_int,
    pub(crate) size: c_uint,
    /// Where the driver says what graphs to fill.
    pub(crate) bodies: *mut CUgraph,
    pub(crate) context: CUcontext,
    pub(crate) unused: [u64; 26],
}

const _: () = assert!(size_of::<ConditionNode>() == 256);
