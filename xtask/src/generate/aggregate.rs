//! Structs, tuples and enums: their definitions, values of them, and what takes them apart.
//!
//! A variable of a struct brings its fields along as variables of their own (`v.x`), so that every statement and
//! expression meets them; one of an enum brings its number and a comparison.

use super::program::{Body, Library};
use super::scope::{Shape, Var};
use super::types::{COMMON, Ty};
use crate::random::Random;
use std::fmt::Write as _;

/// A struct, or a tuple that is used by its type alone.
pub(super) struct Definition {
    pub(super) name: String,
    style: Style,
    pub(super) fields: Vec<(String, Shape)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Named,
    Tupled,
    Tuple,
}

impl Definition {
    pub(super) fn is_tuple(&self) -> bool {
        self.style == Style::Tuple
    }

    /// A value from its fields' values.
    fn made(&self, values: &[String]) -> String {
        match self.style {
            Style::Named => {
                let fields: Vec<String> = self
                    .fields
                    .iter()
                    .zip(values)
                    .map(
                        |((name, _), value)| {
                            if name == value { name.clone() } else { format!("{name}: {value}") }
                        },
                    )
                    .collect();
                format!("{} {{ {} }}", self.name, fields.join(", "))
            }
            Style::Tupled => format!("{}({})", self.name, values.join(", ")),
            Style::Tuple => tuple(values),
        }
    }
}

fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => format!("({one},)"),
        parts => format!("({})", parts.join(", ")),
    }
}

/// A struct or tuple with this number; its text is empty for a tuple.
pub(super) fn definition(number: usize, random: &mut Random, library: &Library) -> (String, Definition) {
    let style = [Style::Named, Style::Tuple, Style::Named, Style::Tupled][number % 4];
    let mut fields = Vec::new();
    for index in 0..=random.below(4) {
        let ty = random.pick(&COMMON);
        let shape = match random.below(10) {
            0 | 1 => Shape::Array(ty, 2 + random.below(3)),
            2 | 3 if number > 1 => {
                // A tuple's layout is nobody's promise, so only tuples have them.
                let of = random.below(number);
                if style == Style::Tuple || is_stored(of, library) {
                    Shape::Struct(of)
                } else {
                    Shape::Scalar(ty)
                }
            }
            _ => Shape::Scalar(ty),
        };
        let name = if style == Style::Named {
            format!("{}{index}", random.pick(&["x", "of", "n"]))
        } else {
            index.to_string()
        };
        fields.push((name, shape));
    }
    let types: Vec<String> = fields.iter().map(|(_, shape)| spelt(*shape, library)).collect();
    let name = if style == Style::Tuple { tuple(&types) } else { format!("S{number:02}") };
    let derive = "\n#[derive(Clone, Copy, Debug, KernelType)]\n";
    let text = match style {
        Style::Named => {
            let mut text = format!("{derive}struct {name} {{\n");
            for ((field, _), ty) in fields.iter().zip(&types) {
                let _ = writeln!(text, "    {field}: {ty},");
            }
            text + "}\n"
        }
        Style::Tupled => format!("{derive}struct {name}({});\n", types.join(", ")),
        Style::Tuple => String::new(),
    };
    (text, Definition { name, style, fields })
}

/// A type as it is written.
pub(super) fn spelt(shape: Shape, library: &Library) -> String {
    match shape {
        Shape::Scalar(ty) => ty.name().to_owned(),
        Shape::Array(ty, len) => format!("[{}; {len}]", ty.name()),
        Shape::Nested(ty, rows, columns) => format!("[[{}; {columns}]; {rows}]", ty.name()),
        Shape::Slice(ty) => format!("&[{}]", ty.name()),
        Shape::Struct(number) => library.structs[number].name.clone(),
        Shape::Hidden => "()".to_owned(),
    }
}

/// Whether device memory holds the struct: tuples have no layout to rely on.
pub(super) fn is_stored(number: usize, library: &Library) -> bool {
    let this = &library.structs[number];
    !this.is_tuple()
        && this.fields.iter().all(|(_, shape)| match shape {
            Shape::Struct(inner) => is_stored(*inner, library),
            Shape::Scalar(_) | Shape::Array(..) | Shape::Nested(..) | Shape::Slice(_) | Shape::Hidden => true,
        })
}

/// How the host makes operands of a struct, and looks at results.
pub(super) fn host(number: usize, library: &Library) -> String {
    let this = &library.structs[number];
    let name = &this.name;
    let mut values = Vec::new();
    let mut words = String::new();
    let mut position = 0;
    for (field, shape) in &this.fields {
        let mut scalar = |ty: Ty| {
            position += 1;
            format!("operand::<{}>(round, position * 32 + {position}, lane)", ty.name())
        };
        match shape {
            Shape::Scalar(ty) => {
                values.push(scalar(*ty));
                let _ = writeln!(words, "    words.push(word(x.{field}));");
            }
            Shape::Array(ty, len) => {
                let items: Vec<String> = (0..*len).map(|_| scalar(*ty)).collect();
                values.push(format!("[{}]", items.join(", ")));
                let _ = writeln!(words, "    words.extend(x.{field}.map(word));");
            }
            Shape::Struct(inner) => {
                position += 1;
                let inner = &library.structs[*inner].name;
                values.push(format!("made_{inner}(round, position * 32 + {position}, lane)"));
                let _ = writeln!(words, "    words.extend(words_{inner}(x.{field}));");
            }
            Shape::Nested(..) | Shape::Slice(_) | Shape::Hidden => {}
        }
    }
    format!(
        "\nfn made_{name}(round: u64, position: u64, lane: u64) -> {name} {{\n    {}\n}}\n\n\
         fn words_{name}(x: {name}) -> Vec<u64> {{\n    let mut words = Vec::new();\n{words}    words\n}}\n",
        this.made(&values)
    )
}

/// An enum, by its variants.
pub(super) struct Enum {
    name: String,
    variants: Vec<String>,
}

pub(super) fn enumeration(number: usize, random: &mut Random) -> (String, Enum) {
    let name = format!("E{number}");
    let repr = ["", "#[repr(u8)]\n", "#[repr(i64)]\n"][number % 3];
    let mut text = format!("\n#[derive(Clone, Copy, Debug, PartialEq, KernelType)]\n{repr}enum {name} {{\n");
    let variants: Vec<String> = (0..2 + random.below(4)).map(|index| format!("V{index}")).collect();
    for (index, variant) in variants.iter().enumerate() {
        let value =
            if random.chance(40) { format!(" = {}", index * 20 + random.below(10)) } else { String::new() };
        let _ = writeln!(text, "    {variant}{value},");
    }
    (text + "}\n", Enum { name, variants })
}

impl Body<'_> {
    /// A variable of a struct, with its fields. `whole` is how the value is written and `base` what fields stand
    /// behind.
    pub(super) fn add_struct(&mut self, whole: &str, base: &str, number: usize, mutable: bool) {
        self.scopes.add(whole, Shape::Struct(number), mutable);
        let library = self.library;
        for (field, shape) in &library.structs[number].fields {
            let name = format!("{base}.{field}");
            match shape {
                Shape::Struct(inner) => self.add_struct(&name, &name, *inner, mutable),
                shape => self.scopes.add(name, *shape, mutable),
            }
        }
    }

    fn some_struct(&mut self) -> Option<usize> {
        let count = self.library.structs.len();
        (count > 0).then(|| self.random.below(count))
    }

    fn of_struct(&mut self, number: usize, mutable: bool) -> Option<Var> {
        self.scopes.some(self.random, |var| var.shape == Shape::Struct(number) && (!mutable || var.mutable))
    }

    /// A value of a struct. Never opens with its name where a block could begin.
    pub(super) fn struct_value(&mut self, number: usize, depth: u32) -> String {
        if (depth == 0 || self.random.chance(35))
            && let Some(var) = self.of_struct(number, false)
        {
            return var.name;
        }
        let depth = depth.saturating_sub(1);
        if depth > 0 && self.random.chance(15) {
            let condition = self.expr(Ty::Bool, 1);
            let (a, b) = (self.struct_value(number, depth), self.struct_value(number, depth));
            return format!("(if {condition} {{ {a} }} else {{ {b} }})");
        }
        let library = self.library;
        let of = &library.structs[number];
        let mut values = Vec::new();
        for (_, shape) in &of.fields {
            values.push(match *shape {
                Shape::Scalar(ty) => self.expr(ty, depth),
                Shape::Array(ty, len) => {
                    if self.random.chance(30) {
                        format!("[{}; {len}]", self.expr(ty, depth))
                    } else {
                        let items: Vec<String> = (0..len).map(|_| self.expr(ty, depth.min(1))).collect();
                        format!("[{}]", items.join(", "))
                    }
                }
                Shape::Struct(inner) => self.struct_value(inner, depth),
                Shape::Nested(..) | Shape::Slice(_) | Shape::Hidden => String::new(),
            });
        }
        if of.style == Style::Named && of.fields.len() > 1 && self.random.chance(30) {
            // Some fields in another order, the rest from another value.
            let other = self.of_struct(number, false);
            let mut fields: Vec<String> =
                of.fields.iter().zip(&values).map(|((name, _), value)| format!("{name}: {value}")).collect();
            let first = fields.remove(0);
            fields.push(first);
            if let Some(other) = other {
                fields.remove(0);
                fields.push(format!("..{}", other.name));
            }
            return format!("({} {{ {} }})", of.name, fields.join(", "));
        }
        let text = of.made(&values);
        if of.style == Style::Named { format!("({text})") } else { text }
    }

    /// `let v = S { .. };`
    pub(super) fn declare_struct(&mut self) {
        let Some(number) = self.some_struct() else { return self.declare() };
        let value = self.struct_value(number, 3);
        let name = self.fresh();
        let typed = if self.random.chance(30) {
            format!(": {}", self.library.structs[number].name)
        } else {
            String::new()
        };
        self.line(format!("let mut {name}{typed} = {value};"));
        self.add_struct(&name, &name, number, true);
    }

    /// `v = w;`, of whole structs or of fields that are structs.
    pub(super) fn assign_struct(&mut self) {
        let found = self.scopes.some(self.random, |var| matches!(var.shape, Shape::Struct(_)) && var.mutable);
        let Some(Var { name, shape: Shape::Struct(number), .. }) = found else {
            return self.declare_struct();
        };
        let value = self.struct_value(number, 2);
        self.line(format!("{name} = {value};"));
    }

    /// `let S { x, y: mut z, .. } = v;`
    pub(super) fn destructure(&mut self) {
        let Some(number) = self.some_struct() else { return self.declare() };
        let value = self.struct_value(number, 2);
        let mut found = Vec::new();
        let pattern = self.struct_pattern(number, 2, &mut found);
        self.line(format!("let {pattern} = {value};"));
        for (name, shape, mutable) in found {
            self.bind_shape(&name, shape, mutable);
        }
    }

    fn bind_shape(&mut self, name: &str, shape: Shape, mutable: bool) {
        match shape {
            Shape::Struct(number) => self.add_struct(name, name, number, mutable),
            shape => self.scopes.add(name, shape, mutable),
        }
    }

    /// A pattern that every value of the struct fits.
    fn struct_pattern(
        &mut self,
        number: usize,
        depth: u32,
        found: &mut Vec<(String, Shape, bool)>,
    ) -> String {
        let library = self.library;
        let of = &library.structs[number];
        let mut parts = Vec::new();
        let mut rest = false;
        for (field, shape) in &of.fields {
            let name = self.fresh();
            let mutable = self.random.chance(50);
            let word = if mutable { "mut " } else { "" };
            let part = match (self.random.below(6), *shape) {
                (0, _) if of.style == Style::Named => {
                    rest = true;
                    continue;
                }
                (0, _) => "_".to_owned(),
                (1 | 2, Shape::Struct(inner)) if depth > 0 => self.struct_pattern(inner, depth - 1, found),
                _ => {
                    found.push((name.clone(), *shape, mutable));
                    format!("{word}{name}")
                }
            };
            parts.push(if of.style == Style::Named { format!("{field}: {part}") } else { part });
        }
        if rest {
            parts.push("..".to_owned());
        }
        match of.style {
            Style::Named => format!("{} {{ {} }}", of.name, parts.join(", ")),
            Style::Tupled => format!("{}({})", of.name, parts.join(", ")),
            Style::Tuple => tuple(&parts),
        }
    }

    /// `match v { S { x: 0..=5, y, .. } => .., _ => .. }`
    pub(super) fn match_struct(&mut self, depth: u32) {
        let found = self.scopes.some(self.random, |var| matches!(var.shape, Shape::Struct(_)));
        let Some(Var { name, shape: Shape::Struct(number), .. }) = found else {
            return self.declare_struct();
        };
        self.open(format!("match {name} {{"));
        for _ in 0..=self.random.below(2) {
            let mut bound = Vec::new();
            let pattern = self.tested_pattern(number, &mut bound);
            self.scopes.enter();
            for (name, ty) in bound {
                self.scopes.add(name, Shape::Scalar(ty), false);
            }
            let guard = self.guard();
            self.open(format!("{pattern}{guard} => {{"));
            self.inner(1, depth - 1);
            self.close("}");
            self.scopes.leave();
        }
        let mut found = Vec::new();
        let pattern = self.struct_pattern(number, 1, &mut found);
        self.open(format!("{pattern} => {{"));
        self.scopes.enter();
        for (name, shape, mutable) in found {
            self.bind_shape(&name, shape, mutable);
        }
        self.inner(1, depth - 1);
        self.scopes.leave();
        self.close("}");
        self.close("}");
    }

    /// A pattern that asks something of the struct's numbers.
    fn tested_pattern(&mut self, number: usize, bound: &mut Vec<(String, Ty)>) -> String {
        let library = self.library;
        let of = &library.structs[number];
        let mut parts = Vec::new();
        for (field, shape) in &of.fields {
            let part = match *shape {
                Shape::Scalar(ty) if ty.is_int() || ty == Ty::Bool => {
                    let (text, names) = self.patterns(&[ty]);
                    bound.extend(names);
                    text
                }
                Shape::Struct(inner) => self.tested_pattern(inner, bound),
                Shape::Scalar(ty) if self.random.chance(50) => {
                    let name = self.fresh();
                    bound.push((name.clone(), ty));
                    name
                }
                Shape::Scalar(_) | Shape::Array(..) | Shape::Nested(..) | Shape::Slice(_) | Shape::Hidden => {
                    "_".to_owned()
                }
            };
            parts.push(if of.style == Style::Named { format!("{field}: {part}") } else { part });
        }
        match of.style {
            Style::Named => format!("{} {{ {} }}", of.name, parts.join(", ")),
            Style::Tupled => format!("{}({})", of.name, parts.join(", ")),
            Style::Tuple => tuple(&parts),
        }
    }

    /// `let mut all = [v; 3];`, of which an element is named.
    pub(super) fn array_of_structs(&mut self) {
        let Some(number) = self.some_struct() else { return self.declare() };
        let len = 2 + self.random.below(3);
        let name = self.fresh();
        if self.random.chance(50) {
            let value = self.struct_value(number, 2);
            self.line(format!("let mut {name} = [{value}; {len}];"));
        } else {
            let values: Vec<String> = (0..len).map(|_| self.struct_value(number, 1)).collect();
            self.line(format!("let mut {name} = [{}];", values.join(", ")));
        }
        // An index that nothing assigns, or names again.
        let index = self.index(len);
        let at = format!("AT_{}", name.to_uppercase());
        self.line(format!("let {at} = {index};"));
        for index in [at, self.random.below(len).to_string()] {
            let element = format!("{name}[{index}]");
            self.add_struct(&element, &element, number, true);
        }
    }

    /// Changes every element of a new array of structs.
    pub(super) fn each_struct(&mut self, depth: u32) {
        let Some(number) = self.some_struct() else { return self.declare() };
        let (name, element) = (self.fresh(), self.fresh());
        let len = 2 + self.random.below(2);
        let value = self.struct_value(number, 2);
        self.line(format!("let mut {name} = [{value}; {len}];"));
        let head = self.random.pick(&["&mut {}", "{}.iter_mut()", "{}.iter_mut().rev()", "{}.iter()", "{}"]);
        let mutable = head.contains("mut");
        let whole = if head == "{}" { element.clone() } else { format!("(*{element})") };
        self.open(format!("for {element} in {} {{", head.replace("{}", &name)));
        self.scopes.enter();
        self.add_struct(&whole, &element, number, mutable);
        self.body(super::scope::FrameKind::Plain, None, len, depth);
        self.scopes.leave();
        self.close("}");
        let last = format!("{name}[{}]", len - 1);
        self.add_struct(&last, &last, number, true);
    }

    /// `let e = match n & 3 { 0 => E::A, .. };`, and what is asked of it.
    pub(super) fn enumerated(&mut self) {
        let library = self.library;
        if library.enums.is_empty() {
            return self.declare();
        }
        let of = &library.enums[self.random.below(library.enums.len())];
        let name = self.fresh();
        let subject = self.expr(Ty::U32, 2);
        let mut arms: Vec<String> = of
            .variants
            .iter()
            .enumerate()
            .map(|(index, variant)| format!("{index} => {}::{variant}", of.name))
            .collect();
        let last = of.variants.len() - 1;
        arms[last] = format!("_ => {}::{}", of.name, of.variants[last]);
        self.line(format!("let mut {name} = match {subject} & 7 {{ {} }};", arms.join(", ")));
        if self.random.chance(40) {
            let condition = self.expr(Ty::Bool, 2);
            let variant = &of.variants[self.random.below(of.variants.len())];
            self.line(format!("if {condition} {{ {name} = {}::{variant}; }}", of.name));
        }
        let ty = self.some_type();
        let mut arms = Vec::new();
        for (index, variant) in of.variants.iter().enumerate() {
            if index + 1 < of.variants.len() && self.random.chance(25) {
                // The next arm has it too.
                arms.push(format!("{}::{variant} | ", of.name));
            } else {
                let value = self.expr(ty, 1);
                arms.push(format!("{}::{variant} => {value}, ", of.name));
            }
        }
        let result = self.fresh();
        self.line(format!("let mut {result} = match {name} {{ {}}};", arms.concat()));
        self.scopes.add(result, Shape::Scalar(ty), true);
        let number = self.random.pick(&[Ty::I32, Ty::U8, Ty::I64, Ty::Usize]);
        self.scopes.add(format!("({name} as {})", number.name()), Shape::Scalar(number), false);
        let variant = &of.variants[self.random.below(of.variants.len())];
        self.scopes.add(format!("({name} == {}::{variant})", of.name), Shape::Scalar(Ty::Bool), false);
    }
}
