//! Kiln's tile kernels on a GPU: memory-bound rows, matrix products, attention.
//!
//! ```text
//! cargo bench --bench tiles [-- rows matmul factors experts attention report]
//! ```
//!
//! Device times are between device events around a queue that is kept full, over rotating buffers larger than the
//! cache; variants take turns, and each figure is the median of its turns. The peers are in
//! `benches/peers/tile_peers.py`; run it on the same machine right before or after.

#[path = "../examples/attention_tile.rs"]
#[allow(dead_code, reason = "only the example's kernel is measured")]
mod attention_tile;
#[path = "../examples/layernorm_tile.rs"]
#[allow(dead_code, reason = "only the example's kernel is measured")]
mod layernorm_tile;
#[path = "../examples/matmul_tile.rs"]
#[allow(dead_code, reason = "only the example's kernel is measured")]
mod matmul_tile;
#[path = "../examples/softmax_tile.rs"]
#[allow(dead_code, reason = "only the example's kernel is measured")]
mod softmax_tile;
#[path = "../examples/vector_add_tile.rs"]
#[allow(dead_code, reason = "only the example's kernel is measured")]
mod vector_add_tile;

mod smoke;

use kiln::Stream;
use kiln::prelude::*;

use attention_tile::attention;
use layernorm_tile::layer_norm;
use matmul_tile::matmul;
use softmax_tile::softmax;
use vector_add_tile::vector_add;

/// The example's product with eight warps.
#[kernel(tile, warps = 8)]
fn matmul_eight<T: MmaOperand, const BM: usize, const BN: usize, const BK: usize>(
    a: &Tensor2<T>,
    b: &Tensor2<T>,
    c: &mut Tensor2<T>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, BM, BN>::zeros();
    for k in 0..a.cols().div_ceil(BK) {
        sum = mma(a.load::<BM, BK>(m, k), b.load::<BK, BN>(k, n), sum);
    }
    c.store(m, n, sum.cast::<T>());
}

/// The example's attention with the hardware's own exponential, as the peers use it.
#[kernel(tile, fast_math)]
fn attention_fast<const BM: usize, const BN: usize, const D: usize>(
    q: &Tensor2<bf16>,
    k: &Tensor2<bf16>,
    v: &Tensor2<bf16>,
    scale: f32,
    o: &mut Tensor2<bf16>,
) {
    let (i, head) = (tile_id(0), tile_id(1));
    let query = q.load::<BM, D>(i, head);
    let tokens = Col::<u32, BM>::iota() + (i * BM) as u32;
    let mut most = Col::<f32, BM>::full(f32::NEG_INFINITY);
    let mut total = Col::<f32, BM>::zeros();
    let mut sum = Tile2::<f32, BM, D>::zeros();
    for j in 0..((i + 1) * BM).min(k.rows()).div_ceil(BN) {
        let scores = mma(query, k.load::<BN, D>(j, head).transpose(), Tile2::<f32, BM, BN>::zeros()) * scale;
        let seen = (Row::<u32, BN>::iota() + (j * BN) as u32).le(tokens);
        let scores = seen.select(scores, f32::NEG_INFINITY);
        let greater = most.max(scores.max_axis::<1>());
        let weights = (scores - greater).exp();
        let shrink = (most - greater).exp();
        total = total * shrink + weights.sum_axis::<1>();
        sum = mma(weights.cast::<bf16>(), v.load::<BN, D>(j, head), sum * shrink);
        most = greater;
    }
    o.store(i, head, (sum / total).cast::<bf16>());
}

/// A layer of experts: each tile of tokens, in any order, times the matrix of its expert. The matrices lie one below
/// the other.
#[kernel(tile)]
fn experts<const BM: usize, const BN: usize, const BK: usize>(
    tokens: &Tensor1<u32>,
    of_tile: &Tensor1<u32>,
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let (tokens, steps) = (tokens.load::<BM>(i), x.cols().div_ceil(BK));
    let first = of_tile.load::<1>(i).max_all() as usize * steps;
    let mut sum = Tile2::<f32, BM, BN>::zeros();
    for k in 0..steps {
        sum = mma(x.load_rows::<BM, BK>(tokens, k), weights.load::<BK, BN>(first + k, j), sum);
    }
    y.store(i, j, sum.cast::<bf16>());
}

/// The same of tokens that lie in order.
#[kernel(tile)]
fn experts_in_order<const BM: usize, const BN: usize, const BK: usize>(
    of_tile: &Tensor1<u32>,
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let steps = x.cols().div_ceil(BK);
    let first = of_tile.load::<1>(i).max_all() as usize * steps;
    let mut sum = Tile2::<f32, BM, BN>::zeros();
    for k in 0..steps {
        sum = mma(x.load::<BM, BK>(i, k), weights.load::<BK, BN>(first + k, j), sum);
    }
    y.store(i, j, sum.cast::<bf16>());
}

/// The same by single elements.
#[kernel(tile)]
fn experts_gathered<const BM: usize, const BN: usize, const BK: usize>(
    tokens: &Tensor1<u32>,
    of_tile: &Tensor1<u32>,
    x: &Tensor2<bf16>,
    weights: &Tensor2<bf16>,
    y: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let (tokens, steps) = (tokens.load::<BM>(i).to_col(), x.cols().div_ceil(BK));
    let first = of_tile.load::<1>(i).max_all() as usize * steps;
    let mut sum = Tile2::<f32, BM, BN>::zeros();
    for k in 0..steps {
        let columns = Row::<u32, BK>::iota() + (k * BK) as u32;
        sum = mma(x.gather(tokens, columns), weights.load::<BK, BN>(first + k, j), sum);
    }
    y.store(i, j, sum.cast::<bf16>());
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
    let sections: [(&str, Section); 6] = [
        ("report", report),
        ("rows", rows),
        ("matmul", products),
        ("factors", factors),
        ("experts", layers_of_experts),
        ("attention", attentions),
    ];
    for (name, section) in sections {
        if wanted(name) {
            smoke::report(name, section(&device));
        }
    }
}

/// A named piece of work that one call gives to the stream; the number of the turn chooses the buffers.
struct Variant<'a> {
    name: &'a str,
    /// Bytes that one call has to move.
    bytes: f64,
    /// Floating-point operations of one call.
    operations: f64,
    run: Box<dyn FnMut(usize) -> kiln::Result<()> + 'a>,
}

/// Prints the median device time of each variant; they take turns.
fn measure(title: &str, stream: &Stream, variants: &mut [Variant<'_>]) -> kiln::Result<()> {
    let times = smoke::device_seconds(stream, variants.iter_mut().map(|variant| &mut variant.run))?;
    println!("\n{title:<52}{:>12}{:>10}{:>10}", "us", "TB/s", "TFLOP/s");
    for (variant, time) in variants.iter().zip(times) {
        let time = time * 1e6;
        let column =
            |amount: f64| if amount > 0.0 { format!("{:.3}", amount / time * 1e-6) } else { String::new() };
        println!(
            "{:<52}{time:>12.1}{:>10}{:>10}",
            variant.name,
            column(variant.bytes),
            column(variant.operations)
        );
    }
    Ok(())
}

/// Random numbers from -1 to 1.
fn noise(len: usize, seed: u32) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(seed.into());
    (0..len).map(|_| random.f32() * 2.0 - 1.0).collect()
}

fn matrix<T: Float>(stream: &Stream, extents: [usize; 2], seed: u32) -> kiln::Result<Tensor2<T>> {
    let data: Vec<T> =
        noise(extents[0] * extents[1], seed).into_iter().map(|v| T::from_f64(f64::from(v))).collect();
    Tensor2::from_slice(stream, &data, extents)
}

const SETS: usize = 3;

fn rows(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let len = 64 << 20;
    let vector = |seed: u32| Tensor1::from_slice(stream, &noise(len, seed));
    let a: Vec<_> = (0..SETS).map(|k| vector(k as u32 + 1)).collect::<kiln::Result<_>>()?;
    let b: Vec<_> = (0..SETS).map(|k| vector(k as u32 + 9)).collect::<kiln::Result<_>>()?;
    let mut c: Vec<_> = (0..SETS).map(|_| Tensor1::zeros(stream, len)).collect::<kiln::Result<_>>()?;
    let mut d: Vec<_> = (0..SETS).map(|_| Tensor1::zeros(stream, len)).collect::<kiln::Result<_>>()?;
    let mut variants = [
        Variant {
            name: "vector add, tiles of 1024",
            bytes: 12.0 * len as f64,
            operations: 0.0,
            run: Box::new(|k| {
                let k = k % SETS;
                vector_add::<1024>(&a[k], &b[k], &mut c[k]).launch(stream)
            }),
        },
        Variant {
            name: "vector add, tiles of 2048",
            bytes: 12.0 * len as f64,
            operations: 0.0,
            run: Box::new(|k| {
                let k = k % SETS;
                vector_add::<2048>(&a[k], &b[k], &mut d[k]).launch(stream)
            }),
        },
    ];
    measure("f32, 64 Mi elements", stream, &mut variants)?;
    drop(variants);
    drop((a, b, c, d));

    let (rows, columns) = (8192, 4096);
    let x: Vec<Tensor2<f32>> =
        (0..SETS).map(|k| matrix(stream, [rows, columns], k as u32 + 1)).collect::<kiln::Result<_>>()?;
    let outputs = || -> kiln::Result<Vec<Tensor2<f32>>> {
        (0..SETS).map(|_| Tensor2::zeros(stream, [rows, columns])).collect()
    };
    let (mut y, mut z) = (outputs()?, outputs()?);
    let weight = Tensor1::from_slice(stream, &noise(columns, 3))?;
    let bias = Tensor1::from_slice(stream, &noise(columns, 4))?;
    let bytes = 8.0 * (rows * columns) as f64;
    let mut variants = [
        Variant {
            name: "softmax",
            bytes,
            operations: 0.0,
            run: Box::new(|k| {
                let k = k % SETS;
                softmax::<4096>(&x[k], &mut y[k]).tiles(rows).launch(stream)
            }),
        },
        Variant {
            name: "layer norm",
            bytes,
            operations: 0.0,
            run: Box::new(|k| {
                let k = k % SETS;
                layer_norm::<4096>(&x[k], &weight, &bias, 1e-5, &mut z[k]).tiles(rows).launch(stream)
            }),
        },
    ];
    measure("f32, 8192 x 4096, a tile a row", stream, &mut variants)
}

fn products(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for edge in [4096, 8192] {
        let operations = 2.0 * (edge as f64).powi(3);
        let sets = 2;
        let set = |seed: u32| -> kiln::Result<Vec<Tensor2<bf16>>> {
            (0..sets).map(|k| matrix(stream, [edge, edge], seed + k)).collect()
        };
        let (a, b) = (set(1)?, set(7)?);
        let sets = sets as usize;
        let c = || Tensor2::<bf16>::zeros(stream, [edge, edge]);
        let (mut c0, mut c1, mut c2, mut c3, mut c4) = (c()?, c()?, c()?, c()?, c()?);
        let work = |name, run| Variant { name, bytes: 0.0, operations, run };
        let mut variants = [
            work(
                "128 x 128 x 32",
                Box::new(|k| matmul::<bf16, 128, 128, 32>(&a[k % sets], &b[k % sets], &mut c0).launch(stream))
                    as Box<dyn FnMut(usize) -> kiln::Result<()>>,
            ),
            work(
                "128 x 128 x 64",
                Box::new(|k| {
                    matmul::<bf16, 128, 128, 64>(&a[k % sets], &b[k % sets], &mut c1).launch(stream)
                }),
            ),
            work(
                "128 x 128 x 32, 8 warps",
                Box::new(|k| {
                    matmul_eight::<bf16, 128, 128, 32>(&a[k % sets], &b[k % sets], &mut c2).launch(stream)
                }),
            ),
            work(
                "128 x 256 x 32, 8 warps",
                Box::new(|k| {
                    matmul_eight::<bf16, 128, 256, 32>(&a[k % sets], &b[k % sets], &mut c3).launch(stream)
                }),
            ),
            work(
                "128 x 256 x 64",
                Box::new(|k| {
                    matmul::<bf16, 128, 256, 64>(&a[k % sets], &b[k % sets], &mut c4).launch(stream)
                }),
            ),
        ];
        measure(&format!("matmul bf16 {edge}"), stream, &mut variants)?;
    }
    let edge = 4096;
    let (a, b) = (matrix::<f32>(stream, [edge, edge], 1)?, matrix::<f32>(stream, [edge, edge], 2)?);
    let mut c = Tensor2::<f32>::zeros(stream, [edge, edge])?;
    let mut variants = [Variant {
        name: "128 x 128 x 16",
        bytes: 0.0,
        operations: 2.0 * (edge as f64).powi(3),
        run: Box::new(|_| matmul::<f32, 128, 128, 16>(&a, &b, &mut c).launch(stream)),
    }];
    measure("matmul f32 4096", stream, &mut variants)
}

/// A product of any factors; `b` is the transpose of the right one where the name says so.
#[kernel(tile)]
fn product_of<A, S, const BM: usize, const BN: usize, const BK: usize>(
    a: &Tensor2<A>,
    b: &Tensor2<A>,
    c: &mut Tensor2<S>,
) where
    A: Num + MmaOperand<S>,
    S: Num,
{
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<S, BM, BN>::zeros();
    for k in 0..a.cols().div_ceil(BK) {
        sum = mma(a.load::<BM, BK>(m, k), b.load::<BK, BN>(k, n), sum);
    }
    c.store(m, n, sum);
}

#[kernel(tile)]
fn product_of_transposed<A, S, const BM: usize, const BN: usize, const BK: usize>(
    a: &Tensor2<A>,
    b: &Tensor2<A>,
    c: &mut Tensor2<S>,
) where
    A: Num + MmaOperand<S>,
    S: Num,
{
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<S, BM, BN>::zeros();
    for k in 0..a.cols().div_ceil(BK) {
        sum = mma(a.load::<BM, BK>(m, k), b.load::<BN, BK>(n, k).transpose(), sum);
    }
    c.store(m, n, sum);
}

#[kernel(tile)]
fn product_of_rounded<const BM: usize, const BN: usize, const BK: usize>(
    a: &Tensor2<f32>,
    b: &Tensor2<f32>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, BM, BN>::zeros();
    for k in 0..a.cols().div_ceil(BK) {
        sum = mma(a.load::<BM, BK>(m, k).to_tf32(), b.load::<BK, BN>(k, n).to_tf32(), sum);
    }
    c.store(m, n, sum);
}

#[kernel(tile)]
fn product_of_rounded_transposed<const BM: usize, const BN: usize, const BK: usize>(
    a: &Tensor2<f32>,
    b: &Tensor2<f32>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, BM, BN>::zeros();
    for k in 0..a.cols().div_ceil(BK) {
        sum = mma(a.load::<BM, BK>(m, k).to_tf32(), b.load::<BN, BK>(n, k).transpose().to_tf32(), sum);
    }
    c.store(m, n, sum);
}

/// A product of matrices of 4096 rows and columns.
fn work<'a>(name: &'a str, run: impl FnMut(usize) -> kiln::Result<()> + 'a) -> Variant<'a> {
    Variant { name, bytes: 0.0, operations: 2.0 * 4096f64.powi(3), run: Box::new(run) }
}

/// Products of other factors than floats of 16 bits.
fn factors(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let edge = 4096;
    let bytes = |seed: u32| {
        let data: Vec<i8> = noise(edge * edge, seed).into_iter().map(|v| (v * 127.0) as i8).collect();
        Tensor2::from_slice(stream, &data, [edge, edge])
    };
    let (a, b) = (bytes(1)?, bytes(2)?);
    let c = || Tensor2::<i32>::zeros(stream, [edge, edge]);
    let (mut c0, mut c1, mut c2, mut c3) = (c()?, c()?, c()?, c()?);
    let mut variants = [
        work("128 x 128 x 64", |_| product_of::<i8, i32, 128, 128, 64>(&a, &b, &mut c0).launch(stream)),
        work("128 x 256 x 128", |_| product_of::<i8, i32, 128, 256, 128>(&a, &b, &mut c1).launch(stream)),
        work("128 x 128 x 64, right one transposed", |_| {
            product_of_transposed::<i8, i32, 128, 128, 64>(&a, &b, &mut c2).launch(stream)
        }),
        work("128 x 256 x 128, right one transposed", |_| {
            product_of_transposed::<i8, i32, 128, 256, 128>(&a, &b, &mut c3).launch(stream)
        }),
    ];
    measure("matmul i8 4096", stream, &mut variants)?;

    let (a, b) = (matrix::<f32>(stream, [edge, edge], 1)?, matrix::<f32>(stream, [edge, edge], 2)?);
    let c = || Tensor2::<f32>::zeros(stream, [edge, edge]);
    let (mut c0, mut c1, mut c2, mut c3) = (c()?, c()?, c()?, c()?);
    let mut variants = [
        work("128 x 128 x 32", |_| product_of_rounded::<128, 128, 32>(&a, &b, &mut c0).launch(stream)),
        work("128 x 256 x 32", |_| product_of_rounded::<128, 256, 32>(&a, &b, &mut c1).launch(stream)),
        work("128 x 128 x 32, right one transposed", |_| {
            product_of_rounded_transposed::<128, 128, 32>(&a, &b, &mut c2).launch(stream)
        }),
        work("128 x 256 x 32, right one transposed", |_| {
            product_of_rounded_transposed::<128, 256, 32>(&a, &b, &mut c3).launch(stream)
        }),
    ];
    measure("matmul tf32 4096", stream, &mut variants)?;

    let (a, b) = (matrix::<f64>(stream, [edge, edge], 1)?, matrix::<f64>(stream, [edge, edge], 2)?);
    let c = || Tensor2::<f64>::zeros(stream, [edge, edge]);
    let (mut c0, mut c1, mut c2) = (c()?, c()?, c()?);
    let mut variants = [
        work("64 x 64 x 16", |_| product_of::<f64, f64, 64, 64, 16>(&a, &b, &mut c0).launch(stream)),
        work("128 x 64 x 16", |_| product_of::<f64, f64, 128, 64, 16>(&a, &b, &mut c1).launch(stream)),
        work("128 x 128 x 16", |_| product_of::<f64, f64, 128, 128, 16>(&a, &b, &mut c2).launch(stream)),
    ];
    measure("matmul f64 4096", stream, &mut variants)
}

fn layers_of_experts(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let (edge, count) = (4096, 4);
    let (x, weights) = (matrix(stream, [edge, edge], 1)?, matrix(stream, [count * edge, edge], 2)?);
    let shuffled: Vec<u32> = (0..edge as u32).map(|at| at * 1237 % edge as u32).collect();
    let tokens = Tensor1::from_slice(stream, &shuffled)?;
    let tiles = edge / 128;
    let of_tile: Vec<u32> = (0..tiles).map(|tile| (tile * count / tiles) as u32).collect();
    let of_tile = Tensor1::from_slice(stream, &of_tile)?;
    let y = || Tensor2::<bf16>::zeros(stream, [edge, edge]);
    let (mut y0, mut y1, mut y2, mut y3) = (y()?, y()?, y()?, y()?);
    let mut variants = [
        work("128 x 128 x 64, tokens in order", |_| {
            experts_in_order::<128, 128, 64>(&of_tile, &x, &weights, &mut y0).launch(stream)
        }),
        work("128 x 128 x 64, rows by number", |_| {
            experts::<128, 128, 64>(&tokens, &of_tile, &x, &weights, &mut y1).launch(stream)
        }),
        work("128 x 256 x 64, rows by number", |_| {
            experts::<128, 256, 64>(&tokens, &of_tile, &x, &weights, &mut y2).launch(stream)
        }),
        work("128 x 128 x 64, elements by number", |_| {
            experts_gathered::<128, 128, 64>(&tokens, &of_tile, &x, &weights, &mut y3).launch(stream)
        }),
    ];
    measure("experts bf16 4096, 4 of them", stream, &mut variants)
}

/// The width of a head.
const D: usize = 128;

fn attentions(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let (tokens, heads) = (4096, 16);
    let set = |seed: u32| matrix::<bf16>(stream, [tokens, heads * D], seed);
    let (q, k, v) = (set(1)?, set(2)?, set(3)?);
    let mut o = Tensor2::zeros(stream, [tokens, heads * D])?;
    let mut p = Tensor2::zeros(stream, [tokens, heads * D])?;
    let mut r = Tensor2::zeros(stream, [tokens, heads * D])?;
    let scale = 1.0 / (D as f32).sqrt();
    let operations = 2.0 * (heads * D) as f64 * (tokens as f64).powi(2);
    let mut variants = [
        Variant {
            name: "64 queries by 64 keys",
            bytes: 0.0,
            operations,
            run: Box::new(|_| attention::<64, 64, D>(&q, &k, &v, scale, &mut o).launch(stream)),
        },
        Variant {
            name: "128 queries by 64 keys",
            bytes: 0.0,
            operations,
            run: Box::new(|_| attention::<128, 64, D>(&q, &k, &v, scale, &mut p).launch(stream)),
        },
        Variant {
            name: "64 queries by 64 keys, fast_math",
            bytes: 0.0,
            operations,
            run: Box::new(|_| attention_fast::<64, 64, D>(&q, &k, &v, scale, &mut r).launch(stream)),
        },
    ];
    measure("attention bf16, causal, 16 heads of 128, 4096 tokens", stream, &mut variants)
}

fn report(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let x = Tensor2::<f32>::zeros(stream, [8, 4096])?;
    let mut y = Tensor2::<f32>::zeros(stream, [8, 4096])?;
    println!("\n{}", softmax::<4096>(&x, &mut y).report(stream)?);
    let (a, b) = (Tensor2::<bf16>::zeros(stream, [256, 256])?, Tensor2::<bf16>::zeros(stream, [256, 256])?);
    let mut c = Tensor2::<bf16>::zeros(stream, [256, 256])?;
    println!("\n{}", matmul::<bf16, 128, 128, 32>(&a, &b, &mut c).report(stream)?);
    println!("\n{}", attention::<64, 64, 128>(&a, &a, &b, 1.0, &mut c).report(stream)?);
    Ok(())
}
