//! `cargo xtask generate --count N --seed S [--bundle FOLDER]`: so many programs that are not checked in, compared
//! as those are, and with each batch other structs.
//!
//! Takes the dice's first throw and the number of programs; writes them, a batch at a time, as the tests of a
//! package under `target/hunt`, whose dependencies are built once, and runs them, each batch while the next is
//! built. A batch that finds a difference stays there, and its seed is told. A [`Bundle`] takes the executables to
//! other machines, and they run there only.

use super::carry::Bundle;
use super::{PATH, layouts, programs};
use crate::artifacts;
use crate::workspace::{Outcome, Result, Tally, Workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// Programs that are compiled at once: enough to make the library that they share cheap, not so many that the
/// compiler runs short of memory.
pub(super) const BATCH: usize = 250;

/// Programs that are compiled at once, all from one throw of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) seed: u64,
    pub(super) size: usize,
}

impl Batch {
    /// What the executable is called.
    pub(super) fn name(self) -> String {
        format!("hunt-{}", self.seed)
    }

    fn programs(self) -> String {
        programs(self.seed, self.size, true)
    }
}

/// The batches of so many programs.
pub(super) fn batches(seed: u64, count: usize) -> Vec<Batch> {
    let size = |first| BATCH.min(count - first);
    let firsts = (0..count).step_by(BATCH).enumerate();
    firsts.map(|(at, first)| Batch { seed: seed.wrapping_add(at as u64), size: size(first) }).collect()
}

pub(super) fn hunt(workspace: &Workspace, seed: u64, count: usize, bundle: Option<&Path>) -> Outcome {
    let mut hunt = Hunt { workspace, folder: workspace.target.join("hunt"), tally: Tally::default() };
    prepare(workspace, &hunt.folder)?;
    let mut bundle = bundle.map(|folder| Bundle::new(workspace.root.join(folder))).transpose()?;
    let start = Instant::now();
    let mut running: Option<Running> = None;
    let mut done = 0;
    for batch in batches(seed, count) {
        let built = hunt.build(batch)?;
        let next = match (&mut bundle, built) {
            (Some(bundle), Some(executable)) => {
                bundle.add(batch, &executable)?;
                fs::remove_file(&executable).map_err(|error| format!("{}: {error}", executable.display()))?;
                None
            }
            (_, built) => built.map(|executable| Running::start(batch, executable)).transpose()?,
        };
        if let Some(before) = std::mem::replace(&mut running, next) {
            hunt.finish(before)?;
        }
        done += batch.size;
        let minutes = start.elapsed().as_secs() / 60;
        println!("xtask: {done} of {count} programs are built, {minutes} min, {}", hunt.tally);
    }
    if let Some(last) = running {
        hunt.finish(last)?;
    }
    if let Some(bundle) = bundle {
        bundle.close()?;
    }
    println!("xtask: {count} programs, {} min, {}", start.elapsed().as_secs() / 60, hunt.tally);
    Ok(hunt.tally)
}

struct Hunt<'a> {
    workspace: &'a Workspace,
    folder: PathBuf,
    tally: Tally,
}

impl Hunt<'_> {
    /// Compiles a batch. That it does not compile is a failure, and there is no executable.
    fn build(&mut self, batch: Batch) -> Result<Option<PathBuf>> {
        put(&self.folder.join("tests/hunt/programs.rs"), &batch.programs())?;
        put(&self.folder.join("tests/hunt/layouts.rs"), &layouts::text(batch.seed))?;
        let mut command = self.workspace.cargo();
        command.args(["test", "--no-run", "--quiet", "--test", "hunt", "--manifest-path"]);
        command.arg(self.folder.join("Cargo.toml")).arg("--target-dir").arg(self.folder.join("target"));
        let built = match artifacts::build(&mut command) {
            Ok(built) => built,
            Err(why) => {
                self.failed(batch, &why)?;
                return Ok(None);
            }
        };
        let executable = built.first().ok_or("cargo names no executable that it built")?;
        // The next build writes to the same file.
        let kept = self.folder.join("bin").join(batch.name());
        copy(&executable.path, &kept)?;
        Ok(Some(kept))
    }

    /// Waits for a batch that runs; its output is shown where it failed.
    fn finish(&mut self, running: Running) -> Result<()> {
        let Running { batch, executable, child } = running;
        let output =
            child.wait_with_output().map_err(|error| format!("{} was lost: {error}", batch.name()))?;
        fs::remove_file(&executable).map_err(|error| format!("{}: {error}", executable.display()))?;
        if output.status.success() {
            self.tally.passed += batch.size;
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let tells = |line: &&str| ["FAILED", "panicked", "differ"].iter().any(|word| line.contains(word));
        for line in text.lines().filter(tells).take(40) {
            println!("    {line}");
        }
        self.failed(batch, &output.status.to_string())
    }

    fn failed(&mut self, batch: Batch, why: &str) -> Result<()> {
        self.tally.failed += 1;
        let kept = self.folder.join(format!("failed_{}.rs", batch.seed));
        put(&kept, &batch.programs())?;
        println!(
            "xtask: seed {} ({} programs) failed ({why}); they are kept in {}",
            batch.seed,
            batch.size,
            kept.display()
        );
        Ok(())
    }
}

/// A batch that runs beside the build of the next.
struct Running {
    batch: Batch,
    executable: PathBuf,
    child: Child,
}

impl Running {
    fn start(batch: Batch, executable: PathBuf) -> Result<Running> {
        let mut command = Command::new(&executable);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.map_err(|error| format!("{}: {error}", executable.display()))?;
        Ok(Running { batch, executable, child })
    }
}

/// The package: the checked-in tests' frame around other programs.
fn prepare(workspace: &Workspace, folder: &Path) -> Result<()> {
    let kiln = workspace.root.display().to_string();
    let runtime = workspace.root.join("runtime").display().to_string();
    let manifest = format!(
        "[package]\nname = \"hunt\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [lib]\npath = \"lib.rs\"\n\n[features]\nsample = []\n\n[dependencies]\nkiln = {{ path = {kiln:?} }}\n\
         kiln-runtime = {{ path = {runtime:?} }}\n\n\
         [profile.dev]\noverflow-checks = false\ndebug = false\nincremental = false\n\n\
         # The macro and the executor run thousands of programs.\n\
         [profile.dev.package.\"*\"]\nopt-level = 2\n\n[profile.dev.build-override]\nopt-level = 2\ndebug-assertions = false\n"
    );
    put(&folder.join("Cargo.toml"), &manifest)?;
    put(&folder.join("lib.rs"), "")?;
    let lock = workspace.root.join("Cargo.lock");
    if !folder.join("Cargo.lock").exists() && lock.exists() {
        let text = fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
        put(&folder.join("Cargo.lock"), &text)?;
    }
    for (name, name_there) in [("tests.rs", "main.rs"), ("layout.rs", "layout.rs"), ("ulps.rs", "ulps.rs")] {
        let frame = workspace.root.join(PATH).with_file_name(name);
        let text = fs::read_to_string(&frame).map_err(|error| format!("{}: {error}", frame.display()))?;
        put(&folder.join("tests/hunt").join(name_there), &text)?;
    }
    Ok(())
}

pub fn put(path: &Path, text: &str) -> Result<()> {
    let failed = |error| format!("{} cannot be written: {error}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    let failed = |error| format!("{} cannot be copied to {}: {error}", from.display(), to.display());
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::copy(from, to).map(drop).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_have_seeds_of_their_own_and_the_last_the_rest() {
        let of = |seed, size| Batch { seed, size };
        assert_eq!(batches(7, 600), [of(7, 250), of(8, 250), of(9, 100)]);
        assert_eq!(batches(7, 0), []);
    }
}
