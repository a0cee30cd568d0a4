//! nvJitLink, the linker of PTX, CUBINs and LTO-IR that runs inside the process. It needs no GPU and no driver.
//!
//! Takes objects and options; guarantees that where it was looked for is told when it is not found, and that a
//! failure comes with its log; leaves the choice of options to [`crate::object`].

use kiln_codegen::compact::List;
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

use libloading::Library;

use crate::object::ObjectKind;

use super::nvrtc::Nvrtc;
use super::places::{Place, Wanted, places, search};

type Handle = *mut c_void;
type Status = c_int;

/// How nvJitLink is found.
pub(super) const NVJITLINK: Wanted = Wanted {
    what: "nvJitLink",
    variable: "KILN_NVJITLINK",
    unix: "libnvJitLink",
    windows: "nvJitLink_",
    wheel: "nvjitlink",
    loader: &["libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"],
};

macro_rules! functions {
    ($($name:ident: fn($($arg:ty),*);)*) => {
        /// Its functions, resolved together.
        #[allow(non_snake_case)]
        struct Functions {
            $($name: unsafe extern "C" fn($($arg),*) -> Status,)*
        }

        impl Functions {
            fn resolve(library: &Library) -> Result<Functions, String> {
                Ok(Functions {
                    $(
                        // SAFETY: nvJitLink exports the symbol with this signature since CUDA 12.3.
                        $name: *unsafe { library.get(stringify!($name)) }
                            .map_err(|_| format!("it has no `{}`; nvJitLink 12.3 or newer is needed", stringify!($name)))?,
                    )*
                })
            }
        }
    };
}

functions! {
    nvJitLinkVersion: fn(*mut u32, *mut u32);
    nvJitLinkCreate: fn(*mut Handle, u32, *const *const c_char);
    nvJitLinkAddData: fn(Handle, c_int, *const c_void, usize, *const c_char);
    nvJitLinkComplete: fn(Handle);
    nvJitLinkGetLinkedCubinSize: fn(Handle, *mut usize);
    nvJitLinkGetLinkedCubin: fn(Handle, *mut c_void);
    nvJitLinkGetLinkedPtxSize: fn(Handle, *mut usize);
    nvJitLinkGetLinkedPtx: fn(Handle, *mut c_void);
    nvJitLinkGetErrorLogSize: fn(Handle, *mut usize);
    nvJitLinkGetErrorLog: fn(Handle, *mut c_void);
    nvJitLinkGetInfoLogSize: fn(Handle, *mut usize);
    nvJitLinkGetInfoLog: fn(Handle, *mut c_void);
    nvJitLinkDestroy: fn(*mut Handle);
}

/// An opened nvJitLink.
pub(crate) struct NvJitLink {
    functions: Functions,
    path: PathBuf,
    version: (u32, u32),
    _library: Library,
}

/// Why a link gave nothing.
pub(crate) struct Unlinked {
    pub(crate) reason: String,
    pub(crate) log: String,
}

/// A link that is destroyed with its owner.
struct Owned<'a> {
    functions: &'a Functions,
    handle: Handle,
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: the link was created and not destroyed; a failure leaves nothing to do.
        unsafe { (self.functions.nvJitLinkDestroy)(&raw mut self.handle) };
    }
}

type Size = unsafe extern "C" fn(Handle, *mut usize) -> Status;
type Get = unsafe extern "C" fn(Handle, *mut c_void) -> Status;

impl Owned<'_> {
    fn bytes(&self, size: Size, get: Get) -> Option<Vec<u8>> {
        let mut len = 0;
        // SAFETY: the link is alive, and `len` is a place for the answer.
        if unsafe { size(self.handle, &raw mut len) } != 0 || len == 0 {
            return None;
        }
        let mut bytes = vec![0u8; len];
        // SAFETY: the room is what was asked for.
        (unsafe { get(self.handle, bytes.as_mut_ptr().cast()) } == 0).then_some(bytes)
    }

    /// Errors first, then what else was said.
    fn log(&self) -> String {
        let f = self.functions;
        let parts = [
            self.bytes(f.nvJitLinkGetErrorLogSize, f.nvJitLinkGetErrorLog),
            self.bytes(f.nvJitLinkGetInfoLogSize, f.nvJitLinkGetInfoLog),
        ];
        let texts = parts.into_iter().flatten();
        let texts = texts.map(|text| String::from_utf8_lossy(&text).trim_matches(['\0', '\n']).to_owned());
        texts.filter(|text| !text.is_empty()).list().join("\n")
    }
}

impl NvJitLink {
    /// The process's nvJitLink, opened on first use; or each place that was looked in. A failure is not kept: the
    /// next call looks again.
    pub(crate) fn get() -> Result<&'static NvJitLink, Vec<String>> {
        static LINKER: OnceLock<NvJitLink> = OnceLock::new();
        static OPENING: Mutex<()> = Mutex::new(());
        let _one = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(linker) = LINKER.get() {
            return Ok(linker);
        }
        let mut places = places(&NVJITLINK, None, &super::variables::value);
        // What NVRTC makes is best linked by what came with it.
        let nvrtc = Nvrtc::get().ok().and_then(|nvrtc| nvrtc.path().parent());
        if let Some(folder) = nvrtc.filter(|folder| folder.is_absolute())
            && matches!(places.first(), Some(Place::Unset(_)))
        {
            places.insert(1, Place::Path("beside NVRTC", folder.to_owned()));
        }
        let found = search(&NVJITLINK, &places, &NvJitLink::open)?;
        Ok(LINKER.get_or_init(|| found))
    }

    fn open(path: &Path) -> Result<NvJitLink, String> {
        let library = super::open(path)?;
        let functions =
            Functions::resolve(&library).map_err(|reason| format!("{}: {reason}", path.display()))?;
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both are places for the answer.
        let status = unsafe { (functions.nvJitLinkVersion)(&raw mut major, &raw mut minor) };
        if status != 0 {
            return Err(format!("{}: nvJitLinkVersion failed: {}", path.display(), status_text(status)));
        }
        Ok(NvJitLink { functions, path: path.to_owned(), version: (major, minor), _library: library })
    }

    /// Major and minor.
    pub(crate) fn version(&self) -> (u32, u32) {
        self.version
    }

    /// Links objects, each with its name, to a CUBIN or to PTX, for which the options ask too; with what was said.
    pub(crate) fn link(
        &self,
        objects: &[(&str, ObjectKind, &[u8])],
        options: &[String],
        to: ObjectKind,
    ) -> Result<(Vec<u8>, String), Unlinked> {
        let f = &self.functions;
        let refused = |call: &str, status, log: String| Unlinked {
            reason: format!("{call} of {} failed: {}", self.path.display(), status_text(status)),
            log,
        };
        let texts: Vec<CString> =
            options.iter().map(|option| CString::new(&**option).unwrap_or_default()).list();
        let options: Vec<*const c_char> = texts.iter().map(|option| option.as_ptr()).list();
        // The linker reads the names when it completes.
        let names: Vec<CString> =
            objects.iter().map(|(name, ..)| CString::new(*name).unwrap_or_default()).list();
        let mut handle = ptr::null_mut();
        // SAFETY: the answer has its place, and the options end in NULs and are as many as is said.
        let status = unsafe {
            (f.nvJitLinkCreate)(&raw mut handle, u32::try_from(options.len()).unwrap_or(0), options.as_ptr())
        };
        // With an option that it does not know it makes a link all the same, which has the log.
        let link = (!handle.is_null()).then(|| Owned { functions: f, handle });
        let Some(link) = link.as_ref().filter(|_| status == 0) else {
            return Err(refused("nvJitLinkCreate", status, link.map_or_else(String::new, |link| link.log())));
        };
        for ((_, kind, bytes), name) in objects.iter().zip(&names) {
            let kind = match kind {
                ObjectKind::Cubin => 1,
                ObjectKind::Ptx => 2,
                ObjectKind::LtoIr => 3,
                ObjectKind::Fatbin => 4,
            };
            // SAFETY: the link is alive; the bytes are as many as is said, the name ends in a NUL, and both outlive
            // the link.
            let status = unsafe {
                (f.nvJitLinkAddData)(link.handle, kind, bytes.as_ptr().cast(), bytes.len(), name.as_ptr())
            };
            if status != 0 {
                return Err(refused("nvJitLinkAddData", status, link.log()));
            }
        }
        // SAFETY: the link is alive.
        let status = unsafe { (f.nvJitLinkComplete)(link.handle) };
        if status != 0 {
            return Err(refused("nvJitLinkComplete", status, link.log()));
        }
        let image = match to {
            ObjectKind::Ptx => link.bytes(f.nvJitLinkGetLinkedPtxSize, f.nvJitLinkGetLinkedPtx),
            ObjectKind::Cubin | ObjectKind::LtoIr | ObjectKind::Fatbin => {
                link.bytes(f.nvJitLinkGetLinkedCubinSize, f.nvJitLinkGetLinkedCubin)
            }
        };
        let nothing = || Unlinked { reason: format!("the linker made no {to}"), log: link.log() };
        Ok((image.ok_or_else(nothing)?, link.log()))
    }
}

fn status_text(status: Status) -> String {
    let name = match status {
        1 => "an option is not known to this version",
        2 => "no architecture was said",
        3 => "invalid input",
        4 => "PTX does not assemble",
        5 => "LTO-IR does not compile",
        6 => "an internal error",
        8 => "an input is of no kind that it knows",
        9 => "the objects do not fit together",
        11 => "options contradict each other",
        12 => "an input is of another kind than was said",
        13 => "the objects are for different architectures",
        14 => "an object was made by a newer compiler than this linker",
        16 => "the architecture is not known to this version",
        17 => "the architecture is no longer supported by this version",
        _ => "an unknown error",
    };
    format!("{name} (nvJitLinkResult {status})")
}
