//! A kernel's text to an image that the driver takes: CUDA C++ through NVRTC, PTX through the driver itself.

use std::ffi::CString;

use kiln_codegen::ir::{Backend, MathTier};

use crate::driver::{self, Context, Refused};
use crate::error::{Error, Result, without_help};
use crate::sys::driver::{
    CUresult, INVALID_IMAGE, INVALID_PTX, INVALID_VALUE, JIT_COMPILER_NOT_FOUND, NO_BINARY_FOR_GPU,
    NOT_FOUND, UNSUPPORTED_PTX_VERSION,
};
use crate::sys::nvrtc::{Failure, ImageKind, Nvrtc, excerpt};

use super::cache::Taken;
use super::pipeline::KernelText;
use super::{Arch, Form, ptx_version};
use crate::launch::Maps;
use crate::registry::KernelEntry;

/// Whether an image that was not loaded is at fault. A driver without memory, or one that a kernel has stopped,
/// refuses every image, and the next process takes them all.
pub(super) fn fault(error: &Error) -> Taken {
    match error {
        Error::Driver { code, .. } if !IMAGE_FAULTS.contains(code) => Taken::NotNow,
        _ => Taken::Refused,
    }
}

/// What the driver answers where it does not understand an image, or does not find the kernel in it.
const IMAGE_FAULTS: [CUresult; 6] =
    [INVALID_VALUE, INVALID_IMAGE, NO_BINARY_FOR_GPU, INVALID_PTX, UNSUPPORTED_PTX_VERSION, NOT_FOUND];

/// A compiled kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compiled {
    /// The kernel's name in the image.
    pub(super) symbol: CString,
    pub(super) image: Vec<u8>,
    pub(super) kind: ImageKind,
    pub(super) needs: Needs,
    /// What made it, for people.
    pub(super) compiler: String,
    /// What it is, for people: [`about`].
    pub(super) about: String,
}

/// What an entry says of itself: kernel, types and constants, architecture, which code, back end and Kiln's
/// version, with tabs between.
pub(super) fn about(entry: &KernelEntry, answers: &str, arch: Arch, form: Form, backend: Backend) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let path = entry.path();
    format!("{path}\t{answers}\t{}\t{}\t{}\t{version}", arch.real(), form.name(), backend.name())
}

/// What a launch must give, since the text does not say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// A tile kernel's block, which Kiln chose.
    pub(crate) block: Option<[u32; 3]>,
    /// Bytes of shared memory that the launch allocates; 0 where the kernel declares what it uses.
    pub(crate) shared_bytes: u32,
    /// Of the shared slice, whose length the launch says, the size of an element in bytes; 0 where there is none.
    pub(crate) slice_element: u32,
    /// Bytes of shared memory that the kernel declares itself, where it also has a shared slice.
    pub(crate) declared_bytes: u32,
    /// Of coarse code, how many blocks' work a block does; of tiles, how many blocks share one; 0 of any other.
    pub(crate) blocks: u32,
    /// Whether its blocks wait for each other, so that all must run at once.
    pub(crate) grid_barrier: bool,
    /// Whether it takes a [`kiln_codegen::abi::LaunchInfo`] behind the user's parameters. What cannot fail has no
    /// use for one.
    pub(crate) info: bool,
    /// The tensor maps that it takes before that.
    pub(crate) maps: Maps,
}

impl Needs {
    /// Bytes of shared memory that every block has, whatever the launch says.
    pub(crate) fn fixed_shared(&self) -> u64 {
        u64::from(self.shared_bytes) + u64::from(self.declared_bytes)
    }
}

/// Tells NVRTC, and a cache's keys, that lines are wanted.
const LINES: &str = "--generate-line-info";

/// The compiler's options for a kernel, without the architecture. PTX says by itself what its instructions mean.
pub(super) fn options(backend: Backend, math: MathTier, lines: bool) -> Vec<String> {
    let lines = lines.then(|| LINES.to_owned());
    if backend == Backend::Ptx {
        return Vec::from_iter(lines);
    }
    let mut options = vec!["-std=c++17".to_owned()];
    options.extend(lines);
    match math {
        MathTier::Default => {}
        MathTier::Strict => options.push("--fmad=false".to_owned()),
        MathTier::Fast => options.push("--use_fast_math".to_owned()),
    }
    options
}

/// Compiles with the process's NVRTC for a driver of this CUDA version.
///
/// Machine code is the rule. PTX, which the driver finishes, is for two cases: an NVRTC newer in major than the
/// driver, whose machine code the driver may refuse, and one that does not know the GPU yet.
pub(super) fn compile(
    kernel: &str,
    made: &KernelText,
    arch: Arch,
    options: &[String],
    driver: (u32, u32),
) -> Result<Compiled> {
    let symbol = named(kernel, &made.symbol)?;
    let nvrtc = Nvrtc::get()?;
    let version = nvrtc.version();
    let target = target(nvrtc, arch, driver)?;
    let mut all = vec![format!("--gpu-architecture={target}")];
    all.extend_from_slice(options);
    let output = nvrtc.compile(kernel, &made.text, &all).map_err(|failure| match failure {
        Failure::Refused { log, excerpt } => Error::Compile { kernel: kernel.to_owned(), log, excerpt },
        Failure::Other(error) => error,
    })?;
    let mut image = output.image;
    if output.kind == ImageKind::Ptx && version > driver {
        image = ptx_version::lowered(&image, driver);
    }
    let compiler = format!("NVRTC {}.{}", version.0, version.1);
    let needs = made.needs;
    Ok(Compiled { symbol, image, kind: output.kind, needs, compiler, about: String::new() })
}

/// What an NVRTC is asked for, for a GPU and a driver of this CUDA version: its machine code, or PTX.
pub(crate) fn target(nvrtc: &Nvrtc, arch: Arch, driver: (u32, u32)) -> Result<String> {
    let version = nvrtc.version();
    let known = nvrtc.architectures();
    let knows = known.is_empty() || known.contains(&arch.number());
    if knows {
        return Ok(if version.0 <= driver.0 { arch.real() } else { arch.portable() });
    }
    let older = known.iter().copied().filter(|number| *number <= arch.number()).max();
    let older = older.ok_or_else(|| Error::Compiler {
        library: nvrtc.path().to_owned(),
        call: "nvrtcGetSupportedArchs",
        reason: format!(
            "version {}.{} no longer compiles for {} (it begins at sm_{}); use an older one",
            version.0,
            version.1,
            arch.real(),
            known.iter().min().unwrap_or(&0)
        ),
    })?;
    Ok(Arch::from_number(older).portable())
}

/// Assembles PTX text with the driver, for the GPU of a context.
pub(super) fn assemble(
    kernel: &str,
    text: &str,
    symbol: CString,
    needs: Needs,
    context: &Context,
    lines: bool,
) -> Result<Compiled> {
    let (major, minor) = context.driver.version();
    ptx_version::check(kernel, text, (major, minor))?;
    let image = driver::assemble(context, kernel, text, lines)
        .map_err(|Refused { error, log }| not_assembled(kernel, text, (major, minor), *error, &log))?;
    let compiler = format!("the driver of CUDA {major}.{minor}");
    Ok(Compiled { symbol, image, kind: ImageKind::Cubin, needs, compiler, about: String::new() })
}

/// PTX text as it is, for a driver that is somewhere else.
pub(super) fn unassembled(kernel: &str, made: &KernelText) -> Result<Compiled> {
    let symbol = named(kernel, &made.symbol)?;
    let (image, kind, needs) = (made.text.as_bytes().to_vec(), ImageKind::Ptx, made.needs);
    Ok(Compiled { symbol, image, kind, needs, compiler: "Kiln".to_owned(), about: String::new() })
}

/// The name of the kernel in its text, for the driver.
pub(super) fn named(kernel: &str, symbol: &str) -> Result<CString> {
    let name = CString::new(symbol).ok().filter(|name| !name.is_empty());
    name.ok_or_else(|| Error::Specialize {
        kernel: kernel.to_owned(),
        message: "its generated text has no kernel; this is a defect of Kiln".to_owned(),
    })
}

/// Says in the user's terms why the driver did not assemble a text.
fn not_assembled(kernel: &str, text: &str, version: (u32, u32), error: Error, log: &str) -> Error {
    let help = match &error {
        Error::Driver { code: UNSUPPORTED_PTX_VERSION, .. } => {
            "update the driver, or let NVRTC compile the kernel: `pip install nvidia-cuda-nvrtc`"
        }
        Error::Driver { code: JIT_COMPILER_NOT_FOUND, .. } => {
            "the driver's assembler (libnvidia-ptxjitcompiler.so.1) is not on the loader's path: give the container the whole \
             driver, or let NVRTC compile the kernel: `pip install nvidia-cuda-nvrtc`"
        }
        Error::Driver { code: INVALID_IMAGE | NO_BINARY_FOR_GPU | INVALID_PTX, .. } => {
            "this is a defect of Kiln, please report it; KILN_BACKEND=cuda lets NVRTC compile the kernel"
        }
        // Whatever else: no memory, no context, a driver without the calls.
        _ => return error,
    };
    let line_of = |line: &str| {
        let (_, rest) = line.split_once(" ptx input, line ")?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let excerpt = excerpt(log, text, line_of);
    let ptx = ptx_version::needed(text).unwrap_or_default();
    Error::Assemble {
        kernel: kernel.to_owned(),
        reason: without_help(&error).into(),
        driver: version,
        ptx,
        arch: ptx_version::directive(text, ".target ").unwrap_or_default().into(),
        log: [&*excerpt, log].join("\n").trim_matches('\n').into(),
        help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_follow_the_tier() {
        assert_eq!(options(Backend::Cuda, MathTier::Default, false), ["-std=c++17"]);
        assert_eq!(options(Backend::Cuda, MathTier::Strict, false), ["-std=c++17", "--fmad=false"]);
        assert_eq!(options(Backend::Cuda, MathTier::Fast, false), ["-std=c++17", "--use_fast_math"]);
        assert_eq!(options(Backend::Cuda, MathTier::Default, true), ["-std=c++17", LINES]);
        assert!(options(Backend::Ptx, MathTier::Fast, false).is_empty());
        assert_eq!(options(Backend::Ptx, MathTier::Fast, true), [LINES]);
    }

    #[test]
    fn a_driver_without_memory_does_not_refuse_an_image() {
        let of = |code| {
            fault(&Error::Driver {
                call: "cuModuleLoadDataEx",
                code,
                name: String::new(),
                meaning: String::new(),
            })
        };
        assert_eq!([INVALID_IMAGE, NO_BINARY_FOR_GPU, NOT_FOUND].map(of), [Taken::Refused; 3]);
        // Memory, a driver that ends, an address that a kernel should not have touched, a hung kernel.
        assert_eq!([2, 4, 700, 702].map(of), [Taken::NotNow; 4]);
    }

    #[test]
    fn a_refused_text_is_told_with_its_line_and_versions() {
        let text = "// saxpy\n.version 8.6\n.target sm_100a\n.entry f() {\n\tnonsense;\n}\n";
        let said = |code, log| {
            let (call, name) = ("cuLinkAddData_v2", "CUDA_ERROR_X".to_owned());
            let error = Error::Driver { call, code, name, meaning: "the driver's words".to_owned() };
            not_assembled("saxpy", text, (12, 4), error, log).to_string()
        };
        let old = said(UNSUPPORTED_PTX_VERSION, "");
        assert!(old.contains("supports CUDA 12.4, and the text is PTX 8.6 for sm_100a\n"), "{old}");
        assert!(old.contains("the driver's words") && old.contains("help: update the driver"), "{old}");
        let log =
            "ptxas application ptx input, line 5; error   : Not a name of any known instruction: 'nonsense'
ptxas <macro util>, line 2; error   : of no line of the text";
        let wrong = said(INVALID_PTX, log);
        assert!(wrong.contains("\n        5 | \tnonsense;\n    ptxas application"), "{wrong}");
        assert!(wrong.contains("defect of Kiln"), "{wrong}");
        assert!(said(JIT_COMPILER_NOT_FOUND, "").contains("libnvidia-ptxjitcompiler"));
        assert!(
            said(2, "").starts_with("cuLinkAddData_v2 failed"),
            "what is not the text's fault stays as it is"
        );
    }
}
