//! Files that somebody else may have put there: read up to a bound and without waiting, and replaced whole.
//!
//! Takes paths; guarantees that only regular files are read, that a pipe or a device never makes the caller wait, that
//! a reader of a replaced file sees the old one or the new one, and that a link in a file's place is replaced and not
//! followed; leaves to the caller what the bytes are worth.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// How the name of a file begins that is still being written.
pub(crate) const TEMPORARY: &str = ".tmp-";
/// A temporary file this old was left by a process that died, where a lock cannot tell.
pub(crate) const STALE_AFTER: Duration = Duration::from_secs(60 * 60);

/// How to treat a symbolic link where a file is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// It leads to the file.
    Follow,
    /// It is no file.
    Refuse,
}

/// Why there are no bytes.
#[derive(Debug)]
pub(crate) enum Unread {
    /// Nothing has this name.
    Absent,
    /// A folder, a link, a pipe, a socket or a device has it.
    NotAFile,
    /// The file has more than so many bytes.
    TooLarge(u64),
    /// The file is there, and reading it failed now. That says nothing about its contents.
    Failed(io::Error),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Absent => f.write_str("there is no such file"),
            Unread::NotAFile => {
                f.write_str("it is not a regular file: Kiln reads no links, pipes or devices here")
            }
            Unread::TooLarge(most) => write!(f, "it has more than {most} bytes, which is the limit"),
            Unread::Failed(error) => error.fmt(f),
        }
    }
}

/// A file that was read.
pub(crate) struct Contents {
    pub(crate) bytes: Vec<u8>,
    pub(crate) metadata: Metadata,
    /// Still open, to be dated anew.
    pub(crate) file: File,
}

/// The flags of `open` for "do not wait" and "do not follow a link", where they are known.
#[cfg(unix)]
const FLAGS: Option<[i32; 2]> = if cfg!(all(
    any(target_os = "linux", target_os = "android"),
    any(target_arch = "x86_64", target_arch = "x86", target_arch = "riscv64")
)) {
    Some([0o4000, 0o40_0000])
} else if cfg!(all(
    any(target_os = "linux", target_os = "android"),
    any(target_arch = "aarch64", target_arch = "arm", target_arch = "powerpc64")
)) {
    Some([0o4000, 0o10_0000])
} else if cfg!(any(target_os = "macos", target_os = "ios", target_os = "freebsd")) {
    Some([0x4, 0x100])
} else {
    None
};

/// Makes an `open` that neither waits nor, where links are refused, follows one.
#[cfg(unix)]
fn careful(options: &mut OpenOptions, path: &Path, links: Links) -> Result<(), Unread> {
    use std::os::unix::fs::OpenOptionsExt as _;
    match FLAGS {
        Some([nonblock, nofollow]) => {
            options.custom_flags(nonblock | if links == Links::Refuse { nofollow } else { 0 });
        }
        // Looked at before; who is quick enough to change it in between gains a wait and nothing else.
        None if is_something_else(path, links) => return Err(Unread::NotAFile),
        None => {}
    }
    Ok(())
}

#[cfg(windows)]
fn careful(options: &mut OpenOptions, _: &Path, links: Links) -> Result<(), Unread> {
    use std::os::windows::fs::OpenOptionsExt as _;
    /// A link is opened itself, and is no regular file.
    const OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    if links == Links::Refuse {
        options.custom_flags(OPEN_REPARSE_POINT);
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn careful(_: &mut OpenOptions, path: &Path, links: Links) -> Result<(), Unread> {
    if is_something_else(path, links) { Err(Unread::NotAFile) } else { Ok(()) }
}

/// Whether something has this name, and is no regular file.
fn is_something_else(path: &Path, links: Links) -> bool {
    let metadata = match links {
        Links::Follow => fs::metadata(path),
        Links::Refuse => fs::symlink_metadata(path),
    };
    metadata.is_ok_and(|metadata| !metadata.is_file())
}

/// Opens a regular file.
fn open(options: &mut OpenOptions, path: &Path, links: Links) -> Result<(File, Metadata), Unread> {
    careful(options, path, links)?;
    let opened = options.open(path).and_then(|file| file.metadata().map(|metadata| (file, metadata)));
    match opened {
        Ok((file, metadata)) if metadata.is_file() => Ok((file, metadata)),
        Ok(_) => Err(Unread::NotAFile),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Err(Unread::Absent)
        }
        Err(_) if is_something_else(path, links) => Err(Unread::NotAFile),
        Err(error) => Err(Unread::Failed(error)),
    }
}

/// Reads a regular file of no more than so many bytes.
pub(crate) fn read(path: &Path, most: u64, links: Links) -> Result<Contents, Unread> {
    let (mut file, metadata) = open(File::options().read(true), path, links)?;
    let len = metadata.len();
    if len > most {
        return Err(Unread::TooLarge(most));
    }
    // What somebody appends after this is not read.
    let mut bytes = vec![0; usize::try_from(len).map_err(|_| Unread::TooLarge(most))?];
    file.read_exact(&mut bytes).map_err(Unread::Failed)?;
    Ok(Contents { bytes, metadata, file })
}

/// The first bytes of a regular file, as many as it has of them.
pub(crate) fn head<const N: usize>(path: &Path) -> Option<Vec<u8>> {
    let (file, _) = open(File::options().read(true), path, Links::Refuse).ok()?;
    let mut bytes = Vec::with_capacity(N);
    file.take(N as u64).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Appends to a regular file, which is made where there is none. A link is not followed.
pub(crate) fn append(path: &Path, bytes: &[u8]) -> Result<(), Unread> {
    let (mut file, _) = open(File::options().create(true).append(true), path, Links::Refuse)?;
    file.write_all(bytes).map_err(Unread::Failed)
}

/// Dates a file anew. A folder that cannot be written serves all the same, so that a failure is none.
pub(crate) fn date(file: &File, path: &Path, time: SystemTime) {
    // Windows asks for a file that is open for writing.
    let dated = if cfg!(unix) {
        file.set_modified(time)
    } else {
        File::options().append(true).open(path).and_then(|file| file.set_modified(time))
    };
    let _ = dated;
}

/// Makes a folder and those that it lies in; with `private`, for nobody but the user.
pub(crate) fn make_folder(path: &Path, private: bool) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    }
    #[cfg(not(unix))]
    let _ = private;
    builder.create(path)
}

/// Whether a path names a folder itself, and no link to one.
pub(crate) fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Writes a file that appears whole or not at all, through a temporary one in a folder of the same file system.
pub(crate) fn replace(path: &Path, through: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut tries = 0;
    loop {
        // Unique among threads by the number and among processes by their own; across machines that share a folder,
        // by the time.
        let time =
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let temporary = through.join(format!("{TEMPORARY}{}-{number}-{time:x}", std::process::id()));
        let Err(error) = write_new(&temporary, path, bytes) else { return Ok(()) };
        let _ = fs::remove_file(&temporary);
        // A process that started between the making of the file and its lock took it for abandoned.
        let lost = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::WouldBlock);
        if !lost || tries == 3 || !through.is_dir() {
            return Err(error);
        }
        tries += 1;
    }
}

fn write_new(temporary: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(temporary)?;
    if lock(&file) == Some(false) {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    file.write_all(bytes)?;
    // An open file is not renamed everywhere; where its lock counts, it is.
    let held = cfg!(unix).then_some(file);
    let renamed = fs::rename(temporary, path);
    drop(held);
    renamed
}

/// Removes the temporary files in a folder whose writers are dead; where a link has its name, nothing.
pub(crate) fn sweep(folder: &Path) {
    if !is_folder(folder) {
        return;
    }
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_temporary(&file.file_name()) && is_abandoned(&file.path()) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Whether a name is that of a temporary file.
pub(crate) fn is_temporary(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes())
}

/// Whether nobody writes a temporary file any more: nobody holds its lock, or, where there are no locks, it is old.
fn is_abandoned(path: &Path) -> bool {
    let Ok((file, metadata)) = open(File::options().read(true).write(true), path, Links::Refuse) else {
        return false;
    };
    // The lock goes with the file, after which a writer that comes for it finds the name gone and takes another.
    lock(&file).unwrap_or_else(|| is_stale(metadata.modified().ok(), SystemTime::now()))
}

/// Whether a temporary file is old, or dated so far in the future that its date says nothing.
pub(crate) fn is_stale(modified: Option<SystemTime>, now: SystemTime) -> bool {
    let Some(modified) = modified else { return false };
    let apart = now.duration_since(modified).unwrap_or_else(|future| future.duration());
    apart > STALE_AFTER
}

/// Takes the lock of an open file, which ends with it or with the process; whether it was free. `None` where there
/// are no locks.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd"))]
pub(crate) fn lock(file: &File) -> Option<bool> {
    use std::ffi::c_int;
    use std::os::fd::AsRawFd as _;
    const EXCLUSIVE_AT_ONCE: c_int = 2 | 4;
    unsafe extern "C" {
        fn flock(file: c_int, operation: c_int) -> c_int;
    }
    // SAFETY: the C library, which std links, has this function with this signature, and the file is open.
    if unsafe { flock(file.as_raw_fd(), EXCLUSIVE_AT_ONCE) } == 0 {
        return Some(true);
    }
    (io::Error::last_os_error().kind() == io::ErrorKind::WouldBlock).then_some(false)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd")))]
pub(crate) fn lock(_: &File) -> Option<bool> {
    None
}
