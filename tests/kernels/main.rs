//! The library of tile kernels, over odd shapes, against `f64`: as tile IR, as lowered code of several GPUs, and on
//! a GPU.

mod attention;
mod attention_backward;
mod captured;
mod chance;
mod convolution;
mod decode;
mod drawn;
mod fused;
mod grouped;
mod matmul;
mod quantized;
mod rows;
mod scaled;
mod scans;
mod sorts;
mod sums;
mod texts;
mod varlen;

use std::sync::Once;

use kiln::prelude::*;

/// The CPU, which runs tile IR; lowered code without asynchronous copies, with them, and with what came after, on
/// the CPU; and the GPU where there is one.
fn devices() -> Vec<Device> {
    let mut devices = vec![Device::cpu()];
    devices.extend([(7, 5), (8, 0), (9, 0)].map(Device::emulated));
    devices.extend(gpu());
    devices
}

/// The GPU; where there is none the tests say so, once.
fn gpu() -> Option<Device> {
    static SAID: Once = Once::new();
    match Device::gpu(0) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            SAID.call_once(|| eprintln!("no GPU, so the tests run on the CPU only: {error}"));
            None
        }
    }
}

/// Random numbers, the same each time.
struct Random(fastrand::Rng);

impl Random {
    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize {
        self.0.usize(..count)
    }

    /// Numbers from `middle - 2` to `middle + 2`, as the type has them.
    fn floats<T: Float + Into<f64>>(&mut self, len: usize, middle: f64) -> Vec<T> {
        (0..len).map(|_| T::from_f64(middle + self.0.f64() * 4.0 - 2.0)).collect()
    }
}

/// Runs `test` on each device, for matrices of these extents and of random ones like them.
fn shapes(
    extents: &[[usize; 2]],
    mut test: impl FnMut(&Stream, &mut Random, [usize; 2]) -> kiln::Result<()>,
) {
    for device in devices() {
        let mut random = Random(fastrand::Rng::with_seed(1));
        let stream = device.stream();
        for extents in extents {
            test(&stream, &mut random, *extents)
                .unwrap_or_else(|error| panic!("{device}, {extents:?}: {error}"));
        }
    }
}

/// Holds that numbers are what they should be, but for an error relative to `scale`.
fn close<T: Copy + Into<f64>>(what: &str, found: &[T], exact: &[f64], scale: f64) {
    assert_eq!(found.len(), exact.len(), "{what}");
    for (i, (found, exact)) in found.iter().zip(exact).enumerate() {
        let found: f64 = (*found).into();
        let error = (found - exact).abs();
        assert!(error <= scale * exact.abs().max(1e-3), "{what}, element {i}: {found} instead of {exact}");
    }
}
