//! How long the macro takes for one kernel of 50 lines: parse, lower, infer, verify, print both texts.
//!
//! ```text
//! cargo bench -p kiln-codegen --features front                  # optimised
//! cargo bench -p kiln-codegen --features front --profile dev    # as cargo builds macros by default
//! ```

use criterion::{Criterion, criterion_group, criterion_main};
use kiln_codegen::front::{self, Sources};
use proc_macro2::TokenStream;

/// A kernel of 50 lines.
const KERNEL: &str = include_str!("fifty_lines.rs.txt");

fn macro_time(criterion: &mut Criterion) {
    let lines = KERNEL.lines().count();
    assert_eq!(lines, 50);
    let tokens: TokenStream = KERNEL.parse().expect("the kernel is Rust");
    let output = front::kernel(TokenStream::new(), tokens.clone(), Sources::NONE).to_string();
    assert!(!output.contains("compile_error"), "{output}");
    criterion.bench_function("the macro on a kernel of 50 lines", |bencher| {
        bencher.iter(|| front::kernel(TokenStream::new(), tokens.clone(), Sources::NONE));
    });
}

criterion_group!(benches, macro_time);
criterion_main!(benches);
