//! Rows, columns and single elements of tensors, the hints of a launch, and the number of tiles from several outputs.

use kiln::prelude::*;
use kiln::{Error, KernelType};

use crate::tiles::devices;

#[kernel(tile, warps = 4)]
pub(crate) fn lines(
    x: &Tensor2<f32>,
    w: &Tensor1<f32>,
    y: &mut Tensor2<f32>,
    z: &mut Tensor1<f32>,
    sums: &mut Tensor1<f32>,
) {
    let i = tile_id(0);
    let row = w.load_row_or::<8>(0, 1.0);
    let col = w.load_col::<4>(i);
    let first = x.load_row::<8>(1, 0);
    let last = x.load_col_or::<4>(i, 7, -1.0);
    let t = x.load::<4, 8>(i, 0) * row + col + first + last;
    y.store(i, 0, t * x.get(1, 2) + w.get(3) + x.get(100, 0));
    z.store(i, last + w.get(1000));
    sums.store(i, t.sum_axis::<1>());
}

#[kernel(tile)]
pub(crate) fn edges(x: &Tensor3<u32>, y: &mut Tensor3<u32>, n: usize) {
    let b = tile_id(0);
    y.store(b, 0, 0, x.load_row::<4>(b, 2, 1));
    y.store(b, 0, 7, x.load_col::<3>(b, 0, n) + x.get(b, 1, n));
}

#[test]
fn rows_columns_and_elements_are_loaded_and_stored() {
    let x: Vec<f32> = (0..10 * 8).map(|i| (i * 7 % 13) as f32).collect();
    let w: Vec<f32> = (0..6).map(|i| i as f32).collect();
    for device in devices() {
        let stream = device.stream();
        let device_x = Tensor2::from_slice(&stream, &x, [10, 8]).unwrap();
        let device_w = Tensor1::from_slice(&stream, &w).unwrap();
        let mut y = Tensor2::zeros(&stream, [10, 8]).unwrap();
        let [mut z, mut sums] = [(); 2].map(|()| Tensor1::zeros(&stream, 10).unwrap());
        // All three outputs have three tiles, so the launch need not say so.
        lines(&device_x, &device_w, &mut y, &mut z, &mut sums).launch(&stream).unwrap();
        let t = |i: usize, j: usize| {
            let scale = w.get(j).unwrap_or(&1.0);
            x[8 * i + j] * scale + w.get(i).unwrap_or(&0.0) + x[8 + j] + x[8 * i + 7]
        };
        let all = || (0..10).flat_map(|i| (0..8).map(move |j| (i, j)));
        let want: Vec<f32> = all().map(|(i, j)| t(i, j) * x[10] + w[3]).collect();
        assert_eq!(y.download(&stream).unwrap(), want, "{device}");
        let want: Vec<f32> = (0..10).map(|i| x[8 * i + 7]).collect();
        assert_eq!(z.download(&stream).unwrap(), want, "{device}");
        let want: Vec<f32> = (0..10).map(|i| (0..8).map(|j| t(i, j)).sum()).collect();
        assert_eq!(sums.download(&stream).unwrap(), want, "{device}");

        let x: Vec<u32> = (0..2 * 3 * 8).collect();
        let device_x = Tensor3::from_slice(&stream, &x, [2, 3, 8]).unwrap();
        let mut y = Tensor3::zeros(&stream, [2, 3, 8]).unwrap();
        edges(&device_x, &mut y, 5).launch(&stream).unwrap();
        let y = y.download(&stream).unwrap();
        for b in 0..2 {
            assert_eq!(y[24 * b..24 * b + 4], x[24 * b + 20..24 * b + 24], "{device}");
            for i in 0..3 {
                assert_eq!(y[24 * b + 8 * i + 7], x[24 * b + 8 * i + 5] + x[24 * b + 13], "{device}");
            }
        }
    }
}

#[test]
fn tensors_that_disagree_give_no_number_of_tiles() {
    let stream = Device::cpu().stream();
    let x = Tensor2::<f32>::zeros(&stream, [10, 8]).unwrap();
    let w = Tensor1::<f32>::zeros(&stream, 6).unwrap();
    let mut y = Tensor2::<f32>::zeros(&stream, [10, 8]).unwrap();
    let mut z = Tensor1::<f32>::zeros(&stream, 10).unwrap();
    let mut short = Tensor1::<f32>::zeros(&stream, 8).unwrap();
    let refused = lines(&x, &w, &mut y, &mut z, &mut short).launch(&stream);
    assert!(matches!(refused, Err(Error::NoTiles { kernel: "lines" })), "{refused:?}");
    lines(&x, &w, &mut y, &mut z, &mut short).tiles(3).launch(&stream).unwrap();
}

/// Writes rows from the last one to the first.
#[kernel(tile)]
pub(crate) fn backwards(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let i = tile_count(0) - tile_id(0) - 1;
    y.store(i, 0, x.load::<4, 8>(i, 0) + i as f32);
}

/// A sum over a loop whose loads may run ahead, in any order of tiles.
#[kernel(tile)]
pub(crate) fn hinted<T: KernelType + Num>(x: &Tensor2<T>, y: &mut Tensor2<T>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<T, 8, 32>::zeros();
    for k in 0..x.cols().div_ceil(32) {
        sum += x.load::<8, 32>(i, k);
    }
    y.store(i, j, sum);
}

#[test]
fn a_launch_gives_hints() {
    for device in devices() {
        let stream = device.stream();
        let values: Vec<f32> = (0..40 * 100).map(|i| (i % 17) as f32).collect();
        let x = Tensor2::from_slice(&stream, &values, [40, 100]).unwrap();
        let column = |i: usize, j: usize| -> f32 {
            (0..4).map(|k| 32 * k + j).filter(|j| *j < 100).map(|j| values[100 * i + j]).sum()
        };
        let want: Vec<f32> = (0..40 * 64).map(|at| column(at / 64, at % 32)).collect();
        let run = |warps: Option<usize>, stages: Option<usize>, order: Option<usize>| {
            let mut y = Tensor2::zeros(&stream, [40, 64]).unwrap();
            let mut launch = hinted(&x, &mut y);
            launch = if let Some(n) = warps { launch.warps(n) } else { launch };
            launch = if let Some(n) = stages { launch.stages(n) } else { launch };
            launch = if let Some(n) = order { launch.order(n) } else { launch };
            let threads = launch.report(&stream).unwrap().variants[0].threads.unwrap();
            let wanted = warps.map_or(threads, |warps| 32 * warps as u32);
            assert_eq!(threads, wanted, "{device}");
            launch.launch(&stream).unwrap();
            assert_eq!(y.download(&stream).unwrap(), want, "{device}: {warps:?} {stages:?} {order:?}");
        };
        run(None, None, None);
        // Each value is found again the second time.
        for _ in 0..2 {
            for warps in [1, 2, 4, 8, 16] {
                run(Some(warps), None, None);
            }
            run(None, Some(3), None);
            run(Some(2), Some(2), Some(3));
            run(None, None, Some(usize::MAX));
        }
        let mut y = Tensor2::zeros(&stream, [40, 64]).unwrap();
        for (refused, hint, value) in [
            (hinted(&x, &mut y).warps(3).launch(&stream), "warps", 3),
            (hinted(&x, &mut y).stages(0).launch(&stream), "stages", 0),
            (hinted(&x, &mut y).order(70_000).launch(&stream), "order", 70_000),
        ] {
            let Err(Error::Hint { hint: found, value: given, .. }) = refused else { panic!("{refused:?}") };
            assert_eq!((found, given), (hint, value));
        }

        let x = Tensor2::from_slice(&stream, &values[..80], [10, 8]).unwrap();
        let mut y = Tensor2::zeros(&stream, [10, 8]).unwrap();
        backwards(&x, &mut y).tiles(3).launch(&stream).unwrap();
        let want: Vec<f32> = (0..80).map(|at| values[at] + (at / 32) as f32).collect();
        assert_eq!(y.download(&stream).unwrap(), want, "{device}");
    }
}

#[kernel]
fn doubled(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] *= 2.0;
    }
}

#[test]
fn a_kernel_of_threads_has_no_hints() {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32; 4]).unwrap();
    doubled(&mut x).threads(4).launch(&stream).unwrap();
    let refused = doubled(&mut x).threads(4).warps(4).launch(&stream);
    assert!(matches!(refused, Err(Error::WrongSize { method: ".warps(..)", .. })), "{refused:?}");
    assert_eq!(stream.download(&x).unwrap(), [2.0; 4]);
}
