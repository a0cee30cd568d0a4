//! Device functions of the other sort of kernel, which only specializing can see (K0114).
#![cfg(feature = "front")]

use kiln_codegen::diagnostic::Code;
use kiln_codegen::front;
use kiln_codegen::ir::FunctionKind;
use kiln_codegen::passes::specialize::{Answer, FunctionAnswer, SpecialiseError, specialize};

fn text(kind: FunctionKind, attr: &str, item: &str) -> String {
    front::lower_to_text(kind, attr.parse().unwrap(), item.parse().unwrap())
        .unwrap_or_else(|found| panic!("{found:#?}\n{item}"))
}

/// What becomes of a kernel that calls this device function.
fn called(attr: &str, kernel: &str, device: &str) -> Result<(), SpecialiseError> {
    let ir: &'static str = text(FunctionKind::Device, "", device).leak();
    let kernel = text(FunctionKind::Kernel, attr, kernel);
    // SAFETY: the front end made the text.
    let function = unsafe { FunctionAnswer::new(ir, Vec::new()) };
    specialize(&kernel, &[Answer::Function(function)]).map(drop)
}

fn refused(result: Result<(), SpecialiseError>, message: &str) {
    match result {
        Err(SpecialiseError::Program { diagnostic, .. }) => {
            assert_eq!((diagnostic.code, diagnostic.message.as_str()), (Code::Level, message));
        }
        other => panic!("{message}: {other:?}"),
    }
}

#[test]
fn a_tile_kernel_calls_nothing_of_threads() {
    let kernel = "fn k(y: &mut Tensor1<f32>) {
        y.store(tile_id(0), Tile1::<f32, 8>::full(helper(2.0)));
    }";
    let of = |body: &str| called("tile", kernel, &format!("fn helper(x: f32) -> f32 {{ {body} }}"));
    assert_eq!(of("x.sqrt()"), Ok(()));
    assert_eq!(of("x * tile_id(1) as f32"), Ok(()));
    refused(of("x + lane_id() as f32"), "`helper` uses `lane_id`, and `k` is a tile kernel");
    refused(of("sync_threads(); x"), "`helper` uses `sync_threads`, and `k` is a tile kernel");
    refused(
        of("let s = shared::<[f32; 4]>(); s[0] + x"),
        "`helper` uses shared memory, and `k` is a tile kernel",
    );
}

#[test]
fn a_kernel_of_threads_calls_nothing_of_tiles() {
    let kernel = "fn k(y: &mut [f32]) { y[0] = helper(2.0); }";
    let of = |body: &str| called("", kernel, &format!("fn helper(x: f32) -> f32 {{ {body} }}"));
    assert_eq!(of("x + lane_id() as f32"), Ok(()));
    refused(of("Tile1::<f32, 8>::full(x).sum_all()"), "`helper` uses tiles, and `k` is a kernel of threads");
}

#[test]
fn clusters_are_the_kernels_to_declare() {
    let kernel = "fn k(y: &mut [f32]) { y[0] = helper(2.0); }";
    let of = |attr: &str| {
        called(attr, kernel, "fn helper(x: f32) -> f32 { cluster::sync(); x + cluster::rank() as f32 }")
    };
    assert_eq!(of("cluster = 2"), Ok(()));
    refused(of(""), "`helper` uses `cluster::sync`, and `k` has no clusters");
}

#[test]
fn a_tile_kernel_prints_nothing() {
    let kernel = "fn k(y: &mut Tensor1<f32>) { y.store(tile_id(0), Tile1::<f32, 8>::full(helper(2.0))); }";
    let result = called("tile", kernel, "fn helper(x: f32) -> f32 { kprintln!(\"{x}\"); x }");
    refused(result, "`helper` uses `kprintln!`, and `k` is a tile kernel");
}

#[test]
fn a_grid_with_clusters_has_no_barrier() {
    let kernel = "fn k(y: &mut [f32]) { y[0] = helper(2.0); }";
    let of = |attr: &str| called(attr, kernel, "fn helper(x: f32) -> f32 { grid::sync(); x }");
    assert_eq!(of(""), Ok(()));
    refused(of("cluster = 2"), "`helper` waits for the whole grid, and `k` has its blocks in clusters");
    let found = front::lower_to_text(
        FunctionKind::Kernel,
        "cluster = 2".parse().unwrap(),
        "fn k() { grid::sync(); }".parse().unwrap(),
    );
    assert!(found.is_err_and(|found| found[0].diagnostic.message.contains("not in clusters")));
}
