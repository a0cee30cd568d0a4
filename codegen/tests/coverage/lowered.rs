//! Tile kernels of `fixtures/tiles/`, as the tile compiler makes code of threads of them.

use kiln_codegen::ir::{Module, parse, verify::verify};
use kiln_codegen::passes::tile::{Target, Variant, lower};
use std::path::PathBuf;

/// Every kernel for the least and for a late machine, for tensors that promise nothing and everything.
pub fn modules() -> Vec<(String, Module)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiles");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut modules = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let module = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(verify(&module), Ok(()), "{name}");
        for (arch, variant, word) in [(75, Variant::GENERAL, "general"), (90, Variant::FAST, "fast")] {
            let lowered = lower(&module, Target::new(arch, variant), &mut |_, _| {}).unwrap();
            modules.push((format!("tile_{name}_{word}"), lowered.module));
        }
    }
    modules
}
