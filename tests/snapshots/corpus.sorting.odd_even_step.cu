typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void odd_even_step(
    usize odd,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize i = 2 * ((usize)blockIdx.x * blockDim.x + threadIdx.x) + odd;
    if (i + 1 < x_len && x[kiln.at(i, x_len, 3)] > x[i + 1]) {
        if (i >= x_len) {
            kiln.fail(6, (u64)i, (u64)x_len);
        }
        if (i + 1 >= x_len) {
            kiln.fail(7, (u64)(i + 1), (u64)x_len);
        }
        const u32 held = x[i];
        x[i] = x[i + 1];
        x[i + 1] = held;
    }
}
