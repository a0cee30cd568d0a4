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
            let inside = match &stmt.kind {
                StmtKind::Break(label) => {
                    if innermost != Some(*label) {
                        self.breaks.insert(*label);
                    }
                    innermost
                }
                StmtKind::Continue(label) => {
                    if innermost != Some(*label) {
                        self.continues.insert(*label);
                    }
                    innermost
                }
                StmtKind::Loop { label, .. }
                | StmtKind::While { label, .. }
                | StmtKind::For { label, .. } => Some(*label),
                StmtKind::Let { .. }
                | StmtKind::Assign { .. }
                | StmtKind::Eval(_)
                | StmtKind::If { .. }
                | StmtKind::Print { .. } => innermost,
                StmtKind::Block { .. } | StmtKind::Return(_) | StmtKind::Fail { .. } => innermost,
            };
            for inner in stmt.blocks() {
                self.block(inner, inside);
            }
        }
    }
}
