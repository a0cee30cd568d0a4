//! The type that users have, and how arrays are made and read.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{
    Add, AddAssign, BitAnd, BitOr, BitXor, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, Shl, Shr, Sub,
    SubAssign,
};
use std::panic::Location;
use std::sync::Arc;

use kiln_runtime::__private::made::{self, ArrayError};
use kiln_runtime::{Buffer, Device, Error, Result};

use crate::dtype::{Dtype, Element, Floating, Integer, Number, SignedNumber};
use crate::mistake;
use crate::node::{Node, Op, Operand};
use crate::ops::{Id, ROWS};
use crate::run;
use crate::shape::Shape;

/// Values of one type along up to [`MOST_AXES`](crate::MOST_AXES) axes.
///
/// An array is a value: an operation gives a new one, and nothing changes an array that somebody else holds. Operations
/// compute nothing. What an array's values are is worked out when they are asked for ([`Array::eval`],
/// [`Array::to_vec`], [`Array::item`]), and a chain of operations element by element is then one kernel. See the
/// [module](crate) for more.
///
/// Operations do not fail. A mistake, such as shapes that do not go together, is kept with its place. It is the error
/// of whoever asks for values; [`Array::check`] asks for nothing else.
///
/// A clone is the same array, and costs a count.
#[must_use = "an array computes nothing until its values are asked for"]
pub struct Array<T> {
    pub(crate) node: Arc<Node>,
    element: PhantomData<T>,
}

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        Array { node: self.node.clone(), element: PhantomData }
    }
}

/// What an operation takes beside an array: an array, or a number that is the same for each element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not go with an array of `{T}`",
    label = "neither an array of `{T}` nor a `{T}`",
    note = "arrays of two types do not go together: convert one, `a.cast::<{T}>()`",
    note = "a number has the array's type: `2.0` beside floats, `2` beside integers"
)]
pub trait IntoOperand<T> {
    #[doc(hidden)]
    fn into_operand(self) -> AnyOperand;
}

/// An operand. Nobody else makes one, so nobody else implements [`IntoOperand`].
#[doc(hidden)]
pub struct AnyOperand(Operand);

impl AnyOperand {
    pub(crate) fn inner(self) -> Operand {
        self.0
    }
}

impl<T: Element> IntoOperand<T> for T {
    fn into_operand(self) -> AnyOperand {
        AnyOperand(Operand::Scalar(T::DTYPE, self.to_bits()))
    }
}

impl<T: Element> IntoOperand<T> for Array<T> {
    fn into_operand(self) -> AnyOperand {
        AnyOperand(Operand::Node(self.node))
    }
}

impl<T: Element> IntoOperand<T> for &Array<T> {
    fn into_operand(self) -> AnyOperand {
        AnyOperand(self.operand())
    }
}

impl<T: Element> Array<T> {
    pub(crate) fn of(node: Arc<Node>) -> Array<T> {
        Array { node, element: PhantomData }
    }

    pub(crate) fn operand(&self) -> Operand {
        Operand::Node(self.node.clone())
    }

    /// A row's result of these operands, `T` being its type.
    #[track_caller]
    pub(crate) fn map<const N: usize>(row: Id, operands: [Operand; N]) -> Array<T> {
        let mut inputs = [const { Operand::None }; 3];
        for (to, from) in inputs.iter_mut().zip(operands) {
            *to = from;
        }
        Array::of(Node::map(&ROWS[row as usize], T::DTYPE, inputs, Location::caller()))
    }

    /// The values of a vector in order, in a shape that has as many. The vector is uploaded when a device first needs
    /// it.
    #[track_caller]
    #[doc(alias = "array")]
    pub fn from_vec(values: Vec<T>, shape: impl Into<Shape>) -> Array<T> {
        let (shape, at) = (shape.into(), Location::caller());
        if shape.checked_size() != Some(values.len()) {
            let what = format!("`from_vec` of {} values, for the shape {shape}", values.len());
            return Array::of(Node::wrong(T::DTYPE, "from_vec", at, Arc::new(ArrayError::new(what, at))));
        }
        Array::of(Node::host(T::DTYPE, shape, Arc::new(values), at))
    }

    /// A buffer's values, in a shape that has as many.
    #[track_caller]
    pub fn from_buffer(buffer: Buffer<T>, shape: impl Into<Shape>) -> Array<T> {
        let (shape, at) = (shape.into(), Location::caller());
        if shape.checked_size() != Some(buffer.len()) {
            let what = format!("`from_buffer` of {} values, for the shape {shape}", buffer.len());
            return Array::of(Node::wrong(T::DTYPE, "from_buffer", at, Arc::new(ArrayError::new(what, at))));
        }
        Array::of(Node::stored(T::DTYPE, shape, made::into_bytes(buffer), at))
    }

    /// One value everywhere. It takes no memory until it is stored.
    #[track_caller]
    pub fn full(shape: impl Into<Shape>, value: T) -> Array<T> {
        Array::source(shape.into(), Op::Full(value.to_bits()), "full")
    }

    /// A node without operands, unless its shape is too large.
    #[track_caller]
    pub(crate) fn source(shape: Shape, op: Op, name: &'static str) -> Array<T> {
        let at = Location::caller();
        if shape.checked_size().is_none() {
            let what = format!("`{name}` of shape {shape}: {}", mistake::TOO_LARGE);
            return Array::of(Node::wrong(T::DTYPE, name, at, Arc::new(ArrayError::new(what, at))));
        }
        Array::of(Node::source(T::DTYPE, shape, op, name, at))
    }

    /// How long it is along each axis. Of an array that is a mistake, no axes.
    pub fn shape(&self) -> &Shape {
        &self.node.shape
    }

    /// How many axes it has.
    #[doc(alias = "ndim")]
    pub fn rank(&self) -> usize {
        self.node.shape.rank()
    }

    /// How many elements it has.
    #[doc(alias = "size")]
    pub fn len(&self) -> usize {
        self.node.shape.size()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The mistake, where the expression has one. It computes nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Expression`] with the place of the operation that cannot be.
    #[track_caller]
    pub fn check(&self) -> Result<()> {
        match &self.node.wrong {
            Some(wrong) => Err(Error::Expression(wrong.asked_at(Location::caller()))),
            None => Ok(()),
        }
    }

    /// Computes the values, and keeps them. It gives work to the device and does not wait for it.
    ///
    /// # Errors
    ///
    /// As [`Array::check`]; what a launch and an allocation return.
    #[track_caller]
    pub fn eval(&self) -> Result<&Array<T>> {
        run::eval(&self.node, Location::caller())?;
        Ok(self)
    }

    /// The values in order, the last axis changing fastest, once they are computed.
    ///
    /// # Errors
    ///
    /// As [`Array::eval`]; what the work before it on the stream failed with.
    #[track_caller]
    #[doc(alias = "numpy")]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let (bytes, stream) = run::value(&self.node, Location::caller())?;
        // SAFETY: the node's values are of its type, and as many as its shape says.
        stream.download(unsafe { made::elements::<T>(&bytes, self.len()) })
    }

    /// The value of an array that has one element, once it is computed.
    ///
    /// # Errors
    ///
    /// As [`Array::to_vec`]; [`Error::Expression`] for another number of elements.
    #[track_caller]
    pub fn item(&self) -> Result<T> {
        self.check()?;
        match &self.to_vec()?[..] {
            [value] => Ok(*value),
            values => {
                let why = format!("it has {} elements, and not one", values.len());
                Err(Error::Expression(mistake::shape("item", &self.node, &why, Location::caller())))
            }
        }
    }

    /// The values in a buffer on the array's device. They are copied where somebody else holds the array.
    ///
    /// # Errors
    ///
    /// As [`Array::eval`].
    #[track_caller]
    pub fn into_buffer(self) -> Result<Buffer<T>> {
        let (bytes, stream) = run::value(&self.node, Location::caller())?;
        let len = self.len();
        drop(self);
        match Arc::try_unwrap(bytes) {
            // SAFETY: the node's values are of its type, and as many as its shape says.
            Ok(own) => Ok(unsafe { made::from_bytes(own, len) }),
            Err(shared) => {
                // SAFETY: as above, and the copy writes all.
                unsafe {
                    let mut to = stream.alloc_uninit::<T>(len)?;
                    stream.copy(made::elements::<T>(&shared, len), &mut to)?;
                    Ok(to)
                }
            }
        }
    }

    /// The values on a device, once they are computed. They go through the program's memory.
    ///
    /// # Errors
    ///
    /// As [`Array::to_vec`], and [`Stream::upload`](kiln_runtime::Stream::upload).
    #[track_caller]
    pub fn to(&self, device: &Device) -> Result<Array<T>> {
        let values = device.stream().upload(&self.to_vec()?)?;
        Ok(Array::from_buffer(values, *self.shape()))
    }

    /// The device on which its operands lie; `None` where they lie in the program's memory alone.
    pub fn device(&self) -> Option<Device> {
        self.node.value().map(|buffer| buffer.device()).or_else(|| self.node.device.clone())
    }

    /// The values as another type, as Rust's `as` changes them. To `bool` it tells whether they are not 0.
    #[track_caller]
    #[doc(alias = "astype")]
    pub fn cast<U: Element>(&self) -> Array<U> {
        if U::DTYPE == T::DTYPE {
            return Array::of(self.node.clone());
        }
        Array::map(Id::Cast, [self.operand()])
    }
}

impl<T: Number> Array<T> {
    /// 0 everywhere.
    #[track_caller]
    pub fn zeros(shape: impl Into<Shape>) -> Array<T> {
        Array::full(shape, T::from_f64(0.0))
    }

    /// 1 everywhere.
    #[track_caller]
    pub fn ones(shape: impl Into<Shape>) -> Array<T> {
        Array::full(shape, T::ONE)
    }

    /// The numbers 0, 1, 2 and so on.
    #[track_caller]
    pub fn arange(len: usize) -> Array<T> {
        Array::source(Shape::from(len), Op::Iota, "arange")
    }
}

impl<T: Floating> Array<T> {
    /// So many numbers at equal distances, from `start` to `end` including both.
    #[track_caller]
    pub fn linspace(start: T, end: T, len: usize) -> Array<T> {
        let step = |value: f64| T::from_f64(value);
        let (first, last) = (to_f64(start), to_f64(end));
        let each = if len > 1 { (last - first) / (len - 1) as f64 } else { 0.0 };
        Array::arange(len) * step(each) + start
    }

    /// An integer power, by repeated multiplication.
    #[track_caller]
    pub fn powi(&self, power: i32) -> Array<T> {
        Array::map(Id::Powi, [self.operand(), power.into_operand().inner()])
    }
}

fn to_f64<T: Element>(value: T) -> f64 {
    match T::DTYPE {
        Dtype::F32 => f64::from(f32::from_bits(value.to_bits() as u32)),
        Dtype::F64 => f64::from_bits(value.to_bits()),
        Dtype::F16 => f64::from(kiln_runtime::f16::from_bits(value.to_bits() as u16).to_f32()),
        Dtype::BF16 => f64::from(kiln_runtime::bf16::from_bits(value.to_bits() as u16).to_f32()),
        _ => 0.0,
    }
}

impl Array<bool> {
    /// `yes` where the value is true, else `no`.
    #[track_caller]
    #[doc(alias = "where")]
    pub fn select<T: Element>(&self, yes: impl IntoOperand<T>, no: impl IntoOperand<T>) -> Array<T> {
        Array::map(Id::Select, [self.operand(), yes.into_operand().inner(), no.into_operand().inner()])
    }
}

/// The values in order; along one axis.
impl<T: Element> From<Vec<T>> for Array<T> {
    #[track_caller]
    fn from(values: Vec<T>) -> Array<T> {
        let len = values.len();
        Array::from_vec(values, len)
    }
}

impl<T: Element> From<&[T]> for Array<T> {
    #[track_caller]
    fn from(values: &[T]) -> Array<T> {
        Array::from(values.to_vec())
    }
}

impl<T: Element, const N: usize> From<[T; N]> for Array<T> {
    #[track_caller]
    fn from(values: [T; N]) -> Array<T> {
        Array::from(values.to_vec())
    }
}

impl<T: Element, const M: usize, const N: usize> From<[[T; N]; M]> for Array<T> {
    #[track_caller]
    fn from(values: [[T; N]; M]) -> Array<T> {
        Array::from_vec(values.concat(), [M, N])
    }
}

macro_rules! binary {
    ($($trait:ident $method:ident $bound:ident)*) => {$(
        impl<T: $bound, X: IntoOperand<T>> $trait<X> for &Array<T> {
            type Output = Array<T>;

            #[track_caller]
            fn $method(self, other: X) -> Array<T> {
                Array::map(Id::$trait, [self.operand(), other.into_operand().inner()])
            }
        }

        impl<T: $bound, X: IntoOperand<T>> $trait<X> for Array<T> {
            type Output = Array<T>;

            #[track_caller]
            fn $method(self, other: X) -> Array<T> {
                Array::map(Id::$trait, [Operand::Node(self.node), other.into_operand().inner()])
            }
        }
    )*};
}

use BitAnd as And;
use BitOr as Or;
use BitXor as Xor;

binary! {
    Add add Number
    Sub sub Number
    Mul mul Number
    Div div Number
    Rem rem Number
    And bitand Element
    Or bitor Element
    Xor bitxor Element
    Shl shl Integer
    Shr shr Integer
}

macro_rules! assign {
    ($($trait:ident $method:ident $operator:ident)*) => {$(
        /// The array becomes the result; others who hold the old one keep it.
        impl<T: Number, X: IntoOperand<T>> $trait<X> for Array<T> {
            #[track_caller]
            fn $method(&mut self, other: X) {
                *self = Array::map(Id::$operator, [self.operand(), other.into_operand().inner()]);
            }
        }
    )*};
}

assign! {
    AddAssign add_assign Add
    SubAssign sub_assign Sub
    MulAssign mul_assign Mul
    DivAssign div_assign Div
}

impl<T: SignedNumber> Neg for &Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn neg(self) -> Array<T> {
        Array::map(Id::Neg, [self.operand()])
    }
}

impl<T: SignedNumber> Neg for Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn neg(self) -> Array<T> {
        Array::map(Id::Neg, [Operand::Node(self.node)])
    }
}

impl<T: Element> Not for &Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn not(self) -> Array<T> {
        Array::map(Id::Not, [self.operand()])
    }
}

impl<T: Element> Not for Array<T> {
    type Output = Array<T>;

    #[track_caller]
    fn not(self) -> Array<T> {
        Array::map(Id::Not, [Operand::Node(self.node)])
    }
}

macro_rules! from_the_left {
    ($($type:ident)*) => {$(
        from_the_left!($type Add add, Sub sub, Mul mul, Div div);
    )*};
    ($type:ident $($trait:ident $method:ident),*) => {$(
        impl $trait<&Array<$type>> for $type {
            type Output = Array<$type>;

            #[track_caller]
            fn $method(self, other: &Array<$type>) -> Array<$type> {
                Array::map(Id::$trait, [self.into_operand().inner(), other.operand()])
            }
        }

        impl $trait<Array<$type>> for $type {
            type Output = Array<$type>;

            #[track_caller]
            fn $method(self, other: Array<$type>) -> Array<$type> {
                Array::map(Id::$trait, [self.into_operand().inner(), Operand::Node(other.node)])
            }
        }
    )*};
}

use kiln_runtime::{bf16, f16};

from_the_left!(i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64);

impl<T: Element> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Array<{}>({}, `{}` at {})", T::DTYPE, self.node.shape, self.node.name, self.node.at)
    }
}
