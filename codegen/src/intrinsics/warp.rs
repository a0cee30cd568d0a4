//! Exchange of values between the lanes of a warp.
//!
//! Every operation is among the *active* lanes: those that execute the call together. Lanes that have ended, or that
//! took another branch, take no part, so a kernel whose last warp is cut short by `if i < n` stays well defined.
//! CUDA asks the machine for that set (`__activemask`); a full constant mask would name lanes that never come.
//!
//! Shuffles give the thread's own value back where the source is not an active lane of the warp.
//!
//! Reductions have one order on every executor, since floating point shows it. With all 32 lanes active it is the
//! butterfly: for `d` in 16, 8, 4, 2, 1, each lane combines its value with that of lane `lane ^ d`. Otherwise the active
//! lanes' values are combined one by one in ascending order of lanes.

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
        Reduce::Sum,
        Cuda::Helper { name: "warp_sum", source: WARP_SUM },
        "The sum over the active lanes, in each; integers wrap. Order: 32 lanes by xor 16, 8, 4, 2, 1, fewer by ascending lane.",
    ),
    reduce(
        "warp_min",
        "warp::min",
        Reduce::Min,
        Cuda::Helper { name: "warp_min", source: WARP_MIN },
        "The least value over the active lanes, in each; NaN only where all are NaN. Order as of `warp::sum`.",
    ),
    reduce(
        "warp_max",
        "warp::max",
        Reduce::Max,
        Cuda::Helper { name: "warp_max", source: WARP_MAX },
        "The greatest value over the active lanes, in each; NaN only where all are NaN. Order as of `warp::sum`.",
    ),
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
    reduce: Reduce,
    cuda: Cuda,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        name,
        surface: Surface::Free(path),
        class: Class::Number,
        params: &[Slot::Same],
        result: Slot::Same,
        effect: Effect::Convergent,
        least_arch: 70,
        cuda,
        cpu: Cpu::Machine(Machine::WarpReduce(reduce)),
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
