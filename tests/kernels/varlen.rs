//! Packed sequences of any lengths.

use kiln::MmaOperand;
use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;

use super::attention::{Rule, near, rounding, wide};
use super::{Random, shapes};

/// Offsets of sequences with these lengths.
pub fn offsets(lengths: impl IntoIterator<Item = usize>) -> Vec<u32> {
    let sums = lengths.into_iter().scan(0, |sum, length| {
        *sum += length as u32;
        Some(*sum)
    });
    [0].into_iter().chain(sums).collect()
}

/// Heads of queries and keys, elements of a head, lengths of queries and of keys.
struct Extents<'a> {
    heads: [usize; 2],
    size: usize,
    lengths: &'a [[usize; 2]],
    /// Tokens past the last sequence.
    rest: usize,
}

fn check<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: &Extents<'_>,
    rule: Rule,
) -> kiln::Result<()> {
    let Extents { heads: [heads, groups], size, lengths, rest } = *extents;
    let of = [0, 1].map(|side| offsets(lengths.iter().map(|lengths| lengths[side])));
    let tokens = [0, 1].map(|side| *of[side].last().unwrap() as usize + rest);
    let extents = [[tokens[0], heads, size], [tokens[1], groups, size]];
    let mut make = |side: usize| random.floats::<T>(extents[side].iter().product(), 0.0);
    let (q, k, v) = (make(0), make(1), make(1));
    let (wide_q, wide_k, wide_v) = (wide(&q), wide(&k), wide(&v));
    let mut exact = vec![0.0; q.len()];
    for (number, &[queries, keys]) in lengths.iter().enumerate() {
        for head in 0..heads {
            // The keys and values of a head, one after another.
            let of_head = |x: &[f64]| -> Vec<f64> {
                let row = |key: usize| {
                    let at = ((of[1][number] as usize + key) * groups + head / (heads / groups)) * size;
                    x[at..at + size].to_vec()
                };
                (0..keys).flat_map(row).collect()
            };
            let (k, v) = (of_head(&wide_k), of_head(&wide_v));
            for query in 0..queries {
                let at = ((of[0][number] as usize + query) * heads + head) * size;
                let seen = rule.seen(query, [queries, keys]);
                if !seen.is_empty() {
                    let (row, _) = rule.row(&wide_q[at..at + size], &k, &v, seen);
                    exact[at..at + size].copy_from_slice(&row);
                }
            }
        }
    }
    let upload = |x: &[T], side: usize| Tensor3::from_slice(stream, x, extents[side]);
    let (device_q, device_k, device_v) = (upload(&q, 0)?, upload(&k, 1)?, upload(&v, 1)?);
    let (q_offsets, k_offsets) = (Tensor1::from_slice(stream, &of[0])?, Tensor1::from_slice(stream, &of[1])?);
    // What was there before is written over, also where a query sees no key.
    let mut o = upload(&q, 0)?;
    kernels::attention_varlen(
        stream,
        &device_q,
        &device_k,
        &device_v,
        &q_offsets,
        &k_offsets,
        rule.options(),
        &mut o,
    )?;
    let what = || format!("{rule:?}, {heads} heads of {size} in {groups}, {lengths:?} tokens and {rest}");
    near(&what, &o.download(stream)?, &exact, rounding::<T>());
    Ok(())
}

/// So many tokens of a sequence at most, and elements of a head.
pub fn varlen(stream: &Stream, random: &mut Random, [tokens, size]: [usize; 2]) -> kiln::Result<()> {
    let groups = 1 + random.below(2);
    let heads = [groups * (1 + random.below(2)), groups];
    let lengths: Vec<[usize; 2]> = (0..=random.below(5))
        .map(|_| {
            let queries = random.below(tokens + 1);
            [queries, [queries, random.below(tokens + 1)][random.below(2)]]
        })
        .collect();
    let extents = Extents { heads, size, lengths: &lengths, rest: random.below(2) * random.below(9) };
    check::<bf16>(stream, random, &extents, Rule::causal(1.0 / (size as f32).sqrt()))?;
    let left = [None, Some(random.below(tokens + 1))][random.below(2)];
    let right = [None, Some(random.below(tokens + 1))][random.below(2)];
    let cap = [None, Some(2.0)][random.below(2)];
    check::<f16>(stream, random, &extents, Rule { scale: 0.2, left, right, cap })
}

#[test]
fn sequences_of_every_length() {
    shapes(&[[100, 20], [40, 100], [9, 200]], varlen);
}

#[test]
fn many_short_sequences() {
    shapes(&[[3, 16]], |stream, random, [_, size]| {
        let lengths: Vec<[usize; 2]> = (0..70).map(|number| [number % 4, number % 4]).collect();
        let extents = Extents { heads: [2, 1], size, lengths: &lengths, rest: 0 };
        check::<bf16>(stream, random, &extents, Rule::full(0.25))?;
        check::<bf16>(stream, random, &extents, Rule { left: Some(1), ..Rule::causal(-0.25) })
    });
}

#[test]
fn of_f32() {
    shapes(&[[40, 24], [20, 130]], |stream, random, [tokens, size]| {
        let lengths = [[tokens, tokens], [0, 4], [1, 1], [7, 0], [5, tokens]];
        let extents = Extents { heads: [2, 2], size, lengths: &lengths, rest: 3 };
        check::<f32>(stream, random, &extents, Rule::causal(0.2))?;
        check::<f32>(stream, random, &extents, Rule::full(1.5))
    });
}

/// Offsets lie on the device, so that nobody looks at them first.
#[test]
fn offsets_that_descend_end() {
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        let stream = device.stream();
        let q = Tensor3::<f32>::zeros(&stream, [4, 1, 8]).unwrap();
        for [q_offsets, k_offsets] in [[[0, 4, 4], [0, 4, 2]], [[4, 0, 0], [4, 0, 0]]] {
            let [q_offsets, k_offsets] =
                [q_offsets, k_offsets].map(|offsets| Tensor1::from_slice(&stream, &offsets).unwrap());
            let mut o = Tensor3::zeros(&stream, [4, 1, 8]).unwrap();
            // Of every key and of one window: whatever it sees, it ends.
            for options in [AttentionOptions::new(), AttentionOptions::new().window(usize::MAX, 0)] {
                kernels::attention_varlen(&stream, &q, &q, &q, &q_offsets, &k_offsets, options, &mut o)
                    .unwrap();
            }
            assert!(o.download(&stream).unwrap().iter().all(|element| *element == 0.0));
        }
    }
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let of = |extents| Tensor3::<f32>::zeros(&stream, extents).unwrap();
    let varlen = |q: [usize; 3], k: [usize; 3], offsets: [usize; 2]| {
        let (q, k, mut o) = (of(q), of(k), of(q));
        let [q_offsets, k_offsets] = offsets.map(|len| Tensor1::zeros(&stream, len).unwrap());
        kernels::attention_varlen(
            &stream,
            &q,
            &k,
            &k,
            &q_offsets,
            &k_offsets,
            AttentionOptions::new(),
            &mut o,
        )
        .map_err(|error| error.to_string())
    };
    assert_eq!(varlen([5, 2, 8], [4, 1, 8], [3, 3]), Ok(()));
    assert_eq!(varlen([0, 2, 8], [4, 1, 8], [3, 3]), Ok(()));
    assert_eq!(varlen([5, 2, 8], [0, 1, 8], [3, 3]), Ok(()));
    let message = varlen([5, 2, 8], [4, 1, 8], [3, 2]).unwrap_err();
    assert!(message.contains("`k_offsets`: its extents are [2], and should be [3]"), "{message}");
    let message = varlen([5, 2, 8], [4, 1, 8], [1, 1]).unwrap_err();
    assert!(message.contains("`q_offsets`: it has 1 offsets, and must have one more than"), "{message}");
    let message = varlen([5, 3, 8], [4, 2, 8], [3, 3]).unwrap_err();
    assert!(message.contains("`k`: it has 2 heads, which do not divide the 3 of `q`"), "{message}");
}
