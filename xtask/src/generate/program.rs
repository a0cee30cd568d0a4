//! Whole functions: device functions for others to call, programs, and the kernels that apply them.

use super::aggregate::{Definition, host_name, is_in_slices, spelt};
use super::enums::Enum;
use super::scope::{Frame, Function, Pass, Scopes, Shape};
use super::types::{Bound, COMMON, INTS, Ty, literal};
use crate::random::Random;

/// What is written before a function, for it to use.
#[derive(Default)]
pub(super) struct Library {
    pub(super) constants: Vec<(String, Ty)>,
    pub(super) functions: Vec<Function>,
    pub(super) structs: Vec<Definition>,
    pub(super) enums: Vec<Enum>,
    /// Whether programs are short: a hunt wants many.
    pub(super) small: bool,
}

/// A function's body while it is written.
pub(super) struct Body<'a> {
    pub(super) random: &'a mut Random,
    pub(super) library: &'a Library,
    pub(super) scopes: Scopes,
    pub(super) frames: Vec<Frame>,
    pub(super) result: Shape,
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
    fn new(random: &'a mut Random, library: &'a Library, result: Shape) -> Self {
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
            Pass::Struct(number) | Pass::StructRef(number) | Pass::StructMut(number) => {
                let (before, whole, mutable) = match pass {
                    Pass::StructRef(_) => ("&", format!("(*{name})"), false),
                    Pass::StructMut(_) => ("&mut ", format!("(*{name})"), true),
                    _ => ("", name.to_owned(), false),
                };
                self.add_struct(&whole, name, number, mutable);
                return match (name, before) {
                    ("self", before) => format!("{before}self"),
                    _ => format!("{name}: {before}{}", spelt(Shape::Struct(number), self.library)),
                };
            }
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
        method: bool,
    ) -> (String, usize) {
        self.scopes.enter();
        let first = if method { "self" } else { "a" };
        let named: Vec<_> = params.iter().zip([first, "b", "c", "d"]).collect();
        let spelt: Vec<String> = named.into_iter().map(|(pass, name)| self.param(name, *pass)).collect();
        if self.random.chance(15) {
            self.constant_item();
        }
        let (statements, depth) = counts;
        if self.statements(statements, depth) {
            let value = self.outcome();
            self.line(value);
        }
        let spelt_result = super::aggregate::spelt(self.result, self.library);
        let head = format!("fn {name}{generics}({}) -> {} {{\n", spelt.join(", "), spelt_result);
        let text = match params[0] {
            Pass::Struct(of) | Pass::StructRef(of) | Pass::StructMut(of) if method => {
                format!("#[device]\nimpl {} {{\n{head}{}}}\n}}\n", self.library.structs[of].name, self.lines)
            }
            _ => format!("#[device]\n{head}{}}}\n", self.lines),
        };
        (text, self.cost)
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
    let result = some_result(random, library);
    finish(format!("h{number:02}"), params, result, random, library, false)
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
    let result = some_result(random, library);
    finish(format!("r{number:02}"), params, result, random, library, false)
}

/// A device function that takes structs, or a method of one.
pub(super) fn of_struct(number: usize, random: &mut Random, library: &Library) -> (String, Function) {
    let count = library.structs.len();
    let method = number.is_multiple_of(2);
    let mut of = random.below(count);
    while method && (library.structs[of].is_tuple() || library.structs[of].is_wide) {
        of = random.below(count);
    }
    let first = match random.below(5) {
        0 | 1 => Pass::StructRef(of),
        2 | 3 => Pass::StructMut(of),
        _ => Pass::Struct(of),
    };
    let second = if random.chance(40) {
        Pass::StructRef(random.below(count))
    } else {
        Pass::Value(random.pick(&COMMON))
    };
    let params = vec![first, second, Pass::Value(random.pick(&COMMON))];
    let result = some_result(random, library);
    finish(format!("s{number:02}"), params, result, random, library, method)
}

fn some_result(random: &mut Random, library: &Library) -> Shape {
    if random.chance(30) {
        Shape::Struct(random.below(library.structs.len()))
    } else {
        Shape::Scalar(random.pick(&COMMON))
    }
}

fn finish(
    name: String,
    params: Vec<Pass>,
    result: Shape,
    random: &mut Random,
    library: &Library,
    method: bool,
) -> (String, Function) {
    let counts = (2 + random.below(4), 1);
    let (text, cost) = Body::new(random, library, result).function(&name, "", &params, counts, method);
    (text, Function { name, params, result, instances: &[], counted: false, method, cost })
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
    let result = Shape::Scalar(ty);
    let counted = number % 2 == 1;
    let name = format!("g{number:02}");
    let params = vec![Pass::Value(ty), Pass::Value(ty), Pass::Value(Ty::U32)];
    let mut body = Body::new(random, library, result);
    body.bound = Some(bound);
    body.scopes.enter();
    if counted {
        body.scopes.add("N", Shape::Scalar(Ty::Usize), false);
    }
    let generics = if counted { format!("<T: {spelt}, const N: usize>") } else { format!("<T: {spelt}>") };
    let (text, cost) = body.function(&name, &generics, &params, (4, 1), false);
    (text, Function { name, params, result, instances, counted, method: false, cost })
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
    let stored: Vec<usize> = (0..library.structs.len()).filter(|of| is_in_slices(*of, library)).collect();
    let mut params: Vec<Pass> = types.iter().map(|ty| Pass::Value(*ty)).collect();
    if random.chance(45) {
        let of = random.pick(&stored);
        params[0] = random.pick(&[Pass::Struct(of), Pass::StructRef(of), Pass::StructMut(of)]);
    }
    let sources: Vec<Source> = params
        .iter()
        .map(|pass| match (random.below(10), pass) {
            (0 | 1, Pass::Value(_) | Pass::Struct(_)) => Source::Scalar,
            (2, Pass::Value(ty)) if ty.is_int() => Source::Index,
            _ => Source::Slice,
        })
        .collect();
    let counts = if library.small {
        (2 + random.below(4), 1 + random.below(2) as u32)
    } else {
        (4 + random.below(5), 2 + random.below(2) as u32)
    };
    let (mut text, cost) =
        Body::new(random, library, Shape::Scalar(result)).function(&name, "", &params, counts, false);
    text += &kernel(number, &params, &sources, result, library);
    let result = Shape::Scalar(result);
    (text, Function { name, params, result, instances: &[], counted: false, method: false, cost })
}

/// What the kernel and its test say of the operands.
#[derive(Default)]
struct Said {
    params: Vec<String>,
    taken: Vec<String>,
    made: Vec<String>,
    passed: Vec<String>,
    /// What the host passes, and what it shows.
    elements: Vec<String>,
    shown: Vec<String>,
    /// Before the launch.
    before: String,
    /// The operand that is changed in place, and its type.
    changed: Option<(String, String)>,
}

fn kernel(number: usize, params: &[Pass], sources: &[Source], result: Ty, library: &Library) -> String {
    let names = ["a", "b", "c", "d"];
    let mut said = Said::default();
    for (position, (name, (pass, source))) in names.into_iter().zip(params.iter().zip(sources)).enumerate() {
        match pass {
            Pass::Struct(of) | Pass::StructRef(of) | Pass::StructMut(of) => {
                said.structure(name, *pass, &library.structs[*of].name, *source, position);
            }
            Pass::Value(ty) => said.scalar(name, ty.name(), *source, position),
            Pass::Array(_) | Pass::Mut(_) | Pass::Slice(_) | Pass::SliceMut(_) => {}
        }
    }
    let Said { mut params, taken, made, mut passed, elements, shown, before, changed } = said;
    let behind = changed.map_or_else(String::new, |(name, of)| {
        let call = elements.join(", ").replacen(&format!("&mut {name}[i].clone()"), "&mut changed", 1);
        format!(
            "        same_words(stream, &changed, words_{}, |i| {{\n            let mut changed = {name}[i];\n            \
             p{number:03}({call});\n            changed\n        }});\n",
            host_name(&of)
        )
    });
    params.push(format!("out: &mut [{}]", result.name()));
    passed.push("&mut out".to_owned());
    let names: Vec<&str> = names.into_iter().take(made.len()).collect();
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
                 let mut out = up(stream, &[{}::default(); LANES]);\n\
                 {before}        \
                 k{number:03}({}).threads(LANES).launch(stream).unwrap();\n        \
                 same(stream, &out, |i| p{number:03}({}), |i| format!(\"{{:?}}\", ({})));\n\
                 {behind}    \
             }});\n\
         }}\n",
        params.join(", "),
        taken.join(", "),
        names.join(", "),
        made.join(", "),
        result.name(),
        passed.join(", "),
        elements.join(", "),
        shown.join(", "),
    )
}

impl Said {
    fn scalar(&mut self, name: &str, ty: &str, source: Source, position: usize) {
        match source {
            Source::Slice => {
                self.params.push(format!("{name}: &[{ty}]"));
                self.taken.push(format!("{name}[i]"));
                self.made.push(format!("varying::<{ty}>(round, {position})"));
                self.passed.push(format!("&up(stream, &{name})"));
            }
            Source::Scalar => {
                self.params.push(format!("{name}: {ty}"));
                self.taken.push(name.to_owned());
                self.made.push(format!("uniform::<{ty}>(round, {position})"));
                self.passed.push(format!("{name}[0]"));
            }
            Source::Index => {
                self.taken.push(format!("i as {ty}"));
                self.made.push(format!("indices::<{ty}>()"));
            }
        }
        self.elements.push(format!("{name}[i]"));
        self.shown.push(format!("{name}[i]"));
    }

    fn structure(&mut self, name: &str, pass: Pass, of: &str, source: Source, position: usize) {
        let lane = if source == Source::Scalar { "0" } else { "lane" };
        let made = format!("made_{}(round, {position}, {lane})", host_name(of));
        self.made.push(format!("(0..LANES as u64).map(|lane| {made}).collect::<Vec<_>>()"));
        self.shown.push(format!("{name}[i]"));
        match (pass, source) {
            (_, Source::Scalar) => {
                self.params.push(format!("{name}: {of}"));
                self.taken.push(name.to_owned());
                self.passed.push(format!("{name}[0]"));
                self.elements.push(format!("{name}[i]"));
            }
            (Pass::StructMut(_), _) => {
                self.params.push(format!("{name}: &mut [{of}]"));
                self.taken.push(format!("&mut {name}[i]"));
                self.before = format!("        let mut changed = stream.upload(&{name}).unwrap();\n");
                self.passed.push("&mut changed".to_owned());
                self.elements.push(format!("&mut {name}[i].clone()"));
                self.changed = Some((name.to_owned(), of.to_owned()));
            }
            (Pass::StructRef(_), _) => {
                self.params.push(format!("{name}: &[{of}]"));
                self.taken.push(format!("&{name}[i]"));
                self.passed.push(format!("&stream.upload(&{name}).unwrap()"));
                self.elements.push(format!("&{name}[i]"));
            }
            (_, _) => {
                self.params.push(format!("{name}: &[{of}]"));
                self.taken.push(format!("{name}[i]"));
                self.passed.push(format!("&stream.upload(&{name}).unwrap()"));
                self.elements.push(format!("{name}[i]"));
            }
        }
    }
}
