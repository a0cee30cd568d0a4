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

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca
//   lane_xor.0e2ead84 limits.6be52157 move_16.def5b418 store_16.d38ece70 saturating_sub_u64.bf257835
//   launch_info.dbd126c9

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
