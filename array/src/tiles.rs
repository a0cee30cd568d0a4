//! The text of a kernel that reduces: tiles of a matrix, whose elements a plan computes.
//!
//! Takes a plan over a matrix (rows are kept, columns are reduced) in which each element that is read has its place in
//! memory by one step a row and one a column; guarantees that elements are combined in an order that the shape alone
//! decides.

use std::fmt::Write as _;

use kiln_runtime::__private::{Scalar, made::MadeArgs};
use kiln_runtime::Buffer;
use kiln_runtime::registry::ParamKind;

use crate::dtype::Dtype;
use crate::emit::{self, Locals, Text};
use crate::layout::Axes;
use crate::ops::Id;
use crate::plan::{Instruction, Number, Plan, THREAD};

/// How values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Sum,
    Max,
    Min,
}

/// What a kernel reduces, and by which tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) reduction: Reduction,
    /// In which values are combined, and what is stored.
    pub(crate) accumulator: Dtype,
    pub(crate) result: Dtype,
    /// Whether what is kept lies side by side in memory, and what is reduced does not.
    pub(crate) upright: bool,
    /// Elements of a tile along what is kept and what is reduced.
    pub(crate) tile: [usize; 2],
}

impl Job {
    /// For the key.
    pub(crate) fn words(&self) -> [u32; 2] {
        let flags = self.reduction as u32 | (self.accumulator as u32) << 4 | (self.result as u32) << 8;
        [6 << 28 | flags | u32::from(self.upright) << 12, (self.tile[0] << 16 | self.tile[1]) as u32]
    }
}

/// Where a matrix of elements lies in memory: the first, and the step from row to row and from column to column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) base: usize,
    pub(crate) row: usize,
    pub(crate) column: usize,
}

/// The steps of an index over rows of so many columns, where there are such.
fn split(axes: &Axes, columns: usize) -> Option<Steps> {
    let (mut rest, mut row, mut column) = (columns, None, None);
    for (extent, stride) in axes.all().iter().rev() {
        let stride = usize::try_from(*stride).ok()?;
        if rest > 1 {
            if column.replace(stride).is_some() {
                return None;
            }
            if rest % extent == 0 {
                rest /= extent;
            } else if extent % rest == 0 {
                row = Some(stride * rest);
                rest = 1;
            } else {
                return None;
            }
        } else if row.replace(stride).is_some() {
            return None;
        }
    }
    let base = usize::try_from(axes.base).ok()?;
    // A single element, or one that is repeated, may have lost its axis.
    (rest == 1 || axes.all().is_empty()).then(|| Steps {
        base,
        row: row.unwrap_or(0),
        column: column.unwrap_or(0),
    })
}

/// The steps of each load of a plan over a matrix; `None` where tiles cannot compute it.
pub(crate) fn steps(plan: &Plan, columns: usize) -> Option<Vec<Steps>> {
    let mut all = Vec::new();
    for value in &plan.values {
        match value.0 {
            Instruction::Load { index: THREAD, .. } => all.push(Steps { base: 0, row: columns, column: 1 }),
            Instruction::Load { index, .. } => {
                let index = &plan.indices[usize::from(index) - 1];
                if index.of != THREAD {
                    return None;
                }
                all.push(split(&index.axes, columns)?);
            }
            Instruction::Scalar(_) => {}
            Instruction::Iota { .. } => return None,
            Instruction::Map { row, operands, .. } => {
                // These name scalar types in their texts, and a division may fail on what is outside of the matrix.
                let apart = matches!(row, Id::Shl | Id::Shr | Id::CountOnes);
                let mask = row == Id::Select && is_scalar(plan, operands[0]);
                if apart || mask || emit::divides(plan, &value.0) {
                    return None;
                }
            }
        }
    }
    Some(all)
}

/// Whether a value is the same for all elements.
fn is_scalar(plan: &Plan, value: Number) -> bool {
    match plan.values[usize::from(value)].0 {
        Instruction::Scalar(_) => true,
        Instruction::Load { .. } | Instruction::Iota { .. } => false,
        Instruction::Map { operands, count, .. } => {
            operands[..count].iter().all(|operand| is_scalar(plan, *operand))
        }
    }
}

/// The kernel of a plan whose elements are reduced.
pub(crate) fn kernel(plan: &Plan, job: &Job) -> Text {
    let [kept, reduced] = job.tile;
    let [m, n] = if job.upright { [reduced, kept] } else { [kept, reduced] };
    let mut params: Vec<(String, ParamKind)> = Vec::new();
    let mut param = |name: String, kind: ParamKind| {
        let spelled = format!("{name}#{}", params.len());
        params.push((name, kind));
        spelled
    };
    let matrix =
        |dtype: Dtype, mutable| ParamKind::Tensor { element: Some(dtype.scalar()), rank: 2, mutable };
    let scalar = |scalar: Scalar| ParamKind::Scalar(Some(scalar));
    let loads: Vec<String> = plan
        .values
        .iter()
        .filter(|(value, _)| matches!(value, Instruction::Load { .. }))
        .enumerate()
        .map(|(number, (_, dtype))| param(format!("x{number}"), matrix(*dtype, false)))
        .collect();
    let scalars: Vec<String> = plan
        .scalars
        .iter()
        .enumerate()
        .map(|(n, (dtype, _))| param(format!("s{n}"), scalar(dtype.scalar())))
        .collect();
    let neutral = param("neutral".to_owned(), scalar(job.accumulator.scalar()));
    let length = param("length".to_owned(), scalar(Scalar::Usize));
    let part_tiles = param("part".to_owned(), scalar(Scalar::Usize));
    let out = param("out".to_owned(), matrix(job.result, true));

    let mut locals = Locals { next: params.len(), list: Vec::new() };
    let [t, p, first, last, k] = ["t", "p", "first", "last", "k"].map(|name| locals.add(name, "usize"));
    let tile = |dtype: Dtype| format!("tile<{dtype}, {m}, {n}>");
    let total = locals.add("total", &tile(job.accumulator));
    let inside = locals.add("inside", &tile(Dtype::Bool));
    let mut body = String::new();
    let (mut names, mut loads): (Vec<String>, _) = (Vec::new(), loads.into_iter());
    for (number, (instruction, dtype)) in plan.values.iter().enumerate() {
        if let Instruction::Scalar(number) = instruction {
            names.push(scalars[usize::from(*number)].clone());
            continue;
        }
        let kind = if is_scalar(plan, number as Number) { dtype.name().to_owned() } else { tile(*dtype) };
        let expression = match instruction {
            Instruction::Load { .. } => {
                let places = if job.upright { format!("{k}, {t}") } else { format!("{t}, {k}") };
                format!("tile_load({}, {places}): {kind}", loads.next().unwrap_or_default())
            }
            other => emit::operation(plan, other, (*dtype, &kind), &names),
        };
        let name = locals.add(&format!("v{number}"), &kind);
        let _ = writeln!(body, "        @0 let {name} = {expression};");
        names.push(name);
    }
    let (mut last_value, dtype) =
        (names.pop().unwrap_or_default(), plan.values.last().map_or(Dtype::F32, |v| v.1));
    let scalar = is_scalar(plan, (plan.values.len() - 1) as Number);
    if dtype != job.accumulator {
        let kind = if scalar { job.accumulator.name().to_owned() } else { tile(job.accumulator) };
        last_value = emit::cast(&last_value, dtype, job.accumulator, &kind);
    }
    let value = locals.add("value", &tile(job.accumulator));
    if scalar {
        last_value = format!("tile_broadcast({last_value}): {}", tile(job.accumulator));
    }
    let axis = usize::from(!job.upright);
    let combine = |one: &str, other: &str| match (job.reduction, job.accumulator.kind()) {
        (Reduction::Sum, _) => format!("{one} + {other}"),
        (Reduction::Max, crate::dtype::Kind::Float) => format!("float_max({one}, {other})"),
        (Reduction::Min, crate::dtype::Kind::Float) => format!("float_min({one}, {other})"),
        (Reduction::Max, _) => format!("int_max({one}, {other})"),
        (Reduction::Min, _) => format!("int_min({one}, {other})"),
    };
    let along = match job.reduction {
        Reduction::Sum => "sum",
        Reduction::Max => "max",
        Reduction::Min => "min",
    };

    let name = emit::name(plan, along);
    let mut text = emit::head(&name, "#[tile]\n#[warps(4)]\n", &params, &locals.list);
    let places = if job.upright { format!("{p}, {t}") } else { format!("{t}, {p}") };
    let mut result = format!("tile_{along}_{axis}({total})");
    if job.result != job.accumulator {
        let kind = if job.upright {
            format!("tile<{}, 1, {n}>", job.result)
        } else {
            format!("tile<{}, {m}, 1>", job.result)
        };
        result = emit::cast(&result, job.accumulator, job.result, &kind);
    }
    let _ = write!(
        text,
        "    @0 let {t} = block_idx_x();
    @0 let {p} = block_idx_y();
    @0 let {first} = {p} * {part_tiles};
    @0 let {last} = int_min({first} + {part_tiles}, div_ceil({length}, {reduced}usize, @1));
    @0 let {total} = tile_broadcast({neutral}): {kind};
    @0 '0: for {k} in {first}..{last} {{
{body}        @0 let {value} = {last_value};
        @0 if (({k} + 1usize) * {reduced}usize) <= {length} {{
            @0 {total} = {both};
        }} else {{
            @0 let {inside} = (tile_iota_{axis}(): tile<usize, {m}, {n}>) < ({length} - ({k} * {reduced}usize));
            @0 {total} = {masked};
        }}
    }}
    @0 eval tile_store({out}, {places}, {result});
}}

sites {{
    @0 0:0;
    @1 0:0 divide;
}}
",
        kind = tile(job.accumulator),
        both = combine(&total, &value),
        masked = combine(&total, &format!("(if {inside} {{ {value} }} else {{ {neutral} }})")),
    );
    Text { name, ir: text, params }
}

/// The arguments of a launch, in the order of the parameters. `extents` are how many elements are kept and reduced.
pub(crate) fn arguments<'a>(
    plan: &'a Plan,
    job: &Job,
    steps: &[Steps],
    [kept, reduced]: [usize; 2],
    (parts, part_tiles): (usize, usize),
    neutral: u64,
    out: &'a mut Buffer<u8>,
) -> MadeArgs<'a> {
    let mut args = MadeArgs::default();
    let loads = plan.values.iter().filter_map(|(value, _)| match value {
        Instruction::Load { leaf, .. } => plan.leaves.get(usize::from(*leaf)),
        _ => None,
    });
    let turn = |pair: [usize; 2]| if job.upright { [pair[1], pair[0]] } else { pair };
    for (leaf, steps) in loads.zip(steps) {
        let place = (steps.base, leaf.len);
        let matrix = (&*leaf.buffer, leaf.dtype.size());
        args.read_matrix(matrix, place, turn([kept, reduced]), turn([steps.row, steps.column]));
    }
    for (dtype, bits) in &plan.scalars {
        emit::value(&mut args, *dtype, *bits);
    }
    emit::value(&mut args, job.accumulator, neutral);
    args.value(reduced);
    args.value(part_tiles);
    args.write_matrix(out, job.result.size(), turn([kept, parts]));
    args
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use crate::shape::Shape;

    #[test]
    fn an_index_over_a_matrix_is_a_step_a_row_and_one_a_column() {
        let whole = Layout::whole(Shape::from([4, 5, 6]));
        let of =
            |layout: Layout, columns| split(&layout.collapse(), columns).map(|s| (s.base, s.row, s.column));
        assert_eq!(of(whole, 6), Some((0, 6, 1)));
        assert_eq!(of(whole, 30), Some((0, 30, 1)));
        assert_eq!(of(whole, 120), Some((0, 0, 1)));
        assert_eq!(of(whole.permute(&[1, 2, 0]), 4), Some((0, 1, 30)));
        assert_eq!(of(whole.permute(&[2, 0, 1]), 20), Some((0, 1, 6)));
        assert_eq!(of(whole.permute(&[1, 0, 2]), 24), None);
        assert_eq!(of(whole.narrow(2, 1, 4, 1), 4), Some((1, 6, 1)));
        assert_eq!(of(whole.flip_last(), 6), None);
        let row = Layout::whole(Shape::from(6)).broadcast(Shape::from([4, 6]));
        assert_eq!(of(row, 6), Some((0, 0, 1)));
        let column = Layout::whole(Shape::from([4, 1])).broadcast(Shape::from([4, 6]));
        assert_eq!(of(column, 6), Some((0, 1, 0)));
        assert_eq!(of(Layout::whole(Shape::SCALAR).broadcast(Shape::from([4, 6])), 6), Some((0, 0, 0)));
    }

    impl Layout {
        fn flip_last(&self) -> Layout {
            let axis = self.shape.rank() - 1;
            self.narrow(axis, self.shape[axis] - 1, self.shape[axis], -1)
        }
    }
}
