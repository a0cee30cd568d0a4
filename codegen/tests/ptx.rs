//! The PTX back end's texts of the modules that use everything, for every generation of GPUs.
//!
//! They are not recorded. `cargo xtask validate` names a folder in KILN_TEXTS and assembles what it finds there.

mod coverage;

use std::collections::BTreeMap;
use std::path::PathBuf;

use kiln_codegen::back::ptx::{self, Target};

#[test]
fn ptx_is_written_for_every_generation() {
    let folder = std::env::var_os("KILN_TEXTS").map(|folder| PathBuf::from(folder).join("coverage"));
    // What has no PTX, and in how many texts it stands.
    let mut missing = BTreeMap::<String, usize>::new();
    for (name, module) in coverage::modules() {
        let Some(entry) = module.entry().filter(|entry| entry.attrs.tile.is_none()) else { continue };
        let least = coverage::least_arch(&module).max(if entry.attrs.cluster.is_some() { 90 } else { 0 });
        for arch in [75, 80, 90, 100, 120].into_iter().filter(|arch| *arch >= least) {
            // The lines of the source go with the texts of one generation.
            let target = Target { lines: arch == 90, ..Target::new(arch) };
            let emitted = ptx::emit(&module, target);
            assert_eq!(emitted, ptx::emit(&module, target), "{name} is not the same twice");
            match (emitted, &folder) {
                (Ok(text), Some(folder)) => {
                    let folder = folder.join(arch.to_string());
                    std::fs::create_dir_all(&folder).unwrap();
                    std::fs::write(folder.join(format!("{name}.ptx")), text).unwrap();
                }
                (Ok(text), None) => assert!(text.contains(".visible .entry "), "{name}: {text}"),
                (Err(unsupported), _) => {
                    unsupported.names.into_iter().for_each(|name| *missing.entry(name).or_default() += 1);
                }
            }
        }
    }
    if let (Some(folder), false) = (folder, missing.is_empty()) {
        let list: Vec<String> = missing.iter().map(|(what, count)| format!("{what} ({count})")).collect();
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("missing.txt"), list.join("\n")).unwrap();
    }
    // Each row of the table, on each type of its class, is an instruction or a function of the library.
    assert!(missing.is_empty(), "neither PTX nor the library has these: {missing:?}");
}

#[test]
fn a_portable_text_is_for_the_least_architecture() {
    for (name, arch) in [("saxpy_unchecked", "75"), ("clusters", "90")] {
        let (_, module) = coverage::modules().into_iter().find(|(known, _)| known == name).unwrap();
        let text = ptx::portable(&module).unwrap();
        assert!(text.contains(&format!(".target sm_{arch}\n")), "{name}: {text}");
    }
}
