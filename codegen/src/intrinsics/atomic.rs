//! Atomic operations on elements of atomic slices and shared arrays.
//!
//! The surface is std's: `counts[i].fetch_add(1, Ordering::Relaxed)`. An element has one of the 32- and 64-bit
//! scalars; tile kernels also add `f16` and `bf16`, and take the lesser and the greater. Orders are `u32` literals in
//! the IR (see [`Order`]) and hold for the whole device.

use super::*;

/// The place of a memory ordering among the operands.
const ORDER: Slot = Slot::Fixed(Scalar::U32);

pub(super) static ROWS: &[Intrinsic] = &[
    row("atomic_load", "load", Class::Wide, Atomic::Load, "The element's value."),
    row("atomic_store", "store", Class::Wide, Atomic::Store, "Sets the element.").gives(Slot::Unit),
    row("atomic_swap", "swap", Class::Wide, Atomic::Swap, "Sets the element; gives the value before."),
    row(
        "atomic_compare_exchange",
        "compare_exchange",
        Class::Wide,
        Atomic::CompareExchange,
        "Sets the element to the second operand where it equals the first, bit for bit; gives the value before.",
    ),
    row(
        "atomic_fetch_add",
        "fetch_add",
        Class::Changed,
        Atomic::Add,
        "Adds (integers wrap); gives the value before.",
    ),
    row(
        "atomic_fetch_sub",
        "fetch_sub",
        Class::Wide,
        Atomic::Sub,
        "Subtracts (integers wrap); gives the value before.",
    ),
    row(
        "atomic_fetch_min",
        "fetch_min",
        Class::Changed,
        Atomic::Min,
        "Sets the element to the lesser of it and the operand (NaN loses); gives the value before.",
    ),
    row(
        "atomic_fetch_max",
        "fetch_max",
        Class::Changed,
        Atomic::Max,
        "Sets the element to the greater of it and the operand (NaN loses); gives the value before.",
    ),
    row("atomic_fetch_and", "fetch_and", Class::WideInt, Atomic::And, "Bitwise and; gives the value before."),
    row("atomic_fetch_or", "fetch_or", Class::WideInt, Atomic::Or, "Bitwise or; gives the value before."),
    row(
        "atomic_fetch_xor",
        "fetch_xor",
        Class::WideInt,
        Atomic::Xor,
        "Bitwise exclusive or; gives the value before.",
    ),
    row(
        "atomic_fetch_nand",
        "fetch_nand",
        Class::WideInt,
        Atomic::Nand,
        "Complement of the bitwise and; gives the value before.",
    ),
];

const fn row(
    name: &'static str,
    method: &'static str,
    class: Class,
    atomic: Atomic,
    doc: &'static str,
) -> Intrinsic {
    let params: &[Slot] = match atomic {
        Atomic::Load => &[Slot::AtomicRef, ORDER],
        Atomic::CompareExchange => &[Slot::AtomicRef, Slot::Same, Slot::Same, ORDER, ORDER],
        Atomic::Store | Atomic::Swap | Atomic::Add | Atomic::Sub => &[Slot::AtomicRef, Slot::Same, ORDER],
        Atomic::Min | Atomic::Max => &[Slot::AtomicRef, Slot::Same, ORDER],
        Atomic::And | Atomic::Or | Atomic::Xor | Atomic::Nand => &[Slot::AtomicRef, Slot::Same, ORDER],
    };
    Intrinsic::of_machine(name, Surface::Method(method), Cuda::Atomic, Machine::Atomic(atomic), doc)
        .of(class)
        .takes(params)
        .gives(Slot::Same)
}
