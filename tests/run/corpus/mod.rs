//! Kernels of the well-known textbook and benchmark families, ported by hand: NVIDIA's CUDA samples, Rodinia,
//! PolyBench, and the tutorials of Numba and Triton. The algorithm is theirs, the words are ours.
//!
//! Each runs on every device that is present, against a plain Rust reference. `docs/corpus.md` lists them with
//! their sources, and says which are `unsafe` and why.

mod finance;
mod graphs;
mod images;
mod linear;
mod physics;
mod scans;
mod sequences;
mod signals;
mod sorting;
mod statistics;
mod stencils;
mod structures;

/// Random numbers from -1 to 1, the same each time.
fn noise(len: usize, seed: u64) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..len).map(|_| random.f32() * 2.0 - 1.0).collect()
}

/// Whole numbers below `bound`, in the same way.
fn whole(len: usize, bound: u32, seed: u64) -> Vec<u32> {
    noise(len, seed).iter().map(|v| ((v + 1.0) * 0.5 * bound as f32) as u32 % bound).collect()
}

/// Asserts that each number is as expected, but for rounding: within `tolerance` of the expected size.
#[track_caller]
fn close(found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let bound = tolerance * expected.abs().max(1.0);
        assert!((found - expected).abs() <= bound, "element {i}: {found} instead of {expected}");
    }
}

/// `docs/corpus.md` lists every kernel, and says of the `unsafe` ones that they are.
#[test]
fn the_list_is_complete() {
    let list = include_str!("../../../docs/corpus.md");
    let mut unsafe_ones = 0;
    let mut all = 0;
    for entry in kiln::registry::all() {
        let Some((_, file)) = entry.module.split_once("::corpus::") else { continue };
        all += 1;
        unsafe_ones += usize::from(entry.is_unsafe);
        let row = format!("| `{}` | {file} |", entry.name);
        let line = list.lines().find(|line| line.starts_with(&row));
        let line = line.unwrap_or_else(|| panic!("docs/corpus.md has no row {row}"));
        assert_eq!(line.contains("**unsafe**"), entry.is_unsafe, "{line}");
    }
    let rows = list.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, all, "docs/corpus.md lists kernels that are not there");
    let says = format!("{all} kernels, {unsafe_ones} of them `unsafe`");
    assert!(list.contains(&says), "docs/corpus.md should say: {says}");
    assert!(unsafe_ones * 10 <= all);
}
