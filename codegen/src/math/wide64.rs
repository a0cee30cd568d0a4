//! Products of integers wider than a machine word.

/// The upper 64 bits of the product.
#[inline(always)]
pub fn mul_hi_u64(a: u64, b: u64) -> u64 {
    let a_low = a & 0xffff_ffff;
    let a_high = a >> 32;
    let b_low = b & 0xffff_ffff;
    let b_high = b >> 32;
    let first = a_high * b_low + ((a_low * b_low) >> 32);
    let second = a_low * b_high + (first & 0xffff_ffff);
    a_high * b_high + (first >> 32) + (second >> 32)
}
