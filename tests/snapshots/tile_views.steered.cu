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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 move_16.def5b418
//   store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) steered(
    usize most,
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1
) {
    __shared__ array<float, 4> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 1;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread & 7;
    const usize thread_part_3 = thread & 3;
    const usize thread_part_4 = thread >> 1 & 3;
    const usize i = (usize)blockIdx.x;
    __align__(16) array<float, 4> value;
    const usize x_row = kiln::int_min(i, x_extent_0) * 4;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        value[k] = 0.0f;
    }
    if (thread_part < x_rows && thread_start < x_extent_1) {
        kiln::move_16(value[0], x[x_start + thread_part * x_stride_0 + thread_start]);
    }
    usize turns = 0;
    while (turns < most) {
        float greatest = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            greatest = fmaxf(greatest, value[j]);
        }
        const float other = kiln::lane_xor(greatest, 1u);
        greatest = fmaxf(greatest, other);
        float tile;
        __syncthreads();
        if (thread_part_2 < 1) {
            exchange[thread_part] = greatest;
        }
        __syncthreads();
        tile = exchange[thread_part_3];
        float total = __uint_as_float(0x7fc00000u);
        total = fmaxf(total, tile);
        const float other_1 = kiln::lane_xor(total, 2u);
        total = fmaxf(total, other_1);
        const float other_2 = kiln::lane_xor(total, 1u);
        total = fmaxf(total, other_2);
        const float greatest_1 = total;
        if (greatest_1 < 1.0f) {
            break;
        }
        array<float, 4> value_1;
        if (turns % 2 == 0) {
            array<float, 4> x_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                x_1[r] = value[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_1[r] = x_1[r] * 0.5f;
            }
        } else {
            array<float, 4> least;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                least[j] = __uint_as_float(0x7fc00000u);
                least[j] = fminf(least[j], value[j]);
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                const float other_3 = kiln::lane_xor(least[r], 16u);
                least[r] = fminf(least[r], other_3);
                const float other_4 = kiln::lane_xor(least[r], 8u);
                least[r] = fminf(least[r], other_4);
            }
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                value_1[j] = value[j] - least[j];
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value[r] = value_1[r];
        }
        turns += 1;
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 4;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_start = y_row * y_stride_0;
    if (thread_part_4 < 1 && thread_part < y_rows && thread_start < y_extent_1) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], value[0]);
    }
}
