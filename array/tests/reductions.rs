//! Reductions of each kind of shape and type, on the CPU and on emulated GPUs.

use kiln_array::{Array, on};
use kiln_runtime::{Device, Result, bf16};

fn everywhere(test: impl Fn() -> Result<()>) -> Result<()> {
    for device in [Device::cpu(), Device::emulated((9, 0)), Device::emulated((7, 5)), Device::best()?] {
        on(&device, &test)?;
    }
    Ok(())
}

#[test]
fn sums_along_each_axis_of_shapes_of_each_kind() -> Result<()> {
    let shapes = [
        [1, 1],
        [1, 5000],
        [5000, 1],
        [7, 1024],
        [1024, 7],
        [300, 300],
        [3, 9001],
        [9001, 3],
        [2, 4],
        [129, 65],
    ];
    everywhere(|| {
        for [rows, columns] in shapes {
            let x: Vec<i64> = (0..rows * columns).map(|i| (i % 23) as i64 - 7).collect();
            let a = Array::from_vec(x.clone(), [rows, columns]);
            let by_row: Vec<i64> = x.chunks(columns).map(|row| row.iter().sum()).collect();
            let by_column: Vec<i64> = (0..columns).map(|j| x.iter().skip(j).step_by(columns).sum()).collect();
            assert_eq!(a.sum_axis(1).to_vec()?, by_row, "{rows} x {columns}");
            assert_eq!(a.sum_axis(0).to_vec()?, by_column, "{rows} x {columns}");
            assert_eq!(a.t().sum_axis(-1).to_vec()?, by_column, "{rows} x {columns}");
            assert_eq!(a.sum().item()?, x.iter().sum::<i64>(), "{rows} x {columns}");
            let most: Vec<i64> = x.chunks(columns).map(|row| *row.iter().max().expect("columns")).collect();
            assert_eq!(a.max_axis(1).to_vec()?, most, "{rows} x {columns}");
            assert_eq!(a.min().item()?, *x.iter().min().expect("elements"), "{rows} x {columns}");
        }
        Ok(())
    })
}

#[test]
fn what_stands_before_a_reduction_is_part_of_its_kernel() -> Result<()> {
    everywhere(|| {
        let (m, n) = (37, 700);
        let x: Vec<f32> = (0..m * n).map(|i| (i % 97) as f32 * 0.02).collect();
        let c: Vec<f32> = (0..n).map(|j| (j % 13) as f32 * 0.1).collect();
        let d = Array::from_vec(x.clone(), [m, n]) - Array::from(c.clone());
        let got = (-d.square()).exp().sum_axis(1).to_vec()?;
        for (i, got) in got.iter().enumerate() {
            let want: f64 =
                (0..n).map(|j| (-(f64::from(x[i * n + j]) - f64::from(c[j])).powi(2)).exp()).sum();
            assert!((f64::from(*got) - want).abs() < 1e-4 * want, "{i}: {got}, not {want}");
        }
        Ok(())
    })
}

#[test]
fn narrow_types_are_added_in_wide_ones() -> Result<()> {
    everywhere(|| {
        let ones = Array::<u8>::full([300, 70], 255);
        assert_eq!(ones.sum().item()?, 255 * 300 * 70);
        assert_eq!(Array::from([true, false, true]).sum().item()?, 2);
        let halves = Array::full([4096], bf16::from_f32(1.0));
        assert_eq!(halves.sum().item()?, bf16::from_f32(4096.0));
        assert_eq!(Array::<i8>::from([-128, 127, 3]).max().item()?, 127);
        assert_eq!(Array::<i8>::from([-128, 127, 3]).min().item()?, -128);
        assert_eq!(Array::from([f32::NAN, 2.0, 5.0]).min().item()?, 2.0);
        Ok(())
    })
}

#[test]
fn of_nothing_the_sum_is_zero_and_the_greatest_is_a_mistake() -> Result<()> {
    everywhere(|| {
        let none = Array::<f32>::zeros([3, 0]);
        assert_eq!(none.sum_axis(1).to_vec()?, [0.0; 3]);
        assert_eq!(none.sum().item()?, 0.0);
        assert_eq!(none.sum_axis(0).to_vec()?, []);
        assert_eq!(none.max_axis(0).to_vec()?, []);
        let error = none.max_axis(1).to_vec().unwrap_err().to_string();
        assert!(
            error.starts_with(
                "`max_axis` of shape [3, 0]: of no elements there is none\n  [3, 0] is of `full` at"
            ),
            "{error}"
        );
        assert!(error.contains("tests/reductions.rs"), "{error}");
        Ok(())
    })
}
