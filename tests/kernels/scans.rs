//! Scans of arrays of any length.

use kiln::kernels::{self, ScanOp};
use kiln::prelude::*;
use kiln::{TensorView1, TensorViewMut1};

use super::{Random, gpu, shapes};

/// Lengths around the borders of threads and parts, and more parts than a block looks back at in one turn.
const LENGTHS: [[usize; 2]; 9] =
    [[1, 1], [1, 15], [1, 17], [1, 513], [1, 8191], [1, 8192], [1, 8193], [3, 9000], [1, 8192 * 40 + 7]];

pub fn cumsum_of_integers(stream: &Stream, random: &mut Random, [m, n]: [usize; 2]) -> kiln::Result<()> {
    let x: Vec<u32> = (0..m * n).map(|_| random.below(1 << 32) as u32).collect();
    let device_x = Tensor1::from_slice(stream, &x)?;
    let mut y = Tensor1::zeros(stream, m * n)?;
    kernels::cumsum(stream, &device_x, &mut y)?;
    let mut sum = 0u32;
    for (i, (found, x)) in y.download(stream)?.into_iter().zip(x).enumerate() {
        sum = sum.wrapping_add(x);
        assert_eq!(found, sum, "element {i}");
    }
    Ok(())
}

#[test]
fn sums_of_integers_are_exact() {
    shapes(&LENGTHS, cumsum_of_integers);
}

pub fn cumsum_of_floats(stream: &Stream, random: &mut Random, [m, n]: [usize; 2]) -> kiln::Result<()> {
    let x = random.floats::<f32>(m * n, 0.5);
    let device_x = Tensor1::from_slice(stream, &x)?;
    let (mut y, mut again) = (Tensor1::zeros(stream, m * n)?, Tensor1::zeros(stream, m * n)?);
    kernels::cumsum(stream, &device_x, &mut y)?;
    kernels::cumsum(stream, &device_x, &mut again)?;
    let y = y.download(stream)?;
    assert_eq!(y, again.download(stream)?);
    let (mut sum, mut size) = (0.0, 0.0);
    for (i, (found, x)) in y.into_iter().zip(x).enumerate() {
        sum += f64::from(x);
        size += f64::from(x.abs());
        assert!((f64::from(found) - sum).abs() <= 2e-6 * size, "element {i}: {found} instead of {sum}");
    }
    Ok(())
}

#[test]
fn sums_of_floats_are_near_and_the_same_each_time() {
    shapes(&LENGTHS, cumsum_of_floats);
}

/// Of two the second, unless that is none: associative, and not commutative.
#[derive(Clone, Copy, KernelType)]
struct Last(u8);

#[device]
impl ScanOp<i32> for Last {
    fn identity() -> i32 {
        -1
    }
    fn combine(first: i32, second: i32) -> i32 {
        if second == -1 { first } else { second }
    }
}

#[test]
fn a_function_need_not_be_commutative() {
    shapes(&LENGTHS, |stream, random, [m, n]| {
        let x: Vec<i32> =
            (0..m * n).map(|i| if random.below(3) < 2 || i / 8192 == 3 { -1 } else { i as i32 }).collect();
        let device_x = Tensor1::from_slice(stream, &x)?;
        let mut y = Tensor1::zeros(stream, m * n)?;
        kernels::scan::<i32, Last>(stream, &device_x, &mut y)?;
        let mut last = -1;
        for (i, (found, x)) in y.download(stream)?.into_iter().zip(x).enumerate() {
            last = if x == -1 { last } else { x };
            assert_eq!(found, last, "element {i}");
        }
        Ok(())
    });
}

#[test]
fn views_with_steps_are_scanned() {
    shapes(&[[1, 5000]], |stream, _, [_, n]| {
        let memory = stream.upload(&(0..3 * n as i32).collect::<Vec<_>>())?;
        let mut result = stream.alloc_zeroed::<i32>(2 * n)?;
        let x = TensorView1::from_strided(&memory, n, 3)?;
        let y = TensorViewMut1::from_strided(&mut result, n, 2)?;
        kernels::cumsum(stream, x, y)?;
        let result = stream.download(&result)?;
        let mut sum = 0i32;
        for i in 0..n {
            sum = sum.wrapping_add(3 * i as i32);
            assert_eq!((result[2 * i], result[2 * i + 1]), (sum, 0), "element {i}");
        }
        Ok(())
    });
}

#[test]
fn nothing_is_scanned_to_nothing_and_other_lengths_are_refused() {
    let stream = Device::cpu().stream();
    let x = Tensor1::<f32>::zeros(&stream, 0).unwrap();
    let mut y = Tensor1::zeros(&stream, 0).unwrap();
    kernels::cumsum(&stream, &x, &mut y).unwrap();
    let mut y = Tensor1::zeros(&stream, 2).unwrap();
    let message = kernels::cumsum(&stream, &x, &mut y).unwrap_err().to_string();
    assert_eq!(message, "kernel `scan`, parameter `y`: its extents are [2], and should be [0]");
}

/// So many that blocks ask for parts ahead.
#[test]
fn more_than_two_thousand_parts_wait_for_each_other() {
    for device in [Some(Device::cpu()), gpu()].into_iter().flatten() {
        let stream = device.stream();
        let x: Vec<u32> = (0..8192 * 2100u32).map(|i| i % 1000).collect();
        let device_x = Tensor1::from_slice(&stream, &x).unwrap();
        let mut y = Tensor1::zeros(&stream, x.len()).unwrap();
        kernels::cumsum(&stream, &device_x, &mut y).unwrap();
        let mut sum = 0u32;
        for (i, (found, x)) in y.download(&stream).unwrap().into_iter().zip(x).enumerate() {
            sum = sum.wrapping_add(x);
            assert_eq!(found, sum, "element {i}");
        }
    }
}
