//! Branches that constants decide: what is never taken goes, before anything is planned for it.
//!
//! Takes a closed function; guarantees that it does what it did. Of an `if` or a selection whose condition follows
//! from literals, and from variables that are a literal for good, the side that is taken stands in its place. What
//! follows a jump in such a side goes too, and shared arrays that nothing touches any more. Conditions are integers
//! and truths; one that would fail is left alone. That a grid has blocks is known too: a loop by steps of its extent
//! asks whether that is zero.

use crate::collections::Set;
use crate::intrinsics::{Cpu, Machine};
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Function, Literal, LocalId, LocalKind, Place, Scalar, Stmt,
    StmtKind, Type, UnOp,
};

/// Prunes a function.
pub fn prune(function: &mut Function) {
    let count = function.locals.len();
    let mut prune = Prune { known: vec![None; count], extents: vec![false; count], taken: false };
    prune.learn(function);
    let mut body = std::mem::take(&mut function.body);
    prune.block(&mut body);
    function.body = body;
    if prune.taken {
        forget_shared(function);
    }
}

struct Prune {
    /// By local: what it is for good.
    known: Vec<Option<i128>>,
    /// By local: an extent of the grid, for good.
    extents: Vec<bool>,
    /// Whether anything went.
    taken: bool,
}

impl Prune {
    /// Finds variables that begin as something known and never change. Each is declared before it is read.
    fn learn(&mut self, function: &Function) {
        let mut changes: Vec<bool> = vec![false; function.locals.len()];
        function.body.for_each_change(&mut |place| changes[place.base.0 as usize] = true);
        function.body.walk(&mut |stmt| {
            if let StmtKind::Let { local, init: Some(init) } = &stmt.kind
                && !changes[local.0 as usize]
            {
                self.known[local.0 as usize] = self.value(init);
                self.extents[local.0 as usize] = self.is_extent(init);
            }
        });
    }

    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.0) {
            stmt.for_each_expr_mut(&mut |expr| expr.rewrite(&mut |expr| self.select(expr)));
            let side = match &mut stmt.kind {
                StmtKind::If { condition, then, otherwise } => {
                    self.value(condition).map(|truth| match truth {
                        0 => std::mem::take(otherwise),
                        _ => std::mem::take(then),
                    })
                }
                StmtKind::While { condition, .. } if self.value(condition) == Some(0) => {
                    Some(Block::default())
                }
                _ => None,
            };
            if let Some(mut side) = side {
                self.taken = true;
                self.block(&mut side);
                let leaves = side.0.last().is_some_and(Stmt::is_jump);
                block.0.append(&mut side.0);
                if leaves {
                    return;
                }
                continue;
            }
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            block.0.push(stmt);
        }
    }

    fn select(&mut self, expr: &mut Expr) {
        if let ExprKind::Select { condition, then, otherwise } = &mut expr.kind
            && condition.ty == Type::BOOL
            && let Some(truth) = self.value(condition)
        {
            let side = if truth == 0 { otherwise } else { then };
            // A selection may broadcast its sides; what it takes must have its type.
            if side.ty == expr.ty {
                self.taken = true;
                *expr = std::mem::replace(side, Expr::bool(false));
            }
        }
    }

    /// Whether an expression is how many blocks the grid has along an axis: one at least.
    fn is_extent(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Load(Place { base, steps, .. }) => steps.is_empty() && self.extents[base.0 as usize],
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
                matches!(row.cpu, Cpu::Machine(Machine::GridDim(_)))
            }
            _ => false,
        }
    }

    /// The integer, or the truth as 0 or 1, that an expression always is.
    fn value(&self, expr: &Expr) -> Option<i128> {
        let scalar = expr.ty.scalar()?;
        let found = match &expr.kind {
            ExprKind::Literal(Literal::Bool(truth)) => i128::from(*truth),
            ExprKind::Literal(Literal::Int(value)) => *value,
            ExprKind::Load(Place { base, steps, .. }) if steps.is_empty() => self.known[base.0 as usize]?,
            ExprKind::Unary(UnOp::Not, truth) if scalar == Scalar::Bool => 1 - self.value(truth)?,
            ExprKind::Cast(from) if from.ty.scalar()?.is_int() => self.value(from)?,
            ExprKind::Binary { op: BinOp::Eq, lhs, rhs, .. }
                if self.is_extent(lhs) && self.value(rhs) == Some(0) =>
            {
                0
            }
            ExprKind::Binary { op, lhs, rhs, .. } => {
                let left = self.value(lhs)?;
                match op {
                    BinOp::And if left == 0 => 0,
                    BinOp::Or if left != 0 => 1,
                    BinOp::And | BinOp::Or => self.value(rhs)?,
                    _ => operation(*op, left, self.value(rhs)?)?,
                }
            }
            _ => return None,
        };
        // What wraps is left to whoever knows how.
        let fits = match scalar {
            Scalar::Bool => true,
            _ if scalar.is_signed_int() => found.unsigned_abs() < 1 << (scalar.bits() - 1),
            _ if scalar.is_int() => found >= 0 && found >> scalar.bits() == 0,
            _ => false,
        };
        fits.then_some(found)
    }
}

/// `a op b` of integers; `None` where there is none.
fn operation(op: BinOp, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a.checked_mul(b)?,
        BinOp::Div => a.checked_div(b)?,
        BinOp::Rem => a.checked_rem(b)?,
        BinOp::BitAnd => a & b,
        BinOp::BitOr => a | b,
        BinOp::BitXor => a ^ b,
        BinOp::Eq => i128::from(a == b),
        BinOp::Ne => i128::from(a != b),
        BinOp::Lt => i128::from(a < b),
        BinOp::Le => i128::from(a <= b),
        BinOp::Gt => i128::from(a > b),
        BinOp::Ge => i128::from(a >= b),
        BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or => return None,
    })
}

/// Makes shared arrays that nothing touches variables that nobody declares: they take no memory.
fn forget_shared(function: &mut Function) {
    let mut touched = Set::new();
    function.body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, .. } = &stmt.kind {
            touched.insert(place.base);
        }
    });
    function.body.walk_operands(&mut |expr| touched.extend(expr.named_local()));
    for (index, local) in function.locals.iter_mut().enumerate() {
        if local.kind == LocalKind::Shared && !touched.contains(&LocalId(index as u32)) {
            (local.kind, local.ty) = (LocalKind::Temp, Type::BOOL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{parse, verify};

    /// The body without what is never taken, without sites.
    fn pruned(body: &str) -> String {
        let text = format!(
            "kiln-ir 1\n\nkernel fn f(n#0: usize) {{\n    shared s#1: [u32; 32];\n    var a#2: usize;\n    var b#3: usize;\n{body}\n}}\n\n\
             sites {{\n    file \"a.rs\";\n    @0 1:1;\n}}\n"
        );
        let mut module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prune(&mut module.functions[0]);
        assert_eq!(verify::verify(&module), Ok(()), "{}", module.to_text());
        let text = module.to_text();
        let body = text.split_once("{\n").unwrap().1.split("\n}\n").next().unwrap();
        let lines = body.lines().map(|line| line.trim().trim_start_matches("@0 "));
        lines
            .filter(|line| !line.starts_with("var ") && !line.starts_with("temp "))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn what_constants_decide_goes() {
        let shared = "shared s#1: [u32; 32]; ";
        let one = |condition: &str| {
            pruned(&format!(
                "@0 let a#2 = 3usize; @0 if {condition} {{ @0 s#1[0usize proven] = 1u32; }} else {{ @0 let b#3 = n#0; }}"
            ))
        };
        let (then, otherwise) = (
            format!("{shared}let a#2 = 3usize; s#1[0usize proven] = 1u32;"),
            "let a#2 = 3usize; let b#3 = n#0;",
        );
        assert_eq!(one("1usize == 1usize"), then);
        assert_eq!(one("a#2 < 2usize"), otherwise);
        assert_eq!(one("a#2 > 2usize"), then);
        assert_eq!(one("(a#2 < 2usize) && (n#0 == 0usize)"), otherwise);
        assert_eq!(one("!(a#2 == 4usize)"), then);
        assert!(one("n#0 == 0usize").contains("if n#0"));
        // A grid has blocks; which of them this is may be zero.
        assert_eq!(one("grid_dim_x() == 0usize"), otherwise);
        assert!(one("block_idx_x() == 0usize").contains("if "));
        // Below zero there is no such number.
        assert!(one("(a#2 - 4usize) > 0usize").contains("if "));
    }

    #[test]
    fn what_changes_is_not_known() {
        let text = pruned("@0 let a#2 = 3usize; @0 a#2 = n#0; @0 if a#2 == 3usize { @0 return; }");
        assert!(text.contains("if a#2"), "{text}");
    }

    #[test]
    fn nothing_follows_a_jump() {
        assert_eq!(pruned("@0 if true { @0 return; } @0 let a#2 = n#0;"), "return;");
        assert_eq!(pruned("@0 if false { @0 return; } @0 let a#2 = n#0;"), "let a#2 = n#0;");
        let inner = pruned("@0 if n#0 == 1usize { @0 if true { @0 return; } @0 let a#2 = n#0; }");
        assert_eq!(inner, "if n#0 == 1usize { return; }");
    }

    #[test]
    fn selections_and_loops_are_decided_too() {
        assert_eq!(pruned("@0 let a#2 = if true { n#0 } else { 0usize };"), "let a#2 = n#0;");
        assert_eq!(pruned("@0 '0: while false { @0 let a#2 = n#0; }"), "");
    }
}
