// Each kernel says once what brings its functions into scope.
use kiln::{AtomicU32, Ordering, Tensor1};

#[kiln::kernel(block = 64)]
fn reversed(x: &[f32], counts: &[AtomicU32], y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    let t = thread_idx().x;
    tile[t] = x[global_id()];
    sync_threads();
    y[global_id()] = tile[63 - t];
    counts[0].fetch_add(1, Ordering::Relaxed);
}

#[kiln::kernel(tile)]
fn doubled(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    y.store(tile_id(0), x.load::<64>(tile_id(0)) * 2.0);
}

// One that brings in what it calls needs no more.
mod by_name {
    use kiln::global_id;

    #[kiln::kernel]
    fn ones(y: &mut [f32]) {
        y[global_id()] = 1.0;
    }
}

fn main() {}
