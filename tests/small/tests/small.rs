//! Kernels of threads run on the CPU with no features of Kiln, and what needs one names it.

use std::process::Command;

use kiln::Error;
use kiln::prelude::*;

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

#[device]
fn lerp<T: Float>(a: T, b: T, t: T) -> T {
    a + (b - a) * t
}

#[kernel]
fn blend<T: Float>(t: T, a: &[T], b: &[T], out: &mut [T]) {
    let i = global_id();
    if i < out.len() {
        out[i] = lerp(a[i], b[i], t);
    }
}

/// Which elements a thread has depends on the instance.
#[kernel]
fn scale<T: Float, const N: usize>(factor: T, x: &mut [T]) {
    for k in 0..N {
        let i = global_id() * N + k;
        if i < x.len() {
            x[i] = x[i] * factor;
        }
    }
}

/// What the function does with shared memory and barriers depends on the instance.
#[kernel(block = 64)]
fn sums(x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = 0.0;
    }
    let sum = block::sum(if i < x.len() { x[i] } else { 0.0 });
    if i < out.len() {
        out[i] = sum;
    }
}

/// Its caller answers for it.
#[kernel]
unsafe fn scale_unproven<const N: usize>(x: &mut [f32]) {
    for k in 0..N {
        let i = global_id() * N + k;
        if i < x.len() {
            x[i] = x[i] * 2.0;
        }
    }
}

#[test]
fn a_closed_kernel_runs() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 1000])?;
    let mut y = stream.upload(&[2.0f32; 1000])?;
    saxpy(3.0, &x, &mut y).threads(1000).launch(&stream)?;
    assert_eq!(stream.download(&y)?, [5.0; 1000]);
    Ok(())
}

#[test]
fn a_generic_kernel_runs_whose_proof_the_macro_makes() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let (a, b) = (stream.upload(&[0.0f64; 64])?, stream.upload(&[8.0f64; 64])?);
    let mut out = stream.alloc_zeroed::<f64>(64)?;
    blend(0.25, &a, &b, &mut out).threads(64).launch(&stream)?;
    assert_eq!(stream.download(&out)?, [2.0; 64]);
    Ok(())
}

#[test]
fn its_launch_checks_the_conditions_of_the_proof() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let (a, b) = (stream.upload(&[0.0f64; 64])?, stream.upload(&[8.0f64; 64])?);
    let mut out = stream.alloc_zeroed::<f64>(64)?;
    let error = blend(0.25, &a, &b, &mut out).block((8, 8)).threads((64, 8)).launch(&stream).unwrap_err();
    assert!(error.to_string().contains("one thread along y"), "{error}");
    Ok(())
}

#[test]
fn an_instance_without_proof_is_an_error_that_names_the_feature() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32; 100])?;
    let error = scale::<f32, 4>(0.5, &mut x).threads(25).launch(&stream).unwrap_err();
    assert!(matches!(error, Error::FeatureOff { feature: "generic-proofs", .. }), "{error}");
    assert!(
        error.to_string().contains("`generic-proofs`") && error.to_string().contains("`unsafe fn`"),
        "{error}"
    );

    let mut out = stream.alloc_zeroed::<f32>(100)?;
    let error = sums(&x, &mut out).threads(100).launch(&stream).unwrap_err();
    assert!(matches!(error, Error::FeatureOff { feature: "generic-proofs", .. }), "{error}");

    // SAFETY: each thread has four elements of its own.
    unsafe { scale_unproven::<4>(&mut x) }.threads(25).launch(&stream)?;
    assert_eq!(stream.download(&x)?, [2.0; 100]);
    Ok(())
}

#[test]
fn ptx_is_an_error_that_names_the_feature() {
    let error = saxpy::source(SourceKind::Ptx).unwrap_err();
    assert!(matches!(error, Error::FeatureOff { feature: "ptx", .. }), "{error}");
    assert!(saxpy::source(SourceKind::Cuda).is_ok());
}

#[test]
fn a_tile_kernel_is_a_compile_error_that_names_the_feature() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--locked", "--example", "tiles", "--features", "tiles"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "it compiles");
    assert!(said.contains("tile kernels need the feature `tile` of the crate `kiln`"), "{said}");
    assert!(
        said.contains("error: could not compile `kiln-small` (example \"tiles\") due to 1 previous error"),
        "{said}"
    );
}
