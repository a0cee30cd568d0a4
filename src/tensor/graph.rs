//! Tensors in graphs.

use kiln_runtime::{GraphMemory, GraphShared, GraphState};

use super::{
    Tensor1, Tensor2, Tensor3, Tensor4, TensorView1, TensorView2, TensorView3, TensorView4, TensorViewMut1,
    TensorViewMut2, TensorViewMut3, TensorViewMut4,
};
use crate::ScalarType;

macro_rules! tensors {
    ($($name:ident => $view:ident, $shared:ident;)*) => {$(
        // SAFETY: the buffer is the tensor's own, and only views of it are lent.
        unsafe impl<T: ScalarType> GraphState for $name<T> {
            type Views<'a> = $view<'a, T>;

            fn views(&mut self) -> $view<'_, T> {
                self.view_mut()
            }

            fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
                GraphState::visit(&self.buffer, visit);
            }
        }

        // SAFETY: as above.
        unsafe impl<T: ScalarType> GraphShared for $name<T> {
            type View<'a> = $shared<'a, T>;

            fn view(&self) -> $shared<'_, T> {
                $name::view(self)
            }

            fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
                GraphState::visit(&self.buffer, visit);
            }
        }
    )*};
}

tensors! {
    Tensor1 => TensorViewMut1, TensorView1;
    Tensor2 => TensorViewMut2, TensorView2;
    Tensor3 => TensorViewMut3, TensorView3;
    Tensor4 => TensorViewMut4, TensorView4;
}
