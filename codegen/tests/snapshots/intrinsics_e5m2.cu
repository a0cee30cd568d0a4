typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A float of 8 bits with 5 of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are
// conversions alone.
struct e5m2 {
    u8 bits;

    e5m2() = default;
    __device__ __forceinline__ explicit e5m2(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of
        // that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), 128.0f)) & 0xff;
        const u32 normal = (m + (1u << 20) - 1 + (m >> 21 & 1) - 0x38000000u) >> 21;
        const u32 value = m > 0x47600000u ? 0x7b : m < 0x38800000u ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit e5m2(double x) {
        const float odd = __double2float_rz(x);
        *this = e5m2((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        // The upper half of an f16.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)(bits << 8)));
        return x;
    }
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

template <typename T> __device__ __forceinline__ T from_bits(u16 bits) {
    T x;
    x.bits = bits;
    return x;
}

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> __device__ __forceinline__ T lane_xor(T value, u32 bits) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> own = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_xor_sync(0xffffffffu, (u32)own, (i32)bits);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_xor_sync(0xffffffffu, value, (i32)bits);
    }
}

// A shuffle for every type: the machine moves 32 bits, so that narrower values travel in a wider one.
template <typename T> __device__ __forceinline__ T exchange(u32 active, T value, u32 source) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_sync(active, (u32)bits, (i32)source);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_sync(active, value, (i32)source);
    }
}

template <typename T> __device__ __forceinline__ T masked_shuffle(T value, u32 lane, u32 mask) {
    return exchange(mask, value, lane);
}

// A value's bits in a type that the machine matches.
template <typename T> __device__ __forceinline__ auto match_bits(T value) {
    const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
    if constexpr (sizeof(T) == 8) return (u64)bits;
    else return (u32)bits;
}

template <typename T> __device__ __forceinline__ bool match_all(T value) {
    i32 same;
    __match_all_sync(__activemask(), match_bits(value), &same);
    return same != 0;
}

template <typename T> __device__ __forceinline__ u32 match_any(T value) {
    return __match_any_sync(__activemask(), match_bits(value));
}

template <typename T> __device__ __forceinline__ T shuffle(T value, u32 source) {
    const u32 active = __activemask();
    const T other = exchange(active, value, source);
    return source < 32 && (active >> source & 1) ? other : value;
}

__device__ __forceinline__ usize lane_id() {
    u32 lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    return lane;
}

template <typename T> __device__ __forceinline__ T shuffle_down(T value, u32 delta) {
    return shuffle(value, delta < 32 ? (u32)lane_id() + delta : 32);
}

template <typename T> __device__ __forceinline__ T shuffle_up(T value, u32 delta) {
    const u32 lane = (u32)lane_id();
    return shuffle(value, delta <= lane ? lane - delta : lane);
}

template <typename T> __device__ __forceinline__ T shuffle_xor(T value, u32 bits) {
    return shuffle(value, (u32)lane_id() ^ bits);
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void intrinsics_e5m2(
    const e5m2* __restrict__ x, usize x_len,
    const e5m2* __restrict__ y, usize y_len,
    const e5m2* __restrict__ z, usize z_len,
    const u8* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u8 to_bits = x[kiln.at(i, x_len, 2)].bits;
    out[kiln.at(i * 11 + 0, out_len, 4)] = (u64)to_bits;
    const e5m2 from_bits = kiln::from_bits<e5m2>(bits[kiln.at(i, bits_len, 6)]);
    out[kiln.at(i * 11 + 1, out_len, 8)] = (u64)from_bits.bits;
    const e5m2 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 10)], n[kiln.at(i, n_len, 11)]);
    out[kiln.at(i * 11 + 2, out_len, 13)] = (u64)shuffle.bits;
    const e5m2 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 15)], n[kiln.at(i, n_len, 16)]);
    out[kiln.at(i * 11 + 3, out_len, 18)] = (u64)shuffle_up.bits;
    const e5m2 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 20)], n[kiln.at(i, n_len, 21)]);
    out[kiln.at(i * 11 + 4, out_len, 23)] = (u64)shuffle_down.bits;
    const e5m2 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 25)], n[kiln.at(i, n_len, 26)]);
    out[kiln.at(i * 11 + 5, out_len, 28)] = (u64)shuffle_xor.bits;
    const e5m2 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 30)], n[kiln.at(i, n_len, 31)], n[kiln.at(i, n_len, 32)]);
    out[kiln.at(i * 11 + 6, out_len, 34)] = (u64)masked_shuffle.bits;
    const e5m2 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 36)], n[kiln.at(i, n_len, 37)]);
    out[kiln.at(i * 11 + 7, out_len, 39)] = (u64)broadcast.bits;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 41)]);
    out[kiln.at(i * 11 + 8, out_len, 43)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 45)]);
    out[kiln.at(i * 11 + 9, out_len, 47)] = (u64)match_all;
    const e5m2 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 49)], n[kiln.at(i, n_len, 50)]);
    out[kiln.at(i * 11 + 10, out_len, 52)] = (u64)lane_xor.bits;
}
