//! Expressions of one kernel: `fuse!`, on every device, against plain Rust.

use std::fmt::Debug;

use kiln::prelude::*;
use kiln::{Error, ScalarType, TensorView2, fuse::Summed};

use super::{Random, close, devices, shapes};

/// Shapes of an output of two axes: of one tile and of several, narrow and wide, with and without an edge.
const EXTENTS: [[usize; 2]; 8] =
    [[1, 1], [1, 5000], [3, 1024], [2, 1500], [70, 100], [129, 65], [600, 3], [1000, 16]];

/// The element of an input of this shape that goes with a place of the output.
fn at<T: Copy>(x: &[T], [rows, columns]: [usize; 2], [r, c]: [usize; 2]) -> T {
    x[if rows == 1 { 0 } else { r } * columns + if columns == 1 { 0 } else { c }]
}

pub fn broadcasts(stream: &Stream, random: &mut Random, [rows, columns]: [usize; 2]) -> kiln::Result<()> {
    let pipeline = fuse!(|x: f32, y: f32, z: f32| if x > y { x * y + z } else { (y - x).sqrt() - z / 2.0 });
    for [a, b, c] in [
        [[rows, columns], [rows, columns], [rows, columns]],
        [[rows, columns], [1, columns], [rows, 1]],
        [[rows, 1], [1, columns], [1, 1]],
        [[1, 1], [rows, columns], [1, columns]],
        [[1, columns], [rows, 1], [rows, columns]],
    ] {
        let [x, y, z] = [a, b, c].map(|shape| random.floats::<f32>(shape[0] * shape[1], 3.0));
        let [dx, dy, dz] =
            [(&x, a), (&y, b), (&z, c)].map(|(x, shape)| Tensor2::from_slice(stream, x, shape));
        let (dx, dy, dz) = (dx?, dy?, dz?);
        let wanted: Vec<f32> = (0..rows * columns)
            .map(|i| {
                let place = [i / columns, i % columns];
                let (x, y, z) = (at(&x, a, place), at(&y, b, place), at(&z, c, place));
                if x > y { x.mul_add(y, z) } else { (y - x).sqrt() - z / 2.0 }
            })
            .collect();
        let found = pipeline.eval(stream, &dx, &dy, &dz)?;
        assert_eq!(found.shape(), [rows, columns]);
        let near = |found: &[f32]| {
            for (found, wanted) in found.iter().zip(&wanted) {
                assert!(
                    (found - wanted).abs() <= 2e-6 * wanted.abs().max(1.0),
                    "{found}, not {wanted}: {a:?} {b:?} {c:?}"
                );
            }
        };
        near(&found.download(stream)?);
        // Into a part of a larger tensor, of which nothing else is written.
        let mut wide = Tensor2::from_slice(stream, &vec![7.0; rows * (columns + 3)], [rows, columns + 3])?;
        pipeline.eval_into(stream, &dx, &dy, &dz, wide.slice_mut(.., 1..=columns)?)?;
        near(&wide.slice(.., 1..=columns)?.download(stream)?);
        for beside in [wide.slice(.., ..1)?, wide.slice(.., columns + 1..)?] {
            assert!(beside.download(stream)?.iter().all(|x| *x == 7.0));
        }
    }
    Ok(())
}

#[test]
fn shapes_broadcast_as_numpy_s_do() {
    shapes(&EXTENTS, broadcasts);
}

/// Integers whose divisor is 0 in padding alone, and a reduction of the same.
pub fn integers(stream: &Stream, random: &mut Random, extents: [usize; 2]) -> kiln::Result<()> {
    let len = extents[0] * extents[1];
    let x: Vec<i32> = (0..len).map(|_| random.below(2000) as i32 - 1000).collect();
    let n: Vec<i32> = (0..len).map(|_| random.below(9) as i32 + 1).collect();
    let (dx, dn) = (Tensor2::from_slice(stream, &x, extents)?, Tensor2::from_slice(stream, &n, extents)?);
    let each: Vec<i32> = x.iter().zip(&n).map(|(x, n)| x / n * 3).collect();
    assert_eq!(fuse!(|x: i32, n: i32| x / n * 3).eval(stream, &dx, &dn)?.download(stream)?, each);
    let (sum, max, min) = (
        fuse!(|x: i32, n: i32| x / n * 3; sum).eval(stream, &dx, &dn)?,
        fuse!(|x: i32, n: i32| x / n * 3; max).eval(stream, &dx, &dn)?,
        fuse!(|x: i32, n: i32| -> i32 { x / n * 3 }; min).eval(stream, &dx, &dn)?,
    );
    assert_eq!(sum.download(stream)?, [each.iter().sum::<i32>()]);
    assert_eq!(max.download(stream)?, [each.iter().copied().max().unwrap()]);
    assert_eq!(min.download(stream)?, [each.iter().copied().min().unwrap()]);
    Ok(())
}

#[test]
fn padding_is_no_element() {
    shapes(&EXTENTS, integers);
}

pub fn losses<T: Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: [usize; 2],
    loss: impl Fn(&Tensor2<T>, &Tensor1<T>) -> kiln::Result<Vec<f64>>,
) -> kiln::Result<()> {
    let (p, t) = (random.floats::<T>(extents[0] * extents[1], 1.0), random.floats::<T>(extents[1], 0.0));
    let (dp, dt) = (Tensor2::from_slice(stream, &p, extents)?, Tensor1::from_slice(stream, &t)?);
    let found = loss(&dp, &dt)?;
    let exact = |(i, p): (usize, &T)| {
        let (p, t): (f64, f64) = ((*p).into(), t[i % extents[1]].into());
        ((p - t) * (p - t), p)
    };
    let sum: f64 = p.iter().enumerate().map(|x| exact(x).0).sum();
    close("the loss", &found[..1], &[sum], 1e-2);
    if size_of::<T>() >= 4 {
        close("the loss", &found[..1], &[sum], 1e-5);
    }
    let max = p.iter().enumerate().map(|x| exact(x).1).fold(f64::MIN, f64::max);
    assert_eq!(found[1], max);
    assert_eq!(loss(&dp, &dt)?, found, "the same bits each time");
    Ok(())
}

macro_rules! loss {
    ($t:ty, $stream:ident) => {
        |p: &Tensor2<$t>, t: &Tensor1<$t>| -> kiln::Result<Vec<f64>> {
            let sum = fuse!(|p: $t, t: $t| (p - t) * (p - t); sum).eval($stream, p, t)?;
            let max = fuse!(|p: $t| p; max).eval($stream, p)?;
            Ok(vec![sum.download($stream)?[0].into(), max.download($stream)?[0].into()])
        }
    };
}

#[test]
fn sums_and_maxima_of_floats() {
    shapes(&EXTENTS, |stream, random, extents| {
        losses::<f32>(stream, random, extents, loss!(f32, stream))?;
        losses::<f64>(stream, random, extents, loss!(f64, stream))?;
        losses::<f16>(stream, random, extents, loss!(f16, stream))?;
        losses::<bf16>(stream, random, extents, loss!(bf16, stream))
    });
}

/// Holds that the expression gives what the function gives on the host, to the last bit.
fn same<T: ScalarType + Copy, U: ScalarType + PartialEq + Debug>(
    x: &[T],
    f: impl Fn(T) -> U,
    eval: impl Fn(&Stream, &Tensor1<T>) -> kiln::Result<Tensor1<U>>,
) {
    for device in devices() {
        let stream = device.stream();
        let there = Tensor1::from_slice(&stream, x).unwrap();
        let found = eval(&stream, &there).unwrap().download(&stream).unwrap();
        let wanted: Vec<U> = x.iter().map(|x| f(*x)).collect();
        assert_eq!(found, wanted, "{device}");
    }
}

#[test]
fn elements_of_every_type() {
    let numbers: Vec<f64> = (0..1300).map(|i| f64::from(i) * 0.75 - 300.0).collect();
    let singles: Vec<f32> = numbers.iter().map(|x| *x as f32).collect();
    let halves: Vec<f16> = singles.iter().map(|x| f16::from_f32(*x)).collect();
    let brains: Vec<bf16> = singles.iter().map(|x| bf16::from_f32(*x)).collect();
    let bytes: Vec<u8> = (0..1300).map(|i| (i * 7) as u8).collect();
    same(&numbers, |x| (x + 1.5) * 0.25, |s, x| fuse!(|x: f64| (x + 1.5) * 0.25).eval(s, x));
    same(&singles, |x| x > 0.5, |s, x| fuse!(|x: f32| -> bool { x > 0.5 }).eval(s, x));
    same(
        &halves,
        |x| f16::from_f32(x.to_f32() * 0.5),
        |s, x| fuse!(|x: f16| f16::from_f32(x.to_f32() * 0.5)).eval(s, x),
    );
    same(&brains, |x| x.to_f32() + 1.0, |s, x| fuse!(|x: bf16| -> f32 { x.to_f32() + 1.0 }).eval(s, x));
    same(&bytes, |x| x.wrapping_mul(3) ^ 5, |s, x| fuse!(|x: u8| x.wrapping_mul(3) ^ 5).eval(s, x));
    same(
        &bytes,
        |x| match x % 3 {
            0 => i64::from(x),
            1 => -1,
            _ => 1 << (x % 40),
        },
        |s, x| {
            let f = fuse!(|x: u8| -> i64 {
                match x % 3 {
                    0 => i64::from(x),
                    1 => -1,
                    _ => 1 << (x % 40),
                }
            });
            f.eval(s, x)
        },
    );
    let flags: Vec<bool> = (0..1300).map(|i| i % 3 == 0).collect();
    same(&flags, |x| !x, |s, x| fuse!(|x: bool| !x).eval(s, x));
}

#[test]
fn short_integers_are_added_up_in_32_bits() {
    fn sum<T: Summed>(_: T, sum: T::Sum) -> T::Sum {
        sum
    }
    for device in devices() {
        let stream = device.stream();
        let x = Tensor1::from_slice(&stream, &[200u8; 3000]).unwrap();
        let total = fuse!(|x: u8| x; sum).eval(&stream, &x).unwrap().download(&stream).unwrap();
        assert_eq!(total, [sum(0u8, 600_000)]);
    }
}

/// Steps of Newton's method until they end, which they never do for 0.
#[device]
fn root(x: f32) -> f32 {
    let mut y = x;
    loop {
        let next = 0.5 * (y + x / y);
        if (next - y).abs() <= 1e-6 * y {
            return next;
        }
        y = next;
    }
}

#[test]
fn captures_calls_and_names_of_all_sorts() {
    for device in devices() {
        let stream = device.stream();
        let x = Tensor1::from_slice(&stream, &[4.0f32; 1500]).unwrap();
        let (scale, shift) = (3.0f32, 2u32);
        let f = fuse!([scale: f32, shift: u32] |x: f32| root(x) * scale + shift as f32);
        for out in f.eval(&stream, &x).unwrap().download(&stream).unwrap() {
            assert!((out - 8.0).abs() < 1e-5, "{device}: {out}");
        }
        // Names that the kernel has too.
        let f = fuse!(|out: f32, i: f32, inside: f32, rows: f32| out + i * inside - rows);
        let found = f.eval(&stream, &x, &x, &x, &x).unwrap().download(&stream).unwrap();
        assert_eq!(found, [16.0; 1500], "{device}");
        let f = fuse!(|a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32| {
            a + b + c + d + e + f + g + h
        }; sum);
        let found = f.eval(&stream, &x, &x, &x, &x, &x, &x, &x, &x).unwrap().download(&stream).unwrap();
        assert_eq!(found, [48_000.0], "{device}");
    }
}

#[test]
fn ranks_views_and_buffers() {
    for device in devices() {
        let stream = device.stream();
        let add = fuse!(|x: i32, y: i32| 10 * x + y);
        let x: Vec<i32> = (0..2 * 3 * 4 * 5).collect();
        let four = Tensor4::from_slice(&stream, &x, [2, 3, 4, 5]).unwrap();
        let row = stream.upload(&x[..5]).unwrap();
        let found: Tensor4<i32> = add.eval(&stream, &four, &row).unwrap();
        assert_eq!(found.shape(), [2, 3, 4, 5]);
        let wanted: Vec<i32> = x.iter().map(|x| 10 * x + x % 5).collect();
        assert_eq!(found.download(&stream).unwrap(), wanted, "{device}");
        // A transposed view, beside one with gaps.
        let matrix = Tensor2::from_slice(&stream, &x[..60], [12, 5]).unwrap();
        let gaps = Tensor2::from_slice(&stream, &x, [5, 24]).unwrap();
        let gaps: TensorView2<'_, i32> = gaps.slice(.., 3..15).unwrap();
        let found = add.eval(&stream, matrix.t(), &gaps).unwrap();
        let wanted: Vec<i32> =
            (0..60).map(|i| 10 * (i % 12 * 5 + i / 12) + i / 12 * 24 + 3 + i % 12).collect();
        assert_eq!(found.download(&stream).unwrap(), wanted, "{device}");
        // A sum of a view, and of a row beside a column.
        let sum = fuse!(|x: i32, y: i32| x * y; sum);
        let column = Tensor2::from_slice(&stream, &x[1..4], [3, 1]).unwrap();
        assert_eq!(sum.eval(&stream, &column, &row).unwrap().download(&stream).unwrap(), [60], "{device}");
    }
}

#[test]
fn many_rows_take_several_launches() {
    // Seventeen million rows of four columns beside one row, in tiles of 256 rows.
    let stream = Device::cpu().stream();
    let row = Tensor1::from_slice(&stream, &[1u8, 2, 3, 4]).unwrap();
    let rows = 65_535 * 256 + 300;
    let x = Tensor2::<u8>::zeros(&stream, [rows, 4]).unwrap();
    let out = fuse!(|x: u8, y: u8| x + y).eval(&stream, &x, &row).unwrap().download(&stream).unwrap();
    assert!(out.chunks(4).all(|row| row == [1, 2, 3, 4]));
}

#[test]
fn long_rows_of_odd_lengths() {
    // The end has a launch of its own, and the rest is aligned.
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        let stream = device.stream();
        let x: Vec<u8> = (0..(1 << 20) + 5).map(|i| (i % 251) as u8).collect();
        let there = Tensor1::from_slice(&stream, &x).unwrap();
        let one = Tensor1::from_slice(&stream, &[3u8]).unwrap();
        let out = fuse!(|x: u8, y: u8| x * y).eval(&stream, &there, &one).unwrap().download(&stream).unwrap();
        assert!(out.iter().zip(&x).all(|(out, x)| *out == x.wrapping_mul(3)), "{device}");
    }
}

#[test]
fn nothing_gives_nothing_and_a_sum_of_0() {
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::<f32>::zeros(&stream, [0, 3]).unwrap();
        let row = Tensor1::<f32>::zeros(&stream, 3).unwrap();
        let out = fuse!(|x: f32, y: f32| x + y).eval(&stream, &x, &row).unwrap();
        assert_eq!(out.shape(), [0, 3]);
        assert!(out.download(&stream).unwrap().is_empty());
        let sum = fuse!(|x: f32, y: f32| x + y + 1.0; sum);
        assert_eq!(sum.eval(&stream, &x, &row).unwrap().download(&stream).unwrap(), [0.0], "{device}");
        let mut total = Tensor1::from_slice(&stream, &[5.0f32]).unwrap();
        sum.eval_into(&stream, &x, &row, &mut total).unwrap();
        assert_eq!(total.download(&stream).unwrap(), [0.0], "{device}");
        let error = fuse!(|x: f32| x; max).eval(&stream, &x).map(drop).unwrap_err().to_string();
        assert!(error.contains("`x`: it has no elements"), "{error}");
    }
}

#[test]
fn shapes_that_do_not_go_together_are_named() {
    let stream = Device::cpu().stream();
    let zeros = |extents| Tensor2::<f32>::zeros(&stream, extents).unwrap();
    let add = fuse!(|x: f32, y: f32, bias: f32| x + y + bias);
    let (x, y, bias) = (zeros([4, 3]), zeros([1, 3]), zeros([2, 3]));
    let error = add.eval(&stream, &x, &y, &bias).map(drop).unwrap_err();
    assert!(matches!(error, Error::TensorShape { parameter: "bias", .. }), "{error}");
    let error = error.to_string();
    assert!(error.contains("[2, 3] does not broadcast with [4, 3], the shape of `x`"), "{error}");
    let error = add.eval_into(&stream, &x, &y, &x, &mut zeros([1, 3])).unwrap_err().to_string();
    assert!(error.contains("`out`: its shape is [1, 3], and the inputs broadcast to [4, 3]"), "{error}");
    let three = [[2, 3, 4], [2, 1, 4]].map(|extents| Tensor3::<f32>::zeros(&stream, extents).unwrap());
    let error = add.eval(&stream, &three[0], &three[1], &y).map(drop).unwrap_err().to_string();
    assert!(error.contains("does not broadcast") && error.contains("[2, 3, 4]"), "{error}");
    let error = add.eval(&stream, &three[0], &three[1], &three[1]).map(drop).unwrap_err().to_string();
    assert!(error.contains("repeat or have gaps along too many axes"), "{error}");
    // More elements than memory, and than an address counts.
    let most = stream.upload(&[1.0f32]).unwrap();
    for rows in [1usize << 45, 1 << 63] {
        let tall = TensorView2::from_strided(&most, [rows, 4], [0, 0]).unwrap();
        assert!(matches!(add.eval(&stream, tall, tall, tall), Err(Error::OutOfMemory { .. })));
    }
}

#[test]
fn graphs_capture_expressions() {
    for device in devices() {
        let stream = device.stream();
        let x = Tensor1::from_slice(&stream, &[1.0f32; 1500]).unwrap();
        let y = Tensor1::<f32>::zeros(&stream, 1500).unwrap();
        let add = fuse!(|x: f32, y: f32| x + 2.0 * y);
        let mut graph = stream
            .capture((x, y), |stream, (x, mut y)| {
                add.eval_into(stream, &x, &x, &mut y)?;
                add.eval_into(stream, &x, &x, &mut y)
            })
            .unwrap();
        graph.launch(&stream).unwrap();
        let (_, y) = graph.into_inner().unwrap();
        assert_eq!(y.download(&stream).unwrap(), [3.0; 1500], "{device}");
    }
}

#[test]
fn loads_and_stores_move_16_bytes() {
    let stream = Device::emulated((9, 0)).stream();
    let x = Tensor1::<f32>::zeros(&stream, 1 << 16).unwrap();
    let pipeline =
        fuse!(|x: f32, y: f32, z: f32| ((x.sin() * y.cos() + (-z * z).exp()) + (x + 1.0).ln()).sqrt());
    let matrix = Tensor2::<f32>::zeros(&stream, [64, 1024]).unwrap();
    let row = Tensor1::<f32>::zeros(&stream, 1024).unwrap();
    let reports = [
        pipeline.report(&stream, &x, &x, &x).unwrap(),
        pipeline.report(&stream, &matrix, &row, &matrix).unwrap(),
        fuse!(|x: f32, y: f32| x * y; sum).report(&stream, &x, &x).unwrap(),
    ];
    for report in reports {
        let taken = report.variants.iter().find(|variant| variant.taken).unwrap();
        let loads: Vec<_> = taken.moves.iter().filter(|moved| moved.how != "stored").collect();
        assert!(loads.len() > 1 && loads.iter().all(|moved| moved.bytes == 16), "{report}");
    }
    // What is repeated along rows is loaded by elements, and nothing else.
    let one = Tensor1::<f32>::zeros(&stream, 1).unwrap();
    let column = matrix.slice(.., ..1).unwrap();
    let reports = [
        pipeline.report(&stream, &matrix, column, &matrix).unwrap(),
        pipeline.report(&stream, &x, &one, &x).unwrap(),
        pipeline.report(&stream, &matrix, &one, &row).unwrap(),
    ];
    for report in reports {
        let taken = report.variants.iter().find(|variant| variant.taken).unwrap();
        let slow: Vec<_> =
            taken.moves.iter().filter(|moved| moved.bytes != 16).map(|moved| &moved.tensor).collect();
        assert_eq!(slow, ["y"], "{report}");
    }
    assert!(pipeline.source(SourceKind::Ptx).unwrap().contains("fused"));
}

#[test]
fn a_failure_names_the_user_s_place() {
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &[1i32, 0]).unwrap();
    let out: Tensor1<i32> = fuse!(|x: i32| 10 / x).eval(&stream, &x).unwrap();
    let error = stream.synchronize().unwrap_err().to_string();
    let place = format!("{}:{}:", file!(), line!() - 2);
    assert!(error.contains(&place) && error.contains("division by zero"), "{place} is not in {error}");
    drop(out);
}
