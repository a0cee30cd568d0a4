//! Structs and tuples: their definitions, values of them, and what takes them apart.
//!
//! A variable of a struct brings its fields along as variables of their own (`v.x`), so that every statement and
//! expression meets them. An enum whose variants have fields is a struct here, which patterns alone take apart
//! (`enums.rs`).

use super::program::{Body, Library};
use super::scope::{Shape, Var};
use super::types::{COMMON, Ty};
use crate::random::Random;
use std::fmt::Write as _;

/// A struct, an enum whose variants have fields, or a tuple that is used by its type alone.
pub(super) struct Definition {
    pub(super) name: String,
    /// That of a struct, and those of an enum's variants.
    pub(super) forms: Vec<Form>,
    pub(super) is_enum: bool,
    /// Whether values are compared by `==`.
    pub(super) compares: bool,
    /// Whether the type is of the library, with operators.
    pub(super) is_wide: bool,
}

/// The fields of a struct or of a variant.
pub(super) struct Form {
    pub(super) path: String,
    pub(super) style: Style,
    pub(super) fields: Vec<(String, Shape)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Named,
    Tupled,
    Tuple,
    Unit,
}

impl Definition {
    pub(super) fn of(name: &str, style: Style, fields: Vec<(String, Shape)>) -> Definition {
        let forms = vec![Form { path: name.to_owned(), style, fields }];
        Definition { name: name.to_owned(), forms, is_enum: false, compares: false, is_wide: false }
    }

    pub(super) fn is_tuple(&self) -> bool {
        self.forms[0].style == Style::Tuple
    }
}

impl Form {
    /// A value from its fields' values, or a pattern from patterns for all fields. `rest` is of a pattern that leaves
    /// out some.
    pub(super) fn made(&self, parts: &[String], rest: bool) -> String {
        let mut parts: Vec<String> = match self.style {
            Style::Named => {
                let names = self.fields.iter().map(|(name, _)| name);
                let part = |(name, part): (&String, &String)| match part.as_str() {
                    "" => None,
                    part if part == name => Some(name.clone()),
                    part => Some(format!("{name}: {part}")),
                };
                names.zip(parts).filter_map(part).collect()
            }
            _ => parts.to_vec(),
        };
        if rest {
            parts.push("..".to_owned());
        }
        match self.style {
            Style::Named => format!("{} {{ {} }}", self.path, parts.join(", ")),
            Style::Tupled => format!("{}({})", self.path, parts.join(", ")),
            Style::Tuple => tuple(&parts),
            Style::Unit => self.path.clone(),
        }
    }

    pub(super) fn is_named(&self) -> bool {
        self.style == Style::Named
    }

    /// The fields as they are declared.
    pub(super) fn declared(&self, name: &str, library: &Library) -> String {
        let types = self.fields.iter().map(|(field, shape)| match self.style {
            Style::Named => format!("{field}: {}", spelt(*shape, library)),
            _ => spelt(*shape, library),
        });
        let types: Vec<String> = types.collect();
        match self.style {
            Style::Named => format!("{name} {{ {} }}", types.join(", ")),
            Style::Tupled => format!("{name}({})", types.join(", ")),
            Style::Tuple | Style::Unit => name.to_owned(),
        }
    }
}

fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => format!("({one},)"),
        parts => format!("({})", parts.join(", ")),
    }
}

/// The library's integers of 128 bits.
pub(super) fn wide() -> [Definition; 2] {
    [("U128", Ty::U64), ("I128", Ty::I64)].map(|(name, high)| {
        let fields =
            [("low", Ty::U64), ("high", high)].map(|(name, ty)| (name.to_owned(), Shape::Scalar(ty)));
        let of = Definition::of(name, Style::Named, fields.to_vec());
        Definition { compares: true, is_wide: true, ..of }
    })
}

pub(super) const DERIVE: &str = "#[derive(Clone, Copy, Debug, KernelType)]\n";

/// A struct or tuple with this number; its text is empty for a tuple.
pub(super) fn definition(number: usize, random: &mut Random, library: &Library) -> (String, Definition) {
    let style = [Style::Named, Style::Tuple, Style::Named, Style::Tupled][number % 4];
    let count = if number % 8 == 3 { 0 } else { 1 + random.below(4) };
    let fields = fields(style, number, count, random, library);
    if style == Style::Tuple {
        let types: Vec<String> = fields.iter().map(|(_, shape)| spelt(*shape, library)).collect();
        return (String::new(), Definition::of(&tuple(&types), style, fields));
    }
    let name = format!("S{number:02}");
    let this = Definition::of(&name, style, fields);
    let end = if style == Style::Named { "" } else { ";" };
    (format!("\n{DERIVE}struct {}{end}\n", this.forms[0].declared(&name, library)), this)
}

pub(super) fn fields(
    style: Style,
    number: usize,
    count: usize,
    random: &mut Random,
    library: &Library,
) -> Vec<(String, Shape)> {
    let mut fields = Vec::new();
    for index in 0..count {
        let ty = random.pick(&COMMON);
        let shape = match random.below(10) {
            0 | 1 => Shape::Array(ty, 2 + random.below(3)),
            2 | 3 if number > 1 => {
                // A tuple's layout is nobody's promise, so only tuples have them.
                let of = random.below(library.structs.len());
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
    fields
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

/// Whether a struct can be in memory: tuples have no layout to rely on.
pub(super) fn is_stored(number: usize, library: &Library) -> bool {
    let this = &library.structs[number];
    let mut fields = this.forms.iter().flat_map(|form| &form.fields);
    !this.is_tuple()
        && fields.all(|(_, shape)| match shape {
            Shape::Struct(inner) => is_stored(*inner, library),
            Shape::Scalar(_) | Shape::Array(..) | Shape::Nested(..) | Shape::Slice(_) | Shape::Hidden => true,
        })
}

/// Whether device memory holds slices of the struct.
pub(super) fn is_in_slices(number: usize, library: &Library) -> bool {
    is_stored(number, library) && has_size(number, library)
}

fn has_size(number: usize, library: &Library) -> bool {
    let this = &library.structs[number];
    this.is_enum
        || this.forms[0].fields.iter().any(|(_, shape)| match shape {
            Shape::Struct(inner) => has_size(*inner, library),
            _ => true,
        })
}

/// How the host makes operands of a struct, and looks at results.
pub(super) fn host(number: usize, library: &Library) -> String {
    let this = &library.structs[number];
    let name = &this.name;
    let function = host_name(name);
    let (mut made, mut words) = (String::new(), String::new());
    let mut position = 0;
    for (at, form) in this.forms.iter().enumerate() {
        let mut values = Vec::new();
        let mut seen = format!("words.push({at}); ");
        for (field, (_, shape)) in form.fields.iter().enumerate() {
            let mut scalar = |ty: Ty| {
                position += 1;
                format!("operand::<{}>(round, position * 32 + {position}, lane)", ty.name())
            };
            match shape {
                Shape::Scalar(ty) => {
                    values.push(scalar(*ty));
                    let _ = write!(seen, "words.push(word(f{field})); ");
                }
                Shape::Array(ty, len) => {
                    let items: Vec<String> = (0..*len).map(|_| scalar(*ty)).collect();
                    values.push(format!("[{}]", items.join(", ")));
                    let _ = write!(seen, "words.extend(f{field}.map(word)); ");
                }
                Shape::Struct(inner) => {
                    position += 1;
                    let inner = host_name(&library.structs[*inner].name);
                    values.push(format!("made_{inner}(round, position * 32 + {position}, lane)"));
                    let _ = write!(seen, "words.extend(words_{inner}(f{field})); ");
                }
                Shape::Nested(..) | Shape::Slice(_) | Shape::Hidden => {}
            }
        }
        let names: Vec<String> = (0..form.fields.len()).map(|field| format!("f{field}")).collect();
        let pattern = if at + 1 == this.forms.len() { "_".to_owned() } else { at.to_string() };
        let _ = writeln!(made, "        {pattern} => {},", form.made(&values, false));
        let _ = writeln!(words, "        {} => {{ {seen}}}", form.made(&names, false));
    }
    let count = this.forms.len();
    format!(
        "\nfn made_{function}(round: u64, position: u64, lane: u64) -> {name} {{\n    \
         match operand::<u32>(round, position * 32 + 31, lane) % {count} {{\n{made}    }}\n}}\n\n\
         fn words_{function}(x: {name}) -> Vec<u64> {{\n    let mut words = Vec::new();\n    match x {{\n{words}    }}\n    \
         words\n}}\n"
    )
}

/// What functions for a type are called.
pub(super) fn host_name(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

/// A name that a pattern binds, and whether it may be changed.
pub(super) type Bound = (String, Shape, bool);

/// Patterns that look at no field.
pub(super) fn hidden(form: &Form) -> Vec<String> {
    form.fields.iter().map(|_| "_".to_owned()).collect()
}

impl Body<'_> {
    /// A variable of a struct, with its fields. `whole` is how the value is written and `base` what fields stand
    /// behind.
    pub(super) fn add_struct(&mut self, whole: &str, base: &str, number: usize, mutable: bool) {
        self.scopes.add(whole, Shape::Struct(number), mutable);
        let library = self.library;
        let of = &library.structs[number];
        // What an enum has patterns alone tell.
        for (field, shape) in of.forms[0].fields.iter().filter(|_| !of.is_enum) {
            let name = format!("{base}.{field}");
            match shape {
                Shape::Struct(inner) => self.add_struct(&name, &name, *inner, mutable),
                shape => self.scopes.add(name, *shape, mutable),
            }
        }
    }

    pub(super) fn some_struct(&mut self) -> Option<usize> {
        let count = self.library.structs.len();
        (count > 0).then(|| self.random.below(count))
    }

    pub(super) fn of_struct(&mut self, number: usize, mutable: bool) -> Option<Var> {
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
        if let Some(text) = self.made_otherwise(number, depth) {
            return text;
        }
        let library = self.library;
        let of = &library.structs[number];
        let form = &of.forms[self.random.below(of.forms.len())];
        let mut values = Vec::new();
        for (_, shape) in &form.fields {
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
        if form.is_named() && form.fields.len() > 1 && self.random.chance(30) {
            // Some fields in another order, the rest from another value.
            let other = self.of_struct(number, false);
            let mut fields: Vec<String> = form
                .fields
                .iter()
                .zip(&values)
                .map(|((name, _), value)| format!("{name}: {value}"))
                .collect();
            let first = fields.remove(0);
            fields.push(first);
            if let (Some(other), false) = (other, of.is_enum) {
                fields.remove(0);
                fields.push(format!("..{}", other.name));
            }
            return format!("({} {{ {} }})", form.path, fields.join(", "));
        }
        let text = form.made(&values, false);
        if form.is_named() { format!("({text})") } else { text }
    }

    /// A value that a function or an operator gives.
    fn made_otherwise(&mut self, number: usize, depth: u32) -> Option<String> {
        if self.library.structs[number].is_wide && depth > 0 && self.random.chance(60) {
            return Some(self.wide_value(number, depth));
        }
        (depth > 0 && self.random.chance(25)).then(|| self.call(Shape::Struct(number), depth)).flatten()
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
        self.bind_all(found);
    }

    pub(super) fn bind_shape(&mut self, name: &str, shape: Shape, mutable: bool) {
        match shape {
            Shape::Struct(number) => self.add_struct(name, name, number, mutable),
            shape => self.scopes.add(name, shape, mutable),
        }
    }

    /// A pattern that every value of the struct fits.
    pub(super) fn struct_pattern(&mut self, number: usize, depth: u32, found: &mut Vec<Bound>) -> String {
        let of = &self.library.structs[number];
        if of.is_enum {
            let name = self.fresh();
            found.push((name.clone(), Shape::Struct(number), false));
            return name;
        }
        self.form_pattern(&of.forms[0], depth, found)
    }

    /// The same of the values of one variant.
    pub(super) fn form_pattern(&mut self, form: &Form, depth: u32, found: &mut Vec<Bound>) -> String {
        let mut parts = Vec::new();
        let mut rest = false;
        for (_, shape) in &form.fields {
            let name = self.fresh();
            let mutable = self.random.chance(50);
            let word = if mutable { "mut " } else { "" };
            parts.push(match (self.random.below(6), *shape) {
                (0, _) if form.is_named() => {
                    rest = true;
                    String::new()
                }
                (0, _) => "_".to_owned(),
                (1 | 2, Shape::Struct(inner)) if depth > 0 => self.struct_pattern(inner, depth - 1, found),
                _ => {
                    found.push((name.clone(), *shape, mutable));
                    format!("{word}{name}")
                }
            });
        }
        form.made(&parts, rest)
    }

    pub(super) fn bind_all(&mut self, found: Vec<Bound>) {
        for (name, shape, mutable) in found {
            self.bind_shape(&name, shape, mutable);
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
            let mut found = Vec::new();
            let pattern = self.tested_pattern(number, &mut found);
            self.scopes.enter();
            self.bind_all(found);
            let guard = self.guard();
            self.open(format!("{pattern}{guard} => {{"));
            self.inner(1, depth - 1);
            self.close("}");
            self.scopes.leave();
        }
        let of = &self.library.structs[number];
        let whole = of.is_enum && self.random.chance(20);
        for form in &of.forms[..if whole { 1 } else { of.forms.len() }] {
            let mut found = Vec::new();
            let pattern = if whole {
                self.struct_pattern(number, 1, &mut found)
            } else {
                self.form_pattern(form, 1, &mut found)
            };
            self.open(format!("{pattern} => {{"));
            self.scopes.enter();
            self.bind_all(found);
            self.inner(1, depth - 1);
            self.scopes.leave();
            self.close("}");
        }
        self.close("}");
    }

    /// A pattern that asks something of the struct's numbers, and which variant of an enum a value is.
    pub(super) fn tested_pattern(&mut self, number: usize, found: &mut Vec<Bound>) -> String {
        let of = &self.library.structs[number];
        if of.is_enum && self.random.chance(20) {
            let paths: Vec<String> = of.forms.iter().map(|form| form.made(&hidden(form), false)).collect();
            let (a, b) = (self.random.below(paths.len()), self.random.below(paths.len()));
            let name = self.fresh();
            found.push((name.clone(), Shape::Struct(number), false));
            return format!("{name} @ ({} | {})", paths[a], paths[b]);
        }
        if of.is_enum
            && self.random.chance(25)
            && let Some(text) = self.shared_pattern(number, found)
        {
            return text;
        }
        let form = &of.forms[self.random.below(of.forms.len())];
        let mut parts = Vec::new();
        for (_, shape) in &form.fields {
            parts.push(match *shape {
                Shape::Scalar(ty) if (ty.is_int() || ty == Ty::Bool) && self.random.chance(70) => {
                    let (text, names) = self.patterns(&[ty]);
                    found.extend(names.into_iter().map(|(name, ty)| (name, Shape::Scalar(ty), false)));
                    text
                }
                Shape::Struct(inner) => self.tested_pattern(inner, found),
                shape if self.random.chance(50) => {
                    let name = self.fresh();
                    found.push((name.clone(), shape, false));
                    name
                }
                _ => "_".to_owned(),
            });
        }
        form.made(&parts, false)
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
}
