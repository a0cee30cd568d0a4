//! Attention.

use kiln::kernels::{self, Mask};
use kiln::prelude::*;
use kiln::{MmaOperand, TensorView4};

use super::{Random, shapes};

/// Batches, heads of queries and of keys, queries, keys, elements of a head.
struct Extents {
    batches: usize,
    heads: [usize; 2],
    tokens: [usize; 2],
    size: usize,
}

/// Attention in `f64`; tensors lie as batches by heads by tokens by elements.
fn exact(q: &[f64], k: &[f64], v: &[f64], extents: &Extents, scale: f64, mask: Mask) -> Vec<f64> {
    let Extents { batches, heads: [heads, groups], tokens: [queries, keys], size } = *extents;
    let mut o = Vec::new();
    for (number, query) in q.chunks(size).enumerate() {
        let (batch, head, token) = (number / queries / heads, number / queries % heads, number % queries);
        assert!(batch < batches);
        let seen = if mask == Mask::Causal { keys - queries + token + 1 } else { keys };
        let start = (batch * groups + head / (heads / groups)) * keys * size;
        let of = |x: &[f64], key: usize| x[start + key * size..][..size].to_vec();
        let dot = |key: usize| query.iter().zip(of(k, key)).map(|(q, k)| q * k).sum::<f64>() * scale;
        let scores: Vec<f64> = (0..seen).map(dot).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = scores.iter().map(|score| (score - most).exp()).sum();
        let mut sum = vec![0.0; size];
        for (key, score) in scores.iter().enumerate() {
            let weight = (score - most).exp() / total;
            sum.iter_mut().zip(of(v, key)).for_each(|(sum, v)| *sum += weight * v);
        }
        o.extend(sum);
    }
    o
}

fn check<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: &Extents,
    scale: f32,
    mask: Mask,
) -> kiln::Result<()> {
    let Extents { batches, heads, tokens, size } = *extents;
    let of = |side: usize| [batches, heads[side], tokens[side], size];
    let mut make = |side: usize| random.floats::<T>(of(side).iter().product(), 0.0);
    let (q, k, v) = (make(0), make(1), make(1));
    let upload = |x: &[T], side: usize| Tensor4::from_slice(stream, x, of(side));
    let (device_q, device_k, device_v) = (upload(&q, 0)?, upload(&k, 1)?, upload(&v, 1)?);
    let mut o = Tensor4::zeros(stream, of(0))?;
    kernels::attention(stream, &device_q, &device_k, &device_v, scale, mask, &mut o)?;
    let wide = |x: &[T]| x.iter().map(|x| (*x).into()).collect::<Vec<f64>>();
    let exact = exact(&wide(&q), &wide(&k), &wide(&v), extents, f64::from(scale), mask);
    // Values are at most 2; weights and results are rounded to the type.
    let most = if size_of::<T>() == 2 { 2e-2 } else { 2e-5 };
    for (i, (found, exact)) in wide(&o.download(stream)?).into_iter().zip(exact).enumerate() {
        assert!(
            (found - exact).abs() <= most,
            "{mask:?}, scale {scale}, {heads:?} heads of {size}, {tokens:?} tokens, element {i}: {found} instead of {exact}"
        );
    }
    Ok(())
}

/// Tokens and elements of a head; a few heads, and twice as many keys as queries at times.
pub fn attention(stream: &Stream, random: &mut Random, [tokens, size]: [usize; 2]) -> kiln::Result<()> {
    let groups = 1 + random.below(2);
    let heads = [groups * (1 + random.below(2)), groups];
    let tokens = [tokens, tokens + random.below(2) * random.below(1 + tokens)];
    let extents = Extents { batches: 1 + random.below(2), heads, tokens, size };
    let scale = 1.0 / (size as f32).sqrt();
    check::<bf16>(stream, random, &extents, scale, Mask::Full)?;
    check::<f16>(stream, random, &extents, scale, Mask::Causal)
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
        check::<f32>(stream, random, &extents, scale, Mask::Full)?;
        check::<f32>(stream, random, &extents, scale, Mask::Causal)
    });
}

#[test]
fn scales_may_be_any() {
    shapes(&[[70, 24]], |stream, random, [tokens, size]| {
        let extents = Extents { batches: 1, heads: [2, 2], tokens: [tokens, tokens], size };
        [-0.3, 0.0, 1e-42, 2.0].into_iter().try_for_each(|scale| {
            check::<f32>(stream, random, &extents, scale, Mask::Full)?;
            check::<bf16>(stream, random, &extents, scale, Mask::Causal)
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
        kernels::attention(stream, by_heads, by_heads, by_heads, 0.25, Mask::Causal, result)?;
        let wide: Vec<f64> = by_heads.download(stream)?.into_iter().map(f64::from).collect();
        let exact = exact(&wide, &wide, &wide, &extents, 0.25, Mask::Causal);
        for (found, exact) in o.permute::<0, 2, 1, 3>().download(stream)?.into_iter().zip(exact) {
            assert!((f64::from(found) - exact).abs() <= 2e-2, "{found} instead of {exact}");
        }
        Ok(())
    });
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let of = |extents| Tensor4::<f32>::zeros(&stream, extents).unwrap();
    let refused = |q: [usize; 4], k: [usize; 4], mask| {
        let (q, k) = (of(q), of(k));
        let mut o = of(q.view().extents());
        kernels::attention(&stream, &q, &k, &k, 1.0, mask, &mut o).unwrap_err().to_string()
    };
    let message = refused([1, 3, 4, 8], [1, 2, 4, 8], Mask::Full);
    assert_eq!(
        message,
        "kernel `attention`, parameter `k`: it has 2 heads, which do not divide the 3 of `q`"
    );
    let message = refused([1, 1, 4, 8], [1, 1, 3, 8], Mask::Causal);
    assert!(message.contains("3 keys for 4 queries, of which some would see none"), "{message}");
    let message = refused([1, 1, 4, 8], [1, 1, 0, 8], Mask::Full);
    assert!(message.contains("0 keys for 4 queries"), "{message}");
    let message = refused([1, 1, 4, 300], [1, 1, 4, 300], Mask::Full);
    assert!(message.contains("`q`: its heads have 300 elements, and may have 256"), "{message}");
    let message = refused([1, 1, 4, 8], [2, 1, 4, 8], Mask::Full);
    assert!(message.contains("`k`: its extents are [2, 1, 4, 8], and should be [1, 1, 4, 8]"), "{message}");
}
