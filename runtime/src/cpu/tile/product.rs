//! Matrix products: `acc += a × b`, all sums in `f32`.
//!
//! The right operand is packed, block by block, into panels as wide as the kernel, one row after the other; the left one is
//! read where it lies if it is `f32` by rows, and copied otherwise. 16-bit floats are widened on the way. The
//! kernel holds a small rectangle of the result in registers for the whole of a block.

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::Scalar;

use super::half;
use super::moves::Strides;
use crate::cpu::lanes::CHUNK;

mod kernel;

use kernel::{Kernel, MOST_COLUMNS, MOST_ROWS};

/// Elements of the inner axis in a block.
const DEPTH: usize = 256;
/// Columns of the right operand in a block: with [`DEPTH`] a part of the second-level cache.
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
    pub fn transposed(self) -> Operand {
        let strides = Strides { row: self.strides.column, column: self.strides.row };
        Operand { inside: (self.inside.1, self.inside.0), strides, ..self }
    }
}

/// A block of the left operand, copied: its row takes whole chunks.
fn copied_row(k: usize) -> usize {
    k.min(DEPTH).next_multiple_of(CHUNK)
}

/// Bytes of scratch memory for a product of these extents.
pub(super) fn scratch([m, k, n]: [usize; 3]) -> usize {
    let left = m.saturating_add(MOST_ROWS).saturating_mul(copied_row(k));
    let right = k.min(DEPTH) * n.min(WIDTH).next_multiple_of(MOST_COLUMNS);
    left.saturating_add(right).saturating_mul(size_of::<f32>())
}

/// Adds the product to `acc`, a tile by rows.
///
/// # Safety
/// The operands are valid for reading where they are there; `acc` holds the result, `scratch` what [`scratch`] says, and none overlap.
pub(super) unsafe fn add(
    scalar: Scalar,
    [m, k, n]: [usize; 3],
    a: &Operand,
    b: &Operand,
    acc: *mut f32,
    scratch: *mut f32,
) {
    let kernel = Kernel::of_this_processor();
    let row = copied_row(k);
    // The rows that are read where they lie: all that the kernel takes at once.
    let direct = scalar == Scalar::F32 && a.strides.column == 1 && a.inside.0 >= m && a.inside.1 >= k;
    // SAFETY: the scratch memory holds the copied rows, then the last few rows, then the packed panels.
    let (edge, panels) = unsafe { (scratch.add(m * row), scratch.add((m + MOST_ROWS) * row)) };
    for inner in (0..k).step_by(DEPTH) {
        let depth = DEPTH.min(k - inner);
        // SAFETY: the caller's promise; the copies fit the scratch memory.
        unsafe {
            let (left, stride) = if direct {
                (a.pointer.cast::<f32>().add(inner).cast_const(), a.strides.row)
            } else {
                copy(scalar, a, (0, inner), (m, depth), scratch, row);
                (scratch.cast_const(), row)
            };
            let tail = m - m % kernel.rows;
            if tail < m {
                edge.write_bytes(0, kernel.rows * row);
                for r in tail..m {
                    let from = left.add(r * stride);
                    std::ptr::copy_nonoverlapping(from, edge.add((r - tail) * row), depth);
                }
            }
            for first in (0..n).step_by(WIDTH) {
                let width = WIDTH.min(n - first);
                for (panel, column) in (0..width).step_by(kernel.columns).enumerate() {
                    let to = panels.add(panel * depth * kernel.columns);
                    let extents = (depth, kernel.columns.min(width - column));
                    if extents.1 < kernel.columns {
                        to.write_bytes(0, depth * kernel.columns);
                    }
                    copy(scalar, b, (inner, first + column), extents, to, kernel.columns);
                }
                for top in (0..m).step_by(kernel.rows) {
                    let rows = kernel.rows.min(m - top);
                    let (from, stride) = if rows < kernel.rows {
                        (edge.cast_const(), row)
                    } else {
                        (left.add(top * stride), stride)
                    };
                    for (panel, column) in (0..width).step_by(kernel.columns).enumerate() {
                        let packed = panels.add(panel * depth * kernel.columns);
                        let columns = kernel.columns.min(width - column);
                        let result = acc.add(top * n + first + column);
                        if rows == kernel.rows && columns == kernel.columns {
                            (kernel.run)(depth, from, stride, packed, result, n);
                            continue;
                        }
                        let mut part = [0.0; MOST_ROWS * MOST_COLUMNS];
                        (kernel.run)(depth, from, stride, packed, part.as_mut_ptr(), kernel.columns);
                        for r in 0..rows {
                            for c in 0..columns {
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
        for row in 0..rows {
            let there = if row < down { right } else { 0 };
            to.add(row * stride + there).write_bytes(0, columns - there);
        }
        if down == 0 || right == 0 {
            return;
        }
        let from = of.pointer.add(first * scalar.size());
        match scalar {
            Scalar::F16 => copy_wide(
                from.cast::<u16>(),
                of.strides,
                (down, right),
                to,
                stride,
                Some(half::widen(scalar)),
                |bits| f16::from_bits(bits).to_f32(),
            ),
            Scalar::BF16 => copy_wide(
                from.cast::<u16>(),
                of.strides,
                (down, right),
                to,
                stride,
                Some(half::widen(scalar)),
                |bits| bf16::from_bits(bits).to_f32(),
            ),
            _ => copy_wide(from.cast::<f32>(), of.strides, (down, right), to, stride, None, |value| value),
        }
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
    chunks: Option<crate::cpu::lanes::LaneFn1>,
    widen: impl Fn(T) -> f32,
) {
    // SAFETY: throughout, the caller's promise.
    unsafe {
        if strides.column == 1 {
            for row in 0..rows {
                let (from, to) = (from.add(row * strides.row), to.add(row * stride));
                let whole = match chunks {
                    Some(f) => {
                        let whole = columns - columns % CHUNK;
                        f(to.cast(), from.cast(), 0, whole);
                        whole
                    }
                    None => 0,
                };
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
