//! Stencils: PolyBench's loops over grids, Rodinia's heat and speckle kernels, the game of life.

use kiln::prelude::*;

use super::{close, noise};
use crate::streams;

/// PolyBench, `jacobi-1d`.
#[kernel]
fn jacobi_1d(a: &[f32], b: &mut [f32]) {
    let i = global_id();
    if i > 0 && i + 1 < a.len() {
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
    }
}

#[test]
fn jacobi_in_one_dimension() {
    let n = 2000;
    let start = noise(n, 1);
    let mut expected = start.clone();
    for _ in 0..10 {
        let old = expected.clone();
        (1..n - 1).for_each(|i| expected[i] = (old[i - 1] + old[i] + old[i + 1]) / 3.0);
    }
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&start).unwrap(), stream.upload(&start).unwrap());
        for _ in 0..5 {
            jacobi_1d(&a, &mut b).threads(n).launch(&stream).unwrap();
            jacobi_1d(&b, &mut a).threads(n).launch(&stream).unwrap();
        }
        close(&stream.download(&a).unwrap(), &expected, 1e-5);
    }
}

/// PolyBench, `jacobi-2d`, and NVIDIA's Laplace examples: the mean of the cell and its four neighbors.
#[kernel]
fn jacobi_2d(width: usize, height: usize, a: &[f32], b: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
        return;
    }
    let i = y * width + x;
    b[i] = 0.2 * (a[i] + a[i - 1] + a[i + 1] + a[i - width] + a[i + width]);
}

/// PolyBench, `seidel-2d`, in two colors: a cell of one color has neighbors of the other only.
///
/// # Safety
///
/// A thread writes a cell of `color` and reads cells of the other color, which nobody writes in this launch; of which
/// color a cell is follows from the parity of `x + y`, and that is beyond what Kiln proves.
#[kernel]
unsafe fn red_black(width: usize, height: usize, color: usize, a: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height || (x + y) % 2 != color {
        return;
    }
    let i = y * width + x;
    a[i] = 0.25 * (a[i - 1] + a[i + 1] + a[i - width] + a[i + width]);
}

#[test]
fn relaxation_in_two_dimensions() {
    let (width, height) = (61, 47);
    let start = noise(width * height, 2);
    let inner = |i: usize| {
        let (x, y) = (i % width, i / width);
        x > 0 && y > 0 && x + 1 < width && y + 1 < height
    };
    let around = |a: &[f32], i: usize| a[i - 1] + a[i + 1] + a[i - width] + a[i + width];
    let mut jacobi = start.clone();
    let mut seidel = start.clone();
    for _ in 0..4 {
        let old = jacobi.clone();
        for i in (0..start.len()).filter(|i| inner(*i)) {
            jacobi[i] = 0.2 * (old[i] + around(&old, i));
        }
        for color in 0..2 {
            for i in (0..start.len()).filter(|i| inner(*i) && (i % width + i / width) % 2 == color) {
                seidel[i] = 0.25 * around(&seidel, i);
            }
        }
    }
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&start).unwrap(), stream.upload(&start).unwrap());
        for _ in 0..2 {
            jacobi_2d(width, height, &a, &mut b).threads([width, height]).launch(&stream).unwrap();
            jacobi_2d(width, height, &b, &mut a).threads([width, height]).launch(&stream).unwrap();
        }
        close(&stream.download(&a).unwrap(), &jacobi, 1e-5);
        let mut a = stream.upload(&start).unwrap();
        for step in 0..8 {
            // SAFETY: a launch writes one color and reads the other.
            let sweep = unsafe { red_black(width, height, step % 2, &mut a) };
            sweep.threads([width, height]).launch(&stream).unwrap();
        }
        close(&stream.download(&a).unwrap(), &seidel, 1e-5);
    }
}

/// PolyBench, `heat-3d`.
#[kernel]
fn heat_3d(n: usize, a: &[f32], b: &mut [f32]) {
    let (x, y, z) = global_id_3d();
    let inside = |c: usize| c > 0 && c + 1 < n;
    if inside(x) && inside(y) && inside(z) {
        let i = (z * n + y) * n + x;
        let along = |step: usize| a[i + step] - 2.0 * a[i] + a[i - step];
        b[i] = a[i] + 0.125 * (along(1) + along(n) + along(n * n));
    }
}

/// PolyBench, `conv3d`: a stencil whose eleven weights are all different.
#[kernel]
fn convolution_3d(n: usize, a: &[f32], b: &mut [f32]) {
    let (x, y, z) = global_id_3d();
    if x == 0 || y == 0 || z == 0 || x + 1 >= n || y + 1 >= n || z + 1 >= n {
        return;
    }
    let mut sum = 0.0;
    for dz in 0..3 {
        for dy in 0..3 {
            for dx in 0..3 {
                let weight = 0.1 + 0.05 * (dx as f32) - 0.03 * (dy as f32) + 0.02 * (dz as f32);
                sum += weight * a[((z + dz - 1) * n + y + dy - 1) * n + x + dx - 1];
            }
        }
    }
    b[(z * n + y) * n + x] = sum;
}

#[test]
fn stencils_in_three_dimensions() {
    let n = 13;
    let a = noise(n * n * n, 3);
    let inner = |i: usize| [i % n, i / n % n, i / n / n].iter().all(|c| *c > 0 && c + 1 < n);
    let mut heat = a.clone();
    let mut blurred = vec![0.0; a.len()];
    for i in (0..a.len()).filter(|i| inner(*i)) {
        let along = |step: usize| a[i + step] - 2.0 * a[i] + a[i - step];
        heat[i] = a[i] + 0.125 * (along(1) + along(n) + along(n * n));
        for offset in 0..27 {
            let (dx, dy, dz) = (offset % 3, offset / 3 % 3, offset / 9);
            let weight = 0.1 + 0.05 * dx as f32 - 0.03 * dy as f32 + 0.02 * dz as f32;
            blurred[i] += weight * a[i + (dz * n + dy) * n + dx - (n * n + n + 1)];
        }
    }
    for stream in streams() {
        let da = stream.upload(&a).unwrap();
        let mut b = stream.upload(&a).unwrap();
        heat_3d(n, &da, &mut b).threads([n, n, n]).launch(&stream).unwrap();
        close(&stream.download(&b).unwrap(), &heat, 1e-5);
        let mut b = stream.alloc_zeroed::<f32>(a.len()).unwrap();
        convolution_3d(n, &da, &mut b).threads([n, n, n]).launch(&stream).unwrap();
        close(&stream.download(&b).unwrap(), &blurred, 1e-4);
    }
}

/// PolyBench, `fdtd-2d`: the electric field along y, with the source in its first row.
#[kernel]
fn fdtd_ey(width: usize, height: usize, source: f32, hz: &[f32], ey: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x < width && y < height {
        let i = y * width + x;
        match y {
            0 => ey[i] = source,
            _ => ey[i] -= 0.5 * (hz[i] - hz[i - width]),
        }
    }
}

/// PolyBench, `fdtd-2d`: the electric field along x.
#[kernel]
fn fdtd_ex(width: usize, height: usize, hz: &[f32], ex: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x > 0 && x < width && y < height {
        let i = y * width + x;
        ex[i] -= 0.5 * (hz[i] - hz[i - 1]);
    }
}

/// PolyBench, `fdtd-2d`: the magnetic field.
#[kernel]
fn fdtd_hz(width: usize, height: usize, ex: &[f32], ey: &[f32], hz: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x + 1 < width && y + 1 < height {
        let i = y * width + x;
        hz[i] -= 0.7 * (ex[i + 1] - ex[i] + ey[i + width] - ey[i]);
    }
}

#[test]
fn a_wave_in_two_dimensions() {
    let (width, height) = (40, 30);
    let n = width * height;
    let (mut ex, mut ey, mut hz) = (noise(n, 4), noise(n, 5), noise(n, 6));
    for stream in streams() {
        let mut fields = [&ex, &ey, &hz].map(|field| stream.upload(field).unwrap());
        let [dx, dy, dz] = &mut fields;
        for step in 0..6 {
            let size = [width, height];
            fdtd_ey(width, height, step as f32, &*dz, &mut *dy).threads(size).launch(&stream).unwrap();
            fdtd_ex(width, height, &*dz, &mut *dx).threads(size).launch(&stream).unwrap();
            fdtd_hz(width, height, &*dx, &*dy, &mut *dz).threads(size).launch(&stream).unwrap();
        }
        let (mut x, mut y, mut z) = (ex.clone(), ey.clone(), hz.clone());
        for step in 0..6 {
            (0..width).for_each(|i| y[i] = step as f32);
            (width..n).for_each(|i| y[i] -= 0.5 * (z[i] - z[i - width]));
            (0..n).filter(|i| i % width > 0).for_each(|i| x[i] -= 0.5 * (z[i] - z[i - 1]));
            for i in (0..n - width).filter(|i| i % width + 1 < width) {
                z[i] -= 0.7 * (x[i + 1] - x[i] + y[i + width] - y[i]);
            }
        }
        close(&stream.download(&*dx).unwrap(), &x, 1e-3);
        close(&stream.download(&*dy).unwrap(), &y, 1e-3);
        close(&stream.download(&*dz).unwrap(), &z, 1e-3);
    }
    // Each device began with the same fields.
    ex.clear();
    ey.clear();
    hz.clear();
}

/// Rodinia, `hotspot`: the temperature of a chip, from its power and the cells around, with a halo in shared memory.
#[kernel(block = (16, 16))]
fn hotspot(width: usize, height: usize, power: &[f32], old: &[f32], new: &mut [f32]) {
    let tile = shared::<[[f32; 18]; 18]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (x, y) = global_id_2d();
    // Outside of the chip it is as warm as at its edge.
    let at = |x: usize, y: usize| old[y.min(height - 1) * width + x.min(width - 1)];
    tile[ty + 1][tx + 1] = at(x, y);
    if ty == 0 {
        tile[0][tx + 1] = at(x, if y == 0 { 0 } else { y - 1 });
        tile[17][tx + 1] = at(x, y + 16);
    }
    if tx == 0 {
        tile[ty + 1][0] = at(if x == 0 { 0 } else { x - 1 }, y);
        tile[ty + 1][17] = at(x + 16, y);
    }
    sync_threads();
    if x < width && y < height {
        let here = tile[ty + 1][tx + 1];
        // The ragged last tile: what lies past the chip was filled by the clamped reads.
        let across = tile[ty + 1][tx] + tile[ty + 1][tx + 2] - 2.0 * here;
        let along = tile[ty][tx + 1] + tile[ty + 2][tx + 1] - 2.0 * here;
        let i = y * width + x;
        new[i] = here + 0.1 * (power[i] + across + along + 0.05 * (80.0 - here));
    }
}

#[test]
fn heat_of_a_chip() {
    let (width, height) = (50, 37);
    let power = noise(width * height, 7);
    let start: Vec<f32> = noise(width * height, 8).iter().map(|v| 70.0 + 5.0 * v).collect();
    let mut expected = start.clone();
    for _ in 0..4 {
        let old = expected.clone();
        let at = |x: isize, y: isize| {
            let x = x.clamp(0, width as isize - 1) as usize;
            old[y.clamp(0, height as isize - 1) as usize * width + x]
        };
        for i in 0..old.len() {
            let (x, y) = ((i % width) as isize, (i / width) as isize);
            let across = at(x - 1, y) + at(x + 1, y) - 2.0 * old[i];
            let along = at(x, y - 1) + at(x, y + 1) - 2.0 * old[i];
            expected[i] = old[i] + 0.1 * (power[i] + across + along + 0.05 * (80.0 - old[i]));
        }
    }
    for stream in streams() {
        let dp = stream.upload(&power).unwrap();
        let (mut a, mut b) = (stream.upload(&start).unwrap(), stream.upload(&start).unwrap());
        for _ in 0..2 {
            hotspot(width, height, &dp, &a, &mut b).threads([width, height]).launch(&stream).unwrap();
            hotspot(width, height, &dp, &b, &mut a).threads([width, height]).launch(&stream).unwrap();
        }
        close(&stream.download(&a).unwrap(), &expected, 1e-4);
    }
}

/// Rodinia, `srad`: how much each pixel of an ultrasound image may diffuse.
#[kernel]
fn srad_coefficients(width: usize, height: usize, q0: f32, image: &[f32], c: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x >= width || y >= height {
        return;
    }
    let i = y * width + x;
    let here = image[i];
    let north = image[if y == 0 { i } else { i - width }] - here;
    let south = image[if y + 1 == height { i } else { i + width }] - here;
    let west = image[if x == 0 { i } else { i - 1 }] - here;
    let east = image[if x + 1 == width { i } else { i + 1 }] - here;
    let g2 = (north * north + south * south + west * west + east * east) / (here * here);
    let l = (north + south + west + east) / here;
    let q = (0.5 * g2 - 0.0625 * l * l) / ((1.0 + 0.25 * l) * (1.0 + 0.25 * l));
    c[i] = (1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0)))).clamp(0.0, 1.0);
}

/// Rodinia, `srad`: the diffusion itself.
#[kernel]
fn srad_step(width: usize, height: usize, c: &[f32], old: &[f32], new: &mut [f32]) {
    let (x, y) = global_id_2d();
    if x < width && y < height {
        let i = y * width + x;
        let south = if y + 1 == height { i } else { i + width };
        let east = if x + 1 == width { i } else { i + 1 };
        let north = if y == 0 { i } else { i - width };
        let west = if x == 0 { i } else { i - 1 };
        let d = c[i] * (old[north] - old[i])
            + c[south] * (old[south] - old[i])
            + c[i] * (old[west] - old[i])
            + c[east] * (old[east] - old[i]);
        new[i] = old[i] + 0.125 * d;
    }
}

#[test]
fn speckle_is_reduced() {
    let (width, height) = (45, 38);
    let start: Vec<f32> = noise(width * height, 9).iter().map(|v| (0.3 * v).exp()).collect();
    let q0 = 0.05f32;
    let at = |v: &[f32], x: isize, y: isize| {
        v[y.clamp(0, height as isize - 1) as usize * width + x.clamp(0, width as isize - 1) as usize]
    };
    let mut image = start.clone();
    for _ in 0..3 {
        let old = image.clone();
        let steps = [(0, -1), (0, 1), (-1, 0), (1, 0)];
        let place = |i: usize| ((i % width) as isize, (i / width) as isize);
        let coefficient = |i: usize| {
            let (x, y) = place(i);
            let d = steps.map(|(dx, dy)| at(&old, x + dx, y + dy) - old[i]);
            let g2 = d.iter().map(|d| d * d).sum::<f32>() / (old[i] * old[i]);
            let l = d.iter().sum::<f32>() / old[i];
            let q = (0.5 * g2 - 0.0625 * l * l) / ((1.0 + 0.25 * l) * (1.0 + 0.25 * l));
            (1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0)))).clamp(0.0, 1.0)
        };
        let c: Vec<f32> = (0..old.len()).map(coefficient).collect();
        for i in 0..old.len() {
            let (x, y) = place(i);
            let weights = [c[i], at(&c, x, y + 1), c[i], at(&c, x + 1, y)];
            let flow = |((dx, dy), w): (&(isize, isize), f32)| w * (at(&old, x + dx, y + dy) - old[i]);
            image[i] = old[i] + 0.125 * steps.iter().zip(weights).map(flow).sum::<f32>();
        }
    }
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&start).unwrap(), stream.upload(&start).unwrap());
        let mut c = stream.alloc_zeroed::<f32>(start.len()).unwrap();
        for _ in 0..3 {
            srad_coefficients(width, height, q0, &a, &mut c)
                .threads([width, height])
                .launch(&stream)
                .unwrap();
            srad_step(width, height, &c, &a, &mut b).threads([width, height]).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
        }
        close(&stream.download(&a).unwrap(), &image, 1e-3);
    }
}

/// Conway's game of life, as in Numba's tutorials; the world wraps round.
#[kernel]
fn life(width: usize, height: usize, old: &[u8], new: &mut [u8]) {
    let (x, y) = global_id_2d();
    if x < width && y < height {
        let mut around = 0;
        for dy in [height - 1, 0, 1] {
            for dx in [width - 1, 0, 1] {
                around += old[(y + dy) % height * width + (x + dx) % width];
            }
        }
        let i = y * width + x;
        new[i] = match (old[i], around - old[i]) {
            (1, 2 | 3) | (0, 3) => 1,
            _ => 0,
        };
    }
}

#[test]
fn a_glider_comes_back() {
    let (width, height) = (16, 12);
    let mut world = vec![0u8; width * height];
    for (x, y) in [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)] {
        world[y * width + x] = 1;
    }
    // Four generations move it one cell down and to the right, and the world has 12 rows and 16 columns.
    let generations = 4 * 48;
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&world).unwrap(), stream.upload(&world).unwrap());
        for generation in 0..generations {
            life(width, height, &a, &mut b).threads([width, height]).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
            if generation == 3 {
                let moved = stream.download(&a).unwrap();
                assert!(
                    (0..world.len() - width - 1)
                        .all(|i| i % width == width - 1 || moved[i + width + 1] == world[i])
                );
            }
        }
        assert_eq!(stream.download(&a).unwrap(), world);
    }
}
