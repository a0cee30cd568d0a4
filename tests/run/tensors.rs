//! Tensors of three and four axes in tile kernels: batches, axes in another order, parts, and what lies outside.

use kiln::prelude::*;
use kiln::{TensorView3, TensorViewMut4};

use crate::tiles::devices;

fn numbers(len: usize) -> Vec<f32> {
    (0..len).map(|i| ((i * 7919) % 101) as f32 / 8.0 - 6.0).collect()
}

#[kernel(tile)]
pub(crate) fn batched<T: MmaOperand>(a: &Tensor3<T>, b: &Tensor3<T>, c: &mut Tensor3<f32>) {
    let (m, n, batch) = (tile_id(0), tile_id(1), tile_id(2));
    let mut sum = Tile2::<f32, 32, 32>::zeros();
    for k in 0..a.cols().div_ceil(16) {
        sum = mma(a.load::<32, 16>(batch, m, k), b.load::<16, 32>(batch, k, n), sum);
    }
    c.store(batch, m, n, sum);
}

fn check_batched<T: Float + MmaOperand>(device: &Device, [batches, m, n, k]: [usize; 4]) {
    let stream = device.stream();
    let cast = |x: &[f32]| -> Vec<T> { x.iter().map(|x| T::from_f64(f64::from(*x))).collect() };
    let (a, b) = (numbers(batches * m * k), numbers(batches * n * k));
    let device_a = Tensor3::from_slice(&stream, &cast(&a), [batches, m, k]).unwrap();
    // Columns first, and turned by the launch.
    let device_b = Tensor3::from_slice(&stream, &cast(&b), [batches, n, k]).unwrap();
    let mut c = Tensor3::zeros(&stream, [batches, m, n]).unwrap();
    batched::<T>(&device_a, device_b.t(), &mut c).launch(&stream).unwrap();
    let got = c.download(&stream).unwrap();
    for batch in 0..batches {
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let row = &a[(batch * m + i) * k..][..k];
            let column = &b[(batch * n + j) * k..][..k];
            let wanted: f32 = row.iter().zip(column).map(|(a, b)| a * b).sum();
            let found = got[(batch * m + i) * n + j];
            assert!((found - wanted).abs() < 1e-2, "{device}: {batch}, {i}, {j}: {found}, not {wanted}");
        }
    }
    // All batches with one and the same right factor: a stride of zero.
    let one = TensorView3::from_strided(device_b.buffer(), [batches, k, n], [0, 1, k]).unwrap();
    batched::<T>(&device_a, one, &mut c).launch(&stream).unwrap();
    let last = c.index_axis0(batches - 1).download(&stream).unwrap();
    let wanted: f32 = a[(batches - 1) * m * k..][..k].iter().zip(&b[..k]).map(|(a, b)| a * b).sum();
    assert!((last[0] - wanted).abs() < 1e-2, "{device}: {}, not {wanted}", last[0]);
}

#[test]
fn batches_of_products() {
    for device in devices() {
        check_batched::<f16>(&device, [3, 33, 40, 50]);
        check_batched::<f16>(&device, [2, 64, 32, 64]);
        check_batched::<f32>(&device, [4, 5, 37, 17]);
    }
}

/// `y[b, h] = x[b, h]ᵀ + b · 100 + h`, all of it by coordinates of matrices.
#[kernel(tile)]
pub(crate) fn turned(x: &Tensor4<f32>, y: &mut Tensor4<f32>) {
    let [_, heads, ..] = x.shape();
    let (b, h) = (tile_id(2) / heads, tile_id(2) % heads);
    let number = (b * 100 + h) as f32;
    let tile = x.load_or::<8, 16>(b, h, tile_id(0), tile_id(1), 1000.0).transpose();
    y.store(b, h, tile_id(1), tile_id(0), tile + number);
}

#[test]
fn axes_in_another_order_are_views() {
    let [batches, sequence, heads, size] = [2, 19, 3, 33];
    let x = numbers(batches * sequence * heads * size);
    for device in devices() {
        let stream = device.stream();
        // As a model has it: the heads of a place beside each other.
        let device_x = Tensor4::from_slice(&stream, &x, [batches, sequence, heads, size]).unwrap();
        let mut y = Tensor4::<f32>::zeros(&stream, [batches, heads, size, sequence]).unwrap();
        let tiles = [sequence.div_ceil(8), size.div_ceil(16), batches * heads];
        turned(device_x.permute::<0, 2, 1, 3>(), &mut y).tiles(tiles).launch(&stream).unwrap();
        let got = y.download(&stream).unwrap();
        for (at, found) in got.iter().enumerate() {
            let (s, d) = (at % sequence, at / sequence % size);
            let (h, b) = (at / sequence / size % heads, at / sequence / size / heads);
            let wanted = x[((b * sequence + s) * heads + h) * size + d] + (b * 100 + h) as f32;
            assert_eq!(*found, wanted, "{device}: {b}, {h}, {d}, {s}");
        }
        // Into a part of a larger one, whose rest stays.
        let mut all = stream.upload(&vec![-1.0f32; 3 * heads * size * sequence]).unwrap();
        let all_view = TensorViewMut4::new(&mut all, [3, heads, size, sequence]).unwrap();
        let part = all_view.slice_into(1.., .., .., ..).unwrap();
        turned(device_x.permute::<0, 2, 1, 3>(), part).tiles(tiles).launch(&stream).unwrap();
        let all = stream.download(&all).unwrap();
        let (rest, part) = all.split_at(heads * size * sequence);
        assert!(rest.iter().all(|x| *x == -1.0) && part == got, "{device}");
    }
}

#[device]
fn row_sums(x: &Tensor3<i32>, batch: usize, i: usize) -> Tile1<i32, 4> {
    x.load_or::<4, 8>(batch, i, 0, 1).sum_axis::<1>().to_tile1()
}

/// The number of a matrix may lie outside as well: there is padding, and nothing is written.
#[kernel(tile)]
pub(crate) fn outside(ahead: usize, x: &Tensor3<i32>, y: &mut Tensor3<i32>, sums: &mut Tensor2<i32>) {
    let batch = tile_id(0);
    let found = x.load_or::<4, 8>(batch + ahead, 0, 0, 7);
    y.store(batch, 0, 0, found + x.shape()[0] as i32);
    sums.row_mut(batch).store(0, row_sums(x, batch, 0));
}

#[test]
fn matrices_outside_are_padding() {
    for device in devices() {
        let stream = device.stream();
        let x: Vec<i32> = (0..5 * 3 * 8).collect();
        let device_x = Tensor3::from_slice(&stream, &x, [5, 3, 8]).unwrap();
        for ahead in [0, 2, 1 << 40, usize::MAX] {
            let mut y = Tensor3::from_slice(&stream, &[-1; 4 * 3 * 8], [4, 3, 8]).unwrap();
            let mut sums = Tensor2::zeros(&stream, [6, 4]).unwrap();
            outside(ahead, &device_x, &mut y, &mut sums).tiles(6).launch(&stream).unwrap();
            for (at, found) in y.download(&stream).unwrap().iter().enumerate() {
                let from = (at / 24).wrapping_add(ahead);
                let wanted = if from < 5 { x[from * 24 + at % 24] } else { 7 };
                assert_eq!(*found, wanted + 5, "{device}: {at}, {ahead} ahead");
            }
            let sums = sums.download(&stream).unwrap();
            // Batch 5 is outside of `x`, row 3 of each.
            for (at, found) in sums.iter().enumerate() {
                let (batch, row) = (at / 4, at % 4);
                let inside = batch < 5 && row < 3;
                let wanted = if inside { x[(batch * 3 + row) * 8..][..8].iter().sum() } else { 8 };
                assert_eq!(*found, wanted, "{device}: {at}");
            }
        }
    }
}

#[test]
fn no_tensor_of_four_axes_has_two_elements_in_one_place() {
    let stream = Device::cpu().stream();
    let mut memory = stream.upload(&[0u32; 120]).unwrap();
    let mut fits = |strides| TensorViewMut4::from_strided(&mut memory, [2, 3, 4, 5], strides).is_ok();
    assert!(fits([60, 20, 5, 1]) && fits([1, 2, 6, 24]) && fits([20, 40, 1, 4]));
    assert!(!fits([60, 20, 4, 1]) && !fits([1, 1, 6, 24]) && !fits([0, 20, 5, 1]) && !fits([3, 20, 5, 1]));
    assert!(!fits([61, 20, 5, 1]), "past the end");
}

#[test]
fn tensors_are_reshaped() {
    let stream = Device::cpu().stream();
    let values: Vec<i32> = (0..24).collect();
    let mut x = Tensor2::from_slice(&stream, &values, [4, 6]).unwrap();
    let flat = x.reshape([24]).unwrap();
    assert_eq!((flat.shape(), flat.download(&stream).unwrap()), ([24], values.clone()));
    let batches = x.reshape([2, 2, 6]).unwrap();
    assert_eq!(batches.index_axis0(1).row(0).download(&stream).unwrap(), values[12..18]);
    assert_eq!(batches.reshape([1, 2, 3, 4]).unwrap().shape(), [1, 2, 3, 4]);
    // Rows that follow one another are contiguous, and columns are not.
    assert_eq!(x.slice(1..3, ..).unwrap().reshape([12]).unwrap().download(&stream).unwrap(), values[6..18]);
    let refused = x.t().reshape([24]).map(|_| ()).unwrap_err();
    assert!(matches!(refused, kiln::Error::TensorReshape { .. }), "{refused}");
    assert!(matches!(x.reshape([5, 5]), Err(kiln::Error::TensorSize { len: 24, .. })));
    assert_eq!(x.unsqueeze().shape(), [1, 4, 6]);
    assert_eq!(x.unsqueeze_mut().shape(), [1, 4, 6]);
    let row = x.reshape_mut([24]).unwrap();
    assert_eq!(row.view().unsqueeze().shape(), [1, 24]);
    assert_eq!(Tensor1::from_slice(&stream, &values).unwrap().unsqueeze().shape(), [1, 24]);
}
