//! Which back end makes a kernel's code for a GPU.
//!
//! Takes what KILN_BACKEND and the kernel say; guarantees that the variable is read once, that it goes before the
//! kernel, and that a value of it that names nothing is an error; leaves to [`super`] what becomes of it.

use std::ffi::OsString;
use std::sync::OnceLock;

use kiln_codegen::ir::Backend;

use crate::error::{Error, Result};
use crate::registry::KernelEntry;
use crate::sys::variables;

/// The back end that the user chose for a kernel, if any.
pub(crate) fn said(entry: &KernelEntry) -> Result<Option<Backend>> {
    static SAID: OnceLock<Result<Option<Backend>>> = OnceLock::new();
    let environment = SAID.get_or_init(|| parse(variables::value("KILN_BACKEND"))).clone()?;
    Ok(environment.or(entry.attrs.target))
}

/// Whether the program has the back end for PTX.
const HAS_PTX: bool = cfg!(feature = "ptx");

/// What compiles a kernel. Without NVRTC, and with nothing said, that is the driver, in silence: the report tells. An
/// error where the program has no such back end.
pub(crate) fn chosen(said: Option<Backend>, has_nvrtc: impl FnOnce() -> bool) -> Result<Backend> {
    match said {
        Some(Backend::Ptx) => needs_ptx("PTX was chosen, by KILN_BACKEND or by the kernel")?,
        None if !has_nvrtc() => needs_ptx("NVRTC was not found, so that kernels need PTX")?,
        Some(Backend::Cuda) | None => return Ok(Backend::Cuda),
    }
    Ok(Backend::Ptx)
}

/// An error where the program has no back end for PTX.
pub(crate) fn needs_ptx(what: &str) -> Result<()> {
    if HAS_PTX {
        return Ok(());
    }
    let otherwise = ", or install NVRTC (`pip install nvidia-cuda-nvrtc`) and don't choose PTX";
    Err(Error::FeatureOff { what: what.to_owned(), feature: "ptx", otherwise })
}

/// Whether the machine code is to tell the lines of the source, for profilers and debuggers: KILN_LINEINFO, read
/// once. Through PTX the lines are the user's; through NVRTC those of the generated text.
pub(crate) fn lines() -> bool {
    static LINES: OnceLock<bool> = OnceLock::new();
    *LINES.get_or_init(|| variables::switch("KILN_LINEINFO").unwrap_or(false))
}

/// What a value of KILN_BACKEND names.
fn parse(value: Option<OsString>) -> Result<Option<Backend>> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    let value = value.to_string_lossy();
    match Backend::from_name(&value.trim().to_ascii_lowercase()) {
        Some(backend) => Ok(Some(backend)),
        None => Err(Error::BadBackendName { value: value.into_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_names_a_back_end() {
        let of = |value: &str| parse(Some(value.into()));
        assert!(matches!(parse(None), Ok(None)) && matches!(of(""), Ok(None)));
        assert!(matches!(of("ptx"), Ok(Some(Backend::Ptx))));
        assert!(matches!(of(" CUDA "), Ok(Some(Backend::Cuda))));
        let text = of("nvrtc").unwrap_err().to_string();
        assert!(text.contains("KILN_BACKEND is `nvrtc`") && text.contains("`cuda` or `ptx`"), "{text}");
    }

    #[test]
    fn nvrtc_is_looked_for_only_where_nothing_is_said() {
        for backend in Backend::ALL {
            assert_eq!(chosen(Some(backend), || unreachable!()).unwrap(), backend);
        }
        assert_eq!(chosen(None, || true).unwrap(), Backend::Cuda);
        assert_eq!(chosen(None, || false).unwrap(), Backend::Ptx);
    }

    #[test]
    fn a_kernel_says_it_for_itself() {
        let mut entry = crate::jit::tests::entry(String::new()).clone();
        for target in [None, Some(Backend::Ptx), Some(Backend::Cuda)] {
            entry.parts.attrs.target = target;
            // The variable, where it is set for these tests, goes before.
            let expected = parse(std::env::var_os("KILN_BACKEND")).unwrap().or(target);
            assert_eq!(said(&entry).unwrap(), expected);
        }
    }
}
