//! Reductions, scans and compaction: the CUDA samples' `reduction`, `scan`, `shfl_scan`, `scalarProd`,
//! `threadFenceReduction`.

use kiln::prelude::*;

use super::{noise, whole};
use crate::streams;

/// Sums in shared memory, halving the number of threads: `reduction`.
#[kernel(block = 256)]
fn tree_sums(x: &[u32], sums: &mut [u32]) {
    let partial = shared::<[u32; 256]>();
    let (i, t) = (global_id(), thread_idx().x);
    partial[t] = if i < x.len() { x[i] } else { 0 };
    sync_threads();
    let mut half = 128;
    while half > 0 {
        if t < half {
            partial[t] += partial[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 {
        sums[block_idx().x] = partial[0];
    }
}

/// A warp sums by shuffles, and its first lane adds to the total: `shfl_scan`'s reduction.
#[kernel(block = 128)]
fn warp_sums(x: &[u32], total: &[AtomicU32]) {
    let mut sum = 0;
    for i in (global_id()..x.len()).step_by(grid_dim().x * 128) {
        sum += x[i];
    }
    let mut distance = 16;
    while distance > 0 {
        sum += warp::shuffle_down(sum, distance);
        distance /= 2;
    }
    if lane_id() == 0 {
        total[0].fetch_add(sum, Ordering::Relaxed);
    }
}

/// The block that comes last adds up what the others left: `threadFenceReduction`. What blocks hand each other is
/// atomic, so nothing here is `unsafe`.
#[kernel(block = 64)]
fn last_block_sums(x: &[u32], partial: &[AtomicU32], arrived: &[AtomicU32], total: &[AtomicU32]) {
    let sums = shared::<[u32; 64]>();
    let last = shared::<[u32; 1]>();
    let t = thread_idx().x;
    sums[t] = 0;
    for i in (global_id()..x.len()).step_by(grid_dim().x * 64) {
        sums[t] += x[i];
    }
    sync_threads();
    if t == 0 {
        let mut sum = 0;
        for value in sums.iter() {
            sum += *value;
        }
        partial[block_idx().x].store(sum, Ordering::Relaxed);
        let before = arrived[0].fetch_add(1, Ordering::AcqRel);
        last[0] = (before as usize + 1 == grid_dim().x) as u32;
    }
    sync_threads();
    if last[0] == 1 && t == 0 {
        let mut sum = 0;
        for block in 0..grid_dim().x {
            sum += partial[block].load(Ordering::Relaxed);
        }
        total[0].store(sum, Ordering::Relaxed);
    }
}

#[test]
fn sums_in_three_ways() {
    let x = whole(70_001, 50, 1);
    let total: u32 = x.iter().sum();
    for stream in streams() {
        let dx = stream.upload(&x).unwrap();
        let blocks = x.len().div_ceil(256);
        let mut sums = stream.alloc_zeroed::<u32>(blocks).unwrap();
        tree_sums(&dx, &mut sums).blocks(blocks).launch(&stream).unwrap();
        let expected: Vec<u32> = x.chunks(256).map(|part| part.iter().sum()).collect();
        assert_eq!(stream.download(&sums).unwrap(), expected);
        let mut sum = stream.alloc_zeroed::<u32>(1).unwrap();
        warp_sums(&dx, &mut sum).blocks(20).launch(&stream).unwrap();
        assert_eq!(stream.download(&sum).unwrap(), [total]);
        let mut sum = stream.alloc_zeroed::<u32>(1).unwrap();
        let mut partial = stream.alloc_zeroed::<u32>(24).unwrap();
        let mut arrived = stream.alloc_zeroed::<u32>(1).unwrap();
        last_block_sums(&dx, &mut partial, &mut arrived, &mut sum).blocks(24).launch(&stream).unwrap();
        assert_eq!(stream.download(&sum).unwrap(), [total]);
    }
}

/// CUDA samples, `scalarProd`: many pairs of vectors, a block a pair.
#[kernel(block = 128)]
fn scalar_products(n: usize, a: &[f32], b: &[f32], out: &mut [f32]) {
    let partial = shared::<[f32; 128]>();
    let (t, start) = (thread_idx().x, block_idx().x * n);
    let mut sum = 0.0;
    for i in (t..n).step_by(128) {
        sum += a[start + i] * b[start + i];
    }
    partial[t] = sum;
    sync_threads();
    let mut half = 64;
    while half > 0 {
        if t < half {
            partial[t] += partial[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 {
        out[block_idx().x] = partial[0];
    }
}

#[test]
fn scalar_products_of_pairs() {
    let (pairs, n) = (9, 500);
    let (a, b) = (noise(pairs * n, 2), noise(pairs * n, 3));
    for stream in streams() {
        let (da, db) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut out = stream.alloc_zeroed::<f32>(pairs).unwrap();
        scalar_products(n, &da, &db, &mut out).blocks(pairs).launch(&stream).unwrap();
        let dot =
            |pair: usize| (pair * n..(pair + 1) * n).map(|i| f64::from(a[i]) * f64::from(b[i])).sum::<f64>();
        for (pair, found) in stream.download(&out).unwrap().into_iter().enumerate() {
            assert!((f64::from(found) - dot(pair)).abs() < 1e-4, "pair {pair}: {found}");
        }
    }
}

/// Hillis and Steele's scan of a block, each step between two barriers.
#[kernel(block = 256)]
fn inclusive_scan(x: &[u32], out: &mut [u32], sums: &mut [u32]) {
    let partial = shared::<[u32; 256]>();
    let (i, t) = (global_id(), thread_idx().x);
    partial[t] = if i < x.len() { x[i] } else { 0 };
    sync_threads();
    let mut reach = 1;
    while reach < 256 {
        let before = if t >= reach { partial[t - reach] } else { 0 };
        sync_threads();
        partial[t] += before;
        sync_threads();
        reach *= 2;
    }
    if i < out.len() {
        out[i] = partial[t];
    }
    if t == 255 {
        sums[block_idx().x] = partial[t];
    }
}

/// The second half of a scan over many blocks: each block adds what stands before it.
#[kernel(block = 256)]
fn add_before(before: &[u32], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() && block_idx().x > 0 {
        out[i] += before[block_idx().x - 1];
    }
}

/// Blelloch's scan: up the tree of sums, and down again. `unsafe`, see below.
///
/// # Safety
///
/// At each level thread `t` touches the elements `2(t+1)s - 1` and `2(t+1)s - 1 - s`, which are two for each thread and
/// no other's; that they are apart rests on `s` being a power of two that the loop doubles or halves.
#[kernel(block = 64)]
unsafe fn exclusive_scan(x: &[u32], out: &mut [u32]) {
    let tree = shared::<[u32; 128]>();
    let t = thread_idx().x;
    let start = block_idx().x * 128;
    tree[2 * t] = x[start + 2 * t];
    tree[2 * t + 1] = x[start + 2 * t + 1];
    let mut s = 1;
    while s < 128 {
        sync_threads();
        let right = 2 * (t + 1) * s - 1;
        if right < 128 {
            tree[right] += tree[right - s];
        }
        s *= 2;
    }
    sync_threads();
    if t == 0 {
        tree[127] = 0;
    }
    while s > 1 {
        s /= 2;
        sync_threads();
        let right = 2 * (t + 1) * s - 1;
        if right < 128 {
            let left = tree[right - s];
            tree[right - s] = tree[right];
            tree[right] += left;
        }
    }
    sync_threads();
    out[start + 2 * t] = tree[2 * t];
    out[start + 2 * t + 1] = tree[2 * t + 1];
}

#[test]
fn scans() {
    let x = whole(6400, 100, 4);
    let running: Vec<u32> = x
        .iter()
        .scan(0, |sum, v| {
            *sum += v;
            Some(*sum)
        })
        .collect();
    for stream in streams() {
        let dx = stream.upload(&x).unwrap();
        let blocks = x.len().div_ceil(256);
        let mut out = stream.alloc_zeroed::<u32>(x.len()).unwrap();
        let mut sums = stream.alloc_zeroed::<u32>(blocks).unwrap();
        inclusive_scan(&dx, &mut out, &mut sums).blocks(blocks).launch(&stream).unwrap();
        let mut whole = stream.alloc_zeroed::<u32>(blocks).unwrap();
        let mut none = stream.alloc_zeroed::<u32>(1).unwrap();
        inclusive_scan(&sums, &mut whole, &mut none).blocks(1).launch(&stream).unwrap();
        add_before(&whole, &mut out).blocks(blocks).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), running);

        let mut out = stream.alloc_zeroed::<u32>(x.len()).unwrap();
        // SAFETY: as the kernel says; the grid covers the array exactly.
        unsafe { exclusive_scan(&dx, &mut out) }.blocks(x.len() / 128).launch(&stream).unwrap();
        for (part, found) in x.chunks(128).zip(stream.download(&out).unwrap().chunks(128)) {
            let expected: Vec<u32> = part
                .iter()
                .scan(0, |sum, v| {
                    let old = *sum;
                    *sum += v;
                    Some(old)
                })
                .collect();
            assert_eq!(found, expected);
        }
    }
}

/// Stream compaction: those that pass, in any order. Slots are handed out by an atomic counter, and filled atomically.
#[kernel]
fn keep_odd(x: &[u32], count: &[AtomicU32], kept: &[AtomicU32]) {
    let i = global_id();
    if i < x.len() && x[i] % 2 == 1 {
        let slot = count[0].fetch_add(1, Ordering::Relaxed);
        kept[slot as usize].store(x[i], Ordering::Relaxed);
    }
}

#[test]
fn compaction() {
    let x = whole(9_000, 1000, 5);
    let mut expected: Vec<u32> = x.iter().copied().filter(|v| v % 2 == 1).collect();
    expected.sort_unstable();
    for stream in streams() {
        let dx = stream.upload(&x).unwrap();
        let mut count = stream.alloc_zeroed::<u32>(1).unwrap();
        let mut kept = stream.alloc_zeroed::<u32>(x.len()).unwrap();
        keep_odd(&dx, &mut count, &mut kept).threads(x.len()).launch(&stream).unwrap();
        let len = stream.download(&count).unwrap()[0] as usize;
        let mut found = stream.download(&kept).unwrap()[..len].to_vec();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
