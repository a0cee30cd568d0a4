//! The CUDA driver's objects, made safe: contexts, streams, events, memory and loaded modules.
//!
//! Takes the entry points of [`crate::sys::driver`]; guarantees that handles are used with their context current,
//! that memory is freed in stream order and that dropping never panics; leaves types, lengths and borrowing to the
//! public surface.

mod assembler;
mod callback;
mod context;
mod copy;
mod event;
mod graph;
mod idle_release;
pub(crate) mod library;
mod memory;
mod module;
mod occupancy;
mod peer;
mod pool;
mod range;
mod record;
mod stream;
mod unified;

pub(crate) use assembler::{Wishes, assemble, link};
pub(crate) use callback::{in_callback, run_quietly};
pub(crate) use context::{Context, attribute, count, uuid};
pub(crate) use copy::{Place, RowCopy};
pub(crate) use event::Mark;
pub(crate) use graph::{Condition, GpuGraph, GraphMaker, HostCall, Way};
pub(crate) use memory::Source;
pub(crate) use module::{Function, Refused, Usage};
pub(crate) use occupancy::Special;
pub(crate) use pool::attribute as pool_attribute;
pub(crate) use range::Range;
pub(crate) use stream::{GpuStream, StreamKind};
pub(crate) use unified::number;
