__device__ __forceinline__ u16 next_power_of_two_u16(u16 x) {
    const u32 x_1 = (u32)x;
    const u32 value = x_1 <= 1 ? 1 : (4294967295u >> (kiln::leading_zeros(x_1 - 1) & 31)) + 1;
    return (u16)value;
}
