//! The sum of two vectors in tiles: the smallest tile kernel.
//!
//! ```text
//! cargo run --release --example vector_add_tile
//! ```

use kiln::prelude::*;

/// `c = a + b`; a tile of the grid computes `N` elements. What lies past the end is neither read nor written.
#[kernel(tile)]
pub fn vector_add<const N: usize>(a: &Tensor1<f32>, b: &Tensor1<f32>, c: &mut Tensor1<f32>) {
    let i = tile_id(0);
    c.store(i, a.load::<N>(i) + b.load::<N>(i));
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    for len in [1, 1000, 1024, 1_000_003] {
        run::<1024>(&device, len)?;
        println!("{len} elements: right");
    }
    Ok(())
}

/// Adds two vectors of `len` elements and compares with plain Rust.
pub fn run<const N: usize>(device: &Device, len: usize) -> kiln::Result<()> {
    let stream = device.stream();
    let fill = |seed: usize| -> Vec<f32> { (0..len).map(|i| ((i * 7919 + seed) % 1013) as f32).collect() };
    let (a, b) = (fill(1), fill(2));
    let device_a = Tensor1::from_slice(&stream, &a)?;
    let device_b = Tensor1::from_slice(&stream, &b)?;
    let mut c = Tensor1::zeros(&stream, len)?;
    // Without `.tiles(..)` the grid covers `c`, the tensor that is stored to.
    vector_add::<N>(&device_a, &device_b, &mut c).launch(&stream)?;
    let c = c.download(&stream)?;
    for (i, c) in c.iter().enumerate() {
        assert_eq!(*c, a[i] + b[i], "element {i} of {len}");
    }
    Ok(())
}
