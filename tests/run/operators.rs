//! Operators of types of the user's, of this crate and of another.

use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign,
    Shl, ShlAssign, Shr, Sub, SubAssign,
};

use kiln::operators::{DeviceAdd, DeviceMul, DevicePartialEq, DeviceShl, DeviceSub};
use kiln::prelude::*;
use kiln_other_crate::Span;

use crate::streams;

#[derive(Clone, Copy, Debug, KernelType)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

const UP: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 1.0 };

#[device]
impl Vec3 {
    fn new(x: f32, y: f32, z: f32) -> Vec3 {
        Vec3 { x, y, z }
    }

    fn dot(self, o: Vec3) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    fn normalized(self) -> Vec3 {
        self * (1.0 / self.dot(self).sqrt())
    }
}

#[device]
impl Add for Vec3 {
    type Output = Vec3;

    fn add(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

#[device]
impl Sub for Vec3 {
    type Output = Self;

    fn sub(self, o: Self) -> Self::Output {
        self + -o
    }
}

#[device]
impl Neg for Vec3 {
    type Output = Vec3;

    fn neg(self) -> Vec3 {
        Vec3::new(-self.x, -self.y, -self.z)
    }
}

#[device]
impl Mul<f32> for Vec3 {
    type Output = Vec3;

    fn mul(self, by: f32) -> Vec3 {
        Vec3 { x: self.x * by, y: self.y * by, z: self.z * by }
    }
}

#[device]
impl Mul<Vec3> for f32 {
    type Output = Vec3;

    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

/// The product of two is a number.
#[device]
impl Mul for Vec3 {
    type Output = f32;

    fn mul(self, o: Vec3) -> f32 {
        self.dot(o)
    }
}

#[device]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        *self = *self + o;
    }
}

#[device]
impl SubAssign<f32> for Vec3 {
    fn sub_assign(&mut self, by: f32) {
        self.x -= by;
        self.y -= by;
        self.z -= by;
    }
}

#[device]
impl DivAssign<f32> for Vec3 {
    fn div_assign(&mut self, by: f32) {
        *self = *self * (1.0 / by);
    }
}

#[device]
impl PartialEq for Vec3 {
    fn eq(&self, o: &Vec3) -> bool {
        self.x == o.x && self.y == o.y && self.z == o.z
    }
}

#[device]
fn mixed(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    let mut sum = a + b * 2.0 - 0.5 * -a;
    sum += UP;
    sum += 3.0 * UP * t;
    sum -= t;
    sum /= 2.0;
    let mut all = [sum, a, b];
    all[1] += all[2] - sum;
    all[2].x += a * b;
    if a == b || a != all[1] && (all[1] + b).x > 0.5 {
        sum = sum + all[1];
    }
    let longer = if a * a > b * b { a - b } else { b - a };
    let mut steps = 0;
    while (sum + longer) * longer < 4.0 && steps < 5 {
        sum += longer * 0.25;
        steps += 1;
    }
    let scaled = |v: Vec3, by: f32| v * by + UP;
    sum + scaled(all[2], 0.5) + scaled((a + b).normalized(), t) + UP * steps as f32
}

#[kernel]
pub fn vectors(a: &[Vec3], b: &[Vec3], t: f32, out: &mut [Vec3]) {
    let i = global_id();
    if i < out.len() {
        out[i] = mixed(a[i], b[i], t);
        out[i] += a[i] - b[i];
        out[i].y += a[i] * b[i];
    }
}

#[track_caller]
fn close(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= 1e-4 * b.abs().max(1.0), "{i}: {a}, not {b}");
    }
}

fn numbers(of: &[Vec3]) -> Vec<f32> {
    of.iter().flat_map(|v| [v.x, v.y, v.z]).collect()
}

fn some(len: usize, seed: f32) -> Vec<Vec3> {
    (0..len)
        .map(|i| {
            let i = i as f32 + seed;
            Vec3::new((i * 0.7).sin(), (i * 1.3).cos() * 2.0, (i * 0.11).sin() - 0.5)
        })
        .collect()
}

#[test]
fn vectors_have_their_operators() {
    let (a, mut b) = (some(70, 0.0), some(70, 9.0));
    b[5] = a[5];
    let expected: Vec<Vec3> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| {
            let mut v = mixed(*a, *b, 0.75);
            v += *a - *b;
            v.y += *a * *b;
            v
        })
        .collect();
    for stream in streams() {
        let (x, y) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut out = stream.upload(&a).unwrap();
        vectors(&x, &y, 0.75, &mut out).threads(70).launch(&stream).unwrap();
        close(&numbers(&stream.download(&out).unwrap()), &numbers(&expected));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Complex<T> {
    re: T,
    im: T,
}

#[device]
impl<T: Float> Complex<T> {
    fn norm2(self) -> T {
        self.re * self.re + self.im * self.im
    }
}

#[device]
impl<T: Float> Add for Complex<T> {
    type Output = Self;

    fn add(self, o: Self) -> Self {
        Complex { re: self.re + o.re, im: self.im + o.im }
    }
}

#[device]
impl<T: Float> Mul for Complex<T> {
    type Output = Self;

    fn mul(self, o: Self) -> Self {
        Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
}

#[device]
impl<T> Mul<T> for Complex<T>
where
    T: Float,
{
    type Output = Complex<T>;

    fn mul(self, by: T) -> Complex<T> {
        Complex { re: self.re * by, im: self.im * by }
    }
}

/// The rounds after which each point of the plane leaves a circle.
#[kernel]
pub fn julia<T: Float>(width: usize, scale: T, c: Complex<T>, rounds: &mut [u32]) {
    let i = global_id();
    if i < rounds.len() {
        let center = Complex { re: -T::ONE, im: -T::ONE };
        let at = Complex { re: T::from_usize(i % width), im: T::from_usize(i / width) };
        let mut z = at * scale + center;
        let mut n = 0;
        while n < 40 && z.norm2() <= T::from_f32(4.0) {
            z = z * z + c;
            n += 1;
        }
        rounds[i] = n;
    }
}

#[test]
fn complex_numbers_are_generic() {
    let (width, c) = (32, Complex { re: -0.4, im: 0.6 });
    let expected: Vec<u32> = (0..width * 32)
        .map(|i| {
            let at = Complex { re: (i % width) as f64, im: (i / width) as f64 };
            let mut z = at * 0.0625 + Complex { re: -1.0, im: -1.0 };
            let mut n = 0;
            while n < 40 && z.norm2() <= 4.0 {
                z = z * z + c;
                n += 1;
            }
            n
        })
        .collect();
    for stream in streams() {
        let mut rounds = stream.alloc_zeroed::<u32>(width * 32).unwrap();
        julia(width, 0.0625, c, &mut rounds).threads(width * 32).launch(&stream).unwrap();
        let found = stream.download(&rounds).unwrap();
        // A contracted product may leave the circle a round earlier or later.
        let far = found.iter().zip(&expected).filter(|(a, b)| a.abs_diff(**b) > 1).count();
        assert!(far * 50 <= found.len(), "{far} of {}", found.len());
    }
}

/// A number and its derivative.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Dual<T> {
    value: T,
    slope: T,
}

#[device]
impl<T: DeviceAdd<Output = T> + KernelType> Add for Dual<T> {
    type Output = Dual<T>;

    fn add(self, o: Dual<T>) -> Dual<T> {
        Dual { value: self.value + o.value, slope: self.slope + o.slope }
    }
}

#[device]
impl<T: DeviceSub<Output = T> + KernelType> Sub for Dual<T> {
    type Output = Dual<T>;

    fn sub(self, o: Dual<T>) -> Dual<T> {
        Dual { value: self.value - o.value, slope: self.slope - o.slope }
    }
}

#[device]
impl<T: DeviceAdd<Output = T> + DeviceMul<Output = T> + KernelType> Mul for Dual<T> {
    type Output = Dual<T>;

    fn mul(self, o: Dual<T>) -> Dual<T> {
        Dual { value: self.value * o.value, slope: self.value * o.slope + self.slope * o.value }
    }
}

#[device]
impl<T: DevicePartialEq + KernelType> PartialEq<T> for Dual<T> {
    fn eq(&self, o: &T) -> bool {
        self.value == *o
    }
}

#[device]
fn polynomial<T>(x: T, y: T) -> T
where
    T: DeviceAdd<Output = T> + DeviceSub<Output = T> + DeviceMul<Output = T> + KernelType,
{
    x * x * y + x - y
}

#[kernel]
pub fn polynomials<T>(x: &[T], y: T, out: &mut [T])
where
    T: DeviceAdd<Output = T> + DeviceSub<Output = T> + DeviceMul<Output = T> + KernelType,
{
    let i = global_id();
    if i < out.len() {
        out[i] = polynomial(x[i], y) + y;
    }
}

#[kernel]
pub fn zeros(x: &[Dual<i32>], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = (x[i] == 0) as u32 + 2 * (x[i] != 3) as u32;
    }
}

/// The text of an instance whose type nobody else sees.
pub fn dual_polynomials(target: SourceKind) -> kiln::Result<std::borrow::Cow<'static, str>> {
    polynomials::<Dual<f32>>::source(target)
}

fn check_polynomials<T>(x: &[T], y: T)
where
    T: DeviceAdd<Output = T> + DeviceSub<Output = T> + DeviceMul<Output = T>,
    T: KernelType + PartialEq + std::fmt::Debug,
{
    let expected: Vec<T> = x.iter().map(|x| polynomial(*x, y) + y).collect();
    for stream in streams() {
        let input = stream.upload(x).unwrap();
        let mut out = stream.upload(x).unwrap();
        polynomials(&input, y, &mut out).threads(x.len()).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

#[test]
fn a_bound_says_that_kernels_have_an_operator() {
    check_polynomials(&[1.5f32, -2.0, 0.25], 4.0);
    check_polynomials(&[3i64, -2, 7], -4);
    check_polynomials(
        &[Dual { value: 1.5f32, slope: 1.0 }, Dual { value: -3.0, slope: 0.5 }],
        Dual { value: 2.0, slope: 0.0 },
    );
    let twice = |v: i32| Dual { value: Dual { value: v, slope: 1 }, slope: Dual { value: 1, slope: 0 } };
    check_polynomials(&[twice(3), twice(-4)], twice(2));
    for stream in streams() {
        let x = stream.upload(&[0, 3, 4].map(|value| Dual { value, slope: 1 })).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(3).unwrap();
        zeros(&x, &mut out).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [3, 0, 2]);
    }
}

/// Of each `FRACTION` kernels see the same struct.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
struct Fixed<const FRACTION: u32>(i32);

#[device]
impl<const FRACTION: u32> Mul for Fixed<FRACTION> {
    type Output = Self;

    fn mul(self, o: Self) -> Self {
        Fixed((self.0 * o.0) >> FRACTION)
    }
}

#[kernel]
pub fn fixed(x: &[Fixed<4>], y: &[Fixed<8>], out: &mut [i32]) {
    let i = global_id();
    if i < x.len() {
        out[i] = (x[i] * x[i]).0 - (y[i] * y[i]).0;
    }
}

#[test]
fn types_that_kernels_see_alike_keep_their_own_operators() {
    let (x, y) = ([Fixed::<4>(24), Fixed(-40)], [Fixed::<8>(384), Fixed(700)]);
    for stream in streams() {
        let (a, b) = (stream.upload(&x).unwrap(), stream.upload(&y).unwrap());
        let mut out = stream.alloc_zeroed::<i32>(2).unwrap();
        fixed(&a, &b, &mut out).threads(2).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [36 - 576, 100 - 1914]);
    }
}

/// A set of small numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, KernelType)]
struct Set {
    bits: u32,
}

#[device]
impl BitOr for Set {
    type Output = Set;
    fn bitor(self, o: Set) -> Set {
        Set { bits: self.bits | o.bits }
    }
}

#[device]
impl BitAnd<u32> for Set {
    type Output = bool;
    fn bitand(self, number: u32) -> bool {
        self.bits & (1 << number) != 0
    }
}

#[device]
impl BitAndAssign for Set {
    fn bitand_assign(&mut self, o: Set) {
        self.bits &= o.bits;
    }
}

#[device]
impl Not for Set {
    type Output = Set;
    fn not(self) -> Set {
        Set { bits: !self.bits }
    }
}

#[device]
impl Shl<u32> for Set {
    type Output = Set;
    fn shl(self, by: u32) -> Set {
        assert!(by < 32, "moved by {by}");
        Set { bits: self.bits << by }
    }
}

#[device]
impl Shr<Set> for Set {
    type Output = u32;
    fn shr(self, o: Set) -> u32 {
        (self.bits & !o.bits).count_ones()
    }
}

#[device]
impl ShlAssign<usize> for Set {
    fn shl_assign(&mut self, by: usize) {
        self.bits <<= by;
    }
}

#[device]
impl Div<&Set> for Set {
    type Output = Set;
    fn div(self, o: &Set) -> Set {
        Set { bits: self.bits / o.bits }
    }
}

#[device]
impl Rem<[u32; 2]> for Set {
    type Output = Set;
    fn rem(self, by: [u32; 2]) -> Set {
        Set { bits: self.bits % by[0] % by[1] }
    }
}

#[device]
impl RemAssign<u32> for Set {
    fn rem_assign(&mut self, by: u32) {
        self.bits %= by;
    }
}

#[device]
impl MulAssign<(u32, u32)> for Set {
    fn mul_assign(&mut self, (a, b): (u32, u32)) {
        self.bits = self.bits * a + b;
    }
}

#[device]
fn of_sets(a: Set, b: &Set, by: u32) -> Set {
    let mut set = !a | *b << by % 32;
    set &= Set { bits: 0xffff_fff0 };
    set <<= 1;
    set %= 1_000_003;
    set *= (3, 7);
    if set & 3 && !(set & 5) {
        set = set % [70_001, 40_009] / b;
    }
    Set { bits: set.bits + (a >> *b) }
}

#[kernel]
pub fn sets(a: &[Set], b: &[Set], out: &mut [Set]) {
    let i = global_id();
    if i < out.len() {
        out[i] = of_sets(a[i], &b[i], i as u32);
    }
}

#[test]
fn every_operator_of_integers_can_be_a_types_own() {
    let set = |bits: u32| Set { bits };
    let a: Vec<Set> = (0..50u32).map(|i| set(i.wrapping_mul(2_654_435_761))).collect();
    let b: Vec<Set> = (0..50u32).map(|i| set(i * 77 + 1)).collect();
    let expected: Vec<Set> =
        a.iter().zip(&b).enumerate().map(|(i, (a, b))| of_sets(*a, b, i as u32)).collect();
    for stream in streams() {
        let (x, y) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let mut out = stream.upload(&a).unwrap();
        sets(&x, &y, &mut out).threads(50).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), expected);
    }
}

// Generic, so that verifying every kernel of these tests does not meet it.
#[kernel]
fn moved_too_far<const N: usize>(x: &[Set], out: &mut [Set]) {
    let i = global_id();
    if i < out.len() {
        out[i] = x[i] << 30 + i as u32;
    }
}

#[test]
fn operators_fail_as_functions_do() {
    for stream in streams() {
        let x = stream.upload(&[Set { bits: 1 }; 4]).unwrap();
        let mut out = stream.upload(&[Set { bits: 0 }; 4]).unwrap();
        moved_too_far::<1>(&x, &mut out).threads(4).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("moved by 32"), "{error}");
    }
}

/// Attraction of many bodies, in blocks that share what they read.
#[kernel(block = 64)]
pub fn attraction(bodies: &[Vec3], softening: f32, out: &mut [Vec3]) {
    let (i, t) = (global_id(), thread_idx().x);
    let near = shared::<[Vec3; 64]>();
    let own = if i < bodies.len() { bodies[i] } else { UP };
    let mut force = Vec3::new(0.0, 0.0, 0.0);
    for first in (0..bodies.len()).step_by(64) {
        near[t] = if first + t < bodies.len() { bodies[first + t] } else { UP };
        sync_threads();
        for k in 0..(bodies.len() - first).min(64) {
            let away = near[k] - own;
            let inverse = 1.0 / (away * away + softening).sqrt();
            force += inverse * inverse * inverse * away;
        }
        sync_threads();
    }
    if i < out.len() {
        out[i] = force;
    }
}

#[test]
fn bodies_attract_each_other() {
    let bodies = some(150, 3.0);
    let expected: Vec<Vec3> = bodies
        .iter()
        .map(|own| {
            let mut force = Vec3::new(0.0, 0.0, 0.0);
            for other in &bodies {
                let away = *other - *own;
                let inverse = 1.0 / (away * away + 0.1).sqrt();
                force += inverse * inverse * inverse * away;
            }
            force
        })
        .collect();
    for stream in streams() {
        let input = stream.upload(&bodies).unwrap();
        let mut out = stream.upload(&bodies).unwrap();
        attraction(&input, 0.1, &mut out).threads(150).launch(&stream).unwrap();
        close(&numbers(&stream.download(&out).unwrap()), &numbers(&expected));
    }
}

#[kernel]
pub fn united(spans: &[Span<i32>], by: i32, out: &mut [Span<i32>]) {
    let i = global_id();
    if i + 1 < spans.len() {
        let both = spans[i] | spans[i + 1];
        out[i] = both + by * 2;
    }
}

#[test]
fn operators_come_from_other_crates() {
    let input = [Span::new(0, 5), Span::new(3, 9), Span::new(-4, 1)];
    for stream in streams() {
        let spans = stream.upload(&input).unwrap();
        let mut out = stream.upload(&input).unwrap();
        united(&spans, 10, &mut out).threads(3).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [Span::new(20, 29), Span::new(16, 29), input[2]]);
    }
}

/// Numbers keep their operators where only rustc knows that they are numbers.
type Real = f32;
const HALF: Real = 0.5;
const WIDTH: usize = 4;

#[kernel]
pub fn plain(scale: Real, v: Vec3, x: &mut [Real]) {
    let i = global_id();
    if i < x.len() {
        let (row, column) = (i / WIDTH, i % WIDTH);
        let mut sum = v.x * 2.0 + HALF;
        sum *= scale;
        sum /= v.y - -v.z;
        x[row * WIDTH + column] = if v.x == v.y { -sum } else { 1.0 - sum };
    }
}

#[test]
fn numbers_keep_their_operators() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<f32>(10).unwrap();
        plain(3.0, Vec3::new(2.0, 1.0, 0.5), &mut x).threads(10).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1.0 - 4.5 * 3.0 / 1.5; 10]);
    }
}

/// An operator without `#[device]`, and one that is derived.
#[derive(Clone, Copy, PartialEq, KernelType)]
struct Metres(f32);

impl Add for Metres {
    type Output = Metres;
    fn add(self, o: Metres) -> Metres {
        Metres(self.0 + o.0)
    }
}

#[kernel]
fn compared<T: PartialEq + KernelType>(x: &mut [T], by: T) {
    let i = global_id();
    if x[i] == by {
        x[i] = by;
    }
}

#[kernel]
fn generic<T: Add<Output = T> + KernelType>(x: &mut [T], by: T) {
    let i = global_id();
    if i < x.len() {
        x[i] = by + by;
    }
}

#[test]
fn what_has_no_device_is_told_of_generic_kernels_at_the_launch() {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[Metres(1.0); 4]).unwrap();
    let error = generic(&mut x, Metres(2.0)).threads(4).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("`+` of `Metres`") && error.contains("DeviceAdd"), "{error}");
    let error = compared(&mut x, Metres(2.0)).threads(4).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("`==` of `Metres`") && error.contains("impl PartialEq"), "{error}");
    let mut v = stream.upload(&[UP; 4]).unwrap();
    let error = generic(&mut v, UP).threads(4).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("`+` of `Vec3`") && error.contains("DeviceAdd"), "{error}");
    let mut numbers = stream.upload(&[1.0f32; 4]).unwrap();
    generic(&mut numbers, 2.5).threads(4).launch(&stream).unwrap();
    assert_eq!(stream.download(&numbers).unwrap(), [5.0; 4]);
}

/// A place in a slice, by an operator that has it that every thread means the same.
#[derive(Clone, Copy, KernelType)]
struct Base(usize);

#[device]
impl Add<usize> for Base {
    type Output = usize;
    fn add(self, i: usize) -> usize {
        self.0 + i / 2
    }
}

#[kernel]
fn placed<const N: usize>(base: Base, out: &mut [u32]) {
    let i = global_id();
    if base + i < out.len() {
        out[base + i] = i as u32;
    }
}

#[test]
fn operators_do_not_hide_races() {
    let stream = Device::cpu().stream();
    let mut out = stream.alloc_zeroed::<u32>(8).unwrap();
    let error = placed::<1>(Base(1), &mut out).threads(4).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("K0303"), "{error}");
}

/// How far something is, which a kernel knows nothing of but what rustc finds.
#[device]
fn distance(v: u32) -> u32 {
    (v * 7 + 1) % 32
}

#[device]
fn bit<T: DeviceShl<u8, Output = T> + KernelType>(one: T, at: u8) -> T {
    one << at
}

/// A shifted number has its own type, whatever it is shifted by.
#[kernel]
fn masks(x: &[u32], wide: &mut [u64], narrow: &mut [i8]) {
    let i = global_id();
    let at = distance(x[i]);
    let mut seen = 0;
    seen |= 1 << at;
    seen |= 1 << distance(at) << 20;
    let far: u64 = 3 << (32 + at % 8);
    wide[i] = (seen ^ far) + bit(1, (at % 4) as u8) - (!0 >> distance(at));
    let mut small = -100 >> (at % 5);
    small <<= at as i64 % 2;
    narrow[i] = small;
}

#[test]
fn the_type_of_what_is_shifted_is_its_own() {
    let distance = |v: u32| (v * 7 + 1) % 32;
    let x: Vec<u32> = (0..64).collect();
    let wide = x.iter().map(|x| {
        let at = distance(*x);
        let seen = 1u64 << at | (1u64 << distance(at)) << 20;
        ((seen ^ 3 << (32 + at % 8)) + (1 << (at % 4))).wrapping_sub(!0 >> distance(at))
    });
    let wide: Vec<u64> = wide.collect();
    let narrow: Vec<i8> = x.iter().map(|x| distance(*x)).map(|at| (-100 >> (at % 5)) << (at % 2)).collect();
    for stream in streams() {
        let (mut of_64, mut of_8) =
            (stream.alloc_zeroed::<u64>(64).unwrap(), stream.alloc_zeroed::<i8>(64).unwrap());
        masks(&stream.upload(&x).unwrap(), &mut of_64, &mut of_8)
            .threads(64)
            .block(32)
            .launch(&stream)
            .unwrap();
        assert_eq!(stream.download(&of_64).unwrap(), wide, "on {}", stream.device());
        assert_eq!(stream.download(&of_8).unwrap(), narrow, "on {}", stream.device());
    }
}
