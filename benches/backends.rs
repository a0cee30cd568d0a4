//! One kernel, two back ends: run times of PTX beside those of CUDA C++ through NVRTC, on a GPU.
//!
//! ```text
//! cargo bench --bench backends [-- saxpy n_body ..]
//! ```
//!
//! Each kernel is written once and compiled by both. Device times are between device events around a queue that is
//! kept full; the two take turns, and each figure is the median of its turns. The last lines are the ratios: PTX's
//! time over CUDA C++'s.

mod smoke;

use kiln::Stream;
use kiln::prelude::*;

/// Every kernel of the benchmark, for one back end.
macro_rules! kernels {
    ($backend:ident, $target:tt) => {
        mod $backend {
            use kiln::prelude::*;

            #[kernel(target = $target)]
            pub fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
                let i = global_id();
                if i < y.len() {
                    y[i] = a * x[i] + y[i];
                }
            }

            #[kernel(target = $target)]
            pub fn stencil(w: usize, h: usize, x: &[f32], y: &mut [f32]) {
                let (i, j) = global_id_2d();
                if i > 0 && i + 1 < w && j > 0 && j + 1 < h {
                    let at = j * w + i;
                    y[at] = 0.5 * x[at] + 0.125 * (x[at - 1] + x[at + 1] + x[at - w] + x[at + w]);
                }
            }

            #[kernel(target = $target, block = (32, 32))]
            pub fn transpose(w: usize, h: usize, a: &[f32], out: &mut [f32]) {
                let tile = shared::<[[f32; 33]; 32]>();
                let (tx, ty) = (thread_idx().x, thread_idx().y);
                let (x, y) = (block_idx().x * 32 + tx, block_idx().y * 32 + ty);
                if x < w && y < h {
                    tile[ty][tx] = a[y * w + x];
                }
                sync_threads();
                let (x, y) = (block_idx().y * 32 + tx, block_idx().x * 32 + ty);
                if x < h && y < w {
                    out[y * h + x] = tile[tx][ty];
                }
            }

            #[kernel(target = $target, block = 256)]
            pub fn reduce(x: &[f32], sums: &mut [f32]) {
                let mut sum = 0.0f32;
                let mut i = global_id();
                while i < x.len() {
                    sum += x[i];
                    i += grid_dim().x * 256;
                }
                let all = block::sum(sum);
                if thread_idx().x == 0 {
                    sums[block_idx().x] = all;
                }
            }

            #[kernel(target = $target, block = 256)]
            pub fn histogram(x: &[u8], counts: &[AtomicU32]) {
                let local = shared::<[AtomicU32; 256]>();
                let t = thread_idx().x;
                local[t].store(0, Ordering::Relaxed);
                sync_threads();
                let mut i = global_id();
                while i < x.len() {
                    local[x[i] as usize].fetch_add(1, Ordering::Relaxed);
                    i += grid_dim().x * 256;
                }
                sync_threads();
                counts[t].fetch_add(local[t].load(Ordering::Relaxed), Ordering::Relaxed);
            }

            #[kernel(target = $target)]
            pub fn mandelbrot(w: usize, turns: u32, out: &mut [u32]) {
                let i = global_id();
                if i < out.len() {
                    let (cx, cy) =
                        ((i % w) as f32 / w as f32 * 3.0 - 2.0, (i / w) as f32 / w as f32 * 3.0 - 1.5);
                    let (mut x, mut y, mut n) = (0.0f32, 0.0f32, 0u32);
                    while n < turns && x * x + y * y <= 4.0 {
                        let next = x * x - y * y + cx;
                        y = 2.0 * x * y + cy;
                        x = next;
                        n += 1;
                    }
                    out[i] = n;
                }
            }

            #[kernel(target = $target, block = 256)]
            pub fn n_body(p: &[f32], a: &mut [f32]) {
                let bodies = shared::<[[f32; 4]; 256]>();
                let (i, t) = (global_id(), thread_idx().x);
                let n = p.len() / 4;
                let (x, y, z) = (p[4 * i], p[4 * i + 1], p[4 * i + 2]);
                let (mut ax, mut ay, mut az) = (0.0f32, 0.0f32, 0.0f32);
                for first in (0..n).step_by(256) {
                    for k in 0..4 {
                        bodies[t][k] = p[4 * (first + t) + k];
                    }
                    sync_threads();
                    for j in 0..256 {
                        let (dx, dy, dz) = (bodies[j][0] - x, bodies[j][1] - y, bodies[j][2] - z);
                        let inverse = (dx * dx + dy * dy + dz * dz + 1e-3).rsqrt();
                        let s = bodies[j][3] * inverse * inverse * inverse;
                        ax += s * dx;
                        ay += s * dy;
                        az += s * dz;
                    }
                    sync_threads();
                }
                a[3 * i] = ax;
                a[3 * i + 1] = ay;
                a[3 * i + 2] = az;
            }

            #[device]
            fn cumulative(d: f32) -> f32 {
                let k = 1.0 / (1.0 + 0.231_641_9 * d.abs());
                let series = k
                    * (0.319_381_5
                        + k * (-0.356_563_8 + k * (1.781_478 + k * (-1.821_256 + k * 1.330_274_5))));
                let tail = 0.398_942_3 * (-0.5 * d * d).exp() * series;
                if d > 0.0 { 1.0 - tail } else { tail }
            }

            /// The volatility that gives the price, by 24 steps of bisection over the formula of Black and Scholes.
            #[kernel(target = $target)]
            pub fn implied_volatility(
                rate: f32,
                spot: &[f32],
                strike: &[f32],
                price: &[f32],
                out: &mut [f32],
            ) {
                let i = global_id();
                if i < out.len() {
                    let (s, k) = (spot[i], strike[i]);
                    let (mut low, mut high) = (0.001f32, 4.0f32);
                    for _ in 0..24 {
                        let v = 0.5 * (low + high);
                        let d1 = ((s / k).ln() + (rate + 0.5 * v * v)) / v;
                        let call = s * cumulative(d1) - k * (-rate).exp() * cumulative(d1 - v);
                        if call < price[i] {
                            low = v;
                        } else {
                            high = v;
                        }
                    }
                    out[i] = 0.5 * (low + high);
                }
            }

            #[kernel(target = $target)]
            pub fn waves(turns: u32, x: &[f32], y: &mut [f32]) {
                let i = global_id();
                if i < y.len() {
                    let mut v = x[i];
                    for _ in 0..turns {
                        v = v.sin() + (v * 1.7).cos() * 0.5;
                    }
                    y[i] = v;
                }
            }

            /// A product by tiles of 16 by 16 in shared memory.
            #[kernel(target = $target, block = (16, 16))]
            pub fn matmul_simple(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
                let left = shared::<[[f32; 16]; 16]>();
                let right = shared::<[[f32; 16]; 16]>();
                let (tx, ty) = (thread_idx().x, thread_idx().y);
                let (column, row) = (block_idx().x * 16 + tx, block_idx().y * 16 + ty);
                let mut sum = 0.0f32;
                for first in (0..n).step_by(16) {
                    left[ty][tx] = a[row * n + first + tx];
                    right[ty][tx] = b[(first + ty) * n + column];
                    sync_threads();
                    for k in 0..16 {
                        sum += left[ty][k] * right[k][tx];
                    }
                    sync_threads();
                }
                if column < n {
                    c[row * n + column] = sum;
                }
            }

            /// Random points, and how many of them are in the circle.
            #[kernel(target = $target)]
            pub fn monte_carlo(seed: u64, turns: u32, out: &mut [u32]) {
                let i = global_id();
                if i < out.len() {
                    let mut random = Philox::new(seed, i as u64);
                    let mut inside = 0u32;
                    for _ in 0..turns {
                        let (x, y) = (random.uniform_f32(), random.uniform_f32());
                        if x * x + y * y < 1.0 {
                            inside += 1;
                        }
                    }
                    out[i] = inside;
                }
            }

            /// Rounds of mixing, as hash functions have them.
            #[kernel(target = $target)]
            pub fn hash(turns: u32, x: &[u32], y: &mut [u32]) {
                let i = global_id();
                if i < y.len() {
                    let mut h = x[i];
                    for k in 0..turns {
                        h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
                        h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
                        h = (h ^ (h >> 16)).rotate_left(k & 15).wrapping_add(k);
                    }
                    y[i] = h;
                }
            }

            /// Square roots by Newton's steps, in `f64`.
            #[kernel(target = $target)]
            pub fn newton(turns: u32, x: &[f64], y: &mut [f64]) {
                let i = global_id();
                if i < y.len() {
                    let mut v = x[i];
                    for _ in 0..turns {
                        v = 0.5 * (v + x[i] / v);
                    }
                    y[i] = v;
                }
            }

            #[kernel(tile, target = $target)]
            pub fn softmax<const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
                let row = tile_id(0);
                let v = x.load_or::<1, N>(row, 0, f32::NEG_INFINITY);
                let e = (v - v.max_axis::<1>()).exp();
                y.store(row, 0, e / e.sum_axis::<1>());
            }

            #[kernel(tile, warps = 8, target = $target)]
            pub fn matmul<const BM: usize, const BN: usize, const BK: usize>(
                a: &Tensor2<bf16>,
                b: &Tensor2<bf16>,
                c: &mut Tensor2<bf16>,
            ) {
                let (m, n) = (tile_id(0), tile_id(1));
                let mut sum = Tile2::<f32, BM, BN>::zeros();
                for k in 0..a.cols().div_ceil(BK) {
                    sum = mma(a.load::<BM, BK>(m, k), b.load::<BK, BN>(k, n), sum);
                }
                c.store(m, n, sum.cast::<bf16>());
            }

            #[kernel(tile, target = $target)]
            pub fn attention<const BM: usize, const BN: usize, const D: usize>(
                q: &Tensor2<bf16>,
                k: &Tensor2<bf16>,
                v: &Tensor2<bf16>,
                scale: f32,
                o: &mut Tensor2<bf16>,
            ) {
                let (i, head) = (tile_id(0), tile_id(1));
                let query = q.load::<BM, D>(i, head);
                let mut most = Col::<f32, BM>::full(f32::NEG_INFINITY);
                let mut total = Col::<f32, BM>::zeros();
                let mut sum = Tile2::<f32, BM, D>::zeros();
                for j in 0..k.rows().div_ceil(BN) {
                    let scores =
                        mma(query, k.load::<BN, D>(j, head).transpose(), Tile2::<f32, BM, BN>::zeros())
                            * scale;
                    let greater = most.max(scores.max_axis::<1>());
                    let weights = (scores - greater).exp();
                    let shrink = (most - greater).exp();
                    total = total * shrink + weights.sum_axis::<1>();
                    sum = mma(weights.cast::<bf16>(), v.load::<BN, D>(j, head), sum * shrink);
                    most = greater;
                }
                o.store(i, head, (sum / total).cast::<bf16>());
            }
        }
    };
}

kernels!(cuda, "cuda");
kernels!(ptx, "ptx");

/// One call of a kernel.
type Call<'a> = Box<dyn FnMut() -> kiln::Result<()> + 'a>;

/// A row of the table.
struct Row {
    name: &'static str,
    cuda: f64,
    ptx: f64,
}

/// The two calls of a kernel: with CUDA C++ and with PTX.
macro_rules! both {
    ($kernel:ident $(::<$($constant:literal),*>)? ($($argument:expr),*) $($rest:tt)*) => {
        [
            Box::new(|| cuda::$kernel $(::<$($constant),*>)? ($($argument),*) $($rest)*) as Call<'_>,
            Box::new(|| ptx::$kernel $(::<$($constant),*>)? ($($argument),*) $($rest)*) as Call<'_>,
        ]
    };
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let device = match Device::gpu(0) {
        Ok(device) => device,
        Err(error) => return println!("no GPU, so nothing is measured: {error}"),
    };
    println!("{device}, Kiln {}", env!("CARGO_PKG_VERSION"));
    let mut rows = Vec::new();
    smoke::report("backends", all(&device.stream(), &args, &mut rows));
    println!("\n{:<24}{:>14}{:>14}{:>10}", "kernel", "CUDA C++, us", "PTX, us", "ratio");
    for row in &rows {
        println!("{:<24}{:>14.1}{:>14.1}{:>10.3}", row.name, row.cuda, row.ptx, row.ptx / row.cuda);
    }
    let mean = rows.iter().map(|row| (row.ptx / row.cuda).ln()).sum::<f64>() / rows.len().max(1) as f64;
    let worst = rows.iter().map(|row| row.ptx / row.cuda).fold(0.0, f64::max);
    println!("{} kernels, geometric mean {:.3}, worst {worst:.3}", rows.len(), mean.exp());
}

/// Measures the two calls, in turn.
fn measure(
    stream: &Stream,
    wanted: &[String],
    rows: &mut Vec<Row>,
    name: &'static str,
    calls: [Call<'_>; 2],
) -> kiln::Result<()> {
    if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
        return Ok(());
    }
    let times = smoke::device_seconds(stream, calls.map(|mut call| move |_| call()))?;
    let [cuda, ptx] = [times[0], times[1]].map(|time| time * 1e6);
    println!("{name}: {cuda:.1} us, {ptx:.1} us");
    rows.push(Row { name, cuda, ptx });
    Ok(())
}

/// Random numbers from 0 to 1.
fn noise(len: usize, seed: u32) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(seed.into());
    (0..len).map(|_| random.f32()).collect()
}

fn all(stream: &Stream, wanted: &[String], rows: &mut Vec<Row>) -> kiln::Result<()> {
    memory(stream, wanted, rows)?;
    numbers(stream, wanted, rows)?;
    tiles(stream, wanted, rows)
}

/// What memory bounds. Both write to the same buffers, one after the other.
fn memory(stream: &Stream, wanted: &[String], rows: &mut Vec<Row>) -> kiln::Result<()> {
    use std::cell::RefCell;

    let n = 64 << 20;
    let x = stream.upload(&noise(n, 1))?;
    let y = RefCell::new(stream.upload(&noise(n, 2))?);
    let calls = both!(saxpy(1.5, &x, &mut *y.borrow_mut()).threads(n).launch(stream));
    measure(stream, wanted, rows, "saxpy", calls)?;
    let edge = 8192usize;
    let calls = both!(
        stencil(edge, edge, &x, &mut *y.borrow_mut()).block([32, 8]).threads([edge, edge]).launch(stream)
    );
    measure(stream, wanted, rows, "stencil", calls)?;
    let calls = both!(transpose(edge, edge, &x, &mut *y.borrow_mut()).threads([edge, edge]).launch(stream));
    measure(stream, wanted, rows, "transpose", calls)?;
    let calls = both!(reduce(&x, &mut *y.borrow_mut()).threads(132 * 8 * 256).launch(stream));
    measure(stream, wanted, rows, "reduce", calls)?;
    let bytes = stream.upload(&noise(n, 3).iter().map(|v| (v * 255.0) as u8).collect::<Vec<_>>())?;
    let counts = RefCell::new(stream.alloc_zeroed::<u32>(256)?);
    let calls = both!(histogram(&bytes, &mut *counts.borrow_mut()).threads(132 * 8 * 256).launch(stream));
    measure(stream, wanted, rows, "histogram", calls)
}

/// What arithmetic bounds.
fn numbers(stream: &Stream, wanted: &[String], rows: &mut Vec<Row>) -> kiln::Result<()> {
    use std::cell::RefCell;

    let n = 1 << 22;
    let x = stream.upload(&noise(n, 1))?;
    let y = RefCell::new(stream.alloc_zeroed::<f32>(n)?);
    let words = stream.upload(&noise(n, 5).iter().map(|v| v.to_bits()).collect::<Vec<_>>())?;
    let counts = RefCell::new(stream.alloc_zeroed::<u32>(n)?);
    let calls = both!(mandelbrot(2048, 400, &mut *counts.borrow_mut()).threads(n).launch(stream));
    measure(stream, wanted, rows, "mandelbrot", calls)?;
    let bodies = 32768;
    let p = stream.upload(&noise(4 * bodies, 7))?;
    let a = RefCell::new(stream.alloc_zeroed::<f32>(3 * bodies)?);
    let calls = both!(n_body(&p, &mut *a.borrow_mut()).threads(bodies).launch(stream));
    measure(stream, wanted, rows, "n_body", calls)?;
    let strike = stream.upload(&noise(n, 8).iter().map(|v| v + 0.5).collect::<Vec<_>>())?;
    let price = stream.upload(&noise(n, 9).iter().map(|v| v * 0.4).collect::<Vec<_>>())?;
    let calls =
        both!(implied_volatility(0.03, &x, &strike, &price, &mut *y.borrow_mut()).threads(n).launch(stream));
    measure(stream, wanted, rows, "implied_volatility", calls)?;
    let calls = both!(waves(32, &x, &mut *y.borrow_mut()).threads(n).launch(stream));
    measure(stream, wanted, rows, "waves", calls)?;
    let edge = 2048usize;
    let calls = both!(matmul_simple(edge, &x, &x, &mut *y.borrow_mut()).threads([edge, edge]).launch(stream));
    measure(stream, wanted, rows, "matmul_simple", calls)?;
    let calls = both!(monte_carlo(7, 128, &mut *counts.borrow_mut()).threads(n).launch(stream));
    measure(stream, wanted, rows, "monte_carlo", calls)?;
    let calls = both!(hash(256, &words, &mut *counts.borrow_mut()).threads(n).launch(stream));
    measure(stream, wanted, rows, "hash", calls)?;
    let doubles = stream.upload(&noise(n, 4).iter().map(|v| f64::from(*v) + 1.0).collect::<Vec<_>>())?;
    let roots = RefCell::new(stream.alloc_zeroed::<f64>(n)?);
    let calls = both!(newton(32, &doubles, &mut *roots.borrow_mut()).threads(n).launch(stream));
    measure(stream, wanted, rows, "newton", calls)
}

/// Kernels of tiles.
fn tiles(stream: &Stream, wanted: &[String], rows: &mut Vec<Row>) -> kiln::Result<()> {
    use std::cell::RefCell;

    let matrix = |extents: [usize; 2], seed| -> kiln::Result<Tensor2<bf16>> {
        let data: Vec<bf16> = noise(extents[0] * extents[1], seed).into_iter().map(bf16::from_f32).collect();
        Tensor2::from_slice(stream, &data, extents)
    };
    let x = Tensor2::from_slice(stream, &noise(8192 * 4096, 1), [8192, 4096])?;
    let y = RefCell::new(Tensor2::<f32>::zeros(stream, [8192, 4096])?);
    let calls = both!(softmax::<4096>(&x, &mut *y.borrow_mut()).tiles(8192).launch(stream));
    measure(stream, wanted, rows, "softmax", calls)?;
    let edge = 4096;
    let (a, b) = (matrix([edge, edge], 1)?, matrix([edge, edge], 2)?);
    let c = RefCell::new(Tensor2::<bf16>::zeros(stream, [edge, edge])?);
    let calls = both!(matmul::<128, 256, 32>(&a, &b, &mut *c.borrow_mut()).launch(stream));
    measure(stream, wanted, rows, "matmul", calls)?;
    let (tokens, width) = (4096, 16 * 128);
    let (q, k, v) = (matrix([tokens, width], 1)?, matrix([tokens, width], 2)?, matrix([tokens, width], 3)?);
    let o = RefCell::new(Tensor2::<bf16>::zeros(stream, [tokens, width])?);
    let calls = both!(attention::<128, 64, 128>(&q, &k, &v, 0.088, &mut *o.borrow_mut()).launch(stream));
    measure(stream, wanted, rows, "attention", calls)
}
