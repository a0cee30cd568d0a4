//! What a block has room for, and the errors and remarks where a kernel asks for more.

use super::layout::Layout;
use super::plan::{Home, Plan};
use super::{Conditions, LowerError, Warning};
use crate::abi;
use crate::ir::{ExprKind, Function, LocalId, MOST_ELEMENTS, Module, TileOp, Type};

/// Bytes of one tile in a thread. What registers do not hold lies in memory that every thread of the device has.
const MOST_BYTES: u64 = 16 * 1024;

/// Registers of a thread that may hold tiles, before the compiler puts some of them into memory.
pub const MOST_REGISTERS: u64 = 200;

/// 32-bit registers of a multiprocessor.
pub const ALL_REGISTERS: u64 = 65536;

/// Most registers that a thread can name.
const MOST_NAMED: u64 = 255;

/// Registers of a thread, in a block of so many.
pub fn registers_of_thread(block: u32) -> u32 {
    (ALL_REGISTERS / u64::from(block)).min(MOST_NAMED) as u32
}

/// Holds that each tile is small enough to be planned for.
pub fn tiles_fit(function: &Function) -> Result<(), LowerError> {
    for local in &function.locals {
        let Some(extents) = local.ty.extents() else { continue };
        let elements = extents.iter().fold(1u64, |elements, extent| elements.saturating_mul(*extent));
        if elements > MOST_ELEMENTS {
            let what = format!("has {elements} elements, and a tile at most {MOST_ELEMENTS}");
            return Err(too_large(function, &local.name, &local.ty, &what));
        }
    }
    Ok(())
}

/// Whether the kernel changes elements of the tensor atomically.
pub fn is_atomic(function: &Function, tensor: LocalId) -> bool {
    let mut found = false;
    function.body.walk_exprs(&mut |expr| {
        if let ExprKind::Tile { op: TileOp::Change { tensor: of, by: Some(_) }, .. } = &expr.kind {
            found |= *of == tensor;
        }
    });
    found
}

/// Holds that a tensor that is changed atomically is touched in no other way.
pub fn atomics_stand_alone(function: &Function) -> Result<(), LowerError> {
    let mut wrong = None;
    function.body.walk_operands(&mut |expr| {
        if let ExprKind::Tile {
            op:
                TileOp::Load { tensor, .. }
                | TileOp::Store { tensor }
                | TileOp::Fetch { tensor }
                | TileOp::Change { tensor, by: None },
            ..
        } = &expr.kind
            && is_atomic(function, *tensor)
        {
            wrong = Some(*tensor);
        }
    });
    match wrong {
        Some(tensor) => Err(LowerError {
            message: format!(
                "the tile kernel `{}` changes elements of `{}` atomically, and loads or stores them otherwise too: do one of both, or \
                 take two kernels",
                function.name,
                function.local(tensor).name
            ),
        }),
        None => Ok(()),
    }
}

/// Holds that each thread has room for its part of each tile.
pub fn registers_fit(function: &Function, plan: &Plan) -> Result<(), LowerError> {
    for (local, home) in function.locals.iter().zip(&plan.homes) {
        let (Some(Home::Registers(layout)), Some(scalar)) = (home, local.ty.lane().scalar()) else {
            continue;
        };
        let bytes = u64::from(layout.registers()) * scalar.size() as u64;
        if bytes > MOST_BYTES {
            let what = format!(
                "takes {bytes} bytes of each of {} threads, and a tile may have {MOST_BYTES}",
                layout.threads
            );
            return Err(too_large(function, &local.name, &local.ty, &what));
        }
    }
    Ok(())
}

fn too_large(function: &Function, name: &str, ty: &Type, what: &str) -> LowerError {
    LowerError {
        message: format!(
            "the tile `{name}: {ty}` of the tile kernel `{}` {what}: make it smaller, or the block larger",
            function.name
        ),
    }
}

/// Bytes of shared memory that a block can have.
pub fn most_shared(arch: u32) -> u64 {
    let kib = match arch {
        0..=79 => 64,
        80 | 87 => 163,
        81..=89 => 99,
        90..=119 => 227,
        _ => 99,
    };
    kib * 1024
}

pub fn too_much_shared(function: &Function, target: Conditions, module: &Module, bytes: u64) -> LowerError {
    let mut largest = (0, String::new());
    if let Some(kernel) = module.entry() {
        for (local, _) in abi::shared_memory(kernel).offsets {
            let local = kernel.local(local);
            let size = local.ty.size().unwrap_or(0);
            if size > largest.0 {
                largest = (size, format!("`{}: {}`", local.name, local.ty));
            }
        }
    }
    LowerError {
        message: format!(
            "the tile kernel `{}` needs {bytes} bytes of shared memory, and a block of sm_{} has {}; {} of them are {}: \
             make the tiles smaller",
            function.name,
            target.arch,
            most_shared(target.arch),
            largest.0,
            largest.1,
        ),
    }
}

/// The warning that a tile will not stay in registers, of a block of so many threads.
pub fn local_memory(name: &str, ty: &Type, layout: &Layout, block: u32) -> Option<Warning> {
    let size = ty.lane().scalar()?.size() as u64;
    let words = (u64::from(layout.registers()) * size).div_ceil(4);
    let most = MOST_REGISTERS.min(ALL_REGISTERS / u64::from(block));
    (words > most).then(|| Warning {
        message: format!(
            "`{name}: {ty}` takes {words} registers of each of {block} threads, more than there are: it lies in local \
             memory, which is slow"
        ),
        help: "make the tile smaller, or give it more threads with `warps`".to_owned(),
    })
}
