//! Large launches, whose blocks do the work of several: on an emulated GPU every launch is one where the kernel
//! suits, on a GPU those of many threads are. The CPU runs kernels as they were written, and is what the others are
//! compared with.

use kiln::prelude::*;
use kiln::{Error, FailureCause};

use super::streams;

/// As many threads as a GPU takes for a large launch, and not a multiple of any block.
const MANY: usize = (1 << 20) + 77;

/// The devices of all tests, and an emulated GPU.
fn all() -> Vec<Stream> {
    let mut all = streams();
    all.push(Device::emulated((9, 0)).new_stream().expect("the CPU has streams"));
    all
}

#[kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

#[test]
fn every_thread_does_its_part_and_no_more() {
    for stream in all() {
        // From one block to several, and from whole blocks to ragged ones.
        for n in [1, 255, 256, 257, 1024, 1025, 1279, 2048, 2300, MANY] {
            // Longer than the threads, so that a thread too many would be seen.
            let x: Vec<f32> = (0..n + 2048).map(|i| (i % 251) as f32).collect();
            let mut y = stream.upload(&vec![1.0f32; n + 2048]).unwrap();
            saxpy(2.0, &stream.upload(&x).unwrap(), &mut y).threads(n).launch(&stream).unwrap();
            let threads = n.div_ceil(256) * 256;
            for (i, y) in stream.download(&y).unwrap().into_iter().enumerate() {
                let expected = if i < threads { 2.0 * x[i] + 1.0 } else { 1.0 };
                assert_eq!(y, expected, "element {i} of {n}");
            }
        }
    }
}

#[test]
fn the_first_failure_names_its_own_block_and_thread() {
    for stream in all() {
        for (n, len) in
            [(2048, 2047), (2048, 1900), (1300, 1280), (5000, 300), (MANY, MANY - 1), (MANY, 3 << 18)]
        {
            let x = stream.alloc_zeroed::<f32>(len).unwrap();
            let mut y = stream.alloc_zeroed::<f32>(n).unwrap();
            saxpy(2.0, &x, &mut y).threads(n).launch(&stream).unwrap();
            match stream.synchronize() {
                Err(Error::KernelPanic {
                    cause: FailureCause::Index { index, len: found },
                    block,
                    thread,
                    ..
                }) => {
                    assert_eq!(found as usize, len);
                    assert!((len..n).contains(&(index as usize)));
                    assert_eq!(block, [index as u32 / 256, 0, 0]);
                    assert_eq!(thread, [index as u32 % 256, 0, 0]);
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[device]
fn weight(x: f32, limit: f32) -> f32 {
    if x > limit {
        return limit;
    }
    x * 0.5
}

/// Guards that leave, a device function that returns early, a divergent branch, and what the launch's grid was.
#[kernel]
fn mixed(w: usize, h: usize, x: &[f32], index: &[u32], y: &mut [f32], at: &mut [[usize; 4]]) {
    let (i, j) = global_id_2d();
    if i >= w || j >= h {
        return;
    }
    let place = j * w + i;
    let mut sum = x[index[place] as usize];
    if sum > 100.0 {
        sum -= 50.0;
    } else if i > 0 {
        sum += x[place - 1];
    }
    sum = weight(sum, 60.0);
    assert!(sum >= 0.0, "the sum is {sum}");
    y[place] += sum;
    at[place] = [block_idx().x, grid_dim().x, thread_idx().y * block_dim().x, block_idx().y];
}

#[test]
fn a_grid_of_two_axes() {
    let (w, h) = (1033, 517);
    let x: Vec<f32> = (0..w * h).map(|i| (i * 37 % 211) as f32).collect();
    let index: Vec<u32> = (0..w * h).map(|i| (i * 7919 % (w * h)) as u32).collect();
    let mut found = Vec::new();
    for stream in all() {
        let mut y = stream.upload(&vec![0.25f32; w * h]).unwrap();
        let mut at = stream.upload(&vec![[0usize; 4]; w * h]).unwrap();
        let (x, index) = (stream.upload(&x).unwrap(), stream.upload(&index).unwrap());
        mixed(w, h, &x, &index, &mut y, &mut at).threads([w, h]).launch(&stream).unwrap();
        found.push((stream.download(&y).unwrap(), stream.download(&at).unwrap()));
    }
    let (y, at) = &found[0];
    assert_eq!(at[w * h - 1], [64, 65, (516 % 16) * 16, 32]);
    assert!(y.iter().all(|y| (0.25..=60.25).contains(y)));
    for other in &found[1..] {
        assert_eq!(other, &found[0]);
    }
}

#[test]
fn a_failed_assertion_of_some() {
    let (w, h) = (1033, 517);
    let bad = 400 * w + 77;
    let x: Vec<f32> = (0..w * h).map(|i| if i == bad { -9.0 } else { 1.0 }).collect();
    let index: Vec<u32> = (0..w * h).map(|i| i as u32).collect();
    for stream in all() {
        let mut y = stream.alloc_zeroed::<f32>(w * h).unwrap();
        let mut at = stream.upload(&vec![[0usize; 4]; w * h]).unwrap();
        let (x, index) = (stream.upload(&x).unwrap(), stream.upload(&index).unwrap());
        mixed(w, h, &x, &index, &mut y, &mut at).threads([w, h]).launch(&stream).unwrap();
        match stream.synchronize() {
            Err(Error::KernelPanic { message, block, thread, .. }) => {
                assert!(message.contains("the sum is -4"), "{message}");
                // The thread itself, or its neighbor, which reads the element too: -9 + 1 is less than 0.
                let first = (block, thread) == ([4, 25, 0], [13, 0, 0]);
                assert!(first || (block, thread) == ([4, 25, 0], [14, 0, 0]), "{block:?} {thread:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Atomic operations and values of the user's own.
#[kernel]
fn tally(x: &[u32], counts: &[AtomicU32], seen: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        seen[i] = counts[x[i] as usize % 16].fetch_add(1, Ordering::Relaxed) / 1_000_000;
    }
}

#[test]
fn atomic_operations() {
    let x: Vec<u32> = (0..MANY as u32).map(|i| i * 31).collect();
    for stream in all() {
        let mut counts = stream.alloc_zeroed::<u32>(16).unwrap();
        let mut seen = stream.upload(&vec![7u32; MANY]).unwrap();
        tally(&stream.upload(&x).unwrap(), &mut counts, &mut seen).threads(MANY).launch(&stream).unwrap();
        let mut expected = [0u32; 16];
        x.iter().for_each(|x| expected[*x as usize % 16] += 1);
        assert_eq!(stream.download(&counts).unwrap(), expected);
        assert!(stream.download(&seen).unwrap().iter().all(|seen| *seen == 0));
    }
}

/// Open: its element is generic, and a device function of the type's is called.
#[kernel(instances(f32, f64))]
fn scaled<T: Float>(factor: T, x: &[T], y: &mut [T]) {
    let i = global_id();
    if i < x.len() && i < y.len() {
        y[i] = x[i] * factor;
    }
}

#[device]
fn rounds(x: u32) -> u32 {
    let mut x = x;
    for _ in 0..5 {
        x = x * 5 + 1;
    }
    x
}

/// Open, and what rustc tells of it does not suit: the device function has a loop.
#[kernel]
fn looping<const N: usize>(y: &mut [u32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = rounds(N as u32 + i as u32);
    }
}

#[test]
fn open_kernels() {
    for stream in all() {
        let x: Vec<f64> = (0..MANY).map(|i| i as f64).collect();
        let mut y = stream.alloc_zeroed::<f64>(MANY).unwrap();
        scaled(2.0, &stream.upload(&x).unwrap(), &mut y).threads(MANY).launch(&stream).unwrap();
        assert!(stream.download(&y).unwrap().iter().zip(&x).all(|(y, x)| *y == 2.0 * x));
        let mut y = stream.alloc_zeroed::<u32>(MANY).unwrap();
        looping::<3>(&mut y).threads(MANY).launch(&stream).unwrap();
        let expected = |i: usize| (0..5).fold(3 + i as u32, |x, _| x.wrapping_mul(5).wrapping_add(1));
        assert!(stream.download(&y).unwrap().into_iter().enumerate().all(|(i, y)| y == expected(i)));
    }
}

/// Elements of two bytes, of which a thread does eight.
#[kernel]
fn halves(a: f16, x: &[f16], y: &mut [f16]) {
    let i = global_id();
    if i < y.len() {
        y[i] = a * x[i] + y[i];
    }
}

/// Elements of one byte, a table, and a variable that some threads change.
#[kernel]
fn toned(low: usize, x: &[u8], table: &[u8], y: &mut [u8]) {
    let i = global_id();
    if i >= low && i < y.len() && table.len() == 256 {
        let mut v = table[x[i] as usize];
        if v > 200 {
            v = 200 - x[i] / 4;
        }
        y[i] = v;
    }
}

/// Elements of several sizes.
#[kernel]
fn joined(x: &[u8], w: &[bf16], y: &mut [f32]) {
    let i = global_id();
    if i < y.len() {
        y[i] = x[i] as f32 + w[i].to_f32();
    }
}

/// Rows whose alignment is the launch's.
#[kernel]
fn shifted(w: usize, h: usize, ahead: usize, x: &[u16], y: &mut [u16]) {
    let (i, j) = global_id_2d();
    if i < w && j < h {
        y[j * w + i] = x[j * w + i + ahead] * 3;
    }
}

#[test]
fn narrow_elements() {
    for stream in all() {
        for n in [1, 8, 2047, 2048, 2049, 4096, 4096 + 256, 65536, MANY, MANY - 77] {
            let x: Vec<f16> = (0..n + 4096).map(|i| f16::from_f32((i % 251) as f32)).collect();
            let mut y = stream.upload(&vec![f16::from_f32(1.0); n + 4096]).unwrap();
            halves(f16::from_f32(2.0), &stream.upload(&x).unwrap(), &mut y)
                .threads(n)
                .launch(&stream)
                .unwrap();
            let threads = n.div_ceil(256) * 256;
            for (i, y) in stream.download(&y).unwrap().into_iter().enumerate() {
                let expected = if i < threads { 2.0 * x[i].to_f32() + 1.0 } else { 1.0 };
                assert_eq!(y.to_f32(), expected, "element {i} of {n}");
            }
        }
    }
}

#[test]
fn narrow_elements_that_are_not_aligned() {
    let table: Vec<u8> = (0..256).map(|i| (i * 7 % 256) as u8).collect();
    let x: Vec<u8> = (0..MANY).map(|i| (i * 31 % 253) as u8).collect();
    let expected = |x: u8| match table[x as usize] {
        201.. => 200 - x / 4,
        v => v,
    };
    for stream in all() {
        let (whole, table) = (stream.upload(&x).unwrap(), stream.upload(&table).unwrap());
        for (first, low) in [(0, 0), (1, 0), (3, 4000), (16, 17), (0, 5 * 4096), (0, MANY + 9)] {
            let mut y = stream.upload(&vec![9u8; MANY]).unwrap();
            let part = whole.slice(first..).unwrap();
            let mut out = y.slice_mut(first..).unwrap();
            toned(low, &part, &table, &mut out).threads(MANY - first).launch(&stream).unwrap();
            for (i, y) in stream.download(&y).unwrap().into_iter().enumerate() {
                let expected = if i >= first + low { expected(x[i]) } else { 9 };
                assert_eq!(y, expected, "element {i} from {first}, {low}");
            }
        }
    }
}

#[test]
fn elements_of_several_sizes() {
    let x: Vec<u8> = (0..MANY).map(|i| (i % 200) as u8).collect();
    let w: Vec<bf16> = (0..MANY).map(|i| bf16::from_f32((i % 64) as f32 * 0.5)).collect();
    for stream in all() {
        let mut y = stream.alloc_zeroed::<f32>(MANY).unwrap();
        let (device_x, device_w) = (stream.upload(&x).unwrap(), stream.upload(&w).unwrap());
        joined(&device_x, &device_w, &mut y).threads(MANY).launch(&stream).unwrap();
        for (i, y) in stream.download(&y).unwrap().into_iter().enumerate() {
            assert_eq!(y, f32::from(x[i]) + w[i].to_f32(), "element {i}");
        }
    }
}

#[test]
fn rows_that_are_aligned_and_others() {
    for stream in all() {
        for (w, h, ahead) in [(1024, 1030, 0), (1024, 1030, 8), (1024, 1030, 3), (1037, 1024, 0)] {
            let x: Vec<u16> = (0..w * h + ahead).map(|i| i as u16).collect();
            let mut y = stream.alloc_zeroed::<u16>(w * h).unwrap();
            shifted(w, h, ahead, &stream.upload(&x).unwrap(), &mut y)
                .threads([w, h])
                .launch(&stream)
                .unwrap();
            for (i, y) in stream.download(&y).unwrap().into_iter().enumerate() {
                assert_eq!(y, x[i + ahead].wrapping_mul(3), "element {i} of {w} x {h}, {ahead}");
            }
        }
    }
}

#[test]
fn the_first_failure_of_narrow_elements_names_its_own_block_and_thread() {
    for stream in all() {
        for (n, len) in [(5000, 4999), (5000, 4096), (5000, 100), (MANY, MANY - 1), (MANY, 3 << 18)] {
            let x = stream.alloc_zeroed::<f16>(len).unwrap();
            let mut y = stream.alloc_zeroed::<f16>(n).unwrap();
            halves(f16::from_f32(2.0), &x, &mut y).threads(n).launch(&stream).unwrap();
            match stream.synchronize() {
                Err(Error::KernelPanic {
                    cause: FailureCause::Index { index, len: found },
                    block,
                    thread,
                    ..
                }) => {
                    assert_eq!(found as usize, len);
                    assert!((len..n).contains(&(index as usize)));
                    assert_eq!(block, [index as u32 / 256, 0, 0]);
                    assert_eq!(thread, [index as u32 % 256, 0, 0]);
                }
                other => panic!("{other:?}"),
            }
        }
    }
}
