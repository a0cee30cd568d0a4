//! A name that nothing has is rustc's error alone, whatever it stands for: a slice that is written to, an index, a
//! variable, a reference, a tensor, the type of a constant, a letter.

use kiln::prelude::*;

#[derive(Clone, Copy, KernelType)]
struct Point<T> {
    x: T,
    y: T,
}

/// Which has a field that the methods of others have not.
#[derive(Clone, Copy, KernelType)]
struct Counted {
    count: u32,
}

#[kernel]
fn writes(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < yy.len() {
        yy[i] = x[i];
    }
    y[ii] = xx[i];
    counted += 1;
}

#[kernel]
fn references(y: &mut [f32]) {
    let row = &mut rows[2..];
    row[0] = 1.0;
    for v in yy.iter_mut() {
        *v = 2.0;
    }
    y[global_id()] = 3.0;
}

#[kernel(tile)]
fn tiles(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let tile = xx.load::<64>(i) + Tiel1::<f32, 64>::zeros();
    y.store(ii, tile);
    y.store(i, x.load::<64>(i));
}

#[kernel]
fn letters(x: &[u], y: &mut [i]) {
    y[global_id()] = x[0];
}

#[kernel]
fn constants<const N: usie>(y: &mut [u32]) {
    y[global_id()] = N as u32;
}

#[device]
fn makes(a: f32) -> f32 {
    let p = Pointt::<f32> { x: a, y: a };
    p.x
}

#[device]
impl Point<f32> {
    fn kept(self, counter: u32) -> u32 {
        count + counter
    }
}

fn main() {}
