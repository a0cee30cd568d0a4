//! The user's own object code: loading it, launching it through a typed signature, and what can be wrong with either.

use kiln::object::{ObjectCode, ObjectKind};
use kiln::{Buffer, Device, Error, Kernel, Linker, Stream, extern_kernel};
use kiln_fake_driver::{FakeDriver, Param};

use crate::{CHILD, alone, child, driver};

/// A kernel as the user might have written it: of pointers, with a length of its own for each.
pub(crate) const AXPY: &str = ".version 7.0\n.target sm_75\n.address_size 64\n\n.visible .entry axpy(.param .f32 a, .param .u64 x, \
                               .param .u64 n, .param .u64 y, .param .u64 m)\n{\n\tret;\n}\n.visible .entry other() { ret; }\n";

extern_kernel! {
    /// Adds `a` times `x` to `y`.
    pub(crate) unsafe fn axpy(a: f32, x: &[f32], n: usize, y: &mut [f32], m: usize) {
        for (y, x) in y.iter_mut().zip(x).take(n.min(m)) {
            *y += a * x;
        }
    }

    /// Declared with too few parameters.
    unsafe fn other(x: &[f32]);
}

/// The same kernel, declared wrongly.
mod wrong {
    kiln::extern_kernel! {
        pub unsafe fn axpy(a: f64, x: &[f32], n: usize, y: &mut [f32], m: usize);
    }
}

fn axpy_body(_threads: u64, params: &[Vec<u8>]) {
    let number = |at: usize| usize::from_ne_bytes(params[at][..8].try_into().expect("eight bytes"));
    let a = f32::from_ne_bytes(params[0][..4].try_into().expect("four bytes"));
    let (x, y): (*const f32, *mut f32) =
        (std::ptr::with_exposed_provenance(number(1)), std::ptr::with_exposed_provenance_mut(number(3)));
    for index in 0..number(2).min(number(4)) {
        // SAFETY: the driver has held the two to be living memory of these lengths.
        unsafe { *y.add(index) += a * *x.add(index) };
    }
}

/// Tells the driver of the kernels.
pub(crate) fn describe(driver: &FakeDriver) {
    let params = [Param::Value(4), Param::Read(4), Param::Value(8), Param::Write(4), Param::Value(8)];
    driver.kernel("axpy", &params, axpy_body);
    driver.kernel("other", &[], |_, _| ());
}

fn two(stream: &Stream) -> (Buffer<f32>, Buffer<f32>) {
    (stream.upload(&[1.0; 8]).unwrap(), stream.upload(&[2.0; 8]).unwrap())
}

fn object() -> ObjectCode {
    ObjectCode::new(AXPY).unwrap()
}

#[test]
fn a_kernel_is_loaded_once_and_runs_on_each_device() {
    alone("objects::a_kernel_is_loaded_once_and_runs_on_each_device", || {
        let driver = driver();
        describe(&driver);
        for index in 0..2 {
            let device = Device::gpu(index).unwrap();
            let (stream, other) = (device.stream(), device.new_stream().unwrap());
            let axpy = axpy::load(&device, &object()).unwrap();
            let (x, mut y) = two(&other);
            // The memory is another stream's, which the launch waits for.
            // SAFETY: both have eight elements.
            unsafe { axpy.call(3.0, &x, 8, &mut y, 8) }.threads(8).launch(&stream).unwrap();
            assert_eq!(other.download(&y).unwrap(), [5.0; 8]);
            // A part of a buffer, and arguments that say what they are.
            let kernel = object().kernel("axpy").unwrap();
            let (from, to) = (x.slice(..4).unwrap(), y.slice_mut(4..).unwrap());
            let args = [1.0f32.into(), from.into(), 4usize.into(), to.into(), 4usize.into()];
            // SAFETY: as above.
            unsafe { kernel.call(args) }.blocks(1).block(32).launch(&stream).unwrap();
            assert_eq!(stream.download(&y).unwrap(), [5.0, 5.0, 5.0, 5.0, 6.0, 6.0, 6.0, 6.0]);
        }
        assert_eq!((driver.live().libraries, driver.live().modules), (1, 0));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_driver_without_libraries_loads_modules() {
    alone("objects::a_driver_without_libraries_loads_modules", || {
        let driver = driver();
        describe(&driver);
        driver.fail("cuLibraryLoadData", 0, 801);
        driver.fail("cuFuncGetParamInfo", 0, 801);
        driver.fail("cuFuncGetParamInfo", 0, 801);
        for index in 0..2 {
            let device = Device::gpu(index).unwrap();
            let stream = device.stream();
            let axpy = axpy::load(&device, &object()).unwrap();
            let (x, mut y) = two(&stream);
            // SAFETY: both have eight elements.
            unsafe { axpy.call(3.0, &x, 8, &mut y, 8) }.threads(8).launch(&stream).unwrap();
            assert_eq!(stream.download(&y).unwrap(), [5.0; 8]);
            let on = object().kernel("axpy").unwrap().load_on(&device).unwrap();
            assert_eq!(on.parameters(), None);
        }
        assert_eq!((driver.live().libraries, driver.live().modules), (0, 2));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_signature_that_is_not_the_kernel_s_is_an_error_before_any_launch() {
    alone("objects::a_signature_that_is_not_the_kernel_s_is_an_error_before_any_launch", || {
        let driver = driver();
        describe(&driver);
        let device = Device::gpu(0).unwrap();
        let said = wrong::axpy::load(&device, &object()).unwrap_err().to_string();
        assert!(
            said.contains("parameter `a` (number 1) has 8 bytes at offset 0, and in the code 4 bytes at 0"),
            "{said}"
        );
        let said = other::load(&device, &object()).unwrap_err().to_string();
        assert!(said.contains("1 given, and the code takes 0"), "{said}");
        // Arguments that say what they are, too.
        let kernel = object().kernel("axpy").unwrap();
        let stream = device.stream();
        let call = |args: Vec<kiln::registry::DynArg<'static>>| {
            // SAFETY: nothing is launched.
            unsafe { kernel.call(args) }.threads(1).launch(&stream).unwrap_err().to_string()
        };
        let said = call(vec![1.0f32.into(), 0u64.into()]);
        assert!(said.contains("2 given, and the code takes 5, in bytes 4, 8, 8, 8, 8"), "{said}");
        let said = call(vec![1.0f32.into(), 0u64.into(), 0u32.into(), 0u64.into(), 0u64.into()]);
        assert!(said.contains("parameter (number 3) has 4 bytes at offset 16"), "{said}");
        let calls = driver.calls();
        assert!(calls.iter().all(|(call, _)| call != "cuLaunchKernel"), "{calls:?}");
    });
}

#[test]
fn what_cannot_be_launched_is_told() {
    alone("objects::what_cannot_be_launched_is_told", || {
        let driver = driver();
        describe(&driver);
        let (first, second) = (Device::gpu(0).unwrap(), Device::gpu(1).unwrap());
        let typed = axpy::load(&first, &object()).unwrap();
        let (x, mut y) = two(&first.stream());
        let mut launch = |make: fn(kiln::TypedLaunch<'_, 5>) -> kiln::TypedLaunch<'_, 5>, stream: &Stream| {
            // SAFETY: both have eight elements, where it runs at all.
            let launch = unsafe { typed.call(1.0, &x, 8, &mut y, 8) };
            make(launch).launch(stream).unwrap_err()
        };
        assert!(matches!(launch(|launch| launch, &first.stream()), Error::NoSize { kernel: "axpy" }));
        let said = launch(|launch| launch.threads(8).block(2048), &first.stream()).to_string();
        assert!(said.contains("2048"), "{said}");
        let said = launch(|launch| launch.threads(8).dynamic_shared(1 << 20), &first.stream()).to_string();
        assert!(said.contains("the dynamic shared memory of a block, in bytes, is 1048576"), "{said}");
        let said = launch(|launch| launch.threads(8), &second.stream()).to_string();
        assert!(said.contains("kernel `axpy`, parameter `x`: the buffer lives on GPU 0"), "{said}");
        // No threads at all are no error, as for Kiln's own kernels.
        // SAFETY: as above.
        unsafe { typed.call(1.0, &x, 8, &mut y, 8) }.threads(0).launch(&first.stream()).unwrap();
        // More than the usual shared memory is asked for first, once.
        for _ in 0..2 {
            // SAFETY: as above.
            let launch = unsafe { typed.call(1.0, &x, 8, &mut y, 8) };
            launch.threads(8).dynamic_shared(100 << 10).launch(&first.stream()).unwrap();
        }
        let asked = driver.calls().into_iter().find(|(call, _)| call == "cuFuncSetAttribute");
        assert_eq!(asked.map(|(_, count)| count), Some(1));
        assert_eq!(driver.misuses(), "");
        // Loaded for the CPU there is the body in Rust, and no code.
        let host = axpy::load(Device::cpu(), &object()).unwrap();
        // SAFETY: as above.
        let said =
            unsafe { host.call(1.0, &x, 8, &mut y, 8) }.threads(8).launch(&first.stream()).unwrap_err();
        assert!(said.to_string().contains("`axpy` was loaded for the CPU"), "{said}");
    });
}

#[test]
fn kernels_that_are_not_there_and_code_that_is_refused_are_told() {
    alone("objects::kernels_that_are_not_there_and_code_that_is_refused_are_told", || {
        let driver = driver();
        describe(&driver);
        let device = Device::gpu(0).unwrap();
        let said = object().kernel("axpi").unwrap_err().to_string();
        assert!(said.contains("no kernel `axpi`; it has:\n  - axpy\n  - other"), "{said}");
        assert_eq!(driver.live().libraries, 0, "what the bytes tell needs no driver");
        for (call, code, words) in [
            ("cuLibraryLoadData", 209, "compile it for this GPU"),
            ("cuLibraryGetKernel", 218, "compile it for this GPU"),
            ("cuLibraryGetKernel", 500, "has no kernel `axpy`"),
            ("cuKernelGetFunction", 209, "compile it for this GPU"),
        ] {
            driver.fail(call, 0, code);
            let made = object().kernel("axpy").and_then(|kernel| kernel.load_on(&device).map(drop));
            let said = made.unwrap_err().to_string();
            assert!(said.contains(words), "{call}: {said}");
        }
        // The driver's assembler was asked what it has against the text.
        let links = driver.calls().into_iter().find(|(call, _)| call == "cuLinkComplete");
        assert_eq!(links.map(|(_, count)| count), Some(3));
        // What failed is asked again.
        object().kernel("axpy").unwrap().load_on(&device).unwrap();
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn a_kernel_tells_what_it_uses_and_how_much_of_it_runs_at_once() {
    alone("objects::a_kernel_tells_what_it_uses_and_how_much_of_it_runs_at_once", || {
        let driver = driver();
        describe(&driver);
        let device = Device::gpu(0).unwrap();
        let kernel: Kernel = object().kernel("axpy").unwrap();
        let on = kernel.load_on(&device).unwrap();
        assert_eq!((on.registers(), on.max_threads_per_block(), on.local_bytes()), (32, 1024, 0));
        let offsets: Vec<_> = on.parameters().unwrap().iter().map(|one| (one.offset, one.size)).collect();
        assert_eq!(offsets, [(0, 4), (8, 8), (16, 8), (24, 8), (32, 8)]);
        assert_eq!(on.blocks_per_multiprocessor(256, 0).unwrap(), 8);
        assert_eq!(on.blocks_per_multiprocessor(256, 100 << 10).unwrap(), 2);
        let best = on.auto_block(0).unwrap();
        assert_eq!((best.threads, best.blocks), (1024, 8));
        assert_eq!(on.max_clusters([2, 1, 1], [256, 1, 1], 0).unwrap(), 4);
        let said = on.auto_block(1 << 20).unwrap_err().to_string();
        assert!(said.contains("the dynamic shared memory of a block"), "{said}");
        for call in [
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            "cuOccupancyMaxPotentialBlockSize",
            "cuOccupancyMaxActiveClusters",
        ] {
            driver.fail(call, 0, 999);
            let said = on
                .blocks_per_multiprocessor(256, 0)
                .and_then(|_| on.auto_block(0))
                .and_then(|_| on.max_clusters([1; 3], [32, 1, 1], 0))
                .unwrap_err()
                .to_string();
            assert!(said.contains(call), "{said}");
        }
        assert!(matches!(kernel.load_on(Device::cpu()), Err(Error::NotOnCpu { kernel: "axpy" })));
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn on_the_cpu_the_body_in_rust_runs() {
    let device = Device::cpu();
    let stream = device.stream();
    let typed = axpy::load(&device, &object()).unwrap();
    let (x, mut y) = two(&stream);
    // SAFETY: both have eight elements.
    unsafe { typed.call(3.0, &x, 8, &mut y, 4) }.threads(8).launch(&stream).unwrap();
    assert_eq!(stream.download(&y).unwrap(), [5.0, 5.0, 5.0, 5.0, 2.0, 2.0, 2.0, 2.0]);
    assert!(matches!(other::load(&device, &object()), Err(Error::NotOnCpu { kernel: "other" })));
    assert_eq!(object().kind(), ObjectKind::Ptx);
}

#[test]
fn without_nvjitlink_the_driver_links() {
    const TEST: &str = "objects::without_nvjitlink_the_driver_links";
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        let driver = driver();
        describe(&driver);
        let device = Device::gpu(0).unwrap();
        let more = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry more() { ret; }\n";
        let more = ObjectCode::new(more).unwrap();
        assert_eq!(Linker::backend(), "the driver's");
        let linker = Linker::new().object(&object()).object(&more).line_info().max_registers(64);
        let linked = linker.link_for(&device).unwrap();
        assert_eq!(linked.kernels().unwrap(), ["axpy", "other", "more"]);
        axpy::load(&device, &linked).unwrap();
        for call in ["cuLinkCreate_v2", "cuLinkAddData_v2", "cuLinkComplete"] {
            driver.fail(call, 0, 209);
            let said = linker.link_for(&device).unwrap_err().to_string();
            assert!(
                said.contains("cannot be linked") && said.contains(call.trim_end_matches("_v2")),
                "{said}"
            );
        }
        // What the driver's linker does not know needs the other.
        let lto = ObjectCode::new([&[0xED, 0x43, 0x4E, 0x7F][..], &[0; 100]].concat()).unwrap();
        for (linker, needed) in [
            (Linker::new().object(&lto), "linking LTO-IR"),
            (linker.option("-O2"), "an option of the linker's"),
        ] {
            let said = linker.link_for(&device).unwrap_err().to_string();
            assert!(said.starts_with(needed), "{said}");
            assert!(
                said.contains("KILN_NVJITLINK: says that nvJitLink is not to be used")
                    && said.contains("pip install nvidia-nvjitlink"),
                "{said}"
            );
        }
        let arch = kiln::object::Arch::new(9, 0);
        let said = Linker::new().arch(arch).object(&more).link(ObjectKind::Cubin).unwrap_err().to_string();
        assert!(said.starts_with("linking without a GPU needs nvJitLink"), "{said}");
        assert_eq!((driver.misuses(), driver.live().links), (String::new(), 0));
        return;
    }
    let output = child(TEST, &[("KILN_NVJITLINK", "none")]);
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&text));
}
