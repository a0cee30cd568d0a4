//! The same operations as `kernels.rs`, in the best form that Kiln has for them today: hints, the hardware's
//! exponentials, aligned outputs, masks only where they hide something, and a second kernel where that pays.

use kiln::prelude::*;
use std::f32::consts::{LN_2, LOG2_E};

/// Causal attention. A row of `lse` is a head.
#[kernel(tile, fast_math, warps = 4)]
pub fn attention<const M: usize, const N: usize, const D: usize>(
    q: &Tensor3<bf16>,
    k: &Tensor3<bf16>,
    v: &Tensor3<bf16>,
    scale: f32,
    o: &mut Tensor3<bf16>,
    lse: &mut Tensor2<f32>,
) {
    let (i, head) = (tile_id(0), tile_id(1));
    let query = q.load::<M, D>(head, i, 0);
    let tokens = Col::<u32, M>::iota() + (i * M) as u32;
    let scale = scale * LOG2_E;
    let mut most = Col::<f32, M>::full(f32::MIN);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in 0..((i + 1) * M).min(k.rows()).div_ceil(N) {
        let key = k.load::<N, D>(head, j, 0).transpose();
        let mut scores = mma(query, key, Tile2::<f32, M, N>::zeros());
        if (j + 1) * N > i * M + 1 {
            let number = Row::<u32, N>::iota() + (j * N) as u32;
            scores = number.le(tokens).select(scores, f32::NEG_INFINITY);
        }
        let greater = most.max(scores.max_axis::<1>());
        let level = greater * scale;
        let weights = (scores * scale - level).exp2();
        let shrink = (most * scale - level).exp2();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<bf16>(), v.load::<N, D>(head, j, 0), sum * shrink);
        most = greater;
    }
    o.store(head, i, 0, (sum / total).cast::<bf16>());
    lse.store(head, i, ((most * scale + total.log2()) * LN_2).transpose().broadcast::<1>());
}

/// SwiGLU with eight warps.
#[kernel(tile, fast_math, warps = 8)]
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

/// Copies the rows of `x` that `slots` names.
#[kernel(tile)]
pub fn copied_rows<const M: usize, const N: usize>(
    x: &Tensor2<bf16>,
    slots: &Tensor1<u32>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let rows = slots.load_or::<M>(i, u32::MAX).to_col();
    y.store(i, j, x.gather(rows, Row::<u32, N>::iota() + (j * N) as u32));
}

/// A product for a mixture of experts, of rows that have been copied into the order of experts.
#[kernel(tile)]
pub fn experts<const M: usize, const N: usize, const K: usize>(
    x: &Tensor2<bf16>,
    experts: &Tensor1<u32>,
    weights: &Tensor3<bf16>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let expert = experts.load::<1>(i).sum_all() as usize;
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..x.cols().div_ceil(K) {
        sum = mma(x.load::<M, K>(i, k), weights.load::<K, N>(expert, k, j), sum);
    }
    y.store(i, j, sum.cast::<bf16>());
}

/// Attention of `M` queries on a part of the keys, `each` tiles of `N`. `sums` has a tile for each part, `most` and
/// `totals` a row.
#[kernel(tile, fast_math)]
pub fn decode_parts<const M: usize, const N: usize, const D: usize>(
    q: &Tensor4<bf16>,
    k: &Tensor4<bf16>,
    v: &Tensor4<bf16>,
    scale: f32,
    each: usize,
    sums: &mut Tensor4<f32>,
    most: &mut Tensor4<f32>,
    totals: &mut Tensor4<f32>,
) {
    let (part, head, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let query = q.load::<M, D>(batch, head, 0, 0);
    let scale = scale * LOG2_E;
    let mut greatest = Col::<f32, M>::full(f32::MIN);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in part * each..((part + 1) * each).min(k.rows().div_ceil(N)) {
        let key = k.load::<N, D>(batch, head, j, 0).transpose();
        let mut scores = mma(query, key, Tile2::<f32, M, N>::zeros()) * scale;
        if (j + 1) * N > k.rows() {
            let there = (Tile2::<u32, M, N>::iota::<1>() + (j * N) as u32).lt(k.rows() as u32);
            scores = there.select(scores, f32::NEG_INFINITY);
        }
        let greater = greatest.max(scores.max_axis::<1>());
        let weights = (scores - greater).exp2();
        let shrink = (greatest - greater).exp2();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<bf16>(), v.load::<N, D>(batch, head, j, 0), sum * shrink);
        greatest = greater;
    }
    sums.store(batch, head, part, 0, sum);
    most.store(batch, head, part, 0, greatest.transpose().broadcast::<1>());
    totals.store(batch, head, part, 0, total.transpose().broadcast::<1>());
}

/// Combines the parts of [`decode_parts`].
#[kernel(tile, fast_math)]
pub fn decode_whole<const M: usize, const D: usize>(
    sums: &Tensor4<f32>,
    most: &Tensor4<f32>,
    totals: &Tensor4<f32>,
    o: &mut Tensor4<bf16>,
) {
    let (head, batch) = (tile_id(0), tile_id(1));
    let mut greatest = Col::<f32, M>::full(f32::MIN);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for part in 0..most.rows() {
        let own = most.load::<1, M>(batch, head, part, 0).flatten::<M>().to_col();
        let count = totals.load::<1, M>(batch, head, part, 0).flatten::<M>().to_col();
        let greater = greatest.max(own);
        let (before, now) = ((greatest - greater).exp2(), (own - greater).exp2());
        total = total * before + count * now;
        sum = sum * before + sums.load::<M, D>(batch, head, part, 0) * now;
        greatest = greater;
    }
    o.store(batch, head, 0, 0, (sum / total).cast::<bf16>());
}

/// The gradients of keys and values. Scores are keys by queries, so that weights stay in registers as left factors.
#[kernel(tile, fast_math, warps = 4)]
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
    let keys = Col::<u32, M>::iota() + (j * M) as u32;
    let mut by_key = Tile2::<f32, M, D>::zeros();
    let mut by_value = Tile2::<f32, M, D>::zeros();
    for i in j..q.rows().div_ceil(M) {
        let (query, grad) = (q.load::<M, D>(head, i, 0), d_o.load::<M, D>(head, i, 0));
        let scores = mma(key, query.transpose(), Tile2::<f32, M, M>::zeros()) * (scale * LOG2_E);
        let mut weights = (scores - lse.load::<1, M>(head, i).flatten::<M>().to_row() * LOG2_E).exp2();
        if i == j {
            weights = keys.le(Row::<u32, M>::iota() + (i * M) as u32).select(weights, 0.0);
        }
        by_value = mma(weights.cast::<bf16>(), grad, by_value);
        let by_weight = mma(value, grad.transpose(), Tile2::<f32, M, M>::zeros());
        let by_score = weights * (by_weight - delta.load::<1, M>(head, i).flatten::<M>().to_row());
        by_key = mma(by_score.cast::<bf16>(), query, by_key);
    }
    d_k.store(head, j, 0, (by_key * scale).cast::<bf16>());
    d_v.store(head, j, 0, by_value.cast::<bf16>());
}

/// The gradient of queries.
#[kernel(tile, fast_math, warps = 4)]
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
    let lse = lse.load::<1, M>(head, i).flatten::<M>().to_col() * LOG2_E;
    let delta = delta.load::<1, M>(head, i).flatten::<M>().to_col();
    let mut by_query = Tile2::<f32, M, D>::zeros();
    for j in 0..((i + 1) * M).min(k.rows()).div_ceil(M) {
        let (key, value) = (k.load::<M, D>(head, j, 0), v.load::<M, D>(head, j, 0));
        let scores = mma(query, key.transpose(), Tile2::<f32, M, M>::zeros()) * (scale * LOG2_E);
        let mut weights = (scores - lse).exp2();
        if j == i {
            weights = (Row::<u32, M>::iota() + (j * M) as u32).le(queries).select(weights, 0.0);
        }
        let by_weight = mma(grad, value.transpose(), Tile2::<f32, M, M>::zeros());
        let by_score = weights * (by_weight - delta);
        by_query = mma(by_score.cast::<bf16>(), key, by_query);
    }
    d_q.store(head, i, 0, (by_query * scale).cast::<bf16>());
}
