//! An expression of three arrays as one kernel, and a loss as another.
//!
//! ```text
//! cargo run --release --example fused
//! ```

use kiln::prelude::*;

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    let stream = device.stream();
    let n = 1_000_003;
    let values =
        |seed: usize| -> Vec<f32> { (0..n).map(|i| ((i * 7919 + seed) % 1013) as f32 / 1013.0).collect() };
    let [x, y, z] = [1, 2, 3].map(values);
    let [there_x, there_y, there_z] = [&x, &y, &z].map(|x| Tensor1::from_slice(&stream, x));
    let (there_x, there_y, there_z) = (there_x?, there_y?, there_z?);

    let pipeline =
        fuse!(|x: f32, y: f32, z: f32| ((x.sin() * y.cos() + (-z * z).exp()) + (x + 1.0).ln()).sqrt());
    let out = pipeline.eval(&stream, &there_x, &there_y, &there_z)?;
    for (i, found) in out.download(&stream)?.iter().enumerate() {
        let (x, y, z) = (x[i], y[i], z[i]);
        let wanted = ((x.sin() * y.cos() + (-z * z).exp()) + (x + 1.0).ln()).sqrt();
        assert!((found - wanted).abs() < 1e-5, "element {i} is {found}, not {wanted}");
    }

    let loss = fuse!(|p: f32, t: f32| (p - t) * (p - t); sum);
    let found = loss.eval(&stream, &there_x, &there_y)?.download(&stream)?[0];
    let wanted: f64 = x.iter().zip(&y).map(|(p, t)| f64::from(p - t).powi(2)).sum();
    assert!((f64::from(found) / wanted - 1.0).abs() < 1e-5, "the loss is {found}, not {wanted}");
    println!("{device}: {n} elements are right, and the loss is {found}");
    Ok(())
}
