__device__ __forceinline__ i8 int_signum_i8(i8 x) {
    return kiln::int_max(kiln::int_min(x, (i8)1), (i8)-1);
}
