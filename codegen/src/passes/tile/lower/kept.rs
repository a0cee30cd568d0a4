//! What every turn of a loop loads from the same place: once, before the loop ([`crate::passes::tile::pipeline::Own`]).
//!
//! Each thread copies its part to places of its own in shared memory, as it does with what it loads ahead
//! ([`super::thread_prefetch`]), and each turn's load reads them. So the weights of a norm are read from memory once
//! for each block, and not for each row. Nobody writes to the tensor meanwhile: the kernel only reads it.

use super::Lowerer;
use crate::passes::tile::pipeline::Ahead;

impl Lowerer<'_> {
    /// Begins to copy what a loop keeps, as one group. Whoever waits for a tile that is loaded ahead has waited for
    /// these.
    pub(super) fn keep(&mut self, loads: &[Ahead]) {
        for load in loads {
            let (Some(tensor), Some(target)) =
                (self.tensors.get(&load.tensor).cloned(), self.target_of(load.tile))
            else {
                continue;
            };
            let array = self.slot(load.tile);
            let first = self.first(load.by, &load.coordinates, None);
            self.copy_own(array, (&tensor, &first), &target, "loaded once");
            self.kept.insert(target.local, array);
        }
        if !loads.is_empty() {
            self.builder.eval("async_commit", Vec::new());
        }
    }
}
