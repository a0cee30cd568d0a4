//! What [`crate::lists`] is made of: std's, and loom's where `tests/loom` goes through all orders in which threads
//! may run.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
pub(crate) use std::sync::{Mutex, PoisonError};
