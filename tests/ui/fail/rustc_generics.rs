use kiln::prelude::*;

#[kernel]
fn no_root<T: Num>(x: &mut [T]) {
    x[0] = x[1].sqrt();
}

#[kernel]
fn bounded<T: Float>(x: &mut [T]) {
    x[0] = x[1].sqrt();
}

fn launches() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1i32])?;
    bounded(&mut x).threads(1).launch(&stream)
}

fn main() {}
