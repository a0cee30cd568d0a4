//! What the warps of a block, or of all blocks of a cluster, tell each other: a few numbers of each, of which every
//! warp then has all.
//!
//! In a block a warp writes its numbers to shared memory, and a barrier stands before they are read. In a cluster its
//! lanes write them to the shared memory of a block each. There they are waited for in one of two ways:
//!
//! - A barrier of the cluster. It orders all that its threads did before, stores to memory too: of a loop over rows,
//!   each turn waits until the last one's row is stored.
//! - In a loop, asynchronous stores that a barrier in the receiving block's shared memory counts ([`Sends`]), and
//!   which wait for nothing else.
//!
//! Asynchronous stores need no other barrier. What was sent in a turn lies in one half of a buffer, and the next turn's
//! in the other. A thread sends for a turn after it has waited for the turn before, and so after every warp of the
//! cluster has sent for that turn, which each does when all its lanes have read the turn before that: that half, which
//! is the one that is written now, nobody reads any more, and its barrier has gone through its phase. A block ends when
//! it has got all that is sent to it. But a thread that fails would send nothing, and others wait for ever: a kernel
//! that can fail has the barrier of the cluster, which does not count threads that have ended.

use super::Lowerer;
use super::builder::{add, element, index, less, reference, times};
use crate::compact::List;
use crate::ir::{BinOp, Expr, ExprKind, LocalId, Place, Scalar, Type};
use crate::passes::tile::layout::{Digit, Source, WARP};

/// Turns of a loop in which warps send to blocks of a cluster.
struct Sends {
    /// `N` numbers of a warp side by side, twice as many warps as there are.
    buffer: LocalId,
    /// One of each half.
    barriers: LocalId,
    /// Counts the turns.
    turn: Place,
}

impl Lowerer<'_> {
    /// Gives all warps what each has; the parts that this lane is to combine with those of others, each a place in
    /// shared memory that stays as it is until the next exchange.
    pub(super) fn exchange_parts<const N: usize>(
        &mut self,
        names: [&str; N],
        scalar: Scalar,
        own: [Expr; N],
    ) -> [Vec<Expr>; N] {
        let wide = scalar.size() >= 4 && (scalar == Scalar::F32 || N == 1) && matches!(N, 1 | 2 | 4);
        if self.plan.cluster > 1 && self.loops > 0 && wide && !self.can_fail {
            return self.send_parts(scalar, own);
        }
        let threads = self.plan.threads;
        let count = threads / WARP;
        let (start, buffers) = self.part_buffers(names, scalar, count);
        let [lane, warp] = self.lane_and_warp();
        let at = add(start.clone(), warp);
        self.builder.begin_if(less(lane.clone(), index(self.plan.cluster)));
        for (buffer, own) in buffers.iter().zip(own) {
            let part = element(*buffer, scalar, at.clone());
            if self.plan.cluster > 1 {
                self.builder.eval("cluster_store", vec![reference(part, true), lane.clone(), own]);
            } else {
                self.builder.assign(part, own);
            }
        }
        self.builder.end();
        if self.plan.cluster > 1 {
            self.builder.eval("cluster_sync", Vec::new());
        }
        let first = add(start, self.builder.thread_digit(thread_digit(1, count.min(WARP)), threads));
        let first = self.builder.bind_new("part", first, false);
        let parts = buffers.map(|buffer| {
            let parts = (0..count.div_ceil(WARP)).map(|more| times(index(more), WARP));
            parts.map(|more| part_at((buffer, scalar), &first, more)).list()
        });
        self.turn_parts(count);
        parts
    }

    /// The same by asynchronous stores.
    fn send_parts<const N: usize>(&mut self, scalar: Scalar, own: [Expr; N]) -> [Vec<Expr>; N] {
        let threads = self.plan.threads;
        let (count, numbers) = (threads / WARP, N as u32);
        let sends = Sends {
            buffer: self.builder.shared("parts", scalar, u64::from(2 * count * numbers)),
            barriers: self.builder.shared("barriers", Scalar::U64, 2),
            turn: self.builder.prologue_counter("turn"),
        };
        self.apart.extend([sends.buffer, sends.barriers]);
        self.builder.prologue_barriers(sends.barriers, 2, 1);
        let turn = Expr::load(sends.turn.clone());
        let bit = |of: Expr| Expr::binary(BinOp::BitAnd, of, index(1), Type::USIZE);
        let half = self.builder.bind_uniform("half", bit(turn.clone()));
        let barrier = || reference(element(sends.barriers, Scalar::U64, half.clone()), true);
        let start = self.builder.bind_uniform("start", times(half.clone(), count * numbers));

        // What the warp's lanes read of the turn before, they have read.
        self.builder.eval("sync_warp", Vec::new());
        let [lane, warp] = self.lane_and_warp();
        let to = element(sends.buffer, scalar, add(start.clone(), times(warp, numbers)));
        self.builder.begin_if(less(lane.clone(), index(self.plan.cluster)));
        let mut args = vec![reference(to, true), lane, barrier()];
        args.extend(own);
        self.builder.eval(&format!("cluster_send_{N}"), args);
        self.builder.end();

        let bytes = Expr::int(i128::from(count * numbers) * scalar.size() as i128, Scalar::U32);
        let phase = bit(Expr::binary(BinOp::Shr, turn.clone(), index(1), Type::USIZE));
        let phase = Expr::new(ExprKind::Cast(Box::new(phase)), Type::Scalar(Scalar::U32));
        self.builder.eval("mbarrier_wait", vec![barrier(), bytes, phase]);
        let own = self.builder.thread_digit(thread_digit(1, count.min(WARP)), threads);
        let first = self.builder.bind_new("part", add(start, times(own, numbers)), false);
        let mut parts = [(); N].map(|()| Vec::new());
        for more in 0..count.div_ceil(WARP) {
            for (number, parts) in (0..).zip(&mut parts) {
                let more = index(more * WARP * numbers + number);
                parts.push(part_at((sends.buffer, scalar), &first, more));
            }
        }
        self.builder.assign(sends.turn, add(turn, index(1)));
        parts
    }

    /// Reads parts, each once.
    pub(super) fn read_parts(&mut self, parts: Vec<Expr>) -> Vec<Expr> {
        parts.into_iter().map(|part| self.builder.bind_new("part", part, false)).list()
    }

    fn lane_and_warp(&mut self) -> [Expr; 2] {
        let threads = self.plan.threads;
        let digits = [thread_digit(1, WARP), thread_digit(WARP, threads / WARP)];
        digits.map(|digit| self.builder.thread_digit(digit, threads))
    }

    /// Shared arrays for so many parts of a reduction, and where in them those of this turn begin. In a cluster,
    /// which waits explicitly, two halves take turns in a loop, so that the barrier of the next turn stands between
    /// the uses of one.
    fn part_buffers<const N: usize>(
        &mut self,
        names: [&str; N],
        scalar: Scalar,
        count: u32,
    ) -> (Expr, [LocalId; N]) {
        if self.plan.cluster > 1 {
            self.builder.meet_cluster();
        }
        self.half = (self.plan.cluster > 1 && self.loops > 0).then(|| self.builder.prologue_counter("half"));
        let halves = if self.half.is_some() { 2 } else { 1 };
        let buffers = names.map(|name| self.builder.shared(name, scalar, u64::from(count * halves)));
        if self.half.is_some() {
            self.apart.extend(&buffers);
        }
        (self.half.clone().map_or(index(0), Expr::load), buffers)
    }

    /// Lets the next turn have the other halves.
    fn turn_parts(&mut self, count: u32) {
        if let Some(half) = self.half.take() {
            let other = Expr::binary(BinOp::Sub, index(count), Expr::load(half.clone()), Type::USIZE);
            self.builder.assign(half, other);
        }
    }
}

/// What lies so many numbers behind the first.
fn part_at((buffer, scalar): (LocalId, Scalar), first: &Expr, more: Expr) -> Expr {
    Expr::load(element(buffer, scalar, add(first.clone(), more)))
}

fn thread_digit(div: u32, size: u32) -> Digit {
    Digit { source: Source::Thread, div, size, stride: 1 }
}
