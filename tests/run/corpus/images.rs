//! Images: filters, histograms and transforms of the CUDA samples.

use kiln::prelude::*;

use super::{close, noise, whole};
use crate::streams;

/// CUDA samples, `SobelFilter`.
#[kernel]
fn sobel(width: usize, height: usize, image: &[f32], out: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
        return;
    }
    let i = y * width + x;
    let (above, below) = (&image[i - width - 1..i - width + 2], &image[i + width - 1..i + width + 2]);
    let dx = above[2] - above[0] + 2.0 * (image[i + 1] - image[i - 1]) + below[2] - below[0];
    let dy = below[0] + 2.0 * below[1] + below[2] - above[0] - 2.0 * above[1] - above[2];
    out[i] = dx.hypot(dy);
}

/// CUDA samples, `boxFilter`: the mean of a square of neighbors, fewer at the edges.
#[kernel]
fn box_filter(width: usize, height: usize, radius: usize, image: &[f32], out: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x < width && y < height {
        let (left, top) = (x.saturating_sub(radius), y.saturating_sub(radius));
        let (right, bottom) = ((x + radius + 1).min(width), (y + radius + 1).min(height));
        let mut sum = 0.0;
        for row in top..bottom {
            for value in &image[row * width + left..row * width + right] {
                sum += *value;
            }
        }
        out[y * width + x] = sum / ((right - left) * (bottom - top)) as f32;
    }
}

/// CUDA samples, `bilateralFilter`: near and similar pixels count, others do not.
#[kernel]
fn bilateral(width: usize, height: usize, image: &[f32], out: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x >= width || y >= height {
        return;
    }
    let here = image[y * width + x];
    let (mut sum, mut weights) = (0.0, 0.0);
    for row in y.saturating_sub(2)..(y + 3).min(height) {
        for col in x.saturating_sub(2)..(x + 3).min(width) {
            let value = image[row * width + col];
            let distance = (row.abs_diff(y) * row.abs_diff(y) + col.abs_diff(x) * col.abs_diff(x)) as f32;
            let weight = (-distance / 4.0 - (value - here) * (value - here) / 0.5).exp();
            sum += weight * value;
            weights += weight;
        }
    }
    out[y * width + x] = sum / weights;
}

/// Rodinia, `leukocyte`, and every book on morphology: the median of nine, by a network of exchanges.
#[kernel]
fn median(width: usize, height: usize, image: &[f32], out: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
        return;
    }
    let mut v = [0.0f32; 9];
    for (k, value) in v.iter_mut().enumerate() {
        *value = image[(y + k / 3 - 1) * width + x + k % 3 - 1];
    }
    for end in (1..9).rev() {
        for k in 0..end {
            let (low, high) = (v[k].min(v[k + 1]), v[k].max(v[k + 1]));
            v[k] = low;
            v[k + 1] = high;
        }
    }
    out[y * width + x] = v[4];
}

#[test]
fn filters_of_images() {
    let (width, height) = (53, 41);
    let image = noise(width * height, 1);
    let at = |x: usize, y: usize| image[y * width + x];
    let inner = |x: usize, y: usize| x > 0 && y > 0 && x + 1 < width && y + 1 < height;
    let all = |f: &dyn Fn(usize, usize) -> f32| -> Vec<f32> {
        (0..width * height).map(|i| f(i % width, i / width)).collect()
    };
    let square = |x: usize, y: usize, r: usize| {
        let rows = y.saturating_sub(r)..(y + r + 1).min(height);
        rows.flat_map(move |row| (x.saturating_sub(r)..(x + r + 1).min(width)).map(move |col| (col, row)))
    };
    let edges = all(&|x, y| {
        if !inner(x, y) {
            return 0.0;
        }
        let dx = at(x + 1, y - 1) - at(x - 1, y - 1) + 2.0 * (at(x + 1, y) - at(x - 1, y)) + at(x + 1, y + 1)
            - at(x - 1, y + 1);
        let dy = at(x - 1, y + 1) + 2.0 * at(x, y + 1) + at(x + 1, y + 1)
            - at(x - 1, y - 1)
            - 2.0 * at(x, y - 1)
            - at(x + 1, y - 1);
        dx.hypot(dy)
    });
    let means =
        all(&|x, y| square(x, y, 3).map(|(x, y)| at(x, y)).sum::<f32>() / square(x, y, 3).count() as f32);
    let smooth = all(&|x, y| {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (col, row) in square(x, y, 2) {
            let distance = (row.abs_diff(y).pow(2) + col.abs_diff(x).pow(2)) as f32;
            let weight = (-distance / 4.0 - (at(col, row) - at(x, y)).powi(2) / 0.5).exp();
            sum += weight * at(col, row);
            weights += weight;
        }
        sum / weights
    });
    let medians = all(&|x, y| {
        if !inner(x, y) {
            return 0.0;
        }
        let mut around: Vec<f32> = square(x, y, 1).map(|(x, y)| at(x, y)).collect();
        around.sort_by(f32::total_cmp);
        around[4]
    });
    for stream in streams() {
        let source = stream.upload(&image).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(image.len()).unwrap();
        sobel(width, height, &source, &mut out).threads([width, height]).launch(&stream).unwrap();
        close(&stream.download(&out).unwrap(), &edges, 1e-4);
        box_filter(width, height, 3, &source, &mut out).threads([width, height]).launch(&stream).unwrap();
        close(&stream.download(&out).unwrap(), &means, 1e-4);
        bilateral(width, height, &source, &mut out).threads([width, height]).launch(&stream).unwrap();
        close(&stream.download(&out).unwrap(), &smooth, 1e-4);
        let mut out = stream.alloc_zeroed::<f32>(image.len()).unwrap();
        median(width, height, &source, &mut out).threads([width, height]).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), medians);
    }
}

const RADIUS: usize = 8;

/// CUDA samples, `convolutionSeparable`: along rows, with the halo in shared memory.
#[kernel(block = 128)]
fn convolve_rows(width: usize, weights: &[f32], image: &[f32], out: &mut [f32]) {
    let tile = shared::<[f32; 128 + 2 * RADIUS]>();
    let (x, y) = global_id_2d();
    let t = thread_idx().x;
    // What the row has at a distance from this thread's pixel, and zero past its ends.
    let at = |x: usize| if x >= RADIUS && x - RADIUS < width { image[y * width + x - RADIUS] } else { 0.0 };
    tile[t] = at(x);
    if t < 2 * RADIUS {
        tile[t + 128] = at(x + 128);
    }
    sync_threads();
    if x < width {
        let mut sum = 0.0;
        for k in 0..2 * RADIUS + 1 {
            sum += weights[k] * tile[t + k];
        }
        out[y * width + x] = sum;
    }
}

/// CUDA samples, `convolutionSeparable`: along columns.
#[kernel]
fn convolve_columns(width: usize, height: usize, weights: &[f32], image: &[f32], out: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x < width && y < height {
        let mut sum = 0.0;
        for (k, weight) in weights.iter().enumerate() {
            let row = y + k;
            if row >= RADIUS && row - RADIUS < height {
                sum += weight * image[(row - RADIUS) * width + x];
            }
        }
        out[y * width + x] = sum;
    }
}

#[test]
fn separable_convolution() {
    let (width, height) = (150, 33);
    let image = noise(width * height, 2);
    let weights: Vec<f32> =
        (0..=2 * RADIUS).map(|k| (-(k as f32 - 8.0).powi(2) / 18.0).exp() / 7.5).collect();
    let along = |source: &[f32], step: (isize, isize)| -> Vec<f32> {
        let one = |i: usize| {
            let (x, y) = ((i % width) as isize, (i / width) as isize);
            let term = |(k, w): (usize, &f32)| {
                let d = k as isize - RADIUS as isize;
                let (x, y) = (x + d * step.0, y + d * step.1);
                let inside = (0..width as isize).contains(&x) && (0..height as isize).contains(&y);
                if inside { w * source[y as usize * width + x as usize] } else { 0.0 }
            };
            weights.iter().enumerate().map(term).sum()
        };
        (0..source.len()).map(one).collect()
    };
    let expected = along(&along(&image, (1, 0)), (0, 1));
    for stream in streams() {
        let (w, source) = (stream.upload(&weights).unwrap(), stream.upload(&image).unwrap());
        let mut rows = stream.alloc_zeroed::<f32>(image.len()).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(image.len()).unwrap();
        let blocks = [width.div_ceil(128), height];
        convolve_rows(width, &w, &source, &mut rows).blocks(blocks).launch(&stream).unwrap();
        convolve_columns(width, height, &w, &rows, &mut out)
            .threads([width, height])
            .launch(&stream)
            .unwrap();
        close(&stream.download(&out).unwrap(), &expected, 1e-4);
    }
}

/// CUDA samples, `histogram`: each block counts in shared memory, then adds its counts to everyone's.
#[kernel(block = 256)]
fn histogram(values: &[u8], counts: &[AtomicU32]) {
    let own = shared::<[AtomicU32; 256]>();
    let t = thread_idx().x;
    own[t].store(0, Ordering::Relaxed);
    sync_threads();
    for i in (global_id()..values.len()).step_by(grid_dim().x * 256) {
        own[values[i] as usize].fetch_add(1, Ordering::Relaxed);
    }
    sync_threads();
    counts[t].fetch_add(own[t].load(Ordering::Relaxed), Ordering::Relaxed);
}

/// Histogram equalization: each gray becomes the share of pixels that are no lighter.
#[kernel]
fn equalize(cumulative: &[u32], image: &mut [u8]) {
    let i = global_id();
    if i < image.len() {
        image[i] = (cumulative[image[i] as usize] as u64 * 255 / image.len() as u64) as u8;
    }
}

#[test]
fn histograms() {
    let image: Vec<u8> = whole(30_011, 200, 3).iter().map(|v| (v / 3) as u8).collect();
    let mut expected = vec![0u32; 256];
    image.iter().for_each(|v| expected[usize::from(*v)] += 1);
    let cumulative: Vec<u32> =
        expected.iter().scan(0, |sum, v| Some(*sum + v).inspect(|s| *sum = *s)).collect();
    let flat: Vec<u8> = image
        .iter()
        .map(|v| (u64::from(cumulative[usize::from(*v)]) * 255 / image.len() as u64) as u8)
        .collect();
    for stream in streams() {
        let mut pixels = stream.upload(&image).unwrap();
        let mut counts = stream.alloc_zeroed::<u32>(256).unwrap();
        histogram(&pixels, &mut counts).blocks(17).launch(&stream).unwrap();
        assert_eq!(stream.download(&counts).unwrap(), expected);
        let sums = stream.upload(&cumulative).unwrap();
        equalize(&sums, &mut pixels).threads(image.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&pixels).unwrap(), flat);
    }
}

/// CUDA samples, `dct8x8`: the cosine transform of each square of eight by eight pixels.
#[kernel(block = (8, 8))]
fn dct_8x8(width: usize, image: &[f32], out: &mut [f32]) {
    let rows = shared::<[[f32; 8]; 8]>();
    let (u, v) = (thread_idx().x, thread_idx().y);
    let (x, y) = global_id_2d();
    let scale = |k: usize| if k == 0 { 0.353_553_4 } else { 0.5 };
    let cosine = |k: usize, n: usize| (std::f32::consts::PI / 16.0 * ((2 * n + 1) * k) as f32).cos();
    let mut sum = 0.0;
    for n in 0..8 {
        sum += image[y * width + block_idx().x * 8 + n] * cosine(u, n);
    }
    rows[v][u] = scale(u) * sum;
    sync_threads();
    let mut sum = 0.0;
    for n in 0..8 {
        sum += rows[n][u] * cosine(v, n);
    }
    if x < width {
        out[y * width + x] = scale(v) * sum;
    }
}

#[test]
fn cosine_transforms_of_squares() {
    let (width, height) = (32, 16);
    let image = noise(width * height, 4);
    let scale = |k: usize| if k == 0 { 0.125f64.sqrt() } else { 0.5 };
    let cosine = |k: usize, n: usize| (std::f64::consts::PI / 16.0 * ((2 * n + 1) * k) as f64).cos();
    let one = |i: usize| {
        let (x, y) = (i % width, i / width);
        let (u, v, left, top) = (x % 8, y % 8, x / 8 * 8, y / 8 * 8);
        let term = |k: usize| {
            let (col, row) = (k % 8, k / 8);
            f64::from(image[(top + row) * width + left + col]) * cosine(u, col) * cosine(v, row)
        };
        (scale(u) * scale(v) * (0..64).map(term).sum::<f64>()) as f32
    };
    let expected: Vec<f32> = (0..image.len()).map(one).collect();
    for stream in streams() {
        let source = stream.upload(&image).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(image.len()).unwrap();
        dct_8x8(width, &source, &mut out).blocks([width / 8, height / 8]).launch(&stream).unwrap();
        close(&stream.download(&out).unwrap(), &expected, 1e-4);
    }
}

/// The CUDA samples' and everyone's Mandelbrot set: how many steps a point stays near.
#[kernel]
fn mandelbrot(width: usize, height: usize, most: u32, out: &mut [u32]) {
    let (x, y) = global_id_2d();
    if x >= width || y >= height {
        return;
    }
    let (cx, cy) = (3.0 * x as f32 / width as f32 - 2.0, 2.0 * y as f32 / height as f32 - 1.0);
    let (mut zx, mut zy) = (0.0f32, 0.0f32);
    let mut steps = 0;
    out[y * width + x] = loop {
        if steps == most || zx * zx + zy * zy > 4.0 {
            break steps;
        }
        (zx, zy) = (zx * zx - zy * zy + cx, 2.0 * zx * zy + cy);
        steps += 1;
    };
}

#[test]
fn the_mandelbrot_set() {
    let (width, height) = (96, 64);
    let steps = |i: usize| {
        let c =
            (3.0 * (i % width) as f32 / width as f32 - 2.0, 2.0 * (i / width) as f32 / height as f32 - 1.0);
        let (mut z, mut steps) = ((0.0f32, 0.0f32), 0u32);
        while steps < 64 && z.0 * z.0 + z.1 * z.1 <= 4.0 {
            z = (z.0 * z.0 - z.1 * z.1 + c.0, 2.0 * z.0 * z.1 + c.1);
            steps += 1;
        }
        steps
    };
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(width * height).unwrap();
        mandelbrot(width, height, 64, &mut out).threads([width, height]).launch(&stream).unwrap();
        let found = stream.download(&out).unwrap();
        // A fused multiply-add moves points at the very edge.
        let wrong = (0..width * height).filter(|i| found[*i].abs_diff(steps(*i)) > 1).count();
        assert!(wrong < 30, "{wrong} points differ");
    }
}

/// A pixel of four bytes, as images have them.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Pixel {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

/// Udacity's and every course's first image kernel: colors to greys.
#[kernel]
fn gray(image: &[Pixel], out: &mut [u8]) {
    let i = global_id();
    if i < image.len() {
        let Pixel { r, g, b, .. } = image[i];
        out[i] = (0.299 * r as f32 + 0.587 * g as f32 + 0.114 * b as f32) as u8;
    }
}

/// Porter and Duff's `over`, a pixel a thread.
#[kernel]
fn blend_over(above: &[Pixel], below: &mut [Pixel]) {
    let i = global_id();
    if i < below.len() {
        let (top, bottom) = (above[i], below[i]);
        let mix =
            |x: u8, y: u8| ((x as u32 * top.a as u32 + y as u32 * (255 - top.a as u32) + 127) / 255) as u8;
        below[i] =
            Pixel { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), a: 255, b: mix(top.b, bottom.b) };
    }
}

#[test]
fn pixels() {
    let bytes = whole(4 * 5000, 256, 5);
    let pixel = |v: &[u32]| Pixel { r: v[0] as u8, g: v[1] as u8, b: v[2] as u8, a: v[3] as u8 };
    let image: Vec<Pixel> = bytes.chunks(4).map(pixel).collect();
    let under: Vec<Pixel> = bytes.rchunks(4).map(pixel).collect();
    for stream in streams() {
        let (above, mut below) = (stream.upload(&image).unwrap(), stream.upload(&under).unwrap());
        let mut out = stream.alloc_zeroed::<u8>(image.len()).unwrap();
        gray(&above, &mut out).threads(image.len()).launch(&stream).unwrap();
        for (found, p) in stream.download(&out).unwrap().into_iter().zip(&image) {
            let exact = 0.299 * f64::from(p.r) + 0.587 * f64::from(p.g) + 0.114 * f64::from(p.b);
            assert!((f64::from(found) - exact.floor()).abs() <= 1.0, "{p:?} became {found}");
        }
        blend_over(&above, &mut below).threads(image.len()).launch(&stream).unwrap();
        for ((found, top), bottom) in stream.download(&below).unwrap().iter().zip(&image).zip(&under) {
            let a = u32::from(top.a);
            let mix = |x: u8, y: u8| ((u32::from(x) * a + u32::from(y) * (255 - a) + 127) / 255) as u8;
            let expected =
                Pixel { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), a: 255 };
            assert_eq!(*found, expected);
        }
    }
}

/// Deep learning: images whose channels are planes become images whose channels lie side by side.
#[kernel]
fn channels_last(channels: usize, height: usize, width: usize, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        let w = i % width;
        let h = i / width % height;
        let c = i / (width * height) % channels;
        let n = i / (width * height * channels);
        y[((n * height + h) * width + w) * channels + c] = x[i];
    }
}

#[test]
fn channels_change_places() {
    let (images, channels, height, width) = (3, 5, 7, 11);
    let x = noise(images * channels * height * width, 9);
    let mut expected = vec![0.0; x.len()];
    for n in 0..images {
        for c in 0..channels {
            for h in 0..height {
                for w in 0..width {
                    expected[((n * height + h) * width + w) * channels + c] =
                        x[((n * channels + c) * height + h) * width + w];
                }
            }
        }
    }
    for stream in streams() {
        let source = stream.upload(&x).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        channels_last(channels, height, width, &source, &mut y).threads(x.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), expected, "on {}", stream.device());
    }
}
