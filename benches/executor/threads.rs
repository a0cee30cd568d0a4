//! Thread kernels: irregular loops, gathers, small arrays, shared memory and integers.

use kiln::prelude::*;

use crate::{compare, selected};

type Case = fn(&'static str) -> kiln::Result<()>;

pub fn run() {
    let cases: [(&str, Case); 6] = [
        ("lattice Boltzmann, 256 x 256", lattice),
        ("bitonic, 256 Ki by 128", bitonic),
        ("life, 1024 x 512", life_pair),
        ("sparse rows, 64 Ki x 16", sparse),
        ("3-D stencil, 96^3, shared", stencil),
        ("SHA-256, 32 Ki blocks", sha),
    ];
    for (name, case) in cases {
        if selected(name) {
            case(name).expect("no failure");
        }
    }
}

/// Numbers in `0.0..1.0` that look like noise.
fn noise(count: usize) -> Vec<f32> {
    (0..count as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 24) as f32).collect()
}

/// The nine directions of a lattice gas in the plane, with their weights.
#[device]
fn direction(k: usize) -> (isize, isize, f32) {
    match k {
        0 => (0, 0, 4.0 / 9.0),
        1 => (1, 0, 1.0 / 9.0),
        2 => (0, 1, 1.0 / 9.0),
        3 => (-1, 0, 1.0 / 9.0),
        4 => (0, -1, 1.0 / 9.0),
        5 => (1, 1, 1.0 / 36.0),
        6 => (-1, 1, 1.0 / 36.0),
        7 => (-1, -1, 1.0 / 36.0),
        _ => (1, -1, 1.0 / 36.0),
    }
}

/// A step of a lattice Boltzmann fluid (D2Q9).
#[kernel]
fn lattice_step(width: usize, height: usize, omega: f32, old: &[[f32; 9]], new: &mut [[f32; 9]]) {
    let (x, y) = global_id_2d();
    if x >= width || y >= height {
        return;
    }
    let mut f = [0.0f32; 9];
    let (mut density, mut ux, mut uy) = (0.0, 0.0, 0.0);
    for (k, value) in f.iter_mut().enumerate() {
        let (dx, dy, _) = direction(k);
        let from_x = (x + width).wrapping_sub(dx as usize) % width;
        let from_y = (y + height).wrapping_sub(dy as usize) % height;
        *value = old[from_y * width + from_x][k];
        density += *value;
        ux += dx as f32 * *value;
        uy += dy as f32 * *value;
    }
    ux /= density;
    uy /= density;
    for k in 0..9 {
        let (dx, dy, weight) = direction(k);
        let along = 3.0 * (dx as f32 * ux + dy as f32 * uy);
        let balance = weight * density * (1.0 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy));
        f[k] += omega * (balance - f[k]);
    }
    new[y * width + x] = f;
}

fn lattice(name: &str) -> kiln::Result<()> {
    let (width, height) = (256, 256);
    let v = noise(width * height * 9);
    let cell = |i: usize| std::array::from_fn(|k| direction(k).2 * (1.0 + 0.1 * v[9 * i + k]));
    let old: Vec<[f32; 9]> = (0..width * height).map(cell).collect();
    let mut host = old.clone();
    let stream = Device::cpu().stream();
    let (device_old, mut new) = (stream.upload(&old)?, stream.upload(&old)?);
    compare(
        name,
        "plain",
        || {
            lattice_step(width, height, 1.2, &device_old, &mut new)
                .threads([width, height])
                .launch(&stream)
                .unwrap();
        },
        || {
            for y in 0..height {
                for x in 0..width {
                    let mut f = [0.0f32; 9];
                    let (mut density, mut ux, mut uy) = (0.0, 0.0, 0.0);
                    for (k, value) in f.iter_mut().enumerate() {
                        let (dx, dy, _) = direction(k);
                        let from_x = (x + width).wrapping_sub(dx as usize) % width;
                        let from_y = (y + height).wrapping_sub(dy as usize) % height;
                        *value = old[from_y * width + from_x][k];
                        density += *value;
                        ux += dx as f32 * *value;
                        uy += dy as f32 * *value;
                    }
                    ux /= density;
                    uy /= density;
                    for (k, value) in f.iter_mut().enumerate() {
                        let (dx, dy, weight) = direction(k);
                        let along = 3.0 * (dx as f32 * ux + dy as f32 * uy);
                        let balance = weight
                            * density
                            * (1.0 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy));
                        *value += 1.2 * (balance - *value);
                    }
                    host[y * width + x] = f;
                }
            }
        },
    );
    assert!(stream.download(&new)? == host);
    Ok(())
}

/// A bitonic sort of each block in shared memory.
#[kernel(block = 128)]
fn bitonic_block(x: &[u32], y: &mut [u32]) {
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
    if i < y.len() {
        y[i] = keys[t];
    }
}

fn bitonic(name: &str) -> kiln::Result<()> {
    let n = 256 << 10;
    let x: Vec<u32> = noise(n).into_iter().map(f32::to_bits).collect();
    let mut host = vec![0; n];
    let stream = Device::cpu().stream();
    let (device_x, mut y) = (stream.upload(&x)?, stream.alloc_zeroed::<u32>(n)?);
    compare(
        name,
        "plain",
        || bitonic_block(&device_x, &mut y).threads(n).launch(&stream).unwrap(),
        || {
            for (keys, x) in host.chunks_exact_mut(128).zip(x.chunks_exact(128)) {
                keys.copy_from_slice(x);
                let mut k = 2;
                while k <= 128 {
                    let mut j = k / 2;
                    while j > 0 {
                        for t in 0..128 {
                            let other = t ^ j;
                            if other > t {
                                let (a, b) = (keys[t], keys[other]);
                                if (a > b) == (t & k == 0) {
                                    keys[t] = b;
                                    keys[other] = a;
                                }
                            }
                        }
                        j /= 2;
                    }
                    k *= 2;
                }
            }
        },
    );
    assert!(stream.download(&y)? == host);
    Ok(())
}

/// Conway's game of life on a world that wraps around.
#[kernel]
fn life(width: usize, height: usize, old: &[u8], new: &mut [u8]) {
    let (x, y) = global_id_2d();
    if x < width && y < height {
        let mut around = 0;
        for dy in [height - 1, 0, 1] {
            for dx in [width - 1, 0, 1] {
                around += old[(y + dy) % height * width + (x + dx) % width];
            }
        }
        let i = y * width + x;
        new[i] = match (old[i], around - old[i]) {
            (1, 2 | 3) | (0, 3) => 1,
            _ => 0,
        };
    }
}

fn life_pair(name: &str) -> kiln::Result<()> {
    let (width, height) = (1024, 512);
    let old: Vec<u8> = noise(width * height).into_iter().map(|x| u8::from(x < 0.3)).collect();
    let mut host = vec![0; width * height];
    let stream = Device::cpu().stream();
    let (device_old, mut new) = (stream.upload(&old)?, stream.alloc_zeroed::<u8>(width * height)?);
    compare(
        name,
        "plain",
        || life(width, height, &device_old, &mut new).threads([width, height]).launch(&stream).unwrap(),
        || {
            for y in 0..height {
                for x in 0..width {
                    let mut around = 0;
                    for dy in [height - 1, 0, 1] {
                        for dx in [width - 1, 0, 1] {
                            around += old[(y + dy) % height * width + (x + dx) % width];
                        }
                    }
                    let i = y * width + x;
                    host[i] = match (old[i], around - old[i]) {
                        (1, 2 | 3) | (0, 3) => 1,
                        _ => 0,
                    };
                }
            }
        },
    );
    assert!(stream.download(&new)? == host);
    Ok(())
}

/// A sparse matrix (CSR) times a vector, a row a thread.
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

fn sparse(name: &str) -> kiln::Result<()> {
    let rows = 64 << 10;
    let mut starts = vec![0u32];
    for length in noise(rows) {
        starts.push(starts[starts.len() - 1] + (length * 32.0) as u32);
    }
    let entries = starts[rows] as usize;
    let values = noise(entries);
    let columns: Vec<u32> = noise(entries).into_iter().map(|place| (place * rows as f32) as u32).collect();
    let x = noise(rows);
    let mut host = vec![0.0f32; rows];
    let stream = Device::cpu().stream();
    let (device_starts, device_columns) = (stream.upload(&starts)?, stream.upload(&columns)?);
    let (device_values, device_x) = (stream.upload(&values)?, stream.upload(&x)?);
    let mut y = stream.alloc_zeroed::<f32>(rows)?;
    compare(
        name,
        "plain",
        || {
            sparse_rows(&device_starts, &device_columns, &device_values, &device_x, &mut y)
                .threads(rows)
                .launch(&stream)
                .unwrap();
        },
        || {
            for (row, y) in host.iter_mut().enumerate() {
                let mut sum = 0.0;
                for k in starts[row] as usize..starts[row + 1] as usize {
                    sum += values[k] * x[columns[k] as usize];
                }
                *y = sum;
            }
        },
    );
    assert!(stream.download(&y)? == host);
    Ok(())
}

/// A side of a block, and of its part of shared memory with a cell more at each end.
const SIDE: usize = 8;
const PADDED: usize = SIDE + 2;

/// A stencil of seven points; each block keeps its cells and their neighbors in shared memory.
#[kernel(block = (8, 8, 8))]
fn stencil_3d(n: usize, a: &[f32], b: &mut [f32]) {
    let cells = shared::<[f32; 1000]>();
    let (x, y, z) = global_id_3d();
    let t = thread_idx();
    let at = ((t.z + 1) * PADDED + t.y + 1) * PADDED + t.x + 1;
    let i = (z * n + y) * n + x;
    let inside = x < n && y < n && z < n;
    if inside {
        cells[at] = a[i];
        if t.x == 0 && x > 0 {
            cells[at - 1] = a[i - 1];
        }
        if t.x == SIDE - 1 && x + 1 < n {
            cells[at + 1] = a[i + 1];
        }
        if t.y == 0 && y > 0 {
            cells[at - PADDED] = a[i - n];
        }
        if t.y == SIDE - 1 && y + 1 < n {
            cells[at + PADDED] = a[i + n];
        }
        if t.z == 0 && z > 0 {
            cells[at - PADDED * PADDED] = a[i - n * n];
        }
        if t.z == SIDE - 1 && z + 1 < n {
            cells[at + PADDED * PADDED] = a[i + n * n];
        }
    }
    sync_threads();
    if x > 0 && y > 0 && z > 0 && x + 1 < n && y + 1 < n && z + 1 < n {
        let around = cells[at - 1]
            + cells[at + 1]
            + cells[at - PADDED]
            + cells[at + PADDED]
            + cells[at - PADDED * PADDED]
            + cells[at + PADDED * PADDED];
        b[i] = cells[at] + 0.1 * (around - 6.0 * cells[at]);
    }
}

fn stencil(name: &str) -> kiln::Result<()> {
    let n = 96;
    let a = noise(n * n * n);
    let mut host = vec![0.0f32; n * n * n];
    let stream = Device::cpu().stream();
    let (device_a, mut b) = (stream.upload(&a)?, stream.alloc_zeroed::<f32>(n * n * n)?);
    compare(
        name,
        "plain",
        || stencil_3d(n, &device_a, &mut b).threads([n, n, n]).launch(&stream).unwrap(),
        || {
            for z in 1..n - 1 {
                for y in 1..n - 1 {
                    for x in 1..n - 1 {
                        let i = (z * n + y) * n + x;
                        let around = a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n];
                        host[i] = a[i] + 0.1 * (around - 6.0 * a[i]);
                    }
                }
            }
        },
    );
    assert!(stream.download(&b)? == host);
    Ok(())
}

const ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

const INITIAL: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The compression function of SHA-256 on one block of a message.
#[device]
fn compress(block: [u32; 16]) -> [u32; 8] {
    let mut w = block;
    let mut s = INITIAL;
    for i in 0..64 {
        if i >= 16 {
            let (before, behind) = (w[(i + 1) % 16], w[(i + 14) % 16]);
            let s0 = before.rotate_right(7) ^ before.rotate_right(18) ^ (before >> 3);
            let s1 = behind.rotate_right(17) ^ behind.rotate_right(19) ^ (behind >> 10);
            w[i % 16] = w[i % 16].wrapping_add(s0).wrapping_add(w[(i + 9) % 16]).wrapping_add(s1);
        }
        let s1 = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
        let choice = (s[4] & s[5]) ^ (!s[4] & s[6]);
        let t1 = s[7].wrapping_add(s1).wrapping_add(choice).wrapping_add(ROUNDS[i]).wrapping_add(w[i % 16]);
        let s0 = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
        let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        let t2 = s0.wrapping_add(majority);
        s = [t1.wrapping_add(t2), s[0], s[1], s[2], s[3].wrapping_add(t1), s[4], s[5], s[6]];
    }
    for i in 0..8 {
        s[i] = s[i].wrapping_add(INITIAL[i]);
    }
    s
}

#[kernel]
fn sha256(blocks: &[[u32; 16]], digests: &mut [[u32; 8]]) {
    let i = global_id();
    if i < digests.len() {
        digests[i] = compress(blocks[i]);
    }
}

fn sha(name: &str) -> kiln::Result<()> {
    let n = 32 << 10;
    let words: Vec<u32> = noise(n * 16).into_iter().map(f32::to_bits).collect();
    let blocks: Vec<[u32; 16]> =
        words.chunks_exact(16).map(|block| std::array::from_fn(|k| block[k])).collect();
    let mut host = vec![[0u32; 8]; n];
    let stream = Device::cpu().stream();
    let (device_blocks, mut digests) = (stream.upload(&blocks)?, stream.alloc_zeroed::<[u32; 8]>(n)?);
    compare(
        name,
        "plain",
        || sha256(&device_blocks, &mut digests).threads(n).launch(&stream).unwrap(),
        || host.iter_mut().zip(&blocks).for_each(|(digest, block)| *digest = compress(*block)),
    );
    assert!(stream.download(&digests)? == host);
    Ok(())
}
