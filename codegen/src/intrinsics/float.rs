//! Intrinsics: float.

use super::*;

pub(super) static ROWS: &[Intrinsic] = &[];
