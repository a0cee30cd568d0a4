//! Whether the threads or the tiles of a function race, and what its launches have to be so that they do not.

use crate::check::precondition::Condition;
use crate::check::{races, rank, stores};
use crate::front::lower::Lowered;
use crate::front::report::Report;
use crate::ir::{
    Block, Capture, Expr, ExprKind, Function, FunctionKind, LabelId, LocalId, LocalKind, StmtKind, Type, UnOp,
};
use crate::passes::operators::{self, Meaning};

/// What the launch of a safe kernel has to be, so that no two of its threads or tiles race.
#[derive(Default)]
pub(in crate::front) struct Proof {
    /// Of a tile kernel: along which axes of the grid its tiles store apart.
    pub(super) disjoint: Option<[bool; 3]>,
    /// Of a closed kernel of threads, of a tile kernel, and of an open kernel that is `proven`.
    pub(super) conditions: Vec<Condition>,
    /// Of a kernel of threads: how few dimensions its launches may not have ([`rank::too_few`]).
    pub(super) too_few: u8,
    /// Whether the conditions are those of every instance whose device functions are plain.
    pub(super) proven: bool,
}

/// Looks for races of a safe function; an `unsafe fn` answers for itself.
pub(in crate::front) fn check_races(lowered: &Lowered, report: &mut Report) -> Proof {
    // Indices are computed from numbers; where they are not, the instance tells.
    let mut function = lowered.function.clone();
    operators::settle(&mut function, &|_| Meaning::Builtin);
    closures_as_loops(&mut function);
    let function = &function;
    let mut proof = Proof::default();
    if lowered.is_unsafe || is_left_to_rustc(function) {
        return proof;
    }
    let passes = function.captures.iter().any(|capture| matches!(capture, Capture::Closure { .. }));
    if passes && function.attrs.tile.is_none() {
        // What a closure does, and when, is known of the instance.
        return proof;
    }
    let findings = if function.attrs.tile.is_some() {
        if function.kind != FunctionKind::Kernel {
            return proof;
        }
        stores::disjoint(function, &lowered.sites).map(|disjoint| proof.disjoint = Some(disjoint))
    } else {
        let open = !function.captures.is_empty();
        if function.kind == FunctionKind::Kernel {
            proof.too_few = rank::too_few([function]);
        }
        if open && let Some(found) = races::check_open(&lowered.function, &lowered.sites) {
            proof = Proof { conditions: found, proven: true, ..proof };
            return proof;
        }
        // The launch checks the instance of an open kernel, and its conditions come from there.
        races::check(function, &lowered.sites)
            .map(|found| proof.conditions = if open { Vec::new() } else { found })
    };
    for finding in findings.err().unwrap_or_default() {
        let span = lowered.spans.get(finding.site.0 as usize).copied().unwrap_or(lowered.span);
        report.push(span, finding.diagnostic);
    }
    proof
}

/// Whether rustc refuses something of which indices may be made: what comes of that is no mistake of its own.
fn is_left_to_rustc(function: &Function) -> bool {
    fn look(expr: &Expr, found: &mut bool) {
        let is_index = |ty: &Type| match ty {
            Type::Scalar(scalar) => scalar.is_int(),
            ty => *ty != Type::Unit,
        };
        if let ExprKind::Unary(UnOp::Neg, of) = &expr.kind {
            *found |= matches!(of.ty, Type::Scalar(scalar) if scalar.is_unsigned_int());
        }
        if let ExprKind::Load(place) | ExprKind::LenOf(place) | ExprKind::Ref(place) = &expr.kind {
            place.for_each_index(&mut |index| *found |= !is_index(&index.ty));
        }
        expr.for_each_child(&mut |child| look(child, found));
    }
    let mut found = false;
    function.body.walk_exprs(&mut |expr| look(expr, &mut found));
    found
}

/// The body of a closure runs as often as the function says that is called, of which nothing is known here.
fn closures_as_loops(function: &mut Function) {
    let label = |capture: &Capture| match capture {
        Capture::Closure { label, .. } => Some(*label),
        Capture::Type { .. }
        | Capture::Const { .. }
        | Capture::Function { .. }
        | Capture::Callable { .. } => None,
    };
    let labels: Vec<LabelId> = function.captures.iter().filter_map(label).collect();
    if labels.is_empty() {
        return;
    }
    let again = function.add_local("again", Type::BOOL, LocalKind::Let);
    let mut body = std::mem::take(&mut function.body);
    loops_of(&mut body, &labels, again);
    function.body = body;
}

fn loops_of(block: &mut Block, labels: &[LabelId], again: LocalId) {
    for stmt in &mut block.0 {
        for inner in stmt.blocks_mut() {
            loops_of(inner, labels, again);
        }
        if let StmtKind::Block { label, body } = &mut stmt.kind
            && labels.contains(label)
        {
            let (label, body) = (*label, std::mem::take(body));
            let condition = Expr::local(again, Type::BOOL);
            stmt.kind = StmtKind::While { label, condition, body };
        }
    }
}
