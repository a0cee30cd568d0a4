//! Whole rows in registers: what is combined along a row is used by the same kernel, as in a softmax.

use super::*;

/// The longest row.
pub(crate) const LONGEST: usize = 8192;

/// What a kernel computes of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    /// Whether the result has an element a row, and not a whole row.
    pub(crate) column: bool,
    /// Rows and columns of a tile.
    pub(crate) tile: [usize; 2],
}

impl Job {
    /// For rows of so many elements of so many bytes.
    pub(crate) fn new(columns: usize, column: bool) -> Job {
        let width = columns.next_power_of_two().max(16);
        Job { column, tile: [(1024 / width).max(1), width] }
    }

    /// For the key.
    pub(crate) fn words(&self) -> [u32; 2] {
        [8 << 28 | u32::from(self.column), (self.tile[0] << 16 | self.tile[1]) as u32]
    }
}

/// The kernel of a plan.
pub(crate) fn kernel(plan: &Plan, steps: &[Steps], job: &Job) -> Text {
    let dtype = plan.dtype();
    let more = [("length", scalar(Scalar::Usize)), ("out", matrix(dtype, true))];
    let (mut w, [length, out]) = Writer::new(plan, steps, job.tile, more);
    let row = w.locals.add("row", "usize");
    let inside = w.locals.add("inside", &w.spell(Dtype::Bool, Extents::WHOLE));
    let [m, n] = job.tile;
    w.write_values(&row, "0usize", &inside);
    let result = match w.values.last() {
        Some((name, Extents::Tile { rows: true, columns: false })) if job.column => name.clone(),
        _ => w.result(dtype),
    };
    let before = format!(
        "    @0 let {row} = block_idx_x();
    @0 let {inside} = (tile_iota_1(): tile<usize, {m}, {n}>) < {length};
"
    );
    let behind = format!("    @0 eval tile_store({out}, {row}, 0usize, {result});\n");
    let warps = if m * n >= 4096 { 8 } else { 4 };
    w.text("rows", warps, &before, &behind)
}

/// The arguments of a launch.
pub(crate) fn arguments<'a>(
    plan: &'a Plan,
    steps: &[Steps],
    job: &Job,
    [rows, columns]: [usize; 2],
    out: &'a mut Buffer<u8>,
) -> MadeArgs<'a> {
    let mut args = super::arguments(plan, steps, [rows, columns]);
    args.value(columns);
    args.write_matrix(out, plan.dtype().size(), [rows, if job.column { 1 } else { columns }]);
    args
}
