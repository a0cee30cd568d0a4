//! The product of two matrices, and what is done to its elements before they are stored.

use super::*;

/// Two factors in memory.
pub(crate) struct Factors {
    pub(crate) buffers: [Arc<Buffer<u8>>; 2],
    pub(crate) steps: [Steps; 2],
    pub(crate) dtype: Dtype,
    /// Rows of the first, columns of the first, and columns of the second.
    pub(crate) extents: [usize; 3],
}

/// By which tiles a product is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) dtype: Dtype,
    /// Rows and columns of a tile of the result, and what is multiplied at a time.
    pub(crate) tile: [usize; 3],
}

/// So many tiles of the grid keep a GPU at work.
const ENOUGH: usize = 96;

impl Job {
    /// For factors of such extents: large tiles use memory best, and small ones keep more multiprocessors at work. They
    /// are those of `kiln::kernels::matmul`.
    pub(crate) fn new(dtype: Dtype, [rows, _, columns]: [usize; 3]) -> Job {
        let many = |m: usize, n: usize| rows.div_ceil(m) * columns.div_ceil(n) >= ENOUGH;
        let tile = match dtype.size() {
            8 => [64, 64, 16],
            4 if many(128, 128) => [128, 128, 16],
            4 => [64, 64, 16],
            _ if many(128, 256) => [128, 256, 64],
            _ if many(128, 128) => [128, 128, 64],
            _ => [64, 64, 64],
        };
        Job { dtype, tile }
    }

    /// For the key.
    pub(crate) fn words(&self) -> [u32; 2] {
        let [m, n, k] = self.tile.map(|extent| extent as u32);
        [10 << 28 | self.dtype as u32, m << 20 | n << 8 | k]
    }

    /// The type of the sums.
    fn accumulator(&self) -> Dtype {
        if self.dtype == Dtype::F64 { Dtype::F64 } else { Dtype::F32 }
    }
}

/// The kernel of a plan that uses the product's elements.
pub(crate) fn kernel(plan: &Plan, steps: &[Steps], job: &Job) -> Text {
    let [m, n, depth] = job.tile;
    let dtype = plan.dtype();
    let more =
        [("a", matrix(job.dtype, false)), ("b", matrix(job.dtype, false)), ("out", matrix(dtype, true))];
    let (mut w, [a, b, out]) = Writer::new(plan, steps, [m, n], more);
    let [i, j, k] = ["i", "j", "k"].map(|name| w.locals.add(name, "usize"));
    let whole = w.spell(job.accumulator(), Extents::WHOLE);
    let sum = w.locals.add("sum", &whole);
    w.product = Some((sum.clone(), job.accumulator()));
    w.write_values(&i, &j, "");
    let result = w.result(dtype);
    let zero = format!("0.0{}", job.accumulator());
    let before = format!(
        "    @0 let {i} = block_idx_x();
    @0 let {j} = block_idx_y();
    @0 let {sum} = tile_broadcast({zero}): {whole};
    @0 '0: for {k} in 0usize..div_ceil({a}.extent(1), {depth}usize, @1) {{
        @0 {sum} = tile_mma(tile_load({a}, {i}, {k}): tile<{t}, {m}, {depth}>, tile_load({b}, {k}, {j}): tile<{t}, {depth}, {n}>, {sum});
    }}
",
        t = job.dtype,
    );
    let behind = format!("    @0 eval tile_store({out}, {i}, {j}, {result});\n");
    w.attributed("matmul", "", &before, &behind)
}

/// The arguments of a launch.
pub(crate) fn arguments<'a>(
    plan: &'a Plan,
    steps: &[Steps],
    factors: &'a Factors,
    out: &'a mut Buffer<u8>,
) -> MadeArgs<'a> {
    let [rows, inner, columns] = factors.extents;
    let mut args = super::arguments(plan, steps, [rows, columns]);
    let size = factors.dtype.size();
    for (number, extents) in [[rows, inner], [inner, columns]].into_iter().enumerate() {
        let (buffer, steps) = (&*factors.buffers[number], factors.steps[number]);
        let place = (steps.base, buffer.len() / size);
        args.read_matrix((buffer, size), place, extents, [steps.row, steps.column]);
    }
    args.write_matrix(out, plan.dtype().size(), [rows, columns]);
    args
}
