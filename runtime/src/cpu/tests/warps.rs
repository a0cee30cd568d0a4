//! Operations between the lanes of a warp.

use super::support::{Args, kernel};

#[test]
fn shuffles_give_the_own_value_at_the_edge() {
    let program = kernel(
        "up: &mut [u32], down: &mut [u32], xor: &mut [u32], index: &mut [u32]",
        &["t: usize", "v: u32", "r: u32"],
        "@0 let t = thread_idx_x();
         @0 let v = (t as u32) * 10u32;
         @0 let r = shuffle_up(v, 3u32): u32;
         @0 up[t @1] = r;
         @0 r = shuffle_down(v, 5u32): u32;
         @0 down[t @2] = r;
         @0 r = shuffle_xor(v, 17u32): u32;
         @0 xor[t @3] = r;
         @0 r = shuffle(v, (t as u32) + 20u32): u32;
         @0 index[t @4] = r;",
    );
    let n = 70;
    let mut out = [vec![0u32; n], vec![0u32; n], vec![0u32; n], vec![0u32; n]];
    let args = out.iter_mut().fold(Args::new(), |args, out| args.slice(out));
    assert!(args.line(&program, 1, n as u32).is_none());
    for t in 0..n {
        let (warp, lane) = (t / 32 * 32, t % 32);
        let from = |lane: Option<usize>| {
            let source = lane.filter(|lane| *lane < 32 && warp + lane < n);
            (source.map_or(t, |lane| warp + lane) * 10) as u32
        };
        assert_eq!(out[0][t], from(lane.checked_sub(3)));
        assert_eq!(out[1][t], from(Some(lane + 5)));
        assert_eq!(out[2][t], from(Some(lane ^ 17)));
        assert_eq!(out[3][t], from(Some(t + 20)));
    }
}

#[test]
fn votes_and_sums_are_over_active_lanes() {
    let program = kernel(
        "y: &mut [u32], all: &mut [bool], any: &mut [bool], sum: &mut [f32]",
        &["t: usize", "b: u32", "c: bool", "s: f32"],
        "@0 let t = thread_idx_x();
         @0 if (t % @1 3usize) != 1usize {
            @0 let b = ballot((t % @2 2usize) == 0usize): u32;
            @0 y[t @3] = b;
            @0 let c = warp_all(t < 40usize): bool;
            @0 all[t @4] = c;
            @0 c = warp_any(t == 33usize): bool;
            @0 any[t @5] = c;
            @0 let s = warp_sum(t as f32): f32;
            @0 sum[t @6] = s;
         }",
    );
    let n = 80usize;
    let (mut y, mut all, mut any, mut sum) = (vec![9u32; n], vec![false; n], vec![false; n], vec![-1f32; n]);
    let args = Args::new().slice(&mut y).slice(&mut all).slice(&mut any).slice(&mut sum);
    assert!(args.line(&program, 1, n as u32).is_none());
    for t in 0..n {
        if t % 3 == 1 {
            assert_eq!((y[t], sum[t]), (9, -1.0));
            continue;
        }
        let warp: Vec<usize> = (t / 32 * 32..n.min(t / 32 * 32 + 32)).filter(|t| t % 3 != 1).collect();
        let ballot = warp.iter().filter(|t| *t % 2 == 0).fold(0u32, |bits, t| bits | 1 << (t % 32));
        assert_eq!(y[t], ballot);
        assert_eq!(all[t], warp.iter().all(|t| *t < 40));
        assert_eq!(any[t], warp.contains(&33));
        assert_eq!(sum[t], warp.iter().sum::<usize>() as f32);
    }
}

#[test]
fn a_full_warp_reduces_as_a_butterfly() {
    let program = kernel(
        "x: &[f32], sum: &mut [f32], least: &mut [f32], most: &mut [f32]",
        &["t: usize", "v: f32", "s: f32"],
        "@0 let t = thread_idx_x();
         @0 let v = x[t @1];
         @0 let s = warp_sum(v): f32;
         @0 sum[t @2] = s;
         @0 s = warp_min(v): f32;
         @0 least[t @3] = s;
         @0 s = warp_max(v): f32;
         @0 most[t @4] = s;",
    );
    let mut x: Vec<f32> = (0..32).map(|i| 1.0 / (i as f32 + 0.3)).collect();
    x[7] = f32::NAN;
    let (mut sum, mut least, mut most) = (vec![0f32; 32], vec![0f32; 32], vec![0f32; 32]);
    let run = |x: &mut Vec<f32>, sum: &mut Vec<f32>, least: &mut Vec<f32>, most: &mut Vec<f32>| {
        let args = Args::new().slice(x).slice(sum).slice(least).slice(most);
        assert!(args.line(&program, 1, 32).is_none());
    };
    run(&mut x, &mut sum, &mut least, &mut most);
    assert!(sum.iter().all(|s| s.is_nan()));
    assert!(least.iter().all(|s| *s == 1.0 / 31.3) && most.iter().all(|s| *s == 1.0 / 0.3));
    x[7] = -2.5;
    run(&mut x, &mut sum, &mut least, &mut most);
    let mut values = x.clone();
    for d in [16, 8, 4, 2, 1] {
        values = (0..32).map(|lane: usize| values[lane] + values[lane ^ d]).collect();
    }
    assert_eq!(sum, values);
}
