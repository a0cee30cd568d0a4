//! NVRTC's C interface, as much of it as `validate` needs: text in, PTX and log out.
//!
//! The library is opened at run time, so building xtask needs no CUDA. It guarantees that every program is destroyed
//! and that a failed compilation comes back with the compiler's log.

use crate::workspace::Result;
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

type Program = *mut c_void;
type Status = c_int;

pub struct Nvrtc {
    version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> Status,
    create: unsafe extern "C" fn(
        *mut Program,
        *const c_char,
        *const c_char,
        c_int,
        *const *const c_char,
        *const *const c_char,
    ) -> Status,
    compile: unsafe extern "C" fn(Program, c_int, *const *const c_char) -> Status,
    log_size: unsafe extern "C" fn(Program, *mut usize) -> Status,
    log: unsafe extern "C" fn(Program, *mut c_char) -> Status,
    ptx_size: unsafe extern "C" fn(Program, *mut usize) -> Status,
    ptx: unsafe extern "C" fn(Program, *mut c_char) -> Status,
    destroy: unsafe extern "C" fn(*mut Program) -> Status,
    // Dropped last: the function pointers above live in it.
    _library: Library,
    _builtins: Vec<Library>,
}

impl Nvrtc {
    /// Opens the library at `path`; a bare file name is left to the loader.
    pub fn open(path: &Path) -> Result<Self> {
        // NVRTC 13.0's wheel carries no search path of its own: its second library is found only when already open.
        let builtins = builtins_beside(path).iter().filter_map(|file| open_global(file).ok()).collect();
        let library = open_global(path).map_err(|e| format!("NVRTC could not be opened: {e}"))?;
        // SAFETY: the names and signatures are those of nvrtc.h, unchanged since CUDA 7.
        unsafe {
            Ok(Self {
                version: symbol(&library, c"nvrtcVersion")?,
                create: symbol(&library, c"nvrtcCreateProgram")?,
                compile: symbol(&library, c"nvrtcCompileProgram")?,
                log_size: symbol(&library, c"nvrtcGetProgramLogSize")?,
                log: symbol(&library, c"nvrtcGetProgramLog")?,
                ptx_size: symbol(&library, c"nvrtcGetPTXSize")?,
                ptx: symbol(&library, c"nvrtcGetPTX")?,
                destroy: symbol(&library, c"nvrtcDestroyProgram")?,
                _library: library,
                _builtins: builtins,
            })
        }
    }

    /// Major and minor version.
    pub fn version(&self) -> (i32, i32) {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both pointers are valid for the call.
        unsafe { (self.version)(&raw mut major, &raw mut minor) };
        (major, minor)
    }

    /// Compiles CUDA C++ to PTX. `Ok` carries the PTX and the log (warnings); `Err` what the compiler says.
    pub fn compile(
        &self,
        name: &str,
        text: &str,
        options: &[String],
    ) -> std::result::Result<(String, String), String> {
        let c_string = |text: &str| CString::new(text).map_err(|_| format!("{name}: a NUL byte in the text"));
        let (text, file) = (c_string(text)?, c_string(name)?);
        let options = options.iter().map(|option| c_string(option)).collect::<Result<Vec<_>>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let mut program = Handle { api: self, program: ptr::null_mut() };
        // SAFETY: every pointer is a NUL-terminated string or an array that outlives the calls; no headers are given.
        let status = unsafe {
            let created = (self.create)(
                &raw mut program.program,
                text.as_ptr(),
                file.as_ptr(),
                0,
                ptr::null(),
                ptr::null(),
            );
            if created != 0 {
                return Err(format!("nvrtcCreateProgram failed with status {created}"));
            }
            (self.compile)(program.program, pointers.len() as c_int, pointers.as_ptr())
        };
        let log = read(program.program, self.log_size, self.log);
        if status != 0 {
            let said = if log.trim().is_empty() { "no log".to_owned() } else { log };
            return Err(format!("nvrtcCompileProgram failed with status {status}\n{said}"));
        }
        Ok((read(program.program, self.ptx_size, self.ptx), log))
    }
}

/// Destroys the program however the compilation ends.
struct Handle<'a> {
    api: &'a Nvrtc,
    program: Program,
}

impl Drop for Handle<'_> {
    fn drop(&mut self) {
        if !self.program.is_null() {
            // SAFETY: the program was created by this library and is destroyed once.
            unsafe { (self.api.destroy)(&raw mut self.program) };
        }
    }
}

/// Reads one of NVRTC's texts, whose size counts the closing NUL.
fn read(
    program: Program,
    size: unsafe extern "C" fn(Program, *mut usize) -> Status,
    get: unsafe extern "C" fn(Program, *mut c_char) -> Status,
) -> String {
    let mut bytes = 0;
    // SAFETY: the program is alive; the buffer has the size that the library asked for.
    unsafe {
        if size(program, &raw mut bytes) != 0 || bytes == 0 {
            return String::new();
        }
        let mut buffer = vec![0u8; bytes];
        if get(program, buffer.as_mut_ptr().cast()) != 0 {
            return String::new();
        }
        buffer.truncate(bytes - 1);
        String::from_utf8_lossy(&buffer).into_owned()
    }
}

/// Finds one function of a library.
///
/// # Safety
/// `T` must be the function's own pointer type, and the pointer must not outlive the library.
unsafe fn symbol<T: Copy>(library: &Library, name: &CStr) -> Result<T> {
    // SAFETY: promised by the caller.
    unsafe { library.get::<T>(name.to_bytes_with_nul()) }
        .map(|found| *found)
        .map_err(|e| format!("NVRTC lacks {}: {e}", name.to_string_lossy()))
}

/// The libraries `libnvrtc-builtins` that lie in NVRTC's own folder.
fn builtins_beside(path: &Path) -> Vec<std::path::PathBuf> {
    let Some(folder) = path.parent().filter(|folder| folder.is_absolute()) else { return Vec::new() };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let builtins = |name: &str| name.starts_with("libnvrtc-builtins.so");
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(builtins))
        .map(|entry| entry.path())
        .collect()
}

fn open_global(path: &Path) -> std::result::Result<Library, libloading::Error> {
    #[cfg(unix)]
    {
        use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
        // SAFETY: NVIDIA's libraries run no code at load time that could break ours.
        unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL).map(Into::into) }
    }
    #[cfg(not(unix))]
    // SAFETY: as above.
    unsafe {
        Library::new(path)
    }
}
