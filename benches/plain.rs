//! Kernels as a newcomer first writes them, next to the best form that Kiln has for the same operation.
//!
//! ```text
//! cargo bench --bench plain --features kernels [-- attention swiglu]
//! ```
//!
//! Each row of the table is an operation: the rate of the plain kernel (`plain/kernels.rs`), that of the tuned form
//! (`plain/tuned.rs`) and their quotient. Both results are compared on random data. Times are between device events
//! around a queue that is kept full; the two take turns, and each figure is the median of its turns. In smoke mode
//! the CPU compares small cases too: the tile kernels themselves, and the code for a GPU of compute capability 9.0.

#[path = "plain/kernels.rs"]
mod plain;
mod smoke;
#[path = "plain/tuned.rs"]
mod tuned;

use kiln::kernels;
use kiln::prelude::*;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

/// A part of the benchmark.
type Section = fn(&Bench) -> Outcome;

/// The width of a head.
const D: usize = 128;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wanted = |name: &str| args.is_empty() || args.iter().any(|arg| name.contains(arg.as_str()));
    let sections: [(&str, Section); 6] = [
        ("attention", attention),
        ("swiglu", swiglu),
        ("convolution", convolution),
        ("experts", experts),
        ("decode", decode),
        ("backward", backward),
    ];
    let mut benches = Vec::new();
    match Device::gpu(0) {
        Ok(device) => benches.push(Bench { stream: device.stream(), large: true }),
        Err(error) => println!("no GPU, so nothing is measured: {error}"),
    }
    if smoke::is_on() {
        benches.extend(
            [Device::cpu(), Device::emulated((9, 0))].map(|cpu| Bench { stream: cpu.stream(), large: false }),
        );
    }
    for bench in benches {
        println!("\n{}, Kiln {}", bench.stream.device(), env!("CARGO_PKG_VERSION"));
        println!("{:<44}{:>12}{:>12}{:>10}", "", "plain", "tuned", "of tuned");
        for (name, section) in sections {
            if wanted(name) {
                smoke::report(name, section(&bench));
            }
        }
    }
}

/// A piece of work.
type Work<'a> = &'a mut dyn FnMut() -> kiln::Result<()>;

struct Bench {
    stream: Stream,
    /// Whether the device is a GPU, with sizes to be measured.
    large: bool,
}

impl Bench {
    /// The size for the device.
    fn size(&self, large: usize, small: usize) -> usize {
        if self.large { large } else { small }
    }

    /// Prints how much both do a second, in units of 10⁹ of `amount`.
    fn compare(&self, name: &str, (amount, unit): (f64, &str), works: [Work<'_>; 2]) -> kiln::Result<()> {
        if !self.large {
            println!("{name}: only compared");
            return works.into_iter().try_for_each(|work| work());
        }
        let times = smoke::device_seconds(&self.stream, works.map(|work| move |_| work()))?;
        let [plain, tuned] = [times[0], times[1]].map(|time| amount / time * 1e-9);
        println!("{:<44}{plain:>12.1}{tuned:>12.1}{:>10.2}", format!("{name}, {unit}"), plain / tuned);
        Ok(())
    }

    /// Random numbers from -1 to 1.
    fn noise(&self, len: usize, seed: u64) -> Vec<bf16> {
        let mut random = fastrand::Rng::with_seed(seed);
        (0..len).map(|_| bf16::from_f32(random.f32() * 2.0 - 1.0)).collect()
    }

    fn matrix(&self, extents: [usize; 2], seed: u64) -> kiln::Result<Tensor2<bf16>> {
        Tensor2::from_slice(&self.stream, &self.noise(extents.iter().product(), seed), extents)
    }

    fn batch(&self, extents: [usize; 3], seed: u64) -> kiln::Result<Tensor3<bf16>> {
        Tensor3::from_slice(&self.stream, &self.noise(extents.iter().product(), seed), extents)
    }

    fn batches(&self, extents: [usize; 4], seed: u64) -> kiln::Result<Tensor4<bf16>> {
        Tensor4::from_slice(&self.stream, &self.noise(extents.iter().product(), seed), extents)
    }
}

/// Fails where two results differ by more than the rounding of `bf16` explains.
fn agree<T: Copy + Into<f64>>(name: &str, plain: &[T], tuned: &[T]) -> Outcome {
    let (mut error, mut norm) = (0.0, 0.0);
    for (a, b) in plain.iter().zip(tuned) {
        let (a, b): (f64, f64) = ((*a).into(), (*b).into());
        error += (a - b) * (a - b);
        norm += b * b;
    }
    let relative = (error / norm).sqrt();
    // NaN is no agreement.
    if plain.len() == tuned.len() && relative < 0.01 {
        return Ok(());
    }
    Err(format!("the two results for {name} differ: relative error {relative:.1e}").into())
}

/// Terms of products, in operations.
const TERA: f64 = 1e-3;

fn attention(bench: &Bench) -> Outcome {
    let stream = &bench.stream;
    let (heads, tokens) = (bench.size(16, 1), bench.size(4096, 200));
    let set = |seed| bench.batch([heads, tokens, D], seed);
    let (q, k, v) = (set(1)?, set(2)?, set(3)?);
    let (mut o, mut best) = (set(4)?, set(5)?);
    let mut lse = Tensor3::<f32>::zeros(stream, [heads, tokens, 1])?;
    let mut best_lse = Tensor2::<f32>::zeros(stream, [heads, tokens])?;
    let scale = 1.0 / (D as f32).sqrt();
    let operations = 2.0 * (heads * D) as f64 * (tokens as f64).powi(2);
    let mut plain = || {
        plain::attention::<64, 64, D>(&q, &k, &v, scale, &mut o, &mut lse)
            .tiles([tokens.div_ceil(64), heads])
            .launch(stream)
    };
    let mut tuned = || {
        tuned::attention::<64, 64, D>(&q, &k, &v, scale, &mut best, &mut best_lse)
            .tiles([tokens.div_ceil(64), heads])
            .launch(stream)
    };
    let name = format!("causal attention, {heads} x {tokens} x {D}");
    bench.compare(&name, (operations * TERA, "TFLOP/s"), [&mut plain, &mut tuned])?;
    agree("o", &o.download(stream)?, &best.download(stream)?)?;
    agree("lse", &lse.download(stream)?, &best_lse.download(stream)?)
}

fn swiglu(bench: &Bench) -> Outcome {
    let stream = &bench.stream;
    let (rows, columns, depth) = (bench.size(4096, 136), bench.size(11008, 144), bench.size(4096, 72));
    let x = bench.matrix([rows, depth], 1)?;
    let (gate, up) = (bench.matrix([depth, columns], 2)?, bench.matrix([depth, columns], 3)?);
    let (mut y, mut best) = (bench.matrix([rows, columns], 4)?, bench.matrix([rows, columns], 5)?);
    let operations = 4.0 * (rows * columns) as f64 * depth as f64;
    let mut plain = || plain::swiglu::<128, 128, 64>(&x, &gate, &up, &mut y).launch(stream);
    let mut tuned = || tuned::swiglu::<128, 128, 64>(&x, &gate, &up, &mut best).launch(stream);
    let name = format!("SwiGLU, {rows} x {columns} x {depth}");
    bench.compare(&name, (operations * TERA, "TFLOP/s"), [&mut plain, &mut tuned])?;
    agree("y", &y.download(stream)?, &best.download(stream)?)
}

fn convolution(bench: &Bench) -> Outcome {
    let stream = &bench.stream;
    let (images, edge) = (bench.size(32, 1), bench.size(56, 12));
    let (channels, outputs) = (bench.size(256, 64), bench.size(256, 40));
    let pixels = images * edge * edge;
    let x = bench.batches([images, edge, edge, channels], 1)?;
    let weights = bench.batches([3, 3, channels, outputs], 2)?;
    let (mut y, mut best) =
        (bench.matrix([pixels, outputs], 3)?, bench.batches([images, edge, edge, outputs], 4)?);
    let rows = Tensor2::from_slice(stream, &x.download(stream)?, [pixels, channels])?;
    let matrix = Tensor2::from_slice(stream, &weights.download(stream)?, [9 * channels, outputs])?;
    let operations = 18.0 * (pixels * outputs) as f64 * channels as f64;
    let mut plain = || {
        plain::convolution::<128, 128, 64>(&rows, &matrix, edge as u32, edge as u32, &mut y).launch(stream)
    };
    let mut tuned = || kernels::conv2d(stream, &x, &weights, 1, 1, &mut best);
    let name = format!("convolution, {images} x {edge} x {edge} x {channels}");
    bench.compare(&name, (operations * TERA, "TFLOP/s"), [&mut plain, &mut tuned])?;
    agree("y", &y.download(stream)?, &best.download(stream)?)
}

fn experts(bench: &Bench) -> Outcome {
    let stream = &bench.stream;
    let (tokens, count, used) = (bench.size(4096, 70), bench.size(64, 3), bench.size(8, 2));
    let (depth, columns) = (bench.size(2048, 72), bench.size(2048, 136));
    // Each token goes to some experts, and the rows of an expert fill whole tiles.
    let mut random = fastrand::Rng::with_seed(9);
    let mut rows = vec![Vec::new(); count];
    for token in 0..tokens {
        (0..used).for_each(|_| rows[random.usize(..count)].push(token as u32));
    }
    let (mut slots, mut of_tiles) = (Vec::new(), Vec::new());
    for (expert, rows) in rows.iter().enumerate() {
        slots.extend(rows);
        slots.resize(slots.len().next_multiple_of(128), u32::MAX);
        of_tiles.resize(slots.len() / 128, expert as u32);
    }
    let x = bench.matrix([tokens, depth], 1)?;
    let weights = bench.batch([count, depth, columns], 2)?;
    let (len, slots) = (slots.len(), Tensor1::from_slice(stream, &slots)?);
    let of_tiles = Tensor1::from_slice(stream, &of_tiles)?;
    let (mut y, mut best) = (bench.matrix([len, columns], 3)?, bench.matrix([len, columns], 4)?);
    let mut copied = bench.matrix([len, depth], 5)?;
    let operations = 2.0 * (tokens * used) as f64 * (columns * depth) as f64;
    let mut plain = || plain::experts::<128, 128, 64>(&x, &slots, &of_tiles, &weights, &mut y).launch(stream);
    let mut tuned = || {
        tuned::copied_rows::<16, 256>(&x, &slots, &mut copied).launch(stream)?;
        tuned::experts::<128, 128, 64>(&copied, &of_tiles, &weights, &mut best).launch(stream)
    };
    let name = format!("mixture of {count} experts, {tokens} x {columns} x {depth}");
    bench.compare(&name, (operations * TERA, "TFLOP/s"), [&mut plain, &mut tuned])?;
    agree("y", &y.download(stream)?, &best.download(stream)?)
}

/// Queries that share a head of keys.
const QUERIES: usize = 8;

fn decode(bench: &Bench) -> Outcome {
    let stream = &bench.stream;
    let (batches, heads, keys) = (bench.size(16, 1), bench.size(8, 2), bench.size(8192, 200));
    let q = bench.batches([batches, heads, QUERIES, D], 1)?;
    let (k, v) = (bench.batches([batches, heads, keys, D], 2)?, bench.batches([batches, heads, keys, D], 3)?);
    let (mut o, mut best) =
        (bench.batches([batches, heads, QUERIES, D], 4)?, bench.batches([batches, heads, QUERIES, D], 5)?);
    let each = 8;
    let parts = keys.div_ceil(64).div_ceil(each);
    let mut sums = Tensor4::<f32>::zeros(stream, [batches, heads, parts * QUERIES, D])?;
    let mut most = Tensor4::<f32>::zeros(stream, [batches, heads, parts, QUERIES])?;
    let mut totals = Tensor4::<f32>::zeros(stream, [batches, heads, parts, QUERIES])?;
    let scale = 1.0 / (D as f32).sqrt();
    let bytes = 4.0 * (batches * heads) as f64 * (keys * D) as f64;
    let mut plain =
        || plain::decode::<QUERIES, 64, D>(&q, &k, &v, scale, &mut o).tiles([heads, batches]).launch(stream);
    let mut tuned = || {
        tuned::decode_parts::<QUERIES, 64, D>(&q, &k, &v, scale, each, &mut sums, &mut most, &mut totals)
            .tiles([parts, heads, batches])
            .launch(stream)?;
        tuned::decode_whole::<QUERIES, D>(&sums, &most, &totals, &mut best)
            .tiles([heads, batches])
            .launch(stream)
    };
    let name = format!("decoding, {batches} x {heads} x {keys} x {D}");
    bench.compare(&name, (bytes, "GB/s"), [&mut plain, &mut tuned])?;
    agree("o", &o.download(stream)?, &best.download(stream)?)
}

fn backward(bench: &Bench) -> Outcome {
    let stream = &bench.stream;
    let (heads, tokens) = (bench.size(16, 1), bench.size(4096, 136));
    let set = |seed| bench.batch([heads, tokens, D], seed);
    let (q, k, v, grad) = (set(1)?, set(2)?, set(3)?, set(4)?);
    let (mut o, mut lse) = (set(5)?, Tensor2::<f32>::zeros(stream, [heads, tokens])?);
    let scale = 1.0 / (D as f32).sqrt();
    let tiles = [tokens.div_ceil(64), heads];
    tuned::attention::<64, 64, D>(&q, &k, &v, scale, &mut o, &mut lse).tiles(tiles).launch(stream)?;
    let (outputs, grads) = (o.download(stream)?, grad.download(stream)?);
    let dot = |(o, g): (&[bf16], &[bf16])| o.iter().zip(g).map(|(o, g)| o.to_f32() * g.to_f32()).sum();
    let delta: Vec<f32> = outputs.chunks(D).zip(grads.chunks(D)).map(dot).collect();
    let delta = Tensor2::from_slice(stream, &delta, [heads, tokens])?;
    let operations = (heads * D) as f64 * (tokens as f64).powi(2) * TERA;

    let (mut d_k, mut d_v, mut best_k, mut best_v) = (set(6)?, set(7)?, set(8)?, set(9)?);
    let mut plain = || {
        plain::attention_keys::<64, D>(&q, &k, &v, &grad, &lse, &delta, scale, &mut d_k, &mut d_v)
            .tiles(tiles)
            .launch(stream)
    };
    let mut tuned = || {
        tuned::attention_keys::<64, D>(&q, &k, &v, &grad, &lse, &delta, scale, &mut best_k, &mut best_v)
            .tiles(tiles)
            .launch(stream)
    };
    let name = format!("gradients of keys, {heads} x {tokens} x {D}");
    bench.compare(&name, (4.0 * operations, "TFLOP/s"), [&mut plain, &mut tuned])?;
    agree("d_k", &d_k.download(stream)?, &best_k.download(stream)?)?;
    agree("d_v", &d_v.download(stream)?, &best_v.download(stream)?)?;

    let (mut d_q, mut best_q) = (set(6)?, set(7)?);
    let mut plain = || {
        plain::attention_queries::<64, D>(&q, &k, &v, &grad, &lse, &delta, scale, &mut d_q)
            .tiles(tiles)
            .launch(stream)
    };
    let mut tuned = || {
        tuned::attention_queries::<64, D>(&q, &k, &v, &grad, &lse, &delta, scale, &mut best_q)
            .tiles(tiles)
            .launch(stream)
    };
    let name = format!("gradients of queries, {heads} x {tokens} x {D}");
    bench.compare(&name, (3.0 * operations, "TFLOP/s"), [&mut plain, &mut tuned])?;
    agree("d_q", &d_q.download(stream)?, &best_q.download(stream)?)
}
