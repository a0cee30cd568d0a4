//! What is written in the language itself: device functions that ship with the crate.
//!
//! Takes the typed surface and nothing else; a kernel that calls one of them compiles it as it does a function of
//! the user's. On the host they are plain functions, of a block of one thread.

pub mod block;
mod compare;
pub mod random;
pub mod wide;
