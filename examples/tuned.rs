//! The README's matrix product, tuned: extents of its tiles, warps and stages. The second run of the program knows the
//! choice.
//!
//! ```text
//! cargo run --release --example tuned
//! cargo run --release --features progress --example tuned
//! KILN_TUNE_FILE=/tmp/kiln.tune cargo run --release --example tuned
//! ```

use kiln::bench;
use kiln::prelude::*;

#[kernel(tile, tune(BM = [64, 128], BN = [64, 128, 256], BK = [32, 64], warps = [4, 8], stages = [2, 3, 4],
                    where(BM * BN <= 32768), default(BM = 128, BN = 128, BK = 64, warps = 4, stages = 3)))]
fn matmul<const BM: usize, const BN: usize, const BK: usize>(
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

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    let stream = device.stream();
    let edge = if device.is_gpu() { 4096 } else { 128 };
    let mut random = fastrand::Rng::with_seed(1);
    let mut matrix = || -> kiln::Result<Tensor2<bf16>> {
        let data: Vec<bf16> = (0..edge * edge).map(|_| bf16::from_f32(random.f32() - 0.5)).collect();
        Tensor2::from_slice(&stream, &data, [edge, edge])
    };
    let (a, b, mut c) = (matrix()?, matrix()?, matrix()?);

    // Choices add the products in different orders.
    let tuned = matmul(&a, &b, &mut c).tolerance(1e-2).tune(&stream)?;
    println!("{tuned}");

    let timing = bench::time(&stream, || matmul(&a, &b, &mut c).tuned().launch(&stream))?;
    println!("{timing}, {:.1} TFLOP/s", timing.teraflops_per_second(2 * (edge as u64).pow(3)));
    Ok(())
}
