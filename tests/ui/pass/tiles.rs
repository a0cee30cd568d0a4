// Tile kernels as users write them: rustc checks the shapes, Kiln finds the same types.
#![deny(warnings)]

use kiln::prelude::*;
use kiln::tile::MmaOperand;
use kiln::{bf16, f16};

/// The sum of two vectors, with a grid that may be smaller than they are.
#[kernel(tile)]
fn vector_add(a: &Tensor1<f32>, b: &Tensor1<f32>, c: &mut Tensor1<f32>) {
    for i in (tile_id(0)..c.len().div_ceil(1024)).step_by(tile_count(0)) {
        c.store(i, a.load::<1024>(i) + b.load(i));
    }
}

/// The softmax of each row.
#[kernel(tile, warps = 8)]
fn softmax(scale: f32, x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let row = x.row(i);
    let v = row.load_or::<1000>(0, f32::NEG_INFINITY) * scale;
    let inside = Tile1::<usize, 1000>::iota().lt(row.len());
    let e = inside.select((v - v.max_all()).exp(), 0.0);
    y.row_mut(i).store(0, e / e.sum_all());
}

/// Layer normalization of 16 rows at a time.
#[kernel(tile)]
fn layer_norm<const N: usize>(
    eps: f32,
    x: &Tensor2<f16>,
    weight: &Tensor1<f32>,
    bias: &Tensor1<f32>,
    y: &mut Tensor2<f16>,
) {
    let rows = tile_id(0);
    let v = x.load::<16, N>(rows, 0).cast::<f32>();
    let n = x.cols() as f32;
    let inside = Row::<usize, N>::iota().lt(x.cols()).broadcast::<16>();
    let mean = v.sum_axis::<1>() / n;
    let d = inside.select(v - mean, 0.0);
    let variance = (d * d).sum_axis::<1>() / n;
    let w: Row<f32, N> = weight.load(0).to_row();
    let b = bias.load::<N>(0).to_row();
    let normal = d * (variance + eps).rsqrt() * w + b;
    y.store(rows, 0, normal.cast());
}

/// A matrix product of any size.
#[kernel(tile, warps = 4, stages = 3)]
fn matmul<T: MmaOperand, const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<T>,
    b: &Tensor2<T>,
    c: &mut Tensor2<f32>,
) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut acc = Tile2::<f32, M, N>::zeros();
    for k in 0..a.cols().div_ceil(K) {
        acc = mma(a.load::<M, K>(m, k), b.load(k, n), acc);
    }
    c.store(m, n, acc);
}

#[device]
fn causal<const Q: usize, const K: usize>(query: usize, key: usize) -> Tile2<bool, Q, K> {
    let rows = Col::<usize, Q>::iota() + query * Q;
    let columns = Row::<usize, K>::iota() + key * K;
    columns.le(rows)
}

/// The scores shifted by their greatest, and how the older sums scale to that.
#[device]
fn rescale<const Q: usize, const K: usize>(
    scores: Tile2<f32, Q, K>,
    top: Col<f32, Q>,
    next: Col<f32, Q>,
    old: &mut Col<f32, Q>,
) -> Tile2<f32, Q, K> {
    *old = (top - next).exp();
    (scores - next).exp()
}

/// Attention forward with a causal mask: an online softmax over blocks of keys.
#[kernel(tile)]
fn attention<const Q: usize, const K: usize, const D: usize>(
    scale: f32,
    q: &Tensor2<bf16>,
    k: &Tensor2<bf16>,
    v: &Tensor2<bf16>,
    o: &mut Tensor2<bf16>,
) {
    let block = tile_id(0);
    let q = q.load::<Q, D>(block, 0);
    let mut top = Col::<f32, Q>::full(f32::NEG_INFINITY);
    let mut total = Col::<f32, Q>::zeros();
    let mut acc = Tile2::<f32, Q, D>::zeros();
    for j in 0..((block + 1) * Q).div_ceil(K) {
        let scores = mma(q, k.load::<K, D>(j, 0).transpose(), Tile2::zeros()) * scale;
        let inside = (Row::<usize, K>::iota() + j * K).lt(k.rows());
        let scores = (causal::<Q, K>(block, j) & inside).select(scores, -1e30);
        let next = top.max(scores.max_axis::<1>());
        let mut old = Col::zeros();
        let p = rescale(scores, top, next, &mut old);
        total = total * old + p.sum_axis::<1>();
        acc = mma(p.cast(), v.load(j, 0), acc * old);
        top = next;
    }
    o.store(block, 0, (acc / total).cast());
}

type Acc = Tile2<f32, 32, 16>;
const HALF: usize = 16;

#[device]
fn average<const N: usize>(x: &Tensor2<f32>, i: usize) -> Tile1<f32, N> {
    let row = x.row(i);
    row.load(0) / row.len() as f32
}

#[device]
fn leaky<T: Float, const N: usize>(x: Row<T, N>, slope: T) -> Row<T, N> {
    x.max(x * slope)
}

/// What is known only to rustc: aliases, constants, results of device functions.
#[kernel(tile)]
fn forms(n: i32, x: &Tensor2<f32>, y: &mut Tensor2<f32>, z: &mut Tensor1<i32>) {
    let i = tile_id(0);
    let mut acc = Acc::zeros();
    acc += x.load(i, 0);
    acc *= 2.0;
    acc -= average::<HALF>(x, i).to_row();
    acc /= Acc::full(3.0) + 1.0;
    let high = x.load::<32, { 2 * 8 }>(i, 0).max(0.0);
    let best = if n > 0 { acc } else { high };
    let other = leaky(best.sum_axis::<0>(), 0.5);
    let tall = best.transpose().reshape::<32, HALF>() + other;
    let late;
    if n == 0 {
        late = tall.min(other);
    } else {
        late = -tall.abs().mul_add(2.0, 1.0);
    }
    y.store(i, 0, late * late.flatten::<512>().sum_all());
    let odd = (Tile1::<i32, 64>::iota() & 1).eq(1);
    z.store(i, odd.select(n, Tile1::<i32, 64>::iota()));
}

fn main() {
    let a = matmul::<f16, 64, 64, 32>::entry();
    assert!(a.attrs.tile.is_some() && a.open && a.cuda.is_none());
    let add = vector_add::entry();
    assert!(!add.open && add.cuda.is_none());
    for kernel in ["vector_add", "softmax", "forms"] {
        let kernel = kiln::registry::all().into_iter().find(|entry| entry.name == kernel).unwrap();
        kernel.params.iter().for_each(drop);
    }
}
