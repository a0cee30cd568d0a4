//! Barriers and waits of lowered tile code: with all of them nothing races, and without any one of them something does.
//!
//! So each mistake in where the tile compiler waits is found without a GPU, and each wait that nobody needs is known.

use kiln_codegen::ir::{Block, Callee, ExprKind, Module, Scalar, Stmt, StmtKind};
use kiln_codegen::passes::tile::Variant;

use super::lowered::{Tensor, Way, arguments, kernel, noise};
use super::support::Args;
use crate::cpu::sanitize::{Access, Found};
use crate::cpu::{Observer, Program};

/// Whether the statement waits, for others or for the thread's own copies.
fn waits(stmt: &Stmt) -> bool {
    let StmtKind::Eval(value) = &stmt.kind else { return false };
    matches!(&value.kind, ExprKind::Call { callee: Callee::Intrinsic(row), .. }
        if ["sync_threads", "sync_warp", "async_wait"].contains(&row.name) || row.name.starts_with("mbarrier"))
}

/// Takes out the wait with this number, in the order of the text; its name, if there are so many.
fn take_out(block: &mut Block, number: &mut usize) -> Option<String> {
    for at in 0..block.0.len() {
        if waits(&block.0[at]) {
            if *number == 0 {
                let StmtKind::Eval(value) = block.0.remove(at).kind else { return None };
                let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = value.kind else { return None };
                return Some(row.name.to_owned());
            }
            *number -= 1;
        }
        for inside in block.0[at].blocks_mut() {
            let taken = take_out(inside, number);
            if taken.is_some() {
                return taken;
            }
        }
    }
    None
}

/// What is wrong with a run.
#[derive(Debug, PartialEq)]
enum Wrong {
    /// A wait that would not end, or an operand that an instruction does not take.
    Failed,
    Found(Box<Found>),
}

fn watch(module: &Module, grid: [u32; 3], threads: u32, args: Args) -> Option<Wrong> {
    let program = Program::lowered(module, Observer::Sanitizer).unwrap();
    match args.watched_grid(&program, grid, threads) {
        Ok(None) => None,
        Ok(Some(_)) => Some(Wrong::Failed),
        Err(found) => Some(Wrong::Found(found)),
    }
}

/// How many waits a kernel has.
#[derive(Debug, Default, PartialEq)]
struct Waits {
    /// Barriers of a block or a warp without which something races.
    barriers: usize,
    /// Waits for copies without which something meets one under way.
    copies: usize,
    /// Uses of barriers that count bytes without which a wait does not end, or copies are met under way.
    counted: usize,
    /// The others.
    needless: usize,
}

/// Runs a kernel as it is, in which nothing may race, and once without each of its waits.
fn waits_of(way: Way, kernel: &[String; 3], tensors: &mut [&mut Tensor]) -> Waits {
    let grid = [1; 3];
    let made = way.lower(kernel);
    let threads = made.report.threads;
    let found = watch(&made.module, grid, threads, arguments(tensors, &[]));
    assert_eq!(found, None, "{way:?}\n{}", made.module.to_text());
    let mut counted = Waits::default();
    for number in 0.. {
        let mut less = made.module.clone();
        let body = &mut less.functions.last_mut().unwrap().body;
        let Some(name) = take_out(body, &mut number.clone()) else { break };
        let found = watch(&less, grid, threads, arguments(tensors, &[]));
        match (&*name, &found) {
            (_, None) => counted.needless += 1,
            (name, Some(_)) if name.starts_with("mbarrier") => counted.counted += 1,
            (name, Some(Wrong::Found(found))) => match (name, &**found) {
                ("async_wait", Found::Race { first: (_, Access::Copy), .. }) => counted.copies += 1,
                ("sync_threads" | "sync_warp", Found::Race { .. }) => counted.barriers += 1,
                other => panic!("{way:?}: without wait {number}: {other:?}\n{}", made.module.to_text()),
            },
            other => panic!("{way:?}: without wait {number}: {other:?}\n{}", made.module.to_text()),
        }
    }
    counted
}

fn way(arch: u32, warps: u32, stages: Option<u32>) -> Way {
    Way { arch, variant: Variant::FAST, warps: Some(warps), stages }
}

#[test]
fn reductions_across_warps() {
    let kernel = kernel(
        "x: &tensor2<f32>
         y: &mut tensor2<f32>",
        "v: tile<f32, 1, 256>
         e: tile<f32, 1, 256>
         k: usize",
        "@0 '0: for k in 0usize..3usize {
             @0 let v = tile_load(x, k, 0usize): tile<f32, 1, 256>;
             @0 let e = exp(v - tile_max_1(v));
             @0 eval tile_store(y, k, 0usize, e / tile_sum_1(e));
         }",
        &[],
    );
    for warps in [2, 4] {
        let way = way(80, warps, None);
        let mut x = way.tensor(Scalar::F32, &[3, 256]).fill(noise);
        let mut y = way.tensor(Scalar::F32, &[3, 256]);
        let waits = waits_of(way, &kernel, &mut [&mut x, &mut y]);
        assert_eq!(waits, Waits { barriers: 2, ..Waits::default() }, "{way:?}");
    }
}

#[test]
fn exchanges_between_layouts() {
    let kernel = kernel(
        "x: &tensor2<f32>
         y: &mut tensor2<f32>",
        "v: tile<f32, 16, 32>
         k: usize",
        "@0 '0: for k in 0usize..3usize {
             @0 let v = tile_load(x, k, 0usize): tile<f32, 16, 32>;
             @0 eval tile_store(y, 0usize, k, tile_transpose(v));
             @0 eval tile_store(y, 1usize, k, tile_transpose(v * v));
         }",
        &[],
    );
    let way = way(80, 4, None);
    let mut x = way.tensor(Scalar::F32, &[48, 32]).fill(noise);
    let mut y = way.tensor(Scalar::F32, &[64, 48]);
    let waits = waits_of(way, &kernel, &mut [&mut x, &mut y]);
    assert_eq!(waits, Waits { barriers: 4, ..Waits::default() });
}

#[test]
fn what_is_stored_and_read_back() {
    let kernel = kernel(
        "x: &tensor2<f32>
         y: &mut tensor2<f32>",
        "k: usize",
        "@0 eval tile_store(y, 0usize, 0usize, tile_load(x, 0usize, 0usize): tile<f32, 16, 32>);
         @0 '0: for k in 0usize..3usize {
             @0 eval tile_store(y, 1usize, 0usize, tile_load(y, 1usize, 0usize): tile<f32, 4, 32>);
             @0 eval tile_store(y, 0usize, 0usize, (tile_load(y, 0usize, 0usize): tile<f32, 16, 32>) + 1.0f32);
         }",
        &[],
    );
    let way = way(80, 4, None);
    let mut x = way.tensor(Scalar::F32, &[16, 32]).fill(noise);
    let mut y = way.tensor(Scalar::F32, &[16, 32]);
    // Whoever loads the large tile stores the same elements, which barriers of whole tensors do not know.
    let waits = waits_of(way, &kernel, &mut [&mut x, &mut y]);
    assert_eq!(waits, Waits { barriers: 3, needless: 1, ..Waits::default() });
}

#[test]
fn products_whose_loads_run_ahead() {
    let kernel = kernel(
        "a: &tensor2<bf16>
         b: &tensor2<bf16>
         c: &mut tensor2<f32>",
        "acc: tile<f32, 32, 32>
         i: usize
         k: usize",
        "@0 '0: for i in 0usize..2usize {
             @0 let acc = tile_broadcast(0.0f32): tile<f32, 32, 32>;
             @0 '1: for k in 0usize..div_ceil(a.extent(1), 16usize, @1) {
                 @0 acc = tile_mma(tile_load(a, i, k): tile<bf16, 32, 16>, tile_load(b, k, 0usize): tile<bf16, 16, 32>, acc);
             }
             @0 eval tile_store(c, i, 0usize, acc);
         }",
        &[],
    );
    // Without asynchronous copies there is one stage, which is waited for twice a turn. Five turns leave the stages
    // where the next round of the outer loop would meet them.
    for (arch, stages, copies) in [(75, None, 0), (80, Some(2), 1), (80, Some(3), 1), (90, Some(4), 1)] {
        let way = way(arch, 2, stages);
        let mut a = way.tensor(Scalar::BF16, &[64, 80]).fill(noise);
        let mut b = way.tensor(Scalar::BF16, &[80, 32]).fill(noise);
        let mut c = way.tensor(Scalar::F32, &[64, 32]);
        let tensors = &mut [&mut a, &mut b, &mut c];
        assert_eq!(
            waits_of(way, &kernel, tensors),
            Waits { barriers: 2, copies, ..Waits::default() },
            "{way:?}"
        );
    }
}

/// Tiles that TMA loads, in a loop inside of a loop: five turns leave the stages where the next round meets them, and
/// the barriers' phases apart. Of floats of 8 bits the sums are promoted, in two parts.
#[test]
fn products_whose_loads_are_counted() {
    for (factor, columns, right, extents) in [
        (Scalar::BF16, 64, "tile_load(b, k, 0usize): tile<$F, 32, $N>", [160, 64]),
        (Scalar::E4M3, 160, "tile_transpose(tile_load(b, 0usize, k): tile<$F, $N, 32>)", [160, 160]),
    ] {
        let text = |text: &str| text.replace("$R", right).replace("$F", factor.name());
        let kernel = kernel(
            &text(
                "a: &tensor3<$F>
                 b: &tensor2<$F>
                 c: &mut tensor2<f32>",
            ),
            "acc: tile<f32, 64, $N>
             i: usize
             k: usize",
            &text(
                "@0 '0: for i in 0usize..2usize {
                     @0 let acc = tile_broadcast(0.0f32): tile<f32, 64, $N>;
                     @0 '1: for k in 0usize..5usize {
                         @0 acc = tile_mma(tile_load(a, 1usize, i, k): tile<$F, 64, 32>, $R, acc);
                     }
                     @0 eval tile_store(c, i, 0usize, acc);
                 }",
            ),
            &[("N", columns)],
        );
        for stages in [2, 3, 4] {
            let way = way(90, 4, Some(stages));
            let text = way.lower(&kernel).module.to_text();
            assert!(text.contains("tensor_load_3"), "{way:?}");
            assert_eq!(text.matches("wgmma_finish").count(), if factor.is_float8() { 2 } else { 1 });
            let mut a = way.tensor(factor, &[2, 128, 160]).fill(noise);
            let mut b = way.tensor(factor, &extents).fill(noise);
            let mut c = way.tensor(Scalar::F32, &[128, columns]);
            // Each barrier is made; each turn's copies, those before the loop and those in it, say what is to come;
            // and each turn waits.
            let ahead = stages as usize - 1;
            let counted = stages as usize + ahead + 1 + 1;
            let waits = waits_of(way, &kernel, &mut [&mut a, &mut b, &mut c]);
            // Of the block: all see the barriers, and none reads what is to be written.
            assert_eq!(waits, Waits { barriers: 2, counted, ..Waits::default() }, "{factor:?} {way:?}");
        }
    }
}

/// A product of a product, of which the second is late: each of its stages is read a turn later, in a loop inside of
/// a loop.
#[test]
fn products_that_are_late() {
    // One warpgroup has no late product. With two stages, two warpgroups take turns, and more wait for the block. The
    // block waits where the loop begins anew. So three waits are needless: that of the kernel's head, that of a warp
    // behind the loop, and, with four stages, its arrival. Without a late product the first two are, one for the other.
    for (rows, stages, barriers, counted, needless) in
        [(64, 3, 1, 7, 2), (128, 2, 3, 14, 2), (192, 2, 2, 8, 1), (128, 3, 3, 17, 2), (128, 4, 3, 19, 3)]
    {
        let kernel = kernel(
            "q: &tensor2<bf16>
             k: &tensor2<bf16>
             v: &tensor2<bf16>
             o: &mut tensor2<f32>",
            "qt: tile<bf16, $M, 32>
             acc: tile<f32, $M, 64>
             i: usize
             j: usize
             s: tile<f32, $M, 32>",
            "@0 let qt = tile_load(q, 0usize, 0usize): tile<bf16, $M, 32>;
             @0 '0: for i in 0usize..2usize {
                 @0 let acc = tile_broadcast(0.0f32): tile<f32, $M, 64>;
                 @0 '1: for j in 0usize..5usize {
                     @0 let s = tile_mma(qt, tile_transpose(tile_load(k, j, i): tile<bf16, 32, 32>), tile_broadcast(0.0f32): tile<f32, $M, 32>);
                     @0 acc = tile_mma((s * 0.5f32) as tile<bf16, $M, 32>, tile_load(v, j, i): tile<bf16, 32, 64>, acc * 0.5f32);
                 }
                 @0 eval tile_store(o, i, 0usize, acc);
             }",
            &[("M", rows)],
        );
        let way = way(90, rows as u32 / 16, Some(stages));
        let text = way.lower(&kernel).module.to_text();
        assert_eq!(text.contains("mbarrier_arrive"), rows == 128, "{text}");
        assert_eq!(text.contains("turn_begin"), rows == 128 && stages == 2, "{text}");
        let mut q = way.tensor(Scalar::BF16, &[rows, 32]).fill(noise);
        let mut k = way.tensor(Scalar::BF16, &[160, 64]).fill(noise);
        let mut v = way.tensor(Scalar::BF16, &[160, 128]).fill(noise);
        let mut o = way.tensor(Scalar::F32, &[2 * rows, 64]);
        let waits = waits_of(way, &kernel, &mut [&mut q, &mut k, &mut v, &mut o]);
        assert_eq!(waits, Waits { barriers, copies: 0, counted, needless }, "{way:?}");
    }
}

/// A product of 16 bits is stored in panels, which the lanes of a warp hand each other.
#[test]
fn products_that_are_stored_in_panels() {
    let kernel = kernel(
        "a: &tensor2<bf16>
         b: &tensor2<bf16>
         c: &mut tensor2<bf16>",
        "acc: tile<f32, 64, 128>
         k: usize",
        "@0 let acc = tile_broadcast(0.0f32): tile<f32, 64, 128>;
         @0 '0: for k in 0usize..5usize {
             @0 acc = tile_mma(tile_load(a, 0usize, k): tile<bf16, 64, 32>, tile_load(b, k, 0usize): tile<bf16, 32, 128>, acc);
         }
         @0 eval tile_store(c, 0usize, 0usize, acc as tile<bf16, 64, 128>);",
        &[],
    );
    for arch in [80, 90] {
        let way = way(arch, 4, Some(2));
        let mut a = way.tensor(Scalar::BF16, &[64, 160]).fill(noise);
        let mut b = way.tensor(Scalar::BF16, &[160, 128]).fill(noise);
        let mut c = way.tensor(Scalar::BF16, &[64, 128]);
        let waits = waits_of(way, &kernel, &mut [&mut a, &mut b, &mut c]);
        let text = way.lower(&kernel).module.to_text();
        assert_eq!(text.matches("sync_warp()").count(), 2, "{text}");
        // The block's barriers and the two of a panel.
        let barriers = text.matches("sync_threads()").count() + 2;
        assert_eq!((waits.barriers, waits.needless), (barriers, 0), "{way:?}: {waits:?}");
    }
}

/// Two loops whose tiles have the same memory: the second one's copies wait for the block before they begin.
#[test]
fn loops_that_follow_each_other() {
    let kernel = kernel(
        "a: &tensor2<f16>
         b: &tensor2<f16>
         c: &mut tensor2<f32>",
        "acc: tile<f32, 32, 32>
         i: usize
         j: usize",
        "@0 let acc = tile_broadcast(0.0f32): tile<f32, 32, 32>;
         @0 '0: for i in 0usize..3usize {
             @0 acc = tile_mma(tile_load(a, 0usize, i): tile<f16, 32, 16>, tile_load(b, i, 0usize): tile<f16, 16, 32>, acc);
         }
         @0 '1: for j in 0usize..3usize {
             @0 acc = tile_mma(tile_load(a, 1usize, j): tile<f16, 32, 16>, tile_load(b, j, 0usize): tile<f16, 16, 32>, acc);
         }
         @0 eval tile_store(c, 0usize, 0usize, acc);",
        &[],
    );
    let way = way(80, 4, Some(2));
    let mut a = way.tensor(Scalar::F16, &[64, 48]).fill(noise);
    let mut b = way.tensor(Scalar::F16, &[48, 32]).fill(noise);
    let mut c = way.tensor(Scalar::F32, &[32, 32]);
    let waits = waits_of(way, &kernel, &mut [&mut a, &mut b, &mut c]);
    assert_eq!(waits, Waits { barriers: 3, copies: 2, ..Waits::default() });
}
