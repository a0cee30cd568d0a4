//! `cargo xtask library`: the functions of Kiln's library, from their sources to the IR text that is checked in.
//!
//! The front end lowers them, so the work is done by a test of the compiler (`codegen/tests/library.rs`), which
//! also finds whether the text is current. `tidy` compares fingerprints of the sources, which takes no compiler.

use crate::workspace::{Outcome, Tally, Workspace, succeeds};

/// Where the functions are listed, with the fingerprint of the sources.
pub const INDEX: &str = "codegen/src/library/index.rs";

/// `cargo xtask library`.
pub fn library(workspace: &Workspace, _: &[String]) -> Outcome {
    let mut command = workspace.cargo();
    command.args(["test", "--quiet", "-p", "kiln-codegen", "--features", "front", "--test", "library"]);
    command.arg("functions_are_lowered_as_checked_in").env("KILN_BLESS", "1");
    let ok = succeeds(&mut command)?;
    if ok {
        println!("xtask: codegen/src/library is written; run the tests, which run the functions");
    }
    Ok(Tally::of(ok))
}

/// Whether a file is a source of the library.
pub fn is_source(path: &str) -> bool {
    let name = ["codegen/library/", "codegen/src/math/"].iter().find_map(|folder| path.strip_prefix(folder));
    let stem = name.and_then(|name| name.strip_suffix(".rs"));
    stem.is_some_and(|stem| stem != "mod" && !stem.starts_with("tests") && !stem.contains('/'))
}

/// The fingerprint of the sources, in the order of their paths: FNV-1a of their lines.
pub fn fingerprint<'a>(sources: impl Iterator<Item = &'a str>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in sources.flat_map(str::lines).flat_map(str::bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_told_from_what_is_beside_them() {
        assert!(is_source("codegen/library/floats.rs") && is_source("codegen/src/math/exp32.rs"));
        assert!(!is_source("codegen/src/math/mod.rs") && !is_source("codegen/src/math/tests32.rs"));
        assert!(!is_source("codegen/src/lib.rs") && !is_source("codegen/library/a/b.rs"));
    }

    #[test]
    fn the_fingerprint_is_of_the_text() {
        assert_eq!(fingerprint(["a\nb\n"].into_iter()), fingerprint(["a\r\n", "b"].into_iter()));
        assert_ne!(fingerprint(["a"].into_iter()), fingerprint(["b"].into_iter()));
    }
}
