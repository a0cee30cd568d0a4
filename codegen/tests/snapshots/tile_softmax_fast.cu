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

namespace kiln {

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

} // namespace kiln

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
