//! The README's matrix product, tuned: extents of its tiles, warps and stages. The second run of the program knows the
//! choice.
//!
//! ```text
//! cargo run --release --example tuned
//! KILN_TUNE_FILE=/tmp/kiln.tune cargo run --release --example tuned
//! ```

use kiln::bench;
use kiln::prelude::*;
use kiln::tune::Tuner;

#[kernel(tile)]
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
    // The CPU has one warp, so that only the tiles' extents count.
    let (edge, warps, stages) =
        if device.is_gpu() { (4096, vec![4, 8], vec![2, 3, 4]) } else { (128, vec![4], vec![2]) };
    let mut random = fastrand::Rng::with_seed(1);
    let mut matrix = || -> kiln::Result<Tensor2<bf16>> {
        let data: Vec<bf16> = (0..edge * edge).map(|_| bf16::from_f32(random.f32() - 0.5)).collect();
        Tensor2::from_slice(&stream, &data, [edge, edge])
    };
    let (a, b, mut c) = (matrix()?, matrix()?, matrix()?);

    let tuner = Tuner::new("matmul bf16")
        .axis("BM", [64, 128])
        .axis("BN", [64, 128, 256])
        .axis("BK", [32, 64])
        .axis("warps", warps)
        .axis("stages", stages)
        .default_value("BM", 128)
        .default_value("BN", 128)
        .key([edge, edge, edge]);
    let mut product = |choice: &kiln::tune::Choice| {
        kiln::with_consts!(choice, BM = [64, 128], BN = [64, 128, 256], BK = [32, 64] =>
            matmul::<BM, BN, BK>(&a, &b, &mut c)
                .warps(choice["warps"])
                .stages(choice["stages"])
                .launch(&stream))
    };
    let tuned = tuner.tune(&stream, &mut product)?;
    println!("{tuned}");

    let timing = bench::time(&stream, || product(tuned.choice()))?;
    println!("{timing}, {:.1} TFLOP/s", timing.teraflops_per_second(2 * (edge as u64).pow(3)));
    Ok(())
}
