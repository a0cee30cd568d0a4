__device__ __forceinline__ float warp_exclusive_sum_f32(float value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    float value_1;
    if (active == 4294967295u) {
        const float below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const float of_2 = lane >= 1 ? below + value : value;
        const float below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const float of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const float below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const float of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const float below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const float of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const float below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        float own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const float other = kiln::masked_shuffle(value, next, active);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const float up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const float below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0.0f : below_1;
}
