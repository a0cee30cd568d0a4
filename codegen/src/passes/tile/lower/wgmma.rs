//! Products of warpgroups: factors in swizzled panels of shared memory, or a left one in registers, by `wgmma`.
//!
//! A warpgroup has 64 rows of the accumulator and all of its columns. What a product adds to is there only behind a
//! wait for it ([`crate::intrinsics::WgmmaShape`]).
//!
//! Tensor cores keep about 14 bits of a sum of products of 8-bit floats. So such a product is *promoted*: tensor cores
//! sum from zero, at most [`MOST_DEPTH`] of `k`, and threads add what they leave to the accumulator.

use super::builder::{add, element, index, reference, times};
use super::product::{Factor, same};
use super::{Destination, Lowerer};
use crate::ir::{BinOp, Expr, LocalId, LocalKind, Scalar, Type};
use crate::passes::tile::layout::{COLUMNS, Digit, ROWS, Source, WARP};
use crate::passes::tile::product::step;
use crate::passes::tile::warpgroups::{is_promoted, promoted_columns, warpgroup_product};

/// The most of `k` that a promoted product sums on tensor cores: a row of a panel.
const MOST_DEPTH: u32 = 128;

/// What one group of instructions multiplies.
struct Part {
    /// The registers of the sums.
    sums: LocalId,
    /// Its columns: the first, and how many.
    first_column: u32,
    columns: u32,
    /// Its steps along `k`.
    steps: std::ops::Range<u32>,
    /// Whether it is added to what the registers have.
    adds: bool,
}

/// The left factor of a product of warpgroups.
#[derive(Clone, Copy)]
pub(super) enum GroupLeft<'a> {
    Shared(&'a Factor),
    /// The registers with its fragments.
    Packed(LocalId),
}

impl Lowerer<'_> {
    /// Registers for the fragments of a left factor, for all steps: none may change until the products are there.
    pub(super) fn packed_registers(&mut self, scalar: Scalar, depth: u32) -> LocalId {
        self.fragment_registers("left_part", scalar, 4 * (depth / step(scalar)))
    }

    /// Packs a left factor's fragments.
    pub(super) fn pack(&mut self, packed: LocalId, (from, scalar): (LocalId, Scalar), depth: u32) {
        for k in 0..depth / step(scalar) {
            self.pack_fragment((packed, index(4 * k)), (from, index(8 * k)), scalar);
        }
    }

    /// Begins `target += left × right`, of the stages that begin at these elements. Where it does not add, `target` is
    /// the product alone.
    pub(super) fn warpgroup_product(
        &mut self,
        target: &Destination,
        left: GroupLeft<'_>,
        right: &Factor,
        depth: u32,
        stages: &[Expr; 2],
        adds: bool,
    ) {
        let part = Part {
            sums: target.local,
            first_column: 0,
            columns: target.layout.axes[COLUMNS].reach(),
            steps: 0..depth / step(right.scalar),
            adds,
        };
        self.begin_group(target, left, right, &part, stages);
    }

    /// Whether the kernel's products of such factors are promoted.
    pub(super) fn promotes(&self, scalar: Scalar) -> bool {
        is_promoted(self.tile, scalar)
    }

    /// `target += left × right`, promoted. `meanwhile` makes what is to be done while the last part is under way.
    pub(super) fn promoted_product(
        &mut self,
        target: &Destination,
        left: GroupLeft<'_>,
        right: &Factor,
        depth: u32,
        stages: &[Expr; 2],
        meanwhile: &mut dyn FnMut(&mut Self),
    ) {
        let all = target.layout.axes[COLUMNS].reach();
        let columns = promoted_columns(all);
        let (steps, most) = (depth / step(right.scalar), MOST_DEPTH / step(right.scalar));
        let ty = Type::array(Type::Scalar(target.scalar), u64::from(columns / 2));
        let sums = self.builder.local("part", ty, LocalKind::Temp);
        self.builder.declare(sums);
        for first_step in (0..steps).step_by(most as usize) {
            for first_column in (0..all).step_by(columns as usize) {
                let part_steps = first_step..steps.min(first_step + most);
                let part = Part { sums, first_column, columns, steps: part_steps, adds: false };
                self.begin_group(target, left, right, &part, stages);
                if first_step + most >= steps && first_column + columns == all {
                    meanwhile(self);
                }
                self.finish_group(sums, target.scalar, columns, 0);
                let r = self.builder.begin_for("r", columns / 2, true);
                let sum = element(target.local, target.scalar, add(index(first_column / 2), r.clone()));
                let part = Expr::load(element(sums, target.scalar, r));
                self.builder.assign(sum.clone(), same(BinOp::Add, Expr::load(sum), part));
                self.builder.end();
            }
        }
    }

    /// Begins a group of products.
    fn begin_group(
        &mut self,
        target: &Destination,
        left: GroupLeft<'_>,
        right: &Factor,
        part: &Part,
        stages: &[Expr; 2],
    ) {
        self.builder.eval("wgmma_fence", Vec::new());
        let name = match (left, right.scalar) {
            (GroupLeft::Shared(left), right) => warpgroup_product(left.scalar, right).unwrap_or_default(),
            (GroupLeft::Packed(_), Scalar::F16) => "wgmma_left_f16",
            (GroupLeft::Packed(_), _) => "wgmma_left_bf16",
        };
        let literal = |value: u32| Expr::int(i128::from(value), Scalar::U32);
        for k in part.steps.clone() {
            let sum = element(part.sums, target.scalar, index(0));
            let mut args = vec![reference(sum, true)];
            let mut shape = vec![literal(part.columns)];
            let left = match left {
                GroupLeft::Shared(left) => Some((left, ROWS, &stages[0])),
                GroupLeft::Packed(packed) => {
                    args.push(reference(element(packed, Scalar::U32, index(4 * k)), false));
                    shape.extend([literal(0), literal(0)]);
                    None
                }
            };
            for (factor, axis, stage) in left.into_iter().chain([(right, COLUMNS, &stages[1])]) {
                let start = add(self.warpgroup_start(factor, axis, target), stage.clone());
                let column = if axis == COLUMNS { factor.along(axis, part.first_column) } else { 0 };
                let at = add(start, index(factor.step(axis, k) + column));
                args.push(reference(factor.element(at), false));
                let [wide, panel] = factor.panels.unwrap_or([0; 2]);
                let size = factor.scalar.size() as u32;
                let panel = if factor.is_along_k(axis) { 0 } else { panel * size };
                shape.extend([literal(panel), literal(wide * size)]);
            }
            args.extend(shape);
            args.push(literal(u32::from(part.adds || k > part.steps.start)));
            self.builder.eval(name, args);
        }
        self.builder.eval("wgmma_commit", Vec::new());
    }

    /// Waits for the products that `target` is the sum of, and all others but those of the latest groups.
    pub(super) fn finish_products(&mut self, target: &Destination, groups: u32) {
        self.finish_group(target.local, target.scalar, target.layout.axes[COLUMNS].reach(), groups);
    }

    /// The same of products whose sums these registers have, of so many columns.
    fn finish_group(&mut self, sums: LocalId, scalar: Scalar, columns: u32, groups: u32) {
        let sum = reference(element(sums, scalar, index(0)), true);
        let name = if scalar == Scalar::I32 { "wgmma_finish_i32" } else { "wgmma_finish" };
        let [columns, groups] = [columns, groups].map(|number| Expr::int(number.into(), Scalar::U32));
        self.builder.eval(name, vec![sum, columns, groups]);
    }

    /// The first element that the thread's warpgroup reads.
    fn warpgroup_start(&mut self, factor: &Factor, axis: usize, target: &Destination) -> Expr {
        if axis == COLUMNS {
            return factor.start.clone();
        }
        let threads = target.layout.threads;
        let groups = Digit { source: Source::Thread, div: 4 * WARP, size: threads / (4 * WARP), stride: 1 };
        let group = if groups.size > 1 { self.builder.thread_digit(groups, threads) } else { index(0) };
        add(times(group, factor.along(axis, 64)), factor.start.clone())
    }
}

impl Factor {
    /// Whether neighbors along `k` lie together.
    fn is_along_k(&self, axis: usize) -> bool {
        self.transposed == (axis == COLUMNS)
    }

    /// How far it is to the element so many rows of the left factor, or columns of the right one, behind: each is a row
    /// of a panel, or panels have some of them side by side.
    fn along(&self, axis: usize, count: u32) -> u32 {
        let [wide, panel] = self.panels.unwrap_or([1; 2]);
        if self.is_along_k(axis) { count * wide } else { count / wide * panel }
    }

    /// How far it is to the elements of a step along `k`.
    fn step(&self, axis: usize, number: u32) -> u32 {
        let [wide, panel] = self.panels.unwrap_or([1; 2]);
        let k = step(self.scalar) * number;
        if self.is_along_k(axis) { k / wide * panel + k % wide } else { k * wide }
    }
}
