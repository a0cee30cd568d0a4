//! Sequences and tables: dynamic programming, searches.

use kiln::prelude::*;

use super::whole;
use crate::streams;

/// Rodinia, `pathfinder`: the cheapest way down a grid, a row a launch.
#[kernel]
fn path_row(costs: &[i32], above: &[i32], below: &mut [i32]) {
    let x = global_id();
    if x < below.len() {
        let mut best = above[x];
        if x > 0 {
            best = best.min(above[x - 1]);
        }
        if x + 1 < above.len() {
            best = best.min(above[x + 1]);
        }
        below[x] = costs[x] + best;
    }
}

#[test]
fn the_cheapest_path() {
    let (width, rows) = (400, 30);
    let costs: Vec<i32> = whole(width * rows, 10, 1).iter().map(|v| *v as i32).collect();
    let mut expected = costs[..width].to_vec();
    for row in costs.chunks(width).skip(1) {
        let above = expected.clone();
        let best = |x: usize| above[x.max(1) - 1..(x + 2).min(width)].iter().min().unwrap();
        (0..width).for_each(|x| expected[x] = row[x] + best(x));
    }
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&costs[..width]).unwrap(), stream.alloc_zeroed(width).unwrap());
        for row in costs.chunks(width).skip(1) {
            let row = stream.upload(row).unwrap();
            path_row(&row, &a, &mut b).threads(width).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
        }
        assert_eq!(stream.download(&a).unwrap(), expected);
    }
}

/// Rodinia, `nw`: Needleman and Wunsch's alignment of two sequences. A launch makes a diagonal of the table of
/// scores from the two before it; cell `i` of diagonal `d` is row `i`, column `d - i`.
#[kernel]
fn alignment_diagonal(d: usize, gap: i32, a: &[u8], b: &[u8], before: &[i32], last: &[i32], now: &mut [i32]) {
    let row = global_id();
    if row > a.len() || row > d || d - row > b.len() {
        return;
    }
    let column = d - row;
    now[row] = match (row, column) {
        (0, n) | (n, 0) => -gap * n as i32,
        _ => {
            let same = if a[row - 1] == b[column - 1] { 1 } else { -1 };
            (before[row - 1] + same).max(last[row] - gap).max(last[row - 1] - gap)
        }
    };
}

#[test]
fn sequences_are_aligned() {
    let letters =
        |len: usize, seed: u64| -> Vec<u8> { whole(len, 4, seed).iter().map(|v| *v as u8).collect() };
    let (a, b) = (letters(120, 2), letters(90, 3));
    let mut table = vec![vec![0i32; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                -2 * (i + j) as i32
            } else {
                let same = if a[i - 1] == b[j - 1] { 1 } else { -1 };
                (table[i - 1][j - 1] + same).max(table[i - 1][j] - 2).max(table[i][j - 1] - 2)
            };
        }
    }
    for stream in streams() {
        let (da, db) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut diagonals = [(); 3].map(|()| stream.alloc_zeroed::<i32>(a.len() + 1).unwrap());
        for d in 0..=a.len() + b.len() {
            let [before, last, now] = &mut diagonals;
            alignment_diagonal(d, 2, &da, &db, &*before, &*last, now)
                .threads(a.len() + 1)
                .launch(&stream)
                .unwrap();
            diagonals.rotate_left(1);
        }
        assert_eq!(stream.download(&diagonals[1]).unwrap()[a.len()], table[a.len()][b.len()]);
    }
}

/// Rodinia, `b+tree`: the first place of each key in a sorted table.
#[kernel]
fn lower_bounds(table: &[u32], keys: &[u32], places: &mut [u32]) {
    let i = global_id();
    if i >= keys.len() {
        return;
    }
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match table[middle] < keys[i] {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    places[i] = low as u32;
}

#[test]
fn keys_are_found() {
    let mut table = whole(3_000, 10_000, 4);
    table.sort_unstable();
    let keys = whole(1_000, 11_000, 5);
    let expected: Vec<u32> = keys.iter().map(|key| table.partition_point(|v| v < key) as u32).collect();
    for stream in streams() {
        let (dt, dk) = (stream.upload(&table).unwrap(), stream.upload(&keys).unwrap());
        let mut places = stream.alloc_zeroed::<u32>(keys.len()).unwrap();
        lower_bounds(&dt, &dk, &mut places).threads(keys.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&places).unwrap(), expected);
    }
}

/// CUDA samples, `simpleAtomicIntrinsics` and every string search: where a pattern stands first.
#[kernel]
fn find_pattern(text: &[u8], pattern: &[u8], first: &[AtomicU32]) {
    let i = global_id();
    if i + pattern.len() > text.len() {
        return;
    }
    let same = 'search: {
        for (k, letter) in pattern.iter().enumerate() {
            if text[i + k] != *letter {
                break 'search false;
            }
        }
        true
    };
    if same {
        first[0].fetch_min(i as u32, Ordering::Relaxed);
    }
}

#[test]
fn a_pattern_is_found() {
    let mut text: Vec<u8> = whole(20_000, 3, 6).iter().map(|v| b'a' + *v as u8).collect();
    let pattern = b"kiln";
    text[12_345..12_349].copy_from_slice(pattern);
    text[18_000..18_004].copy_from_slice(pattern);
    for stream in streams() {
        let (dt, dp) = (stream.upload(&text).unwrap(), stream.upload(pattern).unwrap());
        let mut first = stream.upload(&[u32::MAX]).unwrap();
        find_pattern(&dt, &dp, &mut first).threads(text.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&first).unwrap(), [12_345]);
    }
}

/// Bernstein's hash of each of many strings that lie one behind the other: what hash joins begin with.
#[kernel]
fn hash_strings(starts: &[u32], bytes: &[u8], hashes: &mut [u32]) {
    let i = global_id();
    if i + 1 < starts.len() {
        let mut hash = 5381u32;
        for byte in &bytes[starts[i] as usize..starts[i + 1] as usize] {
            hash = hash.wrapping_mul(33) ^ *byte as u32;
        }
        hashes[i] = hash;
    }
}

#[test]
fn strings_are_hashed() {
    let words: Vec<Vec<u8>> =
        (0..500).map(|i| whole(i % 17, 256, i as u64).iter().map(|v| *v as u8).collect()).collect();
    let mut starts = vec![0u32];
    words.iter().for_each(|word| starts.push(starts[starts.len() - 1] + word.len() as u32));
    let hash = |word: &Vec<u8>| word.iter().fold(5381u32, |h, b| h.wrapping_mul(33) ^ u32::from(*b));
    let expected: Vec<u32> = words.iter().map(hash).collect();
    for stream in streams() {
        let (ds, db) = (stream.upload(&starts).unwrap(), stream.upload(&words.concat()).unwrap());
        let mut hashes = stream.alloc_zeroed::<u32>(words.len()).unwrap();
        hash_strings(&ds, &db, &mut hashes).threads(words.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&hashes).unwrap(), expected);
    }
}
