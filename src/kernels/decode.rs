//! Attention of a few queries over a long cache of keys and values, as decoding a token needs it.
//!
//! # Lesson: split a long sum where there is too little else to do
//!
//! A token that is decoded is one query for each head, and a whole cache goes by for it. So time is that of loading
//! the cache, and there are only as many tiles of the grid as heads and batches: too few for a GPU. The keys are
//! split over more tiles. Each computes attention to its part, normalized as if there were no more, and the base 2
//! logarithm of its sum of exponentials. A second kernel takes the mean of the parts, weighted by their sums: what
//! attention to all keys would have been.
//!
//! Heads of queries that share a head of keys are rows of one tile, so that the cache goes by once for all of them.
//! Such a tile is the sum of the heads' queries, each loaded so many rows further down, between zeros.
//!
//! How many keys a batch has stands in device memory, as a cache grows without the host. Keys behind them may be
//! anything, also NaN, whose product with a weight of zero isn't zero. So the last tiles are loaded by the numbers of
//! their rows, and rows that don't count have a number that no tensor has: they are zeros. A paged cache loads every
//! tile this way, since its rows lie anywhere. The table of pages says where.

use super::attention::check_heads;
use super::attention_options::Form;
use super::{AttentionOptions, same_extents};
use crate::prelude::*;
use crate::{Error, Result, ScalarType, TensorView1, TensorView2, TensorView4, TensorViewMut4};
use std::f32::consts::LOG2_E;

/// Attention of `M` rows of queries to a part of the keys, as many parts as the grid has tiles along axis 0, with
/// every so many tiles of `N` keys. A row is a query of a head, of all heads that share one of keys: `tiles` of `M`
/// of them. Axis 1 of the grid are those of all heads of keys, and axis 2 are batches.
///
/// Where `PAGED` is 1, keys and values are rows of one batch, and `table` has the numbers of each batch's pages of
/// `1 << shift` keys. Where `CAP` is 1 scores have the soft cap `cap`. `left` and `right` are those of
/// [`attention_tiles`](super::attention_tiles).
#[kernel(tile, fast_math)]
pub fn decode_parts<
    T: MmaOperand + Float,
    const M: usize,
    const N: usize,
    const D: usize,
    const PAGED: usize,
    const CAP: usize,
>(
    q: &Tensor4<T>,
    k: &Tensor4<T>,
    v: &Tensor4<T>,
    lengths: &Tensor1<u32>,
    table: &Tensor2<u32>,
    shift: u32,
    tiles: usize,
    scale: f32,
    cap: f32,
    left: usize,
    right: usize,
    sums: &mut Tensor4<f32>,
    levels: &mut Tensor3<f32>,
) {
    let (part, tile, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let ([_, heads, queries, _], [_, groups, rows, _]) = (q.shape(), k.shape());
    let (group, each) = (tile / tiles, heads / groups);
    let capacity = if PAGED == 1 { table.cols() << shift } else { rows };
    let keys = (lengths.load::<1>(batch).sum_all() as usize).min(capacity);
    // The rows of each head in turn, and which of its queries each is.
    let mut query = Tile2::<T, M, D>::zeros();
    let mut number = Col::<u32, M>::zeros();
    for head in 0..each {
        let from = (tile % tiles * M) as isize - (head * queries) as isize;
        query = query + q.load_at::<M, D>(batch as isize, (group * each + head) as isize, from, 0);
        let own = Col::<i32, M>::iota() + from as i32;
        number = (own.ge(0) & own.lt(queries as i32)).select(own.cast::<u32>(), number);
    }
    // As for attention: how many keys each query sees, how many lie before its window, and where either begins.
    let first = (keys + right + 1).saturating_sub(queries).min(keys);
    let seen = ((number + (keys + right + 1) as u32).max(queries as u32) - queries as u32).min(keys as u32);
    let hidden = (number + keys as u32).max((queries + left) as u32) - (queries + left) as u32;
    let start = keys.saturating_sub(queries + left) / N;
    let last = (keys + queries - 1).saturating_sub(queries + left);
    let whole = if PAGED == 1 { start } else { start.max(first / N) };
    let mut most = Col::<f32, M>::full(f32::MIN);
    let mut total = Col::<f32, M>::zeros();
    let mut sum = Tile2::<f32, M, D>::zeros();
    for j in (start + part..whole).step_by(tile_count(0)) {
        let mut scores = scores_of::<T, M, N, D, CAP>(query, k.load::<N, D>(batch, group, j, 0), scale, cap);
        if j * N < last {
            let key = Row::<u32, N>::iota() + (j * N) as u32;
            scores = key.ge(hidden).select(scores, f32::NEG_INFINITY);
        }
        let greater = most.max(scores.max_axis::<1>());
        let (weights, shrink) = ((scores - greater).exp2(), (most - greater).exp2());
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<T>(), v.load::<N, D>(batch, group, j, 0), sum * shrink);
        most = greater;
    }
    let outer = if PAGED == 1 { 0 } else { batch };
    for j in (whole + part..keys.div_ceil(N)).step_by(tile_count(0)) {
        let token = Tile1::<u32, N>::iota() + (j * N) as u32;
        let mut row = token;
        if PAGED == 1 {
            row = (table.row(batch).gather(token >> shift) << shift) + (token & ((1u32 << shift) - 1));
        }
        row = token.lt(keys as u32).select(row, u32::MAX);
        let key = k.load_rows::<N, D>(outer, group, row, 0);
        let mut scores = scores_of::<T, M, N, D, CAP>(query, key, scale, cap);
        scores = (token.to_row().lt(seen) & token.to_row().ge(hidden)).select(scores, f32::NEG_INFINITY);
        let greater = most.max(scores.max_axis::<1>());
        let (weights, shrink) = ((scores - greater).exp2(), (most - greater).exp2());
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<T>(), v.load_rows::<N, D>(outer, group, row, 0), sum * shrink);
        most = greater;
    }
    // Of no keys the sum is zero, and so is its total.
    sums.store(batch, part, tile, 0, sum / total.max(f32::MIN_POSITIVE));
    levels.store(batch, part, tile, (most + total.log2()).transpose().broadcast::<1>());
}

/// Scaled scores as exponents of 2.
#[device]
fn scores_of<T: MmaOperand + Float, const M: usize, const N: usize, const D: usize, const CAP: usize>(
    query: Tile2<T, M, D>,
    key: Tile2<T, N, D>,
    scale: f32,
    cap: f32,
) -> Tile2<f32, M, N> {
    let mut scores = mma(query, key.transpose(), Tile2::<f32, M, N>::zeros());
    if CAP == 1 {
        scores = 1.0 - 2.0 / ((scores * (2.0 * LOG2_E * scale / cap)).exp2() + 1.0);
        scores = scores * (cap * LOG2_E);
    } else {
        scores = scores * (scale * LOG2_E);
    }
    scores
}

/// Combines what [`decode_parts`] computed: `R` queries of a head, a tile of the grid. `each` heads share one of
/// keys, and have `rows` rows together.
#[kernel(tile, fast_math)]
pub fn decode_whole<T: Float, const R: usize, const D: usize>(
    sums: &Tensor4<f32>,
    levels: &Tensor3<f32>,
    each: usize,
    rows: usize,
    o: &mut Tensor4<T>,
) {
    let (i, head, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let ([_, parts, _], [_, _, queries, _]) = (levels.shape(), o.shape());
    let from = (head / each * rows + head % each * queries + i * R) as isize;
    let mut most = Col::<f32, R>::full(f32::MIN);
    let mut total = Col::<f32, R>::zeros();
    let mut sum = Tile2::<f32, R, D>::zeros();
    for part in 0..parts {
        let (outer, part) = (batch as isize, part as isize);
        let level = levels.load_at::<1, R>(outer, part, from).flatten::<R>().to_col();
        let greater = most.max(level);
        let (before, now) = ((most - greater).exp2(), (level - greater).exp2());
        total = total * before + now;
        sum = sum * before + sums.load_at::<R, D>(outer, part, from, 0) * now;
        most = greater;
    }
    o.store(batch, head, i, 0, (sum / total.max(f32::MIN_POSITIVE)).cast::<T>());
}

/// [`attention`](super::attention) of a few queries to a long cache of keys and values, of which each batch has its
/// own number: `lengths`. What lies behind it may be anything. The last query is that of the last key, so a causal
/// mask is for several new tokens at once; a query that sees no key gives zeros. `q` and `o` are batches by heads by
/// queries by elements, `k` and `v` batches by heads by the cache's capacity by elements. It is made for up to 16
/// queries, and takes any number. A length that exceeds the capacity counts as the capacity.
///
/// ```
/// use kiln::kernels::{self, AttentionOptions};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// // Of a cache of four keys one batch has two, the other three.
/// let v = [1.0f32, 3.0, 9.0, 9.0, 1.0, 2.0, 3.0, 9.0];
/// let (k, v) = (Tensor4::zeros(&stream, [2, 1, 4, 1])?, Tensor4::from_slice(&stream, &v, [2, 1, 4, 1])?);
/// let q = Tensor4::zeros(&stream, [2, 1, 1, 1])?;
/// let lengths = Tensor1::from_slice(&stream, &[2, 3])?;
/// let mut o = Tensor4::zeros(&stream, [2, 1, 1, 1])?;
/// kernels::decode_attention(&stream, &q, &k, &v, &lengths, AttentionOptions::new(), &mut o)?;
/// assert!(o.download(&stream)?.iter().all(|mean| (mean - 2.0).abs() < 1e-5));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`Error::TensorShape`] where the extents do not go together, and what a launch gives.
#[doc(alias = "flash_decoding")]
pub fn decode_attention<'a, T: MmaOperand + Float>(
    stream: &Stream,
    q: impl Into<TensorView4<'a, T>>,
    k: impl Into<TensorView4<'a, T>>,
    v: impl Into<TensorView4<'a, T>>,
    lengths: impl Into<TensorView1<'a, u32>>,
    options: AttentionOptions,
    o: impl Into<TensorViewMut4<'a, T>>,
) -> Result<()> {
    let (q, k, v, lengths) = (q.into(), k.into(), v.into(), lengths.into());
    let kernel = "decode_attention";
    let ([batches, .., size], [_, groups, capacity, _]) = (q.shape(), k.shape());
    same_extents(kernel, "k", [batches, groups, capacity, size], k.shape())?;
    same_extents(kernel, "v", k.shape(), v.shape())?;
    let table = Tensor2::zeros(stream, [0, 0])?;
    let cache = Cache { kernel, k, v, lengths, table: table.view(), shift: None, capacity };
    decode(stream, q, &cache, options, o.into())
}

/// [`decode_attention`] over a cache in pages: `k` and `v` are pages by tokens by heads by elements, and row `b` of
/// `table` has the numbers of batch `b`'s pages in the order of its tokens. A page holds all heads of its tokens, as
/// a new token's keys come out of a projection, so writing one is one copy, and pages of any number of batches share
/// the memory. Pages have a power of two of tokens and lie one after another. Entries of `table` past a batch's
/// length may be anything.
///
/// ```
/// use kiln::kernels::{self, AttentionOptions};
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// // Three pages of two tokens, of which the batch has three tokens: on page 2, and the first on page 0.
/// let v = Tensor4::from_slice(&stream, &[3.0f32, 9.0, 9.0, 9.0, 1.0, 2.0], [3, 2, 1, 1])?;
/// let k = Tensor4::zeros(&stream, [3, 2, 1, 1])?;
/// let table = Tensor2::from_slice(&stream, &[2, 0], [1, 2])?;
/// let lengths = Tensor1::from_slice(&stream, &[3])?;
/// let (q, mut o) = (Tensor4::zeros(&stream, [1, 1, 1, 1])?, Tensor4::zeros(&stream, [1, 1, 1, 1])?);
/// kernels::paged_attention(&stream, &q, &k, &v, &table, &lengths, AttentionOptions::new(), &mut o)?;
/// assert!((o.download(&stream)?[0] - 2.0).abs() < 1e-5);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`decode_attention`].
#[allow(clippy::too_many_arguments, reason = "the tensors of a paged cache")]
pub fn paged_attention<'a, T: MmaOperand + Float>(
    stream: &Stream,
    q: impl Into<TensorView4<'a, T>>,
    k: impl Into<TensorView4<'a, T>>,
    v: impl Into<TensorView4<'a, T>>,
    table: impl Into<TensorView2<'a, u32>>,
    lengths: impl Into<TensorView1<'a, u32>>,
    options: AttentionOptions,
    o: impl Into<TensorViewMut4<'a, T>>,
) -> Result<()> {
    let (q, k, v, table) = (q.into(), k.into(), v.into(), table.into());
    let kernel = "paged_attention";
    let ([batches, .., size], [pages, page, groups, _], [_, most]) = (q.shape(), k.shape(), table.shape());
    same_extents(kernel, "k", [pages, page, groups, size], k.shape())?;
    same_extents(kernel, "v", k.shape(), v.shape())?;
    same_extents(kernel, "table", [batches, most], table.shape())?;
    if !page.is_power_of_two() {
        let detail = format!("its pages have {page} tokens, and must have a power of two");
        return Err(Error::TensorShape { kernel, parameter: "k", detail });
    }
    let (k, v) = (rows_of_pages(kernel, "k", k)?, rows_of_pages(kernel, "v", v)?);
    let (shift, capacity) = (Some(page.trailing_zeros()), most.saturating_mul(page));
    decode(
        stream,
        q,
        &Cache { kernel, k, v, lengths: lengths.into(), table, shift, capacity },
        options,
        o.into(),
    )
}

/// Pages as the rows of one batch, of each head.
fn rows_of_pages<'a, T: ScalarType>(
    kernel: &'static str,
    parameter: &'static str,
    x: TensorView4<'a, T>,
) -> Result<TensorView4<'a, T>> {
    let ([pages, page, groups, size], [of_page, of_token, of_group, of_element]) = (x.shape(), x.strides());
    if x.is_empty() || pages == 1 || of_page == page * of_token {
        let extents = [1, groups, pages * page, size];
        return TensorView4::from_strided(x.into_memory(), extents, [0, of_group, of_token, of_element]);
    }
    let detail =
        format!("its pages are {of_page} elements apart, and have {page} tokens of {of_token}: copy them");
    Err(Error::TensorShape { kernel, parameter, detail })
}

/// Keys and values as [`decode_parts`] takes them.
struct Cache<'a, T: ScalarType> {
    kernel: &'static str,
    k: TensorView4<'a, T>,
    v: TensorView4<'a, T>,
    lengths: TensorView1<'a, u32>,
    table: TensorView2<'a, u32>,
    /// Of a cache in pages, the base 2 logarithm of how many keys a page has.
    shift: Option<u32>,
    /// How many keys a batch may have.
    capacity: usize,
}

fn decode<T: MmaOperand + Float>(
    stream: &Stream,
    q: TensorView4<'_, T>,
    cache: &Cache<'_, T>,
    options: AttentionOptions,
    o: TensorViewMut4<'_, T>,
) -> Result<()> {
    let &Cache { kernel, k, v, lengths, table, shift, capacity } = cache;
    let ([batches, heads, queries, size], [_, groups, ..]) = (q.shape(), k.shape());
    same_extents(kernel, "lengths", [batches], lengths.shape())?;
    same_extents(kernel, "o", q.shape(), o.shape())?;
    check_heads(kernel, [heads, groups], size)?;
    let Form { scale, left, right, cap, .. } = Form::new(kernel, options, size, [queries, capacity])?;
    if q.is_empty() {
        return Ok(());
    }
    let each = heads / groups;
    // Tiles have to fit into the shared memory of old GPUs.
    let height = if each * queries > 16 && size <= 128 && size_of::<T>() == 2 { 64 } else { 16 };
    let keys = match (size, size_of::<T>()) {
        (0..=64, _) | (65..=128, 2) => 64,
        (65..=128, _) | (_, 2) => 32,
        _ => 16,
    };
    let tiles = (each * queries).div_ceil(height);
    let parts = parts(stream, capacity.div_ceil(keys), groups * tiles * batches);
    let rows = groups * tiles * height;
    // SAFETY: `decode_parts` writes each element, and `decode_whole` reads them behind it.
    let (sums, levels) = unsafe {
        (stream.alloc_uninit(batches * parts * rows * size)?, stream.alloc_uninit(batches * parts * rows)?)
    };
    let mut sums = Tensor4::from_buffer(sums, [batches, parts, rows, size])?;
    let mut levels = Tensor3::from_buffer(levels, [batches, parts, rows])?;
    macro_rules! parts_of {
        ($m:literal, $n:literal, $d:literal) => {
            match (shift.is_none(), cap > 0.0) {
                (true, false) => parts_of!($m, $n, $d, 0, 0),
                (true, true) => parts_of!($m, $n, $d, 0, 1),
                (false, false) => parts_of!($m, $n, $d, 1, 0),
                (false, true) => parts_of!($m, $n, $d, 1, 1),
            }
        };
        ($m:literal, $n:literal, $d:literal, $paged:literal, $cap:literal) => {
            decode_parts::<T, $m, $n, $d, $paged, $cap>(
                q,
                k,
                v,
                lengths,
                table,
                shift.unwrap_or(0),
                tiles,
                scale,
                cap,
                left,
                right,
                &mut sums,
                &mut levels,
            )
            .tiles([parts, groups * tiles, batches])
            .launch(stream)
        };
    }
    macro_rules! whole_of {
        ($d:literal) => {
            match queries {
                1 => whole_of!(1, $d),
                2..=4 => whole_of!(4, $d),
                _ => whole_of!(16, $d),
            }
        };
        ($r:literal, $d:literal) => {
            decode_whole::<T, $r, $d>(&sums, &levels, each, tiles * height, o)
                .tiles([queries.div_ceil($r), heads, batches])
                .launch(stream)
        };
    }
    match (height, keys, size) {
        (16, 64, 0..=64) => parts_of!(16, 64, 64)?,
        (_, 64, 0..=64) => parts_of!(64, 64, 64)?,
        (16, 64, _) => parts_of!(16, 64, 128)?,
        (_, 64, _) => parts_of!(64, 64, 128)?,
        (_, 32, 0..=128) => parts_of!(16, 32, 128)?,
        (_, 32, _) => parts_of!(16, 32, 256)?,
        _ => parts_of!(16, 16, 256)?,
    }
    match size {
        0..=64 => whole_of!(64),
        65..=128 => whole_of!(128),
        _ => whole_of!(256),
    }
}

/// The number of parts of this many tiles that finish first, of those that fill whole waves: a multiprocessor has two
/// blocks at once, and one takes as long as its tiles, and two more for what it begins and ends with.
fn parts(stream: &Stream, tiles: usize, others: usize) -> usize {
    let at_once = 2 * stream.device().limits().multiprocessors as usize;
    let time = |parts: &usize| (parts * others).div_ceil(at_once) * (tiles.div_ceil(*parts) + 2);
    let full = (1..=8).map(|waves| (waves * at_once / others).clamp(1, tiles.max(1)));
    full.min_by_key(time).unwrap_or(1)
}
