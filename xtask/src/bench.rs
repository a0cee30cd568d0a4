//! `cargo xtask bench` and `cargo xtask bench-build`.
//!
//! The first runs the benches. The second measures what a new user waits for: the cold release build of a project of
//! one kernel, which it makes in a temporary folder, and the number of crates in it. It does so with Kiln's default
//! features and without them.

use crate::workspace::{Outcome, Result, Tally, Workspace, succeeds};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The bars of the cold build, on [`CORES`] cores.
const MOST_SECONDS: f64 = 30.0;
const MOST_CRATES: usize = 45;
const CORES: usize = 2;

/// `cargo xtask bench [CARGO-BENCH-ARGUMENTS]`.
pub fn bench(workspace: &Workspace, arguments: &[String]) -> Outcome {
    // By pattern: `--benches` would start the libraries' unit tests too, which do not know criterion's options.
    let ok = succeeds(workspace.cargo().args(["bench", "--workspace", "--bench", "*"]).args(arguments))?;
    let reports = workspace.target.join("criterion");
    if reports.is_dir() {
        println!("xtask: criterion's reports are in {}", reports.display());
    }
    println!("xtask: tables that are worth keeping go to docs/performance.md, with machine and date");
    Ok(Tally::of(ok))
}

/// `cargo xtask bench-build`.
pub fn bench_build(workspace: &Workspace, _: &[String]) -> Outcome {
    let word = |ok: bool| if ok { "kept" } else { "MISSED" };
    let mut tally = Tally::default();
    println!("cold release build of a project with one kernel, {CORES} jobs");
    for (name, features) in [("everything", Features::Default), ("small", Features::None)] {
        let folder = std::env::temp_dir().join(format!("kiln-bench-build-{}", std::process::id()));
        let measured = project(workspace, &folder, HELLO, features).and_then(|()| measure(&folder));
        let _ = fs::remove_dir_all(&folder);
        let Measured { wall, processor, crates } = measured?;
        let seconds = wall.as_secs_f64();
        let (quick, few) = (seconds <= MOST_SECONDS, crates <= MOST_CRATES);
        println!("{name}");
        println!("  seconds   {seconds:6.1}  bar {MOST_SECONDS:4}  {}", word(quick));
        match processor {
            Some(time) => println!("  processor {:6.1}", time.as_secs_f64()),
            None => println!("  processor: only Linux tells"),
        }
        println!("  crates    {crates:6}  bar {MOST_CRATES:4}  {}", word(few));
        tally += Tally::of(quick);
        tally += Tally::of(few);
    }
    Ok(tally)
}

/// Which of Kiln's features a project has.
#[derive(Clone, Copy)]
pub enum Features {
    Default,
    None,
}

/// Writes a project of one program as a user would, with the workspace's own lock file so that the same crates are
/// measured.
pub fn project(workspace: &Workspace, folder: &Path, program: &str, features: Features) -> Result<()> {
    let features = match features {
        Features::Default => "",
        Features::None => ", default-features = false",
    };
    let manifest = format!(
        "[package]\nname = \"hello-kiln\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nkiln = {{ path = '{}'{features} }}\n\n[workspace]\n",
        workspace.root.display()
    );
    let write = |path: &str, text: &str| {
        fs::write(folder.join(path), text).map_err(|e| format!("{}: {e}", folder.join(path).display()))
    };
    fs::create_dir_all(folder.join("src")).map_err(|e| format!("{}: {e}", folder.display()))?;
    write("Cargo.toml", &manifest)?;
    write("src/main.rs", program)?;
    let lock = workspace.root.join("Cargo.lock");
    fs::copy(&lock, folder.join("Cargo.lock")).map_err(|e| format!("{}: {e}", lock.display()))?;
    // Downloads are not part of a build's time.
    let fetched = succeeds(cargo(workspace_cargo(), folder).args(["fetch", "--quiet"]))?;
    if fetched { Ok(()) } else { Err("cargo fetch failed: see above".into()) }
}

/// What a cold build takes.
struct Measured {
    wall: Duration,
    /// The time of all processors, which another program on the machine hardly changes.
    processor: Option<Duration>,
    crates: usize,
}

/// The processor time of all processes that this one has waited for, and of theirs.
fn processor_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in parentheses, and may have spaces. After it, the times are the 14th and 15th.
    let fields = stat.rsplit_once(')')?.1;
    let mut times = fields.split_whitespace().skip(13).map(str::parse::<u64>);
    let ticks = times.next()?.ok()? + times.next()?.ok()?;
    // Linux shows programs 100 ticks a second, whatever its own are.
    Some(Duration::from_millis(ticks * 10))
}

/// Builds with an empty target folder, counting crates; then runs the program on the CPU, so that what was timed works.
fn measure(folder: &Path) -> Result<Measured> {
    let before = processor_time();
    let start = Instant::now();
    let mut child = cargo(workspace_cargo(), folder)
        .args(["build", "--release", "--jobs", &CORES.to_string()])
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cargo could not be started: {e}"))?;
    let mut crates = 0;
    let mut said = String::new();
    if let Some(output) = child.stderr.take() {
        for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
            crates += usize::from(line.trim_start().starts_with("Compiling "));
            said += &line;
            said.push('\n');
        }
    }
    let status = child.wait().map_err(|e| format!("cargo was lost: {e}"))?;
    let wall = start.elapsed();
    let processor = processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
    if !status.success() {
        return Err(format!("the project does not build:\n{said}"));
    }
    let program = folder.join("target/release/hello-kiln");
    let ran = succeeds(Command::new(&program).env("KILN_DEVICE", "cpu"))?;
    if ran {
        Ok(Measured { wall, processor, crates })
    } else {
        Err("the project was built, but its program failed".into())
    }
}

pub fn workspace_cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Cargo in a project's folder, with a target folder of its own whatever the environment says.
pub fn cargo(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target")).env_remove("RUSTFLAGS");
    command
}

const HELLO: &str = "//! A first kernel.

use kiln::prelude::*;

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    let stream = device.stream();
    let x = stream.upload(&vec![1.0f32; 1 << 20])?;
    let mut y = stream.upload(&vec![2.0f32; 1 << 20])?;
    saxpy(3.0, &x, &mut y).threads(1 << 20).launch(&stream)?;
    assert_eq!(stream.download(&y)?[0], 5.0);
    Ok(())
}
";
