//! Which accesses can happen between the same two barriers.
//!
//! An access reaches what follows it until a barrier. Around the back edge of a loop it reaches the next turn;
//! where a whole turn can pass without a barrier, any other turn. Where threads of a block decide differently at a
//! branch, both sides happen at once, also where one of them leaves by a jump: what a thread did before its jump
//! happens beside what the others do instead.
//!
//! Where a condition that all threads of a block have alike decides whether there is a barrier, what comes behind
//! without one knows how it was decided: behind `if go { sync_threads(); }` a second `if go` is not entered there.
//!
//! The same of the threads of a grid, which only `grid::sync` keeps apart: there every branch may be decided
//! differently.

use super::value::Formula;
use super::walk::Access;
use crate::check::uniform::Scope;
use crate::collections::{Map, Set};
use crate::ir::LabelId;

/// What happens, as far as intervals go.
#[derive(Debug)]
pub(super) enum Node {
    /// An access, by its number.
    Access(usize),
    /// A barrier, and for whom it waits.
    Barrier(Scope),
    /// A call that may wait, for all that is known.
    Call,
    If {
        /// Whether threads of a block may decide differently.
        varies: bool,
        /// The condition, by its number, where they have it alike and something is known of it.
        decision: Option<usize>,
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

/// A condition that the threads of a block have alike.
pub(super) struct Decision {
    pub(super) formula: Formula,
    /// The innermost loop of whose turn it speaks.
    pub(super) turn: Option<usize>,
}

/// Which decisions were made between two accesses, in the turn of the second one: by their numbers, and how.
pub(super) type Decided = Vec<(usize, bool)>;

/// The most decisions that are remembered of a way.
const MOST_DECIDED: usize = 3;

/// Two accesses in one interval, by their numbers. Loops that are not named have both in one turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) turns: Map<usize, Turns>,
    /// A device function that may wait is called between.
    pub(super) called: bool,
    pub(super) decided: Decided,
}

/// An access that has happened since the last barrier.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Past {
    access: usize,
    turns: Map<usize, Turns>,
    called: bool,
    decided: Decided,
}

type State = Set<Past>;

/// The pairs of accesses that no barrier keeps apart, of threads of one block or of the grid.
pub(super) fn pairs(nodes: &[Node], accesses: &[Access], decisions: &[Decision], scope: Scope) -> Set<Pair> {
    let mut run = Run {
        scope,
        accesses,
        decisions,
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

/// Whether there is a barrier of these threads.
pub(super) fn waits(nodes: &[Node], scope: Scope) -> bool {
    let waits = |nodes: &[Node]| waits(nodes, scope);
    nodes.iter().any(|node| match node {
        Node::Barrier(of) => *of >= scope,
        Node::If { then, otherwise, .. } => waits(then) || waits(otherwise),
        Node::Loop { head, body, .. } => waits(head) || waits(body),
        Node::Block { body, .. } => waits(body),
        Node::Access(_) | Node::Call | Node::Break(_) | Node::Continue(_) | Node::Return | Node::Fail => {
            false
        }
    })
}

struct Run<'a> {
    /// Whose accesses are paired.
    scope: Scope,
    accesses: &'a [Access],
    decisions: &'a [Decision],
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
        // What is known of decisions is that the threads of a block have them alike.
        let differs = self.scope > Scope::Block;
        match node {
            Node::Access(number) => {
                let itself = Past { access: *number, turns: Map::new(), called: false, decided: Vec::new() };
                state.insert(itself);
                for past in &state {
                    self.pairs.insert(Pair {
                        first: past.access,
                        second: *number,
                        turns: past.turns.clone(),
                        called: past.called,
                        decided: past.decided.clone(),
                    });
                }
                Some(state)
            }
            Node::Barrier(scope) if *scope >= self.scope => Some(State::new()),
            Node::Barrier(_) => Some(state),
            Node::Call => Some(state.into_iter().map(|past| Past { called: true, ..past }).collect()),
            Node::If { varies, decision, then, otherwise } => {
                let varies = &(*varies || differs);
                let decision = &decision.filter(|_| !differs);
                let after = self.apart(*varies, |run| run.nodes(then, state.clone()));
                let mut before = state;
                let around = decision.is_some().then(|| before.clone());
                if *varies {
                    before.extend(after.iter().flatten().cloned());
                    before.extend(self.left.iter().cloned());
                }
                let end = match (after, self.apart(*varies, |run| run.nodes(otherwise, before))) {
                    (Some(mut a), Some(mut b)) => {
                        if let (Some(decision), Some(around)) = (*decision, around) {
                            decide(&around, decision, &mut a, &mut b);
                        }
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
                    let end = self.apart(*varies || differs, |run| {
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
                let decisions = self.decisions;
                let left = |mut past: Past, by_head: bool| {
                    forget(decisions, &mut past, *number);
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
                let end = self.apart(*varies || differs, |run| run.nodes(body, state));
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
        forget(self.decisions, &mut past, number);
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

/// What happened before a branch, and has a barrier behind it on one side of it only: on the other side it is known
/// how was decided.
fn decide(around: &State, decision: usize, then: &mut State, otherwise: &mut State) {
    let only = |one: &State, other: &State| -> Vec<Past> {
        one.iter().filter(|past| around.contains(past) && !other.contains(past)).cloned().collect()
    };
    let (of_then, of_otherwise) = (only(then, otherwise), only(otherwise, then));
    for (state, all, holds) in [(then, of_then, true), (otherwise, of_otherwise, false)] {
        for mut past in all {
            if past.decided.len() < MOST_DECIDED {
                state.remove(&past);
                past.decided.push((decision, holds));
                state.insert(past);
            }
        }
    }
}

/// What was decided by values of a loop's turn says nothing of another turn.
fn forget(decisions: &[Decision], past: &mut Past, number: usize) {
    past.decided.retain(|(decision, _)| match decisions.get(*decision) {
        Some(decision) => decision.turn.is_none_or(|turn| turn < number),
        None => false,
    });
}
