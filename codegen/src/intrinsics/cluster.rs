//! Clusters: blocks that run at the same time, near each other, and reach each other's shared memory.
//!
//! A kernel with `cluster = 2` has its blocks in clusters of two. Where none is declared, each block is a cluster
//! of its own. The second operand of what reaches into another block is that block's rank, which the front end has
//! tested.

use super::*;

const BARRIER: Slot = Slot::ElementOf { scalar: Scalar::U64, mutable: true };
const FROM: Slot = Slot::Element { mutable: false };
const TO: Slot = Slot::Element { mutable: true };
const RANK: Slot = Slot::Fixed(Scalar::Usize);

pub(super) static ROWS: &[Intrinsic] = &[
    number(
        "cluster_rank",
        "cluster::rank",
        Machine::ClusterRank,
        "The block's number in its cluster, x fastest.",
    )
    .helper(CLUSTER_RANK),
    number("cluster_size", "cluster::size", Machine::ClusterSize, "How many blocks a cluster has.")
        .helper(CLUSTER_SIZE),
    number("cluster_id", "cluster::id", Machine::ClusterId, "The cluster's number in the grid, x fastest.")
        .helper(CLUSTER_ID),
    reach(
        "cluster_sync",
        Surface::Free("cluster::sync"),
        Machine::ClusterSync,
        "Waits until every thread of the cluster arrives; memory written before is visible after.",
    )
    .effect(Effect::Barrier)
    .cuda(Cuda::Pattern(
        "asm volatile(\"barrier.cluster.arrive.release; barrier.cluster.wait.acquire;\" ::: \"memory\")",
    )),
    reach(
        "cluster_load",
        Surface::Free("cluster::load"),
        Machine::ClusterLoad,
        "The element of shared memory that another block of the cluster has in this one's place.",
    )
    .gives(Slot::Same)
    .of(Class::Any)
    .takes(&[FROM, RANK])
    .helper(CLUSTER_LOAD),
    reach(
        "cluster_store",
        Surface::Free("cluster::store"),
        Machine::ClusterStore,
        "Sets the element of shared memory that another block of the cluster has in this one's place.",
    )
    .of(Class::Any)
    .takes(&[TO, RANK, Slot::Same])
    .helper(CLUSTER_STORE),
    reach(
        "cluster_fetch_add",
        Surface::Free("cluster::fetch_add"),
        Machine::ClusterAdd,
        "Adds to another block's atomic element, relaxed (integers wrap); gives the value before.",
    )
    .gives(Slot::Same)
    .of(Class::Wide)
    .takes(&[Slot::AtomicRef, RANK, Slot::Same])
    .helper(CLUSTER_FETCH_ADD),
    send(
        "cluster_send_1",
        &[TO, RANK, BARRIER, Slot::Same],
        1,
        "Begins to write a number to another block's shared memory, which that block's barrier counts.",
    )
    .helper(CLUSTER_SEND_1),
    send(
        "cluster_send_2",
        &[TO, RANK, BARRIER, Slot::Same, Slot::Same],
        2,
        "The same, of two consecutive numbers.",
    )
    .helper(CLUSTER_SEND_2),
    send(
        "cluster_send_4",
        &[TO, RANK, BARRIER, Slot::Same, Slot::Same, Slot::Same, Slot::Same],
        4,
        "The same, of four consecutive numbers.",
    )
    .helper(CLUSTER_SEND_4),
    reach(
        "mbarrier_init",
        Surface::Internal,
        Machine::BarrierInit,
        "Makes a barrier of which each phase ends once so many threads have arrived, and what they said is to come; \
         one thread of each block calls it, before the block, or the blocks of its cluster, meet.",
    )
    .takes(&[BARRIER, Slot::Fixed(Scalar::U32)])
    .helper(MBARRIER_INIT),
    reach(
        "mbarrier_wait",
        Surface::Internal,
        Machine::BarrierWait,
        "Waits until so many bytes were sent to this block; the last operand is 0 and 1 in turn. Every \
         thread of the block calls it.",
    )
    .takes(&[BARRIER, Slot::Fixed(Scalar::U32), Slot::Fixed(Scalar::U32)])
    .effect(Effect::Barrier)
    .helper(MBARRIER_WAIT),
];

const fn send(name: &'static str, params: &'static [Slot], numbers: u8, doc: &'static str) -> Intrinsic {
    let class = if numbers == 1 { Class::Wide } else { Class::Single };
    reach(name, Surface::Internal, Machine::ClusterSend(numbers), doc).of(class).takes(params)
}

const fn number(name: &'static str, path: &'static str, machine: Machine, doc: &'static str) -> Intrinsic {
    reach(name, Surface::Free(path), machine, doc).gives(Slot::Fixed(Scalar::Usize)).effect(Effect::Pure)
}

const fn reach(name: &'static str, surface: Surface, machine: Machine, doc: &'static str) -> Intrinsic {
    Intrinsic::of_machine(name, surface, Cuda::Pattern(""), machine, doc).since(90)
}

const CLUSTER_RANK: &str = "\
__device__ __forceinline__ usize cluster_rank() {
    u32 rank;
    asm(\"mov.u32 %0, %cluster_ctarank;\" : \"=r\"(rank));
    return rank;
}
";

const CLUSTER_SIZE: &str = "\
__device__ __forceinline__ usize cluster_size() {
    u32 size;
    asm(\"mov.u32 %0, %cluster_nctarank;\" : \"=r\"(size));
    return size;
}
";

const CLUSTER_ID: &str = "\
__device__ __forceinline__ usize cluster_id() {
    u32 x, y, z, width, height;
    asm(\"mov.u32 %0, %clusterid.x;\" : \"=r\"(x));
    asm(\"mov.u32 %0, %clusterid.y;\" : \"=r\"(y));
    asm(\"mov.u32 %0, %clusterid.z;\" : \"=r\"(z));
    asm(\"mov.u32 %0, %nclusterid.x;\" : \"=r\"(width));
    asm(\"mov.u32 %0, %nclusterid.y;\" : \"=r\"(height));
    return x + (usize)width * (y + (usize)height * z);
}
";

const CLUSTER_LOAD: &str = "\
template <typename T> __device__ __forceinline__ T cluster_load(const T& source, usize rank) {
    return *cluster_at(&source, rank);
}
";

const CLUSTER_STORE: &str = "\
template <typename T> __device__ __forceinline__ void cluster_store(T& target, usize rank, T value) {
    *cluster_at(&target, rank) = value;
}
";

const CLUSTER_FETCH_ADD: &str = "\
template <typename T> __device__ __forceinline__ T cluster_fetch_add(T& target, usize rank, T value) {
    T* other = cluster_at(&target, rank);
    if constexpr ((T)0.5 == 0) {
        return (T)atomicAdd((unsigned_of<T>*)other, (unsigned_of<T>)value);
    } else {
        return atomicAdd(other, value);
    }
}
";

const CLUSTER_SEND_1: &str = "\
template <typename T> __device__ __forceinline__ void cluster_send_1(T& target, usize rank, u64& barrier, T a) {
    const u32 to = cluster_address(&target, rank), there = cluster_address(&barrier, rank);
    const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(a);
    if constexpr (sizeof(T) == 4) {
        asm volatile(\"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];\"
                     :: \"r\"(to), \"r\"((u32)bits), \"r\"(there) : \"memory\");
    } else {
        asm volatile(\"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];\"
                     :: \"r\"(to), \"l\"((u64)bits), \"r\"(there) : \"memory\");
    }
}
";

const CLUSTER_SEND_2: &str = "\
__device__ __forceinline__ void cluster_send_2(float& target, usize rank, u64& barrier, float a, float b) {
    const u32 to = cluster_address(&target, rank), there = cluster_address(&barrier, rank);
    asm volatile(\"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [%0], {%1, %2}, [%3];\"
                 :: \"r\"(to), \"f\"(a), \"f\"(b), \"r\"(there) : \"memory\");
}
";

const CLUSTER_SEND_4: &str = "\
__device__ __forceinline__ void cluster_send_4(float& target, usize rank, u64& barrier, float a, float b, float c,
                                               float d) {
    const u32 to = cluster_address(&target, rank), there = cluster_address(&barrier, rank);
    asm volatile(\"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%1, %2, %3, %4}, [%5];\"
                 :: \"r\"(to), \"f\"(a), \"f\"(b), \"f\"(c), \"f\"(d), \"r\"(there) : \"memory\");
}
";

const MBARRIER_INIT: &str = "\
__device__ __forceinline__ void mbarrier_init(u64& barrier, u32 threads) {
    asm volatile(\"mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;\"
                 :: \"r\"(shared_address(&barrier)), \"r\"(threads) : \"memory\");
}
";

/// One thread tells how many bytes are to come, of which some may have come before.
const MBARRIER_WAIT: &str = "\
__device__ __forceinline__ void mbarrier_wait(u64& barrier, u32 bytes, u32 phase) {
    asm volatile(\"{ .reg .pred first, over;\\n\"
                 \"setp.eq.u32 first, %3, 0;\\n\"
                 \"@first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\\n\"
                 \"again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 over, [%0], %2;\\n\"
                 \"@!over bra again; }\"
                 :: \"r\"(shared_address(&barrier)), \"r\"(bytes), \"r\"(phase), \"r\"(threadIdx.x) : \"memory\");
}
";
