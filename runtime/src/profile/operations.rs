//! Operations: what a kernel's counts say of the pipes.

use crate::counts::{Counts, Flops, ProductFlops};

use super::Peaks;

/// What the launches of a kernel compute.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Operations {
    /// Operations on floats and in products, in all. A fused multiply-add is two.
    pub flops: u64,
    /// 10¹² operations a second.
    pub teraflops_per_second: f64,
    /// Operations for each byte of one pass over the arguments.
    pub intensity: f64,
    /// The pipe that needs the longest for its part of them, by the name of its field in [`Peaks`].
    pub pipe: &'static str,
    /// The part of the pipe's peak; `None` where the device's peaks are not known.
    pub of_peak: Option<f64>,
}

impl Operations {
    /// `None` without operations.
    pub(super) fn new(
        counts: &Counts,
        peaks: Option<&Peaks>,
        seconds: f64,
        bytes: u64,
    ) -> Option<Operations> {
        let Flops { f16, bf16, f32, f64 } = counts.total.flops;
        let ProductFlops { f8, f16: product, tf32, i8 } = counts.total.product_flops;
        let flops = counts.total.flops.total() + counts.total.product_flops.total();
        let own = [f64, f32, f16, bf16, tf32, product, f8, i8].map(|flops| flops as f64);
        let pipes = peaks.copied().unwrap_or_default().by_pipe().into_iter().zip(own);
        let quotient = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        // Without peaks, the pipe with the most operations.
        let needs = |peak: f64, own: f64| if peaks.is_some() { quotient(own, peak) } else { own };
        let busiest = pipes
            .filter(|(_, own)| *own > 0.0)
            .max_by(|((_, a), x), ((_, b), y)| needs(*a, *x).total_cmp(&needs(*b, *y)));
        let ((pipe, peak), own) = busiest?;
        Some(Operations {
            flops,
            teraflops_per_second: quotient(flops as f64, seconds) * 1e-12,
            intensity: quotient(flops as f64, bytes as f64),
            pipe,
            of_peak: (peak > 0.0).then(|| quotient(own, peak * seconds)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_pipe_is_the_one_that_takes_longest() {
        let mut counts = Counts::default();
        counts.total.flops.f32 = 600;
        counts.total.flops.f64 = 100;
        counts.total.product_flops.f16 = 1000;
        let peaks = Peaks { f64: 100.0, f32: 1000.0, product_f16: 10_000.0, ..Peaks::default() };
        let found = Operations::new(&counts, Some(&peaks), 2.0, 850).unwrap();
        assert_eq!((found.pipe, found.of_peak, found.flops, found.intensity), ("f64", Some(0.5), 1700, 2.0));
        assert!((found.teraflops_per_second - 850e-12).abs() < 1e-20);
        let found = Operations::new(&counts, None, 2.0, 850).unwrap();
        assert_eq!((found.pipe, found.of_peak), ("product_f16", None));
        assert_eq!(Operations::new(&Counts::default(), Some(&peaks), 2.0, 850), None);
    }
}
