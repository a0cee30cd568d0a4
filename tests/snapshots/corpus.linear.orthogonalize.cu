typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b060b5e4

extern "C" __global__ void orthogonalize(
    usize n,
    usize k,
    const float* __restrict__ q, usize q_len,
    float* __restrict__ a, usize a_len,
    float* __restrict__ r, usize r_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (col < n) {
        const usize rows = kiln.div(q_len, n, 4);
        float dot = 0.0f;
        for (usize i = 0; i < rows; ++i) {
            dot += q[kiln.at(i * n + k, q_len, 8)] * a[kiln.at(i * n + col, a_len, 9)];
        }
        r[kiln.at(k * n + col, r_len, 11)] = dot;
        for (usize i = 0; i < rows; ++i) {
            a[kiln.at(i * n + col, a_len, 15)] -= q[kiln.at(i * n + k, q_len, 14)] * dot;
        }
    }
}
