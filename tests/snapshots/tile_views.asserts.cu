// least: sm_80
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 int_min.8439cc99 saturating_sub_u64.bf257835
//   launch_info.2c992ef7

extern "C" __global__ void __launch_bounds__(32, 1) asserts(
    usize limit,
    i32* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_stride_0,
    const kiln::launch_info kiln
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 1;
    const usize thread_part_1 = thread & 1;
    const usize thread_start = thread_part_1 * 4;
    const usize i = (usize)blockIdx.x;
    if (!(i < limit)) {
        kiln.fail(3, (u64)i, (u64)limit);
    }
    const usize y_column = kiln::int_min(i, y_extent_0) * 8;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_0, y_column);
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        if (thread_part < 1 && thread_start + j < y_columns) {
            y[y_column + thread_start + j] = 1;
        }
    }
}
