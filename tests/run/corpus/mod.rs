//! Kernels of the well-known textbook and benchmark families, ported by hand: NVIDIA's CUDA samples, Rodinia, PolyBench, and
//! the tutorials of Numba and Triton. The algorithm is theirs, the words are ours.
//!
//! Each runs on every device that is present, against a plain Rust reference. `docs/corpus.md` lists them with their sources,
//! and says which are `unsafe` and why.

mod finance;
mod graphs;
mod images;
mod linear;
mod scans;
mod sequences;
mod sorting;
mod statistics;
mod stencils;

/// Numbers from -1 to 1 that look random and are the same each time.
fn noise(len: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..len).map(|_| next()).collect()
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
