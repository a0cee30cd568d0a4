//! Products of matrices.

use kiln::kernels::{self, Epilogue};
use kiln::prelude::*;
use kiln::{MmaOperand, TensorView3, epilogue};

use super::{Random, shapes};

/// Extents of the result; the inner one is random.
const EXTENTS: [[usize; 2]; 5] = [[1, 1], [1, 70], [70, 1], [65, 63], [33, 130]];

/// The product in `f64`.
fn exact<T: Copy + Into<f64>>(a: &[T], b: &[T], [rows, columns]: [usize; 2], inner: usize) -> Vec<f64> {
    let mut c = vec![0.0; rows * columns];
    for i in 0..rows {
        for k in 0..inner {
            let a: f64 = a[i * inner + k].into();
            for j in 0..columns {
                c[i * columns + j] += a * b[k * columns + j].into();
            }
        }
    }
    c
}

/// Holds that each element is right, within an error relative to the sum of the magnitudes of its terms.
fn near<T: Copy + Into<f64>>(what: &str, found: &[T], exact: &[f64], inner: usize, scale: f64) {
    assert_eq!(found.len(), exact.len(), "{what}");
    // Factors are at most 2.
    let most = scale * (4 * inner) as f64 + 1e-30;
    for (i, (found, exact)) in found.iter().zip(exact).enumerate() {
        let found: f64 = (*found).into();
        assert!((found - exact).abs() <= most, "{what}, element {i}: {found} instead of {exact}");
    }
}

/// Rounding of the result where it has 16 bits, and of sums in `f32` always.
fn scale<U>() -> f64 {
    if size_of::<U>() == 2 { 4e-3 } else { 1e-6 }
}

struct Case<T: MmaOperand> {
    a: Tensor2<T>,
    b: Tensor2<T>,
    exact: Vec<f64>,
    inner: usize,
}

fn case<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: [usize; 2],
    inner: usize,
) -> kiln::Result<Case<T>> {
    let (a, b) = (random.floats::<T>(extents[0] * inner, 0.0), random.floats::<T>(inner * extents[1], 0.0));
    Ok(Case {
        a: Tensor2::from_slice(stream, &a, [extents[0], inner])?,
        b: Tensor2::from_slice(stream, &b, [inner, extents[1]])?,
        exact: exact(&a, &b, extents, inner),
        inner,
    })
}

pub fn product<T: MmaOperand + Float + Into<f64>, U: Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    extents: [usize; 2],
) -> kiln::Result<()> {
    let inner = 1 + random.below(150);
    let case = case::<T>(stream, random, extents, inner)?;
    let mut c = Tensor2::<U>::zeros(stream, extents)?;
    kernels::matmul(stream, &case.a, &case.b, &mut c)?;
    near("a product", &c.download(stream)?, &case.exact, case.inner, scale::<U>());
    Ok(())
}

#[test]
fn products_of_f32() {
    shapes(&EXTENTS, product::<f32, f32>);
}

#[test]
fn products_of_16_bits() {
    shapes(&EXTENTS, product::<bf16, bf16>);
    shapes(&EXTENTS, product::<f16, f32>);
}

/// Floats of 8 bits are exact here, and so are their sums.
#[test]
fn products_of_8_bits() {
    shapes(&[[65, 63], [33, 130]], |stream, random, [rows, columns]| {
        let inner = 1 + random.below(200);
        let mut some = |len: usize| (0..len).map(|_| random.below(15) as f32 - 7.0).collect::<Vec<f32>>();
        let (a, b) = (some(rows * inner), some(inner * columns));
        let as_bytes = |x: &[f32]| x.iter().map(|x| f8e4m3::from_f32(*x)).collect::<Vec<_>>();
        let wide = |x: &[f32]| x.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>();
        let exact = exact(&wide(&a), &wide(&b), [rows, columns], inner);
        let a = Tensor2::from_slice(stream, &as_bytes(&a), [rows, inner])?;
        let b = Tensor2::from_slice(stream, &as_bytes(&b), [inner, columns])?;
        let mut c = Tensor2::<f32>::zeros(stream, [rows, columns])?;
        kernels::matmul(stream, &a, &b, &mut c)?;
        let found: Vec<f64> = c.download(stream)?.into_iter().map(f64::from).collect();
        assert_eq!(found, exact);
        Ok(())
    });
}

#[test]
fn factors_and_results_are_views() {
    shapes(&[[50, 70], [65, 40]], |stream, random, [rows, columns]| {
        let case = case::<bf16>(stream, random, [rows, columns], 35)?;
        let mut at = Tensor2::zeros(stream, [35, rows])?;
        let mut bt = Tensor2::zeros(stream, [columns, 35])?;
        kernels::transpose(stream, &case.a, &mut at)?;
        kernels::transpose(stream, &case.b, &mut bt)?;
        let mut c = Tensor2::<f32>::zeros(stream, [columns + 3, rows + 5])?;
        kernels::matmul(stream, at.t(), bt.t(), c.slice_mut(2..columns + 2, 4..rows + 4)?.t())?;
        let found = c.slice(2..columns + 2, 4..rows + 4)?.t().download(stream)?;
        near("a product of views", &found, &case.exact, 35, scale::<f32>());
        let mut d = Tensor2::<f32>::zeros(stream, [rows, columns])?;
        kernels::matmul(stream, &case.a, bt.t(), &mut d)?;
        near("a product by a transposed view", &d.download(stream)?, &case.exact, 35, scale::<f32>());
        kernels::matmul(stream, at.t(), &case.b, &mut d)?;
        near("a product of a transposed view", &d.download(stream)?, &case.exact, 35, scale::<f32>());
        let all: f64 = c.download(stream)?.iter().map(|c| f64::from(c.abs())).sum();
        let inside: f64 = found.iter().map(|c| f64::from(c.abs())).sum();
        assert!((all - inside).abs() < 1e-6 * inside, "something was stored beside the view");
        Ok(())
    });
}

/// Each height of tile that few rows get, of aligned factors and others, as they are and transposed.
#[test]
fn products_of_few_rows() {
    shapes(
        &[[1, 64], [9, 70], [17, 72], [40, 64], [64, 70], [100, 128], [128, 65]],
        |stream, random, extents| {
            let inner = [264, 1 + random.below(300)][random.below(2)];
            let case = case::<bf16>(stream, random, extents, inner)?;
            let mut bt = Tensor2::zeros(stream, [extents[1], inner])?;
            kernels::transpose(stream, &case.b, &mut bt)?;
            let mut c = Tensor2::<f32>::zeros(stream, extents)?;
            kernels::matmul(stream, &case.a, &case.b, &mut c)?;
            near("a product of few rows", &c.download(stream)?, &case.exact, inner, scale::<f32>());
            kernels::matmul_with(stream, &case.a, bt.t(), Between { low: -1.0, high: 1e9 }, &mut c)?;
            let exact: Vec<f64> = case.exact.iter().map(|sum| sum.max(-1.0)).collect();
            near("one by a transposed view", &c.download(stream)?, &exact, inner, scale::<f32>());
            Ok(())
        },
    );
}

/// Batches, one factor of which has a matrix for each and the other one the same for all.
pub fn batched<T: MmaOperand + Float + Into<f64>>(
    stream: &Stream,
    random: &mut Random,
    [rows, columns]: [usize; 2],
) -> kiln::Result<()> {
    let (batches, inner) = (1 + random.below(4), 1 + random.below(70));
    let a = random.floats::<T>(batches * rows * inner, 0.0);
    let b = random.floats::<T>(inner * columns, 0.0);
    let device_a = Tensor3::from_slice(stream, &a, [batches, rows, inner])?;
    let memory = stream.upload(&b)?;
    let all = TensorView3::from_strided(&memory, [batches, inner, columns], [0, columns, 1])?;
    let mut c = Tensor3::<f32>::zeros(stream, [batches, rows, columns])?;
    let nothing = kernels::Identity::default();
    kernels::matmul_batched(stream, &device_a, all, nothing, &mut c)?;
    let found = c.download(stream)?;
    // Transposed, it is the product of the transposed factors, the other way round.
    let mut turned = Tensor3::<f32>::zeros(stream, [batches, columns, rows])?;
    kernels::matmul_batched(stream, all.t(), device_a.t(), nothing, turned.view_mut())?;
    let turned = turned.t().download(stream)?;
    for (n, a) in a.chunks(rows * inner).enumerate() {
        let exact = exact(a, &b, [rows, columns], inner);
        near("a batch", &found[n * rows * columns..][..rows * columns], &exact, inner, scale::<f32>());
        near(
            "a turned batch",
            &turned[n * rows * columns..][..rows * columns],
            &exact,
            inner,
            scale::<f32>(),
        );
    }
    Ok(())
}

#[test]
fn products_of_batches() {
    shapes(&[[1, 1], [20, 70]], batched::<f32>);
    shapes(&[[70, 20]], batched::<f16>);
}

/// The tiles of large matrices, on small ones.
fn tiles<T: MmaOperand + Float + Into<f64>, const M: usize, const N: usize, const K: usize>() {
    shapes(&[[130, 260]], |stream, random, extents| {
        let case = case::<T>(stream, random, extents, 70)?;
        let mut c = Tensor2::<f32>::zeros(stream, extents)?;
        let nothing = kernels::Identity::default();
        kernels::raw::product_tiles::<T, f32, _, M, N, K>(&case.a, &case.b, nothing, &mut c)
            .launch(stream)?;
        near("a product", &c.download(stream)?, &case.exact, case.inner, scale::<f32>());
        Ok(())
    });
}

#[test]
fn tiles_of_large_matrices() {
    tiles::<bf16, 128, 256, 64>();
    tiles::<f16, 128, 128, 64>();
    tiles::<f32, 128, 128, 16>();
}

#[derive(Clone, Copy, KernelType)]
struct Between {
    low: f32,
    high: f32,
}

#[device]
impl<const M: usize, const N: usize> Epilogue<M, N> for Between {
    fn apply(&self, sum: Tile2<f32, M, N>) -> Tile2<f32, M, N> {
        sum.max(self.low).min(self.high)
    }
}

#[test]
fn epilogues_are_closures_or_types() {
    shapes(&[[70, 65]], |stream, random, extents| {
        let case = case::<f32>(stream, random, extents, 20)?;
        let mut c = Tensor2::<f32>::zeros(stream, extents)?;
        let check = |what: &str, c: &mut Tensor2<f32>, f: &dyn Fn(f64) -> f64| {
            let exact: Vec<f64> = case.exact.iter().copied().map(f).collect();
            near(what, &c.download(stream).unwrap(), &exact, 20, 4.0 * scale::<f32>());
        };
        kernels::matmul_with(stream, &case.a, &case.b, epilogue!(|sum| sum.max(0.0)), &mut c)?;
        check("a closure", &mut c, &|x| x.max(0.0));
        let by_elements = epilogue!(|sum| sum.apply(|x| if x > 0.0 { x } else { x * 0.1 }));
        kernels::matmul_with(stream, &case.a, &case.b, by_elements, &mut c)?;
        check("a closure over elements", &mut c, &|x| if x > 0.0 { x } else { x * 0.1 });
        for (scale, shift) in [(0.5f32, 1.0f32), (-2.0, 3.0)] {
            let scaled = epilogue!([scale: f32, shift: f32] |x| {
                let y = x * scale + shift;
                y.lt(0.0).select(y * 0.01, y)
            });
            kernels::matmul_with(stream, &case.a, &case.b, scaled, &mut c)?;
            check("a closure with captures", &mut c, &|x| {
                let y = x * f64::from(scale) + f64::from(shift);
                if y < 0.0 { y * 0.01 } else { y }
            });
        }
        kernels::matmul_with(stream, &case.a, &case.b, Between { low: -1.0, high: 2.5 }, &mut c)?;
        check("a type", &mut c, &|x| x.clamp(-1.0, 2.5));
        Ok(())
    });
}

#[test]
fn products_with_nothing_inside_are_zero() {
    let stream = Device::cpu().stream();
    let (a, b) = (Tensor2::<f32>::zeros(&stream, [2, 0]).unwrap(), Tensor2::zeros(&stream, [0, 3]).unwrap());
    let mut c = Tensor2::from_slice(&stream, &[1.0f32; 6], [2, 3]).unwrap();
    kernels::matmul(&stream, &a, &b, &mut c).unwrap();
    assert_eq!(c.download(&stream).unwrap(), [0.0; 6]);
}

#[test]
fn factors_that_do_not_go_together_are_refused() {
    let stream = Device::cpu().stream();
    let (a, b) = (Tensor2::<f32>::zeros(&stream, [2, 5]).unwrap(), Tensor2::zeros(&stream, [4, 3]).unwrap());
    let mut c = Tensor2::<f32>::zeros(&stream, [2, 3]).unwrap();
    let message = kernels::matmul(&stream, &a, &b, &mut c).unwrap_err().to_string();
    assert_eq!(message, "kernel `matmul`, parameter `b`: it has 4 rows, and `a` has 5 columns");
    let (a3, b3) =
        (Tensor3::<f32>::zeros(&stream, [2, 1, 5]).unwrap(), Tensor3::zeros(&stream, [3, 5, 1]).unwrap());
    let mut c3 = Tensor3::<f32>::zeros(&stream, [2, 1, 1]).unwrap();
    let nothing = kernels::Identity::default();
    let message = kernels::matmul_batched(&stream, &a3, &b3, nothing, &mut c3).unwrap_err().to_string();
    assert!(
        message.contains("parameter `b`: its extents are [3, 5, 1], and should be [2, 5, 1]"),
        "{message}"
    );
    let message = kernels::matmul(&stream, &a, a.t(), &mut c).unwrap_err().to_string();
    assert!(message.contains("parameter `c`: its extents are [2, 3], and should be [2, 2]"), "{message}");
}
