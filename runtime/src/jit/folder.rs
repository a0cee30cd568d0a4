//! The folder of a cache: whose it is, what is in it, and what may be removed from it.
//!
//! Takes a folder that a variable, a program or a user named; guarantees that the user's own is used only where
//! nobody else can write to it, that nothing is written to or removed from a folder that is not Kiln's, and that no
//! link is followed on the way; leaves the entries' contents to [`super::disk`].
//!
//! Entries lie in `objects`, and so does the marker, an empty file that says that what is there is Kiln's. Git has an
//! `objects` folder too, with the same names in it where it names by SHA-256.

use kiln_codegen::collections::sort_by_key;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::key::Key;
use crate::sys::files;

/// The folder of the entries in a cache's folder.
pub(super) const OBJECTS: &str = "objects";
/// The file beside the entries that says whose they are.
pub(super) const MARKER: &str = "kiln-cache.txt";
/// The folder beside the entries in which they are written: with a folder of its own, a start that looks for what
/// killed writers left reads few names.
const TEMPORARIES: &str = "tmp";
/// How an entry of any format begins.
pub(super) const ANY_ENTRY: &[u8; 7] = b"KILNOBJ";
/// An entry dated later than this from now has a date that says nothing.
pub(super) const FUTURE_AFTER: Duration = Duration::from_secs(24 * 60 * 60);
/// Of so many files without the marker, one must be an entry.
const LOOKED_AT: usize = 64;

const NOT_OURS: &str = "is not a cache of Kiln's: its folder `objects` has no file `kiln-cache.txt`, and holds \
                        something that Kiln did not write. Nothing there was changed\n  help: name another folder";

/// Who is to read a folder that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// The user alone.
    TheUser,
    /// The user's umask decides who can.
    Others,
}

/// The file of an entry in a cache's folder. Entries are spread over folders by their first byte, as Git spreads
/// its objects.
pub(super) fn file(directory: &Path, key: &Key) -> PathBuf {
    let hex = key.hex();
    let (shard, rest) = hex.split_at(2);
    directory.join(OBJECTS).join(shard).join(rest)
}

/// The key that an entry's file is named by.
pub(super) fn key_of(path: &Path) -> Option<Key> {
    let rest = path.file_name()?.to_str()?;
    let shard = path.parent()?.file_name()?.to_str()?;
    Key::from_hex(&format!("{shard}{rest}"))
}

/// Why a folder is not used as the user's own, if there is a reason: anyone who can write to it chooses the code that
/// kernels run.
#[cfg(unix)]
pub(super) fn distrust(directory: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let objects = directory.join(OBJECTS);
    if fs::symlink_metadata(&objects).is_ok_and(|metadata| metadata.is_symlink()) {
        return Some(format!(
            "{} is a symbolic link, which Kiln does not follow: link {} instead",
            objects.display(),
            directory.display()
        ));
    }
    let me = crate::sys::process::user();
    for folder in [directory, &objects] {
        let Ok(metadata) = fs::metadata(folder) else { continue };
        let (owner, path) = (metadata.uid(), folder.display());
        if owner != me {
            return Some(format!(
                "{path} belongs to user {owner}, and this process runs as user {me}: let KILN_CACHE_DIR name a folder \
                 of user {me}, or list this one in KILN_CACHE_PATH, from which it is only read"
            ));
        }
        if metadata.mode() & 0o002 != 0 {
            return Some(format!("every user may write to {path}: run `chmod o-w {path}`"));
        }
    }
    None
}

/// Where there are no owners and modes to look at, the system's defaults for the user's folders hold.
#[cfg(not(unix))]
pub(super) fn distrust(_: &Path) -> Option<String> {
    None
}

/// Where entries are written before they get their names.
pub(super) fn temporaries(directory: &Path) -> PathBuf {
    directory.join(OBJECTS).join(TEMPORARIES)
}

/// Makes sure that a folder is there and Kiln's before something is written to it.
pub(super) fn claim(directory: &Path, reader: For) -> io::Result<()> {
    let objects = directory.join(OBJECTS);
    if is_marked(&objects) {
        return Ok(());
    }
    files::make_folder(&objects, reader == For::TheUser)?;
    // Somebody else may have made it just now.
    if let Some(why) = distrust(directory).filter(|_| reader == For::TheUser) {
        return Err(io::Error::other(why));
    }
    if !holds_nothing_else(&objects) {
        return Err(io::Error::other(format!("{} {NOT_OURS}", directory.display())));
    }
    match File::options().write(true).create_new(true).open(objects.join(MARKER)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(|_| ()),
    }
}

/// Why a folder is not Kiln's to list or to remove from, if there is a reason. One without entries is nobody's.
pub(super) fn foreign(directory: &Path) -> Option<&'static str> {
    let objects = directory.join(OBJECTS);
    match fs::symlink_metadata(&objects) {
        Err(_) => None,
        Ok(metadata) if metadata.is_dir() && (is_marked(&objects) || holds_nothing_else(&objects)) => None,
        Ok(_) => Some(NOT_OURS),
    }
}

fn is_marked(objects: &Path) -> bool {
    files::is_folder(objects)
        && fs::symlink_metadata(objects.join(MARKER)).is_ok_and(|metadata| metadata.is_file())
}

/// Whether a folder without the marker is empty, or a release that left no marker wrote what is in it.
fn holds_nothing_else(objects: &Path) -> bool {
    let Ok(shards) = fs::read_dir(objects) else { return false };
    let mut looked_at = 0;
    for shard in shards.flatten() {
        let name = shard.file_name();
        if name == TEMPORARIES || name == MARKER {
            continue;
        }
        // Git has `info` and `pack` here.
        if !is_named(&name, 2) || !shard.file_type().is_ok_and(|what| what.is_dir()) {
            return false;
        }
        if looked_at > LOOKED_AT {
            continue;
        }
        for file in fs::read_dir(shard.path()).into_iter().flatten().flatten() {
            if is_named(&file.file_name(), 62) && file.file_type().is_ok_and(|what| what.is_file()) {
                looked_at += 1;
                let head = files::head::<{ ANY_ENTRY.len() }>(&file.path());
                if head.is_some_and(|head| head == ANY_ENTRY) {
                    // One is enough: another may be damaged.
                    looked_at = LOOKED_AT + 1;
                    break;
                }
            }
            if looked_at == LOOKED_AT {
                return false;
            }
        }
    }
    looked_at == 0 || looked_at > LOOKED_AT
}

/// Removes those of the entries that are longest unused until no more than so many bytes are left: how many, and the
/// bytes that are left.
pub(super) fn evict(mut all: Vec<Found>, goal: u64) -> (u64, u64) {
    let now = SystemTime::now();
    sort_by_key(&mut all, |entry| last_use(entry.used, now));
    let mut left: u64 = all.iter().map(|entry| entry.bytes).sum();
    let mut removed = 0;
    for entry in &all {
        // An entry of which nothing is left is in nobody's way, and of use to nobody.
        if left <= goal && entry.bytes > 0 {
            break;
        }
        // Another process may have removed it first; gone is gone.
        removed += u64::from(fs::remove_file(&entry.path).is_ok());
        left -= entry.bytes;
    }
    (removed, left)
}

/// When an entry was last used, as far as its date can be believed: one in the future would keep it for ever.
fn last_use(date: SystemTime, now: SystemTime) -> SystemTime {
    if is_in_the_future(date, now) { SystemTime::UNIX_EPOCH } else { date }
}

/// Whether a date is so far in the future that no other machine's clock explains it.
pub(super) fn is_in_the_future(date: SystemTime, now: SystemTime) -> bool {
    date.duration_since(now).is_ok_and(|ahead| ahead > FUTURE_AFTER)
}

/// A file of a cache.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) used: SystemTime,
}

/// Whether a file or folder has a name that [`file`] gives: so many hexadecimal digits.
fn is_named(name: &OsStr, digits: usize) -> bool {
    let name = name.as_encoded_bytes();
    name.len() == digits && name.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Every entry in a cache's folder, by their names: other files are nobody's here, and links lead nowhere. Temporary
/// files that a dead process left are removed on the way.
pub(super) fn entries(directory: &Path) -> Vec<Found> {
    let mut all = Vec::new();
    let objects = directory.join(OBJECTS);
    if !files::is_folder(&objects) {
        return all;
    }
    files::sweep(&temporaries(directory));
    for shard in fs::read_dir(objects).into_iter().flatten().flatten() {
        if is_named(&shard.file_name(), 2) && shard.file_type().is_ok_and(|what| what.is_dir()) {
            all.append(&mut shard_entries(&shard.path()));
        }
    }
    all
}

/// The same of one of the folders over which entries are spread.
pub(super) fn shard_entries(shard: &Path) -> Vec<Found> {
    let mut all = Vec::new();
    let now = SystemTime::now();
    #[cfg(test)]
    READ.set(READ.get() + 1);
    for file in fs::read_dir(shard).into_iter().flatten().flatten() {
        // Of a link this is the link's own.
        let Ok(metadata) = file.metadata() else { continue };
        if !metadata.is_file() {
            continue;
        }
        let used = metadata.modified();
        // Earlier releases wrote here, and held no lock.
        if files::is_temporary(&file.file_name()) {
            if files::is_stale(used.ok(), now) {
                let _ = fs::remove_file(file.path());
            }
            continue;
        }
        if is_named(&file.file_name(), 62) {
            let used = used.unwrap_or(SystemTime::UNIX_EPOCH);
            all.push(Found { path: file.path(), bytes: metadata.len(), used });
        }
    }
    all
}

#[cfg(test)]
thread_local! {
    /// How many folders of entries this thread has read.
    pub(super) static READ: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// Removes what has an entry's name: a file, a link itself, or an empty folder; a failure means that it stays, and is
/// met again. Where the folder of the file is a link, the file is somebody else's.
pub(super) fn remove(path: &Path) {
    if path.parent().is_some_and(files::is_folder) && fs::remove_file(path).is_err() {
        let _ = fs::remove_dir(path);
    }
}
