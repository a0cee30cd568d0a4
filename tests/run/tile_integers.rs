//! The operators of tiles of integers that others have not, those that can fail among them.

use kiln::Error;
use kiln::prelude::*;

use crate::tiles::devices;

/// Every operator between tiles, and with rows, columns and scalars on either side.
#[kernel(tile)]
pub(crate) fn operators<I: Int, const M: usize, const N: usize>(
    by: I,
    one: I,
    x: &Tensor2<I>,
    y: &Tensor2<I>,
    row: &Tensor1<I>,
    out: &mut Tensor3<I>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    let (x, y) = (x.load::<M, N>(i, j), y.load_or::<M, N>(i, j, I::ONE));
    let row = row.load_or::<N>(j, I::ONE).to_row();
    out.store(0, i, j, x / y + x % y);
    out.store(1, i, j, x / by ^ x % row);
    out.store(2, i, j, (x << y) | (x >> (y & one)));
    out.store(3, i, j, !(x & row) >> by);
    let mut all = x;
    all /= y;
    all <<= row;
    all %= by;
    all >>= one;
    out.store(4, i, j, all);
}

fn masked<I: Int>(x: I, by: I) -> u32 {
    let _ = x;
    by.to_f64() as i64 as u32 & (I::BITS - 1)
}

fn check<I: Int, const M: usize, const N: usize>(device: &Device, [rows, columns]: [usize; 2]) {
    let stream = device.stream();
    let number =
        |at: usize, odd: usize| I::from_i32((at * odd % 251) as i32 - if I::MIN < I::ZERO { 125 } else { 0 });
    let x: Vec<I> = (0..rows * columns).map(|at| number(at, 7919)).collect();
    let some = |at: usize| I::from_i32((at * 31 % 11) as i32 + 1);
    let y: Vec<I> = (0..rows * columns).map(some).collect();
    let row: Vec<I> = (0..columns).map(|at| some(at + 5)).collect();
    let by = I::from_i32(7);
    let device_x = Tensor2::from_slice(&stream, &x, [rows, columns]).unwrap();
    let device_y = Tensor2::from_slice(&stream, &y, [rows, columns]).unwrap();
    let device_row = Tensor1::from_slice(&stream, &row).unwrap();
    let mut out = Tensor3::zeros(&stream, [5, rows, columns]).unwrap();
    operators::<I, M, N>(by, I::ONE, &device_x, &device_y, &device_row, &mut out)
        .tiles([rows.div_ceil(M), columns.div_ceil(N)])
        .launch(&stream)
        .unwrap();
    let out = out.download(&stream).unwrap();
    let one = I::ONE;
    for at in 0..rows * columns {
        let (a, b, r) = (x[at], y[at], row[at % columns]);
        let shifted = |x: I, by: I| x.wrapping_shl(masked(x, by));
        let down = |x: I, by: I| x.wrapping_shr(masked(x, by));
        let expected = [
            (a / b).wrapping_add(a % b),
            (a / by) ^ (a % r),
            shifted(a, b) | down(a, b & one),
            down(!(a & r), by),
            down(shifted(a / b, r) % by, one),
        ];
        for (which, expected) in expected.into_iter().enumerate() {
            assert_eq!(out[which * rows * columns + at], expected, "{device} {which} of {a:?}, {b:?}, {r:?}");
        }
    }
}

#[test]
fn tiles_of_integers_have_all_operators() {
    for device in devices() {
        check::<i32, 16, 32>(&device, [33, 40]);
        check::<u8, 8, 16>(&device, [9, 16]);
        check::<i64, 5, 7>(&device, [10, 13]);
        check::<u32, 16, 8>(&device, [16, 24]);
        check::<i16, 4, 8>(&device, [7, 9]);
        check::<i8, 4, 8>(&device, [7, 9]);
        check::<u16, 4, 8>(&device, [7, 9]);
        check::<u64, 4, 8>(&device, [7, 9]);
    }
}

/// Divisions that are evaluated lazily, in conditions and in loops, and scalars on the left.
#[kernel(tile)]
pub(crate) fn lazily(limit: u32, x: &Tensor1<u32>, y: &mut Tensor1<u32>) {
    let i = tile_id(0);
    let mut x = x.load_or::<16>(i, 1);
    let zeros = x & 0;
    // Only one of both may be evaluated.
    let first = if limit == 0 { x / zeros } else { 1000 / x };
    let mut turns = 0u32;
    while limit > 0 && (x / limit).max_all() > 1 {
        x /= 2;
        turns += 1;
    }
    if limit == 0 || (1 << (first % 5)).sum_all() > 10 {
        y.store(i, first + (1 << turns));
    }
}

#[test]
fn divisions_of_tiles_are_lazy_where_rust_is() {
    for device in devices() {
        let stream = device.stream();
        let x: Vec<u32> = (1..=40).collect();
        let device_x = Tensor1::from_slice(&stream, &x).unwrap();
        let mut y = Tensor1::zeros(&stream, x.len()).unwrap();
        lazily(3, &device_x, &mut y).launch(&stream).unwrap();
        let most = [16, 32, 40];
        let expected: Vec<u32> = x
            .iter()
            .enumerate()
            .map(|(at, x)| {
                let mut most: u32 = most[at / 16];
                let mut turns = 0;
                while most / 3 > 1 {
                    most /= 2;
                    turns += 1;
                }
                1000 / x + (1 << turns)
            })
            .collect();
        assert_eq!(y.download(&stream).unwrap(), expected, "{device}");
    }
}

#[kernel(tile)]
fn quotients(x: &Tensor1<i32>, y: &Tensor1<i32>, z: &mut Tensor1<i32>) {
    let i = tile_id(0);
    z.store(i, x.load::<32>(i) / y.load_or::<32>(i, 1));
}

#[test]
fn divisions_of_tiles_that_fail_say_so() {
    for device in devices() {
        for (x, y, words) in [
            ([7, 8, 9], [1, 0, 2], "division by zero: 8 / 0"),
            ([i32::MIN, 1, 1], [-1, 1, 1], "-2147483648 / -1"),
        ] {
            let stream = device.stream();
            let device_x = Tensor1::from_slice(&stream, &x).unwrap();
            let device_y = Tensor1::from_slice(&stream, &y).unwrap();
            let mut z = Tensor1::zeros(&stream, 3).unwrap();
            let launched = quotients(&device_x, &device_y, &mut z).tiles(1).launch(&stream);
            let error = launched.and_then(|_| stream.synchronize()).unwrap_err();
            assert!(matches!(error, Error::KernelPanic { .. }), "{device}: {error:?}");
            let message = error.to_string();
            assert!(message.contains(words) && message.contains("tile_integers.rs"), "{device}: {message}");
        }
    }
}
