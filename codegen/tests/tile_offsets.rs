//! How loads by elements and by index tiles are lowered: which of them move vectors, run ahead or come by TMA.

use kiln_codegen::ir::{Module, parse, verify::verify};
use kiln_codegen::passes::tile::{Lowered, Target, Variant, lower};

/// `c = x · b`, with `x` loaded so. `k` counts in steps of 32, `n` is any number.
fn product(load: &str) -> Module {
    let text = format!(
        "kiln-ir 1

#[tile]
kernel fn f(x#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>, rows#3: &tensor1<i32>, n#4: isize) {{
    var sum#5: tile<f32, 64, 64>;
    var k#6: usize;
    var index#7: tile<i32, 64>;
    @0 let index#7 = tile_load(rows#3, 0usize): tile<i32, 64>;
    @0 let sum#5 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
    @0 '0: for k#6 in 0usize..x#0.extent(1) step 32usize {{
        @0 sum#5 = tile_mma({load}: tile<bf16, 64, 32>, tile_load(b#1, k#6, 0usize): tile<bf16, 32, 64>, sum#5);
    }}
    @0 eval tile_store(c#2, 0usize, 0usize, sum#5);
}}

sites {{
    file \"a.rs\";
    @0 1:1;
}}
"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

fn lowered(load: &str, arch: u32, variant: Variant) -> Lowered {
    lower(&product(load), Target::new(arch, variant), &mut |_, _| {}).unwrap()
}

/// How the elements of `x` move.
fn moves(load: &str, arch: u32) -> (&'static str, u32) {
    moved(&lowered(load, arch, Variant::FAST), "x")
}

fn moved(made: &Lowered, tensor: &str) -> (&'static str, u32) {
    let moved = made.report.moves.iter().find(|moved| moved.tensor == tensor).unwrap();
    (moved.how, moved.bytes)
}

#[test]
fn offsets_keep_vectors_where_they_are_visibly_whole() {
    // Any row, and columns that are literals, counters in steps, products and sums of such.
    for column in
        ["32isize", "k#6 as isize", "(k#6 as isize) - 16isize", "n#4 * 8isize", "(n#4 << 3isize) + 64isize"]
    {
        let load = format!("tile_load_at(x#0, n#4, {column})");
        assert_eq!(moves(&load, 80), ("loaded ahead", 16), "{column}");
        assert_eq!(moves(&load, 75), ("loaded", 16), "{column}");
    }
    for column in ["n#4", "3isize", "(k#6 as isize) + 4isize", "n#4 * 4isize"] {
        let load = format!("tile_load_at(x#0, n#4, {column})");
        assert_eq!(moves(&load, 80), ("loaded", 2), "{column}");
    }
}

#[test]
fn boxes_of_tma_begin_at_whole_vectors() {
    for (column, moved) in [("32isize", ("loaded ahead by TMA", 4096)), ("n#4", ("loaded", 2))] {
        let load = format!("tile_load_at(x#0, n#4, {column})");
        assert_eq!(moves(&load, 90), moved, "{column}");
    }
}

#[test]
fn rows_by_index_are_copied_ahead_in_vectors() {
    for (arch, copies) in [(80, "ldmatrix_x4("), (90, "wgmma_bf16")] {
        let load = "tile_load_rows(x#0, index#7, k#6)";
        assert_eq!(moves(load, arch), ("loaded ahead", 16));
        let made = lowered(load, arch, Variant::FAST);
        // TMA loads the other factor, and barriers and groups of copies are waited for.
        assert_eq!(moved(&made, "b").0, if arch == 90 { "loaded ahead by TMA" } else { "loaded ahead" });
        let text = made.module.to_text();
        assert!(text.contains(copies), "{text}");
        // The numbers pass through shared memory once, before the loop.
        let (before, within) = text.split_once("'0: for k#").unwrap();
        assert_eq!((before.matches("exchange#").count() > 0, within.contains("exchange#")), (true, false));
    }
    assert_eq!(moves("tile_load_rows(x#0, index#7, k#6)", 75), ("loaded", 16));
}

/// Rows of a tensor that lies turned are columns in memory: elements one by one.
#[test]
fn rows_of_a_turned_tensor_are_elements() {
    let variant = Variant { turned: 0b1, ..Variant::FAST };
    let made = lowered("tile_load_rows(x#0, index#7, k#6)", 80, variant);
    assert_eq!(moved(&made, "x"), ("loaded", 2));
}
