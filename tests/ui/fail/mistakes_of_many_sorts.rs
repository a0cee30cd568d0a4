use kiln::prelude::*;

#[kernel(block = 5000)]
fn parameters(name: &str, list: Vec<f32>, x: &mut [f32]) -> f32 {
    let text = "text";
    let wide: u128 = 1;
    println!("{}", x[0]);
    for v in x.chunks(2) {}
    async { 1 };
    x.sort();
    assert!(x[0] > 0.0, "{:.3}", x[0]);
}

#[device]
fn around(n: u32) -> u32 {
    let b = Box::new(n);
    let c: char = 'c';
    around(n - 1)
}

#[kernel]
fn types(n: u32, x: &mut [f32]) {
    let a: f32 = n;
    x[n] = 1.0;
    x[0] = missing;
    unknown(x);
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32])?;
    parameters("a", vec![1.0], &mut x).threads(1).launch(&stream)?;
    types(1, &mut x).threads(1).launch(&stream)
}
