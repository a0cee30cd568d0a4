use kiln::prelude::*;

#[device]
fn fill(values: &mut [f32], value: f32) {
    for i in 0..values.len() {
        values[i] = value;
    }
}

#[kernel(block = 256)]
fn start(y: &mut [f32]) {
    let tile = shared::<[f32; 256]>();
    fill(&mut tile, 0.0);
    y[global_id()] = tile[thread_idx().x];
}

fn main() {}
