//! What a launch of a tile kernel takes for a tensor.

use crate::Arg;

/// What a kernel's `&Tensor1<T>` to `&Tensor4<T>` parameter takes: `&tensor`, or a view of one, and a `&mut` of these
/// as Rust does.
///
/// # Safety
///
/// The argument is a tensor of `RANK` axes and of elements of type `T`, as [`Arg::tensor`] makes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&Tensor{RANK}<{T}>`",
    label = "not a tensor of {RANK} axes of `{T}`",
    note = "a tile kernel reads tensors: give a buffer its extents, and pass `&tensor` or a view of it"
)]
pub unsafe trait AsTensor<'a, T, const RANK: usize> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

/// What a kernel's `&mut Tensor1<T>` to `&mut Tensor4<T>` parameter takes: `&mut tensor`, or an exclusive view of one.
///
/// # Safety
///
/// As of [`AsTensor`], made by [`Arg::tensor_mut`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed for a kernel's `&mut Tensor{RANK}<{T}>`",
    label = "not an exclusive tensor of {RANK} axes of `{T}`",
    note = "pass `&mut tensor`, or an exclusive view of it"
)]
pub unsafe trait AsTensorMut<'a, T, const RANK: usize> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}
