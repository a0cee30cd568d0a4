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

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

template <typename T> __device__ __forceinline__ T saturate(i64 x) {
    return x < (i64)limits<T>::min ? limits<T>::min : x > (i64)limits<T>::max ? limits<T>::max : (T)x;
}

// A float as an integer, as Rust casts: toward zero, saturating, NaN to zero.
template <typename T> __device__ __forceinline__ T to(float x) {
    if (x != x) return 0;
    if constexpr (sizeof(T) < 4) return saturate<T>(__float2int_rz(x));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__float2int_rz(x) : (T)__float2uint_rz(x);
    else return limits<T>::is_signed ? (T)__float2ll_rz(x) : (T)__float2ull_rz(x);
}
template <typename T> __device__ __forceinline__ T to(double x) {
    if (x != x) return 0;
    if constexpr (sizeof(T) < 4) return saturate<T>(__double2int_rz(x));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__double2int_rz(x) : (T)__double2uint_rz(x);
    else return limits<T>::is_signed ? (T)__double2ll_rz(x) : (T)__double2ull_rz(x);
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    template <typename T> __device__ __forceinline__ T rem(T a, T b, u32 site) const {
        return (T)(a % divisor(a, b, site));
    }
};

} // namespace kiln

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
