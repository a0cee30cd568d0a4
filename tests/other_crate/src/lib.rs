//! Device functions and a kernel that the run tests of `kiln` use from outside.

use kiln::prelude::*;

/// Not visible outside; a device function that is calls it.
const OFFSET: u32 = 5;

#[device]
fn hidden(x: u32) -> u32 {
    x * 2 + OFFSET
}

/// Calls what only this crate can see.
#[device]
pub fn doubled(x: u32) -> u32 {
    hidden(x)
}

/// Generic over a type and a constant.
#[device]
pub fn power<T: Num, const N: usize>(x: T) -> T {
    let mut result = T::ONE;
    for _ in 0..N {
        result *= x;
    }
    result
}

/// Generic over what it is given.
#[device]
pub fn picked<T: KernelType>(count: u32, value: T) -> T {
    assert!(count < 1000);
    value
}

/// Fails where this crate's source says so.
#[device]
pub fn checked(x: u32) -> u32 {
    assert!(x < 1000, "{x} is too large");
    x
}

/// A kernel that another crate launches.
#[kernel]
pub fn fill_doubled(out: &mut [u32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = doubled(i as u32);
    }
}

/// A struct that kernels of other crates take.
#[derive(Clone, Copy, Debug, PartialEq, KernelType)]
pub struct Span<T> {
    pub start: T,
    pub end: T,
}

#[device]
impl<T: Num> Span<T> {
    /// How many there are unless the span is turned round.
    pub const SIGN: u32 = 3;

    pub fn new(start: T, end: T) -> Self {
        Span { start, end }
    }

    pub fn length(self) -> T {
        self.end - self.start
    }

    /// Twice a number of any type; a method of this name in another crate has no parameters.
    pub fn beside<U: Num>(self, number: U) -> U {
        number + number
    }

    /// The same of what it is passed.
    pub fn applied<U: Num>(self, number: U, f: impl Fn(U) -> U) -> U {
        f(number) + number
    }

    pub fn widen(&mut self, by: T) {
        self.start -= by;
        self.end += by;
    }
}

/// What two spans cover together.
#[device]
impl<T: Num> std::ops::BitOr for Span<T> {
    type Output = Span<T>;

    fn bitor(self, other: Span<T>) -> Span<T> {
        let start = if other.start < self.start { other.start } else { self.start };
        let end = if other.end > self.end { other.end } else { self.end };
        Span { start, end }
    }
}

/// The span further on.
#[device]
impl<T: Num> std::ops::Add<T> for Span<T> {
    type Output = Span<T>;

    fn add(self, by: T) -> Span<T> {
        Span { start: self.start + by, end: self.end + by }
    }
}

/// Which way a span goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, KernelType)]
pub enum Way {
    Up,
    Down,
    Nowhere,
}

/// What has a measure.
#[device]
pub trait Measure {
    /// Counts each in the sum.
    const WEIGHT: f32;

    fn measure(&self) -> f32;

    fn weighted(&self) -> f32 {
        self.measure() * Self::WEIGHT
    }
}

#[device]
impl Measure for Span<f32> {
    const WEIGHT: f32 = 0.5;

    fn measure(&self) -> f32 {
        self.length()
    }
}

#[device]
impl Measure for f32 {
    const WEIGHT: f32 = 0.25;

    fn measure(&self) -> f32 {
        *self + 1.0
    }
}

/// Sums the measures of what another crate may have defined.
#[kernel]
pub fn measures<M: Measure + KernelType>(values: &[M], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = values[i].weighted() + M::measure(&values[i]);
    }
}

/// What has methods with the names of numbers' own.
#[device]
pub trait Bent {
    fn abs(&self) -> f32;

    fn clamp(self, least: u32, most: u32) -> f32;

    fn twice(&self) -> f32 {
        self.abs() * 2.0
    }
}

#[device]
impl Bent for f32 {
    fn abs(&self) -> f32 {
        *self - 3.0
    }

    fn clamp(self, least: u32, most: u32) -> f32 {
        self + (least * most) as f32
    }
}

/// Calls them.
#[kernel]
pub fn bend<T>(x: &[T], out: &mut [f32])
where
    T: Bent + KernelType,
{
    let i = global_id();
    if i < out.len() {
        out[i] = x[i].abs() + x[i].clamp(2, 3) + x[i].twice();
    }
}

/// What has a size.
#[device]
pub trait Extended {
    fn extent(&self) -> f32;

    fn grown(self, by: f32) -> f32;
}

/// What has one, too.
#[device]
pub trait Extent {
    fn extent(&self) -> f32;

    fn grown(self, by: f32) -> f32;
}

#[device]
impl Extended for Span<f32> {
    fn extent(&self) -> f32 {
        self.length()
    }

    fn grown(self, by: f32) -> f32 {
        self.length() + by
    }
}

#[device]
impl Extent for Span<f32> {
    fn extent(&self) -> f32 {
        self.length() + 1.0
    }

    fn grown(self, by: f32) -> f32 {
        self.length() - by
    }
}

/// What is no device function.
pub trait Loose {
    fn loose(&self) -> f32;
}

impl Loose for Span<f32> {
    fn loose(&self) -> f32 {
        self.start
    }
}

/// Calls what it is passed, of any crate.
#[device]
pub fn folded<T: Num, F: Fn(T, T) -> T>(values: &[T], start: T, f: F) -> T {
    let mut all = start;
    for value in values {
        all = f(all, *value);
    }
    all
}

/// What is called by its path, or brought by all names of the module.
pub mod deeper {
    use kiln::prelude::*;

    /// The third power.
    #[device]
    pub fn cubed<T: Num>(value: T) -> T {
        value * value * value
    }

    /// One, of the type that is asked for.
    #[device]
    pub fn one_of<T: Num>() -> T {
        T::ONE
    }

    /// What a function gives, twice.
    #[device]
    pub fn applied_twice<T: Num>(value: T, f: impl Fn(T) -> T) -> T {
        f(f(value))
    }
}
