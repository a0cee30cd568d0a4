__device__ __forceinline__ bool is_power_of_two_u8(u8 x) {
    return kiln::count_ones(x) == 1;
}
