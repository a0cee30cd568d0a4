//! Tile kernels: the examples, over random shapes, as tile IR, as lowered code of several GPUs, and on a GPU.

#[path = "../../examples/attention_tile.rs"]
#[allow(dead_code, reason = "the example's main is not called")]
mod attention_tile;
#[path = "../../examples/layernorm_tile.rs"]
#[allow(dead_code, reason = "the example's main is not called")]
mod layernorm_tile;
#[path = "../../examples/matmul_tile.rs"]
#[allow(dead_code, reason = "the example's main is not called")]
mod matmul_tile;
#[path = "../../examples/softmax_tile.rs"]
#[allow(dead_code, reason = "the example's main is not called")]
mod softmax_tile;
#[path = "../../examples/vector_add_tile.rs"]
#[allow(dead_code, reason = "the example's main is not called")]
mod vector_add_tile;

use kiln::prelude::*;

/// The CPU, which runs tile IR; lowered code without tensor cores, with them, and with what came after, on the CPU;
/// and the GPU where there is one.
pub(crate) fn devices() -> Vec<Device> {
    let mut devices = vec![Device::cpu()];
    devices.extend([(7, 5), (8, 0), (9, 0)].map(Device::emulated));
    devices.extend(crate::streams().iter().skip(1).map(|_| Device::gpu(0).expect("it was there before")));
    devices
}

/// Random numbers, the same each time.
struct Random(fastrand::Rng);

impl Random {
    /// A number from `low` to `high`, small ones more often.
    fn size(&mut self, low: usize, high: usize) -> usize {
        let part = self.0.f64();
        low + (part * part * (high - low + 1) as f64) as usize
    }
}

/// Runs `test` for `count` random shapes on each device.
fn shapes(count: usize, mut test: impl FnMut(&Device, &mut Random) -> kiln::Result<()>) {
    for device in devices() {
        let mut random = Random(fastrand::Rng::with_seed(1));
        for shape in 0..count {
            test(&device, &mut random).unwrap_or_else(|error| panic!("{device}, shape {shape}: {error}"));
        }
    }
}

#[test]
fn vector_add_over_random_lengths() {
    shapes(100, |device, random| {
        let len = random.size(1, 5000);
        vector_add_tile::run::<256>(device, len)?;
        // A tile that is neither a power of two nor a multiple of a warp.
        vector_add_tile::run::<77>(device, len)
    });
}

#[test]
fn softmax_over_random_shapes() {
    shapes(100, |device, random| {
        let (rows, columns) = (random.size(1, 12), random.size(1, 1100));
        softmax_tile::run(device, rows, columns).map(drop)
    });
}

#[test]
fn layer_norm_over_random_shapes() {
    shapes(100, |device, random| {
        let (rows, columns) = (random.size(1, 12), random.size(1, 1100));
        layernorm_tile::run(device, rows, columns).map(drop)
    });
}

#[test]
fn products_over_random_shapes() {
    shapes(100, |device, random| {
        let (m, n, k) = (random.size(1, 90), random.size(1, 90), random.size(1, 90));
        matmul_tile::run::<bf16, 32, 32, 16>(device, m, n, k, 1e-2)?;
        matmul_tile::run::<f16, 64, 16, 32>(device, m, n, k, 1e-2)?;
        // Extents that no instruction has.
        matmul_tile::run::<bf16, 20, 12, 10>(device, m, n, k, 1e-2)?;
        matmul_tile::run::<f32, 32, 32, 16>(device, m, n, k, 1e-5).map(drop)
    });
}

#[test]
fn attention_over_random_shapes() {
    shapes(100, |device, random| {
        let (tokens, heads) = (random.size(1, 100), random.size(1, 3));
        attention_tile::run::<32, 16, 16>(device, tokens, heads)?;
        attention_tile::run::<16, 48, 24>(device, tokens, heads).map(drop)
    });
}

/// The shape of what a tile goes with is left out.
#[kernel(tile)]
fn limited(x: &Tensor2<f32>, y: &mut Tensor2<f32>) {
    let (row, column) = (tile_id(0), tile_id(1));
    let a = x.load::<4, 8>(row, column);
    y.store(row, column, a.max(Tile2::zeros()).min(Tile2::full(2.0)).max(a.min(Tile2::zeros())));
}

#[test]
fn a_tile_says_the_shape_of_what_it_goes_with() {
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        let stream = device.stream();
        let values: Vec<f32> = (0..64).map(|i| i as f32 * 0.25 - 8.0).collect();
        let x = Tensor2::from_slice(&stream, &values, [8, 8]).unwrap();
        let mut y = Tensor2::<f32>::zeros(&stream, [8, 8]).unwrap();
        limited(&x, &mut y).tiles([2, 1]).launch(&stream).unwrap();
        let expected: Vec<f32> = values.iter().map(|v| v.clamp(0.0, 2.0)).collect();
        assert_eq!(y.download(&stream).unwrap(), expected);
    }
}

#[derive(Clone, Copy, KernelType)]
struct Line {
    slope: f32,
    start: f32,
}

/// Structs, tuples and arrays of structs beside tiles.
#[device]
fn on_a_line(x: Tile1<f32, 16>, at: usize) -> Tile1<f32, 16> {
    let lines = [Line { slope: 2.0, start: 1.0 }, Line { slope: -1.0, start: 0.5 }];
    let mut line = lines[at % 2];
    let (turned, table) = (Line { slope: line.start, start: line.slope }, [0.5, 0.25, 4.0]);
    line.start += turned.start * table[at % 3];
    x * line.slope + line.start
}

#[kernel(tile)]
fn on_lines(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let at = tile_id(0);
    let own = Line { slope: 1.0, start: at as f32 };
    y.store(at, on_a_line(x.load::<16>(at), at) * own.slope + own.start);
}

#[test]
fn tile_kernels_and_their_functions_have_structs_of_their_own() {
    let lines = [(2.0, 1.0), (-1.0, 0.5)];
    let table = [0.5, 0.25, 4.0];
    let x: Vec<f32> = (0..64).map(|i| i as f32).collect();
    let expected = x.iter().enumerate().map(|(i, x)| {
        let at = i / 16;
        let (slope, start): (f32, f32) = lines[at % 2];
        x * slope + (start + slope * table[at % 3]) + at as f32
    });
    let expected: Vec<f32> = expected.collect();
    for device in devices() {
        let stream = device.stream();
        let input = Tensor1::from_slice(&stream, &x).unwrap();
        let mut y = Tensor1::zeros(&stream, 64).unwrap();
        on_lines(&input, &mut y).tiles(4).launch(&stream).unwrap();
        assert_eq!(y.download(&stream).unwrap(), expected);
    }
}

#[derive(Clone, Copy, KernelType)]
enum Form {
    Plain,
    Doubled,
}

#[derive(Clone, Copy, KernelType)]
struct Lines {
    flat: bool,
    form: Form,
    lines: [Line; 2],
    table: [[i16; 2]; 3],
}

#[device]
impl Lines {
    fn start(self, at: usize) -> f32 {
        if self.flat { 0.0 } else { self.lines[at % 2].start }
    }
}

#[kernel(tile)]
fn on_given_lines(given: Lines, x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let at = tile_id(0);
    let mut own = given;
    own.lines[0].slope += 1.0;
    let factor = match given.form {
        Form::Plain => 1.0,
        Form::Doubled => 2.0,
    };
    let entry = given.table[at % 3][at % 2] as f32;
    y.store(at, x.load::<16>(at) * own.lines[at % 2].slope * factor + (given.start(at) + entry));
}

#[test]
fn tile_kernels_take_structs() {
    let given = Lines {
        flat: false,
        form: Form::Doubled,
        lines: [Line { slope: 2.0, start: 1.0 }, Line { slope: -1.0, start: 0.5 }],
        table: [[1, 2], [3, -4], [5, 6]],
    };
    let x: Vec<f32> = (0..64).map(|i| i as f32).collect();
    for device in devices() {
        let stream = device.stream();
        for given in [given, Lines { flat: true, form: Form::Plain, ..given }] {
            let factor = if given.flat { 1.0 } else { 2.0 };
            let expected = x.iter().enumerate().map(|(i, x)| {
                let at = i / 16;
                let slope = given.lines[at % 2].slope + if at % 2 == 0 { 1.0 } else { 0.0 };
                let start = if given.flat { 0.0 } else { given.lines[at % 2].start };
                x * slope * factor + (start + f32::from(given.table[at % 3][at % 2]))
            });
            let expected: Vec<f32> = expected.collect();
            let input = Tensor1::from_slice(&stream, &x).unwrap();
            let mut y = Tensor1::zeros(&stream, 64).unwrap();
            on_given_lines(given, &input, &mut y).tiles(4).launch(&stream).unwrap();
            assert_eq!(y.download(&stream).unwrap(), expected);
        }
    }
}

#[device]
fn epilogue(
    x: Tile2<f32, 16, 16>,
    f: impl Fn(Tile2<f32, 16, 16>) -> Tile2<f32, 16, 16>,
) -> Tile2<f32, 16, 16> {
    f(x)
}

/// A product, with closures for what is done to it before it is stored.
#[kernel(tile)]
fn product_and_more(scale: f32, a: &Tensor2<f32>, c: &mut Tensor2<f32>) {
    let (m, n) = (tile_id(0), tile_id(1));
    let mut acc = Tile2::<f32, 16, 16>::zeros();
    for k in 0..a.cols().div_ceil(16) {
        acc = mma(a.load::<16, 16>(m, k), a.load::<16, 16>(k, n), acc);
    }
    let scaled = epilogue(acc, |t| t * scale + 1.0);
    c.store(m, n, epilogue(scaled, |t: Tile2<f32, 16, 16>| t.max(Tile2::<f32, 16, 16>::zeros())));
}

#[test]
fn closures_take_tiles() {
    let a: Vec<f32> = (0..256).map(|i| (i % 7) as f32 - 3.0).collect();
    let at = |i: usize, j: usize| (0..16).map(|k| a[i * 16 + k] * a[k * 16 + j]).sum::<f32>();
    let expected: Vec<f32> = (0..256).map(|i| (at(i / 16, i % 16) * 2.0 + 1.0).max(0.0)).collect();
    for device in devices() {
        let stream = device.stream();
        let input = Tensor2::from_slice(&stream, &a, [16, 16]).unwrap();
        let mut c = Tensor2::zeros(&stream, [16, 16]).unwrap();
        product_and_more(2.0, &input, &mut c).tiles([1, 1]).launch(&stream).unwrap();
        assert_eq!(c.download(&stream).unwrap(), expected);
    }
}

#[device]
fn each(count: usize, mut f: impl FnMut(usize)) {
    for at in 0..count {
        f(at);
    }
}

/// Each tile stores to the last place, since its closure runs as often as that takes.
#[kernel(tile)]
fn moved_by_a_closure(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let mut at = tile_id(0);
    each(3 - at, |_| at += 1);
    y.store(at, x.load::<16>(at));
}

#[test]
fn what_a_closure_changes_proves_nothing_of_stores() {
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &[1.0f32; 64]).unwrap();
    let mut y = Tensor1::zeros(&stream, 64).unwrap();
    moved_by_a_closure(&x, &mut y).tiles(1).launch(&stream).unwrap();
    assert_eq!(y.download(&stream).unwrap()[48..], [1.0; 16]);
    assert!(moved_by_a_closure(&x, &mut y).tiles(4).launch(&stream).is_err());
}

/// More elements than a block has registers for: each block has some of the rows.
#[kernel(tile)]
fn shared_by_blocks(
    x: &Tensor2<f32>,
    y: &mut Tensor2<f32>,
    rows: &mut Tensor2<f32>,
    columns: &mut Tensor2<f32>,
) {
    let (i, count) = (tile_id(0), tile_count(0) as f32);
    let mut value = x.load::<600, 64>(i, 0);
    for _ in 0..2 {
        value = value - value.sum_axis::<0>() * 0.001;
        value = value - value.max_axis::<1>();
    }
    y.store(i, 0, value * count);
    rows.store(i, 0, value.sum_axis::<1>().broadcast::<1>());
    columns.store(i, 0, value.min_axis::<0>().broadcast::<1>());
}

#[test]
fn blocks_share_a_tile_that_is_too_large_for_one() {
    let extents = [1300, 60];
    let values: Vec<f32> = (0..extents[0] * extents[1]).map(|i| ((i * 7919) % 1013) as f32 / 256.0).collect();
    let mut results = Vec::new();
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::from_slice(&stream, &values, extents).unwrap();
        let mut y = Tensor2::<f32>::zeros(&stream, extents).unwrap();
        let mut rows = Tensor2::<f32>::zeros(&stream, [extents[0], 1]).unwrap();
        let mut columns = Tensor2::<f32>::zeros(&stream, [3, extents[1]]).unwrap();
        shared_by_blocks(&x, &mut y, &mut rows, &mut columns).tiles(3).launch(&stream).unwrap();
        let result = [&y, &rows, &columns].map(|tensor| tensor.download(&stream).unwrap());
        results.push((device, result));
    }
    let (_, expected) = results[0].clone();
    for (device, found) in &results[1..] {
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!(
                (found - expected).abs() <= 1e-4 * expected.abs().max(1.0),
                "{device}: {found}, {expected}"
            );
        }
    }
}

/// Where a transpose moves elements from thread to thread, one block has the whole tile.
#[kernel(tile)]
fn too_large_to_share(x: &Tensor2<u8>, y: &mut Tensor2<u8>) {
    let i = tile_id(0);
    y.store(0, i, x.load::<32, 1040>(i, 0).transpose());
}

#[test]
fn a_large_tile_that_is_transposed_stays_in_one_block() {
    let values: Vec<u8> = (0..70 * 900).map(|i| i as u8).collect();
    for device in devices() {
        let stream = device.stream();
        let x = Tensor2::from_slice(&stream, &values, [70, 900]).unwrap();
        let mut y = Tensor2::<u8>::zeros(&stream, [900, 70]).unwrap();
        too_large_to_share(&x, &mut y).tiles(3).launch(&stream).unwrap();
        let y = y.download(&stream).unwrap();
        assert!((0..values.len()).all(|i| y[i % 900 * 70 + i / 900] == values[i]), "{device}");
    }
}
