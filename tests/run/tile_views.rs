//! Tile kernels on parts of tensors, at awkward sizes, and when they fail.

use kiln::Error;
use kiln::prelude::*;

use crate::tiles::devices;

/// `y = x · factor`, 8 × 16 elements a tile.
#[kernel(tile)]
pub(crate) fn scaled(factor: f32, x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    y.store(i, j, x.load::<8, 16>(i, j) * factor);
}

#[kernel(tile)]
pub(crate) fn product<T: MmaOperand>(a: &Tensor2<T>, b: &Tensor2<T>, c: &mut Tensor2<f32>) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 32, 32>::zeros();
    for k in 0..a.cols().div_ceil(16) {
        sum = mma(a.load::<32, 16>(m, k), b.load::<16, 32>(k, n), sum);
    }
    c.store(m, n, sum);
}

#[device]
fn halved<const M: usize, const N: usize>(x: Tile2<f32, M, N>) -> Tile2<f32, M, N> {
    x * 0.5
}

/// Everything that steers: branches, loops with breaks, a scalar out of a tile, a device function.
#[kernel(tile)]
pub(crate) fn steered(most: usize, x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let mut value = x.load::<4, 8>(i, 0);
    let mut turns = 0;
    while turns < most {
        let greatest = value.max_axis::<1>().max_all();
        if greatest < 1.0 {
            break;
        }
        value = if turns % 2 == 0 { halved(value) } else { value - value.min_axis::<0>() };
        turns += 1;
    }
    y.store(i, 0, value);
}

#[kernel(tile)]
pub(crate) fn asserts(limit: usize, y: &mut Tensor1<i32>) {
    let i = tile_id(0);
    assert!(i < limit, "tile {i} is past {limit}");
    y.store(i, Tile1::<i32, 8>::full(1));
}

fn numbers(len: usize) -> Vec<f32> {
    (0..len).map(|i| ((i * 7919) % 1013) as f32 / 64.0 - 8.0).collect()
}

#[test]
fn views_of_every_sort_are_read_and_nothing_else_is_written() {
    let (rows, columns) = (37, 53);
    let x = numbers(rows * columns);
    for device in devices() {
        let stream = device.stream();
        let device_x = Tensor2::from_slice(&stream, &x, [rows, columns]).unwrap();
        // Odd beginnings and ends, so that nothing is aligned; and rows that are.
        for (r, c) in
            [(0..37, 0..53), (3..20, 5..50), (8..16, 16..32), (36..37, 52..53), (4..4, 0..9), (0..9, 7..7)]
        {
            let (height, width) = (r.len(), c.len());
            let part = device_x.slice(r.clone(), c.clone()).unwrap();
            let mut y =
                Tensor2::from_slice(&stream, &vec![-1.0f32; rows * columns], [rows, columns]).unwrap();
            let into = y.slice_mut(r.clone(), c.clone()).unwrap();
            scaled(2.0, part, into).launch(&stream).unwrap();
            let y = y.download(&stream).unwrap();
            for i in 0..rows {
                for j in 0..columns {
                    let inside = r.contains(&i) && c.contains(&j);
                    let expected = if inside { x[i * columns + j] * 2.0 } else { -1.0 };
                    assert_eq!(y[i * columns + j], expected, "{device}: {i}, {j} of {r:?} × {c:?}");
                }
            }
            // The other way round: columns are read as rows, and rows are written as columns.
            let mut z = Tensor2::zeros(&stream, [height, width]).unwrap();
            scaled(3.0, part.t(), z.view_mut().t()).launch(&stream).unwrap();
            let z = z.download(&stream).unwrap();
            for (at, z) in z.iter().enumerate() {
                let (i, j) = (r.start + at / width, c.start + at % width);
                assert_eq!(*z, x[i * columns + j] * 3.0, "{device}: {i}, {j} transposed");
            }
        }
        // One row for all: a stride of zero.
        let row = Tensor2::from_slice(&stream, &x[..16], [1, 16]).unwrap();
        let repeated = kiln::TensorView2::from_strided(row.buffer(), [9, 16], [0, 1]).unwrap();
        let mut y = Tensor2::zeros(&stream, [9, 16]).unwrap();
        scaled(1.0, repeated, &mut y).launch(&stream).unwrap();
        assert!(y.download(&stream).unwrap().chunks(16).all(|chunk| chunk == &x[..16]), "{device}");
    }
}

/// Products of views of `a` and `b`, squares of this edge, plain and transposed, on a device.
fn check_products<T: Float + MmaOperand>(device: &Device, edge: usize, a: &[f32], b: &[f32]) {
    let stream = device.stream();
    let cast = |x: &[f32]| -> Vec<T> { x.iter().map(|x| T::from_f64(f64::from(*x))).collect() };
    let transposed =
        |x: &[f32]| -> Vec<f32> { (0..edge * edge).map(|at| x[at % edge * edge + at / edge]).collect() };
    let tensor = |x: Vec<T>| Tensor2::from_slice(&stream, &x, [edge, edge]).unwrap();
    let (plain_a, plain_b) = (tensor(cast(a)), tensor(cast(b)));
    let (turned_a, turned_b) = (tensor(cast(&transposed(a))), tensor(cast(&transposed(b))));
    for (rows, columns, depth) in [(70, 70, 70), (33, 65, 17), (1, 3, 70), (64, 64, 64)] {
        for (left, right) in [
            (plain_a.view(), plain_b.view()),
            (turned_a.t(), plain_b.view()),
            (plain_a.view(), turned_b.t()),
            (turned_a.t(), turned_b.t()),
        ] {
            let mut c = Tensor2::zeros(&stream, [rows, columns]).unwrap();
            let left = left.slice(..rows, ..depth).unwrap();
            let right = right.slice(..depth, ..columns).unwrap();
            product::<T>(&left, &right, &mut c).launch(&stream).unwrap();
            for (at, found) in c.download(&stream).unwrap().iter().enumerate() {
                let (i, j) = (at / columns, at % columns);
                let terms = (0..depth).map(|k| f64::from(a[i * edge + k]) * f64::from(b[k * edge + j]));
                let (exact, size) =
                    terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
                let error = (f64::from(*found) - exact).abs();
                assert!(error <= 1e-5 * size, "{device}: {i}, {j} is {found}, not {exact}");
            }
        }
    }
}

/// What a tensor says of itself, beside its elements.
#[kernel(tile)]
pub(crate) fn told(x: &Tensor3<f32>, y: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let extents = (x.rows() * 1000 + x.cols()) as f32;
    y.store(i, j, x.load_or::<8, 16>(1, i, j, -1.0) + extents);
}

/// Views whose columns lie one after another, aligned and not: the code for them loads along columns, and the
/// tensor's axes stay its own.
#[test]
fn turned_tensors_are_what_they_were() {
    for device in devices() {
        let stream = device.stream();
        for (rows, columns) in [(32, 48), (31, 20), (1, 40), (40, 1)] {
            let x = numbers(2 * rows * columns);
            // Columns by rows, of which the view has rows by columns.
            let lying = Tensor3::from_slice(&stream, &x, [2, columns, rows]).unwrap();
            let mut y = Tensor2::zeros(&stream, [rows, columns]).unwrap();
            // Twice: what was made for them is found again.
            for _ in 0..2 {
                told(lying.t(), &mut y).launch(&stream).unwrap();
                let y = y.download(&stream).unwrap();
                for (at, y) in y.iter().enumerate() {
                    let (i, j) = (at / columns, at % columns);
                    let own = x[rows * columns + j * rows + i] + (rows * 1000 + columns) as f32;
                    assert_eq!(*y, own, "{device}: {i}, {j} of {rows} × {columns}");
                }
            }
        }
    }
}

/// A product of a transposed factor takes code that moves whole vectors of it, and says so.
#[test]
fn transposed_factors_move_in_vectors() {
    let stream = Device::cpu().stream();
    let a = Tensor2::<bf16>::zeros(&stream, [64, 64]).unwrap();
    let mut c = Tensor2::<f32>::zeros(&stream, [64, 64]).unwrap();
    let report = product(&a, a.t(), &mut c).report(&stream).unwrap();
    let taken = report.variants.iter().find(|variant| variant.taken).unwrap();
    assert!(taken.moves.iter().all(|moved| moved.how == "stored" || moved.bytes == 16), "{report}");
    assert!(report.to_string().contains("but `b` is transposed, which this launch takes"), "{report}");
}

/// Factors move as fast as ever beside a result that is not aligned.
#[test]
fn a_tensor_that_is_not_aligned_is_named() {
    let stream = Device::cpu().stream();
    let [a, b] = [[64, 64], [64, 64]].map(|extents| Tensor2::<bf16>::zeros(&stream, extents).unwrap());
    let mut c = Tensor2::<f32>::zeros(&stream, [64, 63]).unwrap();
    let report = product(&a, &b, &mut c).report(&stream).unwrap();
    let taken = report.variants.iter().find(|variant| variant.taken).unwrap();
    assert!(taken.moves.iter().all(|moved| moved.how == "stored" || moved.bytes == 16), "{report}");
    assert!(report.to_string().contains("but `c` is not aligned, which this launch takes"), "{report}");
}

#[test]
fn products_of_views_agree_with_plain_loops() {
    let edge = 70;
    // Multiples of 1/64 below 8 are exact in both types.
    let (a, b) = (numbers(edge * edge), numbers(edge * edge + 3)[3..].to_vec());
    for device in devices() {
        check_products::<f32>(&device, edge, &a, &b);
        check_products::<f16>(&device, edge, &a, &b);
    }
}

#[test]
fn scalars_steer_tiles() {
    let rows = 50;
    let x = numbers(rows * 8);
    // The same in plain Rust, a tile of four rows at a time.
    let mut expected = vec![0.0f32; rows * 8];
    for tile in 0..rows.div_ceil(4) {
        let mut value = [[0.0f32; 8]; 4];
        for (at, v) in value.as_flattened_mut().iter_mut().enumerate() {
            *v = x.get(tile * 32 + at).copied().unwrap_or(0.0);
        }
        for turn in 0..6 {
            if value.as_flattened().iter().copied().fold(f32::MIN, f32::max) < 1.0 {
                break;
            }
            let least: [f32; 8] =
                std::array::from_fn(|j| (0..4).map(|i| value[i][j]).fold(f32::MAX, f32::min));
            for row in &mut value {
                for (v, least) in row.iter_mut().zip(least) {
                    *v = if turn % 2 == 0 { *v * 0.5 } else { *v - least };
                }
            }
        }
        for (at, v) in value.as_flattened().iter().enumerate() {
            if let Some(slot) = expected.get_mut(tile * 32 + at) {
                *slot = *v;
            }
        }
    }
    for device in devices() {
        let stream = device.stream();
        let device_x = Tensor2::from_slice(&stream, &x, [rows, 8]).unwrap();
        let mut y = Tensor2::zeros(&stream, [rows, 8]).unwrap();
        steered(6, &device_x, &mut y).tiles(rows.div_ceil(4)).launch(&stream).unwrap();
        assert_eq!(y.download(&stream).unwrap(), expected, "{device}");
    }
}

#[test]
fn a_tile_that_fails_is_told_with_its_place_and_the_others_are_done() {
    for device in devices() {
        let stream = device.stream();
        let mut y = Tensor1::zeros(&stream, 80).unwrap();
        asserts(7, &mut y).launch(&stream).unwrap();
        let error = stream.synchronize().expect_err("three tiles are past the limit");
        let Error::KernelPanic { block, .. } = &error else { panic!("{device}: {error}") };
        assert!((7..10).contains(&block[0]), "{device}: {error}");
        let text = error.to_string();
        for part in ["asserts", "is past 7", "tile"] {
            assert!(text.contains(part), "{device}: {part} is not in {text}");
        }
        // The stream works on.
        let mut y = Tensor1::zeros(&stream, 80).unwrap();
        asserts(10, &mut y).launch(&stream).unwrap();
        assert_eq!(y.download(&stream).unwrap(), [1; 80], "{device}");
    }
}

#[test]
fn a_size_that_cannot_be_is_refused_and_an_empty_one_does_nothing() {
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::<f32>::zeros(&stream, [0, 16]).unwrap();
        let mut y = Tensor2::<f32>::zeros(&stream, [0, 16]).unwrap();
        scaled(1.0, &x, &mut y).launch(&stream).unwrap();
        let mut y = Tensor2::<f32>::zeros(&stream, [8, 16]).unwrap();
        // A grid may be larger than the tensor; what is outside is dropped.
        scaled(1.0, &x, &mut y).tiles([3, 2]).launch(&stream).unwrap();
        stream.synchronize().unwrap();
        let error = scaled(1.0, &x, &mut y).tiles([1, 70_000]).launch(&stream);
        if device.is_gpu() {
            assert!(matches!(error, Err(Error::LaunchLimit { .. })), "{error:?}");
        }
        // Its stores do not tell the third axis apart.
        let error =
            scaled(1.0, &x, &mut y).tiles([1, 1, 2]).launch(&stream).expect_err("two tiles store the same");
        assert!(matches!(error, Error::SharedTiles { .. }), "{error}");
        let said = error.to_string();
        for part in ["elements of `y`", "tile_views.rs:", "`atomic_add`"] {
            assert!(said.contains(part), "{said}");
        }
        let error = scaled(1.0, &x, &mut y).threads(64).launch(&stream).expect_err("tiles are its size");
        assert!(error.to_string().contains(".tiles("), "{error}");
        stream.synchronize().unwrap();
    }
}
