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

// With a block of 16 threads no two of them meet.
#[kernel]
fn rows(x: &[f32], y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    let t = thread_idx().x;
    for r in 0..4 {
        tile[r * 16 + t] = x[r * 16 + t];
    }
    sync_threads();
    y[global_id()] = tile[63 - t];
}

// And of 4 by 4.
#[kernel]
fn squares(x: &[f32], y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    let (row, column) = (thread_idx().y, thread_idx().x);
    for r in 0..4 {
        tile[r * 16 + row * 4 + column] = x[r * 16 + row * 4 + column];
    }
    sync_threads();
    let (gx, gy) = global_id_2d();
    if gx < 512 {
        y[gy * 512 + gx] = tile[column * 4 + row];
    }
}

fn main() {}
