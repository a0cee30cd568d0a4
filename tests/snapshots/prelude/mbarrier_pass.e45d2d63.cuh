__device__ __forceinline__ void mbarrier_pass(u64& barrier, u32 phase) {
    asm volatile("{ .reg .pred over;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
                 "@!over bra again; }"
                 :: "r"(shared_address(&barrier)), "r"(phase) : "memory");
}
