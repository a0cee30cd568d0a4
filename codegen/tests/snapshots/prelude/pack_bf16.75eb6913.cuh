__device__ __forceinline__ u32 pack_bf16(float low, float high) {
#if __CUDA_ARCH__ >= 800
    u32 both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    return (u32)bf16(high).bits << 16 | bf16(low).bits;
#endif
}
