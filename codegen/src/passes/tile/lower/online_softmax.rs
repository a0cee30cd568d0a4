//! The maximum, the exponentials and their sum of long rows, with one exchange between warps in the place of two.
//!
//! `m = max(x); p = exp(x - m); s = sum(p)` asks all warps of a row for its maximum before there is anything to
//! sum. Here each warp takes off the maximum of what it has itself, and the warps then tell each other maximum and
//! sum at once; what a warp took off too little is a factor, which its exponentials and its sum get behind the
//! exchange (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018, by warps). It is the same
//! but for the rounding of the factor. Under `strict_fp` it is not done.

use super::builder::{call, call_2, index};
use super::reduce::{combine, warps_share};
use super::{Destination, Lowerer};
use crate::compact::List;
use crate::intrinsics::Reduce;
use crate::ir::{
    BinOp, Expr, ExprKind, FloatText, Literal, MathTier, Place, Scalar, Stmt, StmtKind, TileOp, Type,
};
use crate::passes::tile::layout::{Digit, Layout, Source, WARP};
use crate::passes::tile::plan::{axis_of, local_of};

/// The three statements.
struct Soft<'a> {
    most: Destination,
    power: Destination,
    tree: &'a Expr,
    sum: Destination,
    layout: Layout,
    axis: usize,
}

impl Lowerer<'_> {
    /// Lowers the three statements that these begin with, and tells how many that were; 0 where they are something
    /// else.
    pub(super) fn softened(&mut self, stmts: &[Stmt]) -> usize {
        let [first, second, third, ..] = stmts else { return 0 };
        let Some(soft) = self.soft(first, second, third) else { return 0 };
        let StmtKind::Let { init: Some(init), .. } = &first.kind else { return 0 };
        let ExprKind::Tile { args, .. } = &init.kind else { return 0 };
        let Some(from) = args.first().and_then(local_of).map(|id| self.operand(id)) else { return 0 };
        let f32s = Type::Scalar(Scalar::F32);
        let register = |this: &Self, target: &Destination| {
            this.numbered_place(target.local, &target.layout, target.scalar, index(0))
        };

        // What each warp has by itself.
        self.builder.declare(soft.most.local);
        let most = register(self, &soft.most);
        self.fold_registers(Reduce::Max, &soft.most, soft.axis, &from, &soft.layout);
        let lanes = Digit { source: Source::Thread, div: 1, size: WARP, stride: 1 };
        self.reduce_lanes(Reduce::Max, &soft.most, &[lanes]);
        let own = self.builder.bind_new("own_most", Expr::load(most.clone()), false);
        // Minus infinity less itself is no number, as in the whole row it would be a number that it is less.
        let least =
            Expr::new(ExprKind::Literal(Literal::Float(FloatText(format!("{:?}", f32::MIN)))), f32s.clone());
        self.builder.assign(most.clone(), call_2("float_max", own.clone(), least.clone()));
        let taken = self.builder.bind_new("taken_off", Expr::load(most.clone()), false);
        self.builder.site = second.site;
        self.builder.declare(soft.power.local);
        self.elementwise(&soft.power, soft.tree);
        self.builder.site = third.site;
        self.builder.declare(soft.sum.local);
        let sum = register(self, &soft.sum);
        let power = soft.power.operand();
        self.fold_registers(Reduce::Sum, &soft.sum, soft.axis, &power, &soft.layout);
        self.reduce_lanes(Reduce::Sum, &soft.sum, &[lanes]);

        // What all have.
        let parts = [own, Expr::load(sum.clone())];
        let [mosts, sums] = self.exchange_parts(["mosts", "sums"], Scalar::F32, parts);
        // A part's numbers one after the other, which are one load.
        let both: Vec<Expr> = mosts.into_iter().zip(sums).flat_map(<[Expr; 2]>::from).collect();
        let both = self.read_parts(both);
        let [mosts, sums] = [0, 1].map(|number| both.iter().skip(number).step_by(2).cloned().list());
        self.builder.assign(most.clone(), mosts[0].clone());
        for part in &mosts[1..] {
            self.builder.assign(most.clone(), combine(Reduce::Max, Expr::load(most.clone()), part.clone()));
        }
        let count = soft.layout.threads / WARP;
        let parts = Digit { size: count.min(WARP), ..lanes };
        self.reduce_lanes(Reduce::Max, &soft.most, &[parts]);
        let factor = |most: Expr, all: &Place| {
            let apart = Expr::binary(BinOp::Sub, most, Expr::load(all.clone()), f32s.clone());
            call("exp", vec![apart.clone()], f32s.clone()).unwrap_or(apart)
        };
        let product = |a: Expr, b: Expr| Expr::binary(BinOp::Mul, a, b, f32s.clone());
        for (number, (part, total)) in mosts.iter().zip(&sums).enumerate() {
            let part =
                product(total.clone(), factor(call_2("float_max", part.clone(), least.clone()), &most));
            let part = if number == 0 { part } else { combine(Reduce::Sum, Expr::load(sum.clone()), part) };
            self.builder.assign(sum.clone(), part);
        }
        self.reduce_lanes(Reduce::Sum, &soft.sum, &[parts]);
        let factor = self.builder.bind_new("factor", factor(taken, &most), false);
        let position = self.begin_flat(&soft.power.layout);
        let place = self.target_place(&soft.power, &position);
        self.builder.assign(place.clone(), product(Expr::load(place), factor));
        self.end_position(&position);
        3
    }

    /// The three statements, if they are that.
    fn soft<'a>(&self, first: &Stmt, second: &'a Stmt, third: &Stmt) -> Option<Soft<'a>> {
        if self.tile.attrs.math == MathTier::Strict {
            return None;
        }
        let reduction = |stmt: &Stmt, wanted: Reduce| {
            let StmtKind::Let { local, init: Some(init) } = &stmt.kind else { return None };
            let ExprKind::Tile { op: TileOp::Reduce { op, axis }, args } = &init.kind else { return None };
            let from = args.first().and_then(local_of)?;
            (*op == wanted)
                .then(|| Some((*local, self.target_of(*local)?, axis_of(&args[0].ty, *axis), from)))?
        };
        let (most_local, most, axis, from) = reduction(first, Reduce::Max)?;
        let (_, sum, sum_axis, power_local) = reduction(third, Reduce::Sum)?;
        let StmtKind::Let { local, init: Some(tree) } = &second.kind else { return None };
        let power = self.target_of(*local)?;
        let layout = power.layout.clone();
        // `exp(.. - m)`, with `m` nowhere else.
        let ExprKind::Call { callee: crate::ir::Callee::Intrinsic(row), args, .. } = &tree.kind else {
            return None;
        };
        let ExprKind::Binary { op: BinOp::Sub, lhs, rhs, .. } = &args.first()?.kind else { return None };
        let mut elsewhere = false;
        lhs.for_each_child(&mut |child| elsewhere |= reads(child, most_local));
        let ours = row.name == "exp"
            && local_of(rhs) == Some(most_local)
            && !elsewhere
            && local_of(lhs) != Some(most_local);
        let source = self.target_of(from)?;
        let floats = [&most, &power, &sum, &source].into_iter().all(|tile| tile.scalar == Scalar::F32);
        let same = axis == sum_axis
            && *local == power_local
            && source.layout == layout
            && source.extents == power.extents;
        let sliced = layout.slice(axis);
        let in_place = most.layout == sliced && sum.layout == sliced;
        let plain = warps_share(&layout, axis) && layout.threads > WARP;
        (ours && floats && same && in_place && plain).then_some(Soft { most, power, tree, sum, layout, axis })
    }
}

fn reads(expr: &Expr, local: crate::ir::LocalId) -> bool {
    expr.any(&mut |expr| local_of(expr) == Some(local))
}
