__device__ __forceinline__ void mbarrier_init(u64& barrier) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;"
                 :: "r"(shared_address(&barrier)) : "memory");
}
