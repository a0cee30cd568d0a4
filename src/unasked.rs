//! What stands in the checked copy of a device function for what the function itself is asked (`front::copy::unasked`).
//!
//! Guarantees the type that the user's words have where they are right, and that rustc says nothing of them where they
//! are not: an inherent method of the one type comes before the method behind `Deref`, which any other type finds.

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
pub struct Copied<T>(std::marker::PhantomData<T>);

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
