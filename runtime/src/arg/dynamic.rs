//! Arguments that remember what they are, for launches by name.

use kiln_codegen::ir::Scalar;

use super::{Arg, AsSlice, AsSliceMut};
use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::registry::ParamKind;
use crate::value::KernelType;

/// An argument of a dynamic launch, which remembers what it is: `1.0f32.into()`, `(&x).into()`, `(&mut y).into()`.
///
/// # Examples
///
/// ```
/// # use kiln_runtime::{Device, DynArg};
/// let stream = Device::cpu().stream();
/// let x = stream.upload(&[1.0f32, 2.0])?;
/// let mut y = stream.alloc_zeroed::<f32>(2)?;
/// let args: [DynArg<'_>; 3] = [3.0f32.into(), (&x).into(), (&mut y).into()];
/// # let _ = args;
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct DynArg<'a> {
    pub(crate) arg: Arg<'a>,
    kind: DynKind,
}

#[derive(Clone, Copy)]
enum DynKind {
    Scalar(Scalar),
    Shared(Scalar),
    Exclusive(Scalar),
    Tensor { element: Scalar, rank: u8, exclusive: bool },
}

impl<'a> DynArg<'a> {
    /// A tensor for reading, as [`Arg::tensor`] makes it.
    pub fn tensor<T: KernelType, const R: usize>(
        slice: BufferSlice<'a, T>,
        extents: [usize; R],
        strides: [usize; R],
    ) -> DynArg<'a> {
        let kind = DynKind::Tensor { element: T::SCALAR, rank: R as u8, exclusive: false };
        DynArg { arg: Arg::tensor(slice, extents, strides), kind }
    }

    /// A tensor for writing, as [`Arg::tensor_mut`] makes it.
    pub fn tensor_mut<T: KernelType, const R: usize>(
        slice: BufferSliceMut<'a, T>,
        extents: [usize; R],
        strides: [usize; R],
    ) -> DynArg<'a> {
        let kind = DynKind::Tensor { element: T::SCALAR, rank: R as u8, exclusive: true };
        DynArg { arg: Arg::tensor_mut(slice, extents, strides), kind }
    }
}

impl DynArg<'_> {
    /// Whether a parameter of this kind takes the argument.
    pub(crate) fn fits(&self, kind: ParamKind) -> bool {
        let same =
            |expected: Option<Scalar>, found: Scalar| expected.is_none_or(|expected| expected == found);
        match (kind, self.kind) {
            (ParamKind::Scalar(expected), DynKind::Scalar(found)) => same(expected, found),
            (ParamKind::Slice { element, mutable: false, atomic: false }, DynKind::Shared(found)) => {
                same(element, found)
            }
            // What is lent exclusively may be shared.
            (ParamKind::Slice { element, .. }, DynKind::Exclusive(found)) => same(element, found),
            (
                ParamKind::Tensor { element, rank, mutable },
                DynKind::Tensor { element: found, rank: axes, exclusive },
            ) => rank == axes && (exclusive || !mutable) && same(element, found),
            (ParamKind::Scalar(_), DynKind::Shared(_) | DynKind::Exclusive(_) | DynKind::Tensor { .. })
            | (ParamKind::Slice { .. }, DynKind::Scalar(_) | DynKind::Shared(_) | DynKind::Tensor { .. })
            | (ParamKind::Tensor { .. }, DynKind::Scalar(_) | DynKind::Shared(_) | DynKind::Exclusive(_)) => {
                false
            }
        }
    }

    /// What the argument is, for an error about a parameter of this kind.
    pub(crate) fn describe(&self, expected: ParamKind) -> String {
        let same = |element: Option<Scalar>, found| element.is_none_or(|element| element == found);
        let (article, found) = match self.kind {
            DynKind::Scalar(scalar) => return format!("a value of type `{}`", scalar.name()),
            DynKind::Shared(scalar) => ("&", scalar),
            DynKind::Exclusive(scalar) => ("&mut ", scalar),
            DynKind::Tensor { element, rank, exclusive } => {
                let mutable = if exclusive { "mut " } else { "" };
                let spelt = format!("`&{mutable}Tensor{rank}<{}>`", element.name());
                return match expected {
                    ParamKind::Tensor { element: asked, rank: axes, mutable: true }
                        if !exclusive && rank == axes && same(asked, element) =>
                    {
                        format!("{spelt}, which is only lent for reading; pass `(&mut tensor).into()`")
                    }
                    ParamKind::Scalar(_) | ParamKind::Slice { .. } | ParamKind::Tensor { .. } => spelt,
                };
            }
        };
        let spelt = format!("`{article}Buffer<{}>`", found.name());
        match (self.kind, expected) {
            (DynKind::Shared(_), ParamKind::Slice { element, .. }) if same(element, found) => {
                format!("{spelt}, which is only lent for reading; pass `(&mut buffer).into()`")
            }
            (_, ParamKind::Tensor { element, .. }) if same(element, found) => {
                format!("{spelt}, which has no extents; pass a tensor")
            }
            _ => spelt,
        }
    }
}

impl<T: KernelType> From<T> for DynArg<'_> {
    fn from(value: T) -> Self {
        DynArg { arg: Arg::scalar(value), kind: DynKind::Scalar(T::SCALAR) }
    }
}

macro_rules! dynamic {
    ($($type:ty => $trait:ident, $kind:ident);* $(;)?) => {$(
        impl<'a, T: KernelType> From<$type> for DynArg<'a> {
            fn from(memory: $type) -> Self {
                DynArg { arg: $trait::<T>::into_arg(memory), kind: DynKind::$kind(T::SCALAR) }
            }
        }
    )*};
}

dynamic!(
    &'a Buffer<T> => AsSlice, Shared;
    BufferSlice<'a, T> => AsSlice, Shared;
    &'a mut Buffer<T> => AsSliceMut, Exclusive;
    BufferSliceMut<'a, T> => AsSliceMut, Exclusive;
);
