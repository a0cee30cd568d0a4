__device__ __forceinline__ double warp_inclusive_min_f64(double value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    double value_2;
    if (value_1 == 4294967295u) {
        const double below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const double of_2 = lane >= 1 ? fmin(below, value) : value;
        const double below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const double of_4 = lane >= 2 ? fmin(below_1, of_2) : of_2;
        const double below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const double of_8 = lane >= 4 ? fmin(below_2, of_4) : of_4;
        const double below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const double of_16 = lane >= 8 ? fmin(below_3, of_8) : of_8;
        const double below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? fmin(below_4, of_16) : of_16;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        double own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const double other = kiln::masked_shuffle(value, next, value_1);
            all = fmin(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}
