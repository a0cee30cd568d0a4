//! Several objects to one: by nvJitLink, or by the driver's linker.
//!
//! Takes objects and options; guarantees that what only nvJitLink can do (LTO-IR, PTX as the result, no GPU) says
//! so where it is missing, and that a failure comes with the linker's log; leaves what the code does to its user.

use kiln_codegen::compact::List;
use std::fmt;

use crate::device::Device;
use crate::driver::{Refused, Wishes, link};
use crate::error::{Error, Result, without_help};
use crate::sys::nvjitlink::{NvJitLink, Unlinked};

use super::{Arch, ObjectCode, ObjectKind};

/// Links objects (PTX, CUBINs, LTO-IR, fatbins) to a CUBIN or to PTX.
///
/// Functions of one object that another calls are found by their names: compile both with
/// [`Program::relocatable`](super::Program::relocatable), or to LTO-IR, which the linker optimizes as a whole and
/// inlines across objects.
///
/// The linker is nvJitLink where it is found (beside NVRTC, in the virtual environment, on the loader's path, in a
/// toolkit; `KILN_NVJITLINK` names it, `none` says that there is to be none). Without it, or where it is newer in
/// major than the driver, [`Linker::link_for`] takes the driver's own, which knows neither LTO-IR nor the options
/// of LTO.
///
/// # Examples
///
/// ```
/// use kiln_runtime::object::{Arch, Linker, ObjectKind, Program};
///
/// fn link() -> kiln_runtime::Result<()> {
///     let arch = Arch::new(9, 0);
///     let library = Program::new("__device__ float twice(float x) { return 2 * x; }").name("twice.cu");
///     let user = Program::new(
///         "__device__ float twice(float); extern \"C\" __global__ void f(float *x) { *x = twice(*x); }",
///     );
///     let linked = Linker::new()
///         .object(&library.arch(arch).compile(ObjectKind::LtoIr)?)
///         .object(&user.arch(arch).compile(ObjectKind::LtoIr)?)
///         .arch(arch)
///         .link(ObjectKind::Cubin)?;
///     assert_eq!(linked.kernels().unwrap(), ["f"]);
///     Ok(())
/// }
///
/// if let Err(why) = link() {
///     println!("{why}"); // without NVRTC or nvJitLink: where they were looked for, and how to install them
/// }
/// ```
#[derive(Clone, Default)]
#[must_use = "a linker does nothing until it links"]
pub struct Linker {
    objects: Vec<ObjectCode>,
    arch: Option<Arch>,
    wishes: Wishes,
    /// For nvJitLink alone.
    options: Vec<String>,
}

impl Linker {
    /// A link of nothing yet.
    pub fn new() -> Linker {
        Linker::default()
    }

    /// An object more.
    pub fn object(mut self, object: &ObjectCode) -> Linker {
        self.objects.push(object.clone());
        self
    }

    /// The compute capability to link for. [`Linker::link_for`] knows its device's.
    pub fn arch(mut self, arch: Arch) -> Linker {
        self.arch = Some(arch);
        self
    }

    /// Lets the code tell its lines, where the objects do.
    pub fn line_info(mut self) -> Linker {
        self.wishes.lines = true;
        self
    }

    /// Code for a debugger.
    pub fn debug(mut self) -> Linker {
        self.wishes.debug = true;
        self
    }

    /// The most registers that a thread may have.
    pub fn max_registers(mut self, count: u32) -> Linker {
        self.wishes.registers = Some(count);
        self
    }

    /// Of LTO-IR: whether `a * b + c` may be rounded once.
    pub fn contract(self, contract: bool) -> Linker {
        self.option(format!("-fma={}", u8::from(contract)))
    }

    /// Of LTO-IR: whether subnormal `float`s are zero.
    pub fn flush_subnormals(self, flush: bool) -> Linker {
        self.option(format!("-ftz={}", u8::from(flush)))
    }

    /// Of LTO-IR: whether `float` division is rounded rightly.
    pub fn precise_division(self, precise: bool) -> Linker {
        self.option(format!("-prec-div={}", u8::from(precise)))
    }

    /// Of LTO-IR: whether `float` square roots are rounded rightly.
    pub fn precise_roots(self, precise: bool) -> Linker {
        self.option(format!("-prec-sqrt={}", u8::from(precise)))
    }

    /// A further option, as nvJitLink spells it; the driver's linker is not taken then.
    pub fn option(mut self, option: impl Into<String>) -> Linker {
        self.options.push(option.into());
        self
    }

    /// Links for the compute capability of [`Linker::arch`], by nvJitLink: to a CUBIN, or of LTO-IR to PTX. It
    /// needs no GPU.
    ///
    /// # Errors
    ///
    /// [`Error::LinkerMissing`] without nvJitLink, with what to install; [`Error::Link`] with the linker's log for
    /// objects that do not link, and for a link that says too little.
    pub fn link(&self, to: ObjectKind) -> Result<ObjectCode> {
        let arch = self.arch.ok_or_else(|| {
            self.refused("it is not said for which GPU: `.arch(Arch::new(9, 0))`, or `link_for(&device)`", "")
        })?;
        let linker = NvJitLink::get().map_err(|tried| {
            let needed = match to {
                ObjectKind::Ptx => "linking to PTX",
                _ => "linking without a GPU",
            };
            Error::LinkerMissing { needed: needed.into(), tried }
        })?;
        self.by_library(linker, arch, to)
    }

    /// Links to machine code for a GPU.
    ///
    /// # Errors
    ///
    /// As [`Linker::link`], but that nvJitLink is needed for LTO-IR and for its options only; [`Error::Link`] for
    /// the CPU.
    pub fn link_for(&self, device: impl Into<Device>) -> Result<ObjectCode> {
        let device = device.into().shared();
        let (Some(context), Some((major, minor))) = (&device.context, device.compute_capability) else {
            return Err(self.refused("the device is a CPU, which runs no machine code of GPUs", ""));
        };
        let arch = Arch::new(major, minor);
        let needed = if self.is_lto() {
            Some("linking LTO-IR")
        } else if self.options.is_empty() {
            None
        } else {
            Some("an option of the linker's")
        };
        let driver = context.driver.version();
        match (NvJitLink::get(), needed) {
            (Ok(linker), None) if linker.version().0 > driver.0 => {}
            (Ok(linker), _) => return self.by_library(linker, arch, ObjectKind::Cubin),
            (Err(tried), Some(needed)) => return Err(Error::LinkerMissing { needed: needed.into(), tried }),
            (Err(_), None) => {}
        }
        let inputs: Vec<_> =
            self.objects.iter().map(|object| (object.name(), object.kind(), object.bytes())).list();
        let image = link(context, &inputs, self.wishes).map_err(|Refused { error, log }| match *error {
            Error::Driver { .. } => self.refused(&without_help(&error), &log),
            other => other,
        })?;
        self.made(image, String::new())
    }

    /// Which linker [`Linker::link_for`] takes for objects without LTO-IR: `nvJitLink 13.0`, or `the driver's`.
    pub fn backend() -> String {
        match NvJitLink::get() {
            Ok(linker) => format!("nvJitLink {}.{}", linker.version().0, linker.version().1),
            Err(_) => "the driver's".to_owned(),
        }
    }

    fn by_library(&self, linker: &NvJitLink, arch: Arch, to: ObjectKind) -> Result<ObjectCode> {
        let mut options = vec![format!("-arch={}", arch.real())];
        match (to, self.is_lto()) {
            (ObjectKind::Cubin, true) => options.push("-lto".to_owned()),
            (ObjectKind::Cubin, false) => {}
            (ObjectKind::Ptx, true) => options.extend(["-lto", "-ptx"].map(str::to_owned)),
            (ObjectKind::Ptx, false) => {
                return Err(
                    self.refused("only LTO-IR is linked to PTX: compile to LTO-IR, or link to a CUBIN", "")
                );
            }
            (ObjectKind::LtoIr | ObjectKind::Fatbin, _) => {
                return Err(self.refused(&format!("a link gives a CUBIN or PTX, and not {to}"), ""));
            }
        }
        options.extend(self.wishes.lines.then(|| "-lineinfo".to_owned()));
        options.extend(self.wishes.debug.then(|| "-g".to_owned()));
        options.extend(self.wishes.registers.map(|count| format!("-maxrregcount={count}")));
        options.extend_from_slice(&self.options);
        // PTX ends in a NUL.
        let texts: Vec<Vec<u8>> = self
            .objects
            .iter()
            .map(|object| {
                let end: &[u8] = if object.kind() == ObjectKind::Ptx { &[0] } else { &[] };
                [object.bytes(), end].concat()
            })
            .list();
        let objects: Vec<_> = self
            .objects
            .iter()
            .zip(&texts)
            .map(|(object, bytes)| (object.name(), object.kind(), bytes.as_slice()))
            .list();
        let (image, log) = linker
            .link(&objects, &options, to)
            .map_err(|Unlinked { reason, log }| self.refused(&reason, &log))?;
        self.made(image, log)
    }

    fn made(&self, image: Vec<u8>, log: String) -> Result<ObjectCode> {
        let mut symbols: Vec<(String, String)> =
            self.objects.iter().flat_map(|object| object.inner.symbols.clone()).list();
        symbols.dedup();
        ObjectCode::made(&self.what(), image, symbols, log)
    }

    fn is_lto(&self) -> bool {
        self.objects.iter().any(|object| object.kind() == ObjectKind::LtoIr)
    }

    /// The objects' names.
    fn what(&self) -> String {
        let names: Vec<&str> = self.objects.iter().map(ObjectCode::name).list();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" + ") }
    }

    fn refused(&self, reason: &str, log: &str) -> Error {
        Error::Link { what: self.what().into(), reason: reason.into(), log: log.into() }
    }
}

impl fmt::Debug for Linker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Linker")
            .field("objects", &self.what())
            .field("arch", &self.arch)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
