//! A parameter that is no value is told of once, by Kiln, which has a way out.

use kiln::prelude::*;

#[device]
fn a_slice(x: [f32]) -> f32 {
    x[0]
}

#[device]
fn any_closure(f: dyn Fn(f32) -> f32) -> f32 {
    f(1.0)
}

#[device]
fn slices(x: &[[f32]]) -> f32 {
    x[0][0]
}

#[device]
fn inferred(x: _) -> f32 {
    x
}

#[device]
fn never(x: !) -> f32 {
    1.0
}

#[kernel(tile)]
fn of_a_tile(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let t = x.load::<0>(tile_id(0));
    let u: Tile1<f32, 0> = t;
    y.store(tile_id(0), u);
}

fn main() {}
