use kiln::prelude::*;

const ORDER: Ordering = Ordering::Relaxed;

#[kernel]
fn count(counts: &[AtomicU32]) {
    counts[0].fetch_add(1, ORDER);
}

fn main() {}
