__device__ __forceinline__ u64 next_power_of_two_u64(u64 x) {
    return x <= 1 ? 1 : (18446744073709551615ull >> (kiln::leading_zeros(x - 1) & 63)) + 1;
}
