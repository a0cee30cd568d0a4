//! What the profiler makes of counts, without a GPU: hints by source line, and operations.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Mutex, MutexGuard, PoisonError};

use kiln::counts::Counts;
use kiln::prelude::*;
use kiln::profile::{self, Report};
use kiln::{Device, Error, Result, Stream};

/// Elements of most kernels: 4 blocks of 256 threads.
const N: usize = 1024;

fn ramp(count: usize) -> Vec<f32> {
    (0..count).map(|i| i as f32 * 0.5 + 1.0).collect()
}

/// The number of the line that ends in a comment.
fn line(comment: &str) -> usize {
    let mark = format!("// {comment}");
    let found = include_str!("profiled.rs").lines().position(|line| line.ends_with(&mark));
    found.expect("a line has the comment") + 1
}

fn counted_on(device: &Device, run: impl Fn(&Stream) -> Result<()>) -> Counts {
    let stream = device.new_stream().unwrap();
    run(&stream).unwrap();
    stream.take_counts().unwrap()
}

/// The numbers of the hints, and what they are about.
fn hints(counts: &Counts) -> Vec<(&'static str, String)> {
    counts.hints().iter().map(|hint| (hint.number, hint.about.clone())).collect()
}

fn numbers(counts: &Counts) -> Vec<&'static str> {
    counts.hints().iter().map(|hint| hint.number).collect()
}

/// A hint at the line with this comment.
fn hint(number: &'static str, comment: &str, array: &str) -> (&'static str, String) {
    let array = if array.is_empty() { String::new() } else { format!(" `{array}`") };
    (number, format!("tests/profiled.rs:{}{array}", line(comment)))
}

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] += a * x[i];
    }
}

#[kernel]
fn strided(n: usize, x: &[f32], y: &mut [f32]) {
    let (column, row) = global_id_2d();
    if column < n && row < n {
        y[column * n + row] = x[row * n + column]; // writes columns
    }
}

#[test]
fn strided_accesses_get_a_hint() {
    let counts = counted_on(&Device::counted(), |stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        saxpy(2.0, &x, &mut y).threads(N).launch(stream)
    });
    assert_eq!(numbers(&counts), [""; 0], "{counts}");
    let counts = counted_on(&Device::counted(), |stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        strided(32, &x, &mut y).threads([32, 32]).block([32, 8]).launch(stream)
    });
    assert_eq!(hints(&counts), [hint("H2", "writes columns", "y")], "{counts}");
    let text = counts.hints()[0].to_string();
    assert!(text.contains("touches 32.0 sectors of 32 bytes; 4.0 would do"), "{text}");
    // A session has the same of each kernel.
    let report = profiled(|stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        strided(32, &x, &mut y).threads([32, 32]).block([32, 8]).launch(stream)
    });
    assert!(report.counting_seconds > 0.0 && report.counting_seconds < report.seconds, "{report}");
    let found: Vec<_> = report.hints().iter().map(|hint| (hint.number, hint.about.clone())).collect();
    let (number, about) = hint("H2", "writes columns", "y");
    assert_eq!(found, [(number, format!("strided, {about}"))], "{report}");
}

/// Turns squares around in shared memory, whose rows have so many elements.
#[kernel(block = (32, 32))]
fn turned<const W: usize>(n: usize, x: &[f32], y: &mut [f32]) {
    let square = shared::<[[f32; W]; 32]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (left, top) = (block_idx().x * 32, block_idx().y * 32);
    square[ty][tx] = x[(top + ty) * n + left + tx];
    sync_threads();
    y[(left + ty) * n + top + tx] = square[tx][ty]; // reads columns
}

#[test]
fn bank_conflicts_get_a_hint() {
    let run = |width: usize| {
        counted_on(&Device::counted(), |stream| {
            let (x, mut y) = (stream.upload(&ramp(4 * N))?, stream.alloc_zeroed::<f32>(4 * N)?);
            match width {
                32 => turned::<32>(64, &x, &mut y).threads([64, 64]).launch(stream),
                _ => turned::<33>(64, &x, &mut y).threads([64, 64]).launch(stream),
            }
        })
    };
    assert_eq!(numbers(&run(33)), [""; 0]);
    let counts = run(32);
    assert_eq!(hints(&counts), [hint("H5", "reads columns", "square")], "{counts}");
    let text = counts.hints()[0].to_string();
    assert!(text.contains("takes 32.0 passes over the banks; 1.0 would do"), "{text}");
}

#[kernel]
fn walks(steps: &[u32], y: &mut [f32]) {
    let i = global_id();
    let mut sum = 0.0;
    for k in 0..steps[i] {
        // the loop above splits warps
        sum += k as f32;
    }
    y[i] = sum;
}

#[test]
fn divergence_gets_a_hint() {
    let run = |steps: fn(usize) -> u32| {
        counted_on(&Device::counted(), |stream| {
            let steps: Vec<u32> = (0..N).map(steps).collect();
            let (steps, mut y) = (stream.upload(&steps)?, stream.alloc_zeroed::<f32>(N)?);
            walks(&steps, &mut y).threads(N).launch(stream)
        })
    };
    let counts = run(|i| i as u32 % 32);
    let about = format!("tests/profiled.rs:{}", line("the loop above splits warps") - 1);
    assert_eq!(hints(&counts), [("H6", about)], "{counts}");
    // The same for all lanes of a warp.
    assert_eq!(numbers(&run(|i| i as u32 / 32)), [""; 0]);
}

#[kernel]
fn doubles(x: &[f64], y: &mut [f64]) {
    let i = global_id();
    y[i] = x[i].mul_add(2.0, 1.0); // doubles
}

#[test]
fn doubles_get_a_hint_where_they_are_slow() {
    let run = |capability| {
        counted_on(&Device::counted_as(capability), |stream| {
            let (x, mut y) = (stream.upload(&[1.0f64; N])?, stream.alloc_zeroed::<f64>(N)?);
            doubles(&x, &mut y).threads(N).launch(stream)
        })
    };
    let counts = run((8, 6));
    assert_eq!(hints(&counts), [hint("H11", "doubles", "")], "{counts}");
    assert!(counts.hints()[0].to_string().contains("1/64"));
    assert_eq!(numbers(&run((9, 0))), [""; 0]);
}

/// The square of a matrix, an element a thread.
#[kernel]
fn squared(n: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    let (column, row) = global_id_2d();
    if column < n && row < n {
        let mut sum = 0.0;
        for k in 0..n {
            sum += a[row * n + k] * b[k * n + column]; // multiplies
        }
        c[row * n + column] = sum;
    }
}

/// Neighbors are read again, but few times.
#[kernel]
fn stencil(x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i > 0 && i + 1 < x.len() && i < y.len() {
        y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
    }
}

#[test]
fn products_and_reuse_get_hints() {
    let counts = counted_on(&Device::counted(), |stream| {
        let (a, b) = (stream.upload(&ramp(4 * N))?, stream.upload(&ramp(4 * N))?);
        let mut c = stream.alloc_zeroed::<f32>(4 * N)?;
        squared(64, &a, &b, &mut c).threads([64, 64]).block([32, 8]).launch(stream)
    });
    let expected = [hint("H12", "multiplies", ""), hint("H13", "multiplies", "b")];
    assert_eq!(hints(&counts), expected, "{counts}");
    assert!(counts.hints()[0].evidence.starts_with("524288 operations"), "{}", counts.hints()[0]);
    let counts = counted_on(&Device::counted(), |stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        stencil(&x, &mut y).threads(N).launch(stream)
    });
    assert_eq!(numbers(&counts), [""; 0], "{counts}");
}

#[kernel]
fn histogram(bins: usize, x: &[u32], counts: &[AtomicU32]) {
    let i = global_id();
    if i < x.len() {
        counts[x[i] as usize % bins].fetch_add(1, Relaxed); // counts
    }
}

#[test]
fn atomics_on_few_addresses_get_a_hint() {
    let run = |bins: usize| {
        counted_on(&Device::counted(), |stream| {
            let x = stream.upload(&(0..N as u32).collect::<Vec<_>>())?;
            let mut counts = stream.alloc_zeroed::<u32>(bins)?;
            histogram(bins, &x, &mut counts).threads(N).launch(stream)
        })
    };
    let counts = run(8);
    assert_eq!(hints(&counts), [hint("H14", "counts", "counts")], "{counts}");
    assert!(counts.hints()[0].evidence.contains("4.0 or more"), "{}", counts.hints()[0]);
    assert_eq!(numbers(&run(N)), [""; 0]);
}

/// There is one session at a time.
fn one_session() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A session's report on the CPU, whose launches are counted on copies of their arguments.
fn profiled(run: impl Fn(&Stream) -> Result<()>) -> Report {
    let _one = one_session();
    let device = Device::cpu();
    let session = profile::session().counted().start(&device).unwrap();
    run(&device.stream()).unwrap();
    session.finish().unwrap()
}

/// The operations of the only kernel, and its counts.
fn operations(run: impl Fn(&Stream) -> Result<()>) -> (u64, &'static str, Counts) {
    let report = profiled(run);
    assert_eq!(report.kernels.len(), 1, "{report}");
    let kernel = &report.kernels[0];
    let operations = kernel.operations.unwrap();
    (operations.flops, operations.pipe, kernel.counts.clone().unwrap())
}

#[test]
fn operations_are_those_made_by_hand() {
    // A multiplication and an addition an element.
    let (flops, pipe, counts) = operations(|stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        saxpy(2.0, &x, &mut y).threads(N).launch(stream)
    });
    assert_eq!((flops, pipe, counts.is_exact()), (2 * N as u64, "f32", true));
    // Three and two for each element but the ends.
    let (flops, ..) = operations(|stream| {
        let (x, mut y) = (stream.upload(&ramp(N))?, stream.alloc_zeroed::<f32>(N)?);
        stencil(&x, &mut y).threads(N).launch(stream)
    });
    assert_eq!(flops, 5 * (N as u64 - 2));
    // Two for each of n turns of n² threads; the second size is counted too.
    let (flops, _, counts) = operations(|stream| {
        for n in [32, 64] {
            let (a, b) = (stream.upload(&ramp(n * n))?, stream.upload(&ramp(n * n))?);
            let mut c = stream.alloc_zeroed::<f32>(n * n)?;
            squared(n, &a, &b, &mut c).threads([n, n]).launch(stream)?;
        }
        Ok(())
    });
    assert_eq!((flops, counts.launches), (2 * (32u64.pow(3) + 64u64.pow(3)), 2));
}

/// As many operations as turns, whatever the factor.
#[kernel]
fn looped(turns: u32, factor: f32, x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        for _ in 0..turns {
            x[i] *= factor;
        }
    }
}

#[test]
fn launches_that_differ_by_an_integer_are_counted_each() {
    let (flops, _, counts) = operations(|stream| {
        let mut x = stream.upload(&ramp(N))?;
        let each = [(3, 1.0), (3, 2.0), (5, 2.0)];
        each.into_iter()
            .try_for_each(|(turns, factor)| looped(turns, factor, &mut x).threads(N).launch(stream))
    });
    assert_eq!((flops, counts.launches), ((3 + 3 + 5) * N as u64, 3));
    // Of twenty sizes the first sixteen stand for the others: 8.5 turns on average.
    let (flops, _, counts) = operations(|stream| {
        let mut x = stream.upload(&ramp(N))?;
        (1..=20).try_for_each(|turns| looped(turns, 1.0, &mut x).threads(N).launch(stream))
    });
    assert_eq!((flops, counts.launches), (20 * 17 * N as u64 / 2, 20));
}

#[test]
fn a_few_blocks_of_a_large_grid_stand_for_all() {
    let count = 256 * 5000;
    let (flops, _, counts) = operations(|stream| {
        let (x, mut y) = (stream.upload(&ramp(count))?, stream.alloc_zeroed::<f32>(count)?);
        (0..3).try_for_each(|_| saxpy(2.0, &x, &mut y).threads(count).block(256).launch(stream))?;
        // The launches have run once each.
        assert_eq!(stream.download(&y)?[1], 3.0 * 2.0 * 1.5);
        Ok(())
    });
    assert_eq!((flops, counts.blocks, counts.is_exact()), (3 * 2 * count as u64, 15_000, false));
    assert!(counts.counted_blocks <= 3 * 32, "{counts}");
}

/// Waits until the block before has come.
#[kernel]
fn in_turn(order: &[AtomicU32], y: &mut [u32]) {
    let block = block_idx().x;
    if thread_idx().x == 0 {
        while (order[0].load(Acquire) as usize) < block {}
        order[0].fetch_add(1, Release);
    }
    sync_threads();
    y[global_id()] = block as u32;
}

#[test]
fn a_grid_whose_blocks_wait_is_not_sampled() {
    let run = |blocks: usize| {
        let report = profiled(|stream| {
            let (mut order, mut y) =
                (stream.alloc_zeroed::<u32>(1)?, stream.alloc_zeroed::<u32>(32 * blocks)?);
            in_turn(&mut order, &mut y).threads(32 * blocks).block(32).launch(stream)?;
            assert_eq!(stream.download(&y)?[32 * blocks - 1], blocks as u32 - 1);
            Ok(())
        });
        report.kernels[0].counts.as_ref().map(|counts| counts.blocks)
    };
    assert_eq!((run(8), run(65)), (Some(8), None));
}

#[kernel(tile)]
fn tile_product(a: &Tensor2<f16>, b: &Tensor2<f16>, c: &mut Tensor2<f32>) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, 64, 64>::zeros();
    for k in 0..a.cols().div_ceil(32) {
        sum = mma(a.load::<64, 32>(m, k), b.load::<32, 64>(k, n), sum);
    }
    c.store(m, n, sum);
}

#[kernel(tile)]
fn tile_softmax(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let row = x.load::<1, 256>(i, 0);
    let shifted = (row - row.max_axis::<1>()).exp();
    y.store(i, 0, shifted / shifted.sum_axis::<1>());
}

#[test]
fn operations_of_tiles_are_those_of_the_code_for_a_gpu() {
    // A multiplication and an addition for each of M × N × K products, on tensor cores.
    let (flops, pipe, counts) = operations(|stream| {
        let a = Tensor2::from_slice(stream, &vec![f16::ONE; 128 * 96], [128, 96])?;
        let b = Tensor2::from_slice(stream, &vec![f16::ONE; 96 * 192], [96, 192])?;
        let mut c = Tensor2::<f32>::zeros(stream, [128, 192])?;
        tile_product(&a, &b, &mut c).launch(stream)?;
        assert!(stream.download(c.buffer())?.iter().all(|sum| *sum == 96.0));
        Ok(())
    });
    assert_eq!((flops, pipe), (2 * 128 * 192 * 96, "product_f16"), "{counts}");
    assert_eq!(counts.compute_capability, Some((9, 0)));
    // A difference and an addition to a lane's sum for each element, then 5 additions to exchange the 32 lanes' sums;
    // an exponential and a quotient for each element.
    let rows = 64;
    let (flops, pipe, counts) = operations(|stream| {
        let x = Tensor2::from_slice(stream, &ramp(rows * 256), [rows, 256])?;
        let mut y = Tensor2::<f32>::zeros(stream, [rows, 256])?;
        tile_softmax(&x, &mut y).launch(stream)
    });
    let rows = rows as u64;
    assert_eq!((flops, pipe), (rows * (2 * 256 + 5 * 32), "f32"), "{counts}");
    assert_eq!(counts.total.special, 2 * rows * 256, "{counts}");
}

#[kernel]
fn halved<T: Float>(x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = x[i] / (T::ONE + T::ONE);
    }
}

/// A kernel that no other test has, so that a session of all devices can tell.
#[kernel]
fn tripled(x: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        x[i] *= 3.0;
    }
}

#[kiln::profile(metrics(memory_throughput, compute_utilization))]
fn benchmark_function(stream: &Stream, fails: bool) -> Result<Vec<f32>> {
    let mut x = stream.upload(&ramp(N))?;
    if fails {
        return Err(Error::ProfilerBusy);
    }
    tripled(&mut x).threads(N).launch(stream)?;
    Inner::<f32>(1.0).step(&mut x, stream)?;
    stream.download(&x)
}

struct Inner<T>(T);

impl<T: Float + KernelType> Inner<T> {
    #[kiln::profile]
    fn step(&self, x: &mut Buffer<f32>, stream: &Stream) -> Result<T> {
        halved(x).threads(N).launch(stream)?;
        Ok(self.0)
    }
}

#[test]
fn an_attribute_profiles_the_calls_of_a_function() {
    let _one = one_session();
    let stream = Device::cpu().stream();
    assert_eq!(benchmark_function(&stream, false).unwrap()[0], 1.5);
    let report = profile::last_report().unwrap();
    let kernel = report.kernels.iter().find(|kernel| kernel.name == "tripled").unwrap();
    assert_eq!((kernel.calls, kernel.operations.unwrap().flops), (1, N as u64), "{report}");
    assert!(report.memory_efficiency() > 0.0 && report.compute_efficiency() == 0.0, "{report}");
    // The inner call is a range, and the outer one too.
    let ranges: Vec<_> = report.ranges.iter().map(|range| (&*range.name, range.calls, range.works)).collect();
    assert_eq!(ranges, [("benchmark_function", 1, 4), ("benchmark_function/step", 1, 1)], "{report}");
    // A function that returns early has a report too.
    benchmark_function(&stream, true).unwrap_err();
    assert!(profile::last_report().unwrap().kernels.iter().all(|kernel| kernel.name != "tripled"));
    // Within a session the calls are ranges of it.
    let session = profile::start(&Device::cpu()).unwrap();
    benchmark_function(&stream, false).unwrap();
    assert!(session.finish().unwrap().ranges.iter().any(|range| range.name == "benchmark_function/step"));
}
