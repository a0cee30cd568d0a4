//! The driver's error codes: the name of each, and what to try.
//!
//! Takes a code; guarantees that each of CUDA 13's is known by name, to older drivers' users too, and has advice;
//! leaves saying what happened to the driver's own words.

use super::CUresult;

/// A kernel went wrong in a way that takes the context with it.
const LOST: &str = "a kernel touched memory that it must not, or did what the GPU does not have (an `unchecked` kernel, or foreign code in \
                    this process); the GPU's state in this process is lost, and the process must be started again. `compute-sanitizer` \
                    finds the place";
const HARDWARE: &str = "the GPU's hardware failed; look at the kernel's log (`dmesg`) for lines of Xid, reset the GPU or replace it";
const IMAGE: &str = "the compiled kernel does not fit this driver or GPU: update the driver, or let `Precompile` compile for this GPU too";
const DEFECT: &str =
    "if no other library of this process is involved, this is a defect of Kiln, please report it";
const OTHERS: &str = "another library of this process does what Kiln never asks for: look there";
const MPS: &str = "CUDA's multi-process service has a part in it: look at its log and restart it (`nvidia-cuda-mps-control`)";
const CAPTURE: &str = "another library is capturing this stream: end the capture first, or give Kiln a stream of its own; Kiln's graphs are \
                       made by `Stream::graph`";
const FABRIC: &str = "on machines with NVSwitch start nvidia-fabricmanager, and wait until it is ready";
const PROFILER: &str = "the profiler's interface was called by another library of this process: look there";

/// Code, name, and what to try.
const CODES: &[(CUresult, &str, &str)] = &[
    (1, "CUDA_ERROR_INVALID_VALUE", DEFECT),
    (2, "CUDA_ERROR_OUT_OF_MEMORY", "drop buffers, or give back what the pool keeps (`MemoryPool::trim`)"),
    (
        3,
        "CUDA_ERROR_NOT_INITIALIZED",
        "the driver is shutting down, or the process was forked after CUDA had started; start CUDA in the child only",
    ),
    (
        4,
        "CUDA_ERROR_DEINITIALIZED",
        "the process is ending, and the driver has ended before it: drop what uses the GPU before `main` returns",
    ),
    (5, "CUDA_ERROR_PROFILER_DISABLED", PROFILER),
    (6, "CUDA_ERROR_PROFILER_NOT_INITIALIZED", PROFILER),
    (7, "CUDA_ERROR_PROFILER_ALREADY_STARTED", PROFILER),
    (8, "CUDA_ERROR_PROFILER_ALREADY_STOPPED", PROFILER),
    (
        34,
        "CUDA_ERROR_STUB_LIBRARY",
        "this is the toolkit's stub of the driver, not a driver; take the stubs folder off the loader's path",
    ),
    (36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "update the driver"),
    (
        46,
        "CUDA_ERROR_DEVICE_UNAVAILABLE",
        "another process has the GPU for itself (`nvidia-smi` shows the compute mode); end it, or set the mode to default",
    ),
    (
        47,
        "CUDA_ERROR_MULTICAST_RESOURCE_FULL",
        "other libraries use all of the switch's multicast groups: drop some",
    ),
    (
        100,
        "CUDA_ERROR_NO_DEVICE",
        "the driver sees no GPU; check `nvidia-smi`, CUDA_VISIBLE_DEVICES, and that the container was started with GPUs",
    ),
    (101, "CUDA_ERROR_INVALID_DEVICE", "the GPU's number is not valid; check CUDA_VISIBLE_DEVICES"),
    (
        102,
        "CUDA_ERROR_DEVICE_NOT_LICENSED",
        "the virtual GPU has no licence: look at the log of nvidia-gridd",
    ),
    (200, "CUDA_ERROR_INVALID_IMAGE", IMAGE),
    (
        201,
        "CUDA_ERROR_INVALID_CONTEXT",
        "another library of this process has reset the GPU or destroyed its primary context: let it not, and start the process again",
    ),
    (202, "CUDA_ERROR_CONTEXT_ALREADY_CURRENT", OTHERS),
    (205, "CUDA_ERROR_MAP_FAILED", OTHERS),
    (206, "CUDA_ERROR_UNMAP_FAILED", OTHERS),
    (207, "CUDA_ERROR_ARRAY_IS_MAPPED", OTHERS),
    (208, "CUDA_ERROR_ALREADY_MAPPED", OTHERS),
    (209, "CUDA_ERROR_NO_BINARY_FOR_GPU", IMAGE),
    (210, "CUDA_ERROR_ALREADY_ACQUIRED", OTHERS),
    (211, "CUDA_ERROR_NOT_MAPPED", OTHERS),
    (212, "CUDA_ERROR_NOT_MAPPED_AS_ARRAY", OTHERS),
    (213, "CUDA_ERROR_NOT_MAPPED_AS_POINTER", OTHERS),
    (214, "CUDA_ERROR_ECC_UNCORRECTABLE", HARDWARE),
    (215, "CUDA_ERROR_UNSUPPORTED_LIMIT", OTHERS),
    (216, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE", OTHERS),
    (
        217,
        "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
        "these GPUs cannot reach each other: copy by `Stream::copy`, which finds a way",
    ),
    (218, "CUDA_ERROR_INVALID_PTX", IMAGE),
    (219, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT", OTHERS),
    (220, "CUDA_ERROR_NVLINK_UNCORRECTABLE", HARDWARE),
    (
        221,
        "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
        "the driver's assembler (libnvidia-ptxjitcompiler.so.1) is not on the loader's path: give the container the whole driver",
    ),
    (
        222,
        "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
        "update the driver, or let NVRTC compile the kernel: `pip install nvidia-cuda-nvrtc`",
    ),
    (
        223,
        "CUDA_ERROR_JIT_COMPILATION_DISABLED",
        "CUDA_DISABLE_PTX_JIT forbids assembling: take it away, or let NVRTC compile the kernel",
    ),
    (224, "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", OTHERS),
    (
        225,
        "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC",
        "the code waits on the GPU for what it has launched there, which CUDA 12 has no longer: change that code",
    ),
    (
        226,
        "CUDA_ERROR_CONTAINED",
        "the GPU met a failure of its own and kept it to this process, whose state is lost: start the process again; `dmesg` has lines of Xid",
    ),
    (
        227,
        "CUDA_ERROR_INSUFFICIENT_LOADER_VERSION",
        "the system's CUDA loader is older than the driver: update it",
    ),
    (300, "CUDA_ERROR_INVALID_SOURCE", IMAGE),
    (301, "CUDA_ERROR_FILE_NOT_FOUND", OTHERS),
    (
        302,
        "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND",
        "the driver's libraries are of different versions: install the driver again",
    ),
    (
        303,
        "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED",
        "the driver's libraries are of different versions: install the driver again",
    ),
    (
        304,
        "CUDA_ERROR_OPERATING_SYSTEM",
        "the operating system refused; check the permissions of /dev/nvidia* and the container's devices",
    ),
    (
        400,
        "CUDA_ERROR_INVALID_HANDLE",
        "a stream or event of another library was destroyed while Kiln had it, or is of another context; else this is a defect of Kiln, please report it",
    ),
    (401, "CUDA_ERROR_ILLEGAL_STATE", DEFECT),
    (402, "CUDA_ERROR_LOSSY_QUERY", OTHERS),
    (
        500,
        "CUDA_ERROR_NOT_FOUND",
        "the code has nothing of this name: compare it with what `ObjectCode::kernels` lists",
    ),
    (600, "CUDA_ERROR_NOT_READY", DEFECT),
    (700, "CUDA_ERROR_ILLEGAL_ADDRESS", LOST),
    (
        701,
        "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
        "the kernel needs more registers or shared memory than a block of this size can have: say a smaller `.block(..)`",
    ),
    (
        702,
        "CUDA_ERROR_LAUNCH_TIMEOUT",
        "a kernel ran longer than the display driver allows; the process must be started again, with smaller launches",
    ),
    (703, "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING", OTHERS),
    (704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", DEFECT),
    (
        705,
        "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED",
        "let the GPU use the other's memory by `Device::enable_peer_access`",
    ),
    (708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", OTHERS),
    (
        709,
        "CUDA_ERROR_CONTEXT_IS_DESTROYED",
        "another library of this process has reset the GPU or destroyed its primary context: let it not, and start the process again",
    ),
    (
        710,
        "CUDA_ERROR_ASSERT",
        "an `assert` of CUDA C++ failed, in an object or in another library; the GPU's state in this process is lost, and the process must be started again",
    ),
    (
        711,
        "CUDA_ERROR_TOO_MANY_PEERS",
        "a GPU reaches so many others and no more: copy by `Stream::copy`, which finds a way",
    ),
    (712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", OTHERS),
    (713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", OTHERS),
    (714, "CUDA_ERROR_HARDWARE_STACK_ERROR", LOST),
    (715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", LOST),
    (716, "CUDA_ERROR_MISALIGNED_ADDRESS", LOST),
    (717, "CUDA_ERROR_INVALID_ADDRESS_SPACE", LOST),
    (718, "CUDA_ERROR_INVALID_PC", LOST),
    (719, "CUDA_ERROR_LAUNCH_FAILED", LOST),
    (
        720,
        "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
        "the blocks wait for each other and do not all fit at once: launch fewer, or smaller ones",
    ),
    (721, "CUDA_ERROR_TENSOR_MEMORY_LEAK", LOST),
    (
        800,
        "CUDA_ERROR_NOT_PERMITTED",
        "the operating system does not permit it; check the permissions of /dev/nvidia* and the container's policy",
    ),
    (
        801,
        "CUDA_ERROR_NOT_SUPPORTED",
        "this GPU, driver or operating system cannot do it: `Device::properties` tells what it can",
    ),
    (802, "CUDA_ERROR_SYSTEM_NOT_READY", FABRIC),
    (
        803,
        "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
        "the kernel module and the user-space driver have different versions; reboot, or reload the nvidia modules",
    ),
    (
        804,
        "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
        "the compatibility package of CUDA does not work on this GPU; remove it from the loader's path",
    ),
    (805, "CUDA_ERROR_MPS_CONNECTION_FAILED", MPS),
    (806, "CUDA_ERROR_MPS_RPC_FAILURE", MPS),
    (807, "CUDA_ERROR_MPS_SERVER_NOT_READY", MPS),
    (808, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED", MPS),
    (809, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED", MPS),
    (810, "CUDA_ERROR_MPS_CLIENT_TERMINATED", MPS),
    (
        811,
        "CUDA_ERROR_CDP_NOT_SUPPORTED",
        "the code launches kernels from the GPU, which this configuration has not: leave that code out",
    ),
    (
        812,
        "CUDA_ERROR_CDP_VERSION_MISMATCH",
        "the code launches kernels from the GPU, in objects of different versions of CUDA: compile all of them with one",
    ),
    (900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", CAPTURE),
    (901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", CAPTURE),
    (902, "CUDA_ERROR_STREAM_CAPTURE_MERGE", CAPTURE),
    (903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", CAPTURE),
    (904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", CAPTURE),
    (905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", CAPTURE),
    (906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", CAPTURE),
    (907, "CUDA_ERROR_CAPTURED_EVENT", CAPTURE),
    (908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", CAPTURE),
    (
        909,
        "CUDA_ERROR_TIMEOUT",
        "a wait took longer than the driver allows: look for a kernel that does not end",
    ),
    (910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the change does not fit the graph: make the graph anew"),
    (
        911,
        "CUDA_ERROR_EXTERNAL_DEVICE",
        "an engine beside the GPU failed on which it waits; the process must be started again",
    ),
    (
        912,
        "CUDA_ERROR_INVALID_CLUSTER_SIZE",
        "say a smaller cluster: `LoadedKernel::max_clusters` tells what fits",
    ),
    (913, "CUDA_ERROR_FUNCTION_NOT_LOADED", DEFECT),
    (914, "CUDA_ERROR_INVALID_RESOURCE_TYPE", OTHERS),
    (915, "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION", OTHERS),
    (916, "CUDA_ERROR_KEY_ROTATION", "the GPU is in confidential mode and changes its keys: try again"),
    (917, "CUDA_ERROR_STREAM_DETACHED", OTHERS),
    (918, "CUDA_ERROR_GRAPH_RECAPTURE_FAILURE", "the change does not fit the graph: make the graph anew"),
    (919, "CUDA_ERROR_FABRIC_NOT_READY", FABRIC),
    (
        999,
        "CUDA_ERROR_UNKNOWN",
        "look at the kernel's log (`dmesg`) for lines of NVRM, and reload the nvidia modules",
    ),
];

fn row(code: CUresult) -> Option<&'static (CUresult, &'static str, &'static str)> {
    let at = CODES.binary_search_by_key(&code, |row| row.0).ok()?;
    CODES.get(at)
}

/// The name of a code that this driver may be too old to know.
pub(super) fn name(code: CUresult) -> Option<&'static str> {
    row(code).map(|row| row.1)
}

/// What to try.
pub(crate) fn advice(code: CUresult) -> &'static str {
    row(code).map_or("see the CUDA driver API's list of errors", |row| row.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of `CUresult` in the header of CUDA 13.4, success apart.
    const OF_THE_HEADER: &[std::ops::RangeInclusive<CUresult>] = &[
        1..=8,
        34..=34,
        36..=36,
        46..=47,
        100..=102,
        200..=202,
        205..=227,
        300..=304,
        400..=402,
        500..=500,
        600..=600,
        700..=705,
        708..=721,
        800..=812,
        900..=919,
        999..=999,
    ];

    #[test]
    fn every_code_of_cuda_13_has_a_name_and_advice() {
        let all: Vec<CUresult> = OF_THE_HEADER.iter().cloned().flatten().collect();
        let known: Vec<CUresult> = CODES.iter().map(|row| row.0).collect();
        assert_eq!((all.len(), &known), (105, &all));
        let mut names: Vec<&str> = CODES.iter().map(|row| row.1).collect();
        assert!(names.iter().all(|name| name.starts_with("CUDA_ERROR_")));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert!(CODES.iter().all(|row| row.2.len() > 15 && !row.2.ends_with('.')));
        assert_eq!((name(700), name(12_345)), (Some("CUDA_ERROR_ILLEGAL_ADDRESS"), None));
        assert!(advice(12_345).contains("list of errors"));
    }
}
