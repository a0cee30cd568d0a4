//! The Mandelbrot set as a PNG.
//!
//! ```text
//! cargo run --release --example mandelbrot [-- OUTPUT.png]
//! ```

use std::path::PathBuf;

use kiln::prelude::*;

const LIMIT: u32 = 255;

/// How many steps the orbit of each point stays near, up to `LIMIT`.
#[kernel(strict_fp)]
fn mandelbrot(width: usize, height: usize, out: &mut [u8]) {
    let (px, py) = global_id_2d();
    if px >= width || py >= height {
        return;
    }
    let cx = px as f32 / width as f32 * 3.0 - 2.2;
    let cy = py as f32 / height as f32 * 2.4 - 1.2;
    let (mut x, mut y) = (0.0f32, 0.0f32);
    let mut steps = 0;
    while steps < LIMIT && x * x + y * y <= 4.0 {
        let next = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = next;
        steps += 1;
    }
    out[py * width + px] = steps as u8;
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let output = std::env::args_os()
        .nth(1)
        .map_or_else(|| std::env::temp_dir().join("kiln-mandelbrot.png"), PathBuf::from);
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();
    let (width, height) = (1280, 1024);
    let mut out = stream.alloc_zeroed::<u8>(width * height)?;
    mandelbrot(width, height, &mut out).threads([width, height]).launch(&stream)?;
    let picture = stream.download(&out)?;

    // `strict_fp` forbids fused multiply-adds, so every device agrees with plain Rust to the bit.
    for py in 0..height {
        for px in 0..width {
            let (cx, cy) = (px as f32 / width as f32 * 3.0 - 2.2, py as f32 / height as f32 * 2.4 - 1.2);
            let (mut x, mut y, mut steps) = (0.0f32, 0.0f32, 0);
            while steps < LIMIT && x * x + y * y <= 4.0 {
                (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
                steps += 1;
            }
            assert_eq!(u32::from(picture[py * width + px]), steps, "pixel ({px}, {py})");
        }
    }
    image::save_buffer(&output, &picture, width as u32, height as u32, image::ExtendedColorType::L8)?;
    println!("same picture as plain Rust, written to {}", output.display());
    Ok(())
}
