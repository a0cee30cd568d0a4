//! The tile compiler, pass by pass: what it makes of kernels that are easy to get wrong.
//!
//! That the result computes the right thing is for the executor's tests, which run it.

use kiln_codegen::ir::{Backend, Module, parse, verify::verify};
use kiln_codegen::passes::tile::{LowerError, Lowered, Target, Variant, lower};

const FAST: Target = Target::new(90, Variant::FAST);

fn module(head: &str, body: &str) -> Module {
    let text = format!(
        "kiln-ir 1\n\n{head}\n{body}\n}}\n\nsites {{\n    file \"a.rs\";\n    @0 1:1;\n    @1 2:1 divide;\n    @2 3:1 index \"t\";\n}}\n"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

fn lowered(module: &Module) -> Lowered {
    lower(module, FAST, &mut |_, module| assert_eq!(verify(module), Ok(()))).unwrap()
}

/// The statements of the kernel after a pass, without sites and indentation.
fn after(pass: &str, module: &Module) -> String {
    const PASSES: [&str; 8] = ["inline", "turn", "order", "float8", "normal", "copies", "lower", "sync"];
    let passes = &PASSES[..=PASSES.iter().position(|name| *name == pass).unwrap()];
    let mut text = String::new();
    lower(module, FAST, &mut |name, module| {
        // A pass that changed nothing is not told, and what it leaves is what the one before left.
        if passes.contains(&name) {
            text = module.to_text();
        }
    })
    .unwrap();
    let kernel = text.split("\nsites").next().unwrap_or_default();
    let lines = kernel.lines().map(str::trim).filter_map(|line| match line.strip_prefix("@0 ") {
        Some(stmt) => Some(stmt),
        None => line.starts_with('}').then_some(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

const HEAD: &str = "#[tile]
kernel fn f(x#0: &tensor1<f32>, y#1: &mut tensor1<f32>, n#2: usize) {
    var i#3: usize;
    var v#4: tile<f32, 64>;
    var s#5: f32;
    var t#6: [usize; 4];";

#[test]
fn the_passes_are_told_in_order() {
    let module = module(HEAD, "@0 eval tile_store(y#1, n#2, tile_load(x#0, n#2): tile<f32, 64>);");
    let mut names = Vec::new();
    let made = lower(&module, FAST, &mut |name, _| names.push(name)).unwrap();
    assert_eq!(names, ["inline", "normal", "lower", "sync"]);
    let kernel = made.module.entry().unwrap();
    assert_eq!((kernel.attrs.tile, kernel.attrs.block), (None, Some([32, 1, 1])));
    let params: Vec<String> = kernel.params().map(|param| format!("{}: {}", param.name, param.ty)).collect();
    assert_eq!(
        params,
        [
            "x: &[f32]",
            "x_extent_0: usize",
            "x_stride_0: usize",
            "y: &mut [f32]",
            "y_extent_0: usize",
            "y_stride_0: usize",
            "n: usize"
        ]
    );
}

#[test]
fn one_operation_on_tiles_is_one_statement() {
    let module = module(
        HEAD,
        "@0 let v#4 = tile_load(x#0, n#2 * 2usize): tile<f32, 64>;
         @0 v#4 -= tile_max_0(v#4) + 1.0f32;
         @0 eval tile_store(y#1, n#2, exp(v#4) / tile_sum_0(exp(v#4)));",
    );
    assert_eq!(
        after("copies", &module),
        "let v#4 = tile_load(x#0, n#2 * 2usize): tile<f32, 64>;
let greatest#7 = tile_max_0(v#4);
let scalar#8 = greatest#7 + 1.0f32;
v#4 = v#4 - scalar#8;
let tile#9 = exp(v#4);
let sum#10 = tile_sum_0(tile#9);
let tile#11 = exp(v#4) / sum#10;
eval tile_store(y#1, n#2, tile#11);
}"
    );
}

#[test]
fn what_is_evaluated_lazily_stays_so() {
    let module = module(
        HEAD,
        "@0 let v#4 = tile_load(x#0, 0usize): tile<f32, 64>;
         @0 let t#6 = [0usize; 4];
         @0 '0: while (n#2 > 0usize) && (tile_sum_0(v#4) > 0.0f32) { @0 v#4 = v#4 * 0.5f32; @0 continue '0; }
         @0 let s#5 = if n#2 < 4usize { tile_sum_0(tile_load(x#0, t#6[n#2 @2]): tile<f32, 64>) } else { 0.0f32 };
         @0 v#4 = if s#5 > 0.0f32 { v#4 } else { tile_load(x#0, t#6[0usize @2]): tile<f32, 64> };",
    );
    assert_eq!(
        after("copies", &module),
        "let v#4 = tile_load(x#0, 0usize): tile<f32, 64>;
let t#6 = [0usize; 4];
'0: loop {
let holds#7;
holds#7 = n#2 > 0usize;
if holds#7 {
let sum#8 = tile_sum_0(v#4);
holds#7 = sum#8 > 0.0f32;
}
if !holds#7 {
break '0;
}
v#4 = v#4 * 0.5f32;
continue '0;
}
let chosen#9;
if n#2 < 4usize {
let x_tile#10 = tile_load(x#0, t#6[n#2 @2]): tile<f32, 64>;
chosen#9 = tile_sum_0(x_tile#10);
} else {
chosen#9 = 0.0f32;
}
let s#5 = chosen#9;
if s#5 > 0.0f32 {
v#4 = v#4;
} else {
v#4 = tile_load(x#0, t#6[0usize @2]): tile<f32, 64>;
}
}"
    );
}

#[test]
fn scalars_fail_in_the_order_of_before() {
    let module = module(
        HEAD,
        "@0 let t#6 = [0usize; 4];
         @0 let s#5 = ((t#6[n#2 @2] / @1 n#2) as f32) + tile_sum_0(tile_load(x#0, t#6[n#2 + 1usize @2]): tile<f32, 64>);",
    );
    let text = after("copies", &module);
    let divided = text.find("let value#7 = (t#6[n#2 @2] /@1 n#2) as f32;");
    assert!(divided.is_some() && divided < text.find("tile_load"), "{text}");
}

#[test]
fn tiles_of_one_scalar_and_of_coordinates_take_no_registers() {
    let module = module(
        HEAD,
        "@0 let v#4 = tile_broadcast(2.0f32): tile<f32, 64>;
         @0 eval tile_store(y#1, n#2, v#4 * (tile_load(x#0, n#2): tile<f32, 64>));",
    );
    let made = lowered(&module);
    let layouts: Vec<&str> = made.report.values.iter().map(|value| value.layout.as_str()).collect();
    assert_eq!(
        layouts,
        ["one scalar", "1 × r4·t16, 4 registers a thread", "1 × r4·t16, 4 registers a thread"]
    );
    assert!(made.module.to_text().contains("2.0f32 * "), "{}", made.module.to_text());
}

#[test]
fn hints_choose_the_block() {
    let body = "@0 eval tile_store(y#1, n#2, tile_load(x#0, n#2): tile<f32, 64>);";
    for (warps, threads) in [(1, 32), (3, 96), (32, 1024), (100, 1024)] {
        let head = HEAD.replace("#[tile]\n", &format!("#[tile]\n#[warps({warps})]\n"));
        let made = lowered(&module(&head, body));
        assert_eq!(made.report.threads, threads);
        assert_eq!(made.module.entry().unwrap().attrs.block, Some([threads, 1, 1]));
    }
    // Otherwise by the largest tile; what one block has no registers for, a cluster shares.
    for (extent, threads) in [(64, 32), (4096, 256), (5000, 256), (100_000, 512)] {
        let head = HEAD.replace("64>", &format!("{extent}>"));
        assert_eq!(
            lowered(&module(&head, &body.replace("64>", &format!("{extent}>")))).report.threads,
            threads
        );
    }
}

#[test]
fn a_kernel_of_threads_is_no_tile_kernel() {
    let module = module("kernel fn f(x#0: &[f32]) {", "");
    let expected = LowerError { message: "the module has no tile kernel".to_owned() };
    assert_eq!(lower(&module, FAST, &mut |_, _| {}), Err(expected));
}

#[test]
fn what_is_too_large_is_an_error_that_says_by_how_much() {
    let body = "@0 eval tile_store(y#1, n#2, tile_load(x#0, n#2): tile<f32, 64>);";
    let refused = |warps: u32, extent: u64| {
        let head = HEAD.replace("#[tile]\n", &format!("#[tile]\n#[warps({warps})]\n"));
        let of = |text: &str| text.replace("64>", &format!("{extent}>"));
        lower(&module(&of(&head), &of(body)), FAST, &mut |_, _| {}).unwrap_err().message
    };
    assert_eq!(
        refused(1, 1 << 40),
        "the tile `v: tile<f32, 1099511627776>` of the tile kernel `f` has 1099511627776 elements, and a tile at most 4194304: make it \
         smaller, or the block larger"
    );
    assert_eq!(
        refused(1, 1 << 20),
        "the tile `v: tile<f32, 1048576>` of the tile kernel `f` takes 131072 bytes of each of 32 threads, and a tile may have 16384: \
         make it smaller, or the block larger"
    );
}

#[test]
fn the_report_tells_what_passes_through_shared_memory() {
    let head =
        HEAD.replace("x#0: &tensor1", "x#0: &tensor2").replace("y#1: &mut tensor1", "y#1: &mut tensor2");
    let body = "@0 let v#4 = tile_reshape(tile_load(x#0, n#2, n#2): tile<f32, 8, 8>): tile<f32, 64>;
         @0 eval tile_store(y#1, n#2, n#2, tile_transpose(tile_reshape(v#4): tile<f32, 4, 16>));";
    let made = lowered(&module(&head, body));
    assert_eq!(
        made.report.notes,
        [
            "`x_tile`, 8 × 8 of f32, passes through shared memory to be reshaped",
            "`v`, 1 × 64 of f32, passes through shared memory to be reshaped",
            "`v`, 4 × 16 of f32, passes through shared memory to be transposed",
        ]
    );
    assert_eq!(made.module.to_text().matches("sync_threads").count(), 5);
}

#[test]
fn the_report_tells_how_elements_move_and_what_runs_ahead() {
    let module = module(
        "#[tile]
kernel fn f(a#0: &tensor2<f16>, b#1: &tensor2<f16>, c#2: &mut tensor2<f32>, d#3: &tensor1<u8>, e#4: &mut tensor1<u8>) {
    var acc#5: tile<f32, 64, 64>;
    var k#6: usize;",
        "@0 let acc#5 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
         @0 '0: for k#6 in 0usize..a#0.extent(1) {
             @0 acc#5 = tile_mma(tile_load(a#0, 0usize, k#6): tile<f16, 64, 32>, tile_load(b#1, k#6, 0usize): tile<f16, 32, 64>, acc#5);
         }
         @0 eval tile_store(c#2, 0usize, 0usize, acc#5);
         @0 eval tile_store(e#4, 0usize, tile_load(d#3, 0usize): tile<u8, 24>);",
    );
    let told = |target| {
        let report = lower(&module, target, &mut |_, _| {}).unwrap().report;
        let moved =
            report.moves.iter().map(|one| format!("{} {} {}: {}", one.tensor, one.how, one.bytes, one.why));
        (moved.collect::<Vec<_>>(), report.notes)
    };
    let (moves, notes) = told(FAST);
    assert_eq!(
        moves,
        [
            "a loaded ahead by TMA 4096: ",
            "b loaded ahead by TMA 4096: ",
            "c stored 8: a thread has 2 elements of a row side by side",
            "d loaded 8: rows of 24 u8 are no multiple of 16 bytes",
            "e stored 8: rows of 24 u8 are no multiple of 16 bytes",
        ]
    );
    assert_eq!(
        notes,
        ["`a_tile`, `b_tile` are loaded 3 turns of their loop ahead, in 4 stages of shared memory"]
    );
    let (moves, notes) = told(Target { variant: Variant::GENERAL, ..FAST });
    assert_eq!(moves[0], "a loaded 2: it may not be aligned to 16 bytes");
    assert!(notes[0].contains("not ahead: their tensors may not be aligned"), "{notes:?}");
    let (moves, notes) = told(Target { arch: 75, ..FAST });
    assert_eq!(moves[0], "a loaded 16: ");
    assert!(notes[0].contains("not ahead: there are no asynchronous copies before sm_80"), "{notes:?}");
    assert_eq!(
        notes[1],
        "`a_tile` and `b_tile` are multiplied by threads, not by tensor cores: Kiln uses those from sm_80 on"
    );
}

#[test]
fn tiles_are_passed_to_device_functions_without_a_copy() {
    let head = "device fn double(t#0: tile<f32, 64>, by#1: f32) -> tile<f32, 64> {
    var u#2: tile<f32, 64>;
    @0 let u#2 = t#0;
    @0 return (u#2 + t#0) * by#1;
}

#[tile]
kernel fn f(x#0: &tensor1<f32>, y#1: &mut tensor1<f32>, n#2: usize) {
    var v#3: tile<f32, 64>;
    var w#4: tile<f32, 64>;
    var changed#5: tile<f32, 64>;";
    let body = "@0 let v#3 = tile_load(x#0, n#2): tile<f32, 64>;
         @0 let w#4 = double#0(v#3, 2.0f32);
         @0 let changed#5 = w#4;
         @0 changed#5 += 1.0f32;
         @0 eval tile_store(y#1, n#2, tile_reshape(tile_reshape(w#4): tile<f32, 1, 64>): tile<f32, 64>);
         @0 eval tile_store(y#1, n#2, changed#5);";
    let module = module(head, body);
    let text = after("copies", &module);
    assert!(text.contains("let w#4 = (v#3 + v#3) * by#7;"), "{text}");
    assert!(text.contains("let changed#5 = w#4;"), "{text}");
    let arrays = lowered(&module).module.to_text().matches(": [f32; 4];").count();
    assert_eq!(arrays, 3, "{}", lowered(&module).module.to_text());
}

/// Four warps have 128 threads; the tiles of this product are 32 vectors and less, so each vector has several threads.
#[test]
fn of_threads_with_the_same_part_one_writes_it_to_shared_memory() {
    let module = module(
        "#[tile]
#[warps(4)]
kernel fn f(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>) {
    var sum#3: tile<f32, 16, 16>;
    var k#4: usize;",
        "@0 let sum#3 = tile_broadcast(0.0f32): tile<f32, 16, 16>;
         @0 '0: for k#4 in 0usize..9usize {
             @0 sum#3 = tile_mma(tile_load(a#0, 0usize, k#4): tile<bf16, 16, 16>, tile_load(b#1, k#4, 0usize): tile<bf16, 16, 16>, sum#3);
         }
         @0 eval tile_store(c#2, 0usize, 0usize, sum#3);",
    );
    let text = after("lower", &module);
    let lines: Vec<&str> = text.lines().collect();
    let copies: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains("async_copy_16")).collect();
    assert!(copies.len() >= 4, "{text}");
    for at in copies {
        let guard =
            lines[..at].iter().rev().find(|line| line.starts_with("if ")).copied().unwrap_or_default();
        assert!(guard.contains("< 1usize"), "no single thread copies at `{}`, under `{guard}`", lines[at]);
    }
}

/// What constants never let happen is not planned for: it takes no shared memory.
#[test]
fn a_branch_that_is_never_taken_takes_nothing() {
    let kernel = |turned: &str| {
        let module = module(
            "#[tile]
kernel fn f(a#0: &tensor2<bf16>, c#1: &mut tensor2<f32>, n#2: usize) {
    var sum#3: tile<f32, 64, 64>;
    var turned#4: usize;",
            &format!(
                "@0 let sum#3 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
                 @0 let turned#4 = {turned};
                 @0 if turned#4 == 1usize {{
                     @0 sum#3 = tile_mma(tile_load(a#0, 0usize, n#2): tile<bf16, 64, 64>, tile_load(a#0, n#2, 0usize): tile<bf16, 64, 64>, sum#3);
                 }} else {{
                     @0 sum#3 = tile_mma(tile_load(a#0, 1usize, n#2): tile<bf16, 64, 64>, tile_load(a#0, n#2, 1usize): tile<bf16, 64, 64>, sum#3);
                 }}
                 @0 eval tile_store(c#1, 0usize, 0usize, sum#3);"
            ),
        );
        let made = lowered(&module);
        (made.module.to_text().matches("mma_m16n8k16_bf16").count(), made.report.shared_bytes)
    };
    let ((products, shared), both) = (kernel("1usize"), kernel("n#2"));
    assert_eq!((kernel("0usize"), both.0), ((products, shared), 2 * products));
    assert!(shared > 0 && shared <= both.1);
}

/// Loops that follow each other load to the same memory, behind a barrier; loops inside of each other do not.
#[test]
fn loops_that_follow_each_other_share_memory() {
    let kernel = |second: &str| {
        module(
            "#[tile]
#[stages(3)]
kernel fn f(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>) {
    var sum#3: tile<f32, 64, 64>;
    var i#4: usize;
    var j#5: usize;",
            &format!(
                "@0 let sum#3 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
                 @0 '0: for i#4 in 0usize..9usize {{
                     @0 sum#3 = tile_mma(tile_load(a#0, 0usize, i#4): tile<bf16, 64, 32>, tile_load(b#1, i#4, 0usize): tile<bf16, 32, 64>, sum#3);
                 }}
                 {second}
                 @0 eval tile_store(c#2, 0usize, 0usize, sum#3);"
            ),
        )
    };
    let again = "@0 '1: for j#5 in 0usize..9usize {
        @0 sum#3 = tile_mma(tile_load(b#1, 0usize, j#5): tile<bf16, 64, 32>, tile_load(a#0, j#5, 0usize): tile<bf16, 32, 64>, sum#3);
    }";
    let (one, two) = (kernel(""), kernel(again));
    for variant in [Variant::FAST, Variant::GENERAL] {
        for arch in [75, 80] {
            let shared = |module: &Module| {
                let made = lower(module, Target::new(arch, variant), &mut |_, _| {}).unwrap();
                let told =
                    made.report.notes.iter().filter(|note| note.contains("whose loop is over")).count();
                (made.report.shared_bytes, told)
            };
            let (bytes, told) = shared(&one);
            assert_eq!(shared(&two), (bytes, 2), "sm_{arch}, {variant:?}");
            assert_eq!(told, 0);
        }
    }
    let text = after("sync", &two);
    // Behind the first loop, and before anything is copied for the second one.
    assert!(text.contains("\neval sync_threads();\nlet left#"), "{text}");
}

/// A factor whose columns lie one after another is loaded along them, in whole vectors and ahead, and transposed as
/// it is read.
#[test]
fn what_lies_turned_is_loaded_as_it_lies() {
    let module = module(
        "#[tile]
kernel fn f(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>) {
    var sum#3: tile<f32, 64, 64>;
    var k#4: usize;",
        "@0 let sum#3 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
         @0 '0: for k#4 in 0usize..a#0.extent(1) {
             @0 sum#3 = tile_mma(tile_load(a#0, 0usize, k#4): tile<bf16, 64, 32>, tile_load(b#1, k#4, 0usize): tile<bf16, 32, 64>, sum#3);
         }
         @0 eval tile_store(c#2, 0usize, 0usize, sum#3);",
    );
    let moves = |turned| {
        let variant = Variant { turned, ..Variant::FAST };
        let made = lower(&module, Target::new(80, variant), &mut |_, _| {}).unwrap();
        let bytes: Vec<_> = made.report.moves.iter().map(|moved| (moved.how, moved.bytes)).collect();
        let text = made.module.to_text();
        (bytes, text.matches("ldmatrix_x4_trans(").count() > 0)
    };
    let wide = |trans| (vec![("loaded ahead", 16), ("loaded ahead", 16), ("stored", 8)], trans);
    // Rows of `k` are what the tensor cores take: of `a` as it is, of `b` turned.
    assert_eq!([0b00, 0b10, 0b11].map(moves), [wide(true), wide(false), wide(true)]);
}

/// A launch with one tensor that is not aligned loses that tensor's vectors and no others.
#[test]
fn what_one_tensor_cannot_do_is_its_own_matter() {
    let module = module(
        "#[tile]
kernel fn f(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>, lse#3: &mut tensor1<f32>) {
    var sum#4: tile<f32, 64, 64>;
    var k#5: usize;",
        "@0 let sum#4 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
         @0 '0: for k#5 in 0usize..a#0.extent(1) {
             @0 sum#4 = tile_mma(tile_load(a#0, 0usize, k#5): tile<bf16, 64, 64>, tile_load(b#1, k#5, 0usize): tile<bf16, 64, 64>, sum#4);
         }
         @0 eval tile_store(c#2, 0usize, 0usize, sum#4);
         @0 eval tile_store(lse#3, 0usize, tile_reshape(tile_sum_1(sum#4)): tile<f32, 64>);",
    );
    let moves = |unaligned| {
        let variant = Variant { unaligned, ..Variant::FAST };
        let made = lower(&module, Target::new(90, variant), &mut |_, _| {}).unwrap();
        let text = made.module.to_text();
        let moves = made.report.moves.iter().map(|moved| (moved.tensor.clone(), moved.how, moved.bytes));
        let mut moves: Vec<_> = moves.collect();
        moves.sort();
        (moves, text.contains("wgmma_"))
    };
    let moved = |[a, b, c, lse]: [(&'static str, u32); 4]| {
        let all = [("a", a), ("b", b), ("c", c), ("lse", lse)];
        all.map(|(tensor, (how, bytes))| (tensor.to_owned(), how, bytes)).to_vec()
    };
    let (a_box, copy) = (("loaded ahead by TMA", 8192), ("loaded ahead", 16));
    let stored = |bytes| ("stored", bytes);
    assert_eq!(moves(0b0000), (moved([a_box, a_box, stored(8), stored(16)]), true));
    assert_eq!(moves(0b1000), (moved([a_box, a_box, stored(8), stored(4)]), true));
    assert_eq!(moves(0b0100), (moved([a_box, a_box, stored(4), stored(16)]), true));
    assert_eq!(moves(0b0001), (moved([("loaded", 2), copy, stored(8), stored(16)]), false));
}

/// Tensor cores sum 128 of `k` of 8-bit floats from zero, at most 128 columns at once, and threads add that; under
/// `fast_math` they add to the accumulator, as they do of integers.
#[test]
fn sums_of_8_bit_floats_are_promoted() {
    let products = |math: &str, factor: &str, sum: &str, zero: &str, columns: u32| {
        let head = format!(
            "{math}#[tile]
kernel fn f(a#0: &tensor2<{factor}>, b#1: &tensor2<{factor}>, c#2: &mut tensor2<{sum}>) {{
    var sum#3: tile<{sum}, 128, {columns}>;
    var k#4: usize;"
        );
        let body = format!(
            "@0 let sum#3 = tile_broadcast({zero}): tile<{sum}, 128, {columns}>;
             @0 '0: for k#4 in 0usize..a#0.extent(1) {{
                 @0 sum#3 = tile_mma(tile_load(a#0, 0usize, k#4): tile<{factor}, 128, 256>, tile_transpose(tile_load(b#1, 0usize, k#4): tile<{factor}, {columns}, 256>), sum#3);
             }}
             @0 eval tile_store(c#2, 0usize, 0usize, sum#3);"
        );
        let made = lower(&module(&head, &body), Target::new(90, Variant::FAST), &mut |_, _| {}).unwrap();
        let text = made.module.to_text();
        let calls = |name: &str, last: &str| {
            let call = |line: &&str| {
                line.contains(&format!("{name}_{}(", factor.trim_start_matches("f8"))) && line.ends_with(last)
            };
            text.lines().filter(call).count()
        };
        let of_a_turn = text.matches("wgmma_finish").count();
        [calls("wgmma", "0u32);"), calls("wgmma", "1u32);"), of_a_turn, text.matches("wgmma_wait").count()]
    };
    // New and added products, waits for all of them, and for those of the turn before.
    assert_eq!(products("", "f8e4m3", "f32", "0.0f32", 256), [4, 12, 4, 0]);
    assert_eq!(products("", "f8e5m2", "f32", "0.0f32", 128), [2, 6, 2, 0]);
    assert_eq!(products("#[fast_math]\n", "f8e4m3", "f32", "0.0f32", 256), [0, 8, 1, 1]);
    assert_eq!(products("", "i8", "i32", "0i32", 256), [0, 8, 1, 1]);
}

/// Products that become one sum are all computed by warpgroups, or none is.
#[test]
fn products_of_one_sum_are_computed_one_way() {
    let by_warpgroups = |[one, other]: [[&str; 2]; 2], sum: &str, zero: &str| {
        let product = |[left, right]: [&str; 2], tensors: [&str; 3], rounds: bool| {
            let round = |factor: String| if rounds { format!("to_tf32({factor})") } else { factor };
            let left =
                round(format!("tile_load({}, 0usize, {}): tile<{left}, 128, 64>", tensors[0], tensors[2]));
            let right = format!(
                "tile_transpose(tile_load({}, 0usize, {}): tile<{right}, 64, 64>)",
                tensors[1], tensors[2]
            );
            format!("@0 sum#5 = tile_mma({left}, {}, sum#5);", round(right))
        };
        let head = format!(
            "#[tile]
kernel fn f(a#0: &tensor2<{}>, b#1: &tensor2<{}>, c#2: &tensor2<{}>, d#3: &tensor2<{}>, e#4: &mut tensor2<{sum}>) {{
    var sum#5: tile<{sum}, 128, 64>;
    var k#6: usize;
    var l#7: usize;",
            one[0], one[1], other[0], other[1]
        );
        let body = format!(
            "@0 let sum#5 = tile_broadcast({zero}): tile<{sum}, 128, 64>;
             @0 '0: for k#6 in 0usize..a#0.extent(1) {{ {} }}
             @0 '1: for l#7 in 0usize..c#2.extent(1) {{ {} }}
             @0 eval tile_store(e#4, 0usize, 0usize, sum#5);",
            product(one, ["a#0", "b#1", "k#6"], one[0] == "f32"),
            product(other, ["c#2", "d#3", "l#7"], false),
        );
        let made = lower(&module(&head, &body), Target::new(90, Variant::FAST), &mut |_, _| {}).unwrap();
        made.module.to_text().matches("eval wgmma_commit").count()
    };
    assert_eq!(by_warpgroups([["f16", "f16"], ["bf16", "bf16"]], "f32", "0.0f32"), 2);
    assert_eq!(by_warpgroups([["i8", "i8"], ["u8", "u8"]], "i32", "0i32"), 2);
    assert_eq!(by_warpgroups([["i8", "i8"], ["i8", "u8"]], "i32", "0i32"), 0);
    assert_eq!(by_warpgroups([["f32", "f32"], ["f32", "f32"]], "f32", "0.0f32"), 0);
}

/// Warpgroups multiply `f32` only if both factors are rounded, and their rows lie along `k`. TMA rounds what it loads;
/// without it, threads do.
#[test]
fn warpgroups_multiply_rounded_floats() {
    let text = |left: &str, right: &str, end: &str, arch: u32| {
        let body = format!(
            "@0 let sum#4 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
             @0 '0: for k#5 in 0usize..{end} {{
                 @0 sum#4 = tile_mma({left}, {right}, sum#4);
             }}
             @0 eval tile_store(c#2, 0usize, 0usize, sum#4);"
        );
        let head = "#[tile]
kernel fn f(a#0: &tensor2<f32>, b#1: &tensor2<f32>, c#2: &mut tensor2<f32>, n#3: usize) {
    var sum#4: tile<f32, 64, 64>;
    var k#5: usize;";
        let made = lower(&module(head, &body), Target::new(arch, Variant::FAST), &mut |_, _| {}).unwrap();
        made.module.to_text()
    };
    let all = "a#0.extent(1)";
    let a = "tile_load(a#0, 0usize, k#5): tile<f32, 64, 32>";
    let b = "tile_transpose(tile_load(b#1, 0usize, k#5): tile<f32, 64, 32>)";
    let across = "tile_load(b#1, k#5, 0usize): tile<f32, 32, 64>";
    let rounds = |factor: &str| format!("to_tf32({factor})");
    let made = text(&rounds(a), &rounds(b), all, 90);
    assert!(
        made.contains("wgmma_tf32(") && made.contains("tensor_load_2(") && !made.contains("to_tf32("),
        "{made}"
    );
    for (left, right) in
        [(rounds(a), b.to_owned()), (rounds(a), rounds(across)), (a.to_owned(), b.to_owned())]
    {
        assert!(!text(&left, &right, all, 90).contains("wgmma"), "{left} {right}");
    }
    assert!(!text(&rounds(a), &rounds(b), all, 80).contains("wgmma"));
    // A turn that may fail cannot have copies under way.
    let fails = rounds(&a.replace("k#5)", "n#3 / @1 k#5)"));
    let made = text(&fails, &rounds(b), all, 90);
    assert!(
        made.contains("wgmma_tf32(") && made.contains("to_tf32(") && !made.contains("async_copy"),
        "{made}"
    );
}

/// What no registers are for is not unrolled as a whole: of so many elements the addresses would take all that
/// there are.
#[test]
fn elements_go_to_shared_memory_a_few_at_a_time() {
    let module = module(
        "#[tile]
#[warps(4)]
kernel fn f(a#0: &tensor2<i8>, c#1: &mut tensor2<i32>) {
    var sum#2: tile<i32, 128, 128>;
    var a_tile#3: tile<i8, 128, 128>;",
        "@0 let sum#2 = tile_broadcast(0i32): tile<i32, 128, 128>;
         @0 let a_tile#3 = tile_load(a#0, 0usize, 0usize): tile<i8, 128, 128>;
         @0 eval tile_store(c#1, 0usize, 0usize, tile_mma(a_tile#3, tile_transpose(a_tile#3), sum#2));",
    );
    let general = Target::new(90, Variant::GENERAL);
    let made = lower(&module, general, &mut |_, _| {}).unwrap().module.to_text();
    let before = made.split("a_tile#").find(|part| part.contains("unroll")).unwrap_or_default();
    assert!(
        before.contains("in 0usize..8usize {") && before.contains("in 0usize..4usize unroll {"),
        "{made}"
    );
}

/// What a thread stores and another one loads, or stores again, has a barrier between; what stays with its thread
/// has none.
#[test]
fn tiles_that_are_stored_and_read_back_wait_where_threads_differ() {
    let barriers = |body: &str| {
        let head = "#[tile]
#[warps(4)]
kernel fn f(x#0: &tensor2<f32>, y#1: &mut tensor2<f32>, z#2: &mut tensor2<f32>) {
    var k#3: usize;
    var v#4: tile<f32, 64, 64>;";
        let module = module(head, body);
        let shared = |text: &str| text.matches("sync_threads").count();
        let counts = [Variant::FAST, Variant::GENERAL].map(|variant| {
            shared(&lower(&module, Target::new(90, variant), &mut |_, _| {}).unwrap().module.to_text())
        });
        assert_eq!(counts[0], counts[1]);
        counts[0]
    };
    let load = "tile_load(y#1, 0usize, 0usize): tile<f32, 64, 64>";
    let fill = "@0 eval tile_store(y#1, 0usize, 0usize, tile_load(x#0, 0usize, 0usize): tile<f32, 64, 64>);";
    // In place, and again and again.
    assert_eq!(barriers(&format!("@0 eval tile_store(y#1, 0usize, 0usize, ({load}) * 2.0f32);")), 0);
    assert_eq!(
        barriers(&format!(
            "@0 '0: for k#3 in 0usize..4usize {{ {fill} @0 eval tile_store(z#2, k#3, 0usize, {load}); }}"
        )),
        0
    );
    // Rows of it.
    let rows = "@0 eval tile_store(z#2, 0usize, 0usize, tile_load(y#1, 3usize, 0usize): tile<f32, 4, 64>);";
    assert_eq!(barriers(&format!("{fill} {rows}")), 1);
    assert_eq!(barriers(&format!("{rows} {fill}")), 1);
    assert_eq!(barriers(&format!("@0 '0: for k#3 in 0usize..4usize {{ {fill} {rows} }}")), 2);
    // Tiles that overlap.
    let part = "@0 eval tile_store(y#1, 1usize, 0usize, tile_broadcast(1.0f32): tile<f32, 4, 64>);";
    assert_eq!(barriers(&format!("{fill} {part}")), 1);
    assert_eq!(barriers(&format!("{part} {fill}")), 1);
    // Whoever reads only, waits for nobody.
    assert_eq!(
        barriers(
            "@0 eval tile_store(z#2, 0usize, 0usize, (tile_load(x#0, 0usize, 0usize): tile<f32, 64, 64>) + (tile_load(x#0, 0usize, 0usize): tile<f32, 64, 1>));"
        ),
        0
    );
}

#[test]
fn what_a_warp_has_for_itself_is_loaded_ahead_of_its_reduction() {
    let text = |columns: u32| {
        let tile = format!("tile<f32, 1, {columns}>");
        let module = module(
            &format!(
                "#[tile]
kernel fn f(x#0: &tensor2<f32>, w#1: &tensor2<f32>, y#2: &mut tensor2<f32>) {{
    var value#3: {tile};
    var sum#4: tile<f32, 1, 1>;
    var weight#5: {tile};"
            ),
            &format!(
                "@0 let value#3 = tile_load(x#0, 0usize, 0usize): {tile};
         @0 let sum#4 = tile_sum_1(value#3);
         @0 let weight#5 = tile_load(w#1, 0usize, 0usize): {tile};
         @0 eval tile_store(y#2, 0usize, 0usize, (value#3 * sum#4) * weight#5);"
            ),
        );
        after("lower", &module)
    };
    let loads = |text: &str| text.match_indices("&w#").map(|(at, _)| at).collect::<Vec<_>>();
    let lanes = |text: &str| text.match_indices("lane_xor").map(|(at, _)| at).collect::<Vec<_>>();
    let short = text(1024);
    assert!(loads(&short).last() < lanes(&short).first(), "{short}");
    assert!(!short.contains("parts"), "a warp has no parts to exchange:\n{short}");
    // Threads that have many registers of the row already load the rest behind it.
    let long = text(16384);
    assert!(loads(&long).first() > lanes(&long).last(), "{long}");
}

/// A block's tile is found once, and stands wherever the block's number stood; columns are the machine's order.
#[test]
fn the_order_of_tiles_is_found_at_the_beginning() {
    let body = "@0 eval tile_store(y#1, block_idx_x() + block_idx_y(), tile_load(x#0, n#2): tile<f32, 64>);";
    let of = |order: &str, body: &str| {
        let head = HEAD.replace("#[tile]\n", &format!("#[tile]\n#[order({order})]\n"));
        let module = module(&head, body);
        (after("order", &module), lowered(&module).report.notes.join("; "))
    };
    let (rows, note) = of("1", body);
    let expected = "let tile_0 = block_idx_x();
let tile_1 = block_idx_y();
if ((grid_dim_x() * grid_dim_y()) - 257usize) < 4294967038usize {
let number = (block_idx_y() * grid_dim_x()) + block_idx_x();
tile_0 = ((number as u32) /@3 int_max(grid_dim_y() as u32, 1u32)) as usize;
tile_1 = number - (tile_0 * grid_dim_y());
}
eval tile_store(y, tile_0 + tile_1,";
    assert!(without_numbers(&rows).starts_with(expected), "{rows}");
    assert!(note.contains("second axis first"), "{note}");
    let (groups, note) = of("8", body);
    let groups = without_numbers(&groups);
    for part in [
        "- 257usize) < 536870654usize {",
        "let group = ((number as u32) /@3 int_max((grid_dim_y() * 8usize) as u32, 1u32)) as usize;",
        "let first = group * 8usize;",
        "let height = if (grid_dim_x() - first) < 8usize { grid_dim_x() - first } else { 8usize };",
        "tile_1 = ((within as u32) /@3 int_max(height as u32, 1u32)) as usize;",
        "tile_0 = first + (within - (tile_1 * height));",
    ] {
        assert!(groups.contains(part), "{part}: {groups}");
    }
    assert!(note.contains("groups of 8"), "{note}");
    let (columns, note) = of("4294967295", body);
    assert!(columns.contains("block_idx_x()") && !columns.contains("tile_0"), "{columns}");
    assert!(!note.contains("visited"), "{note}");
    let (failing, note) =
        of("1", &format!("@0 let s = 1usize / @1 n#2;\n{body}").replace("let s", "let i#3"));
    assert!(!failing.contains("tile_0") && note.contains("not followed"), "{failing}: {note}");
}

/// Names without the numbers of their locals.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('#');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// Rows of so many columns, multiplied by weights and one after the other.
fn rows_by_weights(columns: u32, weights: &str, at: &str) -> Module {
    rows_of("f32", columns, weights, at)
}

fn rows_of(scalar: &str, columns: u32, weights: &str, at: &str) -> Module {
    let tile = format!("tile<{scalar}, 1, {columns}>");
    module(
        &format!(
            "#[tile]
kernel fn f(x#0: &tensor2<{scalar}>, w#1: {weights}, y#2: &mut tensor2<{scalar}>) {{
    var row#3: usize;
    var value#4: {tile};
    var sum#5: tile<{scalar}, 1, 1>;
    var weight#6: {tile};"
        ),
        &format!(
            "@0 '0: for row#3 in block_idx_x()..x#0.extent(0) {{
             @0 let value#4 = tile_load(x#0, row#3, 0usize): {tile};
             @0 let sum#5 = tile_sum_1(value#4);
             @0 let weight#6 = tile_load(w#1, {at}, 0usize): {tile};
             @0 eval tile_store(y#2, row#3, 0usize, (value#4 * sum#5) * weight#6);
             }}"
        ),
    )
}

#[test]
fn what_every_turn_loads_from_one_place_is_kept() {
    let copies = |module: &Module| -> [usize; 2] {
        let text = after("lower", module);
        let (before, turns) = text.split_once("'0: for").unwrap();
        [before, turns].map(|part| part.matches("&w#").count())
    };
    let notes = |module: &Module| {
        let notes = lowered(module).report.notes;
        notes.into_iter().filter(|note| note.contains("stays in shared memory")).collect::<Vec<_>>()
    };
    let kept = rows_by_weights(8192, "&tensor2<f32>", "0usize");
    assert_eq!(copies(&kept), [1, 0]);
    assert_eq!(
        notes(&kept),
        ["`weight` is loaded once, and stays in shared memory from turn to turn of its loop"]
    );
    let apart = |module: &Module| {
        assert!(copies(module)[1] > 0, "{}", after("lower", module));
        assert_eq!(notes(module), [""; 0]);
    };
    // Another place in each turn, and a tensor that somebody may write to.
    apart(&rows_by_weights(8192, "&tensor2<f32>", "row#3 % @1 8usize"));
    apart(&rows_by_weights(8192, "&mut tensor2<f32>", "0usize"));
    // A thread has few of its elements.
    apart(&rows_by_weights(2048, "&tensor2<f32>", "0usize"));
}

#[test]
fn more_blocks_share_a_row_beside_what_is_kept() {
    // Threads of a block, blocks of a cluster, those of a multiprocessor, and whether the weights are kept.
    let of = |scalar: &str, columns: u32, target: Target| {
        let module = rows_of(scalar, columns, &format!("&tensor2<{scalar}>"), "0usize");
        let made = lower(&module, target, &mut |_, _| {}).unwrap();
        let attrs = &made.module.entry().unwrap().attrs;
        let kept = made.report.notes.iter().any(|note| note.contains("stays in shared memory"));
        let cluster = attrs.cluster.map_or(1, |[blocks, ..]| blocks);
        (attrs.block.unwrap()[0], cluster, attrs.min_blocks.unwrap_or(1), kept)
    };
    let made = |columns: u32, target: Target| of("f32", columns, target);
    // A row that one block has, with a multiprocessor to itself, goes to eight, of which the multiprocessor has four.
    assert_eq!(made(32_768, FAST), (128, 8, 4, true));
    for scalar in ["bf16", "f16"] {
        assert_eq!(of(scalar, 32_768, FAST), (128, 8, 4, true));
    }
    // To fewer where clusters have no more, and to none where memory has no room for weights so either.
    assert_eq!(made(32_768, Target { cluster: 4, ..FAST }), (256, 4, 2, true));
    assert_eq!(made(32_768, Target { cluster: 2, ..FAST }), (512, 2, 1, true));
    assert_eq!(made(32_768, Target { cluster: 1, ..FAST }), (512, 1, 1, false));
    assert_eq!(made(32_768, Target::new(120, Variant::FAST)), (512, 1, 1, false));
    assert_eq!(of("bf16", 32_768, Target::new(120, Variant::FAST)), (128, 8, 4, true));
    for target in
        [Target::new(80, Variant::FAST), Target::new(86, Variant::FAST), Target::new(90, Variant::GENERAL)]
    {
        assert_eq!(made(32_768, target), (512, 1, 1, false));
    }
    // Of shorter rows a multiprocessor has more than one: halves keep the weights that whole ones have no room for.
    assert_eq!(made(16_384, FAST), (256, 2, 2, true));
    assert_eq!(of("bf16", 16_384, FAST), (256, 1, 2, true));
    assert_eq!(made(8192, FAST), (256, 1, 3, true));
    // Of a row that has no room in one block, one block of a multiprocessor keeps the weights where two do not.
    assert_eq!(made(65_536, FAST), (512, 4, 1, true));
    assert_eq!(made(262_144, FAST), (512, 16, 1, true));
    // Of elements half as long both have, and one works while the other waits.
    assert_eq!(of("bf16", 65_536, FAST), (512, 4, 2, true));
    assert_eq!(of("bf16", 262_144, FAST), (512, 16, 2, true));
    // Where clusters have no more blocks, it stays as it would be without them.
    assert_eq!(made(65_536, Target { cluster: 8, ..FAST }), (512, 4, 1, true));
    assert_eq!(made(262_144, Target { cluster: 8, ..FAST }), (512, 8, 1, false));
    assert_eq!(made(262_144, Target::new(120, Variant::FAST)), (512, 8, 1, false));
    assert_eq!(made(262_144, Target::new(90, Variant::GENERAL)), (512, 8, 1, false));
}

/// Deviations of a row from its mean, and what they have of their squares' sum.
fn deviations(attr: &str, masked: bool, square: &str) -> Module {
    let tile = "tile<f32, 1, 65536>";
    let apart = if masked { "if mask#8 { value#4 - mean#6 } else { 0.0f32 }" } else { "value#4 - mean#6" };
    module(
        &format!(
            "#[tile]
{attr}kernel fn f(x#0: &tensor2<f32>, y#1: &mut tensor2<f32>, n#2: f32) {{
    var row#3: usize;
    var value#4: {tile};
    var sum#5: tile<f32, 1, 1>;
    var mean#6: tile<f32, 1, 1>;
    var apart#7: {tile};
    var mask#8: tile<bool, 1, 65536>;
    var squares#9: tile<f32, 1, 1>;"
        ),
        &format!(
            "@0 let row#3 = block_idx_x();
             @0 let value#4 = tile_load(x#0, row#3, 0usize): {tile};
             @0 let sum#5 = tile_sum_1(value#4);
             @0 let mean#6 = sum#5 / n#2;
             @0 let mask#8 = (tile_iota_1(): tile<u32, 1, 65536>) < (x#0.extent(1) as u32);
             @0 let apart#7 = {apart};
             @0 let squares#9 = tile_sum_1({square});
             @0 eval tile_store(y#1, row#3, 0usize, apart#7 * rsqrt(squares#9));"
        ),
    )
}

/// What a thread's elements are compared with is bound once: which of them a row has is a question of numbers that are
/// known when it is compiled, and no coordinates have registers beside the row.
#[test]
fn moments_of_a_row_that_ends_compare_with_what_is_left() {
    let text = after("lower", &deviations("", true, "apart#7 * apart#7"));
    let (_, parts) = text.split_once("own_squares#").unwrap();
    let (parts, _) = parts.split_once("cluster_store(").unwrap();
    let asks: Vec<&str> = parts.lines().filter(|line| line.contains("else { 0.0f32 }")).collect();
    // Of the mean, of the count and of the squares.
    assert_eq!(asks.len(), 3, "{parts}");
    for line in asks {
        assert!(line.contains("< left#") && !line.contains("thread_start#"), "{line}");
    }
}

#[test]
fn sum_and_variance_exchange_once_in_a_cluster() {
    let exchanges = |attr: &str, masked: bool, square: &str| {
        // One more at the head of the kernel.
        after("lower", &deviations(attr, masked, square)).matches("cluster_sync()").count() - 1
    };
    assert_eq!(exchanges("", true, "apart#7 * apart#7"), 1);
    assert_eq!(exchanges("", false, "apart#7 * apart#7"), 1);
    assert_eq!(exchanges("#[strict_fp]\n", true, "apart#7 * apart#7"), 2);
    assert_eq!(exchanges("", true, "apart#7 * value#4"), 2);
}

#[test]
fn turns_of_a_loop_over_wide_rows_send_their_parts() {
    let counts = |module: &Module| {
        let text = after("lower", module);
        let (before, turns) = text.split_once("'0: for").unwrap();
        let count = |part: &str, name: &str| part.matches(&format!("{name}(")).count();
        assert_eq!(count(before, "mbarrier_init"), 2 * count(turns, "mbarrier_wait"), "{text}");
        assert_eq!(count(before, "cluster_sync"), 1, "{text}");
        [count(turns, "cluster_sync"), count(turns, "cluster_send_1"), count(turns, "mbarrier_wait")]
    };
    assert_eq!(counts(&rows_by_weights(262_144, "&tensor2<f32>", "0usize")), [0, 1, 1]);
    // What a thread that has failed would have sent, others would wait for.
    assert_eq!(counts(&rows_by_weights(262_144, "&tensor2<f32>", "row#3 / @1 row#3")), [1, 0, 0]);
}

#[test]
fn loads_go_ahead_of_a_reduction_where_registers_suffice() {
    let early = |columns: u32, backend: Backend| {
        let tile = format!("tile<bf16, 1, {columns}>");
        let module = module(
            &format!(
                "#[tile]
kernel fn f(x#0: &tensor2<bf16>, w#1: &tensor2<bf16>, y#2: &mut tensor2<bf16>) {{
    var value#3: {tile};
    var sum#4: tile<bf16, 1, 1>;
    var weight#5: {tile};"
            ),
            &format!(
                "@0 let value#3 = tile_load(x#0, 0usize, 0usize): {tile};
                 @0 let sum#4 = tile_sum_1(value#3);
                 @0 let weight#5 = tile_load(w#1, 0usize, 0usize): {tile};
                 @0 eval tile_store(y#2, 0usize, 0usize, (value#3 * sum#4) * weight#5);"
            ),
        );
        let text = lower(&module, FAST.through(backend), &mut |_, _| {}).unwrap().module.to_text();
        text.find("&w#").unwrap() < text.find("lane_xor").unwrap()
    };
    assert!(early(32_768, Backend::Cuda));
    // Of PTX each number has a register of its own.
    assert!(!early(32_768, Backend::Ptx));
}

#[test]
fn nobody_compares_where_a_mask_holds_throughout() {
    let tile = "tile<f32, 1, 8192>";
    let made = |mask: &str| {
        let module = module(
            &format!(
                "#[tile]
kernel fn f(x#0: &tensor2<f32>, y#1: &mut tensor2<f32>, n#2: u32) {{
    var row#3: usize;
    var value#4: {tile};
    var mask#5: tile<bool, 1, 8192>;
    var sum#6: tile<f32, 1, 1>;"
            ),
            &format!(
                "@0 let row#3 = block_idx_x();
                 @0 let value#4 = tile_load(x#0, row#3, 0usize): {tile};
                 @0 let mask#5 = {mask};
                 @0 let sum#6 = tile_sum_1(if mask#5 {{ value#4 * 2.0f32 }} else {{ 0.0f32 }});
                 @0 eval tile_store(y#1, row#3, 0usize, value#4 * sum#6);"
            ),
        );
        after("lower", &module)
    };
    let columns = "(tile_iota_1(): tile<u32, 1, 8192>)";
    let text = made(&format!("{columns} < n#2"));
    assert!(text.contains("if 8192u32 <= n#10 {"), "{text}");
    // And where it does not, only who asks: the mask itself is nowhere.
    assert!(text.contains("< n#10") && !text.contains("let mask#"), "{text}");
    // What changes from element to element is asked of each.
    let text = made(&format!("{columns} < ({columns} + n#2)"));
    assert!(!text.contains("8192u32 <="), "{text}");
}

/// Threads that load ahead for themselves wait again in each run of the loop: no barrier tells the verifier so.
#[test]
fn a_loop_that_loads_ahead_may_be_run_again_and_again() {
    let module = module(
        "#[tile]
kernel fn f(x#0: &tensor2<bf16>, y#1: &tensor1<f32>) {
    var i#2: usize;
    var j#3: usize;
    var v#4: tile<bf16, 32, 32>;",
        "@0 let i#2 = 0usize;
         @0 '0: while (i#2 < 2usize) && (tile_min_0(tile_load(y#1, i#2): tile<f32, 2>) < 1.0f32) {
             @0 i#2 += 1usize;
             @0 '1: for j#3 in 0usize..x#0.extent(1) {
                 @0 let v#4 = tile_load(x#0, i#2, j#3): tile<bf16, 32, 32>;
             }
         }",
    );
    let text = lower(&module, Target::new(80, Variant::FAST), &mut |_, _| {}).unwrap().module.to_text();
    assert_eq!(text.matches("async_copy_16(").count(), 2, "{text}");
}

#[test]
fn products_are_visited_in_groups_where_each_factor_goes_with_an_axis() {
    let matmul = include_str!("fixtures/tiles/matmul.kir");
    let attention = include_str!("fixtures/tiles/attention.kir");
    for (text, grouped) in [(matmul, true), (attention, false)] {
        let notes = lowered(&parse(text).unwrap()).report.notes;
        assert_eq!(notes.iter().any(|note| note.contains("in groups of 16")), grouped, "{notes:?}");
    }
}
