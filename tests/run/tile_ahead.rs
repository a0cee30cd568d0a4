//! Loops whose loads compute their coordinates from what their turn loads or divides: on the CPU as tile IR and as
//! lowered code of several GPUs, where the loads run ahead of their turns, and on a GPU.

use kiln::prelude::*;

use crate::tiles::devices;

/// The product of rows by weights, of which each turn loads the rows that its row of `table` names.
#[kernel(tile)]
pub(crate) fn by_table<const M: usize, const N: usize, const K: usize>(
    table: &Tensor2<i32>,
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<f32>,
    last: &mut Tensor2<i32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    let mut greatest = Tile1::<i32, M>::full(-1);
    for turn in 0..table.rows() {
        let rows = table.row(turn).load_or::<M>(i, -1);
        sum = mma(x.load_rows::<M, K>(rows, 0), weights.load::<K, N>(turn, j), sum);
        // The turn needs them too, in another layout.
        greatest = greatest.max(rows);
    }
    y.store(i, j, sum);
    last.store(i, j, greatest.to_col().broadcast::<1>());
}

/// The product of pages by weights: `pages` has a list of page numbers for each tile, and `counts` how many.
#[kernel(tile)]
pub(crate) fn by_page<const M: usize, const N: usize, const K: usize>(
    pages: &Tensor2<u32>,
    counts: &Tensor1<u32>,
    x: &Tensor3<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<f32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let count = counts.load::<1>(i).sum_all() as usize;
    let mut sum = Tile2::<f32, M, N>::zeros();
    for turn in 0..count {
        let page = pages.row(i).load::<1>(turn).sum_all() as usize;
        sum = mma(x.load::<M, K>(page, 0, 0), weights.load::<K, N>(turn, j), sum);
    }
    y.store(i, j, sum);
}

/// The product of rows that a table of pages of 8 rows names, one page number for each.
#[kernel(tile)]
pub(crate) fn by_pages_of_rows<const M: usize, const N: usize, const K: usize>(
    pages: &Tensor1<u32>,
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<f32>,
) {
    let j = tile_id(0);
    let mut sum = Tile2::<f32, M, N>::zeros();
    for turn in 0..weights.rows() / K {
        let token = Tile1::<u32, M>::iota() + (turn * M) as u32;
        let row = pages.gather_or(token / 8, 1 << 20) * 8 + token % 8;
        sum = mma(x.load_rows::<M, K>(row, 0), weights.load::<K, N>(turn, j), sum);
    }
    y.store(0, j, sum);
}

/// A convolution along the rows of `x`: each turn is a strip of `K` columns of one of the `taps` rows around.
#[kernel(tile)]
pub(crate) fn by_quotient<const M: usize, const N: usize, const K: usize>(
    strips: usize,
    taps: u32,
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<f32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let own = Col::<u32, M>::iota() + (i * M) as u32;
    let mut sum = Tile2::<f32, M, N>::zeros();
    for turn in 0..weights.rows().div_ceil(K) {
        let (tap, strip) = (turn / strips, turn % strips);
        let from = own.to_tile1() + tap as u32 - taps / 2;
        sum = mma(x.load_rows::<M, K>(from, strip), weights.load::<K, N>(turn, j), sum);
    }
    y.store(i, j, sum);
}

/// Two products in one loop over pages, as attention has them: on sm_90 the second one begins a turn late.
#[kernel(tile)]
pub(crate) fn by_page_twice<const M: usize, const N: usize, const D: usize>(
    pages: &Tensor2<u32>,
    q: &Tensor2<bf16>,
    k: &Tensor3<bf16>,
    v: &Tensor3<bf16>,
    o: &mut Tensor2<f32>,
) {
    let i = tile_id(0);
    let query = q.load::<M, D>(i, 0);
    let mut sum = Tile2::<f32, M, D>::zeros();
    for turn in 0..pages.cols() {
        let page = pages.row(i).load::<1>(turn).sum_all() as usize;
        let scores = mma(query, k.load::<N, D>(page, 0, 0).transpose(), Tile2::<f32, M, N>::zeros());
        sum = mma(scores.cast::<bf16>(), v.load::<N, D>(page, 0, 0), sum);
    }
    o.store(i, 0, sum);
}

/// The product of rows by weights, in parts: each has a first row for each row of the result, and its turns load rows
/// that a table moves from there.
#[kernel(tile)]
pub(crate) fn by_parts<const M: usize, const N: usize, const K: usize>(
    firsts: &Tensor2<u32>,
    moves: &Tensor2<u32>,
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<f32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for part in 0..firsts.rows() {
        let first = firsts.row(part).load::<M>(i);
        for turn in (0..moves.cols()).step_by(2) {
            let moved = moves.row(part).load::<1>(turn).sum_all();
            sum = mma(x.load_rows::<M, K>(first + moved, 0), weights.load::<K, N>(turn, j), sum);
        }
    }
    y.store(i, j, sum);
}

/// Small whole numbers, of which products and their sums are exact.
fn value(row: usize, column: usize) -> f32 {
    ((row * 31 + column * 7) % 5) as f32 - 2.0
}

fn matrix(stream: &Stream, extents: [usize; 2]) -> Tensor2<bf16> {
    let values =
        (0..extents[0] * extents[1]).map(|at| bf16::from_f32(value(at / extents[1], at % extents[1])));
    Tensor2::from_slice(stream, &values.collect::<Vec<_>>(), extents).unwrap()
}

/// The element in a column of a product, whose turns multiply `K` elements of such a row of `x`, from a column on.
fn expected(turns: usize, depth: usize, column: usize, row: impl Fn(usize) -> Option<(usize, usize)>) -> f32 {
    let of_turn = |turn: usize| {
        let Some((row, first)) = row(turn) else { return 0.0 };
        (0..depth).map(|k| value(row, first + k) * value(turn * depth + k, column)).sum()
    };
    (0..turns).map(of_turn).sum()
}

#[test]
fn rows_of_a_table_are_loaded_in_their_turn_or_ahead() {
    for device in devices() {
        let stream = device.stream();
        let (rows, count) = (100, 70);
        let x = matrix(&stream, [rows, 32]);
        // No turn, fewer than there are stages, and many; rows before the first and behind the last.
        for turns in [0, 1, 2, 9] {
            let number = |turn: usize, row: usize| (turn * 59 + row * 37) as i32 % 115 - 7;
            let numbers: Vec<i32> = (0..turns * count).map(|at| number(at / count, at % count)).collect();
            let table = Tensor2::from_slice(&stream, &numbers, [turns, count]).unwrap();
            let weights = matrix(&stream, [turns * 32, 64]);
            let mut y = Tensor2::zeros(&stream, [count, 64]).unwrap();
            let mut last = Tensor2::zeros(&stream, [count, 1]).unwrap();
            by_table::<64, 64, 32>(&table, &x, &weights, &mut y, &mut last)
                .tiles([2, 1])
                .launch(&stream)
                .unwrap();
            for (at, sum) in y.download(&stream).unwrap().into_iter().enumerate() {
                let (i, j) = (at / 64, at % 64);
                let row = |turn| usize::try_from(number(turn, i)).ok().filter(|row| *row < rows);
                let sum_there = expected(turns, 32, j, |turn| Some((row(turn)?, 0)));
                assert_eq!(sum, sum_there, "{device}, {turns} turns: {i}, {j}");
            }
            for (row, last) in last.download(&stream).unwrap().into_iter().enumerate() {
                let greatest = (0..turns).map(|turn| number(turn, row)).max();
                assert_eq!(last, greatest.unwrap_or(-1).max(-1), "{device}, {turns} turns: {row}");
            }
        }
    }
}

#[test]
fn pages_are_loaded_in_their_turn_or_ahead() {
    for device in devices() {
        let stream = device.stream();
        let x = matrix(&stream, [5 * 64, 64]);
        let x = Tensor3::from_slice(&stream, &x.download(&stream).unwrap(), [5, 64, 64]).unwrap();
        // The sixth page is none.
        let numbers: Vec<u32> = (0..3 * 8).map(|at| at * 5 % 6).collect();
        let counts = [8, 0, 1];
        let pages = Tensor2::from_slice(&stream, &numbers, [3, 8]).unwrap();
        let weights = matrix(&stream, [8 * 64, 64]);
        let mut y = Tensor2::zeros(&stream, [3 * 64, 64]).unwrap();
        let there = Tensor1::from_slice(&stream, &counts).unwrap();
        by_page::<64, 64, 64>(&pages, &there, &x, &weights, &mut y).launch(&stream).unwrap();
        for (at, sum) in y.download(&stream).unwrap().into_iter().enumerate() {
            let (i, j) = (at / 64, at % 64);
            let page = |turn: usize| Some(numbers[i / 64 * 8 + turn] as usize).filter(|page| *page < 5);
            let row = |turn| Some((page(turn)? * 64 + i % 64, 0));
            assert_eq!(sum, expected(counts[i / 64] as usize, 64, j, row), "{device}: {i}, {j}");
        }
    }
}

#[test]
fn pages_of_two_products_are_loaded_in_their_turn_or_ahead() {
    for device in devices() {
        let stream = device.stream();
        let (rows, turns) = (256, 5);
        let q = matrix(&stream, [rows, 64]);
        let pages_of = |factor: usize| {
            let values = (0..4 * 64 * 64).map(|at| bf16::from_f32(value(at / 64 * factor, at % 64)));
            Tensor3::from_slice(&stream, &values.collect::<Vec<_>>(), [4, 64, 64]).unwrap()
        };
        let (k, v) = (pages_of(1), pages_of(3));
        // The fifth page is none.
        let numbers: Vec<u32> = (0..2 * turns as u32).map(|at| at * 3 % 5).collect();
        let pages = Tensor2::from_slice(&stream, &numbers, [2, turns]).unwrap();
        let mut o = Tensor2::zeros(&stream, [rows, 64]).unwrap();
        by_page_twice::<128, 64, 64>(&pages, &q, &k, &v, &mut o).tiles([2]).launch(&stream).unwrap();
        for (at, sum) in o.download(&stream).unwrap().into_iter().enumerate().step_by(7) {
            let (i, d) = (at / 64, at % 64);
            let mut expected = 0.0;
            for page in numbers[i / 128 * turns..][..turns].iter().filter(|page| **page < 4) {
                for row in *page as usize * 64..(*page as usize + 1) * 64 {
                    let score: f32 = (0..64).map(|e| value(i, e) * value(row, e)).sum();
                    expected += bf16::from_f32(score).to_f32() * value(row * 3, d);
                }
            }
            assert_eq!(sum, expected, "{device}: {i}, {d}");
        }
    }
}

#[test]
fn loops_in_loops_load_ahead() {
    for device in devices() {
        let stream = device.stream();
        let (rows, count, parts, turns) = (90, 64, 3, 8);
        let x = matrix(&stream, [rows, 32]);
        let firsts: Vec<u32> = (0..parts * count).map(|at| at as u32 * 29 % 80).collect();
        let moves: Vec<u32> = (0..parts * turns).map(|at| at as u32 * 5 % 17).collect();
        let weights = matrix(&stream, [turns * 32, 64]);
        let mut y = Tensor2::zeros(&stream, [count, 64]).unwrap();
        let firsts_there = Tensor2::from_slice(&stream, &firsts, [parts, count]).unwrap();
        let moves_there = Tensor2::from_slice(&stream, &moves, [parts, turns]).unwrap();
        let launch = by_parts::<64, 64, 32>(&firsts_there, &moves_there, &x, &weights, &mut y);
        launch.tiles([1, 1]).launch(&stream).unwrap();
        for (at, sum) in y.download(&stream).unwrap().into_iter().enumerate() {
            let (i, j) = (at / 64, at % 64);
            let of_part = |part: usize| {
                let row = |turn: usize| {
                    let row = (firsts[part * count + i] + moves[part * turns + turn]) as usize;
                    Some((row, 0)).filter(|(row, _)| turn % 2 == 0 && *row < rows)
                };
                expected(turns, 32, j, row)
            };
            assert_eq!(sum, (0..parts).map(of_part).sum::<f32>(), "{device}: {i}, {j}");
        }
    }
}

#[test]
fn rows_of_pages_are_loaded_in_their_turn_or_ahead() {
    for device in devices() {
        let stream = device.stream();
        let x = matrix(&stream, [7 * 8, 64]);
        let turns = 6;
        // One page is none, and the table ends before the last turn.
        let numbers: Vec<u32> = (0..turns * 8 - 5).map(|at| at * 5 % 8).collect();
        let pages = Tensor1::from_slice(&stream, &numbers).unwrap();
        let weights = matrix(&stream, [turns as usize * 64, 64]);
        let mut y = Tensor2::zeros(&stream, [64, 64]).unwrap();
        by_pages_of_rows::<64, 64, 64>(&pages, &x, &weights, &mut y).tiles([1, 1]).launch(&stream).unwrap();
        for (at, sum) in y.download(&stream).unwrap().into_iter().enumerate() {
            let (i, j) = (at / 64, at % 64);
            let page = |turn: usize| numbers.get(turn * 8 + i / 8).filter(|page| **page < 7);
            let row = |turn| Some((*page(turn)? as usize * 8 + i % 8, 0));
            assert_eq!(sum, expected(turns as usize, 64, j, row), "{device}: {i}, {j}");
        }
    }
}

#[test]
fn quotients_of_the_counter_choose_rows_and_columns() {
    for device in devices() {
        let stream = device.stream();
        for (strips, taps) in [(1, 1), (1, 3), (2, 3), (3, 5)] {
            let (rows, depth) = (70, 32 * strips);
            let x = matrix(&stream, [rows, depth]);
            let weights = matrix(&stream, [taps * depth, 64]);
            let mut y = Tensor2::zeros(&stream, [rows, 64]).unwrap();
            let launch = by_quotient::<64, 64, 32>(strips, taps as u32, &x, &weights, &mut y);
            launch.tiles([2, 1]).launch(&stream).unwrap();
            for (at, sum) in y.download(&stream).unwrap().into_iter().enumerate() {
                let (i, j) = (at / 64, at % 64);
                let row = |turn: usize| {
                    let row = (i + turn / strips).checked_sub(taps / 2).filter(|row| *row < rows)?;
                    Some((row, turn % strips * 32))
                };
                assert_eq!(sum, expected(taps * strips, 32, j, row), "{device}, {strips}, {taps}: {i}, {j}");
            }
        }
    }
}

#[test]
fn a_quotient_by_zero_fails_if_there_is_a_turn() {
    for device in devices() {
        let stream = device.stream();
        let x = matrix(&stream, [64, 32]);
        for (rows, fails) in [(0, false), (32, true)] {
            let weights = matrix(&stream, [rows, 64]);
            let mut y = Tensor2::zeros(&stream, [64, 64]).unwrap();
            by_quotient::<64, 64, 32>(0, 1, &x, &weights, &mut y).tiles([1, 1]).launch(&stream).unwrap();
            let ended = y.download(&stream);
            match fails {
                false => assert_eq!(ended.unwrap(), [0.0; 64 * 64], "{device}"),
                true => {
                    let message = ended.unwrap_err().to_string();
                    assert!(message.contains("division by zero: 0 / 0"), "{device}: {message}");
                }
            }
        }
    }
}
