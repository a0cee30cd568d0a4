//! Types of other crates that the user describes: `#[kiln(remote = path)]`.

use std::slice;

use super::KernelType;

/// A type that has the fields, and in memory the layout, of a type of another crate: `#[derive(KernelType)]` with
/// `#[kiln(remote = path)]`. The derive also implements `From` in both directions.
///
/// # Safety
///
/// Both types have the same fields of the same types at the same offsets, the same size and the same alignment. The
/// derive asserts all of it when the program is compiled.
///
/// # Examples
///
/// ```
/// use kiln_runtime::RemoteType;
///
/// /// How many points there are, and one of them as kernels see it.
/// fn first<P: RemoteType>(points: &[P::Remote]) -> (usize, P) {
///     let points = P::from_remote(points);
///     (points.len(), points[0])
/// }
/// ```
pub unsafe trait RemoteType: KernelType {
    /// The type of the other crate.
    type Remote: Copy + 'static;

    /// Values of the other crate, to upload, or to pass to a kernel on the CPU.
    fn from_remote(values: &[Self::Remote]) -> &[Self] {
        const { assert!(size_of::<Self>() == size_of::<Self::Remote>()) }
        // SAFETY: a value of either type is one of the other.
        unsafe { slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
    }

    /// The same for values that change in place.
    fn from_remote_mut(values: &mut [Self::Remote]) -> &mut [Self] {
        const { assert!(size_of::<Self>() == size_of::<Self::Remote>()) }
        // SAFETY: a value of either type is one of the other.
        unsafe { slice::from_raw_parts_mut(values.as_mut_ptr().cast(), values.len()) }
    }

    /// What was downloaded, as values of the other crate.
    fn into_remote(values: Vec<Self>) -> Vec<Self::Remote> {
        const { assert!(align_of::<Self>() == align_of::<Self::Remote>()) }
        let mut values = std::mem::ManuallyDrop::new(values);
        let (at, len, capacity) = (values.as_mut_ptr(), values.len(), values.capacity());
        // SAFETY: the memory is that of a `Vec` of values of the same size and alignment, and a value of either type
        // is one of the other.
        unsafe { Vec::from_raw_parts(at.cast(), len, capacity) }
    }
}
