__device__ __forceinline__ bf16 warp_inclusive_sum_bf16(bf16 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    bf16 value_2;
    if (value_1 == 4294967295u) {
        const bf16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const bf16 of_2 = lane >= 1 ? below + value : value;
        const bf16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const bf16 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const bf16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const bf16 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const bf16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const bf16 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const bf16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        bf16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        bf16 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const bf16 other = kiln::masked_shuffle(value, next, value_1);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}
