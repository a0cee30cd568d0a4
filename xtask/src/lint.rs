//! `cargo xtask lint`: clippy over everything, with the features that the tests have, so that nothing is built twice;
//! and checks that no code is left over where a default feature is off.

use crate::depth::Depth;
use crate::test::{EVERY_CRATE, sample_generated};
use crate::workspace::{Outcome, Result, Tally, Workspace, succeeds};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

pub fn lint(workspace: &Workspace, _: &[String]) -> Outcome {
    let mut command = workspace.cargo();
    command.args(["clippy", "--locked", "--all-targets"]).args(EVERY_CRATE);
    sample_generated(workspace, Depth::from_environment()?, &mut command)?;
    command.args(["--", "-D", "warnings"]);
    let mut tally = Tally::of(succeeds(&mut command)?);
    tally += small(workspace, Depth::from_environment()?)?;
    Ok(tally)
}

/// The default features of `kiln`.
const FEATURES: [&str; 3] = ["tile", "ptx", "generic-proofs"];

/// Warnings in builds with none or one of [`FEATURES`] are errors. On push the features alone are checked in the
/// runtime, which has most of what they turn off, and needs no macros for it.
fn small(workspace: &Workspace, depth: Depth) -> Result<Tally> {
    let alone = match depth {
        Depth::Push => "kiln-runtime",
        Depth::Nightly => "kiln",
    };
    let mut tally = Tally::default();
    for (package, feature) in [("kiln", "")].into_iter().chain(FEATURES.map(|feature| (alone, feature))) {
        let mut command = workspace.cargo();
        command.args(["check", "--locked", "--no-default-features", "--package", package]);
        command.args(["--features", feature]);
        // These only check, so the compiler that they build need not be fast.
        command.args(["--config", "profile.dev.package.kiln-codegen.opt-level=0"]);
        tally += Tally::of(is_without_warnings(&mut command)?);
    }
    Ok(tally)
}

/// Whether a command of cargo's succeeds and prints no warning. (With `-D warnings` rustc has other flags, so cargo
/// would build every dependency again.)
fn is_without_warnings(command: &mut Command) -> Result<bool> {
    let failed = |e| format!("cargo could not be run: {e}");
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
    let mut warned = false;
    if let Some(output) = child.stderr.take() {
        for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
            warned |= line.starts_with("warning");
            eprintln!("{line}");
        }
    }
    Ok(child.wait().map_err(failed)?.success() && !warned)
}
