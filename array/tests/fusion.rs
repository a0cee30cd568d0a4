//! How many kernels a graph is, and that they compute what it says. One test, since a session watches a whole device.

use kiln_array::{Array, on, s};
use kiln_runtime::{Device, Result, profile};

/// A matrix of values from -2 to 2.
fn matrix(rows: usize, columns: usize) -> (Array<f32>, Vec<f32>) {
    let values: Vec<f32> =
        (0..rows * columns).map(|i| ((i * 37 + i / 11) % 401) as f32 * 0.01 - 2.0).collect();
    (Array::from_vec(values.clone(), [rows, columns]), values)
}

fn softmax(x: &Array<f32>) -> Array<f32> {
    let e = (x - x.max_axis(1).expand_dims(1)).exp();
    &e / e.sum_axis(1).expand_dims(1)
}

fn layer_norm(x: &Array<f32>, weight: &Array<f32>, bias: &Array<f32>) -> Array<f32> {
    let d = x - x.mean_axis(1).expand_dims(1);
    let variance = d.square().mean_axis(1).expand_dims(1);
    d * (variance + 1e-5).rsqrt() * weight + bias
}

/// The launches of kernels that computing takes.
fn launches(device: &Device, array: &Array<f32>) -> Result<(u64, Vec<f32>)> {
    let session = profile::start(device)?;
    array.eval()?;
    let report = session.finish()?;
    let calls = report.kernels.iter().map(|kernel| kernel.calls).sum();
    Ok((calls, array.to_vec()?))
}

fn close(got: &[f32], want: impl IntoIterator<Item = f64>, what: &str) {
    let mut count = 0;
    for (place, (got, want)) in got.iter().zip(want).enumerate() {
        assert!(
            (f64::from(*got) - want).abs() < 1e-5 * want.abs().max(1.0),
            "{what}, {place}: {got}, not {want}"
        );
        count += 1;
    }
    assert_eq!(count, got.len(), "{what}");
}

#[test]
fn graphs_are_few_kernels() -> Result<()> {
    for device in [Device::cpu(), Device::emulated((9, 0)), Device::best()?] {
        for (m, n) in [(5, 3), (37, 700), (130, 64), (3, 8000), (1, 100), (64, 1)] {
            on(&device, || -> Result<()> {
                let (x, values) = matrix(m, n);
                x.eval()?;
                let rows: Vec<Vec<f64>> =
                    values.chunks(n).map(|row| row.iter().map(|x| f64::from(*x)).collect()).collect();
                let what = format!("{m} x {n} on {device}");

                let (count, got) = launches(&device, &softmax(&x))?;
                let want = rows.iter().flat_map(|row| {
                    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let sum: f64 = row.iter().map(|x| (x - most).exp()).sum();
                    row.iter().map(move |x| (x - most).exp() / sum)
                });
                close(&got, want, &format!("softmax of {what}"));
                // A row of one element is no row to combine.
                assert!(count == 1 || n == 1, "softmax of {what}: {count} launches");

                let (weight, bias) = (Array::linspace(0.5, 1.5, n), Array::arange(n) * 0.01);
                weight.eval()?;
                bias.eval()?;
                let (count, got) = launches(&device, &layer_norm(&x, &weight, &bias))?;
                let want = rows.iter().flat_map(|row| {
                    let mean = row.iter().sum::<f64>() / n as f64;
                    let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n as f64;
                    let step = if n > 1 { 1.0 / (n - 1) as f64 } else { 0.0 };
                    row.iter().enumerate().map(move |(j, x)| {
                        (x - mean) / (variance + 1e-5).sqrt() * (0.5 + j as f64 * step) + j as f64 * 0.01
                    })
                });
                close(&got, want, &format!("layer norm of {what}"));
                assert!(count == 1 || n == 1, "layer norm of {what}: {count} launches");

                // An element a row, with what stands behind the combination.
                let most = x.max_axis(1);
                let total = (&x - most.expand_dims(1)).exp().sum_axis(1).ln() + &most;
                let (count, got) = launches(&device, &total)?;
                let want = rows.iter().map(|row| row.iter().map(|x| x.exp()).sum::<f64>().ln());
                close(&got, want, &format!("logsumexp of {what}"));
                assert!(count == 1 || n == 1, "logsumexp of {what}: {count} launches");

                // Columns beside rows.
                let (b, other) = matrix(n, m);
                b.eval()?;
                let (count, got) = launches(&device, &(&x * 2.0 + b.t()))?;
                let want =
                    (0..m * n).map(|at| f64::from(values[at]) * 2.0 + f64::from(other[at % n * m + at / n]));
                close(&got, want, &format!("a sum with a transpose of {what}"));
                assert_eq!(count, 1, "a sum with a transpose of {what}");

                // A stencil.
                let y = x.ravel();
                if m * n > 2 {
                    let (count, got) = launches(
                        &device,
                        &(y.slice(s![2..]) - y.slice(s![1..-1]) * 2.0 + y.slice(s![..-2])),
                    )?;
                    let want =
                        values.windows(3).map(|w| f64::from(w[2]) - 2.0 * f64::from(w[1]) + f64::from(w[0]));
                    close(&got, want, &format!("second differences of {what}"));
                    assert_eq!(count, 1, "second differences of {what}");
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}
