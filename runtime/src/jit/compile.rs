//! A kernel's CUDA C++ text to an image that the driver takes.

use std::ffi::CString;

use kiln_codegen::ir::MathTier;

use crate::error::{Error, Result};
use crate::sys::nvrtc::{Failure, ImageKind, Nvrtc};

use super::Arch;

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
}

impl Needs {
    /// Bytes of shared memory that every block has, whatever the launch says.
    pub(crate) fn fixed_shared(&self) -> u64 {
        u64::from(self.shared_bytes) + u64::from(self.declared_bytes)
    }
}

/// The compiler's options for a kernel, without the architecture.
pub(super) fn options(math: MathTier) -> Vec<String> {
    let mut options = vec!["-std=c++17".to_owned()];
    match math {
        MathTier::Default => {}
        MathTier::Strict => options.push("--fmad=false".to_owned()),
        MathTier::Fast => options.push("--use_fast_math".to_owned()),
    }
    options
}

/// Compiles with the process's NVRTC for a driver of this CUDA version.
///
/// Machine code is the rule. PTX, which the driver finishes, is for two cases: an NVRTC newer in major than the driver, whose
/// machine code the driver may refuse, and one that does not know the GPU yet.
pub(super) fn compile(
    kernel: &str,
    source: &str,
    needs: Needs,
    arch: Arch,
    options: &[String],
    driver: (u32, u32),
) -> Result<Compiled> {
    let symbol = super::pipeline::symbol(source).and_then(|name| CString::new(name).ok());
    let symbol = symbol.ok_or_else(|| Error::Specialise {
        kernel: kernel.to_owned(),
        message: "its generated text has no kernel; this is a defect of Kiln".to_owned(),
    })?;
    let nvrtc = Nvrtc::get()?;
    let version = nvrtc.version();
    let known = nvrtc.architectures();
    let knows = known.is_empty() || known.contains(&arch.number());
    let target = if knows && version.0 <= driver.0 {
        arch.real()
    } else if knows {
        arch.portable()
    } else {
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
        Arch::from_number(older).portable()
    };
    let mut all = vec![format!("--gpu-architecture={target}")];
    all.extend_from_slice(options);
    let output = nvrtc.compile(kernel, source, &all).map_err(|failure| match failure {
        Failure::Refused { log, excerpt } => Error::Compile { kernel: kernel.to_owned(), log, excerpt },
        Failure::Other(error) => error,
    })?;
    let mut image = output.image;
    if output.kind == ImageKind::Ptx && version > driver {
        image = lower_version(&image, driver);
    }
    let compiler = format!("NVRTC {}.{}", version.0, version.1);
    Ok(Compiled { symbol, image, kind: output.kind, needs, compiler })
}

/// PTX text whose `.version` is one that a driver of this CUDA version takes. Kiln's text uses nothing newer than what the
/// oldest supported driver knows, so only the header stands in the way.
fn lower_version(ptx: &[u8], driver: (u32, u32)) -> Vec<u8> {
    let (major, minor) = ptx_version(driver);
    let text = String::from_utf8_lossy(ptx);
    let mut done = false;
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| {
            if !done && line.trim_start().starts_with(".version") {
                done = true;
                format!(".version {major}.{minor}")
            } else {
                line.to_owned()
            }
        })
        .collect();
    lines.join("\n").into_bytes()
}

/// The newest PTX version that a driver of this CUDA version takes.
fn ptx_version(driver: (u32, u32)) -> (u32, u32) {
    match driver {
        (0..=10, _) => (6, 5),
        (11, minor) => (7, minor.min(8)),
        (12, minor @ 0..=5) => (8, minor),
        (12, 6) => (8, 5),
        (12, 7) => (8, 6),
        (12, 8) => (8, 7),
        (12, _) => (8, 8),
        (13, minor) => (9, minor.min(1)),
        _ => (9, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_follow_the_tier() {
        assert_eq!(options(MathTier::Default), ["-std=c++17"]);
        assert_eq!(options(MathTier::Strict), ["-std=c++17", "--fmad=false"]);
        assert_eq!(options(MathTier::Fast), ["-std=c++17", "--use_fast_math"]);
    }

    #[test]
    fn only_the_header_is_lowered() {
        let ptx = b"// made by\n\n.version 9.0\n.target sm_90\n// .version 9.0\n";
        let lowered = String::from_utf8(lower_version(ptx, (12, 4))).unwrap();
        assert_eq!(lowered, "// made by\n\n.version 8.4\n.target sm_90\n// .version 9.0\n");
    }

    #[test]
    fn drivers_take_their_own_ptx() {
        assert_eq!(ptx_version((11, 4)), (7, 4));
        assert_eq!(ptx_version((12, 6)), (8, 5));
        assert_eq!(ptx_version((13, 0)), (9, 0));
    }
}
