//! Shared libraries and their symbols, opened at run time.
//!
//! Takes names and folders; guarantees that a missing library or symbol is an error that lists what was tried, so
//! that one binary runs with and without an NVIDIA driver and with old ones, and that no library is looked for in the
//! working folder; leaves the meaning of the calls to the layers above.
//!
//! Beside the libraries it has what else the system knows: [`files`], [`variables`] and the rights of the [`process`].

#[cfg(feature = "cupti")]
pub(crate) mod cupti;
#[cfg(not(feature = "cupti"))]
#[path = "no_cupti.rs"]
pub(crate) mod cupti;
pub(crate) mod driver;
pub(crate) mod files;
pub(crate) mod nvjitlink;
pub(crate) mod nvml;
pub mod nvrtc;
mod places;
pub(crate) mod process;
pub(crate) mod variables;

use kiln_codegen::collections::sort;
use kiln_codegen::compact::List;
use std::path::{Path, PathBuf};

use libloading::Library;

/// Opens a library by its whole path, or by a bare name that the system looks up, and says in one line why that
/// failed.
pub(crate) fn open(path: &Path) -> Result<Library, String> {
    let is_bare = path.file_name() == Some(path.as_os_str());
    if !is_bare && !path.is_absolute() {
        return Err(variables::is_relative(path));
    }
    // SAFETY: the libraries opened here are NVIDIA's driver and compiler, or what the user names in their place; their
    // initializers do nothing but set up their own state.
    unsafe { load(path, is_bare) }.map_err(|error| {
        let text = with_source(&error);
        // The loader repeats the path in most of its messages; once is enough.
        if text.contains(&*path.to_string_lossy()) { text } else { format!("{}: {text}", path.display()) }
    })
}

/// Opens a library as the system does: by a bare name from the loader's folders, of which the working folder is none.
#[cfg(not(windows))]
unsafe fn load(path: &Path, _: bool) -> Result<Library, libloading::Error> {
    // SAFETY: the caller's.
    unsafe { Library::new(path) }
}

/// By a bare name from the system's folder only; the libraries that it needs from beside it or from there. Windows
/// would look in the working folder and in those of PATH too.
#[cfg(windows)]
unsafe fn load(path: &Path, is_bare: bool) -> Result<Library, libloading::Error> {
    use libloading::os::windows::{LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, LOAD_LIBRARY_SEARCH_SYSTEM32, Library};
    let beside = if is_bare { 0 } else { LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR };
    // SAFETY: the caller's.
    unsafe { Library::load_with_flags(path, LOAD_LIBRARY_SEARCH_SYSTEM32 | beside) }.map(Into::into)
}

fn with_source(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => source.to_string(),
        None => error.to_string(),
    }
}

/// The entries of a folder whose names pass, sorted by name; nothing where the folder cannot be read.
pub(crate) fn files(folder: &Path, pass: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(&pass))
        .map(|entry| entry.path())
        .list();
    sort(&mut found);
    found
}
