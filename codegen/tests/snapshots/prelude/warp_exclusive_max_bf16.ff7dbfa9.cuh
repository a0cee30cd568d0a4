__device__ __forceinline__ bf16 warp_exclusive_max_bf16(bf16 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    bf16 value_1;
    if (active == 4294967295u) {
        const bf16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const bf16 of_2 = lane >= 1 ? bf16(fmaxf((float)below, (float)value)) : value;
        const bf16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const bf16 of_4 = lane >= 2 ? bf16(fmaxf((float)below_1, (float)of_2)) : of_2;
        const bf16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const bf16 of_8 = lane >= 4 ? bf16(fmaxf((float)below_2, (float)of_4)) : of_4;
        const bf16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const bf16 of_16 = lane >= 8 ? bf16(fmaxf((float)below_3, (float)of_8)) : of_8;
        const bf16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? bf16(fmaxf((float)below_4, (float)of_16)) : of_16;
    } else {
        bf16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        bf16 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const bf16 other = kiln::masked_shuffle(value, next, active);
            all = bf16(fmaxf((float)all, (float)other));
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const bf16 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const bf16 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? bf16(__uint_as_float(0xff800000u)) : below_1;
}
