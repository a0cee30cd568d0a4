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

// prelude: unsigned_by_size.3ee267ca limits.6be52157 mul_hi.bbe700f6

struct tuple_u64_bool {
    u64 v0;
    bool v1;
};
static_assert(sizeof(tuple_u64_bool) == 16 && alignof(tuple_u64_bool) == 8);
static_assert(__INTADDR__(&((tuple_u64_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_u64_bool*)0)->v1) == 8);

struct tuple_u64_u64 {
    u64 v0;
    u64 v1;
};
static_assert(sizeof(tuple_u64_u64) == 16 && alignof(tuple_u64_u64) == 8);
static_assert(__INTADDR__(&((tuple_u64_u64*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_u64_u64*)0)->v1) == 8);

struct tuple_u32_u32 {
    u32 v0;
    u32 v1;
};
static_assert(sizeof(tuple_u32_u32) == 8 && alignof(tuple_u32_u32) == 4);
static_assert(__INTADDR__(&((tuple_u32_u32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_u32_u32*)0)->v1) == 4);

__device__ __forceinline__ tuple_u64_bool carrying_add(u64 a, u64 b, bool carry) {
    const u64 sum = a + b;
    const u64 all = carry ? sum + 1 : sum;
    const tuple_u64_bool result = {all, sum < a || all < sum};
    return result;
}

__device__ __forceinline__ tuple_u64_bool borrowing_sub(u64 a, u64 b, bool borrow) {
    const u64 difference = a - b;
    const u64 all = borrow ? difference - 1 : difference;
    const tuple_u64_bool result = {all, a < b || borrow && difference == 0};
    return result;
}

__device__ __forceinline__ tuple_u64_u64 carrying_mul(u64 a, u64 b, u64 carry) {
    const u64 product = a * b;
    const u64 upper = kiln::mul_hi(a, b);
    const u64 low = product + carry;
    const tuple_u64_u64 result = {low, low < product ? upper + 1 : upper};
    return result;
}

__device__ __forceinline__ tuple_u32_u32 widening_mul(u32 a, u32 b) {
    const tuple_u32_u32 result = {a * b, kiln::mul_hi(a, b)};
    return result;
}

extern "C" __global__ void steps(
    const u64* __restrict__ a, usize a_len,
    const u64* __restrict__ b, usize b_len,
    bool flag,
    array<u64, 6>* __restrict__ out, usize out_len,
    array<bool, 2>* __restrict__ flags, usize flags_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a_len && i < b_len && i < out_len && i < flags_len) {
        const tuple_u64_bool value = carrying_add(a[i], b[i], flag);
        const u64 sum = value.v0;
        const bool carries = value.v1;
        const tuple_u64_bool value_1 = borrowing_sub(a[i], b[i], flag);
        const u64 difference = value_1.v0;
        const bool borrows = value_1.v1;
        const tuple_u64_u64 value_2 = carrying_mul(a[i], b[i], 18446744073709551615ull);
        const u64 low = value_2.v0;
        const u64 high = value_2.v1;
        const tuple_u32_u32 value_3 = widening_mul((u32)a[i], (u32)b[i]);
        const u32 of_low = value_3.v0;
        const u32 of_high = value_3.v1;
        out[i] = array<u64, 6>{sum, difference, low, high, (u64)of_low, (u64)of_high};
        flags[i] = array<bool, 2>{carries, borrows};
    }
}
