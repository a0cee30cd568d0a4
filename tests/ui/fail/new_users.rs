use kiln::kernels::{self, AttentionOptions};
use kiln::prelude::*;

#[derive(Clone, Copy)]
struct Plain {
    mass: f32,
}

#[kernel(block = 64)]
fn shared_of_the_users(out: &mut [f32]) {
    let cells = shared::<[Plain; 64]>();
    cells[thread_idx().x].mass = 1.0;
    sync_threads();
    out[global_id()] = cells[0].mass;
}

#[kernel]
fn methods_of_std(x: &[u32], out: &mut [u32]) {
    let i = global_id();
    out[i] = x[i].carrying_add(3, false).0;
}

#[kernel]
fn signed_index(x: &[f32], out: &mut [f32]) {
    let i = global_id() as i32;
    out[global_id()] = x[i - 1];
}

// Each is told, whatever else is wrong.
#[kernel]
fn names_of_cuda(x: &[f32], out: &mut [f32]) {
    let i = global_id();
    out[i] = sinf(x[i]) + "1.0";
    __syncthreads();
    atomicAdd(&out[0], 1.0);
}

#[derive(Clone, Copy, KernelType)]
struct Op<F: Copy> {
    f: F,
}

#[kernel]
fn closure_in_a_field<F: Fn(f32) -> f32 + Copy>(op: Op<F>, out: &mut [f32]) {
    out[global_id()] = (op.f)(1.0);
}

#[kernel(tile)]
fn vector_beside_a_matrix(x: &Tensor2<f32>, bias: &Tensor1<f32>, out: &mut Tensor2<f32>) {
    let a = x.load::<16, 16>(tile_id(0), 0);
    out.store(tile_id(0), 0, a + bias.load::<16>(0));
}

#[kernel(tile)]
fn mask_of_a_row(x: &Tensor2<f32>, bias: &Tensor1<f32>, out: &mut Tensor2<f32>) {
    let a = x.load::<16, 16>(tile_id(0), 0);
    let positive = bias.load::<16>(0).to_row().gt(0.0);
    out.store(tile_id(0), 0, positive.select(a, 0.0));
}

#[kernel(tile)]
fn tuple_of_tiles(x: &Tensor1<f32>, out: &mut Tensor1<f32>) {
    let both = (x.load::<16>(0), x.load::<16>(1));
    out.store(tile_id(0), both.0 + both.1);
}

#[kernel]
fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] += a * x[i];
    }
}

#[kernel(tile)]
fn copied(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    y.store(tile_id(0), tile_id(1), x.load::<16, 16>(tile_id(0), tile_id(1)));
}

fn main() -> kiln::Result<()> {
    let stream = Device::best()?.stream();
    let wide = stream.upload(&[1.0f64; 4])?;
    let mut y = stream.upload(&[1.0f32; 4])?;
    axpy(2.0, &wide, &mut y).threads(4).launch(&stream)?;
    let vector = Tensor1::from_slice(&stream, &[1.0f32; 4])?;
    let mut matrix = Tensor2::from_slice(&stream, &[1.0f32; 4], [2, 2])?;
    copied(&vector, &mut matrix).launch(&stream)?;
    stream.download(&matrix)?;
    let q = Tensor4::<f64>::zeros(&stream, [1, 1, 1, 1])?;
    let mut o = Tensor4::<f64>::zeros(&stream, [1, 1, 1, 1])?;
    kernels::attention(&stream, &q, &q, &q, AttentionOptions::new(), &mut o)
}
