//! Kernels as a user writes them, and every form of statement.

use super::builder::{Kernel, cast, float, slice, usize};
use kiln_codegen::ir::*;

pub fn modules() -> Vec<(String, Module)> {
    let mut modules = vec![
        ("saxpy", saxpy(true)),
        ("saxpy_unchecked", saxpy(false)),
        ("reduce", reduce()),
        ("loops", loops()),
        ("jumps", jumps()),
        ("device", device()),
        ("failures", failures()),
        ("arrays", arrays()),
        ("names", names()),
        ("prints", prints()),
        ("clusters", parse(include_str!("../snapshots/clusters.ir")).unwrap()),
        ("dynamic_shared", parse(include_str!("../snapshots/dynamic_shared.ir")).unwrap()),
    ];
    modules.sort_by_key(|(name, _)| *name);
    modules.into_iter().map(|(name, module)| (name.to_owned(), module)).collect()
}

/// What the front end makes of `fixtures/lowered/prints.rs`.
fn prints() -> Module {
    parse(include_str!("../snapshots/prints.ir")).unwrap()
}

/// The kernel of the front page; with its indices checked, or proven.
fn saxpy(checked: bool) -> Module {
    let mut k = Kernel::new("saxpy");
    let a = k.param("a", Type::F32);
    let x = k.param("x", slice(Scalar::F32, false));
    let y = k.param("y", slice(Scalar::F32, true));
    let i = k.global_id();
    let len = Expr::new(ExprKind::Len(y), Type::USIZE);
    let index = k.get(i);
    let condition = k.binary(BinOp::Lt, index.clone(), len);
    k.when(condition, |k| {
        let (mut from, mut old, mut to) = (k.at(x, index.clone()), k.at(y, index.clone()), k.at(y, index));
        if !checked {
            for place in [&mut from, &mut old, &mut to] {
                place.steps.iter_mut().for_each(|step| {
                    if let Step::Index { check, .. } = step {
                        *check = Check::Proven;
                    }
                });
            }
        }
        let scale = k.get(a);
        let product = k.binary(BinOp::Mul, scale, Expr::load(from));
        let sum = k.binary(BinOp::Add, product, Expr::load(old));
        k.set(to, sum);
    });
    k.finish()
}

/// A block-wide sum through shared memory and a grid-stride loop.
fn reduce() -> Module {
    let mut k = Kernel::new("sum");
    k.attrs().block = Some([256, 1, 1]);
    k.attrs().min_blocks = Some(2);
    let x = k.param("x", slice(Scalar::F32, false));
    let total = k.param("total", Type::slice(Type::Atomic(Scalar::F32), false));
    let partial = k.shared("partial", Type::array(Type::F32, 256));
    let tid = k.named("thread_idx_x", Scalar::Usize, vec![]);
    let tid = k.bind("tid", tid);
    let sum = k.bind("sum", float("0", Scalar::F32));
    let start = k.named("global_id_x", Scalar::Usize, vec![]);
    let (blocks, threads) =
        (k.named("grid_dim_x", Scalar::Usize, vec![]), k.named("block_dim_x", Scalar::Usize, vec![]));
    let stride = k.binary(BinOp::Mul, blocks, threads);
    let i = k.local("i", Type::USIZE);
    let body = k.block(|k| {
        let index = k.get(i);
        let value = k.load(x, index);
        let place = k.place(sum);
        k.update(place, BinOp::Add, value);
    });
    k.push(StmtKind::For {
        label: LabelId(0),
        local: i,
        start,
        end: Expr::new(ExprKind::Len(x), Type::USIZE),
        inclusive: false,
        step: Some(stride),
        reversed: false,
        unroll: Unroll::Free,
        body,
    });
    k.comment("// Each thread sums a stride of its own.");
    let index = k.get(tid);
    let place = k.at(partial, index);
    let value = k.get(sum);
    k.set(place, value);
    let wait = k.named("sync_threads", Scalar::Bool, vec![]);
    k.push(StmtKind::Eval(wait));
    let width = k.bind("width", usize(128));
    let condition = k.get(width);
    let condition = k.binary(BinOp::Gt, condition, usize(0));
    let body = k.block(|k| {
        let (tid_value, width_value) = (k.get(tid), k.get(width));
        let active = k.binary(BinOp::Lt, tid_value.clone(), width_value.clone());
        k.when(active, |k| {
            let other = k.binary(BinOp::Add, tid_value.clone(), width_value);
            let value = k.load(partial, other);
            let place = k.at(partial, tid_value);
            k.update(place, BinOp::Add, value);
        });
        let wait = k.named("sync_threads", Scalar::Bool, vec![]);
        k.push(StmtKind::Eval(wait));
        let place = k.place(width);
        k.update(place, BinOp::Div, usize(2));
    });
    k.push(StmtKind::While { label: LabelId(1), condition, body });
    k.comment("Halve the number of sums until one is left.");
    let first = k.get(tid);
    let first = k.binary(BinOp::Eq, first, usize(0));
    k.when(first, |k| {
        let element = Expr::new(
            ExprKind::Ref(k.at(total, usize(0))),
            Type::Ref { target: Box::new(Type::Atomic(Scalar::F32)), mutable: false },
        );
        let value = k.load(partial, usize(0));
        let add = k.named("atomic_fetch_add", Scalar::F32, vec![element, value, Expr::int(0, Scalar::U32)]);
        k.push(StmtKind::Eval(add));
    });
    k.finish()
}

/// `for` in every direction, step and kind of end, on types whose ends are near and far.
fn loops() -> Module {
    let mut k = Kernel::new("loops");
    let out = k.param("out", slice(Scalar::U64, true));
    let mut label = 0;
    let scalars = [Scalar::Usize, Scalar::I32, Scalar::U8, Scalar::I64, Scalar::I8];
    let bounds = scalars.map(|scalar| ["low", "high", "by"].map(|name| k.param(name, Type::Scalar(scalar))));
    for (scalar, [low, high, by]) in scalars.into_iter().zip(bounds) {
        let ty = Type::Scalar(scalar);
        for inclusive in [false, true] {
            for reversed in [false, true] {
                for step in [None, Some(Expr::int(1, scalar)), Some(Expr::int(3, scalar)), Some(k.get(by))] {
                    for (from, to) in [(None, Some(10)), (None, None), (Some(0), None), (Some(2), Some(20))] {
                        let start = from.map_or_else(|| k.get(low), |value| Expr::int(value, scalar));
                        let end = to.map_or_else(|| k.get(high), |value| Expr::int(value, scalar));
                        let local = k.local("k", ty.clone());
                        let body = k.block(|k| {
                            let place = k.at(out, usize(i128::from(label)));
                            let value = cast(k.get(local), Scalar::U64);
                            let old = k.load(out, usize(i128::from(label)));
                            let mixed = k.binary(BinOp::Mul, old, Expr::int(31, Scalar::U64));
                            let mixed = k.binary(BinOp::Add, mixed, value);
                            k.set(place, mixed);
                        });
                        let step = step.clone();
                        let label_id = LabelId(label);
                        k.push(StmtKind::For {
                            label: label_id,
                            local,
                            start,
                            end,
                            inclusive,
                            step,
                            reversed,
                            unroll: Unroll::Free,
                            body,
                        });
                        label += 1;
                    }
                }
            }
        }
    }
    k.finish()
}

/// Every loop and block, left and continued from inside and from further in.
fn jumps() -> Module {
    let mut k = Kernel::new("jumps");
    let out = k.param("out", slice(Scalar::U32, true));
    let flag = k.param("flag", Type::BOOL);
    let n = k.bind("n", Expr::int(0, Scalar::U32));
    let bump = move |k: &mut Kernel| {
        let place = k.place(n);
        k.update(place, BinOp::Add, Expr::int(1, Scalar::U32));
    };
    let (outer, middle, inner, block) = (LabelId(0), LabelId(1), LabelId(2), LabelId(3));
    let body = k.block(|k| {
        bump(k);
        let j = k.local("j", Type::U32);
        let body = k.block(|k| {
            let condition = k.get(flag);
            let body = k.block(|k| {
                bump(k);
                for (count, jump) in [
                    (10, StmtKind::Break(inner)),
                    (20, StmtKind::Continue(inner)),
                    (30, StmtKind::Break(middle)),
                    (40, StmtKind::Continue(middle)),
                    (50, StmtKind::Continue(outer)),
                    (60, StmtKind::Break(outer)),
                    (70, StmtKind::Return(None)),
                ] {
                    let value = k.get(n);
                    let condition = k.binary(BinOp::Eq, value, Expr::int(count, Scalar::U32));
                    k.when(condition, |k| k.push(jump));
                }
            });
            k.push(StmtKind::While { label: inner, condition, body });
            let seen = k.get(j);
            let seen = k.bind("seen", seen);
            let place = k.place(n);
            let seen = k.get(seen);
            k.update(place, BinOp::Add, seen);
        });
        k.push(StmtKind::For {
            label: middle,
            local: j,
            start: Expr::int(0, Scalar::U32),
            end: Expr::int(4, Scalar::U32),
            inclusive: false,
            step: None,
            reversed: false,
            unroll: Unroll::Free,
            body,
        });
        let body = k.block(|k| {
            let condition = k.get(flag);
            let then = k.block(|k| k.push(StmtKind::Break(block)));
            let otherwise = k.block(|k| {
                let value = k.get(n);
                let condition = k.binary(BinOp::Eq, value, Expr::int(7, Scalar::U32));
                let then = k.block(|k| k.push(StmtKind::Continue(outer)));
                let otherwise = k.block(bump);
                k.push(StmtKind::If { condition, then, otherwise });
            });
            k.push(StmtKind::If { condition, then, otherwise });
            k.push(StmtKind::Break(outer));
        });
        k.push(StmtKind::Block { label: block, body });
        let after = k.get(n);
        let after = k.bind("after", after);
        let place = k.at(out, usize(1));
        let after = k.get(after);
        k.set(place, after);
    });
    k.push(StmtKind::Loop { label: outer, body });
    let result = k.get(n);
    let result = k.bind("result", result);
    let place = k.at(out, usize(0));
    let result = k.get(result);
    k.set(place, result);
    k.finish()
}

/// Device functions with every kind of parameter, some that can fail and some that cannot.
fn device() -> Module {
    let mut k = Kernel::new("square");
    let x = k.param("x", Type::F32);
    let (a, b) = (k.get(x), k.get(x));
    let value = k.binary(BinOp::Mul, a, b);
    k.push(StmtKind::Return(Some(value)));
    let square = k.device(Type::F32, "dot");

    let a = k.param("a", slice(Scalar::F32, false));
    let b = k.param("b", slice(Scalar::F32, false));
    let sum = k.param("sum", Type::Ref { target: Box::new(Type::F32), mutable: true });
    let weights =
        k.param("weights", Type::Ref { target: Box::new(Type::array(Type::F32, 4)), mutable: false });
    let i = k.local("i", Type::USIZE);
    let body = k.block(|k| {
        let i = k.get(i);
        let (a, b) = (k.load(a, i.clone()), k.load(b, i.clone()));
        let wrapped = k.binary(BinOp::Rem, i, usize(4));
        let weight = k.load(weights, wrapped);
        let product = k.binary(BinOp::Mul, a, b);
        let product = k.binary(BinOp::Mul, product, weight);
        let place = k.place(sum);
        k.update(place, BinOp::Add, product);
    });
    k.push(StmtKind::For {
        label: LabelId(0),
        local: i,
        start: usize(0),
        end: Expr::new(ExprKind::Len(a), Type::USIZE),
        inclusive: false,
        step: None,
        reversed: false,
        unroll: Unroll::Free,
        body,
    });
    let dot = k.device(Type::Unit, "count");

    let cell = k.param("cell", Type::Ref { target: Box::new(Type::Atomic(Scalar::U32)), mutable: false });
    let element = Expr::new(ExprKind::Ref(k.place(cell)), k.ty(cell));
    let add = k.named(
        "atomic_fetch_add",
        Scalar::U32,
        vec![element, Expr::int(1, Scalar::U32), Expr::int(0, Scalar::U32)],
    );
    let old = k.bind("old", add);
    let old = k.get(old);
    k.push(StmtKind::Return(Some(old)));
    let count = k.device(Type::U32, "norms");

    let x = k.param("x", slice(Scalar::F32, false));
    let out = k.param("out", slice(Scalar::F32, true));
    let counts = k.param("counts", Type::slice(Type::Atomic(Scalar::U32), false));
    let four = Type::array(Type::F32, 4);
    let call = |function: FunctionId, args: Vec<Expr>, ty: Type| {
        Expr::new(ExprKind::Call { callee: Callee::Function(function), args, site: None }, ty)
    };
    let weights =
        k.bind("weights", Expr::new(ExprKind::Repeat(Box::new(float("0.25", Scalar::F32))), four.clone()));
    let sum = k.bind("sum", float("0", Scalar::F32));
    let reference = |place: Place, mutable: bool| {
        let ty = Type::Ref { target: Box::new(place.ty.clone()), mutable };
        Expr::new(ExprKind::Ref(place), ty)
    };
    let args = vec![
        Expr::new(ExprKind::Ref(k.place(x)), slice(Scalar::F32, false)),
        Expr::new(ExprKind::Ref(k.place(weights)), slice(Scalar::F32, false)),
        reference(k.place(sum), true),
        reference(k.place(weights), false),
    ];
    k.push(StmtKind::Eval(call(dot, args, Type::Unit)));
    let cell = k.at(counts, usize(0));
    let cell = reference(cell, false);
    let number = k.bind("number", call(count, vec![cell], Type::U32));
    let total = k.get(sum);
    let total = k.bind("total", call(square, vec![total], Type::F32));
    let index = cast(k.get(number), Scalar::Usize);
    let place = k.at(out, index);
    let total = k.get(total);
    k.set(place, total);
    k.finish()
}

/// What ends a thread.
fn failures() -> Module {
    let mut k = Kernel::new("failures");
    let x = k.param("x", slice(Scalar::I32, false));
    let out = k.param("out", slice(Scalar::I32, true));
    let i = k.global_id();
    let index = k.get(i);
    let a = k.load(x, index.clone());
    let a = k.bind("a", a);
    let value = k.get(a);
    let negative = k.binary(BinOp::Lt, value.clone(), Expr::int(0, Scalar::I32));
    k.when(negative, |k| {
        let values = vec![value.clone(), cast(value.clone(), Scalar::F32), Expr::bool(true), index.clone()];
        k.push(StmtKind::Fail { values, block: None });
    });
    k.comment("Nothing below zero.");
    let seven = k.binary(BinOp::Eq, value.clone(), Expr::int(7, Scalar::I32));
    k.when(seven, |k| k.push(StmtKind::Fail { values: vec![], block: None }));
    let quotient = k.binary(BinOp::Div, Expr::int(100, Scalar::I32), value.clone());
    let rest = k.binary(BinOp::Rem, quotient, value);
    let place = k.at(out, index);
    k.set(place, rest);
    k.finish()
}

/// Arrays: local, nested and shared, whole and by element.
fn arrays() -> Module {
    let mut k = Kernel::new("arrays");
    let out = k.param("out", slice(Scalar::F32, true));
    let three = Type::array(Type::F32, 3);
    let tile = k.shared("tile", Type::array(three.clone(), 32));
    let flag = k.shared("flag", Type::U32);
    let items = ["1", "2.5", "-3"].map(|text| float(text, Scalar::F32)).into();
    let a = k.bind("a", Expr::new(ExprKind::Array(items), three.clone()));
    let zeros = Expr::new(ExprKind::Repeat(Box::new(float("0", Scalar::F32))), three.clone());
    let grid = k.local("grid", Type::array(three.clone(), 2));
    k.push(StmtKind::Let { local: grid, init: None });
    let place = k.at(grid, usize(0));
    k.set(place, zeros);
    let items = ["4", "5", "6"].map(|text| float(text, Scalar::F32)).into();
    let place = k.at(grid, usize(1));
    k.set(place, Expr::new(ExprKind::Array(items), three));
    let row = k.load(grid, usize(0));
    let row = k.bind("row", row);
    let place = k.at(grid, usize(1));
    let copied = k.get(row);
    k.set(place, copied);
    let lane = k.named("lane_id", Scalar::Usize, vec![]);
    let lane = k.bind("lane", lane);
    let index = k.get(lane);
    let place = k.at(tile, index.clone());
    let copied = k.get(a);
    k.set(place, copied);
    let place = k.place(flag);
    k.set(place, Expr::int(1, Scalar::U32));
    let inner = k.at(tile, index.clone());
    let inner = k.index(inner, usize(2));
    let cell = k.at(grid, usize(1));
    let cell = k.index(cell, index.clone());
    let sum = k.binary(BinOp::Add, Expr::load(inner), Expr::load(cell));
    let scale = cast(k.get(flag), Scalar::F32);
    let sum = k.binary(BinOp::Mul, sum, scale);
    let place = k.at(out, index);
    k.set(place, sum);
    k.finish()
}

/// Names that C++ or CUDA has other uses for, shadowing, and scopes that share a name.
fn names() -> Module {
    let mut k = Kernel::new("template");
    let double = k.param("double", slice(Scalar::F32, true));
    let taken = k.param("double_len", Type::USIZE);
    let kiln = k.param("kiln", Type::F32);
    let x = k.param("x", Type::F32);
    let value = k.get(x);
    let other = k.get(kiln);
    let sum = k.binary(BinOp::Add, value, other);
    let x = k.bind("x", sum);
    let sine = k.get(x);
    let sine = k.named("sin", Scalar::F32, vec![sine]);
    let sinf = k.bind("sinf", sine);
    for _ in 0..2 {
        let i = k.local("i", Type::USIZE);
        let end = k.get(taken);
        let body = k.block(|k| {
            let value = k.get(sinf);
            let value = k.bind("größe", value);
            let index = k.get(i);
            let place = k.at(double, index);
            let value = k.get(value);
            k.set(place, value);
        });
        k.push(StmtKind::For {
            label: LabelId(i.0),
            local: i,
            start: usize(0),
            end,
            inclusive: false,
            step: None,
            reversed: false,
            unroll: Unroll::Free,
            body,
        });
    }
    k.finish()
}
