//! Shapes that are drawn: 200 for each kernel where there is a GPU, a few small ones on the CPU where there is
//! none. KILN_DRAWN asks for another number, as tools that slow every kernel down want it.

use kiln::prelude::*;

use super::{
    Random, attention, attention_backward, chance, convolution, decode, gpu, grouped, matmul, quantized,
    rows, scans, sorts, sums, varlen,
};

/// Runs a kernel on matrices of drawn shapes, of at most so many rows and columns, and compares with `f64` or with
/// the host.
type Check = fn(&Stream, &mut Random, [usize; 2]) -> kiln::Result<()>;

/// An extent of at most `most`: small ones are as likely as large ones.
fn drawn(random: &mut Random, most: usize) -> usize {
    let bits = (most as f64).log2() * random.below(1 << 20) as f64 / (1 << 20) as f64;
    (bits.exp2() as usize).clamp(1, most)
}

fn draw(name: &str, most: [usize; 2], checks: &[Check]) {
    let gpu = gpu();
    let asked = std::env::var("KILN_DRAWN").ok().map(|count| count.parse().expect("KILN_DRAWN is a number"));
    let count = if gpu.is_some() { asked.unwrap_or(200) } else { 3 };
    let large = gpu.is_some();
    let stream = gpu.unwrap_or_else(Device::cpu).stream();
    let mut random = Random(fastrand::Rng::with_seed(2));
    for number in 0..count {
        let extents = [drawn(&mut random, most[0]), drawn(&mut random, most[1])];
        // Where there is no GPU, no large ones either.
        let extents = if large { extents } else { extents.map(|extent| extent.min(300)) };
        for check in checks {
            let result = check(&stream, &mut random, extents);
            result.unwrap_or_else(|error| panic!("{name}, shape {number}, {extents:?}: {error}"));
        }
    }
}

#[test]
fn softmax() {
    draw("softmax", [100, 70_000], &[rows::softmax::<f32>, rows::softmax::<bf16>]);
}

#[test]
fn norms() {
    draw("norms", [100, 70_000], &[rows::both_norms::<f32>, rows::both_norms::<f16>]);
}

#[test]
fn cross_entropy() {
    draw("cross-entropy", [100, 70_000], &[rows::cross_entropy::<f32>, rows::cross_entropy::<bf16>]);
}

#[test]
fn sums() {
    draw("sums", [3000, 5000], &[sums::both_sums::<f32>, sums::both_sums::<f16>]);
}

#[test]
fn transpose() {
    draw("transpose", [1000, 1000], &[sums::transpose]);
}

#[test]
fn products() {
    draw("products", [300, 300], &[matmul::product::<bf16, bf16>, matmul::product::<f32, f32>]);
    draw("quantized products", [200, 200], &[quantized::product]);
    draw("products of groups", [300, 200], &[grouped::experts::<bf16>, grouped::experts::<f32>]);
    draw("batches of products", [200, 200], &[matmul::batched::<bf16>, matmul::batched::<f32>]);
}

#[test]
fn scans() {
    draw("scans", [100, 20_000], &[scans::cumsum_of_floats, scans::cumsum_of_integers]);
}

#[test]
fn sorts() {
    draw("sorts", [100, 5000], &[sorts::sort_of_floats, sorts::sort_of_integers]);
}

#[test]
fn topk() {
    draw("topk", [50, 5000], &[sorts::topk]);
}

#[test]
fn dropout() {
    draw("dropout", [100, 3000], &[chance::dropout::<f32>, chance::dropout::<f16>]);
}

#[test]
fn attentions() {
    draw("attention", [200, 256], &[attention::attention]);
}

#[test]
fn gradients_of_attention() {
    draw("gradients of attention", [150, 256], &[attention_backward::backward]);
}

#[test]
fn packed_sequences() {
    draw("packed sequences", [150, 256], &[varlen::varlen]);
}

#[test]
fn decoding() {
    draw("decoding", [5000, 256], &[decode::decoding]);
}

#[test]
fn convolutions() {
    draw("convolution", [70, 50], &[convolution::images::<bf16>, convolution::images::<f32>]);
}
