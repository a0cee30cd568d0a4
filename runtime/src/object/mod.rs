//! The user's own object code: from bytes or a file, to kernels that launch.
//!
//! Takes PTX, CUBINs, LTO-IR and fatbins; guarantees that what is no whole object is an error before the driver
//! sees it, that the same bytes are loaded once however often they are met, and that loaded code stays, so that no
//! launch can outlive it; leaves what the code does to the user, who vouches for it at each launch. `format` knows
//! the kinds, `kernel` is a loaded kernel, [`Program`] makes objects of CUDA C++, and [`Linker`] one of several.

mod device;
mod format;
mod kernel;
mod linker;
mod program;
#[cfg(feature = "serde")]
mod serde;

use kiln_codegen::compact::List;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::CString;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use hmac_sha256::Hash as Sha256;

use crate::device::{Device, DeviceShared};
use crate::driver::Refused;
use crate::driver::library::Library;
use crate::error::{Error, Result, without_help};
use crate::sys::driver::{CUkernel, Driver, NOT_FOUND};

pub use crate::jit::Arch;
pub use device::DeviceExport;
pub use kernel::{BestBlock, Kernel, LoadedKernel, Parameter};
pub(crate) use kernel::{KernelCode, check_dynamic};
pub use linker::Linker;
pub use program::{Program, Std};

/// What object code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ObjectKind {
    /// Text that the driver finishes for its GPU.
    Ptx,
    /// Machine code for one architecture.
    Cubin,
    /// What a linker optimizes across objects before it makes machine code; [`Linker`] makes a CUBIN of it.
    LtoIr,
    /// Several of the others for several architectures, as `nvcc -fatbin` writes them.
    Fatbin,
}

/// The kind in words: `PTX`, `a CUBIN`.
impl fmt::Display for ObjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ObjectKind::Ptx => "PTX",
            ObjectKind::Cubin => "a CUBIN",
            ObjectKind::LtoIr => "LTO-IR",
            ObjectKind::Fatbin => "a fatbin",
        })
    }
}

/// Compiled code with kernels in it: PTX, a CUBIN, LTO-IR or a fatbin. Cloning shares the bytes.
///
/// It is bytes and names, and holds nothing of a driver or a GPU: it can be kept, sent and, with the feature
/// `serde`, written. The driver loads it when a kernel is first taken from it, once in the process for the same
/// bytes, and for good.
///
/// # Examples
///
/// ```
/// use kiln_runtime::object::{ObjectCode, ObjectKind};
///
/// let ptx = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n";
/// let object = ObjectCode::new(ptx)?;
/// assert_eq!(object.kind(), ObjectKind::Ptx);
/// assert_eq!(object.kernels().unwrap(), ["nothing"]);
/// // On a machine with a GPU: object.kernel("nothing")?
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct ObjectCode {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    kind: ObjectKind,
    bytes: Vec<u8>,
    /// What the user calls a kernel, and what it is called in the code, where that is not the same.
    symbols: Vec<(String, String)>,
    log: String,
    loaded: OnceLock<&'static Object>,
}

/// An object that the driver has, for good.
struct Object {
    name: String,
    /// The bytes and a NUL, for a driver that loads them into one context at a time.
    image: Vec<u8>,
    kind: ObjectKind,
    library: Option<Library>,
    kernels: Mutex<HashMap<String, &'static KernelCode>>,
}

impl ObjectCode {
    /// The object that these bytes are; which kind is seen from how they begin.
    ///
    /// # Errors
    ///
    /// [`Error::Object`] for bytes that are none, or that were cut off.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<ObjectCode> {
        ObjectCode::named("the object", bytes.into())
    }

    /// The object in a file.
    ///
    /// # Errors
    ///
    /// [`Error::Object`] for a file that cannot be read or holds none.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = kiln_runtime::object::ObjectCode::read("/no/such/kernels.cubin").unwrap_err();
    /// assert!(error.to_string().contains("/no/such/kernels.cubin"));
    /// ```
    pub fn read(path: impl AsRef<Path>) -> Result<ObjectCode> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => ObjectCode::named(&name, bytes),
            Err(why) => {
                Err(Error::Object { name: name.into(), why: format!("it cannot be read: {why}").into() })
            }
        }
    }

    fn named(name: &str, bytes: Vec<u8>) -> Result<ObjectCode> {
        ObjectCode::made(name, bytes, Vec::new(), String::new())
    }

    /// An object with the names that the user has for its kernels, and what its maker said.
    fn made(
        name: &str,
        mut bytes: Vec<u8>,
        symbols: Vec<(String, String)>,
        log: String,
    ) -> Result<ObjectCode> {
        let kind =
            format::recognize(&bytes).map_err(|why| Error::Object { name: name.into(), why: why.into() })?;
        if kind == ObjectKind::Ptx {
            bytes.truncate(format::text(&bytes).len());
        }
        let loaded = OnceLock::new();
        Ok(ObjectCode { inner: Arc::new(Inner { name: name.to_owned(), kind, bytes, symbols, log, loaded }) })
    }

    /// All of it in bytes, for the cache.
    fn pack(&self) -> Vec<u8> {
        let Inner { bytes, symbols, log, .. } = &*self.inner;
        let mut packed = Vec::with_capacity(bytes.len() + 64);
        let mut field = |bytes: &[u8]| {
            packed.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            packed.extend_from_slice(bytes);
        };
        field(log.as_bytes());
        field(bytes);
        for (name, symbol) in symbols {
            field(name.as_bytes());
            field(symbol.as_bytes());
        }
        packed
    }

    /// What [`ObjectCode::pack`] packed.
    fn unpack(name: &str, mut packed: &[u8]) -> Option<ObjectCode> {
        let mut fields = Vec::new();
        while let Some((len, rest)) = packed.split_first_chunk() {
            let (field, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*len)).ok()?)?;
            fields.push(field);
            packed = rest;
        }
        let text = |field: &[u8]| String::from_utf8(field.to_vec()).ok();
        let [log, bytes, symbols @ ..] = fields.as_slice() else { return None };
        let (pairs, []) = symbols.as_chunks::<2>() else { return None };
        let symbols = pairs.iter().map(|[name, symbol]| Some((text(name)?, text(symbol)?)));
        let symbols = symbols.collect::<Option<Vec<_>>>()?;
        let whole = packed.is_empty();
        ObjectCode::made(name, bytes.to_vec(), symbols, text(log)?).ok().filter(|_| whole)
    }

    /// What it is.
    pub fn kind(&self) -> ObjectKind {
        self.inner.kind
    }

    /// Its bytes, to be written to a file; of PTX the text.
    pub fn bytes(&self) -> &[u8] {
        &self.inner.bytes
    }

    /// What messages call it: the program's name, the file's.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// What the compiler or linker that made it said, warnings above all; empty for an object that was read.
    pub fn log(&self) -> &str {
        &self.inner.log
    }

    /// The names of kernels that are others in the code: of C++ templates and of what is not `extern "C"`, as
    /// [`Program::kernel`](super::object::Program::kernel) asked for them.
    pub fn symbols(&self) -> impl Iterator<Item = (&str, &str)> {
        self.inner.symbols.iter().map(|(name, symbol)| (&**name, &**symbol))
    }

    /// The names of the kernels in the code. `None` for LTO-IR and fatbins, which do not show them.
    pub fn kernels(&self) -> Option<Vec<String>> {
        format::kernels(self.inner.kind, &self.inner.bytes)
    }

    /// The kernel of this name: as CUDA C++ has it for `extern "C"` kernels and for those that
    /// [`Program::kernel`](super::object::Program::kernel) asked for, else as the code has it. The driver loads the
    /// object if it has not yet; of a driver before CUDA 12.0, whose code belongs to one GPU, each GPU loads it
    /// when the kernel is first used there.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchKernel`] with the names that there are; [`Error::ObjectRefused`] for code that this driver or
    /// its GPUs cannot run, and for LTO-IR, which is linked first; [`Error::DriverMissing`] and its like without a
    /// driver.
    pub fn kernel(&self, name: &str) -> Result<Kernel> {
        let symbol = self.inner.symbols.iter().find(|(known, _)| known == name);
        let symbol = symbol.map_or(name, |(_, symbol)| symbol);
        let missing = || {
            let mut kernels = self.kernels().unwrap_or_default();
            kernels.extend(self.inner.symbols.iter().map(|(name, _)| name.clone()));
            Error::NoSuchKernel { object: self.inner.name.clone().into(), kernel: name.into(), kernels }
        };
        if self.kernels().is_some_and(|known| !known.iter().any(|one| one == symbol)) {
            return Err(missing());
        }
        let object = self.load()?;
        let mut known = object.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        match known.entry(symbol.to_owned()) {
            Entry::Occupied(kernel) => Ok(Kernel { code: kernel.get() }),
            Entry::Vacant(place) => {
                let text = CString::new(symbol).map_err(|_| missing())?;
                let kernel = match object.library {
                    None => None,
                    Some(library) => match library.kernel(&text) {
                        Ok(kernel) => Some(kernel),
                        Err(Error::Driver { code: NOT_FOUND, .. }) => return Err(missing()),
                        Err(error) => return Err(object.refused(error, None)),
                    },
                };
                Ok(Kernel { code: place.insert(KernelCode::keep(name, text, object, kernel)) })
            }
        }
    }

    fn load(&self) -> Result<&'static Object> {
        static LOADED: LazyLock<Mutex<HashMap<[u8; 32], &'static Object>>> = LazyLock::new(Mutex::default);
        if let Some(object) = self.inner.loaded.get() {
            return Ok(object);
        }
        let Inner { name, kind, bytes, .. } = &*self.inner;
        if *kind == ObjectKind::LtoIr {
            let reason = "LTO-IR is not machine code yet; make a CUBIN of it with `Linker`";
            return Err(Error::ObjectRefused {
                name: (&**name).into(),
                reason: reason.into(),
                log: "".into(),
            });
        }
        let driver = Driver::get()?;
        let key = Sha256::hash(bytes);
        let find = || LOADED.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        let object = match find() {
            Some(object) => object,
            None => {
                let image: Vec<u8> = bytes.iter().copied().chain([0]).list();
                let mut object = Object {
                    name: name.clone(),
                    image,
                    kind: *kind,
                    library: None,
                    kernels: Mutex::default(),
                };
                object.library =
                    Library::load(driver, &object.image).map_err(|error| object.refused(error, None))?;
                let mut all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
                match all.entry(key) {
                    // Another thread was faster.
                    Entry::Occupied(found) => {
                        if let Some(library) = object.library {
                            library.unload();
                        }
                        *found.get()
                    }
                    Entry::Vacant(place) => *place.insert(Box::leak(Box::new(object))),
                }
            }
        };
        Ok(self.inner.loaded.get_or_init(|| object))
    }
}

impl Object {
    /// Why the driver did not take it, with the assembler's log where it is PTX.
    #[cold]
    fn refused(&self, error: Error, device: Option<&DeviceShared>) -> Error {
        let Error::Driver { .. } = &error else { return error };
        let text = || std::str::from_utf8(self.image.strip_suffix(&[0])?).ok();
        // A library is for no device; the first one's assembler says as well what is wrong with a text.
        let first = || Device::gpu(0).ok().map(|device| device.shared());
        let context = device.or_else(first).and_then(|device| device.context.as_ref());
        let log = match (self.kind, context) {
            (ObjectKind::Ptx, Some(context)) => text()
                .and_then(|text| crate::driver::assemble(context, &self.name, text, false).err())
                .map(|Refused { log, .. }| log),
            _ => None,
        };
        Error::ObjectRefused {
            name: (&*self.name).into(),
            reason: without_help(&error).into(),
            log: log.unwrap_or_default().into(),
        }
    }
}

impl fmt::Debug for ObjectCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectCode")
            .field("name", &self.inner.name)
            .field("kind", &self.inner.kind)
            .field("bytes", &self.inner.bytes.len())
            .field("symbols", &self.inner.symbols)
            .finish_non_exhaustive()
    }
}

/// Two objects are equal when they are the same code under the same names.
impl PartialEq for ObjectCode {
    fn eq(&self, other: &ObjectCode) -> bool {
        self.inner.bytes == other.inner.bytes && self.inner.symbols == other.inner.symbols
    }
}

impl Eq for ObjectCode {}

#[cfg(test)]
mod tests;
