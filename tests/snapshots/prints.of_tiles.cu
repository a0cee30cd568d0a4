// least: sm_80
typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) of_tiles(
    u32 n,
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 4;
    const usize thread_part_1 = thread & 3;
    const usize thread_part_2 = thread >> 2 & 3;
    float x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_row = kiln::int_min(at, x_extent_0) * 2;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_columns = kiln::int_min(x_extent_1, 3ull);
    const usize x_start = x_row * x_stride_0;
    x_1 = thread_part < x_rows && thread_part_1 < x_columns ? x[x_start + thread_part * x_stride_0 + thread_part_1] : 0.0f;
    const u32 shown = n;
    const usize shown_1 = (usize)blockIdx.x;
    if (thread < 1) {
        const u32 element = shown;
        const usize element_1 = shown_1;
        printf("n is %u, tile %llu\n", (u32)element, (u64)element_1);
    }
    float shown_2 = -0.0f;
    shown_2 = shown_2 + (thread_part_1 < 3 ? x_1 : -0.0f);
    const float other = kiln::lane_xor(shown_2, 2u);
    shown_2 = shown_2 + other;
    const float other_1 = kiln::lane_xor(shown_2, 1u);
    shown_2 = shown_2 + other_1;
    if (thread_part_2 < 1 && thread_part_1 < 3) {
        const u32 element = (u32)thread_part;
        const u32 element_1 = (u32)thread_part_1;
        const float element_2 = x_1;
        const float element_3 = shown_2;
        printf("x[%u, %u] = %.2f of %g\n", (u32)element, (u32)element_1, (double)element_2, (double)element_3);
    }
    if (thread < 1) {
        printf("done\n");
    }
}
