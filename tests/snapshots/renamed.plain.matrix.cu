typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: lane_id.154b932d unsigned_by_size.3ee267ca lane_xor.0e2ead84 exchange.3a989a11 masked_shuffle.9afe57d0
//   trailing_zeros.9737c9bc warp_sum_u32.acea2775

extern "C" __global__ void matrix(
    usize columns,
    u32* __restrict__ y, usize y_len,
    u32* __restrict__ sums, usize sums_len
) {
    const usize column = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (column < columns && row * columns + column < y_len) {
        y[row * columns + column] = (u32)kiln::lane_id();
    }
    const u32 sum = kiln::warp_sum_u32((u32)kiln::lane_id());
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (row == 0 && i < sums_len) {
        sums[i] = sum;
    }
}
