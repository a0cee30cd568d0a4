//! Functions of the host's in a stream's work.
//!
//! The driver runs them on a thread of its own, which must not call the driver: [`in_callback`] tells what might.

use std::cell::Cell;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Result;
use crate::sys::driver::{CUresult, CUstream};

use super::GpuStream;
use super::graph::HostCall;

/// What the driver is given to run.
type Function = Box<dyn FnOnce() + Send>;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread runs a function for the driver, and must not call it.
pub(crate) fn in_callback() -> bool {
    INSIDE.get()
}

impl GpuStream {
    /// Runs a function after what the stream was given so far, unless the device has failed.
    pub(crate) fn launch_host_fn(&self, function: impl FnOnce() + Send + 'static) -> Result<()> {
        let _current = self.enter()?;
        let data = pack(function);
        // SAFETY: the driver calls the function once at most, with the data.
        unsafe { self.context.driver.cuLaunchHostFunc(self.raw, call, data) }.inspect_err(|_| {
            // SAFETY: the driver has not taken the data.
            drop(unsafe { unpack(data) });
        })
    }

    /// Runs a function after what the stream was given so far, also where the device has failed.
    pub(crate) fn when_over(&self, function: impl FnOnce() + Send + 'static) -> Result<()> {
        let _current = self.enter()?;
        let data = pack(function);
        // SAFETY: the driver calls the function once, with the data; the flags must be 0, and are.
        unsafe { self.context.driver.cuStreamAddCallback(self.raw, call_over, data, 0) }.inspect_err(|_| {
            // SAFETY: the driver has not taken the data.
            drop(unsafe { unpack(data) });
        })
    }
}

fn pack(function: impl FnOnce() + Send + 'static) -> *mut c_void {
    let function: Function = Box::new(function);
    Box::into_raw(Box::new(function)).cast()
}

/// # Safety
///
/// The data is what [`pack`] gave, and this is called once for it.
unsafe fn unpack(data: *mut c_void) -> Function {
    // SAFETY: the caller's contract.
    *unsafe { Box::from_raw(data.cast::<Function>()) }
}

unsafe extern "system" fn call(data: *mut c_void) {
    // SAFETY: the driver gives back what it was given.
    let function = unsafe { unpack(data) };
    INSIDE.set(true);
    run_quietly(function);
    INSIDE.set(false);
}

/// Calls a function of a graph's, which is called again at the next launch.
pub(super) unsafe extern "system" fn call_again(data: *mut c_void) {
    // SAFETY: the data is a function that lives as long as its graph may run.
    let function = unsafe { &*data.cast::<HostCall>() };
    INSIDE.set(true);
    run_quietly(function);
    INSIDE.set(false);
}

/// Runs a function whose panic must not reach the caller; the panic hook has printed it.
pub(crate) fn run_quietly(function: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(function));
}

unsafe extern "system" fn call_over(_stream: CUstream, _status: CUresult, data: *mut c_void) {
    // SAFETY: as above.
    unsafe { call(data) };
}
