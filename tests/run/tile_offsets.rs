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
