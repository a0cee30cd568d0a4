//! The variables of the environment that Kiln reads.
//!
//! Takes their names; guarantees that a process with the rights of another user reads none, that a relative path is
//! never used (it would mean another file in each folder that a program starts in), and that what is misspelled or
//! malformed is told once on stderr; leaves to the caller what a value does.

use kiln_codegen::collections::sort;
use kiln_codegen::compact::List;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Once;

use super::process;
use crate::registry::distance;

/// What a variable says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Yes or no.
    Switch,
    /// A number of bytes.
    Bytes,
    /// A file or a folder.
    Path,
    /// A file or a folder, or `none`.
    PathOrNone,
    /// Folders, as in `PATH`.
    Paths,
    /// A name. Another one is an error of what asks for it.
    Name,
}

/// All of them; `docs/compiling.md` says what each does.
const KNOWN: [(&str, Kind); 20] = [
    ("KILN_BACKEND", Kind::Name),
    ("KILN_CACHE", Kind::Switch),
    ("KILN_CACHE_DIR", Kind::Path),
    ("KILN_CACHE_MAX_BYTES", Kind::Bytes),
    ("KILN_CACHE_PATH", Kind::Paths),
    ("KILN_COARSE", Kind::Switch),
    ("KILN_CUPTI", Kind::PathOrNone),
    ("KILN_DEVICE", Kind::Name),
    ("KILN_DUMP", Kind::Path),
    ("KILN_HINTS", Kind::Switch),
    ("KILN_LINEINFO", Kind::Switch),
    ("KILN_NVJITLINK", Kind::PathOrNone),
    ("KILN_NVML", Kind::PathOrNone),
    ("KILN_NVRTC", Kind::PathOrNone),
    ("KILN_POOL", Kind::Switch),
    // A relative one is what the user means: the program only writes it.
    ("KILN_PROFILE", Kind::Name),
    ("KILN_PROFILE_COUNTED", Kind::Switch),
    ("KILN_RECORD", Kind::Path),
    ("KILN_SANITIZE", Kind::Switch),
    ("KILN_TUNE_FILE", Kind::Path),
];

/// The first words of variables that Kiln's own tests, benchmarks and tools read.
const OF_TESTS: [&str; 23] = [
    "BENCH",
    "BLESS",
    "CACHING",
    "COUNT",
    "DEPTH",
    "DRAWN",
    "DRIVER",
    "EMBEDDED",
    "ENDS",
    "FAKE",
    "GARBAGE",
    "GENERATED",
    "INTEROP",
    "IPC",
    "OLD",
    "PEER",
    "PTXAS",
    "PYTHON",
    "RACES",
    "SAMPLE",
    "TEST",
    "TEXTS",
    "TILE",
];

/// The value of a variable, which need not be Kiln's own. An empty one is none, and a process that runs with the rights
/// of another user has none.
pub(crate) fn value(name: &str) -> Option<OsString> {
    let is_known = || KNOWN.iter().any(|(known, _)| *known == name);
    debug_assert!(!name.starts_with("KILN_") || is_known(), "{name} is read, and told to be unknown");
    report();
    if process::is_elevated() {
        return None;
    }
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The path that a variable names.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    value(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// What a variable that is a switch says, if it is set to something that does.
pub(crate) fn switch(name: &str) -> Option<bool> {
    is_on(&value(name)?)
}

/// What a switch's value says.
pub(crate) fn is_on(value: &OsStr) -> Option<bool> {
    match &*value.to_string_lossy().trim().to_ascii_lowercase() {
        "1" | "on" | "true" | "yes" => Some(true),
        "0" | "off" | "false" | "no" => Some(false),
        _ => None,
    }
}

/// Why a path of a variable is not used.
pub(crate) fn is_relative(path: &Path) -> String {
    format!(
        "`{}` is a relative path, which would mean another place in each working folder: give the whole path",
        path.display()
    )
}

/// Tells on stderr what is wrong, once.
fn report() {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        for line in wrong(std::env::vars_os(), process::is_elevated()) {
            eprintln!("kiln: {line}");
        }
    });
}

/// What is wrong with the variables that begin with `KILN_`.
fn wrong(all: impl Iterator<Item = (OsString, OsString)>, elevated: bool) -> Vec<String> {
    let ours = all
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
        .filter(|(name, value)| name.starts_with("KILN_") && !value.is_empty())
        .list();
    if elevated && !ours.is_empty() {
        let why = "ignoring the environment: this process has the rights of another user (setuid, setgid or capabilities)";
        return vec![why.to_owned()];
    }
    let mut lines = ours.iter().filter_map(|(name, value)| wrong_one(name, value)).list();
    sort(&mut lines);
    lines
}

fn wrong_one(name: &str, value: &OsStr) -> Option<String> {
    let text = value.to_string_lossy();
    let Some((_, kind)) = KNOWN.iter().find(|(known, _)| *known == name) else {
        let word = name["KILN_".len()..].split('_').next().unwrap_or_default();
        if OF_TESTS.contains(&word) {
            return None;
        }
        let near = KNOWN.iter().map(|(known, _)| (distance(known, name), *known)).min()?;
        let advice = match near {
            (apart, known) if apart <= (name.len() - "KILN_".len()) / 3 => format!("did you mean {known}?"),
            _ => "docs/compiling.md lists its variables".to_owned(),
        };
        return Some(format!("ignoring {name}: Kiln has no such variable; {advice}"));
    };
    let needed = match kind {
        Kind::Switch => is_on(value).is_none().then(|| "set it to 0 or 1".to_owned())?,
        Kind::Bytes => {
            text.trim().parse::<u64>().is_err().then(|| "set it to a number of bytes".to_owned())?
        }
        Kind::PathOrNone if text == "none" => return None,
        Kind::Path | Kind::PathOrNone => {
            let path = Path::new(value);
            if path.is_absolute() {
                return None;
            }
            return Some(format!("ignoring {name}: {}", is_relative(path)));
        }
        Kind::Paths => {
            let relative = std::env::split_paths(value)
                .find(|path| !path.as_os_str().is_empty() && !path.is_absolute())?;
            return Some(format!("ignoring a folder of {name}: {}", is_relative(&relative)));
        }
        Kind::Name => return None,
    };
    Some(format!("ignoring {name}=`{text}`: {needed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(pairs: &[(&str, &str)]) -> Vec<String> {
        wrong(pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())), false)
    }

    #[test]
    fn what_is_right_is_not_told() {
        let root = std::env::temp_dir().join("x").to_string_lossy().into_owned();
        for (name, kind) in KNOWN {
            let value = match kind {
                Kind::Switch => "0",
                Kind::Bytes => "4096",
                Kind::Path | Kind::PathOrNone | Kind::Paths => &root,
                Kind::Name => "anything",
            };
            assert!(said(&[(name, value), (name, "")]).is_empty(), "{name}");
        }
        assert!(said(&[("KILN_NVRTC", "none"), ("KILN_TEST_CACHE", "x"), ("HOME", "x")]).is_empty());
    }

    #[test]
    fn what_is_wrong_is_told() {
        let lines = said(&[
            ("KILN_POOL", "maybe"),
            ("KILN_CACHE_MAX_BYTES", "512M"),
            ("KILN_CACHEDIR", "x"),
            ("KILN_COLOR", "x"),
            ("KILN_RECORD", "kernels.record"),
            ("KILN_NVRTC", "lib/libnvrtc.so"),
        ]);
        let starts = [
            "ignoring KILN_CACHEDIR: Kiln has no such variable; did you mean KILN_CACHE_DIR?",
            "ignoring KILN_CACHE_MAX_BYTES=`512M`: set it to a number of bytes",
            "ignoring KILN_COLOR: Kiln has no such variable; docs/compiling.md lists",
            "ignoring KILN_NVRTC: `lib/libnvrtc.so` is a relative path",
            "ignoring KILN_POOL=`maybe`: set it to 0 or 1",
            "ignoring KILN_RECORD: `kernels.record` is a relative path",
        ];
        assert_eq!(lines.len(), starts.len(), "{lines:?}");
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{line}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn each_folder_of_a_list_is_looked_at() {
        assert!(said(&[("KILN_CACHE_PATH", "/a::/b")]).is_empty());
        assert!(said(&[("KILN_CACHE_PATH", "/a:b")])[0].contains("`b` is a relative path"));
    }
}
