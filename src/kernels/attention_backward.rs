//! The gradients of attention.
//!
//! # Lesson: compute again what is too large to store
//!
//! The weights of the forward pass were never stored, and they are not needed: a score and its query's log-sum-exp
//! give the weight again, `exp(score - lse)`, without another search for the greatest. With the weights `w` of a
//! query and the gradient `d_o` of its output, a value's gradient is the sum of `w * d_o` over all queries. A
//! weight's gradient is `d_o · v`, and a score's is `w * (d_o · v - delta)`. `delta`, the sum of `o * d_o`, is the
//! softmax's part: one number a query, which a small kernel computes first.
//!
//! Gradients of keys and values are sums over queries, and gradients of queries are sums over keys. So there are two
//! kernels, in each of which a tile of the grid owns what it sums; both compute the weights again. One kernel for
//! both would need atomics for one of the sums, whose order, and so whose last bits, would differ from launch to
//! launch. Where heads of queries share one of keys, each makes gradients of its own, which a third kernel adds up:
//! again no atomics, and enough tiles for the GPU where all heads share one.
//!
//! The kernel of keys multiplies keys by queries, not queries by keys. Then its weights are the left factor of the
//! next product and stay in registers.

use super::attention::Heads;
use super::attention_options::Form;
use super::{AttentionOptions, same_extents};
use crate::prelude::*;
use crate::{Error, Result, Tensor3, TensorView3, TensorView4, TensorViewMut4};
use std::f32::consts::LOG2_E;

/// The sum of `o * d_o` of each query: `M` queries of a head, a tile of the grid.
#[kernel(tile)]
pub fn attention_deltas<T: Float, const M: usize, const D: usize>(
    o: &Tensor4<T>,
    d_o: &Tensor4<T>,
    delta: &mut Tensor3<f32>,
) {
    let (i, head, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let output = o.load::<M, D>(batch, head, i, 0).cast::<f32>();
    let sum = (output * d_o.load::<M, D>(batch, head, i, 0).cast::<f32>()).sum_axis::<1>();
    delta.store(batch, head, i, sum.transpose().broadcast::<1>());
}

/// What `M` keys and values, a tile of the grid, get from a head of queries, `N` at a time: `d_k` and `d_v` have as
/// many heads as `q`. `left`, `right` and `cap` are those of [`attention_tiles`](super::attention_tiles). Where
/// `FORM` is 1 there is no `left`, where it is 2 no `cap`.
#[kernel(tile, fast_math, warps = 4)]
pub fn attention_key_gradients<
    T: MmaOperand + Float,
    G: Float,
    const M: usize,
    const N: usize,
    const D: usize,
    const FORM: usize,
>(
    q: &Tensor4<T>,
    k: &Tensor4<T>,
    v: &Tensor4<T>,
    d_o: &Tensor4<T>,
    lse: &Tensor3<f32>,
    delta: &Tensor3<f32>,
    scale: f32,
    cap: f32,
    left: usize,
    right: usize,
    d_k: &mut Tensor4<G>,
    d_v: &mut Tensor4<G>,
) {
    let (j, head, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let [_, heads, queries, _] = q.shape();
    let [_, groups, keys, _] = k.shape();
    let group = head / (heads / groups);
    let (key, value) = (k.load::<M, D>(batch, group, j, 0), v.load::<M, D>(batch, group, j, 0));
    // The first query that sees each key, and the first that does not any more; of the first and of the last key.
    let number = Col::<u32, M>::iota() + (j * M + queries) as u32;
    let from = number.max((keys + right) as u32) - (keys + right) as u32;
    let start = (j * M + queries).saturating_sub(keys + right);
    let all = (j * M + M - 1 + queries).saturating_sub(keys + right);
    let until = (number + (left + 1) as u32).max(keys as u32) - keys as u32;
    let some = if FORM >= 2 { (j * M + queries + left + 1).saturating_sub(keys) } else { queries };
    let end =
        if FORM >= 2 { (j * M + M + queries + left).saturating_sub(keys).min(queries) } else { queries };
    let late = if FORM == 3 { cap * LOG2_E } else { scale * LOG2_E };
    let mut by_key = Tile2::<f32, M, D>::zeros();
    let mut by_value = Tile2::<f32, M, D>::zeros();
    for i in start / N..end.div_ceil(N) {
        let (query, grad) = (q.load::<N, D>(batch, head, i, 0), d_o.load::<N, D>(batch, head, i, 0));
        let mut scores = mma(key, query.transpose(), Tile2::<f32, M, N>::zeros());
        if FORM == 3 {
            scores = 1.0 - 2.0 / ((scores * (2.0 * LOG2_E * scale / cap)).exp2() + 1.0);
        }
        let level = lse.load::<1, N>(batch, head, i).flatten::<N>().to_row() * LOG2_E;
        let mut weights = (scores * late - level).exp2();
        if i * N < all {
            let query = Row::<u32, N>::iota() + (i * N) as u32;
            weights = query.ge(from).select(weights, 0.0);
        }
        if FORM >= 2 && (i + 1) * N > some {
            let query = Row::<u32, N>::iota() + (i * N) as u32;
            weights = query.lt(until).select(weights, 0.0);
        }
        by_value = mma(weights.cast::<T>(), grad, by_value);
        let by_weight = mma(value, grad.transpose(), Tile2::<f32, M, N>::zeros());
        let mut by_score = weights * (by_weight - delta.load::<1, N>(batch, head, i).flatten::<N>().to_row());
        if FORM == 3 {
            by_score = by_score * (1.0 - scores * scores);
        }
        by_key = mma(by_score.cast::<T>(), query, by_key);
    }
    d_k.store(batch, head, j, 0, (by_key * scale).cast::<G>());
    d_v.store(batch, head, j, 0, by_value.cast::<G>());
}

/// The sum of `x` over the heads that share one of `y`: `M` tokens of a head of `y`, a tile of the grid.
#[kernel(tile)]
pub fn attention_group_sums<T: Float, const M: usize, const D: usize>(x: &Tensor4<f32>, y: &mut Tensor4<T>) {
    let (i, group, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let ([_, heads, ..], [_, groups, ..]) = (x.shape(), y.shape());
    let each = heads / groups;
    let mut sum = Tile2::<f32, M, D>::zeros();
    for head in 0..each {
        sum += x.load::<M, D>(batch, group * each + head, i, 0);
    }
    y.store(batch, group, i, 0, sum.cast::<T>());
}

/// The gradients of `M` queries of a head, a tile of the grid, from `N` keys and values at a time; the rest is as for
/// [`attention_key_gradients`].
#[kernel(tile, fast_math, warps = 4)]
pub fn attention_query_gradients<
    T: MmaOperand + Float,
    const M: usize,
    const N: usize,
    const D: usize,
    const FORM: usize,
>(
    q: &Tensor4<T>,
    k: &Tensor4<T>,
    v: &Tensor4<T>,
    d_o: &Tensor4<T>,
    lse: &Tensor3<f32>,
    delta: &Tensor3<f32>,
    scale: f32,
    cap: f32,
    left: usize,
    right: usize,
    d_q: &mut Tensor4<T>,
) {
    let (i, head, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let [_, heads, queries, _] = q.shape();
    let [_, groups, keys, _] = k.shape();
    let group = head / (heads / groups);
    // As in the forward pass.
    let first = (keys + right - queries + i * M + 1).min(keys);
    let seen = (Col::<u32, M>::iota() + first as u32).min(keys as u32);
    let hidden = (Col::<u32, M>::iota() + (keys + i * M) as u32).max((queries + left) as u32)
        - (queries + left) as u32;
    let start = if FORM >= 2 { (keys + i * M).saturating_sub(queries + left) } else { 0 };
    let last = if FORM >= 2 { (keys + i * M + M - 1).saturating_sub(queries + left) } else { 0 };
    let (query, grad) = (q.load::<M, D>(batch, head, i, 0), d_o.load::<M, D>(batch, head, i, 0));
    let level = lse.load::<1, M>(batch, head, i).flatten::<M>().to_col() * LOG2_E;
    let delta = delta.load::<1, M>(batch, head, i).flatten::<M>().to_col();
    let late = if FORM == 3 { cap * LOG2_E } else { scale * LOG2_E };
    let mut by_query = Tile2::<f32, M, D>::zeros();
    for j in start / N..(first + M - 1).min(keys).div_ceil(N) {
        let (key, value) = (k.load::<N, D>(batch, group, j, 0), v.load::<N, D>(batch, group, j, 0));
        let mut scores = mma(query, key.transpose(), Tile2::<f32, M, N>::zeros());
        if FORM == 3 {
            scores = 1.0 - 2.0 / ((scores * (2.0 * LOG2_E * scale / cap)).exp2() + 1.0);
        }
        let mut weights = (scores * late - level).exp2();
        if (j + 1) * N > first {
            let number = Row::<u32, N>::iota() + (j * N) as u32;
            weights = number.lt(seen).select(weights, 0.0);
        }
        if FORM >= 2 && j * N < last {
            let number = Row::<u32, N>::iota() + (j * N) as u32;
            weights = number.ge(hidden).select(weights, 0.0);
        }
        let by_weight = mma(grad, value.transpose(), Tile2::<f32, M, N>::zeros());
        let mut by_score = weights * (by_weight - delta);
        if FORM == 3 {
            by_score = by_score * (1.0 - scores * scores);
        }
        by_query = mma(by_score.cast::<T>(), key, by_query);
    }
    d_q.store(batch, head, i, 0, (by_query * scale).cast::<T>());
}

/// The gradients of [`attention`](super::attention): `d_q`, `d_k` and `d_v` from the gradient `d_o` of its output,
/// the output itself and the `lse` of [`attention_with_lse`](super::attention_with_lse). Options are those of the
/// forward pass. Where heads of queries share one of keys and values, its gradients are sums over them. Gradients are
/// the same from launch to launch.
///
/// ```
/// use kiln::kernels::{self, AttentionOptions};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let options = AttentionOptions::new().causal();
/// let (q, k) = (Tensor4::<f32>::zeros(&stream, [1, 2, 3, 8])?, Tensor4::zeros(&stream, [1, 1, 3, 8])?);
/// let (mut o, mut lse) = (Tensor4::zeros(&stream, [1, 2, 3, 8])?, Tensor3::zeros(&stream, [1, 2, 3])?);
/// kernels::attention_with_lse(&stream, &q, &k, &k, options, &mut o, &mut lse)?;
///
/// let d_o = Tensor4::from_slice(&stream, &[6.0; 48], [1, 2, 3, 8])?;
/// let (mut d_q, mut d_k, mut d_v) = (
///     Tensor4::zeros(&stream, [1, 2, 3, 8])?,
///     Tensor4::zeros(&stream, [1, 1, 3, 8])?,
///     Tensor4::zeros(&stream, [1, 1, 3, 8])?,
/// );
/// kernels::attention_backward(&stream, &q, &k, &k, options, &o, &lse, &d_o, &mut d_q, &mut d_k, &mut d_v)?;
/// // Two heads share the value of the last token, and only the last query sees it, as a third of what it sees.
/// assert!((d_v.download(&stream)?[16] - 4.0).abs() < 1e-4);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together or a query would see no key,
/// and what a launch gives.
#[allow(clippy::too_many_arguments, reason = "the tensors of the forward pass and their gradients")]
pub fn attention_backward<'a, T: MmaOperand + Float>(
    stream: &Stream,
    q: impl Into<TensorView4<'a, T>>,
    k: impl Into<TensorView4<'a, T>>,
    v: impl Into<TensorView4<'a, T>>,
    options: AttentionOptions,
    o: impl Into<TensorView4<'a, T>>,
    lse: impl Into<TensorView3<'a, f32>>,
    d_o: impl Into<TensorView4<'a, T>>,
    d_q: impl Into<TensorViewMut4<'a, T>>,
    d_k: impl Into<TensorViewMut4<'a, T>>,
    d_v: impl Into<TensorViewMut4<'a, T>>,
) -> Result<()> {
    let heads = Heads::new("attention_backward", q.into(), k.into(), v.into(), options)?;
    let (o, lse, d_o) = (o.into(), lse.into(), d_o.into());
    let (mut d_q, mut d_k, mut d_v) = (d_q.into(), d_k.into(), d_v.into());
    let Heads { kernel, q, k, v, form } = heads;
    let ([batches, count, queries, size], [_, groups, keys, _]) = (q.shape(), k.shape());
    same_extents(kernel, "o", q.shape(), o.shape())?;
    same_extents(kernel, "lse", [batches, count, queries], lse.shape())?;
    same_extents(kernel, "d_o", q.shape(), d_o.shape())?;
    same_extents(kernel, "d_q", q.shape(), d_q.shape())?;
    same_extents(kernel, "d_k", k.shape(), d_k.shape())?;
    same_extents(kernel, "d_v", v.shape(), d_v.shape())?;
    if k.is_empty() {
        return Ok(());
    }
    let Form { scale, left, right, cap, window } = form;
    let mut delta = Tensor3::zeros(stream, [batches, count, queries])?;
    macro_rules! tiles_of {
        ($m:literal, $d:literal) => {
            match (cap > 0.0, window) {
                (true, _) => tiles_of!($m, $d, 3),
                (false, true) => tiles_of!($m, $d, 2),
                (false, false) => tiles_of!($m, $d, 1),
            }
        };
        ($m:literal, $d:literal, $form:literal) => {{
            let of_queries = [queries.div_ceil($m), count, batches];
            attention_deltas::<T, $m, $d>(o, d_o, &mut delta).tiles(of_queries).launch(stream)?;
            if count == groups {
                tiles_of!(@ T, $m, $d, $form, &mut d_k, &mut d_v);
            } else {
                let own = [batches, count, keys, size];
                let (mut own_k, mut own_v) = (Tensor4::zeros(stream, own)?, Tensor4::zeros(stream, own)?);
                tiles_of!(@ f32, $m, $d, $form, &mut own_k, &mut own_v);
                for (own, sum) in [(own_k, &mut d_k), (own_v, &mut d_v)] {
                    attention_group_sums::<T, 16, $d>(&own, sum)
                        .tiles([keys.div_ceil(16), groups, batches])
                        .launch(stream)?;
                }
            }
            attention_query_gradients::<T, $m, $m, $d, $form>(
                q, k, v, d_o, lse, &delta, scale, cap, left, right, &mut d_q,
            )
            .tiles(of_queries)
            .launch(stream)
        }};
        (@ $of:ty, $m:literal, $d:literal, $form:literal, $d_k:expr, $d_v:expr) => {
            attention_key_gradients::<T, $of, $m, $m, $d, $form>(
                q, k, v, d_o, lse, &delta, scale, cap, left, right, $d_k, $d_v,
            )
            .tiles([keys.div_ceil($m), count, batches])
            .launch(stream)?
        };
    }
    // Old GPUs have less shared memory, and heads of more elements leave fewer registers.
    let large = stream.device().compute_capability() >= Some((8, 0));
    match (size, size_of::<T>()) {
        (0..=64, 2) => tiles_of!(64, 64),
        (65..=128, 2) if large => tiles_of!(64, 128),
        (65..=128, 2) => tiles_of!(32, 128),
        (_, 2) if large => tiles_of!(32, 256),
        (_, 2) => tiles_of!(16, 256),
        (0..=64, _) => tiles_of!(32, 64),
        (65..=128, _) => tiles_of!(16, 128),
        _ if large => tiles_of!(16, 256),
        (129..=192, _) => tiles_of!(16, 192),
        _ => {
            let detail = format!(
                "its heads have {size} elements of `f32`, and a GPU older than compute capability 8.0 has room for 192: \
                 use `f16`"
            );
            Err(Error::TensorShape { kernel, parameter: "q", detail })
        }
    }
}
