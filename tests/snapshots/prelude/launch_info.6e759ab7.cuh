struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    template <typename T> __device__ __forceinline__ T div(T a, T b, u32 site) const {
        return (T)(a / divisor(a, b, site));
    }

    template <typename T> __device__ __forceinline__ T rem(T a, T b, u32 site) const {
        return (T)(a % divisor(a, b, site));
    }

    __device__ __forceinline__ i32 int_div_euclid_i32(i32 a, i32 b, u32 site) const {
        return kiln::int_div_euclid_i32(a, divisor(a, b, site));
    }

    __device__ __forceinline__ i32 int_rem_euclid_i32(i32 a, i32 b, u32 site) const {
        return kiln::int_rem_euclid_i32(a, divisor(a, b, site));
    }
};
