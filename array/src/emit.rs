//! The text of a kernel.
//!
//! Takes a plan; guarantees that the text depends on the plan's key alone, and that the parameters are in the order in
//! which [`arguments`] gives them; leaves the code to the compiler.
//!
//! A thread computes one element. Its index is counted over the result; a view of memory turns that into coordinates,
//! by divisions that the host prepares as multiplications, and those into a place in memory.

use std::fmt::Write as _;

use kiln_runtime::__private::{Scalar, made::MadeArgs};
use kiln_runtime::registry::ParamKind;
use kiln_runtime::{Buffer, bf16, f16};

use crate::dtype::{Dtype, Kind};
use crate::ops::{Id, ROWS};
use crate::plan::{Instruction, Number, Plan, THREAD};

/// A kernel's name, text and parameters.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) ir: String,
    pub(crate) params: Vec<(String, ParamKind)>,
}

/// The text while it is written.
struct Writer<'p> {
    plan: &'p Plan,
    params: Vec<(String, ParamKind)>,
}

impl Writer<'_> {
    /// A parameter, as the body names it.
    fn param(&mut self, name: String, kind: ParamKind) -> String {
        let spelt = format!("{name}#{}", self.params.len());
        self.params.push((name, kind));
        spelt
    }

    fn number(&mut self, name: String, narrow: bool) -> String {
        let scalar = if narrow { Scalar::U32 } else { self.index_scalar() };
        self.param(name, ParamKind::Scalar(Some(scalar)))
    }

    fn index_scalar(&self) -> Scalar {
        if self.plan.wide { Scalar::Usize } else { Scalar::U32 }
    }

    fn index_type(&self) -> &'static str {
        if self.plan.wide { "usize" } else { "u32" }
    }
}

/// The kernel of a plan.
pub(crate) fn kernel(plan: &Plan) -> Text {
    let mut w = Writer { plan, params: Vec::new() };
    let slice =
        |dtype: Dtype, mutable| ParamKind::Slice { element: Some(dtype.scalar()), mutable, atomic: false };
    let leaves: Vec<String> = plan
        .leaves
        .iter()
        .enumerate()
        .map(|(number, leaf)| w.param(format!("x{number}"), slice(leaf.dtype, false)))
        .collect();
    let scalars: Vec<String> = plan
        .scalars
        .iter()
        .enumerate()
        .map(|(number, (dtype, _))| w.param(format!("s{number}"), ParamKind::Scalar(Some(dtype.scalar()))))
        .collect();
    let factors: Vec<Factors> =
        plan.indices.iter().enumerate().map(|(n, index)| Factors::new(&mut w, n + 1, index)).collect();
    let result = plan.values.last().map_or(Dtype::F32, |(_, dtype)| *dtype);
    let out = w.param("out".to_owned(), slice(result, true));
    let first = w.params.len();

    // Locals are numbered behind the parameters.
    let mut locals = Locals { next: first, list: Vec::new() };
    let thread = locals.add("i", "usize");
    let narrow = locals.add("n", w.index_type());
    let mut body = String::new();
    let mut indices: Vec<(String, bool)> = vec![(narrow.clone(), false)];
    if !plan.indices.is_empty() {
        let cast = if plan.wide { String::new() } else { format!(" as {}", w.index_type()) };
        let _ = writeln!(body, "        @0 let {narrow} = {thread}{cast};");
    }
    for (number, (index, factors)) in plan.indices.iter().zip(&factors).enumerate() {
        let name = format!("j{}", number + 1);
        if index.of == THREAD && matches!(index.axes.all(), [(_, 1)]) {
            // A shift, which the compiler can follow.
            let place = locals.add(&name, "usize");
            let base = factors.base.as_deref().unwrap_or("0");
            let widened = if plan.wide { String::new() } else { " as usize".to_owned() };
            let _ = writeln!(body, "        @0 let {place} = {thread} + ({base}{widened});");
            indices.push((place, true));
            continue;
        }
        let (parent, is_usize) = indices[usize::from(index.of)].clone();
        let mut rest = if is_usize && !plan.wide { format!("({parent} as u32)") } else { parent };
        let mut terms: Vec<String> = factors.base.iter().cloned().collect();
        let axes = index.axes.all();
        for (axis, (_, stride)) in axes.iter().enumerate().rev() {
            let coordinate = if axis == 0 {
                rest.clone()
            } else {
                let [factor, shift, extent] = &factors.divisors[axis - 1];
                let quotient = locals.add(&format!("{name}q{axis}"), w.index_type());
                let _ = writeln!(body, "        @0 let {quotient} = mul_hi({rest}, {factor}) >> {shift};");
                let coordinate = format!("({rest} - ({quotient} * {extent}))");
                rest = quotient;
                coordinate
            };
            match (stride, &factors.strides[axis]) {
                (0, _) => {}
                (1, _) | (_, None) => terms.push(coordinate),
                (_, Some(stride)) => terms.push(format!("({coordinate} * {stride})")),
            }
        }
        let zero = format!("0{}", w.index_type());
        let sum = terms.into_iter().reduce(|sum, term| format!("({sum} + {term})")).unwrap_or(zero);
        let place = locals.add(&name, w.index_type());
        let _ = writeln!(body, "        @0 let {place} = {sum};");
        indices.push((place, false));
    }

    let place = |index: Number| -> String {
        if index == THREAD {
            return thread.clone();
        }
        let (name, is_usize) = &indices[usize::from(index)];
        if *is_usize || plan.wide { name.clone() } else { format!("{name} as usize") }
    };
    let mut names: Vec<String> = Vec::with_capacity(plan.values.len());
    for (number, (instruction, dtype)) in plan.values.iter().enumerate() {
        let expression = match instruction {
            Instruction::Scalar(number) => {
                names.push(scalars[usize::from(*number)].clone());
                continue;
            }
            Instruction::Load { leaf, index } => {
                format!("{}[{} proven]", leaves[usize::from(*leaf)], place(*index))
            }
            Instruction::Iota { index } => cast(&place(*index), Dtype::U64, *dtype, dtype.name()),
            Instruction::Philox { index, scalars: first } => {
                let keys = [0, 1, 2].map(|more| &*scalars[usize::from(first + more)]);
                let at = place(*index);
                let words = words(&at, "u32", plan.wide);
                names.push(philox(&mut body, &mut locals, "u32", words, keys));
                continue;
            }
            Instruction::Word { of, word } => {
                names.push(random_word(&names[usize::from(*of)], *word));
                continue;
            }
            // Plans of elements have none.
            Instruction::Reduce { .. } | Instruction::Product => String::new(),
            Instruction::Map { .. } => operation(plan, instruction, (*dtype, dtype.name()), &names),
        };
        let name = locals.add(&format!("v{number}"), dtype.name());
        let _ = writeln!(body, "        @0 let {name} = {expression};");
        names.push(name);
    }
    let last = names.last().map_or("", String::as_str);

    let name = name(plan, "array");
    let mut text = head(&name, "", &w.params, &locals.list);
    let _ = writeln!(text, "    @0 let {thread} = global_id_x();");
    let _ = writeln!(text, "    @0 if {thread} < {out}.len() {{");
    text += &body;
    let _ = writeln!(text, "        @0 {out}[{thread} proven] = {last};\n    }}\n}}\n\nsites {{");
    match plan.divides_at {
        Some(at) => {
            let (file, line, column) = (at.file(), at.line(), at.column());
            let _ =
                writeln!(text, "    file {file:?};\n    @0 {line}:{column};\n    @1 {line}:{column} divide;");
        }
        None => text += "    @0 0:0;\n",
    }
    text += "}\n";
    Text { name, ir: text, params: w.params }
}

/// The beginning of a kernel's text: its parameters and locals.
pub(crate) fn head(
    name: &str,
    attributes: &str,
    params: &[(String, ParamKind)],
    locals: &[(String, String)],
) -> String {
    let mut text = format!("kiln-ir 1\n\n{attributes}kernel fn {name}(");
    for (number, (name, kind)) in params.iter().enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        let _ = write!(text, "{comma}{name}#{number}: {}", kind.rust_type().replace("Tensor", "tensor"));
    }
    text += ") {\n";
    for (name, kind) in locals {
        let _ = writeln!(text, "    var {name}: {kind};");
    }
    text
}

/// An operation on operands with these names, whose result is of a type that is spelled so.
pub(crate) fn operation(
    plan: &Plan,
    instruction: &Instruction,
    (dtype, spelled): (Dtype, &str),
    names: &[String],
) -> String {
    let Instruction::Map { row, operands, count } = instruction else { return String::new() };
    let kind = operand_type(plan, instruction);
    if *row == Id::Cast {
        return cast(&names[usize::from(operands[0])], kind, dtype, spelled);
    }
    let mut text = ROWS[*row as usize].text(kind).unwrap_or("{0}").replace("{t}", kind.name());
    for (place, operand) in operands[..*count].iter().enumerate() {
        text = text.replace(&format!("{{{place}}}"), &names[usize::from(*operand)]);
    }
    text
}

/// The type that an operation is of. Of a selection the mask does not tell.
fn operand_type(plan: &Plan, instruction: &Instruction) -> Dtype {
    let Instruction::Map { row, operands, .. } = instruction else { return Dtype::F32 };
    plan.values[usize::from(operands[usize::from(*row == Id::Select)])].1
}

/// Writes Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011) for the
/// element whose number has these two words, as `kiln::random` has it; gives the names of the four results. `kind` is
/// how the text spells what differs from element to element.
pub(crate) fn philox(
    body: &mut String,
    locals: &mut Locals,
    kind: &str,
    element: [String; 2],
    keys: [&str; 3],
) -> String {
    // Of each value its name, and whether it differs from element to element.
    type Value = (String, bool);
    let mut set = |text: String, differs: bool| -> Value {
        let name = locals.add("r", if differs { kind } else { "u32" });
        let _ = writeln!(body, "        @0 let {name} = {text};");
        (name, differs)
    };
    let given = |key: &str| (key.to_owned(), false);
    let [mut left, mut right, mut a] = keys.map(given);
    let mut b = given("0u32");
    let [mut c, mut d] = element.map(|word| if word == "0u32" { given(&word) } else { set(word, true) });
    for round in 0..10 {
        let [low, high] = ["{} * 3528531795u32", "mul_hi({}, 3528531795u32)"]
            .map(|text| set(text.replace("{}", &a.0), a.1));
        let [other_low, other_high] = ["{} * 3449720151u32", "mul_hi({}, 3449720151u32)"]
            .map(|text| set(text.replace("{}", &c.0), c.1));
        a = set(format!("({} ^ {}) ^ {}", other_high.0, b.0, left.0), other_high.1 || b.1);
        c = set(format!("({} ^ {}) ^ {}", high.0, d.0, right.0), high.1 || d.1);
        (b, d) = (other_low, low);
        if round < 9 {
            left = set(format!("{} + 2654435769u32", left.0), false);
            right = set(format!("{} + 3144134277u32", right.0), false);
        }
    }
    [a.0, b.0, c.0, d.0].join("|")
}

/// The two words of an element's number.
pub(crate) fn words(at: &str, kind: &str, wide: bool) -> [String; 2] {
    let high = if wide { format!("({at} >> 32u32) as {kind}") } else { "0u32".to_owned() };
    [format!("({at}) as {kind}"), high]
}

/// The name of one of Philox's results.
pub(crate) fn random_word(names: &str, word: u8) -> String {
    names.split('|').nth(word.into()).unwrap_or_default().to_owned()
}

/// Whether an operation is an operator of the text, and no function.
pub(crate) fn is_operator(row: Id) -> bool {
    use Id::{Add, And, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Neg, Not, Or, Rem, Shl, Shr, Square, Sub, Xor};
    matches!(
        row,
        Add | Sub
            | Mul
            | Div
            | Rem
            | Shl
            | Shr
            | Neg
            | And
            | Or
            | Xor
            | Not
            | Square
            | Eq
            | Ne
            | Lt
            | Le
            | Gt
            | Ge
    )
}

/// Whether an operation divides integers, and so can fail.
pub(crate) fn divides(plan: &Plan, instruction: &Instruction) -> bool {
    let Instruction::Map { row, .. } = instruction else { return false };
    matches!(row, Id::Div | Id::Rem) && operand_type(plan, instruction).kind() != Kind::Float
}

pub(crate) struct Locals {
    pub(crate) next: usize,
    pub(crate) list: Vec<(String, String)>,
}

impl Locals {
    pub(crate) fn add(&mut self, name: &str, kind: &str) -> String {
        let spelt = format!("{name}#{}", self.next);
        self.next += 1;
        self.list.push((spelt.clone(), kind.to_owned()));
        spelt
    }
}

/// The parameters of an index: as many as [`factors`] gives numbers.
struct Factors {
    base: Option<String>,
    /// Of each axis but the first: by what to multiply and shift in the place of a division, and its extent.
    divisors: Vec<[String; 3]>,
    strides: Vec<Option<String>>,
}

impl Factors {
    fn new(w: &mut Writer<'_>, number: usize, index: &crate::plan::Index) -> Factors {
        let base = (index.axes.base != 0).then(|| w.number(format!("j{number}base"), false));
        let axes = index.axes.all();
        let divisors = (1..axes.len())
            .map(|axis| {
                [
                    w.number(format!("j{number}m{axis}"), false),
                    w.number(format!("j{number}s{axis}"), true),
                    w.number(format!("j{number}e{axis}"), false),
                ]
            })
            .collect();
        let strides = axes
            .iter()
            .enumerate()
            .map(|(axis, (_, stride))| {
                (!matches!(stride, 0 | 1)).then(|| w.number(format!("j{number}t{axis}"), false))
            })
            .collect();
        Factors { base, divisors, strides }
    }
}

/// `as`, where Rust has it, to a type that is spelled so: a tile's, perhaps.
pub(crate) fn cast(value: &str, from: Dtype, to: Dtype, spelled: &str) -> String {
    match (from.kind(), to.kind()) {
        (Kind::Bool, Kind::Float) => {
            let byte = spelled.replace(to.name(), "u8");
            format!("(({value}) as {byte}) as {spelled}")
        }
        (Kind::Float, Kind::Bool) => format!("{value} != 0.0{from}"),
        (Kind::Signed | Kind::Unsigned, Kind::Bool) => format!("{value} != 0{from}"),
        _ => format!("({value}) as {spelled}"),
    }
}

/// What a profile calls the kernel: its operations, the first few.
pub(crate) fn name(plan: &Plan, first: &str) -> String {
    let mut name = first.to_owned();
    let mut more = 0;
    for (instruction, _) in &plan.values {
        let Instruction::Map { row, .. } = instruction else { continue };
        if name.len() < 40 {
            name = name + "_" + ROWS[*row as usize].name;
        } else {
            more += 1;
        }
    }
    if more > 0 { format!("{name}_and_{more}") } else { name }
}

/// The arguments of a launch, in the order of the parameters; the result's memory comes last.
pub(crate) fn arguments<'a>(plan: &'a Plan, out: &'a mut Buffer<u8>, len: usize) -> MadeArgs<'a> {
    let mut args = MadeArgs::default();
    for leaf in &plan.leaves {
        args.read(&leaf.buffer, leaf.len);
    }
    for (dtype, bits) in &plan.scalars {
        value(&mut args, *dtype, *bits);
    }
    let index_value = |args: &mut MadeArgs<'_>, value: u64| {
        if plan.wide { args.value(value as usize) } else { args.value(value as u32) }
    };
    for index in &plan.indices {
        let axes = index.axes.all();
        if index.axes.base != 0 {
            index_value(&mut args, index.axes.base as u64);
        }
        for (extent, _) in axes.iter().skip(1) {
            let (factor, shift) = divisor(*extent as u64, plan.wide);
            index_value(&mut args, factor);
            args.value(shift);
            index_value(&mut args, *extent as u64);
        }
        for (_, stride) in axes.iter().filter(|(_, stride)| !matches!(stride, 0 | 1)) {
            index_value(&mut args, *stride as u64);
        }
    }
    args.write(out, len);
    args
}

/// By what to multiply, keeping the high word, and how far to shift, to divide a number below 2^31 (or 2^63) by a
/// divisor of at least 2: Granlund and Montgomery, "Division by invariant integers using multiplication", 1994.
fn divisor(by: u64, wide: bool) -> (u64, u32) {
    let bits = u64::BITS - (by - 1).leading_zeros();
    let word = if wide { 63 } else { 31 };
    let factor = (1u128 << (word + bits)).div_ceil(u128::from(by));
    (factor as u64, bits - 1)
}

/// A number of a type.
pub(crate) fn value(args: &mut MadeArgs<'_>, dtype: Dtype, bits: u64) {
    match dtype {
        Dtype::Bool => args.value(bits != 0),
        Dtype::I8 => args.value(bits as i8),
        Dtype::I16 => args.value(bits as i16),
        Dtype::I32 => args.value(bits as i32),
        Dtype::I64 => args.value(bits as i64),
        Dtype::U8 => args.value(bits as u8),
        Dtype::U16 => args.value(bits as u16),
        Dtype::U32 => args.value(bits as u32),
        Dtype::U64 => args.value(bits),
        Dtype::F16 => args.value(f16::from_bits(bits as u16)),
        Dtype::BF16 => args.value(bf16::from_bits(bits as u16)),
        Dtype::F32 => args.value(f32::from_bits(bits as u32)),
        Dtype::F64 => args.value(f64::from_bits(bits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_division_is_a_multiplication() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..200_000u64 {
            let by = if round < 4096 { round + 2 } else { random.u64(2..1 << 31) };
            let (factor, shift) = divisor(by, false);
            assert!(factor < 1 << 32);
            for n in [0, 1, by - 1, by, by + 1, random.u64(0..1 << 31), (1 << 31) - 1] {
                let n = n.min((1 << 31) - 1);
                assert_eq!(((n * factor) >> 32) >> shift, n / by, "{n} / {by}");
            }
        }
        for _ in 0..200_000 {
            let by = random.u64(2..1 << 62) >> random.u32(0..60);
            let by = by.max(2);
            let (factor, shift) = divisor(by, true);
            for n in [0, 1, by - 1, by, by + 1, random.u64(0..1 << 63), (1 << 63) - 1] {
                assert_eq!(
                    ((u128::from(n) * u128::from(factor)) >> 64) as u64 >> shift,
                    n / by,
                    "{n} / {by}"
                );
            }
        }
    }
}
