//! Products of 8-bit floats with scales.

use kiln::prelude::*;
use kiln::{TensorView1, kernels};

use super::{Random, gpu, shapes};

/// Whole numbers and powers of two, of which products, sums and scaled sums are exact.
fn scaled<A, B>(
    stream: &Stream,
    random: &mut Random,
    ([rows, inner, columns], turned): ([usize; 3], bool),
) -> kiln::Result<()>
where
    A: MmaOperand<f32, B>,
    B: MmaOperand<f32, A>,
{
    let mut some = |len: usize| (0..len).map(|_| random.below(9) as f32 - 4.0).collect::<Vec<f32>>();
    let (a, b) = (some(rows * inner), some(inner * columns));
    let scales = |len: usize| (0..len).map(|i| [0.5f32, 1.0, 4.0][i % 3]).collect::<Vec<f32>>();
    let (row_scales, column_scales) = (scales(rows), scales(columns));
    let exact = |i: usize, j: usize| {
        let sum: f32 = (0..inner).map(|k| a[i * inner + k] * b[k * columns + j]).sum();
        sum * row_scales[i]
    };
    let (mut per_column, mut per_tensor) = (Vec::new(), Vec::new());
    for at in 0..rows * columns {
        let (i, j) = (at / columns, at % columns);
        per_column.push(exact(i, j) * column_scales[j]);
        per_tensor.push(exact(i, j) * 2.0);
    }
    let left: Vec<A> = a.iter().map(|x| A::from_f32(*x)).collect();
    let left = Tensor2::from_slice(stream, &left, [rows, inner])?;
    let right: Vec<B> = b.iter().map(|x| B::from_f32(*x)).collect();
    let lies: Vec<B> = (0..inner * columns).map(|at| right[at % inner * columns + at / inner]).collect();
    let (plain, transposed) = (
        Tensor2::from_slice(stream, &right, [inner, columns])?,
        Tensor2::from_slice(stream, &lies, [columns, inner])?,
    );
    let right = if turned { transposed.t() } else { plain.view() };
    let (of_rows, of_columns) =
        (Tensor1::from_slice(stream, &row_scales)?, Tensor1::from_slice(stream, &column_scales)?);
    let two = stream.upload(&[2.0f32])?;
    let mut c = Tensor2::<f32>::zeros(stream, [rows, columns])?;
    kernels::matmul_scaled(stream, &left, right, &of_rows, &of_columns, &mut c)?;
    assert_eq!(c.download(stream)?, per_column, "{rows} {inner} {columns}");
    let one = TensorView1::from_strided(&two, columns, 0)?;
    kernels::matmul_scaled(stream, &left, right, &of_rows, one, &mut c)?;
    assert_eq!(c.download(stream)?, per_tensor, "{rows} {inner} {columns}");
    Ok(())
}

#[test]
fn products_with_scales() {
    shapes(&[[65, 63], [1, 130]], |stream, random, [rows, columns]| {
        let inner = 1 + random.below(200);
        scaled::<f8e4m3, f8e4m3>(stream, random, ([rows, inner, columns], false))?;
        scaled::<f8e5m2, f8e4m3>(stream, random, ([rows, inner, columns], true))
    });
}

/// Rows that are aligned, which warpgroups multiply on Hopper: a small tile, and then that of large results.
#[test]
fn products_with_scales_of_aligned_rows() {
    shapes(&[[70, 80]], |stream, random, [rows, columns]| {
        scaled::<f8e4m3, f8e5m2>(stream, random, ([rows, 208, columns], true))
    });
    for device in [Device::emulated((9, 0))]
        .into_iter()
        .chain(gpu().filter(|gpu| gpu.compute_capability() >= Some((9, 0))))
    {
        let stream = device.stream();
        let number = |i: usize| f8e4m3::from_f32((i * 7919 % 9) as f32 - 4.0);
        let [m, n, k] = [136, 272, 208];
        let (a, b): (Vec<f8e4m3>, Vec<f8e4m3>) =
            ((0..m * k).map(number).collect(), (3..3 + n * k).map(number).collect());
        let (left, right) = (
            Tensor2::from_slice(&stream, &a, [m, k]).unwrap(),
            Tensor2::from_slice(&stream, &b, [n, k]).unwrap(),
        );
        let (rows, columns) = (
            Tensor1::from_slice(&stream, &vec![0.5; m]).unwrap(),
            Tensor1::from_slice(&stream, &vec![2.0; n]).unwrap(),
        );
        let mut c = Tensor2::<f32>::zeros(&stream, [m, n]).unwrap();
        kernels::raw::scaled_product_tiles::<f8e4m3, f8e4m3, f32, 128, 256, 128>(
            &left,
            right.t(),
            &rows,
            &columns,
            &mut c,
        )
        .tiles([2, 2])
        .launch(&stream)
        .unwrap();
        for (at, found) in c.download(&stream).unwrap().into_iter().enumerate() {
            let terms = (0..k).map(|i| a[at / n * k + i].to_f32() * b[at % n * k + i].to_f32());
            assert!(found == terms.sum::<f32>(), "{device} at {at}");
        }
    }
}

#[test]
fn extents_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let zeros = |extents| Tensor2::<f8e4m3>::zeros(&stream, extents).unwrap();
    let (a, b) = (zeros([2, 3]), zeros([4, 5]));
    let (rows, columns) = (Tensor1::zeros(&stream, 2).unwrap(), Tensor1::zeros(&stream, 5).unwrap());
    let mut c = Tensor2::<bf16>::zeros(&stream, [2, 5]).unwrap();
    let message = kernels::matmul_scaled(&stream, &a, &b, &rows, &columns, &mut c).unwrap_err().to_string();
    assert_eq!(message, "kernel `matmul_scaled`, parameter `b`: it has 4 rows, and `a` has 3 columns");
    let b = zeros([3, 5]);
    let message = kernels::matmul_scaled(&stream, &a, &b, &rows, &rows, &mut c).unwrap_err().to_string();
    assert!(message.contains("`column_scales`: its extents are [2], and should be [5]"), "{message}");
}
