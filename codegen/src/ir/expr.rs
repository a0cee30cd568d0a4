//! Expressions: values, reads of places, operators and calls.

use super::{BinOp, CaptureId, FunctionId, LocalId, Operator, Scalar, SiteId, Type, UnOp};
use crate::intrinsics::Intrinsic;

/// A value with its type. In an open module the type may be an inference variable.
#[derive(Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
}

// Derived, it would be a copy of all kinds wherever an expression is cloned.
impl Clone for Expr {
    #[inline(never)]
    fn clone(&self) -> Expr {
        Expr { kind: self.kind.clone(), ty: self.ty.clone() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Literal(Literal),
    /// Open modules only: the value of a captured constant.
    Capture(CaptureId),
    /// Reads a place: a local variable (arrays too, by value), or an element of memory.
    Load(Place),
    /// The number of elements of a slice or array local, as `usize`.
    Len(LocalId),
    /// Open modules only: the number of elements of what the place denotes. When types are known an array's is a
    /// literal, and a slice's is its local's.
    LenOf(Place),
    Unary(UnOp, Box<Expr>),
    /// Operands of one type, but for shifts (the right operand is any integer). `site` is present on integer `Div` and
    /// `Rem`, which fail on a zero divisor and on `MIN / -1`. `And` and `Or` are lazy in their right operand.
    Binary {
        op: BinOp,
        lhs: Box<Expr>,
        rhs: Box<Expr>,
        site: Option<SiteId>,
    },
    /// `as`: from one scalar to `ty`.
    Cast(Box<Expr>),
    /// `condition ? then : otherwise`; only the chosen operand is evaluated.
    Select {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// `site` is present where the callee can fail (intrinsics with a divisor).
    Call {
        callee: Callee,
        args: Vec<Expr>,
        site: Option<SiteId>,
    },
    /// `[a, b, c]`. Only as the whole value of a `let` or an assignment.
    Array(Vec<Expr>),
    /// `[value; N]`, N from the type. Only as the whole value of a `let` or an assignment.
    Repeat(Box<Expr>),
    /// A struct or tuple from its fields, which are evaluated in this order; when types are known they stand in the
    /// struct's own. Only as the whole value of a `let` or an assignment.
    Make(Vec<(String, Expr)>),
    /// A reference to a place, only as an argument of a device function. With a slice type: the place is an array or a
    /// slice, passed as pointer and length. With an array or scalar `Ref` type: passed by reference. As an argument of
    /// an atomic intrinsic: the atomic element. As an argument of an intrinsic that moves elements
    /// ([`crate::intrinsics::Slot::Element`]): the first of them.
    Ref(Place),
    /// The extent of a tensor along an axis, as `usize`.
    Extent {
        tensor: LocalId,
        axis: u8,
    },
    /// An operation on whole tiles. Operators, casts, selections and pure intrinsics have no operation of their
    /// own: they work element-wise on tiles, and broadcast scalars and extents of 1 (see [`super::join_shapes`]).
    Tile {
        op: TileOp,
        args: Vec<Expr>,
    },
}

/// What [`ExprKind::Tile`] does. The expression's type is the result's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileOp {
    /// Reads the tile with these coordinates out of a tensor. Operands: one coordinate an axis of the tensor, which
    /// [`Addressing`] explains; when `padded`, then the element to take outside of the tensor, which is zero
    /// otherwise. The result has the tensor's element and rank, or the last two axes of a rank above.
    Load { tensor: LocalId, padded: bool, by: Addressing },
    /// Writes a tile, dropping what lies outside of the tensor. Operands: coordinates as for a `Load` by
    /// [`Addressing::Tiles`], then the tile.
    /// Has no result, and stands alone in an evaluation.
    Store { tensor: LocalId },
    /// A scalar, or a tile with extents of 1, repeated to the result's shape.
    Broadcast,
    /// 0, 1, 2, .. along the axis, whatever the other coordinate; no operands. The element is an integer of 32 or
    /// 64 bits.
    Iota { axis: u8 },
    /// Combines along the axis, whose extent becomes 1; of a tile of rank 1 it gives a scalar.
    Reduce { op: crate::intrinsics::Reduce, axis: u8 },
    /// `a × b + c` with tiles `[M, K]`, `[K, N]`, `[M, N]`. `c` and the result have the element that belongs to those
    /// of `a` and `b` ([`super::sum_of_products`]).
    Mma,
    /// `[M, N]` becomes `[N, M]`.
    Transpose,
    /// The same elements in row-major order, in another shape; the rank may change.
    Reshape,
    /// Picks elements by number along the axis. Operands: a tile, and a tile of integers of the same rank, which
    /// says for each element of the result the number of the tile's element along the axis; a number that the tile
    /// does not have gives zero. Along the other axis the two broadcast (see [`super::gather_shape`]).
    Gather { axis: u8 },
    /// In a loop over elements ([`super::Unroll::Each`]): the tile's element at this place. Operands: a tile, of
    /// the loop's shape or one that is broadcast to it, and the loop's counter.
    Element,
    /// In a loop over elements, assigned to a whole tile: sets its element at this place and leaves the others.
    /// Operands: the loop's counter, the element, then tiles whose shapes joined are the tile's, and which are not
    /// read.
    Put,
    /// Reads one element of a tensor. Operands: one coordinate (`usize`, in elements) an axis, then what to have
    /// outside.
    Fetch { tensor: LocalId },
    /// In a loop over elements: sets one element of a tensor, or adds to it, or sets it to the lesser or the
    /// greater of both, atomically; drops what lies outside. Operands: one coordinate (`usize`, in elements) an
    /// axis, then the value. Has no result, and stands alone in an evaluation.
    Change { tensor: LocalId, by: Option<crate::intrinsics::Reduce> },
}

/// How the coordinates of a [`TileOp::Load`] are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addressing {
    /// `usize`: in tiles of the result's extent along the axes of the tile, and in elements along those before.
    Tiles,
    /// `isize`: in elements. A tile may begin before the tensor does, and what lies there is outside.
    Elements,
    /// As [`Addressing::Tiles`], but along this axis of the tile the operand is a tile of rank 1 of integers. It names
    /// the tensor's row (axis 0) or column (axis 1) for each row or column of the result.
    Indexed { axis: u8 },
}

impl Addressing {
    /// The type of a coordinate that is no index tile.
    pub fn coordinate_type(self) -> Type {
        match self {
            Addressing::Tiles | Addressing::Indexed { .. } => Type::USIZE,
            Addressing::Elements => Type::ISIZE,
        }
    }

    /// Which operand is the index tile, for a tensor of this rank.
    pub fn index_axis(self, rank: usize) -> Option<usize> {
        match self {
            Addressing::Indexed { axis } => (rank + usize::from(axis)).checked_sub(2),
            Addressing::Tiles | Addressing::Elements => None,
        }
    }
}

/// The parts of a [`TileOp::Load`].
#[derive(Clone, Copy, Debug)]
pub struct TileLoad<'a> {
    pub tensor: LocalId,
    pub by: Addressing,
    pub coordinates: &'a [Expr],
    /// What to take outside of the tensor, if not zero.
    pub pad: Option<&'a Expr>,
}

impl TileOp {
    /// The word in IR text. [`TileOp::Load`] is `tile_load`, `tile_load_at` by elements or `tile_load_rows` by an index
    /// tile, with `_or` behind it where it is padded. Operations along an axis name it (`tile_sum_1`).
    #[inline(never)]
    pub fn name(self) -> &'static str {
        use crate::intrinsics::Reduce;
        match self {
            TileOp::Load { padded, by, .. } => match (by, padded) {
                (Addressing::Tiles, false) => "tile_load",
                (Addressing::Tiles, true) => "tile_load_or",
                (Addressing::Elements, false) => "tile_load_at",
                (Addressing::Elements, true) => "tile_load_at_or",
                (Addressing::Indexed { axis: 0 }, false) => "tile_load_rows",
                (Addressing::Indexed { axis: 0 }, true) => "tile_load_rows_or",
                (Addressing::Indexed { .. }, false) => "tile_load_columns",
                (Addressing::Indexed { .. }, true) => "tile_load_columns_or",
            },
            TileOp::Store { .. } => "tile_store",
            TileOp::Broadcast => "tile_broadcast",
            TileOp::Iota { axis: 0 } => "tile_iota_0",
            TileOp::Iota { .. } => "tile_iota_1",
            TileOp::Reduce { op: Reduce::Sum, axis: 0 } => "tile_sum_0",
            TileOp::Reduce { op: Reduce::Sum, .. } => "tile_sum_1",
            TileOp::Reduce { op: Reduce::Min, axis: 0 } => "tile_min_0",
            TileOp::Reduce { op: Reduce::Min, .. } => "tile_min_1",
            TileOp::Reduce { op: Reduce::Max, axis: 0 } => "tile_max_0",
            TileOp::Reduce { op: Reduce::Max, .. } => "tile_max_1",
            TileOp::Mma => "tile_mma",
            TileOp::Transpose => "tile_transpose",
            TileOp::Reshape => "tile_reshape",
            TileOp::Gather { axis: 0 } => "tile_gather_0",
            TileOp::Gather { .. } => "tile_gather_1",
            TileOp::Element => "tile_element",
            TileOp::Put => "tile_put",
            TileOp::Fetch { .. } => "tile_fetch",
            TileOp::Change { by: None, .. } => "tile_set",
            TileOp::Change { by: Some(Reduce::Sum), .. } => "tile_add",
            TileOp::Change { by: Some(Reduce::Min), .. } => "tile_lessen",
            TileOp::Change { by: Some(Reduce::Max), .. } => "tile_raise",
        }
    }

    /// The operation with this word; those on a tensor have it put in by the parser.
    pub(super) fn from_name(name: &str) -> Option<TileOp> {
        use crate::intrinsics::Reduce;
        let tensor = LocalId(0);
        let mut all = vec![
            TileOp::Store { tensor },
            TileOp::Broadcast,
            TileOp::Mma,
            TileOp::Transpose,
            TileOp::Reshape,
            TileOp::Element,
            TileOp::Put,
            TileOp::Fetch { tensor },
            TileOp::Change { tensor, by: None },
        ];
        all.extend([Reduce::Sum, Reduce::Min, Reduce::Max].map(|by| TileOp::Change { tensor, by: Some(by) }));
        for by in [
            Addressing::Tiles,
            Addressing::Elements,
            Addressing::Indexed { axis: 0 },
            Addressing::Indexed { axis: 1 },
        ] {
            all.extend([false, true].map(|padded| TileOp::Load { tensor, padded, by }));
        }
        for axis in [0, 1] {
            all.push(TileOp::Iota { axis });
            all.push(TileOp::Gather { axis });
            all.extend([Reduce::Sum, Reduce::Min, Reduce::Max].map(|op| TileOp::Reduce { op, axis }));
        }
        all.into_iter().find(|op| op.name() == name)
    }

    /// Whether the operation stands in loops over elements only.
    pub fn is_of_one_element(self) -> bool {
        matches!(self, TileOp::Element | TileOp::Put | TileOp::Change { .. })
    }

    /// The tensor that the operation reads or writes.
    pub fn tensor(mut self) -> Option<LocalId> {
        self.tensor_mut().copied()
    }

    /// As [`TileOp::tensor`], for renaming.
    pub fn tensor_mut(&mut self) -> Option<&mut LocalId> {
        match self {
            TileOp::Load { tensor, .. }
            | TileOp::Store { tensor }
            | TileOp::Fetch { tensor }
            | TileOp::Change { tensor, .. } => Some(tensor),
            TileOp::Broadcast
            | TileOp::Iota { .. }
            | TileOp::Reduce { .. }
            | TileOp::Mma
            | TileOp::Transpose
            | TileOp::Reshape
            | TileOp::Gather { .. }
            | TileOp::Element
            | TileOp::Put => None,
        }
    }
}

impl ExprKind {
    /// The parts of a load of a tile.
    pub fn tile_load(&self) -> Option<TileLoad<'_>> {
        let ExprKind::Tile { op: TileOp::Load { tensor, padded, by }, args } = self else { return None };
        let (coordinates, pad) = args.split_at(args.len().saturating_sub(usize::from(*padded)));
        Some(TileLoad { tensor: *tensor, by: *by, coordinates, pad: pad.first() })
    }
}

/// A literal; its type is the expression's.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Bool(bool),
    /// The mathematical value; in range of the type in a closed module.
    Int(i128),
    Float(FloatText),
}

/// A float literal as decimal text, so that it is rounded once, to the type it turns out to have.
/// `inf`, `-inf` and `NaN` are allowed (they come from captured constants).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatText(pub String);

impl FloatText {
    /// The nearest value as `f64`.
    pub fn to_f64(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }

    /// The nearest value as `f32`, rounded once.
    pub fn to_f32(&self) -> f32 {
        self.0.parse().unwrap_or(f32::NAN)
    }
}

impl Literal {
    /// The literal's bits as `scalar`, zero-extended to 64: integers wrap to their width, floats are rounded to
    /// nearest.
    pub fn to_bits(&self, scalar: Scalar) -> u64 {
        match self {
            Literal::Bool(b) => u64::from(*b),
            Literal::Int(value) => match scalar {
                Scalar::E4M3 | Scalar::E5M2 => {
                    crate::intrinsics::narrow(scalar, crate::float16::round_to_odd(*value as f64))
                }
                Scalar::F16 => u64::from(
                    crate::float16::f16::from_f32(crate::float16::round_to_odd(*value as f64)).to_bits(),
                ),
                Scalar::BF16 => u64::from(
                    crate::float16::bf16::from_f32(crate::float16::round_to_odd(*value as f64)).to_bits(),
                ),
                Scalar::F32 => u64::from((*value as f32).to_bits()),
                Scalar::F64 => (*value as f64).to_bits(),
                _ => {
                    let mask = if scalar.bits() == 64 { u64::MAX } else { (1u64 << scalar.bits()) - 1 };
                    (*value as u64) & mask
                }
            },
            Literal::Float(text) => match scalar {
                Scalar::E4M3 | Scalar::E5M2 => {
                    crate::intrinsics::narrow(scalar, crate::float16::round_to_odd(text.to_f64()))
                }
                Scalar::F16 => u64::from(
                    crate::float16::f16::from_f32(crate::float16::round_to_odd(text.to_f64())).to_bits(),
                ),
                Scalar::BF16 => u64::from(
                    crate::float16::bf16::from_f32(crate::float16::round_to_odd(text.to_f64())).to_bits(),
                ),
                Scalar::F32 => u64::from(text.to_f32().to_bits()),
                _ => text.to_f64().to_bits(),
            },
        }
    }

    /// The literal that has these bits as `scalar`; the inverse of [`Literal::to_bits`] up to NaN payloads.
    #[inline(never)]
    pub fn from_bits(bits: u64, scalar: Scalar) -> Literal {
        match scalar {
            Scalar::Bool => Literal::Bool(bits != 0),
            Scalar::I8 => Literal::Int(i128::from(bits as u8 as i8)),
            Scalar::I16 => Literal::Int(i128::from(bits as u16 as i16)),
            Scalar::I32 => Literal::Int(i128::from(bits as u32 as i32)),
            Scalar::I64 | Scalar::Isize => Literal::Int(i128::from(bits as i64)),
            Scalar::U8 => Literal::Int(i128::from(bits as u8)),
            Scalar::U16 => Literal::Int(i128::from(bits as u16)),
            Scalar::U32 => Literal::Int(i128::from(bits as u32)),
            Scalar::U64 | Scalar::Usize => Literal::Int(i128::from(bits)),
            Scalar::E4M3 | Scalar::E5M2 => Literal::float(f64::from(crate::intrinsics::widen(scalar, bits))),
            Scalar::F16 => Literal::float(f64::from(crate::float16::f16::from_bits(bits as u16))),
            Scalar::BF16 => Literal::float(f64::from(crate::float16::bf16::from_bits(bits as u16))),
            Scalar::F32 => Literal::Float(FloatText(format!("{:?}", f32::from_bits(bits as u32)))),
            Scalar::F64 => Literal::float(f64::from_bits(bits)),
        }
    }

    fn float(value: f64) -> Literal {
        Literal::Float(FloatText(format!("{value:?}")))
    }
}

/// A variable or an element of memory that can be read, assigned or referred to.
#[derive(Debug, PartialEq)]
pub struct Place {
    pub base: LocalId,
    pub steps: Vec<Step>,
    /// The type of what the place denotes.
    pub ty: Type,
}

// As an expression's.
impl Clone for Place {
    #[inline(never)]
    fn clone(&self) -> Place {
        Place { base: self.base, steps: self.steps.clone(), ty: self.ty.clone() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `[index]` into an array or slice; `index` is a `usize`.
    Index { index: Box<Expr>, check: Check },
    /// `.name` of a struct or tuple.
    Field(String),
    /// `[start..start + len]` of an array or slice, both `usize`, which a statement before has found in bounds.
    /// What it gives is a slice.
    Slice { start: Box<Expr>, len: Box<Expr> },
}

/// How the bounds of an index are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Tested at run time; the failure is reported with this site.
    Checked(SiteId),
    /// A pass proved that the index is in bounds.
    Proven,
    /// The user wrote an `unchecked` kernel, inside `unsafe`.
    Unchecked,
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A row of the intrinsics table.
    Intrinsic(&'static Intrinsic),
    /// A device function of this module.
    Function(FunctionId),
    /// Open modules only: a method to be resolved by its receiver's type, the first argument.
    Method(String),
    /// Open modules only: an associated function or constant of a type (`f32::max`, `T::ZERO`, `u32::MAX`).
    Assoc(Type, String),
    /// Open modules only: a device function that rustc will name. Where the arguments of a method may change its
    /// receiver, this comes twice in front of them, as the value that it had before and as a place: the method
    /// takes the one or the other.
    Capture(CaptureId),
    /// Open modules only: an operator whose operands only rustc knows. The capture tells whether it is that of
    /// numbers, or a device function of the user's. Inside of a statement, it is evaluated when the operator of
    /// numbers would be.
    Operator(Operator, CaptureId),
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Type) -> Expr {
        Expr { kind, ty }
    }

    pub fn bool(value: bool) -> Expr {
        Expr::new(ExprKind::Literal(Literal::Bool(value)), Type::BOOL)
    }

    pub fn int(value: i128, scalar: Scalar) -> Expr {
        Expr::new(ExprKind::Literal(Literal::Int(value)), Type::Scalar(scalar))
    }

    #[inline(never)]
    pub fn load(place: Place) -> Expr {
        let ty = place.ty.clone();
        Expr::new(ExprKind::Load(place), ty)
    }

    #[inline(never)]
    pub fn local(id: LocalId, ty: Type) -> Expr {
        Expr::load(Place::local(id, ty))
    }

    /// `!condition`
    pub fn negated(condition: Expr) -> Expr {
        Expr::new(ExprKind::Unary(UnOp::Not, Box::new(condition)), Type::BOOL)
    }

    #[inline(never)]
    pub fn binary(op: BinOp, lhs: Expr, rhs: Expr, ty: Type) -> Expr {
        Expr::new(ExprKind::Binary { op, lhs: Box::new(lhs), rhs: Box::new(rhs), site: None }, ty)
    }
}

impl Place {
    pub fn local(base: LocalId, ty: Type) -> Place {
        Place { base, steps: Vec::new(), ty }
    }
}
