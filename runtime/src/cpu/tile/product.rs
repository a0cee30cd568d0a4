//! Matrix products: `acc += a × b`.
//!
//! Both operands are packed first, as `f64` where they are, and as `f32` all others: the left one by rows, the
//! right one in panels as wide as the kernel, both in blocks along the inner axis. What is packed is dense, so that
//! the kernel, which holds a small rectangle of the result in registers, finds it in the first caches whatever the
//! strides of the tensors. `kept` packs what many tiles of the grid read only once.
//!
//! Products of integers of 8 bits are whole numbers, and a block along the inner axis is so short that `f32` holds
//! their sums exactly.

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::Scalar;

use super::half;
use super::moves::Strides;
use super::view::View;
use crate::cpu::cast::cast;
use crate::cpu::lanes::{CHUNK, LaneFn1};

mod kept;
mod kernel;

pub(super) use kept::{Kept, Site};

use kernel::{Kernel, MOST_COLUMNS, MOST_ROWS, Number};

/// Elements of the inner axis in a block.
const DEPTH: usize = 256;
const _: () = assert!(DEPTH * 255 * 255 <= 1 << f32::MANTISSA_DIGITS, "sums of bytes are exact");
/// Columns of the right operand that are gone through before the next rows of the left one: with [`DEPTH`] a part
/// of the second-level cache.
const WIDTH: usize = 512;

/// A matrix in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub pointer: *mut u8,
    /// Bytes of an element.
    pub size: usize,
    /// The rows and columns that are there; the others are zero.
    pub inside: (usize, usize),
    pub strides: Strides,
}

impl Operand {
    /// A tile of a tensor.
    pub fn of(view: &View, size: usize) -> Operand {
        Operand { pointer: view.pointer, size, inside: view.inside, strides: view.strides }
    }

    pub fn transposed(self) -> Operand {
        let strides = Strides { row: self.strides.column, column: self.strides.row };
        Operand { inside: (self.inside.1, self.inside.0), strides, ..self }
    }
}

/// Which operand of a product, and its extents: rows and the inner axis, or the inner axis and columns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    Left { m: usize, k: usize },
    Right { k: usize, n: usize },
}

impl Side {
    /// Bytes of the packed operand.
    pub fn packed(self, scalar: Scalar) -> usize {
        let elements = match self {
            Side::Left { m, k } => {
                // Whole rectangles, whatever the rows of the kernel.
                let rows = m.saturating_add(MOST_ROWS);
                rows.saturating_mul(left_row(k)).saturating_mul(k.div_ceil(DEPTH))
            }
            Side::Right { k, n } => {
                k.saturating_mul(n.checked_next_multiple_of(MOST_COLUMNS).unwrap_or(usize::MAX))
            }
        };
        elements.saturating_mul(if scalar == Scalar::F64 { 8 } else { 4 })
    }

    /// Packs the operand.
    ///
    /// # Safety
    /// What is there of the operand is valid; the destination holds what is packed, and does not overlap it.
    pub unsafe fn pack(self, scalar: Scalar, of: &Operand, to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe {
            match scalar {
                Scalar::F64 => self.pack_for(f64::kernel(), of, to.cast(), &|from, extents, to, stride| {
                    copy_wide(from.cast::<f64>(), of.strides, extents, to, stride, None, |value| value);
                }),
                _ => self.pack_for(f32::kernel(), of, to.cast(), &|from, extents, to, stride| {
                    copy(scalar, of.strides, (from, extents), to, stride);
                }),
            }
        }
    }

    /// # Safety
    /// As [`Side::pack`]; `copy` copies elements to rows at a distance.
    unsafe fn pack_for<T: Number>(self, kernel: Kernel<T>, of: &Operand, to: *mut T, copy: CopyRows<'_, T>) {
        // SAFETY: the caller's promise; the parts lie one after the other in what is packed.
        unsafe {
            match self {
                Side::Left { m, k } => {
                    let (row, rows) = (left_row(k), m.next_multiple_of(kernel.rows));
                    for (block, inner) in (0..k).step_by(DEPTH).enumerate() {
                        let (depth, to) = (DEPTH.min(k - inner), to.add(block * rows * row));
                        copy_inside(of, (0, inner), (m, depth), to, row, copy);
                        // The last rectangle has rows of zeros.
                        to.add(m * row).write_bytes(0, (rows - m) * row);
                    }
                }
                Side::Right { k, n } => {
                    let all = n.next_multiple_of(kernel.columns);
                    for inner in (0..k).step_by(DEPTH) {
                        let depth = DEPTH.min(k - inner);
                        for first in (0..n).step_by(kernel.columns) {
                            let to = to.add(inner * all + first * depth);
                            let columns = kernel.columns.min(n - first);
                            if columns < kernel.columns {
                                to.write_bytes(0, depth * kernel.columns);
                            }
                            copy_inside(of, (inner, first), (depth, columns), to, kernel.columns, copy);
                        }
                    }
                }
            }
        }
    }
}

/// The distance of the packed rows of the left operand: an odd number of cache lines, so that neighbors do not
/// meet in the caches.
fn left_row(k: usize) -> usize {
    let lines = k.min(DEPTH).div_ceil(CHUNK);
    (lines | 1) * CHUNK
}

/// Adds the product of packed operands with these elements to `acc`, a tile by rows.
///
/// # Safety
/// The operands are packed for these extents; `acc` holds the result, and does not overlap them.
pub(super) unsafe fn add(
    scalar: Scalar,
    extents: [usize; 3],
    left: *const u8,
    right: *const u8,
    acc: *mut u8,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match scalar {
            Scalar::F64 => add_by(f64::kernel(), extents, left.cast(), right.cast(), acc.cast::<f64>()),
            Scalar::I8 | Scalar::U8 => {
                add_by(f32::kernel(), extents, left.cast(), right.cast(), acc.cast::<i32>());
            }
            _ => add_by(f32::kernel(), extents, left.cast(), right.cast(), acc.cast::<f32>()),
        }
    }
}

/// What products are added to.
trait Sum<T> {
    /// Whether a kernel adds to it.
    const DIRECTLY: bool;
    /// What a kernel begins with.
    fn begin(&self) -> T;
    /// Takes what a kernel has left.
    fn end(&mut self, sum: T);
}

macro_rules! floats {
    ($($ty:ty)*) => {$(
        impl Sum<$ty> for $ty {
            const DIRECTLY: bool = true;
            fn begin(&self) -> $ty {
                *self
            }
            fn end(&mut self, sum: $ty) {
                *self = sum;
            }
        }
    )*};
}

floats!(f32 f64);

impl Sum<f32> for i32 {
    const DIRECTLY: bool = false;
    fn begin(&self) -> f32 {
        0.0
    }
    fn end(&mut self, sum: f32) {
        *self = self.wrapping_add(sum as i32);
    }
}

/// # Safety
/// As [`add`], with operands packed for this kernel.
unsafe fn add_by<T: Number, S: Sum<T>>(
    kernel: Kernel<T>,
    [m, k, n]: [usize; 3],
    left: *const T,
    right: *const T,
    acc: *mut S,
) {
    let (row, rows, all) = (left_row(k), m.next_multiple_of(kernel.rows), n.next_multiple_of(kernel.columns));
    for (block, inner) in (0..k).step_by(DEPTH).enumerate() {
        let depth = DEPTH.min(k - inner);
        for from in (0..n).step_by(WIDTH) {
            for top in (0..m).step_by(kernel.rows) {
                for first in (from..n.min(from + WIDTH)).step_by(kernel.columns) {
                    // SAFETY: the caller's promise; a rectangle over the edge, or to be added otherwise, goes by
                    // way of the stack.
                    unsafe {
                        let left = left.add((block * rows + top) * row);
                        let right = right.add(inner * all + first * depth);
                        let result = acc.add(top * n + first);
                        let (down, across) = (kernel.rows.min(m - top), kernel.columns.min(n - first));
                        if S::DIRECTLY && (down, across) == (kernel.rows, kernel.columns) {
                            (kernel.run)(depth, left, row, right, result.cast(), n);
                            continue;
                        }
                        let mut part = [T::ZERO; MOST_ROWS * MOST_COLUMNS];
                        let each = |r: usize, c: usize| (r * n + c, r * kernel.columns + c);
                        for (at, of) in (0..down).flat_map(|r| (0..across).map(move |c| each(r, c))) {
                            part[of] = (*result.add(at)).begin();
                        }
                        (kernel.run)(depth, left, row, right, part.as_mut_ptr(), kernel.columns);
                        for (at, of) in (0..down).flat_map(|r| (0..across).map(move |c| each(r, c))) {
                            (*result.add(at)).end(part[of]);
                        }
                    }
                }
            }
        }
    }
}

/// Copies elements from the first one on, of which there are rows and columns, to rows at a distance.
type CopyRows<'a, T> = &'a dyn Fn(*const u8, (usize, usize), *mut T, usize);

/// Copies a block of an operand, by rows, with zeros for what is not there.
///
/// # Safety
/// What is there of the operand is valid; the destination holds the rows at their distance.
unsafe fn copy_inside<T>(
    of: &Operand,
    (top, left): (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut T,
    stride: usize,
    copy: CopyRows<'_, T>,
) {
    let down = of.inside.0.saturating_sub(top).min(rows);
    let right = of.inside.1.saturating_sub(left).min(columns);
    let first = top.wrapping_mul(of.strides.row).wrapping_add(left.wrapping_mul(of.strides.column));
    // SAFETY: the caller's promise; only what is inside is read.
    unsafe {
        if (down, right) != (rows, columns) {
            for row in 0..rows {
                let there = if row < down { right } else { 0 };
                to.add(row * stride + there).write_bytes(0, columns - there);
            }
            if down == 0 || right == 0 {
                return;
            }
        }
        copy(of.pointer.add(first * of.size), (down, right), to, stride);
    }
}

/// Copies elements as `f32`.
///
/// # Safety
/// All elements are valid, and the destination holds the rows at their distance.
unsafe fn copy(
    scalar: Scalar,
    strides: Strides,
    (from, extents): (*const u8, (usize, usize)),
    to: *mut f32,
    stride: usize,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match scalar {
            Scalar::F16 => {
                let widen = |bits| f16::from_bits(bits).to_f32();
                copy_wide(from.cast::<u16>(), strides, extents, to, stride, Some(half::widen(scalar)), widen);
            }
            Scalar::BF16 => {
                let widen = |bits| bf16::from_bits(bits).to_f32();
                copy_wide(from.cast::<u16>(), strides, extents, to, stride, Some(half::widen(scalar)), widen);
            }
            Scalar::I8 | Scalar::U8 => {
                let (chunks, signed) = (cast(scalar, Scalar::F32).lanes, scalar == Scalar::I8);
                let widen = |byte| if signed { f32::from(byte as i8) } else { f32::from(byte) };
                copy_wide(from, strides, extents, to, stride, Some(chunks), widen);
            }
            Scalar::E4M3 | Scalar::E5M2 => {
                let chunks = cast(scalar, Scalar::F32).lanes;
                let widen = |byte: u8| kiln_codegen::intrinsics::widen(scalar, byte.into());
                copy_wide(from, strides, extents, to, stride, Some(chunks), widen);
            }
            _ => {
                copy_wide(from.cast::<f32>(), strides, extents, to, stride, Some(copy_chunks), |value| value);
            }
        }
    }
}

/// Copies `f32` as the loops of [`half`] copy their elements.
unsafe fn copy_chunks(d: *mut u8, a: *const u8, first: usize, count: usize) {
    let (d, a) = (d.cast::<[f32; CHUNK]>(), a.cast::<[f32; CHUNK]>());
    for chunk in first / CHUNK..(first + count) / CHUNK {
        // SAFETY: both sides hold whole chunks.
        unsafe { d.add(chunk).write(a.add(chunk).read()) };
    }
}

/// Elements of a side of the squares in which columns become rows.
const SQUARE: usize = 16;

/// # Safety
/// All elements are valid, and the destination holds the rows at their distance.
unsafe fn copy_wide<T, R>(
    from: *const T,
    strides: Strides,
    (rows, columns): (usize, usize),
    to: *mut R,
    stride: usize,
    chunks: Option<LaneFn1>,
    widen: impl Fn(T) -> R,
) {
    // SAFETY: throughout, the caller's promise.
    unsafe {
        if strides.column == 1 {
            let whole = if chunks.is_some() { columns - columns % CHUNK } else { 0 };
            for row in 0..rows {
                let (from, to) = (from.add(row * strides.row), to.add(row * stride));
                if let Some(chunks) = chunks {
                    chunks(to.cast(), from.cast(), 0, whole);
                }
                for column in whole..columns {
                    to.add(column).write(widen(from.add(column).read()));
                }
            }
            return;
        }
        for top in (0..rows).step_by(SQUARE) {
            for column in 0..columns {
                for row in top..(top + SQUARE).min(rows) {
                    let value = from.add(row * strides.row + column * strides.column).read();
                    to.add(row * stride + column).write(widen(value));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kernel, over the edges of its rectangles, of the blocks and of what is there of the operands. Small
    /// whole numbers sum exactly.
    fn multiplies<T: Number + PartialEq + std::fmt::Debug, S: Sum<T> + PartialEq + std::fmt::Debug>(
        scalar: Scalar,
        kernel: Kernel<T>,
        number: impl Fn(i32) -> T,
        sum: impl Fn(i32) -> S,
    ) {
        let shapes =
            [[1, 1, 1], [13, 9, 17], [8, 64, 32], [6, 257, 16], [70, 30, 530], [37, 600, 45], [2, 0, 2]];
        for [m, k, n] in shapes {
            for (cut, transposed) in [(0, false), (1, true)] {
                let (sides, inside) =
                    ([Side::Left { m, k }, Side::Right { k, n }], [(m, k - cut.min(k)), (k, n - cut)]);
                let whole = |i: usize| (i * 7 % 11) as i32 - 5;
                let at = |of: usize, row: usize, column: usize| {
                    let (rows, columns) = [(m, k), (k, n)][of];
                    let index = if transposed { column * rows + row } else { row * columns + column };
                    let there = row < inside[of].0 && column < inside[of].1;
                    if there { whole(index) } else { 0 }
                };
                let mut packed = sides.map(|side| vec![u64::MAX; side.packed(scalar).div_ceil(8)]);
                for of in 0..2 {
                    let (rows, columns) = [(m, k), (k, n)][of];
                    let data: Vec<T> = (0..rows * columns).map(|i| number(whole(i))).collect();
                    let strides = if transposed {
                        Strides { row: 1, column: rows }
                    } else {
                        Strides { row: columns, column: 1 }
                    };
                    let pointer = data.as_ptr().cast_mut().cast();
                    let operand = Operand { pointer, size: size_of::<T>(), inside: inside[of], strides };
                    // SAFETY: the operand lies in its vector, and the packed form has its own.
                    unsafe {
                        sides[of].pack_for(
                            kernel,
                            &operand,
                            packed[of].as_mut_ptr().cast(),
                            &|from, extents, to, stride| {
                                copy_wide(from.cast::<T>(), strides, extents, to, stride, None, |value| {
                                    value
                                });
                            },
                        );
                    }
                }
                let mut acc: Vec<S> = (0..m * n).map(|_| sum(1)).collect();
                let [left, right] = [0, 1].map(|of| packed[of].as_ptr().cast());
                // SAFETY: the operands were packed for the kernel.
                unsafe { add_by(kernel, [m, k, n], left, right, acc.as_mut_ptr()) };
                for (i, found) in acc.iter().enumerate() {
                    let expected = (0..k).map(|k| at(0, i / n, k) * at(1, k, i % n)).sum::<i32>();
                    let (rows, columns) = (kernel.rows, kernel.columns);
                    assert_eq!(*found, sum(1 + expected), "{rows} by {columns} for {m}x{k}x{n} at {i}");
                }
            }
        }
    }

    #[test]
    fn every_kernel_multiplies_every_shape() {
        for kernel in Kernel::<f32>::all() {
            multiplies(Scalar::F32, kernel, |x| x as f32, |x| x as f32);
            multiplies(Scalar::F32, kernel, |x| x as f32, |x| x);
        }
        for kernel in Kernel::<f64>::all() {
            multiplies(Scalar::F64, kernel, f64::from, f64::from);
        }
    }

    /// The greatest products of bytes, over several blocks: sums of them wrap.
    #[test]
    fn bytes_sum_exactly() {
        let (m, k, n) = (3, 40_000, 2);
        let data = [vec![255u8; m * k], vec![254u8; k * n]];
        let sides = [Side::Left { m, k }, Side::Right { k, n }];
        let mut packed = sides.map(|side| vec![0u64; side.packed(Scalar::U8).div_ceil(8)]);
        for ((side, data), packed) in sides.into_iter().zip(&data).zip(&mut packed) {
            let strides = match side {
                Side::Left { .. } => Strides { row: k, column: 1 },
                Side::Right { .. } => Strides { row: n, column: 1 },
            };
            let pointer = data.as_ptr().cast_mut();
            let operand = Operand { pointer, size: 1, inside: (usize::MAX, usize::MAX), strides };
            // SAFETY: the operand lies in its vector, and the packed form has its own.
            unsafe { side.pack(Scalar::U8, &operand, packed.as_mut_ptr().cast()) };
        }
        let mut acc = vec![7i32; m * n];
        let [left, right] = [0, 1].map(|of| packed[of].as_ptr().cast());
        // SAFETY: the operands were packed for these extents.
        unsafe { add(Scalar::U8, [m, k, n], left, right, acc.as_mut_ptr().cast()) };
        assert_eq!(acc, vec![7i32.wrapping_add((k as i32).wrapping_mul(255 * 254)); m * n]);
    }
}
