//! Linear algebra: BLAS-like loops of PolyBench, products and decompositions of the CUDA samples and of Rodinia.

use kiln::prelude::*;

use super::{close, noise};
use crate::streams;

/// CUDA samples, `vectorAdd`.
#[kernel]
fn vector_add(a: &[f32], b: &[f32], c: &mut [f32]) {
    let i = global_id();
    if i < c.len() {
        c[i] = a[i] + b[i];
    }
}

#[test]
fn vectors_add() {
    let (a, b) = (noise(10_007, 1), noise(10_007, 2));
    let expected: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    for stream in streams() {
        let (x, y) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut c = stream.alloc_zeroed::<f32>(a.len()).unwrap();
        vector_add(&x, &y, &mut c).threads(a.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&c).unwrap(), expected);
    }
}

fn product(m: usize, n: usize, k: usize, a: &[f32], b: &[f32]) -> Vec<f32> {
    let at = |row: usize, col: usize| (0..k).map(|i| a[row * k + i] * b[i * n + col]).sum();
    (0..m * n).map(|i| at(i / n, i % n)).collect()
}

/// PolyBench, `gemm`: C = αAB + βC, one thread an element.
#[kernel]
fn gemm(n: usize, k: usize, alpha: f32, beta: f32, a: &[f32], b: &[f32], c: &mut [f32]) {
    let (col, row) = global_id_2d();
    if col < n && row * n < c.len() {
        let mut sum = 0.0;
        for i in 0..k {
            sum += a[row * k + i] * b[i * n + col];
        }
        c[row * n + col] = alpha * sum + beta * c[row * n + col];
    }
}

/// CUDA samples, `matrixMul`: tiles of both factors pass through shared memory.
#[kernel(block = (16, 16))]
fn matrix_mul(m: usize, n: usize, k: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let tile_a = shared::<[[f32; 16]; 16]>();
    let tile_b = shared::<[[f32; 16]; 16]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (col, row) = global_id_2d();
    let mut sum = 0.0;
    for base in (0..k).step_by(16) {
        tile_a[ty][tx] = if row < m && base + tx < k { a[row * k + base + tx] } else { 0.0 };
        tile_b[ty][tx] = if col < n && base + ty < k { b[(base + ty) * n + col] } else { 0.0 };
        sync_threads();
        for i in 0..16 {
            sum += tile_a[ty][i] * tile_b[i][tx];
        }
        sync_threads();
    }
    if row < m && col < n {
        c[row * n + col] = sum;
    }
}

#[test]
fn products_of_matrices() {
    let (m, n, k) = (37, 53, 29);
    let (a, b, c) = (noise(m * k, 3), noise(k * n, 4), noise(m * n, 5));
    let ab = product(m, n, k, &a, &b);
    let scaled: Vec<f32> = ab.iter().zip(&c).map(|(ab, c)| 1.5 * ab + 0.5 * c).collect();
    for stream in streams() {
        let (x, y) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut z = stream.upload(&c).unwrap();
        gemm(n, k, 1.5, 0.5, &x, &y, &mut z).threads([n, m]).launch(&stream).unwrap();
        close(&stream.download(&z).unwrap(), &scaled, 1e-4);
        matrix_mul(m, n, k, &x, &y, &mut z).threads([n, m]).launch(&stream).unwrap();
        close(&stream.download(&z).unwrap(), &ab, 1e-4);
    }
}

/// PolyBench, `atax` and `mvt`: y = Ax, one thread a row.
#[kernel]
fn matrix_vector(n: usize, a: &[f32], x: &[f32], y: &mut [f32]) {
    let row = global_id();
    if row < y.len() {
        let mut sum = 0.0;
        for (value, x) in a[row * n..(row + 1) * n].iter().zip(x.iter()) {
            sum += *value * *x;
        }
        y[row] = sum;
    }
}

/// PolyBench, `atax`: y = Aᵀx, one thread a column.
#[kernel]
fn transposed_matrix_vector(n: usize, a: &[f32], x: &[f32], y: &mut [f32]) {
    let col = global_id();
    if col < n {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += a[i * n + col] * x[i];
        }
        y[col] = sum;
    }
}

/// Rows of a matrix dealt to warps: PolyBench, `bicg`, as a GPU would have it.
#[kernel(block = 128)]
fn matrix_vector_by_warps(n: usize, a: &[f32], x: &[f32], y: &mut [f32]) {
    let row = block_idx().x * 4 + warp_id();
    if row < y.len() {
        let mut sum = 0.0;
        for col in (lane_id()..n).step_by(32) {
            sum += a[row * n + col] * x[col];
        }
        let sum = warp::sum(sum);
        if lane_id() == 0 {
            y[row] = sum;
        }
    }
}

#[test]
fn matrices_times_vectors() {
    let (m, n) = (45, 70);
    let (a, x, u) = (noise(m * n, 6), noise(n, 7), noise(m, 8));
    let ax = product(m, 1, n, &a, &x);
    let atu = product(1, n, m, &u, &a);
    for stream in streams() {
        let (da, dx) = (stream.upload(&a).unwrap(), stream.upload(&x).unwrap());
        let du = stream.upload(&u).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(m).unwrap();
        matrix_vector(n, &da, &dx, &mut y).threads(m).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &ax, 1e-4);
        let mut y = stream.alloc_zeroed::<f32>(m).unwrap();
        matrix_vector_by_warps(n, &da, &dx, &mut y).blocks(m.div_ceil(4)).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &ax, 1e-4);
        let mut y = stream.alloc_zeroed::<f32>(n).unwrap();
        transposed_matrix_vector(n, &da, &du, &mut y).threads(n).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &atu, 1e-4);
    }
}

/// PolyBench, `gemver`: A += u₁v₁ᵀ + u₂v₂ᵀ.
#[kernel]
fn rank_two_update(n: usize, u1: &[f32], v1: &[f32], u2: &[f32], v2: &[f32], a: &mut [f32]) {
    let (col, row) = global_id_2d();
    if col < n && row < n {
        a[row * n + col] += u1[row] * v1[col] + u2[row] * v2[col];
    }
}

/// PolyBench, `gesummv`: y = αAx + βBx.
#[kernel]
fn gesummv(alpha: f32, beta: f32, a: &[f32], b: &[f32], x: &[f32], y: &mut [f32]) {
    let row = global_id();
    let n = x.len();
    if row < y.len() {
        let (mut left, mut right) = (0.0, 0.0);
        for (j, x) in x.iter().enumerate() {
            left += a[row * n + j] * x;
            right += b[row * n + j] * x;
        }
        y[row] = alpha * left + beta * right;
    }
}

/// PolyBench, `syrk`: the lower half of C = AAᵀ, mirrored by who reads it.
#[kernel]
fn syrk(n: usize, k: usize, a: &[f32], c: &mut [f32]) {
    let (col, row) = global_id_2d();
    if row >= n || col > row {
        return;
    }
    let mut sum = 0.0;
    for i in 0..k {
        sum += a[row * k + i] * a[col * k + i];
    }
    c[row * n + col] = sum;
}

/// PolyBench, `syr2k`: C = αABᵀ + αBAᵀ + βC.
#[kernel]
fn syr2k(n: usize, k: usize, alpha: f32, beta: f32, a: &[f32], b: &[f32], c: &mut [f32]) {
    let (col, row) = global_id_2d();
    if row < n && col < n {
        let mut sum = 0.0;
        for i in 0..k {
            sum += a[row * k + i] * b[col * k + i] + b[row * k + i] * a[col * k + i];
        }
        c[row * n + col] = alpha * sum + beta * c[row * n + col];
    }
}

#[test]
fn updates_of_matrices() {
    let (n, k) = (33, 21);
    let (a, b, c) = (noise(n * n, 9), noise(n * n, 10), noise(n * n, 11));
    let [u1, v1, u2, v2] = [12, 13, 14, 15].map(|seed| noise(n, seed));
    for stream in streams() {
        let up = |values: &[f32]| stream.upload(values).unwrap();
        let (du1, dv1, du2, dv2) = (up(&u1), up(&v1), up(&u2), up(&v2));
        let mut z = up(&c);
        rank_two_update(n, &du1, &dv1, &du2, &dv2, &mut z).threads([n, n]).launch(&stream).unwrap();
        let expected: Vec<f32> =
            (0..n * n).map(|i| c[i] + u1[i / n] * v1[i % n] + u2[i / n] * v2[i % n]).collect();
        close(&stream.download(&z).unwrap(), &expected, 1e-5);

        let (da, db, dx) = (up(&a), up(&b), up(&u1));
        let mut y = stream.alloc_zeroed::<f32>(n).unwrap();
        gesummv(0.3, 0.7, &da, &db, &dx, &mut y).threads(n).launch(&stream).unwrap();
        let (ax, bx) = (product(n, 1, n, &a, &u1), product(n, 1, n, &b, &u1));
        let expected: Vec<f32> = ax.iter().zip(&bx).map(|(a, b)| 0.3 * a + 0.7 * b).collect();
        close(&stream.download(&y).unwrap(), &expected, 1e-4);

        let dot = |x: &[f32], row: usize, y: &[f32], col: usize| -> f32 {
            (0..k).map(|i| x[row * k + i] * y[col * k + i]).sum()
        };
        let mut z = stream.alloc_zeroed::<f32>(n * n).unwrap();
        syrk(n, k, &da, &mut z).threads([n, n]).launch(&stream).unwrap();
        let lower = |i: usize| if i % n <= i / n { dot(&a, i / n, &a, i % n) } else { 0.0 };
        close(&stream.download(&z).unwrap(), &(0..n * n).map(lower).collect::<Vec<_>>(), 1e-4);

        let mut z = up(&c);
        syr2k(n, k, 2.0, 0.5, &da, &db, &mut z).threads([n, n]).launch(&stream).unwrap();
        let both = |i: usize| 2.0 * (dot(&a, i / n, &b, i % n) + dot(&b, i / n, &a, i % n)) + 0.5 * c[i];
        close(&stream.download(&z).unwrap(), &(0..n * n).map(both).collect::<Vec<_>>(), 1e-4);
    }
}

/// PolyBench, `doitgen`: each slice of a three-dimensional array times a matrix.
#[kernel]
fn doitgen(planes: usize, rows: usize, n: usize, a: &[f32], c4: &[f32], out: &mut [f32]) {
    let (col, row, plane) = global_id_3d();
    if col < n && row < rows && plane < planes {
        let line = (plane * rows + row) * n;
        let mut sum = 0.0;
        for s in 0..n {
            sum += a[line + s] * c4[s * n + col];
        }
        out[line + col] = sum;
    }
}

#[test]
fn slices_times_a_matrix() {
    let (planes, rows, n) = (5, 7, 19);
    let (a, c4) = (noise(planes * rows * n, 16), noise(n * n, 17));
    let expected = product(planes * rows, n, n, &a, &c4);
    for stream in streams() {
        let (da, dc) = (stream.upload(&a).unwrap(), stream.upload(&c4).unwrap());
        let mut out = stream.alloc_zeroed::<f32>(a.len()).unwrap();
        doitgen(planes, rows, n, &da, &dc, &mut out).threads([n, rows, planes]).launch(&stream).unwrap();
        close(&stream.download(&out).unwrap(), &expected, 1e-4);
    }
}

/// Rodinia, `gaussian`, the first of its two kernels: the multipliers of one column.
#[kernel]
fn multipliers(n: usize, step: usize, a: &[f32], m: &mut [f32]) {
    let row = global_id() + step + 1;
    if row < n {
        m[row * n + step] = a[row * n + step] / a[step * n + step];
    }
}

/// Rodinia, `gaussian`, the second: every row below loses its multiple of the pivot's row. The rows read and the
/// rows written are parts of one matrix, so the pivot's row comes in a copy of its own.
#[kernel]
fn eliminate(n: usize, step: usize, m: &[f32], pivot: &[f32], a: &mut [f32], b: &mut [f32]) {
    let (x, y) = global_id_2d();
    let (col, row) = (x + step, y + step + 1);
    if row < n && col < n {
        a[row * n + col] -= m[row * n + step] * pivot[col];
    }
    if row < n && x == 0 {
        b[row] -= m[row * n + step] * pivot[n];
    }
}

/// The pivot's row and its right-hand side, for `eliminate`.
#[kernel]
fn pivot_row(n: usize, step: usize, a: &[f32], b: &[f32], pivot: &mut [f32]) {
    let i = global_id();
    if i < n {
        pivot[i] = a[step * n + i];
    } else if i == n {
        pivot[i] = b[step];
    }
}

#[test]
fn gaussian_elimination_solves() {
    let n = 24;
    let mut a = noise(n * n, 18);
    (0..n).for_each(|i| a[i * n + i] += 8.0);
    let solution = noise(n, 19);
    let b = product(n, 1, n, &a, &solution);
    for stream in streams() {
        let (mut da, mut db) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut m = stream.alloc_zeroed::<f32>(n * n).unwrap();
        let mut pivot = stream.alloc_zeroed::<f32>(n + 1).unwrap();
        for step in 0..n - 1 {
            multipliers(n, step, &da, &mut m).threads(n).launch(&stream).unwrap();
            pivot_row(n, step, &da, &db, &mut pivot).threads(n + 1).launch(&stream).unwrap();
            eliminate(n, step, &m, &pivot, &mut da, &mut db).threads([n, n]).launch(&stream).unwrap();
        }
        let (upper, right) = (stream.download(&da).unwrap(), stream.download(&db).unwrap());
        let mut x = vec![0.0f32; n];
        for row in (0..n).rev() {
            let known: f32 = (row + 1..n).map(|col| upper[row * n + col] * x[col]).sum();
            x[row] = (right[row] - known) / upper[row * n + row];
        }
        close(&x, &solution, 1e-3);
    }
}

/// PolyBench, `gramschmidt`: the norm of a column by one block.
#[kernel(block = 128)]
fn column_norm(n: usize, k: usize, a: &[f32], r: &mut [f32]) {
    let partial = shared::<[f32; 128]>();
    let t = thread_idx().x;
    let mut sum = 0.0;
    for row in (t..a.len() / n).step_by(128) {
        sum += a[row * n + k] * a[row * n + k];
    }
    partial[t] = sum;
    sync_threads();
    let mut half = 64;
    while half > 0 {
        if t < half {
            partial[t] += partial[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if global_id() == 0 {
        r[k * n + k] = partial[0].sqrt();
    }
}

/// PolyBench, `gramschmidt`: the column made a unit vector.
#[kernel]
fn normalize_column(n: usize, k: usize, r: &[f32], a: &[f32], q: &mut [f32]) {
    let row = global_id();
    if row < q.len() / n {
        q[row * n + k] = a[row * n + k] / r[k * n + k];
    }
}

/// PolyBench, `gramschmidt`: what the later columns have of it is taken away, one thread a column.
#[kernel]
fn orthogonalize(n: usize, k: usize, q: &[f32], a: &mut [f32], r: &mut [f32]) {
    let col = global_id() + k + 1;
    if col < n {
        let rows = q.len() / n;
        let mut dot = 0.0;
        for i in 0..rows {
            dot += q[i * n + k] * a[i * n + col];
        }
        r[k * n + col] = dot;
        for i in 0..rows {
            a[i * n + col] -= q[i * n + k] * dot;
        }
    }
}

#[test]
fn gram_schmidt_factors_a_matrix() {
    let (m, n) = (40, 12);
    let a = noise(m * n, 20);
    for stream in streams() {
        let mut da = stream.upload(&a).unwrap();
        let mut q = stream.alloc_zeroed::<f32>(m * n).unwrap();
        let mut r = stream.alloc_zeroed::<f32>(n * n).unwrap();
        for k in 0..n {
            column_norm(n, k, &da, &mut r).blocks(1).launch(&stream).unwrap();
            normalize_column(n, k, &r, &da, &mut q).threads(m).launch(&stream).unwrap();
            orthogonalize(n, k, &q, &mut da, &mut r).threads(n).launch(&stream).unwrap();
        }
        let (q, r) = (stream.download(&q).unwrap(), stream.download(&r).unwrap());
        close(&product(m, n, n, &q, &r), &a, 1e-4);
        for i in 0..n {
            for j in 0..n {
                let dot: f32 = (0..m).map(|row| q[row * n + i] * q[row * n + j]).sum();
                assert!((dot - f32::from(u8::from(i == j))).abs() < 1e-3, "columns {i} and {j}: {dot}");
            }
        }
    }
}

/// CUDA samples, `transpose`, as everyone writes it first.
#[kernel]
fn transpose_naive(width: usize, height: usize, x: &[f32], out: &mut [f32]) {
    let (col, row) = global_id_2d();
    if col < width && row < height {
        out[col * height + row] = x[row * width + col];
    }
}

/// CUDA samples, `transpose`: whole tiles through shared memory, eight rows of threads for 32 of elements.
#[kernel(block = (32, 8))]
fn transpose_tiled(width: usize, height: usize, x: &[f32], out: &mut [f32]) {
    let tile = shared::<[[f32; 33]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (left, top) = (block_idx().x * 32, block_idx().y * 32);
    for k in (0..32).step_by(8) {
        if left + tx < width && top + ty + k < height {
            tile[ty + k][tx] = x[(top + ty + k) * width + left + tx];
        }
    }
    sync_threads();
    for k in (0..32).step_by(8) {
        if top + tx < height && left + ty + k < width {
            out[(left + ty + k) * height + top + tx] = tile[tx][ty + k];
        }
    }
}

#[test]
fn matrices_are_transposed() {
    let (width, height) = (75, 43);
    let x = noise(width * height, 21);
    let expected: Vec<f32> = (0..width * height).map(|i| x[(i % height) * width + i / height]).collect();
    for stream in streams() {
        let dx = stream.upload(&x).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        transpose_naive(width, height, &dx, &mut out).threads([width, height]).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected);
        let mut out = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        let blocks = [width.div_ceil(32), height.div_ceil(32)];
        transpose_tiled(width, height, &dx, &mut out).blocks(blocks).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}
