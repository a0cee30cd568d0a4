//! How long the macro takes for one kernel of 50 lines, and for long ones with many accesses and guards: parse, lower,
//! infer, verify, print both texts.
//!
//! ```text
//! cargo bench -p kiln-codegen --features front                  # optimized
//! cargo bench -p kiln-codegen --features front --profile dev    # as cargo builds macros by default
//! ```

use criterion::{Criterion, criterion_group, criterion_main};
use kiln_codegen::front;
use proc_macro2::TokenStream;

/// A kernel of 50 lines.
const KERNEL: &str = include_str!("fifty_lines.rs.txt");

/// Each with as many statements as it takes one of `{q}`.
const LONG: [(&str, &str, &str, usize); 3] = [
    (
        "100 guarded stores",
        "fn stores(x: &[f32], y: &mut [f32], n: usize) { let i = global_id(); if i < n { BODY } }",
        "if x[i] > {q}.0 { y[i + {q} * n] = x[i] * {q}.0; }",
        100,
    ),
    (
        "150 branches",
        "fn branches(code: &[u32], out: &mut [f32]) {
            let i = global_id();
            let mut sum = 0.0f32;
            let mut n = 0usize;
            BODY
            out[i] = sum + n as f32;
        }",
        "if code[i * 4 + {q} % 4] == {q} { sum += {q}.5; n += {q} % 3; } else if sum > {q}.0 { sum = sum.sqrt(); }",
        150,
    ),
    (
        "a lattice of 19 directions",
        "fn lattice(f: &[f32], g: &mut [f32], nx: u32, ny: u32, nz: u32) {
            let i = global_id();
            let (nx, ny, nz) = (nx as usize, ny as usize, nz as usize);
            let cells = nx * ny * nz;
            if i >= cells { return; }
            let (x, y, z) = (i % nx, i / nx % ny, i / (nx * ny));
            let mut sum = 0.0;
            BODY
        }",
        "let from = ((z + nz - {q} % 2) % nz * ny + (y + ny - {q} / 2 % 2) % ny) * nx + (x + nx - {q} / 4 % 2) % nx;
        sum += f[{q} * cells + from];
        g[{q} * cells + i] = sum;",
        19,
    ),
];

fn time(criterion: &mut Criterion, name: &str, kernel: &str) {
    let tokens: TokenStream = kernel.parse().expect("the kernel is Rust");
    let output = front::kernel(TokenStream::new(), tokens.clone()).to_string();
    assert!(!output.contains("compile_error"), "{output}");
    criterion.bench_function(&format!("the macro on {name}"), |bencher| {
        bencher.iter(|| front::kernel(TokenStream::new(), tokens.clone()));
    });
}

fn macro_time(criterion: &mut Criterion) {
    assert_eq!(KERNEL.lines().count(), 50);
    time(criterion, "a kernel of 50 lines", KERNEL);
}

fn long(criterion: &mut Criterion) {
    for (name, kernel, statement, count) in LONG {
        let body: String = (0..count).map(|q| statement.replace("{q}", &q.to_string())).collect();
        time(criterion, name, &kernel.replace("BODY", &body));
    }
}

criterion_group!(benches, macro_time);
criterion_group! {
    name = longer;
    config = Criterion::default().sample_size(10);
    targets = long
}
criterion_main!(benches, longer);
