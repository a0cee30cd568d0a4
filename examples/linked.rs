//! A kernel in CUDA C++ that calls a function in Rust: both are compiled to objects, linked, written to a file and
//! read again.
//!
//! `cargo run --release --example linked`. On the CPU the kernel's body in Rust runs.

use kiln::object::{Arch, ObjectKind};
use kiln::prelude::*;
use kiln::{Error, Linker, ObjectCode, Program, export_device, extern_kernel};

/// The curve by which light is shown, written once for all that need it: host, kernels in Rust, and kernels in CUDA
/// C++.
#[device]
fn curve(light: f32) -> f32 {
    let x = light.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

const SHOW: &str = r#"
#include "curve.h"
extern "C" __global__ void show(const float *light, unsigned char *shade, size_t n) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) shade[i] = (unsigned char)(curve(light[i]) * 255.0f + 0.5f);
}
"#;

extern_kernel! {
    unsafe fn show(light: &[f32], shade: &mut [u8], n: usize) {
        for (light, shade) in light.iter().zip(shade).take(n) {
            *shade = (curve(*light) * 255.0 + 0.5) as u8;
        }
    }
}

/// Compiles both sides and links them: through LTO, which writes the function into the kernel, or without where
/// nvJitLink is missing.
fn linked(device: &Device, (major, minor): (u32, u32)) -> kiln::Result<ObjectCode> {
    let function = export_device!(curve)?;
    let kernel = Program::new(SHOW).name("show.cu").header("curve.h", function.prototype());
    let link = |kind: ObjectKind| {
        let compile =
            |program: &Program| program.clone().relocatable().arch(Arch::new(major, minor)).compile(kind);
        Linker::new().object(&compile(&kernel)?).object(&compile(&function.program())?).link_for(device)
    };
    match link(ObjectKind::LtoIr) {
        Err(Error::LinkerMissing { .. }) => link(ObjectKind::Cubin),
        other => other,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    let stream = device.stream();
    println!("device: {device}");
    let show = match device.compute_capability().filter(|_| device.is_gpu()) {
        None => show::load(&device, &Program::new(SHOW))?,
        Some(capability) => {
            let object = linked(&device, capability)?;
            println!(
                "linked by {}: {} bytes of {:?}",
                Linker::backend(),
                object.bytes().len(),
                object.kind()
            );
            // An object is bytes: it may be kept, and read by another program.
            let path = std::env::temp_dir().join(format!("kiln-linked-{}.cubin", std::process::id()));
            std::fs::write(&path, object.bytes())?;
            let read = ObjectCode::read(&path);
            std::fs::remove_file(&path)?;
            show::load(&device, &read?)?
        }
    };
    let n = 10_000;
    let light: Vec<f32> = (0..n).map(|i| i as f32 / 9000.0 - 0.05).collect();
    let on_device = stream.upload(&light)?;
    let mut shade = stream.alloc_zeroed::<u8>(n)?;
    // SAFETY: both buffers have `n` elements, and each thread writes its own.
    unsafe { show.call(&on_device, &mut shade, n) }.threads(n).launch(&stream)?;
    let found = stream.download(&shade)?;
    let wrong = light.iter().zip(&found).filter(|(light, found)| {
        let expected = curve(**light) * 255.0;
        (expected - f32::from(**found)).abs() > 0.51
    });
    let wrong = wrong.count();
    println!("{wrong} of {n} shades are wrong");
    assert_eq!(wrong, 0);
    Ok(())
}
