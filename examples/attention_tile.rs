//! Causal attention, forward, without ever holding the matrix of scores (Dao, "FlashAttention-2", 2023).
//!
//! ```text
//! cargo run --release --example attention_tile
//! ```

use kiln::prelude::*;

/// `o = softmax(q kᵀ · scale) v` for each head, where a token sees itself and those before it. Tensors are `tokens`
/// × (`heads` · `D`), a head `D` columns beside the next. A tile of the grid computes `BM` tokens of a head.
#[kernel(tile)]
pub fn attention<const BM: usize, const BN: usize, const D: usize>(
    q: &Tensor2<bf16>,
    k: &Tensor2<bf16>,
    v: &Tensor2<bf16>,
    scale: f32,
    o: &mut Tensor2<bf16>,
) {
    let (i, head) = (tile_id(0), tile_id(1));
    let query = q.load::<BM, D>(i, head);
    let tokens = Col::<u32, BM>::iota() + (i * BM) as u32;
    let mut most = Col::<f32, BM>::full(f32::NEG_INFINITY);
    let mut total = Col::<f32, BM>::zeros();
    let mut sum = Tile2::<f32, BM, D>::zeros();
    // Keys past the last of these tokens are never seen.
    for j in 0..((i + 1) * BM).min(k.rows()).div_ceil(BN) {
        let scores = mma(query, k.load::<BN, D>(j, head).transpose(), Tile2::<f32, BM, BN>::zeros()) * scale;
        let seen = (Row::<u32, BN>::iota() + (j * BN) as u32).le(tokens);
        let scores = seen.select(scores, f32::NEG_INFINITY);
        let greater = most.max(scores.max_axis::<1>());
        let weights = (scores - greater).exp();
        let shrink = (most - greater).exp();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<bf16>(), v.load::<BN, D>(j, head), sum * shrink);
        most = greater;
    }
    o.store(i, head, (sum / total).cast::<bf16>());
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    for (tokens, heads) in [(1, 1), (128, 2), (300, 3), (1000, 1)] {
        let error = run::<64, 64, 64>(&device, tokens, heads)?;
        println!("{tokens} tokens, {heads} heads of 64: relative error {error:.1e}");
    }
    Ok(())
}

/// Attention with so many tokens and heads of `D`, in tiles of `BM` queries and `BN` keys; gives the relative error.
pub fn run<const BM: usize, const BN: usize, const D: usize>(
    device: &Device,
    tokens: usize,
    heads: usize,
) -> kiln::Result<f64> {
    let stream = device.stream();
    let width = heads * D;
    let fill = |seed: usize| -> Vec<bf16> {
        (0..tokens * width)
            .map(|i| bf16::from_f64(((i * 7919 + seed * 131) % 1013) as f64 / 253.25 - 2.0))
            .collect()
    };
    let (q, k, v) = (fill(1), fill(2), fill(3));
    let upload = |data: &[bf16]| Tensor2::from_slice(&stream, data, [tokens, width]);
    let (device_q, device_k, device_v) = (upload(&q)?, upload(&k)?, upload(&v)?);
    let mut o = Tensor2::zeros(&stream, [tokens, width])?;
    let scale = 1.0 / (D as f32).sqrt();
    attention::<BM, BN, D>(&device_q, &device_k, &device_v, scale, &mut o).launch(&stream)?;
    let o = o.download(&stream)?;

    let at = |x: &[bf16], token: usize, head: usize, i: usize| x[token * width + head * D + i].to_f64();
    let (mut error, mut norm) = (0.0, 0.0);
    for head in 0..heads {
        for token in 0..tokens {
            let score = |key| {
                (0..D).map(|i| at(&q, token, head, i) * at(&k, key, head, i)).sum::<f64>() * f64::from(scale)
            };
            let scores: Vec<f64> = (0..=token).map(score).collect();
            let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
            let total: f64 = weights.iter().sum();
            for i in 0..D {
                let exact =
                    weights.iter().enumerate().map(|(key, w)| w * at(&v, key, head, i)).sum::<f64>() / total;
                error += (at(&o, token, head, i) - exact).powi(2);
                norm += exact.powi(2);
            }
        }
    }
    let error = (error / norm).sqrt();
    assert!(error < 1e-2, "{tokens} tokens, {heads} heads: the relative error is {error:e}");
    Ok(error)
}
