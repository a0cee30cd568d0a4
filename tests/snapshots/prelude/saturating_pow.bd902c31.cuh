template <typename T> __device__ __forceinline__ T saturating_pow(T x, u32 power) {
    T result = 1;
    for (;; x = saturating_mul(x, x)) {
        if (power & 1) result = saturating_mul(result, x);
        power >>= 1;
        if (power == 0) return result;
    }
}
