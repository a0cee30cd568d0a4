//! `kiln-cache`: what is in a folder of compiled kernels, and ways to make it smaller.
//!
//! Takes a command and, where it is not the user's own, a folder; guarantees that nothing but entries is removed,
//! only from a folder that Kiln made, and only by `trim`, `clear` and `verify --remove`, which leaves what another
//! release of Kiln may use and what cannot be read; leaves what an entry is to `kiln_runtime::cache`. It ends with 1
//! where `verify` found damage, and with 2 where it could not do what was asked.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use kiln_runtime::cache::{self, Entry, InvalidEntry};
use lexopt::prelude::*;

const USAGE: &str = "\
kiln-cache: the kernels that Kiln has compiled and kept

  kiln-cache [list] [FOLDER]          what is in it: kernel, instance, architecture, code, size, last use, compiler
  kiln-cache verify [--remove] [FOLDER]
                                      read every entry whole; tell those that are damaged, or remove them;
                                      what another release of Kiln wrote, and what cannot be read, is told and
                                      stays
  kiln-cache trim SIZE [FOLDER]       remove the entries longest unused, down to so many bytes (512M, 2G)
  kiln-cache clear [FOLDER]           remove every entry

Without FOLDER it is the one where launches keep what they compile (KILN_CACHE_DIR, else the user's cache).
";

fn main() -> ExitCode {
    match run(std::env::args_os().skip(1)) {
        Ok((text, sound)) => {
            print!("{text}");
            if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(why) => {
            eprintln!("kiln-cache: {why}");
            ExitCode::from(2)
        }
    }
}

/// The text that a command prints, and whether all was well.
fn run<A: Into<OsString>>(arguments: impl IntoIterator<Item = A>) -> Result<(String, bool), String> {
    let mut given = Given::parse(arguments).map_err(|error| format!("{error}\n\n{USAGE}"))?;
    let command = match given.values.first() {
        _ if given.help => "help".to_owned(),
        None => "list".to_owned(),
        // A folder alone is listed.
        Some(folder) if given.values.len() == 1 && Path::new(folder).is_dir() => "list".to_owned(),
        Some(_) => given.values.remove(0).to_string_lossy().into_owned(),
    };
    if given.remove && command != "verify" {
        return Err(format!("`--remove` belongs to `verify`\n\n{USAGE}"));
    }
    match &*command {
        "help" => Ok((USAGE.to_owned(), true)),
        "list" => list(&given.folder()?),
        "verify" => verify(&given.folder()?, given.remove),
        "trim" if !given.values.is_empty() => {
            let size = given.values.remove(0).to_string_lossy().into_owned();
            let bytes =
                parse(&size).ok_or_else(|| format!("`{size}` is no size; write 1000000, 512M or 2G"))?;
            let removed = cache::trim(given.folder()?, bytes).map_err(|why| why.to_string())?;
            Ok((format!("{removed} removed\n"), true))
        }
        "clear" => {
            let removed = cache::clear(given.folder()?).map_err(|why| why.to_string())?;
            Ok((format!("{removed} removed\n"), true))
        }
        other => Err(format!("what is `{other}`?\n\n{USAGE}")),
    }
}

/// The arguments.
#[derive(Default)]
struct Given {
    help: bool,
    remove: bool,
    /// The command and what belongs to it, in order.
    values: Vec<OsString>,
}

impl Given {
    fn parse<A: Into<OsString>>(arguments: impl IntoIterator<Item = A>) -> Result<Given, lexopt::Error> {
        let mut given = Given::default();
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => given.help = true,
                Long("remove") => given.remove = true,
                Value(value) => given.values.push(value),
                other => return Err(other.unexpected()),
            }
        }
        Ok(given)
    }

    /// The only value that is left, or the user's own folder.
    fn folder(&self) -> Result<PathBuf, String> {
        match &*self.values {
            [] => {
                cache::default_directory().ok_or_else(|| "there is no cache here; name a folder".to_owned())
            }
            [folder] => Ok(PathBuf::from(folder)),
            [_, other, ..] => Err(format!("what is `{}`?\n\n{USAGE}", other.to_string_lossy())),
        }
    }
}

fn list(folder: &Path) -> Result<(String, bool), String> {
    let all = cache::entries(folder).map_err(|why| why.to_string())?;
    let head = ["kernel", "instance", "gpu", "code", "by", "size", "used", "compiler"].map(str::to_owned);
    let mut rows = vec![head];
    rows.extend(all.iter().filter_map(row));
    let mut widths = [0; 8];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).enumerate();
        let line: Vec<String> = cells
            .map(
                |(at, (cell, width))| {
                    if at == 5 { format!("{cell:>width$}") } else { format!("{cell:width$}") }
                },
            )
            .collect();
        let _ = writeln!(text, "{}", line.join("  ").trim_end());
    }
    for entry in &all {
        if let Err(why) = &entry.contents {
            let _ = writeln!(text, "{}: {why}", entry.path.display());
        }
    }
    let bytes = all.iter().map(|entry| entry.bytes).sum();
    let _ = writeln!(text, "{} entries, {} in {}", all.len(), size(bytes), folder.display());
    Ok((text, true))
}

fn row(entry: &Entry) -> Option<[String; 8]> {
    let is = entry.contents.as_ref().ok()?;
    let code = if is.machine_code { is.form.clone() } else { format!("{} (PTX)", is.form) };
    Some([
        is.kernel.clone(),
        is.instance.clone(),
        is.arch.clone(),
        code,
        is.backend.clone(),
        size(entry.bytes),
        since(entry.used),
        is.compiler.clone(),
    ])
}

fn verify(folder: &Path, remove: bool) -> Result<(String, bool), String> {
    let all = cache::entries(folder).map_err(|why| why.to_string())?;
    let mut text = String::new();
    let (mut damaged, mut others, mut unread) = (0, 0, 0);
    for entry in &all {
        let Err(why) = &entry.contents else { continue };
        let _ = write!(text, "{}: {why}", entry.path.display());
        match why {
            InvalidEntry::OtherFormat(_) => others += 1,
            // It may be whole, and be read another time.
            InvalidEntry::Unreadable(_) => unread += 1,
            _ => {
                damaged += 1;
                if remove {
                    match std::fs::remove_file(&entry.path) {
                        Ok(()) => text.push_str("; removed"),
                        Err(why) => _ = write!(text, "; {why}"),
                    }
                }
            }
        }
        text.push('\n');
    }
    let whole = all.len() - damaged - others - unread;
    let of_others = if others == 0 { String::new() } else { format!(", {others} of other releases") };
    let of_unread = if unread == 0 { String::new() } else { format!(", {unread} not read") };
    let _ = writeln!(text, "{whole} whole, {damaged} damaged{of_others}{of_unread}");
    Ok((text, damaged + unread == 0))
}

/// `512M` in bytes.
fn parse(text: &str) -> Option<u64> {
    let (digits, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let unit = match unit.to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// Bytes as people write them.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

/// How long ago, in the largest unit that fits.
fn since(time: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(time).unwrap_or(Duration::ZERO).as_secs();
    match seconds {
        0..3600 => format!("{} min ago", seconds / 60),
        3600..172_800 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        let read = ["0", "17", "4K", "512M", "2g", "1GiB", "3MB"].map(|text| parse(text).unwrap());
        assert_eq!(read, [0, 17, 4096, 512 << 20, 2 << 30, 1 << 30, 3 << 20]);
        assert!(["", "M", "-1", "1T", "99999999999G", "1.5G"].iter().all(|text| parse(text).is_none()));
        assert_eq!([900, 20_000, 50 << 20].map(size), ["900 B", "19 KiB", "50 MiB"]);
    }

    #[test]
    fn times_are_said_shortly() {
        let ago = |seconds| since(SystemTime::now() - Duration::from_secs(seconds));
        assert_eq!([ago(30), ago(7300), ago(86_400 * 3)], ["0 min ago", "2 h ago", "3 days ago"]);
        assert_eq!(since(SystemTime::now() + Duration::from_secs(99)), "0 min ago");
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        assert!(run(["help"]).unwrap().0.contains("kiln-cache trim"));
        for wrong in [
            &["trim", "much"][..],
            &["list", "a", "b"],
            &["dance"],
            &["verify", "--hard"],
            &["clear", "--remove"],
            &["trim"],
            &["list", "/no/such"],
        ] {
            assert!(!run(wrong).unwrap_err().is_empty());
        }
    }

    #[test]
    fn a_folder_is_shown_verified_and_cleared() {
        let folder = std::env::temp_dir().join(format!("kiln-cache-tool-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let shard = folder.join("objects").join("ab");
        std::fs::create_dir_all(&shard).unwrap();
        let [old, torn] = ["c", "d"].map(|digit| shard.join(digit.repeat(62)));
        std::fs::write(&old, b"KILNOBJ\x04 and nothing more").unwrap();
        std::fs::write(shard.join("mine"), b"no entry's name").unwrap();
        let name = folder.to_string_lossy().into_owned();
        let (text, sound) = run(["list", &name]).unwrap();
        assert!(
            sound
                && text.contains("ccc: written in format 4, by another release\n")
                && text.contains("1 entries, 25 B in "),
            "{text}"
        );
        assert_eq!(run([&name]).unwrap().0, text);
        // What another release wrote is no damage, and stays; what is damaged goes.
        std::fs::write(&torn, b"KILNOBJ\x08 and nothing more").unwrap();
        let (text, sound) = run(["verify", &name]).unwrap();
        assert!(!sound && text.ends_with("0 whole, 1 damaged, 1 of other releases\n"), "{text}");
        let (text, _) = run(["verify", "--remove", &name]).unwrap();
        assert!(text.contains("ddd: damaged; removed\n") && !text.contains("release; removed"), "{text}");
        assert!(old.exists() && !torn.exists());
        let (text, sound) = run(["verify", &name]).unwrap();
        assert!(sound && text.ends_with("0 whole, 0 damaged, 1 of other releases\n"), "{text}");
        assert_eq!(run(["trim", "1K", &name]).unwrap().0, "0 removed\n");
        assert_eq!(run(["clear", &name]).unwrap().0, "1 removed\n");
        assert!(shard.join("mine").exists() && !old.exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_objects_of_git_are_not_touched() {
        let folder = std::env::temp_dir().join(format!("kiln-cache-git-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        // Where Git names objects by SHA-256, they are named as entries are.
        let object = folder.join("objects").join("ab").join("c".repeat(62));
        for part in ["ab", "info", "pack"] {
            std::fs::create_dir_all(folder.join("objects").join(part)).unwrap();
        }
        std::fs::write(&object, b"\x78\x01 an object").unwrap();
        let name = folder.to_string_lossy().into_owned();
        for command in [
            &["list", &name][..],
            &["verify", &name],
            &["verify", "--remove", &name],
            &["trim", "0", &name],
            &["clear", &name],
        ] {
            let why = run(command).unwrap_err();
            assert!(why.contains("is not a cache of Kiln's") && why.contains("help: "), "{why}");
            assert!(object.exists());
        }
        // Nor with nothing beside the objects.
        std::fs::remove_dir(folder.join("objects").join("info")).unwrap();
        std::fs::remove_dir(folder.join("objects").join("pack")).unwrap();
        assert!(run(["clear", &name]).is_err() && object.exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn what_cannot_be_read_is_told_and_stays() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = std::env::temp_dir().join(format!("kiln-cache-unread-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let shard = folder.join("objects").join("ab");
        std::fs::create_dir_all(&shard).unwrap();
        std::fs::write(folder.join("objects").join("kiln-cache.txt"), b"").unwrap();
        let file = shard.join("c".repeat(62));
        std::fs::write(&file, b"who knows").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).unwrap();
        // Root reads everything.
        if std::fs::read(&file).is_err() {
            let (text, sound) = run(["verify", "--remove", &folder.to_string_lossy()]).unwrap();
            assert!(!sound && text.ends_with("0 whole, 0 damaged, 1 not read\n"), "{text}");
            assert!(file.exists());
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn links_lead_to_nothing_that_is_removed() {
        let folder = std::env::temp_dir().join(format!("kiln-cache-links-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let (objects, theirs) = (folder.join("cache").join("objects"), folder.join("theirs"));
        std::fs::create_dir_all(objects.join("ab")).unwrap();
        std::fs::create_dir_all(&theirs).unwrap();
        std::fs::write(objects.join("kiln-cache.txt"), b"").unwrap();
        let file = theirs.join("c".repeat(62));
        std::fs::write(&file, b"theirs").unwrap();
        std::os::unix::fs::symlink(&theirs, objects.join("cd")).unwrap();
        std::os::unix::fs::symlink(&file, objects.join("ab").join("d".repeat(62))).unwrap();
        let name = folder.join("cache").to_string_lossy().into_owned();
        assert_eq!(run(["verify", "--remove", &name]).unwrap().0, "0 whole, 0 damaged\n");
        assert_eq!(run(["clear", &name]).unwrap().0, "0 removed\n");
        assert_eq!(std::fs::read(&file).unwrap(), b"theirs");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
