//! First launches: what a kernel costs before it runs for the first time, through CUDA C++ and through PTX.
//!
//! ```text
//! cargo bench --bench first [-- saxpy waves matmul]
//! cargo bench --bench first --features kernels -- library
//! ```
//!
//! Each figure is the median of seven processes of its own, in which neither the driver nor NVRTC has a cache. The
//! clock runs from a made device to a launch that was given, for the first kernel of a process and for one after
//! it; beside it the compiler by itself, in a process that has got as far: NVRTC opened and asked for machine code,
//! or the driver asked to assemble the same PTX and to load it. What of the time is Kiln's own needs no GPU:
//! reading the closed IR, passes, the race check (which open kernels take at their first launch), the text, and
//! finding the library's functions. `library` measures each kernel of `kiln::kernels`: Kiln's own share of a first
//! launch through CUDA C++, and NVRTC by itself where there is one, with or without a GPU.

mod smoke;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use kiln::Stream;
use kiln::prelude::*;
use kiln_codegen::back::ptx;
use kiln_codegen::check::races;
use kiln_codegen::ir::{Callee, Expr, ExprKind, Module, parse};
use kiln_codegen::passes::finish;
use kiln_codegen::passes::tile::{self, Variant};
use kiln_codegen::{back::cuda, library};

/// The kernels, for one back end.
macro_rules! kernels {
    ($backend:ident, $target:tt) => {
        mod $backend {
            use kiln::prelude::*;

            #[kernel(target = $target)]
            pub fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
                let i = global_id();
                if i < y.len() {
                    y[i] = a * x[i] + y[i];
                }
            }

            /// Much of what PTX takes from Kiln's library.
            #[kernel(target = $target)]
            pub fn waves(turns: u32, x: &[f32], y: &mut [f32]) {
                let i = global_id();
                if i < y.len() {
                    let mut v = x[i];
                    for _ in 0..turns {
                        v = v.sin() + (v * 1.7).cos().abs().powf(0.3) + (-v * v).exp();
                    }
                    y[i] = v;
                }
            }

            /// What comes second.
            #[kernel(target = $target)]
            pub fn stencil(x: &[f32], y: &mut [f32]) {
                let i = global_id();
                if i > 0 && i + 1 < x.len() {
                    y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
                }
            }

            #[kernel(tile, target = $target)]
            pub fn matmul<const BM: usize, const BN: usize, const BK: usize>(
                a: &Tensor2<bf16>,
                b: &Tensor2<bf16>,
                c: &mut Tensor2<bf16>,
            ) {
                let (m, n) = (tile_id(0), tile_id(1));
                let mut sum = Tile2::<f32, BM, BN>::zeros();
                for k in 0..a.cols().div_ceil(BK) {
                    sum = mma(a.load::<BM, BK>(m, k), b.load::<BK, BN>(k, n), sum);
                }
                c.store(m, n, sum.cast::<bf16>());
            }

            /// Launches a kernel, then the second one; milliseconds of each.
            pub fn launches(work: &str, stream: &kiln::Stream) -> kiln::Result<Vec<f64>> {
                let x = stream.upload(&[1.0f32; 256])?;
                let mut y = stream.upload(&[1.0f32; 256])?;
                let (a, b) = (Tensor2::zeros(stream, [256, 256])?, Tensor2::zeros(stream, [256, 256])?);
                let mut c = Tensor2::zeros(stream, [256, 256])?;
                stream.synchronize()?;
                let start = std::time::Instant::now();
                match work {
                    "saxpy" => saxpy(1.0, &x, &mut y).threads(256).launch(stream)?,
                    "waves" => waves(3, &x, &mut y).threads(256).launch(stream)?,
                    _ => matmul::<128, 128, 32>(&a, &b, &mut c).launch(stream)?,
                }
                let first = start.elapsed().as_secs_f64() * 1e3;
                stream.synchronize()?;
                let start = std::time::Instant::now();
                stencil(&x, &mut y).threads(256).launch(stream)?;
                let second = start.elapsed().as_secs_f64() * 1e3;
                stream.synchronize()?;
                Ok(vec![first, second])
            }
        }
    };
}

kernels!(through_cuda, "cuda");
kernels!(through_ptx, "ptx");

const WORKS: [&str; 3] = ["saxpy", "waves", "matmul"];
/// The kernel that comes second.
const SECOND: &str = "stencil";

fn main() {
    if let Ok(mode) = std::env::var("KILN_BENCH_CHILD") {
        return match child(&mode) {
            Ok(times) => println!("{}", times.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")),
            Err(why) => {
                eprintln!("{mode}: {why}");
                std::process::exit(1);
            }
        };
    }
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wanted = |work: &str| args.is_empty() || args.iter().any(|arg| work.contains(arg.as_str()));
    let scratch = std::env::temp_dir().join(format!("kiln-bench-{}", std::process::id()));
    let gpu = Device::gpu(0);
    match &gpu {
        Ok(device) => println!("{device}, Kiln {}", env!("CARGO_PKG_VERSION")),
        Err(error) => println!("no GPU, so only Kiln's own share is measured: {error}"),
    }
    for work in WORKS.into_iter().filter(|work| wanted(work)) {
        measure(work, &scratch, gpu.is_ok());
    }
    #[cfg(feature = "kernels")]
    if wanted("library") {
        println!("\n{:<24}{:>12}{:>12}", "kiln::kernels; ms", "codegen", "NVRTC");
        for (work, _) in of_library::WORKS {
            measure_of_library(work, &scratch);
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
}

/// Measures everything about a kernel and prints it.
fn measure(work: &str, scratch: &Path, on_gpu: bool) {
    let (cache, dump) = (scratch.join("cache"), scratch.join("dump"));
    let run = |mode: &str, cache: &Path| spawn(&format!("{mode} {work}"), cache, &dump);
    if run("dump", &cache).is_none() {
        return;
    }
    let mut modes = vec![("own", "Kiln's own, of a cold PTX launch", OWN)];
    if on_gpu {
        modes.extend([
            ("nvrtc", "NVRTC by itself: opened, machine code", LAUNCHES),
            ("cuda-cold", "CUDA C++: nothing cached", LAUNCHES),
            ("cuda-warm", "CUDA C++: from the disk cache", LAUNCHES),
            ("link", "the driver by itself: PTX assembled, loaded", LAUNCHES),
            ("load", "the driver by itself: PTX loaded", LAUNCHES),
            ("ptx-cold", "PTX: nothing cached", LAUNCHES),
            ("ptx-warm", "PTX: from the disk cache", LAUNCHES),
        ]);
    }
    let mut times: Vec<Vec<Vec<f64>>> = vec![Vec::new(); modes.len()];
    for _ in 0..smoke::repetitions(7) {
        for ((mode, ..), times) in modes.iter().zip(&mut times) {
            let cache = cache.join(&mode[..mode.find('-').unwrap_or(mode.len())]);
            if mode.ends_with("cold") {
                let _ = std::fs::remove_dir_all(&cache);
            }
            times.extend(run(mode, &cache));
        }
    }
    println!("\n{work}, then {SECOND}; ms");
    for ((_, what, columns), times) in modes.iter().zip(times) {
        let column = |at: usize| median(times.iter().filter_map(|row| row.get(at).copied()).collect());
        let columns = columns.iter().enumerate().filter_map(|(at, name)| Some((name, column(at)?)));
        let columns: Vec<String> = columns.map(|(name, time)| format!("{name} {time:8.3}")).collect();
        println!("  {what:<46}{}", columns.join("  "));
    }
}

/// Kiln's own share of a kernel of the library, cold, and NVRTC's, in processes of their own.
#[cfg(feature = "kernels")]
fn measure_of_library(work: &str, scratch: &Path) {
    let (cache, dump) = (scratch.join("cache"), scratch.join(work));
    let run = |mode: &str| spawn(&format!("{mode} {work}"), &cache, &dump);
    if run("dump").is_none() {
        return;
    }
    let column = |mode: &str| {
        let times = (0..smoke::repetitions(7)).filter_map(|_| run(mode)?.first().copied()).collect();
        median(times).map_or("-".to_owned(), |time| format!("{time:.2}"))
    };
    println!("{work:<24}{:>12}{:>12}", column("codegen"), column("compile"));
}

const LAUNCHES: &[&str] = &["first", "second"];
const OWN: &[&str] = &["read", "passes", "check", "text", "library"];

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// What a process of its own measures.
fn spawn(mode: &str, cache: &Path, dump: &Path) -> Option<Vec<f64>> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.env("KILN_BENCH_CHILD", mode).env("KILN_BENCH_DUMP", dump).env("KILN_CACHE_DIR", cache);
    // The driver and NVRTC have caches of their own.
    command.env("CUDA_CACHE_DISABLE", "1").env_remove("KILN_CACHE").env_remove("KILN_BACKEND");
    command.env("KILN_DUMP", if mode.starts_with("dump") { dump.as_os_str() } else { "".as_ref() });
    let output = command.output().ok()?;
    if !output.stderr.is_empty() {
        println!("{}", String::from_utf8_lossy(&output.stderr).trim_end());
    }
    if smoke::is_on() && !output.status.success() {
        std::process::exit(1);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().map(|time| time.parse().ok()).collect::<Option<Vec<f64>>>()
}

/// Why a process measured nothing.
type Why = Box<dyn std::error::Error>;

fn child(mode: &str) -> Result<Vec<f64>, Why> {
    let (mode, work) = mode.split_once(' ').ok_or("no work is named")?;
    if mode == "dump" {
        // What a GPU would get, which the emulated one writes.
        let device = Device::emulated(gpu_arch());
        #[cfg(feature = "kernels")]
        if let Some((_, launch)) = of_library::WORKS.iter().find(|(name, _)| *name == work) {
            launch(&device.stream())?;
            return Ok(Vec::new());
        }
        return Ok(through_ptx::launches(work, &device.stream())?);
    }
    if mode == "codegen" || mode == "compile" {
        return alone(work, mode == "compile");
    }
    if mode == "own" {
        return own(work);
    }
    let stream = Device::gpu(0)?.new_stream()?;
    match mode {
        "cuda-cold" | "cuda-warm" => Ok(through_cuda::launches(work, &stream)?),
        "ptx-cold" | "ptx-warm" => Ok(through_ptx::launches(work, &stream)?),
        "nvrtc" => with_nvrtc(&stream, work),
        _ => with_driver(&stream, work, mode == "link"),
    }
}

/// The GPU's compute capability; without one, what the figures stand for.
fn gpu_arch() -> (u32, u32) {
    Device::gpu(0).ok().and_then(|device| device.compute_capability()).unwrap_or((9, 0))
}

fn arch() -> u32 {
    let (major, minor) = gpu_arch();
    major * 10 + minor
}

/// The IR of a kernel as it was dumped first: closed, and not lowered.
fn dumped(work: &str) -> Result<String, Why> {
    let folder = PathBuf::from(std::env::var("KILN_BENCH_DUMP")?);
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = std::fs::read_dir(&folder)?.flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        files.filter(|path| name(path).starts_with(work) && name(path).contains(".00-")).collect();
    files.sort();
    let file = files.first().ok_or_else(|| format!("no IR of `{work}` in {}", folder.display()))?;
    Ok(std::fs::read_to_string(file)?)
}

/// A module of threads, from the dumped one.
fn lowered(module: &Module, arch: u32) -> Result<Module, Why> {
    if module.entry().is_some_and(|entry| entry.attrs.tile.is_some()) {
        let target = tile::Target::new(arch, Variant::FAST);
        return Ok(tile::lower(module, target, &mut |_, _| {}).map_err(|error| error.message)?.module);
    }
    Ok(finish(module).0)
}

fn ptx_text(module: &Module, arch: u32) -> Result<String, Why> {
    let made = ptx::emit(module, ptx::Target { arch, lines: false });
    made.map(|made| made.text).map_err(|missing| format!("no PTX for {:?}", missing.names).into())
}

/// Kiln's own share: reading the IR, passes, the race check, the text without the library's functions, and finding
/// those.
fn own(work: &str) -> Result<Vec<f64>, Why> {
    let (text, arch) = (dumped(work)?, arch());
    let mut times = Vec::new();
    let mut start = Instant::now();
    let mut took = |start: &mut Instant| {
        times.push(start.elapsed().as_secs_f64() * 1e3);
        *start = Instant::now();
    };
    let module = parse(&text)?;
    took(&mut start);
    let threads = lowered(&module, arch)?;
    took(&mut start);
    std::hint::black_box(races::check_module(&module));
    took(&mut start);
    // Before the text is written, which then finds them found.
    let asked = asked(&threads);
    let beginning = Instant::now();
    for (name, scalar) in asked {
        std::hint::black_box(library::find(name, scalar));
    }
    let found = beginning.elapsed().as_secs_f64() * 1e3;
    start = Instant::now();
    std::hint::black_box(ptx_text(&threads, arch)?);
    took(&mut start);
    times.push(found);
    Ok(times)
}

/// Kiln's own share of a first launch through CUDA C++, or NVRTC's.
fn alone(work: &str, compile: bool) -> Result<Vec<f64>, Why> {
    let (text, arch) = (dumped(work)?, arch());
    let mut start = Instant::now();
    let module = parse(&text)?;
    let threads = lowered(&module, arch)?;
    // Those of a kernel that is `unsafe` are its caller's business.
    if !["scan_blocks", "radix_pass"].contains(&work) {
        std::hint::black_box(races::check_module(&module));
    }
    let text = cuda::emit(&threads).text;
    if compile {
        let target =
            format!("--gpu-architecture={}", kiln_runtime::jit::Arch::new(arch / 10, arch % 10).real());
        start = Instant::now();
        kiln_runtime::jit::nvrtc::Nvrtc::get()?.compile(work, &text, &[&*target, "-std=c++17"])?;
    }
    Ok(vec![start.elapsed().as_secs_f64() * 1e3])
}

/// The kernels of `kiln::kernels`, each by a call that launches it.
#[cfg(feature = "kernels")]
mod of_library {
    use kiln::kernels::{self, AttentionOptions, Identity};
    use kiln::prelude::*;
    use kiln::{Result, TensorView4};

    type Launch = fn(&Stream) -> Result<()>;

    fn matrix<T: kiln::ScalarType>(stream: &Stream, extents: [usize; 2]) -> Result<Tensor2<T>> {
        Tensor2::zeros(stream, extents)
    }

    fn rows(stream: &Stream, columns: usize) -> Result<(Tensor2<f32>, Tensor2<f32>, Tensor1<f32>)> {
        Ok((matrix(stream, [1, columns])?, matrix(stream, [1, columns])?, Tensor1::zeros(stream, columns)?))
    }

    fn attention(stream: &Stream, size: usize) -> Result<()> {
        let x = Tensor4::<bf16>::zeros(stream, [1, 1, 64, size])?;
        let mut o = Tensor4::zeros(stream, [1, 1, 64, size])?;
        let x: TensorView4<'_, bf16> = x.view();
        kernels::attention(stream, x, x, x, AttentionOptions::new().causal(), &mut o)
    }

    /// What is named is the kernel that the call launches.
    pub const WORKS: &[(&str, Launch)] = &[
        ("softmax_rows", |stream| {
            let (x, mut y, _) = rows(stream, 1024)?;
            kernels::softmax(stream, &x, &mut y)
        }),
        ("softmax_long_rows", |stream| {
            let (x, mut y, _) = rows(stream, 8192)?;
            kernels::raw::softmax_long_rows::<f32, 8192>(&x, &mut y).launch(stream)
        }),
        ("layer_norm_rows", |stream| {
            let (x, mut y, weight) = rows(stream, 1024)?;
            kernels::layer_norm(stream, &x, &weight, &weight, 0.0, &mut y)
        }),
        ("rms_norm_rows", |stream| {
            let (x, mut y, weight) = rows(stream, 1024)?;
            kernels::rms_norm(stream, &x, &weight, 0.0, &mut y)
        }),
        ("cross_entropy_rows", |stream| {
            let (x, ..) = rows(stream, 1024)?;
            kernels::cross_entropy(stream, &x, &Tensor1::zeros(stream, 1)?, &mut Tensor1::zeros(stream, 1)?)
        }),
        ("row_sums", |stream| {
            kernels::sum_rows(stream, &rows(stream, 64)?.0, &mut Tensor1::zeros(stream, 1)?)
        }),
        ("column_sums", |stream| {
            let (x, _, mut y) = rows(stream, 64)?;
            kernels::sum_columns(stream, &x, &mut y)
        }),
        ("transposed_tiles", |stream| {
            kernels::transpose(stream, &matrix::<f32>(stream, [64, 64])?, &mut matrix(stream, [64, 64])?)
        }),
        ("scan_blocks", |stream| {
            let x = Tensor1::<f32>::zeros(stream, 64)?;
            kernels::cumsum(stream, &x, &mut Tensor1::zeros(stream, 64)?)
        }),
        ("radix_pass", |stream| {
            let x = Tensor1::<f32>::zeros(stream, 64)?;
            kernels::sort(stream, &x, &mut Tensor1::zeros(stream, 64)?)
        }),
        ("few_of_pieces", |stream| {
            let (mut values, mut places) = (matrix(stream, [1, 8])?, matrix(stream, [1, 8])?);
            kernels::topk(stream, &matrix::<f32>(stream, [1, 1024])?, &mut values, &mut places)
        }),
        ("dropout_quarters", |stream| {
            let x = stream.alloc_zeroed::<f32>(64)?;
            kernels::dropout(stream, &x, 0.5, 1, &mut stream.alloc_zeroed::<f32>(64)?)
        }),
        ("product_tiles", |stream| {
            let (a, mut c) = (matrix::<bf16>(stream, [64, 64])?, matrix::<bf16>(stream, [64, 64])?);
            kernels::raw::product_tiles::<_, _, _, 128, 256, 64>(&a, &a, Identity::default(), &mut c)
                .launch(stream)
        }),
        ("batched_product_tiles", |stream| {
            let a = Tensor3::<bf16>::zeros(stream, [1, 64, 64])?;
            let mut c = Tensor3::<bf16>::zeros(stream, [1, 64, 64])?;
            kernels::raw::batched_product_tiles::<_, _, _, 128, 256, 64>(&a, &a, Identity::default(), &mut c)
                .launch(stream)
        }),
        ("quantized_product_tiles", |stream| {
            let (a, scales) = (matrix::<i8>(stream, [64, 64])?, Tensor1::zeros(stream, 64)?);
            let mut c = matrix::<bf16>(stream, [64, 64])?;
            kernels::raw::quantized_product_tiles::<_, 128, 128, 128>(&a, &a, &scales, &scales, &mut c)
                .launch(stream)
        }),
        ("attention_tiles", |stream| attention(stream, 128)),
        ("conv2d_tiles", |stream| {
            let x = Tensor4::<bf16>::zeros(stream, [1, 3, 130, 8])?;
            let w = Tensor4::<bf16>::zeros(stream, [3, 3, 8, 128])?;
            kernels::conv2d(stream, &x, &w, 1, 0, &mut Tensor4::zeros(stream, [1, 1, 128, 128])?)
        }),
    ];
}

/// The rows that a module calls, with the types of their first operands.
fn asked(module: &Module) -> Vec<(&'static str, kiln_codegen::ir::Scalar)> {
    fn see(expr: &Expr, asked: &mut Vec<(&'static str, kiln_codegen::ir::Scalar)>) {
        if let ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } = &expr.kind
            && let Some(scalar) = args.first().and_then(|arg| arg.ty.scalar())
        {
            asked.push((row.name, scalar));
        }
        expr.for_each_child(&mut |child| see(child, asked));
    }
    let mut asked = Vec::new();
    for function in &module.functions {
        function.body.walk_exprs(&mut |expr| see(expr, &mut asked));
    }
    asked
}

/// NVRTC by itself, opened and given two texts.
fn with_nvrtc(stream: &Stream, work: &str) -> Result<Vec<f64>, Why> {
    let text = |work: &str| Ok::<_, Why>(cuda::emit(&lowered(&parse(&dumped(work)?)?, arch())?).text);
    let texts = [text(work)?, text(SECOND)?];
    let (major, minor) = gpu_arch();
    let target = format!("--gpu-architecture={}", kiln_runtime::jit::Arch::new(major, minor).real());
    stream.synchronize()?;
    let mut times = Vec::new();
    for text in texts {
        let start = Instant::now();
        let nvrtc = kiln_runtime::jit::nvrtc::Nvrtc::get()?;
        nvrtc.compile(work, &text, &[&*target, "-std=c++17"])?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times)
}

/// The driver by itself, given two texts: to assemble and then to load, or to load.
fn with_driver(stream: &Stream, work: &str, link: bool) -> Result<Vec<f64>, Why> {
    let text = |work: &str| ptx_text(&lowered(&parse(&dumped(work)?)?, arch())?, arch());
    let texts = [text(work)?, text(SECOND)?];
    stream.synchronize()?;
    // The context of this thread is current, since the stream has been used.
    let driver = driver::Driver::open()?;
    let mut times = Vec::new();
    for text in texts {
        let start = Instant::now();
        let image = if link { driver.assemble(&text)? } else { text.bytes().chain([0]).collect() };
        driver.load(&image)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times)
}

/// The few calls of the driver that assemble and load.
mod driver {
    use std::ffi::{c_int, c_uint, c_void};
    use std::ptr;

    use libloading::{Library, Symbol};

    type Create = unsafe extern "C" fn(c_uint, *mut c_int, *mut *mut c_void, *mut *mut c_void) -> c_int;
    type Add = unsafe extern "C" fn(
        *mut c_void,
        c_int,
        *mut c_void,
        usize,
        *const i8,
        c_uint,
        *mut c_int,
        *mut *mut c_void,
    ) -> c_int;
    type Complete = unsafe extern "C" fn(*mut c_void, *mut *mut c_void, *mut usize) -> c_int;
    type Destroy = unsafe extern "C" fn(*mut c_void) -> c_int;
    type Load = unsafe extern "C" fn(*mut *mut c_void, *const c_void) -> c_int;

    pub struct Driver(Library);

    impl Driver {
        /// The driver that the process has open already.
        pub fn open() -> Result<Driver, super::Why> {
            let name = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };
            // SAFETY: the driver is open.
            Ok(Driver(unsafe { Library::new(name) }?))
        }

        /// PTX to machine code.
        pub fn assemble(&self, text: &str) -> Result<Vec<u8>, super::Why> {
            let mut text: Vec<u8> = text.bytes().chain([0]).collect();
            let (mut state, mut image, mut bytes) = (ptr::null_mut(), ptr::null_mut(), 0);
            // SAFETY: the driver exports these with these types; there are no options, the text ends in a NUL, the
            // answers have their places, and the image is copied before its link goes.
            unsafe {
                let create: Symbol<'_, Create> = self.0.get(b"cuLinkCreate_v2")?;
                let add: Symbol<'_, Add> = self.0.get(b"cuLinkAddData_v2")?;
                let complete: Symbol<'_, Complete> = self.0.get(b"cuLinkComplete")?;
                let destroy: Symbol<'_, Destroy> = self.0.get(b"cuLinkDestroy")?;
                check(create(0, ptr::null_mut(), ptr::null_mut(), &raw mut state))?;
                let (data, len) = (text.as_mut_ptr().cast(), text.len());
                check(add(state, 1, data, len, ptr::null(), 0, ptr::null_mut(), ptr::null_mut()))?;
                check(complete(state, &raw mut image, &raw mut bytes))?;
                let image = std::slice::from_raw_parts(image.cast::<u8>(), bytes).to_vec();
                check(destroy(state))?;
                Ok(image)
            }
        }

        /// Loads machine code, or PTX that ends in a NUL.
        pub fn load(&self, image: &[u8]) -> Result<(), super::Why> {
            let mut module = ptr::null_mut();
            // SAFETY: the image is complete, and the answer has its place.
            unsafe {
                let load: Symbol<'_, Load> = self.0.get(b"cuModuleLoadData")?;
                check(load(&raw mut module, image.as_ptr().cast()))
            }
        }
    }

    fn check(code: c_int) -> Result<(), super::Why> {
        if code == 0 { Ok(()) } else { Err(format!("the driver answers {code}").into()) }
    }
}
