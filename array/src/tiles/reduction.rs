//! Elements that are combined along the columns of a matrix, in parts.

use super::*;

/// What a kernel combines, and by which tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) reduction: Reduction,
    /// In which values are combined, and what is stored.
    pub(crate) accumulator: Dtype,
    pub(crate) result: Dtype,
    /// Whether what is kept are the columns of the matrix, and what is combined its rows.
    pub(crate) upright: bool,
    /// Rows and columns of a tile.
    pub(crate) tile: [usize; 2],
}

impl Job {
    /// For the key.
    pub(crate) fn words(&self) -> [u32; 2] {
        let flags = self.reduction as u32 | (self.accumulator as u32) << 4 | (self.result as u32) << 8;
        [6 << 28 | flags | u32::from(self.upright) << 12, (self.tile[0] << 16 | self.tile[1]) as u32]
    }
}

/// The kernel of a plan whose elements are combined.
pub(crate) fn kernel(plan: &Plan, steps: &[Steps], job: &Job) -> Text {
    let more = [
        ("neutral", scalar(job.accumulator.scalar())),
        ("length", scalar(Scalar::Usize)),
        ("part", scalar(Scalar::Usize)),
        ("out", matrix(job.result, true)),
    ];
    let (mut w, [neutral, length, part, out]) = Writer::new(plan, steps, job.tile, more);
    let [t, p, first, last, k] = ["t", "p", "first", "last", "k"].map(|name| w.locals.add(name, "usize"));
    let whole = w.spell(job.accumulator, Extents::WHOLE);
    let total = w.locals.add("total", &whole);
    let inside = w.locals.add("inside", &w.spell(Dtype::Bool, Extents::WHOLE));
    let value = w.locals.add("value", &whole);
    let (row, column) = if job.upright { (&k, &t) } else { (&t, &k) };
    w.write_values(row, column, &inside);
    let result = w.result(job.accumulator);
    let (axis, along) = (usize::from(!job.upright), job.reduction.name());
    let combined = job.tile[axis];
    let [m, n] = job.tile;
    let places = if job.upright { format!("{p}, {t}") } else { format!("{t}, {p}") };
    let mut stored = format!("tile_{along}_{axis}({total})");
    if job.result != job.accumulator {
        let extents = Extents::Tile { rows: !job.upright, columns: job.upright };
        stored = emit::cast(&stored, job.accumulator, job.result, &w.spell(job.result, extents));
    }
    let before = format!(
        "    @0 let {t} = block_idx_x();
    @0 let {p} = block_idx_y();
    @0 let {first} = {p} * {part};
    @0 let {last} = int_min({first} + {part}, div_ceil({length}, {combined}usize, @1));
    @0 let {total} = tile_broadcast({neutral}): {whole};
    @0 '0: for {k} in {first}..{last} {{
"
    );
    let masked = format!("(if {inside} {{ {value} }} else {{ {neutral} }})");
    let behind = format!(
        "        @0 let {value} = {result};
        @0 if (({k} + 1usize) * {combined}usize) <= {length} {{
            @0 {total} = {both};
        }} else {{
            @0 let {inside} = (tile_iota_{axis}(): tile<usize, {m}, {n}>) < ({length} - ({k} * {combined}usize));
            @0 {total} = {part_of_both};
        }}
    }}
    @0 eval tile_store({out}, {places}, {stored});
",
        both = job.reduction.both(job.accumulator, &total, &value),
        part_of_both = job.reduction.both(job.accumulator, &total, &masked),
    );
    w.text(along, 4, &before, &behind)
}

/// The arguments of a launch. The matrix has these extents; each of so many parts is so many tiles long.
pub(crate) fn arguments<'a>(
    plan: &'a Plan,
    steps: &[Steps],
    job: &Job,
    extents: [usize; 2],
    (parts, part_tiles): (usize, usize),
    out: &'a mut Buffer<u8>,
) -> MadeArgs<'a> {
    let mut args = super::arguments(plan, steps, extents);
    emit::value(&mut args, job.accumulator, job.reduction.neutral(job.accumulator));
    let axis = usize::from(!job.upright);
    args.value(extents[axis]);
    args.value(part_tiles);
    let mut left = extents;
    left[axis] = parts;
    args.write_matrix(out, job.result.size(), left);
    args
}
