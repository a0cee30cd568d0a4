//! What a folder of compiled kernels holds, for people: a list, and ways to make it smaller.
//!
//! Takes a folder of the cache's form; guarantees that each file is read whole and verified, and that what is no
//! entry is listed as such and not touched; leaves serving launches to [`super::cache`].

use kiln_codegen::collections::sort_by_key;
use kiln_codegen::compact::List;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::{self, Config, MAX_ENTRY, Miss};
use super::folder::{self, Found};
use crate::error::{Error, Result};
use crate::sys::files::{self, Links, Unread};
use crate::sys::nvrtc::ImageKind;

/// One entry of a folder of compiled kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// How large the file is.
    pub bytes: u64,
    /// When it was last used, to a day.
    pub used: SystemTime,
    /// What it is, or why it is of no use to this release.
    pub contents: Result<Contents, InvalidEntry>,
}

/// Why an entry is of no use to this release of Kiln.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidEntry {
    /// Another release wrote it, in a format of its own, and that release may use the folder still.
    OtherFormat(u8),
    /// It is not as it was written: a launch would compile its kernel anew.
    Damaged,
    /// It is whole, and belongs under another name: somebody renamed or swapped files.
    Misplaced,
    /// The file cannot be read now, and why. It may be whole.
    Unreadable(String),
}

impl fmt::Display for InvalidEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidEntry::OtherFormat(format) => write!(f, "written in format {format}, by another release"),
            InvalidEntry::Damaged => f.write_str("damaged"),
            InvalidEntry::Misplaced => f.write_str("another entry, renamed"),
            InvalidEntry::Unreadable(why) => write!(f, "cannot be read: {why}"),
        }
    }
}

/// What an entry says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contents {
    /// `module::name` of the kernel.
    pub kernel: String,
    /// The types and constants of an open kernel, as far as they can be said shortly.
    pub instance: String,
    /// The architecture: `sm_90a`.
    pub arch: String,
    /// Which code of the kernel it is: `threads`, or `tiles, fast`.
    pub form: String,
    /// `cuda` or `ptx`.
    pub backend: String,
    /// The release of Kiln that wrote it.
    pub kiln: String,
    /// What compiled it: `NVRTC 13.0`.
    pub compiler: String,
    /// Whether it is machine code; else it is PTX, which the driver finishes.
    pub machine_code: bool,
    /// Bytes of the machine code or the PTX.
    pub image_bytes: u64,
}

/// Every entry of a folder, each verified, by kernel; those of no use last. A file without an entry's name is none,
/// nor is a link.
///
/// # Errors
///
/// [`Error::CacheFolder`] for a folder that is not there, cannot be read, or holds what Kiln did not write.
///
/// # Examples
///
/// ```
/// use kiln_runtime::cache;
///
/// if let Some(directory) = cache::default_directory() {
///     for entry in cache::entries(directory).unwrap_or_default() {
///         println!("{} bytes: {:?}", entry.bytes, entry.contents);
///     }
/// }
/// ```
pub fn entries(directory: impl AsRef<Path>) -> Result<Vec<Entry>> {
    let mut all: Vec<Entry> = found(directory.as_ref())?.into_iter().map(entry).list();
    let place = |entry: &Entry| match &entry.contents {
        Ok(is) => (false, is.kernel.clone(), is.instance.clone(), is.arch.clone(), is.form.clone()),
        Err(_) => {
            (true, entry.path.to_string_lossy().into_owned(), String::new(), String::new(), String::new())
        }
    };
    sort_by_key(&mut all, place);
    Ok(all)
}

/// Removes entries, the longest unused first, until no more than so many bytes are left: how many were removed.
///
/// # Errors
///
/// As [`entries`].
pub fn trim(directory: impl AsRef<Path>, bytes: u64) -> Result<u64> {
    found(directory.as_ref())?;
    Ok(folder::evict(folder::entries(directory.as_ref()), bytes).0)
}

/// Removes every entry: how many there were. Other files stay.
///
/// # Errors
///
/// As [`entries`].
pub fn clear(directory: impl AsRef<Path>) -> Result<u64> {
    trim(directory, 0)
}

/// The user's folder, where launches keep what they compile; `None` where there is none.
pub fn default_directory() -> Option<PathBuf> {
    Config::from_environment(&crate::sys::variables::value).directory.ok()
}

/// The files of a folder, which must be there and Kiln's.
fn found(directory: &Path) -> Result<Vec<Found>> {
    let refused = |reason| Error::CacheFolder { path: directory.to_owned(), reason };
    std::fs::read_dir(directory).map_err(|error| refused(format!("cannot be read: {error}")))?;
    if let Some(why) = folder::foreign(directory) {
        return Err(refused(why.to_owned()));
    }
    Ok(folder::entries(directory))
}

fn entry(Found { path, bytes, used }: Found) -> Entry {
    let contents = contents(&path);
    Entry { path, bytes, used, contents }
}

fn contents(path: &Path) -> Result<Contents, InvalidEntry> {
    let read = |path: &Path| {
        let key = folder::key_of(path).ok_or(Miss::Damaged)?;
        let found = files::read(path, MAX_ENTRY, Links::Refuse).map_err(Miss::Unread)?;
        disk::decode(&found.bytes, &key)
    };
    let found = read(path).map_err(|miss| match miss {
        Miss::OtherFormat(format) => InvalidEntry::OtherFormat(format),
        Miss::Damaged | Miss::Unread(Unread::NotAFile | Unread::TooLarge(_)) => InvalidEntry::Damaged,
        Miss::Misplaced => InvalidEntry::Misplaced,
        Miss::Unread(why @ (Unread::Absent | Unread::Failed(_))) => InvalidEntry::Unreadable(why.to_string()),
    })?;
    let mut parts = found.about.split('\t').map(str::to_owned);
    let mut next = || parts.next().unwrap_or_default();
    Ok(Contents {
        kernel: next(),
        instance: next(),
        arch: next(),
        form: next(),
        backend: next(),
        kiln: next(),
        compiler: found.compiler,
        machine_code: found.kind == ImageKind::Cubin,
        image_bytes: found.image.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::disk::tests::{Scratch, compiled, key};
    use super::*;

    #[test]
    fn a_folder_is_told_with_what_is_wrong_in_it() {
        let scratch = Scratch::new("shelf");
        let disk = scratch.disk(1 << 20);
        for n in 0..4 {
            let mut one = compiled(n, 10 + usize::from(n));
            one.about = format!("app::k{}\tf32\tsm_90a\tthreads\tcuda\t0.1.0", 9 - n);
            disk.put(&key(n), &one);
        }
        let path = |n| disk.path(&key(n)).unwrap();
        let whole = fs::read(path(2)).unwrap();
        let mut wrong = whole.clone();
        wrong[20] ^= 1;
        fs::write(path(2), &wrong).unwrap();
        wrong[7] = 3;
        fs::write(path(3), &wrong).unwrap();
        fs::write(path(3).with_file_name("notes"), b"hello").unwrap();
        let all = entries(&scratch.0).unwrap();
        assert_eq!(all.len(), 4, "`notes` is no entry");
        let [first, second] = [&all[0], &all[1]].map(|entry| entry.contents.clone().unwrap());
        assert_eq!((&*first.kernel, first.machine_code, first.image_bytes), ("app::k8", false, 11));
        assert_eq!((&*second.kernel, second.machine_code), ("app::k9", true));
        assert_eq!((&*second.instance, &*second.arch, &*second.compiler), ("f32", "sm_90a", "NVRTC 13.0"));
        assert_eq!((&*second.form, &*second.backend, &*second.kiln), ("threads", "cuda", "0.1.0"));
        let mut why: Vec<_> =
            all[2..].iter().map(|entry| entry.contents.clone().unwrap_err().to_string()).collect();
        why.sort();
        assert_eq!(why, ["damaged", "written in format 3, by another release"]);
        // An entry of which nothing is left as it was is damaged too.
        fs::write(path(3), b"").unwrap();
        let all = entries(&scratch.0).unwrap();
        assert!(all[2..].iter().all(|entry| entry.contents == Err(InvalidEntry::Damaged)));
        assert_eq!(clear(&scratch.0).unwrap(), 4);
        assert!(path(3).with_file_name("notes").exists());
    }

    #[test]
    fn a_folder_is_trimmed_and_cleared() {
        let scratch = Scratch::new("shelf-trim");
        let disk = scratch.disk(1 << 20);
        for n in 0..4 {
            disk.put(&key(n), &compiled(n, 1000));
        }
        let sizes: Vec<u64> = entries(&scratch.0).unwrap().iter().map(|entry| entry.bytes).collect();
        let all: u64 = sizes.iter().sum();
        assert_eq!(trim(&scratch.0, all).unwrap(), 0);
        assert_eq!(trim(&scratch.0, all - 1).unwrap(), 1);
        fs::write(scratch.0.join("read me"), b"not ours").unwrap();
        assert_eq!(clear(&scratch.0).unwrap(), 3);
        assert!(entries(&scratch.0).unwrap().is_empty() && scratch.0.join("read me").exists());
        let text = clear(scratch.0.join("nowhere")).unwrap_err().to_string();
        assert!(text.contains("nowhere") && text.contains("cannot be read"), "{text}");
    }
}
