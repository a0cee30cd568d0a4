//! An iterative solver as one graph: conjugate gradients for the temperature of a plate, until the residual is
//! small. The loop, its condition included, runs on the device; the host launches once.
//!
//! ```text
//! cargo run --release --example graph
//! ```

use kiln::prelude::*;
use kiln::{BufferSliceMut, GraphBuilder};

const SIDE: usize = 96;
const N: usize = SIDE * SIDE;

/// What the host and the kernels know of the solver besides vectors.
const OLD: usize = 0;
const NEW: usize = 1;
const ENERGY: usize = 2;
const SCALARS: usize = 3;

/// `q = A p`, the plate's equations: four times a point less its neighbors.
#[kernel]
fn apply(p: &[f64], q: &mut [f64]) {
    let i = global_id();
    if i < q.len() && i < p.len() {
        let (row, column) = (i / SIDE, i % SIDE);
        let mut sum = 4.0 * p[i];
        if row > 0 {
            sum -= p[i - SIDE];
        }
        if i + SIDE < p.len() {
            sum -= p[i + SIDE];
        }
        if column > 0 {
            sum -= p[i - 1];
        }
        if column + 1 < SIDE && i + 1 < p.len() {
            sum -= p[i + 1];
        }
        q[i] = sum;
    }
}

/// Adds `x · y` to one of the scalars.
#[kernel(block = 256)]
fn dot(x: &[f64], y: &[f64], at: usize, scalars: &[AtomicF64]) {
    let i = global_id();
    let mine = if i < x.len() && i < y.len() { x[i] * y[i] } else { 0.0 };
    let total = block::sum(mine);
    if thread_idx().x == 0 {
        scalars[at].fetch_add(total, Ordering::Relaxed);
    }
}

/// Steps along `p`, and shortens the residual.
#[kernel]
fn advance(scalars: &[f64], p: &[f64], q: &[f64], x: &mut [f64], r: &mut [f64]) {
    let i = global_id();
    let step = scalars[OLD] / scalars[ENERGY];
    if i < x.len() && i < r.len() {
        x[i] += step * p[i];
        r[i] -= step * q[i];
    }
}

/// The next direction.
#[kernel]
fn turn(scalars: &[f64], r: &[f64], p: &mut [f64]) {
    let i = global_id();
    let ratio = scalars[NEW] / scalars[OLD];
    if i < p.len() && i < r.len() {
        p[i] = r[i] + ratio * p[i];
    }
}

/// Gets the scalars ready for the next turn, and says whether there is to be one.
#[kernel]
fn decide(enough: f64, most: u32, scalars: &mut [f64], turns: &mut [u32], more: &mut [u32]) {
    if global_id() == 0 {
        scalars[OLD] = scalars[NEW];
        turns[0] += 1;
        more[0] = (scalars[OLD] > enough && turns[0] < most) as u32;
    }
}

/// One turn of the loop. Kiln finds the order: `apply` before the product with its result, and so on.
fn one_turn(
    graph: &mut GraphBuilder,
    (x, r, p, q): (
        &mut BufferSliceMut<'_, f64>,
        &mut BufferSliceMut<'_, f64>,
        &mut BufferSliceMut<'_, f64>,
        &mut BufferSliceMut<'_, f64>,
    ),
    (scalars, turns, more): (
        &mut BufferSliceMut<'_, f64>,
        &mut BufferSliceMut<'_, u32>,
        &mut BufferSliceMut<'_, u32>,
    ),
) -> kiln::Result<()> {
    graph.fill(scalars.reborrow().slice_clamped(NEW..SCALARS), 0.0)?;
    apply(&*p, &mut *q).threads(N).add_to(graph)?;
    dot(&*p, &*q, ENERGY, &mut *scalars).threads(N).add_to(graph)?;
    advance(&*scalars, &*p, &*q, &mut *x, &mut *r).threads(N).add_to(graph)?;
    dot(&*r, &*r, NEW, &mut *scalars).threads(N).add_to(graph)?;
    turn(&*scalars, &*r, p).threads(N).add_to(graph)?;
    decide(1e-20, 2000, scalars, turns, more).threads(1).add_to(graph)?;
    Ok(())
}

fn main() -> kiln::Result<()> {
    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    let stream = device.stream();

    // A source of heat in the middle of a plate whose rim is cold.
    let mut heat = vec![0.0f64; N];
    heat[N / 2 + SIDE / 2] = 1.0;
    let state = (
        stream.alloc_zeroed::<f64>(N)?,
        stream.upload(&heat)?,
        stream.upload(&heat)?,
        stream.alloc_zeroed::<f64>(N)?,
        stream.upload(&[1.0f64, 0.0, 0.0])?,
        stream.upload(&[0u32])?,
        stream.upload(&[1u32])?,
    );
    let built =
        stream.graph(state, |graph, (mut x, mut r, mut p, mut q, mut scalars, mut turns, mut more)| {
            let unsolved = graph.condition(&more)?;
            graph.while_loop(unsolved, |graph| {
                one_turn(graph, (&mut x, &mut r, &mut p, &mut q), (&mut scalars, &mut turns, &mut more))
            })
        });
    let (mut graph, ()) = match built {
        Err(kiln::Error::SymbolMissing { needed, .. }) => {
            println!("loops in graphs need a driver for CUDA {needed}");
            return Ok(());
        }
        built => built?,
    };
    graph.launch(&stream)?;

    let (x, .., turns, _) = graph.views_mut()?;
    let (x, turns) = (stream.download(&x)?, stream.download(&turns)?[0]);
    let worst = (0..N).map(|i| (plate(&x, i) - heat[i]).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-9, "the equations hold to {worst:e}");
    println!("solved {N} equations in {turns} turns, by one launch; they hold to {worst:.1e}");
    Ok(())
}

/// `A x` at one point, in plain Rust.
fn plate(x: &[f64], i: usize) -> f64 {
    let at = |there: bool, j: usize| if there { x[j] } else { 0.0 };
    let (row, column) = (i / SIDE, i % SIDE);
    4.0 * x[i]
        - at(row > 0, i.wrapping_sub(SIDE))
        - at(row + 1 < SIDE, i + SIDE)
        - at(column > 0, i.wrapping_sub(1))
        - at(column + 1 < SIDE, i + 1)
}
