//! Sum and variance of long rows, with one exchange between the blocks of a cluster in the place of two.
//!
//! `s = sum(v)`, a mean of it, `d = v - mean` (zero where a mask says so) and `t = sum(d * d)` asks all warps of a
//! row for its sum before there is anything to square. Here each warp takes off the mean of what it has itself, and
//! the warps then tell each other sum, mean, count and sum of squares at once. With `n` elements of mean `m`, whose
//! squares from `m` are `q`, those from any other number `k` are `q + n (m - k)²` (Chan, Golub and LeVeque,
//! "Updating formulae and a pairwise algorithm for computing sample variances", 1979). It is the same but for
//! rounding. Under `strict_fp` it is not done.

use super::builder::{call_2, index, select};
use super::fuse::{has_many, mentions};
use super::place::Position;
use super::reduce::{combine, warps_share};
use super::{Destination, Lowerer, Operand};
use crate::collections::Set;
use crate::intrinsics::Reduce;
use crate::ir::{
    BinOp, Expr, ExprKind, FloatText, Literal, LocalId, LocalKind, MathTier, Place, Scalar, Stmt, StmtKind,
    TileOp, Type,
};
use crate::passes::tile::layout::{Digit, Layout, Source, WARP};
use crate::passes::tile::plan::{axis_of, local_of};

/// The statements.
struct Moments<'a> {
    sum: Destination,
    value: LocalId,
    layout: Layout,
    mask: Option<LocalId>,
    mean: LocalId,
    /// What has nothing to do with the sum, what is made of it, and the deviations.
    others: Vec<&'a Stmt>,
    behind: Vec<&'a Stmt>,
    deviations: &'a Stmt,
    squares: Destination,
    /// All of them.
    count: usize,
}

impl Lowerer<'_> {
    /// Lowers the statements if they begin with those, and all that follow them; tells whether.
    pub(super) fn in_moments(&mut self, stmts: &[Stmt]) -> bool {
        let Some(moments) = self.moments(stmts) else { return false };
        let Moments { sum, value, layout, mask, mean, squares, .. } = &moments;
        for stmt in &moments.others {
            self.builder.site = stmt.site;
            self.stmt(stmt);
        }
        self.builder.site = stmts[0].site;
        let (mask, value) = (*mask, self.operand(*value));
        let lanes = Digit { source: Source::Thread, div: 1, size: WARP, stride: 1 };

        // What each warp has by itself.
        let [own_sum, own_mean, own_count, own_squares] =
            ["own_sum", "own_mean", "own_count", "own_squares"].map(|name| self.number(name));
        // Where the mask says so of all, nobody asks it.
        let holds = mask.and_then(|mask| self.mask_holds(mask));
        let numbers = [&own_sum, &own_mean, &own_count, &own_squares];
        match (mask, holds) {
            (Some(mask), Some(holds)) => {
                let [then, otherwise] = [None, Some(mask)].map(|mask| {
                    self.builder.begin_block();
                    self.own_moments(numbers, (&value, mask), layout);
                    self.builder.end_block()
                });
                self.builder.push(StmtKind::If { condition: holds, then, otherwise });
            }
            (mask, _) => self.own_moments(numbers, (&value, mask), layout),
        }

        // What all have.
        let own = [&own_sum, &own_mean, &own_count, &own_squares].map(|own| Expr::load(place(own)));
        let [sums, means, counts, parts] =
            self.exchange_parts(["sums", "means", "counts", "squares"], Scalar::F32, own);
        let lanes = Digit { size: (layout.threads / WARP).min(WARP), ..lanes };
        self.builder.declare(sum.local);
        let sums = self.read_parts(sums);
        self.total(sum, sums, lanes);
        for stmt in &moments.behind {
            self.builder.site = stmt.site;
            self.stmt(stmt);
        }
        let mean = self.operand(*mean);
        let mean = self.one_element(&mean, layout);
        // All numbers of a part are read only now: beside a row there are no registers for those of all parts.
        self.builder.eval("sync_warp", Vec::new());
        let mut moved = Vec::new();
        for ((mean_of, count), squares) in means.into_iter().zip(counts).zip(parts) {
            let [mean_of, count, squares] =
                [mean_of, count, squares].map(|part| self.builder.bind_new("part", part, false));
            let apart =
                self.builder.bind_new("apart", float_binary(BinOp::Sub, mean_of, mean.clone()), false);
            let part = float_binary(BinOp::Mul, float_binary(BinOp::Mul, apart.clone(), apart), count);
            let part = float_binary(BinOp::Add, squares, part);
            moved.push(self.builder.bind_new("moved", part, false));
        }
        self.builder.declare(squares.local);
        self.total(squares, moved, lanes);

        let mut rest = vec![moments.deviations.clone()];
        rest.extend_from_slice(&stmts[moments.count..]);
        self.stmts(&rest);
        true
    }

    /// Sum, mean, count and squares from the mean of what each warp has of a value, of the masked elements but for
    /// the sum.
    fn own_moments(
        &mut self,
        [sum, mean, count, squares]: [&Destination; 4],
        (value, mask): (&Operand, Option<LocalId>),
        layout: &Layout,
    ) {
        let lanes = Digit { source: Source::Thread, div: 1, size: WARP, stride: 1 };
        let masked = |inside: Option<Expr>, value: Expr| match inside {
            Some(inside) => select(inside, value, float(0.0)),
            None => value,
        };
        let left = mask.and_then(|mask| self.mask_left(mask, layout));
        let position = self.begin_registers(layout, 1);
        let element = self.element_of(value, &position);
        let inside = mask.map(|mask| self.element_of_mask(mask, left.as_ref(), &position));
        self.increase(sum, element.clone());
        if inside.is_some() {
            self.increase(mean, masked(inside.clone(), element));
            self.increase(count, masked(inside, float(1.0)));
        }
        self.end_position(&position);
        self.reduce_lanes(Reduce::Sum, sum, &[lanes]);
        if mask.is_some() {
            self.reduce_lanes(Reduce::Sum, mean, &[lanes]);
            self.reduce_lanes(Reduce::Sum, count, &[lanes]);
            let most = call_2("float_max", Expr::load(place(count)), float(1.0));
            self.builder.assign(place(mean), float_binary(BinOp::Div, Expr::load(place(mean)), most));
        } else {
            let elements = f64::from(layout.registers() * WARP);
            self.builder.assign(place(count), float(elements));
            let whole = float_binary(BinOp::Mul, Expr::load(place(sum)), float(1.0 / elements));
            self.builder.assign(place(mean), whole);
        }
        let position = self.begin_registers(layout, 1);
        let element = self.element_of(value, &position);
        let inside = mask.map(|mask| self.element_of_mask(mask, left.as_ref(), &position));
        let apart = float_binary(BinOp::Sub, element, Expr::load(place(mean)));
        let apart = self.builder.bind_new("apart", masked(inside, apart), false);
        self.increase(squares, float_binary(BinOp::Mul, apart.clone(), apart));
        self.end_position(&position);
        self.reduce_lanes(Reduce::Sum, squares, &[lanes]);
    }

    fn element_of_mask(&mut self, mask: LocalId, left: Option<&(usize, Expr)>, position: &Position) -> Expr {
        match left {
            Some(left) => Self::is_left(left, position),
            None => {
                let mask = self.operand(mask);
                self.element_of(&mask, position)
            }
        }
    }

    /// A number of each thread's, zero.
    fn number(&mut self, name: &str) -> Destination {
        let local = self.builder.local(name, Type::Scalar(Scalar::F32), LocalKind::Temp);
        self.builder.push(StmtKind::Let { local, init: Some(float(0.0)) });
        let layout = Layout::replicated(self.plan.threads);
        Destination { local, layout, extents: [1, 1], scalar: Scalar::F32 }
    }

    fn increase(&mut self, number: &Destination, by: Expr) {
        let place = place(number);
        self.builder.assign(place.clone(), combine(Reduce::Sum, Expr::load(place), by));
    }

    /// The sum of what the lanes have.
    fn total(&mut self, target: &Destination, parts: Vec<Expr>, lanes: Digit) {
        for (number, part) in parts.into_iter().enumerate() {
            let place = place(target);
            let part = if number == 0 { part } else { combine(Reduce::Sum, Expr::load(place.clone()), part) };
            self.builder.assign(place, part);
        }
        self.reduce_lanes(Reduce::Sum, target, &[lanes]);
    }

    /// The only element of an operand.
    fn one_element(&mut self, operand: &Operand, layout: &Layout) -> Expr {
        let position =
            Position { layout: layout.clone(), counters: Vec::new(), flat: Some(index(0)), depth: 0 };
        self.element_of(operand, &position)
    }

    /// The statements, if they are that.
    fn moments<'a>(&self, stmts: &'a [Stmt]) -> Option<Moments<'a>> {
        if self.tile.attrs.math == MathTier::Strict || self.plan.cluster == 1 {
            return None;
        }
        let reduction = |stmt: &Stmt| {
            let StmtKind::Let { local, init: Some(init) } = &stmt.kind else { return None };
            let ExprKind::Tile { op: TileOp::Reduce { op: Reduce::Sum, axis }, args } = &init.kind else {
                return None;
            };
            Some((
                *local,
                self.target_of(*local)?,
                axis_of(&args[0].ty, *axis),
                args.first().and_then(local_of)?,
            ))
        };
        let (first, rest) = stmts.split_first()?;
        let (sum_local, sum, axis, value) = reduction(first)?;
        let source = self.target_of(value)?;
        let layout = source.layout.clone();

        let (mut others, mut behind, mut deviations, mut squared) = (Vec::new(), Vec::new(), None, None);
        let mut of_sum: Set<LocalId> = [sum_local].into();
        for (number, stmt) in rest.iter().enumerate() {
            let StmtKind::Let { local, init: Some(init) } = &stmt.kind else { return None };
            if let Some((_, squares, squares_axis, from)) = reduction(stmt) {
                let (deviations, (mask, mean)) = deviations?;
                let floats = [&source, &sum, &squares].into_iter().all(|tile| tile.scalar == Scalar::F32);
                let sliced = layout.slice(axis);
                let suits = floats
                    && squared == Some(from)
                    && self.uses(from) == 1
                    && axis == squares_axis
                    && sum.layout == sliced
                    && squares.layout == sliced
                    && sliced.registers() == 1
                    && has_many(&layout, source.extents)
                    && warps_share(&layout, axis);
                let count = number + 2;
                return suits.then_some(Moments {
                    sum,
                    value,
                    layout,
                    mask,
                    mean,
                    others,
                    behind,
                    deviations,
                    squares,
                    count,
                });
            }
            if matches!(init.kind, ExprKind::Tile { op: TileOp::Load { .. } | TileOp::Reduce { .. }, .. })
                || !is_harmless(init)
            {
                return None;
            }
            if !mentions(init, &of_sum) {
                others.push(stmt);
                continue;
            }
            of_sum.insert(*local);
            if let (None, Some(found)) = (&deviations, self.deviations(*local, init, value)) {
                deviations = Some((stmt, found));
            } else if let (Some((deviations, _)), Some(square)) = (&deviations, square_of(init))
                && squared.is_none()
                && matches!(&deviations.kind, StmtKind::Let { local, .. } if *local == square)
            {
                squared = Some(*local);
            } else if self.tile.local(*local).ty.shape().is_none()
                || self.target_of(*local).is_none_or(|target| target.layout.registers() == 1)
            {
                // Before the deviations, or with nothing to do with them.
                let StmtKind::Let { .. } = &stmt.kind else { return None };
                let after = deviations.is_some_and(|(stmt, _)| reads(init, stmt))
                    || squared.is_some_and(|local| mentions(init, &[local].into()));
                if after {
                    return None;
                }
                behind.push(stmt);
            } else {
                return None;
            }
        }
        None
    }

    /// The mask and the mean, of `v - mean` where the mask says so.
    fn deviations(&self, local: LocalId, init: &Expr, value: LocalId) -> Option<(Option<LocalId>, LocalId)> {
        let (mask, apart) = match &init.kind {
            ExprKind::Select { condition, then, otherwise } => {
                (Some(local_of(condition)?), is_zero(self, otherwise).then_some(&**then)?)
            }
            _ => (None, init),
        };
        let ExprKind::Binary { op: BinOp::Sub, lhs, rhs, .. } = &apart.kind else { return None };
        let mean = local_of(rhs)?;
        let own = self.target_of(local)?;
        let source = self.target_of(value)?;
        let small = self.target_of(mean)?;
        let masked = mask.is_none_or(|mask| {
            let operand = self.operand(mask);
            Self::is_readable(&operand, &source.layout) && operand.extents == source.extents
        });
        let suits = local_of(lhs) == Some(value)
            && own.layout == source.layout
            && own.extents == source.extents
            && small.layout.registers() == 1
            && small.extents == [1, 1]
            && masked;
        suits.then_some((mask, mean))
    }

    /// How often a local is read.
    fn uses(&self, local: LocalId) -> usize {
        let mut uses = 0;
        self.tile.body.walk_operands(&mut |expr| uses += usize::from(local_of(expr) == Some(local)));
        uses
    }
}

fn reads(expr: &Expr, stmt: &Stmt) -> bool {
    let StmtKind::Let { local, .. } = &stmt.kind else { return true };
    mentions(expr, &[*local].into())
}

/// What the tile is the square of.
fn square_of(init: &Expr) -> Option<LocalId> {
    let ExprKind::Binary { op: BinOp::Mul, lhs, rhs, .. } = &init.kind else { return None };
    local_of(lhs).filter(|local| local_of(rhs) == Some(*local))
}

fn is_zero(this: &Lowerer<'_>, expr: &Expr) -> bool {
    let literal = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(Literal::Float(FloatText(text))) => text.parse() == Ok(0.0f64),
        _ => false,
    };
    if literal(expr) {
        return true;
    }
    match (&expr.kind, local_of(expr)) {
        (ExprKind::Tile { op: TileOp::Broadcast, args }, _) => args.first().is_some_and(literal),
        (_, Some(local)) => match this.operand(local).value {
            super::Value::Splat(scalar) => literal(&scalar),
            super::Value::Registers(..) | super::Value::Iota(_) => false,
        },
        (_, None) => false,
    }
}

/// Whether nothing of it can fail, or be done twice.
fn is_harmless(expr: &Expr) -> bool {
    let here = match &expr.kind {
        ExprKind::Load(place) => place.steps.is_empty(),
        ExprKind::Binary { site, .. } => site.is_none(),
        ExprKind::Call { callee: crate::ir::Callee::Intrinsic(row), .. } => {
            row.effect == crate::intrinsics::Effect::Pure
        }
        ExprKind::Tile { op, .. } => matches!(op, TileOp::Broadcast | TileOp::Iota { .. } | TileOp::Reshape),
        ExprKind::Literal(_)
        | ExprKind::Extent { .. }
        | ExprKind::Unary(..)
        | ExprKind::Cast(_)
        | ExprKind::Select { .. } => true,
        _ => false,
    };
    let mut harmless = here;
    expr.for_each_child(&mut |child| harmless &= is_harmless(child));
    harmless
}

fn place(number: &Destination) -> Place {
    Place::local(number.local, Type::Scalar(Scalar::F32))
}

fn float(value: f64) -> Expr {
    let text = FloatText(format!("{value:?}"));
    Expr::new(ExprKind::Literal(Literal::Float(text)), Type::Scalar(Scalar::F32))
}

fn float_binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::binary(op, a, b, Type::Scalar(Scalar::F32))
}
