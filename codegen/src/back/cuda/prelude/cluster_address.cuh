// The same, as an address of 32 bits of the cluster's shared memory.
__device__ __forceinline__ u32 cluster_address(const void* element, usize rank) {
    u32 other;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(shared_address(element)), "r"((u32)rank));
    return other;
}
