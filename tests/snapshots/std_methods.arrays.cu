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
//   launch_info.6828d8b2

struct Point {
    float x;
    u8 kind;
};
static_assert(sizeof(Point) == 8 && alignof(Point) == 4);
static_assert(__INTADDR__(&((Point*)0)->x) == 0);
static_assert(__INTADDR__(&((Point*)0)->kind) == 4);

__device__ __forceinline__ array<i32, 5> powers(i32 base) {
    array<i32, 5> made;
    for (usize turn = 0; turn < 5; ++turn) {
        const usize i = turn;
        made[turn] = (i32)((u32)base * (i32)i);
    }
    return made;
}

__device__ __forceinline__ i32 sum_of(array<i32, 4> a) {
    i32 t = 0;
    for (usize turn = 0; turn < 4; ++turn) {
        const i32 v = a[turn];
        t = (i32)(t * 3u + v);
    }
    return t;
}

__device__ __forceinline__ i32 sum_of_2(array<i32, 3> a) {
    i32 t = 0;
    for (usize turn = 0; turn < 3; ++turn) {
        const i32 v = a[turn];
        t = (i32)(t * 3u + v);
    }
    return t;
}

__device__ __forceinline__ i32 sum_of_3(array<i32, 5> a) {
    i32 t = 0;
    for (usize turn = 0; turn < 5; ++turn) {
        const i32 v = a[turn];
        t = (i32)(t * 3u + v);
    }
    return t;
}

__device__ __forceinline__ i32 sum_of_4(array<i32, 2> a) {
    i32 t = 0;
    for (usize turn = 0; turn < 2; ++turn) {
        const i32 v = a[turn];
        t = (i32)(t * 3u + v);
    }
    return t;
}

__device__ __forceinline__ i32 arrays(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const i32 base = x[kiln.rem(i, x_len, 24)];
    array<i32, 4> made;
    for (usize turn = 0; turn < 4; ++turn) {
        const usize k = turn;
        made[turn] = (i32)((u32)base + (i32)k);
    }
    const array<i32, 4> a = made;
    array<i32, 3> made_1;
    for (usize turn = 0; turn < 3; ++turn) {
        const usize k = turn;
        made_1[turn] = (i32)(k * k);
    }
    const array<i32, 3> squares = made_1;
    array<Point, 2> made_2;
    for (usize turn = 0; turn < 2; ++turn) {
        const usize k = turn;
        const Point result = {(float)k, (u8)(k == 1 ? (u8)1 : (u8)0)};
        made_2[turn] = result;
    }
    const array<Point, 2> points = made_2;
    i32 turn = 0;
    array<i32, 3> made_3;
    for (usize turn_1 = 0; turn_1 < 3; ++turn_1) {
        (u32&)turn += 2;
        made_3[turn_1] = turn;
    }
    const array<i32, 3> counted = made_3;
    array<array<i32, 2>, 3> made_4;
    for (usize turn_1 = 0; turn_1 < 3; ++turn_1) {
        const usize r = turn_1;
        array<i32, 2> made_5;
        for (usize turn_2 = 0; turn_2 < 2; ++turn_2) {
            const usize c = turn_2;
            made_5[turn_2] = (i32)((u32)(i32)(r * 2 + c) * base);
        }
        made_4[turn_1] = made_5;
    }
    const array<array<i32, 2>, 3> rows = made_4;
    const array<i32, 5> p = powers(base);
    const i32 value = sum_of(a);
    const i32 value_1 = sum_of_2(squares);
    const i32 value_2 = sum_of_3(p);
    array<i32, 2> made_5;
    for (usize turn_1 = 0; turn_1 < 2; ++turn_1) {
        const usize k = turn_1;
        made_5[turn_1] = (i32)k;
    }
    const i32 value_3 = sum_of_4(made_5);
    i32 t = (i32)(value + value_1 * 3u + value_2 + value_3);
    (u32&)t += (i32)((u32)kiln::to<i32>(points[1].x) + (i32)(points[0].kind == 0));
    for (usize turn_1 = 0; turn_1 < 3; ++turn_1) {
        const array<i32, 2> row = rows[turn_1];
        const i32 saved = (i32)(t * 3u);
        const i32 value_4 = sum_of_4(row);
        t = (i32)((u32)saved + value_4);
    }
    const i32 saved = (i32)(t * 3u);
    const i32 value_4 = sum_of_2(counted);
    return (i32)((u32)saved + value_4);
}

extern "C" __global__ void arrays_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = arrays(i, x, x_len, kiln);
    }
}
