template <typename T> __device__ __forceinline__ T powi(T x, i32 power) {
    T result = 1;
    for (i32 n = power;; x *= x) {
        if (n % 2 != 0) result *= x;
        n /= 2;
        if (n == 0) break;
    }
    return power < 0 ? 1 / result : result;
}
