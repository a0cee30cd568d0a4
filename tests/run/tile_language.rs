//! Sentences about tiles in the pages of the language that the other tests of tiles do not hold: each with the kernel
//! that a user would write of it.

use kiln::prelude::*;
use kiln::{AtomicNumber, IotaElement};

use crate::tiles::devices;

/// Parts from wherever the launch says.
#[kernel(tile)]
pub(crate) fn sliced(start: usize, x: &Tensor2<i32>, y: &mut Tensor3<i32>) {
    let x = x.load::<4, 8>(0, 0);
    y.store(0, 0, 0, x.slice::<1, 8>(start));
    y.store(1, 0, 0, x.slice::<0, 4>(start));
    y.store(2, 0, 0, x.slice::<1, 8>(1 << 32));
}

#[test]
fn a_slice_begins_anywhere() {
    let x: Vec<i32> = (1..=32).collect();
    let far = [1 << 31, u32::MAX as usize, 1 << 32, (1 << 32) + 1, usize::MAX - 1, usize::MAX];
    for device in devices() {
        let stream = device.stream();
        let there = Tensor2::from_slice(&stream, &x, [4, 8]).unwrap();
        for start in (0..10).chain(far) {
            let mut y = Tensor3::zeros(&stream, [3, 4, 8]).unwrap();
            sliced(start, &there, &mut y).tiles(1).launch(&stream).unwrap();
            let y = y.download(&stream).unwrap();
            for (i, j) in (0..4).flat_map(|i| (0..8).map(move |j| (i, j))) {
                let at = |i: usize, j: usize| if i < 4 && j < 8 { x[i * 8 + j] } else { 0 };
                let wanted = [at(i, j.saturating_add(start)), at(i.saturating_add(start), j), 0];
                let found = [0, 1, 2].map(|k| y[(k * 4 + i) * 8 + j]);
                assert_eq!(found, wanted, "{device}: {i}, {j} from {start} on");
            }
        }
    }
}

/// Tiles of a product, shared out among those of the grid: each goes on with the number so many further.
#[kernel(tile)]
pub(crate) fn shared_out(a: &Tensor2<bf16>, b: &Tensor2<bf16>, c: &mut Tensor2<f32>) {
    let across = c.cols().div_ceil(16);
    for tile in (tile_id(0)..c.rows().div_ceil(32) * across).step_by(tile_count(0)) {
        let (i, j) = (tile / across, tile % across);
        let mut sum = Tile2::<f32, 32, 16>::zeros();
        for k in 0..a.cols().div_ceil(16) {
            sum = mma(a.load::<32, 16>(i, k), b.load::<16, 16>(k, j), sum);
        }
        c.store(i, j, sum);
    }
}

#[test]
fn the_tiles_of_a_product_are_shared_out() {
    let [rows, columns, depth] = [100, 45, 37];
    let numbers = |len: usize| (0..len).map(|i| (i * 7919 % 5) as f32 - 2.0).collect::<Vec<f32>>();
    let (a, b) = (numbers(rows * depth), numbers(depth * columns));
    let narrow = |x: &[f32]| x.iter().copied().map(bf16::from_f32).collect::<Vec<bf16>>();
    for device in devices() {
        let stream = device.stream();
        let left = Tensor2::from_slice(&stream, &narrow(&a), [rows, depth]).unwrap();
        let right = Tensor2::from_slice(&stream, &narrow(&b), [depth, columns]).unwrap();
        for tiles in [1, 5, 12, 20] {
            let mut c = Tensor2::zeros(&stream, [rows, columns]).unwrap();
            shared_out(&left, &right, &mut c).tiles(tiles).launch(&stream).unwrap();
            for (at, found) in c.download(&stream).unwrap().into_iter().enumerate() {
                let (i, j) = (at / columns, at % columns);
                let wanted: f32 = (0..depth).map(|k| a[i * depth + k] * b[k * columns + j]).sum();
                assert_eq!(found, wanted, "{device}: {i}, {j} by {tiles} tiles");
            }
        }
    }
}

/// Rows and columns whose extents only the masks say.
#[kernel(tile)]
pub(crate) fn edges(y: &mut Tensor2<f32>) {
    let (right, upper) = (Row::<u32, 8>::iota().ge(3), Col::<u32, 4>::iota().lt(2));
    y.store(0, 0, right.select(Row::full(1.0), Row::zeros()) + upper.select(2.0, 3.0));
    y.store(1, 0, upper.select(2.0, 3.0) * right.select(Row::full(1.0), Row::full(5.0)));
}

#[test]
fn masks_tell_the_extents_of_what_they_select() {
    for device in devices() {
        let stream = device.stream();
        let mut y = Tensor2::zeros(&stream, [8, 8]).unwrap();
        edges(&mut y).tiles(1).launch(&stream).unwrap();
        let wanted: Vec<f32> = (0..64)
            .map(|at| {
                let (i, j) = (at / 8, at % 8);
                let (right, left) = (if j >= 3 { 1.0 } else { 0.0 }, if j >= 3 { 1.0 } else { 5.0 });
                let upper = if i % 4 < 2 { 2.0 } else { 3.0 };
                if i < 4 { right + upper } else { upper * left }
            })
            .collect();
        assert_eq!(y.download(&stream).unwrap(), wanted, "{device}");
    }
}

/// Places are counted and elements changed in whatever type the launch has.
#[kernel(tile)]
pub(crate) fn weighed<T: Num + AtomicNumber + IotaElement>(x: &Tensor1<u32>, sums: &mut Tensor1<T>) {
    sums.atomic_add(x.load_or::<64>(tile_id(0), u32::MAX), Tile1::<T, 64>::iota() + T::ONE);
}

#[test]
fn kernels_are_generic_over_what_is_counted_and_changed() {
    fn check<T: Num + AtomicNumber + IotaElement>(device: &Device) {
        let stream = device.stream();
        let x: Vec<u32> = (0..100).map(|i| i % 7).collect();
        let there = Tensor1::from_slice(&stream, &x).unwrap();
        let mut sums = Tensor1::<T>::zeros(&stream, 7).unwrap();
        weighed::<T>(&there, &mut sums).tiles(2).launch(&stream).unwrap();
        for (number, found) in sums.download(&stream).unwrap().into_iter().enumerate() {
            let places = (0..100).filter(|i| i % 7 == number);
            let wanted: usize = places.map(|i| i % 64 + 1).sum();
            assert_eq!(found.to_f64(), wanted as f64, "{device}, {}", std::any::type_name::<T>());
        }
    }
    for device in devices() {
        check::<i32>(&device);
        check::<u32>(&device);
        check::<i64>(&device);
        check::<u64>(&device);
        check::<isize>(&device);
        check::<usize>(&device);
    }
}

/// A product whose every step is rounded once, in order.
#[kernel(tile, strict_fp)]
pub(crate) fn in_order<T: MmaOperand<T>, const K: usize>(a: &Tensor2<T>, b: &Tensor2<T>, c: &mut Tensor2<T>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = c.load::<16, 24>(i, j);
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<16, K>(i, k), b.load::<K, 24>(k, j), sum);
    }
    c.store(i, j, sum);
}

#[test]
fn products_of_f32_have_the_same_bits_everywhere() {
    let [rows, columns, depth] = [19, 50, 300];
    let numbers = |len: usize, by: usize| -> Vec<f32> {
        (0..len).map(|i| (i * by % 1013) as f32 / 300.0 - 1.5).collect()
    };
    let (a, b, c) =
        (numbers(rows * depth, 7919), numbers(depth * columns, 104_729), numbers(rows * columns, 31));
    let wanted: Vec<u32> = (0..rows * columns)
        .map(|at| {
            let (i, j) = (at / columns, at % columns);
            (0..depth).fold(c[at], |sum, k| a[i * depth + k].mul_add(b[k * columns + j], sum)).to_bits()
        })
        .collect();
    for device in devices() {
        let stream = device.stream();
        let left = Tensor2::from_slice(&stream, &a, [rows, depth]).unwrap();
        let right = Tensor2::from_slice(&stream, &b, [depth, columns]).unwrap();
        for turn in 0..2 {
            let mut sums = Tensor2::from_slice(&stream, &c, [rows, columns]).unwrap();
            let launched = match turn {
                0 => in_order::<f32, 16>(&left, &right, &mut sums).launch(&stream),
                _ => in_order::<f32, 7>(&left, &right, &mut sums).launch(&stream),
            };
            launched.unwrap();
            let found: Vec<u32> = sums.download(&stream).unwrap().into_iter().map(f32::to_bits).collect();
            let differ = found.iter().zip(&wanted).filter(|(found, wanted)| found != wanted).count();
            assert_eq!(differ, 0, "{device}, turn {turn}");
        }
    }
}

/// A tile that a function gives, whose extents the call says.
#[device]
fn sized<const N: usize>(x: Tile1<f32, N>, f: impl Fn(Tile1<f32, N>) -> Tile1<f32, N>) -> Tile1<f32, N> {
    f(f(x))
}

/// Several stores to one tensor, of tiles that functions give.
#[kernel(tile)]
pub(crate) fn stored_by_pieces(by: f32, x: &Tensor1<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let x = x.load::<24>(i);
    if by < 0.0 {
        y.row_mut(i).store(1, sized::<24, _>(x, |x| x * by));
        return;
    }
    y.row_mut(i).store(0, sized::<24, _>(x, |x| x + by));
    y.row_mut(i).store(1, sized::<24, _>(x, |x| x.sort::<0>() * by));
}

#[device]
fn raised<const M: usize, const N: usize>(x: Tile2<f32, M, N>) -> Tile2<f32, M, N> {
    x + 1.0
}

/// Stores of as many rows where `M` is 2.
#[kernel(tile)]
pub(crate) fn stored_by_rows<const M: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    y.store(i, 0, raised(x.load::<2, 12>(i, 0)));
    y.store(i, 1, raised(x.load::<M, 12>(i, 1)));
}

#[test]
fn stores_of_what_functions_give_are_told_apart_by_the_launch() {
    let x: Vec<f32> = (0..48).map(|i| (i * 7 % 13) as f32).collect();
    for device in devices() {
        let stream = device.stream();
        let there = Tensor1::from_slice(&stream, &x).unwrap();
        let mut y = Tensor2::zeros(&stream, [2, 48]).unwrap();
        stored_by_pieces(0.5, &there, &mut y).tiles(2).launch(&stream).unwrap();
        let y = y.download(&stream).unwrap();
        for (i, line) in x.chunks(24).enumerate() {
            let mut sorted = line.to_vec();
            sorted.sort_by(f32::total_cmp);
            let wanted = line.iter().map(|x| x + 1.0).chain(sorted.iter().map(|x| x * 0.25));
            assert_eq!(y[i * 48..][..48], wanted.collect::<Vec<f32>>(), "{device}, row {i}");
        }
        let there = Tensor2::from_slice(&stream, &x, [2, 24]).unwrap();
        let mut z = Tensor2::<f32>::zeros(&stream, [4, 24]).unwrap();
        stored_by_rows::<2>(&there, &mut z).tiles(2).launch(&stream).unwrap();
        assert_eq!(z.download(&stream).unwrap()[..24], x[..24].iter().map(|x| x + 1.0).collect::<Vec<f32>>());
        // Tiles of two rows and of one lie on each other.
        let refused = stored_by_rows::<1>(&there, &mut z).tiles(2).launch(&stream);
        let error = refused.expect_err("their elements are the same");
        assert!(
            matches!(&error, kiln::Error::SharedTiles { place, .. } if !place.is_empty()),
            "{device}: {error}"
        );
        stored_by_rows::<1>(&there, &mut z).tiles(1).launch(&stream).unwrap();
    }
}

/// Rows and columns of which rustc finds the extents: those of the tile beside them.
#[kernel(tile)]
pub(crate) fn rows_beside_a_tile(
    x: &Tensor2<f32>,
    bias: &Tensor1<f32>,
    scale: &Tensor1<f32>,
    y: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let a = x.load::<8, 16>(m, n);
    let mut sum = a + bias.load(n).to_row();
    sum *= scale.load(m).to_col();
    y.store(m, n, sum - bias.load(n).to_row() * 2.0);
}

#[test]
fn rows_and_columns_have_the_extents_of_the_tile_beside_them() {
    let x: Vec<f32> = (0..8 * 32).map(|i| (i % 17) as f32).collect();
    let (bias, scale): (Vec<f32>, Vec<f32>) =
        ((0..32).map(|i| i as f32).collect(), (0..8).map(|i| (i + 1) as f32).collect());
    for device in devices() {
        let stream = device.stream();
        let x_there = Tensor2::from_slice(&stream, &x, [8, 32]).unwrap();
        let of = |values: &[f32]| Tensor1::from_slice(&stream, values).unwrap();
        let (bias_there, scale_there) = (of(&bias), of(&scale));
        let mut y = Tensor2::zeros(&stream, [8, 32]).unwrap();
        rows_beside_a_tile(&x_there, &bias_there, &scale_there, &mut y).launch(&stream).unwrap();
        let wanted: Vec<f32> = x
            .iter()
            .enumerate()
            .map(|(at, x)| (x + bias[at % 32]) * scale[at / 32] - 2.0 * bias[at % 32])
            .collect();
        assert_eq!(y.download(&stream).unwrap(), wanted, "{device}");
    }
}
