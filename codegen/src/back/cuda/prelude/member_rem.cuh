    template <typename T> __device__ __forceinline__ T rem(T a, T b, u32 site) const {
        return (T)(a % divisor(a, b, site));
    }
