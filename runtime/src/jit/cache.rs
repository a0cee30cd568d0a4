//! The on-disk cache of compiled kernels, as the user sees it.
//!
//! On by default. `KILN_CACHE=off` turns it off, `KILN_CACHE_DIR` moves it, `KILN_CACHE_MAX_BYTES` bounds it (1 GiB without).
//! It is safe with many threads and processes, and never a reason for a launch to fail: a damaged entry is compiled again, and
//! a folder that cannot be written is visible in [`status`] and nowhere else.

use std::path::PathBuf;
use std::sync::OnceLock;

use super::disk::{Config, Disk};

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
    /// Lookups of this process that found their entry.
    pub hits: u64,
    /// Lookups of this process that did not.
    pub misses: u64,
    /// Entries that this process found damaged, or that the driver refused.
    pub damaged: u64,
    /// Entries that this process wrote.
    pub writes: u64,
    /// Entries that this process removed to keep the bound.
    pub evictions: u64,
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

pub(super) fn global() -> &'static Disk {
    static DISK: OnceLock<Disk> = OnceLock::new();
    DISK.get_or_init(|| Disk::new(Config::from_environment(|name| std::env::var_os(name))))
}
