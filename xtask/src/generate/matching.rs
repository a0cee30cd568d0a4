//! Random patterns: `match`, `if let`, `while let`, `let .. else` and `matches!`.
//!
//! What is matched is a number, a `bool` or a tuple of them. A guard changes nothing, since Rust lends it what is
//! matched.

use super::program::Body;
use super::scope::{FrameKind, Shape};
use super::types::Ty;

/// A pattern and the name that it binds.
struct Pattern {
    text: String,
    bound: Option<(String, Ty)>,
}

impl Body<'_> {
    /// A type that patterns can name values of.
    fn matched_type(&mut self) -> Ty {
        let ty = self.some_type();
        if ty.is_int() || ty == Ty::Bool { ty } else { Ty::I32 }
    }

    /// A value to match, often a small one, so that several arms are met.
    fn matched(&mut self, ty: Ty, depth: u32) -> String {
        let value = self.expr(ty, depth);
        if ty.is_int() && self.random.chance(60) { format!("({value} & 15)") } else { value }
    }

    /// A literal that can stand in a pattern.
    fn edge(&mut self, ty: Ty, value: i64) -> String {
        match self.random.below(12) {
            0 => format!("{}::MAX", ty.name()),
            1 if value >= 0 => format!("{value:#x}"),
            2 if ty == Ty::U8 => format!("b'{}'", self.random.pick(&['\n', '!', 'A']).escape_default()),
            _ => value.to_string(),
        }
    }

    fn small(&mut self, ty: Ty) -> i64 {
        let value = self.random.below(17) as i64;
        if ty.is_signed() && self.random.chance(25) { -value } else { value }
    }

    /// A pattern without names.
    fn plain_pattern(&mut self, ty: Ty) -> String {
        if ty == Ty::Bool {
            return self.random.pick(&["true", "false", "_"]).to_owned();
        }
        let low = self.small(ty);
        let high = low + 1 + self.random.below(9) as i64;
        match self.random.below(9) {
            0..=3 => self.edge(ty, low),
            4 => format!("{low}..{high}"),
            5 => format!("{low}..={high}"),
            6 if low > 0 => format!("..{low}"),
            6 => format!("..={low}"),
            7 => format!("{}..", low + 8),
            _ => {
                let found: Vec<_> = self.library.constants.iter().filter(|(_, of)| *of == ty).collect();
                match found.get(self.random.below(found.len().max(1))) {
                    Some((name, _)) => name.clone(),
                    None => self.edge(ty, low),
                }
            }
        }
    }

    fn alternatives(&mut self, ty: Ty) -> String {
        let count = 1 + self.random.weighted(&[60, 25, 15]);
        let texts: Vec<String> = (0..count).map(|_| self.plain_pattern(ty)).collect();
        texts.join(" | ")
    }

    fn pattern(&mut self, ty: Ty) -> Pattern {
        let text = self.alternatives(ty);
        if self.random.chance(30) {
            let name = self.fresh();
            let text = match self.random.below(3) {
                0 => name.clone(),
                _ if text.contains(" | ") => format!("{name} @ ({text})"),
                _ => format!("{name} @ {text}"),
            };
            return Pattern { text, bound: Some((name, ty)) };
        }
        Pattern { text, bound: None }
    }

    /// Patterns of one value or of several in a tuple; `fresh` has the names that it binds.
    pub(super) fn patterns(&mut self, types: &[Ty]) -> (String, Vec<(String, Ty)>) {
        let mut bound = Vec::new();
        let mut texts = Vec::new();
        for ty in types {
            let pattern = if types.len() > 1 && self.random.chance(25) {
                Pattern { text: "_".to_owned(), bound: None }
            } else {
                self.pattern(*ty)
            };
            bound.extend(pattern.bound);
            texts.push(pattern.text);
        }
        let text = if types.len() > 1 { format!("({})", texts.join(", ")) } else { texts.concat() };
        (text, bound)
    }

    fn subject(&mut self, depth: u32) -> (String, Vec<Ty>) {
        let count = 1 + self.random.weighted(&[70, 22, 8]);
        let types: Vec<Ty> = (0..count).map(|_| self.matched_type()).collect();
        let values: Vec<String> = types.iter().map(|ty| self.matched(*ty, depth)).collect();
        let text = if count > 1 { format!("({})", values.join(", ")) } else { values.concat() };
        (text, types)
    }

    fn bind(&mut self, bound: Vec<(String, Ty)>) {
        for (name, ty) in bound {
            self.scopes.add(name, Shape::Scalar(ty), false);
        }
    }

    pub(super) fn guard(&mut self) -> String {
        if self.random.chance(20) { format!(" if {}", self.pure_expr(Ty::Bool, 1)) } else { String::new() }
    }

    /// `match` with a value in every arm.
    pub(super) fn match_value(&mut self, ty: Ty, depth: u32) -> String {
        let depth = depth - 1;
        let (subject, types) = self.subject(depth);
        let mut arms = Vec::new();
        for _ in 0..=1 + self.random.below(3) {
            let (pattern, bound) = self.patterns(&types);
            self.scopes.enter();
            self.bind(bound);
            let (guard, value) = (self.guard(), self.expr(ty, depth.min(1)));
            self.scopes.leave();
            arms.push(format!("{pattern}{guard} => {value}"));
        }
        arms.push(format!("_ => {}", self.leaf(ty)));
        format!("(match {subject} {{ {} }})", arms.join(", "))
    }

    /// `matches!(value, pattern)`.
    pub(super) fn matches(&mut self, depth: u32) -> String {
        let (subject, types) = self.subject(depth);
        let (pattern, bound) = self.patterns(&types);
        self.scopes.enter();
        self.bind(bound);
        let guard = self.guard();
        self.scopes.leave();
        // A macro's pattern does not begin with dots.
        let pattern = if pattern.starts_with("..") { format!("({pattern})") } else { pattern };
        format!("matches!({subject}, {pattern}{guard})")
    }

    /// `match` of statements.
    pub(super) fn match_statement(&mut self, depth: u32) {
        let (subject, types) = self.subject(2);
        self.open(format!("match {subject} {{"));
        for _ in 0..=1 + self.random.below(3) {
            let (pattern, bound) = self.patterns(&types);
            self.scopes.enter();
            self.bind(bound);
            let guard = self.guard();
            self.open(format!("{pattern}{guard} => {{"));
            self.inner(1, depth - 1);
            self.close("}");
            self.scopes.leave();
        }
        self.open("_ => {");
        self.inner(1, depth - 1);
        self.close("}");
        self.close("}");
    }

    /// `if let`, alone or with a condition behind it.
    pub(super) fn if_let(&mut self, depth: u32) {
        let (subject, types) = self.subject(2);
        let (pattern, bound) = self.patterns(&types);
        self.scopes.enter();
        self.bind(bound);
        let chained =
            if self.random.chance(30) { format!(" && {}", self.expr(Ty::Bool, 1)) } else { String::new() };
        self.open(format!("if let {pattern} = {subject}{chained} {{"));
        self.inner(1, depth - 1);
        self.scopes.leave();
        if self.random.chance(50) {
            self.reopen("} else {");
            self.inner(1, depth - 1);
        }
        self.close("}");
    }

    /// `let pattern = value else { .. };`, which leaves where the pattern does not fit.
    pub(super) fn let_else(&mut self) {
        let ty = self.matched_type();
        let value = self.matched(ty, 2);
        let Pattern { text, bound } = self.pattern(ty);
        self.scopes.enter();
        let left = self.leave();
        self.scopes.leave();
        let text = if text.contains(" | ") && bound.is_none() { format!("({text})") } else { text };
        self.line(format!("let {text} = {value} else {{ {left} }};"));
        self.bind(bound.into_iter().collect());
    }

    /// `while let`, which counts down.
    pub(super) fn while_let(&mut self, depth: u32) {
        let ty = self.random.pick(&super::types::INTS);
        let (counter, name) = (self.fresh(), self.fresh());
        let start = self.expr(ty, 2);
        self.line(format!("let mut {counter} = {start} & 7;"));
        let (label, head) = self.maybe_label();
        self.open(format!("{head}while let {name} @ 1..=9 = {counter} {{"));
        self.line(format!("{counter} -= 1;"));
        self.scopes.enter();
        self.scopes.add(name, Shape::Scalar(ty), false);
        self.scopes.add(counter.clone(), Shape::Scalar(ty), false);
        self.body(FrameKind::Plain, label, 8, depth);
        self.scopes.leave();
        self.close("}");
        self.scopes.add(counter, Shape::Scalar(ty), true);
    }
}
