//! The CPU executor against hand-written rayon loops: `cargo run --release -p kiln-runtime --example cpu_speed`.
//!
//! Each kernel is IR text, so that only the executor is measured. Both sides run in turns on the same pool, and the
//! best of several runs counts. A ratio above 1 means that the executor is faster.

use std::time::{Duration, Instant};

use kiln_codegen::ir;
use kiln_runtime::cpu::{CpuArg, Program};
use rayon::prelude::*;

const SAXPY: &str = "kernel fn saxpy(a#0: f32, x#1: &[f32], y#2: &mut [f32]) {
    var i#3: usize;
    @0 let i#3 = global_id_x();
    @0 if i#3 < y#2.len() { @0 y#2[i#3 @0] = (a#0 * x#1[i#3 @0]) + y#2[i#3 @0]; }
}";

/// The inner loop of both shapes of the Mandelbrot set; `i` is the pixel, `cx` and `cy` its place.
const ESCAPE: &str = "
    @0 let x#7 = 0.0f32;
    @0 let y#8 = 0.0f32;
    @0 let k#9 = 0u32;
    @0 '0: while (k#9 < limit#2) && (((x#7 * x#7) + (y#8 * y#8)) <= 4.0f32) {
        @0 let t#10 = ((x#7 * x#7) - (y#8 * y#8)) + cx#5;
        @0 y#8 = ((2.0f32 * x#7) * y#8) + cy#6;
        @0 x#7 = t#10;
        @0 k#9 += 1u32;
    }
    @0 out#0[i#4 @0] = k#9;
}";

const MANDELBROT_LINE: &str =
    "kernel fn mandelbrot(out#0: &mut [u32], w#1: usize, limit#2: u32, scale#3: f32) {
    var i#4: usize; var cx#5: f32; var cy#6: f32; var x#7: f32; var y#8: f32; var k#9: u32; var t#10: f32;
    @0 let i#4 = global_id_x();
    @0 if i#4 >= out#0.len() { @0 return; }
    @0 let cx#5 = (((i#4 % @0 w#1) as f32) * scale#3) - 2.0f32;
    @0 let cy#6 = (((i#4 / @0 w#1) as f32) * scale#3) - 1.0f32;";

const MANDELBROT_PLANE: &str =
    "kernel fn mandelbrot(out#0: &mut [u32], w#1: usize, limit#2: u32, scale#3: f32) {
    var i#4: usize; var cx#5: f32; var cy#6: f32; var x#7: f32; var y#8: f32; var k#9: u32; var t#10: f32;
    @0 let i#4 = (global_id_y() * w#1) + global_id_x();
    @0 let cx#5 = ((global_id_x() as f32) * scale#3) - 2.0f32;
    @0 let cy#6 = ((global_id_y() as f32) * scale#3) - 1.0f32;";

const BODIES: &str = "kernel fn bodies(p#0: &[f32], a#1: &mut [f32]) {
    var n#2: usize; var i#3: usize; var x#4: f32; var y#5: f32; var z#6: f32;
    var ax#7: f32; var ay#8: f32; var az#9: f32; var j#10: usize;
    var dx#11: f32; var dy#12: f32; var dz#13: f32; var r#14: f32; var s#15: f32;
    @0 let n#2 = p#0.len() / @0 4usize;
    @0 let i#3 = global_id_x();
    @0 if i#3 < n#2 {
        @0 let x#4 = p#0[(i#3 * 4usize) @0];
        @0 let y#5 = p#0[((i#3 * 4usize) + 1usize) @0];
        @0 let z#6 = p#0[((i#3 * 4usize) + 2usize) @0];
        @0 let ax#7 = 0.0f32;
        @0 let ay#8 = 0.0f32;
        @0 let az#9 = 0.0f32;
        @0 '0: for j#10 in 0usize..n#2 {
            @0 let dx#11 = p#0[(j#10 * 4usize) @0] - x#4;
            @0 let dy#12 = p#0[((j#10 * 4usize) + 1usize) @0] - y#5;
            @0 let dz#13 = p#0[((j#10 * 4usize) + 2usize) @0] - z#6;
            @0 let r#14 = (((dx#11 * dx#11) + (dy#12 * dy#12)) + (dz#13 * dz#13)) + 0.01f32;
            @0 let s#15 = p#0[((j#10 * 4usize) + 3usize) @0] / (r#14 * sqrt(r#14));
            @0 ax#7 += dx#11 * s#15;
            @0 ay#8 += dy#12 * s#15;
            @0 az#9 += dz#13 * s#15;
        }
        @0 a#1[(i#3 * 4usize) @0] = ax#7;
        @0 a#1[((i#3 * 4usize) + 1usize) @0] = ay#8;
        @0 a#1[((i#3 * 4usize) + 2usize) @0] = az#9;
    }
}";

const REDUCE: &str = "kernel fn reduce(x#0: &[f32], y#1: &mut [f32]) {
    shared tile#2: [f32; 256]; var t#3: usize; var s#4: usize;
    @0 let t#3 = thread_idx_x();
    @0 tile#2[t#3 @0] = x#0[global_id_x() @0];
    @0 eval sync_threads();
    @0 let s#4 = 128usize;
    @0 '0: while s#4 > 0usize {
        @0 if t#3 < s#4 { @0 tile#2[t#3 @0] += tile#2[(t#3 + s#4) @0]; }
        @0 eval sync_threads();
        @0 s#4 = s#4 / @0 2usize;
    }
    @0 if t#3 == 0usize { @0 y#1[block_idx_x() @0] = tile#2[0usize @0]; }
}";

/// As `benches/cpu.rs` has it: the last block may be shorter, as far as the kernel knows.
const REDUCE_CHECKED: &str = "kernel fn reduce(x#0: &[f32], y#1: &mut [f32]) {
    shared tile#2: [f32; 256]; var i#3: usize; var t#4: usize; var s#5: usize;
    @0 let i#3 = global_id_x();
    @0 let t#4 = thread_idx_x();
    @0 tile#2[t#4 @0] = if i#3 < x#0.len() { x#0[i#3 @0] } else { 0.0f32 };
    @0 eval sync_threads();
    @0 let s#5 = 128usize;
    @0 '0: while s#5 > 0usize {
        @0 if t#4 < s#5 { @0 tile#2[t#4 @0] += tile#2[(t#4 + s#5) @0]; }
        @0 eval sync_threads();
        @0 s#5 = s#5 / @0 2usize;
    }
    @0 if t#4 == 0usize { @0 y#1[block_idx_x() @0] = tile#2[0usize @0]; }
}";

fn program(text: &str) -> Program {
    let module = ir::parse(&format!("kiln-ir 1\n{text}\n")).expect("the text parses");
    Program::compile(&module).expect("the kernel compiles")
}

fn slice<T>(data: &mut [T]) -> CpuArg {
    CpuArg::Slice { pointer: data.as_mut_ptr().cast(), len: data.len() as u64 }
}

fn run(program: &Program, grid: [u32; 3], block: [u32; 3], args: &[CpuArg]) {
    // SAFETY: the slices of each benchmark are as its kernel expects them.
    assert!(unsafe { program.run(grid, block, args) }.is_none());
}

/// Times both in turns and prints the best of each.
fn compare(name: &str, mut hand: impl FnMut(), mut kiln: impl FnMut()) {
    if std::env::args().nth(1).is_some_and(|only| !name.contains(&only)) {
        return;
    }
    let (mut best_hand, mut best_kiln) = (Duration::MAX, Duration::MAX);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(1500) {
        let start = Instant::now();
        hand();
        best_hand = best_hand.min(start.elapsed());
        let start = Instant::now();
        kiln();
        best_kiln = best_kiln.min(start.elapsed());
    }
    let ratio = best_hand.as_secs_f64() / best_kiln.as_secs_f64();
    println!("{name:32} rayon {best_hand:>10.2?}   kiln {best_kiln:>10.2?}   ratio {ratio:.2}");
}

fn main() {
    let saxpy = program(SAXPY);
    for n in [1 << 16, 1 << 20, 1 << 25] {
        let (mut x, mut y, mut z) = (vec![1f32; n], vec![2f32; n], vec![2f32; n]);
        for threads in [256, 1024] {
            let grid = [(n as u32).div_ceil(threads), 1, 1];
            let hand_x = x.clone();
            compare(
                &format!("saxpy {n} by {threads}"),
                || y.par_iter_mut().zip(&hand_x).for_each(|(y, x)| *y += 1e-9 * x),
                || {
                    let args = [CpuArg::Scalar(1e-9f32.to_bits().into()), slice(&mut x), slice(&mut z)];
                    run(&saxpy, grid, [threads, 1, 1], &args);
                },
            );
        }
    }

    let (w, h, limit) = (1024usize, 682usize, 256u32);
    let scale = 3.0 / w as f32;
    let (mut hand, mut kiln) = (vec![0u32; w * h], vec![0u32; w * h]);
    for (name, head, grid, block) in [
        ("line", MANDELBROT_LINE, [(w * h).div_ceil(256) as u32, 1, 1], [256, 1, 1]),
        ("plane 16x11", MANDELBROT_PLANE, [w as u32 / 16, h as u32 / 11, 1], [16, 11, 1]),
        ("plane 32x22", MANDELBROT_PLANE, [w as u32 / 32, h as u32 / 22, 1], [32, 22, 1]),
    ] {
        let mandelbrot = program(&format!("{head}{ESCAPE}"));
        compare(
            &format!("mandelbrot {name}"),
            || {
                hand.par_iter_mut().enumerate().for_each(|(i, out)| {
                    let (cx, cy) = ((i % w) as f32 * scale - 2.0, (i / w) as f32 * scale - 1.0);
                    let (mut x, mut y, mut k) = (0f32, 0f32, 0);
                    while k < limit && x * x + y * y <= 4.0 {
                        (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
                        k += 1;
                    }
                    *out = k;
                });
            },
            || {
                let bits = [w as u64, u64::from(limit), u64::from(scale.to_bits())].map(CpuArg::Scalar);
                run(&mandelbrot, grid, block, &[slice(&mut kiln), bits[0], bits[1], bits[2]]);
            },
        );
        if std::env::args().len() == 1 {
            assert!(hand == kiln, "the images agree");
        }
    }

    let n = 4096;
    let mut p: Vec<f32> = (0..4 * n).map(|i| ((i * 7919) % 1000) as f32 * 1e-3).collect();
    let (mut hand, mut kiln) = (vec![0f32; 4 * n], vec![0f32; 4 * n]);
    let bodies = program(BODIES);
    let q = p.clone();
    compare(
        "n-body 4096",
        || {
            hand.par_chunks_mut(4).enumerate().for_each(|(i, a)| {
                let (x, y, z) = (q[i * 4], q[i * 4 + 1], q[i * 4 + 2]);
                let (mut ax, mut ay, mut az) = (0f32, 0f32, 0f32);
                for p in q.chunks_exact(4) {
                    let (dx, dy, dz) = (p[0] - x, p[1] - y, p[2] - z);
                    let r = dx * dx + dy * dy + dz * dz + 0.01;
                    let s = p[3] / (r * r.sqrt());
                    ax += dx * s;
                    ay += dy * s;
                    az += dz * s;
                }
                (a[0], a[1], a[2]) = (ax, ay, az);
            });
        },
        || run(&bodies, [n as u32 / 256, 1, 1], [256, 1, 1], &[slice(&mut p), slice(&mut kiln)]),
    );
    if std::env::args().len() == 1 {
        assert!(hand == kiln, "the accelerations agree");
    }

    let (reduce, checked) = (program(REDUCE), program(REDUCE_CHECKED));
    for blocks in [256, 1 << 14, 1 << 17] {
        let mut x: Vec<f32> = (0..blocks * 256).map(|i| (i % 13) as f32).collect();
        let (mut hand, mut kiln) = (vec![0f32; blocks], vec![0f32; blocks]);
        let source = x.clone();
        compare(
            &format!("block sums of {} (serial)", blocks * 256),
            || {
                hand.par_iter_mut().zip(source.par_chunks_exact(256)).for_each(|(y, x)| *y = x.iter().sum());
            },
            || run(&reduce, [blocks as u32, 1, 1], [256, 1, 1], &[slice(&mut x), slice(&mut kiln)]),
        );
        if std::env::args().len() == 1 {
            assert!(hand == kiln, "the sums agree");
        }
        compare(
            &format!("block sums of {} (checked)", blocks * 256),
            || {
                hand.par_iter_mut().zip(source.par_chunks_exact(256)).for_each(|(y, x)| *y = x.iter().sum());
            },
            || run(&checked, [blocks as u32, 1, 1], [256, 1, 1], &[slice(&mut x), slice(&mut kiln)]),
        );
        compare(
            &format!("block sums of {} (tree)", blocks * 256),
            || {
                hand.par_iter_mut().zip(source.par_chunks_exact(256)).for_each(|(y, x)| {
                    let mut tile = [0f32; 256];
                    tile.copy_from_slice(x);
                    let mut s = 128;
                    while s > 0 {
                        for t in 0..s {
                            tile[t] += tile[t + s];
                        }
                        s /= 2;
                    }
                    *y = tile[0];
                });
            },
            || run(&reduce, [blocks as u32, 1, 1], [256, 1, 1], &[slice(&mut x), slice(&mut kiln)]),
        );
    }
}
