typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b060b5e4

extern "C" __global__ void normalize_column(
    usize n,
    usize k,
    const float* __restrict__ r, usize r_len,
    const float* __restrict__ a, usize a_len,
    float* __restrict__ q, usize q_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < kiln.div(q_len, n, 3)) {
        q[kiln.at(row * n + k, q_len, 8)] = a[kiln.at(row * n + k, a_len, 5)] / r[kiln.at(k * n + k, r_len, 6)];
    }
}
