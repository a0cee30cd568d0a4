//! What needs the crate's inside: the PTX way, refused entries, threads that ask at once.

use std::ffi::CString;

use kiln_codegen::ir::{Attrs, MathTier};

use super::*;
use crate::Device;
use crate::sys::nvrtc::{ImageKind, Nvrtc};

const TEXT: &str = "typedef unsigned long long u64;
struct launch_info { unsigned long long record; unsigned kernel, launch; };
extern \"C\" __global__ void none(float a, float* x, u64 x_len, float* y, u64 y_len, launch_info kiln) {}
";

fn gpu() -> Option<Device> {
    let found = Device::gpu(0).and_then(|device| Nvrtc::get().map(|_| device));
    found.inspect_err(|why| println!("skipped: {why}")).ok()
}

fn entry(text: String) -> &'static KernelEntry {
    Box::leak(Box::new(KernelEntry {
        name: "none",
        module: "tests",
        file: "tests.rs",
        line: 1,
        params: &[],
        attrs: Attrs { block: None, min_blocks: None, math: MathTier::Default, unchecked: false, tile: None },
        ir: format!("kiln-ir 1 {}", text.len()).leak(),
        cuda: Some(text.leak()),
        open: false,
        describe: None,
        is_unsafe: false,
        disjoint: None,
    }))
}

fn arch(device: &Device) -> Arch {
    let (major, minor) = device.compute_capability().unwrap();
    Arch::new(major, minor)
}

#[test]
fn a_newer_compiler_goes_through_ptx() {
    let Some(device) = gpu() else { return };
    let options = compile::options(MathTier::Default);
    // As if the driver were of the major before the compiler's.
    let old = (Nvrtc::get().unwrap().version().0 - 1, 0);
    let compiled = compile::compile("none", TEXT, arch(&device), &options, old).unwrap();
    assert_eq!(compiled.kind, ImageKind::Ptx);
    let text = String::from_utf8(compiled.image.clone()).unwrap();
    assert!(text.contains(&format!(".version {}.0", old.0 - 4)), "{text}");
    let context = device.shared().context.as_ref().unwrap();
    assert!(Function::load(context, &compiled.image, &compiled.symbol).is_ok());
}

#[test]
fn an_entry_that_the_driver_refuses_is_compiled_again() {
    let Some(device) = gpu() else { return };
    let entry = entry(format!("{TEXT}// refused {}\n", std::process::id()));
    let key = key::gpu(entry, &[], arch(&device), &compile::options(MathTier::Default));
    let wrong = compile::Compiled {
        symbol: CString::new("none").unwrap(),
        image: b"\x7fELF and then nothing that a driver takes".to_vec(),
        kind: ImageKind::Cubin,
        compiler: String::new(),
    };
    cache::global().put(&key, &wrong);
    load(entry, Vec::new(), device.shared()).unwrap();
    if let Some(mended) = cache::global().get(&key) {
        assert_ne!(mended, wrong);
    }
}

#[test]
fn threads_that_ask_for_the_same_get_the_same() {
    let cpu = Device::cpu();
    let mut good = entry(String::new()).clone();
    good.ir = "kiln-ir 1\n\nkernel fn none() {\n}\n";
    let mut bad = good.clone();
    bad.ir = "kiln-ir 1\n\nkernel fn none( {\n}\n";
    let (good, bad): (&'static KernelEntry, &'static KernelEntry) =
        (Box::leak(Box::new(good)), Box::leak(Box::new(bad)));
    let numbers: Vec<u32> = std::thread::scope(|scope| {
        let ask = || {
            assert!(matches!(load(bad, Vec::new(), cpu.shared()), Err(Error::Specialise { .. })));
            load(good, Vec::new(), cpu.shared()).unwrap().number
        };
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
    assert_eq!(loaded(numbers[0]).unwrap().entry.ir, good.ir);
}
