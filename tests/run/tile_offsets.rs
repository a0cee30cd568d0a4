//! Loads that begin at any element, and of rows by their numbers: on the CPU as tile IR and as lowered code of several
//! GPUs, and on a GPU.

use std::ops::Range;

use kiln::prelude::*;

use crate::tiles::devices;

/// Parts of `x` that begin where the tiles of `y` do, moved by `row` and `column`.
#[kernel(tile)]
pub(crate) fn shifted<T: Num>(
    row: isize,
    column: isize,
    pad: T,
    x: &Tensor2<T>,
    y: &mut Tensor2<T>,
    z: &mut Tensor2<T>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let (row, column) = (i as isize * 8 + row, j as isize * 16 + column);
    y.store(i, j, x.load_at::<8, 16>(row, column));
    z.store(i, j, x.load_at_or::<8, 16>(row, column, pad) + x.load_at_or(row, 0, pad));
}

/// Rows of `x`, and the rows before them.
#[kernel(tile)]
pub(crate) fn picked<T: Num, I: Int>(
    pad: T,
    rows: &Tensor1<I>,
    x: &Tensor2<T>,
    y: &mut Tensor2<T>,
    z: &mut Tensor2<T>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let rows = rows.load::<8>(i);
    y.store(i, j, x.load_rows::<8, 16>(rows, j));
    z.store(i, j, x.load_rows_or::<8, 16>(rows - I::ONE, j, pad));
}

/// A matrix on the host.
#[derive(Clone)]
struct Matrix<T>(Vec<Vec<T>>);

impl<T: Num> Matrix<T> {
    fn new([rows, columns]: [usize; 2]) -> Matrix<T> {
        let value = |at: usize| T::from_f64(((at * 7919) % 101) as f64);
        Matrix((0..rows).map(|i| (0..columns).map(|j| value(i * columns + j)).collect()).collect())
    }

    fn elements(&self) -> Vec<T> {
        self.0.concat()
    }

    fn transposed(&self) -> Matrix<T> {
        let columns = self.0.first().map_or(0, Vec::len);
        Matrix((0..columns).map(|j| self.0.iter().map(|row| row[j]).collect()).collect())
    }

    fn part(&self, rows: Range<usize>, columns: Range<usize>) -> Matrix<T> {
        Matrix(self.0[rows].iter().map(|row| row[columns.clone()].to_vec()).collect())
    }

    fn at(&self, row: i128, column: i128, pad: T) -> T {
        let row = usize::try_from(row).ok().and_then(|row| self.0.get(row));
        let column = usize::try_from(column).ok();
        row.zip(column).and_then(|(row, column)| row.get(column)).copied().unwrap_or(pad)
    }
}

/// Every way in which a tensor of this type can lie: whole, a part whose rows are aligned or not, empty, and each
/// transposed.
fn views<T: Num>(device: &Device, test: impl Fn(kiln::TensorView2<'_, T>, &Matrix<T>)) {
    let whole = Matrix::<T>::new([37, 64]);
    let tensor = Tensor2::from_slice(&device.stream(), &whole.elements(), [37, 64]).unwrap();
    for (rows, columns) in [(0..37, 0..64), (4..20, 16..48), (3..20, 5..50), (36..37, 63..64), (4..4, 0..9)] {
        let part = tensor.slice(rows.clone(), columns.clone()).unwrap();
        let here = whole.part(rows, columns);
        test(part, &here);
        test(part.t(), &here.transposed());
    }
}

const OFFSETS: [(isize, isize); 8] = [
    (0, 0),
    (3, 16),
    (-3, 5),
    (-8, -16),
    (-1, -40),
    (1 << 40, 0),
    (isize::MIN, isize::MIN),
    (isize::MAX, isize::MAX),
];

fn check_shifted<T: Num>() {
    let pad = T::from_f64(3.0);
    for device in devices() {
        views::<T>(&device, |x, here| {
            let stream = device.stream();
            let shape = [21, 35];
            for (row, column) in OFFSETS {
                let [mut y, mut z] =
                    [(); 2].map(|()| Tensor2::from_slice(&stream, &vec![pad; 21 * 35], shape).unwrap());
                shifted(row, column, pad, x, &mut y, &mut z).tiles([3, 3]).launch(&stream).unwrap();
                let (y, z) = (y.download(&stream).unwrap(), z.download(&stream).unwrap());
                for at in 0..21 * 35 {
                    // A tile's first element is computed by wrapping.
                    let place = |at: usize, tile: usize, offset: isize| {
                        let first = (at / tile * tile) as isize;
                        (first.wrapping_add(offset)) as i128 + (at % tile) as i128
                    };
                    let (i, j) = (place(at / 35, 8, row), place(at % 35, 16, column));
                    let here = |j: i128, pad: T| here.at(i, j, pad);
                    let what = format!("{device}, {}, {row}, {column}: {at}", std::any::type_name::<T>());
                    assert_eq!(y[at], here(j, T::ZERO), "{what}");
                    assert_eq!(z[at], here(j, pad) + here((at % 35 % 16) as i128, pad), "{what}");
                }
            }
        });
    }
}

fn check_picked<T: Num, I: Int>(rows: &[i128]) {
    let pad = T::from_f64(3.0);
    let numbers: Vec<I> = rows.iter().map(|row| I::from_f64(*row as f64)).collect();
    for device in devices() {
        views::<T>(&device, |x, here| {
            let stream = device.stream();
            let shape = [rows.len(), 35];
            let [mut y, mut z] =
                [(); 2].map(|()| Tensor2::from_slice(&stream, &vec![pad; rows.len() * 35], shape).unwrap());
            let numbers = Tensor1::from_slice(&stream, &numbers).unwrap();
            picked(pad, &numbers, x, &mut y, &mut z)
                .tiles([rows.len().div_ceil(8), 3])
                .launch(&stream)
                .unwrap();
            let (y, z) = (y.download(&stream).unwrap(), z.download(&stream).unwrap());
            for at in 0..rows.len() * 35 {
                let (row, j) = (rows[at / 35], (at % 35) as i128);
                let what = format!("{device}, {}: {at}, row {row}", std::any::type_name::<T>());
                assert_eq!(y[at], here.at(row, j, T::ZERO), "{what}");
                assert_eq!(z[at], here.at(row - 1, j, pad), "{what}");
            }
        });
    }
}

#[test]
fn tiles_begin_at_any_element_of_every_type() {
    check_shifted::<f32>();
    check_shifted::<f64>();
    check_shifted::<f16>();
    check_shifted::<bf16>();
    check_shifted::<u8>();
    check_shifted::<i16>();
    check_shifted::<i32>();
    check_shifted::<u64>();
}

#[test]
fn rows_are_loaded_by_numbers_of_every_type() {
    let near = [5, 0, 36, 5, 5, 1, 2, 3, 16, 15, 17, 37, 120, 7, 4, 31, 12];
    check_picked::<f32, u32>(&near);
    check_picked::<f16, u8>(&near);
    let far = |more: &[i128]| [&near, more].concat();
    check_picked::<bf16, i32>(&far(&[-1, i32::MAX as i128]));
    check_picked::<f64, i8>(&far(&[-1, -128]));
    check_picked::<i32, i64>(&far(&[-1, -(1 << 50), 1 << 50]));
    check_picked::<u8, u64>(&far(&[1 << 50]));
    check_picked::<i16, usize>(&far(&[1 << 40]));
}

/// Of tensors of one, three and four axes, and of a row.
#[kernel(tile)]
pub(crate) fn of_every_rank(
    at: isize,
    one: &Tensor1<f32>,
    two: &Tensor2<f32>,
    three: &Tensor3<f32>,
    four: &Tensor4<f32>,
    y: &mut Tensor3<f32>,
) {
    let rows = Tile1::<i32, 4>::iota() + at as i32;
    y.store(0, 0, 0, one.load_at::<8>(at).to_row().broadcast::<4>());
    y.store(1, 0, 0, two.row(1).load_at::<8>(at).to_row().broadcast::<4>());
    let row = two.row(2);
    y.store(2, 0, 0, row.load_at_or::<8>(at, 7.0).to_row().broadcast::<4>());
    y.store(3, 0, 0, three.load_at::<4, 8>(at, at, at));
    y.store(4, 0, 0, three.load_rows::<4, 8>(1, rows, 1));
    y.store(5, 0, 0, four.load_at_or::<4, 8>(0, at, at, 1, 7.0));
    y.store(6, 0, 0, four.load_rows_or::<4, 8>(1, 0, rows, 0, 7.0));
    y.store(
        7,
        0,
        0,
        two.load_rows::<1, 8>(Tile1::<u32, 1>::full(2), 0).flatten::<8>().to_row().broadcast::<4>(),
    );
}

#[test]
fn tensors_of_every_rank_and_rows_are_loaded_by_elements() {
    let x: Vec<f32> = (0..2 * 3 * 5 * 19).map(|at| at as f32 + 1.0).collect();
    for device in devices() {
        let stream = device.stream();
        let one = Tensor1::from_slice(&stream, &x[..19]).unwrap();
        let two = Tensor2::from_slice(&stream, &x[..5 * 19], [5, 19]).unwrap();
        let three = Tensor3::from_slice(&stream, &x[..3 * 5 * 19], [3, 5, 19]).unwrap();
        let four = Tensor4::from_slice(&stream, &x, [2, 3, 5, 19]).unwrap();
        for offset in [-9, -2, 0, 1, 2, 30] {
            let mut y = Tensor3::zeros(&stream, [8, 4, 8]).unwrap();
            of_every_rank(offset, &one, &two, &three, &four, &mut y).tiles([1]).launch(&stream).unwrap();
            let y = y.download(&stream).unwrap();
            let value = |axes: [isize; 4], pad: f32| {
                let extents = [2, 3, 5, 19];
                let inside = axes.iter().zip(extents).all(|(at, extent)| (0..extent).contains(at));
                let number = axes.iter().zip(extents).fold(0, |number, (at, extent)| number * extent + at);
                if inside { x[number as usize] } else { pad }
            };
            for (at, y) in y.iter().enumerate() {
                let (case, i, j) = (at / 32, (at / 8 % 4) as isize, (at % 8) as isize);
                let expected = match case {
                    0 => value([0, 0, 0, offset + j], 0.0),
                    1 => value([0, 0, 1, offset + j], 0.0),
                    2 => value([0, 0, 2, offset + j], 7.0),
                    3 => value([0, offset, offset + i, offset + j], 0.0),
                    4 => value([0, 1, offset + i, 8 + j], 0.0),
                    5 => value([0, offset, offset + i, 1 + j], 7.0),
                    6 => value([1, 0, offset + i, j], 7.0),
                    _ => value([0, 0, 2, j], 0.0),
                };
                assert_eq!(*y, expected, "{device}, offset {offset}, case {case}: {i}, {j}");
            }
        }
    }
}

/// A layer of experts: tile `i` has `M` tokens, by their numbers, all of which one expert multiplies.
#[kernel(tile)]
pub(crate) fn experts<T: MmaOperand, const M: usize, const N: usize, const K: usize>(
    tokens: &Tensor1<u32>,
    experts: &Tensor1<u32>,
    x: &Tensor2<T>,
    weights: &Tensor3<T>,
    y: &mut Tensor2<f32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let tokens = tokens.load_or::<M>(i, u32::MAX);
    let expert = experts.load::<1>(i).max_all() as usize;
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..x.cols().div_ceil(K) {
        sum = mma(x.load_rows::<M, K>(tokens, k), weights.load::<K, N>(expert, k, j), sum);
    }
    y.store(i, j, sum);
}

/// A convolution along the rows of `x`, each of which is one time of all channels: `taps` rows around each.
#[kernel(tile)]
pub(crate) fn convolved<T: MmaOperand>(x: &Tensor2<T>, weights: &Tensor3<T>, y: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let taps = weights.shape()[0];
    let first = i as isize * 64 - (taps / 2) as isize;
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for tap in 0..taps {
        for k in 0..x.cols().div_ceil(32) {
            let x = x.load_at::<64, 32>(first + tap as isize, k as isize * 32);
            sum = mma(x, weights.load::<32, 64>(tap, k, j), sum);
        }
    }
    y.store(i, j, sum);
}

/// A convolution over a graph: row `tap` of `graph` has the neighbor of each node.
#[kernel(tile)]
pub(crate) fn over_graph<T: MmaOperand>(
    graph: &Tensor2<i32>,
    x: &Tensor2<T>,
    weights: &Tensor3<T>,
    y: &mut Tensor2<f32>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for tap in 0..weights.shape()[0] {
        let nodes = graph.load_or::<1, 64>(tap, i, -1).flatten::<64>();
        for k in 0..x.cols().div_ceil(32) {
            sum = mma(x.load_rows::<64, 32>(nodes, k), weights.load::<32, 64>(tap, k, j), sum);
        }
    }
    y.store(i, j, sum);
}

/// Rows from some column on, before the first one too, times a matrix.
#[kernel(tile)]
pub(crate) fn windows<T: MmaOperand>(shift: isize, x: &Tensor2<T>, b: &Tensor2<T>, y: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for k in 0..b.rows().div_ceil(32) {
        let x = x.load_at::<64, 32>(i as isize * 64, k as isize * 32 + shift);
        sum = mma(x, b.load::<32, 64>(k, j), sum);
    }
    y.store(i, j, sum);
}

/// The same, two tiles of columns before the first one on: on sm_90 TMA loads all of it.
#[kernel(tile)]
pub(crate) fn halo<T: MmaOperand>(x: &Tensor2<T>, b: &Tensor2<T>, y: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for k in 0..b.rows().div_ceil(32) {
        let x = x.load_at::<64, 32>(i as isize * 64 - 16, (k as isize - 2) * 32);
        sum = mma(x, b.load::<32, 64>(k, j), sum);
    }
    y.store(i, j, sum);
}

/// Small whole numbers, of which products and their sums are exact.
fn factors<T: MmaOperand + Num>(shape: [usize; 2]) -> Matrix<T> {
    let value = |at: usize| T::from_f64(((at * 7919) % 7) as f64 - 3.0);
    Matrix((0..shape[0]).map(|i| (0..shape[1]).map(|j| value(i * shape[1] + j)).collect()).collect())
}

fn number<T: Num>(x: T) -> f32 {
    x.to_f64() as f32
}

fn check_experts<T: MmaOperand + Num>(device: &Device, [depth, wide]: [usize; 2], turned: bool) {
    let stream = device.stream();
    let (count, rows) = (3, 150);
    let x = factors::<T>([100, depth]);
    let weights: Vec<Matrix<T>> =
        (0..count).map(|e| factors::<T>([depth + e, wide]).part(e..depth + e, 0..wide)).collect();
    let tokens: Vec<u32> =
        (0..rows as u32).map(|at| if at % 41 == 40 { 1000 } else { at * 37 % 100 }).collect();
    let of_block = [2u32, 0, 1];
    let all: Vec<T> = weights.iter().flat_map(Matrix::elements).collect();
    let plain = Tensor2::from_slice(&stream, &x.elements(), [100, depth]).unwrap();
    let transposed = Tensor2::from_slice(&stream, &x.transposed().elements(), [depth, 100]).unwrap();
    let x_there = if turned { transposed.t() } else { plain.view() };
    let w_there = Tensor3::from_slice(&stream, &all, [count, depth, wide]).unwrap();
    let [tokens_there, experts_there] =
        [&tokens[..], &of_block].map(|numbers| Tensor1::from_slice(&stream, numbers).unwrap());
    let mut y = Tensor2::zeros(&stream, [rows, wide]).unwrap();
    experts::<T, 64, 64, 32>(&tokens_there, &experts_there, x_there, &w_there, &mut y)
        .launch(&stream)
        .unwrap();
    for (at, y) in y.download(&stream).unwrap().iter().enumerate() {
        let (i, j) = (at / wide, at % wide);
        let w = &weights[of_block[i / 64] as usize];
        let x = |k: usize| x.at(tokens[i].into(), k as i128, T::ZERO);
        let expected: f32 = (0..depth).map(|k| number(x(k)) * number(w.0[k][j])).sum();
        assert_eq!(*y, expected, "{device}, {}, {depth} × {wide}: {i}, {j}", std::any::type_name::<T>());
    }
}

fn check_convolved<T: MmaOperand + Num>(device: &Device, [depth, wide]: [usize; 2]) {
    let stream = device.stream();
    let (taps, rows) = (3, 130);
    let x = factors::<T>([rows, depth]);
    let weights = factors::<T>([taps * depth, wide]);
    let x_there = Tensor2::from_slice(&stream, &x.elements(), [rows, depth]).unwrap();
    let w_there = Tensor3::from_slice(&stream, &weights.elements(), [taps, depth, wide]).unwrap();
    let mut y = Tensor2::zeros(&stream, [rows, wide]).unwrap();
    convolved(&x_there, &w_there, &mut y).launch(&stream).unwrap();
    for (at, y) in y.download(&stream).unwrap().iter().enumerate() {
        let (i, j) = (at / wide, at % wide);
        let expected: f32 = (0..taps * depth)
            .map(|at| {
                let x = x.at((i + at / depth) as i128 - 1, (at % depth) as i128, T::ZERO);
                number(x) * number(weights.0[at][j])
            })
            .sum();
        assert_eq!(*y, expected, "{device}, {}, {depth} × {wide}: {i}, {j}", std::any::type_name::<T>());
    }
}

fn check_over_graph<T: MmaOperand + Num>(device: &Device, [depth, wide]: [usize; 2]) {
    let stream = device.stream();
    let (taps, rows) = (4, 100);
    let x = factors::<T>([rows, depth]);
    let weights = factors::<T>([taps * depth, wide]);
    let graph: Vec<i32> = (0..taps * rows).map(|at| (at * 59 % (rows + 7)) as i32 - 3).collect();
    let graph_there = Tensor2::from_slice(&stream, &graph, [taps, rows]).unwrap();
    let x_there = Tensor2::from_slice(&stream, &x.elements(), [rows, depth]).unwrap();
    let w_there = Tensor3::from_slice(&stream, &weights.elements(), [taps, depth, wide]).unwrap();
    let mut y = Tensor2::zeros(&stream, [rows, wide]).unwrap();
    over_graph(&graph_there, &x_there, &w_there, &mut y).launch(&stream).unwrap();
    for (at, y) in y.download(&stream).unwrap().iter().enumerate() {
        let (i, j) = (at / wide, at % wide);
        let expected: f32 = (0..taps * depth)
            .map(|at| {
                let node = graph[at / depth * rows + i];
                number(x.at(node.into(), (at % depth) as i128, T::ZERO)) * number(weights.0[at][j])
            })
            .sum();
        assert_eq!(*y, expected, "{device}, {}, {depth} × {wide}: {i}, {j}", std::any::type_name::<T>());
    }
}

fn check_windows<T: MmaOperand + Num>(device: &Device, [depth, wide]: [usize; 2]) {
    let stream = device.stream();
    let x = factors::<T>([70, depth]);
    let b = factors::<T>([depth, wide]);
    let x_there = Tensor2::from_slice(&stream, &x.elements(), [70, depth]).unwrap();
    let b_there = Tensor2::from_slice(&stream, &b.elements(), [depth, wide]).unwrap();
    for shift in [0, -3, 5, 16, -64, isize::MIN] {
        let mut y = Tensor2::zeros(&stream, [70, wide]).unwrap();
        windows(shift, &x_there, &b_there, &mut y).launch(&stream).unwrap();
        for (at, y) in y.download(&stream).unwrap().iter().enumerate() {
            let (i, j) = (at / wide, at % wide);
            let x = |k: usize| number(x.at(i as i128, k as i128 + shift as i128, T::ZERO));
            let expected: f32 = (0..depth).map(|k| x(k) * number(b.0[k][j])).sum();
            let what = std::any::type_name::<T>();
            assert_eq!(*y, expected, "{device}, {what}, {depth} × {wide} at {shift}: {i}, {j}");
        }
    }
}

/// A product of rows by signed numbers, of which those outside are zeros.
#[kernel(tile)]
fn picked_product(rows: &Tensor1<i32>, x: &Tensor2<f16>, w: &Tensor2<f16>, y: &mut Tensor2<f32>) {
    let rows = rows.load::<16>(0);
    let mut sum = Tile2::<f32, 16, 16>::zeros();
    for k in 0..x.cols().div_ceil(16) {
        sum = mma(x.load_rows::<16, 16>(rows, k), w.load::<16, 16>(k, 0), sum);
    }
    y.store(0, 0, sum);
}

#[test]
fn rows_far_outside_are_multiplied_as_zeros() -> kiln::Result<()> {
    for device in devices() {
        let stream = device.stream();
        let ones = |extents: [usize; 2]| {
            Tensor2::from_slice(&stream, &vec![f16::from_f32(1.0); extents[0] * extents[1]], extents)
        };
        let (x, w) = (ones([4, 32])?, ones([32, 16])?);
        let numbers: Vec<i32> = (0..16).map(|row| [3, -1, i32::MIN, i32::MAX][row % 4]).collect();
        let rows = Tensor1::from_slice(&stream, &numbers)?;
        let mut y = Tensor2::<f32>::zeros(&stream, [16, 16])?;
        picked_product(&rows, &x, &w, &mut y).tiles([1, 1]).launch(&stream)?;
        for (at, sum) in y.download(&stream)?.into_iter().enumerate() {
            assert_eq!(sum, if at / 16 % 4 == 0 { 32.0 } else { 0.0 }, "{device} at {at}");
        }
    }
    Ok(())
}

#[test]
fn experts_multiply_rows_in_any_order() {
    for device in devices() {
        for shape in [[128, 128], [96, 64], [50, 70]] {
            check_experts::<bf16>(&device, shape, false);
        }
        check_experts::<f16>(&device, [128, 64], true);
        check_experts::<f32>(&device, [64, 64], false);
    }
}

#[test]
fn rows_of_a_graph_are_convolved() {
    for device in devices() {
        for shape in [[128, 128], [32, 64], [50, 70]] {
            check_over_graph::<bf16>(&device, shape);
        }
        check_over_graph::<f16>(&device, [160, 64]);
    }
}

/// Stores, then loads what other threads have stored.
///
/// # Safety
/// There is one tile.
#[kernel(tile)]
pub(crate) unsafe fn read_back(y: &mut Tensor1<u32>, z: &mut Tensor1<u32>) {
    y.store(tile_id(0), Tile1::<u32, 256>::iota());
    z.store(tile_id(0), y.load_at_or::<256>(-77, 1000));
}

#[test]
fn what_is_stored_is_loaded_from_another_element_on() {
    for device in devices() {
        let stream = device.stream();
        let [mut y, mut z] = [(); 2].map(|()| Tensor1::zeros(&stream, 256).unwrap());
        // SAFETY: there is one tile.
        unsafe { read_back(&mut y, &mut z) }.tiles(1).launch(&stream).unwrap();
        let expected: Vec<u32> = (0..256u32).map(|at| at.checked_sub(77).unwrap_or(1000)).collect();
        assert_eq!(z.download(&stream).unwrap(), expected, "{device}");
    }
}

#[test]
fn windows_of_rows_are_convolved() {
    for device in devices() {
        for shape in [[128, 128], [96, 64], [50, 70]] {
            check_convolved::<bf16>(&device, shape);
        }
        check_convolved::<f16>(&device, [128, 64]);
        check_convolved::<f32>(&device, [64, 64]);
    }
}

#[test]
fn windows_begin_before_the_first_column() {
    for device in devices() {
        let stream = device.stream();
        let (x, b) = (factors::<bf16>([70, 128]), factors::<bf16>([192, 64]));
        let x_there = Tensor2::from_slice(&stream, &x.elements(), [70, 128]).unwrap();
        let b_there = Tensor2::from_slice(&stream, &b.elements(), [192, 64]).unwrap();
        let mut y = Tensor2::zeros(&stream, [70, 64]).unwrap();
        halo(&x_there, &b_there, &mut y).launch(&stream).unwrap();
        for (at, y) in y.download(&stream).unwrap().iter().enumerate() {
            let (i, j) = (at / 64, at % 64);
            let x = |k: usize| number(x.at(i as i128 - 16, k as i128 - 64, bf16::ZERO));
            let expected: f32 = (0..192).map(|k| x(k) * number(b.0[k][j])).sum();
            assert_eq!(*y, expected, "{device}: {i}, {j}");
        }
    }
}

#[test]
fn windows_begin_at_any_column() {
    for device in devices() {
        for shape in [[128, 128], [96, 64], [50, 70]] {
            check_windows::<bf16>(&device, shape);
        }
        check_windows::<f16>(&device, [128, 64]);
        check_windows::<f32>(&device, [64, 64]);
    }
}
