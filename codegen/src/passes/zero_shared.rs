//! Zero-fills shared memory whose type has invalid bit patterns: `bool`, enums and types that hold one.
//!
//! Takes a closed module of threads. The kernel's threads fill such memory together, then meet a barrier, before the
//! first statement of the user's. Shared memory of numbers stays uninitialized. A device function with such memory is
//! inlined, so that the kernel fills it once. Threads divide the elements by their linear index in the block, so no two
//! threads write to one element, whatever the block's shape.

use std::borrow::Cow;

use crate::intrinsics;
use crate::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, Function, FunctionKind, LabelId, Len, Literal, Local,
    LocalId, LocalKind, Module, Place, Scalar, SiteId, Step, Stmt, StmtKind, Type, Unroll,
};

use super::inline::inline;

/// Adds the fill. Call it once, after the race check: the linear index reads all axes of the block, and proofs may rely
/// on axes that the kernel doesn't read.
pub fn zero_shared(module: &Module) -> Cow<'_, Module> {
    let has_partial = |function: &Function| function.locals.iter().any(is_partial);
    let mut filled = match module.functions.split_last() {
        Some((kernel, _)) if kernel.kind == FunctionKind::Device => return Cow::Borrowed(module),
        Some((_, callees)) if callees.iter().any(has_partial) => inline(module),
        Some((kernel, _)) if has_partial(kernel) => module.clone(),
        _ => return Cow::Borrowed(module),
    };
    if let Some(kernel) = filled.functions.last_mut()
        && let Some(site) = kernel.body.0.first().map(|stmt| stmt.site)
    {
        Fill { next_label: kernel.body.next_label().0, kernel, site }.insert();
    }
    Cow::Owned(filled)
}

/// Whether a local is shared memory of which not all bits are values.
fn is_partial(local: &Local) -> bool {
    local.kind == LocalKind::Shared && (local.partial || has_bool(&local.ty))
}

fn has_bool(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) | Type::Slice { element, .. } => has_bool(element),
        Type::Struct(of) => of.fields.iter().any(|field| has_bool(&field.ty)),
        ty => *ty == Type::BOOL,
    }
}

struct Fill<'a> {
    kernel: &'a mut Function,
    site: SiteId,
    next_label: u32,
}

impl Fill<'_> {
    /// `None` only where the table of intrinsics lacks a row.
    fn insert(mut self) -> Option<()> {
        let (mut thread, mut threads) = (call("thread_idx_z")?, call("block_dim_z")?);
        for (index, extent) in [("thread_idx_y", "block_dim_y"), ("thread_idx_x", "block_dim_x")] {
            thread = usize_op(BinOp::Add, usize_op(BinOp::Mul, thread, call(extent)?), call(index)?);
            threads = usize_op(BinOp::Mul, threads, call(extent)?);
        }
        let mut fill = Vec::new();
        for (number, local) in self.kernel.locals.clone().iter().enumerate() {
            let id = LocalId(number as u32);
            let (element, end) = match &local.ty {
                Type::Array(element, Len::Const(len)) => {
                    (element, Expr::int(i128::from(*len), Scalar::Usize))
                }
                Type::Slice { element, .. } => (element, Expr::new(ExprKind::Len(id), Type::USIZE)),
                _ => continue,
            };
            if is_partial(local) {
                let memory = Place::local(id, local.ty.clone());
                let stmt = self.each(&memory, element, (thread.clone(), end, Some(threads.clone())));
                fill.push(stmt);
            }
        }
        // Other blocks of a cluster reach this memory too.
        let barrier = if self.kernel.attrs.cluster.is_some() { "cluster_sync" } else { "sync_threads" };
        fill.push(self.stmt(StmtKind::Eval(Expr { ty: Type::Unit, ..call(barrier)? })));
        self.kernel.body.0.splice(..0, fill);
        Some(())
    }

    /// A loop that sets the elements of an array, by its start, end and step.
    fn each(
        &mut self,
        array: &Place,
        element: &Type,
        (start, end, step): (Expr, Expr, Option<Expr>),
    ) -> Stmt {
        let local = self.kernel.add_local("at", Type::USIZE, LocalKind::Temp);
        let label = LabelId(self.next_label);
        self.next_label += 1;
        let index = Box::new(Expr::local(local, Type::USIZE));
        let mut body = Vec::new();
        self.zero(within(array, Step::Index { index, check: Check::Proven }, element), &mut body);
        let (inclusive, reversed, unroll, body) = (false, false, Unroll::Free, Block(body));
        self.stmt(StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll, body })
    }

    /// Sets the scalars of a place.
    fn zero(&mut self, place: Place, out: &mut Vec<Stmt>) {
        match &place.ty {
            Type::Scalar(scalar) => {
                let literal = ExprKind::Literal(Literal::from_bits(0, *scalar));
                let value = Expr::new(literal, place.ty.clone());
                out.push(self.stmt(StmtKind::Assign { place, op: None, value }));
            }
            Type::Struct(of) => {
                for field in &of.fields {
                    self.zero(within(&place, Step::Field(field.name.clone()), &field.ty), out);
                }
            }
            Type::Array(element, Len::Const(len)) => {
                let (start, end) = (Expr::int(0, Scalar::Usize), Expr::int(i128::from(*len), Scalar::Usize));
                out.push(self.each(&place, element, (start, end, None)));
            }
            // No element of memory.
            Type::Unit
            | Type::Array(_, Len::Capture(_))
            | Type::Tuple(_)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => {}
        }
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, site: self.site }
    }
}

fn within(place: &Place, step: Step, ty: &Type) -> Place {
    let mut steps = place.steps.clone();
    steps.push(step);
    Place { base: place.base, steps, ty: ty.clone() }
}

fn call(name: &str) -> Option<Expr> {
    let callee = Callee::Intrinsic(intrinsics::find(name)?);
    Some(Expr::new(ExprKind::Call { callee, args: Vec::new(), site: None }, Type::USIZE))
}

fn usize_op(op: BinOp, lhs: Expr, rhs: Expr) -> Expr {
    Expr::binary(op, lhs, rhs, Type::USIZE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::races::check_module;
    use crate::ir::parse;
    use crate::ir::verify::verify;

    /// The filled module. It must be well-formed and free of races.
    fn filled(functions: &str, attrs: &str, body: &str) -> String {
        let text = format!(
            "kiln-ir 1\n{functions}\n{attrs} kernel fn f(x#0: &mut [u32]) {{ {body} }}\nsites {{ file \"a.rs\"; @0 1:1; @1 1:1 index \"x\"; }}"
        );
        let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parse(&module.to_text()).as_ref(), Ok(&module));
        let filled = zero_shared(&module);
        assert_eq!(verify(&filled), Ok(()), "{}", filled.to_text());
        if let Some(Err(findings)) = check_module(&filled) {
            panic!("{findings:?}\n{}", filled.to_text());
        }
        filled.to_text()
    }

    const READ: &str = "var a#2: u32; @0 let a#2 = x#0[0usize @1];";

    #[test]
    fn numbers_stay_as_they_are() {
        let text = filled("", "", &format!("shared s#1: [u32; 64]; {READ}"));
        assert!(!text.contains("for") && !text.contains("sync"), "{text}");
    }

    #[test]
    fn threads_fill_memory_together_and_wait() {
        for memory in ["shared s#1: [bool; 64];", "partial shared s#1: [[u8; 4]; 64];"] {
            let text = filled("", "", &format!("{memory} {READ}"));
            let (fill, wait) = (text.find("step").unwrap(), text.find("sync_threads()").unwrap());
            assert!(fill < wait && wait < text.find("= x#0[").unwrap(), "{text}");
        }
        let text = filled("", "#[cluster(2, 1, 1)]", &format!("shared s#1: &mut [bool]; {READ}"));
        assert!(text.contains("cluster_sync()"), "{text}");
    }

    #[test]
    fn the_kernel_fills_what_its_functions_have() {
        let function = "device fn g() -> bool { shared s#0: [bool; 4]; @0 return s#0[1usize proven]; }";
        let twice = "var a#1: bool; @0 let a#1 = g#0(); @0 a#1 = g#0();";
        let text = filled(function, "", twice);
        assert_eq!(text.matches("sync_threads()").count(), 1, "{text}");
    }
}
