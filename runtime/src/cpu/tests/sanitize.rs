//! What the sanitizer finds where the surface cannot take a test: arguments, and memory by the byte.

use super::support::{Args, module};
use crate::cpu::sanitize::{Access, Found};
use crate::cpu::{Observer, Program};

const COPY: &str = "@0 let i = global_id_x();
    @0 if i < y.len() {
        @0 y[i @1] = x[i @1];
    }";

fn copy() -> Program {
    Program::observed(&module("x: &[u32], y: &mut [u32]", &["i: usize"], COPY), Observer::Sanitizer).unwrap()
}

#[test]
fn arguments_lie_apart() {
    let program = copy();
    let mut memory = [0u32; 64];
    let start = memory.as_mut_ptr().cast::<u8>();
    let run = |from: usize, to: usize| {
        let args = Args::new().raw(start.wrapping_add(from), 8).raw(start.wrapping_add(to), 8);
        args.watched(&program, 1, 8)
    };
    assert_eq!(run(0, 32), Ok(None));
    assert_eq!(run(32, 0), Ok(None));
    let overlap = |bytes| Err(Box::new(Found::Overlap { parameters: [1, 0], bytes }));
    assert_eq!(run(0, 28), overlap(4));
    assert_eq!(run(40, 40), overlap(32));
    assert_eq!(run(40, 24), overlap(16));
}

#[test]
fn arguments_are_aligned() {
    let program = copy();
    let mut memory = [0u32; 64];
    let start = memory.as_mut_ptr().cast::<u8>();
    let args = Args::new().raw(start, 8).raw(start.wrapping_add(102), 8);
    let found = args.watched(&program, 1, 8);
    let address = start as u64 + 102;
    assert_eq!(found, Err(Box::new(Found::Misaligned { parameter: 1, address, align: 4 })));
    // Nobody looks at what has no elements.
    let args = Args::new().raw(start.wrapping_add(1), 0).raw(start.wrapping_add(102), 0);
    assert_eq!(args.watched(&program, 1, 8), Ok(None));
}

/// Two sizes of access to one piece of memory meet, whichever comes first.
#[test]
fn small_accesses_have_memory_of_their_own() {
    let text = "@0 let t = thread_idx_x();
    @0 y[t @1] = 1u8;
    @0 z[t @1] = 1u32;";
    let program =
        Program::observed(&module("y: &mut [u8], z: &mut [u32]", &["t: usize"], text), Observer::Sanitizer)
            .unwrap();
    let (mut y, mut z) = ([0u8; 64], [0u32; 64]);
    assert_eq!(Args::new().slice(&mut y).slice(&mut z).watched(&program, 1, 64), Ok(None));
    assert_eq!((y, z), ([1; 64], [1; 64]));
}

/// Whatever the order in which the executor runs two branches, a warp's barriers count for each lane alone.
#[test]
fn a_barrier_of_the_warp_may_stand_in_two_branches() {
    let text = "@0 let t = thread_idx_x();
    @0 if (t == 0usize) {
        @2 s[0usize @1] = 7u32;
        @0 eval sync_warp();
    } else {
        @0 eval sync_warp();
        @3 y[t @1] = s[0usize @1];
    }";
    let locals = ["t: usize", "shared s: [u32; 1]"];
    let program = Program::observed(&module("y: &mut [u32]", &locals, text), Observer::Sanitizer).unwrap();
    let mut y = [0u32; 32];
    assert_eq!(Args::new().slice(&mut y).watched(&program, 1, 32), Ok(None));
    // A second warp has no part in it.
    let mut y = [0u32; 64];
    let found = Args::new().slice(&mut y).watched(&program, 1, 64).unwrap_err();
    let Found::Race { first, second, .. } = &*found else { panic!("{found:?}") };
    assert_eq!((first.0.thread, first.1), ([0, 0, 0], Access::Write));
    assert_eq!((second.0.thread, second.1), ([32, 0, 0], Access::Read));
}
