//! Kiln's runtime: devices, memory, streams, the compilation cache and launches. Use it through the crate `kiln`.
//!
//! Reading order: `error` is how everything fails; `value` which Rust types a kernel may take; `device`, `stream` and
//! `buffer` are the user's objects; `registry` lists kernels, `arg` and `launch` start them, `instance` finds the
//! compiled code of one on a device; [`jit`] makes that code and `failure` reads what a kernel reported.
//! Underneath, `sys` opens the driver and NVRTC, and `driver` turns the driver's calls into safe objects.
//!
//! Nothing here panics: no driver, an old driver, no compiler, a bad argument and a failing kernel are each an
//! [`Error`].

#![deny(missing_docs)]

/// Std's `format!` as one call, which keeps users' builds small; `kiln_codegen::compact` explains why.
macro_rules! format {
    ($($arguments:tt)*) => { ::kiln_codegen::compact::formatted(::std::format_args!($($arguments)*)) };
}

#[macro_use]
mod views;

mod answers;
mod arg;
#[cfg(feature = "ndarray")]
mod array;
pub mod bench;
mod buffer;
mod copy;
pub mod counts;
pub mod cpu;
#[cfg(feature = "cudarc")]
mod cuda_slice;
mod device;
pub mod dlpack;
mod driver;
mod error;
mod event;
mod executor;
mod failure;
mod foreign;
mod graph;
mod growable;
mod instance;
mod ipc;
pub mod jit;
mod launch;
mod lists;
mod memory;
#[cfg(test)]
mod mutate;
pub mod object;
mod order;
mod peer;
mod pending;
mod pinned;
#[cfg(feature = "bytemuck")]
mod pod;
mod pool;
mod primitives;
mod print;
pub mod profile;
pub mod registry;
pub mod report;
mod rows;
pub mod sanitize;
mod source;
mod stream;
mod sys;
mod taint;
pub mod trace;
pub mod tune;
mod unified;
mod value;
mod verify;

pub use arg::{Arg, AsAtomic, AsSlice, AsSliceMut, AtomicElement};
pub use buffer::{Buffer, BufferSlice, BufferSliceMut};
pub use copy::CopyBatch;
pub use device::{Device, DeviceInfo, DeviceKind, Limits, MemoryInfo, Properties, Uuid};
pub use error::{Error, FailureCause, Result};
pub use event::Event;
pub use graph::{
    Graph, GraphBuilder, GraphCondition, GraphError, GraphMemory, GraphShared, GraphState, GraphUpdate, Node,
};
pub use growable::GrowableBuffer;
pub use instance::{DescribeFn, KernelHandle};
pub use ipc::{IpcBuffer, IpcBufferHandle, IpcEvent, IpcEventHandle};
pub use jit::cache;
pub use jit::precompile::{Precompile, Precompiled};
pub use kiln_codegen::float8::{f8e4m3, f8e5m2};
pub use kiln_codegen::float16::{bf16, f16};
pub use launch::{BoundLaunch, Dims, ForeignLaunch, Launch, Occupancy, TunableLaunch, TypedLaunch};
pub use object::{Kernel, Linker, ObjectCode, ObjectKind, Program};
pub use pending::DeviceFuture;
pub use pinned::PinnedBuffer;
pub use pool::{MemoryPool, PoolStats};
pub use print::{PrintSink, set_print_sink};
pub use report::Report;
pub use rows::Pitched;
pub use sanitize::{Finding, FindingKind};
pub use source::SourceKind;
pub use stream::{DownloadSource, Stream, StreamOptions};
pub use unified::{Advice, ManagedBuffer, MappedBuffer};
/// The crates whose types kernels know, for the crate `kiln`.
#[doc(hidden)]
pub mod other_crates {
    #[cfg(feature = "glam")]
    pub use glam;
    #[cfg(feature = "num-complex")]
    pub use num_complex;
}
pub use value::remote::RemoteType;
pub use value::{Constant, Describe, KernelType, ScalarType};
pub use verify::{Verified, verify_all};

/// What code made by the macros names. Not part of the public interface: any release may change it.
#[doc(hidden)]
pub mod __private {
    pub use kiln_codegen::check::precondition::{ArgumentField, Precondition, Preconditions, Quantity, Term};
    pub use kiln_codegen::diagnostic::Code;
    pub use kiln_codegen::float16::round_to_odd;
    pub use kiln_codegen::ir::{Attrs, Backend, MathTier, Scalar, TileAttrs, Type};
    pub use kiln_codegen::math;
    pub use kiln_codegen::passes::specialize::{Answer, FunctionAnswer};

    pub use crate::answers::function_answer;
    pub use crate::arg::foreign;
    pub use crate::arg::{injective, reaches};
    pub use crate::jit::pack::Embedded;
    pub use crate::launch::made;
    pub use crate::launch::{Foreign, KernelSource, Typed};
    pub use crate::registry::KernelParts;
    pub use crate::source::source;
    pub use crate::tune::{TuneAxis, TuneInstance, TuneKnob, Tuning};
    pub use crate::value::derived;
}
