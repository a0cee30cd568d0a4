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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc
//   launch_info.11170c8c

struct tuple_bool_i32 {
    bool v0;
    i32 v1;
};
static_assert(sizeof(tuple_bool_i32) == 8 && alignof(tuple_bool_i32) == 4);
static_assert(__INTADDR__(&((tuple_bool_i32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i32*)0)->v1) == 4);

struct Found {
    u32 at;
    float value;
};
static_assert(sizeof(Found) == 8 && alignof(Found) == 4);
static_assert(__INTADDR__(&((Found*)0)->at) == 0);
static_assert(__INTADDR__(&((Found*)0)->value) == 4);

struct tuple_bool_Found {
    bool v0;
    Found v1;
};
static_assert(sizeof(tuple_bool_Found) == 12 && alignof(tuple_bool_Found) == 4);
static_assert(__INTADDR__(&((tuple_bool_Found*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_Found*)0)->v1) == 4);

struct tuple_i32_i32 {
    i32 v0;
    i32 v1;
};
static_assert(sizeof(tuple_i32_i32) == 8 && alignof(tuple_i32_i32) == 4);
static_assert(__INTADDR__(&((tuple_i32_i32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_i32_i32*)0)->v1) == 4);

struct tuple_bool_i32_i32 {
    bool v0;
    tuple_i32_i32 v1;
};
static_assert(sizeof(tuple_bool_i32_i32) == 12 && alignof(tuple_bool_i32_i32) == 4);
static_assert(__INTADDR__(&((tuple_bool_i32_i32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i32_i32*)0)->v1) == 4);

__device__ __forceinline__ tuple_bool_i32 some_of(
    usize i,
    const i32* x, usize x_len,
    const kiln::launch_info& kiln
) {
    const i32 v = x[kiln.rem(i, x_len, 2)];
    tuple_bool_i32 value;
    if (v % 3 == 0) {
        i32 nothing;
        value = tuple_bool_i32{false, nothing};
    } else {
        value = tuple_bool_i32{true, v};
    }
    return value;
}

__device__ __forceinline__ tuple_bool_Found found_at(
    usize i,
    const i32* x, usize x_len,
    const kiln::launch_info& kiln
) {
    const tuple_bool_i32 some = some_of(i, x, x_len, kiln);
    const tuple_bool_i32 option = some;
    Found mapped;
    bool there = false;
    if (option.v0) {
        const i32 v = option.v1;
        const Found result = {(u32)i, (float)v};
        mapped = result;
        there = true;
    }
    Found held;
    if (there) {
        held = mapped;
    }
    const tuple_bool_Found result = {there, held};
    return result;
}

__device__ __forceinline__ i32 options(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const tuple_bool_i32 a = some_of(i, x, x_len, kiln);
    const tuple_bool_i32 b = some_of(i * 5 + 1, x, x_len, kiln);
    i32 t = 0;
    const tuple_bool_i32 option = a;
    i32 kept;
    if (option.v0) {
        kept = option.v1;
    }
    const bool there = option.v0;
    const tuple_bool_i32 option_1 = b;
    const bool both = there && option_1.v0;
    i32 kept_1;
    if (both) {
        kept_1 = option_1.v1;
    }
    if (both) {
        const i32 p = kept;
        const i32 q = kept_1;
        (u32&)t += (i32)(p * 7u + q);
    }
    const tuple_bool_i32 option_2 = a;
    i32 kept_2;
    if (option_2.v0) {
        kept_2 = option_2.v1;
    }
    const bool there_1 = option_2.v0;
    const tuple_bool_i32 option_3 = b;
    const bool both_1 = there_1 && option_3.v0;
    i32 kept_3;
    if (both_1) {
        kept_3 = option_3.v1;
    }
    tuple_i32_i32 held;
    if (both_1) {
        held = tuple_i32_i32{kept_2, kept_3};
    }
    const tuple_bool_i32_i32 both_2 = {both_1, held};
    const i32 saved = (i32)(t * 3u);
    const tuple_bool_i32_i32 option_4 = both_2;
    tuple_i32_i32 kept_4;
    if (option_4.v0) {
        kept_4 = option_4.v1;
    }
    i32 value = -1;
    if (option_4.v0) {
        const tuple_i32_i32 item = kept_4;
        const i32 p = item.v0;
        const i32 q = item.v1;
        value = (i32)((u32)p - q);
    }
    t = (i32)((u32)saved + value);
    const i32 saved_1 = (i32)(t * 3u);
    const tuple_bool_i32 option_5 = a;
    i32 kept_5;
    if (option_5.v0) {
        kept_5 = option_5.v1;
    }
    const bool there_2 = option_5.v0;
    const tuple_bool_i32 option_6 = b;
    i32 value_1;
    if (there_2) {
        value_1 = kept_5;
    } else {
        value_1 = option_6.v1;
    }
    const bool either = there_2 != option_6.v0;
    i32 value_2 = -2;
    if (either) {
        value_2 = value_1;
    }
    t = (i32)((u32)saved_1 + value_2);
    const i32 saved_2 = (i32)(t * 3u);
    const tuple_bool_i32 option_7 = a;
    i32 kept_6;
    if (option_7.v0) {
        kept_6 = option_7.v1;
    }
    const bool there_3 = option_7.v0;
    const tuple_bool_i32 option_8 = b;
    const bool both_3 = there_3 && option_8.v0;
    i32 kept_7;
    if (both_3) {
        kept_7 = option_8.v1;
    }
    i32 kept_8;
    if (both_3) {
        kept_8 = kept_7;
    }
    i32 value_3 = -4;
    if (both_3) {
        const i32 v = kept_8;
        value_3 = (i32)(v + 1u);
    }
    t = (i32)((u32)saved_2 + value_3);
    const i32 saved_3 = (i32)(t * 3u);
    const tuple_bool_i32 option_9 = a;
    i32 kept_9;
    if (option_9.v0) {
        kept_9 = option_9.v1;
    }
    const bool there_4 = option_9.v0;
    i32 nothing;
    const tuple_bool_i32 option_10 = {false, nothing};
    i32 value_4;
    if (there_4) {
        value_4 = kept_9;
    } else {
        value_4 = option_10.v1;
    }
    const bool either_1 = there_4 != option_10.v0;
    i32 value_5 = 0;
    if (either_1) {
        value_5 = value_4;
    }
    t = (i32)((u32)saved_3 + value_5);
    const i32 saved_4 = (i32)(t * 3u);
    const tuple_bool_i32 option_11 = a;
    i32 value_6;
    if (option_11.v0) {
        const i32 v = option_11.v1;
        value_6 = (i32)((u32)v - x[kiln.at(2, x_len, 23)]);
    } else {
        value_6 = (i32)(x[kiln.at(1, x_len, 24)] * 2u);
    }
    t = (i32)((u32)saved_4 + value_6);
    const i32 saved_5 = (i32)(t * 3u);
    const bool there_5 = i < x_len;
    i32 value_7;
    if (there_5) {
        value_7 = x[i];
    } else {
        const tuple_bool_i32 option_12 = b;
        i32 value_8;
        if (option_12.v0) {
            const i32 w = option_12.v1;
            value_8 = (i32)(w * 5u);
        } else {
            value_8 = 7;
        }
        value_7 = value_8;
    }
    t = (i32)((u32)saved_5 + value_7);
    const i32 saved_6 = (i32)(t * 3u);
    const tuple_bool_i32 option_12 = some_of(i + 2, x, x_len, kiln);
    i32 value_8 = 0;
    if (option_12.v0) {
        value_8 = option_12.v1;
    }
    t = (i32)((u32)saved_6 + value_8);
    const i32 saved_7 = (i32)(t * 3u);
    const bool there_6 = i < x_len;
    i32 value_9 = 0;
    if (there_6) {
        value_9 = x[i];
    }
    t = (i32)((u32)saved_7 + value_9);
    const tuple_bool_Found option_13 = found_at(i, x, x_len, kiln);
    Found value_10;
    value_10 = Found{0, 0.0f};
    if (option_13.v0) {
        value_10 = option_13.v1;
    }
    const Found found = value_10;
    t = (i32)(t * 3u + (i32)found.at + kiln::to<i32>(found.value));
    tuple_bool_i32 kept_10 = a;
    const tuple_bool_i32 taken = kept_10;
    kept_10.v0 = false;
    i32 held_1;
    if (taken.v0) {
        held_1 = taken.v1;
    }
    const tuple_bool_i32 taken_1 = {taken.v0, held_1};
    const i32 saved_8 = (i32)(t * 3u);
    const tuple_bool_i32 option_14 = kept_10;
    const tuple_bool_i32 option_15 = taken_1;
    i32 value_11 = 5;
    if (option_15.v0) {
        value_11 = option_15.v1;
    }
    t = (i32)((u32)saved_8 + (i32)!option_14.v0 + value_11);
    i32 nothing_1;
    tuple_bool_i32 best = {false, nothing_1};
    for (usize k = 0; k < 4; ++k) {
        const tuple_bool_i32 value_12 = some_of(i + k, x, x_len, kiln);
        if (value_12.v0) {
            const i32 v = value_12.v1;
            const i32 value_13 = v;
            const tuple_bool_i32 taken_2 = best;
            best.v1 = value_13;
            best.v0 = true;
            i32 held_2;
            if (taken_2.v0) {
                held_2 = taken_2.v1;
            }
            const tuple_bool_i32 before = {taken_2.v0, held_2};
            const i32 saved_9 = (i32)(t * 3u);
            const tuple_bool_i32 option_16 = before;
            i32 kept_11;
            if (option_16.v0) {
                kept_11 = option_16.v1;
            }
            i32 value_14 = (i32)k;
            if (option_16.v0) {
                const i32 w = kept_11;
                value_14 = (i32)((u32)w - v);
            }
            t = (i32)((u32)saved_9 + value_14);
        }
    }
    if (best.v0) {
        (u32&)best.v1 += 3;
    }
    const i32 saved_9 = (i32)(t * 3u);
    i32 value_12 = -7;
    if (best.v0) {
        value_12 = best.v1;
    }
    t = (i32)((u32)saved_9 + value_12);
    while (true) {
        const tuple_bool_i32 taken_2 = best;
        best.v0 = false;
        if (!taken_2.v0) {
            break;
        }
        const i32 v = taken_2.v1;
        t = (i32)(t * 3u + v);
        if (v > 0 && v < 100) {
            best = tuple_bool_i32{true, (i32)(v - 9u)};
        }
    }
    array<tuple_bool_i32, 2> pairs = {a, b};
    const i32 saved_10 = (i32)(t * 3u);
    const usize index = i % 2;
    if (index >= 2) {
        kiln.fail(50, (u64)index, (u64)2ull);
    }
    const tuple_bool_i32 taken_2 = pairs[index];
    pairs[index].v0 = false;
    i32 value_13 = 1;
    if (taken_2.v0) {
        value_13 = taken_2.v1;
    }
    t = (i32)((u32)saved_10 + value_13);
    const i32 saved_11 = (i32)(t * 3u);
    const tuple_bool_i32 option_16 = pairs[0];
    i32 kept_11;
    if (option_16.v0) {
        kept_11 = option_16.v1;
    }
    const bool there_7 = option_16.v0;
    const tuple_bool_i32 option_17 = pairs[1];
    const bool both_4 = there_7 && option_17.v0;
    i32 kept_12;
    if (both_4) {
        kept_12 = option_17.v1;
    }
    i32 value_14 = 2;
    if (both_4) {
        value_14 = kept_12;
    }
    return (i32)((u32)saved_11 + value_14);
}

extern "C" __global__ void options_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = options(i, x, x_len, kiln);
    }
}
