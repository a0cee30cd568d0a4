//! What the front end makes of names of places, iterators and closures: the snapshots of its own tests, parsed.

#![allow(clippy::format_push_string, clippy::match_bool, reason = "one text is written, once")]

use kiln_codegen::ir::{Module, parse};

pub fn modules() -> Vec<(String, Module)> {
    [
        ("surface_places", include_str!("../snapshots/places.ir")),
        ("surface_iterators", include_str!("../snapshots/iterators.ir")),
        ("surface_closures", include_str!("../snapshots/closures.ir")),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_owned(), parse(text).expect(name)))
    .chain([("surface_names".to_owned(), names())])
    .collect()
}

/// Functions that have the names of C++'s own, each calling the one before, and locals that have those of keywords and
/// macros.
fn names() -> Module {
    const FUNCTIONS: [&str; 24] = [
        "max", "min", "abs", "sin", "sinf", "norm", "round", "j0", "isnan", "signbit", "clock", "clock64",
        "memcpy", "malloc", "dim3", "size_t", "std", "main", "all", "any", "tex1D", "assert", "register",
        "free",
    ];
    const LOCALS: [&str; 8] =
        ["static", "struct", "NULL", "CUuuid", "cudaStreamDefault", "class", "short", "exp"];
    let mut text = "kiln-ir 1\n".to_owned();
    for (index, name) in FUNCTIONS.iter().enumerate() {
        let is_kernel = index + 1 == FUNCTIONS.len();
        text += &match is_kernel {
            false => format!("\ndevice fn {name}(x#0: f32) -> f32 {{\n"),
            true => format!("\nkernel fn {name}(x#0: f32, y#1: &mut [f32]) {{\n"),
        };
        let first = 1 + usize::from(is_kernel);
        let locals = || LOCALS.iter().enumerate().map(|(at, local)| format!("{local}#{}", at + first));
        locals().for_each(|local| text += &format!("    var {local}: f32;\n"));
        let before = index.checked_sub(1).map(|before| format!("{}#{before}(x#0)", FUNCTIONS[before]));
        let mut value = before.unwrap_or_else(|| "x#0".to_owned());
        for local in locals() {
            text += &format!("    @0 let {local} = {value};\n");
            value = local;
        }
        text += &match is_kernel {
            false => format!("    @0 return {value};\n}}\n"),
            true => format!("    @0 y#1[0usize @1] = {value};\n}}\n"),
        };
    }
    text += "\nsites {\n    file \"a.rs\";\n    @0 1:1;\n    @1 2:1 index \"y\";\n}\n";
    parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
