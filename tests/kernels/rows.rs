//! Kernels that work on each row by itself.

use kiln::kernels;
use kiln::prelude::*;

use super::{Random, close, shapes};

/// Extents at and around the borders between the tiles that the library takes.
const EXTENTS: [[usize; 2]; 14] = [
    [1, 1],
    [67, 3],
    [130, 63],
    [65, 64],
    [33, 65],
    [40, 100],
    [17, 200],
    [9, 513],
    [5, 1000],
    [3, 1025],
    [2, 4096],
    [2, 5001],
    [1, 8200],
    [1, 32772],
];

/// Rows that are shared by several blocks, or go by in pieces.
const LONG: [[usize; 2]; 7] =
    [[5, 20_000], [2, 30_001], [3, 32_768], [2, 33001], [1, 40000], [3, 65544], [1, 140_000]];

fn extents() -> Vec<[usize; 2]> {
    EXTENTS.iter().chain(&LONG).copied().collect()
}

/// How far a result may be off, relatively.
fn tolerance<T: Float>() -> f64 {
    match size_of::<T>() {
        2 => 1e-2,
        _ => 2e-5,
    }
}

fn wide<T: Copy + Into<f64>>(data: &[T]) -> Vec<f64> {
    data.iter().map(|v| (*v).into()).collect()
}

pub fn softmax<T: Float + kiln::kernels::InF32 + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: [usize; 2],
) -> kiln::Result<()> {
    let x = random.floats::<T>(extents[0] * extents[1], 3.0);
    let device_x = Tensor2::from_slice(stream, &x, extents)?;
    let mut y = Tensor2::zeros(stream, extents)?;
    kernels::softmax(stream, &device_x, &mut y)?;
    let mut exact = Vec::new();
    for row in wide(&x).chunks(extents[1]) {
        let total: f64 = row.iter().map(|x| x.exp()).sum();
        exact.extend(row.iter().map(|x| x.exp() / total));
    }
    close("softmax", &y.download(stream)?, &exact, tolerance::<T>());
    Ok(())
}

#[test]
fn softmax_of_f32() {
    shapes(&extents(), softmax::<f32>);
}

#[test]
fn softmax_of_16_bits() {
    shapes(&extents(), softmax::<bf16>);
    shapes(&extents(), softmax::<f16>);
}

/// Both norms of a row, in `f64`.
fn normalized(row: &[f64], weight: &[f64], bias: Option<&[f64]>, eps: f64) -> Vec<f64> {
    let count = row.len() as f64;
    let mean = if bias.is_some() { row.iter().sum::<f64>() / count } else { 0.0 };
    let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
    let value = |i: usize| (row[i] - mean) / (variance + eps).sqrt() * weight[i] + bias.map_or(0.0, |b| b[i]);
    (0..row.len()).map(value).collect()
}

pub fn both_norms<T: Float + kiln::kernels::InF32 + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: [usize; 2],
) -> kiln::Result<()> {
    // The mean is far from zero, where the sum of squares alone would lose the variance.
    let x = random.floats::<T>(extents[0] * extents[1], if size_of::<T>() > 2 { 100.0 } else { 3.0 });
    let (weight, bias) = (random.floats::<T>(extents[1], 0.5), random.floats::<T>(extents[1], 0.5));
    let eps = 1e-3f32;
    let device_x = Tensor2::from_slice(stream, &x, extents)?;
    let (device_weight, device_bias) =
        (Tensor1::from_slice(stream, &weight)?, Tensor1::from_slice(stream, &bias)?);
    let mut y = Tensor2::zeros(stream, extents)?;
    let (weight, bias) = (wide(&weight), wide(&bias));
    let exact = |bias: Option<&[f64]>| -> Vec<f64> {
        let rows = wide(&x);
        rows.chunks(extents[1]).flat_map(|row| normalized(row, &weight, bias, eps.into())).collect()
    };
    // What is subtracted from a mean of 100 has lost two digits.
    let scale = 50.0 * tolerance::<T>().min(2e-4);
    kernels::layer_norm(stream, &device_x, &device_weight, &device_bias, eps, &mut y)?;
    within("layer norm", &y.download(stream)?, &exact(Some(&bias)), scale);
    kernels::rms_norm(stream, &device_x, &device_weight, eps, &mut y)?;
    within("RMS norm", &y.download(stream)?, &exact(None), scale);
    Ok(())
}

/// Holds that numbers of about 1 are what they should be.
fn within<T: Copy + Into<f64>>(what: &str, found: &[T], exact: &[f64], most: f64) {
    assert_eq!(found.len(), exact.len(), "{what}");
    for (i, (found, exact)) in wide(found).iter().zip(exact).enumerate() {
        let most = most * exact.abs().max(1.0);
        assert!((found - exact).abs() <= most, "{what}, element {i}: {found} instead of {exact}");
    }
}

#[test]
fn norms_of_f32() {
    shapes(&extents(), both_norms::<f32>);
}

#[test]
fn norms_of_16_bits() {
    shapes(&extents(), both_norms::<bf16>);
    shapes(&extents(), both_norms::<f16>);
}

pub fn cross_entropy<T: Float + kiln::kernels::InF32 + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: [usize; 2],
) -> kiln::Result<()> {
    let x = random.floats::<T>(extents[0] * extents[1], 0.0);
    let targets: Vec<u32> = (0..extents[0]).map(|_| random.below(extents[1]) as u32).collect();
    let device_x = Tensor2::from_slice(stream, &x, extents)?;
    let device_targets = Tensor1::from_slice(stream, &targets)?;
    let mut loss = Tensor1::zeros(stream, extents[0])?;
    kernels::cross_entropy(stream, &device_x, &device_targets, &mut loss)?;
    let rows = wide(&x);
    let exact: Vec<f64> = rows
        .chunks(extents[1])
        .zip(&targets)
        .map(|(row, target)| row.iter().map(|x| x.exp()).sum::<f64>().ln() - row[*target as usize])
        .collect();
    within("cross-entropy", &loss.download(stream)?, &exact, 1e-5);
    Ok(())
}

#[test]
fn cross_entropy_of_f32() {
    shapes(&extents(), cross_entropy::<f32>);
}

#[test]
fn cross_entropy_of_16_bits() {
    shapes(&extents(), cross_entropy::<bf16>);
    shapes(&extents(), cross_entropy::<f16>);
}

#[test]
fn a_row_of_minus_infinity_beside_others_is_their_share_of_nothing() {
    let stream = Device::cpu().stream();
    let x = Tensor2::from_slice(&stream, &[f32::NEG_INFINITY, 0.0, 0.0, 0.0], [2, 2]).unwrap();
    let mut y = Tensor2::zeros(&stream, [2, 2]).unwrap();
    kernels::softmax(&stream, &x, &mut y).unwrap();
    assert_eq!(y.download(&stream).unwrap(), [0.0, 1.0, 0.5, 0.5]);
    // In pieces too, of which the first has nothing else.
    let mut long = vec![f32::NEG_INFINITY; 40000];
    long[39999] = 5.0;
    let x = Tensor2::from_slice(&stream, &long, [1, 40000]).unwrap();
    let mut y = Tensor2::zeros(&stream, [1, 40000]).unwrap();
    kernels::softmax(&stream, &x, &mut y).unwrap();
    let y = y.download(&stream).unwrap();
    assert!(y[39999] == 1.0 && y[..39999].iter().all(|y| *y == 0.0));
}

#[test]
fn no_rows_are_no_work() {
    let stream = Device::cpu().stream();
    let x = Tensor2::<f32>::zeros(&stream, [0, 5]).unwrap();
    let mut y = Tensor2::zeros(&stream, [0, 5]).unwrap();
    kernels::softmax(&stream, &x, &mut y).unwrap();
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let x = Tensor2::<f32>::zeros(&stream, [2, 5]).unwrap();
    let mut y = Tensor2::zeros(&stream, [5, 2]).unwrap();
    let message = kernels::softmax(&stream, &x, &mut y).unwrap_err().to_string();
    assert_eq!(message, "kernel `softmax`, parameter `y`: its extents are [5, 2], and should be [2, 5]");
    let weight = Tensor1::zeros(&stream, 4).unwrap();
    let message = kernels::rms_norm(&stream, &x, &weight, 0.0, &mut y).unwrap_err().to_string();
    assert!(message.contains("parameter `weight`: its extents are [4], and should be [5]"), "{message}");
}

/// Holds the kernels that go from row to row, with fewer tiles than rows of at most `N` columns.
fn row_to_row<T: Float + kiln::kernels::InF32 + Into<f64>, const N: usize>(all: &[[usize; 2]]) {
    shapes(all, |stream, random, extents| {
        let [rows, columns] = extents;
        let x = random.floats::<T>(rows * columns, 3.0);
        let (weight, bias) = (random.floats::<T>(columns, 0.5), random.floats::<T>(columns, 0.5));
        let targets: Vec<u32> = (0..rows).map(|_| random.below(columns) as u32).collect();
        let device_x = Tensor2::from_slice(stream, &x, extents)?;
        let (device_weight, device_bias) =
            (Tensor1::from_slice(stream, &weight)?, Tensor1::from_slice(stream, &bias)?);
        let device_targets = Tensor1::from_slice(stream, &targets)?;
        let mut y = Tensor2::zeros(stream, extents)?;
        let (x, weight, bias) = (wide(&x), wide(&weight), wide(&bias));
        let norms = |bias: Option<&[f64]>| -> Vec<f64> {
            x.chunks(columns).flat_map(|row| normalized(row, &weight, bias, 1e-3)).collect()
        };
        let most = 50.0 * tolerance::<T>().min(2e-4);

        kernels::raw::softmax_wide_rows::<T, N>(&device_x, &mut y).tiles(3).launch(stream)?;
        let shares = x.chunks(columns).flat_map(|row| {
            let total: f64 = row.iter().map(|x| x.exp()).sum();
            row.iter().map(move |x| x.exp() / total)
        });
        close("softmax", &y.download(stream)?, &shares.collect::<Vec<f64>>(), tolerance::<T>());
        let launch =
            kernels::raw::layer_norm_wide_rows::<T, N>(&device_x, &device_weight, &device_bias, 1e-3, &mut y);
        launch.tiles(2).launch(stream)?;
        within("layer norm", &y.download(stream)?, &norms(Some(&bias)), most);
        let launch = kernels::raw::rms_norm_wide_rows::<T, N>(&device_x, &device_weight, 1e-3, &mut y);
        launch.tiles(4).launch(stream)?;
        within("RMS norm", &y.download(stream)?, &norms(None), most);

        let mut loss = Tensor1::zeros(stream, rows)?;
        let launch = kernels::raw::cross_entropy_wide_rows::<T, N>(&device_x, &device_targets, &mut loss);
        launch.tiles(1).launch(stream)?;
        let logarithm = |row: &[f64]| row.iter().map(|x| x.exp()).sum::<f64>().ln();
        let exact =
            x.chunks(columns).zip(&targets).map(|(row, target)| logarithm(row) - row[*target as usize]);
        within("cross-entropy", &loss.download(stream)?, &exact.collect::<Vec<f64>>(), 1e-5);
        Ok(())
    });
}

#[test]
fn tiles_go_from_row_to_row() {
    row_to_row::<f32, 4096>(&[[7, 4096], [5, 3000], [1, 100], [3, 4]]);
}

/// Here threads have so much of a row that they begin to load the next one.
#[test]
fn the_next_row_is_loaded_early() {
    row_to_row::<f32, 8192>(&[[5, 8192], [7, 8004]]);
    row_to_row::<bf16, 8192>(&[[5, 8192], [6, 7000]]);
}

#[test]
fn blocks_of_a_cluster_go_from_row_to_row() {
    row_to_row::<f32, 65536>(&[[4, 65536]]);
    row_to_row::<f16, 65536>(&[[3, 65528]]);
}

/// Of rows that a few tiles go through, turn after turn, each is what it is where every row has a tile.
#[test]
fn each_row_is_the_same_whichever_turn_it_is() {
    fn rows<const N: usize>(device: &Device, count: usize, columns: usize, tiles: usize) -> kiln::Result<()> {
        let stream = device.stream();
        let part: Vec<f32> = Random(fastrand::Rng::with_seed(7)).floats::<f32>(100_003, 3.0);
        let x: Vec<f32> = part.iter().copied().cycle().take(count * columns).collect();
        let x = Tensor2::from_slice(&stream, &x, [count, columns])?;
        let weight: Vec<f32> = part.iter().rev().copied().cycle().take(columns).collect();
        let bias: Vec<f32> = weight.iter().map(|w| 1.0 - w).collect();
        let (weight, bias) = (Tensor1::from_slice(&stream, &weight)?, Tensor1::from_slice(&stream, &bias)?);
        let of = |tiles: usize| -> kiln::Result<[Vec<u32>; 2]> {
            let mut y = Tensor2::<f32>::zeros(&stream, [count, columns])?;
            kernels::raw::layer_norm_wide_rows::<f32, N>(&x, &weight, &bias, 1e-3, &mut y)
                .tiles(tiles)
                .launch(&stream)?;
            let normed = y.download(&stream)?;
            kernels::raw::rms_norm_wide_rows::<f32, N>(&x, &weight, 1e-3, &mut y)
                .tiles(tiles)
                .launch(&stream)?;
            Ok([normed, y.download(&stream)?].map(|y| y.into_iter().map(f32::to_bits).collect()))
        };
        assert!(of(tiles)? == of(count)?, "{device}: {count} rows of {columns}, {tiles} tiles");
        Ok(())
    }
    rows::<65_536>(&Device::emulated((9, 0)), 7, 65_532, 1).unwrap();
    if let Some(gpu) = super::gpu() {
        for tiles in [1, 3] {
            rows::<65_536>(&gpu, 300, 65_536, tiles).unwrap();
            rows::<131_072>(&gpu, 150, 131_000, tiles).unwrap();
            rows::<262_144>(&gpu, 90, 262_144, tiles).unwrap();
        }
    }
}

/// As many as most GPUs of data centers have, with the weights in their shared memory.
#[test]
fn blocks_of_a_wide_cluster_go_from_row_to_row() {
    row_to_row::<f32, 262_144>(&[[3, 262_140]]);
}
