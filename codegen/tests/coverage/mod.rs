//! Modules that between them use every intrinsic on every type of its class, every operator on every type, every cast
//! and every form of statement. Built by hand, so that they depend on no front end.

mod builder;
mod forms;
mod lowered;
mod operators;
mod rows;
mod structs;
mod surface;
mod tile;

use kiln_codegen::ir::{Module, Scalar};

#[allow(unused_imports)] // For those who check the results too.
pub use rows::pure_rows;
pub use tile::{least_arch, most_arch};

/// Every module, under the name of its snapshot.
pub fn modules() -> Vec<(String, Module)> {
    let mut modules = forms::modules();
    for scalar in Scalar::ALL {
        modules.push((format!("intrinsics_{}", scalar.name()), rows::intrinsics(scalar)));
    }
    for scalar in Scalar::COMPUTED {
        modules.push((format!("operators_{}", scalar.name()), operators::operators(scalar)));
    }
    for scalar in Scalar::ALL.into_iter().filter(|s| rows::has_atomics(*s)) {
        modules.push((format!("atomics_{}", scalar.name()), rows::atomics(scalar)));
    }
    modules.extend(structs::modules());
    modules.extend(surface::modules());
    modules.extend(tile::modules());
    modules.extend(lowered::modules());
    modules
}
