//! Sorting: the networks, the merges and the counting of the CUDA samples.

use kiln::prelude::*;

use super::whole;
use crate::streams;

/// CUDA samples, `sortingNetworks`: one step of a bitonic sort. The lower thread of a pair does its work.
#[kernel]
fn bitonic_step(k: usize, j: usize, x: &mut [u32]) {
    let i = global_id();
    let other = i ^ j;
    if i < x.len() && other > i && other < x.len() {
        let (a, b) = (x[i], x[other]);
        if (a > b) == (i & k == 0) {
            x[i] = b;
            x[other] = a;
        }
    }
}

/// A whole bitonic sort of a block in shared memory.
#[kernel(block = 128)]
fn bitonic_block(x: &mut [u32]) {
    let keys = shared::<[u32; 128]>();
    let (i, t) = (global_id(), thread_idx().x);
    keys[t] = if i < x.len() { x[i] } else { u32::MAX };
    sync_threads();
    let mut k = 2;
    while k <= 128 {
        let mut j = k / 2;
        while j > 0 {
            let other = t ^ j;
            if other > t {
                let (a, b) = (keys[t], keys[other]);
                if (a > b) == (t & k == 0) {
                    keys[t] = b;
                    keys[other] = a;
                }
            }
            sync_threads();
            j /= 2;
        }
        k *= 2;
    }
    if i < x.len() {
        x[i] = keys[t];
    }
}

#[test]
fn bitonic_sorts() {
    let x = whole(4096, 1 << 20, 1);
    let mut sorted = x.clone();
    sorted.sort_unstable();
    for stream in streams() {
        let mut dx = stream.upload(&x).unwrap();
        let mut k = 2;
        while k <= x.len() {
            let mut j = k / 2;
            while j > 0 {
                bitonic_step(k, j, &mut dx).threads(x.len()).launch(&stream).unwrap();
                j /= 2;
            }
            k *= 2;
        }
        assert_eq!(stream.download(&dx).unwrap(), sorted);
        let mut dx = stream.upload(&x[..1000]).unwrap();
        bitonic_block(&mut dx).threads(1000).launch(&stream).unwrap();
        for (found, part) in stream.download(&dx).unwrap().chunks(128).zip(x[..1000].chunks(128)) {
            let mut part = part.to_vec();
            part.sort_unstable();
            assert_eq!(found, part);
        }
    }
}

/// Odd-even transposition: in turn each element meets its right and its left neighbor.
#[kernel]
fn odd_even_step(odd: usize, x: &mut [u32]) {
    let i = 2 * global_id() + odd;
    if i + 1 < x.len() && x[i] > x[i + 1] {
        x.swap(i, i + 1);
    }
}

#[test]
fn odd_even_transposition() {
    let x = whole(301, 1000, 2);
    let mut sorted = x.clone();
    sorted.sort_unstable();
    for stream in streams() {
        let mut dx = stream.upload(&x).unwrap();
        for step in 0..x.len() {
            odd_even_step(step % 2, &mut dx).threads(x.len() / 2).launch(&stream).unwrap();
        }
        assert_eq!(stream.download(&dx).unwrap(), sorted);
    }
}

/// How many of a sorted slice are below a value, or also equal to it.
#[device]
fn rank(sorted: &[u32], value: u32, equal: bool) -> usize {
    let (mut low, mut high) = (0, sorted.len());
    while low < high {
        let middle = (low + high) / 2;
        if sorted[middle] < value || equal && sorted[middle] == value {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// CUDA samples, `mergeSort`: each element finds its place among the other half's.
///
/// # Safety
///
/// The places of a merge are a permutation: an element's own rank plus its rank in the other half is no other
/// element's sum. That the halves are sorted, on which it rests, is the caller's.
#[kernel]
unsafe fn merge(half: usize, x: &[u32], out: &mut [u32]) {
    let i = global_id();
    if i >= x.len() {
        return;
    }
    let pair = i / (2 * half) * 2 * half;
    let middle = (pair + half).min(x.len());
    let end = (pair + 2 * half).min(x.len());
    let place = if i < middle {
        i + rank(&x[middle..end], x[i], false)
    } else {
        i - half + rank(&x[pair..middle], x[i], true)
    };
    out[place] = x[i];
}

#[test]
fn merge_sort() {
    let x = whole(5_000, 700, 3);
    let mut sorted = x.clone();
    sorted.sort_unstable();
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&x).unwrap(), stream.alloc_zeroed::<u32>(x.len()).unwrap());
        let mut half = 1;
        while half < x.len() {
            // SAFETY: runs of `half` are sorted.
            unsafe { merge(half, &a, &mut b) }.threads(x.len()).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
            half *= 2;
        }
        assert_eq!(stream.download(&a).unwrap(), sorted);
    }
}

/// A pass of a radix sort by one bit: zeros to the front, ones behind, each in their order. `zeros` counts the
/// zeros before.
///
/// # Safety
///
/// `zeros` is the exclusive scan of the keys whose bit is zero, which makes the places a permutation.
#[kernel]
unsafe fn split_by_bit(bit: u32, zeros: &[u32], x: &[u32], out: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        let one = (x[i] >> bit) & 1;
        let last = x.len() - 1;
        let total = zeros[last] + (1 - ((x[last] >> bit) & 1));
        let place = match one {
            0 => zeros[i] as usize,
            _ => total as usize + i - zeros[i] as usize,
        };
        out[place] = x[i];
    }
}

#[test]
fn radix_sort() {
    let x = whole(3_000, 1 << 12, 4);
    let mut sorted = x.clone();
    sorted.sort_unstable();
    for stream in streams() {
        let mut keys = x.clone();
        for bit in 0..12 {
            let zero = |v: &u32| 1 - ((v >> bit) & 1);
            let zeros: Vec<u32> = keys
                .iter()
                .scan(0, |sum, v| {
                    let old = *sum;
                    *sum += zero(v);
                    Some(old)
                })
                .collect();
            let (dx, dz) = (stream.upload(&keys).unwrap(), stream.upload(&zeros).unwrap());
            let mut out = stream.alloc_zeroed::<u32>(keys.len()).unwrap();
            // SAFETY: `zeros` is the scan that the kernel asks for.
            unsafe { split_by_bit(bit, &dz, &dx, &mut out) }.threads(keys.len()).launch(&stream).unwrap();
            keys = stream.download(&out).unwrap();
        }
        assert_eq!(keys, sorted);
    }
}
