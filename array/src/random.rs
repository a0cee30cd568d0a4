//! Random numbers, which are computed where they are used.

use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kiln_runtime::__private::made::ArrayError;

use crate::array::Array;
use crate::dtype::{Dtype, Floating, Integer, Kind};
use crate::node::{Node, Op};
use crate::shape::Shape;

/// Draws arrays of random numbers, by Philox4x32-10.
///
/// The same seed gives the same numbers on each device. Numbers take no memory: a kernel that uses them computes them,
/// so a graph that uses a drawn array twice has the same numbers twice. Element `i` of the first array has what
/// `kiln::random::Philox::new(seed, i)` gives first.
///
/// ```
/// use kiln_array::Random;
///
/// let mut random = Random::new(7);
/// let points = random.uniform::<f32>([2, 100_000]);
/// let inside = points.square().sum_axis(0).lt(1.0).sum().item()?;
/// assert!((inside as f64 / 25_000.0 - std::f64::consts::PI).abs() < 0.05);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    key: u64,
    /// How many arrays were drawn.
    drawn: u32,
}

impl Random {
    /// Draws by this seed.
    #[doc(alias = "default_rng")]
    pub fn new(seed: u64) -> Random {
        Random { key: seed, drawn: 0 }
    }

    /// Draws by a seed that no other call of this process has.
    pub fn from_time() -> Random {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        let now = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos());
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        Random::new((now as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ call)
    }

    /// The words of a further array.
    #[track_caller]
    fn words<const N: usize>(&mut self, shape: Shape, name: &'static str) -> [Array<u32>; N] {
        let block = self.drawn;
        self.drawn = self.drawn.wrapping_add(1);
        let key = self.key;
        std::array::from_fn(|word| Array::source(shape, Op::Random { key, block, word: word as u8 }, name))
    }

    /// Numbers from 0 to below 1: of 24 random bits, of `f64` 53.
    #[track_caller]
    #[doc(alias = "rand")]
    pub fn uniform<T: Floating>(&mut self, shape: impl Into<Shape>) -> Array<T> {
        let [high, low] = self.words(shape.into(), "uniform");
        uniform(&high, &low)
    }

    /// Numbers of the normal distribution with mean 0 and deviation 1, by the method of Box and Muller.
    #[track_caller]
    #[doc(alias = "randn")]
    pub fn normal<T: Floating>(&mut self, shape: impl Into<Shape>) -> Array<T> {
        let [a, b, c, d] = self.words(shape.into(), "normal");
        if T::DTYPE == Dtype::F64 {
            return normal::<f64>(&uniform(&a, &b), &uniform(&c, &d)).cast();
        }
        normal::<f32>(&uniform(&a, &a), &uniform(&b, &b)).cast()
    }

    /// Whole numbers from `low` to below `high`, which is greater. Of the numbers some are more likely than others, by
    /// 2⁻³² at most.
    #[track_caller]
    #[doc(alias = "randint")]
    pub fn integers<T: Integer>(&mut self, low: T, high: T, shape: impl Into<Shape>) -> Array<T> {
        let [bits, more] = self.words(shape.into(), "integers");
        let (low_bits, high_bits) = (low.to_bits(), high.to_bits());
        // As unsigned numbers of 64 bits in the type's order.
        let order = |bits: u64| match T::DTYPE.kind() {
            Kind::Signed => {
                let unused = 64 - 8 * T::DTYPE.size();
                (((bits << unused) as i64) >> unused).wrapping_sub(i64::MIN) as u64
            }
            _ => bits,
        };
        let Some(distance @ 1..) = order(high_bits).checked_sub(order(low_bits)) else {
            let at = Location::caller();
            let what = format!("`integers` from {low} to below {high}: there is none");
            return Array::of(Node::wrong(T::DTYPE, "integers", at, Arc::new(ArrayError::new(what, at))));
        };
        let scaled = if u32::try_from(distance).is_ok() {
            (bits.cast::<u64>() * distance) >> 32
        } else {
            ((bits.cast::<u64>() << 32) | more.cast::<u64>()) % distance
        };
        scaled.cast::<T>() + low
    }

    /// `true` with a probability.
    #[track_caller]
    pub fn bernoulli(&mut self, probability: f32, shape: impl Into<Shape>) -> Array<bool> {
        let [bits] = self.words(shape.into(), "bernoulli");
        uniform::<f32>(&bits, &bits).lt(probability)
    }

    /// Numbers of the exponential distribution with mean 1.
    #[track_caller]
    pub fn exponential<T: Floating>(&mut self, shape: impl Into<Shape>) -> Array<T> {
        let [high, low] = self.words(shape.into(), "exponential");
        -(-uniform::<T>(&high, &low)).ln_1p()
    }
}

/// Numbers from 0 to below 1 of random bits.
#[track_caller]
fn uniform<T: Floating>(high: &Array<u32>, low: &Array<u32>) -> Array<T> {
    if T::DTYPE == Dtype::F64 {
        let bits = (high.cast::<u64>() << 32) | low.cast::<u64>();
        return ((bits >> 11).cast::<f64>() * (1.0 / 9_007_199_254_740_992.0)).cast();
    }
    ((high >> 8).cast::<f32>() * (1.0 / 16_777_216.0)).cast()
}

/// Numbers of the normal distribution of two uniform ones.
#[track_caller]
fn normal<T: Floating>(first: &Array<T>, second: &Array<T>) -> Array<T> {
    let length = (first * T::from_f64(-1.0)).ln_1p() * T::from_f64(-2.0);
    let angle = second * T::from_f64(std::f64::consts::TAU);
    length.sqrt() * angle.cos()
}
