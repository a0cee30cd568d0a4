//! Operators of C-like enums, which are numbers to kernels: those with `#[device]` against plain Rust, and those
//! without, which no kernel takes for the operator of the discriminants.

use std::ops::{Add, AddAssign, BitOr, Neg, Not};

use kiln::operators::{DeviceAdd, DeviceNot};
use kiln::prelude::*;

use crate::same::{agrees, kernel_of};

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
#[repr(u32)]
enum Side {
    Left,
    Right,
}

#[device]
impl Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        if self == Side::Left { Side::Right } else { Side::Left }
    }
}

#[device]
impl Neg for Side {
    type Output = i32;
    fn neg(self) -> i32 {
        if self == Side::Left { 7 } else { -7 }
    }
}

#[device]
impl Add<u32> for Side {
    type Output = u32;
    fn add(self, n: u32) -> u32 {
        self as u32 + n * 100
    }
}

#[device]
impl Add<Side> for u32 {
    type Output = u32;
    fn add(self, side: Side) -> u32 {
        self * 3 + side as u32
    }
}

#[device]
impl BitOr for Side {
    type Output = Side;
    fn bitor(self, other: Side) -> Side {
        if self == other { Side::Left } else { Side::Right }
    }
}

#[device]
impl AddAssign<u32> for Side {
    fn add_assign(&mut self, n: u32) {
        if n % 2 == 1 {
            *self = !*self;
        }
    }
}

/// Has a side in it.
#[derive(Clone, Copy, KernelType)]
struct Door {
    hinge: Side,
    width: u32,
}

#[device]
fn turned<T: DeviceNot<Output = T> + KernelType>(value: T) -> T {
    !value
}

#[device]
fn added<T: DeviceAdd<u32, Output = u32> + KernelType>(value: T) -> u32 {
    value + 5
}

#[device]
fn sides(i: usize, x: &[i32]) -> i32 {
    let v = x[i % x.len()] as u32;
    let mut side = if v % 3 == 0 { Side::Left } else { Side::Right };
    let mut t = (!side) as u32 + (!Side::Left) as u32 * 3 + (side + v % 50) + (v % 50 + side) * 2;
    side += v;
    let mut door = Door { hinge: side | Side::Right, width: v % 9 };
    door.hinge += door.width;
    let both = [side, !door.hinge];
    t += (both[0] | both[1]) as u32 * 5 + (turned(side) as u32) * 7 + turned(v) % 11;
    t += added(door.hinge) + added(3u32);
    t += both.iter().fold(4, |sum, side| sum + *side);
    (t as i32).wrapping_mul(2).wrapping_add(-side)
}
kernel_of!(sides_kernel, sides);

#[test]
fn enums_have_operators_with_device() {
    agrees!(sides_kernel, sides);
}

/// Kernels that name std's traits, of which nobody tells them for an enum.
#[kernel]
fn negated<T: Not<Output = T> + KernelType>(x: &mut [T], by: T) {
    let i = global_id();
    if i < x.len() {
        x[i] = !by;
    }
}

#[kernel]
fn summed<T: Add<u32, Output = u32> + KernelType>(x: &mut [u32], by: T) {
    let i = global_id();
    if i < x.len() {
        x[i] = by + 3;
    }
}

/// Operators that are the host's alone.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]
#[repr(u32)]
enum Level {
    Low,
    High,
}

impl Not for Level {
    type Output = Level;
    fn not(self) -> Level {
        if self == Level::Low { Level::High } else { Level::Low }
    }
}

impl PartialEq<u32> for Level {
    fn eq(&self, n: &u32) -> bool {
        *self as u32 + 10 == *n
    }
}

#[kernel]
fn levels(x: &[Level], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = if x[i] >= Level::High { 2 } else { 1 };
    }
}

// Generic, so that verifying every kernel of these tests does not meet it.
#[kernel]
fn compared<const N: usize>(x: &[Level], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = if x[i] == 11 { 2 } else { 1 };
    }
}

#[derive(Clone, Copy, KernelType)]
enum Vote {
    No,
    Yes,
}

impl<'a> std::iter::Sum<&'a Vote> for Vote {
    fn sum<I: Iterator<Item = &'a Vote>>(iter: I) -> Vote {
        if iter.count() > 1 { Vote::Yes } else { Vote::No }
    }
}

// As `compared` is.
#[kernel]
fn counted<const N: usize>(x: &[Vote], out: &mut [Vote]) {
    out[0] = x.iter().sum::<Vote>();
}

// As `compared` is.
#[kernel(tile)]
fn of_tiles<const N: usize>(side: Side, x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let w = x.load::<16>(tile_id(0));
    let by = if (!side) as u32 == 1 { 2.0 } else { 3.0 };
    y.store(tile_id(0), w * by);
}

#[test]
fn no_operator_of_an_enum_is_taken_for_that_of_its_discriminants() {
    let stream = Device::cpu().stream();
    let mut side = stream.upload(&[Side::Left; 4]).unwrap();
    let error = negated(&mut side, Side::Right).threads(4).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("`!` of `Side`") && error.contains("DeviceNot"), "{error}");
    assert!(error.contains("enum_operators.rs"), "{error}");
    let mut numbers = stream.upload(&[1u32; 4]).unwrap();
    negated(&mut numbers, 2).threads(4).launch(&stream).unwrap();
    assert_eq!(stream.download(&numbers).unwrap(), [!2; 4]);
    let error = summed(&mut numbers, Side::Right).threads(4).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("`+` of `Side`") && error.contains("DeviceAdd"), "{error}");
    summed(&mut numbers, 4u32).threads(4).launch(&stream).unwrap();
    assert_eq!(stream.download(&numbers).unwrap(), [7; 4]);

    let level = stream.upload(&[Level::Low, Level::High]).unwrap();
    let mut out = stream.alloc_zeroed::<u32>(2).unwrap();
    levels(&level, &mut out).threads(2).launch(&stream).unwrap();
    assert_eq!(stream.download(&out).unwrap(), [1, 2]);
    let error = compared::<1>(&level, &mut out).threads(2).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("`==` of `Level`"), "{error}");

    let votes = stream.upload(&[Vote::No, Vote::Yes]).unwrap();
    let mut all = stream.upload(&[Vote::No]).unwrap();
    let error = counted::<1>(&votes, &mut all).threads(1).launch(&stream).unwrap_err().to_string();
    assert!(error.contains("`Vote` has a `sum` of its own"), "{error}");

    let x = Tensor1::from_slice(&stream, &[1.0f32; 16]).unwrap();
    let mut y = Tensor1::<f32>::zeros(&stream, 16).unwrap();
    let error = of_tiles::<1>(Side::Left, &x, &mut y).tiles(1).launch(&stream);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("`Side` has an operator `|` of its own"), "{error}");
}
