//! Arrays: NumPy's operations, of which a chain becomes one kernel.
//!
//! An [`Array`] is a value of one type along up to eight axes. Operations on arrays compute nothing and do not fail:
//! they make a graph. When values are asked for ([`Array::eval`], [`Array::to_vec`], [`Array::item`]), the graph is cut
//! into as few kernels as its shape allows, and each is written, compiled, kept on disk and launched as any kernel of
//! Kiln's. A graph of the same structure finds its kernels again, whatever its sizes and numbers are.
//!
//! ```
//! use kiln_array::{Array, s};
//!
//! # fn main() -> kiln_runtime::Result<()> {
//! let x = Array::from([[1.0f32, 2.0, 4.0], [3.0, 6.0, 12.0]]);
//! let scaled = &x / x.sum_axis(1).expand_dims(1); // broadcasts as NumPy's arrays do; one kernel with the sums
//! assert_eq!(scaled.slice(s![.., -1]).to_vec()?, [4.0 / 7.0, 4.0 / 7.0]);
//! println!("{scaled:.3}");
//! # Ok(())
//! # }
//! ```
//!
//! **Values.** `let b = a.slice(..)` is a value of its own, as in JAX: nothing changes an array that somebody else
//! holds. `a += &b` makes `a` a new array. A clone costs a count.
//!
//! **Types** are Rust's. There is no promotion between arrays: [`Array::cast`] converts, and a number takes the array's
//! type. Sums of integers have 64 bits.
//!
//! **Mistakes**, such as shapes that do not go together, are kept with their place in the program. They are the error
//! of whoever asks for values:
//!
//! ```text
//! `add` of shapes [2, 3] and [2, 4]: counted from the last axis, extents 3 and 4 differ, and neither is 1
//!   [2, 3] is of `full` at src/main.rs:4:13
//!   [2, 4] is of `full` at src/main.rs:5:13
//!   at src/main.rs:6:15
//!   its values were asked for at src/main.rs:9:20
//! ```
//!
//! **Devices.** Arrays are computed where their operands lie, else on the device of [`on`], else on
//! [`Device::best`](kiln_runtime::Device::best). Values of vectors are uploaded when they are first needed. An
//! operation on arrays of two devices is a mistake.
//!
//! **What becomes one kernel**: operations element by element with all their views and broadcasts; what stands before a
//! reduction; what is combined along rows of up to 8192 elements with all that uses it, such as a softmax or a
//! normalization; a product of matrices with what stands behind it; random numbers with what uses them.

mod array;
mod display;
mod dtype;
mod emit;
mod functions;
mod layout;
mod mistake;
mod node;
mod npy;
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
pub use dtype::{Dtype, Element, Floating, Integer, Number, SignedNumber};
pub use place::{on, on_stream};
pub use random::Random;
pub use shape::{MOST_AXES, REST, Shape, TooManyAxes};
pub use views::{Ellipsis, NewAxis, Part};
