//! A misspelt name is one error, whatever rustc finds that is like it, and so are a function's or a trait's name for a
//! type, and a name that two parameters have.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Pair {
    fn dot_left_out(&self) -> f32 {
        selfy + self.x
    }

    fn letter_left_out(&self) -> f32 {
        slf.x * self.y
    }

    fn letters_in_another_order(self) -> f32 {
        let pair = sefl;
        pair.x + self.y
    }
}

#[device]
fn halved(x: f32) -> f32 {
    x * 0.5
}

#[device]
fn of_a_variable(x: f32) -> f32 {
    let y: halved = x;
    y
}

#[device]
fn of_a_parameter(x: &halved) -> f32 {
    *x
}

#[device]
fn of_a_result(x: f32) -> halved {
    x
}

#[kernel]
fn of_a_kernel(values: &[halved], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = values[i];
    }
}

#[device]
impl Pair {
    fn cast<U: Float>(self) -> KernelType<U> {
        self
    }

    fn called(self, f: impl Fnn(f32) -> f32) -> f32 {
        f(self.x)
    }
}

#[kernel(tile)]
fn of_two_parameters<const K: usize, const N: usize, const K: usize>(
    a: &Tensor2<f32>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    c.store(m, n, a.load::<K, N>(m, n));
}

#[kernel]
fn of_another_value(grids: &[u32], grids: &mut [u32]) {
    let i = global_id() as of_another_value;
    grids[0] = 1;
}

#[device]
fn of_an_arrow(x: f32): f32 {
    x
}

#[device]
fn of_a_module(x: f32) -> f32 {
    grid.sync();
    x + of_an_arrow(x)
}

#[kernel(instances(f32, f64))]
fn of_a_type_parameter<TT: Float>(x: &[T], y: &mut [TT]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        y[i] = x[i];
    }
}

#[kernel(tile)]
fn of_an_unknown_type(a: ATensor2<f32>, c: &mut Tensor2<f32>) {
    let (m, n) = (tile_id(0), tile_id(1));
    c.store(m, n, a.load::<4, 4>(m, n) * crate);
}

fn main() {}
