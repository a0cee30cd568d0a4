typedef signed char i8;
typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.6828d8b2

__device__ __forceinline__ i8 total_order(const i32& a, const i32& b) {
    const i32 a_1 = a;
    const i32 b_1 = b;
    return a_1 < b_1 ? -1 : a_1 > b_1 ? (i8)1 : (i8)0;
}

__device__ __forceinline__ bool is_gt(i8 order) {
    return order == 1;
}

__device__ __forceinline__ i32 then_ordered(
    usize i,
    const i32* x, usize x_len,
    const kiln::launch_info& kiln
) {
    const array<i32, 2> saved = {x[kiln.rem(i, x_len, 14)], (i32)i % 3};
    const array<i32, 2> saved_1 = {x[kiln.rem(i * 7 + 3, x_len, 17)], (i32)i % 2};
    const array<i32, 2> a = saved;
    const array<i32, 2> b = saved_1;
    const i32 value = a[0] / 8;
    const i32 value_1 = b[0] / 8;
    const i8 value_2 = total_order(value, value_1);
    const i8 order = value_2;
    i8 value_3;
    if (order == 0) {
        const i8 result = total_order(a[1], b[1]);
        const i8 result_1 = result;
        const i8 result_2 = result_1;
        value_3 = result_2;
    } else {
        value_3 = order;
    }
    const i8 order_1 = value_3;
    array<i32, 4> best = {a[0], b[0], a[1], b[1]};
    const i8 order_2 = order_1;
    i8 value_4;
    if (order_2 == 0) {
        const i8 result = 1;
        const i8 result_1 = result;
        value_4 = result_1;
    } else {
        value_4 = order_2;
    }
    const i8 value_5 = value_4;
    const bool value_6 = is_gt(value_5);
    if (value_6) {
        const i32 held = best[0];
        best[0] = best[1];
        best[1] = held;
    }
    bool there = false;
    i32 found;
    for (usize turn = 0; turn < 4; ++turn) {
        bool better = true;
        if (there) {
            const i32 value_7 = found / 4;
            const i32 value_8 = best[turn] / 4;
            const i8 value_9 = total_order(value_7, value_8);
            const i8 order_3 = value_9;
            i8 value_10;
            if (order_3 == 0) {
                const i8 result = total_order(best[turn], found);
                const i8 result_1 = result;
                const i8 result_2 = result_1;
                value_10 = result_2;
            } else {
                value_10 = order_3;
            }
            const i8 result = value_10;
            better = result <= 0;
        }
        if (better) {
            found = best[turn];
            there = true;
        }
    }
    const i32 saved_2 = (i32)(best[0] * 5u + best[1]);
    i32 value_7 = 0;
    if (there) {
        value_7 = found;
    }
    return (i32)(saved_2 + value_7 * 7u + (i32)order_1);
}

extern "C" __global__ void then_ordered_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = then_ordered(i, x, x_len, kiln);
    }
}
