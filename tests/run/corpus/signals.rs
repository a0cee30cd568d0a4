//! Signals: transforms and filters of the CUDA samples.

use kiln::prelude::*;

use super::{close, noise};
use crate::streams;

/// CUDA samples, `fastWalshTransform`: one step, each thread its own result.
#[kernel]
fn walsh_step(stride: usize, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        let other = x[i ^ stride];
        y[i] = if i & stride == 0 { x[i] + other } else { other - x[i] };
    }
}

#[test]
fn walsh_transform() {
    let n = 1024usize;
    let x = noise(n, 1);
    let sign = |i: usize, j: usize| if (i & j).count_ones() % 2 == 0 { 1.0 } else { -1.0 };
    let expected: Vec<f32> =
        (0..n).map(|i| (0..n).map(|j| sign(i, j) * f64::from(x[j])).sum::<f64>() as f32).collect();
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&x).unwrap(), stream.alloc_zeroed::<f32>(n).unwrap());
        let mut stride = 1;
        while stride < n {
            walsh_step(stride, &a, &mut b).threads(n).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
            stride *= 2;
        }
        close(&stream.download(&a).unwrap(), &expected, 1e-3);
    }
}

/// CUDA samples, `dwtHaar1D`: sums to the first half, differences to the second.
#[kernel]
fn haar_step(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    let half = y.len() / 2;
    if i < half {
        let (a, b) = (x[2 * i], x[2 * i + 1]);
        y[i] = (a + b) * std::f32::consts::FRAC_1_SQRT_2;
        y[half + i] = (a - b) * std::f32::consts::FRAC_1_SQRT_2;
    }
}

#[test]
fn haar_wavelets() {
    let x = noise(512, 2);
    for stream in streams() {
        let d = stream.upload(&x).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        haar_step(&d, &mut y).threads(x.len() / 2).launch(&stream).unwrap();
        let root = 0.5f32.sqrt();
        let sums = x.chunks(2).map(|p| (p[0] + p[1]) * root);
        let expected: Vec<f32> = sums.chain(x.chunks(2).map(|p| (p[0] - p[1]) * root)).collect();
        close(&stream.download(&y).unwrap(), &expected, 1e-6);
    }
}

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Complex {
    re: f32,
    im: f32,
}

#[device]
impl Complex {
    /// On the unit circle.
    fn unit(angle: f32) -> Complex {
        Complex { re: angle.cos(), im: angle.sin() }
    }

    fn times(self, other: Complex) -> Complex {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn plus(self, other: Complex) -> Complex {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

/// A step of Stockham's Fourier transform, each thread one of its results: `blocks` transforms become half as many,
/// twice as long.
#[kernel]
fn fft_step(blocks: usize, x: &[Complex], y: &mut [Complex]) {
    let i = global_id();
    if i < y.len() {
        let half = y.len() / blocks;
        // The result's place in its transform of length 2 * half, and which transform that is.
        let (place, which) = (i / (blocks / 2), i % (blocks / 2));
        let k = place % half;
        let (even, odd) = (x[k * blocks + which], x[k * blocks + which + blocks / 2]);
        let twiddle = Complex::unit(-std::f32::consts::PI * place as f32 / half as f32);
        y[i] = even.plus(odd.times(twiddle));
    }
}

#[test]
fn fourier_transform() {
    let n = 256;
    let v = noise(2 * n, 3);
    let x: Vec<Complex> = v.chunks(2).map(|p| Complex { re: p[0], im: p[1] }).collect();
    let at = |k: usize| {
        let term = |j: usize| {
            let angle = -2.0 * std::f64::consts::PI * (j * k % n) as f64 / n as f64;
            let (re, im) = (f64::from(x[j].re), f64::from(x[j].im));
            (re * angle.cos() - im * angle.sin(), re * angle.sin() + im * angle.cos())
        };
        let sum = (0..n).map(term).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        [sum.0 as f32, sum.1 as f32]
    };
    let expected: Vec<f32> = (0..n).flat_map(at).collect();
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&x).unwrap(), stream.upload(&x).unwrap());
        let mut blocks = n;
        while blocks > 1 {
            fft_step(blocks, &a, &mut b).threads(n).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
            blocks /= 2;
        }
        let found: Vec<f32> = stream.download(&a).unwrap().iter().flat_map(|c| [c.re, c.im]).collect();
        close(&found, &expected, 1e-3);
    }
}

/// A filter of finite response: the taps are a constant of the program.
const TAPS: [f32; 5] = [0.1, 0.25, 0.3, 0.25, 0.1];

#[kernel]
fn fir(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        let mut sum = 0.0;
        for (k, tap) in TAPS.iter().enumerate() {
            if i >= k {
                sum += tap * x[i - k];
            }
        }
        y[i] = sum;
    }
}

/// CUDA samples, `recursiveGaussian`: a filter that remembers, a thread a column, down and up again.
#[kernel]
fn recursive_filter(width: usize, alpha: f32, image: &[f32], out: &mut [f32]) {
    let x = global_id();
    if x >= width {
        return;
    }
    let height = image.len() / width;
    let mut state = image[x];
    for y in 0..height {
        state += alpha * (image[y * width + x] - state);
        out[y * width + x] = state;
    }
    for y in (0..height).rev() {
        state += alpha * (out[y * width + x] - state);
        out[y * width + x] = state;
    }
}

#[test]
fn filters_of_signals() {
    let x = noise(3_000, 4);
    let fir_at = |i: usize| (0..5).filter(|k| i >= *k).map(|k| TAPS[k] * x[i - k]).sum::<f32>();
    let expected: Vec<f32> = (0..x.len()).map(fir_at).collect();
    let (width, height) = (60, 50);
    let mut smooth = vec![0.0; x.len()];
    for col in 0..width {
        let mut state = x[col];
        for y in 0..height {
            state += 0.3 * (x[y * width + col] - state);
            smooth[y * width + col] = state;
        }
        for y in (0..height).rev() {
            state += 0.3 * (smooth[y * width + col] - state);
            smooth[y * width + col] = state;
        }
    }
    for stream in streams() {
        let d = stream.upload(&x).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        fir(&d, &mut y).threads(x.len()).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &expected, 1e-5);
        recursive_filter(width, 0.3, &d, &mut y).threads(width).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &smooth, 1e-4);
    }
}

/// Stockham's Fourier transform of radix 4, a step from one buffer to another: transforms of length `ns` become a
/// quarter as many, four times as long, and each thread has four results.
#[kernel]
fn fft_radix_4(ns: usize, x: &[Complex], y: &mut [Complex]) {
    let n = y.len();
    let t = global_id();
    if t < n / 4 {
        let j = t % ns;
        let angle = -std::f32::consts::FRAC_PI_2 * j as f32 / ns as f32;
        let a = x[t];
        let b = x[t + n / 4].times(Complex::unit(angle));
        let c = x[t + n / 2].times(Complex::unit(2.0 * angle));
        let d = x[t + n / 4 * 3].times(Complex::unit(3.0 * angle));
        let (even, odd) = (a.plus(c), a.plus(c.times(Complex { re: -1.0, im: 0.0 })));
        let sum = b.plus(d);
        // Turned by a quarter.
        let turned = b.plus(d.times(Complex { re: -1.0, im: 0.0 })).times(Complex { re: 0.0, im: -1.0 });
        let k = t / ns * ns * 4 + j;
        y[k] = even.plus(sum);
        y[k + ns] = odd.plus(turned);
        y[k + 2 * ns] = even.plus(sum.times(Complex { re: -1.0, im: 0.0 }));
        y[k + 3 * ns] = odd.plus(turned.times(Complex { re: -1.0, im: 0.0 }));
    }
}

#[test]
fn fourier_transform_of_radix_4() {
    let n = 256;
    let v = noise(2 * n, 4);
    let x: Vec<Complex> = v.chunks(2).map(|p| Complex { re: p[0], im: p[1] }).collect();
    let at = |k: usize| {
        let term = |j: usize| {
            let angle = -2.0 * std::f64::consts::PI * (j * k % n) as f64 / n as f64;
            let (re, im) = (f64::from(x[j].re), f64::from(x[j].im));
            (re * angle.cos() - im * angle.sin(), re * angle.sin() + im * angle.cos())
        };
        let sum = (0..n).map(term).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        [sum.0 as f32, sum.1 as f32]
    };
    let expected: Vec<f32> = (0..n).flat_map(at).collect();
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&x).unwrap(), stream.upload(&x).unwrap());
        let mut ns = 1;
        while ns < n {
            fft_radix_4(ns, &a, &mut b).threads(n / 4).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
            ns *= 4;
        }
        let found: Vec<f32> = stream.download(&a).unwrap().iter().flat_map(|c| [c.re, c.im]).collect();
        close(&found, &expected, 1e-3);
    }
}
