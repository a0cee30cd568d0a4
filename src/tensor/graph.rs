//! Tensors in graphs.

use kiln_runtime::{GraphMemory, GraphState};

use super::{
    Tensor1, Tensor2, Tensor3, Tensor4, TensorViewMut1, TensorViewMut2, TensorViewMut3, TensorViewMut4,
};
use crate::ScalarType;

macro_rules! tensors {
    ($($name:ident => $view:ident;)*) => {$(
        // SAFETY: the buffer is the tensor's own, and only views of it are lent.
        unsafe impl<T: ScalarType> GraphState for $name<T> {
            type Views<'a> = $view<'a, T>;

            fn views(&mut self) -> $view<'_, T> {
                self.view_mut()
            }

            fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
                self.buffer.visit(visit);
            }
        }
    )*};
}

tensors! {
    Tensor1 => TensorViewMut1;
    Tensor2 => TensorViewMut2;
    Tensor3 => TensorViewMut3;
    Tensor4 => TensorViewMut4;
}
