//! Type and const parameters, captured constants, aliases.

use kiln::prelude::*;

use crate::streams;

const SCALE: f32 = 2.5;
const SIZES: usize = 3 * 2;

type Real = f64;

struct Physics;

impl Physics {
    const GRAVITY: f64 = 9.81;
}

#[kernel]
pub fn generic<T: Float, const N: usize, const NEGATE: bool>(x: &[T], out: &mut [T]) {
    let i = global_id();
    if i < out.len() {
        let mut sum = T::ZERO;
        for k in 0..N {
            sum += x[i] * T::from_usize(k) + T::ONE;
        }
        let root = sum.abs().sqrt();
        out[i] = if NEGATE { -root } else { root };
    }
}

fn check_generic<T: Float, const N: usize, const NEGATE: bool>(tolerance: f64) {
    let values: Vec<T> = (0..50).map(|i| T::from_f64(f64::from(i) * 0.25)).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<T>(values.len()).unwrap();
        generic::<T, N, NEGATE>(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
        for (value, found) in values.iter().zip(stream.download(&out).unwrap()) {
            let sum: f64 = (0..N).map(|k| value.to_f64() * k as f64 + 1.0).sum();
            let expected = if NEGATE { -sum.sqrt() } else { sum.sqrt() };
            assert!(
                (found.to_f64() - expected).abs() <= expected.abs() * tolerance,
                "{value:?}: {found:?}, not {expected}"
            );
        }
    }
}

#[test]
fn one_kernel_serves_types_and_constants() {
    check_generic::<f32, 4, false>(1e-6);
    check_generic::<f32, 7, true>(1e-6);
    check_generic::<f64, 4, false>(1e-14);
    check_generic::<f16, 3, false>(5e-3);
    check_generic::<bf16, 3, true>(4e-2);
}

#[kernel]
pub fn captured(x: &[Real], out: &mut [Real]) {
    const LOCAL: usize = 2;
    let i = global_id();
    if i < out.len() {
        let mut parts = [0.0; SIZES];
        for k in 0..SIZES {
            parts[k] = x[i] * k as Real;
        }
        let fall = Physics::GRAVITY / 2.0;
        out[i] = parts[SIZES - LOCAL] * SCALE as Real + fall;
    }
}

#[test]
fn constants_and_aliases_are_rustcs_to_answer() {
    let values: Vec<f64> = (0..20).map(f64::from).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.alloc_zeroed::<f64>(20).unwrap();
        captured(&x, &mut out).threads(20).launch(&stream).unwrap();
        let expected: Vec<f64> = values.iter().map(|v| v * 4.0 * 2.5 + 9.81 / 2.0).collect();
        for (found, expected) in stream.download(&out).unwrap().iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12);
        }
    }
}

#[kernel]
pub fn bits<T: Int>(x: &[T], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = x[i].count_ones() * 100 + (x[i] ^ T::ONE).leading_zeros();
    }
}

#[test]
fn integers_too() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u32>(3).unwrap();
        let x = stream.upload(&[0u8, 7, 255]).unwrap();
        bits(&x, &mut out).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [7, 305, 800]);
        let x = stream.upload(&[0i64, -1, 1]).unwrap();
        bits(&x, &mut out).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [63, 6400, 164]);
    }
}

#[device]
fn halved(x: f64) -> f64 {
    x * 0.5
}

/// What only rustc types: a name that is given its value later, and an alias beside a type that is known.
#[kernel]
pub fn later(x: &[f64], out: &mut [f64]) {
    let i = global_id();
    if i < out.len() {
        let half;
        if x[i] > 1.0 {
            half = -halved(x[i]);
        } else {
            half = halved(x[i] + 2.0);
        }
        let whole: Real = half * 4.0;
        out[i] *= (whole % 3.0).clamp(-1.5, 1.25);
    }
}

#[test]
fn late_values_and_aliases_are_typed() {
    let values: Vec<f64> = (0..40).map(|i| f64::from(i) * 0.375).collect();
    for stream in streams() {
        let x = stream.upload(&values).unwrap();
        let mut out = stream.upload(&vec![2.0; values.len()]).unwrap();
        later(&x, &mut out).threads(values.len()).launch(&stream).unwrap();
        for (x, found) in values.iter().zip(stream.download(&out).unwrap()) {
            let half = if *x > 1.0 { -halved(*x) } else { halved(x + 2.0) };
            assert_eq!(found, 2.0 * ((half * 4.0) % 3.0).clamp(-1.5, 1.25));
        }
    }
}

/// A parameter may have any name, such as those of generated code.
#[kernel]
fn doubled<F: Float>(x: &mut [F]) {
    let i = global_id();
    if i < x.len() {
        x[i] += x[i];
    }
}

#[test]
fn parameters_have_any_name() {
    for stream in streams() {
        let mut x = stream.upload(&[1.5f32, -2.0]).unwrap();
        doubled(&mut x).threads(2).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [3.0, -4.0]);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, KernelType)]
struct Sums<T> {
    total: T,
    parts: [T; 3],
    count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Limits {
    least: f32,
    most: f32,
}

#[device]
impl Default for Limits {
    fn default() -> Self {
        Limits { least: -1.5, most: f32::from_bits(0x4080_0000) }
    }
}

#[device]
fn start<A: Default + KernelType>() -> A {
    A::default()
}

#[device]
impl<T: Num + Default> Sums<T> {
    fn cleared(self, again: bool) -> Self {
        if again { Self::default() } else { self }
    }
}

#[kernel]
pub fn defaults<T: Num + Default>(x: &[T], out: &mut [Sums<T>], limits: &mut [Limits]) {
    let i = global_id();
    if i < out.len() && i < x.len() && i < limits.len() {
        let mut sums = Sums::default();
        let zero: T = Default::default();
        let other = Sums::<T> { count: 7, ..Default::default() };
        let arrays = <[u16; 4]>::default();
        sums.total = x[i] + T::default() + zero;
        sums.parts[i % 3] = x[i];
        sums.count = other.count + u32::from(arrays[i % 4]) + start::<u32>() + f64::default() as u32;
        out[i] = sums.cleared(i == 1);
        limits[i] = if i > 2 { start() } else { Limits { most: 9.0, ..Limits::default() } };
    }
}

#[test]
fn default_is_the_hosts_value() {
    for stream in streams() {
        let x = stream.upload(&[1i32, -2, 3, 4]).unwrap();
        let mut out = stream.upload(&[Sums::default(); 4]).unwrap();
        let mut limits = stream.upload(&[Limits { least: 0.0, most: 0.0 }; 4]).unwrap();
        defaults(&x, &mut out, &mut limits).threads(4).launch(&stream).unwrap();
        let found = stream.download(&out).unwrap();
        assert_eq!(found[0], Sums { total: 1, parts: [1, 0, 0], count: 7 });
        assert_eq!(found[1], Sums::default());
        assert_eq!(found[2], Sums { total: 3, parts: [0, 0, 3], count: 7 });
        let default = Limits { least: -1.5, most: 4.0 };
        assert_eq!(stream.download(&limits).unwrap()[2..], [Limits { most: 9.0, ..default }, default]);
    }
}

#[device]
trait Weighs<'a, T: Num>
where
    T: 'a,
{
    fn at(&self, weights: &'a [T], i: usize) -> T;

    fn twice(&self, weights: &'a [T], i: usize) -> T {
        self.at(weights, i) + self.at(weights, i)
    }

    fn scaled<U: Num>(&self, by: U) -> U {
        by + by
    }
}

#[derive(Clone, Copy, KernelType)]
pub struct Shifted(usize);

#[device]
impl<'a> Weighs<'a, f32> for Shifted {
    fn at(&self, weights: &'a [f32], i: usize) -> f32 {
        weights[(i + self.0) % weights.len()]
    }
}

#[device]
fn of_all<'a, 'b, W, V>(w: W, v: V, x: &'a [f32], y: &'b [f32], i: usize) -> f32
where
    W: Weighs<'a, f32> + KernelType,
    V: Weighs<'b, f32> + KernelType,
{
    w.at(x, i) * v.at(y, i)
}

#[kernel]
pub fn of_lifetimes<'a, W: Weighs<'a, f32> + KernelType>(w: W, x: &'a [f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = w.twice(x, i) + w.scaled(1i32) as f32;
    }
}

#[kernel]
pub fn calls_of_lifetimes(x: &[f32], y: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = of_all(Shifted(1), Shifted(1), x, y, i);
    }
}

#[test]
fn traits_and_bounds_may_have_lifetimes() {
    for stream in streams() {
        let x = stream.upload(&[1.0f32, 2.0, 4.0]).unwrap();
        let y = stream.upload(&[10.0f32, 20.0]).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(3).unwrap();
        of_lifetimes(Shifted(1), &x, &mut out).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [6.0, 10.0, 4.0]);
        calls_of_lifetimes(&x, &y, &mut out).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [40.0, 40.0, 20.0]);
    }
}
