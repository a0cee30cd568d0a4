//! Which of several plans a kernel gets.
//!
//! [`super::plan`] makes a plan for a number of threads. Here are the numbers that are tried, in order, and what makes
//! a plan good enough: registers for products ([`super::registers`]), and places of their own for what rows load.

use super::limits;
use super::pipeline::Limits;
use super::plan::{MOST_THREADS, Plan, Shape, planned};
use super::{Conditions, Target};
use crate::ir::Function;

/// Registers of the 64 that each of 1024 threads has, for a row and what a turn loads beside it.
const MOST_WORDS: u64 = 48;

/// Blocks that share a row that one could have, and of those a multiprocessor's: as many as a cluster has everywhere,
/// and then fewer. A multiprocessor has half of a row's, since together they have twice the threads of the one block.
const SHARED_ROWS: [[u32; 2]; 3] = [[Target::CLUSTER, Target::CLUSTER / 2], [4, 2], [2, 1]];

/// Fewest threads of a block that shares a row so: fewer have as many barriers and messages for less of it.
const LEAST_THREADS: u32 = 128;

/// Decides.
pub fn choose(function: &Function, target: Conditions, limits: Limits) -> Plan {
    let first = planned(function, target, limits, None);
    if first.multiplies {
        with_registers(function, target, limits, first)
    } else {
        with_weights(function, target, limits, first)
    }
}

/// Of plans for products with ever more warps, the first whose registers suffice, or the one whose block lacks
/// fewest. A hint leaves one plan. A sixteenth of a thread's registers is left for what the estimate does not know;
/// `docs/decisions.md` has how well it separates texts that spill (2026-11-28). Where warpgroups multiply, all may be
/// used: with more warps they would not multiply, and that costs more than a few words in memory.
fn with_registers(function: &Function, target: Conditions, limits: Limits, first: Plan) -> Plan {
    let lacking = |plan: &Plan| {
        let most = limits::registers_of_thread(plan.block());
        let spare = if plan.staged.has_panels() { 0 } else { most / 16 };
        plan.registers.saturating_sub(most - spare) * plan.block()
    };
    let hinted = function.attrs.tile.is_some_and(|hints| hints.warps.is_some());
    let mut best = first;
    while lacking(&best) > 0 && !hinted && best.block() < MOST_THREADS {
        let shape = Shape { block: 2 * best.block(), cluster: 1, blocks: None };
        let next = planned(function, target, limits, Some(shape));
        if lacking(&next) >= lacking(&best) {
            break;
        }
        best = next;
    }
    best
}

/// Of a row that a cluster shares, in a loop that loads something again and again, twice as many blocks
/// have a half each, and a multiprocessor has two of them: one works while the other waits for its cluster. They
/// have as many threads as before if registers suffice. Where the two have no room for all that every turn loads
/// anew, and one such block with the multiprocessor to itself has, it is that one: to wait costs less than to load
/// weights anew beside each row.
///
/// A row of one block whose loop loads weights goes to more blocks too, each with its part of the weights. Where that
/// block has the multiprocessor to itself, nothing works while it waits for loads and barriers: the more blocks, the
/// more of them work while one waits, so of [`SHARED_ROWS`] it is the first that keeps all beside the next row. A
/// multiprocessor has as many threads as before, and each thread half of the words. Where the multiprocessor has two
/// blocks already, twice as many have half of a row each only if they then keep all and one did not.
fn with_weights(function: &Function, target: Conditions, limits: Limits, first: Plan) -> Plan {
    let (cluster, blocks) = (first.cluster * 2, first.blocks * 2);
    if first.own.again.is_empty() || cluster > limits.cluster {
        return first;
    }
    let wider = |block, blocks| {
        planned(function, target, limits, Some(Shape { block, cluster, blocks: Some(blocks) }))
    };
    let keeps = |plan: &Plan| plan.own.holds_as_many(&first.own) && plan.own.keeps_all();
    let alone = || Some(wider(first.block(), first.blocks)).filter(keeps);
    if first.cluster == 1 {
        let hinted = function.attrs.tile.is_some_and(|hints| hints.warps.is_some());
        let found = match first.blocks {
            _ if hinted => None,
            1 => SHARED_ROWS.into_iter().find_map(|[cluster, blocks]| {
                let shape = Shape { block: 2 * first.block() / cluster, cluster, blocks: Some(blocks) };
                let small = shape.block < LEAST_THREADS || cluster > limits.cluster;
                (!small).then(|| planned(function, target, limits, Some(shape))).filter(keeps)
            }),
            _ if first.own.keeps_all() => None,
            _ => alone(),
        };
        return found.unwrap_or(first);
    }
    let mut plan = wider(first.block(), blocks);
    if plan.words_of_a_turn(function) > MOST_WORDS {
        plan = wider(first.block() / 2, blocks);
    }
    if !plan.own.holds_as_many(&first.own) {
        return first;
    }
    if plan.own.keeps_all() { plan } else { alone().unwrap_or(plan) }
}
