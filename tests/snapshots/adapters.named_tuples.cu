typedef signed char i8;
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

__device__ __forceinline__ i8 total_order(const i32& a, const i32& b) {
    const i32 a_1 = a;
    const i32 b_1 = b;
    return a_1 < b_1 ? -1 : a_1 > b_1 ? (i8)1 : (i8)0;
}

__device__ __forceinline__ i8 order_of_f32(const float& a, const float& b) {
    i32 left = (i32)__float_as_uint(a);
    i32 right = (i32)__float_as_uint(b);
    left ^= (i32)((u32)(left >> 31) >> 1);
    right ^= (i32)((u32)(right >> 31) >> 1);
    const i8 result = total_order(left, right);
    return result;
}

__device__ __forceinline__ float named_tuples(
    usize i,
    const float* x, usize x_len,
    const kiln::launch_info& kiln
) {
    if (i > i + 9 || i + 9 > x_len) {
        kiln.fail(13, (u64)i, (u64)(i + 9), (u64)x_len);
    }
    bool there = false;
    usize found;
    float found_1;
    for (usize turn = 0, turn_end = i + 9 - i; turn < turn_end; ++turn) {
        const usize item = turn;
        bool better = true;
        if (there) {
            const i8 result = order_of_f32(found_1, (x + i)[turn]);
            better = result <= 0;
        }
        if (better) {
            found = item;
            found_1 = (x + i)[turn];
            there = true;
        }
    }
    if (i > i + 9 || i + 9 > x_len) {
        kiln.fail(15, (u64)i, (u64)(i + 9), (u64)x_len);
    }
    bool there_1 = false;
    usize found_2;
    float found_3;
    for (usize turn = 0, turn_end = i + 9 - i; turn < turn_end; ++turn) {
        const usize item = turn;
        bool better = true;
        if (there_1) {
            const i8 result = order_of_f32(found_3, (x + i)[turn]);
            better = result > 0;
        }
        if (better) {
            found_2 = item;
            found_3 = (x + i)[turn];
            there_1 = true;
        }
    }
    if (!there_1) {
        kiln.fail(16);
    }
    const float t = found_3 * 2.0f + found_3 + (float)found_2;
    float value;
    if (there) {
        const usize k = found;
        value = (float)k + found_1 + t;
    } else {
        value = t;
    }
    return value;
}

extern "C" __global__ void named_tuples_kernel(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = named_tuples(i, x, x_len, kiln);
    }
}
