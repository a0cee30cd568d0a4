__device__ __forceinline__ bool is_subnormal_f16(f16 x) {
    const u16 all = (u16)~(u16)0 >> 1;
    const u16 magnitude = x.bits & all;
    return magnitude != 0 && magnitude < (u16)1024;
}
