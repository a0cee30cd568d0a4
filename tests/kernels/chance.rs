//! Dropout.

use kiln::kernels;
use kiln::prelude::*;

use super::{Random, shapes};

const LENGTHS: [[usize; 2]; 5] = [[1, 1], [1, 3], [1, 4], [1, 1021], [3, 7001]];

pub fn dropout<T: Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    [m, n]: [usize; 2],
) -> kiln::Result<()> {
    let len = m * n;
    let x = random.floats::<T>(len, 3.5);
    let (device_x, mut y) = (stream.upload(&x)?, stream.alloc_zeroed::<T>(len)?);
    kernels::dropout(stream, &device_x, 0.3, 7 << 40 | 5, &mut y)?;
    let found: Vec<f64> = stream.download(&y)?.into_iter().map(Into::into).collect();
    // What Philox says of each element on the host, so that every device drops the same ones.
    let quarter = len.div_ceil(4);
    for (i, (found, x)) in found.iter().zip(&x).enumerate() {
        let bits = random::philox4x32([(i % quarter) as u32, 0, 0, 0], [5, 7 << 8])[i / quarter];
        let exact: f64 = if random::uniform_f32(bits) < 0.3 { 0.0 } else { (*x).into() / 0.7 };
        assert!((found - exact).abs() <= 1e-2 * exact.abs(), "element {i}: {found} instead of {exact}");
    }
    if len > 20_000 {
        let zeros = found.iter().filter(|y| **y == 0.0).count() as f64 / len as f64;
        assert!((zeros - 0.3).abs() < 0.02, "{zeros} of the elements are dropped");
    }
    kernels::dropout(stream, &device_x, 0.0, 3, &mut y)?;
    assert!(stream.download(&y)?.into_iter().zip(&x).all(|(y, x)| y.into() == (*x).into()));
    Ok(())
}

#[test]
fn elements_are_dropped_by_the_seed() {
    shapes(&LENGTHS, dropout::<f32>);
    shapes(&LENGTHS, dropout::<bf16>);
}

#[test]
fn rates_and_lengths_are_checked() {
    let stream = Device::cpu().stream();
    let (x, mut y) = (stream.alloc_zeroed::<f32>(3).unwrap(), stream.alloc_zeroed::<f32>(3).unwrap());
    for rate in [-0.1, 1.0, f32::NAN] {
        let message = kernels::dropout(&stream, &x, rate, 0, &mut y).unwrap_err().to_string();
        assert!(message.starts_with("kernel `dropout`, parameter `rate`: a probability"), "{message}");
    }
    assert!(kernels::dropout(&stream, &x, 0.5, 0, y.slice_mut(1..).unwrap()).is_err());
}
