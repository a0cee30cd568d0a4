//! Finds the edges of a photograph: gray scale, Gaussian blur through shared memory, Sobel, a histogram by atomics,
//! and an equalized picture written as PNG.
//!
//! ```text
//! cargo run --release --example edges [-- INPUT.png OUTPUT.png]
//! ```
//!
//! Runs on a GPU if there is one, else on the CPU (`KILN_DEVICE=cpu` asks for it). Every stage computes in whole
//! numbers, or in floats that are exact, so every device gives the same picture to the bit; the example checks it
//! against plain Rust.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use kiln::prelude::*;

/// Edge of the square that a block of threads works on.
const TILE: usize = 16;
/// How far the blur looks around a pixel.
const RADIUS: usize = 2;
/// Edge of the square that a block reads: its own and the pixels around it.
const WIDE: usize = TILE + 2 * RADIUS;

/// Weights of red, green and blue in 256ths.
#[kernel]
fn gray(rgb: &[u8], out: &mut [u8]) {
    let i = global_id();
    if i < out.len() {
        let (r, g, b) = (rgb[3 * i] as u32, rgb[3 * i + 1] as u32, rgb[3 * i + 2] as u32);
        out[i] = ((77 * r + 150 * g + 29 * b + 128) >> 8) as u8;
    }
}

/// The binomial 1 4 6 4 1 along an axis.
#[device]
fn weight(offset: usize) -> u32 {
    if offset == 2 {
        6
    } else if offset == 1 || offset == 3 {
        4
    } else {
        1
    }
}

/// A pixel index moved into `0..n`: the picture's border repeats outwards.
#[device]
fn inside(i: i32, n: usize) -> usize {
    i.clamp(0, n as i32 - 1) as usize
}

/// A 5 × 5 Gaussian blur. A block reads its pixels and those around them once, into shared memory.
#[kernel(block = (16, 16))]
fn blur(width: usize, height: usize, image: &[u8], out: &mut [u8]) {
    let tile = shared::<[u8; WIDE * WIDE]>();
    let (x, y) = global_id_2d();
    let (left, top) = (block_idx().x * TILE, block_idx().y * TILE);
    let mut k = thread_idx().y * TILE + thread_idx().x;
    // 256 threads read 400 pixels.
    while k < WIDE * WIDE {
        let column = inside((left + k % WIDE) as i32 - RADIUS as i32, width);
        let row = inside((top + k / WIDE) as i32 - RADIUS as i32, height);
        tile[k] = image[row * width + column];
        k += TILE * TILE;
    }
    sync_threads();
    if x < width && y < height {
        let mut sum = 128u32;
        for dy in 0..5 {
            let mut line = 0;
            for dx in 0..5 {
                line += weight(dx) * tile[(thread_idx().y + dy) * WIDE + thread_idx().x + dx] as u32;
            }
            sum += weight(dy) * line;
        }
        out[y * width + x] = (sum >> 8) as u8;
    }
}

/// The length of the gradient.
#[kernel]
fn sobel(width: usize, height: usize, image: &[u8], out: &mut [u8]) {
    let (x, y) = global_id_2d();
    if x < width && y < height {
        let (mut gx, mut gy) = (0, 0);
        for k in 0..3 {
            let along = if k == 1 { 2 } else { 1 };
            let row = inside(y as i32 + k - 1, height);
            let column = inside(x as i32 + k - 1, width);
            let (west, east) = (inside(x as i32 - 1, width), inside(x as i32 + 1, width));
            let (north, south) = (inside(y as i32 - 1, height), inside(y as i32 + 1, height));
            gx += along * (image[row * width + east] as i32 - image[row * width + west] as i32);
            gy += along * (image[south * width + column] as i32 - image[north * width + column] as i32);
        }
        // Below 2²⁴, so the conversion is exact and the root is rounded once.
        out[y * width + x] = ((gx * gx + gy * gy) as f32).sqrt() as u8;
    }
}

/// Counts the gray levels: each block on its own in shared memory first.
#[kernel(block = 256)]
fn histogram(image: &[u8], counts: &[AtomicU32]) {
    let local = shared::<[AtomicU32; 256]>();
    let t = thread_idx().x;
    local[t].store(0, Ordering::Relaxed);
    sync_threads();
    let mut i = global_id();
    while i < image.len() {
        local[image[i] as usize].fetch_add(1, Ordering::Relaxed);
        i += grid_dim().x * block_dim().x;
    }
    sync_threads();
    counts[t].fetch_add(local[t].load(Ordering::Relaxed), Ordering::Relaxed);
}

/// The table that spreads the gray levels evenly: a running sum of the counts, scaled to 0..=255. Runs as one block.
#[kernel(block = 256)]
fn equalizing_table(counts: &[u32], table: &mut [u8]) {
    let sums = shared::<[u32; 256]>();
    let t = thread_idx().x;
    sums[t] = counts[t];
    sync_threads();
    let mut reach = 1;
    while reach < 256 {
        let before = if t >= reach { sums[t - reach] } else { 0 };
        sync_threads();
        sums[t] += before;
        sync_threads();
        reach *= 2;
    }
    let (total, least) = (sums[255], sums[0]);
    table[t] =
        if total > least { ((sums[t] - least) as u64 * 255 / (total - least) as u64) as u8 } else { t as u8 };
}

/// Looks every pixel up in a table.
#[kernel]
fn look_up(table: &[u8], image: &mut [u8]) {
    let i = global_id();
    if i < image.len() {
        image[i] = table[image[i] as usize];
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let picture = match args.next() {
        Some(path) => image::open(&path).map_err(|error| format!("{}: {error}", path.display()))?,
        None => image::load_from_memory(include_bytes!("assets/photo.png"))?,
    }
    .into_rgb8();
    let output = args.next().unwrap_or_else(|| std::env::temp_dir().join("kiln-edges.png"));
    let (width, height) = (picture.width() as usize, picture.height() as usize);

    let device = Device::best()?;
    if let Some(why) = device.fallback_reason() {
        println!("running on the CPU: {why}");
    }
    println!("device: {device}");
    println!("picture: {width} × {height}");
    // The first run compiles, or finds compiled kernels in the cache; the second shows what the kernels take.
    find_edges(&device, &picture, width, height)?;
    let (edges, times) = find_edges(&device, &picture, width, height)?;
    for (kernel, time) in times {
        println!("{kernel:<18}{:>9.1} µs", time.as_secs_f64() * 1e6);
    }

    let expected = plain::edges(&picture, width, height);
    assert!(edges == expected, "the picture differs from plain Rust's");
    println!("same picture as plain Rust, to the bit");
    image::save_buffer(&output, &edges, width as u32, height as u32, image::ExtendedColorType::L8)
        .map_err(|error| format!("{}: {error}", output.display()))?;
    println!("written: {}", output.display());
    Ok(())
}

/// How long each kernel took.
type Times = Vec<(&'static str, Duration)>;

fn find_edges(device: &Device, rgb: &[u8], width: usize, height: usize) -> kiln::Result<(Vec<u8>, Times)> {
    let stream = device.stream();
    let pixels = width * height;
    let rgb = stream.upload(rgb)?;
    let mut a = stream.alloc_zeroed::<u8>(pixels)?;
    let mut b = stream.alloc_zeroed::<u8>(pixels)?;
    let mut counts = stream.alloc_zeroed::<u32>(256)?;
    let mut table = stream.alloc_zeroed::<u8>(256)?;
    let mut times = Times::new();
    let mut timed = |name, launched: kiln::Result<()>, start: Instant| {
        launched?;
        stream.synchronize()?;
        times.push((name, start.elapsed()));
        Ok::<(), kiln::Error>(())
    };
    stream.synchronize()?;

    let start = Instant::now();
    timed("gray", gray(&rgb, &mut a).threads(pixels).launch(&stream), start)?;
    let start = Instant::now();
    timed("blur", blur(width, height, &a, &mut b).threads([width, height]).launch(&stream), start)?;
    let start = Instant::now();
    timed("sobel", sobel(width, height, &b, &mut a).threads([width, height]).launch(&stream), start)?;
    let start = Instant::now();
    timed("histogram", histogram(&a, &mut counts).blocks(64).launch(&stream), start)?;
    let start = Instant::now();
    timed("equalizing_table", equalizing_table(&counts, &mut table).blocks(1).launch(&stream), start)?;
    let start = Instant::now();
    timed("look_up", look_up(&table, &mut a).threads(pixels).launch(&stream), start)?;
    Ok((stream.download(&a)?, times))
}

/// The same in plain Rust, written apart from the kernels.
mod plain {
    pub fn edges(rgb: &[u8], width: usize, height: usize) -> Vec<u8> {
        let gray: Vec<u8> = rgb
            .chunks_exact(3)
            .map(|p| ((77 * u32::from(p[0]) + 150 * u32::from(p[1]) + 29 * u32::from(p[2]) + 128) >> 8) as u8)
            .collect();
        let at = |image: &[u8], x: isize, y: isize| {
            let (x, y) = (x.clamp(0, width as isize - 1), y.clamp(0, height as isize - 1));
            i32::from(image[y as usize * width + x as usize])
        };
        let each = |f: &dyn Fn(isize, isize) -> u8| -> Vec<u8> {
            (0..height as isize)
                .flat_map(|y| (0..width as isize).map(move |x| (x, y)))
                .map(|(x, y)| f(x, y))
                .collect()
        };
        let blurred = each(&|x, y| {
            let mut sum = 128;
            for (dy, wy) in (-2..).zip([1, 4, 6, 4, 1]) {
                for (dx, wx) in (-2..).zip([1, 4, 6, 4, 1]) {
                    sum += wx * wy * at(&gray, x + dx, y + dy);
                }
            }
            (sum >> 8) as u8
        });
        let mut edges = each(&|x, y| {
            let p = |dx, dy| at(&blurred, x + dx, y + dy);
            let gx = p(1, -1) + 2 * p(1, 0) + p(1, 1) - p(-1, -1) - 2 * p(-1, 0) - p(-1, 1);
            let gy = p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1);
            ((gx * gx + gy * gy) as f32).sqrt() as u8
        });
        let mut sums = [0u64; 256];
        for pixel in &edges {
            sums[*pixel as usize] += 1;
        }
        for level in 1..256 {
            sums[level] += sums[level - 1];
        }
        let (total, least) = (sums[255], sums[0]);
        for pixel in &mut edges {
            if total > least {
                *pixel = ((sums[*pixel as usize] - least) * 255 / (total - least)) as u8;
            }
        }
        edges
    }
}
