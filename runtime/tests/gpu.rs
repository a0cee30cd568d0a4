//! Kernels on a GPU, without the macro: where NVRTC is, from hand-written CUDA C++ that keeps `kiln_codegen::abi`,
//! so that no back end takes part either; elsewhere through PTX, from IR that says the same. Without a GPU these
//! tests say so and pass.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use kiln_codegen::ir::{Attrs, Local, LocalKind, MathTier, Scalar, Type, parse};
use kiln_runtime::__private::KernelParts;
use kiln_runtime::jit::nvrtc::Nvrtc;
use kiln_runtime::registry::{KernelEntry, ParamInfo, ParamKind, launch_dynamic};
use kiln_runtime::{
    Arg, AsSlice, AsSliceMut, Buffer, Device, Error, FailureCause, KernelHandle, Launch, Stream, cache,
};

const PRELUDE: &str = r#"
typedef unsigned long long u64;
struct launch_info { unsigned long long record; unsigned kernel, launch; };
__device__ void fail(launch_info kiln, unsigned site, unsigned long long a, unsigned long long b) {
    volatile unsigned* record = (unsigned*)kiln.record;
    if (record[0] == 0 && atomicCAS((unsigned*)kiln.record, 0u, 1u) == 0u) {
        record[1] = site;
        record[2] = kiln.kernel;
        record[3] = kiln.launch;
        record[4] = blockIdx.x; record[5] = blockIdx.y; record[6] = blockIdx.z;
        record[7] = threadIdx.x; record[8] = threadIdx.y; record[9] = threadIdx.z;
        volatile unsigned long long* values = (unsigned long long*)(kiln.record + 40);
        values[0] = a;
        values[1] = b;
        __threadfence_system();
    }
    asm volatile("exit;");
}
"#;

const SAXPY: &str = r#"
extern "C" __global__ void saxpy(float a, float* x, u64 x_len, float* y, u64 y_len, launch_info kiln) {
    unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (i >= y_len) return;
    if (i >= x_len) fail(kiln, 0, i, x_len);
    y[i] = a * x[i] + y[i];
}
"#;

const SAXPY_IR: &str = "kiln-ir 1

kernel fn saxpy(a#0: f32, x#1: &[f32], y#2: &mut [f32]) {
    var i#3: usize;
    @0 let i#3 = global_id_x();
    @0 if i#3 < y#2.len() {
        @0 y#2[i#3 proven] = (a#0 * x#1[i#3 @0]) + y#2[i#3 proven];
    }
}

sites {
    file \"src/main.rs\";
    @0 41:17 index \"x[i]\";
}
";

/// Takes its time, so that what does not wait for it shows.
const SLOW: &str = r#"
extern "C" __global__ void __launch_bounds__(128) slow(float* x, u64 x_len, launch_info kiln) {
    long long start = clock64();
    while (clock64() - start < 200000) {}
    unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (i < x_len) x[i] += 1.0f;
}
"#;

/// The same; what is computed is never 0, which the compiler does not know.
const SLOW_IR: &str = "kiln-ir 1

kernel fn slow(x#0: &mut [f32]) {
    var i#1: usize;
    var v#2: f32;
    var turn#3: u32;
    @0 let i#1 = global_id_x();
    @0 let v#2 = 1.0f32;
    @0 '0: for turn#3 in 0u32..5000u32 {
        @0 v#2 = sqrt(v#2 + 1.0f32);
    }
    @0 if i#1 < x#0.len() {
        @0 x#0[i#1 proven] = x#0[i#1 proven] + (if v#2 == 0.0f32 { 0.0f32 } else { 1.0f32 });
    }
}

sites {
    file \"src/main.rs\";
    @0 41:17;
}
";

fn gpu() -> Option<Device> {
    Device::gpu(0).inspect_err(|why| println!("skipped: {why}")).ok()
}

/// A GPU whose kernels come from CUDA C++.
fn gpu_with_nvrtc() -> Option<Device> {
    if std::env::var("KILN_BACKEND").is_ok_and(|backend| backend.eq_ignore_ascii_case("ptx")) {
        println!("skipped: this is about CUDA C++, and KILN_BACKEND asks for PTX");
        return None;
    }
    let found = Device::gpu(0).and_then(|device| Nvrtc::get().map(|_| device));
    found.inspect_err(|why| println!("skipped: {why}")).ok()
}

fn handle(name: &'static str, text: &str, params: &'static [ParamInfo]) -> &'static KernelHandle {
    // Kernels are told apart by their IR, from which their text follows; here the text is by hand, so the IR names it.
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let mark = Local::new(format!("text_{:016x}", hasher.finish()), Type::BOOL, LocalKind::Temp);
    let mut module = parse(if name == "saxpy" { SAXPY_IR } else { SLOW_IR }).unwrap();
    module.functions[0].locals.push(mark);
    let ir = module.to_text();
    let parts = KernelParts {
        name,
        module: "gpu",
        file: "src/main.rs",
        line: 40,
        params,
        attrs: Attrs {
            block: None,
            min_blocks: None,
            cluster: None,
            math: MathTier::Default,
            unchecked: false,
            tile: None,
            target: None,
        },
        ir: ir.leak(),
        cuda: Some(format!("// kiln: {name} takes_info\n{PRELUDE}{text}").leak()),
        open: false,
        coarse: false,
        describe: None,
        is_unsafe: false,
        disjoint: None,
        preconditions: kiln_runtime::__private::Preconditions::NONE,
        proven: false,
    };
    // SAFETY: the text is of a kernel that takes these parameters, and safe.
    let entry = unsafe { KernelEntry::new(parts) };
    Box::leak(Box::new(KernelHandle::new(Box::leak(Box::new(entry)))))
}

const F32: Option<Scalar> = Some(Scalar::F32);
const A: ParamInfo = ParamInfo { name: "a", kind: ParamKind::Scalar(F32) };
const X: ParamInfo =
    ParamInfo { name: "x", kind: ParamKind::Slice { element: F32, mutable: false, atomic: false } };
const Y: ParamInfo =
    ParamInfo { name: "y", kind: ParamKind::Slice { element: F32, mutable: true, atomic: false } };

fn saxpy_handle() -> &'static KernelHandle {
    handle("saxpy", SAXPY, &[A, X, Y])
}

fn saxpy<'a>(
    handle: &'static KernelHandle,
    a: f32,
    x: impl AsSlice<'a, f32>,
    y: impl AsSliceMut<'a, f32>,
) -> Launch<'a, 3> {
    // SAFETY: these are the kernel's parameters.
    unsafe { Launch::new(handle, None, [Arg::value(a), x.into_arg(), y.into_arg()]) }
}

fn slow<'a>(handle: &'static KernelHandle, x: impl AsSliceMut<'a, f32>) -> Launch<'a, 1> {
    // SAFETY: as above.
    unsafe { Launch::new(handle, None, [x.into_arg()]) }
}

fn upload(stream: &Stream, value: f32, len: usize) -> Buffer<f32> {
    stream.upload(&vec![value; len]).unwrap()
}

#[test]
fn the_ir_says_what_the_texts_say() {
    let stream = Device::cpu().stream();
    let (x, mut y) = (upload(&stream, 1.0, 300), upload(&stream, 2.0, 300));
    saxpy(saxpy_handle(), 3.0, &x, &mut y).threads(300).launch(&stream).unwrap();
    slow(handle("slow", SLOW, &[Y]), &mut y).threads(300).launch(&stream).unwrap();
    assert_eq!(stream.download(&y).unwrap(), [6.0; 300]);
    saxpy(saxpy_handle(), 3.0, x.slice(..7).unwrap(), &mut y).threads(300).launch(&stream).unwrap();
    let text = stream.synchronize().unwrap_err().to_string();
    assert!(text.contains("`x[i]`: the length is 7 but the index is 7"), "{text}");
}

#[test]
fn a_kernel_runs() {
    let Some(device) = gpu() else { return };
    println!("on {device:?}, {:?}, with {:?}", device.compute_capability(), Nvrtc::get());
    let (stream, handle) = (device.stream(), saxpy_handle());
    let n = (1 << 20) + 3;
    let (x, mut y) = (upload(&stream, 1.0, n), upload(&stream, 2.0, n));
    saxpy(handle, 3.0, &x, &mut y).threads(n).launch(&stream).unwrap();
    assert!(stream.download(&y).unwrap().iter().all(|v| *v == 5.0));
    let half = x.slice(..n / 2).unwrap();
    saxpy(handle, 1.0, half, y.slice_mut(n - n / 2..).unwrap()).blocks(n).block(1).launch(&stream).unwrap();
    let after = stream.download(&y).unwrap();
    assert!(after[..n - n / 2].iter().all(|v| *v == 5.0) && after[n - n / 2..].iter().all(|v| *v == 6.0));
    launch_dynamic(handle.entry(), &stream, n, [1.0f32.into(), (&x).into(), (&mut y).into()]).unwrap();
    assert_eq!(stream.download(&y).unwrap()[0], 6.0);
    println!("{:?}", cache::status());
}

#[test]
fn a_failure_tells_why_and_the_stream_goes_on() {
    let Some(device) = gpu() else { return };
    let (stream, handle) = (device.stream(), saxpy_handle());
    let beside = device.new_stream().unwrap();
    let (x, mut y) = (upload(&stream, 1.0, 300), upload(&stream, 1.0, 1000));
    saxpy(handle, 1.0, &x, y.slice_mut(..300).unwrap()).threads(300).launch(&stream).unwrap();
    for _ in 0..3 {
        saxpy(handle, 1.0, &x, &mut y).threads(1000).block(128).launch(&stream).unwrap();
    }
    beside.synchronize().unwrap();
    let error = stream.synchronize().unwrap_err();
    println!("{error}");
    let Error::KernelPanic { kernel, file, line, column, cause, block, thread, launch, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((*kernel, &**file, *line, *column, *launch), ("saxpy", "src/main.rs", 41, 17, 1));
    let FailureCause::Index { index, len } = *cause else { panic!("{cause:?}") };
    assert_eq!((index, len), (u64::from(block[0] * 128 + thread[0]), 300));
    assert!(
        error.to_string().contains("index out of bounds: `x[i]`: the length is 300 but the index is"),
        "{error}"
    );
    // Told once; and everything works as before, once what the failed launch wrote is accepted.
    stream.synchronize().unwrap();
    y.clear_poison();
    saxpy(handle, 1.0, &x, y.slice_mut(..300).unwrap()).threads(300).launch(&stream).unwrap();
    assert_eq!(stream.download(&y).unwrap()[299], 6.0);
    // A download tells too.
    saxpy(handle, 1.0, &x, &mut y).threads(1000).launch(&stream).unwrap();
    assert!(matches!(stream.download(&y), Err(Error::KernelPanic { launch: 5, .. })));
}

#[test]
fn streams_are_ordered_through_their_buffers() {
    let Some(device) = gpu() else { return };
    let handle = handle("slow", SLOW, &[Y]);
    let streams: Vec<_> = (0..4).map(|_| device.new_stream().unwrap()).collect();
    let mut x = upload(&streams[0], 0.0, 1000);
    for turn in 0..100 {
        slow(handle, &mut x).threads(1000).launch(&streams[turn % 4]).unwrap();
    }
    assert!(streams[2].download(&x).unwrap().iter().all(|v| *v == 100.0));
    // Freed while a foreign stream still uses it: what is allocated next must not see the writes.
    for turn in 0..50 {
        let mut gone = upload(&streams[0], 0.0, 1000);
        slow(handle, &mut gone).threads(1000).launch(&streams[1 + turn % 3]).unwrap();
        drop(gone);
        let fresh = upload(&streams[0], 7.0, 1000);
        assert!(streams[0].download(&fresh).unwrap().iter().all(|v| *v == 7.0));
    }
}

#[test]
fn dropped_streams_finish_their_work() {
    let Some(device) = gpu() else { return };
    let handle = handle("slow", SLOW, &[Y]);
    let home = device.stream();
    let mut x = upload(&home, 0.0, 1000);
    for _ in 0..50 {
        let stream = device.new_stream().unwrap();
        slow(handle, &mut x).threads(1000).launch(&stream).unwrap();
    }
    assert!(home.download(&x).unwrap().iter().all(|v| *v == 50.0));
}

#[test]
fn the_kernel_s_own_limit_is_named() {
    let Some(device) = gpu_with_nvrtc() else { return };
    let handle = handle("slow", SLOW, &[Y]);
    let stream = device.stream();
    let mut x = upload(&stream, 0.0, 1000);
    let text = slow(handle, &mut x).threads(1000).block(256).launch(&stream).unwrap_err().to_string();
    assert!(
        text.contains("kernel `slow`") && text.contains("256, and the limit is 128 (the kernel's"),
        "{text}"
    );
    slow(handle, &mut x).threads(1000).launch(&stream).unwrap();
    assert_eq!(stream.download(&x).unwrap()[999], 1.0);
}

#[test]
fn a_text_that_does_not_compile_shows_its_line() {
    let Some(device) = gpu_with_nvrtc() else { return };
    let handle = handle("saxpy", &SAXPY.replace("a * x", "b * x"), &[A, X, Y]);
    let stream = device.stream();
    let (x, mut y) = (upload(&stream, 1.0, 1), upload(&stream, 1.0, 1));
    for _ in 0..2 {
        let error = saxpy(handle, 1.0, &x, &mut y).threads(1).launch(&stream).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, Error::Compile { .. }), "{text}");
        assert!(
            text.contains("kernel `saxpy`") && text.contains("| ") && text.contains("y[i] = b * x[i]"),
            "{text}"
        );
    }
}

#[test]
fn memory_of_another_device_is_named() {
    let Some(device) = gpu() else { return };
    let (stream, handle) = (device.stream(), saxpy_handle());
    let x = upload(&Device::cpu().stream(), 1.0, 1);
    let mut y = upload(&stream, 1.0, 1);
    let text = saxpy(handle, 1.0, &x, &mut y).threads(1).launch(&stream).unwrap_err().to_string();
    assert!(text.contains("kernel `saxpy`, parameter `x`: the buffer lives on the CPU"), "{text}");
}

#[test]
fn many_threads_compile_once() {
    let Some(device) = gpu() else { return };
    // A text of its own, so that no other test has compiled it.
    let handle = handle("saxpy", &format!("{SAXPY}// {}\n", std::process::id()), &[A, X, Y]);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let stream = device.new_stream().unwrap();
                for _ in 0..20 {
                    let (x, mut y) = (upload(&stream, 1.0, 5000), upload(&stream, 2.0, 5000));
                    saxpy(handle, 3.0, &x, &mut y).threads(5000).launch(&stream).unwrap();
                    assert!(stream.download(&y).unwrap().iter().all(|v| *v == 5.0));
                }
            });
        }
    });
}
