//! Arguments that remember what they are, for launches by name.

use std::any::TypeId;

use kiln_codegen::ir::Scalar;

use super::foreign::Layout;
use super::{Arg, AsSlice, AsSliceMut};
use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::registry::{ParamKind, scalar_id};
use crate::value::derived::short_name;
use crate::value::{KernelType, ScalarType};

/// An argument of a dynamic launch, which remembers what it is: `1.0f32.into()`, `(&x).into()`, `(&mut y).into()`.
///
/// # Examples
///
/// ```
/// # use kiln_runtime::{Device, registry::DynArg};
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
    Value(Found),
    Shared(Found),
    Exclusive(Found),
    Tensor { element: Found, rank: u8, exclusive: bool },
}

/// The type of what is passed.
#[derive(Clone, Copy)]
struct Found {
    id: TypeId,
    /// With its path.
    name: &'static str,
    layout: Layout,
}

impl Found {
    fn of<T: KernelType>() -> Found {
        Found { id: TypeId::of::<T>(), name: std::any::type_name::<T>(), layout: Layout::of::<T>() }
    }

    fn name(self) -> String {
        short_name(self.name)
    }

    /// Whether it is this scalar, or whatever is passed for a generic parameter.
    fn is(self, expected: Option<Scalar>) -> bool {
        expected.is_none_or(|expected| scalar_id(expected) == self.id)
    }
}

impl<'a> DynArg<'a> {
    /// A tensor for reading, as [`Arg::tensor`] makes it.
    pub fn tensor<T: ScalarType, const R: usize>(
        slice: BufferSlice<'a, T>,
        extents: [usize; R],
        strides: [usize; R],
    ) -> DynArg<'a> {
        let kind = DynKind::Tensor { element: Found::of::<T>(), rank: R as u8, exclusive: false };
        DynArg { arg: Arg::tensor(slice, extents, strides), kind }
    }

    /// A tensor for writing, as [`Arg::tensor_mut`] makes it.
    pub fn tensor_mut<T: ScalarType, const R: usize>(
        slice: BufferSliceMut<'a, T>,
        extents: [usize; R],
        strides: [usize; R],
    ) -> DynArg<'a> {
        let kind = DynKind::Tensor { element: Found::of::<T>(), rank: R as u8, exclusive: true };
        DynArg { arg: Arg::tensor_mut(slice, extents, strides), kind }
    }
}

impl DynArg<'_> {
    /// Whether a parameter of this kind takes the argument.
    pub(crate) fn fits(&self, kind: ParamKind) -> bool {
        match (kind, self.kind) {
            (ParamKind::Scalar(expected), DynKind::Value(found)) => found.is(expected),
            (ParamKind::Value(expected), DynKind::Value(found)) => expected.id() == found.id,
            (ParamKind::Slice { element, mutable: false, atomic: false }, DynKind::Shared(found)) => {
                found.is(element)
            }
            (ParamKind::Elements { element, mutable: false }, DynKind::Shared(found)) => {
                element.id() == found.id
            }
            // What is lent exclusively may be shared.
            (ParamKind::Slice { element, .. }, DynKind::Exclusive(found)) => found.is(element),
            (ParamKind::Elements { element, .. }, DynKind::Exclusive(found)) => element.id() == found.id,
            (
                ParamKind::Tensor { element, rank, mutable },
                DynKind::Tensor { element: found, rank: axes, exclusive },
            ) => rank == axes && (exclusive || !mutable) && found.is(element),
            (
                ParamKind::Scalar(_) | ParamKind::Value(_),
                DynKind::Shared(_) | DynKind::Exclusive(_) | DynKind::Tensor { .. },
            )
            | (
                ParamKind::Slice { .. } | ParamKind::Elements { .. },
                DynKind::Value(_) | DynKind::Shared(_) | DynKind::Tensor { .. },
            )
            | (ParamKind::Tensor { .. }, DynKind::Value(_) | DynKind::Shared(_) | DynKind::Exclusive(_)) => {
                false
            }
        }
    }

    /// How the parameter lies for which a kernel of object code takes it.
    pub(crate) fn layout(&self) -> Layout {
        match self.kind {
            DynKind::Value(found) => found.layout,
            DynKind::Shared(_) | DynKind::Exclusive(_) | DynKind::Tensor { .. } => Layout::POINTER,
        }
    }

    /// What the argument is, for an error about a parameter of this kind.
    pub(crate) fn describe(&self, expected: ParamKind) -> String {
        let (article, found) = match self.kind {
            DynKind::Value(found) => return format!("a value of type `{}`", found.name()),
            DynKind::Shared(found) => ("&", found),
            DynKind::Exclusive(found) => ("&mut ", found),
            DynKind::Tensor { element, rank, exclusive } => {
                let mutable = if exclusive { "mut " } else { "" };
                let spelt = format!("`&{mutable}Tensor{rank}<{}>`", element.name());
                return match expected {
                    ParamKind::Tensor { element: asked, rank: axes, mutable: true }
                        if !exclusive && rank == axes && element.is(asked) =>
                    {
                        format!("{spelt}, which is only lent for reading; pass `(&mut tensor).into()`")
                    }
                    ParamKind::Scalar(_)
                    | ParamKind::Value(_)
                    | ParamKind::Slice { .. }
                    | ParamKind::Elements { .. }
                    | ParamKind::Tensor { .. } => spelt,
                };
            }
        };
        let spelt = format!("`{article}Buffer<{}>`", found.name());
        match (self.kind, expected) {
            (DynKind::Shared(_), ParamKind::Slice { element, .. }) if found.is(element) => {
                format!("{spelt}, which is only lent for reading; pass `(&mut buffer).into()`")
            }
            (DynKind::Shared(_), ParamKind::Elements { element, .. }) if element.id() == found.id => {
                format!("{spelt}, which is only lent for reading; pass `(&mut buffer).into()`")
            }
            (_, ParamKind::Tensor { element, .. }) if found.is(element) => {
                format!("{spelt}, which has no extents; pass a tensor")
            }
            _ => spelt,
        }
    }
}

impl<T: KernelType> From<T> for DynArg<'_> {
    fn from(value: T) -> Self {
        DynArg { arg: Arg::value(value), kind: DynKind::Value(Found::of::<T>()) }
    }
}

macro_rules! dynamic {
    ($($type:ty => $trait:ident, $kind:ident);* $(;)?) => {$(
        impl<'a, T: KernelType> From<$type> for DynArg<'a> {
            fn from(memory: $type) -> Self {
                DynArg { arg: $trait::<T>::into_arg(memory), kind: DynKind::$kind(Found::of::<T>()) }
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
