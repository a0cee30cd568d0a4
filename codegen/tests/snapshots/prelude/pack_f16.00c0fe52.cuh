__device__ __forceinline__ u32 pack_f16(float low, float high) {
#if __CUDA_ARCH__ >= 800
    u32 both;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    return (u32)f16(high).bits << 16 | f16(low).bits;
#endif
}
