//! The texts of all kernels of these tests, for the real compilers: CUDA C++ as recorded in `tests/snapshots`, PTX
//! made anew.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kiln::prelude::*;
use kiln_codegen::back::{Emitted, TextFacts, cuda, ptx};
use kiln_codegen::ir::{Module, parse};
use kiln_codegen::passes::{finish, finish_coarse, tile};

#[path = "../../codegen/tests/recorded/mod.rs"]
mod recorded;

type Source = fn(SourceKind) -> kiln::Result<Cow<'static, str>>;

/// Instances of open kernels.
const INSTANCES: &[(&str, Source)] = &[
    ("adapters.chained_elements", crate::adapters::chained_elements_kernel::source),
    ("adapters.zipped_behind", crate::adapters::zipped_behind_kernel::source),
    ("adapters.of_structs", crate::adapters::of_structs_kernel::source),
    ("adapters.scanned", crate::adapters::scanned_kernel::source),
    ("adapters.named_tuples", crate::adapters::named_tuples_kernel::source),
    ("arithmetic.generic_ends.i64", crate::arithmetic::generic_ends::<i64>::source),
    ("arithmetic.generic_ends.u8", crate::arithmetic::generic_ends::<u8>::source),
    ("blocks.circles.f32", crate::blocks::circles::<f32>::source),
    ("blocks.collect", crate::blocks::collect::source),
    ("blocks.philox", crate::blocks::philox::source),
    ("blocks.streams_of_numbers", crate::blocks::streams_of_numbers::source),
    ("clusters.neighbors", crate::clusters::neighbors::source),
    ("crates.across", crate::crates::across::source),
    ("enum_operators.sides", crate::enum_operators::sides_kernel::source),
    ("found.differences", crate::found::differences_of_constants::source),
    ("found.flags", crate::found::flags_kernel::source),
    ("found.magnitudes", crate::found::magnitudes_as_floats::source),
    ("found.maxima_of_three", crate::found::maxima_of_three::source),
    ("found.negations_compared", crate::found::negations_compared::source),
    ("functions.calls", crate::functions::calls::source),
    ("functions.may_fail", crate::functions::may_fail::source),
    ("functions.shares", crate::functions::shares::source),
    ("generics.bits.i64", crate::generics::bits::<i64>::source),
    ("generics.bits.u8", crate::generics::bits::<u8>::source),
    ("generics.captured", crate::generics::captured::source),
    ("generics.generic.bf16", crate::generics::generic::<bf16, 3, true>::source),
    ("generics.generic.f16", crate::generics::generic::<f16, 3, false>::source),
    ("generics.generic.f32", crate::generics::generic::<f32, 4, false>::source),
    ("generics.generic.f64", crate::generics::generic::<f64, 4, true>::source),
    ("launches.by_name_generic.f32", crate::launches::by_name_generic::<f32>::source),
    ("launches.by_name_with_captures", crate::launches::by_name_with_captures::source),
    ("memory.dynamic", crate::memory::dynamic::source),
    ("operators.attraction", crate::operators::attraction::source),
    ("operators.fixed", crate::operators::fixed::source),
    ("operators.julia.f16", crate::operators::julia::<f16>::source),
    ("operators.julia.f32", crate::operators::julia::<f32>::source),
    ("operators.polynomials.dual", crate::operators::dual_polynomials),
    ("operators.sets", crate::operators::sets::source),
    ("operators.vectors", crate::operators::vectors::source),
    ("prints.lines", crate::prints::lines::source),
    ("std_methods.arrays", crate::std_methods::arrays_kernel::source),
    ("std_methods.div_i32", crate::std_methods::div_i32_kernel::source),
    ("std_methods.div_u8", crate::std_methods::div_u8_kernel::source),
    ("std_methods.ends", crate::std_methods::ends_kernel::source),
    ("std_methods.multiples", crate::std_methods::multiples_kernel::source),
    ("std_methods.of_16", crate::std_methods::of_16_kernel::source),
    ("std_methods.of_64", crate::std_methods::of_64_kernel::source),
    ("std_methods.options", crate::std_methods::options_kernel::source),
    ("std_methods.orders", crate::std_methods::orders_kernel::source),
    ("std_methods.searched", crate::std_methods::searched_kernel::source),
    ("std_methods.then_ordered", crate::std_methods::then_ordered_kernel::source),
    ("variants.calls", crate::variants::calls::source),
    ("variants.corner", crate::variants::corner::source),
    ("variants.runs", crate::variants::runs::source),
    ("variants.shapes", crate::variants::shapes::source),
    ("variants.trees", crate::variants::trees::source),
    ("wide.signed", crate::wide::signed::source),
    ("wide.steps", crate::wide::steps::source),
    ("wide.unsigned", crate::wide::unsigned::source),
];

/// Tile kernels whose CUDA C++ is recorded.
const TILES: &[(&str, Source)] = &[
    ("float8.of_tiles.f8e4m3", crate::float8::of_tiles::<f8e4m3, 16>::source),
    ("float8.of_tiles.f8e5m2", crate::float8::of_tiles::<f8e5m2, 16>::source),
    ("float8.quantized", crate::float8::quantized::source),
    ("tile_ahead.by_page", crate::tile_ahead::by_page::<64, 64, 64>::source),
    ("tile_ahead.by_page_twice", crate::tile_ahead::by_page_twice::<128, 64, 64>::source),
    ("tile_ahead.by_parts", crate::tile_ahead::by_parts::<64, 64, 32>::source),
    ("tile_ahead.by_pages_of_rows", crate::tile_ahead::by_pages_of_rows::<64, 64, 64>::source),
    ("tile_ahead.by_quotient", crate::tile_ahead::by_quotient::<128, 128, 64>::source),
    ("tile_ahead.by_table", crate::tile_ahead::by_table::<128, 64, 32>::source),
    ("tile_axes.of_one_extent", crate::tile_axes::of_one_extent::<777>::source),
    ("tile_axes.orders", crate::tile_axes::orders::<5, 12>::source),
    ("tile_axes.parts", crate::tile_axes::parts::source),
    ("tile_axes.splits", crate::tile_axes::splits::source),
    ("tile_each.of_batches", crate::tile_each::of_batches::source),
    ("tile_each.half_sums", crate::tile_each::half_sums::source),
    ("tile_each.random", crate::tile_each::random::source),
    ("tile_enums.planned", crate::tile_enums::planned::source),
    ("tile_lines.edges", crate::tile_lines::edges::source),
    ("tile_lines.lines", crate::tile_lines::lines::source),
    ("tile_tuples.of_one_extent", crate::tile_tuples::of_one_extent::<77>::source),
    ("tile_tuples.recurrences", crate::tile_tuples::recurrences::<16, 32>::source),
    ("tile_tuples.reductions", crate::tile_tuples::reductions::<16, 64>::source),
    ("tile_tuples.values", crate::tile_tuples::values::source),
    ("tile_axes.best", crate::tile_axes::best::source),
    ("prints.of_tiles", crate::prints::of_tiles::source),
    ("tile_axes.reductions", crate::tile_axes::reductions::<33, 7>::source),
    ("tile_axes.scans", crate::tile_axes::scans::<16, 64>::source),
    (
        "tile_products.left_transposed.u8_i8",
        crate::tile_products::left_transposed::<u8, i8, i32, 32, 32, 64>::source,
    ),
    (
        "tile_products.left_transposed.e5m2_e4m3",
        crate::tile_products::left_transposed::<f8e5m2, f8e4m3, f32, 32, 32, 64>::source,
    ),
    ("tile_products.plain.f8e4m3", crate::tile_products::plain::<f8e4m3, f8e4m3, f32, 32, 32, 64>::source),
    ("tile_products.plain.f64", crate::tile_products::plain::<f64, f64, f64, 32, 32, 8>::source),
    ("tile_products.plain.i8", crate::tile_products::plain::<i8, i8, i32, 32, 32, 64>::source),
    (
        "tile_products.right_transposed.f8e5m2",
        crate::tile_products::right_transposed::<f8e5m2, f8e5m2, f32, 32, 32, 64>::source,
    ),
    (
        "tile_products.right_transposed.i8_u8",
        crate::tile_products::right_transposed::<i8, u8, i32, 32, 32, 64>::source,
    ),
    ("tile_integers.lazily", crate::tile_integers::lazily::source),
    ("tile_integers.operators.i16", crate::tile_integers::operators::<i16, 16, 32>::source),
    ("tile_integers.operators.u32", crate::tile_integers::operators::<u32, 16, 32>::source),
    ("tile_offsets.convolved.bf16", crate::tile_offsets::convolved::<bf16>::source),
    ("tile_offsets.experts.bf16", crate::tile_offsets::experts::<bf16, 128, 64, 64>::source),
    ("tile_offsets.over_graph.bf16", crate::tile_offsets::over_graph::<bf16>::source),
    ("tile_offsets.picked.f16", crate::tile_offsets::picked::<f16, i32>::source),
    ("tile_offsets.shifted.f32", crate::tile_offsets::shifted::<f32>::source),
    ("tile_offsets.windows.bf16", crate::tile_offsets::windows::<bf16>::source),
    ("tile_order.groups", crate::tile_order::groups::source),
    ("tile_order.rows", crate::tile_order::rows::source),
    ("tile_products.rounded", crate::tile_products::rounded::<64, 64, 16>::source),
    ("tile_products.rounded_along_k", crate::tile_products::rounded_along_k::<64, 64, 32>::source),
    ("tile_products.rounded_otherwise", crate::tile_products::rounded_otherwise::source),
    ("tile_products.rounded_transposed", crate::tile_products::rounded_transposed::<64, 64, 16>::source),
    ("tile_views.asserts", crate::tile_views::asserts::source),
    ("tile_views.product.bf16", crate::tile_views::product::<bf16>::source),
    ("tile_views.product.f32", crate::tile_views::product::<f32>::source),
    ("tile_views.scaled", crate::tile_views::scaled::source),
    ("tile_views.steered", crate::tile_views::steered::source),
    ("tile_words.masks", crate::tile_words::masks::source),
    ("tile_words.numbers.f8e4m3", crate::tile_words::numbers::<f8e4m3, 4, 8, 32, 6>::source),
    ("tile_words.numbers.i64", crate::tile_words::numbers::<i64, 5, 7, 35, 5>::source),
    ("tile_words.steered", crate::tile_words::steered::source),
];

/// Every kernel of these tests, but for those that are spoiled on purpose and never run on a GPU.
fn kernels() -> impl Iterator<Item = (String, &'static kiln::registry::KernelEntry)> {
    kiln::registry::all()
        .into_iter()
        .filter(|entry| !entry.path().contains("sanitizing"))
        .map(|entry| (entry.path().replace("run::", "").replace("::", "."), entry))
}

/// The CUDA C++ of the closed kernels, and of instances of the open ones. `cargo xtask validate` compiles it with
/// NVRTC and ptxas for every architecture; `cargo xtask bless` records it anew.
#[test]
fn texts_are_as_recorded() {
    let clusters = |has: bool| if has { "// least: sm_90\n" } else { "" };
    let mut texts: Vec<(String, String)> = kernels()
        .filter_map(|(name, entry)| {
            let least = clusters(entry.attrs.cluster.is_some());
            let (_, text) = entry.cuda.and_then(TextFacts::split)?;
            Some((name, format!("{least}{text}")))
        })
        .collect();
    for (name, source) in INSTANCES {
        let text = source(SourceKind::Cuda).expect("the instance can be finished");
        texts.push(((*name).to_owned(), format!("{}{text}", clusters(text.contains("__cluster_dims__")))));
    }
    // The text of a tile kernel is that for GPUs with tensor cores and asynchronous copies.
    for (name, source) in TILES {
        let text = source(SourceKind::Cuda).expect("the kernel can be lowered");
        // The least of the generations that are tried whose tensor cores multiply floats of 8 bits is 90.
        let float8 = text.contains("mma_m16n8k32_e");
        let on = if text.contains("wgmma") {
            "only: sm_90"
        } else if float8 {
            "least: sm_90"
        } else {
            "least: sm_80"
        };
        texts.push(((*name).to_owned(), format!("// {on}\n{text}")));
    }

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let bless = std::env::var_os("KILN_BLESS").is_some();
    if !folder.exists() && !bless {
        return println!("the snapshots are not on this machine, so they are not compared");
    }
    recorded::compare("run", &folder, &texts, bless);
}

/// The PTX that each kernel gets on each generation of GPUs. It is not recorded: it is several texts a kernel,
/// which change with every improvement of the back end. `cargo xtask validate` names a folder in KILN_TEXTS and
/// assembles what it finds there. The CUDA C++ for large launches is written there too, once for all generations.
#[test]
fn ptx_is_written_for_every_generation() {
    let folder = std::env::var_os("KILN_TEXTS").map(|folder| PathBuf::from(folder).join("run"));
    let mut modules: Vec<(String, Module)> = kernels()
        .filter(|(_, entry)| !entry.open)
        .map(|(name, entry)| (name, parse(entry.ir).expect("what the macro embeds can be read")))
        .collect();
    for (name, source) in INSTANCES.iter().chain(TILES) {
        let text = source(SourceKind::Ir).expect("the instance can be finished");
        modules.push(((*name).to_owned(), parse(&text).expect("what was printed can be read")));
    }
    // What has no PTX yet, and in how many texts it stands.
    let mut missing = BTreeMap::<String, usize>::new();
    let mut written = 0;
    for arch in [75, 80, 90, 100, 120] {
        for (name, module) in &modules {
            for (name, module) in for_threads(name, module, arch) {
                let Ok(Emitted { text, .. }) =
                    ptx::emit(&module, ptx::Target::new(arch)).map_err(|unsupported| {
                        unsupported.names.into_iter().for_each(|name| *missing.entry(name).or_default() += 1);
                    })
                else {
                    continue;
                };
                assert!(text.contains(".visible .entry "), "{name}: {text}");
                written += 1;
                if let Some(folder) = &folder {
                    let folder = folder.join(arch.to_string());
                    std::fs::create_dir_all(&folder).expect("a folder for texts");
                    std::fs::write(folder.join(format!("{name}.ptx")), text).expect("a text is written");
                    // What the oldest one gets of tiles of 8-bit floats, all others take too.
                    if (name.ends_with(".coarse") || name.starts_with("float8.")) && arch == 75 {
                        let text = cuda::emit(&module).text;
                        std::fs::write(folder.join(format!("{name}.cu")), text).expect("a text is written");
                    }
                }
            }
        }
    }
    println!("{written} texts; not written yet: {missing:?}");
    if let (Some(folder), false) = (folder, missing.is_empty()) {
        let list: String = missing.iter().map(|(what, count)| format!("{what} ({count})\n")).collect();
        std::fs::write(folder.join("missing.txt"), list).expect("the list is written");
    }
    assert!(written > modules.len());
}

/// What an architecture runs of a kernel: code of threads, for large launches too where it suits, of a tile kernel
/// for aligned tensors and for any others.
fn for_threads(name: &str, module: &Module, arch: u32) -> Vec<(String, Module)> {
    let attrs = &module.entry().expect("a module has a kernel").attrs;
    if attrs.cluster.is_some() && arch < 90 {
        return Vec::new();
    }
    if attrs.tile.is_none() {
        let coarse = finish_coarse(module).map(|coarse| (format!("{name}.coarse"), coarse.module));
        return [(name.to_owned(), finish(module).0)].into_iter().chain(coarse).collect();
    }
    let variants = [(tile::Variant::FAST, "fast"), (tile::Variant::GENERAL, "general")];
    let lowered = variants.into_iter().filter_map(|(variant, word)| {
        // Tiles that one generation holds and another one does not are no concern of this test.
        let made = tile::lower(module, tile::Target::new(arch, variant), &mut |_, _| {}).ok()?;
        Some((format!("{name}.{word}"), made.module))
    });
    lowered.collect()
}
