//! Arguments before a run: aligned, and apart where the kernel may write.

use super::Found;
use crate::cpu::CpuArg;
use crate::cpu::code::{Code, Extent};
use kiln_codegen::compact::List;

/// The first mistake among the arguments of a run.
pub(in crate::cpu) fn mistake(code: &Code, args: &[CpuArg]) -> Option<Found> {
    let slices: Vec<(usize, u64, u64, Extent)> = code
        .extents
        .iter()
        .zip(args)
        .enumerate()
        .filter_map(|(number, (extent, arg))| match (extent, arg) {
            (Some(extent), CpuArg::Slice { pointer, len }) if *len > 0 => {
                Some((number, *pointer as u64, len.saturating_mul(extent.size), *extent))
            }
            (Some(_) | None, CpuArg::Slice { .. } | CpuArg::Scalar(_) | CpuArg::Bytes { .. }) => None,
        })
        .list();
    for (parameter, address, _, extent) in &slices {
        if address % extent.align.max(1) != 0 {
            return Some(Found::Misaligned { parameter: *parameter, address: *address, align: extent.align });
        }
    }
    for (one, from, bytes, _) in slices.iter().filter(|(.., extent)| extent.exclusive) {
        for (other, other_from, other_bytes, other_extent) in &slices {
            let both = other_extent.exclusive && other < one;
            if one == other || both {
                continue;
            }
            let (start, end) = ((*from).max(*other_from), (from + bytes).min(other_from + other_bytes));
            if start < end {
                return Some(Found::Overlap { parameters: [*one, *other], bytes: end - start });
            }
        }
    }
    None
}
