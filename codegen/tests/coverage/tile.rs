//! Rows of lowered tile code: moves, asynchronous copies, fragments and products.

use super::builder::{Kernel, slice, usize};
use kiln_codegen::intrinsics::{self, Intrinsic};
use kiln_codegen::ir::*;

pub fn modules() -> Vec<(String, Module)> {
    let mut modules = vec![("tile_rows".to_owned(), rows())];
    for scalar in [Scalar::F16, Scalar::BF16, Scalar::E4M3, Scalar::E5M2, Scalar::I8, Scalar::U8] {
        modules.push((format!("wgmma_{}", scalar.name()), warpgroups([scalar; 2])));
    }
    modules.push(("wgmma_tf32".to_owned(), warpgroups([Scalar::F32; 2])));
    for factors in [[Scalar::E4M3, Scalar::E5M2], [Scalar::E5M2, Scalar::E4M3]] {
        modules.push((format!("wgmma_{}_{}", factors[0].name(), factors[1].name()), warpgroups(factors)));
    }
    for scalar in Scalar::ALL {
        modules.push((format!("tile_moves_{}", scalar.name()), moves(scalar)));
        modules.push((format!("tile_async_{}", scalar.name()), asynchronous(scalar)));
    }
    modules
}

/// Whether these modules are where a row is covered: what takes elements or belongs to no type.
pub fn covers(row: &Intrinsic) -> bool {
    row.params.iter().any(|slot| slot.is_element())
        || row.name.starts_with("async_")
        || row.name.starts_with("wgmma_")
        || row.name.starts_with("pack_")
}

fn element(place: Place, mutable: bool) -> Expr {
    let ty = Type::Ref { target: Box::new(place.ty.clone()), mutable };
    Expr::new(ExprKind::Ref(place), ty)
}

/// Every width from a slice through registers and shared memory to a slice.
fn moves(scalar: Scalar) -> Module {
    let mut k = Kernel::new(&format!("tile_moves_{}", scalar.name()));
    let from = k.param("from", slice(scalar, false));
    let to = k.param("to", slice(scalar, true));
    let shared = k.shared("shared", Type::array(Type::Scalar(scalar), 16 * 32));
    let t = k.named("thread_idx_x", Scalar::Usize, vec![]);
    let t = k.bind("t", t);
    for bytes in [4, 8, 16].into_iter().filter(|bytes| *bytes >= scalar.size()) {
        let row = intrinsics::find(&format!("move_{bytes}")).unwrap();
        let count = (bytes / scalar.size()) as i128;
        let registers = k.local("registers", Type::array(Type::Scalar(scalar), 2 * count as u64));
        k.push(StmtKind::Let { local: registers, init: None });
        let at = |k: &mut Kernel, local, second: bool| {
            let index = if local == registers {
                usize(if second { count } else { 0 })
            } else {
                let t = k.get(t);
                k.binary(BinOp::Mul, t, usize(count))
            };
            k.at(local, index)
        };
        for (to, from, second) in [
            (registers, from, true),
            (shared, registers, true),
            (registers, shared, false),
            (to, registers, false),
        ] {
            let (to, from) = (at(&mut k, to, second), at(&mut k, from, second));
            let call = k.call(row, scalar, vec![element(to, true), element(from, false)]);
            k.push(StmtKind::Eval(call));
        }
    }
    k.finish()
}

fn asynchronous(scalar: Scalar) -> Module {
    let mut k = Kernel::new(&format!("tile_async_{}", scalar.name()));
    let from = k.param("from", slice(scalar, false));
    let to = k.param("to", slice(scalar, true));
    let shared = k.shared("shared", Type::array(Type::Scalar(scalar), 16 * 32));
    let t = k.named("thread_idx_x", Scalar::Usize, vec![]);
    let t = k.bind("t", t);
    for bytes in [4, 8, 16].into_iter().filter(|bytes| *bytes >= scalar.size()) {
        let index = k.get(t);
        let index = k.binary(BinOp::Mul, index, usize((bytes / scalar.size()) as i128));
        let (dst, src) = (k.at(shared, index.clone()), k.at(from, index));
        let args = vec![element(dst, true), element(src, false), Expr::int(bytes as i128, Scalar::U32)];
        let call = k.named(&format!("async_copy_{bytes}"), scalar, args);
        k.push(StmtKind::Eval(call));
        let call = k.named("async_commit", scalar, vec![]);
        k.push(StmtKind::Eval(call));
    }
    for left in [1, 0] {
        let call = k.named("async_wait", scalar, vec![Expr::int(left, Scalar::U32)]);
        k.push(StmtKind::Eval(call));
    }
    let index = k.get(t);
    let (dst, src) = (k.at(to, index.clone()), k.load(shared, index));
    k.set(dst, src);
    k.finish()
}

/// The rows without memory that belong to no type, and matrix fragments of each kind.
fn rows() -> Module {
    let mut k = Kernel::new("tile_rows");
    let x = k.param("x", slice(Scalar::F32, false));
    let out = k.param("out", slice(Scalar::U32, true));
    let i = k.global_id();
    let local = |k: &mut Kernel, name: &str, scalar, count| {
        let local = k.local(name, Type::array(Type::Scalar(scalar), count));
        k.push(StmtKind::Let { local, init: None });
        local
    };
    let a = local(&mut k, "a", Scalar::U32, 4);
    let b = local(&mut k, "b", Scalar::U32, 4);
    let acc = k.bind(
        "acc",
        Expr::new(
            ExprKind::Repeat(Box::new(super::builder::float("0.0", Scalar::F32))),
            Type::array(Type::F32, 4),
        ),
    );
    for scalar in [Scalar::F16, Scalar::BF16] {
        let shared = k.shared(&format!("{}s", scalar.name()), Type::array(Type::Scalar(scalar), 16 * 16));
        for row in ["ldmatrix_x4", "ldmatrix_x4_trans"] {
            let to = if row == "ldmatrix_x4" { a } else { b };
            let lane = k.named("lane_id", Scalar::Usize, vec![]);
            let index = k.binary(BinOp::Mul, lane, usize(8));
            let (to, from) = (k.at(to, usize(0)), k.at(shared, index));
            let call = k.named(row, scalar, vec![element(to, true), element(from, false)]);
            k.push(StmtKind::Eval(call));
        }
        let [d, a, b] = [acc, a, b].map(|local| k.at(local, usize(0)));
        let args = vec![element(d, true), element(a, false), element(b, false)];
        let call = k.named(&format!("mma_m16n8k16_{}", scalar.name()), scalar, args);
        k.push(StmtKind::Eval(call));
        let index = k.get(i);
        let (one, two) = (k.load(acc, usize(0)), k.load(x, index));
        let packed = k.named(&format!("pack_{}", scalar.name()), scalar, vec![one, two]);
        let index = k.get(i);
        let place = k.at(out, index);
        k.set(place, packed);
    }
    k.finish()
}

/// Products of a warpgroup, added and new: both factors in shared memory along `k`, and of 16-bit floats across it,
/// and the left factor in registers.
fn warpgroups([one, other]: [Scalar; 2]) -> Module {
    let of = match (one, other) {
        (Scalar::F32, _) => "tf32".to_owned(),
        _ if one == other => one.ptx_name().to_owned(),
        _ => format!("{}_{}", one.ptx_name(), other.ptx_name()),
    };
    let mut k = Kernel::new(&format!("wgmma_{of}"));
    let sums = sum_of_products(one, other).unwrap();
    let out = k.param("out", slice(sums, true));
    let bytes = 64 * 128;
    let left = k.shared("left", Type::array(Type::Scalar(one), bytes / one.size() as u64));
    let right = if one == other { left } else { k.shared("right", Type::array(Type::Scalar(other), bytes)) };
    let zeros = |count, scalar: Scalar| {
        Expr::new(
            ExprKind::Repeat(Box::new(if scalar.is_float() {
                super::builder::float("0.0", scalar)
            } else {
                Expr::int(0, scalar)
            })),
            Type::array(Type::Scalar(scalar), count),
        )
    };
    let (sum, held) = (k.bind("sum", zeros(16, sums)), k.bind("held", zeros(4, Scalar::U32)));
    let order = |k: &mut Kernel, name: &str, args: Vec<Expr>| {
        let call = k.named(name, one, args);
        k.push(StmtKind::Eval(call));
    };
    order(&mut k, "async_fence", vec![]);
    order(&mut k, "sync_threads", vec![]);
    order(&mut k, "wgmma_fence", vec![]);
    let mut products =
        vec![("wgmma", left, [32, 0, 128, 0, 128, 0]), ("wgmma", left, [32, 0, 128, 0, 64, 1])];
    if one.size() == 2 {
        products.push(("wgmma", left, [32, 8192, 128, 8192, 128, 1]));
        products.push(("wgmma_left", held, [32, 0, 0, 0, 64, 1]));
    }
    for (name, left, shape) in products {
        let [sum, left, right] = [sum, left, right].map(|local| k.at(local, usize(0)));
        let mut args = vec![element(sum, true), element(left, false), element(right, false)];
        args.extend(shape.map(|literal| Expr::int(literal, Scalar::U32)));
        order(&mut k, &format!("{name}_{of}"), args);
    }
    order(&mut k, "wgmma_commit", vec![]);
    order(&mut k, "wgmma_wait", vec![Expr::int(1, Scalar::U32)]);
    let finish = if sums == Scalar::I32 { "wgmma_finish_i32" } else { "wgmma_finish" };
    for groups in [1, 0] {
        let at = k.at(sum, usize(0));
        let [columns, groups] = [32, groups].map(|number| Expr::int(number, Scalar::U32));
        order(&mut k, finish, vec![element(at, true), columns, groups]);
    }
    let i = k.global_id();
    let index = k.get(i);
    let (to, from) = (k.at(out, index), k.load(sum, usize(0)));
    k.set(to, from);
    k.finish()
}

/// The last machine that has what a text needs: only one has products of warpgroups.
pub fn most_arch(module: &Module) -> u32 {
    if module.to_text().contains(" wgmma_") { 90 } else { u32::MAX }
}

/// What a text needs of the machine.
pub fn least_arch(module: &Module) -> u32 {
    fn of(expr: &Expr) -> u32 {
        let mut least = match &expr.kind {
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => row.least_arch,
            _ => 0,
        };
        expr.for_each_child(&mut |child| least = least.max(of(child)));
        least
    }
    let mut least = 0;
    for function in &module.functions {
        function.body.walk_exprs(&mut |expr| least = least.max(of(expr)));
    }
    least
}
