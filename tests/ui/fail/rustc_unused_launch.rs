#![deny(unused_must_use)]

use kiln::prelude::*;

#[kernel]
fn fill(x: &mut [f32]) {
    x[0] = 1.0;
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32])?;
    fill(&mut x);
    fill(&mut x).threads(1);
    Ok(())
}
