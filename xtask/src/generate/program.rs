//! Whole functions: device functions for others to call, programs, and the kernels that apply them.

use super::random::Random;
use super::scope::{Frame, Function, Pass, Scopes, Shape};
use super::types::{Bound, COMMON, INTS, Ty, literal};

/// What is written before a function, for it to use.
#[derive(Default)]
pub(super) struct Library {
    pub(super) constants: Vec<(String, Ty)>,
    pub(super) functions: Vec<Function>,
}

/// A function's body while it is written.
pub(super) struct Body<'a> {
    pub(super) random: &'a mut Random,
    pub(super) library: &'a Library,
    pub(super) scopes: Scopes,
    pub(super) frames: Vec<Frame>,
    pub(super) result: Ty,
    /// That of the type parameter, in a generic function.
    pub(super) bound: Option<Bound>,
    /// Whether an expression may change nothing.
    pub(super) pure: bool,
    /// How often the statement being written runs at most.
    pub(super) turns: usize,
    /// About how many operations a call takes.
    pub(super) cost: usize,
    pub(super) names: usize,
    lines: String,
    indent: usize,
}

/// About how many operations one call of a program takes at most.
const MOST_COST: usize = 4000;

impl<'a> Body<'a> {
    fn new(random: &'a mut Random, library: &'a Library, result: Ty) -> Self {
        Body {
            random,
            library,
            scopes: Scopes::default(),
            frames: Vec::new(),
            result,
            bound: None,
            pure: false,
            turns: 1,
            cost: 1,
            names: 0,
            lines: String::new(),
            indent: 1,
        }
    }

    /// What a call here may cost.
    pub(super) fn room(&self) -> usize {
        MOST_COST.saturating_sub(self.cost) / self.turns / 4
    }

    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        for _ in 0..self.indent {
            self.lines += "    ";
        }
        self.lines += text.as_ref();
        self.lines += "\n";
    }

    /// Opens a block; gives where its first line starts.
    pub(super) fn open(&mut self, text: impl AsRef<str>) -> usize {
        let start = self.lines.len();
        self.line(text);
        self.indent += 1;
        start
    }

    /// Puts `text` in front of the first `mark` after `start`.
    pub(super) fn insert(&mut self, start: usize, mark: &str, text: &str) {
        if let Some(at) = self.lines[start..].find(mark) {
            self.lines.insert_str(start + at, text);
        }
    }

    pub(super) fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    /// Closes a block and opens the next: `} else {`.
    pub(super) fn reopen(&mut self, text: &str) {
        self.close(text);
        self.indent += 1;
    }

    fn param(&mut self, name: &str, pass: Pass) -> String {
        let (written, shape, spelt, mutable) = match pass {
            Pass::Value(ty) => (name.to_owned(), Shape::Scalar(ty), ty.name().to_owned(), false),
            Pass::Array(ty) => {
                (name.to_owned(), Shape::Array(ty, 4), format!("[{}; FOUR]", ty.name()), false)
            }
            Pass::Mut(ty) => (format!("(*{name})"), Shape::Scalar(ty), format!("&mut {}", ty.name()), true),
            Pass::Slice(ty) => (name.to_owned(), Shape::Slice(ty), format!("&[{}]", ty.name()), false),
            Pass::SliceMut(ty) => (name.to_owned(), Shape::Slice(ty), format!("&mut [{}]", ty.name()), true),
        };
        self.scopes.add(written, shape, mutable);
        format!("{name}: {spelt}")
    }

    /// The whole function; `generics` as written after its name.
    fn function(
        mut self,
        name: &str,
        generics: &str,
        params: &[Pass],
        counts: (usize, u32),
    ) -> (String, usize) {
        self.scopes.enter();
        let named: Vec<_> = params.iter().zip(["a", "b", "c", "d"]).collect();
        let spelt: Vec<String> = named.into_iter().map(|(pass, name)| self.param(name, *pass)).collect();
        if self.random.chance(15) {
            self.constant_item();
        }
        let (statements, depth) = counts;
        if self.statements(statements, depth) {
            let value = self.outcome();
            self.line(value);
        }
        let head =
            format!("#[device]\nfn {name}{generics}({}) -> {} {{\n", spelt.join(", "), self.result.name());
        (format!("{head}{}}}\n", self.lines), self.cost)
    }
}

/// A constant for programs to name.
pub(super) fn constant(number: usize, random: &mut Random) -> (String, (String, Ty)) {
    let ty = random.pick(&COMMON);
    let ty = if ty.is_half() { Ty::F32 } else { ty };
    let name = format!("C{number:02}");
    (format!("const {name}: {} = {};\n", ty.name(), literal(ty, random)), (name, ty))
}

/// A device function that takes values.
pub(super) fn helper(number: usize, random: &mut Random, library: &Library) -> (String, Function) {
    let params: Vec<Pass> = (0..=random.below(3)).map(|_| Pass::Value(random.pick(&COMMON))).collect();
    let result = random.pick(&COMMON);
    finish(format!("h{number:02}"), params, result, random, library)
}

/// A device function that takes references and arrays.
pub(super) fn special(number: usize, random: &mut Random, library: &Library) -> (String, Function) {
    let ty = random.pick(&COMMON);
    let first = match number % 4 {
        0 => Pass::Mut(ty),
        1 => Pass::Slice(ty),
        2 => Pass::SliceMut(ty),
        _ => Pass::Array(ty),
    };
    let params = vec![first, Pass::Value(random.pick(&COMMON)), Pass::Value(Ty::Usize)];
    let result = random.pick(&COMMON);
    finish(format!("r{number:02}"), params, result, random, library)
}

fn finish(
    name: String,
    params: Vec<Pass>,
    result: Ty,
    random: &mut Random,
    library: &Library,
) -> (String, Function) {
    let counts = (2 + random.below(4), 1);
    let (text, cost) = Body::new(random, library, result).function(&name, "", &params, counts);
    (text, Function { name, params, result, instances: &[], counted: false, cost })
}

/// A generic device function; every other one has a constant parameter too.
pub(super) fn generic(number: usize, random: &mut Random, library: &Library) -> (String, Function) {
    const FLOATS: [Ty; 4] = [Ty::F32, Ty::F64, Ty::F16, Ty::Bf16];
    const NUMBERS: [Ty; 8] = [Ty::I8, Ty::I32, Ty::I64, Ty::U8, Ty::U32, Ty::Usize, Ty::F32, Ty::F64];
    let (bound, spelt, instances): (_, _, &'static [Ty]) = match number % 3 {
        0 => (Bound::Int, "Int", &INTS),
        1 => (Bound::Float, "Float", &FLOATS),
        _ => (Bound::Num, "Num", &NUMBERS),
    };
    let ty = Ty::Param(bound);
    let counted = number % 2 == 1;
    let name = format!("g{number:02}");
    let params = vec![Pass::Value(ty), Pass::Value(ty), Pass::Value(Ty::U32)];
    let mut body = Body::new(random, library, ty);
    body.bound = Some(bound);
    body.scopes.enter();
    if counted {
        body.scopes.add("N", Shape::Scalar(Ty::Usize), false);
    }
    let generics = if counted { format!("<T: {spelt}, const N: usize>") } else { format!("<T: {spelt}>") };
    let (text, cost) = body.function(&name, &generics, &params, (4, 1));
    (text, Function { name, params, result: ty, instances, counted, cost })
}

/// How a kernel comes by an operand of its program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// From a slice: another value in every thread.
    Slice,
    /// A parameter of the kernel: the same value in every thread.
    Scalar,
    /// The thread's index.
    Index,
}

/// A program, its kernel and its test.
pub(super) fn program(number: usize, random: &mut Random, library: &Library) -> (String, Function) {
    let name = format!("p{number:03}");
    let types: Vec<Ty> = (0..2 + random.below(3)).map(|_| random.pick(&COMMON)).collect();
    let result = match random.below(10) {
        0..=5 => random.pick(&INTS),
        6 | 7 => random.pick(&[Ty::F32, Ty::F64]),
        8 => random.pick(&[Ty::F16, Ty::Bf16]),
        _ => Ty::Bool,
    };
    let sources: Vec<Source> = types
        .iter()
        .map(|ty| match random.below(10) {
            0 | 1 => Source::Scalar,
            2 if ty.is_int() => Source::Index,
            _ => Source::Slice,
        })
        .collect();
    let params: Vec<Pass> = types.iter().map(|ty| Pass::Value(*ty)).collect();
    let counts = (4 + random.below(5), 2 + random.below(2) as u32);
    let (mut text, cost) = Body::new(random, library, result).function(&name, "", &params, counts);
    text += &kernel(number, &types, &sources, result);
    (text, Function { name, params, result, instances: &[], counted: false, cost })
}

fn kernel(number: usize, types: &[Ty], sources: &[Source], result: Ty) -> String {
    let names = ["a", "b", "c", "d"];
    let operands: Vec<_> = names.into_iter().zip(types.iter().zip(sources)).collect();
    let mut params = Vec::new();
    let mut taken = Vec::new();
    let mut made = Vec::new();
    let mut passed = Vec::new();
    for (position, (name, (ty, source))) in operands.iter().enumerate() {
        let ty = ty.name();
        match source {
            Source::Slice => {
                params.push(format!("{name}: &[{ty}]"));
                taken.push(format!("{name}[i]"));
                made.push(format!("varying::<{ty}>(round, {position})"));
                passed.push(format!("&up(stream, &{name})"));
            }
            Source::Scalar => {
                params.push(format!("{name}: {ty}"));
                taken.push((*name).to_owned());
                made.push(format!("uniform::<{ty}>(round, {position})"));
                passed.push(format!("{name}[0]"));
            }
            Source::Index => {
                taken.push(format!("i as {ty}"));
                made.push(format!("indices::<{ty}>()"));
            }
        }
    }
    params.push(format!("out: &mut [{}]", result.name()));
    passed.push("&mut out".to_owned());
    let names: Vec<&str> = operands.iter().map(|(name, _)| *name).collect();
    let elements: Vec<String> = names.iter().map(|name| format!("{name}[i]")).collect();
    format!(
        "\n#[kernel(strict_fp)]\n\
         fn k{number:03}({}) {{\n    \
             let i = global_id();\n    \
             if i < out.len() {{\n        \
                 out[i] = p{number:03}({});\n    \
             }}\n\
         }}\n\n\
         #[test]\n\
         fn t{number:03}() {{\n    \
             compare(|stream, round| {{\n        \
                 let ({}) = ({});\n        \
                 let mut out = up(stream, &[{}::default(); LANES]);\n        \
                 k{number:03}({}).threads(LANES).launch(stream).unwrap();\n        \
                 same(stream, &out, |i| p{number:03}({}), |i| format!(\"{{:?}}\", ({})));\n    \
             }});\n\
         }}\n",
        params.join(", "),
        taken.join(", "),
        names.join(", "),
        made.join(", "),
        result.name(),
        passed.join(", "),
        elements.join(", "),
        elements.join(", "),
    )
}
