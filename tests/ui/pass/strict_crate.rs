// A crate that denies whatever it can has nothing to complain about.
#![deny(warnings, missing_docs, unused, unsafe_code, unreachable_pub, rust_2018_idioms, unused_qualifications)]
#![deny(non_camel_case_types, non_snake_case, non_upper_case_globals, missing_debug_implementations, elided_lifetimes_in_paths)]
//! Documented.

use kiln::prelude::*;

/// Kernels in a module.
pub mod kernels {
    use kiln::prelude::*;

    /// Documented.
    #[kernel]
    pub fn scale(factor: f32, x: &mut [f32]) {
        let i = global_id();
        if i < x.len() {
            x[i] *= twice(factor) + super::halved(factor);
        }
    }

    #[device]
    pub(super) fn twice(x: f32) -> f32 {
        2.0 * x
    }

    #[kernel(block = 64)]
    pub(crate) fn generic<T: Float, const N: usize>(k: T, x: &[T], y: &mut [T]) {
        let tile = shared::<[T; N]>();
        let t = thread_idx().x;
        tile[t] = x[t] * k;
        sync_threads();
        let mut sum = T::ZERO;
        for i in 0..N {
            sum += tile[i];
        }
        y[t] = add::<T>(sum, T::ONE);
    }

    /// Documented.
    #[device]
    pub fn add<T: Num>(a: T, b: T) -> T {
        a + b
    }
}

#[device]
fn halved(x: f32) -> f32 {
    0.5 * x
}

#[kernel]
fn parts(x: &mut [f32], _unused: u32) {
    let (i, _) = global_id_2d();
    #[allow(unused_variables)]
    let ignored = i;
    if i < x.len() {
        assert!(halved(x[i]) > 0.0, "value {} at {i}", halved(x[i]));
    }
    if i < x.len() {
        x[i] = kernels::twice(x[i]);
    }
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32; 64])?;
    kernels::scale(2.0, &mut x).threads(64).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [5.0; 64]);
    let mut y = stream.upload(&[0.0f32; 64])?;
    kernels::generic::<f32, 64>(1.0, &x, &mut y).threads(64).launch(&stream)?;
    assert_eq!(stream.download(&y)?, [321.0; 64]);
    parts(&mut x, 0).block([64, 1]).threads([64, 1]).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [10.0; 64]);
    Ok(())
}
