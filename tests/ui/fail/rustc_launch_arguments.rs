use kiln::prelude::*;

#[kernel]
fn scale(a: f32, x: &[f32], y: &mut [f32]) {
    y[0] = a * x[0];
}

#[kernel]
fn count(counts: &[AtomicU32]) {
    counts[0].fetch_add(1, Ordering::Relaxed);
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32])?;
    let mut y = stream.upload(&[1.0f32])?;
    let ints = stream.upload(&[1i32])?;
    let host = vec![1.0f32];
    scale(2.0, &host, &mut y).threads(1).launch(&stream)?;
    scale(2.0, &x, &y).threads(1).launch(&stream)?;
    scale(2.0, &ints, &mut y).threads(1).launch(&stream)?;
    scale(2, &x, &mut y).threads(1).launch(&stream)?;
    scale(2.0, &x).threads(1).launch(&stream)?;
    scale(2.0, x, &mut y).threads(1).launch(&stream)?;
    count(&x).threads(1).launch(&stream)?;
    Ok(())
}
