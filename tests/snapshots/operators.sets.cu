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

// prelude: unsigned_by_size.3ee267ca count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8 limits.6be52157
//   launch_info.bef359a4

struct Set {
    u32 bits;
};
static_assert(sizeof(Set) == 4 && alignof(Set) == 4);
static_assert(__INTADDR__(&((Set*)0)->bits) == 0);

struct tuple_u32_u32 {
    u32 v0;
    u32 v1;
};
static_assert(sizeof(tuple_u32_u32) == 8 && alignof(tuple_u32_u32) == 4);
static_assert(__INTADDR__(&((tuple_u32_u32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_u32_u32*)0)->v1) == 4);

__device__ __forceinline__ Set Set_not(Set self) {
    const Set result = {~self.bits};
    return result;
}

__device__ __forceinline__ Set Set_shl(Set self, u32 by, const kiln::launch_info& kiln) {
    if (!(by < 32)) {
        kiln.fail(4, (u64)by);
    }
    const Set result = {self.bits << (by & 31)};
    return result;
}

__device__ __forceinline__ Set Set_bitor(Set self, Set o) {
    const Set result = {self.bits | o.bits};
    return result;
}

__device__ __forceinline__ void Set_bitand_assign(Set& self, Set o) {
    self.bits &= o.bits;
}

__device__ __forceinline__ void Set_shl_assign(Set& self, usize by) {
    self.bits <<= by & 31;
}

__device__ __forceinline__ void Set_rem_assign(Set& self, u32 by, const kiln::launch_info& kiln) {
    const u32 divisor = by;
    self.bits = kiln.rem(self.bits, divisor, 14);
}

__device__ __forceinline__ void Set_mul_assign(Set& self, tuple_u32_u32 argument_2) {
    const u32 a = argument_2.v0;
    const u32 b = argument_2.v1;
    self.bits = self.bits * a + b;
}

__device__ __forceinline__ bool Set_bitand(Set self, u32 number) {
    return (self.bits & 1u << (number & 31)) != 0;
}

__device__ __forceinline__ Set Set_rem(Set self, array<u32, 2> by, const kiln::launch_info& kiln) {
    const Set result = {kiln.rem(kiln.rem(self.bits, by[0], 22), by[1], 24)};
    return result;
}

__device__ __forceinline__ Set Set_div(Set self, const Set& o, const kiln::launch_info& kiln) {
    const Set result = {kiln.div(self.bits, o.bits, 27)};
    return result;
}

__device__ __forceinline__ u32 Set_shr(Set self, Set o) {
    const u32 value = self.bits & ~o.bits;
    const u32 result = kiln::count_ones(value);
    return result;
}

__device__ __forceinline__ Set of_sets(Set a, const Set& b, u32 by, const kiln::launch_info& kiln) {
    const Set value = Set_not(a);
    const Set value_1 = Set_shl(b, by % 32, kiln);
    Set set = Set_bitor(value, value_1);
    const Set value_2 = {4294967280u};
    Set_bitand_assign(set, value_2);
    Set_shl_assign(set, 1);
    Set_rem_assign(set, 1000003, kiln);
    const tuple_u32_u32 value_3 = {3, 7};
    Set_mul_assign(set, value_3);
    const bool value_4 = Set_bitand(set, 3);
    bool value_5 = value_4;
    if (value_5) {
        const bool value_6 = Set_bitand(set, 5);
        value_5 = !value_6;
    }
    if (value_5) {
        const array<u32, 2> value_6 = {70001, 40009};
        const Set value_7 = Set_rem(set, value_6, kiln);
        set = Set_div(value_7, b, kiln);
    }
    const u32 value_6 = Set_shr(a, b);
    const Set result = {set.bits + value_6};
    return result;
}

extern "C" __global__ void sets(
    const Set* __restrict__ a, usize a_len,
    const Set* __restrict__ b, usize b_len,
    Set* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = of_sets(a[kiln.at(i, a_len, 47)], b[kiln.at(i, b_len, 48)], (u32)i, kiln);
    }
}
