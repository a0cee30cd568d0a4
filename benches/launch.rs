//! What a launch costs the host: Kiln beside the bare driver, and beside C++.
//!
//! ```text
//! cargo bench --bench launch [-- ROUNDS]
//! ```
//!
//! Bursts of 512 launches go into a drained stream, which the driver's queue holds without blocking; the cases and
//! the peers take turns, burst by burst, in one process, so that a drift of the machine meets all alike. What is
//! compared is the median of the differences. The bare peer is a loop of this program around `cuLaunchKernel`; the
//! others are `benches/peers/launch.cpp` built as a library
//! (`nvcc -O2 -shared -Xcompiler -fPIC -o launch.so launch.cpp -lcuda`) and named in KILN_PEER: with the parameters
//! of Kiln's kernels, with the user's alone, and with Kiln's in one packed buffer. All do the same on the GPU.
//! Kernels that cannot fail have no parameters but the user's; those that can, named `checked`, have the launch
//! record behind them.
//!
//! Without a GPU the driver is one that does nothing (`tests/fake_driver`), and what is left is Kiln's own part.
//! Where the clock is too coarse or the machine too busy, instructions tell it too: `KILN_COUNT=16 valgrind
//! --tool=callgrind --toggle-collect='launch::counted' <the benchmark>` counts those of 1000 launches with that
//! many arguments.

mod smoke;

use std::ffi::{CStr, CString, c_void};
use std::hint::black_box;
use std::ptr;
use std::sync::Arc;
use std::time::Instant;

use kiln::prelude::*;
use kiln::{Buffer, Stream};
use libloading::Library;

#[kernel(target = "ptx")]
fn no_arguments() {}

#[kernel(target = "ptx")]
fn four(a: f32, b: f32, c: f32, d: f32) {
    let _ = a + b + c + d;
}

#[kernel(target = "ptx")]
#[rustfmt::skip]
fn sixteen(a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32, m: f32, n: f32, o: f32, p: f32) {
    let _ = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
}

#[kernel(target = "ptx")]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        y[i] = a * x[i] + y[i];
    }
}

#[kernel(target = "ptx")]
fn four_checked(a: f32, b: f32, c: f32, d: f32) {
    assert!(a + b + c + d > -1.0);
}

#[kernel(target = "ptx")]
#[rustfmt::skip]
fn sixteen_checked(a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32, j: f32, k: f32, l: f32, m: f32, n: f32, o: f32, p: f32) {
    // Uses every argument once, without a store.
    assert!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p > -1.0);
}

#[kernel(target = "ptx")]
fn saxpy_checked(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

const BURST: usize = 512;
const COUNT: usize = 7;
const CASES: [&str; COUNT] =
    ["no arguments", "4 arguments", "16 arguments", "saxpy", "4, checked", "16, checked", "saxpy, checked"];
/// The peer's kernels.
const NAMES: [&CStr; COUNT] =
    [c"none", c"four", c"sixteen", c"saxpy", c"four_checked", c"sixteen_checked", c"saxpy_checked"];
/// How many numbers a case takes; none says that it is SAXPY's.
const NUMBERS: [Option<usize>; COUNT] = [Some(0), Some(4), Some(16), None, Some(4), Some(16), None];
/// From this case on kernels can fail.
const CHECKED: usize = 4;

/// Someone who launches the kernels of the cases on a stream.
trait Launcher {
    fn launch(&mut self, case: usize, count: usize) -> kiln::Result<()>;
}

struct Kiln<'s> {
    stream: &'s Stream,
    x: Buffer<f32>,
    y: Buffer<f32>,
}

impl Launcher for Kiln<'_> {
    fn launch(&mut self, case: usize, count: usize) -> kiln::Result<()> {
        let v = black_box(1.0f32);
        let Kiln { stream, x, y } = self;
        for _ in 0..count {
            match case {
                0 => no_arguments().threads(256).launch(stream)?,
                1 => four(v, v, v, v).threads(256).launch(stream)?,
                2 => sixteen(v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v).threads(256).launch(stream)?,
                3 => saxpy(v, &*x, &mut *y).threads(256).launch(stream)?,
                4 => four_checked(v, v, v, v).threads(256).launch(stream)?,
                5 => {
                    sixteen_checked(v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v)
                        .threads(256)
                        .launch(stream)?;
                }
                _ => saxpy_checked(v, &*x, &mut *y).threads(256).launch(stream)?,
            }
        }
        Ok(())
    }
}

/// The driver's functions, as a program finds them that calls it directly.
struct Bare {
    launch: LaunchKernel,
    functions: [*mut c_void; COUNT],
    stream: *mut c_void,
    memory: [u64; 3],
    /// Stays open.
    _library: Library,
}

type LaunchKernel = unsafe extern "system" fn(
    *mut c_void,
    u32,
    u32,
    u32,
    u32,
    u32,
    u32,
    u32,
    *mut c_void,
    *mut *mut c_void,
    *mut *mut c_void,
) -> i32;

/// The kernels, which the C++ peer includes from the same file: a string literal of C++.
fn peer_ptx() -> CString {
    let literal = include_str!("peers/launch_ptx.inc");
    let begin = literal.find("R\"(").expect("the literal begins") + 3;
    let end = literal.rfind(")\"").expect("the literal ends");
    CString::new(&literal[begin..end]).expect("PTX has no NUL")
}

impl Bare {
    /// On the stream and in the context of this thread. Its kernels have the parameters of Kiln's.
    fn new(stream: *mut c_void, idle: bool) -> Result<Bare, libloading::Error> {
        type Load = unsafe extern "system" fn(*mut *mut c_void, *const u8) -> i32;
        type Find = unsafe extern "system" fn(*mut *mut c_void, *mut c_void, *const u8) -> i32;
        type Alloc = unsafe extern "system" fn(*mut u64, usize) -> i32;
        // SAFETY: Kiln has opened the library already; the functions have these signatures, and the answers their
        // places.
        unsafe {
            let library = Library::new("libcuda.so.1")?;
            let mut functions = [ptr::null_mut(); COUNT];
            let mut memory = [0; 3];
            let ptx = peer_ptx();
            if !idle {
                let mut module = ptr::null_mut();
                let code = library.get::<Load>("cuModuleLoadData")?(&raw mut module, ptx.as_ptr().cast());
                assert_eq!(code, 0, "the driver rejects the PTX of benches/peers/launch_ptx.inc");
                for (function, name) in functions.iter_mut().zip(NAMES) {
                    library.get::<Find>("cuModuleGetFunction")?(function, module, name.as_ptr().cast());
                }
                for address in &mut memory {
                    library.get::<Alloc>("cuMemAlloc_v2")?(address, 1024);
                }
            }
            let launch = *library.get("cuLaunchKernel")?;
            Ok(Bare { launch, functions, stream, memory, _library: library })
        }
    }
}

impl Launcher for Bare {
    fn launch(&mut self, case: usize, count: usize) -> kiln::Result<()> {
        let [mut x, mut y, record] = self.memory;
        let mut len = 256u64;
        let mut info = [record, 1];
        for _ in 0..count {
            let mut numbers = [black_box(3.0f32); 16];
            info[1] += 1 << 32;
            let mut pointers = [ptr::null_mut::<c_void>(); 17];
            let mut at = 0;
            let mut push = |place: *mut c_void| {
                pointers[at] = place;
                at += 1;
            };
            if let Some(count) = NUMBERS[case] {
                numbers[..count].iter_mut().for_each(|number| push(ptr::from_mut(number).cast()));
            } else {
                push((&raw mut numbers[0]).cast());
                push((&raw mut x).cast());
                push((&raw mut len).cast());
                push((&raw mut y).cast());
                push((&raw mut len).cast());
            }
            if case >= CHECKED {
                push(info.as_mut_ptr().cast());
            }
            let (function, pointers, none) =
                (self.functions[case], pointers.as_mut_ptr(), ptr::null_mut::<*mut c_void>());
            // SAFETY: the function takes these parameters, each of which has its place.
            let code = unsafe { (self.launch)(function, 1, 1, 1, 256, 1, 1, 0, self.stream, pointers, none) };
            assert_eq!(code, 0, "a bare launch fails");
        }
        Ok(())
    }
}

/// The loop of `benches/peers/launch.cpp`.
struct Cpp {
    launch: unsafe extern "C" fn(i32, i32, i32) -> i32,
    way: i32,
    /// Stays open.
    _library: Arc<Library>,
}

/// The ways in which the peer hands its arguments over.
const WAYS: [&str; 3] = ["C++", "alone", "packed"];

impl Cpp {
    fn ways(path: &str, stream: *mut c_void) -> Result<[Cpp; 3], libloading::Error> {
        // SAFETY: the library is the peer, whose functions have these signatures.
        unsafe {
            let library = Library::new(path)?;
            library.get::<unsafe extern "C" fn(*mut c_void)>("peer_open")?(stream);
            let (launch, library) = (*library.get("peer_launch")?, Arc::new(library));
            Ok([0, 1, 2].map(|way| Cpp { launch, way, _library: Arc::clone(&library) }))
        }
    }
}

impl Launcher for Cpp {
    fn launch(&mut self, case: usize, count: usize) -> kiln::Result<()> {
        // SAFETY: the peer was opened.
        let code = unsafe { (self.launch)(self.way, case as i32, count as i32) };
        assert_eq!(code, 0, "a launch of the C++ peer's fails");
        Ok(())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Times of one launcher in one case, turn by turn, in nanoseconds a launch.
#[derive(Default, Clone)]
struct Times {
    bursts: Vec<f64>,
    rounds: Vec<f64>,
}

fn measure(
    stream: &Stream,
    launchers: &mut [(&str, &mut dyn Launcher)],
    turns: usize,
) -> kiln::Result<Vec<[Times; COUNT]>> {
    let mut times: Vec<[Times; COUNT]> = vec![Default::default(); launchers.len()];
    for turn in 0..turns + 10 {
        for (case, _) in CASES.iter().enumerate() {
            // Whoever is first one time is last the next.
            for at in 0..launchers.len() {
                let at = if turn % 2 == 0 { at } else { launchers.len() - 1 - at };
                let launcher = &mut launchers[at].1;
                stream.synchronize()?;
                let start = Instant::now();
                launcher.launch(case, BURST)?;
                let burst = start.elapsed();
                stream.synchronize()?;
                let mut rounds = Vec::new();
                for _ in 0..5 {
                    let start = Instant::now();
                    launcher.launch(case, 1)?;
                    stream.synchronize()?;
                    rounds.push(start.elapsed().as_secs_f64() * 1e9);
                }
                // The first turns warm up.
                if turn >= 10 {
                    times[at][case].bursts.push(burst.as_secs_f64() * 1e9 / BURST as f64);
                    times[at][case].rounds.push(median(rounds));
                }
            }
        }
    }
    Ok(times)
}

/// The median of what the first takes more than the other in the same turn.
fn more(first: &[f64], other: &[f64]) -> f64 {
    median(first.iter().zip(other).map(|(first, other)| first - other).collect())
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

/// What a tool that counts instructions is to look at.
#[inline(never)]
fn counted(kiln: &mut Kiln<'_>, case: usize) -> kiln::Result<()> {
    kiln.launch(case, 1000)
}

fn main() -> kiln::Result<()> {
    let turns = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(smoke::repetitions(400));
    let fake = std::env::args().any(|arg| arg == "fake");
    // SAFETY: the driver is a library that may be opened at any time.
    if fake || unsafe { Library::new("libcuda.so.1") }.is_err() {
        // What this driver calls machine code must not come near the real cache.
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("KILN_CACHE", "off") };
        match kiln_fake_driver::install() {
            // It stays open as long as the process lives.
            Ok(driver) => Box::leak(Box::new(driver)).idle(),
            Err(why) => {
                println!("no driver, and none that does nothing: {why}");
                return Ok(());
            }
        }
        return without(turns);
    }
    with(turns)
}

/// Kiln's own part, by the driver that does nothing.
fn without(turns: usize) -> kiln::Result<()> {
    let stream = &Device::gpu(0)?.stream();
    let mut kiln = Kiln { stream, x: stream.upload(&[1.0; 256])?, y: stream.upload(&[1.0; 256])? };
    (0..COUNT).try_for_each(|case| kiln.launch(case, 1))?;
    if let Ok(arguments) = std::env::var("KILN_COUNT") {
        let case = CASES.iter().position(|case| case.starts_with(&arguments)).unwrap_or(0);
        return counted(&mut kiln, case);
    }
    let mut bare = bare(stream, true)?;
    let times = measure(stream, &mut [("Kiln", &mut kiln), ("the driver's call", &mut bare)], turns)?;
    println!("\n{:<20}{:>14}{:>14}{:>14}", "host ns a launch", "Kiln", "bare", "more");
    for (case, name) in CASES.iter().enumerate() {
        let [kiln, bare] = [0, 1].map(|who| least(&times[who][case].bursts));
        println!("{name:<20}{kiln:>14.1}{bare:>14.1}{:>14.1}", kiln - bare);
    }
    println!("Quickest of {turns} bursts of {BURST}, without a GPU: the driver does nothing.");
    Ok(())
}

/// Beside the driver called directly.
fn with(turns: usize) -> kiln::Result<()> {
    let device = Device::gpu(0)?;
    let stream = &device.stream();
    let mut kiln = Kiln { stream, x: stream.upload(&[1.0; 256])?, y: stream.upload(&[1.0; 256])? };
    let mut bare = bare(stream, false)?;
    let mut launchers: Vec<(&str, &mut dyn Launcher)> = vec![("Kiln", &mut kiln), ("bare", &mut bare)];
    let mut cpp: Vec<Cpp> = match std::env::var("KILN_PEER") {
        Ok(path) => Cpp::ways(&path, raw(stream)).expect("KILN_PEER is the C++ peer, as a library").into(),
        Err(_) => Vec::new(),
    };
    launchers.extend(WAYS.into_iter().zip(cpp.iter_mut().map(|way| way as &mut dyn Launcher)));
    let times = measure(stream, &mut launchers, turns)?;
    println!(
        "\n{device}, {turns} bursts of {BURST}, one block of 256 threads; medians in us, and of the differences"
    );
    for (what, of) in
        [("launch", (|times| &times.bursts) as fn(&Times) -> &Vec<f64>), ("launch+wait", |t| &t.rounds)]
    {
        print!("{what:<20}");
        for (name, _) in &launchers {
            print!("{name:>10}");
        }
        for (name, _) in &launchers[1..] {
            print!("{:>14}", format!("- {name}"));
        }
        println!();
        for (case, name) in CASES.iter().enumerate() {
            print!("  {name:<18}");
            for times in &times {
                print!("{:>10.3}", median(of(&times[case]).clone()) * 1e-3);
            }
            let (kiln, others) = times.split_first().expect("Kiln is the first");
            for other in others {
                print!("{:>+14.3}", more(of(&kiln[case]), of(&other[case])) * 1e-3);
            }
            println!();
        }
    }
    Ok(())
}

/// The driver's handle of a GPU's stream.
fn raw(stream: &Stream) -> *mut c_void {
    stream.raw().unwrap_or(ptr::null_mut())
}

fn bare(stream: &Stream, idle: bool) -> kiln::Result<Bare> {
    Ok(Bare::new(raw(stream), idle).expect("the driver was opened before"))
}
