__device__ __forceinline__ bf16 warp_max_bf16(bf16 value) {
    const u32 active = __activemask();
    bf16 value_1;
    if (active == 4294967295u) {
        const bf16 other = kiln::lane_xor(value, 16u);
        const bf16 of_2 = bf16(fmaxf((float)value, (float)other));
        const bf16 other_1 = kiln::lane_xor(of_2, 8u);
        const bf16 of_4 = bf16(fmaxf((float)of_2, (float)other_1));
        const bf16 other_2 = kiln::lane_xor(of_4, 4u);
        const bf16 of_8 = bf16(fmaxf((float)of_4, (float)other_2));
        const bf16 other_3 = kiln::lane_xor(of_8, 2u);
        const bf16 of_16 = bf16(fmaxf((float)of_8, (float)other_3));
        const bf16 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = bf16(fmaxf((float)of_16, (float)other_4));
    } else {
        bf16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const bf16 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = bf16(fmaxf((float)all, (float)other));
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}
