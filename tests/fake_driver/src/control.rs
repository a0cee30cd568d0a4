//! What tests say to the driver, and ask of it.
//!
//! The library that is opened has a state of its own, which is not the one of the library that tests are linked
//! with; the functions here reach over by symbols.

use std::ffi::{CStr, CString, c_char, c_void};
use std::path::{Path, PathBuf};

use libloading::{Library, Symbol};

use crate::state::{CURRENT, Code, Live, state};
use crate::work::{Kernel, KernelBody, Param};

/// The opened driver. It stays open as long as the process lives, in the real driver's place.
pub struct FakeDriver {
    library: Library,
}

/// Opens the driver, so that whoever asks the loader for the real one's name is given this one. To be called before
/// Kiln has looked for a driver.
///
/// # Errors
///
/// Why the library could not be opened.
pub fn install() -> Result<FakeDriver, String> {
    open(&library()?)
}

/// As [`install`], for an older driver, which lacks some entry points: a copy of the library has other names for them.
///
/// # Errors
///
/// Why the library could not be copied or opened, or which name it never had.
pub fn install_without(symbols: &[&str]) -> Result<FakeDriver, String> {
    let library = library()?;
    let mut bytes = std::fs::read(&library).map_err(|why| format!("{}: {why}", library.display()))?;
    for symbol in symbols {
        let name = format!("\0{symbol}\0").into_bytes();
        let places: Vec<usize> = (0..bytes.len().saturating_sub(name.len()))
            .filter(|at| bytes[*at..].starts_with(&name))
            .collect();
        if places.is_empty() {
            return Err(format!("the fake driver has no `{symbol}` that it could lack"));
        }
        for at in places {
            bytes[at + 1] = b'_';
        }
    }
    let copy = std::env::temp_dir().join(format!("kiln-old-driver-{}.so", std::process::id()));
    std::fs::write(&copy, &bytes).map_err(|why| format!("{}: {why}", copy.display()))?;
    let opened = open(&copy);
    // What is open stays, also without a name.
    let _ = std::fs::remove_file(copy);
    opened
}

fn open(path: &Path) -> Result<FakeDriver, String> {
    // SAFETY: the library is this crate, and has no initializers.
    let library = unsafe { Library::new(path) }.map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(FakeDriver { library })
}

/// Where the library is: Cargo puts it beside the tests, or one folder above.
///
/// # Errors
///
/// Where it was looked for.
pub fn library() -> Result<PathBuf, String> {
    let test = std::env::current_exe().map_err(|why| why.to_string())?;
    let name = format!("{}kiln_fake_driver{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let folders = test.ancestors().skip(1).take(2);
    let mut places = folders.map(|folder| folder.join(&name));
    places.find(|path| path.is_file()).ok_or_else(|| format!("no {name} beside {}", test.display()))
}

/// Whether the machine has a GPU. Kiln is not asked: it remembers the driver that it has found, and a test may have
/// another for it.
pub fn has_gpu() -> bool {
    // SAFETY: the driver's library runs no code at load time that could break ours; both functions have these
    // signatures.
    unsafe {
        let Ok(library) = Library::new("libcuda.so.1") else { return false };
        let init = library.get::<unsafe extern "C" fn(u32) -> i32>(b"cuInit");
        let count = library.get::<unsafe extern "C" fn(*mut i32) -> i32>(b"cuDeviceGetCount");
        let mut found = 0;
        init.is_ok_and(|init| init(0) == 0)
            && count.is_ok_and(|count| count(&raw mut found) == 0)
            && found > 0
    }
}

impl FakeDriver {
    fn symbol<T>(&self, name: &str) -> Symbol<'_, T> {
        // SAFETY: each caller names a function below with its type.
        let found = unsafe { self.library.get(name) };
        found.unwrap_or_else(|why| panic!("the fake driver has no `{name}`: {why}"))
    }

    /// Says what the kernels of a name do.
    pub fn kernel(&self, name: &str, params: &[Param], body: KernelBody) {
        type Define = unsafe extern "Rust" fn(*const c_char, *const Param, usize, KernelBody);
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the text ends in a NUL, and the parameters are as many as said; both are copied.
        unsafe { self.symbol::<Define>("fake_kernel")(name.as_ptr(), params.as_ptr(), params.len(), body) }
    }

    /// Lets a call fail with this code, once, after so many that pass.
    pub fn fail(&self, call: &str, after: u64, code: i32) {
        type Fail = unsafe extern "C" fn(*const c_char, u64, Code);
        let call = CString::new(call).unwrap_or_default();
        // SAFETY: the text ends in a NUL and is copied.
        unsafe { self.symbol::<Fail>("fake_fail")(call.as_ptr(), after, code) }
    }

    /// Says which CUDA version the driver supports, as 1000 × major + 10 × minor: 13000 unless said. To be called
    /// before Kiln starts it.
    pub fn set_version(&self, version: i32) {
        // SAFETY: the function takes a number.
        unsafe { self.symbol::<unsafe extern "C" fn(i32)>("fake_set_version")(version) }
    }

    /// Forgets the failures that have not come yet, and says how many there were.
    pub fn forget_faults(&self) -> usize {
        // SAFETY: the function takes nothing.
        unsafe { self.symbol::<unsafe extern "C" fn() -> usize>("fake_forget_faults")() }
    }

    /// From now on launches are neither looked at nor done, and take next to no time: what is measured is then the
    /// caller's part.
    pub fn idle(&self) {
        // SAFETY: the function takes nothing.
        unsafe { self.symbol::<unsafe extern "C" fn()>("fake_idle")() }
    }

    /// How many handles are alive.
    pub fn live(&self) -> Live {
        // SAFETY: the function takes nothing.
        unsafe { self.symbol::<unsafe extern "C" fn() -> Live>("fake_live")() }
    }

    /// The calling thread's context: a device's number and one, or 0.
    pub fn current(&self) -> usize {
        // SAFETY: the function takes nothing.
        unsafe { self.symbol::<unsafe extern "C" fn() -> usize>("fake_current")() }
    }

    /// Gives the calling thread a context, as another library in the process might.
    pub fn set_current(&self, context: usize) {
        // SAFETY: the function takes a number.
        unsafe { self.symbol::<unsafe extern "C" fn(usize)>("fake_set_current")(context) }
    }

    /// Lets the devices answer this for an attribute.
    pub fn attribute(&self, number: i32, value: i32) {
        // SAFETY: the function takes two numbers.
        unsafe { self.symbol::<unsafe extern "C" fn(i32, i32)>("fake_attribute")(number, value) }
    }

    /// Lets each device have so many bytes of memory.
    pub fn memory(&self, bytes: usize) {
        // SAFETY: the function takes a number.
        unsafe { self.symbol::<unsafe extern "C" fn(usize)>("fake_memory")(bytes) }
    }

    /// Says that the host uses memory which devices use too: a misuse, unless it has waited for all that uses it
    /// otherwise.
    pub fn host_uses<T>(&self, memory: &[T], write: bool) {
        type Use = unsafe extern "C" fn(usize, usize, bool);
        let (start, bytes) = (memory.as_ptr().addr(), size_of_val(memory));
        // SAFETY: the function takes two numbers and an answer.
        unsafe { self.symbol::<Use>("fake_host_uses")(start, bytes, write) }
    }

    /// A stream's priority, by its handle.
    pub fn priority(&self, stream: *mut c_void) -> i32 {
        type Ask = unsafe extern "system" fn(*mut c_void, *mut i32) -> Code;
        let mut priority = i32::MAX;
        // SAFETY: the driver has this function with this signature, and the answer its place.
        unsafe { self.symbol::<Ask>("cuStreamGetPriority")(stream, &raw mut priority) };
        priority
    }

    /// A stream that another library might have made, in the calling thread's context; it blocks.
    pub fn foreign_stream(&self) -> *mut c_void {
        type Make = unsafe extern "system" fn(*mut *mut c_void, u32, i32) -> Code;
        let mut stream = std::ptr::null_mut();
        // SAFETY: as above.
        unsafe { self.symbol::<Make>("cuStreamCreateWithPriority")(&raw mut stream, 0, 0) };
        stream
    }

    /// What was done that the real driver's rules forbid, a line each, since the last time.
    pub fn misuses(&self) -> String {
        self.text("fake_misuses")
    }

    /// Each call with how often it was called so far.
    pub fn calls(&self) -> Vec<(String, u64)> {
        let text = self.text("fake_calls");
        let line = |line: &str| {
            let (call, count) = line.split_once(' ')?;
            Some((call.to_owned(), count.parse().ok()?))
        };
        text.lines().filter_map(line).collect()
    }

    /// Lets NVML give these reasons for a low clock, as bits of `nvmlClocksThrottleReason`.
    pub fn throttle(&self, reasons: u64) {
        // SAFETY: the function takes a number.
        unsafe { self.symbol::<unsafe extern "C" fn(u64)>("fake_throttle")(reasons) }
    }

    /// Lets CUPTI have this `CUPTI_API_VERSION`, and have dropped so many records.
    pub fn set_cupti(&self, version: u32, dropped: usize) {
        // SAFETY: the function takes two numbers.
        unsafe { self.symbol::<unsafe extern "C" fn(u32, usize)>("fake_cupti")(version, dropped) }
    }

    /// How many kinds of CUPTI's activities are enabled, and ids pushed by this thread, in all.
    pub fn cupti_left(&self) -> usize {
        // SAFETY: the function takes nothing.
        unsafe { self.symbol::<unsafe extern "C" fn() -> usize>("fake_cupti_left")() }
    }

    /// The ranges that the profiler was told, a line each: `push name`, `pop`.
    pub fn ranges(&self) -> String {
        self.text("fake_ranges")
    }

    fn text(&self, name: &str) -> String {
        // SAFETY: the function gives a text that is the caller's to give back.
        unsafe {
            let text = self.symbol::<unsafe extern "C" fn() -> *mut c_char>(name)();
            let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
            self.symbol::<unsafe extern "C" fn(*mut c_char)>("fake_give_back")(text);
            copy
        }
    }
}

// The other side: these run in the library that was opened.

#[unsafe(no_mangle)]
unsafe extern "Rust" fn fake_kernel(
    name: *const c_char,
    params: *const Param,
    count: usize,
    body: KernelBody,
) {
    // SAFETY: as `FakeDriver::kernel` calls it.
    let (name, params) = unsafe {
        (CStr::from_ptr(name).to_string_lossy().into_owned(), std::slice::from_raw_parts(params, count))
    };
    state().kernels.insert(name, Kernel { params: params.to_vec(), body });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fake_fail(call: *const c_char, after: u64, code: Code) {
    // SAFETY: as `FakeDriver::fail` calls it.
    let call = unsafe { CStr::from_ptr(call) }.to_string_lossy().into_owned();
    state().fail(call, after, code);
}

#[unsafe(no_mangle)]
extern "C" fn fake_set_version(version: i32) {
    state().version = version;
}

#[unsafe(no_mangle)]
extern "C" fn fake_forget_faults() -> usize {
    state().forget_faults()
}

#[unsafe(no_mangle)]
extern "C" fn fake_current() -> usize {
    CURRENT.get()
}

#[unsafe(no_mangle)]
extern "C" fn fake_set_current(context: usize) {
    CURRENT.set(context);
}

#[unsafe(no_mangle)]
extern "C" fn fake_attribute(number: i32, value: i32) {
    state().attributes.insert(number, value);
}

#[unsafe(no_mangle)]
extern "C" fn fake_memory(bytes: usize) {
    state().size = bytes;
}

#[unsafe(no_mangle)]
extern "C" fn fake_idle() {
    crate::entry::IDLE.store(true, std::sync::atomic::Ordering::Relaxed);
}

#[unsafe(no_mangle)]
extern "C" fn fake_host_uses(start: usize, bytes: usize, write: bool) {
    state().host_uses(start..start + bytes, write);
}

#[unsafe(no_mangle)]
extern "C" fn fake_live() -> Live {
    state().live()
}

#[unsafe(no_mangle)]
extern "C" fn fake_misuses() -> *mut c_char {
    let misuses = std::mem::take(&mut state().misuses);
    CString::new(misuses.join("\n")).unwrap_or_default().into_raw()
}

#[unsafe(no_mangle)]
extern "C" fn fake_calls() -> *mut c_char {
    let lines: Vec<String> = state().calls.iter().map(|(call, count)| format!("{call} {count}")).collect();
    CString::new(lines.join("\n")).unwrap_or_default().into_raw()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fake_give_back(text: *mut c_char) {
    // SAFETY: the text came from `into_raw` above.
    drop(unsafe { CString::from_raw(text) });
}
