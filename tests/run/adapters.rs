//! Adapters behind closures, what iterators end in, and tuples of references, against the same code run as plain Rust.

use kiln::prelude::*;

/// A kernel that runs a device function `fn(usize, &[T]) -> T` in each thread.
macro_rules! kernel_of {
    ($kernel:ident, $device:ident, $t:ty) => {
        #[kernel]
        pub(crate) fn $kernel(x: &[$t], out: &mut [$t]) {
            let i = global_id();
            if i < out.len() {
                out[i] = $device(i, x);
            }
        }
    };
}

/// Compares the kernel with the function.
macro_rules! agrees {
    ($kernel:ident, $device:ident, $t:ty) => {{
        let x: Vec<$t> = (0..150i32).map(|i| (i * 7919 % 257 - 128) as $t).collect();
        for stream in crate::streams() {
            let input = stream.upload(&x).unwrap();
            let mut out = stream.alloc_zeroed::<$t>(100).unwrap();
            $kernel(&input, &mut out).threads(100).launch(&stream).unwrap();
            for (i, found) in stream.download(&out).unwrap().into_iter().enumerate() {
                let expected = $device(i, &x);
                let same =
                    found == expected || (found - expected).abs() as f64 <= 1e-5 * expected.abs() as f64;
                assert!(
                    same,
                    "{} at {i} on {}: {found} for {expected}",
                    stringify!($device),
                    stream.device()
                );
            }
        }
    }};
}

#[device]
fn greatest_by(i: usize, x: &[f32]) -> f32 {
    x[i..i + 9].iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(k, _)| k as f32).unwrap_or(-1.0)
}
kernel_of!(greatest_by_kernel, greatest_by, f32);

#[device]
fn least_by(i: usize, x: &[f32]) -> f32 {
    let (k, v) = x[i..i + 9].iter().enumerate().min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap()).unwrap();
    k as f32 + *v * 10.0
}
kernel_of!(least_by_kernel, least_by, f32);

#[device]
fn by_keys(i: usize, x: &[i32]) -> i32 {
    (0..9).max_by_key(|&j| x[i + j] % 7).unwrap() as i32 * 100
        + (0..9usize).min_by_key(|&j| x[i + j] % 7).unwrap() as i32
}
kernel_of!(by_keys_kernel, by_keys, i32);

#[device]
fn chained_elements(i: usize, x: &[i32]) -> i32 {
    let mut s = 0;
    for v in x[i..i + 5].iter().chain(&x[..i % 4]).rev().step_by(2) {
        s = s * 5 + v;
    }
    s
}
kernel_of!(chained_elements_kernel, chained_elements, i32);

#[device]
fn chained_ranges(i: usize, x: &[i32]) -> i32 {
    let i = i + x.len() % 2;
    let mut s = 0;
    for (k, v) in (0..4).chain(10..13).enumerate().skip(2) {
        s = s * 5 + v * k as i32;
    }
    s + (0..i as i32).chain([3, 4]).last().unwrap()
}
kernel_of!(chained_ranges_kernel, chained_ranges, i32);

#[device]
fn taken_behind(i: usize, x: &[i32]) -> i32 {
    let mut calls = 0;
    let t: i32 = x[i..i + 20]
        .iter()
        .map(|v| {
            calls += 1;
            v * 2
        })
        .filter(|v| *v > 0)
        .take(3)
        .sum();
    t * 100 + calls
}
kernel_of!(taken_behind_kernel, taken_behind, i32);

#[device]
fn skipped_behind(i: usize, x: &[i32]) -> i32 {
    let mut calls = 0;
    let t: i32 = x[i..i + 20]
        .iter()
        .map(|v| {
            calls += 1;
            v * 2
        })
        .skip(3)
        .step_by(4)
        .take(2)
        .sum();
    t * 100 + calls
}
kernel_of!(skipped_behind_kernel, skipped_behind, i32);

#[device]
fn zipped_behind(i: usize, x: &[i32]) -> i32 {
    x[i..i + 6].iter().map(|v| v * 2).zip(x.iter().map(|v| v + 1)).map(|(a, b)| a * b).sum::<i32>()
        + x[..5]
            .iter()
            .zip(x[i..].iter().map(|v| v / 2).enumerate())
            .map(|(a, (k, b))| a * b + k as i32)
            .fold(0, |a, b| a * 3 + b)
}
kernel_of!(zipped_behind_kernel, zipped_behind, i32);

#[device]
fn mapped_while(i: usize, x: &[i32]) -> i32 {
    x[i..].iter().map_while(|&v| if v < 90 { Some(v + 1) } else { None }).sum::<i32>()
        + x[i..].iter().find_map(|&v| (v > 90).then_some(v * 2)).unwrap_or(-1)
        + x[i..].iter().map_while(|&v| v.checked_sub(5).filter(|w| *w < 80)).count() as i32
}
kernel_of!(mapped_while_kernel, mapped_while, i32);

#[device]
fn without_end(i: usize, x: &[i32]) -> i32 {
    (1..).filter(|v| v % 3 != 0).take(i % 7).sum::<i32>()
        + (1..).map(|v| v * v).skip_while(|v| *v < 50).nth(2).unwrap()
        + x.iter().nth(i).copied().unwrap()
        + x.iter().filter(|v| **v > 0).nth(2).unwrap() * 2
        + x.iter().nth(1000).copied().unwrap_or(4)
        + x.iter().rev().next().unwrap()
}
kernel_of!(without_end_kernel, without_end, i32);

#[device]
fn references_kept(i: usize, x: &[i32]) -> i32 {
    let m = x[i..i + 10].iter().max();
    let n = x[i..i + 10].iter().min_by(|a, b| a.abs().cmp(&b.abs()));
    if let (Some(a), Some(b)) = (m, n) { *a * 100 + *b } else { 0 }
}
kernel_of!(references_kept_kernel, references_kept, i32);

#[device]
fn tuple_found(i: usize, x: &[i32]) -> i32 {
    if let Some((k, &v)) = x[i..i + 10].iter().enumerate().find(|(k, v)| **v > *k as i32 * 20) {
        k as i32 * 1000 + v
    } else {
        -1
    }
}
kernel_of!(tuple_found_kernel, tuple_found, i32);

#[device]
fn tuple_of_values(i: usize, x: &[f32]) -> f32 {
    let best = (0..8).map(|j| (j, x[i + j])).max_by(|a, b| a.1.partial_cmp(&b.1).unwrap()).unwrap();
    best.0 as f32 * 1000.0 + best.1
}
kernel_of!(tuple_of_values_kernel, tuple_of_values, f32);

#[device]
fn ends_by_order(i: usize, x: &[f32]) -> f32 {
    let best = x[i..i + 5].iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
    best + x[i..i + 5].iter().copied().min_by(|a, b| b.total_cmp(a)).unwrap()
}
kernel_of!(ends_by_order_kernel, ends_by_order, f32);

#[derive(Clone, Copy, Debug, KernelType)]
struct Hit {
    t: f32,
    id: u32,
}

#[device]
fn of_structs(i: usize, x: &[f32]) -> f32 {
    let mut hits = [Hit { t: 0.0, id: 0 }; 6];
    for (k, h) in hits.iter_mut().enumerate() {
        h.t = x[i + k];
        h.id = k as u32;
    }
    let near = hits.iter().filter(|h| h.t > 0.0).min_by(|a, b| a.t.total_cmp(&b.t));
    match near {
        Some(h) => h.t + h.id as f32 * 100.0,
        None => -1.0,
    }
}
kernel_of!(of_structs_kernel, of_structs, f32);

#[device]
fn scanned(i: usize, x: &[i32]) -> i32 {
    x[i..i + 12]
        .iter()
        .scan((0, 1), |s, v| {
            s.0 += v;
            s.1 *= 3;
            if s.1 > 2000 { None } else { Some(s.0 ^ s.1) }
        })
        .fold(0, |a, b| a ^ b)
}
kernel_of!(scanned_kernel, scanned, i32);

#[device]
fn parts_by_number(i: usize, x: &[i32]) -> i32 {
    x.chunks(7).nth(i % 20).map(|c| c.iter().sum::<i32>()).unwrap_or(-1)
}
kernel_of!(parts_by_number_kernel, parts_by_number, i32);

#[device]
fn left_out(i: usize, x: &[i32]) -> i32 {
    let mut t = 0;
    for v in x[i..i + 8]
        .iter()
        .filter_map(|&v| v.checked_sub(3))
        .enumerate()
        .filter_map(|(k, v)| if k % 2 == 0 { Some(v * k as i32) } else { None })
    {
        if v == 0 {
            continue;
        }
        if v > 300 {
            break;
        }
        t = t * 3 + v;
    }
    t
}
kernel_of!(left_out_kernel, left_out, i32);

#[device]
fn named_tuples(i: usize, x: &[f32]) -> f32 {
    let best = x[i..i + 9].iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    let low = x[i..i + 9].iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    let t = low.1 * 2.0 + *low.1 + low.0 as f32;
    if let Some((k, v)) = best { k as f32 + v + t } else { t }
}
kernel_of!(named_tuples_kernel, named_tuples, f32);

#[device]
fn tuples_in_closures(i: usize, x: &[f32]) -> f32 {
    x[i..i + 9].iter().zip(&x[1..]).map(|p| p.0 * p.1 + f32::max(*p.0, *p.1)).sum::<f32>()
        + x[..9].iter().zip(&x[i..]).filter(|p| p.0 < p.1).count() as f32
        + x.iter()
            .enumerate()
            .filter(|(k, v)| k % 3 == 0 && v.abs() > 1.0)
            .map(|t| *t.1 * t.0 as f32)
            .sum::<f32>()
}
kernel_of!(tuples_in_closures_kernel, tuples_in_closures, f32);

#[test]
fn adapters_and_ends_agree_with_rust() {
    agrees!(greatest_by_kernel, greatest_by, f32);
    agrees!(least_by_kernel, least_by, f32);
    agrees!(by_keys_kernel, by_keys, i32);
    agrees!(chained_elements_kernel, chained_elements, i32);
    agrees!(chained_ranges_kernel, chained_ranges, i32);
    agrees!(taken_behind_kernel, taken_behind, i32);
    agrees!(skipped_behind_kernel, skipped_behind, i32);
    agrees!(zipped_behind_kernel, zipped_behind, i32);
    agrees!(mapped_while_kernel, mapped_while, i32);
    agrees!(without_end_kernel, without_end, i32);
    agrees!(references_kept_kernel, references_kept, i32);
    agrees!(tuple_found_kernel, tuple_found, i32);
    agrees!(tuple_of_values_kernel, tuple_of_values, f32);
    agrees!(ends_by_order_kernel, ends_by_order, f32);
    agrees!(of_structs_kernel, of_structs, f32);
    agrees!(scanned_kernel, scanned, i32);
    agrees!(parts_by_number_kernel, parts_by_number, i32);
    agrees!(left_out_kernel, left_out, i32);
    agrees!(named_tuples_kernel, named_tuples, f32);
    agrees!(tuples_in_closures_kernel, tuples_in_closures, f32);
}
