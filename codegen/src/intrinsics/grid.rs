//! The grid as a whole: a barrier of all blocks, and launches that overlap their neighbors on the stream.
//!
//! A kernel that calls the barrier is launched as a cooperative one: the driver runs all of its blocks at once, and
//! a launch with more than the device holds is an error. The counter of arrivals is memory that the launch gives
//! ([`crate::abi::LaunchInfo`]).

use super::*;

pub(super) static ROWS: &[Intrinsic] = &[
    Intrinsic {
        effect: Effect::Barrier,
        ..row(
            "grid_sync",
            "grid::sync",
            Machine::GridSync,
            "Waits until every thread of the grid arrives; memory written before is visible after.",
        )
    }
    .since(70)
    .cuda(Cuda::Pattern("kiln.grid_sync()")),
    row(
        "grid_wait_for_previous",
        "grid::wait_for_previous",
        Machine::GridWait,
        "Waits until the launch before on the stream is done and what it wrote is visible, where this one may overlap it.",
    )
    .helper(WAIT),
    row(
        "grid_release_next",
        "grid::release_next",
        Machine::GridRelease,
        "Lets the launch behind on the stream begin, where it may overlap this one, once every block has said so or ended.",
    )
    .helper(RELEASE),
];

const fn row(name: &'static str, path: &'static str, machine: Machine, doc: &'static str) -> Intrinsic {
    Intrinsic::of_machine(name, Surface::Free(path), Cuda::Pattern(""), machine, doc)
}

// Older GPUs overlap nothing, so that there is nobody to wait for.
const WAIT: &str = "\
__device__ __forceinline__ void grid_wait_for_previous() {
#if __CUDA_ARCH__ >= 900
    asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");
#endif
}
";

const RELEASE: &str = "\
__device__ __forceinline__ void grid_release_next() {
#if __CUDA_ARCH__ >= 900
    asm volatile(\"griddepcontrol.launch_dependents;\" ::: \"memory\");
#endif
}
";
