//! Kiln's runtime: devices, memory, streams, the compilation cache and launches. Use it through the crate `kiln`.
//!
//! Reading order: [`error`] is how everything fails; [`value`] which Rust types a kernel may take; [`device`], [`stream`]
//! and [`buffer`] are the user's objects; [`registry`] lists kernels, [`arg`] and [`launch`] start them, [`instance`]
//! finds the compiled code of one on a device; [`jit`] makes that code and [`failure`] reads what a kernel reported.
//! Underneath, [`sys`] opens the driver and NVRTC, and `driver` turns the driver's calls into safe objects.
//!
//! Nothing here panics: no driver, an old driver, no compiler, a bad argument and a failing kernel are each an [`Error`].

#![deny(missing_docs)]

pub mod arg;
pub mod buffer;
pub mod device;
mod driver;
pub mod error;
mod executor;
mod failure;
pub mod instance;
pub mod jit;
pub mod launch;
mod memory;
pub mod registry;
pub mod stream;
pub mod sys;
pub mod value;

pub use arg::{Arg, AsAtomic, AsSlice, AsSliceMut, DynArg};
pub use buffer::{Buffer, BufferSlice, BufferSliceMut};
pub use device::{Device, DeviceInfo, DeviceKind, Limits};
pub use error::{Error, FailureCause, Result};
pub use instance::{Describe, KernelHandle};
pub use jit::cache;
pub use launch::{BoundLaunch, Dims, Launch, launch_dynamic};
pub use registry::{KernelEntry, ParamInfo, ParamKind, kernel, kernels};
pub use stream::Stream;
pub use value::KernelType;

/// What code made by the macros names. Not part of the public surface.
#[doc(hidden)]
pub mod private {
    pub use inventory;
    pub use kiln_codegen::ir::{Attrs, MathTier, Scalar};

    pub use crate::arg::{Arg, AsAtomic, AsSlice, AsSliceMut};
    pub use crate::instance::KernelHandle;
    pub use crate::jit::{Answer, FunctionAnswer};
    pub use crate::launch::Launch;
    pub use crate::registry::{KernelEntry, ParamInfo, ParamKind};
    pub use crate::value::KernelType;
}
