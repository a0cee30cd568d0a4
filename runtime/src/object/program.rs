//! The user's CUDA C++, compiled by NVRTC.
//!
//! Takes text, headers and options; guarantees that errors come with the compiler's log and the lines that it
//! names, and that what is kept on the disk is what compiling would give: a program that could read a file is
//! compiled each time; leaves launching to the object that it makes.

use kiln_codegen::compact::List;
use std::fmt::{self, Display};
use std::path::Path;

use crate::device::Device;
use crate::error::{Error, Result};
use crate::jit::{cache, ptx_version, target};
use crate::launch::KernelSource;
use crate::sys::nvrtc::{Failure, Nvrtc, Text};

use super::{Arch, Kernel, ObjectCode, ObjectKind};

/// CUDA C++ of your own, to be compiled by NVRTC to PTX, a CUBIN or LTO-IR. It needs no GPU.
///
/// What was compiled is kept in the cache ([`crate::cache`]) under its text, its headers, its options and NVRTC's
/// version, unless it could read files: with [`Program::include_dir`], [`Program::option`], or an `#include` of
/// something that was not given by [`Program::header`].
///
/// # Examples
///
/// ```
/// use kiln_runtime::object::{Arch, ObjectKind, Program};
///
/// let program = Program::new(r#"
/// #include "factor.h"
/// template <typename T> __global__ void scale(T *x, int n) {
///     int i = blockIdx.x * blockDim.x + threadIdx.x;
///     if (i < n) x[i] *= FACTOR;
/// }
/// "#)
///     .header("factor.h", "#define FACTOR 2")
///     .kernel("scale<float>")
///     .arch(Arch::new(9, 0));
/// match program.compile(ObjectKind::Cubin) {
///     Ok(object) => assert!(object.symbols().any(|(name, _)| name == "scale<float>")),
///     Err(why) => println!("{why}"), // without NVRTC: where it was looked for, and how to install it
/// }
/// ```
#[derive(Clone)]
#[must_use = "a program does nothing until it is compiled"]
pub struct Program {
    source: String,
    name: String,
    arch: Option<Arch>,
    options: Vec<String>,
    headers: Vec<(String, String)>,
    kernels: Vec<String>,
    /// Whether an option may let the compiler read files.
    reads: bool,
}

/// A version of C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Std {
    /// C++11.
    Cpp11,
    /// C++14.
    Cpp14,
    /// C++17, NVRTC's own choice since CUDA 12.
    Cpp17,
    /// C++20, since CUDA 12.
    Cpp20,
}

impl Program {
    /// A program of this text.
    pub fn new(source: impl Into<String>) -> Program {
        Program {
            source: source.into(),
            name: "program.cu".to_owned(),
            arch: None,
            options: Vec::new(),
            headers: Vec::new(),
            kernels: Vec::new(),
            reads: false,
        }
    }

    /// What messages call it, and `__FILE__` says; without it `program.cu`.
    pub fn name(mut self, name: impl Into<String>) -> Program {
        self.name = name.into();
        self
    }

    /// The compute capability to compile for. [`Program::compile_for`] knows its device's.
    pub fn arch(mut self, arch: Arch) -> Program {
        self.arch = Some(arch);
        self
    }

    /// The version of C++; without it NVRTC's own choice.
    pub fn std(self, std: Std) -> Program {
        let std = match std {
            Std::Cpp11 => "11",
            Std::Cpp14 => "14",
            Std::Cpp17 => "17",
            Std::Cpp20 => "20",
        };
        self.with(format!("-std=c++{std}"))
    }

    /// A kernel that is a template or not `extern "C"`: the object then has it by this name, written as C++ would
    /// call it, such as `scale<float>`. A template is instantiated by that.
    pub fn kernel(mut self, name: impl Into<String>) -> Program {
        self.kernels.push(name.into());
        self
    }

    /// Text that `#include` finds by this name.
    pub fn header(mut self, name: impl Into<String>, text: impl Into<String>) -> Program {
        self.headers.push((name.into(), text.into()));
        self
    }

    /// A folder in which `#include` looks.
    pub fn include_dir(mut self, folder: impl AsRef<Path>) -> Program {
        self.reads = true;
        self.with(format!("--include-path={}", folder.as_ref().display()))
    }

    /// Defines a macro: `define("BLOCK", 256)`.
    pub fn define(self, name: &str, value: impl Display) -> Program {
        self.with(format!("--define-macro={name}={value}"))
    }

    /// Approximate division, roots and functions, and no subnormal numbers.
    pub fn fast_math(self) -> Program {
        self.with("--use_fast_math".to_owned())
    }

    /// Whether `a * b + c` may be rounded once; without it it may.
    #[doc(alias = "fmad")]
    pub fn contract(self, contract: bool) -> Program {
        self.with(format!("--fmad={contract}"))
    }

    /// Whether subnormal `float`s are zero; without it they are not.
    #[doc(alias = "ftz")]
    pub fn flush_subnormals(self, flush: bool) -> Program {
        self.with(format!("--ftz={flush}"))
    }

    /// Whether `float` division is rounded rightly; without it it is.
    pub fn precise_division(self, precise: bool) -> Program {
        self.with(format!("--prec-div={precise}"))
    }

    /// Whether `float` square roots are rounded rightly; without it they are.
    #[doc(alias = "prec_sqrt")]
    pub fn precise_roots(self, precise: bool) -> Program {
        self.with(format!("--prec-sqrt={precise}"))
    }

    /// Lets the code tell its lines, for profilers.
    pub fn line_info(self) -> Program {
        self.with("--generate-line-info".to_owned())
    }

    /// Code for a debugger, which is slow.
    pub fn debug(self) -> Program {
        self.with("--device-debug".to_owned())
    }

    /// The most registers that a thread may have.
    pub fn max_registers(self, count: u32) -> Program {
        self.with(format!("--maxrregcount={count}"))
    }

    /// Code that calls functions of other objects, or has functions that others call: a [`Linker`](super::Linker)
    /// finishes it. LTO-IR always is such code.
    pub fn relocatable(self) -> Program {
        self.with("--relocatable-device-code=true".to_owned())
    }

    /// A further option, as NVRTC spells it. A program with one is not kept in the cache.
    pub fn option(mut self, option: impl Into<String>) -> Program {
        self.reads = true;
        self.with(option.into())
    }

    fn with(mut self, option: String) -> Program {
        self.options.push(option);
        self
    }

    /// Compiles for the compute capability of [`Program::arch`]. PTX may do without: it is then for the oldest that
    /// this NVRTC knows.
    ///
    /// # Errors
    ///
    /// [`Error::CompilerMissing`] without NVRTC, with what to install; [`Error::Program`] for text that does not
    /// compile, with its lines and the log; [`Error::Compiler`] where NVRTC fails otherwise.
    pub fn compile(&self, kind: ObjectKind) -> Result<ObjectCode> {
        let nvrtc = Nvrtc::get()?;
        let arch = match (self.arch, kind) {
            (Some(arch), _) => arch,
            (None, ObjectKind::Ptx) => {
                Arch::from_number(nvrtc.architectures().iter().copied().min().unwrap_or(75))
            }
            (None, _) => {
                return Err(self.refused(
                    "",
                    "it is not said for which GPU: `.arch(Arch::new(9, 0))`, or `compile_for(&device)`",
                ));
            }
        };
        match kind {
            ObjectKind::Ptx => self.make(nvrtc, kind, &arch.portable(), None),
            ObjectKind::Cubin | ObjectKind::LtoIr => self.make(nvrtc, kind, &arch.real(), None),
            ObjectKind::Fatbin => {
                Err(self.refused("", "NVRTC makes no fatbins: compile to PTX, a CUBIN or LTO-IR"))
            }
        }
    }

    /// Compiles for a GPU: to machine code, or to PTX where NVRTC does not know the GPU yet or is newer in major
    /// than the driver.
    ///
    /// # Errors
    ///
    /// As [`Program::compile`]; [`Error::Program`] for the CPU, which runs no CUDA C++.
    pub fn compile_for(&self, device: impl Into<Device>) -> Result<ObjectCode> {
        let device = device.into().shared();
        let (Some(context), Some((major, minor))) = (&device.context, device.compute_capability) else {
            return Err(self.refused("", "the device is a CPU, which runs no CUDA C++"));
        };
        let nvrtc = Nvrtc::get()?;
        let version = context.driver.version();
        let target = target(nvrtc, Arch::new(major, minor), version)?;
        if target.starts_with("sm_") {
            return self.make(nvrtc, ObjectKind::Cubin, &target, None);
        }
        self.make(nvrtc, ObjectKind::Ptx, &target, Some(version).filter(|version| nvrtc.version() > *version))
    }

    /// Compiles, or finds what was. With a driver's version PTX says the newest version that it takes.
    fn make(
        &self,
        nvrtc: &Nvrtc,
        kind: ObjectKind,
        target: &str,
        driver: Option<(u32, u32)>,
    ) -> Result<ObjectCode> {
        let mut options = vec![format!("--gpu-architecture={target}")];
        options.extend_from_slice(&self.options);
        if kind == ObjectKind::LtoIr {
            options.extend(["-dlto", "--relocatable-device-code=true"].map(str::to_owned));
        }
        let text =
            Text { name: &self.name, source: &self.source, headers: &self.headers, kernels: &self.kernels };
        let make = || {
            let made = nvrtc.object(&text, &options, kind).map_err(|failure| match failure {
                Failure::Refused { log, excerpt } => self.refused(&excerpt, &log),
                Failure::Other(error) => error,
            })?;
            let image = match driver {
                Some(driver) => ptx_version::lowered(&made.image, driver),
                None => made.image,
            };
            let object = ObjectCode::made(&self.name, image, made.symbols, made.log)?;
            let packed = object.pack();
            Ok((object, packed))
        };
        if self.may_read() {
            return make().map(|(object, _)| object);
        }
        let (major, minor) = nvrtc.version();
        let compiler = format!("NVRTC {major}.{minor}");
        let lowered = driver.map_or_else(String::new, |(major, minor)| format!("{major}.{minor}"));
        let counts = [self.headers.len(), self.kernels.len()].map(|count| count.to_string());
        let mut fields = vec![&*compiler, &*lowered, &*self.name, &*self.source];
        fields.extend(counts.iter().map(|count| &**count));
        fields.extend(self.headers.iter().flat_map(|(name, text)| [&**name, &**text]));
        fields.extend(self.kernels.iter().map(|name| &**name));
        fields.extend(options.iter().map(|option| &**option));
        let kind_text = kind.to_string();
        fields.push(&kind_text);
        let fields: Vec<&[u8]> = fields.into_iter().map(str::as_bytes).list();
        let about = format!("{}\t\t{target}\tobject\tcuda\t{}", self.name, env!("CARGO_PKG_VERSION"));
        cache::kept(&fields, &compiler, about, |packed| ObjectCode::unpack(&self.name, packed), make)
    }

    /// Whether compiling might read a file, or ask the time: then what it gives is not a function of what is known
    /// here.
    fn may_read(&self) -> bool {
        let texts = self.headers.iter().map(|(_, text)| text).chain(&self.options).chain([&self.source]);
        self.reads || texts.into_iter().any(|text| may_read(text, &self.headers))
    }

    fn refused(&self, excerpt: &str, log: &str) -> Error {
        Error::Program { name: self.name.as_str().into(), excerpt: excerpt.into(), log: log.into() }
    }
}

/// Whether a text might include what is none of these headers. What looks like it counts: nothing is parsed.
fn may_read(text: &str, headers: &[(String, String)]) -> bool {
    // A line that ends in a backslash goes on in the next.
    let text = text.replace("\\\r\n", "").replace("\\\n", "");
    if ["__DATE__", "__TIME__", "__TIMESTAMP__", "embed", "import"].iter().any(|word| text.contains(word)) {
        return true;
    }
    text.split("include").skip(1).any(|rest| {
        let rest = rest.trim_start();
        let name = match rest.chars().next() {
            Some('"') => rest[1..].split_once('"'),
            Some('<') => rest[1..].split_once('>'),
            _ => None,
        };
        name.is_none_or(|(name, _)| !headers.iter().any(|(known, _)| known == name))
    })
}

/// The program is compiled for the device, and the kernel taken from what that gives.
impl KernelSource for Program {
    fn kernel_for(&self, name: &str, device: &Device) -> Result<Kernel> {
        self.compile_for(device)?.kernel(name)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("name", &self.name)
            .field("arch", &self.arch)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_read_a_file_is_known() {
        let headers = [("a.h".to_owned(), String::new())];
        for text in [
            "",
            "#include \"a.h\"\n#include <a.h>",
            "# include  \"a.h\"",
            "#include\\\n \"a.h\"",
            "__global__ void f() {}",
        ] {
            assert!(!may_read(text, &headers), "{text}");
        }
        for text in [
            "#include \"b.h\"",
            "#inc\\\nlude <b.h>",
            "#include A",
            "#if __has_include(<x>)",
            "const char *when = __DATE__;",
            "#include \"a.h\"\n#include <cuda_fp16.h>",
            "#embed <x>",
        ] {
            assert!(may_read(text, &headers), "{text}");
        }
    }

    #[test]
    fn a_program_that_may_read_is_not_kept() {
        assert!(!Program::new("").define("N", 4).fast_math().may_read());
        assert!(Program::new("").include_dir("/tmp").may_read());
        assert!(Program::new("").option("--pre-include=x.h").may_read());
        assert!(Program::new("").define("X", "#include <x.h>").may_read());
        assert!(Program::new("#include \"x.h\"").may_read());
        let nested = Program::new("#include \"x.h\"").header("x.h", "#include \"y.h\"");
        assert!(nested.may_read() && !nested.header("y.h", "").may_read());
    }

    #[test]
    fn a_packed_object_comes_back() {
        let ptx = ".version 7.0\n.target sm_75\n.entry _Z1fv() { ret; }";
        let symbols = vec![("f".to_owned(), "_Z1fv".to_owned())];
        let object = ObjectCode::made("f.cu", ptx.into(), symbols, "said".to_owned()).unwrap();
        let packed = object.pack();
        let back = ObjectCode::unpack("g.cu", &packed).unwrap();
        assert_eq!((&back, back.log(), back.name()), (&object, "said", "g.cu"));
        for end in 0..packed.len() {
            // Cut off anywhere it is another object, or none; it never panics.
            assert!(ObjectCode::unpack("f.cu", &packed[..end]).is_none_or(|cut| cut != object));
        }
    }
}
