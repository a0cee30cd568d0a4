//! Announcements to the counter: accesses, arithmetic, branches and barriers.
//!
//! An access is announced before it is made. Arithmetic is added up as it is compiled, and announced at the end of its
//! statement, or earlier if a label follows or if control or masks change. So the lanes that run an announcement have
//! run everything in it.

use kiln_codegen::collections::Map;
use kiln_codegen::compact::List;
use kiln_codegen::intrinsics::{Cuda, Intrinsic};
use kiln_codegen::ir::{BinOp, Function, LocalId, LocalKind, Scalar, Stmt, StmtKind, Type};

use super::Compiler;
use super::place::Seen;
use crate::cpu::Observer;
use crate::cpu::code::{Memory, Op, Value};
use crate::cpu::count::{Count, CountAccess, NamedSpot, Spot, Steps};

impl Compiler<'_> {
    /// The number of the current statement's counts, or of those of an array that it accesses.
    pub(super) fn spot(&mut self, array: Option<LocalId>) -> u32 {
        self.spot_at(self.site, array)
    }

    fn spot_at(&mut self, site: u32, array: Option<LocalId>) -> u32 {
        let spot = Spot { site, array };
        if let Some(number) = self.spots.get(&spot) {
            return *number;
        }
        let number = self.spots.len() as u32;
        self.spots.insert(spot, number);
        number
    }

    /// Announces an access to an element. What the launch passes by value is no memory.
    pub(super) fn announce_access(
        &mut self,
        memory: Memory,
        index: Value,
        scalar: Scalar,
        seen: Seen,
        atomic: bool,
    ) {
        let local = self.function.local(seen.array);
        if local.kind != LocalKind::Shared && matches!(local.ty, Type::Array(..) | Type::Struct(_)) {
            return;
        }
        let spot = self.spot_at(seen.site, Some(seen.array));
        let (pointer, index, size, shared) =
            (memory.pointer, self.arg(index), scalar.size() as u8, memory.shared);
        let access = CountAccess { spot, pointer, index, size, shared, atomic };
        self.emit(Op::Count(Box::new(Count::Access(access))));
    }

    /// Announces what has been added up.
    pub(super) fn announce_steps(&mut self) {
        if self.observer != Observer::Counter {
            return;
        }
        let steps = std::mem::take(&mut self.steps);
        if steps != Steps::default() {
            let spot = self.spot(None);
            self.ops.push(Op::Count(Box::new(Count::Steps { spot, steps })));
        }
    }

    /// The instruction as it is in counted code.
    pub(super) fn counted_op(&mut self, op: Op) -> Op {
        match op {
            Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::JumpCompare { .. }
            | Op::ForOne { .. }
            | Op::Next { .. } => self.steps.branches += 1,
            Op::Narrow(narrow) => {
                self.announce_steps();
                return Op::Branch(Box::new((*narrow, self.spot(None))));
            }
            Op::Jump(_)
            | Op::Otherwise { .. }
            | Op::Enter { .. }
            | Op::Restore { .. }
            | Op::Kill { .. }
            | Op::Fail(_) => {}
            other => return other,
        }
        self.announce_steps();
        op
    }

    /// Counts an operator, unless its result is known now.
    pub(super) fn count_binary(&mut self, op: BinOp, s: Scalar, value: Value) {
        let known = matches!(value, Value::One(one) if self.known(one).is_some());
        match op {
            _ if known || !s.is_float() => {}
            BinOp::Add | BinOp::Sub | BinOp::Mul => self.count_flops(s, 1),
            BinOp::Div | BinOp::Rem => self.steps.special += 1,
            BinOp::BitAnd
            | BinOp::BitOr
            | BinOp::BitXor
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::And
            | BinOp::Or
            | BinOp::Eq
            | BinOp::Ne
            | BinOp::Lt
            | BinOp::Le
            | BinOp::Gt
            | BinOp::Ge => {}
        }
    }

    pub(super) fn count_flops(&mut self, s: Scalar, count: u64) {
        let flops = &mut self.steps.flops;
        match s {
            Scalar::F16 => flops.f16 += count,
            Scalar::BF16 => flops.bf16 += count,
            Scalar::F32 => flops.f32 += count,
            Scalar::F64 => flops.f64 += count,
            // Nothing computes with floats of 8 bits.
            _ => {}
        }
    }

    /// Counts a function of floats.
    pub(super) fn count_call(&mut self, row: &Intrinsic, s: Scalar) {
        match row.name {
            _ if !s.is_float() => {}
            "mul_add" => self.count_flops(s, 2),
            "sqrt" | "recip" | "log" | "powi" | "float_div_euclid" | "float_rem_euclid" => {
                self.steps.special += 1;
            }
            _ => self.steps.special += u64::from(matches!(row.cuda, Cuda::Elementary { .. })),
        }
    }

    /// Counts an instruction of tensor cores: the product of 16 rows of a warp and so many columns, as deep as 32 bytes
    /// hold elements.
    pub(super) fn count_product(&mut self, columns: u32, scalar: Scalar) {
        self.steps.products += 1;
        let flops = &mut self.steps.product_flops;
        let count = match scalar.size() {
            1 if scalar.is_float() => &mut flops.f8,
            1 => &mut flops.i8,
            2 => &mut flops.f16,
            _ => &mut flops.tf32,
        };
        *count += 2 * 16 * u64::from(columns) * (32 / scalar.size() as u64);
    }
}

/// Whether a statement counts as one: a declaration without a value and a block's braces do nothing.
pub(super) fn computes(stmt: &Stmt) -> bool {
    !matches!(&stmt.kind, StmtKind::Let { init: None, .. } | StmtKind::Block { .. })
}

/// The positions by number.
pub(super) fn spots(function: &Function, spots: &Map<Spot, u32>) -> Vec<NamedSpot> {
    let mut list: Vec<(&Spot, &u32)> = spots.iter().list();
    list.sort_unstable_by_key(|(_, number)| **number);
    let name = |spot: &Spot| spot.array.map(|id| function.local(id).name.clone());
    list.into_iter().map(|(spot, _)| NamedSpot { site: spot.site, array: name(spot) }).list()
}
