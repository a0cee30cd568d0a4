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

// prelude: shared_address.62766488 async_copy_16.70b3f515 int_max.1a21aab5 int_min.8439cc99 ldmatrix_x4.8f2556c3
//   mma_m16n8k8_tf32.ad9e8680 move_8.e96dfb16 to_tf32.cfdcf522 div_ceil_u64.4268445c saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(128, 2) rounded(
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
    __shared__ __align__(16) array<float, 5120> a_tile;
    __shared__ __align__(16) array<float, 4352> b_tile;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 4;
    const usize thread_part_3 = thread & 15;
    const usize thread_start_1 = thread_part_3 * 4;
    const usize thread_part_4 = thread >> 6;
    const usize thread_start_2 = thread_part_4 * 32;
    const usize thread_part_5 = thread >> 4 & 1;
    const usize thread_start_3 = thread_part_5 * 4;
    const usize thread_part_6 = thread >> 5 & 1;
    const usize thread_start_4 = thread_part_6 * 32;
    const usize thread_part_7 = thread >> 2 & 7;
    const usize thread_start_5 = thread_part_1 * 2;
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
    __align__(16) array<float, 32> sum;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        sum[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(a_extent_1, 16ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        const usize a_row = kiln::int_min(m, a_extent_0) * 64;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_start = a_row * a_stride_0;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::async_copy_16(a_tile[(thread_part + i * 32) * 20 + thread_start], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_extent_1 ? 16u : 0u);
        }
        const usize b_column = kiln::int_min(n, b_extent_1) * 64;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::async_copy_16(b_tile[(thread_part_2 + i * 8) * 68 + thread_start_1], b[b_column + thread_part_2 * b_stride_0 + thread_start_1 + i * 8 * b_stride_0], thread_part_2 + i * 8 < b_extent_0 && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize a_row = kiln::int_min(m, a_extent_0) * 64;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::async_copy_16(a_tile[(thread_part + i * 32) * 20 + thread_start + 1280], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_columns ? 16u : 0u);
        }
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 64;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::async_copy_16(b_tile[(thread_part_2 + i * 8) * 68 + thread_start_1 + 1088], b[b_start + thread_part_2 * b_stride_0 + thread_start_1 + i * 8 * b_stride_0], thread_part_2 + i * 8 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize a_row = kiln::int_min(m, a_extent_0) * 64;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::async_copy_16(a_tile[(thread_part + i * 32) * 20 + thread_start + 2560], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_columns ? 16u : 0u);
        }
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 64;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::async_copy_16(b_tile[(thread_part_2 + i * 8) * 68 + thread_start_1 + 2176], b[b_start + thread_part_2 * b_stride_0 + thread_start_1 + i * 8 * b_stride_0], thread_part_2 + i * 8 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize reading = 0;
    usize writing = 3;
    __align__(16) array<u32, 16> left_part;
    __align__(16) array<u32, 16> right_part;
    const usize lane_start = (thread_start_2 + thread_part_3) * 20 + thread_start_3;
    const usize lane_start_1 = thread_part_1 * 68 + thread_start_4 + thread_part_7;
    asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        kiln::ldmatrix_x4(left_part[i * 4], a_tile[lane_start + i * 16 * 20]);
        #pragma unroll
        for (usize number = 0; number < 4; ++number) {
            left_part[i * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + number])));
        }
    }
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        right_part[j * 4] = __float_as_uint(b_tile[lane_start_1 + j * 16]);
        right_part[j * 4 + 1] = __float_as_uint(b_tile[lane_start_1 + j * 16 + 272]);
        right_part[j * 4 + 2] = __float_as_uint(b_tile[lane_start_1 + j * 16 + 8]);
        right_part[j * 4 + 3] = __float_as_uint(b_tile[lane_start_1 + j * 16 + 280]);
        #pragma unroll
        for (usize number = 0; number < 4; ++number) {
            right_part[j * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + number])));
        }
    }
    for (usize k = 0; k < last; ++k) {
        const usize stage = reading * 1280;
        const usize stage_1 = reading * 1088;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::ldmatrix_x4(left_part[i * 4 + 8], a_tile[lane_start + stage + i * 16 * 20 + 8]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                left_part[i * 4 + 8 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + 8 + number])));
            }
        }
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            right_part[j * 4 + 8] = __float_as_uint(b_tile[lane_start_1 + stage_1 + j * 16 + 544]);
            right_part[j * 4 + 8 + 1] = __float_as_uint(b_tile[lane_start_1 + stage_1 + j * 16 + 544 + 272]);
            right_part[j * 4 + 8 + 2] = __float_as_uint(b_tile[lane_start_1 + stage_1 + j * 16 + 544 + 8]);
            right_part[j * 4 + 8 + 3] = __float_as_uint(b_tile[lane_start_1 + stage_1 + j * 16 + 544 + 280]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                right_part[j * 4 + 8 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + 8 + number])));
            }
        }
        if (3 < last - k) {
            const usize ahead = k + 3;
            const usize stage_2 = writing * 1280;
            const usize a_row = kiln::int_min(m, a_extent_0) * 64;
            const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
            const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
            const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
            const usize a_start = a_row * a_stride_0 + a_column;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                kiln::async_copy_16(a_tile[(thread_part + i * 32) * 20 + thread_start + stage_2], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_columns ? 16u : 0u);
            }
            const usize stage_3 = writing * 1088;
            const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
            const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
            const usize b_column = kiln::int_min(n, b_extent_1) * 64;
            const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
            const usize b_start = b_row * b_stride_0 + b_column;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                kiln::async_copy_16(b_tile[(thread_part_2 + i * 8) * 68 + thread_start_1 + stage_3], b[b_start + thread_part_2 * b_stride_0 + thread_start_1 + i * 8 * b_stride_0], thread_part_2 + i * 8 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                kiln::mma_m16n8k8_tf32(sum[i * 16 + j * 4], left_part[i * 4], right_part[j * 2]);
            }
        }
        asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
        __syncthreads();
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
        const usize stage_2 = reading * 1280;
        const usize stage_3 = reading * 1088;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::ldmatrix_x4(left_part[i * 4], a_tile[lane_start + stage_2 + i * 16 * 20]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                left_part[i * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + number])));
            }
        }
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            right_part[j * 4] = __float_as_uint(b_tile[lane_start_1 + stage_3 + j * 16]);
            right_part[j * 4 + 1] = __float_as_uint(b_tile[lane_start_1 + stage_3 + j * 16 + 272]);
            right_part[j * 4 + 2] = __float_as_uint(b_tile[lane_start_1 + stage_3 + j * 16 + 8]);
            right_part[j * 4 + 3] = __float_as_uint(b_tile[lane_start_1 + stage_3 + j * 16 + 280]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                right_part[j * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + number])));
            }
        }
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                kiln::mma_m16n8k8_tf32(sum[i * 16 + j * 4], left_part[i * 4 + 8], right_part[j * 2 + 8]);
            }
        }
    }
    const usize c_row = kiln::int_min(m, c_extent_0) * 64;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 64;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                if (thread_part_7 + thread_start_2 + i * 16 + i_1 * 8 < c_rows && thread_start_5 + thread_start_4 + j * 8 < c_columns) {
                    kiln::move_8(c[c_start + (thread_part_7 + thread_start_2) * c_stride_0 + thread_start_5 + thread_start_4 + (i * 16 + i_1 * 8) * c_stride_0 + j * 8], sum[i * 16 + j * 4 + i_1 * 2]);
                }
            }
        }
    }
}
