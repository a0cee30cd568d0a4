//! Every row of the intrinsics table on every type of its class.

use super::builder::{Kernel, slice, usize};
use super::tile;
use kiln_codegen::intrinsics::{self, Cpu, Intrinsic, Machine, Slot};
use kiln_codegen::ir::*;

/// The rows that compute on values of this type, in the order in which [`intrinsics`] writes their results.
pub fn pure_rows(scalar: Scalar) -> Vec<&'static Intrinsic> {
    of_class(scalar).filter(|row| !matches!(row.cpu, Cpu::Machine(_))).collect()
}

pub fn has_atomics(scalar: Scalar) -> bool {
    of_class(scalar).any(is_atomic)
}

fn of_class(scalar: Scalar) -> impl Iterator<Item = &'static Intrinsic> {
    intrinsics::all().filter(move |row| row.class.contains(scalar) && !elsewhere(row))
}

/// Rows that have modules of their own, for the machines that have them.
fn elsewhere(row: &Intrinsic) -> bool {
    tile::covers(row) || row.name.starts_with("cluster_")
}

fn is_atomic(row: &'static Intrinsic) -> bool {
    matches!(row.cpu, Cpu::Machine(Machine::Atomic(_)))
}

/// A kernel that writes the bits of each result: row `k` of thread `i` at `i * rows + k`. The operands of a thread are
/// its elements of the slices of the operands' types.
pub fn intrinsics(scalar: Scalar) -> Module {
    let mut k = Kernel::new(&format!("intrinsics_{}", scalar.name()));
    let same: Vec<LocalId> = ["x", "y", "z"].map(|name| k.param(name, slice(scalar, false))).into();
    let unsigned = k.param("bits", slice(scalar.unsigned(), false));
    let amounts = k.param("n", slice(Scalar::U32, false));
    let powers = k.param("power", slice(Scalar::I32, false));
    let flags = k.param("flag", slice(Scalar::Bool, false));
    let out = k.param("out", slice(Scalar::U64, true));
    let i = k.global_id();
    // The rows that belong to no type go along with `u32`.
    let rows: Vec<_> = pure_rows(scalar)
        .into_iter()
        .chain(of_class(scalar).filter(|row| matches!(row.cpu, Cpu::Machine(_)) && !is_atomic(row)))
        .chain(intrinsics::all().filter(|row| scalar == Scalar::U32 && row.class == intrinsics::Class::None))
        .filter(|row| !elsewhere(row))
        .collect();
    for (number, row) in rows.iter().enumerate() {
        let mut args = Vec::new();
        let mut next = same.iter();
        for slot in row.params {
            let from = match slot {
                Slot::Same => *next.next().unwrap(),
                Slot::Unsigned => unsigned,
                Slot::Fixed(Scalar::I32) => powers,
                Slot::Fixed(Scalar::Bool) => flags,
                Slot::Fixed(_) => amounts,
                Slot::Unit | Slot::AtomicRef | Slot::Element { .. } | Slot::ElementOf { .. } => {
                    unreachable!()
                }
            };
            let index = k.get(i);
            args.push(k.load(from, index));
        }
        let call = k.call(row, scalar, args);
        if call.ty == Type::Unit {
            k.push(StmtKind::Eval(call));
            continue;
        }
        let name = row.name.to_owned();
        let result = k.bind(&name, call);
        let product = k.get(i);
        let product = k.binary(BinOp::Mul, product, usize(rows.len() as i128));
        let index = k.binary(BinOp::Add, product, usize(number as i128));
        let place = k.at(out, index);
        let value = k.get(result);
        let value = k.bits(value);
        k.set(place, value);
    }
    k.finish()
}

/// Every atomic row in every order, in global and in shared memory.
pub fn atomics(scalar: Scalar) -> Module {
    let mut k = Kernel::new(&format!("atomics_{}", scalar.name()));
    let cells = k.param("cells", Type::slice(Type::Atomic(scalar), false));
    let values = k.param("values", slice(scalar, false));
    let out = k.param("out", slice(scalar, true));
    let shared = k.shared("local", Type::array(Type::Atomic(scalar), 32));
    let i = k.global_id();
    for row in of_class(scalar).filter(|row| is_atomic(row)) {
        for (memory, order) in [(cells, 0), (shared, 0), (cells, 1), (cells, 2), (shared, 3), (cells, 4)] {
            // An element per order, so that none is optimized into another.
            let place = k.at(memory, usize(order));
            let element = row.params[0].resolve(scalar);
            let mut args = vec![Expr::new(ExprKind::Ref(place), element)];
            for slot in &row.params[1..] {
                args.push(match slot {
                    Slot::Same => {
                        let index = k.get(i);
                        k.load(values, index)
                    }
                    _ => Expr::int(order, Scalar::U32),
                });
            }
            let call = k.call(row, scalar, args);
            if call.ty == Type::Unit {
                k.push(StmtKind::Eval(call));
            } else {
                let old = k.bind("old", call);
                let place = k.at(out, usize(order));
                let old = k.get(old);
                k.set(place, old);
            }
        }
    }
    k.finish()
}
