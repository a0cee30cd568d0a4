//! The file of choices: a line each, appended whole.
//!
//! Takes a tuner's identity; guarantees that a line which is damaged, or of another version of the file, is ignored and
//! reported, and so is one of this tuner for another space or other code; that lines of other tuners and other kinds of
//! devices are none of its business; and that a file which can't be read or written stops nobody. Leaves to
//! [`super::Tuner`] whether a choice is in its space.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::device::Device;
use crate::error::Result;
use crate::jit::cache;
use crate::sys::{files, variables};

use super::TuneError;
use super::tuned::Tuned;

/// How each line begins.
const VERSION: &str = "kiln-tune-1";
/// The most bytes of a file that is read.
const MOST_BYTES: u64 = 16 << 20;

/// Where choices are kept.
pub(super) enum Place {
    /// Where KILN_TUNE_FILE says, else in the cache's folder.
    Default,
    File(PathBuf),
    None,
}

/// A file of choices that is a part of the program: what `include_tuning!` submits.
pub struct Shipped(pub &'static str);

inventory::collect!(Shipped);

/// What tells a line from others.
pub(super) struct Identity {
    /// Tuner, device and key, as they stand in a line.
    subject: String,
    /// The digest of the space, and of a kernel the digest of its code.
    version: String,
}

impl Identity {
    pub(super) fn new(tuner: &str, device: &Device, key: &str, space: &str, code: &str) -> Identity {
        let class = match device.compute_capability() {
            Some((major, minor)) if device.is_gpu() => {
                format!("cc={major}.{minor} sms={}", device.limits().multiprocessors)
            }
            Some((major, minor)) => format!("emulated cc={major}.{minor}"),
            None => format!("cpu threads={}", std::thread::available_parallelism().map_or(1, usize::from)),
        };
        // A tab would end the field.
        let tuner = tuner.replace(|c: char| c.is_control(), " ");
        let code = if code.is_empty() { String::new() } else { format!(" code={code}") };
        let version = format!("space={}{code}", digest(space));
        Identity { subject: format!("{tuner}\t{class}\tkey={key}"), version }
    }
}

/// The parts of a line.
struct Line<'a> {
    /// Tuner, device and key.
    subject: &'a str,
    version: &'a str,
    /// The choice as [`super::Choice`] is printed.
    choice: &'a str,
}

impl Line<'_> {
    /// Why the line says nothing of a tuner that it names.
    fn mismatch(&self, identity: &Identity) -> Option<&'static str> {
        if self.version == identity.version {
            return None;
        }
        let space = |version: &str| version.split(' ').next().map(str::to_owned);
        Some(if space(self.version) == space(&identity.version) {
            "the kernel's code has changed since"
        } else {
            "it is of another space of choices"
        })
    }
}

/// The parts of a line, or what is wrong with it.
fn parse(line: &str) -> Result<Line<'_>, &'static str> {
    const DAMAGED: &str = "it is damaged: its digest is not that of the line";
    let Some((version, rest)) = line.split_once('\t') else { return Err(DAMAGED) };
    if version != VERSION {
        let other = version.starts_with(VERSION.trim_end_matches(|c: char| c.is_ascii_digit()));
        return Err(if other { "it is of another version of the file" } else { DAMAGED });
    }
    let (rest, sum) = rest.rsplit_once('\t').ok_or(DAMAGED)?;
    // A line that was cut off, or changed by hand, is not what was measured.
    if digest(rest) != sum {
        return Err(DAMAGED);
    }
    let mut tabs = rest.match_indices('\t').map(|(at, _)| at);
    let (Some(key_end), Some(version_end)) = (tabs.nth(2), tabs.next()) else { return Err(DAMAGED) };
    let choice = rest[version_end + 1..].split('\t').next().unwrap_or_default();
    Ok(Line { subject: &rest[..key_end], version: &rest[key_end + 1..version_end], choice })
}

/// The first eight bytes of a text's SHA-256.
fn digest(text: &str) -> String {
    let [a, b, c, d, e, f, g, h, ..] = hmac_sha256::Hash::hash(text.as_bytes());
    format!("{:016x}", u64::from_be_bytes([a, b, c, d, e, f, g, h]))
}

impl Place {
    fn path(&self) -> Option<PathBuf> {
        match self {
            Place::None => None,
            Place::File(path) => Some(path.clone()),
            Place::Default => variables::path("KILN_TUNE_FILE")
                .or_else(|| Some(cache::default_directory()?.join("tuning.txt"))),
        }
    }
}

/// The choice of the last line of this identity in a text, and the lines that are ignored: damaged ones, and if there
/// is no choice those of the same tuner.
fn search<T>(
    text: &str,
    identity: &Identity,
    accept: impl Fn(&str) -> Option<T>,
) -> (Option<T>, Vec<(usize, &'static str)>) {
    let (mut found, mut damaged, mut outdated) = (None, Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        match parse(line) {
            Err(why) => damaged.push((number + 1, why)),
            Ok(line) if line.subject != identity.subject => {}
            Ok(line) => match (line.mismatch(identity), accept(line.choice)) {
                (None, Some(choice)) => found = Some(choice),
                (None, None) => outdated.push((number + 1, "its choice is not in the space")),
                (Some(why), _) => outdated.push((number + 1, why)),
            },
        }
    }
    if found.is_none() {
        damaged.append(&mut outdated);
    }
    (found, damaged)
}

/// A file's text. `None` if there is no file, or none that can be read, which is reported.
fn read(path: &Path) -> Option<String> {
    match files::read(path, MOST_BYTES, files::Links::Follow) {
        Ok(contents) => Some(String::from_utf8_lossy(&contents.bytes).into_owned()),
        Err(files::Unread::Absent) => None,
        Err(error) => {
            report(&format!("the choices of tuners in {} can't be read: {error}", path.display()));
            None
        }
    }
}

/// So many ignored lines of a file are reported one by one.
const MOST_REPORTED: usize = 5;

/// Writes a line to stderr, the first time in the process.
fn report(line: &str) {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if REPORTED.lock().unwrap_or_else(PoisonError::into_inner).insert(line.to_owned()) {
        eprintln!("kiln: {line}");
    }
}

/// The kept choice, as `accept` reads it: the file's, else the program's own. Ignored lines are reported.
pub(super) fn find<T>(place: &Place, identity: &Identity, accept: impl Fn(&str) -> Option<T>) -> Option<T> {
    if matches!(place, Place::None) {
        return None;
    }
    let search_in = |text: &str, file: &str| {
        let (found, ignored) = search(text, identity, &accept);
        let more = ignored.len().saturating_sub(MOST_REPORTED);
        if more > 0 {
            report(&format!("{more} more lines of {file} are ignored"));
        }
        for (number, why) in ignored.into_iter().take(MOST_REPORTED) {
            let tuner = identity.subject.split('\t').next().unwrap_or_default();
            report(&format!("line {number} of {file} is ignored by the tuner `{tuner}`: {why}"));
        }
        found
    };
    let own = place.path().and_then(|path| search_in(&read(&path)?, &path.display().to_string()));
    own.or_else(|| {
        let mut shipped = inventory::iter::<Shipped>.into_iter();
        shipped.find_map(|shipped| search_in(shipped.0, "the program's own choices"))
    })
}

/// Appends what was found.
pub(super) fn keep(place: &Place, identity: &Identity, tuned: &Tuned) {
    static ONE: Mutex<()> = Mutex::new(());
    let Some(path) = place.path() else { return };
    let mut line = format!("{}\t{}\t{}", identity.subject, identity.version, tuned.choice());
    let measured = tuned.candidates().iter().find(|one| one.choice == *tuned.choice());
    if let Some(timing) = measured.and_then(|one| one.outcome.timing()) {
        let _ = write!(line, "\ttime={:.3}us", timing.median().as_secs_f64() * 1e6);
    }
    if let Some(speedup) = tuned.speedup() {
        let _ = write!(line, " speedup={speedup:.3}");
    }
    let _ = write!(line, " kiln={}", env!("CARGO_PKG_VERSION"));
    let line = format!("{VERSION}\t{line}\t{}\n", digest(&line));
    let _one = ONE.lock();
    if let Some(folder) = path.parent() {
        // What fails here fails again below, and is reported there.
        let _ = files::make_folder(folder, true);
    }
    // One write at the end of the file. A line that another process was killed in has no end: this one begins anew.
    let torn = read(&path).is_some_and(|text| !text.is_empty() && !text.ends_with('\n'));
    let line = if torn { format!("\n{line}") } else { line };
    if let Err(error) = files::append(&path, line.as_bytes()) {
        report(&format!("the choice of a tuner can't be kept in {}: {error}", path.display()));
    }
}

/// Makes one file of several: sorted, with one line for each tuner, device class, key and space, of the last file that
/// has one. Damaged lines are left out; returns how many. The files may be those of different machines.
///
/// # Errors
///
/// [`TuneError::File`] for a file that cannot be read or written.
pub fn merge(from: &[impl AsRef<Path>], to: impl AsRef<Path>) -> Result<usize> {
    let wrong = |path: &Path, why: String| TuneError::File { path: path.into(), why: why.into() };
    let (mut lines, mut left_out) = (BTreeMap::new(), 0);
    for path in from {
        let path = path.as_ref();
        let contents = files::read(path, MOST_BYTES, files::Links::Follow);
        let contents = contents.map_err(|why| wrong(path, why.to_string()))?;
        for line in String::from_utf8_lossy(&contents.bytes).lines().filter(|line| !line.is_empty()) {
            match parse(line) {
                Ok(of) => {
                    lines.insert(format!("{}\t{}", of.subject, of.version), line.to_owned());
                }
                Err(_) => left_out += 1,
            }
        }
    }
    let text: String = lines.into_values().map(|line| line + "\n").collect();
    let to = to.as_ref();
    std::fs::write(to, text).map_err(|why| wrong(to, why.to_string()))?;
    Ok(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{Choice, Tuner};

    fn folder(test: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kiln-tune-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn tuner(file: &Path) -> Tuner<'static> {
        Tuner::new("a tuner").axis("n", [1, 2, 3]).key([64, 64]).file(file)
    }

    /// Tunes work of which a choice is by far the fastest.
    fn tuned(tuner: Tuner<'_>, fast: usize) -> Tuned {
        let stream = Device::cpu().stream();
        let wait = |choice: &Choice| {
            std::thread::sleep(std::time::Duration::from_micros(if choice["n"] == fast { 1 } else { 2000 }));
            Ok(())
        };
        tuner.tune(&stream, wait).unwrap()
    }

    #[test]
    fn what_was_found_is_known_afterwards() {
        let folder = folder("known");
        let file = folder.join("of/choices.txt");
        let device = Device::cpu();
        assert_eq!(tuner(&file).choose(&device).unwrap()["n"], 1);
        assert!(tuned(tuner(&file), 3).is_measured());
        let known = tuned(tuner(&file), 2);
        assert_eq!((known.is_measured(), known.choice()["n"]), (false, 3));
        assert_eq!(tuner(&file).choose(&device).unwrap()["n"], 3);
        // Another key, another space and another name are others.
        assert_eq!(tuner(&file).key([64]).choose(&device).unwrap()["n"], 1);
        assert_eq!(tuner(&file).axis("m", [1]).choose(&device).unwrap()["n"], 1);
        // Measured again, the last counts.
        assert_eq!(tuned(tuner(&file).again(), 2).choice()["n"], 2);
        assert_eq!(tuner(&file).choose(&device).unwrap()["n"], 2);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn damaged_lines_are_passed_over() {
        let folder = folder("damaged");
        let file = folder.join("choices.txt");
        let device = Device::cpu();
        tuned(tuner(&file), 3);
        let whole = std::fs::read_to_string(&file).unwrap();
        for at in 0..whole.len() {
            // A process that was killed in its write, and any byte that is another.
            std::fs::write(&file, &whole[..at]).unwrap();
            assert_eq!(
                tuner(&file).choose(&device).unwrap()["n"],
                if at + 1 >= whole.len() { 3 } else { 1 },
                "{at}"
            );
            let mut changed = whole.clone().into_bytes();
            changed[at] ^= 1;
            std::fs::write(&file, &changed).unwrap();
            if at + 1 < whole.len() {
                assert_eq!(tuner(&file).choose(&device).unwrap()["n"], 1, "{at}");
            }
        }
        // Behind a torn line the next one is read.
        std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        assert!(tuned(tuner(&file), 2).is_measured());
        assert_eq!(tuner(&file).choose(&device).unwrap()["n"], 2);
        // A choice that is not in the space, a file that is none.
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        assert_eq!(tuner(&file).choose(&device).unwrap()["n"], 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// The numbers of ignored lines and why, and the choice.
    fn read_by(tuner: &Tuner<'_>, text: &str) -> (Option<String>, Vec<(usize, &'static str)>) {
        let space = tuner.space().unwrap();
        super::search(text, &tuner.identity(&Device::cpu()), |text| space.named(text).map(Choice::to_string))
    }

    #[test]
    fn what_is_ignored_is_named_with_its_line() {
        let of = |tuner: Tuner<'_>, choice: &str| {
            let identity = tuner.identity(&Device::cpu());
            let line = format!("{}\t{}\t{choice}", identity.subject, identity.version);
            format!("{VERSION}\t{line}\t{}\n", digest(&line))
        };
        let kernel = |code: &str| {
            let mut tuner = Tuner::new("a kernel").axis("n", [1, 2, 3]).key([64]);
            tuner.code = code.to_owned();
            tuner
        };
        let good = of(kernel("abc"), "n=2");
        let cases = [
            (of(kernel("old"), "n=3"), "the kernel's code has changed since"),
            (of(kernel("abc").axis("m", [1]), "n=3 m=1"), "it is of another space of choices"),
            (of(kernel("abc"), "n=4"), "its choice is not in the space"),
            (good.replace("kiln-tune-1", "kiln-tune-2"), "it is of another version of the file"),
            (good.replace("n=2", "n=3"), "it is damaged: its digest is not that of the line"),
            (good[..good.len() / 2].to_owned() + "\n", "it is damaged: its digest is not that of the line"),
            ("not a line\n".to_owned(), "it is damaged: its digest is not that of the line"),
        ];
        for (line, why) in &cases {
            // Alone, and behind a line of somebody else's.
            assert_eq!(read_by(&kernel("abc"), line), (None, vec![(1, *why)]), "{line}");
            let foreign = of(kernel("abc").key([65]), "n=1");
            assert_eq!(read_by(&kernel("abc"), &(foreign + line)), (None, vec![(2, *why)]), "{line}");
            // With a good line, what it has superseded needs no word; what nobody can read does.
            let (choice, ignored) = read_by(&kernel("abc"), &(line.clone() + &good));
            assert_eq!(choice.as_deref(), Some("n=2"), "{line}");
            let readable = [cases[0].1, cases[1].1, cases[2].1].contains(why);
            assert_eq!(ignored, if readable { vec![] } else { vec![(1, *why)] }, "{line}");
        }
    }

    #[test]
    fn files_are_merged_in_order() {
        let folder = folder("merged");
        let [first, second, all] = ["first", "second", "all"].map(|name| folder.join(name));
        tuned(tuner(&first), 2);
        tuned(tuner(&first).key([1]), 2);
        tuned(tuner(&second), 3);
        std::fs::write(&first, std::fs::read_to_string(&first).unwrap() + "nonsense\n").unwrap();
        assert_eq!(merge(&[&first, &second], &all).unwrap(), 1);
        let device = Device::cpu();
        assert_eq!(tuner(&all).choose(&device).unwrap()["n"], 3);
        assert_eq!(tuner(&all).key([1]).choose(&device).unwrap()["n"], 2);
        let text = std::fs::read_to_string(&all).unwrap();
        assert!(text.lines().is_sorted() && text.lines().count() == 2, "{text}");
        assert!(merge(&[folder.join("none")], &all).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_space_that_is_none_is_told() {
        let told = |tuner: Tuner<'_>| tuner.without_file().choose(&Device::cpu()).unwrap_err().to_string();
        let new = || Tuner::new("t").axis("n", [1, 2]);
        for (tuner, words) in [
            (new().axis("n", [1]), "two axes `n`"),
            (new().axis("m", []), "`m` has no values"),
            (new().axis("a b", [1]), "`a b` is no name"),
            (new().default_value("m", 1), "does not have"),
            (new().default_value("n", 3), "n=3, is none of its 2"),
            (new().filter(|choice| choice["n"] > 1), "is none of its 1"),
            (new().axis("m", 0..5000), "more than 4096"),
        ] {
            let told = told(tuner);
            assert!(told.contains(words) && told.contains("`t`"), "{told}");
        }
        let default = new().default_value("n", 2).without_file().choose(&Device::cpu()).unwrap();
        assert_eq!(default.to_string(), "n=2");
    }
}
