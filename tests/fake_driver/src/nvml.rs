//! NVML, as far as Kiln calls it: both devices have the clock and the throttle reasons that the test says.

// The names are NVML's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::entry::{answer, uuid_of};
use crate::state::*;
use crate::work::INSIDE;

/// `NVML_ERROR_NOT_FOUND` and `NVML_ERROR_NOT_SUPPORTED`.
const UNKNOWN_GPU: Code = 6;
const UNSUPPORTED: Code = 3;
/// `NVML_CLOCK_SM`.
const SM: c_int = 1;

/// The clock in MHz.
const CLOCK: c_uint = 1980;
static REASONS: AtomicU64 = AtomicU64::new(0);

entry_points! {
    init = "nvmlInit_v2" |_state| { SUCCESS }

    handle_by_uuid = "nvmlDeviceGetHandleByUUID" |_state, uuid: *const c_char, handle: *mut usize| {
        // SAFETY: the caller gives a text that ends in a NUL.
        let wanted = unsafe { CStr::from_ptr(uuid) }.to_string_lossy().replace('-', "");
        let is = |device: &usize| wanted == format!("GPU{:032x}", u128::from_be_bytes(uuid_of(*device)));
        match (0..DEVICES).find(is) {
            Some(device) => answer(handle, device + 1),
            None => UNKNOWN_GPU,
        }
    }

    clock_info = "nvmlDeviceGetClockInfo" |_state, handle: usize, clock: c_int, mhz: *mut c_uint| {
        match (handle, clock) {
            (1..=DEVICES, SM) => answer(mhz, CLOCK),
            _ => UNSUPPORTED,
        }
    }

    throttle_reasons = "nvmlDeviceGetCurrentClocksThrottleReasons" |_state, handle: usize, reasons: *mut u64| {
        match handle {
            1..=DEVICES => answer(reasons, REASONS.load(Ordering::Relaxed)),
            _ => UNSUPPORTED,
        }
    }
}

#[unsafe(no_mangle)]
extern "C" fn fake_throttle(reasons: u64) {
    REASONS.store(reasons, Ordering::Relaxed);
}
