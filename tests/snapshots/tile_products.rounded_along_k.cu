// only: sm_90
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

// prelude: int_max.1a21aab5 int_min.8439cc99 shared_address.62766488 mbarrier_expect.05ec983d mbarrier_init.40257f98
//   mbarrier_pass.e45d2d63 move_16.def5b418 move_8.e96dfb16 pinned.b3e485d0 to_tf32.cfdcf522 wgmma_factor.7c548dc1
//   __align__.0125cfd5 div_ceil_u64.4268445c saturating_sub_u64.bf257835 tensor_load_2.af72e735
//   wgmma_tf32_64kk.1ceda3b5 wgmma_finish_64.302fb7ca

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
    usize c_stride_1,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<float, 8192>& a_tile = *(array<float, 8192>*)(shared_memory + 0);
    array<float, 8192>& b_tile = *(array<float, 8192>*)(shared_memory + 32768);
    array<float, 2048>& a_tile_1 = *(array<float, 2048>*)(shared_memory + 65536);
    array<float, 2048>& b_tile_1 = *(array<float, 2048>*)(shared_memory + 73728);
    array<u64, 4>& full = *(array<u64, 4>*)(shared_memory + 81920);
    if (kiln::pinned((usize)threadIdx.x) < 1) {
        kiln::mbarrier_init(full[0], 1u);
        kiln::mbarrier_init(full[1], 1u);
        kiln::mbarrier_init(full[2], 1u);
        kiln::mbarrier_init(full[3], 1u);
    }
    __syncthreads();
    usize reading = 0;
    usize phase = 0;
    const usize thread = kiln::pinned((usize)threadIdx.x);
    const usize thread_part = kiln::pinned(thread >> 3);
    const usize thread_part_1 = kiln::pinned(thread & 7);
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = kiln::pinned(thread >> 2 & 7);
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start_1 = warp * 16;
    const usize thread_part_3 = kiln::pinned(thread & 3);
    const usize thread_start_2 = thread_part_3 * 2;
    usize tile_0 = kiln::pinned((usize)blockIdx.x);
    usize tile_1 = kiln::pinned((usize)blockIdx.y);
    if (kiln::pinned((usize)gridDim.x) * kiln::pinned((usize)gridDim.y) - 257 < 268435198) {
        const usize number = kiln::pinned((usize)blockIdx.y) * kiln::pinned((usize)gridDim.x) + kiln::pinned((usize)blockIdx.x);
        const usize group = (usize)((u32)number / kiln::int_max((u32)(kiln::pinned((usize)gridDim.y) * 16), 1u));
        const usize within = number - group * (kiln::pinned((usize)gridDim.y) * 16);
        const usize first = group * 16;
        const usize height = kiln::pinned((usize)gridDim.x) - first < 16 ? kiln::pinned((usize)gridDim.x) - first : 16;
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
    const usize last = kiln::div_ceil_u64(a_extent_1, 32ull) - 1;
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 16384u);
            const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 64, a_extent_0);
            kiln::tensor_load_2(a_tile[0], tensor_maps.of[0], full[0], (u32)0ull, (u32)a_at);
            const usize b_at = kiln::int_min(kiln::int_min(n, b_extent_0) * 64, b_extent_0);
            kiln::tensor_load_2(b_tile[0], tensor_maps.of[1], full[0], (u32)0ull, (u32)b_at);
        }
    }
    if (1 < left) {
        const usize ahead = 0ull + 1;
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], 16384u);
            const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 64, a_extent_0);
            const usize a_at_1 = kiln::int_min(kiln::int_min(ahead, a_extent_1) * 32, a_extent_1);
            kiln::tensor_load_2(a_tile[2048], tensor_maps.of[0], full[1], (u32)a_at_1, (u32)a_at);
            const usize b_at = kiln::int_min(kiln::int_min(n, b_extent_0) * 64, b_extent_0);
            const usize b_at_1 = kiln::int_min(kiln::int_min(ahead, b_extent_1) * 32, b_extent_1);
            kiln::tensor_load_2(b_tile[2048], tensor_maps.of[1], full[1], (u32)b_at_1, (u32)b_at);
        }
    }
    if (2 < left) {
        const usize ahead = 0ull + 2;
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], 16384u);
            const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 64, a_extent_0);
            const usize a_at_1 = kiln::int_min(kiln::int_min(ahead, a_extent_1) * 32, a_extent_1);
            kiln::tensor_load_2(a_tile[4096], tensor_maps.of[0], full[2], (u32)a_at_1, (u32)a_at);
            const usize b_at = kiln::int_min(kiln::int_min(n, b_extent_0) * 64, b_extent_0);
            const usize b_at_1 = kiln::int_min(kiln::int_min(ahead, b_extent_1) * 32, b_extent_1);
            kiln::tensor_load_2(b_tile[4096], tensor_maps.of[1], full[2], (u32)b_at_1, (u32)b_at);
        }
    }
    usize writing = 3;
    for (usize k = 0; k < last; ++k) {
        kiln::mbarrier_pass(full[reading], (u32)phase);
        const usize stage = reading * 2048;
        const usize stage_1 = reading * 2048;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[stage]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile[stage_1]));
        kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[stage + 8]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile[stage_1 + 8]));
        kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[stage + 16]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile[stage_1 + 16]));
        kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[stage + 24]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile[stage_1 + 24]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
        __syncthreads();
        if (3 < last - k) {
            const usize ahead = k + 3;
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], 16384u);
                const usize stage_2 = writing * 2048;
                const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 64, a_extent_0);
                const usize a_at_1 = kiln::int_min(kiln::int_min(ahead, a_extent_1) * 32, a_extent_1);
                kiln::tensor_load_2(a_tile[stage_2], tensor_maps.of[0], full[writing], (u32)a_at_1, (u32)a_at);
                const usize stage_3 = writing * 2048;
                const usize b_at = kiln::int_min(kiln::int_min(n, b_extent_0) * 64, b_extent_0);
                const usize b_at_1 = kiln::int_min(kiln::int_min(ahead, b_extent_1) * 32, b_extent_1);
                kiln::tensor_load_2(b_tile[stage_3], tensor_maps.of[1], full[writing], (u32)b_at_1, (u32)b_at);
            }
        }
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    kiln::wgmma_finish_64(sum[0]);
    const usize last_1 = kiln::div_ceil_u64(a_extent_1, 32ull) - 1;
    const usize a_row = kiln::int_min(m, a_extent_0) * 64;
    const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
    const usize a_column = kiln::int_min(last_1, a_extent_1) * 32;
    const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
    const usize a_start = a_row * a_stride_0 + a_column;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        __align__(16) array<float, 4> chunk;
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            chunk[k] = 0.0f;
        }
        if (thread_part + i * 16 < a_rows && thread_start < a_columns) {
            kiln::move_16(chunk[0], a[a_start + thread_part * a_stride_0 + thread_start + i * 16 * a_stride_0]);
        }
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            chunk[k] = kiln::to_tf32(chunk[k]);
        }
        kiln::move_16(a_tile_1[(thread_start >> 5) * 2048 + (thread_part + i * 16) * 32 + (thread_start & 31 ^ (thread_part + i * 16 & 7ull) * 4)], chunk[0]);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    const usize b_row = kiln::int_min(n, b_extent_0) * 64;
    const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
    const usize b_column = kiln::int_min(last_1, b_extent_1) * 32;
    const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
    const usize b_start = b_row * b_stride_0 + b_column;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        __align__(16) array<float, 4> chunk;
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            chunk[k] = 0.0f;
        }
        if (thread_part + i * 16 < b_rows && thread_start < b_columns) {
            kiln::move_16(chunk[0], b[b_start + thread_part * b_stride_0 + thread_start + i * 16 * b_stride_0]);
        }
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            chunk[k] = kiln::to_tf32(chunk[k]);
        }
        kiln::move_16(b_tile_1[(thread_start >> 5) * 2048 + (thread_part + i * 16) * 32 + (thread_start & 31 ^ (thread_part + i * 16 & 7ull) * 4)], chunk[0]);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    __syncthreads();
    kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile_1[0]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile_1[0]));
    kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile_1[8]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile_1[8]));
    kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile_1[16]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile_1[16]));
    kiln::wgmma_tf32_64kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile_1[24]), kiln::wgmma_factor<0x4000004000010000ull>(b_tile_1[24]));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    kiln::wgmma_finish_64(sum[0]);
    const usize c_row = kiln::int_min(m, c_extent_0) * 64;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 64;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part_2 + thread_start_1 + i * 8 < c_rows && thread_start_2 + j * 8 < c_columns) {
                kiln::move_8(c[c_start + (thread_part_2 + thread_start_1) * c_stride_0 + thread_start_2 + i * 8 * c_stride_0 + j * 8], sum[j * 4 + i * 2]);
            }
        }
    }
}
