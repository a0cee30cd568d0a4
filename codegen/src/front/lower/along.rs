//! What tiles do along an axis beside sums, and least and greatest elements: `x.cumsum::<1>()`,
//! `x.reduce::<0>(|a, b| ..)`, `x.sort::<1>()`.
//!
//! Takes a call with the axis written out; guarantees statements that say the same with element-wise work, elements
//! picked by number ([`TileOp::Gather`]), the least and the greatest. So each has one meaning on every executor,
//! and floats are combined in the same order on all of them. The tile's extents may be unknown here: the loops ask
//! for them by methods that inference resolves ([`tiles::along`]).
//!
//! - A scan takes log₂ steps, as Hillis and Steele do (1986): after each, an element has combined twice as many
//!   before it.
//! - A reduction combines an element with the one as far behind it as it has combined already, in the order of the
//!   tile.
//! - A sort is the network of Batcher (1968) whose comparisons all put the lesser element first, so that what is
//!   missing to a power of two is left out.

use proc_macro2::Span;

use super::closure::Callback;
use super::items::Item;
use super::{Lower, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::intrinsics::Reduce;
use crate::ir::{
    BinOp, Callee, Expr, ExprKind, Len, LocalId, LocalKind, Place, Scalar, StmtKind, TileOp, Type, UnOp,
};
use crate::passes::infer::tiles;

/// The methods with an axis alone.
const WITH_AXIS: [&str; 16] = [
    "product",
    "any",
    "all",
    "argmax",
    "argmin",
    "cumsum",
    "cumprod",
    "cummax",
    "cummin",
    "sort",
    "sort_descending",
    "argsort",
    "argsort_descending",
    "reduce",
    "scan",
    "flip",
];

/// The methods with an axis and the extent that they leave along it.
const WITH_EXTENT: [&str; 5] = ["gather", "slice", "cat", "topk", "topk_with_indices"];

/// Where a slice begins at most. Far behind all tiles, and no sum with a place in one is more than 32 bits hold.
const BEHIND_ALL: u64 = 1 << 31;

/// How two tiles become one, element by element.
enum Combine<'c, 'e> {
    Operator(BinOp),
    Method(&'static str),
    Closure(&'c Callback<'e>),
}

impl Lower<'_> {
    /// A method along an axis; `None` where the name is none of theirs.
    pub(super) fn along_call(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        let turbofish = call.turbofish.as_ref()?;
        if name == "split" {
            if let Some(parts) = self.split_parts(call) {
                return Some(Self::tuple_of(parts));
            }
            let message = "the axis and both extents of a split are numbers that are written out";
            let help = "write `let (a, b) = x.split::<0, 16, 48>();`";
            self.report.error(call.method.span(), Code::Axis, message, help);
            return Some(self.dummy());
        }
        let with_extent = WITH_EXTENT.contains(&name);
        if !with_extent && !WITH_AXIS.contains(&name) {
            return None;
        }
        let mut said = turbofish.args.iter();
        let axis = said.next().and_then(super::tile::generic_axis);
        let extent = said.next().map(|extent| self.extent(extent));
        let (axis, extent) = match (axis, extent) {
            (Some(axis), Some(Some(extent))) if with_extent => (axis, Some(extent)),
            (Some(axis), None) if !with_extent => (axis, None),
            _ => {
                let message = if with_extent {
                    "an axis and the extent along it are numbers that are written out"
                } else {
                    "an axis is a number that is written out"
                };
                let help = format!("write `{name}::<0{}>(..)`", if with_extent { ", 32" } else { "" });
                self.report.error(spot(turbofish), Code::Axis, message, &help);
                return Some(self.dummy());
            }
        };
        let takes = usize::from(matches!(name, "reduce" | "scan" | "gather" | "slice" | "cat"));
        if call.args.len() != takes {
            // rustc counts them.
            return Some(self.dummy());
        }
        let value = match (name, call.args.first()) {
            ("gather" | "slice" | "cat", Some(other)) => {
                let mut operands = self.sequence(&[&call.receiver, other]).into_iter();
                let (x, other) = (operands.next()?, operands.next()?);
                let x = self.temporary("x", x);
                match name {
                    "gather" => self.picked(axis, x, other),
                    "slice" => {
                        let start = self.start_of(call.args.first(), other);
                        self.part_along(axis, extent?, x, start)
                    }
                    _ => self.cat(axis, extent?, x, other),
                }
            }
            ("reduce" | "scan", Some(f)) => {
                let mut x = self.expr(&call.receiver);
                if let (Type::Infer(_) | Type::Capture(_), Some(parts)) = (&x.ty, parts_of_first(f)) {
                    // The function says that it is a tuple.
                    let ty = Type::Tuple((0..parts).map(|_| self.fresh()).collect());
                    let local = self.new_local("tuple", ty.clone(), LocalKind::Temp);
                    self.push(StmtKind::Let { local, init: Some(x) });
                    x = Expr::local(local, ty);
                }
                let is_tuple = matches!(x.ty, Type::Tuple(_));
                let x = self.tiles_of(x);
                let callback = self.callback(bare(f));
                let f = Combine::Closure(&callback);
                let mut all = match name {
                    "scan" => self.scan(axis, &x, &f),
                    _ => self.combined(axis, &x, &f),
                };
                if is_tuple {
                    return Some(Self::tuple_of(all));
                }
                all.pop()?
            }
            _ => {
                let x = self.expr(&call.receiver);
                let x = self.temporary("x", x);
                self.of_axis(name, axis, extent, x)?
            }
        };
        Some(value)
    }

    /// `let (a, b) = x.split::<A, P, Q>();`: the parts.
    pub(super) fn split_tile(&mut self, expr: &syn::Expr) -> Option<Vec<Expr>> {
        match bare(expr) {
            syn::Expr::MethodCall(call) => self.split_parts(call),
            _ => None,
        }
    }

    fn split_parts(&mut self, call: &syn::ExprMethodCall) -> Option<Vec<Expr>> {
        let said = call.turbofish.as_ref().filter(|_| call.method == "split" && call.args.is_empty())?;
        if self.is_thread_kernel() {
            return None;
        }
        let said: Vec<_> = said.args.iter().collect();
        let [axis, first, second] = said.as_slice() else { return None };
        let axis = super::tile::generic_axis(axis)?;
        let (first, second) = (self.extent(first)?, self.extent(second)?);
        let x = self.expr(&call.receiver);
        let x = self.temporary("x", x);
        let front = self.part_along(axis, first, x.clone(), number(0));
        let front = self.temporary("front", front);
        let start = self.method_of(tiles::EXTENT[usize::from(axis)], vec![front.clone()]);
        let behind = self.part_along(axis, second, x, start);
        Some(vec![front, self.temporary("behind", behind)])
    }

    fn of_axis(&mut self, name: &str, axis: u8, extent: Option<Len>, x: Expr) -> Option<Expr> {
        let operator = match name {
            "cumsum" => Some(Combine::Operator(BinOp::Add)),
            "cumprod" | "product" => Some(Combine::Operator(BinOp::Mul)),
            "cummax" => Some(Combine::Method("max")),
            "cummin" => Some(Combine::Method("min")),
            _ => None,
        };
        if let Some(operator) = operator {
            let combine = if name == "product" { Self::combined } else { Self::scan };
            return combine(self, axis, &[x], &operator).pop();
        }
        Some(match name {
            "any" | "all" => {
                let names = if name == "any" { tiles::ANY } else { tiles::ALL };
                self.method_of(names[usize::from(axis)], vec![x])
            }
            "argmax" => self.place_of(axis, &x, Reduce::Max),
            "argmin" => self.place_of(axis, &x, Reduce::Min),
            "sort" => self.sorted(axis, x, false),
            "sort_descending" => self.sorted(axis, x, true),
            "argsort" => self.sorted_with_origin(axis, x, false)[1].clone(),
            "argsort_descending" => self.sorted_with_origin(axis, x, true)[1].clone(),
            "topk" => {
                let sorted = self.sorted(axis, x, true);
                self.part_along(axis, extent?, sorted, number(0))
            }
            "topk_with_indices" => {
                let extent = extent?;
                let sorted = self.sorted_with_origin(axis, x, true);
                Self::tuple_of(sorted.map(|all| self.part_along(axis, extent, all, number(0))).into())
            }
            "flip" => {
                let (places, extent) = self.places(axis, &x);
                let last = self.arithmetic(BinOp::Sub, extent, number(1));
                let mirrored = self.arithmetic(BinOp::Sub, last, places);
                self.picked(axis, x, mirrored)
            }
            _ => return None,
        })
    }

    /// The first element of a slice, which may be any number, as one of 32 bits: what lies behind all tiles stays
    /// behind them.
    fn start_of(&mut self, written: Option<&syn::Expr>, start: Expr) -> Expr {
        let is_small = match written.map(bare) {
            Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(literal), .. })) => {
                literal.base10_parse::<u64>().is_ok_and(|start| start < BEHIND_ALL)
            }
            _ => false,
        };
        if is_small {
            return start;
        }
        let most = Expr::int(i128::from(BEHIND_ALL), Scalar::Usize);
        self.method_of("min", vec![most, start])
    }

    /// `k` elements from `start` on, which is a number of 32 bits.
    fn part_along(&mut self, axis: u8, extent: Len, x: Expr, start: Expr) -> Expr {
        let start = Expr::new(ExprKind::Cast(Box::new(start)), Type::U32);
        let start = self.temporary("start", start);
        let places = self.numbers(axis, extent, &x);
        let places = self.arithmetic(BinOp::Add, places, start);
        self.picked(axis, x, places)
    }

    /// One tile behind the other.
    fn cat(&mut self, axis: u8, extent: Len, a: Expr, b: Expr) -> Expr {
        let b = self.temporary("behind", b);
        let first = self.numbers(axis, extent, &a);
        let first = self.picked(axis, a.clone(), first);
        let first = self.temporary("first", first);
        let of_a = self.method_of(tiles::EXTENT[usize::from(axis)], vec![a]);
        let (places, _) = self.places(axis, &first);
        let rest = self.arithmetic(BinOp::Sub, places.clone(), of_a.clone());
        let second = self.picked(axis, b, rest);
        let in_first = self.method_of("lt", vec![places, of_a]);
        self.method_of("select", vec![in_first, first, second])
    }

    /// The place of the greatest or least element, the first of several; of nothing but NaN the last one.
    fn place_of(&mut self, axis: u8, x: &Expr, op: Reduce) -> Expr {
        let most = self.tile_op(TileOp::Reduce { op, axis }, vec![x.clone()]);
        let most = self.temporary("most", most);
        let (places, extent) = self.places(axis, x);
        let hit = self.method_of("eq", vec![x.clone(), most]);
        let candidates = self.method_of("select", vec![hit, places, extent.clone()]);
        let first = self.tile_op(TileOp::Reduce { op: Reduce::Min, axis }, vec![candidates]);
        let last = self.arithmetic(BinOp::Sub, extent, number(1));
        self.method_of("min", vec![first, last])
    }

    /// Each element combined with all before it, of one tile or of several at once.
    fn scan(&mut self, axis: u8, x: &[Expr], f: &Combine<'_, '_>) -> Vec<Expr> {
        let (places, extent) = self.places(axis, &x[0]);
        let all = self.variables("all", x);
        self.doubling(extent, |lower, step| {
            let from = lower.arithmetic(BinOp::Sub, places.clone(), step.clone());
            let from = if all.len() > 1 { lower.temporary("from", from) } else { from };
            let before = all.iter().map(|all| lower.picked(axis, all.clone(), from.clone())).collect();
            let both = lower.combine(f, before, all.clone());
            let has = lower.method_of("ge", vec![places.clone(), step]);
            lower.set_where(has, &all, both);
        });
        all
    }

    /// All elements combined, in order, of one tile or of several at once.
    fn combined(&mut self, axis: u8, x: &[Expr], f: &Combine<'_, '_>) -> Vec<Expr> {
        let (places, extent) = self.places(axis, &x[0]);
        let all = self.variables("all", x);
        self.doubling(extent.clone(), |lower, step| {
            let from = lower.arithmetic(BinOp::Add, places.clone(), step);
            let from = lower.temporary("from", from);
            let behind = all.iter().map(|all| lower.picked(axis, all.clone(), from.clone())).collect();
            let both = lower.combine(f, all.clone(), behind);
            let has = lower.method_of("lt", vec![from, extent.clone()]);
            lower.set_where(has, &all, both);
        });
        // The first element has it. The greatest of equal ones is that one.
        let first = self.arithmetic(BinOp::Mul, places, number(0));
        let first = if all.len() > 1 { self.temporary("first", first) } else { first };
        let mut left = Vec::new();
        for all in all {
            let first = self.picked(axis, all, first.clone());
            left.push(self.tile_op(TileOp::Reduce { op: Reduce::Max, axis }, vec![first]));
        }
        left
    }

    /// The elements in order.
    fn sorted(&mut self, axis: u8, x: Expr, descending: bool) -> Expr {
        let places = self.places(axis, &x);
        let value = self.variable("sorted", x);
        self.sort(axis, places, value, None, descending);
        Expr::local(value, self.function.local(value).ty.clone())
    }

    /// The elements in order, and the places where they were: of equal ones the earlier one first.
    fn sorted_with_origin(&mut self, axis: u8, x: Expr, descending: bool) -> [Expr; 2] {
        let (places, extent) = self.places(axis, &x);
        let value = self.variable("sorted", x);
        let origin = self.variable("origin", places.clone());
        self.sort(axis, (places, extent), value, Some(origin), descending);
        [value, origin].map(|local| Expr::local(local, self.function.local(local).ty.clone()))
    }

    /// Sorts a variable, with the places where its elements were.
    fn sort(
        &mut self,
        axis: u8,
        (places, extent): (Expr, Expr),
        value: LocalId,
        origin: Option<LocalId>,
        descending: bool,
    ) {
        let read = |lower: &Self, local: LocalId| Expr::local(local, lower.function.local(local).ty.clone());
        self.doubling(extent.clone(), |lower, run| {
            // The first partner is the mirror image in both runs, the others are half as far each time.
            let both = lower.arithmetic(BinOp::Add, run.clone(), run.clone());
            let mirror = lower.arithmetic(BinOp::Sub, both, number(1));
            let mask = lower.variable("mask", mirror);
            let half = lower.variable("half", run);
            let more = lower.arithmetic(BinOp::Gt, read(lower, mask), number(0));
            lower.while_loop(more, |lower| {
                let (mask, half) = (read(lower, mask), read(lower, half));
                let partner = lower.arithmetic(BinOp::BitXor, places.clone(), mask.clone());
                let partner = lower.temporary("partner", partner);
                let own = read(lower, value);
                let other = lower.picked(axis, own.clone(), partner.clone());
                let other = lower.temporary("other", other);
                let mut first = lower.is_less(other.clone(), own.clone());
                let mut second = lower.is_less(own.clone(), other.clone());
                if descending {
                    std::mem::swap(&mut first, &mut second);
                }
                let mut origins = None;
                if let Some(origin) = origin {
                    let own_origin = read(lower, origin);
                    let other_origin = lower.picked(axis, own_origin.clone(), partner.clone());
                    let other_origin = lower.temporary("other_origin", other_origin);
                    // Neither comes first, as of two NaN.
                    let ordered = lower.arithmetic(BinOp::BitOr, first.clone(), second.clone());
                    let ty = lower.fresh();
                    let same = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(ordered)), ty);
                    let same = lower.temporary("same", same);
                    let earlier = lower.method_of("lt", vec![other_origin.clone(), own_origin.clone()]);
                    let earlier = lower.arithmetic(BinOp::BitAnd, same.clone(), earlier);
                    first = lower.arithmetic(BinOp::BitOr, first, earlier);
                    let later = lower.method_of("gt", vec![other_origin.clone(), own_origin.clone()]);
                    let later = lower.arithmetic(BinOp::BitAnd, same, later);
                    second = lower.arithmetic(BinOp::BitOr, second, later);
                    origins = Some((own_origin, other_origin));
                }
                // Of a pair the one in front takes what comes first, and the one behind what comes second.
                let leads = lower.method_of("lt", vec![places.clone(), partner.clone()]);
                let leads = lower.temporary("leads", leads);
                let ty = lower.fresh();
                let trails = Expr::new(ExprKind::Unary(UnOp::Not, Box::new(leads.clone())), ty);
                let first = lower.arithmetic(BinOp::BitAnd, leads, first);
                let second = lower.arithmetic(BinOp::BitAnd, trails, second);
                let swaps = lower.arithmetic(BinOp::BitOr, first, second);
                let there = lower.method_of("lt", vec![partner, extent.clone()]);
                let swaps = lower.arithmetic(BinOp::BitAnd, swaps, there);
                let swaps = lower.temporary("swaps", swaps);
                let next = lower.method_of("select", vec![swaps.clone(), other, own.clone()]);
                lower.set(&own, next);
                if let Some((own_origin, other_origin)) = origins {
                    let next = lower.method_of("select", vec![swaps, other_origin, own_origin.clone()]);
                    lower.set(&own_origin, next);
                }
                let next = lower.arithmetic(BinOp::Shr, half.clone(), number(1));
                lower.set(&half, next);
                lower.set(&mask, half);
            });
        });
    }

    /// Whether elements are less than others. NaN is greater than every number.
    fn is_less(&mut self, left: Expr, right: Expr) -> Expr {
        let less = self.method_of("lt", vec![left.clone(), right.clone()]);
        if matches!(left.ty.element(), Some(Type::Scalar(scalar)) if !scalar.is_float()) {
            return less;
        }
        let right_is_nan = self.method_of("ne", vec![right.clone(), right]);
        let left_is_number = self.method_of("eq", vec![left.clone(), left]);
        let before_nan = self.arithmetic(BinOp::BitAnd, right_is_nan, left_is_number);
        let less = self.arithmetic(BinOp::BitOr, less, before_nan);
        self.temporary("less", less)
    }

    fn combine(&mut self, f: &Combine<'_, '_>, first: Vec<Expr>, second: Vec<Expr>) -> Vec<Expr> {
        match (f, <[Expr; 1]>::try_from(first), <[Expr; 1]>::try_from(second)) {
            (Combine::Operator(op), Ok([first]), Ok([second])) => vec![self.arithmetic(*op, first, second)],
            (Combine::Method(name), Ok([first]), Ok([second])) => {
                vec![self.method_of(name, vec![first, second])]
            }
            (Combine::Closure(callback), Ok([first]), Ok([second])) => {
                let first = self.temporary("first", first);
                vec![self.apply_to_value(callback, vec![Item::Value(first), Item::Value(second)])]
            }
            (Combine::Closure(callback), Err(first), Err(second)) => {
                let count = first.len();
                let items = [first, second]
                    .map(|tiles| self.named(Item::Tuple(tiles.into_iter().map(Item::Value).collect())));
                match self.apply(callback, items.into()) {
                    Item::Tuple(items) => {
                        let values = items.into_iter().map(|item| self.item_value(item, callback.f));
                        let values: Vec<_> = values.collect();
                        values.into_iter().map(|value| self.temporary("both", value)).collect()
                    }
                    whole => {
                        let whole = self.item_value(whole, callback.f);
                        self.fields(whole, count)
                    }
                }
            }
            // An operator is of one tile.
            _ => Vec::new(),
        }
    }
}

/// Pieces.
impl Lower<'_> {
    /// The numbers of the tile's elements along the axis, and how many there are.
    fn places(&mut self, axis: u8, x: &Expr) -> (Expr, Expr) {
        let places = self.method_of(tiles::PLACES[usize::from(axis)], vec![x.clone()]);
        let extent = self.method_of(tiles::EXTENT[usize::from(axis)], vec![x.clone()]);
        (self.temporary("places", places), extent)
    }

    /// 0, 1, 2 and so on along the axis, so many, for picking from the tile.
    fn numbers(&mut self, axis: u8, extent: Len, of: &Expr) -> Expr {
        let said = Type::Tile { element: Box::new(Type::U32), shape: vec![extent] };
        let name = tiles::NUMBERS[usize::from(axis)].to_owned();
        let ty = self.fresh();
        let kind = ExprKind::Call { callee: Callee::Assoc(said, name), args: vec![of.clone()], site: None };
        Expr::new(kind, ty)
    }

    fn picked(&mut self, axis: u8, from: Expr, numbers: Expr) -> Expr {
        self.tile_op(TileOp::Gather { axis }, vec![from, numbers])
    }

    fn tile_op(&mut self, op: TileOp, args: Vec<Expr>) -> Expr {
        let ty = self.fresh();
        Expr::new(ExprKind::Tile { op, args }, ty)
    }

    fn method_of(&mut self, name: &str, args: Vec<Expr>) -> Expr {
        self.method(name, args, Span::call_site())
    }

    fn arithmetic(&mut self, op: BinOp, a: Expr, b: Expr) -> Expr {
        let ty = if op.is_comparison() { Type::BOOL } else { self.fresh() };
        Expr::binary(op, a, b, ty)
    }

    /// A new variable that changes.
    fn variable(&mut self, name: &str, value: Expr) -> LocalId {
        let local = self.new_local(name, value.ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: Some(value) });
        local
    }

    /// New variables that change, one for each tile.
    fn variables(&mut self, name: &str, values: &[Expr]) -> Vec<Expr> {
        let locals = values.iter().map(|value| self.variable(name, value.clone()));
        let locals: Vec<_> = locals.collect();
        locals.into_iter().map(|local| Expr::local(local, self.function.local(local).ty.clone())).collect()
    }

    /// The tiles of a tuple, or the tile itself.
    fn tiles_of(&mut self, x: Expr) -> Vec<Expr> {
        match (x.kind, x.ty) {
            (ExprKind::Make(parts), Type::Tuple(_)) => {
                parts.into_iter().map(|(_, part)| self.temporary("x", part)).collect()
            }
            (kind, Type::Tuple(types)) => {
                let count = types.len();
                self.fields(Expr::new(kind, Type::Tuple(types)), count)
            }
            (kind, ty) => vec![self.temporary("x", Expr::new(kind, ty))],
        }
    }

    /// The fields of a tuple.
    fn fields(&mut self, whole: Expr, count: usize) -> Vec<Expr> {
        let whole = self.temporary("whole", whole);
        let ExprKind::Load(place) = whole.kind else { return Vec::new() };
        (0..count).map(|number| Expr::load(self.field(place.clone(), &number.to_string()))).collect()
    }

    /// `variable = mask.select(value, variable)` of each.
    fn set_where(&mut self, mask: Expr, variables: &[Expr], values: Vec<Expr>) {
        let mask = if variables.len() > 1 { self.temporary("mask", mask) } else { mask };
        for (variable, value) in variables.iter().zip(values) {
            let next = self.method_of("select", vec![mask.clone(), value, variable.clone()]);
            self.set(variable, next);
        }
    }

    /// `variable = value`.
    fn set(&mut self, variable: &Expr, value: Expr) {
        if let ExprKind::Load(place) = &variable.kind {
            self.push(StmtKind::Assign { place: place.clone(), op: None, value });
        }
    }

    fn while_loop(&mut self, condition: Expr, body: impl FnOnce(&mut Self)) {
        let label = self.new_label();
        let body = self.scoped_block(body);
        self.push(StmtKind::While { label, condition, body });
    }

    /// Turns with 1, 2, 4 and so on, as long as that is less than the extent.
    fn doubling(&mut self, extent: Expr, body: impl FnOnce(&mut Self, Expr)) {
        let step = self.variable("step", number(1));
        let step = Expr::load(Place::local(step, Type::U32));
        let more = self.arithmetic(BinOp::Lt, step.clone(), extent);
        self.while_loop(more, |lower| {
            body(lower, step.clone());
            let next = lower.arithmetic(BinOp::Add, step.clone(), step.clone());
            lower.set(&step, next);
        });
    }
}

/// How many parts the first parameter of a closure has, if that is a tuple.
fn parts_of_first(f: &syn::Expr) -> Option<usize> {
    let syn::Expr::Closure(closure) = bare(f) else { return None };
    match closure.inputs.first()? {
        syn::Pat::Tuple(tuple) if !tuple.elems.iter().any(|pat| matches!(pat, syn::Pat::Rest(_))) => {
            Some(tuple.elems.len())
        }
        _ => None,
    }
}

fn number(value: u32) -> Expr {
    Expr::int(i128::from(value), Scalar::U32)
}
