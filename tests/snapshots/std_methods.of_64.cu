typedef int i32;
typedef long long i64;
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

struct tuple_bool_u64 {
    bool v0;
    u64 v1;
};
static_assert(sizeof(tuple_bool_u64) == 16 && alignof(tuple_bool_u64) == 8);
static_assert(__INTADDR__(&((tuple_bool_u64*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_u64*)0)->v1) == 8);

struct tuple_u64_bool {
    u64 v0;
    bool v1;
};
static_assert(sizeof(tuple_u64_bool) == 16 && alignof(tuple_u64_bool) == 8);
static_assert(__INTADDR__(&((tuple_u64_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_u64_bool*)0)->v1) == 8);

struct tuple_bool_i64 {
    bool v0;
    i64 v1;
};
static_assert(sizeof(tuple_bool_i64) == 16 && alignof(tuple_bool_i64) == 8);
static_assert(__INTADDR__(&((tuple_bool_i64*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i64*)0)->v1) == 8);

struct tuple_i64_bool {
    i64 v0;
    bool v1;
};
static_assert(sizeof(tuple_i64_bool) == 16 && alignof(tuple_i64_bool) == 8);
static_assert(__INTADDR__(&((tuple_i64_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_i64_bool*)0)->v1) == 8);

__device__ __forceinline__ i64 u64_of_other_sign(u64 self) {
    return (i64)self;
}

__device__ __forceinline__ i64 cast(u64 value) {
    const i64 result = u64_of_other_sign(value);
    return result;
}

__device__ __forceinline__ u64 i64_of_other_sign(i64 self) {
    return (u64)self;
}

__device__ __forceinline__ u64 cast_2(i64 value) {
    const u64 result = i64_of_other_sign(value);
    return result;
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

__device__ __forceinline__ u64 saturating_more(u64 value, i64 by) {
    const u64 sum = more(value, by);
    const bool value_1 = is_more(value, by, sum);
    return value_1 ? sum : by < 0 ? 0ull : 18446744073709551615ull;
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

__device__ __forceinline__ tuple_u64_bool overflowing_more(u64 value, i64 by) {
    const u64 sum = more(value, by);
    const bool value_1 = is_more(value, by, sum);
    const tuple_u64_bool result = {sum, !value_1};
    return result;
}

__device__ __forceinline__ i64 i64_from_other_sign(u64 other) {
    return (i64)other;
}

__device__ __forceinline__ i64 more_2(i64 value, u64 by) {
    const i64 value_1 = i64_from_other_sign(by);
    const i64 result = (i64)((u64)value + value_1);
    return result;
}

__device__ __forceinline__ bool is_more_2(i64 value, u64 by, i64 sum) {
    return by < 0 == sum < value;
}

__device__ __forceinline__ i64 saturating_more_2(i64 value, u64 by) {
    const i64 sum = more_2(value, by);
    const bool value_1 = is_more_2(value, by, sum);
    return value_1 ? sum : by < 0 ? -9223372036854775807ll - 1 : 9223372036854775807ll;
}

__device__ __forceinline__ tuple_bool_i64 checked_more_2(i64 value, u64 by) {
    const i64 sum = more_2(value, by);
    const bool value_1 = is_more_2(value, by, sum);
    tuple_bool_i64 value_2;
    if (value_1) {
        value_2 = tuple_bool_i64{true, sum};
    } else {
        i64 nothing;
        value_2 = tuple_bool_i64{false, nothing};
    }
    return value_2;
}

__device__ __forceinline__ tuple_i64_bool overflowing_more_2(i64 value, u64 by) {
    const i64 sum = more_2(value, by);
    const bool value_1 = is_more_2(value, by, sum);
    const tuple_i64_bool result = {sum, !value_1};
    return result;
}

__device__ __forceinline__ i64 less(i64 value, u64 by) {
    const i64 value_1 = i64_from_other_sign(by);
    const i64 result = (i64)((u64)value - value_1);
    return result;
}

__device__ __forceinline__ bool is_less(i64 value, u64 by, i64 difference) {
    return by < 0 == difference > value;
}

__device__ __forceinline__ i64 saturating_less(i64 value, u64 by) {
    const i64 difference = less(value, by);
    const bool value_1 = is_less(value, by, difference);
    return value_1 ? difference : by < 0 ? 9223372036854775807ll : -9223372036854775807ll - 1;
}

__device__ __forceinline__ tuple_bool_i64 checked_less(i64 value, u64 by) {
    const i64 difference = less(value, by);
    const bool value_1 = is_less(value, by, difference);
    tuple_bool_i64 value_2;
    if (value_1) {
        value_2 = tuple_bool_i64{true, difference};
    } else {
        i64 nothing;
        value_2 = tuple_bool_i64{false, nothing};
    }
    return value_2;
}

__device__ __forceinline__ tuple_i64_bool overflowing_less(i64 value, u64 by) {
    const i64 difference = less(value, by);
    const bool value_1 = is_less(value, by, difference);
    const tuple_i64_bool result = {difference, !value_1};
    return result;
}

__device__ __forceinline__ i32 of_64(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const array<u64, 9> values = {0, 1, 2, 18446744073709551615ull, 18446744073709551615ull - 1, 18446744073709551615ull / 2, 18446744073709551615ull / 2 + 1, 18446744073709551615ull / 2 + 2, (u64)x[kiln.rem(i, x_len, 71)]};
    const u64 u = values[i % 9];
    const i64 s = cast(u);
    const u64 value = cast_2(s);
    i32 t = (i32)value;
    for (usize turn = 0; turn < 9; ++turn) {
        const u64 other = values[turn];
        const i64 by = cast(other);
        const i32 saved = (i32)(t * 31u);
        const u64 value_1 = more(u, by);
        t = (i32)((u32)saved + (i32)value_1);
        const i32 saved_1 = (i32)(t * 31u);
        const u64 value_2 = saturating_more(u, by);
        t = (i32)((u32)saved_1 + (i32)value_2);
        const i32 saved_2 = (i32)(t * 31u);
        const tuple_bool_u64 option = checked_more(u, by);
        u64 kept;
        if (option.v0) {
            kept = option.v1;
        }
        i32 value_3 = -3;
        if (option.v0) {
            const u64 v = kept;
            value_3 = (i32)v;
        }
        t = (i32)((u32)saved_2 + value_3);
        const tuple_u64_bool value_4 = overflowing_more(u, by);
        const u64 sum = value_4.v0;
        const bool over = value_4.v1;
        t = (i32)((u32)(i32)(t * 31u) + ((i32)sum ^ (i32)over));
        const i32 saved_3 = (i32)(t * 31u);
        const i64 value_5 = more_2(s, other);
        t = (i32)((u32)saved_3 + (i32)value_5);
        const i32 saved_4 = (i32)(t * 31u);
        const i64 value_6 = saturating_more_2(s, other);
        t = (i32)((u32)saved_4 + (i32)value_6);
        const i32 saved_5 = (i32)(t * 31u);
        const tuple_bool_i64 option_1 = checked_more_2(s, other);
        i64 kept_1;
        if (option_1.v0) {
            kept_1 = option_1.v1;
        }
        i32 value_7 = -3;
        if (option_1.v0) {
            const i64 v = kept_1;
            value_7 = (i32)v;
        }
        t = (i32)((u32)saved_5 + value_7);
        const tuple_i64_bool value_8 = overflowing_more_2(s, other);
        const i64 sum_1 = value_8.v0;
        const bool over_1 = value_8.v1;
        t = (i32)((u32)(i32)(t * 31u) + ((i32)sum_1 ^ (i32)over_1));
        const i32 saved_6 = (i32)(t * 31u);
        const i64 value_9 = less(s, other);
        t = (i32)((u32)saved_6 + (i32)value_9);
        const i32 saved_7 = (i32)(t * 31u);
        const i64 value_10 = saturating_less(s, other);
        t = (i32)((u32)saved_7 + (i32)value_10);
        const tuple_bool_i64 value_11 = checked_less(s, other);
        if (value_11.v0) {
            const i64 v = value_11.v1;
            t = (i32)((u32)(i32)(t * 31u) + (i32)v);
        }
        const tuple_i64_bool value_12 = overflowing_less(s, other);
        const i64 difference = value_12.v0;
        const bool over_2 = value_12.v1;
        t = (i32)((u32)(i32)(t * 31u) + ((i32)difference ^ (i32)over_2));
    }
    return t;
}

extern "C" __global__ void of_64_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = of_64(i, x, x_len, kiln);
    }
}
