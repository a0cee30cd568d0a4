// least: sm_80
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

// Narrow numbers in 32 bits: ptxas (13.0 at least) joins two minima of 16 bits and loses that one of them is not
// below zero.
template <typename T> __device__ __forceinline__ T int_max(T a, T b) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = a;
        asm("" : "+r"(wide));
        return (T)(b > wide ? b : wide);
    }
    return b > a ? b : a;
}

template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }

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

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

template <typename T> __device__ __forceinline__ void move_16(T& target, const T& source) {
    *(uint4*)&target = *(const uint4*)&source;
}

template <typename T> __device__ __forceinline__ void store_16(T& target, const T& source) {
    const uint4 bits = *(const uint4*)&source;
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                 :: "l"(&target), "r"(bits.x), "r"(bits.y), "r"(bits.z), "r"(bits.w) : "memory");
}

__device__ __forceinline__ u64 saturating_sub_u64(u64 a, u64 b) {
    return kiln::int_max(a, b) - b;
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

    template <typename T> __device__ __forceinline__ T div(T a, T b, u32 site) const {
        return (T)(a / divisor(a, b, site));
    }
};

} // namespace kiln

extern "C" __global__ void __launch_bounds__(32, 1) lazily(
    u32 limit,
    const u32* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_stride_0,
    u32* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_stride_0,
    const kiln::launch_info kiln
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread & 3;
    const usize thread_start = thread_part * 4;
    const usize thread_part_1 = thread >> 2;
    const usize i = (usize)blockIdx.x;
    __align__(16) array<u32, 4> x_1;
    const usize x_column = kiln::int_min(i, x_extent_0) * 16;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_0, x_column);
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_1[k] = 1;
    }
    if (thread_start < x_columns) {
        kiln::move_16(x_1[0], x[x_column + thread_start]);
    }
    array<u32, 4> zeros;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        zeros[r] = x_1[r] & 0;
    }
    // Only one of both may be evaluated.
    array<u32, 4> chosen;
    const bool condition = limit == 0;
    if (condition) {
        array<u32, 4> dividend;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            dividend[r] = x_1[r];
        }
        array<u32, 4> quotients;
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const u32 element = dividend[j];
            const u32 element_1 = zeros[j];
            const u32 quotient = kiln.div(element, element_1, 6);
            quotients[j] = quotient;
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            chosen[r] = quotients[r];
        }
    } else {
        const u32 dividend = 1000;
        array<u32, 4> divisor;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            divisor[r] = x_1[r];
        }
        array<u32, 4> quotients;
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const u32 element = divisor[j];
            const u32 quotient = kiln.div(dividend, element, 8);
            quotients[j] = quotient;
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            chosen[r] = quotients[r];
        }
    }
    array<u32, 4> first;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        first[r] = chosen[r];
    }
    u32 turns = 0;
    while (true) {
        bool holds = limit > 0;
        if (holds) {
            array<u32, 4> dividend;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                dividend[r] = x_1[r];
            }
            const u32 divisor = limit;
            array<u32, 4> quotients;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const u32 element = dividend[j];
                const u32 quotient = kiln.div(element, divisor, 11);
                quotients[j] = quotient;
            }
            u32 total = 0;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                total = kiln::int_max(total, quotients[j]);
            }
            const u32 other = kiln::lane_xor(total, 2u);
            total = kiln::int_max(total, other);
            const u32 other_1 = kiln::lane_xor(total, 1u);
            total = kiln::int_max(total, other_1);
            const u32 greatest = total;
            holds = greatest > 1;
        }
        if (!holds) {
            break;
        }
        array<u32, 4> dividend;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            dividend[r] = x_1[r];
        }
        array<u32, 4> quotients;
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const u32 element = dividend[j];
            const u32 quotient = element / 2;
            quotients[j] = quotient;
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            x_1[r] = quotients[r];
        }
        turns += 1;
    }
    bool holds = limit == 0;
    if (holds) {
    } else {
        array<u32, 4> quotients;
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const u32 element = first[j];
            const u32 quotient = element % 5;
            quotients[j] = quotient;
        }
        array<u32, 4> tile;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            tile[r] = 1u << (quotients[r] & 31);
        }
        u32 total = 0;
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            total = total + tile[j];
        }
        const u32 other = kiln::lane_xor(total, 2u);
        total = total + other;
        const u32 other_1 = kiln::lane_xor(total, 1u);
        total = total + other_1;
        const u32 sum = total;
        holds = sum > 10;
    }
    if (holds) {
        const u32 scalar = 1u << (turns & 31);
        __align__(16) array<u32, 4> tile;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            tile[r] = first[r] + scalar;
        }
        const usize y_column = kiln::int_min(i, y_extent_0) * 16;
        const usize y_columns = kiln::saturating_sub_u64(y_extent_0, y_column);
        if (thread_part_1 < 1 && thread_start < y_columns) {
            kiln::store_16(y[y_column + thread_start], tile[0]);
        }
    }
}
