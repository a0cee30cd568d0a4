//! Kiln on a GPU: memory-bound kernels, fused expressions, the cost of bounds checks and that of assertions. Launches
//! have a benchmark of their own, `launch`.
//!
//! ```text
//! cargo bench --bench gpu [-- memory fused checks panics]
//! ```
//!
//! Device times are between device events around a queue that is kept full, over rotating buffers larger than the
//! cache; variants take turns, and each figure is the median of its turns. Peers are under `benches/peers/`; run
//! them on the same machine right before or after.

mod smoke;

use kiln::prelude::*;
use kiln::{Buffer, Stream};

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

/// Four elements a thread, all loads before the first store.
#[kernel(block = 256)]
fn saxpy_four(a: f32, x: &[f32], y: &mut [f32]) {
    let i = block_idx().x * 1024 + thread_idx().x;
    if i + 768 < y.len() {
        let (x0, x1, x2, x3) = (x[i], x[i + 256], x[i + 512], x[i + 768]);
        let (y0, y1, y2, y3) = (y[i], y[i + 256], y[i + 512], y[i + 768]);
        y[i] = a * x0 + y0;
        y[i + 256] = a * x1 + y1;
        y[i + 512] = a * x2 + y2;
        y[i + 768] = a * x3 + y3;
    } else {
        for k in (i..y.len()).step_by(256) {
            y[k] = a * x[k] + y[k];
        }
    }
}

#[kernel(unchecked)]
unsafe fn saxpy_unchecked(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

#[kernel(block = 256, unchecked)]
unsafe fn saxpy_four_unchecked(a: f32, x: &[f32], y: &mut [f32]) {
    let i = block_idx().x * 1024 + thread_idx().x;
    if i + 768 < y.len() {
        let (x0, x1, x2, x3) = (x[i], x[i + 256], x[i + 512], x[i + 768]);
        let (y0, y1, y2, y3) = (y[i], y[i + 256], y[i + 512], y[i + 768]);
        y[i] = a * x0 + y0;
        y[i + 256] = a * x1 + y1;
        y[i + 512] = a * x2 + y2;
        y[i + 768] = a * x3 + y3;
    } else {
        for k in (i..y.len()).step_by(256) {
            y[k] = a * x[k] + y[k];
        }
    }
}

/// The sum: eight loads in flight a thread, a warp's sum by shuffles, one atomic addition a block.
#[kernel(block = 512)]
fn sum(x: &[f32], total: &[AtomicF32]) {
    let warps = shared::<[f32; 16]>();
    let stride = grid_dim().x * 512;
    let mut i = global_id();
    let (mut s0, mut s1, mut s2, mut s3) = (0.0, 0.0, 0.0, 0.0);
    while i + 7 * stride < x.len() {
        let (a, b, c, d) = (x[i], x[i + stride], x[i + 2 * stride], x[i + 3 * stride]);
        let (e, f, g, h) = (x[i + 4 * stride], x[i + 5 * stride], x[i + 6 * stride], x[i + 7 * stride]);
        s0 += a + e;
        s1 += b + f;
        s2 += c + g;
        s3 += d + h;
        i += 8 * stride;
    }
    while i < x.len() {
        s0 += x[i];
        i += stride;
    }
    let mine = warp::sum((s0 + s1) + (s2 + s3));
    if lane_id() == 0 {
        warps[warp_id()] = mine;
    }
    sync_threads();
    if warp_id() == 0 {
        let part = if lane_id() < 16 { warps[lane_id()] } else { 0.0 };
        let all = warp::sum(part);
        if lane_id() == 0 {
            total[0].fetch_add(all, Ordering::Relaxed);
        }
    }
}

#[kernel(block = (32, 32))]
fn matmul(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let a_tile = shared::<[[f32; 32]; 32]>();
    let b_tile = shared::<[[f32; 32]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (column, row) = global_id_2d();
    let mut sum = 0.0;
    for step in 0..n / 32 {
        a_tile[ty][tx] = a[row * n + step * 32 + tx];
        b_tile[ty][tx] = b[(step * 32 + ty) * n + column];
        sync_threads();
        for i in 0..32 {
            sum += a_tile[ty][i] * b_tile[i][tx];
        }
        sync_threads();
    }
    c[row * n + column] = sum;
}

#[kernel(block = (32, 32), unchecked)]
unsafe fn matmul_unchecked(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let a_tile = shared::<[[f32; 32]; 32]>();
    let b_tile = shared::<[[f32; 32]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (column, row) = global_id_2d();
    let mut sum = 0.0;
    for step in 0..n / 32 {
        a_tile[ty][tx] = a[row * n + step * 32 + tx];
        b_tile[ty][tx] = b[(step * 32 + ty) * n + column];
        sync_threads();
        for i in 0..32 {
            sum += a_tile[ty][i] * b_tile[i][tx];
        }
        sync_threads();
    }
    c[row * n + column] = sum;
}

/// As [`saxpy_unchecked`], with an assertion for each element, of which nothing is said.
#[kernel(unchecked)]
unsafe fn saxpy_asserting(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        assert!(x[i] >= 0.0);
        y[i] = a * x[i] + y[i];
    }
}

/// The same with a message of three values.
#[kernel(unchecked)]
unsafe fn saxpy_explaining(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        assert!(x[i] >= 0.0, "x[{}] is {}, with a = {}", i, x[i], a);
        y[i] = a * x[i] + y[i];
    }
}

/// As [`matmul_unchecked`], with an assertion in each of the 2048 products, of which nothing is said.
#[kernel(block = (32, 32), unchecked)]
unsafe fn matmul_asserting(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let a_tile = shared::<[[f32; 32]; 32]>();
    let b_tile = shared::<[[f32; 32]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (column, row) = global_id_2d();
    let mut sum = 0.0;
    for step in 0..n / 32 {
        a_tile[ty][tx] = a[row * n + step * 32 + tx];
        b_tile[ty][tx] = b[(step * 32 + ty) * n + column];
        sync_threads();
        for i in 0..32 {
            assert!(a_tile[ty][i] >= 0.0);
            sum += a_tile[ty][i] * b_tile[i][tx];
        }
        sync_threads();
    }
    c[row * n + column] = sum;
}

/// The same with a message of four values.
#[kernel(block = (32, 32), unchecked)]
unsafe fn matmul_explaining(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let a_tile = shared::<[[f32; 32]; 32]>();
    let b_tile = shared::<[[f32; 32]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (column, row) = global_id_2d();
    let mut sum = 0.0;
    for step in 0..n / 32 {
        a_tile[ty][tx] = a[row * n + step * 32 + tx];
        b_tile[ty][tx] = b[(step * 32 + ty) * n + column];
        sync_threads();
        for i in 0..32 {
            assert!(a_tile[ty][i] >= 0.0, "step {}, {} of row {}: {}", step, i, row, a_tile[ty][i]);
            sum += a_tile[ty][i] * b_tile[i][tx];
        }
        sync_threads();
    }
    c[row * n + column] = sum;
}

/// As [`matmul_unchecked`], with an assertion and its message for each step of 32 products.
#[kernel(block = (32, 32), unchecked)]
unsafe fn matmul_explaining_steps(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let a_tile = shared::<[[f32; 32]; 32]>();
    let b_tile = shared::<[[f32; 32]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (column, row) = global_id_2d();
    let mut sum = 0.0;
    for step in 0..n / 32 {
        a_tile[ty][tx] = a[row * n + step * 32 + tx];
        b_tile[ty][tx] = b[(step * 32 + ty) * n + column];
        sync_threads();
        for i in 0..32 {
            sum += a_tile[ty][i] * b_tile[i][tx];
        }
        assert!(sum >= 0.0, "row {}, column {}, step {}: {}", row, column, step, sum);
        sync_threads();
    }
    c[row * n + column] = sum;
}

/// The expression of [`fused`] as a thread kernel.
#[kernel]
fn pipeline_of_threads(x: &[f32], y: &[f32], z: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let (x, y, z) = (x[i], y[i], z[i]);
        out[i] = ((x.sin() * y.cos() + (-z * z).exp()) + (x + 1.0).ln()).sqrt();
    }
}

/// A part of the benchmark.
type Section = fn(&Device) -> kiln::Result<()>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let device = match Device::gpu(0) {
        Ok(device) => device,
        Err(error) => return println!("no GPU, so nothing is measured: {error}"),
    };
    println!("{device}, Kiln {}", env!("CARGO_PKG_VERSION"));
    let wanted = |name: &str| args.is_empty() || args.iter().any(|arg| name.contains(arg.as_str()));
    let sections: [(&str, Section); 4] =
        [("memory", memory), ("fused", fused), ("checks", checks), ("panics", panics)];
    for (name, section) in sections {
        if wanted(name) {
            smoke::report(name, section(&device));
        }
    }
}

/// A named piece of work that one call gives to the stream; the number of the turn chooses the buffers.
struct Variant<'a> {
    name: &'a str,
    run: Box<dyn FnMut(usize) -> kiln::Result<()> + 'a>,
}

/// Device microseconds a call, the median of each; the variants take turns.
fn device_times(stream: &Stream, variants: &mut [Variant<'_>]) -> kiln::Result<Vec<f64>> {
    let times = smoke::device_seconds(stream, variants.iter_mut().map(|variant| &mut variant.run))?;
    Ok(times.into_iter().map(|time| time * 1e6).collect())
}

fn report_bandwidth(title: &str, variants: &[Variant<'_>], times: &[f64], bytes: &[f64]) {
    println!("\n{title:<44}{:>12}{:>10}", "us", "TB/s");
    for ((variant, time), bytes) in variants.iter().zip(times).zip(bytes) {
        println!("{:<44}{time:>12.1}{:>10.3}", variant.name, bytes / time * 1e-6);
    }
}

fn memory(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let n = 64 << 20;
    let sets = 3;
    let noise =
        |seed: usize| -> Vec<f32> { (0..n).map(|i| ((i * 7919 + seed) % 1013) as f32 * 1e-3).collect() };
    let x: Vec<Buffer<f32>> = (0..sets).map(|k| stream.upload(&noise(k))).collect::<kiln::Result<_>>()?;
    let y =
        || -> kiln::Result<Vec<Buffer<f32>>> { (0..sets).map(|k| stream.upload(&noise(k + 7))).collect() };
    let (mut y0, mut y1, mut y2, mut y3) = (y()?, y()?, y()?, y()?);
    let quads = n.div_ceil(1024);
    let mut variants = [
        Variant {
            name: "saxpy",
            run: Box::new(|k| saxpy(1e-3, &x[k % sets], &mut y0[k % sets]).threads(n).launch(stream)),
        },
        Variant {
            name: "saxpy, unchecked",
            run: Box::new(|k| {
                // SAFETY: x and y are of one length.
                unsafe { saxpy_unchecked(1e-3, &x[k % sets], &mut y1[k % sets]) }.threads(n).launch(stream)
            }),
        },
        Variant {
            name: "saxpy, four elements a thread",
            run: Box::new(|k| saxpy_four(1e-3, &x[k % sets], &mut y2[k % sets]).blocks(quads).launch(stream)),
        },
        Variant {
            name: "saxpy, four elements a thread, unchecked",
            run: Box::new(|k| {
                // SAFETY: x and y are of one length.
                unsafe { saxpy_four_unchecked(1e-3, &x[k % sets], &mut y3[k % sets]) }
                    .blocks(quads)
                    .launch(stream)
            }),
        },
    ];
    let times = device_times(stream, &mut variants)?;
    report_bandwidth("f32, 64 Mi elements, 12 bytes each", &variants, &times, &[12.0 * n as f64; 4]);
    drop(variants);
    drop((x, y0, y1, y2, y3));

    let n = 256 << 20;
    let values: Vec<f32> = (0..n).map(|i| (i % 17) as f32 * 0.25).collect();
    let x = [stream.upload(&values)?, stream.upload(&values)?];
    let mut total = stream.alloc_zeroed::<f32>(1)?;
    let mut y = stream.alloc_zeroed::<f32>(n)?;
    let mut z = stream.alloc_zeroed::<f32>(n)?;
    let blocks = 132 * 4;
    sum(&x[0], &mut total).blocks(blocks).launch(stream)?;
    let expected: f64 = values.iter().map(|v| f64::from(*v)).sum();
    let found = f64::from(stream.download(&total)?[0]);
    assert!((found / expected - 1.0).abs() < 1e-5, "the sum is {found}, not {expected}");
    let mut variants = [
        Variant { name: "sum", run: Box::new(|k| sum(&x[k % 2], &mut total).blocks(blocks).launch(stream)) },
        Variant {
            name: "copy by the driver (ceiling)",
            run: Box::new(
                |k| if k % 2 == 0 { stream.copy(&x[0], &mut y) } else { stream.copy(&x[1], &mut z) },
            ),
        },
    ];
    let times = device_times(stream, &mut variants)?;
    report_bandwidth("f32, 256 Mi elements", &variants, &times, &[4.0 * n as f64, 8.0 * n as f64]);
    Ok(())
}

/// All elements but the last, a length that is no multiple of 16 bytes.
fn odd(x: &Tensor2<f32>) -> kiln::Result<kiln::TensorView1<'_, f32>> {
    x.buffer().slice(..x.len() - 1).map(kiln::TensorView1::new)
}

/// Expressions of one kernel: without gaps, with a row and a column broadcast, with an odd length, and reduced.
fn fused(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let (rows, columns, sets) = (8192, 8192, 3);
    let n = rows * columns;
    let noise =
        |seed: usize| -> Vec<f32> { (0..n).map(|i| ((i * 7919 + seed) % 1013) as f32 * 1e-3).collect() };
    let matrices = |seed: usize| -> kiln::Result<Vec<Tensor2<f32>>> {
        (0..sets).map(|k| Tensor2::from_slice(stream, &noise(seed + k), [rows, columns])).collect()
    };
    let (x, y, z) = (matrices(1)?, matrices(7)?, matrices(13)?);
    let (row, column) = (x[0].row(0), x[0].slice(.., ..1)?);
    let pipeline =
        fuse!(|x: f32, y: f32, z: f32| ((x.sin() * y.cos() + (-z * z).exp()) + (x + 1.0).ln()).sqrt());
    let loss = fuse!(|p: f32, t: f32| (p - t) * (p - t); sum);
    let (mut o0, mut o1, mut o2) = (matrices(1)?, matrices(1)?, matrices(1)?);
    let mut o3 = (0..sets).map(|_| stream.alloc_zeroed(n)).collect::<kiln::Result<Vec<Buffer<f32>>>>()?;
    let mut total = Tensor1::zeros(stream, 1)?;
    let mut variants = [
        Variant {
            name: "pipeline, fuse!",
            run: Box::new(|k| {
                let k = k % sets;
                pipeline.eval_into(stream, &x[k], &y[k], &z[k], &mut o0[k])
            }),
        },
        Variant {
            name: "pipeline, a row and a column broadcast",
            run: Box::new(|k| pipeline.eval_into(stream, &x[k % sets], row, column, &mut o1[k % sets])),
        },
        Variant {
            name: "pipeline, an odd length",
            run: Box::new(|k| {
                let k = k % sets;
                let out = kiln::TensorViewMut1::new(o2[k].buffer_mut().slice_into(..n - 1)?);
                pipeline.eval_into(stream, odd(&x[k])?, odd(&y[k])?, odd(&z[k])?, out)
            }),
        },
        Variant {
            name: "pipeline, a thread kernel",
            run: Box::new(|k| {
                let k = k % sets;
                pipeline_of_threads(x[k].buffer(), y[k].buffer(), z[k].buffer(), &mut o3[k])
                    .threads(n)
                    .launch(stream)
            }),
        },
        Variant {
            name: "loss, fuse! with a sum",
            run: Box::new(|k| loss.eval_into(stream, &x[k % sets], &y[k % sets], &mut total)),
        },
    ];
    let times = device_times(stream, &mut variants)?;
    let bytes = [16.0, 8.0, 16.0, 16.0, 8.0].map(|bytes| bytes * n as f64);
    report_bandwidth("f32, 64 Mi elements", &variants, &times, &bytes);
    Ok(())
}

fn checks(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let n = 2048;
    let noise =
        |seed: usize| -> Vec<f32> { (0..n * n).map(|i| ((i * 7919 + seed) % 1013) as f32 * 1e-3).collect() };
    let (a, b) = (stream.upload(&noise(1))?, stream.upload(&noise(2))?);
    let (mut c0, mut c1) = (stream.alloc_zeroed::<f32>(n * n)?, stream.alloc_zeroed::<f32>(n * n)?);
    let mut variants = [
        Variant {
            name: "matmul",
            run: Box::new(|_| matmul(n, &a, &b, &mut c0).threads([n, n]).launch(stream)),
        },
        Variant {
            name: "matmul, unchecked",
            // SAFETY: n is a multiple of the tile, and the matrices are n × n.
            run: Box::new(|_| unsafe { matmul_unchecked(n, &a, &b, &mut c1) }.threads([n, n]).launch(stream)),
        },
    ];
    let times = device_times(stream, &mut variants)?;
    println!("\n{:<44}{:>12}{:>10}", "f32 2048 x 2048, tiles of 32 in shared memory", "us", "TFLOP/s");
    for (variant, time) in variants.iter().zip(&times) {
        println!("{:<44}{time:>12.1}{:>10.2}", variant.name, 2.0 * (n as f64).powi(3) / time * 1e-6);
    }
    println!("{:<44}{:>11.1}%", "cost of the checks", (times[0] / times[1] - 1.0) * 100.0);
    drop(variants);
    assert_eq!(stream.download(&c0)?, stream.download(&c1)?, "checked and unchecked differ");
    Ok(())
}

/// What assertions cost that never fail: nothing of it is a check of an index, since all of these are `unchecked`.
fn panics(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    // More than the cache holds: 512 MiB each.
    let n = 128 << 20;
    let x = stream.upload(&vec![1.0f32; n])?;
    let zeros = || stream.alloc_zeroed::<f32>(n);
    let (mut y0, mut y1, mut y2) = (zeros()?, zeros()?, zeros()?);
    let mut variants = [
        Variant {
            name: "saxpy, no assertion",
            // SAFETY: x and y are of one length.
            run: Box::new(|_| unsafe { saxpy_unchecked(1e-3, &x, &mut y0) }.threads(n).launch(stream)),
        },
        Variant {
            name: "saxpy, an assertion",
            // SAFETY: x and y are of one length.
            run: Box::new(|_| unsafe { saxpy_asserting(1e-3, &x, &mut y1) }.threads(n).launch(stream)),
        },
        Variant {
            name: "saxpy, an assertion with a message",
            // SAFETY: x and y are of one length.
            run: Box::new(|_| unsafe { saxpy_explaining(1e-3, &x, &mut y2) }.threads(n).launch(stream)),
        },
    ];
    let times = device_times(stream, &mut variants)?;
    println!("\n{:<44}{:>12}{:>10}", "f32, 128 Mi elements, unchecked", "us", "cost");
    for (variant, time) in variants.iter().zip(&times) {
        println!("{:<44}{time:>12.1}{:>9.1}%", variant.name, (time / times[0] - 1.0) * 100.0);
    }
    drop(variants);
    drop((x, y0, y1, y2));

    let n = 2048;
    let noise =
        |seed: usize| -> Vec<f32> { (0..n * n).map(|i| ((i * 7919 + seed) % 1013) as f32 * 1e-3).collect() };
    let (a, b) = (stream.upload(&noise(1))?, stream.upload(&noise(2))?);
    let zeros = || stream.alloc_zeroed::<f32>(n * n);
    let (mut c0, mut c1, mut c2, mut c3) = (zeros()?, zeros()?, zeros()?, zeros()?);
    let mut variants = [
        Variant {
            name: "matmul, no assertion",
            // SAFETY: n is a multiple of the tile, and the matrices are n × n.
            run: Box::new(|_| unsafe { matmul_unchecked(n, &a, &b, &mut c0) }.threads([n, n]).launch(stream)),
        },
        Variant {
            name: "matmul, a message each 32 products",
            run: Box::new(|_| {
                // SAFETY: n is a multiple of the tile, and the matrices are n × n.
                unsafe { matmul_explaining_steps(n, &a, &b, &mut c1) }.threads([n, n]).launch(stream)
            }),
        },
        Variant {
            name: "matmul, an assertion each product",
            // SAFETY: n is a multiple of the tile, and the matrices are n × n.
            run: Box::new(|_| unsafe { matmul_asserting(n, &a, &b, &mut c2) }.threads([n, n]).launch(stream)),
        },
        Variant {
            name: "matmul, a message each product",
            run: Box::new(|_| {
                // SAFETY: n is a multiple of the tile, and the matrices are n × n.
                unsafe { matmul_explaining(n, &a, &b, &mut c3) }.threads([n, n]).launch(stream)
            }),
        },
    ];
    let times = device_times(stream, &mut variants)?;
    println!("\n{:<44}{:>12}{:>10}", "f32 2048 x 2048, tiles of 32, unchecked", "us", "cost");
    for (variant, time) in variants.iter().zip(&times) {
        println!("{:<44}{time:>12.1}{:>9.1}%", variant.name, (time / times[0] - 1.0) * 100.0);
    }
    drop(variants);
    let product = stream.download(&c0)?;
    for other in [&c1, &c2, &c3] {
        assert_eq!(stream.download(other)?, product, "the variants differ");
    }
    Ok(())
}
