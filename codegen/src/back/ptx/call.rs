//! Calls of intrinsics.
//!
//! The intrinsics table has the code of a call that depends on its operands only ([`super::code`] writes it); a row
//! without code is a function of Kiln's library, which is written in the place of the call. What sees the machine is
//! spelled here.

use super::asm::{Reg, Width};
use super::expr::scalar_of;
use super::local::Writer;
use super::value::{Val, is_half, width};
use crate::compact::List;
use crate::intrinsics::{Cpu, Effect, Intrinsic, Machine, Operator, Ptx};
use crate::ir::{BinOp, Expr, ExprKind, Scalar, SiteId, Type, UnOp};
use crate::library;

impl Writer<'_> {
    /// Writes a call; gives its result, where it has one.
    pub(super) fn intrinsic(
        &mut self,
        row: &'static Intrinsic,
        args: &[Expr],
        site: Option<SiteId>,
        ty: &Type,
    ) -> Option<Val> {
        if let Cpu::Machine(machine) = row.cpu {
            return self.machine(row, machine, args, ty);
        }
        let values: Vec<(Val, Scalar)> = args.iter().map(|arg| (self.value(arg), scalar_of(arg))).list();
        let result = ty.scalar().unwrap_or(Scalar::U32);
        if let (Effect::Divisor(number), Some(site), [a, ..]) =
            (row.effect, site.filter(|_| self.returns.is_none()), values.as_slice())
        {
            let (b, scalar) = values[usize::from(number)];
            self.divisor(scalar, a.0, b, site);
        }
        // What is known already is computed by the same function as on the CPU.
        if let (Cpu::Eval(eval) | Cpu::Lanes { eval, .. }, true) = (row.cpu, row.effect == Effect::Pure) {
            let bits: Option<Vec<u64>> = values
                .iter()
                .map(|(value, _)| match value {
                    Val::Imm(bits) => Some(*bits),
                    Val::Reg(_) => None,
                })
                .collect();
            let generic = values.first().map_or(result, |(_, scalar)| *scalar);
            if let Some(bits) = bits.filter(|_| result.is_int() && generic.is_int()) {
                return Some(Val::Imm(eval(generic, &bits)));
            }
        }
        if let Some(operator) = row.operator {
            return self.operator(operator, args, &values, result);
        }
        if let (Ptx::Pack(half), [(low, _), (high, _)]) = (row.ptx, values.as_slice()) {
            return Some(self.packed(*low, *high, half));
        }
        let generic = values.first().map_or(result, |(_, scalar)| *scalar);
        if let Some(code) = self.code_of(row.ptx, generic) {
            return Some(self.coded(code, &values));
        }
        if row.effect != Effect::Pure {
            return Some(self.library_call(row.name, &values, result));
        }
        // A function of its operands: once for the same ones, and before loops that do not change them.
        let texts: Vec<String> = values.iter().map(|(value, scalar)| self.text(*value, *scalar)).list();
        let key = format!("{} {:?} {generic:?} {result:?} {}", row.name, self.tier, texts.join(", "));
        let uses: Vec<Reg> = values.iter().filter_map(|(value, _)| value.register()).list();
        Some(self.whole(key, &uses, |writer| writer.library_call(row.name, &values, result)))
    }

    /// An integer that becomes a float, or a float's bits. ptxas (13.0 at least) looks for where they come from,
    /// through moves too: of a boolean made an integer it rounds the bits 0 and 1 to 0.0 and 1.0, as if the integer
    /// were converted, and of one that is converted and negated it chooses between -1.0 and 0.0, of which the zero
    /// has lost its sign. Of 64 bits it leaves an `or` with nothing alone for so long, and writes none.
    pub(super) fn hidden(&mut self, bits: Val, scalar: Scalar) -> Val {
        let Val::Reg(register) = bits else { return bits };
        let wide = match width(scalar) {
            Width::B64 => register,
            _ => self.asm.pure("cvt.u64.u32", Width::B64, register.to_string(), &[register]),
        };
        let same = self.asm.pure("or.b64", Width::B64, format!("{wide}, 0"), &[wide]);
        Val::Reg(match width(scalar) {
            Width::B64 => same,
            _ => self.asm.pure("cvt.u32.u64", Width::B32, same.to_string(), &[same]),
        })
    }

    /// Whether an integer is nothing that ptxas may know for a boolean: it is computed as no boolean is, or it was in a
    /// slice.
    pub(super) fn is_number(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Binary { op, .. } => !matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor),
            ExprKind::Load(place) => matches!(self.function.local(place.base).ty, Type::Slice { .. }),
            _ => false,
        }
    }

    /// What every back end has: operators, and the bits of floats.
    fn operator(
        &mut self,
        operator: Operator,
        args: &[Expr],
        values: &[(Val, Scalar)],
        result: Scalar,
    ) -> Option<Val> {
        let (a, scalar) = *values.first()?;
        Some(match operator {
            Operator::Binary(op) => self.binary(op, scalar, a, *values.get(1)?, None),
            Operator::Neg => self.unary(UnOp::Neg, a, scalar),
            Operator::ToBits if is_half(scalar) => {
                let register = self.register(a, scalar);
                let bits = self.asm.pure("cvt.u32.u16", Width::B32, register.to_string(), &[register]);
                self.halves.insert(bits, (register, false));
                Val::Reg(bits)
            }
            Operator::ToBits => a,
            Operator::FromBits => {
                let bits = if self.is_number(args.first()?) { a } else { self.hidden(a, scalar) };
                if !is_half(result) {
                    return Some(bits);
                }
                let register = self.register(bits, Scalar::U16);
                Val::Reg(self.asm.pure("cvt.u16.u32", Width::B16, register.to_string(), &[register]))
            }
        })
    }

    /// Calls that see the machine.
    fn machine(
        &mut self,
        row: &'static Intrinsic,
        machine: Machine,
        args: &[Expr],
        ty: &Type,
    ) -> Option<Val> {
        // What needs a newer machine is refused by its name.
        if row.least_arch > self.target.arch {
            self.missing(row.name);
            return Some(Val::Imm(0));
        }
        let done = |done: Option<()>| {
            // Places that lowered code does not make.
            debug_assert!(done.is_some(), "{}", row.name);
            None
        };
        match (machine, args) {
            (Machine::ThreadIdx(axis), _) => Some(self.special("tid", axis)),
            (Machine::BlockIdx(axis), _) => Some(self.special("ctaid", axis)),
            (Machine::BlockDim(axis), _) => Some(self.block_dim(axis)),
            (Machine::GridDim(axis), _) => Some(self.special("nctaid", axis)),
            (Machine::GlobalId(axis), _) => {
                let block = self.special("ctaid", axis);
                let dim = self.block_dim(axis);
                let thread = self.special("tid", axis);
                let first = self.binary(BinOp::Mul, Scalar::Usize, block, (dim, Scalar::Usize), None);
                Some(self.binary(BinOp::Add, Scalar::Usize, first, (thread, Scalar::Usize), None))
            }
            (Machine::LaneId, _) => {
                let lane = self.lane();
                Some(Val::Reg(self.zero_extended(lane)))
            }
            (Machine::WarpId, _) => Some(self.warp_id()),
            (Machine::SyncThreads, _) => self.alone("bar.sync 0"),
            (Machine::GridSync, _) => {
                self.grid_sync();
                None
            }
            // Older GPUs overlap nothing.
            (Machine::GridWait | Machine::GridRelease, _) if self.target.arch < 90 => None,
            (Machine::GridWait, _) => self.alone("griddepcontrol.wait"),
            (Machine::GridRelease, _) => self.alone("griddepcontrol.launch_dependents"),
            (Machine::SyncWarp, _) => self.alone("bar.warp.sync -1"),
            (Machine::ThreadFence, _) => self.alone("membar.gl"),
            (Machine::Prefetch, [element]) => {
                self.prefetch(element);
                None
            }
            (Machine::Shuffle(shuffle), [value, by]) => {
                let (scalar, value, by) = (scalar_of(value), self.value(value), self.value(by));
                Some(self.shuffle(shuffle, value, scalar, by))
            }
            (Machine::Shuffle(_), [value, lane, mask]) => {
                let scalar = scalar_of(value);
                let (value, lane, mask) = (self.value(value), self.value(lane), self.value(mask));
                Some(self.masked_shuffle(value, scalar, lane, mask))
            }
            (Machine::LaneXor, [value, bits]) => {
                let (scalar, value, bits) = (scalar_of(value), self.value(value), self.value(bits));
                Some(self.lane_xor(value, scalar, bits))
            }
            (Machine::Vote(vote), [condition]) => {
                let condition = self.value(condition);
                Some(self.vote(vote, condition))
            }
            (Machine::ActiveLanes, _) => Some(Val::Reg(self.active())),
            (Machine::Match { all }, [value]) => {
                let (scalar, value) = (scalar_of(value), self.value(value));
                Some(self.matches(value, scalar, all))
            }
            (Machine::Atomic(atomic), _) => self.atomic(atomic, args),
            (Machine::Move(bytes), [target, source]) => done(self.moved(bytes.into(), target, source)),
            (Machine::AsyncCopy(bytes), [target, source, read]) => {
                done(self.async_copy(bytes.into(), target, source, read))
            }
            (Machine::AsyncCommit, _) => self.alone("cp.async.commit_group"),
            (Machine::AsyncWait, [groups]) => {
                let groups = self.value(groups).text(Scalar::U32);
                self.alone(&format!("cp.async.wait_group {groups}"))
            }
            (Machine::LoadMatrix { transposed }, [target, source]) => {
                done(self.load_matrix(transposed, target, source))
            }
            (Machine::Product(one, other), [sum, left, right]) => {
                done(self.product([one, other], sum, left, right))
            }
            (Machine::Wgmma(one, other), [sum, left, right, ..]) => {
                done(self.wgmma([one, other], args, sum, [left, right]))
            }
            (Machine::WgmmaFence, _) => self.alone("wgmma.fence.sync.aligned"),
            (Machine::WgmmaCommit, _) => self.alone("wgmma.commit_group.sync.aligned"),
            (Machine::WgmmaWait, [groups]) | (Machine::WgmmaFinish, [_, _, groups]) => {
                let groups = self.value(groups).text(Scalar::U32);
                self.alone(&format!("wgmma.wait_group.sync.aligned {groups}"))
            }

            (Machine::Turns(turns), [group]) => done(self.take_turns(turns, group)),
            (Machine::AsyncFence, _) => self.alone("fence.proxy.async.shared::cta"),
            (Machine::TensorLoad(rank), _) => done(self.tensor_load(rank, args)),
            (Machine::BarrierExpect, [barrier, bytes]) => done(self.barrier_expect(barrier, bytes)),
            (Machine::BarrierArrive, [barrier]) => done(self.barrier_arrive(barrier)),
            (Machine::BarrierPass, [barrier, phase]) => done(self.barrier_pass(barrier, phase)),
            (Machine::ClusterRank, _) => Some(self.number("%cluster_ctarank")),
            (Machine::ClusterSize, _) => Some(self.number("%cluster_nctarank")),
            (Machine::ClusterId, _) => Some(self.cluster_id()),
            (Machine::ClusterSync, _) => {
                self.asm.line("barrier.cluster.arrive.release.aligned");
                self.alone("barrier.cluster.wait.acquire.aligned")
            }
            (Machine::ClusterLoad, [element, rank]) => {
                let (at, scalar) = self.of_cluster(element, rank)?;
                Some(self.loaded_by("ld.shared::cluster", format!("[{at}]"), scalar))
            }
            (Machine::ClusterStore, [element, rank, value]) => {
                let value = self.value(value);
                let (at, scalar) = self.of_cluster(element, rank)?;
                self.stored_by("st.shared::cluster", &format!("[{at}]"), value, scalar);
                None
            }
            (Machine::ClusterSend(_), [element, rank, barrier, values @ ..]) => {
                self.cluster_send(element, rank, barrier, values);
                None
            }
            (Machine::BarrierInit, [barrier, threads]) => done(self.barrier_init(barrier, threads)),
            (Machine::BarrierWait, [barrier, bytes, phase]) => done(self.barrier_wait(barrier, bytes, phase)),
            (Machine::ClusterAdd, [element, rank, value]) => {
                let value = self.value(value);
                let (at, scalar) = self.of_cluster(element, rank)?;
                let ty = if scalar.is_float() {
                    format!("f{}", scalar.bits())
                } else {
                    format!("u{}", scalar.bits())
                };
                let value = self.register(value, scalar);
                let op = format!("atom.shared::cluster.add.{ty}");
                Some(Val::Reg(self.asm.set(&op, width(scalar), format!("[{at}], {value}"))))
            }
            // The library does these over the others.
            (Machine::WarpReduce(_) | Machine::WarpScan { .. }, [value]) => {
                let scalar = scalar_of(value);
                let value = self.value(value);
                Some(self.library_call(row.name, &[(value, scalar)], ty.scalar().unwrap_or(scalar)))
            }
            _ => {
                self.missing(row.name);
                Some(Val::Imm(0))
            }
        }
    }

    /// A function of Kiln's library in the place of a call; 16-bit floats go through `f32` where they have none of
    /// their own.
    pub(super) fn library_call(&mut self, name: &str, values: &[(Val, Scalar)], result: Scalar) -> Val {
        let scalar = values.first().map_or(result, |(_, scalar)| *scalar);
        let plain: Vec<Val> = values.iter().map(|(value, _)| *value).list();
        if let Some(module) = library::find(name, scalar) {
            return self.in_place(module, &plain, result);
        }
        if is_half(scalar)
            && let Some(module) = library::find(name, Scalar::F32)
        {
            let wide: Vec<Val> = values.iter().map(|(value, own)| self.wide(*value, *own)).list();
            if result != scalar {
                return self.in_place(module, &wide, result);
            }
            let value = self.in_place(module, &wide, Scalar::F32);
            return self.rounded(value, scalar);
        }
        self.missing(name);
        Val::Imm(0)
    }

    /// An instruction without operands in registers.
    fn alone(&mut self, line: &str) -> Option<Val> {
        self.asm.line(line);
        None
    }

    /// A special register of 32 bits, as `usize`.
    fn number(&mut self, name: &str) -> Val {
        let register = self.asm.first("mov.b32", Width::B32, name, &[]);
        let wide = self.asm.first("cvt.u64.u32", Width::B64, &register.to_string(), &[register]);
        self.extended.insert(wide, register);
        Val::Reg(wide)
    }

    /// The thread's linear index over 32.
    fn warp_id(&mut self) -> Val {
        let usizes = Scalar::Usize;
        let mut linear = self.special("tid", 0);
        let flat = self.function.attrs.block.is_some_and(|[_, y, z]| y == 1 && z == 1);
        if !flat {
            let (y, z) = (self.special("tid", 1), self.special("tid", 2));
            let (width, height) = (self.block_dim(0), self.block_dim(1));
            // A block has 1024 threads at most.
            let [y, z, width, height, x] = [y, z, width, height, linear].map(|value| self.small(value));
            let u32s = Scalar::U32;
            let rows = self.binary(BinOp::Mul, u32s, height, (z, u32s), None);
            let rows = self.binary(BinOp::Add, u32s, y, (rows, u32s), None);
            let all = self.binary(BinOp::Mul, u32s, width, (rows, u32s), None);
            let all = self.binary(BinOp::Add, u32s, x, (all, u32s), None);
            let all = self.register(all, u32s);
            linear = Val::Reg(self.zero_extended(all));
        }
        self.divided(BinOp::Div, usizes, linear, Val::Imm(32))
    }

    /// A `usize` that fits in 32 bits.
    pub(super) fn small(&mut self, value: Val) -> Val {
        match value {
            Val::Imm(_) => value,
            Val::Reg(register) => Val::Reg(self.low(register)),
        }
    }

    fn cluster_id(&mut self) -> Val {
        let [x, y, z] = ["%clusterid.x", "%clusterid.y", "%clusterid.z"].map(|name| self.number(name));
        let [width, height] = ["%nclusterid.x", "%nclusterid.y"].map(|name| self.number(name));
        let usizes = Scalar::Usize;
        let rows = self.binary(BinOp::Mul, usizes, height, (z, usizes), None);
        let rows = self.binary(BinOp::Add, usizes, y, (rows, usizes), None);
        let all = self.binary(BinOp::Mul, usizes, width, (rows, usizes), None);
        self.binary(BinOp::Add, usizes, x, (all, usizes), None)
    }

    /// A special register along an axis, as `usize`.
    fn special(&mut self, name: &str, axis: u8) -> Val {
        self.number(&format!("%{name}.{}", ["x", "y", "z"][usize::from(axis.min(2))]))
    }

    /// The block's extent, which the kernel may declare.
    fn block_dim(&mut self, axis: u8) -> Val {
        match self.function.attrs.block {
            Some(block) => Val::Imm(u64::from(block[usize::from(axis.min(2))])),
            None => self.special("ntid", axis),
        }
    }
}
