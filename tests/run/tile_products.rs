//! Products of tiles with factors of every element type, on the CPU as tile IR and as lowered code of several GPUs,
//! and on a GPU.

use kiln::prelude::*;

use crate::tiles::devices;

/// `c = a b`.
#[kernel(tile)]
pub(crate) fn plain<A, B, S, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<A>,
    b: &Tensor2<B>,
    c: &mut Tensor2<S>,
) where
    A: Num + MmaOperand<S, B>,
    B: Num + MmaOperand<S, A>,
    S: Num,
{
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<S, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<M, K>(m, k), b.load::<K, N>(k, n), sum);
    }
    c.store(m, n, sum);
}

/// `c = a b`, of `b`'s transpose.
#[kernel(tile)]
pub(crate) fn right_transposed<A, B, S, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<A>,
    b: &Tensor2<B>,
    c: &mut Tensor2<S>,
) where
    A: Num + MmaOperand<S, B>,
    B: Num + MmaOperand<S, A>,
    S: Num,
{
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<S, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<M, K>(m, k), b.load::<N, K>(n, k).transpose(), sum);
    }
    c.store(m, n, sum);
}

/// `c = a b`, of `a`'s transpose.
#[kernel(tile)]
pub(crate) fn left_transposed<A, B, S, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<A>,
    b: &Tensor2<B>,
    c: &mut Tensor2<S>,
) where
    A: Num + MmaOperand<S, B>,
    B: Num + MmaOperand<S, A>,
    S: Num,
{
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<S, M, N>::zeros();
    for k in 0..b.rows().div_ceil(K) {
        sum = mma(a.load::<K, M>(k, m).transpose(), b.load::<K, N>(k, n), sum);
    }
    c.store(m, n, sum);
}

/// `c = a b`, of both transposes; both tiles go through registers, where the compiler cannot leave them in shared
/// memory.
#[kernel(tile)]
pub(crate) fn both_transposed<A, B, S, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<A>,
    b: &Tensor2<B>,
    c: &mut Tensor2<S>,
) where
    A: Num + MmaOperand<S, B>,
    B: Num + MmaOperand<S, A>,
    S: Num,
{
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<S, M, N>::zeros();
    for k in 0..b.cols().div_ceil(K) {
        let left = a.load::<K, M>(k, m);
        let right = b.load::<N, K>(n, k);
        sum = mma((left + left - left).transpose(), (right + right - right).transpose(), sum);
    }
    c.store(m, n, sum);
}

fn transposed<T: Copy>(x: &[T], [rows, columns]: [usize; 2]) -> Vec<T> {
    (0..rows * columns).map(|at| x[at % rows * columns + at / rows]).collect()
}

/// Whole numbers, whose products and sums every type here holds exactly.
fn check<A, B, S, const M: usize, const N: usize, const K: usize>(
    device: &Device,
    [m, n, k]: [usize; 3],
    most: i32,
) where
    A: Num + MmaOperand<S, B>,
    B: Num + MmaOperand<S, A>,
    S: Num,
{
    let stream = device.stream();
    let least = if A::from_f32(-1.0).to_f32() < 0.0 && B::from_f32(-1.0).to_f32() < 0.0 { most } else { 0 };
    let whole = |i: usize, seed: usize| ((i * 7919 + seed * 31) % (most + least + 1) as usize) as i32 - least;
    let a: Vec<i32> = (0..m * k).map(|i| whole(i, 1)).collect();
    let b: Vec<i32> = (0..k * n).map(|i| whole(i, 2)).collect();
    let left: Vec<A> = a.iter().map(|x| A::from_i32(*x)).collect();
    let right: Vec<B> = b.iter().map(|x| B::from_i32(*x)).collect();
    let [plain_a, turned_a] = [
        Tensor2::from_slice(&stream, &left, [m, k]).unwrap(),
        Tensor2::from_slice(&stream, &transposed(&left, [m, k]), [k, m]).unwrap(),
    ];
    let [plain_b, turned_b] = [
        Tensor2::from_slice(&stream, &right, [k, n]).unwrap(),
        Tensor2::from_slice(&stream, &transposed(&right, [k, n]), [n, k]).unwrap(),
    ];
    for way in 0..4 {
        let mut c = Tensor2::<S>::zeros(&stream, [m, n]).unwrap();
        match way {
            0 => plain::<A, B, S, M, N, K>(&plain_a, &plain_b, &mut c).launch(&stream),
            1 => right_transposed::<A, B, S, M, N, K>(&plain_a, &turned_b, &mut c).launch(&stream),
            2 => left_transposed::<A, B, S, M, N, K>(&turned_a, &plain_b, &mut c).launch(&stream),
            _ => both_transposed::<A, B, S, M, N, K>(&turned_a, &turned_b, &mut c).launch(&stream),
        }
        .unwrap();
        for (at, found) in c.download(&stream).unwrap().into_iter().enumerate() {
            let exact: i64 =
                (0..k).map(|i| i64::from(a[at / n * k + i]) * i64::from(b[i * n + at % n])).sum();
            let (found, types) = (found.to_f64(), std::any::type_name::<(A, B)>());
            assert!(
                found == exact as f64,
                "{device}: {types} way {way} at {at} of {m}x{n}x{k}: {found}, not {exact}"
            );
        }
    }
}

/// Shapes of fast and of general code, with tiles that fill fragments and others that do not; `K` fills two steps
/// of tensor cores.
fn check_shapes<A, B, S, const K: usize>(most: i32)
where
    A: Num + MmaOperand<S, B>,
    B: Num + MmaOperand<S, A>,
    S: Num,
{
    for device in devices() {
        check::<A, B, S, 32, 48, K>(&device, [64, 48, 96], most);
        check::<A, B, S, 64, 16, K>(&device, [70, 33, 45], most);
        check::<A, B, S, 20, 12, 10>(&device, [32, 16, 48], most);
    }
}

#[test]
fn bytes_are_multiplied_with_sums_of_i32() {
    check_shapes::<i8, i8, i32, 64>(127);
    check_shapes::<u8, u8, i32, 64>(255);
    check_shapes::<i8, u8, i32, 64>(127);
    check_shapes::<u8, i8, i32, 64>(127);
    // What warpgroups multiply on Hopper.
    for device in devices() {
        check::<i8, i8, i32, 64, 32, 64>(&device, [64, 48, 96], 127);
        check::<u8, u8, i32, 64, 32, 64>(&device, [64, 48, 96], 255);
    }
}

#[test]
fn floats_of_8_bits_are_multiplied() {
    check_shapes::<f8e4m3, f8e4m3, f32, 64>(16);
    check_shapes::<f8e5m2, f8e5m2, f32, 64>(8);
    check_shapes::<f8e4m3, f8e5m2, f32, 64>(8);
    check_shapes::<f8e5m2, f8e4m3, f32, 64>(8);
    // What warpgroups multiply on Hopper, which keep fewer bits of sums.
    for device in devices() {
        check::<f8e4m3, f8e4m3, f32, 64, 32, 64>(&device, [64, 48, 96], 4);
        check::<f8e4m3, f8e5m2, f32, 64, 32, 128>(&device, [64, 48, 160], 4);
    }
}

#[test]
fn doubles_are_multiplied() {
    check_shapes::<f64, f64, f64, 8>(1 << 20);
}

#[test]
fn narrow_floats_are_multiplied_from_either_side() {
    check_shapes::<f16, f16, f32, 32>(40);
    check_shapes::<bf16, bf16, f32, 32>(40);
    check_shapes::<f32, f32, f32, 16>(40);
}

/// Sums of bytes wrap, and do not saturate.
#[kernel(tile)]
fn onto_the_greatest(a: &Tensor2<i8>, b: &Tensor2<i8>, c: &mut Tensor2<i32>) {
    let sum = Tile2::<i32, 16, 16>::full(i32::MAX);
    c.store(tile_id(0), tile_id(1), mma(a.load::<16, 32>(0, 0), b.load::<32, 16>(0, 0), sum));
}

#[test]
fn sums_of_bytes_wrap() {
    for device in devices() {
        let stream = device.stream();
        let a = Tensor2::from_slice(&stream, &[1i8; 16 * 32], [16, 32]).unwrap();
        let b = Tensor2::from_slice(&stream, &[1i8; 16 * 32], [32, 16]).unwrap();
        let mut c = Tensor2::zeros(&stream, [16, 16]).unwrap();
        onto_the_greatest(&a, &b, &mut c).tiles([1, 1]).launch(&stream).unwrap();
        assert_eq!(c.download(&stream).unwrap(), [i32::MAX.wrapping_add(32); 256], "{device}");
    }
}

/// Of numbers rounded to tf32.
#[kernel(tile)]
pub(crate) fn rounded<const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<f32>,
    b: &Tensor2<f32>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        sum = mma(a.load::<M, K>(m, k).to_tf32(), b.load::<K, N>(k, n).to_tf32(), sum);
    }
    c.store(m, n, sum);
}

/// The same of both transposes, rounded before and after.
#[kernel(tile)]
pub(crate) fn rounded_transposed<const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<f32>,
    b: &Tensor2<f32>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..b.cols().div_ceil(K) {
        let left = a.load::<K, M>(k, m).to_tf32().transpose();
        sum = mma(left, b.load::<N, K>(n, k).transpose().to_tf32(), sum);
    }
    c.store(m, n, sum);
}

/// The same with rows along `k`, which warpgroups multiply on Hopper: in a loop, and tiles that are loaded at once.
#[kernel(tile)]
pub(crate) fn rounded_along_k<const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<f32>,
    b: &Tensor2<f32>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) - 1 {
        sum = mma(a.load::<M, K>(m, k).to_tf32(), b.load::<N, K>(n, k).transpose().to_tf32(), sum);
    }
    let last = a.cols().div_ceil(K) - 1;
    sum = mma(a.load::<M, K>(m, last).to_tf32(), b.load::<N, K>(n, last).to_tf32().transpose(), sum);
    c.store(m, n, sum);
}

/// The same through registers, and one factor that is rounded beside one that is not.
#[kernel(tile)]
pub(crate) fn rounded_otherwise(
    a: &Tensor2<f32>,
    b: &Tensor2<f32>,
    c: &mut Tensor2<f32>,
    d: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut both = Tile2::<f32, 32, 32>::zeros();
    let mut one = Tile2::<f32, 32, 32>::zeros();
    for k in 0..a.cols().div_ceil(16) {
        let (left, right) = (a.load::<32, 16>(m, k), b.load::<16, 32>(k, n));
        both = mma((left * 2.0).to_tf32(), (right * 0.5).to_tf32(), both);
        one = mma(a.load::<32, 16>(m, k).to_tf32(), b.load::<16, 32>(k, n), one);
    }
    c.store(m, n, both);
    d.store(m, n, one);
}

/// `c = wᵀ x`, where `w` is made of `a b`: in turns over rows, shifted in odd ones, times a number of each row, and
/// zero above the diagonal. `top` has the greatest of those numbers, in rows of a tile's height.
#[kernel(tile)]
pub(crate) fn of_transposes<const M: usize, const N: usize, const K: usize, const D: usize>(
    a: &Tensor2<bf16>,
    b: &Tensor2<bf16>,
    x: &Tensor2<bf16>,
    factors: &Tensor1<f32>,
    c: &mut Tensor2<f32>,
    top: &mut Tensor2<f32>,
) {
    let j = tile_id(0);
    let columns = Row::<u32, N>::iota() + (j * N) as u32;
    let right = b.load::<K, N>(0, j);
    let mut sum = Tile2::<f32, N, D>::zeros();
    let mut most = Col::<f32, M>::zeros();
    for i in 0..a.rows().div_ceil(M) {
        let mut weights = mma(a.load::<M, K>(i, 0), right, Tile2::<f32, M, N>::zeros());
        if i % 2 == 1 {
            weights = weights + 1.0;
        }
        let factor = factors.load::<M>(i).to_col();
        most = most.max(factor);
        let rows = Col::<u32, M>::iota() + (i * M) as u32;
        weights = columns.le(rows).select(weights * factor, 0.0);
        sum = mma(weights.cast::<bf16>().transpose(), x.load::<M, D>(i, 0), sum);
    }
    c.store(j, 0, sum);
    top.store(j, 0, most.broadcast::<1>());
}

#[test]
fn transposes_of_products_are_multiplied() {
    const M: usize = 64;
    for device in devices() {
        let stream = device.stream();
        for [m, n, d] in [[64, 64, 64], [200, 136, 64], [77, 130, 40], [1, 1, 1]] {
            // Small whole numbers, so that all sums are exact.
            let numbers = |count: usize, seed: usize| -> Vec<f32> {
                (0..count).map(|i| ((i * 7919 + seed * 31) % 65_521 % 3) as f32 - 1.0).collect()
            };
            let (a, b, x) = (numbers(m * 32, 1), numbers(32 * n, 2), numbers(m * d, 3));
            let factors: Vec<f32> = (0..m).map(|i| (1 + i % 2) as f32).collect();
            let mut exact = vec![0.0; n * d];
            for (i, j) in (0..m).flat_map(|i| (0..n.min(i + 1)).map(move |j| (i, j))) {
                let product: f32 = (0..32).map(|k| a[i * 32 + k] * b[k * n + j]).sum();
                let weight = (product + (i / M % 2) as f32) * factors[i];
                (0..d).for_each(|at| exact[j * d + at] += weight * x[i * d + at]);
            }
            let tensor = |x: &[f32], extents| {
                let x: Vec<bf16> = x.iter().map(|x| bf16::from_f32(*x)).collect();
                Tensor2::from_slice(&stream, &x, extents).unwrap()
            };
            let (a, b, x) = (tensor(&a, [m, 32]), tensor(&b, [32, n]), tensor(&x, [m, d]));
            let factors = Tensor1::from_slice(&stream, &factors).unwrap();
            let mut c = Tensor2::<f32>::zeros(&stream, [n, d]).unwrap();
            let mut top = Tensor2::<f32>::zeros(&stream, [n.div_ceil(64) * M, 1]).unwrap();
            of_transposes::<M, 64, 32, 64>(&a, &b, &x, &factors, &mut c, &mut top)
                .tiles([n.div_ceil(64)])
                .launch(&stream)
                .unwrap();
            assert_eq!(c.download(&stream).unwrap(), exact, "{device}: {m}x{n}x{d}");
            let greatest = top.download(&stream).unwrap().into_iter().fold(0.0, f32::max);
            assert_eq!(greatest, if m > 1 { 2.0 } else { 1.0 }, "{device}: {m}x{n}x{d}");
        }
    }
}

fn to_tf32(x: f32) -> f32 {
    // 10 bits of fraction: steps of 2⁻¹⁰ of the power of two below.
    let step = f64::from(f32::from_bits(x.to_bits() & 0x7f80_0000)) / 1024.0;
    ((f64::from(x) / step).round() * step) as f32
}

#[test]
fn rounded_floats_are_multiplied() {
    for device in devices() {
        let stream = device.stream();
        for [m, n, k] in [[64, 48, 64], [33, 17, 29], [76, 52, 140]] {
            let number = |i: usize| ((i * 7919 + 12345) % 65_521) as f32 / 8192.0 - 3.9;
            let a: Vec<f32> = (0..m * k).map(number).collect();
            let b: Vec<f32> = (0..k * n).map(|i| number(i + 77)).collect();
            let product = |round: [bool; 2]| -> Vec<(f64, f64)> {
                let value = |x: f32, round: bool| f64::from(if round { to_tf32(x) } else { x });
                let sum = |at: usize| {
                    let terms = (0..k)
                        .map(|i| value(a[at / n * k + i], round[0]) * value(b[i * n + at % n], round[1]));
                    terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()))
                };
                (0..m * n).map(sum).collect()
            };
            let agrees = |found: &Tensor2<f32>, round: [bool; 2], way: &str| {
                for (found, (exact, size)) in found.download(&stream).unwrap().into_iter().zip(product(round))
                {
                    let error = (f64::from(found) - exact).abs();
                    assert!(error <= 2e-6 * size, "{device}: {way} of {m}x{n}x{k}: {found}, not {exact}");
                }
            };
            let tensor = |x: &[f32], extents| Tensor2::from_slice(&stream, x, extents).unwrap();
            let (left, right) = (tensor(&a, [m, k]), tensor(&b, [k, n]));
            let turned = [tensor(&transposed(&a, [m, k]), [k, m]), tensor(&transposed(&b, [k, n]), [n, k])];
            let mut c = Tensor2::<f32>::zeros(&stream, [m, n]).unwrap();
            rounded::<64, 32, 16>(&left, &right, &mut c).launch(&stream).unwrap();
            agrees(&c, [true; 2], "plain");
            rounded_transposed::<32, 48, 16>(&turned[0], &turned[1], &mut c).launch(&stream).unwrap();
            agrees(&c, [true; 2], "transposed");
            rounded_along_k::<64, 48, 32>(&left, &turned[1], &mut c).launch(&stream).unwrap();
            agrees(&c, [true; 2], "along k");
            let mut d = Tensor2::<f32>::zeros(&stream, [m, n]).unwrap();
            rounded_otherwise(&left, &right, &mut c, &mut d)
                .tiles([m.div_ceil(32), n.div_ceil(32)])
                .launch(&stream)
                .unwrap();
            agrees(&c, [true; 2], "through registers");
            agrees(&d, [true, false], "half rounded");
        }
    }
}

#[kernel(tile)]
pub(crate) fn nearest(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    y.store(i, x.load::<64>(i).to_tf32());
}

#[test]
fn numbers_are_rounded_to_tf32() {
    let ends = [0.0, -0.0, 1.0, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let ties = [
        0x3f80_1000,
        0x3f80_0fff,
        0x3f80_3000,
        0x3fff_f000,
        0x7f7f_efff,
        0x7f7f_f000,
        0x0000_1000,
        0x0000_0fff,
    ];
    let mut x: Vec<f32> = ends.into_iter().chain(ties.map(f32::from_bits)).collect();
    // NaNs of any payload stay NaNs.
    x.extend([0x7fff_ffff, 0xffff_ffff, 0x7f80_0001].map(f32::from_bits));
    x.extend((0..1000u32).map(|i| f32::from_bits(i.wrapping_mul(2_654_435_761) & 0xbfff_ffff)));
    for device in devices() {
        let stream = device.stream();
        let input = Tensor1::from_slice(&stream, &x).unwrap();
        let mut y = Tensor1::zeros(&stream, x.len()).unwrap();
        nearest(&input, &mut y).launch(&stream).unwrap();
        for (x, y) in x.iter().zip(y.download(&stream).unwrap()) {
            let expected = x.to_bits().wrapping_add(0x1000) & 0xffff_e000;
            assert!(
                if x.is_nan() { y.is_nan() } else { y.to_bits() == expected },
                "{device}: {x} ({:x}) is {y} ({:x})",
                x.to_bits(),
                y.to_bits()
            );
        }
    }
}
