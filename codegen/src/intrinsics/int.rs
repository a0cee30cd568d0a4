//! Intrinsics: int.

use super::*;

pub(super) static ROWS: &[Intrinsic] = &[];
