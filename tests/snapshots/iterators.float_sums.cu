typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

extern "C" __global__ void float_sums(
    const float* __restrict__ x, usize x_len,
    usize n,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        float sum = -0.0f;
        for (usize turn = 0; turn < x_len; ++turn) {
            sum += x[turn];
        }
        const float whole = sum;
        if (n > n || n > x_len) {
            kiln.fail(5, (u64)n, (u64)n, (u64)x_len);
        }
        float sum_1 = -0.0f;
        for (usize turn = 0, turn_end = n - n; turn < turn_end; ++turn) {
            sum_1 += (x + n)[turn];
        }
        const float none = sum_1;
        if (1ull > x_len) {
            kiln.fail(7, (u64)1ull, (u64)x_len);
        }
        const usize length = x_len < x_len - 1 ? x_len : x_len - 1;
        float sum_2 = -0.0f;
        for (usize turn = 0; turn < length; ++turn) {
            sum_2 += x[turn] * (x + 1)[turn];
        }
        const float dot = sum_2;
        out[i] = i == 0 ? whole : i == 1 ? none : dot;
    }
}
