use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct TwoKibibytes {
    values: [f32; 512],
}

#[kernel]
fn fits(a: TwoKibibytes, x: &mut [f32]) {
    x[global_id()] = a.values[0];
}

#[kernel]
fn too_many(a: TwoKibibytes, b: TwoKibibytes, x: &mut [f32]) {
    x[global_id()] = a.values[0] + b.values[0];
}

#[kernel]
fn generic<T: Num, const N: usize>(a: [T; N], x: &mut [T]) {
    x[global_id()] = a[0];
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32])?;
    generic([1.0; 4], &mut x).threads(1).launch(&stream)?;
    generic([1.0; 2000], &mut x).threads(1).launch(&stream)
}
