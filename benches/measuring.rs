//! How well `kiln::bench` measures: five kernels, each several times, and each once for Nsight Compute.
//!
//! ```text
//! cargo bench --bench measuring                    # the times of kiln::bench, cold and warm, three times over
//! ncu --clock-control none --cache-control all --metrics gpu__time_duration.sum \
//!     target/release/deps/measuring-* --once      # the same kernels, each launched ten times
//! ```
//!
//! Nsight Compute empties the caches before each launch as `kiln::bench` does. Two figures of one kernel have to
//! agree within 3 %, and three measurements in a row within 1 %.

mod smoke;

use kiln::bench::{Bench, Case};
use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;
use kiln::{Buffer, Stream};

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

/// A kernel of about 20 µs: what is short shows what the measurement adds.
const SHORT: usize = 4 << 20;
const LONG: usize = 64 << 20;
/// The edge of the matrices.
const EDGE: usize = 4096;
const ROWS: usize = 16 << 10;

fn main() {
    match Device::gpu(0) {
        Ok(device) => {
            println!("{device}, Kiln {}", env!("CARGO_PKG_VERSION"));
            smoke::report("measuring", run(&device.stream()));
        }
        Err(error) => println!("no GPU, so nothing is measured: {error}"),
    }
}

/// Random numbers from -1 to 1.
fn noise<T: Float>(stream: &Stream, len: usize) -> kiln::Result<Buffer<T>> {
    let mut random = fastrand::Rng::with_seed(1);
    let part: Vec<T> = (0..1 << 20).map(|_| T::from_f64(random.f64() * 2.0 - 1.0)).collect();
    let data: Vec<T> = part.iter().copied().cycle().take(len).collect();
    stream.upload(&data)
}

fn matrix<T: Float>(stream: &Stream, extents: [usize; 2]) -> kiln::Result<Tensor2<T>> {
    Tensor2::from_buffer(noise(stream, extents.iter().product())?, extents)
}

fn run(stream: &Stream) -> kiln::Result<()> {
    let (x, mut y, mut y_short) = (noise(stream, LONG)?, noise(stream, LONG)?, noise(stream, SHORT)?);
    let square = |edge| matrix::<bf16>(stream, [edge, edge]);
    let (a, b, mut c) = (square(EDGE)?, square(EDGE)?, square(EDGE)?);
    let (rows, mut shares) = (matrix::<f32>(stream, [ROWS, EDGE])?, matrix::<f32>(stream, [ROWS, EDGE])?);
    let mut turned = matrix::<f32>(stream, [EDGE, ROWS])?;
    let (heads, width) = (16, 128);
    let head = || Tensor4::from_buffer(noise::<bf16>(stream, heads * EDGE * width)?, [1, heads, EDGE, width]);
    let (q, k, v, mut o) = (head()?, head()?, head()?, head()?);
    let options = AttentionOptions::default();
    let (edge, bytes) = (EDGE as u64, 8 * (ROWS * EDGE) as u64);
    let mut cases = [
        Case::new("saxpy f32, 4 Mi", || saxpy(1e-3, &x, &mut y_short).threads(SHORT).launch(stream))
            .bytes(12 * SHORT as u64),
        Case::new("saxpy f32, 64 Mi", || saxpy(1e-3, &x, &mut y).threads(LONG).launch(stream))
            .bytes(12 * LONG as u64),
        Case::new("softmax f32, 16 Ki x 4 Ki", || kernels::softmax(stream, &rows, &mut shares)).bytes(bytes),
        Case::new("transpose f32, 16 Ki x 4 Ki", || kernels::transpose(stream, &rows, &mut turned))
            .bytes(bytes),
        Case::new("matmul bf16, 4096", || kernels::matmul(stream, &a, &b, &mut c)).flops(2 * edge.pow(3)),
        Case::new("attention bf16, 16 heads of 128, 4096", || {
            kernels::attention(stream, &q, &k, &v, options, &mut o)
        })
        .flops(4 * (heads * width) as u64 * edge * edge),
    ];
    if std::env::args().any(|argument| argument == "--once") {
        return Bench::new()
            .warm()
            .warm_up(std::time::Duration::ZERO)
            .budget(std::time::Duration::ZERO)
            .samples(1)
            .compare(stream, &mut cases)
            .map(drop);
    }
    for bench in [Bench::new(), Bench::new().warm()] {
        for _ in 0..smoke::repetitions(3) {
            println!("\n{}", bench.compare(stream, &mut cases)?);
        }
    }
    Ok(())
}
