//! Counts of kernels, each number derived by hand.
//!
//! A warp of 32 lanes that accesses neighboring elements of 4 bytes touches 4 sectors of 32 bytes. Each kernel also
//! runs on the plain CPU, and both must compute the same.

use std::fmt::Debug;
use std::sync::atomic::Ordering::Relaxed;

use kiln::counts::{Counts, Tally};
use kiln::prelude::*;
use kiln::{Device, Error, Result, Stream};

/// Elements of most kernels: 4 blocks of 256 threads, 32 warps.
const N: usize = 1024;
const WARPS: u64 = 32;

/// The number of the line that ends in a comment.
fn line(comment: &str) -> u32 {
    let mark = format!("// {comment}");
    let found = include_str!("counted.rs").lines().position(|line| line.ends_with(&mark));
    found.map_or(0, |index| index as u32 + 1)
}

fn at(counts: &Counts, comment: &str) -> Tally {
    counts.at("tests/counted.rs", line(comment))
}

/// Runs work on a device that counts, and on the plain CPU, where it must give the same.
#[track_caller]
fn counted_on<T: PartialEq + Debug>(device: &Device, run: impl Fn(&Stream) -> Result<Vec<T>>) -> Counts {
    let stream = device.new_stream().unwrap();
    let found = run(&stream).unwrap();
    assert_eq!(found, run(&Device::cpu().stream()).unwrap());
    let counts = stream.take_counts().unwrap();
    assert!(counts.to_string().lines().all(|line| line.chars().count() <= 100), "{counts}");
    assert_eq!(stream.take_counts().unwrap(), Counts::default(), "counts are taken once");
    counts
}

#[track_caller]
fn counted<T: PartialEq + Debug>(run: impl Fn(&Stream) -> Result<Vec<T>>) -> Counts {
    counted_on(&Device::counted(), run)
}

/// Requests, bytes, sectors and ideal sectors of global memory.
fn global(tally: &Tally) -> [u64; 4] {
    [tally.global.requests, tally.global.bytes, tally.global.sectors, tally.global.ideal_sectors]
}

/// Requests, bytes, passes and ideal passes of shared memory.
fn shared_memory(tally: &Tally) -> [u64; 4] {
    [tally.shared.requests, tally.shared.bytes, tally.shared.passes, tally.shared.ideal_passes]
}

fn ramp(count: usize) -> Vec<f32> {
    (0..count).map(|i| i as f32 * 0.5 + 1.0).collect()
}

/// Runs a kernel of one input and one output of N elements.
macro_rules! mapped {
    ($kernel:path, $x:expr) => {
        counted(|stream| {
            let x = stream.upload(&$x)?;
            let mut y = stream.alloc_zeroed::<f32>(N)?;
            $kernel(&x, &mut y).threads(N).block(256).launch(stream)?;
            stream.download(&y)
        })
    };
}

#[kernel]
fn copy(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i]; // copies
    }
}

#[test]
fn a_copy_is_ideal() {
    let counts = mapped!(copy, ramp(N));
    // A load and a store of 128 bytes by each warp.
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 128, 2 * WARPS * 4, 2 * WARPS * 4]);
    assert_eq!(global(&at(&counts, "copies")), global(&counts.total));
    // One condition, which holds for all lanes.
    assert_eq!((counts.total.branches, counts.total.divergent_branches), (WARPS, 0));
    assert_eq!(counts.total.lanes, counts.total.active_lanes);
    assert_eq!((counts.launches, counts.blocks, counts.counted_blocks, counts.is_exact()), (1, 4, 4, true));
    assert_eq!((counts.total.flops.total(), counts.total.special, counts.total.barriers), (0, 0, 0));
}

#[test]
fn the_code_for_a_gpu_moves_the_same() {
    let plain = mapped!(copy, ramp(N));
    let counts = counted_on(&Device::counted_as((9, 0)), |stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        copy(&x, &mut y).threads(N).block(256).launch(stream)?;
        stream.download(&y)
    });
    assert_eq!(counts.total.global, plain.total.global);
    assert_eq!(at(&counts, "copies").global, plain.total.global);
}

#[kernel]
fn strided(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i * 8 < x.len() {
        y[i] = x[i * 8]; // reads every eighth
    }
}

#[test]
fn a_strided_copy_reads_a_sector_for_each_lane() {
    let counts = mapped!(strided, ramp(8 * N));
    // Loads: 32 lanes, 32 bytes apart. Stores: neighbors.
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 128, WARPS * (32 + 4), 2 * WARPS * 4]);
    // Two operands of `&&`.
    assert_eq!((counts.total.branches, counts.total.divergent_branches), (2 * WARPS, 0));
}

#[kernel]
fn shifted(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i + 1 < x.len() {
        y[i] = x[i + 1];
    }
}

#[test]
fn a_misaligned_copy_touches_one_sector_more() {
    let counts = mapped!(shifted, ramp(N + 1));
    // Loads: 128 bytes from byte 4 on, in 5 sectors.
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 128, WARPS * (5 + 4), 2 * WARPS * 4]);
}

#[kernel]
fn broadcast(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && !x.is_empty() {
        y[i] = x[0];
    }
}

#[test]
fn a_broadcast_reads_one_sector() {
    let counts = mapped!(broadcast, ramp(1));
    // Loads: 32 lanes ask for the same 4 bytes.
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 128, WARPS * (1 + 4), WARPS * (1 + 4)]);
}

#[kernel]
fn gather(index: &[u32], x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[index[i] as usize]; // gathers
    }
}

#[test]
fn a_gather_touches_what_its_indices_say() {
    let counts = counted(|stream| {
        // Lanes are 33 elements apart modulo 1024: 132 bytes, so that no two share a sector.
        let index: Vec<u32> = (0..N as u32).map(|i| i * 33 % N as u32).collect();
        let (index, x) = (stream.upload(&index)?, stream.upload(&ramp(N))?);
        let mut y = stream.alloc_zeroed::<f32>(N)?;
        gather(&index, &x, &mut y).threads(N).block(256).launch(stream)?;
        stream.download(&y)
    });
    // Indices and stores: 4 sectors each. Gathers: 32 sectors, ideally 4.
    assert_eq!(global(&counts.total), [3 * WARPS, 3 * WARPS * 128, WARPS * (4 + 4 + 32), 3 * WARPS * 4]);
    let x = counts.lines.first().unwrap();
    assert_eq!((x.array.as_deref(), x.line), (Some("x"), line("gathers")), "the worst comes first");
}

#[kernel]
fn transpose_naive(n: usize, x: &[f32], y: &mut [f32]) {
    let (column, row) = global_id_2d();
    if column < n && row < n {
        y[column * n + row] = x[row * n + column]; // writes columns
    }
}

#[kernel(block = (32, 32))]
fn transpose_tiled(n: usize, x: &[f32], y: &mut [f32]) {
    let tile = shared::<[[f32; 32]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (left, top) = (block_idx().x * 32, block_idx().y * 32);
    tile[ty][tx] = x[(top + ty) * n + left + tx];
    sync_threads();
    y[(left + ty) * n + top + tx] = tile[tx][ty]; // reads columns
}

#[kernel(block = (32, 32))]
fn transpose_padded(n: usize, x: &[f32], y: &mut [f32]) {
    let tile = shared::<[[f32; 33]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (left, top) = (block_idx().x * 32, block_idx().y * 32);
    tile[ty][tx] = x[(top + ty) * n + left + tx];
    sync_threads();
    y[(left + ty) * n + top + tx] = tile[tx][ty]; // reads padded columns
}

macro_rules! transposed {
    ($kernel:path $(, $block:expr)?) => {
        counted(|stream| {
            let x = stream.upload(&ramp(64 * 64))?;
            let mut y = stream.alloc_zeroed::<f32>(64 * 64)?;
            $kernel(64, &x, &mut y).threads([64, 64])$(.block($block))?.launch(stream)?;
            stream.download(&y)
        })
    };
}

#[test]
fn a_naive_transpose_is_reported_at_its_line() {
    let counts = transposed!(transpose_naive, [32, 8]);
    // 128 warps: loads of a row's neighbors, stores to 32 rows, whose lanes are 256 bytes apart.
    assert_eq!(global(&counts.total), [256, 256 * 128, 128 * (4 + 32), 256 * 4]);
    let worst = counts.lines.first().unwrap();
    assert_eq!((worst.array.as_deref(), worst.line), (Some("y"), line("writes columns")));
    assert!(worst.file.ends_with("tests/counted.rs"));
    assert_eq!(global(&worst.tally), [128, 128 * 128, 128 * 32, 128 * 4]);
    let text = counts.to_string();
    assert!(text.contains(&format!("counted.rs:{}:", line("writes columns"))), "{text}");
    assert!(text.contains("8.00"), "{text}");
}

#[test]
fn a_tiled_transpose_has_conflicts_and_a_padded_one_has_none() {
    let tiled = transposed!(transpose_tiled);
    // Global memory: neighbors both ways. Shared memory: a pass for each store, 32 for each load of a column.
    assert_eq!(global(&tiled.total), [256, 256 * 128, 256 * 4, 256 * 4]);
    assert_eq!(shared_memory(&tiled.total), [256, 256 * 128, 128 * (1 + 32), 256]);
    assert_eq!(shared_memory(&at(&tiled, "reads columns")), [128, 128 * 128, 128 * 32, 128]);
    // A barrier in each of 4 blocks.
    assert_eq!(tiled.total.barriers, 4);
    let padded = transposed!(transpose_padded);
    assert_eq!(global(&padded.total), global(&tiled.total));
    assert_eq!(shared_memory(&padded.total), [256, 256 * 128, 256, 256]);
    assert!(padded.lines.iter().all(|line| line.tally.shared.passes == line.tally.shared.ideal_passes));
}

#[kernel(block = 32)]
unsafe fn conflicts(stride: usize, y: &mut [u32]) {
    let table = shared::<[u32; 1024]>();
    let t = thread_idx().x;
    table[t * stride] = t as u32; // conflicts
    y[global_id()] = table[t * stride] + 1;
}

#[test]
fn conflicts_take_a_pass_for_each_word_of_a_bank() {
    // The lanes' words are `stride` apart, in 32 / stride banks: `stride` words in each. Of an odd stride all banks
    // differ, and of stride 0 all lanes have the same word.
    for (stride, passes) in [(1, 1), (2, 2), (8, 8), (32, 32), (3, 1), (31, 1), (12, 4)] {
        let stream = Device::counted().stream();
        let mut y = stream.alloc_zeroed::<u32>(32).unwrap();
        // SAFETY: each lane has an element of its own.
        unsafe { conflicts(stride, &mut y) }.threads(32).launch(&stream).unwrap();
        let counts = stream.take_counts().unwrap();
        assert_eq!(shared_memory(&counts.total), [2, 256, 2 * passes, 2], "{stride}");
        assert_eq!(shared_memory(&at(&counts, "conflicts")), [1, 128, passes, 1], "{stride}");
    }
}

#[kernel(block = 32)]
fn wide_words(y: &mut [u64]) {
    let table = shared::<[u64; 32]>();
    let t = thread_idx().x;
    table[t] = t as u64;
    sync_threads();
    y[global_id()] = table[t] + table[0];
}

#[test]
fn accesses_of_eight_bytes_go_in_two_phases() {
    let counts = counted(|stream| {
        let mut y = stream.alloc_zeroed::<u64>(32)?;
        wide_words(&mut y).threads(32).launch(stream)?;
        stream.download(&y)
    });
    // A store and a load of neighbors, and a broadcast: 16 lanes at a time, so 2 passes each.
    assert_eq!(shared_memory(&counts.total), [3, 3 * 256, 6, 6]);
    // 256 bytes.
    assert_eq!(global(&counts.total), [1, 256, 8, 8]);
}

#[kernel]
fn histogram(x: &[u32], bins: &[AtomicU32]) {
    let i = global_id();
    if i < x.len() {
        bins[(x[i] % 16) as usize].fetch_add(1, Relaxed); // counts
    }
}

#[test]
fn a_histogram_makes_atomic_operations() {
    let counts = counted(|stream| {
        let x: Vec<u32> = (0..N as u32).collect();
        let (x, mut bins) = (stream.upload(&x)?, stream.alloc_zeroed::<u32>(16)?);
        histogram(&x, &mut bins).threads(N).block(256).launch(stream)?;
        stream.download(&bins)
    });
    assert_eq!(counts.total.atomics, N as u64);
    // Loads: 4 sectors. Atomics: 16 distinct elements, 64 bytes.
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 128, WARPS * (4 + 2), WARPS * (4 + 2)]);
}

#[kernel]
fn matmul(a: &[f32], b: &[f32], c: &mut [f32]) {
    let i = global_id();
    if i < c.len() {
        let (row, column) = (i / 32, i % 32);
        let mut sum = 0.0;
        for k in 0..32 {
            sum += a[row * 32 + k] * b[k * 32 + column]; // multiplies
        }
        c[i] = sum;
    }
}

#[test]
fn a_product_by_threads() {
    let counts = counted(|stream| {
        let (a, b) = (stream.upload(&ramp(N))?, stream.upload(&ramp(N))?);
        let mut c = stream.alloc_zeroed::<f32>(N)?;
        matmul(&a, &b, &mut c).threads(N).block(256).launch(stream)?;
        stream.download(&c)
    });
    // A warp has a row. Each turn broadcasts an element of a (1 sector) and reads a row of b (4); then a store.
    let sectors = WARPS * (32 * (1 + 4) + 4);
    assert_eq!(global(&counts.total), [WARPS * 65, WARPS * 65 * 128, sectors, sectors]);
    // A multiplication and an addition for each of 32³ products.
    assert_eq!((counts.total.flops.f32, counts.total.flops.total()), (2 * 32 * 32 * 32, 2 * 32 * 32 * 32));
    // The guard, and 33 tests of the loop.
    assert_eq!((counts.total.branches, counts.total.divergent_branches), (WARPS * 34, 0));
    assert_eq!(at(&counts, "multiplies").flops.f32, 65_536);
}

#[kernel(block = 256)]
fn reduction(x: &[f32], sums: &mut [f32]) {
    let part = shared::<[f32; 256]>();
    let t = thread_idx().x;
    part[t] = x[global_id()];
    sync_threads();
    let mut half = 128;
    while half > 0 {
        if t < half {
            part[t] += part[t + half]; // adds
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 {
        sums[block_idx().x] = part[0];
    }
}

#[test]
fn a_reduction_in_shared_memory() {
    let counts = counted(|stream| {
        let (x, mut sums) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(4)?);
        reduction(&x, &mut sums).threads(N).launch(stream)?;
        stream.download(&sums)
    });
    let Tally { flops, barriers, branches, divergent_branches, shared, .. } = counts.total;
    // 255 additions in each of 4 blocks.
    assert_eq!(flops.f32, 4 * 255);
    // One barrier before the loop and one in each of 8 turns.
    assert_eq!(barriers, 4 * 9);
    // 9 tests of the loop, 8 of `t < half` and one of `t == 0`, by 8 warps.
    assert_eq!(branches, 4 * 8 * (9 + 8 + 1));
    // `t < half` splits the first warp where half is 16, 8, 4, 2 and 1; so does `t == 0`.
    assert_eq!(divergent_branches, 4 * (5 + 1));
    // 8 stores; 3 accesses by 4, 2 and then, in 6 turns, 1 warp; the sum.
    assert_eq!((shared.requests, shared.passes), (4 * (8 + 3 * (4 + 2 + 6) + 1), shared.ideal_passes));
    // 3 accesses of 4 bytes for each addition.
    assert_eq!(at(&counts, "adds").shared.bytes, 4 * 255 * 12);
    // 8 loads of 128 bytes and a store of 4 bytes.
    assert_eq!(global(&counts.total), [4 * 9, 4 * (1024 + 4), 4 * 33, 4 * 33]);
}

#[kernel]
fn divergent(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i % 2 == 0 {
        y[i] = x[i] + 1.0; // even
    } else {
        y[i] = x[i] * 2.0;
    }
}

#[test]
fn a_divergent_branch_runs_both_ways() {
    let counts = mapped!(divergent, ramp(N));
    assert_eq!((counts.total.branches, counts.total.divergent_branches), (WARPS, WARPS));
    // Every other element, on each side: 64 bytes in 4 sectors, ideally 2.
    assert_eq!(global(&counts.total), [4 * WARPS, 4 * WARPS * 64, 4 * WARPS * 4, 4 * WARPS * 2]);
    // One statement by half of each warp's lanes.
    let even = at(&counts, "even");
    assert_eq!((even.lanes, even.active_lanes, even.flops.f32), (32 * WARPS, 16 * WARPS, 16 * WARPS));
    assert_eq!(counts.total.flops.f32, N as u64);
}

#[kernel]
fn later(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i >= 8 {
        y[i] = x[i];
    }
}

#[test]
fn lanes_below_a_bound_are_idle() {
    let counts = mapped!(later, ramp(N));
    // 24 lanes of the first warp, with 96 bytes in 3 sectors; all lanes of the others.
    let (warps, sectors) = (WARPS - 1, 2 * (3 + 4 * (WARPS - 1)));
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * (96 + 128 * warps), sectors, sectors]);
    assert_eq!((counts.total.branches, counts.total.divergent_branches), (WARPS, 1));
}

#[kernel]
fn chosen(twice: u32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    let value = x[i];
    y[i] = if twice > 1 { value * 2.0 } else { value + 1.0 + value };
}

#[test]
fn a_choice_counts_the_side_that_runs() {
    // One operation or two; the condition is the same for all threads.
    for (twice, flops) in [(2, N), (0, 2 * N)] {
        let counts = counted(|stream| {
            let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
            chosen(twice, &x, &mut y).threads(N).block(256).launch(stream)?;
            stream.download(&y)
        });
        assert_eq!(counts.total.flops.f32, flops as u64);
        assert_eq!((counts.total.branches, counts.total.divergent_branches), (WARPS, 0));
    }
}

#[kernel]
fn turns(n: &[u32], y: &mut [f32]) {
    let i = global_id();
    let mut sum = 0.0;
    for k in 0..n[i] {
        sum += k as f32; // turns
    }
    y[i] = sum;
}

#[test]
fn a_loop_whose_trip_count_is_data() {
    let n: Vec<u32> = (0..N as u32).map(|i| i % 4).collect();
    let counts = mapped!(turns, n);
    // Lanes make 0, 1, 2 or 3 turns. The warp tests 4 times: at the first three some lanes leave, at the last all do.
    assert_eq!((counts.total.branches, counts.total.divergent_branches), (4 * WARPS, 3 * WARPS));
    // 1.5 additions on average, in 3 turns of 24, 16 and 8 lanes.
    assert_eq!(counts.total.flops.f32, 1536);
    let sum = at(&counts, "turns");
    assert_eq!((sum.lanes, sum.active_lanes), (3 * 32 * WARPS, (24 + 16 + 8) * WARPS));
}

#[kernel]
fn doubles(x: &[f64], y: &mut [f64]) {
    let i = global_id();
    y[i] = x[i].mul_add(2.0, 1.0) - 3.0;
}

#[test]
fn doubles_take_eight_sectors() {
    let counts = counted(|stream| {
        let x: Vec<f64> = (0..N).map(|i| i as f64).collect();
        let (x, mut y) = (stream.upload(&x)?, stream.alloc_zeroed::<f64>(N)?);
        doubles(&x, &mut y).threads(N).block(256).launch(stream)?;
        stream.download(&y)
    });
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 256, 2 * WARPS * 8, 2 * WARPS * 8]);
    // A fused multiply-add is two.
    assert_eq!((counts.total.flops.f64, counts.total.flops.total()), (3 * N as u64, 3 * N as u64));
}

#[kernel]
fn halves(x: &[f16], y: &mut [f16]) {
    let i = global_id();
    y[i] = x[i] * x[i];
}

#[test]
fn halves_take_two_sectors() {
    let counts = counted(|stream| {
        let x: Vec<f16> = (0..N).map(|i| f16::from_f32(i as f32)).collect();
        let (x, mut y) = (stream.upload(&x)?, stream.upload(&x)?);
        halves(&x, &mut y).threads(N).block(256).launch(stream)?;
        Ok(stream.download(&y)?.into_iter().map(f16::to_bits).collect())
    });
    // Two loads and a store of 64 bytes.
    assert_eq!(global(&counts.total), [3 * WARPS, 3 * WARPS * 64, 3 * WARPS * 2, 3 * WARPS * 2]);
    assert_eq!((counts.total.flops.f16, counts.total.flops.total()), (N as u64, N as u64));
}

#[kernel]
fn special(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    y[i] = x[i].sqrt() / x[i].exp() + x[i].max(2.0).abs();
}

#[test]
fn special_functions_are_counted_apart() {
    let counts = mapped!(special, ramp(N));
    // A root, a quotient and an exponential; one addition. A maximum is neither.
    assert_eq!((counts.total.special, counts.total.flops.f32), (3 * N as u64, N as u64));
}

#[kernel]
fn with_table(table: [f32; 3], x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i] * table[i % 3];
    }
}

#[test]
fn a_partial_warp_has_idle_lanes_and_an_array_by_value_is_no_memory() {
    let counts = counted(|stream| {
        let x = stream.upload(&ramp(48))?;
        let mut y = stream.alloc_zeroed::<f32>(48)?;
        with_table([1.0, 2.0, 3.0], &x, &mut y).threads(48).block(48).launch(stream)?;
        stream.download(&y)
    });
    // A warp of 32 lanes and one of 16: a load and a store each, of 128 and of 64 bytes.
    assert_eq!(global(&counts.total), [4, 2 * (128 + 64), 2 * (4 + 2), 2 * (4 + 2)]);
    // 48 of 64 lanes are active.
    assert_eq!(counts.total.lanes * 48, counts.total.active_lanes * 64);
}

#[kernel]
fn rows_of_eight(n: usize, x: &[f32], y: &mut [f32]) {
    let (column, row) = global_id_2d();
    if column < n && row < n {
        y[row * n + column] = x[row * n + column];
    }
}

#[test]
fn warps_follow_the_linear_index_of_threads() {
    let counts = counted(|stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        rows_of_eight(32, &x, &mut y).threads([32, 32]).block([8, 8]).launch(stream)?;
        stream.download(&y)
    });
    // A warp has 4 rows of 8 elements: 4 sectors, at 4 places.
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 128, 2 * WARPS * 4, 2 * WARPS * 4]);
    assert_eq!(counts.blocks, 16);
}

#[derive(Clone, Copy, KernelType)]
#[repr(C)]
struct Particle {
    x: f32,
    mass: f32,
}

#[kernel]
fn masses(all: &[Particle], y: &mut [f32]) {
    let i = global_id();
    y[i] = all[i].mass;
}

#[test]
fn a_field_of_structs_is_strided() {
    let all: Vec<Particle> = (0..N).map(|i| Particle { x: 0.0, mass: i as f32 }).collect();
    let counts = mapped!(masses, all);
    // Loads of every other element: 8 sectors, ideally 4.
    assert_eq!(global(&counts.total), [2 * WARPS, 2 * WARPS * 128, WARPS * (8 + 4), 2 * WARPS * 4]);
}

#[device]
fn twice(x: &[f32], i: usize) -> f32 {
    x[i] + x[i] // reads in a function
}

#[kernel]
fn calls(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    y[i] = twice(x, i);
}

#[test]
fn a_device_function_has_its_own_lines() {
    let counts = mapped!(calls, ramp(N));
    assert_eq!(at(&counts, "reads in a function").global.requests, 2 * WARPS);
    assert_eq!(at(&counts, "reads in a function").flops.f32, N as u64);
}

#[test]
fn large_grids_are_sampled_and_scaled() {
    let count = 32 * 20_000;
    let run = || {
        let stream = Device::counted().stream();
        let (x, mut y) = (stream.upload(&ramp(count)).unwrap(), stream.alloc_zeroed::<f32>(count).unwrap());
        copy(&x, &mut y).threads(count).block(32).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), ramp(count));
        stream.take_counts().unwrap()
    };
    let counts = run();
    assert!(!counts.is_exact() && counts.counted_blocks > 400 && counts.counted_blocks < 600, "{counts}");
    assert_eq!(counts.blocks, 20_000);
    // All blocks do the same, so that the scaled numbers are exact.
    assert_eq!(global(&counts.total), [2 * 20_000, 2 * 20_000 * 128, 2 * 20_000 * 4, 2 * 20_000 * 4]);
    assert_eq!(counts, run(), "the same blocks are counted each time");
    assert!(counts.to_string().contains("scaled"), "{counts}");
}

#[test]
fn launches_add_up_and_graphs_count() {
    let stream = Device::counted().stream();
    let (x, mut y) = (stream.upload(&ramp(N)).unwrap(), stream.alloc_zeroed::<f32>(N).unwrap());
    copy(&x, &mut y).threads(N).block(256).launch(&stream).unwrap();
    copy(&x, &mut y).threads(N).block(128).launch(&stream).unwrap();
    let counts = stream.take_counts().unwrap();
    assert_eq!((counts.launches, counts.blocks, counts.total.global.requests), (2, 4 + 8, 4 * WARPS));
    assert_eq!(counts.lines.iter().filter(|line| line.array.is_some()).count(), 2, "{counts}");
    let (mut graph, ()) = stream
        .graph((x, y), |graph, (x, mut y)| copy(&x, &mut y).threads(N).block(256).add_to(graph).map(|_| ()))
        .unwrap();
    graph.launch(&stream).unwrap();
    assert_eq!(stream.take_counts().unwrap().total.global.requests, 2 * WARPS);
}

#[kernel]
fn beyond(x: &mut [u32]) {
    let i = global_id();
    x[i] = 1;
}

#[test]
fn what_cannot_be_counted_is_an_error() {
    let error = Device::cpu().stream().take_counts().unwrap_err();
    assert!(matches!(error, Error::Unsupported { .. }), "{error}");
    let stream = Device::counted().stream();
    let mut x = stream.alloc_zeroed::<u32>(8).unwrap();
    beyond(&mut x).threads(9).launch(&stream).unwrap();
    let error = stream.take_counts().unwrap_err();
    assert!(matches!(error, Error::KernelPanic { .. }), "{error}");
}

#[cfg(feature = "tile")]
mod tiles {
    use super::*;

    #[kernel(tile)]
    fn tile_copy(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
        let i = tile_id(0);
        y.store(i, x.load::<1024>(i)); // copies a tile
    }

    #[test]
    fn a_tile_copy_moves_sixteen_bytes_a_lane() {
        let counts = counted_on(&Device::counted_as((8, 0)), |stream| {
            let x = Tensor1::from_slice(stream, &ramp(4 * N))?;
            let mut y = Tensor1::<f32>::zeros(stream, 4 * N)?;
            tile_copy(&x, &mut y).launch(stream)?;
            y.download(stream)
        });
        // A warp moves 512 bytes at a time, in 16 sectors.
        let requests = 2 * 4 * 4096 / 512;
        assert_eq!(global(&counts.total), [requests, 2 * 4 * 4096, requests * 16, requests * 16]);
        assert_eq!(at(&counts, "copies a tile").global, counts.total.global);
    }

    #[test]
    fn what_a_tile_has_outside_of_its_tensor_is_not_moved() {
        for capability in [(7, 5), (8, 0), (9, 0)] {
            let counts = counted_on(&Device::counted_as(capability), |stream| {
                let x = Tensor1::from_slice(stream, &ramp(1500))?;
                let mut y = Tensor1::<f32>::zeros(stream, 1500)?;
                tile_copy(&x, &mut y).launch(stream)?;
                y.download(stream)
            });
            // Each of 1500 elements is loaded and stored; 6000 bytes are 187.5 sectors, of which the last is half.
            assert_eq!((counts.blocks, counts.total.global.bytes), (2, 2 * 6000), "{capability:?}\n{counts}");
            assert_eq!(counts.total.global.sectors, 2 * 188, "{capability:?}\n{counts}");
        }
    }

    #[kernel(tile)]
    fn tile_product(a: &Tensor2<f16>, b: &Tensor2<f16>, c: &mut Tensor2<f32>) {
        let (m, n) = (tile_id(0), tile_id(1));
        let mut sum = Tile2::<f32, 64, 64>::zeros();
        for k in 0..a.cols().div_ceil(32) {
            sum = mma(a.load::<64, 32>(m, k), b.load::<32, 64>(k, n), sum);
        }
        c.store(m, n, sum);
    }

    /// The square of a matrix of n × n halves, in 4 tiles.
    fn squared(capability: (u32, u32), n: usize) -> Counts {
        counted_on(&Device::counted_as(capability), |stream| {
            let values: Vec<f16> = (0..n * n).map(|i| f16::from_f32((i % 7) as f32)).collect();
            let a = Tensor2::from_slice(stream, &values, [n, n])?;
            let mut c = Tensor2::<f32>::zeros(stream, [n, n])?;
            tile_product(&a, &a, &mut c).launch(stream)?;
            c.download(stream)
        })
    }

    #[test]
    fn a_tile_product_multiplies_on_tensor_cores() {
        for capability in [(7, 5), (8, 0), (9, 0)] {
            let counts = squared(capability, 128);
            // A multiplication and an addition for each of 128³ products, which are exact in f32. Before sm_80, threads
            // make them.
            let Tally { products, product_flops, flops, shared, .. } = counts.total;
            let all = 2 * 128 * 128 * 128;
            let expected = if capability < (8, 0) { (0, all) } else { (all, 0) };
            assert_eq!((product_flops.f16, flops.f32), expected, "{capability:?}\n{counts}");
            // A warp multiplies 16 × 16 by 16 × 8; on Hopper four of them 64 × 16 by 16 × 64, which counts as four.
            let columns = if capability < (9, 0) { 8 } else { 64 };
            assert_eq!(products, product_flops.total() / (2 * 16 * 16 * columns), "{capability:?}\n{counts}");
            // Each of 4 tiles loads 64 rows and 64 columns of 128 halves, and stores 64 × 64 floats.
            let loads = 4 * 2 * 64 * 128 * 2;
            let bytes = loads + 4 * 64 * 64 * 4;
            assert_eq!(counts.total.global.bytes, bytes, "{capability:?}\n{counts}");
            assert_eq!(counts.total.global.sectors, bytes / 32, "{capability:?}\n{counts}");
            match capability {
                // Copies and `ldmatrix` access 16 bytes a lane, and all that is copied is read.
                (8, 0) => {
                    assert_eq!(shared.bytes, shared.requests * 32 * 16, "{counts}");
                    assert!(shared.bytes >= 2 * loads, "{counts}");
                }
                // TMA copies, and products of warpgroups read: no request of a warp.
                (9, 0) => assert_eq!((shared.requests, shared.bytes), (0, loads), "{counts}"),
                _ => {}
            }
        }
    }

    #[test]
    fn a_ragged_tile_product_loads_what_there_is() {
        for capability in [(7, 5), (8, 0), (9, 0)] {
            let counts = squared(capability, 104);
            // Rows and columns are loaded for 2 tiles each: 2 × 2 × 104² halves. And 104² floats are stored.
            assert_eq!(counts.total.global.bytes, (4 * 2 + 4) * 104 * 104, "{capability:?}\n{counts}");
        }
    }

    #[test]
    fn a_tile_kernel_has_no_threads_on_the_plain_counter() {
        let stream = Device::counted().stream();
        let x = Tensor1::from_slice(&stream, &ramp(N)).unwrap();
        let mut y = Tensor1::<f32>::zeros(&stream, N).unwrap();
        let error = tile_copy(&x, &mut y).launch(&stream).unwrap_err().to_string();
        assert!(error.contains("tile_copy") && error.contains("Device::counted_as((9, 0))"), "{error}");
    }
}
