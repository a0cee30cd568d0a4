//! Tile kernels from hand-written IR: what is checked before anything runs, and what runs.

use std::path::PathBuf;
use std::process::Command;

use kiln_codegen::ir::{Attrs, MathTier, Scalar, TileAttrs};
use kiln_runtime::__private::KernelParts;
use kiln_runtime::jit::nvrtc::Nvrtc;
use kiln_runtime::registry::{DynArg, KernelEntry, ParamInfo, ParamKind};
use kiln_runtime::report::Variant;
use kiln_runtime::{Arg, AsSliceMut, Buffer, Device, DeviceKind, Error, KernelHandle, Launch};

/// Twice a vector, 256 elements a tile.
const TWICE: &str = "kiln-ir 1

#[tile]
kernel fn twice(x#0: &tensor1<f32>, y#1: &mut tensor1<f32>) {
    var i#2: usize;
    @0 let i#2 = block_idx_x();
    @0 eval tile_store(y#1, i#2, (tile_load(x#0, i#2): tile<f32, 256>) * 2.0f32);
}

sites {
    file \"a.rs\";
    @0 7:5;
}
";

/// Fails in the third tile.
const PICKY: &str = "kiln-ir 1

#[tile]
kernel fn picky(y#0: &mut tensor1<f32>) {
    var i#1: usize;
    @0 let i#1 = block_idx_x();
    @0 if i#1 == 2usize {
        @1 fail(i#1);
    }
    @0 eval tile_store(y#0, i#1, tile_broadcast(1.0f32): tile<f32, 256>);
}

sites {
    file \"a.rs\";
    @0 7:5;
    @1 8:9 message \"tile {0} is not liked\" usize;
}
";

/// Adds one to each element, as threads.
const COUNT: &str = "kiln-ir 1

kernel fn count(x#0: &mut [u32]) {
    @0 x#0[global_id_x() @1] = x#0[global_id_x() proven] + 1u32;
}

sites {
    file \"a.rs\";
    @0 3:5;
    @1 3:9 index \"x[i]\";
}
";

/// Reverses a block's elements by way of 64 KiB of shared memory, of which it uses the ends.
const REVERSE: &str = "kiln-ir 1

#[block(256, 1, 1)]
kernel fn reverse(x#0: &mut [u32]) {
    shared low#1: [u32; 8192];
    shared high#2: [u32; 8192];
    var i#3: usize;
    @0 let i#3 = thread_idx_x();
    @0 low#1[i#3 proven] = x#0[i#3 @1];
    @0 high#2[(8191usize - i#3) proven] = low#1[i#3 proven];
    @0 eval sync_threads();
    @0 x#0[i#3 proven] = high#2[(7936usize + i#3) proven];
}

sites {
    file \"a.rs\";
    @0 3:5;
    @1 3:9 index \"x[i]\";
}
";

const fn tensor(mutable: bool) -> ParamKind {
    ParamKind::Tensor { element: Some(Scalar::F32), rank: 1, mutable }
}

const ENTRY: KernelParts = KernelParts {
    name: "twice",
    module: "tiles",
    file: "a.rs",
    line: 6,
    params: &[ParamInfo { name: "x", kind: tensor(false) }, ParamInfo { name: "y", kind: tensor(true) }],
    attrs: Attrs {
        block: None,
        min_blocks: None,
        math: MathTier::Default,
        unchecked: false,
        tile: Some(TileAttrs { warps: None, stages: None, order: None }),
        cluster: None,
        target: None,
    },
    ir: TWICE,
    cuda: None,
    open: false,
    coarse: false,
    describe: None,
    is_unsafe: false,
    disjoint: Some([true, false, false]),
    preconditions: kiln_runtime::__private::Preconditions::NONE,
    proven: false,
};

/// An entry made by hand.
const fn entry(parts: KernelParts) -> KernelEntry {
    // SAFETY: the kernels of these tests take the parameters that their entries name, and are safe.
    unsafe { KernelEntry::new(parts) }
}

static HANDLE: KernelHandle = KernelHandle::new(&entry(ENTRY));

const SIMT: KernelParts = KernelParts {
    name: "count",
    params: &[ParamInfo {
        name: "x",
        kind: ParamKind::Slice { element: Some(Scalar::U32), mutable: true, atomic: false },
    }],
    attrs: Attrs { tile: None, ..ENTRY.attrs },
    ir: COUNT,
    disjoint: None,
    preconditions: kiln_runtime::__private::Preconditions::NONE,
    proven: false,
    ..ENTRY
};

static SIMT_HANDLE: KernelHandle = KernelHandle::new(&entry(SIMT));

inventory::submit! { entry(SIMT) }

const PICKY_ENTRY: KernelParts =
    KernelParts { name: "picky", params: &[ParamInfo { name: "y", kind: tensor(true) }], ir: PICKY, ..ENTRY };

static PICKY_HANDLE: KernelHandle = KernelHandle::new(&entry(PICKY_ENTRY));

const SHARED: KernelParts = KernelParts {
    name: "reverse",
    attrs: Attrs { block: Some([256, 1, 1]), ..SIMT.attrs },
    ir: REVERSE,
    ..SIMT
};

static SHARED_HANDLE: KernelHandle = KernelHandle::new(&entry(SHARED));

inventory::submit! { entry(ENTRY) }

/// A launch with the arguments of a kernel of this file.
fn bound<'a, const N: usize>(kernel: &'static KernelHandle, args: [Arg<'a>; N]) -> Launch<'a, N> {
    // SAFETY: each test gives a kernel what it takes.
    unsafe { Launch::new(kernel, None, args) }
}

fn twice<'a>(x: &'a Buffer<f32>, y: &'a mut Buffer<f32>) -> Launch<'a, 2> {
    let (n, m) = (x.len(), y.len());
    let x = Arg::tensor(x.as_slice(), [n], [1]);
    bound(&HANDLE, [x, Arg::tensor_mut(y.as_slice_mut(), [m], [1])])
}

fn count(x: &mut Buffer<u32>) -> Launch<'_, 1> {
    bound(&SIMT_HANDLE, [x.into_arg()])
}

#[test]
fn the_methods_of_the_other_kind_are_refused() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 300]).unwrap();
    let mut y = stream.alloc_zeroed::<f32>(300).unwrap();
    for refused in [
        twice(&x, &mut y).threads(300).launch(&stream),
        twice(&x, &mut y).blocks(0).launch(&stream),
        twice(&x, &mut y).tiles(2).block(32).launch(&stream),
    ] {
        assert!(matches!(refused, Err(Error::WrongSize { kernel: "twice", tile: true, .. })), "{refused:?}");
    }
    let mut x = stream.alloc_zeroed::<u32>(3).unwrap();
    let refused = count(&mut x).tiles(1).launch(&stream);
    assert!(matches!(refused, Err(Error::WrongSize { kernel: "count", method: ".tiles(..)", tile: false })));
}

#[test]
fn no_tiles_are_no_error() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 300]).unwrap();
    let mut y = stream.alloc_zeroed::<f32>(300).unwrap();
    twice(&x, &mut y).tiles(0).launch(&stream).unwrap();
    twice(&x, &mut y).tiles([4, 0]).launch(&stream).unwrap();
    assert_eq!(stream.download(&y).unwrap(), [0.0; 300]);
}

fn shared(x: &Buffer<f32>) -> DynArg<'_> {
    DynArg::tensor(x.as_slice(), [300], [1])
}

fn exclusive(x: &mut Buffer<f32>) -> DynArg<'_> {
    DynArg::tensor_mut(x.as_slice_mut(), [300], [1])
}

#[test]
fn rank_type_and_mutability_are_checked() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 300]).unwrap();
    let wrong = stream.upload(&[1i32; 300]).unwrap();
    let mut y = stream.alloc_zeroed::<f32>(300).unwrap();
    let entry = kiln_runtime::registry::find("tiles::twice").unwrap();
    let mut refused = |first: DynArg<'_>| {
        let second = DynArg::tensor_mut(y.as_slice_mut(), [300], [1]);
        entry.bind([first, second]).unwrap_err().to_string()
    };
    let text = refused(DynArg::tensor(x.as_slice(), [30, 10], [10, 1]));
    assert!(
        text.contains("parameter `x` (number 1): expected `&Tensor1<f32>`, found `&Tensor2<f32>`"),
        "{text}"
    );
    let text = refused(DynArg::tensor(wrong.as_slice(), [300], [1]));
    assert!(text.contains("expected `&Tensor1<f32>`, found `&Tensor1<i32>`"), "{text}");
    let text = refused((&x).into());
    assert!(text.contains("found `&Buffer<f32>`, which has no extents; pass a tensor"), "{text}");
    let text = refused(1.0f32.into());
    assert!(text.contains("found a value of type `f32`"), "{text}");
    let text = entry.bind([shared(&x), shared(&x)]).unwrap_err().to_string();
    assert!(
        text.contains("expected `&mut Tensor1<f32>`, found `&Tensor1<f32>`, which is only lent"),
        "{text}"
    );
    // What is lent exclusively may be shared, and a tensor is no slice.
    let (mut a, mut b) = (stream.alloc_zeroed(300).unwrap(), stream.alloc_zeroed(300).unwrap());
    assert!(entry.bind([exclusive(&mut a), exclusive(&mut b)]).is_ok());
    let mut z = stream.alloc_zeroed::<u32>(3).unwrap();
    let text = kiln_runtime::registry::find("tiles::count")
        .unwrap()
        .bind([DynArg::tensor_mut(z.as_slice_mut(), [3], [1])])
        .unwrap_err()
        .to_string();
    assert!(text.contains("expected `&mut [u32]`, found `&mut Tensor1<u32>`"), "{text}");
}

#[test]
fn a_tensor_larger_than_its_memory_is_refused() {
    let stream = Device::cpu().stream();
    let x = stream.upload(&[1.0f32; 300]).unwrap();
    let mut y = stream.alloc_zeroed::<f32>(300).unwrap();
    let args = [Arg::tensor(x.as_slice(), [301], [1]), Arg::tensor_mut(y.as_slice_mut(), [300], [1])];
    let text = bound(&HANDLE, args).tiles(2).launch(&stream).unwrap_err().to_string();
    assert!(text.contains("kernel `twice`, parameter `x`: a tensor with extents [301]"), "{text}");
}

/// The CPU, which runs tiles; one that runs what the compiler makes of them; a GPU where there is one.
fn devices() -> impl Iterator<Item = Device> {
    [Some(Device::cpu()), Some(Device::emulated((9, 0))), gpu()].into_iter().flatten()
}

#[test]
fn tiles_run_on_every_device() {
    for device in devices() {
        let stream = device.stream();
        // Tensors of whole vectors and others: the two variants; and last tiles that are not full.
        for n in [1024, 1000, 1001, 3] {
            let x = stream.upload(&(0..n).map(|i| i as f32).collect::<Vec<_>>()).unwrap();
            let mut y = stream.alloc_zeroed::<f32>(n).unwrap();
            twice(&x, &mut y).tiles(n.div_ceil(256)).launch(&stream).unwrap();
            let found = stream.download(&y).unwrap();
            assert!(found.iter().enumerate().all(|(i, y)| *y == 2.0 * i as f32), "{device}, {n}: {found:?}");
        }
    }
}

#[test]
fn threads_that_ask_for_both_variants_at_once_get_both() {
    static HANDLE: KernelHandle = KernelHandle::new(&entry(ENTRY));
    for device in devices() {
        let twice_of = |n: usize| {
            let stream = device.new_stream().unwrap();
            let x = stream.upload(&vec![1.5f32; n]).unwrap();
            let mut y = stream.alloc_zeroed::<f32>(n).unwrap();
            let x = Arg::tensor(x.as_slice(), [n], [1]);
            let launch = bound(&HANDLE, [x, Arg::tensor_mut(y.as_slice_mut(), [n], [1])]);
            launch.tiles(n.div_ceil(256)).launch(&stream).unwrap();
            assert_eq!(stream.download(&y).unwrap(), vec![3.0; n]);
        };
        std::thread::scope(|scope| {
            for n in (0..8).map(|i| if i % 2 == 0 { 512 } else { 513 }) {
                scope.spawn(move || twice_of(n));
            }
        });
    }
}

#[test]
fn a_failed_assertion_names_the_tile() {
    for device in devices() {
        let stream = device.stream();
        let mut y = stream.alloc_zeroed::<f32>(1024).unwrap();
        let launch = bound(&PICKY_HANDLE, [Arg::tensor_mut(y.as_slice_mut(), [1024], [1])]);
        launch.tiles(4).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err();
        assert_eq!(
            error.to_string(),
            "kernel `picky` failed at a.rs:8:9: tile 2 is not liked (tile (2, 0, 0))",
            "{device}"
        );
    }
}

#[test]
fn a_report_tells_of_both_variants() {
    let stream = Device::emulated((8, 0)).stream();
    let x = stream.upload(&[1.0f32; 300]).unwrap();
    let mut y = stream.alloc_zeroed::<f32>(300).unwrap();
    let report = twice(&x, &mut y).report(&stream).unwrap();
    let variants: Vec<_> = report.variants.iter().map(|one| (one.variant, one.taken)).collect();
    assert_eq!(variants, [(Some(Variant::FAST), true), (Some(Variant::GENERAL), false)]);
    assert_eq!(report.arch, "sm_80");
    for variant in &report.variants {
        assert!(variant.threads.is_some_and(|threads| (32..=1024).contains(&threads)), "{report}");
        assert!(!variant.tiles.is_empty() && !variant.instructions.is_empty(), "{report}");
        let bytes = if variant.variant == Some(Variant::FAST) { 16 } else { 4 };
        assert_eq!(variant.moves.len(), 2, "{report}");
        assert!(variant.moves.iter().all(|moved| moved.bytes == bytes), "{report}");
        assert!(variant.moves.iter().all(|moved| moved.why.is_empty() == (bytes == 16)), "{report}");
        assert!(variant.resident.is_some_and(|found| found.warps <= found.most_warps), "{report}");
        match &variant.usage {
            Ok(usage) => assert!((4..=255).contains(&usage.registers), "{report}"),
            Err(why) => assert!(why.contains("PTX"), "{report}"),
        }
    }
    // By another launch, one of its own.
    let report = twice(&x, &mut stream.alloc_zeroed(299).unwrap()).report(Device::cpu()).unwrap();
    let taken: Vec<bool> = report.variants.iter().map(|one| one.taken).collect();
    assert!(taken == [false, false, true] && report.arch == "sm_90a", "{report}");
    assert_eq!(report.variants[2].tensors, [vec!["y"], vec![]], "{report}");
}

#[test]
fn an_emulated_gpu_is_a_device_of_its_own() {
    let device = Device::emulated((8, 6));
    assert_eq!((device.kind(), device.compute_capability()), (DeviceKind::Emulated(8, 6), Some((8, 6))));
    assert!(device == Device::emulated((8, 6)) && device != Device::emulated((9, 0)));
    assert!(device != Device::cpu() && !device.is_gpu());
    let stream = device.stream();
    let mut x = stream.alloc_zeroed::<u32>(1000).unwrap();
    for _ in 0..2 {
        count(&mut x).threads(1000).block(8).launch(&stream).unwrap();
    }
    assert_eq!(stream.download(&x).unwrap(), [2; 1000]);
    let error = count(&mut x).threads(1000).launch(&Device::cpu().stream()).unwrap_err().to_string();
    assert!(
        error.contains("lives on the CPU as a GPU of compute capability 8.6, the stream on the CPU"),
        "{error}"
    );
}

/// The first GPU, where there is one and a compiler for it; the others say so.
fn gpu() -> Option<Device> {
    let found = Device::gpu(0).and_then(|device| Nvrtc::get().map(|_| device));
    found.inspect_err(|why| println!("without a GPU: {why}")).ok()
}

#[test]
fn a_block_may_have_more_shared_memory_than_usual() {
    for device in [Some(Device::cpu()), Some(Device::emulated((8, 0))), gpu()].into_iter().flatten() {
        let stream = device.stream();
        let mut x = stream.upload(&(0..256).collect::<Vec<u32>>()).unwrap();
        bound(&SHARED_HANDLE, [(&mut x).into_arg()]).blocks(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), (0..256).rev().collect::<Vec<u32>>(), "{device}");
    }
}

#[test]
fn a_report_of_threads_tells_what_they_use() {
    let device = Device::cpu();
    let mut x = device.stream().alloc_zeroed::<u32>(1000).unwrap();
    let report = count(&mut x).report(&device).unwrap();
    assert_eq!((report.kernel, &*report.arch, report.variants.len()), ("count", "sm_90a", 1));
    let variant = &report.variants[0];
    assert_eq!(variant.instructions, [("global loads", 1), ("global stores", 1)]);
    match &variant.usage {
        Ok(usage) => assert!((4..64).contains(&usage.registers) && usage.spilled_bytes == 0, "{usage:?}"),
        Err(why) => assert!(why.contains("PTX"), "{report}"),
    }
    assert!(
        report
            .to_string()
            .contains("the CPU runs it otherwise; this is what a GPU of compute capability 9.0")
    );
}

/// The body of the processes that the tests of KILN_DUMP start.
#[test]
#[ignore = "run by other tests"]
fn child() {
    let stream = Device::cpu().stream();
    let mut x = stream.alloc_zeroed::<u32>(10).unwrap();
    count(&mut x).threads(10).block(10).launch(&stream).unwrap();
    assert_eq!(stream.download(&x).unwrap(), [1; 10]);
    let stream = Device::emulated((8, 0)).stream();
    let x = stream.upload(&[1.0f32; 256]).unwrap();
    let mut y = stream.alloc_zeroed::<f32>(256).unwrap();
    twice(&x, &mut y).tiles(1).launch(&stream).unwrap();
}

/// Runs [`child`] with this KILN_DUMP; what it wrote on stderr.
fn dumped(directory: &std::path::Path) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .env("KILN_DUMP", directory)
        .env_remove("KILN_BACKEND")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("kiln-dump-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn a_dump_shows_what_was_compiled() {
    let directory = scratch("kernel");
    assert!(!dumped(&directory).contains("KILN_DUMP"));
    let text = std::fs::read_to_string(directory.join("count.threads.cpu.00-input.kir")).unwrap();
    assert_eq!(text, COUNT);
    // Of a tile kernel every pass, in order, and what NVRTC would be given.
    let names = std::fs::read_dir(&directory).unwrap().map(|file| file.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name.starts_with("twice.fast.sm_80."));
    names.sort();
    // The text and what was chosen sort last, and before them pass after pass.
    assert!(names.len() >= 6, "{names:?}");
    let (passes, others) = names.split_at(names.len() - 2);
    assert_eq!(others, ["twice.fast.sm_80.cu", "twice.fast.sm_80.plan.txt"]);
    for (i, name) in passes.iter().enumerate() {
        assert!(name.starts_with(&format!("twice.fast.sm_80.{i:02}-")), "{names:?}");
    }
    let text = std::fs::read_to_string(directory.join("twice.fast.sm_80.plan.txt")).unwrap();
    assert!(text.contains("`x` is loaded, 16 bytes at a time\n    `y` is stored, 16 bytes"), "{text}");
    let text = std::fs::read_to_string(directory.join("twice.fast.sm_80.cu")).unwrap();
    assert!(text.contains("extern \"C\" __global__ void"), "{text}");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_dump_that_cannot_be_written_is_one_line() {
    let file = scratch("file");
    std::fs::write(&file, b"").unwrap();
    let text = dumped(&file);
    assert_eq!(text.lines().filter(|line| line.contains("KILN_DUMP cannot write")).count(), 1, "{text}");
    std::fs::remove_file(&file).unwrap();
}
