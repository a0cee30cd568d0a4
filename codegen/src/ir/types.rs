//! Types of values, of memory and of what is not known yet.

use crate::compact::List;
use std::sync::Arc;

use super::{CaptureId, Struct};

/// A machine scalar. `Usize` and `Isize` are 64 bits wide and kept apart from `U64` and `I64`, since Rust does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    Bool,
    I8,
    I16,
    I32,
    I64,
    Isize,
    U8,
    U16,
    U32,
    U64,
    Usize,
    /// A float of 8 bits with 4 of exponent. It and `E5M2` are stored and moved as they are, and computed with as
    /// `f32`, which inference writes out: see [`crate::passes::infer`].
    E4M3,
    /// A float of 8 bits with 5 of exponent.
    E5M2,
    F16,
    BF16,
    F32,
    F64,
}

impl Scalar {
    /// Every scalar, in the order of the enum.
    pub const ALL: [Scalar; 17] = [
        Scalar::Bool,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::Isize,
        Scalar::U8,
        Scalar::U16,
        Scalar::U32,
        Scalar::U64,
        Scalar::Usize,
        Scalar::E4M3,
        Scalar::E5M2,
        Scalar::F16,
        Scalar::BF16,
        Scalar::F32,
        Scalar::F64,
    ];

    /// Every scalar that executors compute with: all but the floats of 8 bits.
    pub const COMPUTED: [Scalar; 15] = [
        Scalar::Bool,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::Isize,
        Scalar::U8,
        Scalar::U16,
        Scalar::U32,
        Scalar::U64,
        Scalar::Usize,
        Scalar::F16,
        Scalar::BF16,
        Scalar::F32,
        Scalar::F64,
    ];

    /// PTX's name of a float of 8 bits: `e4m3` of `f8e4m3`; others have their Rust name.
    pub fn ptx_name(self) -> &'static str {
        self.name().trim_start_matches("f8")
    }

    /// The Rust name, which is also the name in IR text.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::Isize => "isize",
            Scalar::U8 => "u8",
            Scalar::U16 => "u16",
            Scalar::U32 => "u32",
            Scalar::U64 => "u64",
            Scalar::Usize => "usize",
            Scalar::E4M3 => "f8e4m3",
            Scalar::E5M2 => "f8e5m2",
            Scalar::F16 => "f16",
            Scalar::BF16 => "bf16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }

    /// The scalar of a Rust name.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Size in bytes, in memory and in registers of the executor.
    pub const fn size(self) -> usize {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 | Scalar::BF16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::Isize | Scalar::U64 | Scalar::Usize | Scalar::F64 => 8,
        }
    }

    /// Width in bits (`bool` counts 8, its size in memory).
    pub const fn bits(self) -> u32 {
        self.size() as u32 * 8
    }

    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64) || self.is_float8()
    }

    /// Whether it is a float of 8 bits, of which there are conversions from and to `f32` alone.
    pub const fn is_float8(self) -> bool {
        matches!(self, Scalar::E4M3 | Scalar::E5M2)
    }

    /// Whether it is a float that Rust's own do not have: of 8 or 16 bits.
    pub const fn is_small_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::BF16) || self.is_float8()
    }

    /// Whether there are atomic operations on it.
    pub const fn is_atomic(self) -> bool {
        self.size() >= 4 || matches!(self, Scalar::F16 | Scalar::BF16)
    }

    pub const fn is_signed_int(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize)
    }

    pub const fn is_unsigned_int(self) -> bool {
        matches!(self, Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize)
    }

    pub const fn is_int(self) -> bool {
        self.is_signed_int() || self.is_unsigned_int()
    }

    /// The unsigned integer of the same width: `to_bits`, `unsigned_abs`, `abs_diff`.
    #[must_use]
    pub const fn unsigned(self) -> Scalar {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => Scalar::U8,
            Scalar::I16 | Scalar::U16 | Scalar::F16 | Scalar::BF16 => Scalar::U16,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => Scalar::U32,
            Scalar::Isize | Scalar::Usize => Scalar::Usize,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => Scalar::U64,
        }
    }

    /// The unsigned integer of as many bytes whose width its name says: `u64` of `usize`.
    #[must_use]
    pub const fn bits_integer(self) -> Scalar {
        match self.unsigned() {
            Scalar::Usize => Scalar::U64,
            other => other,
        }
    }
}

/// The length of an array: known, or a captured constant of an open module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Len {
    Const(u64),
    Capture(CaptureId),
}

/// The type of a value, of a local or of memory.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Unit,
    Scalar(Scalar),
    /// A fixed array by value (a local), or the contents of a shared allocation.
    Array(Box<Type>, Len),
    /// Named fields at known offsets. What a tuple is, once its types are known.
    Struct(Arc<Struct>),
    /// Open modules only: a tuple, whose parts may not be known yet.
    Tuple(Vec<Type>),
    /// An element that is touched only by atomic operations.
    Atomic(Scalar),
    /// Global memory of a kernel parameter, or any memory passed to a device function: a pointer and a length.
    Slice {
        element: Box<Type>,
        mutable: bool,
    },
    /// A reference parameter of a device function to one value; a place based on it denotes the referent.
    Ref {
        target: Box<Type>,
        mutable: bool,
    },
    /// A tensor parameter of a tile kernel: global memory with an extent and a stride (in elements) along each axis.
    Tensor {
        element: Box<Type>,
        /// 1 to 4.
        rank: u8,
        mutable: bool,
    },
    /// A tile by value: an array of scalars of one or two extents, rows first. An extent of 1 broadcasts, so that a
    /// `Row<T, N>` is `[1, N]`, a `Col<T, M>` is `[M, 1]`, a `Tile1<T, N>` is `[N]` and a `Tile2<T, M, N>` is `[M, N]`.
    Tile {
        element: Box<Type>,
        shape: Vec<Len>,
    },
    /// Open modules only: a type parameter.
    Capture(CaptureId),
    /// Open modules only: an inference variable.
    Infer(u32),
}

// Derived, it would be a copy wherever a type is cloned, of which there are hundreds.
impl Clone for Type {
    #[inline(never)]
    fn clone(&self) -> Type {
        match self {
            Type::Unit => Type::Unit,
            Type::Scalar(scalar) => Type::Scalar(*scalar),
            Type::Array(element, len) => Type::Array(element.clone(), *len),
            Type::Struct(of) => Type::Struct(Arc::clone(of)),
            Type::Tuple(parts) => Type::Tuple(parts.clone()),
            Type::Atomic(scalar) => Type::Atomic(*scalar),
            Type::Slice { element, mutable } => Type::Slice { element: element.clone(), mutable: *mutable },
            Type::Ref { target, mutable } => Type::Ref { target: target.clone(), mutable: *mutable },
            Type::Tensor { element, rank, mutable } => {
                Type::Tensor { element: element.clone(), rank: *rank, mutable: *mutable }
            }
            Type::Tile { element, shape } => Type::Tile { element: element.clone(), shape: shape.clone() },
            Type::Capture(id) => Type::Capture(*id),
            Type::Infer(number) => Type::Infer(*number),
        }
    }
}

/// The shape of an element-wise operation on tiles of these shapes: of two extents one is 1, or they are equal.
/// `None` where they do not go together. A length that rustc has yet to tell goes with any other, which then is the
/// result's.
pub fn join_shapes(a: &[Len], b: &[Len]) -> Option<Vec<Len>> {
    if a.len() != b.len() {
        return None;
    }
    let one = |(a, b): (&Len, &Len)| match (a, b) {
        (Len::Const(1), other) | (other, Len::Const(1)) => Some(*other),
        (Len::Const(a), Len::Const(b)) => (a == b).then_some(Len::Const(*a)),
        (Len::Capture(_), known @ Len::Const(_)) | (known, Len::Capture(_)) => Some(*known),
    };
    a.iter().zip(b).map(one).collect()
}

/// The shape of what is picked by number along an axis, of a tile by a tile of numbers: along the axis that of the
/// numbers, along the other one both joined. `None` where they do not go together.
pub fn gather_shape(from: &[Len], numbers: &[Len], axis: u8) -> Option<Vec<Len>> {
    let mut from = from.to_vec();
    *from.get_mut(axis as usize)? = *numbers.get(axis as usize)?;
    join_shapes(&from, numbers)
}

/// The type of the sums of a product of tiles with these elements; `None` where there is no such product.
pub fn sum_of_products(left: Scalar, right: Scalar) -> Option<Scalar> {
    match (left, right) {
        (Scalar::F16, Scalar::F16) | (Scalar::BF16, Scalar::BF16) | (Scalar::F32, Scalar::F32) => {
            Some(Scalar::F32)
        }
        (Scalar::E4M3 | Scalar::E5M2, Scalar::E4M3 | Scalar::E5M2) => Some(Scalar::F32),
        (Scalar::F64, Scalar::F64) => Some(Scalar::F64),
        (Scalar::I8 | Scalar::U8, Scalar::I8 | Scalar::U8) => Some(Scalar::I32),
        _ => None,
    }
}

/// Elements of the largest tile. Far more than registers hold; what is greater is a mistake in an extent.
pub const MOST_ELEMENTS: u64 = 1 << 22;

impl Type {
    pub const BOOL: Type = Type::Scalar(Scalar::Bool);
    pub const U32: Type = Type::Scalar(Scalar::U32);
    pub const I32: Type = Type::Scalar(Scalar::I32);
    pub const USIZE: Type = Type::Scalar(Scalar::Usize);
    pub const ISIZE: Type = Type::Scalar(Scalar::Isize);
    pub const F32: Type = Type::Scalar(Scalar::F32);
    pub const F64: Type = Type::Scalar(Scalar::F64);

    pub fn array(element: Type, len: u64) -> Type {
        Type::Array(Box::new(element), Len::Const(len))
    }

    pub fn slice(element: Type, mutable: bool) -> Type {
        Type::Slice { element: Box::new(element), mutable }
    }

    /// A tile of these extents.
    pub fn tile(element: Type, extents: &[u64]) -> Type {
        Type::Tile { element: Box::new(element), shape: extents.iter().map(|n| Len::Const(*n)).list() }
    }

    /// What an element-wise operation sees: a tile's element, or the type itself.
    pub fn lane(&self) -> &Type {
        match self {
            Type::Tile { element, .. } => element,
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Struct(_)
            | Type::Tuple(_) => self,
        }
    }

    /// The extents of a tile.
    pub fn shape(&self) -> Option<&[Len]> {
        match self {
            Type::Tile { shape, .. } => Some(shape),
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Struct(_)
            | Type::Tuple(_) => None,
        }
    }

    /// The extents of a tile of a closed module.
    pub fn extents(&self) -> Option<Vec<u64>> {
        let known = |len: &Len| match len {
            Len::Const(n) => Some(*n),
            Len::Capture(_) => None,
        };
        self.shape()?.iter().map(known).collect()
    }

    /// The type with this element instead of its own: a tile stays one, of the same shape.
    #[must_use]
    #[inline(never)]
    pub fn with_lane(&self, lane: Type) -> Type {
        match self.shape() {
            Some(shape) => Type::Tile { element: Box::new(lane), shape: shape.to_vec() },
            None => lane,
        }
    }

    /// `lane`, or a tile of it where one of the operands is a tile: the result of an element-wise operation. `None`
    /// where shapes do not go together.
    pub fn lifted<'a>(lane: Type, operands: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
        let mut shape: Option<Vec<Len>> = None;
        for operand in operands.into_iter().filter_map(Type::shape) {
            shape = Some(match shape {
                None => operand.to_vec(),
                Some(shape) => join_shapes(&shape, operand)?,
            });
        }
        Some(match shape {
            Some(shape) => Type::Tile { element: Box::new(lane), shape },
            None => lane,
        })
    }

    /// The scalar, where this is one.
    #[inline(never)]
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(s) => Some(*s),
            Type::Unit
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Struct(_)
            | Type::Tuple(_) => None,
        }
    }

    /// The type that indexing this type once gives.
    #[inline(never)]
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Array(element, _) | Type::Slice { element, .. } => Some(element),
            Type::Ref { target, .. } => target.element(),
            Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Struct(_)
            | Type::Tuple(_) => None,
        }
    }

    /// The type of a place whose base has this type: references are seen through.
    #[inline(never)]
    pub fn referent(&self) -> &Type {
        match self {
            Type::Ref { target, .. } => target.referent(),
            other => other,
        }
    }

    /// Whether nothing in the type waits for inference or for rustc's answers.
    #[inline(never)]
    pub fn is_closed(&self) -> bool {
        match self {
            Type::Unit | Type::Scalar(_) | Type::Atomic(_) | Type::Struct(_) => true,
            Type::Tuple(_) => false,
            Type::Array(element, len) => element.is_closed() && matches!(len, Len::Const(_)),
            Type::Slice { element, .. } | Type::Tensor { element, .. } => element.is_closed(),
            Type::Tile { element, shape } => {
                element.is_closed() && shape.iter().all(|len| matches!(len, Len::Const(_)))
            }
            Type::Ref { target, .. } => target.is_closed(),
            Type::Capture(_) | Type::Infer(_) => false,
        }
    }

    /// Size in bytes in memory, for closed types that have one.
    #[inline(never)]
    pub fn size(&self) -> Option<u64> {
        match self {
            Type::Scalar(s) | Type::Atomic(s) => Some(s.size() as u64),
            Type::Array(element, Len::Const(len)) => element.size()?.checked_mul(*len),
            Type::Struct(found) => Some(found.size),
            Type::Array(_, Len::Capture(_))
            | Type::Unit
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tuple(_) => None,
        }
    }
}
