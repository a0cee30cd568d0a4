//! The kernels of `kiln::kernels` that are more than rows, on a GPU: scans, products, attention, orders.
//!
//! ```text
//! cargo bench --bench kernels --features kernels [-- report scan matmul]
//! ```
//!
//! A line a measurement, `name type size who amount unit`, so that the lines of `benches/peers/kernel_peers.py`,
//! run on the same machine right before or after, can be put beside them. Device times are between device events
//! around a queue that is kept full; variants take turns, and each figure is the median of its turns. Without a GPU
//! only the reports are made, for one of compute capability 9.0.

#[path = "kernels/attention.rs"]
mod attention;
#[path = "peers/cublas.rs"]
mod cublas;
mod smoke;

use cublas::Cublas;
use kiln::kernels::raw::{product, product_tiles};
use kiln::kernels::{self, Identity};
use kiln::prelude::*;
use kiln::{TensorView1, TensorViewMut1};

/// A part of the benchmark.
type Section = fn(&Device) -> kiln::Result<()>;

/// A named piece of work, and how much it does.
struct Work<'a> {
    name: String,
    /// In units of 10⁹ a second.
    amount: f64,
    unit: &'static str,
    who: &'static str,
    run: Box<dyn FnMut() -> kiln::Result<()> + 'a>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wanted = |name: &str| args.is_empty() || args.iter().any(|arg| name.contains(arg.as_str()));
    let on_gpu: [(&str, Section); 13] = [
        ("scan", scans),
        ("sort", sorts),
        ("topk", tops),
        ("matmul", products),
        ("skinny", skinny_products),
        ("order", orders),
        ("quantized", products_i8),
        ("float8", products_f8),
        ("attention", attention::attentions),
        ("backward", attention::backward),
        ("decode", attention::decoding),
        ("varlen", attention::packed_sequences),
        ("experts", experts),
    ];
    let gpu = Device::gpu(0);
    let device = match &gpu {
        Ok(device) => device.clone(),
        Err(error) => {
            println!("no GPU, so nothing is measured: {error}");
            Device::emulated((9, 0))
        }
    };
    println!("{device}, Kiln {}", env!("CARGO_PKG_VERSION"));
    let mut sections: Vec<(&str, Section)> = vec![("report", report)];
    if gpu.is_ok() {
        sections.extend(on_gpu);
    }
    for (name, section) in sections {
        if wanted(name) {
            smoke::report(name, section(&device));
        }
    }
}

/// Prints how much a second each piece of work does, the median of turns that they take.
fn measure(stream: &Stream, works: &mut [Work<'_>]) -> kiln::Result<()> {
    let times = smoke::device_seconds(stream, works.iter_mut().map(|work| |_| (work.run)()))?;
    for (work, time) in works.iter().zip(times) {
        let rate = work.amount / time * 1e-9;
        println!("{} {} {rate:.1} {} ({:.1} us)", work.name, work.who, work.unit, time * 1e6);
    }
    Ok(())
}

/// Random numbers from -1 to 1.
fn noise<T: Float>(stream: &Stream, len: usize) -> kiln::Result<Buffer<T>> {
    let mut random = fastrand::Rng::with_seed(1);
    let part: Vec<T> = (0..1 << 20).map(|_| T::from_f64(random.f64() * 2.0 - 1.0)).collect();
    let data: Vec<T> = part.iter().copied().cycle().take(len).collect();
    stream.upload(&data)
}

fn scans(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for shift in [20, 24, 28] {
        let len = 1usize << shift;
        let x = noise::<f32>(stream, len)?;
        let (mut y, mut z) = (stream.alloc_zeroed::<f32>(len)?, stream.alloc_zeroed::<f32>(len)?);
        let mut works = [
            Work {
                name: format!("copy f32 {len}"),
                amount: 8.0 * len as f64,
                unit: "GB/s",
                who: "kiln",
                run: Box::new(|| stream.copy(&x, &mut z)),
            },
            Work {
                name: format!("cumsum f32 {len}"),
                amount: 8.0 * len as f64,
                unit: "GB/s",
                who: "kiln",
                run: Box::new(|| kernels::cumsum(stream, TensorView1::new(&x), TensorViewMut1::new(&mut y))),
            },
        ];
        measure(stream, &mut works)?;
    }
    Ok(())
}

fn sorts(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for shift in [20, 24, 26] {
        let len = 1usize << shift;
        let x = noise::<f32>(stream, len)?;
        let (mut y, mut z) = (stream.alloc_zeroed::<f32>(len)?, stream.alloc_zeroed::<f32>(len)?);
        let mut places = stream.alloc_zeroed::<u32>(len)?;
        let amount = len as f64;
        let mut works = [
            Work {
                name: format!("sort f32 {len}"),
                amount,
                unit: "G/s",
                who: "kiln",
                run: Box::new(|| kernels::sort(stream, TensorView1::new(&x), TensorViewMut1::new(&mut y))),
            },
            Work {
                name: format!("sort_with_indices f32 {len}"),
                amount,
                unit: "G/s",
                who: "kiln",
                run: Box::new(|| {
                    let z = TensorViewMut1::new(&mut z);
                    kernels::sort_with_indices(stream, TensorView1::new(&x), z, &mut places)
                }),
            },
        ];
        measure(stream, &mut works)?;
    }
    Ok(())
}

fn tops(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for (rows, columns, count) in
        [(8192, 1024, 8), (8192, 1024, 32), (1024, 4096, 32), (1024, 32768, 32), (1, 1 << 24, 64)]
    {
        let x = Tensor2::from_buffer(noise::<f32>(stream, rows * columns)?, [rows, columns])?;
        let (mut values, mut places) =
            (Tensor2::zeros(stream, [rows, count])?, Tensor2::zeros(stream, [rows, count])?);
        let mut works = [Work {
            name: format!("topk_{count} f32 {rows}x{columns}"),
            amount: 4.0 * (rows * columns) as f64,
            unit: "GB/s",
            who: "kiln",
            run: Box::new(|| kernels::topk(stream, &x, &mut values, &mut places)),
        }];
        measure(stream, &mut works)?;
    }
    Ok(())
}

fn products(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let peer = peer(stream);
    for edge in [512usize, 1024, 2048, 4096, 8192, 16384] {
        let a = Tensor2::from_buffer(noise::<bf16>(stream, edge * edge)?, [edge, edge])?;
        let b = Tensor2::from_buffer(noise::<bf16>(stream, edge * edge)?, [edge, edge])?;
        let c = || Tensor2::<bf16>::zeros(stream, [edge, edge]);
        let (mut c0, mut c1, mut c2) = (c()?, c()?, c()?);
        let mut peers = [c()?, c()?];
        let amount = 2.0 * (edge as f64).powi(3) * 1e-3;
        let scale = 0.5;
        let scaled = kiln::epilogue!([scale: f32] |sum| (sum * scale).max(0.0));
        let works = [
            Work {
                name: format!("matmul bf16 {edge}"),
                amount,
                unit: "TFLOP/s",
                who: "kiln",
                run: Box::new(|| kernels::matmul(stream, &a, &b, &mut c0)),
            },
            Work {
                name: format!("matmul_transposed bf16 {edge}"),
                amount,
                unit: "TFLOP/s",
                who: "kiln",
                run: Box::new(|| kernels::matmul(stream, &a, b.t(), &mut c1)),
            },
            Work {
                name: format!("matmul_with bf16 {edge}"),
                amount,
                unit: "TFLOP/s",
                who: "kiln",
                run: Box::new(|| kernels::matmul_with(stream, &a, &b, scaled, &mut c2)),
            },
        ];
        let mut works = Vec::from(works);
        if let Some(peer) = &peer {
            works.extend(against(peer, (&a, &b), &mut peers, &format!("bf16 {edge}"), (amount, "TFLOP/s")));
        }
        measure(stream, &mut works)?;
    }
    Ok(())
}

/// cuBLAS for a product, and for one of a transposed factor.
fn against<'a>(
    peer: &'a Cublas,
    (a, b): (&'a Tensor2<bf16>, &'a Tensor2<bf16>),
    [c0, c1]: &'a mut [Tensor2<bf16>; 2],
    size: &str,
    (amount, unit): (f64, &'static str),
) -> [Work<'a>; 2] {
    let work = |name: &str, transposed: bool, c: &'a mut Tensor2<bf16>| Work {
        name: format!("{name} {size}"),
        amount,
        unit,
        who: "cuBLAS",
        run: Box::new(move || {
            peer.product([a, b], transposed, c);
            Ok(())
        }),
    };
    [work("matmul", false, c0), work("matmul_transposed", true, c1)]
}

/// cuBLAS, if it is there.
fn peer(stream: &Stream) -> Option<Cublas> {
    Cublas::load(stream).inspect_err(|why| println!("cuBLAS takes no part: {why}")).ok()
}

/// Few rows against weights, which are what there is to load.
fn skinny_products(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let peer = peer(stream);
    for (rows, edge) in [1, 16, 64, 128, 512].into_iter().flat_map(|rows| [(rows, 4096), (rows, 8192usize)]) {
        let a = Tensor2::from_buffer(noise::<bf16>(stream, rows * edge)?, [rows, edge])?;
        let b = Tensor2::from_buffer(noise::<bf16>(stream, edge * edge)?, [edge, edge])?;
        let c = || Tensor2::<bf16>::zeros(stream, [rows, edge]);
        let (mut c0, mut c1, mut peers) = (c()?, c()?, [c()?, c()?]);
        let amount = (2 * edge * edge) as f64;
        let works = [
            Work {
                name: format!("matmul bf16 {rows}x{edge}x{edge}"),
                amount,
                unit: "GB/s",
                who: "kiln",
                run: Box::new(|| kernels::matmul(stream, &a, &b, &mut c0)),
            },
            Work {
                name: format!("matmul_transposed bf16 {rows}x{edge}x{edge}"),
                amount,
                unit: "GB/s",
                who: "kiln",
                run: Box::new(|| kernels::matmul(stream, &a, b.t(), &mut c1)),
            },
        ];
        let mut works = Vec::from(works);
        if let Some(peer) = &peer {
            let size = format!("bf16 {rows}x{edge}x{edge}");
            works.extend(against(peer, (&a, &b), &mut peers, &size, (amount, "GB/s")));
        }
        measure(stream, &mut works)?;
    }
    Ok(())
}

/// Kernels that differ in the order alone in which tiles of the grid are visited.
macro_rules! in_order {
    ($($name:ident $order:literal;)*) => {$(
        #[kernel(tile, order = $order)]
        fn $name(a: &Tensor2<bf16>, b: &Tensor2<bf16>, c: &mut Tensor2<bf16>) {
            let (i, j) = (tile_id(0), tile_id(1));
            c.store(i, j, kernels::raw::product::<bf16, 128, 256, 64>(a, b, i, j).cast::<bf16>());
        }
    )*};
}

in_order! {
    by_columns "columns";
    by_rows "rows";
    by_4 4;
    by_8 8;
    by_16 16;
}

fn orders(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for edge in [4096usize, 8192] {
        let a = Tensor2::from_buffer(noise::<bf16>(stream, edge * edge)?, [edge, edge])?;
        let b = Tensor2::from_buffer(noise::<bf16>(stream, edge * edge)?, [edge, edge])?;
        macro_rules! works {
            ($($kernel:ident)*) => {{
                $(let mut $kernel = Tensor2::<bf16>::zeros(stream, [edge, edge])?;)*
                let mut works = [$(Work {
                    name: format!(concat!("matmul_", stringify!($kernel), " bf16 {}"), edge),
                    amount: 2.0 * (edge as f64).powi(3) * 1e-3,
                    unit: "TFLOP/s",
                    who: "kiln",
                    run: Box::new(|| self::$kernel(&a, &b, &mut $kernel).launch(stream)),
                }),*];
                measure(stream, &mut works)?;
            }};
        }
        works!(by_columns by_rows by_4 by_8 by_16);
    }
    Ok(())
}

fn products_i8(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for edge in [1024usize, 4096, 8192] {
        let x = Tensor2::from_buffer(noise::<f32>(stream, edge * edge)?, [edge, edge])?;
        let (mut a, mut scales) = (Tensor2::zeros(stream, [edge, edge])?, Tensor1::zeros(stream, edge)?);
        kernels::quantize(stream, &x, &mut a, &mut scales)?;
        let mut c = Tensor2::<bf16>::zeros(stream, [edge, edge])?;
        let mut works = [Work {
            name: format!("matmul_i8 i8 {edge}"),
            amount: 2.0 * (edge as f64).powi(3) * 1e-3,
            unit: "TOP/s",
            who: "kiln",
            run: Box::new(|| kernels::matmul_quantized(stream, &a, &a, &scales, &scales, &mut c)),
        }];
        measure(stream, &mut works)?;
    }
    Ok(())
}

/// `c = a bᵀ` without promotion: tensor cores keep the sums, of which they have about 14 bits.
#[kernel(tile, order = 16, fast_math)]
fn fast_product<const M: usize, const N: usize, const K: usize>(
    a: &Tensor2<f8e4m3>,
    b: &Tensor2<f8e4m3>,
    c: &mut Tensor2<bf16>,
) {
    let (i, j) = (tile_id(0), tile_id(1));
    c.store(i, j, product::<f8e4m3, M, N, K>(a, b, i, j).cast::<bf16>());
}

/// Floats of 8 bits. A peer's kernel wants the right factor's columns in memory, so both ways to have it are measured;
/// of the latter also tiles of several shapes.
fn products_f8(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    for edge in [1024usize, 4096, 8192] {
        let data = stream.download(&noise::<f32>(stream, edge * edge)?)?;
        let data: Vec<f8e4m3> = data.into_iter().map(f8e4m3::from_f32).collect();
        let (a, b) = (
            Tensor2::from_slice(stream, &data, [edge, edge])?,
            Tensor2::from_slice(stream, &data, [edge, edge])?,
        );
        let scales = Tensor1::from_buffer(noise::<f32>(stream, edge)?);
        let result = || Tensor2::<bf16>::zeros(stream, [edge, edge]);
        let [mut c0, mut c1, mut c2, mut c3] = [result()?, result()?, result()?, result()?];
        let [mut c4, mut c5, mut c6] = [result()?, result()?, result()?];
        macro_rules! work {
            ($name:expr, $run:expr) => {
                Work {
                    name: format!("{} f8e4m3 {edge}", $name),
                    amount: 2.0 * (edge as f64).powi(3) * 1e-3,
                    unit: "TFLOP/s",
                    who: "kiln",
                    run: Box::new(|| $run),
                }
            };
        }
        macro_rules! tiles {
            ($name:literal, $m:literal, $n:literal, $kernel:expr) => {
                work!(concat!("matmul_transposed", $name, "_", $m, "x", $n, "x128"), {
                    const M: usize = $m;
                    const N: usize = $n;
                    $kernel.tiles([edge.div_ceil(M), edge.div_ceil(N)]).launch(stream)
                })
            };
        }
        macro_rules! promoted {
            ($m:literal, $n:literal, $c:ident) => {
                tiles!("", $m, $n, {
                    product_tiles::<f8e4m3, bf16, Identity, M, N, 128>(
                        &a,
                        b.t(),
                        Identity::default(),
                        &mut $c,
                    )
                })
            };
        }
        let mut works = [
            work!("matmul", kernels::matmul(stream, &a, &b, &mut c0)),
            work!("matmul_transposed", kernels::matmul(stream, &a, b.t(), &mut c1)),
            work!("matmul_scaled", kernels::matmul_scaled(stream, &a, b.t(), &scales, &scales, &mut c2)),
            promoted!(128, 128, c3),
            promoted!(128, 192, c4),
            tiles!("_fast", 128, 128, fast_product::<M, N, 128>(&a, b.t(), &mut c5)),
            tiles!("_fast", 128, 256, fast_product::<M, N, 128>(&a, b.t(), &mut c6)),
        ];
        measure(stream, &mut works)?;
    }
    Ok(())
}

fn experts(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let (tokens, count, used, depth, columns) = (4096, 64, 8, 2048, 2048);
    let mut random = fastrand::Rng::with_seed(9);
    let mut rows = vec![Vec::new(); count];
    for token in 0..tokens {
        (0..used).for_each(|_| rows[random.usize(..count)].push(token as u32));
    }
    let x = Tensor2::from_buffer(noise::<bf16>(stream, tokens * depth)?, [tokens, depth])?;
    let weights =
        Tensor3::from_buffer(noise::<bf16>(stream, count * depth * columns)?, [count, depth, columns])?;
    // The parts of experts fill whole tiles, or are one after another.
    for (name, multiple) in [("padded", 128), ("packed", 1)] {
        let (mut slots, mut offsets) = (Vec::new(), vec![0u32]);
        for rows in &rows {
            slots.extend(rows);
            slots.resize(slots.len().next_multiple_of(multiple), u32::MAX);
            offsets.push(slots.len() as u32);
        }
        let mut y = Tensor2::<bf16>::zeros(stream, [slots.len(), columns])?;
        let (slots, offsets) = (Tensor1::from_slice(stream, &slots)?, Tensor1::from_slice(stream, &offsets)?);
        let mut works = [Work {
            name: format!("grouped_matmul_{name} bf16 {count}of{tokens}x{depth}x{columns}"),
            amount: 2.0 * (tokens * used) as f64 * (depth * columns) as f64 * 1e-3,
            unit: "TFLOP/s",
            who: "kiln",
            run: Box::new(|| kernels::grouped_matmul(stream, &x, &slots, &offsets, &weights, &mut y)),
        }];
        measure(stream, &mut works)?;
    }
    Ok(())
}

/// What the compilers made of each kernel.
fn report(device: &Device) -> kiln::Result<()> {
    let stream = &device.stream();
    let x = stream.alloc_zeroed::<f32>(64)?;
    let (mut y, mut z) = (stream.alloc_zeroed::<f32>(64)?, stream.alloc_zeroed::<u64>(1)?);
    let mut ticket = stream.alloc_zeroed::<u64>(1)?;
    // SAFETY: the kernel is not launched.
    let scan =
        unsafe { kernels::raw::scan_blocks::<f32, kernels::Sum, 0>(&x, &mut y, 64, [1, 1], 1, &mut z) };
    println!("{}", scan.blocks(1).report(stream)?);
    let (mut a, mut b) = (stream.alloc_zeroed::<u32>(64)?, stream.alloc_zeroed::<u32>(64)?);
    let mut c = stream.alloc_zeroed::<u32>(64)?;
    // SAFETY: as above.
    let pass = unsafe {
        kernels::raw::radix_pass::<f32, 1, 0>(
            &x,
            &a,
            &mut y,
            &mut b,
            64,
            [1, 1],
            0,
            0,
            &a,
            &mut ticket,
            &mut c,
        )
    };
    println!("{}", pass.blocks(1).report(stream)?);
    println!("{}", kernels::raw::radix_counts::<f32>(&x, 64, 1, 0, &mut a).blocks(1).report(stream)?);
    // SAFETY: as above.
    let top =
        unsafe { kernels::raw::top_of_pieces::<f32>(&x, &a, 0, 64, 8, [64, 1, 8, 1, 8, 1], &mut y, &mut b) };
    println!("{}", top.blocks(1).report(stream)?);
    let x = Tensor4::<bf16>::zeros(stream, [1, 1, 128, 256])?;
    let mut o = Tensor4::<bf16>::zeros(stream, [1, 1, 128, 256])?;
    let mut lse = Tensor3::zeros(stream, [0, 0, 0])?;
    println!(
        "{}",
        kernels::raw::attention_tiles::<bf16, 128, 64, 64, 1, 0>(
            &x, &x, &x, 1.0, 0.0, 0, 0, &mut o, &mut lse
        )
        .report(stream)?
    );
    println!(
        "{}",
        kernels::raw::attention_tiles::<bf16, 64, 64, 128, 1, 0>(
            &x, &x, &x, 1.0, 0.0, 0, 0, &mut o, &mut lse
        )
        .report(stream)?
    );
    println!(
        "{}",
        kernels::raw::attention_tiles::<bf16, 64, 32, 256, 0, 0>(
            &x, &x, &x, 1.0, 0.0, 0, 0, &mut o, &mut lse
        )
        .report(stream)?
    );
    Ok(())
}
