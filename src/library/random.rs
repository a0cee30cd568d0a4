//! Random numbers by counting: Philox4x32-10.
//!
//! Philox makes four random `u32` of a counter and a key, by ten rounds of multiplications (Salmon, Moraes, Dror
//! and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011). It has no state: each thread counts for itself,
//! any number can be had at once, and the same counter and key give the same numbers on every device and on the
//! host. Take the seed for the key, and the thread's index for a part of the counter.
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

use crate::KernelType;
use crate::prelude::*;

/// A stream of random numbers: [`philox4x32`] with a counter that it counts up. Streams with different seeds or
/// numbers are independent; the usual number is the thread's index.
///
/// ```
/// use kiln::prelude::*;
///
/// #[kernel]
/// fn dice(seed: u64, out: &mut [u32]) {
///     let i = global_id();
///     if i < out.len() {
///         let mut random = Philox::new(seed, i as u64);
///         out[i] = 1 + random.below(6) + random.below(6);
///     }
/// }
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::cpu().stream();
/// let mut out = stream.alloc_zeroed::<u32>(100)?;
/// dice(7, &mut out).threads(100).launch(&stream)?;
/// let mut random = Philox::new(7, 42); // on the host, the same numbers
/// assert_eq!(stream.download(&out)?[42], 1 + random.below(6) + random.below(6));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, KernelType)]
pub struct Philox {
    key: [u32; 2],
    /// The stream's number.
    stream: [u32; 2],
    /// How many blocks of four were made.
    block: u64,
    numbers: [u32; 4],
    /// How many of the four are not used yet.
    left: u32,
}

#[device]
impl Philox {
    /// The stream with this seed and number, at its start.
    pub fn new(seed: u64, stream: u64) -> Philox {
        Philox {
            key: [seed as u32, (seed >> 32) as u32],
            stream: [stream as u32, (stream >> 32) as u32],
            block: 0,
            numbers: [0; 4],
            left: 0,
        }
    }

    /// A number of 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.left == 0 {
            let counter = [self.block as u32, (self.block >> 32) as u32, self.stream[0], self.stream[1]];
            self.numbers = philox4x32(counter, self.key);
            self.block += 1;
            self.left = 4;
        }
        self.left -= 1;
        // By constants, so that the numbers stay in registers.
        if self.left == 3 {
            self.numbers[0]
        } else if self.left == 2 {
            self.numbers[1]
        } else if self.left == 1 {
            self.numbers[2]
        } else {
            self.numbers[3]
        }
    }

    /// A number of 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let high = self.next_u32();
        let low = self.next_u32();
        ((high as u64) << 32) | low as u64
    }

    /// A number from 0 to below 1, as [`uniform_f32`] makes it.
    pub fn uniform_f32(&mut self) -> f32 {
        uniform_f32(self.next_u32())
    }

    /// A number from 0 to below 1, as [`uniform_f64`] makes it.
    pub fn uniform_f64(&mut self) -> f64 {
        let high = self.next_u32();
        let low = self.next_u32();
        uniform_f64(high, low)
    }

    /// A number of the normal distribution with mean 0 and deviation 1, as [`normal_f32`] makes it.
    pub fn normal_f32(&mut self) -> f32 {
        let first = self.next_u32();
        let second = self.next_u32();
        let pair = normal_f32(first, second);
        pair[0]
    }

    /// A whole number from 0 to below `n`, which is not 0.
    #[doc(alias = "random_range")]
    pub fn below(&mut self, n: u32) -> u32 {
        below(self.next_u32(), n)
    }
}

/// Four random numbers of all bits: Philox4x32 with ten rounds. Different counters, or different keys, give
/// independent numbers.
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
#[doc(alias = "random_range")]
pub fn below(bits: u32, n: u32) -> u32 {
    ((bits as u64 * n as u64) >> 32) as u32
}
