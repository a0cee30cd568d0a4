//! What the coordinates of a load are computed from, and whether that can be done before the load's turn of a loop.
//!
//! Most are scalars of the loop's counter ([`early`]). Others need statements of the turn: an index tile that is
//! loaded from a table of pages, or computed for each turn. Those statements are the load's *setup* ([`setup`]), and
//! run in the turn that begins the copies. Nothing writes the tensors that they load from, so they find the same
//! values there.

use super::plan::extents;
use crate::collections::{Map, Set};
use crate::intrinsics::{Cpu, Effect, Intrinsic, Machine};
use crate::ir::{BinOp, Block, Callee, Expr, ExprKind, Function, LocalId, Stmt, StmtKind, TileOp, Unroll};

/// The scalar by the counter and what does not change, if it is that and cannot fail.
pub fn early(
    expr: &Expr,
    counter: LocalId,
    given: &Map<LocalId, Expr>,
    assigned: &Set<LocalId>,
) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Load(place) if place.steps.is_empty() => {
            if let Some(known) = given.get(&place.base) {
                return Some(known.clone());
            }
            return (place.base == counter || !assigned.contains(&place.base)).then(|| expr.clone());
        }
        ExprKind::Binary { site: Some(_), rhs, .. } if !rhs.is_safe_divisor() => return None,
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
            if !is_pure(row) {
                return None;
            }
        }
        ExprKind::Literal(_)
        | ExprKind::Extent { .. }
        | ExprKind::Unary(..)
        | ExprKind::Binary { .. }
        | ExprKind::Cast(_)
        | ExprKind::Select { .. } => {}
        ExprKind::Load(_)
        | ExprKind::Capture(_)
        | ExprKind::Len(_)
        | ExprKind::Call { .. }
        | ExprKind::Array(_)
        | ExprKind::Repeat(_)
        | ExprKind::Ref(_)
        | ExprKind::Tile { .. }
        | ExprKind::LenOf(_)
        | ExprKind::Make(_) => return None,
    }
    let mut known = expr.clone();
    let mut whole = true;
    known.for_each_child_mut(&mut |child| match early(child, counter, given, assigned) {
        Some(known) => *child = known,
        None => whole = false,
    });
    whole.then_some(known)
}

pub fn mentions(expr: &Expr, local: LocalId) -> bool {
    expr.any(&mut |expr| matches!(&expr.kind, ExprKind::Load(place) if place.base == local))
}

/// What is declared or assigned in the block: it is not there before, or changes.
pub fn assigned(block: &Block) -> Set<LocalId> {
    block.0.iter().flat_map(writes).collect()
}

/// What a statement declares or assigns, with all inside.
pub fn writes(stmt: &Stmt) -> Set<LocalId> {
    let mut written = declared(stmt);
    stmt.walk(&mut |stmt| {
        if let StmtKind::Assign { place, .. } = &stmt.kind {
            written.insert(place.base);
        }
    });
    written
}

/// What a statement declares, with all inside.
pub fn declared(stmt: &Stmt) -> Set<LocalId> {
    let mut declared = Set::new();
    stmt.walk(&mut |stmt| {
        if let StmtKind::Let { local, .. } | StmtKind::For { local, .. } = &stmt.kind {
            declared.insert(*local);
        }
    });
    declared
}

/// What a statement reads and does not declare, with all inside.
pub fn reads(stmt: &Stmt) -> Set<LocalId> {
    let mut read = Set::new();
    stmt.walk(&mut |stmt| stmt.for_each_expr(&mut |expr| read_by(expr, &mut read)));
    let own = declared(stmt);
    read.retain(|local| !own.contains(local));
    read
}

/// The locals that an expression reads.
pub fn read_by(expr: &Expr, read: &mut Set<LocalId>) {
    expr.walk(&mut |expr| read.extend(expr.place().map(|place| place.base)));
}

/// The statements among `before`, in a loop's body, that compute a load's coordinates, where they can run in another
/// turn: of the counter, of what doesn't change in the loop, and of memory that the kernel doesn't write. Tiles among
/// them have one number, or one for each of so many `rows`, so that each thread computes those of its rows.
pub fn setup(
    function: &Function,
    (before, coordinates): (&[Stmt], &[Expr]),
    counter: LocalId,
    assigned: &Set<LocalId>,
    rows: u32,
) -> Option<Vec<Stmt>> {
    let mut wanted = Set::new();
    for coordinate in coordinates {
        read_by(coordinate, &mut wanted);
    }
    let mut setup = Vec::new();
    for stmt in before.iter().rev() {
        if !writes(stmt).iter().any(|local| wanted.contains(local)) {
            continue;
        }
        if stmt.any(&mut |stmt| !runs_early(function, stmt, rows)) {
            return None;
        }
        wanted.retain(|local| !matches!(stmt.kind, StmtKind::Let { local: own, .. } if own == *local));
        wanted.extend(reads(stmt));
        setup.push(stmt.clone());
    }
    setup.reverse();
    // What is left keeps its value in the loop, unless a turn has it from the one before.
    let changes = |local: &LocalId| *local != counter && assigned.contains(local);
    (!wanted.iter().any(changes)).then_some(setup)
}

/// Whether a statement can run in another turn, apart from what is inside.
fn runs_early(function: &Function, stmt: &Stmt, rows: u32) -> bool {
    let kind = match &stmt.kind {
        StmtKind::Let { .. } | StmtKind::If { .. } | StmtKind::For { unroll: Unroll::Each, .. } => true,
        StmtKind::Assign { place, op, .. } => {
            place.steps.is_empty() && !matches!(op, Some(BinOp::Div | BinOp::Rem))
        }
        _ => false,
    };
    let mut early = kind;
    stmt.for_each_expr(&mut |expr| {
        early &= !expr.can_fail() && !expr.any(&mut |expr| !is_early(function, expr, rows));
    });
    early
}

/// Whether an expression may be evaluated in another turn, apart from its operands.
fn is_early(function: &Function, expr: &Expr, rows: u32) -> bool {
    let fits = extents(&expr.ty).is_none_or(|extents| [[1, 1], [1, rows], [rows, 1]].contains(&extents));
    fits && match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Extent { .. }
        | ExprKind::Load(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary { .. }
        | ExprKind::Cast(_)
        | ExprKind::Select { .. } => true,
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => is_pure(row),
        ExprKind::Tile { op, args } => match op {
            TileOp::Load { tensor, .. } | TileOp::Fetch { tensor } => !is_written(function, *tensor),
            TileOp::Reduce { .. } => args.iter().all(|arg| extents(&arg.ty) == Some([1, 1])),
            TileOp::Broadcast
            | TileOp::Iota { .. }
            | TileOp::Transpose
            | TileOp::Reshape
            | TileOp::Element
            | TileOp::Put => true,
            TileOp::Store { .. } | TileOp::Mma | TileOp::Gather { .. } | TileOp::Change { .. } => false,
        },
        ExprKind::Capture(_)
        | ExprKind::Len(_)
        | ExprKind::Call { .. }
        | ExprKind::Array(_)
        | ExprKind::Repeat(_)
        | ExprKind::Ref(_)
        | ExprKind::LenOf(_)
        | ExprKind::Make(_) => false,
    }
}

/// Whether a function has the same value in all threads, and does nothing else.
fn is_pure(row: &Intrinsic) -> bool {
    let uniform = match row.cpu {
        Cpu::Machine(Machine::BlockIdx(_) | Machine::GridDim(_)) | Cpu::Eval(_) | Cpu::Lanes { .. } => true,
        Cpu::Machine(_) => false,
    };
    row.effect == Effect::Pure && uniform
}

/// Whether the kernel writes elements of the tensor.
pub fn is_written(function: &Function, tensor: LocalId) -> bool {
    let mut written = false;
    function.body.walk_operands(&mut |expr| {
        if let ExprKind::Tile {
            op: TileOp::Store { tensor: to } | TileOp::Change { tensor: to, .. }, ..
        } = &expr.kind
        {
            written |= *to == tensor;
        }
    });
    written
}
