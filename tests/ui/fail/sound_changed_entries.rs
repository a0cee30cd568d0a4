// A clone of an unsafe kernel's entry that says it is safe would be launched by `bind`.
use kiln::registry::KernelEntry;
use kiln::prelude::*;

/// # Safety
///
/// `to` is at most the length of `x`.
#[kernel(unchecked)]
unsafe fn poke(to: usize, x: &mut [u32]) {
    x[to] = 1;
}

fn main() {
    let _ = KernelEntry { is_unsafe: false, ..poke::entry().clone() };
    let mut entry = poke::entry().clone();
    entry.parts.is_unsafe = false;
}
