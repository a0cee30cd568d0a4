//! What the compiler says about users' programs: `ui/pass` compiles without a word and runs, `ui/fail` does not compile
//! and says what the `.stderr` files record.
//!
//! `TRYBUILD=overwrite cargo test --test ui` records the texts anew; read the difference. They are the texts of one
//! version of rustc, since others word their part differently; with another version only `ui/pass` is tried.

use std::process::Command;

/// The version of rustc whose words are recorded.
const RECORDED: &str = "rustc 1.95.";

#[test]
fn programs_compile_or_fail_as_recorded() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version =
        Command::new(rustc).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    if String::from_utf8_lossy(&version).starts_with(RECORDED) {
        cases.compile_fail("tests/ui/fail/*.rs");
    } else {
        println!("tests/ui/fail is for {RECORDED}*: not tried");
    }
}
