//! Clusters of blocks, and shared memory of their neighbors.

use kiln::prelude::*;

use crate::streams;

/// The devices that have clusters.
fn devices() -> Vec<kiln::Stream> {
    let mut streams = streams();
    streams
        .retain(|stream| stream.device().compute_capability().is_none_or(|capability| capability >= (9, 0)));
    streams
}

#[device]
fn sum_of_cluster(value: u32) -> u32 {
    let total = shared::<[AtomicU32; 1]>();
    let first = thread_idx().x + thread_idx().y == 0;
    if first {
        total[0].store(0, Ordering::Relaxed);
    }
    cluster::sync();
    cluster::fetch_add(&total[0], 0, value);
    cluster::sync();
    let sum = shared::<[u32; 1]>();
    if first && cluster::rank() == 0 {
        for rank in 0..cluster::size() {
            // SAFETY: one thread writes, and the others read behind the barrier.
            unsafe { cluster::store(&mut sum[0], rank, total[0].load(Ordering::Relaxed)) };
        }
    }
    cluster::sync();
    sum[0]
}

/// Blocks of an odd size, so that the last warp of each is cut short.
#[kernel(cluster = (2, 2))]
pub fn neighbors(x: &[u32], out: &mut [u32], places: &mut [u32], sums: &mut [u32]) {
    let tile = shared::<[[u32; 5]; 7]>();
    let (t, b, dim) = (thread_idx(), block_idx(), block_dim());
    let here = t.x + 5 * t.y;
    let i = (b.x + grid_dim().x * b.y) * 35 + here;
    tile[t.y][t.x] = x[i];
    cluster::sync();
    let next = (cluster::rank() + 1) % cluster::size();
    // SAFETY: nobody writes a tile any more.
    out[i] = unsafe { cluster::load(&tile[6 - t.y][t.x], next) };
    let (gx, gy) = global_id_2d();
    places[i] = (cluster::rank() + 10 * cluster::id() + 1000 * (gx + 100 * gy) + 1_000_000 * warp_id())
        as u32
        + 100_000_000 * (dim.y as u32 - 7);
    sums[i] = sum_of_cluster(x[i]) + 1_000_000 * warp::sum(1u32);
    cluster::sync();
}

#[test]
fn blocks_reach_their_neighbors_memory() {
    let (width, height) = (4, 6);
    let values: Vec<u32> = (0..width * height * 35).map(|i| i * 29 % 1009).collect();
    for stream in devices() {
        let n = values.len();
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(n).unwrap();
        let mut places = stream.alloc_zeroed::<u32>(n).unwrap();
        let mut sums = stream.alloc_zeroed::<u32>(n).unwrap();
        neighbors(&x, &mut out, &mut places, &mut sums)
            .block([5, 7])
            .blocks([width as usize, height as usize])
            .launch(&stream)
            .unwrap();
        let (out, places) = (stream.download(&out).unwrap(), stream.download(&places).unwrap());
        let sums = stream.download(&sums).unwrap();
        for i in 0..n as u32 {
            let (block, here) = (i / 35, i % 35);
            let (bx, by, tx, ty) = (block % width, block / width, here % 5, here / 5);
            let rank = bx % 2 + 2 * (by % 2);
            let of_rank = |rank: u32| (bx / 2 * 2 + rank % 2) + width * (by / 2 * 2 + rank / 2);
            let expected = values[(of_rank((rank + 1) % 4) * 35 + tx + 5 * (6 - ty)) as usize];
            assert_eq!(out[i as usize], expected, "{i} on {}", stream.device());
            let id = bx / 2 + width / 2 * (by / 2);
            let expected =
                rank + 10 * id + 1000 * (bx * 5 + tx + 100 * (by * 7 + ty)) + 1_000_000 * (here / 32);
            assert_eq!(places[i as usize], expected, "{i} on {}", stream.device());
            let sum: u32 = (0..4).flat_map(|rank| &values[of_rank(rank) as usize * 35..][..35]).sum();
            let lanes = if here < 32 { 32 } else { 3 };
            assert_eq!(sums[i as usize], sum + 1_000_000 * lanes, "{i} on {}", stream.device());
        }
    }
}

#[kernel(block = 32, cluster = 2)]
fn dynamic_tiles(x: &mut [f64], rank: usize) {
    let tile = dynamic_shared::<f64>();
    let i = global_id();
    tile[thread_idx().x] = x[i];
    cluster::sync();
    // SAFETY: nobody writes a tile any more.
    let other = unsafe { cluster::load(&tile[thread_idx().x], rank) };
    cluster::sync();
    x[i] = other + 1.0;
}

#[test]
fn what_a_cluster_does_not_have_is_an_error() {
    for stream in devices() {
        let mut x = stream.upload(&(0..128).map(f64::from).collect::<Vec<_>>()).unwrap();
        dynamic_tiles(&mut x, 1).threads(128).dynamic_shared(32).launch(&stream).unwrap();
        let expected: Vec<f64> = (0..128).map(|i| f64::from(i / 64 * 64 + 32 + i % 32 + 1)).collect();
        assert_eq!(stream.download(&x).unwrap(), expected);
        dynamic_tiles(&mut x, 2).threads(128).dynamic_shared(32).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err();
        assert!(error.to_string().contains("the cluster has no block with the rank 2"), "{error}");
        let kiln::Error::KernelPanic { block, thread, .. } = error else { panic!("{error:?}") };
        assert!(block[0] < 4 && thread[0] < 32);
        let error = dynamic_tiles(&mut x, 0).threads(96).dynamic_shared(32).launch(&stream).unwrap_err();
        assert!(error.to_string().contains("has clusters of (2, 1, 1) blocks"), "{error}");
    }
}
