//! Ranges of elements that are a thread's own, and what is changed in place beside what nobody changes: each
//! element once, whatever the launch, or the launch is refused.

use kiln::Error;
use kiln::prelude::*;

use crate::streams;

fn refused(launched: kiln::Result<()>) -> String {
    match launched {
        Err(error @ Error::Precondition { .. }) => error.to_string(),
        Err(other) => panic!("another error: {other}"),
        Ok(()) => panic!("launched"),
    }
}

#[kernel]
fn stride(n: usize, x: &mut [u32]) {
    let m = n.min(x.len());
    let threads = grid_dim().x * block_dim().x;
    for i in (global_id()..m).step_by(threads) {
        x[i] += 1;
    }
}

#[kernel]
fn stride_of_rows(rows: usize, cols: usize, x: &mut [u32]) {
    let total = rows * cols;
    for i in (global_id()..total).step_by(grid_dim().x * block_dim().x) {
        x[i] += 1;
    }
}

#[test]
fn strides_of_the_grid_meet_each_element_once() {
    for stream in streams() {
        for (n, len, blocks, block) in [(100, 100, 2, 32), (0, 7, 1, 4), (9, 7, 3, 1), (7, 100, 5, 8)] {
            let mut x = stream.alloc_zeroed::<u32>(len).unwrap();
            stride(n, &mut x).blocks(blocks).block(block).launch(&stream).unwrap();
            let met = n.min(len);
            let expected: Vec<u32> = (0..len).map(|i| u32::from(i < met)).collect();
            assert_eq!(stream.download(&x).unwrap(), expected, "on {}", stream.device());
        }
        let mut x = stream.alloc_zeroed::<u32>(60).unwrap();
        stride_of_rows(6, 10, &mut x).blocks(2).block(8).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 60]);
        let error = refused(stride_of_rows(1 << 40, 1 << 40, &mut x).blocks(2).block(8).launch(&stream));
        assert!(error.contains("rows * cols <= 18446744073709551615"), "{error}");
    }
}

#[kernel]
fn chunks(n: usize, threads: usize, x: &mut [u32]) {
    let i = global_id();
    let per = n.div_ceil(threads);
    let start = i * per;
    let end = (start + per).min(n);
    for j in start..end {
        x[j] += 1;
    }
}

#[kernel]
fn chunks_of_the_grid(x: &mut [u32]) {
    let n = x.len();
    let threads = grid_dim().x * block_dim().x;
    let per = (n + threads - 1) / threads;
    let mut j = global_id() * per;
    let end = (j + per).min(n);
    while j < end {
        x[j] += 1;
        j += 1;
    }
}

#[kernel]
fn chunks_between_clamps(per: usize, x: &mut [u32]) {
    let n = x.len();
    let i = global_id();
    for j in (i * per).min(n)..((i + 1) * per).min(n) {
        x[j] += 1;
    }
}

#[test]
fn chunks_meet_each_element_once() {
    for stream in streams() {
        for (len, blocks, block) in [(100, 2, 16), (3, 2, 16), (0, 1, 4), (64, 4, 16), (65, 4, 16)] {
            let mut x = stream.alloc_zeroed::<u32>(len).unwrap();
            let threads = blocks * block;
            chunks(len, threads, &mut x).blocks(blocks).block(block).launch(&stream).unwrap();
            // Fewer chunks than threads: the others have none.
            chunks(len, threads - 3, &mut x).blocks(blocks).block(block).launch(&stream).unwrap();
            chunks_of_the_grid(&mut x).blocks(blocks).block(block).launch(&stream).unwrap();
            let per = len.div_ceil(threads);
            chunks_between_clamps(per, &mut x).blocks(blocks).block(block).launch(&stream).unwrap();
            chunks_between_clamps(0, &mut x).blocks(blocks).block(block).launch(&stream).unwrap();
            assert_eq!(stream.download(&x).unwrap(), vec![4; len], "on {}", stream.device());
        }
        // The chunks of two threads would be one again.
        let mut x = stream.alloc_zeroed::<u32>(8).unwrap();
        let error = refused(chunks(1 << 62, 1, &mut x).blocks(4).block(2).launch(&stream));
        assert!(error.contains("n is 4611686018427387904") && error.contains("wrap"), "{error}");
        let error = refused(chunks_between_clamps(1 << 62, &mut x).blocks(4).block(2).launch(&stream));
        assert!(error.contains("per is 4611686018427387904") && error.contains("wrap"), "{error}");
    }
}

#[kernel]
fn clamped(n: usize, x: &mut [u32]) {
    let i = global_id().min(n);
    if i < n {
        x[i] += 1;
    }
}

#[test]
fn below_its_clamp_an_index_is_its_own() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(40).unwrap();
        for n in [0, 7, 40, 33] {
            clamped(n, &mut x).block(16).threads(64).launch(&stream).unwrap();
        }
        let expected: Vec<u32> = (0..40).map(|i| u32::from(i < 7) + 1 + u32::from(i < 33)).collect();
        assert_eq!(stream.download(&x).unwrap(), expected, "on {}", stream.device());
    }
}

#[kernel]
fn shortest(n: usize, k: usize, d: &mut [u32]) {
    let (j, i) = global_id_2d();
    if i < n && j < n && i != k && j != k {
        let via = d[i * n + k] + d[k * n + j];
        if via < d[i * n + j] {
            d[i * n + j] = via;
        }
    }
}

#[kernel]
fn shortest_by_one_index(n: usize, k: usize, d: &mut [u32]) {
    let t = global_id();
    let (i, j) = (t / n, t % n);
    if t < n * n && i != k && j != k {
        d[t] = d[t].min(d[i * n + k] + d[k * n + j]);
    }
}

#[test]
fn what_guards_keep_apart_is_changed_in_place() {
    const N: usize = 9;
    let first: Vec<u32> =
        (0..N * N).map(|at| if at / N == at % N { 0 } else { (at * 37 % 101) as u32 + 1 }).collect();
    let mut expected = first.clone();
    for k in 0..N {
        for at in 0..N * N {
            expected[at] = expected[at].min(expected[at / N * N + k] + expected[k * N + at % N]);
        }
    }
    for stream in streams() {
        let (mut d, mut e) = (stream.upload(&first).unwrap(), stream.upload(&first).unwrap());
        for k in 0..N {
            shortest(N, k, &mut d).block([4, 4]).threads([N, N]).launch(&stream).unwrap();
            shortest_by_one_index(N, k, &mut e).block(32).threads(N * N).launch(&stream).unwrap();
        }
        assert_eq!(stream.download(&d).unwrap(), expected, "on {}", stream.device());
        assert_eq!(stream.download(&e).unwrap(), expected, "on {}", stream.device());
        // Column 9 of a row is column 0 of the next one, which another thread changes.
        let error = refused(shortest(N, N, &mut d).block([4, 4]).threads([N, N]).launch(&stream));
        assert!(error.contains("1 + k <= n") && error.contains("k is 9"), "{error}");
        let error = refused(shortest_by_one_index(N, N, &mut e).block(32).threads(N * N).launch(&stream));
        assert!(error.contains("1 + k <= n"), "{error}");
    }
}

/// What follows from a difference of arguments is known of launches in which it is one.
#[kernel]
fn halved_difference(n: usize, m: usize, x: &mut [u32]) {
    let i = global_id();
    let mut s = n - m;
    while s > 0 {
        if i < 7 && n < m {
            x[0] += 1;
        }
        s /= 2;
    }
}

#[test]
fn what_a_wrapped_difference_says_is_not_believed() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(8).unwrap();
        halved_difference(5, 3, &mut x).block(8).threads(8).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [0; 8]);
        let error = refused(halved_difference(3, 5, &mut x).block(8).threads(8).launch(&stream));
        assert!(error.contains("m <= n") && error.contains("m is 5"), "{error}");
    }
}

/// A barrier behind what the whole block combines.
#[kernel(block = 32)]
fn turned_where_any(limit: u32, x: &mut [u32]) {
    let tile = shared::<[u32; 32]>();
    let (i, t) = (global_id(), thread_idx().x);
    if block::sum(if x[i] > 9 { 1u32 } else { 0 }) > limit {
        tile[t] = x[i];
        sync_threads();
        x[i] = tile[31 - t];
    }
    while block::any(x[i] > 100) {
        sync_threads();
        x[i] /= 2;
    }
}

#[test]
fn barriers_stand_behind_votes_of_the_block() {
    for stream in streams() {
        let first: Vec<u32> = (0..64).map(|i| if i < 32 { i } else { i % 8 }).collect();
        let mut x = stream.upload(&first).unwrap();
        turned_where_any(3, &mut x).threads(64).launch(&stream).unwrap();
        let expected: Vec<u32> = (0..64).map(|i| if i < 32 { 31 - i } else { i % 8 }).collect();
        assert_eq!(stream.download(&x).unwrap(), expected, "on {}", stream.device());
        let mut x = stream.upload(&(0..32).map(|i| i * 7).collect::<Vec<u32>>()).unwrap();
        turned_where_any(99, &mut x).threads(32).launch(&stream).unwrap();
        let expected: Vec<u32> = (0..32).map(|i| i * 7 / 4).collect();
        assert_eq!(stream.download(&x).unwrap(), expected);
    }
}
