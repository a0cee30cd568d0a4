//! Statistics and learning: PolyBench's correlation, Rodinia's clusters and networks, Triton's first tutorials.

use kiln::prelude::*;

use super::{close, noise};
use crate::streams;

/// PolyBench, `correlation`: mean and deviation of each column.
#[kernel]
fn moments(rows: usize, data: &[f32], mean: &mut [f32], deviation: &mut [f32]) {
    let col = global_id();
    let cols = mean.len();
    if col < cols {
        let mut sum = 0.0;
        for row in 0..rows {
            sum += data[row * cols + col];
        }
        let average = sum / rows as f32;
        let mut squares = 0.0;
        for row in 0..rows {
            let d = data[row * cols + col] - average;
            squares += d * d;
        }
        mean[col] = average;
        deviation[col] = (squares / rows as f32).sqrt();
    }
}

/// PolyBench, `correlation`: the matrix, one thread a pair of columns.
#[kernel]
fn correlate(rows: usize, cols: usize, data: &[f32], mean: &[f32], deviation: &[f32], out: &mut [f32]) {
    let (b, a) = global_id_2d();
    if a < cols && b < cols {
        let mut sum = 0.0;
        for row in 0..rows {
            sum += (data[row * cols + a] - mean[a]) * (data[row * cols + b] - mean[b]);
        }
        out[a * cols + b] = sum / (rows as f32 * deviation[a] * deviation[b]);
    }
}

#[test]
fn correlations() {
    let (rows, cols) = (200, 17);
    let mut data = noise(rows * cols, 1);
    (0..rows).for_each(|row| data[row * cols + 1] = 0.5 * data[row * cols] + 0.1 * data[row * cols + 1]);
    let column = |c: usize| (0..rows).map(|row| f64::from(data[row * cols + c])).collect::<Vec<_>>();
    let mean = |v: &[f64]| v.iter().sum::<f64>() / rows as f64;
    let covariance = |a: &[f64], b: &[f64]| {
        let (ma, mb) = (mean(a), mean(b));
        a.iter().zip(b).map(|(a, b)| (a - ma) * (b - mb)).sum::<f64>() / rows as f64
    };
    let pair = |i: usize| {
        let (a, b) = (column(i / cols), column(i % cols));
        (covariance(&a, &b) / (covariance(&a, &a) * covariance(&b, &b)).sqrt()) as f32
    };
    let expected: Vec<f32> = (0..cols * cols).map(pair).collect();
    for stream in streams() {
        let d = stream.upload(&data).unwrap();
        let mut mean = stream.alloc_zeroed::<f32>(cols).unwrap();
        let mut deviation = stream.alloc_zeroed::<f32>(cols).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(cols * cols).unwrap();
        moments(rows, &d, &mut mean, &mut deviation).threads(cols).launch(&stream).unwrap();
        correlate(rows, cols, &d, &mean, &deviation, &mut out).threads([cols, cols]).launch(&stream).unwrap();
        close(&stream.download(&out).unwrap(), &expected, 1e-4);
    }
}

/// Rodinia, `kmeans`: each point's nearest center, and what the centers are to be.
#[kernel]
fn assign_clusters(
    points: &[[f32; 2]],
    centers: &[[f32; 2]],
    cluster: &mut [u32],
    sums: &[AtomicF32],
    counts: &[AtomicU32],
) {
    let i = global_id();
    if i >= points.len() {
        return;
    }
    let [x, y] = points[i];
    let (mut best, mut nearest) = (0, f32::INFINITY);
    for (k, center) in centers.iter().enumerate() {
        let distance = (x - center[0]).powi(2) + (y - center[1]).powi(2);
        if distance < nearest {
            (best, nearest) = (k, distance);
        }
    }
    cluster[i] = best as u32;
    sums[2 * best].fetch_add(x, Ordering::Relaxed);
    sums[2 * best + 1].fetch_add(y, Ordering::Relaxed);
    counts[best].fetch_add(1, Ordering::Relaxed);
}

#[test]
fn clusters() {
    let v = noise(4_000, 2);
    let corners = [[-2.0f32, -2.0], [2.0, -2.0], [0.0, 3.0]];
    let point = |i: usize| std::array::from_fn(|k| corners[i % 3][k] + 0.5 * v[2 * i + k]);
    let points: Vec<[f32; 2]> = (0..2_000).map(point).collect();
    for stream in streams() {
        let d = stream.upload(&points).unwrap();
        let mut centers: Vec<[f32; 2]> = points[..3].to_vec();
        let mut cluster = stream.alloc_zeroed::<u32>(points.len()).unwrap();
        for _ in 0..4 {
            let c = stream.upload(&centers).unwrap();
            let mut sums = stream.alloc_zeroed::<f32>(6).unwrap();
            let mut counts = stream.alloc_zeroed::<u32>(3).unwrap();
            assign_clusters(&d, &c, &mut cluster, &mut sums, &mut counts)
                .threads(2_000)
                .launch(&stream)
                .unwrap();
            let (sums, counts) = (stream.download(&sums).unwrap(), stream.download(&counts).unwrap());
            centers = (0..3)
                .map(|k| [sums[2 * k] / counts[k] as f32, sums[2 * k + 1] / counts[k] as f32])
                .collect();
        }
        close(&centers.concat(), &corners.concat(), 0.05);
        let found = stream.download(&cluster).unwrap();
        assert!(found.iter().enumerate().all(|(i, c)| *c as usize == i % 3));
    }
}

/// Rodinia, `nn`: how far each place is from where one stands, on the globe's grid.
#[kernel]
fn distances(latitude: f32, longitude: f32, places: &[[f32; 2]], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let [lat, lon] = places[i];
        out[i] = (lat - latitude).hypot(lon - longitude);
    }
}

/// The nearest of all, by a reduction of pairs of distance and place.
#[kernel(block = 128)]
fn nearest(distance: &[f32], best: &mut [u32]) {
    let near = shared::<[(f32, u32); 128]>();
    let t = thread_idx().x;
    let mut mine = (f32::INFINITY, 0);
    for i in (t..distance.len()).step_by(128) {
        if distance[i] < mine.0 {
            mine = (distance[i], i as u32);
        }
    }
    near[t] = mine;
    sync_threads();
    let mut half = 64;
    while half > 0 {
        if t < half && near[t + half].0 < near[t].0 {
            near[t] = near[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if global_id() == 0 {
        best[0] = near[0].1;
    }
}

/// Rodinia, `backprop`: a layer of a network, a block a neuron.
#[kernel(block = 64)]
fn layer_forward(inputs: &[f32], weights: &[f32], outputs: &mut [f32]) {
    let partial = shared::<[f32; 64]>();
    let (t, neuron) = (thread_idx().x, block_idx().x);
    let mut sum = 0.0;
    for i in (t..inputs.len()).step_by(64) {
        sum += inputs[i] * weights[neuron * inputs.len() + i];
    }
    partial[t] = sum;
    sync_threads();
    let mut half = 32;
    while half > 0 {
        if t < half {
            partial[t] += partial[t + half];
        }
        sync_threads();
        half /= 2;
    }
    if t == 0 {
        outputs[neuron] = 1.0 / (1.0 + (-partial[0]).exp());
    }
}

/// Rodinia, `backprop`: the weights after an error, with some of their last change.
#[kernel]
fn adjust_weights(
    rate: f32,
    momentum: f32,
    errors: &[f32],
    inputs: &[f32],
    weights: &mut [f32],
    last: &mut [f32],
) {
    let (i, neuron) = global_id_2d();
    let n = inputs.len();
    if i < n && neuron < errors.len() {
        let at = neuron * n + i;
        let change = rate * errors[neuron] * inputs[i] + momentum * last[at];
        weights[at] += change;
        last[at] = change;
    }
}

#[test]
fn a_layer_of_a_network() {
    let (n, neurons) = (300, 13);
    let (inputs, weights) = (noise(n, 4), noise(n * neurons, 5));
    let (errors, last) = (noise(neurons, 6), noise(n * neurons, 7));
    let output = |k: usize| {
        let sum: f32 = (0..n).map(|i| inputs[i] * weights[k * n + i]).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    let expected: Vec<f32> = (0..neurons).map(output).collect();
    let changes: Vec<f32> =
        (0..n * neurons).map(|at| 0.3 * errors[at / n] * inputs[at % n] + 0.2 * last[at]).collect();
    for stream in streams() {
        let (di, mut dw) = (stream.upload(&inputs).unwrap(), stream.upload(&weights).unwrap());
        let mut out = stream.alloc_zeroed::<f32>(neurons).unwrap();
        layer_forward(&di, &dw, &mut out).blocks(neurons).launch(&stream).unwrap();
        close(&stream.download(&out).unwrap(), &expected, 1e-4);
        let (de, mut dl) = (stream.upload(&errors).unwrap(), stream.upload(&last).unwrap());
        adjust_weights(0.3, 0.2, &de, &di, &mut dw, &mut dl).threads([n, neurons]).launch(&stream).unwrap();
        close(&stream.download(&dl).unwrap(), &changes, 1e-5);
    }
}

/// The nearest place, from Rodinia's `nn`.
#[test]
fn the_nearest_place() {
    let v = noise(6_000, 3);
    let places: Vec<[f32; 2]> = v.chunks(2).map(|p| [60.0 * p[0], 120.0 * p[1]]).collect();
    let far = |p: &[f32; 2]| (p[0] - 30.0).hypot(p[1] + 90.0);
    let best = (0..places.len()).min_by(|a, b| far(&places[*a]).total_cmp(&far(&places[*b]))).unwrap();
    for stream in streams() {
        let d = stream.upload(&places).unwrap();
        let mut distance = stream.alloc_zeroed::<f32>(places.len()).unwrap();
        let mut found = stream.alloc_zeroed::<u32>(1).unwrap();
        distances(30.0, -90.0, &d, &mut distance).threads(places.len()).launch(&stream).unwrap();
        nearest(&distance, &mut found).blocks(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&found).unwrap(), [best as u32]);
    }
}

/// Triton's tutorial, fused softmax, as a SIMT kernel: a block a row.
#[kernel(block = 128)]
fn softmax(cols: usize, x: &[f32], y: &mut [f32]) {
    let (t, row) = (thread_idx().x, block_idx().x * cols);
    let line = &x[row..row + cols];
    let mut most = f32::NEG_INFINITY;
    for i in (t..cols).step_by(128) {
        most = most.max(line[i]);
    }
    let most = block::max(most);
    let mut sum = 0.0;
    for i in (t..cols).step_by(128) {
        sum += (line[i] - most).exp();
    }
    let sum = block::sum(sum);
    for i in (t..cols).step_by(128) {
        y[row + i] = (line[i] - most).exp() / sum;
    }
}

/// Triton's tutorial, low-memory dropout: whether a number stays follows from a seed and its place.
#[kernel]
fn dropout(keep: f32, seed: u32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        let mut h = (i as u32).wrapping_mul(0x9E37_79B9) ^ seed;
        h = (h ^ (h >> 16)).wrapping_mul(0x85EB_CA6B);
        h = (h ^ (h >> 13)).wrapping_mul(0xC2B2_AE35);
        let stays = ((h ^ (h >> 16)) >> 8) as f32 / 16_777_216.0 < keep;
        y[i] = if stays { x[i] / keep } else { 0.0 };
    }
}

#[test]
fn softmax_and_dropout() {
    let (rows, cols) = (7, 333);
    let x: Vec<f32> = noise(rows * cols, 8).iter().map(|v| 5.0 * v).collect();
    let mut expected = Vec::new();
    for row in x.chunks(cols) {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = row.iter().map(|v| (v - most).exp()).sum();
        expected.extend(row.iter().map(|v| (v - most).exp() / sum));
    }
    for stream in streams() {
        let d = stream.upload(&x).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        softmax(cols, &d, &mut y).blocks(rows).launch(&stream).unwrap();
        close(&stream.download(&y).unwrap(), &expected, 1e-5);
        let mut once = stream.alloc_zeroed::<f32>(x.len()).unwrap();
        dropout(0.75, 7, &d, &mut once).threads(x.len()).launch(&stream).unwrap();
        let first = stream.download(&once).unwrap();
        let kept = first.iter().filter(|v| **v != 0.0).count() as f64 / x.len() as f64;
        assert!((kept - 0.75).abs() < 0.04, "{kept} stayed");
        assert!(first.iter().zip(&x).all(|(y, x)| *y == 0.0 || (y * 0.75 - x).abs() < 1e-5));
        dropout(0.75, 7, &d, &mut once).threads(x.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&once).unwrap(), first);
    }
}
