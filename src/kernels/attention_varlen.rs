//! Attention of sequences of any lengths that are packed one after another, without padding.
//!
//! # Lesson: a tile needn't know where a sequence begins
//!
//! A tile for each `M` queries of a sequence would begin anywhere and end in the middle of another tile, so that its
//! store could meet its neighbor's. Here tiles of the grid go over all queries of the batch, as if it were one
//! sequence. Their stores are whole and apart, and Kiln proves it. Each row of a tile looks its sequence up and knows
//! which keys it sees: from one number to another, with a mask outside. The loop goes from the first key that any row
//! sees to the last.
//!
//! A tile with the end of one sequence and the beginning of the next goes over the keys of both. That is as much as
//! two tiles, each half empty, would do, and many short sequences share one tile.
//!
//! Offsets are in ascending order, so a row's sequence is found by halving: as many steps as the number of sequences
//! has bits, for all rows at once.

use super::attention::check_heads;
use super::attention_options::Form;
use super::{AttentionOptions, same_extents};
use crate::prelude::*;
use crate::{Error, Result, TensorView1, TensorView3, TensorViewMut3};
use std::f32::consts::LOG2_E;

/// The segment of each of the elements `first` to `first + M`: the last whose offset is at most the element's number.
/// `bits` is at least the number of bits of `offsets.len()`. Elements past the last offset are taken for the last
/// segment's.
#[device]
pub fn segments<const M: usize>(offsets: &Tensor1<u32>, first: usize, bits: u32) -> Col<u32, M> {
    let element = Col::<u32, M>::iota() + first as u32;
    let mut found = Col::<u32, M>::zeros();
    for step in 0..bits {
        let next = found + (1u32 << (bits - 1 - step));
        found = offsets.gather_or(next, u32::MAX).le(element).select(next, found);
    }
    found.min((offsets.len() - 2) as u32)
}

/// Attention of `M` queries of a head, a tile of the grid, with `N` keys and values at a time; heads have at most `D`
/// elements. Tensors are heads by tokens by elements. Sequence `s` has the queries from `q_offsets[s]` to
/// `q_offsets[s + 1]` and the keys from `k_offsets[s]` to `k_offsets[s + 1]`; `bits` is that of [`segments`]. `left`,
/// `right` and `cap` are those of [`attention_tiles`](super::attention_tiles). Where `FORM` is 0 `scale` may be any,
/// where it is 1 it is at least [`f32::MIN_POSITIVE`], and where it is 2 it may be any, and scores have a soft cap.
#[kernel(tile, fast_math, warps = 4)]
pub fn attention_varlen_tiles<
    T: MmaOperand + Float,
    const M: usize,
    const N: usize,
    const D: usize,
    const FORM: usize,
>(
    q: &Tensor3<T>,
    k: &Tensor3<T>,
    v: &Tensor3<T>,
    q_offsets: &Tensor1<u32>,
    k_offsets: &Tensor1<u32>,
    bits: u32,
    scale: f32,
    cap: f32,
    left: usize,
    right: usize,
    o: &mut Tensor3<T>,
) {
    let (i, head) = (tile_id(0), tile_id(1));
    let ([heads, ..], [groups, tokens, _]) = (q.shape(), k.shape());
    let group = head / (heads / groups);
    let sequence = segments::<M>(q_offsets, i * M, bits);
    let (q_start, q_end) = (q_offsets.gather(sequence), q_offsets.gather(sequence + 1));
    let (k_start, k_end) = (k_offsets.gather(sequence), k_offsets.gather(sequence + 1));
    // The first key that each query sees, and the first that it does not see any more.
    let token = Col::<u32, M>::iota() + (i * M) as u32;
    let (queries, keys) = (q_end - q_start, k_end - k_start);
    let number = token - q_start + keys;
    let from = k_start + number.max(queries + left as u32) - (queries + left as u32);
    let until = k_start + ((number + (right + 1) as u32).max(queries) - queries).min(keys);
    // Queries past the last sequence see none.
    let until = token.lt(q_end).select(until, from);
    let (start, all) = (from.min_all() as usize, from.max_all() as usize);
    // Offsets that descend must not make it go on beyond the keys.
    let (first, end) = (until.min_all() as usize, (until.max_all() as usize).min(tokens));
    let query = q.load::<M, D>(head, i, 0);
    let scale = scale * LOG2_E;
    let late = if FORM == 2 {
        cap * LOG2_E
    } else if FORM == 1 {
        scale
    } else {
        1.0
    };
    let mut most = Col::<f32, M>::full(f32::MIN);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in start / N..end.div_ceil(N) {
        let key = k.load::<N, D>(group, j, 0).transpose();
        let mut scores = mma(query, key, Tile2::<f32, M, N>::zeros());
        if FORM == 2 {
            scores = 1.0 - 2.0 / ((scores * (2.0 * scale / cap)).exp2() + 1.0);
        } else if FORM == 0 {
            scores = scores * scale;
        }
        if (j + 1) * N > first || j * N < all {
            let number = Row::<u32, N>::iota() + (j * N) as u32;
            scores = (number.ge(from) & number.lt(until)).select(scores, f32::NEG_INFINITY);
        }
        let greater = most.max(scores.max_axis::<1>());
        let level = (greater * late).max(f32::MIN);
        let weights = (scores * late - level).exp2();
        let shrink = (most * late - level).exp2();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<T>(), v.load::<N, D>(group, j, 0), sum * shrink);
        most = greater;
    }
    o.store(head, i, 0, (sum / total.max(f32::MIN_POSITIVE)).cast::<T>());
}

/// [`attention`](super::attention) of sequences that are packed one after another: `q` and `o` are tokens by heads by
/// elements, and sequence `s` is their rows from `q_offsets[s]` to `q_offsets[s + 1]`. `k` and `v` have offsets of
/// their own, as a sequence may have more keys than queries. Offsets begin at 0 and ascend; a sequence may be empty.
/// Each sequence is masked by itself. A query that sees no key gives zeros, and so do tokens past the last offset.
///
/// Sequences may share a tile of keys, so values that aren't finite may make NaN of their neighbors' results too.
///
/// ```
/// use kiln::kernels::{self, AttentionOptions};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// // Two sequences, of one token and of three.
/// let v = Tensor3::from_slice(&stream, &[5.0f32, 1.0, 2.0, 3.0], [4, 1, 1])?;
/// let (q, mut o) = (Tensor3::zeros(&stream, [4, 1, 1])?, Tensor3::zeros(&stream, [4, 1, 1])?);
/// let offsets = Tensor1::from_slice(&stream, &[0, 1, 4])?;
/// let causal = AttentionOptions::new().causal();
/// kernels::attention_varlen(&stream, &q, &q, &v, &offsets, &offsets, causal, &mut o)?;
/// for (found, expected) in o.download(&stream)?.into_iter().zip([5.0, 1.0, 1.5, 2.0]) {
///     assert!((found - expected).abs() < 1e-5);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together, and what a launch gives.
#[doc(alias = "flash_attn_varlen_func")]
#[allow(clippy::too_many_arguments, reason = "queries and keys each have offsets")]
pub fn attention_varlen<'a, T: MmaOperand + Float>(
    stream: &Stream,
    q: impl Into<TensorView3<'a, T>>,
    k: impl Into<TensorView3<'a, T>>,
    v: impl Into<TensorView3<'a, T>>,
    q_offsets: impl Into<TensorView1<'a, u32>>,
    k_offsets: impl Into<TensorView1<'a, u32>>,
    options: AttentionOptions,
    o: impl Into<TensorViewMut3<'a, T>>,
) -> Result<()> {
    let (q, k, v, o) = (q.into(), k.into(), v.into(), o.into());
    let (q_offsets, k_offsets) = (q_offsets.into(), k_offsets.into());
    let kernel = "attention_varlen";
    let ([queries, heads, size], [keys, groups, _]) = (q.shape(), k.shape());
    same_extents(kernel, "k", [keys, groups, size], k.shape())?;
    same_extents(kernel, "v", k.shape(), v.shape())?;
    same_extents(kernel, "o", q.shape(), o.shape())?;
    same_extents(kernel, "k_offsets", q_offsets.shape(), k_offsets.shape())?;
    check_heads(kernel, [heads, groups], size)?;
    let Form { scale, left, right, cap, .. } = Form::new(kernel, options, size, [queries, keys])?;
    if q.is_empty() {
        return Ok(());
    }
    let bits = bits_of(kernel, "q_offsets", q_offsets)?;
    let (q, k, v) = (q.permute::<1, 0, 2>(), k.permute::<1, 0, 2>(), v.permute::<1, 0, 2>());
    let o = o.permute::<1, 0, 2>();
    macro_rules! heads_of {
        ($m:literal, $n:literal, $d:literal) => {
            match (cap > 0.0, scale >= f32::MIN_POSITIVE) {
                (true, _) => heads_of!($m, $n, $d, 2),
                (false, true) => heads_of!($m, $n, $d, 1),
                (false, false) => heads_of!($m, $n, $d, 0),
            }
        };
        ($m:literal, $n:literal, $d:literal, $form:literal) => {
            attention_varlen_tiles::<T, $m, $n, $d, $form>(
                q, k, v, q_offsets, k_offsets, bits, scale, cap, left, right, o,
            )
            .tiles([queries.div_ceil($m), heads])
            .launch(stream)
        };
    }
    let large = stream.device().compute_capability() >= Some((8, 0));
    match (size, size_of::<T>()) {
        (0..=64, 2) => heads_of!(128, 64, 64),
        (65..=128, 2) => heads_of!(64, 64, 128),
        (_, 2) if large => heads_of!(64, 32, 256),
        (_, 2) => heads_of!(32, 32, 256),
        (0..=64, _) => heads_of!(32, 32, 64),
        (65..=128, _) => heads_of!(32, 32, 128),
        _ => heads_of!(16, 16, 256),
    }
}

/// How many bits the number of offsets has. There is a segment at least.
pub(super) fn bits_of(
    kernel: &'static str,
    parameter: &'static str,
    offsets: TensorView1<'_, u32>,
) -> Result<u32> {
    if offsets.len() < 2 {
        let detail =
            format!("it has {} offsets, and must have one more than there are segments", offsets.len());
        return Err(Error::TensorShape { kernel, parameter, detail });
    }
    Ok(usize::BITS - offsets.len().leading_zeros())
}
