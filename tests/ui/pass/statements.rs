// Statements and expressions in unusual but valid forms, against the same text run by the host.
#![deny(warnings)]
#![allow(clippy::all, unused_parens, unused_labels, redundant_semicolons, unused_braces, unused_unsafe, unused_mut)]

use kiln::prelude::*;

const LIMIT: usize = 3;

mod limits {
    pub const MOST: i64 = 7;
    pub const TABLE: [u8; 5] = [0; 5];
}

type Real = f32;
type Matrix = [[Real; 2]; 2];

#[device]
fn nothing(x: &mut [f32]) {
    x[0] += 1.0;
}

#[device]
fn also_nothing(x: &mut [f32], n: usize) {
    return if n > 0 { nothing(x) } else { x[1] += 1.0 };
}

#[device]
fn rows(k: Real) -> Matrix {
    [[k, 2.0], [3.0, k * 4.0]]
}

#[device]
fn identity<const N: usize>(x: f32) -> f32 {
    x * N as f32
}

#[device]
fn never_called(n: u32) -> u32 {
    if n > 3 { panic!("{n} is too much") } else if n == 2 { return 7 } else { loop { break n } }
}

#[device]
fn all(x: &mut [f32], n: &mut [i64]) {
    let late;
    let mut other: Real;
    if n[0] > 0 { late = 2.0 } else if n[0] < -5 { late = x[1] } else { late = 3.0; };
    other = late;
    (x[2], n[1]) = (other * 2.0, n[0] + 1);
    let (mut a, b): (f32, i64) = (x[2], -1 as _);
    (a, _) = (a + b as f32, 0);
    x[3] = a + { let a = 1.0; a * other } + (if a > 1.0 { 1. } else { 1e1 });
    let m: Matrix = rows(a);
    let q = rows(other);
    x[4] = m[1][0] + q[0][1] + m[1][1];
    if x[4] > 0.0 { nothing(x) } else { also_nothing(x, 0) }
    also_nothing(x, 1);
    let found = 'found: {
        for i in (0..LIMIT).rev() {
            'inner: for j in (0..=i).step_by(2) {
                if j == 1 { continue 'inner }
                if i * j > LIMIT { break 'found i + j }
            }
        }
        100
    };
    n[2] = found as i64 + limits::MOST + limits::TABLE.len() as i64 + i64::from(3u8) + i64::MAX.count_ones() as i64;
    let mut k = 0u8;
    let loops = loop {
        k = k.wrapping_add(100);
        if k < 10 { break k } else if k == 255 { unreachable!() }
    };
    n[3] = loops as i64 + (-128i8) as i64 + 0xffff_ffff as i64 + (!0u8) as i64 + b'a' as i64 + 1_0 % 4 + (7 ^ 2 | 8 & 12) + (1 << 40u8 >> 3);
    let mut w = 0;
    while { w += 1; w < 5 } && x[3] > -1e9 { n[4] += w; }
    n[5] = { n[6] = 2; n[6] } + n[6];
    n[6] += { n[6] = 5; n[6] * 2 };
    n[7] /= { if n[6] > 3 { 2 } else { 3 } };
    n[7] <<= 2; n[7] |= 1; n[7] ^= 3; n[7] -= 1; n[7] %= 100;
    let (c, d) = (n[5] > 3 && n[6] > 3 || n[7] == 0, !(n[7] >= 2) & true);
    n[5] = c as i64 * 2 + d as i64;
    x[5] = identity::<4>(2.0) + f32::max(x[5], 1.5).mul_add(2.0, <f32>::EPSILON) + std::cmp::min(3, 4) as f32 + std::f32::consts::PI;
    let _ = x; _ = n[0]; ; { ; }
    let alias = x; let again = &alias; let here = &mut *n;
    here[0] += again.len() as i64 + again[0] as i64;
    assert!(alias[0] > -1.0 && here.len() > 3, "{} {0} {k} {z:?}", alias[0], z = here[0]);
    unsafe { alias[6] = 6.0 }
    if here[0] == i64::MIN { return; }
    alias[7] = 7.0;
}


/// # Safety
///
/// One thread.
#[kernel(block = 1)]
unsafe fn run(x: &mut [f32], n: &mut [i64]) {
    all(x, n);
    x[8] = never_called(2) as f32 + never_called(1) as f32;
}

fn main() -> kiln::Result<()> {
    for first in [-9, -1, 4] {
        let (mut x, mut n) = ([0.5f32; 9], [first; 8]);
        let stream = Device::cpu().stream();
        let (mut device_x, mut device_n) = (stream.upload(&x)?, stream.upload(&n)?);
        // SAFETY: there is one thread.
        unsafe { run(&mut device_x, &mut device_n) }.threads(1).launch(&stream)?;
        all(&mut x, &mut n);
        x[8] = 8.0;
        assert_eq!(stream.download(&device_x)?, x);
        assert_eq!(stream.download(&device_n)?, n);
    }
    Ok(())
}
