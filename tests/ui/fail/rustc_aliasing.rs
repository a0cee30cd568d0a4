use kiln::prelude::*;

#[kernel]
fn copy(x: &[f32], y: &mut [f32]) {
    y[0] = x[0];
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32])?;
    copy(&x, &mut x).threads(1).launch(&stream)?;
    Ok(())
}
