//! The text of kernels, for people to read.

use kiln::prelude::*;

#[kernel]
fn readable(a: f32, x: &[f32], y: &mut [f32]) {
    let row = global_id();
    // Threads past the end have nothing to do.
    if row < y.len() {
        y[row] = a * x[row] + y[row];
    }
}

#[kernel]
fn template<T: Float, const TWICE: bool>(x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = if TWICE { x[i] + x[i] } else { x[i] };
    }
}

#[test]
fn a_closed_kernels_text_is_a_constant_in_the_users_words() {
    assert!(readable::entry().cuda.is_some());
    let text = readable::source(Target::Cuda).unwrap();
    for part in ["readable(", "float a", "row", "// Threads past the end have nothing to do."] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    // The same kernel gives the same text.
    assert_eq!(text, readable::source(Target::Cuda).unwrap());
}

#[kernel(target = "ptx")]
fn always_ptx<const N: usize>(x: &mut [u32]) {
    if global_id() < x.len() {
        x[global_id()] = N as u32;
    }
}

#[test]
fn ptx_is_for_the_least_architecture_and_all_after_it() {
    let text = readable::ptx().unwrap();
    assert!(text.contains(".target sm_75\n") && text.contains(".entry readable("), "{text}");
    assert_eq!(text, readable::source(Target::Ptx).unwrap());
    assert!(always_ptx::<7>::ptx().unwrap().contains(".entry always_ptx("));
}

#[test]
fn a_kernel_chooses_its_back_end() {
    assert_eq!(always_ptx::<1>::entry().attrs.target.map(|target| target.name()), Some("ptx"));
    assert!(always_ptx::<1>::entry().ir.contains("#[target(ptx)]"));
    for stream in super::streams() {
        let mut x = stream.alloc_zeroed::<u32>(5).unwrap();
        always_ptx::<3>(&mut x).threads(5).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [3; 5]);
        // KILN_BACKEND, where it is set for these tests, goes before the kernel.
        if std::env::var_os("KILN_BACKEND").is_none() {
            let report = always_ptx::<3>(&mut x).threads(5).report(&stream).unwrap();
            assert!(report.to_string().starts_with("kernel `always_ptx` on sm_"), "{report}");
            assert!(report.to_string().contains(", through PTX\n"), "{report}");
        }
    }
}

#[test]
fn an_open_kernels_text_is_made_for_its_instance() {
    assert!(template::<f32, true>::entry().cuda.is_none());
    let single = template::<f32, true>::source(Target::Cuda).unwrap();
    let double = template::<f64, false>::source(Target::Cuda).unwrap();
    assert!(single.contains("float") && !single.contains("double"), "{single}");
    assert!(double.contains("double"), "{double}");
    let ir = template::<f64, false>::source(Target::Ir).unwrap();
    assert!(ir.starts_with("kiln-ir 1"), "{ir}");
}

/// The texts of all kernels of these tests: the closed ones, and instances of the open ones. `cargo xtask validate` compiles
/// them with NVRTC and ptxas for every architecture; `cargo xtask bless` records them anew.
#[test]
fn texts_are_as_recorded() {
    let mut texts: Vec<(String, String)> = kiln::kernels()
        .into_iter()
        // Spoilt on purpose, and never run on a GPU.
        .filter(|entry| !entry.path().contains("sanitizing"))
        .filter_map(|entry| {
            let least = if entry.attrs.cluster.is_some() { "// least: sm_90\n" } else { "" };
            let name = entry.path().replace("run::", "").replace("::", ".");
            entry.cuda.map(|text| (name, format!("{least}{text}")))
        })
        .collect();
    let mut instance = |name: &str, text: kiln::Result<std::borrow::Cow<'static, str>>| {
        texts.push((name.to_owned(), text.expect("the instance can be finished").into_owned()));
    };
    instance("arithmetic.generic_ends.u8", crate::arithmetic::generic_ends::<u8>::source(Target::Cuda));
    instance("arithmetic.generic_ends.i64", crate::arithmetic::generic_ends::<i64>::source(Target::Cuda));
    instance("blocks.collect", crate::blocks::collect::source(Target::Cuda));
    instance("blocks.streams_of_numbers", crate::blocks::streams_of_numbers::source(Target::Cuda));
    instance("blocks.circles.f32", crate::blocks::circles::<f32>::source(Target::Cuda));
    instance("blocks.philox", crate::blocks::philox::source(Target::Cuda));
    instance("memory.dynamic", crate::memory::dynamic::source(Target::Cuda));
    instance("operators.vectors", crate::operators::vectors::source(Target::Cuda));
    instance("operators.julia.f32", crate::operators::julia::<f32>::source(Target::Cuda));
    instance("operators.julia.f16", crate::operators::julia::<f16>::source(Target::Cuda));
    instance("operators.polynomials.dual", crate::operators::dual_polynomials());
    instance("operators.attraction", crate::operators::attraction::source(Target::Cuda));
    instance("operators.fixed", crate::operators::fixed::source(Target::Cuda));
    instance("operators.sets", crate::operators::sets::source(Target::Cuda));
    instance("prints.lines", crate::prints::lines::source(Target::Cuda));
    let neighbours = crate::clusters::neighbours::source(Target::Cuda)
        .map(|text| format!("// least: sm_90\n{text}").into());
    instance("clusters.neighbours", neighbours);
    instance("crates.across", crate::crates::across::source(Target::Cuda));
    instance("functions.calls", crate::functions::calls::source(Target::Cuda));
    instance("functions.may_fail", crate::functions::may_fail::source(Target::Cuda));
    instance("functions.shares", crate::functions::shares::source(Target::Cuda));
    instance("generics.captured", crate::generics::captured::source(Target::Cuda));
    instance("generics.generic.f32", crate::generics::generic::<f32, 4, false>::source(Target::Cuda));
    instance("generics.generic.f64", crate::generics::generic::<f64, 4, true>::source(Target::Cuda));
    instance("generics.generic.f16", crate::generics::generic::<f16, 3, false>::source(Target::Cuda));
    instance("generics.generic.bf16", crate::generics::generic::<bf16, 3, true>::source(Target::Cuda));
    instance("generics.bits.u8", crate::generics::bits::<u8>::source(Target::Cuda));
    instance("generics.bits.i64", crate::generics::bits::<i64>::source(Target::Cuda));

    instance("launches.by_name_with_captures", crate::launches::by_name_with_captures::source(Target::Cuda));
    instance("launches.by_name_generic.f32", crate::launches::by_name_generic::<f32>::source(Target::Cuda));

    // The text of a tile kernel is that for GPUs with tensor cores and asynchronous copies.
    let mut tiles = |name: &str, text: kiln::Result<std::borrow::Cow<'static, str>>| {
        let text = text.expect("the kernel can be lowered");
        texts.push((name.to_owned(), format!("// least: sm_80\n{text}")));
    };
    tiles("tile_views.asserts", crate::tile_views::asserts::source(Target::Cuda));
    tiles("tile_views.product.bf16", crate::tile_views::product::<bf16>::source(Target::Cuda));
    tiles("tile_views.product.f32", crate::tile_views::product::<f32>::source(Target::Cuda));
    tiles("tile_views.scaled", crate::tile_views::scaled::source(Target::Cuda));
    tiles("tile_views.steered", crate::tile_views::steered::source(Target::Cuda));

    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let bless = std::env::var_os("KILN_BLESS").is_some();
    if !folder.exists() && !bless {
        return println!("the snapshots are not on this machine, so they are not compared");
    }
    let mut wrong = Vec::new();
    for (name, text) in &texts {
        let path = folder.join(format!("{name}.cu"));
        if bless {
            std::fs::create_dir_all(&folder).expect("a folder for snapshots");
            std::fs::write(&path, text).expect("a snapshot is written");
        } else if std::fs::read_to_string(&path).ok().as_ref() != Some(text) {
            wrong.push(name);
        }
    }
    assert!(
        wrong.is_empty(),
        "these texts are not as recorded (`cargo xtask bless` records them): {wrong:?}"
    );
    let recorded = std::fs::read_dir(&folder).expect("the folder exists").count();
    assert_eq!(recorded, texts.len(), "{} has snapshots of kernels that are gone", folder.display());
}
