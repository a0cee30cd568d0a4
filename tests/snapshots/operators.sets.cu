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

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> __device__ __forceinline__ u32 count_ones(T x) {
    if constexpr (sizeof(T) == 8) {
        return __popcll((u64)x);
    } else {
        return __popc((unsigned_of<T>)x);
    }
}

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

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    template <typename T> __device__ __forceinline__ T div(T a, T b, u32 site) const {
        return (T)(a / divisor(a, b, site));
    }

    template <typename T> __device__ __forceinline__ T rem(T a, T b, u32 site) const {
        return (T)(a % divisor(a, b, site));
    }
};

} // namespace kiln

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
