__device__ __forceinline__ usize cluster_size() {
    u32 size;
    asm("mov.u32 %0, %cluster_nctarank;" : "=r"(size));
    return size;
}
