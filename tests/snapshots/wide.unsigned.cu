typedef signed char i8;
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

struct __align__(16) U128 {
    u64 low;
    u64 high;
};
static_assert(sizeof(U128) == 16 && alignof(U128) == 16);
static_assert(__INTADDR__(&((U128*)0)->low) == 0);
static_assert(__INTADDR__(&((U128*)0)->high) == 8);

struct tuple_bool_i8 {
    bool v0;
    i8 v1;
};
static_assert(sizeof(tuple_bool_i8) == 2 && alignof(tuple_bool_i8) == 1);
static_assert(__INTADDR__(&((tuple_bool_i8*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i8*)0)->v1) == 1);

__device__ __forceinline__ U128 U128_product(u64 a, u64 b) {
    const U128 result = {a * b, kiln::mul_hi(a, b)};
    return result;
}

__device__ __forceinline__ U128 U128_from(u64 low) {
    const U128 result = {low, 0};
    return result;
}

__device__ __forceinline__ U128 U128_bitand(U128 self, U128 other) {
    const U128 result = {self.low & other.low, self.high & other.high};
    return result;
}

__device__ __forceinline__ U128 U128_not(U128 self) {
    const U128 result = {~self.low, ~self.high};
    return result;
}

__device__ __forceinline__ U128 U128_bitxor(U128 self, U128 other) {
    const U128 result = {self.low ^ other.low, self.high ^ other.high};
    return result;
}

__device__ __forceinline__ U128 U128_bitor(U128 self, U128 other) {
    const U128 result = {self.low | other.low, self.high | other.high};
    return result;
}

__device__ __forceinline__ U128 U128_add(U128 self, U128 other) {
    const u64 low = self.low + other.low;
    const u64 carry = (u64)(low < self.low);
    const u64 value = self.high + other.high;
    const u64 value_1 = value + carry;
    const U128 result = {low, value_1};
    return result;
}

__device__ __forceinline__ U128 U128_sub(U128 self, U128 other) {
    const u64 borrow = (u64)(self.low < other.low);
    const u64 value = self.low - other.low;
    const u64 value_1 = self.high - other.high;
    const u64 value_2 = value_1 - borrow;
    const U128 result = {value, value_2};
    return result;
}

__device__ __forceinline__ U128 U128_mul(U128 self, U128 other) {
    const u64 value = self.low * other.high;
    const u64 value_1 = self.high * other.low;
    const u64 across = value + value_1;
    const u64 value_2 = self.low * other.low;
    const u64 value_3 = kiln::mul_hi(self.low, other.low);
    const u64 value_4 = value_3 + across;
    const U128 result = {value_2, value_4};
    return result;
}

__device__ __forceinline__ U128 U128_shl(U128 self, u32 amount) {
    const u32 by = amount & 63;
    // What leaves the lower half, in two steps: a shift by 64 would be none.
    const u64 over = self.low >> 1 >> (63 - by & 63);
    U128 value;
    if ((amount & 64) == 0) {
        value = U128{self.low << (by & 63), self.high << (by & 63) | over};
    } else {
        value = U128{0, self.low << (by & 63)};
    }
    return value;
}

__device__ __forceinline__ U128 U128_shr(U128 self, u32 amount) {
    const u32 by = amount & 63;
    const u64 over = self.high << 1 << (63 - by & 63);
    U128 value;
    if ((amount & 64) == 0) {
        value = U128{self.low >> (by & 63) | over, self.high >> (by & 63)};
    } else {
        value = U128{self.high >> (by & 63), 0};
    }
    return value;
}

__device__ __forceinline__ tuple_bool_i8 partial_order(const u64& a, const u64& b) {
    const u64 a_1 = a;
    const u64 b_1 = b;
    tuple_bool_i8 value;
    if (a_1 < b_1) {
        value = tuple_bool_i8{true, -1};
    } else if (a_1 > b_1) {
        value = tuple_bool_i8{true, 1};
    } else if (a_1 <= b_1) {
        value = tuple_bool_i8{true, 0};
    } else {
        i8 nothing;
        value = tuple_bool_i8{false, nothing};
    }
    return value;
}

__device__ __forceinline__ tuple_bool_i8 U128_partial_cmp(const U128& self, const U128& other) {
    tuple_bool_i8 value;
    if (self.high == other.high) {
        value = partial_order(self.low, other.low);
    } else {
        value = partial_order(self.high, other.high);
    }
    return value;
}

__device__ __forceinline__ bool U128_eq(const U128& self, const U128& other) {
    const bool equal = true;
    const bool equal_1 = equal && self.low == other.low;
    const bool equal_2 = equal_1 && self.high == other.high;
    return equal_2;
}

extern "C" __global__ void unsigned_(
    const U128* __restrict__ a, usize a_len,
    const U128* __restrict__ b, usize b_len,
    u32 by,
    array<U128, 8>* __restrict__ out, usize out_len,
    bool* __restrict__ less, usize less_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a_len && i < b_len && i < out_len && i < less_len) {
        const U128 saved = a[i];
        const U128 saved_1 = b[i];
        const U128 a_1 = saved;
        const U128 b_1 = saved_1;
        const U128 value = U128_bitand(a_1, b_1);
        const U128 value_1 = U128_not(b_1);
        const U128 value_2 = U128_bitxor(a_1, value_1);
        const U128 across = U128_bitor(value, value_2);
        const U128 value_3 = U128_product(a_1.low, b_1.high);
        const U128 value_4 = U128_from(a_1.high);
        const U128 value_5 = U128_add(a_1, b_1);
        const U128 value_6 = U128_sub(a_1, b_1);
        const U128 value_7 = U128_mul(a_1, b_1);
        const U128 value_8 = U128_shl(a_1, by);
        const U128 value_9 = U128_shr(a_1, by);
        out[i] = array<U128, 8>{value_5, value_6, value_7, value_8, value_9, across, value_3, value_4};
        const tuple_bool_i8 value_10 = U128_partial_cmp(a_1, b_1);
        bool value_11 = value_10.v0 && value_10.v1 < 0;
        if (value_11) {
            const bool value_12 = U128_eq(a_1, b_1);
            value_11 = !value_12;
        }
        bool condition = value_11;
        if (!condition) {
            const tuple_bool_i8 value_12 = U128_partial_cmp(a_1, b_1);
            bool condition_1 = value_12.v0 && value_12.v1 >= 0;
            if (condition_1) {
                const U128 value_13 = U128_from(0);
                condition_1 = U128_eq(b_1, value_13);
            }
            condition = condition_1;
        }
        less[i] = condition;
    }
}
