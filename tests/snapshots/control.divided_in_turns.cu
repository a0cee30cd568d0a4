typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void divided_in_turns(
    const u8* __restrict__ starts, usize starts_len,
    const u8* __restrict__ ends, usize ends_len,
    float* __restrict__ y, usize y_len,
    double* __restrict__ z, usize z_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < y_len && i < z_len) {
        float quotient = 1.0f;
        double root = 2.0;
        for (
            u8 k = starts[kiln.at(i, starts_len, 5)], k_end = ends[kiln.at(i, ends_len, 6)];
            k < k_end;
            ++k
        ) {
            quotient = ((float)k + 3.0f) / (quotient + 1.0f);
            if (k % 2 == 0) {
                quotient += 0.25f;
            }
        }
        for (u32 k = 0, k_end = (u32)ends[i]; k < k_end; ++k) {
            root = 0.5 * (root + (double)k / root);
        }
        y[i] = quotient;
        z[i] = root;
    }
}
