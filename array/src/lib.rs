//! Arrays: NumPy's comfort, one fused kernel.

mod array;
mod display;
mod dtype;
mod emit;
mod functions;
mod layout;
mod mistake;
mod node;
mod ops;
mod place;
mod plan;
mod product;
mod random;
mod reduce;
mod run;
mod shape;
mod tiles;
mod views;

pub use array::{Array, IntoOperand};
pub use dtype::{Dtype, Element, Float, Integer, Number, Signed};
pub use place::{on, on_stream};
pub use random::Random;
pub use shape::{MOST_AXES, REST, Shape, TooManyAxes};
pub use views::{Ellipsis, NewAxis, Part};
