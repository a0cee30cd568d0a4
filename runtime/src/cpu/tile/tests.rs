//! Tests of tile kernels on the CPU.

use kiln_codegen::abi::FailRecord;

use super::{Program, TileArg};
use crate::cpu::tests::tile_programs::{Case, CaseArg, PROGRAMS, Random};

/// Runs a case; the arguments as it left them, and its failure.
fn run(case: &Case) -> (Vec<CaseArg>, Option<FailRecord>) {
    let program = Program::compile(&case.module()).unwrap_or_else(|error| panic!("{error}\n{}", case.text));
    let mut after = case.arguments();
    let args: Vec<TileArg> = after
        .iter_mut()
        .map(|arg| match arg {
            CaseArg::Scalar(_, bits) => TileArg::Scalar(*bits),
            CaseArg::Tensor(tensor) => {
                let rank = tensor.rank;
                // The second axis of a tensor that has none is never looked at.
                let axes = |of: [usize; 2]| [of[0] as u64, if rank == 1 { u64::MAX } else { of[1] as u64 }];
                TileArg::Tensor {
                    pointer: tensor.pointer(),
                    len: tensor.span() as u64,
                    extents: axes(tensor.extents),
                    strides: axes(tensor.strides),
                }
            }
        })
        .collect();
    // SAFETY: the arguments are those of the case's kernel.
    let failure = unsafe { program.run(case.grid, &args) };
    (after, failure)
}

#[test]
fn programs_compute_what_plain_loops_compute() {
    for (name, program) in PROGRAMS {
        for seed in 0..100 {
            let case = program(&mut Random::new(seed));
            let (after, failure) = run(&case);
            case.check(&after, failure);
        }
        println!("{name}");
    }
}
