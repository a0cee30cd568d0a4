//! What the macros write has no lint of a crate that denies them, and needs no prelude of std.

#![deny(unused_results)]
#![no_implicit_prelude]
#![deny(warnings, missing_docs, unreachable_pub, clippy::pedantic, clippy::all)]
#![deny(
    missing_debug_implementations,
    missing_copy_implementations,
    unused_qualifications,
    trivial_casts,
    trivial_numeric_casts,
    unused_lifetimes,
    single_use_lifetimes,
    let_underscore_drop,
    unused_import_braces,
    unsafe_op_in_unsafe_fn
)]

use ::kiln::prelude::*;
use ::std::assert_eq;
use ::std::clone::Clone;
use ::std::convert::From;
use ::std::iter::ExactSizeIterator;
use ::std::marker::Copy;
use ::std::option::Option::{self, None, Some};
#[cfg(test)]
use ::std::prelude::rust_2024::test;

/// A kind.
#[derive(Clone, Copy, Debug, KernelType)]
#[repr(u8)]
pub enum Kind {
    /// One.
    One(f32),
    /// Two.
    Two {
        /// A.
        a: u8,
    },
    /// None.
    Empty,
}

/// A flag.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
pub enum Flag {
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A point.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, KernelType)]
pub struct Point<T: KernelType> {
    /// X.
    pub x: T,
}

/// Doubles.
#[device]
pub trait Double {
    /// Twice.
    #[must_use]
    fn twice(self) -> Self;
}

#[device]
impl Double for Point<f32> {
    fn twice(self) -> Self {
        Point { x: self.x * 2.0 }
    }
}

#[device]
impl ::std::ops::Add for Point<f32> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Point { x: self.x + other.x }
    }
}

/// Maybe.
#[device]
#[must_use]
pub fn maybe(i: usize) -> Option<u32> {
    if (2..40).contains(&i) && !(i..3).is_empty() { Some((i..40).len() as u32) } else { None }
}

/// A kernel.
#[kernel]
pub fn run(kinds: &[Kind], flag: Flag, out: &mut [f32]) {
    //! It has docs inside.
    #![allow(clippy::many_single_char_names)]
    let i = global_id();
    if i < out.len() && i < kinds.len() {
        let p = Point { x: 1.0f32 };
        let q = (p + p).twice();
        out[i] = match kinds[i] {
            Kind::One(v) => v,
            Kind::Two { a } => f32::from(a),
            Kind::Empty => q.x,
        };
        if flag == Flag::Up && p == p && p < q {
            if let Some(n) = maybe(i) {
                out[i] += n as f32;
            }
        }
    }
}

/// A tile kernel.
#[kernel(tile)]
pub fn tiles(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    y.store(tile_id(0), x.load::<64>(tile_id(0)).exp());
}

/// A generic kernel.
#[kernel]
pub fn generic<T: Num, const N: usize>(x: &[[T; N]], y: &mut [T]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        let mut sum = T::ZERO;
        for v in x[i] {
            sum += v;
        }
        y[i] = sum;
    }
}

/// A tuned kernel.
#[kernel(tune(EACH = [1, 4], block = [64, 128], where(EACH * block <= 256), default(EACH = 4, block = 64)))]
pub fn tuned<T: Num, const EACH: u32>(x: &mut [T]) {
    if let Some(x) = x.get_mut(global_id()) {
        for _ in 0..EACH / EACH {
            *x += *x;
        }
    }
}

#[test]
fn a_crate_with_lints_runs() {
    let stream = Device::cpu().stream();
    let kinds = [Kind::One(0.5), Kind::Two { a: 3 }, Kind::Empty, Kind::Empty];
    let kinds = stream.upload(&kinds).unwrap();
    let mut out = stream.alloc_zeroed::<f32>(4).unwrap();
    run(&kinds, Flag::Up, &mut out).threads(4).launch(&stream).unwrap();
    assert_eq!(stream.download(&out).unwrap(), [0.5, 3.0, 42.0, 4.0]);
    tuned(&mut out).threads(4).tuned().launch(&stream).unwrap();
    assert_eq!(stream.download(&out).unwrap(), [1.0, 6.0, 84.0, 8.0]);
}
