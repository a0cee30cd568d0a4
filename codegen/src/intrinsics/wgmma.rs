//! Products of a warpgroup, four warps, on Hopper: `wgmma` reads both factors from shared memory.
//!
//! Only the tile compiler makes these calls. A factor lies in *panels*: rows of `span` bytes (32, 64 or 128), one
//! behind the other, whose chunks of 16 bytes are swizzled: bits 4 up to 6 of a byte's offset in its array are
//! combined by xor with bits 7 up to 9, as many of them as a row has chunks. Arrays that a product reads begin at
//! multiples of 1024 bytes ([`crate::abi::shared_memory`]).
//!
//! A factor is given by a reference to its first element, as it would lie without the swizzle, and two literals:
//!
//! - the bytes from one panel to the next where its rows lie along `k`, one row for each `k`; 0 where each row of a
//!   panel is one of the left factor's rows, or of the right factor's columns, with neighbors along `k` together;
//! - the span.
//!
//! A left factor in registers is a reference to its fragment, with a span of 0.
//!
//! The accumulator has 64 rows and as many columns as a literal says, a multiple of 8 up to 256. Register `i` of
//! thread `t` is row `16 (t / 32) + t % 32 / 4 + 8 (i / 2 % 2)`, column `8 (i / 4) + 2 (t % 4) + i % 2`: fragments of
//! `mma` side by side.
//!
//! A product is asynchronous. Between the call and the wait that covers it, its accumulator may be touched by other
//! products only, and its factors may not be written. PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".

use super::*;

const U32: Slot = Slot::Fixed(Scalar::U32);
const FACTOR: Slot = Slot::Element { mutable: false };
/// The first of four registers with the left factor's fragment, as `mma` has it.
const FRAGMENT: Slot = Slot::ElementOf { scalar: Scalar::U32, mutable: false };
const ACCUMULATOR: Slot = Slot::ElementOf { scalar: Scalar::F32, mutable: true };

pub(super) static ROWS: &[Intrinsic] = &[
    product("wgmma_f16", Scalar::F16, FACTOR),
    product("wgmma_bf16", Scalar::BF16, FACTOR),
    product("wgmma_left_f16", Scalar::F16, FRAGMENT),
    product("wgmma_left_bf16", Scalar::BF16, FRAGMENT),
    order(
        "wgmma_fence",
        Machine::WgmmaFence,
        Cuda::Pattern("asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\")"),
        "Orders the warpgroup's accesses to registers before and after: comes before its products.",
    ),
    order(
        "wgmma_commit",
        Machine::WgmmaCommit,
        Cuda::Pattern("asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\")"),
        "Makes a group of the products that the warpgroup began since the last group.",
    ),
    order(
        "wgmma_wait",
        Machine::WgmmaWait,
        Cuda::Pattern("asm volatile(\"wgmma.wait_group.sync.aligned %0;\" :: \"n\"({0}) : \"memory\")"),
        "Waits until at most so many of the warpgroup's groups, the latest, are under way. The operand is a literal.",
    )
    .takes(&[U32]),
    order(
        "wgmma_finish",
        Machine::WgmmaFinish,
        Cuda::Wgmma,
        "Waits until at most so many of the warpgroup's groups, the latest, are under way. The accumulator, of so many \
         columns, may be read behind it, and none of those groups adds to it. Both numbers are literals.",
    )
    .takes(&[ACCUMULATOR, U32, U32]),
    order(
        "async_fence",
        Machine::AsyncFence,
        Cuda::Pattern("asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\")"),
        "Lets products see what the thread has written to shared memory before.",
    )
    .effect(Effect::Memory),
];

const fn order(name: &'static str, machine: Machine, cuda: Cuda, doc: &'static str) -> Intrinsic {
    Intrinsic::of_machine(name, Surface::Internal, cuda, machine, doc).effect(Effect::Convergent).since(90)
}

/// The operands: accumulator, left, right, columns, and of each factor the panel and the span.
const fn product(name: &'static str, scalar: Scalar, left: Slot) -> Intrinsic {
    // By the left factor.
    const SHARED: &[Slot] = &[ACCUMULATOR, FACTOR, FACTOR, U32, U32, U32, U32, U32];
    const HELD: &[Slot] = &[ACCUMULATOR, FRAGMENT, FACTOR, U32, U32, U32, U32, U32];
    Intrinsic::of_machine(
        name,
        Surface::Internal,
        Cuda::Wgmma,
        Machine::Wgmma(scalar),
        "Begins to add the product of 64 rows and some columns, 16 deep, to an accumulator.",
    )
    .effect(Effect::Convergent)
    .of(Class::Float)
    .takes(if matches!(left, Slot::Element { .. }) { SHARED } else { HELD })
    .since(90)
}

/// The literals of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WgmmaShape {
    pub columns: u32,
    /// `None` where it is in registers.
    pub left: Option<FactorShape>,
    pub right: FactorShape,
}

/// How a factor lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FactorShape {
    /// Bytes from one panel to the next where rows lie along `k`, else 0.
    pub panel: u32,
    /// Bytes of a row.
    pub span: u32,
}

impl FactorShape {
    /// The bits of the instruction's descriptor but for the address: offsets in units of 16 bytes, and the swizzle.
    /// PTX ISA, "Matrix descriptor".
    pub fn descriptor(self) -> u64 {
        let swizzle: u64 = match self.span {
            128 => 1,
            64 => 2,
            _ => 3,
        };
        // Not read where rows lie along the other axis.
        let leading = u64::from(self.panel / 16).max(1);
        swizzle << 62 | u64::from(8 * self.span / 16) << 32 | leading << 16
    }

    /// Where a byte lies in its array, of this offset without the swizzle.
    pub fn swizzled(self, offset: u64) -> u64 {
        offset ^ ((offset >> 7) & u64::from(self.span / 16 - 1)) << 4
    }

    /// Where the chunk of 16 bytes with this number lies, of a factor that begins at an offset: of two halves of a
    /// row each, or, where rows lie along `k`, of 16 rows for each eight elements along the other axis.
    pub fn chunk(self, first: u64, number: u32) -> u64 {
        let (number, span) = (u64::from(number), u64::from(self.span));
        let offset = if self.panel == 0 {
            number / 2 * span + number % 2 * 16
        } else {
            let (row, column) = (number % 16, number / 16 * 16);
            column / span * u64::from(self.panel) + row * span + column % span
        };
        self.swizzled(first + offset)
    }
}

impl WgmmaShape {
    /// The shape that a call's operands say.
    pub fn of(args: &[crate::ir::Expr]) -> Option<WgmmaShape> {
        use crate::ir::{ExprKind, Literal};
        let literal = |number: usize| match args.get(number)?.kind {
            ExprKind::Literal(Literal::Int(value)) => u32::try_from(value).ok(),
            _ => None,
        };
        let factor = |first: usize| Some(FactorShape { panel: literal(first)?, span: literal(first + 1)? });
        let left = Some(factor(4)?).filter(|left| left.span > 0);
        let shape = WgmmaShape { columns: literal(3)?, left, right: factor(6)? };
        shape.is_there().then_some(shape)
    }

    /// Whether the machine has such a product.
    fn is_there(self) -> bool {
        let factor = |of: FactorShape| match of.panel {
            0 => matches!(of.span, 32 | 64 | 128),
            panel => of.span == 128 && panel.is_multiple_of(1024),
        };
        (8..=256).contains(&self.columns)
            && self.columns.is_multiple_of(8)
            && self.left.is_none_or(factor)
            && factor(self.right)
    }
}
