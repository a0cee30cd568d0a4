//! Structs of every layout and name, wherever they can stand.

use kiln_codegen::ir::{Module, parse};

pub fn modules() -> Vec<(String, Module)> {
    let module = parse(include_str!("../fixtures/structs.ir")).unwrap_or_else(|error| panic!("{error}"));
    vec![("structs".to_owned(), module)]
}
