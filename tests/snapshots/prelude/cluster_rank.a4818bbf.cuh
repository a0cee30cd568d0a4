__device__ __forceinline__ usize cluster_rank() {
    u32 rank;
    asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
    return rank;
}
