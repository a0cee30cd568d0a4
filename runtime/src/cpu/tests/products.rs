//! Products of tiles, lowered: on tensor cores and without them, loads that run ahead, operands of every origin.

use kiln_codegen::ir::{Scalar, sum_of_products};
use kiln_codegen::passes::tile::Variant;

use super::lowered::{Way, close, kernel, noise};

/// `c = a × b + 2` in tiles of `m × n`, by steps of `k`.
fn matmul(factors: [Scalar; 2], [m, n, k]: [usize; 3], left_turned: bool, right_turned: bool) -> [String; 3] {
    let [left, right] = factors.map(Scalar::name);
    let sum = sum_of_products(factors[0], factors[1]).unwrap().name();
    let operand =
        |of: &str, tensor: &str, turned: bool, rows: &str, columns: &str, row: &str, column: &str| {
            if turned {
                format!("tile_transpose(tile_load({tensor}, {column}, {row}): tile<{of}, {columns}, {rows}>)")
            } else {
                format!("tile_load({tensor}, {row}, {column}): tile<{of}, {rows}, {columns}>")
            }
        };
    let a = operand(left, "a", left_turned, "$M", "$K", "i", "step");
    let b = operand(right, "b", right_turned, "$K", "$N", "step", "j");
    let two = if sum == "i32" { "2i32" } else { "2.0f32" };
    kernel(
        &format!(
            "a: &tensor2<{left}>
             b: &tensor2<{right}>
             c: &mut tensor2<{sum}>
             steps: usize"
        ),
        &format!(
            "i: usize
             j: usize
             acc: tile<{sum}, $M, $N>
             step: usize"
        ),
        &format!(
            "@0 let i = block_idx_y();
             @0 let j = block_idx_x();
             @0 let acc = tile_broadcast({two}): tile<{sum}, $M, $N>;
             @0 '0: for step in 0usize..steps {{
                 @0 acc = tile_mma({a}, {b}, acc);
             }}
             @0 eval tile_store(c, i, j, acc);"
        ),
        &[("M", m), ("N", n), ("K", k)],
    )
}

fn check_matmul(
    way: Way,
    factors: [Scalar; 2],
    tile: [usize; 3],
    [rows, columns, depth]: [usize; 3],
    left_turned: bool,
    right_turned: bool,
) {
    // What tensors of the fast variant promise of their last axes.
    let multiple = if way.variant == Variant::FAST { 16 / factors[0].size() } else { 1 };
    let [rows, columns, depth] = [rows, columns, depth].map(|n| n.next_multiple_of(multiple));
    let kernel = matmul(factors, tile, left_turned, right_turned);
    check_kernel(way, factors, &kernel, (tile, [rows, columns, depth]), [left_turned, right_turned]);
}

/// Holds that a kernel of this shape is [`matmul`].
fn check_kernel(
    way: Way,
    factors: [Scalar; 2],
    kernel: &[String; 3],
    (tile, [rows, columns, depth]): ([usize; 3], [usize; 3]),
    [left_turned, right_turned]: [bool; 2],
) {
    // Rounded to tf32, factors lose half of 2⁻¹⁰ at most.
    let tolerance = if kernel[2].contains("to_tf32") { 4e-3 } else { 1e-4 };
    let sum = sum_of_products(factors[0], factors[1]).unwrap();
    let number = |at: &[usize]| if sum == Scalar::I32 { (noise(at) * 127.0).abs() } else { noise(at) };
    let turned = |turned: bool, a: usize, b: usize| if turned { [b, a] } else { [a, b] };
    let mut a = way.tensor(factors[0], &turned(left_turned, rows, depth)).fill(number);
    let mut b =
        way.tensor(factors[1], &turned(right_turned, depth, columns)).fill(|at| number(&[at[1], at[0], 7]));
    let mut c = way.tensor(sum, &[rows, columns]);
    let grid = [columns.div_ceil(tile[1]) as u32, rows.div_ceil(tile[0]) as u32, 1];
    let steps = depth.div_ceil(tile[2]) as u64;
    let what = format!("{way:?} {factors:?} {tile:?} {left_turned} {right_turned}");
    let failure = way.run(grid, kernel, &mut [&mut a, &mut b, &mut c], &[steps]);
    assert!(failure.is_none(), "{what}: {failure:?}");
    for i in 0..rows {
        for j in 0..columns {
            let sum: f64 = (0..depth)
                .map(|k| a.get(&turned(left_turned, i, k)) * b.get(&turned(right_turned, k, j)))
                .sum();
            close(c.get(&[i, j]), 2.0 + sum, tolerance, &format!("{what} at {i}, {j}"));
        }
    }
}

/// The ways that differ for products: old machines and new ones, few warps and an odd number of them.
fn in_some_ways(check: impl Fn(Way)) {
    for (arch, variant, warps) in [
        (75, Variant::FAST, None),
        (75, Variant::GENERAL, Some(3)),
        (80, Variant::GENERAL, None),
        (80, Variant::FAST, None),
        (90, Variant::FAST, Some(1)),
        (90, Variant::FAST, Some(6)),
    ] {
        check(Way { arch, variant, warps, stages: None });
    }
}

#[test]
fn products_of_tensors() {
    for scalar in [Scalar::BF16, Scalar::F16, Scalar::F32] {
        in_some_ways(|way| check_matmul(way, [scalar; 2], [64, 32, 16], [72, 40, 88], false, false));
    }
    in_some_ways(|way| check_matmul(way, [Scalar::F16; 2], [48, 32, 64], [72, 40, 200], false, false));
}

/// Whether the lowered kernel multiplies by warpgroups.
fn has_warpgroups(way: Way, kernel: &[String; 3]) -> bool {
    way.lower(kernel).module.to_text().contains("wgmma_commit")
}

/// Products of warpgroups: both factors lie either way, in panels of every width, with one warpgroup and with more,
/// in loops of no turn, of fewer turns than stages and of more.
#[test]
fn products_of_warpgroups() {
    for (tile, extents) in [
        ([64, 64, 64], [72, 136, 200]),
        ([128, 128, 32], [136, 128, 40]),
        ([128, 256, 64], [128, 256, 0]),
        ([64, 192, 128], [64, 192, 256]),
        ([192, 64, 16], [200, 72, 96]),
    ] {
        for (scalar, stages) in [(Scalar::BF16, None), (Scalar::F16, Some(2))] {
            for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
                let way = Way { arch: 90, variant: Variant::FAST, warps: None, stages };
                assert!(has_warpgroups(way, &matmul([scalar; 2], tile, left, right)), "{way:?} {tile:?}");
                check_matmul(way, [scalar; 2], tile, extents, left, right);
            }
        }
    }
}

/// The same of bytes, whose rows lie along `k` in both factors: one panel and several, sums from zero of a part of the
/// columns and of a part of `k`. No such product has them the other way round.
#[test]
fn products_of_warpgroups_of_bytes() {
    for (tile, extents) in [
        ([64, 64, 32], [72, 136, 200]),
        ([128, 256, 128], [128, 256, 304]),
        ([64, 192, 256], [64, 192, 512]),
        ([192, 96, 64], [200, 80, 0]),
    ] {
        for factors in [
            [Scalar::E4M3, Scalar::E4M3],
            [Scalar::E4M3, Scalar::E5M2],
            [Scalar::E5M2, Scalar::E4M3],
            [Scalar::E5M2, Scalar::E5M2],
            [Scalar::I8, Scalar::I8],
            [Scalar::U8, Scalar::U8],
        ] {
            let way = Way { arch: 90, variant: Variant::FAST, warps: None, stages: None };
            assert!(has_warpgroups(way, &matmul(factors, tile, false, true)), "{factors:?} {tile:?}");
            check_matmul(way, factors, tile, extents, false, true);
            for (left, right) in [(false, false), (true, false), (true, true)] {
                assert!(!has_warpgroups(way, &matmul(factors, tile, left, right)), "{factors:?} {tile:?}");
            }
        }
    }
    for factors in [[Scalar::I8, Scalar::U8], [Scalar::U8, Scalar::I8]] {
        let way = Way { arch: 90, variant: Variant::FAST, warps: None, stages: None };
        assert!(!has_warpgroups(way, &matmul(factors, [64, 64, 64], false, true)), "{factors:?}");
    }
}

/// The same where a turn may fail, so that threads load the tiles and not TMA, and of floats that are rounded to tf32,
/// which then threads do. Sums of both kinds are close to those of what isn't rounded.
#[test]
fn products_of_warpgroups_without_tma() {
    let way = Way { arch: 90, variant: Variant::FAST, warps: None, stages: None };
    for (factor, tile) in [
        (Scalar::BF16, [64, 64, 32]),
        (Scalar::E4M3, [64, 160, 128]),
        (Scalar::I8, [64, 32, 64]),
        (Scalar::F32, [64, 64, 32]),
    ] {
        let mut plain = matmul([factor; 2], tile, false, true);
        if factor == Scalar::F32 {
            plain[2] = plain[2].replace("tile_mma(tile_load", "tile_mma(to_tf32(tile_load");
            plain[2] = plain[2]
                .replace(", tile_transpose(", "), to_tf32(tile_transpose(")
                .replace(", acc);\n             }", "), acc);\n             }");
        }
        let quotient = |divisor: &str| {
            let mut kernel = plain.clone();
            let quotient = format!("i, (step * {divisor}) / @1 {divisor})");
            kernel[2] = kernel[2].replace("i, step)", &quotient);
            kernel
        };
        // A divisor that is the same in all turns is checked before the loop.
        let (hoisted, fails) = (quotient("steps"), quotient("(step + 1usize)"));
        for (kernel, boxes) in [(plain, true), (hoisted, true), (fails, false)] {
            assert!(has_warpgroups(way, &kernel), "{factor:?}");
            assert_eq!(way.lower(&kernel).module.to_text().contains("tensor_load"), boxes, "{factor:?}");
            let extents = [72, 2 * tile[1] - 16, 3 * tile[2] - 16];
            check_kernel(way, [factor; 2], &kernel, (tile, extents), [false, true]);
        }
    }
}

#[test]
fn operands_read_the_other_way_round() {
    for scalar in [Scalar::BF16, Scalar::F32] {
        for (left, right) in [(true, false), (false, true), (true, true)] {
            in_some_ways(|way| check_matmul(way, [scalar; 2], [32, 24, 32], [40, 24, 72], left, right));
        }
    }
}

#[test]
fn products_of_any_extents() {
    for scalar in [Scalar::F16, Scalar::F32] {
        for tile in [[1, 1, 1], [5, 3, 7], [17, 40, 24], [8, 72, 8]] {
            let extents = [tile[0] + 1, tile[1], tile[2] * 2 - tile[2] / 2];
            in_some_ways(|way| check_matmul(way, [scalar; 2], tile, extents, false, tile[2] == 24));
        }
    }
}

/// Softmax of `q × kᵀ`, times `v`, a block of keys at a time: what one product leaves is what the next one takes.
#[test]
fn a_product_of_a_product() {
    for (m, n, d) in [(64, 16, 32), (48, 24, 16), (16, 40, 24), (64, 64, 64), (128, 32, 64)] {
        let kernel = kernel(
            "q: &tensor2<bf16>
             k: &tensor2<bf16>
             v: &tensor2<bf16>
             o: &mut tensor2<f32>
             blocks: usize",
            "i: usize
             qt: tile<bf16, $M, $D>
             most: tile<f32, $M, 1>
             total: tile<f32, $M, 1>
             acc: tile<f32, $M, $D>
             j: usize
             s: tile<f32, $M, $N>
             now: tile<f32, $M, 1>
             p: tile<f32, $M, $N>
             fade: tile<f32, $M, 1>",
            "@0 let i = block_idx_x();
             @0 let qt = tile_load(q, i, 0usize): tile<bf16, $M, $D>;
             @0 let most = tile_broadcast(-1000.0f32): tile<f32, $M, 1>;
             @0 let total = tile_broadcast(0.0f32): tile<f32, $M, 1>;
             @0 let acc = tile_broadcast(0.0f32): tile<f32, $M, $D>;
             @0 '0: for j in 0usize..blocks {
                 @0 let s = tile_mma(qt, tile_transpose(tile_load(k, j, 0usize): tile<bf16, $N, $D>), tile_broadcast(0.0f32): tile<f32, $M, $N>);
                 @0 let now = float_max(most, tile_max_1(s));
                 @0 let p = exp(s - now);
                 @0 let fade = exp(most - now);
                 @0 total = (total * fade) + tile_sum_1(p);
                 @0 acc = tile_mma(p as tile<bf16, $M, $N>, tile_load(v, j, 0usize): tile<bf16, $N, $D>, acc * fade);
                 @0 most = now;
             }
             @0 eval tile_store(o, i, 0usize, acc / total);",
            &[("M", m), ("N", n), ("D", d)],
        );
        let alone = Way { arch: 90, variant: Variant::FAST, warps: None, stages: None };
        assert_eq!(has_warpgroups(alone, &kernel), m % 64 == 0);
        let check = |way: Way, blocks: usize| {
            let (queries, keys) = (m + 8, n * blocks);
            let mut q = way.tensor(Scalar::BF16, &[queries, d]).fill(|at| noise(at) * 2.0);
            let mut k = way.tensor(Scalar::BF16, &[keys, d]).fill(|at| noise(&[at[0], at[1], 1]) * 2.0);
            let mut v = way.tensor(Scalar::BF16, &[keys, d]).fill(|at| noise(&[at[0], at[1], 2]));
            let mut o = way.tensor(Scalar::F32, &[queries, d]);
            let failure =
                way.run([2, 1, 1], &kernel, &mut [&mut q, &mut k, &mut v, &mut o], &[blocks as u64]);
            assert!(failure.is_none(), "{way:?} {m} {n} {d}: {failure:?}");
            for i in 0..queries {
                let s: Vec<f64> =
                    (0..keys).map(|j| (0..d).map(|e| q.get(&[i, e]) * k.get(&[j, e])).sum()).collect();
                let most = s.iter().copied().fold(f64::MIN, f64::max);
                let total: f64 = s.iter().map(|s| (s - most).exp()).sum();
                for e in 0..d {
                    let sum: f64 = (0..keys).map(|j| (s[j] - most).exp() * v.get(&[j, e])).sum();
                    // Weights are rounded to 8 bits.
                    close(o.get(&[i, e]), sum / total, 1e-2, &format!("{way:?} {m} {n} {d} at {i}, {e}"));
                }
            }
        };
        in_some_ways(|way| check(way, 3));
        // Where the second product is late, a first turn and a last one, and as many stages as turns, fewer and more.
        for (stages, blocks) in
            [(None, 3), (Some(2), 1), (Some(2), 5), (Some(3), 1), (Some(3), 2), (Some(4), 7)]
        {
            check(Way { stages, ..alone }, blocks);
        }
    }
}

/// A loop that runs ahead inside of another one, with coordinates that are computed in it, steps, and now and then
/// no turn at all; its product takes one step along `k`, or an even number, and then it is rotated.
#[test]
fn loads_run_ahead_inside_of_loops() {
    for depth in [16, 64] {
        runs_ahead(depth);
    }
}

fn runs_ahead(depth: usize) {
    let kernel = kernel(
        "a: &tensor2<f16>
         b: &tensor2<f16>
         c: &mut tensor2<f32>
         rounds: usize
         steps: u32",
        "round: usize
         acc: tile<f32, 32, 16>
         count: u32
         at: usize
         x: tile<f16, 32, $K>",
        "@0 '0: for round in 0usize..rounds {
             @0 let acc = tile_broadcast(0.0f32): tile<f32, 32, 16>;
             @0 '1: for count in 1u32..steps * (round as u32) step 2u32 {
                 @0 let at = ((count - 1u32) as usize) + round;
                 @0 let x = tile_load(a, block_idx_x(), at): tile<f16, 32, $K>;
                 @0 acc = tile_mma(x, tile_load(b, at, round): tile<f16, $K, 16>, acc);
             }
             @0 eval tile_store(c, block_idx_x(), round, acc);
         }",
        &[("K", depth)],
    );
    let (rounds, steps) = (4, 5);
    for stages in [2, 3, 7] {
        in_some_ways(|way| {
            let mut a = way.tensor(Scalar::F16, &[64, 16 * depth]).fill(noise);
            let mut b = way.tensor(Scalar::F16, &[16 * depth, 16 * rounds]).fill(|at| noise(&[at[1], at[0]]));
            let mut c = way.tensor(Scalar::F32, &[64, 16 * rounds]);
            let way = Way { stages: Some(stages), ..way };
            let args = [rounds as u64, steps];
            let failure = way.run([2, 1, 1], &kernel, &mut [&mut a, &mut b, &mut c], &args);
            assert!(failure.is_none(), "{way:?}: {failure:?}");
            for i in 0..64 {
                for j in 0..16 * rounds {
                    let round = j / 16;
                    let ats = (1..steps as usize * round).step_by(2).map(|step| step - 1 + round);
                    let sum: f64 = ats
                        .flat_map(|at| at * depth..at * depth + depth)
                        .map(|k| a.get(&[i, k]) * b.get(&[k, j]))
                        .sum();
                    close(c.get(&[i, j]), sum, 1e-4, &format!("{way:?} at {i}, {j}"));
                }
            }
        });
    }
}

/// Loops that follow each other have their tiles in the same memory, in a loop around them too; one of them has two
/// products of one tile.
#[test]
fn loops_that_follow_each_other() {
    let kernel = kernel(
        "a: &tensor2<f16>
         b: &tensor2<f16>
         c: &mut tensor2<f32>
         rounds: usize",
        "round: usize
         acc: tile<f32, 32, 32>
         i: usize
         j: usize
         x: tile<f16, 32, 16>",
        "@0 '0: for round in 0usize..rounds {
             @0 let acc = tile_broadcast(0.0f32): tile<f32, 32, 32>;
             @0 '1: for i in 0usize..4usize {
                 @0 acc = tile_mma(tile_load(a, round, i): tile<f16, 32, 16>, tile_load(b, i, 0usize): tile<f16, 16, 32>, acc);
             }
             @0 '2: for j in 1usize..4usize {
                 @0 let x = tile_load(a, 0usize, j): tile<f16, 32, 16>;
                 @0 acc = tile_mma(x, tile_transpose(x), acc);
             }
             @0 eval tile_store(c, round, 0usize, acc);
         }",
        &[],
    );
    let rounds = 3;
    for stages in [2, 4] {
        in_some_ways(|way| {
            let mut a = way.tensor(Scalar::F16, &[32 * rounds, 64]).fill(noise);
            let mut b = way.tensor(Scalar::F16, &[64, 32]).fill(|at| noise(&[at[1], at[0]]));
            let mut c = way.tensor(Scalar::F32, &[32 * rounds, 32]);
            let way = Way { stages: Some(stages), ..way };
            let failure = way.run([1; 3], &kernel, &mut [&mut a, &mut b, &mut c], &[rounds as u64]);
            assert!(failure.is_none(), "{way:?}: {failure:?}");
            for i in 0..32 * rounds {
                for j in 0..32 {
                    let first: f64 = (0..64).map(|k| a.get(&[i, k]) * b.get(&[k, j])).sum();
                    let second: f64 = (16..64).map(|k| a.get(&[i % 32, k]) * a.get(&[j, k])).sum();
                    close(c.get(&[i, j]), first + second, 1e-4, &format!("{way:?} at {i}, {j}"));
                }
            }
        });
    }
}
