__device__ __forceinline__ bool is_sign_negative_f64(double x) {
    return (u64)__double_as_longlong(x) >> (64u - 1 & 63) != 0;
}
