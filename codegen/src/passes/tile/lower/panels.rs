//! Stores of what tensor cores leave.
//!
//! There a thread has two elements of a row side by side, and a warp would store 16 bytes of each of eight rows at
//! once. So each warp writes a *panel* of 16 rows to shared memory of its own and reads it back in vectors of 16 bytes,
//! of which whole lines of a row are stored.

use super::builder::{add, both, element, index, reference, times};
use super::load::WIDEST;
use super::place::Position;
use super::store::Storing;
use super::{Lowerer, Tensor, Use, Value};
use crate::ir::Expr;
use crate::passes::tile::layout::{COLUMNS, Digit, Layout, ROWS, WARP, register, thread};
use crate::passes::tile::limits::most_shared;
use crate::passes::tile::product::{Fragments, fragments};

/// Bytes of shared memory that are left for what else is there.
const RESERVE: u64 = 4096;

/// The panels of a warp.
pub(super) struct Panels {
    /// How many rows of panels it has, and how many panels stand in each.
    high: u32,
    across: u32,
    /// Columns of a panel.
    columns: u32,
    /// The tile in vectors of 16 bytes, panel by panel.
    pub rows: Layout,
    /// Elements of a vector.
    vector: u32,
}

impl Panels {
    /// Elements from one row of a panel to the next: 16 bytes more than a row, so that eight rows lie in all banks.
    fn pitch(&self) -> u32 {
        self.columns + self.vector
    }
}

impl Lowerer<'_> {
    /// The panels of a tile that goes to an aligned tensor, where shared memory has room for one a warp.
    pub(super) fn panels(&self, tensor: &Tensor, layout: &Layout, extents: [u32; 2]) -> Option<Panels> {
        let Fragments { high, wide, paired: [false, false] } = fragments(layout)? else { return None };
        let size = tensor.element.size() as u32;
        let vector = WIDEST / size;
        // Of larger elements eight bytes are stored in each row, of which four threads have a whole sector.
        if size != 2
            || !tensor.aligned
            || !extents[COLUMNS].is_multiple_of(vector)
            || !layout.replicas().is_empty()
        {
            return None;
        }
        let columns = [64, 32].into_iter().find(|columns| (8 * wide).is_multiple_of(*columns))?;
        let (across, lanes) = (8 * wide / columns, columns / vector);
        let (down, warps) =
            (WARP / lanes, |axis: usize| layout.axes[axis].threads().filter(|digit| digit.div >= WARP));
        let turns = 16 / down;
        let rows = [
            thread(lanes, down, 1),
            register(vector, turns, down),
            register(vector * turns * across, high, 16),
        ];
        let along =
            [register(1, vector, 1), thread(1, lanes, vector), register(vector * turns, across, columns)];
        let rows = Layout::of(
            layout.threads,
            [
                rows.into_iter().chain(warps(ROWS)).collect(),
                along.into_iter().chain(warps(COLUMNS)).collect(),
            ],
        );
        let panels = Panels { high, across, columns, rows, vector };
        let bytes = u64::from(layout.threads / WARP * 16 * panels.pitch() * size);
        let room = most_shared(self.target.arch) / u64::from(self.plan.blocks.max(1));
        (self.plan.staged.bytes(&|_| true) + bytes + RESERVE <= room).then_some(panels)
    }

    /// Stores what a thread has, panel by panel. `make` computes it: two registers at a time, from the given one on.
    pub(super) fn store_panels(
        &mut self,
        storing: &Storing,
        panels: &Panels,
        make: &mut dyn FnMut(&mut Self, &Position),
    ) {
        let Value::Registers(from, layout) = &storing.operand.value else { return };
        let scalar = storing.operand.scalar;
        let Panels { high, across, columns, rows, vector } = panels;
        let warps = layout.threads / WARP;
        let array = self.buffer(scalar, Use::Panels, u64::from(warps * 16 * panels.pitch()));
        let warp = Digit { stride: 16 * panels.pitch(), ..thread(WARP, warps, 1) };
        let start = self.builder.thread_part([warp].into_iter(), layout.threads);
        let at = |start: &Expr, row: Expr, column: Expr| {
            element(array, scalar, add(start.clone(), add(times(row, panels.pitch()), column)))
        };
        let row_of_panels = self.builder.begin_for("i", *high, true);
        let panel = self.builder.begin_for("j", *across, true);

        let half = self.builder.begin_for("i", 2, true);
        let fragment = self.builder.begin_for("j", columns / 8, true);
        let [row, column] = [thread(4, 8, 1), thread(1, 4, 2)]
            .map(|digit| self.builder.thread_part([digit].into_iter(), layout.threads));
        let across_fragments = add(times(panel.clone(), columns / 8), fragment.clone());
        let steps = [(ROWS, 8, &half), (ROWS, 16, &row_of_panels), (COLUMNS, 8, &across_fragments)];
        let position = position_at(layout, &steps);
        make(self, &position);
        let pair = self.register_place(*from, layout, scalar, &position);
        let to = at(&start, add(row, times(half, 8)), add(column, times(fragment, 8)));
        self.move_elements(to, pair, 2);
        self.builder.end_all(2);
        self.builder.eval("sync_warp", Vec::new());

        let lanes = columns / vector;
        let turn = self.builder.begin_for("i", 16 * lanes / WARP, true);
        let down = WARP / lanes;
        let steps = [(ROWS, down, &turn), (ROWS, 16, &row_of_panels), (COLUMNS, *columns, &panel)];
        let position = position_at(rows, &steps);
        let inside = self.in_window(&storing.window, &position);
        self.builder.begin_if(both(storing.leads.clone(), inside));
        let to = self.window_place(&storing.window, &position);
        let [row, column] = [thread(lanes, down, 1), thread(1, lanes, *vector)]
            .map(|digit| self.builder.thread_part([digit].into_iter(), layout.threads));
        let from = at(&start, add(row, times(turn, down)), column);
        self.builder.eval("store_16", vec![reference(to, true), reference(from, false)]);
        self.builder.end_all(2);
        self.builder.eval("sync_warp", Vec::new());
        self.builder.end_all(2);
    }
}

/// The registers whose digits of these axes and strides have these values; the first one where others do not.
fn position_at(layout: &Layout, steps: &[(usize, u32, &Expr)]) -> Position {
    let counters = layout.register_digits().into_iter().map(|(axis, digit)| {
        let value = steps.iter().find(|(at, stride, _)| *at == axis && *stride == digit.stride);
        (axis, digit, value.map_or_else(|| index(0), |(.., value)| (*value).clone()))
    });
    Position { layout: layout.clone(), counters: counters.collect(), flat: None, depth: 0 }
}
