//! What keeps a kernel's code from being fast: spilled registers, narrow loads, and what the tile compiler found.
//!
//! Takes what a report knows of one variant; guarantees a reason and something that helps for each warning.

use std::fmt;

use kiln_codegen::compact::List;
use kiln_codegen::ir::{Module, TileAttrs, Type};
use kiln_codegen::passes::tile::Moved;

use super::Usage;
use crate::arg::{Arg, ArgValue};

pub use kiln_codegen::passes::tile::Warning;

/// What one variant is known by.
pub(super) struct Known<'a> {
    pub(super) threads: Option<u32>,
    /// The hints of a tile kernel.
    pub(super) hints: Option<TileAttrs>,
    pub(super) usage: &'a Result<Usage, String>,
    /// Registers of a thread by the planner's estimate; 0 where there is none.
    pub(super) estimate: u32,
    pub(super) moves: &'a [Moved],
    /// The launch's tensors that are not aligned, if it takes this variant.
    pub(super) unaligned: &'a [Unaligned],
}

/// A tensor that is not aligned.
#[derive(Debug, PartialEq)]
pub(super) struct Unaligned {
    name: String,
    why: String,
    help: String,
}

/// The warnings of a variant, with those of the compiler.
pub(super) fn warnings(known: &Known<'_>, of_compiler: Vec<Warning>) -> Vec<Warning> {
    let mut warnings = registers(known).into_iter().list();
    for Moved { tensor, how, bytes, why, help } in known.moves.iter().filter(|moved| !moved.help.is_empty()) {
        let of_launch = known.unaligned.iter().find(|found| found.name == *tensor);
        let (why, help) = of_launch.map_or((why, help), |found| (&found.why, &found.help));
        let message = format!("`{tensor}` is {how} {bytes} bytes at a time, and not 16: {why}");
        let warning = Warning { message, help: help.clone() };
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    warnings.extend(of_compiler);
    warnings
}

/// Most registers that each thread of such a block can have.
pub(super) fn most_registers(threads: u32) -> u32 {
    // The machine gives them out by eights.
    (65536 / threads.max(1) / 8 * 8).min(255)
}

fn registers(known: &Known<'_>) -> Option<Warning> {
    let most = known.threads.map_or(255, most_registers);
    let message = match known.usage {
        Ok(Usage { spilled_bytes: 0, .. }) => return None,
        Ok(Usage { spilled_bytes, .. }) => format!(
            "{spilled_bytes} bytes of each thread's registers are spilled to local memory, since its {most} registers don't \
             suffice"
        ),
        Err(_) if known.estimate > most => format!(
            "a thread needs about {} registers and can have {most}: some are likely to be spilled to local memory",
            known.estimate
        ),
        Err(_) => return None,
    };
    let warps = known.threads.map_or(1, |threads| threads.div_ceil(32));
    let help = match known.hints {
        Some(TileAttrs { warps: Some(hinted), .. }) => {
            format!(
                "leave `warps = {hinted}` out, so that Kiln chooses by registers, or make the tiles smaller"
            )
        }
        Some(_) if warps < 32 => {
            let more = 2 * warps;
            format!("make the tiles smaller, or try more threads for each, `#[kernel(tile, warps = {more})]`")
        }
        Some(_) => "make the tiles smaller".to_owned(),
        None => "keep fewer values at once, or lower `min_blocks` if the kernel has it".to_owned(),
    };
    Some(Warning { message, help })
}

/// The tensors among a launch's arguments that are not aligned, as they are or with their last two axes swapped.
/// `module` is the tile kernel's.
pub(super) fn unaligned(module: &Module, args: &[Arg<'_>]) -> Vec<Unaligned> {
    let Some(kernel) = module.entry() else { return Vec::new() };
    let sizes = kernel.params().filter_map(|param| match &param.ty {
        Type::Tensor { element, .. } => Some((&param.name, element.scalar()?.size() as u64)),
        _ => None,
    });
    let tensors = args.iter().filter(|arg| arg.is_tensor());
    let found = sizes.zip(tensors).filter_map(|((name, size), arg)| {
        let ArgValue::Tensor { address, extents, strides, .. } = arg.as_value() else { return None };
        let (mut extents, mut strides) = (extents.to_vec(), strides.to_vec());
        let last = extents.len() - 1;
        if arg.facts().is_turned() {
            extents.swap(last - 1, last);
            strides.swap(last - 1, last);
        }
        let (why, help) = obstacle(address, size, &extents, &strides)?;
        Some(Unaligned { name: name.clone(), why, help })
    });
    found.list()
}

/// What keeps a tensor from being aligned, and what would help.
fn obstacle(address: u64, size: u64, extents: &[u64], strides: &[u64]) -> Option<(String, String)> {
    let elements = 16 / size;
    let ragged = |count: u64| !(count * size).is_multiple_of(16);
    let (last, outer) = strides.split_last()?;
    let columns = *extents.last()?;
    if *last != 1 {
        let why = format!("neighbors of a row are {last} elements apart in memory");
        return Some((why, "copy it to a tensor whose rows are contiguous".to_owned()));
    }
    if !address.is_multiple_of(16) {
        let why = format!("it begins {} bytes past a multiple of 16", address % 16);
        return Some((why, format!("let the view begin at a multiple of {elements} elements")));
    }
    if ragged(columns) {
        let why = format!("its rows of {columns} elements are {} bytes, no multiple of 16", columns * size);
        let padded = columns.next_multiple_of(elements);
        return Some((why, format!("pad them to a multiple of {elements} elements, here {padded}")));
    }
    let stride = outer.iter().find(|stride| ragged(**stride))?;
    let why = format!(
        "its rows or matrices are {stride} elements apart, {} bytes, no multiple of 16",
        stride * size
    );
    Some((why, format!("let them be a multiple of {elements} elements apart")))
}

/// Prints warnings, each with its help.
pub(crate) fn warn(f: &mut dyn fmt::Write, warnings: &[Warning]) -> fmt::Result {
    for Warning { message, help } in warnings {
        writeln!(f, "    warning: {message}")?;
        writeln!(f, "      help: {help}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(threads: u32, usage: &Result<Usage, String>, estimate: u32) -> Known<'_> {
        Known {
            threads: Some(threads),
            hints: Some(TileAttrs::default()),
            usage,
            estimate,
            moves: &[],
            unaligned: &[],
        }
    }

    #[test]
    fn spills_are_warned_of_with_the_warps_that_help() {
        let spilled = Ok(Usage { registers: 255, spilled_bytes: 1448 });
        let [warning] = &warnings(&known(128, &spilled, 320), Vec::new())[..] else { panic!("one warning") };
        assert!(
            warning.message.starts_with("1448 bytes of each thread's registers are spilled"),
            "{warning:?}"
        );
        assert!(warning.help.contains("`#[kernel(tile, warps = 8)]`"), "{warning:?}");
        let [warning] = &warnings(&known(1024, &spilled, 0), Vec::new())[..] else { panic!("one warning") };
        assert!(warning.message.contains("its 64 registers"), "{warning:?}");
        assert_eq!(warning.help, "make the tiles smaller");
        let of_threads = Known { hints: None, threads: None, ..known(0, &spilled, 0) };
        assert!(warnings(&of_threads, Vec::new())[0].help.contains("`min_blocks`"));
        let hints = Some(TileAttrs { warps: Some(4), ..TileAttrs::default() });
        let hinted = Known { hints, ..known(128, &spilled, 320) };
        assert!(warnings(&hinted, Vec::new())[0].help.starts_with("leave `warps = 4` out"));
        let whole = Ok(Usage { registers: 255, spilled_bytes: 0 });
        assert_eq!(warnings(&known(128, &whole, 320), Vec::new()), []);
    }

    #[test]
    fn where_registers_are_unknown_the_estimate_warns() {
        let unknown = Err("PTX".to_owned());
        assert_eq!(warnings(&known(128, &unknown, 255), Vec::new()), []);
        let [warning] = &warnings(&known(512, &unknown, 200), Vec::new())[..] else { panic!("one warning") };
        assert!(warning.message.contains("about 200 registers and can have 128"), "{warning:?}");
        assert!(warning.help.contains("warps = 32"), "{warning:?}");
    }

    #[test]
    fn a_narrow_load_names_what_is_wrong_with_the_launch_s_tensor() {
        let usage = Err("PTX".to_owned());
        let moved = |tensor: &str, help: &str| Moved {
            tensor: tensor.to_owned(),
            how: "loaded",
            bytes: 2,
            why: "it may not be aligned to 16 bytes".to_owned(),
            help: help.to_owned(),
        };
        let moves = [moved("a", "align it"), moved("b", "align it"), moved("c", "")];
        let (why, help) = obstacle(4096, 2, &[64, 100], &[100, 1]).unwrap();
        let unaligned = [Unaligned { name: "b".to_owned(), why, help }];
        let known = Known { moves: &moves, unaligned: &unaligned, ..known(128, &usage, 0) };
        let told: Vec<_> = warnings(&known, Vec::new())
            .into_iter()
            .map(|one| format!("{}; {}", one.message, one.help))
            .collect();
        assert_eq!(
            told,
            [
                "`a` is loaded 2 bytes at a time, and not 16: it may not be aligned to 16 bytes; align it",
                "`b` is loaded 2 bytes at a time, and not 16: its rows of 100 elements are 200 bytes, no multiple of 16; \
                 pad them to a multiple of 8 elements, here 104",
            ]
        );
    }

    #[test]
    fn each_obstacle_of_a_tensor_is_found() {
        let why = |address, extents: &[u64], strides: &[u64]| {
            obstacle(address, 4, extents, strides).map(|found| found.0)
        };
        assert_eq!(why(4096, &[8, 16], &[16, 1]), None);
        assert_eq!(why(4100, &[8, 16], &[16, 1]).unwrap(), "it begins 4 bytes past a multiple of 16");
        assert_eq!(
            why(4096, &[8, 16], &[32, 2]).unwrap(),
            "neighbors of a row are 2 elements apart in memory"
        );
        assert_eq!(
            why(4096, &[8, 1], &[1, 1]).unwrap(),
            "its rows of 1 elements are 4 bytes, no multiple of 16"
        );
        let apart = why(4096, &[8, 16], &[18, 1]).unwrap();
        assert_eq!(apart, "its rows or matrices are 18 elements apart, 72 bytes, no multiple of 16");
    }
}
