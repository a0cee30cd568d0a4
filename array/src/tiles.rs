//! Kernels of tiles: what a plan computes as a matrix, a tile of the grid some of its rows and columns.
//!
//! Takes a plan whose elements are a matrix's; guarantees that each load has its place in memory by one step a row and
//! one a column, or that there is no such kernel; leaves what becomes of the elements to the jobs: [`reduction`]
//! combines them, [`rows`] needs whole rows, [`turned`] reads columns that lie side by side, [`product`] adds what
//! stands behind a product.

pub(crate) mod product;
pub(crate) mod reduction;
pub(crate) mod rows;
pub(crate) mod turned;

use std::fmt::Write as _;
use std::sync::Arc;

use kiln_runtime::__private::{Scalar, made::MadeArgs};
use kiln_runtime::Buffer;
use kiln_runtime::registry::ParamKind;

use crate::dtype::Dtype;
use crate::emit::{self, Locals, Text};
use crate::layout::Axes;
use crate::ops::Id;
use crate::plan::{Instruction, Number, Plan, THREAD};
use crate::reduce::Reduction;

/// Where a matrix of elements lies in memory: the first, and the step from row to row and from column to column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) base: usize,
    pub(crate) row: usize,
    pub(crate) column: usize,
}

impl Steps {
    /// Whether columns lie side by side, so that the matrix is read as its transpose.
    pub(crate) fn is_turned(&self) -> bool {
        self.row == 1 && self.column > 1
    }

    /// The steps of the transpose.
    pub(crate) fn turned(&self) -> Steps {
        Steps { base: self.base, row: self.column, column: self.row }
    }

    /// What the kernel's text depends on.
    fn word(&self) -> u32 {
        u32::from(self.row == 0) | u32::from(self.column == 0) << 1 | u32::from(self.is_turned()) << 2
    }
}

/// The steps of an index over rows of so many columns, where there are such.
pub(crate) fn split(axes: &Axes, columns: usize) -> Option<Steps> {
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
        if let Some(index) = placed(&value.0) {
            let Some(index) = usize::from(index).checked_sub(1).map(|place| &plan.indices[place]) else {
                all.push(Steps { base: 0, row: columns, column: 1 });
                continue;
            };
            if index.of != THREAD {
                return None;
            }
            all.push(split(&index.axes, columns)?);
        }
        match value.0 {
            Instruction::Load { .. }
            | Instruction::Iota { .. }
            | Instruction::Philox { .. }
            | Instruction::Word { .. }
            | Instruction::Scalar(_)
            | Instruction::Reduce { .. }
            | Instruction::Product => {}
            Instruction::Map { row, .. } => {
                // Functions of elements of two types, and a division that may fail on what is outside of the matrix.
                let apart = matches!(row, Id::CountOnes | Id::Powi);
                if apart || emit::divides(plan, &value.0) {
                    return None;
                }
            }
        }
    }
    Some(all)
}

/// The index of what has one.
fn placed(instruction: &Instruction) -> Option<Number> {
    match *instruction {
        Instruction::Load { index, .. } | Instruction::Iota { index } | Instruction::Philox { index, .. } => {
            Some(index)
        }
        _ => None,
    }
}

/// What the text of a kernel depends on, beside the plan's own key.
pub(crate) fn words(steps: &[Steps]) -> impl Iterator<Item = u32> {
    steps.iter().map(Steps::word)
}

/// The extents of a value: of a tile, or 1 along an axis that it is the same along; a scalar has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extents {
    Scalar,
    Tile { rows: bool, columns: bool },
}

impl Extents {
    const WHOLE: Extents = Extents::Tile { rows: true, columns: true };

    fn join(self, other: Extents) -> Extents {
        match (self, other) {
            (Extents::Scalar, extents) | (extents, Extents::Scalar) => extents,
            (Extents::Tile { rows: a, columns: b }, Extents::Tile { rows: c, columns: d }) => {
                Extents::Tile { rows: a || c, columns: b || d }
            }
        }
    }
}

/// A kernel while it is written.
struct Writer<'p> {
    plan: &'p Plan,
    steps: &'p [Steps],
    params: Vec<(String, ParamKind)>,
    locals: Locals,
    body: String,
    /// Rows and columns of a tile.
    tile: [usize; 2],
    /// Of what has an index: the matrix in memory; or base, row and column step of the number.
    places: Vec<Vec<String>>,
    scalars: Vec<String>,
    /// The sums of a product, and their type.
    product: Option<(String, Dtype)>,
    /// Of each value its name and extents.
    values: Vec<(String, Extents)>,
}

impl<'p> Writer<'p> {
    /// The matrices and scalars of a plan as the first parameters; `more` come behind them, and their names are given.
    fn new<const N: usize>(
        plan: &'p Plan,
        steps: &'p [Steps],
        tile: [usize; 2],
        more: [(&str, ParamKind); N],
    ) -> (Writer<'p>, [String; N]) {
        let mut w = Writer {
            plan,
            steps,
            params: Vec::new(),
            locals: Locals { next: 0, list: Vec::new() },
            body: String::new(),
            tile,
            places: Vec::new(),
            scalars: Vec::new(),
            product: None,
            values: Vec::new(),
        };
        for (number, (value, dtype)) in
            plan.values.iter().filter(|(value, _)| placed(value).is_some()).enumerate()
        {
            let place = if matches!(value, Instruction::Load { .. }) {
                vec![w.param(&format!("x{number}"), matrix(*dtype, false))]
            } else {
                ["base", "down", "across"]
                    .map(|name| w.param(&format!("{name}{number}"), scalar(Scalar::Usize)))
                    .to_vec()
            };
            w.places.push(place);
        }
        for (number, (dtype, _)) in plan.scalars.iter().enumerate() {
            let name = w.param(&format!("s{number}"), scalar(dtype.scalar()));
            w.scalars.push(name);
        }
        let more = more.map(|(name, kind)| w.param(name, kind));
        w.locals.next = w.params.len();
        (w, more)
    }

    fn param(&mut self, name: &str, kind: ParamKind) -> String {
        let spelled = format!("{name}#{}", self.params.len());
        self.params.push((name.to_owned(), kind));
        spelled
    }

    /// A type, as the text spells it.
    fn spell(&self, dtype: Dtype, extents: Extents) -> String {
        let [m, n] = self.tile;
        match extents {
            Extents::Scalar => dtype.name().to_owned(),
            Extents::Tile { rows, columns } => {
                format!("tile<{dtype}, {}, {}>", if rows { m } else { 1 }, if columns { n } else { 1 })
            }
        }
    }

    /// Writes each value of the plan for the tile whose first row and column these places name, in tiles. `inside` is a
    /// mask of the columns that there are, for what combines rows.
    fn write_values(&mut self, row: &str, column: &str, inside: &str) {
        let mut places = 0;
        for (number, (instruction, dtype)) in self.plan.values.iter().enumerate() {
            let (expression, extents) = match instruction {
                Instruction::Scalar(number) => {
                    self.values.push((self.scalars[usize::from(*number)].clone(), Extents::Scalar));
                    continue;
                }
                Instruction::Load { .. } => {
                    let (name, steps) = (self.places[places][0].clone(), self.steps[places]);
                    places += 1;
                    self.load(&name, steps, *dtype, [row, column])
                }
                Instruction::Iota { .. } => {
                    let number = self.number(places, [row, column]);
                    places += 1;
                    let kind = self.spell(*dtype, Extents::WHOLE);
                    (emit::cast(&number, Dtype::U64, *dtype, &kind), Extents::WHOLE)
                }
                Instruction::Philox { scalars, .. } => {
                    let number = self.number(places, [row, column]);
                    places += 1;
                    let number = self.name("n", "usize", &number);
                    let kind = self.spell(Dtype::U32, Extents::WHOLE);
                    let words = emit::words(&number, &kind, self.plan.wide);
                    let keys = [0, 1, 2].map(|more| &*self.scalars[usize::from(scalars + more)]);
                    let names = emit::philox(&mut self.body, &mut self.locals, &kind, words, keys);
                    self.values.push((names, Extents::WHOLE));
                    continue;
                }
                Instruction::Word { of, word } => {
                    let name = emit::random_word(&self.values[usize::from(*of)].0, *word);
                    self.values.push((name, Extents::WHOLE));
                    continue;
                }
                Instruction::Reduce { reduction, value } => {
                    let extents = Extents::Tile { rows: true, columns: false };
                    (self.combined(*reduction, *value, *dtype, inside), extents)
                }
                Instruction::Product => {
                    let (sum, of) = self.product.clone().unwrap_or_default();
                    let kind = self.spell(*dtype, Extents::WHOLE);
                    let sum = if of == *dtype { sum } else { emit::cast(&sum, of, *dtype, &kind) };
                    (sum, Extents::WHOLE)
                }
                Instruction::Map { row, operands, count } => {
                    let all = || operands[..*count].iter().map(|operand| usize::from(*operand));
                    let extents =
                        all().map(|value| self.values[value].1).fold(Extents::Scalar, Extents::join);
                    let mut names: Vec<String> = self.values.iter().map(|(name, _)| name.clone()).collect();
                    for value in all() {
                        let (name, own) = &self.values[value];
                        // Operators repeat a tile along an axis; functions repeat scalars, and selections nothing.
                        let selects = matches!(row, Id::Select | Id::Minimum | Id::Maximum);
                        if *own != extents && !emit::is_operator(*row) && (*own != Extents::Scalar || selects)
                        {
                            let kind = self.spell(self.plan.values[value].1, extents);
                            names[value] = format!("(tile_broadcast({name}): {kind})");
                        }
                    }
                    let kind = self.spell(*dtype, extents);
                    (emit::operation(self.plan, instruction, (*dtype, &kind), &names), extents)
                }
            };
            let kind = self.spell(*dtype, extents);
            let name = self.locals.add(&format!("v{number}"), &kind);
            let _ = writeln!(self.body, "        @0 let {name} = {expression};");
            self.values.push((name, extents));
        }
    }

    /// A whole tile of a type, under a name of its own.
    fn name(&mut self, name: &str, kind: &str, text: &str) -> String {
        let [m, n] = self.tile;
        let name = self.locals.add(name, &format!("tile<{kind}, {m}, {n}>"));
        let _ = writeln!(self.body, "        @0 let {name} = {text};");
        name
    }

    /// The number of each element of a tile, by the steps that are parameters.
    fn number(&mut self, place: usize, [row, column]: [&str; 2]) -> String {
        let [m, n] = self.tile;
        let [down, across] = [(0, row, m), (1, column, n)].map(|(axis, at, extent)| {
            let iota = format!("(tile_iota_{axis}(): tile<usize, {m}, {n}>) + ({at} * {extent}usize)");
            self.name("i", "usize", &iota)
        });
        let [base, row, column] = [0, 1, 2].map(|part| self.places[place][part].clone());
        format!("((({down} * {row}) + ({across} * {column})) + {base})")
    }

    /// A tile of a matrix in memory.
    fn load(&self, name: &str, steps: Steps, dtype: Dtype, [row, column]: [&str; 2]) -> (String, Extents) {
        let (rows, columns) = (steps.row != 0, steps.column != 0);
        let extents = Extents::Tile { rows, columns };
        let row = if rows { row } else { "0usize" };
        let column = if columns { column } else { "0usize" };
        if steps.is_turned() {
            let [m, n] = self.tile;
            return (
                format!("tile_transpose(tile_load({name}, {column}, {row}): tile<{dtype}, {n}, {m}>)"),
                extents,
            );
        }
        (format!("tile_load({name}, {row}, {column}): {}", self.spell(dtype, extents)), extents)
    }

    /// The rows of a value, combined.
    fn combined(&mut self, reduction: Reduction, value: Number, dtype: Dtype, inside: &str) -> String {
        let (name, extents) = self.values[usize::from(value)].clone();
        let of = self.plan.values[usize::from(value)].1;
        let accumulator = reduction.accumulator(of);
        let mut whole = if extents == Extents::WHOLE {
            name
        } else {
            format!("tile_broadcast({name}): {}", self.spell(of, Extents::WHOLE))
        };
        if accumulator != of {
            whole = emit::cast(&whole, of, accumulator, &self.spell(accumulator, Extents::WHOLE));
        }
        let masked = self.locals.add("masked", &self.spell(accumulator, Extents::WHOLE));
        let neutral = reduction.neutral_text(accumulator);
        let _ =
            writeln!(self.body, "        @0 let {masked} = if {inside} {{ {whole} }} else {{ {neutral} }};");
        let combined = format!("tile_{}_1({masked})", reduction.name());
        if accumulator == dtype {
            combined
        } else {
            emit::cast(
                &combined,
                accumulator,
                dtype,
                &self.spell(dtype, Extents::Tile { rows: true, columns: false }),
            )
        }
    }

    /// The last value, as a whole tile of a type.
    fn result(&self, to: Dtype) -> String {
        let ((name, extents), (_, dtype)) = match (self.values.last(), self.plan.values.last()) {
            (Some(value), Some(planned)) => (value.clone(), *planned),
            _ => return String::new(),
        };
        let mut value = name;
        if dtype != to {
            value = emit::cast(&value, dtype, to, &self.spell(to, extents));
        }
        if extents != Extents::WHOLE {
            value = format!("tile_broadcast({value}): {}", self.spell(to, Extents::WHOLE));
        }
        value
    }

    /// The text: what stands before the values, they, and what stands behind.
    fn text(self, first: &str, warps: usize, before: &str, behind: &str) -> Text {
        self.attributed(first, &format!("#[warps({warps})]\n"), before, behind)
    }

    /// The text with more attributes of the kernel.
    fn attributed(self, first: &str, attributes: &str, before: &str, behind: &str) -> Text {
        let name = emit::name(self.plan, first);
        let attributes = format!("#[tile]\n{attributes}");
        let mut ir = emit::head(&name, &attributes, &self.params, &self.locals.list);
        let _ =
            write!(ir, "{before}{}{behind}}}\n\nsites {{\n    @0 0:0;\n    @1 0:0 divide;\n}}\n", self.body);
        Text { name, ir, params: self.params }
    }
}

fn matrix(dtype: Dtype, mutable: bool) -> ParamKind {
    ParamKind::Tensor { element: Some(dtype.scalar()), rank: 2, mutable }
}

fn scalar(scalar: Scalar) -> ParamKind {
    ParamKind::Scalar(Some(scalar))
}

/// The matrices and scalars of a plan, in the order of the parameters.
fn arguments<'a>(plan: &'a Plan, steps: &[Steps], [rows, columns]: [usize; 2]) -> MadeArgs<'a> {
    let mut args = MadeArgs::default();
    let placed = plan.values.iter().filter(|(value, _)| placed(value).is_some());
    for ((value, _), steps) in placed.zip(steps) {
        let Instruction::Load { leaf, .. } = value else {
            for part in [steps.base, steps.row, steps.column] {
                args.value(part);
            }
            continue;
        };
        let leaf = &plan.leaves[usize::from(*leaf)];
        let extents = [if steps.row == 0 { 1 } else { rows }, if steps.column == 0 { 1 } else { columns }];
        // The stride of an axis of one element does not matter, and 1 keeps the matrix aligned.
        let strides = [if steps.row == 0 { extents[1] } else { steps.row }, steps.column.max(1)];
        let turn = |pair: [usize; 2]| if steps.is_turned() { [pair[1], pair[0]] } else { pair };
        let place = (steps.base, leaf.len);
        args.read_matrix((&leaf.buffer, leaf.dtype.size()), place, turn(extents), turn(strides));
    }
    for (dtype, bits) in &plan.scalars {
        emit::value(&mut args, *dtype, *bits);
    }
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
