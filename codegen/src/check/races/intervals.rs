//! Which accesses of shared memory can happen between the same two barriers.
//!
//! An access reaches what follows it until a barrier. Around the back edge of a loop it reaches the next turn;
//! where a whole turn can pass without a barrier, any other turn. Where threads of a block decide differently at a
//! branch, both sides happen at once, also where one of them leaves by a jump: what a thread did before its jump
//! happens beside what the others do instead.

use super::walk::Access;
use crate::collections::{Map, Set};
use crate::ir::LabelId;

/// What happens, as far as intervals go.
#[derive(Debug)]
pub(super) enum Node {
    /// An access, by its number.
    Access(usize),
    Barrier,
    /// A call that may wait, for all that is known.
    Call,
    If {
        /// Whether threads of a block may decide differently.
        varies: bool,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Loop {
        label: LabelId,
        number: usize,
        /// It has a turn at least.
        runs: bool,
        /// Whether threads of a block may leave it, or go on, before others.
        varies: bool,
        /// The condition of a `while`, which is evaluated once more than the body.
        head: Vec<Node>,
        body: Vec<Node>,
    },
    Block {
        label: LabelId,
        /// Whether threads of a block may leave it before others.
        varies: bool,
        body: Vec<Node>,
    },
    Break(LabelId),
    Continue(LabelId),
    Return,
    /// The thread fails; barriers do not wait for it.
    Fail,
}

/// How the turns of a loop in which two accesses happen relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turns {
    /// The second is in the next turn.
    Next,
    /// The first is in the last turn, the second behind the loop.
    Last,
    Any,
}

/// Two accesses in one interval, by their numbers. Loops that are not named have both in one turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) turns: Map<usize, Turns>,
    /// A device function that may wait is called between.
    pub(super) called: bool,
}

/// An access that has happened since the last barrier.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Past {
    access: usize,
    turns: Map<usize, Turns>,
    called: bool,
}

type State = Set<Past>;

/// The pairs of accesses of a kernel that no barrier keeps apart.
pub(super) fn pairs(nodes: &[Node], accesses: &[Access]) -> Set<Pair> {
    let mut run = Run {
        accesses,
        pairs: Set::new(),
        breaks: Map::new(),
        continues: Map::new(),
        left: State::new(),
        varying: 0,
        returned: false,
    };
    run.nodes(nodes, State::new());
    run.pairs
}

struct Run<'a> {
    accesses: &'a [Access],
    pairs: Set<Pair>,
    breaks: Map<LabelId, State>,
    continues: Map<LabelId, State>,
    /// What threads did that have jumped, while others go on where they were.
    left: State,
    /// Parts around, to which not every thread of a block comes.
    varying: usize,
    /// Some threads of a block have returned.
    returned: bool,
}

impl Run<'_> {
    /// A jump, after which the others go on.
    fn leave(&mut self, state: State) {
        if self.varying > 0 || self.returned {
            self.left.extend(state);
        }
    }

    /// What has happened where threads go on, beside that of those who jumped.
    fn joined(&mut self, state: Option<State>) -> Option<State> {
        let mut state = state?;
        state.extend(std::mem::take(&mut self.left));
        Some(state)
    }

    /// Runs a part to which not every thread of a block comes.
    fn apart<T>(&mut self, varies: bool, run: impl FnOnce(&mut Self) -> T) -> T {
        self.varying += usize::from(varies);
        let result = run(self);
        self.varying -= usize::from(varies);
        result
    }

    /// What has happened at the end; `None` where control does not come there.
    fn nodes(&mut self, nodes: &[Node], state: State) -> Option<State> {
        let mut state = state;
        for node in nodes {
            state = self.node(node, state)?;
        }
        Some(state)
    }

    fn node(&mut self, node: &Node, mut state: State) -> Option<State> {
        match node {
            Node::Access(number) => {
                let itself = Past { access: *number, turns: Map::new(), called: false };
                state.insert(itself);
                for past in &state {
                    self.pairs.insert(Pair {
                        first: past.access,
                        second: *number,
                        turns: past.turns.clone(),
                        called: past.called,
                    });
                }
                Some(state)
            }
            Node::Barrier => Some(State::new()),
            Node::Call => Some(state.into_iter().map(|past| Past { called: true, ..past }).collect()),
            Node::If { varies, then, otherwise } => {
                let after = self.apart(*varies, |run| run.nodes(then, state.clone()));
                let mut before = state;
                if *varies {
                    before.extend(after.iter().flatten().cloned());
                    before.extend(self.left.iter().cloned());
                }
                let end = match (after, self.apart(*varies, |run| run.nodes(otherwise, before))) {
                    (Some(mut a), Some(b)) => {
                        a.extend(b);
                        Some(a)
                    }
                    (a, b) => a.or(b),
                };
                self.joined(end)
            }
            Node::Loop { label, number, runs, varies, head: condition, body } => {
                let mut head = state;
                let mut after = State::new();
                loop {
                    let end = self.apart(*varies, |run| {
                        let state = run.nodes(condition, head.clone())?;
                        run.nodes(body, state)
                    });
                    let mut back = end.unwrap_or_default();
                    back.extend(self.continues.remove(label).unwrap_or_default());
                    back.extend(std::mem::take(&mut self.left));
                    let before = head.len();
                    after.extend(back.into_iter().map(|past| self.later(past, *number)));
                    head.extend(after.iter().cloned());
                    if head.len() == before {
                        break;
                    }
                }
                let at_breaks = self.breaks.remove(label).unwrap_or_default();
                let left = |mut past: Past, by_head: bool| {
                    if self.accesses[past.access].loops.contains(number) {
                        let last = by_head && past.turns.get(number) == Some(&Turns::Next);
                        past.turns.insert(*number, if last { Turns::Last } else { Turns::Any });
                    }
                    past
                };
                if !*runs {
                    after = head;
                }
                let after = self.nodes(condition, after).unwrap_or_default();
                let mut all: State = after.into_iter().map(|past| left(past, true)).collect();
                all.extend(at_breaks.into_iter().map(|past| left(past, false)));
                Some(all)
            }
            Node::Block { label, varies, body } => {
                let end = self.apart(*varies, |run| run.nodes(body, state));
                let end = match (end, self.breaks.remove(label)) {
                    (Some(mut a), Some(b)) => {
                        a.extend(b);
                        Some(a)
                    }
                    (a, b) => a.or(b),
                };
                self.joined(end)
            }
            Node::Break(label) => {
                self.breaks.or_default(*label).extend(state.iter().cloned());
                self.leave(state);
                None
            }
            Node::Continue(label) => {
                self.continues.or_default(*label).extend(state.iter().cloned());
                self.leave(state);
                None
            }
            Node::Return => {
                self.returned |= self.varying > 0;
                self.leave(state);
                None
            }
            Node::Fail => {
                self.leave(state);
                None
            }
        }
    }

    /// An access as the next turn of a loop sees it.
    fn later(&self, mut past: Past, number: usize) -> Past {
        if self.accesses[past.access].loops.contains(&number) {
            let turns = match past.turns.get(&number) {
                None => Turns::Next,
                Some(Turns::Next | Turns::Last | Turns::Any) => Turns::Any,
            };
            past.turns.insert(number, turns);
        }
        past
    }
}
