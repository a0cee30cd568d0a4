//! Compile-fail and compile-pass tests: what the compiler says about users' programs.
//!
//! - `ui/pass`: programs that compile without a warning and run; so do the ways out that `docs/errors` shows, and
//!   `ui/newer` with the rustc whose messages are recorded.
//! - `ui/fail`: programs that don't compile. Their messages are recorded in `.stderr` files.
//! - `ui/mistakes`: the messages of the programs of `docs/mistakes.md`, which shows their first lines.
//! - `sound_attempts`: generated programs that misuse Kiln from safe code, and don't compile.
//!
//! Each case is one call of rustc, and as many run at once as the machine has cores. `cargo test --features kernels
//! --test ui -- NAME` runs the cases whose names contain `NAME`. `KILN_BLESS=1 cargo test --features kernels --test ui`
//! rewrites the `.stderr` files; read the difference. Other versions of rustc word their messages differently: they
//! skip `ui/newer`, `ui/fail` and `ui/mistakes`.
//!
//! A few cases also run through cargo, as a user's package would. That builds Kiln once more, so it needs
//! `KILN_DEPTH=nightly`.

// Reports are assembled once per failure.
#![allow(clippy::format_push_string)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};

#[path = "ui/harness/attempts.rs"]
mod attempts;
#[path = "ui/harness/compiler.rs"]
mod compiler;
#[path = "ui/harness/diff.rs"]
mod diff;
#[path = "ui/harness/mistakes.rs"]
mod mistakes;
#[path = "ui/harness/normalize.rs"]
mod normalize;

use compiler::{CRATE_NAME, Compiler};
use normalize::{Context, normalize};

/// The version of rustc whose messages are recorded.
const RECORDED: &str = "rustc 1.95.";

/// Cases that trybuild runs through cargo: of each kind of program and of message some. Their messages have no part of
/// the standard library, which trybuild records differently where its sources are installed.
const WHOLE_PASS: [&str; 5] = ["generics", "names_of_crates", "renamed_crate", "strict_crate", "tiles"];
const WHOLE_FAIL: [&str; 7] = [
    "k0101_constructs",
    "k0303_global_races",
    "methods_of_two_packages",
    "rustc_captured_constants",
    "rustc_failing_lengths",
    "rustc_names",
    "rustc_unused_launch",
];

/// Cases whose dependencies only cargo can find.
const ONLY_WHOLE: [&str; 1] = ["names_of_crates"];

static COMPILER: OnceLock<Result<Compiler, String>> = OnceLock::new();
/// Whether the program of [`ways_out`] was written.
static WAYS_OUT: OnceLock<Result<(), String>> = OnceLock::new();

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let is_recorded_version = is_recorded_version();
    if !is_recorded_version && !arguments.list {
        println!("tests/ui/newer, fail and mistakes are for {RECORDED}*, so they are ignored");
    }
    let is_nightly = std::env::var("KILN_DEPTH").is_ok_and(|depth| depth == "nightly");
    if !is_nightly && !arguments.list {
        println!("the cases that run through cargo need KILN_DEPTH=nightly, so they are ignored");
    }
    let mut trials = vec![
        Trial::test("every_recorded_message_has_a_case", every_recorded_message_has_a_case),
        Trial::test("macros_read_no_file", macros_read_no_file),
        Trial::test("sound_attempts", attempts::attempts),
        Trial::test("normalize::paths_and_summaries", normalize_tests::paths_and_summaries),
        Trial::test("normalize::wide_gutters", normalize_tests::wide_gutters),
        Trial::test("normalize::long_lists", normalize_tests::long_lists),
        Trial::test("pass/docs_errors_ways_out", || pass(&ways_out()?)),
        Trial::test("pass/docs_mistakes_fixed", mistakes_fixed),
        Trial::test("mistakes_are_answered_by_one_error", mistakes::counts),
        Trial::test("whole", move || whole(is_recorded_version)).with_ignored_flag(!is_nightly),
    ];
    for (folder, is_ignored) in
        [("pass", false), ("newer", !is_recorded_version), ("fail", !is_recorded_version)]
    {
        for case in cases(folder) {
            let name = stem(&case);
            if folder == "pass" && ONLY_WHOLE.contains(&name.as_str()) {
                continue;
            }
            let run = move || if folder == "fail" { fail(&case) } else { pass(&case) };
            trials.push(Trial::test(format!("{folder}/{name}"), run).with_ignored_flag(is_ignored));
        }
    }
    for mistake in mistakes::read().unwrap_or_default() {
        let name = format!("mistakes/{}", mistake.name);
        trials.push(Trial::test(name, move || mistaken(&mistake)).with_ignored_flag(!is_recorded_version));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let Some(Ok(compiler)) = COMPILER.get() {
        compiler.clean();
    }
    conclusion.exit_code()
}

fn is_recorded_version() -> bool {
    let output = Command::new(compiler::rustc()).arg("--version").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with(RECORDED))
}

fn compiler() -> Result<&'static Compiler, Failed> {
    COMPILER.get_or_init(Compiler::new).as_ref().map_err(Failed::from)
}

fn folder_of(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui").join(kind)
}

/// The programs of a folder, sorted.
fn cases(kind: &str) -> Vec<PathBuf> {
    let mut cases = files(&folder_of(kind), "rs");
    cases.sort();
    cases
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Compiles a program, which must give no warning, and runs it.
fn pass(case: &Path) -> Result<(), Failed> {
    let compiler = compiler()?;
    let name = format!("pass.{}", stem(case));
    let built = compiler.build(case, &name)?;
    if !built.status.success() || !built.stderr.is_empty() {
        return Err(format!("rustc says:\n{}", String::from_utf8_lossy(&built.stderr)).into());
    }
    let ran = compiler.run(&name)?;
    if !ran.status.success() {
        let (stdout, stderr) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        return Err(format!("the program ended with {}\n{stdout}{stderr}", ran.status).into());
    }
    Ok(())
}

/// Compiles a program, which must fail with the recorded messages.
fn fail(case: &Path) -> Result<(), Failed> {
    let (compiles, printed) = compiler()?.check(case, &format!("fail.{}", stem(case)))?;
    if compiles {
        return Err(format!("the program compiles, but should not\n{printed}").into());
    }
    recorded(&printed, case).map(drop)
}

/// Compares what was printed for a program with what is recorded for a case. Returns it as it is recorded.
fn recorded(printed: &str, case: &Path) -> Result<String, Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let relative = case.strip_prefix(root).unwrap_or(case).to_string_lossy().replace('\\', "/");
    let messages = normalize(printed, &Context { root, case: &relative, crate_name: CRATE_NAME });
    let path = case.with_extension("stderr");
    let recorded = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    if messages == recorded {
        return Ok(messages);
    }
    let changes = diff::diff(&recorded, &messages);
    if blesses() {
        fs::write(&path, &messages).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{relative}: messages recorded\n{changes}");
        return Ok(messages);
    }
    let stderr = relative.replace(".rs", ".stderr");
    Err(format!(
        "{stderr} differs; `-` is recorded, `+` is what is printed. KILN_BLESS=1 rewrites it.\n{changes}"
    )
    .into())
}

/// Compiles a mistake of `docs/mistakes.md`, or runs it where it compiles. The messages must be the recorded ones, and
/// begin as the page says.
fn mistaken(mistake: &mistakes::Mistake) -> Result<(), Failed> {
    let name = format!("mistakes.{}", mistake.name);
    let compiler = compiler()?;
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rs"));
    fs::write(&source, &mistake.mistaken)?;
    let (compiles, mut printed) = compiler.check(&source, &name)?;
    if compiles {
        compiler.build(&source, &name)?;
        let ran = compiler.run(&name)?;
        if ran.status.success() {
            return Err("the program runs without an error".into());
        }
        printed = String::from_utf8_lossy(&ran.stderr).into_owned();
    }
    let case = folder_of("mistakes").join(format!("{}.rs", mistake.name));
    let printed = printed.replace(&*source.to_string_lossy(), &case.to_string_lossy());
    let messages = recorded(&printed, &case)?;
    let errors = mistakes::errors(&messages);
    if errors == mistake.errors {
        return Ok(());
    }
    let (shown, found) = (mistake.errors.join("\n"), errors.join("\n"));
    Err(format!("docs/mistakes.md shows other errors than there are\n{}", diff::diff(&shown, &found)).into())
}

fn mistakes_fixed() -> Result<(), Failed> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs_mistakes_fixed.rs");
    mistakes::write_fixed(&path)?;
    pass(&path)
}

fn blesses() -> bool {
    std::env::var_os("KILN_BLESS").is_some()
        || std::env::var_os("TRYBUILD").is_some_and(|word| word == "overwrite")
}

fn every_recorded_message_has_a_case() -> Result<(), Failed> {
    let mistakes = mistakes::read()?;
    let mut stray = files(&folder_of("fail"), "stderr");
    stray.retain(|path| !path.with_extension("rs").exists());
    stray.extend(files(&folder_of("mistakes"), "stderr"));
    stray.retain(|path| !mistakes.iter().any(|mistake| mistake.name == stem(path)));
    if stray.is_empty() { Ok(()) } else { Err(format!("no program belongs to {stray:?}").into()) }
}

/// Expands a program alone, and beside files that are not part of its crate: many functions of one name, a megabyte of
/// code, and another meaning of a name that the program uses, in a comment.
fn macros_read_no_file() -> Result<(), Failed> {
    const PROGRAM: &str = "use kiln::prelude::*;
#[derive(Clone, Copy, KernelType)]
struct Wave { size: f32 }
#[device]
impl Wave { fn new(size: f32) -> Wave { Wave { size } } fn double(self) -> f32 { 2.0 * self.size } }
#[device]
fn grown(wave: Wave) -> f32 { wave.double() + Wave::new(1.0).size.clamp(0.0, 1.0) }
#[kernel]
fn grow(x: &mut [f32]) { let i = global_id(); if i < x.len() { x[i] = grown(Wave::new(x[i])); } }
fn main() {}
";
    let compiler = compiler()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files.{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let source = folder.join("main.rs");
    fs::write(&source, PROGRAM)?;
    let alone = compiler.expand(&source)?;
    let mut functions = String::new();
    for at in 0..2600 {
        functions += &format!(
            "impl Generated{at} {{ pub unsafe fn new(a: *const u8) -> Self {{ Self({at}, a) }} }}\n"
        );
    }
    fs::write(folder.join("bindings.rs"), functions)?;
    fs::write(folder.join("large.rs"), "pub fn clamp(a: f32) -> f32 { a + 1.0 }\n".repeat(26_000))?;
    fs::write(
        folder.join("other.rs"),
        "/* #[device] impl Wave { fn clamp(self, a: f32) -> f32 { a } } */\n",
    )?;
    let beside = compiler.expand(&source)?;
    fs::remove_dir_all(&folder)?;
    if alone == beside { Ok(()) } else { Err(diff::diff(&alone, &beside).into()) }
}

/// Runs some cases through cargo, as a user's package would.
fn whole(is_recorded_version: bool) -> Result<(), Failed> {
    let trybuild = trybuild::TestCases::new();
    for name in WHOLE_PASS {
        trybuild.pass(format!("tests/ui/pass/{name}.rs"));
    }
    trybuild.pass(ways_out()?);
    for name in WHOLE_FAIL.into_iter().filter(|_| is_recorded_version) {
        trybuild.compile_fail(format!("tests/ui/fail/{name}.rs"));
    }
    Ok(())
}

/// A program of all ways out that the pages under `docs/errors` show, each in a module, which builds their kernels as
/// a launch would.
fn ways_out() -> Result<PathBuf, Failed> {
    let mut program = "#![allow(warnings)]\n".to_owned();
    let mut pages = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors"), "md");
    pages.sort();
    for page in pages {
        let text = fs::read_to_string(&page)?;
        let name = stem(&page).to_lowercase();
        let blocks = text.split_once("## Ways out").map_or("", |(_, rest)| rest).split("```rust\n").skip(1);
        for (number, block) in blocks.enumerate() {
            let code = block.split("```").next().unwrap_or("");
            // After the last item a page may show how a host launches it.
            let Some((items, _)) = code.rsplit_once("\n}\n") else { continue };
            program += &format!("\nmod {name}_{number} {{\nuse kiln::prelude::*;\n{items}\n}}\n}}\n");
        }
    }
    program += "\nfn main() {\n    kiln::verify_all().unwrap_or_else(|error| panic!(\"{error}\"));\n}\n";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs_errors_ways_out.rs");
    // Another thread may read the file already.
    WAYS_OUT.get_or_init(|| fs::write(&path, program).map_err(|error| error.to_string())).clone()?;
    Ok(path)
}

/// Tests of the normalization itself.
mod normalize_tests {
    use super::*;

    fn check(printed: &str, expected: &str) -> Result<(), Failed> {
        let root = Path::new("/src/kiln");
        let context = Context { root, case: "tests/ui/fail/a.rs", crate_name: CRATE_NAME };
        let found = normalize(printed, &context);
        if found == expected { Ok(()) } else { Err(diff::diff(expected, &found).into()) }
    }

    pub fn paths_and_summaries() -> Result<(), Failed> {
        check(
            "error: K0101: no\n --> /src/kiln/tests/ui/fail/a.rs:3:4\n  |\n3 | x\n  | ^\n\n\
             note: here\n --> /src/kiln/src/lib.rs:12:4\n  |\n12| y\n\n\
             note: std\n --> /rustc/59807616e1/library/core/src/option.rs:7:1\n\n\
             note: too\n --> /opt/rust/lib/rustlib/src/rust/library/core/src/option.rs:7:1\n\n\
             note: crate\n --> /user/.cargo/registry/src/index-1/half-2.7.1/src/a.rs:7:1\n  = note: `kiln_ui_case::f`\n\n\
             error: aborting due to 1 previous error\n\n",
            "error: K0101: no\n --> tests/ui/fail/a.rs:3:4\n  |\n3 | x\n  | ^\n\n\
             note: here\n --> src/lib.rs\n  |\n  | y\n\n\
             note: std\n --> $RUST/core/src/option.rs\n\n\
             note: too\n --> $RUST/core/src/option.rs\n\n\
             note: crate\n --> $CARGO/half-$VERSION/src/a.rs\n  = note: `$CRATE::f`\n",
        )
    }

    pub fn wide_gutters() -> Result<(), Failed> {
        check(
            "error[E0308]: no\n   --> /src/kiln/tests/ui/fail/a.rs:3:4\n    |\n3   | x\n    | ^\n    |\n\
             note: here\n   --> /src/kiln/src/lib.rs:120:4\n    |\n120 | y\n    | -\n",
            "error[E0308]: no\n --> tests/ui/fail/a.rs:3:4\n  |\n3 | x\n  | ^\n  |\n\
             note: here\n --> src/lib.rs\n  |\n  | y\n  | -\n",
        )
    }

    pub fn long_lists() -> Result<(), Failed> {
        let types = |count: usize| -> String {
            let names = (0..count).map(|number| format!("              T{number}"));
            names.flat_map(|line| [line, "\n".to_owned()]).collect()
        };
        let head = "error: no\n --> /src/kiln/tests/ui/fail/a.rs:3:4\n  = help: the trait `A` is not implemented\n  \
                    = help: the following other types implement trait `A`:\n";
        let short = "error: no\n --> tests/ui/fail/a.rs:3:4\n  = help: the trait `A` is not implemented\n  \
                     = help: the following other types implement trait `A`:\n";
        check(&format!("{head}{}", types(12)), &format!("{short}{}            and $N others\n", types(8)))?;
        check(
            &format!("{head}{}            and 31 others\n", types(8)),
            &format!("{short}{}            and $N others\n", types(8)),
        )
    }
}
