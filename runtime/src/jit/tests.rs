//! What needs the crate's inside: the PTX way, refused entries, threads that ask at once.

use std::ffi::CString;

use kiln_codegen::ir::{Attrs, MathTier};
use kiln_codegen::passes::tile::Target;

use super::*;
use crate::Device;
use crate::registry::KernelParts;
use crate::sys::nvrtc::{ImageKind, Nvrtc};

const TEXT: &str = "typedef unsigned long long u64;
struct launch_info { unsigned long long record; unsigned kernel, launch; };
extern \"C\" __global__ void none(float a, float* x, u64 x_len, float* y, u64 y_len, launch_info kiln) {}
";

fn gpu() -> Option<Device> {
    if std::env::var("KILN_BACKEND").is_ok_and(|backend| backend.eq_ignore_ascii_case("ptx")) {
        println!("skipped: this is about CUDA C++, and KILN_BACKEND asks for PTX");
        return None;
    }
    let found = Device::gpu(0).and_then(|device| Nvrtc::get().map(|_| device));
    found.inspect_err(|why| println!("skipped: {why}")).ok()
}

pub(super) fn entry(text: String) -> &'static KernelEntry {
    let parts = KernelParts {
        name: "none",
        module: "tests",
        file: "tests.rs",
        line: 1,
        params: &[],
        attrs: Attrs {
            block: None,
            min_blocks: None,
            cluster: None,
            math: MathTier::Default,
            unchecked: false,
            tile: None,
            target: None,
        },
        ir: format!("kiln-ir 1 {}", text.len()).leak(),
        cuda: Some(text.leak()),
        open: false,
        coarse: false,
        describe: None,
        is_unsafe: false,
        disjoint: None,
        preconditions: kiln_codegen::check::precondition::Preconditions::NONE,
        proven: false,
    };
    // SAFETY: nothing launches it but the tests, with what it takes.
    Box::leak(Box::new(unsafe { KernelEntry::new(parts) }))
}

fn arch(device: &Device) -> Arch {
    let (major, minor) = device.compute_capability().unwrap();
    Arch::new(major, minor)
}

#[test]
fn a_newer_compiler_goes_through_ptx() {
    let Some(device) = gpu() else { return };
    let options = compile::options(Backend::Cuda, MathTier::Default, false);
    // As if the driver were of the major before the compiler's.
    let old = (Nvrtc::get().unwrap().version().0 - 1, 0);
    let made = pipeline::KernelText { text: TEXT.into(), symbol: "none".into(), needs: Needs::default() };
    let compiled = compile::compile("none", &made, arch(&device), &options, old).unwrap();
    assert_eq!(compiled.kind, ImageKind::Ptx);
    let text = String::from_utf8(compiled.image.clone()).unwrap();
    assert!(text.contains(&format!(".version {}.0", old.0 - 4)), "{text}");
    let context = device.shared().context.as_ref().unwrap();
    assert!(Function::load(context, &compiled.image, &compiled.symbol, 0, 0).is_ok());
}

#[test]
fn an_entry_that_the_driver_refuses_is_compiled_again() {
    let Some(device) = gpu() else { return };
    let entry = entry(format!("// kiln: none takes_info\n{TEXT}// refused {}\n", std::process::id()));
    let key = key::gpu(
        Backend::Cuda,
        entry,
        &key::answers(&[]),
        arch(&device),
        Form::Plain,
        &compile::options(Backend::Cuda, MathTier::Default, false),
    );
    let wrong = compile::Compiled {
        symbol: CString::new("none").unwrap(),
        image: b"\x7fELF and then nothing that a driver takes".to_vec(),
        kind: ImageKind::Cubin,
        needs: compile::Needs::default(),
        compiler: String::new(),
        about: String::new(),
    };
    cache::global().put(&key, &wrong);
    load(entry, Vec::new(), device.shared(), Variant::FAST).unwrap();
    cache::global().find(&key, &mut |mended| {
        assert_ne!(mended, wrong);
        cache::Taken::Yes
    });
}

#[test]
fn threads_that_ask_for_the_same_get_the_same() {
    let cpu = Device::cpu();
    let mut good = entry(String::new()).clone();
    good.parts.ir = "kiln-ir 1\n\nkernel fn none() {\n}\n";
    let mut bad = good.clone();
    bad.parts.ir = "kiln-ir 1\n\nkernel fn none( {\n}\n";
    let (good, bad): (&'static KernelEntry, &'static KernelEntry) =
        (Box::leak(Box::new(good)), Box::leak(Box::new(bad)));
    let numbers: Vec<u32> = std::thread::scope(|scope| {
        let ask = || {
            assert!(matches!(
                load(bad, Vec::new(), cpu.shared(), Variant::FAST),
                Err(Error::Specialize { .. })
            ));
            load(good, Vec::new(), cpu.shared(), Variant::FAST).unwrap().number
        };
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
    assert_eq!(loaded(numbers[0]).unwrap().entry.ir, good.ir);
}

/// Runs IR as what the tile compiler made, on two threads over four elements; what it fails with, and the elements
/// after.
fn emulated(ir: &'static str) -> (String, Vec<u32>) {
    let stream = Device::emulated((9, 0)).stream();
    let mut entry = entry(String::new()).clone();
    entry.parts.ir = ir;
    let entry = Box::leak(Box::new(entry));
    let mut module = module(entry, &[]).unwrap();
    let trusted = recheck_bounds::recheck(&mut module);
    let program = Program::lowered(module, trusted, Observer::None).unwrap();
    let mut x = stream.alloc_zeroed::<u32>(4).unwrap();
    let arg = crate::AsSliceMut::into_arg(&mut x);
    // SAFETY: the argument is of the parameter's type, and indices are checked after all.
    let wrong = unsafe { program.run([1; 3], [2, 1, 1], 0, &[arg], None) }.0.unwrap();
    let crate::executor::Wrong::Failed(mut record) = wrong else { panic!("nobody watches") };
    let form = Form::Tiles(Target::new(90, Variant::FAST));
    let (made, device) = ((form, Needs::default()), stream.device_shared());
    record.kernel = keep(entry, Vec::new(), Code::Cpu(program), entry.preconditions, made, device).number;
    (crate::failure::explain(&record).to_string(), stream.download(&x).unwrap())
}

#[test]
fn a_wrong_proof_is_told_as_a_defect() {
    let (text, x) = emulated(
        "kiln-ir 1

kernel fn none(x#0: &mut [u32]) {
    @0 x#0[(global_id_x() + 3usize) proven] = 7u32;
}

sites {
    file \"a.rs\";
    @0 12:5;
}
",
    );
    assert!(
        text.contains("a.rs:12:5: index out of bounds: `x[..]`: the length is 4 but the index is 4"),
        "{text}"
    );
    assert!(text.contains("the compiler took this index for proven; this is a defect of Kiln"), "{text}");
    assert_eq!(x, [0, 0, 0, 7]);
}

#[test]
fn a_vector_beyond_its_memory_is_told_as_a_defect() {
    let (text, _) = emulated(
        "kiln-ir 1

kernel fn none(x#0: &mut [u32]) {
    var y#1: [u32; 4];
    @0 let y#1 = [5u32; 4];
    @0 eval move_16(&mut x#0[(global_id_x() + 2usize) proven], &y#1[0usize proven]);
}

sites {
    file \"a.rs\";
    @0 12:5;
}
",
    );
    assert!(text.contains("the kernel failed: the compiler asked the machine for elements"), "{text}");
}

#[test]
fn shared_memory_is_bounded_by_the_device() {
    let entry = entry(String::new());
    let (cpu, emulated) = (Device::cpu(), Device::emulated((8, 0)));
    assert!(check_shared(entry, 227 << 10, &emulated.limits()).is_ok());
    let text = check_shared(entry, (227 << 10) + 16, &emulated.limits()).unwrap_err().to_string();
    assert!(
        text.contains("shared memory of a block, in bytes, is 232464, and the limit is 232448"),
        "{text}"
    );
    assert!(check_shared(entry, 64 << 10, &cpu.limits()).is_err());
}

#[test]
fn a_launch_gives_what_the_kernel_cannot_declare() {
    let of = |words: u32, block| {
        let text = format!(
            "kiln-ir 1\n\n#[block(64, 1, 1)]\nkernel fn f() {{\n    shared s#0: [u32; {words}];\n}}\n"
        );
        pipeline::needs(&kiln_codegen::ir::parse(&text).unwrap(), block)
    };
    assert_eq!(of(12 * 1024, false), compile::Needs::default());
    let needs = of(12 * 1024 + 1, true);
    assert_eq!(needs, Needs { block: Some([64, 1, 1]), shared_bytes: 48 * 1024 + 16, ..Needs::default() });
}

/// A shared slice may have what a block's other shared memory leaves, that of device functions too.
#[test]
fn a_launch_knows_the_shared_memory_of_device_functions() {
    for ty in ["u8", "bool"] {
        let text = format!(
            "kiln-ir 1\n\ndevice fn own() {{\n    shared a#0: [{ty}; 40];\n}}\n\nkernel fn f() {{\n    shared s#0: [u32; 4];\n    \
             shared m#1: &mut [u8];\n    @0 eval own#0();\n}}\n\nsites {{\n    file \"a.rs\";\n    @0 1:1;\n}}\n"
        );
        let needs = pipeline::needs(&kiln_codegen::ir::parse(&text).unwrap(), false);
        assert_eq!(needs, Needs { slice_element: 1, declared_bytes: 64, ..Needs::default() }, "{ty}");
    }
}

/// The text that a closed kernel carries tells what its module would.
#[test]
fn a_launch_knows_that_blocks_wait_for_each_other() {
    const IR: &str = "kiln-ir 1\n\nkernel fn none() {\n    @0 eval grid_sync();\n}\n\nsites {\n    file \"a.rs\";\n    @0 3:5;\n}\n";
    let module = kiln_codegen::ir::parse(IR).unwrap();
    let mut entry = entry(kiln_codegen::back::cuda::emit(&module).embedded()).clone();
    entry.parts.ir = IR;
    for backend in [Backend::Cuda, Backend::Ptx] {
        let to = For { backend, arch: Arch::new(9, 0), lines: false };
        let made =
            pipeline::text(&entry, Ir::Embedded(entry.ir, &[]), Form::Plain, to, None).unwrap().unwrap();
        assert_eq!(made.needs, Needs { grid_barrier: true, info: true, ..Needs::default() }, "{backend:?}");
    }
}

/// Whether a kernel takes more than the user's arguments is what its text says, whichever way the text came.
#[test]
fn a_launch_knows_what_its_kernel_takes() {
    let closed = |statement: &str| {
        let sites =
            "sites {\n    file \"a.rs\";\n    @0 3:5;\n    @1 3:6 index \"x\";\n    @2 3:7 divide;\n}\n";
        format!("kiln-ir 1\n\nkernel fn none(x#0: &mut [u32]) {{\n    @0 {statement}\n}}\n\n{sites}")
    };
    for (statement, info) in [
        ("x#0[0usize @1] = 1u32;", true),
        ("x#0[0usize proven] = 1u32;", false),
        ("x#0[0usize proven] = x#0[1usize proven] /@2 3u32;", false),
        ("x#0[0usize proven] = 3u32 /@2 x#0[1usize proven];", true),
    ] {
        let ir: &'static str = closed(statement).leak();
        let module = kiln_codegen::ir::parse(ir).unwrap();
        let mut entry = entry(kiln_codegen::back::cuda::emit(&module).embedded()).clone();
        entry.parts.ir = ir;
        for (backend, open) in [(Backend::Cuda, false), (Backend::Cuda, true), (Backend::Ptx, false)] {
            entry.parts.open = open;
            let to = For { backend, arch: Arch::new(9, 0), lines: false };
            let made = pipeline::text(&entry, Ir::Embedded(entry.ir, &[]), Form::Plain, to, None);
            assert_eq!(made.unwrap().unwrap().needs.info, info, "{statement} {backend:?}");
        }
    }
}

/// A tile kernel's text is for its variant, and what NVRTC makes of it is kept with the block that the launch needs.
#[test]
fn a_tile_kernel_is_compiled_for_each_variant() {
    const IR: &str = "kiln-ir 1

#[tile]
#[warps(2)]
kernel fn none(x#0: &mut tensor2<f32>) {
    var i#1: usize;
    @0 let i#1 = block_idx_x();
    @0 eval tile_store(x#0, i#1, 0usize, (tile_load(x#0, i#1, 0usize): tile<f32, 16, 64>) + 1.0f32);
}

sites {
    file \"a.rs\";
    @0 3:5;
}
";
    let mut entry = entry(String::new()).clone();
    entry.parts.ir = IR;
    entry.parts.attrs.tile = Some(kiln_codegen::ir::TileAttrs { warps: Some(2), ..Default::default() });
    let of = |variant| {
        let target = Target::new(90, variant);
        let to = For { backend: Backend::Cuda, arch: Arch::new(9, 0), lines: false };
        let made = pipeline::text(&entry, Ir::Embedded(entry.ir, &[]), Form::Tiles(target), to, None)
            .unwrap()
            .unwrap();
        assert_eq!(made.needs.block, Some([64, 1, 1]));
        if Nvrtc::get().is_ok() {
            let options = compile::options(Backend::Cuda, MathTier::Default, false);
            let compiled = compile::compile("none", &made, Arch::new(9, 0), &options, (99, 0)).unwrap();
            assert_eq!((compiled.needs, compiled.kind), (made.needs, ImageKind::Cubin));
        }
        made.text.into_owned()
    };
    assert_ne!(of(Variant::FAST), of(Variant::GENERAL));
}
