//! Products on tensor cores: fragments out of shared memory by `ldmatrix`, products by `mma.sync`.
//!
//! The accumulator has the layout of [`crate::passes::tile::product::layout`], whose registers are fragments of 16×8 in order. Each step of 16 along `k`
//! reads the fragments of the left operand's rows and of the right operand's columns that the warp has, and multiplies each with each.
//!
//! An 8×8 matrix that `ldmatrix` reads is given by the addresses of its eight rows, which eight lanes tell. It leaves in each lane two
//! neighbours of a row, or of a column where it transposes. A left fragment wants neighbours along `k`, and so does a right one: so it is a row-major right operand
//! and a left one read the other way round that are transposed.

use super::builder::{add, element, index, reference, times};
use super::product::{Factor, Left, same};
use super::{Destination, Lowerer};
use crate::ir::{BinOp, Expr, ExprKind, LocalId, LocalKind, Scalar, Type};
use crate::passes::tile::layout::{COLUMNS, Digit, ROWS, Source, WARP};

/// Steps along `k` up to which they are written out.
const MOST_STEPS: u32 = 8;

/// What the lanes of a warp tell of a quarter of the addresses that they give.
fn lanes(div: u32, size: u32, stride: u32) -> Digit {
    Digit { source: Source::Thread, div, size, stride }
}

/// A product whose fragments have registers: what each of its steps along `k` reads, and where from.
pub(super) struct Steps<'a> {
    left: &'a Left,
    right: &'a Factor,
    /// The elements whose addresses the lane gives first, of the stage that begins at 0 where the factor does.
    left_start: Option<Expr>,
    right_start: Expr,
    /// Registers of the fragments of each operand, one set behind the other.
    parts: [LocalId; 2],
    /// Fragments of the accumulator, along rows and columns.
    high: u32,
    wide: u32,
}

/// The first elements of the stages that the operands are read from.
pub(super) type Stages = [Expr; 2];

impl Lowerer<'_> {
    pub(super) fn tensor_product(
        &mut self,
        target: &Destination,
        fragments: [u32; 2],
        left: &Left,
        right: &Factor,
        depth: u32,
    ) {
        let steps = self.begin_steps(target, fragments, left, right, 1);
        let count = depth.div_ceil(16);
        let unroll = count <= MOST_STEPS || steps.left_start.is_none();
        let k = self.builder.begin_for("k", count, unroll);
        self.read_step(&steps, &k, &[index(0), index(0)], 0);
        self.multiply_step(target, &steps, 0);
        self.builder.end();
    }

    /// Registers for so many sets of fragments, and the addresses that do not change from step to step.
    pub(super) fn begin_steps<'a>(
        &mut self,
        target: &Destination,
        [high, wide]: [u32; 2],
        left: &'a Left,
        right: &'a Factor,
        sets: u32,
    ) -> Steps<'a> {
        let a = self.fragment_registers("left_part", sets * high * 4);
        let b = self.fragment_registers("right_part", sets * wide.div_ceil(2) * 4);
        // Of a left fragment the matrices go down the rows first, of a right one along `k`.
        let left_start = match left {
            Left::Shared(factor) if factor.transposed => {
                Some(self.lane_start(factor, target, ROWS, lanes(8, 2, 8), [lanes(1, 8, 1), lanes(16, 2, 8)]))
            }
            Left::Shared(factor) => {
                Some(self.lane_start(factor, target, ROWS, lanes(1, 16, 1), [lanes(16, 2, 8), NONE]))
            }
            Left::Registers { .. } => None,
        };
        let right_start = if right.transposed {
            // Columns of the operand are rows of the array.
            let column = [lanes(1, 8, 1), lanes(16, 2, 8)];
            self.lane_start_of(right, target, COLUMNS, column, [lanes(8, 2, 8), NONE])
        } else {
            self.lane_start_of(right, target, COLUMNS, [lanes(16, 2, 8), NONE], [lanes(1, 16, 1), NONE])
        };
        Steps { left, right, left_start, right_start, parts: [a, b], high, wide }
    }

    /// The fragments of a step, into the set with this number.
    pub(super) fn read_step(&mut self, steps: &Steps<'_>, k: &Expr, stages: &Stages, set: u32) {
        let [a, b] = steps.parts;
        let pairs = steps.wide.div_ceil(2);
        let i = self.builder.begin_for("i", steps.high, true);
        match (steps.left, &steps.left_start) {
            (Left::Shared(factor), Some(start)) => {
                let offset = factor.offset(times(i.clone(), 16), times(k.clone(), 16));
                let at = add(add(start.clone(), stages[0].clone()), offset);
                let to = add(times(i, 4), index(set * steps.high * 4));
                self.load_fragments(a, to, factor, at, factor.transposed);
            }
            (Left::Registers { local, scalar, wide }, _) => {
                self.pack_fragment(a, &i, *local, *scalar, *wide, k);
            }
            (Left::Shared(_), None) => {}
        }
        self.builder.end();
        let right = steps.right;
        let j = self.builder.begin_for("j", pairs, true);
        let offset = right.offset(times(k.clone(), 16), times(j.clone(), 16));
        let at = add(add(steps.right_start.clone(), stages[1].clone()), offset);
        self.load_fragments(b, add(times(j, 4), index(set * pairs * 4)), right, at, !right.transposed);
        self.builder.end();
    }

    /// Multiplies the fragments of a set, each of the left operand with each of the right one.
    pub(super) fn multiply_step(&mut self, target: &Destination, steps: &Steps<'_>, set: u32) {
        let name = match steps.right.scalar {
            Scalar::F16 => "mma_m16n8k16_f16",
            _ => "mma_m16n8k16_bf16",
        };
        let [a, b] = steps.parts;
        let (high, wide) = (steps.high, steps.wide);
        let i = self.builder.begin_for("i", high, true);
        let j = self.builder.begin_for("j", wide, true);
        let acc = element(target.local, Scalar::F32, add(times(i.clone(), 4 * wide), times(j.clone(), 4)));
        let a = element(a, Scalar::U32, add(times(i, 4), index(set * high * 4)));
        let b = element(b, Scalar::U32, add(times(j, 2), index(set * wide.div_ceil(2) * 4)));
        self.builder.eval(name, vec![reference(acc, true), reference(a, false), reference(b, false)]);
        self.builder.end_all(2);
    }

    fn fragment_registers(&mut self, name: &str, count: u32) -> LocalId {
        let ty = Type::array(Type::Scalar(Scalar::U32), u64::from(count));
        let local = self.builder.local(name, ty, LocalKind::Temp);
        self.builder.declare(local);
        local
    }

    fn load_fragments(&mut self, to: LocalId, first: Expr, factor: &Factor, at: Expr, transposed: bool) {
        let name = if transposed { "ldmatrix_x4_trans" } else { "ldmatrix_x4" };
        let (to, from) = (element(to, Scalar::U32, first), factor.element(at));
        self.builder.eval(name, vec![reference(to, true), reference(from, false)]);
    }

    fn lane_start(
        &mut self,
        factor: &Factor,
        target: &Destination,
        axis: usize,
        along: Digit,
        depth: [Digit; 2],
    ) -> Expr {
        self.lane_start_of(factor, target, axis, [along, NONE], depth)
    }

    /// The number of the element whose address the lane gives first: of the warp's first fragment, at the row or column, and the `k`, that these
    /// digits of the lane count.
    fn lane_start_of(
        &mut self,
        factor: &Factor,
        target: &Destination,
        axis: usize,
        along: [Digit; 2],
        depth: [Digit; 2],
    ) -> Expr {
        let threads = target.layout.threads;
        let warps = target.layout.axes[axis].threads().filter(|digit| digit.div >= WARP);
        let own = |digits: [Digit; 2]| digits.into_iter().filter(|digit| digit.size > 1);
        let along = self.builder.thread_part(warps.chain(own(along)), threads);
        let depth = self.builder.thread_part(own(depth), threads);
        let offset = if axis == ROWS { factor.offset(along, depth) } else { factor.offset(depth, along) };
        self.builder.bind_new("lane_start", add(offset, factor.start.clone()), false)
    }

    /// A fragment out of registers that an accumulator has left: two of its fragments beside each other, in 16-bit floats.
    fn pack_fragment(&mut self, to: LocalId, i: &Expr, from: LocalId, scalar: Scalar, wide: u32, k: &Expr) {
        let first = add(times(i.clone(), 4 * wide), times(k.clone(), 8));
        for register in 0..4 {
            let half = |this: &Self, number: u32| {
                let at = add(first.clone(), index(register * 2 + number));
                let bits = this.bits_of(Expr::load(element(from, scalar, at)));
                Expr::new(ExprKind::Cast(Box::new(bits)), Type::U32)
            };
            let (low, high) = (half(self, 0), half(self, 1));
            let high = same(BinOp::Shl, high, Expr::int(16, Scalar::U32));
            let place = element(to, Scalar::U32, add(times(i.clone(), 4), index(register)));
            self.builder.assign(place, same(BinOp::BitOr, low, high));
        }
    }

    fn bits_of(&self, half: Expr) -> Expr {
        super::builder::call("to_bits", vec![half.clone()], Type::Scalar(Scalar::U16)).unwrap_or(half)
    }
}

/// No digit.
const NONE: Digit = Digit { source: Source::Thread, div: 1, size: 1, stride: 0 };
