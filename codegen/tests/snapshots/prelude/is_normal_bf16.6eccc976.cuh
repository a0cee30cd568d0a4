__device__ __forceinline__ bool is_normal_bf16(bf16 x) {
    const u16 all = (u16)~(u16)0 >> 1;
    const u16 magnitude = x.bits & all;
    return magnitude >= (u16)128 && magnitude < (u16)32640;
}
