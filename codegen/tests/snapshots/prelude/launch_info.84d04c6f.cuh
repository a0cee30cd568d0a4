struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    __device__ __forceinline__ i16 int_div_euclid_i16(i16 a, i16 b, u32 site) const {
        return kiln::int_div_euclid_i16(a, divisor(a, b, site));
    }

    __device__ __forceinline__ i16 int_rem_euclid_i16(i16 a, i16 b, u32 site) const {
        return kiln::int_rem_euclid_i16(a, divisor(a, b, site));
    }
};
