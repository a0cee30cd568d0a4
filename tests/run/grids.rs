//! Kernels whose blocks wait for each other, and launches that overlap.

use kiln::prelude::*;
use kiln::{Error, Launch};

use crate::streams;

/// The devices that can hold a grid at once: the emulated ones are the CPU.
fn on_each(test: impl Fn(&Stream)) {
    for stream in streams() {
        test(&stream);
        stream.synchronize().unwrap();
    }
}

/// Divides by the sum of all, twice.
#[kernel]
pub fn normalize(x: &mut [f32], sums: &[AtomicF32]) {
    let i = global_id();
    for turn in 0..2 {
        if i < x.len() {
            sums[turn].fetch_add(x[i], Ordering::Relaxed);
        }
        grid::sync();
        if i < x.len() {
            x[i] = x[i] / sums[turn].load(Ordering::Relaxed) + 1.0;
        }
    }
}

#[test]
fn blocks_wait_for_each_other() {
    on_each(|stream| {
        for (threads, block) in [(1024, 256), (1000, 96), (70, 33)] {
            let mut x = stream.upload(&vec![0.5f32; threads]).unwrap();
            let mut sums = stream.alloc_zeroed::<f32>(2).unwrap();
            normalize(&mut x, &mut sums).threads(threads).block(block).launch(stream).unwrap();
            let (first, n) = (1.0 / threads as f32 + 1.0, threads as f32);
            let sums = stream.download(&sums).unwrap();
            assert_eq!(sums[0], 0.5 * n);
            assert!((sums[1] - first * n).abs() < 1e-3 * n);
            let second = first / sums[1] + 1.0;
            assert_eq!(stream.download(&x).unwrap(), vec![second; threads]);
        }
    });
}

/// A step of the same sum in a function of its own, with shared memory and two axes.
#[device]
fn sum_of_grid(value: u32, total: &[AtomicU32]) -> u32 {
    let part = shared::<[AtomicU32; 1]>();
    let first = thread_idx().x + thread_idx().y == 0;
    if first {
        part[0].store(0, Ordering::Relaxed);
    }
    sync_threads();
    part[0].fetch_add(value, Ordering::Relaxed);
    sync_threads();
    if first {
        total[0].fetch_add(part[0].load(Ordering::Relaxed), Ordering::Relaxed);
    }
    grid::sync();
    total[0].load(Ordering::Relaxed)
}

#[kernel(block = (8, 4))]
pub fn places(out: &mut [u32], total: &[AtomicU32]) {
    let (x, y) = global_id_2d();
    let width = grid_dim().x * block_dim().x;
    let sum = sum_of_grid((x + 10 * y) as u32, total);
    if x + y * width < out.len() {
        out[x + y * width] = sum + block_idx().x as u32;
    }
}

#[test]
fn device_functions_wait_for_the_grid() {
    on_each(|stream| {
        let mut out = stream.alloc_zeroed::<u32>(24 * 8).unwrap();
        let mut total = stream.alloc_zeroed::<u32>(1).unwrap();
        places(&mut out, &mut total).blocks([3, 2]).launch(stream).unwrap();
        let sum: u32 = (0..8).flat_map(|y| (0..24).map(move |x| x + 10 * y)).sum();
        let expected: Vec<u32> = (0..8 * 24).map(|i| sum + i % 24 / 8).collect();
        assert_eq!(stream.download(&out).unwrap(), expected);
    });
}

/// A thread of one block fails where the others wait.
#[kernel]
pub fn some_fail(x: &[u32], out: &mut [u32]) {
    let i = global_id();
    assert!(x[i] != 7, "seven at {}", i);
    grid::sync();
    out[i] = x[i];
}

#[test]
fn nobody_waits_for_a_thread_that_failed() {
    on_each(|stream| {
        for at in [0, 77, 255] {
            let mut values = vec![1u32; 256];
            values[at] = 7;
            let x = stream.upload(&values).unwrap();
            let mut out = stream.alloc_zeroed::<u32>(256).unwrap();
            some_fail(&x, &mut out).threads(256).block(64).launch(stream).unwrap();
            let error = stream.synchronize().unwrap_err();
            assert!(error.to_string().contains(&format!("seven at {at}")), "{error}");
            values[at] = 2;
            let x = stream.upload(&values).unwrap();
            out.clear_poison();
            some_fail(&x, &mut out).threads(256).block(64).launch(stream).unwrap();
            assert_eq!(stream.download(&out).unwrap(), values);
        }
    });
}

#[test]
fn a_grid_that_is_too_large_is_refused() {
    on_each(|stream| {
        let mut x = stream.alloc_zeroed::<f32>(1).unwrap();
        let mut sums = stream.alloc_zeroed::<f32>(2).unwrap();
        let fits = normalize(&mut x, &mut sums).block(512).occupancy(stream.device()).unwrap();
        assert_eq!(fits.block, [512, 1, 1]);
        let most = fits.blocks();
        normalize(&mut x, &mut sums).block(512).blocks(most).launch(stream).unwrap();
        let error = normalize(&mut x, &mut sums).block(512).blocks(most + 1).launch(stream).unwrap_err();
        let Error::LaunchLimit { asked, limit, .. } = error else { panic!("{error}") };
        assert_eq!((asked, limit), (most as u64 + 1, most as u64));
        stream.synchronize().unwrap();
    });
}

/// Reads what the launch before wrote.
#[kernel]
pub fn step(x: &[u32], y: &mut [u32]) {
    let i = global_id();
    grid::wait_for_previous();
    if i < y.len() {
        y[i] = x[i] + 1;
    }
    grid::release_next();
}

#[test]
fn overlapping_launches_see_what_was_written() {
    on_each(|stream| {
        let (mut x, mut y) =
            (stream.alloc_zeroed::<u32>(5000).unwrap(), stream.alloc_zeroed::<u32>(5000).unwrap());
        for _ in 0..50 {
            // SAFETY: the kernel waits before it reads and writes.
            unsafe { step(&x, &mut y).threads(5000).overlap_previous() }.launch(stream).unwrap();
            // SAFETY: as above.
            unsafe { step(&y, &mut x).threads(5000).overlap_previous() }.launch(stream).unwrap();
        }
        assert_eq!(stream.download(&x).unwrap(), vec![100; 5000]);
    });
}

#[test]
fn the_best_block_computes_the_same() {
    on_each(|stream| {
        for threads in [1usize, 1000, 5000] {
            let x = stream.upload(&vec![3u32; threads]).unwrap();
            let mut y = stream.alloc_zeroed::<u32>(threads).unwrap();
            step(&x, &mut y).threads(threads).auto_block().launch(stream).unwrap();
            assert_eq!(stream.download(&y).unwrap(), vec![4; threads]);
        }
        let mut sums = stream.alloc_zeroed::<u32>(1).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(24 * 8).unwrap();
        let launch: Launch<'_, 2> = places(&mut out, &mut sums);
        assert_eq!(launch.auto_block().occupancy(stream.device()).unwrap().block, [8, 4, 1]);
    });
}

/// Each thread reads what others wrote before the barrier.
#[kernel]
pub fn turned_around(turns: usize, x: &mut [u32], y: &mut [u32]) {
    let (i, n) = (global_id(), x.len());
    for _ in 0..turns {
        if i < n && i < y.len() {
            y[i] = x[n - 1 - i] + 1;
        }
        grid::sync();
        if i < n && i < y.len() {
            x[i] = y[i / 2];
        }
        grid::sync();
    }
}

#[test]
fn what_is_written_before_the_barrier_is_read_behind_it() {
    on_each(|stream| {
        let mut expected: Vec<u32> = (0..2000).collect();
        let (mut x, mut y) = (stream.upload(&expected).unwrap(), stream.alloc_zeroed::<u32>(2000).unwrap());
        turned_around(3, &mut x, &mut y).threads(2000).launch(stream).unwrap();
        for _ in 0..3 {
            let turned: Vec<u32> = expected.iter().rev().map(|x| x + 1).collect();
            expected = (0..2000).map(|i| turned[i / 2]).collect();
        }
        assert_eq!(stream.download(&x).unwrap(), expected);
    });
}
