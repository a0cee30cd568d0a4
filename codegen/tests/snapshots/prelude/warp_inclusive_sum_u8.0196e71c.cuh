__device__ __forceinline__ u8 warp_inclusive_sum_u8(u8 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u8 value_2;
    if (value_1 == 4294967295u) {
        const u8 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u8 of_2 = lane >= 1 ? (u8)((u32)below + value) : value;
        const u8 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u8 of_4 = lane >= 2 ? (u8)((u32)below_1 + of_2) : of_2;
        const u8 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u8 of_8 = lane >= 4 ? (u8)((u32)below_2 + of_4) : of_4;
        const u8 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u8 of_16 = lane >= 8 ? (u8)((u32)below_3 + of_8) : of_8;
        const u8 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? (u8)((u32)below_4 + of_16) : of_16;
    } else {
        u8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        u8 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u8 other = kiln::masked_shuffle(value, next, value_1);
            all = (u8)((u32)all + other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}
