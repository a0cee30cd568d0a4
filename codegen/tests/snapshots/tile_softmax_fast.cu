// registers only
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

// prelude: int_max.1a21aab5 unsigned_by_size.3ee267ca lane_xor.0e2ead84 move_16.def5b418 store_16.d38ece70
//   saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(256, 1) softmax(
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
    __shared__ array<float, 8> mosts;
    __shared__ array<float, 8> sums;
    const usize thread = (usize)threadIdx.x;
    const usize thread_start = thread * 4;
    const usize lane = thread & 31;
    const usize warp = thread >> 5;
    const usize thread_part = thread & 7;
    const usize row = (usize)blockIdx.x;
    // Outside of the row nothing counts.
    __align__(16) array<float, 16> v;
    const u32 left = (u32)kiln::saturating_sub_u64(x_extent_1, thread_start);
    const usize x_start = row * x_stride_0;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            v[j * 4 + k] = __uint_as_float(0xff800000u);
        }
        if (row < x_extent_0 && (u32)(j * 1024) < left) {
            kiln::move_16(v[j * 4], x[x_start + thread_start + j * 1024]);
        }
    }
    float greatest = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            greatest = fmaxf(greatest, v[j * 4 + j_1]);
        }
    }
    const float other = kiln::lane_xor(greatest, 16u);
    greatest = fmaxf(greatest, other);
    const float other_1 = kiln::lane_xor(greatest, 8u);
    greatest = fmaxf(greatest, other_1);
    const float other_2 = kiln::lane_xor(greatest, 4u);
    greatest = fmaxf(greatest, other_2);
    const float other_3 = kiln::lane_xor(greatest, 2u);
    greatest = fmaxf(greatest, other_3);
    const float other_4 = kiln::lane_xor(greatest, 1u);
    greatest = fmaxf(greatest, other_4);
    const float own_most = greatest;
    greatest = fmaxf(own_most, -3.4028235e38f);
    const float taken_off = greatest;
    // Less the greatest, so that nothing overflows.
    array<float, 16> e;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        e[r] = expf(v[r] - greatest);
    }
    float sum = -0.0f;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            sum = sum + e[j * 4 + j_1];
        }
    }
    const float other_5 = kiln::lane_xor(sum, 16u);
    sum = sum + other_5;
    const float other_6 = kiln::lane_xor(sum, 8u);
    sum = sum + other_6;
    const float other_7 = kiln::lane_xor(sum, 4u);
    sum = sum + other_7;
    const float other_8 = kiln::lane_xor(sum, 2u);
    sum = sum + other_8;
    const float other_9 = kiln::lane_xor(sum, 1u);
    sum = sum + other_9;
    if (lane < 1) {
        mosts[warp] = own_most;
        sums[warp] = sum;
    }
    const usize part = thread_part;
    __syncthreads();
    const float part_1 = mosts[part];
    const float part_2 = sums[part];
    greatest = part_1;
    const float other_10 = kiln::lane_xor(greatest, 4u);
    greatest = fmaxf(greatest, other_10);
    const float other_11 = kiln::lane_xor(greatest, 2u);
    greatest = fmaxf(greatest, other_11);
    const float other_12 = kiln::lane_xor(greatest, 1u);
    greatest = fmaxf(greatest, other_12);
    sum = part_2 * expf(fmaxf(part_1, -3.4028235e38f) - greatest);
    const float other_13 = kiln::lane_xor(sum, 4u);
    sum = sum + other_13;
    const float other_14 = kiln::lane_xor(sum, 2u);
    sum = sum + other_14;
    const float other_15 = kiln::lane_xor(sum, 1u);
    sum = sum + other_15;
    const float factor = expf(taken_off - greatest);
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        e[r] = e[r] * factor;
    }
    __align__(16) array<float, 16> tile;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile[r] = e[r] / sum;
    }
    const u32 left_1 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    const usize y_start = row * y_stride_0;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        if (row < y_extent_0 && (u32)(j * 1024) < left_1) {
            kiln::store_16(y[y_start + thread_start + j * 1024], tile[j * 4]);
        }
    }
}
