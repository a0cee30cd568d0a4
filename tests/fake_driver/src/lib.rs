//! A CUDA driver without a GPU, for the tests of what Kiln asks of the real one.
//!
//! [`install`] opens this library under the driver's name, before Kiln looks for a driver. It has two devices whose
//! memory is the host's. Work given to a stream is done as late as the driver's rules allow: when somebody waits
//! for it. What the rules forbid is a misuse ([`FakeDriver::misuses`]): memory used before it is allocated, after
//! it is freed or past its end, two accesses that no event orders, a handle that was destroyed, a launch in another
//! context. Any call can be made to fail ([`FakeDriver::fail`]), and living handles are counted
//! ([`FakeDriver::live`]). A function of the host's that calls the driver ends the process.
//!
//! Kernels are not run from their code: a test says in Rust what a kernel of a name does ([`FakeDriver::kernel`]),
//! and the driver holds that the code which it was given has a kernel of that name.
//!
//! The same library stands for NVRTC where KILN_NVRTC names it: it has the compiler's entry points too (`nvrtc`);
//! for NVML where KILN_NVML does (`nvml`); for CUPTI where KILN_CUPTI does (`cupti`); and for a profiler where
//! NVTX_INJECTION64_PATH does (`nvtx`).

#[macro_use]
mod entry;

mod clock;
mod control;
mod copies;
mod cupti;
mod graph;
mod memory;
mod nvml;
mod nvrtc;
mod nvtx;
mod others;
mod pools;
mod ranges;
mod state;
mod unified;
mod work;

pub use control::{FakeDriver, has_gpu, install, install_without, library};
pub use state::Live;
pub use work::{KernelBody, Param};
