//! What `#[derive(KernelType)]` needs at run time, and while rustc evaluates constants.
//!
//! Takes what rustc says of a type (sizes, offsets, discriminants, whether it has operators); guarantees its
//! [`Type`], or a reason why it has none; leaves what the tokens alone can tell to the derive itself.

use kiln_codegen::compact::List;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::pin::Pin;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use kiln_codegen::ir::{self, Field, Len, Scalar, Struct, Type, Variant};
use kiln_codegen::passes::specialize::Answer;

use super::{Constant, KernelType};

/// A struct's field.
pub fn field<T: KernelType>(name: &str, offset: usize) -> Field {
    Field { name: name.to_owned(), ty: T::describe(), offset: offset as u64 }
}

/// The struct `S` with these fields.
pub fn structure<S: 'static>(fields: impl IntoIterator<Item = Field>) -> Type {
    Type::Struct(Arc::new(Struct {
        name: short_name(std::any::type_name::<S>()),
        fields: fields.into_iter().list(),
        size: size_of::<S>() as u64,
        align: align_of::<S>() as u64,
        variants: Vec::new(),
    }))
}

/// A variant with these fields, in order, whose offsets [`enumeration`] computes.
pub fn variant(name: &str, tag: i128, fields: impl IntoIterator<Item = Field>) -> Variant {
    Variant { name: name.to_owned(), tag: tag as u64, fields: fields.into_iter().list() }
}

/// The first of what the fields of a type say.
pub fn first<const N: usize>(found: [Option<String>; N]) -> Option<String> {
    found.into_iter().flatten().next()
}

/// The scalar of this name.
pub fn scalar(name: &str) -> Scalar {
    Scalar::from_name(name).unwrap_or(Scalar::I32)
}

/// The integer that C makes of an enum with these discriminants.
pub fn c_enum(tags: &[i128]) -> Scalar {
    let fit = |low: i128, high: i128| tags.iter().all(|tag| (low..=high).contains(tag));
    if fit(i32::MIN.into(), i32::MAX.into()) {
        Scalar::I32
    } else if fit(0, u32::MAX.into()) {
        Scalar::U32
    } else {
        Scalar::I64
    }
}

/// The enum `E`, which RFC 2195 lays out: each variant is a C struct of the tag and the fields, or, where the tag is
/// separate (`repr(C)`), the tag is followed by a union of C structs of the fields.
pub fn enumeration<E: 'static>(tag: Scalar, separate: bool, mut variants: Vec<Variant>) -> Type {
    let align = |field: &Field| field.ty.align().unwrap_or(1);
    let most = variants.iter().flat_map(|variant| &variant.fields).map(align).max().unwrap_or(1);
    for variant in &mut variants {
        let start = tag.size() as u64;
        let mut end = if separate { start.next_multiple_of(most) } else { start };
        for field in &mut variant.fields {
            field.offset = end.next_multiple_of(align(field));
            end = field.offset + field.ty.size().unwrap_or(0);
        }
        let mask = u64::MAX >> (64 - tag.bits());
        variant.tag &= mask;
    }
    let name = short_name(std::any::type_name::<E>());
    let layout = (size_of::<E>() as u64, align_of::<E>() as u64);
    Type::Struct(Arc::new(Struct::enumeration(name, layout, tag, variants)))
}

/// Adds the bits of the cells of an enum's value: that of the variant of this number, whose fields have these scalars.
pub fn cells_of<E: KernelType>(variant: usize, values: &[u64], bits: &mut Vec<u64>) {
    let Type::Struct(of) = E::describe() else { return };
    let Some(variant) = of.variants.get(variant) else { return };
    let mut leaves = Vec::new();
    variant.fields.iter().for_each(|field| ir::scalars(&field.ty, field.offset, &mut leaves));
    for (number, cell) in of.fields.iter().enumerate() {
        let end = cell.offset + cell.ty.size().unwrap_or(0);
        let inside = leaves.iter().zip(values).filter(|((at, _), _)| (cell.offset..end).contains(at));
        let start = if number == 0 { variant.tag } else { 0 };
        bits.push(
            inside.fold(start, |cell_bits, ((at, _), value)| cell_bits | value << (8 * (at - cell.offset))),
        );
    }
}

/// The answer for a constant: the bits of its scalars.
pub fn constant<T: Constant>(value: &T) -> Answer {
    let (ty, mut bits) = (T::describe(), Vec::new());
    value.scalars(&mut bits);
    match (ty, bits.as_slice()) {
        (Type::Scalar(scalar), &[bits]) => Answer::Const { scalar, bits },
        (ty, _) => Answer::Whole { ty, bits },
    }
}

/// Adds the bits of the scalars of a value that lies in memory as its type says.
pub fn scalars_of<T: KernelType>(value: &T, bits: &mut Vec<u64>) {
    // SAFETY: a `KernelType` lies as it describes itself, and what is read of it are its scalars.
    unsafe { scalars(&T::describe(), ptr::from_ref(value).cast(), bits) };
}

/// Adds the bits of the scalars of a value of this type.
///
/// # Safety
///
/// There is such a value at `at`.
unsafe fn scalars(ty: &Type, at: *const u8, bits: &mut Vec<u64>) {
    match ty {
        Type::Scalar(scalar) => {
            let mut word = 0u64;
            // SAFETY: the scalar has this many bytes, all initialized; hosts are little-endian.
            unsafe { at.copy_to_nonoverlapping((&raw mut word).cast(), scalar.size()) };
            bits.push(word);
        }
        Type::Array(element, len) => {
            let (Len::Const(len), Some(size)) = (len, element.size()) else { return };
            for index in 0..*len {
                // SAFETY: the array has an element of this size here.
                unsafe { scalars(element, at.add((index * size) as usize), bits) };
            }
        }
        Type::Struct(found) => {
            for field in &found.fields {
                // SAFETY: the struct has a field of this type here.
                unsafe { scalars(&field.ty, at.add(field.offset as usize), bits) };
            }
        }
        // No value of the host's is of these.
        Type::Unit
        | Type::Tuple(_)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => {}
    }
}

/// The name of a type without the modules that it and its parameters are in.
pub fn short_name(name: &str) -> String {
    let mut short = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if len == 0 {
            short.push(first);
            rest = &rest[first.len_utf8()..];
        } else if let Some(after) = rest[len..].strip_prefix("::") {
            rest = after;
        } else {
            short.push_str(&rest[..len]);
            rest = &rest[len..];
        }
    }
    short
}

/// The integer that an enum of this size is.
pub const fn enum_scalar(size: usize, signed: bool) -> Scalar {
    match (size, signed) {
        (1, true) => Scalar::I8,
        (1, false) => Scalar::U8,
        (2, true) => Scalar::I16,
        (2, false) => Scalar::U16,
        (4, true) => Scalar::I32,
        (4, false) => Scalar::U32,
        (_, true) => Scalar::I64,
        (_, false) => Scalar::U64,
    }
}

/// Asserts that a variant lies in memory as its discriminant, of which nothing but rustc's habit assures.
pub const fn lies_as<E: Copy>(variant: E, discriminant: i128) {
    let at = (&raw const variant).cast::<u8>();
    let (mut found, mut index) = (0u128, 0);
    while index < size_of::<E>() {
        // SAFETY: the enum has this many bytes, and an enum of more than one variant and no fields has no padding.
        found |= (unsafe { at.add(index).read() } as u128) << (8 * index);
        index += 1;
    }
    let mask = if size_of::<E>() < 16 { (1 << (8 * size_of::<E>())) - 1 } else { u128::MAX };
    assert!(found == discriminant as u128 & mask, "rustc stores this enum in a way that kernels do not know");
}

/// An enum's operators, as far as it has any: what is not there is found in the trait [`Without`] of the same method.
pub struct Operators<E>(PhantomData<E>);

impl<E> Operators<E> {
    /// Of the type `E`.
    pub const fn of() -> Operators<E> {
        Operators(PhantomData)
    }
}

/// `==` of an enum.
type Equal<E> = fn(&E, &E) -> bool;
/// `<` of an enum, and its like.
type Compare<E> = fn(&E, &E) -> Option<Ordering>;

impl<E: PartialEq> Operators<E> {
    /// `==`.
    pub fn equal(&self) -> Option<Equal<E>> {
        Some(E::eq)
    }
}

impl<E: PartialOrd> Operators<E> {
    /// `<` and its like.
    pub fn compare(&self) -> Option<Compare<E>> {
        Some(E::partial_cmp)
    }
}

macro_rules! operators {
    ($($method:ident: [$($bound:tt)*], $symbol:literal;)*) => {
        $(impl<E> Operators<E>
        where
            $($bound)*
        {
            /// An operator that computes.
            pub fn $method(&self) -> Option<&'static str> {
                Some($symbol)
            }
        })*

        /// What an enum has no operators for.
        pub trait Without<E> {
            /// `==`.
            fn equal(&self) -> Option<Equal<E>> {
                None
            }
            /// `<` and its like.
            fn compare(&self) -> Option<Compare<E>> {
                None
            }
            $(
                /// An operator that computes.
                fn $method(&self) -> Option<&'static str> {
                    None
                }
            )*
        }

        impl<E> Without<E> for Operators<E> {}
    };
}

operators! {
    add: [E: std::ops::Add<E>], "+";
    sub: [E: std::ops::Sub<E>], "-";
    mul: [E: std::ops::Mul<E>], "*";
    div: [E: std::ops::Div<E>], "/";
    rem: [E: std::ops::Rem<E>], "%";
    and: [E: std::ops::BitAnd<E>], "&";
    or: [E: std::ops::BitOr<E>], "|";
    xor: [E: std::ops::BitXor<E>], "^";
    shl: [E: std::ops::Shl<E>], "<<";
    shr: [E: std::ops::Shr<E>], ">>";
    neg: [E: std::ops::Neg], "-";
    not: [E: std::ops::Not], "!";
    sum: [E: std::iter::Sum<E>], "sum";
    product: [E: std::iter::Product<E>], "product";
    sum_of_references: [for<'a> E: std::iter::Sum<&'a E>], "sum";
    product_of_references: [for<'a> E: std::iter::Product<&'a E>], "product";
}

/// Which of its operators an enum computes with, in words.
pub fn computes(name: &str, operators: &[Option<&'static str>]) -> Option<String> {
    let symbol = operators.iter().flatten().next()?;
    Some(format!("`{name}` has an operator `{symbol}`"))
}

/// With how many of the variants behind it each variant is compared: with all, but for an enum of very many.
const NEAR: usize = 64;

/// Why kernels, to which an enum is its discriminant, would compute something else than the host; `None` where they
/// would not.
pub fn disagreement<E: Copy>(
    name: &str,
    variants: &[(E, i128)],
    equal: Option<Equal<E>>,
    compare: Option<Compare<E>>,
    adds_up: &[Option<&'static str>],
) -> Option<String> {
    if let Some(way) = adds_up.iter().flatten().next() {
        return Some(format!(
            "`{name}` has a `{way}` of its own, and kernels would compute with its discriminants"
        ));
    }
    for (index, (a, first)) in variants.iter().enumerate() {
        for (b, second) in variants.iter().skip(index).take(NEAR) {
            if equal.is_some_and(|equal| equal(a, b) != (first == second)) {
                return Some(format!(
                    "`==` of `{name}` does not compare its discriminants, as it does in kernels"
                ));
            }
            if compare.is_some_and(|compare| compare(a, b) != Some(first.cmp(second))) {
                return Some(format!(
                    "`<` of `{name}` does not compare its discriminants, as it does in kernels"
                ));
            }
        }
    }
    None
}

/// A receiver, of which rustc is asked for a method.
pub struct Received<'a, R: ?Sized>(pub &'a R);

/// What stands for a receiver where rustc is asked for a method: `Pin<&Rc<T>>` for a `T`, and a reference to that
/// for a reference to a `T`, which rustc finds first. Methods that take `self`, `&self` and `&mut self` have
/// stand-ins that take that, and references to it, so that rustc finds the one that it finds for the receiver
/// itself. (A [`Pin`] of a reference is copied, as nothing is moved out of a receiver that is only asked for.)
pub trait Place {
    /// What the receiver is.
    type Target: ?Sized;

    /// Never called.
    fn __kiln_place(&self) -> Pin<&Rc<Self::Target>>;
}

/// [`Place`] of a reference. It is one trait for both kinds, so that of a receiver of which rustc does not know the
/// type yet, rustc asks for that and does not offer two traits to choose from.
pub trait PlaceOfReference {
    /// What stands for it.
    type Place<'a>
    where
        Self: 'a;

    /// Never called.
    fn __kiln_place(&self) -> Self::Place<'_>;
}

impl<R: ?Sized> Place for Received<'_, R> {
    type Target = R;

    fn __kiln_place(&self) -> Pin<&Rc<R>> {
        unreachable!("a checked copy is not run")
    }
}

impl<T: ?Sized> PlaceOfReference for &Received<'_, &T> {
    type Place<'a>
        = &'a Pin<&'a Rc<T>>
    where
        Self: 'a;

    fn __kiln_place(&self) -> Self::Place<'_> {
        unreachable!("a checked copy is not run")
    }
}

impl<T: ?Sized> PlaceOfReference for &Received<'_, &mut T> {
    type Place<'a>
        = &'a mut Pin<&'a Rc<T>>
    where
        Self: 'a;

    fn __kiln_place(&self) -> Self::Place<'_> {
        unreachable!("a checked copy is not run")
    }
}

/// What the parameters of a kernel may take together, in bytes: what every GPU and driver has room for.
pub const MOST_PARAMETERS: usize = 4096;

/// Of a reference to a reference, as a closure of `filter` takes one of an iterator's references, rustc finds what it
/// finds for the inner one: what has a method for the references themselves is refused elsewhere.
macro_rules! place_of_references {
    ($($outer:ty, $stands:ty;)*) => {
        $(
            impl<T: ?Sized> PlaceOfReference for &&Received<'_, $outer> {
                type Place<'a>
                    = $stands
                where
                    Self: 'a;

                fn __kiln_place(&self) -> Self::Place<'_> {
                    unreachable!("a checked copy is not run")
                }
            }
        )*
    };
}

place_of_references! {
    &&T, &'a Pin<&'a Rc<T>>;
    &&mut T, &'a Pin<&'a Rc<T>>;
    &mut &T, &'a Pin<&'a Rc<T>>;
}

/// Size and alignment of a slice that is a kernel's parameter.
pub const fn slice_size<T>() -> (usize, usize) {
    assert!(
        size_of::<T>() > 0,
        "K0103: a kernel takes a slice of what has no size, in which nothing lies\n  help: take one value, or be generic over its type\n  \
         see https://github.com/kiln-gpu/kiln/blob/main/docs/errors/K0103.md"
    );
    (16, 8)
}

/// What a value that is a kernel's parameter takes: without a size, as much as C++ gives it.
pub const fn parameter_bytes(size: usize, align: usize) -> usize {
    if size == 0 { align } else { size }
}

/// What is wrong if a kernel's parameters, each of a size and an alignment, have no room (`K0401`).
pub const fn parameters_fit(parameters: &[(usize, usize)]) -> Option<TooLarge> {
    let (mut bytes, mut index) = (0usize, 0);
    while index < parameters.len() {
        let (size, align) = parameters[index];
        bytes = bytes.next_multiple_of(align) + parameter_bytes(size, align);
        index += 1;
    }
    // What the launch adds of its own.
    bytes = bytes.next_multiple_of(8) + size_of::<kiln_codegen::abi::LaunchInfo>();
    if bytes > MOST_PARAMETERS { Some(TooLarge::new(bytes)) } else { None }
}

/// A message with a number, made while rustc evaluates a constant.
pub struct TooLarge {
    bytes: [u8; 256],
    len: usize,
}

impl TooLarge {
    const fn new(bytes: usize) -> TooLarge {
        let message = TooLarge { bytes: [0; 256], len: 0 };
        let message = message.push(b"K0401: the parameters of this kernel take ").number(bytes);
        let message = message.push(
            b" bytes, and a launch passes 4096 at most\n  help: put the large ones into a buffer and take `&[T]`\n  see ",
        );
        message.push(kiln_codegen::diagnostic::Code::Parameters.page().as_bytes())
    }

    const fn push(mut self, text: &[u8]) -> TooLarge {
        let mut index = 0;
        while index < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[index];
            self.len += 1;
            index += 1;
        }
        self
    }

    const fn number(self, number: usize) -> TooLarge {
        let before = if number >= 10 { self.number(number / 10) } else { self };
        before.push(&[b'0' + (number % 10) as u8])
    }

    /// The message.
    pub const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_modules_only() {
        let long = "a::b::Pair<core::option::Option<f32>, [x::Y; 3], 4>";
        assert_eq!(short_name(long), "Pair<Option<f32>, [Y; 3], 4>");
        assert_eq!(short_name("f32"), "f32");
    }

    #[derive(Clone, Copy)]
    enum Odd {
        A = 1,
        B = 4,
    }

    impl PartialEq for Odd {
        fn eq(&self, _: &Odd) -> bool {
            true
        }
    }

    #[derive(Clone, Copy)]
    enum Plain {
        A,
    }

    #[test]
    fn operators_that_are_not_the_discriminants_are_found() {
        let odd = [(Odd::A, 1), (Odd::B, 4)];
        let found = disagreement("Odd", &odd, Operators::<Odd>::of().equal(), None, &[]);
        assert!(found.is_some_and(|found| found.contains("`==` of `Odd`")));
        let plain = Operators::<Plain>::of();
        assert_eq!(
            disagreement("Plain", &[(Plain::A, 0)], plain.equal(), plain.compare(), &[plain.add()]),
            None
        );
        assert!(Operators::<f32>::of().neg().is_some() && Operators::<f32>::of().not().is_none());
    }

    #[test]
    fn parameters_are_counted_with_their_gaps() {
        let room = MOST_PARAMETERS - size_of::<kiln_codegen::abi::LaunchInfo>() - 8;
        assert!(parameters_fit(&[(1, 1), (room, 8)]).is_none());
        let message = parameters_fit(&[(1, 1), (room + 8, 8)]).unwrap();
        assert!(message.text().contains(" 4104 bytes"), "{}", message.text());
    }
}
