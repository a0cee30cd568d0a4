//! `cargo xtask test` and `cargo xtask bless`: every test of the workspace, the run tests once more under the
//! sanitizer, loom's tests of the lock-free lists, then `validate`, `slips` and `tidy`.
//!
//! How deep some of the stages go depends on [`KILN_DEPTH`](crate::depth); each says what it leaves out.
//!
//! The last line is `N passed, N failed`, summed over all of them. A stage that could not run at all counts as one
//! failure, and its reason is repeated at the end, where it is read.

use crate::depth::{self, Depth};
use crate::provision::{self, Tools};
use crate::workspace::{Outcome, Result, Tally, Workspace, succeeds, walk};
use crate::{generate, slips, tidy, validate};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Every crate with all that is tested of it. The compiler's front end is a feature that only the macro turns on, for
/// the machine that builds; its tests need it said. Its features are said one by one, so that macros and programs have
/// the same and it is built once for both.
pub const EVERY_CRATE: [&str; 4] = [
    "--workspace",
    "--no-default-features",
    "--features",
    "kiln-codegen/device,kiln-codegen/front,kiln/kernels,kiln/array,kiln/cupti",
];

/// `cargo xtask test`.
pub fn test(workspace: &Workspace, _: &[String]) -> Outcome {
    let depth = Depth::from_environment()?;
    println!("xtask: {}={}", depth::VARIABLE, depth.name());
    println!("xtask: {}", gpu_in_words());
    let mut trouble = Vec::new();
    let tools =
        provision::provide(workspace).map_err(|why| trouble.push(format!("NVRTC and ptxas: {why}"))).ok();
    let texts = validate::scratch_folder(workspace)?.join("ptx");
    if depth == Depth::Push {
        println!(
            "xtask: of the generated programs {} are tested, chosen by the commit, and those that they call; {}=nightly tests \
             all",
            generate::SAMPLE,
            depth::VARIABLE
        );
    }
    let mut every = every_test(workspace, depth)?;
    every.env("KILN_TEXTS", &texts);
    if depth == Depth::Push {
        // The lints check the examples. Linking each takes minutes; Python loads this one.
        every.args(["--tests", "--example", "from_python"]);
        println!("xtask: the examples are not linked, but one; {}=nightly links all", depth::VARIABLE);
        println!(
            "xtask: of the fuzzer's 100,000 streams of tokens 10,000 are tried; {}=nightly tries all",
            depth::VARIABLE
        );
    }
    let mut lists = workspace.cargo();
    lists.args(["test", "--manifest-path", "tests/loom/Cargo.toml", "--locked"]);
    let texts = validate::Request { depth, texts: Some(&texts), ..validate::Request::default() };
    let mut timed = Vec::new();
    let mut stage = |name: &'static str, run: &mut dyn FnMut() -> Outcome| {
        let start = Instant::now();
        let outcome = run();
        timed.push((name, outcome, start.elapsed()));
    };
    stage("cargo test", &mut || cargo_test("cargo test", &mut every, tools.as_ref(), &mut trouble));
    // These call no cargo, which may be busy with lints at this time.
    stage("validate", &mut || match &tools {
        Some(_) => validate::run(workspace, &texts),
        None => Ok(Tally::of(false)),
    });
    stage("tidy", &mut || Ok(tidy::run(workspace)));
    stage("lists", &mut || cargo_test("lists", &mut lists, None, &mut trouble));
    stage("sanitized", &mut || {
        cargo_test("sanitized", &mut sanitized(workspace, depth)?, tools.as_ref(), &mut trouble)
    });
    if depth == Depth::Push {
        let mut documentation = every_test(workspace, depth)?;
        documentation.arg("--doc");
        stage("doc tests", &mut || cargo_test("doc tests", &mut documentation, tools.as_ref(), &mut trouble));
    }
    stage("slips", &mut || slips::slips(workspace, &[]));
    let mut total = Tally::default();
    println!();
    for (name, outcome, time) in timed {
        let tally = outcome.unwrap_or_else(|why| {
            trouble.push(format!("{name}: {why}"));
            Tally::of(false)
        });
        println!("{name:12} {tally} ({} s)", time.as_secs());
        total += tally;
    }
    for reason in &trouble {
        println!("xtask: {reason}");
    }
    println!("{total}");
    Ok(total)
}

/// `cargo xtask bless`: what the tests print becomes what they expect, and generated files are written anew. Without
/// arguments, texts that compile are recorded too.
pub fn bless(workspace: &Workspace, arguments: &[String]) -> Outcome {
    let depth = Depth::from_environment()?;
    generate::refresh(workspace)?;
    let texts = validate::scratch_folder(workspace)?.join("ptx");
    let mut command = every_test(workspace, depth)?;
    command.args(arguments);
    command.env("KILN_BLESS", "1").env("TRYBUILD", "overwrite").env("KILN_TEXTS", &texts);
    let tools = provision::provide(workspace).map_err(|why| println!("xtask: {why}")).ok();
    if let Some(tools) = &tools {
        tools.announce(&mut command);
    }
    let mut tally = Tally::of(succeeds(&mut command)?);
    if arguments.is_empty() && tools.is_some() {
        let request = validate::Request { depth, record: true, texts: Some(&texts), ..Default::default() };
        tally += validate::run(workspace, &request)?;
    } else {
        let _ = std::fs::remove_dir_all(texts.parent().unwrap_or(&texts));
        println!("xtask: texts were not recorded as accepted; `cargo xtask validate --record` does that");
    }
    println!("xtask: blessed; read the differences (`git diff`) before you commit them");
    Ok(tally)
}

/// The run tests on the CPU executor with its sanitizer on, which must report nothing: the kernels are right.
/// The features are those of the first run, so that nothing is built twice.
///
/// Most kernels write each element from one thread, which the sanitizer has little to say about. So a push runs only
/// the modules whose kernels share memory or synchronize.
fn sanitized(workspace: &Workspace, depth: Depth) -> Result<Command> {
    let mut command = every_test(workspace, depth)?;
    command.args(["--test", "run"]).env("KILN_SANITIZE", "1");
    if depth == Depth::Push {
        let (modules, of_all) = sharing_modules(workspace);
        println!(
            "xtask: the sanitizer watches {} of {of_all} modules of the run tests, those that share memory or synchronize; \
             {}=nightly runs all",
            modules.len(),
            depth::VARIABLE
        );
        command.arg("--").args(modules);
    }
    Ok(command)
}

/// What kernels write that share memory or synchronize.
const SHARING: [&str; 7] =
    ["shared::<", "shared_slice", "sync_threads", "tomic", "cluster::", "block::", "grid::"];

/// The modules of the run tests whose kernels share memory or synchronize, as filters of tests; and how many there are.
fn sharing_modules(workspace: &Workspace) -> (Vec<String>, usize) {
    let folder = workspace.root.join("tests/run");
    let mut modules = Vec::new();
    let mut all = 0;
    for path in walk(&folder) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let module = path.strip_prefix(&folder).unwrap_or(&path).with_extension("");
        if path.extension().is_none_or(|extension| extension != "rs") || !text.contains("#[test]") {
            continue;
        }
        all += 1;
        if SHARING.iter().any(|word| text.contains(word)) {
            let names: Vec<_> = module.iter().map(|part| part.to_string_lossy()).collect();
            modules.push(format!("{}::", names.join("::")));
        }
    }
    (modules, all)
}

fn every_test(workspace: &Workspace, depth: Depth) -> Result<Command> {
    let mut command = workspace.cargo();
    command.arg("test").args(EVERY_CRATE).arg("--no-fail-fast");
    command.env(depth::SAMPLE_VARIABLE, depth::sample_seed(workspace).to_string());
    sample_generated(workspace, depth, &mut command)?;
    Ok(command)
}

/// For a push, lets a cargo command build a sample of the generated programs instead of all. The feature is of no
/// crate but that of these tests, so that nothing else is built anew.
pub fn sample_generated(workspace: &Workspace, depth: Depth, command: &mut Command) -> Result<()> {
    if depth == Depth::Push {
        let seed = depth::sample_seed(workspace);
        command.env("KILN_GENERATED_SAMPLE", generate::write_sample(workspace, generate::SAMPLE, seed)?);
        command.args(["--features", "kiln-generated/sample"]);
    }
    Ok(())
}

/// Runs a `cargo test`, passing its output on and summing its result lines.
fn cargo_test(
    stage: &str,
    command: &mut Command,
    tools: Option<&Tools>,
    trouble: &mut Vec<String>,
) -> Outcome {
    command.stdout(Stdio::piped());
    if let Some(tools) = tools {
        tools.announce(command);
    }
    println!("xtask: {stage}");
    let (tally, ok) = counted(command)?;
    if !ok && tally.failed == 0 {
        trouble.push(format!("{stage}: cargo failed before or beside its tests: see its first error above"));
        return Ok(Tally { failed: 1, ..tally });
    }
    Ok(tally)
}

/// Runs a command, echoes its output and adds up the lines of Rust's test harness.
fn counted(command: &mut Command) -> Result<(Tally, bool)> {
    let mut child = command.spawn().map_err(|e| format!("cargo could not be started: {e}"))?;
    let mut tally = Tally::default();
    if let Some(output) = child.stdout.take() {
        let mut reader = BufReader::new(output);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            let _ = std::io::stdout().write_all(&line);
            tally += harness_result(&String::from_utf8_lossy(&line)).unwrap_or_default();
            line.clear();
        }
    }
    let status = child.wait().map_err(|e| format!("cargo test was lost: {e}"))?;
    Ok((tally, status.success()))
}

/// The counts in `test result: ok. 3 passed; 0 failed; 1 ignored; ...`.
fn harness_result(line: &str) -> Option<Tally> {
    let counts = line.trim_end().strip_prefix("test result: ")?;
    let number_before = |word: &str| {
        let (before, _) = counts.split_once(word)?;
        before.trim_end().rsplit([' ', '.']).next()?.parse().ok()
    };
    Some(Tally { passed: number_before(" passed")?, failed: number_before(" failed")? })
}

/// Whether the GPU is among the executors of the tests that follow.
fn gpu_in_words() -> String {
    match gpus() {
        Ok(0) => "the NVIDIA driver sees no GPU; the run tests use the CPU executor only".into(),
        Ok(count) => format!("{count} GPU(s); the run tests use the CPU executor and the GPU"),
        Err(why) => format!("no GPU here ({why}); the run tests use the CPU executor only"),
    }
}

fn gpus() -> Result<i32> {
    let name = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };
    // SAFETY: the driver's library runs no code at load time that could break ours; cuInit and cuDeviceGetCount have
    // had these signatures since CUDA 2, and the pointer is valid for the call.
    unsafe {
        let library =
            libloading::Library::new(name).map_err(|_| format!("{name}, the driver, is not there"))?;
        let init = library
            .get::<unsafe extern "C" fn(u32) -> i32>(b"cuInit")
            .map_err(|e| format!("the driver is unusable: {e}"))?;
        let count = library
            .get::<unsafe extern "C" fn(*mut i32) -> i32>(b"cuDeviceGetCount")
            .map_err(|e| format!("the driver is unusable: {e}"))?;
        let status = init(0);
        if status != 0 {
            return Err(format!("cuInit failed with status {status}"));
        }
        let mut found = 0;
        let status = count(&raw mut found);
        if status == 0 { Ok(found) } else { Err(format!("cuDeviceGetCount failed with status {status}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_the_harness_are_counted() {
        let good = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
        assert_eq!(harness_result(good), Some(Tally { passed: 12, failed: 0 }));
        let bad = "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(harness_result(bad), Some(Tally { passed: 3, failed: 2 }));
        assert_eq!(harness_result("test result: unknown"), None);
        assert_eq!(harness_result("a test result: ok. 3 passed; 2 failed;"), None);
    }

    #[test]
    fn the_run_tests_are_what_is_sanitized() {
        let workspace = Workspace::locate().expect("tests run inside the workspace");
        let command = sanitized(&workspace, Depth::Nightly).expect("nothing is written");
        assert!(command.get_args().collect::<Vec<_>>().ends_with(&["--test".as_ref(), "run".as_ref()]));
        assert!(
            command.get_envs().any(|(name, value)| name == "KILN_SANITIZE" && value == Some("1".as_ref()))
        );
    }

    #[test]
    fn modules_that_share_memory_are_found() {
        let workspace = Workspace::locate().expect("tests run inside the workspace");
        let (modules, all) = sharing_modules(&workspace);
        for module in ["atomics::", "blocks::", "clusters::", "corpus::scans::", "races::"] {
            assert!(modules.iter().any(|found| found == module), "{module}: {modules:?}");
        }
        assert!(!modules.iter().any(|found| found == "arithmetic::") && modules.len() < all);
    }

    #[test]
    fn the_gpu_is_spoken_of() {
        assert!(gpu_in_words().contains("CPU executor"));
    }
}
