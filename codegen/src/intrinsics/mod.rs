//! The intrinsics: everything a kernel may call that is not a device function, one row each.
//!
//! A row has the types of the call, its effect on the machine, how the CPU computes it, and how CUDA C++ and PTX spell
//! it. A back end without a spelling of its own calls the function of the row's name in the kernel-language library
//! ([`crate::library`]). Rows live in one file a family; adding one touches that file alone. `find` and `method` are
//! the only ways in.
//!
//! Lanes of the CPU executor and constant folding use the same functions, so an intrinsic has one meaning.

mod atomic;
mod cluster;
mod constants;
mod eval;
mod float;
mod grid;
mod int;
mod int_ends;
mod machine;
mod tile;
mod tma;
mod warp;
mod wgmma;

pub use constants::constant;
pub use eval::{narrow, widen};
pub use tma::{MOST_MAPS, TensorMap};
pub use wgmma::{FactorShape, Turns, WgmmaShape, factor_name, sum_name};

use std::sync::LazyLock;

use crate::ir::{BinOp, Scalar, Type};

/// One row of the table.
#[derive(Debug)]
pub struct Intrinsic {
    /// The name in IR text, unique in the table. For methods it is Rust's name, unless two classes share that
    /// (then `float_min`, `int_min`).
    pub name: &'static str,
    /// How Rust source reaches it.
    pub surface: Surface,
    /// Whether std's numbers lack the method, so that only Kiln's traits declare it.
    pub by_trait: bool,
    /// The types of `Slot::Same`; `Class::None` where no operand is generic.
    pub class: Class,
    pub params: &'static [Slot],
    pub result: Slot,
    pub effect: Effect,
    /// The least compute capability, times ten (`75` for sm_75).
    pub least_arch: u32,
    /// The operator that the call is another name for. If there is one, it replaces the columns below in every back
    /// end and in the CPU executor.
    pub operator: Option<Operator>,
    pub cuda: Cuda,
    pub ptx: Ptx,
    pub cpu: Cpu,
    pub doc: &'static str,
}

/// Two rows are the same when they have the same name.
impl PartialEq for Intrinsic {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// How Rust source reaches an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// `receiver.NAME(..)` and `Type::NAME(receiver, ..)`.
    Method(&'static str),
    /// `Type::NAME(..)` where the first operand is not the type itself (`f32::from_bits`).
    Assoc(&'static str),
    /// A function of Kiln's prelude, by its path from `kiln` (`global_id`, `warp::shuffle_xor`).
    Free(&'static str),
    /// Only the compiler makes it.
    Internal,
}

impl Surface {
    /// The name of a method or an associated function.
    fn method(self) -> Option<&'static str> {
        match self {
            Surface::Method(name) | Surface::Assoc(name) => Some(name),
            Surface::Free(_) | Surface::Internal => None,
        }
    }
}

/// Which types an intrinsic's generic operand may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    None,
    /// Floats, but for those of 8 bits, with which nothing computes.
    Float,
    /// Floats, all of them.
    Bits,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Signed and unsigned integers.
    Int,
    /// Integers and floats.
    Number,
    /// Numbers and `bool`.
    Any,
    /// Numbers of 32 or 64 bits: what the machine has atomic operations for.
    Wide,
    /// Those and floats of 16 bits, which a compare-and-swap of 16 bits changes where the machine adds none.
    Changed,
    /// Integers of 32 or 64 bits.
    WideInt,
    /// `f32` alone.
    Single,
}

/// The type of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    Unit,
    /// The generic operand's type.
    Same,
    /// The unsigned integer as wide as the generic operand.
    Unsigned,
    Fixed(Scalar),
    /// `ExprKind::Ref` to an element of type `Atomic(Same)`.
    AtomicRef,
    /// `ExprKind::Ref` to a scalar element of type `Same`, the first of those that the call moves: of a slice, a
    /// shared array or a local array. `mutable` where it writes them.
    Element {
        mutable: bool,
    },
    /// The same, to an element of a fixed type.
    ElementOf {
        scalar: Scalar,
        mutable: bool,
    },
}

/// What a call does besides giving its result. Only `Pure` and `Reads` calls may stand inside an expression tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Depends on its operands (and the thread's place in the grid) only.
    Pure,
    /// Pure, but fails when the operand with this number is zero (or the quotient overflows); the call has a site.
    Divisor(u8),
    /// Reads or changes memory, in order with other statements.
    Memory,
    /// Waits for the block.
    Barrier,
    /// Exchanges values between the lanes of a warp: all active lanes take part together.
    Convergent,
}

/// What the IR, or every back end, has anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Binary(BinOp),
    Neg,
    /// The bits of a float.
    ToBits,
    /// The float with these bits.
    FromBits,
}

/// How CUDA C++ spells a call.
#[derive(Clone, Copy, Debug)]
pub enum Cuda {
    /// An expression without operands (`threadIdx.x`), cast to the result type where `size_t` and `unsigned` differ.
    Expr(&'static str),
    /// A CUDA math function: its name for `f32` and for `f64`; 16-bit floats go through `f32`.
    Math { f32: &'static str, f64: &'static str },
    /// The same of a function whose last places are CUDA's own: under `strict_fp` Kiln's function of the row's name
    /// takes its place.
    Elementary { f32: &'static str, f64: &'static str },
    /// The function of Kiln's library with the row's name, as a device function of the text; 16-bit floats without a
    /// function of their own go through `f32`. Of a row with [`Effect::Divisor`] the back end puts the test of the
    /// divisor in front.
    Library,
    /// A pattern with `{0}`, `{1}`, .. for the operands, each already parenthesized where needed, and `{T}`, `{U}`
    /// for the C++ names of the generic operand's type and its unsigned twin.
    Pattern(&'static str),
    /// A function of the prelude around an instruction or a builtin that the library does not have; overloaded or a
    /// template. Its source is emitted once, before its first use.
    Helper { name: &'static str, source: &'static str },
    /// An operation on an atomic element, which the row's [`Machine::Atomic`] names.
    Atomic,
    /// A product of a warpgroup: a function for each [`WgmmaShape`].
    Wgmma,
    /// A copy by a tensor map, which the kernel takes, of a tensor of that rank.
    TensorLoad(u8),
}

/// How PTX spells a call that depends only on its operands. The back end spells all other calls by their [`Machine`].
///
/// Code is a list of instructions without their destinations, as in `lg2.approx.ftz.f32 {0}; mul.ftz.f32 $0, {1}`:
///
/// - `{0}` is the first operand. `{r0}` is the first operand in a register, even if it is a constant.
/// - `$0` is the result of the first instruction. The last result is the result of the call.
/// - In an instruction's name, `{t}` is the type of the generic operand (`s32`, `f64`), `{b}` its width (`b32`), and
///   `{ftz}` is `.ftz` under `fast_math`.
/// - `{bits}` is the number of bits of the generic operand. `{above}` is the number of bits that it does not use in a
///   register of 32.
///
/// 16-bit floats are widened to `f32` first, and the result is rounded once. Integers of 8 and 16 bits are sign- or
/// zero-extended to 32.
#[derive(Clone, Copy, Debug)]
pub enum Ptx {
    /// The function of Kiln's library with the row's name; 16-bit floats without a function of their own go through
    /// `f32`.
    Library,
    Code(&'static str),
    /// The code of the first case that applies; the library's function where none does.
    Cases(&'static [(Case, &'static str)]),
    /// Two `f32` rounded to this 16-bit float, in one register.
    Pack(Scalar),
}

/// When code applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    Always,
    /// The generic operand is a 16-bit float. The code works on the bits: nothing is widened or rounded.
    Halves,
    /// The generic operand has 32 bits.
    Word,
    /// The generic operand has 32 or 64 bits.
    Words,
    /// The target has this compute capability, times ten, or a higher one.
    Since(u32),
    /// Outside of `strict_fp`, on floats of up to 32 bits.
    Approximate,
    /// Under `fast_math`, on floats of up to 32 bits.
    Fast,
}

/// A scalar as raw bits, zero-extended to 64.
pub type Bits = u64;

/// How the CPU computes a call.
#[derive(Clone, Copy, Debug)]
pub enum Cpu {
    /// A function of the operands' bits: the scalar is the generic operand's type.
    Eval(fn(Scalar, &[Bits]) -> Bits),
    /// The same with loops over lanes for the types that pay: the executor uses a loop where there is one. For integers
    /// it has loops of its own.
    Lanes { eval: fn(Scalar, &[Bits]) -> Bits, f32: LaneFn<f32>, f64: LaneFn<f64>, ints: Option<Pick> },
    /// Needs the thread's place, the warp, the block or memory: the executor does it.
    Machine(Machine),
}

/// Which of its operands a call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    Least,
    Greatest,
    /// The first, unless it is below the second or above the third.
    Clamped,
}

impl Cpu {
    /// What the executor has loops over integers for.
    pub fn pick(self) -> Option<Pick> {
        match self {
            Cpu::Lanes { ints, .. } => ints,
            Cpu::Eval(_) | Cpu::Machine(_) => None,
        }
    }
}

/// A loop over lanes: destination, then operands of the same length.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)] // The operands are the type.
pub enum LaneFn<T> {
    None,
    One(fn(&mut [T], &[T])),
    Two(fn(&mut [T], &[T], &[T])),
    Three(fn(&mut [T], &[T], &[T], &[T])),
}

/// What the executor itself does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// Global thread index along an axis (x is 0).
    GlobalId(u8),
    ThreadIdx(u8),
    BlockIdx(u8),
    BlockDim(u8),
    GridDim(u8),
    LaneId,
    WarpId,
    SyncThreads,
    /// A barrier of all blocks; the launch is a cooperative one.
    GridSync,
    /// The end of the launch before on the stream, for a launch that may overlap it.
    GridWait,
    /// The launch behind on the stream may begin, where it may overlap this one.
    GridRelease,
    /// Orders memory for the whole device.
    ThreadFence,
    /// Asks for the memory around an element to be fetched; changes nothing that anybody sees.
    Prefetch,
    SyncWarp,
    Shuffle(Shuffle),
    Vote(Vote),
    /// The active lanes, as bits.
    ActiveLanes,
    /// Which active lanes have the same value; `all`: whether all have.
    Match {
        all: bool,
    },
    WarpReduce(Fold),
    /// The fold over the lanes up to this one; without this one where not `inclusive`.
    WarpScan {
        fold: Fold,
        inclusive: bool,
    },
    Atomic(Atomic),
    /// Copies so many bytes of consecutive elements.
    Move(u8),
    /// Begins to copy so many bytes to shared memory, or to zero them.
    AsyncCopy(u8),
    AsyncCommit,
    AsyncWait,
    /// Four 8×8 matrices of 16-bit values, or others that fill as many bytes, from shared memory to registers of
    /// the warp.
    LoadMatrix {
        transposed: bool,
    },
    /// The block's number in its cluster.
    ClusterRank,
    ClusterSize,
    /// The cluster's number in the grid.
    ClusterId,
    ClusterSync,
    /// An element of another block's shared memory, read, written and added to.
    ClusterLoad,
    ClusterStore,
    ClusterAdd,
    /// So many consecutive numbers for another block's shared memory, on their way, and how many bytes these are for
    /// its barrier there.
    ClusterSend(u8),
    /// A barrier in shared memory for what other blocks send.
    BarrierInit,
    /// Waits until so many bytes have come.
    BarrierWait,
    /// Adds a product of two fragments of these types to an accumulator.
    Product(Scalar, Scalar),
    /// The product of a warpgroup, of factors of these types ([`WgmmaShape`]), and what orders such products.
    Wgmma(Scalar, Scalar),
    WgmmaFence,
    WgmmaCommit,
    WgmmaWait,
    WgmmaFinish,
    /// Two warpgroups take turns; they do so for speed alone.
    Turns(Turns),
    AsyncFence,
    /// A copy of a box of a tensor of that rank, by TMA, and what its barriers do.
    TensorLoad(u8),
    BarrierExpect,
    BarrierArrive,
    BarrierPass,
    /// The value of the lane whose number differs in given bits; every lane is active.
    LaneXor,
}

/// The row that rounds an `f32` to what tensor cores multiply of it.
pub const TO_TF32: &str = "to_tf32";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// From the lane with this number.
    Index,
    Up,
    Down,
    Xor,
    /// From the lane with this number modulo 32, among lanes that the call names.
    Masked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    All,
    Any,
    Ballot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduce {
    Sum,
    Min,
    Max,
}

/// How the lanes of a warp combine their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    Sum,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// An operation on an atomic element. The last operands are memory orderings, as `u32` literals (see [`Order`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atomic {
    Load,
    Store,
    Swap,
    /// Operands: element, expected, new, success order, failure order. Gives the old value.
    CompareExchange,
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// The complement of `And`.
    Nand,
}

/// A memory ordering, as std's; in IR a `u32` literal with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Order {
    Relaxed = 0,
    Acquire = 1,
    Release = 2,
    AcqRel = 3,
    SeqCst = 4,
}

impl Order {
    pub fn from_name(name: &str) -> Option<Order> {
        Some(match name {
            "Relaxed" => Order::Relaxed,
            "Acquire" => Order::Acquire,
            "Release" => Order::Release,
            "AcqRel" => Order::AcqRel,
            "SeqCst" => Order::SeqCst,
            _ => return None,
        })
    }

    pub fn from_number(number: u64) -> Option<Order> {
        Some(match number {
            0 => Order::Relaxed,
            1 => Order::Acquire,
            2 => Order::Release,
            3 => Order::AcqRel,
            4 => Order::SeqCst,
            _ => return None,
        })
    }
}

impl Class {
    pub fn contains(self, scalar: Scalar) -> bool {
        match self {
            Class::None => false,
            Class::Float => scalar.is_float() && !scalar.is_float8(),
            Class::Bits => scalar.is_float(),
            Class::Signed => scalar.is_signed_int(),
            Class::Unsigned => scalar.is_unsigned_int(),
            Class::Int => scalar.is_int(),
            Class::Number => scalar != Scalar::Bool && !scalar.is_float8(),
            Class::Any => true,
            Class::Wide => scalar != Scalar::Bool && scalar.size() >= 4,
            Class::Changed => Class::Wide.contains(scalar) || matches!(scalar, Scalar::F16 | Scalar::BF16),
            Class::WideInt => scalar.is_int() && scalar.size() >= 4,
            Class::Single => scalar == Scalar::F32,
        }
    }
}

impl Slot {
    /// The slot's type once the generic operand's is known.
    pub fn resolve(self, generic: Scalar) -> Type {
        match self {
            Slot::Unit => Type::Unit,
            Slot::Same => Type::Scalar(generic),
            Slot::Unsigned => Type::Scalar(generic.unsigned()),
            Slot::Fixed(scalar) => Type::Scalar(scalar),
            Slot::AtomicRef => Type::Ref { target: Box::new(Type::Atomic(generic)), mutable: false },
            Slot::Element { mutable } => Type::Ref { target: Box::new(Type::Scalar(generic)), mutable },
            Slot::ElementOf { scalar, mutable } => {
                Type::Ref { target: Box::new(Type::Scalar(scalar)), mutable }
            }
        }
    }
}

impl Slot {
    /// Whether an operand of this slot refers to the first of the elements that the call moves.
    pub fn is_element(self) -> bool {
        match self {
            Slot::Element { .. } | Slot::ElementOf { .. } => true,
            Slot::Unit | Slot::Same | Slot::Unsigned | Slot::Fixed(_) | Slot::AtomicRef => false,
        }
    }
}

/// How rows are written: what most of them have is left out.
impl Intrinsic {
    /// A method that depends on its operands only. The library of kernel-language functions computes it.
    const fn pure(
        name: &'static str,
        class: Class,
        params: &'static [Slot],
        cpu: Cpu,
        doc: &'static str,
    ) -> Intrinsic {
        Intrinsic {
            name,
            surface: Surface::Method(name),
            by_trait: false,
            class,
            params,
            result: Slot::Same,
            effect: Effect::Pure,
            least_arch: 0,
            operator: None,
            cuda: Cuda::Library,
            ptx: Ptx::Library,
            cpu,
            doc,
        }
    }

    /// A call without operands or result that sees the machine or changes memory.
    const fn of_machine(
        name: &'static str,
        surface: Surface,
        cuda: Cuda,
        machine: Machine,
        doc: &'static str,
    ) -> Intrinsic {
        Intrinsic {
            surface,
            result: Slot::Unit,
            effect: Effect::Memory,
            cuda,
            ..Intrinsic::pure(name, Class::None, &[], Cpu::Machine(machine), doc)
        }
    }

    /// Rust's name of a method that two classes have.
    const fn method(self, name: &'static str) -> Intrinsic {
        Intrinsic { surface: Surface::Method(name), ..self }
    }

    const fn by_trait(self) -> Intrinsic {
        Intrinsic { by_trait: true, ..self }
    }

    const fn associated(self) -> Intrinsic {
        Intrinsic { surface: Surface::Assoc(self.name), ..self }
    }

    const fn free(self, path: &'static str) -> Intrinsic {
        Intrinsic { surface: Surface::Free(path), ..self }
    }

    const fn internal(self) -> Intrinsic {
        Intrinsic { surface: Surface::Internal, ..self }
    }

    const fn of(self, class: Class) -> Intrinsic {
        Intrinsic { class, ..self }
    }

    const fn takes(self, params: &'static [Slot]) -> Intrinsic {
        Intrinsic { params, ..self }
    }

    const fn gives(self, result: Slot) -> Intrinsic {
        Intrinsic { result, ..self }
    }

    const fn is(self, operator: Operator) -> Intrinsic {
        Intrinsic { operator: Some(operator), ..self }
    }

    const fn effect(self, effect: Effect) -> Intrinsic {
        Intrinsic { effect, ..self }
    }

    const fn since(self, least_arch: u32) -> Intrinsic {
        Intrinsic { least_arch, ..self }
    }

    const fn cuda(self, cuda: Cuda) -> Intrinsic {
        Intrinsic { cuda, ..self }
    }

    /// C++ for an instruction or a builtin: a function of the row's name.
    const fn helper(self, source: &'static str) -> Intrinsic {
        Intrinsic { cuda: Cuda::Helper { name: self.name, source }, ..self }
    }

    const fn ptx(self, ptx: Ptx) -> Intrinsic {
        Intrinsic { ptx, ..self }
    }
}

impl Intrinsic {
    /// Whether a call differs from thread to thread of a block, or is the block's shape, which in a tile kernel is
    /// the compiler's choice.
    pub fn sees_threads(&self) -> bool {
        match self.cpu {
            Cpu::Machine(Machine::BlockIdx(_) | Machine::GridDim(_)) => false,
            Cpu::Machine(_) => true,
            Cpu::Eval(_) | Cpu::Lanes { .. } => false,
        }
    }

    /// Whether a call may stand inside an expression tree.
    pub fn is_pure(&self) -> bool {
        matches!(self.effect, Effect::Pure | Effect::Divisor(_))
    }
}

/// The families, in reading order.
static TABLES: [&[Intrinsic]; 11] = [
    machine::ROWS,
    float::ROWS,
    int::ROWS,
    int_ends::ROWS,
    warp::ROWS,
    cluster::ROWS,
    grid::ROWS,
    atomic::ROWS,
    tile::ROWS,
    tma::ROWS,
    wgmma::ROWS,
];

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Intrinsic> {
    TABLES.iter().flat_map(|rows| rows.iter())
}

/// The rows by the lengths of a name of theirs, in the order of the table. Reading a text and inferring types ask
/// for many.
struct ByLength(Vec<Vec<&'static Intrinsic>>);

impl ByLength {
    fn of(name: impl Fn(&'static Intrinsic) -> Option<&'static str>) -> ByLength {
        let mut rows = Vec::new();
        for row in all() {
            let Some(name) = name(row) else { continue };
            if rows.len() <= name.len() {
                rows.resize_with(name.len() + 1, Vec::new);
            }
            rows[name.len()].push(row);
        }
        ByLength(rows)
    }

    /// The rows whose names are as long as this one.
    fn like(&self, name: &str) -> impl Iterator<Item = &'static Intrinsic> + '_ {
        self.0.get(name.len()).into_iter().flatten().copied()
    }
}

/// The row with this IR name.
#[inline(never)]
pub fn find(name: &str) -> Option<&'static Intrinsic> {
    static NAMES: LazyLock<ByLength> = LazyLock::new(|| ByLength::of(|row| Some(row.name)));
    NAMES.like(name).find(|row| row.name == name)
}

/// The method or associated function `name` of `receiver`. For atomics, `receiver` is the scalar inside and
/// `atomic` is set.
pub fn method(name: &str, receiver: Scalar, atomic: bool) -> Option<&'static Intrinsic> {
    static METHODS: LazyLock<ByLength> = LazyLock::new(|| ByLength::of(|row| row.surface.method()));
    METHODS.like(name).find(|row| {
        row.surface.method() == Some(name)
            // Of what is computed with floats of 8 bits inference writes out that of `f32`.
            && (row.class.contains(receiver) || receiver.is_float8() && row.class.contains(Scalar::F32))
            && (row.params.first() == Some(&Slot::AtomicRef)) == atomic
    })
}

/// Whether any type has a method `name`: what a diagnostic needs before types are known.
pub fn is_method(name: &str) -> bool {
    all().any(|row| matches!(row.surface, Surface::Method(n) | Surface::Assoc(n) if n == name))
}

/// The free function at this path, without the leading `kiln::`.
pub fn free(path: &str) -> Option<&'static Intrinsic> {
    all().find(|row| matches!(row.surface, Surface::Free(p) if p == path))
}

#[cfg(test)]
mod tests;
