__device__ __forceinline__ float to_tf32(float value) {
    u32 bits = __float_as_uint(value);
    if (value != value) return __uint_as_float(bits | 0x00400000u);
#if __CUDA_ARCH__ >= 800
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#else
    bits += 0x1000u;
#endif
    return __uint_as_float(bits & 0xffffe000u);
}
