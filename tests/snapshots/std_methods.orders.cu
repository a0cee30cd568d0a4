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

__device__ __forceinline__ i8 reverse(i8 order) {
    return order == -1 ? 1 : order == 1 ? -1 : order;
}

__device__ __forceinline__ i32 orders(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const i32 saved = x[kiln.rem(i, x_len, 13)];
    const i32 saved_1 = x[kiln.rem(i * 7 + 3, x_len, 15)];
    const i32 a = saved;
    const i32 b = saved_1;
    const i8 value = total_order(a, b);
    const i8 down = reverse(value);
    const i32 value_1 = 3;
    i8 order = total_order(b, value_1);
    order = reverse(order);
    const i8 fixed = order;
    const i8 saved_2 = order;
    const i8 value_2 = reverse(fixed);
    const i8 value_3 = reverse(down);
    const i8 value_4 = reverse(value_3);
    const i8 value_5 = -1;
    const i8 value_6 = reverse(value_5);
    const array<i8, 5> all = {down, saved_2, value_2, value_4, value_6};
    i32 t = 0;
    for (usize turn = 0; turn < 5; ++turn) {
        const i8 o = all[turn];
        t = (i32)(t * 3u + (o == -1 ? 0 : o == 0 ? 1 : 2));
    }
    array<i32, 3> turned = {a, b, t};
    for (usize turn = 0, turn_end = 3ull >> 1; turn < turn_end; ++turn) {
        const i32 held = turned[turn];
        turned[turn] = turned[3ull - 1 - turn];
        turned[3ull - 1 - turn] = held;
    }
    return (i32)(t * 3u + turned[0] - turned[2]);
}

extern "C" __global__ void orders_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = orders(i, x, x_len, kiln);
    }
}
