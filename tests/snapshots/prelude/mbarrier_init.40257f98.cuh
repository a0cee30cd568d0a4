__device__ __forceinline__ void mbarrier_init(u64& barrier, u32 threads) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;"
                 :: "r"(shared_address(&barrier)), "r"(threads) : "memory");
}
