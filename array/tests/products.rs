//! Products of matrices, with what stands around them.

use kiln_array::{Array, Number, on};
use kiln_runtime::{Device, Result, f16};

fn everywhere(test: impl Fn() -> Result<()>) -> Result<()> {
    for device in [Device::cpu(), Device::emulated((9, 0)), Device::best()?] {
        on(&device, &test)?;
    }
    Ok(())
}

/// Small whole numbers, so that sums are exact in each type.
fn numbers<T: Number>(rows: usize, columns: usize) -> (Array<T>, Vec<f64>) {
    let values: Vec<f64> = (0..rows * columns).map(|i| ((i * 7 + i / 5) % 9) as f64 - 4.0).collect();
    (Array::from_vec(values.iter().map(|value| T::from_f64(*value)).collect(), [rows, columns]), values)
}

fn product(a: &[f64], b: &[f64], [m, k, n]: [usize; 3]) -> Vec<f64> {
    (0..m * n).map(|at| (0..k).map(|l| a[at / n * k + l] * b[l * n + at % n]).sum()).collect()
}

const EXTENTS: [[usize; 3]; 5] = [[1, 1, 1], [5, 3, 4], [100, 50, 70], [3, 0, 4], [0, 3, 2]];

fn products_of<T: Number>() -> Result<()> {
    for extents @ [m, k, n] in EXTENTS {
        let ((a, x), (b, y)) = (numbers::<T>(m, k), numbers::<T>(k, n));
        let want = product(&x, &y, extents);
        let of = |array: Array<T>| array.cast::<f64>().to_vec();
        assert_eq!(of(a.matmul(&b))?, want, "{} {extents:?}", T::DTYPE);
        // Factors whose columns lie side by side.
        let (at, bt) = (a.t() * T::ONE, b.t() * T::ONE);
        assert_eq!(of(at.eval()?.t().matmul(&bt.eval()?.t()))?, want, "{} {extents:?}, transposed", T::DTYPE);
        // What stands behind the product.
        let bias: Array<T> = Array::arange(n);
        let layer = (a.matmul(&b) + &bias).relu().cast::<f64>();
        let layer_wanted: Vec<f64> =
            want.iter().enumerate().map(|(at, sum)| (sum + (at % n) as f64).max(0.0)).collect();
        assert_eq!(layer.to_vec()?, layer_wanted, "{} {extents:?}, a layer", T::DTYPE);
    }
    Ok(())
}

#[test]
fn products_of_floats() -> Result<()> {
    everywhere(|| {
        products_of::<f32>()?;
        products_of::<f64>()?;
        // Sums up to 2048 are exact.
        products_of::<f16>()
    })
}

#[test]
fn products_of_integers() -> Result<()> {
    everywhere(products_of::<i32>)
}

#[test]
fn vectors_and_batches() -> Result<()> {
    everywhere(|| {
        let (a, x) = numbers::<f32>(4, 3);
        let v = Array::from([1.0f32, -2.0, 3.0]);
        let by_hand: Vec<f32> =
            x.chunks(3).map(|row| (row[0] - 2.0 * row[1] + 3.0 * row[2]) as f32).collect();
        assert_eq!(a.matmul(&v).to_vec()?, by_hand);
        assert_eq!(v.matmul(&a.t()).to_vec()?, by_hand);
        assert_eq!(v.matmul(&v).item()?, 14.0);
        assert_eq!(v.matmul(&v).rank(), 0);
        let batch = a.reshape([2, 2, 3]);
        assert_eq!(batch.matmul(&a.t()).shape()[..], [2, 2, 4]);
        assert_eq!(batch.matmul(&a.t()).to_vec()?, a.matmul(&a.t()).to_vec()?);
        let each = batch.matmul(&batch.swap_axes(1, 2));
        assert_eq!(each.at(0, 1).to_vec()?, batch.at(0, 1).matmul(&batch.at(0, 1).t()).to_vec()?);
        let error = a.matmul(&a).to_vec().unwrap_err().to_string();
        assert!(
            error.starts_with(
                "`matmul` of shapes [4, 3] and [4, 3]: the first has 3 elements in a row, and the second 4 in a column"
            ),
            "{error}"
        );
        Ok(())
    })
}
