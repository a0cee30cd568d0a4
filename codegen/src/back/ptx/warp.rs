//! What the lanes of a warp do together: shuffles, votes, matches.
//!
//! Each is among the lanes that are active here, for which the machine is asked; a shuffle gives the own value
//! where its source is none of them.

use super::asm::{Reg, Width};
use super::local::Writer;
use super::value::{Val, is_half, width};
use crate::compact::List;
use crate::intrinsics::{Shuffle, Vote};
use crate::ir::{BinOp, Scalar};

impl Writer<'_> {
    /// The lanes that are active here. Asked anew each time.
    pub(super) fn active(&mut self) -> Reg {
        self.asm.set_alone("activemask.b32", Width::B32)
    }

    pub(super) fn lane(&mut self) -> Reg {
        self.asm.first("mov.b32", Width::B32, "%laneid", &[])
    }

    /// A value in the 32-bit registers that the machine exchanges, low half first.
    pub(super) fn words(&mut self, value: Val, scalar: Scalar) -> Vec<Reg> {
        let register = self.register(value, scalar);
        let text = register.to_string();
        match width(scalar) {
            Width::Pred => vec![self.asm.pure("selp.b32", Width::B32, format!("1, 0, {text}"), &[register])],
            Width::B16 => vec![self.asm.pure("cvt.u32.u16", Width::B32, text, &[register])],
            Width::B32 => vec![register],
            Width::B64 => {
                let (low, high) = (self.asm.register(Width::B32), self.asm.register(Width::B32));
                self.asm.line(format!("mov.b64 {{{low}, {high}}}, {text}"));
                vec![low, high]
            }
        }
    }

    /// The value that these registers are.
    pub(super) fn of_words(&mut self, words: &[Reg], scalar: Scalar) -> Val {
        let Some(low) = words.first().copied() else { return Val::Imm(0) };
        Val::Reg(match (width(scalar), words) {
            (Width::Pred, _) => self.asm.pure("setp.ne.u32", Width::Pred, format!("{low}, 0"), &[low]),
            (Width::B16, _) => self.asm.pure("cvt.u16.u32", Width::B16, low.to_string(), &[low]),
            (Width::B64, [low, high]) => {
                self.asm.pure("mov.b64", Width::B64, format!("{{{low}, {high}}}"), &[*low, *high])
            }
            _ => low,
        })
    }

    /// Exchanges a value among the lanes of a mask.
    fn exchange(&mut self, mode: &str, value: Val, scalar: Scalar, lane: &str, mask: &str) -> Val {
        let words = self.words(value, scalar);
        let mut found = Vec::new();
        for word in words {
            let op = format!("shfl.sync.{mode}.b32");
            found.push(self.asm.set(&op, Width::B32, format!("{word}, {lane}, 31, {mask}")));
        }
        self.of_words(&found, scalar)
    }

    /// The value of the lane whose number differs in these bits; all lanes are active.
    pub(super) fn lane_xor(&mut self, value: Val, scalar: Scalar, bits: Val) -> Val {
        let bits = self.text(bits, Scalar::U32);
        self.exchange("bfly", value, scalar, &bits, "-1")
    }

    /// The value of the lane with this number modulo 32, among those of a mask.
    pub(super) fn masked_shuffle(&mut self, value: Val, scalar: Scalar, lane: Val, mask: Val) -> Val {
        let (lane, mask) = (self.text(lane, Scalar::U32), self.text(mask, Scalar::U32));
        self.exchange("idx", value, scalar, &lane, &mask)
    }

    pub(super) fn shuffle(&mut self, shuffle: Shuffle, value: Val, scalar: Scalar, by: Val) -> Val {
        let u32s = Scalar::U32;
        let lane = Val::Reg(self.lane());
        let source = match shuffle {
            Shuffle::Index | Shuffle::Masked => by,
            Shuffle::Xor => self.binary(BinOp::BitXor, u32s, lane, (by, u32s), None),
            // Where there is no such lane, the own one, or none at all.
            Shuffle::Up => {
                let there = self.compare(BinOp::Le, u32s, by, lane);
                let source = self.binary(BinOp::Sub, u32s, lane, (by, u32s), None);
                self.chosen(there, source, lane, u32s)
            }
            Shuffle::Down => {
                let there = self.compare(BinOp::Lt, u32s, by, Val::Imm(32));
                let source = self.binary(BinOp::Add, u32s, lane, (by, u32s), None);
                self.chosen(there, source, Val::Imm(32), u32s)
            }
        };
        let active = self.active();
        let text = self.text(source, u32s);
        let other = self.exchange("idx", value, scalar, &text, &active.to_string());
        let below = self.compare(BinOp::Lt, u32s, source, Val::Imm(32));
        let bit = self.binary(BinOp::Shr, u32s, Val::Reg(active), (source, u32s), None);
        let bit = self.binary(BinOp::BitAnd, u32s, bit, (Val::Imm(1), u32s), None);
        let there = self.compare(BinOp::Ne, u32s, bit, Val::Imm(0));
        let there = self.logic(BinOp::And, below, there);
        self.chosen(there, other, value, scalar)
    }

    pub(super) fn vote(&mut self, vote: Vote, value: Val) -> Val {
        let active = self.active();
        let condition = self.register(value, Scalar::Bool);
        let operands = format!("{condition}, {active}");
        Val::Reg(match vote {
            Vote::All => self.asm.set("vote.sync.all.pred", Width::Pred, operands),
            Vote::Any => self.asm.set("vote.sync.any.pred", Width::Pred, operands),
            Vote::Ballot => self.asm.set("vote.sync.ballot.b32", Width::B32, operands),
        })
    }

    /// The lanes with this value, or whether all have it, bit for bit.
    pub(super) fn matches(&mut self, value: Val, scalar: Scalar, all: bool) -> Val {
        let active = self.active();
        let wide = width(scalar) == Width::B64;
        let bits = if wide { self.register(value, scalar) } else { self.words(value, scalar)[0] };
        let ty = if wide { "b64" } else { "b32" };
        if !all {
            return Val::Reg(self.asm.set(
                &format!("match.any.sync.{ty}"),
                Width::B32,
                format!("{bits}, {active}"),
            ));
        }
        let (mask, same) = (self.asm.register(Width::B32), self.asm.register(Width::Pred));
        self.asm.line(format!("match.all.sync.{ty} {mask}|{same}, {bits}, {active}"));
        Val::Reg(same)
    }

    /// Two `f32` as 16-bit floats in one register, the first in the low half.
    pub(super) fn packed(&mut self, low: Val, high: Val, scalar: Scalar) -> Val {
        if self.target.arch >= 80 {
            let op = if scalar == Scalar::F16 { "cvt.rn.f16x2.f32" } else { "cvt.rn.bf16x2.f32" };
            return Val::Reg(self.op(op, Width::B32, &[(high, Scalar::F32), (low, Scalar::F32)]));
        }
        let halves: Vec<Reg> = [low, high]
            .into_iter()
            .map(|value| {
                let rounded = self.rounded(value, scalar);
                self.register(rounded, scalar)
            })
            .list();
        debug_assert!(is_half(scalar));
        Val::Reg(self.asm.pure("mov.b32", Width::B32, format!("{{{}, {}}}", halves[0], halves[1]), &halves))
    }
}
