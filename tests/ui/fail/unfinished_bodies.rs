use kiln::prelude::*;

#[kernel]
fn dots(a: f32, x: &mut [f32]) {
    let i = global_id();
    x[i] = a;
    x.
}

#[kernel]
fn no_semicolon<T: Float>(a: T, x: &mut [T]) {
    let i = global_id()
    x[i] = a;
}

#[kernel]
fn no_block(a: f32, x: &mut [f32]) {
    if x.len() > 1 else { x[0] = a; }
}

#[device]
fn half(a: f32) -> f32 {
    a *
}

#[kernel]
fn calls(a: f32, x: &mut [f32]) {
    x[0] = half(a);
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32])?;
    dots(1.0, &mut x).threads(1).launch(&stream)?;
    no_semicolon::<f32>(1.0, &mut x).threads(1).launch(&stream)?;
    no_block(1.0, &mut x).threads(1).launch(&stream)?;
    calls(1.0, &mut x).threads(1).launch(&stream)?;
    println!("{}", dots::source(SourceKind::Cuda)?);
    Ok(())
}
