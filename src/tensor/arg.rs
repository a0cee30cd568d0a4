//! Tensors as arguments of launches, typed and dynamic.

use std::fmt;

use super::{
    Tensor1, Tensor2, Tensor3, Tensor4, TensorView1, TensorView2, TensorView3, TensorView4, TensorViewMut1,
    TensorViewMut2, TensorViewMut3, TensorViewMut4,
};
use crate::registry::DynArg;
use crate::{Arg, AsTensor, AsTensorMut, ScalarType};

/// What is taken for a view, and passed to launches as one: each type with the view that is made of it.
macro_rules! arguments {
    ($($view:ident, $rank:literal, $as_tensor:ident, $arg:ident { $($type:ty => |$value:ident| $make:expr;)* })*) => {$(
        $(
            impl<'a, T: ScalarType> From<$type> for $view<'a, T> {
                #[inline]
                fn from($value: $type) -> Self {
                    $make
                }
            }

            arguments!(@one $view, $arg, $type);
        )*

        arguments!(@one $view, $arg, $view<'a, T>);

        // SAFETY: it is a tensor of so many axes and such elements.
        #[diagnostic::do_not_recommend]
        unsafe impl<'a, T: ScalarType, B: Into<$view<'a, T>>> $as_tensor<'a, T, $rank> for B {
            #[inline]
            fn into_arg(self) -> Arg<'a> {
                let view = self.into();
                Arg::$arg(view.slice, view.layout.extents, view.layout.strides)
            }
        }
    )*};
    (@one $view:ident, $arg:ident, $type:ty) => {
        impl<'a, T: ScalarType> From<$type> for DynArg<'a> {
            fn from(tensor: $type) -> Self {
                let view = $view::from(tensor);
                DynArg::$arg(view.slice, view.layout.extents, view.layout.strides)
            }
        }
    };
}

arguments! {
    TensorView1, 1, AsTensor, tensor {
        &'a Tensor1<T> => |tensor| tensor.view();
        &'a TensorView1<'_, T> => |view| *view;
        &'a TensorViewMut1<'_, T> => |view| view.view();
    }

    TensorView2, 2, AsTensor, tensor {
        &'a Tensor2<T> => |tensor| tensor.view();
        &'a TensorView2<'_, T> => |view| *view;
        &'a TensorViewMut2<'_, T> => |view| view.view();
    }

    TensorView3, 3, AsTensor, tensor {
        &'a Tensor3<T> => |tensor| tensor.view();
        &'a TensorView3<'_, T> => |view| *view;
        &'a TensorViewMut3<'_, T> => |view| view.view();
    }

    TensorView4, 4, AsTensor, tensor {
        &'a Tensor4<T> => |tensor| tensor.view();
        &'a TensorView4<'_, T> => |view| *view;
        &'a TensorViewMut4<'_, T> => |view| view.view();
    }

    TensorViewMut1, 1, AsTensorMut, tensor_mut {
        &'a mut Tensor1<T> => |tensor| tensor.view_mut();
        &'a mut TensorViewMut1<'_, T> => |view| view.reborrow();
    }

    TensorViewMut2, 2, AsTensorMut, tensor_mut {
        &'a mut Tensor2<T> => |tensor| tensor.view_mut();
        &'a mut TensorViewMut2<'_, T> => |view| view.reborrow();
    }

    TensorViewMut3, 3, AsTensorMut, tensor_mut {
        &'a mut Tensor3<T> => |tensor| tensor.view_mut();
        &'a mut TensorViewMut3<'_, T> => |view| view.reborrow();
    }

    TensorViewMut4, 4, AsTensorMut, tensor_mut {
        &'a mut Tensor4<T> => |tensor| tensor.view_mut();
        &'a mut TensorViewMut4<'_, T> => |view| view.reborrow();
    }
}

/// As Rust takes `&mut T` where a `&T` is expected.
macro_rules! shared {
    ($($view:ident)*) => {$(
        impl<'a, T: ScalarType, B> From<&'a mut B> for $view<'a, T>
        where
            &'a B: Into<$view<'a, T>>,
        {
            #[inline]
            fn from(tensor: &'a mut B) -> Self {
                (&*tensor).into()
            }
        }
    )*};
}

shared!(TensorView1 TensorView2 TensorView3 TensorView4);

macro_rules! debug {
    ($($name:ident $(<$life:lifetime>)?),*) => {$(
        impl<T: ScalarType> fmt::Debug for $name<$($life,)? T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let element = T::SCALAR.map_or("?", |scalar| scalar.name());
                write!(f, concat!(stringify!($name), "<{}>("), element)?;
                for (axis, extent) in self.layout.extents.iter().enumerate() {
                    write!(f, "{}{extent}", if axis == 0 { "" } else { " × " })?;
                }
                f.write_str(")")
            }
        }
    )*};
}

debug!(Tensor1, Tensor2, TensorView1<'_>, TensorView2<'_>, TensorViewMut1<'_>, TensorViewMut2<'_>);
debug!(Tensor3, Tensor4, TensorView3<'_>, TensorView4<'_>, TensorViewMut3<'_>, TensorViewMut4<'_>);
