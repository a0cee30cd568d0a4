//! Snapshots of the CUDA back end's texts.
//!
//! `KILN_BLESS=1 cargo test -p kiln-codegen` rewrites them; `cargo xtask validate` compiles each whole text with NVRTC.

mod coverage;
mod recorded;

use kiln_codegen::back::{Emitted, cuda};
use std::path::Path;

#[test]
fn texts_are_as_blessed() {
    let bless = std::env::var_os("KILN_BLESS").is_some();
    let mut texts = Vec::new();
    for (name, module) in coverage::modules() {
        assert_eq!(kiln_codegen::ir::verify::verify(&module), Ok(()), "{name}");
        let mut text = cuda::emit(&module).text;
        assert_eq!(text, cuda::emit(&module).text, "{name} is not the same twice");
        // The arrays of lowered tile code are registers, where it is made for the machines of today.
        if name.starts_with("tile_") && !name.ends_with("_general") {
            text = format!("// registers only\n{text}");
        }
        if coverage::most_arch(&module) == 90 {
            text = format!("// only: sm_90\n{text}");
        } else if let least @ 76.. = coverage::least_arch(&module) {
            text = format!("// least: sm_{least}\n{text}");
        }
        assert!(!text.contains("/* open */") && !text.contains("no spelling"), "{name}: {text}");
        texts.push((name, text));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    recorded::compare("coverage", &folder, &texts, bless);
}

#[test]
fn saxpy_reads_like_its_source() {
    let (_, module) = coverage::modules().into_iter().find(|(name, _)| name == "saxpy_unchecked").unwrap();
    let text = cuda::emit(&module).text;
    let kernel = "\
extern \"C\" __global__ void saxpy(
    float a,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < y_len) {
        y[i] = a * x[i] + y[i];
    }
}
";
    assert!(text.ends_with(kernel), "{text}");
}

/// A kernel takes what the launch tells of itself exactly where something in it asks for that.
#[test]
fn what_cannot_fail_takes_the_user_s_parameters_alone() {
    let mut without = 0;
    for (name, module) in coverage::modules() {
        let Emitted { text, facts } = cuda::emit(&module);
        let (head, body) = text
            .split_once("extern \"C\" __global__ ")
            .and_then(|(_, rest)| rest.split_once(" {\n"))
            .unwrap();
        let asks = body.contains("kiln.") || body.contains(", kiln)") || body.contains("(kiln)");
        assert_eq!(facts.takes_info, asks, "{name}: {text}");
        assert_eq!(facts.dynamic_shared, text.contains("extern __shared__"), "{name}: {text}");
        assert_eq!(facts.grid_barrier, text.contains("void grid_sync() const {"), "{name}: {text}");
        assert!(head.contains(&format!("{}(", facts.symbol)), "{name}: {text}");
        without += usize::from(!asks);
    }
    assert!(without > 10, "{without}");
}
