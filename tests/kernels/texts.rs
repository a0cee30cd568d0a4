//! The texts of the library's kernels, and of those that `benches/plain.rs` measures, for the real compilers: PTX
//! and CUDA C++ for every generation of GPUs, since tiles become other code on each.
//!
//! They are not recorded. `cargo xtask validate` names a folder in KILN_TEXTS and gives what it finds there to
//! NVRTC and ptxas.

#[path = "../../benches/plain/kernels.rs"]
mod plain;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use kiln::kernels::raw::{
    attention_deltas, attention_group_sums, attention_key_gradients, attention_query_gradients,
    attention_tiles, attention_varlen_tiles, batched_product_tiles, column_sums, conv2d_tiles,
    cross_entropy_long_rows, cross_entropy_rows, cross_entropy_wide_rows, decode_parts, decode_whole,
    dropout_quarters, few_of_pieces, grouped_product_tiles, layer_norm_long_rows, layer_norm_rows,
    layer_norm_wide_rows, product_tiles, quantized_product_tiles, quantized_rows, radix_counts, radix_pass,
    rms_norm_long_rows, rms_norm_rows, rms_norm_wide_rows, row_sums, scaled_product_tiles, scan_blocks,
    skinny_product_tiles, softmax_long_rows, softmax_rows, softmax_wide_rows, top_of_pieces,
    top_of_short_rows, topk_pieces, transposed_tiles,
};
use kiln::kernels::{Identity, Sum};
use kiln::prelude::*;
use kiln_codegen::back::{cuda, ptx};
use kiln_codegen::ir::{Backend, MathTier, Module, parse};
use kiln_codegen::passes::tile::{self, Variant};
use kiln_codegen::passes::{finish, finish_coarse};

type Source = fn(SourceKind) -> kiln::Result<Cow<'static, str>>;

/// Where an instance is launched.
#[derive(Clone, Copy, PartialEq)]
enum On {
    All,
    /// GPUs with asynchronous copies have more shared memory.
    From80,
    /// Rows that only a cluster of blocks has room for.
    From90,
    /// What only warpgroups multiply.
    Hopper,
}

fn fused_pipeline(target: SourceKind) -> kiln::Result<Cow<'static, str>> {
    fuse!(|x: f32, y: f32, z: f32| ((x.sin() * y.cos() + (-z * z).exp()) + (x + 1.0).ln()).sqrt())
        .source(target)
}

fn fused_choice(target: SourceKind) -> kiln::Result<Cow<'static, str>> {
    let least = f16::ZERO;
    fuse!([least: f16] |x: f16, n: u8| -> bool { x > least || n % 3 == 0 }).source(target)
}

fn fused_loss(target: SourceKind) -> kiln::Result<Cow<'static, str>> {
    fuse!(|p: bf16, t: bf16| (p - t) * (p - t); sum).source(target)
}

/// An instance of each kernel for each way that the library launches it.
const INSTANCES: &[(&str, On, Source)] = &[
    ("attention.bf16.32", On::All, attention_tiles::<bf16, 128, 64, 32, 1, 0>::source),
    ("attention.bf16.64", On::All, attention_tiles::<bf16, 128, 64, 64, 1, 0>::source),
    ("attention.bf16.64.any", On::All, attention_tiles::<bf16, 128, 64, 64, 0, 0>::source),
    ("attention.bf16.96", On::All, attention_tiles::<bf16, 64, 64, 96, 1, 0>::source),
    ("attention.bf16.128", On::All, attention_tiles::<bf16, 64, 64, 128, 1, 0>::source),
    ("attention.bf16.128.full", On::From80, attention_tiles::<bf16, 128, 64, 128, 1, 0>::source),
    ("attention.bf16.256", On::From80, attention_tiles::<bf16, 64, 32, 256, 0, 0>::source),
    ("attention.bf16.64.large", On::Hopper, attention_tiles::<bf16, 192, 128, 64, 1, 0>::source),
    ("attention.bf16.64.large.cap", On::Hopper, attention_tiles::<bf16, 192, 128, 64, 0, 3>::source),
    ("attention.bf16.128.large", On::Hopper, attention_tiles::<bf16, 128, 128, 128, 1, 0>::source),
    ("attention.bf16.128.large.window", On::Hopper, attention_tiles::<bf16, 128, 128, 128, 1, 2>::source),
    ("attention.bf16.128.large.cap", On::Hopper, attention_tiles::<bf16, 128, 128, 128, 0, 3>::source),
    ("attention.bf16.256.large", On::Hopper, attention_tiles::<bf16, 128, 64, 256, 0, 0>::source),
    ("attention.bf16.256.large.cap", On::Hopper, attention_tiles::<bf16, 128, 64, 256, 0, 3>::source),
    ("attention.f16.256.small", On::All, attention_tiles::<f16, 32, 32, 256, 0, 0>::source),
    ("attention.f32.128", On::All, attention_tiles::<f32, 32, 32, 128, 1, 0>::source),
    ("attention.bf16.64.lse", On::All, attention_tiles::<bf16, 128, 64, 64, 1, 1>::source),
    ("attention.bf16.64.window", On::All, attention_tiles::<bf16, 128, 64, 64, 1, 2>::source),
    ("attention.bf16.64.cap", On::All, attention_tiles::<bf16, 128, 64, 64, 0, 3>::source),
    ("attention.bf16.128.lse", On::All, attention_tiles::<bf16, 64, 64, 128, 1, 1>::source),
    ("attention.bf16.128.window", On::All, attention_tiles::<bf16, 64, 64, 128, 1, 2>::source),
    ("attention.bf16.128.cap", On::All, attention_tiles::<bf16, 64, 64, 128, 0, 3>::source),
    ("attention.bf16.256.cap", On::From80, attention_tiles::<bf16, 64, 32, 256, 0, 3>::source),
    ("attention_deltas.bf16.128", On::All, attention_deltas::<bf16, 64, 128>::source),
    ("attention_group_sums.bf16.128", On::All, attention_group_sums::<bf16, 16, 128>::source),
    ("attention_keys.bf16.64", On::All, attention_key_gradients::<bf16, bf16, 64, 64, 64, 1>::source),
    ("attention_keys.bf16.64.cap", On::All, attention_key_gradients::<bf16, bf16, 64, 64, 64, 3>::source),
    ("attention_keys.bf16.128", On::From80, attention_key_gradients::<bf16, bf16, 64, 64, 128, 1>::source),
    (
        "attention_keys.bf16.128.shared",
        On::From80,
        attention_key_gradients::<bf16, f32, 64, 64, 128, 1>::source,
    ),
    (
        "attention_keys.bf16.128.cap",
        On::From80,
        attention_key_gradients::<bf16, bf16, 64, 64, 128, 3>::source,
    ),
    ("attention_keys.bf16.128.small", On::All, attention_key_gradients::<bf16, bf16, 32, 32, 128, 1>::source),
    ("attention_keys.bf16.256", On::From80, attention_key_gradients::<bf16, bf16, 32, 32, 256, 1>::source),
    ("attention_keys.bf16.256.small", On::All, attention_key_gradients::<bf16, bf16, 16, 16, 256, 1>::source),
    ("attention_keys.f32.64", On::All, attention_key_gradients::<f32, f32, 32, 32, 64, 2>::source),
    ("attention_queries.bf16.64", On::All, attention_query_gradients::<bf16, 64, 64, 64, 1>::source),
    ("attention_queries.bf16.128", On::From80, attention_query_gradients::<bf16, 64, 64, 128, 1>::source),
    ("attention_queries.bf16.128.cap", On::From80, attention_query_gradients::<bf16, 64, 64, 128, 3>::source),
    ("attention_queries.bf16.256", On::From80, attention_query_gradients::<bf16, 32, 32, 256, 1>::source),
    ("attention_queries.f32.64", On::All, attention_query_gradients::<f32, 32, 32, 64, 2>::source),
    ("attention_varlen.bf16.64", On::All, attention_varlen_tiles::<bf16, 128, 64, 64, 1>::source),
    ("attention_varlen.bf16.128", On::All, attention_varlen_tiles::<bf16, 64, 64, 128, 1>::source),
    ("attention_varlen.bf16.128.cap", On::All, attention_varlen_tiles::<bf16, 64, 64, 128, 2>::source),
    ("attention_varlen.bf16.256", On::From80, attention_varlen_tiles::<bf16, 64, 32, 256, 1>::source),
    ("column_sums.bf16", On::All, column_sums::<bf16, 32, 128>::source),
    ("column_sums.f32", On::All, column_sums::<f32, 32, 128>::source),
    ("convolution.bf16.16", On::All, conv2d_tiles::<bf16, 16, 64, 64>::source),
    ("convolution.bf16.128", On::All, conv2d_tiles::<bf16, 128, 128, 64>::source),
    ("convolution.f32", On::All, conv2d_tiles::<f32, 64, 64, 16>::source),
    ("cross_entropy.f32.64", On::All, cross_entropy_rows::<f32, 64, 64>::source),
    ("cross_entropy.bf16.4096", On::All, cross_entropy_rows::<bf16, 1, 4096>::source),
    ("cross_entropy.bf16.long", On::All, cross_entropy_long_rows::<bf16, 8192>::source),
    ("cross_entropy.bf16.wide", On::From90, cross_entropy_wide_rows::<bf16, 131_072>::source),
    ("decode_parts.bf16.64", On::All, decode_parts::<bf16, 16, 64, 64, 0, 0>::source),
    ("decode_parts.bf16.128", On::All, decode_parts::<bf16, 16, 64, 128, 0, 0>::source),
    ("decode_parts.bf16.128.cap", On::All, decode_parts::<bf16, 16, 64, 128, 0, 1>::source),
    ("decode_parts.bf16.128.paged", On::All, decode_parts::<bf16, 16, 64, 128, 1, 0>::source),
    ("decode_parts.bf16.128.many", On::All, decode_parts::<bf16, 64, 64, 128, 0, 0>::source),
    ("decode_parts.bf16.256", On::All, decode_parts::<bf16, 16, 32, 256, 0, 0>::source),
    ("decode_whole.bf16.128.1", On::All, decode_whole::<bf16, 1, 128>::source),
    ("decode_whole.bf16.128.16", On::All, decode_whole::<bf16, 16, 128>::source),
    ("dropout.f32", On::All, dropout_quarters::<f32>::source),
    ("few_of_pieces.f32.8", On::All, few_of_pieces::<f32, 1, 1024, 8>::source),
    ("few_of_pieces.f32.32", On::All, few_of_pieces::<f32, 8, 128, 32>::source),
    ("fused.pipeline", On::All, fused_pipeline),
    ("fused.pipeline.turned", On::All, fused_pipeline),
    ("fused.choice", On::All, fused_choice),
    ("fused.loss.bf16", On::All, fused_loss),
    ("grouped_product.bf16.128", On::From80, grouped_product_tiles::<bf16, 128, 128, 64>::source),
    ("grouped_product.bf16.64", On::All, grouped_product_tiles::<bf16, 64, 64, 64>::source),
    ("grouped_product.f32.64", On::All, grouped_product_tiles::<f32, 64, 64, 16>::source),
    ("layer_norm.bf16.64", On::All, layer_norm_rows::<bf16, 64, 64>::source),
    ("layer_norm.bf16.32768", On::All, layer_norm_rows::<bf16, 1, 32_768>::source),
    ("layer_norm.bf16.32768.wide", On::From90, layer_norm_wide_rows::<bf16, 32_768>::source),
    ("layer_norm.bf16.wide", On::From90, layer_norm_wide_rows::<bf16, 262_144>::source),
    ("layer_norm.f32.1024", On::All, layer_norm_rows::<f32, 1, 1024>::source),
    ("layer_norm.f32.32768", On::All, layer_norm_rows::<f32, 1, 32_768>::source),
    ("layer_norm.f32.long", On::All, layer_norm_long_rows::<f32, 8192>::source),
    ("layer_norm.f32.32768.wide", On::From90, layer_norm_wide_rows::<f32, 32_768>::source),
    ("layer_norm.f32.wide", On::From90, layer_norm_wide_rows::<f32, 262_144>::source),
    ("plain.attention", On::All, plain::attention::<64, 64, 128>::source),
    ("plain.attention_keys", On::From80, plain::attention_keys::<64, 128>::source),
    ("plain.attention_queries", On::From80, plain::attention_queries::<64, 128>::source),
    ("plain.convolution", On::All, plain::convolution::<128, 128, 64>::source),
    ("plain.decode", On::All, plain::decode::<8, 64, 128>::source),
    ("plain.experts", On::All, plain::experts::<128, 128, 64>::source),
    ("plain.swiglu", On::All, plain::swiglu::<128, 128, 64>::source),
    ("product.bf16.128", On::All, product_tiles::<bf16, bf16, Identity, 128, 128, 64>::source),
    ("product.bf16.256", On::From80, product_tiles::<bf16, bf16, Identity, 128, 256, 64>::source),
    ("product.f8e4m3.256", On::From80, product_tiles::<f8e4m3, bf16, Identity, 128, 256, 64>::source),
    ("product.f16.64", On::All, product_tiles::<f16, f32, Identity, 64, 64, 64>::source),
    ("product.f32.128", On::All, product_tiles::<f32, f32, Identity, 128, 128, 16>::source),
    ("product.f32.64", On::All, product_tiles::<f32, f32, Identity, 64, 64, 16>::source),
    (
        "batched_product.bf16.128",
        On::All,
        batched_product_tiles::<bf16, bf16, Identity, 128, 128, 64>::source,
    ),
    ("skinny_product.16", On::All, skinny_product_tiles::<bf16, bf16, Identity, 16, 64, 128>::source),
    ("skinny_product.64", On::All, skinny_product_tiles::<bf16, bf16, Identity, 64, 64, 128>::source),
    ("skinny_product.128", On::All, skinny_product_tiles::<bf16, bf16, Identity, 128, 64, 64>::source),
    ("quantized_product.128", On::All, quantized_product_tiles::<f32, 128, 128, 128>::source),
    ("quantized_product.256", On::Hopper, quantized_product_tiles::<bf16, 128, 256, 128>::source),
    ("quantized_product.64", On::All, quantized_product_tiles::<f32, 64, 64, 64>::source),
    ("quantized_rows.f32.256", On::All, quantized_rows::<f32, 16, 256>::source),
    ("quantized_rows.f32.long", On::All, quantized_rows::<f32, 1, 4096>::source),
    ("product.f8e4m3.64.turned", On::Hopper, product_tiles::<f8e4m3, bf16, Identity, 64, 64, 128>::source),
    ("product.f8e4m3.128.turned", On::Hopper, product_tiles::<f8e4m3, bf16, Identity, 128, 128, 128>::source),
    ("product.f8e4m3.256.turned", On::Hopper, product_tiles::<f8e4m3, bf16, Identity, 128, 256, 128>::source),
    (
        "scaled_product.f8e5m2.turned",
        On::Hopper,
        scaled_product_tiles::<f8e5m2, f8e4m3, bf16, 128, 256, 128>::source,
    ),
    ("scaled_product.f8e4m3.64", On::All, scaled_product_tiles::<f8e4m3, f8e4m3, f16, 64, 64, 64>::source),
    ("radix_counts.f32", On::All, radix_counts::<f32>::source),
    ("radix_pass.f32", On::All, radix_pass::<f32, 0, 0>::source),
    ("radix_pass.i32.places", On::All, radix_pass::<i32, 1, 0>::source),
    ("radix_pass.i32.places.steps", On::All, radix_pass::<i32, 1, 1>::source),
    ("rms_norm.bf16.4096", On::All, rms_norm_rows::<bf16, 1, 4096>::source),
    ("rms_norm.bf16.wide", On::From90, rms_norm_wide_rows::<bf16, 262_144>::source),
    ("rms_norm.f32.long", On::All, rms_norm_long_rows::<f32, 8192>::source),
    ("rms_norm.f32.wide", On::From90, rms_norm_wide_rows::<f32, 262_144>::source),
    ("row_sums.bf16", On::All, row_sums::<bf16, 1, 4096>::source),
    ("row_sums.f32", On::All, row_sums::<f32, 16, 256>::source),
    ("scan.f32", On::All, scan_blocks::<f32, Sum, 0>::source),
    ("scan.u32.steps", On::All, scan_blocks::<u32, Sum, 1>::source),
    ("softmax.bf16.1024", On::All, softmax_rows::<bf16, 2, 1024>::source),
    ("softmax.f32.64", On::All, softmax_rows::<f32, 64, 64>::source),
    ("softmax.f32.8192", On::All, softmax_rows::<f32, 1, 8192>::source),
    ("softmax.f32.32768", On::All, softmax_rows::<f32, 1, 32_768>::source),
    ("softmax.f32.long", On::All, softmax_long_rows::<f32, 8192>::source),
    ("softmax.f32.wide", On::From90, softmax_wide_rows::<f32, 262_144>::source),
    ("top_of_pieces.bf16", On::All, top_of_pieces::<bf16>::source),
    ("top_of_pieces.f32", On::All, top_of_pieces::<f32>::source),
    ("top_of_short_rows.bf16", On::All, top_of_short_rows::<bf16>::source),
    ("top_of_short_rows.f32", On::All, top_of_short_rows::<f32>::source),
    ("topk.f32.128", On::All, topk_pieces::<f32, 1, 1024, 128>::source),
    ("topk.f32.1024", On::All, topk_pieces::<f32, 1, 4096, 1024>::source),
    ("transpose.bf16", On::All, transposed_tiles::<bf16, 64, 64>::source),
    ("transpose.f32", On::All, transposed_tiles::<f32, 64, 64>::source),
];

/// What an architecture runs of an instance: code of threads, for large launches too where it suits, of a tile
/// kernel for aligned tensors and for any others.
fn for_threads(name: &str, module: &Module, arch: u32, backend: Backend) -> Vec<(String, Module)> {
    let attrs = &module.entry().expect("a module has a kernel").attrs;
    if attrs.tile.is_none() {
        let coarse = finish_coarse(module).map(|coarse| (format!("{name}.coarse"), coarse.module));
        return [(name.to_owned(), finish(module).0)].into_iter().chain(coarse).collect();
    }
    let mut variants = vec![(Variant::FAST, "fast"), (Variant::GENERAL, "general")];
    if name.starts_with("batched_product") {
        // Either factor transposed, and both.
        variants.extend(
            [(1, "tn"), (2, "nt"), (3, "tt")]
                .map(|(turned, word)| (Variant { turned, ..Variant::FAST }, word)),
        );
    }
    if name.ends_with(".turned") {
        // The library launches it with a right factor whose rows lie along `k`, or with a column for its second input.
        variants[0] = (Variant { turned: 2, ..Variant::FAST }, "nt");
    }
    let lowered = variants.into_iter().map(|(variant, word)| {
        let target = tile::Target::new(arch, variant).through(backend);
        let made = tile::lower(module, target, &mut |_, _| {});
        let made = made.unwrap_or_else(|error| panic!("{name} for sm_{arch}: {error}"));
        (format!("{name}.{word}"), made.module)
    });
    lowered.collect()
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::create_dir_all(folder).expect("a folder for texts");
    std::fs::write(folder.join(name), text).expect("a text is written");
}

#[test]
fn ptx_is_written_for_every_generation() {
    let folder = std::env::var_os("KILN_TEXTS").map(|folder| PathBuf::from(folder).join("kernels"));
    for (name, on, source) in INSTANCES {
        let text = source(SourceKind::Ir).unwrap_or_else(|error| panic!("{name}: {error}"));
        let module = parse(&text).expect("what was printed can be read");
        let math = module.entry().expect("a module has a kernel").attrs.math;
        for arch in [75, 80, 90, 100, 120] {
            let launched = match on {
                On::All => true,
                On::From80 => arch >= 80,
                On::From90 => arch >= 90,
                On::Hopper => arch == 90,
            };
            if !launched {
                continue;
            }
            let folder = folder.as_ref().map(|folder| folder.join(arch.to_string()));
            for (name, module) in for_threads(name, &module, arch, Backend::Ptx) {
                let text = ptx::emit(&module, ptx::Target::new(arch));
                let text =
                    text.unwrap_or_else(|missing| panic!("{name} for sm_{arch}: {:?}", missing.names)).text;
                if let Some(folder) = &folder {
                    write(folder, &format!("{name}.ptx"), &text);
                }
            }
            for (name, module) in for_threads(name, &module, arch, Backend::Cuda) {
                let cuda = cuda::emit(&module).text;
                // Any lie of tensors is for NVRTC what PTX shows already: one generation tells of it.
                let both = !name.ends_with(".general") || arch == 90;
                if let (Some(folder), true) = (&folder, both) {
                    let options = if math == MathTier::Fast { "// nvrtc: --use_fast_math\n" } else { "" };
                    write(folder, &format!("{name}.cu"), &format!("{options}// only: sm_{arch}\n{cuda}"));
                }
            }
        }
    }
}
