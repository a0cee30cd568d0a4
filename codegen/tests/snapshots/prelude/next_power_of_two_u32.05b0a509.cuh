__device__ __forceinline__ u32 next_power_of_two_u32(u32 x) {
    return x <= 1 ? 1 : (4294967295u >> (kiln::leading_zeros(x - 1) & 31)) + 1;
}
