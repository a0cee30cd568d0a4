//! What a kernel may call, as bounds whose messages the user reads: their names are words and no marks of ours.
//!
//! Takes nothing; guarantees that a call of what is no device function, of a kernel, or of a function that only has
//! the name of one of Kiln's is an error on the user's token, and so is a type that kernels do not know. Not part
//! of the public interface: any release may change it.
//!
//! Rustc quotes the line of a function's name and the line of the bound, so that nothing else stands in these.

use std::pin::Pin;

use kiln_runtime::KernelType;

use crate::__private::{Answer, Hole, derived, refused};

pub use kiln_runtime::{Constant, Describe};

/// The same function: what a name of Kiln's or of std's stands for, where a kernel takes it for that.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this name for a function of Kiln or of std, and it stands for another one here",
    label = "another function than a kernel takes it for",
    note = "rename that function, or say Kiln's by its path: `kiln::lane_id()`"
)]
pub trait SameFunction<F> {}

impl<F> SameFunction<F> for F {}

/// Asserts, when the user's crate is compiled, that a path names the function that Kiln took it for.
#[inline]
pub const fn is_library_function<F, G>(
    // Of these rustc says nothing.
    librarys: F,
    users: G,
) where
    G: SameFunction<F>,
{
    // Functions are dropped by doing nothing, which a constant has to be told.
    std::mem::forget(librarys);
    std::mem::forget(users);
}

/// The macros that kernels know, beside which another of such a name is ambiguous.
pub mod macros {
    pub use crate::{kprint, kprintln};
    pub use std::{
        assert, assert_eq, assert_ne, debug_assert, debug_assert_eq, debug_assert_ne, matches, panic, todo,
        unimplemented, unreachable,
    };
}

/// A method that kernels can call.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call this method",
    label = "not a device function",
    note = "write `#[device]` above the `impl`, the trait or the `#[derive(..)]` that has it",
    note = "of std's methods, kernels know those of numbers that a GPU can do"
)]
pub trait MarkedMethod {}

/// A method that has `#[device]`.
pub struct MethodWithDevice;

impl MarkedMethod for MethodWithDevice {}

/// What stands for a method, as messages show it: without its type and the number of its name.
pub trait Told {
    /// What they show.
    type As;
}

/// What a call of a method gives. Where rustc has complained about that, it asks nothing of the method.
pub trait GivenBy<M> {
    /// The method.
    type Method;
}

impl<M: Told, R> GivenBy<M> for R {
    type Method = M::As;
}

/// Asserts of a method's result that kernels can call the method. A result that rustc has complained about is not
/// asserted anything of.
#[inline]
pub fn called_method<M, R>(
    // Of this rustc says nothing.
    _: Hole<M>,
    _: &R,
) where
    R: GivenBy<M>,
    R::Method: MarkedMethod,
{
}

/// The first method of a name that Rust finds, where that is the one with `#[device]`.
#[diagnostic::on_unimplemented(
    message = "Rust calls another method of this name here, one without `#[device]`",
    label = "not a device function",
    note = "a type's own method comes before a trait's, and what takes `self` before what takes `&self`",
    note = "write `#[device]` above the `impl` that has it, or say which one is meant: `<Type as Trait>::method(&x)`"
)]
pub trait FirstOfItsName {}

impl FirstOfItsName for crate::__private::First {}

/// Asserts that a method with `#[device]` is the one that Rust calls.
#[inline]
pub fn the_one_with_device<R>(
    // Of this rustc says nothing.
    _: R,
) where
    R: FirstOfItsName,
{
}

/// What kernels have `a[i]` of.
#[diagnostic::on_unimplemented(
    message = "kernels do not have the `Index` of `{Self}`",
    label = "neither a slice nor an array",
    note = "write a method with `#[device]` that takes the index, and one that sets the element"
)]
pub trait IndexedInKernels {}

#[diagnostic::do_not_recommend]
impl<T> IndexedInKernels for [T] {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> IndexedInKernels for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T: IndexedInKernels + ?Sized> IndexedInKernels for &T {}
#[diagnostic::do_not_recommend]
impl<T: IndexedInKernels + ?Sized> IndexedInKernels for &mut T {}

/// Asserts that kernels have `a[i]` of a value.
#[inline]
pub fn indexed_in_a_kernel<T>(
    // Of this rustc says nothing.
    _: &T,
) where
    T: IndexedInKernels + ?Sized,
{
}

/// An `Option`, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this method for one of an `Option`, and it is one of `{Self}`",
    label = "not a method of an `Option`",
    note = "say whose it is: `Type::method(value)`"
)]
pub trait AnOption {}

impl<T> AnOption for Option<T> {}
impl<T> AnOption for &Option<T> {}
impl<T> AnOption for &mut Option<T> {}

/// Asserts that a method is one of an `Option`.
#[inline]
pub fn asked_as_an_option<O>(
    // Of this rustc says nothing.
    option: O,
) -> O
where
    O: AnOption,
{
    option
}

/// What a name stands for in a type's own impls.
pub mod namesakes {
    use std::marker::PhantomData;

    use crate::ScalarType;

    /// Nothing.
    pub struct Absent;

    /// A function.
    pub struct Present;

    /// What was found of a name.
    pub struct Found<T>(pub T);

    impl Found<Absent> {
        /// That there is none.
        pub fn own(self) -> Absent {
            self.0
        }
    }

    /// Whether a type is a number.
    pub struct Numbers<T>(PhantomData<fn() -> T>);

    impl<T> Numbers<T> {
        /// Of this type.
        #[allow(clippy::new_without_default)]
        pub fn new() -> Self {
            Numbers(PhantomData)
        }
    }

    impl<T: ScalarType> Numbers<T> {
        /// That it is one.
        pub fn own(self) -> Present {
            Present
        }
    }

    /// What is found in the place of the above.
    pub trait Otherwise<A>: Sized {
        /// The other answer.
        fn own(self) -> A;
    }

    /// Whether there is a function without `#[device]` among what was found of a name: a function, the mark of one,
    /// and whether they are a number's.
    pub trait Unmarked {
        /// Whether there is.
        type Function;
    }

    impl<M, N> Unmarked for (Absent, M, N) {
        type Function = Absent;
    }

    impl<N> Unmarked for (Present, Present, N) {
        type Function = Absent;
    }

    impl Unmarked for (Present, Absent, Present) {
        type Function = Absent;
    }

    impl Unmarked for (Present, Absent, Absent) {
        type Function = Present;
    }

    /// Two functions, each of a type of its own.
    pub struct Pair<F, G>(pub F, pub G);

    impl<Same> Pair<Same, Same> {
        /// That they are one.
        pub fn differ(self) -> Absent {
            Absent
        }
    }

    /// What is found in the place of the above.
    pub trait Differ: Sized {
        /// That they are two.
        fn differ(self) -> Present {
            Present
        }
    }

    impl<F, G> Differ for Pair<F, G> {}

    impl<T> Otherwise<Present> for Found<T> {
        fn own(self) -> Present {
            Present
        }
    }

    impl<T> Otherwise<Absent> for Numbers<T> {
        fn own(self) -> Absent {
            Absent
        }
    }
}

/// That kernels call what Rust calls under a name.
#[diagnostic::on_unimplemented(
    message = "the type has a function of this name of its own without `#[device]`, and kernels would call the trait's",
    label = "Rust calls the type's own where it finds both",
    note = "write `#[device]` above the `impl` that has the type's own, or give one of the two another name"
)]
pub trait OneOfThisName {}

impl OneOfThisName for namesakes::Absent {}

/// Asserts that kernels call what Rust calls under a name.
#[inline]
pub fn one_of_this_name<F>(
    // Of this rustc says nothing.
    _: F,
) where
    F: namesakes::Unmarked,
    F::Function: OneOfThisName,
{
}

/// That kernels call what Rust calls under the names that a trait provides.
#[diagnostic::on_unimplemented(
    message = "the type has a function without `#[device]` of a name that this trait provides, and kernels would call the trait's",
    label = "Rust calls the type's own where it finds both",
    note = "write `#[device]` above the `impl` that has the type's own, or give one of the two another name"
)]
pub trait OneBesideWhatIsProvided {}

impl OneBesideWhatIsProvided for namesakes::Absent {}

/// Asserts that kernels call what Rust calls under a name that a trait provides.
#[inline]
pub fn one_beside_what_is_provided<F>(
    // Of this rustc says nothing.
    _: F,
) where
    F: namesakes::Unmarked,
    F::Function: OneBesideWhatIsProvided,
{
}

/// A function of a type that kernels can call.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call this function",
    label = "not a device function",
    note = "write `#[device]` above the `impl`, the trait or the `#[derive(..)]` that has it"
)]
pub trait FunctionOf<M> {}

#[diagnostic::do_not_recommend]
impl<M: Told<As: MarkedMethod>, F> FunctionOf<M> for F {}

/// Asserts of a function of a type that kernels can call it.
#[inline]
pub fn called_function<M, F>(
    // Of this rustc says nothing.
    _: Hole<M>,
    function: F,
) -> F
where
    F: FunctionOf<M>,
{
    function
}

/// Asserts that a kernel can take values of a type, and that device memory can hold them.
#[inline]
pub const fn parameter<T>()
where
    T: KernelType,
{
}

/// The answer for a type that is written in a kernel or device function.
pub fn type_in_a_kernel<T>() -> Answer
where
    T: Describe,
{
    refused::<T>()
}

/// The answer for a type parameter of a kernel or device function.
pub fn type_parameter<T>() -> Answer
where
    T: KernelType,
{
    refused::<T>()
}

/// The answer for the type of a value that is made in a kernel or device function.
pub fn value_in_a_kernel<T>(
    // Of this rustc says nothing.
    _: Hole<T>,
) -> Answer
where
    T: Describe,
{
    refused::<T>()
}

/// The answer for a constant.
#[allow(clippy::needless_pass_by_value)] // So that rustc points to the constant, and not to a reference to it.
pub fn constant_in_a_kernel<T>(value: T) -> Answer
where
    T: Constant,
{
    constant(&value)
}

/// The answer for a value that the host evaluates, of a type that is found in the body.
pub fn value_of_the_host<T>(
    // Of these rustc says nothing.
    _: Hole<T>,
    value: impl FnOnce() -> T,
) -> Answer
where
    T: Constant,
{
    constant(&value())
}

fn constant<T: Constant>(value: &T) -> Answer {
    match T::refusal() {
        Some(_) => refused::<T>(),
        None => derived::constant(value),
    }
}

/// A method, or a function of a type, that numbers have themselves.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this for the number's own, and it is another one",
    label = "not a number's own method",
    note = "say the type or the trait: `Type::name(x)`, `<T as Trait>::name(x)`; or give the method another name"
)]
pub trait OwnMethod {}

impl OwnMethod for crate::__private::Own {}

/// Asserts that a method of a reference is the number's own.
#[inline]
pub fn the_numbers_own<M>(
    // Of this rustc says nothing.
    _: M,
) where
    M: OwnMethod,
{
}

/// As [`called_method`], of a method that a kernel takes for a number's own.
#[inline]
pub fn called_own<M, R>(
    // Of this rustc says nothing.
    _: Hole<M>,
    _: &R,
) where
    R: GivenBy<M>,
    R::Method: OwnMethod,
{
}

/// Asserts of a function of a type that it is a number's own.
#[inline]
pub fn own_function<M>(
    // Of this rustc says nothing.
    _: Hole<M>,
) where
    M: Told,
    M::As: OwnMethod,
{
}

/// What has an operator in kernels: numbers, and what `#[device]` gave one to, of which nothing is asked.
#[diagnostic::on_unimplemented(
    message = "kernels do not have this operator of `{Self}`",
    label = "not an operator of kernels",
    note = "write `#[device]` above the `impl` of the operator",
    note = "of a type that derives `PartialEq` or `PartialOrd`, write `#[device]` above the `#[derive(..)]`"
)]
pub trait HasOperatorOfKernels {}

macro_rules! have_operators {
    ($($types:ty),*) => {
        $(impl HasOperatorOfKernels for $types {})*
    };
}

have_operators!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64, bool, ());
have_operators!(std::cmp::Ordering, crate::f16, crate::bf16, crate::e4m3, crate::e5m2);

impl<T: HasOperatorOfKernels + ?Sized> HasOperatorOfKernels for &T {}
impl<T: HasOperatorOfKernels + ?Sized> HasOperatorOfKernels for &mut T {}

/// Asserts of the operands of an operator that kernels have it.
#[inline]
pub fn operator_in_a_kernel<L, R>(
    // Of this rustc says nothing.
    _: crate::operators::Operands<L, R>,
) where
    L: HasOperatorOfKernels,
    R: HasOperatorOfKernels,
{
}

/// What has a conversion in kernels: a type with `#[device]` above its `impl From`.
#[diagnostic::on_unimplemented(
    message = "kernels do not have this conversion of `{A}` to `{Self}`",
    label = "not a conversion of kernels",
    note = "write `#[device]` above the `impl From<{A}> for {Self}`"
)]
pub trait ConvertsFrom<A> {
    #[doc(hidden)]
    fn __kiln_conversion() -> Answer;
}

/// A second one for every type: of one alone rustc would say that its argument is what is expected. No type of
/// kernels is converted from this, and an `impl` that is generic over its argument is never taken for one of it.
#[diagnostic::do_not_recommend]
impl<T> ConvertsFrom<Pin<Box<T>>> for T {
    fn __kiln_conversion() -> Answer {
        Answer::Said
    }
}

/// A conversion that Rust has.
pub struct Conversion<T, A>(std::marker::PhantomData<fn(A) -> T>);

impl<T, A> Conversion<T, A> {
    /// It, whose types are said elsewhere.
    pub(crate) fn new() -> Self {
        Conversion(std::marker::PhantomData)
    }
}

/// What is no conversion of std's, or none that Rust has, is asked nothing.
#[diagnostic::do_not_recommend]
impl ConvertsFrom<()> for () {
    fn __kiln_conversion() -> Answer {
        Answer::Said
    }
}

/// Asserts of a conversion that kernels have it.
#[inline]
pub fn converted_in_a_kernel<T, A>(
    // Of this rustc says nothing.
    _: Conversion<T, A>,
) where
    T: ConvertsFrom<A>,
{
}

/// What has `cmp`, `max`, `min` and `clamp` in kernels: of an order that is that of `<`.
#[diagnostic::on_unimplemented(
    message = "kernels do not have the order of `{Self}`",
    label = "not a method of kernels",
    note = "write `#[device]` above the `#[derive(..)]` of `PartialOrd` and `Ord`, or write a method with `#[device]`"
)]
pub trait IsOrdered: Ord + crate::operators::DevicePartialOrd + KernelType {}

macro_rules! ordered {
    ($($types:ty)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl IsOrdered for $types {}
        )*
    };
}

ordered!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool std::cmp::Ordering);

#[diagnostic::do_not_recommend]
impl<T: IsOrdered, const N: usize> IsOrdered for [T; N] {}

/// What stands for a method that `Ord` provides.
pub struct OfAnOrder<T>(std::marker::PhantomData<fn() -> T>);

impl<T: IsOrdered> MarkedMethod for OfAnOrder<T> {}

/// What has `total_cmp` in kernels.
pub trait HasTotalOrder {
    #[doc(hidden)]
    fn __kiln_order() -> Answer;
}

/// An order of two, whose methods kernels have.
pub trait IsOrdering {}

impl IsOrdering for std::cmp::Ordering {}

/// What a bound stands for that only has the name of a trait of Kiln's or of std's.
pub struct AnotherTrait;

/// What a bound `Num` stands for.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this bound for `kiln::Num`, and it is another trait",
    label = "another trait than a kernel takes it for",
    note = "say the trait by a path, as `crate::Num` or `self::Num`, or give it another name"
)]
pub trait IsNum {}

impl IsNum for crate::__private::Known {}

/// Asserts that a bound is the trait that its name is taken for.
#[inline]
pub fn bounded_by_num<B>(
    // Of this rustc says nothing.
    _: B,
) where
    B: IsNum,
{
}

/// What a bound `Int` stands for.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this bound for `kiln::Int`, and it is another trait",
    label = "another trait than a kernel takes it for",
    note = "say the trait by a path, as `crate::Int` or `self::Int`, or give it another name"
)]
pub trait IsInt {}

impl IsInt for crate::__private::Known {}

/// Asserts that a bound is the trait that its name is taken for.
#[inline]
pub fn bounded_by_int<B>(
    // Of this rustc says nothing.
    _: B,
) where
    B: IsInt,
{
}

/// What a bound `Float` stands for.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this bound for `kiln::Float`, and it is another trait",
    label = "another trait than a kernel takes it for",
    note = "say the trait by a path, as `crate::Float` or `self::Float`, or give it another name"
)]
pub trait IsFloat {}

impl IsFloat for crate::__private::Known {}

/// Asserts that a bound is the trait that its name is taken for.
#[inline]
pub fn bounded_by_float<B>(
    // Of this rustc says nothing.
    _: B,
) where
    B: IsFloat,
{
}

/// What a bound `MmaOperand` stands for.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this bound for `kiln::MmaOperand`, and it is another trait",
    label = "another trait than a kernel takes it for",
    note = "say the trait by a path, as `crate::MmaOperand` or `self::MmaOperand`, or give it another name"
)]
pub trait IsMmaOperand {}

impl IsMmaOperand for crate::__private::Known {}

/// Asserts that a bound is the trait that its name is taken for.
#[inline]
pub fn bounded_by_mma_operand<B>(
    // Of this rustc says nothing.
    _: B,
) where
    B: IsMmaOperand,
{
}

/// What a bound `Ord` stands for.
#[diagnostic::on_unimplemented(
    message = "a kernel takes this bound for `std::cmp::Ord`, and it is another trait",
    label = "another trait than a kernel takes it for",
    note = "say the trait by a path, as `crate::Ord` or `self::Ord`, or give it another name"
)]
pub trait IsOrd {}

impl IsOrd for crate::__private::Known {}

/// Asserts that a bound is the trait that its name is taken for.
#[inline]
pub fn bounded_by_ord<B>(
    // Of this rustc says nothing.
    _: B,
) where
    B: IsOrd,
{
}

/// What the name of a function stands for where it has no type beside it, as device functions have.
pub mod not_device {
    use std::marker::PhantomData;

    use crate::__private::{Answer, DeviceFunction, FunctionAnswer, Hole};

    /// No device function; whatever arguments a call writes out.
    #[allow(
        non_camel_case_types,
        dead_code,
        clippy::type_complexity,
        reason = "a local name of generated code"
    )]
    pub struct called_function<A = (), B = (), C = (), D = ()> {
        arguments: PhantomData<fn() -> (A, B, C, D)>,
    }

    /// A function that kernels can call.
    #[diagnostic::on_unimplemented(
        message = "a kernel cannot call this function",
        label = "not a device function",
        note = "write `#[device]` above the function's definition"
    )]
    pub trait CallableFromKernels {
        /// What would come of it.
        type Value;
    }

    impl called_function {
        /// Says that this is no device function.
        #[inline]
        pub fn from_a_kernel<F>(
            // Of these rustc says nothing.
            _: Hole<called_function>,
            _: F,
            function: F,
        ) -> F
        where
            F: CallableFromKernels,
        {
            function
        }
    }

    impl called_function {
        /// As above, of a call with closures among its arguments.
        #[inline]
        pub fn passed_from_a_kernel<F, A>(
            // Of this rustc says nothing.
            _: Hole<called_function>,
            _: F,
            _: A,
        ) -> F::Value
        where
            F: CallableFromKernels,
        {
            unreachable!("a checked copy is not run")
        }
    }

    impl<A, B, C, D> called_function<A, B, C, D> {
        /// As above, of a call that writes arguments out.
        #[inline]
        pub fn named_from_a_kernel<F>(
            // Of these rustc says nothing.
            _: Hole<called_function>,
            _: F,
            function: F,
        ) -> F
        where
            F: CallableFromKernels,
        {
            function
        }

        /// As above, where some are left to rustc.
        #[inline]
        pub fn partly_named_from_a_kernel<F>(
            // Of these rustc says nothing.
            _: Hole<called_function>,
            _: F,
            function: F,
        ) -> F
        where
            F: CallableFromKernels,
        {
            function
        }
    }

    #[diagnostic::do_not_recommend]
    impl CallableFromKernels for super::absent::Absent {
        type Value = ();
    }

    impl DeviceFunction for called_function {
        fn instance() -> Answer {
            Answer::Function(FunctionAnswer { ir: "", answers: Vec::new() })
        }
    }

    /// A method, or a function of a type, without `#[device]`.
    pub struct Unmarked;

    impl DeviceFunction for Unmarked {
        fn instance() -> Answer {
            Answer::Function(FunctionAnswer { ir: "", answers: Vec::new() })
        }
    }
}

/// What is found in the place of a function that is not there, where rustc says so of the call itself.
pub mod absent {
    /// No function.
    #[derive(Clone, Copy)]
    pub struct Absent;

    /// The same.
    #[allow(non_upper_case_globals, reason = "a local name of generated code")]
    pub const called_function: Absent = Absent;
}

/// A call of a kernel from a kernel, which nothing is.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call a kernel",
    label = "a kernel, which the host launches",
    note = "move what both do to a `#[device] fn` and call that"
)]
pub trait KernelCall {
    /// What would come of it.
    type Value;

    /// What nobody calls.
    fn call(self) -> Self::Value;
}
