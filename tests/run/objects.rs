//! The user's own CUDA C++ and PTX beside Kiln's kernels: compiled, linked, launched by signatures, calling Kiln's
//! device functions.

use kiln::object::{Arch, Linker, ObjectCode, ObjectKind, Program};
use kiln::prelude::*;
use kiln::{Error, export_device, extern_kernel};

use crate::streams;

const SAXPY: &str = r#"
extern "C" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
struct pair { double first; int second; };
extern "C" __global__ void mixed(bool yes, signed char a, pair p, const long long *x, unsigned *sum, double *out) {
    if (!yes) return;
    atomicAdd(sum, (unsigned)(x[threadIdx.x] + a + p.second));
    out[threadIdx.x] = p.first * x[threadIdx.x];
}
"#;

#[derive(Clone, Copy, KernelType)]
#[repr(C)]
struct Pair {
    first: f64,
    second: i32,
}

extern_kernel! {
    unsafe fn saxpy(a: f32, x: &[f32], y: &mut [f32], n: usize) {
        for (y, x) in y.iter_mut().zip(x).take(n) {
            *y += a * x;
        }
    }

    unsafe fn mixed(yes: bool, a: i8, p: Pair, x: &[i64], sum: &[std::sync::atomic::AtomicU32], out: &mut [f64]) {
        if yes {
            for (out, x) in out.iter_mut().zip(x) {
                let more = (x + i64::from(a) + i64::from(p.second)) as u32;
                sum[0].fetch_add(more, std::sync::atomic::Ordering::Relaxed);
                *out = p.first * *x as f64;
            }
        }
    }

    unsafe fn no_body(x: &[f32]);

    unsafe fn triple(x: &mut [f32], n: usize) {
        for x in x.iter_mut().take(n) {
            *x *= 3.0;
        }
    }
}

#[kernel]
fn halve(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] *= 0.5;
    }
}

/// Whether what a test needs is there; else it says what is not.
fn there<T>(made: kiln::Result<T>) -> Option<T> {
    match made {
        Err(why @ (Error::CompilerMissing { .. } | Error::LinkerMissing { .. })) => {
            eprintln!("not run here: {why}");
            None
        }
        made => Some(made.unwrap_or_else(|why| panic!("{why}"))),
    }
}

#[test]
fn a_kernel_in_cuda_runs_beside_one_in_rust() {
    for stream in streams() {
        let Some(saxpy) = there(saxpy::load(stream.device(), &Program::new(SAXPY))) else { continue };
        let n = 100_000;
        let x = stream.upload(&vec![1.5f32; n]).unwrap();
        let mut y = stream.upload(&vec![1.0f32; n]).unwrap();
        // SAFETY: both have `n` elements.
        unsafe { saxpy.call(2.0, &x, &mut y, n) }.threads(n).launch(&stream).unwrap();
        halve(&mut y).threads(n).launch(&stream).unwrap();
        // SAFETY: the part has half of them.
        unsafe { saxpy.call(2.0, x.slice(n / 2..).unwrap(), y.slice_mut(n / 2..).unwrap(), n / 2) }
            .threads(n / 2)
            .launch(&stream)
            .unwrap();
        let found = stream.download(&y).unwrap();
        assert!(found[..n / 2].iter().all(|y| *y == 2.0) && found[n / 2..].iter().all(|y| *y == 5.0));
    }
}

#[test]
fn every_sort_of_parameter_arrives() {
    for stream in streams() {
        let Some(mixed) = there(mixed::load(stream.device(), &Program::new(SAXPY))) else { continue };
        let x = stream.upload(&[10i64, 20, 30, 40]).unwrap();
        let mut sum = stream.alloc_zeroed::<u32>(1).unwrap();
        let mut out = stream.alloc_zeroed::<f64>(4).unwrap();
        let pair = Pair { first: 0.25, second: 7 };
        // SAFETY: four threads run, and `x` and `out` have four elements.
        unsafe { mixed.call(true, -3i8, pair, &x, &mut sum, &mut out) }
            .threads(4)
            .block(4)
            .launch(&stream)
            .unwrap();
        assert_eq!(stream.download(&sum).unwrap(), [116]);
        assert_eq!(stream.download(&out).unwrap(), [2.5, 5.0, 7.5, 10.0]);
    }
}

/// By `fatbinary` of CUDA 13.0: machine code for sm_80, and PTX for sm_75 that any newer GPU takes.
const FATBIN: &[u8] = include_bytes!("triple.fatbin");

#[test]
fn a_fatbin_is_loaded_from_memory_and_from_a_file() {
    let path = std::env::temp_dir().join(format!("kiln-triple-{}.fatbin", std::process::id()));
    std::fs::write(&path, FATBIN).unwrap();
    let objects = [ObjectCode::new(FATBIN).unwrap(), ObjectCode::read(&path).unwrap()];
    std::fs::remove_file(&path).unwrap();
    for stream in streams() {
        for object in &objects {
            assert_eq!((object.kind(), object.kernels()), (ObjectKind::Fatbin, None));
            let triple = triple::load(stream.device(), object).unwrap();
            let mut x = stream.upload(&[2.0f32; 1000]).unwrap();
            // SAFETY: there are a thousand elements.
            unsafe { triple.call(&mut x, 1000) }.threads(1000).launch(&stream).unwrap();
            assert_eq!(stream.download(&x).unwrap(), [6.0; 1000]);
        }
    }
    let error = ObjectCode::new(&FATBIN[..FATBIN.len() - 8]).unwrap_err().to_string();
    assert!(error.contains("fatbin that was cut off"), "{error}");
}

#[test]
fn a_kernel_without_a_body_is_refused_on_the_cpu() {
    let error = no_body::load(Device::cpu(), &Program::new(SAXPY)).unwrap_err();
    assert!(error.to_string().contains("give `extern_kernel!` a body in Rust"), "{error}");
}

#[device]
fn smooth(x: f32) -> f32 {
    let x = if x < 0.0 {
        0.0
    } else if x > 1.0 {
        1.0
    } else {
        x
    };
    x * x * scale(3.0, x)
}

#[device]
fn scale(a: f32, x: f32) -> f32 {
    a - 2.0 * x
}

#[device]
fn twice<T: Num>(x: T) -> T {
    x + x
}

#[device]
fn part(x: &[f32], i: usize) -> f32 {
    x[i]
}

#[device]
fn ratio(a: u32, b: u32) -> u32 {
    a / b
}

const CALLS: &str = r#"
#include "kiln.h"
extern "C" __global__ void calls(float *x, double *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { x[i] = smooth(x[i]); y[i] = twice_f64(y[i]); }
}
"#;

extern_kernel! {
    unsafe fn calls(x: &mut [f32], y: &mut [f64], n: i32);
}

/// The objects in which CUDA C++ calls Kiln's functions, each compiled to a kind.
fn calling(arch: Arch, kinds: [ObjectKind; 2]) -> kiln::Result<[ObjectCode; 3]> {
    let (smooth, twice) = (export_device!(smooth)?, export_device!(twice::<f64> as "twice_f64")?);
    let user = Program::new(CALLS).header("kiln.h", [smooth.prototype(), twice.prototype()].concat());
    let compile = |program: Program, kind| program.relocatable().arch(arch).compile(kind);
    Ok([compile(user, kinds[0])?, compile(smooth.program(), kinds[1])?, compile(twice.program(), kinds[1])?])
}

const KINDS: [[ObjectKind; 2]; 3] = [
    [ObjectKind::LtoIr, ObjectKind::LtoIr],
    [ObjectKind::Cubin, ObjectKind::Ptx],
    [ObjectKind::Ptx, ObjectKind::Cubin],
];

#[test]
fn cuda_that_calls_device_functions_links() {
    let arch = Arch::new(9, 0);
    for kinds in KINDS {
        let Some(objects) = there(calling(arch, kinds)) else { return };
        let linker = objects.iter().fold(Linker::new().arch(arch), Linker::object);
        let Some(linked) = there(linker.link(ObjectKind::Cubin)) else { return };
        assert_eq!(linked.kernels().unwrap(), ["calls"]);
    }
}

#[test]
fn cuda_that_calls_device_functions_computes_what_they_do() {
    for stream in streams() {
        let Some((major, minor)) = stream.device().compute_capability() else { continue };
        for kinds in KINDS {
            let Some(objects) = there(calling(Arch::new(major, minor), kinds)) else { return };
            let linker = objects.iter().fold(Linker::new(), Linker::object);
            let Some(linked) = there(linker.link_for(stream.device())) else { continue };
            let calls = calls::load(stream.device(), &linked).unwrap();
            let given: Vec<f32> = (0..1000).map(|i| i as f32 / 800.0 - 0.1).collect();
            let mut x = stream.upload(&given).unwrap();
            let mut y = stream.upload(&[1.25f64; 1000]).unwrap();
            // SAFETY: both have a thousand elements.
            unsafe { calls.call(&mut x, &mut y, 1000) }.threads(1000).launch(&stream).unwrap();
            let wrong = stream
                .download(&x)
                .unwrap()
                .iter()
                .zip(&given)
                .filter(|(x, g)| (**x - smooth(**g)).abs() > 1e-6)
                .count();
            assert_eq!((wrong, stream.download(&y).unwrap()), (0, vec![2.5; 1000]), "{kinds:?}");
        }
    }
}

#[test]
fn functions_that_c_cannot_call_are_told() {
    let said = export_device!(part).unwrap_err().to_string();
    assert!(said.contains("the device function `part` cannot be called from CUDA C++"), "{said}");
    assert!(said.contains("C has no type for its parameter `x`"), "{said}");
    let said = export_device!(ratio).unwrap_err().to_string();
    assert!(said.contains("it can fail (an index, a division, an assertion)"), "{said}");
    let said = export_device!(smooth as "float").unwrap_err().to_string();
    assert!(said.contains("`float` is no name"), "{said}");
}

#[test]
fn machine_code_in_memory_and_on_the_disk_is_the_same() {
    for stream in streams() {
        let device = stream.device();
        if !device.is_gpu() {
            continue;
        }
        let Some(object) = there(Program::new(SAXPY).compile_for(&device)) else { return };
        let path = std::env::temp_dir().join(format!("kiln-run-{}.cubin", std::process::id()));
        std::fs::write(&path, object.bytes()).unwrap();
        let read = ObjectCode::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read, object);
        let on = read.kernel("saxpy").unwrap().load_on(&device).unwrap();
        assert!(on.registers() > 0 && on.max_threads_per_block() >= 256 && on.local_bytes() == 0);
        assert_eq!(Some(on.binary_version()), device.compute_capability());
        if let Some(parameters) = on.parameters() {
            let found: Vec<_> = parameters.iter().map(|one| (one.offset, one.size)).collect();
            assert_eq!(found, [(0, 4), (8, 8), (16, 8), (24, 8)]);
        }
        let best = on.auto_block(0).unwrap();
        assert!(best.threads >= 32 && best.blocks >= 1, "{best:?}");
        assert!(on.blocks_per_multiprocessor(256, 0).unwrap() >= 1);
        if device.compute_capability() >= Some((9, 0)) {
            assert!(on.max_clusters([2, 1, 1], [256, 1, 1], 0).unwrap() >= 1);
        }
        // A signature that is not the kernel's: as long as the driver tells.
        if on.parameters().is_some() {
            let error = wrong::saxpy::load(&device, &read).unwrap_err();
            assert!(matches!(error, Error::Signature { kernel: "saxpy", .. }), "{error}");
        }
        // PTX for what the GPU is not is refused in words, with the assembler's log.
        let text = ".version 7.0\n.target sm_75\n.address_size 64\n.entry bad() { nonsense; ret; }\n";
        let error =
            ObjectCode::new(text).unwrap().kernel("bad").and_then(|bad| bad.load_on(&device)).unwrap_err();
        assert!(matches!(&error, Error::ObjectRefused { log, .. } if log.contains("nonsense")), "{error}");
    }
}

mod wrong {
    kiln::extern_kernel! {
        pub unsafe fn saxpy(a: f64, x: &[f32], y: &mut [f32], n: usize);
    }
}
