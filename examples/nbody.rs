//! Gravity between many bodies: every body feels every other, tile by tile through shared memory.
//!
//! ```text
//! cargo run --release --example nbody
//! ```

use kiln::prelude::*;

const BLOCK: usize = 128;
/// Softens close encounters.
const SOFTENING: f32 = 0.01;

/// One over the cube of the softened distance.
#[device]
fn inverse_cube(dx: f32, dy: f32, dz: f32) -> f32 {
    let r = (dx * dx + dy * dy + dz * dz + SOFTENING).rsqrt();
    r * r * r
}

/// The acceleration of each body. Positions are separate arrays of x, y and z; all masses are 1 / n.
#[kernel(block = 128)]
fn accelerate(x: &[f32], y: &[f32], z: &[f32], ax: &mut [f32], ay: &mut [f32], az: &mut [f32]) {
    let tile_x = shared::<[f32; BLOCK]>();
    let tile_y = shared::<[f32; BLOCK]>();
    let tile_z = shared::<[f32; BLOCK]>();
    let (i, t, n) = (global_id(), thread_idx().x, x.len());
    // Threads past the end read the last body, and write nothing.
    let me = if i < n { i } else { n - 1 };
    let (px, py, pz) = (x[me], y[me], z[me]);
    let (mut sx, mut sy, mut sz) = (0.0, 0.0, 0.0);
    for base in (0..n).step_by(BLOCK) {
        let j = if base + t < n { base + t } else { n - 1 };
        tile_x[t] = x[j];
        tile_y[t] = y[j];
        tile_z[t] = z[j];
        sync_threads();
        let bodies = if n - base < BLOCK { n - base } else { BLOCK };
        for k in 0..bodies {
            let (dx, dy, dz) = (tile_x[k] - px, tile_y[k] - py, tile_z[k] - pz);
            let pull = inverse_cube(dx, dy, dz);
            sx += dx * pull;
            sy += dy * pull;
            sz += dz * pull;
        }
        sync_threads();
    }
    if i < n {
        let mass = 1.0 / n as f32;
        ax[i] = sx * mass;
        ay[i] = sy * mass;
        az[i] = sz * mass;
    }
}

/// A step of the velocities and positions along one axis.
#[kernel]
fn advance(dt: f32, a: &[f32], v: &mut [f32], p: &mut [f32]) {
    let i = global_id();
    if i < p.len() {
        v[i] += a[i] * dt;
        p[i] += v[i] * dt;
    }
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();
    let n = 1000;
    let steps = 10;
    let dt = 0.01;
    let start: Vec<Vec<f32>> = (0..3)
        .map(|axis| (0..n).map(|i| ((i * 7919 + axis * 104_729) % 2003) as f32 / 1001.5 - 1.0).collect())
        .collect();

    let mut position = [stream.upload(&start[0])?, stream.upload(&start[1])?, stream.upload(&start[2])?];
    let zeros = || stream.alloc_zeroed::<f32>(n);
    let mut velocity = [zeros()?, zeros()?, zeros()?];
    let [mut ax, mut ay, mut az] = [zeros()?, zeros()?, zeros()?];
    for _ in 0..steps {
        let [x, y, z] = &position;
        accelerate(x, y, z, &mut ax, &mut ay, &mut az).threads(n).launch(&stream)?;
        for (axis, a) in [&ax, &ay, &az].into_iter().enumerate() {
            advance(dt, a, &mut velocity[axis], &mut position[axis]).threads(n).launch(&stream)?;
        }
    }
    let result =
        [stream.download(&position[0])?, stream.download(&position[1])?, stream.download(&position[2])?];

    let expected = plain(&start, steps, f64::from(dt));
    let mut worst = 0.0f64;
    for axis in 0..3 {
        for i in 0..n {
            worst = worst.max((f64::from(result[axis][i]) - expected[axis][i]).abs());
        }
    }
    assert!(worst < 1e-5, "a body is {worst:e} away from where f64 puts it");
    println!("{n} bodies, {steps} steps: at most {worst:.1e} from a computation in f64");
    Ok(())
}

/// The same in f64 and plain Rust.
fn plain(start: &[Vec<f32>], steps: usize, dt: f64) -> Vec<Vec<f64>> {
    let mut p: Vec<Vec<f64>> =
        start.iter().map(|axis| axis.iter().map(|v| f64::from(*v)).collect()).collect();
    let n = p[0].len();
    let mut v = vec![vec![0.0; n]; 3];
    for _ in 0..steps {
        let mut a = vec![vec![0.0; n]; 3];
        for i in 0..n {
            for j in 0..n {
                let d = [p[0][j] - p[0][i], p[1][j] - p[1][i], p[2][j] - p[2][i]];
                let r2 = d.iter().map(|d| d * d).sum::<f64>() + f64::from(SOFTENING);
                for axis in 0..3 {
                    a[axis][i] += d[axis] / (r2 * r2.sqrt());
                }
            }
        }
        for axis in 0..3 {
            for i in 0..n {
                v[axis][i] += a[axis][i] / n as f64 * dt;
                p[axis][i] += v[axis][i] * dt;
            }
        }
    }
    p
}
