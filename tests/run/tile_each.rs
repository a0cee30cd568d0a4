//! What tile kernels do with each element by itself: functions of scalars, and elements of tensors by number.

use kiln::Error;
use kiln::prelude::*;

use crate::tiles::devices;

#[device]
fn steps(mut n: u32) -> u32 {
    let mut steps = 0;
    while n > 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
        if steps > 500 {
            return 1000;
        }
    }
    steps
}

#[device]
fn power(x: f32, n: u32) -> f32 {
    let mut all = 1.0;
    for _ in 0..n {
        all *= x;
    }
    all
}

/// A device function by its name, closures with captures, of one and of two tiles, of another element than the tile's.
#[kernel(tile)]
pub(crate) fn applied<const M: usize, const N: usize>(
    limit: u32,
    x: &Tensor2<u32>,
    y: &mut Tensor2<u32>,
    z: &mut Tensor2<f32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let x = x.load::<M, N>(i, j);
    y.store(i, j, x.apply(steps));
    let bases = Row::<u32, N>::iota().apply(|n| n % 3).cast::<f32>().broadcast::<M>();
    let raised = x.apply_with(bases, |n, base| {
        if n > limit {
            return -1.0;
        }
        match n % 4 {
            0 => power(base, n / 4),
            1 | 2 => base.sqrt() * n as f32,
            _ => (n as f32).powf(0.5) + base,
        }
    });
    z.store(i, j, raised);
}

fn applied_to<const M: usize, const N: usize>(device: &Device, [rows, columns]: [usize; 2]) {
    let stream = device.stream();
    let x: Vec<u32> = (0..rows * columns).map(|at| (at * 37 % 41) as u32).collect();
    let limit = 31;
    let device_x = Tensor2::from_slice(&stream, &x, [rows, columns]).unwrap();
    let mut y = Tensor2::zeros(&stream, [rows, columns]).unwrap();
    let mut z = Tensor2::zeros(&stream, [rows, columns]).unwrap();
    let tiles = [rows.div_ceil(M), columns.div_ceil(N)];
    applied::<M, N>(limit, &device_x, &mut y, &mut z).tiles(tiles).launch(&stream).unwrap();
    let (y, z) = (y.download(&stream).unwrap(), z.download(&stream).unwrap());
    for (at, n) in x.iter().copied().enumerate() {
        let base = (at % columns % N % 3) as f32;
        let wanted = match n % 4 {
            _ if n > limit => -1.0,
            0 => base.powi((n / 4) as i32),
            1 | 2 => base.sqrt() * n as f32,
            _ => (n as f32).powf(0.5) + base,
        };
        assert_eq!(y[at], steps(n), "{device}: {n}");
        assert!(
            (z[at] - wanted).abs() <= wanted.abs() * 1e-5,
            "{device}: {n}, {base}: {}, not {wanted}",
            z[at]
        );
    }
}

#[test]
fn functions_of_scalars_are_applied_to_each_element() {
    for device in devices() {
        applied_to::<8, 16>(&device, [20, 33]);
        applied_to::<5, 7>(&device, [5, 7]);
        applied_to::<1, 1>(&device, [2, 3]);
    }
}

/// Rows of a table by number, elements of a vector by number, of a row, and with something else outside.
#[kernel(tile)]
pub(crate) fn gathered(
    table: &Tensor2<f32>,
    bias: &Tensor1<f32>,
    which: &Tensor1<i64>,
    y: &mut Tensor2<f32>,
) {
    let i = tile_id(0);
    let rows = which.load_or::<8>(i, -1);
    let columns = Row::<i64, 16>::iota();
    let found = table.gather(rows.to_col(), columns);
    let added = bias.gather_or(rows, 0.5).to_col();
    let first = table.row(0).gather(columns + 1);
    y.store(i, 0, found + added + first);
}

#[test]
fn elements_of_tensors_are_gathered_by_number() {
    let (rows, columns) = (5, 16);
    let table: Vec<f32> = (0..rows * columns).map(|at| at as f32).collect();
    let bias = [100.0, 200.0, 300.0, 400.0, 500.0];
    let which = [4, 0, 5, -1, 2, 2, i64::MAX, i64::MIN, 1, 3, 1 << 32];
    for device in devices() {
        let stream = device.stream();
        // Aligned, and as a part that is not.
        let wide: Vec<f32> = (0..rows)
            .flat_map(|row| [vec![-9.0], table[row * columns..][..columns].to_vec()].concat())
            .collect();
        let aligned = Tensor2::from_slice(&stream, &table, [rows, columns]).unwrap();
        let odd = Tensor2::from_slice(&stream, &wide, [rows, columns + 1]).unwrap();
        let bias_there = Tensor1::from_slice(&stream, &bias).unwrap();
        let which_there = Tensor1::from_slice(&stream, &which).unwrap();
        for view in [aligned.view(), odd.slice(.., 1..).unwrap()] {
            let mut y = Tensor2::zeros(&stream, [which.len(), columns]).unwrap();
            gathered(view, &bias_there, &which_there, &mut y).tiles(2).launch(&stream).unwrap();
            for (at, found) in y.download(&stream).unwrap().iter().enumerate() {
                let (number, column) = (which[at / columns], at % columns);
                let row = usize::try_from(number).ok().filter(|row| *row < rows);
                let element = row.map_or(0.0, |row| table[row * columns + column]);
                let added = row.map_or(0.5, |row| bias[row]);
                let first = if column + 1 < columns { table[column + 1] } else { 0.0 };
                assert_eq!(*found, element + added + first, "{device}: {number}, {column}");
            }
        }
    }
}

/// A histogram, with the least and the greatest position of each number; and sums of columns by two coordinates.
#[kernel(tile)]
pub(crate) fn counted(
    x: &Tensor1<u32>,
    counts: &mut Tensor1<u32>,
    first: &mut Tensor1<i32>,
    last: &mut Tensor1<u64>,
    sums: &mut Tensor2<f32>,
) {
    let i = tile_id(0);
    let x = x.load_or::<96>(i, 1 << 20);
    let position = Tile1::<i32, 96>::iota() + (i * 96) as i32;
    counts.atomic_add(x, 1);
    first.atomic_min(x, position);
    last.atomic_max(x, position.cast::<u64>());
    sums.atomic_add(x.apply(|n| n % 3), x.apply(|n| n / 3), position.cast::<f32>());
}

#[test]
fn tiles_change_one_element_together() {
    let x: Vec<u32> = (0..1000).map(|at| (at * at % 17) as u32 + u32::from(at % 50 == 0) * 100).collect();
    for device in devices() {
        let stream = device.stream();
        let there = Tensor1::from_slice(&stream, &x).unwrap();
        let mut counts = Tensor1::zeros(&stream, 17).unwrap();
        let mut first = Tensor1::from_slice(&stream, &[i32::MAX; 17]).unwrap();
        let mut last = Tensor1::zeros(&stream, 17).unwrap();
        let mut sums = Tensor2::zeros(&stream, [3, 6]).unwrap();
        let tiles = x.len().div_ceil(96);
        counted(&there, &mut counts, &mut first, &mut last, &mut sums).tiles(tiles).launch(&stream).unwrap();
        let (counts, first) = (counts.download(&stream).unwrap(), first.download(&stream).unwrap());
        let (last, sums) = (last.download(&stream).unwrap(), sums.download(&stream).unwrap());
        for number in 0..17u32 {
            let places: Vec<usize> = (0..x.len()).filter(|at| x[*at] == number).collect();
            let at = number as usize;
            assert_eq!(counts[at] as usize, places.len(), "{device}: {number}");
            assert_eq!(first[at], places.first().map_or(i32::MAX, |at| *at as i32), "{device}: {number}");
            assert_eq!(last[at], places.last().map_or(0, |at| *at as u64), "{device}: {number}");
            let sum: f32 = places.iter().map(|at| *at as f32).sum();
            assert_eq!(sums[at % 3 * 6 + at / 3], sum, "{device}: {number}");
        }
    }
}

/// A permutation, which only its author knows to be one.
#[kernel(tile)]
pub(crate) unsafe fn scattered(to: &Tensor1<u32>, x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    y.scatter(to.load_or::<64>(i, u32::MAX), x.load::<64>(i));
}

#[test]
fn elements_are_scattered_by_number() {
    let to: Vec<u32> = (0..300).map(|at| at * 7 % 300).collect();
    let x: Vec<f32> = (0..300).map(|at| at as f32).collect();
    for device in devices() {
        let stream = device.stream();
        let (there, from) =
            (Tensor1::from_slice(&stream, &to).unwrap(), Tensor1::from_slice(&stream, &x).unwrap());
        let mut y = Tensor1::zeros(&stream, 300).unwrap();
        // SAFETY: each number is there once.
        unsafe { scattered(&there, &from, &mut y) }.tiles(5).launch(&stream).unwrap();
        let y = y.download(&stream).unwrap();
        for (x, to) in x.iter().zip(&to) {
            assert_eq!(y[*to as usize], *x, "{device}");
        }
    }
}

#[kernel(tile)]
pub(crate) fn divides(x: &Tensor1<i32>, y: &mut Tensor1<i32>) {
    let x = x.load::<50>(tile_id(0));
    y.store(tile_id(0), x.apply(|n| 100 / n));
}

#[test]
fn what_fails_for_an_element_fails_as_it_does_for_a_scalar() {
    for device in devices() {
        let stream = device.stream();
        let x = Tensor1::from_slice(&stream, &(1..51).collect::<Vec<i32>>()).unwrap();
        let mut y = Tensor1::zeros(&stream, 50).unwrap();
        divides(&x, &mut y).tiles(1).launch(&stream).unwrap();
        assert_eq!(y.download(&stream).unwrap()[..4], [100, 50, 33, 25], "{device}");
        // What lies outside of a tensor is zero.
        let mut z = Tensor1::zeros(&stream, 50).unwrap();
        let failed = divides(&x, &mut z).tiles(2).launch(&stream).and_then(|()| stream.synchronize());
        assert!(matches!(failed, Err(Error::KernelPanic { .. })), "{device}: {failed:?}");
    }
}

#[kernel(tile)]
pub(crate) fn rounded(x: &Tensor1<f32>, y: &mut Tensor2<f32>) {
    // Sixteen rows for each tile of the grid.
    let i = tile_id(0);
    let x = x.load::<32>(i);
    let first = i * 16;
    y.row_mut(first).store(0, x.round());
    y.row_mut(first + 1).store(0, x.trunc());
    y.row_mut(first + 2).store(0, x.fract());
    y.row_mut(first + 3).store(0, x.clamp(-1.0, 2.0));
    y.row_mut(first + 4).store(0, x.abs().powf(x));
    y.row_mut(first + 5).store(0, x.powf(2.0));
    y.row_mut(first + 6).store(0, x.tan());
    y.row_mut(first + 7).store(0, x.tanh().asin());
    y.row_mut(first + 8).store(0, x.tanh().acos());
    y.row_mut(first + 9).store(0, x.atan());
    y.row_mut(first + 10).store(0, x.atan2(x + 1.0));
    y.row_mut(first + 11).store(0, x.sinh());
    y.row_mut(first + 12).store(0, x.cosh());
    y.row_mut(first + 13).store(0, x.exp_m1());
    y.row_mut(first + 14).store(0, x.abs().ln_1p());
    y.row_mut(first + 15).store(0, x.cbrt() + x.recip());
}

#[test]
fn tiles_have_the_methods_of_floats() {
    let x: Vec<f32> = (0..64).map(|at| (at as f32 - 30.25) / 8.0).collect();
    let methods: [fn(f32) -> f32; 16] = [
        f32::round,
        f32::trunc,
        f32::fract,
        |x| x.clamp(-1.0, 2.0),
        |x| x.abs().powf(x),
        |x| x.powf(2.0),
        f32::tan,
        |x| x.tanh().asin(),
        |x| x.tanh().acos(),
        f32::atan,
        |x| x.atan2(x + 1.0),
        f32::sinh,
        f32::cosh,
        f32::exp_m1,
        |x| x.abs().ln_1p(),
        |x| x.cbrt() + x.recip(),
    ];
    for device in devices() {
        let stream = device.stream();
        let there = Tensor1::from_slice(&stream, &x).unwrap();
        let mut y = Tensor2::zeros(&stream, [32, 32]).unwrap();
        rounded(&there, &mut y).tiles(2).launch(&stream).unwrap();
        let y = y.download(&stream).unwrap();
        for (at, found) in y.iter().enumerate() {
            let (row, x) = (at / 32, x[at / 512 * 32 + at % 32]);
            let wanted = methods[row % 16](x);
            let close = (found - wanted).abs() <= wanted.abs().max(1.0) * 4e-6;
            assert!(close, "{device}: method {} of {x}: {found}, not {wanted}", row % 16);
        }
    }
}

/// Elements of batches by number: the matrix by a scalar, by a column and by a whole tile of numbers.
#[kernel(tile)]
pub(crate) fn of_batches(
    x: &Tensor3<f32>,
    z: &Tensor4<i32>,
    which: &Tensor1<u32>,
    picked: &mut Tensor3<f32>,
    sums: &mut Tensor4<i32>,
) {
    let b = tile_id(0);
    let which = which.load_or::<4>(0, 99).to_col();
    let columns = Row::<u32, 8>::iota() * 2;
    picked.store(b, 0, 0, x.gather(b, which, columns));
    picked.store(b, 1, 0, x.gather_or(which, Col::<u32, 4>::iota(), columns, -1.0));
    let (rows, cols) = (Tile2::<u32, 4, 8>::iota::<0>(), Tile2::<u32, 4, 8>::iota::<1>());
    let found = z.gather(b, which, rows, cols % 3);
    sums.atomic_add(which, 0usize, rows, cols, found);
    sums.atomic_max(b, 1usize, rows, cols, found + cols.cast::<i32>());
}

#[test]
fn elements_of_batches_are_found_by_number() {
    for device in devices() {
        let stream = device.stream();
        let x: Vec<f32> = (0..3 * 5 * 12).map(|i| i as f32).collect();
        let z: Vec<i32> = (0..3 * 3 * 4 * 3).map(|i| i * 7 % 31 - 9).collect();
        let which = [2u32, 0, 7, 1];
        let device_x = Tensor3::from_slice(&stream, &x, [3, 5, 12]).unwrap();
        let device_z = Tensor4::from_slice(&stream, &z, [3, 3, 4, 3]).unwrap();
        let device_which = Tensor1::from_slice(&stream, &which).unwrap();
        let mut picked = Tensor3::zeros(&stream, [3, 8, 8]).unwrap();
        let mut sums = Tensor4::zeros(&stream, [3, 2, 4, 8]).unwrap();
        of_batches(&device_x, &device_z, &device_which, &mut picked, &mut sums)
            .tiles(3)
            .launch(&stream)
            .unwrap();
        let (picked, sums) = (picked.download(&stream).unwrap(), sums.download(&stream).unwrap());
        let of_x = |b: usize, i: usize, j: usize| (b < 3 && i < 5 && j < 12).then(|| x[(b * 5 + i) * 12 + j]);
        let of_z = |a: usize, b: usize, i: usize, j: usize| {
            if a < 3 && b < 3 && i < 4 && j < 3 { z[((a * 3 + b) * 4 + i) * 3 + j] } else { 0 }
        };
        let mut expected = vec![0; 3 * 2 * 4 * 8];
        for b in 0..3 {
            for i in 0..4 {
                let number = which[i] as usize;
                for j in 0..8 {
                    let place = format!("{device} {b} {i} {j}");
                    assert_eq!(picked[(b * 8 + i) * 8 + j], of_x(b, number, 2 * j).unwrap_or(0.0), "{place}");
                    assert_eq!(
                        picked[(b * 8 + 4 + i) * 8 + j],
                        of_x(number, i, 2 * j).unwrap_or(-1.0),
                        "{place}"
                    );
                    let found = of_z(b, number, i, j % 3);
                    if number < 3 {
                        expected[((number * 2) * 4 + i) * 8 + j] += found;
                    }
                    let most = &mut expected[((b * 2 + 1) * 4 + i) * 8 + j];
                    *most = (*most).max(found + j as i32);
                }
            }
        }
        assert_eq!(sums, expected, "{device}");
    }
}

/// Random numbers of each element by its number: of a vector, and of a matrix.
#[kernel(tile)]
pub(crate) fn random(seed: u64, y: &mut Tensor1<f32>, bits: &mut Tensor2<u32>) {
    let i = tile_id(0);
    let index = Tile1::<usize, 64>::iota() + i * 64;
    y.store(i, index.apply(|n| Philox::new(seed, n as u64).uniform_f32()));
    let index = (Col::<usize, 4>::iota() + i * 4) * 16 + Row::<usize, 16>::iota();
    bits.store(i, 0, index.apply(|n| Philox::new(seed, n as u64).next_u32()));
}

#[test]
fn a_tile_of_random_numbers_is_that_of_threads() {
    let seed = 0x1234_5678_9abc_def0;
    let all = |of: &dyn Fn(&mut Philox) -> f32| -> Vec<f32> {
        (0..128).map(|n| of(&mut Philox::new(seed, n))).collect()
    };
    for device in devices() {
        let stream = device.stream();
        let mut y = Tensor1::zeros(&stream, 128).unwrap();
        let mut bits = Tensor2::zeros(&stream, [8, 16]).unwrap();
        random(seed, &mut y, &mut bits).launch(&stream).unwrap();
        assert_eq!(y.download(&stream).unwrap(), all(&|random| random.uniform_f32()), "{device}");
        let want: Vec<u32> = (0..128).map(|n| Philox::new(seed, n).next_u32()).collect();
        assert_eq!(bits.download(&stream).unwrap(), want, "{device}");
    }
}

#[kernel(tile)]
pub(crate) fn half_sums(
    x: &Tensor1<f16>,
    b: &Tensor1<bf16>,
    at: &Tensor1<u32>,
    sums: &mut Tensor1<f16>,
    wide: &mut Tensor1<bf16>,
    least: &mut Tensor1<bf16>,
    most: &mut Tensor1<f16>,
) {
    let i = tile_id(0);
    let at = at.load_or::<64>(i, u32::MAX);
    let (x, b) = (x.load::<64>(i), b.load::<64>(i));
    sums.atomic_add(at, x);
    wide.atomic_add(at, b);
    least.atomic_min(at, b);
    most.atomic_max(at, x);
}

#[test]
fn halves_change_atomically() {
    let values: Vec<f32> = (0..150).map(|i| (i % 5) as f32 - 1.5).collect();
    let sum = |k: usize| values.iter().skip(k).step_by(3).sum::<f32>();
    for device in devices() {
        let stream = device.stream();
        let x: Vec<f16> = values.iter().map(|v| f16::from_f32(*v)).collect();
        let b: Vec<bf16> = values.iter().map(|v| bf16::from_f32(*v)).collect();
        let at: Vec<u32> = (0..150).map(|i| i % 3).collect();
        let (x, b) = (Tensor1::from_slice(&stream, &x).unwrap(), Tensor1::from_slice(&stream, &b).unwrap());
        let at = Tensor1::from_slice(&stream, &at).unwrap();
        let [mut sums, mut most] = [(); 2].map(|()| Tensor1::zeros(&stream, 3).unwrap());
        let [mut wide, mut least] = [(); 2].map(|()| Tensor1::zeros(&stream, 3).unwrap());
        half_sums(&x, &b, &at, &mut sums, &mut wide, &mut least, &mut most).tiles(3).launch(&stream).unwrap();
        let halves = |x: &Tensor1<f16>| -> Vec<f32> {
            x.download(&stream).unwrap().into_iter().map(f16::to_f32).collect()
        };
        let wides = |x: &Tensor1<bf16>| -> Vec<f32> {
            x.download(&stream).unwrap().into_iter().map(bf16::to_f32).collect()
        };
        // Each of these sums and all on the way to it are numbers of both types.
        assert_eq!(halves(&sums), [0, 1, 2].map(sum), "{device}");
        assert_eq!(wides(&wide), [0, 1, 2].map(sum), "{device}");
        assert_eq!(wides(&least), [-1.5; 3], "{device}");
        assert_eq!(halves(&most), [2.5; 3], "{device}");
    }
}
