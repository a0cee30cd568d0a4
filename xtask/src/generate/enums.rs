//! Enums, with and without fields: their definitions, and what asks for a variant.
//!
//! A variable of an enum without fields brings its number and a comparison along. Of one with fields, a pattern finds
//! the fields, and a pattern of a reference changes them in place.

use super::aggregate::{Bound, DERIVE, Definition, Form, Style, fields, hidden};
use super::program::{Body, Library};
use super::scope::{FrameKind, Shape, Var};
use super::types::{COMMON, Ty};
use crate::random::Random;
use std::fmt::Write as _;

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

/// An enum whose variants have fields; some are generic.
pub(super) fn variants(number: usize, random: &mut Random, library: &Library) -> (String, Definition) {
    let repr = random.pick(&["C", "u8", "u8", "i8", "u16", "i16", "u32", "i64", "u64", "isize"]);
    let compares = random.chance(40);
    let generic = random.chance(25).then(|| random.pick(&COMMON));
    let base = format!("V{number:02}");
    let mut this = Definition::of(&base, Style::Unit, Vec::new());
    (this.is_enum, this.compares) = (true, compares);
    let (parameters, arguments) = match generic {
        Some(ty) => ("<T: KernelType>".to_owned(), format!("<{}>", ty.name())),
        None => Default::default(),
    };
    this.name += &arguments;
    this.forms.clear();
    let mut text = String::new();
    let mut next = -10 - random.below(50) as i64;
    for index in 0..2 + random.below(4) {
        // The first has what a generic enum's parameter is known by.
        let style = match random.below(5) {
            0 if index > 0 => Style::Unit,
            0..=2 => Style::Tupled,
            _ => Style::Named,
        };
        let count = if style == Style::Unit { 0 } else { 1 + random.below(3) };
        let mut fields = fields(style, number, count, random, library);
        if compares {
            fields.retain(|(_, shape)| !matches!(shape, Shape::Struct(_)));
        }
        if fields.is_empty() && style != Style::Unit {
            let name = if style == Style::Named { "x0" } else { "0" };
            fields.push((name.to_owned(), Shape::Scalar(random.pick(&COMMON))));
        }
        let turbofish = if generic.is_some() { format!("::{arguments}") } else { String::new() };
        let mut form = Form { path: format!("{base}{turbofish}::A{index}"), style, fields };
        let mut declared = form.declared(&format!("A{index}"), library);
        if let (Some(ty), 0) = (generic, index) {
            form.fields = vec![(form.fields[0].0.clone(), Shape::Scalar(ty))];
            declared = form.declared("A0", library).replace(ty.name(), "T");
        }
        this.forms.push(form);
        if repr != "C" && random.chance(30) {
            next += 1 + random.below(5) as i64;
            let value = if repr.starts_with('u') { next + 60 } else { next };
            declared += &format!(" = {value}");
        }
        let _ = writeln!(text, "    {declared},");
        next += 1;
    }
    let derive = if compares {
        "#[device]\n#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]\n"
    } else {
        DERIVE
    };
    (format!("\n#[repr({repr})]\n{derive}enum {base}{parameters} {{\n{text}}}\n"), this)
}

impl Body<'_> {
    fn some_enum(&mut self, mutable: bool) -> Option<(Var, usize)> {
        let structs = &self.library.structs;
        let is_enum = |var: &Var| matches!(var.shape, Shape::Struct(number) if structs[number].is_enum);
        let var = self.scopes.some(self.random, |var| is_enum(var) && (!mutable || var.mutable))?;
        let Shape::Struct(number) = var.shape else { return None };
        Some((var, number))
    }

    /// Two variants that bind one name, where both have a field of a type.
    pub(super) fn shared_pattern(&mut self, number: usize, found: &mut Vec<Bound>) -> Option<String> {
        let forms = &self.library.structs[number].forms;
        let first = self.random.below(forms.len());
        let scalar = |form: &Form, wanted: Option<Ty>| {
            form.fields.iter().enumerate().find_map(|(at, (_, shape))| match shape {
                Shape::Scalar(ty) if wanted.is_none_or(|wanted| wanted == *ty) => Some((at, *ty)),
                _ => None,
            })
        };
        let (_, ty) = scalar(&forms[first], None)?;
        let name = self.fresh();
        let of = |form: &Form| {
            let (at, _) = scalar(form, Some(ty))?;
            let mut parts = hidden(form);
            parts[at].clone_from(&name);
            Some(form.made(&parts, false))
        };
        let texts: Vec<String> = forms.iter().filter_map(of).collect();
        found.push((name.clone(), Shape::Scalar(ty), false));
        Some(if texts.len() > 1 { format!("({})", texts.join(" | ")) } else { texts.concat() })
    }

    /// `match &mut v { E::A(x) => *x += 1, .. }`, or the same of one variant by `if let`.
    pub(super) fn change_variant(&mut self, depth: u32) {
        let Some((var, number)) = self.some_enum(true) else { return self.declare_struct() };
        let forms = &self.library.structs[number].forms;
        let subject = format!("&mut {}", var.name);
        let single = self.random.chance(35).then(|| self.random.below(forms.len()));
        if single.is_none() {
            self.open(format!("match {subject} {{"));
        }
        for (at, form) in forms.iter().enumerate().filter(|(at, _)| single.is_none_or(|single| single == *at))
        {
            self.scopes.enter();
            self.lend(&var, true);
            let mut parts = Vec::new();
            for (_, shape) in &form.fields {
                let name = self.fresh();
                match *shape {
                    Shape::Struct(of) => self.add_struct(&format!("(*{name})"), &name, of, true),
                    shape => self.scopes.add(format!("(*{name})"), shape, true),
                }
                parts.push(name);
            }
            let pattern = form.made(&parts, false);
            if single.is_some() {
                self.open(format!("if let {pattern} = {subject} {{"));
            } else {
                // The last variant's guard would leave values without an arm.
                let guard = if at + 1 < forms.len() { self.guard() } else { String::new() };
                self.open(format!("{pattern}{guard} => {{"));
            }
            let count = 1 + self.random.below(2);
            self.inner(count, depth - 1);
            self.scopes.leave();
            if single.is_some() && self.random.chance(40) {
                self.reopen("} else {");
                self.inner(1, depth - 1);
            }
            self.close("}");
        }
        if single.is_none() {
            if forms.len() > 1 {
                self.line("_ => {}");
            }
            self.close("}");
        }
    }

    /// Whether a value is of a variant: `if let`, `let .. else`, `while let` and `matches!`.
    pub(super) fn ask_variant(&mut self, depth: u32) {
        let Some((var, number)) = self.some_enum(false) else { return self.declare_struct() };
        let mut found = Vec::new();
        let pattern = self.tested_pattern(number, &mut found);
        let subject = if self.random.chance(60) { var.name } else { self.struct_value(number, 2) };
        match self.random.below(5) {
            0 => {
                self.scopes.enter();
                let left = self.leave();
                self.scopes.leave();
                self.line(format!("let {pattern} = {subject} else {{ {left} }};"));
                self.bind_all(found);
            }
            1 => {
                self.scopes.enter();
                self.bind_all(found);
                let guard = self.guard();
                self.scopes.leave();
                let name = self.fresh();
                self.line(format!("let mut {name} = matches!({subject}, {pattern}{guard});"));
                self.scopes.add(name, Shape::Scalar(Ty::Bool), true);
            }
            2 if self.turns < 9 => {
                let counter = self.fresh();
                self.line(format!("let mut {counter} = 0u32;"));
                let (label, head) = self.maybe_label();
                self.open(format!("{head}while let {pattern} = {subject} && {counter} < 3 {{"));
                self.line(format!("{counter} += 1;"));
                self.scopes.enter();
                self.bind_all(found);
                self.body(FrameKind::Plain, label, 3, depth);
                self.scopes.leave();
                self.close("}");
                self.scopes.add(counter, Shape::Scalar(Ty::U32), true);
            }
            _ => {
                self.scopes.enter();
                self.bind_all(found);
                let chained = if self.random.chance(30) {
                    format!(" && {}", self.expr(Ty::Bool, 1))
                } else {
                    String::new()
                };
                self.open(format!("if let {pattern} = {subject}{chained} {{"));
                self.inner(1, depth - 1);
                self.scopes.leave();
                if self.random.chance(50) {
                    self.reopen("} else {");
                    self.inner(1, depth - 1);
                }
                self.close("}");
            }
        }
    }

    /// `match v { E::A(x) => .., .. }` as a value.
    pub(super) fn match_variant(&mut self, ty: Ty) -> Option<String> {
        let (var, number) = self.some_enum(false)?;
        let mut arms = String::new();
        for form in &self.library.structs[number].forms {
            let mut found = Vec::new();
            let pattern = self.form_pattern(form, 1, &mut found);
            self.scopes.enter();
            self.bind_all(found);
            let value = self.expr(ty, 1);
            self.scopes.leave();
            let _ = write!(arms, "{pattern} => {value}, ");
        }
        Some(format!("(match {} {{ {arms}}})", var.name))
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
