__device__ __forceinline__ i64 warp_inclusive_sum_i64(i64 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_2;
    if (value_1 == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? (i64)((u64)below + value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? (i64)((u64)below_1 + of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? (i64)((u64)below_2 + of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? (i64)((u64)below_3 + of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? (i64)((u64)below_4 + of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i64 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, value_1);
            all = (i64)((u64)all + other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}
