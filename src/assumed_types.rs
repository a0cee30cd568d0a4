//! Checks that rustc gives a variable the type that Kiln inferred.

use std::marker::PhantomData;
use std::ops::Deref;

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
    #[expect(clippy::new_without_default, reason = "only a body with taps has one")]
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
