__device__ __forceinline__ i16 warp_inclusive_min_i16(i16 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i16 value_2;
    if (value_1 == 4294967295u) {
        const i16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i16 of_2 = lane >= 1 ? kiln::int_min(below, value) : value;
        const i16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i16 of_4 = lane >= 2 ? kiln::int_min(below_1, of_2) : of_2;
        const i16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i16 of_8 = lane >= 4 ? kiln::int_min(below_2, of_4) : of_4;
        const i16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i16 of_16 = lane >= 8 ? kiln::int_min(below_3, of_8) : of_8;
        const i16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? kiln::int_min(below_4, of_16) : of_16;
    } else {
        i16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i16 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i16 other = kiln::masked_shuffle(value, next, value_1);
            all = kiln::int_min(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}
