//! Matrix products: `acc += a × b`, all sums in `f32`.
//!
//! Both operands are packed first, 16-bit floats widened on the way: the left one by rows, the right one in panels as wide as
//! the kernel, both in blocks along the inner axis. What is packed is dense, so that the kernel, which holds a small rectangle
//! of the result in registers, finds it in the first caches whatever the strides of the tensors. `kept` packs what many tiles
//! of the grid read only once.

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::Scalar;

use super::half;
use super::moves::Strides;
use super::view::View;
use crate::cpu::lanes::{CHUNK, LaneFn1};

mod kept;
mod kernel;

pub(super) use kept::{Kept, Site};

use kernel::{Kernel, MOST_COLUMNS, MOST_ROWS};

/// Elements of the inner axis in a block.
const DEPTH: usize = 256;
/// Columns of the right operand that are gone through before the next rows of the left one: with [`DEPTH`] a part of the
/// second-level cache.
const WIDTH: usize = 512;

/// A matrix in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub pointer: *mut u8,
    /// The rows and columns that are there; the others are zero.
    pub inside: (usize, usize),
    pub strides: Strides,
}

impl Operand {
    /// A tile of a tensor.
    pub fn of(view: &View) -> Operand {
        Operand { pointer: view.pointer, inside: view.inside, strides: view.strides }
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
    /// Elements of the packed operand.
    pub fn packed(self) -> usize {
        match self {
            Side::Left { m, k } => {
                // Whole rectangles, whatever the rows of the kernel.
                let rows = m.saturating_add(MOST_ROWS);
                rows.saturating_mul(left_row(k)).saturating_mul(k.div_ceil(DEPTH))
            }
            Side::Right { k, n } => {
                k.saturating_mul(n.checked_next_multiple_of(MOST_COLUMNS).unwrap_or(usize::MAX))
            }
        }
    }

    /// Packs the operand.
    ///
    /// # Safety
    /// What is there of the operand is valid; the destination holds what is packed, and does not overlap it.
    pub unsafe fn pack(self, scalar: Scalar, of: &Operand, to: *mut f32) {
        // SAFETY: the caller's promise.
        unsafe { self.pack_for(Kernel::of_this_processor(), scalar, of, to) };
    }

    /// # Safety
    /// As [`Side::pack`].
    unsafe fn pack_for(self, kernel: Kernel, scalar: Scalar, of: &Operand, to: *mut f32) {
        // SAFETY: the caller's promise; the parts lie one after the other in what is packed.
        unsafe {
            match self {
                Side::Left { m, k } => {
                    let (row, rows) = (left_row(k), m.next_multiple_of(kernel.rows));
                    for (block, inner) in (0..k).step_by(DEPTH).enumerate() {
                        let (depth, to) = (DEPTH.min(k - inner), to.add(block * rows * row));
                        copy(scalar, of, (0, inner), (m, depth), to, row);
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
                            copy(scalar, of, (inner, first), (depth, columns), to, kernel.columns);
                        }
                    }
                }
            }
        }
    }
}

/// The distance of the packed rows of the left operand: an odd number of cache lines, so that neighbours do not meet in the
/// caches.
fn left_row(k: usize) -> usize {
    let lines = k.min(DEPTH).div_ceil(CHUNK);
    (lines | 1) * CHUNK
}

/// Adds the product of packed operands to `acc`, a tile by rows.
///
/// # Safety
/// The operands are packed for these extents; `acc` holds the result, and does not overlap them.
pub(super) unsafe fn add(extents: [usize; 3], left: *const f32, right: *const f32, acc: *mut f32) {
    // SAFETY: the caller's promise.
    unsafe { add_by(Kernel::of_this_processor(), extents, left, right, acc) };
}

/// # Safety
/// As [`add`], with operands packed for this kernel.
unsafe fn add_by(kernel: Kernel, [m, k, n]: [usize; 3], left: *const f32, right: *const f32, acc: *mut f32) {
    let (row, rows, all) = (left_row(k), m.next_multiple_of(kernel.rows), n.next_multiple_of(kernel.columns));
    for (block, inner) in (0..k).step_by(DEPTH).enumerate() {
        let depth = DEPTH.min(k - inner);
        for from in (0..n).step_by(WIDTH) {
            for top in (0..m).step_by(kernel.rows) {
                for first in (from..n.min(from + WIDTH)).step_by(kernel.columns) {
                    // SAFETY: the caller's promise; a rectangle over the edge goes by way of the stack.
                    unsafe {
                        let left = left.add((block * rows + top) * row);
                        let right = right.add(inner * all + first * depth);
                        let result = acc.add(top * n + first);
                        let (down, across) = (kernel.rows.min(m - top), kernel.columns.min(n - first));
                        if (down, across) == (kernel.rows, kernel.columns) {
                            (kernel.run)(depth, left, row, right, result, n);
                            continue;
                        }
                        let mut part = [0.0; MOST_ROWS * MOST_COLUMNS];
                        (kernel.run)(depth, left, row, right, part.as_mut_ptr(), kernel.columns);
                        for r in 0..down {
                            for c in 0..across {
                                *result.add(r * n + c) += part[r * kernel.columns + c];
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Copies a block of an operand as `f32`, by rows, with zeros for what is not there.
///
/// # Safety
/// What is there of the operand is valid; the destination holds the rows at their distance.
unsafe fn copy(
    scalar: Scalar,
    of: &Operand,
    (top, left): (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut f32,
    stride: usize,
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
        let (extents, from) = ((down, right), of.pointer.add(first * scalar.size()));
        let chunks = if scalar == Scalar::F32 { copy_chunks } else { half::widen(scalar) };
        match scalar {
            Scalar::F16 => {
                let widen = |bits| f16::from_bits(bits).to_f32();
                copy_wide(from.cast::<u16>(), of.strides, extents, to, stride, chunks, widen);
            }
            Scalar::BF16 => {
                let widen = |bits| bf16::from_bits(bits).to_f32();
                copy_wide(from.cast::<u16>(), of.strides, extents, to, stride, chunks, widen);
            }
            _ => copy_wide(from.cast::<f32>(), of.strides, extents, to, stride, chunks, |value| value),
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
unsafe fn copy_wide<T: Copy>(
    from: *const T,
    strides: Strides,
    (rows, columns): (usize, usize),
    to: *mut f32,
    stride: usize,
    chunks: LaneFn1,
    widen: impl Fn(T) -> f32,
) {
    // SAFETY: throughout, the caller's promise.
    unsafe {
        if strides.column == 1 {
            let whole = columns - columns % CHUNK;
            for row in 0..rows {
                let (from, to) = (from.add(row * strides.row), to.add(row * stride));
                chunks(to.cast(), from.cast(), 0, whole);
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

    /// Every kernel, over the edges of its rectangles, of the blocks and of what is there of the operands. Small whole numbers sum exactly.
    #[test]
    fn every_kernel_multiplies_every_shape() {
        let shapes =
            [[1, 1, 1], [13, 9, 17], [8, 64, 32], [6, 257, 16], [70, 30, 530], [37, 600, 45], [2, 0, 2]];
        for (kernel, [m, k, n]) in
            Kernel::all().into_iter().flat_map(|kernel| shapes.map(|shape| (kernel, shape)))
        {
            for (cut, transposed) in [(0, false), (1, true)] {
                let (sides, inside) =
                    ([Side::Left { m, k }, Side::Right { k, n }], [(m, k - cut.min(k)), (k, n - cut)]);
                let data = [(m, k), (k, n)].map(|(rows, columns)| {
                    (0..rows * columns).map(|i| (i * 7 % 11) as f32 - 5.0).collect::<Vec<_>>()
                });
                let mut packed = sides.map(|side| vec![f32::NAN; side.packed()]);
                let at = |of: usize, row: usize, column: usize| {
                    let (rows, columns) = [(m, k), (k, n)][of];
                    let index = if transposed { column * rows + row } else { row * columns + column };
                    let there = row < inside[of].0 && column < inside[of].1;
                    if there { data[of][index] } else { 0.0 }
                };
                for of in 0..2 {
                    let (rows, columns) = [(m, k), (k, n)][of];
                    let strides = if transposed {
                        Strides { row: 1, column: rows }
                    } else {
                        Strides { row: columns, column: 1 }
                    };
                    let operand =
                        Operand { pointer: data[of].as_ptr().cast_mut().cast(), inside: inside[of], strides };
                    // SAFETY: the operand lies in its vector, and the packed form has its own.
                    unsafe { sides[of].pack_for(kernel, Scalar::F32, &operand, packed[of].as_mut_ptr()) };
                }
                let mut acc = vec![1.0; m * n];
                let [left, right] = [0, 1].map(|of| packed[of].as_ptr());
                // SAFETY: the operands were packed for the kernel.
                unsafe { add_by(kernel, [m, k, n], left, right, acc.as_mut_ptr()) };
                for (i, found) in acc.iter().enumerate() {
                    let sum: f32 = (0..k).map(|k| at(0, i / n, k) * at(1, k, i % n)).sum();
                    assert_eq!(
                        *found,
                        1.0 + sum,
                        "{} by {} for {m}x{k}x{n} at {i}",
                        kernel.rows,
                        kernel.columns
                    );
                }
            }
        }
    }
}
