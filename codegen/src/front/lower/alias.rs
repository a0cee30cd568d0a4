//! Names bound to places: `let r = &mut x[i];`, and parts of slices: `&x[a..b]`.
//!
//! Takes a reference as the user wrote it; guarantees a place whose indices and ranges have been evaluated and
//! tested where the reference was made, once, in Rust's order, so that the name stands for the same memory from
//! then on. Rustc holds the rest of what a reference promises: the checked copy is borrow-checked like any other
//! Rust.

use syn::spanned::Spanned;
use syn::{Expr as Syn, RangeLimits, UnOp as SynUnOp};

use super::{Binding, Lower, bare};
use crate::front::text::text_of;
use crate::ir::{
    BinOp, Block, Check, Expr, ExprKind, Literal, LocalKind, Place, Scalar, SiteId, SiteKind, Step, Stmt,
    StmtKind, Type,
};

impl Lower<'_> {
    /// What a name bound to this expression stands for, where the expression is a reference.
    pub(super) fn reference_binding(&mut self, init: &Syn) -> Option<Binding> {
        if let Some(binding) = self.referred(init) {
            return Some(binding);
        }
        let Syn::Reference(reference) = bare(init) else {
            let (place, mutable) = self.unwrapped_place(init)?;
            return Some(Binding::Place { place, mutable });
        };
        let mutable = reference.mutability.is_some();
        if let Some(place) = self.place(&reference.expr) {
            let place = self.settle(place);
            return Some(Binding::Place { place, mutable });
        }
        if !has_value(&reference.expr) {
            return None;
        }
        // `&(a + b)` and `&mut [0; 4]`: a variable without a name, as in Rust.
        let value = self.whole(&reference.expr);
        let id = self.new_local("referent", value.ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: id, init: Some(value) });
        Some(Binding::Local { id, mutable, alias: true })
    }

    /// The place that an expression refers to, if the expression is a reference; evaluated and tested now.
    pub(super) fn referent(&mut self, expr: &Syn) -> Option<(Place, bool)> {
        match bare(expr) {
            Syn::Reference(reference) => {
                let place = match self.place(&reference.expr) {
                    Some(place) => self.settle(place),
                    None => self.temporary_place(&reference.expr),
                };
                Some((place, reference.mutability.is_some()))
            }
            path @ (Syn::Path(_) | Syn::Field(_)) => match self.binding(path)?.clone() {
                Binding::Place { place, mutable } => Some((place, mutable)),
                Binding::Local { id, alias, .. } => {
                    let local = self.function.local(id);
                    let is_reference = alias || matches!(local.ty, Type::Slice { .. } | Type::Ref { .. });
                    let place = Place::local(id, local.ty.referent().clone());
                    is_reference.then(|| (place, local.ty.is_mutable_base()))
                }
                Binding::Dim3(_)
                | Binding::Row { .. }
                | Binding::Closure(_)
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Item => None,
            },
            other => self.unwrapped_place(other),
        }
    }

    /// A variable without a name that holds a value.
    pub(super) fn temporary_place(&mut self, expr: &Syn) -> Place {
        let value = self.whole(expr);
        let ty = value.ty.clone();
        let id = self.new_local("referent", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local: id, init: Some(value) });
        Place::local(id, ty)
    }

    /// The same place with its indices evaluated and tested here: from now on it names the same memory, and cannot
    /// fail.
    pub(super) fn settle(&mut self, place: Place) -> Place {
        let mut fixed = self.base_place(place.base);
        for step in place.steps {
            let step = match step {
                Step::Index { index, check } => {
                    let index = self.keep("index", *index);
                    let check = match check {
                        Check::Checked(site) => {
                            self.test_index(&index, &fixed, site);
                            Check::Proven
                        }
                        Check::Proven | Check::Unchecked => check,
                    };
                    Step::Index { index: Box::new(index), check }
                }
                step @ (Step::Field(_) | Step::Slice { .. }) => step,
            };
            self.step_into(&mut fixed, step);
        }
        fixed.ty = place.ty;
        fixed
    }

    /// The whole of a local, references seen through.
    fn base_place(&self, base: crate::ir::LocalId) -> Place {
        Place::local(base, self.function.local(base).ty.referent().clone())
    }

    /// Takes one more step, where the type of what it leads to may not be known yet.
    fn step_into(&mut self, place: &mut Place, step: Step) {
        let next = match &step {
            Step::Index { .. } => place.ty.element().cloned(),
            Step::Field(name) => place.ty.field(name).cloned(),
            Step::Slice { .. } => {
                let mutable = self.function.local(place.base).ty.is_mutable_base();
                place.ty.element().map(|element| Type::slice(element.clone(), mutable))
            }
        };
        place.ty = next.unwrap_or_else(|| self.fresh());
        place.steps.push(step);
    }

    /// An element that is known to be in bounds.
    pub(super) fn element(&mut self, mut place: Place, index: Expr) -> Place {
        self.step_into(&mut place, Step::Index { index: Box::new(index), check: Check::Proven });
        place
    }

    /// `place[start..start + len]`, which is known to be in bounds. Both are constant.
    pub(super) fn part_of(&mut self, mut place: Place, start: Expr, len: Expr) -> Place {
        self.step_into(&mut place, Step::Slice { start: Box::new(start), len: Box::new(len) });
        place
    }

    /// The number of elements of an array, a slice or a part of one.
    pub(super) fn len_of(&self, place: &Place) -> Expr {
        let kind = match place.steps.last() {
            None => ExprKind::Len(place.base),
            Some(Step::Slice { len, .. }) => return (**len).clone(),
            Some(Step::Index { .. } | Step::Field(_)) => ExprKind::LenOf(place.clone()),
        };
        Expr::new(kind, Type::USIZE)
    }

    /// A `usize` that keeps its value: itself, or a temporary.
    pub(super) fn keep(&mut self, name: &str, value: Expr) -> Expr {
        let stable = super::is_stable(&value, &|id| self.never_assigned(id)) && !super::can_fail(&value);
        let value = Expr { ty: Type::USIZE, ..value };
        if stable { value } else { self.temporary(name, value) }
    }

    /// Fails as the index's own check would.
    fn test_index(&mut self, index: &Expr, indexed: &Place, site: SiteId) {
        let len = self.len_of(indexed);
        let condition = Expr::binary(BinOp::Ge, index.clone(), len.clone(), Type::BOOL);
        self.fail_when(condition, vec![index.clone(), len], site);
    }

    /// `if condition { fail(values) }`
    pub(super) fn fail_when(&mut self, condition: Expr, values: Vec<Expr>, site: SiteId) {
        let then = Block(vec![Stmt { kind: StmtKind::Fail { values, block: None }, site }]);
        self.push(StmtKind::If { condition, then, otherwise: Block::default() });
    }

    /// `place[range]`: evaluates the range and tests it.
    pub(super) fn part(&mut self, place: Place, range: &syn::ExprRange, node: &syn::ExprIndex) -> Place {
        // What is indexed before the range is evaluated and tested before it.
        let place = self.settle(place);
        let ends: Vec<&Syn> = [&range.start, &range.end].into_iter().flatten().map(|end| &**end).collect();
        let mut ends = self.sequence(&ends).into_iter();
        let start = range.start.as_ref().and_then(|_| ends.next()).map(|start| self.keep("start", start));
        let end = ends.next().map(|end| self.keep("end", end));
        let whole = self.keep("whole", self.len_of(&place));
        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
        let one = Expr::int(1, Scalar::Usize);
        let compare = |op, a: &Expr, b: &Expr| Expr::binary(op, a.clone(), b.clone(), Type::BOOL);
        // Where the range ends, and whether that is too far; an inclusive end of the greatest `usize` is.
        let (stop, too_far) = match &end {
            None => (whole.clone(), None),
            Some(end) if inclusive => {
                let stop = Expr::binary(BinOp::Add, end.clone(), one, Type::USIZE);
                (self.keep("stop", stop), Some(compare(BinOp::Ge, end, &whole)))
            }
            Some(end) => (end.clone(), Some(compare(BinOp::Gt, end, &whole))),
        };
        let starts_late =
            start.as_ref().filter(|start| !is_zero(start)).map(|start| compare(BinOp::Gt, start, &stop));
        let wrong = match (starts_late, too_far) {
            (Some(a), Some(b)) => Some(Expr::binary(BinOp::Or, a, b, Type::BOOL)),
            (a, b) => a.or(b),
        };
        if let Some(wrong) = wrong.filter(|_| !self.function.attrs.unchecked) {
            let text = text_of(node).replace('{', "{{").replace('}', "}}");
            let dots = if inclusive { "..=" } else { ".." };
            let mut values = Vec::new();
            let mut shown = |value: &Option<Expr>| {
                let Some(value) = value else { return String::new() };
                values.push(value.clone());
                format!("{{{}}}", values.len() - 1)
            };
            let (from, to) = (shown(&start), shown(&end));
            let of = shown(&Some(whole));
            let text = format!(
                "range out of bounds: `{text}`: the range is {from}{dots}{to} but the length is {of}"
            );
            let site = self.new_site(node.span(), SiteKind::Message { text, values: Vec::new() });
            self.fail_when(wrong, values, site);
        }
        let start = start.unwrap_or_else(|| Expr::int(0, Scalar::Usize));
        let len = if is_zero(&start) {
            stop
        } else {
            let len = Expr::binary(BinOp::Sub, stop, start.clone(), Type::USIZE);
            self.keep("length", len)
        };
        self.part_of(place, start, len)
    }

    /// `x.split_at(n)` and `x.split_at_mut(n)`: the two parts.
    pub(super) fn split(&mut self, init: &Syn) -> Option<[Binding; 2]> {
        let Syn::MethodCall(call) = bare(init) else { return None };
        let mutable = match (call.method.to_string().as_str(), call.args.len()) {
            ("split_at", 1) => false,
            ("split_at_mut", 1) => true,
            _ => return None,
        };
        let place = self.place(&call.receiver)?;
        let place = self.settle(place);
        let at = self.expr(call.args.first()?);
        let at = self.keep("at", at);
        let whole = self.keep("whole", self.len_of(&place));
        if !self.function.attrs.unchecked {
            let text = text_of(call).replace('{', "{{").replace('}', "}}");
            let text = format!("split out of bounds: `{text}`: the place is {{0}} but the length is {{1}}");
            let site = self.new_site(call.method.span(), SiteKind::Message { text, values: Vec::new() });
            let condition = Expr::binary(BinOp::Gt, at.clone(), whole.clone(), Type::BOOL);
            self.fail_when(condition, vec![at.clone(), whole.clone()], site);
        }
        let rest = self.keep("rest", Expr::binary(BinOp::Sub, whole, at.clone(), Type::USIZE));
        let left = self.part_of(place.clone(), Expr::int(0, Scalar::Usize), at.clone());
        let right = self.part_of(place, at, rest);
        Some([left, right].map(|place| Binding::Place { place, mutable }))
    }

    /// `*reference`; a place sees through references by itself.
    pub(super) fn dereferenced(&mut self, unary: &syn::ExprUnary) -> Option<Place> {
        match bare(&unary.expr) {
            // `**v`, where `v` is a reference to a reference: both are seen through.
            Syn::Unary(inner) if matches!(inner.op, SynUnOp::Deref(_)) => self.dereferenced(inner),
            Syn::Reference(reference) => self.place(&reference.expr),
            target @ Syn::MethodCall(_) => self.unwrapped_place(target).map(|(place, _)| place),
            target @ (Syn::Path(_) | Syn::Field(_)) => match self.binding(target)?.clone() {
                Binding::Place { place, .. } => Some(place),
                Binding::Local { id, alias, .. } => {
                    if self.open.remove(&id) {
                        // Whether it lends exclusively, the function says that calls the closure.
                        let local = &mut self.function.locals[id.0 as usize];
                        let target = Box::new(local.ty.clone());
                        local.ty = Type::Ref { target, mutable: true };
                    }
                    let ty = &self.function.local(id).ty;
                    let reference = matches!(ty, Type::Ref { .. } | Type::Slice { .. } | Type::Tensor { .. });
                    (alias || reference || self.broken.contains(&id)).then(|| self.base_place(id))
                }
                Binding::Dim3(_)
                | Binding::Row { .. }
                | Binding::Closure(_)
                | Binding::Callable(_)
                | Binding::Maybe(_)
                | Binding::Parts(_)
                | Binding::Item => None,
            },
            _ => None,
        }
    }
}

/// The range in the brackets of `x[a..b]`.
pub(super) fn range_index(index: &Syn) -> Option<&syn::ExprRange> {
    match bare(index) {
        Syn::Range(range) => Some(range),
        _ => None,
    }
}

/// Whether an expression has a value that a variable can hold, as far as its form tells.
fn has_value(expr: &Syn) -> bool {
    match bare(expr) {
        Syn::Lit(lit) => matches!(lit.lit, syn::Lit::Int(_) | syn::Lit::Float(_) | syn::Lit::Bool(_)),
        Syn::Array(_)
        | Syn::Repeat(_)
        | Syn::Binary(_)
        | Syn::Cast(_)
        | Syn::Call(_)
        | Syn::MethodCall(_) => true,
        Syn::Unary(unary) => !matches!(unary.op, SynUnOp::Deref(_)),
        _ => false,
    }
}

fn is_zero(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Literal(Literal::Int(0)))
}
