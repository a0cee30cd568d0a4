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
//! Only the first and the last tiles of keys have some that a query does not see, the others need no mask. So the
//! mask is behind an `if`, which a scalar steers: whether every query of the tile sees every key of it. The loop
//! begins at the first tile that a window sees and ends at the last.
//!
//! Queries may have several heads to one of keys and values: a head is a coordinate, so theirs is the number of the
//! query's, divided.
//!
//! Exponentials are powers of 2, for which a GPU has an instruction; the factor that makes them those of e goes
//! into the scale. The greatest of scores that are scaled is the greatest of those that are not, scaled, where the
//! scale is more than zero. So the scale can wait for the exponent, where it costs nothing:
//! `score * scale - greatest` is one instruction. And the kernel is `fast_math`: weights are rounded to 16 bits for
//! the product, more than the instruction is off.
//!
//! What is optional and would cost registers is behind a constant: `FORM` says how much of it there is, and the code
//! of the others is as if it did not exist.
//!
//! Log-sum-exp, the logarithm of each row's sum of exponentials, is what a backward pass needs to compute the weights
//! again, and what joins attention to parts of the keys. It is there already: the greatest score and the sum of
//! weights relative to it.

use super::attention_options::Form;
use super::{AttentionOptions, is_hopper, same_extents};
use crate::prelude::*;
use crate::{Error, Result, ScalarType, Tensor3, TensorView4, TensorViewMut3, TensorViewMut4};
use std::f32::consts::{LN_2, LOG2_E};

/// Attention of `M` queries of a head, a tile of the grid, with `N` keys and values at a time; heads have at most
/// `D` elements. Tensors are batches by heads by tokens by elements, and `lse` is batches by heads by queries.
///
/// The first query sees the keys up to the number `keys - queries + right`, and each further one a key more. Where
/// `FORM` is 1 the kernel stores `lse`; where it is 2 a query also sees no more than `left` keys before its own;
/// where it is 3 scores also have the soft cap `cap`. Where `LATE` is 1 scores are scaled in the exponent, and
/// `scale` is at least [`f32::MIN_POSITIVE`]; where it is 0 it may be any. Each query sees a key.
#[kernel(tile, fast_math, warps = 4)]
pub fn attention_tiles<
    T: MmaOperand + Float,
    const M: usize,
    const N: usize,
    const D: usize,
    const LATE: usize,
    const FORM: usize,
>(
    q: &Tensor4<T>,
    k: &Tensor4<T>,
    v: &Tensor4<T>,
    scale: f32,
    cap: f32,
    left: usize,
    right: usize,
    o: &mut Tensor4<T>,
    lse: &mut Tensor3<f32>,
) {
    let (head, batch) = (tile_id(1), tile_id(2));
    // Of a causal mask the last queries see most keys, so they begin first.
    let i = tile_count(0) - 1 - tile_id(0);
    let [_, heads, queries, _] = q.shape();
    let [_, groups, keys, _] = k.shape();
    let group = head / (heads / groups);
    // How many keys the first of these queries sees, and how many each.
    let first = (keys + right - queries + i * M + 1).min(keys);
    let seen = (Col::<u32, M>::iota() + first as u32).min(keys as u32);
    // How many of them lie before the window: of each query, of the first and of the last.
    let hidden = (Col::<u32, M>::iota() + (keys + i * M) as u32).max((queries + left) as u32)
        - (queries + left) as u32;
    let start = if FORM >= 2 { (keys + i * M).saturating_sub(queries + left) } else { 0 };
    let last = if FORM >= 2 { (keys + i * M + M - 1).saturating_sub(queries + left) } else { 0 };
    let query = q.load::<M, D>(batch, head, i, 0);
    let scale = scale * LOG2_E;
    let late = if FORM == 3 {
        cap * LOG2_E
    } else if LATE == 1 {
        scale
    } else {
        1.0
    };
    let mut most = Col::<f32, M>::full(f32::MIN);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in start / N..(first + M - 1).min(keys).div_ceil(N) {
        let key = k.load::<N, D>(batch, group, j, 0).transpose();
        let mut scores = mma(query, key, Tile2::<f32, M, N>::zeros());
        if FORM == 3 {
            // The hyperbolic tangent: the machine's has 11 bits.
            scores = 1.0 - 2.0 / ((scores * (2.0 * scale / cap)).exp2() + 1.0);
        } else if LATE == 0 {
            scores = scores * scale;
        }
        if (j + 1) * N > first {
            let number = Row::<u32, N>::iota() + (j * N) as u32;
            scores = number.lt(seen).select(scores, f32::NEG_INFINITY);
        }
        if FORM >= 2 && j * N < last {
            let number = Row::<u32, N>::iota() + (j * N) as u32;
            scores = number.ge(hidden).select(scores, f32::NEG_INFINITY);
        }
        let greater = most.max(scores.max_axis::<1>());
        // A query that has seen no key yet has no level either.
        let level = if FORM >= 2 { (greater * late).max(f32::MIN) } else { greater * late };
        let weights = (scores * late - level).exp2();
        let shrink = (most * late - level).exp2();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<T>(), v.load::<N, D>(batch, group, j, 0), sum * shrink);
        most = greater;
    }
    o.store(batch, head, i, 0, (sum / total).cast::<T>());
    if FORM >= 1 {
        lse.store(batch, head, i, ((most * late + total.log2()) * LN_2).transpose().broadcast::<1>());
    }
}

/// `o = softmax(q kᵀ · scale) v` of each head. Tensors are batches by heads by tokens by elements, heads of at most
/// 256 elements; `k` and `v` may have fewer heads, each for as many of `q`'s in turn. What lies as tokens by heads
/// is made so by `permute::<0, 2, 1, 3>()`. Of `f16` and `bf16`, or of `f32`, which no tensor core multiplies.
///
/// ```
/// use kiln::kernels::{self, AttentionOptions};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let ones = vec![bf16::from_f32(1.0); 4 * 6 * 8];
/// let q = Tensor4::from_slice(&stream, &ones, [1, 4, 6, 8])?;
/// // Two heads of keys and values for four of queries.
/// let k = Tensor4::from_slice(&stream, &ones[..96], [1, 2, 6, 8])?;
/// let mut o = Tensor4::zeros(&stream, [1, 4, 6, 8])?;
/// kernels::attention(&stream, &q, &k, &k, AttentionOptions::new().causal(), &mut o)?;
/// assert_eq!(o.download(&stream)?, ones);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together or a query would see no key, and what a launch gives.
#[doc(alias = "scaled_dot_product_attention")]
#[doc(alias = "flash_attention")]
pub fn attention<'a, T: MmaOperand + Float>(
    stream: &Stream,
    q: impl Into<TensorView4<'a, T>>,
    k: impl Into<TensorView4<'a, T>>,
    v: impl Into<TensorView4<'a, T>>,
    options: AttentionOptions,
    o: impl Into<TensorViewMut4<'a, T>>,
) -> Result<()> {
    let heads = Heads::new("attention", q.into(), k.into(), v.into(), options)?;
    let mut none = Tensor3::zeros(stream, [0, 0, 0])?;
    launch(stream, &heads, 0, o.into(), none.view_mut())
}

/// [`attention`], and the natural logarithm of each query's sum of exponentials of scores in `lse`, batches by heads
/// by queries: what [`attention_backward`](super::attention_backward) takes.
///
/// ```
/// use kiln::kernels::{self, AttentionOptions};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let x = Tensor4::<f32>::zeros(&stream, [1, 1, 3, 8])?;
/// let mut o = Tensor4::zeros(&stream, [1, 1, 3, 8])?;
/// let mut lse = Tensor3::zeros(&stream, [1, 1, 3])?;
/// kernels::attention_with_lse(&stream, &x, &x, &x, AttentionOptions::new().causal(), &mut o, &mut lse)?;
/// // One, two and three scores of zero.
/// let expected = [0.0f32, 2.0f32.ln(), 3.0f32.ln()];
/// for (found, expected) in lse.download(&stream)?.into_iter().zip(expected) {
///     assert!((found - expected).abs() < 1e-5);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`attention`].
#[doc(alias = "logsumexp")]
pub fn attention_with_lse<'a, T: MmaOperand + Float>(
    stream: &Stream,
    q: impl Into<TensorView4<'a, T>>,
    k: impl Into<TensorView4<'a, T>>,
    v: impl Into<TensorView4<'a, T>>,
    options: AttentionOptions,
    o: impl Into<TensorViewMut4<'a, T>>,
    lse: impl Into<TensorViewMut3<'a, f32>>,
) -> Result<()> {
    let heads = Heads::new("attention_with_lse", q.into(), k.into(), v.into(), options)?;
    let ([batches, count, queries, _], lse) = (heads.q.shape(), lse.into());
    same_extents(heads.kernel, "lse", [batches, count, queries], lse.shape())?;
    launch(stream, &heads, 1, o.into(), lse)
}

/// Queries, keys and values that go together.
pub(super) struct Heads<'a, T: ScalarType> {
    pub kernel: &'static str,
    pub q: TensorView4<'a, T>,
    pub k: TensorView4<'a, T>,
    pub v: TensorView4<'a, T>,
    pub form: Form,
}

impl<'a, T: ScalarType> Heads<'a, T> {
    pub(super) fn new(
        kernel: &'static str,
        q: TensorView4<'a, T>,
        k: TensorView4<'a, T>,
        v: TensorView4<'a, T>,
        options: AttentionOptions,
    ) -> Result<Self> {
        let [batches, heads, queries, size] = q.shape();
        let [_, groups, keys, _] = k.shape();
        same_extents(kernel, "k", [batches, groups, keys, size], k.shape())?;
        same_extents(kernel, "v", k.shape(), v.shape())?;
        check_heads(kernel, [heads, groups], size)?;
        let form = Form::new(kernel, options, size, [queries, keys])?;
        if !q.is_empty() && (keys == 0 || keys + form.right < queries) {
            let detail = format!("it has {keys} keys for {queries} queries, of which some would see none");
            return Err(Error::TensorShape { kernel, parameter: "k", detail });
        }
        Ok(Heads { kernel, q, k, v, form })
    }

    /// Whether there is nothing to compute.
    pub(super) fn is_empty(&self) -> bool {
        self.q.is_empty()
    }
}

/// Holds that heads of queries share those of keys evenly, and that a tile has room for their elements.
pub(super) fn check_heads(kernel: &'static str, [heads, groups]: [usize; 2], size: usize) -> Result<()> {
    let refuse = |parameter, detail| Err(Error::TensorShape { kernel, parameter, detail });
    if heads.checked_rem(groups).unwrap_or(heads) != 0 {
        return refuse("k", format!("it has {groups} heads, which do not divide the {heads} of `q`"));
    }
    if size > 256 {
        return refuse("q", format!("its heads have {size} elements, and may have 256"));
    }
    Ok(())
}

/// Launches the form that has as much as the options need, at least `form`.
fn launch<T: MmaOperand + Float>(
    stream: &Stream,
    heads: &Heads<'_, T>,
    form: usize,
    o: TensorViewMut4<'_, T>,
    lse: TensorViewMut3<'_, f32>,
) -> Result<()> {
    same_extents(heads.kernel, "o", heads.q.shape(), o.shape())?;
    if heads.is_empty() {
        return Ok(());
    }
    let Heads { q, k, v, form: Form { scale, left, right, cap, window }, .. } = *heads;
    let [batches, count, queries, size] = q.shape();
    let form = match (cap > 0.0, window) {
        (true, _) => 3,
        (false, true) => 2,
        (false, false) => form,
    };
    let late = scale >= f32::MIN_POSITIVE;
    macro_rules! heads_of {
        ($m:literal, $n:literal, $d:literal) => {
            match (late, form) {
                (true, 0) => heads_of!(@ $m, $n, $d, 1, 0),
                (true, 1) => heads_of!(@ $m, $n, $d, 1, 1),
                (true, 2) => heads_of!(@ $m, $n, $d, 1, 2),
                _ => heads_of!($m, $n, $d, 0),
            }
        };
        ($m:literal, $n:literal, $d:literal, 0) => {
            match form {
                0 => heads_of!(@ $m, $n, $d, 0, 0),
                1 => heads_of!(@ $m, $n, $d, 0, 1),
                2 => heads_of!(@ $m, $n, $d, 0, 2),
                _ => heads_of!(@ $m, $n, $d, 0, 3),
            }
        };
        (@ $m:literal, $n:literal, $d:literal, $late:literal, $form:literal) => {
            attention_tiles::<T, $m, $n, $d, $late, $form>(q, k, v, scale, cap, left, right, o, lse)
                .tiles([queries.div_ceil($m), count, batches])
                .launch(stream)
        };
    }
    // Queries, keys and values of a tile lie in shared memory, of which old GPUs have less.
    let capability = stream.device().compute_capability();
    let large = capability >= Some((8, 0));
    // Warpgroups multiply 64 rows each, and hide each other's exponentials. They read rows of whole vectors alone.
    let hopper = is_hopper(stream) && size.is_multiple_of(8);
    let full = right == queries;
    match (size, size_of::<T>()) {
        (33..=64, 2) if hopper => heads_of!(192, 128, 64),
        (97..=128, 2) if hopper => heads_of!(128, 128, 128),
        (129.., 2) if hopper => heads_of!(128, 64, 256, 0),
        (0..=32, 2) => heads_of!(128, 64, 32),
        (33..=64, 2) => heads_of!(128, 64, 64),
        (65..=96, 2) => heads_of!(64, 64, 96),
        // Of few keys to a query, as the first ones of a causal mask have them, small tiles compute less that is
        // not seen.
        (97..=128, 2) if large && full => heads_of!(128, 64, 128),
        (97..=128, 2) => heads_of!(64, 64, 128),
        // Of which the sums leave no registers for more.
        (_, 2) if large => heads_of!(64, 32, 256, 0),
        (_, 2) => heads_of!(32, 32, 256, 0),
        (0..=64, _) => heads_of!(32, 32, 64),
        (65..=128, _) => heads_of!(32, 32, 128),
        _ => heads_of!(16, 16, 256, 0),
    }
}
