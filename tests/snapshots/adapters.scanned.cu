typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

struct tuple_i32_i32 {
    i32 v0;
    i32 v1;
};
static_assert(sizeof(tuple_i32_i32) == 8 && alignof(tuple_i32_i32) == 4);
static_assert(__INTADDR__(&((tuple_i32_i32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_i32_i32*)0)->v1) == 4);

struct tuple_bool_i32 {
    bool v0;
    i32 v1;
};
static_assert(sizeof(tuple_bool_i32) == 8 && alignof(tuple_bool_i32) == 4);
static_assert(__INTADDR__(&((tuple_bool_i32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i32*)0)->v1) == 4);

__device__ __forceinline__ i32 scanned(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    if (i > i + 12 || i + 12 > x_len) {
        kiln.fail(2, (u64)i, (u64)(i + 12), (u64)x_len);
    }
    tuple_i32_i32 state = {0, 1};
    i32 folded = 0;
    for (usize turn = 0, turn_end = i + 12 - i; turn < turn_end; ++turn) {
        (u32&)state.v0 += (x + i)[turn];
        (u32&)state.v1 *= 3;
        tuple_bool_i32 value;
        if (state.v1 > 2000) {
            i32 nothing;
            value = tuple_bool_i32{false, nothing};
        } else {
            value = tuple_bool_i32{true, state.v0 ^ state.v1};
        }
        const tuple_bool_i32 option = value;
        if (!option.v0) {
            break;
        }
        const i32 a = folded;
        const i32 b = option.v1;
        folded = a ^ b;
    }
    return folded;
}

extern "C" __global__ void scanned_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = scanned(i, x, x_len, kiln);
    }
}
