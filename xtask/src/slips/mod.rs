//! `cargo xtask slips`: whether one mistake gives one error.
//!
//! Cuts programs of one kernel out of the run tests, writes one token of each wrongly, and checks it twice: as it is,
//! and as plain Rust, without `#[kernel]` and `#[device]`. Kiln may have one error where rustc has none, and as many as
//! rustc where rustc has some; races, which Kiln reports at once, count if nothing else is wrong. A slip that fails
//! stays in `target/slips`.
//!
//! The rate of slips with an error too many, or with an internal name in a message, is limited ([`most_with_more`]). A
//! macro that panics and a program that rustc alone refuses always fail.

mod programs;
mod slip;

use crate::arguments::Arguments;
use crate::artifacts;
use crate::depth::{self, Depth};
use crate::random::Random;
use crate::test::EVERY_CRATE;
use crate::workspace::{Outcome, Result, Tally, Workspace, walk};
use programs::Program;
use slip::{Slip, written};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many slips are tried.
const fn count_of(depth: Depth) -> u64 {
    match depth {
        Depth::Push => 40,
        Depth::Nightly => 2000,
    }
}

/// The accepted rate of refused slips that have more errors than rustc has for them, or show a name that Kiln
/// generates.
const RATE: f64 = 0.04;
/// Up to this many refused slips, a sample fails only when it is unlikely at [`RATE`].
const LARGE_SAMPLE: usize = 1000;
/// How unlikely.
const UNLIKELY: f64 = 0.03;

/// Names that Kiln generates contain these.
const OWN_NAMES: [&str; 4] = ["__kiln", "__Kiln", "operators::Operands", "operators::Unmarked"];
const ADVISED: &str = "_with_device";

/// What rustc says of a macro that panics.
const PANICS: [&str; 3] = ["attribute panicked", "derive panicked", "macro panicked"];

pub fn slips(workspace: &Workspace, arguments: &[String]) -> Outcome {
    match Arguments::parse(arguments)? {
        Arguments { count, seed, bundle: None, numbers } if numbers.is_empty() => {
            let count = match count {
                Some(count) => count,
                None => count_of(Depth::from_environment()?),
            };
            run(workspace, count, seed.unwrap_or_else(|| depth::sample_seed(workspace)))
        }
        _ => Err("only `--count` and `--seed` can be given".into()),
    }
}

/// Tries `count` slips.
pub fn run(workspace: &Workspace, count: u64, seed: u64) -> Outcome {
    let compiler = Compiler::new(workspace)?;
    let mut sources: Vec<Program> = Vec::new();
    for path in walk(&workspace.root.join("tests/run")) {
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            sources.extend(programs::programs(&workspace.relative(&path), &text));
        }
    }
    if sources.is_empty() {
        return Err("tests/run holds no kernel".into());
    }
    println!("xtask: {count} slips; again with `cargo xtask slips --count {count} --seed {seed}`");
    let trial = Trial { compiler, sources, seed, sound: Mutex::default(), next: AtomicUsize::new(0) };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut results = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| trial.work(count as usize))).collect();
        let mut results = Vec::new();
        for worker in workers {
            results.extend(worker.join().map_err(|_| "a slip could not be tried: see above")??);
        }
        Ok::<_, String>(results)
    })?;
    results.sort_by_key(|(number, _)| *number);
    let (mut refused, mut unfit, mut more, mut grave, mut several) = (0, 0, 0, 0, 0);
    for (_, found) in &results {
        match found {
            Found::Accepted => {}
            Found::Refused { several: of_rustc } => {
                refused += 1;
                several += usize::from(*of_rustc);
            }
            Found::Unfit => unfit += 1,
            Found::Wrong { is_grave, several: of_rustc, report } => {
                println!("{report}");
                *if *is_grave { &mut grave } else { &mut more } += 1;
                several += usize::from(*of_rustc);
            }
        }
    }
    let all = refused + more + grave;
    println!(
        "xtask: {} slips in {} programs of kernels, {all} refused, for {several} of which rustc alone has several \
         errors: {more} with more than rustc has, {grave} wrongly otherwise; {unfit} left out, since their programs do \
         not stand alone",
        results.len(),
        trial.sources.len(),
    );
    // A trial that tries hardly anything must not pass.
    if all * 2 < results.len() {
        let slips = results.len();
        return Err(format!("only {all} of {slips} slips were refused: the programs are not what they were"));
    }
    let most = most_with_more(all);
    if more > most {
        println!("xtask: {more} slips have more errors than rustc has for them; of {all} at most {most} may");
    }
    let failed = grave + if more > most { more } else { 0 };
    Ok(Tally { passed: all - failed, failed })
}

/// How many of so many refused slips may have more errors than rustc has for them.
///
/// That is [`RATE`] of a large sample. A small one varies by chance, so its limit is the number that it exceeds with a
/// probability of at most [`UNLIKELY`] if the rate is [`RATE`].
fn most_with_more(refused: usize) -> usize {
    let at_rate = (refused as f64 * RATE) as usize;
    if refused >= LARGE_SAMPLE {
        return at_rate;
    }
    // The probability of exactly `most`, by the binomial distribution, and of `most` or fewer.
    let mut exactly = (1.0 - RATE).powi(refused as i32);
    let mut at_most = exactly;
    let mut most = 0;
    while 1.0 - at_most > UNLIKELY && most < refused {
        exactly *= (refused - most) as f64 / (most + 1) as f64 * RATE / (1.0 - RATE);
        most += 1;
        at_most += exactly;
    }
    most.max(at_rate)
}

/// What came of one slip.
enum Found {
    /// It is still a program.
    Accepted,
    /// And whether rustc alone has several errors for it.
    Refused { several: bool },
    /// Its program cannot be cut out of its file.
    Unfit,
    /// It was told of wrongly. More errors than rustc's are no grave fault.
    Wrong { is_grave: bool, several: bool, report: String },
}

struct Trial {
    compiler: Compiler,
    sources: Vec<Program>,
    seed: u64,
    /// Whether a program, by its place among the sources, is accepted without a slip.
    sound: Mutex<HashMap<usize, bool>>,
    next: AtomicUsize,
}

impl Trial {
    fn work(&self, count: usize) -> Result<Vec<(usize, Found)>> {
        let mut results = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(results);
            }
            results.push((number, self.slip(number)?));
        }
    }

    fn slip(&self, number: usize) -> Result<Found> {
        let mut random = Random::new(self.seed.wrapping_mul(0x1_0000).wrapping_add(number as u64));
        // Seeds beside each other begin alike without this.
        let mut random = Random::new(random.next());
        let source = random.below(self.sources.len());
        let program = &self.sources[source];
        let folder = self.compiler.folder.join(number.to_string());
        if !self.is_sound(source, &folder)? {
            return Ok(Found::Unfit);
        }
        let Some(slip) = (0..20).find_map(|_| Slip::thrown(program, &mut random)) else {
            return Ok(Found::Unfit);
        };
        let plain = self.compiler.check(&folder, &written(program, Some(&slip), true))?;
        let with = self.compiler.check(&folder, &written(program, Some(&slip), false))?;
        let several = plain.len() > 1;
        let Some((is_grave, wrong)) = wrong(&plain, &with) else {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            return Ok(if with.is_empty() { Found::Accepted } else { Found::Refused { several } });
        };
        let mut report = format!("slip {number}, {}, {}: {wrong}", program.file, slip.told(program));
        for (who, errors) in [("rustc", &plain), ("Kiln", &with)] {
            for error in errors {
                let mut lines = error.lines();
                let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
                report += &format!("\n    {who}: {first} {}", second.trim());
            }
        }
        Ok(Found::Wrong { is_grave, several, report })
    }

    fn is_sound(&self, source: usize, folder: &Path) -> Result<bool> {
        let lock = || self.sound.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = lock().get(&source) {
            return Ok(*known);
        }
        let mut sound = true;
        for plain in [true, false] {
            sound = sound
                && self.compiler.check(folder, &written(&self.sources[source], None, plain))?.is_empty();
        }
        lock().insert(source, sound);
        Ok(sound)
    }
}

/// What is wrong with Kiln's errors, beside those of rustc alone; and whether it is more than their number.
fn wrong(plain: &[String], with: &[String]) -> Option<(bool, String)> {
    let lines = || with.iter().flat_map(|error| error.lines());
    let is_own = |line: &str| OWN_NAMES.iter().any(|name| line.contains(name));
    if lines().any(|line| is_own(line) || line.contains(ADVISED)) {
        return Some((false, "a message has a name of Kiln's".to_owned()));
    }
    if lines().any(|line| line.starts_with("error") && PANICS.iter().any(|words| line.contains(words))) {
        return Some((true, "a macro panicked".to_owned()));
    }
    let races = with
        .iter()
        .filter(|error| ["error: K0303", "error: K0304"].iter().any(|code| error.starts_with(code)))
        .count();
    let others = if races < with.len() { with.len() - races } else { races.min(1) };
    match (plain.len(), others) {
        (1.., 0) if with.is_empty() => Some((true, "rustc refuses it and Kiln does not".into())),
        (few, more) if more > few.max(1) => {
            Some((false, format!("{more} errors, where rustc alone has {few}")))
        }
        _ => None,
    }
}

/// A compiler that knows Kiln.
struct Compiler {
    rustc: PathBuf,
    kiln: PathBuf,
    /// Where programs are written, each in a folder of its own.
    folder: PathBuf,
}

impl Compiler {
    fn new(workspace: &Workspace) -> Result<Self> {
        let mut build = workspace.cargo();
        build.args(["build", "--lib", "--locked"]).args(EVERY_CRATE);
        let kiln = artifacts::metadata(&mut build, "kiln")?;
        let folder = workspace.target.join("slips");
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()).into();
        Ok(Self { rustc, kiln, folder })
    }

    /// The errors of a program, each with all that is said of it.
    fn check(&self, folder: &Path, text: &str) -> Result<Vec<String>> {
        let path = folder.join("src/lib.rs");
        crate::generate::put(&path, text)?;
        let dependencies = self.kiln.parent().unwrap_or(&self.kiln).display().to_string();
        let output = Command::new(&self.rustc)
            .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--color=never", "--out-dir"])
            .arg(folder)
            .arg("--extern")
            .arg(format!("kiln={}", self.kiln.display()))
            .arg("-L")
            .arg(format!("dependency={dependencies}"))
            .arg("src/lib.rs")
            .current_dir(folder)
            .env("CARGO_MANIFEST_DIR", folder)
            .output()
            .map_err(|error| format!("`{}` could not be started: {error}", self.rustc.display()))?;
        let errors = errors(&String::from_utf8_lossy(&output.stderr));
        if errors.is_empty() && !output.status.success() {
            return Ok(vec![format!("rustc ended with {}, and no error", output.status)]);
        }
        Ok(errors)
    }
}

/// The errors in what rustc prints for people: each begins a line, and goes to the next that does, or to a warning.
fn errors(printed: &str) -> Vec<String> {
    let mut errors: Vec<String> = Vec::new();
    let mut is_in_error = false;
    for line in printed.lines() {
        let begins = |word: &str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with([':', '[']));
        if begins("error") {
            is_in_error = !line.starts_with("error: aborting due to");
            errors.extend(is_in_error.then(String::new));
        } else if begins("warning") {
            is_in_error = false;
        }
        if let Some(error) = errors.last_mut().filter(|_| is_in_error) {
            *error += line;
            error.push('\n');
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn errors_are_counted_as_they_are_printed() {
        let printed = "warning: unused\n --> a\n\nerror[E0425]: cannot find `x`\n --> src/lib.rs:1:2\n  |\n\n\
                       error: expected one of\n --> src/lib.rs:2:2\n\nerror: aborting due to 2 previous errors\n\n\
                       For more information about this error, try `rustc --explain E0425`.\n";
        let errors = errors(printed);
        assert_eq!(errors.len(), 2);
        assert!(errors[0].starts_with("error[E0425]") && errors[0].contains("lib.rs:1:2"));
        assert!(errors[1].starts_with("error: expected"));
    }

    #[test]
    fn one_mistake_gives_one_error() {
        let none = told(&[]);
        let (name, type_error) = (told(&["error[E0425]: x"]), told(&["error[E0308]: y", "error[E0308]: z"]));
        assert_eq!(wrong(&none, &none), None);
        assert_eq!(wrong(&none, &told(&["error: K0120: a"])), None);
        assert_eq!(wrong(&name, &name), None);
        assert_eq!(wrong(&type_error, &name), None);
        assert!(
            wrong(&name, &type_error).is_some_and(|(is_grave, text)| !is_grave && text.contains("2 errors"))
        );
        assert!(wrong(&none, &type_error).is_some());
        assert!(wrong(&name, &none).is_some_and(|(is_grave, text)| is_grave && text.contains("does not")));
    }

    #[test]
    fn a_panic_is_grave() {
        let panicked = told(&["error: custom attribute panicked\n --> src/lib.rs:1:1"]);
        assert!(wrong(&panicked, &panicked).is_some_and(|(is_grave, _)| is_grave));
        let constant = told(&["error[E0080]: evaluation panicked: no"]);
        assert_eq!(wrong(&constant, &constant), None);
    }

    #[test]
    fn the_limit_allows_for_chance_in_small_samples_only() {
        assert_eq!(most_with_more(2000), 80);
        assert_eq!(most_with_more(1000), 40);
        assert_eq!(most_with_more(40), 4);
        assert_eq!(most_with_more(500), 29);
        assert!((1..1000).all(|refused| most_with_more(refused) >= refused / 25));
    }

    #[test]
    fn races_count_where_nothing_else_is_wrong_and_names_of_kilns_always() {
        let races = told(&["error: K0304: a", "error: K0304: b"]);
        assert_eq!(wrong(&[], &races), None);
        let beside = [told(&["error[E0308]: y"]), races].concat();
        assert_eq!(wrong(&told(&["error[E0308]: y"]), &beside), None);
        let leaked = told(&["error[E0425]: no `__kiln_x`"]);
        assert!(
            wrong(&leaked, &leaked)
                .is_some_and(|(is_grave, text)| !is_grave && text.contains("name of Kiln's"))
        );
    }
}
