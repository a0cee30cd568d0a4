//! Graphs and sparse matrices: Rodinia's searches, shortest paths, ranks.

use kiln::prelude::*;

use super::{close, noise, whole};
use crate::streams;

/// A graph by its rows: the neighbors of `v` are `targets[starts[v]..starts[v + 1]]`.
fn graph(vertices: usize, edges: usize, seed: u64) -> (Vec<u32>, Vec<u32>) {
    let (from, to) = (whole(edges, vertices as u32, seed), whole(edges, vertices as u32, seed + 1));
    let mut lists = vec![Vec::new(); vertices];
    from.iter().zip(&to).for_each(|(from, to)| lists[*from as usize].push(*to));
    let mut starts = vec![0u32];
    lists.iter().for_each(|list| starts.push(starts[starts.len() - 1] + list.len() as u32));
    (starts, lists.concat())
}

const UNSEEN: u32 = u32::MAX;

/// Rodinia, `bfs`: a level of a breadth-first search. Who reaches a vertex first does not matter: all bring the
/// same level.
#[kernel]
fn bfs_level(level: u32, starts: &[u32], targets: &[u32], levels: &[AtomicU32], more: &[AtomicU32]) {
    let v = global_id();
    if v + 1 >= starts.len() || levels[v].load(Ordering::Relaxed) != level {
        return;
    }
    for target in &targets[starts[v] as usize..starts[v + 1] as usize] {
        let level_of = &levels[*target as usize];
        if level_of.compare_exchange(UNSEEN, level + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            more[0].store(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn breadth_first_search() {
    let (starts, targets) = graph(2_000, 5_000, 1);
    let mut expected = vec![UNSEEN; 2_000];
    expected[0] = 0;
    let mut queue = std::collections::VecDeque::from([0usize]);
    while let Some(v) = queue.pop_front() {
        for target in &targets[starts[v] as usize..starts[v + 1] as usize] {
            if expected[*target as usize] == UNSEEN {
                expected[*target as usize] = expected[v] + 1;
                queue.push_back(*target as usize);
            }
        }
    }
    for stream in streams() {
        let (ds, dt) = (stream.upload(&starts).unwrap(), stream.upload(&targets).unwrap());
        let mut first = vec![UNSEEN; 2_000];
        first[0] = 0;
        let mut levels = stream.upload(&first).unwrap();
        for level in 0.. {
            let mut more = stream.alloc_zeroed::<u32>(1).unwrap();
            bfs_level(level, &ds, &dt, &mut levels, &mut more).threads(2_000).launch(&stream).unwrap();
            if stream.download(&more).unwrap()[0] == 0 {
                break;
            }
        }
        assert_eq!(stream.download(&levels).unwrap(), expected);
    }
}

/// A step of Floyd and Warshall's shortest paths (PolyBench). Row and column `k` do not change in it; they come as
/// copies.
#[kernel]
fn floyd_warshall(n: usize, row: &[u32], column: &[u32], d: &mut [u32]) {
    let (j, i) = global_id_2d();
    if i < n && j < n {
        d[i * n + j] = d[i * n + j].min(row[j].saturating_add(column[i]));
    }
}

/// Row and column `k` of a square matrix.
#[kernel]
fn cross(n: usize, k: usize, d: &[u32], row: &mut [u32], column: &mut [u32]) {
    let i = global_id();
    if i < n {
        row[i] = d[k * n + i];
        column[i] = d[i * n + k];
    }
}

#[test]
fn all_shortest_paths() {
    let n = 48;
    let lengths = whole(n * n, 400, 3);
    let start: Vec<u32> = lengths
        .iter()
        .enumerate()
        .map(|(i, l)| {
            if i % (n + 1) == 0 {
                0
            } else if *l < 80 {
                *l + 1
            } else {
                1 << 30
            }
        })
        .collect();
    let mut expected = start.clone();
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                expected[i * n + j] = expected[i * n + j].min(expected[i * n + k] + expected[k * n + j]);
            }
        }
    }
    for stream in streams() {
        let mut d = stream.upload(&start).unwrap();
        let mut row = stream.alloc_zeroed::<u32>(n).unwrap();
        let mut column = stream.alloc_zeroed::<u32>(n).unwrap();
        for k in 0..n {
            cross(n, k, &d, &mut row, &mut column).threads(n).launch(&stream).unwrap();
            floyd_warshall(n, &row, &column, &mut d).threads([n, n]).launch(&stream).unwrap();
        }
        assert_eq!(stream.download(&d).unwrap(), expected);
    }
}

/// Bellman and Ford's shortest paths from one vertex: every edge tries to shorten its target's, atomically.
#[kernel]
fn relax(from: &[u32], to: &[u32], length: &[u32], best: &[AtomicU32], changed: &[AtomicU32]) {
    let e = global_id();
    if e >= from.len() {
        return;
    }
    let here = best[from[e] as usize].load(Ordering::Relaxed);
    if here == u32::MAX {
        return;
    }
    let through = here + length[e];
    if best[to[e] as usize].fetch_min(through, Ordering::Relaxed) > through {
        changed[0].store(1, Ordering::Relaxed);
    }
}

#[test]
fn shortest_paths_from_one_vertex() {
    let (vertices, edges) = (500, 3_000);
    let (from, to) = (whole(edges, vertices, 4), whole(edges, vertices, 5));
    let length: Vec<u32> = whole(edges, 100, 6).iter().map(|l| l + 1).collect();
    let mut expected = vec![u32::MAX; vertices as usize];
    expected[0] = 0;
    for _ in 0..vertices {
        for e in 0..edges {
            let here = expected[from[e] as usize];
            if here != u32::MAX {
                let best = &mut expected[to[e] as usize];
                *best = (*best).min(here + length[e]);
            }
        }
    }
    for stream in streams() {
        let [f, t, l] = [&from, &to, &length].map(|v| stream.upload(v).unwrap());
        let mut first = vec![u32::MAX; vertices as usize];
        first[0] = 0;
        let mut best = stream.upload(&first).unwrap();
        loop {
            let mut changed = stream.alloc_zeroed::<u32>(1).unwrap();
            relax(&f, &t, &l, &mut best, &mut changed).threads(edges).launch(&stream).unwrap();
            if stream.download(&changed).unwrap()[0] == 0 {
                break;
            }
        }
        assert_eq!(stream.download(&best).unwrap(), expected);
    }
}

/// A sparse matrix times a vector, a row a thread.
#[kernel]
fn sparse_rows(starts: &[u32], columns: &[u32], values: &[f32], x: &[f32], y: &mut [f32]) {
    let row = global_id();
    if row < y.len() {
        let mut sum = 0.0;
        for k in starts[row] as usize..starts[row + 1] as usize {
            sum += values[k] * x[columns[k] as usize];
        }
        y[row] = sum;
    }
}

/// The same, a row a warp.
#[kernel(block = 64)]
fn sparse_warps(starts: &[u32], columns: &[u32], values: &[f32], x: &[f32], y: &mut [f32]) {
    let row = block_idx().x * 2 + warp_id();
    if row >= y.len() {
        return;
    }
    let (start, end) = (starts[row] as usize, starts[row + 1] as usize);
    let mut sum = 0.0;
    for k in (start + lane_id()..end).step_by(32) {
        sum += values[k] * x[columns[k] as usize];
    }
    let sum = warp::sum(sum);
    if lane_id() == 0 {
        y[row] = sum;
    }
}

#[test]
fn sparse_matrices() {
    let n = 700;
    let (starts, columns) = graph(n, 9_000, 7);
    let (values, x) = (noise(columns.len(), 8), noise(n, 9));
    let row = |r: usize| {
        (starts[r] as usize..starts[r + 1] as usize).map(|k| values[k] * x[columns[k] as usize]).sum::<f32>()
    };
    let expected: Vec<f32> = (0..n).map(row).collect();
    for stream in streams() {
        let (ds, dc) = (stream.upload(&starts).unwrap(), stream.upload(&columns).unwrap());
        let (dv, dx) = (stream.upload(&values).unwrap(), stream.upload(&x).unwrap());
        let mut y = stream.alloc_zeroed::<f32>(n).unwrap();
        sparse_rows(&ds, &dc, &dv, &dx, &mut y).threads(n).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &expected, 1e-4);
        let mut y = stream.alloc_zeroed::<f32>(n).unwrap();
        sparse_warps(&ds, &dc, &dv, &dx, &mut y).blocks(n.div_ceil(2)).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &expected, 1e-4);
    }
}

/// A step of PageRank: what the vertices that lead here pass on. `starts` and `sources` list them.
#[kernel]
fn page_rank(damping: f32, starts: &[u32], sources: &[u32], degree: &[u32], old: &[f32], new: &mut [f32]) {
    let v = global_id();
    if v < new.len() {
        let mut sum = 0.0;
        for source in &sources[starts[v] as usize..starts[v + 1] as usize] {
            let source = *source as usize;
            sum += old[source] / degree[source] as f32;
        }
        new[v] = (1.0 - damping) / new.len() as f32 + damping * sum;
    }
}

#[test]
fn ranks_of_pages() {
    let n = 300;
    let (starts, sources) = graph(n, 4_000, 10);
    let mut degree = vec![0u32; n];
    sources.iter().for_each(|s| degree[*s as usize] += 1);
    let mut expected = vec![1.0 / n as f32; n];
    for _ in 0..5 {
        let old = expected.clone();
        for v in 0..n {
            let list = &sources[starts[v] as usize..starts[v + 1] as usize];
            let sum: f32 = list.iter().map(|s| old[*s as usize] / degree[*s as usize] as f32).sum();
            expected[v] = 0.15 / n as f32 + 0.85 * sum;
        }
    }
    for stream in streams() {
        let [ds, dt, dd] = [&starts, &sources, &degree].map(|v| stream.upload(v).unwrap());
        let (mut a, mut b) =
            (stream.upload(&vec![1.0 / n as f32; n]).unwrap(), stream.alloc_zeroed(n).unwrap());
        for _ in 0..5 {
            page_rank(0.85, &ds, &dt, &dd, &a, &mut b).threads(n).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
        }
        close(&stream.download(&a).unwrap(), &expected, 1e-5);
    }
}
