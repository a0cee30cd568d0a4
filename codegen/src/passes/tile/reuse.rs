//! Memory of staged tiles that is used again: loops that follow each other load to the same arrays.
//!
//! Requires staged tiles with what is read of each reserved ([`super::product`]). Ensures that tiles with one owner
//! have elements of one type, and are loaded in loops of which none is inside of another, all of them ahead or
//! none: what one loop has loaded is read before the next one begins. Between the two stands a barrier, which
//! `sync` finds where the copies are plain, and which lowering puts in front of loads that run ahead.

use super::product::Staged;
use crate::collections::Set;
use crate::ir::{Block, Function, LocalId, Scalar, StmtKind};

/// Loops, and who loads in them, of tiles that share memory.
struct Shared {
    owner: LocalId,
    scalar: Scalar,
    /// Whether they are loaded ahead.
    ahead: bool,
    /// The loops around each tile, the innermost last, by number.
    around: Vec<Vec<u32>>,
}

/// Finds the staged tiles that have their memory after others; `ahead` are loaded ahead of their turns.
pub fn reuse(function: &Function, staged: &mut Staged, ahead: &Set<LocalId>) {
    let mut search = Search { staged, loops: 0, around: Vec::new(), found: Vec::new(), seen: Set::new() };
    search.block(&function.body);
    let found = search.found;
    let mut all: Vec<Shared> = Vec::new();
    for (tile, around) in found {
        let Some(scalar) = staged.tiles.get(&tile).map(|staging| staging.scalar) else { continue };
        let one = all.iter_mut().find(|shared| {
            let alike = shared.scalar == scalar && shared.ahead == ahead.contains(&tile);
            alike && shared.around.iter().all(|other| are_apart(other, &around))
        });
        match one {
            Some(shared) => {
                staged.owners.insert(tile, shared.owner);
                shared.around.push(around);
            }
            None => {
                all.push(Shared { owner: tile, scalar, ahead: ahead.contains(&tile), around: vec![around] });
            }
        }
    }
}

/// Whether neither of the innermost loops is inside of the other, nor both are one.
fn are_apart(one: &[u32], other: &[u32]) -> bool {
    let within = |inner: &[u32], outer: &[u32]| outer.last().is_none_or(|last| inner.contains(last));
    !within(one, other) && !within(other, one)
}

struct Search<'a> {
    staged: &'a Staged,
    loops: u32,
    around: Vec<u32>,
    /// Tiles in order of the text, with the loops around them.
    found: Vec<(LocalId, Vec<u32>)>,
    seen: Set<LocalId>,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.0 {
            if let StmtKind::Let { local, .. } = &stmt.kind
                && self.staged.tiles.contains_key(local)
                && self.seen.insert(*local)
            {
                self.found.push((*local, self.around.clone()));
            }
            let is_loop = stmt.loop_body().is_some();
            if is_loop {
                self.loops += 1;
                self.around.push(self.loops);
            }
            for inside in stmt.blocks() {
                self.block(inside);
            }
            if is_loop {
                self.around.pop();
            }
        }
    }
}
