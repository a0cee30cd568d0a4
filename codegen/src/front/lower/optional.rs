//! `Option`s: what `x.get(i)`, `x.first()`, `max`, `position` and their like give, and those that are kept.
//!
//! Takes the call; guarantees what it would give and whether it gives that. For the pattern or the method that asks
//! for it at once, `if let Some(v) = x.get(i)`, `.unwrap_or(0)`, no `Option` is made. One that is kept, `Some(v)`,
//! `None`, a local, the result of a function, is a tuple of whether there is something and what; of a reference, a
//! name for what it refers to.

use quote::quote_spanned;
use syn::{Expr as Syn, Lit};

use super::atomic::is_atomic_method;
use super::call::is_effect;
use super::ends::{finds_item, is_end};
use super::items::Item;
use super::iter::is_iterator;
use super::methods::is_of_std;
use super::numeric::is_checked;
use super::pattern::not;
use super::subject::{Subject, value_of};
use super::{Binding, Lower, address, bare, is_stable};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::intrinsics::is_method;
use crate::ir::{
    BinOp, Block, Expr, ExprKind, FunctionKind, LocalKind, Place, Scalar, SiteKind, Stmt, StmtKind, Type,
};

/// How many links of a chain are looked at, each for the one before it, and how often in all.
const MOST_LOOKS: (usize, usize) = (3, 16);

impl Lower<'_> {
    /// What an expression gives, and whether it does; `None` where it is no `Option` that a kernel knows.
    pub(super) fn maybe(&mut self, expr: &Syn) -> Option<(Subject, Expr)> {
        self.maybe_of(expr, false)
    }

    /// The same. What is asked as only an `Option` is, `sure`, is one though nothing here tells that a function that
    /// it begins with gives one; rustc confirms that.
    pub(super) fn maybe_of(&mut self, expr: &Syn, sure: bool) -> Option<(Subject, Expr)> {
        if let Some(Binding::Maybe(held)) = self.binding(expr) {
            return Some((held.0.clone(), held.1.clone()));
        }
        let Syn::MethodCall(call) = bare(expr) else { return None };
        let name = call.method.to_string();
        let args: Vec<&Syn> = call.args.iter().collect();
        match (name.as_str(), args.as_slice()) {
            ("map" | "and_then" | "filter", [f]) if !is_iterator(&call.receiver) => {
                let (inner, some) = self.option_before(call, sure)?;
                Some(self.mapped(&name, inner, some, f))
            }
            ("copied" | "cloned", []) if !is_iterator(&call.receiver) => {
                let (inner, some) = self.maybe_of(&call.receiver, sure)?;
                let inner = match inner {
                    Subject::Referent { place, .. } => Subject::Value(Expr::load(place)),
                    other => other,
                };
                Some((inner, some))
            }
            ("get" | "get_mut", [index]) if !matches!(bare(index), Syn::Range(_)) => {
                let place = self.slice_of(&call.receiver)?;
                let index = self.expr(index);
                let index = self.keep("index", index);
                let len = self.len_of(&place);
                let some = self.less("there", index.clone(), len);
                let place = self.element(place, index);
                Some((Subject::Referent { place, mutable: name == "get_mut" }, some))
            }
            ("first" | "last" | "first_mut" | "last_mut", []) if !is_iterator(&call.receiver) => {
                let place = self.slice_of(&call.receiver)?;
                let len = self.len_of(&place);
                let none = Expr::int(0, Scalar::Usize);
                let some = self.less("there", none.clone(), len.clone());
                let index = if name.starts_with("first") {
                    none
                } else {
                    Expr::binary(BinOp::Sub, len, Expr::int(1, Scalar::Usize), Type::USIZE)
                };
                let place = self.element(place, index);
                Some((Subject::Referent { place, mutable: name.ends_with("_mut") }, some))
            }
            ("split_first" | "split_last" | "split_first_mut" | "split_last_mut", [])
                if self.is_sliced(&call.receiver) =>
            {
                self.split_at_end(call, &name)
            }
            ("then_some", [value]) if !self.is_of_parameter(&call.receiver) => {
                let values = self.sequence(&[&*call.receiver, value]);
                let mut values = values.into_iter().map(|value| self.temporary("some", value));
                let (some, value) = (values.next()?, values.next()?);
                Some((Subject::Value(value), some))
            }
            // An `Ordering`'s `then` takes no closure.
            ("then", [Syn::Closure(_)]) if self.may_be_bool(&call.receiver) => {
                Some(self.made_where(&call.receiver, args.first()?))
            }
            ("or" | "or_else", [other]) if !is_iterator(&call.receiver) => {
                let found = self.option_before(call, sure)?;
                Some(self.one_or_other(call, found, other))
            }
            // Other types have methods of these names, so that nothing is taken for an `Option` because of them.
            ("zip" | "xor" | "and", [other]) if !is_iterator(&call.receiver) => {
                let found = self.option_before(call, false)?;
                self.beside(call, found, other)
            }
            ("take", []) | ("replace", [_]) if self.is_option(&call.receiver) => {
                self.taken(&call.receiver, args.first().copied())
            }
            ("as_ref" | "as_mut", []) if self.is_option(&call.receiver) => {
                let place = self.place(&call.receiver)?;
                let (place, mutable) = (self.settle(place), name == "as_mut");
                Some(self.option_parts(&Subject::Referent { place, mutable }))
            }
            (name, args)
                if is_checked(name, args.len())
                    && !is_iterator(&call.receiver)
                    && !self.is_of_parameter(&call.receiver) =>
            {
                Some(self.checked_method(call, args))
            }
            (name, args) if is_iterator(&call.receiver) && is_end(name, args.len()) => {
                self.end_of(call, name, args.first().copied())
            }
            _ => None,
        }
    }

    /// The `Option` of which a method makes another.
    fn option_before(&mut self, call: &syn::ExprMethodCall, sure: bool) -> Option<(Subject, Expr)> {
        if let Some(found) = self.maybe_of(&call.receiver, sure) {
            return Some(found);
        }
        if !sure && !self.is_option(&call.receiver) && !self.makes_option(&call.receiver) {
            return None;
        }
        let found = self.held(&call.receiver)?;
        self.taps.options.insert(address(call));
        Some(found)
    }

    /// Whether a place is known to be a slice or an array.
    fn is_sliced(&mut self, receiver: &Syn) -> bool {
        let known = match (self.type_of_place(receiver), self.binding(receiver)) {
            (Some(Type::Infer(_)), Some(Binding::Local { id, .. })) => self.said.get(id).cloned(),
            (known, _) => known,
        };
        matches!(known, Some(Type::Array(..) | Type::Slice { .. }))
    }

    /// `.split_first()` and `.split_last()`: an element at an end, and the others.
    fn split_at_end(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<(Subject, Expr)> {
        let (place, mutable) = (self.slice_of(&call.receiver)?, name.ends_with("_mut"));
        let (len, first) = (self.len_of(&place), name.starts_with("split_first"));
        let [none, one] = [0, 1].map(|number| Expr::int(number, Scalar::Usize));
        let some = self.less("there", none.clone(), len.clone());
        // Of nothing there are no others.
        let others = Expr::binary(BinOp::Sub, len, one.clone(), Type::USIZE);
        let [condition, then, otherwise] = [some.clone(), others, none.clone()].map(Box::new);
        let others = Expr::new(ExprKind::Select { condition, then, otherwise }, Type::USIZE);
        let others = self.temporary("others", others);
        let (index, start) = if first { (none, one) } else { (others.clone(), none) };
        let element = self.element(place.clone(), index);
        let rest = self.part_of(place, start, others);
        let parts = [element, rest].map(|place| Subject::Referent { place, mutable });
        Some((Subject::Parts { parts: parts.into(), array: false }, some))
    }

    /// The slice or array that a method is called on.
    fn slice_of(&mut self, receiver: &Syn) -> Option<Place> {
        if is_iterator(receiver) {
            return None;
        }
        let place = self.place(receiver)?;
        let known = matches!(place.ty, Type::Array(..) | Type::Slice { .. } | Type::Infer(_));
        if !known || self.broken.contains(&place.base) {
            return None;
        }
        Some(self.settle(place))
    }

    fn less(&mut self, name: &str, a: Expr, b: Expr) -> Expr {
        self.temporary(name, Expr::binary(BinOp::Lt, a, b, Type::BOOL))
    }

    /// `Some(v)`.
    pub(super) fn some(&mut self, value: &Syn) -> Expr {
        let mut value = self.whole(value);
        if is_effect(&value) {
            value = self.temporary("value", value);
        }
        let value = self.part_value(value);
        Self::tuple_of(vec![Expr::bool(true), value])
    }

    /// `None`.
    pub(super) fn none(&mut self) -> Expr {
        let ty = self.fresh();
        let nothing = self.new_local("nothing", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: nothing, init: None });
        Self::tuple_of(vec![Expr::bool(false), Expr::local(nothing, ty)])
    }

    /// `option?`, in a function that returns an `Option`.
    pub(super) fn tried(&mut self, node: &syn::ExprTry) -> Expr {
        let (message, help) = if self.function.kind == FunctionKind::Kernel {
            (
                "`?` has no meaning in a kernel, which returns nothing",
                "leave the kernel where there is no value: `let Some(v) = .. else { return };`",
            )
        } else if self.closures > 0 {
            (
                "`?` cannot leave a closure in a kernel",
                "ask the `Option`: `match .. { Some(v) => .., None => .. }`",
            )
        } else {
            (
                "`?` asks an `Option` in a function that returns one",
                "write `let Some(v) = .. else { return .. };`",
            )
        };
        let found = if is_held(&self.function.result) && self.closures == 0 {
            self.maybe_of(&node.expr, true).or_else(|| self.held(&node.expr))
        } else {
            None
        };
        let Some((inner, some)) = found else {
            // Where no `Option` can come back, rustc says so.
            let told = matches!(self.function.result, Type::Unit | Type::Scalar(_) | Type::Array(..));
            if told && self.closures == 0 && self.function.kind == FunctionKind::Device {
                self.effect(&node.expr);
                return self.dummy();
            }
            self.unsupported(syn::spanned::Spanned::span(&node.question_token), message, help);
            return self.dummy();
        };
        let then = self.scoped_block(|lower| {
            let none = lower.none();
            lower.give_back(Some(none));
        });
        self.push(StmtKind::If { condition: not(some), then, otherwise: Block::default() });
        value_of(&inner).unwrap_or_else(|| self.dummy())
    }

    /// The value of an expression that gives an `Option` without making one; `None` where it does not.
    pub(super) fn made_option(&mut self, expr: &Syn) -> Option<Expr> {
        if !self.surely_maybe(expr) {
            return None;
        }
        let (inner, some) = self.maybe(expr)?;
        if let Subject::Referent { .. } = inner {
            let message = format!(
                "`{}` gives an `Option` of a reference, which is asked and no value of its own",
                text_of(expr)
            );
            let help =
                "copy what it refers to: `.copied()`; or give it a name, `let found = ..`, and ask that";
            self.report.error(spot(expr), Code::Unsupported, message, help);
            return Some(self.dummy());
        }
        match self.kept_option(&inner, some) {
            Some(value) => Some(value),
            None => Some(self.refuse_parts(expr, &inner)),
        }
    }

    /// Complains about a tuple with references in it where one value is asked for.
    fn refuse_parts(&mut self, expr: &Syn, inner: &Subject) -> Expr {
        if let Subject::Parts { .. } = inner {
            let message =
                format!("`{}` finds a tuple with references in it, which is no value", text_of(expr));
            let help = "take it apart at once, `let (i, v) = ...unwrap();` or `if let Some((i, v)) = ..`, or take \
                        the part that is meant: `.map(|(i, _)| i)`";
            self.report.error(spot(expr), Code::Unsupported, message, help);
        }
        self.dummy()
    }

    /// `x.iter().enumerate().max_by(f).unwrap()`, and `.expect("..")`, as patterns see it.
    pub(super) fn unwrapped_item(&mut self, expr: &Syn) -> Option<Subject> {
        let Syn::MethodCall(call) = bare(expr) else { return None };
        let Syn::MethodCall(end) = bare(&call.receiver) else { return None };
        let asks =
            matches!((call.method.to_string().as_str(), call.args.len()), ("unwrap", 0) | ("expect", 1));
        if !asks || !is_iterator(&end.receiver) || !finds_item(&end.method.to_string()) {
            return None;
        }
        let (inner, some) = self.maybe(&call.receiver)?;
        self.fail_unless(some, call);
        Some(inner)
    }

    /// What an expression gives that is an `Option` of a reference; `None` where it gives another, or none.
    pub(super) fn option_of_reference(&mut self, expr: &Syn) -> Option<(Subject, Expr)> {
        if !Self::may_refer(expr) || !self.surely_maybe(expr) {
            return None;
        }
        self.maybe(expr)
    }

    /// An `Option` as one value; `None` where what would be in it is none.
    pub(super) fn kept_option(&mut self, inner: &Subject, some: Expr) -> Option<Expr> {
        let value = self.made(inner)?;
        let ty = value.ty.clone();
        let held = self.new_local("held", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: held, init: None });
        // What is not there is not read.
        let kind = StmtKind::Assign { place: Place::local(held, ty.clone()), op: None, value };
        let then = Block(vec![Stmt { kind, site: self.site }]);
        self.push(StmtKind::If { condition: some.clone(), then, otherwise: Block::default() });
        Some(Self::tuple_of(vec![some, Expr::local(held, ty)]))
    }

    /// What is in an `Option`, and whether there is something.
    pub(super) fn option_parts(&mut self, subject: &Subject) -> (Subject, Expr) {
        let broken = (Subject::Broken, Expr::bool(true));
        match subject {
            Subject::Maybe { inner, some } => ((**inner).clone(), some.clone()),
            // Of other types rustc has more to say.
            Subject::Value(Expr { ty, .. }) | Subject::Referent { place: Place { ty, .. }, .. }
                if may_hold(ty) =>
            {
                let some = self.field_of(subject, "0");
                match value_of(&some) {
                    Some(some) => (self.field_of(subject, "1"), some),
                    None => broken,
                }
            }
            Subject::Value(_)
            | Subject::Referent { .. }
            | Subject::Parts { .. }
            | Subject::Named(_)
            | Subject::Exchange { .. }
            | Subject::Broken => broken,
        }
    }

    /// Whether an expression gives an `Option` by a method of std's, as far as its form and known types tell.
    pub(super) fn surely_maybe(&mut self, expr: &Syn) -> bool {
        let Syn::MethodCall(call) = bare(expr) else {
            return matches!(self.binding(expr), Some(Binding::Maybe(_)));
        };
        let (name, of_iterator) = (call.method.to_string(), is_iterator(&call.receiver));
        match (name.as_str(), call.args.len()) {
            ("copied" | "cloned", 0)
            | ("map" | "and_then" | "filter" | "or" | "or_else" | "zip" | "xor" | "and", 1)
                if !of_iterator =>
            {
                self.makes_option(&call.receiver) || self.is_option(&call.receiver)
            }
            ("take" | "as_ref" | "as_mut", 0) | ("replace", 1) if !of_iterator => {
                self.is_option(&call.receiver)
            }
            ("get" | "get_mut", 1)
            | (
                "first" | "last" | "first_mut" | "last_mut" | "split_first" | "split_last"
                | "split_first_mut" | "split_last_mut",
                0,
            ) if !of_iterator => self.is_sliced(&call.receiver),
            ("then_some", 1) => !of_iterator && !self.is_of_parameter(&call.receiver),
            ("then", 1) => {
                matches!(call.args.first(), Some(Syn::Closure(_))) && self.may_be_bool(&call.receiver)
            }
            (name, args) if is_checked(name, args) => !of_iterator && !self.is_of_parameter(&call.receiver),
            (name, args) => of_iterator && is_end(name, args),
        }
    }

    /// Whether an expression is an `Option` by its form.
    pub(super) fn makes_option(&mut self, expr: &Syn) -> bool {
        match bare(expr) {
            Syn::Path(path) => {
                path.path.is_ident("None") && self.lookup("None").is_none() || self.is_option(expr)
            }
            Syn::Call(call) => matches!(bare(&call.func), Syn::Path(path) if path.path.is_ident("Some")),
            other => self.surely_maybe(other),
        }
    }

    /// Whether the type of a variable or of a part of one is known to be that of an `Option`.
    pub(super) fn is_option(&mut self, expr: &Syn) -> bool {
        self.type_of_place(expr).is_some_and(|ty| is_held(&ty))
    }

    /// The type of a place; this is only to look.
    pub(super) fn type_of_place(&mut self, expr: &Syn) -> Option<Type> {
        if let Syn::Path(_) = bare(expr) {
            return match self.binding(expr)? {
                Binding::Local { id, .. } => Some(self.function.local(*id).ty.referent().clone()),
                Binding::Place { place, .. } => Some(place.ty.clone()),
                Binding::Dim3(_)
                | Binding::Row { .. }
                | Binding::Closure(_)
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Item => None,
            };
        }
        let errors = self.report.len();
        let place = match bare(expr) {
            Syn::Field(_) | Syn::Index(_) => self.looked_at(expr),
            _ => None,
        };
        place.filter(|_| self.report.len() == errors).map(|place| place.ty)
    }

    /// A place, only to look. Of a chain each link may be looked at more than once, and so may those before it: where
    /// one has many, no more is known of it.
    pub(super) fn looked_at(&mut self, expr: &Syn) -> Option<Place> {
        let (deep, all) = self.looks;
        if deep == MOST_LOOKS.0 || all == MOST_LOOKS.1 {
            return None;
        }
        self.looks = (deep + 1, all + 1);
        let mark = self.block.len();
        let place = self.place(expr);
        self.block.truncate(mark);
        self.looks = (deep, if deep == 0 { 0 } else { self.looks.1 });
        place
    }

    /// What is in a value that is an `Option`, and whether there is something; `None` where it may be of another type.
    fn held(&mut self, expr: &Syn) -> Option<(Subject, Expr)> {
        let may_be = match bare(expr) {
            Syn::Path(_) | Syn::Field(_) | Syn::Index(_) => {
                self.type_of_place(expr).is_some_and(|ty| matches!(ty, Type::Infer(_)) || is_held(&ty))
            }
            Syn::Call(_) | Syn::If(_) | Syn::Match(_) | Syn::Block(_) => true,
            Syn::MethodCall(call) => {
                let name = call.method.to_string();
                !is_of_std(&name) && !is_method(&name) && !is_atomic_method(&name) && !is_iterator(expr)
            }
            _ => false,
        };
        if !may_be {
            return None;
        }
        let mark = self.report.len();
        let value = self.whole(expr);
        if self.report.len() > mark {
            return Some((Subject::Broken, Expr::bool(true)));
        }
        let value = self.temporary("option", value);
        Some(self.option_parts(&Subject::Value(value)))
    }

    /// `.map(f)`, `.and_then(f)` and `.filter(f)` of what there is.
    fn mapped(&mut self, name: &str, inner: Subject, some: Expr, f: &Syn) -> (Subject, Expr) {
        let f = self.callback(f);
        if name == "filter" {
            let there = self.new_local("there", Type::BOOL, LocalKind::Let);
            self.push(StmtKind::Let { local: there, init: Some(Expr::bool(false)) });
            let there = Place::local(there, Type::BOOL);
            let inner = match inner {
                Subject::Value(value) => self.kept_in(value, &some),
                other => other,
            };
            let then = self.scoped_block(|lower| {
                let item = lower.item_of(inner.clone());
                let shown = lower.shown(&item);
                let value = lower.apply_to_value(&f, vec![shown]);
                lower.push(StmtKind::Assign { place: there.clone(), op: None, value });
            });
            self.push(StmtKind::If { condition: some, then, otherwise: Block::default() });
            return (inner, Expr::load(there));
        }
        let ty = self.fresh();
        let mapped = self.new_local("mapped", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: mapped, init: None });
        let mapped = Place::local(mapped, ty);
        let there = self.new_local("there", Type::BOOL, LocalKind::Let);
        self.push(StmtKind::Let { local: there, init: Some(Expr::bool(false)) });
        let there = Place::local(there, Type::BOOL);
        let then = self.scoped_block(|lower| {
            let item = lower.item_of(inner);
            let value = lower.apply_to_value(&f, vec![item]);
            let (value, some) = if name == "map" {
                (value, Expr::bool(true))
            } else {
                let option = lower.temporary("option", value);
                let (inner, some) = lower.option_parts(&Subject::Value(option));
                (value_of(&inner).unwrap_or_else(|| lower.dummy()), some)
            };
            lower.push(StmtKind::Assign { place: mapped.clone(), op: None, value });
            lower.push(StmtKind::Assign { place: there.clone(), op: None, value: some });
        });
        self.push(StmtKind::If { condition: some, then, otherwise: Block::default() });
        (Subject::Value(Expr::load(mapped)), Expr::load(there))
    }

    /// A value that is there sometimes, in a variable of its own.
    pub(super) fn kept_in(&mut self, value: Expr, some: &Expr) -> Subject {
        let ty = value.ty.clone();
        let kept = self.new_local("kept", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: kept, init: None });
        let kind = StmtKind::Assign { place: Place::local(kept, ty.clone()), op: None, value };
        let then = Block(vec![Stmt { kind, site: self.site }]);
        self.push(StmtKind::If { condition: some.clone(), then, otherwise: Block::default() });
        Subject::Value(Expr::local(kept, ty))
    }

    /// A subject as what a closure takes.
    fn item_of(&mut self, subject: Subject) -> Item {
        match subject {
            Subject::Value(value) => Item::Value(value),
            Subject::Referent { place, mutable } => Item::Place { place, mutable, depth: 1 },
            Subject::Parts { parts, .. } => {
                Item::Tuple(parts.into_iter().map(|part| self.item_of(part)).collect())
            }
            Subject::Named(_) | Subject::Exchange { .. } | Subject::Maybe { .. } | Subject::Broken => {
                Item::Value(self.dummy())
            }
        }
    }

    /// `.map_or(v, f)`, `.is_some_and(f)`, `.is_none_or(f)` and `.unwrap_or_else(f)`.
    fn asked_with(&mut self, name: &str, (inner, some): (Subject, Expr), args: &[&Syn]) -> Option<Expr> {
        let first = match (name, args) {
            ("map_or", [otherwise, _]) => {
                let inner = match inner {
                    Subject::Value(ref value) => self.kept_in(value.clone(), &some),
                    ref other => other.clone(),
                };
                let otherwise = self.whole(otherwise);
                return self.asked_or(Some(otherwise), &some, inner, (args.last().copied(), None));
            }
            ("map_or_else", [none, there]) => {
                return self.asked_or(None, &some, inner, (Some(there), Some(none)));
            }
            ("unwrap_or_else", [none]) => return self.asked_or(None, &some, inner, (None, Some(none))),
            ("is_some_and", [_]) => Some(Expr::bool(false)),
            ("is_none_or", [_]) => Some(Expr::bool(true)),
            _ => None,
        };
        self.asked_or(first, &some, inner, (args.first().copied(), None))
    }

    /// What a closure gives of what there is, else another value, or what a second closure gives. Without the first
    /// it is what there is.
    fn asked_or(
        &mut self,
        otherwise: Option<Expr>,
        some: &Expr,
        inner: Subject,
        (there, none): (Option<&Syn>, Option<&Syn>),
    ) -> Option<Expr> {
        let (of, there) = (there.or(none)?, there.map(|f| self.callback(f)));
        let none = none.map(|f| self.callback(f));
        let ty = otherwise.as_ref().map_or_else(|| self.fresh(), |value| value.ty.clone());
        let value = self.new_local("value", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: value, init: otherwise });
        let place = Place::local(value, ty.clone());
        let assign = |value| StmtKind::Assign { place: place.clone(), op: None, value };
        let then = self.scoped_block(|lower| {
            let item = lower.item_of(inner);
            let value = match &there {
                Some(f) => lower.apply_to_value(f, vec![item]),
                None => lower.item_value(item, of),
            };
            lower.push(assign(value));
        });
        let otherwise = match &none {
            Some(f) => self.scoped_block(|lower| {
                let value = lower.apply_to_value(f, Vec::new());
                lower.push(assign(value));
            }),
            None => Block::default(),
        };
        self.push(StmtKind::If { condition: some.clone(), then, otherwise });
        Some(Expr::local(value, ty))
    }

    /// The `Option` that a method asks which only an `Option` has.
    fn asked_option(&mut self, call: &syn::ExprMethodCall) -> Option<(Subject, Expr)> {
        if let Some(found) = self.maybe_of(&call.receiver, true) {
            return Some(found);
        }
        let found = self.held(&call.receiver)?;
        self.taps.options.insert(address(call));
        Some(found)
    }

    /// `.unwrap_or_default()` of an `Option`: the host says what the default is.
    pub(super) fn unwrapped_or_default(&mut self, node: &Syn, call: &syn::ExprMethodCall) -> Option<Expr> {
        if call.method != "unwrap_or_default" || !call.args.is_empty() {
            return None;
        }
        let (inner, some) = self.asked_option(call)?;
        let Some(value) = self.made(&inner) else { return Some(self.refuse_parts(&call.receiver, &inner)) };
        let span = call.method.span();
        let default =
            self.given_by_the_host(node, quote_spanned!(span=> ::core::default::Default::default()));
        let ty = value.ty.clone();
        let local = self.new_local("value", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(default) });
        let kind = StmtKind::Assign { place: Place::local(local, ty.clone()), op: None, value };
        let then = Block(vec![Stmt { kind, site: self.site }]);
        self.push(StmtKind::If { condition: some, then, otherwise: Block::default() });
        Some(Expr::local(local, ty))
    }

    /// `.unwrap_or(v)`, `.unwrap()`, `.is_some()` and their like, of an `Option`.
    pub(super) fn unwrapped(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        let args: Vec<&Syn> = call.args.iter().collect();
        let known = matches!(
            (name.as_str(), args.len()),
            ("unwrap" | "is_some" | "is_none", 0)
                | ("unwrap_or" | "expect" | "is_some_and" | "is_none_or" | "unwrap_or_else", 1)
                | ("map_or" | "map_or_else", 2)
        );
        if !known {
            return None;
        }
        let (inner, some) = self.asked_option(call)?;
        match name.as_str() {
            "is_some" => return Some(some),
            "is_none" => return Some(not(some)),
            "is_some_and" | "is_none_or" | "unwrap_or_else" | "map_or" | "map_or_else" => {
                return self.asked_with(&name, (inner, some), &args);
            }
            _ => {}
        }
        let value = match inner {
            Subject::Value(value) => value,
            Subject::Referent { place, .. } if name != "unwrap_or" => Expr::load(place),
            Subject::Referent { .. } => {
                let message = format!("`{}` gives one of two references, which has no name", text_of(call));
                let help =
                    "copy what it refers to: `.copied().unwrap_or(..)`; or write `if let Some(v) = ..`";
                self.report.error(spot(call), Code::Unsupported, message, help);
                return Some(self.dummy());
            }
            ref parts @ Subject::Parts { .. } => match self.made(parts) {
                Some(value) => value,
                None => return Some(self.refuse_parts(&call.receiver, parts)),
            },
            Subject::Named(_) | Subject::Exchange { .. } | Subject::Maybe { .. } | Subject::Broken => {
                return Some(self.dummy());
            }
        };
        if name != "unwrap_or" {
            self.fail_unless(some, call);
            return Some(value);
        }
        let first = args.first()?;
        let mark = self.block.len();
        let otherwise = self.whole(first);
        let ty = otherwise.ty.clone();
        let mut value = value;
        if self.block.len() > mark && !is_stable(&value, &|id| self.never_assigned(id)) {
            // The value was copied before the other was evaluated, which may change where it came from.
            let later = self.block.split_off(mark);
            let copy = self.new_local("copied", value.ty.clone(), LocalKind::Let);
            self.push(StmtKind::Let { local: copy, init: None });
            let place = Place::local(copy, value.ty.clone());
            let copied = Expr::load(place.clone());
            let kind = StmtKind::Assign { place, op: None, value: std::mem::replace(&mut value, copied) };
            let then = Block(vec![Stmt { kind, site: self.site }]);
            self.push(StmtKind::If { condition: some.clone(), then, otherwise: Block::default() });
            self.block.extend(later);
        }
        let local = self.new_local("value", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(otherwise) });
        let kind = StmtKind::Assign { place: Place::local(local, ty.clone()), op: None, value };
        let then = Block(vec![Stmt { kind, site: self.site }]);
        self.push(StmtKind::If { condition: some, then, otherwise: Block::default() });
        Some(Expr::local(local, ty))
    }

    /// `x.first().unwrap()` and `.expect("..")`, where they give a reference: the place, and whether it can be changed.
    pub(super) fn unwrapped_place(&mut self, expr: &Syn) -> Option<(Place, bool)> {
        let Syn::MethodCall(call) = bare(expr) else { return None };
        if call.method != "unwrap" && call.method != "expect" || !Self::may_refer(&call.receiver) {
            return None;
        }
        let (Subject::Referent { place, mutable }, some) = self.maybe(&call.receiver)? else { return None };
        self.fail_unless(some, call);
        Some((place, mutable))
    }

    /// Whether what an expression gives may be a reference in an `Option`, as far as its form tells.
    fn may_refer(expr: &Syn) -> bool {
        let Syn::MethodCall(call) = bare(expr) else { return false };
        let name = call.method.to_string();
        match name.as_str() {
            "get" | "get_mut" | "first" | "first_mut" | "last_mut" | "split_first" | "split_last"
            | "split_first_mut" | "split_last_mut" | "as_ref" | "as_mut" => true,
            name if is_iterator(&call.receiver) && finds_item(name) => refers(&call.receiver),
            "last" => true,
            "filter" => !is_iterator(&call.receiver) && Self::may_refer(&call.receiver),
            _ => false,
        }
    }

    fn fail_unless(&mut self, some: Expr, call: &syn::ExprMethodCall) {
        let text = match call.args.first().map(bare) {
            None => "called `Option::unwrap()` on a `None` value".to_owned(),
            Some(Syn::Lit(syn::ExprLit { lit: Lit::Str(text), .. })) => text.value(),
            Some(other) => {
                let help = "write the text out: `.expect(\"..\")`";
                self.report.error(spot(other), Code::Format, "the message is not a string literal", help);
                return;
            }
        };
        let text = text.replace('{', "{{").replace('}', "}}");
        let site = self.new_site(call.method.span(), SiteKind::Message { text, values: Vec::new() });
        self.fail_when(not(some), Vec::new(), site);
    }
}

/// Whether a type is that of an `Option`, or of a tuple that looks like one.
fn is_held(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(parts) if matches!(parts.as_slice(), [Type::Scalar(Scalar::Bool) | Type::Infer(_), _]))
}

/// Whether a type may turn out to be that of an `Option`.
fn may_hold(ty: &Type) -> bool {
    matches!(ty, Type::Infer(_) | Type::Capture(_)) || is_held(ty)
}

/// Whether an iterator gives references to elements, as far as its form tells.
fn refers(expr: &Syn) -> bool {
    match bare(expr) {
        Syn::MethodCall(call) => match call.method.to_string().as_str() {
            "iter" | "iter_mut" => true,
            "rev" | "step_by" | "skip" | "take" | "filter" | "take_while" | "skip_while" | "inspect"
            | "chain" => refers(&call.receiver),
            // Tuples with references in them.
            "enumerate" => refers(&call.receiver),
            "zip" => true,
            _ => !is_iterator(expr),
        },
        Syn::Range(_) => false,
        _ => true,
    }
}
