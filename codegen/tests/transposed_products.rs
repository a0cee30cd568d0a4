//! Products of which only the transpose is used, which are computed transposed.

use kiln_codegen::ir::{Module, parse, verify::verify};
use kiln_codegen::passes::tile::{Target, Variant, lower};

fn module(body: &str) -> Module {
    let text = format!(
        "kiln-ir 1

#[tile]
kernel fn f(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, x#2: &tensor2<bf16>, rows#3: &tensor1<f32>, y#4: &mut tensor2<f32>, n#5: usize) {{
    var left#6: tile<bf16, 64, 32>;
    var right#7: tile<bf16, 32, 128>;
    var scores#8: tile<f32, 64, 128>;
    var row#9: tile<f32, 64, 1>;
    var weights#10: tile<f32, 64, 128>;
    var sum#11: tile<f32, 128, 64>;
    var mask#12: tile<bool, 64, 128>;
    var square#13: tile<f32, 64, 64>;
    var other#14: tile<f32, 64, 1>;
    @0 let left#6 = tile_load(a#0, n#5, 0usize): tile<bf16, 64, 32>;
    @0 let right#7 = tile_load(b#1, 0usize, n#5): tile<bf16, 32, 128>;
    @0 let row#9 = tile_reshape(tile_load(rows#3, n#5): tile<f32, 64>): tile<f32, 64, 1>;
    @0 let sum#11 = tile_broadcast(0.0f32): tile<f32, 128, 64>;
{body}
    @0 eval tile_store(y#4, 0usize, 0usize, sum#11);
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

/// The scores, and the product with what is made of them.
const SCORES: &str =
    "@0 let scores#8 = tile_mma(left#6, right#7, tile_broadcast(0.0f32): tile<f32, 64, 128>);";
const PRODUCT: &str = "@0 sum#11 = tile_mma(tile_transpose(weights#10 as tile<bf16, 64, 128>): tile<bf16, 128, 64>, \
                       tile_load(x#2, n#5, 0usize): tile<bf16, 64, 64>, sum#11);";

/// The statements after the pass, or none where it found nothing.
fn transposed(body: &str) -> Option<String> {
    let mut text = None;
    lower(&module(body), Target::new(90, Variant::FAST), &mut |pass, module| {
        assert_eq!(verify(module), Ok(()), "{}", module.to_text());
        if pass == "transpose" {
            text = Some(module.to_text());
        }
    })
    .unwrap();
    let text = text?;
    let body = text.split("\nsites").next()?.lines().filter_map(|line| line.trim().strip_prefix("@0 "));
    Some(body.collect::<Vec<_>>().join("\n"))
}

#[test]
fn all_that_leads_from_product_to_product_is_transposed() {
    let body = format!(
        "{SCORES}
         @0 let mask#12 = ((tile_iota_1(): tile<u32, 1, 128>) + 2u32) <= (tile_iota_0(): tile<u32, 64, 1>);
         @0 let weights#10 = if mask#12 {{ exp(scores#8 - row#9) }} else {{ 0.0f32 }};
         {PRODUCT}"
    );
    assert_eq!(
        transposed(&body).unwrap(),
        "let left#6 = tile_load(a#0, n#5, 0usize): tile<bf16, 64, 32>;
let right#7 = tile_load(b#1, 0usize, n#5): tile<bf16, 32, 128>;
let rows_tile#15 = tile_load(rows#3, n#5): tile<f32, 64>;
let row#9 = tile_reshape(rows_tile#15): tile<f32, 1, 64>;
let sum#11 = tile_broadcast(0.0f32): tile<f32, 128, 64>;
let tile#16 = tile_broadcast(0.0f32): tile<f32, 128, 64>;
let right_transposed#21 = tile_transpose(right#7);
let left_transposed#22 = tile_transpose(left#6);
let scores#8 = tile_mma(right_transposed#21, left_transposed#22, tile#16);
let tile#17 = (tile_iota_0(): tile<u32, 128, 1>) + 2u32;
let mask#12 = tile#17 <= (tile_iota_1(): tile<u32, 1, 64>);
let weights#10 = if mask#12 { exp(scores#8 - row#9) } else { 0.0f32 };
let tile#18 = weights#10 as tile<bf16, 128, 64>;
let tile_transposed#19 = tile#18;
let x_tile#20 = tile_load(x#2, n#5, 0usize): tile<bf16, 64, 64>;
sum#11 = tile_mma(tile_transposed#19, x_tile#20, sum#11);
eval tile_store(y#4, 0usize, 0usize, sum#11);"
    );
}

#[test]
fn what_is_used_as_it_is_stays() {
    let weights = "@0 let weights#10 = scores#8 - row#9;";
    for more in [
        // Stored, reduced and multiplied as it is.
        "@0 eval tile_store(y#4, 0usize, 0usize, weights#10);",
        "@0 let other#14 = tile_sum_1(scores#8);",
        "@0 let square#13 = tile_mma(weights#10 as tile<bf16, 64, 128>, tile_load(x#2, 0usize, 0usize): tile<bf16, 128, 64>, tile_broadcast(0.0f32): tile<f32, 64, 64>);",
    ] {
        assert_eq!(transposed(&format!("{SCORES} {weights} {PRODUCT} {more}")), None, "{more}");
    }
    // No product comes before.
    let loaded = "@0 let weights#10 = tile_load(y#4, 0usize, 0usize): tile<f32, 64, 128>;";
    assert_eq!(transposed(&format!("{loaded} {PRODUCT}")), None);
}
