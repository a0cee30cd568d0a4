//! Intrinsics: machine.

use super::*;

pub(super) static ROWS: &[Intrinsic] = &[];
