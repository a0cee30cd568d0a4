//! Kernels with `tune(..)`, in the forms that they have.
#![deny(warnings, missing_docs)]

use kiln::prelude::*;
use kiln::tune::TunableLaunch;

const LIMIT: usize = 4096;

const fn fits(m: usize, n: usize) -> bool {
    m * n <= LIMIT
}

/// With a condition of the program's own, and a parameter that a launch names.
#[kernel(tile, fast_math, tune(M = [16, 64], N = [16, 128], order = [1, 8], warps = [2, 4], stages = [1, 2],
                               where(fits(M, N)), default(N = 16)))]
pub fn scaled<T: Float, const M: usize, const BY: usize, const N: usize>(x: &Tensor2<T>, y: &mut Tensor2<T>) {
    let (i, j) = (tile_id(0), tile_id(1));
    y.store(i, j, x.load::<M, N>(i, j) * T::from_f64(BY as f64));
}

mod inner {
    use kiln::prelude::*;

    /// Of threads, unsafe, with a constant that is no `usize`.
    ///
    /// # Safety
    ///
    /// The slices are of one length.
    #[kernel(unchecked, tune(EACH = [1, 4], block = [64, 128], default(EACH = 4)))]
    pub(super) unsafe fn copied<const EACH: u32>(x: &[f32], y: &mut [f32]) {
        let i = global_id();
        if i < y.len() {
            y[i] = x[i] * (EACH / EACH) as f32;
        }
    }
}

fn passed_on<'a>(x: &'a Tensor2<f32>, y: &'a mut Tensor2<f32>) -> TunableLaunch<'a, 2> {
    scaled::<_, 3>(x, y)
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let x = Tensor2::from_slice(&stream, &[1.0f32; 1024], [32, 32])?;
    let mut y = Tensor2::zeros(&stream, [32, 32])?;
    passed_on(&x, &mut y).launch(&stream)?;
    assert_eq!(y.download(&stream)?, [3.0; 1024]);
    scaled::<f32, 2>(&x, &mut y).tiles([2, 2]).launch(&stream)?;
    assert_eq!(y.download(&stream)?, [2.0; 1024]);
    assert_eq!(scaled::<f32, 2>(&x, &mut y).choice(&stream)?.to_string(), "M=16 N=16 order=1 warps=2 stages=1");
    let x = stream.upload(&[1.0f32; 100])?;
    let mut y = stream.alloc_zeroed(100)?;
    // SAFETY: both have 100 elements.
    unsafe { inner::copied(&x, &mut y).threads(100).launch(&stream)? };
    assert_eq!(stream.download(&y)?, [1.0; 100]);
    Ok(())
}
