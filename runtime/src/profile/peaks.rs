//! Peaks: the operations that a GPU's pipes can make.

use crate::device::Device;
use crate::error::Result;

/// Operations a second that the pipes of a GPU can make at its highest clock. A fused multiply-add is two. 0 where the
/// GPU has no such pipe. These are the figures of the architecture: tensor cores of GeForce GPUs that add up in `f32`
/// have half of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Peaks {
    /// Of `f64`.
    pub f64: f64,
    /// Of `f32`.
    pub f32: f64,
    /// Of `f16`, two in a register.
    pub f16: f64,
    /// Of `bf16`, two in a register.
    pub bf16: f64,
    /// Products of `f32` that is rounded to `tf32`, by tensor cores.
    pub product_tf32: f64,
    /// Products of `f16` and `bf16` by tensor cores.
    pub product_f16: f64,
    /// Products of floats of 8 bits by tensor cores.
    pub product_f8: f64,
    /// Products of integers of 8 bits by tensor cores.
    pub product_i8: f64,
}

/// A compute capability, and the operations that a multiprocessor makes a clock, in the order of [`Peaks`].
type Row = ((u32, u32), [u32; 8]);

/// Threads' rates are those of the CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions". Those
/// of tensor cores are what the architectures' whitepapers have for dense products (V100, Turing, A100, GA102, Ada,
/// H100, Blackwell, RTX Blackwell), by multiprocessors and clock. Before 8.0, `bf16` is computed as `f32`.
const A_CLOCK: [Row; 13] = [
    ((7, 0), [64, 128, 256, 128, 0, 1024, 0, 0]),
    ((7, 2), [64, 128, 256, 128, 0, 1024, 0, 2048]),
    ((7, 5), [4, 128, 256, 128, 0, 1024, 0, 2048]),
    ((8, 0), [64, 128, 512, 256, 1024, 2048, 0, 4096]),
    ((8, 6), [4, 256, 256, 256, 512, 1024, 0, 2048]),
    ((8, 7), [4, 256, 256, 256, 1024, 2048, 0, 4096]),
    ((8, 9), [4, 256, 256, 256, 512, 1024, 2048, 2048]),
    ((9, 0), [128, 256, 512, 512, 2048, 4096, 8192, 8192]),
    ((10, 0), [128, 256, 512, 512, 4096, 8192, 16384, 16384]),
    ((10, 3), [4, 256, 512, 512, 4096, 8192, 16384, 1024]),
    ((11, 0), [4, 256, 512, 512, 4096, 8192, 16384, 16384]),
    ((12, 0), [4, 256, 256, 256, 512, 1024, 2048, 2048]),
    ((12, 1), [4, 256, 256, 256, 512, 1024, 2048, 2048]),
];

/// The rates of the newest GPU of the same generation that isn't newer.
fn a_clock(capability: (u32, u32)) -> Option<[u32; 8]> {
    let fits = |row: &&Row| row.0.0 == capability.0 && row.0 <= capability;
    A_CLOCK.iter().rev().find(fits).map(|row| row.1)
}

impl Peaks {
    /// Each pipe's peak, with the name of its field.
    pub(super) fn by_pipe(&self) -> [(&'static str, f64); 8] {
        [
            ("f64", self.f64),
            ("f32", self.f32),
            ("f16", self.f16),
            ("bf16", self.bf16),
            ("product_tf32", self.product_tf32),
            ("product_f16", self.product_f16),
            ("product_f8", self.product_f8),
            ("product_i8", self.product_i8),
        ]
    }

    /// Those of a device; `None` for the CPU, and for a GPU newer than this table.
    pub(super) fn of(device: &Device) -> Result<Option<Peaks>> {
        let (true, Some(capability)) = (device.is_gpu(), device.compute_capability()) else {
            return Ok(None);
        };
        let clocks = f64::from(device.properties()?.clock_khz) * 1e3;
        Ok(Peaks::new(capability, device.limits().multiprocessors, clocks))
    }

    fn new(capability: (u32, u32), multiprocessors: u32, clocks: f64) -> Option<Peaks> {
        // A driver that doesn't tell the clock says 0.
        let rates = a_clock(capability)
            .filter(|_| clocks > 0.0)?
            .map(|rate| f64::from(rate) * f64::from(multiprocessors) * clocks);
        let [f64, f32, f16, bf16, product_tf32, product_f16, product_f8, product_i8] = rates;
        Some(Peaks { f64, f32, f16, bf16, product_tf32, product_f16, product_f8, product_i8 })
    }

    /// How many times as many operations a GPU makes on `f32` as on `f64`.
    pub(super) fn doubles_ratio(capability: (u32, u32)) -> Option<u32> {
        a_clock(capability).map(|rates| rates[1] / rates[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What NVIDIA's data sheets say, in 10¹² operations a second.
    #[test]
    fn peaks_are_those_of_the_data_sheets() {
        let tera = |capability, multiprocessors, clocks: f64| {
            let Peaks { f64, f32, f16, product_f16, product_tf32, .. } =
                Peaks::new(capability, multiprocessors, clocks).unwrap();
            [f64, f32, f16, product_tf32, product_f16].map(|rate| (rate * 1e-12).round() as u32)
        };
        // V100 at 1530 MHz, T4 at 1590, A100 at 1410, L4 at 2040, H100 SXM at 1830 (tensor cores) and 1980.
        assert_eq!(tera((7, 0), 80, 1.53e9), [8, 16, 31, 0, 125]);
        assert_eq!(tera((7, 5), 40, 1.59e9), [0, 8, 16, 0, 65]);
        assert_eq!(tera((8, 0), 108, 1.41e9), [10, 19, 78, 156, 312]);
        assert_eq!(tera((8, 9), 58, 2.04e9)[1..], [30, 30, 61, 121]);
        assert_eq!(tera((9, 0), 132, 1.83e9)[3..], [495, 989]);
        assert_eq!(tera((9, 0), 132, 1.98e9)[..3], [33, 67, 134]);
        assert_eq!(Peaks::new((6, 1), 20, 1e9), None);
        assert_eq!(Peaks::new((99, 0), 20, 1e9), None);
        assert_eq!((Peaks::doubles_ratio((9, 0)), Peaks::doubles_ratio((8, 6))), (Some(2), Some(64)));
    }

    #[test]
    fn each_row_is_its_own() {
        assert!(A_CLOCK.is_sorted_by_key(|row| row.0));
        for (capability, rates) in A_CLOCK {
            assert_eq!(a_clock(capability), Some(rates));
        }
        assert_eq!(a_clock((8, 8)), a_clock((8, 7)));
    }
}
