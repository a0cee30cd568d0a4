//! Which `break`s and `continue`s C++ cannot say without `goto`.
//!
//! C++ leaves or continues the innermost loop only. A jump further out goes to a label: behind the loop or block for
//! `break`, at the end of the loop's body for `continue`.

use crate::collections::Set;
use crate::ir::{Block, LabelId, StmtKind};

/// The loops and blocks that need a label.
#[derive(Default)]
pub(super) struct Jumps {
    pub breaks: Set<LabelId>,
    pub continues: Set<LabelId>,
}

impl Jumps {
    pub(super) fn of(body: &Block) -> Jumps {
        let mut jumps = Jumps::default();
        jumps.block(body, None);
        jumps
    }

    fn block(&mut self, block: &Block, innermost: Option<LabelId>) {
        for stmt in &block.0 {
            let jumps = match &stmt.kind {
                StmtKind::Break(label) => Some((&mut self.breaks, *label)),
                StmtKind::Continue(label) => Some((&mut self.continues, *label)),
                _ => None,
            };
            if let Some((jumps, label)) = jumps
                && innermost != Some(label)
            {
                jumps.insert(label);
            }
            let inside = stmt.loop_body().and(stmt.label()).or(innermost);
            for inner in stmt.blocks() {
                self.block(inner, inside);
            }
        }
    }
}
