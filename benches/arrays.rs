//! Arrays: the time of a device and of the host for expressions.
//!
//! `cargo bench --bench arrays --features array`, and beside it `python3 benches/peers/array_peers.py`. Bytes are those
//! of one pass over the inputs and the result.

use std::hint::black_box;
use std::time::Instant;

use kiln::array::{Array, Random, on};
use kiln::prelude::*;

mod smoke;

const MI: usize = 1 << 20;

fn pipeline(x: &Array<f32>, y: &Array<f32>, z: &Array<f32>) -> Array<f32> {
    ((x.sin() * y.cos() + (-z.square()).exp()) + (x + 1.0).ln()).sqrt()
}

/// Values from 0 to 1.
fn values(random: &mut fastrand::Rng, shape: &[usize]) -> Array<f32> {
    let len = shape.iter().product();
    Array::from_vec(
        (0..len).map(|_| random.f32()).collect(),
        kiln::array::Shape::try_from(shape).expect("few axes"),
    )
}

/// An evaluation.
type Work<'w> = Box<dyn FnMut() -> kiln::Result<()> + 'w>;

/// An expression of three arrays.
type Expression = fn(&Array<f32>, &Array<f32>, &Array<f32>) -> Array<f32>;

/// The device's time of expressions.
fn device_times(device: &Device) -> kiln::Result<()> {
    let stream = device.stream();
    let mut random = fastrand::Rng::with_seed(1);
    let size = if smoke::is_on() || !device.is_gpu() { MI / 4 } else { 64 * MI };
    let side = size.isqrt();
    let [x, y, z] = [(); 3].map(|()| values(&mut random, &[size]));
    let [a, b] = [(); 2].map(|()| values(&mut random, &[side, side]));
    let (row, column) = (values(&mut random, &[side]), values(&mut random, &[side, 1]));
    for array in [&x, &y, &z, &a, &b, &row, &column] {
        array.eval()?;
    }
    let (weight, bias) = (values(&mut random, &[side]), values(&mut random, &[side]));
    let [p, q] = [(); 2].map(|()| values(&mut random, &[side.min(4096), side.min(4096)]).cast::<bf16>());
    for array in [&p, &q] {
        array.eval()?;
    }
    weight.eval()?;
    bias.eval()?;
    let layer_norm = || {
        let centered = &a - a.mean_axis(1).expand_dims(1);
        let variance = centered.square().mean_axis(1).expand_dims(1);
        centered * (variance + 1e-5).rsqrt() * &weight + &bias
    };
    let whole = 4 * size as u64;
    let run = |array: Array<f32>| array.eval().map(|_| ());
    let works: Vec<(&str, u64, Work<'_>)> = vec![
        ("pipeline of three", 4 * whole, Box::new(|| run(pipeline(&x, &y, &z)))),
        ("x + y", 3 * whole, Box::new(|| run(&x + &y))),
        ("matrix, row, column", 2 * whole, Box::new(|| run(pipeline(&a, &row, &column)))),
        ("a + b.t()", 3 * whole, Box::new(|| run(&a + b.t()))),
        (
            "x[1..] - x[..-1]",
            2 * whole,
            Box::new(|| run(x.slice(kiln::array::s![1..]) - x.slice(kiln::array::s![..-1]))),
        ),
        ("sum", whole, Box::new(|| run(x.sum()))),
        ("sum of (x - y)²", 2 * whole, Box::new(|| run((&x - &y).square().sum()))),
        ("max", whole, Box::new(|| run(x.max()))),
        ("sum of rows", whole, Box::new(|| run(a.sum_axis(1)))),
        ("sum of columns", whole, Box::new(|| run(a.sum_axis(0)))),
        ("sum_j exp(-(a - row)²)", whole, Box::new(|| run((-(&a - &row).square()).exp().sum_axis(1)))),
        ("softmax of rows", 2 * whole, Box::new(|| run(a.softmax(1)))),
        ("layer norm of rows", 2 * whole, Box::new(|| run(layer_norm()))),
        ("variance of rows", whole, Box::new(|| run(a.var_axis(1, 0)))),
        ("relu(p @ q) of bf16, 4096", 0, Box::new(|| p.matmul(&q).relu().eval().map(|_| ()))),
        ("mean of normals", 0, Box::new(|| run(Random::new(1).normal::<f32>(size).mean()))),
        ("mean of rows subtracted", 2 * whole, Box::new(|| run(&a - a.mean_axis(1).expand_dims(1)))),
    ];
    let (mut names, mut all) = (Vec::new(), Vec::new());
    for (name, bytes, mut work) in works {
        names.push((name, bytes));
        all.push(move |_| work());
    }
    let seconds = smoke::device_seconds(&stream, all)?;
    println!("\nDevice times on {device}, {size} elements of f32");
    for ((name, bytes), seconds) in names.iter().zip(seconds) {
        println!("{name:>26} {:>9.1} µs {:>8.0} GB/s", seconds * 1e6, *bytes as f64 / seconds * 1e-9);
    }
    Ok(())
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// The host's time of an evaluation of 12 operations, in bursts that the device keeps up with.
fn host_times(device: &Device) -> kiln::Result<()> {
    let stream = device.stream();
    let [x, y, z] = [0.5f32, 0.2, 0.1].map(|value| Array::from([value]));
    for array in [&x, &y, &z] {
        array.eval()?;
    }
    let burst = |work: &mut dyn FnMut() -> kiln::Result<()>| -> kiln::Result<f64> {
        let mut all = Vec::new();
        for _ in 0..smoke::repetitions(100) {
            stream.synchronize()?;
            let begin = Instant::now();
            for _ in 0..256 {
                work()?;
            }
            all.push(begin.elapsed().as_secs_f64() / 256.0);
        }
        Ok(median(all) * 1e9)
    };
    let graph = burst(&mut || {
        let _ = black_box(pipeline(&x, &y, &z));
        Ok(())
    })?;
    let twelve = burst(&mut || pipeline(&x, &y, &z).eval().map(|_| ()))?;
    let one = burst(&mut || (&x + &y).eval().map(|_| ()))?;
    println!(
        "\nHost on {device}, ns: 12 operations as a graph {graph:.0}, evaluated {twelve:.0}; one operation {one:.0}"
    );
    Ok(())
}

/// The first use of new expressions, until the result is there.
fn first_uses(device: &Device) -> kiln::Result<()> {
    let stream = device.stream();
    let [x, y, z] = [0.5f32, 0.2, 0.1].map(|value| Array::full([1000], value));
    for array in [&x, &y, &z] {
        array.eval()?;
    }
    let expressions: [(&str, Expression); 4] = [
        ("x * y + z", |x, y, z| x * y + z),
        ("exp(x) - y / z", |x, y, z| x.exp() - y / z),
        ("sum of rows", |x, _, _| x.reshape([10, 100]).sum_axis(1)),
        ("the pipeline of cosines", |x, y, z| pipeline(x, y, &z.cos())),
    ];
    println!("\nFirst uses on {device}, ms (KILN_CACHE=off for those of a new machine)");
    for (name, expression) in expressions {
        let begin = Instant::now();
        expression(&x, &y, &z).eval()?;
        stream.synchronize()?;
        println!("{name:>26} {:.2}", begin.elapsed().as_secs_f64() * 1e3);
    }
    Ok(())
}

/// The CPU against NumPy, whose times the peer prints.
fn cpu_times() -> kiln::Result<()> {
    let mut random = fastrand::Rng::with_seed(2);
    println!("\nCPU, µs of the pipeline, of x * y, of the sum");
    for len in [1, 1000, 100_000, 4 * MI] {
        let len = if smoke::is_on() { len.min(1000) } else { len };
        let [x, y, z] = [(); 3].map(|()| values(&mut random, &[len]));
        for array in [&x, &y, &z] {
            array.eval()?;
        }
        let works: [&dyn Fn() -> Array<f32>; 3] = [&|| pipeline(&x, &y, &z), &|| &x * &y, &|| x.sum()];
        let times = works.map(|work| {
            let calls = (200_000 / len).clamp(1, 1000);
            let mut all = Vec::new();
            for _ in 0..smoke::repetitions(15) {
                let begin = Instant::now();
                for _ in 0..calls {
                    black_box(work().eval().map(|_| ())).expect("the CPU computes");
                }
                all.push(begin.elapsed().as_secs_f64() / calls as f64 * 1e6);
            }
            median(all)
        });
        println!("{len:>10} {:>10.2} {:>10.2} {:>10.2}", times[0], times[1], times[2]);
    }
    Ok(())
}

fn main() {
    let device = Device::best().expect("the CPU is always there");
    if device.is_gpu() {
        smoke::report("first uses", on(&device, || first_uses(&device)));
        smoke::report("device times", on(&device, || device_times(&device)));
        smoke::report("host times", on(&device, || host_times(&device)));
    } else {
        println!("No GPU, so these are times of the CPU.");
    }
    let cpu = Device::cpu();
    smoke::report("host times", on(&cpu, || host_times(&cpu)));
    smoke::report("the CPU", on(&cpu, cpu_times));
}
