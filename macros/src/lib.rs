//! The macros of Kiln. Use them through the crate `kiln`; everything is documented there.

use std::path::{Path, PathBuf};

use kiln_codegen::front::Sources;
use proc_macro::{Span, TokenStream};

/// Makes a GPU kernel of a function. See `kiln::kernel`.
#[proc_macro_attribute]
pub fn kernel(attr: TokenStream, item: TokenStream) -> TokenStream {
    kiln_codegen::front::kernel(attr.into(), item.into(), SOURCES).into()
}

/// Makes a function callable from kernels, and leaves it callable on the host. See `kiln::device`.
#[proc_macro_attribute]
pub fn device(attr: TokenStream, item: TokenStream) -> TokenStream {
    kiln_codegen::front::device(attr.into(), item.into(), SOURCES).into()
}

/// Makes a struct or C-like enum a value of kernels. See `kiln::KernelType`.
#[proc_macro_derive(KernelType, attributes(kiln))]
pub fn derive_kernel_type(item: TokenStream) -> TokenStream {
    kiln_codegen::front::derive_kernel_type(item.into(), SOURCES).into()
}

/// What tells of the user's crate what a macro's tokens do not.
const SOURCES: Sources = Sources { text, files };

fn text(file: &Path) -> Option<String> {
    std::fs::read_to_string(file).ok()
}

/// The most files that are looked at.
const MOST: usize = 4096;

/// The source files of the package, other packages' in its folders left out; none where there are too many to read
/// them.
fn files() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Span::call_site().local_file().into_iter().collect();
    let mut folders: Vec<PathBuf> =
        std::env::var_os("CARGO_MANIFEST_DIR").into_iter().map(PathBuf::from).collect();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    let other = name == "target" || name.as_encoded_bytes().starts_with(b".");
                    if !other && !path.join("Cargo.toml").exists() {
                        folders.push(path);
                    }
                }
                Ok(_) if path.extension().is_some_and(|extension| extension == "rs") => found.push(path),
                Ok(_) | Err(_) => {}
            }
        }
        if found.len() > MOST {
            return Vec::new();
        }
    }
    found
}
