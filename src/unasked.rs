//! What stands in the checked copy of a device function for what the function itself is asked (`front::copy::unasked`).
//!
//! Guarantees the type that the user's words have where they are right, and that rustc says nothing of them where they
//! are not: an inherent method of the one type comes before the method behind `Deref`, which any other type finds.

use std::marker::PhantomData;
use std::ops::Deref;

/// What an `assert!` is of: a `bool`, or anything.
pub struct Condition<T>(pub T);

/// A condition that is no `bool`.
pub struct AnyCondition;

impl Condition<bool> {
    /// The condition.
    #[must_use]
    pub fn holds(self) -> bool {
        self.0
    }

    /// What it is known for.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.0
    }
}

impl<T> Deref for Condition<T> {
    type Target = AnyCondition;

    fn deref(&self) -> &AnyCondition {
        &AnyCondition
    }
}

impl AnyCondition {
    /// What it is known for.
    #[must_use]
    pub fn is_known(&self) -> &AnyCondition {
        self
    }

    /// Nothing that is looked at.
    #[must_use]
    pub fn holds(&self) -> bool {
        true
    }
}

/// Whether a type is `Copy`, as a constant of what it is or of what any other is.
pub struct Copied<T>(PhantomData<T>);

impl<T: Copy> Copied<T> {
    /// It is.
    pub const IS: bool = true;
}

/// What a type is of which that is not known.
pub trait NotCopied {
    /// It is not.
    const IS: bool = false;
}

impl<T> NotCopied for Copied<T> {}

/// What `?` is asked of: an `Option`, or anything, which then gives itself.
pub struct Tried<T>(AnyTried<T>);

/// What is no `Option`.
pub struct AnyTried<T>(T);

impl<T> Tried<T> {
    /// Of this value.
    pub fn of(value: T) -> Tried<T> {
        Tried(AnyTried(value))
    }
}

impl<T> Tried<Option<T>> {
    /// What is in the `Option`.
    #[must_use]
    pub fn given(self) -> T {
        match self.0.0 {
            Some(value) => value,
            None => unreachable!("a checked copy is not run"),
        }
    }
}

impl<T> Deref for Tried<T> {
    type Target = AnyTried<T>;

    fn deref(&self) -> &AnyTried<T> {
        &self.0
    }
}

impl<T> AnyTried<T> {
    /// The value.
    #[must_use]
    pub fn given(&self) -> T {
        unreachable!("a checked copy is not run")
    }
}

/// A variable that Kiln takes for an `A`, and rustc for an `X`: the same, or a reference to it.
///
/// Where it is another type, one is left unknown, of which rustc complains only where it has found nothing else wrong:
/// what made Kiln take the variable for an `A` is the user's mistake then, which rustc has told of.
pub struct Taken<A, X>(TakenByReference<A, X>);

impl<A, X> Clone for Taken<A, X> {
    fn clone(&self) -> Self {
        *self
    }
}

// A closure with `move` takes a copy of it.
impl<A, X> Copy for Taken<A, X> {}

/// What is not of the type itself.
pub struct TakenByReference<A, X>(AnotherType, PhantomData<fn() -> (A, X)>);

impl<A, X> Clone for TakenByReference<A, X> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, X> Copy for TakenByReference<A, X> {}

/// A type that Kiln did not find.
#[derive(Clone, Copy)]
pub struct AnotherType;

impl<A, X> Taken<A, X> {
    /// Of a variable that is to be told of.
    #[expect(clippy::new_without_default, reason = "only a checked copy has one")]
    pub const fn new() -> Taken<A, X> {
        Taken(TakenByReference(AnotherType, PhantomData))
    }

    /// Tells of it.
    pub fn is(&self, _: fn(A), _: &X) {}
}

impl<T> Taken<T, T> {
    /// It is the same type.
    pub fn agrees(&self) {}
}

impl<A, X> Deref for Taken<A, X> {
    type Target = TakenByReference<A, X>;

    fn deref(&self) -> &TakenByReference<A, X> {
        &self.0
    }
}

macro_rules! references {
    ($($reference:ty)*) => {$(
        impl<T> TakenByReference<T, $reference> {
            /// It is a reference to it.
            pub fn agrees(&self) {}
        }
    )*};
}

references!(&T &mut T &&T &&mut T &mut &T);

/// What kernels keep as a pair is one, or an `Option`.
macro_rules! pairs {
    ($($pair:ty)*) => {$(
        impl<T> TakenByReference<Option<T>, $pair> {
            /// It is a pair.
            pub fn agrees(&self) {}
        }
    )*};
}

pairs!((bool, T) &(bool, T) &mut (bool, T) &&(bool, T));

impl<A, X> Deref for TakenByReference<A, X> {
    type Target = AnotherType;

    fn deref(&self) -> &AnotherType {
        &self.0
    }
}

impl AnotherType {
    /// It is not: a defect of Kiln's, unless the user's code is wrong.
    pub fn agrees<KilnTookItForAnotherTypePleaseReportThis>(&self) {}
}

/// An argument of a parameter of type `A`: of that type, which says what it is, or of any other, which the function
/// itself tells of.
pub struct Leniently<A, X>(Coerced<A, X>, X);

/// A value of any type.
#[must_use]
pub fn any<A>() -> A {
    unreachable!("a checked copy is not run")
}

/// What is not of a parameter's type.
pub struct AnyGiven<A>(PhantomData<fn() -> A>);

impl<A, X> Leniently<A, X> {
    /// The argument of what such a pointer takes.
    pub fn of(_: fn(A) -> A, argument: X) -> Leniently<A, X> {
        Leniently(Coerced(AnyGiven(PhantomData), PhantomData), argument)
    }
}

impl<T> Leniently<T, T> {
    /// The argument.
    #[must_use]
    pub fn given(self) -> T {
        self.1
    }
}

impl<A, X> Deref for Leniently<A, X> {
    type Target = Coerced<A, X>;

    fn deref(&self) -> &Coerced<A, X> {
        &self.0
    }
}

/// What rustc makes a parameter's type where it is given.
pub struct Coerced<A, X>(AnyGiven<A>, PhantomData<fn() -> X>);

macro_rules! coerced {
    ($([$($param:tt)*] $given:ty => $made:ty;)*) => {$(
        impl<$($param)*> Coerced<$made, $given> {
            /// What it is made.
            #[must_use]
            pub fn given(&self) -> $made {
                unreachable!("a checked copy is not run")
            }
        }
    )*};
}

coerced! {
    ['a, T: ?Sized] &'a mut T => &'a T;
    ['a, T: ?Sized] &'a &'a T => &'a T;
    ['a, T: ?Sized] &'a &'a mut T => &'a T;
    ['a, T, const N: usize] &'a [T; N] => &'a [T];
    ['a, T, const N: usize] &'a mut [T; N] => &'a [T];
    ['a, T, const N: usize] &'a mut [T; N] => &'a mut [T];
}

impl<A, X> Deref for Coerced<A, X> {
    type Target = AnyGiven<A>;

    fn deref(&self) -> &AnyGiven<A> {
        &self.0
    }
}

impl<A> AnyGiven<A> {
    /// What the parameter takes.
    #[must_use]
    pub fn given(&self) -> A {
        unreachable!("a checked copy is not run")
    }
}
