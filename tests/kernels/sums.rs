//! Sums along axes, and the transpose.

use kiln::kernels;
use kiln::prelude::*;

use super::{Random, close, shapes};

const EXTENTS: [[usize; 2]; 10] = [
    [1, 1],
    [200, 3],
    [3, 200],
    [65, 129],
    [129, 65],
    [7, 1500],
    [1500, 7],
    [1, 20000],
    [20001, 1],
    [33, 4100],
];

pub fn both_sums<T: Float + kiln::kernels::InF32 + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    [rows, columns]: [usize; 2],
) -> kiln::Result<()> {
    let x = random.floats::<T>(rows * columns, 2.5);
    let device_x = Tensor2::from_slice(stream, &x, [rows, columns])?;
    let at = |r: usize, c: usize| -> f64 { x[r * columns + c].into() };
    let mut y = Tensor1::zeros(stream, rows)?;
    kernels::sum_rows(stream, &device_x, &mut y)?;
    let exact: Vec<f64> = (0..rows).map(|r| (0..columns).map(|c| at(r, c)).sum()).collect();
    close("row sums", &y.download(stream)?, &exact, 1e-5);
    let mut y = Tensor1::zeros(stream, columns)?;
    kernels::sum_columns(stream, &device_x, &mut y)?;
    let exact: Vec<f64> = (0..columns).map(|c| (0..rows).map(|r| at(r, c)).sum()).collect();
    close("column sums", &y.download(stream)?, &exact, 1e-5);
    Ok(())
}

#[test]
fn sums_of_f32() {
    shapes(&EXTENTS, both_sums::<f32>);
}

#[test]
fn sums_of_16_bits() {
    shapes(&EXTENTS, both_sums::<bf16>);
    shapes(&EXTENTS, both_sums::<f16>);
}

#[test]
fn sums_of_nothing_are_zero() {
    let stream = Device::cpu().stream();
    let x = Tensor2::<f32>::zeros(&stream, [0, 3]).unwrap();
    let mut y = Tensor1::from_slice(&stream, &[1.0; 3]).unwrap();
    kernels::sum_columns(&stream, &x, &mut y).unwrap();
    assert_eq!(y.download(&stream).unwrap(), [0.0; 3]);
    let x = Tensor2::<f32>::zeros(&stream, [3, 0]).unwrap();
    let mut y = Tensor1::from_slice(&stream, &[1.0; 3]).unwrap();
    kernels::sum_rows(&stream, &x, &mut y).unwrap();
    assert_eq!(y.download(&stream).unwrap(), [0.0; 3]);
}

#[test]
fn a_view_of_every_second_element_takes_the_sums() {
    let stream = Device::cpu().stream();
    let x = Tensor2::from_slice(&stream, &[1.0f32, 2.0, 3.0, 4.0], [2, 2]).unwrap();
    let mut memory = stream.alloc_zeroed::<f32>(4).unwrap();
    let y = kiln::TensorViewMut1::from_strided(&mut memory, 2, 2).unwrap();
    kernels::sum_rows(&stream, &x, y).unwrap();
    assert_eq!(stream.download(&memory).unwrap(), [3.0, 0.0, 7.0, 0.0]);
}

fn transposed<T: kiln::ScalarType + PartialEq>(
    stream: &Stream,
    [rows, columns]: [usize; 2],
    make: impl Fn(usize) -> T,
) -> kiln::Result<()> {
    let x: Vec<T> = (0..rows * columns).map(make).collect();
    let device_x = Tensor2::from_slice(stream, &x, [rows, columns])?;
    let mut y = Tensor2::zeros(stream, [columns, rows])?;
    kernels::transpose(stream, &device_x, &mut y)?;
    let y = y.download(stream)?;
    assert!((0..rows * columns).all(|i| y[i % columns * rows + i / columns] == x[i]));
    Ok(())
}

pub fn transpose(stream: &Stream, _: &mut Random, extents: [usize; 2]) -> kiln::Result<()> {
    transposed(stream, extents, |i| i as u8)?;
    transposed(stream, extents, |i| bf16::from_f32(i as f32))?;
    transposed(stream, extents, |i| i as f32)?;
    transposed(stream, extents, |i| i as f64)
}

#[test]
fn transposes_of_elements_of_every_size() {
    shapes(&EXTENTS, transpose);
}
