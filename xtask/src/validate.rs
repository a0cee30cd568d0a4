//! `cargo xtask validate`: every text that a back end makes goes through the real compilers, without a GPU.
//!
//! The tests write the texts to the folder that KILN_TEXTS names. NVRTC makes PTX of each `*.cu` for each of
//! [`ARCHITECTURES`], and ptxas makes machine code of that. Each `*.ptx` is for one architecture, and ptxas assembles
//! it. PTX is not recorded: there are several texts a kernel, and each improvement of the back end changes most.
//! A text that is the same for the architectures on both sides of its own is only compiled for these two. It fails
//! where a compiler refuses, and where ptxas says that it had to serialize asynchronous work
//! ([`PERFORMANCE_LOSSES`]), or that registers did not suffice where [`SPILLS`] does not declare it. Warnings are
//! told, not failed.
//!
//! `KILN_DEPTH=push` compiles the texts that [`validated`] does not list, and `nightly` all of them.
//! `--record` adds texts that compile to the list, and removes entries that no text needs any more.
//!
//! A text may say more in comments at its head: `// nvrtc: --fmad=false` adds options, `// least: sm_90` leaves
//! the older architectures out and `// only: sm_90` all others, `// registers only` fails where a thread gets
//! memory of its own, for arrays or for registers that did not suffice.

use crate::depth::Depth;
use crate::nvrtc::Nvrtc;
use crate::provision::{self, Tools};
use crate::test::EVERY_CRATE;
use crate::validated::{self, Validated};
use crate::workspace::{Outcome, Result, Tally, Workspace, succeeds, walk};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The targets that every snapshot must compile for.
pub const ARCHITECTURES: [&str; 5] = ["75", "80", "90a", "100a", "120"];

/// ptxas's messages that asynchronous tensor-core work or copies were serialized, or a hint was not kept.
const PERFORMANCE_LOSSES: [&str; 12] = [
    "C7504", "C7508", "C7509", "C7510", "C7511", "C7512", "C7514", "C7515", "C7516", "C7517", "C7518",
    "C7519",
];

/// Parts of the paths of texts whose registers may not suffice, and how many bytes a thread may then store at most.
/// All others keep everything in registers.
const SPILLS: [(&str, u64); 37] = [
    // Five arrays of a kilobyte a thread.
    ("snapshots/control.lazily.cu", 1200),
    // 64 elements of a row a thread, in one of 1024 threads or of a cluster; of any tensors each has an address
    // besides.
    ("tiles.shared_by_blocks", 560),
    ("/cross_entropy.bf16.wide.", 600),
    ("/layer_norm.bf16.32768.", 1300),
    ("/layer_norm.bf16.32768.wide.general.", 3000),
    ("/layer_norm.bf16.wide.", 3400),
    ("/layer_norm.f32.32768.", 1500),
    ("/layer_norm.f32.32768.wide.general.", 2400),
    ("/layer_norm.f32.wide.", 2400),
    ("/rms_norm.bf16.wide.", 2400),
    ("/rms_norm.f32.wide.", 1500),
    ("/softmax.f32.32768.general.", 400),
    ("/softmax.f32.wide.general.", 900),
    // Rows in pieces, of which three tiles stay in registers.
    ("/softmax.f32.long.fast.", 64),
    // 128 sums a thread, and both factors' fragments; of `f32` 64, in half as many registers.
    ("/product", 80),
    // The same, with a quotient and a remainder for the copies.
    ("/convolution.bf16.128.fast.", 48),
    // Factors of 8 bits become 16 on the way; of any tensors each load has an address besides.
    ("/product.f8e4m3.", 700),
    ("/scaled_product.f8e5m2.", 40),
    ("/batched_product", 64),
    ("/quantized_product.128.fast.", 16),
    ("/tile_matmul_", 72),
    // 64 sums of the output, 32 scores and the queries' fragments a thread.
    ("/attention.bf16.128.full.", 300),
    // Tiles for warpgroups, of tensors that are not aligned: warps multiply then, and each load has an address.
    (".large.general.", 2400),
    (".large.window.general.", 800),
    (".large.cap.general.", 2500),
    // 384 threads have 168 registers each.
    ("/attention.bf16.64.large.cap.fast.ptx", 200),
    // 128 sums, 64 scores and their gradients a thread; with a soft cap its slopes too.
    ("/attention_keys.bf16.128.", 64),
    ("/attention_keys.bf16.128.cap.", 280),
    ("/attention_keys.bf16.64.cap.general.", 16),
    // 128 queries have twice the bounds of a mask.
    ("/attention_varlen.bf16.64.fast.", 24),
    // Two loops, and of any tensors each load has an address.
    ("/decode_parts.", 112),
    // The kernel asks for six blocks on a multiprocessor: 40 registers.
    ("/scan.", 24),
    // Of any steps, each of the 32 elements that are loaded at once has an address.
    ("/scan.u32.steps.ptx", 720),
    // The kernel asks for four blocks on a multiprocessor: 64 registers, for 16 keys and 16 places.
    ("/radix_pass.", 88),
    // Two blocks, of 512 threads: 64 registers.
    ("/top_of_pieces.", 24),
    // A kernel whose hint leaves it too few registers, which reports warn of.
    ("/tile_reports.crowded.", 900),
    // 64 steps of a sort, written out.
    ("/topk.f32.1024.fast.", 48),
];

/// NVRTC and ptxas are processes of one thread; two at a time fill the smallest machine of CI.
const WORKERS: usize = 2;

/// `cargo xtask validate [--record] [PATH-PART]`.
pub fn validate(workspace: &Workspace, arguments: &[String]) -> Outcome {
    let (flags, parts): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(String::as_str).partition(|argument| argument.starts_with("--"));
    let (record, part) = match (&flags[..], &parts[..]) {
        ([], [] | [_]) => (false, parts.first()),
        (["--record"], [] | [_]) => (true, parts.first()),
        _ => return Err("expected `--record`, or a part of the snapshots' paths, or both".into()),
    };
    let request = Request {
        part: part.copied().unwrap_or_default(),
        depth: Depth::from_environment()?,
        record,
        ..Request::default()
    };
    let tally = run(workspace, &request)?;
    println!("{tally}");
    Ok(tally)
}

/// What to validate.
#[derive(Clone, Copy, Default)]
pub struct Request<'a> {
    /// Only texts whose paths contain this.
    pub part: &'a str,
    pub depth: Depth,
    /// Whether texts that compile are added to the record.
    pub record: bool,
    /// The folder into which the tests have written their texts; without it they are run to write them.
    pub texts: Option<&'a Path>,
}

/// Validates the texts and prints what is found.
pub fn run(workspace: &Workspace, request: &Request<'_>) -> Outcome {
    let tools = provision::provide(workspace)?;
    let scratch = scratch_folder(workspace)?;
    let outcome = run_in(workspace, request, &tools, &scratch);
    let _ = std::fs::remove_dir_all(&scratch);
    outcome
}

/// A folder of this process for texts and what compilers make of them.
pub fn scratch_folder(workspace: &Workspace) -> Result<PathBuf> {
    let scratch = workspace.target.join(format!("validate.{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    Ok(scratch)
}

fn run_in(workspace: &Workspace, request: &Request<'_>, tools: &Tools, scratch: &Path) -> Outcome {
    let own_texts = scratch.join("ptx");
    let (texts, written) = match request.texts {
        Some(texts) => (texts, Tally::default()),
        None => (own_texts.as_path(), write_texts(workspace, &own_texts)?),
    };
    print_missing(workspace, texts)?;
    let snapshots: Vec<PathBuf> = walk(texts)
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "cu" || extension == "ptx"))
        .filter(|file| name_of(workspace, file).contains(request.part))
        .collect();
    let found = snapshots.len();
    let snapshots = without_repeated(snapshots, texts);
    if snapshots.is_empty() {
        return Err(if request.part.is_empty() {
            "the tests wrote no texts".into()
        } else {
            format!("no text's path contains `{}`", request.part)
        });
    }
    let nvrtc = Nvrtc::open(&tools.nvrtc)?;
    let (major, minor) = nvrtc.version();
    println!(
        "validate: {} texts for {} architectures, NVRTC {major}.{minor} at {}; {} more are the same for an older and for a \
         newer architecture, of which each is compiled",
        snapshots.len(),
        ARCHITECTURES.len(),
        tools.nvrtc.display(),
        found - snapshots.len(),
    );
    let known = Validated::load(workspace)?;
    let compilers = Compilers { version: version(&nvrtc, tools)?, nvrtc, tools };
    let trial = Trial {
        workspace,
        compilers,
        known: &known,
        skips_known: request.depth == Depth::Push,
        done: Mutex::default(),
    };
    trial.in_parallel(&snapshots, scratch);
    let Done { mut tally, accepted, skipped } =
        trial.done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    tally += written;
    if skipped > 0 {
        println!(
            "validate: {skipped} pairs of a text and an architecture are in the record, so they were not compiled; \
             KILN_DEPTH=nightly compiles them"
        );
    }
    record(workspace, request, &known, accepted)?;
    Ok(tally)
}

/// Writes the record of accepted texts if that is asked for, else says how it differs.
fn record(
    workspace: &Workspace,
    request: &Request<'_>,
    known: &Validated,
    accepted: Validated,
) -> Result<()> {
    let (new, stale) = (accepted.missing_in(known), known.missing_in(&accepted));
    let is_complete = request.part.is_empty();
    if request.record {
        let mut accepted = accepted;
        if !is_complete {
            accepted.extend(known);
        }
        accepted.store(workspace)?;
        println!("validate: {} entries recorded, {new} of them new", accepted.len());
    } else if new > 0 {
        println!(
            "validate: {new} accepted texts are not in the record; `cargo xtask validate --record` adds them"
        );
    }
    if is_complete && stale > 0 {
        let what = if request.record { "were removed" } else { "can go: `cargo xtask validate --record`" };
        println!("validate: {stale} entries of the record belong to no text that is accepted; they {what}");
    }
    Ok(())
}

/// The versions of both compilers, as far as they say them.
fn version(nvrtc: &Nvrtc, tools: &Tools) -> Result<String> {
    let output = Command::new(&tools.ptxas)
        .arg("--version")
        .output()
        .map_err(|e| format!("{} could not be started: {e}", tools.ptxas.display()))?;
    let (major, minor) = nvrtc.version();
    let ptxas = String::from_utf8_lossy(&output.stdout);
    Ok(format!("{major}.{minor} {}", ptxas.lines().last().unwrap_or_default().trim()))
}

/// Lets the tests write the texts of their kernels. The features are
/// those of `cargo xtask test`, so that nothing is built twice.
fn write_texts(workspace: &Workspace, folder: &Path) -> Outcome {
    println!("validate: the tests write their texts");
    let mut command = workspace.cargo();
    command.args(["test", "--quiet"]).args(EVERY_CRATE);
    command.args([
        "--test",
        "cuda",
        "--test",
        "ptx",
        "--test",
        "run",
        "--test",
        "kernels",
        "--",
        "ptx_is_written_for_every_generation",
        "texts_are_as_",
    ]);
    let written = succeeds(command.env("KILN_TEXTS", folder))?;
    if !written {
        println!("FAILED the tests that write the texts: see above");
    }
    Ok(if written { Tally::default() } else { Tally::of(false) })
}

/// Prints what the tests could not write in PTX.
fn print_missing(workspace: &Workspace, folder: &Path) -> Result<()> {
    for list in walk(folder).iter().filter(|file| file.ends_with("missing.txt")) {
        let missing = std::fs::read_to_string(list).map_err(|e| format!("{}: {e}", list.display()))?;
        println!("note {}: not in PTX yet: {}", name_of(workspace, list), missing.trim().replace('\n', ", "));
    }
    Ok(())
}

/// Leaves out what the tests wrote for an architecture in the words in which they wrote it for the one before and for
/// the one behind: what an older version and target take, its own do. How many registers it takes there is not
/// looked at.
fn without_repeated(texts: Vec<PathBuf>, folder: &Path) -> Vec<PathBuf> {
    let mut written: BTreeMap<(PathBuf, OsString), BTreeMap<u32, String>> = BTreeMap::new();
    let place = |text: &Path| {
        let (name, of_target) = (text.file_name()?.to_owned(), text.parent()?);
        let target = generation(of_target.file_name()?.to_str()?);
        text.starts_with(folder).then(|| ((of_target.parent().unwrap_or(folder).to_owned(), name), target))
    };
    for text in &texts {
        if let (Some((name, target)), Ok(words)) = (place(text), std::fs::read_to_string(text)) {
            let says_target = |line: &&str| line.starts_with(".version ") || line.starts_with(".target ");
            let words: Vec<&str> = words.lines().filter(|line| !says_target(line)).collect();
            written.entry(name).or_default().insert(target, words.join("\n"));
        }
    }
    let is_repeated = |text: &PathBuf| {
        let Some((name, target)) = place(text) else { return false };
        let Some(of_targets) = written.get(&name) else { return false };
        let own = of_targets.get(&target);
        let before = of_targets.range(..target).next_back().map(|(_, words)| words);
        let behind = of_targets.range(target + 1..).next().map(|(_, words)| words);
        own.is_some() && own == before && own == behind
    };
    texts.into_iter().filter(|text| !is_repeated(text)).collect()
}

/// What a text is called: its path, of one that the tests wrote in the folder of its kind.
fn name_of(workspace: &Workspace, file: &Path) -> String {
    let name = workspace.relative(file);
    match name.split_once("/ptx/") {
        Some((before, rest)) if before.contains("validate.") => format!("ptx/{rest}"),
        _ => name,
    }
}

/// The compilers, and which they are.
struct Compilers<'a> {
    nvrtc: Nvrtc,
    tools: &'a Tools,
    version: String,
}

struct Trial<'a> {
    workspace: &'a Workspace,
    compilers: Compilers<'a>,
    known: &'a Validated,
    skips_known: bool,
    done: Mutex<Done>,
}

/// What came of the texts.
#[derive(Default)]
struct Done {
    tally: Tally,
    /// Those that compile, and those that did before.
    accepted: Validated,
    /// How many of them were not compiled again.
    skipped: usize,
}

impl Trial<'_> {
    fn in_parallel(&self, snapshots: &[PathBuf], scratch: &Path) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for worker in 0..WORKERS {
                let files = (scratch.join(format!("{worker}.ptx")), scratch.join(format!("{worker}.cubin")));
                let next = &next;
                let work = move || {
                    while let Some(snapshot) = snapshots.get(next.fetch_add(1, Ordering::Relaxed)) {
                        print!("{}", self.one_snapshot(snapshot, &files));
                    }
                };
                // Compilers recurse over deeply nested expressions: give them the stack of a main thread.
                let started = std::thread::Builder::new().stack_size(16 << 20).spawn_scoped(scope, work);
                if let Err(error) = started {
                    println!("validate: a worker could not be started: {error}");
                }
            }
        });
        if next.into_inner() < snapshots.len() {
            self.done().tally += Tally::of(false);
        }
    }

    fn done(&self) -> std::sync::MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Compiles one snapshot for every architecture; answers with what is to be printed.
    fn one_snapshot(&self, snapshot: &Path, files: &(PathBuf, PathBuf)) -> String {
        let name = name_of(self.workspace, snapshot);
        let read = std::fs::read_to_string(snapshot).map_err(|error| error.to_string());
        let (text, head) = match read.and_then(|text| Head::read(&text).map(|head| (text, head))) {
            Ok(read) => read,
            Err(why) => {
                self.done().tally += Tally::of(false);
                return format!("FAILED {name}: {why}\n");
            }
        };
        // The same words for five architectures are one thing to read.
        let mut notes: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut failures: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let ptx = snapshot.extension().is_some_and(|extension| extension == "ptx");
        // Text of an `a` is for that architecture only, and so is what the tests wrote for one.
        let bound = name.starts_with("ptx/") || head.target.ends_with('a');
        let wanted = |known: &&str| match (ptx && bound, generation(&head.target)) {
            (true, target) => generation(known) == target,
            (false, target) => generation(known) >= head.least.max(target),
        };
        let meant = |known: &&str| head.only == 0 || generation(known) == head.only;
        let Compilers { nvrtc, tools, version } = &self.compilers;
        for architecture in ARCHITECTURES.into_iter().filter(wanted).filter(meant) {
            let hash = hash_of(&name, &text, architecture, version);
            if self.skips_known && self.known.contains(hash) {
                let mut done = self.done();
                done.accepted.insert(hash);
                done.skipped += 1;
                continue;
            }
            let compiled = if ptx {
                assemble(&name, (snapshot, &files.1), architecture, &head, tools)
            } else {
                compile(&name, &text, architecture, &head, nvrtc, tools, files)
            };
            let mut done = self.done();
            done.tally += Tally::of(compiled.is_ok());
            match compiled {
                Ok(found) => {
                    done.accepted.insert(hash);
                    for note in found {
                        notes.entry(note).or_default().push(architecture);
                    }
                }
                Err(log) => failures.entry(log).or_default().push(architecture),
            }
        }
        let mut report = String::new();
        for (log, architectures) in failures {
            report += &format!("FAILED {name} for sm_{}\n{}\n", architectures.join(", sm_"), indented(&log));
        }
        for (note, architectures) in notes {
            report += &format!("note {name} [sm_{}]: {note}\n", architectures.join(", sm_"));
        }
        report
    }
}

/// The hash of everything that decides whether a text is accepted.
fn hash_of(name: &str, text: &str, architecture: &str, version: &str) -> u64 {
    let allowed = allowed_spills(name).to_string();
    let losses = PERFORMANCE_LOSSES.join(" ");
    validated::hash(&[text, architecture, version, &allowed, &losses])
}

/// How many bytes a thread may store of what its registers have no room for.
fn allowed_spills(name: &str) -> u64 {
    SPILLS.iter().filter(|(part, _)| name.contains(part)).map(|(_, bytes)| *bytes).max().unwrap_or(0)
}

/// Text to PTX to machine code. `Ok` has the notes, `Err` the log of the compiler that refused.
fn compile(
    name: &str,
    text: &str,
    architecture: &str,
    head: &Head,
    nvrtc: &Nvrtc,
    tools: &Tools,
    (ptx_file, cubin_file): &(PathBuf, PathBuf),
) -> Result<Vec<String>> {
    let mut all = vec![format!("--gpu-architecture=compute_{architecture}"), "--std=c++17".to_owned()];
    all.extend_from_slice(&head.options);
    let (ptx, warnings) = nvrtc.compile(name, text, &all)?;
    let mut notes: Vec<String> = warnings
        .lines()
        .filter(|line| line.contains("warning #"))
        .map(|line| line.trim().to_owned())
        .collect();
    std::fs::write(ptx_file, ptx).map_err(|e| format!("{}: {e}", ptx_file.display()))?;
    notes.extend(assemble(name, (ptx_file, cubin_file), architecture, head, tools)?);
    Ok(notes)
}

/// PTX to machine code. `Ok` has the notes, `Err` the log of ptxas.
fn assemble(
    name: &str,
    (ptx_file, cubin_file): (&Path, &Path),
    architecture: &str,
    head: &Head,
    tools: &Tools,
) -> Result<Vec<String>> {
    let output = Command::new(&tools.ptxas)
        .arg(format!("-arch=sm_{architecture}"))
        .args(["-v", "-o"])
        .arg(cubin_file)
        .arg(ptx_file)
        .output()
        .map_err(|e| format!("{} could not be started: {e}", tools.ptxas.display()))?;
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("ptxas: {}\n{said}", output.status));
    }
    let losses = losses(&said);
    if !losses.is_empty() {
        return Err(format!("ptxas gave up performance:\n{losses}"));
    }
    if head.registers_only
        && let Some(frame) = said.lines().find(|line| has_frame(line))
    {
        return Err(format!("a thread has memory of its own: {}", frame.trim()));
    }
    let (told, stored) = spills(&said);
    if stored > allowed_spills(name) {
        return Err(format!(
            "its registers do not suffice; `SPILLS` of xtask/src/validate.rs declares where that may be: {}",
            told.join("; ")
        ));
    }
    Ok(told)
}

/// What a snapshot says about itself in the comments above its first line of code.
#[derive(Debug, Default, PartialEq, Eq)]
struct Head {
    options: Vec<String>,
    least: u32,
    /// The one architecture that it is for; 0 where there are several.
    only: u32,
    registers_only: bool,
    /// What a PTX text says that it is for: `75` of `.target sm_75`.
    target: String,
}

impl Head {
    fn read(text: &str) -> Result<Self> {
        let mut head = Self::default();
        if let Some(target) = text.lines().find_map(|line| line.strip_prefix(".target sm_")) {
            target.trim().clone_into(&mut head.target);
        }
        let comments =
            text.lines().map(str::trim).take_while(|line| line.is_empty() || line.starts_with("//"));
        for comment in comments.map(|line| line.trim_start_matches('/').trim()) {
            if let Some(options) = comment.strip_prefix("nvrtc:") {
                head.options.extend(options.split_whitespace().map(str::to_owned));
            } else if comment == "registers only" {
                head.registers_only = true;
            } else if let Some(least) = comment.strip_prefix("least:") {
                head.least = architecture("least", least)?;
            } else if let Some(only) = comment.strip_prefix("only:") {
                head.only = architecture("only", only)?;
            }
        }
        Ok(head)
    }
}

/// The number of the architecture that a word of the head names: 90 of `least: sm_90`.
fn architecture(word: &str, name: &str) -> Result<u32> {
    let found = name.trim().strip_prefix("sm_").map(generation).filter(|generation| *generation > 0);
    found.ok_or_else(|| format!("`{word}: {}` is not an architecture such as sm_90", name.trim()))
}

/// The number in an architecture's name: 90 of `90a`.
fn generation(architecture: &str) -> u32 {
    architecture.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap_or(0)
}

fn losses(said: &str) -> String {
    let lost = |line: &&str| PERFORMANCE_LOSSES.iter().any(|code| line.contains(code));
    said.lines().filter(lost).collect::<Vec<_>>().join("\n")
}

/// Whether a line of ptxas tells of memory that each thread has for itself.
fn has_frame(line: &str) -> bool {
    line.contains("bytes stack frame") && !line.contains(" 0 bytes stack frame, 0 bytes spill stores")
}

/// One note for each function whose registers did not suffice, and how many bytes a thread stores at most.
fn spills(said: &str) -> (Vec<String>, u64) {
    let mut function = "";
    let (mut found, mut most) = (Vec::new(), 0);
    for line in said.lines() {
        if let Some((_, rest)) = line.split_once("Function properties for ") {
            function = rest.trim();
        } else if line.contains("bytes spill stores")
            && !line.contains(" 0 bytes spill stores, 0 bytes spill loads")
        {
            let bytes = line.split(',').find_map(|part| part.trim().strip_suffix("bytes spill stores"));
            most = most.max(bytes.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(1));
            found.push(format!("{function} spills registers: {}", line.trim()));
        }
    }
    (found, most)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_snapshot_is_read() {
        let head = Head::read(
            "// Made by Kiln.\n// nvrtc: --fmad=false -G\n\n// least: sm_90a\nint x; // nvrtc: no",
        );
        let options = vec!["--fmad=false".to_owned(), "-G".to_owned()];
        assert_eq!(head, Ok(Head { options, least: 90, ..Head::default() }));
        assert_eq!(Head::read("// registers only\n").map(|head| head.registers_only), Ok(true));
        assert_eq!(Head::read("// only: sm_100\n").map(|head| head.only), Ok(100));
        assert_eq!(Head::read("extern \"C\""), Ok(Head::default()));
        assert!(Head::read("// least: hopper\n").is_err());
        let ptx = Head::read("// least: sm_80\n.version 8.0\n.target sm_90a\n.address_size 64\n").unwrap();
        assert_eq!((ptx.least, ptx.target.as_str()), (80, "90a"));
    }

    #[test]
    fn a_text_that_its_neighbors_have_too_is_left_out() {
        let folder = std::env::temp_dir().join(format!("kiln-xtask-repeated-{}", std::process::id()));
        let put = |target: &str, name: &str, words: &str| {
            let path = folder.join("run").join(target).join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            let version = if target == "75" { "6.4" } else { "8.0" };
            std::fs::write(&path, format!(".version {version}\n.target sm_{target}\n{words}\n")).unwrap();
            path
        };
        let same = ["75", "80", "90a", "100a"].map(|target| put(target, "same.ptx", "ret;"));
        let other = [("75", "ret;"), ("80", "exit;"), ("90a", "ret;")];
        let other = other.map(|(target, words)| put(target, "other.ptx", words));
        let outside = folder.with_extension("cu");
        let all = same.iter().chain(&other).chain([&outside]).cloned().collect();
        let left = without_repeated(all, &folder);
        std::fs::remove_dir_all(&folder).unwrap();
        let expected = [&same[0], &same[3], &other[0], &other[1], &other[2], &outside];
        assert_eq!(left.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_hash_depends_on_all_that_decides() {
        let hash = hash_of("snapshots/control.lazily.cu", "ret;", "90a", "13.0");
        let others = [
            // No spills are declared for this one.
            hash_of("snapshots/control.arrays.cu", "ret;", "90a", "13.0"),
            hash_of("snapshots/control.lazily.cu", "exit;", "90a", "13.0"),
            hash_of("snapshots/control.lazily.cu", "ret;", "100a", "13.0"),
            hash_of("snapshots/control.lazily.cu", "ret;", "90a", "13.1"),
        ];
        assert!(others.iter().all(|other| *other != hash));
    }

    #[test]
    fn architectures_are_ordered_by_number() {
        assert!(generation("75") < generation("90a") && generation("90a") < generation("100a"));
        assert_eq!(generation(""), 0);
    }

    #[test]
    fn spills_are_told_with_their_function() {
        let said = "ptxas info    : Function properties for first\n    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
                    ptxas info    : Function properties for second\n    16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads\n";
        let expected =
            "second spills registers: 16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads";
        assert_eq!(spills(said), (vec![expected.to_owned()], 12));
        assert_eq!(said.lines().filter(|line| has_frame(line)).count(), 1);
    }

    #[test]
    fn serialized_tensor_work_is_a_loss() {
        let said = "ptxas info : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized\n\
                    ptxas info : Used 32 registers";
        assert_eq!(losses(said).lines().count(), 1);
        assert_eq!(losses("ptxas info : Used 32 registers"), "");
    }
}
