//! Atomic operations.
//!
//! Relaxed operations are CUDA's own, which are relaxed and hold for the device. Stronger orders put fences around
//! them: before for release, after for acquire, both for the rest. Where CUDA lacks a type, the operation goes through
//! the integer of the same width: by a cast where the bits alone matter, else by compare-and-swap.

use super::prelude::Prelude;
use super::types;
use crate::compact::List;
use crate::intrinsics::Atomic;
use crate::ir::Scalar;

/// The call on an element at `place`, with the operands' texts, each of exactly the element's type.
pub(super) fn call(
    atomic: Atomic,
    scalar: Scalar,
    place: &str,
    values: &[String],
    prelude: &mut Prelude,
) -> String {
    let value = values.first().map_or("", String::as_str);
    let name = match atomic {
        Atomic::Load => {
            prelude.need("atomic_load");
            return format!("kiln::atomic_load(&{place})");
        }
        Atomic::Store => {
            prelude.need("atomic_store");
            return format!("kiln::atomic_store(&{place}, {value})");
        }
        Atomic::Swap => "atomicExch",
        Atomic::CompareExchange => "atomicCAS",
        Atomic::Add | Atomic::Sub => "atomicAdd",
        Atomic::Min => "atomicMin",
        Atomic::Max => "atomicMax",
        Atomic::And => "atomicAnd",
        Atomic::Or => "atomicOr",
        Atomic::Xor => "atomicXor",
        Atomic::Nand => {
            prelude.need("atomic_nand");
            return format!("kiln::atomic_nand(&{place}, {value})");
        }
    };
    match atomic {
        // Addition of the negation: of bits for integers, of the sign for floats.
        Atomic::Sub if scalar.is_float() => format!("atomicAdd(&{place}, -({value}))"),
        Atomic::Sub => {
            through_bits(name, scalar, place, &[format!("0 - {}", as_bits(scalar, value, prelude))], prelude)
        }
        Atomic::Min | Atomic::Max if scalar.is_float() => {
            let name = if atomic == Atomic::Min { "atomic_min" } else { "atomic_max" };
            prelude.need(name);
            format!("kiln::{name}(&{place}, {value})")
        }
        Atomic::Add if matches!(scalar, Scalar::F16 | Scalar::BF16) => {
            let name = if scalar == Scalar::F16 { "atomic_add_f16" } else { "atomic_add_bf16" };
            prelude.need(name);
            format!("kiln::{name}(&{place}, {value})")
        }
        _ if is_native(atomic, scalar) => format!("{name}(&{place}, {})", values.join(", ")),
        Atomic::Load
        | Atomic::Store
        | Atomic::Swap
        | Atomic::CompareExchange
        | Atomic::Add
        | Atomic::Min
        | Atomic::Max
        | Atomic::And
        | Atomic::Or
        | Atomic::Xor
        | Atomic::Nand => {
            let bits: Vec<String> = values.iter().map(|value| as_bits(scalar, value, prelude)).list();
            through_bits(name, scalar, place, &bits, prelude)
        }
    }
}

/// Whether CUDA declares the function for the type itself.
fn is_native(atomic: Atomic, scalar: Scalar) -> bool {
    let unsigned_or_int = matches!(scalar, Scalar::I32 | Scalar::U32 | Scalar::U64 | Scalar::Usize);
    match atomic {
        Atomic::Load | Atomic::Store => true,
        Atomic::Swap => unsigned_or_int || scalar == Scalar::F32,
        Atomic::Add => unsigned_or_int || scalar.is_float(),
        Atomic::Min | Atomic::Max => scalar.is_int(),
        Atomic::CompareExchange | Atomic::And | Atomic::Or | Atomic::Xor => unsigned_or_int,
        Atomic::Sub | Atomic::Nand => false,
    }
}

/// A call on the unsigned integer of the same width.
fn through_bits(name: &str, scalar: Scalar, place: &str, values: &[String], prelude: &mut Prelude) -> String {
    let unsigned = types::scalar(scalar.unsigned(), prelude);
    let values = values.join(", ");
    if scalar.is_unsigned_int() {
        return format!("{name}(&{place}, {values})");
    }
    let call = format!("{name}(({unsigned}*)&{place}, {values})");
    match scalar {
        Scalar::F32 => format!("__uint_as_float({call})"),
        Scalar::F64 => {
            prelude.need("i64");
            format!("__longlong_as_double((i64){call})")
        }
        Scalar::I32 | Scalar::I64 | Scalar::Isize => format!("({}){call}", types::scalar(scalar, prelude)),
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => {
            call
        }
        Scalar::Usize | Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => call,
    }
}

/// A value as the unsigned integer of the same width.
fn as_bits(scalar: Scalar, value: &str, prelude: &mut Prelude) -> String {
    match scalar {
        Scalar::F32 => format!("__float_as_uint({value})"),
        Scalar::F64 => format!("({})__double_as_longlong({value})", types::scalar(Scalar::U64, prelude)),
        Scalar::U32 | Scalar::U64 | Scalar::Usize => format!("({value})"),
        Scalar::I32 | Scalar::I64 | Scalar::Isize => {
            format!("({})({value})", types::scalar(scalar.unsigned(), prelude))
        }
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::U8 | Scalar::U16 => value.to_owned(),
        Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => value.to_owned(),
    }
}
