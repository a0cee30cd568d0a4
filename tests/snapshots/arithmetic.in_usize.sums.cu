typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void sums(
    const usize* __restrict__ x, usize x_len,
    const usize* __restrict__ y, usize y_len,
    usize* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const usize saved = x[kiln.at(i, x_len, 4)];
        const usize saved_1 = y[kiln.at(i, y_len, 5)];
        const usize a = saved;
        const usize b = saved_1;
        out[i] = a + b ^ a - b & a * b | ~a;
    }
}
