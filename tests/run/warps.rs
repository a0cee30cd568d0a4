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
