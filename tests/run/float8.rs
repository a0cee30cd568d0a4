//! Floats of 8 bits: in kernels of threads and of tiles, by all executors as the host's types have them.

use kiln::prelude::*;

use crate::tiles::devices;

/// What a kernel of threads does with each value of a type.
macro_rules! of_threads {
    ($ty:ident $values:ident $rounded:ident) => {
        #[kernel]
        fn $values(x: &[$ty], single: &mut [f32], double: &mut [f64], half: &mut [f16], bits: &mut [u8]) {
            let i = global_id();
            if i < x.len() {
                single[i] = x[i].to_f32();
                double[i] = x[i].to_f64();
                half[i] = f16::from_f32(x[i].to_f32());
                bits[i] = $ty::from_bits(x[i].to_bits() ^ 0x80).to_bits();
            }
        }

        #[kernel]
        fn $rounded(
            x: &[f32],
            wide: &[f64],
            y: &mut [$ty],
            z: &mut [$ty],
            sums: &mut [$ty],
            less: &mut [u32],
        ) {
            let i = global_id();
            if i < x.len() {
                y[i] = $ty::from_f32(x[i]);
                z[i] = $ty::from_f64(wide[i]);
                let mut sum = y[i] + $ty::ONE;
                sum *= -y[i];
                sum -= $ty::from_f32(0.3);
                sums[i] = sum;
                less[i] =
                    (y[i] < $ty::from_f32(0.5)) as u32 + 2 * (y[i] == z[i]) as u32 + 4 * y[i].is_nan() as u32;
            }
        }
    };
}

of_threads!(f8e4m3 values_of_e4m3 rounded_to_e4m3);
of_threads!(f8e5m2 values_of_e5m2 rounded_to_e5m2);

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

macro_rules! test_of_threads {
    ($test:ident $ty:ident $values:ident $rounded:ident) => {
        #[test]
        fn $test() {
            let all: Vec<$ty> = (0..=255).map($ty::from_bits).collect();
            // Each value, each tie, their neighbors, what is beyond the ends, and numbers of every size.
            let mut x: Vec<f32> = vec![0.0, -0.0, f32::NAN, f32::INFINITY, -f32::INFINITY, f32::MAX, 1e-45];
            for pair in all.windows(2).map(|pair| [pair[0].to_f32(), pair[1].to_f32()]) {
                for exact in [pair[0], f32::midpoint(pair[0], pair[1])] {
                    x.extend([exact, exact.next_up(), exact.next_down()]);
                }
            }
            x.extend((0..20_000u32).map(|i| f32::from_bits(i.wrapping_mul(0x9e37_79b9))));
            // What an `f32` would round to a tie lies beside it.
            let wide: Vec<f64> = x.iter().map(|x| f64::from(*x) * (1.0 + f64::EPSILON)).collect();
            for stream in crate::streams() {
                let device_all = stream.upload(&all).unwrap();
                let mut single = stream.alloc_zeroed(256).unwrap();
                let mut double = stream.alloc_zeroed(256).unwrap();
                let mut half = stream.alloc_zeroed(256).unwrap();
                let mut bits = stream.alloc_zeroed(256).unwrap();
                $values(&device_all, &mut single, &mut double, &mut half, &mut bits)
                    .threads(256)
                    .launch(&stream)
                    .unwrap();
                let (single, double) = (stream.download(&single).unwrap(), stream.download(&double).unwrap());
                let (half, bits) = (stream.download(&half).unwrap(), stream.download(&bits).unwrap());
                for (i, value) in all.iter().enumerate() {
                    assert!(same(single[i].into(), value.to_f64()), "{i:#x}: {} for {value}", single[i]);
                    assert!(same(double[i], value.to_f64()), "{i:#x}: {} for {value}", double[i]);
                    assert!(same(half[i].to_f64(), value.to_f64()), "{i:#x}: {} for {value}", half[i]);
                    assert_eq!(bits[i], i as u8 ^ 0x80);
                }

                let (device_x, device_wide) = (stream.upload(&x).unwrap(), stream.upload(&wide).unwrap());
                let mut y = stream.alloc_zeroed(x.len()).unwrap();
                let mut z = stream.alloc_zeroed(x.len()).unwrap();
                let mut sums = stream.alloc_zeroed(x.len()).unwrap();
                let mut less = stream.alloc_zeroed(x.len()).unwrap();
                $rounded(&device_x, &device_wide, &mut y, &mut z, &mut sums, &mut less)
                    .threads(x.len())
                    .launch(&stream)
                    .unwrap();
                let [y, z, sums] = [y, z, sums].map(|found| stream.download(&found).unwrap());
                let less = stream.download(&less).unwrap();
                for (i, x) in x.iter().enumerate() {
                    let (one, other) = ($ty::from_f32(*x), $ty::from_f64(wide[i]));
                    assert_eq!(y[i].to_bits(), one.to_bits(), "{x:e} ({:#x})", x.to_bits());
                    assert_eq!(z[i].to_bits(), other.to_bits(), "{:e}", wide[i]);
                    let mut sum = one + $ty::ONE;
                    sum *= -one;
                    sum -= $ty::from_f32(0.3);
                    assert!(same(sums[i].to_f64(), sum.to_f64()), "{x:e}: {} for {sum}", sums[i]);
                    let expected = u32::from(one < $ty::from_f32(0.5))
                        + 2 * u32::from(one == other)
                        + 4 * u32::from(one.is_nan());
                    assert_eq!(less[i], expected, "{x:e}");
                }
            }
        }
    };
}

test_of_threads!(threads_convert_e4m3 f8e4m3 values_of_e4m3 rounded_to_e4m3);
test_of_threads!(threads_convert_e5m2 f8e5m2 values_of_e5m2 rounded_to_e5m2);

/// Tiles of a type: loaded with padding, converted both ways, computed with, reduced, put in order, moved and stored.
#[kernel(tile)]
pub(crate) fn of_tiles<T: Num, const N: usize>(
    x: &Tensor2<f32>,
    y: &mut Tensor2<T>,
    wide: &mut Tensor2<f32>,
    moved: &mut Tensor2<T>,
    lines: &mut Tensor2<T>,
) {
    let i = tile_id(0);
    let x = x.load_or::<8, N>(i, 0, 0.25);
    let small = x.cast::<T>();
    y.store(i, 0, small);
    let halves = small.cast::<f16>().cast::<f32>() + small.cast::<bf16>().cast::<f32>();
    wide.store(i, 0, halves + small.cast::<i32>().cast::<f32>());
    let most = small.max_axis::<1>();
    let product = (small + most) * small.min(T::ONE);
    let ordered = product.sort::<1>();
    moved.store(i, 0, ordered.lt(small).select(ordered, small.flip::<1>()));
    let first = small.max(T::ZERO).sum_axis::<1>().to_tile1().reshape::<8, 1>();
    lines.store(i, 0, first.cat::<1, 2>(most.to_tile1().reshape::<8, 1>()));
}

fn of_tiles_on<T: Num, const N: usize>(device: &Device, rows: usize) {
    let stream = device.stream();
    let value = |at: usize| (at * 7919 % 257) as f32 / 64.0 - 2.0;
    let x: Vec<f32> = (0..rows * N).map(value).collect();
    let device_x = Tensor2::from_slice(&stream, &x, [rows, N]).unwrap();
    let zeros = |columns: usize| Tensor2::<T>::zeros(&stream, [rows, columns]).unwrap();
    let (mut y, mut moved, mut lines) = (zeros(N), zeros(N), zeros(2));
    let mut wide = Tensor2::<f32>::zeros(&stream, [rows, N]).unwrap();
    of_tiles::<T, N>(&device_x, &mut y, &mut wide, &mut moved, &mut lines)
        .tiles(rows.div_ceil(8))
        .launch(&stream)
        .unwrap();
    let [y, moved, lines] = [y, moved, lines].map(|found| found.download(&stream).unwrap());
    let wide = wide.download(&stream).unwrap();
    for row in 0..rows {
        let small: Vec<T> = x[row * N..][..N].iter().map(|x| T::from_f32(*x)).collect();
        let most = small.iter().fold(T::LEAST, |a, b| if *b > a { *b } else { a });
        let mut ordered: Vec<T> =
            small.iter().map(|a| (*a + most) * if *a < T::ONE { *a } else { T::ONE }).collect();
        ordered.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let sum: f32 = small.iter().map(|a| a.to_f32().max(0.0)).sum();
        assert_eq!(lines[2 * row], T::from_f32(sum), "{device} row {row}");
        assert_eq!(lines[2 * row + 1], most, "{device} row {row}");
        for (j, a) in small.iter().enumerate() {
            let (at, place) = (row * N + j, format!("{device} {row}, {j}: {a:?}"));
            assert_eq!(y[at], *a, "{place}");
            assert_eq!(wide[at], a.to_f32() * 2.0 + (a.to_f32() as i32) as f32, "{place}");
            assert_eq!(moved[at], if ordered[j] < *a { ordered[j] } else { small[N - 1 - j] }, "{place}");
        }
    }
}

#[test]
fn tiles_have_floats_of_8_bits() {
    for device in devices() {
        of_tiles_on::<f8e4m3, 16>(&device, 19);
        of_tiles_on::<f8e5m2, 16>(&device, 19);
        of_tiles_on::<f8e4m3, 33>(&device, 8);
        of_tiles_on::<f8e5m2, 7>(&device, 3);
    }
}

/// A product whose factors are rounded first, with a scale for each.
#[kernel(tile)]
pub(crate) fn quantized(
    of_left: f32,
    of_right: f32,
    a: &Tensor2<f32>,
    b: &Tensor2<f16>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 32, 32>::zeros();
    for k in 0..a.cols().div_ceil(64) {
        let left = (a.load::<32, 64>(m, k) / of_left).cast::<f8e4m3>();
        let right = (b.load::<64, 32>(k, n).cast::<f32>() / of_right).cast::<f8e5m2>();
        sum = mma(left, right, sum);
    }
    c.store(m, n, sum * (of_left * of_right));
}

#[test]
fn products_of_rounded_factors_are_right() {
    for device in devices() {
        let stream = device.stream();
        let (m, n, k) = (40, 50, 100);
        let a: Vec<f32> = (0..m * k).map(|i| (i * 31 % 97) as f32 / 16.0 - 3.0).collect();
        let b: Vec<f16> = (0..k * n).map(|i| f16::from_f32((i * 17 % 89) as f32 / 8.0 - 5.0)).collect();
        let scales = [0.5, 2.0];
        let device_a = Tensor2::from_slice(&stream, &a, [m, k]).unwrap();
        let device_b = Tensor2::from_slice(&stream, &b, [k, n]).unwrap();
        let mut c = Tensor2::zeros(&stream, [m, n]).unwrap();
        quantized(scales[0], scales[1], &device_a, &device_b, &mut c).launch(&stream).unwrap();
        for (at, found) in c.download(&stream).unwrap().into_iter().enumerate() {
            let left = |i: usize| f8e4m3::from_f32(a[at / n * k + i] / scales[0]).to_f64();
            let right = |i: usize| f8e5m2::from_f32(b[i * n + at % n].to_f32() / scales[1]).to_f64();
            let exact: f64 = (0..k).map(|i| left(i) * right(i)).sum();
            let most: f64 = (0..k).map(|i| (left(i) * right(i)).abs()).sum();
            let found = f64::from(found) / f64::from(scales[0] * scales[1]);
            // Tensor cores may keep fewer bits of a sum than `f32` has.
            assert!((found - exact).abs() <= 1e-3 * most, "{device} {at}: {found}, not {exact}");
        }
    }
}
