//! Attention: each query takes a mean of the values, weighted by how well its key goes with the query.
//!
//! # Lesson: two products, and what lies between them stays where it is
//!
//! The scores of all queries with all keys are a matrix that nobody wants: it would cost more to store than all the
//! rest. A tile of the grid takes `M` queries of a head and lets keys and values go by, `N` at a time. The softmax
//! of the scores goes along as that of a [long row](super::softmax_long_rows) does, relative to the greatest score
//! so far, and the sum of weighted values is scaled down together with the sum of weights (Dao, "FlashAttention-2",
//! 2023). Scores are a product's result and weights the next one's left factor, and both lie in the same registers
//! in the same way, so nothing passes through memory between the two.
//!
//! Only the last tiles of keys have some that a query does not see, the others need no mask. So the mask is behind
//! an `if`, which a scalar steers: whether every query of the tile sees every key of it.
//!
//! Queries may have several heads to one of keys and values: a head is a coordinate, so theirs is the number of the
//! query's, divided.
//!
//! Exponentials are powers of 2, for which a GPU has an instruction; the factor that makes them those of e goes
//! into the scale. The greatest of scores that are scaled is the greatest of those that are not, scaled, where the
//! scale is more than zero. So the scale can wait for the exponent, where it costs nothing:
//! `score * scale - greatest` is one instruction. And the kernel is `fast_math`: weights are rounded to 16 bits for
//! the product, more than the instruction is off.

use super::same_extents;
use crate::prelude::*;
use crate::{Error, Result, TensorView4, TensorViewMut4};

/// Attention of `M` queries of a head, a tile of the grid, with `N` keys and values at a time; heads have at most
/// `D` elements. All tensors are batches by heads by tokens by elements. Where `causal` is 1 the last query sees
/// all keys, and each one before it one fewer; where it is 0 all see all. Where `LATE` is 1 scores are scaled in
/// the exponent, and `scale` is at least [`f32::MIN_POSITIVE`]; where it is 0 it may be any.
#[kernel(tile, fast_math, warps = 4)]
pub fn attention_tiles<
    T: MmaOperand + Float,
    const M: usize,
    const N: usize,
    const D: usize,
    const LATE: usize,
>(
    q: &Tensor4<T>,
    k: &Tensor4<T>,
    v: &Tensor4<T>,
    scale: f32,
    causal: usize,
    o: &mut Tensor4<T>,
) {
    let (head, batch) = (tile_id(1), tile_id(2));
    // Of a causal mask the last queries see most keys, so they begin first.
    let i = tile_count(0) - 1 - tile_id(0);
    let [_, heads, queries, _] = q.extents();
    let [_, groups, keys, _] = k.extents();
    let group = head / (heads / groups);
    // How many keys the first of these queries sees, and how many each.
    let first = if causal == 1 { keys - queries + i * M + 1 } else { keys };
    let seen = (Col::<u32, M>::iota() * causal as u32 + first as u32).min(keys as u32);
    let query = q.load::<M, D>(batch, head, i, 0);
    let scale = scale * std::f32::consts::LOG2_E;
    let late = if LATE == 1 { scale } else { 1.0 };
    let mut most = Col::<f32, M>::full(f32::MIN);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in 0..(first + causal * (M - 1)).min(keys).div_ceil(N) {
        let key = k.load::<N, D>(batch, group, j, 0).transpose();
        let mut scores = mma(query, key, Tile2::<f32, M, N>::zeros());
        if LATE == 0 {
            scores = scores * scale;
        }
        if (j + 1) * N > first {
            let number = Row::<u32, N>::iota() + (j * N) as u32;
            scores = number.lt(seen).select(scores, f32::NEG_INFINITY);
        }
        let greater = most.max(scores.max_axis::<1>());
        let level = greater * late;
        let weights = (scores * late - level).exp2();
        let shrink = (most * late - level).exp2();
        total = total * shrink + weights.sum::<1>();
        sum = mma(weights.cast::<T>(), v.load::<N, D>(batch, group, j, 0), sum * shrink);
        most = greater;
    }
    o.store(batch, head, i, 0, (sum / total).cast::<T>());
}

/// Which keys a query sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// All.
    Full,
    /// The last query all, and each one before it one fewer: with as many queries as keys, a token sees itself and
    /// those before it.
    Causal,
}

/// `o = softmax(q kᵀ · scale) v` of each head. Tensors are batches by heads by tokens by elements, heads of at most
/// 256 elements; `k` and `v` may have fewer heads, each for as many of `q`'s in turn. What lies as tokens by heads
/// is made so by `permute::<0, 2, 1, 3>()`. Of `f16` and `bf16`, or of `f32`, which no tensor core multiplies.
///
/// ```
/// use kiln::kernels::{self, Mask};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let ones = vec![bf16::from_f32(1.0); 4 * 2 * 3 * 8];
/// let q = Tensor4::from_slice(&stream, &ones, [1, 4, 6, 8])?;
/// // Two heads of keys and values for four of queries; the third batch axis is the token.
/// let k = Tensor4::from_slice(&stream, &ones[..96], [1, 2, 6, 8])?;
/// let mut o = Tensor4::zeros(&stream, [1, 4, 6, 8])?;
/// kernels::attention(&stream, &q, &k, &k, 0.35, Mask::Causal, &mut o)?;
/// assert_eq!(o.download(&stream)?, ones);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together, and what a launch gives.
pub fn attention<'a, T: MmaOperand + Float>(
    stream: &Stream,
    q: impl Into<TensorView4<'a, T>>,
    k: impl Into<TensorView4<'a, T>>,
    v: impl Into<TensorView4<'a, T>>,
    scale: f32,
    mask: Mask,
    o: impl Into<TensorViewMut4<'a, T>>,
) -> Result<()> {
    let (q, k, v, o) = (q.into(), k.into(), v.into(), o.into());
    let [batches, heads, queries, size] = q.extents();
    let [_, groups, keys, _] = k.extents();
    let refuse = |parameter, detail| Err(Error::TensorShape { kernel: "attention", parameter, detail });
    same_extents("attention", "k", [batches, groups, keys, size], k.extents())?;
    same_extents("attention", "v", k.extents(), v.extents())?;
    same_extents("attention", "o", q.extents(), o.extents())?;
    if groups == 0 || heads % groups != 0 {
        return refuse("k", format!("it has {groups} heads, which do not divide the {heads} of `q`"));
    }
    if size > 256 {
        return refuse("q", format!("its heads have {size} elements, and may have 256"));
    }
    if keys == 0 || mask == Mask::Causal && keys < queries {
        return refuse(
            "k",
            format!("it has {keys} keys for {queries} queries, of which some would see none"),
        );
    }
    if batches == 0 || heads == 0 || queries == 0 || size == 0 {
        return Ok(());
    }
    let causal = usize::from(mask == Mask::Causal);
    let late = scale >= f32::MIN_POSITIVE;
    macro_rules! heads_of {
        ($m:literal, $n:literal, $d:literal) => {
            if late { heads_of!(@ $m, $n, $d, 1) } else { heads_of!(@ $m, $n, $d, 0) }
        };
        (@ $m:literal, $n:literal, $d:literal, $late:literal) => {
            attention_tiles::<T, $m, $n, $d, $late>(q, k, v, scale, causal, o)
                .tiles([queries.div_ceil($m), heads, batches])
                .launch(stream)
        };
    }
    // Queries, keys and values of a tile lie in shared memory, of which old GPUs have less.
    let capability = stream.device().compute_capability();
    let large = capability >= Some((8, 0));
    // Warpgroups multiply 64 rows each, and hide each other's exponentials.
    let hopper = capability.is_some_and(|(major, _)| major == 9);
    match (size, size_of::<T>()) {
        (33..=64, 2) if hopper => heads_of!(192, 128, 64),
        (97..=128, 2) if hopper => heads_of!(128, 128, 128),
        (129.., 2) if hopper => heads_of!(@ 128, 64, 256, 0),
        (0..=32, 2) => heads_of!(128, 64, 32),
        (33..=64, 2) => heads_of!(128, 64, 64),
        (65..=96, 2) => heads_of!(64, 64, 96),
        // Of few keys to a query, as the first ones of a causal mask have them, small tiles compute less that is
        // not seen.
        (97..=128, 2) if large && causal == 0 => heads_of!(128, 64, 128),
        (97..=128, 2) => heads_of!(64, 64, 128),
        // Of which the sums leave no registers for more.
        (_, 2) if large => heads_of!(@ 64, 32, 256, 0),
        (_, 2) => heads_of!(@ 32, 32, 256, 0),
        (0..=64, _) => heads_of!(32, 32, 64),
        (65..=128, _) => heads_of!(32, 32, 128),
        _ => heads_of!(@ 16, 16, 256, 0),
    }
}
