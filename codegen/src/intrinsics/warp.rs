//! Exchange of values between the lanes of a warp.
//!
//! Every operation is among the *active* lanes: those that execute the call together. Lanes that have ended, or that
//! took another branch, take no part, so a kernel whose last warp is cut short by `if i < n` stays well defined.
//! CUDA asks the machine for that set (`__activemask`); a full constant mask would name lanes that never come.
//!
//! Shuffles give the thread's own value back where the source is not an active lane of the warp.
//!
//! Reductions have one order on every executor, since floating point shows it. With all 32 lanes active it is the
//! butterfly: for `d` in 16, 8, 4, 2, 1, each lane combines its value with that of lane `lane ^ d`. Otherwise the
//! active lanes' values are combined one by one in ascending order of lanes.
//!
//! So have scans. With all 32 lanes active, for `d` in 1, 2, 4, 8, 16, each lane from `d` on combines the value of
//! lane `lane - d` with its own. Otherwise the values are combined one by one, as in a reduction.

use super::*;

const U32: Slot = Slot::Fixed(Scalar::U32);

pub(super) static ROWS: &[Intrinsic] = &[
    shuffle(
        "shuffle",
        "warp::shuffle",
        Machine::Shuffle(Shuffle::Index),
        "The value of the lane with the given number; the own value where that lane is not active or \
         above 31.",
    )
    .helper(SHUFFLE),
    shuffle(
        "shuffle_up",
        "warp::shuffle_up",
        Machine::Shuffle(Shuffle::Up),
        "The value of the lane that many below; the own value where there is none or it is not active.",
    )
    .helper(SHUFFLE_UP),
    shuffle(
        "shuffle_down",
        "warp::shuffle_down",
        Machine::Shuffle(Shuffle::Down),
        "The value of the lane that many above; the own value where there is none or it is not active.",
    )
    .helper(SHUFFLE_DOWN),
    shuffle(
        "shuffle_xor",
        "warp::shuffle_xor",
        Machine::Shuffle(Shuffle::Xor),
        "The value of the lane whose number differs in the given bits; the own value where it is not \
         active.",
    )
    .helper(SHUFFLE_XOR),
    shuffle(
        "masked_shuffle",
        "",
        Machine::Shuffle(Shuffle::Masked),
        "The value of the lane with the given number modulo 32. The lanes of the mask, all that are \
         active, come together.",
    )
    .takes(&[Slot::Same, Slot::Fixed(Scalar::U32), Slot::Fixed(Scalar::U32)])
    .internal()
    .helper(MASKED_SHUFFLE),
    vote(
        "warp_all",
        "warp::all",
        Machine::Vote(Vote::All),
        "Whether the condition holds for every active lane.",
    )
    .gives(Slot::Fixed(Scalar::Bool))
    .cuda(Cuda::Pattern("(__all_sync(__activemask(), {0}) != 0)")),
    vote(
        "warp_any",
        "warp::any",
        Machine::Vote(Vote::Any),
        "Whether the condition holds for some active lane.",
    )
    .gives(Slot::Fixed(Scalar::Bool))
    .cuda(Cuda::Pattern("(__any_sync(__activemask(), {0}) != 0)")),
    vote(
        "ballot",
        "warp::ballot",
        Machine::Vote(Vote::Ballot),
        "A bit for each lane: whether it is active and its condition holds.",
    )
    .cuda(Cuda::Pattern("__ballot_sync(__activemask(), {0})")),
    reduce(
        "warp_sum",
        "warp::sum",
        Fold::Sum,
        "The sum over the active lanes, in each; integers wrap. Order: 32 lanes by xor 16, 8, 4, 2, 1, \
         fewer by ascending lane.",
    ),
    reduce(
        "warp_min",
        "warp::min",
        Fold::Min,
        "The least value over the active lanes, in each; NaN only where all are NaN. Order as of \
         `warp::sum`.",
    ),
    reduce(
        "warp_max",
        "warp::max",
        Fold::Max,
        "The greatest value over the active lanes, in each; NaN only where all are NaN. Order as of \
         `warp::sum`.",
    ),
    reduce(
        "warp_and",
        "warp::reduce_and",
        Fold::And,
        "The bits that are set in every active lane's value, in each.",
    )
    .of(Class::Int),
    reduce(
        "warp_or",
        "warp::reduce_or",
        Fold::Or,
        "The bits that are set in some active lane's value, in each.",
    )
    .of(Class::Int),
    reduce(
        "warp_xor",
        "warp::reduce_xor",
        Fold::Xor,
        "The bits that are set in an odd number of the active lanes' values, in each.",
    )
    .of(Class::Int),
    scan(
        "warp_inclusive_sum",
        "warp::inclusive_sum",
        Machine::WarpScan { fold: Fold::Sum, inclusive: true },
        "The sum of the values of the active lanes up to this one.",
    ),
    scan(
        "warp_exclusive_sum",
        "warp::exclusive_sum",
        Machine::WarpScan { fold: Fold::Sum, inclusive: false },
        "The sum of the values of the active lanes below this one; 0 in the lowest.",
    ),
    scan(
        "warp_inclusive_min",
        "warp::inclusive_min",
        Machine::WarpScan { fold: Fold::Min, inclusive: true },
        "The least value of the active lanes up to this one.",
    ),
    scan(
        "warp_exclusive_min",
        "warp::exclusive_min",
        Machine::WarpScan { fold: Fold::Min, inclusive: false },
        "The least value of the active lanes below this one; the type's greatest value or infinity in \
         the lowest.",
    ),
    scan(
        "warp_inclusive_max",
        "warp::inclusive_max",
        Machine::WarpScan { fold: Fold::Max, inclusive: true },
        "The greatest value of the active lanes up to this one.",
    ),
    scan(
        "warp_exclusive_max",
        "warp::exclusive_max",
        Machine::WarpScan { fold: Fold::Max, inclusive: false },
        "The greatest value of the active lanes below this one; the type's least value or minus infinity \
         in the lowest.",
    ),
    shuffle(
        "broadcast",
        "warp::broadcast",
        Machine::Shuffle(Shuffle::Index),
        "The value of one lane, which all name alike; the own value where that lane is not active or \
         above 31.",
    )
    .cuda(Cuda::Helper { name: "shuffle", source: SHUFFLE }),
    vote(
        "active_lanes",
        "warp::active_mask",
        Machine::ActiveLanes,
        "A bit for each lane: whether it is active here.",
    )
    .takes(&[])
    .cuda(Cuda::Pattern("__activemask()")),
    vote(
        "match_any",
        "warp::match_any",
        Machine::Match { all: false },
        "A bit for each lane: whether it is active and has this lane's value, bit for bit.",
    )
    .of(Class::Any)
    .takes(&[Slot::Same])
    .helper(MATCH_ANY),
    vote(
        "match_all",
        "warp::match_all",
        Machine::Match { all: true },
        "Whether all active lanes have one value, bit for bit.",
    )
    .gives(Slot::Fixed(Scalar::Bool))
    .of(Class::Any)
    .takes(&[Slot::Same])
    .helper(MATCH_ALL),
];

/// A call of all active lanes together.
const fn row(name: &'static str, path: &'static str, machine: Machine, doc: &'static str) -> Intrinsic {
    let row = Intrinsic::of_machine(name, Surface::Free(path), Cuda::Library, machine, doc);
    row.effect(Effect::Convergent).since(70)
}

const fn shuffle(name: &'static str, path: &'static str, machine: Machine, doc: &'static str) -> Intrinsic {
    row(name, path, machine, doc).of(Class::Any).takes(&[Slot::Same, U32]).gives(Slot::Same)
}

const fn vote(name: &'static str, path: &'static str, machine: Machine, doc: &'static str) -> Intrinsic {
    row(name, path, machine, doc).takes(&[Slot::Fixed(Scalar::Bool)]).gives(U32)
}

const fn reduce(name: &'static str, path: &'static str, fold: Fold, doc: &'static str) -> Intrinsic {
    scan(name, path, Machine::WarpReduce(fold), doc)
}

const fn scan(name: &'static str, path: &'static str, machine: Machine, doc: &'static str) -> Intrinsic {
    row(name, path, machine, doc).of(Class::Number).takes(&[Slot::Same]).gives(Slot::Same)
}

const SHUFFLE: &str = "\
template <typename T> __device__ __forceinline__ T shuffle(T value, u32 source) {
    const u32 active = __activemask();
    const T other = exchange(active, value, source);
    return source < 32 && (active >> source & 1) ? other : value;
}
";

const MASKED_SHUFFLE: &str = "\
template <typename T> __device__ __forceinline__ T masked_shuffle(T value, u32 lane, u32 mask) {
    return exchange(mask, value, lane);
}
";

const SHUFFLE_UP: &str = "\
template <typename T> __device__ __forceinline__ T shuffle_up(T value, u32 delta) {
    const u32 lane = (u32)lane_id();
    return shuffle(value, delta <= lane ? lane - delta : lane);
}
";

const SHUFFLE_DOWN: &str = "\
template <typename T> __device__ __forceinline__ T shuffle_down(T value, u32 delta) {
    return shuffle(value, delta < 32 ? (u32)lane_id() + delta : 32);
}
";

const SHUFFLE_XOR: &str = "\
template <typename T> __device__ __forceinline__ T shuffle_xor(T value, u32 bits) {
    return shuffle(value, (u32)lane_id() ^ bits);
}
";

const MATCH_ANY: &str = "\
template <typename T> __device__ __forceinline__ u32 match_any(T value) {
    return __match_any_sync(__activemask(), match_bits(value));
}
";

const MATCH_ALL: &str = "\
template <typename T> __device__ __forceinline__ bool match_all(T value) {
    i32 same;
    __match_all_sync(__activemask(), match_bits(value), &same);
    return same != 0;
}
";
