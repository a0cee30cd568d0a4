use kiln::prelude::*;

#[kernel(block = 256)]
fn shift(x: &[f32], y: &mut [f32]) {
    let tile = shared::<[f32; 256]>();
    let (i, t) = (global_id(), thread_idx().x);
    if i >= x.len() {
        return;
    }
    tile[t] = x[i];
    sync_threads();
    y[i] = tile[255 - t];
}

#[kernel]
fn counted(y: &mut [f32]) {
    for _ in 0..thread_idx().x {
        sync_threads();
    }
    y[global_id()] = 1.0;
}

fn main() {}
