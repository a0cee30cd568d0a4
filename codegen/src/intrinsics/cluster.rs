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
        CLUSTER_RANK,
        Machine::ClusterRank,
        "The block's number in its cluster, x fastest.",
    ),
    number(
        "cluster_size",
        "cluster::size",
        CLUSTER_SIZE,
        Machine::ClusterSize,
        "How many blocks a cluster has.",
    ),
    number(
        "cluster_id",
        "cluster::id",
        CLUSTER_ID,
        Machine::ClusterId,
        "The cluster's number in the grid, x fastest.",
    ),
    Intrinsic {
        params: &[],
        effect: Effect::Barrier,
        cuda: Cuda::Pattern(
            "asm volatile(\"barrier.cluster.arrive.release; barrier.cluster.wait.acquire;\" ::: \"memory\")",
        ),
        ..reach(
            "cluster_sync",
            "cluster::sync",
            Slot::Unit,
            "",
            Machine::ClusterSync,
            "Waits until every thread of the cluster arrives; memory written before is visible after.",
        )
    },
    Intrinsic {
        class: Class::Any,
        params: &[FROM, RANK],
        ..reach(
            "cluster_load",
            "cluster::load",
            Slot::Same,
            CLUSTER_LOAD,
            Machine::ClusterLoad,
            "The element of shared memory that another block of the cluster has in this one's place.",
        )
    },
    Intrinsic {
        class: Class::Any,
        params: &[TO, RANK, Slot::Same],
        ..reach(
            "cluster_store",
            "cluster::store",
            Slot::Unit,
            CLUSTER_STORE,
            Machine::ClusterStore,
            "Sets the element of shared memory that another block of the cluster has in this one's place.",
        )
    },
    Intrinsic {
        class: Class::Wide,
        params: &[Slot::AtomicRef, RANK, Slot::Same],
        ..reach(
            "cluster_fetch_add",
            "cluster::fetch_add",
            Slot::Same,
            CLUSTER_FETCH_ADD,
            Machine::ClusterAdd,
            "Adds to another block's atomic element, relaxed (integers wrap); gives the value before.",
        )
    },
    send(
        "cluster_send_1",
        &[TO, RANK, BARRIER, Slot::Same],
        1,
        CLUSTER_SEND_1,
        "Begins to write a number to another block's shared memory, which that block's barrier counts.",
    ),
    send(
        "cluster_send_2",
        &[TO, RANK, BARRIER, Slot::Same, Slot::Same],
        2,
        CLUSTER_SEND_2,
        "The same, of two consecutive numbers.",
    ),
    send(
        "cluster_send_4",
        &[TO, RANK, BARRIER, Slot::Same, Slot::Same, Slot::Same, Slot::Same],
        4,
        CLUSTER_SEND_4,
        "The same, of four consecutive numbers.",
    ),
    Intrinsic {
        surface: Surface::Internal,
        params: &[BARRIER],
        ..reach(
            "mbarrier_init",
            "",
            Slot::Unit,
            MBARRIER_INIT,
            Machine::BarrierInit,
            "Makes a barrier for what other blocks send; one thread of each block calls it, before the blocks meet.",
        )
    },
    Intrinsic {
        surface: Surface::Internal,
        params: &[BARRIER, Slot::Fixed(Scalar::U32), Slot::Fixed(Scalar::U32)],
        effect: Effect::Barrier,
        ..reach(
            "mbarrier_wait",
            "",
            Slot::Unit,
            MBARRIER_WAIT,
            Machine::BarrierWait,
            "Waits until so many bytes were sent to this block; the last operand is 0 and 1 in turn. Every thread of the block calls it.",
        )
    },
];

const fn send(
    name: &'static str,
    params: &'static [Slot],
    numbers: u8,
    source: &'static str,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        surface: Surface::Internal,
        class: if numbers == 1 { Class::Wide } else { Class::Single },
        params,
        ..reach(name, "", Slot::Unit, source, Machine::ClusterSend(numbers), doc)
    }
}

const fn number(
    name: &'static str,
    path: &'static str,
    source: &'static str,
    machine: Machine,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        effect: Effect::Pure,
        params: &[],
        ..reach(name, path, Slot::Fixed(Scalar::Usize), source, machine, doc)
    }
}

const fn reach(
    name: &'static str,
    path: &'static str,
    result: Slot,
    source: &'static str,
    machine: Machine,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic {
        name,
        surface: Surface::Free(path),
        class: Class::None,
        params: &[],
        result,
        effect: Effect::Memory,
        least_arch: 90,
        cuda: Cuda::Helper { name, source },
        cpu: Cpu::Machine(machine),
        doc,
    }
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
__device__ __forceinline__ void mbarrier_init(u64& barrier) {
    asm volatile(\"mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;\"
                 :: \"r\"(shared_address(&barrier)) : \"memory\");
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
