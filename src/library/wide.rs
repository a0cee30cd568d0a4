//! Integers of 128 bits, as pairs of words, and the steps that longer ones are made of.
//!
//! A GPU has no such integers; its compilers make pairs of words of them too. [`U128`] and [`I128`] add, subtract,
//! multiply, shift and compare, and wrap around on overflow. They don't divide.
//!
//! ```
//! use kiln::prelude::*;
//! use kiln::wide::U128;
//!
//! /// The products of pairs, whole.
//! #[kernel]
//! fn products(a: &[u64], b: &[u64], out: &mut [U128]) {
//!     let i = global_id();
//!     if i < a.len() && i < b.len() && i < out.len() {
//!         out[i] = U128::from(a[i]) * U128::from(b[i]) + U128::from(1u64);
//!     }
//! }
//!
//! # fn main() -> kiln::Result<()> {
//! let stream = Device::cpu().stream();
//! let a = stream.upload(&[u64::MAX, 3])?;
//! let mut out = stream.alloc_zeroed::<U128>(2)?;
//! products(&a, &a, &mut out).threads(2).launch(&stream)?;
//! let found: Vec<u128> = stream.download(&out)?.into_iter().map(u128::from).collect();
//! assert_eq!(found, [u128::from(u64::MAX).pow(2) + 1, 10]);
//! # Ok(())
//! # }
//! ```

use std::cmp::Ordering;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

use crate::prelude::{Int, KernelType, device};

/// The product of two integers: its lower half and its upper half.
#[device]
pub fn widening_mul<T: Int>(a: T, b: T) -> (T, T) {
    (a.wrapping_mul(b), a.mul_hi(b))
}

/// The sum of two unsigned integers and a carry, and whether it has one itself.
#[device]
pub fn carrying_add<T: Int>(a: T, b: T, carry: bool) -> (T, bool) {
    let sum = a.wrapping_add(b);
    let all = if carry { sum.wrapping_add(T::ONE) } else { sum };
    (all, sum < a || all < sum)
}

/// The difference of two unsigned integers less a borrow, and whether it borrows itself.
#[device]
pub fn borrowing_sub<T: Int>(a: T, b: T, borrow: bool) -> (T, bool) {
    let difference = a.wrapping_sub(b);
    let all = if borrow { difference.wrapping_sub(T::ONE) } else { difference };
    (all, a < b || borrow && difference == T::ZERO)
}

/// The product of two unsigned integers plus a carry, which fits in two: its lower half and its upper half.
#[device]
pub fn carrying_mul<T: Int>(a: T, b: T, carry: T) -> (T, T) {
    let (product, upper) = (a.wrapping_mul(b), a.mul_hi(b));
    let low = product.wrapping_add(carry);
    (low, if low < product { upper.wrapping_add(T::ONE) } else { upper })
}

/// An unsigned integer of 128 bits, which lies in memory as a [`u128`] does. Operators wrap around; a shift is by the
/// amount modulo 128.
#[repr(C, align(16))]
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, KernelType)]
pub struct U128 {
    /// The lower half.
    pub low: u64,
    /// The upper half.
    pub high: u64,
}

/// A signed integer of 128 bits, which lies in memory as an [`i128`] does. Operators wrap around; a shift is by the
/// amount modulo 128, and to the right keeps the sign.
#[repr(C, align(16))]
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, KernelType)]
pub struct I128 {
    /// The lower half.
    pub low: u64,
    /// The upper half, with the sign.
    pub high: i64,
}

const _: () = assert!(size_of::<U128>() == size_of::<u128>() && size_of::<I128>() == size_of::<i128>());

#[device]
impl U128 {
    /// The product of two words.
    #[must_use]
    pub fn product(a: u64, b: u64) -> U128 {
        U128 { low: a.wrapping_mul(b), high: a.mul_hi(b) }
    }

    /// The same bits as a signed integer.
    #[must_use]
    pub fn to_signed(self) -> I128 {
        I128 { low: self.low, high: self.high as i64 }
    }
}

#[device]
impl I128 {
    /// The same bits as an unsigned integer.
    #[must_use]
    pub fn to_unsigned(self) -> U128 {
        U128 { low: self.low, high: self.high as u64 }
    }
}

#[device]
impl From<u64> for U128 {
    fn from(low: u64) -> U128 {
        U128 { low, high: 0 }
    }
}

#[device]
impl From<i64> for I128 {
    fn from(value: i64) -> I128 {
        I128 { low: value as u64, high: value >> 63 }
    }
}

impl From<u128> for U128 {
    fn from(value: u128) -> U128 {
        U128 { low: value as u64, high: (value >> 64) as u64 }
    }
}

impl From<U128> for u128 {
    fn from(value: U128) -> u128 {
        u128::from(value.high) << 64 | u128::from(value.low)
    }
}

impl From<i128> for I128 {
    fn from(value: i128) -> I128 {
        U128::from(value as u128).to_signed()
    }
}

impl From<I128> for i128 {
    fn from(value: I128) -> i128 {
        u128::from(value.to_unsigned()) as i128
    }
}

#[device]
impl Add for U128 {
    type Output = U128;
    fn add(self, other: U128) -> U128 {
        let low = self.low.wrapping_add(other.low);
        let carry = (low < self.low) as u64;
        U128 { low, high: self.high.wrapping_add(other.high).wrapping_add(carry) }
    }
}

#[device]
impl Sub for U128 {
    type Output = U128;
    fn sub(self, other: U128) -> U128 {
        let borrow = (self.low < other.low) as u64;
        U128 {
            low: self.low.wrapping_sub(other.low),
            high: self.high.wrapping_sub(other.high).wrapping_sub(borrow),
        }
    }
}

#[device]
impl Mul for U128 {
    type Output = U128;
    fn mul(self, other: U128) -> U128 {
        let across = self.low.wrapping_mul(other.high).wrapping_add(self.high.wrapping_mul(other.low));
        U128 { low: self.low.wrapping_mul(other.low), high: self.low.mul_hi(other.low).wrapping_add(across) }
    }
}

#[device]
impl Shl<u32> for U128 {
    type Output = U128;
    fn shl(self, amount: u32) -> U128 {
        let by = amount & 63;
        // What leaves the lower half, in two steps: a shift by 64 would be none.
        let over = self.low >> 1 >> (63 - by);
        if amount & 64 == 0 {
            U128 { low: self.low << by, high: self.high << by | over }
        } else {
            U128 { low: 0, high: self.low << by }
        }
    }
}

#[device]
impl Shr<u32> for U128 {
    type Output = U128;
    fn shr(self, amount: u32) -> U128 {
        let by = amount & 63;
        let over = self.high << 1 << (63 - by);
        if amount & 64 == 0 {
            U128 { low: self.low >> by | over, high: self.high >> by }
        } else {
            U128 { low: self.high >> by, high: 0 }
        }
    }
}

#[device]
impl Shr<u32> for I128 {
    type Output = I128;
    fn shr(self, amount: u32) -> I128 {
        let by = amount & 63;
        let over = (self.high as u64) << 1 << (63 - by);
        if amount & 64 == 0 {
            I128 { low: self.low >> by | over, high: self.high >> by }
        } else {
            I128 { low: (self.high >> by) as u64, high: self.high >> 63 }
        }
    }
}

#[device]
impl Add for I128 {
    type Output = I128;
    fn add(self, other: I128) -> I128 {
        (self.to_unsigned() + other.to_unsigned()).to_signed()
    }
}

#[device]
impl Sub for I128 {
    type Output = I128;
    fn sub(self, other: I128) -> I128 {
        (self.to_unsigned() - other.to_unsigned()).to_signed()
    }
}

#[device]
impl Mul for I128 {
    type Output = I128;
    fn mul(self, other: I128) -> I128 {
        (self.to_unsigned() * other.to_unsigned()).to_signed()
    }
}

#[device]
impl Neg for I128 {
    type Output = I128;
    fn neg(self) -> I128 {
        I128 { low: 0, high: 0 } - self
    }
}

#[device]
impl Shl<u32> for I128 {
    type Output = I128;
    fn shl(self, amount: u32) -> I128 {
        (self.to_unsigned() << amount).to_signed()
    }
}

#[device]
impl BitAnd for U128 {
    type Output = U128;
    fn bitand(self, other: U128) -> U128 {
        U128 { low: self.low & other.low, high: self.high & other.high }
    }
}

#[device]
impl BitOr for U128 {
    type Output = U128;
    fn bitor(self, other: U128) -> U128 {
        U128 { low: self.low | other.low, high: self.high | other.high }
    }
}

#[device]
impl BitXor for U128 {
    type Output = U128;
    fn bitxor(self, other: U128) -> U128 {
        U128 { low: self.low ^ other.low, high: self.high ^ other.high }
    }
}

#[device]
impl Not for U128 {
    type Output = U128;
    fn not(self) -> U128 {
        U128 { low: !self.low, high: !self.high }
    }
}

#[device]
impl PartialOrd for U128 {
    fn partial_cmp(&self, other: &U128) -> Option<Ordering> {
        if self.high == other.high {
            self.low.partial_cmp(&other.low)
        } else {
            self.high.partial_cmp(&other.high)
        }
    }
}

#[device]
impl PartialOrd for I128 {
    fn partial_cmp(&self, other: &I128) -> Option<Ordering> {
        if self.high == other.high {
            self.low.partial_cmp(&other.low)
        } else {
            self.high.partial_cmp(&other.high)
        }
    }
}
