__device__ __forceinline__ u8 warp_or_u8(u8 value) {
    const u32 active = __activemask();
    u8 value_1;
    if (active == 4294967295u) {
        const u8 other = kiln::lane_xor(value, 16u);
        const u8 of_2 = value | other;
        const u8 other_1 = kiln::lane_xor(of_2, 8u);
        const u8 of_4 = of_2 | other_1;
        const u8 other_2 = kiln::lane_xor(of_4, 4u);
        const u8 of_8 = of_4 | other_2;
        const u8 other_3 = kiln::lane_xor(of_8, 2u);
        const u8 of_16 = of_8 | other_3;
        const u8 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 | other_4;
    } else {
        u8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u8 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all | other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}
