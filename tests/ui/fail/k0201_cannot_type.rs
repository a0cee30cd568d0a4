use kiln::prelude::*;

#[kernel]
fn whole_arrays(x: &mut [f32]) {
    let a = [1.0f32, 2.0];
    let b = [1.0f32, 2.0];
    if a == b {
        x[0] = 1.0;
    }
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32])?;
    whole_arrays(&mut x).threads(1).launch(&stream)
}
