use kiln::operators::DeviceAdd;
use kiln::prelude::*;
use std::ops::{Add, Index, Mul, Neg};

#[derive(Clone, Copy, PartialEq, KernelType)]
struct Vec2 {
    x: f32,
    y: f32,
}

// Without `#[device]`.
impl Add for Vec2 {
    type Output = Vec2;

    fn add(self, o: Vec2) -> Vec2 {
        Vec2 { x: self.x + o.x, y: self.y + o.y }
    }
}

#[device]
impl Mul<f32> for Vec2 {
    type Output = Vec2;

    fn mul(self, by: f32) -> Vec2 {
        Vec2 { x: self.x * by, y: self.y * by }
    }
}

#[kernel]
fn mistyped(v: Vec2, n: i32, out: &mut [Vec2]) {
    let i = global_id();
    if i < out.len() {
        out[i] = v * n;
        out[i] += v;
        out[i] = -v * 2.0;
        out[i] = v.x * 2.0;
    }
}

#[kernel]
fn unmarked(v: Vec2, out: &mut [Vec2]) {
    let i = global_id();
    if i < out.len() && out[i] == v {
        out[i] = out[i] + v;
    }
}

#[kernel]
fn referred(v: Vec2, out: &mut [Vec2]) {
    let i = global_id();
    if i < out.len() {
        out[i] = &v + &v;
    }
}

#[kernel]
fn doubled<T: DeviceAdd<Output = T> + KernelType>(x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = x[i] + x[i];
    }
}

fn launch(stream: &Stream, x: &mut Buffer<Vec2>) -> kiln::Result<()> {
    doubled(x).threads(4).launch(stream)
}

#[device]
impl Neg for &Vec2 {
    type Output = Vec2;

    fn neg(self) -> Vec2 {
        Vec2 { x: -self.x, y: -self.y }
    }
}

#[device]
impl Index<usize> for Vec2 {
    type Output = f32;

    fn index(&self, i: usize) -> &f32 {
        if i == 0 { &self.x } else { &self.y }
    }
}

// Compared by the host alone.
#[derive(Clone, Copy, PartialEq, PartialOrd, KernelType)]
struct Inner(f32);

#[device]
#[derive(Clone, Copy, PartialEq, PartialOrd, KernelType)]
struct Outer {
    inner: Inner,
    others: [Inner; 2],
    weight: f32,
}

#[kernel]
fn compared(x: &[Inner], y: &[Outer], out: &mut [bool]) {
    let i = global_id();
    if i < out.len() {
        out[i] = x[i] < x[0] || [x[i]] == [x[1]] || y[i] == y[0] || (i, x[i]) == (0, x[0]);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, KernelType)]
struct Tag(u32);

impl From<u32> for Tag {
    fn from(n: u32) -> Tag {
        Tag(n)
    }
}

#[device]
impl From<bool> for Tag {
    fn from(flag: bool) -> Tag {
        Tag(u32::from(flag))
    }
}

// Its own comes first to Rust.
#[device]
#[derive(Clone, Copy, PartialEq, PartialOrd, KernelType)]
struct Turned(u32);

impl Turned {
    fn partial_cmp(&self, other: &Turned) -> Option<std::cmp::Ordering> {
        other.0.partial_cmp(&self.0)
    }
}

#[kernel]
fn ordered(tags: &[Tag], x: &[f32], out: &mut [i32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = tags[i].cmp(&tags[0]) as i32 + x[i].cmp(&x[0]) as i32;
        out[i] += (Tag::from(2u32).0 + Tag::from(true).0 + Tag::from(2.0f32).0) as i32;
    }
}

fn main() {}
