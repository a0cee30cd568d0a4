//! Global and shared memory, arrays, atomics, grids of any shape, and failures.

use super::support::{Args, kernel};

#[test]
fn saxpy_of_ragged_sizes() {
    let program = kernel(
        "a: f32, x: &[f32], y: &mut [f32]",
        &["i: usize"],
        "@0 let i = global_id_x();
         @0 if i < y.len() { @0 y[i @1] = (a * x[i @2]) + y[i @3]; }",
    );
    for n in [1, 31, 32, 33, 255, 256, 257, 1000, 5000] {
        for threads in [1, 7, 32, 33, 256, 1000, 1024] {
            let mut x: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let mut y = vec![0.5f32; n];
            let blocks = (n as u32).div_ceil(threads);
            let failure = Args::new().f32(3.0).slice(&mut x).slice(&mut y).line(&program, blocks, threads);
            assert!(failure.is_none());
            assert!(y.iter().enumerate().all(|(i, y)| *y == 3.0 * i as f32 + 0.5), "{n} {threads}");
        }
    }
}

#[test]
fn grid_stride_loops_cover_everything_once() {
    let program = kernel(
        "y: &mut [u32]",
        &["i: usize"],
        "@0 let i = global_id_x();
         @0 '0: while i < y.len() {
            @0 y[i @1] += (i as u32) + 1u32;
            @0 i += grid_dim_x() * block_dim_x();
         }",
    );
    let mut y = vec![0u32; 10_007];
    assert!(Args::new().slice(&mut y).line(&program, 3, 96).is_none());
    assert!(y.iter().enumerate().all(|(i, y)| *y == i as u32 + 1));
}

#[test]
fn blocks_and_grids_of_three_dimensions() {
    let program = kernel(
        "y: &mut [u64], nx: usize, ny: usize",
        &["i: usize", "thread: usize", "block: usize"],
        "@0 let i = (((global_id_z() * ny) + global_id_y()) * nx) + global_id_x();
         @0 let thread = (thread_idx_x() + (thread_idx_y() * 100usize)) + (thread_idx_z() * 10000usize);
         @0 let block = (block_idx_x() + (block_idx_y() * 100usize)) + (block_idx_z() * 10000usize);
         @0 y[i @1] = (thread + (block * 1000000usize)) as u64;",
    );
    for block in [[4, 3, 2], [32, 8, 1], [1, 16, 1], [1, 1, 5], [16, 16, 4], [7, 1, 3]] {
        let grid = [2, 3, 2];
        let dims: [usize; 3] = std::array::from_fn(|k| (grid[k] * block[k]) as usize);
        let mut y = vec![0u64; dims.iter().product()];
        let args = Args::new().slice(&mut y).bits(dims[0] as u64).bits(dims[1] as u64);
        assert!(args.run(&program, grid, block).is_none());
        for (at, y) in y.iter().enumerate() {
            let id = [at % dims[0], at / dims[0] % dims[1], at / (dims[0] * dims[1])];
            let part = |f: &dyn Fn(usize, usize) -> usize| {
                let [x, y, z]: [usize; 3] = std::array::from_fn(|k| f(id[k], block[k] as usize));
                (x + y * 100 + z * 10000) as u64
            };
            assert_eq!(*y, part(&|i, b| i % b) + part(&|i, b| i / b) * 1_000_000, "{block:?}");
        }
    }
}

#[test]
fn block_reduction_in_shared_memory() {
    let program = kernel(
        "x: &[f32], y: &mut [f32]",
        &["shared tile: [f32; 256]", "t: usize", "s: usize"],
        "@0 let t = thread_idx_x();
         @0 tile[t @1] = x[global_id_x() @2];
         @0 eval sync_threads();
         @0 let s = 128usize;
         @0 '0: while s > 0usize {
            @0 if t < s { @0 tile[t @3] += tile[(t + s) @4]; }
            @0 eval sync_threads();
            @0 s = s / @5 2usize;
         }
         @0 if t == 0usize { @0 y[block_idx_x() @6] = tile[0usize @7]; }",
    );
    let mut x: Vec<f32> = (0..256 * 40).map(|i| (i % 17) as f32).collect();
    let mut y = vec![0f32; 40];
    assert!(Args::new().slice(&mut x).slice(&mut y).line(&program, 40, 256).is_none());
    for (block, sum) in y.iter().enumerate() {
        assert_eq!(*sum, x[block * 256..][..256].iter().sum::<f32>());
    }
}

#[test]
fn arrays_of_a_thread_by_constant_uniform_and_varying_index() {
    let program = kernel(
        "y: &mut [i32]",
        &[
            "t: usize",
            "a: [i32; 8]",
            "b: [i32; 8]",
            "m: [[i32; 3]; 2]",
            "k: usize",
            "p: usize",
            "q: usize",
            "sum: i32",
        ],
        "@0 let t = global_id_x();
         @0 let a = [0i32; 8];
         @0 let b;
         @0 '0: for k in 0usize..8usize { @0 a[k @1] = ((k * t) as i32); }
         @0 b = a;
         @0 a[(t % @2 8usize) @3] = -1i32;
         @0 a[3usize @4] += 100i32;
         @0 let m;
         @0 m[0usize @5][0usize @5] = 1i32;
         @0 m[0usize @5][1usize @5] = 2i32;
         @0 m[0usize @5][2usize @5] = 3i32;
         @0 m[1usize @5][(t % @5 1usize) @5] = 4i32;
         @0 m[1usize @5][1usize @5] = 5i32;
         @0 m[1usize @5][2usize @5] = t as i32;
         @0 m[(t % @5 2usize) @6][(t % @7 3usize) @8] = 50i32;
         @0 let sum = 0i32;
         @0 '1: for p in 0usize..8usize { @0 sum += (a[p @9] * 3i32) + b[p @10]; }
         @0 '2: for q in 0usize..6usize { @0 sum += m[(q / @11 3usize) @12][(q % @13 3usize) @14]; }
         @0 if (t % @15 3usize) == 1usize { @0 b = [7i32; 8]; }
         @0 sum += b[(t % @16 8usize) @17];
         @0 y[t @18] = sum;",
    );
    let mut y = vec![0i32; 100];
    assert!(Args::new().slice(&mut y).line(&program, 2, 50).is_none());
    for (t, y) in y.iter().enumerate() {
        let mut a: [i32; 8] = std::array::from_fn(|k| (k * t) as i32);
        let mut b = a;
        a[t % 8] = -1;
        a[3] += 100;
        let mut m = [[1, 2, 3], [4, 5, t as i32]];
        m[t % 2][t % 3] = 50;
        let mut sum = (0..8).map(|k| a[k] * 3 + b[k]).sum::<i32>() + m.iter().flatten().sum::<i32>();
        if t % 3 == 1 {
            b = [7; 8];
        }
        sum += b[t % 8];
        assert_eq!(*y, sum, "{t}");
    }
}

#[test]
fn atomics_count_across_blocks() {
    let program = kernel(
        "bins: &[atomic u32], sum: &[atomic f32], most: &[atomic i64]",
        &["i: usize", "shared local: [atomic u32; 4]", "old: u32"],
        "@0 let i = global_id_x();
         @0 eval atomic_fetch_add(&bins[(i % @1 7usize) @2], 1u32, 0u32): u32;
         @0 eval atomic_fetch_add(&sum[0usize @3], 0.5f32, 0u32): f32;
         @0 eval atomic_fetch_max(&most[0usize @4], (i as i64) - 100i64, 0u32): i64;
         @0 let old = atomic_fetch_add(&local[(thread_idx_x() % @5 4usize) @6], 1u32, 0u32): u32;
         @0 if old == 63u32 { @0 eval atomic_fetch_add(&bins[7usize @7], 1u32, 0u32): u32; }",
    );
    let (mut bins, mut sum, mut most) = (vec![0u32; 8], vec![0f32], vec![i64::MIN]);
    let args = Args::new().slice(&mut bins).slice(&mut sum).slice(&mut most);
    assert!(args.line(&program, 50, 256).is_none());
    let expected: Vec<u32> =
        (0..7).map(|bin| (0..50 * 256).filter(|i| i % 7 == bin).count() as u32).collect();
    assert_eq!(bins[..7], expected);
    assert_eq!(bins[7], 50 * 4);
    assert_eq!(sum[0], 50.0 * 256.0 * 0.5);
    assert_eq!(most[0], 50 * 256 - 1 - 100);
}

#[test]
fn every_atomic_operation() {
    let program = kernel(
        "a: &[atomic i32], old: &mut [i32]",
        &["t: usize"],
        "@0 let t = thread_idx_x();
         @0 old[0usize @1] = atomic_swap(&a[0usize @1], 9i32, 0u32): i32;
         @0 old[1usize @1] = atomic_compare_exchange(&a[0usize @1], 9i32, -4i32, 0u32, 0u32): i32;
         @0 old[2usize @1] = atomic_compare_exchange(&a[0usize @1], 9i32, 77i32, 0u32, 0u32): i32;
         @0 old[3usize @1] = atomic_fetch_sub(&a[0usize @1], 6i32, 0u32): i32;
         @0 old[4usize @1] = atomic_fetch_min(&a[0usize @1], -20i32, 0u32): i32;
         @0 old[5usize @1] = atomic_fetch_and(&a[0usize @1], 255i32, 0u32): i32;
         @0 old[6usize @1] = atomic_fetch_or(&a[0usize @1], 3i32, 0u32): i32;
         @0 old[7usize @1] = atomic_fetch_xor(&a[0usize @1], 1i32, 0u32): i32;
         @0 old[8usize @1] = atomic_load(&a[0usize @1], 0u32): i32;
         @0 eval atomic_store(&a[0usize @1], 5i32, 0u32): ();",
    );
    let (mut a, mut old) = (vec![1i32], vec![0i32; 9]);
    assert!(Args::new().slice(&mut a).slice(&mut old).line(&program, 1, 1).is_none());
    assert_eq!(old, [1, 9, -4, -4, -10, -20, 236, 239, 238]);
    assert_eq!(a, [5]);
}

#[test]
fn a_failing_index_ends_its_lane_and_keeps_the_others() {
    let program = kernel(
        "x: &[u32], y: &mut [u32]",
        &["t: usize"],
        "@0 let t = global_id_x();
         @0 y[t @1] = 1u32;
         @0 y[t @2] = x[(t * 2usize) @3];
         @0 y[t @4] += 1u32;",
    );
    let (mut x, mut y) = (vec![10u32; 100], vec![0u32; 64]);
    let failure = Args::new().slice(&mut x).slice(&mut y).line(&program, 1, 64).unwrap();
    assert_eq!((failure.site, failure.block, failure.thread), (3, [0, 0, 0], [50, 0, 0]));
    assert_eq!(failure.values, [100, 100, 0, 0]);
    assert!(y[..50].iter().all(|y| *y == 11) && y[50..].iter().all(|y| *y == 1));
}

#[test]
fn the_first_failing_block_reports() {
    let program = kernel(
        "y: &mut [u32], from: usize",
        &["t: usize"],
        "@0 let t = global_id_x();
         @0 if t >= from { @7 fail(t as i32, -2i8, 1.5f32); }
         @0 y[t @1] = 1u32;",
    );
    for threads in [1, 33, 256] {
        let mut y = vec![0u32; 256 * 64];
        let from = 5_000 / threads as usize * 7 / 4;
        let args = Args::new().slice(&mut y).bits(from as u64);
        let failure = args.line(&program, 256 * 64 / threads, threads).unwrap();
        let threads = threads as usize;
        assert_eq!((failure.site, failure.block[0] as usize), (7, from / threads));
        assert_eq!(failure.thread, [(from % threads) as u32, 0, 0]);
        assert_eq!(failure.values, [from as u64, -2i64 as u64, u64::from(1.5f32.to_bits()), 0]);
        assert!(y[..from].iter().all(|y| *y == 1));
    }
}

#[test]
fn threads_of_a_failure_have_three_dimensions() {
    let program = kernel(
        "y: &mut [u32]",
        &["t: usize"],
        "@0 let t = (thread_idx_z() * 12usize) + ((thread_idx_y() * 4usize) + thread_idx_x());
         @0 y[t @5] = 1u32;",
    );
    let mut y = vec![0u32; 18];
    let failure = Args::new().slice(&mut y).run(&program, [2, 2, 1], [4, 3, 2]).unwrap();
    assert_eq!((failure.block, failure.thread), ([0, 0, 0], [2, 1, 1]));
    assert_eq!(failure.values, [18, 18, 0, 0]);
    assert!(y.iter().all(|y| *y == 1));
}

#[test]
fn divisions_fail_where_they_must() {
    let program = kernel(
        "a: &[i16], b: &[i16], y: &mut [i16]",
        &["t: usize"],
        "@0 let t = global_id_x();
         @0 y[t @1] = a[t @2] / @3 b[t @4];
         @0 y[t @5] += a[t @6] % @7 b[t @8];",
    );
    let mut a = vec![7i16, -7, i16::MIN, 5, 6];
    let mut b = vec![2i16, 2, -1, 0, -1];
    let mut y = vec![0i16; 5];
    let args = Args::new().slice(&mut a).slice(&mut b).slice(&mut y);
    let failure = args.line(&program, 1, 5).unwrap();
    assert_eq!((failure.site, failure.thread[0]), (3, 2));
    assert_eq!(failure.values, [i64::from(i16::MIN) as u64, u64::MAX, 0, 0]);
    assert_eq!(y, [3 + 1, -3 - 1, 0, 0, -6]);
    b[2] = 1;
    let args = Args::new().slice(&mut a).slice(&mut b).slice(&mut y);
    let failure = args.line(&program, 1, 5).unwrap();
    assert_eq!((failure.thread[0], failure.values), (3, [5, 0, 0, 0]));
}

#[test]
fn a_uniform_failure_in_a_loop_does_not_hang() {
    let program = kernel(
        "x: &[u32], y: &mut [u32]",
        &["t: usize"],
        "@0 let t = global_id_x();
         @0 if (t % @1 2usize) == 0usize {
            @0 '0: loop { @0 if x[9usize @2] > 5u32 { @0 break '0; } }
         }
         @0 y[t @3] = 1u32;",
    );
    let (mut x, mut y) = (vec![0u32; 9], vec![0u32; 40]);
    let failure = Args::new().slice(&mut x).slice(&mut y).line(&program, 1, 40).unwrap();
    assert_eq!((failure.site, failure.values), (2, [9, 9, 0, 0]));
    assert!(y.iter().enumerate().all(|(t, y)| *y == (t % 2) as u32));
}

#[test]
fn a_statement_from_memory_to_memory_loads_before_it_stores() {
    // Within one block, all threads load before any stores, whatever overlaps.
    for (value, expected) in [
        ("x[(i + 1usize) @1]", (|x: &[i32], i: usize| x[i + 1]) as fn(&[i32], usize) -> i32),
        ("x[(i - 1usize) @1]", |x, i| x[i - 1]),
        ("x[(i + 1usize) @1] + x[(i - 1usize) @2]", |x, i| x[i + 1] + x[i - 1]),
        ("x[(i + 3usize) @1] - 7i32", |x, i| x[i + 3] - 7),
        ("x[i @1] * x[(i - 1usize) @2]", |x, i| x[i] * x[i - 1]),
    ] {
        let body = format!("@0 let i = global_id_x() + 1usize;\n@0 x[i @3] = {value};");
        let program = kernel("x: &mut [i32]", &["i: usize"], &body);
        for threads in [16, 64, 100, 256] {
            let before: Vec<i32> = (0..threads + 4).map(|i| i * i % 101).collect();
            let mut x = before.clone();
            assert!(Args::new().slice(&mut x).line(&program, 1, threads as u32).is_none());
            for i in 1..=threads as usize {
                assert_eq!(x[i], expected(&before, i), "{value} at {i} of {threads}");
            }
            assert_eq!((x[0], x[threads as usize + 1]), (before[0], before[threads as usize + 1]));
        }
    }
}

#[test]
fn a_statement_from_memory_to_memory_fails_in_order() {
    let program = kernel(
        "x: &[f32], z: &[f32], y: &mut [f32]",
        &["i: usize"],
        "@0 let i = global_id_x();
         @0 y[i @1] = x[i @2] * z[i @3];
         @0 y[i @4] -= x[i @5] * 2.0f32;",
    );
    for (nx, nz, ny, site, at) in
        [(50, 60, 64, 2, 50), (64, 40, 64, 3, 40), (40, 40, 64, 2, 40), (64, 64, 30, 1, 30)]
    {
        let (mut x, mut z, mut y) = (vec![3f32; nx], vec![5f32; nz], vec![0f32; ny]);
        let failure = Args::new().slice(&mut x).slice(&mut z).slice(&mut y).line(&program, 2, 32).unwrap();
        assert_eq!((failure.site, failure.block[0] * 32 + failure.thread[0]), (site, at));
        assert!(y[..at as usize].iter().all(|y| *y == 9.0));
        assert!(y[at as usize..].iter().all(|y| *y == 0.0));
    }
}

#[test]
fn blocks_that_run_as_one_fail_as_many() {
    // The second statement fails for an earlier block than the first does.
    let program = kernel(
        "y: &mut [u32], late: usize, early: usize",
        &["i: usize"],
        "@0 let i = global_id_x();
         @0 if i >= late { @5 fail(i as u32); }
         @0 if i >= early { @6 fail(i as u32); }
         @0 y[i @1] = 1u32;",
    );
    for threads in [1, 8, 20, 64] {
        let mut y = vec![0u32; 4000];
        let args = Args::new().slice(&mut y).bits(999).bits(333);
        let failure = args.line(&program, 2000 / threads, threads).unwrap();
        assert_eq!((failure.site, failure.block[0], failure.thread[0]), (6, 333 / threads, 333 % threads));
        assert!(y[..333].iter().all(|y| *y == 1) && y[333..].iter().all(|y| *y == 0));
    }
}

/// Threads that store where their neighbors don't, in blocks of any shape.
#[test]
fn masked_stores_leave_the_elements_between_alone() {
    let program = kernel(
        "mask: &[u32], b: &[u32], y: &mut [u32], z: &mut [u32]",
        &["shared s: [u32; 512]", "i: usize", "v: u32"],
        "@0 let i = (((thread_idx_z() * block_dim_y()) + thread_idx_y()) * block_dim_x()) + thread_idx_x();
         @0 s[i @1] = i as u32;
         @0 if mask[i @2] != 0u32 {
            @0 let v = b[i @3];
            @0 s[i @4] = v;
            @0 z[(i * 2usize) @5] = v;
         }
         @0 y[i @6] = s[i @7];",
    );
    for (seed, block) in
        [[128, 1, 1], [16, 16, 1], [8, 8, 4], [7, 5, 3], [1, 1, 40], [512, 1, 1]].into_iter().enumerate()
    {
        let n = block.iter().product::<u32>() as usize;
        for round in 0..50 {
            let mut state = (seed * 100 + round) as u64;
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as u32
            };
            let [a, b] = [random(), random()].map(|edge| edge as usize % n);
            let active = a.min(b)..=a.max(b);
            let mut mask: Vec<u32> =
                (0..n).map(|i| u32::from(active.contains(&i) && random() % 2 == 0)).collect();
            let mut b: Vec<u32> = (0..n).map(|_| random()).collect();
            let (mut y, mut z) = (vec![0; n], vec![7; 2 * n]);
            let args = Args::new().slice(&mut mask).slice(&mut b).slice(&mut y).slice(&mut z);
            assert!(args.run(&program, [1; 3], block).is_none());
            for i in 0..n {
                let stores = mask[i] != 0;
                assert_eq!(y[i], if stores { b[i] } else { i as u32 }, "{block:?}, thread {i} of {mask:?}");
                assert_eq!(
                    [z[2 * i], z[2 * i + 1]],
                    [if stores { b[i] } else { 7 }, 7],
                    "{block:?}, thread {i}"
                );
            }
        }
    }
}

/// A bitonic sort: pairs of threads exchange elements of shared memory, or not.
#[test]
fn exchanges_in_shared_memory() {
    let program = kernel(
        "x: &mut [u32]",
        &["shared s: [u32; 128]", "t: usize", "k: usize", "j: usize", "other: usize", "a: u32", "b: u32"],
        "@0 let t = thread_idx_x();
         @0 s[t @1] = x[global_id_x() @2];
         @0 let k = 2usize;
         @0 '0: while k <= 128usize {
            @0 let j = k / 2usize;
            @0 '1: while j > 0usize {
                @0 let other = t ^ j;
                @0 if other > t {
                    @0 let a = s[t @3];
                    @0 let b = s[other @4];
                    @0 if (a > b) == ((t & k) == 0usize) {
                        @0 s[t @5] = b;
                        @0 s[other @6] = a;
                    }
                }
                @0 j /= 2usize;
            }
            @0 k *= 2usize;
         }
         @0 x[global_id_x() @7] = s[t @8];",
    );
    let mut x: Vec<u32> = (0..64 * 128u32).map(|i| i.wrapping_mul(2_654_435_761)).collect();
    let mut sorted = x.clone();
    sorted.chunks_exact_mut(128).for_each(<[u32]>::sort_unstable);
    assert!(Args::new().slice(&mut x).line(&program, 64, 128).is_none());
    assert_eq!(x, sorted);
}
