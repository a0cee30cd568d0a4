//! Random numbers by counting: Philox4x32-10.
//!
//! Philox makes four random `u32` of a counter and a key, by ten rounds of multiplications (Salmon, Moraes, Dror and Shaw, "Parallel
//! random numbers: as easy as 1, 2, 3", 2011). It has no state: each thread counts for itself, any number can be had at once, and
//! the same counter and key give the same numbers on every device and on the host. Take the seed for the key, and the thread's
//! index for a part of the counter.
//!
//! ```
//! use kiln::prelude::*;
//! use kiln::random;
//!
//! /// How many of each thread's points lie within the quarter circle.
//! #[kernel]
//! fn hits(seed: u32, rounds: u32, out: &mut [u32]) {
//!     let i = global_id();
//!     if i < out.len() {
//!         let mut inside = 0;
//!         for round in 0..rounds {
//!             let bits = random::philox4x32([round, i as u32, 0, 0], [seed, 0]);
//!             let (x, y) = (random::uniform_f32(bits[0]), random::uniform_f32(bits[1]));
//!             if x * x + y * y < 1.0 {
//!                 inside += 1;
//!             }
//!         }
//!         out[i] = inside;
//!     }
//! }
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::cpu().stream();
//! let mut out = stream.alloc_zeroed::<u32>(256)?;
//! hits(1, 100, &mut out).threads(256).launch(&stream)?;
//! let inside: u32 = stream.download(&out)?.iter().sum();
//! let pi = 4.0 * f64::from(inside) / (256.0 * 100.0);
//! assert!((pi - std::f64::consts::PI).abs() < 0.05);
//! # Ok(())
//! # }
//! ```

use crate::prelude::*;

/// Four random numbers of all bits: Philox4x32 with ten rounds. Different counters, or different keys, give independent numbers.
///
/// ```
/// let bits = kiln::random::philox4x32([0; 4], [0; 2]);
/// assert_eq!(bits, [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
/// ```
#[device]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let (mut a, mut b, mut c, mut d) = (counter[0], counter[1], counter[2], counter[3]);
    let (mut left, mut right) = (key[0], key[1]);
    for _ in 0..10 {
        let first = 0xd251_1f53u64 * a as u64;
        let second = 0xcd9e_8d57u64 * c as u64;
        a = (second >> 32) as u32 ^ b ^ left;
        b = second as u32;
        c = (first >> 32) as u32 ^ d ^ right;
        d = first as u32;
        left = left.wrapping_add(0x9e37_79b9);
        right = right.wrapping_add(0xbb67_ae85);
    }
    [a, b, c, d]
}

/// A number from 0 to below 1, of 24 random bits: every multiple of 2⁻²⁴ is as likely.
///
/// ```
/// assert_eq!(kiln::random::uniform_f32(1 << 31), 0.5);
/// ```
#[device]
pub fn uniform_f32(bits: u32) -> f32 {
    (bits >> 8) as f32 * (1.0 / 16_777_216.0)
}

/// A number from 0 to below 1, of 53 random bits: every multiple of 2⁻⁵³ is as likely.
///
/// ```
/// assert_eq!(kiln::random::uniform_f64(1 << 31, 0), 0.5);
/// ```
#[device]
pub fn uniform_f64(high: u32, low: u32) -> f64 {
    ((((high as u64) << 32) | low as u64) >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

/// Two independent numbers of the normal distribution with mean 0 and deviation 1, by the method of Box and Muller.
///
/// ```
/// let pair = kiln::random::normal_f32(0x8000_0000, 0);
/// assert!((pair[0] - (2.0 * 2f32.ln()).sqrt()).abs() < 1e-6 && pair[1] == 0.0);
/// ```
#[device]
pub fn normal_f32(first: u32, second: u32) -> [f32; 2] {
    // Not 0, whose logarithm is none.
    let length = (-2.0 * (1.0 - uniform_f32(first)).ln()).sqrt();
    let angle = std::f32::consts::TAU * uniform_f32(second);
    [length * angle.cos(), length * angle.sin()]
}

/// As [`normal_f32`], in double precision, of four random numbers.
///
/// ```
/// let pair = kiln::random::normal_f64([1 << 31, 0, 0, 0]);
/// assert!((pair[0] - (2.0 * 2f64.ln()).sqrt()).abs() < 1e-12 && pair[1] == 0.0);
/// ```
#[device]
pub fn normal_f64(bits: [u32; 4]) -> [f64; 2] {
    let length = (-2.0 * (1.0 - uniform_f64(bits[0], bits[1])).ln()).sqrt();
    let angle = std::f64::consts::TAU * uniform_f64(bits[2], bits[3]);
    [length * angle.cos(), length * angle.sin()]
}

/// A whole number from 0 to below `n`, which is not 0. Of the numbers some are more likely than others by 2⁻³² at most.
///
/// ```
/// assert_eq!(kiln::random::below(u32::MAX, 6), 5);
/// ```
#[device]
pub fn below(bits: u32, n: u32) -> u32 {
    ((bits as u64 * n as u64) >> 32) as u32
}
