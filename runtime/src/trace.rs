//! What a profiler is told: named ranges of the host's time.
//!
//! Takes names; guarantees that without a profiler a range costs one load, and that a profiler which cannot be
//! attached is passed over in silence; leaves kernels and copies to the profiler, which sees them itself. Ranges go
//! to NVTX, and with the feature `tracing` to the crate of that name as spans.
//!
//! NVTX has no library of its own: a program that uses it opens what the profiler names in NVTX_INJECTION64_PATH
//! and gives it places for its functions. That is done here as NVTX's headers do it, since there is nothing to
//! link.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::Library;

use crate::profile::watch;

/// A range of the host's time, from [`range`] to its drop. Ranges of a thread are nested, so it stays on its thread.
#[must_use = "a range ends where it is dropped"]
pub struct Range {
    watched: Option<watch::InRange>,
    pushed: Option<&'static Profiler>,
    #[cfg(feature = "tracing")]
    _span: tracing::span::EnteredSpan,
    _stays: PhantomData<*const ()>,
}

/// Begins a range with a name, which a profiler (`nsys profile`) shows on the calling thread, around the launches
/// and copies inside. A session of [`profile`](crate::profile) adds up what is inside. Kiln itself has ranges for the
/// kernels that it compiles or loads.
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Device, trace};
///
/// let stream = Device::cpu().stream();
/// let x = {
///     let _range = trace::range("upload the weights");
///     stream.upload(&[1.0f32; 1000])?
/// };
/// # assert_eq!(x.len(), 1000);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub fn range(name: &str) -> Range {
    let mut range = own_range(name);
    range.watched = watch::range(name);
    range
}

/// A range of Kiln's own, of which its own profiler knows already.
pub(crate) fn own_range(name: &str) -> Range {
    let profiler = Profiler::get();
    if let Some(profiler) = profiler {
        profiler.push(name);
    }
    Range {
        watched: None,
        pushed: profiler,
        #[cfg(feature = "tracing")]
        _span: tracing::info_span!("kiln", range = name).entered(),
        _stays: PhantomData,
    }
}

impl Drop for Range {
    fn drop(&mut self) {
        drop(self.watched.take());
        if let Some(profiler) = self.pushed {
            profiler.pop();
        }
    }
}

type Push = unsafe extern "system" fn(*const c_char) -> c_int;
type Pop = unsafe extern "system" fn() -> c_int;
type ExportTable = unsafe extern "system" fn(u32) -> *const c_void;
type Initialize = unsafe extern "system" fn(ExportTable) -> c_int;

/// NVTX's numbers for the module of plain ranges, and of its functions those that are called here.
const CORE: c_int = 1;
const RANGE_PUSH: usize = 9;
const RANGE_POP: usize = 11;
/// How many functions that module has, and how many the others have: what they are is nobody's here.
const FUNCTIONS: usize = 16;
const CALLBACKS: u32 = 1;
const VERSION_INFO: u32 = 3;
const VERSION: u32 = 3;

/// Where the profiler puts its functions: of each module a list of places, the first of which is none.
static PLACES: [AtomicPtr<c_void>; FUNCTIONS] = [const { AtomicPtr::new(ptr::null_mut()) }; FUNCTIONS];
static TABLE: [Place; FUNCTIONS] = {
    // Copies: Rust 1.88 rejects a constant that refers to a static with interior mutability.
    let mut table = [Place(&PLACES[0]); FUNCTIONS];
    let mut at = 0;
    while at < FUNCTIONS {
        table[at] = Place(&PLACES[at]);
        at += 1;
    }
    table
};

#[derive(Clone, Copy)]
#[repr(transparent)]
struct Place(&'static AtomicPtr<c_void>);

/// NvtxExportTableCallbacks.
#[repr(C)]
struct Callbacks {
    size: usize,
    table: unsafe extern "system" fn(c_int, *mut *const Place, *mut c_uint) -> c_int,
}

static EXPORTED: Callbacks = Callbacks { size: size_of::<Callbacks>(), table: module_table };

/// NvtxExportTableVersionInfo.
#[repr(C)]
struct VersionInfo {
    size: usize,
    version: u32,
    reserved: u32,
    set: unsafe extern "system" fn(u32),
}

static VERSIONS: VersionInfo =
    VersionInfo { size: size_of::<VersionInfo>(), version: VERSION, reserved: 0, set: set_version };

unsafe extern "system" fn set_version(_: u32) {}

unsafe extern "system" fn module_table(module: c_int, table: *mut *const Place, count: *mut c_uint) -> c_int {
    if module != CORE || table.is_null() {
        return 0;
    }
    // SAFETY: the profiler gives places for both answers, the second of which it may leave out.
    unsafe {
        table.write(TABLE.as_ptr());
        if !count.is_null() {
            count.write(FUNCTIONS as c_uint);
        }
    }
    1
}

unsafe extern "system" fn export_table(which: u32) -> *const c_void {
    match which {
        CALLBACKS => (&raw const EXPORTED).cast(),
        VERSION_INFO => (&raw const VERSIONS).cast(),
        _ => ptr::null(),
    }
}

/// The functions of a profiler that is attached.
struct Profiler {
    push: Push,
    pop: Pop,
    _library: Library,
}

impl Profiler {
    /// The profiler that started this process, if one did.
    fn get() -> Option<&'static Profiler> {
        static PROFILER: OnceLock<Option<Profiler>> = OnceLock::new();
        PROFILER.get_or_init(Profiler::attach).as_ref()
    }

    fn attach() -> Option<Profiler> {
        let path = crate::sys::variables::path("NVTX_INJECTION64_PATH")?;
        let library = crate::sys::open(&path).ok()?;
        // SAFETY: NVTX's protocol gives the symbol this type, and the profiler calls back the functions above only,
        // with arguments of their types.
        unsafe {
            let initialize = *library.get::<Initialize>("InitializeInjectionNvtx2").ok()?;
            if initialize(export_table) == 0 {
                return None;
            }
        }
        let function = |at: usize| Some(PLACES[at].load(Ordering::Acquire)).filter(|place| !place.is_null());
        let (push, pop) = (function(RANGE_PUSH)?, function(RANGE_POP)?);
        // SAFETY: at these places the protocol has functions of these types, and the library stays open.
        let (push, pop) = unsafe {
            (std::mem::transmute::<*mut c_void, Push>(push), std::mem::transmute::<*mut c_void, Pop>(pop))
        };
        Some(Profiler { push, pop, _library: library })
    }

    fn push(&self, name: &str) {
        // A NUL ends the name.
        let name = CString::new(name.split('\0').next().unwrap_or_default()).unwrap_or_default();
        // SAFETY: the text ends in a NUL, and the profiler copies it.
        unsafe { (self.push)(name.as_ptr()) };
    }

    fn pop(&self) {
        // SAFETY: a range was pushed on this thread.
        unsafe { (self.pop)() };
    }
}
