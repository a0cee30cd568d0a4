//! Has its kernels from another crate; see the test.
