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

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 unsigned_by_size.3ee267ca limits.6be52157
//   negated.60e6282c int_div_euclid_i32.0d4cb618 int_rem_euclid_i32.deb8ed8a launch_info.6e759ab7

struct tuple_bool_u32 {
    bool v0;
    u32 v1;
};
static_assert(sizeof(tuple_bool_u32) == 8 && alignof(tuple_bool_u32) == 4);
static_assert(__INTADDR__(&((tuple_bool_u32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_u32*)0)->v1) == 4);

struct tuple_i32_bool {
    i32 v0;
    bool v1;
};
static_assert(sizeof(tuple_i32_bool) == 8 && alignof(tuple_i32_bool) == 4);
static_assert(__INTADDR__(&((tuple_i32_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_i32_bool*)0)->v1) == 4);

__device__ __forceinline__ tuple_bool_u32 checked_ilog(i32 value, i32 base, const kiln::launch_info& kiln) {
    if (value <= 0 || base <= 1) {
        u32 nothing;
        const tuple_bool_u32 result = {false, nothing};
        return result;
    }
    i32 left = value;
    u32 count = 0;
    while (left >= base) {
        const i32 divisor = base;
        left = kiln.div(left, divisor, 7);
        count += 1;
    }
    const tuple_bool_u32 result = {true, count};
    return result;
}

__device__ __forceinline__ u32 ilog(i32 value, i32 base, const kiln::launch_info& kiln) {
    if (!(base > 1)) {
        kiln.fail(12);
    }
    if (!(value > 0)) {
        kiln.fail(14);
    }
    const tuple_bool_u32 option = checked_ilog(value, base, kiln);
    u32 value_1 = 0;
    if (option.v0) {
        value_1 = option.v1;
    }
    return value_1;
}

__device__ __forceinline__ bool turns_the_sign(i32 divisor) {
    return -2147483647 - 1 < 0 && divisor == ~0;
}

__device__ __forceinline__ i32 wrapping_div(i32 value, i32 divisor, const kiln::launch_info& kiln) {
    const bool value_1 = turns_the_sign(divisor);
    return value_1 ? (i32)kiln::negated((u32)value) : kiln.div(value, divisor, 22);
}

__device__ __forceinline__ i32 wrapping_rem(i32 value, i32 divisor, const kiln::launch_info& kiln) {
    const bool value_1 = turns_the_sign(divisor);
    return value_1 ? 0 : kiln.rem(value, divisor, 27);
}

__device__ __forceinline__ i32 wrapping_div_euclid(i32 value, i32 divisor, const kiln::launch_info& kiln) {
    const bool value_1 = turns_the_sign(divisor);
    return value_1 ? (i32)kiln::negated((u32)value) : kiln.int_div_euclid_i32(value, divisor, 32);
}

__device__ __forceinline__ i32 wrapping_rem_euclid(i32 value, i32 divisor, const kiln::launch_info& kiln) {
    const bool value_1 = turns_the_sign(divisor);
    return value_1 ? 0 : kiln.int_rem_euclid_i32(value, divisor, 37);
}

__device__ __forceinline__ tuple_i32_bool overflowing_div(
    i32 value,
    i32 divisor,
    const kiln::launch_info& kiln
) {
    const i32 value_1 = wrapping_div(value, divisor, kiln);
    const bool value_2 = turns_the_sign(divisor);
    const tuple_i32_bool result = {value_1, value_2 && value == -2147483647 - 1};
    return result;
}

__device__ __forceinline__ tuple_i32_bool overflowing_rem(
    i32 value,
    i32 divisor,
    const kiln::launch_info& kiln
) {
    const i32 value_1 = wrapping_rem(value, divisor, kiln);
    const bool value_2 = turns_the_sign(divisor);
    const tuple_i32_bool result = {value_1, value_2 && value == -2147483647 - 1};
    return result;
}

__device__ __forceinline__ i32 div_i32(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const array<i32, 10> values = {-2147483647 - 1, (i32)((u32)(-2147483647 - 1) + 1u), 2147483647, 1, 2, 10, ~0, 2147483647 / 3, kiln::int_max(x[kiln.rem(i, x_len, 45)], 3), (i32)(i8)(u8)-7u};
    const i32 a = values[i % 10];
    i32 t = 0;
    for (usize turn = 0; turn < 10; ++turn) {
        const i32 b = values[turn];
        const i32 saved = (i32)(t * 31u);
        const tuple_bool_u32 option = checked_ilog(a, b, kiln);
        u32 kept;
        if (option.v0) {
            kept = option.v1;
        }
        i32 value = -3;
        if (option.v0) {
            const u32 v = kept;
            value = (i32)v;
        }
        t = (i32)((u32)saved + value);
        if (a > 0 && b > 1) {
            const i32 saved_1 = (i32)(t * 31u);
            const u32 value_1 = ilog(a, b, kiln);
            t = (i32)((u32)saved_1 + (i32)value_1);
        }
        if (b == 0) {
            continue;
        }
        const i32 saved_1 = (i32)(t * 31u);
        const i32 value_1 = wrapping_div(a, b, kiln);
        t = (i32)((u32)saved_1 + value_1);
        const i32 saved_2 = (i32)(t * 31u);
        const i32 value_2 = wrapping_rem(a, b, kiln);
        t = (i32)((u32)saved_2 + value_2);
        const i32 saved_3 = (i32)(t * 31u);
        const i32 value_3 = wrapping_div_euclid(a, b, kiln);
        t = (i32)((u32)saved_3 + value_3);
        const i32 saved_4 = (i32)(t * 31u);
        const i32 value_4 = wrapping_rem_euclid(a, b, kiln);
        t = (i32)((u32)saved_4 + value_4);
        const tuple_i32_bool value_5 = overflowing_div(a, b, kiln);
        const i32 quotient = value_5.v0;
        const bool over = value_5.v1;
        t = (i32)((u32)(i32)(t * 31u) + (quotient ^ (i32)over));
        const tuple_i32_bool value_6 = overflowing_rem(a, b, kiln);
        const i32 rest = value_6.v0;
        const bool over_1 = value_6.v1;
        t = (i32)((u32)(i32)(t * 31u) + (rest ^ (i32)over_1));
    }
    return t;
}

extern "C" __global__ void div_i32_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = div_i32(i, x, x_len, kiln);
    }
}
