__device__ __forceinline__ i16 int_signum_i16(i16 x) {
    return kiln::int_max(kiln::int_min(x, (i16)1), (i16)-1);
}
