use kiln::prelude::*;
use std::collections::HashMap;

// Neither the type nor its methods are marked.
struct Call {
    spot: f32,
    strike: f32,
}

impl Call {
    fn ratio(&self) -> f32 {
        self.spot / self.strike
    }
}

#[kernel]
fn unmarked(out: &mut [f32]) {
    let i = global_id();
    let call = Call { spot: 1.0, strike: 2.0 };
    out[i] = call.ratio();
}

#[device]
trait Activation {
    fn apply(&self, x: f32) -> f32;
}

// No bound says that a kernel can take one.
#[kernel]
fn unbounded<A: Activation>(activation: A, x: &mut [f32]) {
    let i = global_id();
    x[i] = activation.apply(x[i]);
}

// What is wrong with the type is told once, and not where it is used.
#[derive(Clone, Copy, KernelType)]
enum Figure {
    Disc(f32),
    Square { side: f32 },
}

#[kernel]
fn carried(figures: &[Figure], out: &mut [f32]) {
    let i = global_id();
    out[i] = 0.0;
}

#[kernel]
fn of_the_host(
    rates: &HashMap<u32, f32>,
    count: &AtomicU32,
    rows: &[[f32]],
    lines: &[&[f32]],
    size: (usize, usize),
    out: &mut [f32],
) {
    let i = global_id();
    out[i] = rates[&1];
}

const BLOCK: usize = 128;

#[kernel(block = BLOCK)]
fn named_block(out: &mut [f32]) {
    out[global_id()] = 0.0;
}

#[kernel]
fn asked(x: &[f32], n: &[u32], out: &mut [f32]) {
    let i = global_id();
    out[i] = *x.get(i)?;
    let whole: f32 = n[i].into();
    let mut window = [x[0], x[1], x[2]];
    window.sort_by(|a, b| a.total_cmp(b));
    out[i] = whole + window[1];
}

#[kernel(tile)]
fn own_reduction(x: &Tensor2<f32>, out: &mut Tensor2<f32>) {
    let a = x.load::<16, 16>(tile_id(0), 0);
    out.store(tile_id(0), 0, a.folded::<1>(|a, b| a + b));
}

fn main() {}
