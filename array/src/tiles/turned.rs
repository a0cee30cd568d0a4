//! Elements of a matrix some of whose operands have columns that lie side by side.
//!
//! A thread an element would read them one line of the cache each. A tile is read along its columns and turned on the
//! way.

use super::*;

/// Rows and columns of a tile.
pub(crate) const TILE: [usize; 2] = [64, 64];

/// The key's word.
pub(crate) const WORD: u32 = 7 << 28;

/// The kernel of a plan.
pub(crate) fn kernel(plan: &Plan, steps: &[Steps]) -> Text {
    let dtype = plan.dtype();
    let (mut w, [out]) = Writer::new(plan, steps, TILE, [("out", matrix(dtype, true))]);
    let [row, column] = ["row", "column"].map(|name| w.locals.add(name, "usize"));
    w.write_values(&row, &column, "");
    let result = w.result(dtype);
    let before = format!("    @0 let {column} = block_idx_x();\n    @0 let {row} = block_idx_y();\n");
    let behind = format!("    @0 eval tile_store({out}, {row}, {column}, {result});\n");
    w.text("turned", 4, &before, &behind)
}

/// The arguments of a launch.
pub(crate) fn arguments<'a>(
    plan: &'a Plan,
    steps: &[Steps],
    extents: [usize; 2],
    out: &'a mut Buffer<u8>,
) -> MadeArgs<'a> {
    let mut args = super::arguments(plan, steps, extents);
    args.write_matrix(out, plan.dtype().size(), extents);
    args
}
