//! The on-disk cache: plain files, one an entry, named by their key.
//!
//! Takes a folder and a bound; guarantees that a reader sees a whole entry or none (entries are written beside and
//! renamed, and carry a checksum), that an entry is found under its own key only, that damage is a miss, that what
//! cannot be read now stays, and that the least recently used entries go when the bound is passed; leaves keys to
//! [`super::key`] and whose a folder is to [`super::folder`]. Processes share a folder without locks: two that make
//! the same entry both write it, and the last rename wins.

use std::ffi::{CString, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use hmac_sha256::Hash as Sha256;
use kiln_codegen::intrinsics::{MOST_MAPS, TensorMap};

use crate::launch::Maps;
use crate::sys::files::{self, Links, Unread};
use crate::sys::nvrtc::ImageKind;
use crate::sys::{process, variables};

use super::cache::Status;
use super::compile::{Compiled, Needs};
use super::folder::{self, ANY_ENTRY, For};
use super::key::Key;

/// First bytes of an entry; the last is the format's version.
const MAGIC: &[u8; 8] = b"KILNOBJ\x08";
/// Magic, key, kind, block, shared memory (given, of a slice's element, declared), blocks, flags, lengths of the
/// kernel's name, of the compiler's, of what the entry is and of the image; before the lengths, tensor maps.
const HEADER: usize = 8 + 32 + 1 + 12 + 20 + MOST_MAPS * MAP + 12 + 8;
const CHECKSUM: usize = 32;
/// What an entry may have: more than any kernel, and less than any machine's memory.
pub(super) const MAX_ENTRY: u64 = 256 << 20;
/// Over how many folders entries are spread, and from how many entries in one on the folder has many.
const SHARDS: u64 = 256;
const MANY: usize = 16;
const DEFAULT_MAX_BYTES: u64 = 1 << 30;
/// How old an entry's time of use may be before a hit renews it: a read then costs no write, but for one a day.
const RENEW_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

const ELEVATED: &str = "this process has the rights of another user (setuid, setgid or capabilities), so that its \
                        environment names no folder";

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
        let base = |name: &str| match path(name) {
            Some(path) if path.is_absolute() => Some(Ok(path)),
            Some(path) => Some(Err(format!("{name}: {}", variables::is_relative(&path)))),
            None => None,
        };
        let directory = if off {
            Err("KILN_CACHE turns it off".to_owned())
        } else if let Some(explicit) = base("KILN_CACHE_DIR") {
            explicit
        } else if cfg!(windows) {
            base("LOCALAPPDATA")
                .unwrap_or(Err("LOCALAPPDATA is not set".to_owned()))
                .map(|base| base.join("kiln").join("cache"))
        } else {
            xdg()
                .map(Ok)
                .or_else(|| base("HOME").map(|home| home.map(|home| home.join(".cache"))))
                .unwrap_or_else(|| Err("neither XDG_CACHE_HOME nor HOME is set".to_owned()))
                .map(|base| base.join("kiln"))
        };
        let directory = directory.map_err(|why| {
            // What it says of variables is then only half of the truth.
            if process::is_elevated() { ELEVATED.to_owned() } else { why }
        });
        Config { directory, max_bytes }
    }
}

/// Whether a value of KILN_CACHE turns caches off.
pub(super) fn is_off(value: Option<OsString>) -> bool {
    value.is_some_and(|value| variables::is_on(&value) == Some(false))
}

/// The user's folder, as this process uses it.
pub(super) struct Disk {
    config: Config,
    /// The folder, or why it is not used; looked at when it is first needed.
    used: OnceLock<Result<PathBuf, String>>,
    hits: AtomicU64,
    misses: AtomicU64,
    damaged: AtomicU64,
    writes: AtomicU64,
    evictions: AtomicU64,
    read_error: Mutex<Option<String>>,
    write_error: Mutex<Option<String>>,
    /// About how many bytes the folder holds; `None` until this process has written and counted.
    total: Mutex<Option<u64>>,
}

impl Disk {
    pub(super) fn new(config: Config) -> Disk {
        Disk {
            config,
            used: OnceLock::new(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            damaged: AtomicU64::new(0),
            writes: AtomicU64::new(0),
            evictions: AtomicU64::new(0),
            read_error: Mutex::new(None),
            write_error: Mutex::new(None),
            total: Mutex::new(None),
        }
    }

    /// The folder, if there is one to use. The first call also removes what killed writers left.
    fn directory(&self) -> Option<&Path> {
        let used = self.used.get_or_init(|| {
            let directory = self.config.directory.clone()?;
            if let Some(why) = folder::distrust(&directory) {
                return Err(why);
            }
            files::sweep(&folder::temporaries(&directory));
            Ok(directory)
        });
        used.as_deref().ok()
    }

    /// The entry, if it is there and whole.
    pub(super) fn get(&self, key: &Key) -> Option<Compiled> {
        let path = folder::file(self.directory()?, key);
        let found = read(&path, key, Links::Refuse);
        let counter = if found.is_ok() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        match found {
            Ok(compiled) => return Some(compiled),
            Err(Miss::Unread(Unread::Absent) | Miss::OtherFormat(_)) => {}
            Err(Miss::Unread(Unread::Failed(error))) => {
                // The entry is as good as it was, and is found again when this has passed.
                note(&self.read_error, format!("{}: {error}", path.display()));
            }
            Err(Miss::Unread(Unread::NotAFile | Unread::TooLarge(_)) | Miss::Damaged | Miss::Misplaced) => {
                self.damaged.fetch_add(1, Ordering::Relaxed);
                folder::remove(&path);
            }
        }
        None
    }

    /// Notes that a whole entry is of no use.
    pub(super) fn refused(&self, key: &Key) {
        self.damaged.fetch_add(1, Ordering::Relaxed);
        if let Some(directory) = self.directory() {
            folder::remove(&folder::file(directory, key));
        }
    }

    /// Keeps an entry. A failure is noted in the status: the caller has its code already.
    pub(super) fn put(&self, key: &Key, compiled: &Compiled) {
        let Some(directory) = self.directory() else { return };
        let bytes = encode(key, compiled);
        match write(directory, key, &bytes, For::TheUser) {
            Ok(()) => {
                self.writes.fetch_add(1, Ordering::Relaxed);
                self.keep_bound(directory, &folder::file(directory, key), bytes.len() as u64);
            }
            Err(error) => {
                let path = folder::file(directory, key);
                note(&self.write_error, format!("{}: {error}", path.display()));
            }
        }
    }

    pub(super) fn status(&self) -> Status {
        let said = |of: &Mutex<Option<String>>| of.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let used = self.used.get().unwrap_or(&self.config.directory).as_ref();
        Status {
            directory: used.ok().cloned(),
            off: used.err().cloned(),
            max_bytes: self.config.max_bytes,
            shipped: Vec::new(),
            embedded_hits: 0,
            shipped_hits: 0,
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            damaged: self.damaged.load(Ordering::Relaxed),
            writes: self.writes.load(Ordering::Relaxed),
            evictions: self.evictions.load(Ordering::Relaxed),
            read_error: said(&self.read_error),
            write_error: said(&self.write_error),
        }
    }

    /// Counts what was added, and removes the entries longest unused when the bound is passed.
    ///
    /// Of a folder with many entries only the shard of the new one is looked at, which keeps its part of the bound:
    /// the first write of a process would otherwise read a whole folder of a hundred thousand. Keys are digests, so
    /// the shards are about equal, unless few large entries make most of a shard.
    fn keep_bound(&self, directory: &Path, entry: &Path, added: u64) {
        let shard = entry.parent().map(folder::shard_entries).unwrap_or_default();
        let part = self.config.max_bytes / SHARDS;
        if shard.len() >= MANY && shard.iter().all(|entry| entry.bytes <= part / 4) {
            if shard.iter().map(|entry| entry.bytes).sum::<u64>() > part {
                let (removed, _) = folder::evict(shard, part - part / 10);
                self.evictions.fetch_add(removed, Ordering::Relaxed);
            }
            return;
        }
        let mut total = self.total.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = match *total {
            Some(known) => known.saturating_add(added),
            None => folder::entries(directory).iter().map(|entry| entry.bytes).sum(),
        };
        *total = Some(if sum > self.config.max_bytes {
            // Down to nine tenths, so that not every write has to.
            let goal = self.config.max_bytes - self.config.max_bytes / 10;
            let (removed, left) = folder::evict(folder::entries(directory), goal);
            self.evictions.fetch_add(removed, Ordering::Relaxed);
            left
        } else {
            sum
        });
    }
}

fn note(place: &Mutex<Option<String>>, text: String) {
    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
}

/// Why there is no entry.
#[derive(Debug)]
pub(super) enum Miss {
    /// There are no bytes.
    Unread(Unread),
    /// Another release wrote them, in a format of its own.
    OtherFormat(u8),
    /// They are not as they were written.
    Damaged,
    /// They are a whole entry, which belongs under another key.
    Misplaced,
}

/// The bytes of an entry.
pub(super) fn encode(key: &Key, compiled: &Compiled) -> Vec<u8> {
    let parts = [compiled.symbol.as_bytes(), compiled.compiler.as_bytes(), compiled.about.as_bytes()];
    let texts: usize = parts.iter().map(|part| part.len()).sum();
    let mut bytes = Vec::with_capacity(HEADER + texts + compiled.image.len() + CHECKSUM);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&key.0);
    bytes.push(match compiled.kind {
        ImageKind::Cubin => 0,
        ImageKind::Ptx => 1,
        ImageKind::Object => 2,
    });
    // No block is without threads, so zeros say that the launch chooses one.
    for number in compiled.needs.block.unwrap_or_default() {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let Needs { shared_bytes, slice_element, declared_bytes, blocks, grid_barrier, info, maps, .. } =
        compiled.needs;
    let flags = u32::from(grid_barrier) | u32::from(info) << 1;
    for number in [shared_bytes, slice_element, declared_bytes, blocks, flags] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for map in maps {
        bytes.extend_from_slice(&map_bytes(map));
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

/// The entry of a key in these bytes, if nothing about them is off.
pub(super) fn decode(bytes: &[u8], key: &Key) -> Result<Compiled, Miss> {
    let Some((found, entry)) = entry_and_key(bytes) else { return Err(what_is_wrong(bytes)) };
    if found == *key { Ok(entry) } else { Err(Miss::Misplaced) }
}

fn entry_and_key(bytes: &[u8]) -> Option<(Key, Compiled)> {
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
    let key = Key(take(32)?.try_into().ok()?);
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
    let mut maps = Maps::default();
    for map in &mut maps {
        *map = map_of(take(MAP)?.try_into().ok()?)?;
    }
    let mut number = || Some(u32::from_le_bytes(take(4)?.try_into().ok()?));
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
        maps,
    };
    let [symbol_len, compiler_len, about_len] = [number()?, number()?, number()?].map(|len| len as usize);
    let image_len = usize::try_from(u64::from_le_bytes(take(8)?.try_into().ok()?)).ok()?;
    let symbol = CString::new(take(symbol_len)?).ok()?;
    let mut text = |len| Some(String::from_utf8_lossy(take(len)?).into_owned());
    let (compiler, about) = (text(compiler_len)?, text(about_len)?);
    let image = take(image_len)?.to_vec();
    rest.is_empty().then_some((key, Compiled { symbol, image, kind, needs, compiler, about }))
}

/// The bytes of a tensor map.
const MAP: usize = 7;

/// A tensor map, or zeros.
fn map_bytes(map: Option<TensorMap>) -> [u8; MAP] {
    let Some(TensorMap { argument, rank, size, turned, rows, span }) = map else { return [0; MAP] };
    let [low, high] = rows.to_le_bytes();
    [argument, rank, size, turned.into(), low, high, span]
}

/// The map of these bytes, if they are what [`map_bytes`] makes.
fn map_of(bytes: [u8; MAP]) -> Option<Option<TensorMap>> {
    let [argument, rank, size, turned, low, high, span] = bytes;
    let rows = u16::from_le_bytes([low, high]);
    let map = TensorMap { argument, rank, size, turned: turned != 0, rows, span };
    let found = (rank != 0).then_some(map);
    (map_bytes(found) == bytes && (rank == 0 || map.is_there())).then_some(found)
}

/// What is wrong with bytes that are no entry of this format.
fn what_is_wrong(bytes: &[u8]) -> Miss {
    let (name, version) = MAGIC.split_at(MAGIC.len() - 1);
    debug_assert!(name == ANY_ENTRY);
    match bytes.strip_prefix(name).and_then(<[u8]>::first) {
        Some(format) if [*format] != version => Miss::OtherFormat(*format),
        Some(_) | None => Miss::Damaged,
    }
}

/// Reads an entry whole, and dates it anew where that is due.
pub(super) fn read(path: &Path, key: &Key, links: Links) -> Result<Compiled, Miss> {
    let files::Contents { bytes, metadata, file } =
        files::read(path, MAX_ENTRY, links).map_err(Miss::Unread)?;
    let compiled = decode(&bytes, key)?;
    let now = SystemTime::now();
    let due = |used: SystemTime| match now.duration_since(used) {
        Ok(age) => age > RENEW_AFTER,
        Err(_) => folder::is_in_the_future(used, now),
    };
    // An entry of a folder of others is dated by its owner.
    if links == Links::Refuse && metadata.modified().is_ok_and(due) {
        files::date(&file, path, now);
    }
    Ok(compiled)
}

/// Writes the bytes of an entry, which appear whole or not at all.
pub(super) fn write(directory: &Path, key: &Key, bytes: &[u8], reader: For) -> io::Result<()> {
    if bytes.len() as u64 > MAX_ENTRY {
        return Err(io::Error::other(Unread::TooLarge(MAX_ENTRY).to_string()));
    }
    folder::claim(directory, reader)?;
    let path = folder::file(directory, key);
    let shard = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let temporaries = folder::temporaries(directory);
    for folder in [shard, &temporaries] {
        if !files::is_folder(folder) {
            files::make_folder(folder, reader == For::TheUser)?;
            if !files::is_folder(folder) {
                return Err(io::Error::other(format!("{} is a symbolic link", folder.display())));
            }
        }
    }
    files::replace(&path, &temporaries, bytes)
}

#[cfg(test)]
pub(super) mod tests;
