//! Intrinsics: atomic.

use super::*;

pub(super) static ROWS: &[Intrinsic] = &[];
