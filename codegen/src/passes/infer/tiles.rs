//! Tiles: element-wise work that lifts to them, and the operations on whole tiles.
//!
//! An operand whose form is not known yet could be a scalar or a tile, so nothing follows from the other one: the
//! constraint waits. What waits to the very end is settled ([`settle`]).

use super::constrain::{Outcome, agree, show};
use super::table::{Kind, Table};
use super::{TypeError, cannot_type};
use crate::compact::List;
use crate::intrinsics::{self, Reduce, Slot};
use crate::ir::{
    Addressing, BinOp, Expr, ExprKind, Function, Len, Literal, LocalKind, Scalar, StmtKind, TileOp, Type,
    gather_shape, join_shapes, sum_of_products,
};

/// What is known of a type's form.
enum Form {
    /// A scalar, or what no tile is.
    Scalar,
    Tile,
    Unknown,
}

#[inline(never)]
fn form(table: &Table, ty: &Type) -> Form {
    match ty {
        Type::Tile { .. } => Form::Tile,
        Type::Infer(_) if table.kind(ty) == Some(Kind::Any) => Form::Unknown,
        Type::Capture(_) => Form::Unknown,
        Type::Infer(_)
        | Type::Unit
        | Type::Scalar(_)
        | Type::Array(..)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Struct(_)
        | Type::Tuple(_) => Form::Scalar,
    }
}

/// An element-wise operation: its operands have one lane, and its result the joined shape.
#[derive(Clone)]
pub(super) struct Lift {
    pub(super) operands: Vec<Type>,
    pub(super) result: Type,
    /// The result's lane is `bool`, not the operands'.
    pub(super) compares: bool,
    /// Of scalars the operands may be of two types, and the result has the first one's.
    pub(super) shifts: bool,
}

impl Lift {
    /// That of an operator.
    pub(super) fn of(op: BinOp, operands: Vec<Type>, result: Type) -> Lift {
        Lift { operands, result, compares: op.is_comparison(), shifts: op.is_shift() }
    }
}

pub(super) fn lift(table: &mut Table, lift: &Lift) -> Outcome {
    let operands: Vec<Type> = lift.operands.iter().map(|ty| table.resolve(ty)).list();
    let result = table.resolve(&lift.result);
    let Some(first) = operands.first() else { return Outcome::Done };
    let alike = operands.iter().all(|ty| ty == first);
    if alike && !lift.compares {
        return agree(table, &result, first);
    }
    let forms: Vec<Form> = operands.iter().map(|ty| form(table, ty)).list();
    let scalar_result = matches!(form(table, &result), Form::Scalar);
    let is_scalar = |ty: &Type| matches!(ty, Type::Capture(_)) || matches!(form(table, ty), Form::Scalar);
    if lift.shifts && operands.last().is_some_and(is_scalar) {
        return agree(table, &result, first);
    }
    if scalar_result || forms.iter().all(|form| matches!(form, Form::Scalar)) {
        return strict(table, lift);
    }
    // The element of a tile stands for itself: `Tile2<T, M, N> * T`.
    let lanes: Vec<Type> =
        operands.iter().filter(|ty| ty.shape().is_some()).map(|ty| ty.lane().clone()).list();
    let known = |(ty, form): (&Type, &Form)| !matches!(form, Form::Unknown) || lanes.contains(ty);
    if !operands.iter().zip(&forms).all(known) {
        return Outcome::Waits;
    }
    let lane = first.lane().clone();
    for other in &operands[1..] {
        if !table.unify(&lane, other.lane()) {
            let (a, b) = (table.resolve(first), table.resolve(other));
            return Outcome::Wrong(format!("{} and {} have different elements", show(&a), show(&b)));
        }
    }
    let lane = if lift.compares { Type::BOOL } else { lane };
    match Type::lifted(lane, &operands) {
        Some(ty) => agree(table, &result, &ty),
        None => {
            let shapes: Vec<String> = operands.iter().map(show).list();
            Outcome::Wrong(format!("the shapes of {} do not go together", shapes.join(" and ")))
        }
    }
}

/// All operands are of one type, and so is the result.
fn strict(table: &mut Table, lift: &Lift) -> Outcome {
    let Some((first, others)) = lift.operands.split_first() else { return Outcome::Done };
    for other in others.iter().filter(|_| !lift.shifts) {
        if let wrong @ Outcome::Wrong(_) = agree(table, first, other) {
            return wrong;
        }
    }
    agree(table, &lift.result, if lift.compares { &Type::BOOL } else { first })
}

/// Whether an operand is known to be a tile, or the result of what gives its operands' type.
pub(super) fn has_tile(table: &Table, lift: &Lift) -> bool {
    let mut types = lift.operands.iter().chain((!lift.compares).then_some(&lift.result));
    types.any(|ty| table.resolve(ty).shape().is_some())
}

/// In the end, a tile beside what is not known is of one type with it, unless the result tells; and what nothing
/// says to be a tile is none.
pub(super) fn settle(table: &mut Table, lift: &Lift) -> Outcome {
    let types = lift.operands.iter().chain((!lift.compares).then_some(&lift.result));
    let types: Vec<Type> = types.map(|ty| table.resolve(ty)).list();
    let Some(tile) = types.iter().rev().find(|ty| ty.shape().is_some()) else { return strict(table, lift) };
    for ty in &types {
        if let (Form::Unknown, wrong @ Outcome::Wrong(_)) = (form(table, ty), agree(table, ty, tile)) {
            return wrong;
        }
    }
    self::lift(table, lift)
}

/// An operation on whole tiles.
pub(super) struct Whole {
    pub(super) op: TileOp,
    /// The element and the rank of the tensor that it reads or writes.
    pub(super) tensor: Option<(Type, u8)>,
    pub(super) args: Vec<Type>,
    pub(super) result: Type,
}

/// Of an operation on tiles: what each says of the others.
pub(super) fn whole(table: &mut Table, whole: &Whole) -> Outcome {
    let result = table.resolve(&whole.result);
    let args: Vec<Type> = whole.args.iter().map(|ty| table.resolve(ty)).list();
    let coordinates = whole.tensor.as_ref().map_or(0, |(_, rank)| *rank as usize);
    let by = match whole.op {
        TileOp::Load { by, .. } => by,
        _ => Addressing::Tiles,
    };
    let mut index = Outcome::Done;
    for (axis, coordinate) in args.iter().take(coordinates).enumerate() {
        if by.index_axis(coordinates) == Some(axis) {
            let len = result.shape().and_then(|shape| shape.get(axis + 2 - coordinates));
            index = index_tile(table, coordinate, len);
        } else if let wrong @ Outcome::Wrong(_) = agree(table, coordinate, &by.coordinate_type()) {
            return wrong;
        }
    }
    match (whole.op, &whole.tensor, args.as_slice()) {
        (TileOp::Load { .. }, Some((element, _)), _) => {
            if let Some(pad) = args.get(coordinates)
                && let wrong @ Outcome::Wrong(_) = agree(table, pad, element)
            {
                return wrong;
            }
            match same_lane(table, &result, element) {
                Outcome::Done => index,
                other => other,
            }
        }
        (TileOp::Store { .. }, Some((element, _)), _) => match args.get(coordinates) {
            Some(value) => {
                let value = value.clone();
                same_lane(table, &value, element)
            }
            None => Outcome::Done,
        },
        // A tensor behind a name whose type is not known: rustc has more to say.
        (
            TileOp::Load { .. } | TileOp::Store { .. } | TileOp::Fetch { .. } | TileOp::Change { .. },
            None,
            _,
        ) => Outcome::Waits,
        (TileOp::Element, _, [of, number]) => {
            if let wrong @ Outcome::Wrong(_) = agree(table, number, &Type::USIZE) {
                return wrong;
            }
            match form(table, of) {
                Form::Tile | Form::Scalar => agree(table, &result, of.lane()),
                Form::Unknown => Outcome::Waits,
            }
        }
        (TileOp::Put, _, [_, value, shapes @ ..]) => {
            if shapes.iter().any(|of| matches!(form(table, of), Form::Unknown)) {
                return Outcome::Waits;
            }
            match Type::lifted(value.clone(), shapes) {
                Some(ty) => agree(table, &result, &ty),
                None => {
                    let shapes: Vec<String> = shapes.iter().map(show).list();
                    Outcome::Wrong(format!("the shapes of {} do not go together", shapes.join(" and ")))
                }
            }
        }
        (TileOp::Fetch { .. } | TileOp::Change { .. }, Some((element, _)), _) => {
            let value = args.get(coordinates).map_or(Outcome::Done, |value| agree(table, value, element));
            match (whole.op, value) {
                (_, wrong @ Outcome::Wrong(_)) => wrong,
                (TileOp::Fetch { .. }, _) => agree(table, &result, element),
                (_, other) => other,
            }
        }
        (TileOp::Broadcast | TileOp::Reshape, _, [value]) => match (&result, value) {
            (Type::Tile { element, shape }, Type::Tile { element: found, shape: from }) => {
                match (whole.op, count(from), count(shape)) {
                    (TileOp::Reshape, Some(from), Some(to)) if from != to => Outcome::Wrong(format!(
                        "a tile of {from} elements is not reshaped to one of {to}: a reshaped tile has as many elements as it had"
                    )),
                    _ => agree(table, element, found),
                }
            }
            // A tile to be broadcast is known to be one by then: this is the scalar of `full`.
            (Type::Tile { element, .. }, value) if whole.op == TileOp::Broadcast => {
                agree(table, element, value)
            }
            (_, value) if whole.op == TileOp::Reshape => not_a_tile(table, value, "reshape"),
            _ => Outcome::Waits,
        },
        (TileOp::Transpose, _, [value]) => transpose(table, value, &result),
        (TileOp::Reduce { axis, .. }, _, [value]) => match reduced(value, axis) {
            Some(ty) => agree(table, &result, &ty),
            None => not_a_tile(table, value, whole.op.name()),
        },
        (TileOp::Mma, _, [a, b, acc]) => mma(table, a, b, acc, &result),
        (TileOp::Gather { axis }, _, [from, numbers]) => gather(table, axis, from, numbers, &result),
        (TileOp::Iota { .. }, ..) => Outcome::Done,
        (
            TileOp::Broadcast
            | TileOp::Reshape
            | TileOp::Transpose
            | TileOp::Reduce { .. }
            | TileOp::Mma
            | TileOp::Gather { .. }
            | TileOp::Element
            | TileOp::Put,
            ..,
        ) => Outcome::Wrong(format!("`{}` has another number of operands", whole.op.name())),
    }
}

/// Holds that no array is of tiles, which have no place in memory.
pub(super) fn alone(function: &Function, errors: &mut Vec<TypeError>) {
    fn holds_tiles(ty: &Type) -> bool {
        matches!(ty, Type::Array(element, _) if element.shape().is_some() || holds_tiles(element))
    }
    let mut found = Vec::new();
    function.body.walk(&mut |stmt| {
        if let StmtKind::Let { local, .. } = &stmt.kind
            && holds_tiles(&function.local(*local).ty)
        {
            found.push((function.local(*local).kind, stmt.site));
        }
    });
    // What the front end has named is part of what the user has, if that has a name.
    let named = found.iter().any(|(kind, _)| *kind == LocalKind::Let);
    for (_, site) in found.iter().filter(|(kind, _)| !named || *kind == LocalKind::Let) {
        let message = "this is an array of tiles, and a tile is in no array";
        errors.push(cannot_type(*site, message, "give each tile a name of its own"));
    }
}

/// How many elements a tile of this shape has, where that is known.
fn count(shape: &[Len]) -> Option<u128> {
    let mut all = 1u128;
    for extent in shape {
        let Len::Const(extent) = extent else { return None };
        all = all.checked_mul(u128::from(*extent))?;
    }
    Some(all)
}

#[inline(never)]
fn not_a_tile(table: &Table, ty: &Type, name: &str) -> Outcome {
    match form(table, ty) {
        Form::Scalar => Outcome::Wrong(format!("`{name}` is of tiles, not of {}", show(ty))),
        Form::Tile | Form::Unknown => Outcome::Waits,
    }
}

/// A tile of this element, whatever its shape.
fn same_lane(table: &mut Table, tile: &Type, element: &Type) -> Outcome {
    match tile {
        Type::Tile { element: found, .. } => agree(table, found, element),
        other => not_a_tile(table, other, "a load or store"),
    }
}

/// The tile that names rows or columns to load, one for each of the result's.
fn index_tile(table: &mut Table, index: &Type, len: Option<&Len>) -> Outcome {
    match (index.shape(), len) {
        (Some([_]), _) => Outcome::Done,
        (Some(_), _) => {
            Outcome::Wrong(format!("rows are loaded by a tile of one extent, not by {}", show(index)))
        }
        (None, Some(len)) if matches!(form(table, index), Form::Unknown) => {
            let element = Box::new(table.fresh());
            learn(table, index, &Type::Tile { element, shape: vec![*len] })
        }
        (None, _) => not_a_tile(table, index, "load_rows"),
    }
}

fn transpose(table: &mut Table, value: &Type, result: &Type) -> Outcome {
    let turned = |ty: &Type| match ty {
        Type::Tile { element, shape } => {
            Some(Type::Tile { element: element.clone(), shape: shape.iter().rev().copied().list() })
        }
        _ => None,
    };
    match (turned(value), turned(result)) {
        (Some(ty), _) => agree(table, result, &ty),
        (None, Some(ty)) => agree(table, value, &ty),
        (None, None) => not_a_tile(table, value, "transpose"),
    }
}

/// The type after combining along an axis.
fn reduced(ty: &Type, axis: u8) -> Option<Type> {
    let Type::Tile { element, shape } = ty else { return None };
    if shape.len() == 1 {
        return Some((**element).clone());
    }
    let mut shape = shape.clone();
    *shape.get_mut(axis as usize)? = Len::Const(1);
    Some(Type::Tile { element: element.clone(), shape })
}

/// What is picked by number.
fn gather(table: &mut Table, axis: u8, from: &Type, numbers: &Type, result: &Type) -> Outcome {
    let (Some(of), Some(by)) = (from.shape(), numbers.shape()) else {
        return match (not_a_tile(table, from, "gather"), not_a_tile(table, numbers, "gather")) {
            (wrong @ Outcome::Wrong(_), _) | (_, wrong) => wrong,
        };
    };
    match gather_shape(of, by, axis) {
        Some(shape) => {
            let element = Box::new(from.lane().clone());
            agree(table, result, &Type::Tile { element, shape })
        }
        None => Outcome::Wrong(format!("{} cannot pick from {}", show(numbers), show(from))),
    }
}

/// `[M, K]`, `[K, N]` and `[M, N]`: two of them tell the third.
fn mma(table: &mut Table, a: &Type, b: &Type, acc: &Type, result: &Type) -> Outcome {
    if let wrong @ Outcome::Wrong(_) = agree(table, acc, result) {
        return wrong;
    }
    let acc = &table.resolve(acc);
    let extents = |ty: &Type| match ty.shape() {
        Some([rows, columns]) => Some((*rows, *columns)),
        Some(_) | None => None,
    };
    let tile = |lane: &Type, rows: Len, columns: Len| Type::Tile {
        element: Box::new(lane.clone()),
        shape: vec![rows, columns],
    };
    let factor = [a, b].into_iter().find_map(|factor| table.resolve(factor.lane()).scalar());
    // Of factors of 8 bits each may be another; of all others the sums' type follows, once they are known.
    let alike = factor.is_some_and(|scalar| sum_of_products(scalar, scalar).is_some() && scalar.size() > 1);
    let sum = match factor.and_then(|scalar| sum_of_products(scalar, scalar)) {
        Some(sum) => Some(Type::Scalar(sum)),
        None => acc.shape().map(|_| acc.lane().clone()),
    };
    match (extents(a), extents(b), extents(acc)) {
        (Some((m, k)), Some((k2, n)), _) => {
            if alike && let wrong @ Outcome::Wrong(_) = agree(table, a.lane(), b.lane()) {
                return wrong;
            }
            if let (Len::Const(k), Len::Const(k2)) = (k, k2)
                && k != k2
            {
                return Outcome::Wrong(format!("`mma` of factors with {k} columns and {k2} rows"));
            }
            match sum {
                Some(sum) => agree(table, acc, &tile(&sum, m, n)),
                None => Outcome::Waits,
            }
        }
        (Some((_, k)), None, Some((_, n))) if alike => learn(table, b, &tile(a.lane(), k, n)),
        (None, Some((k, _)), Some((m, _))) if alike => learn(table, a, &tile(b.lane(), m, k)),
        _ => Outcome::Waits,
    }
}

fn learn(table: &mut Table, ty: &Type, is: &Type) -> Outcome {
    match agree(table, ty, is) {
        Outcome::Done if table.resolve(ty) == *ty => Outcome::Waits,
        Outcome::Done => Outcome::Learnt,
        other => other,
    }
}

/// The methods of tiles that carry a type written out, as `Callee::Assoc` of that type.
pub(crate) const WITH_TYPE: [&str; 4] = ["cast", "broadcast", NUMBERS[0], NUMBERS[1]];

/// Methods that no user calls, by their axis: whether a mask holds anywhere along it, and everywhere; the number of
/// each element along it, as `u32`; how many there are, as `u32`; and so many numbers (the type carries how many)
/// in a tile that the receiver can be picked from with. Of the receiver only the shape counts.
pub(crate) const ANY: [&str; 2] = ["any_along_0", "any_along_1"];
pub(crate) const ALL: [&str; 2] = ["all_along_0", "all_along_1"];
pub(crate) const PLACES: [&str; 2] = ["places_along_0", "places_along_1"];
pub(crate) const EXTENT: [&str; 2] = ["extent_along_0", "extent_along_1"];
pub(crate) const NUMBERS: [&str; 2] = ["numbers_along_0", "numbers_along_1"];

/// How many elements the tile has to whose shape those of the receiver and the operands are joined: another one
/// that no user calls.
pub(crate) const COUNT: &str = "count_of_elements";

/// Whether reductions and scans ask this of a tile.
pub(super) fn is_along(name: &str) -> bool {
    PLACES.contains(&name) || EXTENT.contains(&name)
}

#[inline(never)]
fn axis_in(names: [&str; 2], name: &str) -> Option<u8> {
    names.iter().position(|known| *known == name).map(|axis| axis as u8)
}

/// The methods of tiles that numbers do not have, beside those that name an axis or a shape.
#[cfg(feature = "front")]
pub(crate) const METHODS: [&str; 15] = [
    "lt", "le", "gt", "ge", "eq", "ne", "select", "sum_all", "max_all", "min_all", "to_row", "to_col",
    "to_tile1", "log", "to_tf32",
];

fn comparison(name: &str) -> Option<BinOp> {
    Some(match name {
        "lt" => BinOp::Lt,
        "le" => BinOp::Le,
        "gt" => BinOp::Gt,
        "ge" => BinOp::Ge,
        "eq" => BinOp::Eq,
        "ne" => BinOp::Ne,
        _ => return None,
    })
}

/// What a reduction of the whole combines with.
fn total(name: &str) -> Option<Reduce> {
    Some(match name {
        "sum_all" => Reduce::Sum,
        "max_all" => Reduce::Max,
        "min_all" => Reduce::Min,
        _ => return None,
    })
}

/// The one extent of a `Tile1`, a `Row` or a `Col`.
fn length(shape: &[Len]) -> Option<Len> {
    match shape {
        [len] | [Len::Const(1), len] | [len, Len::Const(1)] => Some(*len),
        _ => None,
    }
}

/// The row of the table behind an element-wise method. A tile's `log` is the natural logarithm.
#[inline(never)]
pub(super) fn elementwise(name: &str, lane: Scalar) -> Option<&'static intrinsics::Intrinsic> {
    const NAMES: [&str; 35] = [
        "exp", "exp2", "ln", "log", "log2", "log10", "sqrt", "rsqrt", "sin", "cos", "tanh", "erf", "erfc",
        "abs", "floor", "ceil", "min", "max", "mul_add", "clamp", "powf", "round", "trunc", "fract", "tan",
        "asin", "acos", "atan", "atan2", "sinh", "cosh", "exp_m1", "ln_1p", "cbrt", "recip",
    ];
    // No scalar has it.
    if name == intrinsics::TO_TF32 && lane == Scalar::F32 {
        return intrinsics::find(name);
    }
    let name = NAMES.iter().find(|known| **known == name)?;
    let row = intrinsics::method(if *name == "log" { "ln" } else { name }, lane, false)?;
    let lifts =
        row.is_pure() && row.result == Slot::Same && row.params.iter().all(|slot| *slot == Slot::Same);
    lifts.then_some(row)
}

/// `tile.name(args)`: the receiver is `args[0]`, and a tile.
pub(super) fn method(table: &mut Table, name: &str, args: &[Type], result: &Type) -> Outcome {
    if name == COUNT {
        let shaped = args.iter().all(|ty| !matches!(form(table, &table.resolve(ty)), Form::Unknown));
        return if shaped { agree(table, result, &Type::USIZE) } else { Outcome::Waits };
    }
    let receiver = args.first().map(|ty| table.resolve(ty));
    let Some(receiver @ Type::Tile { element, shape }) = &receiver else {
        return receiver.map_or(Outcome::Waits, |receiver| from_result(table, name, args, &receiver, result));
    };
    let count = |wanted: usize| {
        let message = format!("`{name}` of a tile takes {} operands, not {}", wanted - 1, args.len() - 1);
        (args.len() != wanted).then_some(Outcome::NoMethod(message))
    };
    let of = |lane: Type, shape: Vec<Len>| Type::Tile { element: Box::new(lane), shape };
    if comparison(name).is_some() {
        return count(2).unwrap_or_else(|| {
            lift(
                table,
                &Lift { operands: args.to_vec(), result: result.clone(), compares: true, shifts: false },
            )
        });
    }
    if name == "select" {
        return count(3).unwrap_or_else(|| select(table, shape, &args[1..], result));
    }
    if let Some(axis) = axis_in(ANY, name).or(axis_in(ALL, name)) {
        return match reduced(receiver, axis) {
            Some(ty) if element.scalar() == Some(Scalar::Bool) => agree(table, result, &ty),
            Some(_) if element.scalar().is_none() => Outcome::Waits,
            Some(_) | None => Outcome::NoMethod(format!("{} is no mask with an axis {axis}", show(receiver))),
        };
    }
    if let Some(axis) = axis_in(PLACES, name).or(axis_in(EXTENT, name)) {
        if shape.len() <= usize::from(axis) {
            return Outcome::NoMethod(format!("{} has no axis {axis}", show(receiver)));
        }
        let is_extent = axis_in(EXTENT, name).is_some();
        return agree(table, result, &if is_extent { Type::U32 } else { of(Type::U32, shape.clone()) });
    }
    if total(name).is_some() {
        return count(1).unwrap_or_else(|| match length(shape) {
            Some(_) => agree(table, result, element),
            // A length that rustc has yet to tell may be 1.
            None if shape.iter().any(|len| matches!(len, Len::Capture(_))) => Outcome::Waits,
            None => Outcome::NoMethod(format!("`{name}` of {} needs an axis", show(receiver))),
        });
    }
    if let "to_row" | "to_col" | "to_tile1" = name {
        let Some(len) = length(shape) else { return Outcome::Waits };
        let one = Len::Const(1);
        let shape = match name {
            "to_row" => vec![one, len],
            "to_col" => vec![len, one],
            _ => vec![len],
        };
        return agree(table, result, &of((**element).clone(), shape));
    }
    match element.scalar() {
        Some(lane) => match elementwise(name, lane) {
            Some(row) => count(row.params.len()).unwrap_or_else(|| {
                lift(
                    table,
                    &Lift { operands: args.to_vec(), result: result.clone(), compares: false, shifts: false },
                )
            }),
            None => Outcome::NoMethod(format!("{} has no `{name}` in kernels", show(receiver))),
        },
        // The element's type decides only which function it is.
        None if elementwise(name, Scalar::F32).is_some() => lift(
            table,
            &Lift { operands: args.to_vec(), result: result.clone(), compares: false, shifts: false },
        ),
        None => Outcome::Waits,
    }
}

/// A row or a column of a tile of two axes, by the method that makes one.
pub(super) fn part_of(tile: &Type, method: &str) -> Option<Type> {
    let Type::Tile { element, shape } = tile else { return None };
    let shape = match (method, shape.as_slice()) {
        ("to_row", [_, len]) => vec![Len::Const(1), *len],
        ("to_col", [len, _]) => vec![*len, Len::Const(1)],
        _ => return None,
    };
    Some(Type::Tile { element: element.clone(), shape })
}

/// What the result says of a receiver that is not known, such as a tile that was loaded without saying its extents.
fn from_result(table: &mut Table, name: &str, args: &[Type], receiver: &Type, result: &Type) -> Outcome {
    let Type::Tile { element, shape } = table.resolve(result) else { return Outcome::Waits };
    let shape = match (name, shape.as_slice()) {
        ("to_row", [_, len]) | ("to_col", [len, _]) => vec![*len],
        (_, shape) if args.len() == 1 && elementwise(name, Scalar::F32).is_some() => shape.to_vec(),
        _ => return Outcome::Waits,
    };
    learn(table, receiver, &Type::Tile { element, shape })
}

/// `mask.select(then, otherwise)`: the mask's shape, and the operands' lane.
fn select(table: &mut Table, mask: &[Len], operands: &[Type], result: &Type) -> Outcome {
    let operands: Vec<Type> = operands.iter().map(|ty| table.resolve(ty)).list();
    let result = table.resolve(result);
    // A scalar of the result's lane is known by that.
    let lanes: Vec<&Type> =
        operands.iter().chain([&result]).filter(|ty| ty.shape().is_some()).map(Type::lane).list();
    let known = |ty: &Type| !matches!(form(table, ty), Form::Unknown) || lanes.contains(&ty);
    if !operands.iter().all(known) {
        return Outcome::Waits;
    }
    let [then, otherwise] = operands.as_slice() else { return Outcome::Waits };
    match agree(table, then.lane(), otherwise.lane()) {
        Outcome::Done => {
            let element = Box::new(then.lane().clone());
            agree(table, &result, &Type::Tile { element, shape: mask.to_vec() })
        }
        other => other,
    }
}

/// Whether a mask selects from something of which nothing is known: a tile that says no extents, as `Tile2::zeros()`.
pub(super) fn has_open_arm(table: &Table, mask: &Type, args: &[Type]) -> bool {
    let is_mask = table.resolve(mask).shape().is_some();
    is_mask && args.iter().skip(1).any(|arm| matches!(form(table, &table.resolve(arm)), Form::Unknown))
}

/// In the end, it has the mask's shape.
pub(super) fn settle_arm(table: &mut Table, mask: &Type, args: &[Type]) {
    let mask = table.resolve(mask);
    let Some(shape) = mask.shape().map(<[Len]>::to_vec) else { return };
    for arm in args.iter().skip(1) {
        let arm = table.resolve(arm);
        if matches!(form(table, &arm), Form::Unknown) {
            let element = Box::new(table.fresh());
            table.unify(&arm, &Type::Tile { element, shape });
            return;
        }
    }
}

/// `tile.cast::<U>()` and `row.broadcast::<M>()`, which carry what was written out as a type: `U`, or a tile of `M`.
pub(super) fn with_type(
    table: &mut Table,
    said: &Type,
    name: &str,
    operand: &Type,
    result: &Type,
) -> Outcome {
    let operand = table.resolve(operand);
    let Type::Tile { element, shape } = &operand else {
        let is_cast = name == "cast" && matches!(form(table, &operand), Form::Unknown);
        return match table.resolve(result) {
            Type::Tile { shape, .. } if is_cast => {
                let element = Box::new(table.fresh());
                learn(table, &operand, &Type::Tile { element, shape })
            }
            _ => not_a_tile(table, &operand, name),
        };
    };
    if name == "cast" {
        let ty = Type::Tile { element: Box::new(said.clone()), shape: shape.clone() };
        return agree(table, result, &ty);
    }
    if let (Some(axis), Some([len])) = (axis_in(NUMBERS, name), said.shape()) {
        let mut shape = vec![Len::Const(1); shape.len()];
        return match shape.get_mut(usize::from(axis)) {
            Some(extent) => {
                *extent = *len;
                agree(table, result, &Type::Tile { element: Box::new(Type::U32), shape })
            }
            None => Outcome::Wrong(format!("{} has no axis {axis}", show(&operand))),
        };
    }
    let (Some([len]), [rows, columns]) = (said.shape(), shape.as_slice()) else { return Outcome::Waits };
    let shape = match (rows, columns) {
        // A row of one element is a column of one element: only the result tells which.
        (Len::Const(1), Len::Const(1)) => return Outcome::Waits,
        (Len::Const(1), columns) => vec![*len, *columns],
        (rows, Len::Const(1)) => vec![*rows, *len],
        _ => return Outcome::Waits,
    };
    agree(table, result, &Type::Tile { element: element.clone(), shape })
}

/// What a call on a tile is, once the types are known; `None` while they are not.
pub(super) fn resolved(name: &str, said: Option<&Type>, args: &mut Vec<Expr>, ty: &Type) -> Option<ExprKind> {
    let receiver = args.first()?.ty.clone();
    if name == COUNT {
        // What is not known yet may still be a tile.
        let one = args.iter().all(|arg| matches!(arg.ty, Type::Scalar(_)));
        let joined = Type::lifted(Type::BOOL, args.iter().map(|arg| &arg.ty))?;
        let count = if one { 1 } else { joined.extents()?.iter().product::<u64>() };
        return Some(ExprKind::Literal(Literal::Int(i128::from(count))));
    }
    let Type::Tile { element, shape } = &receiver else { return None };
    let tile = |op, args| ExprKind::Tile { op, args };
    match (name, said, args.len()) {
        (_, _, 1) if axis_in(PLACES, name).or(axis_in(NUMBERS, name)).is_some() => {
            ty.shape()?;
            let axis = axis_in(PLACES, name).or(axis_in(NUMBERS, name))?;
            Some(tile(TileOp::Iota { axis }, Vec::new()))
        }
        (_, None, 1) if axis_in(EXTENT, name).is_some() => {
            match shape.get(usize::from(axis_in(EXTENT, name)?)) {
                Some(Len::Const(extent)) => Some(ExprKind::Literal(Literal::Int(i128::from(*extent)))),
                Some(Len::Capture(_)) | None => None,
            }
        }
        (_, None, 1) if axis_in(ANY, name).or(axis_in(ALL, name)).is_some() => {
            let axis = axis_in(ANY, name).or(axis_in(ALL, name))?;
            let op = if axis_in(ANY, name).is_some() { Reduce::Max } else { Reduce::Min };
            if *ty.lane() != Type::BOOL {
                return None;
            }
            let mask = args.pop()?;
            let numbers = mask.ty.with_lane(Type::U32);
            let numbers = Expr::new(ExprKind::Cast(Box::new(mask)), numbers);
            let most = Expr::new(tile(TileOp::Reduce { op, axis }, vec![numbers]), ty.with_lane(Type::U32));
            let (lhs, rhs) = (Box::new(most), Box::new(Expr::int(0, Scalar::U32)));
            Some(ExprKind::Binary { op: BinOp::Ne, lhs, rhs, site: None })
        }
        ("cast", Some(_), 1) => ty.shape().is_some().then(|| ExprKind::Cast(Box::new(args.remove(0)))),
        ("broadcast", Some(_), 1) => {
            let fits = ty.shape().and_then(|to| join_shapes(shape, to)).as_deref() == ty.shape();
            (fits && ty.shape().is_some()).then(|| tile(TileOp::Broadcast, std::mem::take(args)))
        }
        ("to_row" | "to_col" | "to_tile1", None, 1) => {
            ty.shape().is_some().then(|| tile(TileOp::Reshape, std::mem::take(args)))
        }
        ("select", None, 3) => {
            ty.shape()?;
            let otherwise = Box::new(args.pop()?);
            let then = Box::new(args.pop()?);
            Some(ExprKind::Select { condition: Box::new(args.pop()?), then, otherwise })
        }
        (_, None, 1) if total(name).is_some() => {
            let (op, len) = (total(name)?, length(shape)?);
            let mut value = args.pop()?;
            if shape.len() == 2 {
                let line = Type::Tile { element: element.clone(), shape: vec![len] };
                value = Expr::new(tile(TileOp::Reshape, vec![value]), line);
            }
            Some(tile(TileOp::Reduce { op, axis: 0 }, vec![value]))
        }
        (_, None, 2) if comparison(name).is_some() => {
            ty.shape()?;
            let op = comparison(name)?;
            let rhs = Box::new(args.pop()?);
            Some(ExprKind::Binary { op, lhs: Box::new(args.pop()?), rhs, site: None })
        }
        _ => None,
    }
}

/// A load or store of one row of a tensor, as the front end writes it: a tile of one extent for a tensor of two, or a
/// row or a column for a tensor of one. It becomes a tile of the tensor's axes, reshaped.
pub(super) fn row_access(op: TileOp, rank: u8, args: &mut [Expr], ty: &mut Type) -> bool {
    let row = |ty: &Type| match ty {
        Type::Tile { element, shape } if shape.len() == 1 && rank >= 2 => {
            Some(Type::Tile { element: element.clone(), shape: vec![Len::Const(1), shape[0]] })
        }
        Type::Tile { element, shape } if shape.len() == 2 && rank == 1 => {
            Some(Type::Tile { element: element.clone(), shape: vec![length(shape)?] })
        }
        _ => None,
    };
    match op {
        TileOp::Load { .. } => row(ty).map(|row| *ty = row).is_some(),
        TileOp::Store { .. } => {
            if let Some(value) = args.last_mut()
                && let Some(row) = row(&value.ty)
            {
                let line =
                    std::mem::replace(value, Expr::new(ExprKind::Literal(Literal::Bool(false)), Type::BOOL));
                *value = Expr::new(ExprKind::Tile { op: TileOp::Reshape, args: vec![line] }, row);
            }
            false
        }
        TileOp::Broadcast
        | TileOp::Iota { .. }
        | TileOp::Reduce { .. }
        | TileOp::Mma
        | TileOp::Transpose
        | TileOp::Reshape
        | TileOp::Gather { .. }
        | TileOp::Element
        | TileOp::Put
        | TileOp::Fetch { .. }
        | TileOp::Change { .. } => false,
    }
}
