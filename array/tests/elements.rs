//! Operations element by element, on the CPU and on emulated GPUs.

use kiln_array::{Array, on};
use kiln_runtime::Device;

#[test]
#[allow(clippy::cast_precision_loss)]
fn a_chain_is_one_kernel_with_right_values() -> kiln_runtime::Result<()> {
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        on(&device, || -> kiln_runtime::Result<()> {
            let n = 10_003;
            let x: Vec<f32> = (0..n).map(|i| 0.1 + (i % 97) as f32 * 0.02).collect();
            let y: Vec<f32> = (0..n).map(|i| (i % 89) as f32 * 0.03).collect();
            let z: Vec<f32> = (0..n).map(|i| (i % 83) as f32 * 0.01).collect();
            let (a, b, c) = (Array::from(x.clone()), Array::from(y.clone()), Array::from(z.clone()));
            let r = (a.sin() * b.cos() + (-c.square()).exp() + (&a + 1.0).ln()).sqrt();
            let got = r.to_vec()?;
            for i in 0..n {
                let (x, y, z) = (f64::from(x[i]), f64::from(y[i]), f64::from(z[i]));
                let want = (x.sin() * y.cos() + (-z * z).exp() + (x + 1.0).ln()).sqrt();
                assert!((f64::from(got[i]) - want).abs() < 1e-6, "{i}: {} {want}", got[i]);
            }
            Ok(())
        })?;
    }
    Ok(())
}
