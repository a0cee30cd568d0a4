typedef signed char i8;
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

namespace kiln {

struct fail_record {
    u32 state, site, kernel, launch;
    u32 block[3], thread[3];
    u64 values[4];
};

// Ends the thread; the first one to fail tells the host why.
__device__ __noinline__ [[noreturn]] void fail(
    fail_record* record, u32 kernel, u32 launch, u32 site, u64 a, u64 b, u64 c, u64 d
) {
    if (*(volatile u32*)&record->state == 0 && atomicCAS(&record->state, 0u, 1u) == 0) {
        record->site = site;
        record->kernel = kernel;
        record->launch = launch;
        record->block[0] = blockIdx.x, record->block[1] = blockIdx.y, record->block[2] = blockIdx.z;
        record->thread[0] = threadIdx.x, record->thread[1] = threadIdx.y, record->thread[2] = threadIdx.z;
        record->values[0] = a, record->values[1] = b, record->values[2] = c, record->values[3] = d;
        __threadfence_system();
    }
    asm volatile("exit;");
    __builtin_unreachable();
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }
};

} // namespace kiln

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
