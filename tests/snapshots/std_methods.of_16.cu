typedef short i16;
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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 narrow.274b3146
//   launch_info.6828d8b2

struct tuple_bool_u16 {
    bool v0;
    u16 v1;
};
static_assert(sizeof(tuple_bool_u16) == 4 && alignof(tuple_bool_u16) == 2);
static_assert(__INTADDR__(&((tuple_bool_u16*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_u16*)0)->v1) == 2);

struct tuple_u16_bool {
    u16 v0;
    bool v1;
};
static_assert(sizeof(tuple_u16_bool) == 4 && alignof(tuple_u16_bool) == 2);
static_assert(__INTADDR__(&((tuple_u16_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_u16_bool*)0)->v1) == 2);

struct tuple_bool_i16 {
    bool v0;
    i16 v1;
};
static_assert(sizeof(tuple_bool_i16) == 4 && alignof(tuple_bool_i16) == 2);
static_assert(__INTADDR__(&((tuple_bool_i16*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i16*)0)->v1) == 2);

struct tuple_i16_bool {
    i16 v0;
    bool v1;
};
static_assert(sizeof(tuple_i16_bool) == 4 && alignof(tuple_i16_bool) == 2);
static_assert(__INTADDR__(&((tuple_i16_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_i16_bool*)0)->v1) == 2);

__device__ __forceinline__ i16 u16_of_other_sign(u16 self) {
    return kiln::narrow<i16>(self);
}

__device__ __forceinline__ i16 cast(u16 value) {
    const i16 result = u16_of_other_sign(value);
    return result;
}

__device__ __forceinline__ u16 i16_of_other_sign(i16 self) {
    return (u16)self;
}

__device__ __forceinline__ u16 cast_2(i16 value) {
    const u16 result = i16_of_other_sign(value);
    return result;
}

__device__ __forceinline__ u16 u16_from_other_sign(i16 other) {
    return (u16)other;
}

__device__ __forceinline__ u16 more(u16 value, i16 by) {
    const u16 value_1 = u16_from_other_sign(by);
    const u16 result = (u16)((u32)value + value_1);
    return result;
}

__device__ __forceinline__ bool is_more(u16 value, i16 by, u16 sum) {
    return by < 0 == sum < value;
}

__device__ __forceinline__ u16 saturating_more(u16 value, i16 by) {
    const u16 sum = more(value, by);
    const bool value_1 = is_more(value, by, sum);
    return value_1 ? sum : by < 0 ? (u16)0 : (u16)65535;
}

__device__ __forceinline__ tuple_bool_u16 checked_more(u16 value, i16 by) {
    const u16 sum = more(value, by);
    const bool value_1 = is_more(value, by, sum);
    tuple_bool_u16 value_2;
    if (value_1) {
        value_2 = tuple_bool_u16{true, sum};
    } else {
        u16 nothing;
        value_2 = tuple_bool_u16{false, nothing};
    }
    return value_2;
}

__device__ __forceinline__ tuple_u16_bool overflowing_more(u16 value, i16 by) {
    const u16 sum = more(value, by);
    const bool value_1 = is_more(value, by, sum);
    const tuple_u16_bool result = {sum, !value_1};
    return result;
}

__device__ __forceinline__ i16 i16_from_other_sign(u16 other) {
    return kiln::narrow<i16>(other);
}

__device__ __forceinline__ i16 more_2(i16 value, u16 by) {
    const i16 value_1 = i16_from_other_sign(by);
    const i16 result = (i16)((u32)value + value_1);
    return result;
}

__device__ __forceinline__ bool is_more_2(i16 value, u16 by, i16 sum) {
    return by < 0 == sum < value;
}

__device__ __forceinline__ i16 saturating_more_2(i16 value, u16 by) {
    const i16 sum = more_2(value, by);
    const bool value_1 = is_more_2(value, by, sum);
    return value_1 ? sum : by < 0 ? (i16)-32768 : (i16)32767;
}

__device__ __forceinline__ tuple_bool_i16 checked_more_2(i16 value, u16 by) {
    const i16 sum = more_2(value, by);
    const bool value_1 = is_more_2(value, by, sum);
    tuple_bool_i16 value_2;
    if (value_1) {
        value_2 = tuple_bool_i16{true, sum};
    } else {
        i16 nothing;
        value_2 = tuple_bool_i16{false, nothing};
    }
    return value_2;
}

__device__ __forceinline__ tuple_i16_bool overflowing_more_2(i16 value, u16 by) {
    const i16 sum = more_2(value, by);
    const bool value_1 = is_more_2(value, by, sum);
    const tuple_i16_bool result = {sum, !value_1};
    return result;
}

__device__ __forceinline__ i16 less(i16 value, u16 by) {
    const i16 value_1 = i16_from_other_sign(by);
    const i16 result = kiln::narrow<i16>((u32)value - value_1);
    return result;
}

__device__ __forceinline__ bool is_less(i16 value, u16 by, i16 difference) {
    return by < 0 == difference > value;
}

__device__ __forceinline__ i16 saturating_less(i16 value, u16 by) {
    const i16 difference = less(value, by);
    const bool value_1 = is_less(value, by, difference);
    return value_1 ? difference : by < 0 ? (i16)32767 : (i16)-32768;
}

__device__ __forceinline__ tuple_bool_i16 checked_less(i16 value, u16 by) {
    const i16 difference = less(value, by);
    const bool value_1 = is_less(value, by, difference);
    tuple_bool_i16 value_2;
    if (value_1) {
        value_2 = tuple_bool_i16{true, difference};
    } else {
        i16 nothing;
        value_2 = tuple_bool_i16{false, nothing};
    }
    return value_2;
}

__device__ __forceinline__ tuple_i16_bool overflowing_less(i16 value, u16 by) {
    const i16 difference = less(value, by);
    const bool value_1 = is_less(value, by, difference);
    const tuple_i16_bool result = {difference, !value_1};
    return result;
}

__device__ __forceinline__ i32 of_16(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const array<u16, 9> values = {0, 1, 2, 65535, (u16)(65535u - 1u), (u16)65535 / 2, (u16)((u16)65535 / 2 + 1u), (u16)((u16)65535 / 2 + 2u), (u16)x[kiln.rem(i, x_len, 71)]};
    const u16 u = values[i % 9];
    const i16 s = cast(u);
    const u16 value = cast_2(s);
    i32 t = (i32)value;
    for (usize turn = 0; turn < 9; ++turn) {
        const u16 other = values[turn];
        const i16 by = cast(other);
        const i32 saved = (i32)(t * 31u);
        const u16 value_1 = more(u, by);
        t = (i32)((u32)saved + (i32)value_1);
        const i32 saved_1 = (i32)(t * 31u);
        const u16 value_2 = saturating_more(u, by);
        t = (i32)((u32)saved_1 + (i32)value_2);
        const i32 saved_2 = (i32)(t * 31u);
        const tuple_bool_u16 option = checked_more(u, by);
        u16 kept;
        if (option.v0) {
            kept = option.v1;
        }
        i32 value_3 = -3;
        if (option.v0) {
            const u16 v = kept;
            value_3 = (i32)v;
        }
        t = (i32)((u32)saved_2 + value_3);
        const tuple_u16_bool value_4 = overflowing_more(u, by);
        const u16 sum = value_4.v0;
        const bool over = value_4.v1;
        t = (i32)((u32)(i32)(t * 31u) + ((i32)sum ^ (i32)over));
        const i32 saved_3 = (i32)(t * 31u);
        const i16 value_5 = more_2(s, other);
        t = (i32)((u32)saved_3 + (i32)value_5);
        const i32 saved_4 = (i32)(t * 31u);
        const i16 value_6 = saturating_more_2(s, other);
        t = (i32)((u32)saved_4 + (i32)value_6);
        const i32 saved_5 = (i32)(t * 31u);
        const tuple_bool_i16 option_1 = checked_more_2(s, other);
        i16 kept_1;
        if (option_1.v0) {
            kept_1 = option_1.v1;
        }
        i32 value_7 = -3;
        if (option_1.v0) {
            const i16 v = kept_1;
            value_7 = (i32)v;
        }
        t = (i32)((u32)saved_5 + value_7);
        const tuple_i16_bool value_8 = overflowing_more_2(s, other);
        const i16 sum_1 = value_8.v0;
        const bool over_1 = value_8.v1;
        t = (i32)((u32)(i32)(t * 31u) + ((i32)sum_1 ^ (i32)over_1));
        const i32 saved_6 = (i32)(t * 31u);
        const i16 value_9 = less(s, other);
        t = (i32)((u32)saved_6 + (i32)value_9);
        const i32 saved_7 = (i32)(t * 31u);
        const i16 value_10 = saturating_less(s, other);
        t = (i32)((u32)saved_7 + (i32)value_10);
        const tuple_bool_i16 value_11 = checked_less(s, other);
        if (value_11.v0) {
            const i16 v = value_11.v1;
            t = (i32)((u32)(i32)(t * 31u) + (i32)v);
        }
        const tuple_i16_bool value_12 = overflowing_less(s, other);
        const i16 difference = value_12.v0;
        const bool over_2 = value_12.v1;
        t = (i32)((u32)(i32)(t * 31u) + ((i32)difference ^ (i32)over_2));
    }
    return t;
}

extern "C" __global__ void of_16_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = of_16(i, x, x_len, kiln);
    }
}
