//! Moving elements by their size alone.

/// Runs the body with `$T` the unsigned integer of the size.
macro_rules! by_size {
    ($size:expr, $T:ident => $body:expr) => {
        match $size {
            1 => {
                type $T = u8;
                $body
            }
            2 => {
                type $T = u16;
                $body
            }
            4 => {
                type $T = u32;
                $body
            }
            _ => {
                type $T = u64;
                $body
            }
        }
    };
}
pub(super) use by_size;

/// Sets elements to one value.
///
/// # Safety
/// The destination holds `count` elements of `size` bytes.
pub(super) unsafe fn fill(size: usize, to: *mut u8, count: usize, value: u64) {
    by_size!(size, T => {
        let to = to.cast::<T>();
        for k in 0..count {
            // SAFETY: the caller's promise.
            unsafe { to.add(k).write(value as T) };
        }
    });
}

/// Rows and columns of elements, each at a distance, in elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strides {
    pub row: usize,
    pub column: usize,
}

/// Elements of a side of the squares in which a copy goes where rows of one side are columns of the other, so that
/// each cache line is used whole while it is near.
const SQUARE: usize = 16;

/// Copies a matrix of elements from one arrangement to another.
///
/// # Safety
/// Both sides hold all elements at their strides, and do not overlap.
pub(super) unsafe fn copy_matrix(
    size: usize,
    (to, there): (*mut u8, Strides),
    (from, here): (*const u8, Strides),
    rows: usize,
    columns: usize,
) {
    if here.column == 1 && there.column == 1 {
        for row in 0..rows {
            // SAFETY: the caller's promise.
            unsafe {
                let from = from.add(row * here.row * size);
                std::ptr::copy_nonoverlapping(from, to.add(row * there.row * size), columns * size);
            }
        }
        return;
    }
    by_size!(size, T => {
        let (to, from) = (to.cast::<T>(), from.cast::<T>());
        for top in (0..rows).step_by(SQUARE) {
            for left in (0..columns).step_by(SQUARE) {
                for row in top..(top + SQUARE).min(rows) {
                    for column in left..(left + SQUARE).min(columns) {
                        // SAFETY: the caller's promise.
                        unsafe {
                            let value = from.add(row * here.row + column * here.column).read();
                            to.add(row * there.row + column * there.column).write(value);
                        }
                    }
                }
            }
        }
    });
}

/// The parts of the rows that a run of elements touches: row, column and the number of elements.
pub(super) fn segments(
    start: usize,
    len: usize,
    columns: usize,
) -> impl Iterator<Item = (usize, usize, usize)> {
    let (mut row, mut column, mut left) = (start / columns, start % columns, len);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let count = left.min(columns - column);
        let segment = (row, column, count);
        (row, column, left) = (row + 1, 0, left - count);
        Some(segment)
    })
}
