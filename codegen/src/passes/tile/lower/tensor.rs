//! Products on tensor cores: fragments out of shared memory, most by `ldmatrix`, products by `mma.sync`.
//!
//! The accumulator has the layout of [`crate::passes::tile::product::layout`], whose registers are fragments of
//! 16×8 in order. Each step along `k`, of 32 bytes, reads the fragments of the left operand's rows and of the right
//! operand's columns that the warp has, and multiplies each with each.
//!
//! An 8×8 matrix that `ldmatrix` reads is given by the addresses of its eight rows of 16 bytes, which eight lanes
//! tell. It leaves in each lane two neighbors of 16 bits of a row, or of a column where it transposes. A fragment
//! wants neighbors along `k`, so what lies along the other axis is transposed: a row-major right operand, and a
//! left one read the other way round. [`Way`] has what that means for other sizes.

use super::builder::{add, element, index, less, reference, select, times};
use super::product::{Factor, Left, same};
use super::{Destination, Lowerer};
use crate::intrinsics::TO_TF32;
use crate::ir::{BinOp, Expr, ExprKind, LocalId, LocalKind, Scalar, Type, sum_of_products};
use crate::passes::tile::layout::{COLUMNS, Digit, ROWS, Source, WARP};
use crate::passes::tile::product::{Fragments, step};

/// Steps along `k` up to which they are written out.
const MOST_STEPS: u32 = 8;

/// What the lanes of a warp tell of a quarter of the addresses that they give.
fn lanes(div: u32, size: u32, stride: u32) -> Digit {
    Digit { source: Source::Thread, div, size, stride }
}

/// How fragments are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By `ldmatrix`, neighbors along `k` lying together.
    Straight,
    /// By `ldmatrix` that transposes elements of 16 bits.
    Transposed,
    /// By `ldmatrix` that transposes pairs of bytes, of two neighbors along the other axis: of four of `k` each
    /// lane makes two words, one for each of two fragments (or halves of one), which so have every other row or
    /// column.
    Bytes,
    /// One by one.
    Elements,
}

impl Way {
    fn of(factor: &Factor, axis: usize) -> Way {
        let along_k = factor.transposed == (axis == COLUMNS);
        match factor.scalar.size() {
            8 => Way::Elements,
            _ if along_k => Way::Straight,
            1 => Way::Bytes,
            2 => Way::Transposed,
            _ => Way::Elements,
        }
    }

    /// Whether what is read can be of fragments that have every other row or column, or that have not.
    fn goes_with(self, paired: bool) -> bool {
        match self {
            Way::Straight | Way::Elements => true,
            Way::Transposed => !paired,
            Way::Bytes => paired,
        }
    }
}

/// Whether the factors can be read as an accumulator of these fragments wants them.
pub(super) fn is_read(fragments: Fragments, left: Option<&Factor>, right: &Factor) -> bool {
    let [rows, columns] = fragments.paired;
    left.is_none_or(|left| Way::of(left, ROWS).goes_with(rows)) && Way::of(right, COLUMNS).goes_with(columns)
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
    /// Registers of a left fragment, and of two right ones.
    each: u32,
    /// Fragments of the accumulator.
    fragments: Fragments,
}

impl Steps<'_> {
    /// Registers of a set of left fragments.
    fn left_set(&self) -> u32 {
        self.fragments.high * self.each
    }

    /// Registers of a set of right fragments.
    fn right_set(&self) -> u32 {
        self.fragments.wide.div_ceil(2) * self.each
    }
}

/// The first elements of the stages that the operands are read from.
pub(super) type Stages = [Expr; 2];

impl Lowerer<'_> {
    pub(super) fn tensor_product(
        &mut self,
        target: &Destination,
        fragments: Fragments,
        left: &Left,
        right: &Factor,
        depth: u32,
    ) {
        let steps = self.begin_steps(target, fragments, left, right, 1);
        let count = depth.div_ceil(step(right.scalar));
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
        fragments: Fragments,
        left: &'a Left,
        right: &'a Factor,
        sets: u32,
    ) -> Steps<'a> {
        let each = 16 / register(right.scalar).size() as u32;
        let a = self.fragment_registers("left_part", right.scalar, sets * fragments.high * each);
        let b = self.fragment_registers("right_part", right.scalar, sets * fragments.wide.div_ceil(2) * each);
        let left_start = match left {
            Left::Shared(factor) => Some(self.lane_start(factor, target, ROWS, fragments.paired[ROWS])),
            Left::Registers { .. } => None,
        };
        let right_start = self.lane_start(right, target, COLUMNS, fragments.paired[COLUMNS]);
        Steps { left, right, left_start, right_start, parts: [a, b], each, fragments }
    }

    /// The fragments of a step, into the set with this number.
    pub(super) fn read_step(&mut self, steps: &Steps<'_>, k: &Expr, stages: &Stages, set: u32) {
        let [a, b] = steps.parts;
        let depth = times(k.clone(), step(steps.right.scalar));
        let i = self.builder.begin_for("i", steps.fragments.high, true);
        let to = add(times(i.clone(), steps.each), index(set * steps.left_set()));
        match (steps.left, &steps.left_start) {
            (Left::Shared(factor), Some(start)) => {
                let offset = factor.offset(times(i.clone(), 16), depth.clone());
                let at = add(add(start.clone(), stages[0].clone()), offset);
                self.read_fragments((a, to), factor, ROWS, at, steps.fragments.paired[ROWS]);
            }
            (Left::Registers { local, scalar, wide }, _) => {
                let first = add(times(i.clone(), 4 * wide), times(k.clone(), 8));
                self.pack_fragment((a, times(i.clone(), 4)), (*local, first), *scalar);
            }
            (Left::Shared(_), None) => {}
        }
        self.builder.end();
        let right = steps.right;
        let j = self.builder.begin_for("j", steps.fragments.wide.div_ceil(2), true);
        let offset = right.offset(depth, times(j.clone(), 16));
        let at = add(add(steps.right_start.clone(), stages[1].clone()), offset);
        let to = add(times(j, steps.each), index(set * steps.right_set()));
        self.read_fragments((b, to), right, COLUMNS, at, steps.fragments.paired[COLUMNS]);
        self.builder.end();
    }

    /// Multiplies the fragments of a set, each of the left operand with each of the right one.
    pub(super) fn multiply_step(&mut self, target: &Destination, steps: &Steps<'_>, set: u32) {
        let right = steps.right.scalar;
        let left = match steps.left {
            Left::Shared(factor) => factor.scalar,
            Left::Registers { scalar, .. } => *scalar,
        };
        let (part, sum) = (register(right), sum_of_products(left, right).unwrap_or(target.scalar));
        let [a, b] = steps.parts;
        let Fragments { high, wide, .. } = steps.fragments;
        let i = self.builder.begin_for("i", high, true);
        let j = self.builder.begin_for("j", wide, true);
        let acc = element(target.local, sum, add(times(i.clone(), 4 * wide), times(j.clone(), 4)));
        let a = element(a, part, add(times(i, steps.each), index(set * steps.left_set())));
        let b = element(b, part, add(times(j, steps.each / 2), index(set * steps.right_set())));
        let operands = vec![reference(acc, true), reference(a, false), reference(b, false)];
        self.builder.eval(product_name(left, right), operands);
        self.builder.end_all(2);
    }

    pub(super) fn fragment_registers(&mut self, name: &str, scalar: Scalar, count: u32) -> LocalId {
        let ty = Type::array(Type::Scalar(register(scalar)), u64::from(count));
        let local = self.builder.local(name, ty, LocalKind::Temp);
        self.builder.declare(local);
        local
    }

    /// A left fragment, or two right ones, into the registers from the given one on.
    fn read_fragments(
        &mut self,
        (to, first): (LocalId, Expr),
        factor: &Factor,
        axis: usize,
        at: Expr,
        paired: bool,
    ) {
        match Way::of(factor, axis) {
            Way::Straight => self.load_matrix("ldmatrix_x4", to, first.clone(), factor, at),
            Way::Transposed => self.load_matrix("ldmatrix_x4_trans", to, first.clone(), factor, at),
            Way::Bytes => self.read_bytes(to, &first, axis, factor, at),
            Way::Elements => self.read_elements(to, &first, axis, factor, &at, paired),
        }
        if factor.rounded {
            let number = self.builder.begin_for("number", 16 / register(factor.scalar).size() as u32, true);
            let place = element(to, Scalar::U32, add(first, number));
            let value = bits(rounded(float(Expr::load(place.clone()))));
            self.builder.assign(place, value);
            self.builder.end();
        }
    }

    /// What stands in four neighbors along `k`, and 8 rows, or columns, behind (those of odd numbers where these
    /// are paired); of 4 bytes the next four along `k` as well.
    fn read_elements(
        &mut self,
        to: LocalId,
        first: &Expr,
        axis: usize,
        factor: &Factor,
        at: &Expr,
        paired: bool,
    ) {
        let parts = 8 / factor.scalar.size() as u32;
        for number in 0..2 * parts {
            // A left fragment has its halves of rows first, of two right ones each has its parts along `k` first.
            let (half, part) =
                if axis == ROWS { (number % 2, number / 2) } else { (number / parts, number % parts) };
            let (along, depth) = (index(half * if paired { 1 } else { 8 }), index(part * 4));
            let offset = if axis == ROWS { factor.offset(along, depth) } else { factor.offset(depth, along) };
            let value = Expr::load(factor.element(add(at.clone(), offset)));
            let value = if factor.scalar == Scalar::F32 { bits(value) } else { value };
            let place = element(to, register(factor.scalar), add(first.clone(), index(number)));
            self.builder.assign(place, value);
        }
    }

    fn load_matrix(&mut self, name: &str, to: LocalId, first: Expr, factor: &Factor, at: Expr) {
        let (to, from) = (element(to, Scalar::U32, first), factor.element(at));
        self.builder.eval(name, vec![reference(to, true), reference(from, false)]);
    }

    /// Four matrices of 8 bits transposed, `k` going down the rows that the lane reads: [`Way::Bytes`].
    fn read_bytes(&mut self, to: LocalId, first: &Expr, axis: usize, factor: &Factor, at: Expr) {
        let raw = self.fragment_registers("pairs", factor.scalar, 4);
        self.load_matrix("ldmatrix_x4_trans", raw, index(0), factor, at);
        // What the upper half of the lanes has of the first matrix comes behind what it has of the second one.
        let later = self.builder.thread_digit(lanes(2, 2, 1), self.plan.block());
        let word = |value: i128| Expr::int(value, Scalar::U32);
        let even = select(less(later, index(1)), word(0x6420), word(0x2064));
        let even = self.builder.bind_new("even", even, false);
        let odd = same(BinOp::Add, even.clone(), word(0x1111));
        // A left fragment has its halves of rows first, of two right ones each has its halves along `k` first.
        let (of_half, of_odd) = if axis == ROWS { (2, 1) } else { (1, 2) };
        for half in 0..2 {
            for (number, selector) in [&even, &odd].into_iter().enumerate() {
                let matrix = |number: u32| Expr::load(element(raw, Scalar::U32, index(half * 2 + number)));
                let bytes = vec![matrix(0), matrix(1), selector.clone()];
                let place = half * of_half + number as u32 * of_odd;
                if let Some(word) = super::builder::call("byte_permute", bytes, Type::U32) {
                    let place = element(to, Scalar::U32, add(first.clone(), index(place)));
                    self.builder.assign(place, word);
                }
            }
        }
    }

    /// The number of the element whose address the lane gives first: of the warp's first fragment, at the row or
    /// column, and the `k`, that the lane counts.
    fn lane_start(&mut self, factor: &Factor, target: &Destination, axis: usize, paired: bool) -> Expr {
        let threads = target.layout.threads;
        // Of a left fragment the matrices go down the rows first, of a right one along `k`.
        let (of_along, of_depth) = if axis == ROWS { (8, 16) } else { (16, 8) };
        let (first, second) = if paired { (2, 1) } else { (1, 8) };
        let wide = 16 / factor.scalar.size() as u32;
        let (along, depth) = match Way::of(factor, axis) {
            Way::Straight if axis == ROWS && !paired => ([lanes(1, 16, 1), NONE], [lanes(16, 2, wide), NONE]),
            Way::Straight => {
                ([lanes(1, 8, first), lanes(of_along, 2, second)], [lanes(of_depth, 2, wide), NONE])
            }
            Way::Transposed if axis == COLUMNS => ([lanes(16, 2, 8), NONE], [lanes(1, 16, 1), NONE]),
            Way::Transposed => ([lanes(8, 2, 8), NONE], [lanes(1, 8, 1), lanes(16, 2, 8)]),
            Way::Bytes => ([NONE; 2], [lanes(1, 2, 1), lanes(2, 4, 4)]),
            Way::Elements => ([lanes(4, 8, first), NONE], [lanes(1, 4, 1), NONE]),
        };
        let warps = target.layout.axes[axis].threads().filter(|digit| digit.div >= WARP);
        let own = |digits: [Digit; 2]| digits.into_iter().filter(|digit| digit.size > 1);
        let along = self.builder.thread_part(warps.chain(own(along)), threads);
        let mut depth = self.builder.thread_part(own(depth), threads);
        if Way::of(factor, axis) == Way::Bytes {
            // Of four neighbors along `k` each of two matrices has two. Which two, changes halfway, so that no two
            // of the eight rows of a matrix are eight rows apart, in the same banks.
            let [later, second] = [4, 8].map(|div| self.builder.thread_digit(lanes(div, 2, 1), threads));
            let which = Expr::binary(BinOp::BitXor, later, second, Type::USIZE);
            let half = self.builder.thread_part([lanes(16, 2, 16)].into_iter(), threads);
            depth = add(add(depth, times(which, 2)), half);
        }
        let offset = if axis == ROWS { factor.offset(along, depth) } else { factor.offset(depth, along) };
        self.builder.bind_new("lane_start", add(offset, factor.start.clone()), false)
    }

    /// A fragment out of registers that an accumulator has left: two of its fragments beside each other, in 16-bit
    /// floats.
    pub(super) fn pack_fragment(
        &mut self,
        (to, to_first): (LocalId, Expr),
        (from, first): (LocalId, Expr),
        scalar: Scalar,
    ) {
        for register in 0..4 {
            let half = |this: &Self, number: u32| {
                let at = add(first.clone(), index(register * 2 + number));
                let bits = this.bits_of(Expr::load(element(from, scalar, at)));
                Expr::new(ExprKind::Cast(Box::new(bits)), Type::U32)
            };
            let (low, high) = (half(self, 0), half(self, 1));
            let high = same(BinOp::Shl, high, Expr::int(16, Scalar::U32));
            let place = element(to, Scalar::U32, add(to_first.clone(), index(register)));
            self.builder.assign(place, same(BinOp::BitOr, low, high));
        }
    }

    fn bits_of(&self, half: Expr) -> Expr {
        super::builder::call("to_bits", vec![half.clone()], Type::Scalar(Scalar::U16)).unwrap_or(half)
    }
}

/// An `f32` rounded to tf32.
pub(super) fn rounded(value: Expr) -> Expr {
    super::builder::call(TO_TF32, vec![value.clone()], Type::F32).unwrap_or(value)
}

fn bits(value: Expr) -> Expr {
    super::builder::call("to_bits", vec![value.clone()], Type::U32).unwrap_or(value)
}

fn float(bits: Expr) -> Expr {
    super::builder::call("from_bits", vec![bits.clone()], Type::F32).unwrap_or(bits)
}

/// What a register of a fragment holds.
fn register(factor: Scalar) -> Scalar {
    if factor == Scalar::F64 { Scalar::F64 } else { Scalar::U32 }
}

/// The instruction that multiplies such factors.
fn product_name(left: Scalar, right: Scalar) -> &'static str {
    match (left, right) {
        (Scalar::F16, _) => "mma_m16n8k16_f16",
        (Scalar::BF16, _) => "mma_m16n8k16_bf16",
        (Scalar::F32, _) => "mma_m16n8k8_tf32",
        (Scalar::F64, _) => "mma_m16n8k4_f64",
        (Scalar::E4M3, Scalar::E4M3) => "mma_m16n8k32_e4m3",
        (Scalar::E4M3, _) => "mma_m16n8k32_e4m3_e5m2",
        (Scalar::E5M2, Scalar::E4M3) => "mma_m16n8k32_e5m2_e4m3",
        (Scalar::E5M2, _) => "mma_m16n8k32_e5m2",
        (Scalar::I8, Scalar::I8) => "mma_m16n8k32_i8",
        (Scalar::I8, _) => "mma_m16n8k32_i8_u8",
        (_, Scalar::I8) => "mma_m16n8k32_u8_i8",
        _ => "mma_m16n8k32_u8",
    }
}

/// No digit.
const NONE: Digit = Digit { source: Source::Thread, div: 1, size: 1, stride: 0 };
