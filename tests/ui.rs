//! What the compiler says about users' programs: `ui/pass` compiles without a word and runs, `ui/newer` too
//! where rustc knows what it says, and `ui/fail` does not compile and says what the `.stderr` files record.
//!
//! `TRYBUILD=overwrite cargo test --test ui` records the texts anew; read the difference. They are the texts of one
//! version of rustc, since others word their part differently; with another version only `ui/pass` is tried.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A program of all ways out that the pages under `docs/errors` show, a module each, which builds their kernels as
/// a launch would.
fn ways_out() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut program = "#![allow(warnings)]\n".to_owned();
    let mut pages: Vec<_> =
        std::fs::read_dir(root.join("docs/errors")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        let name = page.file_stem().unwrap().to_string_lossy().to_lowercase();
        let blocks = text.split_once("## Ways out").map_or("", |(_, rest)| rest).split("```rust\n").skip(1);
        for (number, block) in blocks.enumerate() {
            let code = block.split("```").next().unwrap_or("");
            // Behind the last item a page may show how a host launches it.
            let Some((items, _)) = code.rsplit_once("\n}\n") else { continue };
            let _ = write!(program, "\nmod {name}_{number} {{\nuse kiln::prelude::*;\n{items}\n}}\n}}\n");
        }
    }
    program
        .push_str("\nfn main() {\n    kiln::verify_all().unwrap_or_else(|error| panic!(\"{error}\"));\n}\n");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ways_out.rs");
    std::fs::write(&path, program).unwrap();
    path.to_string_lossy().into_owned()
}

/// The version of rustc whose words are recorded.
const RECORDED: &str = "rustc 1.95.";

#[test]
fn programs_compile_or_fail_as_recorded() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.pass(ways_out());
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version =
        Command::new(rustc).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    if String::from_utf8_lossy(&version).starts_with(RECORDED) {
        cases.pass("tests/ui/newer/*.rs");
        cases.compile_fail("tests/ui/fail/*.rs");
    } else {
        println!("tests/ui/newer and tests/ui/fail are for {RECORDED}*: not tried");
    }
}
