//! Shared libraries and their symbols, opened at run time.
//!
//! Takes names and folders; guarantees that a missing library or symbol is an error that lists what was tried, so
//! that one binary runs with and without an NVIDIA driver and with old ones; leaves the meaning of the calls to the
//! layers above.

pub(crate) mod driver;
pub(crate) mod nvjitlink;
pub mod nvrtc;
mod places;

use kiln_codegen::collections::sort;
use kiln_codegen::compact::List;
use std::path::{Path, PathBuf};

use libloading::Library;

/// Opens a library, and says in one line why that failed.
pub(crate) fn open(path: &Path) -> Result<Library, String> {
    // SAFETY: the libraries opened here are NVIDIA's driver and compiler, or what the user names in their place; their
    // initialisers do nothing but set up their own state.
    unsafe { Library::new(path) }.map_err(|error| {
        let text = with_source(&error);
        // The loader repeats the path in most of its messages; once is enough.
        if text.contains(&*path.to_string_lossy()) { text } else { format!("{}: {text}", path.display()) }
    })
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
