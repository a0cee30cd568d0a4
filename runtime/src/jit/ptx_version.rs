//! PTX and drivers of different ages.
//!
//! Takes PTX text and the CUDA version that a driver supports; guarantees that a text which the driver is too old
//! for is refused before the driver sees it, in words that name the version it needs; leaves machine code, which
//! says nothing of the kind, to the driver.

use crate::error::{Error, Result};
use kiln_codegen::compact::List;

/// PTX text whose `.version` is one that a driver of this CUDA version takes. Kiln's text uses nothing newer than
/// what the oldest supported driver knows, so only the header stands in the way.
pub(crate) fn lowered(ptx: &[u8], driver: (u32, u32)) -> Vec<u8> {
    let (major, minor) = newest(driver);
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
        .list();
    lines.join("\n").into_bytes()
}

/// The newest PTX version that a driver of this CUDA version takes.
pub(super) fn newest(driver: (u32, u32)) -> (u32, u32) {
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

/// The first CUDA version whose drivers take this PTX version.
fn first(ptx: (u32, u32)) -> (u32, u32) {
    match ptx {
        (0..=6, _) => (10, 2),
        (7, minor) => (11, minor),
        (8, minor @ 0..=5) => (12, minor),
        (8, minor) => (12, minor + 1),
        (9, minor) => (13, minor),
        (major, minor) => (major + 4, minor),
    }
}

/// The PTX version that a text says it needs.
pub(super) fn needed(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = directive(text, ".version ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// What stands behind a directive at the beginning of a line.
pub(super) fn directive<'t>(text: &'t str, directive: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.trim_start().strip_prefix(directive)).map(str::trim)
}

/// Refuses PTX text that is too new for a driver. A driver that does not tell its version is asked.
pub(super) fn check(kernel: &str, text: &str, driver: (u32, u32)) -> Result<()> {
    let Some(ptx) = needed(text).filter(|ptx| driver.0 > 0 && *ptx > newest(driver)) else { return Ok(()) };
    let (major, minor) = first(ptx);
    Err(Error::Assemble {
        kernel: kernel.to_owned(),
        reason: format!("it needs a driver of CUDA {major}.{minor} or newer").into(),
        driver,
        ptx,
        arch: directive(text, ".target ").unwrap_or_default().into(),
        log: "".into(),
        help: "update the driver, or let NVRTC compile the kernel: `pip install nvidia-cuda-nvrtc`",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_header_is_lowered() {
        let ptx = b"// made by\n\n.version 9.0\n.target sm_90\n// .version 9.0\n";
        let lowered = String::from_utf8(lowered(ptx, (12, 4))).unwrap();
        assert_eq!(lowered, "// made by\n\n.version 8.4\n.target sm_90\n// .version 9.0\n");
    }

    #[test]
    fn drivers_take_their_own_ptx() {
        assert_eq!(newest((11, 4)), (7, 4));
        assert_eq!(newest((12, 6)), (8, 5));
        assert_eq!(newest((13, 0)), (9, 0));
    }

    #[test]
    fn each_ptx_version_has_a_first_driver_which_takes_it() {
        for ptx in
            (0..9).map(|minor| (7, minor)).chain((0..9).map(|minor| (8, minor))).chain([(9, 0), (9, 1)])
        {
            let driver = first(ptx);
            assert!(newest(driver) >= ptx, "PTX {ptx:?}, driver {driver:?}");
            assert!(
                driver.1 == 0 || newest((driver.0, driver.1 - 1)) < ptx,
                "PTX {ptx:?}, driver {driver:?}"
            );
        }
    }

    #[test]
    fn a_text_that_is_too_new_names_the_driver_it_needs() {
        let text = "// of a kernel\n.version 8.7\n.target sm_100a\n";
        assert!(check("blur", text, (12, 8)).is_ok() && check("blur", text, (13, 0)).is_ok());
        assert!(check("blur", text, (0, 0)).is_ok(), "who does not tell its version is asked");
        assert!(check("blur", "no version", (11, 4)).is_ok());
        let said = check("blur", text, (12, 6)).unwrap_err().to_string();
        assert!(said.contains("kernel `blur`: it needs a driver of CUDA 12.8 or newer"), "{said}");
        assert!(
            said.contains("supports CUDA 12.6, and the text is PTX 8.7 for sm_100a\n  help: update"),
            "{said}"
        );
    }
}
