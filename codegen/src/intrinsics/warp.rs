//! Intrinsics: warp.

use super::*;

pub(super) static ROWS: &[Intrinsic] = &[];
