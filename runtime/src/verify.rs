//! Every kernel of the program, built without a device and without a launch.
//!
//! Takes the registry; guarantees that what a first launch could find wrong with a kernel is found here, for the
//! CPU and for every generation of GPUs; leaves the text of CUDA C++ to its compiler, which need not be there.

use kiln_codegen::abi::{MOST_SHARED, shared_memory};
use kiln_codegen::passes::tile::{Target, Variant};

use crate::cpu::Observer;
use crate::error::{Error, Result};
use crate::executor::Program;
use crate::jit;
use crate::registry::{self, KernelEntry};

/// The compute capabilities for which tile kernels are lowered.
const ARCHITECTURES: [u32; 5] = [75, 80, 90, 100, 120];

/// What [`verify_all`] found in order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// Kernels that were built, and instances of generic ones.
    pub kernels: Vec<&'static KernelEntry>,
    /// Generic kernels of which no instance is named by `instances(..)`, so that only their launches build them.
    pub generic: Vec<&'static KernelEntry>,
}

/// Builds every kernel that is linked into the program, as a first launch would, without a GPU and without a launch.
///
/// Most mistakes in kernels are compile errors. What follows only from rustc's types and constants (device
/// functions that call each other in a circle, tiles of extents that no GPU can hold, arrays in shared memory that
/// are too large) is found when a kernel is finished with these, which without this function is at its first
/// launch. So a program has one test:
///
/// ```
/// fn kernels_can_be_built() {
///     kiln_runtime::verify_all().unwrap();
/// }
/// # kernels_can_be_built();
/// ```
///
/// with `#[test]` above it, and `kiln` for `kiln_runtime`. The macro writes no such test by itself: it would have
/// to be one a kernel, in crates that have no tests, and would know nothing of the crates that the program links.
///
/// Of generic kernels it builds the instances that are named, `#[kernel(instances(f32, f64))]`; the others are
/// listed in [`Verified::generic`]. A crate that the program does not name is not linked: `use my_kernels as _;`
/// brings its kernels in.
///
/// # Errors
///
/// [`Error::Unverified`] with every kernel that cannot be built, and why.
pub fn verify_all() -> Result<Verified> {
    let all = registry::all();
    let mut found = Verified { kernels: Vec::new(), generic: Vec::new() };
    let mut failures = Vec::new();
    for entry in &all {
        if entry.open && entry.describe.is_none() {
            let place = |entry: &KernelEntry| (entry.module, entry.file, entry.line);
            let is_instance = |other: &KernelEntry| {
                place(other) == place(entry) && other.describe.is_some() && other.ir == entry.ir
            };
            if !all.iter().any(|other| is_instance(other)) {
                found.generic.push(*entry);
            }
            continue;
        }
        match verify(entry) {
            Ok(()) => found.kernels.push(*entry),
            Err(error) => failures.push(error),
        }
    }
    if failures.is_empty() { Ok(found) } else { Err(Error::Unverified { failures }) }
}

/// Builds one kernel or instance for every executor.
fn verify(entry: &KernelEntry) -> Result<()> {
    let refused = |message| Error::Specialize { kernel: entry.name.to_owned(), message };
    let answers = crate::answers::answers(entry.describe);
    jit::preconditions(entry, &answers)?;
    let module = jit::module(entry, &answers)?;
    let bytes = module.entry().map_or(0, |function| shared_memory(function).bytes);
    if bytes > MOST_SHARED {
        return Err(Error::LaunchLimit {
            kernel: entry.name,
            what: "the shared memory of a block, in bytes,".to_owned(),
            asked: bytes,
            limit: MOST_SHARED,
            whose: "no GPU has more".to_owned(),
        });
    }
    if entry.attrs.tile.is_some() {
        for arch in ARCHITECTURES {
            for variant in [Variant::FAST, Variant::GENERAL] {
                let lowered = jit::lowered(entry, &module, Target::new(arch, variant), None)?;
                let _text = jit::cuda(&lowered.module);
            }
        }
    } else {
        let _text = jit::cuda(&module);
    }
    Program::compile(module, Observer::None).map_err(refused)?;
    Ok(())
}
