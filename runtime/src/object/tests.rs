//! Programs and what is made of them, with the real NVRTC where there is one.

use std::path::PathBuf;

use super::*;
use crate::object::{Linker, Program, Std};

const SAXPY: &str = r#"
#include "factor.h"
extern "C" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) y[i] += FACTOR * a * x[i];
}
template <typename T> __global__ void scale(T *x) { x[threadIdx.x] *= T(FACTOR); }
"#;

fn saxpy() -> Program {
    Program::new(SAXPY).name("saxpy.cu").header("factor.h", "#define FACTOR 2\n").arch(Arch::new(9, 0))
}

/// Whether NVRTC is there; without it the tests say so.
fn compiles() -> bool {
    match crate::jit::nvrtc::Nvrtc::get() {
        Ok(_) => true,
        Err(why) => {
            eprintln!("programs are not compiled here: {why}");
            false
        }
    }
}

#[test]
fn a_program_becomes_each_kind_of_object() {
    if !compiles() {
        return;
    }
    for kind in [ObjectKind::Ptx, ObjectKind::Cubin] {
        let object = saxpy().kernel("scale<float>").kernel("scale<double>").compile(kind).unwrap();
        assert_eq!((object.kind(), object.name(), object.log()), (kind, "saxpy.cu", ""));
        let mut kernels = object.kernels().unwrap();
        kernels.sort();
        assert_eq!(kernels, ["_Z5scaleIdEvPT_", "_Z5scaleIfEvPT_", "saxpy"]);
        let symbols: Vec<_> = object.symbols().collect();
        assert_eq!(symbols, [("scale<float>", "_Z5scaleIfEvPT_"), ("scale<double>", "_Z5scaleIdEvPT_")]);
        // Anything shorter is told, as far as the format lets it be.
        let half = &object.bytes()[..object.bytes().len() / 2];
        assert!(ObjectCode::new(half).unwrap_err().to_string().contains("cut off"));
    }
    let lto = saxpy().compile(ObjectKind::LtoIr).unwrap();
    assert_eq!((lto.kind(), lto.kernels()), (ObjectKind::LtoIr, None));
    let said = lto.kernel("saxpy").unwrap_err().to_string();
    assert!(said.contains("make a CUBIN of it with `Linker`"), "{said}");
}

#[test]
fn options_reach_the_compiler() {
    if !compiles() {
        return;
    }
    let text = "extern \"C\" __global__ void f(float *x) { x[threadIdx.x] = x[0] / x[1] + N * x[2]; }";
    let ptx = |program: Program| {
        let object = program.define("N", 3).compile(ObjectKind::Ptx).unwrap();
        String::from_utf8(object.bytes().to_vec()).unwrap()
    };
    let plain = ptx(Program::new(text));
    assert!(plain.contains("div.rn.f32") && plain.contains("fma.rn.f32"), "{plain}");
    assert!(plain.contains(".target sm_75"), "{plain}");
    let fast = ptx(Program::new(text).fast_math().arch(Arch::new(8, 6)));
    assert!(fast.contains("div.approx.ftz.f32") && fast.contains(".target sm_86"), "{fast}");
    assert!(!ptx(Program::new(text).contract(false)).contains("fma.rn.f32"));
    assert!(ptx(Program::new(text).precise_division(false)).contains("div.full.f32"));
    assert!(ptx(Program::new(text).flush_subnormals(true)).contains(".ftz.f32"));
    assert!(ptx(Program::new(text).line_info().name("f.cu")).contains("f.cu"));
    let cubin =
        |program: Program| program.define("N", 3).arch(Arch::new(9, 0)).compile(ObjectKind::Cubin).unwrap();
    assert_ne!(cubin(Program::new(text).max_registers(40)), cubin(Program::new(text)));
    let concepts = "template <class T> concept Any = true; extern \"C\" __global__ void g() {}";
    Program::new(concepts).std(Std::Cpp20).compile(ObjectKind::Ptx).unwrap();
    Program::new(concepts).std(Std::Cpp14).compile(ObjectKind::Ptx).unwrap_err();
}

#[test]
fn a_program_that_is_wrong_is_told_with_its_own_lines() {
    if !compiles() {
        return;
    }
    let program =
        Program::new("extern \"C\" __global__ void f(int *x) {\n    x[0] = oops;\n}\n").name("f.cu");
    let said = program.compile(ObjectKind::Ptx).unwrap_err().to_string();
    assert!(said.starts_with("f.cu does not compile\n    2 |     x[0] = oops;"), "{said}");
    assert!(said.contains("identifier \"oops\" is undefined"), "{said}");
    // A line of a header is shown under the header's name.
    let program = Program::new("#include \"more.h\"\n").header("more.h", "\nint wrong = oops;\n");
    let said = program.compile(ObjectKind::Ptx).unwrap_err().to_string();
    assert!(said.contains("more.h:\n    2 | int wrong = oops;"), "{said}");
    // A header that is not there, a kernel that is none, an option that is not known.
    let said = Program::new("#include \"no.h\"").compile(ObjectKind::Ptx).unwrap_err().to_string();
    assert!(said.contains("no.h"), "{said}");
    let said = saxpy().kernel("nothing<int>").compile(ObjectKind::Ptx).unwrap_err().to_string();
    assert!(said.contains("nothing"), "{said}");
    let said = saxpy().option("--no-such-option").compile(ObjectKind::Ptx).unwrap_err().to_string();
    assert!(said.contains("--no-such-option"), "{said}");
    // What has to be said first.
    let said = Program::new("").compile(ObjectKind::Cubin).unwrap_err().to_string();
    assert!(said.contains("it is not said for which GPU"), "{said}");
    let said = saxpy().compile_for(Device::cpu()).unwrap_err().to_string();
    assert!(said.contains("which runs no CUDA C++"), "{said}");
}

#[test]
fn headers_in_folders_are_read_each_time() {
    if !compiles() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("kiln-headers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let compile = |value: u32| {
        std::fs::write(folder.join("value.h"), format!("#define VALUE {value}\n")).unwrap();
        let text = "#include \"value.h\"\nextern \"C\" __global__ void f(int *x) { x[0] = VALUE; }";
        let object = Program::new(text).include_dir(&folder).compile(ObjectKind::Ptx).unwrap();
        String::from_utf8(object.bytes().to_vec()).unwrap()
    };
    assert!(compile(1234).contains("1234"));
    assert!(compile(4321).contains("4321"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn objects_are_read_from_files() {
    let path: PathBuf = std::env::temp_dir().join(format!("kiln-object-{}.ptx", std::process::id()));
    let ptx = ".version 7.0\n.target sm_75\n.entry f() { ret; }\n";
    std::fs::write(&path, ptx).unwrap();
    let object = ObjectCode::read(&path).unwrap();
    assert_eq!((object.kind(), object.name()), (ObjectKind::Ptx, &*path.to_string_lossy()));
    std::fs::write(&path, &ptx[..ptx.len() - 3]).unwrap();
    let said = ObjectCode::read(&path).unwrap_err().to_string();
    assert!(said.contains("kiln-object-") && said.contains("cut off"), "{said}");
    std::fs::remove_file(&path).unwrap();
    assert!(ObjectCode::read(&path).unwrap_err().to_string().contains("cannot be read"));
}

const TWICE: &str = "extern \"C\" __device__ float twice(float x) { return 2 * x; }";
const USER: &str = "extern \"C\" __device__ float twice(float);
extern \"C\" __global__ void f(float *x) { x[threadIdx.x] = twice(x[threadIdx.x]); }
template <typename T> __global__ void g(T *x) { x[threadIdx.x] = twice(x[threadIdx.x]); }";

/// Whether both compilers are there; without them the tests say so.
fn links() -> bool {
    match crate::sys::nvjitlink::NvJitLink::get() {
        Ok(_) => compiles(),
        Err(tried) => {
            eprintln!("nothing is linked here; looked for nvJitLink in: {tried:?}");
            false
        }
    }
}

fn both(kinds: [ObjectKind; 2]) -> Linker {
    let arch = Arch::new(9, 0);
    let twice = Program::new(TWICE).name("twice.cu").arch(arch).relocatable();
    let user = Program::new(USER).name("user.cu").arch(arch).relocatable().kernel("g<double>");
    Linker::new()
        .arch(arch)
        .object(&twice.compile(kinds[0]).unwrap())
        .object(&user.compile(kinds[1]).unwrap())
}

#[test]
fn objects_of_each_kind_are_linked() {
    if !links() {
        return;
    }
    for kinds in [
        [ObjectKind::LtoIr, ObjectKind::LtoIr],
        [ObjectKind::Ptx, ObjectKind::Cubin],
        [ObjectKind::Cubin, ObjectKind::Ptx],
        [ObjectKind::LtoIr, ObjectKind::Cubin],
    ] {
        let linked = both(kinds).line_info().max_registers(32).link(ObjectKind::Cubin).unwrap();
        assert_eq!((linked.kind(), linked.name()), (ObjectKind::Cubin, "twice.cu + user.cu"));
        let mut kernels = linked.kernels().unwrap();
        kernels.sort();
        assert_eq!(kernels, ["_Z1gIdEvPT_", "f"], "{kinds:?}");
        assert_eq!(linked.symbols().collect::<Vec<_>>(), [("g<double>", "_Z1gIdEvPT_")]);
    }
    let lto = both([ObjectKind::LtoIr; 2]);
    let ptx = lto.link(ObjectKind::Ptx).unwrap();
    let text = String::from_utf8(ptx.bytes().to_vec()).unwrap();
    // The call is gone: the function was written out where it was called.
    assert!(ptx.kind() == ObjectKind::Ptx && text.contains(".entry f") && !text.contains("call"), "{text}");
    lto.contract(false)
        .flush_subnormals(true)
        .precise_division(false)
        .precise_roots(false)
        .link(ObjectKind::Cubin)
        .unwrap();
}

#[test]
fn what_does_not_link_is_told_with_the_log() {
    if !links() {
        return;
    }
    let arch = Arch::new(9, 0);
    let said = |linker: Linker, to| linker.link(to).unwrap_err().to_string();
    let user = Program::new(USER).name("user.cu").arch(arch).relocatable();
    let alone =
        said(Linker::new().arch(arch).object(&user.compile(ObjectKind::Cubin).unwrap()), ObjectKind::Cubin);
    assert!(alone.starts_with("user.cu cannot be linked: nvJitLinkComplete"), "{alone}");
    assert!(alone.contains("Undefined reference to 'twice' in 'user.cu'"), "{alone}");
    let option = said(both([ObjectKind::LtoIr; 2]).option("-no-such-option"), ObjectKind::Cubin);
    assert!(option.contains("an option is not known") && option.contains("no-such-option"), "{option}");
    let ptx = said(both([ObjectKind::Cubin; 2]), ObjectKind::Ptx);
    assert!(ptx.contains("only LTO-IR is linked to PTX"), "{ptx}");
    assert!(said(both([ObjectKind::Cubin; 2]), ObjectKind::Fatbin).contains("and not a fatbin"));
    assert!(
        said(Linker::new(), ObjectKind::Cubin)
            .contains("nothing cannot be linked: it is not said for which GPU")
    );
    let damaged = ObjectCode::new([&[0xED, 0x43, 0x4E, 0x7F][..], &[0; 100]].concat()).unwrap();
    let damaged = said(Linker::new().arch(arch).object(&damaged), ObjectKind::Cubin);
    assert!(damaged.contains("the object cannot be linked"), "{damaged}");
    let cpu = both([ObjectKind::Cubin; 2]).link_for(Device::cpu()).unwrap_err().to_string();
    assert!(cpu.contains("the device is a CPU"), "{cpu}");
}
