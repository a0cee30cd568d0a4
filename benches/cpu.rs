//! The CPU executor against hand-written loops in plain Rust on rayon, and a library, through the public interface.
//!
//! ```text
//! cargo bench --bench cpu
//! ```
//!
//! Each pair computes the same; the ratio of the two medians is the executor's speed as a fraction of the loop's.

#[path = "../examples/matmul_tile.rs"]
#[allow(dead_code, reason = "only the example's kernel is measured")]
mod matmul_tile;

use criterion::{Criterion, criterion_group, criterion_main};
use kiln::prelude::*;
use rayon::prelude::*;

use matmul_tile::matmul;

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

fn saxpy_pair(criterion: &mut Criterion) {
    let n = 32 << 20;
    let stream = Device::cpu().stream();
    let host_x: Vec<f32> = (0..n).map(|i| i as f32 * 1e-6).collect();
    let mut host_y = vec![1.0f32; n];
    let x = stream.upload(&host_x).expect("memory");
    let mut y = stream.upload(&host_y).expect("memory");
    let mut group = criterion.benchmark_group("saxpy, 32 Mi f32");
    group.bench_function("kiln", |bencher| {
        bencher.iter(|| saxpy(1e-3, &x, &mut y).block(1024).threads(n).launch(&stream).expect("a launch"));
    });
    group.bench_function("rayon", |bencher| {
        bencher.iter(|| host_y.par_iter_mut().zip(&host_x).for_each(|(y, x)| *y += 1e-3 * x));
    });
    group.finish();
    stream.synchronize().expect("no failure");
}

#[kernel]
fn mandelbrot(width: usize, height: usize, out: &mut [u32]) {
    let (px, py) = global_id_2d();
    if px < width && py < height {
        let cx = px as f32 / width as f32 * 3.0 - 2.2;
        let cy = py as f32 / height as f32 * 2.4 - 1.2;
        let (mut x, mut y) = (0.0f32, 0.0f32);
        let mut steps = 0;
        while steps < 256 && x * x + y * y <= 4.0 {
            let next = x * x - y * y + cx;
            y = 2.0 * x * y + cy;
            x = next;
            steps += 1;
        }
        out[py * width + px] = steps;
    }
}

fn mandelbrot_pair(criterion: &mut Criterion) {
    let (width, height) = (1024, 768);
    let stream = Device::cpu().stream();
    let mut out = stream.alloc_zeroed::<u32>(width * height).expect("memory");
    let mut host = vec![0u32; width * height];
    let mut group = criterion.benchmark_group("mandelbrot, 1024 x 768, 256 steps");
    group.bench_function("kiln", |bencher| {
        bencher.iter(|| {
            mandelbrot(width, height, &mut out)
                .block([32, 16])
                .threads([width, height])
                .launch(&stream)
                .expect("a launch");
        });
    });
    group.bench_function("rayon", |bencher| {
        bencher.iter(|| {
            host.par_chunks_mut(width).enumerate().for_each(|(py, row)| {
                for (px, out) in row.iter_mut().enumerate() {
                    let cx = px as f32 / width as f32 * 3.0 - 2.2;
                    let cy = py as f32 / height as f32 * 2.4 - 1.2;
                    let (mut x, mut y) = (0.0f32, 0.0f32);
                    let mut steps = 0;
                    while steps < 256 && x * x + y * y <= 4.0 {
                        (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
                        steps += 1;
                    }
                    *out = steps;
                }
            });
        });
    });
    group.finish();
    assert_eq!(stream.download(&out).expect("no failure"), host);
}

#[kernel]
fn attract(x: &[f32], y: &[f32], z: &[f32], ax: &mut [f32]) {
    let i = global_id();
    if i < ax.len() {
        let (px, py, pz) = (x[i], y[i], z[i]);
        let mut sum = 0.0;
        for j in 0..x.len() {
            let (dx, dy, dz) = (x[j] - px, y[j] - py, z[j] - pz);
            let r2 = dx * dx + dy * dy + dz * dz + 0.01;
            sum += dx / (r2 * r2.sqrt());
        }
        ax[i] = sum;
    }
}

fn nbody_pair(criterion: &mut Criterion) {
    let n = 4096;
    let stream = Device::cpu().stream();
    let host: Vec<Vec<f32>> = (0..3)
        .map(|axis| (0..n).map(|i| ((i * 7919 + axis * 104_729) % 2003) as f32 * 1e-3).collect())
        .collect();
    let [x, y, z] = [0, 1, 2].map(|axis: usize| stream.upload(&host[axis]).expect("memory"));
    let mut ax = stream.alloc_zeroed::<f32>(n).expect("memory");
    let mut host_ax = vec![0.0f32; n];
    let mut group = criterion.benchmark_group("n-body, 4096 bodies");
    group.bench_function("kiln", |bencher| {
        bencher.iter(|| attract(&x, &y, &z, &mut ax).threads(n).launch(&stream).expect("a launch"));
    });
    group.bench_function("rayon", |bencher| {
        bencher.iter(|| {
            host_ax.par_iter_mut().enumerate().for_each(|(i, out)| {
                let (px, py, pz) = (host[0][i], host[1][i], host[2][i]);
                let mut sum = 0.0;
                for ((x, y), z) in host[0].iter().zip(&host[1]).zip(&host[2]) {
                    let (dx, dy, dz) = (x - px, y - py, z - pz);
                    let r2 = dx * dx + dy * dy + dz * dz + 0.01;
                    sum += dx / (r2 * r2.sqrt());
                }
                *out = sum;
            });
        });
    });
    group.finish();
    assert_eq!(stream.download(&ax).expect("no failure"), host_ax);
}

#[kernel(block = 256)]
fn block_sums(x: &[f32], out: &mut [f32]) {
    let partial = shared::<[f32; 256]>();
    let (i, t) = (global_id(), thread_idx().x);
    partial[t] = if i < x.len() { x[i] } else { 0.0 };
    sync_threads();
    let mut half = 128;
    while half > 0 {
        if t < half {
            partial[t] += partial[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 {
        out[block_idx().x] = partial[0];
    }
}

fn reduction_pair(criterion: &mut Criterion) {
    let n = 16 << 20;
    let stream = Device::cpu().stream();
    // Small whole numbers sum exactly in any order.
    let host_x: Vec<f32> = (0..n).map(|i| (i % 7) as f32).collect();
    let x = stream.upload(&host_x).expect("memory");
    let mut out = stream.alloc_zeroed::<f32>(n / 256).expect("memory");
    let mut host = vec![0.0f32; n / 256];
    let mut group = criterion.benchmark_group("block reduction, 16 Mi f32 by 256");
    group.bench_function("kiln", |bencher| {
        bencher.iter(|| block_sums(&x, &mut out).threads(n).launch(&stream).expect("a launch"));
    });
    group.bench_function("rayon", |bencher| {
        bencher.iter(|| {
            host.par_iter_mut()
                .zip(host_x.par_chunks(256))
                .for_each(|(out, chunk)| *out = chunk.iter().sum());
        });
    });
    group.finish();
    assert_eq!(stream.download(&out).expect("no failure"), host);
}

/// The peer is the crate `matrixmultiply` with a thread for each processor.
fn matmul_pair(criterion: &mut Criterion) {
    let n = 1024;
    let stream = Device::cpu().stream();
    let fill = |seed: usize| -> Vec<f32> {
        (0..n * n).map(|i| ((i * 7919 + seed) % 1013) as f32 / 1013.0 - 0.5).collect()
    };
    let (host_a, host_b, mut host_c) = (fill(1), fill(2), vec![0.0f32; n * n]);
    let a = Tensor2::from_slice(&stream, &host_a, [n, n]).expect("memory");
    let b = Tensor2::from_slice(&stream, &host_b, [n, n]).expect("memory");
    let mut c = Tensor2::zeros(&stream, [n, n]).expect("memory");
    let mut group = criterion.benchmark_group("matmul f32 1024");
    group.bench_function("kiln, 128 x 128 x 64", |bencher| {
        bencher.iter(|| matmul::<f32, 128, 128, 64>(&a, &b, &mut c).launch(&stream).expect("a launch"));
    });
    group.bench_function("kiln, 256 x 256 x 128", |bencher| {
        bencher.iter(|| matmul::<f32, 256, 256, 128>(&a, &b, &mut c).launch(&stream).expect("a launch"));
    });
    group.bench_function("matrixmultiply", |bencher| {
        let row = n as isize;
        let (a, b, c) = (host_a.as_ptr(), host_b.as_ptr(), host_c.as_mut_ptr());
        // SAFETY: three square matrices by rows, of which `c` alone is written.
        bencher.iter(|| unsafe { matrixmultiply::sgemm(n, n, n, 1.0, a, row, 1, b, row, 1, 0.0, c, row, 1) });
    });
    group.finish();
    let c = c.download(&stream).expect("no failure");
    let close = c.iter().zip(&host_c).all(|(kiln, peer)| (kiln - peer).abs() < 1e-3);
    assert!(close, "the two products differ");
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = saxpy_pair, mandelbrot_pair, nbody_pair, reduction_pair, matmul_pair
}
criterion_main!(benches);
