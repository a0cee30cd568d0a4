use kiln::prelude::*;

#[kernel(block = 256)]
fn reverse(x: &mut [f32]) {
    let tile = shared::<[f32; 256]>();
    let t = thread_idx().x;
    tile[t] = x[global_id()];
    x[global_id()] = tile[255 - t];
}

#[kernel(block = 128)]
fn sums(n: usize, x: &[f32], out: &mut [f32]) {
    let tile = shared::<[f32; 128]>();
    let t = thread_idx().x;
    let mut sum = 0.0;
    for step in 0..n / 128 {
        tile[t] = x[step * 128 + t];
        sync_threads();
        for k in 0..128 {
            sum += tile[k];
        }
    }
    out[global_id()] = sum;
}

fn main() {}
