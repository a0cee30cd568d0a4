// least: sm_80
typedef int i32;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: shared_address.62766488 async_copy_16.70b3f515 int_max.1a21aab5 int_min.8439cc99 ldmatrix_x4.8f2556c3
//   mma_m16n8k8_tf32.ad9e8680 move_16.def5b418 move_8.e96dfb16 to_tf32.cfdcf522 div_ceil_u64.4268445c
//   saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(128, 2) rounded_along_k(
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
    extern __shared__ __align__(16) u8 shared_memory[];
    array<float, 9216>& a_tile = *(array<float, 9216>*)(shared_memory + 0);
    array<float, 9216>& b_tile = *(array<float, 9216>*)(shared_memory + 36864);
    array<float, 4608>& a_tile_1 = *(array<float, 4608>*)(shared_memory + 73728);
    array<float, 4608>& b_tile_1 = *(array<float, 4608>*)(shared_memory + 92160);
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 6;
    const usize thread_start_1 = thread_part_2 * 64;
    const usize thread_part_3 = thread & 15;
    const usize thread_part_4 = thread >> 4 & 1;
    const usize thread_start_2 = thread_part_4 * 4;
    const usize thread_part_5 = thread >> 5 & 1;
    const usize thread_start_3 = thread_part_5 * 64;
    const usize thread_start_4 = thread_part_4 * 8;
    const usize thread_part_6 = thread >> 3 & 1;
    const usize thread_start_5 = thread_part_6 * 4;
    const usize thread_part_7 = thread >> 2 & 7;
    const usize thread_part_8 = thread & 3;
    const usize thread_start_6 = thread_part_8 * 2;
    const usize m = (usize)blockIdx.x;
    const usize n = (usize)blockIdx.y;
    __align__(16) array<float, 128> sum;
    #pragma unroll
    for (usize r = 0; r < 128; ++r) {
        sum[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(a_extent_1, 32ull) - 1;
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        const usize a_row = kiln::int_min(m, a_extent_0) * 128;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_start = a_row * a_stride_0;
        #pragma unroll
        for (usize i = 0; i < 8; ++i) {
            kiln::async_copy_16(a_tile[(thread_part + i * 16) * 36 + thread_start], a[a_start + thread_part * a_stride_0 + thread_start + i * 16 * a_stride_0], thread_part + i * 16 < a_rows && thread_start < a_extent_1 ? 16u : 0u);
        }
        const usize b_row = kiln::int_min(n, b_extent_0) * 128;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_start = b_row * b_stride_0;
        #pragma unroll
        for (usize i = 0; i < 8; ++i) {
            kiln::async_copy_16(b_tile[(thread_part + i * 16) * 36 + thread_start], b[b_start + thread_part * b_stride_0 + thread_start + i * 16 * b_stride_0], thread_part + i * 16 < b_rows && thread_start < b_extent_1 ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize reading = 0;
    usize writing = 1;
    __align__(16) array<u32, 32> left_part;
    __align__(16) array<u32, 32> right_part;
    const usize lane_start = (thread_start_1 + thread_part_3) * 36 + thread_start_2;
    const usize lane_start_1 = (thread_start_3 + thread_part_1 + thread_start_4) * 36 + thread_start_5;
    asm volatile("cp.async.wait_group %0;" :: "n"(0u) : "memory");
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        kiln::ldmatrix_x4(left_part[i * 4], a_tile[lane_start + i * 16 * 36]);
        #pragma unroll
        for (usize number = 0; number < 4; ++number) {
            left_part[i * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + number])));
        }
    }
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        kiln::ldmatrix_x4(right_part[j * 4], b_tile[lane_start_1 + j * 16 * 36]);
        #pragma unroll
        for (usize number = 0; number < 4; ++number) {
            right_part[j * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + number])));
        }
    }
    for (usize k = 0; k < last; ++k) {
        const usize stage = reading * 4608;
        const usize stage_1 = reading * 4608;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::ldmatrix_x4(left_part[i * 4 + 16], a_tile[lane_start + stage + i * 16 * 36 + 8]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                left_part[i * 4 + 16 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + 16 + number])));
            }
        }
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            kiln::ldmatrix_x4(right_part[j * 4 + 16], b_tile[lane_start_1 + stage_1 + j * 16 * 36 + 8]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                right_part[j * 4 + 16 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + 16 + number])));
            }
        }
        if (1 < last - k) {
            const usize ahead = k + 1;
            const usize stage_2 = writing * 4608;
            const usize a_row = kiln::int_min(m, a_extent_0) * 128;
            const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
            const usize a_column = kiln::int_min(ahead, a_extent_1) * 32;
            const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
            const usize a_start = a_row * a_stride_0 + a_column;
            #pragma unroll
            for (usize i = 0; i < 8; ++i) {
                kiln::async_copy_16(a_tile[(thread_part + i * 16) * 36 + thread_start + stage_2], a[a_start + thread_part * a_stride_0 + thread_start + i * 16 * a_stride_0], thread_part + i * 16 < a_rows && thread_start < a_columns ? 16u : 0u);
            }
            const usize stage_3 = writing * 4608;
            const usize b_row = kiln::int_min(n, b_extent_0) * 128;
            const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
            const usize b_column = kiln::int_min(ahead, b_extent_1) * 32;
            const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
            const usize b_start = b_row * b_stride_0 + b_column;
            #pragma unroll
            for (usize i = 0; i < 8; ++i) {
                kiln::async_copy_16(b_tile[(thread_part + i * 16) * 36 + thread_start + stage_3], b[b_start + thread_part * b_stride_0 + thread_start + i * 16 * b_stride_0], thread_part + i * 16 < b_rows && thread_start < b_columns ? 16u : 0u);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                kiln::mma_m16n8k8_tf32(sum[i * 32 + j * 4], left_part[i * 4], right_part[j * 2]);
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::ldmatrix_x4(left_part[i * 4], a_tile[lane_start + stage + i * 16 * 36 + 16]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                left_part[i * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + number])));
            }
        }
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            kiln::ldmatrix_x4(right_part[j * 4], b_tile[lane_start_1 + stage_1 + j * 16 * 36 + 16]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                right_part[j * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + number])));
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                kiln::mma_m16n8k8_tf32(sum[i * 32 + j * 4], left_part[i * 4 + 16], right_part[j * 2 + 16]);
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::ldmatrix_x4(left_part[i * 4 + 16], a_tile[lane_start + stage + i * 16 * 36 + 24]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                left_part[i * 4 + 16 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + 16 + number])));
            }
        }
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            kiln::ldmatrix_x4(right_part[j * 4 + 16], b_tile[lane_start_1 + stage_1 + j * 16 * 36 + 24]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                right_part[j * 4 + 16 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + 16 + number])));
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                kiln::mma_m16n8k8_tf32(sum[i * 32 + j * 4], left_part[i * 4], right_part[j * 2]);
            }
        }
        asm volatile("cp.async.wait_group %0;" :: "n"(0u) : "memory");
        __syncthreads();
        reading = reading == 1 ? 0 : reading + 1;
        writing = writing == 1 ? 0 : writing + 1;
        const usize stage_2 = reading * 4608;
        const usize stage_3 = reading * 4608;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::ldmatrix_x4(left_part[i * 4], a_tile[lane_start + stage_2 + i * 16 * 36]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                left_part[i * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part[i * 4 + number])));
            }
        }
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            kiln::ldmatrix_x4(right_part[j * 4], b_tile[lane_start_1 + stage_3 + j * 16 * 36]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                right_part[j * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part[j * 4 + number])));
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                kiln::mma_m16n8k8_tf32(sum[i * 32 + j * 4], left_part[i * 4 + 16], right_part[j * 2 + 16]);
            }
        }
    }
    const usize last_1 = kiln::div_ceil_u64(a_extent_1, 32ull) - 1;
    const usize a_row = kiln::int_min(m, a_extent_0) * 128;
    const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
    const usize a_column = kiln::int_min(last_1, a_extent_1) * 32;
    const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
    const usize a_start = a_row * a_stride_0 + a_column;
    #pragma unroll
    for (usize i = 0; i < 8; ++i) {
        __align__(16) array<float, 4> chunk;
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            chunk[k] = 0.0f;
        }
        if (thread_part + i * 16 < a_rows && thread_start < a_columns) {
            kiln::move_16(chunk[0], a[a_start + thread_part * a_stride_0 + thread_start + i * 16 * a_stride_0]);
        }
        kiln::move_16(a_tile_1[(thread_part + i * 16) * 36 + thread_start], chunk[0]);
    }
    const usize b_row = kiln::int_min(n, b_extent_0) * 128;
    const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
    const usize b_column = kiln::int_min(last_1, b_extent_1) * 32;
    const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
    const usize b_start = b_row * b_stride_0 + b_column;
    #pragma unroll
    for (usize i = 0; i < 8; ++i) {
        __align__(16) array<float, 4> chunk;
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            chunk[k] = 0.0f;
        }
        if (thread_part + i * 16 < b_rows && thread_start < b_columns) {
            kiln::move_16(chunk[0], b[b_start + thread_part * b_stride_0 + thread_start + i * 16 * b_stride_0]);
        }
        kiln::move_16(b_tile_1[(thread_part + i * 16) * 36 + thread_start], chunk[0]);
    }
    __align__(16) array<u32, 16> left_part_1;
    __align__(16) array<u32, 16> right_part_1;
    const usize lane_start_2 = (thread_start_1 + thread_part_3) * 36 + thread_start_2;
    const usize lane_start_3 = (thread_start_3 + thread_part_1 + thread_start_4) * 36 + thread_start_5;
    __syncthreads();
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::ldmatrix_x4(left_part_1[i * 4], a_tile_1[lane_start_2 + i * 16 * 36 + k * 8]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                left_part_1[i * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(left_part_1[i * 4 + number])));
            }
        }
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            kiln::ldmatrix_x4(right_part_1[j * 4], b_tile_1[lane_start_3 + j * 16 * 36 + k * 8]);
            #pragma unroll
            for (usize number = 0; number < 4; ++number) {
                right_part_1[j * 4 + number] = __float_as_uint(kiln::to_tf32(__uint_as_float(right_part_1[j * 4 + number])));
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                kiln::mma_m16n8k8_tf32(sum[i * 32 + j * 4], left_part_1[i * 4], right_part_1[j * 2]);
            }
        }
    }
    const usize c_row = kiln::int_min(m, c_extent_0) * 128;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 128;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                if (thread_part_7 + thread_start_1 + i * 16 + i_1 * 8 < c_rows && thread_start_6 + thread_start_3 + j * 8 < c_columns) {
                    kiln::move_8(c[c_start + (thread_part_7 + thread_start_1) * c_stride_0 + thread_start_6 + thread_start_3 + (i * 16 + i_1 * 8) * c_stride_0 + j * 8], sum[i * 32 + j * 4 + i_1 * 2]);
                }
            }
        }
    }
}
