//! Where compiled kernels are kept and found, as the user sees it.
//!
//! Asked in this order: what the program itself embeds
//! ([`include_kernels!`](../../kiln/macro.include_kernels.html)), the user's folder, and the folders that are only
//! read. The user's folder is on by default: `KILN_CACHE_DIR` moves it, `KILN_CACHE_MAX_BYTES` bounds it (1 GiB
//! without). `KILN_CACHE_PATH` lists folders that are only read, made by [`Precompile`](crate::Precompile), and
//! [`add_directory`] adds one; `KILN_CACHE=off` turns everything off. All of it is safe with many threads and
//! processes, and never a reason for a launch to fail: a damaged entry is compiled again, and a folder that cannot
//! be written is visible in [`status`] and nowhere else. So is a user's folder that is not used, since another user
//! owns it or every user can write to it. An entry is bound to its key by a checksum, which is not a signature: anyone
//! who can write to a folder chooses the code of the kernels that are found there.
//!
//! [`entries`] lists what a folder holds, [`trim`] and [`clear`] remove from it; the program `kiln-cache` does the
//! same from a shell.

use kiln_codegen::compact::List;
use std::ffi::{CString, OsString};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

use super::compile::{Compiled, Needs};
use super::disk::{self, Config, Disk, Miss};
use super::folder;
use super::key::{self, Key};
use super::pack;
use crate::error::{Error, Result};
use crate::sys::files::{Links, Unread};
use crate::sys::nvrtc::ImageKind;
use crate::sys::variables;

pub use super::cache_admin::{Contents, Entry, InvalidEntry, clear, default_directory, entries, trim};

/// The state of the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// Where the entries are; `None` when it is off.
    pub directory: Option<PathBuf>,
    /// Why it is off.
    pub off: Option<String>,
    /// The bound on its size, in bytes.
    pub max_bytes: u64,
    /// Folders that are only read, in the order in which they are asked.
    pub shipped: Vec<PathBuf>,
    /// Lookups of this process that found their entry, wherever that was.
    pub hits: u64,
    /// Those of the hits that the program itself embeds.
    pub embedded_hits: u64,
    /// Those of the hits that were in a folder that is only read.
    pub shipped_hits: u64,
    /// Lookups of this process that did not.
    pub misses: u64,
    /// Entries that this process found damaged, or that the driver refused.
    pub damaged: u64,
    /// Entries that this process wrote.
    pub writes: u64,
    /// Entries that this process removed to keep the bound.
    pub evictions: u64,
    /// The last failure to read an entry of the user's folder that may be whole, if any. Such an entry stays.
    pub read_error: Option<String>,
    /// The last failure to write, if any.
    pub write_error: Option<String>,
}

/// The state of this process's cache.
///
/// # Examples
///
/// ```
/// let status = kiln_runtime::cache::status();
/// println!("{} hits in {:?}", status.hits, status.directory);
/// ```
pub fn status() -> Status {
    global().status()
}

/// Adds a folder of compiled kernels that is only read, behind those of `KILN_CACHE_PATH`: one that lies beside the
/// program, say. It has an effect on kernels that are not loaded yet. A folder that is not there is like an empty
/// one.
///
/// # Examples
///
/// ```
/// // Kernels that were shipped with the program.
/// if let Ok(program) = std::env::current_exe() {
///     kiln_runtime::cache::add_directory(program.with_file_name("kernels"));
/// }
/// ```
pub fn add_directory(directory: impl Into<PathBuf>) {
    let mut shipped = global().shipped.write().unwrap_or_else(PoisonError::into_inner);
    shipped.push(directory.into());
}

/// Adds kernels that [`Precompile::compile_to_file`](crate::Precompile::compile_to_file) wrote and that the program has
/// got in some way of its own; `include_kernels!` does it for a file that is part of the program. They are asked before
/// any folder, and serve kernels that are not loaded yet.
///
/// # Errors
///
/// [`Error::Precompile`] for bytes of another kind.
///
/// # Examples
///
/// ```
/// let error = kiln_runtime::cache::add_embedded(b"GIF89a").unwrap_err();
/// assert!(error.to_string().contains("Precompile::compile_to_file"));
/// ```
pub fn add_embedded(bytes: &'static [u8]) -> Result<()> {
    pack::add(bytes).ok_or_else(|| Error::Precompile {
        reason:
            "these bytes were not written by `Precompile::compile_to_file`, or by another release of Kiln"
                .to_owned(),
        help: "write them again",
    })
}

/// What was kept under these fields, or what is made now, which is then kept. `read` refuses what it does not
/// understand. The entry says `about` of itself what [`compile::about`](super::compile::about) does.
pub(crate) fn kept<T>(
    fields: &[&[u8]],
    compiler: &str,
    about: String,
    read: impl Fn(&[u8]) -> Option<T>,
    make: impl FnOnce() -> Result<(T, Vec<u8>)>,
) -> Result<T> {
    let (key, cache) = (key::object(fields), global());
    let mut found = None;
    let mut take = |entry: Compiled| {
        found = (entry.kind == ImageKind::Object).then(|| read(&entry.image)).flatten();
        if found.is_some() { Taken::Yes } else { Taken::Refused }
    };
    cache.find(&key, &mut take);
    if let Some(object) = found {
        return Ok(object);
    }
    let (made, image) = make()?;
    let (symbol, kind, needs) = (CString::default(), ImageKind::Object, Needs::default());
    cache.put(&key, &Compiled { symbol, image, kind, needs, compiler: compiler.to_owned(), about });
    Ok(made)
}

pub(super) fn global() -> &'static Cache {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    CACHE.get_or_init(|| Cache::from_environment(&variables::value))
}

/// What becomes of an entry that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Yes,
    /// It is of no use.
    Refused,
    /// It could not be used now: the GPU's memory is full, say. That is not the entry's fault.
    NotNow,
}

/// All places of this process.
pub(super) struct Cache {
    /// KILN_CACHE says that nothing is to be found.
    off: bool,
    disk: Disk,
    shipped: RwLock<Vec<PathBuf>>,
    embedded_hits: AtomicU64,
    shipped_hits: AtomicU64,
    /// Damaged and refused entries of places that are only read.
    damaged: AtomicU64,
}

impl Cache {
    fn from_environment(var: &dyn Fn(&str) -> Option<OsString>) -> Cache {
        let path = var("KILN_CACHE_PATH").unwrap_or_default();
        let shipped = std::env::split_paths(&path).filter(|path| path.is_absolute());
        Cache {
            off: disk::is_off(var("KILN_CACHE")),
            disk: Disk::new(Config::from_environment(var)),
            shipped: RwLock::new(shipped.list()),
            embedded_hits: AtomicU64::new(0),
            shipped_hits: AtomicU64::new(0),
            damaged: AtomicU64::new(0),
        }
    }

    /// Offers the entry of each place that has one until one is taken; whether one was. What is not taken is of no
    /// use: the user's folder loses it, so that another can be put there.
    pub(super) fn find(&self, key: &Key, take: &mut dyn FnMut(Compiled) -> Taken) -> bool {
        if self.off {
            return false;
        }
        for found in pack::embedded(key) {
            match found.map_or(Taken::Refused, &mut *take) {
                Taken::Yes => {
                    self.embedded_hits.fetch_add(1, Ordering::Relaxed);
                    return true;
                }
                Taken::Refused => _ = self.damaged.fetch_add(1, Ordering::Relaxed),
                Taken::NotNow => {}
            }
        }
        if let Some(found) = self.disk.get(key) {
            match take(found) {
                Taken::Yes => return true,
                Taken::Refused => self.disk.refused(key),
                Taken::NotNow => {}
            }
        }
        let shipped = self.shipped.read().unwrap_or_else(PoisonError::into_inner).clone();
        for directory in shipped {
            match disk::read(&folder::file(&directory, key), key, Links::Follow) {
                Ok(found) => match take(found) {
                    Taken::Yes => {
                        self.shipped_hits.fetch_add(1, Ordering::Relaxed);
                        return true;
                    }
                    Taken::Refused => {}
                    Taken::NotNow => continue,
                },
                Err(Miss::Unread(Unread::Absent | Unread::Failed(_)) | Miss::OtherFormat(_)) => continue,
                Err(
                    Miss::Unread(Unread::NotAFile | Unread::TooLarge(_)) | Miss::Damaged | Miss::Misplaced,
                ) => {}
            }
            self.damaged.fetch_add(1, Ordering::Relaxed);
        }
        false
    }

    /// Keeps an entry in the user's folder.
    pub(super) fn put(&self, key: &Key, compiled: &Compiled) {
        self.disk.put(key, compiled);
    }

    fn status(&self) -> Status {
        let mut status = self.disk.status();
        let [embedded, shipped, damaged] = [&self.embedded_hits, &self.shipped_hits, &self.damaged]
            .map(|counter| counter.load(Ordering::Relaxed));
        status.hits += embedded + shipped;
        // What was shipped had been missed in the user's folder before.
        status.misses = status.misses.saturating_sub(shipped);
        status.damaged += damaged;
        (status.embedded_hits, status.shipped_hits) = (embedded, shipped);
        status.shipped.clone_from(&self.shipped.read().unwrap_or_else(PoisonError::into_inner));
        status
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::disk::tests::{Scratch, compiled, key};
    use super::super::folder::For;
    use super::*;

    /// A cache without a folder of the user's, which looks in these.
    fn over(folders: &[&Scratch]) -> Cache {
        let path = std::env::join_paths(folders.iter().map(|folder| &folder.0)).unwrap();
        Cache::from_environment(&|name| (name == "KILN_CACHE_PATH").then(|| path.clone()))
    }

    fn ship(scratch: &Scratch, n: u8) -> PathBuf {
        let bytes = disk::encode(&key(n), &compiled(n, 100));
        disk::write(&scratch.0, &key(n), &bytes, For::Others).unwrap();
        folder::file(&scratch.0, &key(n))
    }

    fn found(cache: &Cache, n: u8) -> Option<Compiled> {
        let mut found = None;
        cache.find(&key(n), &mut |entry| {
            found = Some(entry);
            Taken::Yes
        });
        found
    }

    #[test]
    fn a_swapped_entry_of_a_shipped_folder_is_a_miss() {
        let (wrong, right) = (Scratch::new("shipped-wrong"), Scratch::new("shipped-right"));
        let [a, b] = [1, 2].map(|n| ship(&wrong, n));
        ship(&right, 2);
        fs::copy(&b, &a).unwrap();
        fs::remove_file(&b).unwrap();
        fs::create_dir(&b).unwrap();
        let cache = over(&[&wrong, &right]);
        assert_eq!(found(&cache, 1), None);
        // The next folder is asked, and nothing of the first one changes.
        assert_eq!(found(&cache, 2), Some(compiled(2, 100)));
        assert_eq!((cache.status().damaged, cache.status().shipped_hits), (2, 1));
        assert!(a.is_file() && b.is_dir());
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_in_a_shipped_folder_is_a_miss() {
        let scratch = Scratch::new("shipped-pipe");
        let [pipe, link] = [1, 2].map(|n| ship(&scratch, n));
        fs::remove_file(&pipe).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // A folder that somebody assembled of links is as good as one of files.
        let aside = scratch.0.join("aside");
        fs::rename(&link, &aside).unwrap();
        std::os::unix::fs::symlink(&aside, &link).unwrap();
        let (send, receive) = std::sync::mpsc::channel();
        let cache = over(&[&scratch]);
        std::thread::spawn(move || _ = send.send([1, 2].map(|n| found(&cache, n))));
        let both = receive.recv_timeout(std::time::Duration::from_secs(20)).expect("it waits for a pipe");
        assert_eq!(both, [None, Some(compiled(2, 100))]);
    }

    #[test]
    fn what_cannot_be_loaded_now_stays() {
        let scratch = Scratch::new("not-now");
        let directory = scratch.0.clone();
        let cache = Cache::from_environment(&|name| {
            (name == "KILN_CACHE_DIR").then(|| directory.clone().into_os_string())
        });
        cache.put(&key(1), &compiled(1, 10));
        assert!(!cache.find(&key(1), &mut |_| Taken::NotNow));
        assert_eq!((found(&cache, 1), cache.status().damaged), (Some(compiled(1, 10)), 0));
        assert!(!cache.find(&key(1), &mut |_| Taken::Refused));
        assert_eq!((found(&cache, 1), cache.status().damaged), (None, 1));
    }
}
