// least: sm_80
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

namespace kiln {

template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }

template <typename T> __device__ __forceinline__ void move_16(T& target, const T& source) {
    *(uint4*)&target = *(const uint4*)&source;
}

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

template <typename T> __device__ __forceinline__ T saturate(i64 x) {
    return x < (i64)limits<T>::min ? limits<T>::min : x > (i64)limits<T>::max ? limits<T>::max : (T)x;
}

template <typename T> __device__ __forceinline__ T saturating_sub(T a, T b) {
    if constexpr (sizeof(T) < 8) {
        return saturate<T>((i64)a - (i64)b);
    } else if constexpr (limits<T>::is_signed) {
        const T difference = (T)((u64)a - (u64)b);
        return ((a ^ b) & (a ^ difference)) < 0 ? (a < 0 ? limits<T>::min : limits<T>::max) : difference;
    } else {
        return a < b ? 0 : a - b;
    }
}

template <typename T> __device__ __forceinline__ void store_16(T& target, const T& source) {
    const uint4 bits = *(const uint4*)&source;
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                 :: "l"(&target), "r"(bits.x), "r"(bits.y), "r"(bits.z), "r"(bits.w) : "memory");
}

} // namespace kiln

extern "C" __global__ void __launch_bounds__(32, 1) scaled(
    float factor,
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
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 4;
    const usize i = (usize)blockIdx.x;
    const usize j = (usize)blockIdx.y;
    __align__(16) array<float, 4> x_tile;
    const usize x_row = kiln::int_min(i, x_extent_0) * 8;
    const usize x_rows = kiln::saturating_sub(x_extent_0, x_row);
    const usize x_column = kiln::int_min(j, x_extent_1) * 16;
    const usize x_columns = kiln::saturating_sub(x_extent_1, x_column);
    const usize x_start = x_row * x_stride_0 + x_column;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_tile[k] = 0.0f;
    }
    if (thread_part < x_rows && thread_start < x_columns) {
        kiln::move_16(x_tile[0], x[x_start + thread_part * x_stride_0 + thread_start]);
    }
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = x_tile[r] * factor;
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 8;
    const usize y_rows = kiln::saturating_sub(y_extent_0, y_row);
    const usize y_column = kiln::int_min(j, y_extent_1) * 16;
    const usize y_columns = kiln::saturating_sub(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column;
    if (thread_part < y_rows && thread_start < y_columns) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], tile[0]);
    }
}
