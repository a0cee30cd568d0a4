//! What hidden methods tell a tap of what a method takes and gives (`front::typed`).
//!
//! Takes what stands for one; guarantees the types of its parameters, and no others that are only like them, since
//! rustc knows what it infers by the types themselves.

use std::marker::PhantomData;

use crate::__private::{Marked, Signature, Stands};

/// What stands for the method that is called, which is never made.
pub struct ToldBy<F>(PhantomData<fn() -> F>);

impl<F> Clone for ToldBy<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for ToldBy<F> {}

/// What a method tells of itself.
#[inline]
pub fn told<F: Stands>(_: impl FnOnce() -> F) -> ToldBy<F> {
    ToldBy(PhantomData)
}

/// The type of an operand, which rustc may know only behind it. (Covariant: what the operand borrows need not live as
/// long as this.)
pub struct Argument<A>(PhantomData<fn() -> A>);

impl<A> Clone for Argument<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Argument<A> {}

impl<A> Argument<A> {
    /// A type that rustc infers.
    #[inline]
    #[expect(clippy::new_without_default, reason = "only a body with taps has one")]
    pub const fn new() -> Self {
        Argument(PhantomData)
    }

    /// Says that a value has this type.
    #[inline]
    pub fn of(&self, _: &A) {}

    /// A value of this type.
    #[inline]
    pub fn any(&self) -> A {
        unreachable!("code that is only type-checked does not run")
    }
}

/// Gives its argument back. A pointer to it has no definition that rustc would show where an argument is wrong.
fn given<A>(argument: A) -> A {
    argument
}

macro_rules! takes {
    ($($takes:ident: ($($before:ident)*);)*) => {
        $(takes!(@one $takes $($before)*);)*

        /// What is found in the place of the above, of methods without parameters of their own.
        pub trait TakesAnything {
            $(
                /// As above, of an argument that rustc knows by the method alone.
                #[inline]
                fn $takes<A>(&self) -> fn(A) -> A {
                    given::<A>
                }
            )*

            /// As below, of any result.
            #[inline]
            fn gives<R>(&self, result: R) -> R {
                result
            }

        }
    };
    (@one $takes:ident $($before:ident)*) => {
        impl<M, S, R, $($before,)* A, L> ToldBy<Marked<M, S, Signature<takes!(@list [$($before)*] (A, L)), R>>> {
            /// What an argument goes through, so that it has the type of the method's parameter.
            #[inline]
            pub fn $takes(&self) -> fn(A) -> A {
                given::<A>
            }
        }
    };
    (@list [] $last:ty) => { $last };
    (@list [$first:ident $($rest:ident)*] $last:ty) => { ($first, takes!(@list [$($rest)*] $last)) };
}

takes! {
    takes_0: ();
    takes_1: (B0);
    takes_2: (B0 B1);
    takes_3: (B0 B1 B2);
    takes_4: (B0 B1 B2 B3);
    takes_5: (B0 B1 B2 B3 B4);
    takes_6: (B0 B1 B2 B3 B4 B5);
    takes_7: (B0 B1 B2 B3 B4 B5 B6);
}

impl<F> TakesAnything for ToldBy<F> {}

impl<M, S, A, R> ToldBy<Marked<M, S, Signature<A, R>>> {
    /// What the method gives.
    #[inline]
    pub fn gives(&self, result: R) -> R {
        result
    }
}
