//! Decoding: a few queries and a long cache, whose batches have numbers of keys of their own.

use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;
use kiln::{MmaOperand, TensorView4};

use super::attention::{Rule, near, rounding, wide};
use super::{Random, shapes};

/// Heads of queries and of keys, queries, keys that the cache has room for, elements of a head.
struct Extents {
    heads: [usize; 2],
    queries: usize,
    capacity: usize,
    size: usize,
}

/// Attention of each batch to its own keys, in `f64`: `k` and `v` are batches by heads by keys by elements.
fn exact([q, k, v]: [&[f64]; 3], lengths: &[u32], extents: &Extents, rule: Rule) -> Vec<f64> {
    let Extents { heads: [heads, groups], queries, capacity, size } = *extents;
    let mut o = Vec::new();
    for (number, query) in q.chunks(size).enumerate() {
        let (batch, head, token) = (number / queries / heads, number / queries % heads, number % queries);
        let start = (batch * groups + head / (heads / groups)) * capacity * size;
        let keys = (lengths[batch] as usize).min(capacity);
        let seen = rule.seen(token, [queries, keys]);
        let row =
            if seen.is_empty() { vec![0.0; size] } else { rule.row(query, &k[start..], &v[start..], seen).0 };
        o.extend(row);
    }
    o
}

fn check<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    lengths: &[u32],
    extents: &Extents,
    rule: Rule,
) -> kiln::Result<()> {
    let Extents { heads: [heads, groups], queries, capacity, size } = *extents;
    let (batches, of_cache) = (lengths.len(), groups * size);
    let q = random.floats::<T>(batches * heads * queries * size, 0.0);
    // As pages have them: batches by tokens by heads by elements. What is behind the last key is no number.
    let mut cache = || {
        let mut x = random.floats::<T>(batches * capacity * of_cache, 0.0);
        for (x, length) in x.chunks_mut((capacity * of_cache).max(1)).zip(lengths) {
            x.iter_mut().skip(*length as usize * of_cache).for_each(|x| *x = T::from_f64(f64::NAN));
        }
        x
    };
    let (k, v) = (cache(), cache());
    let lying = [batches, capacity, groups, size];
    let (device_k, device_v) =
        (Tensor4::from_slice(stream, &k, lying)?, Tensor4::from_slice(stream, &v, lying)?);
    let (by_k, by_v) = (device_k.permute::<0, 2, 1, 3>(), device_v.permute::<0, 2, 1, 3>());
    let of_q = [batches, heads, queries, size];
    let device_q = Tensor4::from_slice(stream, &q, of_q)?;
    let device_lengths = Tensor1::from_slice(stream, lengths)?;
    let (q, wide_k, wide_v) = (wide(&q), wide(&by_k.download(stream)?), wide(&by_v.download(stream)?));
    let exact = exact([&q, &wide_k, &wide_v], lengths, extents, rule);
    let what =
        || format!("{rule:?}, {heads} heads of {size} in {groups}, {queries} queries, {lengths:?} keys");
    let mut o = Tensor4::<T>::zeros(stream, of_q)?;
    kernels::decode_attention(stream, &device_q, by_k, by_v, &device_lengths, rule.options(), &mut o)?;
    near(&what, &o.download(stream)?, &exact, rounding::<T>());

    // The same in pages, in any order, with some that belong to no batch.
    let page = 1 << random.below(6);
    let most = capacity.div_ceil(page);
    let mut order: Vec<u32> = (0..batches as u32 * most as u32 + 2).collect();
    random.0.shuffle(&mut order);
    let (mut table, mut paged) = (Vec::new(), [&k, &v].map(|_| vec![T::ZERO; order.len() * page * of_cache]));
    for (batch, length) in lengths.iter().enumerate() {
        for number in 0..most {
            let used = number * page < *length as usize;
            // Numbers of pages that are not there are no numbers of pages either.
            let at = order[batch * most + number];
            table.push(if used { at } else { u32::MAX - random.below(2) as u32 * 7 });
            let tokens = page.min(capacity - number * page) * of_cache;
            let from = (batch * capacity + number * page) * of_cache;
            for (paged, x) in paged.iter_mut().zip([&k, &v]) {
                paged[at as usize * page * of_cache..][..tokens].copy_from_slice(&x[from..][..tokens]);
            }
        }
    }
    let pages = [order.len(), page, groups, size];
    let (k, v) =
        (Tensor4::from_slice(stream, &paged[0], pages)?, Tensor4::from_slice(stream, &paged[1], pages)?);
    let table = Tensor2::from_slice(stream, &table, [batches, most])?;
    let mut o = Tensor4::<T>::zeros(stream, of_q)?;
    kernels::paged_attention(stream, &device_q, &k, &v, &table, &device_lengths, rule.options(), &mut o)?;
    near(&|| format!("pages of {page}, {}", what()), &o.download(stream)?, &exact, rounding::<T>());
    Ok(())
}

/// So many keys at most, and elements of a head.
pub fn decoding(stream: &Stream, random: &mut Random, [capacity, size]: [usize; 2]) -> kiln::Result<()> {
    let groups = 1 + random.below(2);
    let extents = Extents {
        heads: [groups * (1 + random.below(5)), groups],
        queries: 1 + random.below(4),
        capacity,
        size,
    };
    let lengths: Vec<u32> = (0..=random.below(3)).map(|_| random.below(capacity + 1) as u32).collect();
    check::<bf16>(stream, random, &lengths, &extents, Rule::causal(1.0 / (size as f32).sqrt()))?;
    let rule = Rule::drawn(random, [extents.queries, capacity], size);
    check::<f16>(stream, random, &lengths, &extents, rule)
}

#[test]
fn caches_of_every_length() {
    shapes(&[[200, 20], [1, 64], [70, 100], [33, 200]], decoding);
}

#[test]
fn parts_of_a_long_cache() {
    shapes(&[[1100, 16]], |stream, random, [capacity, size]| {
        let extents = Extents { heads: [2, 1], queries: 1, capacity, size };
        // Some parts of the second batch are empty, and all of the third.
        let lengths = [capacity as u32, 65, 0];
        check::<bf16>(stream, random, &lengths, &extents, Rule::full(0.25))?;
        let window = Rule { left: Some(300), cap: Some(3.0), ..Rule::causal(0.25) };
        check::<bf16>(stream, random, &lengths, &extents, window)
    });
}

#[test]
fn many_rows_of_queries() {
    shapes(&[[100, 24]], |stream, random, [capacity, size]| {
        // 8 * 16 rows are two tiles of 64, and 40 queries are parts of several tiles of results.
        for (heads, queries) in [([8, 1], 16), ([2, 2], 40), ([16, 1], 1), ([17, 1], 1)] {
            let extents = Extents { heads, queries, capacity, size };
            check::<bf16>(stream, random, &[90, 100, 50], &extents, Rule::causal(0.2))?;
        }
        Ok(())
    });
}

#[test]
fn of_f32() {
    shapes(&[[90, 24], [40, 130]], |stream, random, [capacity, size]| {
        let extents = Extents { heads: [4, 2], queries: 3, capacity, size };
        check::<f32>(stream, random, &[capacity as u32, 5, 1], &extents, Rule::causal(0.2))
    });
}

#[test]
fn a_length_beyond_the_capacity_is_the_capacity() {
    shapes(&[[64, 16], [70, 16]], |stream, random, [capacity, size]| {
        let extents = Extents { heads: [1, 1], queries: 1, capacity, size };
        // A page may have room for more keys than the cache, so only whole ones are the same.
        let mut o = Tensor4::<f32>::zeros(stream, [1, 1, 1, size])?;
        let (q, k) = (random.floats::<f32>(size, 0.0), random.floats::<f32>(capacity * size, 0.0));
        let exact = exact([&wide(&q), &wide(&k), &wide(&k)], &[capacity as u32], &extents, Rule::full(0.25));
        let (q, k) = (
            Tensor4::from_slice(stream, &q, [1, 1, 1, size])?,
            Tensor4::from_slice(stream, &k, [1, 1, capacity, size])?,
        );
        let lengths = Tensor1::from_slice(stream, &[u32::MAX])?;
        kernels::decode_attention(stream, &q, &k, &k, &lengths, AttentionOptions::new().scale(0.25), &mut o)?;
        near(&|| "a long length".to_owned(), &o.download(stream)?, &exact, rounding::<f32>());
        Ok(())
    });
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let of = |extents| Tensor4::<f32>::zeros(&stream, extents).unwrap();
    let options = AttentionOptions::new();
    let decode = |q: [usize; 4], k: [usize; 4], lengths: usize| {
        let (q, k, lengths) = (of(q), of(k), Tensor1::zeros(&stream, lengths).unwrap());
        let mut o = of(q.view().shape());
        kernels::decode_attention(&stream, &q, &k, &k, &lengths, options, &mut o).map_err(|e| e.to_string())
    };
    assert_eq!(decode([2, 2, 1, 8], [2, 1, 9, 8], 2), Ok(()));
    assert_eq!(decode([2, 2, 0, 8], [2, 1, 9, 8], 2), Ok(()));
    assert_eq!(decode([2, 2, 1, 8], [2, 1, 0, 8], 2), Ok(()));
    let message = decode([2, 2, 1, 8], [2, 1, 9, 8], 3).unwrap_err();
    assert_eq!(
        message,
        "kernel `decode_attention`, parameter `lengths`: its extents are [3], and should be [2]"
    );
    let message = decode([2, 3, 1, 8], [2, 2, 9, 8], 2).unwrap_err();
    assert!(message.contains("`k`: it has 2 heads, which do not divide the 3 of `q`"), "{message}");
    let paged = |k: &TensorView4<'_, f32>, table: [usize; 2]| {
        let (q, mut o) = (of([2, 2, 1, 8]), of([2, 2, 1, 8]));
        let (table, lengths) = (Tensor2::zeros(&stream, table).unwrap(), Tensor1::zeros(&stream, 2).unwrap());
        kernels::paged_attention(&stream, &q, *k, *k, &table, &lengths, options, &mut o)
            .map_err(|error| error.to_string())
    };
    let (k, odd) = (of([4, 16, 1, 8]), of([4, 12, 1, 8]));
    assert_eq!(paged(&k.view(), [2, 3]), Ok(()));
    assert_eq!(paged(&k.view(), [2, 0]), Ok(()));
    let message = paged(&k.view(), [3, 3]).unwrap_err();
    assert!(message.contains("`table`: its extents are [3, 3], and should be [2, 3]"), "{message}");
    let message = paged(&odd.view(), [2, 3]).unwrap_err();
    assert!(message.contains("its pages have 12 tokens, and must have a power of two"), "{message}");
    let message = paged(&k.slice(.., ..8, .., ..).unwrap(), [2, 3]).unwrap_err();
    assert!(message.contains("its pages are 128 elements apart, and have 8 tokens of 8"), "{message}");
}
