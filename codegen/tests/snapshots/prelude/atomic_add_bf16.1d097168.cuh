__device__ __forceinline__ bf16 atomic_add_bf16(bf16* place, bf16 value) {
#if __CUDA_ARCH__ >= 900
    bf16 old;
    asm volatile("atom.add.noftz.bf16 %0, [%1], %2;" : "=h"(old.bits) : "l"(place), "h"(value.bits) : "memory");
    return old;
#else
    return atomic_update(place, [=](bf16 old) { return bf16((float)old + (float)value); });
#endif
}
