//! Tile kernels as their authors first write them: without hints, in the order of the formulas.
//!
//! `plain.rs` measures them, and `tests/kernels/texts.rs` compiles them for each generation of GPUs: none of them may
//! spill.

use kiln::prelude::*;

/// Causal attention that also stores the logarithm of each row's sum of exponentials, a row of one element each.
#[kernel(tile)]
pub fn attention<const M: usize, const N: usize, const D: usize>(
    q: &Tensor3<bf16>,
    k: &Tensor3<bf16>,
    v: &Tensor3<bf16>,
    scale: f32,
    o: &mut Tensor3<bf16>,
    lse: &mut Tensor3<f32>,
) {
    let (i, head) = (tile_id(0), tile_id(1));
    let query = q.load::<M, D>(head, i, 0);
    let tokens = Col::<u32, M>::iota() + (i * M) as u32;
    let mut most = Col::<f32, M>::full(f32::NEG_INFINITY);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in 0..((i + 1) * M).min(k.rows()).div_ceil(N) {
        let key = k.load::<N, D>(head, j, 0);
        let scores = mma(query, key.transpose(), Tile2::<f32, M, N>::zeros()) * scale;
        let seen = (Row::<u32, N>::iota() + (j * N) as u32).le(tokens);
        let scores = seen.select(scores, f32::NEG_INFINITY);
        let greater = most.max(scores.max_axis::<1>());
        let weights = (scores - greater).exp();
        let shrink = (most - greater).exp();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<bf16>(), v.load::<N, D>(head, j, 0), sum * shrink);
        most = greater;
    }
    o.store(head, i, 0, (sum / total).cast::<bf16>());
    lse.store(head, i, 0, (most + total.ln()).broadcast::<1>());
}

/// `y = silu(x · gate) * (x · up)`: two products in one loop.
#[kernel(tile)]
pub fn swiglu<const M: usize, const N: usize, const K: usize>(
    x: &Tensor2<bf16>,
    gate: &Tensor2<bf16>,
    up: &Tensor2<bf16>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut g = Tile2::<f32, M, N>::zeros();
    let mut u = Tile2::<f32, M, N>::zeros();
    for k in 0..x.cols().div_ceil(K) {
        let part = x.load::<M, K>(i, k);
        g = mma(part, gate.load::<K, N>(k, j), g);
        u = mma(part, up.load::<K, N>(k, j), u);
    }
    y.store(i, j, (g / ((-g).exp() + 1.0) * u).cast::<bf16>());
}

/// A 3×3 convolution with a pixel of zeros around: the product of windows, loaded by the numbers of their pixels, with
/// the weights. A row of `x` and of `y` is a pixel; the rows of `weights` are the window's pixels by the channels of
/// `x`, of which there are a multiple of `K`.
#[kernel(tile)]
pub fn convolution<const M: usize, const N: usize, const K: usize>(
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    height: u32,
    width: u32,
    y: &mut Tensor2<bf16>,
) {
    assert_eq!(weights.rows(), 9 * x.cols());
    let (i, j) = (tile_id(0), tile_id(1));
    let pixel = Tile1::<u32, M>::iota() + (i * M) as u32;
    let (row, column) = (pixel / width % height, pixel % width);
    let strips = x.cols() / K;
    let mut sum = Tile2::<f32, M, N>::zeros();
    for step in 0..9 * strips {
        let (tap, strip) = ((step / strips) as u32, step % strips);
        let (down, right) = (tap / 3, tap % 3);
        // Both count from the pixel of zeros before the first.
        let (r, c) = (row + down, column + right);
        let inside = r.ge(1) & r.le(height) & c.ge(1) & c.le(width);
        let from = inside.select(pixel + (down * width + right) - (width + 1), u32::MAX);
        let window = x.load_rows::<M, K>(from, strip);
        sum = mma(window, weights.load::<K, N>(step, j), sum);
    }
    y.store(i, j, sum.cast::<bf16>());
}

/// A product for a mixture of experts: `slots` names the row of `x` for each row of `y`, and `experts` the matrix of
/// weights for each `M` rows.
#[kernel(tile)]
pub fn experts<const M: usize, const N: usize, const K: usize>(
    x: &Tensor2<bf16>,
    slots: &Tensor1<u32>,
    experts: &Tensor1<u32>,
    weights: &Tensor3<bf16>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let expert = experts.load::<1>(i).sum_all() as usize;
    let rows = slots.load_or::<M>(i, u32::MAX);
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..x.cols().div_ceil(K) {
        let part = x.load_rows::<M, K>(rows, k);
        sum = mma(part, weights.load::<K, N>(expert, k, j), sum);
    }
    y.store(i, j, sum.cast::<bf16>());
}

/// Attention of a few queries (`M`, all heads that share keys) on many keys. Tensors are batches by heads by tokens by
/// elements.
#[kernel(tile)]
pub fn decode<const M: usize, const N: usize, const D: usize>(
    q: &Tensor4<bf16>,
    k: &Tensor4<bf16>,
    v: &Tensor4<bf16>,
    scale: f32,
    o: &mut Tensor4<bf16>,
) {
    let (head, batch) = (tile_id(0), tile_id(1));
    let query = q.load::<M, D>(batch, head, 0, 0);
    let mut most = Col::<f32, M>::full(f32::NEG_INFINITY);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in 0..k.rows().div_ceil(N) {
        let key = k.load::<N, D>(batch, head, j, 0);
        let scores = mma(query, key.transpose(), Tile2::<f32, M, N>::zeros()) * scale;
        let there = (Tile2::<u32, M, N>::iota::<1>() + (j * N) as u32).lt(k.rows() as u32);
        let scores = there.select(scores, f32::NEG_INFINITY);
        let greater = most.max(scores.max_axis::<1>());
        let weights = (scores - greater).exp();
        let shrink = (most - greater).exp();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<bf16>(), v.load::<N, D>(batch, head, j, 0), sum * shrink);
        most = greater;
    }
    o.store(batch, head, 0, 0, (sum / total).cast::<bf16>());
}

/// The gradients of keys and values of causal attention. `delta` is each row's sum of `o * d_o`.
#[kernel(tile)]
pub fn attention_keys<const M: usize, const D: usize>(
    q: &Tensor3<bf16>,
    k: &Tensor3<bf16>,
    v: &Tensor3<bf16>,
    d_o: &Tensor3<bf16>,
    lse: &Tensor2<f32>,
    delta: &Tensor2<f32>,
    scale: f32,
    d_k: &mut Tensor3<bf16>,
    d_v: &mut Tensor3<bf16>,
) {
    let (j, head) = (tile_id(0), tile_id(1));
    let (key, value) = (k.load::<M, D>(head, j, 0), v.load::<M, D>(head, j, 0));
    let keys = Row::<u32, M>::iota() + (j * M) as u32;
    let mut by_key = Tile2::<f32, M, D>::zeros();
    let mut by_value = Tile2::<f32, M, D>::zeros();
    for i in j..q.rows().div_ceil(M) {
        let (query, grad) = (q.load::<M, D>(head, i, 0), d_o.load::<M, D>(head, i, 0));
        let scores = mma(query, key.transpose(), Tile2::<f32, M, M>::zeros()) * scale;
        let seen = keys.le(Col::<u32, M>::iota() + (i * M) as u32);
        let weights = (scores - lse.row(head).load::<M>(i).to_col()).exp();
        let weights = seen.select(weights, 0.0);
        by_value = mma(weights.cast::<bf16>().transpose(), grad, by_value);
        let by_weight = mma(grad, value.transpose(), Tile2::<f32, M, M>::zeros());
        let by_score = weights * (by_weight - delta.row(head).load::<M>(i).to_col()) * scale;
        by_key = mma(by_score.cast::<bf16>().transpose(), query, by_key);
    }
    d_k.store(head, j, 0, by_key.cast::<bf16>());
    d_v.store(head, j, 0, by_value.cast::<bf16>());
}

/// The gradient of queries of causal attention.
#[kernel(tile)]
pub fn attention_queries<const M: usize, const D: usize>(
    q: &Tensor3<bf16>,
    k: &Tensor3<bf16>,
    v: &Tensor3<bf16>,
    d_o: &Tensor3<bf16>,
    lse: &Tensor2<f32>,
    delta: &Tensor2<f32>,
    scale: f32,
    d_q: &mut Tensor3<bf16>,
) {
    let (i, head) = (tile_id(0), tile_id(1));
    let (query, grad) = (q.load::<M, D>(head, i, 0), d_o.load::<M, D>(head, i, 0));
    let queries = Col::<u32, M>::iota() + (i * M) as u32;
    let (lse, delta) = (lse.row(head).load::<M>(i).to_col(), delta.row(head).load::<M>(i).to_col());
    let mut by_query = Tile2::<f32, M, D>::zeros();
    for j in 0..((i + 1) * M).min(k.rows()).div_ceil(M) {
        let (key, value) = (k.load::<M, D>(head, j, 0), v.load::<M, D>(head, j, 0));
        let scores = mma(query, key.transpose(), Tile2::<f32, M, M>::zeros()) * scale;
        let seen = (Row::<u32, M>::iota() + (j * M) as u32).le(queries);
        let weights = seen.select((scores - lse).exp(), 0.0);
        let by_weight = mma(grad, value.transpose(), Tile2::<f32, M, M>::zeros());
        let by_score = weights * (by_weight - delta) * scale;
        by_query = mma(by_score.cast::<bf16>(), key, by_query);
    }
    d_q.store(head, i, 0, by_query.cast::<bf16>());
}
