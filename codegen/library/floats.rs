//! The float methods that are no single instruction, but for the elementary functions, which `codegen/src/math` has.
//!
//! What is `Real` is for `f32` and `f64`: 16-bit floats compute it in `f32`. What is `Float` is for every type itself,
//! since the answer depends on it, or on the bits.

/// Just below a half, since a half would take the float below it to one.
fn round_f32(x: f32) -> f32 {
    (x + 0.49999997f32.copysign(x)).trunc()
}

fn round_f64(x: f64) -> f64 {
    (x + 0.49999999999999994f64.copysign(x)).trunc()
}

fn fract<T: Real>(x: T) -> T {
    x - x.trunc()
}

fn copysign<T: Real>(x: T, sign: T) -> T {
    let magnitude: T::Unsigned = !0 >> 1;
    T::from_bits(x.to_bits() & magnitude | sign.to_bits() & !magnitude)
}

fn float_signum<T: Real>(x: T) -> T {
    let one: T = 1.0;
    if x != x { x } else { one.copysign(x) }
}

fn float_div_euclid<T: Real>(a: T, b: T) -> T {
    let quotient = (a / b).trunc();
    let away = if b > 0.0 { quotient - 1.0 } else { quotient + 1.0 };
    if a % b < 0.0 { away } else { quotient }
}

fn float_rem_euclid<T: Real>(a: T, b: T) -> T {
    let remainder = a % b;
    if remainder < 0.0 { remainder + b.abs() } else { remainder }
}

/// In the order of multiplications of compiler-rt, which std's `powi` calls.
fn powi<T: Real>(x: T, power: i32) -> T {
    let mut result: T = 1.0;
    let mut square = x;
    let mut rest = power.unsigned_abs();
    loop {
        if rest & 1 != 0 {
            result *= square;
        }
        rest >>= 1;
        if rest == 0 {
            break;
        }
        square *= square;
    }
    if power < 0 { 1.0 / result } else { result }
}

fn rsqrt<T: Real>(x: T) -> T {
    1.0 / x.sqrt()
}

fn log<T: Real>(x: T, base: T) -> T {
    x.ln() / base.ln()
}

fn recip<T: Real>(x: T) -> T {
    1.0 / x
}

fn to_degrees_f32(x: f32) -> f32 {
    x * 57.295_78
}

fn to_degrees_f64(x: f64) -> f64 {
    x * (180.0 / std::f64::consts::PI)
}

fn to_radians_f32(x: f32) -> f32 {
    x * (std::f32::consts::PI / 180.0)
}

fn to_radians_f64(x: f64) -> f64 {
    x * (std::f64::consts::PI / 180.0)
}

fn float_midpoint_f32(a: f32, b: f32) -> f32 {
    ((a as f64 + b as f64) * 0.5) as f32
}

/// Halves first where the sum could overflow, and last where a half could lose its last bit.
fn float_midpoint_f64(a: f64, b: f64) -> f64 {
    let (low, high) = (4.450147717014403e-308, 8.988465674311579e307);
    let (small_a, small_b) = (a.abs() < low, b.abs() < low);
    let half_a = if small_a { a } else { a * 0.5 };
    let half_b = if small_b && !small_a { b } else { b * 0.5 };
    if a.abs() <= high && b.abs() <= high { (a + b) * 0.5 } else { half_a + half_b }
}

fn float_clamp<T: Real>(x: T, low: T, high: T) -> T {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

fn is_nan<T: Real>(x: T) -> bool {
    x != x
}

fn is_infinite<T: Real>(x: T) -> bool {
    x.abs() == T::INFINITY
}

fn is_finite<T: Real>(x: T) -> bool {
    x.abs() < T::INFINITY
}

/// By its bits, as the next one.
fn is_normal<T: Float>(x: T) -> bool {
    let all: T::Unsigned = !0 >> 1;
    let magnitude = x.to_bits() & all;
    magnitude >= T::MIN_POSITIVE.to_bits() && magnitude < T::INFINITY.to_bits()
}

/// By its bits, since comparisons of floats may take a subnormal for zero.
fn is_subnormal<T: Float>(x: T) -> bool {
    let all: T::Unsigned = !0 >> 1;
    let magnitude = x.to_bits() & all;
    magnitude != 0 && magnitude < T::MIN_POSITIVE.to_bits()
}

fn is_sign_positive<T: Float>(x: T) -> bool {
    x.to_bits() >> (T::BITS - 1) == 0
}

fn is_sign_negative<T: Float>(x: T) -> bool {
    x.to_bits() >> (T::BITS - 1) != 0
}

/// The operator `%`.
fn rem_f32(x: f32, y: f32) -> f32 {
    fmod_f32(x, y)
}

fn rem_f64(x: f64, y: f64) -> f64 {
    fmod_f64(x, y)
}
