//! The operations element by element: one row each.
//!
//! A row has the name, what the generated code says for each kind of element, and what the operation is in `f64`, by
//! which the tests judge it. The same row makes the method of [`Array`]. What is not written for a kind is not there
//! for it: the method's bound says so to rustc.

use crate::array::{Array, IntoOperand};
use crate::dtype::{Dtype, Element, Floating, Integer, Kind, Number, SignedNumber};

/// An operation element by element.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) id: Id,
    /// The method's name.
    pub(crate) name: &'static str,
    /// The expression: `{0}` to `{2}` are the operands and `{t}` is their type.
    text: &'static [(Class, &'static str)],
    /// Whether the result is `bool`, and not of the operands' type.
    #[cfg(test)]
    tests: bool,
    #[cfg(test)]
    reference: Reference,
}

/// What an operation is in `f64`.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
enum Reference {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    Three(fn(f64, f64, f64) -> f64),
}

/// Some kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Floats,
    Ints,
    Signeds,
    Unsigneds,
    Bools,
    All,
}
use Class::{All, Bools, Floats, Ints, Signeds, Unsigneds};

impl Class {
    fn has(self, kind: Kind) -> bool {
        match self {
            Floats => kind == Kind::Float,
            Ints => matches!(kind, Kind::Signed | Kind::Unsigned),
            Signeds => kind == Kind::Signed,
            Unsigneds => kind == Kind::Unsigned,
            Bools => kind == Kind::Bool,
            All => true,
        }
    }
}

impl Row {
    /// The expression for operands of a type; `None` where there is none.
    pub(crate) fn text(&self, dtype: Dtype) -> Option<&'static str> {
        self.text.iter().find(|(class, _)| class.has(dtype.kind())).map(|(_, text)| *text)
    }
}

/// What a value is in a result of type `bool`.
#[cfg(test)]
fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}

macro_rules! rows {
    ($(
        $(#[$doc:meta])*
        $id:ident fn $name:ident<$bound:ident>($($operand:ident),*) -> $result:tt
        { $($class:ident => $text:expr,)+ } $arity:ident($reference:expr);
    )*) => {
        /// Which operation.
        #[allow(clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Id { $($id,)* Cast }

        /// The operations, by [`Id`].
        pub(crate) static ROWS: &[Row] = &[$(
            Row { id: Id::$id, name: stringify!($name), text: &[$(($class, $text)),+], #[cfg(test)] tests: rows!(@tests $result), #[cfg(test)] reference: Reference::$arity($reference) },
        )* Row { id: Id::Cast, name: "cast", text: &[], #[cfg(test)] tests: false, #[cfg(test)] reference: Reference::One(|x| x) }];

        $(rows!(@method [$(#[$doc])*] $id $name $bound [$($operand)*] $result);)*
    };
    // Operators have no methods.
    (@method $docs:tt $id:ident $name:ident Operator $operands:tt $result:tt) => {};
    (@method [$(#[$doc:meta])*] $id:ident $name:ident $bound:ident [$($operand:ident)*] $result:tt) => {
        impl<T: $bound> Array<T> {
            $(#[$doc])*
            #[track_caller]
            pub fn $name(&self $(, $operand: impl IntoOperand<T>)*) -> rows!(@result $result) {
                Array::map(Id::$id, [self.operand(), $($operand.into_operand().inner()),*])
            }
        }
    };
    (@tests T) => { false };
    (@tests bool) => { true };
    (@result T) => { Array<T> };
    (@result bool) => { Array<bool> };
}

rows! {
    // The operators, whose methods are std's traits.
    Add fn add<Operator>(other) -> T { Floats => "{0} + {1}", Ints => "{0} + {1}", } Two(|x, y| x + y);
    Sub fn sub<Operator>(other) -> T { Floats => "{0} - {1}", Ints => "{0} - {1}", } Two(|x, y| x - y);
    Mul fn mul<Operator>(other) -> T { Floats => "{0} * {1}", Ints => "{0} * {1}", } Two(|x, y| x * y);
    Div fn div<Operator>(other) -> T { Floats => "{0} / {1}", Ints => "{0} /@1 {1}", } Two(|x, y| x / y);
    Rem fn rem<Operator>(other) -> T { Floats => "{0} % {1}", Ints => "{0} %@1 {1}", } Two(|x, y| x % y);
    Neg fn neg<Operator>() -> T { Floats => "-{0}", Signeds => "-{0}", } One(|x| -x);
    And fn bitand<Operator>(other) -> T { Bools => "{0} & {1}", Ints => "{0} & {1}", } Two(|x, y| (x as i64 & y as i64) as f64);
    Or fn bitor<Operator>(other) -> T { Bools => "{0} | {1}", Ints => "{0} | {1}", } Two(|x, y| (x as i64 | y as i64) as f64);
    Xor fn bitxor<Operator>(other) -> T { Bools => "{0} ^ {1}", Ints => "{0} ^ {1}", } Two(|x, y| (x as i64 ^ y as i64) as f64);
    Not fn not<Operator>() -> T { Bools => "!{0}", Ints => "!{0}", } One(|x| !(x as i64) as f64);
    Shl fn shl<Operator>(other) -> T { Ints => "{0} << {1}", } Two(|x, y| ((x as i64) << (y as i64)) as f64);
    Shr fn shr<Operator>(other) -> T { Ints => "{0} >> {1}", } Two(|x, y| ((x as i64) >> (y as i64)) as f64);
    Select fn select<Operator>(yes, no) -> T { All => "if {0} { {1} } else { {2} }", } Three(|mask, yes, no| if mask == 0.0 { no } else { yes });
    Powi fn powi<Operator>(power) -> T { Floats => "powi({0}, {1})", } Two(|x, n| x.powi(n as i32));

    // Numbers.
    /// The absolute value. Of the least integer that is itself, as of std's `wrapping_abs`.
    Abs fn abs<SignedNumber>() -> T { Floats => "float_abs({0})", Signeds => "wrapping_abs({0})", } One(f64::abs);
    /// 1 or -1 by the sign; of an integer 0 for 0, of a float NaN for NaN.
    #[doc(alias = "sign")]
    Signum fn signum<SignedNumber>() -> T { Floats => "float_signum({0})", Signeds => "int_signum({0})", } One(f64::signum);
    /// The square.
    Square fn square<Number>() -> T { Floats => "{0} * {0}", Ints => "{0} * {0}", } One(|x| x * x);
    /// The lesser value; NaN where one is NaN. See [`Array::fmin`].
    Minimum fn minimum<Number>(other) -> T {
        Floats => "if {0} != {0} { {0} } else { if {1} != {1} { {1} } else { float_min({0}, {1}) } }",
        Ints => "int_min({0}, {1})",
    } Two(|x, y| if x.is_nan() || y.is_nan() { f64::NAN } else { x.min(y) });
    /// The greater value; NaN where one is NaN. See [`Array::fmax`].
    Maximum fn maximum<Number>(other) -> T {
        Floats => "if {0} != {0} { {0} } else { if {1} != {1} { {1} } else { float_max({0}, {1}) } }",
        Ints => "int_max({0}, {1})",
    } Two(|x, y| if x.is_nan() || y.is_nan() { f64::NAN } else { x.max(y) });
    /// The value, but not below `low` nor above `high`. NaN stays.
    #[doc(alias = "clip")]
    Clamp fn clamp<Number>(low, high) -> T {
        Floats => "float_clamp({0}, {1}, {2})", Ints => "int_clamp({0}, {1}, {2})",
    } Three(|x, low, high| if x < low { low } else if x > high { high } else { x });
    /// The remainder of a division that is not negative.
    #[doc(alias = "mod")]
    RemEuclid fn rem_euclid<Floating>(other) -> T { Floats => "float_rem_euclid({0}, {1})", } Two(f64::rem_euclid);

    // Comparisons.
    /// Whether the values are equal.
    #[doc(alias = "equal")]
    Eq fn eq<Element>(other) -> bool { All => "{0} == {1}", } Two(|x, y| truth(x == y));
    /// Whether the values differ.
    #[doc(alias = "not_equal")]
    Ne fn ne<Element>(other) -> bool { All => "{0} != {1}", } Two(|x, y| truth(x != y));
    /// Whether the value is less than the other.
    #[doc(alias = "less")]
    Lt fn lt<Number>(other) -> bool { All => "{0} < {1}", } Two(|x, y| truth(x < y));
    /// Whether the value is the other or less.
    #[doc(alias = "less_equal")]
    Le fn le<Number>(other) -> bool { All => "{0} <= {1}", } Two(|x, y| truth(x <= y));
    /// Whether the value is greater than the other.
    #[doc(alias = "greater")]
    Gt fn gt<Number>(other) -> bool { All => "{0} > {1}", } Two(|x, y| truth(x > y));
    /// Whether the value is the other or greater.
    #[doc(alias = "greater_equal")]
    Ge fn ge<Number>(other) -> bool { All => "{0} >= {1}", } Two(|x, y| truth(x >= y));
    /// Whether the value is NaN.
    #[doc(alias = "isnan")]
    IsNan fn is_nan<Floating>() -> bool { Floats => "{0} != {0}", } One(|x| truth(x.is_nan()));
    /// Whether the value is an infinity.
    #[doc(alias = "isinf")]
    IsInfinite fn is_infinite<Floating>() -> bool { Floats => "float_abs({0}) == (float \"inf\": {t})", } One(|x| truth(x.is_infinite()));
    /// Whether the value is neither NaN nor an infinity.
    #[doc(alias = "isfinite")]
    IsFinite fn is_finite<Floating>() -> bool { Floats => "float_abs({0}) < (float \"inf\": {t})", } One(|x| truth(x.is_finite()));

    // Floats.
    /// The lesser value; the other where one is NaN. See [`Array::minimum`].
    Fmin fn fmin<Floating>(other) -> T { Floats => "float_min({0}, {1})", } Two(f64::min);
    /// The greater value; the other where one is NaN. See [`Array::maximum`].
    Fmax fn fmax<Floating>(other) -> T { Floats => "float_max({0}, {1})", } Two(f64::max);
    /// The square root.
    Sqrt fn sqrt<Floating>() -> T { Floats => "sqrt({0})", } One(f64::sqrt);
    /// The reciprocal of the square root.
    Rsqrt fn rsqrt<Floating>() -> T { Floats => "rsqrt({0})", } One(|x| 1.0 / x.sqrt());
    /// The cube root.
    Cbrt fn cbrt<Floating>() -> T { Floats => "cbrt({0})", } One(f64::cbrt);
    /// The reciprocal.
    #[doc(alias = "reciprocal")]
    Recip fn recip<Floating>() -> T { Floats => "recip({0})", } One(f64::recip);
    /// e to the power of the value.
    Exp fn exp<Floating>() -> T { Floats => "exp({0})", } One(f64::exp);
    /// 2 to the power of the value.
    Exp2 fn exp2<Floating>() -> T { Floats => "exp2({0})", } One(f64::exp2);
    /// e to the power of the value, less 1; exact near 0.
    #[doc(alias = "expm1")]
    ExpM1 fn exp_m1<Floating>() -> T { Floats => "exp_m1({0})", } One(f64::exp_m1);
    /// The natural logarithm.
    #[doc(alias = "log")]
    Ln fn ln<Floating>() -> T { Floats => "ln({0})", } One(f64::ln);
    /// The logarithm to base 2.
    Log2 fn log2<Floating>() -> T { Floats => "log2({0})", } One(f64::log2);
    /// The logarithm to base 10.
    Log10 fn log10<Floating>() -> T { Floats => "log10({0})", } One(f64::log10);
    /// The natural logarithm of the value plus 1; exact near 0.
    #[doc(alias = "log1p")]
    Ln1p fn ln_1p<Floating>() -> T { Floats => "ln_1p({0})", } One(f64::ln_1p);
    /// A power.
    #[doc(alias = "power")]
    Powf fn powf<Floating>(power) -> T { Floats => "powf({0}, {1})", } Two(f64::powf);
    /// The sine, in radians.
    Sin fn sin<Floating>() -> T { Floats => "sin({0})", } One(f64::sin);
    /// The cosine, in radians.
    Cos fn cos<Floating>() -> T { Floats => "cos({0})", } One(f64::cos);
    /// The tangent, in radians.
    Tan fn tan<Floating>() -> T { Floats => "tan({0})", } One(f64::tan);
    /// The arc sine.
    Asin fn asin<Floating>() -> T { Floats => "asin({0})", } One(f64::asin);
    /// The arc cosine.
    Acos fn acos<Floating>() -> T { Floats => "acos({0})", } One(f64::acos);
    /// The arc tangent.
    Atan fn atan<Floating>() -> T { Floats => "atan({0})", } One(f64::atan);
    /// The angle of the point `(other, self)`, in all four quadrants.
    #[doc(alias = "arctan2")]
    Atan2 fn atan2<Floating>(other) -> T { Floats => "atan2({0}, {1})", } Two(f64::atan2);
    /// The hyperbolic sine.
    Sinh fn sinh<Floating>() -> T { Floats => "sinh({0})", } One(f64::sinh);
    /// The hyperbolic cosine.
    Cosh fn cosh<Floating>() -> T { Floats => "cosh({0})", } One(f64::cosh);
    /// The hyperbolic tangent.
    Tanh fn tanh<Floating>() -> T { Floats => "tanh({0})", } One(f64::tanh);
    /// The inverse hyperbolic sine.
    Asinh fn asinh<Floating>() -> T { Floats => "asinh({0})", } One(f64::asinh);
    /// The inverse hyperbolic cosine.
    Acosh fn acosh<Floating>() -> T { Floats => "acosh({0})", } One(f64::acosh);
    /// The inverse hyperbolic tangent.
    Atanh fn atanh<Floating>() -> T { Floats => "atanh({0})", } One(f64::atanh);
    /// The length of the hypotenuse, without overflow on the way.
    Hypot fn hypot<Floating>(other) -> T { Floats => "hypot({0}, {1})", } Two(f64::hypot);
    /// The error function.
    Erf fn erf<Floating>() -> T { Floats => "erf({0})", } One(kiln_runtime::__private::math::error64::erf_f64);
    /// 1 less the error function; exact where that is nearly 1.
    Erfc fn erfc<Floating>() -> T { Floats => "erfc({0})", } One(kiln_runtime::__private::math::error64::erfc_f64);
    /// The greatest integer not above the value.
    Floor fn floor<Floating>() -> T { Floats => "floor({0})", } One(f64::floor);
    /// The least integer not below the value.
    Ceil fn ceil<Floating>() -> T { Floats => "ceil({0})", } One(f64::ceil);
    /// The integer part.
    Trunc fn trunc<Floating>() -> T { Floats => "trunc({0})", } One(f64::trunc);
    /// The nearest integer, halves away from 0.
    Round fn round<Floating>() -> T { Floats => "round({0})", } One(f64::round);
    /// The nearest integer, halves to the even one.
    #[doc(alias = "rint")]
    RoundTiesEven fn round_ties_even<Floating>() -> T { Floats => "round_ties_even({0})", } One(f64::round_ties_even);
    /// The value less its integer part.
    Fract fn fract<Floating>() -> T { Floats => "fract({0})", } One(f64::fract);
    /// The value with the other's sign.
    Copysign fn copysign<Floating>(other) -> T { Floats => "copysign({0}, {1})", } Two(f64::copysign);
    /// The value times `factor`, plus `term`, rounded once.
    #[doc(alias = "fma")]
    MulAdd fn mul_add<Floating>(factor, term) -> T { Floats => "mul_add({0}, {1}, {2})", } Three(f64::mul_add);
    /// Radians to degrees.
    ToDegrees fn to_degrees<Floating>() -> T { Floats => "to_degrees({0})", } One(f64::to_degrees);
    /// Degrees to radians.
    ToRadians fn to_radians<Floating>() -> T { Floats => "to_radians({0})", } One(f64::to_radians);

    // What networks are made of.
    /// The logistic function, `1 / (1 + exp(-x))`.
    Sigmoid fn sigmoid<Floating>() -> T { Floats => "1.0{t} / (1.0{t} + exp(-{0}))", } One(|x| 1.0 / (1.0 + (-x).exp()));
    /// The value where it is positive, else 0.
    Relu fn relu<Number>() -> T {
        Floats => "if {0} > 0.0{t} { {0} } else { 0.0{t} }", Signeds => "int_max({0}, 0{t})", Unsigneds => "{0}",
    } One(|x| if x > 0.0 { x } else { 0.0 });
    /// `x / 2 * (1 + erf(x / sqrt(2)))`.
    Gelu fn gelu<Floating>() -> T {
        Floats => "(0.5{t} * {0}) * (1.0{t} + erf({0} * 0.7071067811865476{t}))",
    } One(|x| 0.5 * x * (1.0 + kiln_runtime::__private::math::error64::erf_f64(x * std::f64::consts::FRAC_1_SQRT_2)));
    /// `x * sigmoid(x)`.
    #[doc(alias = "swish")]
    Silu fn silu<Floating>() -> T { Floats => "{0} / (1.0{t} + exp(-{0}))", } One(|x| x / (1.0 + (-x).exp()));
    /// `ln(1 + exp(x))`, without overflow on the way.
    Softplus fn softplus<Floating>() -> T {
        Floats => "float_max({0}, 0.0{t}) + ln_1p(exp(-float_abs({0})))",
    } One(|x| x.max(0.0) + (-x.abs()).exp().ln_1p());

    // Integers.
    /// How many bits are 1.
    CountOnes fn count_ones<Integer>() -> T { Ints => "count_ones({0}) as {t}", } One(|x| f64::from((x as i64 as u8).count_ones()));
}

#[cfg(test)]
mod tests;
