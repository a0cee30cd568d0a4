//! Launches by name, and what is checked before anything runs.

use kiln_codegen::ir::{Attrs, MathTier, Scalar};
use kiln_runtime::__private::KernelParts;
use kiln_runtime::registry::{self, DynArg, KernelEntry, ParamInfo, ParamKind};
use kiln_runtime::{Device, Error};

const fn attrs(block: Option<[u32; 3]>) -> Attrs {
    Attrs {
        block,
        min_blocks: None,
        cluster: None,
        math: MathTier::Default,
        unchecked: false,
        tile: None,
        target: None,
    }
}

/// An entry made by hand.
const fn entry(parts: KernelParts) -> KernelEntry {
    // SAFETY: the kernels of these tests take the parameters that their entries name, and are safe.
    unsafe { KernelEntry::new(parts) }
}

const F32: Option<Scalar> = Some(Scalar::F32);

const SAXPY: KernelParts = KernelParts {
    name: "saxpy",
    module: "launch",
    file: file!(),
    line: line!(),
    params: &[
        ParamInfo { name: "a", kind: ParamKind::Scalar(F32) },
        ParamInfo { name: "x", kind: ParamKind::Slice { element: F32, mutable: false, atomic: false } },
        ParamInfo { name: "y", kind: ParamKind::Slice { element: F32, mutable: true, atomic: false } },
    ],
    attrs: attrs(None),
    ir: "not IR",
    cuda: None,
    open: false,
    coarse: false,
    describe: None,
    is_unsafe: false,
    disjoint: None,
    preconditions: kiln_runtime::__private::Preconditions::NONE,
    proven: false,
};

inventory::submit! { entry(SAXPY) }

const HISTOGRAM: KernelParts = KernelParts {
    name: "histogram",
    params: &[ParamInfo {
        name: "bins",
        kind: ParamKind::Slice { element: Some(Scalar::U32), mutable: false, atomic: true },
    }],
    ..SAXPY
};

inventory::submit! { entry(HISTOGRAM) }

const SCALE: KernelParts = KernelParts { name: "scale", open: true, ..SAXPY };

inventory::submit! { entry(SCALE) }

fn refused<'a>(name: &str, args: impl IntoIterator<Item = DynArg<'a>>) -> String {
    registry::find(name).unwrap().bind(args).unwrap_err().to_string()
}

#[test]
fn the_registry_is_sorted() {
    let names: Vec<_> = registry::all().iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["histogram", "saxpy", "scale"]);
    assert!(matches!(registry::find("saxpi"), Err(Error::UnknownKernel { .. })));
}

#[test]
fn the_count_of_arguments_is_checked() {
    let text = refused("saxpy", [1.0f32.into()]);
    assert_eq!(
        text,
        "kernel `saxpy` takes 3 arguments, and 1 was given: missing `x: &[f32]`, `y: &mut [f32]`"
    );
    let text = refused("histogram", [1u32.into(), 2u32.into()]);
    assert_eq!(text, "kernel `histogram` takes 1 argument, and 2 were given: it takes `bins: &[AtomicU32]`");
}

#[test]
fn kind_type_and_mutability_are_checked() {
    let stream = Device::cpu().stream();
    let (x, mut y) = (stream.upload(&[1.0f32]).unwrap(), stream.upload(&[1.0f32]).unwrap());
    let mut wrong = stream.upload(&[1i32]).unwrap();
    let text = refused("saxpy", [1.0f64.into(), (&x).into(), (&mut y).into()]);
    assert_eq!(text, "kernel `saxpy`, parameter `a` (number 1): expected `f32`, found a value of type `f64`");
    let text = refused("saxpy", [1.0f32.into(), 2.0f32.into(), (&mut y).into()]);
    assert_eq!(
        text,
        "kernel `saxpy`, parameter `x` (number 2): expected `&[f32]`, found a value of type `f32`"
    );
    let text = refused("saxpy", [1.0f32.into(), (&x).into(), (&x).into()]);
    assert!(text.contains("parameter `y` (number 3): expected `&mut [f32]`, found `&Buffer<f32>`"), "{text}");
    assert!(text.contains("pass `(&mut buffer).into()`"), "{text}");
    let text = refused("saxpy", [1.0f32.into(), (&x).into(), (&mut wrong).into()]);
    assert!(text.contains("expected `&mut [f32]`, found `&mut Buffer<i32>`"), "{text}");
    let text = refused("histogram", [(&x).into()]);
    assert!(text.contains("expected `&[AtomicU32]`, found `&Buffer<f32>`"), "{text}");
    // What is lent exclusively may be shared, and parts are as good as the whole.
    let mut z = stream.upload(&[1.0f32, 2.0]).unwrap();
    let (low, high) = z.split_at_mut(1).unwrap();
    assert!(registry::find("saxpy").unwrap().bind([1.0f32.into(), low.into(), high.into()]).is_ok());
}

#[test]
fn an_open_kernel_is_not_launched_by_name() {
    let text = refused("scale", []);
    assert!(text.contains("`scale`") && text.contains("generic"), "{text}");
}

#[test]
fn no_threads_are_no_error_and_no_size_is_one() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32]).unwrap();
    let mut y = stream.upload(&[1.0f32]).unwrap();
    registry::launch_dynamic(
        registry::find("saxpy").unwrap(),
        &stream,
        0,
        [1.0f32.into(), (&x).into(), (&mut y).into()],
    )
    .unwrap();
    let bound = registry::find("saxpy").unwrap().bind([1.0f32.into(), (&x).into(), (&mut y).into()]).unwrap();
    bound.threads([5, 0]).launch(&stream).unwrap();
}

#[test]
fn a_text_that_is_not_ir_is_an_error() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32]).unwrap();
    let mut y = stream.upload(&[1.0f32]).unwrap();
    let launch = registry::launch_dynamic(
        registry::find("saxpy").unwrap(),
        &stream,
        1,
        [1.0f32.into(), (&x).into(), (&mut y).into()],
    );
    let text = launch.unwrap_err().to_string();
    assert!(text.contains("`saxpy`") && text.contains("IR"), "{text}");
}
