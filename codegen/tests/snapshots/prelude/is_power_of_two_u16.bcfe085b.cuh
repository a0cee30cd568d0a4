__device__ __forceinline__ bool is_power_of_two_u16(u16 x) {
    return kiln::count_ones(x) == 1;
}
