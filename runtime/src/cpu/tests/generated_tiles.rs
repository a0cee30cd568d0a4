//! Generated tile kernels: what the tile executor makes of each, and what threads make of what it is lowered to, is
//! the same.
//!
//! `KILN_TILE_PROGRAMS=5000` runs so many of them; `KILN_TILE_SEED=17` runs that one, prints it and, where it
//! fails, the least of it that fails too.

mod least;
mod program;
mod values;

use std::panic::{AssertUnwindSafe, catch_unwind};

use kiln_codegen::abi::FailRecord;
use kiln_codegen::passes::tile::{Target, Variant, lower};

use super::lowered::{WATCHED, aligned, run_lowered};
use super::tile_programs::{CaseArg, to_f64};
use crate::cpu::tile::tests::run as run_tiles;
use program::{Generated, Program};

/// How many programs an ordinary run makes.
const PROGRAMS: u64 = 160;

/// What a run left in the tensors, and its failure.
type Outcome = (Vec<CaseArg>, Option<FailRecord>);

/// The first difference between the executors, or a panic.
fn difference(generated: &Generated, seed: u64) -> Result<(), String> {
    let run = AssertUnwindSafe(|| compare(generated, seed));
    catch_unwind(run).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        Err(format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")))
    })
}

fn compare(generated: &Generated, seed: u64) -> Result<(), String> {
    let case = &generated.case;
    let module = case.module();
    let wanted = run_tiles(case);
    let arch = [75, 80, 90][seed as usize % 3];
    // Of tensors that differ, half or so are aligned, and for every seed others.
    let mixed = Variant { unaligned: (seed.wrapping_mul(0x9e37_79b9) >> 16) as u8, ..Variant::FAST };
    for promised in [Variant::GENERAL, Variant::FAST, mixed] {
        let (placed, variant) = aligned(case, promised);
        let made = match lower(&module, Target::new(arch, variant), &mut |_, _| {}) {
            Ok(made) => made,
            // The largest tiles do not fit every machine.
            Err(error) if error.message.contains("bytes of shared memory, and a block of") => continue,
            Err(error) => return Err(error.message),
        };
        let found = run_lowered(case, made, placed, seed % WATCHED == 1);
        same(generated, &wanted, &found).map_err(|error| format!("sm_{arch}, {variant:?}: {error}"))?;
    }
    Ok(())
}

fn same(generated: &Generated, wanted: &Outcome, found: &Outcome) -> Result<(), String> {
    let record = |failure: &Option<FailRecord>| failure.map(|record| (record.site, record.block));
    if record(&wanted.1) != record(&found.1) {
        return Err(format!("the failure {:?}, not {:?}", record(&found.1), record(&wanted.1)));
    }
    for (arg, (wanted, found)) in wanted.0.iter().zip(&found.0).enumerate() {
        let (CaseArg::Tensor(wanted), CaseArg::Tensor(found)) = (wanted, found) else { continue };
        let error = generated.errors[arg];
        let [rows, columns] = wanted.extents;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let (bits, other) = (wanted.bits(row, column), found.bits(row, column));
            let (a, b) = (to_f64(wanted.scalar, bits), to_f64(found.scalar, other));
            let near = wanted.scalar.is_float() && ((a - b).abs() <= error || a.is_nan() && b.is_nan());
            if bits != other && !near {
                return Err(format!("argument {arg} at ({row}, {column}): {b}, not {a} (±{error})"));
            }
        }
        if !wanted.same_around(found) {
            return Err(format!("argument {arg} changed around its elements"));
        }
    }
    Ok(())
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn generated_programs_do_the_same_on_both_executors() {
    if let Some(seed) = number("KILN_TILE_SEED") {
        let mut generated = Program::generate(seed, 1);
        println!("{}", generated.case.text);
        if let Err(error) = difference(&generated, seed) {
            least::reduce(&mut generated, seed);
            let again = difference(&generated, seed).unwrap_err();
            panic!("{error}; at least:\n{}\n{again}", generated.case.text);
        }
        return;
    }
    let failing: Vec<String> = (0..number("KILN_TILE_PROGRAMS").unwrap_or(PROGRAMS))
        .filter_map(|seed| {
            let error = difference(&Program::generate(seed, 1), seed).err()?;
            Some(format!("{seed}: {}", error.lines().next().unwrap_or("")))
        })
        .collect();
    assert!(failing.is_empty(), "seeds that fail:\n{}", failing.join("\n"));
}

/// What is too large for a machine is an error that says what to do.
#[test]
fn generated_programs_of_large_tiles_are_lowered_or_refused() {
    let mut refused = 0;
    let count = number("KILN_TILE_PROGRAMS").unwrap_or(PROGRAMS) / 8;
    for seed in 0..count {
        let generated = Program::generate(seed, [4, 8, 16, 200][seed as usize % 4]);
        let module = generated.case.module();
        let (arch, variant) =
            ([75, 80, 86, 90][seed as usize / 4 % 4], [Variant::FAST, Variant::GENERAL][seed as usize % 2]);
        let made = catch_unwind(|| lower(&module, Target::new(arch, variant), &mut |_, _| {}));
        match made.unwrap_or_else(|_| panic!("{seed}\n{}", generated.case.text)) {
            Ok(made) => assert!(made.report.shared_bytes <= 227 * 1024, "{seed}: {:?}", made.report),
            Err(error) => {
                refused += 1;
                assert!(error.message.contains(": make "), "{seed}: {error}");
            }
        }
    }
    assert!(refused * 8 > count && refused < count, "{refused} of {count}");
}
