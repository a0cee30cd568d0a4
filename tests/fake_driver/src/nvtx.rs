//! A profiler, as NVTX_INJECTION64_PATH names one: it notes the ranges that it is told.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::sync::{Mutex, PoisonError};

type Slot = *mut *const c_void;
type ExportTable = unsafe extern "system" fn(u32) -> *const Callbacks;

#[repr(C)]
struct Callbacks {
    size: usize,
    table: unsafe extern "system" fn(c_int, *mut *const Slot, *mut c_uint) -> c_int,
}

static RANGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn note(line: String) {
    RANGES.lock().unwrap_or_else(PoisonError::into_inner).push(line);
}

unsafe extern "system" fn push(name: *const c_char) -> c_int {
    // SAFETY: the program gives a text that ends in a NUL.
    note(format!("push {}", unsafe { CStr::from_ptr(name) }.to_string_lossy()));
    0
}

unsafe extern "system" fn pop() -> c_int {
    note("pop".to_owned());
    0
}

#[unsafe(no_mangle)]
unsafe extern "system" fn InitializeInjectionNvtx2(export: ExportTable) -> c_int {
    let (mut table, mut count) = (std::ptr::null(), 0);
    // SAFETY: the protocol: the table of callbacks is the first, and has the places of the functions of a module,
    // whose own is the first.
    unsafe {
        let callbacks = export(1);
        if callbacks.is_null() || (*callbacks).size < size_of::<Callbacks>() {
            return 0;
        }
        if ((*callbacks).table)(1, &raw mut table, &raw mut count) == 0 || count < 12 {
            return 0;
        }
        // Another module than the one with ranges, and a table that nobody knows.
        let (mut other, mut none) = (std::ptr::null(), 0);
        if ((*callbacks).table)(5, &raw mut other, &raw mut none) != 0 || !export(2).is_null() {
            return 0;
        }
        **table.add(9) = push as *const c_void;
        **table.add(11) = pop as *const c_void;
    }
    1
}

/// The ranges that were told, a line each.
#[unsafe(no_mangle)]
extern "C" fn fake_ranges() -> *mut c_char {
    let ranges = RANGES.lock().unwrap_or_else(PoisonError::into_inner);
    CString::new(ranges.join("\n")).unwrap_or_default().into_raw()
}
