use kiln::prelude::*;

#[kernel]
fn smooth(y: &mut [f32]) {
    let i = global_id();
    if i + 1 < y.len() {
        y[i] = 0.5 * (y[i] + y[i + 1]);
    }
}

#[kernel]
fn rows(width: usize, height: usize, image: &mut [u8]) {
    let (x, y) = global_id_2d();
    if y < height {
        image[y * width + x / 2] = 1;
    }
}

#[kernel]
fn scatter(places: &[u32], x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        y[places[i] as usize] = x[i];
    }
}

#[kernel]
fn warps(x: &[f32], y: &mut [f32]) {
    let row = global_id() / 32;
    if row < y.len() && lane_id() == 0 {
        y[row] = x[row];
    }
}

fn main() {}
