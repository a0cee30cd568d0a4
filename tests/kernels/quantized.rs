//! Products of 8-bit integers.

use kiln::kernels;
use kiln::prelude::*;

use super::{Random, shapes};

/// A product of what becomes of floats, against that of the floats.
pub fn product(stream: &Stream, random: &mut Random, [rows, columns]: [usize; 2]) -> kiln::Result<()> {
    let inner = 1 + random.below(300);
    let (a, b) = (random.floats::<f32>(rows * inner, 0.0), random.floats::<bf16>(columns * inner, 0.0));
    let (mut qa, mut qb) =
        (Tensor2::zeros(stream, [rows, inner])?, Tensor2::zeros(stream, [columns, inner])?);
    let (mut row_scales, mut column_scales) =
        (Tensor1::zeros(stream, rows)?, Tensor1::zeros(stream, columns)?);
    kernels::quantize(stream, &Tensor2::from_slice(stream, &a, [rows, inner])?, &mut qa, &mut row_scales)?;
    kernels::quantize(
        stream,
        &Tensor2::from_slice(stream, &b, [columns, inner])?,
        &mut qb,
        &mut column_scales,
    )?;
    let mut c = Tensor2::<f32>::zeros(stream, [rows, columns])?;
    kernels::matmul_quantized(stream, &qa, &qb, &row_scales, &column_scales, &mut c)?;
    let (qa, qb) = (qa.download(stream)?, qb.download(stream)?);
    let (row_scales, column_scales) = (row_scales.download(stream)?, column_scales.download(stream)?);
    for (i, row) in a.chunks(inner).enumerate() {
        let most = row.iter().fold(0f32, |most, x| most.max(x.abs()));
        assert!((row_scales[i] - most / 127.0).abs() <= 1e-6 * most, "the scale of row {i}");
        for (x, q) in row.iter().zip(&qa[i * inner..]) {
            assert!((x - f32::from(*q) * row_scales[i]).abs() <= 0.501 * row_scales[i], "{x} became {q}");
        }
    }
    for (at, found) in c.download(stream)?.into_iter().enumerate() {
        let (i, j) = (at / columns, at % columns);
        let terms = qa[i * inner..][..inner].iter().zip(&qb[j * inner..][..inner]);
        let sum: i32 = terms.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        let exact = f64::from(sum) * f64::from(row_scales[i]) * f64::from(column_scales[j]);
        assert!(
            (f64::from(found) - exact).abs() <= 1e-6 * exact.abs(),
            "element {at}: {found} instead of {exact}"
        );
    }
    Ok(())
}

#[test]
fn products_of_quantized_rows() {
    shapes(&[[1, 1], [33, 70], [70, 20]], product);
}

#[test]
fn rows_of_zeros_stay_zero() {
    let stream = Device::cpu().stream();
    let x = Tensor2::<f32>::zeros(&stream, [2, 5000]).unwrap();
    let (mut y, mut scales) =
        (Tensor2::zeros(&stream, [2, 5000]).unwrap(), Tensor1::zeros(&stream, 2).unwrap());
    kernels::quantize(&stream, &x, &mut y, &mut scales).unwrap();
    assert!(y.download(&stream).unwrap().iter().all(|y| *y == 0));
    assert_eq!(scales.download(&stream).unwrap(), [1.0, 1.0]);
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let (a, b) = (Tensor2::<i8>::zeros(&stream, [2, 3]).unwrap(), Tensor2::zeros(&stream, [4, 5]).unwrap());
    let (rows, columns) = (Tensor1::zeros(&stream, 2).unwrap(), Tensor1::zeros(&stream, 4).unwrap());
    let mut c = Tensor2::<f32>::zeros(&stream, [2, 4]).unwrap();
    let message =
        kernels::matmul_quantized(&stream, &a, &b, &rows, &columns, &mut c).unwrap_err().to_string();
    assert_eq!(message, "kernel `matmul_quantized`, parameter `b`: it has 5 columns, and `a` has 3");
    let message =
        kernels::matmul_quantized(&stream, &a, &a, &rows, &columns, &mut c).unwrap_err().to_string();
    assert!(message.contains("`column_scales`: its extents are [4], and should be [2]"), "{message}");
}
