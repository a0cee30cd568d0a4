//! Bounds that kernels know by their names.
//!
//! Guarantees that a bound of such a name that is another trait is an error on the bound.

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
