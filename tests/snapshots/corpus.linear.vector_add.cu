typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void vector_add(
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ b, usize b_len,
    float* __restrict__ c, usize c_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < c_len) {
        c[i] = a[kiln.at(i, a_len, 4)] + b[kiln.at(i, b_len, 5)];
    }
}
