//! What the front end makes of names of places, iterators and closures: the snapshots of its own tests, parsed.

use kiln_codegen::ir::{Module, parse};

pub fn modules() -> Vec<(String, Module)> {
    [
        ("surface_places", include_str!("../snapshots/places.ir")),
        ("surface_iterators", include_str!("../snapshots/iterators.ir")),
        ("surface_closures", include_str!("../snapshots/closures.ir")),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_owned(), parse(text).expect(name)))
    .collect()
}
