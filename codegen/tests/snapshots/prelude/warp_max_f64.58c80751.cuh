__device__ __forceinline__ double warp_max_f64(double value) {
    const u32 active = __activemask();
    double value_1;
    if (active == 4294967295u) {
        const double other = kiln::lane_xor(value, 16u);
        const double of_2 = fmax(value, other);
        const double other_1 = kiln::lane_xor(of_2, 8u);
        const double of_4 = fmax(of_2, other_1);
        const double other_2 = kiln::lane_xor(of_4, 4u);
        const double of_8 = fmax(of_4, other_2);
        const double other_3 = kiln::lane_xor(of_8, 2u);
        const double of_16 = fmax(of_8, other_3);
        const double other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = fmax(of_16, other_4);
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const double other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = fmax(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}
