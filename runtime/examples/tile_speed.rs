//! Tile kernels on the CPU against hand-written code: `cargo run --release -p kiln-runtime --example tile_speed`.
//!
//! Matrix products against the crate `matrixmultiply` with a thread for each processor, the others against loops on
//! rayon. Each kernel is IR text, so that only the executor is measured. Both sides run in turns; the medians
//! count, and a ratio above 1 means that the executor is faster.

use std::time::{Duration, Instant};

use kiln_codegen::ir;
use kiln_runtime::bf16;
use kiln_runtime::cpu::tile::{Program, TileArg};
use rayon::prelude::*;

fn program(text: &str) -> Program {
    let module = ir::parse(&format!(
        "kiln-ir 1\n\n#[tile]\n{text}\n\nsites {{\n    file \"a.rs\";\n    @0 1:1;\n    @1 2:1 divide;\n}}\n"
    ))
    .expect("the text parses");
    ir::verify::verify(&module).expect("the text is well-formed");
    Program::compile(&module).expect("the kernel compiles")
}

fn matmul(element: &str, [m, n, k]: [usize; 3]) -> Program {
    program(&format!(
        "kernel fn matmul(a#0: &tensor2<{element}>, b#1: &tensor2<{element}>, c#2: &mut tensor2<f32>) {{
    var i#3: usize; var j#4: usize; var acc#5: tile<f32, {m}, {n}>; var k#6: usize;
    @0 let i#3 = block_idx_x();
    @0 let j#4 = block_idx_y();
    @0 let acc#5 = tile_broadcast(0.0f32): tile<f32, {m}, {n}>;
    @0 '0: for k#6 in 0usize..div_ceil(a#0.extent(1), {k}usize, @1) {{
        @0 acc#5 = tile_mma(tile_load(a#0, i#3, k#6): tile<{element}, {m}, {k}>, tile_load(b#1, k#6, j#4): tile<{element}, {k}, {n}>, acc#5);
    }}
    @0 eval tile_store(c#2, i#3, j#4, acc#5);
}}"
    ))
}

fn softmax(n: usize) -> Program {
    program(&format!(
        "kernel fn softmax(x#0: &tensor2<f32>, y#1: &mut tensor2<f32>) {{
    var i#2: usize; var v#3: tile<f32, 1, {n}>; var e#4: tile<f32, 1, {n}>;
    @0 let i#2 = block_idx_x();
    @0 let v#3 = tile_load(x#0, i#2, 0usize): tile<f32, 1, {n}>;
    @0 let e#4 = exp(v#3 - tile_max_1(v#3));
    @0 eval tile_store(y#1, i#2, 0usize, e#4 / tile_sum_1(e#4));
}}"
    ))
}

const NORM: &str = "kernel fn norm(x#0: &tensor2<f32>, y#1: &mut tensor2<f32>, part#2: f32) {
    var i#3: usize; var v#4: tile<f32, 16, 1024>; var s#5: tile<f32, 16, 1>;
    @0 let i#3 = block_idx_x();
    @0 let v#4 = tile_load(x#0, i#3, 0usize): tile<f32, 16, 1024>;
    @0 v#4 -= tile_sum_1(v#4) * part#2;
    @0 let s#5 = rsqrt((tile_sum_1(v#4 * v#4) * part#2) + 0.01f32);
    @0 eval tile_store(y#1, i#3, 0usize, v#4 * s#5);
}";

const BLEND: &str = "kernel fn blend(x#0: &tensor1<f32>, y#1: &mut tensor1<f32>, a#2: f32) {
    var i#3: usize;
    @0 let i#3 = block_idx_x();
    @0 eval tile_store(y#1, i#3, ((tile_load(x#0, i#3): tile<f32, 4096>) * a#2) + (tile_load(y#1, i#3): tile<f32, 4096>));
}";

fn tensor<T>(data: &mut [T], extents: [usize; 2]) -> TileArg {
    TileArg::tensor(data.as_mut_ptr().cast(), &extents.map(|n| n as u64), &[extents[1] as u64, 1])
}

fn vector<T>(data: &mut [T]) -> TileArg {
    TileArg::tensor(data.as_mut_ptr().cast(), &[data.len() as u64], &[1])
}

fn run(program: &Program, grid: [usize; 2], args: &[TileArg]) {
    // SAFETY: the tensors of each benchmark are as its kernel expects them.
    assert!(unsafe { program.run([grid[0] as u32, grid[1] as u32, 1], args) }.is_none());
}

/// The processor time of all threads so far, where the system tells: unlike the time on the clock, the load of
/// others does not add to it.
fn processor_time() -> Duration {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let nanoseconds = |task: std::fs::DirEntry| -> Option<u64> {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse().ok()
    };
    Duration::from_nanos(tasks.filter_map(nanoseconds).sum())
}

/// Times both in turns and prints the median of each, on the clock and of the processor.
fn compare(name: &str, mut hand: impl FnMut(), mut kiln: impl FnMut()) {
    if std::env::args().nth(1).is_some_and(|only| !name.contains(&only)) {
        return;
    }
    let mut times = [const { Vec::new() }; 4];
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(2500) {
        let runs: [&mut dyn FnMut(); 2] = [&mut hand, &mut kiln];
        for (k, run) in runs.into_iter().enumerate() {
            let (processor, start) = (processor_time(), Instant::now());
            run();
            times[k].push(start.elapsed());
            times[k + 2].push(processor_time().saturating_sub(processor));
        }
    }
    let [hand, kiln, hand_processor, kiln_processor] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    });
    let ratio = |hand: Duration, kiln: Duration| hand.as_secs_f64() / kiln.as_secs_f64();
    println!(
        "{name:32} peer {hand:>9.2?} kiln {kiln:>9.2?} ratio {:.2}   processor: peer {hand_processor:>9.2?} kiln {kiln_processor:>9.2?} ratio {:.2}",
        ratio(hand, kiln),
        ratio(hand_processor, kiln_processor),
    );
}

fn main() {
    // SAFETY: no other thread runs yet.
    unsafe { std::env::set_var("MATMUL_NUM_THREADS", rayon::current_num_threads().to_string()) };
    for n in [1024usize, 512] {
        let random = |k: usize| ((k * 7919 % 1000) as f32 - 500.0) * 1e-3;
        let mut a: Vec<f32> = (0..n * n).map(random).collect();
        let mut b: Vec<f32> = (0..n * n).map(|k| random(k + 77)).collect();
        let (mut hand, mut kiln) = (vec![0f32; n * n], vec![0f32; n * n]);
        let (left, right) = (a.clone(), b.clone());
        let mut peer = || {
            let (row, one) = (n as isize, 1);
            // SAFETY: three square matrices by rows.
            unsafe {
                matrixmultiply::sgemm(
                    n,
                    n,
                    n,
                    1.0,
                    left.as_ptr(),
                    row,
                    one,
                    right.as_ptr(),
                    row,
                    one,
                    0.0,
                    hand.as_mut_ptr(),
                    row,
                    one,
                );
            }
        };
        for tile in [[64, 64, 64], [128, 128, 64], [128, 128, 32], [256, 256, 128]] {
            let program = matmul("f32", tile);
            let grid = [n.div_ceil(tile[0]), n.div_ceil(tile[1])];
            let args = [tensor(&mut a, [n, n]), tensor(&mut b, [n, n]), tensor(&mut kiln, [n, n])];
            compare(&format!("matmul {n} f32 {tile:?}"), &mut peer, || run(&program, grid, &args));
        }
        let mut half: [Vec<bf16>; 2] =
            [&a, &b].map(|of| of.iter().map(|value| bf16::from_f32(*value)).collect());
        let tile = [128, 128, 64];
        let program = matmul("bf16", tile);
        let [x, y] = &mut half;
        let args = [tensor(x, [n, n]), tensor(y, [n, n]), tensor(&mut kiln, [n, n])];
        let grid = [n.div_ceil(tile[0]), n.div_ceil(tile[1])];
        compare(&format!("matmul {n} bf16 {tile:?}"), &mut peer, || run(&program, grid, &args));
        if std::env::args().len() == 1 {
            let near = |(a, b): (&f32, &f32)| (a - b).abs() < 0.05;
            assert!(hand.iter().zip(&kiln).all(near), "the products agree");
        }
    }

    let (rows, n) = (4096, 1024);
    let mut x: Vec<f32> = (0..rows * n).map(|k| (k * 7919 % 1000) as f32 * 1e-2).collect();
    let (mut hand, mut kiln) = (vec![0f32; rows * n], vec![0f32; rows * n]);
    let source = x.clone();
    let program_softmax = softmax(n);
    compare(
        "softmax 4096 x 1024",
        || {
            hand.par_chunks_mut(n).zip(source.par_chunks(n)).for_each(|(y, x)| {
                let max = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let mut sum = 0.0;
                for (y, x) in y.iter_mut().zip(x) {
                    *y = (x - max).exp();
                    sum += *y;
                }
                for y in y.iter_mut() {
                    *y /= sum;
                }
            });
        },
        || run(&program_softmax, [rows, 1], &[tensor(&mut x, [rows, n]), tensor(&mut kiln, [rows, n])]),
    );
    let norm = program(NORM);
    compare(
        "norm 4096 x 1024",
        || {
            hand.par_chunks_mut(n).zip(source.par_chunks(n)).for_each(|(y, x)| {
                let mean = x.iter().sum::<f32>() / n as f32;
                let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / n as f32;
                let scale = 1.0 / (variance + 0.01).sqrt();
                y.iter_mut().zip(x).for_each(|(y, x)| *y = (x - mean) * scale);
            });
        },
        || {
            let part = TileArg::Scalar(u64::from((1.0 / n as f32).to_bits()));
            run(&norm, [rows / 16, 1], &[tensor(&mut x, [rows, n]), tensor(&mut kiln, [rows, n]), part]);
        },
    );
    let blend = program(BLEND);
    compare(
        "blend 4 Mi",
        || hand.par_iter_mut().zip(&source).for_each(|(y, x)| *y += 1e-3 * x),
        || {
            let part = TileArg::Scalar(u64::from(1e-3f32.to_bits()));
            run(&blend, [rows * n / 4096, 1], &[vector(&mut x), vector(&mut kiln), part]);
        },
    );
}
