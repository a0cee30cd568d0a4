//! Names of places, parts of arrays, loops over elements, and closures.
//!
//! What is borrowed is hidden, or may not be assigned, for as long as the name that borrows it is in scope.

use super::program::Body;
use super::scope::{FrameKind, Shape, Var};
use super::types::Ty;

impl Body<'_> {
    /// An array or slice that a statement can borrow from.
    fn elements(&mut self, mutable: bool) -> Option<Var> {
        self.scopes.some(self.random, |var| {
            matches!(var.shape, Shape::Array(..) | Shape::Slice(_)) && (!mutable || var.mutable)
        })
    }

    /// `let part = &x[a..b];`.
    pub(super) fn part(&mut self) {
        let mutable = self.random.chance(40);
        let Some(var) = self.elements(mutable) else { return };
        let name = self.fresh();
        let word = if mutable { "mut " } else { "" };
        let range = match var.shape {
            Shape::Array(_, len) if len > 1 => {
                let low = self.random.below(len - 1);
                let high = low + 1 + self.random.below(len - low);
                let mut start = self.index(low + 1);
                if mutable {
                    // What is borrowed to be changed cannot be asked where its part begins.
                    let begin = self.fresh();
                    self.line(format!("let {begin} = {start};"));
                    start = begin;
                }
                match self.random.below(5) {
                    0 => format!("{low}.."),
                    1 => format!("..{high}"),
                    2 => format!("{start}..={}", high - 1),
                    3 => "..".to_owned(),
                    _ => format!("{start}..{high}"),
                }
            }
            Shape::Scalar(_)
            | Shape::Array(..)
            | Shape::Nested(..)
            | Shape::Slice(_)
            | Shape::Struct(_)
            | Shape::Hidden => {
                let last = self.fresh();
                self.line(format!("let {last} = {}.len() - 1;", var.name));
                format!("{last}..")
            }
        };
        self.line(format!("let {name} = &{word}{}[{range}];", var.name));
        self.lend(&var, mutable);
        self.scopes.add(name, Shape::Slice(var.shape.element()), mutable);
    }

    /// What is borrowed cannot be touched, or not be changed, any more in this scope.
    pub(super) fn lend(&mut self, var: &Var, mutable: bool) {
        // Of two elements rustc does not know that they are apart.
        let root = var.name.split('[').next().unwrap_or_default();
        if mutable {
            self.scopes.hide(root);
        } else {
            self.scopes.freeze(root);
        }
    }

    /// `let r = &mut x[i];` and the like.
    pub(super) fn reference(&mut self) {
        let Some(var) = self.scopes.some(self.random, |var| {
            var.mutable && !matches!(var.shape, Shape::Struct(_)) && !var.name.starts_with('(')
        }) else {
            return;
        };
        let place = self.place(&var);
        let name = self.fresh();
        self.line(format!("let {name} = &mut {place};"));
        let root = var.name.split(['.', '[']).next().unwrap_or_default().to_owned();
        self.scopes.hide(&root);
        self.scopes.add(format!("(*{name})"), Shape::Scalar(var.shape.element()), true);
    }

    /// A loop over the elements of an array or slice.
    pub(super) fn each(&mut self, depth: u32) {
        let mutable = self.random.chance(35);
        let Some(var) = self.elements(mutable) else { return };
        let of = &var.name;
        let (name, count) = (self.fresh(), self.fresh());
        let element = Shape::Scalar(var.shape.element());
        let most = match var.shape {
            Shape::Array(_, len) => len,
            Shape::Scalar(_) | Shape::Nested(..) | Shape::Slice(_) | Shape::Struct(_) | Shape::Hidden => 8,
        };
        let (low, step) = (self.random.below(3), 1 + self.random.below(3));
        let by_reference = (format!("(*{name})"), element, mutable);
        let iter = if mutable { "iter_mut" } else { "iter" };
        let amp = if mutable { "&mut " } else { "&" };
        let counted = (count.clone(), Shape::Scalar(Ty::Usize), false);
        let (head, bound) = match self.random.below(12) {
            0 => {
                let whole = if matches!(var.shape, Shape::Slice(_)) { "[..]" } else { "" };
                (format!("{name} in {amp}{of}{whole}"), vec![by_reference])
            }
            1 | 2 => (format!("{name} in {of}.{iter}()"), vec![by_reference]),
            3 => (format!("({count}, {name}) in {of}.{iter}().enumerate()"), vec![counted, by_reference]),
            4 => (format!("{name} in {of}.{iter}().rev()"), vec![by_reference]),
            5 => (format!("{name} in {of}.{iter}().skip({low})"), vec![by_reference]),
            6 => (format!("{name} in {of}.{iter}().step_by({step})"), vec![by_reference]),
            7 => {
                (format!("({count}, {name}) in {of}.{iter}().enumerate().rev()"), vec![counted, by_reference])
            }
            8 => {
                (format!("({name}, {count}) in {of}.{iter}().zip({low}usize..)"), vec![by_reference, counted])
            }
            9 if !mutable => {
                (format!("&{name} in {of}.iter().take({step})"), vec![(name.clone(), element, false)])
            }
            10 if !mutable => (
                format!("{name} in {of}.windows(2)"),
                vec![(name.clone(), Shape::Slice(element.element()), false)],
            ),
            _ => {
                let chunks = if mutable { "chunks_mut" } else { "chunks" };
                let part = Shape::Slice(element.element());
                (format!("{name} in {of}.{chunks}({step})"), vec![(name.clone(), part, mutable)])
            }
        };
        let (label, start) = self.maybe_label();
        self.open(format!("{start}for {head} {{"));
        self.scopes.enter();
        self.lend(&var, mutable);
        for (name, shape, mutable) in bound {
            self.scopes.add(name, shape, mutable);
        }
        self.body(FrameKind::Plain, label, most, depth);
        self.scopes.leave();
        self.close("}");
    }

    /// A closure that looks at what is around it, called twice.
    pub(super) fn closure(&mut self) {
        let (ty, one, two) = (self.some_type(), self.some_type(), self.some_type());
        if [ty, one, two].iter().any(|ty| matches!(ty, Ty::Param(_))) {
            return;
        }
        let (result, name, a, b) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        let before = std::mem::replace(&mut self.pure, true);
        self.scopes.enter();
        self.scopes.add(a.clone(), Shape::Scalar(one), false);
        self.scopes.add(b.clone(), Shape::Scalar(two), false);
        let body = self.expr(ty, 2);
        self.scopes.leave();
        let calls: Vec<String> =
            (0..2).map(|_| format!("{name}({}, {})", self.expr(one, 1), self.expr(two, 1))).collect();
        self.pure = before;
        let typed = if self.random.chance(50) { format!(" -> {}", ty.name()) } else { String::new() };
        let body = if typed.is_empty() { body } else { format!("{{ {body} }}") };
        self.open(format!("let mut {result} = {{"));
        self.line(format!("let {name} = |{a}: {}, {b}: {}|{typed} {body};", one.name(), two.name()));
        let condition = self.random.pick(&["true", "false"]);
        let condition = if self.random.chance(70) {
            format!("{} == {}", a_value(two, &self.leaf(two)), a_value(two, &self.leaf(two)))
        } else {
            condition.to_owned()
        };
        self.line(format!("if {condition} {{ {} }} else {{ {} }}", calls[0], calls[1]));
        self.close("};");
        self.scopes.add(result, Shape::Scalar(ty), true);
    }

    /// A closure that changes a variable, called a few times.
    pub(super) fn changing_closure(&mut self) {
        let Some(var) = self.scopes.some(self.random, |var| {
            var.mutable && matches!(var.shape, Shape::Scalar(ty) if ty.is_int()) && !var.name.starts_with('(')
        }) else {
            return;
        };
        let ty = var.shape.element();
        let (name, by) = (self.fresh(), self.fresh());
        let root = var.name.split(['.', '[']).next().unwrap_or_default().to_owned();
        self.open("{");
        self.scopes.enter();
        self.scopes.hide(&root);
        self.scopes.add(by.clone(), Shape::Scalar(ty), false);
        let op = self.random.pick(&["+=", "-=", "^=", "*="]);
        let value = self.pure_expr(ty, 2);
        self.scopes.leave();
        self.line(format!(
            "let mut {name} = |{by}: {}| {{ {} {op} {value}; {} }};",
            ty.name(),
            var.name,
            var.name
        ));
        self.scopes.enter();
        self.scopes.hide(&root);
        for _ in 0..=self.random.below(2) {
            // The closure holds what it names, so that arguments change nothing.
            let value = self.pure_expr(ty, 1);
            self.line(format!("{name}({value});"));
        }
        self.scopes.leave();
        self.close("}");
    }

    /// What a chain of adapters makes of an array of numbers.
    pub(super) fn consumed(&mut self, ty: Ty) -> Option<String> {
        if !ty.is_int() {
            return None;
        }
        let var = self.scopes.some(
            self.random,
            |var| matches!(var.shape, Shape::Array(of, _) | Shape::Slice(of) if of == ty),
        )?;
        let of = &var.name;
        let (a, v) = (self.fresh(), self.fresh());
        let before = std::mem::replace(&mut self.pure, true);
        let init = self.leaf(ty);
        self.scopes.enter();
        self.scopes.add(v.clone(), Shape::Scalar(ty), false);
        let test = self.expr(Ty::Bool, 1);
        let mapped = self.expr(ty, 1);
        self.scopes.add(a.clone(), Shape::Scalar(ty), false);
        let folded = self.expr(ty, 2);
        self.scopes.leave();
        self.pure = before;
        let (name, skip) = (ty.name(), self.random.below(3));
        self.cost += self.turns * 8;
        Some(match self.random.below(7) {
            0 => format!("{of}.iter().fold({init}, |{a}, &{v}| {folded})"),
            1 => format!("{of}.iter().map(|&{v}| {mapped}).fold({init}, |{a}, {v}| {folded})"),
            2 => format!("{of}.iter().copied().filter(|&{v}| {test}).map(|{v}| {mapped}).sum::<{name}>()"),
            3 => format!("{of}.iter().rev().skip({skip}).map(|&{v}| {mapped}).product::<{name}>()"),
            4 => format!("({of}.iter().filter(|&&{v}| {test}).count() as {name})"),
            5 => format!("({of}.iter().any(|&{v}| {test}) as {name})"),
            _ => format!("({of}.iter().enumerate().all(|({a}, &{v})| {a} < 2 || {test}) as {name})"),
        })
    }
}

/// A value whose equality is that of its bits, of a leaf.
fn a_value(ty: Ty, text: &str) -> String {
    if ty.is_half() { format!("{text}.to_bits()") } else { text.to_owned() }
}
