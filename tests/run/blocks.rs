//! Operations of whole blocks, and random numbers: what is written in the language itself.

use kiln::prelude::*;

use crate::streams;

#[kernel]
pub fn collect(x: &[u32], sums: &mut [u32], floats: &mut [f32], ends: &mut [i64], counts: &mut [u32]) {
    let (dim, t) = (block_dim(), thread_idx());
    let here = t.x + dim.x * (t.y + dim.y * t.z);
    let threads = dim.x * dim.y * dim.z;
    let i = block_idx().x * threads + here;
    let v = x[i];
    // One call after the other, with nothing between.
    sums[4 * i] = block::sum(v);
    sums[4 * i + 1] = block::inclusive_sum(v);
    sums[4 * i + 2] = block::exclusive_sum(v);
    sums[4 * i + 3] = block::sum(v * 2) + block::broadcast(v, threads - 1);
    floats[2 * i] = block::sum(v as f32 * 0.1);
    floats[2 * i + 1] = block::inclusive_sum(v as f32 * 0.1);
    let wide = v as i64 * 1_000_000_007 - 50;
    ends[4 * i] = block::min(wide);
    ends[4 * i + 1] = block::max(wide);
    ends[4 * i + 2] = block::inclusive_min(wide);
    ends[4 * i + 3] = block::inclusive_max(wide);
    counts[i] = block::count_true(v % 3 == 0)
        + 10_000 * block::any(v == 96) as u32
        + 20_000 * block::all(v < 96) as u32;
}

#[test]
fn blocks_of_any_shape() {
    let shapes: [[usize; 3]; 9] = [
        [1, 1, 1],
        [32, 1, 1],
        [33, 1, 1],
        [100, 1, 1],
        [1024, 1, 1],
        [1000, 1, 1],
        [8, 8, 1],
        [5, 7, 3],
        [3, 1, 40],
    ];
    let mut on_the_cpu: Vec<Vec<f32>> = Vec::new();
    for stream in streams() {
        for (number, shape) in shapes.into_iter().enumerate() {
            let (threads, blocks) = (shape.iter().product::<usize>(), 3);
            let n = blocks * threads;
            let values: Vec<u32> = (0..n as u32).map(|i| (i * 29 + i / 7) % 97).collect();
            let x = stream.upload(&values).unwrap();
            let mut sums = stream.alloc_zeroed::<u32>(4 * n).unwrap();
            let mut floats = stream.alloc_zeroed::<f32>(2 * n).unwrap();
            let mut ends = stream.alloc_zeroed::<i64>(4 * n).unwrap();
            let mut counts = stream.alloc_zeroed::<u32>(n).unwrap();
            collect(&x, &mut sums, &mut floats, &mut ends, &mut counts)
                .block(shape)
                .blocks(blocks)
                .launch(&stream)
                .unwrap();
            let (sums, ends) = (stream.download(&sums).unwrap(), stream.download(&ends).unwrap());
            let (floats, counts) = (stream.download(&floats).unwrap(), stream.download(&counts).unwrap());
            for i in 0..n {
                let block = &values[i / threads * threads..][..threads];
                let up_to = &block[..=i % threads];
                let (sum, below): (u32, u32) = (block.iter().sum(), up_to.iter().sum());
                let expected = [sum, below, below - values[i], 2 * sum + block[threads - 1]];
                assert_eq!(sums[4 * i..][..4], expected, "{shape:?}, {i}, on {}", stream.device());
                let wide = |v: Option<&u32>| i64::from(*v.unwrap()) * 1_000_000_007 - 50;
                let expected = [
                    wide(block.iter().min()),
                    wide(block.iter().max()),
                    wide(up_to.iter().min()),
                    wide(up_to.iter().max()),
                ];
                assert_eq!(ends[4 * i..][..4], expected, "{shape:?}, {i}, on {}", stream.device());
                let count = block.iter().filter(|v| **v % 3 == 0).count() as u32;
                let has = block.contains(&96);
                let expected = count + 10_000 * u32::from(has) + 20_000 * u32::from(!has);
                assert_eq!(counts[i], expected, "{shape:?}, {i}, on {}", stream.device());
                assert!((floats[2 * i] - sum as f32 * 0.1).abs() <= 1e-4 * sum as f32);
            }
            // The order of float sums is the language's, on every device.
            match on_the_cpu.get(number) {
                Some(first) => assert_eq!(first, &floats, "{shape:?} on {}", stream.device()),
                None => on_the_cpu.push(floats),
            }
        }
    }
}

#[kernel]
pub fn philox(counters: &[u32], keys: &[u32], out: &mut [u32], uniform: &mut [f64], normal: &mut [f64]) {
    let i = global_id();
    let counter = [counters[4 * i], counters[4 * i + 1], counters[4 * i + 2], counters[4 * i + 3]];
    let bits = random::philox4x32(counter, [keys[2 * i], keys[2 * i + 1]]);
    for k in 0..4 {
        out[5 * i + k] = bits[k];
    }
    out[5 * i + 4] = random::below(bits[0], 1000);
    uniform[2 * i] = random::uniform_f32(bits[1]) as f64;
    uniform[2 * i + 1] = random::uniform_f64(bits[2], bits[3]);
    let single = random::normal_f32(bits[0], bits[1]);
    let double = random::normal_f64(bits);
    normal[4 * i] = single[0] as f64;
    normal[4 * i + 1] = single[1] as f64;
    normal[4 * i + 2] = double[0];
    normal[4 * i + 3] = double[1];
}

#[test]
fn philox_has_its_published_numbers() {
    // The known answers that come with Random123, for ten rounds.
    let vectors: [([u32; 4], [u32; 2], [u32; 4]); 3] = [
        ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
        ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
        (
            [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
            [0xa409_3822, 0x299f_31d0],
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
        ),
    ];
    for (counter, key, expected) in vectors {
        assert_eq!(random::philox4x32(counter, key), expected);
    }
    let mut counters: Vec<u32> = vectors.iter().flat_map(|vector| vector.0).collect();
    let mut keys: Vec<u32> = vectors.iter().flat_map(|vector| vector.1).collect();
    for i in 3..512 {
        counters.extend([i, 0, 7, 0]);
        keys.extend([99, 1]);
    }
    for stream in streams() {
        let (c, k) = (stream.upload(&counters).unwrap(), stream.upload(&keys).unwrap());
        let mut out = stream.alloc_zeroed::<u32>(5 * 512).unwrap();
        let mut uniform = stream.alloc_zeroed::<f64>(2 * 512).unwrap();
        let mut normal = stream.alloc_zeroed::<f64>(4 * 512).unwrap();
        philox(&c, &k, &mut out, &mut uniform, &mut normal).threads(512).launch(&stream).unwrap();
        let (out, uniform) = (stream.download(&out).unwrap(), stream.download(&uniform).unwrap());
        let normal = stream.download(&normal).unwrap();
        for (i, (_, _, expected)) in vectors.iter().enumerate() {
            assert_eq!(&out[5 * i..][..4], expected, "on {}", stream.device());
        }
        for i in 0..512 {
            let bits = random::philox4x32(
                counters[4 * i..][..4].try_into().unwrap(),
                keys[2 * i..][..2].try_into().unwrap(),
            );
            assert_eq!(
                out[5 * i..][..5],
                [&bits[..], &[random::below(bits[0], 1000)]].concat(),
                "on {}",
                stream.device()
            );
            assert_eq!(uniform[2 * i], f64::from(random::uniform_f32(bits[1])));
            assert_eq!(uniform[2 * i + 1], random::uniform_f64(bits[2], bits[3]));
            let (single, double) = (random::normal_f32(bits[0], bits[1]), random::normal_f64(bits));
            for k in 0..2 {
                assert!((normal[4 * i + k] - f64::from(single[k])).abs() < 1e-5, "on {}", stream.device());
                assert!((normal[4 * i + 2 + k] - double[k]).abs() < 1e-12, "on {}", stream.device());
            }
        }
        let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
        let square = |of: &[f64]| of.iter().map(|x| x * x).sum::<f64>() / of.len() as f64;
        assert!((mean(&uniform) - 0.5).abs() < 0.03 && (square(&uniform) - 1.0 / 3.0).abs() < 0.03);
        assert!(mean(&normal).abs() < 0.08 && (square(&normal) - 1.0).abs() < 0.12);
    }
}

#[kernel]
pub fn streams_of_numbers(seed: u64, out: &mut [u64], floats: &mut [f64]) {
    let i = global_id();
    let mut random = Philox::new(seed, i as u64);
    for k in 0..5 {
        out[8 * i + k] = random.next_u32() as u64;
    }
    out[8 * i + 5] = random.next_u64();
    out[8 * i + 6] = random.below(10) as u64;
    out[8 * i + 7] = random.next_u64();
    floats[3 * i] = random.uniform_f32() as f64;
    floats[3 * i + 1] = random.uniform_f64();
    floats[3 * i + 2] = random.normal_f32() as f64;
}

#[test]
fn a_stream_is_the_same_everywhere() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<u64>(8 * 64).unwrap();
        let mut floats = stream.alloc_zeroed::<f64>(3 * 64).unwrap();
        let seed = 0x1234_5678_9abc_def0;
        streams_of_numbers(seed, &mut out, &mut floats).block(64).threads(64).launch(&stream).unwrap();
        let (out, floats) = (stream.download(&out).unwrap(), stream.download(&floats).unwrap());
        for i in 0..64 {
            let mut random = Philox::new(seed, i as u64);
            for k in 0..5 {
                assert_eq!(out[8 * i + k], u64::from(random.next_u32()), "{i}, {k} on {}", stream.device());
            }
            let expected = [random.next_u64(), u64::from(random.below(10)), random.next_u64()];
            assert_eq!(out[8 * i + 5..][..3], expected, "{i} on {}", stream.device());
            assert_eq!(floats[3 * i], f64::from(random.uniform_f32()));
            assert_eq!(floats[3 * i + 1], random.uniform_f64());
            assert!((floats[3 * i + 2] - f64::from(random.normal_f32())).abs() < 1e-5);
        }
        let first = random::philox4x32([0, 0, 5, 0], [seed as u32, (seed >> 32) as u32]);
        assert_eq!(out[8 * 5..][..4], first.map(u64::from));
    }
}

#[kernel]
pub fn circles<T: Float>(angles: &[T], out: &mut [T]) {
    let i = global_id();
    let (sin, cos) = angles[i].sin_cos();
    out[i] = sin * sin + cos * cos + (angles[i] + angles[i]).sin_cos().1;
}

#[test]
fn sines_come_with_cosines() {
    let angles: Vec<f64> = (0..32).map(|i| f64::from(i) * 0.3 - 4.0).collect();
    for stream in streams() {
        let x = stream.upload(&angles).unwrap();
        let mut out = stream.alloc_zeroed::<f64>(32).unwrap();
        circles(&x, &mut out).block(32).threads(32).launch(&stream).unwrap();
        for (found, angle) in stream.download(&out).unwrap().into_iter().zip(&angles) {
            assert!((found - 1.0 - (2.0 * angle).cos()).abs() < 1e-12, "{angle} on {}", stream.device());
        }
    }
}

/// Where the kernel below decides.
const LINE: u32 = line!() + 6;

/// Of threads that are beyond the end none comes to the sum. Its parameter keeps it from being built but for a launch.
#[kernel]
fn sums_of_some<const SCALE: u32>(x: &[f32], out: &mut [f32]) {
    let i = global_id();
    if i < x.len() {
        out[i] = block::sum(x[i]) * SCALE as f32;
    }
}

#[test]
fn a_sum_that_some_do_not_reach_is_refused_at_the_condition() {
    for stream in streams() {
        let x = stream.upload(&[1.0f32; 3]).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(32).unwrap();
        let wrong = sums_of_some::<2>(&x, &mut out).threads(32).launch(&stream).unwrap_err().to_string();
        for part in [
            &format!(
                "tests/run/blocks.rs:{}:5: K0305: not every thread of a block reaches a barrier of",
                LINE
            ),
            "a function that is called here: threads of a block decide differently at the condition",
            "move the call out",
        ] {
            assert!(wrong.contains(part), "{part}\n{wrong}");
        }
    }
}
