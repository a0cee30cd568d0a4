//! What the proof that a kernel's threads do not race takes for granted of its launches, and what a tile kernel
//! requires of them.
//!
//! Takes a kernel's conditions and a launch's arguments, grid and block; guarantees that a launch that breaks one
//! is an error before anything runs, and that checking allocates nothing.

use kiln_codegen::check::extents::extent_name;
use kiln_codegen::check::precondition::{ArgumentField, Precondition, Quantity};
use kiln_codegen::compact::List;
use kiln_codegen::ir::Scalar;

use crate::arg::Arg;
use crate::error::{Error, Result};
use crate::instance::Loaded;
use crate::registry::{KernelEntry, ParamInfo, ParamKind};

use super::size::Shape;

const AXES: [&str; 3] = ["x", "y", "z"];

/// Checks the conditions of a kernel.
#[inline]
pub(super) fn check(loaded: &Loaded, args: &[Arg<'_>], shape: &Shape) -> Result<()> {
    let conditions = &loaded.preconditions;
    let broken = conditions.single & shape.several;
    if broken == 0 && conditions.rest.is_empty() {
        return Ok(());
    }
    check_some(loaded, args, broken, (shape.grid, shape.block))
}

fn check_some(
    loaded: &Loaded,
    args: &[Arg<'_>],
    broken: u8,
    (grid, block): ([u32; 3], [u32; 3]),
) -> Result<()> {
    if broken != 0 {
        return Err(several(loaded.entry, broken, grid, block));
    }
    for condition in loaded.preconditions.rest {
        if !condition.holds(&|quantity| value(args, grid, block, quantity)) {
            return Err(violated(loaded.entry, condition, args, grid, block));
        }
    }
    Ok(())
}

#[inline]
fn value(args: &[Arg<'_>], grid: [u32; 3], block: [u32; 3], quantity: Quantity) -> i128 {
    let word = |at: u16, word: usize| {
        let words = args.get(usize::from(at)).map_or(&[][..], Arg::words);
        words.get(word).copied().unwrap_or(0)
    };
    match quantity {
        Quantity::Block(axis) => i128::from(block[usize::from(axis % 3)]),
        Quantity::Grid(axis) => i128::from(grid[usize::from(axis % 3)]),
        Quantity::Len(at) => i128::from(word(at, 1)),
        Quantity::Extent(at, axis) => {
            let extents = args.get(usize::from(at)).map_or(&[][..], Arg::extents);
            i128::from(extents.get(usize::from(axis)).copied().unwrap_or(0))
        }
        Quantity::Param(at, ty) => integer(word(at, 0), ty),
        Quantity::Field(ArgumentField { of, offset, ty, .. }) => {
            let bits = args.get(usize::from(of)).map_or(0, |arg| arg.bits_at(offset as usize, ty.size()));
            integer(bits, ty)
        }
    }
}

/// The value of the lowest bits.
#[inline]
fn integer(bits: u64, ty: Scalar) -> i128 {
    let unused = 64 - ty.bits();
    let high = bits << unused;
    if ty.is_signed_int() { i128::from(high.cast_signed() >> unused) } else { i128::from(high >> unused) }
}

/// A launch with several threads or blocks along an axis that the kernel does not look at.
#[cold]
fn several(entry: &KernelEntry, broken: u8, grid: [u32; 3], block: [u32; 3]) -> Error {
    let bit = broken.trailing_zeros() as usize;
    if bit >= 6 {
        return too_few(
            entry,
            if bit == 6 { ("two", "y", "(width, height)") } else { ("three", "z", "(x, y, z)") },
        );
    }
    let axis = AXES[bit % 3];
    let (condition, index, method) = match bit {
        0..3 => ("a block has one thread", "thread_idx()", "block"),
        _ => ("the grid has one block", "block_idx()", "blocks"),
    };
    Error::Precondition {
        kernel: entry.name,
        condition: format!("{condition} along {axis}, where the kernel does not tell them apart"),
        values: format!("the block is {block:?} and the grid {grid:?}"),
        help: format!(
            "launch one along {axis}, by `.{method}(..)`; or let the kernel's indices depend on `{index}.{axis}`"
        ),
        races: true,
    }
}

/// A launch with fewer dimensions than the kernel has.
#[cold]
fn too_few(entry: &KernelEntry, (count, axis, extents): (&str, &str, &str)) -> Error {
    Error::Precondition {
        kernel: entry.name,
        condition: format!("a launch of {count} dimensions, since it reads its index along {axis}"),
        values: "the launch has fewer".to_owned(),
        help: format!("give every extent, as in `.threads({extents})`; an extent of 1 is fine"),
        races: false,
    }
}

#[cold]
fn violated(
    entry: &KernelEntry,
    condition: &Precondition,
    args: &[Arg<'_>],
    grid: [u32; 3],
    block: [u32; 3],
) -> Error {
    let name = |quantity: &Quantity| match quantity {
        Quantity::Param(at, _) => {
            entry.params.get(usize::from(*at)).map_or_else(String::new, |param| param.name.to_owned())
        }
        Quantity::Field(field) => field.name.to_owned(),
        Quantity::Len(at) => entry
            .params
            .get(usize::from(*at))
            .map_or_else(String::new, |param| format!("{}.len()", param.name)),
        Quantity::Extent(at, axis) => match entry.params.get(usize::from(*at)) {
            Some(ParamInfo { name, kind: ParamKind::Tensor { rank, .. } }) => extent_name(name, *rank, *axis),
            _ => String::new(),
        },
        Quantity::Block(axis) => format!("block_dim().{}", AXES[usize::from(axis % 3)]),
        Quantity::Grid(axis) => format!("grid_dim().{}", AXES[usize::from(axis % 3)]),
    };
    let values = condition.quantities();
    let values: Vec<String> = values
        .iter()
        .map(|quantity| format!("{} is {}", name(quantity), value(args, grid, block, *quantity)))
        .list();
    let (kernel, values) = (entry.name, values.join(", "));
    let (condition, help) = (condition.text.to_owned(), condition.help.to_owned());
    Error::Precondition { kernel, condition, values, help, races: entry.attrs.tile.is_none() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_have_the_values_of_their_types() {
        let of = |arg: Arg<'_>, ty| value(&[arg], [1; 3], [1; 3], Quantity::Param(0, ty));
        assert_eq!(of(Arg::value(-3i8), Scalar::I8), -3);
        assert_eq!(of(Arg::value(-3i32), Scalar::I32), -3);
        assert_eq!(of(Arg::value(i64::MIN), Scalar::I64), i128::from(i64::MIN));
        assert_eq!(of(Arg::value(-3isize), Scalar::Isize), -3);
        assert_eq!(of(Arg::value(u8::MAX), Scalar::U8), 255);
        assert_eq!(of(Arg::value(u32::MAX), Scalar::U32), i128::from(u32::MAX));
        assert_eq!(of(Arg::value(u64::MAX), Scalar::U64), i128::from(u64::MAX));
    }
}
