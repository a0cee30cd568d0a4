//! The gradients of attention, against sums in `f64`.

use kiln::MmaOperand;
use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;

use super::attention::{Extents, Rule, exact, near, wide};
use super::{Random, shapes};

/// The gradients of queries, keys and values in `f64`.
fn gradients([q, k, v, d_o]: [&[f64]; 4], extents: &Extents, rule: Rule) -> [Vec<f64>; 3] {
    let Extents { heads: [heads, groups], tokens: [queries, keys], size, .. } = *extents;
    let (o, lse) = exact(q, k, v, extents, rule);
    let [mut d_q, mut d_k, mut d_v] = [q, k, v].map(|x| vec![0.0; x.len()]);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for (number, lse) in lse.into_iter().enumerate() {
        let (batch, head, token) = (number / queries / heads, number / queries % heads, number % queries);
        let row = number * size..(number + 1) * size;
        let (query, grad) = (&q[row.clone()], &d_o[row.clone()]);
        let delta = dot(&o[row.clone()], grad);
        for key in rule.seen(token, [queries, keys]) {
            let at = ((batch * groups + head / (heads / groups)) * keys + key) * size;
            let product = dot(query, &k[at..at + size]);
            let score = rule.score(product);
            let weight = (score - lse).exp();
            let slope = rule.cap.map_or(1.0, |cap| 1.0 - (score / f64::from(cap)).powi(2));
            let by_score = weight * (dot(grad, &v[at..at + size]) - delta) * slope * f64::from(rule.scale);
            for i in 0..size {
                d_q[row.start + i] += by_score * k[at + i];
                d_k[at + i] += by_score * query[i];
                d_v[at + i] += weight * grad[i];
            }
        }
    }
    [d_q, d_k, d_v]
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
    let (q, k, v, d_o) = (make(0), make(1), make(1), make(0));
    let upload = |x: &[T], side: usize| Tensor4::from_slice(stream, x, of(side));
    let zeros = |side| Tensor4::<T>::zeros(stream, of(side));
    let (device_q, device_k, device_v) = (upload(&q, 0)?, upload(&k, 1)?, upload(&v, 1)?);
    let (device_d_o, mut o) = (upload(&d_o, 0)?, zeros(0)?);
    let mut lse = Tensor3::zeros(stream, [batches, heads[0], tokens[0]])?;
    let options = rule.options();
    kernels::attention_with_lse(stream, &device_q, &device_k, &device_v, options, &mut o, &mut lse)?;
    let (mut d_q, mut d_k, mut d_v) = (zeros(0)?, zeros(1)?, zeros(1)?);
    kernels::attention_backward(
        stream,
        &device_q,
        &device_k,
        &device_v,
        options,
        &o,
        &lse,
        &device_d_o,
        &mut d_q,
        &mut d_k,
        &mut d_v,
    )?;
    let exact = gradients([&wide(&q), &wide(&k), &wide(&v), &wide(&d_o)], extents, rule);
    for ((name, found), exact) in ["d_q", "d_k", "d_v"].into_iter().zip([d_q, d_k, d_v]).zip(exact) {
        let what = || format!("{name}, {rule:?}, {heads:?} heads of {size}, {tokens:?} tokens");
        // Factors are rounded to the type, so errors follow the greatest gradient.
        let most = exact.iter().fold(1.0, |most: f64, exact| most.max(exact.abs()));
        let rounding = if size_of::<T>() == 2 { 2e-2 } else { 5e-5 };
        near(&what, &found.download(stream)?, &exact, rounding * most);
    }
    Ok(())
}

/// Tokens and elements of a head; a few heads, and more keys than queries at times.
pub fn backward(stream: &Stream, random: &mut Random, [tokens, size]: [usize; 2]) -> kiln::Result<()> {
    let groups = 1 + random.below(2);
    let heads = [groups * (1 + random.below(3)), groups];
    let tokens = [tokens, tokens + random.below(2) * random.below(1 + tokens)];
    let extents = Extents { batches: 1 + random.below(2), heads, tokens, size };
    check::<bf16>(stream, random, &extents, Rule::causal(1.0 / (size as f32).sqrt()))?;
    let rule = Rule::drawn(random, tokens, size);
    check::<f16>(stream, random, &extents, rule)
}

#[test]
fn heads_of_every_size() {
    shapes(&[[66, 20], [1, 64], [9, 100], [5, 200]], backward);
}

#[test]
fn of_f32() {
    shapes(&[[34, 24], [17, 130]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [2, 1], tokens: [tokens, tokens + 20], size };
        let scale = 1.0 / (size as f32).sqrt();
        check::<f32>(stream, random, &extents, Rule::full(scale))?;
        check::<f32>(stream, random, &extents, Rule { cap: Some(1.5), left: Some(9), ..Rule::causal(scale) })
    });
}

#[test]
fn windows_and_caps() {
    shapes(&[[100, 16]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [1, 1], tokens: [tokens, tokens + 30], size };
        let rules = [
            Rule { left: Some(0), ..Rule::causal(0.25) },
            Rule { left: Some(70), right: Some(3), ..Rule::full(0.25) },
            Rule { left: Some(7), ..Rule::full(-0.3) },
            Rule { cap: Some(0.7), ..Rule::causal(0.5) },
        ];
        rules.into_iter().try_for_each(|rule| check::<bf16>(stream, random, &extents, rule))
    });
}

#[test]
fn more_queries_than_keys() {
    shapes(&[[70, 24]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [1, 1], tokens: [tokens, 9], size };
        check::<bf16>(stream, random, &extents, Rule::full(0.125))?;
        let right = Some(tokens - 9);
        check::<bf16>(stream, random, &extents, Rule { right, left: Some(4), ..Rule::full(0.125) })
    });
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let of = |heads| Tensor4::<f32>::zeros(&stream, [1, heads, 4, 8]).unwrap();
    let refused = |o: usize, lse: usize, d_k: usize| {
        let (q, k, o, lse) = (of(4), of(2), of(o), Tensor3::zeros(&stream, [1, lse, 4]).unwrap());
        let (mut d_q, mut d_k, mut d_v) = (of(4), of(d_k), of(2));
        let options = AttentionOptions::new();
        kernels::attention_backward(&stream, &q, &k, &k, options, &o, &lse, &q, &mut d_q, &mut d_k, &mut d_v)
            .map_err(|error| error.to_string())
    };
    assert_eq!(refused(4, 4, 2), Ok(()));
    let message = refused(3, 4, 2).unwrap_err();
    assert!(
        message.contains("`attention_backward`, parameter `o`: its extents are [1, 3, 4, 8]"),
        "{message}"
    );
    let message = refused(4, 2, 2).unwrap_err();
    assert!(message.contains("`lse`: its extents are [1, 2, 4], and should be [1, 4, 4]"), "{message}");
    let message = refused(4, 4, 4).unwrap_err();
    assert!(message.contains("`d_k`: its extents are [1, 4, 4, 8], and should be [1, 2, 4, 8]"), "{message}");
}

#[test]
fn large_heads_of_f32_do_not_fit_into_old_gpus() {
    let stream = Device::emulated((7, 5)).stream();
    let x = Tensor4::<f32>::zeros(&stream, [1, 1, 2, 200]).unwrap();
    let lse = Tensor3::zeros(&stream, [1, 1, 2]).unwrap();
    let of = || Tensor4::zeros(&stream, [1, 1, 2, 200]).unwrap();
    let (mut d_q, mut d_k, mut d_v) = (of(), of(), of());
    let options = AttentionOptions::new();
    let error =
        kernels::attention_backward(&stream, &x, &x, &x, options, &x, &lse, &x, &mut d_q, &mut d_k, &mut d_v);
    let message = error.unwrap_err().to_string();
    assert!(message.contains("have 200 elements of `f32`, and a GPU older than"), "{message}");
}

#[test]
fn without_queries_gradients_of_keys_are_zeros() {
    let stream = Device::cpu().stream();
    let q = Tensor4::<bf16>::zeros(&stream, [1, 2, 0, 8]).unwrap();
    let ones = || Tensor4::from_slice(&stream, &[bf16::ONE; 24], [1, 1, 3, 8]).unwrap();
    let (k, lse) = (ones(), Tensor3::zeros(&stream, [1, 2, 0]).unwrap());
    let (mut d_q, mut d_k, mut d_v) = (Tensor4::zeros(&stream, [1, 2, 0, 8]).unwrap(), ones(), ones());
    let options = AttentionOptions::new().causal();
    kernels::attention_backward(&stream, &q, &k, &k, options, &q, &lse, &q, &mut d_q, &mut d_k, &mut d_v)
        .unwrap();
    for gradient in [d_k, d_v] {
        assert_eq!(gradient.download(&stream).unwrap(), [bf16::ZERO; 24]);
    }
}
