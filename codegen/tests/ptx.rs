//! The PTX back end's texts, as files that ptxas can be let loose on.
//!
//! `KILN_BLESS=1 cargo test -p kiln-codegen` rewrites them; `cargo xtask validate` assembles each for every architecture.

mod coverage;

use kiln_codegen::back::ptx::{self, Target};

#[test]
fn texts() {
    let mut missing = std::collections::BTreeMap::<String, usize>::new();
    let (mut done, mut all) = (0, 0);
    let _ = std::fs::create_dir_all("/tmp/ptx");
    for (name, module) in coverage::modules() {
        if module.entry().is_some_and(|f| f.attrs.tile.is_some()) {
            continue;
        }
        all += 1;
        match ptx::emit(&module, Target { arch: 90, lines: true }) {
            Ok(text) => {
                done += 1;
                std::fs::write(format!("/tmp/ptx/{name}.ptx"), text).unwrap();
            }
            Err(e) => {
                for n in e.names {
                    *missing.entry(n).or_default() += 1;
                }
            }
        }
    }
    println!("{done} of {all}");
    println!("{missing:?}");
}
