__device__ __forceinline__ i32 warp_exclusive_sum_i32(i32 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i32 value_1;
    if (active == 4294967295u) {
        const i32 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i32 of_2 = lane >= 1 ? (i32)((u32)below + value) : value;
        const i32 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i32 of_4 = lane >= 2 ? (i32)((u32)below_1 + of_2) : of_2;
        const i32 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i32 of_8 = lane >= 4 ? (i32)((u32)below_2 + of_4) : of_4;
        const i32 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i32 of_16 = lane >= 8 ? (i32)((u32)below_3 + of_8) : of_8;
        const i32 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? (i32)((u32)below_4 + of_16) : of_16;
    } else {
        i32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i32 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i32 other = kiln::masked_shuffle(value, next, active);
            all = (i32)((u32)all + other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i32 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i32 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0 : below_1;
}
