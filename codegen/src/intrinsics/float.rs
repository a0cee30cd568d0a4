//! The float methods of std, for `f16`, `bf16`, `f32` and `f64`.
//!
//! Meaning is std's, operation by operation; the 16-bit floats compute in `f32` and round once. Roots, rounding,
//! `mul_add` and the tests are exact on every executor. The transcendental functions are Kiln's own on the CPU, in
//! every tier; [`crate::math`] says what they are elsewhere.

use super::eval::{Native, lanes, one, own, test, three, two, widen};
use super::*;
use crate::math::{
    error32, error64, exp32, exp64, hyperbolic32, hyperbolic64, inverse32, inverse64, log32, log64, power32,
    power64, root32, root64, trig32, trig64,
};

lanes!(sqrt, |x| x.sqrt());
lanes!(rsqrt, |x| 1.0 / x.sqrt());
lanes!(recip, |x| 1.0 / x);
lanes!(abs, |x| x.abs());
lanes!(floor, |x| x.floor());
lanes!(ceil, |x| x.ceil());
lanes!(round, |x| x.round());
lanes!(round_ties_even, |x| x.round_ties_even());
lanes!(trunc, |x| x.trunc());
lanes!(fract, |x| x - x.trunc());
lanes!(signum, |x| x.signum());
lanes!(copysign, |x, y| x.copysign(y));
lanes!(min, |x, y| x.min(y));
lanes!(max, |x, y| x.max(y));
lanes!(mul_add, |x, y, z| x.mul_add(y, z));
lanes!(clamp, |x, low, high| if x < low {
    low
} else if x > high {
    high
} else {
    x
});

own!(exp, |x| exp32::exp_f32, exp64::exp_f64);
own!(exp2, |x| exp32::exp2_f32, exp64::exp2_f64);
own!(exp_m1, |x| exp32::exp_m1_f32, exp64::exp_m1_f64);
own!(ln, |x| log32::ln_f32, log64::ln_f64);
own!(log2, |x| log32::log2_f32, log64::log2_f64);
own!(log10, |x| log32::log10_f32, log64::log10_f64);
own!(ln_1p, |x| log32::ln_1p_f32, log64::ln_1p_f64);
own!(cbrt, |x| root32::cbrt_f32, root64::cbrt_f64);
own!(sin, |x| trig32::sin_f32, trig64::sin_f64, where all |x| is_near(x) => trig32::sin_of_reduced_f32(x, trig32::reduce_near_f32(x)));
own!(cos, |x| trig32::cos_f32, trig64::cos_f64, where all |x| is_near(x) => trig32::cos_of_reduced_f32(trig32::reduce_near_f32(x)));
own!(tan, |x| trig32::tan_f32, trig64::tan_f64, where all |x| is_near(x) => trig32::tan_of_reduced_f32(trig32::reduce_near_f32(x)));
own!(asin, |x| inverse32::asin_f32, inverse64::asin_f64);
own!(acos, |x| inverse32::acos_f32, inverse64::acos_f64);
own!(atan, |x| inverse32::atan_f32, inverse64::atan_f64);
own!(sinh, |x| hyperbolic32::sinh_f32, hyperbolic64::sinh_f64);
own!(cosh, |x| hyperbolic32::cosh_f32, hyperbolic64::cosh_f64);
own!(tanh, |x| hyperbolic32::tanh_f32, hyperbolic64::tanh_f64);
own!(asinh, |x| hyperbolic32::asinh_f32, hyperbolic64::asinh_f64);
own!(acosh, |x| hyperbolic32::acosh_f32, hyperbolic64::acosh_f64);
own!(atanh, |x| hyperbolic32::atanh_f32, hyperbolic64::atanh_f64);
own!(erf, |x| error32::erf_f32, error64::erf_f64);
own!(erfc, |x| error32::erfc_f32, error64::erfc_f64);
own!(powf, |x, y| power32::powf_f32, power64::powf_f64);
own!(hypot, |x, y| root32::hypot_f32, root64::hypot_f64);
own!(atan2, |y, x| inverse32::atan2_f32, inverse64::atan2_f64);
own!(log, |x, base| quotient_of_logarithms_f32, quotient_of_logarithms_f64);

/// The [`Cpu::Lanes`] of a loop module.
macro_rules! looped {
    ($name:ident, $arity:ident, $eval:expr) => {
        Cpu::Lanes { eval: $eval, f32: LaneFn::$arity($name::single), f64: LaneFn::$arity($name::double) }
    };
}

/// The same of a module of [`own`].
macro_rules! ours {
    ($name:ident, $arity:ident) => {
        looped!($name, $arity, $name::eval)
    };
}

/// The [`Cpu::Eval`] of a std method with one float operand.
macro_rules! std1 {
    ($name:ident) => {
        Cpu::Eval(|s, a| one(s, a, f32::$name, f64::$name))
    };
}

pub(super) static ROWS: &[Intrinsic] = &[
    math1(
        "floor",
        math("floorf", "floor"),
        looped!(floor, One, |s, a| one(s, a, f32::floor, f64::floor)),
        "The greatest integer not above the value.",
    ),
    math1(
        "ceil",
        math("ceilf", "ceil"),
        looped!(ceil, One, |s, a| one(s, a, f32::ceil, f64::ceil)),
        "The least integer not below the value.",
    ),
    math1(
        "round",
        math("roundf", "round"),
        looped!(round, One, |s, a| one(s, a, f32::round, f64::round)),
        "The nearest integer, halves away from zero.",
    ),
    math1(
        "round_ties_even",
        math("rintf", "rint"),
        looped!(round_ties_even, One, |s, a| one(s, a, f32::round_ties_even, f64::round_ties_even)),
        "The nearest integer, halves to the even one.",
    ),
    math1(
        "trunc",
        math("truncf", "trunc"),
        looped!(trunc, One, |s, a| one(s, a, f32::trunc, f64::trunc)),
        "The integer part.",
    ),
    math1(
        "fract",
        helper("fract", FRACT),
        looped!(fract, One, |s, a| one(s, a, f32::fract, f64::fract)),
        "The value less its integer part.",
    ),
    named(
        "float_abs",
        "abs",
        math1(
            "abs",
            math("fabsf", "fabs"),
            looped!(abs, One, |s, a| one(s, a, f32::abs, f64::abs)),
            "The absolute value.",
        ),
    ),
    named(
        "float_signum",
        "signum",
        math1(
            "signum",
            helper("float_signum", SIGNUM),
            looped!(signum, One, |s, a| one(s, a, f32::signum, f64::signum)),
            "1 or -1 by the sign bit; NaN of NaN.",
        ),
    ),
    math2(
        "copysign",
        math("copysignf", "copysign"),
        looped!(copysign, Two, |s, a| two(s, a, f32::copysign, f64::copysign)),
        "The first value with the second's sign.",
    ),
    Intrinsic {
        params: &[Slot::Same, Slot::Same, Slot::Same],
        ..math1(
            "mul_add",
            math("fmaf", "fma"),
            looped!(mul_add, Three, |s, a| three(s, a, f32::mul_add, f64::mul_add)),
            "First times second plus third, rounded once.",
        )
    },
    named(
        "float_div_euclid",
        "div_euclid",
        math2(
            "div_euclid",
            helper("float_div_euclid", DIV_EUCLID),
            Cpu::Eval(|s, a| two(s, a, f32::div_euclid, f64::div_euclid)),
            "The integer quotient whose remainder is not negative.",
        ),
    ),
    named(
        "float_rem_euclid",
        "rem_euclid",
        math2(
            "rem_euclid",
            helper("float_rem_euclid", REM_EUCLID),
            Cpu::Eval(|s, a| two(s, a, f32::rem_euclid, f64::rem_euclid)),
            "The remainder that is not negative.",
        ),
    ),
    Intrinsic {
        params: &[Slot::Same, Slot::Fixed(Scalar::I32)],
        ..math1("powi", helper("powi", POWI), Cpu::Eval(powi), "An integer power, by repeated squaring.")
    },
    math2("powf", elementary("powf", "pow"), ours!(powf, Two), "A power."),
    math1(
        "sqrt",
        math("sqrtf", "sqrt"),
        looped!(sqrt, One, |s, a| one(s, a, f32::sqrt, f64::sqrt)),
        "The square root.",
    ),
    math1(
        "rsqrt",
        elementary("rsqrtf", "rsqrt"),
        looped!(rsqrt, One, |s, a| one(s, a, |x| 1.0 / x.sqrt(), |x| 1.0 / x.sqrt())),
        "The reciprocal of the square root; within 2 ulp on a GPU.",
    ),
    math1("exp", elementary("expf", "exp"), ours!(exp, One), "e to the power of the value."),
    math1("exp2", elementary("exp2f", "exp2"), ours!(exp2, One), "2 to the power of the value."),
    math1(
        "exp_m1",
        elementary("expm1f", "expm1"),
        ours!(exp_m1, One),
        "e to the power of the value, less one; exact near zero.",
    ),
    math1("ln", elementary("logf", "log"), ours!(ln, One), "The natural logarithm."),
    math2("log", Cuda::Library, ours!(log, Two), "The logarithm to the base of the second value."),
    math1("log2", elementary("log2f", "log2"), ours!(log2, One), "The logarithm to base 2."),
    math1("log10", elementary("log10f", "log10"), ours!(log10, One), "The logarithm to base 10."),
    math1(
        "ln_1p",
        elementary("log1pf", "log1p"),
        ours!(ln_1p, One),
        "The natural logarithm of the value plus one; exact near zero.",
    ),
    math1("erf", elementary("erff", "erf"), ours!(erf, One), "The error function."),
    math1(
        "erfc",
        elementary("erfcf", "erfc"),
        ours!(erfc, One),
        "1 less the error function, exact where that is nearly 1.",
    ),
    math1("cbrt", elementary("cbrtf", "cbrt"), ours!(cbrt, One), "The cube root."),
    math2(
        "hypot",
        elementary("hypotf", "hypot"),
        ours!(hypot, Two),
        "The length of the hypotenuse, without overflow on the way.",
    ),
    math1("sin", elementary("sinf", "sin"), ours!(sin, One), "The sine, in radians."),
    math1("cos", elementary("cosf", "cos"), ours!(cos, One), "The cosine, in radians."),
    math1("tan", elementary("tanf", "tan"), ours!(tan, One), "The tangent, in radians."),
    math1("asin", elementary("asinf", "asin"), ours!(asin, One), "The arc sine."),
    math1("acos", elementary("acosf", "acos"), ours!(acos, One), "The arc cosine."),
    math1("atan", elementary("atanf", "atan"), ours!(atan, One), "The arc tangent."),
    math2(
        "atan2",
        elementary("atan2f", "atan2"),
        ours!(atan2, Two),
        "The angle of the point (second, first), in all four quadrants.",
    ),
    math1("sinh", elementary("sinhf", "sinh"), ours!(sinh, One), "The hyperbolic sine."),
    math1("cosh", elementary("coshf", "cosh"), ours!(cosh, One), "The hyperbolic cosine."),
    math1("tanh", elementary("tanhf", "tanh"), ours!(tanh, One), "The hyperbolic tangent."),
    math1("asinh", elementary("asinhf", "asinh"), ours!(asinh, One), "The inverse hyperbolic sine."),
    math1("acosh", elementary("acoshf", "acosh"), ours!(acosh, One), "The inverse hyperbolic cosine."),
    math1("atanh", elementary("atanhf", "atanh"), ours!(atanh, One), "The inverse hyperbolic tangent."),
    math1(
        "recip",
        helper("recip", RECIP),
        looped!(recip, One, |s, a| one(s, a, f32::recip, f64::recip)),
        "The reciprocal.",
    ),
    math1("to_degrees", helper("to_degrees", TO_DEGREES), std1!(to_degrees), "Radians to degrees."),
    math1("to_radians", helper("to_radians", TO_RADIANS), std1!(to_radians), "Degrees to radians."),
    named(
        "float_midpoint",
        "midpoint",
        math2(
            "midpoint",
            helper("float_midpoint", MIDPOINT),
            Cpu::Eval(|s, a| two(s, a, f32::midpoint, f64::midpoint)),
            "The mean, without overflow.",
        ),
    ),
    named(
        "float_min",
        "min",
        math2(
            "min",
            math("fminf", "fmin"),
            looped!(min, Two, |s, a| two(s, a, f32::min, f64::min)),
            "The lesser value; the other where one is NaN.",
        ),
    ),
    named(
        "float_max",
        "max",
        math2(
            "max",
            math("fmaxf", "fmax"),
            looped!(max, Two, |s, a| two(s, a, f32::max, f64::max)),
            "The greater value; the other where one is NaN.",
        ),
    ),
    named(
        "float_clamp",
        "clamp",
        Intrinsic {
            params: &[Slot::Same, Slot::Same, Slot::Same],
            ..math1(
                "clamp",
                helper("float_clamp", CLAMP),
                looped!(clamp, Three, |s, a| three(s, a, between, between)),
                "The value, but not below the second nor above the third; NaN stays. Bounds are not tested against each other.",
            )
        },
    ),
    Intrinsic {
        class: Class::Bits,
        result: Slot::Unsigned,
        ..math1("to_bits", Cuda::Special, Cpu::Eval(|_, a| a[0]), "The value's bits.")
    },
    Intrinsic {
        class: Class::Bits,
        surface: Surface::Assoc("from_bits"),
        params: &[Slot::Unsigned],
        ..math1("from_bits", Cuda::Special, Cpu::Eval(|_, a| a[0]), "The value with these bits.")
    },
    question(
        "is_nan",
        helper("is_nan", IS_NAN),
        |s, a| test(s, a, f32::is_nan, f64::is_nan),
        "Whether the value is NaN.",
    ),
    question(
        "is_infinite",
        helper("is_infinite", IS_INFINITE),
        |s, a| test(s, a, f32::is_infinite, f64::is_infinite),
        "Whether the value is an infinity.",
    ),
    question(
        "is_finite",
        helper("is_finite", IS_FINITE),
        |s, a| test(s, a, f32::is_finite, f64::is_finite),
        "Whether the value is neither infinite nor NaN.",
    ),
    question(
        "is_normal",
        Cuda::Special,
        is_normal,
        "Whether the value is neither zero, subnormal, infinite nor NaN.",
    ),
    question(
        "is_subnormal",
        Cuda::Special,
        is_subnormal,
        "Whether the value is neither zero nor normal, infinite or NaN: below the least normal one.",
    ),
    question(
        "is_sign_positive",
        helper("is_sign_positive", IS_SIGN_POSITIVE),
        |s, a| test(s, a, f32::is_sign_positive, f64::is_sign_positive),
        "Whether the sign bit is clear.",
    ),
    question(
        "is_sign_negative",
        helper("is_sign_negative", IS_SIGN_NEGATIVE),
        |s, a| test(s, a, f32::is_sign_negative, f64::is_sign_negative),
        "Whether the sign bit is set.",
    ),
];

const fn math(f32: &'static str, f64: &'static str) -> Cuda {
    Cuda::Math { f32, f64 }
}

const fn elementary(f32: &'static str, f64: &'static str) -> Cuda {
    Cuda::Elementary { f32, f64 }
}

const fn helper(name: &'static str, source: &'static str) -> Cuda {
    Cuda::MathHelper { name, source }
}

/// A method with the receiver as only operand.
const fn math1(name: &'static str, cuda: Cuda, cpu: Cpu, doc: &'static str) -> Intrinsic {
    Intrinsic {
        name,
        surface: Surface::Method(name),
        class: Class::Float,
        params: &[Slot::Same],
        result: Slot::Same,
        effect: Effect::Pure,
        least_arch: 0,
        cuda,
        cpu,
        doc,
    }
}

const fn math2(name: &'static str, cuda: Cuda, cpu: Cpu, doc: &'static str) -> Intrinsic {
    Intrinsic { params: &[Slot::Same, Slot::Same], ..math1(name, cuda, cpu, doc) }
}

const fn question(
    name: &'static str,
    cuda: Cuda,
    eval: fn(Scalar, &[Bits]) -> Bits,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic { result: Slot::Fixed(Scalar::Bool), ..math1(name, cuda, Cpu::Eval(eval), doc) }
}

/// The row of a method whose name the integers have as well.
#[allow(clippy::needless_pass_by_value)] // Rows are built once, by the compiler.
const fn named(name: &'static str, method: &'static str, row: Intrinsic) -> Intrinsic {
    Intrinsic { name, surface: Surface::Method(method), ..row }
}

fn powi(s: Scalar, a: &[Bits]) -> Bits {
    let power = i32::decode(a[1]);
    if s == Scalar::F64 {
        return f64::from_bits(a[0]).powi(power).to_bits();
    }
    // The power is no float, so it travels beside the one-operand helper: as a second operand, widened to the bits that
    // the helper would decode, it would be rounded.
    let value = widen(s, a[0]).powi(power);
    super::eval::narrow(s, value)
}

/// Whether the long reduction is not needed, which is most of the work.
#[inline(always)]
#[allow(clippy::inline_always)] // As in `math`.
fn is_near(x: f32) -> bool {
    x.abs() <= 105_615.0
}

#[inline(always)]
#[allow(clippy::inline_always)]
fn quotient_of_logarithms_f32(x: f32, base: f32) -> f32 {
    log32::ln_f32(x) / log32::ln_f32(base)
}

#[inline(always)]
#[allow(clippy::inline_always)]
fn quotient_of_logarithms_f64(x: f64, base: f64) -> f64 {
    log64::ln_f64(x) / log64::ln_f64(base)
}

/// `clamp` without std's assertion on the bounds, which would have to end the thread.
fn between<T: PartialOrd>(value: T, low: T, high: T) -> T {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// Asked of the type itself: the subnormals of `f16` are normal as `f32`.
fn is_normal(s: Scalar, a: &[Bits]) -> Bits {
    Bits::from(match s {
        Scalar::F16 => crate::float16::f16::from_bits(a[0] as u16).is_normal(),
        Scalar::BF16 => crate::float16::bf16::from_bits(a[0] as u16).is_normal(),
        Scalar::F32 => f32::from_bits(a[0] as u32).is_normal(),
        Scalar::F64 => f64::from_bits(a[0]).is_normal(),
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => false,
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => false,
        Scalar::E4M3 | Scalar::E5M2 => false,
    })
}

/// Asked of the type itself, too.
fn is_subnormal(s: Scalar, a: &[Bits]) -> Bits {
    let exponent: Bits = match s {
        Scalar::F16 => 0x7c00,
        Scalar::BF16 => 0x7f80,
        Scalar::F32 => 0x7f80_0000,
        Scalar::F64 => 0x7ff0_0000_0000_0000,
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => return 0,
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => return 0,
        Scalar::E4M3 | Scalar::E5M2 => return 0,
    };
    // Without the sign.
    let magnitude = a[0] & (Bits::MAX >> (65 - s.bits()));
    Bits::from(magnitude != 0 && magnitude & exponent == 0)
}

const FRACT: &str = "\
template <typename T> __device__ __forceinline__ T fract(T x) { return x - trunc(x); }
";

const SIGNUM: &str = "\
template <typename T> __device__ __forceinline__ T float_signum(T x) { return x != x ? x : copysign((T)1, x); }
";

const DIV_EUCLID: &str = "\
template <typename T> __device__ __forceinline__ T float_div_euclid(T a, T b) {
    const T quotient = trunc(a / b);
    if (fmod(a, b) < 0) return b > 0 ? quotient - 1 : quotient + 1;
    return quotient;
}
";

const REM_EUCLID: &str = "\
template <typename T> __device__ __forceinline__ T float_rem_euclid(T a, T b) {
    const T remainder = fmod(a, b);
    return remainder < 0 ? remainder + fabs(b) : remainder;
}
";

/// The order of multiplications is compiler-rt's, which std's `powi` calls.
const POWI: &str = "\
template <typename T> __device__ __forceinline__ T powi(T x, i32 power) {
    T result = 1;
    for (i32 n = power;; x *= x) {
        if (n % 2 != 0) result *= x;
        n /= 2;
        if (n == 0) break;
    }
    return power < 0 ? 1 / result : result;
}
";

const RECIP: &str = "\
template <typename T> __device__ __forceinline__ T recip(T x) { return 1 / x; }
";

const TO_DEGREES: &str = "\
__device__ __forceinline__ float to_degrees(float x) { return x * 57.2957795130823208767981548141051703f; }
__device__ __forceinline__ double to_degrees(double x) { return x * (180.0 / 3.14159265358979323846264338327950288); }
";

const TO_RADIANS: &str = "\
__device__ __forceinline__ float to_radians(float x) { return x * (3.14159265358979323846264338327950288f / 180.0f); }
__device__ __forceinline__ double to_radians(double x) { return x * (3.14159265358979323846264338327950288 / 180.0); }
";

/// std's: halves first where the sum could overflow, and last where a half could lose its last bit.
const MIDPOINT: &str = "\
__device__ __forceinline__ float float_midpoint(float a, float b) { return (float)(((double)a + (double)b) / 2); }
__device__ __forceinline__ double float_midpoint(double a, double b) {
    const double low = 4.450147717014403e-308, high = 8.988465674311579e307;
    if (fabs(a) <= high && fabs(b) <= high) return (a + b) / 2;
    if (fabs(a) < low) return a + b / 2;
    if (fabs(b) < low) return a / 2 + b;
    return a / 2 + b / 2;
}
";

const CLAMP: &str = "\
template <typename T> __device__ __forceinline__ T float_clamp(T x, T low, T high) {
    return x < low ? low : x > high ? high : x;
}
";

const IS_NAN: &str = "\
template <typename T> __device__ __forceinline__ bool is_nan(T x) { return isnan(x); }
";

const IS_INFINITE: &str = "\
template <typename T> __device__ __forceinline__ bool is_infinite(T x) { return isinf(x); }
";

const IS_FINITE: &str = "\
template <typename T> __device__ __forceinline__ bool is_finite(T x) { return isfinite(x); }
";

const IS_SIGN_POSITIVE: &str = "\
template <typename T> __device__ __forceinline__ bool is_sign_positive(T x) { return !signbit(x); }
";

const IS_SIGN_NEGATIVE: &str = "\
template <typename T> __device__ __forceinline__ bool is_sign_negative(T x) { return signbit(x); }
";
