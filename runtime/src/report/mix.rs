//! The kinds of instructions that a kernel's code names.

use kiln_codegen::compact::List;
use kiln_codegen::intrinsics::{Effect, Intrinsic};
use kiln_codegen::ir::{Callee, Expr, ExprKind, Function, LocalKind, Module, Place, StmtKind, Type};

/// The kinds, in the order in which a report tells them.
const KINDS: [&str; 12] = [
    "mma",
    "ldmatrix",
    "async copies",
    "vector moves",
    "shuffles",
    "barriers",
    "atomics",
    "global loads",
    "global stores",
    "shared loads",
    "shared stores",
    "calls",
];

/// How often the module names each kind that it names at all.
pub(super) fn count(module: &Module) -> Vec<(&'static str, usize)> {
    let mut counter = Counter { counts: [0; KINDS.len()] };
    for function in &module.functions {
        function.body.walk(&mut |stmt| {
            if let StmtKind::Assign { place, .. } = &stmt.kind {
                counter.access(function, place, "stores");
            }
            stmt.for_each_expr(&mut |expr| counter.expr(function, expr));
        });
    }
    KINDS.into_iter().zip(counter.counts).filter(|(_, count)| *count > 0).list()
}

struct Counter {
    counts: [usize; KINDS.len()],
}

impl Counter {
    fn add(&mut self, kind: &str) {
        if let Some(index) = KINDS.iter().position(|name| *name == kind) {
            self.counts[index] += 1;
        }
    }

    fn expr(&mut self, function: &Function, expr: &Expr) {
        match &expr.kind {
            ExprKind::Load(place) => self.access(function, place, "loads"),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
                if let Some(kind) = kind(row) {
                    self.add(kind);
                }
            }
            ExprKind::Call { callee: Callee::Function(_), .. } => self.add("calls"),
            // The others are open, or name no instruction of these kinds.
            _ => {}
        }
        expr.for_each_child(&mut |child| self.expr(function, child));
    }

    /// A scalar read or written, where that is memory.
    fn access(&mut self, function: &Function, place: &Place, what: &str) {
        let base = function.local(place.base);
        let space = if base.kind == LocalKind::Shared {
            "shared"
        } else if matches!(base.ty, Type::Slice { .. }) {
            "global"
        } else {
            return;
        };
        self.add(&format!("{space} {what}"));
    }
}

/// What the machine calls an intrinsic, where it is no arithmetic.
fn kind(row: &Intrinsic) -> Option<&'static str> {
    const BEGINNINGS: [(&str, &str); 5] = [
        ("mma_", "mma"),
        ("ldmatrix", "ldmatrix"),
        ("async_copy", "async copies"),
        ("move_", "vector moves"),
        ("atomic_", "atomics"),
    ];
    let named = BEGINNINGS.into_iter().find(|(beginning, _)| row.name.starts_with(beginning));
    match (named, row.effect) {
        (Some((_, kind)), _) => Some(kind),
        (None, Effect::Barrier) => Some("barriers"),
        (None, Effect::Convergent) => Some("shuffles"),
        (None, Effect::Pure | Effect::Divisor(_) | Effect::Memory) => None,
    }
}

#[cfg(test)]
mod tests {
    use kiln_codegen::ir::parse;

    use super::*;

    #[test]
    fn what_is_named_is_counted() {
        let text = "kiln-ir 1

kernel fn f(x#0: &[u32], y#1: &mut [u32]) {
    shared s#2: [u32; 64];
    var i#3: usize;
    @0 let i#3 = thread_idx_x();
    @0 s#2[i#3 proven] = x#0[i#3 proven] + x#0[0usize proven];
    @0 eval sync_threads();
    @0 y#1[i#3 proven] = s#2[0usize proven];
}

sites {
    file \"a.rs\";
    @0 4:1;
}
";
        let module = parse(text).unwrap();
        assert_eq!(
            count(&module),
            [
                ("barriers", 1),
                ("global loads", 2),
                ("global stores", 1),
                ("shared loads", 1),
                ("shared stores", 1)
            ]
        );
    }
}
