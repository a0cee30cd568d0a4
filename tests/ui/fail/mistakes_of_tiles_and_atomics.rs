use kiln::prelude::*;

#[kernel]
fn counted(x: &[f32], counts: &[AtomicU32], y: &mut [u32]) {
    let i = global_id();
    if i < y.len() {
        counts[x[i] as usize] += 1;
        if counts[i] > 3 {
            y[i] = 1;
        }
    }
}

#[kernel]
fn flipped(width: usize, x: &[f32], y: &mut [f32]) {
    let (column, row) = global_id();
    y[row * width + column] = x[row * width + column] ** 2.0;
}

#[kernel(tile)]
fn clamped(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let t = x.load::<16, 16>(tile_id(), 0);
    let u = if t > 0.0 { t } else { -t };
    let first = t[0][1];
    y[tile_id(0)] = u * first;
}

#[kernel(tile)]
fn summed(x: &Tensor2<f32>, y: &mut Tensor1<f32>) {
    let t = x.load::<16, 64>(tile_id(0), 0);
    let twice = t * 2.0;
    let halves = t.split::<0>();
    y.store(tile_id(0), t.sum_all());
}

#[kernel(tile)]
fn of_no_tensor(x: &Tenser2<f32>, y: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    y.store(i, j, x.load::<8, 8>(i, j));
}

fn main() {}
