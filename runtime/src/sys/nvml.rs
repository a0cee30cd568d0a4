//! NVML, the driver's library for the state of a GPU: clocks, and why they are low. It comes with the driver.
//!
//! Takes a GPU's UUID; guarantees that a missing library or an old one is a reason in words, and that no call waits
//! for the GPU's work; leaves what a clock means for a measurement to [`crate::bench`].

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::OnceLock;

use libloading::Library;

use crate::device::Uuid;

use super::variables;

type Handle = *mut c_void;
type Status = c_int;

/// `NVML_CLOCK_SM`.
const SM: c_uint = 1;

macro_rules! functions {
    ($($field:ident = $name:literal: fn($($arg:ty),*);)*) => {
        /// Its functions, resolved together.
        struct Functions {
            $($field: unsafe extern "C" fn($($arg),*) -> Status,)*
        }

        impl Functions {
            fn resolve(library: &Library) -> Result<Functions, String> {
                Ok(Functions {
                    $(
                        // SAFETY: NVML exports the symbol with this signature.
                        $field: *unsafe { library.get($name) }.map_err(|_| format!("it has no `{}`", $name))?,
                    )*
                })
            }
        }
    };
}

functions! {
    init = "nvmlInit_v2": fn();
    by_uuid = "nvmlDeviceGetHandleByUUID": fn(*const c_char, *mut Handle);
    clock = "nvmlDeviceGetClockInfo": fn(Handle, c_uint, *mut c_uint);
    // Its newer name, `..ClocksEventReasons`, is not in drivers before 535; all have this one.
    reasons = "nvmlDeviceGetCurrentClocksThrottleReasons": fn(Handle, *mut u64);
}

/// The opened library.
struct Nvml {
    functions: Functions,
    _library: Library,
}

/// A GPU that NVML knows.
pub(crate) struct Gpu {
    functions: &'static Functions,
    handle: Handle,
}

/// What NVML says of a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The clock of the multiprocessors in MHz.
    pub(crate) sm_mhz: Option<u32>,
    /// Bits of `nvmlClocksThrottleReason`.
    pub(crate) reasons: u64,
}

/// The reasons for which a clock is lower than the work asks for, by their bits. The others are an idle GPU and
/// clocks that an administrator has set.
const THROTTLED: [(u64, &str); 5] = [
    (0x04, "the power limit"),
    (0x08, "the hardware's protection"),
    (0x20, "the temperature"),
    (0x40, "the hardware's temperature limit"),
    (0x80, "the power supply"),
];

impl State {
    /// Why the clock was lowered, if it was.
    pub(crate) fn throttled(self) -> Option<&'static str> {
        THROTTLED.iter().find(|(bit, _)| self.reasons & bit != 0).map(|(_, why)| *why)
    }
}

fn get() -> Result<&'static Nvml, String> {
    static NVML: OnceLock<Result<Nvml, String>> = OnceLock::new();
    NVML.get_or_init(open).as_ref().map_err(Clone::clone)
}

fn open() -> Result<Nvml, String> {
    let named = variables::value("KILN_NVML").filter(|value| !value.is_empty()).map(PathBuf::from);
    let path = match named {
        Some(path) if path.as_os_str() == "none" => return Err("KILN_NVML is none".to_owned()),
        Some(path) => path,
        None => if cfg!(windows) { "nvml.dll" } else { "libnvidia-ml.so.1" }.into(),
    };
    let library = super::open(&path)?;
    let functions = Functions::resolve(&library).map_err(|why| format!("{}: {why}", path.display()))?;
    // SAFETY: it takes nothing, and may be called more than once.
    match unsafe { (functions.init)() } {
        0 => Ok(Nvml { functions, _library: library }),
        code => Err(format!("{}: nvmlInit_v2 failed with {code}", path.display())),
    }
}

impl Gpu {
    /// The GPU of this identity, or why NVML does not show it.
    pub(crate) fn of(uuid: Uuid) -> Result<Gpu, String> {
        let functions = &get()?.functions;
        let name = CString::new(uuid.to_string()).map_err(|error| error.to_string())?;
        let mut handle = ptr::null_mut();
        // SAFETY: the name ends in a NUL, and `handle` is a place for the answer.
        match unsafe { (functions.by_uuid)(name.as_ptr(), &raw mut handle) } {
            0 => Ok(Gpu { functions, handle }),
            code => Err(format!("NVML does not know {uuid}: nvmlDeviceGetHandleByUUID failed with {code}")),
        }
    }

    /// The state now. What NVML does not answer is not known, or no reason.
    pub(crate) fn state(&self) -> State {
        let (mut mhz, mut reasons) = (0, 0);
        // SAFETY: NVML gave the handle and keeps it; the places are for the answers.
        let (clock, why) = unsafe {
            (
                (self.functions.clock)(self.handle, SM, &raw mut mhz),
                (self.functions.reasons)(self.handle, &raw mut reasons),
            )
        };
        State { sm_mhz: (clock == 0).then_some(mhz), reasons: if why == 0 { reasons } else { 0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::State;

    #[test]
    fn an_idle_gpu_and_set_clocks_are_not_throttled() {
        for (reasons, throttled) in [(0x1, false), (0x2, false), (0x4, true), (0x21, true), (0x100, false)] {
            assert_eq!(State { sm_mhz: None, reasons }.throttled().is_some(), throttled, "{reasons:#x}");
        }
    }
}
