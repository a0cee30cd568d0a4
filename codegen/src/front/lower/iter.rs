//! What a `for` loop runs over: ranges, arrays, slices and std's adapters of their iterators.
//!
//! Takes an expression as the user wrote it, such as `x.iter().enumerate().rev()`; guarantees the items that std's
//! iterator gives, in its order, with everything in the expression evaluated once before the first turn. What is
//! adapted here gives its items by number, so that an adapter is arithmetic on numbers and no item is ever out of
//! bounds. `map`, `filter` and their like, whose closures see items one after the other, come as stages behind
//! that, and what would have them see other items than std's is refused. What consumes the items is `consume`'s.

use syn::{Expr as Syn, RangeLimits};

use super::items::{Item, Kept};
use super::stages::Stage;

use super::{Binding, Lower, bare};
use crate::ir::{
    BinOp, Expr, ExprKind, LabelId, Literal, LocalKind, Place, Scalar, SiteKind, Stmt, StmtKind, Type, Unroll,
};

/// An iterator: how many items it has, which they are, and what happens to each.
pub(super) struct Iter<'e> {
    /// Constant, a `usize`; `None` where it has no end.
    pub(super) len: Option<Expr>,
    pub(super) source: Source,
    pub(super) stages: Vec<Stage<'e>>,
}

/// Items by number. The numbers in here are constant.
#[allow(clippy::large_enum_variant)]
pub(super) enum Source {
    /// `start`, `start + 1`, ..
    Count {
        start: Expr,
    },
    /// References to the elements.
    Elements {
        place: Place,
        mutable: bool,
    },
    /// Parts of `size` elements that begin `advance` apart; the last ends with the `whole`, where that is said.
    Parts {
        place: Place,
        mutable: bool,
        size: Expr,
        advance: Expr,
        whole: Option<Expr>,
    },
    Enumerate(Box<Source>),
    Copied(Box<Source>),
    /// Of so many items.
    Rev(Box<Source>, Expr),
    StepBy(Box<Source>, Expr),
    Skip(Box<Source>, Expr),
    Zip(Box<Source>, Box<Source>),
    /// So many items of the first, then those of the second.
    Chain(Box<Source>, Expr, Box<Source>),
}

impl<'e> Iter<'e> {
    fn new(len: Expr, source: Source) -> Iter<'e> {
        Iter { len: Some(len), source, stages: Vec::new() }
    }

    pub(super) fn adapt(self, adapter: impl FnOnce(Box<Source>) -> Source) -> Iter<'e> {
        Iter { source: adapter(Box::new(self.source)), ..self }
    }
}

fn binary(op: BinOp, lhs: &Expr, rhs: &Expr) -> Expr {
    match (op, &lhs.kind, &rhs.kind) {
        (BinOp::Add, ExprKind::Literal(Literal::Int(0)), _)
        | (BinOp::Mul, ExprKind::Literal(Literal::Int(1)), _) => rhs.clone(),
        (BinOp::Add | BinOp::Sub, _, ExprKind::Literal(Literal::Int(0)))
        | (BinOp::Mul, _, ExprKind::Literal(Literal::Int(1))) => lhs.clone(),
        _ => Expr::binary(op, lhs.clone(), rhs.clone(), Type::USIZE),
    }
}

fn compare(op: BinOp, lhs: &Expr, rhs: &Expr) -> Expr {
    Expr::binary(op, lhs.clone(), rhs.clone(), Type::BOOL)
}

fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let [condition, then, otherwise] = [condition, then, otherwise].map(Box::new);
    Expr::new(ExprKind::Select { condition, then, otherwise }, Type::USIZE)
}

fn number(value: i128) -> Expr {
    Expr::int(value, Scalar::Usize)
}

/// Iterators.
impl Lower<'_> {
    /// The iterator that an expression is; `None` where it is none that a kernel knows, about which may have been
    /// complained.
    pub(super) fn iterator<'e>(&mut self, expr: &'e Syn) -> Option<Iter<'e>> {
        match bare(expr) {
            Syn::Range(range) => self.counted(range),
            Syn::MethodCall(call) if super::numeric::gives_array(call) => {
                let place = self.temporary_place(expr);
                self.by_value(place)
            }
            Syn::MethodCall(call) => self.adapted(call),
            Syn::Reference(_) => {
                let (place, mutable) = self.referent(expr)?;
                Some(self.elements(place, mutable))
            }
            Syn::Path(path) => {
                if let Some((place, mutable)) = self.referent(expr) {
                    return Some(self.elements(place, mutable));
                }
                let place = match self.binding(expr) {
                    Some(Binding::Local { id, .. }) => {
                        let id = *id;
                        if self.is_broken(path) {
                            return None;
                        }
                        Place::local(id, self.function.local(id).ty.clone())
                    }
                    // A constant.
                    Some(Binding::Item) | None => self.sliced(expr)?,
                    Some(
                        Binding::Place { .. }
                        | Binding::Dim3(_)
                        | Binding::Row { .. }
                        | Binding::Closure(_)
                        | Binding::Callable(_)
                        | Binding::Maybe(_)
                        | Binding::Parts(_),
                    ) => return None,
                };
                self.by_value(place)
            }
            Syn::Index(_) | Syn::Field(_) | Syn::Unary(_) => {
                let place = self.place(expr)?;
                let place = self.settle(place);
                self.by_value(place)
            }
            Syn::Array(_) | Syn::Repeat(_) | Syn::Call(_) => {
                let place = self.temporary_place(expr);
                self.by_value(place)
            }
            _ => None,
        }
    }

    fn elements<'e>(&mut self, place: Place, mutable: bool) -> Iter<'e> {
        let len = self.len_of(&place);
        let len = self.keep("length", len);
        Iter::new(len, Source::Elements { place, mutable })
    }

    /// An array by value: its elements as they are now.
    fn by_value<'e>(&mut self, place: Place) -> Option<Iter<'e>> {
        if !matches!(place.ty, Type::Array(..) | Type::Infer(_) | Type::Capture(_)) {
            return None;
        }
        let constant = place.steps.is_empty()
            && self.function.local(place.base).kind != LocalKind::Shared
            && self.never_assigned(place.base);
        let place = if constant {
            place
        } else {
            let ty = place.ty.clone();
            let copy = self.new_local("array", ty.clone(), LocalKind::Let);
            self.push(StmtKind::Let { local: copy, init: Some(Expr::load(place)) });
            Place::local(copy, ty)
        };
        Some(self.elements(place, false).adapt(Source::Copied))
    }

    /// `a..b`, `a..=b` and `a..`.
    fn counted<'e>(&mut self, range: &syn::ExprRange) -> Option<Iter<'e>> {
        let start = range.start.as_ref()?;
        let mut operands: Vec<&Syn> = vec![start];
        operands.extend(range.end.as_deref());
        let mut values = self.sequence(&operands).into_iter();
        let start = values.next()?;
        let start = self.temporary("start", start);
        let Some(end) = values.next() else {
            return Some(Iter { len: None, source: Source::Count { start }, stages: Vec::new() });
        };
        let end = self.temporary("end", end);
        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
        let wide = |value: &Expr| Expr::new(ExprKind::Cast(Box::new(value.clone())), Type::USIZE);
        // The difference wraps to the right number for every integer type.
        let mut len = binary(BinOp::Sub, &wide(&end), &wide(&start));
        if inclusive {
            len = binary(BinOp::Add, &len, &number(1));
        }
        let order = if inclusive { BinOp::Le } else { BinOp::Lt };
        let len = select(compare(order, &start, &end), len, number(0));
        let len = self.temporary("length", len);
        Some(Iter::new(len, Source::Count { start }))
    }

    /// A method of a slice or of another iterator.
    fn adapted<'e>(&mut self, call: &'e syn::ExprMethodCall) -> Option<Iter<'e>> {
        let name = call.method.to_string();
        let name = name.as_str();
        match (name, call.args.first()) {
            ("iter" | "iter_mut", None) => {
                let place = self.sliced(&call.receiver)?;
                Some(self.elements(place, name == "iter_mut"))
            }
            ("into_iter", None) => self.iterator(&call.receiver),
            ("chunks_exact" | "chunks_exact_mut" | "chunks" | "chunks_mut" | "windows", Some(size)) => {
                self.in_parts(call, name, size)
            }
            _ if is_iterator(&call.receiver) => {
                let iter = self.iterator(&call.receiver)?;
                self.adapter(iter, call, name)
            }
            _ => None,
        }
    }

    /// What a method of slices is called on.
    pub(super) fn sliced(&mut self, receiver: &Syn) -> Option<Place> {
        let place = match bare(receiver) {
            // What a range or another iterator has no slice of.
            _ if is_iterator(receiver) => return None,
            Syn::Array(_) | Syn::Repeat(_) => return Some(self.temporary_place(receiver)),
            _ => self.rooted(receiver)?,
        };
        Some(self.settle(place))
    }

    fn in_parts<'e>(&mut self, call: &'e syn::ExprMethodCall, name: &str, size: &'e Syn) -> Option<Iter<'e>> {
        let place = self.sliced(&call.receiver)?;
        let size = self.expr(size);
        let size = self.keep("size", size);
        let text =
            if name == "windows" { "window size must be non-zero" } else { "chunk size must be non-zero" };
        self.refuse_zero(&size, text, call.method.span());
        let whole = self.len_of(&place);
        let whole = self.keep("whole", whole);
        let mutable = name.ends_with("_mut");
        let len = match name {
            "windows" => {
                let some = binary(BinOp::Add, &binary(BinOp::Sub, &whole, &size), &number(1));
                select(compare(BinOp::Ge, &whole, &size), some, number(0))
            }
            "chunks" | "chunks_mut" => self.divided_up(&whole, &size, call.method.span()),
            _ => self.divided(&whole, &size, call.method.span()),
        };
        let len = self.temporary("length", len);
        let advance = if name == "windows" { number(1) } else { size.clone() };
        let whole = matches!(name, "chunks" | "chunks_mut").then_some(whole);
        Some(Iter::new(len, Source::Parts { place, mutable, size, advance, whole }))
    }

    fn divided(&mut self, value: &Expr, divisor: &Expr, span: proc_macro2::Span) -> Expr {
        let site = Some(self.new_site(span, SiteKind::Divide));
        let (lhs, rhs) = (Box::new(value.clone()), Box::new(divisor.clone()));
        Expr::new(ExprKind::Binary { op: BinOp::Div, lhs, rhs, site }, Type::USIZE)
    }

    /// The quotient, rounded up.
    fn divided_up(&mut self, value: &Expr, divisor: &Expr, span: proc_macro2::Span) -> Expr {
        let less = binary(BinOp::Sub, value, &number(1));
        let some = binary(BinOp::Add, &self.divided(&less, divisor, span), &number(1));
        select(compare(BinOp::Eq, value, &number(0)), number(0), some)
    }

    fn refuse_zero(&mut self, value: &Expr, text: &str, span: proc_macro2::Span) {
        if let ExprKind::Literal(Literal::Int(1..)) = value.kind {
            return;
        }
        let site = self.new_site(span, SiteKind::Message { text: text.to_owned(), values: Vec::new() });
        self.fail_when(Self::is_zero(value.clone()), Vec::new(), site);
    }

    fn adapter<'e>(
        &mut self,
        mut iter: Iter<'e>,
        call: &'e syn::ExprMethodCall,
        name: &str,
    ) -> Option<Iter<'e>> {
        let args: Vec<&Syn> = call.args.iter().collect();
        if self.staged(&mut iter, name, &args) {
            return Some(iter);
        }
        let span = call.method.span();
        match (name, args.as_slice()) {
            ("copied" | "cloned", []) => iter = iter.adapt(Source::Copied),
            ("enumerate", []) => iter = iter.adapt(Source::Enumerate),
            // Closures see the items from the other end, as std's do; what counts or stops would count or stop
            // elsewhere.
            ("rev", []) if iter.stages.iter().all(Stage::turns) => {
                let len = iter.len.clone()?;
                iter = iter.adapt(|source| Source::Rev(source, len));
            }
            ("step_by", [step]) => {
                let step = self.expr(step);
                let step = self.keep("step", step);
                self.refuse_zero(&step, "assertion failed: step != 0", span);
                if !iter.stages.is_empty() {
                    let counter = self.counter("skipped", number(0));
                    iter.stages.push(Stage::StepBy(counter, step));
                    return Some(iter);
                }
                if let Some(len) = &iter.len {
                    let len = self.divided_up(len, &step, span);
                    iter.len = Some(self.temporary("length", len));
                }
                iter = iter.adapt(|source| Source::StepBy(source, step));
            }
            ("skip", [gone]) => {
                let gone = self.expr(gone);
                let gone = self.keep("skipped", gone);
                iter = self.without(iter, gone);
            }
            ("take", [most]) => {
                let most = self.expr(most);
                let most = self.keep("taken", most);
                iter.len = self.shorter(iter.len.take(), Some(most));
            }
            ("zip", [other]) => {
                let other = self.iterator(other)?;
                return self.zipped(iter, other);
            }
            ("chain", [other]) if iter.stages.is_empty() => {
                let other = self.iterator(other)?;
                let first = iter.len.take()?;
                if !other.stages.is_empty()
                    || iter.source.is_lent_or_unsized()
                    || other.source.is_lent_or_unsized()
                {
                    return None;
                }
                iter.len =
                    other.len.map(|second| self.temporary("length", binary(BinOp::Add, &first, &second)));
                iter = iter.adapt(|source| Source::Chain(source, first, Box::new(other.source)));
            }
            _ => return None,
        }
        Some(iter)
    }

    /// The items behind the first ones, of what has no stages.
    pub(super) fn without<'e>(&mut self, mut iter: Iter<'e>, gone: Expr) -> Iter<'e> {
        if let Some(len) = &iter.len {
            let rest = binary(BinOp::Sub, len, &gone);
            let len = select(compare(BinOp::Gt, len, &gone), rest, number(0));
            iter.len = Some(self.temporary("length", len));
        }
        iter.adapt(|source| Source::Skip(source, gone))
    }

    pub(super) fn shorter(&mut self, a: Option<Expr>, b: Option<Expr>) -> Option<Expr> {
        match (a, b) {
            (Some(a), Some(b)) => {
                let len = select(compare(BinOp::Lt, &a, &b), a, b);
                Some(self.temporary("length", len))
            }
            (a, b) => a.or(b),
        }
    }
}

impl Source {
    /// Whether an item is one of two, so that it is read when its number is said.
    pub(super) fn is_chained(&self) -> bool {
        match self {
            Source::Count { .. } | Source::Elements { .. } | Source::Parts { .. } => false,
            Source::Enumerate(inner)
            | Source::Copied(inner)
            | Source::Rev(inner, _)
            | Source::StepBy(inner, _)
            | Source::Skip(inner, _) => inner.is_chained(),
            Source::Zip(a, b) => a.is_chained() || b.is_chained(),
            Source::Chain(..) => true,
        }
    }

    /// Whether items are references through which elements change, or to parts of slices: of two such items there
    /// is no variable that could hold either.
    fn is_lent_or_unsized(&self) -> bool {
        match self {
            Source::Count { .. } | Source::Copied(_) => false,
            Source::Elements { mutable, .. } => *mutable,
            Source::Parts { .. } => true,
            Source::Enumerate(inner)
            | Source::Rev(inner, _)
            | Source::StepBy(inner, _)
            | Source::Skip(inner, _) => inner.is_lent_or_unsized(),
            Source::Zip(a, b) | Source::Chain(a, _, b) => a.is_lent_or_unsized() || b.is_lent_or_unsized(),
        }
    }
}

/// Turns.
impl Lower<'_> {
    /// The loop over an iterator that ends: `body` is what is done with an item.
    pub(super) fn each_turn(&mut self, label: LabelId, iter: Iter<'_>, body: impl FnOnce(&mut Self, Item)) {
        let Iter { len, source, stages } = iter;
        // Of items from the end of which only some are taken, the last is not the first of all.
        let (source, reversed) = match source {
            Source::Rev(source, all) if len.as_ref() == Some(&all) => (*source, true),
            source => (source, false),
        };
        let turn = self.new_local("turn", Type::USIZE, LocalKind::Temp);
        let block = self.scoped_block(|lower| {
            lower.before_turn(&stages, label);
            let turn = Expr::local(turn, Type::USIZE);
            let mut item = lower.item(&source, &turn);
            for stage in &stages {
                item = lower.stage(stage, item, &turn, label);
            }
            body(lower, item);
        });
        // Where there is no end, rustc has let nothing pass that does not leave by itself.
        let end = len.unwrap_or_else(|| number(i128::from(u64::MAX)));
        self.push(StmtKind::For {
            label,
            local: turn,
            start: number(0),
            end,
            inclusive: false,
            step: None,
            reversed,
            unroll: Unroll::Free,
            body: block,
        });
    }

    pub(super) fn item(&mut self, source: &Source, turn: &Expr) -> Item {
        match source {
            Source::Count { start } => {
                let ty = start.ty.clone();
                let gone = Expr::new(ExprKind::Cast(Box::new(turn.clone())), ty.clone());
                Item::Value(Expr::binary(BinOp::Add, start.clone(), gone, ty))
            }
            Source::Elements { place, mutable } => {
                let place = self.element(place.clone(), turn.clone());
                Item::Place { place, mutable: *mutable, depth: 1 }
            }
            Source::Parts { place, mutable, size, advance, whole } => {
                let start = binary(BinOp::Mul, turn, advance);
                let start = self.temporary("start", start);
                let size = match whole {
                    None => size.clone(),
                    Some(whole) => {
                        let rest = binary(BinOp::Sub, whole, &start);
                        let size = select(compare(BinOp::Lt, &rest, size), rest.clone(), size.clone());
                        self.temporary("length", size)
                    }
                };
                let place = self.part_of(place.clone(), start, size);
                Item::Place { place, mutable: *mutable, depth: 1 }
            }
            Source::Enumerate(inner) => Item::Tuple(vec![Item::Value(turn.clone()), self.item(inner, turn)]),
            Source::Copied(inner) => self.item(inner, turn).dereferenced(),
            Source::Rev(inner, len) => {
                let last = binary(BinOp::Sub, len, &number(1));
                self.item(inner, &binary(BinOp::Sub, &last, turn))
            }
            Source::StepBy(inner, step) => self.item(inner, &binary(BinOp::Mul, turn, step)),
            Source::Skip(inner, gone) => self.item(inner, &binary(BinOp::Add, turn, gone)),
            Source::Zip(a, b) => {
                let a = self.item(a, turn);
                Item::Tuple(vec![a, self.item(b, turn)])
            }
            Source::Chain(a, len, b) => {
                let first = compare(BinOp::Lt, turn, len);
                let behind = binary(BinOp::Sub, turn, len);
                self.either(first, |lower| lower.item(a, turn), |lower| lower.item(b, &behind))
            }
        }
    }

    /// What is one item or another, in variables of its own. References are to copies: nobody changes what they
    /// refer to while they are held.
    fn either(
        &mut self,
        first: Expr,
        then: impl FnOnce(&mut Self) -> Item,
        otherwise: impl FnOnce(&mut Self) -> Item,
    ) -> Item {
        let mut kept = Kept::default();
        let mark = self.block.len();
        let then = self.scoped_block(|lower| {
            let item = then(lower);
            kept.shape = Some(lower.declare_item(&item, &mut kept.places));
            lower.assign_item(item, &kept.places);
        });
        let otherwise = self.scoped_block(|lower| {
            let item = otherwise(lower);
            lower.assign_item(item, &kept.places);
        });
        let declared = kept.places.iter().map(|place| StmtKind::Let { local: place.base, init: None });
        let site = self.site;
        let declared: Vec<Stmt> = declared.map(|kind| Stmt { kind, site }).collect();
        self.block.splice(mark..mark, declared);
        self.push(StmtKind::If { condition: first, then, otherwise });
        kept.shape.unwrap_or_else(|| Item::Value(self.dummy()))
    }
}

/// The methods that make iterators of slices.
const MAKERS: [&str; 8] =
    ["iter", "iter_mut", "into_iter", "chunks_exact", "chunks_exact_mut", "chunks", "chunks_mut", "windows"];

/// Whether an expression is a range or what a method of slices and iterators gives, as far as its form tells.
pub(in crate::front) fn is_iterator(expr: &Syn) -> bool {
    const ADAPTERS: [&str; 21] = [
        "map",
        "map_while",
        "scan",
        "filter",
        "take_while",
        "inspect",
        "copied",
        "cloned",
        "enumerate",
        "rev",
        "step_by",
        "skip",
        "take",
        "zip",
        "chain",
        "flat_map",
        "filter_map",
        "skip_while",
        "peekable",
        "flatten",
        "by_ref",
    ];
    match bare(expr) {
        Syn::Range(_) => true,
        Syn::MethodCall(call) => {
            let name = call.method.to_string();
            MAKERS.contains(&name.as_str())
                || ADAPTERS.contains(&name.as_str()) && is_iterator(&call.receiver)
        }
        _ => false,
    }
}
