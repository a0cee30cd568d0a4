//! Products of a warpgroup, four warps, on Hopper: `wgmma` reads both factors from shared memory.
//!
//! Only the tile compiler makes these calls. A factor lies in *panels*: rows of `span` bytes (32, 64 or 128), one
//! behind the other, whose chunks of 16 bytes are swizzled: bits 4 up to 6 of a byte's offset in its array are
//! combined by xor with bits 7 up to 9, as many of them as a row has chunks. Arrays that a product reads begin at
//! multiples of 1024 bytes ([`crate::abi::shared_memory`]). Only factors of 16-bit floats may have rows along `k`.
//!
//! A factor is given by a reference to its first element, as it would lie without the swizzle, and two literals:
//!
//! - the bytes from one panel to the next where its rows lie along `k`, one row for each `k`; 0 where each row of a
//!   panel is one of the left factor's rows, or of the right factor's columns, with neighbors along `k` together;
//! - the span.
//!
//! A left factor in registers is a reference to its fragment, with a span of 0.
//!
//! The last literal is 1 where the product is added to the accumulator, and 0 where it replaces it.
//!
//! The accumulator has 64 rows and as many columns as a literal says, a multiple of 8 up to 256 (of integers, a
//! multiple of 16 above 32). Register `i` of
//! thread `t` is row `16 (t / 32) + t % 32 / 4 + 8 (i / 2 % 2)`, column `8 (i / 4) + 2 (t % 4) + i % 2`: fragments of
//! `mma` side by side.
//!
//! A product is asynchronous. Between the call and the wait that covers it, its accumulator may be touched by other
//! products only, and its factors may not be written. PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".

use super::*;
use crate::ir::sum_of_products;

const U32: Slot = Slot::Fixed(Scalar::U32);
/// The first of four registers with the left factor's fragment, as `mma` has it.
const FRAGMENT: Slot = Slot::ElementOf { scalar: Scalar::U32, mutable: false };
const ACCUMULATOR: Slot = Slot::ElementOf { scalar: Scalar::F32, mutable: true };
const I32_ACCUMULATOR: Slot = Slot::ElementOf { scalar: Scalar::I32, mutable: true };

/// A product of factors of these types. The operands: accumulator, left, right, columns, of each factor the panel and
/// the span, and whether it adds.
macro_rules! product {
    ($name:literal, $left:ident, $right:ident) => {
        product!($name, $left, $right, factor!($left), ACCUMULATOR)
    };
    ($name:literal, $left:ident, $right:ident, $first:expr, $sum:expr) => {{
        const SLOTS: &[Slot] = &[$sum, $first, factor!($right), U32, U32, U32, U32, U32, U32];
        product($name, SLOTS, Scalar::$left, Scalar::$right)
    }};
}

/// The first element of a factor of this type.
macro_rules! factor {
    ($scalar:ident) => {
        Slot::ElementOf { scalar: Scalar::$scalar, mutable: false }
    };
}

pub(super) static ROWS: &[Intrinsic] = &[
    product!("wgmma_f16", F16, F16),
    product!("wgmma_bf16", BF16, BF16),
    product!("wgmma_left_f16", F16, F16, FRAGMENT, ACCUMULATOR),
    product!("wgmma_left_bf16", BF16, BF16, FRAGMENT, ACCUMULATOR),
    product!("wgmma_tf32", F32, F32),
    product!("wgmma_e4m3", E4M3, E4M3),
    product!("wgmma_e4m3_e5m2", E4M3, E5M2),
    product!("wgmma_e5m2_e4m3", E5M2, E4M3),
    product!("wgmma_e5m2", E5M2, E5M2),
    product!("wgmma_i8", I8, I8, factor!(I8), I32_ACCUMULATOR),
    product!("wgmma_u8", U8, U8, factor!(U8), I32_ACCUMULATOR),
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
        "wgmma_finish_i32",
        Machine::WgmmaFinish,
        Cuda::Wgmma,
        "As `wgmma_finish`, of products of integers.",
    )
    .takes(&[I32_ACCUMULATOR, U32, U32]),
    turns("turns_begin", "asm volatile(\"{ .reg .pred later; setp.ne.u32 later, %0, 0; @later bar.arrive 1, 256; }\" :: \"r\"({0}) : \"memory\")",
        Turns::Begin, "Lets the first of two warpgroups have the first turn. The operand is the warpgroup's number."),
    turns("turn_begin", "asm volatile(\"bar.sync %0, 256;\" :: \"r\"({0} + 1) : \"memory\")",
        Turns::Take, "Waits until the other warpgroup has ended its turn. Turns order instructions, not memory."),
    turns("turn_end", "asm volatile(\"bar.arrive %0, 256;\" :: \"r\"(2 - {0}) : \"memory\")",
        Turns::Pass, "Lets the other warpgroup have its turn."),
    turns("turns_end", "asm volatile(\"{ .reg .pred first; setp.eq.u32 first, %0, 0; @first bar.sync 1, 256; }\" :: \"r\"({0}) : \"memory\")",
        Turns::End, "Ends the turns, of which both had as many."),
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

/// What the two warpgroups of a block do that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turns {
    Begin,
    Take,
    Pass,
    End,
}

const fn turns(name: &'static str, cuda: &'static str, turns: Turns, doc: &'static str) -> Intrinsic {
    order(name, Machine::Turns(turns), Cuda::Pattern(cuda), doc).takes(&[U32])
}

const fn product(name: &'static str, slots: &'static [Slot], left: Scalar, right: Scalar) -> Intrinsic {
    Intrinsic::of_machine(
        name,
        Surface::Internal,
        Cuda::Wgmma,
        Machine::Wgmma(left, right),
        "Begins the product of 64 rows and some columns, as deep as 32 bytes hold elements.",
    )
    .effect(Effect::Convergent)
    .takes(slots)
    .since(90)
}

/// The literals of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WgmmaShape {
    pub columns: u32,
    /// `None` where it is in registers.
    pub left: Option<FactorShape>,
    pub right: FactorShape,
    /// Whether the product is added to the accumulator.
    pub adds: bool,
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
    /// row each, or, where rows lie along `k`, of 16 rows for each eight 16-bit floats along the other axis.
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
        let adds = match literal(8)? {
            0 => false,
            1 => true,
            _ => return None,
        };
        Some(WgmmaShape { columns: literal(3)?, left, right: factor(6)?, adds })
    }

    /// Whether the machine has such a product of factors of this type.
    pub fn is_there(self, scalar: Scalar) -> bool {
        let factor = |of: FactorShape| match of.panel {
            0 => matches!(of.span, 32 | 64 | 128),
            panel => scalar.size() == 2 && of.span == 128 && panel.is_multiple_of(1024),
        };
        WgmmaShape::has_columns(scalar, self.columns) && self.left.is_none_or(factor) && factor(self.right)
    }

    /// PTX's name of the instruction for factors of these types.
    pub fn instruction(self, [one, other]: [Scalar; 2]) -> String {
        let (columns, depth) = (self.columns, 32 / one.size());
        let sum = sum_name(sum_of_products(one, other).unwrap_or(Scalar::F32));
        let [one, other] = [one, other].map(factor_name);
        format!("wgmma.mma_async.sync.aligned.m64n{columns}k{depth}.{sum}.{one}.{other}")
    }

    /// Its operands behind the factors: whether it adds, that it changes no sign, and, of 16-bit floats, which factors
    /// in shared memory have rows along `k`.
    pub fn flags(self, scalar: Scalar) -> String {
        let mut flags = u32::from(self.adds).to_string();
        if scalar.is_float() {
            flags += ", 1, 1";
        }
        if scalar.size() == 2 {
            for factor in self.left.into_iter().chain([self.right]) {
                flags += if factor.panel == 0 { ", 0" } else { ", 1" };
            }
        }
        flags
    }

    /// Whether products of factors of this type may have so many columns.
    pub fn has_columns(scalar: Scalar, columns: u32) -> bool {
        let step = if scalar.is_float() || columns <= 32 { 8 } else { 16 };
        (8..=256).contains(&columns) && columns.is_multiple_of(step)
    }
}

/// PTX's name of the type of a product's sum.
pub fn sum_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F64 => "f64",
        Scalar::I32 => "s32",
        _ => "f32",
    }
}

/// PTX's name of the type of a factor.
pub fn factor_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "tf32",
        Scalar::I8 => "s8",
        scalar => scalar.ptx_name(),
    }
}
