//! Attention forward, and the references of all kernels of attention.

use std::ops::Range;

use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;
use kiln::{MmaOperand, TensorView4};

use super::{Random, shapes};

/// Batches, heads of queries and of keys, queries, keys, elements of a head.
pub struct Extents {
    pub batches: usize,
    pub heads: [usize; 2],
    pub tokens: [usize; 2],
    pub size: usize,
}

/// What the options say, in `f64`.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub scale: f32,
    pub left: Option<usize>,
    pub right: Option<usize>,
    pub cap: Option<f32>,
}

impl Rule {
    pub fn full(scale: f32) -> Rule {
        Rule { scale, left: None, right: None, cap: None }
    }

    pub fn causal(scale: f32) -> Rule {
        Rule { right: Some(0), ..Rule::full(scale) }
    }

    /// Any options of so many tokens under which each query sees a key.
    pub fn drawn(random: &mut Random, [queries, keys]: [usize; 2], size: usize) -> Rule {
        let missing = queries.saturating_sub(keys);
        let right = [None, Some(missing), Some(missing + random.below(keys + 1))][random.below(3)];
        let left = [None, Some(random.below(keys + 1))][random.below(2)];
        let cap = [None, Some(0.5 + random.below(4) as f32)][random.below(2)];
        Rule { scale: 1.0 / (size as f32).sqrt(), left, right, cap }
    }

    pub fn options(&self) -> AttentionOptions {
        let options = AttentionOptions::new().scale(self.scale).window(self.left, self.right);
        self.cap.map_or(options, |cap| options.soft_cap(cap))
    }

    /// The keys that a query sees.
    pub fn seen(&self, query: usize, [queries, keys]: [usize; 2]) -> Range<usize> {
        let place = (query + keys) as isize - queries as isize;
        let low = self.left.map_or(0, |left| (place - left as isize).max(0));
        let high = self.right.map_or(keys as isize, |right| (place + right as isize + 1).min(keys as isize));
        low as usize..high.max(low) as usize
    }

    /// A score for a product of query and key.
    pub fn score(&self, product: f64) -> f64 {
        let score = product * f64::from(self.scale);
        self.cap.map_or(score, |cap| f64::from(cap) * (score / f64::from(cap)).tanh())
    }

    /// A query's mean of values and log-sum-exp; rows of `k` and `v` have `query.len()` elements.
    pub fn row(&self, query: &[f64], k: &[f64], v: &[f64], seen: Range<usize>) -> (Vec<f64>, f64) {
        let size = query.len();
        let dot = |key: usize| query.iter().zip(&k[key * size..]).map(|(q, k)| q * k).sum::<f64>();
        let scores: Vec<f64> = seen.clone().map(|key| self.score(dot(key))).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = scores.iter().map(|score| (score - most).exp()).sum();
        let mut sum = vec![0.0; size];
        for (key, score) in seen.zip(scores) {
            let weight = (score - most).exp() / total;
            sum.iter_mut().zip(&v[key * size..]).for_each(|(sum, v)| *sum += weight * v);
        }
        (sum, most + total.ln())
    }
}

/// Attention in `f64` and its log-sum-exp; tensors lie as batches by heads by tokens by elements.
pub fn exact(q: &[f64], k: &[f64], v: &[f64], extents: &Extents, rule: Rule) -> (Vec<f64>, Vec<f64>) {
    let Extents { batches, heads: [heads, groups], tokens: [queries, keys], size } = *extents;
    let (mut o, mut lse) = (Vec::new(), Vec::new());
    for (number, query) in q.chunks(size).enumerate() {
        let (batch, head, token) = (number / queries / heads, number / queries % heads, number % queries);
        assert!(batch < batches);
        let start = (batch * groups + head / (heads / groups)) * keys * size;
        let (row, sum) = rule.row(query, &k[start..], &v[start..], rule.seen(token, [queries, keys]));
        o.extend(row);
        lse.push(sum);
    }
    (o, lse)
}

/// Elements as `f64`.
pub fn wide<T: Copy + Into<f64>>(x: &[T]) -> Vec<f64> {
    x.iter().map(|x| (*x).into()).collect()
}

/// Holds that numbers are what they should be, but for `most`.
pub fn near<T: Copy + Into<f64>>(what: &dyn Fn() -> String, found: &[T], exact: &[f64], most: f64) {
    assert_eq!(found.len(), exact.len(), "{}", what());
    for (i, (found, exact)) in found.iter().zip(exact).enumerate() {
        let found: f64 = (*found).into();
        let same = found == *exact || (found - exact).abs() <= most;
        assert!(same, "{}, element {i}: {found} instead of {exact}", what());
    }
}

/// How far results of the type may be off: values are at most 2; weights and results are rounded to the type.
pub fn rounding<T>() -> f64 {
    if size_of::<T>() == 2 { 2e-2 } else { 2e-5 }
}

fn check<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: &Extents,
    rule: Rule,
) -> kiln::Result<()> {
    let Extents { batches, heads, tokens, size } = *extents;
    let of = |side: usize| [batches, heads[side], tokens[side], size];
    let mut make = |side: usize| random.floats::<T>(of(side).iter().product(), 0.0);
    let (q, k, v) = (make(0), make(1), make(1));
    let upload = |x: &[T], side: usize| Tensor4::from_slice(stream, x, of(side));
    let (device_q, device_k, device_v) = (upload(&q, 0)?, upload(&k, 1)?, upload(&v, 1)?);
    let mut o = Tensor4::zeros(stream, of(0))?;
    kernels::attention(stream, &device_q, &device_k, &device_v, rule.options(), &mut o)?;
    let (exact, exact_lse) = exact(&wide(&q), &wide(&k), &wide(&v), extents, rule);
    let what = || format!("{rule:?}, {heads:?} heads of {size}, {tokens:?} tokens");
    near(&what, &o.download(stream)?, &exact, rounding::<T>());
    let mut again = Tensor4::zeros(stream, of(0))?;
    let mut lse = Tensor3::zeros(stream, [batches, heads[0], tokens[0]])?;
    kernels::attention_with_lse(
        stream,
        &device_q,
        &device_k,
        &device_v,
        rule.options(),
        &mut again,
        &mut lse,
    )?;
    near(&what, &again.download(stream)?, &exact, rounding::<T>());
    // Sums of thousands of exponentials, each of the hardware's.
    near(&|| format!("lse, {}", what()), &lse.download(stream)?, &exact_lse, 1e-4);
    Ok(())
}

/// Tokens and elements of a head; a few heads, and twice as many keys as queries at times.
pub fn attention(stream: &Stream, random: &mut Random, [tokens, size]: [usize; 2]) -> kiln::Result<()> {
    let groups = 1 + random.below(2);
    let heads = [groups * (1 + random.below(2)), groups];
    let tokens = [tokens, tokens + random.below(2) * random.below(1 + tokens)];
    let extents = Extents { batches: 1 + random.below(2), heads, tokens, size };
    let scale = 1.0 / (size as f32).sqrt();
    check::<bf16>(stream, random, &extents, Rule::full(scale))?;
    check::<f16>(stream, random, &extents, Rule::causal(scale))?;
    let rule = Rule::drawn(random, tokens, size);
    check::<bf16>(stream, random, &extents, rule)
}

#[test]
fn heads_of_every_size() {
    shapes(&[[66, 20], [5, 65], [9, 100], [5, 200]], attention);
}

#[test]
fn of_f32() {
    shapes(&[[50, 24], [20, 130]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [2, 1], tokens: [tokens, tokens + 20], size };
        let scale = 1.0 / (size as f32).sqrt();
        let rules = [Rule::full(scale), Rule::causal(scale), Rule::drawn(random, extents.tokens, size)];
        rules.into_iter().try_for_each(|rule| check::<f32>(stream, random, &extents, rule))
    });
}

#[test]
fn windows_of_every_size() {
    shapes(&[[130, 20], [66, 100]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [2, 1], tokens: [tokens, tokens + 37], size };
        let rule = Rule::causal(1.0 / (size as f32).sqrt());
        // Windows of one key, of less than a tile, of more, and one that hides nothing.
        for (left, right) in [(0, Some(0)), (3, Some(2)), (80, Some(0)), (70, None), (tokens + 37, Some(0))] {
            check::<bf16>(stream, random, &extents, Rule { left: Some(left), right, ..rule })?;
        }
        Ok(())
    });
}

#[test]
fn soft_caps() {
    shapes(&[[70, 20], [9, 200]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [2, 1], tokens: [tokens, tokens], size };
        for (scale, cap) in [(0.125, 1.0), (0.5, 20.0), (-0.2, 3.0), (0.1, 1e-3)] {
            check::<f16>(stream, random, &extents, Rule { cap: Some(cap), ..Rule::causal(scale) })?;
        }
        check::<f32>(stream, random, &extents, Rule { cap: Some(2.0), ..Rule::full(0.25) })
    });
}

#[test]
fn more_queries_than_keys() {
    shapes(&[[50, 24]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [1, 1], tokens: [tokens, 9], size };
        check::<bf16>(stream, random, &extents, Rule::full(0.125))?;
        // The first query sees the first key.
        check::<bf16>(stream, random, &extents, Rule { right: Some(tokens - 9), ..Rule::full(0.125) })?;
        check::<bf16>(
            stream,
            random,
            &extents,
            Rule { right: Some(tokens), left: Some(2), ..Rule::full(0.125) },
        )
    });
}

#[test]
fn windows_without_a_scale() {
    // Rows whose window begins after the first tile see no key of that tile.
    shapes(&[[150, 24]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [1, 1], tokens: [tokens, tokens], size };
        [0.0, -0.1, 4.0].into_iter().try_for_each(|scale| {
            check::<bf16>(stream, random, &extents, Rule { left: Some(5), ..Rule::causal(scale) })
        })
    });
}

#[test]
fn a_scale_is_chosen() {
    let stream = Device::cpu().stream();
    let x = Tensor4::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0], [1, 1, 2, 2]).unwrap();
    let zeros = || Tensor4::<f32>::zeros(&stream, [1, 1, 2, 2]).unwrap();
    let (mut o, mut same) = (zeros(), zeros());
    let run = |options, o: &mut Tensor4<f32>| kernels::attention(&stream, &x, &x, &x, options, o).unwrap();
    run(AttentionOptions::new(), &mut o);
    run(AttentionOptions::new().scale(0.5f32.sqrt()), &mut same);
    assert_eq!(o.download(&stream).unwrap(), same.download(&stream).unwrap());
}

#[test]
fn scales_may_be_any() {
    shapes(&[[70, 24]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [2, 2], tokens: [tokens, tokens], size };
        [-0.3, 0.0, 1e-42, 2.0].into_iter().try_for_each(|scale| {
            check::<f32>(stream, random, &extents, Rule::full(scale))?;
            check::<bf16>(stream, random, &extents, Rule::causal(scale))
        })
    });
}

#[test]
fn heads_may_lie_beside_each_other() {
    shapes(&[[50, 16]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [3, 3], tokens: [tokens, tokens], size };
        let x = random.floats::<bf16>(tokens * 3 * size, 0.0);
        let lying = Tensor4::from_slice(stream, &x, [1, tokens, 3, size])?;
        let by_heads: TensorView4<'_, bf16> = lying.permute::<0, 2, 1, 3>();
        let mut o = Tensor4::<bf16>::zeros(stream, [1, tokens, 3, size])?;
        let result = o.view_mut().permute::<0, 2, 1, 3>();
        let rule = Rule::causal(0.25);
        kernels::attention(stream, by_heads, by_heads, by_heads, rule.options(), result)?;
        let x = wide(&by_heads.download(stream)?);
        let (exact, _) = exact(&x, &x, &x, &extents, rule);
        let found = o.permute::<0, 2, 1, 3>().download(stream)?;
        near(&|| "heads beside each other".to_owned(), &found, &exact, rounding::<bf16>());
        Ok(())
    });
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let of = |extents| Tensor4::<f32>::zeros(&stream, extents).unwrap();
    let refused = |q: [usize; 4], k: [usize; 4], options| {
        let (q, k) = (of(q), of(k));
        let mut o = of(q.view().shape());
        kernels::attention(&stream, &q, &k, &k, options, &mut o).unwrap_err().to_string()
    };
    let full = AttentionOptions::new();
    let message = refused([1, 3, 4, 8], [1, 2, 4, 8], full);
    assert_eq!(
        message,
        "kernel `attention`, parameter `k`: it has 2 heads, which do not divide the 3 of `q`"
    );
    let message = refused([1, 1, 4, 8], [1, 1, 3, 8], full.causal());
    assert!(message.contains("3 keys for 4 queries, of which some would see none"), "{message}");
    let message = refused([1, 1, 4, 8], [1, 1, 0, 8], full);
    assert!(message.contains("0 keys for 4 queries"), "{message}");
    let message = refused([1, 1, 4, 300], [1, 1, 4, 300], full);
    assert!(message.contains("`q`: its heads have 300 elements, and may have 256"), "{message}");
    let message = refused([1, 1, 4, 8], [2, 1, 4, 8], full);
    assert!(message.contains("`k`: its extents are [2, 1, 4, 8], and should be [1, 1, 4, 8]"), "{message}");
    let message = refused([1, 1, 4, 8], [1, 1, 4, 8], full.soft_cap(-1.0));
    assert!(message.contains("its soft cap is -1, and must be a positive number"), "{message}");
    let message = refused([1, 1, 9, 8], [1, 1, 4, 8], full.window(2, 4));
    assert!(message.contains("4 keys for 9 queries"), "{message}");
    let x = of([1, 2, 4, 8]);
    let (mut o, mut lse) = (of([1, 2, 4, 8]), Tensor3::zeros(&stream, [1, 4, 2]).unwrap());
    let error = kernels::attention_with_lse(&stream, &x, &x, &x, full, &mut o, &mut lse).unwrap_err();
    assert_eq!(
        error.to_string(),
        "kernel `attention_with_lse`, parameter `lse`: its extents are [1, 4, 2], and should be [1, 2, 4]"
    );
}

#[test]
fn of_no_queries_nothing_is_computed() {
    let stream = Device::cpu().stream();
    for (extents, keys) in
        [([0, 1, 4, 8], 4), ([2, 0, 4, 8], 4), ([2, 1, 0, 8], 4), ([2, 1, 0, 8], 0), ([1, 1, 4, 0], 4)]
    {
        let x = Tensor4::<f32>::zeros(&stream, extents).unwrap();
        let k = Tensor4::<f32>::zeros(&stream, [extents[0], extents[1], keys, extents[3]]).unwrap();
        let mut o = Tensor4::zeros(&stream, extents).unwrap();
        kernels::attention(&stream, &x, &k, &k, AttentionOptions::new(), &mut o).unwrap();
    }
}

#[test]
fn attention_is_recorded_in_a_graph() {
    shapes(&[[70, 24]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [1, 1], tokens: [tokens, tokens], size };
        let x = random.floats::<bf16>(tokens * size, 0.0);
        let (exact, exact_lse) = exact(&wide(&x), &wide(&x), &wide(&x), &extents, Rule::causal(0.25));
        let x = Tensor4::from_slice(stream, &x, [1, 1, tokens, size])?;
        let of = || Tensor4::<bf16>::zeros(stream, [1, 1, tokens, size]);
        let tensors = (x, of()?, of()?, Tensor3::<f32>::zeros(stream, [1, 1, tokens])?);
        let options = Rule::causal(0.25).options();
        let mut graph = stream.capture(tensors, |stream, (x, mut o, mut again, mut lse)| {
            kernels::attention(stream, &x, &x, &x, options, &mut o)?;
            kernels::attention_with_lse(stream, &x, &x, &x, options, &mut again, &mut lse)
        })?;
        graph.launch(stream)?;
        let (_, o, again, lse) = graph.into_inner()?;
        for o in [o, again] {
            near(&|| "of a graph".to_owned(), &o.download(stream)?, &exact, rounding::<bf16>());
        }
        near(&|| "lse of a graph".to_owned(), &lse.download(stream)?, &exact_lse, 1e-4);
        Ok(())
    });
}
