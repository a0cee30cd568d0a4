//! `y = a x + y`, the first kernel of everybody, with its generated text.
//!
//! ```text
//! cargo run --release --example saxpy
//! ```

use kiln::prelude::*;

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    // The last block may reach past the end.
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();

    let n = 1_000_003;
    let x: Vec<f32> = (0..n).map(|i| i as f32 * 0.5).collect();
    let y: Vec<f32> = (0..n).map(|i| 1.0 - i as f32).collect();
    let device_x = stream.upload(&x)?;
    let mut device_y = stream.upload(&y)?;
    saxpy(2.0, &device_x, &mut device_y).threads(n).launch(&stream)?;
    let result = stream.download(&device_y)?;

    // A fused multiply-add rounds once where plain Rust rounds twice; doubling is exact, so here both agree.
    for i in 0..n {
        assert_eq!(result[i], 2.0 * x[i] + y[i], "element {i}");
    }
    println!("{n} elements agree with plain Rust");
    println!("\n{}", saxpy::source(SourceKind::Cuda)?);
    Ok(())
}
