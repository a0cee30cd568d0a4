__device__ __forceinline__ u32 ilog10_u32(u32 x) {
    const u32 x_1 = kiln::int_max(x, 0u);
    const u32 few = (u32)(x_1 >= 10) + (u32)(x_1 >= 100) + (u32)(x_1 >= 1000) + (u32)(x_1 >= 10000);
    const u32 many = (u32)(x_1 >= 100000) + (u32)(x_1 >= 1000000) + (u32)(x_1 >= 10000000);
    return few + many + (u32)(x_1 >= 100000000) + (u32)(x_1 >= 1000000000);
}
