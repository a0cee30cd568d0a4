//! Types of the crates `glam` and `num-complex` in kernels.

use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
use kiln::prelude::*;
use num_complex::Complex;

#[kernel]
fn turned(by: Mat3, shift: Vec4, points: &mut [Vec3], sums: &mut [f32]) {
    let i = global_id();
    let s = shared::<[Vec3; 32]>();
    s[thread_idx().x] = if i < points.len() { points[i] } else { Vec3::ZERO };
    sync_threads();
    let other = s[(thread_idx().x + 1) % 32];
    if i < points.len() && i < sums.len() {
        let p = points[i];
        sums[i] = other.x + other.y * 10.0 + other.z * 100.0;
        points[i] = Vec3 {
            x: by.x_axis.x * p.x + by.y_axis.x * p.y + by.z_axis.x * p.z + shift.x,
            y: by.x_axis.y * p.x + by.y_axis.y * p.y + by.z_axis.y * p.z + shift.y,
            z: by.x_axis.z * p.x + by.y_axis.z * p.y + by.z_axis.z * p.z + shift.w,
        };
    }
}

#[kernel]
fn columns(matrices: &[Mat4], quaternions: &mut [Quat], flat: &mut [Vec2]) {
    let i = global_id();
    if i < matrices.len() && i < quaternions.len() && i < flat.len() {
        quaternions[i].w += matrices[i].z_axis.y;
        flat[i].y = matrices[i].w_axis.w;
    }
}

#[kernel]
fn squared(z: &mut [Complex<f64>]) {
    let i = global_id();
    if i < z.len() {
        let w = z[i];
        z[i] = Complex { re: w.re * w.re - w.im * w.im, im: 2.0 * w.re * w.im };
    }
}

#[test]
fn vectors_and_matrices_have_the_layout_of_glam() {
    let stream = Device::cpu().stream();
    let by = Mat3::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    let points: Vec<Vec3> = (0..32).map(|i| Vec3::new(i as f32, 1.0, -(i as f32))).collect();
    let mut buffer = stream.upload(&points).unwrap();
    let mut sums = stream.alloc_zeroed::<f32>(32).unwrap();
    let shift = Vec4::new(0.5, 1.5, 2.5, 3.5);
    turned(by, shift, &mut buffer, &mut sums).block(32).threads(32).launch(&stream).unwrap();
    let expected: Vec<Vec3> = points.iter().map(|p| by * *p + Vec3::new(shift.x, shift.y, shift.w)).collect();
    assert_eq!(stream.download(&buffer).unwrap(), expected);
    assert_eq!(stream.download(&sums).unwrap()[2], 3.0 + 10.0 - 300.0);

    let matrix = Mat4::from_cols_array(&std::array::from_fn(|i| i as f32));
    let matrices = stream.upload(&[matrix; 3]).unwrap();
    let mut quaternions = stream.upload(&[Quat::from_xyzw(1.0, 2.0, 3.0, 4.0); 3]).unwrap();
    let mut flat = stream.alloc_zeroed::<Vec2>(3).unwrap();
    columns(&matrices, &mut quaternions, &mut flat).threads(3).launch(&stream).unwrap();
    assert_eq!(stream.download(&quaternions).unwrap(), [Quat::from_xyzw(1.0, 2.0, 3.0, 13.0); 3]);
    assert_eq!(stream.download(&flat).unwrap(), [Vec2::new(0.0, 15.0); 3]);
}

#[test]
fn complex_numbers_are_squared() {
    let stream = Device::cpu().stream();
    let z: Vec<Complex<f64>> = (0..9).map(|i| Complex::new(f64::from(i), 0.5)).collect();
    let mut buffer = stream.upload(&z).unwrap();
    squared(&mut buffer).threads(9).launch(&stream).unwrap();
    assert_eq!(stream.download(&buffer).unwrap(), z.iter().map(|z| z * z).collect::<Vec<_>>());
}
