//! Tiles of tensors: which elements are inside, and how they are read and written.

use std::ops::Range;

use kiln_codegen::ir::Addressing;

use super::moves::{Strides, by_size, copy_matrix, fill, segments};

/// A tensor argument. The last of the four axes are its own; the others have one element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tensor {
    pub pointer: *mut u8,
    pub extents: [u64; 4],
    pub strides: [u64; 4],
}

impl Tensor {
    pub const EMPTY: Tensor = Tensor { pointer: std::ptr::null_mut(), extents: [0; 4], strides: [0; 4] };
}

/// A tile of a tensor. The elements outside of the tensor are the rows from `inside.0` and the columns from
/// `inside.1` on, and as many first rows and columns as `before` says.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// The tile's first element, if any is inside.
    pub pointer: *mut u8,
    pub size: usize,
    pub rows: usize,
    pub columns: usize,
    pub inside: (usize, usize),
    pub before: (usize, usize),
    pub strides: Strides,
    pub pad: u64,
    /// Of a view that is read strip by strip: where the elements of the current strip are.
    pub strip: *const u8,
}

impl View {
    pub const EMPTY: View = View {
        pointer: std::ptr::null_mut(),
        size: 1,
        rows: 0,
        columns: 1,
        inside: (0, 0),
        before: (0, 0),
        strides: Strides { row: 1, column: 1 },
        pad: 0,
        strip: std::ptr::null(),
    };

    /// The tile with these coordinates: of the last two axes in tiles unless `by` says in elements, of the others in
    /// elements.
    pub fn new(
        tensor: &Tensor,
        size: usize,
        (rows, columns): (usize, usize),
        (by, coordinates): (Addressing, [u64; 4]),
        pad: u64,
    ) -> View {
        let [outer, inner, down, across] = tensor.strides.map(|stride| stride as usize);
        let strides = Strides { row: down, column: across };
        let outside = View {
            pointer: tensor.pointer,
            size,
            rows,
            columns,
            inside: (0, 0),
            before: (0, 0),
            strides,
            pad,
            strip: std::ptr::null(),
        };
        let inside = match by {
            Addressing::Elements => inside_from,
            Addressing::Tiles | Addressing::Indexed { .. } => inside,
        };
        let (Some((top, down)), Some((left, right)), true) = (
            inside(coordinates[2], rows, tensor.extents[2]),
            inside(coordinates[3], columns, tensor.extents[3]),
            coordinates[0] < tensor.extents[0] && coordinates[1] < tensor.extents[1],
        ) else {
            return outside;
        };
        // Elements inside of the tensor have offsets that fit; the tile's first may be before it.
        let offset = (top as usize)
            .wrapping_mul(strides.row)
            .wrapping_add((left as usize).wrapping_mul(strides.column))
            .wrapping_add((coordinates[0] as usize).wrapping_mul(outer))
            .wrapping_add((coordinates[1] as usize).wrapping_mul(inner));
        let pointer = tensor.pointer.wrapping_add(offset.wrapping_mul(size));
        View { pointer, inside: (down.end, right.end), before: (down.start, right.start), ..outside }
    }

    /// Whether nothing of the tile is outside.
    pub fn is_whole(&self) -> bool {
        self.inside == (self.rows, self.columns) && self.before == (0, 0)
    }

    /// The same elements in the same order, with as few rows as that allows.
    pub fn flat(self) -> View {
        if self.columns == 1 && self.rows > 1 {
            return View {
                rows: 1,
                columns: self.rows,
                inside: (self.inside.1, self.inside.0),
                before: (self.before.1, self.before.0),
                strides: Strides { row: self.strides.column, column: self.strides.row },
                ..self
            }
            .without_partial_rows();
        }
        if self.is_whole() && self.strides.column == 1 && self.strides.row == self.columns {
            let count = self.rows * self.columns;
            return View { rows: 1, columns: count, inside: (1, count), ..self };
        }
        self
    }

    /// Nothing is inside where there are no columns.
    fn without_partial_rows(self) -> View {
        if self.inside.0 == 0 || self.inside.1 == 0 { View { inside: (0, 0), ..self } } else { self }
    }

    fn element(&self, row: usize, column: usize) -> *mut u8 {
        let row = row.wrapping_mul(self.strides.row);
        let offset = row.wrapping_add(column.wrapping_mul(self.strides.column));
        self.pointer.wrapping_add(offset.wrapping_mul(self.size))
    }

    /// Of consecutive elements of a row: how many come before the tensor, and how many of the others are inside.
    fn inside_of(&self, row: usize, column: usize, count: usize) -> (usize, usize) {
        if row < self.before.0 || row >= self.inside.0 {
            return (0, 0);
        }
        let before = self.before.1.saturating_sub(column).min(count);
        (before, self.inside.1.saturating_sub(column).min(count).saturating_sub(before))
    }

    /// Reads a run of the tile's elements, one row after the other.
    ///
    /// # Safety
    /// The elements inside of the tensor are valid, and the destination holds the run.
    pub unsafe fn read(&self, start: usize, len: usize, mut to: *mut u8) {
        for (row, column, count) in segments(start, len, self.columns) {
            let (before, there) = self.inside_of(row, column, count);
            let (near, far) =
                (Strides { row: count, column: 1 }, Strides { row: 0, column: self.strides.column });
            // SAFETY: the caller's promise; `there` elements of the row are inside.
            unsafe {
                fill(self.size, to, before, self.pad);
                if there > 0 {
                    let from = self.element(row, column + before);
                    copy_matrix(self.size, (to.add(before * self.size), near), (from, far), 1, there);
                }
                let end = before + there;
                fill(self.size, to.add(end * self.size), count - end, self.pad);
                to = to.add(count * self.size);
            }
        }
    }

    /// Writes a run of the tile's elements, dropping what is outside.
    ///
    /// # Safety
    /// The elements inside of the tensor are valid for writing, and the source holds the run.
    pub unsafe fn write(&self, start: usize, len: usize, mut from: *const u8) {
        for (row, column, count) in segments(start, len, self.columns) {
            let there = if row < self.inside.0 { self.inside.1.saturating_sub(column).min(count) } else { 0 };
            let (near, far) =
                (Strides { row: count, column: 1 }, Strides { row: 0, column: self.strides.column });
            // SAFETY: the caller's promise; `there` elements of the row are inside.
            unsafe {
                if there > 0 {
                    copy_matrix(self.size, (self.element(row, column), far), (from, near), 1, there);
                }
                from = from.add(count * self.size);
            }
        }
    }

    /// A run of elements where they lie, if they are inside and without gaps.
    pub fn run(&self, start: usize, len: usize) -> Option<*mut u8> {
        let (row, column) = (start / self.columns, start % self.columns);
        let fits = self.strides.column == 1 && self.inside_of(row, column, len) == (0, len);
        fits.then(|| self.element(row, column))
    }

    /// Reads the whole tile.
    ///
    /// # Safety
    /// As [`View::read`].
    pub unsafe fn read_all(&self, to: *mut u8) {
        let (down, right) = self.inside;
        let near = Strides { row: self.columns, column: 1 };
        // SAFETY: the caller's promise; the elements copied are inside, the ones filled are the others.
        unsafe {
            if self.before != (0, 0) {
                return self.read(0, self.rows * self.columns, to);
            }
            copy_matrix(self.size, (to, near), (self.pointer, self.strides), down, right);
            if right < self.columns {
                for row in 0..down {
                    let at = to.add((row * self.columns + right) * self.size);
                    fill(self.size, at, self.columns - right, self.pad);
                }
            }
            fill(
                self.size,
                to.add(down * self.columns * self.size),
                (self.rows - down) * self.columns,
                self.pad,
            );
        }
    }

    /// Writes the whole tile.
    ///
    /// # Safety
    /// As [`View::write`].
    pub unsafe fn write_all(&self, from: *const u8) {
        let near = Strides { row: self.columns, column: 1 };
        let (down, right) = self.inside;
        // SAFETY: the caller's promise; the elements copied are inside.
        unsafe { copy_matrix(self.size, (self.pointer, self.strides), (from, near), down, right) };
    }
}

/// The first element of the tile along an axis, and which of its elements are inside.
fn inside(coordinate: u64, tile: usize, extent: u64) -> Option<(u64, Range<usize>)> {
    let start = coordinate.checked_mul(tile as u64)?;
    (start < extent).then(|| (start, 0..(extent - start).min(tile as u64) as usize))
}

/// The same of a tile whose first element this is: a signed number, which may lie before the tensor.
fn inside_from(start: u64, tile: usize, extent: u64) -> Option<(u64, Range<usize>)> {
    let first = i128::from(start as i64);
    let within = |at: i128| (at - first).clamp(0, tile as i128) as usize;
    let inside = within(0)..within(extent.into());
    (!inside.is_empty()).then_some((start, inside))
}

/// Reads an element's bits.
///
/// # Safety
/// The element is valid.
pub(super) unsafe fn element(size: usize, at: *const u8) -> u64 {
    // SAFETY: the caller's promise.
    by_size!(size, T => unsafe { at.cast::<T>().read() } as u64)
}

/// Writes an element's bits.
///
/// # Safety
/// The element is valid for writing.
pub(super) unsafe fn set_element(size: usize, at: *mut u8, bits: u64) {
    // SAFETY: the caller's promise.
    by_size!(size, T => unsafe { at.cast::<T>().write(bits as T) });
}
