//! Where control leaves statements and blocks.

use super::{Block, LabelId, Stmt, StmtKind};

impl Stmt {
    /// Whether the statement itself sends control elsewhere, or ends the thread.
    pub fn is_jump(&self) -> bool {
        matches!(
            self.kind,
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Fail { .. }
        )
    }

    /// Whether the statement returns, or one inside.
    pub fn returns(&self) -> bool {
        self.any(&mut |stmt| matches!(stmt.kind, StmtKind::Return(_)))
    }

    /// Whether the statement leaves a loop or block by `break`, or one inside.
    pub fn breaks(&self, label: LabelId) -> bool {
        self.any(&mut |stmt| stmt.kind == StmtKind::Break(label))
    }
}

impl Block {
    /// Whether control never comes to the end of the block.
    pub fn ends(&self) -> bool {
        self.0.iter().any(|stmt| match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => then.ends() && otherwise.ends(),
            StmtKind::Loop { label, body } => !body.breaks(*label),
            StmtKind::Block { label, body } => body.ends() && !body.breaks(*label),
            _ => stmt.is_jump(),
        })
    }

    /// Whether something in the block leaves a loop or block by `break`.
    pub fn breaks(&self, label: LabelId) -> bool {
        self.0.iter().any(|stmt| stmt.breaks(label))
    }

    /// Whether something in the block cuts short a turn of a loop.
    pub fn continues(&self, label: LabelId) -> bool {
        self.any(&mut |stmt| stmt.kind == StmtKind::Continue(label))
    }
}
