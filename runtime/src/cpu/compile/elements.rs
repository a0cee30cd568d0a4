//! Calls of lowered tile code.

use kiln_codegen::intrinsics::{Machine, TensorMap, WgmmaShape};
use kiln_codegen::ir::{BinOp, Expr, ExprKind, Literal, Scalar, Step, Type};

use super::call::operand;
use super::place::Target;
use super::{Compiler, Fallible};
use crate::cpu::Observer;
use crate::cpu::code::{Op, Value, WarpOp};
use crate::cpu::element_ops::{Elements, ElementsCall, ElementsOp, Home, TensorLoad};

impl Compiler<'_> {
    pub(super) fn moved(&mut self, machine: Machine, args: &[Expr]) -> Fallible<Value> {
        let op = match machine {
            Machine::Move(bytes) => {
                let bytes = usize::from(bytes);
                let (to, from) = (self.elements(args, 0, bytes)?, self.elements(args, 1, bytes)?);
                ElementsOp::Move { to, from, bytes }
            }
            Machine::AsyncCopy(bytes) => {
                let bytes = usize::from(bytes);
                let (to, from) = (self.elements(args, 0, bytes)?, self.elements(args, 1, bytes)?);
                let used = self.expr(operand(args, 2)?)?;
                ElementsOp::AsyncCopy { to, from, bytes, used: self.arg(used) }
            }
            Machine::AsyncCommit => ElementsOp::Commit,
            Machine::AsyncWait => match operand(args, 0)?.kind {
                ExprKind::Literal(Literal::Int(groups)) => ElementsOp::Wait { groups: groups as u32 },
                _ => return Err("a wait is for a number of groups that is no literal".to_string()),
            },
            Machine::LoadMatrix { transposed } => {
                let (to, from) = (self.elements(args, 0, 16)?, self.elements(args, 1, 16)?);
                ElementsOp::LoadMatrix { to, from, transposed }
            }
            Machine::Product(one, other) => {
                let acc = self.elements(args, 0, 4 * one.size().max(4))?;
                let (a, b) = (self.elements(args, 1, 16)?, self.elements(args, 2, 8)?);
                self.count_product(8, one);
                ElementsOp::Product { acc, a, b, scalars: [one, other] }
            }
            Machine::TensorLoad(rank) => {
                let map = TensorMap::of(rank, args).ok_or("no such copy of a box")?;
                let axes = TensorMap::axes(rank, args).ok_or("a copy of a box lacks an axis")?;
                let size = usize::from(map.size);
                let (to, from) = (self.elements(args, 0, size)?, self.elements(args, 1, size)?);
                let barrier = self.elements(args, 2, 8)?;
                let [extents, strides, coordinates] = axes.map(|axes| {
                    axes.iter()
                        .map(|axis| self.expr(axis).map(|value| self.arg(value)))
                        .collect::<Fallible<Vec<_>>>()
                });
                let (extents, strides, coordinates) = (extents?, strides?, coordinates?);
                let load = TensorLoad { to, from, barrier, map, extents, strides, coordinates };
                ElementsOp::TensorLoad(Box::new(load))
            }
            Machine::BarrierInit => {
                let threads = self.expr(operand(args, 1)?)?;
                ElementsOp::Init { barrier: self.elements(args, 0, 8)?, threads: self.arg(threads) }
            }
            Machine::BarrierArrive => ElementsOp::Arrive { barrier: self.elements(args, 0, 8)? },
            Machine::BarrierExpect => {
                let bytes = self.expr(operand(args, 1)?)?;
                ElementsOp::Expect { barrier: self.elements(args, 0, 8)?, bytes: self.arg(bytes) }
            }
            Machine::BarrierPass => {
                let phase = self.expr(operand(args, 1)?)?;
                ElementsOp::Pass { barrier: self.elements(args, 0, 8)?, phase: self.arg(phase) }
            }
            Machine::Wgmma(one, other) => {
                let shape = WgmmaShape::of(args).ok_or("no such product of a warpgroup")?;
                let acc = self.elements(args, 0, 2 * shape.columns as usize)?;
                let (a, b) = (self.elements(args, 1, 16)?, self.elements(args, 2, 16)?);
                // A warp has 16 of the 64 rows.
                self.count_product(shape.columns, one);
                ElementsOp::Wgmma { acc, a, b, scalars: [one, other], shape }
            }
            // Products are made where they begin, and memory is one.
            Machine::WgmmaFence
            | Machine::WgmmaCommit
            | Machine::WgmmaWait
            | Machine::WgmmaFinish
            | Machine::Turns(_)
            | Machine::AsyncFence => {
                return Ok(Value::One(self.constant(0)));
            }
            Machine::LaneXor => {
                let (value, bits) = (operand(args, 0)?, operand(args, 1)?);
                let scalar = Self::scalar(value)?;
                let (value, bits) = (self.expr(value)?, self.expr(bits)?);
                let (value, bits) = (self.arg(value), self.arg(bits));
                let op = WarpOp::Exchange { bits, site: self.site };
                return Ok(self.warp(op, scalar, value, scalar.size()));
            }
            other => return Err(format!("{other:?} is not of lowered tile code")),
        };
        self.emit(Op::Elements(Box::new(ElementsCall { op, site: self.site })));
        Ok(Value::One(self.constant(0)))
    }

    /// Consecutive numbers, to another block's shared memory. All threads of a cluster are at the same statement, so
    /// that what is sent has come.
    pub(super) fn sent(&mut self, args: &[Expr]) -> Fallible<Value> {
        let (element, rank) = (operand(args, 0)?, self.expr(operand(args, 1)?)?);
        let ExprKind::Ref(first) = &element.kind else {
            return Err("a cluster's block is sent what is no element".to_string());
        };
        for (number, value) in args.iter().skip(3).enumerate() {
            let mut place = first.clone();
            if let Some(Step::Index { index, .. }) = place.steps.last_mut() {
                let more = Expr::int(number as i128, Scalar::Usize);
                **index = Expr::binary(BinOp::Add, (**index).clone(), more, Type::USIZE);
            }
            let target = self.target_of(&place, self.rank.map(|_| rank))?;
            let value = self.expr(value)?;
            self.store_target(&target, value)?;
        }
        Ok(Value::One(self.constant(0)))
    }

    /// The operand with this number: consecutive elements of so many bytes.
    fn elements(&mut self, args: &[Expr], number: usize, bytes: usize) -> Fallible<Elements> {
        let ExprKind::Ref(place) = &operand(args, number)?.kind else {
            return Err("an operand is no reference to elements".to_string());
        };
        let mut array = 0;
        let (home, index, check, scalar) = match self.target(place)? {
            Target::Memory { memory, index, check, scalar, seen } => {
                array = match self.observer {
                    Observer::None => 0,
                    Observer::Sanitizer => {
                        self.grain = self.grain.min(scalar.size() as u8);
                        self.array(seen.array)
                    }
                    Observer::Counter => self.spot(Some(seen.array)),
                };
                (Home::Memory(memory), index, check, scalar)
            }
            Target::Array { array, len, index, check, scalar } => {
                (Home::Array { first: array, len }, index, check, scalar)
            }
            Target::Local(..) | Target::OneArray { .. } => {
                return Err("an operand refers to a local without elements".to_string());
            }
        };
        let size = scalar.size();
        let index = self.arg(index);
        let stride = match home {
            Home::Memory(memory) if memory.shared && self.rank.is_some() => Some(self.shared_stride(size)),
            Home::Memory(_) | Home::Array { .. } => None,
        };
        Ok(Elements { home, index, check, stride, size: size as u8, count: (bytes / size).max(1), array })
    }
}
