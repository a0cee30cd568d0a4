//! Which loads run ahead of their turns of a loop, by what their coordinates are computed from.

use kiln_codegen::ir::{Module, parse, verify::verify};
use kiln_codegen::passes::tile::{Lowered, Target, Variant, lower};

/// `c = x · b` in one loop, in which `load` gives the left factor: `before` the loop, behind a turn's `setup`, and with
/// what stands `after` it in a turn.
struct Parts<'a> {
    before: &'a str,
    setup: &'a str,
    load: &'a str,
    after: &'a str,
}

const PLAIN: Parts<'_> = Parts { before: "", setup: "", load: "", after: "" };

fn product(Parts { before, setup, load, after }: &Parts<'_>) -> Module {
    let text = format!(
        "kiln-ir 1

#[tile]
kernel fn f(x#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>, table#3: &tensor1<u32>, pages#4: &tensor3<bf16>, out#5: &mut tensor1<u32>, n#6: usize, m#7: u32) {{
    var sum#8: tile<f32, 64, 64>;
    var k#9: usize;
    var row#10: tile<u32, 64>;
    var one#11: tile<u32, 1>;
    var page#12: u32;
    @0 let sum#8 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
    {before}
    @0 '0: for k#9 in 0usize..b#1.extent(0) {{
        {setup}
        @0 sum#8 = tile_mma({load}: tile<bf16, 64, 64>, tile_load(b#1, k#9, 0usize): tile<bf16, 64, 64>, sum#8);
        {after}
    }}
    @0 eval tile_store(c#2, 0usize, 0usize, sum#8);
}}

sites {{
    file \"a.rs\";
    @0 1:1;
    @1 1:2 divide;
}}
"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

fn lowered(parts: &Parts<'_>, arch: u32) -> Lowered {
    lower(&product(parts), Target::new(arch, Variant::FAST), &mut |_, _| {}).unwrap()
}

/// How the elements of a tensor move.
fn moved(made: &Lowered, tensor: &str) -> (&'static str, u32) {
    let moved = made.report.moves.iter().find(|moved| moved.tensor == tensor).unwrap();
    (moved.how, moved.bytes)
}

/// The text in front of the loop, and its turns.
fn around_loop(made: &Lowered) -> (String, String) {
    let text = made.module.to_text();
    let (before, turns) = text.split_once("'0: for k#").unwrap_or_else(|| panic!("{text}"));
    (before.to_owned(), turns.to_owned())
}

const ROWS: &str = "tile_load_rows(x#0, row#10, 0usize)";
const OF_TABLE: &str = "@0 let row#10 = tile_load(table#3, k#9): tile<u32, 64>;";

#[test]
fn rows_of_a_table_are_loaded_ahead() {
    for (arch, multiply) in [(80, "ldmatrix_x4("), (90, "wgmma_bf16"), (120, "ldmatrix_x4(")] {
        let parts = Parts { setup: OF_TABLE, load: ROWS, ..PLAIN };
        let made = lowered(&parts, arch);
        assert_eq!(moved(&made, "x"), ("loaded ahead", 16), "sm_{arch}");
        let (before, turns) = around_loop(&made);
        assert!(turns.contains(multiply), "{turns}");
        // Each thread loads the numbers of the rows that it copies, for the turn that it begins, and no others.
        assert!(!before.contains("exchange#") && !turns.contains("exchange#"), "{turns}");
        assert_eq!(turns.matches("let row#").count(), 1, "{turns}");

        // What the turn reads too, it loads again.
        let after = "@0 eval tile_store(out#5, k#9, row#10);";
        let (_, turns) = around_loop(&lowered(&Parts { after, ..parts }, arch));
        assert_eq!(turns.matches("let row#").count(), 2, "{turns}");
    }
    assert_eq!(moved(&lowered(&Parts { setup: OF_TABLE, load: ROWS, ..PLAIN }, 75), "x"), ("loaded", 16));
}

#[test]
fn rows_are_computed_where_they_are_copied() {
    let before = "@0 let row#10 = (tile_iota_0(): tile<u32, 64>) * m#7;";
    let load = "tile_load_rows(x#0, row#10 + (k#9 as u32), 0usize)";
    let made = lowered(&Parts { before, load, ..PLAIN }, 90);
    assert_eq!(moved(&made, "x"), ("loaded ahead", 16));
    let (before, turns) = around_loop(&made);
    // What doesn't change passes through shared memory once.
    assert_eq!((before.contains("exchange#"), turns.contains("exchange#")), (true, false), "{turns}");
}

#[test]
fn pages_are_loaded_ahead() {
    let setup = "@0 let one#11 = tile_load(table#3, k#9): tile<u32, 1>; @0 let page#12 = tile_sum_0(one#11);";
    let load = "tile_load(pages#4, page#12 as usize, 0usize, 0usize)";
    for (arch, how) in [(80, ("loaded ahead", 16)), (90, ("loaded ahead by TMA", 8192))] {
        let made = lowered(&Parts { setup, load, ..PLAIN }, arch);
        assert_eq!(moved(&made, "pages"), how, "sm_{arch}");
        let (_, turns) = around_loop(&made);
        assert_eq!(turns.matches("let page#").count(), 1, "{turns}");
    }
}

#[test]
fn quotients_of_the_counter_are_known_ahead() {
    for divisor in ["n#6", "(m#7 as usize)"] {
        let load = format!("tile_load(x#0, k#9 / @1 {divisor}, k#9 % @1 {divisor})");
        let made = lowered(&Parts { load: &load, ..PLAIN }, 90);
        assert_eq!(moved(&made, "x"), ("loaded ahead by TMA", 8192), "{divisor}");
        let (before, turns) = around_loop(&made);
        assert_eq!(before.matches("fail(").count(), 1, "{before}");
        let divides = turns.contains("/@") || turns.contains("%@") || turns.contains("fail(");
        assert!(turns.contains("mul_hi(") && !divides, "{turns}");
    }
    // Numbers of 32 bits are divided, without a check.
    let load = "tile_load(x#0, ((k#9 as u32) / @1 m#7) as usize, 0usize)";
    let made = lowered(&Parts { load, ..PLAIN }, 90);
    assert_eq!(moved(&made, "x"), ("loaded ahead by TMA", 8192));
    let (before, turns) = around_loop(&made);
    assert!(before.contains("fail(") && turns.contains("/@1 int_max(m#"), "{turns}");
}

#[test]
fn a_check_stays_behind_what_may_end_the_kernel_before() {
    // The table's number would be told of first.
    let setup = "@0 let page#12 = m#7 / @1 (k#9 as u32);";
    let load = "tile_load(x#0, (page#12 as usize) + (k#9 / @1 n#6), 0usize)";
    let made = lowered(&Parts { setup, load, ..PLAIN }, 90);
    assert_eq!(moved(&made, "x"), ("loaded", 16));
    let (before, turns) = around_loop(&made);
    assert!(!before.contains("fail(") && turns.contains("/@1 n#"), "{turns}");
}

#[test]
fn what_is_not_known_ahead_is_loaded_in_its_turn() {
    let first = "@0 let row#10 = tile_load(table#3, 0usize): tile<u32, 64>;";
    let cases = [
        // From turn to turn.
        Parts { before: first, load: ROWS, after: "@0 row#10 = row#10 + 1u32;", ..PLAIN },
        // Of a tensor that the kernel writes.
        Parts {
            setup: "@0 let row#10 = tile_load(out#5, k#9): tile<u32, 64>;",
            load: ROWS,
            after: "@0 eval tile_store(out#5, k#9, row#10 + 1u32);",
            ..PLAIN
        },
        // Of other tiles than single numbers and those of the rows.
        Parts {
            setup: "@0 let page#12 = tile_sum_0(tile_load(table#3, k#9): tile<u32, 64>);",
            load: "tile_load(pages#4, page#12 as usize, 0usize, 0usize)",
            ..PLAIN
        },
    ];
    for parts in cases {
        let tensor = if parts.load == ROWS { "x" } else { "pages" };
        assert_eq!(moved(&lowered(&parts, 80), tensor), ("loaded", 16), "{} {}", parts.setup, parts.after);
    }
}
