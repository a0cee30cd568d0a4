//! Slices, shared memory and barriers.

use kiln::prelude::*;

use crate::streams;

#[kernel(block = 64)]
fn reverse_blocks(x: &mut [u32]) {
    let tile = shared::<[u32; 64]>();
    let (t, i) = (thread_idx().x, global_id());
    tile[t] = x[i];
    sync_threads();
    x[i] = tile[63 - t];
}

#[test]
fn shared_memory_is_the_blocks() {
    for stream in streams() {
        let values: Vec<u32> = (0..640).collect();
        let mut x = stream.upload(&values).unwrap();
        reverse_blocks(&mut x).threads(640).launch(&stream).unwrap();
        let expected: Vec<u32> = values.chunks(64).flat_map(|block| block.iter().rev().copied()).collect();
        assert_eq!(stream.download(&x).unwrap(), expected);
    }
}

#[kernel]
fn transpose(width: usize, height: usize, x: &[f32], out: &mut [f32]) {
    let tile = shared::<[[f32; 17]; 16]>();
    let (tx, ty) = (thread_idx().x, thread_idx().y);
    let (left, top) = (block_idx().x * 16, block_idx().y * 16);
    if left + tx < width && top + ty < height {
        tile[ty][tx] = x[(top + ty) * width + left + tx];
    }
    sync_threads();
    if top + tx < height && left + ty < width {
        out[(left + ty) * height + top + tx] = tile[tx][ty];
    }
}

#[test]
fn two_dimensional_tiles_at_ragged_edges() {
    for stream in streams() {
        for (width, height) in [(1, 1), (16, 16), (33, 47), (100, 3)] {
            let values: Vec<f32> = (0..width * height).map(|v| v as f32).collect();
            let x = stream.upload(&values).unwrap();
            let mut out = stream.alloc_zeroed::<f32>(values.len()).unwrap();
            transpose(width, height, &x, &mut out).threads([width, height]).launch(&stream).unwrap();
            let out = stream.download(&out).unwrap();
            for y in 0..height {
                for x in 0..width {
                    assert_eq!(
                        out[x * height + y],
                        values[y * width + x],
                        "({x}, {y}) of {width} × {height}"
                    );
                }
            }
        }
    }
}

#[kernel]
fn scan_steps(x: &mut [u32]) {
    let sums = shared::<[u32; 256]>();
    let t = thread_idx().x;
    sums[t] = x[t];
    sync_threads();
    let mut reach = 1;
    while reach < 256 {
        let before = if t >= reach { sums[t - reach] } else { 0 };
        sync_threads();
        sums[t] += before;
        sync_threads();
        reach *= 2;
    }
    x[t] = sums[t];
}

#[test]
fn barriers_order_reads_and_writes() {
    for stream in streams() {
        let values: Vec<u32> = (0..256).map(|v| v * v % 17).collect();
        let mut x = stream.upload(&values).unwrap();
        scan_steps(&mut x).block(256).threads(256).launch(&stream).unwrap();
        let mut sum = 0;
        let expected: Vec<u32> = values
            .iter()
            .map(|v| {
                sum += v;
                sum
            })
            .collect();
        assert_eq!(stream.download(&x).unwrap(), expected);
    }
}

#[kernel]
fn places(out: &mut [usize]) {
    let (x, y, z) = global_id_3d();
    let (b, d, g) = (block_idx().y, block_dim(), grid_dim());
    let width = g.x * d.x;
    let height = g.y * d.y;
    let i = (z * height + y) * width + x;
    out[i] = x + 100 * y + 10_000 * z + 1_000_000 * b + 10_000_000 * thread_idx().z;
}

#[test]
fn every_thread_knows_its_place() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<usize>(8 * 6 * 4).unwrap();
        places(&mut out).block([4, 3, 2]).blocks([2, 2, 2]).launch(&stream).unwrap();
        let out = stream.download(&out).unwrap();
        for z in 0..4 {
            for y in 0..6 {
                for x in 0..8 {
                    let expected = x + 100 * y + 10_000 * z + 1_000_000 * (y / 3) + 10_000_000 * (z % 2);
                    assert_eq!(out[(z * 6 + y) * 8 + x], expected);
                }
            }
        }
    }
}

#[kernel]
fn fill(value: u16, out: &mut [u16]) {
    let i = global_id();
    if i < out.len() {
        out[i] = value;
    }
}

#[test]
fn a_part_of_a_buffer_is_an_argument() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u16>(100).unwrap();
        let mut part = out.slice_mut(10..30).unwrap();
        fill(7, &mut part).threads(100).launch(&stream).unwrap();
        let found = stream.download(&out).unwrap();
        assert!((0..100).all(|i| found[i] == if (10..30).contains(&i) { 7 } else { 0 }));
    }
}

#[kernel]
fn is_empty(x: &[u8], out: &mut [bool]) {
    out[0] = x.is_empty();
    out[1] = x.len() == 3;
}

#[test]
fn empty_buffers_and_no_threads() {
    for stream in streams() {
        let x = stream.upload::<u8>(&[]).unwrap();
        let mut out = stream.upload(&[false, true]).unwrap();
        is_empty(&x, &mut out).threads(0).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [false, true]);
        is_empty(&x, &mut out).block(1).threads(1).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [true, false]);
    }
}

#[device]
fn reversed(of: &[i64], t: usize) -> i64 {
    of[of.len() - 1 - t]
}

#[kernel]
pub fn dynamic(x: &mut [i64], sums: &mut [u32]) {
    let total = shared::<[AtomicU32; 1]>();
    let tile = dynamic_shared::<i64>();
    let (t, i) = (thread_idx().x, global_id());
    if t == 0 {
        total[0].store(0, Ordering::Relaxed);
    }
    tile[t] = x[i];
    sync_threads();
    total[0].fetch_add(tile.len() as u32, Ordering::Relaxed);
    x[i] = 2 * reversed(tile, t);
    sync_threads();
    if t == 0 {
        sums[block_idx().x] = total[0].load(Ordering::Relaxed);
    }
}

#[test]
fn the_launch_says_how_much_is_shared() {
    for stream in streams() {
        let values: Vec<i64> = (0..512).collect();
        for block in [32, 64, 256] {
            let blocks = 512 / block;
            let mut x = stream.upload(&values).unwrap();
            let mut sums = stream.alloc_zeroed::<u32>(blocks).unwrap();
            let launch = dynamic(&mut x, &mut sums).block(block).threads(512);
            launch.dynamic_shared(block).launch(&stream).unwrap();
            let found = stream.download(&x).unwrap();
            for (i, value) in found.into_iter().enumerate() {
                let expected = i / block * block + block - 1 - i % block;
                assert_eq!(value, 2 * expected as i64, "blocks of {block} on {}", stream.device());
            }
            assert_eq!(stream.download(&sums).unwrap(), vec![(block * block) as u32; blocks]);
        }
        let mut x = stream.upload(&values).unwrap();
        let mut sums = stream.alloc_zeroed::<u32>(2).unwrap();
        // Indices are checked against what the launch gave.
        dynamic(&mut x, &mut sums).block(256).threads(512).dynamic_shared(100).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("`tile`: the length is 100 but the index is"), "{error}");
        let error =
            dynamic(&mut x, &mut sums).block(256).threads(512).launch(&stream).unwrap_err().to_string();
        assert!(error.contains("add `.dynamic_shared(n)`"), "{error}");
        let launch = dynamic(&mut x, &mut sums).block(256).threads(512).dynamic_shared(50_000);
        let error = launch.launch(&stream).unwrap_err().to_string();
        assert!(
            error.contains("with 50000 elements of 8 bytes, in bytes, is 4000")
                && error.contains("the limit is"),
            "{error}"
        );
    }
}

#[kernel(block = 128)]
fn large(x: &mut [f64]) {
    // 60 KiB, which a kernel has to ask for, beside what the launch says.
    let table = shared::<[[f64; 60]; 128]>();
    let more = dynamic_shared::<f64>();
    let (t, i) = (thread_idx().x, global_id());
    for k in 0..60 {
        table[t][k] = x[i] + k as f64;
    }
    more[t] = 1000.0;
    sync_threads();
    let mut sum = more[127 - t];
    for k in 0..60 {
        sum += table[127 - t][k];
    }
    x[i] = sum;
}

#[test]
fn shared_memory_past_what_a_kernel_may_declare() {
    for stream in streams() {
        if stream.device().limits().shared_memory_opt_in < 64 << 10 && stream.device().is_gpu() {
            continue;
        }
        let values: Vec<f64> = (0..256).map(f64::from).collect();
        let mut x = stream.upload(&values).unwrap();
        large(&mut x).threads(256).dynamic_shared(128).launch(&stream).unwrap();
        let expected = |i: usize| 60.0 * values[i / 128 * 128 + 127 - i % 128] + 59.0 * 30.0 + 1000.0;
        assert_eq!(stream.download(&x).unwrap(), (0..256).map(expected).collect::<Vec<f64>>());
        let error =
            scale_by_two(&mut x).threads(256).dynamic_shared(8).launch(&stream).unwrap_err().to_string();
        assert!(error.contains("has no dynamic shared memory"), "{error}");
    }
}

#[device]
fn line_of<T: Num>(x: &[T], i: usize) {
    prefetch(&x[i]);
}

/// Asks for memory ahead, of its own in ways that do nothing, and past the end where `far` says so.
#[kernel(block = 64)]
fn fetches_ahead(far: usize, x: &[f32], y: &mut [f32]) {
    let tile = shared::<[f32; 64]>();
    let (t, i) = (thread_idx().x, global_id());
    if t % 32 == 0 && i + 64 < x.len() {
        prefetch(&x[i + 64]);
        line_of(y, i);
    }
    tile[t] = x[i];
    sync_threads();
    line_of(tile, t);
    if far > 0 {
        prefetch(&x[far]);
    }
    y[i] = tile[63 - t];
}

#[test]
fn what_is_fetched_ahead_changes_nothing() {
    for stream in streams() {
        let values: Vec<f32> = (0..640).map(|v| v as f32).collect();
        let x = stream.upload(&values).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(640).unwrap();
        fetches_ahead(639, &x, &mut y).threads(640).launch(&stream).unwrap();
        let expected: Vec<f32> = values.chunks(64).flat_map(|block| block.iter().rev().copied()).collect();
        assert_eq!(stream.download(&y).unwrap(), expected);
        // The index is checked as where the element is read.
        fetches_ahead(640, &x, &mut y).threads(640).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("`x`: the length is 640 but the index is 640"), "{error}");
    }
}

#[kernel]
fn scale_by_two(x: &mut [f64]) {
    x[global_id()] *= 2.0;
}

#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
enum Color {
    Red,
    Green,
    Blue,
}

#[derive(Clone, Copy, KernelType)]
struct Flagged {
    number: u32,
    flags: [bool; 3],
    colors: [[Color; 2]; 2],
}

#[kernel]
fn flags_that_nobody_wrote(out: &mut [u32]) {
    let flags = shared::<[bool; 100]>();
    let pairs = shared::<[(f32, bool); 3]>();
    out[global_id()] = flags[thread_idx().x] as u32 + pairs[1].0 as u32 + pairs[2].1 as u32;
}

#[kernel]
fn enums_that_nobody_wrote(out: &mut [u32]) {
    let all = shared::<[Flagged; 9]>();
    let rows = shared::<[[Color; 8]; 8]>();
    let more = dynamic_shared::<Color>();
    let t = thread_idx().x;
    let one = all[t % 9];
    out[global_id()] = one.number
        + one.flags[t % 3] as u32
        + [1, 2, 3][one.colors[t % 2][t / 2 % 2] as usize]
        + [10, 20, 30][rows[t / 8][t % 8] as usize]
        + [100, 200, 300][more[t % more.len()] as usize]
        + own(t);
}

/// Called twice: the memory is one, and what the first call wrote is there.
#[device]
fn own(t: usize) -> u32 {
    colored(t, Color::Red) + colored(t, Color::Blue)
}

#[device]
fn colored(t: usize, color: Color) -> u32 {
    let colors = shared::<[Color; 64]>();
    let before = [1000, 2000, 3000][colors[t] as usize];
    colors[t] = color;
    before
}

#[kernel]
fn generic_that_nobody_wrote<T: Shared>(out: &mut [u32]) {
    let all = shared::<[T; 64]>();
    out[global_id()] = all[thread_idx().x].number();
}

#[device]
trait Shared: Copy + KernelType + kiln::__private::SharedElement {
    fn number(self) -> u32;
}

#[device]
impl Shared for Color {
    fn number(self) -> u32 {
        self as u32
    }
}

#[test]
fn shared_memory_with_bits_that_are_no_value_begins_as_zeros() {
    // An emulated GPU starts with all bits of shared memory set.
    let emulated = Device::emulated((9, 0)).new_stream().unwrap();
    for stream in streams().into_iter().chain([emulated]) {
        let mut out = stream.upload(&[9u32; 128]).unwrap();
        for threads in [128, 90, 1] {
            flags_that_nobody_wrote(&mut out).threads(threads).block(64).launch(&stream).unwrap();
        }
        assert_eq!(stream.download(&out).unwrap(), [0; 128]);
        enums_that_nobody_wrote(&mut out).threads(128).block(64).dynamic_shared(5).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [2111; 128]);
        generic_that_nobody_wrote::<Color>(&mut out).threads(128).block(64).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [0; 128]);
    }
    let texts = [
        flags_that_nobody_wrote::source(kiln::SourceKind::Cuda),
        enums_that_nobody_wrote::source(kiln::SourceKind::Cuda),
    ];
    flags_that_nobody_wrote::ptx().unwrap();
    enums_that_nobody_wrote::ptx().unwrap();
    for text in texts {
        let text = text.unwrap();
        let (filled, read) = (text.find("__syncthreads();").unwrap(), text.rfind(" = ").unwrap());
        assert!(filled < read && text[..filled].contains("blockDim.z"), "{text}");
    }
}
