//! Attention: forward, its gradients, decoding over caches, and packed sequences.

use kiln::TensorView4;
use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;

use super::{Work, measure, noise};

pub fn attentions(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    // 16,384 tokens of 2,048 elements each.
    let cases = [128, 64, 256]
        .into_iter()
        .flat_map(|width| [4096, 8192, 16_384].map(|tokens| (width, tokens)))
        .flat_map(|(width, tokens)| [false, true].map(|causal| (width, tokens, causal)));
    for (width, tokens, causal) in cases {
        let (batches, heads) = (16_384 / tokens, 2048 / width);
        let extents = [batches, heads, tokens, width];
        let set = || Tensor4::from_buffer(noise::<bf16>(stream, 16_384 * 2048)?, extents);
        let (q, k, v) = (set()?, set()?, set()?);
        let mut o = Tensor4::<bf16>::zeros(stream, extents)?;
        let (name, half) = if causal { ("attention_causal", 0.5) } else { ("attention", 1.0) };
        let options = AttentionOptions::new();
        let options = if causal { options.causal() } else { options };
        let mut works = [Work {
            name: format!("{name} bf16 {batches}x{heads}x{tokens}x{width}"),
            amount: half * 4.0 * (16_384.0 * 2048.0) * tokens as f64 * 1e-3,
            unit: "TFLOP/s",
            who: "kiln",
            run: Box::new(|| kernels::attention(stream, &q, &k, &v, options, &mut o)),
        }];
        measure(stream, &mut works)?;
    }
    Ok(())
}

/// Random heads of one batch.
fn heads_of(stream: &Stream, [heads, tokens, width]: [usize; 3]) -> kiln::Result<Tensor4<bf16>> {
    Tensor4::from_buffer(noise::<bf16>(stream, heads * tokens * width)?, [1, heads, tokens, width])
}

pub fn backward(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for (heads, groups, tokens, width) in [(16, 16, 4096, 128), (32, 32, 4096, 64), (16, 4, 4096, 128)] {
        let (q, d_o) = (heads_of(stream, [heads, tokens, width])?, heads_of(stream, [heads, tokens, width])?);
        let (k, v) = (heads_of(stream, [groups, tokens, width])?, heads_of(stream, [groups, tokens, width])?);
        let options = AttentionOptions::new().causal();
        let (mut o, mut d_q) =
            (heads_of(stream, [heads, tokens, width])?, heads_of(stream, [heads, tokens, width])?);
        let (mut d_k, mut d_v) =
            (heads_of(stream, [groups, tokens, width])?, heads_of(stream, [groups, tokens, width])?);
        let mut lse = Tensor3::zeros(stream, [1, heads, tokens])?;
        // Two products forward, and five backward.
        let product = (heads * width) as f64 * (tokens as f64).powi(2) * 1e-3;
        let size = format!("bf16 {heads}/{groups}x{tokens}x{width}");
        let mut works = [Work {
            name: format!("attention_causal_lse {size}"),
            amount: 2.0 * product,
            unit: "TFLOP/s",
            who: "kiln",
            run: Box::new(|| kernels::attention_with_lse(stream, &q, &k, &v, options, &mut o, &mut lse)),
        }];
        measure(stream, &mut works)?;
        drop(works);
        let mut works = [Work {
            name: format!("attention_backward {size}"),
            amount: 5.0 * product,
            unit: "TFLOP/s",
            who: "kiln",
            run: Box::new(|| {
                kernels::attention_backward(
                    stream, &q, &k, &v, options, &o, &lse, &d_o, &mut d_q, &mut d_k, &mut d_v,
                )
            }),
        }];
        measure(stream, &mut works)?;
    }
    Ok(())
}

pub fn decoding(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let (page, width) = (16, 128);
    for (batches, heads, groups, tokens) in [(16, 64, 8, 8192), (1, 32, 8, 65_536), (64, 8, 8, 2048)] {
        let len = batches * groups * tokens * width;
        let (k, v) = (noise::<bf16>(stream, len)?, noise::<bf16>(stream, len)?);
        let q = Tensor4::from_buffer(
            noise::<bf16>(stream, batches * heads * width)?,
            [batches, heads, 1, width],
        )?;
        let mut o = Tensor4::<bf16>::zeros(stream, [batches, heads, 1, width])?;
        let lengths = Tensor1::from_slice(stream, &vec![tokens as u32; batches])?;
        // Pages in an order that is none.
        let most = tokens / page;
        let mut table: Vec<u32> = (0..(batches * most) as u32).collect();
        fastrand::Rng::with_seed(3).shuffle(&mut table);
        let table = Tensor2::from_slice(stream, &table, [batches, most])?;
        let cache = [batches, groups, tokens, width];
        let (whole_k, whole_v) = (TensorView4::new(&k, cache)?, TensorView4::new(&v, cache)?);
        let pages = [batches * most, page, groups, width];
        let (pages_k, pages_v) = (TensorView4::new(&k, pages)?, TensorView4::new(&v, pages)?);
        let size = format!("bf16 {batches}x{heads}/{groups}x{tokens}x{width}");
        let options = AttentionOptions::new();
        let mut decode = [Work {
            name: format!("decode {size}"),
            amount: 4.0 * len as f64,
            unit: "GB/s",
            who: "kiln",
            run: Box::new(|| {
                kernels::decode_attention(stream, &q, whole_k, whole_v, &lengths, options, &mut o)
            }),
        }];
        measure(stream, &mut decode)?;
        drop(decode);
        let mut paged = [Work {
            name: format!("decode_paged {size}"),
            amount: 4.0 * len as f64,
            unit: "GB/s",
            who: "kiln",
            run: Box::new(|| {
                kernels::paged_attention(stream, &q, pages_k, pages_v, &table, &lengths, options, &mut o)
            }),
        }];
        measure(stream, &mut paged)?;
    }
    Ok(())
}

pub fn packed_sequences(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let (heads, width) = (16, 128);
    for lengths in [vec![4096; 4], vec![512; 32], (0..16).map(|number| 256 + number * 100).collect()] {
        let mut offsets = vec![0u32];
        for length in &lengths {
            offsets.push(offsets[offsets.len() - 1] + length);
        }
        let tokens = offsets[lengths.len()] as usize;
        let set =
            || Tensor3::from_buffer(noise::<bf16>(stream, tokens * heads * width)?, [tokens, heads, width]);
        let (q, k, v, mut o) = (set()?, set()?, set()?, set()?);
        let bounds = Tensor1::from_slice(stream, &offsets)?;
        let pairs: f64 = lengths.iter().map(|length| f64::from(*length).powi(2)).sum();
        let options = AttentionOptions::new().causal();
        let mut works = [Work {
            name: format!("attention_varlen bf16 {}of{tokens}x{heads}x{width}", lengths.len()),
            amount: 2.0 * (heads * width) as f64 * pairs * 1e-3,
            unit: "TFLOP/s",
            who: "kiln",
            run: Box::new(|| {
                kernels::attention_varlen(stream, &q, &k, &v, &bounds, &bounds, options, &mut o)
            }),
        }];
        measure(stream, &mut works)?;
    }
    Ok(())
}
