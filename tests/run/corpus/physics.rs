//! Physics: bodies, particles, fluids.

use kiln::prelude::*;

use super::{close, noise};
use crate::streams;

/// A vector of three numbers.
#[derive(Clone, Copy, Debug, KernelType)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
impl Vec3 {
    fn minus(self, other: Vec3) -> Vec3 {
        Vec3 { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }

    fn dot(&self, other: &Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Adds a multiple of another vector.
    fn add_scaled(&mut self, scale: f32, other: Vec3) {
        self.x += scale * other.x;
        self.y += scale * other.y;
        self.z += scale * other.z;
    }
}

#[derive(Clone, Copy, Debug, KernelType)]
struct Body {
    position: Vec3,
    velocity: Vec3,
    mass: f32,
}

/// CUDA samples, `nbody`: every body feels every other.
#[kernel]
fn gravity(dt: f32, softening: f32, bodies: &[Body], moved: &mut [Body]) {
    let i = global_id();
    if i >= moved.len() {
        return;
    }
    let mut me = bodies[i];
    for other in bodies.iter() {
        let apart = other.position.minus(bodies[i].position);
        let inverse = (apart.dot(&apart) + softening).rsqrt();
        me.velocity.add_scaled(dt * other.mass * inverse * inverse * inverse, apart);
    }
    let velocity = me.velocity;
    me.position.add_scaled(dt, velocity);
    moved[i] = me;
}

fn flock(n: usize) -> Vec<Body> {
    let v = noise(7 * n, 1);
    let vector = |at: usize| Vec3 { x: v[at], y: v[at + 1], z: v[at + 2] };
    (0..n)
        .map(|i| Body {
            position: vector(7 * i),
            velocity: vector(7 * i + 3),
            mass: 0.01 * (1.5 + v[7 * i + 6]),
        })
        .collect()
}

#[test]
fn bodies_attract_each_other() {
    let start = flock(300);
    let step = |bodies: &[Body]| -> Vec<Body> {
        let one = |me: &Body| {
            let mut next = *me;
            for other in bodies {
                let apart = other.position.minus(me.position);
                let inverse = 1.0 / (apart.dot(&apart) + 0.01).sqrt();
                next.velocity.add_scaled(0.01 * other.mass * inverse.powi(3), apart);
            }
            let velocity = next.velocity;
            next.position.add_scaled(0.01, velocity);
            next
        };
        bodies.iter().map(one).collect()
    };
    let expected = step(&step(&start));
    let numbers = |bodies: &[Body]| -> Vec<f32> {
        bodies.iter().flat_map(|b| [b.position, b.velocity]).flat_map(|v| [v.x, v.y, v.z]).collect()
    };
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&start).unwrap(), stream.upload(&start).unwrap());
        for _ in 0..2 {
            gravity(0.01, 0.01, &a, &mut b).threads(start.len()).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
        }
        close(&numbers(&stream.download(&a).unwrap()), &numbers(&expected), 1e-3);
    }
}

/// CUDA samples, `particles`: bodies fall and bounce in a box.
#[kernel]
fn bounce(dt: f32, gravity: f32, damping: f32, bodies: &mut [Body]) {
    let i = global_id();
    if i < bodies.len() {
        let body = &mut bodies[i];
        body.velocity.y -= gravity * dt;
        let velocity = body.velocity;
        body.position.add_scaled(dt, velocity);
        let reflect = |p: f32, v: f32| match p {
            p if p > 1.0 => (1.0, -damping * v),
            p if p < -1.0 => (-1.0, -damping * v),
            p => (p, v),
        };
        (body.position.x, body.velocity.x) = reflect(body.position.x, body.velocity.x);
        (body.position.y, body.velocity.y) = reflect(body.position.y, body.velocity.y);
        (body.position.z, body.velocity.z) = reflect(body.position.z, body.velocity.z);
    }
}

#[test]
fn particles_stay_in_their_box() {
    let start = flock(500);
    let coordinates = |b: &Body| [b.position.x, b.position.y, b.position.z];
    for stream in streams() {
        let mut bodies = stream.upload(&start).unwrap();
        for _ in 0..100 {
            bounce(0.02, 1.0, 0.5, &mut bodies).threads(start.len()).launch(&stream).unwrap();
        }
        let end = stream.download(&bodies).unwrap();
        assert!(end.iter().flat_map(coordinates).all(|c| (-1.0..=1.0).contains(&c)));
        // Each was followed for itself, in plain Rust.
        for (start, end) in start.iter().zip(&end) {
            let mut b = *start;
            for _ in 0..100 {
                b.velocity.y -= 0.02;
                let velocity = b.velocity;
                b.position.add_scaled(0.02, velocity);
                let Vec3 { x, y, z } = b.position;
                for (p, at, v) in [
                    (x, &mut b.position.x, &mut b.velocity.x),
                    (y, &mut b.position.y, &mut b.velocity.y),
                    (z, &mut b.position.z, &mut b.velocity.z),
                ] {
                    if p.abs() > 1.0 {
                        *at = p.signum();
                        *v *= -0.5;
                    }
                }
            }
            close(&coordinates(end), &coordinates(&b), 1e-2);
        }
    }
}

/// Rodinia, `lavaMD`: particles in boxes feel those of their own box and of the boxes beside it. A block a box, the
/// neighbor's particles in shared memory.
#[kernel(block = 32)]
fn box_forces(boxes: usize, cutoff: f32, x: &[f32], charge: &[f32], force: &mut [f32]) {
    let near_x = shared::<[f32; 32]>();
    let near_charge = shared::<[f32; 32]>();
    let (i, t, own) = (global_id(), thread_idx().x, block_idx().x);
    let mut sum = 0.0;
    let first = if own == 0 { 0 } else { own - 1 };
    for other in first..(own + 2).min(boxes) {
        near_x[t] = x[other * 32 + t];
        near_charge[t] = charge[other * 32 + t];
        sync_threads();
        for k in 0..32 {
            let d = x[i] - near_x[k];
            if d * d < cutoff * cutoff {
                sum += near_charge[k] * d * (-d * d).exp();
            }
        }
        sync_threads();
    }
    force[i] = sum;
}

#[test]
fn forces_between_boxes() {
    let boxes = 11;
    let n = boxes * 32;
    let x: Vec<f32> = noise(n, 2).iter().enumerate().map(|(i, v)| (i / 32) as f32 + 0.5 * v + 0.5).collect();
    let charge = noise(n, 3);
    let force = |i: usize| -> f32 {
        let near = |j: &usize| (j / 32).abs_diff(i / 32) <= 1 && (x[i] - x[*j]).powi(2) < 0.81;
        (0..n)
            .filter(near)
            .map(|j| {
                let d = x[i] - x[j];
                charge[j] * d * (-d * d).exp()
            })
            .sum()
    };
    let expected: Vec<f32> = (0..n).map(force).collect();
    for stream in streams() {
        let (dx, dc) = (stream.upload(&x).unwrap(), stream.upload(&charge).unwrap());
        let mut f = stream.alloc_zeroed::<f32>(n).unwrap();
        box_forces(boxes, 0.9, &dx, &dc, &mut f).blocks(boxes).launch(&stream).unwrap();
        close(&stream.download(&f).unwrap(), &expected, 1e-4);
    }
}

/// The gas of a cell: what Euler's equations keep.
#[derive(Clone, Copy, Debug, KernelType)]
struct Gas {
    density: f32,
    momentum: f32,
    energy: f32,
}

/// The flow of a gas through a face, on its own side.
#[device]
fn flow(gas: Gas) -> Gas {
    let velocity = gas.momentum / gas.density;
    let pressure = 0.4 * (gas.energy - 0.5 * gas.momentum * velocity);
    Gas {
        density: gas.momentum,
        momentum: gas.momentum * velocity + pressure,
        energy: (gas.energy + pressure) * velocity,
    }
}

/// The mean of two flows, less what the speed `s` smooths (Lax and Friedrichs).
#[device]
fn face(s: f32, left: Gas, right: Gas) -> Gas {
    let (from, to) = (flow(left), flow(right));
    Gas {
        density: 0.5 * (from.density + to.density) - 0.5 * s * (right.density - left.density),
        momentum: 0.5 * (from.momentum + to.momentum) - 0.5 * s * (right.momentum - left.momentum),
        energy: 0.5 * (from.energy + to.energy) - 0.5 * s * (right.energy - left.energy),
    }
}

/// Rodinia, `cfd`, in one dimension: a shock tube.
#[kernel]
fn euler_step(ratio: f32, speed: f32, old: &[Gas], new: &mut [Gas]) {
    let i = global_id();
    if i >= new.len() {
        return;
    }
    let left = face(speed, old[if i == 0 { 0 } else { i - 1 }], old[i]);
    let right = face(speed, old[i], old[if i + 1 == old.len() { i } else { i + 1 }]);
    new[i] = Gas {
        density: old[i].density - ratio * (right.density - left.density),
        momentum: old[i].momentum - ratio * (right.momentum - left.momentum),
        energy: old[i].energy - ratio * (right.energy - left.energy),
    };
}

#[test]
fn a_shock_tube() {
    let n = 200;
    let at = |i: usize| {
        if i < n / 2 {
            Gas { density: 1.0, momentum: 0.0, energy: 2.5 }
        } else {
            Gas { density: 0.125, momentum: 0.0, energy: 0.25 }
        }
    };
    let start: Vec<Gas> = (0..n).map(at).collect();
    let mut expected = start.clone();
    for _ in 0..80 {
        let old = expected.clone();
        for i in 0..n {
            let left = face(2.0, old[i.max(1) - 1], old[i]);
            let right = face(2.0, old[i], old[(i + 1).min(n - 1)]);
            expected[i].density -= 0.25 * (right.density - left.density);
            expected[i].momentum -= 0.25 * (right.momentum - left.momentum);
            expected[i].energy -= 0.25 * (right.energy - left.energy);
        }
    }
    let numbers =
        |gas: &[Gas]| -> Vec<f32> { gas.iter().flat_map(|g| [g.density, g.momentum, g.energy]).collect() };
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&start).unwrap(), stream.upload(&start).unwrap());
        for _ in 0..80 {
            euler_step(0.25, 2.0, &a, &mut b).threads(n).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
        }
        close(&numbers(&stream.download(&a).unwrap()), &numbers(&expected), 1e-3);
    }
}

/// The nine directions of a lattice gas in the plane, with their weights.
#[device]
fn direction(k: usize) -> (isize, isize, f32) {
    match k {
        0 => (0, 0, 4.0 / 9.0),
        1 => (1, 0, 1.0 / 9.0),
        2 => (0, 1, 1.0 / 9.0),
        3 => (-1, 0, 1.0 / 9.0),
        4 => (0, -1, 1.0 / 9.0),
        5 => (1, 1, 1.0 / 36.0),
        6 => (-1, 1, 1.0 / 36.0),
        7 => (-1, -1, 1.0 / 36.0),
        _ => (1, -1, 1.0 / 36.0),
    }
}

/// A step of a lattice Boltzmann fluid (D2Q9): each cell fetches what flows into it, and relaxes toward balance.
#[kernel]
fn lattice_step(width: usize, height: usize, omega: f32, old: &[[f32; 9]], new: &mut [[f32; 9]]) {
    let (x, y) = global_id_2d();
    if x >= width || y >= height {
        return;
    }
    let mut f = [0.0f32; 9];
    let (mut density, mut ux, mut uy) = (0.0, 0.0, 0.0);
    for (k, value) in f.iter_mut().enumerate() {
        let (dx, dy, _) = direction(k);
        let from_x = (x + width).wrapping_sub(dx as usize) % width;
        let from_y = (y + height).wrapping_sub(dy as usize) % height;
        *value = old[from_y * width + from_x][k];
        density += *value;
        ux += dx as f32 * *value;
        uy += dy as f32 * *value;
    }
    ux /= density;
    uy /= density;
    for k in 0..9 {
        let (dx, dy, weight) = direction(k);
        let along = 3.0 * (dx as f32 * ux + dy as f32 * uy);
        let balance = weight * density * (1.0 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy));
        f[k] += omega * (balance - f[k]);
    }
    new[y * width + x] = f;
}

#[test]
fn a_lattice_fluid() {
    let (width, height) = (24, 18);
    let v = noise(width * height * 9, 4);
    let cell = |i: usize| std::array::from_fn(|k| direction(k).2 * (1.0 + 0.1 * v[9 * i + k]));
    let start: Vec<[f32; 9]> = (0..width * height).map(cell).collect();
    let mut expected = start.clone();
    for _ in 0..4 {
        let old = expected.clone();
        for (i, out) in expected.iter_mut().enumerate() {
            let from = |k: usize| {
                let (dx, dy, _) = direction(k);
                let x = ((i % width) as isize - dx).rem_euclid(width as isize) as usize;
                let y = ((i / width) as isize - dy).rem_euclid(height as isize) as usize;
                old[y * width + x][k]
            };
            let f: [f32; 9] = std::array::from_fn(from);
            let density: f32 = f.iter().sum();
            let ux = (0..9).map(|k| direction(k).0 as f32 * f[k]).sum::<f32>() / density;
            let uy = (0..9).map(|k| direction(k).1 as f32 * f[k]).sum::<f32>() / density;
            *out = std::array::from_fn(|k| {
                let (dx, dy, weight) = direction(k);
                let along = 3.0 * (dx as f32 * ux + dy as f32 * uy);
                let balance =
                    weight * density * (1.0 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy));
                f[k] + 1.2 * (balance - f[k])
            });
        }
    }
    for stream in streams() {
        let (mut a, mut b) = (stream.upload(&start).unwrap(), stream.upload(&start).unwrap());
        for _ in 0..4 {
            lattice_step(width, height, 1.2, &a, &mut b).threads([width, height]).launch(&stream).unwrap();
            std::mem::swap(&mut a, &mut b);
        }
        close(&stream.download(&a).unwrap().concat(), &expected.concat(), 1e-4);
    }
}
