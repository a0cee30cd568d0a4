//! Statements: what happens, in order.

use super::{BinOp, Expr, ExprKind, LocalId, Place, SiteId, TileOp};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block(pub Vec<Stmt>);

/// A statement and its place in the source.
#[derive(Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub site: SiteId,
}

// Derived, it would be a copy of all kinds wherever a statement is cloned.
impl Clone for Stmt {
    #[inline(never)]
    fn clone(&self) -> Stmt {
        Stmt { kind: self.kind.clone(), site: self.site }
    }
}

/// Names a loop or block of the function, for `break` and `continue`; unique within a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

// Counted loops are the large variant; they are as common as the rest, and boxing them would only be in every
// pass's way.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// Declares a local, here and nowhere else. Each execution of the declaration is a fresh variable.
    Let {
        local: LocalId,
        init: Option<Expr>,
    },
    /// `place = value` or `place op= value`. The value is evaluated first, then the place's indices (each once).
    Assign {
        place: Place,
        op: Option<BinOp>,
        value: Expr,
    },
    /// Evaluates a call for its effect; its result, if any, is dropped.
    Eval(Expr),
    If {
        condition: Expr,
        then: Block,
        otherwise: Block,
    },
    /// Runs until a `break`.
    Loop {
        label: LabelId,
        body: Block,
    },
    /// Tests before each turn.
    While {
        label: LabelId,
        condition: Expr,
        body: Block,
    },
    /// Counts `local` (an integer) over `start..end` or `start..=end`, by `step` (a positive value of the local's type,
    /// default 1), downwards when `reversed` (the same values, in reverse). Bounds are evaluated once, before the
    /// first turn. `local` is declared here and not assigned in the body.
    For {
        label: LabelId,
        local: LocalId,
        start: Expr,
        end: Expr,
        inclusive: bool,
        step: Option<Expr>,
        reversed: bool,
        unroll: Unroll,
        body: Block,
    },
    /// A block that `break` can leave; made by inlining and by `let .. else` forms.
    Block {
        label: LabelId,
        body: Block,
    },
    Break(LabelId),
    Continue(LabelId),
    /// Ends the function; in a kernel, ends the thread.
    Return(Option<Expr>),
    /// `kprintln!`: writes the message of the statement's site with these scalar values.
    Print {
        values: Vec<Expr>,
    },
    /// `panic!`, a failed `assert!`: ends the thread and reports the statement's site with these scalar values (at
    /// most 4). `block` is the number along x of the block that is told of, a `usize`, where it is not the
    /// machine's.
    Fail {
        values: Vec<Expr>,
        block: Option<Box<Expr>>,
    },
}

/// What a counted loop asks of the compiler behind the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unroll {
    /// To do as it likes.
    #[default]
    Free,
    /// To write out every turn: registers are indexed by the counter.
    Full,
    /// To leave the loop as it is: its turns are few, or seldom.
    Never,
    /// In tile kernels: nothing, for the turns are no turns. The body is what is done with each element of tiles by
    /// itself ([`super::TileOp::Element`]), in any order.
    Each,
}

impl Unroll {
    /// Every turn, or what the compiler likes.
    pub fn full(asked: bool) -> Unroll {
        if asked { Unroll::Full } else { Unroll::Free }
    }
}

impl Block {
    /// Of the body of a loop over elements ([`Unroll::Each`]): the first statement with anything on tiles but what
    /// such a loop has, which is one element of each.
    pub fn beyond_elements(&self) -> Option<SiteId> {
        fn is_beyond(expr: &Expr) -> bool {
            let ExprKind::Tile { op, args } = &expr.kind else {
                let mut found = expr.ty.shape().is_some();
                expr.for_each_child(&mut |child| found |= is_beyond(child));
                return found;
            };
            let scalars = match op {
                TileOp::Element => args.get(1..),
                TileOp::Put => args.get(..2),
                TileOp::Fetch { .. } | TileOp::Change { .. } => args.get(..),
                TileOp::Load { .. }
                | TileOp::Store { .. }
                | TileOp::Broadcast
                | TileOp::Iota { .. }
                | TileOp::Reduce { .. }
                | TileOp::Mma
                | TileOp::Transpose
                | TileOp::Reshape
                | TileOp::Gather { .. } => return true,
            };
            scalars.is_none_or(|scalars| scalars.iter().any(is_beyond))
        }
        let mut found = None;
        self.walk(&mut |stmt| {
            let mut beyond = matches!(&stmt.kind, StmtKind::For { unroll: Unroll::Each, .. });
            stmt.for_each_expr(&mut |expr| beyond |= is_beyond(expr));
            if beyond && found.is_none() {
                found = Some(stmt.site);
            }
        });
        found
    }

    /// The first label above all labels of the block.
    pub fn next_label(&self) -> LabelId {
        let mut next = 0;
        self.walk(&mut |stmt| next = next.max(stmt.label().map_or(0, |label| label.0 + 1)));
        LabelId(next)
    }
}

impl StmtKind {
    /// A loop that goes on while a condition holds, with statements before the condition in each turn.
    pub fn looped_while(
        label: LabelId,
        mut before: Vec<Stmt>,
        condition: Expr,
        body: Block,
        site: SiteId,
    ) -> StmtKind {
        let then = Block(vec![Stmt { kind: StmtKind::Break(label), site }]);
        let condition = Expr::negated(condition);
        before.push(Stmt { kind: StmtKind::If { condition, then, otherwise: Block::default() }, site });
        before.extend(body.0);
        StmtKind::Loop { label, body: Block(before) }
    }
}
