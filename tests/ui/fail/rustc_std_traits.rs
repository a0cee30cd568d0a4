//! Conversions, orders and indices of a type's own, where kernels have them not, and where Rust has them not.

use kiln::prelude::*;
use std::ops::{Index, IndexMut};

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
        Tag(flag as u32)
    }
}

#[kernel]
fn unmarked(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let tag: Tag = 1u32.into();
        out[i] = tag.0;
    }
}

#[kernel]
fn missing(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let tag: Tag = 1.0f32.into();
        out[i] = tag.0;
    }
}

#[device]
fn missing_too(x: f32) -> Tag {
    x.into()
}

#[kernel]
fn of_no_type(x: &[u8], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let tag = true.into();
        out[i] = x[i].into() + 1;
    }
}

#[device]
fn by_a_bound<T: Into<f32> + KernelType>(x: T) -> f32 {
    x.into()
}

#[kernel]
fn greatest(tags: &[Tag], out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        let greater = tags[i].max(tags[0]);
        let lesser = Tag::min(tags[i], greater);
        out[i] = lesser.0;
    }
}

#[derive(Clone, Copy, KernelType)]
struct Row([f32; 4]);

impl Index<usize> for Row {
    type Output = f32;

    fn index(&self, at: usize) -> &f32 {
        &self.0[at]
    }
}

impl IndexMut<usize> for Row {
    fn index_mut(&mut self, at: usize) -> &mut f32 {
        &mut self.0[at]
    }
}

#[device]
impl Row {
    fn first(&self) -> f32 {
        self[0] + self.0[1]
    }
}

#[kernel]
fn elements(rows: &mut [Row], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && i < rows.len() {
        out[i] = rows[i].first() + rows[i][2];
        rows[i][1] = 2.0;
    }
}

fn main() {}
