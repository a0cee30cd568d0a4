//! Products of warpgroups: factors in swizzled panels of shared memory, or a left one in registers, by `wgmma`.
//!
//! A warpgroup has 64 rows of the accumulator and all of its columns. What a product adds to is there only behind a
//! wait for it ([`crate::intrinsics::WgmmaShape`]).

use super::builder::{add, element, index, reference, times};
use super::product::Factor;
use super::{Destination, Lowerer};
use crate::ir::{Expr, LocalId, Scalar};
use crate::passes::tile::layout::{COLUMNS, Digit, ROWS, Source, WARP};

/// The extent along `k` of one instruction.
const STEP: u32 = 16;

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
        self.fragment_registers("left_part", scalar, 4 * (depth / STEP))
    }

    /// Packs a left factor's fragments.
    pub(super) fn pack(&mut self, packed: LocalId, (from, scalar): (LocalId, Scalar), depth: u32) {
        for k in 0..depth / STEP {
            self.pack_fragment((packed, index(4 * k)), (from, index(8 * k)), scalar);
        }
    }

    /// Begins `target += left × right`, of the stages that begin at these elements.
    pub(super) fn warpgroup_product(
        &mut self,
        target: &Destination,
        left: GroupLeft<'_>,
        right: &Factor,
        depth: u32,
        stages: &[Expr; 2],
    ) {
        let columns = target.layout.axes[COLUMNS].reach();
        self.builder.eval("wgmma_fence", Vec::new());
        let held = matches!(left, GroupLeft::Packed(_));
        let name = match (right.scalar, held) {
            (Scalar::F16, false) => "wgmma_f16",
            (Scalar::F16, true) => "wgmma_left_f16",
            (_, false) => "wgmma_bf16",
            (_, true) => "wgmma_left_bf16",
        };
        let literal = |value: u32| Expr::int(i128::from(value), Scalar::U32);
        for k in 0..depth / STEP {
            let mut args = vec![reference(element(target.local, target.scalar, index(0)), true)];
            let mut shape = vec![literal(columns)];
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
                let at = add(start, index(factor.step(axis, k)));
                args.push(reference(factor.element(at), false));
                let [wide, panel] = factor.panels.unwrap_or([0; 2]);
                let size = factor.scalar.size() as u32;
                let panel = if factor.is_along_k(axis) { 0 } else { panel * size };
                shape.extend([literal(panel), literal(wide * size)]);
            }
            args.extend(shape);
            self.builder.eval(name, args);
        }
        self.builder.eval("wgmma_commit", Vec::new());
    }

    /// Waits for the products that `target` is the sum of, and all others but those of the latest groups.
    pub(super) fn finish_products(&mut self, target: &Destination, groups: u32) {
        let sum = reference(element(target.local, target.scalar, index(0)), true);
        let [columns, groups] =
            [target.layout.axes[COLUMNS].reach(), groups].map(|number| Expr::int(number.into(), Scalar::U32));
        self.builder.eval("wgmma_finish", vec![sum, columns, groups]);
    }

    /// The first element that the thread's warpgroup reads.
    fn warpgroup_start(&mut self, factor: &Factor, axis: usize, target: &Destination) -> Expr {
        if axis == COLUMNS {
            return factor.start.clone();
        }
        let threads = target.layout.threads;
        let groups = Digit { source: Source::Thread, div: 4 * WARP, size: threads / (4 * WARP), stride: 1 };
        let group = if groups.size > 1 { self.builder.thread_digit(groups, threads) } else { index(0) };
        let [wide, panel] = factor.panels.unwrap_or([0; 2]);
        // 64 rows, each one of a panel; or a panel of 64 columns.
        let each = if factor.is_along_k(axis) { 64 * wide } else { panel };
        add(times(group, each), factor.start.clone())
    }
}

impl Factor {
    /// Whether neighbors along `k` lie together.
    fn is_along_k(&self, axis: usize) -> bool {
        self.transposed == (axis == COLUMNS)
    }

    /// How far it is to the elements of a step along `k`.
    fn step(&self, axis: usize, step: u32) -> u32 {
        let [wide, panel] = self.panels.unwrap_or([1; 2]);
        let k = STEP * step;
        if self.is_along_k(axis) { k / wide * panel + k % wide } else { k * wide }
    }
}
