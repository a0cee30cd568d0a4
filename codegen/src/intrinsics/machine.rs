//! Where a thread is, and how threads wait for each other.
//!
//! Indices are `usize`, so that they index slices without a cast; axis forms are the compiler's own, behind the
//! surface's `thread_idx()` and its kin.

use super::*;

pub(super) static ROWS: &[Intrinsic] = &[
    axis(
        "thread_idx_x",
        "(usize)threadIdx.x",
        Machine::ThreadIdx(0),
        "The thread's index in its block, along x.",
    ),
    axis(
        "thread_idx_y",
        "(usize)threadIdx.y",
        Machine::ThreadIdx(1),
        "The thread's index in its block, along y.",
    ),
    axis(
        "thread_idx_z",
        "(usize)threadIdx.z",
        Machine::ThreadIdx(2),
        "The thread's index in its block, along z.",
    ),
    axis("block_idx_x", "(usize)blockIdx.x", Machine::BlockIdx(0), "The block's index in the grid, along x."),
    axis("block_idx_y", "(usize)blockIdx.y", Machine::BlockIdx(1), "The block's index in the grid, along y."),
    axis("block_idx_z", "(usize)blockIdx.z", Machine::BlockIdx(2), "The block's index in the grid, along z."),
    axis("block_dim_x", "(usize)blockDim.x", Machine::BlockDim(0), "Threads in a block, along x."),
    axis("block_dim_y", "(usize)blockDim.y", Machine::BlockDim(1), "Threads in a block, along y."),
    axis("block_dim_z", "(usize)blockDim.z", Machine::BlockDim(2), "Threads in a block, along z."),
    axis("grid_dim_x", "(usize)gridDim.x", Machine::GridDim(0), "Blocks in the grid, along x."),
    axis("grid_dim_y", "(usize)gridDim.y", Machine::GridDim(1), "Blocks in the grid, along y."),
    axis("grid_dim_z", "(usize)gridDim.z", Machine::GridDim(2), "Blocks in the grid, along z."),
    axis("global_id_x", "(usize)blockIdx.x * blockDim.x + threadIdx.x", Machine::GlobalId(0), "The thread's index in the whole grid, along x.").free("global_id"),
    axis(
        "global_id_y",
        "(usize)blockIdx.y * blockDim.y + threadIdx.y",
        Machine::GlobalId(1),
        "The thread's index in the whole grid, along y.",
    ),
    axis(
        "global_id_z",
        "(usize)blockIdx.z * blockDim.z + threadIdx.z",
        Machine::GlobalId(2),
        "The thread's index in the whole grid, along z.",
    ),
    axis("lane_id", "", Machine::LaneId, "The thread's index in its warp, from 0 to 31.").free("lane_id").helper(LANE_ID),
    axis("warp_id", "", Machine::WarpId, "The warp's index in its block: the thread's linear index over 32.").free("warp_id").helper(WARP_ID),
    wait(
        "sync_threads",
        "sync_threads",
        "__syncthreads()",
        Effect::Barrier,
        Machine::SyncThreads,
        "Waits until every thread of the block arrives; memory written before is visible after.",
    ),
    wait(
        "sync_warp",
        "warp::sync",
        // The full mask is right here, unlike for votes: lanes that have ended count as arrived, and lanes that run
        // apart are exactly what the call is to bring together.
        "__syncwarp()",
        Effect::Barrier,
        Machine::SyncWarp,
        "Waits until every lane of the warp arrives; memory written before is visible after.",
    ),
    wait(
        "thread_fence",
        "thread_fence",
        "__threadfence()",
        Effect::Memory,
        Machine::ThreadFence,
        "Orders the thread's memory accesses before and after, as the whole device sees them.",
    ),
    wait("fence", "fence", // The strongest order, which the others ask no more than.
            "__threadfence()", Effect::Memory, Machine::ThreadFence, "std's `fence`: orders memory accesses, as the whole device sees them. The operand is a memory ordering.").takes(&[Slot::Fixed(Scalar::U32)]),
    wait("prefetch", "prefetch", "", Effect::Memory, Machine::Prefetch, "Asks for the line of memory with an element of a slice to be fetched into the second-level \
         cache.").of(Class::Any).takes(&[Slot::Element { mutable: false }]).helper(PREFETCH),
];

/// A row that tells where the thread is.
const fn axis(name: &'static str, cuda: &'static str, machine: Machine, doc: &'static str) -> Intrinsic {
    let row = Intrinsic::of_machine(name, Surface::Internal, Cuda::Expr(cuda), machine, doc);
    Intrinsic { result: Slot::Fixed(Scalar::Usize), effect: Effect::Pure, ..row }
}

/// A row without operands or result, called for its effect.
const fn wait(
    name: &'static str,
    path: &'static str,
    cuda: &'static str,
    effect: Effect,
    machine: Machine,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        effect,
        ..Intrinsic::of_machine(name, Surface::Free(path), Cuda::Pattern(cuda), machine, doc)
    }
}

const LANE_ID: &str = "\
__device__ __forceinline__ usize lane_id() {
    u32 lane;
    asm(\"mov.u32 %0, %laneid;\" : \"=r\"(lane));
    return lane;
}
";

/// Of any memory: where it is shared memory that a device function was given, the instruction does nothing.
const PREFETCH: &str = "\
template <typename T> __device__ __forceinline__ void prefetch(const T& element) {
    asm volatile(\"prefetch.L2 [%0];\" :: \"l\"(&element));
}
";

/// Not `%warpid`, which the machine may change while a thread runs.
const WARP_ID: &str = "\
__device__ __forceinline__ usize warp_id() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
";
