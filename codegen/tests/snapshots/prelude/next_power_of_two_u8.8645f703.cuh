__device__ __forceinline__ u8 next_power_of_two_u8(u8 x) {
    const u32 x_1 = (u32)x;
    const u32 value = x_1 <= 1 ? 1 : (4294967295u >> (kiln::leading_zeros(x_1 - 1) & 31)) + 1;
    return (u8)value;
}
