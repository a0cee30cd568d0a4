//! Clusters: blocks that run at the same time, near each other, and reach each other's shared memory.
//!
//! A kernel with `cluster = 2` has its blocks in clusters of two. Where none is declared, each block is a cluster
//! of its own. The second operand of what reaches into another block is that block's rank, which the front end has
//! tested.

use super::*;

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
];

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
