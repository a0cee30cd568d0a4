//! Structs: named fields at known places in memory.
//!
//! A struct's layout is rustc's: the derive asks it for the size, the alignment and each field's offset, whatever the
//! representation. A tuple never leaves the kernel, so its layout is ours: that of a C struct with its fields in order.
//!
//! An enum whose variants have fields is a struct too: its fields are [cells](Struct::enumeration), each of which holds
//! the bits of whatever field of the variants lies there. An open module names a field of a variant by a *qualified
//! name*, `Sphere::radius`, and `Sphere::` is whether the value is of that variant. Of a struct that is no enum,
//! `Point::x` is `x`, and `Point::` is true: the front end cannot tell the two apart.
//! [`passes::variants`](crate::passes::variants) makes cells of qualified names, so that a closed module has none.

use crate::compact::List;
use std::sync::Arc;

use super::{Len, Module, Scalar, Type};

/// A struct by value, or in memory. Its name is unique in a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Struct {
    /// `Particle`, `Vec2<f32>`, `(f32, u32)`.
    pub name: String,
    /// In the order of the definition; those without a size (`PhantomData`) are left out.
    pub fields: Vec<Field>,
    /// In bytes, padding included.
    pub size: u64,
    /// In bytes, a power of two.
    pub align: u64,
    /// Of an enum whose variants have fields, in open modules: what the cells hold.
    pub variants: Vec<Variant>,
}

/// A variant of an enum whose variants have fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    pub name: String,
    /// The bits of the discriminant, which is the enum's first field.
    pub tag: u64,
    /// By their offsets from the start of the enum.
    pub fields: Vec<Field>,
}

/// A field of a struct; a tuple's are named `0`, `1`, ..
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    /// In bytes from the start of the struct.
    pub offset: u64,
}

impl Struct {
    /// The struct that stands for a tuple of these types; `None` where one of them has no size.
    pub fn tuple(types: &[Type]) -> Option<Arc<Struct>> {
        let mut fields = Vec::with_capacity(types.len());
        let (mut size, mut align) = (0u64, 1);
        for (number, ty) in types.iter().enumerate() {
            let (own, own_align) = ty.size_and_align()?;
            let offset = size.checked_next_multiple_of(own_align)?;
            size = offset.checked_add(own)?;
            align = align.max(own_align);
            fields.push(Field { name: number.to_string(), ty: ty.clone(), offset });
        }
        let names: Vec<String> = types.iter().map(Type::rust_name).list();
        let comma = if names.len() == 1 { "," } else { "" };
        let name = format!("({}{comma})", names.join(", "));
        let size = size.checked_next_multiple_of(align)?;
        Some(Arc::new(Struct { name, fields, size, align, variants: Vec::new() }))
    }

    /// The struct that stands for an enum of these variants, whose discriminant is its first scalar. Where variants
    /// overlap, a cell holds the largest scalar that lies there: scalars are aligned to their sizes, so the others lie
    /// inside it.
    pub fn enumeration(
        name: String,
        (size, align): (u64, u64),
        tag: Scalar,
        variants: Vec<Variant>,
    ) -> Struct {
        let mut leaves = vec![(0, tag)];
        for field in variants.iter().flat_map(|variant| &variant.fields) {
            scalars(&field.ty, field.offset, &mut leaves);
        }
        // The largest first where several start at one byte.
        leaves.sort_by_key(|(offset, scalar)| (*offset, std::cmp::Reverse(scalar.size())));
        let mut cells: Vec<(u64, Scalar)> = Vec::new();
        for (offset, scalar) in leaves {
            match cells.last_mut() {
                Some((at, cell)) if offset < *at + cell.size() as u64 => {
                    if (offset, scalar) != (*at, *cell) {
                        *cell = cell.bits_integer();
                    }
                }
                // The bytes of another variant need not be those of a `bool`.
                _ => cells.push((offset, if scalar == Scalar::Bool { Scalar::U8 } else { scalar })),
            }
        }
        let field = |(offset, scalar): (u64, Scalar)| Field {
            name: if offset == 0 { "tag".to_owned() } else { format!("at{offset}") },
            ty: Type::Scalar(scalar),
            offset,
        };
        Struct { name, fields: cells.into_iter().map(field).list(), size, align, variants }
    }

    /// Whether it stands for a tuple.
    pub fn is_tuple(&self) -> bool {
        self.name.starts_with('(')
    }

    /// Whether it has a field that is a tile.
    pub fn holds_tiles(&self) -> bool {
        self.fields.iter().any(|field| field.ty.shape().is_some())
    }

    /// The field of this name and its number.
    pub fn field(&self, name: &str) -> Option<(usize, &Field)> {
        self.fields.iter().enumerate().find(|(_, field)| field.name == name)
    }

    /// The variant of this name.
    pub fn variant(&self, name: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// The type of what a field's name leads to, which may be qualified.
    fn type_of(&self, name: &str) -> Option<&Type> {
        static IS_OF_VARIANT: Type = Type::BOOL;
        let plain = |name: &str| self.field(name).map(|(_, field)| &field.ty);
        let Some((variant, name)) = name.split_once("::") else { return plain(name) };
        if self.variants.is_empty() {
            return if name.is_empty() { Some(&IS_OF_VARIANT) } else { plain(name) };
        }
        let variant = self.variant(variant)?;
        if name.is_empty() {
            return Some(&IS_OF_VARIANT);
        }
        variant.fields.iter().find(|field| field.name == name).map(|field| &field.ty)
    }
}

/// Adds the scalars of a value of this type and their offsets, in order; `at` is the value's own.
pub fn scalars(ty: &Type, at: u64, found: &mut Vec<(u64, Scalar)>) {
    match ty {
        Type::Scalar(scalar) => found.push((at, *scalar)),
        Type::Struct(of) => of.fields.iter().for_each(|field| scalars(&field.ty, at + field.offset, found)),
        Type::Array(element, Len::Const(len)) => {
            let size = element.size().unwrap_or(0);
            (0..*len).for_each(|index| scalars(element, at + index * size, found));
        }
        // No value in memory is of these.
        Type::Array(_, Len::Capture(_))
        | Type::Unit
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

impl Module {
    /// The structs of the module's values and memory, each after those that its fields have, in the order of their
    /// first use.
    pub fn structs(&self) -> Vec<Arc<Struct>> {
        let mut found = Vec::new();
        for function in &self.functions {
            for local in &function.locals {
                collect(&local.ty, &mut found);
            }
            collect(&function.result, &mut found);
            function.body.walk_operands(&mut |expr| collect(&expr.ty, &mut found));
        }
        found
    }
}

fn collect(ty: &Type, found: &mut Vec<Arc<Struct>>) {
    match ty {
        Type::Struct(this) => {
            if found.iter().all(|known| known.name != this.name) {
                this.fields.iter().for_each(|field| collect(&field.ty, found));
                found.push(Arc::clone(this));
            }
        }
        Type::Tuple(types) => types.iter().for_each(|ty| collect(ty, found)),
        Type::Array(element, _) | Type::Slice { element, .. } | Type::Tensor { element, .. } => {
            collect(element, found);
        }
        Type::Ref { target, .. } => collect(target, found),
        Type::Unit
        | Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => {}
    }
}

impl Type {
    /// The type as Rust would say it, for names and messages.
    pub fn rust_name(&self) -> String {
        match self {
            Type::Unit => "()".to_owned(),
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Array(element, len) => format!("[{}; {len}]", element.rust_name()),
            Type::Struct(found) => found.name.clone(),
            Type::Tuple(types) => {
                let names: Vec<String> = types.iter().map(Type::rust_name).list();
                format!("({})", names.join(", "))
            }
            Type::Slice { element, mutable } => {
                format!("&{}[{}]", if *mutable { "mut " } else { "" }, element.rust_name())
            }
            Type::Ref { target, mutable } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, target.rust_name())
            }
            Type::Atomic(_) | Type::Tensor { .. } | Type::Tile { .. } | Type::Capture(_) | Type::Infer(_) => {
                self.to_string()
            }
        }
    }

    /// The alignment in memory, for closed types that have one.
    pub fn align(&self) -> Option<u64> {
        match self {
            Type::Scalar(s) | Type::Atomic(s) => Some(s.size() as u64),
            Type::Array(element, _) => element.align(),
            Type::Struct(found) => Some(found.align),
            Type::Unit
            | Type::Tuple(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => None,
        }
    }

    /// The size and the alignment of a field of this type. A tile is never in memory and takes no bytes.
    pub fn size_and_align(&self) -> Option<(u64, u64)> {
        match self.extents() {
            Some(_) => Some((0, 1)),
            None => Some((self.size()?, self.align()?)),
        }
    }

    /// Whether what lies behind a place with a base of this type can be written: all but what a shared reference or
    /// slice leads to.
    pub fn is_mutable_base(&self) -> bool {
        match self {
            Type::Slice { mutable, .. } | Type::Ref { mutable, .. } | Type::Tensor { mutable, .. } => {
                *mutable
            }
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Struct(_)
            | Type::Tuple(_)
            | Type::Atomic(_)
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => true,
        }
    }

    /// Whether values of the type have parts: an array, a struct or a tuple.
    pub fn is_aggregate(&self) -> bool {
        match self {
            Type::Array(..) | Type::Struct(_) | Type::Tuple(_) => true,
            Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => false,
        }
    }

    /// The type of a field of this type, whose name may be qualified; references are seen through.
    pub fn field(&self, name: &str) -> Option<&Type> {
        match self {
            Type::Struct(found) => found.type_of(name),
            Type::Tuple(types) => types.get(name.parse::<usize>().ok()?),
            Type::Ref { target, .. } => target.field(name),
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => None,
        }
    }

    /// The type with every tuple in it as the struct that stands for it, as far as their parts are known.
    #[must_use]
    pub fn settled(&self) -> Type {
        match self {
            Type::Tuple(types) => {
                let types: Vec<Type> = types.iter().map(Type::settled).list();
                match Struct::tuple(&types) {
                    Some(found) => Type::Struct(found),
                    None => Type::Tuple(types),
                }
            }
            Type::Array(element, len) => Type::Array(Box::new(element.settled()), *len),
            Type::Slice { element, mutable } => {
                Type::Slice { element: Box::new(element.settled()), mutable: *mutable }
            }
            Type::Ref { target, mutable } => {
                Type::Ref { target: Box::new(target.settled()), mutable: *mutable }
            }
            Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Struct(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => self.clone(),
        }
    }
}
