//! `cargo xtask generate --count N --seed S`: so many programs that are not checked in, compared as those are, and with each
//! batch other structs.
//!
//! Takes the dice's first throw and the number of programs; writes them, a batch at a time, as the tests of a package under
//! `target/hunt`, whose dependencies are built once, and runs them. A batch that finds a difference stays there, and its seed
//! is told.

use super::{PATH, layouts, programs};
use crate::workspace::{Outcome, Result, Tally, Workspace};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

/// Programs that are compiled at once: enough to make the library that they share cheap, not so many that the compiler runs
/// short of memory.
pub(super) const BATCH: usize = 250;

pub(super) fn hunt(workspace: &Workspace, seed: u64, count: usize) -> Outcome {
    let folder = workspace.target.join("hunt");
    prepare(workspace, &folder)?;
    let mut tally = Tally::default();
    let start = Instant::now();
    for (number, first) in (0..count).step_by(BATCH).enumerate() {
        let seed = seed.wrapping_add(number as u64);
        let size = BATCH.min(count - first);
        put(&folder.join("tests/hunt/programs.rs"), &programs(seed, size, true))?;
        put(&folder.join("tests/hunt/layouts.rs"), &layouts::text(seed))?;
        if run(workspace, &folder)? {
            tally.passed += size;
        } else {
            tally.failed += 1;
            let kept = folder.join(format!("failed_{seed}.rs"));
            put(&kept, &programs(seed, size, true))?;
            println!("xtask: seed {seed} ({size} programs) failed; they are kept in {}", kept.display());
        }
        let minutes = start.elapsed().as_secs() / 60;
        println!("xtask: {} of {count} programs, {minutes} min, {tally}", first + size);
    }
    Ok(tally)
}

/// The package: the checked-in tests' frame around other programs.
fn prepare(workspace: &Workspace, folder: &Path) -> Result<()> {
    let kiln = workspace.root.display().to_string();
    let runtime = workspace.root.join("runtime").display().to_string();
    let manifest = format!(
        "[package]\nname = \"hunt\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [lib]\npath = \"lib.rs\"\n\n[dependencies]\nkiln = {{ path = {kiln:?} }}\n\
         kiln-runtime = {{ path = {runtime:?} }}\n\n\
         [profile.dev]\noverflow-checks = false\ndebug = false\nincremental = false\n\n\
         # The macro and the executor run thousands of programs.\n\
         [profile.dev.package.\"*\"]\nopt-level = 1\n\n[profile.dev.build-override]\nopt-level = 1\n"
    );
    put(&folder.join("Cargo.toml"), &manifest)?;
    put(&folder.join("lib.rs"), "")?;
    let lock = workspace.root.join("Cargo.lock");
    if !folder.join("Cargo.lock").exists() && lock.exists() {
        let text = fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
        put(&folder.join("Cargo.lock"), &text)?;
    }
    for name in ["main.rs", "layout.rs", "ulps.rs"] {
        let frame = workspace.root.join(PATH).with_file_name(name);
        let text = fs::read_to_string(&frame).map_err(|error| format!("{}: {error}", frame.display()))?;
        put(&folder.join("tests/hunt").join(name), &text)?;
    }
    Ok(())
}

fn put(path: &Path, text: &str) -> Result<()> {
    let failed = |error| format!("{} cannot be written: {error}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

/// Compiles and runs a batch; its output is shown where it failed.
fn run(workspace: &Workspace, folder: &Path) -> Result<bool> {
    let mut command = workspace.cargo();
    command.args(["test", "--quiet", "--test", "hunt", "--offline", "--manifest-path"]);
    command.arg(folder.join("Cargo.toml")).arg("--target-dir").arg(workspace.target.join("hunt/target"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.output().map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let tells = |line: &&str| ["error", "panicked", "differ"].iter().any(|word| line.contains(word));
        for line in text.lines().filter(tells).take(40) {
            println!("    {line}");
        }
    }
    Ok(output.status.success())
}
