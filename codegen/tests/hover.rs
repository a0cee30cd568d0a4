//! What an editor shows over a name in a kernel: each function that the table of intrinsics gives to kernels is a
//! function of the surface under `src`, with documentation. (That every other public name has some, rustc holds:
//! `deny(missing_docs)`.)

use kiln_codegen::intrinsics::{self, Surface};
use std::path::Path;

fn sources(folder: &Path, texts: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, texts);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            texts.push(std::fs::read_to_string(entry).unwrap());
        }
    }
}

/// Whether a function of this name is defined with documentation above it; `None` where it is not defined.
fn documented(text: &str, name: &str) -> Option<bool> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let starts = |line: &str| {
        let after = line.split_once(&format!("fn {name}")).map(|(_, after)| after);
        after.is_some_and(|after| after.starts_with(['(', '<']))
    };
    let at = lines.iter().position(|line| starts(line) && line.starts_with("pub "))?;
    let above = lines[..at].iter().rev().find(|line| !line.starts_with("#["));
    Some(above.is_some_and(|line| line.starts_with("///")))
}

#[test]
fn every_function_of_kernels_has_documentation_to_show() {
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"), &mut texts);
    // What they do on the host isn't shown to users.
    texts.retain(|text| !text.starts_with("//! What the functions of kernels do on the host"));
    let mut missing = Vec::new();
    for row in intrinsics::all() {
        assert!(!row.doc.is_empty(), "{}", row.name);
        let Surface::Free(path) = row.surface else { continue };
        let name = path.rsplit("::").next().unwrap_or(path);
        let found: Vec<bool> = texts.iter().filter_map(|text| documented(text, name)).collect();
        // What std has, std documents.
        let is_stds = |text: &String| {
            let mut uses =
                text.lines().filter(|line| line.contains("pub use std::") || line.contains("pub use core::"));
            uses.any(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
        };
        if found.contains(&false) || found.is_empty() && !texts.iter().any(is_stds) {
            missing.push(path);
        }
    }
    assert!(missing.is_empty(), "not in the surface, or without documentation: {missing:?}");
    let root = texts.iter().find(|text| text.starts_with("//! GPU kernels as ordinary Rust functions"));
    assert!(root.is_some_and(|text| text.contains("#![deny(missing_docs)]")));
}
