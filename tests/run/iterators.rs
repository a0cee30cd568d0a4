//! Loops over slices and arrays, adapters and consumers, against the same code run as plain Rust.

use kiln::prelude::*;

use crate::same::{agrees, kernel_of};

#[device]
fn loops(i: usize, x: &[i32]) -> i32 {
    let mut a = [5, 3, 8, 1, 9, 2, 7];
    let n = i % 6;
    let mut t = 0;
    for v in x {
        t = t * 3 + v;
    }
    for &v in &a {
        t = t * 3 + v;
    }
    for v in &mut a {
        *v += n as i32;
    }
    for v in a.iter_mut().skip(n) {
        *v *= 2;
        if *v > 20 {
            continue;
        }
        *v -= 1;
    }
    for v in a {
        // The array is the one that the loop began with.
        a[n] = v + 1;
        t = t * 5 + v;
    }
    for v in [3, 1, 4] {
        t = t * 5 + v;
    }
    for v in &x[n..n + 4] {
        t = t * 7 + *v;
    }
    'out: for (k, v) in x.iter().enumerate() {
        for w in a.iter() {
            if *w == *v {
                continue 'out;
            }
            if w + v > 20 {
                break 'out;
            }
            t += w * k as i32;
        }
    }
    t
}
kernel_of!(loops_kernel, loops);

#[device]
fn checked(i: usize, x: &[i32]) -> i32 {
    let (n, v) = (i % 5, x[i % x.len()]);
    let mut t = match n.checked_sub(3) {
        Some(left) => left as i32,
        None => -7,
    };
    if let Some(before) = i.checked_sub(1)
        && let Some(w) = x.get(before)
    {
        t += w * 3;
    }
    t += i32::from((250u8 + n as u8).checked_add(3).unwrap_or(9))
        + i32::from((v as i8).wrapping_mul(9).checked_add(v as i8).is_none());
    t += (i32::MIN + v.abs()).checked_sub(v).unwrap_or(5) % 100;
    t += (i64::MAX - n as i64).checked_add(2).unwrap_or(3) as i32;
    t + (u64::MAX).checked_sub(n as u64).expect("some").count_ones() as i32
}
kernel_of!(checked_kernel, checked);

#[device]
fn ranges_hold(i: usize, x: &[i32]) -> i32 {
    let (n, low) = (x[i % x.len()], 3u8);
    let mut t = 0;
    for v in x {
        t = t * 2 + i32::from((-2..=5).contains(v)) + i32::from((n..).contains(v));
    }
    t += i32::from((..n).contains(&(i as i32))) + i32::from((..=2.5).contains(&(n as f32)));
    t += i32::from((0.0..f32::NAN).contains(&0.5)) + i32::from((5..=4).contains(&low));
    let mut turns = 0;
    let mut next = || {
        turns += 1;
        turns
    };
    let inside = (next()..next()).contains(&next());
    t + turns * 10 + i32::from(inside) + i32::from(!(low..9).contains(&(i as u8)))
}
kernel_of!(ranges_hold_kernel, ranges_hold);

#[device]
fn adapters(i: usize, x: &[i32]) -> i32 {
    let a = [5, 3, 8, 1, 9, 2, 7];
    let n = i % 8;
    let mut t = 0;
    for (k, v) in x.iter().enumerate().rev() {
        t = t * 3 + v * k as i32;
    }
    for (k, v) in x.iter().rev().enumerate() {
        t = t * 3 + v * k as i32;
    }
    for (k, &v) in a.iter().enumerate().skip(n).step_by(2) {
        t = t * 3 + v * k as i32;
    }
    for (k, v) in a.iter().copied().skip(n).enumerate() {
        t = t * 3 + v * k as i32;
    }
    for v in a.iter().step_by(n + 1).rev() {
        t = t * 3 + v;
    }
    for v in a.iter().rev().step_by(n + 1) {
        t = t * 3 + v;
    }
    for v in a.iter().take(n).rev().skip(1).take(3) {
        t = t * 3 + v;
    }
    for ((k, v), w) in a.iter().enumerate().zip(&x[n..]) {
        t = t * 3 + v * w + k as i32;
    }
    for (v, w) in a.iter().zip(x.iter().rev()).rev() {
        t = t * 3 + v * w;
    }
    for (v, k) in x.iter().cloned().zip(3..) {
        t = t * 3 + v * k;
    }
    for (k, v) in (0..n).zip(a) {
        t = t * 3 + v * k as i32;
    }
    t
}
kernel_of!(adapters_kernel, adapters);

#[device]
fn ranges(i: usize, x: &[i32]) -> i32 {
    let n = i % 11;
    let m = i as i8 % 13;
    let mut t = x[0];
    for k in (0..n).rev().step_by(3) {
        t = t * 3 + k as i32;
    }
    for k in (0..=n as i16).step_by(3).rev() {
        t = t * 3 + k as i32;
    }
    for k in (-5..m).rev().step_by(200) {
        t = t * 3 + k as i32;
    }
    for k in (-120..=m * 8).step_by(100).rev().step_by(2) {
        t = t * 3 + k as i32;
    }
    for (j, k) in (m..5).enumerate() {
        t = t * 3 + k as i32 * j as i32;
    }
    for k in (0..100u8).skip(n).take(7).step_by(2) {
        t = t * 3 + k as i32;
    }
    t
}
kernel_of!(ranges_kernel, ranges);

#[device]
fn parts(i: usize, x: &[i32]) -> i32 {
    let mut a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    let n = 1 + i % 5;
    let mut t = 0;
    for part in x.chunks_exact(n) {
        t = t * 3 + part[0] * part[n - 1] + part.len() as i32;
    }
    for part in x.chunks(n) {
        t = t * 3 + part[part.len() - 1] * part.len() as i32;
    }
    for pair in x.windows(2) {
        t = t * 3 + pair[1] - pair[0];
    }
    for (k, part) in a.chunks_mut(n).enumerate() {
        for v in part.iter_mut() {
            *v += k as i32;
        }
    }
    for part in a.chunks_exact_mut(n).rev() {
        part[0] *= 2;
        t = t * 3 + part[0];
    }
    for v in a.windows(20) {
        t += v[0];
    }
    let m = [[1, 2, 3], [4, 5, 6]];
    for row in &m {
        for v in row {
            t = t * 3 + v;
        }
    }
    for row in m.iter().rev() {
        t = t * 3 + row[n % 3];
    }
    t + a[n]
}
kernel_of!(parts_kernel, parts);

#[device]
fn consumers(i: usize, x: &[i32]) -> i32 {
    let a = [5, -3, 8, 1, -9, 2, 7];
    let n = i % 8;
    let mut t = a.iter().sum::<i32>() * 3;
    let total: i32 = x.iter().skip(n).copied().sum();
    t = t * 3 + total;
    t = t * 3 + a.iter().take(n).map(|v| v + 1).product::<i32>();
    t = t * 3 + x.iter().filter(|v| **v > n as i32).count() as i32;
    t = t * 3 + x.iter().filter(|&&v| v % 3 == 0).map(|v| v * 2).sum::<i32>();
    t = t * 3 + a.iter().fold(1, |acc, v| acc * 2 + v);
    t = t * 3 + a.iter().zip(x).fold(i32::MIN, |most, (a, b)| if a * b > most { a * b } else { most });
    t = t * 3 + (0..n as i32).map(|k| k * k).sum::<i32>();
    t = t * 3 + x.iter().rev().take_while(|v| **v > -5).map(|v| v * 3).fold(0, |a, b| a * 5 + b);
    t = t * 3 + x.iter().enumerate().map(|(k, v)| v * k as i32).sum::<i32>();
    t = t * 3 + a.iter().filter(|v| **v > 0).enumerate().map(|(k, v)| k as i32 * v).sum::<i32>();
    let mut seen = 0;
    if a.iter().any(|&v| {
        seen += 1;
        v == x[n]
    }) {
        t += 1;
    }
    t += seen;
    if x[..n].iter().all(|v| {
        seen += 1;
        *v > -6
    }) {
        t += 2;
    }
    t += seen * 7;
    a.iter().copied().enumerate().for_each(|(k, v)| {
        if v < 0 {
            return;
        }
        t = t * 3 + v * k as i32;
    });
    a.iter().map(|v| v + seen).rev().for_each(|v| t = t * 5 + v);
    for v in a.iter().map(|v| v * 2).filter(|v| v % 4 == 0) {
        t = t * 3 + v;
    }
    t + x.iter().skip(n).count() as i32
}
kernel_of!(consumers_kernel, consumers);

const WEIGHTS: [i32; 4] = [3, -1, 4, 1];
const STEPS: [(i32, usize); 3] = [(1, 0), (-1, 2), (5, 1)];
static PLACES: [[usize; 2]; 2] = [[0, 1], [2, 3]];

#[derive(Clone, Copy, KernelType)]
struct Tap {
    by: i32,
    at: usize,
}

impl Tap {
    const ALL: [Tap; 2] = [Tap { by: 2, at: 1 }, Tap { by: -3, at: 2 }];
}

const TAP: Tap = Tap { by: 11, at: 0 };
const NAMED: ([Tap; 2], (bool, u8)) = (Tap::ALL, (true, 250));

#[device]
fn weigh(by: i32, v: i32) -> i32 {
    by * v
}

#[device]
fn over_constants(i: usize, x: &[i32]) -> i32 {
    let mut t = 0;
    for w in WEIGHTS {
        t = t * 3 + weigh(w, 2);
    }
    for mut w in WEIGHTS {
        w += i as i32;
        t = t * 3 + w;
    }
    for (by, at) in STEPS {
        t = t * 3 + by * x[(i + at) % x.len()];
    }
    for (&(by, at), w) in STEPS.iter().zip(WEIGHTS) {
        t = t * 3 + by * w + at as i32;
    }
    for (w, tap) in WEIGHTS.into_iter().skip(1).zip(Tap::ALL) {
        t = t * 3 + weigh(tap.by, w) + tap.at as i32;
    }
    for row in PLACES.iter().rev() {
        t = t * 3 + x[row[i % 2] % x.len()];
    }
    let (by, at) = STEPS[i % 3];
    let (taps, (known, most)) = NAMED;
    t += taps[i % 2].by + if known { i32::from(most) } else { 0 };
    let Tap { by: first, .. } = TAP;
    let [.., last] = WEIGHTS;
    t += first * last;
    t += match STEPS {
        [(1, 0), .., (by, 1)] => by,
        _ => 0,
    };
    t * 3 + by + at as i32 + x.iter().zip(WEIGHTS).map(|(a, b)| a * b).sum::<i32>()
}
kernel_of!(over_constants_kernel, over_constants);

#[test]
fn constant_arrays_are_run_over() {
    agrees!(over_constants_kernel, over_constants);
}

#[test]
fn iterators_agree_with_rust() {
    agrees!(ranges_kernel, ranges);
}

#[device]
fn bumped(v: &i32) -> i32 {
    *v + 1
}

#[device]
fn options(i: usize, x: &[i32]) -> i32 {
    let mut a = [3, -4, 9, 1, 9, 0];
    let n = i % 9;
    let mut t = match x.get(i) {
        Some(v) => *v,
        None => -50,
    };
    if let Some(v) = a.get_mut(n) {
        *v += 20;
    }
    let Some(first) = a.first() else { return -1 };
    t = t * 3 + first;
    if let (Some(&p), Some(q)) = (x.get(n), a.get(n / 2)) {
        t += p * q;
    }
    if let Some(last) = x[..n].last()
        && *last > 0
    {
        t += 1000 + last;
    }
    match (x.get(i), a.get(n)) {
        (Some(5), _) | (None, None) => t += 7,
        (Some(p), Some(q)) if p > q => t += p - q,
        (_, Some(0..=9)) => t += 11,
        _ => t += 3,
    }
    let mut k = 0;
    while let Some(v) = x.get(k) {
        if *v > 9 {
            break;
        }
        k += 1;
    }
    t = t * 3 + k as i32;
    t = t * 3 + a.iter().copied().max().unwrap_or(-1) + x[n..n].iter().copied().min().unwrap_or(77);
    t = t * 3 + x.iter().position(|v| *v == n as i32).unwrap_or(99) as i32;
    t = t * 3 + x.iter().map(|v| v * 3 % 11).min().unwrap() + a.get(n).copied().unwrap_or(5);
    t = t * 3 + a.iter().copied().reduce(|p, q| p * 2 - q).expect("some");
    let most = x.iter().max().unwrap();
    let nearest = a.iter().min().expect("some");
    t = t * 3 + *a.first().unwrap() + *x.iter().skip(n).last().unwrap() + most - *nearest
        + bumped(a.get(1).unwrap());
    *a.get_mut(2).unwrap() -= t % 3;
    t += a[2];
    t += x.iter().rev().find(|v| **v < n as i32).is_some() as i32 + x.first().is_none() as i32;
    if let Some((k, v)) = a.iter().copied().enumerate().find(|(_, v)| v % 2 == 0) {
        t += k as i32 * 100 + v;
    }
    match x.iter().enumerate().filter(|(_, v)| **v > 3).map(|(k, _)| k).last() {
        Some(0) => t,
        Some(k) => t + k as i32,
        None => t - 1,
    }
}
kernel_of!(options_kernel, options);

#[test]
fn options_that_are_asked_at_once_agree_with_rust() {
    agrees!(options_kernel, options);
}

#[device]
fn from_the_end(i: usize, x: &[i32]) -> i32 {
    let n = i % 5;
    let mut t = x.iter().rev().take(3).fold(0, |t, v| t * 3 + v);
    for v in (0..10).rev().take(n) {
        t = t * 3 + v;
    }
    for (k, v) in x.iter().enumerate().rev().take(n + 1) {
        t = t * 5 + k as i32 + v;
    }
    for v in x.iter().rev().take(4).rev() {
        t = t * 3 + v;
    }
    for v in x.iter().rev().take(4).map(|v| v * 2).rev() {
        t = t * 3 + v;
    }
    for part in x.chunks(3).rev().take(2) {
        t = t * 5 + part[0] + part.len() as i32;
    }
    for (v, k) in x.iter().rev().zip(0..4) {
        t = t * 3 + v * k;
    }
    for v in x.iter().rev().step_by(2).take(2) {
        t = t * 3 + v;
    }
    for v in x.iter().rev().skip(n).take(2).skip(1) {
        t = t * 3 + v;
    }
    if let Some(k) = x.iter().rev().take(3).position(|v| *v == x[x.len() - 1 - n]) {
        t += k as i32;
    }
    t
}
kernel_of!(from_the_end_kernel, from_the_end);

#[test]
fn iterators_of_parts_agree_with_rust() {
    agrees!(from_the_end_kernel, from_the_end);
    agrees!(loops_kernel, loops);
    agrees!(ranges_hold_kernel, ranges_hold);
    agrees!(checked_kernel, checked);
    agrees!(adapters_kernel, adapters);
    agrees!(parts_kernel, parts);
    agrees!(consumers_kernel, consumers);
}

#[kernel]
fn float_sums(x: &[f32], n: usize, out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        let whole: f32 = x.iter().sum();
        let none = x[n..n].iter().sum::<f32>();
        let dot = x.iter().zip(&x[1..]).map(|(a, b)| a * b).sum::<f32>();
        out[i] = if i == 0 {
            whole
        } else if i == 1 {
            none
        } else {
            dot
        };
    }
}

#[test]
fn sums_of_floats_add_up_in_order() {
    let x: Vec<f32> = (0..50).map(|i| 1.0 / (1.0 + i as f32)).collect();
    for stream in crate::streams() {
        let input = stream.upload(&x).unwrap();
        let mut out = stream.alloc_zeroed::<f32>(3).unwrap();
        float_sums(&input, 3, &mut out).threads(3).launch(&stream).unwrap();
        let found = stream.download(&out).unwrap();
        assert_eq!(found[0].to_bits(), x.iter().sum::<f32>().to_bits());
        assert_eq!(found[1].to_bits(), x[3..3].iter().sum::<f32>().to_bits());
        let dot: f32 = x.iter().zip(&x[1..]).map(|(a, b)| a * b).sum();
        assert!((found[2] - dot).abs() < 1e-5);
    }
}

#[kernel]
fn no_step(x: &[i32], n: usize, out: &mut [i32]) {
    for v in x.iter().step_by(n) {
        out[0] += v;
    }
}

#[test]
fn a_step_of_zero_fails() {
    for stream in crate::streams() {
        let x = stream.upload(&[1, 2, 3]).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(1).unwrap();
        no_step(&x, 0, &mut out).block(1).threads(1).launch(&stream).unwrap();
        let error = stream.synchronize().unwrap_err().to_string();
        assert!(error.contains("assertion failed: step != 0"), "{error}");
    }
}

#[device]
fn dot<T: Num + Copy>(x: &[T], y: &[T]) -> T {
    let mut sum = T::ZERO;
    for (a, b) in x.iter().zip(y) {
        sum = sum + *a * *b;
    }
    let add = |a: T, b: T| a + b;
    x.iter().copied().fold(sum, add)
}

#[device]
fn columns<const R: usize, const C: usize>(m: &[[i32; C]; R]) -> i32 {
    let mut t = (m.len() * 100 + m[0].len()) as i32;
    for (r, row) in m.iter().enumerate() {
        let part = &row[1..];
        t = t * 3 + row.len() as i32 * part.len() as i32 + r as i32;
        for v in part.iter().rev() {
            t = t * 3 + v;
        }
    }
    let last = &m[R - 1];
    t + last[C - 1]
}

#[device]
fn generics(i: usize, x: &[i32]) -> i32 {
    let m = [[1, 2, 3], [4, 5, 6], [7, 8, i as i32]];
    let f = [0.5f32, 2.0, 8.0];
    let mut t = 0;
    let _unused = |a: i32, s: &[i32]| a + s[0];
    for (k, [a, .., b]) in m.iter().enumerate() {
        t += (a - b) * k as i32;
    }
    t + dot(x, &x[i % 4..]) + dot(&f, &f[1..]) as i32 + columns(&m) + columns(&[[i as i32; 2]; 4])
}
kernel_of!(generics_kernel, generics);

#[test]
fn iterators_of_generic_functions_agree_with_rust() {
    agrees!(generics_kernel, generics);
}

#[kernel(unchecked)]
unsafe fn unchecked_parts(x: &[i32], n: usize, out: &mut [i32]) {
    let i = global_id();
    if i < out.len() {
        let part = &x[n..n + 4];
        let e = &part[i];
        out[i] = *e + part.iter().sum::<i32>();
    }
}

#[test]
fn unchecked_kernels_have_parts_too() {
    for stream in crate::streams() {
        let x = stream.upload(&[1, 2, 3, 4, 5, 6]).unwrap();
        let mut out = stream.alloc_zeroed::<i32>(4).unwrap();
        // SAFETY: every index and range is in bounds.
        unsafe { unchecked_parts(&x, 1, &mut out) }.threads(4).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [16, 17, 18, 19]);
    }
}
