//! What kernels print.

use std::sync::{Arc, Mutex, PoisonError};

use kiln::prelude::*;

/// Runs something with what kernels print on the CPU going to a string; other tests that print wait.
fn printed(run: impl FnOnce()) -> String {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let text = Arc::new(Mutex::new(String::new()));
    let sink = Arc::clone(&text);
    kiln::set_print_sink(Some(Box::new(move |line| sink.lock().unwrap().push_str(line))));
    run();
    kiln::set_print_sink(None);
    let text = text.lock().unwrap();
    text.clone()
}

#[device]
fn tell(i: usize, what: f32) {
    kprint!("[{i}: {what:.1}]");
}

#[kernel]
pub fn lines(x: &[f32], n: &[i8], wide: &[u64], h: &[f16]) {
    let i = global_id();
    if i % 3 == 1 {
        let odd = n[i] % 2 != 0;
        kprintln!("{i:>3} x = {:8.3} {:?} n = {2:<5}|{2:#x} {odd} \"100%\" {{}} \\", x[i], x[i], n[i]);
        tell(i, x[i]);
        kprintln!();
        kprintln!("{w:+} {h} {:06} {:x}", -(n[i] as i64), n[i] as i32 * 1000, w = wide[i], h = h[i]);
    }
}

#[test]
fn lines_come_in_the_order_of_threads() {
    let n = 70;
    let values: Vec<f32> = (0..n).map(|i| i as f32 * 0.25 - 3.0).collect();
    let small: Vec<i8> = (0..n).map(|i| (i * 7 - 60) as i8).collect();
    let wide: Vec<u64> = (0..n).map(|i| u64::MAX - i as u64).collect();
    let halves: Vec<f16> = (0..n).map(|i| f16::from_f32(i as f32 + 0.5)).collect();
    let stream = Device::cpu().new_stream().unwrap();
    let (x, s) = (stream.upload(&values).unwrap(), stream.upload(&small).unwrap());
    let (w, h) = (stream.upload(&wide).unwrap(), stream.upload(&halves).unwrap());
    let text = printed(|| {
        lines(&x, &s, &w, &h).block(n as usize).threads(n as usize).launch(&stream).unwrap();
        stream.synchronize().unwrap();
    });
    let threads = || (0..n as usize).filter(|i| i % 3 == 1);
    let mut expected = String::new();
    for i in threads() {
        let (v, k) = (values[i], small[i]);
        expected += &format!("{i:>3} x = {v:8.3} {v:?} n = {k:<5}|{k:#x} {} \"100%\" {{}} \\\n", k % 2 != 0);
    }
    for i in threads() {
        expected += &format!("[{i}: {:.1}]", values[i]);
    }
    expected += &"\n".repeat(threads().count());
    for i in threads() {
        let (w, k) = (wide[i], i32::from(small[i]));
        expected += &format!("{w:+} {} {:06} {:x}\n", halves[i], -i64::from(k), k * 1000);
    }
    assert_eq!(text, expected);
}

#[kernel]
fn many_blocks(x: &[u32]) {
    let i = global_id();
    if i < x.len() {
        kprintln!("many {}", x[i]);
    }
}

#[test]
fn every_thread_of_every_block_prints() {
    let values: Vec<u32> = (0..5000).collect();
    let stream = Device::cpu().new_stream().unwrap();
    let x = stream.upload(&values).unwrap();
    let text = printed(|| {
        many_blocks(&x).threads(values.len()).launch(&stream).unwrap();
        stream.synchronize().unwrap();
    });
    let mut found: Vec<u32> = text.lines().map(|line| line["many ".len()..].parse().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(found, values);
}

/// The driver prints on the GPU, to where no test sees it: this is that the code loads and runs.
#[test]
fn a_gpu_prints_too() {
    let Ok(gpu) = Device::gpu(0) else { return };
    let stream = gpu.new_stream().unwrap();
    let (x, s) = (stream.upload(&[1.5f32; 4]).unwrap(), stream.upload(&[-3i8; 4]).unwrap());
    let (w, h) = (stream.upload(&[u64::MAX; 4]).unwrap(), stream.upload(&[f16::from_f32(0.5); 4]).unwrap());
    lines(&x, &s, &w, &h).block(4).threads(4).launch(&stream).unwrap();
    stream.synchronize().unwrap();
}

#[kernel]
fn formatted_failure(x: &[f32]) {
    let i = global_id();
    if i == 2 {
        panic!("{{{:>8.3}}} {:b}", x[i], i);
    }
}

#[test]
fn messages_of_failures_are_formatted_too() {
    for stream in crate::streams() {
        let x = stream.upload(&[1.0f32, 2.0, 3.0]).unwrap();
        formatted_failure(&x).block(3).threads(3).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("{   3.000} 10"), "{error}");
    }
}

/// A line for the tile of the grid, and one for each element.
#[kernel(tile)]
pub(crate) fn of_tiles(n: u32, x: &Tensor2<f32>) {
    let x = x.load::<2, 3>(tile_id(0), 0);
    kprintln!("n is {n}, tile {}", tile_id(0));
    let (i, j) = (Col::<u32, 2>::iota(), Row::<u32, 3>::iota());
    kprintln!("x[{i}, {j}] = {x:.2} of {}", x.sum_axis::<1>());
    kprintln!("done");
}

#[test]
fn a_tile_kernel_prints_each_element_once() {
    for device in [Device::cpu(), Device::emulated((9, 0)), Device::emulated((7, 5))] {
        let stream = device.stream();
        let x = Tensor2::from_slice(&stream, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3]).unwrap();
        let text = printed(|| {
            of_tiles(3, &x).tiles(1).launch(&stream).unwrap();
            stream.synchronize().unwrap();
        });
        let mut lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.remove(0), lines.pop()), ("n is 3, tile 0", Some("done")), "{device}");
        // Threads print in any order.
        lines.sort_unstable();
        let line = |at: usize| format!("x[{}, {}] = {}.00 of {}", at / 3, at % 3, at + 1, [6, 15][at / 3]);
        assert_eq!(lines, (0..6).map(line).collect::<Vec<_>>(), "{device}");
    }
}
