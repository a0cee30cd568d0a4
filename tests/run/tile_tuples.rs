//! Tuples of tiles: as values, through functions, branches and loops, and combined along an axis, on the CPU as tile
//! IR and as lowered code of several GPUs, and on a GPU.

use kiln::prelude::*;

use crate::tiles::devices;

type Pair<const M: usize, const N: usize> = (Tile2<f32, M, N>, Tile2<f32, M, N>);

#[device]
fn sum_and_difference<const M: usize, const N: usize>(
    x: Tile2<f32, M, N>,
    y: Tile2<f32, M, N>,
) -> (Tile2<f32, M, N>, Tile2<f32, M, N>) {
    (x + y, x - y)
}

#[device]
fn swapped(t: (Tile2<f32, 4, 8>, (Tile2<f32, 4, 8>, u32))) -> (Tile2<f32, 4, 8>, Tile2<f32, 4, 8>) {
    let (a, (b, k)) = t;
    if k > 1 { (b, a) } else { (a, b) }
}

/// The last of `n` steps that begin with `(x, 2x)`, by every construct that a tuple goes through.
#[kernel(tile)]
pub(crate) fn values(n: u32, x: &Tensor2<f32>, y: &mut Tensor2<f32>, z: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let x = x.load::<4, 8>(i, 0);
    let (a, b) = sum_and_difference(x, x * 2.0);
    let mut t: Pair<4, 8> = if n > 2 { (a, b) } else { (b, a) };
    for k in 0..n {
        t = match k % 3 {
            0 => swapped((t.0, (t.1, k))),
            1 => (t.1 + t.0.sum_axis::<1>(), t.0),
            _ => {
                let both = (t, 3.0f32);
                (both.0.1 * both.1, both.0.0)
            }
        };
    }
    let last = t;
    t.0 += 1.0;
    (t.0, t.1) = (t.1, t.0);
    let twice = |pair: Pair<4, 8>| (pair.0 * 2.0, pair.1 * 2.0);
    let (a, b) = loop {
        break twice(t);
    };
    y.store(i, 0, a + last.0);
    z.store(i, 0, b - last.1);
}

#[test]
fn tuples_are_values() {
    let (rows, n) = (11usize, 7u32);
    let x: Vec<f32> = (0..rows * 8).map(|at| (at % 13) as f32 - 4.0).collect();
    let (mut want_y, mut want_z) = (Vec::new(), Vec::new());
    for row in x.chunks(8) {
        let add = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<_>>();
        let scaled = |a: &[f32], by: f32| a.iter().map(|a| a * by).collect::<Vec<_>>();
        let (mut a, mut b) = (scaled(row, 3.0), scaled(row, -1.0));
        for k in 0..n {
            (a, b) = match k % 3 {
                0 if k > 1 => (b, a),
                0 => (a, b),
                1 => {
                    let sum = a.iter().sum::<f32>();
                    (b.iter().map(|b| b + sum).collect(), a)
                }
                _ => (scaled(&b, 3.0), a),
            };
        }
        let more: Vec<f32> = a.iter().map(|a| a + 1.0).collect();
        want_y.extend(add(&scaled(&b, 2.0), &a));
        want_z.extend(add(&scaled(&more, 2.0), &scaled(&b, -1.0)));
    }
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::from_slice(&stream, &x, [rows, 8]).unwrap();
        let mut y = Tensor2::zeros(&stream, [rows, 8]).unwrap();
        let mut z = Tensor2::zeros(&stream, [rows, 8]).unwrap();
        values(n, &x, &mut y, &mut z).launch(&stream).unwrap();
        assert_eq!(y.download(&stream).unwrap(), want_y, "{device}");
        assert_eq!(z.download(&stream).unwrap(), want_z, "{device}");
    }
}

#[device]
fn welford<const M: usize, const N: usize>(
    a: (Tile2<f32, M, N>, Tile2<f32, M, N>, Tile2<f32, M, N>),
    b: (Tile2<f32, M, N>, Tile2<f32, M, N>, Tile2<f32, M, N>),
) -> (Tile2<f32, M, N>, Tile2<f32, M, N>, Tile2<f32, M, N>) {
    let n = a.2 + b.2;
    let delta = b.0 - a.0;
    let part = b.2 / n;
    (a.0 + delta * part, a.1 + b.1 + delta * delta * a.2 * part, n)
}

/// Along each row: mean and sum of squared differences, the greatest element with its column, and the level and the
/// sum of a softmax; down the columns the least element and its row.
#[kernel(tile)]
pub(crate) fn reductions<const M: usize, const N: usize>(
    x: &Tensor2<f32>,
    y: &mut Tensor2<f32>,
    at: &mut Tensor2<u32>,
) {
    let x = x.load::<M, N>(0, 0);
    let (mean, squares, count) = (x, x * 0.0, x * 0.0 + 1.0).reduce::<1>(|a, b| welford(a, b));
    y.store(0, 0, mean);
    y.store(0, 1, squares / count);
    let (most, column) = (x, Tile2::<u32, M, N>::iota::<1>()).reduce::<1>(|(a, i), (b, j)| {
        let first = a.ge(b);
        (first.select(a, b), first.select(i, j))
    });
    y.store(0, 2, most);
    at.store(0, 0, column);
    let (level, sum) = (x, x * 0.0 + 1.0).reduce::<1>(|(m, s), (n, t)| {
        let level = m.max(n);
        (level, s * (m - level).exp() + t * (n - level).exp())
    });
    y.store(0, 3, level + sum.ln());
    let rows = (x, Tile2::<u32, M, N>::iota::<0>());
    let (least, row) = rows.reduce::<0>(|a, b| {
        let first = a.0.le(b.0);
        (first.select(a.0, b.0), first.select(a.1, b.1))
    });
    y.store(0, 4, (least + row.cast::<f32>() * 1000.0).sum_all() + x.sum_axis::<1>() * 0.0);
}

/// The states of a linear recurrence, `h = a * h + b`, along each row and down each column.
#[kernel(tile)]
pub(crate) fn recurrences<const M: usize, const N: usize>(
    a: &Tensor2<f32>,
    b: &Tensor2<f32>,
    y: &mut Tensor3<f32>,
) {
    let (a, b) = (a.load::<M, N>(0, 0), b.load::<M, N>(0, 0));
    let (_, h) = (a, b).scan::<1>(|(a, b), (c, d)| (a * c, c * b + d));
    y.store(0, 0, 0, h);
    let step = |x: Pair<M, N>, y: Pair<M, N>| (x.0 * y.0, y.0 * x.1 + y.1);
    let both = sum_and_difference(a, b);
    let (a2, b2) = ((both.0 + both.1) / 2.0, (both.0 - both.1) / 2.0);
    let states = (a2, b2).scan::<0>(step);
    y.store(1, 0, 0, states.1);
}

/// Of a whole vector: the place of the element farthest from zero, and a running count and sum.
#[kernel(tile)]
pub(crate) fn of_one_extent<const N: usize>(
    x: &Tensor1<f32>,
    y: &mut Tensor1<f32>,
    found: &mut Tensor1<f32>,
) {
    let x = x.load::<N>(0);
    let (far, at) = (x, Tile1::<u32, N>::iota()).reduce::<0>(|(a, i), (b, j)| {
        let second = b.abs().gt(a.abs());
        (second.select(b, a), second.select(j, i))
    });
    found.store(0, Tile1::<f32, 1>::full(far * 1000.0 + at as f32));
    let (sum, count, _) = (x, x.gt(0.0).cast::<u32>(), x).scan::<0>(|a, b| (a.0 + b.0, a.1 + b.1, b.2));
    y.store(0, sum);
    y.store(1, count.cast::<f32>());
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 20) as f32 % 61.0 - 30.0).collect()
}

fn reduced<const M: usize, const N: usize>(device: &Device) {
    let stream = device.stream();
    let values = numbers(M * N);
    let x = Tensor2::from_slice(&stream, &values, [M, N]).unwrap();
    let mut y = Tensor2::zeros(&stream, [M, 5]).unwrap();
    let mut at = Tensor2::zeros(&stream, [M, 1]).unwrap();
    reductions::<M, N>(&x, &mut y, &mut at).tiles(1).launch(&stream).unwrap();
    let (y, at) = (y.download(&stream).unwrap(), at.download(&stream).unwrap());
    let mut of_columns = 0.0;
    for j in 0..N {
        let column: Vec<f32> = (0..M).map(|i| values[i * N + j]).collect();
        let least = column.iter().copied().fold(f32::INFINITY, f32::min);
        of_columns += least + 1000.0 * column.iter().position(|x| *x == least).unwrap() as f32;
    }
    for (i, row) in values.chunks(N).enumerate() {
        let mean = row.iter().map(|x| f64::from(*x)).sum::<f64>() / N as f64;
        let variance = row.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / N as f64;
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let total = row.iter().map(|x| f64::from(x - most).exp()).sum::<f64>();
        let got = &y[5 * i..5 * i + 5];
        assert!((f64::from(got[0]) - mean).abs() < 1e-4, "{device}, {M}x{N}: mean {} of {mean}", got[0]);
        assert!((f64::from(got[1]) - variance).abs() < 1e-4 * variance + 1e-4, "{device}, {M}x{N}: {got:?}");
        assert_eq!(got[2], most, "{device}, {M}x{N}");
        assert_eq!(at[i] as usize, row.iter().position(|x| *x == most).unwrap(), "{device}, {M}x{N}");
        let lse = f64::from(most) + total.ln();
        assert!((f64::from(got[3]) - lse).abs() < 1e-4, "{device}, {M}x{N}: {} and {lse}", got[3]);
        assert_eq!(got[4], of_columns, "{device}, {M}x{N}");
    }
}

#[test]
fn reductions_combine_several_tiles() {
    for device in devices() {
        reduced::<1, 1>(&device);
        reduced::<5, 12>(&device);
        reduced::<16, 64>(&device);
        reduced::<33, 7>(&device);
        reduced::<2, 300>(&device);
    }
}

fn states<const M: usize, const N: usize>(device: &Device) {
    let stream = device.stream();
    let a: Vec<f32> = (0..M * N).map(|i| [0.5, -1.0, 2.0, 0.25][i * 7 % 4]).collect();
    let b: Vec<f32> = numbers(M * N).iter().map(|x| (x / 8.0).trunc()).collect();
    let device_a = Tensor2::from_slice(&stream, &a, [M, N]).unwrap();
    let device_b = Tensor2::from_slice(&stream, &b, [M, N]).unwrap();
    let mut y = Tensor3::zeros(&stream, [2, M, N]).unwrap();
    recurrences::<M, N>(&device_a, &device_b, &mut y).tiles(1).launch(&stream).unwrap();
    let y = y.download(&stream).unwrap();
    let near = |got: f32, want: f32| (got - want).abs() <= 1e-4 * want.abs() + 1e-4;
    for i in 0..M {
        let mut h = 0.0;
        for j in 0..N {
            h = a[i * N + j] * h + b[i * N + j];
            assert!(near(y[i * N + j], h), "{device}, {M}x{N} at {i}, {j}: {} and {h}", y[i * N + j]);
        }
    }
    for j in 0..N {
        let mut h = 0.0;
        for i in 0..M {
            h = a[i * N + j] * h + b[i * N + j];
            let got = y[M * N + i * N + j];
            assert!(near(got, h), "{device}, {M}x{N} at {i}, {j}: {got} and {h}");
        }
    }
}

#[test]
fn scans_combine_several_tiles() {
    for device in devices() {
        states::<1, 1>(&device);
        states::<5, 12>(&device);
        states::<16, 32>(&device);
        states::<9, 7>(&device);
        let stream = device.stream();
        let values = numbers(77);
        let x = Tensor1::from_slice(&stream, &values).unwrap();
        let mut y = Tensor1::zeros(&stream, 2 * 77).unwrap();
        let mut found = Tensor1::zeros(&stream, 1).unwrap();
        of_one_extent::<77>(&x, &mut y, &mut found).tiles(1).launch(&stream).unwrap();
        let far = values.iter().map(|x| x.abs()).fold(0.0, f32::max);
        let at = values.iter().position(|x| x.abs() == far).unwrap();
        assert_eq!(found.download(&stream).unwrap(), [values[at] * 1000.0 + at as f32], "{device}");
        let (mut sum, mut count) = (0.0, 0.0);
        let y = y.download(&stream).unwrap();
        for (i, x) in values.iter().enumerate() {
            sum += x;
            count += f32::from(u8::from(*x > 0.0));
            assert_eq!((y[i], y[77 + i]), (sum, count), "{device} at {i}");
        }
    }
}
