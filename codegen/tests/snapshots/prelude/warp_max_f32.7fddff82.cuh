__device__ __forceinline__ float warp_max_f32(float value) {
    const u32 active = __activemask();
    float value_1;
    if (active == 4294967295u) {
        const float other = kiln::lane_xor(value, 16u);
        const float of_2 = fmaxf(value, other);
        const float other_1 = kiln::lane_xor(of_2, 8u);
        const float of_4 = fmaxf(of_2, other_1);
        const float other_2 = kiln::lane_xor(of_4, 4u);
        const float of_8 = fmaxf(of_4, other_2);
        const float other_3 = kiln::lane_xor(of_8, 2u);
        const float of_16 = fmaxf(of_8, other_3);
        const float other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = fmaxf(of_16, other_4);
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const float other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = fmaxf(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}
