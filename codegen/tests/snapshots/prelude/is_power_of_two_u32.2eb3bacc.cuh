__device__ __forceinline__ bool is_power_of_two_u32(u32 x) {
    return kiln::count_ones(x) == 1;
}
