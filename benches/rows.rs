//! The row kernels of `kiln::kernels` on a GPU, at memory speed or not: rows of 64 to 262,144 columns.
//!
//! ```text
//! cargo bench --bench rows --features kernels [-- report rows field shapes transpose]
//! ```
//!
//! A line a measurement, `name type columns who GB/s`, so that the lines of `benches/peers/row_peers.py`, run on
//! the same machine right before or after, can be put beside them. Device times are between device events around a
//! queue that is kept full, over matrices of 32 Mi elements, which no cache holds; variants take turns, and each
//! figure is the median of its turns.

mod smoke;

use kiln::kernels;
use kiln::prelude::*;
use kiln::{TensorView1, TensorView2, TensorViewMut1, TensorViewMut2};

/// A part of the benchmark.
type Section = fn(&Device) -> kiln::Result<()>;

/// A named piece of work, with the bytes that it has to move.
type Work<'a> = (String, usize, Box<dyn FnMut() -> kiln::Result<()> + 'a>);

/// Elements of a matrix.
const ELEMENTS: usize = 32 << 20;

/// Rows and columns of the matrices that others publish figures of, and the elements of the largest.
const FIELD: [[usize; 2]; 5] = [[8192, 1024], [8192, 4096], [8192, 8192], [4096, 32768], [512, 262_144]];
const FIELD_ELEMENTS: usize = 128 << 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let device = match Device::gpu(0) {
        Ok(device) => device,
        Err(error) => return println!("no GPU, so nothing is measured: {error}"),
    };
    println!("{device}, Kiln {}", env!("CARGO_PKG_VERSION"));
    let wanted = |name: &str| args.is_empty() || args.iter().any(|arg| name.contains(arg.as_str()));
    let sections: [(&str, Section); 7] = [
        ("report", report),
        ("rows", rows::<f32>),
        ("rows16", rows::<bf16>),
        ("field", field::<f32>),
        ("field16", field::<bf16>),
        ("shapes", shapes),
        ("transpose", transposes),
    ];
    for (name, section) in sections {
        if wanted(name) {
            smoke::report(name, section(&device));
        }
    }
}

/// Prints the GB/s of each piece of work, the median of turns that they take.
fn measure(stream: &Stream, works: &mut [Work<'_>]) -> kiln::Result<()> {
    let times = smoke::device_seconds(stream, works.iter_mut().map(|(_, _, run)| |_| run()))?;
    for ((name, bytes, _), time) in works.iter().zip(times) {
        println!("{name} {:.0}", *bytes as f64 / time * 1e-9);
    }
    Ok(())
}

/// Random numbers from -1 to 1.
fn noise<T: Float>(stream: &Stream, len: usize) -> kiln::Result<Buffer<T>> {
    let mut random = fastrand::Rng::with_seed(1);
    let part: Vec<T> = (0..1 << 20).map(|_| T::from_f64(random.f64() * 2.0 - 1.0)).collect();
    let mut data = Vec::with_capacity(len);
    while data.len() < len {
        data.extend_from_slice(&part[..part.len().min(len - data.len())]);
    }
    stream.upload(&data)
}

fn rows<T: Float + kiln::kernels::InF32>(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let size = size_of::<T>();
    let ty = std::any::type_name::<T>().rsplit("::").next().unwrap_or("?");
    let (x, weight) = (noise::<T>(stream, ELEMENTS)?, noise::<T>(stream, 1 << 19)?);
    let targets = stream.alloc_zeroed::<u32>(ELEMENTS / 64)?;
    let mut outputs = [stream.alloc_zeroed::<T>(ELEMENTS)?, stream.alloc_zeroed::<T>(ELEMENTS)?];
    let mut narrow = stream.alloc_zeroed::<f32>(ELEMENTS / 64)?;
    for shift in 6..=18 {
        let columns = 1usize << shift;
        let rows = ELEMENTS / columns;
        let input = TensorView2::new(&x, [rows, columns])?;
        let bias = TensorView1::new(weight.slice(1 << 18..(1 << 18) + columns)?);
        let weight = TensorView1::new(weight.slice(..columns)?);
        let targets = TensorView1::new(targets.slice(..rows)?);
        let name = |name: &str| format!("{name} {ty} {columns} kiln");
        let (both, one) = (2 * size * ELEMENTS, size * ELEMENTS);
        let [first, second] = &mut outputs;
        let y = std::cell::RefCell::new(TensorViewMut2::new(first, [rows, columns])?);
        let narrow = &mut narrow;
        let lane = std::cell::RefCell::new(narrow);
        let mut works: Vec<Work<'_>> = vec![
            (name("copy"), both, Box::new(|| stream.copy(&x, &mut *second))),
            (name("softmax"), both, Box::new(|| kernels::softmax(stream, input, y.borrow_mut().reborrow()))),
            (
                name("layer_norm"),
                both,
                Box::new(|| {
                    kernels::layer_norm(stream, input, weight, bias, 1e-5, y.borrow_mut().reborrow())
                }),
            ),
            (
                name("rms_norm"),
                both,
                Box::new(|| kernels::rms_norm(stream, input, weight, 1e-5, y.borrow_mut().reborrow())),
            ),
            (
                name("cross_entropy"),
                one,
                Box::new(|| {
                    let mut lane = lane.borrow_mut();
                    let loss = TensorViewMut1::new(lane.slice_mut(..rows)?);
                    kernels::cross_entropy(stream, input, targets, loss)
                }),
            ),
            (
                name("sum_rows"),
                one,
                Box::new(|| {
                    let mut lane = lane.borrow_mut();
                    kernels::sum_rows(stream, input, TensorViewMut1::new(lane.slice_mut(..rows)?))
                }),
            ),
            (
                name("sum_columns"),
                one,
                Box::new(|| {
                    let mut lane = lane.borrow_mut();
                    kernels::sum_columns(stream, input, TensorViewMut1::new(lane.slice_mut(..columns)?))
                }),
            ),
        ];
        measure(stream, &mut works)?;
    }
    Ok(())
}

/// Where the tiles of softmax live, and what the compilers made of it.
fn report(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let x = Tensor2::<f32>::zeros(stream, [64, 1 << 16])?;
    let mut y = Tensor2::<f32>::zeros(stream, [64, 1 << 16])?;
    println!("{}", kernels::raw::softmax_rows::<f32, 64, 64>(&x, &mut y).report(stream)?);
    println!("{}", kernels::raw::softmax_rows::<f32, 4, 1024>(&x, &mut y).report(stream)?);
    println!("{}", kernels::raw::softmax_rows::<f32, 1, 8192>(&x, &mut y).report(stream)?);
    println!("{}", kernels::raw::softmax_rows::<f32, 1, 32768>(&x, &mut y).report(stream)?);
    println!("{}", kernels::raw::softmax_long_rows::<f32, 8192>(&x, &mut y).report(stream)?);
    Ok(())
}

/// The library's softmax of rows, by so many warps.
macro_rules! softmax_by {
    ($($name:ident $warps:tt)*) => {$(
        #[kernel(tile, warps = $warps)]
        fn $name<const M: usize, const N: usize>(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
            let rows = tile_id(0);
            let value = x.load_or::<M, N>(rows, 0, f32::NEG_INFINITY);
            let power = (value - value.max_axis::<1>()).exp();
            let share = 1.0 / power.sum_axis::<1>();
            y.store(rows, 0, power * share);
        }
    )*};
}

softmax_by!(softmax_by_2 2 softmax_by_4 4 softmax_by_8 8 softmax_by_16 16);

/// Softmax with tiles of other shapes than the library takes.
fn shapes(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let x = noise::<f32>(stream, ELEMENTS)?;
    let mut y = stream.alloc_zeroed::<f32>(ELEMENTS)?;
    macro_rules! tiles {
        ($($m:literal $n:literal,)*) => {$({
            let rows = ELEMENTS / $n;
            let x = TensorView2::new(&x, [rows, $n])?;
            let mut y = TensorViewMut2::new(&mut y, [rows, $n])?;
            let run = move || {
                kernels::raw::softmax_rows::<f32, $m, $n>(x, y.reborrow()).tiles(rows / $m).launch(stream)
            };
            let name = concat!("softmax_", $m, " f32 ", $n, " kiln").to_owned();
            measure(stream, &mut [(name, 8 * ELEMENTS, Box::new(run))])?;
        })*};
    }
    macro_rules! pieces {
        ($($columns:literal $n:literal,)*) => {$({
            let rows = ELEMENTS / $columns;
            let x = TensorView2::new(&x, [rows, $columns])?;
            let mut y = TensorViewMut2::new(&mut y, [rows, $columns])?;
            let run = move || {
                kernels::raw::softmax_long_rows::<f32, $n>(x, y.reborrow()).tiles(rows).launch(stream)
            };
            let name = concat!("softmax_by_", $n, " f32 ", $columns, " kiln").to_owned();
            measure(stream, &mut [(name, 8 * ELEMENTS, Box::new(run))])?;
        })*};
    }
    macro_rules! warps {
        ($($kernel:ident $m:literal $n:literal,)*) => {$({
            let rows = ELEMENTS / $n;
            let x = TensorView2::new(&x, [rows, $n])?;
            let mut y = TensorViewMut2::new(&mut y, [rows, $n])?;
            let run = move || $kernel::<$m, $n>(x, y.reborrow()).tiles(rows / $m).launch(stream);
            let name = concat!(stringify!($kernel), "_", $m, " f32 ", $n, " kiln").to_owned();
            measure(stream, &mut [(name, 8 * ELEMENTS, Box::new(run))])?;
        })*};
    }
    warps! {
        softmax_by_2 32 64, softmax_by_4 64 64, softmax_by_8 128 64,
        softmax_by_2 2 1024, softmax_by_4 4 1024, softmax_by_8 8 1024,
        softmax_by_2 1 2048, softmax_by_4 2 2048,
        softmax_by_4 1 4096, softmax_by_4 1 8192, softmax_by_8 1 8192, softmax_by_8 1 16384, softmax_by_16 1 16384,
        softmax_by_16 1 32768,
    }
    tiles! {
        8 64, 16 64, 32 64, 128 64, 256 64,
        4 256, 8 256, 32 256, 64 256,
        1 1024, 2 1024, 8 1024, 16 1024,
        1 2048, 4 2048, 8 2048,
        2 4096, 4 4096,
        2 8192,
    }
    pieces! {
        16384 4096, 16384 8192, 16384 16384,
        32768 4096, 32768 8192, 32768 16384,
        65536 4096, 65536 16384, 65536 32768,
        262_144 2048, 262_144 4096, 262_144 16384, 262_144 32768,
    }
    Ok(())
}

/// Softmax and norms of the sizes that others publish figures of, in graphs, of as many matrices in turn as no
/// cache holds.
fn field<T: Float + kiln::kernels::InF32>(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let ty = std::any::type_name::<T>().rsplit("::").next().unwrap_or("?");
    let mut memory =
        (noise::<T>(stream, FIELD_ELEMENTS)?, stream.alloc_zeroed(FIELD_ELEMENTS)?, noise(stream, 1 << 19)?);
    for [rows, columns] in FIELD {
        for (which, name) in ["softmax", "layer_norm", "rms_norm"].into_iter().enumerate() {
            let elements = rows * columns;
            let turns = 2 * (FIELD_ELEMENTS / elements).max(4);
            let mut graph = stream.capture(memory, |stream, (x, mut y, weight)| {
                for turn in 0..turns {
                    let from = turn % (FIELD_ELEMENTS / elements) * elements;
                    let part = TensorView2::new(x.as_slice().slice(from..from + elements)?, [rows, columns])?;
                    let to = TensorViewMut2::new(
                        y.reborrow().slice_into(from..from + elements)?,
                        [rows, columns],
                    )?;
                    let bias = TensorView1::new(weight.as_slice().slice(1 << 18..(1 << 18) + columns)?);
                    let weight = TensorView1::new(weight.as_slice().slice(..columns)?);
                    match which {
                        0 => kernels::softmax(stream, part, to)?,
                        1 => kernels::layer_norm(stream, part, weight, bias, 1e-5, to)?,
                        _ => kernels::rms_norm(stream, part, weight, 1e-5, to)?,
                    }
                }
                Ok(())
            })?;
            let name = format!("{name} {ty} {columns} kiln");
            let moved = 2 * size_of::<T>() * elements * turns;
            measure(stream, &mut [(name, moved, Box::new(|| graph.launch(stream)))])?;
            memory = graph.into_inner()?;
        }
    }
    Ok(())
}

fn transposes(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let edge = 8192;
    let x = noise::<f32>(stream, edge * edge)?;
    let mut y = stream.alloc_zeroed::<f32>(edge * edge)?;
    let x = TensorView2::new(&x, [edge, edge])?;
    macro_rules! tiles {
        ($($m:literal $n:literal,)*) => {$({
            let mut y = TensorViewMut2::new(&mut y, [edge, edge])?;
            let run = move || {
                kernels::raw::transposed_tiles::<f32, $m, $n>(x, y.reborrow()).tiles([edge / $m, edge / $n]).launch(stream)
            };
            let name = concat!("transpose_", $m, "x", $n, " f32 8192 kiln").to_owned();
            measure(stream, &mut [(name, 8 * edge * edge, Box::new(run))])?;
        })*};
    }
    tiles! { 32 32, 32 64, 64 32, 64 64, 32 128, 128 32, 64 128, 128 128, }
    Ok(())
}
