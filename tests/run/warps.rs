//! Warp shuffles, votes and reductions.

use kiln::prelude::*;

use crate::streams;

#[kernel(block = 96)]
fn exchange(x: &[i32], out: &mut [i32]) {
    let i = global_id();
    let v = x[i];
    let up = warp::shuffle_up(v, 3);
    let down = warp::shuffle_down(v, 5);
    let xor = warp::shuffle_xor(v, 16);
    let broadcast = warp::shuffle(v, 7);
    out[i] = up + 3 * down + 5 * xor + 7 * broadcast + 11 * (lane_id() as i32) + 13 * (warp_id() as i32);
}

#[test]
fn shuffles_move_values_between_lanes() {
    let values: Vec<i32> = (0..192).map(|i| i * 37 % 1009).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(192).unwrap();
        exchange(&x, &mut out).threads(192).launch(&stream).unwrap();
        for (i, found) in stream.download(&out).unwrap().into_iter().enumerate() {
            let (base, lane) = (i / 32 * 32, i % 32);
            let at = |lane: usize| values[base + lane];
            let up = if lane >= 3 { at(lane - 3) } else { at(lane) };
            let down = if lane + 5 < 32 { at(lane + 5) } else { at(lane) };
            let (lane, warp) = (lane as i32, (i % 96 / 32) as i32);
            let expected = up + 3 * down + 5 * at((lane ^ 16) as usize) + 7 * at(7) + 11 * lane + 13 * warp;
            assert_eq!(found, expected, "thread {i} on {}", stream.device());
        }
    }
}

#[kernel(block = 64)]
fn votes(x: &[u32], out: &mut [u32], sums: &mut [f32], wide: &mut [u64]) {
    let i = global_id();
    let v = x[i];
    let mut bits = 0;
    if warp::all(v < 90) {
        bits += 1;
    }
    if warp::any(v == 5) {
        bits += 2;
    }
    let odd = warp::ballot(v % 2 == 1);
    out[i] = odd ^ (bits << 5) ^ (warp::max(v) << 8) ^ (warp::min(v) << 16);
    sums[i] = warp::sum(v as f32);
    wide[i] = warp::sum(v as u64) + warp::shuffle_xor((v as u64) << 40, 1);
}

#[test]
fn votes_and_reductions_reach_every_lane() {
    let values: Vec<u32> = (0..256).map(|i| i * 29 % 97).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(256).unwrap();
        let mut sums = stream.alloc_zeroed::<f32>(256).unwrap();
        let mut wide = stream.alloc_zeroed::<u64>(256).unwrap();
        votes(&x, &mut out, &mut sums, &mut wide).threads(256).launch(&stream).unwrap();
        let (out, sums, wide) = (
            stream.download(&out).unwrap(),
            stream.download(&sums).unwrap(),
            stream.download(&wide).unwrap(),
        );
        for i in 0..256 {
            let warp = &values[i / 32 * 32..][..32];
            let odd = warp.iter().enumerate().fold(0u32, |bits, (lane, v)| bits | (v % 2) << lane);
            let bits = u32::from(warp.iter().all(|v| *v < 90)) + 2 * u32::from(warp.contains(&5));
            let (least, most) = (warp.iter().min().unwrap(), warp.iter().max().unwrap());
            assert_eq!(
                out[i],
                odd ^ (bits << 5) ^ (most << 8) ^ (least << 16),
                "thread {i} on {}",
                stream.device()
            );
            assert_eq!(sums[i], warp.iter().sum::<u32>() as f32);
            let sum: u64 = warp.iter().map(|v| u64::from(*v)).sum();
            assert_eq!(wide[i], sum + (u64::from(values[i ^ 1]) << 40));
        }
    }
}

#[kernel]
fn block_sums(x: &[f32], out: &mut [f32]) {
    let partial = shared::<[f32; 32]>();
    let (i, t) = (global_id(), thread_idx().x);
    let v = if i < x.len() { x[i] } else { 0.0 };
    let sum = warp::sum(v);
    if lane_id() == 0 {
        partial[warp_id()] = sum;
    }
    sync_threads();
    if warp_id() == 0 {
        let warps = block_dim().x.div_ceil(32);
        let all = warp::sum(if t < warps { partial[t] } else { 0.0 });
        if t == 0 {
            out[block_idx().x] = all;
        }
    }
}

#[test]
fn a_block_reduction_of_warp_reductions() {
    let values: Vec<f32> = (0..5000).map(|i| (i % 64) as f32).collect();
    for stream in streams() {
        for block in [32, 64, 256, 1024] {
            let blocks = values.len().div_ceil(block);
            let x = stream.upload(&values).unwrap();
            let mut out = stream.alloc_zeroed::<f32>(blocks).unwrap();
            block_sums(&x, &mut out).block(block).blocks(blocks).launch(&stream).unwrap();
            let expected: Vec<f32> = values.chunks(block).map(|chunk| chunk.iter().sum()).collect();
            assert_eq!(stream.download(&out).unwrap(), expected, "blocks of {block} on {}", stream.device());
        }
    }
}

#[kernel]
fn matches(x: &[u32], out: &mut [u32], folded: &mut [u32], scans: &mut [i64], floats: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        let v = x[i];
        out[2 * i] = warp::match_any(v % 5);
        out[2 * i + 1] =
            warp::active_mask() + warp::match_all(v) as u32 + 2 * warp::match_all(v / 1000) as u32;
        folded[i] = warp::reduce_and(v | 64)
            ^ (warp::reduce_or(v) << 8)
            ^ (warp::reduce_xor(v) << 16)
            ^ (warp::broadcast(v, 3) << 24);
        let wide = v as i64 - 40;
        scans[i] = warp::inclusive_sum(wide)
            + 1000 * warp::exclusive_sum(wide)
            + 1_000_000 * warp::inclusive_min(wide)
            + 1_000_000_000 * warp::inclusive_max(wide);
        floats[2 * i] = warp::exclusive_min(v as f32);
        floats[2 * i + 1] = warp::exclusive_max(v as f32) + warp::inclusive_sum(0.1 * v as f32);
    }
}

#[test]
fn scans_and_matches_are_among_active_lanes() {
    // The last warp is cut short.
    let values: Vec<u32> = (0..141).map(|i| i * 29 % 97).collect();
    let mut on_the_cpu = None;
    for stream in streams() {
        let n = values.len();
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(2 * n).unwrap();
        let mut folded = stream.alloc_zeroed::<u32>(n).unwrap();
        let mut scans = stream.alloc_zeroed::<i64>(n).unwrap();
        let mut floats = stream.alloc_zeroed::<f32>(2 * n).unwrap();
        matches(&x, &mut out, &mut folded, &mut scans, &mut floats)
            .block(96)
            .threads(n)
            .launch(&stream)
            .unwrap();
        let (out, folded) = (stream.download(&out).unwrap(), stream.download(&folded).unwrap());
        let (scans, floats) = (stream.download(&scans).unwrap(), stream.download(&floats).unwrap());
        for i in 0..n {
            let warp = &values[i / 32 * 32..(i / 32 * 32 + 32).min(n)];
            let (lane, v) = (i % 32, values[i]);
            let same = warp.iter().enumerate().fold(0, |bits, (k, w)| bits | u32::from(w % 5 == v % 5) << k);
            let active = u32::MAX >> (32 - warp.len());
            assert_eq!(
                out[2 * i..][..2],
                [same, active.wrapping_add(2)],
                "thread {i} on {}",
                stream.device()
            );
            let fold = |f: fn(u32, u32) -> u32| warp.iter().copied().reduce(f).unwrap();
            let expected =
                fold(|a, b| (a | 64) & (b | 64)) ^ fold(|a, b| a | b) << 8 ^ fold(|a, b| a ^ b) << 16;
            assert_eq!(folded[i], expected ^ warp[3] << 24, "thread {i} on {}", stream.device());
            let before: Vec<i64> = warp[..=lane].iter().map(|w| i64::from(*w) - 40).collect();
            let sum: i64 = before.iter().sum();
            let expected = sum
                + 1000 * (sum - before[lane])
                + 1_000_000 * before.iter().min().unwrap()
                + 1_000_000_000 * before.iter().max().unwrap();
            assert_eq!(scans[i], expected, "thread {i} on {}", stream.device());
            let below = |f: fn(f32, f32) -> f32, none| warp[..lane].iter().map(|w| *w as f32).fold(none, f);
            assert_eq!(floats[2 * i], below(f32::min, f32::INFINITY));
            assert!(lane > 0 || floats[2 * i + 1] == f32::NEG_INFINITY);
        }
        // The order of float sums is the language's.
        assert_eq!(on_the_cpu.get_or_insert_with(|| floats.clone()), &floats);
    }
}
