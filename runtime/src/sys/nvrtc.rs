//! NVRTC, the compiler of CUDA C++ that runs inside the process. It needs no GPU and no driver.
//!
//! Takes header-free text and options; guarantees that where it was looked for is told when it is not found, and that a
//! refused text comes back with the lines that the log names; leaves the choice of options to [`crate::jit`].

use kiln_codegen::compact::List;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

use libloading::Library;

use crate::error::{Error, Result};
use crate::object::ObjectKind;

use super::places::{Place, Wanted, places, search};
use super::variables;

type Program = *mut c_void;
type Status = c_int;

const COMPILATION_FAILED: Status = 6;
/// A name of a kernel that was asked for is none.
const EXPRESSION_INVALID: Status = 10;

/// CUDA C++ to compile.
pub(crate) struct Text<'a> {
    /// What the log calls it.
    pub(crate) name: &'a str,
    pub(crate) source: &'a str,
    /// What `#include` finds by these names.
    pub(crate) headers: &'a [(String, String)],
    /// Kernels whose names in the code are asked for, as C++ expressions.
    pub(crate) kernels: &'a [String],
}

impl Text<'_> {
    /// The lines that the errors of a log name: the program's and the headers'.
    fn excerpt(&self, log: &str) -> String {
        let mut all = excerpt(log, self.source, line_of(self.name));
        for (name, source) in self.headers {
            let part = excerpt(log, source, line_of(name));
            if !part.is_empty() {
                all = format!("{all}\n{name}:\n{part}");
            }
        }
        all.trim_start_matches('\n').to_owned()
    }
}

/// What a compilation of [`Text`] gives.
pub(crate) struct Made {
    pub(crate) image: Vec<u8>,
    /// The kernels that were asked for, with their names in the code.
    pub(crate) symbols: Vec<(String, String)>,
    pub(crate) log: String,
}

/// What a compilation gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// A CUBIN, or PTX text without a NUL at its end.
    pub image: Vec<u8>,
    /// Which of the two.
    pub kind: ImageKind,
    /// Warnings, if any.
    pub log: String,
}

/// What the driver is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// Machine code for one architecture.
    Cubin,
    /// Text that the driver finishes.
    Ptx,
    /// Object code of the user's, of whatever kind, with the names of its kernels.
    Object,
}

/// Why a compilation gave nothing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// The text is wrong.
    #[error("{excerpt}\n{log}")]
    Refused {
        /// The compiler's log.
        log: String,
        /// The lines of the text that the log names.
        excerpt: String,
    },
    /// The compiler is.
    #[error("{0}")]
    Other(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Other(error)
    }
}

macro_rules! functions {
    ($($name:ident: fn($($arg:ty),*);)*) => {
        /// NVRTC's functions, resolved together: an NVRTC that lacks one is no use.
        #[allow(non_snake_case)]
        struct Functions {
            $($name: unsafe extern "C" fn($($arg),*) -> Status,)*
        }

        impl Functions {
            fn resolve(library: &Library) -> Result<Functions, String> {
                Ok(Functions {
                    $(
                        // SAFETY: NVRTC exports the symbol with this signature since CUDA 11.1.
                        $name: unsafe {
                            std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($arg),*) -> Status>(
                                symbol(library, stringify!($name))?,
                            )
                        },
                    )*
                })
            }
        }
    };
}

/// The address of one of NVRTC's functions.
fn symbol(library: &Library, name: &str) -> Result<*mut c_void, String> {
    // SAFETY: the symbol is only taken as an address here.
    let found = unsafe { library.get::<*mut c_void>(name).ok().and_then(|symbol| symbol.try_as_raw_ptr()) };
    found
        .filter(|address| !address.is_null())
        .ok_or_else(|| format!("it has no `{name}`; NVRTC 11.1 or newer is needed"))
}

/// NVRTC's functions for LTO-IR, since CUDA 12.0.
struct Lto {
    size: unsafe extern "C" fn(Program, *mut usize) -> Status,
    get: unsafe extern "C" fn(Program, *mut c_char) -> Status,
}

impl Lto {
    fn resolve(library: &Library) -> Option<Lto> {
        // SAFETY: where NVRTC exports the symbols they have these signatures.
        unsafe {
            Some(Lto {
                size: *library.get("nvrtcGetLTOIRSize").ok()?,
                get: *library.get("nvrtcGetLTOIR").ok()?,
            })
        }
    }
}

functions! {
    nvrtcVersion: fn(*mut c_int, *mut c_int);
    nvrtcCreateProgram: fn(*mut Program, *const c_char, *const c_char, c_int, *const *const c_char, *const *const c_char);
    nvrtcAddNameExpression: fn(Program, *const c_char);
    nvrtcGetLoweredName: fn(Program, *const c_char, *mut *const c_char);
    nvrtcCompileProgram: fn(Program, c_int, *const *const c_char);
    nvrtcGetProgramLogSize: fn(Program, *mut usize);
    nvrtcGetProgramLog: fn(Program, *mut c_char);
    nvrtcGetCUBINSize: fn(Program, *mut usize);
    nvrtcGetCUBIN: fn(Program, *mut c_char);
    nvrtcGetPTXSize: fn(Program, *mut usize);
    nvrtcGetPTX: fn(Program, *mut c_char);
    nvrtcDestroyProgram: fn(*mut Program);
}

/// An opened NVRTC.
pub struct Nvrtc {
    functions: Functions,
    path: PathBuf,
    version: (u32, u32),
    architectures: Vec<u32>,
    lto: Option<Lto>,
    /// NVRTC, and the library that it opens by its bare name: held open for the functions, and so that the other is
    /// found.
    _libraries: Vec<Library>,
}

/// How NVRTC is found.
pub(super) const WANTED: Wanted = Wanted {
    what: "NVRTC",
    variable: "KILN_NVRTC",
    unix: "libnvrtc",
    windows: "nvrtc64_",
    wheel: "cuda_nvrtc",
    loader: &["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"],
};

/// The path that [`set_path`] was given.
static EXPLICIT: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Names the NVRTC to use: the library's file, or a folder that has it (a site-packages folder too). It goes before
/// KILN_NVRTC, and has an effect until the first kernel is compiled. As in KILN_NVRTC, `none` says that there is to
/// be none.
///
/// # Examples
///
/// ```no_run
/// kiln_runtime::jit::nvrtc::set_path("/opt/cuda/lib64");
/// ```
pub fn set_path(path: impl Into<PathBuf>) {
    *EXPLICIT.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.into());
}

impl Nvrtc {
    /// The process's NVRTC, opened on first use. A failure is not kept: the next call looks again.
    ///
    /// # Errors
    ///
    /// [`Error::CompilerMissing`] with every place that was looked in.
    pub fn get() -> Result<&'static Nvrtc> {
        static NVRTC: OnceLock<Nvrtc> = OnceLock::new();
        static OPENING: Mutex<()> = Mutex::new(());
        if let Some(nvrtc) = NVRTC.get() {
            return Ok(nvrtc);
        }
        let _one = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(nvrtc) = NVRTC.get() {
            return Ok(nvrtc);
        }
        let explicit = EXPLICIT.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let found = find(&places(&WANTED, explicit, &variables::value))?;
        Ok(NVRTC.get_or_init(|| found))
    }

    /// Opens NVRTC from a library file, or from a folder that has it: a toolkit's, a wheel's or a site-packages folder.
    ///
    /// # Errors
    ///
    /// As [`Nvrtc::get`].
    ///
    /// # Examples
    ///
    /// ```
    /// let error = kiln_runtime::jit::nvrtc::Nvrtc::load("/no/such/folder").unwrap_err();
    /// assert!(error.to_string().contains("/no/such/folder"));
    /// ```
    pub fn load(path: impl AsRef<Path>) -> Result<Nvrtc> {
        find(&[Place::Path("the path given", path.as_ref().to_owned())])
    }

    /// Major and minor.
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// Where it was found.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The architectures that it compiles for, as 90 for sm_90; none where it does not tell.
    pub fn architectures(&self) -> &[u32] {
        &self.architectures
    }

    /// Compiles CUDA C++ text. With `--gpu-architecture=sm_..` among the options it gives a CUBIN, with
    /// `compute_..` PTX.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] for a text or an option that NVRTC does not take.
    pub fn compile(
        &self,
        name: &str,
        source: &str,
        options: &[impl AsRef<str>],
    ) -> std::result::Result<Output, Failure> {
        let file = format!("{name}.cu");
        let (program, log) = self.run(&Text { name: &file, source, headers: &[], kernels: &[] }, options)?;
        let f = &self.functions;
        let cubin = program.bytes("nvrtcGetCUBIN", f.nvrtcGetCUBINSize, f.nvrtcGetCUBIN)?;
        if !cubin.is_empty() {
            return Ok(Output { image: cubin, kind: ImageKind::Cubin, log });
        }
        let mut image = program.bytes("nvrtcGetPTX", f.nvrtcGetPTXSize, f.nvrtcGetPTX)?;
        while image.last() == Some(&0) {
            image.pop();
        }
        Ok(Output { image, kind: ImageKind::Ptx, log })
    }

    /// Compiles CUDA C++ of the user's to an object of a kind, for which the options ask too, and finds the names
    /// of its kernels in it.
    pub(crate) fn object(
        &self,
        text: &Text<'_>,
        options: &[String],
        kind: ObjectKind,
    ) -> std::result::Result<Made, Failure> {
        let (program, log) = self.run(text, options)?;
        let f = &self.functions;
        let mut image = match (kind, &self.lto) {
            (ObjectKind::Cubin, _) => program.bytes("nvrtcGetCUBIN", f.nvrtcGetCUBINSize, f.nvrtcGetCUBIN)?,
            (ObjectKind::LtoIr, Some(lto)) => program.bytes("nvrtcGetLTOIR", lto.size, lto.get)?,
            (ObjectKind::LtoIr, None) => {
                let reason = "LTO-IR needs NVRTC 12.0 or newer".to_owned();
                return Err(self.error("nvrtcGetLTOIR", reason).into());
            }
            (ObjectKind::Ptx | ObjectKind::Fatbin, _) => {
                program.bytes("nvrtcGetPTX", f.nvrtcGetPTXSize, f.nvrtcGetPTX)?
            }
        };
        if kind == ObjectKind::Ptx {
            while image.last() == Some(&0) {
                image.pop();
            }
        }
        let mut symbols = Vec::new();
        for name in text.kernels {
            let expression = self.c_string(name)?;
            let mut lowered = ptr::null();
            // SAFETY: the expression was added to the program, which is compiled and alive as long as the answer is
            // read.
            let status =
                unsafe { (f.nvrtcGetLoweredName)(program.program, expression.as_ptr(), &raw mut lowered) };
            self.check("nvrtcGetLoweredName", status)?;
            // SAFETY: as above; the answer is a string of the program's.
            let symbol = unsafe { CStr::from_ptr(lowered) }.to_string_lossy().into_owned();
            symbols.push((name.clone(), symbol));
        }
        Ok(Made { image, symbols, log })
    }

    /// A program that was compiled, with the compiler's log.
    fn run(
        &self,
        text: &Text<'_>,
        options: &[impl AsRef<str>],
    ) -> std::result::Result<(Owned<'_>, String), Failure> {
        let (file, source) = (self.c_string(text.name)?, self.c_string(text.source)?);
        let options = options.iter().map(|o| self.c_string(o.as_ref())).collect::<Result<Vec<_>>>()?;
        let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).list();
        let mut headers = Vec::new();
        for (name, source) in text.headers {
            headers.push((self.c_string(name)?, self.c_string(source)?));
        }
        let (names, sources): (Vec<_>, Vec<_>) =
            headers.iter().map(|(name, source)| (name.as_ptr(), source.as_ptr())).unzip();
        let mut program: Program = ptr::null_mut();
        let f = &self.functions;
        // SAFETY: the strings end in NULs and outlive the program, which copies them; the headers are as many as is
        // said.
        let status = unsafe {
            (f.nvrtcCreateProgram)(
                &raw mut program,
                source.as_ptr(),
                file.as_ptr(),
                headers.len() as c_int,
                sources.as_ptr(),
                names.as_ptr(),
            )
        };
        self.check("nvrtcCreateProgram", status)?;
        let program = Owned { nvrtc: self, program };
        for name in text.kernels {
            let expression = self.c_string(name)?;
            // SAFETY: the program is not compiled yet, and copies the expression.
            let status = unsafe { (f.nvrtcAddNameExpression)(program.program, expression.as_ptr()) };
            self.check("nvrtcAddNameExpression", status)?;
        }
        // SAFETY: the options are as many as is said.
        let status =
            unsafe { (f.nvrtcCompileProgram)(program.program, options.len() as c_int, options.as_ptr()) };
        let log = program.bytes("nvrtcGetProgramLog", f.nvrtcGetProgramLogSize, f.nvrtcGetProgramLog)?;
        let log = String::from_utf8_lossy(&log).trim_end_matches(['\0', '\n']).to_owned();
        if matches!(status, COMPILATION_FAILED | EXPRESSION_INVALID) {
            return Err(Failure::Refused { excerpt: text.excerpt(&log), log });
        }
        if status != 0 {
            let reason =
                if log.is_empty() { status_text(status) } else { format!("{}: {log}", status_text(status)) };
            return Err(self.error("nvrtcCompileProgram", reason).into());
        }
        Ok((program, log))
    }

    fn c_string(&self, text: &str) -> Result<CString> {
        CString::new(text)
            .map_err(|_| self.error("nvrtcCreateProgram", "the text has a NUL inside".to_owned()))
    }

    fn open(path: &Path) -> Result<Nvrtc, String> {
        let mut libraries = builtins(path);
        let library = super::open(path)?;
        let functions = Functions::resolve(&library)?;
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both are places for the answer.
        let status = unsafe { (functions.nvrtcVersion)(&raw mut major, &raw mut minor) };
        if status != 0 {
            return Err(format!("{}: nvrtcVersion failed: {}", path.display(), status_text(status)));
        }
        let architectures = architectures(&library);
        let lto = Lto::resolve(&library);
        let version = (major.unsigned_abs(), minor.unsigned_abs());
        libraries.push(library);
        Ok(Nvrtc { functions, path: path.to_owned(), version, architectures, lto, _libraries: libraries })
    }

    fn check(&self, call: &'static str, status: Status) -> Result<()> {
        if status == 0 { Ok(()) } else { Err(self.error(call, status_text(status))) }
    }

    fn error(&self, call: &'static str, reason: String) -> Error {
        Error::Compiler { library: self.path.clone(), call, reason }
    }
}

impl std::fmt::Debug for Nvrtc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nvrtc")
            .field("path", &self.path)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// A program that is destroyed with its owner.
struct Owned<'a> {
    nvrtc: &'a Nvrtc,
    program: Program,
}

impl Owned<'_> {
    fn bytes(
        &self,
        call: &'static str,
        size: unsafe extern "C" fn(Program, *mut usize) -> Status,
        get: unsafe extern "C" fn(Program, *mut c_char) -> Status,
    ) -> Result<Vec<u8>> {
        let mut len = 0;
        // SAFETY: the program is alive, and `len` is a place for the answer.
        self.nvrtc.check(call, unsafe { size(self.program, &raw mut len) })?;
        let mut bytes = vec![0u8; len];
        if len > 0 {
            // SAFETY: the room is what NVRTC asked for.
            self.nvrtc.check(call, unsafe { get(self.program, bytes.as_mut_ptr().cast()) })?;
        }
        Ok(bytes)
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: the program was created and not destroyed; a failure leaves nothing to do.
        unsafe { (self.nvrtc.functions.nvrtcDestroyProgram)(&raw mut self.program) };
    }
}

/// The architectures that an NVRTC tells; older ones than 11.2 do not.
fn architectures(library: &Library) -> Vec<u32> {
    // SAFETY: NVRTC exports both with these signatures since CUDA 11.2.
    let (count, list) = unsafe {
        let count = library.get::<unsafe extern "C" fn(*mut c_int) -> Status>("nvrtcGetNumSupportedArchs");
        let list = library.get::<unsafe extern "C" fn(*mut c_int) -> Status>("nvrtcGetSupportedArchs");
        match (count, list) {
            (Ok(count), Ok(list)) => (count, list),
            _ => return Vec::new(),
        }
    };
    let mut n = 0;
    // SAFETY: `n` is a place for the answer, and the list gets the room that it asks for.
    unsafe {
        if count(&raw mut n) != 0 {
            return Vec::new();
        }
        let mut all = vec![0; usize::try_from(n).unwrap_or(0)];
        if list(all.as_mut_ptr()) != 0 {
            return Vec::new();
        }
        all.into_iter().map(c_int::unsigned_abs).list()
    }
}

/// NVRTC opens `libnvrtc-builtins` by its bare name. Where the loader cannot know the folder (the wheels of CUDA
/// 13.0 say nothing of it), that fails unless the library is open already: so it is opened first, from beside
/// NVRTC.
fn builtins(nvrtc: &Path) -> Vec<Library> {
    let Some(folder) = nvrtc.parent().filter(|folder| folder.is_absolute()) else { return Vec::new() };
    let name = nvrtc.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let prefix = builtins_prefix(&name);
    super::files(folder, |name| name.starts_with(&prefix))
        .iter()
        .filter_map(|path| super::open(path).ok())
        .list()
}

/// How the name of NVRTC's other library begins. Beside several versions only that of the same major counts:
/// `libnvrtc.so.13` and `libnvrtc-builtins.so.13.0`, `nvrtc64_130_0.dll` and `nvrtc-builtins64_130.dll`.
fn builtins_prefix(nvrtc: &str) -> String {
    match nvrtc.strip_prefix("nvrtc64_") {
        Some(version) => format!("nvrtc-builtins64_{}", version.get(..2).unwrap_or_default()),
        None => {
            let version = nvrtc.split(".so.").nth(1).unwrap_or_default();
            format!("libnvrtc-builtins.so.{}", version.split('.').next().unwrap_or_default())
        }
    }
}

fn find(places: &[Place]) -> Result<Nvrtc> {
    search(&WANTED, places, &Nvrtc::open).map_err(|tried| Error::CompilerMissing { tried })
}

/// Finds the number in `name.cu(12): error: ..`.
fn line_of(file: &str) -> impl Fn(&str) -> Option<usize> {
    move |line| {
        let rest = line.strip_prefix(file)?.strip_prefix('(')?;
        rest.split_once(')')?.0.parse().ok()
    }
}

/// The lines of a text that the errors of a compiler's log name, numbered, each once. `number` finds the name in a
/// line.
pub(crate) fn excerpt(log: &str, source: &str, number: impl Fn(&str) -> Option<usize>) -> String {
    let mut seen = Vec::new();
    for line in log.lines().filter(|line| line.contains("error")) {
        let Some(number) = number(line) else { continue };
        if !seen.contains(&number) {
            seen.push(number);
        }
    }
    let show = |number: &usize| {
        let text = source.lines().nth(number.checked_sub(1)?)?;
        Some(format!("{number:>5} | {text}"))
    };
    seen.iter().take(5).filter_map(show).list().join("\n")
}

fn status_text(status: Status) -> String {
    let name = match status {
        1 => "out of memory",
        2 => "the program could not be created",
        3 => "invalid input",
        4 => "invalid program",
        5 => "an option is not known to this version",
        COMPILATION_FAILED => "the text does not compile",
        EXPRESSION_INVALID => "a kernel's name is not valid",
        7 => "libnvrtc-builtins was not found beside it, or is of another version",
        11 => "an internal error",
        _ => "an unknown error",
    };
    format!("{name} (nvrtcResult {status})")
}

#[cfg(test)]
mod tests;
