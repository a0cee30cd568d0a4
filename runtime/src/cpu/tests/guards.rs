//! What the executor does as one instruction where it can: statements behind a comparison, loops around
//! nothing else, copies of lines, and choices whose arms run apart.

use super::support::{Args, kernel};

#[test]
fn a_statement_behind_a_comparison() {
    for (condition, holds) in [
        ("t < n", (|t, n| t < n) as fn(usize, usize) -> bool),
        ("t <= n", |t, n| t <= n),
        ("t > n", |t, n| t > n),
        ("t >= n", |t, n| t >= n),
        ("t == n", |t, n| t == n),
        ("t != n", |t, n| t != n),
        ("n > t", |t, n| n > t),
        ("(t * 2usize) < n", |t, n| t * 2 < n),
        ("(100usize - t) < n", |t, n| 100usize.wrapping_sub(t) < n),
    ] {
        for (value, expected) in [
            ("y[t @1] += y[(t + n) @2]", (|y, t, n| y[t] + y[t + n]) as fn(&[i32], usize, usize) -> i32),
            ("y[t @1] = y[(n + t) @2]", |y, t, n| y[t + n]),
            ("y[t @1] = (x[t @2] * y[(t + 1usize) @3]) - k", |y, t, _| t as i32 * y[t + 1] - 7),
            ("y[t @1] = sum * y[t @2]", |y, t, n| (t + n) as i32 * y[t]),
        ] {
            let body = format!(
                "@0 let t = thread_idx_x();
                 @0 let sum = (t + n) as i32;
                 @0 if {condition} {{ @0 {value}; }}"
            );
            let params = "n: usize, k: i32, x: &[i32], y: &mut [i32]";
            let program = kernel(params, &["t: usize", "sum: i32"], &body);
            for (n, threads) in [(0, 64), (1, 64), (5, 40), (16, 64), (17, 100), (64, 128), (90, 64)] {
                let before: Vec<i32> = (0..300).map(|i| i * i % 101).collect();
                let (mut x, mut y) = ((0..300).collect::<Vec<i32>>(), before.clone());
                let args = Args::new().bits(n as u64).bits(7).slice(&mut x).slice(&mut y);
                assert!(args.line(&program, 1, threads).is_none());
                for t in 0..300 {
                    let done = t < threads as usize && holds(t, n);
                    let expected = if done { expected(&before, t, n) } else { before[t] };
                    assert_eq!(y[t], expected, "{condition}: {value} at {t} of {threads}, {n}");
                }
            }
        }
    }
}

#[test]
fn a_statement_behind_a_comparison_fails_in_order() {
    let program = kernel(
        "n: usize, x: &[f32], y: &mut [f32]",
        &["i: usize"],
        "@0 let i = global_id_x();
         @0 if i < n { @0 y[i @1] += x[(i + 8usize) @2]; }
         @0 y[i @3] += 100.0f32;",
    );
    for (n, nx, ny, failed) in
        [(60, 50, 64, Some((2, 42))), (40, 50, 64, None), (60, 80, 30, Some((1, 30))), (0, 0, 64, None)]
    {
        let (mut x, mut y) = (vec![3f32; nx], vec![1f32; ny]);
        let failure = Args::new().bits(n).slice(&mut x).slice(&mut y).line(&program, 1, 64);
        assert_eq!(failure.map(|failure| (failure.site, failure.thread[0])), failed);
        for (i, y) in y.iter().enumerate() {
            let alone = i as u64 >= n;
            let expected = if alone {
                101.0
            } else if i + 8 < nx {
                104.0
            } else {
                1.0
            };
            assert_eq!(*y, expected, "at {i} of {n}, {nx}, {ny}");
        }
    }
}

#[test]
fn sums_of_a_block_by_halves() {
    // By halves as most do; by more turns than are remembered; from a start that changes from block to block.
    for (start, turn, first, halves) in [
        ("128usize", "s = s / @0 2usize", (|_| 128) as fn(usize) -> usize, true),
        ("100usize", "s -= 1usize", |_| 100, false),
        ("(block_idx_x() % @0 7usize) + 1usize", "s -= 1usize", |block| block % 7 + 1, false),
        ("(block_idx_x() / @0 30usize) + 40usize", "s = s / @0 2usize", |block| block / 30 + 40, true),
    ] {
        let body = format!(
            "@0 let t = thread_idx_x();
             @0 tile[t @1] = x[global_id_x() @2];
             @0 let s = {start};
             @0 '0: while s > 0usize {{
                @0 if t < s {{ @0 tile[t @3] += tile[(t + s) @4]; }}
                @0 {turn};
             }}
             @0 if t == 0usize {{ @0 y[block_idx_x() @5] = tile[0usize @6] + (s as u32); }}"
        );
        let locals = ["shared tile: [u32; 256]", "t: usize", "s: usize"];
        let program = kernel("x: &[u32], y: &mut [u32]", &locals, &body);
        let blocks = 150;
        let mut x: Vec<u32> = (0..256 * blocks).map(|i| i * 7919 % 97).collect();
        let mut y = vec![0; blocks as usize];
        assert!(Args::new().slice(&mut x).slice(&mut y).line(&program, blocks, 256).is_none());
        for (block, (x, y)) in x.chunks(256).zip(y).enumerate() {
            let mut tile = x.to_vec();
            let mut s = first(block);
            while s > 0 {
                let before = tile.clone();
                for t in 0..s {
                    tile[t] = before[t].wrapping_add(before[t + s]);
                }
                s = if halves { s / 2 } else { s - 1 };
            }
            assert_eq!(y, tile[0], "{start}: block {block}");
        }
    }
}

#[test]
fn clamped_between_bounds_of_any_order() {
    let body = "@0 let i = global_id_x();
         @0 y[i @1] = int_clamp(x[i @2], low, high);
         @0 z[i @3] = int_clamp(5i32, x[i @4], high) + int_clamp(low, -3i32, x[i @5]);
         @0 z[i @6] += int_clamp(i as i32, low, 30i32);";
    let program = kernel("x: &[i32], y: &mut [i32], z: &mut [i32], low: i32, high: i32", &["i: usize"], body);
    let clamp = |x: i32, low: i32, high: i32| if x < low { low } else { x.min(high) };
    for (low, high) in [(-5, 9), (7, 7), (9, -5)] {
        let mut x: Vec<i32> = (-20..30).collect();
        let (mut y, mut z) = (vec![0; 50], vec![0; 50]);
        let args = Args::new().slice(&mut x).slice(&mut y).slice(&mut z);
        assert!(args.bits(low as u32 as u64).bits(high as u32 as u64).line(&program, 1, 50).is_none());
        for (i, x) in (0..).zip(&x) {
            assert_eq!(y[i as usize], clamp(*x, low, high));
            let expected = clamp(5, *x, high) + clamp(low, -3, *x) + clamp(i, low, 30);
            assert_eq!(z[i as usize], expected, "{x} between {low} and {high}");
        }
    }
}

#[test]
fn copies_of_lines_stay_apart() {
    let program = kernel(
        "y: &mut [u64]",
        &["i: usize", "j: usize", "k: usize", "m: usize"],
        "@0 let i = global_id_x();
         @0 let j = i + 1usize;
         @0 let k = j;
         @0 let m = k;
         @0 k = k + 10usize;
         @0 m = j * 2usize;
         @0 j = m;
         @0 j += 100usize;
         @0 y[i @1] = (((j * 1000000usize) + (k * 1000usize)) + m) as u64;",
    );
    let mut y = vec![0u64; 100];
    assert!(Args::new().slice(&mut y).line(&program, 2, 50).is_none());
    for (i, y) in y.iter().enumerate() {
        let i = i as u64;
        assert_eq!(*y, (2 * (i + 1) + 100) * 1_000_000 + (i + 11) * 1000 + 2 * (i + 1));
    }
}

#[test]
fn a_choice_runs_each_arm_for_its_own_lanes() {
    for condition in ["i < x.len()", "(i < x.len()) && (i != 90usize)", "(i as i32) < (x.len() as i32)"] {
        let body = format!(
            "@0 let i = global_id_x();
             @0 y[i @1] = if {condition} {{ x[i @2] + 1i32 }} else {{ z[(i - x.len()) @3] }};"
        );
        let program = kernel("x: &[i32], z: &[i32], y: &mut [i32]", &["i: usize"], &body);
        for (nx, nz, failed) in [(0, 64, None), (20, 64, None), (64, 0, None), (20, 30, Some((3, 50)))] {
            let mut x: Vec<i32> = (0..nx).collect();
            let mut z: Vec<i32> = (0..nz).map(|i| 1000 + i).collect();
            let mut y = vec![-1; 64];
            let failure = Args::new().slice(&mut x).slice(&mut z).slice(&mut y).line(&program, 1, 64);
            assert_eq!(failure.map(|failure| (failure.site, failure.thread[0] as i32)), failed);
            for (i, y) in (0..).zip(y) {
                let expected = if i < nx {
                    i + 1
                } else if i - nx < nz {
                    1000 + i - nx
                } else {
                    -1
                };
                assert_eq!(y, expected, "{condition} at {i} of {nx}, {nz}");
            }
        }
    }
}
