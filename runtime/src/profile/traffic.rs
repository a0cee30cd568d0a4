//! Which memory a kernel reads and writes, and the least bytes that a launch of it moves.
//!
//! Takes a kernel's closed module; guarantees nothing of what a launch really moves: it is what one pass over each
//! argument would.

use kiln_codegen::intrinsics::{Atomic, Cpu, Machine};
use kiln_codegen::ir::{Callee, Expr, ExprKind, LocalId, Module, StmtKind, TileOp, Type};
use kiln_codegen::passes::inline::inline;

use crate::arg::{Arg, ArgValue};

/// What is done to the elements of a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Access {
    /// Bytes of an element; 0 of what is no memory.
    size: u64,
    reads: bool,
    writes: bool,
}

/// What a kernel does to each of its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traffic {
    params: Vec<Access>,
    /// Whether a block may wait for another: it reads memory that others change meanwhile.
    pub(crate) may_wait: bool,
}

impl Traffic {
    pub(crate) fn of(module: &Module) -> Traffic {
        let module = inline(module);
        let Some(function) = module.entry() else { return Traffic::default() };
        let mut may_wait = false;
        let mut all = vec![Access::default(); function.locals.len()];
        let mut touch = |local: LocalId, reads: bool, writes: bool| {
            if let Some(access) = all.get_mut(local.0 as usize) {
                access.reads |= reads;
                access.writes |= writes;
            }
        };
        function.body.walk_operands(&mut |expr: &Expr| match &expr.kind {
            ExprKind::Load(place) => touch(place.base, true, false),
            // An atomic operation, or elements that an intrinsic moves.
            ExprKind::Ref(place) => touch(place.base, true, true),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
                let Cpu::Machine(Machine::Atomic(op)) = row.cpu else { return };
                may_wait |= matches!(op, Atomic::Load | Atomic::Swap | Atomic::CompareExchange);
            }
            ExprKind::Tile { op, .. } => match op {
                TileOp::Load { tensor, .. } | TileOp::Fetch { tensor } => touch(*tensor, true, false),
                TileOp::Store { tensor } | TileOp::Change { tensor, by: None } => touch(*tensor, false, true),
                TileOp::Change { tensor, by: Some(_) } => touch(*tensor, true, true),
                _ => {}
            },
            _ => {}
        });
        function.body.walk(&mut |stmt| {
            if let StmtKind::Assign { place, op, .. } = &stmt.kind {
                touch(place.base, op.is_some(), true);
            }
        });
        let parameters = function.params.iter().map(|param| {
            let access = all[param.0 as usize];
            let (element, mutable) = match &function.local(*param).ty {
                Type::Slice { element, mutable } | Type::Tensor { element, mutable, .. } => {
                    (element, *mutable)
                }
                _ => return Access::default(),
            };
            let writes = access.writes && (mutable || matches!(**element, Type::Atomic(_)));
            Access { size: element.size().unwrap_or(0), writes, ..access }
        });
        Traffic { params: parameters.collect(), may_wait }
    }

    /// The bytes of an element of each parameter, 0 of what is no memory.
    pub(crate) fn element_sizes(&self) -> impl Iterator<Item = u64> {
        self.params.iter().map(|access| access.size)
    }

    /// The bytes of one pass over what the arguments hold, read and written.
    pub(crate) fn bytes(&self, args: &[Arg<'_>]) -> u64 {
        let each = self.params.iter().zip(args).map(|(access, arg)| {
            let elements = match arg.as_value() {
                ArgValue::Slice { len, .. } => len,
                ArgValue::Tensor { extents, .. } => extents.iter().product(),
                ArgValue::Scalar(_) | ArgValue::Whole(..) => 0,
            };
            elements * access.size * (u64::from(access.reads) + u64::from(access.writes))
        });
        each.sum()
    }
}
