//! Structures: a hash table, a tree that is walked with a stack, sorted lists that lanes of a warp merge.

use kiln::prelude::*;

use super::{close, noise, whole};
use crate::streams;

/// What a slot of the table has where no key is.
const EMPTY: u64 = u64::MAX;

#[device]
fn mixed(mut h: u64) -> u64 {
    h ^= h >> 33;
    h = h.wrapping_mul(0xff51_afd7_ed55_8ccd);
    h ^ (h >> 33)
}

/// A table with open addresses, whose slots are taken by comparing and exchanging.
#[kernel]
fn insert_keys(keys: &[u64], table: &[AtomicU64], counts: &[AtomicU32], full: &[AtomicU32]) {
    let Some(&key) = keys.get(global_id()) else { return };
    let mask = table.len() - 1;
    let mut slot = mixed(key) as usize & mask;
    for _ in 0..=mask {
        match table[slot].compare_exchange(EMPTY, key, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => {
                counts[slot].fetch_add(1, Ordering::Relaxed);
                return;
            }
            Err(found) if found == key => {
                counts[slot].fetch_add(1, Ordering::Relaxed);
                return;
            }
            Err(_) => slot = (slot + 1) & mask,
        }
    }
    full[0].fetch_add(1, Ordering::Relaxed);
}

#[kernel]
fn look_up(keys: &[u64], table: &[u64], counts: &[u32], out: &mut [u32]) {
    let i = global_id();
    if i < keys.len() && i < out.len() {
        let mask = table.len() - 1;
        let mut slot = mixed(keys[i]) as usize & mask;
        out[i] = loop {
            if table[slot] == keys[i] {
                break counts[slot];
            } else if table[slot] == EMPTY {
                break 0;
            }
            slot = (slot + 1) & mask;
        };
    }
}

#[test]
fn a_hash_table_counts() {
    let keys: Vec<u64> = whole(1000, 300, 5).iter().map(|key| u64::from(*key) * 7919).collect();
    let expected: Vec<u32> =
        keys.iter().map(|key| keys.iter().filter(|other| *other == key).count() as u32).collect();
    for stream in streams() {
        let keys = stream.upload(&keys).unwrap();
        let mut table = stream.upload(&[EMPTY; 512]).unwrap();
        let mut counts = stream.alloc_zeroed::<u32>(512).unwrap();
        let mut full = stream.alloc_zeroed::<u32>(1).unwrap();
        insert_keys(&keys, &mut table, &mut counts, &mut full).threads(1000).launch(&stream).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(1000).unwrap();
        look_up(&keys, &table, &counts, &mut out).threads(1000).launch(&stream).unwrap();
        assert_eq!(stream.download(&full).unwrap(), [0]);
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

/// A cell of a plane that is cut in four again and again, with what lies in it taken together.
#[derive(Clone, Copy, KernelType)]
struct Cell {
    center: [f32; 2],
    mass: f32,
    width: f32,
    /// -1 where there is none.
    children: [i32; 4],
}

/// Barnes and Hut: cells that are far for their width count as one body.
#[kernel]
fn tree_forces(cells: &[Cell], bodies: &[[f32; 2]], opening: f32, forces: &mut [[f32; 2]]) {
    let i = global_id();
    if i >= bodies.len() || i >= forces.len() {
        return;
    }
    let mut stack = [0usize; 32];
    let mut top = 1;
    let mut force = [0.0, 0.0];
    while top > 0 {
        top -= 1;
        let cell = cells[stack[top]];
        let [dx, dy] = [cell.center[0] - bodies[i][0], cell.center[1] - bodies[i][1]];
        let apart = dx * dx + dy * dy + 0.01;
        let leaf = cell.children.iter().all(|child| *child < 0);
        if leaf || cell.width * cell.width < opening * opening * apart {
            let pull = cell.mass / (apart * apart.sqrt());
            force = [force[0] + pull * dx, force[1] + pull * dy];
        } else {
            for &child in cell.children.iter().filter(|child| **child >= 0) {
                assert!(top < stack.len(), "no room for cell {}", child);
                stack[top] = child as usize;
                top += 1;
            }
        }
    }
    forces[i] = force;
}

fn plant(cells: &mut Vec<Cell>, bodies: &[[f32; 2]], middle: [f32; 2], width: f32) -> i32 {
    let Some(first) = bodies.first() else { return -1 };
    let mass = bodies.len() as f32;
    let mean = |axis: usize| bodies.iter().map(|body| body[axis]).sum::<f32>() / mass;
    let at = cells.len();
    let center = if bodies.len() == 1 { *first } else { [mean(0), mean(1)] };
    cells.push(Cell { center, mass, width, children: [-1; 4] });
    if bodies.len() > 1 {
        for quarter in 0..4 {
            let side = |axis: usize| quarter >> axis & 1 == 1;
            let inside = |body: &&[f32; 2]| (0..2).all(|axis| (body[axis] >= middle[axis]) == side(axis));
            let part: Vec<_> = bodies.iter().filter(inside).copied().collect();
            let shift = |axis: usize| middle[axis] + if side(axis) { width / 4.0 } else { -width / 4.0 };
            cells[at].children[quarter] = plant(cells, &part, [shift(0), shift(1)], width / 2.0);
        }
    }
    at as i32
}

#[test]
fn a_tree_pulls_as_its_bodies_do() {
    let bodies: Vec<[f32; 2]> = noise(300, 9).chunks(2).map(|body| [body[0], body[1]]).collect();
    let mut cells = Vec::new();
    plant(&mut cells, &bodies, [0.0; 2], 2.0);
    let expected = bodies.iter().flat_map(|me| {
        let mut force = [0.0, 0.0];
        for other in &bodies {
            let [dx, dy] = [other[0] - me[0], other[1] - me[1]];
            let apart = dx * dx + dy * dy + 0.01;
            let pull = 1.0 / (apart * apart.sqrt());
            force = [force[0] + pull * dx, force[1] + pull * dy];
        }
        force
    });
    let expected: Vec<f32> = expected.collect();
    for stream in streams() {
        let cells = stream.upload(&cells).unwrap();
        let bodies = stream.upload(&bodies).unwrap();
        let mut forces = stream.upload(&[[0.0f32; 2]; 150]).unwrap();
        tree_forces(&cells, &bodies, 0.0, &mut forces).threads(150).launch(&stream).unwrap();
        close(stream.download(&forces).unwrap().as_flattened(), &expected, 1e-3);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Candidate {
    score: f32,
    token: u32,
}

/// The `K` best, in order.
#[derive(Clone, Copy, KernelType)]
struct Best<const K: usize> {
    list: [Candidate; K],
}

#[device]
impl<const K: usize> Best<K> {
    fn none() -> Self {
        Best { list: [Candidate { score: f32::NEG_INFINITY, token: u32::MAX }; K] }
    }

    fn push(&mut self, mut new: Candidate) {
        for slot in self.list.iter_mut() {
            if new.score > slot.score {
                core::mem::swap(slot, &mut new);
            }
        }
    }
}

/// One warp a row: each lane keeps its best, and lanes exchange theirs.
#[kernel(block = 32)]
fn beam_best<const K: usize>(width: usize, scores: &[f32], out: &mut [[Candidate; K]]) {
    let row = block_idx().x;
    let mut best = Best::<K>::none();
    for token in (lane_id()..width).step_by(32) {
        best.push(Candidate { score: scores[row * width + token], token: token as u32 });
    }
    for step in [16, 8, 4, 2, 1] {
        let mine = best;
        for c in mine.list {
            let (score, token) = (warp::shuffle_xor(c.score, step), warp::shuffle_xor(c.token, step));
            best.push(Candidate { score, token });
        }
    }
    if lane_id() == 0 {
        out[row] = best.list;
    }
}

#[test]
fn a_warp_finds_the_best_of_a_row() {
    let (rows, width) = (3, 500);
    let scores = noise(rows * width, 21);
    for stream in streams() {
        let given = stream.upload(&scores).unwrap();
        let mut out = stream.upload(&[[Candidate { score: 0.0, token: 0 }; 4]; 3]).unwrap();
        beam_best::<4>(width, &given, &mut out).blocks(rows).launch(&stream).unwrap();
        for (row, found) in stream.download(&out).unwrap().iter().enumerate() {
            let mut all: Vec<Candidate> = (0..width)
                .map(|token| Candidate { score: scores[row * width + token], token: token as u32 })
                .collect();
            all.sort_by(|a, b| b.score.total_cmp(&a.score));
            assert_eq!(found.map(|c| c.score), [0, 1, 2, 3].map(|at: usize| all[at].score));
        }
    }
}
