// least: sm_80
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: shared_address.62766488 async_copy_16.70b3f515 int_max.1a21aab5 int_min.8439cc99 move_16.def5b418
//   store_16.d38ece70 div_ceil_u64.4268445c saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(128, 2) product(
    const float* __restrict__ a, usize a_len,
    usize a_extent_0,
    usize a_extent_1,
    usize a_stride_0,
    usize a_stride_1,
    const float* __restrict__ b, usize b_len,
    usize b_extent_0,
    usize b_extent_1,
    usize b_stride_0,
    usize b_stride_1,
    float* __restrict__ c, usize c_len,
    usize c_extent_0,
    usize c_extent_1,
    usize c_stride_0,
    usize c_stride_1
) {
    __shared__ __align__(16) array<float, 2560> a_tile;
    __shared__ __align__(16) array<float, 2304> b_tile;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 3;
    const usize thread_part_3 = thread & 7;
    const usize thread_start_1 = thread_part_3 * 4;
    const usize thread_part_4 = thread >> 3 & 3;
    const usize thread_start_2 = thread_part_4 * 4;
    const usize thread_part_5 = thread >> 5 & 1;
    const usize thread_start_3 = thread_part_5 * 16;
    const usize thread_part_6 = thread >> 6;
    usize tile_0 = (usize)blockIdx.x;
    usize tile_1 = (usize)blockIdx.y;
    if ((usize)gridDim.x * (usize)gridDim.y - 257 < 268435198) {
        const usize number = (usize)blockIdx.y * (usize)gridDim.x + (usize)blockIdx.x;
        const usize group = (usize)((u32)number / kiln::int_max((u32)((usize)gridDim.y * 16), 1u));
        const usize within = number - group * ((usize)gridDim.y * 16);
        const usize first = group * 16;
        const usize height = (usize)gridDim.x - first < 16 ? (usize)gridDim.x - first : 16;
        tile_1 = (usize)((u32)within / kiln::int_max((u32)height, 1u));
        tile_0 = first + (within - tile_1 * height);
    }
    const usize m = tile_0;
    const usize n = tile_1;
    __align__(16) array<float, 16> sum;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        sum[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(a_extent_1, 16ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        const usize a_row = kiln::int_min(m, a_extent_0) * 32;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_start = a_row * a_stride_0;
        kiln::async_copy_16(a_tile[thread_part * 20 + thread_start], a[a_start + thread_part * a_stride_0 + thread_start], thread_part < a_rows && thread_start < a_extent_1 ? 16u : 0u);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        kiln::async_copy_16(b_tile[thread_part_2 * 36 + thread_start_1], b[b_column + thread_part_2 * b_stride_0 + thread_start_1], thread_part_2 < b_extent_0 && thread_start_1 < b_columns ? 16u : 0u);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize a_row = kiln::int_min(m, a_extent_0) * 32;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        kiln::async_copy_16(a_tile[thread_part * 20 + thread_start + 640], a[a_start + thread_part * a_stride_0 + thread_start], thread_part < a_rows && thread_start < a_columns ? 16u : 0u);
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        kiln::async_copy_16(b_tile[thread_part_2 * 36 + thread_start_1 + 576], b[b_start + thread_part_2 * b_stride_0 + thread_start_1], thread_part_2 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize a_row = kiln::int_min(m, a_extent_0) * 32;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        kiln::async_copy_16(a_tile[thread_part * 20 + thread_start + 1280], a[a_start + thread_part * a_stride_0 + thread_start], thread_part < a_rows && thread_start < a_columns ? 16u : 0u);
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        kiln::async_copy_16(b_tile[thread_part_2 * 36 + thread_start_1 + 1152], b[b_start + thread_part_2 * b_stride_0 + thread_start_1], thread_part_2 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize reading = 0;
    usize writing = 3;
    for (usize k = 0; k < last; ++k) {
        asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
        __syncthreads();
        if (3 < last - k) {
            const usize ahead = k + 3;
            const usize stage = writing * 640;
            const usize a_row = kiln::int_min(m, a_extent_0) * 32;
            const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
            const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
            const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
            const usize a_start = a_row * a_stride_0 + a_column;
            kiln::async_copy_16(a_tile[thread_part * 20 + thread_start + stage], a[a_start + thread_part * a_stride_0 + thread_start], thread_part < a_rows && thread_start < a_columns ? 16u : 0u);
            const usize stage_1 = writing * 576;
            const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
            const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
            const usize b_column = kiln::int_min(n, b_extent_1) * 32;
            const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
            const usize b_start = b_row * b_stride_0 + b_column;
            kiln::async_copy_16(b_tile[thread_part_2 * 36 + thread_start_1 + stage_1], b[b_start + thread_part_2 * b_stride_0 + thread_start_1], thread_part_2 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        const usize stage = reading * 640;
        const usize stage_1 = reading * 576;
        __align__(16) array<float, 16> row_part;
        __align__(16) array<float, 16> column_part;
        for (usize k_1 = 0; k_1 < 4; ++k_1) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                kiln::move_16(row_part[j * 4], a_tile[(thread_start_2 + thread_start_3 + j) * 20 + k_1 * 4 + stage]);
            }
            #pragma unroll
            for (usize step = 0; step < 4; ++step) {
                kiln::move_16(column_part[step * 4], b_tile[(k_1 * 4 + step) * 36 + thread_start_1 + stage_1]);
            }
            #pragma unroll
            for (usize step = 0; step < 4; ++step) {
                #pragma unroll
                for (usize i = 0; i < 4; ++i) {
                    #pragma unroll
                    for (usize j = 0; j < 4; ++j) {
                        sum[i * 4 + j] = fmaf(row_part[i * 4 + step], column_part[step * 4 + j], sum[i * 4 + j]);
                    }
                }
            }
        }
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    const usize c_row = kiln::int_min(m, c_extent_0) * 32;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 32;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (thread_part_6 < 1 && thread_start_2 + thread_start_3 + i < c_rows && thread_start_1 < c_columns) {
            kiln::store_16(c[c_start + (thread_start_2 + thread_start_3) * c_stride_0 + thread_start_1 + i * c_stride_0], sum[i * 4]);
        }
    }
}
