//! Strips of 16-bit floats to `f32` and back.

use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::Scalar;

#[cfg(target_arch = "x86_64")]
use crate::cpu::lanes::has_avx2;
use crate::cpu::lanes::{CHUNK, LaneFn1, pick, twin};

/// The loop that widens a 16-bit float exactly.
pub(super) fn widen(scalar: Scalar) -> LaneFn1 {
    if scalar == Scalar::BF16 {
        return pick!(widen_bf16_plain, widen_bf16_wide);
    }
    #[cfg(target_arch = "x86_64")]
    if has_avx2() && std::is_x86_feature_detected!("f16c") {
        return x86::widen;
    }
    widen_f16
}

/// The loop that rounds an `f32` to a 16-bit float.
pub(super) fn narrow(scalar: Scalar) -> LaneFn1 {
    if scalar == Scalar::BF16 {
        return pick!(narrow_bf16_plain, narrow_bf16_wide);
    }
    #[cfg(target_arch = "x86_64")]
    if has_avx2() && std::is_x86_feature_detected!("f16c") {
        return x86::narrow;
    }
    narrow_f16
}

#[inline(always)]
unsafe fn each<A: Copy, R: Copy>(
    d: *mut u8,
    a: *const u8,
    first: usize,
    count: usize,
    zero: R,
    f: impl Fn(A) -> R,
) {
    let (d, a) = (d.cast::<R>(), a.cast::<A>());
    let mut lane = first;
    while lane < first + count {
        // SAFETY: both strips hold whole chunks.
        unsafe {
            let a = a.add(lane).cast::<[A; CHUNK]>().read();
            let mut r = [zero; CHUNK];
            for k in 0..CHUNK {
                r[k] = f(a[k]);
            }
            d.add(lane).cast::<[R; CHUNK]>().write(r);
        }
        lane += CHUNK;
    }
}

#[inline(always)]
unsafe fn widen_bf16(d: *mut u8, a: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's strips hold these elements.
    unsafe { each(d, a, first, count, 0.0, |bits: u16| bf16::from_bits(bits).to_f32()) }
}

#[inline(always)]
unsafe fn narrow_bf16(d: *mut u8, a: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's strips hold these elements.
    unsafe { each(d, a, first, count, 0, |value: f32| bf16::from_f32(value).to_bits()) }
}

twin!(widen_bf16: widen_bf16_plain, widen_bf16_wide <;> (d: *mut u8, a: *const u8, first: usize, count: usize));
twin!(narrow_bf16: narrow_bf16_plain, narrow_bf16_wide <;> (d: *mut u8, a: *const u8, first: usize, count: usize));

unsafe fn widen_f16(d: *mut u8, a: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's strips hold these elements.
    unsafe { each(d, a, first, count, 0.0, |bits: u16| f16::from_bits(bits).to_f32()) }
}

unsafe fn narrow_f16(d: *mut u8, a: *const u8, first: usize, count: usize) {
    // SAFETY: the caller's strips hold these elements.
    unsafe { each(d, a, first, count, 0, |value: f32| f16::from_f32(value).to_bits()) }
}

/// The processor's own conversions: rounding to nearest even, NaN quiet with the upper bits of its payload, as in
/// [`kiln_codegen::float16`].
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _MM_FROUND_TO_NEAREST_INT, _mm_loadu_si128, _mm_storeu_si128, _mm256_cvtph_ps, _mm256_cvtps_ph,
        _mm256_loadu_ps, _mm256_storeu_ps,
    };

    #[target_feature(enable = "avx2,fma,f16c")]
    pub(super) unsafe fn widen(d: *mut u8, a: *const u8, first: usize, count: usize) {
        let (d, a) = (d.cast::<f32>(), a.cast::<u16>());
        for lane in (first..first + count).step_by(8) {
            // SAFETY: both strips hold whole chunks, which are multiples of 8.
            unsafe { _mm256_storeu_ps(d.add(lane), _mm256_cvtph_ps(_mm_loadu_si128(a.add(lane).cast()))) };
        }
    }

    #[target_feature(enable = "avx2,fma,f16c")]
    pub(super) unsafe fn narrow(d: *mut u8, a: *const u8, first: usize, count: usize) {
        let (d, a) = (d.cast::<u16>(), a.cast::<f32>());
        for lane in (first..first + count).step_by(8) {
            // SAFETY: both strips hold whole chunks, which are multiples of 8.
            unsafe {
                let bits = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm256_loadu_ps(a.add(lane)));
                _mm_storeu_si128(d.add(lane).cast(), bits);
            }
        }
    }
}
