__device__ __forceinline__ bool is_normal_f16(f16 x) {
    const u16 all = (u16)~(u16)0 >> 1;
    const u16 magnitude = x.bits & all;
    return magnitude >= (u16)1024 && magnitude < (u16)31744;
}
