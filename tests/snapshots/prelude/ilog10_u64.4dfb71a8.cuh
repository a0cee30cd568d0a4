__device__ __forceinline__ u32 ilog10_u64(u64 x) {
    const u64 n = kiln::int_max(x, 0ull);
    const bool long_ = n >= 10000000000ull;
    const u64 first = long_ ? n / 10000000000ull : n;
    const u32 x_1 = (u32)kiln::int_min(first, 4294967295ull);
    const u32 few = (u32)(x_1 >= 10) + (u32)(x_1 >= 100) + (u32)(x_1 >= 1000) + (u32)(x_1 >= 10000);
    const u32 many = (u32)(x_1 >= 100000) + (u32)(x_1 >= 1000000) + (u32)(x_1 >= 10000000);
    const u32 result = few + many + (u32)(x_1 >= 100000000) + (u32)(x_1 >= 1000000000);
    return result + (long_ ? 10u : 0u);
}
