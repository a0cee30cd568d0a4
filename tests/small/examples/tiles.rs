//! Doesn't compile without Kiln's feature `tile`; `tests/small.rs` reads the error.

use kiln::prelude::*;

#[kernel(tile)]
fn nothing() {}

fn main() {
    let _ = nothing();
}
