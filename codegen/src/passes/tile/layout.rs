//! Where a tile's elements live: which thread has which of them, in which of its registers.
//!
//! A tile has two axes here; one of rank 1 is a single row. A [`Layout`] writes the coordinate along each axis as a
//! sum of digits. A digit is cut out of one of two numbers, that of the thread in its block or that of the register
//! in the thread, and stands for steps of some size along its axis. What a thread digit stands for along one axis
//! does not depend on the other, so a layout is a product of two: what a row of it looks like is the same for each
//! row.
//!
//! - Digits of one axis count it off without gaps or repetition, up to the product of their sizes. That is the
//!   tile's extent, or more: what lies beyond is *padding*, held in registers and never stored.
//! - Register digits count off the registers, thread digits count off some of the threads. A part of the thread's
//!   number that no digit uses tells replicas apart: threads that hold the same elements.
//! - Digits of one turn are left out, so layouts that are the same compare equal.

use crate::collections::{sort, sort_by_key};
use crate::compact::List;
use std::fmt;

/// The number that a digit is cut out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    Thread,
    Register,
}

/// `number / div % size` steps of `stride` elements along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digit {
    pub source: Source,
    pub div: u32,
    pub size: u32,
    pub stride: u32,
}

/// A digit of the thread's number.
pub fn thread(div: u32, size: u32, stride: u32) -> Digit {
    Digit { source: Source::Thread, div, size, stride }
}

/// A digit of the register's number.
pub fn register(div: u32, size: u32, stride: u32) -> Digit {
    Digit { source: Source::Register, div, size, stride }
}

#[cfg(test)]
impl Digit {
    /// The digit of a number.
    pub fn of(self, number: u32) -> u32 {
        number / self.div % self.size
    }
}

/// The digits of a coordinate, by ascending stride.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Axis {
    pub digits: Vec<Digit>,
}

impl Axis {
    /// Along which extent the axis reaches, padding included.
    pub fn reach(&self) -> u32 {
        self.digits.iter().map(|digit| digit.size).product()
    }

    /// The digits out of the register's number, by ascending stride.
    pub fn registers(&self) -> impl Iterator<Item = Digit> {
        self.digits.iter().copied().filter(|digit| digit.source == Source::Register)
    }

    /// The digits out of the thread's number, by ascending stride.
    pub fn threads(&self) -> impl Iterator<Item = Digit> {
        self.digits.iter().copied().filter(|digit| digit.source == Source::Thread)
    }

    /// Whether threads find the same coordinates along both, turn for turn of the register digits.
    pub fn agrees(&self, other: &Axis) -> bool {
        let plain = |digit: &Digit| match digit.source {
            Source::Thread => *digit,
            Source::Register => Digit { div: 0, ..*digit },
        };
        self.digits.iter().map(plain).eq(other.digits.iter().map(plain))
    }
}

/// How a tile lies in the registers of a block's threads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Threads of the block.
    pub threads: u32,
    /// Rows, then columns.
    pub axes: [Axis; 2],
}

/// The axes of rows and of columns.
pub const ROWS: usize = 0;
pub const COLUMNS: usize = 1;

/// Lanes of a warp.
pub const WARP: u32 = 32;

impl Layout {
    /// Every element in every thread: of a tile of one element.
    pub fn replicated(threads: u32) -> Layout {
        Layout { threads, axes: Default::default() }
    }

    /// Rows of vectors: a thread has `vector` consecutive columns at a time. Threads stand along a row as far as it
    /// goes, but a row stays inside a warp where there are rows enough for all warps; what is left over is counted
    /// by registers.
    pub fn strided(extents: [u32; 2], threads: u32, vector: u32) -> Layout {
        let [rows, columns] = extents;
        let vectors = columns.div_ceil(vector);
        let in_a_row = vectors.next_power_of_two().min(WARP);
        let most_rows = (threads / in_a_row).min(rows.next_power_of_two());
        // What stands along a row must not break a warp in uneven parts.
        let even = |along: u32| along.is_power_of_two() || along.is_multiple_of(WARP);
        let row_fits = |rows: &u32| threads.is_multiple_of(*rows) && even(threads / rows);
        let row_threads = (1..=most_rows).rev().find(row_fits).unwrap_or(1);
        let along = threads / row_threads;
        let column_fits = |columns: &u32| along.is_multiple_of(*columns) && even(*columns);
        let most_columns = along.min(vectors.next_power_of_two());
        let column_threads = (1..=most_columns).rev().find(column_fits).unwrap_or(1);
        let column_turns = vectors.div_ceil(column_threads);
        let row_turns = rows.div_ceil(row_threads);
        Layout::of(
            threads,
            [
                vec![thread(along, row_threads, 1), register(vector * column_turns, row_turns, row_threads)],
                vec![
                    register(1, vector, 1),
                    thread(1, column_threads, vector),
                    register(vector, column_turns, vector * column_threads),
                ],
            ],
        )
    }

    /// A layout of these digits, without those of one turn.
    pub fn of(threads: u32, axes: [Vec<Digit>; 2]) -> Layout {
        let axes = axes.map(|mut digits| {
            digits.retain(|digit| digit.size > 1);
            Axis { digits }
        });
        Layout { threads, axes }
    }

    /// The layout of what a reduction along the axis leaves: that axis has one element, in every thread that had a
    /// part of it.
    #[must_use]
    #[inline(never)]
    pub fn slice(&self, axis: usize) -> Layout {
        let mut sliced = self.clone();
        sliced.axes[axis] = Axis::default();
        sliced.count_registers();
        sliced
    }

    /// The layout of the transposed tile, each element in the same register.
    #[must_use]
    pub fn transposed(&self) -> Layout {
        let [rows, columns] = self.axes.clone();
        Layout { threads: self.threads, axes: [columns, rows] }
    }

    /// Numbers the registers anew, in the same order, after digits went away.
    fn count_registers(&mut self) {
        let mut order: Vec<u32> = self.axes.iter().flat_map(Axis::registers).map(|digit| digit.div).list();
        sort(&mut order);
        let mut next = 1;
        for old in order {
            for digit in self.axes.iter_mut().flat_map(|axis| &mut axis.digits) {
                if digit.source == Source::Register && digit.div == old {
                    digit.div = next;
                    next *= digit.size;
                    break;
                }
            }
        }
    }

    /// Registers of a thread.
    #[inline(never)]
    pub fn registers(&self) -> u32 {
        self.axes.iter().flat_map(Axis::registers).map(|digit| digit.size).product()
    }

    /// The register digits with their axes, the one that counts slowest first.
    pub fn register_digits(&self) -> Vec<(usize, Digit)> {
        let digits = |axis: usize| self.axes[axis].registers().map(move |digit| (axis, digit));
        let mut all: Vec<_> = digits(ROWS).chain(digits(COLUMNS)).list();
        sort_by_key(&mut all, |(_, digit)| std::cmp::Reverse(digit.div));
        all
    }

    /// How many consecutive columns a thread has in consecutive registers: a power of two.
    pub fn vector(&self) -> u32 {
        match self.axes[COLUMNS].digits.first() {
            Some(Digit { source: Source::Register, div: 1, stride: 1, size }) => 1 << size.trailing_zeros(),
            Some(_) | None => 1,
        }
    }

    /// The parts of the thread's number that no digit uses, as digits of no stride: replicas differ in them.
    pub fn replicas(&self) -> Vec<Digit> {
        let mut used: Vec<Digit> = self.axes.iter().flat_map(Axis::threads).list();
        sort_by_key(&mut used, |digit| digit.div);
        let end = Digit { source: Source::Thread, div: self.threads, size: 1, stride: 0 };
        let mut free = Vec::new();
        let mut next = 1;
        for digit in used.into_iter().chain([end]) {
            if digit.div > next {
                free.push(Digit { source: Source::Thread, div: next, size: digit.div / next, stride: 0 });
            }
            next = digit.div * digit.size;
        }
        free
    }

    /// The coordinates of what a thread has in a register.
    #[cfg(test)]
    pub fn coordinates(&self, thread: u32, register: u32) -> [u32; 2] {
        [ROWS, COLUMNS].map(|axis| {
            let part = |digit: &Digit| match digit.source {
                Source::Thread => digit.of(thread) * digit.stride,
                Source::Register => digit.of(register) * digit.stride,
            };
            self.axes[axis].digits.iter().map(part).sum()
        })
    }

    /// Whether the axis reaches beyond the tile's extent.
    pub fn is_padded(&self, axis: usize, extent: u32) -> bool {
        self.axes[axis].reach() > extent
    }
}

/// Each axis from its fastest digit to its slowest: `t` for threads and `r` for registers, with how many.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axis = |axis: &Axis| {
            let digits: Vec<String> = axis
                .digits
                .iter()
                .map(|digit| match digit.source {
                    Source::Thread => format!("t{}", digit.size),
                    Source::Register => format!("r{}", digit.size),
                })
                .list();
            if digits.is_empty() { "1".to_owned() } else { digits.join("·") }
        };
        let [rows, columns] = &self.axes;
        write!(f, "{} × {}, {} registers a thread", axis(rows), axis(columns), self.registers())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collections::Map;

    /// Each element is somewhere, in as many threads as there are replicas, and nowhere twice in one.
    fn covers(layout: &Layout, extents: [u32; 2]) {
        let replicas: u32 = layout.replicas().iter().map(|digit| digit.size).product();
        let mut found: Map<[u32; 2], Vec<u32>> = Map::new();
        for thread in 0..layout.threads {
            for register in 0..layout.registers() {
                let threads = found.or_default(layout.coordinates(thread, register));
                assert!(!threads.contains(&thread), "{layout}: {thread} has an element twice");
                threads.push(thread);
            }
        }
        let reach = [ROWS, COLUMNS].map(|axis| layout.axes[axis].reach());
        assert!(reach[0] >= extents[0] && reach[1] >= extents[1], "{layout}");
        assert_eq!(found.len() as u32, reach[0] * reach[1], "{layout} has gaps");
        for (at, threads) in found {
            assert_eq!(threads.len() as u32, replicas, "{layout} at {at:?}");
            let leader = |thread: &u32| layout.replicas().iter().all(|digit| digit.of(*thread) == 0);
            assert_eq!(threads.iter().filter(|thread| leader(thread)).count(), 1, "{layout} at {at:?}");
        }
    }

    #[test]
    fn strided_layouts_hold_every_element_once() {
        for extents in
            [[1, 1], [1, 4096], [1, 1000], [3, 5], [64, 64], [128, 16], [100, 1], [17, 96], [2, 999]]
        {
            for threads in [32, 96, 128, 256] {
                for vector in [1, 4, 8] {
                    if extents[1] % vector == 0 {
                        let layout = Layout::strided(extents, threads, vector);
                        assert!(layout.vector().is_multiple_of(vector) || vector == 1);
                        covers(&layout, extents);
                        covers(&layout.slice(ROWS), [1, extents[1]]);
                        covers(&layout.slice(COLUMNS), [extents[0], 1]);
                        covers(&layout.transposed(), [extents[1], extents[0]]);
                    }
                }
            }
        }
    }

    #[test]
    fn long_rows_take_all_threads_and_short_ones_stay_in_a_warp() {
        let text = |extents, threads, vector| Layout::strided(extents, threads, vector).to_string();
        assert_eq!(text([1, 4096], 256, 4), "1 × r4·t256·r4, 16 registers a thread");
        assert_eq!(text([64, 1000], 128, 4), "t4·r16 × r4·t32·r8, 512 registers a thread");
        assert_eq!(text([128, 16], 128, 4), "t32·r4 × r4·t4, 16 registers a thread");
        assert_eq!(text([2, 4096], 128, 4), "t2 × r4·t64·r16, 64 registers a thread");
        assert_eq!(text([1, 16], 128, 4), "1 × r4·t4, 4 registers a thread");
        assert_eq!(Layout::strided([1, 1], 128, 1), Layout::replicated(128));
    }

    #[test]
    fn a_slice_keeps_what_its_axis_had() {
        let layout = Layout::strided([64, 64], 128, 4);
        let rows = layout.slice(COLUMNS);
        assert!(rows.axes[ROWS].agrees(&layout.axes[ROWS]));
        assert_eq!(rows.registers() * 4, layout.registers());
        assert_eq!(rows.replicas(), [Digit { source: Source::Thread, div: 1, size: 16, stride: 0 }]);
        assert_eq!(layout.slice(ROWS).slice(COLUMNS), Layout::replicated(128));
    }
}
