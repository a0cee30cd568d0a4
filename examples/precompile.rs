//! Compiles this program's kernels for GPUs that are somewhere else, and then uses what it has compiled.
//!
//! ```text
//! cargo run --release --example precompile -- kernels 8.0 9.0     # anywhere with NVRTC; no GPU is needed
//! cargo run --release --example precompile -- kernels             # where the GPU is; neither NVRTC nor a compilation is
//! ```
//!
//! The folder may be copied in between, with the program or onto a disk that many machines read. `KILN_NVRTC=none`
//! shows that no compiler is used, and `KILN_RECORD=/tmp/file` in a run of the second form writes which instances were
//! launched; a file `kernels.record` in the folder is taken up by the first form.

use std::time::Instant;

use kiln::prelude::*;
use kiln::{Precompile, cache};

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

/// A generic kernel is compiled in advance for the types that are named here, or that a record has.
#[kernel(instances(f32, f64))]
fn scale<T: Float>(factor: T, x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = x[i] * factor;
    }
}

#[kernel(tile)]
fn add(a: &Tensor1<f32>, b: &Tensor1<f32>, out: &mut Tensor1<f32>) {
    let i = tile_id(0);
    out.store(i, a.load::<1024>(i) + b.load::<1024>(i));
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "kernels".to_owned());
    let mut precompile = Precompile::new();
    let record = std::path::Path::new(&folder).join("kernels.record");
    if record.exists() {
        precompile = precompile.record(record);
    }
    let mut any = false;
    for name in arguments {
        let (major, minor) = name.split_once('.').ok_or("a compute capability is written 9.0")?;
        precompile = precompile.architecture((major.parse()?, minor.parse()?));
        any = true;
    }
    if any {
        println!("{}", precompile.compile_to_dir(&folder)?);
        for entry in cache::entries(&folder)? {
            if let Ok(is) = entry.contents {
                println!("{:6} {:16} {:7} {} bytes", is.arch, is.form, is.kernel, is.image_bytes);
            }
        }
        return Ok(());
    }
    cache::add_directory(&folder);
    use_them()?;
    let status = cache::status();
    println!("{} of the kernels were shipped, {} were not found", status.shipped_hits, status.misses);
    Ok(())
}

/// Launches each kernel once, and says how long that took.
fn use_them() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();
    let n = 10_000;
    let x = stream.upload(&vec![2.0f32; n])?;
    let mut y = stream.upload(&vec![1.0f32; n])?;
    let mut wide = stream.upload(&vec![1.5f64; n])?;

    let start = Instant::now();
    saxpy(3.0, &x, &mut y).threads(n).launch(&stream)?;
    stream.synchronize()?;
    println!("first launch of saxpy: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    assert_eq!(stream.download(&y)?, vec![7.0; n]);

    let start = Instant::now();
    scale(2.0, &mut y).threads(n).launch(&stream)?;
    scale(2.0, &mut wide).threads(n).launch(&stream)?;
    stream.synchronize()?;
    println!("first launches of scale: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    assert_eq!(stream.download(&y)?, vec![14.0; n]);
    assert_eq!(stream.download(&wide)?, vec![3.0; n]);

    let (a, b) =
        (Tensor1::from_slice(&stream, &[1.0f32; 3000])?, Tensor1::from_slice(&stream, &[2.0f32; 3000])?);
    let mut sum = Tensor1::zeros(&stream, 3000)?;
    let start = Instant::now();
    add(&a, &b, &mut sum).launch(&stream)?;
    stream.synchronize()?;
    println!("first launch of add: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    assert_eq!(sum.download(&stream)?, [3.0; 3000]);
    Ok(())
}
