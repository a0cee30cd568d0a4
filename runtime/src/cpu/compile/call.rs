//! Calls of intrinsics.

use kiln_codegen::compact::List;
use kiln_codegen::intrinsics::{
    Atomic, Cpu, Effect, Fold, Intrinsic, LaneFn, Machine, Operator, Order, Pick, Slot, Vote, constant,
};
use kiln_codegen::ir::{BinOp, Expr, ExprKind, Literal, Scalar, Type, UnOp};

use super::place::Target;
use super::{Compiler, Fallible, Want};
use crate::cpu::code::{
    Arg, AtomicCall, AtomicStep, Eval, InCluster, LaneLoop, Lanes, Op, Place, Shape, Value, WarpCall, WarpOp,
};
use crate::cpu::lanes::moves;
use crate::cpu::ops::{binary, greatest, intrinsic, least, unary};
use crate::cpu::sanitize::{Access, Watch};

impl Compiler<'_> {
    pub(super) fn call(
        &mut self,
        row: &'static Intrinsic,
        args: &[Expr],
        result: &Type,
        site: Option<u32>,
        want: Want,
    ) -> Fallible<Value> {
        match row.cpu {
            Cpu::Machine(machine) => self.machine(machine, args, result),
            Cpu::Eval(f) => self.pure(row, f, None, args, result, site, want),
            Cpu::Lanes { eval, f32, f64, .. } => {
                self.pure(row, eval, Some((f32, f64)), args, result, site, want)
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // One call, taken apart.
    fn pure(
        &mut self,
        row: &'static Intrinsic,
        f: fn(Scalar, &[u64]) -> u64,
        loops: Option<(LaneFn<f32>, LaneFn<f64>)>,
        args: &[Expr],
        result: &Type,
        site: Option<u32>,
        want: Want,
    ) -> Fallible<Value> {
        let generic = generic(row, args, result)?;
        let mut values = Vec::new();
        for arg in args {
            values.push((self.expr(arg)?, Self::scalar(arg)?));
        }
        if let Effect::Divisor(k) = row.effect
            && let (Some((a, s)), Some((b, _))) = (values.first(), values.get(usize::from(k)))
        {
            self.check_divisor(*s, *a, *b, site.unwrap_or(0));
        }
        if let Some(value) = row.operator.and_then(|known| self.operator(known, generic, &values, want)) {
            return Ok(value);
        }
        if let Some(value) = row.cpu.pick().and_then(|pick| self.picked(pick, generic, &values, want)) {
            return Ok(value);
        }
        if let (Some(f), [(a, _), (b, other)]) = (intrinsic(row.name, generic), &values[..]) {
            let (a, size) = (*a, generic.size());
            let b = self.cast(
                *other,
                if *other == generic { generic } else { generic.unsigned() },
                *b,
                Want::Nothing,
            );
            return Ok(self.apply2(f, size, size, a, b, want));
        }
        self.count_call(row, generic);
        let size = result.scalar().ok_or("an intrinsic's result is no scalar")?.size();
        let ones: Option<Vec<_>> = values
            .iter()
            .map(|(value, s)| match value {
                Value::One(one) => Some((*one, s.size() as u8)),
                Value::Lanes(_) | Value::Line(_) => None,
            })
            .collect();
        if let Some(args) = ones {
            let d = match want {
                Want::One(one) => one,
                Want::Nothing | Want::Lanes(_) => self.new_one(),
            };
            let call = Box::new(Eval { f, scalar: generic, args, size: size as u8 });
            self.emit(Op::EvalOne { d, call });
            return Ok(Value::One(d));
        }
        if let Some((f32, f64)) = loops {
            let found = if generic == Scalar::F32 && !matches!(f32, LaneFn::None) {
                Some(LaneLoop::F32(f32))
            } else if generic == Scalar::F64 && !matches!(f64, LaneFn::None) {
                Some(LaneLoop::F64(f64))
            } else {
                None
            };
            if let Some(found) = found {
                let lanes: Vec<Lanes> =
                    values.iter().map(|(value, s)| self.lanes_of(*value, s.size())).list();
                // Slices of operands and result must not overlap, so the result has a register of its own.
                let d = self.new_lanes(size);
                self.emit(Op::Loop { d, call: Box::new((found, lanes)) });
                return Ok(Value::Lanes(d));
            }
        }
        let args = values.into_iter().map(|(value, s)| (self.arg(value), s.size() as u8)).list();
        let d = self.lanes_for(want, size);
        let call = Box::new(Eval { f, scalar: generic, args, size: size as u8 });
        self.emit(Op::EvalLanes { d, call });
        Ok(Value::Lanes(d))
    }

    /// Operators under another name.
    fn operator(
        &mut self,
        operator: Operator,
        s: Scalar,
        values: &[(Value, Scalar)],
        want: Want,
    ) -> Option<Value> {
        let a = values.first()?.0;
        Some(match operator {
            Operator::ToBits | Operator::FromBits => match a {
                // A line knows its integer type, which these change.
                Value::Line(_) => Value::Lanes(self.lanes_of(a, s.size())),
                Value::One(_) | Value::Lanes(_) => a,
            },
            Operator::Neg => self.apply1(unary(UnOp::Neg, s), s.size(), s.size(), a, want),
            Operator::Binary(op) => {
                let (b, amount) = *values.get(1)?;
                let b = if op.is_shift() { self.cast(amount, s.unsigned(), b, Want::Nothing) } else { b };
                self.binary(op, s, a, b, want)
            }
        })
    }

    /// The lesser, the greater or the middle one of integers, in loops over lanes.
    fn picked(&mut self, pick: Pick, s: Scalar, values: &[(Value, Scalar)], want: Want) -> Option<Value> {
        let (a, b) = (values.first()?.0, values.get(1)?.0);
        match pick {
            Pick::Least => Some(self.apply2(least(s), s.size(), s.size(), a, b, want)),
            Pick::Greatest => Some(self.apply2(greatest(s), s.size(), s.size(), a, b, want)),
            Pick::Clamped => {
                let alone = values.iter().all(|(value, _)| matches!(value, Value::One(_)));
                (!alone).then(|| self.clamp(s, a, b, values[2].0, want))
            }
        }
    }

    /// The lower bound wins where the bounds are the wrong way round, as in the intrinsic.
    fn clamp(&mut self, s: Scalar, x: Value, low: Value, high: Value, want: Want) -> Value {
        let size = s.size();
        let below = self.binary(BinOp::Lt, s, x, low, Want::Nothing);
        let capped = self.apply2(least(s), size, size, x, high, Want::Nothing);
        let args = [(below, 1), (low, size), (capped, size)].map(|(value, size)| self.lanes_of(value, size));
        let d = self.lanes_for(want, size);
        self.emit(Op::Select { f: moves(size).select, d, args });
        Value::Lanes(d)
    }

    fn machine(&mut self, machine: Machine, args: &[Expr], result: &Type) -> Fallible<Value> {
        let shape = |this: &mut Self, what| {
            let d = this.new_one();
            this.emit(Op::Shape { d, what });
            Ok(Value::One(d))
        };
        let position = |this: &mut Self, what| {
            let d = this.new_line(Scalar::Usize);
            this.emit(Op::Position { d, what });
            Ok(Value::Line(d))
        };
        self.blind &= is_blind(machine);
        if self.rank.is_some() {
            let what = match machine {
                Machine::GlobalId(axis) => Some(InCluster::Global(axis)),
                Machine::ThreadIdx(axis) => Some(InCluster::Thread(axis)),
                Machine::BlockIdx(axis) => Some(InCluster::Block(axis)),
                Machine::WarpId => Some(InCluster::Warp),
                _ => None,
            };
            if let Some(what) = what {
                let d = self.new_lanes(8);
                self.emit(Op::InCluster { d, what });
                return Ok(Value::Lanes(d));
            }
        }
        match machine {
            Machine::GlobalId(axis) => position(self, Place::Global(axis)),
            Machine::ThreadIdx(axis) => position(self, Place::Thread(axis)),
            Machine::BlockIdx(axis) => shape(self, Shape::BlockIdx(axis)),
            Machine::BlockDim(axis) => shape(self, Shape::BlockDim(axis)),
            Machine::GridDim(axis) => shape(self, Shape::GridDim(axis)),
            Machine::LaneId => {
                let d = self.new_lanes(8);
                self.emit(Op::LaneId { d });
                Ok(Value::Lanes(d))
            }
            Machine::WarpId => {
                let d = self.new_lanes(8);
                self.emit(Op::WarpId { d });
                Ok(Value::Lanes(d))
            }
            // All lanes of a block move together and see each other's stores at once, so there is nobody to wait for
            // and nothing to order but other blocks, which atomics do.
            Machine::SyncThreads => {
                self.announce_wait(|this| Watch::Barrier { site: this.site, around: this.splits.clone() });
                Ok(Value::One(self.constant(0)))
            }
            // The blocks of such a grid run as one, and what is done on this stream before is done.
            Machine::GridSync | Machine::GridWait | Machine::GridRelease => Ok(Value::One(self.constant(0))),
            Machine::SyncWarp => {
                self.announce_wait(|_| Watch::WarpBarrier);
                Ok(Value::One(self.constant(0)))
            }
            Machine::ThreadFence => {
                self.announce_wait(|this| Watch::Fence { site: this.site });
                Ok(Value::One(self.constant(0)))
            }
            // The hint is the hardware's; what is left of it is that its index exists.
            Machine::Prefetch => {
                let ExprKind::Ref(place) = &operand(args, 0)?.kind else {
                    return Err("what is fetched ahead is no element".to_string());
                };
                if let Target::Memory { memory, index, check: Some(site), .. } =
                    self.target_of(place, None)?
                {
                    self.check_index(index, Value::One(memory.len), site);
                }
                Ok(Value::One(self.constant(0)))
            }
            Machine::Shuffle(kind) => {
                let (value, from) = (operand(args, 0)?, operand(args, 1)?);
                let scalar = Self::scalar(value)?;
                let (value, from) = (self.expr(value)?, self.expr(from)?);
                let (value, from) = (self.arg(value), self.arg(from));
                Ok(self.warp(WarpOp::Shuffle(kind, from), scalar, value, scalar.size()))
            }
            Machine::Vote(vote) => {
                let value = self.expr(operand(args, 0)?)?;
                let value = self.arg(value);
                let size = result.scalar().map_or(1, Scalar::size);
                Ok(self.warp(WarpOp::Vote(vote), Scalar::Bool, value, size))
            }
            Machine::ActiveLanes => {
                let value = Arg::One(self.constant(1));
                Ok(self.warp(WarpOp::Vote(Vote::Ballot), Scalar::Bool, value, 4))
            }
            Machine::Match { all } => {
                let (scalar, value) = self.lane_value(args)?;
                let size = result.scalar().map_or(1, Scalar::size);
                Ok(self.warp(WarpOp::Match { all }, scalar, value, size))
            }
            Machine::WarpReduce(fold) => {
                let (scalar, value) = self.lane_value(args)?;
                Ok(self.warp(WarpOp::Reduce(combine(fold, scalar)), scalar, value, scalar.size()))
            }
            Machine::WarpScan { fold, inclusive } => {
                let (scalar, value) = self.lane_value(args)?;
                let below = (!inclusive).then(|| neutral(fold, scalar));
                let op = WarpOp::Scan { combine: combine(fold, scalar), below };
                Ok(self.warp(op, scalar, value, scalar.size()))
            }
            Machine::ClusterRank => Ok(match self.rank {
                Some(rank) => Value::Lanes(rank),
                None => Value::One(self.constant(0)),
            }),
            Machine::ClusterSize => {
                let cluster = self.function.attrs.cluster.unwrap_or([1; 3]);
                Ok(Value::One(self.constant(cluster.iter().map(|n| u64::from(*n)).product())))
            }
            Machine::ClusterId => shape(self, Shape::Cluster),
            // All threads of a cluster are at the same statement, and what one sends has come.
            Machine::ClusterSync | Machine::BarrierWait => Ok(Value::One(self.constant(0))),
            Machine::ClusterSend(_) => self.sent(args),
            Machine::ClusterLoad | Machine::ClusterStore => {
                let (element, rank) = (operand(args, 0)?, self.expr(operand(args, 1)?)?);
                let ExprKind::Ref(place) = &element.kind else {
                    return Err("a cluster's block is asked for what is no element".to_string());
                };
                let rank = self.rank.map(|_| rank);
                let target = self.target_of(place, rank)?;
                if let (Machine::ClusterStore, Some(value)) = (machine, args.get(2)) {
                    let value = self.expr(value)?;
                    self.store_target(&target, value)?;
                    return Ok(Value::One(self.constant(0)));
                }
                self.load_target(&target, Want::Nothing)
            }
            Machine::ClusterAdd => {
                let rank = self.expr(operand(args, 1)?)?;
                let rank = self.rank.map(|_| rank);
                let args = [operand(args, 0)?.clone(), operand(args, 2)?.clone()];
                self.atomic_of(Atomic::Add, &args, result, rank)
            }
            Machine::Atomic(op) => {
                let rank = self.rank.map(Value::Lanes);
                self.atomic_of(op, args, result, rank)
            }
            Machine::Move(_)
            | Machine::AsyncCopy(_)
            | Machine::AsyncCommit
            | Machine::AsyncWait
            | Machine::LoadMatrix { .. }
            | Machine::Product(..)
            | Machine::Wgmma(..)
            | Machine::WgmmaFence
            | Machine::WgmmaCommit
            | Machine::WgmmaWait
            | Machine::WgmmaFinish
            | Machine::Turns(_)
            | Machine::AsyncFence
            | Machine::BarrierInit
            | Machine::TensorLoad(_)
            | Machine::BarrierExpect
            | Machine::BarrierArrive
            | Machine::BarrierPass
            | Machine::LaneXor => self.moved(machine, args),
        }
    }

    /// What each lane brings to an operation of the warp.
    fn lane_value(&mut self, args: &[Expr]) -> Fallible<(Scalar, Arg)> {
        let value = operand(args, 0)?;
        let scalar = Self::scalar(value)?;
        let value = self.expr(value)?;
        Ok((scalar, self.arg(value)))
    }

    pub(super) fn warp(&mut self, op: WarpOp, scalar: Scalar, value: Arg, size: usize) -> Value {
        let d = self.new_lanes(size);
        self.emit(Op::Warp(Box::new(WarpCall { op, scalar, value, d })));
        Value::Lanes(d)
    }

    fn atomic_of(
        &mut self,
        op: Atomic,
        args: &[Expr],
        result: &Type,
        rank: Option<Value>,
    ) -> Fallible<Value> {
        let element = operand(args, 0)?;
        let ExprKind::Ref(place) = &element.kind else {
            return Err("an atomic operation is not on an element".to_string());
        };
        let Target::Memory { memory, index, check, scalar, seen } = self.target_of(place, rank)? else {
            return Err("an atomic operation is not on memory".to_string());
        };
        let count = match op {
            Atomic::Load => 0,
            Atomic::CompareExchange => 2,
            Atomic::Store
            | Atomic::Swap
            | Atomic::Add
            | Atomic::Sub
            | Atomic::Min
            | Atomic::Max
            | Atomic::And
            | Atomic::Or
            | Atomic::Xor
            | Atomic::Nand => 1,
        };
        // The orders after the values are left out: every access here is sequentially consistent.
        let mut values = [None; 2];
        for (k, value) in values.iter_mut().enumerate().take(count) {
            let evaluated = self.expr(operand(args, k + 1)?)?;
            *value = Some(self.arg(evaluated));
        }
        let check = self.announce(memory, index, check, (scalar, seen), (access(op), ordering(args)));
        let d = result.scalar().map(|s| self.new_lanes(s.size()));
        let step = match op {
            Atomic::Load | Atomic::Store | Atomic::CompareExchange => AtomicStep::Move(op),
            Atomic::Swap => AtomicStep::Update(|_, new| new),
            Atomic::Add if scalar.is_int() => AtomicStep::Add,
            Atomic::Add => AtomicStep::Update(binary(BinOp::Add, scalar).one),
            Atomic::Sub => AtomicStep::Update(binary(BinOp::Sub, scalar).one),
            Atomic::Min => AtomicStep::Update(least(scalar).one),
            Atomic::Max => AtomicStep::Update(greatest(scalar).one),
            Atomic::And => AtomicStep::Update(binary(BinOp::BitAnd, scalar).one),
            Atomic::Or => AtomicStep::Update(binary(BinOp::BitOr, scalar).one),
            Atomic::Xor => AtomicStep::Update(binary(BinOp::BitXor, scalar).one),
            // Bits above the element's are cut off where it is written.
            Atomic::Nand => AtomicStep::Update(|old, value| !(old & value)),
        };
        let size = scalar.size() as u8;
        let call = AtomicCall { step, size, memory, index, args: values, d, check };
        self.emit(Op::Atomic(Box::new(call)));
        Ok(match d {
            Some(d) => Value::Lanes(d),
            None => Value::One(self.constant(0)),
        })
    }
}

fn combine(fold: Fold, scalar: Scalar) -> fn(u64, u64) -> u64 {
    match fold {
        Fold::Sum => binary(BinOp::Add, scalar).one,
        Fold::Min => least(scalar).one,
        Fold::Max => greatest(scalar).one,
        Fold::And => binary(BinOp::BitAnd, scalar).one,
        Fold::Or => binary(BinOp::BitOr, scalar).one,
        Fold::Xor => binary(BinOp::BitXor, scalar).one,
    }
}

/// What changes nothing that it is combined with: the table's own constants, and no other kinds of fold are scanned.
fn neutral(fold: Fold, scalar: Scalar) -> u64 {
    let names = match fold {
        Fold::Sum | Fold::Or | Fold::Xor => ["ZERO", "ZERO"],
        Fold::Min => ["INFINITY", "MAX"],
        Fold::Max => ["NEG_INFINITY", "MIN"],
        Fold::And => ["MAX", "MAX"],
    };
    names.iter().find_map(|name| constant(name, scalar)).map_or(0, |(_, bits)| bits)
}

/// How the sanitizer sees an atomic operation.
fn access(op: Atomic) -> Access {
    match op {
        Atomic::Load => Access::AtomicRead,
        Atomic::Store => Access::AtomicStore,
        Atomic::Swap
        | Atomic::CompareExchange
        | Atomic::Add
        | Atomic::Sub
        | Atomic::Min
        | Atomic::Max
        | Atomic::And
        | Atomic::Or
        | Atomic::Xor
        | Atomic::Nand => Access::AtomicUpdate,
    }
}

/// The order of an atomic operation where it succeeds: the first literal behind its values.
fn ordering(args: &[Expr]) -> Order {
    let number = |arg: &Expr| match &arg.kind {
        ExprKind::Literal(Literal::Int(number)) => u64::try_from(*number).ok(),
        _ => None,
    };
    let orders = args.len().saturating_sub(if args.len() > 4 { 2 } else { 1 });
    args.get(orders).and_then(number).and_then(Order::from_number).unwrap_or(Order::SeqCst)
}

/// Whether the operation is the same for two neighboring blocks run as one.
fn is_blind(machine: Machine) -> bool {
    match machine {
        Machine::GlobalId(_)
        | Machine::BlockDim(_)
        | Machine::GridDim(_)
        | Machine::SyncThreads
        | Machine::GridWait
        | Machine::GridRelease
        | Machine::ThreadFence
        | Machine::Prefetch
        | Machine::SyncWarp
        | Machine::Atomic(_)
        | Machine::Move(_)
        | Machine::AsyncCopy(_)
        | Machine::AsyncCommit
        | Machine::AsyncWait => true,
        Machine::ThreadIdx(_)
        | Machine::BlockIdx(_)
        | Machine::LaneId
        | Machine::WarpId
        | Machine::Shuffle(_)
        | Machine::Vote(_)
        | Machine::ActiveLanes
        | Machine::Match { .. }
        | Machine::WarpReduce(_)
        | Machine::WarpScan { .. }
        | Machine::GridSync
        | Machine::ClusterRank
        | Machine::ClusterSize
        | Machine::ClusterId
        | Machine::ClusterSync
        | Machine::ClusterLoad
        | Machine::ClusterStore
        | Machine::ClusterAdd
        | Machine::ClusterSend(_)
        | Machine::BarrierInit
        | Machine::BarrierWait
        | Machine::LoadMatrix { .. }
        | Machine::Product(..)
        | Machine::Wgmma(..)
        | Machine::WgmmaFence
        | Machine::WgmmaCommit
        | Machine::WgmmaWait
        | Machine::WgmmaFinish
        | Machine::Turns(_)
        | Machine::AsyncFence
        | Machine::TensorLoad(_)
        | Machine::BarrierExpect
        | Machine::BarrierArrive
        | Machine::BarrierPass
        | Machine::LaneXor => false,
    }
}

pub(super) fn operand(args: &[Expr], k: usize) -> Fallible<&Expr> {
    args.get(k).ok_or_else(|| "an intrinsic lacks an operand".to_string())
}

/// The type of the generic operand of a call.
fn generic(row: &Intrinsic, args: &[Expr], result: &Type) -> Fallible<Scalar> {
    for (slot, arg) in row.params.iter().zip(args) {
        if *slot == Slot::Same {
            return Compiler::scalar(arg);
        }
    }
    let fallback = args.first().and_then(|arg| arg.ty.scalar());
    result.scalar().or(fallback).ok_or_else(|| format!("the type of `{}` is not known", row.name))
}
