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

pub(super) static ROWS: &[Intrinsic] = &[
    shuffle(
        "shuffle",
        "warp::shuffle",
        Machine::Shuffle(Shuffle::Index),
        Cuda::Helper { name: "shuffle", source: SHUFFLE },
        "The value of the lane with the given number; the own value where that lane is not active or above 31.",
    ),
    shuffle(
        "shuffle_up",
        "warp::shuffle_up",
        Machine::Shuffle(Shuffle::Up),
        Cuda::Helper { name: "shuffle_up", source: SHUFFLE_UP },
        "The value of the lane that many below; the own value where there is none or it is not active.",
    ),
    shuffle(
        "shuffle_down",
        "warp::shuffle_down",
        Machine::Shuffle(Shuffle::Down),
        Cuda::Helper { name: "shuffle_down", source: SHUFFLE_DOWN },
        "The value of the lane that many above; the own value where there is none or it is not active.",
    ),
    shuffle(
        "shuffle_xor",
        "warp::shuffle_xor",
        Machine::Shuffle(Shuffle::Xor),
        Cuda::Helper { name: "shuffle_xor", source: SHUFFLE_XOR },
        "The value of the lane whose number differs in the given bits; the own value where it is not active.",
    ),
    Intrinsic {
        surface: Surface::Internal,
        params: &[Slot::Same, Slot::Fixed(Scalar::U32), Slot::Fixed(Scalar::U32)],
        ..shuffle(
            "masked_shuffle",
            "",
            Machine::Shuffle(Shuffle::Masked),
            Cuda::Helper { name: "masked_shuffle", source: MASKED_SHUFFLE },
            "The value of the lane with the given number modulo 32. The lanes of the mask, all that are active, come together.",
        )
    },
    vote(
        "warp_all",
        "warp::all",
        "(__all_sync(__activemask(), {0}) != 0)",
        Slot::Fixed(Scalar::Bool),
        Vote::All,
        "Whether the condition holds for every active lane.",
    ),
    vote(
        "warp_any",
        "warp::any",
        "(__any_sync(__activemask(), {0}) != 0)",
        Slot::Fixed(Scalar::Bool),
        Vote::Any,
        "Whether the condition holds for some active lane.",
    ),
    vote(
        "ballot",
        "warp::ballot",
        "__ballot_sync(__activemask(), {0})",
        Slot::Fixed(Scalar::U32),
        Vote::Ballot,
        "A bit for each lane: whether it is active and its condition holds.",
    ),
    reduce(
        "warp_sum",
        "warp::sum",
        Fold::Sum,
        Cuda::Helper { name: "warp_sum", source: WARP_SUM },
        "The sum over the active lanes, in each; integers wrap. Order: 32 lanes by xor 16, 8, 4, 2, 1, fewer by ascending lane.",
    ),
    reduce(
        "warp_min",
        "warp::min",
        Fold::Min,
        Cuda::Helper { name: "warp_min", source: WARP_MIN },
        "The least value over the active lanes, in each; NaN only where all are NaN. Order as of `warp::sum`.",
    ),
    reduce(
        "warp_max",
        "warp::max",
        Fold::Max,
        Cuda::Helper { name: "warp_max", source: WARP_MAX },
        "The greatest value over the active lanes, in each; NaN only where all are NaN. Order as of `warp::sum`.",
    ),
    reduce_of(
        Class::Int,
        "warp_and",
        "warp::and",
        Fold::And,
        Cuda::Helper { name: "warp_and", source: WARP_AND },
        "The bits that are set in every active lane's value, in each.",
    ),
    reduce_of(
        Class::Int,
        "warp_or",
        "warp::or",
        Fold::Or,
        Cuda::Helper { name: "warp_or", source: WARP_OR },
        "The bits that are set in some active lane's value, in each.",
    ),
    reduce_of(
        Class::Int,
        "warp_xor",
        "warp::xor",
        Fold::Xor,
        Cuda::Helper { name: "warp_xor", source: WARP_XOR },
        "The bits that are set in an odd number of the active lanes' values, in each.",
    ),
    scan(
        "warp_inclusive_sum",
        "warp::inclusive_sum",
        Machine::WarpScan { fold: Fold::Sum, inclusive: true },
        Cuda::Helper { name: "warp_inclusive_sum", source: INCLUSIVE_SUM },
        "The sum of the values of the active lanes up to this one.",
    ),
    scan(
        "warp_exclusive_sum",
        "warp::exclusive_sum",
        Machine::WarpScan { fold: Fold::Sum, inclusive: false },
        Cuda::Helper { name: "warp_exclusive_sum", source: EXCLUSIVE_SUM },
        "The sum of the values of the active lanes below this one; 0 in the lowest.",
    ),
    scan(
        "warp_inclusive_min",
        "warp::inclusive_min",
        Machine::WarpScan { fold: Fold::Min, inclusive: true },
        Cuda::Helper { name: "warp_inclusive_min", source: INCLUSIVE_MIN },
        "The least value of the active lanes up to this one.",
    ),
    scan(
        "warp_exclusive_min",
        "warp::exclusive_min",
        Machine::WarpScan { fold: Fold::Min, inclusive: false },
        Cuda::Helper { name: "warp_exclusive_min", source: EXCLUSIVE_MIN },
        "The least value of the active lanes below this one; the type's greatest value or infinity in the lowest.",
    ),
    scan(
        "warp_inclusive_max",
        "warp::inclusive_max",
        Machine::WarpScan { fold: Fold::Max, inclusive: true },
        Cuda::Helper { name: "warp_inclusive_max", source: INCLUSIVE_MAX },
        "The greatest value of the active lanes up to this one.",
    ),
    scan(
        "warp_exclusive_max",
        "warp::exclusive_max",
        Machine::WarpScan { fold: Fold::Max, inclusive: false },
        Cuda::Helper { name: "warp_exclusive_max", source: EXCLUSIVE_MAX },
        "The greatest value of the active lanes below this one; the type's least value or minus infinity in the lowest.",
    ),
    shuffle(
        "broadcast",
        "warp::broadcast",
        Machine::Shuffle(Shuffle::Index),
        Cuda::Helper { name: "shuffle", source: SHUFFLE },
        "The value of one lane, which all name alike; the own value where that lane is not active or above 31.",
    ),
    Intrinsic {
        params: &[],
        cpu: Cpu::Machine(Machine::ActiveLanes),
        ..vote(
            "active_lanes",
            "warp::active",
            "__activemask()",
            Slot::Fixed(Scalar::U32),
            Vote::Ballot,
            "A bit for each lane: whether it is active here.",
        )
    },
    Intrinsic {
        class: Class::Any,
        params: &[Slot::Same],
        cuda: Cuda::Helper { name: "match_any", source: MATCH_ANY },
        cpu: Cpu::Machine(Machine::Match { all: false }),
        ..vote(
            "match_any",
            "warp::match_any",
            "",
            Slot::Fixed(Scalar::U32),
            Vote::Ballot,
            "A bit for each lane: whether it is active and has this lane's value, bit for bit.",
        )
    },
    Intrinsic {
        class: Class::Any,
        params: &[Slot::Same],
        cuda: Cuda::Helper { name: "match_all", source: MATCH_ALL },
        cpu: Cpu::Machine(Machine::Match { all: true }),
        ..vote(
            "match_all",
            "warp::match_all",
            "",
            Slot::Fixed(Scalar::Bool),
            Vote::All,
            "Whether all active lanes have one value, bit for bit.",
        )
    },
];

const fn shuffle(
    name: &'static str,
    path: &'static str,
    machine: Machine,
    cuda: Cuda,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        name,
        surface: Surface::Free(path),
        class: Class::Any,
        params: &[Slot::Same, Slot::Fixed(Scalar::U32)],
        result: Slot::Same,
        effect: Effect::Convergent,
        least_arch: 70,
        cuda,
        cpu: Cpu::Machine(machine),
        doc,
    }
}

const fn vote(
    name: &'static str,
    path: &'static str,
    cuda: &'static str,
    result: Slot,
    vote: Vote,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        name,
        surface: Surface::Free(path),
        class: Class::None,
        params: &[Slot::Fixed(Scalar::Bool)],
        result,
        effect: Effect::Convergent,
        least_arch: 70,
        cuda: Cuda::Pattern(cuda),
        cpu: Cpu::Machine(Machine::Vote(vote)),
        doc,
    }
}

const fn reduce(
    name: &'static str,
    path: &'static str,
    fold: Fold,
    cuda: Cuda,
    doc: &'static str,
) -> Intrinsic {
    reduce_of(Class::Number, name, path, fold, cuda, doc)
}

const fn scan(
    name: &'static str,
    path: &'static str,
    machine: Machine,
    cuda: Cuda,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic { cpu: Cpu::Machine(machine), ..reduce(name, path, Fold::Sum, cuda, doc) }
}

const fn reduce_of(
    class: Class,
    name: &'static str,
    path: &'static str,
    fold: Fold,
    cuda: Cuda,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        name,
        surface: Surface::Free(path),
        class,
        params: &[Slot::Same],
        result: Slot::Same,
        effect: Effect::Convergent,
        least_arch: 70,
        cuda,
        cpu: Cpu::Machine(Machine::WarpReduce(fold)),
        doc,
    }
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

const WARP_SUM: &str = "\
template <typename T> __device__ __forceinline__ T warp_sum(T value) {
    return warp_reduce(value, [](T a, T b) { return wrapping_add(a, b); });
}
";

const WARP_MIN: &str = "\
template <typename T> __device__ __forceinline__ T warp_min(T value) {
    return warp_reduce(value, [](T a, T b) { return least(a, b); });
}
";

const WARP_MAX: &str = "\
template <typename T> __device__ __forceinline__ T warp_max(T value) {
    return warp_reduce(value, [](T a, T b) { return greatest(a, b); });
}
";

const WARP_AND: &str = "\
template <typename T> __device__ __forceinline__ T warp_and(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a & b); });
}
";

const WARP_OR: &str = "\
template <typename T> __device__ __forceinline__ T warp_or(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a | b); });
}
";

const WARP_XOR: &str = "\
template <typename T> __device__ __forceinline__ T warp_xor(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a ^ b); });
}
";

const INCLUSIVE_SUM: &str = "\
template <typename T> __device__ __forceinline__ T warp_inclusive_sum(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return wrapping_add(a, b); });
}
";

const EXCLUSIVE_SUM: &str = "\
template <typename T> __device__ __forceinline__ T warp_exclusive_sum(T value) {
    return warp_scan_below(__activemask(), value, (T)0.0f, [](T a, T b) { return wrapping_add(a, b); });
}
";

const INCLUSIVE_MIN: &str = "\
template <typename T> __device__ __forceinline__ T warp_inclusive_min(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return least(a, b); });
}
";

const EXCLUSIVE_MIN: &str = "\
template <typename T> __device__ __forceinline__ T warp_exclusive_min(T value) {
    return warp_scan_below(__activemask(), value, greatest_value<T>(), [](T a, T b) { return least(a, b); });
}
";

const INCLUSIVE_MAX: &str = "\
template <typename T> __device__ __forceinline__ T warp_inclusive_max(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return greatest(a, b); });
}
";

const EXCLUSIVE_MAX: &str = "\
template <typename T> __device__ __forceinline__ T warp_exclusive_max(T value) {
    return warp_scan_below(__activemask(), value, least_value<T>(), [](T a, T b) { return greatest(a, b); });
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
