//! Loops: endless, tested before each turn, and counted.
//!
//! A loop tests at its end, behind a first test before it. What it assigns is not known behind it. Of a counted loop
//! no number beyond its last is computed that the type may not have.

use super::asm::{Label, Reg, Width};
use super::local::{Jumps, Storage, Writer};
use super::plan::{assigned_in, several_at_once, size};
use super::value::{Val, kind, width};
use crate::compact::List;
use crate::ir::{BinOp, Block, Counted, Expr, LabelId, LocalId, Scalar};

/// How many operations a loop has in a turn that is not to be written out any more.
const LONG: u64 = 200;

/// How many turns a short loop takes at once where ptxas would not.
const AT_ONCE: u64 = 4;

/// What a `for` counts over, evaluated.
#[derive(Clone, Copy)]
struct Range {
    scalar: Scalar,
    first: Val,
    /// The bound: of a loop upwards its end, of one downwards its first number.
    bound: Val,
    step: Val,
    inclusive: bool,
}

/// A loop whose turns are written.
#[derive(Clone, Copy)]
struct Each {
    label: LabelId,
    local: LocalId,
    scalar: Scalar,
    counter: Reg,
    end: Label,
}

impl Writer<'_> {
    pub(super) fn endless(&mut self, label: LabelId, body: &Block) {
        let jumps = Jumps { next: self.asm.label(), end: self.asm.label() };
        self.jumps.insert(label, jumps);
        let assigned = assigned_in(&[body]);
        self.forget(&assigned);
        self.turns(body, |writer| {
            writer.asm.place(jumps.next);
            writer.keep_rolled(size(body) > LONG);
            writer.block(body);
            writer.asm.line(format!("bra {}", jumps.next));
        });
        self.asm.place(jumps.end);
        self.forget(&assigned);
    }

    pub(super) fn repeat(&mut self, label: LabelId, condition: &Expr, body: &Block) {
        let jumps = Jumps { next: self.asm.label(), end: self.asm.label() };
        self.jumps.insert(label, jumps);
        let assigned = assigned_in(&[body]);
        self.forget(&assigned);
        self.turns(body, |writer| {
            writer.asm.place(jumps.next);
            writer.keep_rolled(size(body) > LONG);
            // What the condition computes the body need not compute again.
            writer.guarded(condition, jumps.end, |writer| writer.block(body));
            writer.asm.line(format!("bra {}", jumps.next));
        });
        self.asm.place(jumps.end);
        self.forget(&assigned);
    }

    /// Writes a loop; what is computed in it alike in each turn stands before it.
    fn turns(&mut self, body: &Block, write: impl FnOnce(&mut Self)) {
        let now = self.now.clone();
        self.asm.enter_loop(size(body) > LONG);
        write(self);
        self.asm.leave();
        self.now = now;
    }

    /// Behind the label of a loop: ptxas is not to write it out.
    fn keep_rolled(&mut self, keep: bool) {
        if keep {
            self.asm.line(".pragma \"nounroll\"");
        }
    }

    pub(super) fn count(
        &mut self,
        label: LabelId,
        local: LocalId,
        counted: &Counted<&Expr>,
        rolled: bool,
        body: &Block,
    ) {
        let scalar = counted.scalar;
        let (start, end) = (self.value(counted.start), self.value(counted.end));
        let step = counted.step.map_or(Val::Imm(1), |step| self.value(step));
        if self.plan.unrolled.contains(&label)
            && let (Val::Imm(start), Val::Imm(end), Val::Imm(step)) = (start, end, step)
        {
            let all = counted.turns(start, end, step).map_or(Vec::new(), |turns| {
                let number = |turn: u64| if counted.reversed { turns.more - turn } else { turn };
                let value = |turn| start.wrapping_add(number(turn).wrapping_mul(step.max(1))) & scalar.mask();
                (0..=turns.more).map(value).list()
            });
            return self.written_out(label, local, &all, body);
        }
        let mut range = Range { scalar, first: start, bound: end, step, inclusive: counted.inclusive };
        let jumps = Jumps { next: self.asm.label(), end: self.asm.label() };
        self.jumps.insert(label, jumps);
        let assigned = assigned_in(&[body]);
        // Nothing to do.
        let op = if counted.inclusive { BinOp::Gt } else { BinOp::Ge };
        let none = self.compare(op, scalar, start, end);
        self.jump_on(none, jumps.end);
        self.forget(&assigned);
        self.asm.enter_once();
        if counted.reversed {
            // The same numbers, from the last one.
            range.first = self.last(start, end, step, counted.inclusive, scalar);
            range.bound = start;
        }
        let limit = self.limit(&range, counted.reversed);
        let counter = self.asm.variable(width(scalar));
        let text = self.text(range.first, scalar);
        self.asm.assign(counter, &text);
        let each = Each { label, local, scalar, counter, end: jumps.end };
        let several = !rolled && limit.is_some() && step == Val::Imm(1) && several_at_once(body);
        if several {
            self.several(each, &range, body);
        }
        let head = self.asm.label();
        self.turns(body, |writer| {
            writer.asm.place(head);
            writer.keep_rolled(rolled || several || size(body) > LONG);
            // In one turn the counter stays what it is.
            let op = format!("mov.{}", counter.width.bits());
            let now = writer.asm.set(&op, counter.width, counter.to_string());
            writer.turn(each, now, jumps.next, body);
            writer.advance(counter, &range, counted.reversed, limit, head);
        });
        self.asm.leave();
        self.asm.place(jumps.end);
        self.forget(&assigned);
    }

    /// One turn of a loop, with this number.
    fn turn(&mut self, each: Each, now: Reg, next: Label, body: &Block) {
        self.jumps.insert(each.label, Jumps { end: each.end, next });
        self.storage[each.local.0 as usize] = Storage::Value(Val::Reg(now));
        // Where a turn may be cut short, what it computes behind that is not known at its end.
        if body.continues(each.label) {
            self.apart(|writer| writer.block(body));
            self.forget(&assigned_in(&[body]));
        } else {
            self.block(body);
        }
        self.asm.place(next);
    }

    /// As many turns as there are by [`AT_ONCE`]; what is left is for a loop behind them.
    fn several(&mut self, each: Each, range: &Range, body: &Block) {
        let Each { scalar, counter, .. } = each;
        let assigned = assigned_in(&[body]);
        let others = Range { step: Val::Imm(AT_ONCE - 1), ..*range };
        let Some(limit) = self.limit(&others, false) else { return };
        let (head, rest) = (self.asm.label(), self.asm.label());
        let few = self.compare(BinOp::Ge, scalar, range.first, limit);
        self.jump_on(few, rest);
        self.turns(body, |writer| {
            writer.asm.place(head);
            writer.keep_rolled(true);
            let add = if width(scalar) == Width::B64 { "add.s64" } else { "add.s32" };
            let beyond =
                |writer: &mut Self, by: u64| writer.asm.set(add, counter.width, format!("{counter}, {by}"));
            for number in 0..AT_ONCE {
                let now = beyond(writer, number);
                let next = writer.asm.label();
                writer.turn(each, now, next, body);
            }
            let next = beyond(writer, AT_ONCE);
            writer.asm.assign(counter, &next.to_string());
            let more = writer.compare(BinOp::Lt, scalar, Val::Reg(counter), limit);
            writer.jump_on(more, head);
        });
        self.asm.place(rest);
        self.forget(&assigned);
        let done = self.compare(BinOp::Ge, scalar, Val::Reg(counter), range.bound);
        self.jump_on(done, each.end);
    }

    /// Of a loop upwards by a known step, the number below which there is a next turn; `None` where that is not a
    /// number of the type, and of other loops.
    fn limit(&mut self, range: &Range, reversed: bool) -> Option<Val> {
        let Range { scalar, bound, step: Val::Imm(step), inclusive: false, .. } = *range else { return None };
        let by = scalar.number(step);
        if reversed || by <= 0 {
            return None;
        }
        // The next number is beyond the end of the type before it is beyond the loop's, unless it is only one more
        // than one below; so the step is taken from the bound, which is at least as far above the least number.
        if by == 1 {
            return Some(bound);
        }
        let least = if scalar.is_signed_int() { -(1i128 << (scalar.bits() - 1)) } else { 0 };
        let above = Val::Imm((least + by) as u64 & (u64::MAX >> (64 - scalar.bits())));
        let bound = match bound {
            Val::Imm(bits) => Val::Imm(if scalar.number(bits) < least + by {
                (least + by) as u64 & (u64::MAX >> (64 - scalar.bits()))
            } else {
                bits
            }),
            Val::Reg(_) => Val::Reg(self.op(
                &format!("max.{}", kind(scalar)),
                width(scalar),
                &[(bound, scalar), (above, scalar)],
            )),
        };
        Some(self.binary(BinOp::Sub, scalar, bound, (Val::Imm(step), scalar), None))
    }

    /// Goes on with the next turn, or leaves the loop.
    fn advance(&mut self, counter: Reg, range: &Range, reversed: bool, limit: Option<Val>, head: Label) {
        let Range { scalar, bound, step, inclusive, .. } = *range;
        let now = Val::Reg(counter);
        let forward = |writer: &mut Self, op: &str| {
            let op = if width(scalar) == Width::B64 { format!("{op}.s64") } else { format!("{op}.s32") };
            let by = writer.text(step, scalar);
            let next = writer.asm.set(&op, width(scalar), format!("{counter}, {by}"));
            let next = writer.narrowed(next, scalar);
            writer.asm.assign(counter, &next.to_string());
        };
        let more = match limit {
            Some(limit) if step == Val::Imm(1) => {
                forward(self, "add");
                self.compare(BinOp::Lt, scalar, now, limit)
            }
            Some(limit) => {
                let more = self.compare(BinOp::Lt, scalar, now, limit);
                forward(self, "add");
                more
            }
            None => {
                // What is left of the way, as the unsigned number that it is.
                let (from, to) = if reversed { (bound, now) } else { (now, bound) };
                let left = self.difference(to, from, scalar);
                let op = if inclusive || reversed { BinOp::Ge } else { BinOp::Gt };
                let more = self.compare(op, scalar.unsigned(), left, step);
                // One step past the last turn, where the counter is no longer read.
                forward(self, if reversed { "sub" } else { "add" });
                more
            }
        };
        self.jump_on(more, head);
    }

    /// `a - b` as an unsigned number, in the counter's registers.
    fn difference(&mut self, a: Val, b: Val, scalar: Scalar) -> Val {
        let op = if width(scalar) == Width::B64 { "sub.s64" } else { "sub.s32" };
        let result = self.op(op, width(scalar), &[(a, scalar), (b, scalar)]);
        Val::Reg(self.narrowed(result, scalar.unsigned()))
    }

    /// The last number of a range that is not empty.
    fn last(&mut self, start: Val, end: Val, step: Val, inclusive: bool, scalar: Scalar) -> Val {
        let unsigned = scalar.unsigned();
        let one = Val::Imm(1);
        let last = if inclusive { end } else { self.binary(BinOp::Sub, scalar, end, (one, scalar), None) };
        if step == one {
            return last;
        }
        let distance = self.difference(last, start, scalar);
        let rest = self.divided(BinOp::Rem, unsigned, distance, step);
        self.binary(BinOp::Sub, scalar, last, (rest, scalar), None)
    }

    fn jump_on(&mut self, condition: Val, to: Label) {
        match condition {
            Val::Imm(0) => {}
            Val::Imm(_) => self.asm.line(format!("bra {to}")),
            Val::Reg(register) => self.asm.line(format!("@{register} bra {to}")),
        }
    }

    /// Every turn by itself, with a counter that is known.
    fn written_out(&mut self, label: LabelId, local: LocalId, all: &[u64], body: &Block) {
        let end = self.asm.label();
        let assigned = assigned_in(&[body]);
        let jumps_out = leaves(body, label);
        let turns = |writer: &mut Self| {
            for value in all {
                let next = writer.asm.label();
                writer.jumps.insert(label, Jumps { end, next });
                writer.storage[local.0 as usize] = Storage::Value(Val::Imm(*value));
                if jumps_out {
                    writer.apart(|writer| writer.block(body));
                    writer.forget(&assigned);
                    writer.asm.place(next);
                } else {
                    writer.block(body);
                }
            }
        };
        if jumps_out {
            self.apart(turns);
            self.forget(&assigned);
            self.asm.place(end);
        } else {
            turns(self);
        }
    }
}

/// Whether a block jumps to a label.
pub(super) fn leaves(block: &Block, label: LabelId) -> bool {
    block.breaks(label) || block.continues(label)
}
