//! Calls of intrinsics that are one instruction, or few.
//!
//! What takes more is a function of Kiln's library, which has taken the call's place before.

use super::asm::{Reg, Width};
use super::expr::scalar_of;
use super::local::Writer;
use super::value::{Val, is_half, kind, width};
use crate::compact::List;
use crate::intrinsics::{Cpu, Effect, Intrinsic, Machine};
use crate::ir::{BinOp, Expr, ExprKind, MathTier, Scalar, SiteId, Type, UnOp};
use crate::library;

/// Whether a call is one short instruction, which may be computed where nobody asked for it.
pub(super) fn is_short(row: &Intrinsic) -> bool {
    matches!(
        row.name,
        "float_abs" | "float_min" | "float_max" | "int_min" | "int_max" | "mul_add" | "to_bits" | "from_bits"
    ) || matches!(
        row.cpu,
        Cpu::Machine(
            Machine::ThreadIdx(_)
                | Machine::BlockIdx(_)
                | Machine::BlockDim(_)
                | Machine::GridDim(_)
                | Machine::GlobalId(_)
        )
    )
}

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
        let mut values: Vec<(Val, Scalar)> = args.iter().map(|arg| (self.value(arg), scalar_of(arg))).list();
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
        if let ("from_bits", [first], [arg]) = (row.name, values.as_mut_slice(), args)
            && !self.is_number(arg)
        {
            first.0 = self.hidden(first.0, first.1);
        }
        if let Some(value) = self.simple(row.name, &values, result) {
            return Some(value);
        }
        if row.effect != Effect::Pure {
            return Some(self.library_call(row.name, &values, result));
        }
        // A function of its operands: once for the same ones, and before loops that do not change them.
        let texts: Vec<String> = values.iter().map(|(value, scalar)| self.text(*value, *scalar)).list();
        let of = values.first().map_or(result, |(_, scalar)| *scalar);
        let key = format!("{} {:?} {of:?} {result:?} {}", row.name, self.tier, texts.join(", "));
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

    /// Calls that depend on their operands only.
    fn simple(&mut self, name: &str, values: &[(Val, Scalar)], result: Scalar) -> Option<Val> {
        let (a, scalar) = *values.first()?;
        if let Some(value) = self.approximate(name, values) {
            return Some(value);
        }
        let wide = width(scalar);
        let flush = self.flush(scalar);
        let single = |writer: &mut Self, op: String| {
            // One instruction on floats; 16-bit ones go through `f32`.
            let operand = if is_half(scalar) { Scalar::F32 } else { scalar };
            let wide: Vec<(Val, Scalar)> =
                values.iter().map(|(value, own)| (writer.wide(*value, *own), operand)).list();
            let value = Val::Reg(writer.op(&op, width(operand), &wide));
            writer.rounded(value, scalar)
        };
        let float = kind(scalar);
        Some(match (name, values) {
            ("to_bits", _) if is_half(scalar) => {
                let register = self.register(a, scalar);
                let bits = self.asm.pure("cvt.u32.u16", Width::B32, register.to_string(), &[register]);
                self.halves.insert(bits, (register, false));
                Val::Reg(bits)
            }
            ("from_bits", _) if is_half(result) => {
                let register = self.register(a, Scalar::U16);
                Val::Reg(self.asm.pure("cvt.u16.u32", Width::B16, register.to_string(), &[register]))
            }
            ("to_bits" | "from_bits", _) => a,
            ("float_abs", _) if is_half(scalar) => {
                let register = self.register(a, scalar);
                Val::Reg(self.asm.pure("and.b16", Width::B16, format!("{register}, 0x7FFF"), &[register]))
            }
            ("float_abs", _) => single(self, format!("abs{flush}.{float}")),
            ("floor", _) => single(self, format!("cvt.rmi{flush}.{float}.{float}")),
            ("ceil", _) => single(self, format!("cvt.rpi{flush}.{float}.{float}")),
            ("trunc", _) => single(self, format!("cvt.rzi{flush}.{float}.{float}")),
            ("round_ties_even", _) => single(self, format!("cvt.rni{flush}.{float}.{float}")),
            ("float_min", _) => single(self, format!("min{flush}.{float}")),
            ("float_max", _) => single(self, format!("max{flush}.{float}")),
            ("mul_add", _) => single(self, format!("fma.rn{flush}.{float}")),
            ("sqrt", _) => {
                let fast = self.tier == MathTier::Fast && scalar != Scalar::F64;
                single(
                    self,
                    if fast { "sqrt.approx.ftz.f32".to_owned() } else { format!("sqrt.rn{flush}.{float}") },
                )
            }
            ("wrapping_add", [_, (b, other)]) => self.binary(BinOp::Add, scalar, a, (*b, *other), None),
            ("wrapping_sub", [_, (b, other)]) => self.binary(BinOp::Sub, scalar, a, (*b, *other), None),
            ("wrapping_mul", [_, (b, other)]) => self.binary(BinOp::Mul, scalar, a, (*b, *other), None),
            ("wrapping_shl", [_, (b, other)]) => self.binary(BinOp::Shl, scalar, a, (*b, *other), None),
            ("wrapping_shr", [_, (b, other)]) => self.binary(BinOp::Shr, scalar, a, (*b, *other), None),
            ("wrapping_neg", _) => self.unary(UnOp::Neg, a, scalar),
            ("int_min" | "int_max", [_, (b, _)]) => {
                let word = if name == "int_min" { "min" } else { "max" };
                Val::Reg(self.op(&format!("{word}.{}", kind(scalar)), wide, &[(a, scalar), (*b, scalar)]))
            }
            ("to_tf32", _) => {
                let x = self.register(a, scalar);
                let rounded = if self.target.arch >= 80 {
                    self.asm.pure("cvt.rna.tf32.f32", Width::B32, x.to_string(), &[x])
                } else {
                    self.asm.pure("add.u32", Width::B32, format!("{x}, 0x1000"), &[x])
                };
                let number =
                    self.asm.pure("and.b32", Width::B32, format!("{rounded}, 0xFFFFE000"), &[rounded]);
                let quiet = self.asm.pure("or.b32", Width::B32, format!("{x}, 0x400000"), &[x]);
                let known = self.asm.pure("setp.num.f32", Width::Pred, format!("{x}, {x}"), &[x]);
                let operands = format!("{number}, {quiet}, {known}");
                Val::Reg(self.asm.pure("selp.b32", Width::B32, operands, &[number, quiet, known]))
            }
            ("byte_permute", [_, (b, _), (by, _)]) => Val::Reg(self.op(
                "prmt.b32",
                wide,
                &[(a, Scalar::U32), (*b, Scalar::U32), (*by, Scalar::U32)],
            )),
            ("pack_f16", [_, (b, _)]) => self.packed(a, *b, Scalar::F16),
            ("pack_bf16", [_, (b, _)]) => self.packed(a, *b, Scalar::BF16),
            ("rotate_left" | "rotate_right", [_, (by, _)]) if scalar.bits() == 32 => {
                let word = if name == "rotate_left" { "shf.l.wrap.b32" } else { "shf.r.wrap.b32" };
                let x = Val::Reg(self.register(a, scalar));
                Val::Reg(self.op(word, wide, &[(x, scalar), (x, scalar), (*by, Scalar::U32)]))
            }
            ("copysign", [_, (sign, _)]) if !is_half(scalar) => {
                Val::Reg(self.op(&format!("copysign.{float}"), wide, &[(*sign, scalar), (a, scalar)]))
            }
            // By bits: a conversion to `f32` would lose the sign of what is not a number.
            ("copysign", [_, (sign, _)]) => {
                let (x, sign) = (self.register(a, scalar), self.register(*sign, scalar));
                let x = self.asm.pure("and.b16", Width::B16, format!("{x}, 0x7FFF"), &[x]);
                let sign = self.asm.pure("and.b16", Width::B16, format!("{sign}, 0x8000"), &[sign]);
                Val::Reg(self.asm.pure("or.b16", Width::B16, format!("{x}, {sign}"), &[x, sign]))
            }
            ("int_abs" | "wrapping_abs", _) => {
                // Not `abs`: of the least value, whose magnitude the type does not have, ptxas takes it to be positive.
                let last = Val::Imm(u64::from(scalar.bits() - 1));
                let sign = self.binary(BinOp::Shr, scalar, a, (last, Scalar::U32), None);
                let turned = self.binary(BinOp::BitXor, scalar, a, (sign, scalar), None);
                self.binary(BinOp::Sub, scalar, turned, (sign, scalar), None)
            }
            ("count_ones" | "leading_zeros" | "trailing_zeros" | "reverse_bits", _) => {
                self.counted(name, a, scalar)
            }
            _ => return None,
        })
    }

    /// Bits of an integer, counted or turned round.
    fn counted(&mut self, name: &str, value: Val, scalar: Scalar) -> Val {
        let own = scalar.unsigned();
        // Of a narrow one its own bits, without what extends them.
        let value = self.cast(value, scalar, own);
        let wide = width(own);
        let bits = wide.bits();
        let value = (Val::Reg(self.register(value, own)), own);
        let above = u64::from(32u32.saturating_sub(own.bits()));
        match name {
            "count_ones" => Val::Reg(self.op(&format!("popc.{bits}"), Width::B32, &[value])),
            "leading_zeros" => {
                let count = Val::Reg(self.op(&format!("clz.{bits}"), Width::B32, &[value]));
                self.binary(BinOp::Sub, Scalar::U32, count, (Val::Imm(above), Scalar::U32), None)
            }
            "trailing_zeros" => {
                // Of zero, as many as the type has bits.
                let value = if above > 0 {
                    let end = Val::Imm(1 << own.bits());
                    (self.binary(BinOp::BitOr, Scalar::U32, value.0, (end, Scalar::U32), None), Scalar::U32)
                } else {
                    value
                };
                let turned = Val::Reg(self.op(&format!("brev.{bits}"), wide, &[value]));
                Val::Reg(self.op(&format!("clz.{bits}"), Width::B32, &[(turned, value.1)]))
            }
            _ => {
                let turned = Val::Reg(self.op(&format!("brev.{bits}"), wide, &[value]));
                let turned = if above > 0 {
                    self.binary(BinOp::Shr, Scalar::U32, turned, (Val::Imm(above), Scalar::U32), None)
                } else {
                    turned
                };
                self.cast(turned, own, scalar)
            }
        }
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
            (Machine::BarrierInit, [barrier]) => done(self.barrier_init(barrier)),
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
    fn small(&mut self, value: Val) -> Val {
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
