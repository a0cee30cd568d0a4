//! What kernels cannot hold is not uploaded, and told of once.

use kiln::prelude::*;

struct Plain {
    x: f32,
}

fn uploads(stream: &Stream) -> kiln::Result<()> {
    let texts = stream.upload(&["a", "b"])?;
    let tuples = stream.upload(&[(1.0f32, 2u32)])?;
    let vectors = stream.upload(&vec![vec![1.0f32]])?;
    let plain = stream.upload(&[Plain { x: 1.0 }])?;
    Ok(())
}

fn main() {}
