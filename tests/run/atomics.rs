//! Atomic operations on global and on shared memory.

use kiln::prelude::*;

use crate::streams;

#[kernel]
fn tally(values: &[u32], counts: &[AtomicU32], least: &[AtomicI32], sum: &[AtomicF32], bits: &[AtomicU64]) {
    let i = global_id();
    if i < values.len() {
        let v = values[i];
        counts[(v % 10) as usize].fetch_add(1, Ordering::Relaxed);
        least[0].fetch_min(v as i32 - 500, Ordering::AcqRel);
        least[1].fetch_max(v as i32 - 500, Ordering::SeqCst);
        sum[0].fetch_add(v as f32, Ordering::Relaxed);
        bits[0].fetch_or(1 << (v % 64), Ordering::Relaxed);
        bits[1].fetch_xor(v as u64, Ordering::Relaxed);
        bits[2].fetch_sub(1, Ordering::Release);
    }
}

#[test]
fn totals_are_exact_over_blocks() {
    let values: Vec<u32> = (0..10_000).map(|i| i * 7919 % 1001).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut counts = stream.alloc_zeroed::<u32>(10).unwrap();
        let mut least = stream.upload(&[0i32, 0]).unwrap();
        let mut sum = stream.upload(&[0.0f32]).unwrap();
        let mut bits = stream.alloc_zeroed::<u64>(3).unwrap();
        tally(&x, &mut counts, &mut least, &mut sum, &mut bits)
            .threads(values.len())
            .launch(&stream)
            .unwrap();
        let counts = stream.download(&counts).unwrap();
        for digit in 0..10 {
            assert_eq!(counts[digit as usize] as usize, values.iter().filter(|v| **v % 10 == digit).count());
        }
        assert_eq!(stream.download(&least).unwrap(), [-500, 500]);
        // Whole numbers below 2²⁴ sum exactly in any order.
        assert_eq!(stream.download(&sum).unwrap()[0], values.iter().sum::<u32>() as f32);
        let or = values.iter().fold(0, |bits, v| bits | 1u64 << (v % 64));
        let xor = values.iter().fold(0, |bits, v| bits ^ u64::from(*v));
        assert_eq!(stream.download(&bits).unwrap(), [or, xor, 0u64.wrapping_sub(10_000)]);
    }
}

#[kernel(block = 128)]
fn ranks(values: &[u8], out: &mut [u32]) {
    let counts = shared::<[AtomicU32; 256]>();
    let t = thread_idx().x;
    counts[t].store(0, Ordering::Relaxed);
    counts[t + 128].store(0, Ordering::Relaxed);
    sync_threads();
    let i = global_id();
    let before = counts[values[i] as usize].fetch_add(1, Ordering::Relaxed);
    sync_threads();
    // The old values of one counter are all different.
    out[i] = before * 1000 + counts[values[i] as usize].load(Ordering::Relaxed);
}

#[test]
fn shared_counters_give_each_thread_its_own_number() {
    let values: Vec<u8> = (0..512u32).map(|i| (i * i % 23) as u8).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(values.len()).unwrap();
        ranks(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
        let out = stream.download(&out).unwrap();
        for block in 0..4 {
            for value in 0..23 {
                let mine = (block * 128..(block + 1) * 128).filter(|i| values[*i] == value);
                let mut numbers: Vec<u32> = mine.map(|i| out[i]).collect();
                numbers.sort_unstable();
                let count = numbers.len() as u32;
                assert!(numbers.iter().zip(0..).all(|(n, rank)| *n == rank * 1000 + count), "{numbers:?}");
            }
        }
    }
}

#[kernel]
fn collect(values: &[u32], next: &[AtomicU32], winners: &[AtomicU32], out: &mut [u32]) {
    let i = global_id();
    if i < values.len() && values[i] % 3 == 0 {
        let place = next[0].fetch_add(1, Ordering::Relaxed);
        out[place as usize] = values[i];
        if winners[0].compare_exchange(u32::MAX, values[i], Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            winners[1].fetch_add(1, Ordering::Relaxed);
        }
        if winners[0].swap(values[i], Ordering::Relaxed) == 1 {
            winners[2].fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn exchanges_have_one_winner() {
    let values: Vec<u32> = (0..3000).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut next = stream.upload(&[0u32]).unwrap();
        let mut winners = stream.upload(&[u32::MAX, 0, 0]).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(1000).unwrap();
        collect(&x, &mut next, &mut winners, &mut out).threads(values.len()).launch(&stream).unwrap();
        let mut out = stream.download(&out).unwrap();
        out.sort_unstable();
        assert_eq!(out, (0..1000).map(|i| i * 3).collect::<Vec<u32>>());
        let winners = stream.download(&winners).unwrap();
        assert_eq!((winners[0] % 3, winners[1], winners[2]), (0, 1, 0));
    }
}

#[kernel]
fn sum_f64(x: &[f64], total: &[AtomicF64]) {
    let i = global_id();
    if i < x.len() {
        total[0].fetch_add(x[i], Ordering::Relaxed);
        total[1].fetch_sub(x[i], Ordering::Relaxed);
    }
}

#[test]
fn double_precision_sums() {
    let values: Vec<f64> = (0..5000).map(|i| f64::from(i) * 0.5).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut total = stream.upload(&[0.0f64, 1.0]).unwrap();
        sum_f64(&x, &mut total).threads(values.len()).launch(&stream).unwrap();
        let sum: f64 = values.iter().sum();
        assert_eq!(stream.download(&total).unwrap(), [sum, 1.0 - sum]);
    }
}

#[kernel]
fn exchanges(bits: &[AtomicU32], floats: &[AtomicF32], signed: &[AtomicI64], out: &mut [u32]) {
    let (i, t) = (global_id(), thread_idx().x);
    // The complement, as often as there are threads, and an odd number of times.
    bits[0].fetch_nand(u32::MAX, Ordering::AcqRel);
    if i < 99 {
        bits[1].fetch_nand(u32::MAX, Ordering::Relaxed);
    }
    // A maximum by hand, of squares.
    let mine = (i * i) as f32;
    let mut seen = floats[0].load(Ordering::Acquire);
    while seen < mine
        && floats[0].compare_exchange_weak(seen, mine, Ordering::AcqRel, Ordering::Acquire).is_err()
    {
        seen = floats[0].load(Ordering::Relaxed);
    }
    floats[1].fetch_max(mine, Ordering::Relaxed);
    floats[2].fetch_min(-mine, Ordering::SeqCst);
    signed[0].fetch_and(-1 - (1 << (i % 7)), Ordering::Relaxed);
    // A sum in shared memory, one exchange after the other.
    let total = shared::<[AtomicU32; 2]>();
    if t < 2 {
        total[t].store(0, Ordering::Relaxed);
    }
    sync_threads();
    let mut old = 0;
    loop {
        let found = total[0]
            .compare_exchange(old, old + t as u32, Ordering::Relaxed, Ordering::Relaxed)
            .unwrap_or_else(|seen| seen);
        if found == old {
            break;
        }
        old = found;
    }
    fence(Ordering::SeqCst);
    sync_threads();
    out[i] = total[0].load(Ordering::Acquire)
        + total[1]
            .compare_exchange(9, 8, Ordering::SeqCst, Ordering::SeqCst)
            .unwrap_or_else(|seen| seen + 1000);
}

#[test]
fn loops_of_exchanges_lose_no_update() {
    for stream in streams() {
        let mut bits = stream.upload(&[0xf0f0_1234u32; 2]).unwrap();
        let mut floats = stream.upload(&[-1.0f32, f32::NEG_INFINITY, f32::INFINITY]).unwrap();
        let mut signed = stream.upload(&[-1i64]).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(256).unwrap();
        exchanges(&mut bits, &mut floats, &mut signed, &mut out)
            .block(64)
            .threads(256)
            .launch(&stream)
            .unwrap();
        assert_eq!(stream.download(&bits).unwrap(), [0xf0f0_1234, 0x0f0f_edcb]);
        assert_eq!(stream.download(&floats).unwrap(), [255.0 * 255.0, 255.0 * 255.0, -255.0 * 255.0]);
        assert_eq!(stream.download(&signed).unwrap(), [-128]);
        assert_eq!(stream.download(&out).unwrap(), [63 * 64 / 2 + 1000; 256]);
    }
}
