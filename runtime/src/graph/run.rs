//! Graphs on the CPU: the recorded work, done in the order in which it was recorded.

use crate::driver::{Condition, run_quietly};
use crate::instance::Code;
use crate::memory::host_pointer;
use crate::stream::CpuStream;

use super::recording::{KernelCode, KernelWork, Op, Pattern, Work};

/// Does the work of this launch of the stream's; whether a kernel failed.
///
/// # Safety
///
/// What the work uses is alive, and nothing else uses it.
pub(super) unsafe fn run(ops: &[Op], stream: (&CpuStream, u64)) -> bool {
    let mut failed = false;
    for op in ops {
        // SAFETY: the caller's contract; the places were checked when the work was recorded.
        failed |= unsafe { one(op, stream) };
    }
    failed
}

/// # Safety
///
/// As [`run`].
unsafe fn one(op: &Op, stream: (&CpuStream, u64)) -> bool {
    // SAFETY: of all of it, the caller's contract.
    unsafe {
        match &op.work {
            Work::Kernel(kernel) => return launch(kernel, op.number, stream),
            Work::Copy { from, to, bytes, .. } => {
                host_pointer(*to).copy_from_nonoverlapping(host_pointer(*from), *bytes);
            }
            Work::Fill { to, size, len, with } => fill(*to, *size, *len, *with),
            Work::Host(function) => run_quietly(function),
            Work::Child(ops) => return run(ops, stream),
            Work::Conditional { kind, flag, body } => {
                let met = || u32::from_ne_bytes(host_pointer(*flag).cast::<[u8; 4]>().read()) != 0;
                if *kind == Condition::When {
                    return met() && run(body, stream);
                }
                // A loop that waits for what a failed kernel would have written ends.
                while met() {
                    if run(body, stream) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// # Safety
///
/// As [`run`].
unsafe fn launch(kernel: &KernelWork, number: u32, (stream, launch): (&CpuStream, u64)) -> bool {
    if !kernel.enabled {
        return false;
    }
    let loaded = match kernel.code {
        KernelCode::Own(loaded) => loaded,
        KernelCode::Foreign(_) => return false,
        KernelCode::Host(body) => {
            // SAFETY: the caller's contract; the body was made for these arguments.
            unsafe { body(&kernel.args) };
            return false;
        }
    };
    let Code::Cpu(program) = &loaded.code else { return false };
    // SAFETY: the caller's contract; the launch was checked when it was recorded.
    let ran = unsafe {
        loaded.run(program, (kernel.grid, kernel.block, kernel.shared_len), &kernel.args, kernel.coarse)
    };
    stream.ran(loaded, program, (launch, number), ran)
}

/// # Safety
///
/// As [`run`].
unsafe fn fill(to: u64, size: usize, len: usize, with: Pattern) {
    let bits;
    let from = match with {
        Pattern::Bits(value) => {
            bits = value;
            (&raw const bits).cast::<u8>()
        }
        Pattern::Seed(address) => host_pointer(address).cast_const(),
    };
    for index in 0..len {
        // SAFETY: the caller's contract.
        unsafe { host_pointer(to).add(index * size).copy_from_nonoverlapping(from, size) };
    }
}
