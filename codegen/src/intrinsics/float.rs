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
        Cpu::Lanes {
            eval: $eval,
            f32: LaneFn::$arity($name::single),
            f64: LaneFn::$arity($name::double),
            ints: None,
        }
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
        looped!(floor, One, |s, a| one(s, a, f32::floor, f64::floor)),
        "The greatest integer not above the value.",
    )
    .cuda(math("floorf", "floor"))
    .ptx(Ptx::Code("cvt.rmi{ftz}.{t}.{t} {0}")),
    math1(
        "ceil",
        looped!(ceil, One, |s, a| one(s, a, f32::ceil, f64::ceil)),
        "The least integer not below the value.",
    )
    .cuda(math("ceilf", "ceil"))
    .ptx(Ptx::Code("cvt.rpi{ftz}.{t}.{t} {0}")),
    math1(
        "round",
        looped!(round, One, |s, a| one(s, a, f32::round, f64::round)),
        "The nearest integer, halves away from zero.",
    )
    .cuda(math("roundf", "round")),
    math1(
        "round_ties_even",
        looped!(round_ties_even, One, |s, a| one(s, a, f32::round_ties_even, f64::round_ties_even)),
        "The nearest integer, halves to the even one.",
    )
    .cuda(math("rintf", "rint"))
    .ptx(Ptx::Code("cvt.rni{ftz}.{t}.{t} {0}")),
    math1("trunc", looped!(trunc, One, |s, a| one(s, a, f32::trunc, f64::trunc)), "The integer part.")
        .cuda(math("truncf", "trunc"))
        .ptx(Ptx::Code("cvt.rzi{ftz}.{t}.{t} {0}")),
    math1(
        "fract",
        looped!(fract, One, |s, a| one(s, a, f32::fract, f64::fract)),
        "The value less its integer part.",
    ),
    math1("float_abs", looped!(abs, One, |s, a| one(s, a, f32::abs, f64::abs)), "The absolute value.")
        .method("abs")
        .cuda(math("fabsf", "fabs"))
        .ptx(Ptx::Cases(&[(Case::Halves, "and.b16 {r0}, 0x7FFF"), (Case::Always, "abs{ftz}.{t} {0}")])),
    math1(
        "float_signum",
        looped!(signum, One, |s, a| one(s, a, f32::signum, f64::signum)),
        "1 or -1 by the sign bit; NaN of NaN.",
    )
    .method("signum"),
    math2(
        "copysign",
        looped!(copysign, Two, |s, a| two(s, a, f32::copysign, f64::copysign)),
        "The first value with the second's sign.",
    )
    .cuda(math("copysignf", "copysign"))
    .ptx(Ptx::Cases(&[
        (Case::Halves, "and.b16 {r0}, 0x7FFF; and.b16 {r1}, 0x8000; or.b16 $0, $1"),
        (Case::Always, "copysign.{t} {1}, {0}"),
    ])),
    math1(
        "mul_add",
        looped!(mul_add, Three, |s, a| three(s, a, f32::mul_add, f64::mul_add)),
        "First times second plus third, rounded once.",
    )
    .takes(&[Slot::Same, Slot::Same, Slot::Same])
    .cuda(math("fmaf", "fma"))
    .ptx(Ptx::Code("fma.rn{ftz}.{t} {0}, {1}, {2}")),
    math2(
        "float_div_euclid",
        Cpu::Eval(|s, a| two(s, a, f32::div_euclid, f64::div_euclid)),
        "The integer quotient whose remainder is not negative.",
    )
    .method("div_euclid"),
    math2(
        "float_rem_euclid",
        Cpu::Eval(|s, a| two(s, a, f32::rem_euclid, f64::rem_euclid)),
        "The remainder that is not negative.",
    )
    .method("rem_euclid"),
    math1("powi", Cpu::Eval(powi), "An integer power, by repeated squaring.")
        .takes(&[Slot::Same, Slot::Fixed(Scalar::I32)]),
    math2("powf", ours!(powf, Two), "A power.").cuda(elementary("powf", "pow")).ptx(Ptx::Cases(&[(
        Case::Fast,
        "lg2.approx.ftz.f32 {0}; mul.ftz.f32 {1}, $0; ex2.approx.ftz.f32 $1",
    )])),
    math1("sqrt", looped!(sqrt, One, |s, a| one(s, a, f32::sqrt, f64::sqrt)), "The square root.")
        .cuda(math("sqrtf", "sqrt"))
        .ptx(Ptx::Cases(&[(Case::Fast, "sqrt.approx.ftz.f32 {0}"), (Case::Always, "sqrt.rn{ftz}.{t} {0}")])),
    math1(
        "rsqrt",
        looped!(rsqrt, One, |s, a| one(s, a, |x| 1.0 / x.sqrt(), |x| 1.0 / x.sqrt())),
        "The reciprocal of the square root; within 2 ulp on a GPU.",
    )
    .by_trait()
    .cuda(elementary("rsqrtf", "rsqrt"))
    .ptx(Ptx::Cases(&[(Case::Approximate, "rsqrt.approx{ftz}.f32 {0}")])),
    math1("exp", ours!(exp, One), "e to the power of the value.").cuda(elementary("expf", "exp")).ptx(EXP),
    math1("exp2", ours!(exp2, One), "2 to the power of the value.")
        .cuda(elementary("exp2f", "exp2"))
        .ptx(Ptx::Cases(&[(Case::Approximate, "ex2.approx{ftz}.f32 {0}")])),
    math1("exp_m1", ours!(exp_m1, One), "e to the power of the value, less one; exact near zero.")
        .cuda(elementary("expm1f", "expm1")),
    math1("ln", ours!(ln, One), "The natural logarithm.")
        .cuda(elementary("logf", "log"))
        .ptx(Ptx::Cases(&[(Case::Fast, "lg2.approx.ftz.f32 {0}; mul.ftz.f32 $0, 0f3F317218")])),
    math2("log", ours!(log, Two), "The logarithm to the base of the second value.").cuda(Cuda::Library).ptx(
        Ptx::Cases(&[(
            Case::Fast,
            "lg2.approx.ftz.f32 {0}; lg2.approx.ftz.f32 {1}; div.approx.ftz.f32 $0, $1",
        )]),
    ),
    math1("log2", ours!(log2, One), "The logarithm to base 2.")
        .cuda(elementary("log2f", "log2"))
        .ptx(Ptx::Cases(&[(Case::Fast, "lg2.approx.ftz.f32 {0}")])),
    math1("log10", ours!(log10, One), "The logarithm to base 10.")
        .cuda(elementary("log10f", "log10"))
        .ptx(Ptx::Cases(&[(Case::Fast, "lg2.approx.ftz.f32 {0}; mul.ftz.f32 $0, 0f3E9A209B")])),
    math1("ln_1p", ours!(ln_1p, One), "The natural logarithm of the value plus one; exact near zero.")
        .cuda(elementary("log1pf", "log1p")),
    math1("erf", ours!(erf, One), "The error function.").by_trait().cuda(elementary("erff", "erf")),
    math1("erfc", ours!(erfc, One), "1 less the error function, exact where that is nearly 1.")
        .by_trait()
        .cuda(elementary("erfcf", "erfc")),
    math1("cbrt", ours!(cbrt, One), "The cube root.").cuda(elementary("cbrtf", "cbrt")),
    math2("hypot", ours!(hypot, Two), "The length of the hypotenuse, without overflow on the way.")
        .cuda(elementary("hypotf", "hypot")),
    math1("sin", ours!(sin, One), "The sine, in radians.")
        .cuda(elementary("sinf", "sin"))
        .ptx(Ptx::Cases(&[(Case::Fast, "sin.approx.ftz.f32 {0}")])),
    math1("cos", ours!(cos, One), "The cosine, in radians.")
        .cuda(elementary("cosf", "cos"))
        .ptx(Ptx::Cases(&[(Case::Fast, "cos.approx.ftz.f32 {0}")])),
    math1("tan", ours!(tan, One), "The tangent, in radians.").cuda(elementary("tanf", "tan")).ptx(
        Ptx::Cases(&[(
            Case::Fast,
            "sin.approx.ftz.f32 {0}; cos.approx.ftz.f32 {0}; div.approx.ftz.f32 $0, $1",
        )]),
    ),
    math1("asin", ours!(asin, One), "The arc sine.").cuda(elementary("asinf", "asin")),
    math1("acos", ours!(acos, One), "The arc cosine.").cuda(elementary("acosf", "acos")),
    math1("atan", ours!(atan, One), "The arc tangent.").cuda(elementary("atanf", "atan")),
    math2("atan2", ours!(atan2, Two), "The angle of the point (second, first), in all four quadrants.")
        .cuda(elementary("atan2f", "atan2")),
    math1("sinh", ours!(sinh, One), "The hyperbolic sine.").cuda(elementary("sinhf", "sinh")),
    math1("cosh", ours!(cosh, One), "The hyperbolic cosine.").cuda(elementary("coshf", "cosh")),
    math1("tanh", ours!(tanh, One), "The hyperbolic tangent.")
        .cuda(elementary("tanhf", "tanh"))
        .ptx(Ptx::Cases(&[(Case::Fast, "tanh.approx.f32 {0}")])),
    math1("asinh", ours!(asinh, One), "The inverse hyperbolic sine.").cuda(elementary("asinhf", "asinh")),
    math1("acosh", ours!(acosh, One), "The inverse hyperbolic cosine.").cuda(elementary("acoshf", "acosh")),
    math1("atanh", ours!(atanh, One), "The inverse hyperbolic tangent.").cuda(elementary("atanhf", "atanh")),
    math1("recip", looped!(recip, One, |s, a| one(s, a, f32::recip, f64::recip)), "The reciprocal.")
        .ptx(Ptx::Cases(&[(Case::Fast, "rcp.approx.ftz.f32 {0}")])),
    math1("to_degrees", std1!(to_degrees), "Radians to degrees."),
    math1("to_radians", std1!(to_radians), "Degrees to radians."),
    math2(
        "float_midpoint",
        Cpu::Eval(|s, a| two(s, a, f32::midpoint, f64::midpoint)),
        "The mean, without overflow.",
    )
    .method("midpoint"),
    math2(
        "float_min",
        looped!(min, Two, |s, a| two(s, a, f32::min, f64::min)),
        "The lesser value; the other where one is NaN.",
    )
    .method("min")
    .cuda(math("fminf", "fmin"))
    .ptx(Ptx::Code("min{ftz}.{t} {0}, {1}")),
    math2(
        "float_max",
        looped!(max, Two, |s, a| two(s, a, f32::max, f64::max)),
        "The greater value; the other where one is NaN.",
    )
    .method("max")
    .cuda(math("fmaxf", "fmax"))
    .ptx(Ptx::Code("max{ftz}.{t} {0}, {1}")),
    math1(
        "float_clamp",
        looped!(clamp, Three, |s, a| three(s, a, between, between)),
        "The value, but not below the second nor above the third; NaN stays. Bounds are not tested \
         against each other.",
    )
    .method("clamp")
    .takes(&[Slot::Same, Slot::Same, Slot::Same]),
    math1("to_bits", Cpu::Eval(|_, a| a[0]), "The value's bits.")
        .of(Class::Bits)
        .gives(Slot::Unsigned)
        .is(Operator::ToBits),
    math1("from_bits", Cpu::Eval(|_, a| a[0]), "The value with these bits.")
        .of(Class::Bits)
        .associated()
        .takes(&[Slot::Unsigned])
        .is(Operator::FromBits),
    question("is_nan", |s, a| test(s, a, f32::is_nan, f64::is_nan), "Whether the value is NaN."),
    question(
        "is_infinite",
        |s, a| test(s, a, f32::is_infinite, f64::is_infinite),
        "Whether the value is an infinity.",
    ),
    question(
        "is_finite",
        |s, a| test(s, a, f32::is_finite, f64::is_finite),
        "Whether the value is neither infinite nor NaN.",
    ),
    question("is_normal", is_normal, "Whether the value is neither zero, subnormal, infinite nor NaN."),
    question(
        "is_subnormal",
        is_subnormal,
        "Whether the value is neither zero nor normal, infinite or NaN: below the least normal one.",
    ),
    question(
        "is_sign_positive",
        |s, a| test(s, a, f32::is_sign_positive, f64::is_sign_positive),
        "Whether the sign bit is clear.",
    ),
    question(
        "is_sign_negative",
        |s, a| test(s, a, f32::is_sign_negative, f64::is_sign_negative),
        "Whether the sign bit is set.",
    ),
];

/// e to the power of an `f32`, by the machine's power of two: of `x log2 e`, the fraction goes to the machine and the
/// whole part to the exponent of a factor. The first line maps whole parts from -126 to 126 to 0 to 1 and saturates, so
/// that the whole part stays within what a factor may have; what is beyond stays in the fraction. Thus results below
/// the least normal number and above the greatest come out of the last product. The second line adds 1.5 * 2^23, which
/// leaves no place for a fraction: the low bits are the whole part, and what an exponent adds to it.
const EXP: Ptx = Ptx::Cases(&[
    (Case::Fast, "mul.ftz.f32 {0}, 0f3FB8AA3B; ex2.approx.ftz.f32 $0"),
    (
        Case::Approximate,
        "fma.rn.sat.f32 {0}, 0f3BBB989D, 0f3F000000; fma.rm.f32 $0, 0f437C0000, 0f4B400001; \
         sub.rn.f32 0f4B40007F, $1; fma.rn.f32 {0}, 0f3FB8AA3B, $2; fma.rn.f32 {0}, 0f32A57060, $3; \
         ex2.approx.ftz.f32 $4; shl.b32 $1, 23; mul.rn.f32 $5, $6",
    ),
]);

const fn math(f32: &'static str, f64: &'static str) -> Cuda {
    Cuda::Math { f32, f64 }
}

const fn elementary(f32: &'static str, f64: &'static str) -> Cuda {
    Cuda::Elementary { f32, f64 }
}

/// A method with the receiver as only operand.
const fn math1(name: &'static str, cpu: Cpu, doc: &'static str) -> Intrinsic {
    Intrinsic::pure(name, Class::Float, &[Slot::Same], cpu, doc)
}

const fn math2(name: &'static str, cpu: Cpu, doc: &'static str) -> Intrinsic {
    Intrinsic::pure(name, Class::Float, &[Slot::Same, Slot::Same], cpu, doc)
}

const fn question(name: &'static str, eval: fn(Scalar, &[Bits]) -> Bits, doc: &'static str) -> Intrinsic {
    math1(name, Cpu::Eval(eval), doc).gives(Slot::Fixed(Scalar::Bool))
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
