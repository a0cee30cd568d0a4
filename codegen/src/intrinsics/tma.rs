//! Copies by the tensor memory accelerator (TMA) of Hopper: one thread begins to copy a box of a tensor to shared
//! memory, and a barrier counts the bytes that have come.
//!
//! Only the tile compiler makes these calls. A box has rows of `span` bytes (32, 64 or 128), one behind the other in
//! shared memory, swizzled as `wgmma` reads them ([`super::FactorShape`]). Elements of 4 bytes are `f32`, and are
//! rounded to tf32 on their way: to nearest, ties to even. Elements that the tensor lacks become zeros. Coordinates
//! are those of the box's first element, modulo 2⁶⁴ where that is before the tensor's. They are at most the extents,
//! and at least the box's extents below zero, so that 32 bits hold them.
//!
//! On a GPU the tensor's address, extents and strides come from a map of 128 bytes, which the launch makes
//! ([`crate::abi`]). The CPU reads them from the operands. A kernel has one map for each [`TensorMap`] of its calls.
//!
//! A barrier goes from phase to phase. It leaves a phase once as many threads have arrived as it was made for, and as
//! many bytes have come as `mbarrier_expect` said. PTX ISA, "Data Movement and Conversion Instructions: Tensor copy",
//! "mbarrier".

use super::*;
use crate::ir::{Expr, ExprKind, Literal};

const U32: Slot = Slot::Fixed(Scalar::U32);
const USIZE: Slot = Slot::Fixed(Scalar::Usize);
const TO: Slot = Slot::Element { mutable: true };
const FROM: Slot = Slot::Element { mutable: false };
const BARRIER: Slot = Slot::ElementOf { scalar: Scalar::U64, mutable: true };

pub(super) static ROWS: &[Intrinsic] = &[
    row(
        "mbarrier_expect",
        &[BARRIER, U32],
        Machine::BarrierExpect,
        "Arrives at a barrier, and says how many bytes are to come before it leaves its phase.",
    )
    .helper(MBARRIER_EXPECT),
    row(
        "mbarrier_pass",
        &[BARRIER, U32],
        Machine::BarrierPass,
        "Waits until the barrier has left its phase; the last operand is the number of that phase, modulo 2.",
    )
    .helper(MBARRIER_PASS),
    row(
        "mbarrier_arrive",
        &[BARRIER],
        Machine::BarrierArrive,
        "Arrives at a barrier: who passes it then may overwrite what the thread, and its warp before it met, has read.",
    )
    .helper(MBARRIER_ARRIVE),
    load("tensor_load_2", 2),
    load("tensor_load_3", 3),
    load("tensor_load_4", 4),
];

const fn row(name: &'static str, params: &'static [Slot], machine: Machine, doc: &'static str) -> Intrinsic {
    Intrinsic::of_machine(name, Surface::Internal, Cuda::Pattern(""), machine, doc).takes(params).since(90)
}

/// The operands: where to, the tensor's first element, the barrier, what [`TensorMap::of`] reads, then extents,
/// strides and coordinates, each in the order of the axes.
const fn load(name: &'static str, rank: u8) -> Intrinsic {
    const ALL: &[Slot] = &[
        TO, FROM, BARRIER, U32, U32, U32, U32, USIZE, USIZE, USIZE, USIZE, USIZE, USIZE, USIZE, USIZE, USIZE,
        USIZE, USIZE, USIZE,
    ];
    let doc = "Begins to copy a box of a tensor to shared memory; its bytes count for the barrier.";
    let params = ALL.split_at(7 + 3 * rank as usize).0;
    let row = row(name, params, Machine::TensorLoad(rank), doc).of(Class::Any);
    Intrinsic { cuda: Cuda::TensorLoad(rank), ..row }
}

/// The most tensor maps of a kernel.
pub const MOST_MAPS: usize = 8;

/// What a launch makes a tensor map of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorMap {
    /// The number of the argument that is the tensor.
    pub argument: u8,
    pub rank: u8,
    /// The bytes of an element.
    pub size: u8,
    /// Whether the last two axes have changed places.
    pub turned: bool,
    /// The rows of a box.
    pub rows: u16,
    /// The bytes of such a row.
    pub span: u8,
}

impl TensorMap {
    /// The map that a call's operands say, which has elements of so many bytes.
    pub fn of(rank: u8, args: &[Expr]) -> Option<TensorMap> {
        let literal = |number: usize| match args.get(3 + number)?.kind {
            ExprKind::Literal(Literal::Int(value)) => u16::try_from(value).ok(),
            _ => None,
        };
        let size = args.first()?.ty.referent().size()?;
        let map = TensorMap {
            argument: literal(0)?.try_into().ok()?,
            rank,
            size: size.try_into().ok()?,
            turned: literal(1)? != 0,
            rows: literal(2)?,
            span: literal(3)?.try_into().ok()?,
        };
        map.is_there().then_some(map)
    }

    /// Whether there is such a map.
    pub fn is_there(self) -> bool {
        matches!(self.span, 32 | 64 | 128)
            && (1..=256).contains(&self.rows)
            && matches!(self.rank, 2..=4)
            && matches!(self.size, 1 | 2 | 4)
    }

    /// The operands that are extents, strides and coordinates.
    pub fn axes(rank: u8, args: &[Expr]) -> Option<[&[Expr]; 3]> {
        let rank = usize::from(rank);
        let part = |number: usize| args.get(7 + number * rank..7 + (number + 1) * rank);
        Some([part(0)?, part(1)?, part(2)?])
    }

    /// The bytes of a box.
    pub fn bytes(self) -> u32 {
        u32::from(self.rows) * u32::from(self.span)
    }
}

const MBARRIER_EXPECT: &str = "\
__device__ __forceinline__ void mbarrier_expect(u64& barrier, u32 bytes) {
    asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\"
                 :: \"r\"(shared_address(&barrier)), \"r\"(bytes) : \"memory\");
}
";

const MBARRIER_ARRIVE: &str = "\
__device__ __forceinline__ void mbarrier_arrive(u64& barrier) {
    asm volatile(\"mbarrier.arrive.shared::cta.b64 _, [%0];\"
                 :: \"r\"(shared_address(&barrier)) : \"memory\");
}
";

const MBARRIER_PASS: &str = "\
__device__ __forceinline__ void mbarrier_pass(u64& barrier, u32 phase) {
    asm volatile(\"{ .reg .pred over;\\n\"
                 \"again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\\n\"
                 \"@!over bra again; }\"
                 :: \"r\"(shared_address(&barrier)), \"r\"(phase) : \"memory\");
}
";
