// Bounds in every place, lifetimes, traits of the user's own.
use kiln::KernelType;
use kiln::prelude::*;

trait Weight: Float {
    const WEIGHT: f32;
    const COUNT: usize;
}

impl Weight for f32 {
    const WEIGHT: f32 = 2.0;
    const COUNT: usize = 3;
}

impl Weight for f64 {
    const WEIGHT: f32 = 4.0;
    const COUNT: usize = 5;
}

#[kernel]
fn weighted<'a, 'b: 'a, T, const N: usize>(k: T, x: &'a [T], y: &'b mut [T])
where
    T: Weight + 'a,
    T: KernelType,
{
    let i = global_id();
    if i < y.len() {
        y[i] = x[i] * k * T::from_f32(T::WEIGHT) + T::from_usize(N + T::COUNT) + first::<T, N>(x);
    }
}

#[device]
fn first<'a, T: Num, const N: usize>(x: &'a [T]) -> T
where
    T: 'a,
{
    x[N - N]
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 4])?;
    let mut y = stream.upload(&[0.0f32; 4])?;
    weighted::<f32, 7>(1.0, &x, &mut y).threads(4).launch(&stream)?;
    assert_eq!(stream.download(&y)?, [13.0; 4]);
    let x = stream.upload(&[1.0f64; 4])?;
    let mut y = stream.upload(&[0.0f64; 4])?;
    weighted::<f64, 7>(1.0, &x, &mut y).threads(4).launch(&stream)?;
    assert_eq!(stream.download(&y)?, [17.0; 4]);
    Ok(())
}
