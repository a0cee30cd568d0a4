//! The on-disk cache: plain files, one an entry, named by their key.
//!
//! Takes a folder and a bound; guarantees that a reader sees a whole entry or none (entries are written beside and
//! renamed, and carry a checksum), that damage is a miss, and that the least recently used entries go when the
//! bound is passed; leaves keys to [`super::key`]. Processes share a folder without locks: two that make the same
//! entry both write it, and the last rename wins.

use kiln_codegen::collections::sort_by_key;
use std::ffi::{CString, OsString};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use hmac_sha256::Hash as Sha256;

use crate::sys::nvrtc::ImageKind;

use super::cache::Status;
use super::cache_admin::Useless;
use super::compile::{Compiled, Needs};
use super::key::Key;

/// First bytes of an entry; the last is the format's version.
const MAGIC: &[u8; 8] = b"KILNOBJ\x06";
/// Magic, kind, block, shared memory (given, of a slice's element, declared), lengths of the kernel's name, of the
/// compiler's, of what the entry is and of the image.
const HEADER: usize = 8 + 1 + 12 + 12 + 4 + 4 + 4 + 8;
const CHECKSUM: usize = 32;
/// The folder of the entries in a cache's folder.
const OBJECTS: &str = "objects";
const DEFAULT_MAX_BYTES: u64 = 1 << 30;
/// How old an entry's time of use may be before a hit renews it: a read then costs no write, but for one a day.
const RENEW_AFTER: Duration = Duration::from_secs(24 * 60 * 60);
/// A temporary file this old was left by a process that died.
const STALE_AFTER: Duration = Duration::from_secs(60 * 60);
const TEMPORARY: &str = ".tmp-";

/// Where the cache is and how large it may grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Config {
    /// The folder, or why there is none.
    pub(super) directory: Result<PathBuf, String>,
    pub(super) max_bytes: u64,
}

impl Config {
    /// What the environment asks for.
    pub(super) fn from_environment(var: &dyn Fn(&str) -> Option<OsString>) -> Config {
        let var = |name: &str| var(name).filter(|value| !value.is_empty());
        let text = |name: &str| var(name).map(|value| value.to_string_lossy().trim().to_ascii_lowercase());
        let max_bytes =
            text("KILN_CACHE_MAX_BYTES").and_then(|value| value.parse().ok()).unwrap_or(DEFAULT_MAX_BYTES);
        let off = is_off(var("KILN_CACHE"));
        let path = |name: &str| var(name).map(PathBuf::from);
        // A relative XDG_CACHE_HOME is to be ignored, its specification says.
        let xdg = || path("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        let directory = if off {
            Err("KILN_CACHE turns it off".to_owned())
        } else if let Some(explicit) = path("KILN_CACHE_DIR") {
            Ok(explicit)
        } else if cfg!(windows) {
            path("LOCALAPPDATA")
                .map(|base| base.join("kiln").join("cache"))
                .ok_or("LOCALAPPDATA is not set".to_owned())
        } else {
            xdg()
                .or_else(|| path("HOME").map(|home| home.join(".cache")))
                .map(|base| base.join("kiln"))
                .ok_or("neither XDG_CACHE_HOME nor HOME is set".to_owned())
        };
        Config { directory, max_bytes }
    }
}

/// Whether a value of KILN_CACHE turns caches off.
pub(super) fn is_off(value: Option<OsString>) -> bool {
    let value = value.map(|value| value.to_string_lossy().trim().to_ascii_lowercase());
    value.is_some_and(|value| matches!(&*value, "off" | "0" | "false" | "no"))
}

/// The user's folder, as this process uses it.
pub(super) struct Disk {
    config: Config,
    hits: AtomicU64,
    misses: AtomicU64,
    damaged: AtomicU64,
    writes: AtomicU64,
    evictions: AtomicU64,
    write_error: Mutex<Option<String>>,
    /// About how many bytes the folder holds; `None` until this process has written and counted.
    total: Mutex<Option<u64>>,
}

impl Disk {
    pub(super) fn new(config: Config) -> Disk {
        Disk {
            config,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            damaged: AtomicU64::new(0),
            writes: AtomicU64::new(0),
            evictions: AtomicU64::new(0),
            write_error: Mutex::new(None),
            total: Mutex::new(None),
        }
    }

    /// The entry, if it is there and whole.
    pub(super) fn get(&self, key: &Key) -> Option<Compiled> {
        let path = self.path(key)?;
        let found = read(&path);
        let counter = match &found {
            Ok(_) => &self.hits,
            Err(error) if error.kind() == io::ErrorKind::NotFound => &self.misses,
            Err(_) => {
                self.damaged.fetch_add(1, Ordering::Relaxed);
                remove(&path);
                &self.misses
            }
        };
        counter.fetch_add(1, Ordering::Relaxed);
        found.ok()
    }

    /// Notes that a whole entry is of no use.
    pub(super) fn refused(&self, key: &Key) {
        self.damaged.fetch_add(1, Ordering::Relaxed);
        if let Some(path) = self.path(key) {
            remove(&path);
        }
    }

    /// Keeps an entry. A failure is noted in the status: the caller has its code already.
    pub(super) fn put(&self, key: &Key, compiled: &Compiled) {
        let Some(path) = self.path(key) else { return };
        let bytes = encode(compiled);
        match write(&path, &bytes) {
            Ok(()) => {
                self.writes.fetch_add(1, Ordering::Relaxed);
                self.keep_bound(bytes.len() as u64);
            }
            Err(error) => {
                let text = format!("{}: {error}", path.display());
                *self.write_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
            }
        }
    }

    pub(super) fn status(&self) -> Status {
        Status {
            directory: self.config.directory.as_ref().ok().cloned(),
            off: self.config.directory.as_ref().err().cloned(),
            max_bytes: self.config.max_bytes,
            shipped: Vec::new(),
            embedded_hits: 0,
            shipped_hits: 0,
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            damaged: self.damaged.load(Ordering::Relaxed),
            writes: self.writes.load(Ordering::Relaxed),
            evictions: self.evictions.load(Ordering::Relaxed),
            write_error: self.write_error.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }

    /// The entry's file.
    pub(super) fn path(&self, key: &Key) -> Option<PathBuf> {
        Some(file(self.config.directory.as_ref().ok()?, key))
    }

    /// Counts what was added, and removes the entries longest unused when the bound is passed.
    fn keep_bound(&self, added: u64) {
        let Ok(directory) = &self.config.directory else { return };
        let mut total = self.total.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = match *total {
            Some(known) => known.saturating_add(added),
            None => entries(directory).iter().map(|entry| entry.bytes).sum(),
        };
        *total = Some(if sum > self.config.max_bytes {
            // Down to nine tenths, so that not every write has to.
            let (removed, left) = evict(directory, self.config.max_bytes - self.config.max_bytes / 10);
            self.evictions.fetch_add(removed, Ordering::Relaxed);
            left
        } else {
            sum
        });
    }
}

/// The file of an entry in a cache's folder. Entries are spread over folders by their first byte, as Git spreads
/// its objects.
pub(super) fn file(directory: &Path, key: &Key) -> PathBuf {
    let hex = key.hex();
    let (shard, rest) = hex.split_at(2);
    directory.join(OBJECTS).join(shard).join(rest)
}

/// Removes the entries longest unused until no more than so many bytes are left: how many, and the bytes that are left.
pub(super) fn evict(directory: &Path, goal: u64) -> (u64, u64) {
    let mut all = entries(directory);
    sort_by_key(&mut all, |entry| entry.used);
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

/// A file of a cache.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) used: SystemTime,
}

/// Whether a file or folder has a name that [`file`] gives: so many hexadecimal digits.
fn is_named(name: &std::ffi::OsStr, digits: usize) -> bool {
    let name = name.as_encoded_bytes();
    name.len() == digits && name.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Every entry in a cache's folder, by their names: other files are nobody's here. Temporary files that a dead
/// process left are removed on the way.
pub(super) fn entries(directory: &Path) -> Vec<Found> {
    let mut all = Vec::new();
    let now = SystemTime::now();
    for shard in fs::read_dir(directory.join(OBJECTS)).into_iter().flatten().flatten() {
        for file in fs::read_dir(shard.path()).into_iter().flatten().flatten() {
            let Ok(metadata) = file.metadata() else { continue };
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            if !metadata.is_file() {
                continue;
            }
            if file.file_name().to_string_lossy().starts_with(TEMPORARY) {
                if now.duration_since(used).is_ok_and(|age| age > STALE_AFTER) {
                    remove(&file.path());
                }
                continue;
            }
            if !is_named(&shard.file_name(), 2) || !is_named(&file.file_name(), 62) {
                continue;
            }
            all.push(Found { path: file.path(), bytes: metadata.len(), used });
        }
    }
    all
}

/// The bytes of an entry.
pub(super) fn encode(compiled: &Compiled) -> Vec<u8> {
    let parts = [compiled.symbol.as_bytes(), compiled.compiler.as_bytes(), compiled.about.as_bytes()];
    let texts: usize = parts.iter().map(|part| part.len()).sum();
    let mut bytes = Vec::with_capacity(HEADER + texts + compiled.image.len() + CHECKSUM);
    bytes.extend_from_slice(MAGIC);
    bytes.push(match compiled.kind {
        ImageKind::Cubin => 0,
        ImageKind::Ptx => 1,
        ImageKind::Object => 2,
    });
    // No block is without threads, so zeros say that the launch chooses one.
    for number in compiled.needs.block.unwrap_or_default() {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let Needs { shared_bytes, slice_element, declared_bytes, blocks, grid_barrier, info, .. } =
        compiled.needs;
    let flags = u32::from(grid_barrier) | u32::from(info) << 1;
    for number in [shared_bytes, slice_element, declared_bytes, blocks, flags] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for part in parts {
        bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
    }
    bytes.extend_from_slice(&(compiled.image.len() as u64).to_le_bytes());
    for part in parts {
        bytes.extend_from_slice(part);
    }
    bytes.extend_from_slice(&compiled.image);
    let checksum = Sha256::hash(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

/// The entry in these bytes, if nothing about them is off.
pub(super) fn decode(bytes: &[u8]) -> Option<Compiled> {
    let (body, checksum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
    if !body.starts_with(MAGIC) || Sha256::hash(body) != checksum {
        return None;
    }
    // The checksum says that what follows is as it was written; the lengths are still not trusted with a panic.
    let mut rest = body.get(MAGIC.len()..)?;
    let mut take = |len: usize| {
        let (taken, after) = rest.split_at_checked(len)?;
        rest = after;
        Some(taken)
    };
    let kind = match take(1)? {
        [0] => ImageKind::Cubin,
        [1] => ImageKind::Ptx,
        [2] => ImageKind::Object,
        _ => return None,
    };
    let mut number = || Some(u32::from_le_bytes(take(4)?.try_into().ok()?));
    let block = [number()?, number()?, number()?];
    let [shared_bytes, slice_element, declared_bytes, blocks, flags] =
        [number()?, number()?, number()?, number()?, number()?];
    if flags > 3 {
        return None;
    }
    let needs = Needs {
        block: (block != [0; 3]).then_some(block),
        shared_bytes,
        slice_element,
        declared_bytes,
        blocks,
        grid_barrier: flags & 1 != 0,
        info: flags & 2 != 0,
    };
    let [symbol_len, compiler_len, about_len] = [number()?, number()?, number()?].map(|len| len as usize);
    let image_len = usize::try_from(u64::from_le_bytes(take(8)?.try_into().ok()?)).ok()?;
    let symbol = CString::new(take(symbol_len)?).ok()?;
    let mut text = |len| Some(String::from_utf8_lossy(take(len)?).into_owned());
    let (compiler, about) = (text(compiler_len)?, text(about_len)?);
    let image = take(image_len)?.to_vec();
    rest.is_empty().then_some(Compiled { symbol, image, kind, needs, compiler, about })
}

/// What is wrong with the bytes of a file that has an entry's name.
pub(super) fn what_is_wrong(bytes: &[u8]) -> Useless {
    let (name, version) = MAGIC.split_at(MAGIC.len() - 1);
    match bytes.strip_prefix(name).and_then(<[u8]>::first) {
        Some(format) if [*format] != version => Useless::OtherFormat(*format),
        Some(_) | None => Useless::Damaged,
    }
}

/// Reads an entry whole.
pub(super) fn read(path: &Path) -> io::Result<Compiled> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0).min(1 << 26));
    file.read_to_end(&mut bytes)?;
    let compiled = decode(&bytes).ok_or(io::ErrorKind::InvalidData)?;
    let now = SystemTime::now();
    if metadata
        .modified()
        .ok()
        .and_then(|used| now.duration_since(used).ok())
        .is_some_and(|age| age > RENEW_AFTER)
    {
        // A folder that cannot be written serves all the same; its entries only look older than they are.
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(now));
    }
    Ok(compiled)
}

/// Writes a file that appears whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    // Unique among threads by the number and among processes by their own; across machines that share a folder, by
    // the time.
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let temporary = folder.join(format!("{TEMPORARY}{}-{number}-{time:x}", std::process::id()));
    let written = File::options().write(true).create_new(true).open(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        drop(file);
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        remove(&temporary);
    }
    written
}

/// Removes a file, or an empty folder in a file's place; a failure means that it stays, and is met again.
fn remove(path: &Path) {
    if fs::remove_file(path).is_err() {
        let _ = fs::remove_dir(path);
    }
}

#[cfg(test)]
pub(super) mod tests;
