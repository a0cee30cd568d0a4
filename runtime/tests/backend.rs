//! What compiles a kernel: KILN_BACKEND, the kernel's own word, and an NVRTC that is not there, each heard by a
//! process of its own. What needs a GPU says so without one, and passes.

use std::path::{Path, PathBuf};
use std::process::Command;

use kiln_codegen::ir::{Attrs, Backend, MathTier, Scalar};
use kiln_runtime::__private::KernelParts;
use kiln_runtime::{
    AsSliceMut, Buffer, Device, Error, KernelHandle, Launch, cache,
    registry::KernelEntry,
    registry::{ParamInfo, ParamKind},
};

/// Adds one to each element; the last thread is past the end. With what the kernel says of its target.
macro_rules! count {
    ($target:literal) => {
        concat!(
            "kiln-ir 1\n\n",
            $target,
            "kernel fn count(x#0: &mut [u32]) {
    var i#1: usize;
    @0 let i#1 = global_id_x();
    @1 if i#1 < x#0.len() {
        @2 x#0[i#1 proven] = x#0[i#1 proven] + 1u32;
    }
}

sites {
    file \"a.rs\";
    @0 3:5;
    @1 4:5;
    @2 5:9;
}
"
        )
    };
}

const FREE: KernelParts = KernelParts {
    name: "count",
    module: "backend",
    file: "a.rs",
    line: 2,
    params: &[ParamInfo {
        name: "x",
        kind: ParamKind::Slice { element: Some(Scalar::U32), mutable: true, atomic: false },
    }],
    attrs: Attrs {
        block: None,
        min_blocks: None,
        cluster: None,
        math: MathTier::Default,
        unchecked: false,
        tile: None,
        target: None,
    },
    ir: count!(""),
    cuda: None,
    open: false,
    coarse: false,
    describe: None,
    is_unsafe: false,
    disjoint: None,
    preconditions: kiln_runtime::__private::Preconditions::NONE,
    proven: false,
};

/// An entry made by hand.
const fn entry(parts: KernelParts) -> KernelEntry {
    // SAFETY: the kernels of these tests take the parameters that their entries name, and are safe.
    unsafe { KernelEntry::new(parts) }
}

const fn said(target: Backend, ir: &'static str) -> KernelEntry {
    entry(KernelParts { attrs: Attrs { target: Some(target), ..FREE.attrs }, ir, ..FREE })
}

static KERNEL: KernelHandle = KernelHandle::new(&entry(FREE));
static IN_CUDA: KernelHandle = KernelHandle::new(&said(Backend::Cuda, count!("#[target(cuda)]\n")));
static IN_PTX: KernelHandle = KernelHandle::new(&said(Backend::Ptx, count!("#[target(ptx)]\n")));

fn count<'a>(kernel: &'static KernelHandle, x: &'a mut Buffer<u32>) -> Launch<'a, 1> {
    // SAFETY: all kernels here take one such slice.
    unsafe { Launch::new(kernel, None, [x.into_arg()]) }
}

/// What the process that the others start says of a kernel: the report's first line, then what a GPU counts to.
fn say(name: &str, kernel: &'static KernelHandle) {
    let device = Device::emulated((8, 0));
    let mut x = device.stream().alloc_zeroed::<u32>(5).unwrap();
    match count(kernel, &mut x).report(&device) {
        Ok(report) => {
            println!("{name} report: {}", report.to_string().lines().next().unwrap());
            for note in &report.notes {
                println!("{name} note: {note}");
            }
        }
        Err(error) => println!("{name} report fails: {error}"),
    }
    // Where KILN_DUMP is set this writes what a GPU would get.
    if let Err(error) = count(kernel, &mut x).threads(6).launch(&device.stream()) {
        println!("{name} fails on the CPU: {error}");
    }
    let Ok(gpu) = Device::gpu(0) else { return println!("{name} has no GPU") };
    let stream = gpu.stream();
    let mut x = stream.alloc_zeroed::<u32>(5).unwrap();
    match count(kernel, &mut x).threads(6).launch(&stream) {
        Ok(()) => println!("{name} counts: {:?}", stream.download(&x).unwrap()),
        Err(error) => println!("{name} fails: {error}"),
    }
}

#[test]
#[ignore = "run by the other tests"]
fn child() {
    say("free", &KERNEL);
    say("cuda", &IN_CUDA);
    say("ptx", &IN_PTX);
    let cache = cache::status();
    println!("cache: {} writes, {} hits", cache.writes, cache.hits);
}

/// What a new process says with this KILN_BACKEND and KILN_NVRTC, and a cache of its own.
fn process(backend: &str, nvrtc: Option<&str>, cache: &Path) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--ignored", "--nocapture"]);
    command.env("KILN_BACKEND", backend).env("KILN_CACHE_DIR", cache).env_remove("KILN_CACHE");
    command.env("KILN_DUMP", "");
    if let Some(nvrtc) = nvrtc {
        command.env("KILN_NVRTC", nvrtc);
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kiln-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether there is a GPU, which is said where there is none.
fn has_gpu() -> bool {
    Device::gpu(0).inspect_err(|why| println!("what a GPU does is skipped: {why}")).is_ok()
}

const NOWHERE: Option<&str> = Some("/nowhere/libnvrtc.so");

#[test]
fn without_nvrtc_ptx_is_taken_unless_cuda_is_said() {
    let cache = Folder::new("backend-fallback");
    let text = process("", NOWHERE, &cache.0);
    for line in [
        "free report: kernel `count` on sm_80, through PTX\n",
        "ptx report: kernel `count` on sm_80, through PTX\n",
        "cuda report: kernel `count` on sm_80, through CUDA C++\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    if !has_gpu() {
        return assert!(text.contains("free has no GPU"), "{text}");
    }
    assert!(text.contains("free counts: [1, 1, 1, 1, 1]\n"), "{text}");
    assert!(text.contains("ptx counts: [1, 1, 1, 1, 1]\n"), "{text}");
    assert!(
        text.contains("cuda fails: kernels for the GPU are compiled by NVRTC, which was not found"),
        "{text}"
    );
    // The machine code is kept.
    assert!(text.contains("cache: 2 writes"), "{text}");
    let again = process("", NOWHERE, &cache.0);
    assert!(
        again.contains("free counts: [1, 1, 1, 1, 1]\n") && again.contains("cache: 0 writes, "),
        "{again}"
    );
}

#[test]
fn an_nvrtc_that_does_not_open_is_as_good_as_none_and_the_report_says_why() {
    let folder = Folder::new("backend-broken");
    std::fs::create_dir_all(&folder.0).unwrap();
    let library = folder.0.join("libnvrtc.so.13");
    std::fs::write(&library, b"not a library").unwrap();
    let text = process("", Some(&library.to_string_lossy()), &folder.0.join("cache"));
    assert!(text.contains("free report: kernel `count` on sm_80, through PTX\n"), "{text}");
    assert!(text.contains("free note: NVRTC was not found, so PTX is taken; looked in: "), "{text}");
    assert!(text.contains(&*library.to_string_lossy()), "{text}");
    // Who chose hears of nothing.
    assert!(!text.contains("ptx note") && !text.contains("cuda note"), "{text}");
    if has_gpu() {
        assert!(text.contains("free counts: [1, 1, 1, 1, 1]\n"), "{text}");
        assert!(text.contains("cuda fails: kernels for the GPU are compiled by NVRTC"), "{text}");
    }
}

#[test]
fn nvrtc_may_be_ruled_out() {
    let cache = Folder::new("backend-none");
    let text = process("", Some("none"), &cache.0);
    assert!(text.contains("free report: kernel `count` on sm_80, through PTX\n"), "{text}");
    assert!(text.contains("KILN_NVRTC: says that NVRTC is not to be used"), "{text}");
}

#[test]
fn the_variable_goes_before_the_kernel() {
    let cache = Folder::new("backend-variable");
    let text = process("PTX", NOWHERE, &cache.0);
    assert_eq!(text.matches("on sm_80, through PTX\n").count(), 3, "{text}");
    if has_gpu() {
        assert_eq!(text.matches("counts: [1, 1, 1, 1, 1]\n").count(), 3, "{text}");
    }
    let text = process("cuda", NOWHERE, &cache.0);
    assert_eq!(text.matches("on sm_80, through CUDA C++\n").count(), 3, "{text}");
    if has_gpu() {
        assert_eq!(text.matches("fails: kernels for the GPU are compiled by NVRTC").count(), 3, "{text}");
    }
}

#[test]
fn another_word_is_an_error_with_the_forms() {
    let cache = Folder::new("backend-word");
    let text = process("spirv", None, &cache.0);
    let error = "KILN_BACKEND is `spirv`, which names no back end";
    assert!(text.contains(&format!("free report fails: {error}")), "{text}");
    assert!(text.contains(&format!("ptx fails on the CPU: {error}")), "{text}");
    assert!(text.contains("use `cuda` or `ptx`"), "{text}");
    if has_gpu() {
        assert!(text.contains(&format!("ptx fails: {error}")), "{text}");
    }
}

#[test]
fn both_back_ends_do_the_same_in_one_process() {
    let Ok(gpu) = Device::gpu(0).inspect_err(|why| println!("skipped: {why}")) else { return };
    let stream = gpu.stream();
    let mut x = stream.alloc_zeroed::<u32>(1000).unwrap();
    let mut expected = 0;
    for kernel in [&KERNEL, &IN_CUDA, &IN_PTX] {
        match count(kernel, &mut x).threads(1024).launch(&stream) {
            Ok(()) => expected += 1,
            Err(why @ Error::CompilerMissing { .. }) => println!("skipped: {why}"),
            Err(why) => panic!("{why}"),
        }
        assert_eq!(stream.download(&x).unwrap(), [expected; 1000]);
    }
    assert!(expected >= 2);
}

#[test]
fn a_dump_has_the_text_of_the_back_end() {
    let (cache, dump) = (Folder::new("backend-dump-cache"), Folder::new("backend-dump"));
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--ignored", "--nocapture"]);
    command.env("KILN_BACKEND", "ptx").env("KILN_CACHE_DIR", &cache.0).env("KILN_DUMP", &dump.0);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    if has_gpu() {
        let files: Vec<_> = std::fs::read_dir(&dump.0).unwrap().map(|file| file.unwrap().path()).collect();
        let text = files.iter().find(|file| file.extension().is_some_and(|end| end == "ptx"));
        let text = std::fs::read_to_string(text.unwrap_or_else(|| panic!("{files:?}"))).unwrap();
        assert!(text.contains(".entry count("), "{text}");
    }
}
