//! A kernel in CUDA C++ beside one in Rust, on the same buffers: blur a signal with the first, threshold it with
//! the second.
//!
//! `cargo run --release --example own_cuda`. On a GPU the first is compiled by NVRTC; on the CPU its body in Rust runs.

use kiln::object::Std;
use kiln::prelude::*;
use kiln::{Program, extern_kernel};

/// A kernel as it might be in a project already: a template, with shared memory whose size the launch says.
const BLUR: &str = r"
template <int RADIUS> __global__ void blur(const float *from, float *to, size_t n) {
    extern __shared__ float near[];
    long long start = (long long)blockIdx.x * blockDim.x - RADIUS;
    for (int k = threadIdx.x; k < blockDim.x + 2 * RADIUS; k += blockDim.x) {
        long long at = start + k;
        near[k] = at >= 0 && at < (long long)n ? from[at] : 0.0f;
    }
    __syncthreads();
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k) sum += near[threadIdx.x + k];
    if (i < n) to[i] = sum / (2 * RADIUS + 1);
}
";

const RADIUS: usize = 4;
const BLOCK: usize = 256;

extern_kernel! {
    /// Averages each element with its neighbors; zeros lie outside. A block needs `BLOCK + 2 * RADIUS` floats of
    /// shared memory.
    unsafe fn blur(from: &[f32], to: &mut [f32], n: usize) {
        for (i, to) in to.iter_mut().enumerate().take(n) {
            let near = from[i.saturating_sub(RADIUS)..(i + RADIUS + 1).min(n)].iter();
            *to = near.sum::<f32>() / (2 * RADIUS + 1) as f32;
        }
    }
}

#[kernel]
fn threshold(least: f32, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() && x[i] < least {
        x[i] = 0.0;
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    let stream = device.stream();
    let n = 1 << 20;
    let signal: Vec<f32> = (0..n).map(|i| ((i % 1000) as f32 / 100.0).sin()).collect();
    let from = stream.upload(&signal)?;
    let mut to = stream.alloc_zeroed::<f32>(n)?;

    let name = format!("blur<{RADIUS}>");
    let program = Program::new(BLUR).name("blur.cu").std(Std::Cpp17).kernel(&name);
    let blur = if device.is_gpu() {
        let kernel = program.compile_for(&device)?.kernel(&name)?;
        let on = kernel.load_on(&device)?;
        let shared = ((BLOCK + 2 * RADIUS) * 4) as u32;
        println!(
            "{}: {} registers, {} blocks of {BLOCK} threads on a multiprocessor, best with {}",
            kernel.symbol(),
            on.registers(),
            on.blocks_per_multiprocessor(BLOCK as u32, shared)?,
            on.auto_block(shared)?.threads
        );
        blur::load(&device, &kernel)?
    } else {
        blur::load(&device, &program)?
    };

    // SAFETY: both buffers have `n` elements; a thread writes its own, and the shared memory is as large as the
    // kernel uses.
    unsafe { blur.call(&from, &mut to, n) }
        .threads(n)
        .block(BLOCK)
        .dynamic_shared((BLOCK + 2 * RADIUS) * 4)
        .launch(&stream)?;
    threshold(0.5, &mut to).threads(n).launch(&stream)?;

    let found = stream.download(&to)?;
    let wrong = (RADIUS..n - RADIUS).filter(|&i| {
        let mean = signal[i - RADIUS..=i + RADIUS].iter().sum::<f32>() / (2 * RADIUS + 1) as f32;
        let wanted = if mean < 0.5 { 0.0 } else { mean };
        // A mean just at the threshold may fall on either side of it.
        (found[i] - wanted).abs() > 1e-5 && (mean - 0.5).abs() > 1e-5
    });
    println!("on {}: {} of {n} elements are wrong", device.name(), wrong.count());
    Ok(())
}
