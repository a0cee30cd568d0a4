//! What generated code names. Not part of the public interface: any release may change it.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::rc::Rc;

pub use inventory;
pub use kiln_runtime::__private::{
    Answer, ArgumentField, Attrs, Backend, Code, Embedded, Foreign, FunctionAnswer, KernelParts,
    KernelSource, MathTier, Precondition, Preconditions, Quantity, Scalar, Term, TileAttrs, TuneAxis,
    TuneInstance, TuneKnob, Tuning, Type, Typed, derived, foreign, source,
};
pub use kiln_runtime::profile::ProfileScope;
pub use kiln_runtime::{
    Arg, AsAtomic, AsSlice, AsSliceMut, KernelHandle, KernelType, Launch,
    registry::{ParamInfo, ParamKind, ParamType},
};

pub use crate::as_tensor::{AsTensor, AsTensorMut};
pub use crate::assumed_types::{AnotherType, Taken, TakenByReference};
use crate::calls::not_device::MethodWithoutDevice;
use crate::calls::{AnotherTrait, Describe, MarkedMethod, MethodWithDevice, Told};
pub use crate::dev::{SharedElement, ZeroIsAValue, Zeroed};
pub use crate::method_witness::*;
pub use crate::standard::{methods as std_methods, order as std_order};
pub use kiln_runtime::__private::derived::{Place, PlaceOfReference, Received};
use kiln_runtime::__private::function_answer as asked_once;

/// Of types that nothing is held of.
type Nothing<T> = PhantomData<fn() -> T>;

/// The same where they are given.
type Given<T> = PhantomData<fn(T)>;

/// A type, written as a generic argument.
pub type Same<T> = T;

/// An `Option`, or a pair that is the same to kernels.
pub trait OptionOrPair<T> {}

impl<T> OptionOrPair<T> for Option<T> {}

impl<T> OptionOrPair<T> for (bool, T) {}

/// Asserts, when the user's crate is compiled, that a local has the type that Kiln inferred, of what kernels keep as
/// a pair.
#[inline]
pub fn assert_option_or_pair<T>(_: &impl OptionOrPair<T>, _: fn(T)) {}

/// Counts what a macro repeats.
pub const fn one(_: &str) -> usize {
    1
}

/// A device function's type, by which its instance is found.
///
/// # Safety
///
/// The answer is what `#[device]` makes of the function: kernels trust its IR.
pub unsafe trait DeviceFunction {
    /// Its IR and the answers for its own captures, or why there is none.
    fn instance() -> Answer;
}

/// A type with a device function, of which the number stands for the name, and `P` for parameters of its own.
///
/// # Safety
///
/// As of [`DeviceFunction`].
pub unsafe trait DeviceMethod<const NAME: u64, P = ()> {
    /// As [`DeviceFunction::instance`].
    fn instance() -> Answer;
}

/// The methods of a type.
pub struct MethodsOf<T: ?Sized>(Nothing<PhantomData<T>>);

/// Says that a type has a marked method, whose name has this number. `O` is the [`Owned::Owner`] of the method.
pub trait HasDeviceMethod<const NAME: u64, O: ?Sized> {}

/// What stands for a method of a type or of a trait.
pub trait Owned {
    /// The type, or a type that stands for the trait's method.
    type Owner: ?Sized;
}

impl<T: ?Sized, const NAME: u64, P> Owned for Method<T, NAME, P> {
    type Owner = T;
}

/// The device function of this name of a type, with these parameters of its own.
pub struct Method<T: ?Sized, const NAME: u64, P = ()>(Nothing<(PhantomData<T>, P)>);

impl<T: ?Sized, const NAME: u64, P> Method<T, NAME, P> {
    /// What stands for it in a body that is never run.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Method(PhantomData)
    }
}

// SAFETY: the answer is the function's.
unsafe impl<T: DeviceMethod<NAME, P> + ?Sized, const NAME: u64, P> DeviceFunction for Method<T, NAME, P> {
    fn instance() -> Answer {
        T::instance()
    }
}

impl<T: ?Sized, const NAME: u64, P> Told for Method<T, NAME, P> {
    type As = MethodWithDevice;
}

macro_rules! constants {
    ($($name:ident: $ty:ty;)*) => {$(
        /// A constant of this type, as a type.
        pub struct $name<const VALUE: $ty>;
    )*};
}

constants! {
    Bool: bool;
    Char: char;
    I8: i8;
    I16: i16;
    I32: i32;
    I64: i64;
    Isize: isize;
    U8: u8;
    U16: u16;
    U32: u32;
    U64: u64;
    Usize: usize;
}

/// A number's own method, or one that Kiln's traits declare.
pub struct Own;

// SAFETY: the answer is the function's.
unsafe impl DeviceFunction for Own {
    fn instance() -> Answer {
        Answer::Own
    }
}

#[diagnostic::do_not_recommend]
impl MarkedMethod for Own {}

impl Told for Own {
    type As = Own;
}

impl Told for MethodWithoutDevice {
    type As = MethodWithoutDevice;
}

/// A method of this name, by value, for every type that has a marked one. rustc advises users to import traits that
/// have the method they call. Other types do not have it, so rustc does not advise that for a misspelled method.
#[doc(hidden)]
#[macro_export]
macro_rules! __one_with_device {
    ($this:ident $nobody:ident $name:ident $number:literal $($ty:ident)*) => {
        #[allow(non_camel_case_types)]
        trait $this<O: ?::core::marker::Sized>: ::core::marker::Sized {
            #[allow(non_snake_case, unused_variables)]
            fn $name<$($ty),*>(self: Self, $($ty: $ty),*) -> $crate::__private::FirstOf<O> {
                $crate::__private::FirstOf(::core::marker::PhantomData)
            }
        }
        impl<T, O: ?::core::marker::Sized> $this<O> for T
        where
            $crate::__private::MethodsOf<T>: $crate::__private::HasDeviceMethod<$number, O>,
        {
        }
        struct $nobody;
        impl $nobody {
            #[allow(non_snake_case, unused_variables)]
            fn $name<$($ty),*>(self, $($ty: $ty),*) -> $crate::__private::First {
                $crate::__private::First
            }
        }
    };
    ($this:ident $nobody:ident $name:ident $($ty:ident)*) => {
        use $crate::__private::Nobody as $nobody;
        #[allow(non_camel_case_types)]
        trait $this: ::core::marker::Sized {
            #[allow(non_snake_case, unused_variables)]
            fn $name<$($ty),*>(self, $($ty: $ty),*) -> $crate::__private::First {
                $crate::__private::First
            }
        }
        impl<T> $this for T {}
    };
}

/// What stands for a method that is not marked, where a call writes out parameters.
#[doc(hidden)]
#[macro_export]
macro_rules! __method_not_marked {
    ($name:ident [$($params:tt)*] $unmarked:path) => {
        trait NotMarked {
            fn $name<$($params)*>(&self) -> $unmarked {
                $unmarked
            }
        }
        impl<T: ?::core::marker::Sized> NotMarked for ::std::rc::Rc<T> {}
    };
}

/// As above, of a function of a type.
#[doc(hidden)]
#[macro_export]
macro_rules! __function_not_marked {
    ($name:ident [$($params:tt)*] $hole:ty) => {
        trait NotMarked<F> {
            fn $name<$($params)*>(&self, _: $hole, function: F) -> F {
                function
            }
        }
        impl<T: ?::core::marker::Sized, F> NotMarked<F> for ::std::rc::Rc<T> {}
    };
}

/// That a method is the first of its name.
pub struct First;

/// That a method of this owner is the first of its name.
pub struct FirstOf<O: ?Sized>(#[doc(hidden)] pub PhantomData<O>);

/// A method of this name for every type, by reference.
#[doc(hidden)]
#[macro_export]
macro_rules! __numbers_own {
    ($name:ident $($ty:ident)*) => {
        trait NumbersOwn: ::core::marker::Sized {
            #[allow(non_snake_case)]
            fn $name<$($ty),*>(&self, $($ty: $ty),*) -> $crate::__private::Own {
                $crate::__private::Own
            }
        }
        impl<T> NumbersOwn for &T {}
        impl<T> NumbersOwn for &mut T {}
        impl NumbersOwn for $crate::__private::Nobody {}
    };
}

/// What stands for a marked method, what it makes of `self`, and of one with parameters of its own what else it
/// takes and what it gives.
pub struct Marked<M, S, G = ()>(Nothing<(M, S, G)>);

/// What a method takes beside `self`, as a list, and what it gives: these types, and none that are only like them,
/// since rustc knows what it infers by the types themselves.
pub struct Signature<A, R>(Nothing<(A, R)>, Given<(A, R)>);

/// What stands for a marked method that takes and gives these types.
pub trait Signed {
    type Marked<M, S>;
}

impl<A, R> Signed for (A, R) {
    type Marked<M, S> = Marked<M, S, Signature<A, R>>;
}

/// `self`.
pub struct ByValue;

/// `&self`.
pub struct ByReference;

/// `&mut self`.
pub struct ByMutable;

/// What stands for a method.
pub trait Stands {
    /// The method.
    type Method;
}

impl Stands for Own {
    type Method = Own;
}

impl Stands for MethodWithoutDevice {
    type Method = MethodWithoutDevice;
}

impl<M, S, G> Stands for Marked<M, S, G> {
    type Method = M;
}

/// What methods come before one, of a receiver that has the place `P`. `N` is a type that nobody has methods for.
pub trait Found<P, N> {
    /// The receiver, where a method that takes it by value comes before this one; else nothing of the user's.
    type Value;
    /// A reference to it, where one that takes that comes before.
    type Reference;
}

/// A type that nobody has methods for.
pub struct Nobody;

macro_rules! found {
    ($([$($param:tt),*] $found:ty, $place:ty: $value:ty, $reference:ty;)*) => {$(
        impl<$($param,)* N> Found<$place, N> for $found {
            type Value = $value;
            type Reference = $reference;
        }
    )*};
}

found! {
    [P] Own, P: N, N;
    [P] MethodWithoutDevice, P: N, N;
    [M, G, P] Marked<M, ByValue, G>, P: N, N;
    ['a, M, G, T] Marked<M, ByReference, G>, Pin<&'a Rc<T>>: T, N;
    ['a, 'b, M, G, T] Marked<M, ByReference, G>, &'b Pin<&'a Rc<T>>: N, N;
    ['a, 'b, M, G, T] Marked<M, ByReference, G>, &'b mut Pin<&'a Rc<T>>: T, N;
    ['a, M, G, T] Marked<M, ByMutable, G>, Pin<&'a Rc<T>>: T, &'a T;
    ['a, 'b, M, G, T] Marked<M, ByMutable, G>, &'b Pin<&'a Rc<T>>: T, &'a T;
    ['a, 'b, M, G, T] Marked<M, ByMutable, G>, &'b mut Pin<&'a Rc<T>>: N, N;
}

/// What methods would be called on that come before a marked one.
pub fn before<N, P, F: Found<P, N>>(_: ToldBy<F>, _: P) -> (F::Value, F::Reference) {
    unreachable!("code that is only type-checked does not run")
}

/// A receiver that is a reference; of any other nothing.
pub trait Referring {
    /// The reference.
    type Reference;
}

impl<T: ?Sized> Referring for Pin<&Rc<T>> {
    type Reference = Nobody;
}

impl<'a, T: ?Sized> Referring for &'a Pin<&Rc<T>> {
    type Reference = &'a T;
}

impl<'a, T: ?Sized> Referring for &'a mut Pin<&Rc<T>> {
    type Reference = &'a mut T;
}

/// A receiver that is a reference.
pub fn reference<P: Referring>(_: P) -> P::Reference {
    unreachable!("code that is only type-checked does not run")
}

/// A [`Place`], behind the methods that numbers have themselves: rustc finds those first.
pub struct Asked<P>(P);

impl<P> Deref for Asked<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.0
    }
}

impl<P> DerefMut for Asked<P> {
    fn deref_mut(&mut self) -> &mut P {
        &mut self.0
    }
}

/// Asks numbers first.
#[inline]
pub fn asked<P>(place: P) -> Asked<P> {
    Asked(place)
}

/// A [`Place`], behind what rustc may have complained about: of that it then finds no methods missing.
pub struct Behind<P, R>(P, Nothing<R>);

impl<P, R> Deref for Behind<P, R> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.0
    }
}

impl<P, R> DerefMut for Behind<P, R> {
    fn deref_mut(&mut self) -> &mut P {
        &mut self.0
    }
}

/// Asks a place behind something. (Of what is lent here, rustc would not tell the type that it complained about.)
#[inline]
pub fn behind<P, R>(place: P, _: R) -> Behind<P, R> {
    Behind(place, PhantomData)
}

/// What a path's type is asked through.
pub trait Receiver {
    /// Never called.
    fn __kiln_receiver<'a>() -> Pin<&'a Rc<Self>>
    where
        Self: 'a;
}

impl<T: ?Sized> Receiver for T {
    fn __kiln_receiver<'a>() -> Pin<&'a Rc<Self>>
    where
        Self: 'a,
    {
        unreachable!("code that is only type-checked does not run")
    }
}

/// The answer for a function of a trait of the user's, of a type whose impl may not be marked.
pub fn of_trait<T: ?Sized>(
    of_trait: &str,
    own: Option<Option<FunctionAnswer>>,
    provided: fn() -> Option<FunctionAnswer>,
) -> Answer {
    match own.map(|own| own.or_else(provided)) {
        Some(Some(function)) => Answer::Function(function),
        // A function that the trait does not have is none that rustc lets anybody call.
        Some(None) | None => Answer::Refused {
            code: Code::Implementation,
            message: format!(
                "`{of_trait}` is implemented for `{}` without `#[device]`, and a kernel calls what it has",
                derived::short_name(std::any::type_name::<T>())
            ),
            help: "write `#[device]` above that `impl`".to_owned(),
        },
    }
}

/// What a function goes through that is called with closures.
pub struct Keeps;

impl Keeps {
    /// The function, of the same type.
    #[inline]
    pub fn function<F>(self, function: F, _: impl FnOnce(F)) -> F {
        function
    }
}

/// Something whose type rustc infers from a body that is checked and never run.
pub struct Hole<T>(PhantomData<fn() -> T>);

impl<T> Clone for Hole<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Hole<T> {}

impl<T> Default for Hole<T> {
    fn default() -> Self {
        Hole::new()
    }
}

impl<T> Hole<T> {
    /// A hole that nothing is known of.
    #[inline]
    pub const fn new() -> Self {
        Hole(PhantomData)
    }

    /// Says that the hole has the type of what this would give.
    #[inline]
    #[must_use]
    pub fn asked<F: Stands<Method = T>>(self, _: ToldBy<F>) -> Hole<T> {
        self
    }

    /// Says that the hole has the type of this value.
    #[inline]
    pub fn is(&self, _: &T) {}

    /// The value, of whose type the hole is.
    #[inline]
    pub fn of(&self, value: T) -> T {
        value
    }
}

/// The answer for a device function.
pub fn function_answer<T: DeviceFunction>(_: Hole<T>) -> Answer {
    asked_once(std::any::type_name::<T>(), T::instance)
}

/// The type, or why kernels cannot have its values after all.
pub(crate) fn refused<T: Describe>() -> Answer {
    match T::refusal() {
        Some(message) => {
            let help = "derive them: `#[derive(PartialEq, Eq, PartialOrd, Ord)]`, or write a method with `#[device]`";
            Answer::Refused { code: Code::KernelType, message, help: help.to_owned() }
        }
        None if T::is_partial() => computing::<T>(Answer::Partial(T::describe())),
        None => computing::<T>(Answer::Type(T::describe())),
    }
}

/// An answer, with the operator that an enum of the type has of its own.
pub(crate) fn computing<T: Describe>(answer: Answer) -> Answer {
    match T::computes() {
        Some(operator) => Answer::Computes(Box::new(answer), operator),
        None => answer,
    }
}

/// A type that something else asserts to be one that kernels know. Where it is none, that is said once, there.
pub struct Asserted<T>(PhantomData<fn() -> T>);

impl<T> Asserted<T> {
    /// The type that is written.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Asserted(PhantomData)
    }

    /// The type of the value.
    #[inline]
    pub fn of(_: Hole<T>) -> Self {
        Asserted(PhantomData)
    }
}

impl<T: Describe> Asserted<T> {
    /// The answer for the type.
    pub fn answer(self) -> Answer {
        refused::<T>()
    }
}

/// A kernel's argument, of whose type is asserted elsewhere that it can be one.
pub struct Passed<T>(pub T);

impl<T: KernelType> Passed<T> {
    /// The argument.
    #[inline]
    pub fn into_arg<'a>(self) -> Arg<'a> {
        Arg::value(self.0)
    }
}

/// What is found in the place of the above, in programs that do not compile for what was asserted.
pub trait Unknown<T>: Sized {
    /// That kernels do not know the type.
    fn answer(self) -> Answer {
        let name = derived::short_name(std::any::type_name::<T>());
        let help = "write `#[derive(Clone, Copy, KernelType)]` above it";
        let message = format!("values of type `{name}` cannot be used in kernels");
        Answer::Refused { code: Code::KernelType, message, help: help.to_owned() }
    }

    /// Never called.
    fn into_arg<'a>(self) -> Arg<'a> {
        unreachable!("the type was refused")
    }
}

impl<T> Unknown<T> for Asserted<T> {}

/// A device function that is asked for its answer. Where a type is none that kernels know, that is said elsewhere.
pub struct Answered<T>(pub Hole<T>);

impl<T: DeviceFunction> Answered<T> {
    /// The function's answer.
    pub fn answer(self) -> Answer {
        function_answer(self.0)
    }
}

impl<T> Unknown<T> for Answered<T> {}

impl<T> Unknown<T> for Passed<T> {}

/// A type parameter, of which a bound says something.
pub struct Bounded<T>(PhantomData<fn() -> T>);

impl<T> Bounded<T> {
    /// The parameter that is written.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Bounded(PhantomData)
    }
}

/// Found of a bound that is the trait that its name is taken for.
pub struct Known;

impl<T: crate::Num> Bounded<T> {
    /// That the type has Kiln's trait, or std's.
    #[inline]
    pub fn bounded_by_num(self) -> Known {
        Known
    }
}

impl<T: crate::Int> Bounded<T> {
    /// That the type has Kiln's trait, or std's.
    #[inline]
    pub fn bounded_by_int(self) -> Known {
        Known
    }
}

impl<T: crate::Float> Bounded<T> {
    /// That the type has Kiln's trait, or std's.
    #[inline]
    pub fn bounded_by_float(self) -> Known {
        Known
    }
}

#[cfg(feature = "tile")]
impl<T: crate::tile::MmaFactor> Bounded<T> {
    /// That the type has Kiln's trait, or std's.
    #[inline]
    pub fn bounded_by_mma_operand(self) -> Known {
        Known
    }
}

impl<T: Ord> Bounded<T> {
    /// That the type has Kiln's trait, or std's.
    #[inline]
    pub fn bounded_by_ord(self) -> Known {
        Known
    }
}

/// What is found in the place of the above, of bounds that are other traits.
pub trait BoundedByAnother: Sized {
    /// That this is another trait.
    fn bounded_by_num(self) -> AnotherTrait {
        AnotherTrait
    }

    /// That this is another trait.
    fn bounded_by_int(self) -> AnotherTrait {
        AnotherTrait
    }

    /// That this is another trait.
    fn bounded_by_float(self) -> AnotherTrait {
        AnotherTrait
    }

    /// That this is another trait.
    fn bounded_by_mma_operand(self) -> AnotherTrait {
        AnotherTrait
    }

    /// That this is another trait.
    fn bounded_by_ord(self) -> AnotherTrait {
        AnotherTrait
    }
}

impl<T> BoundedByAnother for Bounded<T> {}

/// Gives the answers. Apart from the list, so that what comes before it in the generated function stays a check only.
#[inline]
pub fn answers(ask: impl FnOnce() -> Vec<Answer>) -> Vec<Answer> {
    ask()
}

/// rustc's answers for a device function, by the type of what the function with its taps returns beside the result.
/// Nothing of the function runs.
///
/// # Safety
///
/// `A` is a closure that captures nothing but [`Hole`]s.
pub unsafe fn described<R, A: Fn() -> Vec<Answer>>(_: impl FnOnce() -> (R, A)) -> Vec<Answer> {
    const { assert!(size_of::<A>() == 0, "the answers of a device function capture nothing but holes") };
    // SAFETY: `A` has no bytes, so any aligned pointer is one to a value of it. By the caller's contract that is a
    // closure which captures holes alone. Anybody can make those: it has no meaning beyond its type.
    let answers = unsafe { std::ptr::NonNull::<A>::dangling().as_ref() };
    answers()
}

/// A value of any type, in code that is only type-checked.
#[must_use]
pub fn any<A>() -> A {
    unreachable!("code that is only type-checked does not run")
}

/// The operand of `?`, which is an `Option` in a device function.
#[inline]
pub fn tried<T>(option: Option<T>) -> Option<T> {
    option
}
