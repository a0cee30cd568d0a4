//! Types as C++ spells them.
//!
//! Integers keep Rust's names (the prelude has the `typedef`s), floats and `bool` are C++'s own. An atomic element is
//! its plain scalar in memory: what makes it atomic is how it is touched.

use super::prelude::Prelude;
pub(super) use crate::back::is_half;
use crate::ir::{Len, Scalar, Type};

/// The name of a scalar type.
#[inline(never)]
pub(super) fn scalar(scalar: Scalar, prelude: &mut Prelude) -> &'static str {
    let name = match scalar {
        Scalar::Bool => "bool",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => scalar.name(),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => scalar.name(),
        Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => scalar.name(),
    };
    prelude.need(name);
    name
}

/// The type of a value: a scalar, an array or a struct. References and slices exist as parameters only.
#[inline(never)]
pub(super) fn value(ty: &Type, prelude: &mut Prelude) -> String {
    match ty {
        Type::Unit => "void".to_owned(),
        Type::Scalar(s) | Type::Atomic(s) => scalar(*s, prelude).to_owned(),
        Type::Array(element, Len::Const(len)) => {
            prelude.need("array");
            format!("array<{}, {len}>", value(element, prelude))
        }
        Type::Ref { target, .. } => value(target, prelude),
        Type::Slice { element, .. } => value(element, prelude) + "*",
        Type::Struct(found) => prelude.structs.name(found),
        Type::Array(_, Len::Capture(_))
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Tuple(_) => "/* open */".to_owned(),
    }
}

/// The result type of a device function.
pub(super) fn result(ty: &Type, prelude: &mut Prelude) -> String {
    value(ty, prelude)
}

/// The declarations of a parameter: one, or two of a slice. Slices of a kernel never overlap where one is written to
/// (a borrow error on the host), which `__restrict__` tells the compiler where the kernel's blocks do not hand each
/// other elements; atomic ones may be passed twice.
pub(super) fn parameter(
    ty: &Type,
    name: &str,
    len: &str,
    kernel: bool,
    prelude: &mut Prelude,
) -> Vec<String> {
    // What blocks write before a barrier of theirs, others may read behind it.
    let handed = prelude.has_grid_barrier();
    match ty {
        Type::Slice { element, mutable } => {
            let atomic = is_atomic(element);
            let qualifier = if *mutable || atomic { "" } else { "const " };
            let restrict = if kernel && !atomic && !(*mutable && handed) { " __restrict__" } else { "" };
            prelude.need("usize");
            vec![format!("{qualifier}{}*{restrict} {name}", value(element, prelude)), format!("usize {len}")]
        }
        Type::Ref { target, mutable } => {
            let qualifier = if *mutable || is_atomic(target) { "" } else { "const " };
            vec![format!("{qualifier}{}& {name}", value(target, prelude))]
        }
        Type::Unit => Vec::new(),
        Type::Scalar(_)
        | Type::Array(..)
        | Type::Atomic(_)
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Struct(_)
        | Type::Tuple(_) => {
            vec![format!("{} {name}", value(ty, prelude))]
        }
    }
}

/// Whether memory of this type is touched atomically.
fn is_atomic(ty: &Type) -> bool {
    match ty {
        Type::Atomic(_) => true,
        Type::Array(element, _) => is_atomic(element),
        Type::Ref { target, .. } => is_atomic(target),
        Type::Unit
        | Type::Scalar(_)
        | Type::Slice { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Struct(_)
        | Type::Tuple(_) => false,
    }
}

/// The unsigned type in which C++ computes for an integer type: at least 32 bits, so that promotion to `int`, whose
/// overflow is undefined, never happens.
pub(super) fn modular(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::I64 | Scalar::U64 => Scalar::U64,
        Scalar::Isize | Scalar::Usize => Scalar::Usize,
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 => Scalar::U32,
        Scalar::U8 | Scalar::U16 | Scalar::U32 => Scalar::U32,
        Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 | Scalar::E4M3 | Scalar::E5M2 => scalar,
    }
}

/// Whether C++ computes with the type as it is, without promotion and without undefined overflow.
pub(super) fn is_plain(scalar: Scalar) -> bool {
    modular(scalar) == scalar
}

/// Whether C++ promotes the type to `int` in every operation.
pub(super) fn is_narrow(scalar: Scalar) -> bool {
    scalar.size() < 4 && !scalar.is_float()
}
