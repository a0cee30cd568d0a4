//! A kernel for Python: tensors of PyTorch, NumPy and their like are worked on where they are, on a GPU or in the
//! host's memory.
//!
//! ```text
//! cargo build --release --example from_python
//! python examples/from_python.py target/release/examples/libfrom_python.so
//! ```
//!
//! Python passes a tensor as a pointer of the DLPack protocol. [`kiln_smooth`] takes it, runs a kernel on the
//! caller's stream, and gives the same memory back as a new tensor. The other side, `from_python.py`, needs nothing
//! but `ctypes`.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};

use kiln::dlpack::{self, Export, Import};
use kiln::prelude::*;

/// Moves each element toward the mean of its row's ends.
#[kernel]
fn smooth(part: f32, columns: usize, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        let column = (i % columns) as f32 / columns as f32;
        x[i] = x[i] * (1.0 - part) + part * column;
    }
}

thread_local! {
    static WHY: RefCell<CString> = RefCell::default();
}

/// Takes a tensor of `float`, `DLManagedTensorVersioned` if `versioned` and `DLManagedTensor` otherwise, and gives
/// one of the same memory and form back; null where that fails. `stream` is the caller's `cudaStream_t`, null for
/// the default one; the host's memory has none.
///
/// # Safety
///
/// The tensor is the caller's to give away, and the stream is of its device's primary context and lives as long as
/// the tensor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kiln_smooth(
    tensor: *mut c_void,
    versioned: bool,
    part: f32,
    stream: *mut c_void,
) -> *mut c_void {
    // SAFETY: the caller's contract.
    let done = unsafe { work(tensor, versioned, part, stream) };
    done.unwrap_or_else(|why| {
        WHY.set(CString::new(why.to_string()).unwrap_or_default());
        std::ptr::null_mut()
    })
}

/// Why this thread's last call failed; valid until its next one fails.
#[unsafe(no_mangle)]
pub extern "C" fn kiln_why() -> *const c_char {
    WHY.with_borrow(|why| why.as_ptr())
}

/// # Safety
///
/// As [`kiln_smooth`].
unsafe fn work(
    tensor: *mut c_void,
    versioned: bool,
    part: f32,
    stream: *mut c_void,
) -> kiln::Result<*mut c_void> {
    // SAFETY: the caller's contract.
    let import = unsafe {
        if versioned {
            Import::from_versioned(tensor.cast())
        } else {
            Import::from_unversioned(tensor.cast())
        }
    }?;
    let device = match import.device() {
        place if place.kind == dlpack::CUDA => Device::gpu(usize::try_from(place.index).unwrap_or(0))?,
        _ => Device::cpu(),
    };
    // SAFETY: the caller's contract.
    let stream = unsafe { device.borrow_stream(stream) }?;
    let shape = import.shape().to_vec();
    let strides = import.strides().to_vec();
    let columns = shape.last().copied().unwrap_or(1).max(1);
    let mut x = import.into_buffer::<f32>(&stream)?;
    let n = x.len();
    if n > 0 {
        smooth(part, columns, &mut x).threads(n).launch(&stream)?;
    }
    // The caller works on with the same stream, so nothing is waited for; a kernel of the CPU has failed by now if
    // it has.
    let export = Export::new(x, &shape, Some(&strides), &stream)?;
    if versioned { Ok(export.into_versioned().cast()) } else { Ok(export.into_unversioned()?.cast()) }
}
