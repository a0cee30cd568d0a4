//! Expressions of one kernel, where the crate allows nothing.

#![deny(warnings, clippy::pedantic)]

use kiln::prelude::*;

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &[1.0f32, 2.0, 3.0])?;
    let scale = 2.0f32;
    let scaled = fuse!([scale: f32] |x: f32, y: f32| if x > 1.5 { x * scale } else { y });
    assert_eq!(scaled.eval(&stream, &x, &x)?.download(&stream)?, [1.0, 4.0, 6.0]);
    let most = fuse!(|x: f32,| -> f32 { -x }; max);
    assert_eq!(most.eval(&stream, &x)?.download(&stream)?, [-1.0]);
    Ok(())
}
