typedef signed char i8;
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

// prelude: unsigned_by_size.3ee267ca limits.6be52157 mul_hi.bbe700f6

struct __align__(16) I128 {
    u64 low;
    i64 high;
};
static_assert(sizeof(I128) == 16 && alignof(I128) == 16);
static_assert(__INTADDR__(&((I128*)0)->low) == 0);
static_assert(__INTADDR__(&((I128*)0)->high) == 8);

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

__device__ __forceinline__ I128 I128_from(i64 value) {
    const I128 result = {(u64)value, value >> 63};
    return result;
}

__device__ __forceinline__ U128 I128_to_unsigned(I128 self) {
    const U128 result = {self.low, (u64)self.high};
    return result;
}

__device__ __forceinline__ I128 U128_to_signed(U128 self) {
    const I128 result = {self.low, (i64)self.high};
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

__device__ __forceinline__ I128 I128_add(I128 self, I128 other) {
    const U128 value = I128_to_unsigned(self);
    const U128 value_1 = I128_to_unsigned(other);
    const U128 value_2 = U128_add(value, value_1);
    const I128 result = U128_to_signed(value_2);
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

__device__ __forceinline__ I128 I128_sub(I128 self, I128 other) {
    const U128 value = I128_to_unsigned(self);
    const U128 value_1 = I128_to_unsigned(other);
    const U128 value_2 = U128_sub(value, value_1);
    const I128 result = U128_to_signed(value_2);
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

__device__ __forceinline__ I128 I128_mul(I128 self, I128 other) {
    const U128 value = I128_to_unsigned(self);
    const U128 value_1 = I128_to_unsigned(other);
    const U128 value_2 = U128_mul(value, value_1);
    const I128 result = U128_to_signed(value_2);
    return result;
}

__device__ __forceinline__ I128 I128_neg(I128 self) {
    const I128 value = {0, 0};
    const I128 value_1 = I128_sub(value, self);
    return value_1;
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

__device__ __forceinline__ I128 I128_shl(I128 self, u32 amount) {
    const U128 value = I128_to_unsigned(self);
    const U128 value_1 = U128_shl(value, amount);
    const I128 result = U128_to_signed(value_1);
    return result;
}

__device__ __forceinline__ I128 I128_shr(I128 self, u32 amount) {
    const u32 by = amount & 63;
    const u64 over = (u64)self.high << 1 << (63 - by & 63);
    I128 value;
    if ((amount & 64) == 0) {
        value = I128{self.low >> (by & 63) | over, self.high >> (by & 63)};
    } else {
        value = I128{(u64)(self.high >> (by & 63)), self.high >> 63};
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

__device__ __forceinline__ tuple_bool_i8 partial_order_2(const i64& a, const i64& b) {
    const i64 a_1 = a;
    const i64 b_1 = b;
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

__device__ __forceinline__ tuple_bool_i8 I128_partial_cmp(const I128& self, const I128& other) {
    tuple_bool_i8 value;
    if (self.high == other.high) {
        value = partial_order(self.low, other.low);
    } else {
        value = partial_order_2(self.high, other.high);
    }
    return value;
}

extern "C" __global__ void signed_(
    const I128* __restrict__ a, usize a_len,
    const I128* __restrict__ b, usize b_len,
    u32 by,
    array<I128, 7>* __restrict__ out, usize out_len,
    bool* __restrict__ less, usize less_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a_len && i < b_len && i < out_len && i < less_len) {
        const I128 saved = a[i];
        const I128 saved_1 = b[i];
        const I128 a_1 = saved;
        const I128 b_1 = saved_1;
        const I128 value = I128_from(a_1.high);
        const I128 value_1 = I128_add(a_1, b_1);
        const I128 value_2 = I128_sub(a_1, b_1);
        const I128 value_3 = I128_mul(a_1, b_1);
        const I128 value_4 = I128_neg(a_1);
        const I128 value_5 = I128_shl(a_1, by);
        const I128 value_6 = I128_shr(a_1, by);
        out[i] = array<I128, 7>{value_1, value_2, value_3, value_4, value_5, value_6, value};
        const tuple_bool_i8 value_7 = I128_partial_cmp(a_1, b_1);
        less[i] = value_7.v0 && value_7.v1 < 0;
    }
}
