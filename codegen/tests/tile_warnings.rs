//! What the tile compiler warns of: loads that are narrow or late, products of threads, tiles without registers.

use kiln_codegen::ir::{parse, verify::verify};
use kiln_codegen::passes::tile::{Moved, Report, Target, Variant, Warning, lower};

const FAST: Target = Target::new(90, Variant::FAST);

fn report(head: &str, body: &str, target: Target) -> Report {
    let text = format!("kiln-ir 1\n\n{head}\n{body}\n}}\n\nsites {{\n    file \"a.rs\";\n    @0 1:1;\n}}\n");
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    lower(&module, target, &mut |_, _| {}).unwrap_or_else(|error| panic!("{error}\n{text}")).report
}

const PRODUCT: &str = "#[tile]
kernel fn f(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>, d#3: &mut tensor2<bf16>, n#4: usize) {
    var sum#5: tile<f32, 64, 64>;
    var k#6: usize;
    var i#7: usize;";

/// A product's warnings, with such a loop.
fn product(body: &str) -> Vec<Warning> {
    let before = "@0 let sum#5 = tile_broadcast(0.0f32): tile<f32, 64, 64>;";
    let after = "@0 eval tile_store(c#2, 0usize, 0usize, sum#5);";
    report(PRODUCT, &format!("{before}\n{body}\n{after}"), FAST).warnings
}

const LEFT: &str = "tile_load(a#0, 0usize, k#6): tile<bf16, 64, 64>";
const RIGHT: &str = "tile_load(b#1, k#6, 0usize): tile<bf16, 64, 64>";

#[test]
fn loads_that_a_loop_waits_for_say_why() {
    let good = format!("@0 '0: for k#6 in 0usize..n#4 {{ @0 sum#5 = tile_mma({LEFT}, {RIGHT}, sum#5); }}");
    assert_eq!(product(&good), []);
    let padded = "tile_load_or(a#0, 0usize, k#6, 1.0bf16): tile<bf16, 64, 64>";
    let elsewhere = "tile_load(a#0, i#7, k#6): tile<bf16, 64, 64>";
    let own = "tile_load(d#3, 0usize, k#6): tile<bf16, 64, 64>";
    let cases = [
        (good.replace("0usize..n#4", "0usize..=n#4"), "not a `for` over a range", "for k in 0..n"),
        (
            good.replace("{ @0 sum", "{ @0 if k#6 > 5usize { @0 break '0; } @0 sum"),
            "a turn of its loop may end early",
            "without `break`",
        ),
        (good.replace(LEFT, padded), "padded with another value than zero", "pad with zero"),
        (
            good.replace(LEFT, own).replace("@0 sum", "@0 eval tile_store(d#3, 0usize, 0usize, tile_broadcast(0.0bf16): tile<bf16, 64, 64>); @0 sum"),
            "the kernel stores to the same tensor",
            "another tensor",
        ),
        (
            good.replace(LEFT, elsewhere)
                .replace("{ @0 sum", "{ @0 if k#6 > 5usize { @0 i#7 = i#7 + 1usize; } @0 sum")
                .replace("@0 '0", "@0 let i#7 = 0usize; @0 '0"),
            "its coordinates are known only in its turn",
            "from the loop's counter",
        ),
        (
            good.replace("@0 sum", "@0 if k#6 > 5usize { @0 sum").replace("sum#5); }", "sum#5); } }"),
            "only some turns of its loop load it",
            "outside of the `if`",
        ),
    ];
    for (body, why, help) in cases {
        let found = product(&body);
        let told = |warning: &Warning| warning.message.contains(why) && warning.help.contains(help);
        assert!(found.iter().any(told), "{why}: {found:#?}");
        let begins = |warning: &Warning| warning.message.contains("is not loaded ahead, so each turn");
        assert!(found.iter().all(begins), "{found:#?}");
    }
}

#[test]
fn tiles_without_room_for_two_turns_say_so() {
    let body = "@0 let sum#5 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
        @0 '0: for k#6 in 0usize..n#4 {
            @0 sum#5 = tile_mma(tile_load(a#0, 0usize, k#6): tile<bf16, 64, 512>, tile_load(b#1, k#6, 0usize): tile<bf16, 512, 64>, sum#5);
        }
        @0 eval tile_store(c#2, 0usize, 0usize, sum#5);";
    let warnings = report(PRODUCT, body, FAST).warnings;
    assert_eq!(warnings.len(), 2, "{warnings:#?}");
    for warning in warnings {
        assert!(
            warning.message.contains("shared memory has no room for the tiles of two turns"),
            "{warning:?}"
        );
        assert_eq!(warning.help, "make the tiles smaller, along `k` first");
    }
}

#[test]
fn f32_products_of_threads_name_what_tensor_cores_take() {
    let head = PRODUCT.replace("bf16", "f32");
    let body = format!(
        "@0 let sum#5 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
         @0 '0: for k#6 in 0usize..n#4 {{ @0 sum#5 = tile_mma({LEFT}, {RIGHT}, sum#5); }}
         @0 eval tile_store(c#2, 0usize, 0usize, sum#5);"
    )
    .replace("bf16, 64, 64", "f32, 64, 64");
    let [warning] = &report(&head, &body, FAST).warnings[..] else { panic!("one warning") };
    assert!(warning.message.contains("are multiplied by threads, not by tensor cores"), "{warning:?}");
    assert!(warning.help.contains("`to_tf32`"), "{warning:?}");
    // An older GPU has none that Kiln uses: nothing helps.
    let old = report(&head, &body, Target { arch: 75, ..FAST });
    assert_eq!(old.warnings, []);
    assert!(old.notes.iter().any(|note| note.contains("from sm_80 on")), "{:?}", old.notes);
}

#[test]
fn factors_of_8_bits_that_lie_across_k_are_warned_of() {
    let warnings = |factors: [&str; 2], arch: u32| {
        let body = format!(
            "@0 let sum#5 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
             @0 '0: for k#6 in 0usize..n#4 {{ @0 sum#5 = tile_mma({}, {}, sum#5); }}
             @0 eval tile_store(c#2, 0usize, 0usize, sum#5);",
            factors[0], factors[1]
        )
        .replace("bf16, 64, 64", "f8e4m3, 64, 64");
        report(&PRODUCT.replace("bf16", "f8e4m3"), &body, Target { arch, ..FAST }).warnings
    };
    let [warning] = &warnings([LEFT, RIGHT], 90)[..] else { panic!("one warning") };
    assert!(
        warning.message.contains("by warps, not by warpgroups: those take factors of 8 bits only"),
        "{warning:?}"
    );
    assert!(warning.help.contains("`b.t()`"), "{warning:?}");
    let right = format!("tile_transpose({RIGHT})");
    assert_eq!(warnings([LEFT, &right], 90), []);
    let [warning] = &warnings([&format!("tile_transpose({LEFT})"), &right], 90)[..] else {
        panic!("one warning")
    };
    assert!(warning.help.contains("a row for each row"), "{warning:?}");
    // No other GPU has warpgroups.
    assert_eq!(warnings([LEFT, RIGHT], 89), []);
}

#[test]
fn a_tile_without_registers_is_warned_of() {
    let head = "#[tile]
#[warps(1)]
kernel fn f(x#0: &tensor1<f32>, y#1: &mut tensor1<f32>, n#2: usize) {";
    let body = "@0 eval tile_store(y#1, n#2, tile_load(x#0, n#2): tile<f32, 16384>);";
    let warnings = report(head, body, FAST).warnings;
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(warning.message.contains("takes 512 registers of each of 32 threads"), "{warning:?}");
    assert!(warning.help.contains("`warps`"), "{warning:?}");
}

#[test]
fn narrow_moves_say_what_would_help_where_that_matters() {
    let copied = |ty: &str, columns: usize, target: Target| {
        let head =
            format!("#[tile]\nkernel fn f(x#0: &tensor2<{ty}>, y#1: &mut tensor2<{ty}>, n#2: usize) {{");
        let load = format!("tile_load(x#0, n#2, 0usize): tile<{ty}, 64, {columns}>");
        let moves = report(&head, &format!("@0 eval tile_store(y#1, n#2, 0usize, {load});"), target).moves;
        let found: Vec<_> =
            moves.into_iter().map(|Moved { how, bytes, help, .. }| (how, bytes, help)).collect();
        found
    };
    assert_eq!(copied("f32", 64, FAST), [("loaded", 16, String::new()), ("stored", 16, String::new())]);
    let odd = "make the tile's rows a multiple of 16 elements".to_owned();
    assert_eq!(copied("u8", 24, FAST), [("loaded", 8, odd.clone()), ("stored", 8, odd)]);
    // Of few bytes nothing is gained.
    assert_eq!(copied("u8", 8, FAST), [("loaded", 8, String::new()), ("stored", 8, String::new())]);
    let any = "pass a tensor whose base, rows and strides are multiples of 16 bytes".to_owned();
    let general = Target { variant: Variant::GENERAL, ..FAST };
    assert_eq!(copied("f32", 64, general), [("loaded", 4, any.clone()), ("stored", 4, any)]);
}
