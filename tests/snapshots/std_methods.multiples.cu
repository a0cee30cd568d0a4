typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.821da9b8

struct tuple_bool_u8 {
    bool v0;
    u8 v1;
};
static_assert(sizeof(tuple_bool_u8) == 2 && alignof(tuple_bool_u8) == 1);
static_assert(__INTADDR__(&((tuple_bool_u8*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_u8*)0)->v1) == 1);

struct tuple_bool_u64 {
    bool v0;
    u64 v1;
};
static_assert(sizeof(tuple_bool_u64) == 16 && alignof(tuple_bool_u64) == 8);
static_assert(__INTADDR__(&((tuple_bool_u64*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_u64*)0)->v1) == 8);

__device__ __forceinline__ tuple_bool_u8 checked_next_multiple_of(
    u8 value,
    u8 factor,
    const kiln::launch_info& kiln
) {
    if (factor == 0) {
        u8 nothing;
        const tuple_bool_u8 result = {false, nothing};
        return result;
    }
    const u8 rest = kiln.rem(value, factor, 4);
    if (rest == 0) {
        const tuple_bool_u8 result = {true, value};
        return result;
    }
    const u8 next = (u8)(value + ((u32)factor - rest));
    tuple_bool_u8 value_1;
    if (next < value) {
        u8 nothing;
        value_1 = tuple_bool_u8{false, nothing};
    } else {
        value_1 = tuple_bool_u8{true, next};
    }
    return value_1;
}

__device__ __forceinline__ u64 u64_from_other_sign(i64 other) {
    return (u64)other;
}

__device__ __forceinline__ u64 more(u64 value, i64 by) {
    const u64 value_1 = u64_from_other_sign(by);
    const u64 result = value + value_1;
    return result;
}

__device__ __forceinline__ bool is_more(u64 value, i64 by, u64 sum) {
    return by < 0 == sum < value;
}

__device__ __forceinline__ tuple_bool_u64 checked_more(u64 value, i64 by) {
    const u64 sum = more(value, by);
    const bool value_1 = is_more(value, by, sum);
    tuple_bool_u64 value_2;
    if (value_1) {
        value_2 = tuple_bool_u64{true, sum};
    } else {
        u64 nothing;
        value_2 = tuple_bool_u64{false, nothing};
    }
    return value_2;
}

__device__ __forceinline__ i32 multiples(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    i32 t = x[kiln.at(0, x_len, 24)];
    for (u32 k = (u32)i % 8; k < 256; k += 8) {
        for (u32 m = 0; m < 256; ++m) {
            const u8 value = (u8)k;
            const tuple_bool_u8 next = checked_next_multiple_of(value, (u8)m, kiln);
            const i32 saved = (i32)(t * 31u);
            const tuple_bool_u8 option = next;
            u8 kept;
            if (option.v0) {
                kept = option.v1;
            }
            i32 value_1 = -3;
            if (option.v0) {
                const u8 v = kept;
                value_1 = (i32)v;
            }
            t = (i32)((u32)saved + value_1);
        }
    }
    // Literals have the type that the other operand asks for.
    const i32 saved = t;
    // Literals have the type that the other operand asks for.
    const u64 value = 5;
    // Literals have the type that the other operand asks for.
    const tuple_bool_u64 option = checked_more(value, -6);
    // Literals have the type that the other operand asks for.
    u64 kept;
    // Literals have the type that the other operand asks for.
    if (option.v0) {
        // Literals have the type that the other operand asks for.
        kept = option.v1;
    }
    // Literals have the type that the other operand asks for.
    i32 value_1 = -1;
    // Literals have the type that the other operand asks for.
    if (option.v0) {
        // Literals have the type that the other operand asks for.
        const u64 v = kept;
        // Literals have the type that the other operand asks for.
        value_1 = (i32)v;
    }
    // Literals have the type that the other operand asks for.
    t = (i32)((u32)saved + value_1);
    const i32 saved_1 = t;
    const u64 value_2 = 1;
    const u64 value_3 = more(value_2, -5000000000ll);
    const u64 value_4 = value_3 >> 20;
    return (i32)((u32)saved_1 + (i32)value_4);
}

extern "C" __global__ void multiples_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = multiples(i, x, x_len, kiln);
    }
}
