//! Tile IR as text: what is printed is what is parsed, and the verifier takes it.

use kiln_codegen::ir::{Module, parse, verify::Rule, verify::verify};

/// A matrix product, a softmax of rows and loads of every kind, as the front end writes them.
const TEXTS: [&str; 3] = [
    "kiln-ir 1

#[tile]
#[warps(4)]
#[stages(3)]
kernel fn matmul(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<bf16>) {
    var m#3: usize;
    var n#4: usize;
    var acc#5: tile<f32, 64, 32>;
    var k#6: usize;
    @0 let m#3 = block_idx_x();
    @0 let n#4 = block_idx_y();
    @0 let acc#5 = tile_broadcast(0.0f32): tile<f32, 64, 32>;
    @0 '0: for k#6 in 0usize..div_ceil(a#0.extent(1), 16usize, @1) {
        @0 acc#5 = tile_mma(tile_load(a#0, m#3, k#6): tile<bf16, 64, 16>, tile_load(b#1, k#6, n#4): tile<bf16, 16, 32>, acc#5);
    }
    @0 eval tile_store(c#2, m#3, n#4, acc#5 as tile<bf16, 64, 32>);
}

sites {
    file \"a.rs\";
    @0 1:1;
    @1 2:1 divide;
}
",
    "kiln-ir 1

#[tile]
kernel fn softmax(scale#0: f32, x#1: &tensor2<f32>, y#2: &mut tensor2<f32>) {
    var row#3: usize;
    var v#4: tile<f32, 1, 1000>;
    var e#5: tile<f32, 1, 1000>;
    var mask#6: tile<bool, 1, 1000>;
    @0 let row#3 = block_idx_x();
    @0 let v#4 = (tile_load_or(x#1, row#3, 0usize, float \"-inf\": f32): tile<f32, 1, 1000>) * scale#0;
    @0 let e#5 = exp(v#4 - tile_max_1(v#4));
    @0 let mask#6 = (tile_iota_1(): tile<usize, 1, 1000>) < x#1.extent(1);
    @0 e#5 = if mask#6 { e#5 } else { 0.0f32 };
    @0 e#5 /= tile_sum_1(e#5);
    @0 eval tile_store(y#2, row#3, 0usize, e#5);
}

sites {
    file \"a.rs\";
    @0 1:1;
}
",
    "kiln-ir 1

#[tile]
kernel fn offsets(x#0: &tensor2<f16>, w#1: &tensor3<f16>, y#2: &mut tensor2<f16>, n#3: isize) {
    var rows#4: tile<u32, 8>;
    @0 let rows#4 = tile_iota_0(): tile<u32, 8>;
    @0 eval tile_store(y#2, 0usize, 0usize, tile_load_at(x#0, n#3, 3isize): tile<f16, 8, 16>);
    @0 eval tile_store(y#2, 1usize, 0usize, tile_load_at_or(w#1, 0isize, n#3, 3isize, 1.0f16): tile<f16, 8, 16>);
    @0 eval tile_store(y#2, 2usize, 0usize, tile_load_rows(x#0, rows#4, 1usize): tile<f16, 8, 16>);
    @0 eval tile_store(y#2, 3usize, 0usize, tile_load_rows_or(w#1, 0usize, rows#4, 1usize, 1.0f16): tile<f16, 8, 16>);
    @0 eval tile_store(y#2, 2usize, 0usize, tile_load_columns(x#0, 2usize, rows#4): tile<f16, 16, 8>);
    @0 eval tile_store(y#2, 3usize, 0usize, tile_load_columns_or(x#0, 2usize, rows#4, 1.0f16): tile<f16, 16, 8>);
}

sites {
    file \"a.rs\";
    @0 1:1;
}
",
];

fn parsed(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn what_is_printed_is_what_is_parsed() {
    for text in TEXTS {
        let module = parsed(text);
        assert_eq!(module.to_text(), text);
        assert_eq!(verify(&module), Ok(()));
    }
}

/// The text with one thing spoiled breaks the rule of tiles, or the one named.
fn breaks(from: &str, to: &str, rule: Rule) {
    let text = TEXTS.iter().find(|text| text.contains(from)).unwrap_or_else(|| panic!("no {from}"));
    let module = parsed(&text.replacen(from, to, 1));
    let violations = verify(&module).expect_err(to);
    assert!(violations.iter().any(|violation| violation.rule == rule), "{to}: {violations:?}");
}

#[test]
fn the_rules_of_tiles_are_held() {
    breaks("#[tile]\nkernel", "kernel", Rule::Tiles);
    breaks("kernel fn softmax(scale#0: f32", "kernel fn softmax(scale#0: &[f32]", Rule::Tiles);
    breaks("y#2: &mut tensor2", "y#2: &tensor2", Rule::Tiles);
    breaks("block_idx_x()", "global_id_x()", Rule::Tiles);
    breaks(
        "tile_load(a#0, m#3, k#6): tile<bf16, 64, 16>",
        "tile_load(a#0, m#3, k#6): tile<bf16, 64, 8>",
        Rule::Tiles,
    );
    breaks("tile_load(a#0, m#3, k#6)", "tile_load(a#0, m#3)", Rule::Tiles);
    breaks("tile_load(a#0, m#3, k#6): tile<bf16", "tile_load(a#0, m#3, k#6): tile<f16", Rule::Tiles);
    breaks("a#0.extent(1)", "a#0.extent(2)", Rule::Tiles);
    breaks("tile_iota_1(): tile<usize, 1, 1000>", "tile_iota_1(): tile<usize, 1000>", Rule::Tiles);
    // Numbers are integers.
    let kept = "tile_gather_1(v#4, tile_iota_1(): tile<u32, 1, 1000>) - v#4";
    assert_eq!(verify(&parsed(&TEXTS[1].replace("v#4 - tile_max_1(v#4)", kept))), Ok(()));
    breaks("v#4 - tile_max_1(v#4)", &kept.replace("tile_iota_1(): tile<u32, 1, 1000>", "v#4"), Rule::Tiles);
    breaks("v#4: tile<f32, 1, 1000>", "v#4: tile<f32, 1, 0>", Rule::Tiles);
    breaks("e#5 /= tile_sum_1(e#5)", "e#5 = tile_sum_1(e#5)", Rule::Types);
    breaks("float \"-inf\": f32", "float \"-inf\": f64", Rule::Tiles);
    // Coordinates in elements are signed, and an index tile has one integer for each row or column.
    breaks("n#3, 3isize): tile<f16, 8, 16>", "n#3, 3usize): tile<f16, 8, 16>", Rule::Tiles);
    breaks("tile_load_at(x#0, n#3, 3isize)", "tile_load_at(x#0, rows#4, 3isize)", Rule::Tiles);
    breaks("(x#0, rows#4, 1usize): tile<f16, 8, 16>", "(x#0, rows#4, 1usize): tile<f16, 4, 16>", Rule::Tiles);
    breaks("(x#0, rows#4, 1usize)", "(x#0, 0usize, 1usize)", Rule::Tiles);
    breaks("(x#0, 2usize, rows#4): tile<f16, 16, 8>", "(x#0, rows#4, 2usize): tile<f16, 16, 8>", Rule::Tiles);
    breaks("tile<u32, 8>;", "tile<f32, 8>;", Rule::Tiles);
    breaks(
        "tile_load_rows(x#0, rows#4, 1usize): tile<f16, 8, 16>",
        "tile_load_rows(x#0, rows#4, 1isize): tile<f16, 8, 16>",
        Rule::Tiles,
    );
}
